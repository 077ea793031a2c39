"""What events change: numbers of the model, force elements, efforts, drives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.interpolate import PchipInterpolator

from events.machines import (
    METHODS,
    TIGHT,
    assert_consistent,
    double_pendulum,
    flywheel,
    oscillator,
    pendulum,
    slider_crank,
)
from loops.mechanisms import five_bar
from sarrus import Event, Mechanism, Sampled, System
from sarrus.errors import SarrusError
from sarrus.system.simulation.actuation import Reader
from sarrus.system.simulation.events import (
    Bounce,
    Drive,
    Effort,
    Enable,
    Record,
    Release,
    SetParameter,
    Stop,
)

MASS, K = 0.5, 50.0
SHORT = ["auto", "rk4", "abm4", "bdf"]


@pytest.fixture(scope="module")
def spring() -> System:
    return oscillator(MASS, K).compile(kernels=())


@pytest.fixture(scope="module")
def wheel() -> System:
    return flywheel(2.0).compile(kernels=())


def arc(x: float, v: float, omega: float, t: Any) -> Any:
    """Position of an oscillator after t."""
    return x * np.cos(omega * t) + v / omega * np.sin(omega * t)


def assert_kept(error: BaseException, until: float) -> None:
    """An error in the middle of a run carries what was computed before it."""
    run = getattr(error, "run", None)
    assert run is not None, "the run so far is lost"
    assert run.t[-1] == pytest.approx(until)


# --- numbers of the model ------------------------------------------------------------------------


@pytest.mark.parametrize("method", SHORT)
@pytest.mark.parametrize("name", ["S.k", "force:S.k"])
def test_stiffness(spring: System, method: str, name: str) -> None:
    event = Event(0.4, do=SetParameter(name, 90.0), name="stiffer")
    run = spring.simulate(
        spring.state([0.2], [0.0]), until=0.8, every=0.05, events=[event], **METHODS[method]
    )
    k = run.events[0].state
    x, v = run.q[k, 0], run.v[k, 0]
    assert x == pytest.approx(0.2 * np.cos(10.0 * 0.4), abs=1e-8)
    expected = arc(x, v, np.sqrt(90.0 / MASS), run.t[k:] - 0.4)
    np.testing.assert_allclose(run.q[k:, 0], expected, rtol=0, atol=1e-6)
    assert run.events[0].energy == pytest.approx(0.5 * 40.0 * x * x, rel=1e-9)
    assert run.events[0].done == (f"{name} = 90.0",)
    assert_consistent(run, 1e-7)


def test_value_as_a_function_of_the_state(spring: System) -> None:
    """Each time it comes by, the spring is as stiff as the place says."""
    event = Event(0.4, do=SetParameter("S.k", lambda t, state: 50.0 + 100.0 * state["J"] * t))
    run = spring.simulate(spring.state([0.2], [0.0]), until=0.8, events=[event], **TIGHT)
    k = run.events[0].state
    stiffness = 50.0 + 100.0 * run.q[k, 0] * 0.4
    expected = arc(run.q[k, 0], run.v[k, 0], np.sqrt(stiffness / MASS), run.t[k:] - 0.4)
    np.testing.assert_allclose(run.q[k:, 0], expected, rtol=0, atol=1e-9)


def test_mass_that_changes_keeps_the_velocity(spring: System) -> None:
    event = Event(0.3, do=SetParameter("block.mass", 2.0))
    run = spring.simulate(spring.state([0.2], [0.0]), until=0.8, events=[event], **TIGHT)
    k = run.events[0].state
    assert run.v[k, 0] == pytest.approx(run.v[k - 1, 0], rel=1e-14)
    expected = arc(run.q[k, 0], run.v[k, 0], np.sqrt(K / 2.0), run.t[k:] - 0.3)
    np.testing.assert_allclose(run.q[k:, 0], expected, rtol=0, atol=1e-9)
    assert_consistent(run, 1e-9)


def test_many_changes_of_one_number(spring: System) -> None:
    """A spring that is stiffened at each outward and softened at each inward passage."""
    events = [
        Event("J", do=SetParameter("S.k", 90.0), name="stiff"),
        Event("J.speed", do=SetParameter("S.k", K), name="soft"),
    ]
    run = spring.simulate(spring.state([0.2], [0.0]), until=2.0, events=events, **TIGHT)
    soft, stiff = 10.0, np.sqrt(90.0 / MASS)
    x, t, times = 0.2, 0.0, []
    while t < 2.0:
        times += [t + 0.5 * np.pi / soft, t + 0.5 * np.pi / soft + 0.5 * np.pi / stiff]
        x, t = -x * soft / stiff, times[-1]
    times = [time for time in times if time < 2.0]
    np.testing.assert_allclose([event.t for event in run.events], times, rtol=0, atol=1e-9)
    assert len(run.segments) == len(times) + 1
    assert_consistent(run, 1e-8)


def test_nothing_else_moves_when_a_number_changes() -> None:
    """Velocities stay as they are, however different the masses of the chain are."""
    m = Mechanism("heavy and light", (0.0, -9.81, 0.0))
    inboard: Any = m.ground
    for k, mass in enumerate((1e4, 1.0, 1e-4)):
        place = (float(k), 0.0, 0.0)
        m.body(f"b{k}", mass, (0.5, 0, 0), (mass / 12,) * 3, at=place)
        m.revolute(f"J{k}", inboard, f"b{k}", at=place, axis="z")
        inboard = f"b{k}"
    m.joint_damper("grease", "J0", 0.1)
    system = m.build().compile(kernels=())
    start = system.state([0.1, 0.2, 0.3], [1.0, -2.0, 3.0])
    run = system.simulate(start, until=0.2, events=[Event(0.1, do=SetParameter("grease.d", 0.2))])
    k = run.events[0].state
    np.testing.assert_allclose(run.v[k], run.v[k - 1], rtol=1e-14)


# --- force elements ------------------------------------------------------------------------------


@pytest.mark.parametrize("method", SHORT)
def test_spring_off_and_on(spring: System, method: str) -> None:
    """It flies straight while the spring is off, which takes its energy along and brings more."""
    events = [Event(0.2, do=Enable("S", False), name="off"), Event(0.5, do=Enable("S"), name="on")]
    run = spring.simulate(
        spring.state([0.2], [0.0]), until=0.8, every=0.05, events=events, **METHODS[method]
    )
    off, on = (event.state for event in run.events)
    assert np.ptp(run.v[off : on - 1, 0]) <= 1e-10
    there = run.q[off, 0] + run.v[off, 0] * 0.3
    assert run.q[on, 0] == pytest.approx(there, abs=1e-8)
    expected = arc(run.q[on, 0], run.v[on, 0], 10.0, run.t[on:] - 0.5)
    np.testing.assert_allclose(run.q[on:, 0], expected, rtol=0, atol=1e-6)
    energies = [event.energy for event in run.events]
    stored = [-0.5 * K * run.q[off, 0] ** 2, 0.5 * K * run.q[on, 0] ** 2]
    np.testing.assert_allclose(energies, stored, rtol=1e-9)
    assert run.energies[off, 2] == 0.0, "a spring that is off stores nothing"
    assert_consistent(run, 1e-7)


def test_damper_off_in_a_loop() -> None:
    system = slider_crank(lambda m: m.joint_damper("grease", "D", 2.0)).compile(kernels=())
    start = system.assemble({"A": 0.7}, {"A": 3.0})
    events = [Event(0.3, do=Enable("grease", False)), Event(0.6, do=Enable("grease"))]
    run = system.simulate(start, until=0.9, every=0.02, events=events, **TIGHT)
    off, on = (event.state for event in run.events)
    assert run.loss[off - 1] > 0.01 and run.loss[-1] > run.loss[on] + 0.01
    np.testing.assert_allclose(run.loss[off:on], run.loss[off], rtol=0, atol=1e-13)
    assert_consistent(run, 1e-8)


def test_element_that_is_off_with_another_number(spring: System) -> None:
    """Off, changed, and on again: it comes back as it was changed."""
    events = [
        Event(0.1, do=Enable("S", False)),
        Event(0.2, do=SetParameter("S.k", 90.0)),
        Event(0.3, do=Enable("S", True)),
    ]
    run = spring.simulate(spring.state([0.2], [0.0]), until=0.6, every=0.05, events=events, **TIGHT)
    on = run.events[2].state
    expected = arc(run.q[on, 0], run.v[on, 0], np.sqrt(90.0 / MASS), run.t[on:] - 0.3)
    np.testing.assert_allclose(run.q[on:, 0], expected, rtol=0, atol=1e-8)
    assert_consistent(run, 1e-8)


# --- efforts -------------------------------------------------------------------------------------


def parts(inertia: float, t0: float, law: Any, until: float) -> Any:
    """Change of the rate between two times, by quadrature."""
    t = np.linspace(t0, until, 20001)
    return np.trapezoid([law(s) for s in t], t) / inertia


@pytest.mark.parametrize("method", SHORT)
def test_laws_of_effort_follow_each_other(wheel: System, method: str) -> None:
    """A number, a function, a table, another table, nothing."""
    table = ([0.0, 0.4, 0.8, 1.0], [0.0, 4.0, -4.0, 2.0])
    other = ([0.0, 1.0], [7.0, 7.0])
    laws: list[Any] = [2.0, lambda t: 3.0 * np.sin(9.0 * t), table, other, None]
    events = [Event(0.15 * (k + 1), do=Effort("A", law)) for k, law in enumerate(laws)]
    run = wheel.simulate(
        wheel.state([0.0], [0.0]), until=1.0, every=0.05, events=events, **METHODS[method]
    )
    rates = [run.v[event.state, 0] for event in run.events] + [run.v[-1, 0]]
    expected = [
        0.0,
        0.15,
        0.15 + parts(2.0, 0.3, laws[1], 0.45),
        0.15 + parts(2.0, 0.3, laws[1], 0.45) + parts(2.0, 0.45, PchipInterpolator(*table), 0.6),
    ]
    expected += [expected[-1] + 0.15 * 3.5] * 2
    np.testing.assert_allclose(rates, expected, rtol=0, atol=1e-6)
    assert_consistent(run, 1e-7)


def test_law_of_the_state(wheel: System) -> None:
    """A brake that is switched on: rate = rate0 exp(-c t / I)."""

    def brake(t: Any, state: Reader) -> Any:
        return -1.5 * state["A.rate"]

    run = wheel.simulate(
        wheel.state([0.0], [2.0]), until=1.0, events=[Event(0.5, do=Effort("A", brake))], **TIGHT
    )
    assert run.v[-1, 0] == pytest.approx(2.0 * np.exp(-1.5 * 0.5 / 2.0), rel=1e-9)
    assert run.work[-1] == pytest.approx(run.energy[-1] - run.energy[0], rel=1e-9)


def test_switch_to_a_sampled_controller(wheel: System) -> None:
    """It is asked when it is switched on, and then at its own times."""
    asked: list[float] = []

    def control(t: float, state: Any) -> float:
        asked.append(t)
        return -3.0 * state["A.rate"]

    for how in ({}, {"method": "rk4", "step": 0.01}):
        asked.clear()
        event = Event(0.325, do=Effort("A", Sampled(control, 0.1)))
        run = wheel.simulate(wheel.state([0.0], [2.0]), until=0.8, events=[event], **how)
        np.testing.assert_allclose(asked, [0.325, 0.4, 0.5, 0.6, 0.7], rtol=0, atol=1e-9)
        rate, t = 2.0, 0.325
        for until in (0.4, 0.5, 0.6, 0.7, 0.8):
            rate, t = rate * (1.0 - 1.5 * (until - t)), until
        assert run.v[-1, 0] == pytest.approx(rate, rel=1e-9)


@pytest.mark.parametrize("how", [{}, {"method": "rk4", "step": 0.01}], ids=["auto", "rk4"])
def test_events_do_not_disturb_a_sampled_controller(wheel: System, how: dict[str, Any]) -> None:
    """A state that is only recorded leaves the samples where they are, and the motion too."""

    def run(*events: Event) -> Any:
        asked: list[float] = []

        def control(t: float, state: Any) -> float:
            asked.append(round(t, 9))
            return 5.0 - 4.0 * state["A.rate"]

        given = {"inputs": {"A": Sampled(control, 0.05)}, "until": 1.0, "events": events}
        return wheel.simulate(wheel.state([0.0], [0.0]), **given, **how), asked

    plain, asked = run()
    for at in (0.025, 0.045, 0.05, 0.0999, 0.2, 0.333):
        noted, again = run(Event(at, do=Record()))
        assert again == asked
        np.testing.assert_allclose(noted.q[-1], plain.q[-1], rtol=0, atol=1e-9)
        np.testing.assert_allclose(noted.v[-1], plain.v[-1], rtol=0, atol=1e-9)


def test_events_see_sampled_efforts() -> None:
    """The acceleration under a held effort crosses a value where the effort steps over it."""
    system = pendulum().compile(kernels=())

    def control(t: float, state: Any) -> float:
        return 10.0 * t

    inputs = {"A": Sampled(control, 0.1)}
    event = Event(lambda t, s: s.acceleration_of("A"), at=12.0, direction="up", name="fast")
    start = system.state([0.0], [0.0])
    run = system.simulate(start, until=1.0, every=0.005, inputs=inputs, events=[event], **TIGHT)
    plain = system.simulate(start, until=1.0, every=0.005, inputs=inputs, **TIGHT)
    held = 10.0 * 0.1 * np.floor(plain.t / 0.1 + 1e-9)
    weight = 9.81 * 0.5 * np.sin(plain["A"])
    acceleration = (held - weight) / (1.0 / 3.0)
    above = plain.t[np.argmax(acceleration > 12.0)]
    assert len(run.events) >= 1, "the effort of the controller is not seen"
    assert run.events[0].t == pytest.approx(above, abs=0.006)


# --- drives --------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["auto", "rk4", "abm4", "bdf"])
def test_from_free_to_driven_and_back(method: str) -> None:
    """The shoulder swings, follows a law that takes it up smoothly, and swings again."""
    system = double_pendulum().compile(kernels=())

    def taken(t: float, state: Any) -> Any:
        q, v = float(state["A"]), float(state["A.rate"])
        return lambda s: q + v * (s - t) + 4.0 * (s - t) ** 2

    events = [
        Event(0.3, do=Drive("A", taken, made=True), name="drive"),
        Event(0.6, do=Release("A"), name="free"),
    ]
    start = system.state([0.9, 0.3], [0.5, -0.5])
    run = system.simulate(start, until=0.9, every=0.02, events=events, **METHODS[method])
    on, off = (event.state for event in run.events)
    for k in (on, off):
        np.testing.assert_allclose(run.v[k], run.v[k - 1], rtol=0, atol=1e-9)
    t = run.t[on:off] - 0.3
    expected = run.q[on, 0] + run.v[on, 0] * t + 4.0 * t * t
    np.testing.assert_allclose(run["A"][on:off], expected, rtol=0, atol=1e-9)
    assert abs(run.work[off] - run.work[on]) > 0.1, "the drive does work"
    assert_consistent(run, 1e-6 if method in ("abm4", "bdf") else 1e-8)


def test_drive_with_another_rate_is_an_impact() -> None:
    """The law begins where the joint is, but faster: velocities jump in the mass norm."""
    system = double_pendulum().compile(kernels=())

    def faster(t: float, state: Any) -> Any:
        q = float(state["A"])
        return lambda s: q + 3.0 * (s - t)

    start = system.state([0.9, 0.3], [0.5, -0.5])
    event = Event(0.3, do=Drive("A", faster, made=True))
    run = system.simulate(start, until=0.6, every=0.02, events=[event], **TIGHT)
    k = run.events[0].state
    assert run.v[k, 0] == pytest.approx(3.0, rel=1e-12) and abs(run.v[k - 1, 0] - 3.0) > 0.5
    M = system.mass_matrix(run.q[k].copy())
    impulse = M @ (run.v[k] - run.v[k - 1])
    assert abs(impulse[1]) <= 1e-13 * abs(impulse[0]), "only the drive pushes"
    gained = 0.5 * (run.v[k] @ M @ run.v[k] - run.v[k - 1] @ M @ run.v[k - 1])
    assert run.events[0].energy == pytest.approx(gained, rel=1e-10)
    assert_consistent(run, 1e-8)


def test_drive_in_a_loop() -> None:
    """One crank of a five-bar is taken by a drive from where it is."""
    system = five_bar().compile(kernels=())

    def taken(t: float, state: Any) -> Any:
        q, v = float(state["A"]), float(state["A.rate"])
        return lambda s: q + v * (s - t)

    start = system.assemble({"A": 0.1, "D": 0.05}, {"A": 0.5, "D": -0.4})
    events = [Event(0.1, do=Drive("A", taken, made=True)), Event(0.25, do=Release("A"))]
    run = system.simulate(start, until=0.4, every=0.02, events=events, **TIGHT)
    on, off = (event.state for event in run.events)
    expected = run["A"][on] + run["A.rate"][on] * (run.t[on:off] - 0.1)
    np.testing.assert_allclose(run["A"][on:off], expected, rtol=0, atol=1e-9)
    assert_consistent(run, 1e-8)
    assert run.drift <= 1e-10


def test_D11_law_that_begins_elsewhere_is_refused() -> None:
    """The run so far is kept; the message says where the joint is and where it should be."""
    system = double_pendulum().compile(kernels=())
    start = system.state([0.9, 0.3], [0.5, -0.5])
    event = Event(0.3, do=Drive("A", lambda t: 2.0 + t), name="jump")
    with pytest.raises(Exception, match="D11") as refused:
        system.simulate(start, until=0.6, every=0.02, events=[event])
    assert "driven 'A'" in str(refused.value) and "2.3" in str(refused.value)
    assert_kept(refused.value, 0.3)


# --- functions that decide -----------------------------------------------------------------------


def test_function_that_returns_actions(spring: System) -> None:
    """It sees the time and the state, and may return one action, several, or none."""
    seen: list[tuple[float, float]] = []

    def decide(t: float, state: Any) -> Any:
        seen.append((t, state["J.speed"]))
        if len(seen) == 1:
            return None
        return Bounce(0.5) if len(seen) == 2 else [Record(), Stop()]

    run = spring.simulate(
        spring.state([0.2], [0.0]), until=3.0, events=[Event("J", do=decide, name="door")], **TIGHT
    )
    half = 0.1 * np.pi
    times = [event.t for event in run.events]
    np.testing.assert_allclose(times, [0.5 * half, 1.5 * half, 2.5 * half], rtol=0, atol=1e-9)
    assert [t for t, _ in seen] == times
    np.testing.assert_allclose([v for _, v in seen], [-2.0, 2.0, 1.0], rtol=1e-9)
    assert [event.done for event in run.events][2] == ("recorded", "stopped")
    assert run.final.t == times[-1]
    assert_consistent(run, 1e-8)


def test_function_that_changes_a_number(spring: System) -> None:
    """Which number it is, is known only when it happens: it must be an input of the system."""
    event = Event(0.4, do=lambda t, state: SetParameter("S.k", 90.0))
    system = oscillator(MASS, K).compile(kernels=(), parameters=["S.k"])
    run = system.simulate(system.state([0.2], [0.0]), until=0.8, events=[event], **TIGHT)
    k = run.events[0].state
    expected = arc(run.q[k, 0], run.v[k, 0], np.sqrt(90.0 / MASS), run.t[k:] - 0.4)
    np.testing.assert_allclose(run.q[k:, 0], expected, rtol=0, atol=1e-9)
    with pytest.raises(Exception, match="S02") as refused:
        spring.simulate(spring.state([0.2], [0.0]), until=0.8, events=[event])
    assert_kept(refused.value, 0.4)


def test_function_that_returns_something_else_is_refused(spring: System) -> None:
    event = Event(0.4, do=lambda t, state: "stop", name="wrong")
    with pytest.raises(Exception, match="V01") as refused:
        spring.simulate(spring.state([0.2], [0.0]), until=0.8, events=[event])
    assert isinstance(refused.value, SarrusError) and "wrong" in str(refused.value)
    assert_kept(refused.value, 0.4)


def test_function_that_fails(spring: System) -> None:
    """An error of the user's own function ends the run: it is named, and the run is kept."""

    def broken(t: float, state: Any) -> Any:
        return {}["nothing"]

    event = Event(0.4, do=broken, name="broken")
    with pytest.raises(SarrusError, match="broken") as refused:
        spring.simulate(spring.state([0.2], [0.0]), until=0.8, events=[event])
    assert_kept(refused.value, 0.4)


def test_lengths_in_loops_do_not_jump() -> None:
    """Another point of a joint would open the loop; masses may change, and points of trees."""
    machine = slider_crank()
    system = machine.compile(kernels=())
    start = system.initial_state()

    def run(name: str, value: Any) -> Any:
        change = Event(lambda t, state: t - 0.05, do=SetParameter(name, value))
        return system.simulate(start, until=0.1, events=[change])

    joint = machine.joints[1].name
    point = np.array(system.poses(start.q)[machine.joints[1].parent].position)
    with pytest.raises(SarrusError, match=r"D15 .*t = 0.05 s.*would be open by .* m after") as told:
        run(f"{joint}.point", point + np.array([0.02, 0.03, 0.01]))
    assert len(told.value.run) > 1  # type: ignore[attr-defined]
    assert run(f"{machine.bodies[1].name}.mass", 3.0).drift < 1e-8
