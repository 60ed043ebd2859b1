"""The words of the rules and of probability: told where they are first used, and all on a page."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from pz8edu.errors import BadInput

FILE = Path(__file__).with_name("words.toml")
PAGE = "glossary.ipynb"

PROBABILITY = "Words of probability"
"""The part whose words mean the same in every game."""

NEVER = "(?!)"
ARTICLES = "|".join(
    rf"(?<=\b{word}[ \n])" for word in ("the", "The", "a", "A", "its", "their", "each", "exact")
)
"""What stands before a noun that could be a verb as well."""
LINKED = re.compile(rf"\[([^\]]*)\]\((?:\.\./)*{re.escape(PAGE)}#[^)]*\)")
UNTOUCHED = re.compile(
    r"^\s*#.*$|!?\[[^\]]*\]\([^)]*\)|`[^`]*`|\$[^$]*\$|<!--[\s\S]*?-->"
    r"|<(abbr|a|button|code|pre|summary|svg)\b[\s\S]*?</\1>|<[^>]*>|^\s*\|.*$|https?://\S+",
    re.MULTILINE,
)
"""Headings, links, code, formulas, remarks, controls, tags and tables: a word there stays as it is."""


class Term(NamedTuple):
    """A word and what it means, in one sentence."""

    word: str
    says: str

    @property
    def anchor(self) -> str:
        """Where it stands on the page of words."""
        return self.word.replace(" ", "-")


def told_of(html: str, says: str) -> str:
    """Some words that tell their meaning on hover, on focus and when they are touched."""
    return f'<abbr tabindex="0" title="{escape(says)}">{html}</abbr>'


class Glossary:
    """All words; an abbreviation is one in capitals only. `common` ones are told on the page of words only.

    `verbs` are words that are verbs, too: only the noun is told, after an article.

    Raises BadInput for a file that cannot be read.
    """

    def __init__(self, path: Path) -> None:
        try:
            written = tomllib.loads(path.read_text(encoding="utf-8"))
            self.parts = {
                part["title"]: [Term(word, says) for word, says in part["terms"].items()]
                for part in written.values()
            }
        except (OSError, ValueError, KeyError, AttributeError, TypeError) as fault:
            raise BadInput(f"{path.name}: {fault}") from None
        self.terms: Mapping[str, Term] = {
            term.word.casefold(): term for terms in self.parts.values() for term in terms
        }
        common = {word.casefold() for part in written.values() for word in part.get("common", ())}
        told = sorted(
            (each.word for key, each in self.terms.items() if key not in common), key=len, reverse=True
        )
        verbs = {word.casefold() for part in written.values() for word in part.get("verbs", ())}
        plain = "|".join(
            f"(?:{ARTICLES}){re.escape(word)}" if word.casefold() in verbs else re.escape(word)
            for word in told
            if not word.isupper()
        )
        short = "|".join(re.escape(word) for word in told if word.isupper())
        self._word = re.compile(rf"(?<![\w-])((?i:{plain})|{short or NEVER})s?(?![\w-])")

    def of_rules(self) -> set[str]:
        """The words that mean something else, or nothing, in a game of another book."""
        return {term.word for title, terms in self.parts.items() if title != PROBABILITY for term in terms}

    def linked(self, text: str, up: str, known: set[str]) -> str:
        """A text cell whose words are linked to their page, each the first time that a lesson uses it.

        `up` is the way from the lesson to the page; words in `known` have been told, and those told now are
        added. Older links to the page are made anew.
        """

        def link(found: re.Match[str], term: Term) -> str:
            return f'[{found[0]}]({up}#{term.anchor} "{term.says.replace(chr(34), chr(39))}")'

        return self._told(LINKED.sub(r"\1", text), known, link)

    def with_meanings(self, html: str, known: set[str] | None = None) -> str:
        """HTML whose words tell their meaning, each once."""

        def mark(found: re.Match[str], term: Term) -> str:
            return told_of(found[0], term.says)

        return self._told(html, set() if known is None else known, mark)

    def meanings(self, text: str) -> list[str]:
        """What the words of a text mean, each as "word: meaning"."""
        terms = (self.terms[found[1].casefold()] for found in self._word.finditer(text))
        return [f"{term.word}: {term.says}" for term in dict.fromkeys(terms)]

    def _told(self, text: str, known: set[str], tell: Callable[[re.Match[str], Term], str]) -> str:
        pieces, place = [], 0
        for kept in UNTOUCHED.finditer(text):
            pieces += [self._first(text[place : kept.start()], known, tell), kept[0]]
            place = kept.end()
        return "".join([*pieces, self._first(text[place:], known, tell)])

    def _first(self, text: str, known: set[str], tell: Callable[[re.Match[str], Term], str]) -> str:
        def told(found: re.Match[str]) -> str:
            term = self.terms[found[1].casefold()]
            if term.word in known:
                return found[0]
            known.add(term.word)
            return tell(found, term)

        return self._word.sub(told, text)

    def page(self) -> str:
        """All words in Markdown, each with a heading that the list above it leads to."""
        parts = (
            f"## {title}\n\n"
            + " · ".join(f"[{term.word}](#{term.anchor})" for term in sorted(terms, key=_letters))
            + "".join(f"\n\n### {term.word}\n{term.says}" for term in sorted(terms, key=_letters))
            for title, terms in self.parts.items()
        )
        return "\n\n".join(parts)


def _letters(term: Term) -> str:
    return term.word.casefold()


@cache
def glossary() -> Glossary:
    """All words of the kit."""
    return Glossary(FILE)


def with_meanings(html: str, known: set[str] | None = None) -> str:
    """HTML whose words tell their meaning, each once; those in `known` have been told."""
    return glossary().with_meanings(html, known)
