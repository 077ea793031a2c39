"""Joints that follow others by polynomials: by the reduced equation, by gears, in files."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import sarrus
from sarrus import Mechanism, ModelError, System, export, load_mjcf
from sarrus.formats.mjcf.saving import mjcf_text
from sarrus.model.forces.polynomial_coupler import PolynomialCoupler

P = (0.1, 0.5, 0.2, -0.3, 0.05)
G = 9.81


def arms(axis: str = "y") -> Mechanism:
    """Return two arms on parallel axes."""
    m = Mechanism("arms", (0.0, 0.0, -G))
    first = m.body("first", mass=1.0, com=(0.1, 0, 0), inertia=(1e-3, 1e-3, 1e-3))
    second = m.body("second", 2.0, (0.2, 0, 0), (4e-3, 4e-3, 4e-3), at=(1, 0, 0))
    m.revolute("A", m.ground, first, at=(0, 0, 0), axis=axis)
    m.revolute("B", m.ground, second, at=(1, 0, 0), axis=axis)
    return m


def two_arms(polynomial: Any = P, axis: str = "y") -> Mechanism:
    """Return two arms of which the second follows the first."""
    m = arms(axis)
    m.polynomial_coupler("cam", "B", "A", polynomial)
    return m


def reduced(t: np.ndarray, q: float, rate: float) -> np.ndarray:
    """Return the driver by the equation of one coordinate: (I + J p'^2) qdd + J p' p'' qd^2 = Q."""
    p = np.polynomial.Polynomial(P)
    slope, bend = p.deriv(), p.deriv(2)
    inertias = (1e-3 + 1.0 * 0.1**2, 4e-3 + 2.0 * 0.2**2)

    def rates(_: float, y: np.ndarray) -> list[float]:
        s = slope(y[0])
        weights = (G * 1.0 * 0.1 * np.cos(y[0]), G * 2.0 * 0.2 * np.cos(p(y[0])))
        load = weights[0] + s * weights[1] - inertias[1] * s * bend(y[0]) * y[1] ** 2
        return [y[1], load / (inertias[0] + inertias[1] * s**2)]

    found = solve_ivp(rates, (0.0, t[-1]), [q, rate], "DOP853", t, rtol=1e-12, atol=1e-12)
    return np.asarray(found.y)


def system_of(m: Mechanism) -> System:
    return m.build().compile()


def test_motion_is_that_of_the_reduced_equation() -> None:
    system = system_of(two_arms())
    state = system.assemble({"A": 0.3}, rates={"A": 1.0})
    run = system.simulate(state, until=1.0, every=0.05, rtol=1e-11, atol=1e-13)
    q, rate = reduced(np.asarray(run.t), 0.3, 1.0)
    assert np.allclose(run["A.angle"], q, rtol=0.0, atol=1e-9)
    assert np.allclose(run["A.rate"], rate, rtol=0.0, atol=1e-8)
    p = np.polynomial.Polynomial(P)
    assert np.max(np.abs(np.asarray(run["B.angle"]) - p(run["A.angle"]))) < 1e-12
    assert abs(run.energy_error) < 1e-9
    assert np.ptp(run["A.angle"]) > 0.5


def test_its_effort_holds_the_driven_arm() -> None:
    system = system_of(two_arms())
    state = system.assemble({"A": 0.3}, rates={"A": 1.0})
    run = system.simulate(state, until=0.2, every=0.05, rtol=1e-11, atol=1e-13)
    angle = np.asarray(run["B.angle"])
    acceleration = np.asarray(run["B.acceleration"])
    needed = (4e-3 + 2.0 * 0.2**2) * acceleration - G * 2.0 * 0.2 * np.cos(angle)
    assert np.allclose(np.abs(run["cam.effort"]), np.abs(needed), rtol=1e-9, atol=1e-10)


def test_a_straight_one_is_a_gear() -> None:
    rates = []
    for curved in (False, True):
        m = arms()
        if curved:
            m.polynomial_coupler("cam", "B", "A", [0.2, -1.5])
        else:
            m.gear("cam", driver="A", driven="B", ratio=-1.5, offset=0.2)
        system = system_of(m)
        state = system.assemble({"A": 0.4}, rates={"A": 2.0})
        rates.append(system.forward_dynamics(state.q, state.v, np.zeros(2)))
    assert np.allclose(rates[0], rates[1], rtol=1e-12, atol=1e-12)


def test_files(tmp_path: Path) -> None:
    model = two_arms().build()
    path = tmp_path / "arms.yaml"
    sarrus.save(model, path)
    assert "polynomial_coupler" in path.read_text()
    assert sarrus.load(path).forces == model.forces


@pytest.mark.parametrize("axis", ["x", "y", "z"])
def test_mirror_images(axis: str) -> None:
    """The image of the driver, turned against it or with it, has the image of the driven arm."""
    m = Mechanism("host")
    m.add("left", two_arms(axis=axis))
    m.add("right", two_arms(axis=axis), mirror=True)
    system, S = system_of(m), np.diag([1.0, -1.0, 1.0])
    matching = 0
    for sign in (1.0, -1.0):
        state = system.assemble({"left.A": 0.3, "right.A": sign * 0.3})
        assert state["left.B.angle"] == pytest.approx(np.polynomial.Polynomial(P)(0.3), abs=1e-14)
        poses = system.poses(state.q)
        mirrored = {
            body: np.allclose(
                S @ np.asarray(poses[f"left.{body}"].rotation) @ S,
                poses[f"right.{body}"].rotation, rtol=0.0, atol=1e-13,
            )
            for body in ("first", "second")
        }  # fmt: skip
        assert mirrored["first"] == mirrored["second"]
        matching += mirrored["first"]
    assert matching == 1


@pytest.mark.parametrize(
    ("driven", "driver", "polynomial", "said"),
    [
        ("B", "B", [0, 1], "M28"),
        ("B", "A", [1.0], "M25"),
        ("B", "A", [1.0, 0.0, 0.0], "M25"),
        ("B", "A", [[0, 1], [1, 2]], "M25"),
        ("B", "A", [0, float("nan")], "M25"),
        ("C", "A", [0, 1, 1], "M09"),
    ],
)
def test_what_is_refused(driven: str, driver: str, polynomial: Any, said: str) -> None:
    m = two_arms()
    ball = m.body("ball", mass=1.0, inertia=(1, 1, 1))
    m.spherical("C", m.ground, ball, at=(0, 0, 0))
    m.polynomial_coupler("wrong", driven, driver, polynomial)
    with pytest.raises(ModelError, match=said):
        m.build()


MJCF = """<mujoco><compiler angle="radian"/><option gravity="0 0 -9.81"/><worldbody>
<body name="first"><joint name="A" axis="0 1 0" ref="0.2"/>
  <inertial pos="0.1 0 0" mass="1" diaginertia="1e-3 1e-3 1e-3"/></body>
<body name="second" pos="1 0 0"><joint name="B" type="slide" axis="0 0 1" ref="-0.1"/>
  <inertial pos="0.2 0 0" mass="2" diaginertia="4e-3 4e-3 4e-3"/></body></worldbody>
<equality><joint name="cam" joint1="B" joint2="A" polycoef="0.1 0.5 0.2 -0.3 0.05"/></equality>
</mujoco>"""


def test_curves_of_mjcf() -> None:
    model = load_mjcf(MJCF)
    (cam,) = (force for force in model.forces if isinstance(force, PolynomialCoupler))
    for q in (-0.7, 0.0, 0.2, 1.1):
        expected = -0.1 + np.polynomial.Polynomial(P)(q - 0.2)
        assert np.polynomial.Polynomial(cam.polynomial)(q) == pytest.approx(expected, abs=1e-15)
    assert not [p for p in model.notices if "curve" in p.rule]
    text, notices = mjcf_text(model)
    again = load_mjcf(text)
    assert again.forces == model.forces and not [n for n in notices if "cam" in n.element]
    long = Mechanism("long")
    for name in ("a", "b"):
        body = long.body(name, mass=1.0, inertia=(1, 1, 1))
        long.revolute(name.upper(), long.ground, body, at=(0, 0, 0), axis="z")
    long.polynomial_coupler("cam", "A", "B", [0, 0, 0, 0, 0, 1])
    with pytest.raises(ModelError, match="cam"):
        mjcf_text(long.build())


def test_mujoco_holds_the_same_curve() -> None:
    """MuJoCo's own position of the constraint vanishes where ours does."""
    mujoco = pytest.importorskip("mujoco")
    peer = mujoco.MjModel.from_xml_string(MJCF)
    data = mujoco.MjData(peer)
    system = load_mjcf(MJCF).compile()
    for q in (-0.4, 0.5):
        state = system.assemble({"A": q})
        data.qpos[:] = [state["A.angle"], state["B.displacement"]]
        mujoco.mj_forward(peer, data)
        assert data.nefc == 1 and abs(data.efc_pos[0]) < 1e-12


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler")
def test_steps_in_c(tmp_path: Path) -> None:
    system = system_of(two_arms())
    export.c_code(system, "m", methods=("rk4",), outputs=["B.angle"]).write(tmp_path)
    command = ["gcc", "-O1", "-ffp-contract=off", "m.c", "main.c", "-lm", "-o", "run"]
    subprocess.run(command, cwd=tmp_path, check=True)
    printed = subprocess.run([tmp_path / "run"], capture_output=True, text=True, check=True).stdout
    (row,) = [line.split() for line in printed.splitlines() if line.startswith("rk4.y ")]
    run = system.simulate(system.assemble(), until=0.1, step=1e-3, method="rk4")
    found = [float(x) for x in row[1 : 1 + 4]]
    assert np.allclose(found, [*run.q[-1], *run.v[-1]], rtol=0.0, atol=1e-12)
