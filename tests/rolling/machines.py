"""Seeded random rolling machines, as plain data from which both programs build their model.

A machine is drawn on the plane z = 0, so that all its wheels touch, then the whole drawing is
turned and moved anywhere, and gravity is tilted against the plane.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

import sarrus
from rolling.absolute import GROUND, Profile, World, unit
from sarrus.road import SineRoad

X, Y, Z = np.eye(3)
GRAVITY = 9.81


@dataclass
class Machine:
    """A rolling machine; all points and directions are of the drawing, bodies are unturned there.

    joints: (type, name, a, b, point, axis, second axis); contacts: (name, wheel, options of
    `World.rolling`); blades: (name, body, point, direction across); springs: (a, b, point, point,
    stiffness, damping); torques: (a, b, axis, moment). base: the body whose place is counted.
    """

    random: np.random.Generator
    gravity: np.ndarray = field(default_factory=lambda: -GRAVITY * Z)
    bodies: list[tuple[str, float, np.ndarray, np.ndarray]] = field(default_factory=list)
    joints: list[tuple[Any, ...]] = field(default_factory=list)
    contacts: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)
    blades: list[tuple[str, str, np.ndarray, np.ndarray]] = field(default_factory=list)
    springs: list[tuple[Any, ...]] = field(default_factory=list)
    torques: list[tuple[Any, ...]] = field(default_factory=list)
    base: str = GROUND
    redundant: bool = False

    # --- drawing ----------------------------------------------------------------------------------

    def body(self, name: str, at: Any, size: float, mass: float | None = None) -> str:
        """Add a body with random mass properties near a point."""
        r = self.random
        m = float(10.0 ** r.uniform(-0.3, 0.7)) if mass is None else mass
        axes = np.linalg.qr(r.normal(size=(3, 3)))[0]
        second = axes @ np.diag((size * r.uniform(0.2, 0.6, 3)) ** 2) @ axes.T * m
        J = np.trace(second) * np.eye(3) - second
        com = np.asarray(at, dtype=float) + 0.15 * size * r.uniform(-1.0, 1.0, 3)
        self.bodies.append((name, m, com, 0.5 * (J + J.T)))
        return name

    def joint(self, kind: str, name: str, a: str, b: str, at: Any, axis: Any = None) -> None:
        """Add a joint; the second axis of a universal one is drawn."""
        second = None
        if kind == "universal":
            second = unit(np.cross(axis, self.random.normal(size=3)))
        first = None if axis is None else unit(axis)
        self.joints.append((kind, name, a, b, np.asarray(at, dtype=float), first, second))

    def wheel(
        self, name: str, holder: str | None, center: Any, axis: Any, *, kind: str = "revolute",
        **more: Any,
    ) -> str:  # fmt: skip
        """Add a wheel with its hub and its contact; its radius is what reaches the plane."""
        c, a = np.asarray(center, dtype=float), unit(axis)
        crown = float(self.random.choice([0.0, 0.2])) * c[2]
        # The centre is as high as a wheel with this lean is.
        tall = np.sqrt(1.0 - a[2] ** 2)
        radius = float((c[2] - crown) / tall + crown)
        self.body(name, c, radius)
        if holder is not None:
            self.joint(kind, f"{name}_hub", holder, name, c, a)
        options = {"radius": radius, "center": c, "axis": a, "crown": crown, **more}
        self.contacts.append((f"{name}_contact", name, options))
        return name

    def ball(self, name: str, holder: str | None, center: Any, **more: Any) -> str:
        """Add a ball with its contact, in a socket of its holder."""
        c = np.asarray(center, dtype=float)
        self.body(name, c, c[2])
        if holder is not None:
            self.joint("spherical", f"{name}_socket", holder, name, c)
        self.contacts.append((f"{name}_contact", name, {"radius": c[2], "center": c, **more}))
        return name

    def turned(self, Q: np.ndarray, shift: np.ndarray) -> Machine:
        """Return the machine with its drawing turned and moved."""

        def place(p: Any) -> Any:
            return None if p is None else Q @ np.asarray(p, dtype=float) + shift

        def way(d: Any) -> Any:
            return None if d is None else Q @ np.asarray(d, dtype=float)

        contacts = []
        for name, body, given in self.contacts:
            options = {"normal": Z, "along": X, "origin": np.zeros(3), **given}
            for key in ("center", "origin"):
                options[key] = place(options[key])
            for key in ("normal", "along", "axis"):
                options[key] = way(options.get(key))
            contacts.append((name, body, options))
        return replace(
            self,
            gravity=way(self.gravity),
            bodies=[(n, m, place(c), Q @ J @ Q.T) for n, m, c, J in self.bodies],
            joints=[(*head, place(p), way(x), way(y)) for *head, p, x, y in self.joints],
            contacts=contacts,
            blades=[(n, b, place(p), way(e)) for n, b, p, e in self.blades],
            springs=[(a, b, place(p), place(q), *rest) for a, b, p, q, *rest in self.springs],
            torques=[(a, b, way(e), size) for a, b, e, size in self.torques],
        )

    # --- models -----------------------------------------------------------------------------------

    def world(self) -> World:
        """Return the machine in absolute coordinates."""
        world = World(tuple(self.gravity))
        for body in self.bodies:
            world.body(*body)
        for kind, name, a, b, at, axis, second in self.joints:
            if kind == "spherical":
                world.ball(name, a, b, at)
            elif kind == "distance":
                world.rod(name, a, b, at, axis)
            elif kind == "universal":
                world.universal(name, a, b, at, axis, second)
            else:
                getattr(world, kind)(name, a, b, at, axis)
        for name, wheel, options in self.contacts:
            world.rolling(name, wheel, **{**options, "road": _profile(options.get("road"))})
        for blade in self.blades:
            world.blade(*blade)
        for a, b, p, q, k, c in self.springs:
            world.spring(a, b, p, q, k, 0.8 * float(np.linalg.norm(np.subtract(q, p))), c)
        for torque in self.torques:
            world.torque(*torque)
        return world

    def mechanism(self, *bases: str) -> sarrus.Mechanism:
        """Return the machine for Sarrus; bases: the bodies to which free joints lead."""
        m = sarrus.Mechanism("rolling machine", tuple(self.gravity))
        handles = {GROUND: m.ground}
        for name, mass, com, inertia in self.bodies:
            handles[name] = m.body(name, mass, (0, 0, 0), inertia, at=com)
        for base in bases or (self.base,):
            if base != GROUND:
                m.free(f"{base}_free", m.ground, handles[base])
        for kind, name, a, b, at, axis, second in self.joints:
            more = {} if axis is None else {"axis": axis}
            more |= {} if second is None else {"axis2": second}
            getattr(m, kind)(name, handles[a], handles[b], at=at, **more)
        for name, wheel, options in self.contacts:
            given = {**options, "on": handles[options.get("on", GROUND)]}
            m.rolling(name, handles[wheel], **given)
        for name, body, at, across in self.blades:
            # The point and the direction are fixed in the body, whose axes are those of the world.
            m.nonholonomic(
                name, lambda motion, body=body, e=across: (
                    motion.velocity("edge") @ (motion.axes(body) @ e)),
                points={"edge": (body, at)},
            )  # fmt: skip
        for k, (a, b, p, q, stiffness, damping) in enumerate(self.springs):
            span = 0.8 * float(np.linalg.norm(np.subtract(q, p)))
            m.spring_damper(f"spring{k}", handles[a], handles[b], at_a=p, at_b=q, k=stiffness,
                            c=damping, free_length=span)  # fmt: skip
        for k, (a, b, axis, size) in enumerate(self.torques):
            m.torque(f"torque{k}", handles[a], handles[b], axis, size)
        return m


def _profile(waves: SineRoad | None) -> Profile | None:
    """Return h = a sin(k s + p) with its derivatives."""
    if waves is None:
        return None
    a, k, p = waves.amplitude, 2.0 * np.pi / waves.wavelength, waves.phase
    return Profile(
        lambda s: a * np.sin(k * s + p),
        lambda s: a * k * np.cos(k * s + p),
        lambda s: -a * k**2 * np.sin(k * s + p),
    )


# --- families -------------------------------------------------------------------------------------


def disc(d: Machine) -> None:
    """One disc that leans."""
    lean = d.random.uniform(-0.7, 0.7)
    d.wheel("disc", None, (0.1, 0.2, 0.3), np.cos(lean) * Y + np.sin(lean) * Z)
    d.base = "disc"


def disc_with_arm(d: Machine) -> None:
    """A disc with one or two bodies on it."""
    disc(d)
    last, point = "disc", np.array([0.1, 0.2, 0.3])
    for k in range(int(d.random.integers(1, 3))):
        kind = str(d.random.choice(["revolute", "universal", "spherical", "prismatic"]))
        name = d.body(f"arm{k}", point + 0.2 * d.random.normal(size=3), 0.2, 0.5)
        axis = None if kind == "spherical" else d.random.normal(size=3)
        d.joint(kind, f"arm{k}_joint", last, name, point, axis)
        last, point = name, d.bodies[-1][2]


def ball_on_deck(d: Machine) -> None:
    """A ball on a deck that moves on a joint and a spring."""
    kind = str(d.random.choice(["revolute", "spherical", "prismatic", "universal"]))
    d.body("deck", (0.1, 0.0, -0.2), 1.0, 8.0)
    tilted = Z + 0.3 * d.random.normal(size=3)
    d.joint(
        kind, "deck_joint", GROUND, "deck", (0, 0, -0.1), None if kind == "spherical" else tilted
    )
    for x, y in ((1.0, 0.0), (-0.6, 0.8), (-0.6, -0.8)):
        d.springs.append((GROUND, "deck", (x, y, 0.6), (x, y, -0.1), 250.0, 3.0))
    d.ball("ball", None, (0.3, 0.2, 0.15), on="deck")
    d.base = "ball"


def ball_with_pendulum(d: Machine) -> None:
    """A ball that rolls with a pendulum inside."""
    d.ball("ball", None, (0.0, 0.0, 0.3))
    d.body("bob", (0.0, 0.0, 0.15), 0.1, 2.0)
    d.joint("revolute", "pin", "ball", "bob", (0, 0, 0.3), Y + 0.2 * d.random.normal(size=3))
    d.torques.append(("ball", "bob", Y, 0.5))
    d.base = "ball"


def cart(d: Machine) -> None:
    """Two wheels on one axle, which both keep the cart from sliding along it, and a ball."""
    R = d.random.uniform(0.2, 0.3)
    d.body("cart", (-0.1, 0.0, R), 0.4, 10.0)
    for name, y in (("left", 0.4), ("right", -0.35)):
        d.wheel(name, "cart", (0.0, y, R), Y)
    d.ball("castor", "cart", (-0.5, 0.05, 0.1))
    d.torques.append(("cart", "left", Y, d.random.uniform(-1.0, 1.0)))
    d.base, d.redundant = "cart", True


def tricycle(d: Machine) -> None:
    """A wheel with camber, a steered one and a ball: nothing is there twice."""
    d.body("cart", (0.0, 0.1, 0.3), 0.4, 10.0)
    d.body("fork", (0.7, 0.0, 0.3), 0.2, 2.0)
    d.joint("revolute", "steer", "cart", "fork", (0.65, 0, 0.3), Z - 0.3 * X)
    d.wheel("rear", "cart", (0.0, -0.3, 0.25), Y + 0.1 * Z)
    d.wheel("front", "fork", (0.7, 0.0, 0.2), Y + 0.2 * X)
    d.ball("castor", "cart", (0.2, 0.7, 0.1))
    d.base = "cart"


def four_wheels(d: Machine) -> None:
    """A rigid car with two axles, which goes straight on; heights and sides are redundant."""
    d.body("car", (0.0, 0.0, 0.35), 0.6, 20.0)
    for name, x, y in (("fl", 0.6, 0.4), ("fr", 0.6, -0.4), ("rl", -0.6, 0.4), ("rr", -0.6, -0.4)):
        d.wheel(name, "car", (x, y, 0.25), Y)
    d.base, d.redundant = "car", True


def bicycle(d: Machine) -> None:
    """Two wheels, one of them steered."""
    tilt = d.random.uniform(-0.1, 0.5)
    d.body("frame", (0.4, 0.0, 0.6), 0.6, 15.0)
    d.body("fork", (0.8, 0.0, 0.6), 0.3, 3.0)
    d.joint(
        "revolute", "steer", "frame", "fork", (0.9, 0, 0.4), np.cos(tilt) * Z - np.sin(tilt) * X
    )
    lean = d.random.uniform(-0.2, 0.2)
    for name, holder, x, R in (("rear", "frame", 0.0, 0.3), ("front", "fork", 1.0, 0.35)):
        axis = np.cos(lean) * Y + np.sin(lean) * Z
        d.wheel(name, holder, (x, 0.1 * R, R * np.cos(lean)), axis)
    d.base = "frame"


def locomotive(d: Machine) -> None:
    """Two wheels with a rod between their pins, a third on the other side: a loop in the plane."""
    R, phase = 0.3, d.random.uniform(0.5, 1.2)
    pin = 0.15 * np.array([np.cos(phase), 0.0, np.sin(phase)])
    d.body("frame", (0.3, -0.2, 0.4), 0.4, 10.0)
    for name, x, y in (("rear", 0.0, 0.3), ("front", 0.8, 0.3), ("other", 0.2, -0.4)):
        d.wheel(name, "frame", (x, y, R), Y)
    d.body("rod", np.array([0.4, 0.35, R]) + pin, 0.3, 1.0)
    d.joint("revolute", "rear_pin", "rear", "rod", np.array([0.0, 0.35, R]) + pin, Y)
    d.joint("revolute", "front_pin", "front", "rod", np.array([0.8, 0.35, R]) + pin, Y)
    d.base, d.redundant = "frame", True


def mill(d: Machine) -> None:
    """An edge runner: a wheel on an arm about a post, with a hub that lets it lean."""
    d.body("arm", (0.3, 0.0, 0.3), 0.4)
    d.joint("revolute", "post", GROUND, "arm", (0, 0, 0), Z)
    d.body("yoke", (0.5, 0.0, 0.3), 0.1, 1.0)
    d.joint("revolute", "tilt", "arm", "yoke", (0.3, 0, 0.3), Y)
    d.wheel("runner", "yoke", (0.7, 0.0, 0.3), X + 0.1 * Z)
    d.torques.append((GROUND, "arm", Z, 2.0))
    d.redundant = True  # the post, too, keeps the runner from sliding outward


def held_mill(d: Machine) -> None:
    """An edge runner that joints alone keep at its height and from sliding outward."""
    d.body("arm", (0.3, 0.0, 0.3), 0.4)
    d.joint("revolute", "post", GROUND, "arm", (0, 0, 0), Z)
    d.wheel("runner", "arm", (0.7, 0.0, 0.3), X)
    d.torques.append((GROUND, "arm", Z, 2.0))
    d.redundant = True


def plate_on_balls(d: Machine) -> None:
    """A plate on three balls: six contacts, three of them on the moving plate."""
    R = 0.15
    d.body("plate", (0.05, 0.0, 2 * R + 0.02), 0.6, 10.0)
    for k, (x, y) in enumerate(((0.5, 0.0), (-0.3, 0.4), (-0.3, -0.45))):
        d.ball(f"ball{k}", None, (x, y, R))
        under = {"radius": R, "center": np.array([x, y, R]), "on": "plate", "normal": -Z,
                 "origin": 2 * R * Z}  # fmt: skip
        d.contacts.append((f"top{k}", f"ball{k}", under))
    d.base = "plate"


def sleigh(d: Machine) -> None:
    """A sleigh with a blade that pulls another by a hinge."""
    d.body("sleigh", (0.2, 0.0, 0.0), 0.5, 3.0)
    d.joint("planar", "ice", GROUND, "sleigh", (0, 0, 0), Z)
    d.blades.append(("blade", "sleigh", np.zeros(3), Y))
    d.body("trailer", (-0.9, 0.1, 0.0), 0.4, 2.0)
    d.joint("revolute", "hitch", "sleigh", "trailer", (-0.4, 0, 0), Z)
    d.blades.append(("keel", "trailer", np.array([-1.1, 0.0, 0.0]), Y + 0.1 * X))


def disc_on_waves(d: Machine) -> None:
    """A disc across the waves of a road, leaning."""
    d.wheel("disc", None, (0.1, 0.2, 0.3), Y + 0.3 * d.random.normal(size=3), road=_waves(d))
    d.base = "disc"


def ball_on_waves(d: Machine) -> None:
    """A ball on the waves of a deck that swings."""
    d.body("deck", (0.1, 0.0, -0.4), 1.0, 8.0)
    d.joint("revolute", "deck_joint", GROUND, "deck", (0, 0, 1.0), Y + 0.2 * X)
    d.ball("ball", None, (0.3, 0.2, 0.15), on="deck", road=_waves(d))
    d.base = "ball"


def bicycle_on_waves(d: Machine) -> None:
    """Two wheels, one of them steered, on the waves of a road."""
    bicycle(d)
    waves = _waves(d)
    d.contacts = [(name, wheel, {**more, "road": waves}) for name, wheel, more in d.contacts]


def _waves(d: Machine) -> SineRoad:
    """Return waves that no wheel touches twice; wheels drawn on a plane are a bit off them."""
    return SineRoad(0.03, d.random.uniform(1.8, 3.0), phase=d.random.uniform(0.0, 6.0))


FAMILIES: dict[str, Callable[[Machine], None]] = {
    family.__name__: family
    for family in (disc, disc_with_arm, ball_on_deck, ball_with_pendulum, cart, tricycle,
                   four_wheels, bicycle, locomotive, mill, held_mill, plate_on_balls, sleigh,
                   disc_on_waves, ball_on_waves, bicycle_on_waves)
}  # fmt: skip


@dataclass(frozen=True)
class Sample:
    """A machine of a family with its start and how long it runs [s]; x: as drawn, or near it."""

    family: str
    seed: int
    machine: Machine
    x: np.ndarray
    V: np.ndarray
    until: float


def sample(family: str, seed: int) -> Sample:
    """Return a machine with random velocities that its joints and contacts allow."""
    random = np.random.default_rng([seed, 1842])
    machine = Machine(random)
    FAMILIES[family](machine)
    if machine.base != GROUND or family == "sleigh":
        tilt = 0.1 * random.normal(size=2)
        machine.gravity = GRAVITY * unit((*tilt, -1.0))
    Q = np.linalg.qr(random.normal(size=(3, 3)))[0]
    machine = machine.turned(Q * np.sign(np.linalg.det(Q)), random.normal(size=3))
    world = machine.world()
    x = world.closed(world.start())
    V = world.allowed(x, random.normal(size=(world.n, 6)))
    fast, spin = (np.max(np.abs(V[:, part])) for part in (slice(0, 3), slice(3, 6)))
    V = V * random.uniform(0.5, 1.0) * min(1.5 / fast, 6.0 / spin)
    return Sample(family, seed, machine, x, V, float(random.uniform(0.2, 0.4)))
