"""Rules as a notebook has them, written at random: closures, counters, records of every kind.

`written_rules` yields them. Every rule takes the umpire, a record with inputs `a` and `b`, and a ruleset
with `limit` and `more`; `change` gives the names outside it other values, as another cell would.
"""

from __future__ import annotations

import linecache
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Aim:
    """What a rule is asked about."""

    a: int
    b: bool


@dataclass(frozen=True)
class Rules:
    """What a rule is asked under."""

    limit: int = 3
    more: int = 2


OUTSIDE = """
from dataclasses import dataclass, field, replace
from pz8edu import together

BONUS = {bonus}
TABLE = {{1: {one}, 2: {two}, 3: {three}, 4: 0}}
SCORE = 0


def helped(number):
    return number + BONUS


def looked_up(number):
    return TABLE.get(number, number)


class Settings:
    plus = {bonus}


@dataclass(frozen=True)
class Frozen:
    n: object
    note: object = field(default=0, compare=False)

    @property
    def worth(self):
        return int(self.n) + BONUS


@dataclass
class Mutable:
    n: int = 0

    def passes(self, umpire):
        return umpire.die("m", 3) + self.n >= 3


@dataclass(frozen=True, eq=False)
class Alone:
    n: int = 0


@dataclass(eq=False)
class Gun:
    n: int = 0


class Plain:
    n = 0


def of_global(umpire):
    return umpire.die("g", 3) + SCORE >= 3


def of_record(umpire, record):
    return str(record.n) if umpire.die("r", 3) + int(record.n) >= 3 else str(getattr(record, "note", "-"))


def of_property(umpire, record):
    return umpire.die("p", 3) + record.worth >= 4


def of_settings(umpire, number):
    return umpire.die("s", 3) + Settings.plus + number >= 4


def of_helper(umpire, number):
    return umpire.die("h", 3).read("helped", helped) + number


def of_table(umpire, number):
    return umpire.look_up("t", umpire.die("t", 4), looked_up) + number


def or_again(umpire, number):
    value = umpire.settle("u", umpire.die("u", 4))
    return None if value == 1 + number % 3 else value + BONUS


def stepped(umpire, state, item, given):
    return state + item + BONUS if umpire.die("i", 2) >= 2 else state + given.limit * 0
"""

STEPS = {
    # what a closure holds changes between two asks
    "closure": """
hits = 0
def burst(umpire):
    return umpire.die("c", 3) + hits >= 3
for _ in range(2):
    if umpire.resolve("burst", burst):
        hits += {n}
total += hits
""",
    "a closure that is made anew": """
for step in range(2):
    def made(umpire, more=step):
        return umpire.die("d", 2) + step + more
    total += umpire.settle("", umpire.odds("made", made))
""",
    "a sub-rule that counts": """
shots = 0
def counted(umpire):
    nonlocal shots
    shots += 1
    return umpire.die("n", 2) + shots >= 3
first = umpire.resolve("counted", counted)
second = umpire.resolve("counted", counted)
total += shots + first + {n} * second
""",
    "a sub-rule that fills a list": """
seen = []
def listed(umpire):
    seen.append(len(seen))
    return umpire.die("l", 3) >= 2 + len(seen) % 2
for _ in range(2):
    if umpire.resolve("listed", listed):
        total += {n}
total += len(seen)
""",
    "late binding": """
asked = [lambda umpire: umpire.die("z", 2) + place for place in range(2)]
total += sum(umpire.resolve("late", each) for each in asked)
""",
    "a table of functions": """
reads = [lambda face: face * step for step in (1, {n})]
step = {n}
total += umpire.settle("", umpire.die("x", 3).read("read", reads[0]))
""",
    "equal records of other types": """
word += umpire.resolve("one", of_record, Frozen(1)) + umpire.resolve("true", of_record, Frozen(True))
""",
    "fields that are not compared": """
word += umpire.resolve("one", of_record, Frozen(1, "x")) + umpire.resolve("other", of_record, Frozen(1, "y"))
""",
    "an input that changes": """
given = {kind}()
for _ in range(2):
    word += umpire.resolve("given", of_record, given)
    given.n += {n}
""",
    "a record by its identity": """
word += umpire.resolve("given", of_record, Alone(1)) + umpire.resolve("given", of_record, Alone(2))
""",
    "a bound method": """
score = Mutable({n})
for _ in range(2):
    if umpire.resolve("bound", score.passes):
        score.n -= 1
total += score.n
""",
    "a global that changes on the way": """
global SCORE
SCORE = 0
for _ in range(2):
    if umpire.resolve("score", of_global):
        SCORE += {n}
total += SCORE
""",
    "a class as a box": """
before = Settings.plus
first = umpire.resolve("box", of_settings, {n})
Settings.plus = before + 1
total += first + {n} * umpire.resolve("box", of_settings, {n})
Settings.plus = before
""",
    "a property that reads a global": """
total += umpire.resolve("property", of_property, Frozen(rules.more - 1))
""",
    "a helper": """
total += umpire.settle("", umpire.odds("helper", of_helper, aim.a))
""",
    "a table by its name": """
total += umpire.resolve("table", of_table, {n})
""",
    "until": """
total += umpire.until("again", or_again, aim.a)
""",
    "until with a closure": """
edge = {n}
def decided(umpire):
    value = umpire.settle("v", umpire.die("v", 3))
    return value if value > edge - 1 else None
total += umpire.until("first", decided)
edge = 1
total += umpire.until("first", decided)
""",
    "repeat": """
counts = umpire.repeat("fights", 2, of_helper, aim.a)
total += umpire.settle("", counts.count(helped(1) + aim.a))
""",
    "repeat with a closure": """
edge = {n}
def won(umpire):
    return umpire.die("w", 2) >= edge
total += umpire.settle("", umpire.repeat("won", 2, won).count(True))
edge = 2
total += umpire.settle("", umpire.repeat("won", 2, won).count(True))
""",
    "in turn": """
total += umpire.settle("", umpire.in_turn("turn", (1, {n}), stepped, 0, rules))
""",
    "in turn with a closure": """
edge = 1
def turned(umpire, state, item, given):
    return state + item * edge if umpire.die("o", 2) >= 2 else state
total += umpire.settle("", umpire.in_turn("turned", (1, 1), turned, 0, rules))
edge = {n}
total += umpire.settle("", umpire.in_turn("turned", (1, 1), turned, 0, rules))
""",
    "in turn with an input that changes": """
gun = Gun(1)
def aimed(umpire, state, item, given):
    return state + given.n if umpire.die("q", 2) >= 2 else state
total += umpire.settle("", umpire.in_turn("aimed", (1, 1), aimed, 0, gun))
gun.n += {n}
total += umpire.settle("", umpire.in_turn("aimed", (1, 1), aimed, 0, gun))
""",
    "a roll of the rule around it": """
outer = umpire.die("e", 3)
def around(umpire):
    return outer + umpire.die("f", 2) >= 4
total += {n} * umpire.resolve("around", around)
total += outer >= 2
""",
    "the umpire of the rule around it": """
total += umpire.resolve("another", lambda another: umpire.die("y", 2) + another.die("y", 2))
""",
    "a sub-rule that calls itself": """
def fight(umpire, left):
    if left == 0:
        return 0
    return umpire.resolve("next", fight, left - 1) + (umpire.die("k", 2) >= 2) * hold
hold = 1
total += umpire.resolve("fight", fight, 2)
hold = {n}
total += umpire.resolve("fight", fight, 1)
""",
    "questions": """
die = umpire.die("a", 4)
if die >= rules.limit:
    total += 1
elif die == aim.a:
    total += {n}
total += umpire.look_up("a", die, lambda face: face % 2 + BONUS)
""",
    "two dice": """
both = umpire.die("two", 3) + umpire.die("dice", 3)
total += {n} if both > rules.limit + aim.b else 0
""",
}

STRANGE = {
    "text of a roll": "word += {how}(umpire.die('strange', 3))",
    "a refusal that is swallowed": """
try:
    total += 1 if umpire.die("strange", 3) else 0
except Exception:
    total += 9
""",
    "Python's dice": "import random\nword += random.choice('ab')",
    "a counter outside": "global SCORE\nSCORE += 1\nword += str(SCORE)",
    "a mixture": "return {mixture}",
}

MIXTURES = ("1 if umpire.die('strange', 2) > 1 else True", "[1]", "(each for each in ())", "len", "Gun()")

ENDS = ["(total, word)", "total", "Frozen((total, word))", "umpire.die('end', 3) + total", "word or total"]


@dataclass
class Written:
    """A rule, its source, whether every umpire has to refuse it, and how the world around it changes."""

    rule: Callable[..., Any]
    source: str
    strange: bool
    change: Callable[[], None]


def written_rules(seeds: range) -> Iterator[Written]:
    """A rule for each seed; one of eight does what no rule may."""
    for seed in seeds:
        yield written(random.Random(seed))


NUMBERS = count(1)


def written(dice: random.Random) -> Written:
    """One rule."""
    strange = dice.random() < 1 / 8
    steps = [STEPS[name] for name in dice.sample(sorted(STEPS), dice.choice((1, 1, 2)))]
    if strange:
        steps.insert(0, STRANGE[dice.choice(sorted(STRANGE))])
    lines = [line for step in steps for line in _filled(step, dice).splitlines()]
    names = [line for line in lines if line.startswith("global")]
    body = ["word, total = '', 0", *(line for line in lines if line not in names)]
    body.append(f"return {ENDS[0] if strange else dice.choice(ENDS)}")
    outside = OUTSIDE.format(
        bonus=dice.randint(0, 2), one=dice.randint(0, 3), two=dice.randint(0, 3), three=dice.randint(0, 3)
    )
    text = "\n    ".join(["", *dict.fromkeys(names), *body])
    source = f"{outside}\n\ndef rule(umpire, aim, rules):{text}\n"
    name = f"<rule at random {next(NUMBERS)}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    world: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(source, name, "exec"), world)

    def change() -> None:
        world["BONUS"] += 1
        world["TABLE"][2] += 1
        world["Settings"].plus += 1
        exec("def looked_up(number):\n    return TABLE.get(number, number) + 1\n", world)

    return Written(world["rule"], source, strange, change)


def _filled(step: str, dice: random.Random) -> str:
    return step.format(
        n=dice.randint(2, 3),
        kind=dice.choice(("Mutable", "Gun", "Plain")),
        how=dice.choice(("str", "repr", "'%s'.__mod__", "'{}'.format")),
        mixture=dice.choice(MIXTURES),
    ).strip()
