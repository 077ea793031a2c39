"""Joints with play: identities, a slider-crank against its own equations, and the ideal joint."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import sarrus
from derivatives.mechanisms import Moving
from forces.joint_identities import (
    assert_derivatives,
    assert_gradient,
    assert_power,
    assert_traced,
    mechanism,
    scene,
    with_element,
)
from sarrus import Mechanism
from sarrus.model.forces import ClearancePrismatic, ClearanceRevolute, ClearanceSpherical
from sarrus.model.pose import Pose, matrix3, vector3
from sarrus.spatial import Transform
from sarrus.spatial.rotation import exponential, quaternion_matrix

CRANK, ROD, W = 0.05, 0.12, 40.0
ROD_MASS, ROD_INERTIA, SLIDER_MASS = 0.21, 2.5e-4, 0.14
K, A = 2e7, 1.5


def loose(kind: type, seed: int) -> Moving:
    """A joint with play on random bodies, whose frames are apart by a little more than it."""
    rng = np.random.default_rng(seed)
    m = mechanism(seed)
    names = [body.name for body in m.model.bodies]
    body = str(rng.choice(names))
    base = str(rng.choice(["ground", *(name for name in names if name != body)]))
    here = scene(m, m.q, m.v)
    turn = np.array(quaternion_matrix(exponential(rng.normal(size=3))))
    X_WF = Transform.of(turn, rng.normal(size=3))
    small = np.array(quaternion_matrix(exponential(0.1 * rng.normal(size=3))))
    X_WG = Transform.of(turn @ small, X_WF.position + rng.normal(size=3) * 0.3)

    def pose(name: str, X: Transform) -> Pose:
        found = here.pose(name).inverse @ X
        return Pose(vector3(found.position), matrix3(found.matrix))

    sizes: dict[str, Any] = {"clearance": 0.05, "length": 0.4, "radius": 0.2, "width": 0.3}
    if kind is ClearanceSpherical:
        sizes = {"clearance": 0.05, "radius": 0.2}
    elif kind is ClearanceRevolute:
        sizes = {"clearance": 0.05, "length": 0.4 * (seed % 2), "radius": 0.2, "axial": 0.02}
    else:
        sizes = {"clearance": 0.05, "length": 0.4, "width": 0.3, "height": 0.2 * (seed % 2)}
    element = kind(
        name="e", body=body, base=base, k=rng.uniform(5.0, 20.0), a=rng.uniform(0.0, 0.4), mu=0.3,
        exponent=float(rng.choice([1.0, 1.5])), smoothing=0.5, on_body=pose(body, X_WG),
        on_base=pose(base, X_WF), **sizes,
    )  # fmt: skip
    return with_element(m, element)


@pytest.mark.parametrize("kind", [ClearanceRevolute, ClearanceSpherical, ClearancePrismatic])
@pytest.mark.parametrize("seed", range(4))
def test_forces_power_and_derivatives(kind: type, seed: int) -> None:
    m = loose(kind, seed)
    (element,) = m.model.forces
    assert max(-float(gap) for gap in element.gaps(scene(m, m.q, m.v))) > 0.0
    assert_gradient(m)
    assert assert_power(m) >= 0.0
    assert_derivatives(m, 0.0)
    names = [name for name in element.units if getattr(element, name)]
    assert_traced(m, {name: 1.01 * float(getattr(element, name)) for name in names})


def slider_crank(clearance: float | None, mu: float = 0.0, k: float = K) -> Any:
    """A slider-crank in the plane x, z; its pin at the slider has play, or is ideal."""
    m = Mechanism("slider-crank", gravity=(0, 0, -9.81))
    crank = m.body("crank", 0.3, inertia=(1e-5, 1e-5, 1e-5))
    rod = m.body("rod", ROD_MASS, (0.5 * ROD, 0, 0), (1e-6, ROD_INERTIA, ROD_INERTIA),
                 at=(CRANK, 0, 0))  # fmt: skip
    slider = m.body("slider", SLIDER_MASS, inertia=(1e-4, 1e-4, 1e-4), at=(CRANK + ROD, 0, 0))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, rod, at=(CRANK, 0, 0), axis="y")
    m.prismatic("S", m.ground, slider, at=(CRANK + ROD, 0, 0), axis="x")
    if clearance is None:
        m.revolute("C", rod, slider, at=(CRANK + ROD, 0, 0), axis="y")
    else:
        m.clearance_revolute("C", rod, slider, at=(CRANK + ROD, 0, 0), axis="y", mu=mu, k=k, a=A,
                             clearance=clearance, radius=0.01)  # fmt: skip
    return m.build().compile()


def by_hand(t: np.ndarray, clearance: float) -> np.ndarray:
    """The way of the slider [m]: angle of the rod and slider as the two coordinates."""

    def rates(t: float, y: np.ndarray) -> list[float]:
        phi, x, phi_rate, x_rate = y
        # the crank pin, with the crank's angle turning x towards -z
        pin = CRANK * np.array([np.cos(W * t), -np.sin(W * t)])
        pin_rate = CRANK * W * np.array([-np.sin(W * t), -np.cos(W * t)])
        pin_acceleration = -W * W * pin
        e, across = np.array([np.cos(phi), -np.sin(phi)]), np.array([-np.sin(phi), -np.cos(phi)])
        tip, tip_rate = pin + ROD * e, pin_rate + ROD * phi_rate * across
        off, off_rate = tip - [x, 0.0], tip_rate - [x_rate, 0.0]
        away = float(np.hypot(*off))
        depth = away - clearance
        force = np.zeros(2)
        if depth > 0.0:
            u = off / away
            force = -K * depth * max(0.0, 1.0 + A * float(u @ off_rate)) * u
        about_pin = ROD_INERTIA + ROD_MASS * 0.25 * ROD**2
        weight = ROD_MASS * (np.array([0.0, -9.81]) - pin_acceleration)
        moment = ROD * float(across @ force) + 0.5 * ROD * float(across @ weight)
        return [phi_rate, x_rate, moment / about_pin, -force[0] / SLIDER_MASS]

    start = [0.0, CRANK + ROD, -CRANK * W / ROD, 0.0]
    found = solve_ivp(rates, (0.0, t[-1]), start, "DOP853", t, rtol=1e-10, atol=1e-13,
                      max_step=2e-5)  # fmt: skip
    return np.asarray(found.y[1])


def run_of(system: Any, until: float, every: float, **options: Any) -> Any:
    start = system.assemble(rates={"A": W, "B": -W - CRANK * W / ROD})
    return system.simulate(start, until=until, every=every, driven={"A": lambda t: W * t},
                           rtol=1e-9, atol=1e-12, **options)  # fmt: skip


def test_a_loose_slider_crank_is_that_of_its_own_equations() -> None:
    clearance = 5e-4
    run = run_of(slider_crank(clearance), 0.05, 1e-3)
    x = by_hand(run.t, clearance)
    assert run["slider.position"][:, 0] == pytest.approx(x, abs=2e-7)
    depths = run["C.depth"]
    assert np.any(depths > 0.0) and np.any(depths == 0.0)  # contact and flight


def test_with_less_play_it_becomes_the_ideal_mechanism() -> None:
    """The slider is off by no more than the play and its depth, whatever happens between."""
    t = np.arange(0.0, 0.0501, 1e-3)
    z = CRANK * np.sin(W * t)
    ideal = CRANK * np.cos(W * t) + np.sqrt(ROD**2 - z**2)
    for clearance in (1e-3, 1e-4, 1e-5):
        run = run_of(slider_crank(clearance), 0.05, 1e-3)
        off = np.max(np.abs(run["slider.position"][:, 0] - ideal))
        # the rod may lean by the play: both together
        assert off < 1.3 * (clearance + np.max(run["C.depth"]))
    force = np.mean(run["C.normal_force"])
    exact = slider_crank(None)
    angles = exact.assemble({"A": 0.0}, rates={"A": W})
    right = exact.simulate(angles, until=0.05, every=1e-3, driven={"A": lambda t: W * t})
    held = np.mean(np.linalg.norm(right["C.reaction.force"], axis=1))
    assert force == pytest.approx(held, rel=0.1)


@pytest.mark.parametrize("mirror", [None, "x", "y", "z"])
def test_in_a_part_and_in_a_file(mirror: str | None, tmp_path: Any) -> None:
    inner = Mechanism("inner", gravity=(0, 0, -9.81))
    body = inner.body("block", 1.0, inertia=(0.1, 0.1, 0.1), at=(0.1, 0.2, 0.3), rpy=(0.1, 0.2, 0))
    inner.free("F", inner.ground, body)
    place: dict[str, Any] = {"at": (0.1, 0.1, 0.2), "k": 1e5, "clearance": 1e-3}
    inner.clearance_revolute("r", body, axis=(0, 1, 2), radius=0.1, length=0.2, axial=0.01, **place)
    inner.clearance_spherical("s", body, radius=0.1, mu=0.2, **place)
    inner.clearance_prismatic("p", body, axis="x", x_axis=(0, 1, 1), length=0.1, width=0.2, **place)
    model = inner.build()
    sarrus.save(model, tmp_path / "m.yaml")
    again = sarrus.load(tmp_path / "m.yaml")
    for old, new in zip(model.forces, again.forces, strict=True):
        assert type(old) is type(new)
    host = Mechanism("host", gravity=(0, 0, -9.81))
    options = {"at": (1, 2, 0), "rpy": (0.3, 0.2, 0.5)} if mirror is None else {"mirror": mirror}
    host.add("q", inner, **options)
    gaps = []
    for built, prefix in ((model, ""), (again, ""), (host.build(), "q.")):
        system = built.compile()
        run = system.simulate(system.assemble(), until=1e-6, every=1e-6)
        gaps.append([run[f"{prefix}{name}.gap"][0] for name in "rsp"])
    assert gaps[1] == pytest.approx(gaps[0], abs=1e-12)
    assert gaps[2] == pytest.approx(gaps[0], abs=1e-12)


def test_an_impact_of_a_journal_is_that_of_hertz() -> None:
    """Steel of 207 GPa, bearing 10 mm, journal 9.5 mm, without loss: depth, force and time.

    k = 4/(3 (s + s)) sqrt(Ri Rj/(Ri - Rj)), s = (1 - nu^2)/E, is 6.61e10 N/m^1.5. The depth is
    (5 m v^2/(4 k))^(2/5) and the time 2.9432 depth/v (K. L. Johnson, Contact Mechanics, 1985,
    eq. 11.23 and 11.24), in which the journal is turned round.
    """
    soft = 2.0 * (1.0 - 0.3**2) / 207e9
    k = 4.0 / (3.0 * soft) * np.sqrt(0.01 * 0.0095 / (0.01 - 0.0095))
    assert k == pytest.approx(6.61e10, rel=1e-3)
    mass, v, play = 0.14, 0.5, 5e-4
    m = Mechanism("pin", gravity=(0, 0, 0))
    body = m.body("slider", mass, inertia=(1e-4, 1e-4, 1e-4))
    m.prismatic("S", m.ground, body, at=(0, 0, 0), axis="x")
    m.clearance_revolute("C", body, at=(0, 0, 0), axis="y", k=k, exponent=1.5, clearance=play,
                         radius=0.0095)  # fmt: skip
    system = m.build().compile()
    depth = (5.0 * mass * v**2 / (4.0 * k)) ** 0.4
    time = 2.9432 * depth / v
    touch = play / v
    grid = np.concatenate([[0.0, touch], touch + time * np.linspace(0.001, 1.5, 1500)])
    run = system.simulate(system.assemble(rates={"S": v}), times=grid, rtol=1e-10, atol=1e-14)
    assert np.max(run["C.depth"]) == pytest.approx(depth, rel=1e-4)
    assert np.max(run["C.normal_force"]) == pytest.approx(k * depth**1.5, rel=1e-4)
    assert run["S.speed"][-1] == pytest.approx(-v, rel=1e-6)
    touching = run.t[np.asarray(run["C.depth"]) > 0.0]
    assert touching[-1] - touching[0] == pytest.approx(time, rel=3e-3)
