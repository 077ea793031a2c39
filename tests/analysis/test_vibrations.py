"""Natural frequencies, damping and shapes of vibrations, and responses to a sine."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sarrus
from analysis.machines import G, double_pendulum, spring_mass_chain, sprung_four_bar
from closeness import assert_close
from loops.mechanisms import four_bar
from sarrus import Mechanism
from sarrus.system import State, System
from system.machines import crane


@pytest.mark.parametrize("n", [1, 2, 5])
def test_frequencies_of_a_chain_of_masses(n: int) -> None:
    """omega_j = 2 sqrt(k/m) sin(j pi / 2(n+1)), shapes sin(i j pi / (n+1))."""
    system = spring_mass_chain(n, m=2.0, k=300.0).compile(kernels=())
    linear = system.linearize(system.assemble())
    j = np.arange(1, n + 1)
    exact = 2 * np.sqrt(150.0) * np.sin(j * np.pi / (2 * (n + 1))) / (2 * np.pi)
    assert linear.frequencies == pytest.approx(exact, rel=1e-12)
    for number, mode in zip(j, linear.vibrations, strict=True):
        shape = np.sin((np.arange(n) + 1) * number * np.pi / (n + 1))
        shape /= shape[np.argmax(np.abs(shape))]
        off = min(np.max(np.abs(mode.shape - s * shape)) for s in (1.0, -1.0))
        assert off < 1e-10
        assert np.max(np.abs(mode.shape)) == pytest.approx(1.0)
        assert mode.damping == pytest.approx(0.0, abs=1e-12)
        assert mode.bodies["mass0"].displacement == pytest.approx([mode["slide0"], 0, 0], abs=1e-12)


def test_damping_of_a_chain_of_masses() -> None:
    """Dampers in proportion to springs: zeta_j = omega_j c / 2k, damped frequencies below."""
    k, c = 300.0, 4.0
    system = spring_mass_chain(3, m=2.0, k=k, c=c).compile(kernels=())
    linear = system.linearize(system.assemble())
    omega = 2 * np.sqrt(k / 2.0) * np.sin(np.arange(1, 4) * np.pi / 8)
    zeta = omega * c / (2 * k)
    assert [v.damping for v in linear.vibrations] == pytest.approx(zeta, rel=1e-11)
    assert [2 * np.pi * v.natural_frequency for v in linear.vibrations] == pytest.approx(omega)
    damped = omega * np.sqrt(1 - zeta**2)
    assert [2 * np.pi * v.frequency for v in linear.vibrations] == pytest.approx(damped, rel=1e-11)
    assert linear.stable


def test_overdamped_motion_has_real_modes() -> None:
    m, k, c = 2.0, 300.0, 90.0
    system = spring_mass_chain(1, m=m, k=k / 2, c=c / 2).compile(kernels=())
    linear = system.linearize(system.assemble())
    root = np.sqrt(c * c - 4 * m * k)
    expected = sorted([(-c - root) / (2 * m), (-c + root) / (2 * m)], key=abs)
    assert linear.eigenvalues == pytest.approx(expected, rel=1e-11)
    assert len(linear.vibrations) == 2
    assert linear.frequencies.size == 0
    assert [v.damping for v in linear.vibrations] == pytest.approx([1.0, 1.0])


def test_double_pendulum() -> None:
    """Two equal masses and lengths, small motions: omega^2 = (2 -+ sqrt 2) g / l."""
    system = double_pendulum(1.3, 0.7).compile(kernels=())
    linear = system.linearize(system.assemble())
    exact = np.sqrt((2 + np.array([-1, 1]) * np.sqrt(2)) * G / 0.7) / (2 * np.pi)
    assert linear.frequencies == pytest.approx(exact, rel=1e-12)
    slow, fast = linear.vibrations
    # absolute angles in the ratio 1 to +-sqrt 2: relative ones 1 to +-sqrt 2 - 1
    assert slow["B"] / slow["A"] == pytest.approx(np.sqrt(2) - 1, rel=1e-10)
    assert fast["B"] / fast["A"] == pytest.approx(-np.sqrt(2) - 1, rel=1e-10)


def test_spherical_pendulum_swings_alike_in_both_directions() -> None:
    """A ball joint: two equal frequencies, and a spin that nothing holds."""
    m = Mechanism("bob", (0.0, 0.0, -G))
    m.body("bob", 2.0, (0, 0, -0.8), (0.1, 0.1, 0.05))
    m.spherical("S", m.ground, "bob", at=(0, 0, 0))
    system = m.build().compile(kernels=())
    linear = system.linearize(system.assemble())
    omega = np.sqrt(2.0 * G * 0.8 / (0.1 + 2.0 * 0.8**2))
    values = np.sort(np.abs(linear.eigenvalues))
    assert values[:2] == pytest.approx([0.0, 0.0], abs=1e-7)
    assert values[2:] == pytest.approx([omega] * 4, rel=1e-12)
    assert linear.states[:3] == tuple(f"S.omega_{a} (turn)" for a in "xyz")


def test_spinning_top_sleeps_or_falls() -> None:
    """A symmetric top upright: stable if (I3 w)^2 > 4 I1 m g l; both frequencies known."""
    I1, I3, mass, l = 0.3, 0.08, 2.0, 0.25
    m = Mechanism("top", (0.0, 0.0, -G))
    m.body("top", mass, (0, 0, l), (I1 - mass * l * l, I1 - mass * l * l, I3))
    m.spherical("tip", m.ground, "top", at=(0, 0, 0))
    system = m.build().compile(kernels=())
    least = np.sqrt(4 * I1 * mass * G * l) / I3
    for factor in (1.5, 0.7):
        w = factor * least
        state = system.state(system.neutral(), [0.0, 0.0, w])
        linear = system.linearize(state)
        # in space: I1 z'' - i I3 w z' - m g l z = 0; in the turning body every motion exp(-i w t) z
        roots = np.roots([I1, -1j * I3 * w, -mass * G * l])
        expected = np.concatenate([roots - 1j * w, np.conj(roots) + 1j * w, [0.0, 0.0]])
        found = linear.eigenvalues
        for value in expected:
            assert np.min(np.abs(found - value)) < 1e-6 * w
        assert linear.stable == (factor > 1.0)


# --- closed mechanisms ----------------------------------------------------------------------------


def test_bench_four_bar_with_diagonal_spring(reference: Any) -> None:
    case = reference("fourbar_diagonal_spring")
    system = sarrus.load(case).compile(kernels=())
    rest = system.equilibrium(stable=True)
    expected, atol = case["expected"], case["tolerance"]["angle_abs"]
    for joint, angle in expected["joint_angles_from_model_configuration"].items():
        assert rest[joint] == pytest.approx(angle, abs=atol)
    linear = rest.linearization
    found = linear.eigenvalues[np.argsort(-linear.eigenvalues.imag)]
    pairs = np.column_stack([found.real, found.imag])
    assert_close(pairs, np.array(expected["eigenvalues"]), case["tolerance"]["eigenvalue_rel"])
    assert rest.stable
    for body, pose in expected["bodies"].items():
        here = system.kinematics(rest.state.q)[body]
        com = here.position + here.rotation @ np.array(system.model.body(body).com)
        assert com == pytest.approx(pose["com"], abs=atol)


def swinging() -> tuple[System, State]:
    """A four-bar with three springs and no damper, where it rests."""

    def springs(m: Mechanism) -> None:
        m.spring_damper("S", m.ground, "coupler", at_a=(0, 0, 0), at_b=(2.0, 1.6, 0), k=300.0)
        m.spring_damper("T", m.ground, "rocker", at_a=(3.5, 0.3, 0), at_b=(2.1, 0.8, 0), k=120.0)

    system = four_bar(more=springs).compile(kernels=())
    return system, system.equilibrium(stable=True).state


def stiffness(system: System, state: State, B: np.ndarray, h: float = 1e-3) -> np.ndarray:
    """Second differences of the energy along independent motions that keep the loops closed."""
    f = B.shape[1]

    def energy(x: np.ndarray) -> float:
        there = system.assemble(guess=system.add(state.q, B @ x)) if system.closed else None
        q = system.add(state.q, B @ x) if there is None else there.q
        return system.energy(q, np.zeros(system.nv)).total

    K = np.zeros((f, f))
    unit = h * np.eye(f)
    for i in range(f):
        for j in range(f):
            parts = [s * t * energy(s * unit[i] + t * unit[j]) for s in (1, -1) for t in (1, -1)]
            K[i, j] = sum(parts) / (4 * h * h)
    return K


def floating_crane() -> tuple[System, State]:
    """Open, five freedoms, ball joint; without dampers, held by a second spring."""
    m = Mechanism("hanger", (0.0, 0.0, -G))
    m.body("arm", 3.0, (0.5, 0, 0), (0.02, 0.3, 0.3))
    m.body("load", 2.0, (1.0, 0, -0.4), (0.05, 0.06, 0.02))
    m.revolute("hinge", m.ground, "arm", at=(0, 0, 0), axis="y")
    m.spherical("ball", "arm", "load", at=(1.0, 0, 0))
    m.spring_damper("S", m.ground, "arm", at_a=(0.2, 0, 0.9), at_b=(0.9, 0, 0), k=200.0)
    m.spring_damper("T", "arm", "load", at_a=(0.3, 0.4, 0), at_b=(1.1, 0.2, -0.4), k=40.0)
    system = m.build().compile(kernels=())
    return system, system.equilibrium(stable=True).state


@pytest.mark.parametrize("make", [swinging, floating_crane])
def test_modes_are_orthogonal_in_mass_and_stiffness(make: Any) -> None:
    """X^T M X and X^T K X are diagonal, with omega^2 between them: K by second differences."""
    system, state = make()
    linear = system.linearize(state)
    assert np.max(np.abs(linear.eigenvalues.real)) < 1e-9 * np.max(np.abs(linear.eigenvalues))
    shapes = np.array([mode.shape for mode in linear.vibrations]).T
    assert np.max(np.abs(shapes.imag)) < 1e-9
    X = shapes.real
    mass = X.T @ system.mass_matrix(state.q) @ X
    B = linear.coordinates
    amounts = np.linalg.lstsq(B, X, rcond=None)[0]
    stiff = amounts.T @ stiffness(system, state, B) @ amounts
    scale = np.sqrt(np.outer(np.diag(mass), np.diag(mass)))
    assert np.max(np.abs(mass / scale - np.eye(len(mass)))) < 1e-9
    omega = np.abs(np.array([mode.eigenvalue for mode in linear.vibrations]))
    assert stiff / scale == pytest.approx(
        np.diag(omega**2), rel=1e-5, abs=1e-4 * np.max(omega) ** 2
    )
    if system.closed:
        assert stiff.shape == (1, 1)
    else:
        assert np.count_nonzero(omega > 1.0) == 4


def test_shapes_of_cut_joints_and_bodies_fit_together() -> None:
    """The motion of every body and joint in a mode is what a small displacement along it does."""
    system, state = swinging()
    (mode,) = system.linearize(state).vibrations
    eps = 1e-5
    ends = [system.assemble(guess=mode.displaced_coordinates(a)) for a in (eps, -eps)]
    for joint in "ABCD":
        slope = (ends[0][joint] - ends[1][joint]) / (2 * eps)
        assert mode[joint].real == pytest.approx(slope, rel=1e-6)
        assert mode[f"{joint}.rate"] == mode[joint]
    poses = [system.kinematics(end.q) for end in ends]
    for body in ("crank", "coupler", "rocker"):
        shift = (poses[0][body].position - poses[1][body].position) / (2 * eps)
        assert mode.bodies[body].displacement.real == pytest.approx(shift, rel=1e-6, abs=1e-8)
        turn = poses[0][body].rotation @ poses[1][body].rotation.T
        about = np.array(
            [turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]]
        )
        spin = about / (4 * eps)
        assert mode.bodies[body].rotation.real == pytest.approx(spin, rel=1e-6, abs=1e-8)
    with pytest.raises(sarrus.ModelError, match="coupler"):
        mode.bodies["couplr"]


def test_moved_positions_leave_the_loops_in_second_order_only() -> None:
    system, state = swinging()
    (mode,) = system.linearize(state).vibrations
    gaps = [
        np.max(np.abs(system.compiled.loops.closure(mode.displaced_coordinates(a, phase=0.4))[0]))
        for a in (0.04, 0.02, 0.01)
    ]
    assert np.log2(gaps[0] / gaps[1]) == pytest.approx(2.0, abs=0.1)
    assert np.log2(gaps[1] / gaps[2]) == pytest.approx(2.0, abs=0.05)
    still = system.compiled.loops.closure(mode.displaced_coordinates(0.1, phase=np.pi / 2))[0]
    assert np.max(np.abs(still)) < 1e-12, "a real mode passes its middle after a quarter"


def test_a_mode_moves_in_time_as_it_says() -> None:
    """Released in a damped mode of an open chain with a ball joint, it stays in that mode."""
    system = crane(wind=(0.0, 0.0, 0.0)).compile(kernels=())
    held = ["waist", "hoist"]
    rest = system.equilibrium({"hinge": 0.3}, stable=True, locked=held)
    linear = rest.linearization
    mode = next(v for v in linear.vibrations if v.eigenvalue.imag > 0.5)
    amplitude, until = 1e-5, 0.8
    v = amplitude * np.real(mode.eigenvalue * mode.shape)
    start = system.state(mode.displaced_coordinates(amplitude), v)
    run = system.simulate(start, until=until, every=0.1, locked=held, rtol=1e-11, atol=1e-14)
    for t, q in zip(run.t, run.q, strict=True):
        expected = amplitude * np.real(mode.shape * np.exp(mode.eigenvalue * t))
        found = system.difference(q, rest.state.q)
        assert np.max(np.abs(found - expected)) < 1e-3 * amplitude


# --- response to a sine ---------------------------------------------------------------------------


def test_response_of_a_mass_on_a_spring() -> None:
    """1 / (k - m w^2 + i c w); its velocity i w times that, its acceleration -w^2."""
    m, k, c = 2.0, 300.0, 6.0
    system = spring_mass_chain(1, m=m, k=k / 2, c=c / 2).compile(kernels=())
    linear = system.linearize(
        system.assemble(),
        inputs=["slide0"],
        outputs=["slide0", "slide0.speed", "slide0.acceleration"],
    )
    omega = np.array([0.0, 1.0, np.sqrt(k / m), 40.0])
    compliance = 1.0 / (k - m * omega**2 + 1j * c * omega)
    expected = np.stack([compliance, 1j * omega * compliance, -(omega**2) * compliance], axis=1)
    found = linear.response(omega)
    assert found.shape == (4, 3, 1)
    assert found[:, :, 0] == pytest.approx(expected, rel=1e-12, abs=1e-14)


@pytest.mark.parametrize("omega", [4.0, 9.0])
def test_response_of_a_loop_is_what_a_simulation_settles_to(omega: float) -> None:
    """A damped four-bar, a small sine on the crank: amplitude and phase of angle and reaction."""
    system = sprung_four_bar().compile(kernels=())
    rest = system.equilibrium(stable=True)
    outputs = ["A", "C.rate", "C.reaction.force.x"]
    linear = system.linearize(rest.state, inputs=["A"], outputs=outputs)
    slowest = -np.max(linear.eigenvalues.real)
    amplitude, period = 0.02, 2 * np.pi / omega
    begin = period * np.ceil(22.0 / slowest / period)
    every = period / 40
    run = system.simulate(
        rest.state,
        until=begin + period,
        every=every,
        inputs={"A": lambda t: amplitude * np.sin(omega * t)},
        rtol=1e-9,
        atol=1e-12,
    )
    last = range(len(run) - 41, len(run) - 1)
    t = run.t[list(last)]
    force = [
        system.reactions(run.motion(k), joints=["C"])["C"].force[0] - f0
        for k in last
        for f0 in [rest.reactions(["C"])["C"].force[0]]
    ]
    signals = [run["A"][list(last)] - rest["A"], run["C.rate"][list(last)], np.array(force)]
    found = [2j * np.mean(s * np.exp(-1j * omega * t)) / amplitude for s in signals]
    expected = linear.response(omega)[0, :, 0]
    assert np.abs(np.array(found) - expected) == pytest.approx(
        0.0, abs=2e-4 * np.max(np.abs(expected))
    )
    assert np.abs(found[0] - expected[0]) < 1e-4 * abs(expected[0])
