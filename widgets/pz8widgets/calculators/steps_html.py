"""The steps of a calculator as HTML: the question in the book's words, the dice, the answer, its chance."""

from __future__ import annotations

from collections.abc import Callable, Collection
from html import escape

from pz8edu.asking.playthrough import StepThrough
from pz8edu.asking.step import Answer, Dice, Side, Step
from pz8edu.core.rolls.modifiers import Modifier
from pz8edu.core.rolls.questions import is_below
from pz8edu.core.tree.wording import word_of
from pz8edu.pages.outcome_meanings import outcome_meaning
from pz8edu.show.outcome_styles import NEUTRAL, OutcomeStyle, swatch
from pz8edu.show.outcomes import harm, outcome_looks, spoken
from pz8widgets.calculators.dice import die_html, faces_html, handful_html, is_d6
from pz8widgets.page.fraction_html import fraction_html, odds_html
from pz8widgets.page.glossary import glossary, told_of, with_meanings
from pz8widgets.page.odds_bars import Looks

UNSEEN: Looks = {}
"""No outcome has a look of its own elsewhere on the page."""

IN_FULL = 2
"""So many steps are shown in full; those before them in one line each, which opens."""

MOST_CARDS = 8
"""So many cards are drawn one by one."""

NOTHING = frozenset({"none", "nothing", "no effect", "no"})

Says = Callable[[str], str]
"""The answer of a step as HTML, with what it means where the rules say so."""


def told(play: StepThrough, falling: Collection[str] = (), looks: Looks = UNSEEN) -> str:
    """All steps that are answered, as a numbered list; dice of these labels are falling.

    Outcomes have the same `looks` here as beside it.
    """
    lines = []
    says = answers_of(play)
    number, count = 0, number_of(play) - 1
    for step in play.steps:
        if step.node.idle:
            lines.append(_between(step))
        else:
            number += 1
            lines.append(
                answered(step, number, says, falling, looks)
                if number > count - IN_FULL
                else _in_brief(step, number, says, looks)
            )
    return with_meanings(f'<ol class="pz8-steps">{"".join(lines)}</ol>') if lines else ""


def answers_of(play: StepThrough) -> Says:
    """How the answers of a game are shown: each word with what it means."""

    def says(word: str) -> str:
        meaning = outcome_meaning(play.question, word, play.rules, exactly=True)
        said = escape(spoken(word, str(meaning or "")))
        return told_of(said, str(meaning)) if meaning else said

    return says


def number_of(play: StepThrough) -> int:
    """The number of the question that is asked now."""
    return 1 + sum(not step.node.idle for step in play.steps)


def asked(
    step: Step, number: int, says: Says = escape, falling: Collection[str] = (), looks: Looks = UNSEEN
) -> str:
    """The question that waits for its dice."""
    said = with_meanings(_heading(step, number) + _waiting(step, says, falling, looks))
    return f'<ol class="pz8-steps pz8-waits" start="{number}"><li>{said}</li></ol>'


def answered(
    step: Step, number: int, says: Says = escape, falling: Collection[str] = (), looks: Looks = UNSEEN
) -> str:
    """A question with its dice and its answer."""
    assert step.given is not None
    return f"<li>{_heading(step, number)}{_fallen(step, says, falling)}{_band(step, says, looks)}</li>"


def _in_brief(step: Step, number: int, says: Says, looks: Looks) -> str:
    """A question of some time ago in one line, which opens."""
    assert step.given is not None
    line = f"{escape(capital(step.title))} <b>{escape(spoken(step.given.word))}</b>"
    sign = f'<span class="pz8-number" aria-hidden="true">{number}</span>'
    whole = f"<details><summary>{line}</summary>{_fallen(step, says)}{_band(step, says, looks)}</details>"
    return f'<li class="pz8-brief">{sign}{whole}</li>'


def concluded(play: StepThrough, looks: Looks, falling: Collection[str] = ()) -> str:
    """The outcome, and the chance of the path that led to it; it comes once the last dice have fallen."""
    if play.outcome is None:
        return ""
    sign = swatch(looks[play.outcome])
    chances = [step.chance for step in play.steps if step.chance != 1]
    product = " × ".join(fraction_html(chance) for chance in chances)
    if len(chances) > 1:
        path = f"This path: {product} = <b>{odds_html(play.chance)}</b>"
    else:
        path = f"This path: {odds_html(play.chance)}"
    if not chances:
        path = "It could not go otherwise."
    end = "pz8-end pz8-lands" if falling else "pz8-end"
    meaning = outcome_meaning(play.question, play.outcome, play.rules)
    word = escape(capital(spoken(play.outcome, str(meaning or ""))))
    means = f'<p class="pz8-means">{with_meanings(escape(str(meaning)))}</p>' if meaning else ""
    said = f'<p class="pz8-outcome">{sign}{word}</p><p class="pz8-path">{path}</p>{means}'
    return f'<div class="{end}">{said}</div>'


def capital(text: str) -> str:
    """With a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


# --- parts of a step
def _heading(step: Step, number: int) -> str:
    scope, title = step.scope, step.title
    before = ""
    if scope and title.startswith(f"{scope}: "):
        title = title[len(scope) + 2 :]
        before = f'<span class="pz8-quiet">{escape(capital(scope))} · </span>'
    return (
        f'<span class="pz8-number" aria-hidden="true">{number}</span>'
        f'<p class="pz8-asked">{before}<b>{escape(capital(title))}</b></p>'
        f'<p class="pz8-why">{_why(step)}</p>'
    )


def _why(step: Step) -> str:
    """What stands behind the number, with the sections that say so."""
    sections = dict.fromkeys([step.section, *(modifier.section for modifier in step.modifiers)])
    places = ", ".join(f"§{section}" for section in sections if section)
    said = escape(step.why or _numbers(step.sides))
    for modifier in step.modifiers:
        said = said.replace(escape(str(modifier)), modifier_html(modifier), 1)
    return f"{said} ({escape(places)})" if said else escape(f"section {step.section}" if step.section else "")


def modifier_html(modifier: Modifier) -> str:
    """A modifier with a sentence that says what it does and why, and what its words mean."""
    does = "is added to the roll" if modifier.value > 0 else "is taken from the roll"
    place = f" (§{modifier.section})" if modifier.section else ""
    sentence = f"{abs(modifier.value)} {does}, because of this: {modifier.why}{place}."
    many = abs(modifier.value) > 1 and not modifier.why.startswith("for ")
    shown = str(modifier).replace(" ", " for " if many else " ", 1)
    return told_of(escape(shown), " ".join([sentence, *glossary().meanings(modifier.why)]))


def _numbers(sides: tuple[Side, ...]) -> str:
    """What each side adds to its die: "attack 5 · defence 4"."""
    if len(sides) < 2:
        return ""
    return " · ".join(f"{side.dice.name} {word_of(side.plus)}" for side in sides)


def wanted(step: Step) -> tuple[Answer, Answer] | None:
    """Of a question of yes or no, the answer that is asked for and the other."""
    answers = step.answers
    if len(answers) != 2 or not all(isinstance(answer.answer, bool) for answer in answers):
        return None
    yes = not is_below(step.node.question)
    first, second = sorted(answers, key=lambda answer: answer.answer is not yes)
    return first, second


def _waiting(step: Step, says: Says, falling: Collection[str], looks: Looks) -> str:
    """What the answers would be worth, before the dice fall."""
    if step.from_table:
        return _sides(step, falling) + _band(step, says, looks)
    pair = wanted(step)
    if pair is None:
        return _sides(step, falling)
    yes = pair[0]
    throws = f' <span class="pz8-quiet">({yes.throws} throws)</span>' if yes.throws else ""
    said = f'<p class="pz8-said"><b>{says(yes.word)}</b> {odds_html(yes.chance)}{throws}</p>'
    return _sides(step, falling) + said


def _fallen(step: Step, says: Says, falling: Collection[str] = ()) -> str:
    assert step.given is not None
    given = step.given
    if step.settled and not any(dice.shows is not None for dice in step.dice):
        certain = '<span class="pz8-quiet">certain: no die is rolled</span>'
        return f'<p class="pz8-said"><b>{says(given.word)}</b> {certain}</p>'
    pair = wanted(step)
    number = type(given.answer) is int and given.word == word_of(given.answer)
    word = f"{step.dice[0].name if step.dice else ''} {given.word}".strip() if number else given.word
    look = "pz8-reached" if pair and given == pair[0] else "pz8-not"
    said = (
        f'<span class="pz8-said"><b class="{look}">{says(word)}</b> {odds_html(given.chance)}'
        f'<b class="pz8-rolled">{escape(_rolled(step))}</b></span>'
    )
    if len(step.sides) > 1:
        return _sides(step, falling) + ("" if step.from_table else f"<p>{said}</p>")
    dice = step.dice[0] if len(step.dice) == 1 else None
    if dice is not None and is_d6(dice):
        faces = pair[0].faces if pair else ()
        return f"<p class='pz8-lying'>{faces_html(dice.shows, faces, look_of(dice, falling))}{said}</p>"
    return f"<p class='pz8-lying'>{''.join(_lying(each, falling) for each in step.dice)}{said}</p>"


def _rolled(step: Step) -> str:
    """What one die shows, where its answer does not say it already."""
    if len(step.dice) != 1 or step.dice[0].count > 1 or not step.dice[0].what:
        return ""
    dice = step.dice[0]
    known = dice.shows is None or isinstance(dice.shows, bool)
    return "" if known else f"you {'drew' if of_cards(dice) else 'rolled'} {dice.word(dice.shows)}"


def look_of(dice: Dice, falling: Collection[str]) -> str:
    """How dice that lie there look: as if they were falling, where they have just been thrown."""
    return "falls" if dice.label in falling else "fell"


def _lying(dice: Dice, falling: Collection[str]) -> str:
    if dice.shows is None:
        return ""
    name = f'<span class="pz8-quiet">{escape(dice.name)}</span> '
    if of_cards(dice):
        return f'{name}<span class="pz8-deck" aria-hidden="true"></span>{_drawn(dice, falling)}'
    if dice.fell and dice.count > 1:
        return f"{name}{handful_html(dice.fell, look_of(dice, falling))}"
    shown = dice.word(dice.shows) if dice.kinds else dice.shows
    return name + die_html(shown, look_of(dice, falling))


def of_cards(dice: Dice) -> bool:
    """Whether it is drawn from a deck."""
    return dice.what.endswith(("card", "cards"))


def _drawn(dice: Dice, falling: Collection[str]) -> str:
    """The cards that were drawn, one by one; of a large hand how many there are of each kind."""
    look = f"{look_of(dice, falling)} pz8-drawn"
    if not dice.kinds or not isinstance(dice.shows, tuple) or sum(dice.shows) > MOST_CARDS:
        return die_html(dice.word(dice.shows), look)
    hand = [kind for kind, number in zip(dice.kinds, dice.shows, strict=True) for _ in range(number)]
    return "".join(die_html(word_of(kind), look) for kind in hand)


def _sides(step: Step, falling: Collection[str] = ()) -> str:
    """The sides of a sum of dice, as far as they have fallen, and what they make together."""
    if len(step.sides) < 2 or all(side.makes is None for side in step.sides):
        return ""
    joined = f' <span class="pz8-quiet">{escape(step.joined)}</span> '
    line = joined.join(_side(side, falling) for side in step.sides)
    total = step.total
    if total is not None:
        signed = f"{total:+d}".replace("-", "−") if step.joined == "against" and total else str(total)
        word = "margin" if step.joined == "against" else "total"
        line += f' <b class="pz8-total">{word} {signed}</b>'
    return f'<p class="pz8-lying pz8-sides">{line}</p>'


def _side(side: Side, falling: Collection[str]) -> str:
    name = f"<small>{escape(side.dice.name)}</small>"
    if side.makes is None:
        return f'<span class="pz8-side">{name}<span class="pz8-die pz8-open">?</span></span>'
    plus = f" {'+' if side.plus >= 0 else '−'} {abs(side.plus)}" if side.plus else ""
    makes = f"<b>{plus} = {word_of(side.makes)}</b>" if plus else ""
    return (
        f'<span class="pz8-side">{name}{die_html(side.dice.shows, look_of(side.dice, falling))}{makes}</span>'
    )


def _band(step: Step, says: Says, looks: Looks) -> str:
    """The bands of a printed table, as wide as they are likely, the one that came up in heavy ink."""
    if not step.from_table or len(step.answers) < 2:
        return ""
    said = [answer.word for answer in step.answers]
    own = _looks(said) | dict(looks)
    bars, columns = "", ""
    for answer in step.answers:
        look = own[answer.word].css_class
        lit = " pz8-lit" if step.given == answer else ""
        bars += f'<i class="{look}{lit}" style="flex-grow:{float(answer.chance) * 100:.1f}"></i>'
        columns += (
            f'<span class="pz8-column{lit}"><i class="{look}"></i><span>{escape(answer.words)}</span>'
            f'<span class="pz8-named">{says(answer.word)}</span>{fraction_html(answer.chance)}</span>'
        )
    return f'<div class="pz8-scale" aria-hidden="true">{bars}</div><div class="pz8-band">{columns}</div>'


def _looks(said: list[str]) -> dict[str, OutcomeStyle]:
    """The looks of answers that may be no outcomes: what says nothing of harm, such as "higher", is grey."""
    harmed, plain = outcome_looks(said, said), outcome_looks(said, said, ranked=False)
    looks = {word: plain[word] if harm(word, said) is None else harmed[word] for word in said}
    return {word: NEUTRAL if word in NOTHING else look for word, look in looks.items()}


def _between(step: Step) -> str:
    """What a sub-rule has come to, between the questions."""
    assert step.given is not None
    return (
        f'<li class="pz8-between">After {escape(step.label)}: <b>{escape(spoken(step.given.word))}</b></li>'
    )
