"""Work that takes too long is interrupted, and only that."""

from __future__ import annotations

import itertools
import threading

import pytest

from pz8widgets.apps.classroom.watch import TookTooLong, Watch


def endless() -> None:
    for _ in itertools.count():
        try:
            int("7")
        except Exception:
            continue


def test_a_budget_ends_what_would_never_end() -> None:
    watch = Watch(0.1)
    with pytest.raises(TookTooLong), watch("me"):
        endless()
    with watch("me"):
        assert sum(range(10)) == 45


def test_cancelling_ends_the_work_of_the_one_who_cancels() -> None:
    watch = Watch(60)
    assert not watch.cancel("me")
    threading.Timer(0.1, watch.cancel, ["me"]).start()
    threading.Timer(0.05, watch.cancel, ["somebody else"]).start()
    with pytest.raises(TookTooLong), watch("me"):
        endless()
