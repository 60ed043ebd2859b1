"""What if a die is loaded, or a chance another one?  The odds as curves, bars and formulas."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import Any, TypeVar

import ipywidgets as w

from pz8edu.chance.distribution import Distribution
from pz8edu.chance.unknown.formulas import Formulas, exact_distribution, if_chance, if_loaded
from pz8edu.chance.unknown.loaded import unknown_chance
from pz8edu.chance.unknown.loaded_odds import LoadedOdds, odds_if_chance, odds_if_loaded
from pz8edu.chance.unknown.polynomial import Polynomial
from pz8edu.errors import BadInput
from pz8edu.steps import StepThrough
from pz8edu.umpire.growing import Growing
from pz8edu.umpire.noticing import Loadable, loadable
from pz8widgets.calculators.pulls_html import pulls_html
from pz8widgets.calculators.six_chances import FACES, FAIR, STEPS, Shares, shared, turned, weights_of_others
from pz8widgets.page.formula_html import formulas_html
from pz8widgets.page.fraction_html import fraction_html, percent
from pz8widgets.page.odds_bars import in_order, knowing
from pz8widgets.page.packed import Picture
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import NEUTRAL, words
from pz8widgets.plots.curves import Points, curves_plot
from pz8widgets.plots.plot import Plot
from pz8widgets.plots.plot_pane import PlotPane

T = TypeVar("T")

STRIDE = 2
"""A curve goes through every second step: all sixths and all tenths are among them."""

MOST_CURVES = 8
"""So many outcomes have a curve of their own; the rest is added up."""

MOST_DICE = 20
"""Where more dice can matter together, formulas in six unknowns may have more than 50,000 terms."""

MOST_KEPT = 24
"""So many curves and formulas are remembered."""

FAIR_CHANCES = dict.fromkeys(FACES, Fraction(1, 6))

EVERY = "every D6 alike"
LEANS, OWN = "it leans to one face", "six chances of its own"


@dataclass(frozen=True, slots=True)
class Unknown:
    """What is not as the book says: a die ("d6" is every one alike), or else a yes-or-no question."""

    die: str = ""
    question: str = ""

    @property
    def name(self) -> str:
        """How it is called in the list of choices."""
        if self.question:
            return f"the chance of “{self.question}”"
        return EVERY if self.die == "d6" else f"the die “{self.die}”"


class WhatIf(Panel):
    """Choose a die or a question, move its chance, and see what that does to every outcome."""

    title = "What if a die is loaded?"
    note = "or if a chance is another one: dashed as the book has it, solid as you set it"

    # --- building
    def build(self) -> tuple[w.Widget, ...]:
        """The choices, the sliders, the curves, the bars, the pulls and the formulas."""
        self._quiet = False
        self._shown: Any = ()
        self._points: OrderedDict[Any, Points] = OrderedDict()
        self._in_p: OrderedDict[Any, Formulas[str]] = OrderedDict()
        self._formulas: OrderedDict[Any, str] = OrderedDict()
        self.found = Loadable((), {}, False)
        self.unknowns: dict[str, Unknown] = {}
        self.odds: LoadedOdds[str] | None = None
        self._before: tuple[Unknown, Fraction | None] = (Unknown(), None)
        self.base: Shares = FAIR
        self.turned, self.share = 6, FAIR[5]
        self.unknown = w.Dropdown(options=[], description="Which die, or which chance?")
        self.how = w.ToggleButtons(options=[LEANS, OWN], description="How it is loaded")
        self.face = w.ToggleButtons(options=list(FACES), value=6, description="The face it leans to")
        self.fair = w.Button(description="Fair again", tooltip="Every chance as the book has it")
        self.outcome = w.Dropdown(options=[], description="Which outcome?")
        self.chance = slider("p")
        self.six = tuple(slider(f"a {face}: p{face}") for face in FACES)
        self.choices, self.sliders = w.HBox(), w.VBox()
        self.choices.add_class("pz8-loading")
        self.sliders.add_class("pz8-chances")
        self.pane = PlotPane(Plot("no curves yet", "p", "", (0.0, 1.0)))
        self.said = words("")
        self.bars, self.pulls, self.written = Picture(), Picture(), Picture()
        self._listen()
        seen = w.HBox([self.pane, w.VBox([self.said, self.bars])])
        why = w.HBox([self.written, w.VBox([self.outcome, self.pulls])])
        for pair in (seen, why):
            pair.add_class("pz8-pair")
        return (self.choices, self.sliders, seen, why)

    def _listen(self) -> None:
        for choice in (self.unknown, self.how, self.face):
            choice.observe(lambda _: self._chosen(), "index")
        self.chance.observe(lambda _: self._moved(), "index")
        for face, each in zip(FACES, self.six, strict=True):
            each.observe(lambda change, face=face: self._turned(face, change.new), "index")
        self.outcome.observe(lambda _: self._pull(), "index")
        self.fair.on_click(lambda _: self.fair_again())
        self.pane.on_chosen(self._tapped)
        for control in (self.unknown, self.how, self.face, self.outcome):
            control.add_class("pz8-field")

    # --- following the calculator
    def follow(self) -> None:
        """What can be loaded in this situation; what was chosen stays where it still can be."""
        play = self.calculator.play
        key = None if play is None else (play.situation, play.rules)
        if key == self._shown:
            return
        self._shown = key
        if play is None:
            self._nothing("")
            return
        self.found = loadable(play.question.rule, play.situation, play.rules)
        self.unknowns = {unknown.name: unknown for unknown in unknowns_of(self.found)}
        if not self.unknowns:
            self._nothing("No six-sided die and no yes-or-no question decides anything here.")
            return
        ends = in_order(play.question.outcomes, tuple(play.before))
        self._quiet = True
        for choice, options, first in ((self.unknown, tuple(self.unknowns), 0), (self.outcome, ends, -1)):
            chosen = choice.value
            if choice.options != options:
                choice.options = options
            choice.value = chosen if chosen in options else options[first]
        self._quiet = False
        self._chosen()

    def _nothing(self, why: str) -> None:
        self.unknowns, self.odds = {}, None
        self.choices.children = self.sliders.children = ()
        self.outcome.layout.display = self.pane.layout.display = "none"
        self.bars.value = self.pulls.value = self.written.value = ""
        self.said.value = f"<p>{escape(why)}</p>" if why else ""

    # --- what a person can do
    def fair_again(self) -> None:
        """Every chance as the book has it."""
        if not self.unknowns:
            return
        self.base, self.share = FAIR, FAIR[0]
        self._quiet = True
        self._place_six()
        if not self._owns and self._usual is not None:
            self.chance.value = self._usual
            self._tell()
        self._quiet = False
        self._show()

    def _chosen(self) -> None:
        """Another die or question, another way to load it, another face."""
        if self._quiet or not self.unknowns:
            return
        unknown = self._unknown
        choices: list[w.Widget] = [self.unknown]
        if unknown.die:
            choices += [self.how] if self._owns else [self.how, self.face]
        if self._usual is not None:
            choices.append(self.fair)
        self.choices.children = tuple(choices)
        self.fair.description = "Fair again" if unknown.die else "As printed"
        self.sliders.children = self.six if self._owns else (self.chance,)
        self.outcome.layout.display = self.pane.layout.display = None
        self._quiet = True
        if not self._owns:
            set_by_hand = self._set_by_hand(unknown)
            usual = self._usual if self._usual is not None else self.found.questions[unknown.question][0]
            with self.chance.hold_sync():  # the page must not see it stand at 0 in between
                self.chance.options = [(str(step), each) for step, each in enumerate(self._places())]
                self.chance.value = usual if set_by_hand is None else set_by_hand
        self._place_six()
        self._tell()
        self._quiet = False
        self._before = (unknown, self._usual)
        self._show()
        self._write()

    def _set_by_hand(self, unknown: Unknown) -> Fraction | None:
        """The chance that somebody has set, where it belongs to what is unknown now."""
        before, usual = self._before
        belongs = before == unknown or (bool(before.die) and bool(unknown.die))
        place = self.chance.value
        return place if belongs and place != usual and place in self._places() else None

    def _moved(self) -> None:
        if not self._quiet and self.unknowns:
            self._tell()
            self._show()

    def _tell(self) -> None:
        """Beside the one slider stands its exact chance."""
        if not self._owns:
            self.chance.description = f"p, {self._meaning} = {told(self.chance.value)}"

    def _turned(self, face: int, share: int) -> None:
        """One of the six sliders was moved: the others share the rest as they did before."""
        if self._quiet or not self.unknowns:
            return
        if face != self.turned:
            self.base = turned(self.base, self.turned, self.share)
            self.turned = face
        self.share = share
        self._quiet = True
        self._place_six()
        self._quiet = False
        self._show()

    def _tapped(self, x: float) -> None:
        """Somebody has clicked into the curves: the slider goes there."""
        if not self.unknowns or not 0 <= x <= 1:
            return
        if self._owns:
            self.six[self.turned - 1].index = round(x * STEPS)
        else:
            self.chance.value = min(self._places(), key=lambda place: abs(place - x))

    # --- what is chosen
    @property
    def _unknown(self) -> Unknown:
        return self.unknowns[self.unknown.value]

    @property
    def _owns(self) -> bool:
        return bool(self._unknown.die) and self.how.value == OWN

    @property
    def _usual(self) -> Fraction | None:
        """The chance that the book has; None where it is not always the same."""
        if self._unknown.die:
            return Fraction(1, 6)
        usual = self.found.questions[self._unknown.question]
        return usual[0] if len(usual) == 1 else None

    @property
    def _symbol(self) -> str:
        return f"p{self.turned}" if self._owns else "p"

    @property
    def _meaning(self) -> str:
        """What p is the chance of."""
        unknown = self._unknown
        if unknown.question:
            return f"the chance of “{unknown.question}”"
        face = self.turned if self._owns else self.face.value
        return f"the chance of a {face} on " + ("every D6" if unknown.die == "d6" else f"“{unknown.die}”")

    def _places(self) -> tuple[Fraction, ...]:
        """The places of the one slider: sixtieths, and the chances that the book has."""
        steps = {Fraction(step, STEPS) for step in range(STEPS + 1)}
        return tuple(sorted(steps.union(self.found.questions.get(self._unknown.question, ()))))

    def _at(self, place: Fraction) -> Mapping[int, Fraction] | Fraction:
        """The chances of all faces, or of yes, where the slider stands at a place."""
        if self._unknown.question:
            return place
        if self._owns:
            return shared(self.base, self.turned, place)
        return shared(FAIR, self.face.value, place)

    @property
    def _place(self) -> Fraction:
        if self._owns:
            return Fraction(self.share, STEPS)
        return Fraction(self.chance.value)

    # --- sliders
    def _place_six(self) -> None:
        """Put the six sliders where they belong; beside each stands its exact chance."""
        chances = shared(self.base, self.turned, Fraction(self.share, STEPS))
        for each, step, (face, chance) in zip(
            self.six, turned(self.base, self.turned, self.share), chances.items(), strict=True
        ):
            each.description = f"a {face}: p{face} = {told(chance)}"
            if each.index != step:
                each.index = step

    # --- showing
    def _show(self) -> None:
        """The curves, and everything that belongs to where the slider stands."""
        play = self.calculator.play
        assert play is not None
        ends = in_order(play.question.outcomes, tuple(play.before))
        self._draw(play, ends)
        try:
            self.odds = self._odds(play)
        except BadInput as fault:
            self.odds = None
            self.said.value = f'<p role="alert">{escape(sentence(str(fault)))}</p>'
            self.bars.value = self.pulls.value = ""
            return
        self.bars.value = knowing(play.before, self.odds.odds, ends, self.calculator.style_of)
        self._pull()

    def _odds(self, play: StepThrough) -> LoadedOdds[str]:
        unknown, at = self._unknown, self._at(self._place)
        rule, inputs = play.question.rule, (play.situation, play.rules)
        if isinstance(at, Fraction):
            return odds_if_chance(unknown.question, at, rule, *inputs).map(play.question.word)
        return odds_if_loaded(unknown.die, at, rule, *inputs).map(play.question.word)

    def _draw(self, play: StepThrough, ends: Sequence[str]) -> None:
        line = (self.turned, self.base) if self._owns else self.face.value
        key = (self._shown, self._unknown, self._owns, line)
        points = kept(self._points, key, lambda: self._curve(play))
        if not points:
            return
        shown, rest = with_curves(points, ends)
        if rest:
            points = [(place, law.map(lambda word: word if word in shown else rest)) for place, law in points]
        style_of = self.calculator.style_of
        plot = curves_plot(
            points,
            lambda word: NEUTRAL if word == rest else style_of(word),
            words=(*shown, rest) if rest else shown,
            at=self._place,
            unknown=self._symbol,
            of=f"{self._symbol}, {self._meaning}",
        )
        usual = self._usual
        if usual is not None and self._at(usual) in (usual, FAIR_CHANCES):
            plot = replace(plot, usual=(float(usual), "fair" if self._unknown.die else "as printed"))
        self.pane.plot = plot

    def _curve(self, play: StepThrough) -> list[tuple[Fraction, Distribution[str]]]:
        """The exact odds all along the slider; places where nothing is ever decided are left out."""
        try:
            law = self._formulas_in_p(play)
        except BadInput:
            law = None
        points = []
        for step in range(0, STEPS + 1, STRIDE):
            place = Fraction(step, STEPS)
            try:
                odds = numbers(play, self._unknown, self._at(place)) if law is None else law.at(p=place)
            except BadInput:
                continue
            points.append((place, odds))
        return points

    def _formulas_in_p(self, play: StepThrough) -> Formulas[str]:
        """The odds as functions of the chance that the slider moves."""
        unknown, line = self._unknown, (self.base, self.turned) if self._owns else (FAIR, self.face.value)
        return kept(self._in_p, (self._shown, unknown, line), lambda: in_p(play, unknown, *line))

    def _pull(self) -> None:
        """What the outcome that is chosen gains with every face."""
        play = self.calculator.play
        if self._quiet or play is None or self.odds is None:
            return
        word = self.outcome.value
        place, was, now = self._place, play.before.fraction(word), self.odds.odds.fraction(word)
        instead = "as printed" if now == was else f"instead of {percent(was)}"
        self.said.value = (
            f'<p role="status">With {self._symbol} = {fraction_html(place)}: '
            f"<b>{escape(word)} {percent(now)}</b>, {instead}.</p>"
        )
        if self._usual is None:
            usual = ", ".join(map(str, self.found.questions[self._unknown.question]))
            self.said.value += f'<p class="pz8-quiet">Not always the same in the book: {usual}.</p>'
        pulls = self.odds.pull(word) if word in self.odds.slopes else {}
        self.pulls.value = pulls_html(pulls, word, self._unknown.question)

    def _write(self) -> None:
        """The formulas, or why there are none."""
        play = self.calculator.play
        assert play is not None
        key = (self._shown, self._unknown, self._owns, None if self._owns else self.face.value)
        self.written.value = kept(self._formulas, key, lambda: self._formulas_of(play))

    def _formulas_of(self, play: StepThrough) -> str:
        unknown, rule, inputs = self._unknown, play.question.rule, (play.situation, play.rules)
        try:
            formulas = self._formulas_in_p(play)
            if self._owns:
                check_length(formulas, self.found)
                formulas = if_loaded(unknown.die, rule, *inputs).map(play.question.word)
        except BadInput as fault:
            return f"<p>{escape(sentence(str(fault)))} The curves and odds above are exact all the same.</p>"
        in_what = "p1 to p6, the chances of the faces" if self._owns else f"p, {self._meaning}"
        ends = in_order(play.question.outcomes, tuple(play.before))
        return f"<p><b>As formulas</b> in {escape(in_what)}</p>{formulas_html(formulas, ends)}"


# --- sliders
def slider(description: str) -> w.SelectionSlider:
    """A slider in steps of one sixtieth; its description tells its exact chance."""
    steps = [str(step) for step in range(STEPS + 1)]
    made = w.SelectionSlider(options=steps, description=description, readout=False)
    made.add_class("pz8-field")
    made.add_class("pz8-chance")
    return made


def told(chance: Fraction) -> str:
    """A chance as it stands beside a slider: "1/6 = 16.7 %"."""
    return str(chance) if chance.denominator == 1 else f"{chance} = {percent(chance)}"


# --- odds
def unknowns_of(found: Loadable) -> list[Unknown]:
    """What can be chosen: every D6, each die, each question; one die alone is not also "every"."""
    dice = [Unknown(die=die) for die in found.dice]
    every = [Unknown(die="d6")] if found.every and len(dice) != 1 else []
    return [*every, *dice, *(Unknown(question=question) for question in found.questions)]


def in_p(play: StepThrough, unknown: Unknown, base: Shares, face: int) -> Formulas[str]:
    """The odds as functions of the chance p of yes, or of one face while the others share the rest.

    Raises BadInput where that takes too long.
    """
    question, inputs = play.question, (play.situation, play.rules)
    if unknown.question:
        return if_chance(unknown.question, question.rule, *inputs).map(question.word)
    p, others = unknown_chance("p").weights, weights_of_others(base, face)
    weights = {
        each: p[1] * sum(others) if each == face else p[0] * weight
        for each, weight in zip(FACES, others, strict=True)
        if each == face or weight
    }
    umpire = Growing(loaded={unknown.die: Distribution(weights, sum(others))}, draw=False)
    law: Distribution[Any] = umpire.grow(question.rule, *inputs).distribution
    return Formulas(law, {face: "p"}, {"p": Fraction(1, 6)}).map(question.word)


def numbers(play: StepThrough, unknown: Unknown, at: Mapping[int, Fraction] | Fraction) -> Distribution[str]:
    """The exact odds with these chances of all faces, or with this chance of yes; quick as a calculator."""
    if isinstance(at, Fraction):
        yes, of = at.numerator, at.denominator
        umpire = Growing(freed={unknown.question: Distribution({1: yes, 0: of - yes}, of)}, draw=False)
    else:
        umpire = Growing(loaded={unknown.die: exact_distribution(at)}, draw=False)
    law: Distribution[Any] = umpire.grow(play.question.rule, play.situation, play.rules).distribution
    return law.map(play.question.word)


def check_length(in_one: Formulas[Any], found: Loadable) -> None:
    """Raise BadInput where formulas in six unknowns would take too long: told by those in one.

    The degree of those in one unknown is the number of dice that can matter together. A rule that follows a
    whole chain has fractions of such formulas.
    """
    weights = (in_one.law.total, *in_one.law.weights.values())
    dice = max((weight.degree for weight in weights if isinstance(weight, Polynomial)), default=0)
    if not found.dice:
        raise BadInput(
            "this rule follows a whole chain: its formulas in six unknowns are too long to be read"
        )
    if dice > MOST_DICE:
        terms = math.comb(dice + 5, 5)
        raise BadInput(f"{dice} dice can matter here: formulas in six unknowns may have {terms:,} terms")


def with_curves(points: Points, ends: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """The outcomes that have curves of their own, the likeliest; and what the others are called, if any."""
    if len(ends) <= MOST_CURVES:
        return tuple(ends), ""
    highest = {word: max((law.fraction(word) for _, law in points), default=0) for word in ends}
    chosen = set(sorted(ends, key=lambda word: -highest[word])[: MOST_CURVES - 1])
    return tuple(word for word in ends if word in chosen), f"{len(ends) - len(chosen)} others"


# --- words
def sentence(said: str) -> str:
    """A fault as a sentence of its own."""
    return f"{said[:1].upper()}{said[1:].rstrip('.')}."


def kept(cache: OrderedDict[Any, T], key: Any, make: Callable[[], T]) -> T:
    """What was made before for this, or makes it; what has not been used for longest is forgotten."""
    found = cache.pop(key, None)
    cache[key] = make() if found is None else found
    if len(cache) > MOST_KEPT:
        cache.popitem(last=False)
    return cache[key]
