"""What a pool of dice says in a tree: what each die must show, and why."""

from pz8edu.core import Enumerating, Umpire
from pz8edu.core.rolls.modifiers import Modifiers
from pz8edu.core.rolls.roll import Roll


def test_a_pool_says_what_each_die_must_show() -> None:
    def fire(umpire: Umpire) -> Roll[int]:
        return umpire.pool("hits", 2, 5)

    assert str(Enumerating().tree(fire)).splitlines()[0] == "hits: 2D6, each 5 or more"


def test_the_modifiers_behind_a_score_stand_in_the_question() -> None:
    def fire(umpire: Umpire) -> Roll[int]:
        return umpire.pool("hits", 3, 6).because_of(Modifiers((-1, "target in cover", True, "2")))

    tree = Enumerating().tree(fire)
    assert str(tree).splitlines()[0] == "hits: 3D6, each 6 (−1 target in cover)"
    assert tree.distribution == Enumerating().tree(lambda umpire: umpire.pool("hits", 3, 6)).distribution


def test_in_a_sum_the_score_stands_in_brackets() -> None:
    def losses(umpire: Umpire) -> Roll[int]:
        return umpire.pool("lost", 1, 4) + 2

    assert str(Enumerating().tree(losses)).splitlines()[0] == "lost + 2: 1D6 (each 4 or more) + 2"


def test_a_question_about_a_pool() -> None:
    def enough(umpire: Umpire) -> bool:
        return umpire.pool("hits", 2, 5) >= 1

    assert str(Enumerating().tree(enough)).splitlines()[0] == "hits: 1 or more on 2D6, each 5 or more"
