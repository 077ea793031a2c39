"""A force law of the user with states of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sarrus.model.forces.element import ElementState, ForceElement, Scene
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.user_force import ON_BODIES, UserForce, on_bodies
from sarrus.model.forces.user_motion import Read
from sarrus.model.registry import element
from sarrus.spatial.arrays import Scalar

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part

Memory = tuple[str, float, str, float | None]
"""A state: its name, start value, unit and scale."""


@element(form_of="user_force")
class UserStateForce(UserForce):
    """A force law of the user with states that obey first-order equations of their own.

    `UserForce` has all options of the builder's method. memory: the states; state_reads: the
    arguments of state_formula, which returns their rates, then the power that is brought in, if
    has_supply says so.
    """

    memory: tuple[Memory, ...] = ()
    state_reads: tuple[Read, ...] = ()
    state_formula: Formula = Formula("rates", (), (), ())
    has_supply: bool = False

    @property
    def states(self) -> tuple[ElementState, ...]:  # type: ignore[override]
        """The states of the law."""
        return tuple(
            ElementState(name, unit, f"'{name}'", scale) for name, _, unit, scale in self.memory
        )

    def in_part(self, part: Part) -> ForceElement:
        on_body = {name: part.body(name) for name in self.bodies}
        made = super().in_part(part)
        return replace(made, state_reads=on_bodies(self.state_reads, on_body))  # type: ignore[type-var]

    @property
    def all_reads(self) -> tuple[Read, ...]:
        return (*self.reads, *self.state_reads)

    @property
    def units(self) -> dict[str, str]:  # type: ignore[override]
        """The parameters and start values with their units."""
        return super().units | {f"initial_{name}": unit for name, _, unit, _ in self.memory}

    def __getattr__(self, name: str) -> Any:
        """Return the number of a parameter, or the start value of a state."""
        for state, value, _, _ in self.__dict__.get("memory", ()):
            if name == f"initial_{state}":
                return value
        return super().__getattr__(name)

    @property
    def bodies(self) -> tuple[str, ...]:
        more = [target for kind, target, _ in self.state_reads if kind in ON_BODIES]
        return tuple(dict.fromkeys((*super().bodies, *more)))

    def _answers(self, scene: Scene) -> list[Scalar]:
        return self.state_formula.values(
            *[self._argument(scene, *read) for read in self.state_reads]
        )

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        return self._answers(scene)[: len(self.memory)]

    def supply(self, scene: Scene) -> Scalar:
        return self._answers(scene)[-1] if self.has_supply else super().supply(scene)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        seen = [self._argument(scene, *read) for read in self.state_reads]
        return (*super().switches(scene), *self.state_formula.conditions.values(*seen))
