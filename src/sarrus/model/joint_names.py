"""Names of coordinates, velocities and efforts of joints, with their units."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from sarrus.late_dataclass import dataclass
from sarrus.model.joints import TYPES, JointType, Revolute

EFFORTS = {"rad/s": "N*m", "m/s": "N", "1/s": "J"}
"""Unit of the effort by that of the velocity that it drives."""


class AnyJoint(Revolute):
    """A joint whose type is not known: it may have any coordinate."""

    coordinates = tuple({c.name: c for t in TYPES.values() for c in t.coordinates}.values())
    velocities = tuple({c.name: c for t in TYPES.values() for c in t.velocities}.values())


@dataclass(frozen=True)
class JointNames:
    """Joints with their types: what their coordinates and velocities are called, in which units."""

    joints: Mapping[str, type[JointType] | JointType] = field(default_factory=dict)
    coordinates: dict[str, tuple[str, ...]] = field(default_factory=dict)
    velocities: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, kind in self.joints.items():
            for table, parts in (
                (self.coordinates, kind.coordinates),
                (self.velocities, kind.velocities),
            ):
                table.update({f"{name}.{part.name}": (part.unit,) for part in parts})
                if parts:
                    alone = parts[:1] if kind is AnyJoint else parts
                    table[name] = tuple(part.unit for part in alone)

    def coordinate_units(self, name: str) -> tuple[str, ...] | None:
        """Return the units of a coordinate, or of all of a joint; None: there is none."""
        return self.coordinates.get(name.removeprefix("joint:"))

    def rate_units(self, name: str) -> tuple[str, ...] | None:
        """Return the units of a velocity, of that of a coordinate, or of all of a joint."""
        bare = name.removeprefix("joint:")
        if bare in self.velocities:
            return self.velocities[bare]
        joint, _, part = bare.rpartition(".")
        kind = self.joints.get(joint)
        if kind is None or kind.quaternion_at is not None:
            return None
        found = [i for i, c in enumerate(kind.coordinates) if c.name == part]
        return (kind.velocities[found[0]].unit,) if found else None

    def velocity_of(self, name: str) -> str | None:
        """Return the one velocity that a velocity, a coordinate or a joint names; None: no such."""
        bare = name.removeprefix("joint:")
        if bare in self.joints:
            parts = self.joints[bare].velocities
            return f"{bare}.{parts[0].name}" if len(parts) == 1 else None
        if bare in self.velocities:
            return bare
        joint, _, part = bare.rpartition(".")
        if self.rate_units(bare) is None:
            return None
        kind = self.joints[joint]
        place = [c.name for c in kind.coordinates].index(part)
        return f"{joint}.{kind.velocities[place].name}"

    def velocities_of(self, name: str) -> tuple[str, ...]:
        """Return all velocities that a velocity, a coordinate or a joint names."""
        bare = name.removeprefix("joint:")
        if bare in self.joints:
            return tuple(f"{bare}.{part.name}" for part in self.joints[bare].velocities)
        found = self.velocity_of(bare)
        return () if found is None else (found,)

    def coordinates_of(self, name: str) -> tuple[str, ...]:
        """Return all coordinates that a coordinate or a joint names."""
        bare = name.removeprefix("joint:")
        if bare in self.joints:
            return tuple(f"{bare}.{part.name}" for part in self.joints[bare].coordinates)
        return (bare,)

    def effort_units(self, name: str) -> tuple[str, ...] | None:
        """Return the units of the efforts on a velocity, coordinate or joint."""
        rates = self.rate_units(name)
        return None if rates is None else tuple(EFFORTS[unit] for unit in rates)
