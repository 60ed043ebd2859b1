"""Colour and pattern of outcomes, from harmless to final."""

from pz8edu.show.outcome_styles import SCALE, swatch


def test_no_two_steps_share_a_colour_or_a_pattern():
    assert len({style.colour for style in SCALE}) == len(SCALE)
    assert len({style.tile for style in SCALE}) == len(SCALE)


def test_a_swatch_escapes_its_word():
    assert "<script>" not in swatch(SCALE[0], "<script>")
    assert swatch(SCALE[0]).startswith('<span class="pz8-swatch ')
