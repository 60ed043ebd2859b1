"""What the README shows is what happens."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from pz8edu.lab import FIRST

README = Path(__file__).resolve().parent.parent / "README.md"
TEXT = README.read_text(encoding="utf-8")
LAB_COMMAND = 'python -m pip install -e ".[lab]" && python -m pz8edu lab'
TEST_COMMAND = 'python -m pip install -e ".[test]" && python -m pytest'


def blocks(language: str) -> list[tuple[int, str]]:
    """The fenced blocks of one language, each with the line where it starts."""
    found = re.finditer(rf"^```{language}\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    return [(TEXT.count("\n", 0, block.start(1)), block.group(1)) for block in found]


def console_examples() -> list[tuple[str, str]]:
    """Each command of a console block that asks the kit something, and what it prints there."""
    examples = []
    for _, block in blocks("console"):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = example.partition("\n")
            examples.append((command, shown.strip()))
    return examples


def test_python_examples() -> None:
    shown = blocks("pycon")
    assert shown, "the README shows no Python example"
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    together: dict[str, object] = {}
    complaints: list[str] = []
    for line, block in shown:
        example = parser.get_doctest(block, together, "README.md", str(README), line)
        runner.run(example, out=complaints.append, clear_globs=False)
        together.update(example.globs)
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize(("command", "shown"), console_examples())
def test_console_examples(command: str, shown: str, project: Path) -> None:
    program, *arguments = shlex.split(command)
    assert program == "python"
    answer = subprocess.run(
        [sys.executable, *arguments], cwd=project, capture_output=True, encoding="utf-8", timeout=60
    )
    assert answer.stderr == ""
    assert doctest.OutputChecker().check_output(shown + "\n", answer.stdout.strip() + "\n", doctest.ELLIPSIS)


def test_there_are_console_examples() -> None:
    assert console_examples()


@pytest.mark.parametrize("command", [LAB_COMMAND, TEST_COMMAND])
def test_each_of_the_two_commands_stands_on_a_line_of_its_own(command: str) -> None:
    assert TEXT.splitlines().count(command) == 1


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "CREDITS.md", "CHANGELOG.md"])
def test_links_and_pictures_lead_to_files(document: str, project: Path) -> None:
    text = (project / document).read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!https?://|#)([^)#]+)", text)
    assert [target for target in targets if not (project / target).exists()] == []


def test_the_binder_button_opens_what_the_lab_opens_first(project: Path) -> None:
    (page,) = re.findall(r"https://mybinder\.org/v2/gh/\S+?\?urlpath=doc/tree/([^)\s]+)", TEXT)
    assert page == f"lessons/{FIRST}"
    assert (project / page).is_file()
