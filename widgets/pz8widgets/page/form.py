"""A form made from any situation: every input by its domain, with its help and one sentence when it is wrong.

Nothing here knows a rule: the annotations of the situation say everything.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from html import escape
from itertools import chain, combinations
from pathlib import Path
from typing import Any

import ipywidgets as w
from ipywidgets.widgets.widget_description import DescriptionStyle
from ipywidgets.widgets.widget_string import TextStyle
from traitlets import Any as AnyTrait
from traitlets import Unicode

from pz8edu.core.rulebook.domain import (
    Domain,
    EitherDomain,
    FlagDomain,
    ListDomain,
    NullableDomain,
    NumberDomain,
    PlacesDomain,
    RecordDomain,
    WholeDomain,
    WordDomain,
)
from pz8edu.core.rulebook.situation import Input, Situation
from pz8edu.errors import BadInput, BadValue, unknown
from pz8edu.show.outcomes import spoken
from pz8widgets.page.quiet import Quiet
from pz8widgets.page.theme import words

LONGEST_SLIDER = 40
"""Whole numbers with more steps than this are typed."""
CARD, LETTER, BUTTON = 226, 6.9, 16
"""Pixels: the width of the card, of a letter, and of a button around its word. Longer choices drop down."""
MOST_AT_FIRST = 3
"""A whole number begins at the middle of its range, but at most so far above its least value."""
LABELS: Mapping[str, str] = tomllib.loads(Path(__file__).with_name("labels.toml").read_text(encoding="utf-8"))
"""Inputs whose name is no plain word, and what they are called."""
SAID: Mapping[str, str] = tomllib.loads(Path(__file__).with_name("choices.toml").read_text(encoding="utf-8"))
"""Words of a choice that people write otherwise: "SAM" for sam."""
MORE, FEWER = "more…", "fewer"
YES_NO = (("no", False), ("yes", True))

Changed = Callable[[], None]


def label_of(name: str) -> str:
    """The name of an input as a label: "over_half_range" is "Over half range", "cf" is spelled out."""
    said = LABELS.get(name, name.replace("_", " "))
    return said[:1].upper() + said[1:]


class Form(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """The inputs of a situation, one under the other.

    `value` is the situation, or None while an input cannot be used; `problem` is then the sentence that says
    why. Both may be observed. `fill(attack=5)` sets inputs from outside.
    """

    value = AnyTrait(None, allow_none=True)
    problem = Unicode("")

    def __init__(
        self,
        kind: type[Situation],
        inputs: Mapping[str, Any] | None = None,
        cited: Callable[[str], str] = str,
        called: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__()
        self.kind = kind
        self._quiet = Quiet()
        self.styles = Styles(cited, called or {})
        with self._quiet:
            self.fields: dict[str, Field] = {
                name: Field(known, self._changed, self.styles) for name, known in kind.fields().items()
            }
        self.folded: frozenset[str] = frozenset()
        self.more = w.Button(description=MORE, tooltip="The other inputs, which stay as they are here")
        self.more.add_class("pz8-more-inputs")
        self.more.on_click(lambda _: self._unfold(self.more.description == MORE))
        self._whole = words("", "pz8-problem")
        self.add_class("pz8-form")
        self.fill(**(inputs or {}))
        if self.value is None and not inputs:
            self._begin_somewhere()
        if not self.fields:
            self.children = (words("<p class='pz8-quiet'>This question has no inputs.</p>"),)

    def fill(self, **values: Any) -> None:
        """Set some inputs at once. Raises BadInput for an unknown input or a value it cannot have."""
        read: dict[str, Any] = {}
        for name, value in values.items():
            if name not in self.fields:
                raise unknown("input", name, self.fields)
            known = self.fields[name].known
            read[name] = None if value is None and known.optional else known.domain.spelled(value, name)
        with self._quiet:
            for name, value in read.items():
                self.fields[name].set(value)
        self._changed()

    @property
    def records(self) -> list[Record]:
        """The inputs that are made of others."""
        editors = [field.editor for field in self.fields.values()]
        editors += [entry for each in editors if isinstance(each, Several) for entry, _ in each.entries]
        return [editor for editor in editors if isinstance(editor, Record)]

    def fold(self, used: Collection[str]) -> None:
        """Show the inputs that are `used`, and of records the parts; the rest, while as at first, folded."""
        for record in self.records:
            record.fold(used)
        rest = {name for name, field in self.fields.items() if name not in used and not field.known.required}
        self.folded = frozenset(rest if len(rest) < len(self.fields) else ())
        self._unfold(self._wanted())

    def _wanted(self) -> bool:
        """Whether an input that is folded away is not as at first, or cannot be used."""
        rest = [self.fields[name] for name in self.folded]
        changed = any(field.blamed or field.get() != field.first for field in rest)
        return changed or any(record.wanted() for record in self.records)

    def _unfold(self, shown: bool) -> None:
        self.more.description = FEWER if shown else MORE
        self._lay_out()

    def _begin_somewhere(self) -> None:
        """Where first values do not go together, raise one or two small numbers until they do."""
        numbers = [name for name, field in self.fields.items() if isinstance(field.editor, WholeNumber)]
        for raised in chain(combinations(numbers, 1), combinations(numbers, 2)):
            given = {
                name: field.get() + 1 if name in raised else field.get()
                for name, field in self.fields.items()
            }
            try:
                self.kind.read(given)
            except BadInput:
                continue
            self.fill(**{name: given[name] for name in raised})
            return

    def _changed(self) -> None:
        if self._quiet:
            return
        given: dict[str, Any] = {}
        problem = ""
        for name, field in self.fields.items():
            try:
                value = field.get()
                given[name] = (
                    None if value is None and field.known.optional else field.known.domain.read(value, name)
                )
                field.blame("")
            except BadInput as fault:
                field.blame(sentence(fault, name))
                problem = problem or str(fault)
        situation = None
        together = ""
        if not problem:
            try:
                situation = self.kind.read(given)
            except BadInput as fault:
                problem = together = str(fault)
        self._show(together)
        with self.hold_trait_notifications():
            self.problem = problem
            self.value = situation

    def _show(self, together: str) -> None:
        self._whole.value = f"<p role='alert'>{escape(together)}</p>" if together else ""
        if self._wanted():
            self.more.description = FEWER
        self._lay_out()

    def _lay_out(self) -> None:
        """The inputs; those that are folded come last, behind their button."""
        rest = [self.fields[name] for name in self.fields if name in self.folded]
        first = [field for field in self.fields.values() if field not in rest]
        shown = [widget for field in first for widget in field.widgets]
        for record in self.records:
            record.show(self.more.description == FEWER)
        shown += [self.more] if rest or any(record.rest for record in self.records) else []
        if self.more.description == FEWER:
            shown += [widget for field in rest for widget in field.widgets]
        if self._whole.value:
            shown.append(self._whole)
        if shown and tuple(shown) != self.children:
            self.children = tuple(shown)

    def helps(self) -> str:
        """What every input means, as HTML that opens and closes: the page fills it in from the tooltips."""
        if not any(known.help for known in self.kind.fields().values()):
            return ""
        return "<details class='pz8-help'><summary>What these mean</summary><dl></dl></details>"


class Styles:
    """The layout and styles that all controls of one form share: fewer models, smaller notebooks.

    `cited` says how a help cites the sections of its book, `called` which inputs are not called as elsewhere.
    """

    def __init__(self, cited: Callable[[str], str], called: Mapping[str, str]) -> None:
        self.cited = cited
        self.called = called
        self.layout = w.Layout()
        self.toggles = w.ToggleButtonsStyle()
        self.slider = w.SliderStyle()
        self.text = TextStyle()
        self.described = DescriptionStyle()
        self.button = w.ButtonStyle()

    def of(self, control: w.Widget) -> dict[str, Any]:
        """The shared layout and style of one kind of control, as arguments."""
        styles = {
            w.ToggleButtons: self.toggles,
            w.IntSlider: self.slider,
            w.Dropdown: self.described,
            w.IntText: self.described,
            w.Text: self.text,
            w.Button: self.button,
        }
        return {"layout": self.layout} | ({"style": styles[control]} if control in styles else {})


class Field:
    """One input: its control, and one sentence below it while it cannot be used."""

    def __init__(self, known: Input, changed: Changed, styles: Styles) -> None:
        self.known = known
        domain = known.domain
        if known.optional and not isinstance(domain, NullableDomain):
            domain = NullableDomain(domain)
        label = styles.called.get(known.name) or label_of(known.name)
        self.editor = editor_of(domain, label, known.help, changed, styles)
        self.editor.set(first_value(known.domain) if known.required else known.default)
        self.first = self.editor.get()
        self.problem: w.HTML | None = None

    @property
    def widgets(self) -> tuple[w.Widget, ...]:
        """The control, and the sentence where there is one."""
        problem = self.problem if self.blamed else None
        return (self.editor.widget,) if problem is None else (self.editor.widget, problem)

    @property
    def blamed(self) -> bool:
        """Whether it cannot be used as it is."""
        return self.problem is not None and bool(self.problem.value)

    def get(self) -> Any:
        """What stands in the control, not yet checked."""
        return self.editor.get()

    def set(self, value: Any) -> None:
        """Put a value into the control."""
        self.editor.set(value)

    def blame(self, sentence: str) -> None:
        """Say below the field why it cannot be used; nothing when it can."""
        if not sentence and self.problem is None:
            return
        if self.problem is None:
            self.problem = words("", "pz8-problem")
        self.problem.value = f"<p role='alert'>{escape(sentence)}</p>" if sentence else ""


def sentence(fault: BadInput, name: str) -> str:
    """The fault with the label of the input instead of its name."""
    if isinstance(fault, BadValue):
        fault = fault.renamed(label_of(name) + fault.field.removeprefix(name))
    return str(fault)


# --- editors, one for each kind of domain
class Editor:
    """A control for one domain: `widget` is shown, `get` and `set` speak the values of the rules."""

    widget: w.Widget

    def get(self) -> Any:
        """What stands in the control, not yet checked."""
        return self.widget.value

    def set(self, value: Any) -> None:
        """Put a value into the control."""
        self.widget.value = value

    def listen(self, changed: Changed) -> None:
        """Call `changed` when the person has changed something."""
        self.widget.add_class("pz8-field")
        self.widget.observe(lambda _: changed(), "value")


class Choice(Editor):
    """One of a few words: buttons side by side, or a list that drops down when they are many."""

    def __init__(
        self, options: tuple[tuple[str, Any], ...], label: str, text: str, changed: Changed, styles: Styles
    ) -> None:
        wide = sum(len(word) * LETTER + BUTTON for word, _ in options)
        kind = w.ToggleButtons if wide <= CARD else w.Dropdown
        self.options = options
        self.widget = kind(
            options=[word for word, _ in options], description=label, tooltip=text, **styles.of(kind)
        )
        self.listen(changed)

    def get(self) -> Any:
        return self.options[self.widget.index][1] if self.widget.index is not None else None

    def set(self, value: Any) -> None:
        self.widget.index = next(
            place
            for place, (_, option) in enumerate(self.options)
            if option == value and isinstance(option, bool) == isinstance(value, bool)
        )


class WholeNumber(Editor):
    """A whole number: a slider where its range is small, else a field with small steps."""

    def __init__(self, domain: WholeDomain, label: str, text: str, changed: Changed, styles: Styles) -> None:
        low, high = domain.limits.minimum, domain.limits.maximum
        said = {"description": label, "tooltip": text}
        if low is not None and high is not None and high - low <= LONGEST_SLIDER:
            self.widget = w.IntSlider(min=low, max=high, value=low, **said, **styles.of(w.IntSlider))
        else:
            self.widget = w.IntText(**said, **styles.of(w.IntText))
        self.listen(changed)


class Written(Editor):
    """A text, or a number that may be written as a fraction or a decimal."""

    def __init__(self, domain: Domain, label: str, text: str, changed: Changed, styles: Styles) -> None:
        self.domain = domain
        self.widget = w.Text(description=label, tooltip=text, continuous_update=False, **styles.of(w.Text))
        self.listen(changed)

    def get(self) -> Any:
        try:
            return self.domain.spelled(self.widget.value, "")
        except BadInput:
            return self.widget.value

    def set(self, value: Any) -> None:
        self.widget.value = decimal(value) if isinstance(value, Fraction) else str(value)


class Maybe(Editor):
    """A value that may be left out."""

    def __init__(self, domain: Domain, label: str, text: str, changed: Changed, styles: Styles) -> None:
        self.domain = domain
        self.changed = changed
        self.switch = Choice((("none", False), ("given", True)), label, text, self._switched, styles)
        self.inner = editor_of(domain, "", text, changed, styles)
        self.inner.set(first_value(domain))
        self.widget = w.VBox([self.switch.widget])

    def _switched(self) -> None:
        given = self.switch.get()
        self.widget.children = (self.switch.widget, self.inner.widget) if given else (self.switch.widget,)
        self.changed()

    def get(self) -> Any:
        return self.inner.get() if self.switch.get() else None

    def set(self, value: Any) -> None:
        if value is not None:
            self.inner.set(value)
        self.switch.set(value is not None)


class Either(Editor):
    """One of several kinds of value: choose the kind, then the value."""

    def __init__(self, domain: EitherDomain, label: str, text: str, changed: Changed, styles: Styles) -> None:
        self.domain = domain
        self.changed = changed
        self.editors = [editor_of(option, "", text, changed, styles) for option in domain.options]
        for option, editor in zip(domain.options, self.editors, strict=True):
            editor.set(first_value(option))
        kinds = tuple((option.words(), place) for place, option in enumerate(domain.options))
        self.switch = Choice(kinds, label, text, self._switched, styles)
        self.widget = w.VBox()
        self._switched()

    def _switched(self) -> None:
        self.widget.children = (self.switch.widget, self.editors[self.switch.get() or 0].widget)
        self.changed()

    def get(self) -> Any:
        return self.editors[self.switch.get() or 0].get()

    def set(self, value: Any) -> None:
        for place, option in enumerate(self.domain.options):
            try:
                self.editors[place].set(option.read(value, ""))
            except (BadInput, TypeError):
                continue
            self.switch.set(place)
            return


class Together(Editor):
    """Several named values as one: a record of its own, or the places of a point."""

    def __init__(
        self, parts: Mapping[str, tuple[Domain, str]], label: str, changed: Changed, styles: Styles
    ) -> None:
        self.parts = {
            name: editor_of(domain, label_of(name), text, changed, styles)
            for name, (domain, text) in parts.items()
        }
        heading = [words(f"<b>{escape(label)}</b>")] if label else []
        self.widget = w.VBox([*heading, *(editor.widget for editor in self.parts.values())])
        self.widget.add_class("pz8-nested")


class Record(Together):
    """A record of its own inside a situation."""

    def __init__(self, kind: type[Situation], label: str, changed: Changed, styles: Styles) -> None:
        self.kind = kind
        fields = kind.fields()
        super().__init__(
            {name: (optional(known), known.help) for name, known in fields.items()}, label, changed, styles
        )
        for name, known in fields.items():
            self.parts[name].set(first_value(known.domain) if known.required else known.default)
        self.whole = self.widget.children
        self.first = {name: editor.get() for name, editor in self.parts.items()}
        self.rest: frozenset[str] = frozenset()

    def fold(self, used: Collection[str]) -> None:
        """Take the parts that are not `used` to be folded away, unless that leaves none."""
        fields = self.kind.fields()
        rest = {name for name in self.parts if name not in used and not fields[name].required}
        self.rest = frozenset(rest if len(rest) < len(self.parts) else ())

    def wanted(self) -> bool:
        """Whether a part that is folded away is not as at first."""
        return any(self.parts[name].get() != self.first[name] for name in self.rest)

    def show(self, whole: bool) -> None:
        """Show all parts, or those that are not folded away."""
        away = () if whole else [self.parts[name].widget for name in self.rest]
        shown = tuple(each for each in self.whole if each not in away)
        if shown != self.widget.children:
            self.widget.children = shown

    def get(self) -> Any:
        fields = self.kind.fields()
        given = {name: editor.get() for name, editor in self.parts.items()}
        return {
            name: value for name, value in given.items() if value is not None or not fields[name].optional
        }

    def set(self, value: Any) -> None:
        for name, editor in self.parts.items():
            editor.set(getattr(value, self.kind._attribute(name)))


class Places(Together):
    """A list with a fixed meaning for every place, such as a point."""

    def __init__(self, domain: PlacesDomain, label: str, changed: Changed, styles: Styles) -> None:
        names = domain.helps if any(domain.helps) else ()
        titles = names or (
            ("x", "y") if len(domain.places) == 2 else tuple(map(str, range(1, len(domain.places) + 1)))
        )
        places = {
            title or str(place): (each, "")
            for place, (title, each) in enumerate(zip(titles, domain.places, strict=True))
        }
        super().__init__(places, label, changed, styles)
        self.widget.add_class("pz8-point")

    def get(self) -> Any:
        return [editor.get() for editor in self.parts.values()]

    def set(self, value: Any) -> None:
        for editor, each in zip(self.parts.values(), value, strict=True):
            editor.set(each)


class Several(Editor):
    """A list: one entry under the other, each with a button that takes it away, and one that adds another."""

    def __init__(self, domain: ListDomain, label: str, text: str, changed: Changed, styles: Styles) -> None:
        self.domain, self.label, self.text = domain, label, text
        self.changed, self.styles = changed, styles
        self.entries: list[tuple[Editor, w.HBox]] = []
        self.heading = words(f"<b title='{escape(text, quote=True)}'>{escape(label)}</b>")
        self.more = w.Button(description="Add one", tooltip=f"Add one more: {label}", **styles.of(w.Button))
        self.more.on_click(lambda _: self.add())
        self.widget = w.VBox([self.heading, self.more])
        self.widget.add_class("pz8-list")

    def add(self) -> None:
        """One more entry at the end, ready to be changed."""
        value = first_value(self.domain.item, len(self.entries) + 1)
        self._append(value)
        self._lay_out()
        self.changed()

    def remove(self, editor: Editor) -> None:
        """Take one entry away."""
        self.entries = [entry for entry in self.entries if entry[0] is not editor]
        self._lay_out()
        self.changed()

    def get(self) -> Any:
        return [editor.get() for editor, _ in self.entries]

    def set(self, value: Any) -> None:
        while len(self.entries) > len(value):
            self.entries.pop()
        for place, each in enumerate(value):
            if place < len(self.entries):
                self.entries[place][0].set(each)
            else:
                self._append(each)
        self._lay_out()

    def _append(self, value: Any) -> None:
        editor = editor_of(self.domain.item, "", self.domain.item_help, self.changed, self.styles)
        editor.set(value)
        away = w.Button(description="×", **self.styles.of(w.Button))
        away.on_click(lambda _: self.remove(editor))
        row = w.HBox([editor.widget, away])
        row.add_class("pz8-entry")
        self.entries.append((editor, row))

    def _lay_out(self) -> None:
        low, high = self.domain.limits.minimum or 0, self.domain.limits.maximum
        self.more.disabled = high is not None and len(self.entries) >= high
        for number, (_, row) in enumerate(self.entries, 1):
            away = row.children[1]
            away.tooltip = f"Take away number {number} of {self.label.lower()}"
            away.disabled = len(self.entries) <= low
        self.widget.children = (self.heading, *(row for _, row in self.entries), self.more)


def editor_of(domain: Domain, label: str, text: str, changed: Changed, styles: Styles) -> Editor:
    """The control that fits a domain."""
    text = styles.cited(text)
    if isinstance(domain, FlagDomain):
        flag = Choice(YES_NO, label, text, changed, styles)
        flag.widget.add_class("pz8-flag")
        return flag
    closed = domain.inner if isinstance(domain, NullableDomain) else domain
    if isinstance(closed, WordDomain):
        none = () if closed is domain else (("none", None),)
        found = ((spoken(str(closed.plain(option))), option) for option in closed.options)
        options = (*none, *((SAID.get(word, word), option) for word, option in found))
        return Choice(options, label, text, changed, styles)
    if isinstance(domain, NullableDomain):
        return Maybe(domain.inner, label, text, changed, styles)
    if isinstance(domain, WholeDomain):
        return WholeNumber(domain, label, text, changed, styles)
    if isinstance(domain, ListDomain):
        return Several(domain, label, text, changed, styles)
    if isinstance(domain, PlacesDomain):
        return Places(domain, label, changed, styles)
    if isinstance(domain, RecordDomain):
        return Record(domain.kind, label, changed, styles)
    if isinstance(domain, EitherDomain):
        return Either(domain, label, text, changed, styles)
    return Written(domain, label, text, changed, styles)


def optional(known: Input) -> Domain:
    """The domain of an input; one that may be left out can also be nothing."""
    if known.optional and not isinstance(known.domain, NullableDomain):
        return NullableDomain(known.domain)
    return known.domain


def first_value(domain: Domain, number: int = 1) -> Any:
    """A value to begin with where none is given: the middle of a range, the first of some words."""
    if isinstance(domain, FlagDomain):
        return False
    if isinstance(domain, WholeDomain):
        low, high = domain.limits.minimum, domain.limits.maximum
        return (
            min((low + high) // 2, low + MOST_AT_FIRST) if low is not None and high is not None else low or 0
        )
    if isinstance(domain, NumberDomain):
        limits = domain.limits
        return Fraction(limits.minimum or 0) if limits.above is None else Fraction(limits.above) + 1
    if isinstance(domain, WordDomain):
        return domain.read(domain.options[0], "")
    if isinstance(domain, NullableDomain):
        return None
    if isinstance(domain, ListDomain):
        return tuple(first_value(domain.item, place + 1) for place in range(domain.limits.minimum or 0))
    if isinstance(domain, PlacesDomain):
        return tuple(first_value(place, number) for place in domain.places)
    if isinstance(domain, RecordDomain):
        return _first_record(domain.kind, number)
    if isinstance(domain, EitherDomain):
        return first_value(domain.options[0], number)
    return _first_text(domain, number)


def _first_text(domain: Domain, number: int) -> str:
    """A name, or a chance where the text must be one."""
    name = f"unit {number}"
    try:
        domain.read(name, "")
    except BadInput:
        return "1/4"
    return name


def _first_record(kind: type[Situation], number: int) -> Any:
    values = {
        kind._attribute(name): first_value(known.domain, number)
        for name, known in kind.fields().items()
        if known.required
    }
    return kind(**values)


def decimal(value: Fraction) -> str:
    """A fraction as a decimal where that is exact, else as a fraction."""
    if value.denominator == 1:
        return str(value.numerator)
    short = str(float(value))
    return short if Fraction(short) == value else str(value)
