"""Friction that depends on the load: closed forms, absolute coordinates, refusals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

from forces.bearing_machines import (
    G,
    drawer,
    in_absolute_coordinates,
    painleve,
    pendulum,
    rubbing_four_bar,
    rubbing_slider_crank,
    slip,
)
from loops.mechanisms import four_bar
from sarrus import Mechanism, Model, ModelError, System, analysis
from sarrus.cartesian import CartesianSystem
from sarrus.model.forces import BearingFriction
from sarrus.system.driven.driving import PointDrive
from sarrus.system.quantities.base_input import GroundMotion


def element(model: Model, name: str = "F") -> BearingFriction:
    (found,) = [f for f in model.forces if f.name == name]
    assert isinstance(found, BearingFriction)
    return found


# --- closed forms --------------------------------------------------------------------------------


@pytest.mark.parametrize("w", (-2.0, -1e-3, 0.0, 3e-4, 1.3))
@pytest.mark.parametrize("mu", (0.05, 0.8))
def test_pendulum_by_one_equation(w: float, mu: float) -> None:
    """(I + m l^2) a = -m g l cos - mu(w) r |R(a)|, solved for a by bracketing."""
    model = pendulum(mu, radius=0.1, static=1.5 * mu, smoothing=0.01)
    system = System(model, cache=None)
    angle, m, l, inertia = 0.4, 2.0, 0.5, 0.1
    out, up = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])

    def reaction(a: float) -> np.ndarray:
        return m * (l * a * up - l * w * w * out + np.array([0.0, G]))

    def left(a: float) -> float:
        friction = slip(element(model), w) * 0.1 * np.linalg.norm(reaction(a))
        return float((inertia + m * l * l) * a + m * G * l * np.cos(angle) + friction)

    a = brentq(left, -1e3, 1e3, xtol=1e-14, rtol=1e-15)
    q, v = np.array([angle]), np.array([w])
    assert system.forward_dynamics(q, v, np.zeros(1))[0] == pytest.approx(a, rel=1e-12)
    assert system.inverse_dynamics(q, v, np.array([a]))[0] == pytest.approx(0.0, abs=1e-12)
    found = system.accelerations(system.state(q, v))
    assert found.vdot[0] == pytest.approx(a, rel=1e-12)
    assert found.bearing[0] == pytest.approx(0.1 * np.linalg.norm(reaction(a)), rel=1e-12)
    force = system.reactions(found)["A"].force
    assert np.linalg.norm(force) == pytest.approx(np.linalg.norm(reaction(a)), rel=1e-12)


@pytest.mark.parametrize("v", (-0.3, 0.004, 1.0))
@pytest.mark.parametrize("mu", (0.1, 0.49))
def test_drawer_in_closed_form(v: float, mu: float) -> None:
    system = System(drawer(mu), cache=None)
    s = mu * np.tanh(v / 0.01)
    N = 3.0 * G * np.cos(0.5)
    # the moment about the guide: height T, and the torque of gravity and inertia has no other part
    T = s * N / (1.0 - abs(s) * 0.2 / 0.1)
    expected = G * np.sin(0.5) - T / 3.0
    found = system.forward_dynamics(np.zeros(1), np.array([v]), np.zeros(1))
    assert found[0] == pytest.approx(expected, rel=1e-11)


def test_a_drawer_jams_where_its_guide_is_too_short() -> None:
    """With mu height = length no T solves T = mu (N + height T / length): below, all is well."""
    fast = np.ones(1)
    easy = System(drawer(0.4985), cache=None)
    assert np.isfinite(easy.forward_dynamics(np.zeros(1), fast, np.zeros(1))[0])
    hard = System(drawer(0.51), cache=None)
    assert np.isnan(hard.forward_dynamics(np.zeros(1), fast, np.zeros(1))[0])
    with pytest.raises(ModelError, match="D14") as told:
        hard.accelerations(hard.state(np.zeros(1), fast))
    (problem,) = told.value.problems
    assert "'F'" in problem.element and "mu = 0.51" in problem.rule and "'J'" in problem.rule
    assert "1.02 times" in problem.rule


@pytest.mark.parametrize("tangent", (0.7, 2.0, 3.5))
@pytest.mark.parametrize("way", (-1.0, 1.0))
def test_painleve_rod(tangent: float, way: float) -> None:
    """The end of a slender rod has no motion, or two, where 3 mu tan > 4 + tan^2."""
    critical = (4.0 + tangent**2) / (3.0 * tangent)
    assert critical >= 4.0 / 3.0 - 1e-12  # the least is that of Painleve
    below = System(painleve(0.99 * critical, tangent), cache=None)
    v = np.array([way, 0.0])
    a = below.forward_dynamics(np.zeros(2), v, np.zeros(2))
    # absolute equations of the rod: force (f, N) at its end, which stays on the guide
    t = np.arctan(tangent)
    arm = 0.5 * np.array([np.cos(t), np.sin(t)])
    f, N = _rod_force(a, arm)
    assert f == pytest.approx(-0.99 * critical * way * abs(N), rel=1e-10)
    above = System(painleve(1.01 * critical, tangent), cache=None)
    with pytest.raises(ModelError, match="Painleve") as told:
        above.accelerations(above.state(np.zeros(2), v))
    assert "1.01 times" in told.value.problems[0].rule
    assert len(_solutions(1.01 * critical, arm, way)) in (0, 2)
    assert len(_solutions(0.99 * critical, arm, way)) == 1


def _rod_force(a: np.ndarray, arm: np.ndarray) -> tuple[float, float]:
    """The force on the rod's end that its accelerations (of the end, angular) need, at rest."""
    com = np.array([a[0] - arm[1] * a[1], arm[0] * a[1]])
    force = com + np.array([0.0, G])
    moment = -arm[0] * force[1] + arm[1] * force[0]
    assert moment == pytest.approx(a[1] / 12.0, abs=1e-9 * abs(a[1]) + 1e-9)
    return float(force[0]), float(force[1])


def _solutions(mu: float, arm: np.ndarray, way: float) -> list[float]:
    """All normal forces with f = -mu |N| way: each sign of N is a linear problem."""
    found = []
    for sign in (-1.0, 1.0):
        # unknowns: acceleration of the end, angular acceleration, N
        f = -mu * sign * way
        A = np.array([
            [1.0, -arm[1], -f],
            [0.0, arm[0], -1.0],
            [0.0, 1.0 / 12.0, arm[0] - arm[1] * f],
        ])  # fmt: skip
        N = float(np.linalg.solve(A, [0.0, -G, 0.0])[2])
        found += [N] if sign * N > 0.0 else []
    return found


# --- against absolute coordinates ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "start", "rates", "driver"),
    (
        (rubbing_four_bar(), {"A.angle": 0.2}, {"A.rate": 2.0}, "D"),
        (rubbing_four_bar(0.6, 0.1), {"A.angle": 0.9}, {"A.rate": -3.0}, "A"),
        (rubbing_slider_crank(), {}, {"crank_pivot.rate": 6.0}, "crank_pivot"),
        (rubbing_slider_crank(0.3), {}, {"crank_pivot.rate": -20.0}, "guide"),
    ),
    ids=("four_bar", "much", "slider_crank", "fast"),
)
def test_loops_against_absolute_coordinates(
    model: Model, start: dict[str, Any], rates: dict[str, Any], driver: str
) -> None:
    system = System(model, cache=None)
    state = system.assemble(start, rates)
    given = {driver: 1.7}
    loads, accelerations, reactions = in_absolute_coordinates(system, state, given)
    found = system.accelerations(state, efforts=given)
    names = [b.name for b in system.compiled.loops.bearings]
    scale = max(loads.values())
    assert found.bearing == pytest.approx([loads[n] for n in names], abs=1e-11 * scale)
    assert analysis.reduced_equations(system, state, efforts=given).vdot == pytest.approx(
        found.vdot, abs=1e-9 * np.max(np.abs(found.vdot))
    )
    bodies = system.kinematics(state.q, state.v, found.vdot)
    for name, expected in accelerations.items():
        here = bodies[name]
        size = 1.0 + np.max(np.abs(expected.acceleration))
        assert here.acceleration == pytest.approx(expected.acceleration, abs=1e-10 * size)
    told = system.reactions(found, axes="world", on="child")
    for b in system.compiled.loops.bearings:
        unique = np.array(told[b.joint].unique_force)
        assert told[b.joint].force[unique] == pytest.approx(
            reactions[b.joint].force[unique], abs=1e-10 * (1.0 + scale / b.radius)
        )


@pytest.mark.parametrize("cut", "ABCD")
def test_the_cut_changes_nothing(cut: str) -> None:
    model = rubbing_four_bar()
    here, other = System(model, cache=None), System(model, cut=[cut], cache=None)
    start, rates = {"A.angle": 0.2}, {"A.rate": 2.0}
    a = here.accelerations(here.assemble(start, rates), efforts={"B": 0.7})
    b = other.accelerations(other.assemble(start, rates), efforts={"B": 0.7})
    assert b.bearing == pytest.approx(a.bearing, rel=1e-10)
    for name in ("A.rate", "B.rate", "C.rate", "D.rate"):
        assert b[name] == pytest.approx(a[name], rel=1e-9, abs=1e-10)


@pytest.mark.parametrize("cut", ("crank_pivot", "guide", "fork"))
def test_the_cut_of_a_guide_changes_nothing(cut: str) -> None:
    """Moments are those at the child's joint point, wherever the guide stands in the tree."""
    model = rubbing_slider_crank()
    here, other = System(model, cache=None), System(model, cut=[cut], cache=None)
    rates = {"crank_pivot.rate": 6.0}
    a = here.accelerations(here.assemble({}, rates))
    b = other.accelerations(other.assemble({}, rates))
    assert b.bearing == pytest.approx(a.bearing, rel=1e-9)
    assert b["guide.speed"] == pytest.approx(a["guide.speed"], rel=1e-8)
    state = other.assemble({}, rates)
    native = other.simulate(state, until=1e-3, method="rk4", step=1e-3).history
    assert native["guide.displacement_acceleration"][0] == pytest.approx(a["guide.speed"], rel=1e-8)


# --- drives --------------------------------------------------------------------------------------


def test_driven_mechanism_needs_more_effort() -> None:
    """With all motion given: power of the drive = that without friction + heat."""
    system = System(rubbing_four_bar(0.4), cache=None)
    plain = System(four_bar(), cache=None)
    given = {"A.angle": lambda t: 0.2 + 0.3 * np.sin(4.0 * t)}
    times = np.linspace(0.0, 1.0, 21)
    rubbing = system.drive(given, times=times)
    free = plain.drive(given, times=times)
    h = rubbing.history
    heat = sum(h[f"F{j}.dissipation"] for j in "ABCD")
    assert np.min(heat) >= 0.0 and np.max(heat) > 0.1
    assert h["power.dissipation"] == pytest.approx(heat, abs=1e-12)
    assert rubbing["A.power"] == pytest.approx(free["A.power"] + heat, abs=1e-9)
    for k in (3, 8, 15):
        state, effort = rubbing.motions[k].state, float(rubbing["A.effort"][k])
        loads, _, _ = in_absolute_coordinates(system, state, {"A": effort})
        assert rubbing.motions[k].bearing == pytest.approx(list(loads.values()), rel=1e-9)


def test_a_point_that_is_led_loads_the_bearing() -> None:
    """A force f along x at the centre of mass leads the rod: R = m (a - g) - f is what rubs."""
    model = pendulum(0.4, radius=0.1)
    system = System(model, cache=None)

    def path(t: Any) -> list[Any]:
        return [0.5 * np.cos(0.3 + 0.5 * np.sin(t)), 0.0 * t, 0.0 * t]

    lead = PointDrive("rod", (0, 0, 0), path, "x")
    drive = system.drive({}, points=[lead], times=[0.1, 0.4, 2.0], guess={"A.angle": 0.3})
    for found in drive.motions:
        q, v, a = found.state.q[0], found.state.v[0], found.vdot[0]
        out, up = np.array([np.cos(q), np.sin(q)]), np.array([-np.sin(q), np.cos(q)])
        (f,) = found.efforts["point of rod"]
        R = 2.0 * (0.5 * a * up - 0.5 * v * v * out + np.array([0.0, G])) - np.array([f, 0.0])
        assert found.bearing[0] == pytest.approx(0.1 * np.linalg.norm(R), rel=1e-11)
        T = slip(element(model), v) * found.bearing[0]
        left = 0.6 * a + G * np.cos(q) + T - f * -0.5 * np.sin(q)
        assert left == pytest.approx(0.0, abs=1e-10)


def test_ground_that_accelerates_is_like_gravity() -> None:
    m = Mechanism("lift", (0.0, -G, 0.0))
    m.prescribe_base()
    m.body("rod", 2.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(0.5, 0, 0))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="z")
    m.bearing_friction("F", "A", 0.4, radius=0.1)
    lift = System(m.build(), cache=None)
    heavy = System(replace(pendulum(0.4, radius=0.1), gravity=(-3.0, -G - 1.5, 0.0)), cache=None)
    q, v = np.array([0.4]), np.array([1.3])
    base = GroundMotion(acceleration=(3.0, 1.5, 0.0))
    expected = heavy.forward_dynamics(q, v, np.zeros(1))
    assert lift.forward_dynamics(q, v, np.zeros(1), base=base) == pytest.approx(expected, rel=1e-12)
    found = lift.accelerations(lift.state(q, v), base=base)
    assert found.vdot == pytest.approx(expected, rel=1e-12)


# --- refusals ------------------------------------------------------------------------------------


def test_reactions_that_are_not_unique_are_refused() -> None:
    def more(m: Mechanism) -> None:
        m.bearing_friction("F", "B", 0.1, radius=0.05, pivot=0.02)

    system = System(four_bar(more=more), cache=None)
    state = system.assemble({"A.angle": 0.2}, {"A.rate": 2.0})
    for call in (
        lambda: system.accelerations(state),
        lambda: system.simulate(state, until=0.1),
        lambda: system.drive({"A.angle": lambda t: 0.2 + t}, until=0.1),
        lambda: system.linearize(state),
    ):
        with pytest.raises(ModelError, match="D13") as told:
            call()
        (problem,) = told.value.problems
        assert "force_z" in problem.rule and "'B'" in problem.rule and "'C'" in problem.rule
        assert "force_x" not in problem.rule and "planar=True" in problem.action
    spherical = System(four_bar(types="RRSC", more=more), cache=None)
    state = spherical.assemble({"A.angle": 0.2}, {"A.rate": 2.0})
    assert np.isfinite(spherical.accelerations(state).vdot).all()
    planar = System(four_bar(more=more), planar=True, cache=None)
    state = planar.assemble({"A.angle": 0.2}, {"A.rate": 2.0})
    assert np.isfinite(planar.accelerations(state).vdot).all()


def test_state_alone_does_not_tell_friction() -> None:
    model = pendulum()
    system = System(model, cache=None)
    with pytest.raises(ModelError, match="D12"):
        system.compiled.kernel("applied_efforts")
    with pytest.raises(ModelError, match="D12"):
        system.compiled.kernel("forward_derivatives")
    solver = CartesianSystem(model, compiled=False)
    with pytest.raises(ModelError, match="D12"):
        solver.accelerations(solver.drawing_state())


@pytest.mark.parametrize(
    ("kind", "given", "code", "word"),
    (
        ("revolute", {}, "M28", "radius"),
        ("revolute", {"radius": -0.1}, "M04", "radius"),
        ("revolute", {"radius": 0.1, "length": 0.2}, "M28", "length"),
        ("prismatic", {"pivot": 0.2}, "M28", "pivot"),
        ("prismatic", {"mu": -0.1}, "M04", "mu"),
        ("prismatic", {"smoothing": 0.0}, "M04", "smoothing"),
        ("cylindrical", {"radius": 0.1}, "M09", "cylindrical"),
    ),
)
def test_wrong_words(kind: str, given: dict[str, Any], code: str, word: str) -> None:
    m = Mechanism("wrong", (0.0, -G, 0.0))
    m.body("a", 1.0, (0, 0, 0), (1, 1, 1))
    getattr(m, kind)("J", m.ground, "a", at=(0, 0, 0), axis="z")
    m.bearing_friction("F", "J", given.pop("mu", 0.1), **given)
    with pytest.raises(ModelError, match=code) as told:
        m.build()
    assert any(word in str(p) for p in told.value.problems)


@pytest.mark.parametrize("where", [{"joint": "P", "length": 0.1}, {"joint": "A", "radius": 0.02,
                                                                   "pivot": 0.02}],
                         ids=["guide", "pivot"])  # fmt: skip
def test_in_planar_machines_only_loads_in_the_plane_rub(where: dict[str, Any]) -> None:
    """Masses beside the plane load the joints across it, in ways that depend on the cut."""

    def made(off: float, cut: tuple[str, ...]) -> System:
        m = Mechanism("slider-crank")
        m.body("crank", 1.0, (0.05, off, 0.0), (1e-4, 1e-3, 1e-3))
        m.body("rod", 2.0, (0.2, 2.0 * off, 0.05), (1e-3, 2e-2, 2e-2))
        m.body("slider", 1.5, (0.3, -off, 0.1), (1e-3, 5e-3, 5e-3))
        m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="y")
        m.revolute("B", "crank", "rod", at=(0.06, 0, 0.08), axis="y")
        m.revolute("C", "rod", "slider", at=(0.3, 0, 0), axis="y")
        m.prismatic("P", m.ground, "slider", at=(0.3, 0, 0), axis="x")
        m.bearing_friction("F", mu=0.2, **where)
        return m.build().compile(kernels=(), planar=True, cut=cut)

    def found(off: float, cut: tuple[str, ...]) -> tuple[float, float]:
        system = made(off, cut)
        state = system.assemble({"A": 0.4}, rates={"A": 10.0})
        run = system.simulate(state, until=1e-3, method="rk4", step=5e-4)
        return float(system.accelerations(state)["A.rate"]), float(run["A.rate"][-1])

    known = found(0.0, ())
    for cut in ((), ("P",), ("A",)):
        assert found(0.05, cut) == pytest.approx(known, rel=1e-9)
