"""Section 10, Solo rules: the move of the Not Playing Opponent."""

from __future__ import annotations

from pz8edu.core import Modifiers, Umpire
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.situations import NpoMove
from pz8edu.systems.pz8_naval.words import Move


def modifiers_of_npo(npo: NpoMove, rules: Naval) -> Modifiers:
    """The modifiers to the die of the NPO, in the printed order (section 10)."""
    return Modifiers(
        (rules.npo_loss * npo.npo_losses, f"{npo.npo_losses} NPO ships Crippled or Sunk", True, "10"),
        (rules.your_loss * npo.your_losses, f"{npo.your_losses} of your ships Crippled or Sunk", True, "10"),
        (rules.npo_air_attack, "NPO under air attack the turn before", npo.air, "10"),
    )


def moves(wanted: Move, depth: int, first_turn: bool, rules: Naval) -> Move:
    """What the NPO does of what it wants: turn 1 and the ends of its half (section 10)."""
    if wanted is Move.WITHDRAW:
        if not first_turn:
            return Move.LEAVE if depth == rules.own_zones else Move.WITHDRAW
        wanted = Move.ADVANCE
    return Move.BROADSIDE if wanted is Move.ADVANCE and depth == 1 else wanted


def npo_move(umpire: Umpire, situation: NpoMove, rules: Naval) -> Move:
    """The move of the fleet that nobody plays (NPO) (pz8-naval, section 10c; R25: the same odds for the fleet and for a ship)."""
    score = umpire.d6("NPO").modified(modifiers_of_npo(situation, rules))
    wanted = umpire.look_up("move", score, rules.npo_moves)
    return moves(wanted, situation.depth, situation.first_turn, rules)
