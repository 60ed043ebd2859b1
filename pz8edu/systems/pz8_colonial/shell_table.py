"""Section 4, Artillery, on the table: a shell that falls where the gunner has estimated."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot

from pz8edu.board.distances import those_within
from pz8edu.board.lengths import in_words
from pz8edu.board.position import Place, Position
from pz8edu.board.scene import Base, Mark, Ring, Scene, Shape
from pz8edu.board.tabletop import Asked, Fact
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_colonial.colonial_table import ColonialTable, figure_mark
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.standing import Standing
from pz8edu.systems.pz8_colonial.units_table import COVER, State

SHELL = "shell"


@dataclass(frozen=True)
class ShellTable(ColonialTable):
    """A table on which a shell comes down where the gunner has estimated: it fills in `shell-burst`."""

    def start(self) -> Position[Standing]:
        """The shell, and the units."""
        x, y = self.scenario.shell or (0, 0)
        position = super().start()
        return replace(position, places={SHELL: Place(float(x), float(y)), **position.places})

    def radius(self, rules: Colonial) -> int:
        """Inches around the impact (section 4)."""
        gun = self.scenario.units[self.scenario.firer][0].gun
        if gun is None:
            raise BadInput(f"{self.scenario.firer} is no gun: it has no shells (section 4)")
        return rules.guns[gun].burst_radius

    def under(self, state: State, rules: Colonial) -> tuple[tuple[str, int, tuple[float, float]], ...]:
        """The figures under the shell, friend and foe (section 4)."""
        everybody = tuple(self.figures(state))
        shell = state.places[SHELL]
        hit = those_within((shell.x, shell.y), [at for _, _, at in everybody], self.radius(rules))
        return tuple(everybody[number] for number in hit)

    def scene(self, state: State, rules: Colonial) -> Scene:
        """The units with their figures, the burst, and who is under it."""
        field, shell = self.battlefield(state), state.places[SHELL]
        radius = self.radius(rules)
        under = self.under(state, rules)
        shapes: list[Shape] = [Ring("blast", (shell.x, shell.y), radius, f"{radius}″", self.estimate(state))]
        shapes += [
            Mark("under the shell", figure[2], words=self.figure_words(figure, state))
            if figure in under
            else figure_mark(state.units[figure[0]].side, figure[2])
            for figure in self.figures(state)
        ]
        marker = Base(SHELL, SHELL, "", (shell.x, shell.y), size=0.5, role="shell")
        return replace(field, units=(*field.units, marker)).scene(
            *shapes, picked={self.scenario.firer: "firer"}
        )

    def figure_words(self, figure: tuple[str, int, tuple[float, float]], state: State) -> str:
        """Who a figure is."""
        leader = state.units[figure[0]].leader(figure[1])
        return f"{leader.value if leader else 'a man'} of {figure[0]}"

    def estimate(self, state: State) -> str:
        """What the gunner called, and how far the target really is (section 4)."""
        gun, shell = state.places[self.scenario.firer], state.places[SHELL]
        called = in_words(hypot(shell.x - gun.x, shell.y - gun.y), 1)
        if not self.scenario.target:
            return f"called {called}″"
        target = state.places[self.scenario.target]
        away = in_words(hypot(target.x - gun.x, target.y - gun.y), 1)
        return f"called {called}″, {self.scenario.target} are {away}″ away"

    def facts(self, state: State, rules: Colonial) -> tuple[Fact, ...]:
        """The estimate, and how many figures of each unit are under the shell."""
        under = [name for name, _, _ in self.under(state, rules)]
        facts = [Fact("Estimate", self.estimate(state), "by eye (§4)")]
        facts += [Fact(name, f"{under.count(name)} figures under it") for name in dict.fromkeys(under)]
        gun = state.units[self.scenario.firer]
        return (*facts, *self.unit_facts(gun, rules))

    def chosen(self) -> tuple[str, str]:
        """The gun and its target take no part in the choice: the shell is moved."""
        return "", ""

    def asked(self, state: State, rules: Colonial) -> Asked:
        """The burst over the figures that stand there."""
        field = self.battlefield(state)
        hit = [
            (state.units[name].leader(number), "cover" if field.ground_at(at) in COVER else "open")
            for name, number, at in self.under(state, rules)
        ]
        inputs = {
            "cover": hit.count((None, "cover")),
            "open": hit.count((None, "open")),
            "leaders": [[leader, place] for leader, place in hit if leader is not None],
        }
        gun = state.units[self.scenario.firer]
        return Asked("shell-burst", inputs, gun.cannot_fire(rules))
