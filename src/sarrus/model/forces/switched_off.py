"""A force element that is switched off for a while, and keeps its states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sarrus.late_dataclass import dataclass
from sarrus.model.forces.element import ElementState, ForceElement, Load, Scene
from sarrus.spatial.arrays import Scalar


@dataclass(frozen=True)
class SwitchedOff(ForceElement):
    """Stands for an element with states that an event has switched off.

    It does nothing, and its states stay as they are until the element is on again.
    """

    element: ForceElement

    type_name = "switched_off"

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name of the element."""
        return self.element.name

    @property
    def states(self) -> tuple[ElementState, ...]:  # type: ignore[override]
        """The states of the element."""
        return self.element.states

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the element, such as the start value of a state."""
        return getattr(self.__dict__["element"], name)

    def loads(self, scene: Scene) -> Sequence[Load]:
        return ()

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        return [0.0 for _ in self.states]
