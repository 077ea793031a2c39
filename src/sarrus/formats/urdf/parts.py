"""The parts of a robot file, read but not yet a mechanism."""

from __future__ import annotations

from dataclasses import field

from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass
from sarrus.model.joints.own_types import TYPES
from sarrus.model.mass_properties import ZERO, MassProperties
from sarrus.model.pose import IDENTITY, Matrix3, Pose, Vector3
from sarrus.model.shapes import Shape

KINDS = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "fixed": "weld",
    "floating": "free",
    "planar": "planar",
}
"""Our joint types by those of URDF."""

OTHER_KINDS = {
    "spherical": "spherical",
    "ball": "spherical",
    "universal": "universal",
    "screw": "helical",
}
"""Types of <joint> of RaiSim and of <drake:joint>, which are read but not written."""

LOOP_KINDS = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "fixed": "weld",
    "planar": "planar",
    "spherical": "spherical",
    "ball": "spherical",
    "universal": "universal",
    "cylindrical": "cylindrical",
}
"""Our joint types by those of <loop_joint>."""


@dataclass
class ShapePart:
    """A shape to draw and its pose in the link frame."""

    shape: Shape
    pose: Pose
    element: Element
    color: str = ""


@dataclass
class LinkPart:
    """A link: mass [kg], com [m], inertia [kg m^2] about com in `axes`; element and its parts."""

    name: str
    element: Element
    mass: float = 0.0
    com: Vector3 = ZERO
    inertia: Matrix3 = (ZERO, ZERO, ZERO)
    axes: Matrix3 = IDENTITY
    inertial: Element | None = None
    shapes: list[ShapePart] = field(default_factory=list)
    hulls: list[ShapePart] = field(default_factory=list)
    """What is for collisions."""

    @property
    def mass_properties(self) -> MassProperties:
        """Mass, centre of mass and inertia in the link frame."""
        own = MassProperties(self.mass, ZERO, self.inertia)
        return own.in_frame(Pose(self.com, self.axes))


@dataclass
class Mimic:
    """q = multiplier q_other + offset."""

    joint: str
    multiplier: float
    offset: float
    element: Element


URDF_TYPES = {kind: written for written, kind in reversed(KINDS.items())}
LOOP_TYPES = {kind: written for written, kind in reversed(LOOP_KINDS.items())}
"""What our types are called in robot files."""


@dataclass
class JointPart:
    """A joint: kind is our type; origin: its frame, and that of the child, in the parent link."""

    name: str
    kind: str
    parent: str
    child: str
    element: Element
    origin: Pose = Pose()
    axis: Vector3 = (1.0, 0.0, 0.0)
    limits: tuple[float, float] | None = None
    speed_limit: float | None = None
    effort_limit: float | None = None
    zeros: tuple[str, ...] = ()
    damping: float = 0.0
    friction: float = 0.0
    mimic: Mimic | None = None
    lead: float = 0.0
    places: dict[str, Element] = field(default_factory=dict)
    """The elements of parent, child, limits and so on."""

    @property
    def unit(self) -> str:
        """Unit of its coordinate: "m" or "rad"; "" if it has none or several."""
        velocities = TYPES[self.kind].velocities
        return velocities[0].unit.removesuffix("/s") if len(velocities) == 1 else ""

    @property
    def is_fixed(self) -> bool:
        """Whether it holds its child fast."""
        return not TYPES[self.kind].velocities


@dataclass
class LoopPart:
    """A joint that closes a loop: frames on two links, that coincide at zero coordinates."""

    name: str
    kind: str
    links: tuple[str, str]
    poses: tuple[Pose, Pose]
    axis: Vector3
    element: Element
    ends: tuple[Element, Element]
    options: dict[str, float] = field(default_factory=dict)
    """Parameters of the joint type, such as the lead of a screw."""


@dataclass
class FramePart:
    """A named frame of a link."""

    name: str
    link: str
    pose: Pose
    element: Element


@dataclass
class Robot:
    """All parts of a file."""

    name: str
    element: Element
    links: list[LinkPart] = field(default_factory=list)
    joints: list[JointPart] = field(default_factory=list)
    loops: list[LoopPart] = field(default_factory=list)
    frames: list[FramePart] = field(default_factory=list)
