"""A base that moves during a run: it is one more, driven, joint, and an inertial force."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import sarrus
from sarrus import GroundMotion, ModelError, PointDrive
from sarrus.study import Study
from sarrus.system import System

G = 9.81
TIGHT = {"rtol": 1e-9, "atol": 1e-11}


def shake(t: Any) -> Any:
    return 0.05 * np.sin(9.0 * t)


def turn(t: Any) -> Any:
    return 0.4 * np.sin(3.0 * t) + 0.2 * t


def linkage(m: sarrus.Mechanism, carrier: Any) -> None:
    """Add a four-bar with a spring, a damper and a joint spring to the carrier."""
    a = m.body("a", mass=1.0, com=(0.05, 0, 0.05), inertia=(0.01, 0.02, 0.015))
    b = m.body("b", mass=0.7, com=(0.25, 0.01, 0.12), inertia=(0.01, 0.02, 0.015))
    c = m.body("c", mass=0.9, com=(0.42, 0, 0.07), inertia=(0.01, 0.02, 0.015))
    m.revolute("A", carrier, a, at=(0, 0, 0), axis="y")
    m.spherical("B", a, b, at=(0.1, 0, 0.1))
    m.universal("C", b, c, at=(0.4, 0, 0.15), axis="y", axis2="z")
    m.revolute("D", carrier, c, at=(0.45, 0, 0), axis="y")
    ends = {"at_a": (0.2, 0, -0.1), "at_b": (0.25, 0, 0.12)}
    m.spring_damper("S", carrier, b, **ends, k=30.0, c=0.8, free_length=0.2)
    m.joint_spring("K", "D", k=2.0)


@pytest.fixture(scope="module")
def moved() -> System:
    m = sarrus.Mechanism("moved")
    m.prescribe_base()
    linkage(m, m.ground)
    return m.build().compile(kernels=())


@pytest.fixture(scope="module")
def driven() -> System:
    m = sarrus.Mechanism("driven")
    slide = m.body("slide", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1))
    plate = m.body("plate", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1))
    m.prismatic("X", m.ground, slide, at=(0, 0, 0), axis="x")
    m.revolute("Y", slide, plate, at=(0, 0, 0), axis="z")
    linkage(m, plate)
    return m.build().compile(kernels=())


BASE = GroundMotion(position=(shake, 0.0, 0.0), rotation=(0.0, 0.0, turn))
SAME = (
    BASE,
    GroundMotion(position=lambda t: (shake(t), 0.0, 0.0), rotation=lambda t: (0.0, 0.0, turn(t))),
    GroundMotion(
        position=((shake, lambda t: 0.45 * np.cos(9.0 * t), lambda t: -81.0 * shake(t)), 0, 0),
        rotation=lambda t: (
            (np.cos(turn(t)), -np.sin(turn(t)), 0.0),
            (np.sin(turn(t)), np.cos(turn(t)), 0.0),
            (0.0, 0.0, 1.0),
        ),
    ),
)


def carried(system: System, **how: Any) -> Any:
    start = system.assemble({"X": 0.0, "Y": 0.0}, rates={"X": 0.45, "Y": 1.4})
    return system.simulate(start, driven={"X": shake, "Y": turn}, **how)


CHANNELS = ("A", "D.rate", "b.position", "b.acceleration", "C.reaction.force", "S.force")


@pytest.mark.parametrize(
    "how",
    [
        {**TIGHT},
        {"method": "rk4", "step": 1e-3},
        pytest.param({"method": "bdf", "rtol": 1e-8, "atol": 1e-10}, marks=pytest.mark.slow),
        {"method": "ida", "rtol": 1e-8, "atol": 1e-10},
    ],
    ids=["auto", "rk4", "bdf", "ida"],
)
def test_it_is_a_driven_joint(moved: System, driven: System, how: dict[str, Any]) -> None:
    how = {**how, "until": 0.5, "every": 0.125}
    mine, other = moved.simulate(moved.assemble(), base=BASE, **how), carried(driven, **how)
    sharp = 1e-5 if "method" in how and how["method"] != "rk4" else 1e-8
    for name in CHANNELS:
        size = float(np.max(np.abs(other[name])))
        np.testing.assert_allclose(mine[name], other[name], atol=sharp * size, err_msg=name)
    assert mine.energy_error < 1e-6  # with the work of the forces that move the base
    ground = np.asarray(mine["ground.velocity"])[:, 0]
    np.testing.assert_allclose(ground, 0.45 * np.cos(9.0 * mine.t), atol=1e-14)


def test_every_way_to_write_a_law_is_the_same(moved: System) -> None:
    ends = [
        moved.simulate(moved.assemble(), until=0.3, every=0.3, base=base, **TIGHT) for base in SAME
    ]
    for other in ends[1:]:
        np.testing.assert_allclose(other.q[-1], ends[0].q[-1], rtol=1e-8, atol=1e-10)


def test_a_table_is_a_law() -> None:
    times = np.linspace(0.0, 1.0, 101)
    rows = np.column_stack([shake(times), 0 * times, 0.1 * times**2])
    m = sarrus.Mechanism("pendulum")
    m.prescribe_base()
    rod = m.body("rod", mass=1.0, com=(0, 0, -0.2), inertia=(0.02,) * 3)
    m.revolute("R", m.ground, rod, at=(0, 0, 0), axis="y")
    s = m.build().compile(kernels=())
    by_table = s.simulate(
        s.assemble({"R": 0.1}), until=1.0, every=0.5, base=GroundMotion(position=(times, rows))
    )
    law = GroundMotion(position=(shake, 0.0, lambda t: 0.1 * t * t))
    by_law = s.simulate(s.assemble({"R": 0.1}), until=1.0, every=0.5, base=law)
    assert by_table["R"][-1] == pytest.approx(by_law["R"][-1], abs=2e-3)
    with pytest.raises(ModelError, match="covers 0 to 1 s"):
        s.simulate(s.assemble(), until=2.0, base=GroundMotion(position=(times, rows)))


@pytest.fixture(scope="module")
def pendulum() -> System:
    m = sarrus.Mechanism("pendulum")
    m.prescribe_base()
    rod = m.body("rod", mass=1.0, com=(0, 0, -0.2), inertia=(0.02,) * 3)
    m.revolute("R", m.ground, rod, at=(0, 0, 0), axis="y")
    return m.build().compile(kernels=())


def test_numbers_go_on_from_the_start(pendulum: System) -> None:
    """On a base that turns steadily, the absolute angle is that of a pendulum set in motion."""
    base = GroundMotion(angular_velocity=(0, 1.0, 0))
    run = pendulum.simulate(pendulum.assemble(), until=1.0, every=0.25, base=base, **TIGHT)
    inertia = 0.02 + 0.2**2
    found = solve_ivp(
        lambda t, y: [y[1], -G * 0.2 * np.sin(y[0]) / inertia], (0, 1), [0, 1],
        rtol=1e-10, atol=1e-12, t_eval=run.t,
    )  # fmt: skip
    np.testing.assert_allclose(run["R"], found.y[0] - found.t, atol=1e-8)
    assert run["R"][-1] == pytest.approx(-1.09537743, abs=1e-7)
    assert run.energy_error < 1e-8


def test_a_lift_changes_gravity(pendulum: System) -> None:
    """A base that is accelerated upwards is one at rest under more gravity."""
    up = GroundMotion(acceleration=(0, 0, 2.0))
    run = pendulum.simulate(pendulum.assemble({"R": 0.5}), until=1.0, every=0.5, base=up, **TIGHT)
    m = sarrus.Mechanism("heavy", gravity=(0, 0, -G - 2.0))
    rod = m.body("rod", mass=1.0, com=(0, 0, -0.2), inertia=(0.02,) * 3)
    m.revolute("R", m.ground, rod, at=(0, 0, 0), axis="y")
    s = m.build().compile(kernels=())
    heavy = s.simulate(s.assemble({"R": 0.5}), until=1.0, every=0.5, **TIGHT)
    np.testing.assert_allclose(run["R"], heavy["R"], atol=1e-8)
    np.testing.assert_allclose(np.asarray(run["ground.position"])[:, 2], run.t**2, atol=1e-14)


def test_runs_side_by_side(pendulum: System) -> None:
    starts = [pendulum.assemble({"R": angle}) for angle in (0.1, 0.2, 0.3)]
    how = {"until": 0.5, "every": 0.25, "method": "rk4", "step": 1e-3, "base": BASE}
    many = pendulum.simulate(starts, **how)
    for k, start in enumerate(starts):
        alone = pendulum.simulate(start, **how)
        np.testing.assert_allclose(many[k]["R"], alone["R"], rtol=1e-12)
        np.testing.assert_allclose(many[k]["rod.position"], alone["rod.position"], rtol=1e-12)


def test_drives_on_a_moving_base(moved: System, driven: System) -> None:
    law = {"A": lambda t: 0.3 * t}
    mine = moved.drive(law, until=0.5, every=0.25, base=BASE)
    other = driven.drive({**law, "X": shake, "Y": turn}, until=0.5, every=0.25)
    for name in ("A.effort", "b.acceleration", "c.velocity"):
        np.testing.assert_allclose(mine[name], other[name], atol=1e-9, err_msg=name)
    for here, there in zip(mine.reactions("C"), other.reactions("C"), strict=True):
        np.testing.assert_allclose(here.force, there.force, atol=1e-9)
    np.testing.assert_allclose(mine.body("b")[-1].velocity, other.body("b")[-1].velocity, atol=1e-9)


def test_a_point_that_stays_in_the_world(pendulum: System) -> None:
    m = sarrus.Mechanism("arm")
    m.prescribe_base()
    first = m.body("first", mass=1.0, com=(0.2, 0, 0), inertia=(0.01,) * 3)
    second = m.body("second", mass=1.0, com=(0.6, 0, 0), inertia=(0.01,) * 3)
    m.revolute("A", m.ground, first, at=(0, 0, 0), axis="y")
    m.revolute("B", first, second, at=(0.4, 0, 0), axis="y")
    s = m.build().compile(kernels=())
    hold = PointDrive("second", (0.7, 0, 0), lambda t: np.array([0.6, 0.0, 0.1]), "xz")
    base = GroundMotion(position=(shake, 0.0, 0.0), rotation=(0.0, turn, 0.0))
    guess = {"A": -0.4, "B": 0.9}
    run = s.drive(points=[hold], until=0.5, every=0.1, guess=guess, base=base)
    for point in run.point("second", (0.7, 0, 0)):
        np.testing.assert_allclose(np.asarray(point.position)[[0, 2]], [0.6, 0.1], atol=1e-9)
        np.testing.assert_allclose(np.asarray(point.velocity)[[0, 2]], 0.0, atol=1e-9)
        np.testing.assert_allclose(np.asarray(point.acceleration)[[0, 2]], 0.0, atol=1e-8)


FILE = """
sarrus: 1
name: table
base: {position: ["0.05 [m]*sin(9 [rad/s]*t)", 0, 0], rotation: [0, 0, "0.2 [rad/s]*t"]}
bodies:
  rod: {mass: 1, com: [0, 0, -0.2], inertia: [0.02, 0.02, 0.02]}
joints:
  R: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}
run: {until: 0.5 s, every: 0.25 s, rtol: 1e-9, atol: 1e-11}
outputs: [R, ground.position.x]
"""


def test_a_file_says_how_its_base_moves(pendulum: System, tmp_path: Path) -> None:
    file, result = tmp_path / "table.yaml", tmp_path / "table.sarrus"
    file.write_text(FILE, encoding="utf-8")
    run = Study.load(file).run(file=result)
    same = GroundMotion(position=(shake, 0.0, 0.0), rotation=(0.0, 0.0, lambda t: 0.2 * t))
    by_hand = pendulum.simulate(pendulum.assemble(), until=0.5, every=0.25, base=same, **TIGHT)
    np.testing.assert_allclose(run["R"], by_hand["R"], atol=1e-10)
    again = sarrus.open_run(result)
    for name in ("R", "ground.position", "rod.acceleration", "energy.kinetic"):
        np.testing.assert_array_equal(again[name], run[name], err_msg=name)


def test_functions_are_given_again(pendulum: System, tmp_path: Path) -> None:
    file = tmp_path / "run.sarrus"
    run = pendulum.simulate(pendulum.assemble(), until=0.2, every=0.1, base=BASE, file=file)
    with pytest.raises(ModelError, match=r"F19.*base"):
        sarrus.open_run(file)
    again = sarrus.rerun(file, base=BASE)
    np.testing.assert_array_equal(again["R"], run["R"])
    with pytest.raises(ModelError, match="F19"):
        sarrus.open_run(file, base=SAME[1])


def test_what_is_no_motion_is_refused(pendulum: System) -> None:
    for base, said in (
        (lambda: GroundMotion(position=(0, 0)), "rows of 3"),
        (lambda: GroundMotion(position=5), "must be 3 numbers or laws"),
        (lambda: GroundMotion(velocity=(0, 0, "fast")), "three"),
        (lambda: GroundMotion(position=(shake, 0, 0), velocity=(1, 0, 0)), "follows from position"),
        (lambda: GroundMotion(rotation=lambda t: 2.0 * np.eye(3)), "no rotation matrix"),
        (lambda: GroundMotion(position=lambda t: (t, t)), "3 numbers"),
        (
            lambda: GroundMotion(angular_velocity=(1, 0, 0), angular_acceleration=(0, 1, 0)),
            "not along",
        ),
    ):
        with pytest.raises(ModelError, match=said):
            pendulum.simulate(pendulum.assemble(), until=0.1, base=base())
