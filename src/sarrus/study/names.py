"""Names that a study may use, with their units: of coordinates, velocities, efforts.

All other quantities of a state are channels of the system's catalogue.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.joint_names import AnyJoint, JointNames
from sarrus.model.joints import TYPES, JointType
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model


@dataclass(frozen=True)
class Names(JointNames):
    """What there is in a mechanism: joints with their types, places, force elements."""

    bodies: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    forces: tuple[str, ...] = ()
    states: Mapping[str, str] = field(default_factory=dict)
    """States of force elements, with their units."""

    @staticmethod
    def of_model(model: Model) -> Names:
        """Return the names of a model."""
        return Names(
            {joint.name: joint.type for joint in model.joints},
            bodies=tuple(body.name for body in model.bodies),
            frames=tuple(frame.name for frame in model.frames),
            forces=tuple(element.name for element in model.forces),
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
        return Names(
            every, bodies=self.bodies, frames=self.frames, forces=self.forces, states=self.states
        )

    @staticmethod
    def of_draft(mechanism: Mechanism) -> Names:
        """Return the names of a mechanism that could not be built."""
        joints = {str(j.name): TYPES.get(j.type_name, AnyJoint) for j in mechanism.joints}
        bodies, frames, forces = (
            tuple(str(draft.name) for draft in drafts)
            for drafts in (mechanism.bodies, mechanism.frames, mechanism.forces)
        )
        bodies += tuple(str(draft.name) for draft in mechanism.parts)  # own what begins with them
        return Names(joints, bodies=bodies, frames=frames, forces=forces)

    @property
    def places(self) -> tuple[str, ...]:
        """Bodies and frames, whose motion can be read."""
        return (*self.bodies, *self.frames)

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
