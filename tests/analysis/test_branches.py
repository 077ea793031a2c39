"""Equilibria along a parameter: past folds, and where loops change with a length."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from analysis.machines import G, catenary
from loops.mechanisms import four_bar, rod
from sarrus import Mechanism, analysis
from sarrus.system import System
from sarrus.system.analysis import BranchStopped

WIDTH, HEIGHT, STIFFNESS = 1.0, 0.4, 500.0


def von_mises_truss(mass: float = 2.0) -> System:
    """Half a shallow truss of two springs: a mass on a vertical guide, pushed down by "load"."""
    m = Mechanism("truss", (0.0, 0.0, 0.0))
    m.body("apex", mass, (0, 0, 0), (0.01, 0.01, 0.01), at=(0, HEIGHT, 0))
    m.prismatic("guide", m.ground, "apex", at=(0, HEIGHT, 0), axis="y")
    m.spring_damper("bar", m.ground, "apex", at_a=(WIDTH, 0, 0), at_b=(0, HEIGHT, 0), k=STIFFNESS)
    m.joint_torque("load", "guide", 0.0)
    return m.build().compile(kernels=())


def truss_load(y: np.ndarray) -> np.ndarray:
    """The force along y that holds the apex at height y."""
    free, now = np.hypot(WIDTH, HEIGHT), np.hypot(WIDTH, y)
    return STIFFNESS * (now - free) * y / now


def test_snap_through_of_a_truss() -> None:
    """The branch passes both limit points: L^3 = L0 w^2 there; in between it is unstable."""
    system = von_mises_truss()
    free = np.hypot(WIDTH, HEIGHT)
    top = np.sqrt((free * WIDTH**2) ** (2 / 3) - WIDTH**2)
    worst = -truss_load(np.array(top))
    branch = analysis.follow(system, "load.effort", 0.0, -3.0 * worst, steps=30)
    y = HEIGHT + branch["guide"]
    assert branch.complete
    assert branch.values[-1] == -3.0 * worst
    assert branch.values == pytest.approx(truss_load(y), abs=1e-9 * STIFFNESS)
    assert len(branch.folds) == 2
    first, second = branch.folds
    assert abs(y[first] - top) < 0.08
    assert abs(y[second] + top) < 0.08
    assert np.all(branch.values[: first + 1] > -1.0001 * worst)
    away = np.abs(np.abs(y) - top) > 1e-3
    assert np.array_equal(branch.stable[away], (np.abs(y) > top)[away])
    assert np.all(np.diff(y) < 0.0), "it never turns round"


def toggle(l: float = 1.0, start: float = 0.5, k: float = 300.0) -> System:
    """Two equal rods, hinged to ground and to a slider on a spring; "load" turns the first."""
    m = Mechanism("toggle", (0.0, 0.0, 0.0))
    B = (l * np.cos(start), l * np.sin(start), 0.0)
    C = (2 * l * np.cos(start), 0.0, 0.0)
    rod(m, "left", (0, 0, 0), B)
    rod(m, "right", B, C)
    m.body("slider", 0.5, (0, 0, 0), (0.01, 0.01, 0.01), at=C)
    m.revolute("A", m.ground, "left", at=(0, 0, 0), axis="z")
    m.revolute("B", "left", "right", at=B, axis="z")
    m.revolute("C", "right", "slider", at=C, axis="z")
    m.prismatic("D", m.ground, "slider", at=C, axis="x")
    m.spring_damper("S", m.ground, "slider", at_a=(4 * l, 0, 0), at_b=C, k=k)
    m.joint_torque("load", "A", 0.0)
    return m.build().compile(kernels=())


def test_snap_through_of_a_closed_mechanism() -> None:
    """Rigid rods, a sprung slider: T = 4 k l^2 sin(a) (cos(a) - cos(a0)), folds as derived."""
    k, a0 = 300.0, 0.5
    system = toggle()

    def torque(a: np.ndarray) -> np.ndarray:
        return -4 * k * np.sin(a) * (np.cos(a) - np.cos(a0))

    # dT/da = 0: cos 2a = cos a0 cos a
    c = (np.cos(a0) + np.sqrt(np.cos(a0) ** 2 + 8)) / 4
    fold = np.arccos(c)
    worst = torque(np.array(fold))
    assert worst < 0.0
    branch = analysis.follow(system, "load.effort", 0.0, 2.5 * worst, steps=15)
    a = a0 + branch["A"]
    assert branch.complete
    assert branch.values == pytest.approx(torque(a), abs=1e-8 * k)
    assert len(branch.folds) == 2
    away = np.abs(np.abs(a) - fold) > 1e-3
    assert np.array_equal(branch.stable[away], (np.abs(a) > fold)[away])
    assert a[-1] < -a0
    for point in branch.points:
        assert np.max(np.abs(system.compiled.loops.closure(point.state.q)[0])) < 1e-12


def test_independent_coordinate_may_change_on_the_way() -> None:
    """Gravity turns until pivoting chooses another coordinate: the path goes on smoothly."""
    system = four_bar(gravity=(0.0, -G, 0.0)).compile(kernels=())
    start = system.equilibrium(stable=True)
    branch = analysis.follow(system, "gravity[0]", 0.0, 80.0, start.state, steps=10)
    assert branch.complete
    assert len({point.derivatives.independent for point in branch.points}) == 2
    assert np.all(np.diff(branch["A"]) > 0.0)
    assert np.max(np.diff(branch["A"])) < 0.15
    tilted = four_bar(gravity=(80.0, -G, 0.0)).compile(kernels=())
    last = tilted.state(branch.points[-1].state.q)
    assert np.max(np.abs(tilted.accelerations(last).vdot)) < 1e-8


@pytest.mark.parametrize("last", [40.0, 4000.0])
def test_stiffness(last: float) -> None:
    """A weight on a spring: stretch m g / k, up and down."""
    m = Mechanism("hanging", (0.0, 0.0, -G))
    m.body("bob", 3.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(0, 0, -1.0))
    m.prismatic("guide", m.ground, "bob", at=(0, 0, -1.0), axis="z")
    m.spring_damper("S", m.ground, "bob", at_a=(0, 0, 0), at_b=(0, 0, -1.0), k=400.0)
    system = m.build().compile(kernels=())
    branch = analysis.follow(system, "S.k", 400.0, last, steps=20)
    assert branch.complete
    assert branch["guide"] == pytest.approx(-3.0 * G / branch.values, rel=1e-9)
    assert not branch.folds
    assert np.all(branch.stable)


def test_length_that_changes_the_loop() -> None:
    """The rocker's foot moves away: the loop is closed anew, and rests, at every value."""
    system = four_bar(gravity=(0.0, -G, 0.0)).compile(kernels=())
    start = system.equilibrium(stable=True)
    foot = np.array(system.model.joint("D").on_parent.position)
    branch = analysis.follow(
        system, "D.parent_point[0]", foot[0], foot[0] + 0.25, start.state, steps=12
    )
    assert branch.complete
    p = system.compiled.variant(parameters=["D.parent_point"])
    for value, point in zip(branch.values, branch.points, strict=True):
        numbers = {"D.parent_point": np.array([value, foot[1], foot[2]])}
        gap = p.compiled.loops.closure(point.state.q, *p.compiled.last_inputs(parameters=numbers))[
            0
        ]
        assert np.max(np.abs(gap)) < 1e-12
        still = p.accelerations(point.state, parameters=numbers)
        assert np.max(np.abs(still.vdot)) < 1e-8
        reaction = point.reactions(["A"], axes="world")["A"].force
        expected = p.reactions(still, joints=["A"], axes="world", parameters=numbers)["A"].force
        assert reaction[:2] == pytest.approx(expected[:2], rel=1e-7, abs=1e-7)
    assert abs(branch["A"][-1] - branch["A"][0]) > 0.01


def test_branch_that_ends_keeps_its_points() -> None:
    """The end of a chain is pulled until it is taut: said with the last value that is possible."""
    system = catenary(3).build().compile(kernels=())
    start = system.equilibrium(stable=True)
    end = system.model.joint("J3").on_child.position[0]
    with pytest.raises(BranchStopped, match=r"J3\.child_point\[0\]") as refused:
        analysis.follow(system, "J3.child_point[0]", end, end + 2.0, start.state, steps=10)
    assert refused.value.problems[0].code == "E-NEWTON"
    branch = refused.value.branch
    assert branch is not None
    assert not branch.complete
    assert 1.15 < branch.values[-1] < 3 * 0.4
    pulls = [abs(p.reactions(["J0"], axes="world")["J0"].force[0]) for p in branch.points]
    assert np.all(np.diff(pulls) > 0.0)


def test_load_that_cannot_be_carried_turns_back() -> None:
    """A torque on a hanging rod: the branch goes over the top and comes back, never reaching."""
    m = Mechanism("rod", (0.0, -G, 0.0))
    m.body("rod", 1.0, (0, -0.5, 0), (0.0, 1 / 12, 1 / 12))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="z")
    m.joint_torque("load", "A", 0.0)
    system = m.build().compile(kernels=())
    branch = analysis.follow(system, "load.effort", 0.0, 6.0, steps=6)
    assert not branch.complete
    assert branch.folds
    assert branch.values == pytest.approx(0.5 * G * np.sin(branch["A"]), abs=1e-9)
    assert np.max(branch.values) <= 0.5 * G * (1 + 1e-9)


def test_passive_freedoms_are_left_alone() -> None:
    """A rod on a ball joint that spins freely about its length, pulled aside by a spring."""
    m = Mechanism("spinner", (0.0, 0.0, -G))
    m.body("rod", 2.0, (0, 0, -0.5), (0.2, 0.2, 0.01))
    m.spherical("S", m.ground, "rod", at=(0, 0, 0))
    m.spring_damper("pull", m.ground, "rod", at_a=(2, 0, -1), at_b=(0, 0, -1), k=1.0, free_length=0)
    system = m.build().compile(kernels=())
    branch = analysis.follow(system, "pull.k", 1.0, 30.0, steps=20, stable=True)
    assert branch.complete
    for value, point in zip(branch.values, branch.points, strict=True):
        tip = system.point("rod", (0, 0, -1), point.state.q).position
        # moment about the joint: weight at half way, spring k (anchor - tip)
        moment = np.cross(0.5 * tip, (0, 0, -2.0 * G)) + np.cross(
            tip, value * (np.array([2, 0, -1]) - tip)
        )
        assert np.max(np.abs(moment)) < 1e-8


def test_what_cannot_be_followed_is_named() -> None:
    system = four_bar().compile(kernels=())
    with pytest.raises(sarrus.ModelError, match=r"B\.parent_point\[0\]") as refused:
        analysis.follow(system, "B.parent_point", 0.0, 1.0)
    assert refused.value.problems[0].code == "S02"
    with pytest.raises(sarrus.ModelError) as refused:
        analysis.follow(system, "B.lenght", 0.0, 1.0)
    assert refused.value.problems[0].code == "M09"
    for values in ({"first": 3.0, "last": 3.0}, {"first": 3.0, "last": 4.0, "steps": 0}):
        with pytest.raises(sarrus.ModelError):
            analysis.follow(system, "coupler.mass", **values)


@pytest.mark.parametrize("span", [0.1, 1e-3])
def test_short_ways_of_a_length_are_straight(span: float) -> None:
    """The tangent holds how the loop changes with the length: no step is cut, however short."""
    system = four_bar(gravity=(0.0, -G, 0.0)).compile(kernels=())
    start = system.equilibrium(stable=True)
    foot = float(system.model.joint("D").on_parent.position[0])
    branch = analysis.follow(system, "D.parent_point[0]", foot, foot + span, start.state, steps=5)
    assert branch.complete and len(branch) <= 7
    one_step = analysis.follow(system, "D.parent_point[0]", foot, foot + span, start.state, steps=1)
    assert branch["A"][-1] == pytest.approx(one_step["A"][-1], abs=1e-9)
