"""Open every lesson in a real browser, end its kernel and open it again: `python -m tests.lessons.visits`.

The browser tests do so with the first lesson only. Options of pytest may follow: `-k ww2` visits the lessons of one system.
"""

from __future__ import annotations

import sys

import pytest

if __name__ == "__main__":
    command = ["tests/browser/test_visits.py", "--visits", "-k", "twice", *sys.argv[1:]]
    sys.exit(pytest.main(command))
