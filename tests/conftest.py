"""What every test shares: repeatable random examples, all cases or a sample of them, the browser last."""

import gc
import sys
from collections import defaultdict
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import settings

from tests.core.umpire.face_by_face import every_way, ways
from tests.share import Share

__all__ = ["every_way", "ways"]

# What is remembered from test to test is no garbage: to look through it so often takes a tenth of the time.
gc.set_threshold(100_000, 50, 100)
# No test asks jsonschema about internationalized addresses: to import what knows them takes two seconds.
sys.modules.setdefault("rfc3987_syntax", None)

OPENED = (
    "test_board",
    "test_calculator",
    "test_first_lesson",
    "test_lab_command",
    "test_lab_opens",
    "test_play",
)
"""Files of browser tests that every run has; --complete and who names their folder have all."""

LONGEST = ("test_book", "test_play", "test_board", "test_visits", "test_classroom", "test_first_lesson")
"""Files of browser tests that take longest."""

# The same examples on every machine, however slow it is; a quick run takes fewer.
settings.register_profile("repeatable", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("quick", settings.get_profile("repeatable"), max_examples=15)
settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def project() -> Path:
    """The folder that holds pyproject.toml."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def share(pytestconfig: pytest.Config) -> Share:
    """The cases that a loop in a test goes over."""
    return Share(whole(pytestconfig) or opens_all(pytestconfig))


def pytest_unconfigure() -> None:
    """All that a run remembers is not looked through for garbage again as it ends: that takes seconds."""
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a person ask for every case, as before a release."""
    parser.addoption("--complete", action="store_true", help="run every case, and every test in the browser")
    parser.addoption("--visits", action="store_true", help="open every lesson twice in the browser")


def pytest_configure(config: pytest.Config) -> None:
    """Take fewer random examples where a sample is enough."""
    if not whole(config):
        settings.load_profile("quick")


def whole(config: pytest.Config) -> bool:
    """Is every case asked for: by --complete, or by names with -k?"""
    return bool(config.getoption("complete") or config.getoption("keyword"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Thin whole domains and the browser tests, and run these last, the longest files first.

    Browser tests are slow, and Playwright keeps an event loop running until it ends. A long file that came
    last would leave a worker idle.
    """
    for item in items:
        if item.path.parent.name == "browser":
            item.add_marker(pytest.mark.browser)
    items.sort(key=turn)
    if not whole(config):
        left_out = {*thinned(items), *(() if opens_all(config) else unopened(items))}
        config.hook.pytest_deselected(items=[*left_out])
        items[:] = [item for item in items if item not in left_out]


def opens_all(config: pytest.Config) -> bool:
    """Are all browser tests asked for by their names?"""
    return any("browser" in Path(each.partition("::")[0]).parts for each in config.args)


def unopened(items: list[pytest.Item]) -> list[pytest.Item]:
    """The browser tests that a run leaves out where nobody asks for them."""
    return [item for item in items if item.get_closest_marker("browser") and item.path.stem not in OPENED]


def turn(item: pytest.Item) -> int:
    """When a test is run: browser tests last, those of the longest files before the others."""
    if not item.get_closest_marker("browser"):
        return 0
    name = item.path.stem
    return 1 + (LONGEST.index(name) if name in LONGEST else len(LONGEST))


def thinned(items: list[pytest.Item]) -> list[pytest.Item]:
    """The cases of `whole_domain(every)` tests that a quick run leaves out.

    Of the cases in their order it keeps each `every`-th, from a place that hangs on the name of the test: the
    same ones on every machine, and other books in other tests. What is asked for by its own name, or by -k,
    is always run.
    """
    cases = defaultdict(list)
    for item in items:
        if marker := item.get_closest_marker("whole_domain"):
            cases[item.nodeid.partition("[")[0], marker.args[0]].append(item)
    return [
        item
        for (name, every), found in cases.items()
        for place, item in enumerate(found, crc32(name.encode()) % min(every, len(found)))
        if place % min(every, len(found))
    ]
