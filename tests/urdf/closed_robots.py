"""Robots with closed chains as URDF beside a file of pairs of frames: topologies of known robots.

The topologies are those of Gepetto's example-parallel-robots (V. Batto, L. De Matteis, 2023), every
number is our own: points of joints in the position where all is closed, and in this position all
coordinates are zero. Links are turned at random, so that no axis is aligned.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

Point = tuple[float, float, float]
LIMIT = '<limit lower="-9" upper="9" effort="1e3" velocity="1e3"/>'
AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


@dataclass
class ClosedRobot:
    """A robot that is being drawn; closings: frames A and B, and "3d" or "6d"."""

    name: str
    poses: dict[str, tuple[np.ndarray, np.ndarray]] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)
    closings: list[tuple[str, str, str]] = field(default_factory=list)
    motors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(len(self.name))
        self.poses["base"] = (np.eye(3), np.zeros(3))
        self.parts.append(_link("base", 4.0, self.random))

    def link(self, name: str, parent: str, at: Point, axis: str = "y", motor: bool = False) -> str:
        """Add a link on a hinge, or on a slider ("slide x"), at a point of the closed position."""
        turn = rotation(*self.random.uniform(-0.6, 0.6, 3))
        R, p = self.poses[parent]
        kind = "prismatic" if axis.startswith("slide") else "continuous"
        direction = turn.T @ np.array(AXES[axis[-1]])
        self.poses[name] = turn, np.array(at)
        self.parts.append(_link(name, 0.3 + self.random.uniform(0, 1), self.random))
        self.parts.append(
            f'<joint name="{name}_joint" type="{kind}"><parent link="{parent}"/>'
            f'<child link="{name}"/>{_origin(R.T @ turn, R.T @ (np.array(at) - p))}'
            f'<axis xyz="{_text(direction)}"/>'
            + (
                '<limit lower="-9" upper="9" effort="1e3" velocity="1e3"/>'
                if kind[0] == "p"
                else ""
            )
            + "</joint>"
        )
        if motor:
            self.motors.append(f"{name}_joint")
        return name

    def ball(self, name: str, parent: str, at: Point, axes: str = "xyz") -> str:
        """Add a link on hinges that meet in a point: a ball joint, or a universal one."""
        for k, axis in enumerate(axes):
            last = k == len(axes) - 1
            parent = self.link(name if last else f"{name}_{axis}{k}", parent, at, axis)
        return name

    def close(self, a: str, b: str, at: Point, kind: str = "6d") -> None:
        """Close a loop between two links by frames that meet at a point."""
        number = len(self.closings) + 1
        for side, body in (("A", a), ("B", b)):
            R, p = self.poses[body]
            self.parts.append(
                f'<link name="closed_{number}_{side}"/><joint name="closed_{number}_{side}_frame" '
                f'type="fixed"><parent link="{body}"/><child link="closed_{number}_{side}"/>'
                f"{_origin(R.T, R.T @ (np.array(at) - p))}</joint>"
            )
        self.closings.append((f"closed_{number}_A", f"closed_{number}_B", kind))

    @property
    def urdf(self) -> str:
        """The tree."""
        return f'<robot name="{self.name}">{"".join(self.parts)}</robot>'

    @property
    def document(self) -> str:
        """A model file that includes robot.urdf and closes its loops."""
        lines = ["sarrus: 1", "include: {r: {file: robot.urdf}}", "joints:"]
        for k, (a, b, kind) in enumerate(self.closings):
            word = "weld" if kind == "6d" else "spherical"
            lines.append(f"  loop_{k}: {{type: {word}, parent: r.{a}, child: r.{b}, "
                         "on_parent: {at: [0, 0, 0]}, on_child: {at: [0, 0, 0]}}")  # fmt: skip
        return "\n".join(lines) + "\n"


def rotation(roll: float, pitch: float, yaw: float) -> np.ndarray:
    """Return Rz(yaw) Ry(pitch) Rx(roll)."""
    (a, b, c), (d, e, f) = np.cos([roll, pitch, yaw]), np.sin([roll, pitch, yaw])
    Rx = np.array([[1, 0, 0], [0, a, -d], [0, d, a]])
    Ry = np.array([[b, 0, e], [0, 1, 0], [-e, 0, b]])
    Rz = np.array([[c, -f, 0], [f, c, 0], [0, 0, 1]])
    return Rz @ Ry @ Rx


def _origin(R: np.ndarray, p: np.ndarray) -> str:
    pitch = np.arctan2(-R[2, 0], np.hypot(R[0, 0], R[1, 0]))
    rpy = np.arctan2(R[2, 1], R[2, 2]), pitch, np.arctan2(R[1, 0], R[0, 0])
    return f'<origin xyz="{_text(p)}" rpy="{_text(rpy)}"/>'


def _text(values: object) -> str:
    return " ".join(f"{x:.17g}" for x in np.asarray(values))


def _link(name: str, mass: float, random: np.random.Generator) -> str:
    a, b, c = mass * random.uniform(0.004, 0.006, 3)
    com = random.uniform(-0.05, 0.05, 3)
    return (f'<link name="{name}"><inertial><origin xyz="{_text(com)}"/><mass value="{mass:.17g}"/>'
            f'<inertia ixx="{a:.17g}" iyy="{b:.17g}" izz="{c:.17g}" ixy="0" ixz="0" iyz="0"/>'
            "</inertial></link>")  # fmt: skip


# --- topologies ----------------------------------------------------------------------------------


def rod(r: ClosedRobot, name: str, on: str, at: Point, to: str, end: Point) -> None:
    """Join two links by a rod between a universal joint and a ball joint, closed in 6d there."""
    r.ball(name, on, at, "xy")
    r.ball(f"{name}_end", name, end)
    r.close(f"{name}_end", to, end)


def five_bar_3d() -> ClosedRobot:
    r = ClosedRobot("five_bar_3d")
    r.link("a1", "base", (-0.1, 0, 0), motor=True)
    r.link("a2", "a1", (-0.3, 0, -0.3))
    r.link("b1", "base", (0.1, 0, 0), motor=True)
    r.link("b2", "b1", (0.3, 0, -0.3))
    r.close("a2", "b2", (0, 0, -0.6), "3d")
    return r


def delta() -> ClosedRobot:
    r = ClosedRobot("delta")
    table = ""
    for k in range(3):
        c, s = np.cos(2.1 * k), np.sin(2.1 * k)
        arm = r.link(f"arm{k}", "base", (0.2 * c, 0.2 * s, 0), "xyz"[k % 2], motor=True)
        elbow = (0.5 * c, 0.5 * s, -0.1)
        hand = (0.1 * c, 0.1 * s, -0.6)
        r.ball(f"rod{k}", arm, elbow, "xy")
        if not table:
            r.ball("table", f"rod{k}", hand)
            table = "table"
        else:
            r.ball(f"end{k}", f"rod{k}", hand)
            r.close(f"end{k}", table, hand)
    return r


def hip(r: ClosedRobot) -> str:
    for axis, name in (("z", "yaw"), ("x", "roll"), ("y", "pitch")):
        r.link(name, r.parts and (list(r.poses)[-1]), (0, 0, -0.05), axis, motor=True)
    return "pitch"


def cassie() -> ClosedRobot:
    """Knee and heel by rods: a leg with two loops."""
    r = ClosedRobot("cassie")
    thigh = hip(r)
    r.link("knee_crank", thigh, (0.05, 0.05, -0.1), "y", motor=True)
    r.link("shin", thigh, (0, 0, -0.5))
    r.link("tarsus", "shin", (0.05, 0, -0.7))
    r.link("foot", "tarsus", (-0.2, 0, -1.1))
    rod(r, "knee_rod", "knee_crank", (0.15, 0.05, -0.12), "shin", (0.1, 0.05, -0.52))
    r.link("foot_crank", "tarsus", (0, 0.04, -0.8), "y", motor=True)
    rod(r, "foot_rod", "foot_crank", (-0.08, 0.04, -0.8), "foot", (-0.28, 0.04, -1.12))
    return r


def digit() -> ClosedRobot:
    """Knee by one rod, foot by two: a leg with three loops."""
    r = ClosedRobot("digit")
    thigh = hip(r)
    r.link("shin", thigh, (0, 0, -0.5), motor=True)
    r.link("tarsus", "shin", (0.02, 0, -0.9))
    r.link("foot_roll", "tarsus", (0, 0, -1.3), "x")
    r.link("foot", "foot_roll", (0, 0, -1.3), "y")
    rod(r, "heel_rod", thigh, (-0.1, 0.02, -0.2), "tarsus", (-0.08, 0.03, -0.85))
    for side, y in (("left", 0.05), ("right", -0.05)):
        r.link(f"crank_{side}", "tarsus", (0, y, -1.0), "y", motor=True)
        rod(r, f"toe_{side}", f"crank_{side}", (-0.07, y, -1.0), "foot", (-0.08, y, -1.28))
    return r


def disney() -> ClosedRobot:
    """Two four-bars in space and an ankle: three loops."""
    r = ClosedRobot("disney")
    r.link("hip_x", "base", (0, 0, 0), "x", motor=True)
    r.link("thigh", "hip_x", (0, 0, -0.05), "y")
    r.link("bar1", "hip_x", (0.1, 0, -0.05), "y", motor=True)
    rod(r, "bar2", "bar1", (0.1, 0.03, -0.25), "thigh", (0.02, 0.03, -0.3))
    r.link("shin", "thigh", (0, 0, -0.4), "y")
    r.link("bar3", "thigh", (0.08, 0, -0.1), "y", motor=True)
    rod(r, "bar4", "bar3", (0.15, -0.03, -0.15), "shin", (0.09, -0.03, -0.42))
    r.link("foot", "shin", (0, 0, -0.8), "y")
    r.link("ankle", "shin", (-0.05, 0, -0.5), "y", motor=True)
    rod(r, "ankle_rod", "ankle", (-0.12, 0.02, -0.52), "foot", (-0.1, 0.02, -0.82))
    return r


def talos() -> ClosedRobot:
    """An ankle moved by a rod: one loop."""
    r = ClosedRobot("talos")
    thigh = hip(r)
    r.link("shin", thigh, (0, 0, -0.4), motor=True)
    r.link("foot", "shin", (0, 0, -0.8))
    r.link("crank", "shin", (-0.03, 0.03, -0.5), "y", motor=True)
    rod(r, "ankle_rod", "crank", (-0.1, 0.03, -0.5), "foot", (-0.09, 0.02, -0.82))
    return r


def wl16() -> ClosedRobot:
    """A leg that is a platform on six sliders: five loops."""
    r = ClosedRobot("wl16")
    for k in range(6):
        angle = 2.0 * np.pi * k / 6
        low, high = angle + 0.3 * (-1) ** k, angle - 0.2 * (-1) ** k
        start = (0.2 * np.cos(high), 0.2 * np.sin(high), 0.0)
        end = (0.15 * np.cos(low), 0.12 * np.sin(low), -0.7)
        r.ball(f"tube{k}", "base", start, "xy")
        r.link(f"stem{k}", f"tube{k}", start, "slide z", motor=True)
        r.ball("foot" if k == 0 else f"end{k}", f"stem{k}", end)
        if k:
            r.close(f"end{k}", "foot", end)
    return r


ROBOTS = {f.__name__: f for f in (five_bar_3d, delta, cassie, digit, disney, talos, wl16)}
