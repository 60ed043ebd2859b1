"""Forces and scenarios of pz8-colonial: what lies on the table, and what is measured there."""

from dataclasses import replace
from itertools import combinations, permutations, product
from math import dist
from typing import Any

import pytest

from pz8edu.asking.ask import answer
from pz8edu.asking.json_lines import line_answer
from pz8edu.board.contact import base_holds, in_contact
from pz8edu.board.position import Place
from pz8edu.board.tabletop import BoardState
from pz8edu.errors import BadInput
from pz8edu.systems import system
from pz8edu.systems.pz8_colonial.colonial_table import ColonialTable
from pz8edu.systems.pz8_colonial.forces import FORCES, Force
from pz8edu.systems.pz8_colonial.scenarios import SCENARIOS, Scenario
from pz8edu.systems.pz8_colonial.shell_table import SHELL, ShellTable
from pz8edu.systems.pz8_colonial.standing import Standing
from pz8edu.systems.pz8_colonial.words import Card, Carriage, Event, Leader, Side, Troop

COLONIAL = system("pz8-colonial")
RULES: Any = COLONIAL.rules


def set_up(name: str) -> tuple[Any, BoardState[Standing]]:
    table = COLONIAL.tabletop(name)
    return table, table.opening()


def put(state: BoardState[Standing], name: str, **place: float) -> BoardState[Standing]:
    return state.at(state.position.moved(name, state.places[name]._replace(**place)))


def check(question: str, **inputs: Any) -> Any:
    found = line_answer({"system": "pz8-colonial", "board": question, "inputs": inputs})
    return found["result"]


@pytest.mark.parametrize("name", FORCES.names())
def test_every_force_keeps_to_the_sizes_of_units(name: str) -> None:
    force = FORCES[name]
    for unit in force.units:
        if unit.troop in (Troop.MACHINE_GUN, Troop.ARTILLERY):
            assert 2 <= unit.men <= 4
            assert force.side is Side.EUROPEAN or unit.troop is Troop.ARTILLERY
            continue
        # The Boers all had rifles, whatever the half of section 2 says of Natives.
        firearms = 0 if force.nation == "boer" else unit.firing if armed(unit) else 0
        assert check("unit-size", side=force.side.value, men=unit.men, firearms=firearms) == {"legal": True}


def armed(unit: Any) -> bool:
    return unit.weapon is not None and RULES.weapons[unit.weapon].firearm


def test_every_scenario_has_one_force_of_each_side() -> None:
    for name in SCENARIOS.names():
        european, native = SCENARIOS[name].forces
        assert (european.side, native.side) == (Side.EUROPEAN, Side.NATIVE)


@pytest.mark.parametrize("name", COLONIAL.tabletops)
def test_everybody_has_room_on_every_table(name: str) -> None:
    table, state = set_up(name)
    field = table.battlefield(state)
    x0, y0, x1, y1 = field.extent
    for unit, _, (x, y) in table.figures(state):
        assert x0 <= x <= x1, unit
        assert y0 <= y <= y1, unit
    touching = [(a.name, b.name) for a, b in combinations(field.units, 2) if in_contact(a, b)]
    assert touching == ([("Lancers", "Jihadiya")] if name == "lancers" else [])
    for unit, standing in state.units.items():
        figures = [list(at) for at in standing.places(state.places[unit])]
        assert len(figures) == standing.figures
        assert check("cohesion", figures=figures) == {"coherent": True}


@pytest.mark.parametrize("name", COLONIAL.tabletops)
def test_every_table_shows_itself_and_asks_what_the_rules_can_answer(name: str) -> None:
    table, state = set_up(name)
    scene = table.scene(state, RULES)
    assert scene.title
    assert scene._repr_svg_().startswith("<svg")
    figures = len(scene.of_role("figure")) + len(scene.of_role("under the shell"))
    assert figures == sum(1 for _ in table.figures(state))
    assert all(unit in scene.describe() for unit in state.units)
    assert table.facts(state, RULES)
    asked = table.asked(state, RULES)
    if name in FORCES.names():
        assert asked is None
        return
    assert asked.why_not == ""
    odds = answer(COLONIAL.calculators[asked.calculator], asked.inputs, RULES)
    assert sum(odds.fractions().values()) == 1


def test_every_pair_of_units_can_be_chosen() -> None:
    for name in SCENARIOS.names():
        table, state = set_up(name)
        for shooter, target in permutations(state.units, 2):
            state = replace(state, shooter=shooter, target=target)
            assert all(fact.value for fact in table.facts(state, RULES))
            asked = ColonialTable.asked(table, state, RULES)
            unit = state.units[shooter].unit
            armed = unit.weapon or unit.troop in (Troop.MACHINE_GUN, Troop.ARTILLERY)
            field = table.battlefield(state)
            assert (asked is None) is (not armed and not in_contact(field.unit(shooter), field.unit(target)))
            if asked is None:
                continue
            same = state.units[shooter].side is state.units[target].side
            assert not same or asked.why_not == f"{target} is on the same side."
            odds = answer(COLONIAL.calculators[asked.calculator], asked.inputs, RULES)
            assert sum(odds.fractions().values()) == 1


def test_a_volley_is_measured_as_the_board_checks_do() -> None:
    table, state = set_up("mission-station")
    asked = table.asked(state, RULES)
    assert asked.calculator == "volley-losses"
    assert asked.inputs["distance"] == pytest.approx((6**2 + 10**2) ** 0.5, abs=1e-6)
    fire = {
        name: asked.inputs[name]
        for name in ("figures", "weapon", "distance", "quality", "aimed", "target_cover")
    }
    assert check("fire-parameters", **fire) == {
        "in_range": True,
        "dice": 10,
        "needed": 3,
        "over_half": False,
    }
    moved = table.asked(put(state, "1st section", y=8.25), RULES)
    assert asked.inputs["aimed"]
    assert not moved.inputs["aimed"]


def test_who_may_not_fire_hears_why() -> None:
    table, state = set_up("mission-station")
    own = table.asked(replace(state, target="2nd section"), RULES)
    assert own.why_not == "2nd section is on the same side."
    hidden = table.asked(put(state, "Left horn", x=35.0, y=23.9), RULES)
    assert hidden.why_not.startswith("Sight is blocked by the terraces")
    far = table.asked(replace(state, shooter="Musketeers", target="1st section"), RULES)
    assert far.why_not == "1st section is 15.7″ away; a musket reaches 12″ (§2)."
    laager, commando = set_up("laager")
    riders = laager.asked(replace(commando, shooter="1st corporalship"), RULES)
    assert riders.why_not == ""
    assert riders.inputs["mounted_native"]
    lancers, charge = set_up("lancers")
    lancers_fire = lancers.asked(put(charge, "Lancers", y=6.0), RULES)
    assert lancers_fire.calculator == "volley-losses"
    assert lancers_fire.why_not == ""


def test_in_contact_the_front_ranks_fight() -> None:
    table, state = set_up("lancers")
    asked = table.asked(state, RULES)
    assert asked.calculator == "melee-unit"
    assert asked.inputs["pairs"] == 8
    assert asked.inputs["a"]["cavalry"]
    assert asked.inputs["a"]["shield_revolver_lance"]
    assert not asked.inputs["b"]["defending"]
    assert [fact.value for fact in table.facts(state, RULES) if fact.name == "Charge"] == ["in contact"]


def test_a_charge_is_measured_to_contact() -> None:
    table, state = set_up("lancers")
    back = put(state, "Lancers", y=2.0)
    question = table.charge(back)
    assert question.distance == 7
    assert check("charge", **question.plain()) == {"verdict": "charge", "reach": 18}
    into_the_khor = table.charge(replace(back, target="Ansar"))
    assert into_the_khor.bad
    assert check("charge", **into_the_khor.plain())["reach"] == 12


def test_cavalry_that_wins_rides_on_to_the_end_of_its_charge() -> None:
    table, state = set_up("lancers")
    back = put(state, "Lancers", y=2.0)
    (path,) = table.scene(back, RULES).of_role("path")
    assert path.points == ((15.0, 2.0), (15.0, 20.0))
    assert table.scene(put(state, "Lancers", x=1.0, y=1.0), RULES).of_role("path") != ()
    assert set_up("mission-station")[0].scene(set_up("mission-station")[1], RULES).of_role("path") == ()
    counter = [fact.value for fact in table.facts(back, RULES) if fact.name == "Counter-move"]
    assert counter == ["3″"]


def test_the_shell_falls_on_whom_the_blast_finds() -> None:
    table, state = set_up("the-pass")
    assert isinstance(table, ShellTable)
    for x, y in ((21.2, 16.4), (19.6, 15.2), (6.0, 5.0), (30.0, 1.0)):
        here = put(state, SHELL, x=x, y=y)
        everybody = [list(at) for _, _, at in table.figures(here)]
        affected = check("blast", gun="light", impact=[x, y], figures=everybody)["affected"]
        asked = table.asked(here, RULES)
        inputs = asked.inputs
        assert inputs["cover"] + inputs["open"] + len(inputs["leaders"]) == len(affected)
        assert len(table.scene(here, RULES).of_role("under the shell")) == len(affected)
    own = table.asked(put(state, SHELL, x=6.0, y=5.0), RULES).inputs
    assert own == {"cover": 0, "open": 3, "leaders": [["nco", "open"]]}
    assert "called 19″, Riflemen are 20″ away" in [fact.value for fact in table.facts(state, RULES)]


def test_a_unit_turns_with_its_figures() -> None:
    table, state = set_up("mission-station")
    assert isinstance(table, ColonialTable)
    gatling = state.units["Gatling"]
    north = gatling.places(Place(10, 10, 0))
    east = gatling.places(Place(10, 10, 90))
    assert set(north) == {(10.5, 10.5), (9.5, 10.5), (10.5, 9.5), (9.5, 9.5)}
    assert set(east) == set(north)
    assert east[0] == (10.5, 9.5)
    line = state.units["1st section"].places(Place(10, 10, 90))
    assert {x for x, _ in line} == {10.0}


def test_names_that_nobody_has() -> None:
    with pytest.raises(BadInput, match="did you mean 'zulu-impi'"):
        COLONIAL.tabletop("zulu-imp")
    with pytest.raises(BadInput, match="unit of the two forces"):
        Scenario.read(
            {
                "title": "x",
                "width": 10,
                "height": 10,
                "european": "british-column",
                "native": "zulu-impi",
                "positions": [{"unit": "Nobody", "x": 1, "y": 1}],
            }
        )
    with pytest.raises(BadInput, match="are called 'a'"):
        Force.read(
            {
                "name": "x",
                "side": "native",
                "nation": "zulu",
                "units": [{"name": "a", "men": 8}, {"name": "a", "men": 8}],
            }
        )
    with pytest.raises(BadInput, match="has a gun"):
        Force.read(
            {
                "name": "x",
                "side": "native",
                "nation": "zulu",
                "units": [{"name": "a", "men": 4, "troop": "artillery"}],
            }
        )


def recoils(table: Any, state: BoardState[Standing], rules: Any = RULES) -> list[Any]:
    return [shape for shape in table.scene(state, rules).of_role("path") if shape.label.startswith("recoil")]


def test_both_sides_of_an_undecided_fight_recoil_from_each_other() -> None:
    table, state = set_up("lancers")
    assert (state.shooter, state.target) == ("Lancers", "Jihadiya")
    field = table.battlefield(state)
    one, other = recoils(table, state)
    assert [arrow.label for arrow in (one, other)] == ["recoil 2″", "recoil 2″"]
    for arrow, name, enemy in ((one, "Lancers", "Jihadiya"), (other, "Jihadiya", "Lancers")):
        (x, y), (to_x, to_y) = arrow.points
        assert arrow.arrow
        assert dist((x, y), (to_x, to_y)) == pytest.approx(2)
        assert base_holds(field.unit(name), (x, y)), "it begins at the edge of the unit"
        middle = tuple(map(float, field.unit(enemy).at))
        assert dist((to_x, to_y), middle) == pytest.approx(dist((x, y), middle) + 2)
        assert name in arrow.words
    (fact,) = [fact for fact in table.facts(state, RULES) if fact.name == "Recoil"]
    assert fact.value == "2″ each"
    longer = recoils(table, state, RULES.variant(recoil=3))
    assert [arrow.label for arrow in longer] == ["recoil 3″", "recoil 3″"]
    assert recoils(table, state, RULES.variant(recoil=0)) == []


def test_there_is_no_recoil_without_a_fight_nor_over_the_edge() -> None:
    table, state = set_up("lancers")
    place = state.places["Lancers"]
    apart = put(state, "Lancers", y=place.y - 2)
    assert recoils(table, apart) == []
    assert all(fact.name != "Recoil" for fact in table.facts(apart, RULES))
    assert recoils(table, replace(state, target="")) == []
    x0, y0, x1, y1 = map(float, table.battlefield(state).extent)
    for x, y in ((x0 + 1, (y0 + y1) / 2), (x1 - 1, (y0 + y1) / 2), ((x0 + x1) / 2, y0 + 1)):
        target = state.places["Jihadiya"]
        edge = put(state, "Jihadiya", x=x, y=y)
        edge = put(edge, "Lancers", x=x + place.x - target.x, y=y + place.y - target.y)
        for arrow in recoils(table, edge):
            if x0 <= arrow.points[0][0] <= x1 and y0 <= arrow.points[0][1] <= y1:
                assert x0 <= arrow.points[1][0] <= x1
                assert y0 <= arrow.points[1][1] <= y1


# --- crews, carriages, Fanatics, firearms (sections 2, 3, 4)
def changed(state: BoardState[Standing], name: str, **what: Any) -> BoardState[Standing]:
    return state.at(state.position.with_unit(name, **what))


def facts_of(table: Any, state: BoardState[Standing]) -> dict[str, Any]:
    return {fact.name: fact for fact in table.facts(state, RULES)}


def test_a_gun_without_its_crew_or_not_ready_is_silent() -> None:
    table, state = set_up("broken-square")
    for what, why in (
        ({"lost": 3}, "Gatling has fewer than 2 men (§3)."),
        ({"carriage": Carriage.PACKED}, "Gatling is packed; getting ready takes 1 activation (§3, §4)."),
        ({"jammed": True}, "Gatling is jammed (§3)."),
        ({"routing": True}, "Gatling is in rout (§7)."),
    ):
        assert table.asked(changed(state, "Gatling", **what), RULES).why_not == why
    assert table.asked(changed(state, "Gatling", lost=2), RULES).why_not == ""
    laager, commando = set_up("laager")
    gun = replace(commando, shooter="Mountain gun", target="1st corporalship")
    assert "packed" in laager.asked(gun, RULES).why_not
    ready = changed(gun, "Mountain gun", carriage=Carriage.READY)
    assert "packed" not in laager.asked(ready, RULES).why_not
    reloading = changed(ready, "Mountain gun", reloading=2)
    assert laager.asked(reloading, RULES).why_not == "Mountain gun reloads: 2 activations to go (§4)."
    crew_of_one = changed(ready, "Mountain gun", lost=3)
    assert laager.asked(crew_of_one, RULES).why_not == "Mountain gun has fewer than 2 men (§4)."
    assert facts_of(laager, changed(ready, "Mountain gun", lost=1))["Reloading"].value == "2 activations"


def test_a_gun_moves_only_when_it_is_packed_or_limbered() -> None:
    table, state = set_up("laager")
    state = replace(state, shooter="Mountain gun")
    ready = changed(state, "Mountain gun", carriage=Carriage.READY)
    assert table.scene(state, RULES).of_role("reachable")
    assert not table.scene(ready, RULES).of_role("reachable")
    assert facts_of(table, ready)["Move"].value == "0″"
    assert facts_of(table, state)["Carriage"].remark == "1 activation to get it ready (§3, §4)"
    shown = {base.name: base.shown for base in table.scene(state, RULES).bases}
    assert shown["Mountain gun"] == "Mountain gun · packed"


def test_fanatics_within_charge_distance_must_charge() -> None:
    table, state = set_up("mission-station")
    horn = replace(state, shooter="Left horn", target="1st section")
    assert "Must charge" not in facts_of(table, put(horn, "Left horn", y=22.0))
    near = put(horn, "Left horn", x=18.0, y=14.0, facing=180.0)
    assert facts_of(table, near)["Must charge"].value == "1st section or 2nd section or Gatling"
    bound = "charge distance of 1st section, 2nd section, Gatling: they charge (§2)."
    assert table.asked(near, RULES).why_not == f"Left horn are Fanatics within {bound}"
    assert check("charge", **table.charge(near).plain())["verdict"] == "charge"
    calm = put(replace(state, shooter="Chest", target="1st section"), "Chest", x=18.0, y=14.0)
    assert "Must charge" not in facts_of(table, calm)
    touching = put(near, "Left horn", y=9.5)
    assert table.asked(touching, RULES).calculator == "melee-unit"


def test_a_fallen_natives_firearm_is_taken_up() -> None:
    table, state = set_up("mission-station")
    muskets = replace(state, shooter="Musketeers", target="")
    assert facts_of(table, muskets)["Firearms"].value == "8 of 8"
    standing, place = muskets.units["Musketeers"], muskets.places["Musketeers"]
    places = standing.places(place)
    near = {b for a, b in product(places[:8], places[8:]) if dist(a, b) <= 2}
    assert standing.takers(place, RULES) == len(near) == 8
    assert changed(muskets, "Musketeers", lost=5).units["Musketeers"].firing == 8
    assert changed(muskets, "Musketeers", lost=5, firearms_lost=3).units["Musketeers"].firing == 5
    fire = replace(state, shooter="Musketeers", target="1st section")
    assert table.asked(changed(fire, "Musketeers", firearms_lost=3), RULES).inputs["figures"] == 5
    assert "Firearms" not in facts_of(table, replace(state, shooter="1st section"))


# --- morale (section 7), the pack and the events (sections 2 and 11)
def test_one_unit_by_itself_asks_for_what_it_rolls() -> None:
    table, state = set_up("mission-station")
    alone = replace(state, target="")
    assert table.asked(alone, RULES) is None
    half = table.asked(changed(alone, "1st section", lost=5), RULES)
    assert (half.calculator, half.inputs) == ("morale", {"quality": "veteran", "leader": True})
    bare = changed(alone, "1st section", lost=5, fallen=(Leader.OFFICER, Leader.NCO))
    assert table.asked(bare, RULES).inputs["leader"] is False
    assert table.asked(changed(alone, "1st section", lost=5, steadfast=True), RULES) is None
    gun = changed(replace(alone, shooter="Gatling"), "Gatling", jammed=True)
    assert answer(COLONIAL.calculators[table.asked(gun, RULES).calculator], {}, RULES).fraction("unjammed")


def test_who_routs_flees_towards_its_own_edge() -> None:
    table, state = set_up("broken-square")
    (line,) = table.scene(changed(state, "1st section", routing=True), RULES).of_role("path")
    assert line.words == "1st section flees 9″ towards its own edge (§7)"
    assert line.points == ((9.0, 14.0), (9.0, 5.0))
    (line,) = table.scene(changed(state, "Ansar", routing=True), RULES).of_role("path")
    assert line.points == ((13.0, 19.5), (13.0, 21.0)), "no farther than the edge"


def test_nobody_chosen_asks_for_the_next_card_and_a_joker_has_the_pack_shuffled() -> None:
    table, state = set_up("mission-station")
    nobody = replace(state, shooter="", target="")
    asked = table.asked(nobody, RULES)
    assert (asked.calculator, asked.inputs["joker_red"]) == ("card-draw", 1)
    whole = table.start().stock
    assert sum(whole.values()) == 54
    less = table.drawn(Card.RED, table.start(), RULES)
    assert (less.stock["red cards"], sum(less.stock.values())) == (25, 53)
    assert table.asked(nobody.at(less), RULES).inputs["red"] == 25
    assert table.drawn(Card.BLACK_JOKER, less, RULES).stock == whole
    assert table.drawn(Card.RED, less, RULES.variant(R3="b")).stock == whole
    one = replace(less, stock={**dict.fromkeys(whole, 0), "plain black cards": 1})
    assert table.drawn(Card.PLAIN_BLACK, one, RULES).stock == whole
    with pytest.raises(BadInput, match="no red left"):
        table.drawn(Card.RED, one, RULES)
    assert table.asked(nobody.at(replace(one, stock=dict.fromkeys(whole, 0))), RULES) is None
    pass_, riflemen = set_up("the-pass")
    card = ColonialTable.asked(pass_, replace(riflemen, shooter="", target=""), RULES)
    assert card is not None
    assert card.inputs["native_activation"]
    assert "joker_red" not in card.inputs


def test_the_words_of_the_events_are_those_of_the_table() -> None:
    assert [event.value for event in Event] == list(RULES.events)


def test_what_the_events_do() -> None:
    table, state = set_up("mission-station")
    european, native, position = Side.EUROPEAN, Side.NATIVE, state.position

    def after(event: Event, side: Side, name: str, at: Any = position, **more: Any) -> Any:
        return table.happens(event, side, name, at, RULES, **more)

    short = after(Event.SHORT_ON_MUNITIONS, native, "1st section")
    assert table.asked(state.at(short), RULES).inputs["short_munitions"]
    assert "short on munitions" in table.scene(state.at(short), RULES).describe()
    panic = after(Event.PANIC, european, "Chest")
    assert panic.units["Chest"].tests(RULES)
    assert not after(Event.RALLY, native, "Chest", panic).units["Chest"].routing
    fast = after(Event.STAND_FAST, native, "Chest", panic)
    assert not fast.units["Chest"].tests(RULES)
    assert not after(Event.PANIC, european, "Chest", fast).units["Chest"].routing
    shot = after(Event.STRAY_BULLET, native, "1st section", leader=Leader.NCO)
    assert shot.units["1st section"].leaders == (Leader.OFFICER,)
    assert shot.units["1st section"].figures == 9
    dead = position.with_unit("Musketeers", lost=5, fallen=(Leader.CHIEF,), firearms_lost=2)
    back = after(Event.REINFORCEMENTS, native, "Musketeers", dead)
    fresh = back.units["Musketeers again"]
    assert (fresh.figures, fresh.leaders, fresh.firing) == (6, (Leader.CHIEF,), 2)
    assert back.places["Musketeers again"].y > 22
    assert "Musketeers again" in table.scene(state.at(back), RULES).describe()
    for event, side, name, at, words in (
        (Event.PANIC, native, "Chest", position, "befalls an enemy unit"),
        (Event.RALLY, european, "Chest", panic, "one's own"),
        (Event.RALLY, native, "Chest", position, "Chest does not"),
        (Event.REINFORCEMENTS, native, "Chest", position, "nobody of Chest has fallen"),
        (Event.REINFORCEMENTS, native, "Musketeers", back, "come back already"),
    ):
        with pytest.raises(BadInput, match=words):
            after(event, side, name, at)
    nobody = position.with_unit("Gatling", fallen=(Leader.NCO,))
    with pytest.raises(BadInput, match="no leader left"):
        after(Event.STRAY_BULLET, native, "Gatling", nobody)


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("name", COLONIAL.tabletops)
def test_what_can_be_changed_by_hand_lands_on_the_board(name: str) -> None:
    table, state = set_up(name)
    assert not table.changes(SHELL, state, RULES)
    for unit in state.units:
        for word, values in table.changes(unit, state, RULES).items():
            assert getattr(state.units[unit], word) in values
            for value in (values[0], values[-1]):
                after = changed(replace(state, shooter=unit, target=""), unit, **{word: value})
                assert table.scene(after, RULES).describe()
                assert table.facts(after, RULES)
                table.asked(after, RULES)


def test_a_gun_that_reloads_sends_no_shell() -> None:
    table, state = set_up("the-pass")
    assert table.asked(state, RULES).why_not == ""
    reloading = changed(state, "Mountain gun", reloading=1)
    assert table.asked(reloading, RULES).why_not == "Mountain gun reloads: 1 activation to go (§4)."


def test_who_comes_as_reinforcements_can_be_asked_about() -> None:
    """The landed fault: a unit that was not there at the start ended in a KeyError."""
    from pz8edu.systems import system
    from pz8edu.systems.pz8_colonial.words import Event, Side

    book = system("pz8-colonial")
    table, rules = book.tabletop("mission-station"), book.rules
    state = table.opening()
    name = next(
        each
        for each, unit in state.units.items()
        if unit.side is Side.NATIVE and unit.unit.weapon is not None
    )
    foe = next(each for each, unit in state.units.items() if unit.side is Side.EUROPEAN)
    fallen = state.position.with_unit(name, lost=4)
    after = table.happens(Event.REINFORCEMENTS, Side.NATIVE, name, fallen, rules)
    fresh = replace(state, position=after, shooter=f"{name} again", target=foe)
    asked = table.asked(fresh, rules)
    assert asked is not None
    assert table.facts(fresh, rules)
    assert table.stood_still(fresh)
    place = after.places[f"{name} again"]
    moved = replace(fresh, position=after.moved(f"{name} again", place._replace(y=place.y - 1)), before=after)
    assert not table.stood_still(moved)
