"""Any question by name: the one way to ask, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn

from pz8edu.chance.distribution import Distribution
from pz8edu.errors import BadInput, shown, unknown
from pz8edu.rulebook.domain import exact
from pz8edu.rulebook.ruleset import Ruleset, changes_in
from pz8edu.rulebook.system import BoardCheck, Calculator, ChainQuestion, Question, System
from pz8edu.systems import system
from pz8edu.tree import Tree
from pz8edu.umpire.growing import Growing

if TYPE_CHECKING:
    from pz8edu.chance.unknown.formulas import Formulas


class Odds(Distribution[str]):
    """The exact odds of a calculator: outcome words with their chances, and the tree behind them."""

    __slots__ = ("question", "situation", "rules", "results", "_tree", "_memo")

    def __init__(self, law: Distribution[str], question: Calculator, situation: Any, rules: Ruleset) -> None:
        super().__init__(law.weights, law.total)
        self.question = question
        self.situation = situation
        self.rules = rules
        self.results: Mapping[str, Any] = {}
        self._tree: Tree[Any] | None = None

    def __getitem__(self, outcome: str) -> Any:
        """The chance of an outcome, or a further result by its name.

        Raises BadInput for a word that is no outcome of a calculator whose outcomes are all listed.
        """
        if outcome not in self.weights and outcome in self.results:
            return as_shown(self.results[outcome])
        question = self.question
        listed = question.outcomes if not (question.pattern or question.grammar) else None
        if listed and outcome not in self.weights and outcome not in listed:
            raise unknown(f"outcome of {question.id}", outcome, [*listed, *self.results])
        return super().__getitem__(outcome)

    @property
    def tree(self) -> Tree[Any]:
        """The probability tree, with its sub-rules drawn inside it."""
        if self._tree is None:
            self._tree = grown(self.question, self.situation, self.rules)
        return self._tree

    def given(
        self, event: Callable[[str], bool] | Mapping[str, Any] | None = None, *, outcome: str | None = None
    ) -> Distribution[str]:
        """The odds once it is known what has happened: answers by the label of their question.

            odds.given({"to hit": True})["destroyed"]

        As for every distribution, `event` may be a question about the outcome; questions about answers and
        outcome together are asked of the `tree`. Raises BadInput as `Tree.given` does.
        """
        if not callable(event):
            return self.tree.given(event, outcome=outcome, word=self.question.word)
        law = self if outcome is None else self.tree.given(outcome=outcome, word=self.question.word)
        return Distribution(law.weights, law.total).given(event)

    def posterior(self, die: str, given: Any = None, *, outcome: Any = None) -> Distribution[Any]:
        """The law of a throw, by its label, once it is known what has happened.

            odds.posterior("to hit", given="destroyed")[4]

        It was destroyed: how likely was the hit a bare 4? Else as `Tree.posterior`, also in what it raises.
        """
        return self.tree.posterior(die, given, outcome=outcome, word=self.question.word)

    def if_loaded(self, die: str = "d6") -> Formulas[str]:
        """What if this die, or every D6, is loaded?  The odds as polynomials in p1 to p6."""
        from pz8edu.chance.unknown.formulas import if_loaded

        return if_loaded(die, self.question.rule, self.situation, self.rules).map(self.question.word)

    def if_leaning(self, face: int, die: str = "d6") -> Formulas[str]:
        """What if this die, or every D6, shows one face with the chance p?  The odds as functions of p."""
        from pz8edu.chance.unknown.formulas import if_leaning

        return if_leaning(die, face, self.question.rule, self.situation, self.rules).map(self.question.word)

    def if_chance(self, question: str) -> Formulas[str]:
        """What if the chance of this yes-or-no question is p?  The odds as functions of p."""
        from pz8edu.chance.unknown.formulas import if_chance

        return if_chance(question, self.question.rule, self.situation, self.rules).map(self.question.word)


class Results(dict[str, Any]):
    """The named results of a chain: exact numbers, or a word such as "never"."""

    def __repr__(self) -> str:
        wide = max((len(name) for name in self), default=0)
        return "\n".join(f"{name:<{wide}}  {in_full(value)}" for name, value in self.items())


def ask(
    system_id: str,
    question: str,
    inputs: Mapping[str, Any] | None = None,
    /,
    *,
    reading: str | None = None,
    rules: Any = None,
    question_kind: str | None = None,
    **more: Any,
) -> Any:
    """Ask a rule system a question by name.

    A calculator answers with its `Odds`, a chain with its named results, a board check with its result.
    `reading="R3=b"` takes other readings, `rules` a whole ruleset; inputs are given by name. Where one name
    means two questions, `question_kind` is "calculator", "chain" or "board".
    Raises BadInput in one sentence for anything the rules do not know.
    """
    asked = system(system_id)
    chosen = asked.question(question, question_kind)
    given = {**(inputs or {}), **more}
    if rules is not None and not isinstance(rules, Ruleset):  # an input of that name
        given["rules"], rules = rules, None
    return answer(chosen, given, rules_for(asked, reading, rules))


def rules_for(
    asked: System,
    reading: str | None = None,
    rules: Ruleset | None = None,
    changes: Mapping[str, Any] | None = None,
) -> Ruleset:
    """The ruleset of a system under readings ("R3=b,R5=b"; None or "default": as printed) and changes."""
    base = rules if rules is not None else asked.rules
    if base.system != asked.id:
        raise BadInput(f"these are the rules of {base.system!r}, not of {asked.id!r}")
    wanted: dict[str, Any] = {}
    if reading is not None and reading not in ("", "default"):
        if not isinstance(reading, str):
            raise BadInput(f'a reading is written "R3=b" or "R3=b,R5=b"; got {shown(reading)}')
        wanted = dict(changes_in(reading))
        for name in wanted:
            if name not in base.readings():
                raise unknown(f"reading of {asked.id}", name, base.readings())
    return base.variant({**wanted, **(changes or {})}) if wanted or changes else base


def answer(
    question: Question, inputs: Mapping[str, Any], rules: Ruleset, memo: dict[Any, Any] | None = None
) -> Any:
    """The answer of a question to named inputs."""
    found = exact_answer(question, inputs, rules, memo)
    if isinstance(question, ChainQuestion):
        return Results({name: as_shown(value) for name, value in found.items()})
    return found


def exact_answer(
    question: Question, inputs: Mapping[str, Any], rules: Ruleset, memo: dict[Any, Any] | None = None
) -> Any:
    """The same with plain fractions, as programs like them: it needs no SymPy."""
    situation = question.situation.read(inputs)
    if isinstance(question, Calculator):
        law: Distribution[Any] = (
            Growing(draw=False, memo=memo).grow(question.rule, situation, rules).distribution
        )
        odds = Odds(law.map(question.word), question, situation, rules)
        if question.further is not None:
            odds.results = question.further(situation, rules)
        return odds
    return question.answer(situation, rules)


MOST_DRAWN = 400
"""With more leaves than this, sub-rules are drawn as one question each."""


def grown(question: Calculator, situation: Any, rules: Ruleset) -> Tree[Any]:
    """The drawn tree of a calculator; sub-rules stand inside it unless that makes it too big to read."""
    whole = Growing(unfold=True, max_leaves=MOST_DRAWN).grow(question.rule, situation, rules)
    if not whole.unexplored:
        return whole
    return Growing().grow(question.rule, situation, rules)


def as_shown(value: Any) -> Any:
    """A number as people see it: fractions as SymPy Rationals."""
    if isinstance(value, Fraction):
        import sympy

        return sympy.Rational(value.numerator, value.denominator)
    return value


# --- lines of JSON
def fraction_text(value: Any) -> Any:
    """A fraction as "num/den" in lowest terms; words, whole numbers, decimals and lists pass through."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return [fraction_text(each) for each in value]
    if isinstance(value, Mapping):
        return {str(name): fraction_text(each) for name, each in value.items()}
    return ratio_text(value)


def ratio_text(chance: Any) -> str:
    """One fraction as "num/den"."""
    return f"{whole_text(int(chance.numerator))}/{whole_text(int(chance.denominator))}"


def in_full(value: Any) -> str:
    """A result in words, however many digits it has (Python's own conversion stops at 4,300)."""
    try:
        return str(value)
    except ValueError:
        return ratio_text(value)


def whole_text(number: int) -> str:
    """A whole number in digits, however many they are (Python's own conversion stops at 4,300)."""
    if -SHORT < number < SHORT:
        return str(number)
    if number < 0:
        return "-" + whole_text(-number)
    places = number.bit_length() * 3 // 20
    high, low = divmod(number, 10**places)
    return whole_text(high) + whole_text(low).zfill(places)


SHORT: int = 10**4000
"""Numbers below this are written by Python itself."""


def plain(value: Any) -> Any:
    """A board's result as JSON holds it: fractions as text "n" or "n/d", words as text."""
    if isinstance(value, bool) or value is None or isinstance(value, (int, float)):
        return value
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Mapping):
        return {str(name): plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return str(value)


def line_answer(line: Any, memo: dict[Any, Any] | None = None) -> dict[str, Any]:
    """The answer to one line of a batch, ready for JSON; faults are answered, never raised."""
    try:
        return _answered(line, memo)
    except BadInput as fault:
        return {"error": str(fault)}
    except RecursionError:
        return {"error": "this line is nested too deeply to be read"}


_KINDS = ("calculator", "chain", "board")


def _answered(line: Any, memo: dict[Any, Any] | None) -> dict[str, Any]:
    if not isinstance(line, Mapping):
        raise BadInput(
            f'a line is an object such as {{"system": "pz8-ww2", "calculator": "rally", ...}}; '
            f"got {shown(line)}"
        )
    for key in line:
        if key not in ("system", "inputs", "reading", *_KINDS):
            raise unknown("key of a line", key, ("system", *_KINDS, "inputs", "reading"))
    if "system" not in line:
        raise BadInput('a line needs "system", such as "pz8-ww2"')
    asked = system(name_in(line, "system"))
    kinds = [kind for kind in _KINDS if kind in line]
    if len(kinds) != 1:
        raise BadInput(
            f'a line asks exactly one of "calculator", "chain" or "board"; got {len(kinds)} of them'
        )
    question = asked.question(name_in(line, kinds[0]), kinds[0])
    inputs = line.get("inputs", {})
    if inputs is None:
        inputs = {}
    if not isinstance(inputs, Mapping):
        raise BadInput(f'"inputs" must be an object of named inputs; got {shown(inputs)}')
    rules = rules_for(asked, line.get("reading"))
    return json_answer(question, exact_answer(question, inputs, rules, memo))


def name_in(line: Mapping[str, Any], key: str) -> str:
    """The name that stands under a key of a line."""
    if not isinstance(line[key], str):
        raise BadInput(f'"{key}" must be a name in quotes; got {shown(line[key])}')
    return str(line[key])


def json_answer(question: Question, found: Any) -> dict[str, Any]:
    """An answer as the JSON interface gives it."""
    if isinstance(question, Calculator):
        told = found.fractions() if question.tells_outcome else {}
        outcomes = {str(word): ratio_text(share) for word, share in told.items()}
        lines: dict[str, Any] = {"outcomes": outcomes}
        if question.results:
            lines["results"] = fraction_text(found.results)
        return lines
    if isinstance(question, BoardCheck):
        return {"result": plain(found)}
    return {"results": fraction_text(found)}


def batch(lines: Iterable[str]) -> Iterator[str]:
    """JSON lines in, JSON lines out, in the same order; a bad line never stops the others.

    The lines that come out are plain ASCII: other letters are written as JSON's escapes. However many lines
    there are, the memory stays the same.
    """
    memo: dict[Any, Any] = {}
    for text in lines:
        if not text.strip("\ufeff \t\r\n"):
            continue
        yield json.dumps(answered_text(text, memo))
        if len(memo) > MOST_REMEMBERED:
            memo.clear()


MOST_REMEMBERED = 10_000
"""A batch that has met more steps than this, about 20 megabytes of them, begins to remember afresh."""


def answered_text(text: str, memo: dict[Any, Any] | None = None) -> dict[str, Any]:
    """The answer to one line of JSON; whatever happens, there is one."""
    try:
        line = read_json(text)
    except (ValueError, RecursionError) as fault:
        return {"error": f"this line is not JSON: {fault}"}
    try:
        return line_answer(line, memo)
    except Exception as fault:
        what = f"{type(fault).__name__}: {fault}".splitlines()[0]
        return {"error": f"this line cannot be answered because of a fault in the kit ({what})"}


def read_json(text: str) -> Any:
    """A text as JSON, decimals exactly as they are written.

    Raises ValueError also for a key that stands twice, for NaN, and for numbers of thousands of digits.
    """
    try:
        return _READER.decode(text.strip("\ufeff \t\r\n"))
    except json.JSONDecodeError:
        raise
    except ValueError as fault:
        if str(fault).startswith("Exceeds"):
            raise ValueError("a number has thousands of digits") from None
        raise


def _decimal(text: str) -> Fraction | float:
    """A decimal of a JSON line, read exactly as it is written."""
    written = exact(text)
    return float(text) if written is None else written


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {shown(twice)} stands twice")
    return read


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


_READER = json.JSONDecoder(parse_float=_decimal, parse_constant=_no_number, object_pairs_hook=_object)
