"""Forces at and between points as users write them: units, laws of time, and what is refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dynamics.test_loads import loaded
from loops.mechanisms import four_bar
from sarrus import Mechanism, Model, ModelError
from sarrus.dynamics.jacobians import point_jacobian
from sarrus.formats.model_record import model_from_record, model_record
from sarrus.model.forces import (
    Moment,
    PointForce,
    PointWindowForce,
    SpringDamper,
    Strut,
    Torque,
    VaryingForce,
    WindowForce,
)
from sarrus.spatial import Curve
from sarrus.storage.record import decode, encode

TIGHT = {"rtol": 1e-10, "atol": 1e-11}
ENDS = {"at_a": (0.0, 0.0, 0.0), "at_b": (1.0, 0.0, 0.0)}


def spinner(add: Callable[[Mechanism], Any]) -> Model:
    """Two links that turn about z, drawn along x, with tilted body frames."""
    m = Mechanism("spinner", (0.0, 0.0, 0.0))
    m.body("arm", 1.0, (0, 0, 0), (0.2, 0.3, 0.4), at=(1, 0, 0), rpy=(0, 0, "90 deg"))
    m.body("hand", 1.0, (0, 0, 0), (0.2, 0.3, 0.4), at=(2, 0, 0))
    m.revolute("A", m.ground, "arm", at=(0, 0, 0), axis="z")
    m.revolute("B", "arm", "hand", at=(1, 0, 0), axis="z")
    add(m)
    return m.build()


def efforts(model: Model, q: Any, t: float = 0.0) -> np.ndarray:
    return np.array(model.compile(kernels=()).applied_efforts(q, [0.3, -0.2], t=t))


# --- forces and moments ---------------------------------------------------------------------------


def test_forces_of_time_component_by_component() -> None:
    """A function, a table and a number together, in world axes."""
    table = ((0.0, 1.0, 2.0), (0.0, 4.0, 0.0))
    model = spinner(
        lambda m: m.point_force(
            "f", "hand", (lambda t: 3.0 * np.cos(t), table, "1 kN"), at=(2, 0, 0)
        )
    )
    assert isinstance(model.forces[0], VaryingForce)
    for t, fy in ((0.0, 0.0), (1.0, 4.0), (7.0, 0.0)):
        fx = 3.0 * math.cos(t)
        q = np.array([0.4, -0.9])
        p = np.array([np.cos(q[0]), np.sin(q[0])])
        tip = p + np.array([np.cos(q.sum()), np.sin(q.sum())])
        about_A = tip[0] * fy - tip[1] * fx
        about_B = (tip - p)[0] * fy - (tip - p)[1] * fx
        np.testing.assert_allclose(efforts(model, q, t), [about_A, about_B], atol=1e-12)


def test_a_magnitude_along_a_direction() -> None:
    """In world axes and, as a follower, in body axes; a constant one is the plain element."""
    push = {"at": (2, 0, 0), "along": (0, 3, 0)}
    still = spinner(lambda m: m.point_force("f", "hand", "7 N", **push))
    assert still.forces == (PointForce("f", "hand", (0.0, 0.0, 0.0), (0.0, 7.0, 0.0)),)
    q = [0.4, -0.9]
    follower = spinner(
        lambda m: m.point_force("f", "hand", lambda t: 2.0 + t, follower=True, **push)
    )
    arm = 1.0 + np.cos(0.9)  # of the line of action about A
    np.testing.assert_allclose(efforts(follower, q, 0.5), [2.5 * arm, 2.5], atol=1e-12)


def test_moments_on_one_body_and_between_two() -> None:
    one = spinner(lambda m: m.moment("m", "hand", (0, 0, lambda t: 4.0 * t)))
    np.testing.assert_allclose(efforts(one, [0.1, 0.2], 0.5), [2.0, 2.0], atol=1e-13)
    two = spinner(lambda m: m.moment("m", "hand", lambda t: 4.0 * t, along="z", against="arm"))
    np.testing.assert_allclose(efforts(two, [0.1, 0.2], 0.5), [0.0, 2.0], atol=1e-13)
    torque = spinner(lambda m: m.torque("m", "arm", "hand", "z", lambda t: 4.0 * t))
    np.testing.assert_allclose(efforts(torque, [0.1, 0.2], 0.5), [0.0, 2.0], atol=1e-13)
    assert isinstance(torque.forces[0], Moment) and torque.forces[0].axes == "arm"
    constant = spinner(lambda m: m.torque("m", "arm", "hand", "z", "3 N*m"))
    assert isinstance(constant.forces[0], Torque)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("axes", ["", "b2", "b0"])
def test_a_moment_works_through_the_jacobian_of_the_bodies(seed: int, axes: str) -> None:
    rng = np.random.default_rng(seed)
    u, v = rng.normal(size=3), rng.normal(size=3)
    element = Moment("m", "b2", ((tuple(u), 1.5), (tuple(v), -0.5)), axes, "b0")
    state = loaded(seed, 4, element)
    bare = state.at(model=replace(state.model, forces=()))
    R = state.where.body(axes).matrix if axes else np.eye(3)
    J = point_jacobian(state.where, "b2", np.zeros(3)) - point_jacobian(
        state.where, "b0", np.zeros(3)
    )
    expected = J[3:6].T @ (R @ (1.5 * u - 0.5 * v))
    np.testing.assert_allclose(bare.inverse.tau - state.inverse.tau, expected, atol=1e-10)


def test_power_of_forces_of_time_is_supply() -> None:
    def add(m: Mechanism) -> None:
        m.point_force("f", "coupler", (0, lambda t: 30.0 * np.sin(5.0 * t), 0), at=(1, 1.2, 0))
        m.moment("m", "crank", ((0.0, 0.5, 1.0), (4.0, -3.0, 1.0)), along="z", against="coupler")
        m.torque("t", "ground", "rocker", "z", lambda t: 2.0 * t)

    system = four_bar(more=add).compile(kernels=())
    run = system.simulate(system.assemble({"A": 0.3}), until=1.0, every=0.01, **TIGHT)
    assert run.energy_error <= 1e-6 and np.all(run.loss == 0.0) and np.ptp(run.work) > 1.0
    total = sum(np.asarray(run[f"{name}.supply"]) for name in "fmt")
    assert np.trapezoid(total, run.t) == pytest.approx(run.work[-1], rel=1e-3)


def test_records_of_forces_of_time() -> None:
    def add(m: Mechanism) -> None:
        m.point_force("f", "hand", (0, np.sin, ((0.0, 1.0), (0.0, 2.0))), at=(2, 0, 0))
        m.moment("m", "hand", Curve((0.0, 1.0), (0.0, 2.0)), along="z", follower=True)
        m.window_force("w", "2 kN*m", ("-10 deg", 1.0), joint="A", moving=1, speed_width=0.1)
        m.window_force("p", 5.0, (0.0, 1.0), body="hand", on=(0, 0, 0), along="x")

    model = spinner(add)
    kinds = [VaryingForce, Moment, WindowForce, PointWindowForce]
    assert [type(e) for e in model.forces] == kinds
    again = model_from_record(decode(encode(model_record(model))))
    assert again == model and again.content_hash == model.content_hash
    window = again.forces[2]
    assert isinstance(window, WindowForce) and window.start == pytest.approx(-np.pi / 18)
    assert window.width == pytest.approx(0.01 * (1.0 + np.pi / 18))


def test_models_with_different_functions_differ() -> None:
    def model(number: float) -> Model:
        return spinner(lambda m: m.torque("t", "arm", "hand", "z", lambda t: number * t))

    assert model(2.0) == model(2.0) and model(2.0).content_hash == model(2.0).content_hash
    assert model(2.0) != model(3.0) and model(2.0).content_hash != model(3.0).content_hash


def test_switches_of_tables_and_functions() -> None:
    """The sign changes at every corner of a straight table, and nowhere else."""
    table = Curve((0.0, 0.3, 1.0), (0.0, 2.0, 1.0), smooth=0)
    system = spinner(lambda m: m.torque("t", "arm", "hand", "z", table)).compile(kernels=())
    element = system.model.forces[0]

    class At:
        def __init__(self, time: float) -> None:
            self.time = time

    signs = [np.sign(element.switches(At(t))[0]) for t in (-1.0, 0.2, 0.9, 1.1, 50.0)]  # type: ignore[arg-type]
    assert signs == [-1.0, 1.0, -1.0, 1.0, 1.0]


def test_a_strut_without_laws_costs_as_much_as_the_plain_spring() -> None:
    numbers = {"k": 30.0, "c": 2.0, "free_length": 1.0}
    points = ("arm", "hand", (0.1, 0.2, 0.3), (0.3, 0.2, 0.1))
    counts = []
    for element in (SpringDamper("s", *points, 30.0, 2.0, 1.0), Strut("s", *points, **numbers)):
        model = replace(spinner(lambda m: None), forces=(element,))
        counts.append(model.compile(kernels=()).compiled.kernel("inverse_dynamics").operations)
    assert counts[0] == counts[1]


# --- what is refused or warned of -----------------------------------------------------------------


def spring(**options: Any) -> Callable[[Mechanism], None]:
    return lambda m: m.spring_damper("s", "ground", "hand", **ENDS, **options)


def gas(**options: Any) -> Callable[[Mechanism], None]:
    given = {"area": 1e-3, "volume": 1e-3, "force": 10.0, **options}
    return lambda m: m.gas_spring("g", "ground", "hand", **ENDS, **given)


def window(**options: Any) -> Callable[[Mechanism], None]:
    given = {"force": 1.0, "window": (0.0, 1.0), "joint": "A", **options}
    return lambda m: m.window_force("w", given.pop("force"), given.pop("window"), **given)


def bad(t: Any) -> Any:
    return math.sin(t)


REFUSED: list[tuple[str, str, Callable[[Mechanism], None]]] = [
    ("M04", "c", spring(c=-1.0)),
    ("M04", "c_rebound", spring(c_rebound=-1.0)),
    ("M28", "c", spring(c=1.0, c_rebound=1.0)),
    ("M04", "c row 2", spring(c=((-1.0, -1.0), (0.0, 0.0), (1.0, -0.5)))),
    ("M04", "c row 1", spring(c=((-1.0, -1.0), (0.0, 0.2), (1.0, 0.5)))),
    ("M04", "c", spring(c=((-1.0, -1.0), (1.0, 2.0)))),
    ("M04", "c", spring(c=lambda w: -w)),
    ("M04", "c", spring(c=lambda w: w + 0.1)),
    ("M29", "c", spring(c=bad)),
    ("N14", "k row 1", spring(k=((0.0, 0.0), (0.0, 1.0)))),
    ("M04", "k row 1", spring(k=((0.0, 0.0), (1.0, float("nan"))))),
    ("M25", "k", spring(k=((0.0, 0.0, 1.0), (0.0, 1.0)))),
    ("M25", "k", spring(k=lambda x: x)),
    ("M28", "energy", spring(force=lambda x: x, energy=lambda x: x)),
    ("M28", "force", spring(k=((0.0, 0.0), (1.0, 1.0)), force=lambda x: x)),
    ("M29", "energy", spring(energy=bad)),
    ("M25", "force", spring(force=3.0)),
    ("M25", "acts", spring(k=1.0, acts="left")),
    ("M28", "preload", spring(k=1.0, acts="pull", preload=2.0)),
    ("M04", "spring", spring(force=lambda x: 1.0 + x, acts="pull")),
    ("M04", "spring", spring(k=-1.0, acts="pull")),
    ("M25", "bump_stop", spring(bump_stop=3.0)),
    ("M04", "bump_stop", spring(bump_stop=(0.1, 5.0, 0.5))),
    ("M04", "rebound_stop", spring(rebound_stop=(-0.1, 5.0))),
    ("M05", "rebound_stop", spring(rebound_stop=(0.1, "5 N/m", 2))),
    ("N14", "actuator row 1", spring(actuator=((0.0, 0.0), (1.0, 2.0)))),
    ("M25", "actuator", spring(actuator=((0.0, 1.0), (1.0,)))),
    ("M05", "preload", spring(preload="3 m")),
    ("M04", "area", gas(area=0.0)),
    ("M04", "volume", gas(volume=-1.0)),
    ("M04", "volume", gas(length=2.0, volume=1e-4)),
    ("M04", "exponent", gas(exponent=0.9)),
    ("M28", "pressure", gas(pressure=1e5)),
    ("M28", "pressure", gas(force=None)),
    ("M05", "area", gas(area="3 m")),
    ("M04", "ratio", lambda m: m.joint_gas_spring("g", "A", 1.0, 0.0)),
    ("M04", "exponent", lambda m: m.joint_gas_spring("g", "A", 1.0, 1.0, exponent=1.3e12)),
    ("M09", "joint", lambda m: m.joint_gas_spring("g", "Q", 1.0, 1.0)),
    ("M28", "joint", window(body="hand")),
    ("M28", "joint", window(joint=None)),
    ("M04", "window", window(window=(1.0, 0.0))),
    ("M25", "window", window(window=3.0)),
    ("M25", "moving", window(moving=2)),
    ("M04", "width", window(width=3.0)),
    ("M04", "speed_width", window(speed_width=-3.0)),
    ("M25", "force", lambda m: m.point_force("f", "hand", 3.0, at=(0, 0, 0))),
    ("M29", "force", lambda m: m.point_force("f", "hand", (0, bad, 0), at=(0, 0, 0))),
    ("M09", "against", lambda m: m.moment("m", "hand", (0, 0, 1), against="amr")),
    ("M19", "along", lambda m: m.moment("m", "hand", 1.0, along=(0, 0, 0))),
]


@pytest.mark.parametrize("code, attribute, add", REFUSED)
def test_what_is_refused(code: str, attribute: str, add: Callable[[Mechanism], None]) -> None:
    with pytest.raises(ModelError) as caught:
        spinner(add)
    errors = [p for p in caught.value.problems if p.severity == "error"]
    assert [(p.code, p.element.partition(" / ")[2]) for p in errors] == [(code, attribute)]


def test_all_problems_at_once() -> None:
    with pytest.raises(ModelError) as caught:
        spinner(spring(k="3 kg", c=-1.0, preload="x", acts="up", free_length=-1.0))
    assert len(caught.value.problems) == 5


@pytest.mark.parametrize(
    "add", [spring(k=-5.0), spring(k=((0.0, 0.0), (1.0, 2.0), (2.0, 1.0)))], ids=["number", "rows"]
)
def test_negative_stiffness_warns(add: Callable[[Mechanism], None]) -> None:
    (warning,) = [p for p in spinner(add).notices if p.severity == "warning" and p.code == "W40"]
    assert "below zero" in warning.rule and warning.element == "force 's' / k"
