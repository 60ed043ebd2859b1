"""Pages without a browser: widgets tell a visit what a browser would hear."""

from __future__ import annotations

import comm
import pytest

from pz8widgets.apps.classroom.visit import Line, Visit


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Visit:
    """A visit whose widgets speak to it, as in a host."""
    monkeypatch.setattr(comm, "create_comm", Line)
    return Visit()
