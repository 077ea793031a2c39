"""What the builder remembers: the user's description, unread, until `build`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING, Any

from sarrus.late_dataclass import dataclass
from sarrus.model.building.entry import Source

if TYPE_CHECKING:
    from sarrus.errors import Problem
    from sarrus.model.mechanism import Mechanism


@dataclass(frozen=True)
class PoseDraft:
    """A position and at most one way of giving a rotation."""

    at: Any = None
    rotation: Any = None
    quaternion_wxyz: Any = None
    rpy: Any = None

    @property
    def is_known(self) -> bool:
        """Whether the user gave any of it."""
        return any(v is not None for v in (self.at, self.rotation, self.quaternion_wxyz, self.rpy))


@dataclass(frozen=True)
class ShapeDraft:
    """A shape with its pose in the body frame and a color."""

    shape: Any
    pose: PoseDraft = PoseDraft()
    color: str = ""
    source: Source = field(default_factory=dict)


@dataclass
class BodyDraft:
    """A body as the user described it."""

    name: Any
    mass: Any
    com: Any
    inertia: Any
    pose: PoseDraft
    shapes: list[ShapeDraft]
    density: Any
    inertia_about: Any
    inertia_axes: Any
    source: Source
    solids: list[ShapeDraft] = field(default_factory=list)


@dataclass(frozen=True)
class PointDraft:
    """A named point of the drawing as the user described it."""

    name: Any
    at: Any
    source: Source


@dataclass(frozen=True)
class FrameDraft:
    """A named frame as the user described it."""

    name: Any
    body: Any
    pose: PoseDraft
    source: Source


class WithOptions:
    """What has options: the keywords that were given."""

    options: dict[str, Any]

    def get(self, option: str) -> Any:
        """Return an option, or None."""
        return self.options.get(option)


@dataclass(frozen=True)
class JointDraft(WithOptions):
    """A joint as the user described it."""

    type_name: Any
    name: Any
    parent: Any
    child: Any
    options: dict[str, Any]
    source: Source


READY = "element"
"""The type of the draft of a force element that was made in Python."""


@dataclass(frozen=True)
class ForceDraft(WithOptions):
    """A force element as the user described it, or a ready one under "element"."""

    type_name: str
    name: Any
    options: dict[str, Any]
    source: Source


@dataclass(frozen=True)
class CouplerDraft(WithOptions):
    """A coupler as the user described it: "couple" with terms, "gear", "planetary"."""

    type_name: str
    name: Any
    options: dict[str, Any]
    offset: Any
    source: Source


@dataclass(frozen=True)
class StartDraft:
    """The initial velocity of a body as the user described it."""

    body: Any
    velocity: Any
    angular_velocity: Any
    source: Source


@dataclass(frozen=True, eq=False)
class PartDraft:
    """A mechanism that is a part of another, as the user described it.

    part: the mechanism or model; connect: its bodies that are bodies of the host; judged: turns the
    builder's problems of the part into what is to be reported, None: all as they are.
    """

    name: Any
    part: Any
    pose: PoseDraft
    mirror: Any
    connect: Any
    source: Source
    judged: Callable[[list[Problem]], list[Problem]] | None = None


@dataclass(frozen=True)
class BeamDraft:
    """A flexible beam as the user described it."""

    name: Any
    options: dict[str, Any]
    defaults: dict[str, Any]
    source: Source

    @property
    def segments(self) -> int:
        """The number of segments, 1 where what was given is no number of them."""
        raw = self.options.get("segments", self.defaults.get("segments"))
        good = isinstance(raw, int) and not isinstance(raw, bool) and 1 <= raw <= 1000
        return raw if good and isinstance(raw, int) else 1

    @property
    def node_names(self) -> list[str]:
        """Names of the bodies at the nodes, from the first end to the second."""
        return [f"{self.name}.{i}" for i in range(self.segments + 1)]

    @property
    def joint_names(self) -> list[str]:
        """Names of the joints of the segments."""
        return [f"{self.name}.segment_{i + 1}" for i in range(self.segments)]


@dataclass(frozen=True)
class ModalBodyDraft:
    """A flexible body with modes as the user described it."""

    name: Any
    modes: Any
    options: dict[str, Any]
    defaults: dict[str, Any]
    source: Source


@dataclass(frozen=True, eq=False)
class FrameHandle:
    """A named frame of a mechanism that is being built."""

    mechanism: Mechanism
    name: str
    body: str

    def __repr__(self) -> str:
        return f"<frame {self.name!r} on {self.body!r} of {self.mechanism.name!r}>"


@dataclass(frozen=True, eq=False)
class BodyHandle:
    """A body (or ground) of a mechanism that is being built."""

    mechanism: Mechanism
    name: str

    def frame(self, name: str, at: Any = None, rotation: Any = None, **pose: Any) -> FrameHandle:
        """Add a named frame, in the coordinates of this body. See `Mechanism.frame`."""
        return self.mechanism.frame(name, self, at=at, rotation=rotation, **pose)

    def shape(
        self,
        shape: Any,
        at: Any = None,
        rotation: Any = None,
        *,
        quaternion_wxyz: Any = None,
        rpy: Any = None,
        color: str = "",
        source: Source | None = None,
    ) -> BodyHandle:
        """Add a shape at a position [m] and rotation in the body frame; return the body."""
        pose = PoseDraft(at, rotation, quaternion_wxyz, rpy)
        self.mechanism.add_shape(self.name, ShapeDraft(shape, pose, color, source or {}))
        return self

    def __repr__(self) -> str:
        return f"<body {self.name!r} of {self.mechanism.name!r}>"


@dataclass(frozen=True, eq=False)
class BeamHandle:
    """A flexible beam of a mechanism that is being built: its nodes are bodies."""

    mechanism: Mechanism
    draft: BeamDraft

    @property
    def nodes(self) -> tuple[BodyHandle, ...]:
        """The bodies at the nodes, from the first end to the second."""
        return tuple(BodyHandle(self.mechanism, name) for name in self.draft.node_names)

    @property
    def joints(self) -> tuple[str, ...]:
        """Names of the joints of the segments, in the same order."""
        return tuple(self.draft.joint_names)

    @property
    def start(self) -> BodyHandle:
        """The body at the first end."""
        return self.nodes[0]

    @property
    def end(self) -> BodyHandle:
        """The body at the second end."""
        return self.nodes[-1]

    def __repr__(self) -> str:
        return f"<flexible beam {self.draft.name!r} of {self.mechanism.name!r}>"


@dataclass(frozen=True, eq=False)
class ModalBodyHandle:
    """A modal body of a mechanism that is being built: its frames are bodies."""

    mechanism: Mechanism
    name: str

    @property
    def frame(self) -> BodyHandle:
        """The reference frame, on which deformations are measured."""
        return BodyHandle(self.mechanism, f"{self.name}.frame")

    def interface(self, name: str) -> BodyHandle:
        """Return the body of an interface frame of the mode set."""
        return BodyHandle(self.mechanism, f"{self.name}.{name}")

    def __repr__(self) -> str:
        return f"<modal body {self.name!r} of {self.mechanism.name!r}>"
