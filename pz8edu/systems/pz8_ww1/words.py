"""The words of Pz8 WW1: sides, units, field defences, what becomes of a square, victory."""

from __future__ import annotations

from pz8edu.core import Word


class Side(Word):
    """Whose units or half of the table (section 2)."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class Quality(Word):
    """Troop quality of infantry (sections 5-assault and 6)."""

    GREEN = "green"
    AVERAGE = "average"
    ELITE = "elite"


class Unit(Word):
    """A kind of unit (sections 1 and 4-move)."""

    INFANTRY = "infantry"
    STORMTROOPER = "stormtrooper"
    MG = "mg"
    TANK = "tank"


class BombardmentView(Word):
    """What is told of a bombardment (section 2b)."""

    STATE = "state"
    DAMAGE = "damage"
    CRATER = "crater"
    CLEARED = "cleared"


class AssaultView(Word):
    """What is told of an assault (section 5-assault)."""

    RESULT = "result"
    MARGIN = "margin"
    LOSSES = "losses"
    SQUARE = "square"
    SURVIVORS = "survivors"


class Result(Word):
    """Whose total is higher (section 5-assault)."""

    ATTACKER_WINS = "attacker-wins"
    TIE = "tie"
    DEFENDER_WINS = "defender-wins"


class Ground(Word):
    """What has become of the assaulted square and of the one the assault came from (section 5-assault)."""

    TAKEN = "taken"
    EMPTIED = "emptied"
    ATTACKER_GONE = "attacker-gone"
    HELD = "held"


class Victory(Word):
    """How the game ends for the attacker (section 8-victory)."""

    DECISIVE = "decisive"
    MARGINAL = "marginal"
    INDECISIVE = "indecisive"
    DEFENDER_WINS = "defender wins"
