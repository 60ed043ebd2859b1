"""Whole turns of the Pz8 aerial rules for 1965 to 1975: cannon or missiles of one kind, and what is left."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pz8edu.board.hex_tabletop import hex_in
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.systems import system
from pz8edu.systems.pz8_aerial_1935.fire import Both, Exchanged
from pz8edu.systems.pz8_aerial_1935.words import Condition, Fate
from pz8edu.systems.pz8_aerial_1965.play import PlayJets, play, salvos
from pz8edu.systems.pz8_aerial_1965.tabletop import Fighter, tabletop
from pz8edu.systems.pz8_aerial_1965.words import Salvo
from pz8edu.turns.choice import Choice, Ending
from pz8edu.turns.moment import Moment, Task
from pz8edu.turns.places import hex_place

BOOK = system("pz8-aerial-1965")
RULES: Any = BOOK.rules


def behind(distance: int, facing: int = 0, level: int = 2) -> tuple[PlayJets, Moment[Fighter]]:
    """Phantom 2 after its flight, so many hexes behind a MiG that flies the same way; the rest far away."""
    played = play(tabletop("radar-and-heat"), RULES)
    moment = played.next_step(played.lands(played.start(), Choice("initiative"), "A first"))
    for row, name in enumerate(moment.units):
        moment = moment.moved(name, hex_place(hex_in(27, row), 0, 1))
    moment = moment.moved("Phantom 2", hex_place(hex_in(4, 12), 0, 2))
    moment = moment.moved("MiG 21 A", hex_place(hex_in(4 + distance, 12), facing, level))
    return played, moment.note(active="Phantom 2").first(Task("A", "fire", ("Phantom 2",)))


def fired(played: PlayJets, moment: Moment[Fighter]) -> set[str]:
    return {each.note for each in played.choices(moment) if each.kind == "fire"}


def why_not(played: PlayJets, moment: Moment[Fighter], note: str) -> str:
    with pytest.raises(BadInput) as refused:
        played.allowed(moment, Choice("fire", "Phantom 2", "MiG 21 A", note=note))
    return str(refused.value)


@pytest.mark.parametrize(
    ("distance", "facing", "kinds"),
    [(1, 0, {"cannon"}), (3, 0, set()), (6, 0, {"hs"}), (6, 3, set()), (9, 0, {"hs", "rh"}), (20, 3, {"rh"})],
)
def test_what_bears_at_a_distance(distance: int, facing: int, kinds: set[str]) -> None:
    played, moment = behind(distance, facing)
    assert {note.split()[-1] for note in fired(played, moment)} == kinds


def test_a_salvo_is_any_number_of_one_kind_and_is_spent() -> None:
    played, moment = behind(9)
    fighter = moment.units["Phantom 2"]
    assert (fighter.hs, fighter.rh) == (4, 4)
    assert fired(played, moment) == {f"{count} {kind}" for count in (1, 2, 3, 4) for kind in ("hs", "rh")}
    shot = played.allowed(moment, Choice("fire", "Phantom 2", "MiG 21 A", note="3 rh"))
    assert shot.asked is not None
    assert (shot.asked.calculator, shot.asked.inputs["missiles"]) == ("rh-missile", 3)
    evaded = played.lands(moment, shot, Salvo.EVADED)
    assert (evaded.units["Phantom 2"].hs, evaded.units["Phantom 2"].rh) == (4, 1)
    assert evaded.units["MiG 21 A"].flies
    assert set(salvos(evaded.units["Phantom 2"])) == {"cannon", "1 hs", "2 hs", "3 hs", "4 hs", "1 rh"}
    down = played.lands(moment, shot, Salvo.DESTROYED)
    assert down.units["MiG 21 A"].fate is Fate.DESTROYED
    assert played.now(down).kind == "activation"


def test_what_is_refused_says_why() -> None:
    played, moment = behind(6, facing=3)
    assert why_not(played, moment, "1 hs") == (
        "MiG 21 A does not fly in the same direction as Phantom 2, which HS missiles need (§5)."
    )
    assert why_not(played, moment, "cannon") == "MiG 21 A is 6 hexes away; in hexes reach cannon 1 to 2 (§5)."
    assert why_not(*behind(6, level=3), "1 hs").startswith("MiG 21 A is at level 3")
    assert "not possible now" in why_not(played, moment.unit("Phantom 2", hs=1), "2 hs")


def test_cannon_are_answered() -> None:
    played, moment = behind(1, facing=3)
    shot = played.allowed(moment, Choice("fire", "Phantom 2", "MiG 21 A", note="cannon"))
    assert shot.asked is not None
    assert shot.asked.inputs["t_can_return"]
    after = played.lands(moment, shot, Exchanged(Both(Condition.DAMAGED, Condition.DESTROYED)))
    assert after.units["Phantom 2"].damaged
    assert (after.units["Phantom 2"].hs, after.units["Phantom 2"].fires) == (4, None)
    assert played.is_out("MiG 21 A", after)


def test_a_whole_turn_by_hand_laid_dice() -> None:
    """Phantom 1 fires two radar missiles at a MiG; everybody else flies on."""
    game = Game(BOOK, "radar-and-heat")
    game.play(game.choices()[0], {"both roll 1: A": 4, "both roll 1: B": 3})
    assert (game.now.side, game.now.kind) == ("A", "activation")
    found = None
    for choice in game.choices("Phantom 1"):
        landed = game.book.lands(game.moment, choice)
        found = next((each for each in game.book.choices(landed) if each.note == "2 rh"), None)
        if found is not None:
            game.play(choice)
            break
    assert found is not None
    odds = game.odds(found)
    assert odds is not None
    event = game.play(found, ["missiles 6", "target 1"])
    assert (event.outcome, event.chance) == ("destroyed", odds.fractions()["destroyed"])
    assert 0 < odds.fractions()["destroyed"] < Fraction(1)
    assert game.moment.units[found.target].fate is Fate.DESTROYED
    assert game.moment.units["Phantom 1"].rh == 2
    while game.moment.turn == 1:
        game.play(next(each for each in game.choices() if each.kind in ("hold", "move")))
    assert game.now.kind == "initiative"


def test_the_house_rule_ends_the_game() -> None:
    played, moment = behind(6)
    for name in played.living(moment, "B"):
        moment = moment.unit(name, fate=Fate.LEFT)
    assert played.over(moment) == Ending("A", "B has lost all of its units")
