"""Steps of a sequence: moves, waiting, gripping, releasing."""

from __future__ import annotations

from sarrus.late_dataclass import dataclass
from sarrus.model.mass_properties import MassProperties
from sarrus.robotics.trajectory.checking import number, positive
from sarrus.robotics.trajectory.joint_move import JointMove
from sarrus.robotics.trajectory.pose_move import PoseMove


@dataclass(frozen=True)
class Move:
    """A joint move or a pose move with a label."""

    motion: JointMove | PoseMove
    label: str = ""

    @property
    def duration(self) -> float:
        """The time [s] that the move takes."""
        return self.motion.duration


@dataclass(frozen=True)
class Wait:
    """Rest for a time [s]."""

    duration: float
    label: str = ""

    def __post_init__(self) -> None:
        positive("Wait / duration", self.duration, "s")


@dataclass(frozen=True)
class Grip:
    """Rest for a time [s], 0 unless given, and hold a payload from then on.

    payload: `MassProperties` in the axes of the grip frame of the task, or a mass [kg] at its
    origin.
    """

    payload: MassProperties | float
    duration: float = 0.0
    label: str = ""

    def __post_init__(self) -> None:
        number("Grip / duration", self.duration, 0.0)
        if not isinstance(self.payload, MassProperties):
            number("Grip / payload", self.payload, 0.0)

    @property
    def load(self) -> MassProperties:
        """The mass properties of the payload."""
        if isinstance(self.payload, MassProperties):
            return self.payload
        return MassProperties(float(self.payload))


@dataclass(frozen=True)
class Release:
    """Let the payload go, then rest for a time [s], 0 unless given."""

    duration: float = 0.0
    label: str = ""

    def __post_init__(self) -> None:
        number("Release / duration", self.duration, 0.0)


Step = Move | Wait | Grip | Release
