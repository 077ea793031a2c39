"""The element `tyre`: standstill, energy, forces at given slip, sides, files, targets."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import export
from sarrus.errors import ModelError
from sarrus.formats.tir import read_tyre, tyre_text
from sarrus.formats.writing import yaml_text
from sarrus.tyres import BrushTyre, MagicFormula, Patch, Tyre
from sarrus.viewer.scene import scene_of

CAR = read_tyre(str(files("sarrus") / "tyres" / "data" / "passenger_car.tir"))
BRUSH = BrushTyre(radius=0.3, k=2e5, load=4000.0, c=500.0, stiffness=6e4, stiffness_along=8e4)
MASS, G, V, OMEGA = 420.0, 9.81, 20.0, 68.0
FORCES = ("F_x", "F_y", "M_x", "M_y", "M_z")


def rig(
    tyre: Tyre, camber: float = 0.0, toe: float = 0.0, slope: float = 0.0, **given: Any
) -> sarrus.Mechanism:
    """A wheel on a hub that goes up and down in a cart on rails along x."""
    h = tyre.free_radius
    m = sarrus.Mechanism("rig", (-G * np.sin(slope), 0.0, -G * np.cos(slope)))
    cart = m.body("cart", 300.0, (0, 0, h), (10, 10, 10))
    hub = m.body("hub", 100.0, (0, 0, h), (1, 1, 1))
    wheel = m.body("wheel", 20.0, (0, 0, h), (0.8, 1.2, 0.8))
    m.prismatic("x", m.ground, cart, at=(0, 0, h), axis="x")
    m.prismatic("z", cart, hub, at=(0, 0, h), axis="z")
    level = np.array([-np.sin(toe), np.cos(toe), 0.0])
    axle = tuple(np.cos(camber) * level + np.array([0.0, 0.0, np.sin(camber)]))
    m.revolute("spin", hub, wheel, at=(0, 0, h), axis=axle)
    m.tyre("T", wheel, tyre, at=(0, 0, h), axle=axle, **given)
    return m


@cache
def level_rig() -> sarrus.System:
    return rig(CAR).build().compile()


def rolls(system: sarrus.System, speed: float = 10.0, turning: float = 0.0) -> sarrus.State:
    q, v = system.coordinates_of({"z": -0.01}), system.velocities_of({"x": speed, "spin": turning})
    return system.state(q, v)


@pytest.mark.parametrize("tyre", [BRUSH, pytest.param(CAR, marks=pytest.mark.slow)], ids=type)
def test_a_braked_wheel_stays_on_a_slope(tyre: Tyre) -> None:
    """Ten minutes: it settles in the carcass, then creeps by what the integrator errs."""
    system = rig(tyre, slope=0.15).build().compile()
    start = system.equilibrium({"z": -0.005}, locked=["x", "spin"]).state
    run = system.simulate(start, until=600.0, every=10.0, locked=["spin"], method="bdf")
    way = np.asarray(run["x.displacement"])
    assert -0.01 < way[1] < -1e-4
    assert np.max(np.abs(way[1:] - way[1])) < 2e-6
    assert run["T.F_x"][-1] == pytest.approx(MASS * G * np.sin(0.15), rel=1e-5)


def test_energy_of_a_wheel_set_down_at_speed() -> None:
    system = level_rig()
    run = system.simulate(rolls(system), until=0.5, every=0.05, rtol=1e-10, atol=1e-12)
    assert run.energy_error < 1e-10
    radius = run["T.rolling_radius"][-1]
    assert run["spin.rate"][-1] * radius == pytest.approx(run["x.speed"][-1], rel=1e-2)
    assert run["loss"][-1] > 100.0


@pytest.mark.parametrize("tyre", [CAR, BRUSH], ids=type)
def test_energy_of_a_free_wheel_with_camber(tyre: Tyre) -> None:
    m = sarrus.Mechanism("coin", (0.0, 0.0, -G))
    h = tyre.free_radius - 0.005
    wheel = m.body("wheel", 100.0, (0, 0, h), (2.0, 4.0, 2.0))
    m.free("free", m.ground, wheel, at=(0, 0, h))
    m.tyre("T", wheel, tyre, at=(0, 0, h))
    system = m.build().compile()
    start = system.state(
        system.coordinates_of({}),
        system.velocities_of({"free.vx": 2.0, "free.omega_y": 2.0 / h, "free.omega_x": 1.0}),
    )
    run = system.simulate(start, until=0.6, every=0.05, rtol=1e-10, atol=1e-12)
    assert np.max(np.abs(run["T.gamma"])) > 0.02
    assert run.energy_error < 1e-9


@pytest.mark.parametrize(("camber", "toe"), [(0.0, 0.03), (0.05, -0.04)])
@pytest.mark.parametrize("side", ["left", "right"])
def test_forces_at_given_slip_are_those_of_the_law(camber: float, toe: float, side: str) -> None:
    """A driven wheel in steady rolling: slip is that of rigid kinematics, mirrored on the right."""
    system = rig(CAR, camber, toe, side=side).build().compile()
    motion = {"x": f"{V} [m/s]*t", "z": -0.015, "spin": f"{OMEGA} [rad/s]*t"}
    run = system.drive(motion, until=1.0, every=0.5)
    at = {name: float(run[f"T.{name}"][-1]) for name in ("kappa", "alpha", "gamma", "F_z")}
    radius = CAR.rolling_radius(at["F_z"], OMEGA)
    forward = V * np.cos(toe)
    assert at["kappa"] == pytest.approx((OMEGA * radius - forward) / forward, rel=1e-9)
    assert at["alpha"] == pytest.approx(-toe, rel=1e-9)
    assert at["gamma"] == pytest.approx(camber, abs=1e-12)
    s = 1.0 if side == "left" else -1.0
    slips = at["kappa"], s * np.tan(at["alpha"]), s * at["gamma"]
    law = CAR.forces(Patch(at["F_z"], *slips, 0.0, forward, OMEGA))
    sides = {"F_y": s, "M_x": s, "M_z": s}
    for name in FORCES:
        expected = sides.get(name, 1.0) * getattr(law, name)
        assert run[f"T.{name}"][-1] == pytest.approx(expected, rel=1e-8), name


def test_a_right_tyre_is_the_mirror_of_a_left_one() -> None:
    """Also in motion: sides, toe and camber the other way round give the same run, mirrored."""
    ends = []
    for sign, side in ((1.0, "left"), (-1.0, "right")):
        system = rig(CAR, sign * 0.04, sign * 0.02, side=side).build().compile()
        run = system.simulate(rolls(system, 10.0, 30.0), until=0.2, every=0.1)
        ends.append([float(run[f"T.{name}"][-1]) for name in FORCES])
    left, right = ends
    mirrored = np.array([1.0, -1.0, -1.0, 1.0, -1.0])
    np.testing.assert_allclose(right, mirrored * left, rtol=1e-6, atol=1e-6)
    assert abs(left[1]) > 100.0


def test_linearized_side_slip_decays_over_its_relaxation_length() -> None:
    """On rails the side slip is by itself: one eigenvalue is -V/sigma."""
    system = level_rig()
    A = system.linearize(rolls(system, V, OMEGA)).A
    load = CAR.vertical_force(0.01, OMEGA, None)
    across = CAR.relaxation_lengths(Patch(load, speed=V, turning=OMEGA))[1]
    assert np.min(np.abs(np.linalg.eigvals(A) + V / across)) < 1e-8 * V / across


def test_numbers_of_the_element_may_be_parameters() -> None:
    """Each has the same effect as in the model, everywhere in the element."""
    given = {"mu": 0.6, "low_speed": 3.0}
    free = rig(CAR, 0.0, 0.02).build().compile(parameters=["T.mu", "T.low_speed"])
    fixed = rig(CAR, 0.0, 0.02, **given).build().compile()
    values = {f"T.{name}": value for name, value in given.items()}
    a = free.simulate(rolls(free, 0.6), until=0.05, parameters=values)
    b = fixed.simulate(rolls(fixed, 0.6), until=0.05)
    np.testing.assert_allclose(a.final.z, b.final.z, rtol=1e-9)


def test_rows_of_a_batch_are_single_runs() -> None:
    system = level_rig()
    starts = [rolls(system, speed, turning) for speed, turning in ((10.0, 0.0), (-3.0, 2.0))]
    many = system.simulate(starts, until=0.1, method="rk4", step=1e-3)
    for start, row in zip(starts, many, strict=True):
        one = system.simulate(start, until=0.1, method="rk4", step=1e-3)
        np.testing.assert_allclose(row.final.q, one.final.q, rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(row.final.z, one.final.z, rtol=1e-10, atol=1e-14)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler")
def test_c_code(tmp_path: Path) -> None:
    code = export.c_code(level_rig(), "rig", quantities=(), methods=("rk4",))
    code.write(tmp_path)
    sources = sorted(str(path) for path in tmp_path.glob("*.c"))
    subprocess.run(["gcc", "-std=c99", "-O0", "-c", *sources], check=True, cwd=tmp_path)
    assert sources


FILE = """\
sarrus: 1
bodies:
  wheel: {mass: 20, com: [0, 0, 0.3], inertia: [0.8, 1.2, 0.8]}
joints:
  free: {type: free, parent: ground, child: wheel, at: [0, 0, 0.3]}
forces:
  T: {type: tyre, body: wheel, tyre: car.tir, at: [0, 0, 0.3], side: right}
"""


def test_a_model_file_names_a_tyre_file(tmp_path: Path) -> None:
    (tmp_path / "car.tir").write_text(tyre_text(CAR), encoding="utf-8")
    (tmp_path / "car.yaml").write_text(FILE, encoding="utf-8")
    model = sarrus.load(tmp_path / "car.yaml")
    (found,) = model.forces
    assert found.tyre == CAR and found.side == "right"
    again = tmp_path / "again.yaml"
    again.write_text(yaml_text(model), encoding="utf-8")
    (read,) = sarrus.load(again).forces
    assert read == found and isinstance(read.tyre, MagicFormula)


def test_what_is_wrong_in_a_tyre_file_is_told_with_its_place(tmp_path: Path) -> None:
    text = tyre_text(CAR).replace("PCX1 ", "PCX11 ")
    (tmp_path / "car.tir").write_text(text, encoding="utf-8")
    (tmp_path / "car.yaml").write_text(FILE, encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        sarrus.load(tmp_path / "car.yaml")
    (problem,) = [p for p in caught.value.problems if "PCX11" in p.element]
    assert problem.location is not None and problem.location.file.endswith("car.tir")
    line = 1 + next(k for k, row in enumerate(text.splitlines()) if row.startswith("PCX11"))
    assert problem.location.line == line and "PCX1" in problem.action


@pytest.mark.parametrize("name", ["none.tir", "../car.tir"])
def test_a_tyre_file_that_is_not_there(name: str, tmp_path: Path) -> None:
    (tmp_path / "car.yaml").write_text(FILE.replace("car.tir", name), encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        sarrus.load(tmp_path / "car.yaml")
    assert name.rpartition("/")[2] in str(caught.value)


def test_a_tyre_is_drawn_with_its_axle_and_its_force() -> None:
    system = rig(CAR, camber=0.1).build().compile()
    run = system.simulate(rolls(system), until=0.1, every=0.05)
    scene = scene_of(run, doubts=False).static
    (wheel,), (road,), (arrow,) = scene["wheels"], scene["roads"], scene["acting"]
    assert wheel["radius"] == arrow["below"] == CAR.free_radius
    assert wheel["base"] == wheel["body"] == arrow["body"]
    np.testing.assert_allclose(wheel["axis"], (0.0, np.cos(0.1), np.sin(0.1)), atol=1e-12)
    assert road["x"][0] < 0.0 < 1.0 < road["x"][-1]


@pytest.mark.parametrize("speed", [0.0, 1e-3, -1e-3])
def test_a_leaning_wheel_stands_without_chatter(speed: float) -> None:
    """Moments that change their side with the speed go over smoothly: steps stay long at rest."""
    system = rig(CAR, camber=0.3).build().compile()
    start = system.state(system.coordinates_of({"z": -0.1}), system.velocities_of({"x": speed}))
    run = system.simulate(start, until=1.5, every=0.1)  # thrown up, it comes down again
    assert run.t[-1] == 1.5 and run.account.steps < 3000
    assert run.energy_error < 1e-5


def test_the_sign_of_the_speed_goes_over_smoothly() -> None:
    speeds = np.linspace(-0.2, 0.2, 4001)
    signs = np.array([Patch(1000.0, speed=v).forward for v in speeds])
    away = np.abs(speeds) >= 0.1
    np.testing.assert_array_equal(signs[away], np.sign(speeds[away]))
    first = np.gradient(signs, speeds)
    assert np.all(first > -1e-9) and np.max(np.abs(np.diff(first, 2))) < 0.01
    np.testing.assert_allclose(signs, -signs[::-1], atol=1e-15)


def test_a_negative_stiffness_of_a_tyre_file_is_refused(tmp_path: Path) -> None:
    """Even where the load is by other coefficients: the effective radius is by this one."""
    data = Path(str(files("sarrus") / "tyres" / "data" / "passenger_car.tir")).read_text()
    lines = [line for line in data.splitlines() if not line.startswith("VERTICAL_STIFFNESS")]
    at = lines.index("[VERTICAL]") + 1
    path = tmp_path / "own.tir"
    path.write_text("\n".join([*lines[:at], "VERTICAL_STIFFNESS = -2e5", *lines[at:]]) + "\n")
    with pytest.raises(ModelError, match=rf"own.tir:{at + 1}.*VERTICAL_STIFFNESS.*not be negative"):
        read_tyre(str(path))
