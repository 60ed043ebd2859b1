"""A comparison as a page of its own: what changed in the text, what that did, and how to repeat it."""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from markupsafe import Markup

from pz8edu.core.rulebook.draws import listed_values
from pz8edu.core.rulebook.situation import Given
from pz8edu.core.rulebook.system import System
from pz8edu.desk.backwards.figure import domain_at, input_text
from pz8edu.desk.compare.comparison import Comparison
from pz8edu.desk.compare.everywhere import Everywhere
from pz8edu.desk.variants.variant import options_of
from pz8edu.errors import BadInput
from pz8edu.pages.differences import differences
from pz8edu.pages.printed_sections import with_headings
from pz8edu.printing.html_table import html_table
from pz8edu.printing.saving import save_text

STYLE = Markup("""
body { font: 16px/1.45 system-ui, sans-serif; color: #1f2933; background: #fff; max-width: 60em;
  margin: 2em auto; padding: 0 1em; }
h1 { font-size: 1.5em; } h2 { font-size: 1.15em; margin-top: 1.6em; }
table { border-collapse: collapse; margin: .6em 0; } th, td { padding: .2em .7em; text-align: left;
  border-bottom: 1px solid #d5dbe1; vertical-align: top; }
pre { background: #f4f6f8; padding: .6em; white-space: pre-wrap; overflow-wrap: anywhere; }
* { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
figure { margin: .6em 0; overflow-x: auto; } svg { max-width: 100%; height: auto; }
@media print { body { max-width: none; margin: 0; font-size: 11pt; } h2 { break-after: avoid; }
  tr, figure, pre { break-inside: avoid; } }
caption { text-align: left; } .pz8-heat { margin: 1em 0; }
""")

Table = tuple[str, list[str], list[list[str]]]
"""A heading, the titles of the columns, and lines of text."""


class ComparedPage:
    """A comparison as a page: `page.save("page.html")`, `.md` or `.csv`; in a notebook it shows itself.

    `summary` says what changes; `fixed` are the inputs that stay as they are, `over` those that vary;
    `command` repeats it. Each kind of question has its `tables` and its pictures in its own way.
    """

    def __init__(
        self,
        home: System,
        found: Comparison | Everywhere,
        summary: str,
        fixed: Given,
        over: Mapping[str, Sequence[object]],
        title: str = "",
        why: str = "",
    ) -> None:
        self.home = home
        self.question, self.first, self.second = found.question, found.first, found.second
        self.summary, self.to_csv = summary, found.to_csv
        self.fixed = dict(fixed)
        self.over = dict(over)
        self.title = title or f"{self.question.title}: {self.first} and {self.second}"
        self.why = why

    # --- what each kind of question says
    def tables(self) -> Iterator[Table]:
        """The tables under the summary, in their order."""
        raise NotImplementedError

    def pictures(self) -> Markup:
        """What is drawn under the summary."""
        raise NotImplementedError

    def pictures_in_text(self) -> str:
        """The same in Markdown."""
        raise NotImplementedError

    # --- what it says
    @property
    def command(self) -> str:
        """The line that repeats it; "" where a rule of one's own is compared: a line cannot hold that."""
        first, second = self.first, self.second
        if first.own_rules or second.own_rules:
            return ""
        words = ["python", "-m", "pz8edu", "report", self.home.id, self.question.id]
        words += [f"{name}={input_text(value)}" for name, value in self.fixed.items()]
        if self.over:
            words += ["--over", ",".join(self._written_over())]
        if self.question.situation.in_the_book and not second.beyond_the_book():
            words.append("--beyond-the-book")
        if first != self.home.rules:
            words += ["--first", str(first)]
        if second.system != self.home.id:
            return shlex.join([*words, "--second", str(second)])
        return " ".join(filter(None, (shlex.join(words), options_of(second))))

    def _written_over(self) -> Iterator[str]:
        """The inputs that vary as a command has them: all values by name, others by value."""
        for name, values in self.over.items():
            domain = domain_at(self.question, name.split("."))
            every = domain is not None and tuple(values) == listed_values(domain)
            yield name if every else f"{name}={'|'.join(map(input_text, values))}"

    @property
    def changed_text(self) -> Table:
        """What the second rules say otherwise."""
        told = differences(self.first, self.second)
        rows = [[each.name, each.before or "–", each.after or "–", each.meaning] for each in told]
        for name, rule in self.second.own_rules:
            rows.append(
                [f"{name}()", "as printed", getattr(rule, "__name__", ""), inspect.getdoc(rule) or ""]
            )
        return "What changed in the text", ["name", "before", "after", "meaning"], rows

    @property
    def _asked(self) -> str:
        """What was asked, in a sentence."""
        told = ", ".join(f"{name}={input_text(value)}" for name, value in self.fixed.items())
        varied = f"; every value of {', '.join(self.over)}" if self.over else ""
        section = f", section {self.question.section}" if self.question.section else ""
        where = f"{self.home.title}{section}"
        title = with_headings(f"{self.question.title} ({where})", self.home.rules)
        return f"{title}{': ' * bool(told)}{told}{varied}."

    # --- as a page
    def to_html(self) -> str:
        """The report as a page that needs nothing else, and prints well."""
        body = Markup(
            "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{title}</title>"
            "<meta name='viewport' content='width=device-width'><style>{style}</style></head><body>{body}"
            "</body></html>\n"
        )
        return str(body.format(title=self.title, style=STYLE, body=self._body()))

    def _body(self) -> Markup:
        head = Markup("<h1>{}</h1><p>{} {}</p>").format(self.title, self._asked, self.why)
        did = Markup("<h2>What it did</h2><p>{}</p>").format(self.summary)
        parts = [head, section(self.changed_text), did, self.pictures(), *map(section, self.tables())]
        if self.command:
            parts.append(Markup("<h2>Again</h2><pre>{}</pre>").format(self.command))
        return Markup().join(parts)

    def to_markdown(self) -> str:
        """The report as Markdown."""
        parts = [f"# {in_markdown(self.title)}", f"{self._asked} {self.why}".strip()]
        parts += [_markdown(self.changed_text), "## What it did", self.summary, self.pictures_in_text()]
        parts += map(_markdown, self.tables())
        if self.command:
            parts += ["## Again", f"```\n{self.command}\n```"]
        return "\n\n".join(filter(None, parts)) + "\n"

    def save(self, path: str | Path) -> Path:
        """Write it whole or not at all, in the form that the name ends in: .html, .md or .csv."""
        forms = {".html": self.to_html, ".md": self.to_markdown, ".csv": self.to_csv}
        file = Path(path)
        if file.suffix not in forms:
            raise BadInput(f"a report is a file that ends in .html, .md or .csv; got {file.name!r}")
        save_text(file, forms[file.suffix]())
        return file

    def __repr__(self) -> str:
        return self.to_markdown()

    def _repr_html_(self) -> str:
        return self._body()


# --- parts of a page
def section(table: Table) -> Markup:
    """A table under its heading."""
    title, head, rows = table
    if not rows:
        return Markup("<h2>{}</h2><p>Nothing.</p>").format(title)
    shown = html_table([cell.replace("_", " ") for cell in head], rows, names=1)
    return Markup("<h2>{}</h2><figure>{}</figure>").format(title, shown)


def _markdown(table: Table) -> str:
    title, head, rows = table
    return f"## {in_markdown(title)}\n\n{grid(head, rows) if rows else 'Nothing.'}"


def grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(in_markdown, line))} |" for line in lines)


def in_markdown(text: str) -> str:
    """A text that Markdown takes as it is."""
    return "".join(f"\\{letter}" if letter in "|\\`*_<>[]" else letter for letter in text)
