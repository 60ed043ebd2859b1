"""The controls that load a die or move a chance: which one, in which way, and how far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import ipywidgets as w

from pz8edu.asking.loadable import Loadable
from pz8edu.printing.percent import short_percent
from pz8widgets.calculators.simplex_sliders import FACES, FAIR, STEPS, Shares, shared, turned
from pz8widgets.calculators.unknowns import Unknown, unknowns_of
from pz8widgets.page.quiet import Quiet

LEANS, OWN = "it leans to one face", "six chances of its own"


class Loading:
    """Choose what is unknown and move its chance; `on_chosen` and `on_moved` hear it.

    A die leans to one face, or has six chances of its own: the face moved last is `turned`, the others share
    the rest as in `base`.
    """

    def __init__(self, on_chosen: Callable[[], None], on_moved: Callable[[], None]) -> None:
        self.on_chosen, self.on_moved = on_chosen, on_moved
        self._quiet = Quiet()
        self.found = Loadable((), {}, False)
        self.unknowns: dict[str, Unknown] = {}
        self._before: tuple[Unknown, Fraction | None] = (Unknown(), None)
        self.base: Shares = FAIR
        self.turned, self.share = 6, FAIR[5]
        self.unknown = w.Dropdown(options=[], description="Which die, or which chance?")
        self.how = w.ToggleButtons(options=[LEANS, OWN], description="How it is loaded")
        self.face = w.ToggleButtons(options=list(FACES), value=6, description="The face it leans to")
        self.fair = w.Button(description="Fair again", tooltip="Every chance as the book has it")
        self.chance = slider("p")
        self.six = tuple(slider(f"a {face}: p{face}") for face in FACES)
        self.choices, self.sliders = w.HBox(), w.VBox()
        self.choices.add_class("pz8-loading")
        self.sliders.add_class("pz8-chances")
        for choice in (self.unknown, self.how, self.face):
            choice.add_class("pz8-field")
            choice.observe(lambda _: self._choose(), "index")
        self.chance.observe(lambda _: self._move(), "index")
        for face, each in zip(FACES, self.six, strict=True):
            each.observe(lambda change, face=face: self._turn(face, change.new), "index")
        self.fair.on_click(lambda _: self.fair_again())

    # --- what a person can do
    def offer(self, found: Loadable) -> None:
        """Offer what can be loaded; what was chosen stays where it still can be."""
        self.found = found
        self.unknowns = {unknown.name: unknown for unknown in unknowns_of(found)}
        if not self.unknowns:
            return
        with self._quiet:
            choose_from(self.unknown, tuple(self.unknowns), 0)
        self._choose()

    def nothing(self) -> None:
        """Offer nothing."""
        self.unknowns = {}
        self.choices.children = self.sliders.children = ()

    def fair_again(self) -> None:
        """Every chance as the book has it."""
        if not self.unknowns:
            return
        self.base, self.share = FAIR, FAIR[0]
        with self._quiet:
            self._place_six()
            if not self.owns and self.usual is not None:
                self.chance.value = self.usual
                self._describe()
        self.on_moved()

    def go_to(self, x: float) -> None:
        """Put the slider as near to a place as it goes."""
        if not self.unknowns or not 0 <= x <= 1:
            return
        if self.owns:
            self.six[self.turned - 1].index = round(x * STEPS)
        else:
            self.chance.value = min(self._places(), key=lambda place: abs(place - x))

    def _choose(self) -> None:
        """Another die or question, another way to load it, another face."""
        if self._quiet or not self.unknowns:
            return
        unknown = self.chosen
        choices: list[w.Widget] = [self.unknown]
        if unknown.die:
            choices += [self.how] if self.owns else [self.how, self.face]
        if self.usual is not None:
            choices.append(self.fair)
        self.choices.children = tuple(choices)
        self.fair.description = "Fair again" if unknown.die else "As printed"
        self.sliders.children = self.six if self.owns else (self.chance,)
        with self._quiet:
            if not self.owns:
                self._place_one(unknown)
            self._place_six()
            self._describe()
        self._before = (unknown, self.usual)
        self.on_chosen()

    def _place_one(self, unknown: Unknown) -> None:
        """Where somebody has set it for this unknown, else as the book has it."""
        set_by_hand = self._set_by_hand(unknown)
        usual = self.usual if self.usual is not None else self.found.questions[unknown.question][0]
        with self.chance.hold_sync():  # the page must not see it stand at 0 in between
            self.chance.options = [(str(step), each) for step, each in enumerate(self._places())]
            self.chance.value = usual if set_by_hand is None else set_by_hand

    def _set_by_hand(self, unknown: Unknown) -> Fraction | None:
        """The chance that somebody has set, where it belongs to what is unknown now."""
        before, usual = self._before
        belongs = before == unknown or (bool(before.die) and bool(unknown.die))
        place = self.chance.value
        return place if belongs and place != usual and place in self._places() else None

    def _move(self) -> None:
        if not self._quiet and self.unknowns:
            self._describe()
            self.on_moved()

    def _describe(self) -> None:
        """Beside the one slider stands its exact chance."""
        if not self.owns:
            self.chance.description = f"p, {self.meaning} = {chance_text(self.chance.value)}"

    def _turn(self, face: int, share: int) -> None:
        """One of the six sliders was moved: the others share the rest as they did before."""
        if self._quiet or not self.unknowns:
            return
        if face != self.turned:
            self.base = turned(self.base, self.turned, self.share)
            self.turned = face
        self.share = share
        with self._quiet:
            self._place_six()
        self.on_moved()

    def _place_six(self) -> None:
        """Put the six sliders where they belong; beside each stands its exact chance."""
        chances = shared(self.base, self.turned, Fraction(self.share, STEPS))
        for each, step, (face, chance) in zip(
            self.six, turned(self.base, self.turned, self.share), chances.items(), strict=True
        ):
            each.description = f"a {face}: p{face} = {chance_text(chance)}"
            if each.index != step:
                each.index = step

    # --- what is chosen
    @property
    def chosen(self) -> Unknown:
        """What is unknown."""
        return self.unknowns[self.unknown.value]

    @property
    def owns(self) -> bool:
        """Has the die six chances of its own?"""
        return bool(self.chosen.die) and self.how.value == OWN

    @property
    def usual(self) -> Fraction | None:
        """The chance that the book has; None where it is not always the same."""
        if self.chosen.die:
            return Fraction(1, 6)
        usual = self.found.questions[self.chosen.question]
        return usual[0] if len(usual) == 1 else None

    @property
    def symbol(self) -> str:
        """The letter of the chance that the slider moves."""
        return f"p{self.turned}" if self.owns else "p"

    @property
    def meaning(self) -> str:
        """What p is the chance of."""
        unknown = self.chosen
        if unknown.question:
            return f"the chance of “{unknown.question}”"
        face = self.turned if self.owns else self.face.value
        return f"the chance of a {face} on " + ("every D6" if unknown.die == "d6" else f"“{unknown.die}”")

    def _places(self) -> tuple[Fraction, ...]:
        """The places of the one slider: sixtieths, and the chances that the book has."""
        steps = {Fraction(step, STEPS) for step in range(STEPS + 1)}
        return tuple(sorted(steps.union(self.found.questions.get(self.chosen.question, ()))))

    def at(self, place: Fraction) -> Mapping[int, Fraction] | Fraction:
        """The chances of all faces, or of yes, where the slider stands at a place."""
        if self.chosen.question:
            return place
        if self.owns:
            return shared(self.base, self.turned, place)
        return shared(FAIR, self.face.value, place)

    @property
    def place(self) -> Fraction:
        """Where the slider stands."""
        if self.owns:
            return Fraction(self.share, STEPS)
        return Fraction(self.chance.value)

    @property
    def line(self) -> tuple[Shares, int]:
        """Along which chances of six faces the slider moves, and which of them it moves."""
        return (self.base, self.turned) if self.owns else (FAIR, self.face.value)


def choose_from(control: w.Dropdown, options: tuple[str, ...], first: int) -> None:
    """Offer other options; what was chosen stays where it is still among them."""
    chosen = control.value
    if control.options != options:
        control.options = options
    control.value = chosen if chosen in options else options[first]


def slider(description: str) -> w.SelectionSlider:
    """A slider in steps of one sixtieth; its description tells its exact chance."""
    steps = [str(step) for step in range(STEPS + 1)]
    made = w.SelectionSlider(options=steps, description=description, readout=False)
    made.add_class("pz8-field")
    made.add_class("pz8-chance")
    return made


def chance_text(chance: Fraction) -> str:
    """A chance as it stands beside a slider: "1/6 = 16.7 %"."""
    return str(chance) if chance.denominator == 1 else f"{chance} = {short_percent(chance)}"
