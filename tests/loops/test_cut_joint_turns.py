"""Angles of cut joints count whole turns, whatever the cut and however far apart the states."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import Event, events
from sarrus.system import System

UNTIL = 1.5


def double_rocker(**more: Any) -> sarrus.Mechanism:
    """Return a linkage whose short coupler turns fully; C = D - A - B, all hinges about y."""
    m = sarrus.Mechanism("double_rocker", gravity=(0, 0, 0))
    at_d = (0.39597979, 0, 0.05656854)  # 0.4 from A, 0.3 or so from C
    a = m.body("a", mass=1.0, com=(0.02, 0, 0.17), inertia=(0.01,) * 3)
    c = m.body("c", mass=0.2, com=(0.1, 0, 0.35), inertia=(0.02,) * 3)
    r = m.body("r", mass=1.0, com=(0.27, 0, 0.2), inertia=(0.01,) * 3)
    m.revolute("A", m.ground, a, at=(0, 0, 0), axis="y")
    m.revolute("B", a, c, at=(0.05, 0, 0.35), axis="y")
    m.revolute("C", c, r, at=(0.15, 0, 0.35), axis="y", **more)
    m.revolute("D", m.ground, r, at=at_d, axis="y")
    return m


@pytest.fixture(scope="module")
def rocker() -> System:
    return double_rocker().build().compile(planar=True, cut=["C"])


def true_angle(run: Any) -> np.ndarray:
    return np.asarray(run["D"]) - np.asarray(run["A"]) - np.asarray(run["B"])


def test_states_kept_far_apart_tell_the_same_turns(rocker: System, tmp_path: Path) -> None:
    start = rocker.assemble(rates={"B": 30.0})
    file = tmp_path / "run.sarrus"
    run = rocker.simulate(start, until=UNTIL, every=0.75, rtol=1e-9, atol=1e-11, file=file)
    assert abs(true_angle(run)[-1]) > 6 * np.pi
    np.testing.assert_allclose(run["C"], true_angle(run), atol=1e-10)
    again = sarrus.open_run(file)
    np.testing.assert_array_equal(again["C"], run["C"])
    between = run.history.at([0.1, 0.31, 1.2])
    np.testing.assert_allclose(between["C"], true_angle(between), atol=1e-9)


def test_an_event_and_a_law_see_the_turns(rocker: System) -> None:
    start = rocker.assemble(rates={"B": 30.0})
    given = {"until": UNTIL, "rtol": 1e-9, "atol": 1e-11}
    stop = events.Stop()
    by_name = rocker.simulate(start, **given, events=[Event("C", at=-20.0, do=stop)])
    assert by_name["C"][-1] == pytest.approx(-20.0, abs=1e-9)
    assert true_angle(by_name)[-1] == pytest.approx(-20.0, abs=1e-9)
    by_law = rocker.simulate(
        start, **given, inputs={"C": lambda t, s: -0.002 * (s["C.angle"] + 20.0)}
    )
    same = rocker.simulate(
        start,
        **given,
        inputs={"C": lambda t, s: -0.002 * (s["D.angle"] - s["A.angle"] - s["B.angle"] + 20.0)},
    )
    np.testing.assert_allclose(by_law["C"], same["C"], atol=1e-6)


def test_a_spring_of_a_cut_joint_winds_up() -> None:
    m = double_rocker()
    m.joint_spring("S", "C", k=0.01)
    cut = m.build().compile(planar=True, cut=["C"])
    other = m.build().compile(planar=True, cut=["B"])
    given = {"until": 1.0, "rtol": 1e-10, "atol": 1e-12, "every": 0.5}
    ends = [s.simulate(s.assemble(rates={"B": 30.0}), **given) for s in (cut, other)]
    assert np.max(np.abs(ends[0]["C"])) > 2 * np.pi
    np.testing.assert_allclose(ends[0]["C"], ends[1]["C"], rtol=1e-6)
    assert ends[0].energy_error < 1e-7


def test_axes_of_real_data_count_the_turns_measured() -> None:
    m = double_rocker()
    tilted = sarrus.Mechanism("tilted", gravity=(0, 0, 0))
    tree = tilted.body("a", mass=1.0, com=(0, 0, 0), inertia=(0.1,) * 3)
    tilted.revolute("A", tilted.ground, tree, at=(0, 0, 0), axis=(1e-6, 1, 0))
    tilted.revolute("B", tilted.ground, tree, at=(0, 0, 0), axis="y")
    s = tilted.build().compile(cut=["B"])
    for angle in (0.3, 4.0, 40.0, -700.0):
        y = s.compiled.loops.closure(np.array([angle]))[2]
        assert y[0] == pytest.approx(angle, abs=1e-5)
    assert m.build().compile(planar=True).compiled.loops.wrapped == ()


def lead_screw() -> sarrus.Model:
    m = sarrus.Mechanism("lead_screw")
    screw = m.body("screw", mass=1.0, com=(0, 0, 0), inertia=(2e-4,) * 3)
    nut = m.body("nut", mass=3.0, com=(0, 0, 0.1), inertia=(1e-3,) * 3)
    m.revolute("R", m.ground, screw, at=(0, 0, 0), axis="z")
    m.helical("H", screw, nut, at=(0, 0, 0.1), axis="z", lead=0.01)
    m.prismatic("P", m.ground, nut, at=(0.05, 0, 0.1), axis="z")
    return m.build()


@pytest.mark.parametrize("cut", ["R", "H", "P"])
def test_a_nut_is_where_the_drawing_leads(cut: str) -> None:
    s = lead_screw().compile(cut=[cut])
    found = s.assemble({"R": 40.0})
    assert found["R"] == pytest.approx(40.0, abs=1e-9)
    assert found["P"] == pytest.approx(-0.01 / (2 * np.pi) * 40.0, abs=1e-12)
    assert found["H"] == pytest.approx(-40.0, abs=1e-9)


def test_a_wanted_angle_of_a_cut_joint_is_a_sum_of_turns(rocker: System) -> None:
    near = rocker.assemble({"C": 0.5})
    turns = 4 * np.pi
    far = rocker.assemble({"C": 0.5 + turns})
    assert far["C"] == pytest.approx(0.5 + turns, abs=1e-9)
    assert far["D"] - far["A"] - far["B"] == pytest.approx(far["C"], abs=1e-9)
    assert far["A"] == pytest.approx(near["A"], abs=1e-7)
