"""The steps of a calculator without their chances: for somebody who still guesses."""

from __future__ import annotations

import re

CHANCE = re.compile(
    r'<p class="pz8-path">.*?</p>|<p class="pz8-said">(?:(?!</p>).)*"pz8-odds".*?</p>'
    r'|<span class="pz8-fraction" aria-hidden="true"><span>[^<]*</span><span>[^<]*</span></span>'
    r'<span class="pz8-unseen">[^<]*</span>'
    r'|<span class="pz8-(?:percent|long|whole)"[^>]*>[^<]*</span>'
    r'| <span class="pz8-quiet">\([\d, of]+ throws\)</span>'
    r'| style="flex-grow:[^"]*"'
)
"""A chance, the chance of a path or of what is needed, a number of throws, and the width of a band."""


def without_chances(html: str) -> str:
    """The steps with dice, answers and outcome alone."""
    return CHANCE.sub("", html)
