"""CHK-D11: forces between points, at points and in windows, in random trees and closed loops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivatives.mechanisms import Moving
from forces.joint_identities import (
    assert_derivatives,
    assert_gradient,
    assert_power,
    assert_traced,
    movable,
    scene,
    with_element,
)
from forces.joint_identities import mechanism as mechanism_of
from sarrus.model import GROUND, Mechanism
from sarrus.model.forces import (
    ForceElement,
    GasSpring,
    JointGasSpring,
    Moment,
    PointLoad,
    PointWindowForce,
    SpringDamper,
    Strut,
    VaryingForce,
    WindowForce,
)
from sarrus.model.forces.recorder import slope, traced_formula
from sarrus.model.pose import vector3
from sarrus.spatial import Curve

SPRING = Curve((-2.0, -0.7, -0.1, 0.4, 1.1, 2.5), (-9.0, -2.0, -0.5, 0.8, 3.0, 11.0), 2, "line")
ROPE = Curve((0.0, 0.4, 1.1, 2.5), (0.0, 0.8, 3.0, 11.0), 1, "line")
DAMPER = Curve((-3.0, -1.0, 0.0, 0.5, 2.0), (-4.0, -2.5, 0.0, 0.7, 6.0), 1, "line")
ENERGY = traced_formula(lambda x: 3.0 * np.cos(0.7 * x) + 0.2 * x**4, "x")
FORCE = traced_formula(lambda x: 2.0 * np.tanh(x) + 0.1, "x")
BRAKE = traced_formula(lambda w: 3.0 * w * abs(w), "w")
PUSH = traced_formula(lambda t: 1.3 + np.sin(2.0 * t), "t")

Maker = Callable[[np.random.Generator, Moving], ForceElement]


def ends(rng: np.random.Generator, m: Moving) -> tuple[Any, ...]:
    names = [body.name for body in m.model.bodies]
    a = str(rng.choice([GROUND, *names[:-1]]))
    points = [vector3(rng.uniform(-1, 1, 3)) for _ in range(2)]
    return ("e", a, names[-1], *points)


def lengths(rng: np.random.Generator, m: Moving, line: tuple[Any, ...]) -> float:
    """The distance of the two points at the state, so that laws meet all their parts."""
    loads = SpringDamper(*line, 1.0).loads(scene(m, m.q, m.v))
    a, b = (load for load in loads if isinstance(load, PointLoad))
    return float(np.linalg.norm(b.point - a.point))


def strut(**fields: Any) -> Maker:
    def make(rng: np.random.Generator, m: Moving) -> ForceElement:
        line = ends(rng, m)
        free = lengths(rng, m, line) + rng.uniform(-0.6, 0.6)
        return Strut(*line, k=rng.uniform(0.5, 5.0), free_length=free, **fields)

    return make


def gas(exponent: float) -> Maker:
    def make(rng: np.random.Generator, m: Moving) -> ForceElement:
        line = ends(rng, m)
        reference = lengths(rng, m, line) + rng.uniform(-0.3, 0.9)
        fields = {"area": 0.8, "volume": 0.6, "pressure": 5.0, "atmosphere": 1.1, "c": 0.3}
        return GasSpring(*line, reference=reference, exponent=exponent, c_rebound=0.4, **fields)

    return make


def arm_gas(exponent: float) -> Maker:
    def make(rng: np.random.Generator, m: Moving) -> ForceElement:
        joint, index = movable(m)[0]
        numbers = rng.uniform(2.0, 9.0), rng.choice([-1.6, 1.6]), exponent, rng.uniform(-0.5, 0.5)
        return JointGasSpring("e", joint.name, *map(float, numbers), 0.4, index)

    return make


def window(moving: int) -> Maker:
    def make(rng: np.random.Generator, m: Moving) -> ForceElement:
        joint, index = movable(m)[0]
        here = scene(m, m.q, m.v)
        start = float(here.coordinate(joint.name, index)) + rng.uniform(-1.1, 0.1)
        along = int(np.sign(here.rate(joint.name, index)))
        gate = {"moving": moving * along, "width": 0.7, "speed_width": 1.5, "offset": 0.05}
        return WindowForce(
            name="e", joint=joint.name, index=index, force=3.0, start=start, stop=start + 1, **gate
        )

    return make


def point_window(rng: np.random.Generator, m: Moving) -> ForceElement:
    _, _, body, point, u = ends(rng, m)
    along = np.array(u) / np.linalg.norm(u)
    here = scene(m, m.q, m.v).point(body, point)
    start = float(along @ here.position) + rng.uniform(-0.8, -0.2)
    gate = {
        "moving": int(np.sign(along @ here.velocity)),
        "width": 0.7,
        "speed_width": 1.5,
        "start": start,
        "stop": start + 1.0,
    }
    return PointWindowForce(
        name="e", body=body, point=point, direction=vector3(along), force=-2.0, **gate
    )


def varying(follower: bool) -> Maker:
    def make(rng: np.random.Generator, m: Moving) -> ForceElement:
        _, _, body, point, u = ends(rng, m)
        terms = ((u, PUSH), ((0.0, 0.0, 1.0), 0.7), ((1.0, 0.0, 0.0), DAMPER))
        return VaryingForce("e", body, point, terms, follower, 1.2)

    return make


def moment(axes: str) -> Maker:
    def make(rng: np.random.Generator, m: Moving) -> ForceElement:
        _, a, body, _, u = ends(rng, m)
        chosen = {"world": "", "body": body, "reaction": a}[axes]
        return Moment("e", body, ((u, PUSH), ((0.0, 1.0, 0.0), 0.4)), chosen, a, 0.9)

    return make


def own(energy: bool) -> Maker:
    """A law of the user between two bodies: a spring that also turns, or one that does anything."""

    def law(s: Any) -> Any:
        gap = s.position("far") - s.position("near")
        if energy:
            return [s.force("near", 3.0 * gap), s.force("far", -3.0 * gap)]
        turn = s.axes("last")[:, 1] * np.sin(s.angular_velocity("last")[0])
        pull = s.parameter("k") * gap + 0.1 * s.velocity("near") * s.distance("near", "far")
        return [s.force("near", pull), s.moment("last", turn * s.distance_rate("near", "far"))]

    def stored(s: Any) -> Any:
        return 1.5 * s.distance("near", "far") ** 2

    def make(rng: np.random.Generator, m: Moving) -> ForceElement:
        _, a, b, *places = ends(rng, m)
        builder = Mechanism()
        for body, name in (("first", a), ("last", b)):
            builder.body(body, 1.0, (0, 0, 0), (1, 1, 1))
            builder.free(name, "ground", body)
        points = {"near": ("first", places[0]), "far": ("last", places[1])}
        given = {"energy": stored} if energy else {"parameters": {"k": 1.7}}
        builder.user_force("e", law, points=points, **given)
        (element,) = builder.build().forces
        return renamed(element, {"first": a, "last": b})

    return make


def renamed(element: Any, names: dict[str, str]) -> ForceElement:
    """Return the law on bodies of other names."""
    at = tuple((point, names[body], place) for point, body, place in element.points)
    reads = tuple((kind, names.get(target, target), k) for kind, target, k in element.reads)
    acts = tuple((kind, names.get(target, target)) for kind, target in element.acts)
    return replace(element, points=at, reads=reads, acts=acts)


STOPS = {"bump_clearance": 0.1, "bump_stiffness": 30.0, "bump_exponent": 2.0}
STOPS |= {"rebound_clearance": 0.05, "rebound_stiffness": 20.0, "rebound_exponent": 1.5}
MAKERS: dict[str, Maker] = {
    "preload": strut(preload=-2.0, c=0.7),
    "two ways": strut(c_compression=0.3, c_rebound=1.9),
    "curves": strut(spring=SPRING, damper=DAMPER),
    "energy": strut(spring=slope(ENERGY), energy=ENERGY, damper=BRAKE),
    "force": strut(spring=FORCE, c=0.2),
    "rope": strut(acts="pull", spring=ROPE, c=0.9),
    "prop": strut(acts="push", c_compression=0.9, c_rebound=0.1),
    "stops": strut(c=0.1, **STOPS),
    "actuator": strut(actuator=1.5, actuator_law=PUSH),
    "gas": gas(1.3),
    "isothermal": gas(1.0),
    "arm gas": arm_gas(1.3),
    "arm isothermal": arm_gas(1.0),
    "window": window(1),
    "window both ways": window(0),
    "point window": point_window,
    "force of time": varying(False),
    "follower of time": varying(True),
    "moment": moment("world"),
    "body moment": moment("body"),
    "torque of time": moment("reaction"),
    "own law": own(False),
    "own energy": own(True),
}
CONSERVATIVE = ("preload", "curves", "energy", "rope", "prop", "stops")
CONSERVATIVE += ("gas", "isothermal", "arm gas", "arm isothermal", "own energy")
BRAKING = ("preload", "two ways", "curves", "energy", "force", "rope", "prop", "stops", "gas")
PARAMETERS: dict[str, dict[str, Any]] = {
    "preload": {"k": 2.0, "c": 0.4, "preload": 1.1, "free_length": 0.8, "point_a": (0.1, 0.2, 0.3)},
    "two ways": {"c_compression": 0.2, "c_rebound": 0.8},
    "stops": {"bump_clearance": 0.02, "bump_stiffness": 9.0, "rebound_stiffness": 7.0},
    "actuator": {"actuator": -2.2},
    "gas": {"area": 0.5, "volume": 0.7, "pressure": 4.0, "reference": 1.2, "atmosphere": 0.8},
    "arm gas": {"effort": 3.0, "ratio": 0.9, "reference": 0.2, "d": 0.1},
    "window": {"force": 5.0, "start": -2.0, "stop": 2.0, "offset": 0.1},
    "point window": {"force": 5.0, "start": -9.0, "stop": 9.0, "point": (0.1, 0.2, 0.3)},
    "force of time": {"scale": 0.4, "point": (0.1, 0.2, 0.3)},
    "moment": {"scale": 0.4},
}
SEEDS = (0, 1, 2, 3, 5, 7, 9, 11)
seeds = st.integers(0, 99)

mechanism = cache(mechanism_of)


def made(kind: str, seed: int) -> Moving | None:
    m = mechanism(seed)
    if kind in ("window", "window both ways", "arm gas", "arm isothermal") and not movable(m):
        return None
    return with_element(m, MAKERS[kind](np.random.default_rng(seed), m))


@pytest.mark.parametrize("kind", CONSERVATIVE)
@pytest.mark.parametrize("seed", SEEDS)
def test_CHK_D11_force_is_minus_the_slope_of_the_energy(kind: str, seed: int) -> None:
    m = made(kind, seed)
    if m is None:
        return
    element = m.model.forces[0]
    if isinstance(element, Strut) and isinstance(element.spring, Curve):
        element = replace(element, damper=None)  # its value at rest is rounded
    assert_gradient(with_element(m, element))


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("seed", SEEDS)
def test_CHK_D11_power_is_supply_less_loss_less_what_is_stored(kind: str, seed: int) -> None:
    m = made(kind, seed)
    if m is not None:
        assert assert_power(m) >= 0.0


@given(seeds, st.floats(-30.0, 30.0), st.sampled_from(BRAKING))
def test_CHK_D11_dampers_never_bring_in_energy(seed: int, speed: float, kind: str) -> None:
    m = made(kind, seed % 12)
    if m is None:
        return
    element = m.model.forces[0]
    here = scene(m, m.q, speed * np.asarray(m.v))
    assert float(element.dissipation(here)) >= 0.0


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("seed", SEEDS[:6])
def test_CHK_D11_derivatives(kind: str, seed: int) -> None:
    m = made(kind, seed)
    if m is not None:
        assert_derivatives(m, near=1e-5)


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("seed", SEEDS[:4])
def test_CHK_D11_traced_with_parameters_as_inputs(kind: str, seed: int) -> None:
    m = made(kind, seed)
    if m is not None:
        assert_traced(m, PARAMETERS.get(kind))
