"""asp games World War 2 a second time: all faces in plain loops, chains step by step."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

import pz8edu

SYSTEM = "asp-ww2"
DIE = range(1, 7)
PAIRS = list(itertools.product(DIE, repeat=2))
RESULTS = {"A": "---PPRRD", "B": "--PPRRDD", "C": "-PPRRDDD", "D": "PPRRDDDD"}
SCORES = {
    "BARG": "4456----",
    "Rifle Group": "43456---",
    "Inf Group": "433456--",
    "Mortars": "556-----",
    "HMG": "445-----",
    "AC and VLG": "4346----",
    "Light Guns": "523456--",
    "Med Guns": "522345--",
    "Hvy Guns": "422234--",
    "Light Barrage": "33456---",
    "Med Barrage": "433456--",
    "Hvy Barrage": "523345--",
    "C Battery": "------4-",
    "Salvo RL": "322334--",
    "Bomber": "32334546",
    "Attack AC": "53445656",
    "Fighter": "-------4",
    "AAA": "-------6",
}
TARGETS = ["Inf", "SMT", "LA", "MA", "HA", "XA", "ART", "AC"]
READINGS = [
    {},
    {"R1": "b", "R4": "b", "R8": "b", "R12": "b", "R16": "b", "R20": "b"},
    {"R2": "b", "R3": "b", "R5": "b", "R8": "b", "R14": "b", "R15": "b", "R24": "b"},
]
reading = pytest.mark.parametrize("reading", READINGS, ids=str)
Law = dict[Any, Fraction]


def asked(question: str, reading: dict[str, str], shelf: str = "calculator", /, **inputs: Any) -> Any:
    text = ",".join(f"{name}={answer}" for name, answer in reading.items())
    return pz8edu.ask(SYSTEM, question, reading=text or None, question_kind=shelf, **inputs)


def odds(question: str, reading: dict[str, str], /, **inputs: Any) -> Law:
    return dict(asked(question, reading, **inputs).fractions())


def law(outcomes: Iterable[Any]) -> Law:
    counts = Counter(outcomes)
    return {outcome: Fraction(count, counts.total()) for outcome, count in counts.items()}


def mixed(parts: Iterable[tuple[Any, Fraction]]) -> Law:
    found: Counter[Any] = Counter()
    for outcome, chance in parts:
        found[outcome] += chance
    return {outcome: chance for outcome, chance in found.items() if chance}


def result(total: int, grade: str) -> str:
    return RESULTS[grade][min(max(total, 1), 8) - 1].replace("-", "none")


def effect(need: int, grade: str, more: int, reading: dict[str, str]) -> Law:
    if reading.get("R1") == "b":
        return law(result(2 * die - need + more, grade) for die in DIE)
    return law(result(one + other - need + more, grade) for one, other in PAIRS)


@reading
def test_effects_and_shots(reading: dict[str, str]) -> None:
    rng = random.Random(1)
    for _ in range(150):
        need, grade, markers = rng.randint(-6, 15), rng.choice("ABCD"), rng.randint(0, 6)
        flags = {
            name: rng.random() < 0.4
            for name in ("late_british", "light_mortars", "transport", "night_aircraft")
        }
        worth = {"late_british": 1, "light_mortars": 1, "transport": 2, "night_aircraft": -2}
        more = markers + sum(worth[name] for name, on in flags.items() if on)
        assert odds("effect", reading, need=need, grade=grade, markers=markers, **flags) == effect(
            need, grade, more, reading
        )
        shooter, target = rng.choice(list(SCORES)), rng.choice(TARGETS)
        printed = SCORES[shooter][TARGETS.index(target)]
        option, cover, arc = (
            rng.choice("ABCDEFG"),
            rng.choice(["none", "cover", "hard"]),
            rng.choice(["front", "flank", "rear"]),
        )
        pinned, repulsed, skirts = (rng.random() < 0.5 for _ in range(3))
        inputs = {
            "shooter": shooter,
            "target": target,
            "option": option,
            "cover": cover,
            "arc": arc,
            "pinned": pinned,
            "repulsed": repulsed,
            "skirts": skirts,
        }
        if printed == "-":
            assert odds("shot", reading, grade=grade, **inputs) == {"impossible": 1}
            assert asked("needed-score", reading, "board", **inputs) == "impossible"
            continue
        needed = int(printed) + (option in "CDEF") + {"none": 0, "cover": 1, "hard": 2}[cover] + 2 * repulsed
        needed += pinned and not (repulsed and reading.get("R5") == "b")
        if target != "AC" and arc == "rear":
            needed -= 3
        if target != "AC" and arc == "flank":
            plated = skirts and target in ("LA", "MA", "HA", "XA")
            foot = shooter in ("BARG", "Rifle Group", "Inf Group")
            needed -= (0 if foot else 1) if plated else 2
        assert asked("needed-score", reading, "board", **inputs) == needed
        assert odds("shot", reading, grade=grade, **inputs) == effect(needed, grade, 0, reading)


RANGES = {
    ("infantry", "cover", "moving"): (125, 500),
    ("infantry", "cover", "stationary"): (0, 125),
    ("infantry", "open", "moving"): (750, 1500),
    ("infantry", "open", "stationary"): (250, 500),
    ("vehicle", "cover", "moving"): (500, 1000),
    ("vehicle", "cover", "stationary"): (250, 500),
    ("vehicle", "open", "moving"): (2500, 5000),
    ("vehicle", "open", "stationary"): (1000, 2000),
}


@reading
def test_detection(reading: dict[str, str]) -> None:
    rng = random.Random(2)
    for (kind, cover, motion), (near, far) in RANGES.items():
        for light, sky in itertools.product(("day", "dawn", "dusk", "night"), ("clear", "awc")):
            part = Fraction(1, (2 if light in ("dawn", "dusk") else 1) * (2 if sky == "awc" else 1))
            most = {"cover": 75, "open": 125}[cover] if light == "night" else 10**6
            first, second = min(near * part, most), min(far * part, most)
            where = {"kind": kind, "cover": cover, "motion": motion, "light": light, "weather": sky}
            assert asked("detection-range", reading, "board", **where) == {
                "two_plus": first,
                "five_plus": second,
            }
            for distance in (0, first, first + 1, second, second + 1, rng.randint(0, 3000)):
                option_b, marker = rng.random() < 0.5, rng.random() < 0.5
                bonus = option_b + marker if reading.get("R2") == "b" else int(option_b or marker)
                needed = 2 if distance <= first else 5 if distance <= second else 99
                if light == "night" and reading.get("R24") == "b" and distance <= second:
                    needed = 2
                certain = reading.get("R3") != "b"
                wanted = law(
                    "detected" if die + bonus >= needed and (certain or die > 1) else "undetected"
                    for die in DIE
                )
                if needed == 5 and not certain:
                    assert wanted.get("detected", 0) <= Fraction(5, 6)
                assert (
                    odds(
                        "detection",
                        reading,
                        distance=distance,
                        option_b=option_b,
                        fire_marker=marker,
                        **where,
                    )
                    == wanted
                )


def leads(first: int, second: int) -> Law:
    return law(
        "a" if one + first - other - second >= 4 else "b" if other + second - one - first >= 4 else "both"
        for one, other in PAIRS
    )


@reading
def test_engagements(reading: dict[str, str]) -> None:
    rng = random.Random(3)
    for _ in range(60):
        a, b = (
            {
                "detect": rng.choice([None, *range(-1, 8)]),
                "grade": rng.choice("ABCD"),
                "markers": rng.randint(0, 3),
                "fire_marker": rng.random() < 0.5,
                "need": rng.choice([None, *range(1, 9)]),
                "bonus": rng.randint(-2, 2),
            }
            for _ in range(2)
        )

        def sees(stand: dict[str, Any]) -> Law:
            if stand["detect"] is None:
                return {False: Fraction(1)}
            return law(die >= stand["detect"] for die in DIE)

        def modifier(own: dict[str, Any], other: dict[str, Any], seen: bool, nominated: bool) -> int:
            fired = other["fire_marker"] and (nominated or reading.get("R15") != "b")
            better = own["grade"] < other["grade"]
            return better + fired + 3 * seen - own["markers"] - 2 * (own["need"] is None)

        def suffers(by: dict[str, Any], at: dict[str, Any], may: bool) -> Law:
            if not may:
                return {"no shot": Fraction(1)}
            return effect(by["need"], at["grade"], at["markers"] + by["bonus"], reading)

        parts = []
        for (a_sees, p), (b_sees, q) in itertools.product(sees(a).items(), sees(b).items()):
            a_can, b_can = a_sees and a["need"] is not None, b_sees and b["need"] is not None
            for who, r in leads(modifier(a, b, a_sees, True), modifier(b, a, b_sees, False)).items():
                a_may, b_may = a_can and who != "b", b_can and who != "a"
                if reading.get("R8") == "b":
                    a_may = a_can and (who != "b" or not b_can)
                    b_may = b_can and (who != "a" or not a_can)
                for to_b, s in suffers(a, b, a_may).items():
                    for to_a, t in suffers(b, a, b_may).items():
                        parts.append((f"A:{to_a} B:{to_b}", p * q * r * s * t))
        assert odds("engagement", reading, a=a, b=b) == mixed(parts)
        stands = [
            {
                "detected": rng.random() < 0.5,
                "higher_grade": rng.random() < 0.5,
                "opponent_fire_marker": rng.random() < 0.5,
                "markers": rng.randint(0, 4),
                "no_effect": rng.random() < 0.5,
            }
            for _ in range(2)
        ]
        sums = [
            3 * each["detected"]
            + each["higher_grade"]
            + (each["opponent_fire_marker"] and (place == 0 or reading.get("R15") != "b"))
            - each["markers"]
            - 2 * each["no_effect"]
            for place, each in enumerate(stands)
        ]
        words = {"a": "shooter only", "b": "target only", "both": "both"}
        wanted = {words[who]: chance for who, chance in leads(*sums).items()}
        assert odds("initiative", reading, shooter=stands[0], target=stands[1]) == wanted
        assert odds("initiative", reading, shooter_mod=sums[0], target_mod=sums[1]) == wanted


def approach(shots: list[dict[str, Any]], grade: str, reading: dict[str, str]) -> Law:
    states: Law = {(0, False, ""): Fraction(1)}
    for shot in shots:
        parts = []
        for (markers, pinned, end), chance in states.items():
            if end or shot["need"] is None:
                parts.append(((markers, pinned, end), chance))
                continue
            for word, p in effect(shot["need"], grade, markers + shot["bonus"], reading).items():
                after = {
                    "none": (markers, pinned and reading.get("R16") != "b", ""),
                    "P": (markers + 1, True, ""),
                    "R": (0, False, "aircraft driven off"),
                    "D": (0, False, "aircraft destroyed"),
                }[word]
                parts.append((after, chance * p))
        states = mixed(parts)
    return states


@reading
def test_air_attacks(reading: dict[str, str]) -> None:
    rng = random.Random(4)
    for _ in range(40):
        shots = [
            {"need": rng.choice([None, 3, 4, 5, 6, 7]), "bonus": rng.randint(-1, 2)}
            for _ in range(rng.randint(0, 5))
        ]
        grade, need, target_grade = (
            rng.choice("ABCD"),
            rng.choice([None, *range(2, 8)]),
            rng.choice("ABCD"),
        )
        parts = []
        for (_, pinned, end), chance in approach(shots, grade, reading).items():
            if end or need is None:
                parts.append((end or "attack: impossible", chance))
            else:
                for word, p in effect(need + pinned, target_grade, 0, reading).items():
                    parts.append((f"attack: {word}", chance * p))
        inputs = {"shots": shots, "grade": grade, "need": need, "target_grade": target_grade}
        assert odds("air-attack", reading, **inputs) == mixed(parts)
        sortie = mixed(
            (end or "delivered", chance) for (_, _, end), chance in approach(shots, grade, reading).items()
        )
        flown: Law = {(0, 0, False): Fraction(1)}
        for _sortie in range(3):
            flown = mixed(
                (
                    (
                        (number, delivered, True)
                        if lost
                        else (number + 1, delivered + (end == "delivered"), end == "aircraft destroyed")
                    ),
                    chance * (1 if lost and end == next(iter(sortie)) else 0 if lost else p),
                )
                for (number, delivered, lost), chance in flown.items()
                for end, p in sortie.items()
            )
        wanted = mixed(
            (f"{delivered} delivered, {'lost' if lost else 'survives'}", chance)
            for (_, delivered, lost), chance in flown.items()
        )
        assert asked("attack-sorties", reading, "chain", **inputs) == wanted


@reading
def test_command_points_and_markers(reading: dict[str, str]) -> None:
    dice = {"A": 2, "B": 2, "C": 3, "D": 4}
    for grade, radio, style in itertools.product("ABCD", (False, True), ("normal", "mobile", "cautious")):
        more = {"normal": 0, "mobile": 2, "cautious": -2}[style]
        wanted = law(
            str(max(0, sum(sorted(faces)[:2]) + ((extra + 1) // 2 if radio else 0) + more))
            for *faces, extra in itertools.product(DIE, repeat=dice[grade] + 1)
        )
        assert odds("command-points", reading, grade=grade, radio=radio, style=style) == wanted
    one = {
        markers: law(
            str(markers - (min(hits, 1) if reading.get("R4") == "b" else hits))
            for hits in (sum(die >= 5 for die in faces) for faces in itertools.product(DIE, repeat=markers))
        )
        for markers in range(6)
    }
    for markers in range(6):
        assert odds("suppression-removal", reading, markers=markers) == one[markers]
        states: Law = {str(markers): Fraction(1)}
        for turns in range(4):
            assert asked("markers-after", reading, "chain", markers=markers, turns=turns) == states
            states = mixed(
                (after, chance * p)
                for state, chance in states.items()
                for after, p in one[int(state)].items()
            )
        expected = {0: Fraction(0)}
        for number in range(1, markers + 1):
            stay = one[number].get(str(number), Fraction(0))
            rest = sum(p * expected[int(after)] for after, p in one[number].items() if int(after) < number)
            expected[number] = (1 + rest) / (1 - stay)
        found = asked("clear-suppression", reading, "chain", markers=markers)["expected turns"]
        assert found == expected[markers]


ZONES = {
    "desert": ("H H O O O O", 6, 1, "desert"),
    "steppe": ("H LFA LFA O O O", 6, 1, "cold"),
    "tropical": ("SFH SFH LFA LFA O O", 5, 2, "tropical"),
    "temperate": ("SFH H LFA H O O", 5, 2, "temperate"),
    "cold": ("LFA H LFA H O O", 5, 1, "cold"),
}


@reading
def test_terrain(reading: dict[str, str]) -> None:
    for zone, (majors, built, dice, _) in ZONES.items():
        assert odds("major-terrain", reading, zone=zone) == law(majors.split())
        counts = law(sum(faces) for faces in itertools.product(DIE, repeat=dice))
        for what in ("woods", "settlements", "hills", "features"):
            parts = []
            for major in majors.split():
                wooded = major in ("LFA", "SFH")
                share = {
                    "woods": 0 if wooded else 2,
                    "settlements": 2,
                    "hills": 2,
                    "features": 4 if wooded else 6,
                }
                p = Fraction(share[what], 6)
                for count, chance in counts.items():
                    numbers: Law = {0: Fraction(1)}
                    for _ in range(count):
                        numbers = mixed(
                            (number + hit, each * (p if hit else 1 - p))
                            for number, each in numbers.items()
                            for hit in (0, 1)
                        )
                    if what == "settlements":
                        town = Fraction(7 - built, 6)
                        numbers = mixed(
                            (number + more, each * (town if more else 1 - town))
                            for number, each in numbers.items()
                            for more in (0, 1)
                        )
                    parts += [(str(number), chance * each / 6) for number, each in numbers.items()]
            assert odds("terrain-square", reading, zone=zone, what=what) == mixed(parts)


HOURS = {
    "spring": (6, 7, 17, 18),
    "summer": (3, 6, 18, 19),
    "autumn": (6, 7, 17, 18),
    "winter": (7, 8, 16, 17),
}
SEASONS = ["spring", "spring", "summer", "summer", "autumn", "winter"]
ADVERSE = {
    "winter": {"temperate": 4, "tropical": 5, "desert": 5, "cold": 3},
    "autumn": {"temperate": 5, "tropical": 5, "desert": 6, "cold": 4},
    "spring": {"temperate": 5, "tropical": 5, "desert": 6, "cold": 5},
    "summer": {"temperate": 6, "tropical": 4, "desert": 5, "cold": 6},
}


@reading
def test_time_and_weather(reading: dict[str, str]) -> None:
    clock = law(
        one + other + (0 if noon <= 4 else 12) for one, other, noon in itertools.product(DIE, repeat=3)
    )
    assert odds("hour", reading) == {str(hour): chance for hour, chance in clock.items()}

    def light(season: str) -> Law:
        dawn, day, dusk, night = HOURS[season]
        last = int(reading.get("R12") == "b")
        return mixed(
            (
                "dawn"
                if dawn <= hour < day + last
                else "dusk"
                if dusk <= hour < night + last
                else "day"
                if day <= hour < dusk
                else "night",
                chance,
            )
            for hour, chance in clock.items()
        )

    for season in HOURS:
        assert odds("light", reading, season=season) == light(season)
    any_light = mixed((word, p / 6) for season in SEASONS for word, p in light(season).items())
    assert odds("light", reading, season="random") == any_light
    zones = ["desert", "steppe", "tropical", "temperate", "temperate", "cold"]
    parts = []
    for zone, season in itertools.product(zones, SEASONS):
        adverse = Fraction(7 - ADVERSE[season][ZONES[zone][3]], 6)
        assert odds("weather", reading, season=season, zone=zone) == {"adverse": adverse, "fair": 1 - adverse}
        for word, p in light(season).items():
            parts += [(f"adverse, {word}", adverse * p / 36), (f"fair, {word}", (1 - adverse) * p / 36)]
    assert odds("random-game", reading) == mixed(parts)


@reading
def test_fire_until_destroyed_by_the_number_of_markers(reading: dict[str, str]) -> None:
    for grade, need in itertools.product("ABCD", (-6, -2, 1, 4, 7, 8)):
        alive: Law = {0: Fraction(1)}
        within: dict[int, Fraction] = {}
        gone = Fraction(0)
        for shot in range(1, 6):
            parts = []
            for markers, chance in alive.items():
                for word, p in effect(need, grade, markers, reading).items():
                    parts.append(
                        (-1 if word == "D" else markers + "-PR".find(word[0]) * (word != "none"), chance * p)
                    )
            alive = mixed(parts)
            gone += alive.pop(-1, Fraction(0))
            within[shot] = gone
        expected: dict[int, Fraction] = {}
        for markers in range(40, -1, -1):
            chances = effect(need, grade, markers, reading)
            ahead = sum(
                chances.get(word, Fraction(0)) * expected.get(markers + more, Fraction(1))
                for word, more in (("P", 1), ("R", 2))
            )
            expected[markers] = (1 + ahead) / (1 - chances.get("none", Fraction(0)))
        results = asked("fire-until-destroyed", reading, "chain", need=need, grade=grade)
        assert results["expected shots"] == expected[0]
        assert {shot: results[f"within {shot}"] for shot in (1, 2, 3, 5)} == {
            shot: within[shot] for shot in (1, 2, 3, 5)
        }


def test_the_fewest_command_points_by_trying_every_way_to_share_them_out() -> None:
    cost = {"A": 2, "B": 2, "C": 3, "D": 3, "E": 4, "F": 4, "G": 1}
    rng = random.Random(5)
    for _ in range(60):
        grade, mobile = rng.choice("ABCD"), rng.random() < 0.5
        options = [rng.choice("ABCDEFG") for _ in range(rng.randint(1, 5))]
        points = {"A": 4, "B": 3, "C": 2, "D": 2}[grade] + mobile
        ways = [
            max(place) + 1
            for place in itertools.product(range(3), repeat=len(options))
            if all(
                sum(cost[option] for option, at in zip(options, place, strict=True) if at == each) <= points
                for each in range(3)
            )
        ]
        found = asked("options-cost", {"R11": "c"}, "board", grade=grade, mobile=mobile, options=options)
        assert found == (min(ways) if ways else "not allowed")


@pytest.mark.parametrize(
    ("question", "inputs", "words"),
    [
        ("initiative", {"shooter_mod": 1}, "either shooter_mod and target_mod, or shooter and target"),
        ("effect", {"grade": "A"}, "need is required"),
        ("detection", {"distance": -1, "kind": "vehicle", "cover": "open", "motion": "moving"}, "distance"),
        ("engagement", {"a": {"detect": 9, "grade": "A", "need": 4}, "b": {}}, "a.detect"),
    ],
)
def test_a_bad_input_gets_one_sentence(question: str, inputs: dict[str, Any], words: str) -> None:
    with pytest.raises(pz8edu.BadInput, match=words):
        pz8edu.ask(SYSTEM, question, inputs)
