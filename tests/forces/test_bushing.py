"""Bushings: the exact gradient at large and at no rotation, and closed forms."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation as Turn

from closeness import assert_close
from derivatives.differences import along_q
from derivatives.mechanisms import Moving
from forces.joint_identities import (
    assert_derivatives,
    assert_gradient,
    assert_power,
    assert_traced,
    efforts,
    mechanism,
    scene,
    with_element,
)
from random_trees import random_pose
from sarrus import Mechanism, Model, System
from sarrus.model import GROUND, Body, Joint, Pose
from sarrus.model.forces import Bushing
from sarrus.model.joints import TYPES
from sarrus.model.pose import matrix3, vector3
from sarrus.spatial.dual import duals, rates
from sarrus.spatial.rotation_vector import rotation_vector

SIX = (400.0, 300.0, 500.0, 20.0, 30.0, 25.0)
ANGLES = (0.0, 1e-200, 1e-12, 1e-8, 1e-5, 1e-3, 0.3, 1.0, 2.0, 3.0, 3.1415)
seeds = st.integers(0, 199)


def tuples(matrix: np.ndarray) -> Any:
    return tuple(tuple(float(x) for x in row) for row in matrix)


def semidefinite(rng: np.random.Generator, rank: int = 6) -> Any:
    half = rng.normal(size=(6, rank))
    return tuples(half @ half.T)


def random_bushing(rng: np.random.Generator, m: Moving) -> Bushing:
    names = [GROUND, *(body.name for body in m.model.bodies)]
    a, b = (str(name) for name in rng.choice(names, 2, replace=False))
    preload = tuple(float(x) for x in rng.normal(size=6))
    frames = random_pose(rng), random_pose(rng)
    return Bushing("e", a, b, *frames, semidefinite(rng), semidefinite(rng, 3), preload)  # type: ignore[arg-type]


# --- the rotation vector -------------------------------------------------------------------------


@pytest.mark.parametrize("angle", ANGLES)
def test_rotation_vector_and_its_rate(angle: float) -> None:
    """phi against SciPy; dphi = H w against dual numbers through the matrix itself."""
    rng = np.random.default_rng(3)
    for _ in range(10):
        axis = rng.normal(size=3)
        wanted = angle * axis / np.linalg.norm(axis)
        r = Turn.from_rotvec(wanted).as_matrix()
        phi, H = rotation_vector(r)
        assert np.max(np.abs(phi - wanted)) <= 4e-15 * max(angle, 1e-300)
        w = rng.normal(size=3)
        moved = duals(r, np.cross(w, r.T).T)  # d(R)/dt = w x R
        assert_close(rates(rotation_vector(moved)[0]), H @ w, 2e-14)
        # the rate of H: its derivative along w is the same by far and by near differences
        if 1e-3 <= angle <= 3.0:
            h = 1e-4

            def turned(t: float, w: np.ndarray = w, r: np.ndarray = r) -> np.ndarray:
                return np.asarray(rotation_vector(Turn.from_rotvec(t * w).as_matrix() @ r)[1])

            near = (turned(h) - turned(-h)) / (2 * h)
            far = (turned(2 * h) - turned(-2 * h)) / (4 * h)
            rough = (4 * near - far) / 3
            assert_close(rates(rotation_vector(moved)[1]), rough, 1e-8)


def test_the_rate_matrix_is_smooth_at_zero() -> None:
    """Near zero H = I - ~phi/2 + ~phi^2/12, so dH/dt has the closed form -~w/2 at zero."""
    w = np.array([0.3, -0.7, 0.5])
    cross = np.cross(w, np.eye(3)).T  # the matrix of b -> w x b
    assert_close(cross @ np.array([1.0, 2.0, 3.0]), np.cross(w, [1.0, 2.0, 3.0]), 1e-15)
    found = rates(rotation_vector(duals(np.eye(3), cross))[1])
    assert_close(found, -0.5 * cross, 1e-15)
    for size in (1e-9, 1e-6, 1e-4):
        phi = size * np.array([0.2, 0.5, -0.4])
        r = Turn.from_rotvec(phi).as_matrix()
        found = rates(rotation_vector(duals(r, np.cross(w, r.T).T))[1])
        turn, speed = np.cross(phi, np.eye(3)).T, rotation_vector(r)[1] @ w
        fast = np.cross(speed, np.eye(3)).T
        expected = -0.5 * fast + (turn @ fast + fast @ turn) / 12.0
        assert np.max(np.abs(found - expected)) <= 1e-13 + size**3


# --- random mechanisms ---------------------------------------------------------------------------


@given(seed=seeds)
def test_CHK_D11_force_is_minus_the_slope_of_the_energy(seed: int) -> None:
    m = mechanism(seed)
    loaded = with_element(m, random_bushing(np.random.default_rng(seed), m))
    assert_gradient(loaded)
    assert assert_power(loaded) >= -1e-12


@pytest.mark.parametrize("seed", range(12))
def test_derivatives_are_exact(seed: int) -> None:
    m = mechanism(seed)
    assert_derivatives(with_element(m, random_bushing(np.random.default_rng(seed), m)), near=1e-6)


def two_bodies(angle: float, seed: int = 5) -> Moving:
    """A free body and a revolute one, with a bushing that is turned by an angle."""
    rng = np.random.default_rng(seed)
    m = mechanism(4)
    bodies = tuple(Body(n, 1.0, (0.1, 0.2, 0.3), ((1, 0, 0), (0, 2, 0), (0, 0, 2.5))) for n in "ab")
    joints = (
        Joint("A", TYPES["revolute"](), GROUND, "a", random_pose(rng), random_pose(rng)),
        Joint("B", TYPES["free"](), "a", "b"),
    )
    model = Model("two", (0.0, 0.0, -9.8), bodies, joints)
    turn = Turn.from_rotvec(angle * np.array([0.6, 0.0, -0.8])).as_quat(scalar_first=True)
    q = np.array([0.4, *(rng.normal(size=3) if angle else np.zeros(3)), *turn])
    v, vdot = rng.normal(size=(2, 7))
    moving = replace(m, model=model, cut=(), q=q, v=v, vdot=vdot, lam=np.zeros(0))
    pose = random_pose(rng)
    K, C = semidefinite(rng), semidefinite(rng)
    return with_element(moving, Bushing("e", "a", "b", pose, pose, K, C))


@pytest.mark.parametrize("angle", ANGLES)
def test_every_angle_exactly_zero_too(angle: float) -> None:
    m = two_bodies(angle)
    now = m.model.forces[0].deflection(scene(m, m.q, m.v))
    assert np.linalg.norm(now.e[3:6]) == pytest.approx(angle, rel=1e-9, abs=1e-15)
    assert_gradient(m)
    assert assert_power(m) >= 0.0
    assert_derivatives(m, near=0.0)
    assert_traced(m)


def test_stiffness_of_coordinates_is_symmetric() -> None:
    """-df/dq is the second derivative of an energy: symmetric, at large rotations too."""
    rng = np.random.default_rng(8)
    bodies = tuple(Body(n, 1.0, (0, 0, 0), ((1, 0, 0), (0, 1, 0), (0, 0, 1))) for n in "abc")
    links = zip((GROUND, "a", "b"), "abc", ("universal", "cylindrical", "planar"), strict=True)
    joints = tuple(
        Joint(f"to_{b}", TYPES[kind](), a, b, random_pose(rng), random_pose(rng))
        for a, b, kind in links
    )
    model = Model("arm", (0.0, 0.0, 0.0), bodies, joints)
    for _ in range(10):
        q, v = rng.uniform(-1.5, 1.5, 7), np.zeros(7)
        m = replace(mechanism(4), model=model, cut=(), q=q, v=v, vdot=v, lam=np.zeros(0))
        frames = random_pose(rng), random_pose(rng)
        m = with_element(m, Bushing("e", GROUND, "c", *frames, semidefinite(rng)))
        K = -along_q(m, lambda q, m=m, v=v: efforts(m, q, v), True)
        assert np.max(np.abs(K - K.T)) <= 1e-12 * np.max(np.abs(K))


def test_parameters_as_inputs() -> None:
    m, rng = mechanism(3), np.random.default_rng(3)
    loaded = with_element(m, random_bushing(rng, m))
    inputs = {"stiffness": semidefinite(rng), "damping": semidefinite(rng), "preload": SIX}
    assert_traced(loaded, inputs)


# --- closed forms --------------------------------------------------------------------------------


def beam(n: int, length: float, bending: float, **loads: float) -> System:
    """A cantilever of n rigid pieces; between them bushings of n bending / length."""
    m = Mechanism("beam", (0.0, 0.0, 0.0))
    h = length / n
    kr, k = bending / h, 1e7
    before: Any = m.ground
    for i in range(n):
        mass = {"com": (h / 2, 0, 0), "inertia": (1e-3, 1e-3, 1e-3)}
        body = m.body(f"p{i}", 0.1, at=(h * i, 0, 0), **mass)
        m.bushing(f"b{i}", before, body, (k, k, k, kr, kr, kr), at=(h * i, 0, 0))
        before = body
    if "moment" in loads:
        m.torque("end", m.ground, before, "z", loads["moment"])
    if "force" in loads:
        m.point_force("tip", before, (0, loads["force"], 0), on=(h, 0, 0))
    return m.build().compile(kernels=())


def tip(system: System, state: Any, h: float) -> np.ndarray:
    last = f"p{len(system.model.bodies) - 1}"
    return np.asarray(system.point(last, (h, 0.0, 0.0), state.q, np.zeros(system.nv)).position)


def test_beam_bent_by_a_moment_is_an_arc() -> None:
    """Equal stiffness: every bushing turns by M h / EI, and the tip lies on the polygon."""
    n, L, EI, M = 3, 1.2, 30.0, 40.0
    system = beam(n, L, EI, moment=M)
    state = system.equilibrium(stable=True).state
    angle = M * (L / n) / EI
    points = np.cumsum([[np.cos((i + 1) * angle), np.sin((i + 1) * angle)] for i in range(n)], 0)
    assert_close(tip(system, state, L / n)[:2], L / n * points[-1], 1e-8)


def test_beam_under_a_tip_load() -> None:
    """Small deflection of n hinges of EI/h: F L^3 / EI (1/3 + 1/(2n) + 1/(6n^2)), and shear."""
    n, L, EI, F = 3, 1.5, 500.0, 1e-3
    system = beam(n, L, EI, force=F)
    state = system.equilibrium().state
    bending = F * L**3 / EI * (1 / 3 + 1 / (2 * n) + 1 / (6 * n * n))
    assert_close(tip(system, state, L / n)[1], bending + n * F / 1e7, 1e-7)


def spinning(damping: float = 0.0) -> System:
    m = Mechanism("spinning", (0.0, 0.0, 0.0))
    m.body("ball", 2.0, (0, 0, 0), (0.5, 0.5, 0.5))
    six = (200.0, 200.0, 200.0, 8.0, 8.0, 8.0)
    m.bushing("b", m.ground, "ball", six, [damping * x for x in six], at=(0, 0, 0))
    return m.build().compile(kernels=())


@pytest.mark.parametrize("damping", (0.0, 0.02))
def test_torsional_vibration_of_any_amplitude(damping: float) -> None:
    """Equal stiffness about all axes: phi = amplitude cos(w t) along its axis, up to 2.5 rad."""
    system, axis = spinning(damping), np.array([2.0, -1.0, 2.0]) / 3.0
    turn = Turn.from_rotvec(2.5 * axis).as_quat(scalar_first=True)
    names = list(system.coordinates)
    places = [k for k, name in enumerate(names) if "quat" in name]
    q = np.zeros(7)
    q[places] = turn
    run = system.simulate(system.state(q), until=3.0, every=0.1, rtol=1e-10, atol=1e-12)
    w, decay = np.sqrt(8.0 / 0.5), 0.5 * damping * 8.0 / 0.5
    wd = np.sqrt(w * w - decay * decay)
    wave = np.cos(wd * run.t) + decay / wd * np.sin(wd * run.t)
    expected = np.outer(2.5 * np.exp(-decay * run.t) * wave, axis)
    found = Turn.from_quat(run.q[:, places], scalar_first=True).as_rotvec()
    assert np.max(np.abs(found - expected)) <= 1e-8
    assert run.energy_error <= 1e-8


def test_ledger_on_a_loop() -> None:
    """A four-bar whose last pin is a bushing, damped and turned far: the energy closes."""
    m = Mechanism("four_bar", (0.0, -9.81, 0.0))
    corners = ((0, 0, 0), (0.3, 0.9, 0), (2.0, 1.6, 0), (2.2, 0, 0))
    names = ("crank", "coupler", "rocker")
    for name, a, b in zip(names, corners[:-1], corners[1:], strict=True):
        center = tuple(np.add(a, b) / 2)
        m.body(name, 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=center)
    m.revolute("A", m.ground, "crank", at=corners[0], axis="z")
    m.revolute("B", "crank", "coupler", at=corners[1], axis="z")
    m.revolute("D", m.ground, "rocker", at=corners[3], axis="z")
    soft = (2e3, 1e3, 3e3, 0.5, 0.5, 0.1)
    m.bushing("C", "coupler", "rocker", soft, [0.01 * x for x in soft], at=corners[2])
    system = m.build().compile(kernels=())
    run = system.simulate(system.initial_state(), until=2.0, every=0.05, rtol=1e-9, atol=1e-10)
    assert run.energy_error <= 1e-6 and run.loss[-1] > 0.1
    assert np.max(np.abs(run["A"])) > 0.5


def test_frames_given_on_bodies_and_in_the_drawing_agree() -> None:
    def model(**places: Any) -> Model:
        m = Mechanism()
        m.body("a", 1, (0, 0, 0), (1, 1, 1), at=(1, 0, 0), rpy=(0, 0, "90 deg"))
        m.body("b", 1, (0, 0, 0), (1, 1, 1), at=(2, 0, 0))
        m.bushing("e", "a", "b", SIX, **places)
        return m.build()

    drawn = model(at=(1, 1, 0), rpy=(0, 0, "90 deg"))
    quarter = matrix3(((0, -1, 0), (1, 0, 0), (0, 0, 1)))
    on_b = Pose(vector3((-1, 1, 0)), quarter)
    assert drawn == model(on_a=(1, 0, 0), on_b=on_b)
