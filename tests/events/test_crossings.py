"""What may be watched, and when a crossing is one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from events.machines import (
    METHODS,
    OWN,
    TIGHT,
    G,
    assert_consistent,
    ball,
    double_pendulum,
    flywheel,
    oscillator,
    slider_crank,
)
from sarrus import Event, System
from sarrus.system import Run
from sarrus.system.simulation.events import Bounce, Lock, Record, SetParameter, Stop

OMEGA = np.sqrt(50.0 / 0.5)


@pytest.fixture(scope="module")
def spring() -> System:
    """x = 0.2 cos(OMEGA t), when it is let go at 0.2."""
    return oscillator().compile(kernels=())


@pytest.fixture(scope="module")
def falling() -> System:
    return ball().compile(kernels=())


def swing(system: System, *events: Event, until: float = 1.0, **how: Any) -> Run:
    start = system.state([0.2], [0.0])
    return system.simulate(start, until=until, events=events, **{**TIGHT, **how})


def times(run: Run, name: str | None = None) -> list[float]:
    return [event.t for event in run.events if name in (None, event.name)]


# --- what is watched -----------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_time_position_speed_and_functions(spring: System, method: str) -> None:
    """Everything about one oscillator, against its closed form."""
    watched = {
        "time": Event(0.123, name="time"),
        "time by a function": Event(lambda t: t * t - 0.25, name="time by a function"),
        "position": Event("J", at=0.1, direction="down", name="position"),
        "coordinate": Event("J.displacement", at=0.1, direction="up", name="coordinate"),
        "speed": Event("J.speed", at=1.0, name="speed"),
        "body": Event(lambda t, s: s.position("block", (0, 0, 1))[0] + 0.15, name="body"),
        "both": Event(lambda t, s: s["J"] ** 2 - 0.01, direction="up", name="both"),
        "acceleration": Event(lambda t, s: s.acceleration_of("J") - 5.0, name="acceleration"),
    }
    how = METHODS[method] if "step" not in METHODS[method] else {"method": method, "step": 5e-4}
    run = swing(spring, *watched.values(), **how)
    period = 2.0 * np.pi / OMEGA

    def all_of(*angles: float) -> list[float]:
        return sorted(
            t for a in angles for t in a / OMEGA + period * np.arange(-1, 3) if 0.0 < t < 1.0
        )

    third, late = np.pi / 3.0, np.arccos(-0.75)
    expected = {
        "time": [0.123],
        "time by a function": [0.5],
        "position": all_of(third),
        "coordinate": all_of(-third),
        "speed": all_of(np.pi + np.pi / 6.0, -np.pi / 6.0),
        "body": all_of(late, -late),
        "both": all_of(np.pi - third, -third),
        "acceleration": all_of(np.arccos(-0.25), -np.arccos(-0.25)),
    }
    allowed = {"auto": 1e-9, "rk4": 1e-9, "abm4": 1e-8, "adams": 1e-8}.get(method, 1e-7)
    for name, wanted in expected.items():
        np.testing.assert_allclose(times(run, name), wanted, rtol=0, atol=allowed, err_msg=name)
    assert len(run.segments) == 1, "nothing was changed"
    for event in run.events:
        assert run.t[event.state] == event.t and event.done == ("recorded",)
    assert np.sum(np.isin(run.t, times(run))) == len(set(times(run))), "one state for each time"
    assert_consistent(run, 1e-6)


def test_functions_of_bodies() -> None:
    """Distances, directions and velocities of bodies, against the states at the events."""
    system = double_pendulum().compile(kernels=())
    tip = (0.0, -0.6, 0.0)
    events = [
        Event(lambda t, s: s.distance("upper", "lower", (0, 0, 0), tip), at=1.55, name="distance"),
        Event(lambda t, s: s.velocity("lower", tip)[1], at=1.0, name="velocity"),
        Event(lambda t, s: s.direction("lower", (1, 0, 0))[1], at=-0.3, name="direction"),
        Event(lambda t, s: s.angular_velocity("lower")[2], at=2.0, name="turning"),
        Event(lambda t, s: s.distance("ground", "lower", (0.5, 0, 0), tip), at=1.2, name="ground"),
    ]
    run = system.simulate(system.state([1.2, -0.3], [0.0, 0.5]), until=1.5, events=events, **TIGHT)
    assert {event.name for event in run.events} == {event.name for event in events}
    for event in run.events:
        q, v = run.q[event.state].copy(), run.v[event.state].copy()
        X, end = system.kinematics(q, v), system.point("lower", tip, q, v)
        found = {
            "distance": np.linalg.norm(end.position - X["upper"].position) - 1.55,
            "velocity": end.velocity[1] - 1.0,
            "direction": X["lower"].rotation[1, 0] + 0.3,
            "turning": X["lower"].angular_velocity[2] - 2.0,
            "ground": np.linalg.norm(end.position - (0.5, 0, 0)) - 1.2,
        }
        assert found[event.name] == pytest.approx(0.0, abs=1e-11), event


def test_coordinates_of_a_loop() -> None:
    """The joint that closes the loop can be watched as the others."""
    for cut in ("B", "D"):
        system = slider_crank().compile(kernels=(), cut=[cut])
        start = system.assemble({"A": 0.6}, {"A": 3.0})
        events = [Event("D", at=-0.1), Event("D.speed", at=-0.9), Event("C.rate", at=-1.2)]
        run = system.simulate(start, until=1.0, events=events, **TIGHT)
        assert {event.name for event in run.events} == {e.label for e in events}
        for event in run.events:
            name, _, value = event.name.partition(" at ")
            assert run.state(event.state)[name] == pytest.approx(float(value), abs=1e-10)
    rough = system.simulate(start, until=1.0, events=events)
    np.testing.assert_allclose(times(rough), times(run), rtol=0, atol=1e-6)


def test_angle_of_a_cut_joint_does_not_cross_where_it_wraps() -> None:
    """It is measured between -pi and pi: the jump there is no crossing of what lies between."""
    system = slider_crank().compile(kernels=(), cut=["B"])
    start = system.assemble({"A": 2.5}, {"A": 6.0})
    run = system.simulate(start, until=0.5, events=[Event("B", at=1.2), Event("B", at=-1.2)])
    assert np.ptp(run["B"]) > 1.0
    for event in run.events:
        at = float(event.name.partition(" at ")[2])
        assert run.state(event.state)["B"] == pytest.approx(at, abs=1e-9)


def test_channels_by_name() -> None:
    """Reactions, efforts, accelerations and velocities of bodies, by the names of a history."""
    system = double_pendulum().compile(kernels=())
    names = {
        "A.reaction.force.y": 9.0,
        "B.angle_acceleration": 5.0,
        "lower.velocity.x": -1.0,
        "lower.angular_acceleration.z": -4.0,
        "lower.acceleration.y": 2.0,
        "B.wrench.moment.z": 0.01,
    }
    events = [Event(name, at=at, name=name) for name, at in names.items()]
    run = system.simulate(system.state([1.2, -0.3], [0.0, 0.5]), until=1.5, events=events, **TIGHT)
    seen = {event.name for event in run.events}
    assert seen >= set(names) - {"B.wrench.moment.z"}
    for event in run.events:
        k, moving = event.state, run.motion(event.state)
        X = system.kinematics(run.q[k].copy(), run.v[k].copy(), moving.vdot)["lower"]
        found = {
            "A.reaction.force.y": system.reactions(moving)["A"].force[1],
            "B.angle_acceleration": moving["B.rate"],
            "lower.velocity.x": X.velocity[0],
            "lower.angular_acceleration.z": X.angular_acceleration[2],
            "lower.acceleration.y": X.acceleration[1],
            "B.wrench.moment.z": system.wrenches(moving)["B"].moment[2],
        }[event.name]
        assert found == pytest.approx(names[event.name], abs=1e-9), event


def test_frames_and_ground() -> None:
    system = oscillator(more=lambda m: m.frame("tip", "block", (0.1, 0, 0))).compile(kernels=())
    events = [
        Event(lambda t, s: s.position("tip")[0], at=0.2, name="frame"),
        Event(lambda t, s: s.distance("ground", "tip", (1, 0, 0)), at=0.8, name="distance"),
    ]
    run = swing(system, *events)
    assert len(run.events) == 6 and times(run, "frame") == pytest.approx(times(run, "distance"))
    np.testing.assert_allclose(run.q[[event.state for event in run.events], 0], 0.1, atol=1e-12)


# --- which crossings count -----------------------------------------------------------------------


@pytest.mark.parametrize("method", OWN)
def test_directions(spring: System, method: str) -> None:
    how = METHODS[method]
    up, down, both = (
        times(swing(spring, Event("J", at=0.05, direction=way), **how))
        for way in ("up", "down", "both")
    )
    assert len(up) == 1 and len(down) == 2 and sorted([*up, *down]) == pytest.approx(both, abs=1e-9)


def test_how_often_at_most(spring: System) -> None:
    for most, count in ((None, 3), (5, 3), (2, 2), (1, 1)):
        run = swing(spring, Event("J", most=most), Event("J.speed", at=3.0))
        assert len(times(run, "J")) == count
    run = swing(spring, Event("J", at=0.1, direction="down", most=1, do=Bounce(1.0)))
    assert len(run.events) == 1 and np.min(run.q) < 0.0


def test_several_at_the_same_instant(spring: System) -> None:
    """All happen, in the order in which they are given, from one state."""
    zero = np.pi / OMEGA / 2.0
    events = [
        Event("J", name="place", do=SetParameter("S.k", 70.0)),
        Event(lambda t, s: 3.0 * s["J"], name="thrice"),
        Event(lambda t, s: -s.position("block")[0], name="body"),
        Event(0.5, name="one"),
        Event(0.5, name="two", do=Stop()),
    ]
    run = swing(spring, *events)
    first = [event for event in run.events if event.t < 0.3]
    assert {event.name for event in first} == {"place", "thrice", "body"}
    assert [event.t for event in first] == pytest.approx([zero] * 3, abs=1e-9)
    assert [event.name for event in run.events if event.t == 0.5] == ["one", "two"]
    assert run.final.t == 0.5
    assert_consistent(run, 1e-8)


def test_energy_of_events_at_the_same_instant_is_booked_once(falling: System) -> None:
    """The energies of all events add up to what is booked."""
    events = [
        Event("J", direction="down", do=Bounce(0.5), name="floor"),
        Event("J", direction="down", name="noted"),
    ]
    run = falling.simulate(falling.state([1.0], [0.0]), until=0.6, events=events)
    assert len(run.events) == 2
    assert sum(event.energy for event in run.events) == pytest.approx(
        run.corrections[-1], rel=1e-12
    )


@pytest.mark.parametrize("method", OWN)
def test_on_an_output_time(spring: System, method: str) -> None:
    """No state is kept twice unless something changed, and output times stay exact."""
    for do, more in ((Record(), 0), (SetParameter("S.k", 60.0), 1)):
        run = swing(spring, Event(0.25, do=do), every=0.05, until=0.5, **METHODS[method])
        expected = 0.05 * np.arange(11)
        assert len(run) == 11 + more
        assert np.array_equal(np.unique(run.t), expected)
        assert run.events[0].t == 0.25 and run.t[run.events[0].state] == 0.25
        assert_consistent(run, 1e-7)


@pytest.mark.parametrize("step", [0.01, 0.003125, 1.0 / 300.0])
@pytest.mark.parametrize("method", ["rk4", "abm4", "auto"])
def test_N13_output_times_stay_exact(falling: System, method: str, step: float) -> None:
    """Also those of steps in which an event happens just at the end."""
    how = {"step": step} if method != "auto" else {}
    n = round(0.3 / step)
    at = [step * k for k in range(1, n)]
    events = [Event(t, name=f"{k}") for k, t in enumerate(at)]
    given = {"until": step * n, "every": step, "method": method}
    run = falling.simulate(falling.state([1.0], [0.0]), events=events[::7], **given, **how)
    plain = falling.simulate(falling.state([1.0], [0.0]), **given, **how)
    assert np.all(np.isin(plain.t, run.t)), "no output is lost or moved"
    np.testing.assert_allclose(times(run), at[::7], rtol=4e-16)


@pytest.mark.parametrize("method", METHODS)
def test_times_never_go_back(spring: System, method: str) -> None:
    """Not by a rounding either: 3 * 0.1 is a little more than the 0.3 of the event."""
    changes = [Event(t, do=SetParameter("S.k", 50.0 + t)) for t in (0.3, 0.6, 0.7)]
    run = swing(spring, *changes, every=0.1, **METHODS[method])
    assert np.all(np.diff(run.t) >= 0.0)
    for t in (0.3, 0.6, 0.7):
        near = run.t[np.abs(run.t - t) < 1e-12]
        assert len(near) == 2, f"states at {[repr(float(x)) for x in near]}"


@pytest.mark.parametrize("method", OWN)
def test_at_the_end(spring: System, method: str) -> None:
    run = swing(spring, Event(0.5, do=Lock("J"), name="end"), until=0.5, **METHODS[method])
    assert times(run) == [0.5] and run.t[-1] == run.t[-2] == 0.5
    assert run.v[-1, 0] == 0.0 and abs(run.v[-2, 0]) > 0.1
    assert_consistent(run, 1e-7)
    late = swing(spring, Event(0.5000001, do=Lock("J")), until=0.5, **METHODS[method])
    assert not late.events


@pytest.mark.parametrize("method", OWN)
def test_at_the_very_start(falling: System, method: str) -> None:
    """A value that starts from zero has not crossed it; it may come back, and then it has."""
    floor = Event("J", direction="down", do=Bounce(0.5), name="floor")
    up = falling.state([0.0], [2.0])
    run = falling.simulate(up, until=0.5, events=[floor], **METHODS[method])
    assert times(run) == pytest.approx([2.0 * 2.0 / G], abs=1e-9)


def test_time_of_the_start_is_an_event(falling: System) -> None:
    """What is to happen at the first instant happens, rather than being left out in silence."""
    event = Event(0.0, do=Lock("J"), name="hold")
    run = falling.simulate(falling.state([1.0], [-2.0]), until=0.5, events=[event])
    assert times(run) == [0.0]
    assert run.final["J"] == pytest.approx(1.0, abs=1e-12)


def test_start_on_the_wrong_side_of_a_stop(falling: System) -> None:
    """On the floor and going down: thrown back, or refused, but never let through in silence."""
    floor = Event("J", direction="down", do=Bounce(0.5, rest=1e-6), name="floor")
    try:
        run = falling.simulate(falling.state([0.0], [-2.0]), until=0.5, events=[floor])
    except Exception as problem:
        assert "floor" in str(problem)
        return
    assert np.min(run.q) >= -1e-9


# --- close together ------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_two_events_closer_than_a_step(falling: System, method: str) -> None:
    """Free fall: the method takes large steps; both are found, in their order."""
    gap = 1e-7
    events = [
        Event(0.3 + gap, do=SetParameter("ball.mass", 3.0), name="second"),
        Event(0.3, do=SetParameter("ball.mass", 1.0), name="first"),
        Event("J", at=0.5, direction="down", name="half"),
        Event("J", at=0.5 - 1e-9, direction="down", name="below"),
    ]
    run = falling.simulate(falling.state([1.0], [0.0]), until=0.5, events=events, **METHODS[method])
    assert [event.name for event in run.events] == ["first", "second", "half", "below"]
    half = np.sqrt(1.0 / G)
    expected = [0.3, 0.3 + gap, half, half + 1e-9 / (G * half)]
    np.testing.assert_allclose(times(run), expected, rtol=0, atol=1e-10)
    assert_consistent(run, 1e-8)


@pytest.mark.parametrize("method", OWN)
def test_touching_is_not_crossing(spring: System, method: str) -> None:
    """The turning point: just below it there are crossings, just above it none."""
    for at, count in ((0.2 * (1 + 1e-9), 0), (0.2 * (1 - 1e-4), 3)):
        run = swing(spring, Event("J", at=at), until=0.75, **METHODS[method])
        assert len(run.events) == count
    wheel = flywheel().compile(kernels=())
    touch = Event(lambda t, s: (t - 0.5) ** 2, name="touch")
    run = wheel.simulate(wheel.state([0.0], [1.0]), until=1.0, events=[touch], **METHODS[method])
    assert len(run.events) <= 1, "arriving exactly at zero may count, but only once"


def test_out_and_back_within_one_large_step() -> None:
    """A wheel that turns evenly: steps are as long as the run, crossings must not be missed."""
    wheel = flywheel().compile(kernels=())
    start = wheel.state([0.0], [1.0])
    for count in (2, 3, 5):
        event = Event(lambda t, s, n=count: np.sin(n * np.pi * s["A"] + 0.1), name="tooth")
        run = wheel.simulate(start, until=1.0, events=[event])
        expected = (np.arange(1, count + 1) - 0.1 / np.pi) / count
        assert len(run.events) == count, f"{len(run.events)} of {count} crossings were seen"
        np.testing.assert_allclose(times(run), expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("method", ["auto", "pece", "adams", "bdf", "ida"])
@pytest.mark.parametrize("thickness", [0.1, 0.03, 0.01, 0.001, 1e-5])
def test_narrow_gate_in_a_large_step(falling: System, thickness: float, method: str) -> None:
    """In and out of a layer that is thin compared with the steps: both sides are seen."""
    gate = Event(lambda t, s: (s["J"] - 0.6) ** 2 - thickness**2, name="gate")
    how = {"until": 0.44, "events": [gate], "method": method, "rtol": 1e-9, "atol": 1e-11}
    run = falling.simulate(falling.state([1.0], [0.0]), **how)
    expected = [np.sqrt(2.0 * (0.4 + side) / G) for side in (-thickness, thickness)]
    assert len(run.events) == 2, "the layer was passed unseen"
    np.testing.assert_allclose(times(run), expected, rtol=0, atol=1e-9)


@pytest.mark.parametrize("k", [7, 10, 13])
def test_crossing_that_only_the_multistep_formula_sees(spring: System, k: int) -> None:
    """Between the end of its step and that of the Runge-Kutta step that looks for the event.

    The event that crosses happens there; one that is zero all the time, as the rate of a locked
    joint is, does not.
    """
    h = 0.01
    how: dict[str, Any] = {"method": "abm4", "step": h, "every": h, "until": 0.2}
    plain = spring.simulate(spring.state([0.2], [0.0]), **how)
    single = {"method": "rk4", "step": float(plain.t[k] - plain.t[k - 1])}
    finer = spring.simulate(plain.state(k - 1), until=float(plain.t[k]), **single)
    at = 0.5 * (plain.q[k, 0] + finer.q[-1, 0])
    assert plain.q[k, 0] < at < finer.q[-1, 0]
    gate = Event("J", at=at, direction="down", name="gate")
    never = Event(lambda t, s: 0.0 * t, name="never", do=Stop())
    run = spring.simulate(spring.state([0.2], [0.0]), events=[gate, never], **how)
    assert [event.name for event in run.events] == ["gate"]
    assert run.events[0].t == pytest.approx(plain.t[k], abs=1e-6) and run.final.t == 0.2


# --- what a run keeps ----------------------------------------------------------------------------


def test_recorded_states_are_on_the_way(spring: System) -> None:
    """An event that only records does not change the motion beyond the tolerance."""
    plain = swing(spring, every=0.05)
    noted = swing(spring, Event("J", at=0.1), Event(0.33), every=0.05)
    grid = np.isin(noted.t, plain.t)
    np.testing.assert_allclose(noted.q[grid], plain.q, rtol=0, atol=1e-10)
    k = [event.state for event in noted.events]
    np.testing.assert_allclose(noted.q[k, 0], 0.2 * np.cos(OMEGA * noted.t[k]), rtol=0, atol=1e-9)


def test_stop_ends_the_run(spring: System) -> None:
    for method in METHODS:
        run = swing(spring, Event("J", direction="up", do=Stop(), name="end"), **METHODS[method])
        assert run.final.t == run.events[-1].t == pytest.approx(1.5 * np.pi / OMEGA, abs=1e-7)
        assert run.events[-1].done == ("stopped",) and run.events[-1].state == len(run) - 1
        assert_consistent(run, 1e-6)
    assert not run.notices


def test_reactions_that_are_open_are_told() -> None:
    """Of a planar four-bar in space: in the plane reactions are unique, across it they are not."""
    from sarrus.gallery import four_bar

    system = four_bar().compile(kernels=())
    start = system.assemble(rates={"A": 1.0})

    def codes(when: Any) -> list[str]:
        run = system.simulate(start, until=0.01, events=[Event(when, at=1e6)])
        return [notice.code for notice in run.notices]

    assert codes("C.reaction.force.z") == ["W49"] and not codes("C.reaction.force.x")
    assert codes(lambda t, state: state["D.reaction.moment.x"]) == ["W49"]
    assert not codes(lambda t, state: state["A.angle"])
