"""What every test shares: repeatable random examples, and the real browser last."""

from pathlib import Path

import pytest
from hypothesis import settings

# The same examples on every machine, however slow it is.
settings.register_profile("repeatable", derandomize=True, deadline=None, print_blob=True)
settings.load_profile("repeatable")


@pytest.fixture(scope="session")
def project() -> Path:
    """The folder that holds pyproject.toml."""
    return Path(__file__).resolve().parent.parent


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run browser tests last: they are slow, and Playwright keeps an event loop running until it ends."""
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)
