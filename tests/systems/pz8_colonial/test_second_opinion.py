"""Every calculator against a count of faces and cards that shares no code with the rules.

What is written here was written from the specification's text. Few dice are thrown face by face; many by
the multinomial formula.
"""

import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial
from pathlib import Path
from typing import Any

import pytest

from pz8edu.asking.json_lines import line_answer

INTERFACE = json.loads((Path(__file__).parent / "interface.json").read_text(encoding="utf-8"))
SAMPLES = 40

Law = dict[str, Fraction]
Die = Callable[[], int]


# --- counting
class NoMoreDice(Exception):
    """The faces so far do not decide."""


def all_faces(rule: Callable[[Die], str]) -> Law:
    """The law of a rule that throws D6s, by throwing every sequence of faces."""
    law: Law = {}
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        thrown = iter(faces)

        def die(thrown: Iterator[int] = thrown) -> int:
            try:
                return next(thrown)
            except StopIteration:
                raise NoMoreDice from None

        try:
            outcome = rule(die)
        except NoMoreDice:
            waiting += [(*faces, face) for face in range(1, 7)]
            continue
        law[outcome] = law.get(outcome, Fraction(0)) + Fraction(1, 6 ** len(faces))
    return law


def hits_of(dice: int, on: int) -> dict[int, Fraction]:
    """How many of so many dice show `on` or more."""
    p = Fraction(7 - on, 6)
    return {hits: comb(dice, hits) * p**hits * (1 - p) ** (dice - hits) for hits in range(dice + 1)}


def counted(*steps: tuple[Fraction, int]) -> dict[int, Fraction]:
    """The law of a sum of independent ones: (chance, how often)."""
    law = {0: Fraction(1)}
    for chance, times in steps:
        for _ in range(times):
            after: dict[int, Fraction] = {}
            for total, p in law.items():
                after[total] = after.get(total, Fraction(0)) + p * (1 - chance)
                after[total + 1] = after.get(total + 1, Fraction(0)) + p * chance
            law = after
    return law


def as_law(law: dict[Any, Fraction]) -> Law:
    return {str(outcome): chance for outcome, chance in law.items() if chance}


# --- the specification in other words
RANGES = {
    "european rifle": 24,
    "native rifle": 16,
    "carbine": 16,
    "musket": 12,
    "revolver": 9,
    "bow": 9,
    "spear": 6,
}
FIRE_CLASS = {"green": -1, "average": 0, "veteran": 1, "fanatic": 0}
CLASS = {"green": -1, "average": 0, "veteran": 1, "fanatic": 1}
SAVES = {"officer": 4, "chief": 4, "nco": 5, "religious leader": 5}
PLACES = {"cover": 4, "open": 5}
RATINGS = {
    "european regulars": "GAAAVV",
    "colonial regulars": "GGAAAV",
    "zulu": "GAAAFF",
    "pathan": "GGAAFF",
    "dervish": "GAAAAF",
    "fuzzy wuzzy": "AAAAFF",
    "abyssinian": "GGGAAF",
    "boer": "GAAAAV",
    "boxer": "GAAAFF",
}
NAMES = {"G": "green", "A": "average", "V": "veteran", "F": "fanatic"}


def dice_and_score(dice: int, needed: int, reading: dict[str, str]) -> tuple[int, int]:
    if needed <= 6:
        return dice, needed
    dice = (dice + 1) // 2
    if reading.get("R5") == "b":
        for _ in range(needed - 7):
            dice = (dice + 1) // 2
    return dice, 6


def volley_dice(i: dict[str, Any], reading: dict[str, str]) -> tuple[int, int]:
    weapon = i["weapon"]
    needed = 5
    if weapon not in ("revolver", "spear") and Fraction(str(i["distance"])) * 2 > RANGES[weapon]:
        needed = 6
    needed -= FIRE_CLASS[i.get("quality", "average")]
    if i.get("aimed") and weapon != "spear":
        needed -= 1
    needed += bool(i.get("target_cover")) + (weapon in ("musket", "spear")) + bool(i.get("short_munitions"))
    if i.get("mounted_native") and weapon not in ("bow", "spear"):
        needed += 1
    return dice_and_score(i["figures"], needed, reading)


def volley(i: dict[str, Any], reading: dict[str, str]) -> Law:
    return as_law(hits_of(*volley_dice(i, reading)))


def volley_losses(i: dict[str, Any], reading: dict[str, str]) -> Law:
    plain, leaders = i["target_plain"], [SAVES[leader] for leader in i.get("target_leaders", ())]
    men = [0] * plain + sorted(leaders)
    if reading.get("R7") == "b":
        men.reverse()
    law: dict[int, Fraction] = {}
    for hits, p in hits_of(*volley_dice(i, reading)).items():
        struck = min(hits, len(men))
        every = reading.get("R7") == "c"
        choices = list(combinations(men, struck)) if every else [tuple(men[:struck])]
        for chosen in choices:
            chances = [(Fraction(save - 1, 6) if save else Fraction(1), 1) for save in chosen]
            for lost, q in counted(*chances).items():
                law[lost] = law.get(lost, Fraction(0)) + p * q / len(choices)
    return as_law(law)


def machine_gun(i: dict[str, Any], reading: dict[str, str]) -> Law:
    short = bool(i.get("short_munitions")) and reading.get("R25") != "b"
    needed = 5 + (Fraction(str(i["distance"])) > 12) - FIRE_CLASS[i.get("quality", "average")]
    dice, on = dice_and_score(12, needed + bool(i.get("target_cover")) + short, reading)
    law: Law = {}
    for ones in range(dice + 1):
        for hits in range(dice + 1 - ones):
            rest = dice - ones - hits
            ways = factorial(dice) // (factorial(ones) * factorial(hits) * factorial(rest))
            p = ways * Fraction(1, 6) ** ones * Fraction(7 - on, 6) ** hits * Fraction(on - 2, 6) ** rest
            jam = ones >= 2
            word = f"{0 if jam and reading.get('R8') == 'b' else hits} hits{', jam' if jam else ''}"
            law[word] = law.get(word, Fraction(0)) + p
    return {word: p for word, p in law.items() if p}


def canister(i: dict[str, Any], reading: dict[str, str]) -> Law:
    needed = 5
    if reading.get("R9") != "b":
        short = bool(i.get("short_munitions")) and reading.get("R25") != "b"
        needed += bool(i.get("target_cover")) + short - FIRE_CLASS[i.get("quality", "average")]
        needed += reading.get("R9") == "c" and Fraction(str(i["distance"])) > 6
    return as_law(hits_of(*dice_and_score({"light": 8, "medium": 12}[i["gun"]], needed, reading)))


def shell_burst(i: dict[str, Any], reading: dict[str, str]) -> Law:
    lost = {place: Fraction(on - 1, 6) for place, on in PLACES.items()}
    steps = [(lost["cover"], i.get("cover", 0)), (lost["open"], i.get("open", 0))]
    for leader, place in i.get("leaders", ()):
        own = Fraction(SAVES[leader] - 1, 6) if reading.get("R10") != "b" else 1
        steps.append((lost[place] * own, 1))
    return as_law(counted(*steps))


def leader_save(i: dict[str, Any], reading: dict[str, str]) -> Law:
    return all_faces(lambda die: "ignored" if die() >= SAVES[i["kind"]] else "eliminated")


def unjam(i: dict[str, Any], reading: dict[str, str]) -> Law:
    return all_faces(lambda die: "unjammed" if die() in (5, 6) else "still jammed")


def in_melee(figure: dict[str, Any]) -> int:
    total = CLASS[figure.get("quality", "average")] + bool(figure.get("shield_revolver_lance"))
    total += 2 * bool(figure.get("cavalry")) - bool(figure.get("crew_or_native_firearm"))
    return total + bool(figure.get("defending"))


def meet(die: Die, a: dict[str, Any], b: dict[str, Any], reading: dict[str, str]) -> str:
    difference = die() + in_melee(a) - die() - in_melee(b)
    if abs(difference) < 2:
        return "both recoil 2 inches"
    side, loser = ("a", a) if difference < 0 else ("b", b)
    kind = loser.get("leader")
    if reading.get("R11") == "b" and kind and die() >= SAVES[kind]:
        return "both recoil 2 inches"
    return f"{side} eliminated"


def melee_pair(i: dict[str, Any], reading: dict[str, str]) -> Law:
    return all_faces(lambda die: meet(die, i["a"], i["b"], reading))


def melee_unit(i: dict[str, Any], reading: dict[str, str]) -> Law:
    pair = melee_pair(i, reading)
    losses = {"a eliminated": (1, 0), "b eliminated": (0, 1), "both recoil 2 inches": (0, 0)}
    law = {(0, 0): Fraction(1)}
    for _ in range(i["pairs"]):
        after: dict[tuple[int, int], Fraction] = {}
        for ((x, y), p), (word, q) in product(law.items(), pair.items()):
            now = x + losses[word][0], y + losses[word][1]
            after[now] = after.get(now, Fraction(0)) + p * q
        law = after
    return {f"a loses {x}, b loses {y}": p for (x, y), p in law.items()}


def cavalry_carry_on(i: dict[str, Any], reading: dict[str, str]) -> Law:
    pair = melee_pair(i, reading)
    law: Law = {}
    riding = Fraction(1)
    for killed in range(i["enemies"]):
        law[f"{killed} killed, then eliminated"] = riding * pair.get("a eliminated", 0)
        law[f"{killed} killed, then recoil"] = riding * pair.get("both recoil 2 inches", 0)
        riding *= pair.get("b eliminated", Fraction(0))
    law[f"all {i['enemies']} killed"] = riding
    return {word: p for word, p in law.items() if p}


def holds(die: Die, i: dict[str, Any]) -> bool:
    return die() + CLASS[i.get("quality", "average")] + bool(i.get("leader")) >= 4


def morale(i: dict[str, Any], reading: dict[str, str]) -> Law:
    return all_faces(lambda die: "holds" if holds(die, i) else "routs")


def solo_native(i: dict[str, Any], reading: dict[str, str]) -> Law:
    def action(die: Die) -> str:
        if i.get("half_strength") and not holds(die, i):
            return "rout"
        if i.get("within_charge") and (not i.get("half_strength") or reading.get("R20") != "b"):
            return "charge"
        face = die()
        if face == 1 and not i.get("in_range"):
            face = 2
        return ["aimed fire", "move and fire", "move and fire", *["move and add 1D6 inches"] * 2, "nothing"][
            face - 1
        ]

    return all_faces(action)


def unit_rating(i: dict[str, Any], reading: dict[str, str]) -> Law:
    return all_faces(lambda die: NAMES[RATINGS[i["nation"]][die() - 1]])


def army_rating(i: dict[str, Any], reading: dict[str, str]) -> Law:
    faces, units = RATINGS[i["nation"]], i["units"]
    green, average = (Fraction(faces.count(letter), 6) for letter in "GA")
    law: Law = {}
    for g in range(units + 1):
        for a in range(units + 1 - g):
            b = units - g - a
            ways = factorial(units) // (factorial(g) * factorial(a) * factorial(b))
            p = ways * green**g * average**a * (1 - green - average) ** b
            law[f"{g} green, {a} average, {b} best"] = p
    return {word: p for word, p in law.items() if p}


def sniper_count(i: dict[str, Any], reading: dict[str, str]) -> Law:
    return all_faces(lambda die: str(die()))


def sniper_shot(i: dict[str, Any], reading: dict[str, str]) -> Law:
    def shot(die: Die) -> str:
        if die() < (6 if i.get("target_cover") else 5):
            return "miss"
        target = i.get("target", "figure")
        if target != "figure" and reading.get("R28") != "b" and die() >= SAVES[target]:
            return "hit but saved"
        return "eliminated"

    return all_faces(shot)


def sniper_force(i: dict[str, Any], reading: dict[str, str]) -> Law:
    law: dict[int, Fraction] = {}
    for snipers in range(1, 7):
        for hits, p in hits_of(snipers, 6 if i.get("target_cover") else 5).items():
            law[hits] = law.get(hits, Fraction(0)) + p / 6
    return as_law(law)


def move_distance(i: dict[str, Any], reading: dict[str, str]) -> Law:
    def inches(die: Die) -> str:
        troop, bad = i["troop"], i.get("bad")
        fixed = {"foot": 6, "mounted": 12, "camel": 9, "gun": 6}[troop]
        if bad and troop == "mounted":
            fixed = die() + die()
        elif bad and (troop == "foot" or (troop == "gun" and reading.get("R16") != "b")):
            fixed = die()
        return str(fixed + (die() if i.get("extra") else 0))

    return all_faces(inches)


# --- cards, one after the other
def card_draw(i: dict[str, Any], reading: dict[str, str]) -> Law:
    court = "native: 2 units" if i.get("native_activation") else "native: 1 unit"
    cards = ["european: 1 unit"] * i.get("red", 26) + ["native: 1 unit"] * i.get("black_plain", 20)
    cards += [court] * i.get("black_court", 6) + ["european: 1 unit + event"] * i.get("joker_red", 0)
    cards += ["native: 1 unit + event"] * i.get("joker_black", 0)
    law: Law = {}
    for card in cards:
        law[card] = law.get(card, Fraction(0)) + Fraction(1, len(cards))
    return law


def drawn(pack: tuple[tuple[int, int], ...], draws: int, reading: dict[str, str]) -> dict[int, Fraction]:
    """The total worth of the cards drawn; the pack is pairs of worth and copies."""
    states = {(tuple(copies for _, copies in pack), 0): Fraction(1)}
    for _ in range(draws):
        after: dict[tuple[tuple[int, ...], int], Fraction] = {}
        for (left, total), p in states.items():
            for kind, copies in enumerate(left):
                if copies:
                    rest = list(left)
                    if reading.get("R3") != "b":
                        rest[kind] -= 1
                    now = tuple(rest), total + pack[kind][0]
                    after[now] = after.get(now, Fraction(0)) + p * Fraction(copies, sum(left))
        states = after
    law: dict[int, Fraction] = {}
    for (_, total), p in states.items():
        law[total] = law.get(total, Fraction(0)) + p
    return law


def card_colours(i: dict[str, Any], reading: dict[str, str]) -> Law:
    return as_law(drawn(((1, i.get("red", 26)), (0, i.get("black", 26))), i["draws"], reading))


def joker_wait(i: dict[str, Any], reading: dict[str, str]) -> Law:
    cards, jokers = i.get("cards", 54), i.get("jokers", 2)
    none_yet = Fraction(1)
    for gone in range(i["draws"]):
        left = cards if reading.get("R3") == "b" else cards - gone
        none_yet *= max(Fraction(left - jokers, left), Fraction(0))
    return {w: p for w, p in (("joker by then", 1 - none_yet), ("no joker yet", none_yet)) if p}


def native_activations(i: dict[str, Any], reading: dict[str, str]) -> Law:
    pack = ((0, i.get("red", 26)), (1, i.get("black_plain", 20)), (2, i.get("black_court", 6)))
    return as_law(drawn(pack, i["draws"], reading))


OPINIONS: dict[str, Callable[[dict[str, Any], dict[str, str]], Law]] = {
    name.replace("_", "-"): opinion
    for name, opinion in globals().items()
    if name.replace("_", "-") in INTERFACE["calculators"]
}


# --- situations at random
def chosen(schema: dict[str, Any], luck: random.Random) -> Any:
    """A value that a JSON schema allows, its limits rather often."""
    if "enum" in schema:
        return luck.choice(schema["enum"])
    kind = schema["type"]
    if kind == "boolean":
        return luck.random() < 0.5
    if kind == "integer":
        low, high = schema["minimum"], schema["maximum"]
        return luck.choice([low, high, luck.randint(low, high), luck.randint(low, high)])
    if kind == "number":
        low, high = schema["minimum"], schema["maximum"]
        return luck.choice([low, high, luck.randint(low, high), luck.randint(2 * low, 2 * high) / 2])
    if kind == "array":
        if "prefixItems" in schema:
            return [chosen(place, luck) for place in schema["prefixItems"]]
        return [chosen(schema["items"], luck) for _ in range(luck.randint(0, schema["maxItems"]))]
    return {
        name: chosen(each, luck)
        for name, each in schema["properties"].items()
        if name in schema["required"] or luck.random() < 0.6
    }


def tamed(question: str, i: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    """Inputs that go together, and few enough for a count by hand."""
    if "weapon" in i:
        i["distance"] = min(i["distance"], RANGES[i["weapon"]])
    if question == "volley-losses":
        i["target_plain"] = luck.randint(0, 6)
        i["target_leaders"] = i.get("target_leaders", [])[:4]
    if question in ("card-colours", "native-activations"):
        i |= {
            name: luck.randint(0, 9) for name in ("red", "black", "black_plain", "black_court") if name in i
        }
        i["draws"] = luck.randint(0, min(10, sum(i.get(name, 5) for name in i if name != "draws")))
    if question == "joker-wait":
        i["jokers"] = min(i.get("jokers", 2), i.get("cards", 54))
        i["draws"] = min(i["draws"], i.get("cards", 54))
    if question == "move-distance" and i["troop"] == "gun":
        i["extra"] = False
    if question == "card-draw" and not any(i.get(name, 1) for name in ("red", "black_plain", "black_court")):
        i["red"] = 1
    return i


def readings_of(question: str, number: int, luck: random.Random) -> dict[str, str]:
    """As printed at first, then every reading that the question names, at random."""
    names = INTERFACE["calculators"][question]["readings"]
    if number % 3 == 0:
        return {}
    return {name: luck.choice(list(INTERFACE["readings"][name])) for name in names}


def test_every_calculator_has_a_second_opinion() -> None:
    assert set(OPINIONS) == set(INTERFACE["calculators"])


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("question", OPINIONS)
def test_the_odds_are_those_of_a_count(question: str) -> None:
    luck = random.Random(question)
    for number in range(SAMPLES):
        inputs = tamed(question, chosen(INTERFACE["calculators"][question]["inputs"], luck), luck)
        reading = readings_of(question, number, luck)
        line = {"system": "pz8-colonial", "calculator": question, "inputs": inputs}
        line["reading"] = ",".join(f"{name}={letter}" for name, letter in reading.items()) or "default"
        answer = line_answer(line)
        assert "outcomes" in answer, (line, answer)
        found = {word: Fraction(chance) for word, chance in answer["outcomes"].items()}
        assert found == OPINIONS[question](inputs, reading), line
