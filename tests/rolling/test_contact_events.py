"""Contacts only push, and hold by friction: what a run does where they would not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from rolling.wheels import MASS, RADIUS, rolling_hoop
from sarrus import ModelError, open_run
from sarrus.events import Event, Record, Separate, lift_off
from sarrus.system.simulation.recording import Stopped
from sarrus.system.system import System

PULL, PUSH = 30.0, 20.0


def pulled(up: float, along: float = 0.0, mu: float | None = None) -> System:
    """Return a ball on a plane with forces on its centre that grow with time."""
    m = sarrus.Mechanism("ball")
    inertia = 0.4 * MASS * RADIUS**2
    body = m.body("ball", mass=MASS, inertia=(inertia,) * 3, at=(0, 0, RADIUS))
    m.free("any", m.ground, body)
    m.rolling("contact", body, radius=RADIUS, center=(0, 0, RADIUS), mu=mu)

    def force(motion: Any) -> Any:
        return motion.force("center", (along * motion.time, 0.0, up * motion.time))

    m.user_force("pull", force, points={"center": ("ball", (0, 0, RADIUS))})
    return m.build().compile()


@pytest.fixture(scope="module")
def lifted() -> System:
    return pulled(PULL)


@pytest.mark.parametrize("method", ["auto", "pece", "rk4", "ida"])
def test_a_run_stops_where_a_contact_would_pull(lifted: System, method: str) -> None:
    start = lifted.assemble(rates={"any.omega_y": 2.0})
    options: dict[str, Any] = {"step": 1e-3} if method == "rk4" else {}
    with pytest.raises(Stopped, match=r"E-LIFT.*'contact'") as stop:
        lifted.simulate(start, until=1.0, method=method, **options)
    g = -lifted.model.gravity[2]
    np.testing.assert_allclose(stop.value.run.t[-1], MASS * g / PULL, atol=1e-6)
    assert stop.value.run["contact.normal_force"].min() > -1e-6


def test_a_run_goes_on_without_the_contact(lifted: System, tmp_path: Path) -> None:
    start = lifted.assemble(rates={"any.omega_y": 2.0})
    path = tmp_path / "run.srr"
    events = [lift_off("contact")]
    run = lifted.simulate(start, until=0.8, rtol=1e-9, atol=1e-11, events=events, file=path)
    t = MASS * -lifted.model.gravity[2] / PULL
    rise = PULL / (6 * MASS) * (0.8 - t) ** 3  # m z'' = PULL (time - t)
    np.testing.assert_allclose(run["any.z"][-1] - RADIUS, rise, rtol=1e-6)
    np.testing.assert_array_equal(run["contact.normal_force"][run.t > t + 1e-6], 0.0)
    np.testing.assert_array_equal(run["contact.reaction.force"][-1], 0.0)
    assert run.energy_error < 1e-8 and run.drift < 1e-12
    assert run.smallest_singular_value > 0.1 and "contact lifts off" in run.report()
    again = open_run(path)
    np.testing.assert_array_equal(again.q, run.q)


def test_a_contact_that_slips_is_named() -> None:
    """A ball pushed at its centre needs 2/7 of the push as friction."""
    system = pulled(0.0, PUSH, mu=0.25)
    with pytest.raises(Stopped, match=r"E-SLIP.*'contact'") as stop:
        system.simulate(system.assemble(), until=2.0)
    g = -system.model.gravity[2]
    np.testing.assert_allclose(stop.value.run.t[-1], 0.25 * MASS * g / (2 / 7 * PUSH), rtol=1e-6)
    np.testing.assert_allclose(stop.value.run["contact.grip"][-1], 0.25, rtol=1e-6)


def test_events_of_the_user_take_the_place_of_those(lifted: System) -> None:
    """An event on the force itself: the wheel is held down by something that is no part of it."""
    start = lifted.assemble(rates={"any.omega_y": 2.0})
    run = lifted.simulate(start, until=0.8, events=[Event("contact.normal_force", Record())])
    assert run["contact.normal_force"][-1] < 0.0
    assert len(run.events) == 1


def test_a_contact_that_pulls_at_the_start_is_refused() -> None:
    m = sarrus.Mechanism("ceiling")
    body = m.body("ball", mass=MASS, inertia=(0.1,) * 3, at=(0, 0, -RADIUS))
    m.free("any", m.ground, body)
    m.rolling("contact", body, radius=RADIUS, center=(0, 0, -RADIUS), normal="-z")
    system = m.build().compile()
    with pytest.raises(ModelError, match=r"D20.*'contact'.*would pull"):
        system.simulate(system.assemble(), until=0.1)


def test_a_wheel_off_the_ground_is_refused(lifted: System) -> None:
    q = lifted.assemble().q
    q[2] += 0.01
    with pytest.raises(ModelError, match=r"contact\.touch"):
        lifted.state(q)


def test_separate_names_a_contact(lifted: System) -> None:
    with pytest.raises(ModelError, match="contact 'contakt'"):
        lifted.simulate(lifted.assemble(), until=0.1, events=[Event(0.05, Separate("contakt"))])


def test_a_disc_that_falls_flat_is_named() -> None:
    system = rolling_hoop()
    with pytest.raises(Stopped, match="lies flat"):
        system.simulate(system.assemble({"lean": 1.4}), until=1.0)


def test_runs_side_by_side_watch_contacts(lifted: System) -> None:
    starts = [lifted.assemble(rates={"any.vx": speed}) for speed in (0.0, 1.0)]
    runs = lifted.simulate(starts, until=1.0, method="rk4", step=0.01)
    assert sorted(runs.failed) == [0, 1]
    assert {p.code for stopped in runs.failed.values() for p in stopped.problems} == {"E-LIFT"}
    early = lifted.simulate(starts, until=0.5, method="rk4", step=0.01)
    assert not early.failed
    alone = lifted.simulate(starts[1], until=0.5, method="rk4", step=0.01)
    np.testing.assert_array_equal(early.q[1], alone.q)


BRAKED = """
sarrus: 1
gravity: [0, 0, -9.81]
bodies:
  cart:  {mass: 1, at: [0, 0, 0.29], inertia: [1, 1, 1]}
  hub:   {mass: 10, at: [0, 0, 0.29], inertia: [1, 1, 1]}
  wheel: {mass: 400, at: [0, 0, 0.29], inertia: [5, 8, 5]}
joints:
  x:    {type: prismatic, parent: ground, child: cart, at: [0, 0, 0.29], axis: x}
  z:    {type: prismatic, parent: cart, child: hub, at: [0, 0, 0.29], axis: z}
  spin: {type: revolute, parent: hub, child: wheel, at: [0, 0, 0.29], axis: y}
  C:    {type: rolling, wheel: wheel, radius: 0.29, center: [0, 0, 0.29], axis: y, mu: 0.8}
forces:
  T:
    type: tyre
    body: wheel
    at: [0, 0, 0.29]
    tyre:
      {type: BrushTyre, radius: 0.3, k: 403191, load: 4000, c: 2000, stiffness: 6e4,
       stiffness_along: 8e4, mu: 0.8}
assembly: {rates: {x: 20 m/s}}
inputs: {spin: "-1800 * t"}
events:
  - {when: C.friction_left, direction: down, do: {replace: {contact: C, by: T}}}
run: {until: 1 s, every: 0.05 s}
"""


def test_a_contact_that_slips_goes_on_as_a_tyre(tmp_path: Path) -> None:
    """Up to mu N the wheel rolls, with the force of m v'; then it locks, and slides with mu N."""
    (tmp_path / "braked.yaml").write_text(BRAKED, encoding="utf-8")
    run = sarrus.Study.load(tmp_path / "braked.yaml").run()
    weight, mass, inertia, r = 410.0 * 9.81, 411.0, 8.0, 0.29
    # the contact carries mass a, and the brake torque 1800 t = (mass + I/r^2) a r
    slips = 0.8 * weight / mass * (mass + inertia / r**2) * r / 1800.0
    (event,) = run.events
    assert event.t == pytest.approx(slips, rel=1e-6)
    before, after = run.t < slips - 1e-6, run.t > slips + 0.15
    assert not np.any(run["T.F_z"][before])
    np.testing.assert_allclose(run["T.F_x"][after], -0.8 * run["T.F_z"][after], rtol=2e-2)
    np.testing.assert_allclose(run["T.F_z"][after], weight, rtol=1e-2)
    assert run["T.kappa"][-1] < -0.3
    assert run.energy_error < 1e-9
