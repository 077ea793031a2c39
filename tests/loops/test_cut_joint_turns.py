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


# --- loops in space, whose angles are no sums -----------------------------------------------------


def spatial(k: float = 0.0) -> sarrus.Model:
    """Return a crank A that turns fully, a rod, and a rocker D, with axes that cross."""
    m = sarrus.Mechanism("spatial", gravity=(0, 0, 0))
    a = m.body("a", mass=1.0, com=(0, 0.02, 0), inertia=(0.02,) * 3)
    b = m.body("b", mass=0.3, com=(0.3, 0.1, 0.1), inertia=(0.01,) * 3)
    c = m.body("c", mass=1.0, com=(0.55, 0, 0.2), inertia=(0.02,) * 3)
    m.revolute("A", m.ground, a, at=(0, 0, 0), axis="x")
    m.spherical("B", a, b, at=(0, 0.1, 0))
    m.universal("C", b, c, at=(0.6, 0.05, 0.35), axis="x", axis2="y")
    m.revolute("D", m.ground, c, at=(0.6, 0, 0), axis="y")
    if k:
        m.joint_spring("S", "A", k=k)
    return m.build()


TIGHT = {"rtol": 1e-9, "atol": 1e-11, "until": 1.0}


@pytest.fixture(scope="module")
def in_tree() -> System:
    return spatial().compile(cut=["B"], kernels=())


@pytest.fixture(scope="module")
def at_crank() -> System:
    return spatial().compile(cut=["A"], kernels=())


def test_turns_are_counted_along_the_motion(
    in_tree: System, at_crank: System, tmp_path: Path
) -> None:
    assert at_crank.compiled.loops.wrapped == (0,) and in_tree.compiled.loops.wrapped == ()
    file = tmp_path / "run.sarrus"
    run = at_crank.simulate(at_crank.assemble(rates={"A": 20.0}), every=0.5, file=file, **TIGHT)
    same = in_tree.simulate(in_tree.assemble(rates={"A": 20.0}), every=0.5, **TIGHT)
    assert run["A"][-1] > 6 * np.pi
    np.testing.assert_allclose(run["A"], same["A"], rtol=1e-7)
    np.testing.assert_array_equal(sarrus.open_run(file)["A"], run["A"])
    np.testing.assert_array_equal(sarrus.rerun(file)["A"], run["A"])
    assert run.final["A"] == run["A"][-1]
    further = at_crank.simulate(run.final, **{**TIGHT, "until": 1.1}, every=0.1)
    assert further["A"][0] == pytest.approx(run["A"][-1], abs=1e-12)


@pytest.mark.parametrize(
    "how",
    [
        {"method": "rk4", "step": 1e-3},
        pytest.param({"method": "bdf"}, marks=pytest.mark.slow),
    ],
)
def test_all_methods_count(in_tree: System, at_crank: System, how: dict[str, Any]) -> None:
    ends = [
        s.simulate(s.assemble(rates={"A": 20.0}), every=0.5, **{**TIGHT, **how})["A"][-1]
        for s in (in_tree, at_crank)
    ]
    assert ends[1] == pytest.approx(ends[0], rel=1e-6)


def test_events_and_laws_see_turns_in_space(in_tree: System, at_crank: System) -> None:
    found = []
    for s in (in_tree, at_crank):
        start = s.assemble(rates={"A": 20.0})
        stop = Event("A", at=15.0, do=events.Stop())
        law = {"A": lambda t, x: -0.02 * x["A.angle"]}
        run = s.simulate(start, **TIGHT, events=[stop], inputs=law)
        found.append([run.t[-1], run["A"][-1], run["A.effort"][-1]])
    np.testing.assert_allclose(found[0], found[1], rtol=1e-7)
    assert found[1][1] == pytest.approx(15.0, abs=1e-9)


def test_runs_side_by_side_count(at_crank: System) -> None:
    starts = [at_crank.assemble(rates={"A": rate}) for rate in (18.0, 20.0)]
    how = {"until": 0.5, "every": 0.25, "method": "rk4", "step": 1e-3}
    many = at_crank.simulate(starts, **how)
    for k, start in enumerate(starts):
        np.testing.assert_allclose(many[k]["A"], at_crank.simulate(start, **how)["A"], rtol=1e-10)


def test_a_run_that_was_interrupted_goes_on_counting(
    in_tree: System, at_crank: System, tmp_path: Path
) -> None:
    whole = at_crank.simulate(at_crank.assemble(rates={"A": 20.0}), every=0.01, **TIGHT)
    other = in_tree.simulate(in_tree.assemble(rates={"A": 20.0}), every=0.01, **TIGHT)
    between = [x.history.at([0.1234, 0.3156, 0.7777])["A"] for x in (whole, other)]
    np.testing.assert_allclose(between[0], between[1], atol=1e-6)
    file = tmp_path / "cut.sarrus"
    seen = []

    def interrupt(fraction: float) -> None:
        seen.append(fraction)
        if fraction > 0.5:
            raise KeyboardInterrupt

    how = sarrus.ResultFile(file, every=0.0, states=10)
    start = at_crank.assemble(rates={"A": 20.0})
    at_crank.simulate(start, every=0.01, file=how, progress=interrupt, **TIGHT)
    np.testing.assert_array_equal(sarrus.resume(file)["A"], whole["A"])


def test_a_spring_in_space_winds_up_and_is_driven() -> None:
    """What a spring on a cut joint stores, and asks of a drive, does not depend on the cut."""
    ends, efforts = [], []
    for cut in (["A"], ["B"]):
        system = spatial(k=0.03).compile(cut=cut, kernels=())
        run = system.simulate(system.assemble(rates={"A": 20.0}), every=0.25, **TIGHT)
        assert run.energy_error < 1e-8
        ends.append([run["A"][-1], run["S.power"][-1], run.energies[-1, 2]])
        drive = system.drive({"A": lambda t: 20.0 * t}, until=1.0, every=0.25)
        np.testing.assert_allclose(drive["A"], 20.0 * drive.t, atol=1e-9)
        efforts.append(np.asarray(drive["A.effort"]))
    np.testing.assert_allclose(ends[0], ends[1], rtol=1e-7)
    np.testing.assert_allclose(efforts[0], efforts[1], atol=1e-9)
