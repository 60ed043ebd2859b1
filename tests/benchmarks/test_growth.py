"""How cost grows: every curve can be measured, and a limit is printed as one."""

from __future__ import annotations

import pytest

from tests.benchmarks.growth import CURVES, Curve, as_text, in_its_own_process, points


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("curve", CURVES, ids=lambda curve: curve.name)
def test_the_smallest_point_of_every_curve(curve: Curve) -> None:
    assert list(curve.sizes) == sorted(set(curve.sizes))
    found = in_its_own_process("point", curve.name, str(curve.sizes[0]))
    assert found is not None
    assert 0 < found["seconds"] < curve.seconds
    assert found["megabytes"] < 50
    assert ("leaves" in found) is curve.name.startswith("depth")


def test_a_hundred_times_as_many_lines_take_no_more_memory() -> None:
    found = in_its_own_process("point", "batch", "10000")
    assert found is not None
    assert found["megabytes"] < 5


def test_the_memory_of_an_entry() -> None:
    found = in_its_own_process("memory", "sum-1000")
    assert found is not None
    assert 0.1 < found["megabytes"] < 10


def test_a_limit_ends_a_curve_and_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    done = {1: {"seconds": 0.5, "megabytes": 2.0}}
    monkeypatch.setattr(
        "tests.benchmarks.growth.in_its_own_process", lambda what, name, size: done.get(int(size))
    )
    found = points(Curve("long", "a long one", (1, 2, 3), print, seconds=7))
    assert [each["size"] for each in found] == [1, 2]
    text = as_text({"a long one": found, "memory": {"first": 1.5, "second": None}})
    assert "500.000" in text
    assert "> 7 s, the limit" in text
    assert "> 20 s  second" in text
