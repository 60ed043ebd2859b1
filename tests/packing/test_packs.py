"""Packs: every answer as the rules give it, read back as written, the same bytes again, faults told."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, inf, prod
from pathlib import Path
from typing import Annotated, Any

import pytest

from pz8edu import BadInput, odds, system
from pz8edu.asking.odds import drawn_tree
from pz8edu.cli import main
from pz8edu.core.rulebook.domain import Help, Number, Whole
from pz8edu.core.rulebook.situation import Situation
from pz8edu.core.rulebook.system import Calculator
from pz8edu.core.tree.wording import answer_words, title_words
from pz8edu.packing.axes import ASKED, STILL, axes_of, flattened, nested, situation_values, within_reach
from pz8edu.packing.checked import answered, check, check_folder, drawn
from pz8edu.packing.gaps import Gap, Undecided
from pz8edu.packing.pack import Pack, pack_of, read_pack, text_of
from pz8edu.packing.trees import Trees, check_trees, read_trees, text_of_trees, trees_of
from pz8edu.packing.walk import levels_of, walk_of
from tests.share import Share

WW2 = system("pz8-ww2")


class Crew(Situation):
    """Who serves a gun."""

    size: Annotated[int, Whole(minimum=0)] = 0
    brave: bool = False


PACKED = [
    ("pz8-ww2", "direct-fire"),
    ("pz8-ww2", "rally"),
    ("pz8-naval", "straddle"),
    ("panzertroops", "tank-shot"),
    ("pz8-aerial-1965", "cannon-exchange"),
    ("asp-ww2", "effect"),
    ("pz8-colonial", "canister"),
    ("pz8-scifi", "support-available"),
]


@cache
def made(system_id: str, name: str, readings: str = "printed") -> Pack:
    home = system(system_id)
    question = home.question(name, "calculator")
    assert isinstance(question, Calculator)
    return pack_of(home, question, readings)


# --- walks
def test_a_walk_leads_to_every_code() -> None:
    source = random.Random(23)
    for _ in range(150):
        sizes = [source.randint(1, 4) for _ in range(source.randint(0, 5))]
        looked_at = [axis for axis in range(len(sizes)) if source.random() < 0.6]
        known: dict[tuple[int, ...], int] = {}
        codes = []
        for places in product(*map(range, sizes)):
            seen = tuple(places[axis] for axis in looked_at)
            codes.append(known.setdefault(seen, source.randrange(5)))
        walk, old = walk_of(levels_of(codes, sizes), codes[0])
        assert [old[walk.code(places)] for places in product(*map(range, sizes))] == codes


def test_inputs_that_nothing_looks_at_cost_one_cell() -> None:
    codes = [row % 3 for row in range(4 * 5 * 3)]
    walk, _ = walk_of(levels_of(codes, [4, 5, 3]))
    assert walk.cells == 1 + 1 + 3


def test_a_walk_does_not_depend_on_how_codes_are_numbered() -> None:
    source = random.Random(7)
    codes = [source.randrange(4) for _ in range(3 * 4 * 2)]
    other = [{0: 3, 1: 0, 2: 2, 3: 1}[code] for code in codes]
    assert walk_of(levels_of(codes, [3, 4, 2]))[0] == walk_of(levels_of(other, [3, 4, 2]))[0]


# --- packs
@pytest.mark.whole_domain(3)
@pytest.mark.parametrize(("system_id", "name"), PACKED, ids=map(":".join, PACKED))
def test_a_pack_answers_as_the_rules_do_and_is_read_back(system_id: str, name: str) -> None:
    pack = made(system_id, name)
    assert check(pack, system(system_id)) >= min(pack.situations, 1_000)
    text = text_of(pack)
    again = read_pack(text)
    assert again == pack
    assert text_of(again) == text


def test_a_pack_is_asked_by_name() -> None:
    pack = made("pz8-ww2", "direct-fire")
    asked = {"attack": 5, "defence": 4, "armoured": True, "facing": "side"}
    assert pack.fractions(asked) == odds("pz8-ww2", "direct-fire", asked).fractions()
    assert pack.walk.cells < 2_000, "217,728 situations"


@pytest.mark.parametrize("readings", ["one", "all"])
def test_readings_are_inputs_too(readings: str) -> None:
    pack = made("pz8-ww2", "hq-save", readings)
    assert check(pack, WW2) == pack.situations
    doubts = WW2.calculators["hq-save"].readings
    names = [axis.name for axis in pack.inputs][-len(doubts) :] if readings == "all" else ["reading"]
    assert names == (list(doubts) if readings == "all" else ["reading"])


def test_the_same_rules_give_the_same_bytes(tmp_path: Path) -> None:
    texts = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        command = [sys.executable, "-m", "pz8edu", "pack", "pz8-ww2", "close-combat", "--out", str(folder)]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True)
        texts.append((folder / "pz8-ww2" / "close-combat.js").read_bytes())
    assert texts[0] == texts[1]
    assert texts[0].startswith(b'pz8pack("pz8-ww2/close-combat",{"v":1,')


def test_whole_numbers_that_a_page_would_round_are_written_as_words() -> None:
    pack = made("pz8-ww2", "rally")
    whole = 3**40
    large = Pack(**{**vars(pack), "laws": (*pack.laws[:-1], [whole, 0, 1, 1, whole - 1])})
    text = text_of(large)
    assert f'"{whole}"' in text
    assert read_pack(text) == large


def test_other_rules_make_another_pack() -> None:
    changed = WW2.under(WW2.rules.variant(hit_on=3))
    question = WW2.calculators["direct-fire"]
    pack = pack_of(changed, question)
    assert pack.rules == "hit_on=3"
    asked = {"attack": 5, "defence": 4}
    assert pack.fractions(asked) == odds("pz8-ww2", "direct-fire", asked, rules=changed.rules).fractions()
    assert pack.version != made("pz8-ww2", "direct-fire").version
    with pytest.raises(BadInput, match="made of other rules"):
        check(pack, WW2)


def test_a_record_and_a_distance_are_packed_by_their_parts() -> None:
    class Gun(Situation):
        distance: Annotated[Fraction, Number(0, 3)]
        crew: Annotated[Crew, Help("who serves it")]

    question = Calculator("gun", "Gun", "", Gun, lambda umpire, gun, rules: gun.distance > gun.crew.size)
    axes = axes_of(question)
    assert [(axis.name, len(axis.values), axis.only) for axis in axes] == [
        ("distance", 7, "in steps of ½"),
        ("crew.size", 13, "up to 12"),
        ("crew.brave", 2, ""),
    ]
    assert situation_values(axes)["crew"][:3] == (
        {"size": 0, "brave": False},
        {"size": 0, "brave": True},
        {"size": 1, "brave": False},
    )
    assert nested({"a.b": 1, "a.c": 2, "d": 3}) == {"a": {"b": 1, "c": 2}, "d": 3}


def test_of_too_many_situations_those_that_are_wanted_are_packed() -> None:
    home = system("pz8-naval")
    salvo = home.calculators["salvo"]
    axes = within_reach(axes_of(salvo), {"range"}, 400)
    assert len(next(axis for axis in axes if axis.name == "range").values) > 1
    assert 1 < prod(len(axis.values) for axis in axes) <= 400
    assert any(axis.only and len(axis.values) == 1 for axis in axes)
    pack = pack_of(home, salvo, inputs=axes)
    assert check(pack, home) == pack.situations
    (still,) = [axis.name for axis in axes if axis.only][:1]
    with pytest.raises(BadInput, match=f"{still} is packed for"):
        pack.fractions({still: "other"})


# --- trees
@pytest.mark.whole_domain(2)
@pytest.mark.parametrize("name", ["close-combat", "wire", "minefield", "hq-save"])
def test_every_tree_comes_to_its_law(name: str) -> None:
    pack = made("pz8-ww2", name)
    trees = trees_of(WW2, WW2.calculators[name], pack)
    asked = list(drawn(pack))
    assert len(asked) >= min(pack.situations, 1_000)
    refused = sum(isinstance(pack.law(each), str) for each in asked)
    assert check_trees(trees, iter(asked)) == len(asked) - refused
    assert text_of_trees(trees) == text_of_trees(trees_of(WW2, WW2.calculators[name], pack))


@pytest.mark.whole_domain(2)
@pytest.mark.parametrize(
    ("book", "name"), [("pz8-ww2", "wire"), ("pz8-ww2", "direct-fire"), ("panzertroops", "wreck-survivors")]
)
def test_every_way_of_a_tree_is_that_of_python(book: str, name: str) -> None:
    home, pack = system(book), made(book, name)
    question = home.calculators[name]
    trees = trees_of(home, question, pack)
    dice, drawn_trees = random.Random(name), 0
    for _ in range(30):
        places = [dice.randrange(len(axis.values)) for axis in pack.inputs]
        given = {axis.name: axis.values[place] for axis, place in zip(pack.inputs, places, strict=True)}
        try:
            inputs = {each: value for each, value in given.items() if value is not None}
            tree = drawn_tree(question, question.situation.read(nested(inputs)), home.rules)
        except BadInput:
            assert trees.question((), places) is None
            continue
        wanted = [
            (
                *((title_words(node), answer_words(node, branch)) for node, branch in way.steps),
                question.word(way.outcome),
                way.last.fraction() if way.last else Fraction(1),
            )
            for way in tree.paths()
        ]
        assert list(ways(trees, places, (), (), Fraction(1))) == wanted
        drawn_trees += 1
    assert drawn_trees > 10


def ways(
    trees: Trees, places: Sequence[int], place: tuple[str, ...], said: tuple[Any, ...], reached: Fraction
) -> Iterator[tuple[Any, ...]]:
    asked = trees.question(place, places)
    assert asked is not None
    title, _, answers = asked
    for name, words, _, _, part, whole, end in answers:
        chance = reached * Fraction(part, whole)
        if end is None:
            yield from ways(trees, places, (*place, name), (*said, (title, words)), chance)
        else:
            yield (*said, (title, words), end, chance) if title else (*said, end, chance)


def test_too_many_trees_are_refused() -> None:
    with pytest.raises(BadInput, match="close-combat has more trees than a page should load"):
        trees_of(WW2, WW2.calculators["close-combat"], made("pz8-ww2", "close-combat"), most=50)


def test_trees_are_read_back_and_damaged_ones_refused(tmp_path: Path) -> None:
    pack = made("pz8-ww2", "wire")
    text = text_of_trees(trees_of(WW2, WW2.calculators["wire"], pack))
    again = read_trees(text, pack)
    assert text_of_trees(again) == text
    with pytest.raises(BadInput, match="damaged or of another pack"):
        read_trees(text.replace('"rows":[', '"rows":[0,', 1), pack)
    with pytest.raises(BadInput, match="damaged or of another pack"):
        read_trees(text, made("pz8-ww2", "rally"))
    title, need, ((*words, part, whole, end), *others) = again.question((), (0,) * len(pack.inputs)) or (
        "",
        "",
        (),
    )
    walk, rows = again.places[()]
    wrong = (title, need, ((*words, part + 1, whole + 1, end), *others))
    again.places[()] = walk, tuple(wrong if row and row[0] == title else row for row in rows)
    (tmp_path / "wire.js").write_text(text_of(pack), encoding="utf-8")
    (tmp_path / "wire.tree.js").write_text(text_of_trees(again), encoding="utf-8")
    with pytest.raises(BadInput, match="a tree of pz8-ww2/wire comes to another law"):
        list(check_folder(tmp_path))


# --- lists, and inputs that cannot be listed
def test_lists_are_packed_up_to_a_length(share: Share) -> None:
    question = system("panzertroops").calculators["volley"]
    shots = axes_of(question)[0]
    assert (len(shots.values), shots.start, shots.only) == (1 + 14 + 14**2, 1, "up to 2 entries")
    some = (shots._replace(values=tuple(share(shots.values[::9], 2)), start=0), *axes_of(question)[1:])
    pack = pack_of(system("panzertroops"), question, inputs=some)
    assert check(pack, system("panzertroops")) >= 1_000
    assert read_pack(text_of(pack)) == pack
    (tables,) = axes_of(system("pz8-scifi").calculators["war-name"])
    assert (len(tables.values), tables.only) == (4 + 4 * 3 + 4 * 3 * 2 + 4 * 3 * 2, "")
    weapons = axes_of(system("pz8-coastal").calculators["volley"])[0]
    assert ["3 inch", ["small", 12]] in weapons.values


def test_lists_of_records_are_packed_with_what_must_be_given(share: Share) -> None:
    book = system("pz8-scifi")
    shots, *others = axes_of(book.calculators["fire-phase"])
    assert (len(shots.values), shots.only) == (7 + 7**2, "up to 2 entries, in each what must be given")
    assert {tuple({**each, "attack": 0}.items()) for listed in shots.values for each in listed} == {
        tuple({**shots.values[0][0], "attack": 0}.items())
    }, "nothing else varies"
    some = (shots._replace(values=tuple(share(shots.values[::11], 2)), start=0), *others)
    assert check(pack_of(book, book.calculators["fire-phase"], inputs=some), book) >= 1_000
    guns = axes_of(system("asp-ww2").calculators["air-attack"])[0]
    assert (guns.values[0], guns.values[1][0]["need"]) == ([], None), "a gun that may not fire is one too"
    assert guns.only == "one entry at most, in each what must be given"


def test_what_cannot_be_listed_has_the_values_that_are_asked() -> None:
    book = system("pz8-ww2")
    question = book.calculators["deviation"]
    fields = question.situation.fields()
    places = [[], [{"name": "unit", "x": 0, "y": 2}], [{"name": "unit", "x": 0, "y": 0}]]
    asked = [flattened(fields, {"units": each})["units"] for each in places]
    (units,) = axes_of(question, {"units": [*asked, asked[1]]})
    assert (units.values, units.only) == (tuple(asked), ASKED)
    pack = pack_of(book, question, inputs=(units,))
    assert check(pack, book) == 3
    assert pack.fractions({"units": asked[1]})["unit"] == Fraction(1, 36)
    more = axes_of(book.calculators["fire-phase"], {"shots": [[{"attack": 5}] * 3]})[0]
    assert more.values[-1] == [{"attack": 5}] * 3, "a list that is longer than those that are listed"


def test_inputs_are_flattened_as_a_pack_names_them() -> None:
    fields = system("pz8-ww2").calculators["fire-phase"].situation.fields()
    given = {"shots": [{"attack": 5}], "target": {"defence": 4, "facing": "side"}}
    found = flattened(fields, given)
    assert (found["target.defence"], found["target.facing"]) == (4, "side")
    assert nested({name: value for name, value in found.items() if name != "shots"}) == {
        "target": given["target"]
    }
    with pytest.raises(BadInput, match="unknown input 'shot'"):
        flattened(fields, {"shot": 1})
    with pytest.raises(BadInput, match="unknown input 'armour'"):
        flattened(fields, {"target": {"armour": 1}})


def test_an_input_that_cannot_be_listed_stays_as_it_starts() -> None:
    pack = made("asp-ww2", "initiative")
    assert [axis.name for axis in pack.inputs if axis.only == STILL] == ["shooter", "target"]
    assert check(pack, system("asp-ww2")) >= 1_000


# --- in a terminal
def test_a_folder_is_written_and_held_against_the_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], share: Share
) -> None:
    book = "asp-ww2" if share.whole else "pz8-space"
    assert main(["pack", book, "--out", str(tmp_path)]) == 0
    told = capsys.readouterr()
    assert ("its input a has 621,000 values: at most 50,000 are packed" in told.err) == share.whole
    assert "asked one by one, all equal" in told.out
    written = sorted(tmp_path.rglob("*.js"))
    checked = share(written, 4)
    for file in {*written} - {*checked}:
        file.unlink()
    assert main(["pack", "--check", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count("all equal") == len(checked)


def test_a_wrong_answer_is_found(tmp_path: Path) -> None:
    pack = made("pz8-ww2", "rally")
    law = next(each for each in pack.laws if len(each) == 5 and each[2] != each[4])
    assert not isinstance(law, str)
    wrong = [law[0], law[1], law[4], law[3], law[2]]
    laws = tuple(wrong if each is law else each for each in pack.laws)
    (tmp_path / "rally.js").write_text(text_of(Pack(**{**vars(pack), "laws": laws})), encoding="utf-8")
    with pytest.raises(BadInput, match="the pack of pz8-ww2/rally says"):
        list(check_folder(tmp_path))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "this is no pack: 'hello'"),
        ('pz8pack("a/b",{"v":2});', "this pack has format 2; this kit reads format 1"),
        ('pz8pack("a/b",{"v":1,"of":["a","b","c"]});', "the pack of"),
        ('pz8pack("a/b",[1]);', "this is no pack"),
    ],
)
def test_what_is_no_pack_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as fault:
        read_pack(text)
    assert str(fault.value).startswith(sentence)


def test_a_damaged_pack_is_refused() -> None:
    text = text_of(made("pz8-ww2", "rally"))
    at = text.index('"walk":"') + 10
    with pytest.raises(BadInput, match="the pack of pz8-ww2/rally is damaged"):
        read_pack(text[:at] + ("B" if text[at] != "B" else "C") + text[at + 1 :])


def test_what_cannot_be_packed_says_why() -> None:
    with pytest.raises(BadInput, match="cannot be packed: its input units is a list"):
        made("pz8-ww2", "deviation")
    with pytest.raises(BadInput, match="unknown choice of readings 'some'"):
        made("pz8-ww2", "rally", "some")
    pack = made("pz8-ww2", "rally")
    with pytest.raises(BadInput, match="unknown input 'colour'"):
        pack.fractions({"colour": "red"})
    with pytest.raises(BadInput, match="condition is packed for"):
        pack.fractions({"condition": "asleep"})
    assert sum(pack.fractions({"condition": "disorganized"}).values()) == Fraction(1)


def test_between_two_steps_every_number_has_its_answer() -> None:
    """A distance in a gap, and any count past the last, answers as the rules do; refusals name it."""
    coastal = system("pz8-coastal")
    shot, attack = (
        pack_of(coastal, coastal.calculators["gun-shot"]),
        pack_of(WW2, WW2.calculators["air-to-hit"]),
    )
    assert all(axis.whole for pack in (shot, attack) for axis in pack.inputs)
    begun = [{axis.name: axis.values[axis.start] for axis in pack.inputs} for pack in (shot, attack)]
    source = random.Random("between the steps")
    for _ in range(100):
        far = begun[0] | {"distance": source.randrange(6_001) / 100, "weapon": "4 inch"}
        asked = answered(coastal.question("gun-shot", "calculator"), coastal, far, {})
        assert shot.fractions(far) == asked
        guns = begun[1] | {"aa_guns": source.randrange(10_000)}
        asked = answered(WW2.question("air-to-hit", "calculator"), WW2, guns, {})
        assert attack.fractions(guns) == asked
    for wrong in (-0.1, 60.1, "3"):
        with pytest.raises(BadInput, match="distance is packed for"):
            shot.fractions({"distance": wrong})
    scifi = system("pz8-scifi")
    dice = pack_of(scifi, scifi.calculators["support-available"])
    assert not dice.inputs[0].whole, "so many dice have no last law"


def test_of_a_number_in_a_gap_nothing_is_known_but_where_it_lies() -> None:
    """What is the same for all is decided, all else is not."""
    gap = Gap(2, 3)
    told = (
        gap < 3,
        gap >= 2,
        gap != 4,
        2 * gap - 1 > 3,
        -gap < -2,
        gap**2 / 2 > 2,
        gap + gap <= 6,
        7 - gap > 4,
    )
    assert all(told)
    assert (ceil(gap), gap * 0, Gap(12, inf) > 12) == (3, 0, True)
    asked: tuple[Callable[[], object], ...] = (
        lambda: gap < Fraction(5, 2),
        lambda: gap == Fraction(5, 2),
        lambda: gap == Gap(2, 3),
        lambda: int(gap),
        lambda: float(gap),
        lambda: gap % 1,
        lambda: ceil(2 * gap),
        lambda: str(gap + 1),
        lambda: (gap - 3) ** 2,
        lambda: Fraction(gap),
    )
    for ask in asked:
        with pytest.raises(Undecided):
            ask()
