"""The page of all public names is as its docstrings say, and its examples run."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re

import pytest

from tests.api_page import PACKAGES, PAGE, page

TEXT = PAGE.read_text(encoding="utf-8")


def test_the_page_is_as_it_would_be_written() -> None:
    assert page() == TEXT, "python -m tests.api_page"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_there_and_says_what_it_is(package: str) -> None:
    module = importlib.import_module(package)
    for name in module.__all__:
        if not name.startswith("_"):
            assert f"\n### {name}\n" in TEXT
            value = getattr(module, name)
            if inspect.isclass(value) or inspect.isroutine(value):
                assert inspect.getdoc(value), f"{name} says nothing of itself"


def test_every_link_on_the_page_leads_to_a_name() -> None:
    places = set(re.findall(r'<a id="(.*?)">', TEXT))
    assert set(re.findall(r"\]\(#(.*?)\)", TEXT)) == places


def test_its_examples_run() -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    complaints: list[str] = []
    blocks = re.findall(r"^```pycon\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    for number, block in enumerate(blocks):
        runner.run(parser.get_doctest(block, {}, f"example {number}", "API.md", 0), out=complaints.append)
    assert not complaints, "\n".join(complaints)
    assert len(blocks) >= 6
