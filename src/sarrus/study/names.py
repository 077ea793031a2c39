"""Names that a study may use, with their units: of coordinates, velocities, efforts.

All other quantities of a state are channels of the system's catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from sarrus.model.building.references import nearest
from sarrus.model.joints import TYPES, JointType, Revolute
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model

EFFORTS = {"rad/s": "N*m", "m/s": "N"}
"""Unit of the effort by that of the velocity that it drives."""


class _AnyJoint(Revolute):
    """A joint whose type is not known: it may have any coordinate."""

    coordinates = tuple({c.name: c for t in TYPES.values() for c in t.coordinates}.values())
    velocities = tuple({c.name: c for t in TYPES.values() for c in t.velocities}.values())


@dataclass(frozen=True)
class Names:
    """What there is in a mechanism: joints with their types, places, force elements."""

    joints: Mapping[str, type[JointType] | JointType]
    bodies: tuple[str, ...]
    frames: tuple[str, ...]
    forces: tuple[str, ...]
    coordinates: dict[str, tuple[str, ...]] = field(default_factory=dict)
    velocities: dict[str, tuple[str, ...]] = field(default_factory=dict)
    states: Mapping[str, str] = field(default_factory=dict)
    """States of force elements, with their units."""

    def __post_init__(self) -> None:
        for name, kind in self.joints.items():
            for table, parts in (
                (self.coordinates, kind.coordinates),
                (self.velocities, kind.velocities),
            ):
                table.update({f"{name}.{part.name}": (part.unit,) for part in parts})
                if parts:
                    alone = parts[:1] if kind is _AnyJoint else parts
                    table[name] = tuple(part.unit for part in alone)

    @staticmethod
    def of_model(model: Model) -> Names:
        """Return the names of a model."""
        return Names(
            {joint.name: joint.type for joint in model.joints},
            tuple(body.name for body in model.bodies),
            tuple(frame.name for frame in model.frames),
            tuple(element.name for element in model.forces),
            states={
                f"{element.name}.{state.name}": state.unit or "dimensionless"
                for element in model.forces
                for state in element.states
            },
        )

    def with_joints(self, joints: Mapping[str, JointType]) -> Names:
        """Return the names with those of joints that events make."""
        if not joints:
            return self
        every = {**self.joints, **joints}
        return Names(every, self.bodies, self.frames, self.forces, states=self.states)

    @staticmethod
    def of_draft(mechanism: Mechanism) -> Names:
        """Return the names of a mechanism that could not be built."""
        joints = {str(j.name): TYPES.get(j.type_name, _AnyJoint) for j in mechanism.joints}
        bodies, frames, forces = (
            tuple(str(draft.name) for draft in drafts)
            for drafts in (mechanism.bodies, mechanism.frames, mechanism.forces)
        )
        return Names(joints, bodies, frames, forces)

    @property
    def places(self) -> tuple[str, ...]:
        """Bodies and frames, whose motion can be read."""
        return (*self.bodies, *self.frames)

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

    def state_unit(self, name: str) -> str | None:
        """Return the unit of a coordinate, velocity or state, "" for one without; None: no such."""
        bare = name.removeprefix("joint:")
        own = self.states.get(name.removeprefix("force:"))
        if own is not None and bare not in self.coordinates and bare not in self.velocities:
            return "" if own == "dimensionless" else own
        found = self.coordinates.get(bare) or self.velocities.get(bare)
        return found[0] if found is not None and len(found) == 1 else None

    def owns(self, name: str) -> bool:
        """Tell whether a name begins with that of a joint, body, frame or force element."""
        owners = (*self.joints, *self.bodies, *self.frames, *self.forces)
        return any(name.startswith(f"{owner}.") for owner in owners)

    def hint(self, name: str, known: Iterable[str] | None = None) -> str:
        """Return "did you mean ...?" with the nearest of some names, all of joints by default."""
        return nearest(name, [*self.coordinates, *self.velocities] if known is None else known)
