"""Forms made from situations: every kind of input, one sentence for each fault, filled from outside."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Any, Literal

import ipywidgets as w
import pytest

from pz8edu import BadInput, ids, system
from pz8edu.core import Help, Items, Number, Situation, Whole, Word
from pz8edu.core.rulebook.domain import Nullable, domain_of
from pz8widgets.page.form import LABELS, SAID, Form, decimal, first_value, label_of
from pz8widgets.page.theme import words

WW2 = system("pz8-ww2")


class Ground(Word):
    OPEN = "open"
    WOOD = "wood"


class Unit(Situation):
    name: str
    strength: Annotated[int, Whole(1, 6)]
    leader: Annotated[Ground | None, Nullable()] = None


class Everything(Situation):
    """One input of every kind."""

    flag: Annotated[bool, Help("is it so?")] = False
    ground: Ground = Ground.OPEN
    many: Literal["a long word", "another long word", "and one more", "the last"] = "and one more"
    small: Annotated[int, Whole(0, 6)]
    large: Annotated[int, Whole(0)] = 5
    length: Annotated[Fraction, Number(above=0)] = Fraction(5, 2)
    text: str = "name"
    maybe: Annotated[int, Whole(0, 9)] | None = None
    point: tuple[Fraction, Fraction] = (Fraction(0), Fraction(1))
    units: Annotated[tuple[Unit, ...], Items(1, 3)]
    one: Unit = Unit(name="first", strength=2)
    mixed: Literal["any"] | Annotated[int, Whole(1, 3)] = "any"

    def check(self) -> None:
        if self.flag and self.small == 6:
            raise BadInput("small cannot be 6 when flag is set")


@pytest.fixture
def form() -> Form:
    return Form(Everything)


def test_every_kind_of_input_has_its_control(form: Form) -> None:
    kinds = {name: type(field.editor.widget) for name, field in form.fields.items()}
    assert kinds == {
        "flag": w.ToggleButtons,
        "ground": w.ToggleButtons,
        "many": w.Dropdown,
        "small": w.IntSlider,
        "large": w.IntText,
        "length": w.Text,
        "text": w.Text,
        "maybe": w.VBox,
        "point": w.VBox,
        "units": w.VBox,
        "one": w.VBox,
        "mixed": w.VBox,
    }
    assert form.problem == ""
    value = form.value
    assert isinstance(value, Everything)
    assert (value.small, value.maybe, value.mixed) == (3, None, "any")
    assert value.units == (Unit(name="unit 1", strength=3),)


def test_controls_change_the_situation(form: Form) -> None:
    heard: list[Everything] = []
    form.observe(lambda change: heard.append(change.new), "value")
    form.fields["flag"].editor.widget.value = "yes"
    form.fields["ground"].editor.widget.value = "wood"
    form.fields["small"].editor.widget.value = 5
    form.fields["length"].editor.widget.value = "7/3"
    form.fields["maybe"].editor.set(4)
    assert form.value == heard[-1]
    value = heard[-1]
    assert (value.flag, value.ground, value.small, value.length, value.maybe) == (
        True,
        Ground.WOOD,
        5,
        Fraction(7, 3),
        4,
    )


def test_a_bad_value_is_answered_below_its_field(form: Form) -> None:
    form.fields["length"].editor.widget.value = "-1"
    assert form.value is None
    assert form.problem == "length must be a number above 0; got '-1'"
    place = form.children.index(form.fields["length"].editor.widget)
    said = form.children[place + 1]
    assert "Length must be a number above 0" in said.value
    assert 'role="alert"' in said.value.replace("'", '"')
    form.fields["length"].editor.widget.value = "2.5"
    assert form.problem == ""
    assert form.children[place + 1] is not said


def test_inputs_that_do_not_go_together_are_answered_at_the_end(form: Form) -> None:
    form.fill(flag=True, small=6)
    assert form.value is None
    assert form.problem == "small cannot be 6 when flag is set"
    assert "small cannot be 6" in form.children[-1].value
    form.fill(small=5)
    assert form.value is not None


def test_filling_from_outside_takes_the_words_of_the_interface(form: Form) -> None:
    form.fill(
        ground="wood",
        small=0,
        length="0.1",
        maybe=None,
        point=[1, Fraction(1, 2)],
        units=[{"name": "a", "strength": 6}, {"name": "b", "strength": 1, "leader": "open"}],
        mixed=3,
    )
    value = form.value
    assert (value.ground, value.length, value.point) == (
        Ground.WOOD,
        Fraction(1, 10),
        (Fraction(1), Fraction(1, 2)),
    )
    assert value.units[1] == Unit(name="b", strength=1, leader=Ground.OPEN)
    assert value.mixed == 3


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"smal": 1}, "unknown input 'smal'; did you mean 'small'?"),
        ({"small": 7}, "small must be a whole number from 0 to 6; got 7"),
        ({"ground": "woods"}, "ground must be one of open, wood; got 'woods'; did you mean 'wood'?"),
    ],
)
def test_filling_with_what_cannot_be_is_refused_and_changes_nothing(
    form: Form, given: dict[str, object], sentence: str
) -> None:
    before = form.value
    with pytest.raises(BadInput) as fault:
        form.fill(text="other", **given)
    assert str(fault.value).startswith(sentence)
    assert form.value == before


def test_lists_grow_and_shrink_within_their_limits(form: Form) -> None:
    several = form.fields["units"].editor
    assert several.entries[0][1].children[1].disabled, "one entry must stay"
    several.more.click()
    several.more.click()
    assert [unit.name for unit in form.value.units] == ["unit 1", "unit 2", "unit 3"]
    assert several.more.disabled
    several.entries[1][1].children[1].click()
    assert [unit.name for unit in form.value.units] == ["unit 1", "unit 3"]
    assert not several.more.disabled


def test_the_value_changes_once_when_several_inputs_are_filled(form: Form) -> None:
    heard: list[object] = []
    form.observe(lambda change: heard.append(change.new), "value")
    form.fill(small=1, large=2, text="three")
    assert len(heard) == 1


@pytest.mark.whole_domain(6)
@pytest.mark.parametrize("system_id", ids())
def test_every_question_of_every_system_has_a_form_that_can_be_used(system_id: str) -> None:
    asked = system(system_id)
    for question in (*asked.calculators.values(), *asked.chains.values(), *asked.boards.values()):
        form = Form(question.situation)
        for name, field in form.fields.items():
            for widget in field.widgets:
                label = getattr(widget, "description", "") or label_of(name)
                assert label, f"{question.id}.{name} has no label"
        if form.value is not None:
            again = Form(question.situation, form.value.plain())
            assert again.value == form.value, question.id


@pytest.mark.parametrize("name", WW2.calculators)
def test_the_calculators_of_pz8_ww2_begin_with_a_situation(name: str) -> None:
    form = Form(WW2.calculators[name].situation)
    assert form.value is not None
    assert form.problem == ""
    assert bool(form.fields) is ("What these mean" in form.helps())
    for input_name, known in form.kind.fields().items():
        assert known.help, "every input has its help"
        assert form.fields[input_name].editor.widget.tooltip in (None, known.help)


def test_labels_and_decimals() -> None:
    assert label_of("over_half_range") == "Over half range"
    assert label_of("aa_guns") == "Anti-aircraft guns"
    assert label_of("attacker_cf") == "Attacker's combat factor"
    assert decimal(Fraction(5, 2)) == "2.5"
    assert decimal(Fraction(1, 3)) == "1/3"
    assert decimal(Fraction(4)) == "4"
    assert first_value(domain_of(Annotated[int, Whole(0, 108)])) == 3


def test_fields_share_their_layout_and_styles() -> None:
    form = Form(WW2.calculators["direct-fire"].situation)
    controls = [field.editor.widget for field in form.fields.values()]
    assert len({control.layout.model_id for control in controls}) == 1
    assert len({control.style.model_id for control in controls}) == 2
    assert isinstance(words(""), w.HTML)


def names_in(schema: Any) -> set[str]:
    """The inputs of a form, and those of the records in it."""
    if isinstance(schema, list):
        return set().union(*map(names_in, schema))
    if not isinstance(schema, dict):
        return set()
    return set(schema.get("properties", ())).union(*map(names_in, schema.values()))


def test_no_label_of_a_printed_system_is_an_abbreviation() -> None:
    questions = [question for name in ids() for question in system(name).questions]
    names = set().union(*(names_in(question.situation.schema()) for question in questions))
    assert set(LABELS) - names == set()
    schemas = str([question.situation.schema() for question in questions]).replace("-", " ")
    assert [word for word in SAID if f"'{word}'" not in schemas] == []
    short = re.compile(
        r"\b(att|def|cf|fp|mgs?|pg|mod|mp|sec|alt|hq|npo|fdf|foo|pb|af|aa)\b|[a-z]\d", re.IGNORECASE
    )
    assert [label_of(name) for name in sorted(names) if short.search(label_of(name))] == []
