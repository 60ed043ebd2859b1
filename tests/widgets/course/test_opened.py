"""What a question opens has the inputs that its lesson gives, whatever they are called."""

import pytest

from pz8edu import BadInput
from pz8widgets import Calculator, Desk
from pz8widgets.course.opened import opened


def test_an_input_may_be_called_like_an_argument_of_the_widget() -> None:
    inputs = {"firepower": 1, "defense": 9, "rules": "basic"}
    found = opened({"calculator": "fire", "system": "panzertroops", "inputs": inputs})
    assert isinstance(found, Calculator)
    assert found.form.value.rules == "basic"


def test_inputs_that_are_none_are_refused() -> None:
    with pytest.raises(BadInput, match="unknown input 'speed'"):
        opened({"calculator": "fire", "system": "panzertroops", "inputs": {"speed": 3}})


def test_a_desk_has_the_changed_rules_beside_the_printed_ones() -> None:
    found = opened({"desk": "rally", "system": "pz8-ww2", "changed": {"rally_on": 4}, "reading": "R3=b"})
    assert isinstance(found, Desk)
    assert found.first.departures() == {}
    assert found.second.departures() == {"rally_on": 4, "R3": "b"}
