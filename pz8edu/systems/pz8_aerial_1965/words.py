"""The words that the Pz8 aerial rules for 1965 to 1975 add: weapons, blocs, the end of a missile."""

from __future__ import annotations

from pz8edu.core import Word


class Weapon(Word):
    """What an aircraft fires: cannon, heat-seeking or radar-homing missiles (section 5)."""

    CANNON = "cannon"
    HS = "hs"
    RH = "rh"

    @property
    def said(self) -> str:
        """Its name in a sentence."""
        return {"cannon": "cannon", "hs": "HS missiles", "rh": "RH missiles"}[self.value]


class Bloc(Word):
    """The side of the firer, as far as missiles tell it apart (section 5)."""

    NATO = "nato"
    ISRAEL = "israel"
    THIRD_WORLD = "third-world"
    OTHER = "other"


class Salvo(Word):
    """What becomes of the target of missiles (section 5)."""

    DESTROYED = "destroyed"
    EVADED = "evaded"
