"""Triggers of the codes of motion: D, the stops, W30 to W38, W44, V."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from errors.register import Place, triggers
from events.machines import ball, oscillator
from events.sticking_machines import exact_drawer
from forces.bearing_machines import drawer
from forces.bearing_machines import pendulum as rubbing_pendulum
from history.test_solving import by_hand
from loops.inexact import leaning_drag_link, leaning_four_bar
from loops.mechanisms import five_bar, four_bar, rssr
from loops.mechanisms import parallelogram as cranks
from realtime.fake_clock import FakeClock
from sarrus import Event, Mechanism, PoseLaw, Sampled, System
from sarrus.model.forces import CoordinateLoad, ForceElement, Load, Scene
from sarrus.realtime import Udp, Wiring
from sarrus.system.history import History
from sarrus.system.simulation.events import Bounce, Join, SetParameter
from simulation.machines import pendulum
from simulation.test_singular_positions import parallelogram


@cache
def bar() -> System:
    return four_bar().compile(kernels=())


@cache
def rod() -> System:
    return pendulum().compile(kernels=())


def swing(t: Any) -> Any:
    return 0.2 + 0.3 * np.sin(2 * t)


# --- drives --------------------------------------------------------------------------------------


@triggers("D01")
def too_many_drives(place: Place) -> None:
    D = bar().drive({"A": 0.2}, times=[0.0])["D.angle"][0]
    bar().drive({"A": 0.2, "D": D}, times=[0.0])


@triggers("D02")
def too_few_drives(place: Place) -> None:
    five_bar().compile(kernels=()).drive({"A": swing})


@triggers("D03")
def drives_that_contradict(place: Place) -> None:
    state = bar().assemble({"A": 0.2}, {"A": 1.5})
    bar().accelerations(state, driven={"A": -2.0, "D": 50.0}, share=True)


@triggers("D04")
def no_law(place: Place) -> None:
    bar().drive({"A": [1.0]})


@triggers("D05")
def law_of_math(place: Place) -> None:
    bar().drive({"A": lambda t: math.sin(t)})


@triggers("D06")
def spinning_rod(place: Place) -> Any:
    system = rssr().compile(kernels=())
    return system.drive({"A": lambda t: 0.2 * np.sin(t)}, times=[0.0, 0.1]).notices


@triggers("D07")
def drive_out_of_reach(place: Place) -> None:
    bar().drive({"D": lambda t: 3.0 * t}, until=2.0)


@triggers("D08")
def branching_effort(place: Place) -> None:
    law = {"A": lambda t, s: 1.0 if t > 0 else 0.0}
    rod().simulate(rod().assemble(), until=1.0, method="midpoint", step=1e-2, inputs=law)


@triggers("D09")
def drive_of_a_rate(place: Place) -> None:
    rod().simulate(rod().assemble(), until=1.0, driven={"A.rate": 1.0})


@triggers("D10")
def sampled_with_adams_bashforth(place: Place) -> None:
    inputs = {"A": Sampled(lambda t, s: 0.1, 0.01)}
    rod().simulate(rod().assemble(), until=1.0, method="ab3", step=1e-3, inputs=inputs)


@triggers("D11")
def start_off_the_law(place: Place) -> None:
    rod().simulate(rod().assemble({"A": 0.9}), until=1.0, driven={"A": lambda t: 1.0 + t})


@triggers("D12")
def friction_by_the_state_alone(place: Place) -> None:
    System(rubbing_pendulum(), cache=None).compiled.kernel("applied_efforts")


@triggers("D13")
def friction_of_a_load_that_is_open(place: Place) -> None:
    model = four_bar(more=lambda m: m.bearing_friction("F", "B", 0.1, radius=0.05, pivot=0.02))
    system = System(model, cache=None)
    system.accelerations(system.assemble({"A.angle": 0.2}, {"A.rate": 2.0}))


@triggers("D14")
def jammed_drawer(place: Place) -> None:
    system = System(drawer(0.51), cache=None)
    system.accelerations(system.state(np.zeros(1), np.ones(1)))


@triggers("D15")
def state_of_other_lengths(place: Place) -> None:
    system = four_bar().compile(kernels=(), parameters=["B.child_point"])
    state = system.assemble({"A": 0.2})
    system.simulate(state, until=0.2, parameters={"B.child_point": (0.1, 0.0, 0.0)})


@triggers("D16")
def lagged_without_steps(place: Place) -> None:
    model = rubbing_pendulum(lagged=True, mu=0.4, radius=0.08, smoothing=0.05)
    system = System(model, cache=None)
    system.simulate(system.state(np.array([0.4]), np.array([1.0])), until=0.1)


@triggers("D19")
def quaternion_of_length_two(place: Place) -> None:
    m = Mechanism("ball")
    m.spherical("A", m.ground, m.body("a", 1.0, (0.1, 0.0, 0.0), (0.1, 0.1, 0.1)), at=(0, 0, 0))
    m.build().compile(kernels=()).drive({"A": PoseLaw(quaternion=(2.0, 0.0, 0.0, 0.0))})


def pair_of_cranks() -> System:
    return cranks(angle=1.0).compile(kernels=(), planar=True)


@triggers("D17")
def drive_from_a_flat_position(place: Place) -> None:
    system = pair_of_cranks()
    flat = {name: -1.0 for name in ("A0", "A1")}
    system.drive({"A0": lambda t: t - 1.0}, until=0.2, every=0.1, guess=flat)


@triggers("D18")
def structure(place: Place) -> None:
    system = leaning_four_bar(0.3).compile(kernels=())
    system.simulate(system.assemble(), until=0.1)


# --- stops ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Perpetual(ForceElement):
    """A torque that grows with the rate, and that no energy explains."""

    name: str
    gain: float = 3.0

    @property
    def joints(self) -> tuple[str, ...]:
        return ("A",)

    def loads(self, scene: Scene) -> Sequence[Load]:
        w = scene.rate("A", 0)
        return (CoordinateLoad("A", 0, self.gain * w * (w * w if self.gain > 10 else 1.0)),)


@cache
def perpetual(gain: float) -> System:
    return replace(pendulum(), forces=(Perpetual("p", gain),)).compile(kernels=())


@triggers("E-ENERGY")
def energy_from_nowhere(place: Place) -> Any:
    return perpetual(3.0).simulate(perpetual(3.0).initial_state(), until=1.0).notices


@triggers("E-NONFINITE")
def explosion_by_steps(place: Place) -> None:
    system = perpetual(50.0)
    system.simulate(system.initial_state(), until=5.0, method="rk4", step=0.01)


@triggers("E-STEP")
def explosion_with_error_control(place: Place) -> None:
    system = perpetual(50.0)
    system.simulate(system.initial_state(), until=5.0)


@triggers("E-INTERRUPT")
def interrupted(place: Place) -> Any:
    def progress(fraction: float) -> None:
        if fraction > 0.3:
            raise KeyboardInterrupt

    run = rod().simulate(rod().initial_state(), until=50.0, every=0.1, progress=progress)
    return run.notices


@triggers("E-NEWTON")
def no_equilibrium(place: Place) -> None:
    rod().equilibrium({"A": -0.1}, efforts={"A": 60.0})


@triggers("E-ZENO")
def bouncing_without_end(place: Place) -> None:
    system = ball().compile(kernels=())
    floor = Event("J", direction="down", do=Bounce(0.5), name="floor")
    system.simulate(system.state([0.4], [0.0]), until=10.0, events=[floor])


def through_flat_positions(error: float) -> Any:
    """Turn a parallelogram whose lengths are off by so much over, through its flat position."""
    system = parallelogram(error, 0)
    upright = {"A": np.pi / 2, "B": -np.pi / 2, "C": np.pi / 2, "D": np.pi / 2}
    start = system.assemble({"A": np.pi / 2}, {"A": 8.0}, guess=upright)
    return system.simulate(start, until=0.6, every=0.1)


@triggers("E-OPEN")
def opening_loop(place: Place) -> None:
    system = leaning_drag_link(1.5e-5).compile(kernels=())
    system.simulate(system.assemble(rates={"A": 5.0}), until=0.5)


@triggers("W44")
def leaning_axis(place: Place) -> Any:
    return leaning_four_bar(1e-7).compile(kernels=()).notices


@triggers("W49")
def event_of_an_open_reaction(place: Place) -> Any:
    system = leaning_four_bar(0.0).compile(kernels=())
    event = Event("C.reaction.moment.x", at=1e3)
    return system.simulate(system.assemble(), until=0.01, events=[event]).notices


@triggers("E-SINGULAR")
def undecided_branch(place: Place) -> None:
    from simulation.test_uneven_masses import four_bar

    system = four_bar(1e-9, (1.0, 0.01, 50.0))
    system.simulate(system.assemble({"A": 0.0}, rates={"A": -4.0}), until=2.0)


@triggers("W39")
def steps_limited_by_stability(place: Place) -> Any:
    m = Mechanism("oven door", (0.0, -9.81, 0.0))
    m.body("door", 1.0, (0.5, 0, 0), (0.01, 0.1, 0.1))
    m.revolute("A", m.ground, "door", at=(0, 0, 0), axis="z")
    m.joint_damper("D", "A", d=2000.0)
    system = m.build().compile(kernels=())
    return system.simulate(system.state([0.1]), until=0.5, method="pece").notices


@triggers("W31")
def passed_flat_positions(place: Place) -> Any:
    return through_flat_positions(1e-9).notices


@triggers("W30")
def almost_too_short(place: Place) -> Any:
    from loops.test_slider_crank import slider_crank, turning

    system = slider_crank(0.24).compile(kernels=())
    return system.drive({"crank_pivot": turning}, every=0.01).notices


@triggers("W32")
def came_to_rest(place: Place) -> Any:
    system = ball().compile(kernels=())
    floor = Event("J", direction="down", do=Bounce(0.5, rest=1e-2), name="floor")
    return system.simulate(system.state([0.4], [0.0]), until=10.0, events=[floor]).notices


@triggers("W33")
def states_without_accelerations(place: Place) -> Any:
    system = bar()
    regular = system.assemble({"A": 0.1}, {"A": 1.0})
    good = np.concatenate([regular.q, regular.v])
    run = by_hand(system, [good, np.full(len(good), np.nan)])
    return History(run)["A.angle_acceleration"].notices


@triggers("W34")
def wheel_in_the_air(place: Place) -> Any:
    from sarrus.road import SineRoad

    m = Mechanism("wheel")
    m.body("axle", 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(0, 0, 5.0))
    m.prismatic("z", m.ground, "axle", at=(0, 0, 5.0), axis="z")
    road = SineRoad(0.01, 1.0)
    m.wheel_contact("tyre", "axle", road=road, radius=0.3, k=1e4, at=(0, 0, 5.0), along="x")
    system = m.build().compile(kernels=())
    return system.simulate(system.assemble(), until=0.1).notices


@triggers("W35")
def wheel_past_the_end_of_its_road(place: Place) -> Any:
    from sarrus.gallery import quarter_vehicle
    from sarrus.road import Iso8608

    car = quarter_vehicle(road=Iso8608("A", 12.0), speed=100.0).compile(kernels=())
    return car.simulate(car.assemble(), until=0.2).notices


@triggers("W36")
def comfort_of_sparse_samples(place: Place) -> Any:
    from sarrus.ride import ride

    t = np.arange(0.0, 10.0, 0.01)
    return ride(t, {"z": np.sin(20.0 * t)}).notices


@triggers("W42")
def driven_through_a_flat_position(place: Place) -> Any:
    return pair_of_cranks().drive({"A0": lambda t: -2.0 * t}, until=1.0, every=0.1).notices


@triggers("W43")
def law_that_jumps(place: Place) -> Any:
    law = (lambda t: 0.2 if t < 0.5 else 1.2, lambda t: 0.0, lambda t: 0.0)
    return bar().drive({"A": law}, until=1.0, every=0.25).notices


@triggers("W37")
def steps_too_large_to_decide(place: Place) -> Any:
    start = rod().state([2.0], [0.0])
    how = {"until": 3.0, "method": "euler", "step": 0.05, "certify": True}
    return [n for n in rod().simulate(start, **how).notices if n.code == "W37"]


@triggers("W38")
def second_run_interrupted(place: Place) -> Any:
    asked: list[float] = []

    def impatient(t: float, state: Any) -> float:
        asked.append(t)
        if asked.count(t) > 1:  # it is asked again, by the second run
            raise KeyboardInterrupt
        return 0.0

    start, inputs = rod().state([0.1], [0.0]), {"A": Sampled(impatient, 0.1)}
    return rod().simulate(start, until=0.3, inputs=inputs, certify=True).notices


# --- events --------------------------------------------------------------------------------------


def with_event(event: Event) -> Any:
    system = oscillator().compile(kernels=(), parameters=["S.k"])
    return system.simulate(system.state([0.2], [0.0]), until=1.0, events=[event])


@triggers("V01")
def no_direction(place: Place) -> None:
    Event("J", direction="upward")


@triggers("V03")
def branching_event(place: Place) -> None:
    with_event(Event(lambda t, s: 1.0 if s["J"] > 0.1 else -1.0, name="odd"))


@triggers("V04")
def failing_choice(place: Place) -> None:
    def choose(t: float, state: Any) -> Any:
        return [SetParameter("S.k", 1.0)][int(t) + 3]

    with_event(Event(0.3, do=choose, name="odd"))


@triggers("V05")
def bounce_of_a_speed(place: Place) -> None:
    with_event(Event("J.speed", at=-1.0, do=Bounce(0.5), name="speed"))


def ball_that_rolls(**options: Any) -> Any:
    """Return a ball on a plane that a force pulls up and along, more and more."""
    m = Mechanism("ball")
    m.body("ball", 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(0, 0, 0.5))
    m.free("any", m.ground, "ball")
    m.rolling("contact", "ball", radius=0.5, center=(0, 0, 0.5), **options)
    points = {"center": ("ball", (0, 0, 0.5))}
    m.user_force(
        "pull",
        lambda motion: motion.force("center", (9.0 * motion.time, 0.0, 30.0 * motion.time)),
        points=points,
    )
    return m.build().compile(kernels=())


@triggers("E-JOIN")
def frames_that_do_not_meet(place: Place) -> Any:
    m = Mechanism("rod", (0.0, -9.81, 0.0))
    m.body("rod", 1.0, (0.5, 0, 0), (0.01, 0.1, 0.1))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="z")
    m.frame("tip", "rod", at=(1.0, 0, 0))
    system = m.build().compile(kernels=())
    events = [Event(0.01, Join("hold", "fixed", "tip", "ground"))]
    return system.simulate(system.state([0.3], [0.0]), until=0.02, events=events)


@triggers("E-LIFT")
def wheel_that_is_pulled_off(place: Place) -> None:
    system = ball_that_rolls()
    system.simulate(system.assemble(), until=1.0)


@triggers("W45")
def trolley_on_four_rigid_wheels(place: Place) -> Any:
    m = Mechanism("trolley")
    m.body("deck", mass=10.0, inertia=(1, 1, 1), at=(0, 0, 0.3))
    m.free("any", m.ground, "deck")
    for k, (x, y) in enumerate([(0.5, 0.3), (0.5, -0.3), (-0.5, 0.3), (-0.5, -0.3)]):
        m.body(f"wheel{k}", mass=1.0, inertia=(0.01, 0.02, 0.01), at=(x, y, 0.1))
        m.revolute(f"hub{k}", "deck", f"wheel{k}", at=(x, y, 0.1), axis="y")
        m.rolling(f"c{k}", f"wheel{k}", radius=0.1, center=(x, y, 0.1), axis="y")
    system = m.build().compile(kernels=())
    return system.simulate(system.assemble(), until=0.01).notices


@triggers("E-PAINLEVE")
def drawer_that_jams_in_a_run(place: Place) -> None:
    system = exact_drawer(0.51).compile(kernels=())
    system.simulate(system.state(np.zeros(1), np.ones(1)), until=1.0)


@triggers("E-SLIP")
def wheel_on_ice(place: Place) -> None:
    system = ball_that_rolls(mu=0.01)
    system.simulate(system.assemble(), until=1.0)


@triggers("D20")
def wheel_under_a_ceiling(place: Place) -> None:
    m = Mechanism("ceiling")
    m.body("ball", 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(0, 0, -0.5))
    m.free("any", m.ground, "ball")
    m.rolling("contact", "ball", radius=0.5, center=(0, 0, -0.5), normal="-z")
    system = m.build().compile(kernels=())
    system.simulate(system.assemble(), until=0.1)


# --- runs at the pace of the clock ---------------------------------------------------------------


def paced(advance: float = 0.0, **how: Any) -> Any:
    """Return a paced run of ten samples, whose reading takes some time."""
    clock = FakeClock()

    def read(t: float) -> dict[str, float]:
        clock.advance(advance)
        return {"A": 0.1}

    keys = {"rate": 100.0, "until": 0.1, "read": read, "efforts": ["A"], "clock": clock}
    return rod().realtime(rod().assemble(), **{**keys, **how})


@triggers("E-OVERRUN")
def step_that_is_late(place: Place) -> None:
    paced(0.02, overrun="stop")


@triggers("E-RATE")
def rate_that_cannot_be_held(place: Place) -> None:
    class Slow(FakeClock):
        def now(self) -> float:
            self.t += 0.02
            return self.t

    paced(clock=Slow())


@triggers("S36")
def efforts_that_nobody_reads(place: Place) -> None:
    paced(read=None)


@triggers("W55")
def rate_that_was_not_held(place: Place) -> Any:
    return paced(0.02).notices


@triggers("W56")
def packet_that_is_none(place: Place) -> Any:
    link = Udp(to=50007)
    link.open(Wiring(("A",), (1,), (), ()))
    link._packet(b"hello")
    return link.close()


@triggers("W57")
def other_side_ends_the_run(place: Place) -> Any:
    efforts = iter([{"A": 0.1}] * 5)
    return paced(read=lambda t: next(efforts)).notices
