"""What is packed though it has millions of situations, and what is refused."""

from __future__ import annotations

import pytest

from pz8edu import BadInput, system
from pz8edu.packing import pack
from pz8edu.packing.checked import check

COMBINATIONS = 13_934_592


def test_millions_of_situations_are_packed_by_what_the_rule_looks_at() -> None:
    home = system("pz8-1975")
    found = pack.pack_of(home, home.calculators["direct-fire"])
    assert found.situations == COMBINATIONS
    assert found.walk.cells < 5_000
    assert check(found, home) >= 1_000


def test_what_differs_in_too_many_ways_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    home = system("pz8-ww2")
    question = home.calculators["direct-fire"]
    monkeypatch.setattr(pack, "MOST_PARTS", 20)
    with pytest.raises(BadInput, match="differ in more than 20 ways"):
        pack.pack_of(home, question)
    monkeypatch.undo()
    monkeypatch.setattr(pack, "MOST_RUN", 20)
    with pytest.raises(BadInput, match="direct-fire is to be asked in more than 20 situations"):
        pack.pack_of(home, question)
    with pytest.raises(BadInput, match="the answers of rally have more than 10 letters"):
        pack.pack_of(home, home.calculators["rally"], most=10)


def test_a_record_with_too_many_values_is_refused() -> None:
    home = system("asp-ww2")
    with pytest.raises(BadInput, match="its input a has 621,000 values: at most 50,000 are packed"):
        pack.pack_of(home, home.calculators["engagement"])
