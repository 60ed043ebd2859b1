"""Long laws shown in a lesson by their likeliest outcomes."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.tree.wording import word_of
from pz8edu.printing.percent import percent
from pz8edu.printing.text import columns
from pz8edu.show.odds_html import odds_html
from pz8edu.show.outcome_styles import PLAIN


def show_likeliest(most: int) -> None:
    """From here on a notebook shows of every distribution, and of several side by side, so many outcomes."""
    from IPython import get_ipython

    shell = get_ipython()
    if shell is None:
        return
    formatters = shell.display_formatter.formatters
    for kind in (Distribution, tuple):
        formatters["text/html"].for_type(kind, lambda shown: as_html(shown, most))
        formatters["text/latex"].for_type(kind, lambda _: None)
        formatters["text/plain"].for_type(kind, lambda shown, page, _: page.text(as_text(shown, most)))


def laws_in(shown: Any) -> list[Distribution[Any]]:
    """The distributions in it: itself, or each of several."""
    each = shown if isinstance(shown, tuple) else (shown,)
    return [law for law in each if isinstance(law, Distribution)]


def as_html(shown: Any, most: int) -> Markup | None:
    """Bars in one colour for the likeliest outcomes, the highest at full width; nothing for other values."""
    tables = [
        odds_html(law, dict.fromkeys((word_of(outcome) for outcome in law.by_size()), PLAIN), most)
        for law in laws_in(shown)
    ]
    return Markup().join(tables) if tables else None


def as_text(shown: Any, most: int) -> str:
    """The likeliest outcomes with their percentages; other values as they are."""
    return "\n\n".join(text_of(law, most) for law in laws_in(shown)) or repr(shown)


def text_of(law: Distribution[Any], most: int) -> str:
    """The likeliest outcomes of one distribution, in the order in which they are shown."""
    chances = law.fractions()
    likely = set(sorted(chances, key=lambda outcome: -chances[outcome])[: most + (len(chances) == most + 1)])
    rows = [(word_of(each), percent(chances[each])) for each in law.by_size() if each in likely]
    if len(chances) > len(rows):
        rest = 1 - sum(chances[each] for each in likely)
        rows.append((f"{len(chances) - len(rows)} others", percent(rest)))
    return columns(rows, "<>")
