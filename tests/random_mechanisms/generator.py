"""Seeded random mechanisms, as plain data in world coordinates.

A mechanism is drawn, not solved for: its joints are put at random points with random axes, so that
every loop is closed in the drawing. Overconstrained ones (Bennett, Bricard) get their symmetry.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

GRAVITY = 9.81
Z = np.array([0.0, 0.0, 1.0])


@dataclass(frozen=True)
class Sample:
    """A random mechanism: its `model` in the neutral format, and how long it is to run [s].

    size: length [m] to which points are drawn; lengths: of each body, from its centre of mass to
    its farthest joint.
    """

    family: str
    seed: int
    model: dict[str, Any]
    until: float
    size: float
    lengths: dict[str, float]


@dataclass
class _Drawing:
    """Joints with their points and axes, from which bodies get their places."""

    random: np.random.Generator
    size: float
    decades: float
    joints: list[dict[str, Any]] = field(default_factory=list)
    bodies: int = 0

    def length(self) -> float:
        """Return a random length within the decades below the size."""
        return float(self.size * 10.0 ** self.random.uniform(-self.decades, 0.0))

    def direction(self, planar: bool = False) -> np.ndarray:
        """Return a random unit vector."""
        x = self.random.normal(size=3)
        if planar:
            x[2] = 0.0
        return x / np.linalg.norm(x)

    def away(self, point: np.ndarray, planar: bool = False) -> np.ndarray:
        """Return a point at a random distance and direction from another."""
        return point + self.length() * self.direction(planar)

    def body(self) -> str:
        """Return the name of a new body."""
        self.bodies += 1
        return f"b{self.bodies}"

    def joint(self, kind: str, a: str, b: str, point: Any, axis: Any = None, **more: Any) -> None:
        """Add a joint."""
        found = {"name": f"J{len(self.joints) + 1}", "type": kind, "a": a, "b": b, **more}
        if kind != "distance":
            found["point"] = np.asarray(point, dtype=float).tolist()
        if axis is not None:
            found["axis"] = np.asarray(axis, dtype=float).tolist()
        if kind == "universal":
            found["axis_a"] = found.pop("axis")
            across = np.cross(found["axis_a"], self.direction())
            found["axis_b"] = (across / np.linalg.norm(across)).tolist()
        self.joints.append(found)


def four_bar(d: _Drawing) -> None:
    """Planar loop of four hinges."""
    _polygon(d, "revolute", 3)


def five_bar(d: _Drawing) -> None:
    """Planar loop of five hinges: two freedoms."""
    _polygon(d, "revolute", 4)


def _polygon(d: _Drawing, kind: str, links: int) -> None:
    point, last = np.zeros(3), "ground"
    for _ in range(links):
        body = d.body()
        d.joint(kind, last, body, point, Z)
        point, last = d.away(point, planar=True), body
    d.joint(kind, last, "ground", point, Z)


def slider_crank(d: _Drawing) -> None:
    """Crank, rod, slider."""
    A = np.zeros(3)
    B = d.away(A, planar=True)
    C = d.away(B, planar=True)
    crank, rod, slider = d.body(), d.body(), d.body()
    d.joint("revolute", "ground", crank, A, Z)
    d.joint("revolute", crank, rod, B, Z)
    d.joint("revolute", rod, slider, C, Z)
    d.joint("prismatic", "ground", slider, C, d.direction(planar=True))


WATT = ((0, 1), (0, 2), (2, 3), (3, 1), (0, 4), (4, 5), (5, 1))
STEPHENSON = ((0, 2), (2, 1), (0, 3), (3, 1), (0, 4), (4, 5), (5, 1))


def watt(d: _Drawing) -> None:
    """Planar six-bar whose links with three hinges are joined; any link is ground."""
    _six_bar(d, WATT)


def stephenson(d: _Drawing) -> None:
    """Planar six-bar whose links with three hinges are not joined; any link is ground."""
    _six_bar(d, STEPHENSON)


def _six_bar(d: _Drawing, pairs: tuple[tuple[int, int], ...]) -> None:
    ground = int(d.random.integers(6))
    names = ["ground" if k == ground else d.body() for k in range(6)]
    point = np.zeros(3)
    for a, b in pairs:
        d.joint("revolute", names[a], names[b], point, Z)
        point = d.away(point, planar=True)


def rssr(d: _Drawing) -> None:
    """Spatial four-bar with two balls; its coupler also turns about its line."""
    _loop(d, ("revolute", "spherical", "spherical", "revolute"))


def rssp(d: _Drawing) -> None:
    """Spatial slider-crank with two balls."""
    _loop(d, ("revolute", "spherical", "spherical", "prismatic"))


def rusr(d: _Drawing) -> None:
    """Spatial four-bar with a Cardan joint and a ball."""
    _loop(d, ("revolute", "universal", "spherical", "revolute"))


def rccc(d: _Drawing) -> None:
    """Spatial four-bar with three cylindrical joints."""
    _loop(d, ("revolute", "cylindrical", "cylindrical", "cylindrical"))


def _loop(d: _Drawing, kinds: tuple[str, ...]) -> None:
    point, last = np.zeros(3), "ground"
    for k, kind in enumerate(kinds):
        body = "ground" if k == len(kinds) - 1 else d.body()
        d.joint(kind, last, body, point, None if kind == "spherical" else d.direction())
        point, last = d.away(point), body


def bennett(d: _Drawing) -> None:
    """Overconstrained four-bar: hinges across the sides of a skew quadrilateral with a half-turn.

    Opposite sides are equal, and then so is sin(twist)/length of all sides.
    """
    x, y, u, w = (d.length() * s for s in d.random.choice([-1.0, 1.0], 4))
    h = 0.5 * d.length()
    P = np.array([[x, y, h], [u, w, -h], [-x, -y, h], [-u, -w, -h]])
    _hinges(d, P, [np.cross(P[k - 1] - P[k], P[(k + 1) % 4] - P[k]) for k in range(4)])


def bricard(d: _Drawing) -> None:
    """Overconstrained loop of six hinges, three the images of the others by a half-turn about z."""
    half = np.diag([-1.0, -1.0, 1.0])
    points = [d.away(np.zeros(3)) for _ in range(3)]
    axes = [d.direction() for _ in range(3)]
    _hinges(d, [*points, *(half @ p for p in points)], [*axes, *(half @ a for a in axes)])


def _hinges(d: _Drawing, points: Any, axes: Any) -> None:
    last = "ground"
    for k, (point, axis) in enumerate(zip(points, axes, strict=True)):
        body = "ground" if k == len(points) - 1 else d.body()
        d.joint("revolute", last, body, point, axis / np.linalg.norm(axis))
        last = body


def platform(d: _Drawing) -> None:
    """A body on three to five rods with ball ends."""
    body = d.body()
    for _ in range(int(d.random.integers(3, 6))):
        a = 0.7 * d.size * d.direction()
        b = a + d.length() * d.direction()
        span = float(np.linalg.norm(b - a))
        ends = {"point_a": a.tolist(), "point_b": b.tolist(), "length": span}
        d.joint("distance", "ground", body, None, **ends)


def planar_3rrr(d: _Drawing) -> None:
    """A planar platform on three legs of two links: three freedoms."""
    middle = d.body()
    for _ in range(3):
        first, second = d.body(), d.body()
        A = d.away(np.zeros(3), planar=True)
        B = d.away(A, planar=True)
        d.joint("revolute", "ground", first, A, Z)
        d.joint("revolute", first, second, B, Z)
        d.joint("revolute", second, middle, d.away(B, planar=True), Z)


def tree(d: _Drawing) -> None:
    """A tree of two to four bodies with joints of all kinds."""
    kinds = ("revolute", "prismatic", "cylindrical", "universal", "spherical")
    names, points = ["ground"], [np.zeros(3)]
    for _ in range(int(d.random.integers(2, 5))):
        k, kind = int(d.random.integers(len(names))), str(d.random.choice(kinds))
        body, point = d.body(), d.away(points[k])
        d.joint(kind, names[k], body, point, None if kind == "spherical" else d.direction())
        names.append(body)
        points.append(point)


FAMILIES: dict[str, Callable[[_Drawing], None]] = {
    family.__name__: family
    for family in (four_bar, slider_crank, five_bar, watt, stephenson, rssr, rssp, rusr, rccc,
                   bennett, bricard, platform, planar_3rrr, tree)
}  # fmt: skip
LIKELY = ("four_bar",) * 5 + ("slider_crank",) * 3 + ("tree", "rssp", "rusr", "rccc", "bennett")
"""Families that are drawn more often: those that cost little."""


def sample(
    seed: int,
    *,
    size: float = 1.0,
    length_decades: float = 2.0,
    mass_decades: float = 3.0,
    family: str | None = None,
) -> Sample:
    """Return the mechanism of a seed.

    size: largest length of a link [m]; length_decades, mass_decades: how many decades the lengths
    of links and the masses of bodies cover; family: one of `FAMILIES`, drawn unless given.
    """
    random = np.random.default_rng([seed, 1853])
    chosen = str(random.choice([*FAMILIES, *LIKELY]))
    kind = chosen if family is None else family
    drawing = _Drawing(random, size, length_decades)
    FAMILIES[kind](drawing)
    bodies, lengths = _bodies(drawing, mass_decades)
    planar = FAMILIES[kind] in (four_bar, slider_crank, five_bar, watt, stephenson, planar_3rrr)
    model: dict[str, Any] = {
        "gravity": (-GRAVITY * drawing.direction(planar)).tolist(),
        "bodies": bodies,
        "joints": drawing.joints,
        "loads": _loads(drawing, bodies),
    }
    until = float(random.uniform(0.3, 0.8) * np.sqrt(size / GRAVITY))
    moving = random.random() < 0.6
    if moving:
        speed = float(random.uniform(0.2, 1.0) * np.sqrt(GRAVITY * size))
        _set_moving(model, lengths, speed, random)
    return Sample(kind, seed, model, until, size, lengths)


def points_on(joints: list[dict[str, Any]], body: str) -> np.ndarray:
    """Return the points of the joints on a body."""
    found = []
    for joint in joints:
        for side in ("a", "b"):
            if joint[side] == body:
                found.append(joint.get("point", joint.get(f"point_{side}")))
    return np.array(found, dtype=float)


def _bodies(d: _Drawing, decades: float) -> tuple[list[dict[str, Any]], dict[str, float]]:
    random, found, lengths = d.random, [], {}
    for k in range(d.bodies):
        name = f"b{k + 1}"
        at = points_on(d.joints, name)
        span = float(np.max(np.linalg.norm(at - at.mean(axis=0), axis=1))) or d.length()
        com = at.mean(axis=0) + 0.3 * span * random.uniform(-1.0, 1.0, 3)
        reach = float(np.max(np.linalg.norm(at - com, axis=1))) or span
        mass = float(10.0 ** random.uniform(-0.5 * decades, 0.5 * decades))
        radii = span * random.uniform(0.2, 0.6, 3)
        axes = np.linalg.qr(random.normal(size=(3, 3)))[0]
        second = axes @ np.diag(radii**2) @ axes.T * mass / 5.0
        inertia = np.trace(second) * np.eye(3) - second
        lengths[name] = reach
        found.append({"name": name, "mass": mass, "com": com.tolist(), "R": np.eye(3).tolist(),
                      "inertia_com_body": (0.5 * (inertia + inertia.T)).tolist()})  # fmt: skip
    return found, lengths


def _loads(d: _Drawing, bodies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a spring with a damper between ground and a body, or nothing."""
    random = d.random
    if random.random() < 0.6:
        return []
    body = bodies[int(random.integers(len(bodies)))]
    end = np.array(body["com"])
    start = end + d.size * d.direction()
    k = body["mass"] * GRAVITY / d.size * float(random.uniform(0.5, 3.0))
    c = 0.1 * float(np.sqrt(k * body["mass"]))
    rest = float(np.linalg.norm(end - start) * random.uniform(0.6, 1.2))
    spring = {"type": "spring_damper", "name": "S", "a": "ground", "b": body["name"]}
    ends = {"point_a": start.tolist(), "point_b": end.tolist()}
    return [{**spring, **ends, "k": k, "c": c, "L0": rest}]


def _set_moving(
    model: dict[str, Any], lengths: dict[str, float], speed: float, random: np.random.Generator
) -> None:
    """Give the bodies velocities that the joints allow, the largest of them `speed`."""
    from random_mechanisms.absolute import Mechanism

    V = Mechanism(model, lengths).allowed_velocity(random) * speed
    for body, (v, omega) in zip(model["bodies"], V.reshape(-1, 2, 3), strict=True):
        body["v_com"], body["omega_world"] = v.tolist(), omega.tolist()
