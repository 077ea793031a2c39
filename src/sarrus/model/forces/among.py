"""Force elements of particular kinds among those of a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sarrus.model.forces.bearing_friction import BearingFriction
    from sarrus.model.forces.element import ForceElement
    from sarrus.model.forces.row import Row


def rows_among(forces: Sequence[ForceElement]) -> tuple[Row, ...]:
    """Return the elements that are equations: of ropes, and of velocities alone."""
    return tuple(force for force in forces if force.is_row)  # type: ignore[misc]


def bearings_among(forces: Sequence[ForceElement]) -> tuple[BearingFriction, ...]:
    """Return the force elements whose loads are reactions."""
    return tuple(force for force in forces if force.has_bearing)  # type: ignore[misc]
