"""What a driver commands, as brakes, engines and motors ask for it."""

from __future__ import annotations

from abc import abstractmethod

from sarrus.model.forces.element import ForceElement, Scene
from sarrus.spatial.arrays import Scalar


class Commands(ForceElement):
    """An element that has pedals: that of throttle and that of brakes, each between 0 and 1."""

    @abstractmethod
    def throttle_pedal(self, scene: Scene) -> Scalar:
        """Return how far the throttle is open."""

    @abstractmethod
    def brake_pedal(self, scene: Scene) -> Scalar:
        """Return how far the brake pedal is down."""


def commands_of(scene: Scene, name: str) -> Commands | None:
    """Return the driver of a name; None where there is none, or where it is switched off."""
    found = scene.element(name) if name else None
    return found if isinstance(found, Commands) else None
