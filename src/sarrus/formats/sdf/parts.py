"""The parts of an SDF file, read but not yet a mechanism."""

from __future__ import annotations

from dataclasses import field

from sarrus.formats.sdf.frames import Frame
from sarrus.formats.urdf.parts import ShapePart
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass
from sarrus.model.mass_properties import ZERO, MassProperties
from sarrus.model.pose import Pose, Vector3

KINDS = {
    "revolute": "revolute",
    "continuous": "revolute",
    "prismatic": "prismatic",
    "ball": "spherical",
    "universal": "universal",
    "revolute2": "universal",
    "screw": "helical",
    "fixed": "weld",
}
"""Our joint types by those of SDF; a gearbox is a coupler of two others."""
AXES = {"revolute": 1, "prismatic": 1, "universal": 2, "helical": 1}
"""How many axes of the file a joint type has."""


@dataclass
class LinkPart:
    """A link with its mass properties in its own frame; visible: whether it has visuals."""

    frame: Frame
    mass: MassProperties = MassProperties(1.0, ZERO)
    inertial: Element | None = None
    shapes: list[ShapePart] = field(default_factory=list)
    hulls: list[ShapePart] = field(default_factory=list)
    planes: list[tuple[Pose, Element]] = field(default_factory=list)
    """Those of collisions: pose in the link, with the normal as z, and the collision."""
    visible: bool = False
    weightless: bool = False

    @property
    def element(self) -> Element:
        """The element of the file."""
        return self.frame.element


@dataclass
class Mimic:
    """q = multiplier (q_leader - reference) + offset; leader: its joint and axis, 0 or 1."""

    joint: str
    axis: int
    multiplier: float
    offset: float
    element: Element


@dataclass
class AxisPart:
    """An axis of a joint: direction in the frame `expressed_in`, or of the joint itself."""

    element: Element
    xyz: Vector3 = (0.0, 0.0, 1.0)
    expressed_in: str = ""
    lower: float | None = None
    upper: float | None = None
    speed_limit: float | None = None
    effort_limit: float | None = None
    damping: float = 0.0
    friction: float = 0.0
    stiffness: float = 0.0
    reference: float = 0.0
    mimic: Mimic | None = None


@dataclass
class JointPart:
    """A joint; kind: our type, or "gearbox"; parent and child: names of frames in its scope."""

    frame: Frame
    kind: str
    parent: str
    child: str
    ends: tuple[Element, Element]
    axes: list[AxisPart] = field(default_factory=list)
    lead: float = 0.0
    ratio: float = 1.0
    reference_body: str = ""

    @property
    def name(self) -> str:
        """Its name in the mechanism."""
        return self.frame.name

    @property
    def element(self) -> Element:
        """The element of the file."""
        return self.frame.element


@dataclass
class Contents:
    """All that the file and what it includes hold."""

    name: str
    element: Element
    gravity: Vector3 | None = None
    links: list[LinkPart] = field(default_factory=list)
    joints: list[JointPart] = field(default_factory=list)
    frames: list[Frame] = field(default_factory=list)
    models: list[Frame] = field(default_factory=list)
    """The outermost ones."""
