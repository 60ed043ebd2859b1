"""Words are told where a lesson first uses them, and nowhere that it would spoil the page."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from pz8edu import BadInput
from pz8widgets import Calculator, Quiz
from pz8widgets.calculators.steps_html import concluded, told
from pz8widgets.course.pages import write_out
from pz8widgets.page.glossary import Glossary, glossary

WORDS = """
[rules]
title = "Rules"
common = ["turn"]
[rules.terms]
"to hit" = "It must reach a number."
"HQ" = "The commander's \\"base\\"."
"turn" = "One round."

[chance]
title = "Chance"
[chance.terms]
"chance" = "How often."
"""


@pytest.fixture
def words(tmp_path: Path) -> Glossary:
    (tmp_path / "words.toml").write_text(WORDS, encoding="utf-8")
    return Glossary(tmp_path / "words.toml")


def test_a_word_is_linked_once_and_told_on_hover(words: Glossary) -> None:
    known: set[str] = set()
    told = words.linked("The chance to hit, the Chance of a turn.", "../glossary.ipynb", known)
    assert told == (
        'The [chance](../glossary.ipynb#chance "How often.") '
        '[to hit](../glossary.ipynb#to-hit "It must reach a number."), the Chance of a turn.'
    )
    assert words.linked("More HQs, no chance.", "g", known) == (
        "More [HQs](g#HQ \"The commander's 'base'.\"), no chance."
    )


def test_a_verb_is_no_noun() -> None:
    words = glossary()
    for text in (
        "What does better mean?",
        "words, or what they mean",
        "⚀ means that it is spent",
        "we mean it",
    ):
        assert "](" not in words.linked(text, "g", set())
    for text in ("The mean is 2.", "far from the mean", "the\nmean of all", "a mean of 3"):
        assert "[mean](g#mean" in words.linked(text, "g", set())


def test_no_lesson_links_the_verb() -> None:
    lessons = Path(__file__).resolve().parents[3] / "lessons"
    for path in lessons.rglob("*.ipynb"):
        cells = nbformat.read(path, as_version=4).cells  # type: ignore[no-untyped-call]
        text = "\n".join(cell.source for cell in cells)
        for link in re.finditer(r"(\S+)[ \n]+\[means?\]\(\S*#mean ", text):
            assert link[1].lower() in ("the", "a", "its", "their", "each", "exact"), f"{path.name}: {link[0]}"


@pytest.mark.parametrize(
    "text",
    [
        "# A chance",
        "`chance`",
        "[chance](x.ipynb)",
        "<!--=chance-->",
        "| chance | x |",
        "mischance",
        "$chance$",
    ],
)
def test_headings_code_links_tables_and_parts_of_words_stay(words: Glossary, text: str) -> None:
    assert words.linked(text, "g", set()) == text


def test_a_page_written_out_twice_is_the_same(course: Path) -> None:
    cell = nbformat.v4.new_markdown_cell(
        "# First\n\n<!--head--><!--/-->\n\nA chance to hit.\n\n<!--foot--><!--/-->"
    )
    write_out([cell], course / "first.ipynb")
    once = cell.source
    assert f'[chance](glossary.ipynb#chance "{glossary().terms["chance"].says}") [to hit]' in once
    write_out([cell], course / "first.ipynb")
    assert cell.source == once


def test_a_page_about_other_games_has_no_words_of_the_rules(course: Path) -> None:
    (course / "first.toml").write_text('title = "First"\nminutes = 5\n', encoding="utf-8")
    cell = nbformat.v4.new_markdown_cell("A chance that the green dice hit: a critical for the joker.")
    write_out([cell], course / "first.ipynb")
    assert cell.source.count("](") == 1
    assert cell.source.startswith("A [chance](glossary.ipynb#chance")


def test_words_of_a_question_tell_their_meaning(words: Glossary, course: Path) -> None:
    told = words.with_meanings('<p title="chance">a chance, a chance</p>')
    assert told == '<p title="chance">a <abbr tabindex="0" title="How often.">chance</abbr>, a chance</p>'
    assert words.with_meanings("<button>chance</button>") == "<button>chance</button>"
    assert words.with_meanings("<abbr>a chance</abbr>") == "<abbr>a chance</abbr>"
    quiz = Quiz("q-chance")
    quiz.guess.value = "1/2"
    quiz.sure[0].click()
    assert '<abbr tabindex="0"' in quiz.verdict.value


def test_a_calculator_tells_its_words_where_no_course_lies_near(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    page = Calculator("pz8-ww2", "direct-fire", attack=5, defence=4, armoured=True, over_half_range=True)
    assert "1 is taken from the roll, because of this: target over half range (§5)." in page.asked.value
    assert f"half range: {glossary().terms['half range'].says}" in page.asked.value
    meaning = page.says("suppressed")
    assert meaning.startswith("It may neither move nor fire until it rallies;")
    assert f'title="{meaning}">suppressed</abbr>' in page.knowing.value
    for face in (6, 5, 4):
        page.throw(page.play.waiting.missing[0].label, face)
    assert page.play.outcome == "suppressed"
    assert "It may neither move nor fire until it rallies" in concluded(page.play, page.looks)
    assert ">suppressed</abbr>" in told(page.play)


def test_the_page_of_words_has_a_heading_for_each(course: Path) -> None:
    cell = nbformat.v4.new_markdown_cell("<!--words--><!--/-->")
    write_out([cell], course / "glossary.ipynb")
    for word, says in (("HQ", glossary().terms["hq"].says), ("chance", glossary().terms["chance"].says)):
        assert f"### {word}\n{says}" in cell.source


def test_a_file_of_words_that_is_wrong_says_so(tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text("[chance]\nterms = 3\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"words\.toml"):
        Glossary(tmp_path / "words.toml")
