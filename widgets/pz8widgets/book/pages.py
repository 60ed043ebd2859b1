"""What all pages of the book share: their frame, the stylesheet in the kit's colours, the words."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from html import escape
from pathlib import Path

from pz8edu.packing.pack import compact
from pz8edu.printing.saving import save_text
from pz8widgets.page.glossary import Term, glossary
from pz8widgets.page.theme import css, looks_css

HERE = Path(__file__).parent
SCRIPT = ("packs", "guess", "calculator", "progress", "quiz", "days", "page")
"""The parts of the shared script, each of which needs none behind it until the page is read."""
OFFLINE = "offline.js"
FOLDERS = ("books/", "lessons/", "packs/", "puzzles/")
COLOUR = re.compile(r"--pz8-[\w-]+:[^;}]+")
PARTS = (
    ("index.html#books", "Rulebooks"),
    ("index.html#lessons", "Lessons"),
    ("map.html", "Map"),
    ("lessons/practice.html", "Practice"),
    ("day.html", "Shot of the day"),
    ("puzzles.html", "Puzzles"),
    ("glossary.html", "Words"),
)
BINDER = "https://mybinder.org/v2/gh/pz8edu/pz8edu/main?urlpath=doc/tree"
NEEDS = (
    "<p class='quiet'>This part answers by itself in any browser since 2020 with JavaScript switched on.</p>"
)


def write_page(
    site: Path, name: str, title: str, body: str, scripts: Iterable[str] = (), before: str = ""
) -> None:
    """One page of the site; `scripts` lie in the site too, `before` is script that comes after them.

    They are fetched while the page is read, and nobody waits for them to read it.
    """
    file = site / name
    up = "../" * name.count("/")
    links = " ".join(f'<a href="{up}{there}">{said}</a>' for there, said in PARTS)
    loaded = "".join(
        f'<script defer src="{up}{escape(each)}"></script>' for each in ("pz8.js", *dict.fromkeys(scripts))
    )
    inside = f'<script>addEventListener("DOMContentLoaded",()=>{{{before}}},true)</script>' if before else ""
    file.parent.mkdir(parents=True, exist_ok=True)
    save_text(
        file,
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{escape(title)}</title>'
        f'<link rel="icon" href="data:,"><link rel="stylesheet" href="{up}book.css">{loaded}</head><body>\n'
        f'<header><a href="{up}index.html"><b>The book of chance</b></a> {links} '
        f'<form role="search" action="{up}search.html"><input type="search" name="q" placeholder="Search" '
        f'aria-label="Search the book"></form></header>\n<main>\n{body}\n</main>\n'
        f"<footer>Every chance here is exact. This folder works without a network. "
        f'<a href="{up}live.html">Open it live</a></footer>\n'
        f"{inside}\n</body></html>\n",
    )


def in_script(json: str) -> str:
    """JSON that may stand inside a script of a page."""
    return json.replace("</", "<\\/").replace("<!--", "<\\!--")


def write_shared(site: Path) -> None:
    """The script and the stylesheet that all pages share."""
    save_text(site / "pz8.js", script())
    save_text(site / "book.css", stylesheet())


def write_offline(site: Path) -> None:
    """The service worker that keeps the book, served by http, for a time without a network.

    It names the book by what all its files hold. What lies in other folders of the site is no page of it.
    """
    told, names = hashlib.sha256(), []
    for file in sorted(site.rglob("*")):
        name = file.relative_to(site).as_posix()
        if file.is_file() and name != OFFLINE and ("/" not in name or name.startswith(FOLDERS)):
            told.update(name.encode() + file.read_bytes())
            names.append(name)
    worker = (HERE / OFFLINE).read_text(encoding="utf-8")
    worker = worker.replace("NAME OF THE BOOK", told.hexdigest()[:16])
    save_text(site / OFFLINE, worker.replace('["FILES OF THE BOOK"]', compact(names)))


def script() -> str:
    """The script that all pages share: its parts one after the other."""
    return "\n".join((HERE / "script" / f"{part}.js").read_text(encoding="utf-8") for part in SCRIPT)


def stylesheet() -> str:
    """The colours of the kit, light and dark, the looks of outcomes, and the layout of the book."""
    light, _, dark = css("theme").partition("@media screen{")
    day, night = (";".join(COLOUR.findall(part.partition("}")[0])) for part in (light, dark))
    dark_screen = f"@media screen and (prefers-color-scheme:dark){{:root{{{night}}}}}"
    own = (HERE / "book.css").read_text(encoding="utf-8")
    return f":root{{{day}}}\n{dark_screen}\n{looks_css()}\n{own}"


def write_live(site: Path, folder: str) -> None:
    """Where Python runs all that this book tells; `folder` of the site has JupyterLite, if any."""
    here = f"<li><a href='{folder}/lab/index.html'>In this browser</a> (JupyterLite).</li>" if folder else ""
    body = (
        "<h1>Open it live</h1><p>This book answers by itself. Where Python runs, bases are moved, rules are "
        f"changed, and every question of every rulebook is answered:</p><ul>{here}"
        f"<li><a href='{BINDER}/lessons'>On Binder</a>, after a minute.</li>"
        "<li>With the kit on your own computer: <code>python -m pz8edu lab</code>.</li></ul>"
    )
    write_page(site, "live.html", "Open it live", body)


def write_glossary(site: Path) -> None:
    """All words of the rules and of chance, each where a link finds it."""
    body = "<h1>Words</h1>" + "".join(
        f"<h2>{escape(title)}</h2><p>{' · '.join(map(_led, sorted(terms, key=_letters)))}</p>"
        f"<dl>{''.join(map(_told, sorted(terms, key=_letters)))}</dl>"
        for title, terms in glossary().parts.items()
    )
    write_page(site, "glossary.html", "Words", body)


def _led(term: Term) -> str:
    return f'<a href="#{escape(term.anchor)}">{escape(term.word)}</a>'


def _told(term: Term) -> str:
    return f'<dt id="{escape(term.anchor)}">{escape(term.word)}</dt><dd>{escape(term.says)}</dd>'


def _letters(term: Term) -> str:
    return term.word.casefold()
