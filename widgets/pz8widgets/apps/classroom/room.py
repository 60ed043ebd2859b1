"""The room: who is there, what the class is asked, what they answer. It knows nothing of servers or pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from pz8edu.errors import BadInput, shown, unknown
from pz8edu.printing.comma_separated import csv_text
from pz8widgets.apps.classroom.class_dice import expected_error
from pz8widgets.apps.classroom.guess import SURE, histogram, read, read_choice, read_sure, tally
from pz8widgets.apps.classroom.record import Event, Record
from pz8widgets.course.calibration import by_confidence, score, verdict
from pz8widgets.course.progress import Answer
from pz8widgets.course.quiz import SURE as CONFIDENCES
from pz8widgets.course.slides import binomial

SEATS = 250
"""So many visitors at most, unless the teacher says otherwise."""
MOST_PAGES = 10
"""So many pages of one visitor at most are open at a time."""
LONGEST_NAME = 40
MOST_ROLLS = 100
"""So many rolls of one visitor for one question."""

SAYS: Mapping[str, Mapping[str, type]] = {
    "came": {"guest": str, "number": int},
    "named": {"guest": str, "name": str},
    "posed": {"number": int, "kind": str, "question": dict, "asked": str},
    "staged": {"stage": str},
    "ended": {},
    "guessed": {"guest": str, "guess": str, "sure": int},
    "rolled": {"guest": str, "outcome": str},
    "counted": {"guest": str, "count": int},
    "timed": {"until": int},
    "divided": {"teams": int},
    "ranked": {"shown": bool},
    "froze": {"frozen": bool},
    "closed": {"over": bool},
    "began": {"table": dict},
    "sided": {"guest": str, "side": str},
    "proposed": {"guest": str, "choice": str},
    "finished": {},
}
"""What each kind of event says."""

OPEN, GUESSES, REVEALED, TREE = "open", "guesses", "revealed", "tree"
STAGES = (OPEN, GUESSES, REVEALED, TREE)
"""A question is open, then the guesses are shown, then the exact answer, then how it comes about."""

SHOWN = ("game", "title", "sides", "side", "kind", "steps", "picture", "choices", "events", "result")
"""What a table of two teams tells."""
KINDS = ("guess", "roll", "count")
SAID = tuple(CONFIDENCES.values())
"""How sure somebody is, as the chance of being right."""
ENOUGH = 5
"""After so many questions it is told how sure a class is, and how often right."""
MOST_TEAMS, LONGEST_TIME, MOST_MISTAKES = 6, 600, 2
APART, CLOSE = Fraction(1, 20), Fraction(1, 200)
"""Numbers so far from each other disagree, and so near are the same."""
OVER = "This room is over; your teacher has the results."


@dataclass
class Guest:
    """A visitor: a number instead of a name, unless they give one."""

    number: int
    name: str = ""
    stuck: bool = False
    here: int = 0
    """How many of their pages are open."""
    looks_at: str = ""


@dataclass
class Activity:
    """A question that the class is asked: everybody guesses a number, or everybody rolls."""

    number: int
    kind: str
    question: Mapping[str, Any]
    asked: str
    stage: str = OPEN
    guesses: dict[str, tuple[str, int]] = field(default_factory=dict)
    rolls: dict[str, list[str]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    told: bool = False
    """Has the exact answer been on the screen?"""

    @property
    def tries(self) -> int:
        """In so many tries everybody counts."""
        return int(self.question["tries"])

    def right(self, text: str) -> bool:
        """Is a guess right, or near enough?"""
        if self.choices:
            return text == self.answer["exact"]
        away = abs(read(text, self.question["kind"]) - self.exact)
        return away <= Fraction(self.question.get("within", 0))

    @property
    def answer(self) -> Mapping[str, str]:
        """The exact answer that is asked for."""
        return next(each for each in self.question["answers"] if each["name"] == self.asked)

    @property
    def choices(self) -> list[str]:
        """What can be chosen; nothing where the answer is a number."""
        return list(self.question.get("choices", ()))

    def check(self, text: str) -> None:
        """Raises BadInput for what is no guess."""
        if self.choices:
            read_choice(text, self.choices)
        else:
            read(text, self.question["kind"])

    @property
    def exact(self) -> Fraction:
        """The exact answer as a number."""
        return Fraction(self.answer["exact"])

    @property
    def revealed(self) -> bool:
        """Is the exact answer told?"""
        return self.stage in (REVEALED, TREE)

    @property
    def rolled(self) -> dict[str, int]:
        """How often each outcome came up."""
        counts: dict[str, int] = {}
        for outcomes in self.rolls.values():
            for outcome in outcomes:
                counts[outcome] = counts.get(outcome, 0) + 1
        return counts

    def numbers(self) -> list[tuple[Fraction, int]]:
        """All guesses as numbers, with how sure they are."""
        return [(read(text, self.question["kind"]), sure) for text, sure in self.guesses.values()]


@dataclass
class Match:
    """A game of two teams: its table as `match.told` tells it, who plays which side, what they propose."""

    table: Mapping[str, Any]
    sides: dict[str, str] = field(default_factory=dict)
    proposals: dict[str, str] = field(default_factory=dict)

    @property
    def counts(self) -> dict[str, int]:
        """How many propose each choice, the most first."""
        counted = Counter(self.proposals.values())
        return dict(counted.most_common())

    @property
    def leading(self) -> str:
        """What most propose; the first of equals, and nothing where nobody proposes anything."""
        return next(iter(self.counts), "")


class Room:
    """What a class does together. Every change is an event: it is written down, and a restart hears it again.

    `changed` is called after each. Methods raise BadInput in one sentence for what cannot be done.
    """

    def __init__(self, record: Record | None = None, seats: int = SEATS) -> None:
        self.record = record or Record(None)
        self.seats = seats
        self.guests: dict[str, Guest] = {}
        self.activities: list[Activity] = []
        self.asked_now: Activity | None = None
        self.match: Match | None = None
        self.frozen = False
        self.over = False
        self.until = 0
        self.teams = 0
        self.ranked = False
        self.trouble = ""
        self.changed: Callable[[], None] = lambda: None
        self.damage = self.record.tell(self._apply)

    # --- events
    def _happened(self, event: str, **more: Any) -> None:
        time = datetime.now(UTC).isoformat(timespec="seconds")
        told: Event = {"event": event, "time": time, **more}
        self.trouble = self.record.keep(told)
        self._apply(told)
        self.changed()

    def _apply(self, event: Event) -> None:
        """What an event changes; one of an unknown kind, from another version, changes nothing.

        Raises one of `DAMAGED`, and changes nothing, for an event that says not what its kind says.
        """
        hear = getattr(self, f"_on_{event['event']}", None)
        if hear is not None:
            for name, kind in SAYS[event["event"]].items():
                if type(event[name]) is not kind:
                    raise TypeError(f"{name} is no {kind.__name__}")
            hear(event)

    def _on_came(self, event: Event) -> None:
        self.guests[event["guest"]] = Guest(event["number"])

    def _on_named(self, event: Event) -> None:
        self.guests[event["guest"]].name = event["name"]

    def _on_posed(self, event: Event) -> None:
        asked = Activity(event["number"], event["kind"], event["question"], event["asked"], REVEALED)
        kinds = {"guess": self._spread, "roll": self._pile, "count": self._counted}
        for tell in (self._told, kinds[asked.kind]):
            tell(asked)  # a question that lacks something that screens show is none
        asked.stage = OPEN
        self.activities.append(asked)
        self.asked_now = asked
        self.until = 0

    def _on_staged(self, event: Event) -> None:
        if self.asked_now is not None:
            self.asked_now.stage = STAGES[STAGES.index(event["stage"])]
            self.asked_now.told |= self.asked_now.revealed
            self.until = 0

    def _on_counted(self, event: Event) -> None:
        if self.asked_now is not None:
            self.asked_now.counts[event["guest"]] = event["count"]

    def _on_timed(self, event: Event) -> None:
        self.until = event["until"]

    def _on_divided(self, event: Event) -> None:
        self.teams = event["teams"]

    def _on_ranked(self, event: Event) -> None:
        self.ranked = event["shown"]

    def _on_ended(self, _event: Event) -> None:
        self.asked_now = None

    def _on_guessed(self, event: Event) -> None:
        if self.asked_now is not None:
            self.asked_now.check(event["guess"])
            self.asked_now.guesses[event["guest"]] = (event["guess"], read_sure(event["sure"]))

    def _on_rolled(self, event: Event) -> None:
        if self.asked_now is not None:
            self.asked_now.rolls.setdefault(event["guest"], []).append(event["outcome"])

    def _on_froze(self, event: Event) -> None:
        self.frozen = event["frozen"]

    def _on_closed(self, event: Event) -> None:
        self.over = event["over"]

    def _on_began(self, event: Event) -> None:
        table = event["table"]
        missing = [name for name in SHOWN if name not in table]
        if missing:
            raise KeyError(missing[0])
        same = self.match is not None and self.match.table["sides"] == table["sides"]
        self.match = Match(table, self.match.sides if same and self.match else {})

    def _on_sided(self, event: Event) -> None:
        if self.match is not None:
            self.match.sides[event["guest"]] = event["side"]
            self.match.proposals.pop(event["guest"], None)

    def _on_proposed(self, event: Event) -> None:
        if self.match is not None:
            self.match.proposals[event["guest"]] = event["choice"]

    def _on_finished(self, _event: Event) -> None:
        self.match = None

    # --- visitors
    def enter(self, known: str) -> None:
        """Let somebody in, or in again. Raises BadInput where it is full or over, or they have many pages."""
        guest = self.guests.get(known)
        if self.over:
            raise BadInput(OVER)
        if (guest is None or not guest.here) and self.here >= self.seats:
            raise BadInput(f"this room is full: it has {self.seats} seats; ask your teacher for another")
        if guest is not None and guest.here >= MOST_PAGES:
            raise BadInput(f"you have {guest.here} pages of this room open: close one first")
        if guest is None:
            self._happened("came", guest=known, number=len(self.guests) + 1)

    @property
    def here(self) -> int:
        """How many visitors have a page open."""
        return sum(1 for each in self.guests.values() if each.here)

    def guest(self, known: str) -> Guest:
        """Somebody who is in the room. Raises BadInput for anybody else."""
        if known not in self.guests:
            raise BadInput("you are not in this room: open its address again")
        return self.guests[known]

    def name(self, known: str, name: str) -> None:
        """Give a name, or take it back. Raises BadInput for a long one."""
        name = " ".join(name.split())
        if len(name) > LONGEST_NAME:
            raise BadInput(f"a name has {LONGEST_NAME} letters at most; this one has {len(name)}")
        self.guest(known)
        self._happened("named", guest=known, name=name)

    def stuck(self, known: str, stuck: bool) -> None:
        """Somebody is stuck, or no longer."""
        self.guest(known).stuck = stuck
        self.changed()

    def looks_at(self, known: str, title: str) -> None:
        """Somebody looks at another page."""
        guest = self.guest(known)
        if guest.looks_at != title:
            guest.looks_at = title
            self.changed()

    def comes(self, known: str) -> None:
        """One more page of a visitor is open."""
        self.guest(known).here += 1
        self.changed()

    def goes(self, known: str) -> None:
        """A page of a visitor is closed."""
        if known in self.guests:
            self.guests[known].here -= 1
            self.changed()

    def guess(self, known: str, text: str, sure: object) -> None:
        """A visitor's guess; the last one counts, until the guesses are shown. Raises BadInput."""
        activity = self._open("guess", known)
        activity.check(text.strip())
        self._happened("guessed", guest=known, guess=text.strip(), sure=read_sure(sure))

    def roll(self, known: str, outcome: str, number: int) -> None:
        """A visitor's dice came up with an outcome of the question of this number. Raises BadInput."""
        activity = self._open("roll", known)
        if number != activity.number:
            raise BadInput("another question is asked by now: roll again")
        if len(activity.rolls.get(known, ())) >= MOST_ROLLS:
            raise BadInput(f"everybody rolls {MOST_ROLLS} times at most")
        words = [each["name"] for each in activity.question["answers"]]
        if outcome not in words:
            raise unknown("outcome", outcome, words)
        self._happened("rolled", guest=known, outcome=outcome)

    def count(self, known: str, count: object) -> None:
        """How often the event came in a visitor's tries; the last number counts. Raises BadInput."""
        activity = self._open("count", known)
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= activity.tries:
            raise BadInput(f"a count is a whole number from 0 to {activity.tries}; got {shown(count)}")
        self._happened("counted", guest=known, count=count)

    def _open(self, kind: str, known: str) -> Activity:
        self.guest(known)
        if self.over:
            raise BadInput(OVER)
        if self.asked_now is None or self.asked_now.kind != kind:
            raise BadInput("nothing is asked now: wait for your teacher")
        if self.asked_now.stage != OPEN:
            raise BadInput("too late: the answers are on the screen by now")
        return self.asked_now

    # --- a game of two teams
    def begin(self, table: Mapping[str, Any]) -> None:
        """The table as it stands now: two teams begin to play, or go on."""
        self._happened("began", table=dict(table))

    def finish(self) -> None:
        """The teams stop."""
        self._happened("finished")

    def side_of(self, known: str) -> str:
        """The side that a visitor plays: in turn as they come, or as they have changed. "" without a game."""
        if self.match is None:
            return ""
        sides = self.match.table["sides"]
        return self.match.sides.get(known) or sides[(self.guest(known).number - 1) % len(sides)]

    def take_side(self, known: str, side: str) -> None:
        """A visitor changes to a side. Raises BadInput."""
        if self.match is None or side not in self.match.table["sides"]:
            raise unknown("side", side, self.match.table["sides"] if self.match else ())
        self.guest(known)
        self._happened("sided", guest=known, side=side)

    def propose(self, known: str, choice: str) -> bool:
        """A visitor proposes a choice for their side: do more than half of the team propose it now?

        Raises BadInput where their side is not to choose, and for what is not offered.
        """
        match = self.match
        if match is None or self.over:
            raise BadInput(OVER if self.over else "no game is played now: wait for your teacher")
        if self.side_of(known) != match.table["side"]:
            raise BadInput(f"{match.table['side'] or 'nobody'} is to choose now: wait for your side's turn")
        if choice not in [each["choice"] for each in match.table["choices"]]:
            raise BadInput("this is not offered now: choose again")
        self._happened("proposed", guest=known, choice=choice)
        return 2 * match.counts[choice] > len(self.team(match.table["side"]))

    def team(self, side: str) -> list[str]:
        """The visitors who are here and play a side."""
        here = [known for known, guest in self.guests.items() if guest.here]
        return [known for known in here if self.side_of(known) == side]

    def _played(self, *left_out: str) -> dict[str, Any]:
        """What is shown of the game, with what is proposed."""
        assert self.match is not None
        table = {name: value for name, value in self.match.table.items() if name not in left_out}
        teams = {side: len(self.team(side)) for side in table["sides"]}
        return table | {"counts": self.match.counts, "teams": teams}

    # --- the teacher
    def pose(self, kind: str, question: Mapping[str, Any], asked: str) -> None:
        """Ask the class to "guess" an answer, to "roll" it, or to "count" own dice. Raises BadInput."""
        if kind not in KINDS:
            raise unknown("kind of question", kind, KINDS)
        if (kind == "count") is not (question["kind"] == "count"):
            raise BadInput("an experiment is counted, and only an experiment")
        if kind == "roll" and not question["rolls"]:
            raise BadInput("this question is no single throw: nobody can roll it at once")
        names = [each["name"] for each in question["answers"]]
        if asked not in names:
            raise unknown("answer", asked, names)
        number = len(self.activities) + 1
        self._happened("posed", number=number, kind=kind, question=dict(question), asked=asked)

    def show(self, stage: str) -> None:
        """Go on to the guesses, or to the exact answer, or back. Raises BadInput."""
        if self.asked_now is None:
            raise BadInput("nothing is asked now: pose a question first")
        if stage not in STAGES:
            raise unknown("stage", stage, STAGES)
        self._happened("staged", stage=stage)

    def end(self) -> None:
        """The question is done with."""
        self._happened("ended")

    def time(self, seconds: Any) -> None:
        """Count down so many seconds on the screen, or no longer with 0. Nothing ends with it."""
        if isinstance(seconds, bool) or not isinstance(seconds, int) or not 0 <= seconds <= LONGEST_TIME:
            raise BadInput(f"a countdown has 0 to {LONGEST_TIME} seconds; got {shown(seconds)}")
        self._happened("timed", until=round(datetime.now(UTC).timestamp()) + seconds if seconds else 0)

    def divide(self, teams: Any) -> None:
        """Divide the class into so many teams, by turns; 0 divides it no longer. Raises BadInput."""
        if isinstance(teams, bool) or teams not in (0, *range(2, MOST_TEAMS + 1)):
            raise BadInput(f"a class is divided into 2 to {MOST_TEAMS} teams, or 0; got {shown(teams)}")
        self._happened("divided", teams=teams)

    def rank(self, ranked: bool) -> None:
        """Show the league of the teams where nothing is asked, or no longer."""
        self._happened("ranked", shown=ranked)

    # --- how sure, and how often right
    def beliefs(self) -> Iterator[tuple[Activity, str, Answer]]:
        """Every guess whose answer has been told, with who guessed and how sure they were."""
        for activity in self.activities:
            if activity.kind == "guess" and activity.told:
                for known, (text, sure) in activity.guesses.items():
                    right = activity.right(text)
                    yield activity, known, Answer(text, right, 1, first_right=right, confidence=SAID[sure])

    def calibration(self) -> list[list[Any]]:
        """How sure the class was, how many guesses, how many right; empty before ENOUGH questions."""
        if sum(each.told and each.kind == "guess" for each in self.activities) < ENOUGH:
            return []
        groups = by_confidence(answer for _, _, answer in self.beliefs())
        return [
            [SURE[SAID.index(str(each.said))], each.guesses, each.right, verdict(each)] for each in groups
        ]

    def ideas(self) -> list[list[Any]]:
        """Of every idea of the course how many guesses there were, and how many right; the hardest first."""
        found: dict[str, list[bool]] = {}
        for activity, _, answer in self.beliefs():
            for idea in activity.question.get("ideas", ()):
                found.setdefault(idea, []).append(answer.first_right)
        return sorted(
            ([idea, len(each), sum(each)] for idea, each in found.items()), key=lambda row: row[2] / row[1]
        )

    def team_of(self, known: str) -> int:
        """The team of a visitor, from 1; 0 where the class is not divided."""
        return (self.guests[known].number - 1) % self.teams + 1 if self.teams and known in self.guests else 0

    def league(self) -> list[list[Any]]:
        """The teams by their Brier scores, the best first: say what you believe; the quick win nothing."""
        answers: dict[int, list[Answer]] = {team: [] for team in range(1, self.teams + 1)}
        for _, known, answer in self.beliefs():
            if self.teams and known in self.guests:
                answers[self.team_of(known)].append(answer)
        scored = [(score(by_confidence(each)), team, len(each)) for team, each in answers.items()]
        ranked = sorted(scored, key=lambda each: (each[0] is None, each[0] or 0, each[1]))
        return [[team, guesses, None if brier is None else float(brier)] for brier, team, guesses in ranked]

    def freeze(self, frozen: bool) -> None:
        """Everybody looks up: pages stand still, or move again."""
        self._happened("froze", frozen=frozen)

    def close(self, over: bool = True) -> None:
        """The room is over, or opens again."""
        self._happened("closed", over=over)

    # --- what is shown
    def for_visitor(self, known: str) -> dict[str, Any]:
        """What a visitor's page shows of the room; exact answers only once they are revealed."""
        guest = self.guest(known)
        told: dict[str, Any] = {
            "frozen": self.frozen,
            "over": OVER if self.over else "",
            "number": guest.number,
            "name": guest.name,
            "stuck": guest.stuck,
            "sure": SURE,
        }
        if self.match is not None:
            proposes = self.match.proposals.get(known, "")
            told["match"] = self._played("picture") | {"mine": proposes, "yours": self.side_of(known)}
        activity = self.asked_now
        if activity is not None:
            mine = activity.guesses.get(known)
            told["activity"] = self._told(activity) | {
                "picture": "",
                "guess": mine[0] if mine else "",
                "confidence": mine[1] if mine else None,
                "rolls": activity.rolls.get(known, []),
                "count": activity.counts.get(known),
            }
        if self.teams:
            told["team"] = self.team_of(known)
        return told

    def for_screen(self) -> dict[str, Any]:
        """What the projector shows."""
        told: dict[str, Any] = {"here": self.here, "frozen": self.frozen, "over": OVER if self.over else ""}
        if self.match is not None:
            told["match"] = self._played("game", "choices")
            words = {each["choice"]: each for each in self.match.table["choices"]}
            told["match"]["proposed"] = [[words[each], count] for each, count in self.match.counts.items()]
        told["until"] = self.until
        if self.teams and self.ranked:
            told["league"] = self.league()
        activity = self.asked_now
        if activity is None:
            return told
        asked = self._told(activity) | {"answered": len(activity.guesses) + len(activity.counts)}
        if activity.stage != OPEN and activity.kind == "guess":
            asked |= self._spread(activity)
        if activity.kind == "roll":
            asked |= self._pile(activity)
        if activity.kind == "count" and activity.stage != OPEN:
            asked |= self._counted(activity)
        return told | {"activity": asked}

    def for_teacher(self) -> dict[str, Any]:
        """The same, with everybody who is there."""
        activity = self.asked_now
        answered = {} if activity is None else {**activity.guesses, **activity.rolls, **activity.counts}
        right: dict[str, list[bool]] = {}
        for _, known, answer in self.beliefs():
            right.setdefault(known, []).append(answer.first_right)
        guests = [
            {
                "number": each.number,
                "name": each.name,
                "here": bool(each.here),
                "stuck": each.stuck,
                "looks_at": each.looks_at,
                "answered": name in answered,
                "right": [sum(right.get(name, ())), len(right.get(name, ()))],
                "team": self.team_of(name),
            }
            for name, each in self.guests.items()
        ]
        trouble = "; ".join(filter(None, (self.trouble, self.damage)))
        return self.for_screen() | {
            "guests": guests,
            "trouble": trouble,
            "asked": len(self.activities),
            "calibration": self.calibration(),
            "ideas": self.ideas(),
            "teams": self.teams,
            "ranked": self.ranked,
        }

    def _told(self, activity: Activity) -> dict[str, Any]:
        question = activity.question
        told = {name: question[name] for name in ("line", "title", "system", "inputs", "chances")}
        told |= {"number": activity.number, "kind": activity.kind}
        told["stage"] = REVEALED if activity.revealed else activity.stage
        told["step"] = activity.stage
        told["asked"] = activity.asked
        told["choices"] = activity.choices
        told["asks"] = "Everyone rolls" if activity.kind == "roll" else activity.answer["asks"]
        told |= {name: question.get(name, "") for name in ("picture", "rule")}
        if activity.kind == "count":
            told["tries"] = activity.tries
        if activity.revealed:
            told |= {name: question[name] for name in ("answers", "tree", "why")}
            told["exact"] = activity.answer["exact"]
        elif activity.kind == "roll":
            told["answers"] = [{"name": each["name"]} for each in question["answers"]]
        return told

    def _spread(self, activity: Activity) -> dict[str, Any]:
        """How the guesses are spread; where the exact answer lies only once it is revealed."""
        more: dict[str, Any] = {"disagree": disagreeing(activity)}
        if activity.choices:
            return more | {"tally": tally(activity.guesses.values(), activity.choices), "sure": SURE}
        spread = histogram(activity.numbers(), activity.exact, activity.question["chances"])
        if activity.revealed:
            more["mistakes"] = made(activity)
        else:
            del spread["exact"]
        return more | {"histogram": spread}

    def _counted(self, activity: Activity) -> dict[str, Any]:
        """How many counted each number; once revealed, how many were to be expected, exactly."""
        counts = Counter(activity.counts.values())
        told: dict[str, Any] = {"counted": [counts[each] for each in range(activity.tries + 1)]}
        if activity.revealed:
            law = binomial(activity.tries, activity.exact)
            told["expected"] = [float(len(activity.counts) * each) for each in law]
        return told

    def _pile(self, activity: Activity) -> dict[str, Any]:
        """How often each outcome came up; beside the exact bars, how far off chance alone leaves it."""
        counts = activity.rolled
        rolls = sum(counts.values())
        piles = []
        for each in activity.question["answers"]:
            pile: dict[str, Any] = {name: each[name] for name in ("name", "css")}
            pile["count"] = counts.get(each["name"], 0)
            if activity.revealed:
                chance = Fraction(each["exact"])
                pile["expected"] = float(chance * rolls)
                pile["error"] = float(expected_error(chance, rolls))
            piles.append(pile)
        return {"piles": piles, "rolled": rolls}

    def to_csv(self, names: bool = False) -> str:
        """All guesses and rolls, a row each; with names only where that is asked for and they were given."""
        head = ["question", "kind", "asked", "of", "exact", "visitor", *(["name"] if names else [])]
        rows = [[*head, "answer", "confidence"]]
        for activity in self.activities:
            what = [activity.number, activity.kind, activity.question["line"], activity.asked]
            row = [*map(str, what), activity.answer["exact"]]
            for known, text, sure in answers_in(activity):
                guest = self.guests.get(known, Guest(0))
                who = [str(guest.number), *([harmless(guest.name)] if names else [])]
                rows.append([*row, *who, harmless(text) if activity.choices else text, sure])
        return csv_text(rows)


def disagreeing(activity: Activity) -> list[str]:
    """Two answers that many gave and that cannot both be right; nothing where all agree."""
    said = Counter(text for text, _ in activity.guesses.values()).most_common()
    if activity.choices:
        return [text for text, _ in said[:2]] if len(said) > 1 else []
    numbers = {text: read(text, activity.question["kind"]) for text, _ in said}
    first = said[0][0] if said else ""
    far = [text for text, _ in said if abs(numbers[text] - numbers[first]) > max(numbers[first] / 4, APART)]
    return [first, far[0]] if far else []


def made(activity: Activity) -> list[list[Any]]:
    """The known mistakes that somebody made: how many, what they said, and what it is."""
    found = []
    numbers = [number for number, _ in activity.numbers() if not abs(number - activity.exact) <= CLOSE]
    for value, says in activity.question.get("mistakes", ()):
        many = sum(abs(number - Fraction(value)) <= CLOSE for number in numbers)
        if many:
            found.append([many, value, says])
    return sorted(found, key=lambda each: -each[0])[:MOST_MISTAKES]


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in tuple("=+-@") else text


def answers_in(activity: Activity) -> list[tuple[str, str, str]]:
    """Who answered what, and how sure they were."""
    guesses = [(known, text, SURE[sure]) for known, (text, sure) in activity.guesses.items()]
    rolls = [(known, outcome, "") for known, each in activity.rolls.items() for outcome in each]
    return guesses + rolls + [(known, str(count), "") for known, count in activity.counts.items()]
