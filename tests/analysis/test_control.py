"""Linear controllers on nonlinear mechanisms: gains, closed loops, observers, along motions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import CubicSpline
from scipy.linalg import expm, solve_continuous_are

from sarrus import Mechanism, System, analysis, gallery, load, open_run, save
from sarrus.errors import ModelError
from sarrus.solvers import riccati
from sarrus.system.analysis import control

FREE = ["rail.speed", "A.rate"]
Q, R = {"rail.displacement": 10.0, "A.angle": 20.0}, {"rail": 0.1}


def sliders(count: int = 1) -> System:
    """Masses of 1 kg on rails of their own, x0, x1, ..."""
    m = Mechanism("masses", (0.0, 0.0, -9.81))
    for k in range(count):
        body = m.body(f"b{k}", mass=1.0, inertia=(1.0, 1.0, 1.0))
        m.prismatic(f"x{k}", m.ground, body, at=(0, k, 0), axis="x")
    return m.build().compile()


@pytest.fixture(scope="module")
def cart() -> System:
    """A cart with a four-bar on top, which falls over; only the cart is driven."""
    m = Mechanism("cart", (0.0, 0.0, -9.81))
    cart = m.body("cart", mass=2.0, inertia=(0.1, 0.1, 0.1))
    left = m.body("left", mass=0.3, com=(-0.2, 0, 0.25), inertia=(0.01, 0.01, 0.001))
    right = m.body("right", mass=0.3, com=(0.2, 0, 0.25), inertia=(0.01, 0.01, 0.001))
    top = m.body("top", mass=1.0, com=(0, 0, 0.6), inertia=(0.02, 0.02, 0.02))
    m.prismatic("rail", m.ground, cart, at=(0, 0, 0), axis="x")
    m.revolute("A", cart, left, at=(-0.25, 0, 0), axis="y")
    m.revolute("B", left, top, at=(-0.15, 0, 0.5), axis="y")
    m.revolute("C", top, right, at=(0.15, 0, 0.5), axis="y")
    m.revolute("D", cart, right, at=(0.25, 0, 0), axis="y")
    return m.build().compile()


@pytest.fixture(scope="module")
def small(cart: System) -> analysis.Linearization:
    outputs = ["rail.displacement", "A.angle"]
    return cart.linearize(cart.assemble(), ["rail"], outputs, independent=FREE)


def test_double_integrator_in_closed_form() -> None:
    """K = (1, sqrt 2), P = (sqrt 2, 1; 1, sqrt 2) for x^2 + u^2; and the cost is x0^T P x0."""
    system = sliders()
    small = system.linearize(system.assemble(), ["x0"])
    law = analysis.lqr(small, {"x0.displacement": 1.0}, 1.0)
    root = np.sqrt(2.0)
    np.testing.assert_allclose(law.K, [[1.0, root]], rtol=1e-12)
    np.testing.assert_allclose(law.P, [[root, 1.0], [1.0, root]], rtol=1e-12)
    start = system.assemble({"x0": 0.7}, {"x0": -0.3})
    run = system.simulate(start, until=20.0, every=0.01, rtol=1e-9, atol=1e-11, inputs=law.inputs)
    x, v = np.asarray(run["x0.displacement"]), np.asarray(run["x0.speed"])
    cost = np.trapezoid(x**2 + (x + root * v) ** 2, run.t)
    assert cost == pytest.approx(law.cost(start), rel=1e-4)


def test_gain_is_scipys(small: analysis.Linearization) -> None:
    law = analysis.lqr(small, Q, R)
    weights = np.diag([10.0, 20.0, 0.0, 0.0])
    P = solve_continuous_are(small.A, small.B, weights, [[0.1]])
    np.testing.assert_allclose(law.K, small.B.T @ P / 0.1, rtol=1e-12)
    same = analysis.lqr(small, weights, 0.1)
    np.testing.assert_array_equal(law.K, same.K)
    assert np.max(law.poles.real) < 0.0 < np.max(small.eigenvalues.real)


def test_closed_loop_of_a_closed_chain_is_a_minus_b_k(
    cart: System, small: analysis.Linearization
) -> None:
    """The law is a formula of the nonlinear model, which linearizes with it."""
    law = analysis.lqr(small, Q, R)
    found = cart.linearize(small.state, efforts=law.inputs, independent=FREE)
    expected = small.A - small.B @ law.K
    np.testing.assert_allclose(found.A, expected, rtol=0, atol=1e-11 * np.max(np.abs(expected)))


def test_it_balances(cart: System, small: analysis.Linearization, tmp_path: Path) -> None:
    """From 9 degrees, where without it the four-bar falls; the balance of energy closes."""
    law = analysis.lqr(small, Q, R)
    start = cart.assemble({"rail": 0.3, "A": 0.15})
    run = cart.simulate(start, until=8.0, inputs=law.inputs, file=tmp_path / "run.sarrus")
    assert abs(run["A.angle"][-1]) < 1e-3 and abs(run["rail.displacement"][-1]) < 1e-3
    assert run.energy_error < 1e-6
    fallen = cart.simulate(start, until=1.0)
    assert np.max(np.abs(fallen["A.angle"])) > 0.5
    again = open_run(tmp_path / "run.sarrus")  # laws are data of the file
    np.testing.assert_array_equal(again["A.angle"], run["A.angle"])


def test_sampled_gain_costs_what_it_says(small: analysis.Linearization) -> None:
    """x0^T P x0 is the integral over the sampled loop, by matrix exponentials."""
    every = 0.05
    law = analysis.lqr(small, Q, R, every=every)
    n, (K,) = len(small.A), law.K
    whole = np.block([[small.A, small.B], [np.zeros((1, n + 1))]])
    weights = np.diag([10.0, 20.0, 0.0, 0.0, 0.1])
    x, cost = np.array([0.1, 0.05, -0.2, 0.3]), 0.0
    x0 = x.copy()
    fine = expm(whole * every / 200)
    for _ in range(400):
        z = np.array([*x, -K @ x])
        rows = [z := fine @ z if k else z for k in range(201)]
        f = np.einsum("ij,jk,ik->i", rows, weights, rows)
        cost += every / 600 * (f[0] + f[-1] + 4 * f[1:-1:2].sum() + 2 * f[2:-1:2].sum())
        x = rows[-1][:n]
    assert cost == pytest.approx(float(x0 @ law.P @ x0), rel=1e-6)
    assert np.max(np.abs(law.poles)) < 1.0
    continuous = analysis.lqr(small, Q, R)
    near = analysis.lqr(small, Q, R, every=1e-5)
    np.testing.assert_allclose(near.K, continuous.K, rtol=1e-3)


def test_poles_of_output_feedback_are_those_of_both(small: analysis.Linearization) -> None:
    """Separation: the whole sampled loop of state and estimate has both sets of poles."""
    every = 0.02
    feedback = analysis.lqr(small, Q, R, every=every)
    noise = {"rail.displacement": 1e-6, "A.angle": 1e-6}
    observer = analysis.observer(small, {"rail": 1.0}, noise, every=every)
    Ad, Bd = riccati.sampled_matrices(small.A, small.B, every)
    K, L, C, one = feedback.K, observer.L, small.C, np.eye(4)
    update = one - L @ C
    loop = np.block([
        [Ad - Bd @ K @ L @ C, -Bd @ K @ update],
        [(Ad - Bd @ K) @ L @ C, (Ad - Bd @ K) @ update],
    ])  # fmt: skip
    found = np.sort_complex(np.linalg.eigvals(loop))
    expected = np.sort_complex(analysis.output_feedback(feedback, observer).poles)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-7)


def test_output_feedback_balances_and_estimates(
    cart: System, small: analysis.Linearization
) -> None:
    every = 0.01
    feedback = analysis.lqr(small, Q, R, every=every)
    noise = {"rail.displacement": 1e-8, "A.angle": 1e-8}
    observer = analysis.observer(small, {"rail": 1.0}, noise, every=every)
    control = analysis.output_feedback(feedback, observer)
    start = cart.assemble({"rail": 0.1, "A": 0.05})
    run = cart.simulate(start, until=6.0, every=every, inputs=control.inputs)
    assert abs(run["A.angle"][-1]) < 2e-3 and run.energy_error < 1e-6
    true = feedback.deviation(run.state(len(run.t) - 2))
    estimate = control.regulator.memory["estimate"]
    np.testing.assert_allclose(estimate, true, rtol=0, atol=2e-3)
    again = cart.simulate(start, until=6.0, every=every, inputs=control.inputs)
    np.testing.assert_array_equal(again.q, run.q)  # it begins anew


def test_sensors_may_be_any_channel(cart: System, tmp_path: Path) -> None:
    """A camera that sees where the top is, not its angle; accelerations are refused."""
    start = cart.assemble()
    outputs = ["rail.displacement", "top.position"]
    small = cart.linearize(start, ["rail"], outputs, independent=FREE)
    feedback = analysis.lqr(small, Q, R, every=0.01)
    control = analysis.output_feedback(
        feedback, analysis.observer(small, {"rail": 1.0}, 1e-8, every=0.01)
    )
    begin = cart.assemble({"A": 0.05})
    run = cart.simulate(begin, until=4.0, inputs=control.inputs, file=tmp_path / "run.sarrus")
    assert abs(run["A.angle"][-1]) < 5e-3
    small = cart.linearize(start, ["rail"], ["rail.displacement", "cart.acceleration.x"],
                           independent=FREE)  # fmt: skip
    observer = analysis.observer(small, {"rail": 1.0}, 1e-6, every=0.01)
    with pytest.raises(ModelError, match="depends on the efforts"):
        analysis.output_feedback(feedback, observer)


def test_continuous_observer_is_the_dual() -> None:
    """Double integrator, noise 1 on the force and r on the position: L = (sqrt 2 a, a^2)."""
    system = sliders()
    small = system.linearize(system.assemble(), ["x0"], ["x0.displacement"])
    found = analysis.observer(small, {"x0": 1.0}, 1e-4)
    a = 1e-4**-0.25
    np.testing.assert_allclose(found.L, [[np.sqrt(2.0) * a], [a * a]], rtol=1e-9)


@pytest.fixture(scope="module")
def marked() -> System:
    """The cart with its four-bar, and a mark above its top."""
    m = Mechanism("cart", (0.0, 0.0, -9.81))
    cart = m.body("cart", mass=2.0, inertia=(0.1, 0.1, 0.1))
    left = m.body("left", mass=0.3, com=(-0.2, 0, 0.25), inertia=(0.01, 0.01, 0.001))
    right = m.body("right", mass=0.3, com=(0.2, 0, 0.25), inertia=(0.01, 0.01, 0.001))
    top = m.body("top", mass=1.0, com=(0, 0, 0.6), inertia=(0.02, 0.02, 0.02))
    m.prismatic("rail", m.ground, cart, at=(0, 0, 0), axis="x")
    m.revolute("A", cart, left, at=(-0.25, 0, 0), axis="y")
    m.revolute("B", left, top, at=(-0.15, 0, 0.5), axis="y")
    m.revolute("C", top, right, at=(0.15, 0, 0.5), axis="y")
    m.revolute("D", cart, right, at=(0.25, 0, 0), axis="y")
    m.frame("mark", "top", (0.0, 0.0, 0.7))
    m.relaxation("buffer", "ground", "cart", at_a=(-1, 0, 0), at_b=(0, 0, 0), k=5.0, c=1.0)
    return m.build().compile(kernels=())


def continuous(system: System) -> analysis.ContinuousFeedback:
    """Return the controller that sees the cart and the mark."""
    outputs = ["rail.displacement", "mark.position"]
    small = system.linearize(system.assemble(), ["rail"], outputs, independent=FREE)
    seen = {"rail.displacement": 1e-6, **{f"mark.position[{k}]": 1e-6 for k in range(3)}}
    found = analysis.output_feedback(
        analysis.lqr(small, Q, R), analysis.observer(small, {"rail": 1.0}, seen)
    )
    assert isinstance(found, analysis.ContinuousFeedback)
    return found


def test_continuous_output_feedback_of_a_closed_chain(marked: System, tmp_path: Path) -> None:
    """A law with states: its poles are those of both, it balances, and files hold it."""
    control = continuous(marked)
    small = control.feedback.linearization
    loop = control.system.linearize(control.start(small.state), independent=FREE)
    assert loop.states[-5:] == control.states and control.inputs == {}
    np.testing.assert_allclose(
        np.sort_complex(loop.eigenvalues), np.sort_complex(control.poles), rtol=1e-7
    )
    start = control.start(marked.assemble({"rail": 0.1, "A": 0.05}))
    run = control.system.simulate(start, until=8.0, file=tmp_path / "run.sarrus")
    assert abs(run["A.angle"][-1]) < 1e-3 and abs(run["rail.displacement"][-1]) < 2e-3
    assert run["controller.A_angle"][-1] == pytest.approx(run["A.angle"][-1], abs=1e-4)
    assert run["controller.A_angle"][0] == 0.0 and run.energy_error < 1e-6
    save(control.model, tmp_path / "balanced.yaml")
    again = load(tmp_path / "balanced.yaml").compile(kernels=())
    other = again.simulate(again.state(start.q, start.v), until=1.0)
    assert other["A.angle"][-1] == pytest.approx(
        float(run.history.at([1.0])["A.angle"][0]), abs=1e-6
    )


def test_an_estimate_that_is_right_is_state_feedback(marked: System) -> None:
    """Near the state of the linearization the law then is u = -K x, to first order."""
    control = continuous(marked)
    small = control.feedback.linearization
    state = marked.assemble({"rail": 1e-5, "A": -2e-5})
    known = dict(zip(small.states, control.feedback.deviation(state), strict=True))
    runs = [
        control.system.simulate(control.start(state, known), until=1.0),
        marked.simulate(state, until=1.0, inputs=control.feedback.inputs),
    ]
    ends = [float(r["A.angle"][-1]) for r in runs]
    assert ends[0] == pytest.approx(ends[1], abs=1e-8)
    with pytest.raises(ModelError, match="is not a state of the linearization"):
        control.start(state, {"B.angle": 1.0})


def test_outputs_that_no_law_reads_are_refused(cart: System) -> None:
    outputs = ["left.angular_velocity.y", "rail.displacement", "A.angle"]
    small = cart.linearize(cart.assemble(), ["rail"], outputs, independent=FREE)
    feedback, seen = analysis.lqr(small, Q, R), analysis.observer(small, {"rail": 1.0}, 1e-6)
    with pytest.raises(ModelError, match="cannot be read by a law with states") as refused:
        analysis.output_feedback(feedback, seen)
    assert "every=" in str(refused.value)


def test_ball_joints_are_read_by_their_quaternion() -> None:
    """An upright body on a ball with three torques: the loop is A - B K there too."""
    m = Mechanism("ball", (0.0, 0.0, -9.81))
    body = m.body("body", mass=1.0, com=(0, 0, 0.4), inertia=(0.02, 0.03, 0.01))
    m.spherical("S", m.ground, body, at=(0, 0, 0))
    system = m.build().compile()
    small = system.linearize(system.assemble(), ["S"])
    law = analysis.lqr(small, 1.0, 0.1)
    assert list(law.inputs) == list(system.velocities)
    found = system.linearize(small.state, efforts=law.inputs)
    np.testing.assert_allclose(found.A, small.A - small.B @ law.K, rtol=0, atol=1e-9)


def test_states_of_force_elements_are_fed_back_too() -> None:
    """A motor's current is a state of the plant; the loop is A - B K with it."""
    m = Mechanism("motor", (0.0, 0.0, -9.81))
    body = m.body("rod", mass=1.0, com=(0, 0, 0.4), inertia=(0.02, 0.03, 0.01))
    m.revolute("A", m.ground, body, at=(0, 0, 0), axis="y")
    m.dc_motor("M", "A", voltage=0.0, resistance=1.5, inductance=0.05, constant=0.3)
    system = m.build().compile()
    small = system.linearize(system.assemble(), ["A"])
    assert small.states == ("A.angle", "A.rate", "M.current")
    law = analysis.lqr(small, {"A.angle": 1.0, "M.current": 0.1}, 0.1)
    found = system.linearize(small.state, efforts=law.inputs)
    np.testing.assert_allclose(found.A, small.A - small.B @ law.K, rtol=0, atol=1e-9)
    run = system.simulate(system.assemble({"A": 0.2}), until=5.0, inputs=law.inputs)
    assert abs(run["A.angle"][-1]) < 1e-3 and run.energy_error < 1e-6


def test_efforts_that_hold_a_state() -> None:
    """A pendulum held at 0.5 rad: u0 is its weight, and the feedback adds nothing there."""
    system = gallery.pendulum().compile()
    state = system.assemble({"A": 0.5})
    law = analysis.lqr(system.linearize(state, ["A"]), 1.0, 1.0)
    np.testing.assert_allclose(law.hold, 0.5 * 9.81 * np.cos(0.5), rtol=1e-12)
    still = system.accelerations(state, efforts={"A": float(law.hold[0])})
    np.testing.assert_allclose(still.vdot, 0.0, atol=1e-12)


# --- along motions --------------------------------------------------------------------------------


def test_along_a_rest_the_gain_is_constant() -> None:
    system = gallery.pendulum().compile()
    drive = system.drive({"A": 0.5}, until=1.0, every=0.05)
    found = analysis.tracking_lqr(system, drive, ["A"], 1.0, 1.0)
    law = analysis.lqr(system.linearize(system.assemble({"A": 0.5}), ["A"]), 1.0, 1.0)
    np.testing.assert_allclose(found.K, np.broadcast_to(law.K, found.K.shape), rtol=1e-7)


def test_cost_along_a_motion_is_that_of_riccati() -> None:
    """A mass that is pulled to a moving place: the cost of a run is x0^T P(0) x0."""
    system = sliders()
    drive = system.drive({"x0": lambda t: 0.2 * np.sin(2.0 * t)}, until=2.0, every=0.02)
    final = np.diag([3.0, 0.5])
    found = analysis.tracking_lqr(system, drive, ["x0"], {"x0.displacement": 1.0}, 0.5, final=final)
    begin = np.array([0.3, -0.4])
    start = system.assemble({"x0": begin[0]}, {"x0": 0.4 + begin[1]})
    run = system.simulate(start, until=2.0, every=0.02, rtol=1e-10, atol=1e-12, inputs=found.inputs)
    x = np.column_stack([np.asarray(run["x0.displacement"]) - np.asarray(drive["x0.displacement"]),
                         np.asarray(run["x0.speed"]) - np.asarray(drive["x0.speed"])])  # fmt: skip
    u = -np.einsum("ijk,ik->ij", found.K, x)[:, 0]
    f = x[:, 0] ** 2 + 0.5 * u**2
    cost = 0.02 / 3 * (f[0] + f[-1] + 4 * f[1:-1:2].sum() + 2 * f[2:-1:2].sum())
    cost += x[-1] @ final @ x[-1]
    assert cost == pytest.approx(float(begin @ found.P[0] @ begin), rel=1e-5)


def test_periodic_motion_of_a_closed_chain() -> None:
    """A four-bar turned evenly: gains repeat, and a push dies out that would stay otherwise."""
    system = gallery.four_bar().compile(planar=True)
    drive = system.drive({"A": lambda t: 2 * np.pi * t}, until=1.0, every=0.02)
    found = analysis.tracking_lqr(
        system, drive, ["A"], {"A.angle": 50.0, "A.rate": 1.0}, 0.01, independent=["A.rate"],
        periods=3,
    )  # fmt: skip
    np.testing.assert_allclose(found.P[0], found.P[-1], rtol=1e-7)
    start = system.assemble({"A": 0.1}, {"A": 2 * np.pi + 0.5})
    runs = [
        system.simulate(start, until=2.5, every=0.05, inputs=laws)
        for laws in (found.inputs, {"A": _effort_only(drive)})
    ]
    gaps = [np.abs(np.asarray(run["A.angle"]) - 2 * np.pi * run.t) for run in runs]
    assert gaps[0][-1] < 2e-3 < 0.1 < gaps[1][-1]


@pytest.mark.parametrize("joint", ["spherical", "free"])
def test_tangents_of_a_motion_carry_its_deviations(joint: str) -> None:
    """dx/dt = A(t) x in turns and shifts, along the motion of a heavy body that spins."""
    system = spinning(joint)
    start = system.assemble(rates={"S.omega_z": 5.0, "S.omega_x": 2.0})
    tight = {"until": 0.3, "every": 0.01, "rtol": 1e-11, "atol": 1e-13}
    motion = system.simulate(start, **tight)
    lines = [system.linearize(motion.state(k), ["S"]) for k in range(len(motion.t))]
    A = CubicSpline(motion.t, np.array([line.A for line in lines]))
    rng = np.random.default_rng(4)
    q = system.add(motion.q[0], 1e-6 * rng.normal(size=system.nv))
    beside = system.simulate(system.state(q, motion.v[0] + 1e-6), **tight)
    reads = [control._Reading.of(lines[k]) for k in (0, -1)]
    first, last = reads[0].values(beside.state(0)), reads[1].values(beside.state(-1))
    found = solve_ivp(lambda t, x: A(t) @ x, (0.0, 0.3), first, rtol=1e-9, atol=1e-16).y[:, -1]
    np.testing.assert_allclose(found, last, rtol=0, atol=1e-5 * np.max(np.abs(last)))


def spinning(joint: str) -> System:
    m = Mechanism("top", (0.0, 0.0, -9.81))
    m.body("b", 1.0, (0.05, 0, 0.3), (0.1, 0.12, 0.05))
    m.joint(joint, "S", m.ground, "b", at=(0, 0, 0))
    return m.build().compile(kernels=())


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_a_body_on_a_ball_is_kept_on_its_motion(sign: float) -> None:
    """From beside the motion, with the quaternion or its opposite, which mean the same."""
    system = spinning("spherical")
    start = system.assemble(rates={"S.omega_z": 2.0 * np.pi})
    motion = system.simulate(start, until=1.2, every=0.02, inputs={"S.omega_y": 0.1}, rtol=1e-10)
    turns = {f"S.omega_{a} (turn)": 50.0 for a in "xyz"}
    found = analysis.tracking_lqr(system, motion, ["S"], turns, 0.01)
    q = sign * system.add(motion.q[0], np.array([0.2, -0.1, 0.15]))
    run = system.simulate(
        system.state(q, motion.v[0] + 0.3), until=1.2, every=0.02, inputs=found.inputs
    )
    gaps = 1.0 - np.abs(np.sum(np.asarray(run.q) * np.asarray(motion.q), axis=1))
    assert gaps[0] > 5e-3 and gaps[-1] < 1e-9


def test_a_period_in_which_a_quaternion_becomes_its_opposite() -> None:
    """A wheel on a ball turned once: the laws go on over two more periods."""
    m = Mechanism("wheel", (0.0, 0.0, 0.0))
    m.body("b", 1.0, (0, 0, 0), (0.1, 0.1, 0.15))
    m.spherical("S", m.ground, "b", at=(0, 0, 0))
    system = m.build().compile(kernels=())
    start = system.assemble(rates={"S.omega_z": 2.0 * np.pi})
    motion = system.simulate(start, until=1.0, every=0.02, rtol=1e-11, atol=1e-13)
    assert motion["S.quat_w"][-1] == pytest.approx(-1.0, abs=1e-9)
    turns = {f"S.omega_{a} (turn)": 50.0 for a in "xyz"}
    found = analysis.tracking_lqr(system, motion, ["S"], turns, 0.01, periods=3)
    q = system.add(motion.q[0], np.array([0.1, 0.1, -0.2]))
    run = system.simulate(system.state(q, motion.v[0]), until=2.9, every=0.1, inputs=found.inputs)
    expected = np.abs(np.cos(np.pi * run.t)), np.abs(np.sin(np.pi * run.t))
    np.testing.assert_allclose(np.abs(run["S.quat_w"])[-5:], expected[0][-5:], atol=1e-6)
    np.testing.assert_allclose(np.abs(run["S.quat_z"])[-5:], expected[1][-5:], atol=1e-6)


def _effort_only(drive: Any) -> Any:
    times = np.concatenate([drive.t[:-1] + k for k in range(3)] + [[3.0]])
    effort = np.asarray(drive["A.effort"])
    return (times, np.concatenate([effort[:-1]] * 3 + [effort[-1:]]))


# --- refusals -------------------------------------------------------------------------------------


def test_modes_that_no_input_reaches_are_named() -> None:
    system = sliders(2)
    small = system.linearize(system.assemble(), ["x0"], ["x0.displacement"])
    for call in (
        lambda: analysis.lqr(small, 1.0, 1.0),
        lambda: analysis.observer(small, 1.0, 1.0),
        lambda: analysis.observer(small, 1.0, 1.0, every=0.1),
    ):
        with pytest.raises(ModelError, match="S19") as refused:
            call()
        assert "x1." in str(refused.value) and "x0." not in str(refused.value)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"Q": {"x0.angle": 1.0}}, "Did you mean 'x0"),
        ({"Q": {"x0.displacement": -1.0}}, "from 0 on"),
        ({"Q": [[1.0, 2.0], [0.0, 1.0]]}, "symmetric"),
        ({"Q": 0.0}, "Q gives no weight"),
        ({"R": 0.0}, "positive"),
        ({"R": {}}, "every input"),
        ({"R": "cheap"}, "one for all"),
        ({"every": -1.0}, "every"),
    ],
)
def test_what_is_refused(how: dict[str, Any], words: str) -> None:
    system = sliders()
    small = system.linearize(system.assemble(), ["x0"])
    given = {"Q": 1.0, "R": 1.0, **how}
    with pytest.raises(ModelError, match=words):
        analysis.lqr(small, **given)


def test_states_that_cannot_be_held_are_refused(cart: System) -> None:
    tilted = cart.assemble({"A": 0.3})
    with pytest.raises(ModelError, match="cannot be held"):
        analysis.lqr(cart.linearize(tilted, ["rail"], independent=FREE), Q, R)
    moving = cart.assemble(rates={"rail": 1.0})
    with pytest.raises(ModelError, match="tracking_lqr"):
        analysis.lqr(cart.linearize(moving, ["rail"], independent=FREE), Q, R)
    small = cart.linearize(cart.assemble(), independent=FREE)
    with pytest.raises(ModelError, match="has no inputs"):
        analysis.lqr(small, 1.0, 1.0)
    with pytest.raises(ModelError, match="has no outputs"):
        analysis.observer(small, 1.0, 1.0)
    whole = cart.linearize(cart.assemble(), ["rail"], ["rail.displacement"], independent=FREE)
    pair = analysis.lqr(whole, 1.0, 1.0, every=0.01), analysis.observer(whole, 1.0, 1.0)
    with pytest.raises(ModelError, match="sampling times"):
        analysis.output_feedback(*pair)
