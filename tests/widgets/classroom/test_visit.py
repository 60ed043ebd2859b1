"""One visitor's page: whole for a browser, its own, opened again by its address, and given back."""

from __future__ import annotations

import gc
import itertools
import json
import random
import re
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from ipywidgets.widgets.widget import _instances

from pz8edu.errors import BadInput
from pz8edu.systems import ids, system
from pz8widgets import Desk, Play
from pz8widgets.apps import classroom
from pz8widgets.apps.classroom.address import asked_in, catalogue, page_at
from pz8widgets.apps.classroom.visit import SCRIPTS, Visit
from pz8widgets.apps.classroom.watch import TookTooLong

SHOT = "ask=pz8-ww2+direct-fire+attack%3D5+defence%3D4"
VIEWS = re.compile(r"^  (\w+View): ", re.MULTILINE)


def found(page: dict[str, Any], **wanted: Any) -> str:
    """The id of the first widget in such a state."""
    return next(name for name, state in page["models"].items() if wanted.items() <= state.items())


def test_a_page_is_whole_and_its_scripts_travel_once(visit: Visit) -> None:
    visit.open(SHOT)
    page = visit.whole()
    text = json.dumps(page)
    references = set(re.findall(r"IPY_MODEL_(\w+)", text))
    assert references <= set(page["models"])
    assert page["root"] in page["models"]
    scripts = {state["_esm"] for state in page["models"].values() if "_esm" in state}
    assert scripts <= set(SCRIPTS)
    assert max(map(len, scripts)) == 20
    assert page["title"] == "Direct fire, complete · Pz8 – WW 2 Wargame Rules"


@pytest.mark.parametrize("address", [SHOT, "show=chain:rally-chain", "show=table:first-shot"])
def test_what_widgets_say_while_they_are_made_is_what_they_are(visit: Visit, address: str) -> None:
    visit.open(address)
    first, again = visit.whole(), visit.whole()
    assert json.loads(json.dumps(first)) == json.loads(json.dumps(again))


def test_what_a_browser_says_changes_the_page_and_its_address(visit: Visit) -> None:
    visit.open(SHOT)
    attack = found(visit.whole(), description="Attack")
    visit.hear(attack, {"state": {"value": 6}})
    news = visit.news()
    assert any(kind == "update" and "value" in what for kind, _, what in news)
    (line,) = parse_qs(visit.address)["ask"]
    assert line == "pz8-ww2 direct-fire attack=6 defence=4"
    assert asked_in(line).inputs["attack"] == 6


def test_a_page_with_its_dice_and_its_open_card_is_made_again(visit: Visit) -> None:
    visit.open(SHOT)
    page = visit.whole()
    visit.root.throw("to hit", 5)
    visit.hear(found(page, description="Look closer"), {"state": {"index": 1}})
    state = json.loads(json.dumps(visit.state))
    again = Visit()
    again.open(state["address"], state["extra"])
    assert again.root.play.dice == visit.root.play.dice
    assert again.root.switches.value == visit.root.switches.value == "Readings"


def test_what_was_said_is_said_again_to_a_page_that_is_made_anew(visit: Visit) -> None:
    visit.open(SHOT)
    way = visit.path_of(found(visit.whole(), description="Defence"))
    again = Visit()
    again.open(SHOT)
    again.hear_at(way, {"state": {"value": 2}})
    assert again.root.situation.defence == 2
    again.hear_at([0, 99], {"state": {"value": 2}})  # nothing is there


def test_a_page_made_anew_shows_what_was_said_to_its_card(visit: Visit) -> None:
    visit.open(SHOT)
    cards = found(visit.whole(), description="Look closer")
    visit.hear(cards, {"state": {"index": [*visit.root.panels].index("Play it 1,000 times")}})
    games = found(visit.whole(), description="Games")
    visit.hear(games, {"state": {"value": 50_000}})
    again = Visit()
    again.open(visit.address, visit.state["extra"])
    page = again.whole()
    assert page["models"][found(page, description="Games")]["value"] == 50_000
    again.end()


def test_nobody_speaks_to_the_widgets_of_another_visitor(visit: Visit) -> None:
    visit.open(SHOT)
    attack = found(visit.whole(), description="Attack")
    stranger = Visit()
    stranger.open(SHOT)
    stranger.whole()
    stranger.hear(attack, {"state": {"value": 6}})
    stranger.hear("nothing", {"state": {}})
    assert visit.root.situation.attack == 5
    assert visit.news() == stranger.news() == []
    with pytest.raises(BadInput, match="a widget hears"):
        visit.hear(attack, {"code": "1"})


def test_every_visit_has_stylesheets_of_its_own(visit: Visit) -> None:
    visit.open(SHOT)
    other = Visit()
    other.open(SHOT)
    assert not set(visit.whole()["models"]) & set(other.whole()["models"])
    other.end()
    visit.root.fill(attack=2)
    assert visit.root.children[0].comm is not None, "the stylesheet lives while its page does"


def test_a_page_that_is_over_leaves_nothing_behind(visit: Visit) -> None:
    before = len(_instances)
    visit.open("rules=pz8-ww2&show=table:first-shot")
    gone = weakref.ref(visit.root)
    assert len(_instances) > before
    visit.end()
    assert len(_instances) == before
    gc.collect()
    assert gone() is None
    assert visit.news() == []


def test_a_link_names_rules_and_what_to_show() -> None:
    assert page_at("?rules=pz8-naval&show=salvo")[0].question.id == "salvo"
    assert page_at("rules=pz8-ww2&show=chain:rally-chain")[0].question.id == "rally-chain"
    assert page_at("")[0].question.id == "direct-fire"
    variant = page_at("ask=python+-m+pz8edu+ask+pz8-ww2+to-hit+--set+hit_on%3D3+--reading+R5%3Db")[0]
    assert variant.rules.departures() == {"hit_on": 3, "R5": "b"}
    for address, says in (
        ("rules=pz9", "pz9"),
        ("show=nothing", "nothing"),
        ("ask=" + "x" * 4000, "4000 letters"),
    ):
        with pytest.raises(BadInput, match=says):
            page_at(address)


def test_the_catalogue_offers_every_question_of_every_system() -> None:
    offered = {each["rules"]: {show["show"] for show in each["shows"]} for each in catalogue()}
    assert list(offered) == list(ids())
    for each in map(system, ids()):
        wanted = {f"calculator:{name}" for name in each.calculators} | {
            f"chain:{name}" for name in each.chains
        }
        wanted |= {f"desk:{name}" for name in (*each.calculators, *each.chains)}
        wanted |= {f"{kind}:{name}" for name in each.tabletops for kind in ("table", "setup")}
        wanted |= {f"play:{name}" for name in each.played}
        assert wanted == offered[each.id]


def test_a_game_is_in_its_address_and_goes_on_elsewhere(visit: Visit) -> None:
    visit.open("rules=pz8-ww2&show=play:whole-turn")
    end_step = found(visit.whole(), description="End the step")
    visit.hear(end_step, {"content": {"event": "click"}})
    fire = found(visit.whole(), description="Roll it, die by die")
    visit.hear(fire, {"content": {"event": "click"}})
    state = visit.state
    assert "game=" in state["address"]
    assert len(state["extra"]["said"]) == 1
    other = Visit()
    other.open(state["address"], state["extra"])
    play, first = other.root, visit.root
    assert isinstance(play, Play)
    assert isinstance(first, Play)
    assert play.text == first.text
    assert play.choice == first.choice is not None
    other.end()
    for broken in ("game=AAAA", "game=%21", "game=" + "A" * 13_000, "rules=pz8-ww2&show=play:shelling"):
        with pytest.raises(BadInput):
            page_at(broken)


def test_a_desk_is_opened_by_a_link_and_its_address_opens_it_again(visit: Visit) -> None:
    visit.open("desk=pz8-ww2 rally condition=suppressed --set rally_on=4&first=pz8-ww2(R3=b)")
    desk = visit.root
    assert isinstance(desk, Desk)
    assert not desk.may_save
    desk.change("hit_on", 3)
    visit.hear(desk.model_id, {"state": {}})
    other = Visit()
    other.open(visit.address)
    again = other.root
    assert isinstance(again, Desk)
    assert (again.first, again.second, again.situation) == (desk.first, desk.second, desk.situation)
    assert again.second.departures() == {"hit_on": 3, "rally_on": 4}
    other.end()


def test_a_link_changes_the_rules_of_any_page() -> None:
    shown = page_at("rules=pz8-ww2&show=rally&set=rally_on%3D4, R3=b")[0]
    assert shown.rules.departures() == {"rally_on": 4, "R3": "b"}
    shown = page_at("ask=pz8-ww2 to-hit --set hit_on%3D3&variant=pz8-ww2(R5%3Db)")[0]
    assert shown.rules.departures() == {"hit_on": 3, "R5": "b"}
    assert page_at("rules=pz8-ww2&show=desk:duel&set=hit_on%3D3")[0].second.departures() == {"hit_on": 3}
    with pytest.raises(BadInput, match="hit_onn"):
        page_at("rules=pz8-ww2&show=rally&set=hit_onn%3D4")


@pytest.mark.whole_domain(6)
@pytest.mark.parametrize("address", [SHOT, "show=table:first-shot", "show=chain:rally-chain"])
def test_a_page_that_is_interrupted_anywhere_is_given_back(visit: Visit, address: str) -> None:
    """As a host does where a page takes too long: after any step of the work, seeded."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    visit.open(address)  # what it imports is not counted
    visit.end()
    with profiled(count):
        visit.open(address)
    visit.end()
    for last in random.Random(address).sample(range(1, calls), 12):
        left = itertools.repeat(None, last)

        def interrupt(*_: object, left: Iterator[None] = left) -> None:
            if next(left, 0) == 0:
                raise TookTooLong

        before, page = set(_instances), Visit()
        with suppress(TookTooLong), profiled(interrupt):
            page.open(address)
        page.end()
        assert set(_instances) <= before, f"after call {last} of {calls}"


@contextmanager
def profiled(look: Callable[..., None]) -> Iterator[None]:
    """While it lasts, `look` is called at every call and return."""
    sys.setprofile(look)
    try:
        yield
    finally:
        sys.setprofile(None)


@pytest.mark.whole_domain(8)
@pytest.mark.parametrize("rules", ids())
def test_the_classroom_knows_how_to_show_every_widget_of_every_page(visit: Visit, rules: str) -> None:
    script = Path(classroom.__file__).parent.joinpath("site", "widgets.js").read_text(encoding="utf-8")
    known = {*VIEWS.findall(script), None}
    offered = next(each for each in catalogue() if each["rules"] == rules)["shows"]
    for show in (*offered[::5], *(each for each in offered if each["show"].startswith("play:"))):
        page = Visit()
        page.open(f"rules={rules}&show={show['show']}")
        views = {state.get("_view_name") for state in page.whole()["models"].values()}
        assert views - known - {"LayoutView", "StyleView"} == set(), show
        page.end()
