"""Colour and pattern of outcomes, from harmless to final."""

from itertools import combinations

import pytest

from pz8edu.errors import BadInput
from pz8edu.show.outcome_styles import SCALE, STEPS, at_place, swatch


def test_words_without_a_meaning_take_their_place_from_harmless_to_final():
    for of, steps in STEPS.items():
        assert [at_place(position, of) for position in range(of)] == list(steps)


@pytest.mark.parametrize("of", range(2, 14))
def test_neighbours_never_look_the_same(of):
    looks = [at_place(position, of) for position in range(of)]
    assert all(one != other for one, other in combinations(looks, 2) if one.tile or other.tile)
    assert looks[0] == SCALE[0]
    assert looks[-1] == SCALE[-1]


def test_no_two_steps_share_a_colour_or_a_pattern():
    assert len({style.colour for style in SCALE}) == len(SCALE)
    assert len({style.tile for style in SCALE}) == len(SCALE)


def test_a_position_that_is_not_on_the_scale_is_refused():
    with pytest.raises(BadInput, match=r"position 4 of 4.*0 to 3"):
        at_place(4, 4)


def test_a_swatch_escapes_its_word():
    assert "<script>" not in swatch(SCALE[0], "<script>")
    assert swatch(SCALE[0]).startswith('<span class="pz8-swatch ')
