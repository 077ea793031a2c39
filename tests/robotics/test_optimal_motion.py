"""Optimal motions of mechanisms: closed forms, motions along paths, simulation, loops."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import sarrus
from sarrus import Mechanism, gallery, robotics
from sarrus.errors import ModelError
from sarrus.robotics.optimal.goals import SHARP
from sarrus.system import System


@cache
def slider() -> System:
    """A mass of 3 kg on a slide, level."""
    m = sarrus.Mechanism("slider")
    m.body("mass", mass=3.0, inertia=(1.0, 1.0, 1.0))
    m.prismatic("S", m.ground, "mass", axis="x", at=(0, 0, 0))
    return m.build().compile()


@cache
def crane() -> System:
    """A trolley with a load on a rope of 1 m."""
    m = sarrus.Mechanism("crane", gravity=(0.0, -9.81, 0.0))
    m.body("trolley", mass=5.0, inertia=(0.0, 0.0, 0.0))
    m.body("load", mass=2.0, com=(0.0, -1.0, 0.0), inertia=(0.0, 0.0, 0.1))
    m.prismatic("cart", m.ground, "trolley", axis="x", at=(0, 0, 0))
    m.revolute("rope", "trolley", "load", axis="z", at=(0, 0, 0))
    return m.build().compile()


REST = {"cart": 0.0, "rope": 0.0}


def test_a_mass_on_a_slide_in_the_least_time() -> None:
    # full force forward, then back: T = 2 sqrt(m D/F)
    found = robotics.optimal_motion(slider(), {"S": 0.0}, {"S": 2.0}, efforts={"S": 6.0})
    assert found.duration == pytest.approx(2.0 * np.sqrt(3.0 * 2.0 / 6.0), rel=1e-4)
    assert found.is_refined and found.difference < 1e-3


def test_a_limit_of_speed_makes_a_trapezoid() -> None:
    # with a = F/m and the speed V: T = D/V + V/a
    limits = {"S": robotics.JointLimits(speed=0.5)}
    found = robotics.optimal_motion(
        slider(), {"S": 0.0}, {"S": 2.0}, efforts={"S": 6.0}, limits=limits
    )
    assert found.duration == pytest.approx(2.0 / 0.5 + 0.5 / 2.0, rel=1e-3)
    assert np.max(found.v) < 0.5 + 1e-7


def test_least_effort_is_a_cubic() -> None:
    # least integral of (F/F_max)^2: 12 m^2 D^2/(F_max^2 T^3)
    found = robotics.optimal_motion(
        slider(), {"S": 0.0}, {"S": 2.0}, efforts={"S": 60.0}, minimize="effort", duration=2.0
    )
    assert found.objective == pytest.approx(12.0 * 9.0 * 4.0 / (3600.0 * 8.0), rel=1e-9)
    assert found.at(1.0)["q"] == pytest.approx([1.0], abs=1e-9)
    assert "S.effort" in found and "S" in found and "T" not in found
    assert found["S.effort"][0] == pytest.approx(6.0 * 3.0 * 2.0 / 4.0, rel=1e-6)


def test_places_that_are_passed_cut_the_motion_into_phases() -> None:
    found = robotics.optimal_motion(
        slider(), {"S": 0.0}, {"S": 2.0}, efforts={"S": 6.0}, via=[{"S": 0.5}], intervals=8,
        tolerance=1e-3,
    )  # fmt: skip
    # the place lies on the way: the same motion, which passes it at sqrt(2 m x/F)
    assert found.duration == pytest.approx(2.0, rel=1e-3)
    assert found.durations[0] == pytest.approx(np.sqrt(2.0 * 3.0 * 0.5 / 6.0), rel=1e-3)
    back = robotics.optimal_motion(
        slider(), {"S": 0.0}, {"S": 0.0}, efforts={"S": 6.0}, via=[{"S": 0.5}], intervals=8,
        tolerance=1e-3,
    )  # fmt: skip
    assert back["S"].max() == pytest.approx(0.5, abs=1e-3)


def test_one_freedom_is_as_fast_as_along_its_only_path() -> None:
    # a four-bar has one path: `fastest`, by reachability, must take the same time
    system = gallery.four_bar().compile(planar=True)
    start = system.assemble()
    limits = {"A": robotics.JointLimits(torque=60.0, speed=40.0)}
    work = robotics.Workplace(system, driven=("A",))
    found = robotics.optimal_motion(
        work, start, {"A": start["A"] + 4.0}, limits=limits, tolerance=1e-3
    )
    along = robotics.fastest(work, [[start["A"]], [start["A"] + 4.0]], limits)
    assert found.duration == pytest.approx(along.duration, rel=2e-3)
    assert found.difference < 1e-3


def test_the_crane_comes_to_rest_and_its_meshes_converge() -> None:
    times = []
    for tolerance in (1e-2, 1e-3, 1e-4):
        found = robotics.optimal_motion(
            crane(), REST, {"cart": 2.0, "rope": 0.0}, efforts={"cart": 20.0},
            tolerance=tolerance,
        )  # fmt: skip
        times.append(found.duration)
    assert abs(times[2] - times[1]) < abs(times[1] - times[0]) + 1e-5 and found.is_refined
    last = found.simulation.state(len(found.t) - 1)
    assert last.q == pytest.approx([2.0, 0.0], abs=2e-3)
    assert last.v == pytest.approx([0.0, 0.0], abs=5e-3)
    assert np.abs(found.efforts).max() < 20.0 + 1e-6
    nodes = len(found.t)
    assert found.state(-1).q.tolist() == found.state(nodes - 1).q.tolist()
    for k in (nodes, -nodes - 1):
        with pytest.raises(IndexError, match=f"S03 .state {k}") as told:
            found.state(k)
        assert isinstance(told.value, ModelError)


def test_own_search_and_ipopt_agree() -> None:
    pytest.importorskip("casadi")
    both = [
        robotics.optimal_motion(
            crane(), REST, {"cart": 2.0, "rope": 0.0}, efforts={"cart": 20.0}, minimize="effort",
            duration=2.5, search=search, tolerance=1e-3,
        )
        for search in ("own", "ipopt")
    ]  # fmt: skip
    assert both[0].objective == pytest.approx(both[1].objective, rel=1e-8)


def test_softest_motion_of_the_crane_by_pontryagin() -> None:
    # small motions are linear: the efforts of a boundary value problem of states and costates
    from scipy.linalg import expm

    system = crane()
    T, D = 2.5, 0.02
    found = robotics.optimal_motion(
        system, REST, {"cart": D, "rope": 0.0}, efforts={"cart": 20.0}, minimize="effort",
        duration=T, intervals=40,
    )  # fmt: skip
    small = system.linearize(system.assemble(REST), inputs=["cart"])
    A, B, n = small.A, small.B, 4
    H = np.block([[A, -0.5 * B @ B.T], [np.zeros((n, n)), -A.T]])
    P = expm(H * T)
    goal = np.zeros(n)
    goal[small.states.index("cart.displacement")] = D
    costate = np.linalg.solve(P[:n, n:], goal)
    u = [-0.5 * B.T @ (expm(H * t)[n:, n:] @ costate) for t in found.t]
    assert found["cart.effort"] == pytest.approx(np.ravel(u), abs=2e-4 * np.abs(u).max())


def test_channels_and_reactions_can_be_limited() -> None:
    free = robotics.optimal_motion(
        crane(), REST, {"cart": 2.0, "rope": 0.0}, efforts={"cart": 20.0}, tolerance=1e-2
    )
    limits = {"rope.angle": 0.3, "rope": robotics.JointLimits(force=21.0)}
    held = robotics.optimal_motion(
        crane(), REST, {"cart": 2.0, "rope": 0.0}, efforts={"cart": 20.0}, limits=limits,
        tolerance=1e-2,
    )  # fmt: skip
    assert held.duration > free.duration and np.abs(held["rope"]).max() < 0.3 + 1e-6
    force = np.linalg.norm(held.simulation["rope.reaction.force"], axis=1)
    assert force.max() < 21.0 * 1.01


def test_feedback_keeps_an_unstable_mechanism_on_its_motion() -> None:
    found = robotics.optimal_motion(
        crane(), REST, {"cart": 0.0, "rope": np.pi}, efforts={"cart": 60.0}, minimize="effort",
        duration=3.0, limits={"cart": 2.0}, tolerance=1e-3,
    )  # fmt: skip
    start = crane().assemble({"cart": 0.02, "rope": 0.02})
    tracked = found.track(10.0, start=start)
    free = crane().simulate(start, times=found.t, inputs=found.inputs)
    ends = [run.state(len(run.t) - 1).q for run in (tracked, free)]
    goal = np.array([0.0, np.pi])
    assert np.abs(ends[0] - goal).max() < 0.2 * np.abs(ends[1] - goal).max()


def test_goals_are_what_they_say() -> None:
    # the energy put in by the drive, the integral of a function and of a channel
    def speed(t, state):
        return state["cart.speed"] ** 2

    found = robotics.optimal_motion(
        crane(), REST, {"cart": 1.0, "rope": 0.0}, efforts={"cart": 20.0}, duration=3.0,
        minimize={"energy": 1.0, speed: 2.0, "time": 0.5}, tolerance=1e-2,
    )  # fmt: skip
    t = np.linspace(0.0, 3.0, 2001)
    at = found.at(t)
    power = at["efforts"][:, 0] * at["v"][:, 0]
    whole = np.trapezoid(np.maximum(power, 0.0) + 2.0 * at["v"][:, 0] ** 2, t) + 1.5
    # the corner of the positive part is rounded, which costs at most half its width
    assert -2e-3 < found.objective - whole < 0.5 * SHARP * found.mechanism.powers[0] * 3.0
    assert "energy + 2 speed + 0.5 time" in str(found)


def test_a_motion_found_before_is_a_guess() -> None:
    first = robotics.optimal_motion(slider(), {"S": 0.0}, {"S": 2.0}, efforts={"S": 6.0})
    again = robotics.optimal_motion(
        slider(), {"S": 0.0}, {"S": 2.2}, efforts={"S": 6.0}, guess=first
    )
    assert again.duration == pytest.approx(2.0 * np.sqrt(1.1), rel=1e-4)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"end": {"nothing": 1.0}}, "end / 'nothing'"),
        ({"efforts": {"rope2": 1.0}}, "efforts / 'rope2'"),
        ({"minimize": "beauty"}, "minimize 'beauty'"),
        ({"minimize": "effort"}, "duration"),
        ({"limits": {"cart": (1.0, 2.0)}}, "outside of its limits"),
        ({"limits": {"cart": (2.0, 1.0)}}, "limits / 'cart'"),
        ({"method": "euler"}, "method 'euler'"),
        ({"search": "luck"}, "search 'luck'"),
        ({"intervals": 1}, "intervals"),
        ({"tolerance": 2.0}, "tolerance"),
        ({"duration": -1.0}, "duration"),
        ({"guess": 3.0}, "guess"),
    ],
)
def test_what_is_asked_wrongly_is_refused(change, said) -> None:
    asked = {"start": REST, "end": {"cart": 2.0}, "efforts": {"cart": 20.0}}
    with pytest.raises(ModelError, match="R50") as told:
        robotics.optimal_motion(crane(), **{**asked, **change})
    assert said in str(told.value)


def test_too_little_time_is_told() -> None:
    with pytest.raises(ModelError, match=r"R51.*least kept"):
        robotics.optimal_motion(
            crane(), REST, {"cart": 2.0, "rope": 0.0}, efforts={"cart": 20.0}, duration=0.5
        )


@pytest.mark.slow
def test_two_links_on_a_cart_swing_up() -> None:
    m = sarrus.Mechanism("two links", gravity=(0.0, -9.81, 0.0))
    m.body("cart", mass=1.0, inertia=(0.0, 0.0, 0.0))
    I = 0.2 * 1.0**2 / 12.0
    m.body("lower", mass=0.2, com=(0.0, -0.5, 0.0), inertia=(0.0, 0.0, I))
    m.body("upper", mass=0.2, com=(0.0, -0.5, 0.0), inertia=(0.0, 0.0, I), at=(0.0, -1.0, 0.0))
    m.prismatic("track", m.ground, "cart", axis="x", at=(0, 0, 0))
    m.revolute("A", "cart", "lower", axis="z", at=(0, 0, 0))
    m.revolute("B", "lower", "upper", axis="z", at=(0.0, -1.0, 0.0))
    system = m.build().compile()
    found = robotics.optimal_motion(
        system, {"track": 0.0, "A": 0.0, "B": 0.0}, {"track": 0.0, "A": np.pi, "B": 0.0},
        efforts={"track": 40.0}, minimize="effort", duration=3.0, limits={"track": 2.5},
        intervals=50, tolerance=1e-3,
    )  # fmt: skip
    assert found.is_refined and found.rounds[-1].error < found.rounds[0].error
    tracked = found.track(10.0)
    last = tracked.state(len(tracked.t) - 1)
    assert last.q == pytest.approx([0.0, np.pi, 0.0], abs=0.02)


@pytest.mark.slow
def test_the_acrobot_stands_up() -> None:
    m = sarrus.Mechanism("acrobot", gravity=(0.0, -9.81, 0.0))
    for name, y in (("one", 0.0), ("two", -1.0)):
        m.body(name, mass=1.0, com=(0.0, -0.5, 0.0), inertia=(0.0, 0.0, 1.0 / 12.0), at=(0, y, 0))
    m.revolute("A", m.ground, "one", axis="z", at=(0, 0, 0))
    m.revolute("B", "one", "two", axis="z", at=(0.0, -1.0, 0.0))
    found = robotics.optimal_motion(
        m.build(), {"A": 0.0, "B": 0.0}, {"A": np.pi, "B": 0.0}, efforts={"B": 20.0},
        minimize="effort", duration=4.0, intervals=80, tolerance=1e-3,
    )  # fmt: skip
    assert found.is_refined and np.abs(found.efforts).max() <= 20.0 + 1e-6
    last = found.track(10.0).state(len(found.t) - 1)
    assert last.q == pytest.approx([np.pi, 0.0], abs=0.02)


@pytest.mark.slow
def test_a_delta_robot_with_a_ball_joint_in_its_tree() -> None:
    system = gallery.delta_robot().compile()
    start = system.assemble()
    end = {"platform.position.x": 0.2, "platform.position.y": 0.1, "platform.position.z": -0.6}
    found = robotics.optimal_motion(
        system, start, end, efforts={f"M{k}": 12.0 for k in range(3)},
        minimize={"time": 1.0, "effort": 0.01}, tolerance=1e-3, intervals=10,
    )  # fmt: skip
    assert found.is_refined and found.difference < 5e-3
    state = found.simulation.state(len(found.t) - 1)
    place = system.poses(state.q)["platform"].position
    assert place == pytest.approx([0.2, 0.1, -0.6], abs=2e-3)


def test_friction_of_bearings_under_a_constant_load() -> None:
    """A mass on a level slide: the friction mu m g slows both halves of the motion."""
    m = Mechanism("slider", gravity=(0.0, 0.0, -10.0))
    m.body("mass", mass=3.0, inertia=(1.0, 1.0, 1.0))
    m.prismatic("S", m.ground, "mass", axis="x", at=(0, 0, 0))
    m.bearing_friction("rub", "S", mu=0.1)
    system = m.build().compile(kernels=())
    found = robotics.optimal_motion(system, {"S": 0.0}, {"S": 2.0}, efforts={"S": 6.0})
    faster, slower = (6.0 - 3.0) / 3.0, (6.0 + 3.0) / 3.0
    assert found.duration == pytest.approx(np.sqrt(4.0 * (1 / faster + 1 / slower)), rel=1e-3)
    assert found.is_refined and found.difference < 1e-3


def slider_crank(mu: float) -> System:
    m = Mechanism("slider_crank")
    m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    m.body("rod", mass=2.0, com=(0.25, 0, 0), inertia=(1e-4, 2e-2, 2e-2))
    m.body("piston", mass=0.5, com=(0.4, 0, 0), inertia=(1e-4, 1e-4, 1e-4))
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="y")
    m.revolute("B", "crank", "rod", at=(0.1, 0, 0), axis="y")
    m.revolute("C", "rod", "piston", at=(0.4, 0, 0), axis="y")
    m.prismatic("guide", m.ground, "piston", at=(0.4, 0, 0), axis="x")
    if mu:
        for joint in "ABC":
            m.bearing_friction(f"rub_{joint}", joint, mu=mu, radius=0.02)
        m.bearing_friction("rub_guide", "guide", mu=mu)
    return m.build().compile(kernels=(), planar=True)


def test_friction_of_bearings_in_a_loop() -> None:
    """Loads follow from accelerations and multipliers; the simulation, which solves, agrees."""
    free, rubbing = (
        robotics.optimal_motion(
            slider_crank(mu), {"A": 0.1}, {"A": 2.5}, efforts={"A": 20.0}, tolerance=1e-4
        )
        for mu in (0.0, 0.1)
    )
    assert rubbing.duration > 1.002 * free.duration
    assert rubbing.is_refined and rubbing.difference < 1e-4
    assert np.all(rubbing.simulation["rub_guide.power"] <= 0.0)


def test_motions_along_paths_say_what_friction_of_bearings_costs() -> None:
    m = Mechanism("arm")
    m.body("arm", 1.0, (0.5, 0, 0), (0.1, 0.1, 0.1))
    m.revolute("A", m.ground, "arm", at=(0, 0, 0), axis="y")
    m.bearing_friction("rub", "A", mu=0.3, radius=0.05)
    system = m.build().compile(kernels=())
    limits = {"A": robotics.JointLimits(torque=15.0)}
    found = robotics.fastest(system, [[0.0], [1.0]], limits)
    (notice,) = found.notices
    assert notice.code == "W52" and "differ" in notice.rule
