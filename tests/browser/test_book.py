"""The book without a kernel, opened from a file: no request, no error, and the numbers of Python."""

from __future__ import annotations

import functools
import http.server
import random
import re
import threading
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from pz8edu import BadInput, ask, odds, system
from pz8edu.analysis.puzzles import day_by_day
from pz8edu.asking.odds import drawn_tree
from pz8edu.core.rulebook.system import Calculator, ChainQuestion, System
from pz8edu.core.tree.wording import answer_words, title_words
from pz8edu.lab import lessons_folder
from pz8edu.packing.chains import figure, pack_of_chain
from pz8edu.packing.pack import Pack, pack_of, pairs, read_pack, text_of
from pz8edu.packing.trees import Trees, trees_of
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcomes import spoken
from pz8widgets.book.ahead import lessons_of
from pz8widgets.book.packs import file_of
from pz8widgets.book.site import write_site
from pz8widgets.course.course import Course
from pz8widgets.course.guess import COUNTED, EVEN, KINDS, PARTS, TENS, read_guess
from pz8widgets.course.judge import judge
from pz8widgets.course.lesson import Lesson
from pz8widgets.course.progress import Progress
from pz8widgets.course.shot_of_the_day import CYCLE, calculator_of, chance_of, shot_of
from tests.benchmarks.book_pages import faults_of, open_page, watched

pytestmark = pytest.mark.browser
FIVE = ("direct-fire", "indirect-fire", "transport-fire", "minefield", "close-combat")
TREES = ("direct-fire", "wire", "close-combat", "to-hit", "damage")
GUESSES, PLACES = 4_000, 10_000
LONG, DAYS = "duel", 16
"""A chain that takes long to pack is not in the small book, and its shots are those of so many days only."""
RULEBOOK = "books/pz8-ww2.html"
LESSON = "lessons/pz8-ww2/02-armour-and-flanks.html"


def quick_lessons(course: Course, systems: Sequence[str]) -> dict[str, Lesson]:
    """The lessons that ask nothing of other books, whose packs would take longest."""
    return {
        name: lesson
        for name, lesson in lessons_of(course, systems).items()
        if all(
            entry.get("system", systems[0]) in systems
            for question in lesson.questions.values()
            for entry in (*question.opens, *question.shows)
        )
    }


def quick_chains(home: System, question: ChainQuestion, *more: Any) -> Pack:
    """A chain that takes long is not packed."""
    if question.id == LONG:
        raise BadInput("the small book has no such chain")
    return pack_of_chain(home, question, *more)


def few_trees(home: System, question: Calculator, pack: Pack, most: int) -> Trees:
    """Trees take longest to pack: those that the tests look at."""
    if question.id not in TREES:
        raise BadInput("the small book has no such trees")
    return trees_of(home, question, pack, most)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ein Buch für alle")
    with pytest.MonkeyPatch.context() as shorter:
        for module in ("site", "ahead"):
            shorter.setattr(f"pz8widgets.book.{module}.lessons_of", quick_lessons)
        shorter.setattr("pz8widgets.book.packs.pack_of_chain", quick_chains)
        shorter.setattr("pz8widgets.book.days.CYCLE", DAYS)
        shorter.setattr("pz8widgets.book.packs.trees_of", few_trees)
        shorter.setattr("pz8widgets.book.practice.VARIANTS", 16)
        shorter.setattr("pz8widgets.book.lessons.IDEAS", ("chance", "total probability"))
        write_site(folder, ["pz8-ww2"], lessons_folder(), most_asked=1_000)
    return folder


@pytest.fixture
def opened(browser: Browser) -> Iterator[Page]:
    """A page of the size of a phone, in the dark, that may go nowhere else."""
    page = browser.new_page(viewport={"width": 390, "height": 800}, color_scheme="dark")
    page.wrong = watched(page)
    yield page
    page.close()


def calculator_page(question: str) -> str:
    return f"books/pz8-ww2/{question}.html"


def test_a_book_that_was_visited_needs_no_network(browser: Browser, site: Path) -> None:
    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Nothing is told."""

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=str(site))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    home = f"http://127.0.0.1:{server.server_address[1]}/"
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(f"{home}index.html")
        page.wait_for_function("navigator.serviceWorker.controller", timeout=120_000)
        server.shutdown()
        server.server_close()
        for name in (LESSON, calculator_page("direct-fire"), "search.html?q=rally", ""):
            page.goto(home + name)
            page.wait_for_function("document.documentElement.dataset.ready")
        assert page.locator("main h1").inner_text() == "The book of chance"
        page.goto(f"{home}{calculator_page('wire')}")
        assert page.locator(".odds tbody tr").count() > 1
    finally:
        context.close()


def test_every_page_opens_from_a_file(opened: Page, site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 30
    judged = 0
    for file in pages:
        name = file.relative_to(site).as_posix()
        open_page(opened, site, name)
        assert list(faults_of(opened, site, name)) == []
        judged += opened.evaluate("Object.keys(asked).length")
    assert judged > 40
    assert opened.wrong == []


@pytest.mark.parametrize("question", FIVE)
def test_a_form_answers_as_python(opened: Page, site: Path, question: str) -> None:
    pack = read_pack((site / file_of(f"pz8-ww2/{question}")).read_text(encoding="utf-8"))
    open_page(opened, site, calculator_page(question))
    dice = random.Random(question)
    for _ in range(12):
        given = {axis.name: dice.randrange(len(axis.values)) for axis in pack.inputs}
        found = opened.evaluate(
            """places => {
                const [one] = calculators, selects = one.selects;
                places.forEach((place, at) => { selects[at].value = place; selects[at].onchange(); });
                return [...document.querySelectorAll(".odds tbody tr")].map(row => [
                    row.querySelector("th").textContent,
                    row.querySelector(".pz8-unseen, .pz8-whole").textContent,
                    row.querySelector(".pz8-percent").textContent]);
            }""",
            list(given.values()),
        )
        inputs = {axis.name: axis.values[given[axis.name]] for axis in pack.inputs}
        known = {name: value for name, value in inputs.items() if value is not None}
        reading = known.pop("reading", "")
        wanted = odds("pz8-ww2", question, known, reading=reading or None).fractions()
        shown = {(spoken(word), str(chance), short_percent(chance)) for word, chance in wanted.items()}
        assert set(map(tuple, found)) == shown
    assert opened.wrong == []


def test_a_chain_answers_as_python(opened: Page, site: Path) -> None:
    for chain, given in [
        ("battery-life", {"turn": 1}),
        ("rally-chain", {}),
        ("shots-to-destroy", {"attack": 5, "defence": 4}),
    ]:
        question = system("pz8-ww2").chains[chain]
        known = {name: value for name, value in given.items() if name in question.situation.fields()}
        link = " ".join(f"{name}={value}" for name, value in known.items())
        open_page(opened, site, f"{calculator_page(chain)}#ask=pz8-ww2 {chain} {link}")
        found = opened.evaluate("lawAt(calculators[0].pack, calculators[0].places)")
        inputs = opened.evaluate(
            """Object.fromEntries(calculators[0].pack.inputs.map((axis, at) =>
                [axis.name, axis.values[calculators[0].places[at]]]))"""
        )
        reading = inputs.pop("reading", "")
        wanted = ask("pz8-ww2", chain, inputs, question_kind="chain", reading=reading or None)
        assert {name: figure(value) for name, value in wanted.items()} == dict(found)
        assert opened.locator(".odds tbody tr").count() == len(wanted)
        assert "--kind chain" in (opened.locator(".same code").text_content() or "")
    assert opened.wrong == []


def test_a_lesson_opens_the_results_of_its_chain(opened: Page, site: Path) -> None:
    open_page(opened, site, "lessons/pz8-ww2/05-indirect-fire-and-deviation.html")
    told = opened.evaluate("Object.values(asked).flatMap(one => unscrambled(one.hidden).opens)")
    assert "pz8-ww2/battery-life" in [each.get("calculator") for each in told]
    assert opened.evaluate("!packs['pz8-ww2/battery-life'].trouble")


def test_a_puzzle_is_judged_and_remembered(opened: Page, site: Path) -> None:
    ours = [each for each in day_by_day() if each.book == "pz8-ww2"]
    one = ours[0]
    open_page(opened, site, "puzzles.html")
    assert opened.locator("#all li").count() == len(ours)
    today = ours[date.fromisoformat(opened.evaluate("today()")).toordinal() % len(ours)]
    assert (opened.locator("[data-puzzle-of-the-day]").get_attribute("href") or "").endswith(
        f"/{today.id}.html"
    )
    opened.locator("[data-puzzle-of-the-day]").click()
    opened.locator(".choices button").first.wait_for()
    assert opened.locator(".choices button").count() > 1
    page = f"puzzles/{one.id}.html"
    assert one.trap == one.answer or str(one.choices[one.answer]) not in (site / page).read_text("utf-8")
    open_page(opened, site, page)
    place = sorted(one.choices).index(one.answer)
    opened.locator(".choices button").nth(place).click()
    verdict = opened.locator("[data-puzzle] [role=status]")
    assert "Right." in verdict.inner_text()
    assert verdict.locator("tr").count() == len(one.choices)
    assert verdict.locator("td.number").first.get_attribute("title") == str(one.choices[one.answer])
    open_page(opened, site, "puzzles.html")
    assert opened.locator(".standing").inner_text().strip() == "✓ done"
    assert opened.wrong == []


def test_the_map_leads_to_every_lesson(opened: Page, site: Path) -> None:
    open_page(opened, site, "map.html")
    links = set(opened.evaluate("[...document.querySelectorAll('main li a, main p a')].map(a => a.href)"))
    assert links == {file.as_uri() for file in (site / "lessons").rglob("*.html")}
    opened.locator(".pz8-world").first.click()
    assert opened.locator(":target").count() == 1
    assert opened.wrong == []


def test_the_walk_is_the_same_in_script_and_in_python(opened: Page, site: Path) -> None:
    dice = random.Random(23)
    for question in FIVE:
        pack = read_pack((site / file_of(f"pz8-ww2/{question}")).read_text(encoding="utf-8"))
        places = [[dice.randrange(len(axis.values)) for axis in pack.inputs] for _ in range(PLACES // 5)]
        open_page(opened, site, calculator_page(question))
        found = opened.evaluate(
            "([name, all]) => all.map(each => walk(packs[name], each))", [f"pz8-ww2/{question}", places]
        )
        assert found == [pack.walk.code(each) for each in places]


def test_a_formula_of_counts_is_worked_out_in_the_page_as_in_python(opened: Page, site: Path) -> None:
    open_page(opened, site, "index.html")
    dice = random.Random(47)
    for book, name in (
        ("pz8-colonial", "card-draw"),
        ("pz8-colonial", "native-activations"),
        ("panzer8-expansion", "reveal-by-several"),
    ):
        home = system(book)
        pack = pack_of(home, home.calculators[name], "one")
        assert pack.has_formulas
        opened.add_script_tag(content=text_of(pack))
        places = [[dice.randrange(len(axis.values)) for axis in pack.inputs] for _ in range(60)]
        found = opened.evaluate(
            """([name, all]) => all.map(places => {
                const law = lawAt(packs[name], places);
                return typeof law === "string" ? law : law.map(([word, { n, d }]) => [word, `${n}/${d}`]);
            })""",
            [f"{book}/{name}", places],
        )
        for each, answer in zip(places, found, strict=True):
            law = pack.law(each)
            wanted = (
                law if isinstance(law, str) else {pack.words[w]: Fraction(n, law[0]) for w, n in pairs(law)}
            )
            assert wanted == (answer if isinstance(answer, str) else {w: Fraction(n) for w, n in answer})
    assert opened.wrong == []


def test_a_link_asks_and_is_written(opened: Page, site: Path) -> None:
    open_page(opened, site, calculator_page("direct-fire") + "#ask=pz8-ww2 direct-fire attack=5 defence=4")
    assert opened.get_by_label("Attack", exact=True).get_attribute("aria-valuetext") == "5"
    opened.get_by_label("Attack", exact=True).fill("3")
    opened.wait_for_function("/attack=3/.test(location.hash)")
    open_page(opened, site, "index.html")
    open_page(opened, site, calculator_page("direct-fire") + "#ask=pz8-ww2 direct-fire attack=99")
    assert "attack is packed for" in opened.locator(".problem").inner_text()
    assert opened.wrong == []


def test_a_link_asks_for_any_count(opened: Page, site: Path) -> None:
    """A count without end: the last value answers for any more, and the page says so."""
    open_page(opened, site, calculator_page("air-to-hit") + "#ask=pz8-ww2 air-to-hit aa_guns=4000")
    assert "13 or more" in opened.inner_text("main")
    open_page(opened, site, calculator_page("air-to-hit") + "#ask=pz8-ww2 air-to-hit aa_guns=2.5")
    assert "aa_guns is packed for 0, 1, 2" in opened.inner_text("main")
    told = opened.evaluate(
        """() => [0.3, 1.7, 2.1, "x"].map(at => gapOf(
          { only: "all between two of them alike", values: [0, 0.5, 1, 1.5, 2] }, String(at)))"""
    )
    assert [max(each, -1) for each in told] == [1, 3, -1, -1]


def test_a_link_to_any_page_finds_its_question(opened: Page, site: Path) -> None:
    open_page(opened, site, "index.html#ask=pz8-ww2 direct-fire attack=5")
    opened.wait_for_selector(".calculator")
    assert opened.evaluate("calculators[0].given()") == ["attack=5"]
    for link, told in [
        ("pz8-ww2 direct-fly", "This book has no question pz8-ww2/direct-fly; search for it above."),
        (
            "pz8-ww2",
            "A link asks as in #ask=pz8-ww2 direct-fire attack=5: a book, a question, its inputs.",
        ),
    ]:
        opened.goto("about:blank")
        open_page(opened, site, f"map.html#ask={link}")
        opened.wait_for_selector("[role=alert]")
        assert opened.get_by_role("alert").inner_text() == told
    assert opened.wrong == []


def test_a_turned_input_leaves_the_tree_as_if_drawn_anew(opened: Page, site: Path) -> None:
    open_page(opened, site, calculator_page("direct-fire"))
    dice = random.Random(8)
    sizes = opened.evaluate("calculators[0].pack.inputs.map(axis => axis.values.length)")
    for _ in range(25):
        place = dice.randrange(len(sizes))
        turned = opened.evaluate(
            """([place, value]) => {
                const [one] = calculators;
                one.places[place] = value; one.draw();
                const kept = one.tree.innerHTML;
                one.shape = ""; one.draw();
                return [kept, one.tree.innerHTML];
            }""",
            [place, dice.randrange(sizes[place])],
        )
        assert turned[0] == turned[1]
    assert opened.locator(".tree .end").count() > 0
    assert opened.wrong == []


def test_a_full_storage_loses_nothing_that_is_on_the_page(opened: Page, site: Path) -> None:
    open_page(opened, site, LESSON)
    opened.evaluate("progress.keep('before', '1', true, '3/4')")
    opened.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }"
    )
    box = opened.locator("[data-quiz=ww2-2-tiger]")
    box.get_by_label("Your answer").fill("10/3")
    box.get_by_role("button", name="Check").click()
    box.get_by_role("button", name="Fairly sure").click()
    assert box.locator(".verdict").inner_text().startswith("Yes.")
    assert "keeps nothing here: save your answers as a file" in box.locator(".verdict").inner_text()
    assert set(opened.evaluate("JSON.parse(progress.file()).answers")) == {"before", "ww2-2-tiger"}
    assert opened.wrong == []


def test_a_damaged_pack_says_so(opened: Page, site: Path) -> None:
    file = site / file_of("pz8-ww2/rally")
    whole = file.read_text(encoding="utf-8")
    try:
        file.write_text(whole.replace('"walk":"A', '"walk":"B', 1), encoding="utf-8")
        open_page(opened, site, calculator_page("rally"))
        assert opened.get_by_role("alert").inner_text() == (
            "The pack of pz8-ww2/rally is damaged: copy it again."
        )
        file.write_text(whole.replace('"v":1', '"v":2', 1), encoding="utf-8")
        opened.reload()
        assert opened.get_by_role("alert").inner_text() == (
            "The pack of pz8-ww2/rally has format 2; this page reads format 1."
        )
        assert opened.locator("main h2").inner_text() == "What the book says", "the text is there"
        file.unlink()
        opened.reload()
        assert opened.get_by_role("alert").inner_text() == (
            "The pack of pz8-ww2/rally is not in this folder: copy the whole book."
        )
    finally:
        file.write_text(whole, encoding="utf-8")


def test_a_browser_without_script_has_the_text(browser: Browser, site: Path) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto((site / LESSON).as_uri())
    assert page.locator("[data-quiz] p").count() > 4, "the questions are there to be read"
    assert "any browser since 2020 with JavaScript" in page.locator("[data-quiz]").first.inner_text()
    page.close()


def test_a_question_is_judged_and_remembered(opened: Page, site: Path) -> None:
    open_page(opened, site, LESSON)
    box = opened.locator("[data-quiz=ww2-2-tiger]")
    assert "10/3" not in (site / LESSON).read_text(encoding="utf-8")
    box.get_by_label("Your answer").fill("two")
    box.get_by_role("button", name="Check").click()
    box.get_by_role("button", name="Fairly sure").click()
    assert "not simply doubled" in box.locator(".verdict").inner_text()
    assert box.locator("ol li").count() == 0
    box.get_by_label("Your answer").fill("5")
    box.get_by_role("button", name="Check").click()
    assert box.locator("ol li").count() == 1, "the second wrong guess in a row opens the first hint"
    box.get_by_label("Your answer").fill("10/3")
    box.get_by_role("button", name="Check").click()
    assert box.locator(".verdict").inner_text().startswith("Yes.")
    assert box.locator(".board").count() == 1
    opened.reload()
    opened.wait_for_function("document.documentElement.dataset.ready")
    assert "rightly before" in box.locator(".verdict").inner_text()
    assert "10/3" in box.locator(".verdict details:not([open])").text_content().replace("⁄", "/")
    (kept,) = opened.evaluate("Object.values(JSON.parse(progress.file()).answers)")
    assert (kept["first"], kept["confidence"], kept["right"], kept["tries"]) == ("two", "3/4", True, 3)
    assert opened.wrong == []


def test_a_table_tells_chances_only_where_its_question_asks_for_them(opened: Page, site: Path) -> None:
    """Under "who wins the duel?" a shot stays a picture: it is asked later. And nothing can be dragged."""
    told = {}
    for page, name, guess in (
        ("00-start-here", "start-destroyed", "5/36"),
        ("pz8-ww2/06-a-whole-turn", "ww2-6-duel", "57 %"),
    ):
        open_page(opened, site, f"lessons/{page}.html")
        box = opened.locator(f"[data-quiz={name}]")
        box.locator(".board").first.wait_for()
        assert "Drag" not in box.inner_text()
        assert box.locator(".calculator").count() == 0
        box.get_by_label("Your answer").fill(guess)
        box.get_by_role("button", name="Check").click()
        box.get_by_role("button", name="Even chances").click()
        assert box.locator(".verdict").inner_text().startswith(("Yes.", "Near enough."))
        told[name] = box.locator("> div").first.locator(".calculator").count()
    assert told == {"start-destroyed": 1, "ww2-6-duel": 0}
    assert opened.wrong == []


def test_a_tree_is_that_of_python_way_by_way(opened: Page, site: Path) -> None:
    open_page(opened, site, calculator_page("wire"))
    pack = read_pack((site / file_of("pz8-ww2/wire")).read_text(encoding="utf-8"))
    question = system("pz8-ww2").calculators["wire"]
    dice = random.Random(4)
    for _ in range(25):
        places = [0 if axis.name == "reading" else dice.randrange(len(axis.values)) for axis in pack.inputs]
        given = {axis.name: axis.values[place] for axis, place in zip(pack.inputs, places, strict=True)}
        given.pop("reading", None)
        found = opened.evaluate(
            """places => {
                const tree = trees["pz8-ww2/wire"], ways = [];
                const follow = (way, said, reached) => {
                    const asked = questionAt(tree, places, way);
                    for (const [name, words, , , chance, end] of asked.answers) {
                        const on = [...said, asked.title, words], after = mul(reached, chance);
                        if (end === null) follow([...way, name], on, after);
                        else ways.push([...on, end, text(after)]);
                    }
                };
                follow([], [], F(1));
                return ways;
            }""",
            places,
        )
        situation = question.situation.read({name: each for name, each in given.items() if each is not None})
        tree = drawn_tree(question, situation, system("pz8-ww2").rules)
        wanted = []
        for way in tree.paths():
            said = [
                part for node, branch in way.steps for part in (title_words(node), answer_words(node, branch))
            ]
            chance = str(way.last.fraction()) if way.last else "1"
            wanted.append([*(said or ["", ""]), question.word(way.outcome), chance])
        assert sorted(found) == sorted(wanted), given


def test_a_roll_takes_one_way_of_the_tree(opened: Page, site: Path) -> None:
    open_page(opened, site, calculator_page("close-combat"))
    opened.get_by_role("button", name="Roll it").click()
    lit = opened.locator(".tree li.lit .end")
    assert lit.count() == 1
    assert opened.locator(".tools p").inner_text().startswith(lit.inner_text().split()[0])


def test_two_bases_are_picked_and_answered(opened: Page, site: Path) -> None:
    open_page(opened, site, "lessons/00-start-here.html")
    assert opened.locator("[data-base='T-34']").count() == 1
    assert opened.locator(".calculator").count() == 0, "no chance before the guess"
    opened.evaluate("Object.keys(asked).forEach(name => progress.keep(name, '1', true, '3/4'))")
    opened.reload()
    opened.wait_for_function("document.documentElement.dataset.ready")
    box = opened.locator("[data-quiz=start-destroyed]")
    assert opened.get_by_label("Fires").input_value() == "Pz IV"
    before = box.locator(".calculator .odds").first.inner_text()
    box.locator("[data-base='T-34']").click()
    box.locator("[data-base='Pz IV']").click()
    assert opened.get_by_label("Is fired at").input_value() == "Pz IV"
    after = box.locator(".calculator .odds").first.inner_text()
    assert "destroyed" in before
    assert "destroyed" in after
    opened.get_by_label("Is fired at").select_option("Rifles")
    assert "Rifles is on the same side." in box.locator("[role=status] .problem").first.inner_text()
    assert opened.wrong == []


def test_practice_brings_back_tomorrow_what_was_wrong(opened: Page, site: Path) -> None:
    open_page(opened, site, LESSON)
    box = opened.locator("[data-practice]")
    box.get_by_role("button", name="Check").wait_for()
    wrong = opened.evaluate(
        """() => { const told = stills[document.querySelector("[data-practice]").dataset.practice];
            return Object.entries(told.variants).map(([name, each]) => [name, each.right]); }"""
    )
    assert len(wrong) > 15
    name, right = wrong[3]
    opened.evaluate("name => { progress.keep(name, '0', false, ''); }", name)
    assert opened.evaluate("name => due(progress.answers[name], today())", name) is False
    opened.evaluate("name => { progress.answers[name].last = '2020-01-01'; progress.write(); }", name)
    opened.reload()
    opened.wait_for_function("document.documentElement.dataset.ready")
    box.locator(f"input[value='{right}']").check()
    box.get_by_role("button", name="Check").click()
    assert box.locator(".verdict").inner_text().startswith("Yes.")
    kept = opened.evaluate("name => progress.answers[name]", name)
    assert (kept["right"], kept["tries"], kept["in_a_row"]) == (True, 2, 1)
    assert opened.wrong == []


def test_the_shot_of_the_day_is_that_of_the_day(opened: Page, site: Path) -> None:
    today = date.fromordinal(CYCLE * 2_000)
    opened.clock.set_fixed_time(f"{today}T12:00:00")
    open_page(opened, site, "day.html")
    opened.wait_for_selector("[data-day][data-ready]")
    far = "0" if chance_of(shot_of(today, Course(lessons_folder()))) > Fraction(1, 2) else "1"
    opened.get_by_label("Your answer").fill(far)
    opened.get_by_role("button", name="Check").click()
    opened.get_by_role("button", name="Even chances").click()
    assert "A new row begins tomorrow" in opened.locator("[data-day] > p").inner_text()
    (name,) = opened.evaluate("Object.keys(progress.answers)")
    assert re.fullmatch(r"shot of the day \d{4}-\d\d-\d\d", name)
    assert opened.wrong == []


def test_the_kit_has_the_same_shot_and_its_calculator_opens_where_it_is_packed(
    opened: Page, site: Path
) -> None:
    days = map(date.fromordinal(CYCLE * 2_000).__add__, map(timedelta, range(DAYS)))
    today = next(each for each in days if shot_of(each, Course(lessons_folder())).system == "pz8-ww2")
    shot = shot_of(today, Course(lessons_folder()))
    opened.clock.set_fixed_time(f"{today}T12:00:00")
    open_page(opened, site, "day.html")
    opened.wait_for_selector("[data-day][data-ready]")
    told = opened.locator("[data-day] .asked").inner_text()
    assert calculator_of(shot).title in told
    assert re.sub("[-_]", " ", shot.outcome) in told
    opened.get_by_label("Your answer").fill(str(chance_of(shot)))
    opened.get_by_role("button", name="Check").click()
    opened.get_by_role("button", name="Even chances").click()
    assert opened.locator("[data-day] .verdict").inner_text().startswith("Yes.")
    assert "1 in a row, best 1" in opened.locator("[data-day] > p").inner_text()
    assert opened.locator("[data-day] .calculator").count() == 1
    opened.clock.set_fixed_time(f"{today + timedelta(days=2)}T12:00:00")
    opened.reload()
    opened.wait_for_selector("[data-day][data-ready]")
    assert "0 in a row, best 1" in opened.locator("[data-day] > p").inner_text(), "a day was left out"
    assert opened.wrong == []


def test_tomorrow_s_practice_remembers_today(opened: Page, site: Path) -> None:
    opened.clock.set_fixed_time("2026-11-27T20:00:00")
    open_page(opened, site, LESSON)
    question = opened.locator("[data-quiz]").first.get_attribute("data-quiz")
    opened.evaluate("name => progress.keep(name, '0', false, '1/4')", question)
    open_page(opened, site, "lessons/practice.html")
    due = opened.locator("[data-again]")
    assert due.inner_text().startswith("Nothing is due today.")
    opened.get_by_label("Idea").select_option("total probability")
    opened.wait_for_function("stills['drills/total-probability']")
    box = opened.locator("[data-drills]")
    box.get_by_role("button", name="Check").wait_for()
    name = opened.evaluate("Object.keys(stills['drills/total-probability'].variants)[0]")
    opened.evaluate("name => progress.keep(name, '0', false, '')", name)
    opened.clock.set_fixed_time("2026-11-28T08:00:00")
    opened.reload()
    opened.wait_for_function("document.documentElement.dataset.ready")
    assert due.inner_text().startswith("1 due today:")
    assert [each.get_attribute("href") for each in due.locator("li:visible a").all()] == [
        LESSON.removeprefix("lessons/")
    ]
    box.get_by_role("button", name="Check").wait_for()
    opened.get_by_label("Idea").select_option("total probability")
    opened.wait_for_function("stills['drills/total-probability']")
    assert "1 to come again" not in box.inner_text(), "that one is asked just now"
    asked = opened.evaluate("name => stills['drills/total-probability'].variants[name].right", name)
    box.locator(f"input[value='{asked}']").check()
    box.get_by_role("button", name="Check").click()
    assert box.locator(".verdict").inner_text().startswith("Yes.")
    assert opened.evaluate("name => progress.answers[name].right", name), "it was that one"
    assert opened.evaluate("document.querySelectorAll('[data-practice] section.card').length") == 4
    assert opened.wrong == []


def test_the_book_is_searched(opened: Page, site: Path) -> None:
    open_page(opened, site, "index.html")
    opened.keyboard.press("/")
    opened.keyboard.type("rally")
    opened.keyboard.press("Enter")
    opened.wait_for_selector("[data-results] li")
    first = opened.locator("[data-results] a").first
    assert "rally" in first.inner_text().lower()
    first.click()
    opened.wait_for_function("document.documentElement.dataset.ready")
    assert opened.wrong == []


def test_a_book_without_its_list_says_so(opened: Page, site: Path) -> None:
    file = site / "search.js"
    whole = file.read_bytes()
    file.unlink()
    try:
        for name, where in (("search.html?q=rally", "status"), ("map.html#ask=pz8-ww2 direct-fire", "alert")):
            opened.goto(f"{site.as_uri()}/{name}")
            opened.wait_for_selector(f"[role={where}]:has-text('copy the whole book')")
    finally:
        file.write_bytes(whole)


def test_answers_of_browser_and_notebook_merge_without_loss(opened: Page, site: Path, tmp_path: Path) -> None:
    notebook = Progress(tmp_path)
    notebook.keep("both", "1/3", False, "1/2")
    notebook.keep("notebook", "2", True)
    notebook.keep_puzzle("of my own", {"played": "left", "steps": [{"b": 1, "a": None}]})
    open_page(opened, site, "index.html")
    opened.evaluate("progress.keep('both', '1/4', false, ''); progress.keep('both', '1/2', true, '')")
    opened.evaluate("progress.keep('browser', '1', true, '3/4')")
    mine = opened.evaluate("progress.file()")
    opened.evaluate("said => progress.take(said)", notebook.path.read_text(encoding="utf-8"))
    here = opened.evaluate("progress.file()")
    opened.evaluate(
        "said => { progress.answers = answersIn(said); }", notebook.path.read_text(encoding="utf-8")
    )
    opened.evaluate("said => progress.take(said)", mine)
    assert opened.evaluate("progress.file()") == here
    notebook.path.write_text(here, encoding="utf-8")
    again = Progress(tmp_path)
    assert set(again.answers) == {"both", "notebook", "browser", "of my own"}
    assert again.puzzles == notebook.puzzles
    assert again.answers["both"].right
    assert again.answers["both"].tries == 2
    opened.evaluate("said => progress.take(said)", again.path.read_text(encoding="utf-8"))
    assert opened.evaluate("progress.file()") == here


def test_what_cannot_be_read_is_set_aside(opened: Page, site: Path) -> None:
    open_page(opened, site, "index.html")
    opened.evaluate("localStorage.setItem('pz8edu-progress', '{\"answers\": [')")
    opened.reload()
    opened.wait_for_function("document.documentElement.dataset.ready")
    assert "set aside as pz8edu-progress-damaged" in opened.locator("[data-progress]").inner_text()
    opened.evaluate("progress.keep('browser', '1', true, '')")
    assert opened.evaluate("localStorage.getItem('pz8edu-progress-damaged')") == '{"answers": ['
    assert opened.wrong == []


def test_a_browser_that_keeps_nothing_says_so(opened: Page, site: Path) -> None:
    opened.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
    )
    open_page(opened, site, LESSON)
    box = opened.locator("[data-quiz=ww2-2-tiger]")
    assert "keeps nothing here" in box.locator(".verdict").inner_text()
    box.get_by_label("Your answer").fill("10/3")
    box.get_by_role("button", name="Check").click()
    box.get_by_role("button", name="Fairly sure").click()
    assert box.locator(".verdict").inner_text().startswith("Yes.")
    assert opened.wrong == []


# --- the judge
def test_the_page_judges_as_python(opened: Page, site: Path) -> None:
    dice = random.Random(7)
    cases, wanted = [], []
    for _ in range(GUESSES):
        kind, said = dice.choice([kind for kind in KINDS if kind != "choice"]), guess_of(dice)
        right = Fraction(dice.randint(0, 20), dice.randint(1, 36))
        within = dice.choice([Fraction(0), Fraction(34, 100), Fraction(1, 20)])
        traps = {
            Fraction(dice.randint(0, 12), dice.randint(1, 36)): f"trap {number}"
            for number in range(dice.randint(0, 3))
        }
        try:
            guess = read_guess(kind, said)
            if dice.random() < 0.3:
                right = guess.value + dice.choice([0, Fraction(1, 200), -Fraction(1, 72)])
            traps.pop(right, None)
            found = judge(kind, guess, right, within, traps)
            wanted.append([found.verdict.value, found.says, found.off])
        except BadInput as fault:
            wanted.append(["refused", str(fault)])
        told = [[str(value.numerator), str(value.denominator), says] for value, says in traps.items()]
        cases.append([kind, said, *(texts(each) for each in (right, within)), told])
    open_page(opened, site, "index.html")
    judged = opened.evaluate(
        """cases => cases.map(([kind, said, right, within, traps]) => {
            try {
                const all = traps.map(([n, d, says]) => [F(n, d), says]);
                return judge(kind, readGuess(kind, said), F(...right), F(...within), all);
            } catch (fault) { return [fault instanceof BadInput ? "refused" : "fault", fault.message]; }
        })""",
        cases,
    )
    different = [each for each in zip(cases, wanted, judged, strict=True) if each[1] != each[2]]
    assert different == []
    assert len({verdict for verdict, *_ in wanted}) == 6


def texts(value: Fraction) -> list[str]:
    return [str(value.numerator), str(value.denominator)]


def guess_of(dice: random.Random) -> str:
    kind = dice.randrange(12)
    if kind < 5:
        said = number_of(dice)
    elif kind == 5:
        said = f"{number_of(dice)} {dice.choice(['in', 'out of', 'of'])} {number_of(dice)}"
    elif kind == 6:
        said = f"{number_of(dice)}{dice.choice([' to ', ':', ' : ', 'to'])}{number_of(dice)}"
    elif kind == 7:
        said = f"{number_of(dice)}{dice.choice(['%', ' %', ' percent', ' per cent'])}"
    elif kind == 8:
        said = dice.choice(["never", "sure", "no idea", "??", "twice", "the same", "once as much", *EVEN])
    elif kind == 9:
        said = f"{dice.choice(['about ', 'roughly', '~', '≈ ', '='])}{number_of(dice)}"
    elif kind == 10:
        between = dice.choice([" x ", "*", " × ", " times", " pairs", " of 36"])
        said = f"{number_of(dice)}{between}{number_of(dice)}"
    else:
        said = "".join(dice.choices("0123456789./,-−% ½inoftapxé:'\"\\\t ٣", k=dice.randint(0, 9)))
    return f" {said.upper()} " if dice.random() < 0.2 else said


def number_of(dice: random.Random) -> str:
    return dice.choice(
        [
            str(dice.randint(0, 40)),
            f"{dice.randint(0, 3)}.{dice.randint(0, 999)}",
            f".{dice.randint(0, 99)}",
            f"{dice.randint(0, 99)},{dice.randint(0, 9999)}",
            f"{dice.randint(0, 40)}/{dice.randint(0, 40)}",
            f"{dice.randint(0, 3)} {dice.randint(0, 9)} / {dice.randint(1, 9)}",
            dice.choice("½⅓⅔¼¾⅙⅛⅞⅑⅒"),
            f"{dice.randint(0, 3)}{dice.choice('½⅓¼⅛')}",
            dice.choice(COUNTED),
            f"{dice.choice(TENS)}-{dice.choice(COUNTED)}",
            f"{dice.choice(COUNTED)} {dice.choice(PARTS)}s",
            f"-{dice.randint(0, 9)}",
            "5.",
        ]
    )
