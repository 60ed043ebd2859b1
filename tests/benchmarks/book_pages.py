"""Every page of a written book, opened in a browser: no network, no fault, every answer judged.

    python -m tests.benchmarks.book_pages SITE

prints what is wrong with a whole site, page by page, and how many pages and answers were right.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.benchmarks.book import found
from tests.browser.conftest import CHROMIUM_FLAGS, CHROMIUM_NAMES

OURS = ("file://", "data:", "blob:")
LIVE = "https://mybinder.org/"
JUDGED = """() => Object.entries(asked).map(([name, told]) => {
    const given = Object.assign({}, told, { id: `${name}, tried` }), heard = [];
    const hidden = unscrambled(told.hidden), choice = told.kind === "choice";
    const far = choice ? null : F(8 + Math.floor(hidden.within[0] / hidden.within[1]));
    const sayings = choice
        ? [hidden.right, told.choices.find(each => each !== hidden.right)]
        : [text(F(...hidden.right)), text(add(F(...hidden.right), far))];
    if (!choice && sayings[0].length > 40) sayings[0] = decimal(F(...hidden.right));
    if (told.kind === "chance") sayings[1] = hidden.right[0] === "0" ? "1" : "0";
    for (const said of sayings) {
        const box = document.createElement("div"), quiz = new Quiz(box, given);
        const inputs = choice ? [...quiz.form.querySelectorAll("input")] : [];
        inputs.forEach(each => { each.checked = each.value === said; });
        if (!choice) quiz.answer.value = said;
        quiz.keep("1/2");
        heard.push(quiz.verdict.textContent);
    }
    return [name, ...heard];
})"""
"""Every question of a page answered rightly and wrongly, and what it says to both."""


def watched(page: Page) -> list[str]:
    """What goes wrong on a page from now on: faults of its script, and addresses that are not the book's."""
    wrong: list[str] = []
    page.on("pageerror", lambda fault: wrong.append(str(fault)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("request", lambda asked: wrong.append(asked.url) if not asked.url.startswith(OURS) else None)
    return wrong


def open_page(page: Page, site: Path, name: str) -> None:
    """Open a page of the site, until its script has run."""
    file, number_sign, link = name.partition("#")
    page.goto((site / file).as_uri() + number_sign + link)
    page.wait_for_function("document.documentElement.dataset.ready")


def faults_of(page: Page, site: Path, name: str) -> Iterator[str]:
    """What is wrong with a page that is open: it scrolls sideways, leads nowhere, or judges wrongly."""
    if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
        yield f"{name} scrolls sideways"
    for link in page.evaluate("[...document.querySelectorAll('a[href]')].map(a => a.href)"):
        there = link.partition("#")[0].removeprefix(f"{site.as_uri()}/")
        if not (site / there).is_file() and not link.startswith(LIVE):
            yield f"{name} leads to {link}"
    for said in page.locator("[role=alert]").all_inner_texts():
        yield f"{name}: {said}"
    for question, right, wrong in page.evaluate(JUDGED):
        if not right.startswith(("Yes.", "Near enough.")):
            yield f"{name}, {question}: its own answer is judged {right!r}"
        if not wrong.startswith("Not yet"):
            yield f"{name}, {question}: a wrong answer is judged {wrong!r}"


def main(folder: str) -> int:
    """Visit every page of a site; how many faults there are."""
    site, faults, judged = Path(folder).resolve(), 0, 0
    with sync_playwright() as play:
        chromium = next(filter(None, map(found, CHROMIUM_NAMES)), None)
        page = play.chromium.launch(executable_path=chromium, args=CHROMIUM_FLAGS).new_page(
            viewport={"width": 390, "height": 800}
        )
        wrong = watched(page)
        pages = sorted(file.relative_to(site).as_posix() for file in site.rglob("*.html"))
        for name in pages:
            open_page(page, site, name)
            judged += page.evaluate("Object.keys(asked).length")
            for fault in [*faults_of(page, site, name), *(f"{name}: {each}" for each in wrong)]:
                faults += 1
                print(fault, flush=True)
            wrong.clear()
    print(f"{len(pages)} pages, {judged} questions answered right and wrong, {faults} faults")
    return min(faults, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
