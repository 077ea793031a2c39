"""The parts of a model file of MuJoCo, read but not yet a mechanism."""

from __future__ import annotations

import math
from dataclasses import field

import numpy as np

from sarrus.formats.mjcf.document import Resolved
from sarrus.formats.mjcf.geoms import GeomPart
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass
from sarrus.model.mass_properties import MassProperties
from sarrus.model.pose import Pose, Vector3

WORLD = "world"
KINDS = {"hinge": "revolute", "slide": "prismatic", "ball": "spherical", "free": "free"}
"""Our joint types by those of MJCF."""
COORDINATES = {"hinge": ("angle",), "slide": ("displacement",)}


@dataclass
class JointPart:
    """A joint of a body: its frame (z is the axis) in the body frame; numbers in radians."""

    name: str
    kind: str
    element: Resolved
    body: str
    frame: Pose = Pose()
    ref: float = 0.0
    limits: tuple[float, float] | None = None
    stiffness: float = 0.0
    springref: float = 0.0
    damping: float = 0.0
    armature: float = 0.0
    friction: float = 0.0
    springdamper: tuple[float, float] | None = None
    effort_limit: float | None = None
    effort_range: tuple[float, float] | None = None
    """What all drives of a joint together do at most."""

    @property
    def type_name(self) -> str:
        """Our type of the joint."""
        return KINDS[self.kind]

    @property
    def is_scalar(self) -> bool:
        """Whether it has one coordinate."""
        return self.kind in COORDINATES

    @property
    def unit(self) -> str:
        """Of its coordinate."""
        return "m" if self.kind == "slide" else "rad"


@dataclass
class SitePart:
    """A named frame of a body."""

    name: str
    body: str
    pose: Pose
    element: Element


@dataclass
class BodyPart:
    """A body: pose in its parent's frame; mass properties in its own."""

    name: str
    parent: str
    pose: Pose
    element: Element
    world: Pose = Pose()
    """X_WB, all joints at their reference."""
    joints: list[JointPart] = field(default_factory=list)
    geoms: list[GeomPart] = field(default_factory=list)
    inertial: Element | None = None
    mass: MassProperties = MassProperties(0.0)
    gravcomp: float = 0.0
    mocap: bool = False


@dataclass
class Scene:
    """All bodies of a file, parents first; the world is the first."""

    name: str
    bodies: dict[str, BodyPart] = field(default_factory=dict)
    joints: dict[str, JointPart] = field(default_factory=dict)
    sites: dict[str, SitePart] = field(default_factory=dict)
    gravity: Vector3 = (0.0, 0.0, -9.81)

    def worlds_at_springs(self) -> dict[str, np.ndarray]:
        """Return the 4 x 4 poses of bodies where every hinge and slide is at its springref."""
        found = {WORLD: np.eye(4)}
        for name, body in self.bodies.items():
            if name == WORLD:
                continue
            X = found[body.parent] @ _matrix(body.pose)
            for joint in body.joints:
                if joint.is_scalar:
                    X_BJ, q = _matrix(joint.frame), joint.springref - joint.ref
                    X = X @ X_BJ @ _motion(joint.kind, q) @ np.linalg.inv(X_BJ)
            found[name] = X
        return found


def _matrix(pose: Pose) -> np.ndarray:
    X = np.eye(4)
    X[:3, :3], X[:3, 3] = pose.rotation, pose.position
    return X


def _motion(kind: str, q: float) -> np.ndarray:
    """Return the motion of a hinge about z, or of a slide along z."""
    X = np.eye(4)
    if kind == "slide":
        X[2, 3] = q
    else:
        c, s = math.cos(q), math.sin(q)
        X[:2, :2] = [[c, -s], [s, c]]
    return X
