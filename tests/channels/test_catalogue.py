"""One catalogue: every channel of every mechanism in outputs, events, sweeps, C code, histories."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from sarrus import Event, ModelError, State, System, analysis, export
from sarrus.gallery import EXAMPLES
from sarrus.sweeps.measures import Measure
from sarrus.system.analysis.analysis import Analysis
from sarrus.system.analysis.outputs import Outputs, output_kernel
from sarrus.system.channels.definition import Definition
from sarrus.system.history import Channel
from sarrus.system.simulation.event_watch import EventWatch
from sarrus.system.simulation.events import Stop
from sarrus.system.simulation.modes import Mode, Modes

QUICK = ("pendulum", "gyroscope", "four_bar", "slider_crank", "governor", "quarter_vehicle")
QUICK += ("stick_slip_brake",)
every_mechanism = pytest.mark.parametrize(
    "name",
    [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in EXAMPLES],
)


SOME = {"link_track_vehicle": 10}
"""Where derivatives of every tenth channel are taken: those of all 2,991 take three minutes."""
AWAY = {"cam_follower": {"A": 1.0}}
"""Where a start as drawn has no derivatives: a follower at rest has no pressure angle."""
SLIDING = {"stick_slip_brake": {"A": 0.5, "P": 3.0}}
"""Rates with which exact friction slides: only then it is that of linearization and C code."""


@cache
def system_of(name: str) -> System:
    return EXAMPLES[name].model().compile(kernels=())


@cache
def state_of(name: str) -> State:
    """A state in motion, away from where it was drawn."""
    system, random = system_of(name), np.random.default_rng(7)
    if name in SLIDING:
        sliding = system.assemble(rates=SLIDING[name])
        return replace(system.simulate(sliding, until=1e-3).final, t=0.0)
    start = system.assemble(AWAY.get(name, {}))
    moving = analysis.project(system, start.q, 0.3 * random.normal(size=system.nv))
    return replace(system.simulate(moving, until=0.05).final, t=0.0)


def functions_of_state(system: System) -> list[Definition]:
    return [d for d in system.compiled.catalogue if not d.accumulates]


@cache
def histories(name: str) -> dict[str, Channel]:
    """All channels at the state, from a history."""
    system = system_of(name)
    run = system.simulate(state_of(name), until=1e-7, every=1e-7)
    return run.history.read(*[d.full_name for d in functions_of_state(system)])


def expected(name: str, stride: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Their numbers one after the other, and which of them are unique."""
    values, unique = [], []
    for channel in list(histories(name).values())[::stride]:
        part = np.ravel(np.asarray(channel[0]))
        values.append(part)
        flags = np.ravel(np.asarray(channel.unique))
        unique.append(np.broadcast_to(flags, part.shape) if len(flags) == 1 else flags)
    return np.concatenate(values), np.concatenate(unique)


def assert_equal(found: np.ndarray, name: str, names: list[str]) -> None:
    values, unique = expected(name)
    kinds = np.array([n.split("[")[0].rpartition(".")[2] for n in names])
    known = unique & np.isfinite(values)
    scale = np.maximum(1.0, np.abs(values))
    for kind in set(kinds):  # zeros are differences of what is as large as others of their kind
        own = kinds == kind
        largest = np.max(np.abs(values[own]), initial=0.0, where=known[own])
        scale[own] = np.maximum(scale[own], 1e-2 * largest)
    off = np.abs(found - values) / scale
    # at half a turn, rounding decides the sign of an angle
    angles = np.array([".rpy" in n for n in names])
    off = np.where(angles, np.abs(np.sin(0.5 * (found - values))), off)
    worst = int(np.argmax(np.where(known, off, 0.0)))
    assert off[worst] <= 1e-9, (names[worst], found[worst], values[worst])


@every_mechanism
def test_linearize_takes_every_channel(name: str) -> None:
    """With the values of a history, and derivatives that are those of differences."""
    system, state = system_of(name), state_of(name)
    wanted = [d.full_name for d in functions_of_state(system)][:: SOME.get(name, 1)]
    assert len(wanted) > 40
    outputs, analysis = Outputs(wanted), Analysis(system)
    here = analysis.at(state, outputs)
    if name not in SOME:
        assert_equal(here.found["g"], name, outputs.names)
    linear = system.linearize(state, outputs=wanted)
    assert linear.outputs == tuple(outputs.names)
    unique = expected(name, SOME.get(name, 1))[1]
    along = np.random.default_rng(3).normal(size=system.nv + system.nv)
    by_theta, by_v = here.along("g")
    exact = by_theta @ along[: system.nv] + by_v @ along[system.nv :]
    before, after = slopes_along(name, outputs, along, 1e-6)
    near, far = slopes_along(name, outputs, along, 1e-8)
    # a size |x| near zero needs the smaller step, by which all others lose digits; where it is
    # zero, its slope is between those on both sides
    smooth = np.abs(0.5 * (before + after) - exact)
    bent = np.maximum(np.abs(0.5 * (near + far) - exact) - 0.5 * np.abs(far - near), 0.0)
    scale = np.maximum(np.abs(exact), 1.0 + 1e-2 * np.max(np.abs(exact)))
    off = np.where(unique, np.minimum(smooth, bent), 0.0)
    worst = int(np.argmax(off / scale))
    assert off[worst] <= 2e-5 * scale[worst], (outputs.names[worst], exact[worst])


def slopes_along(
    name: str, outputs: Outputs, along: np.ndarray, h: float
) -> tuple[np.ndarray, np.ndarray]:
    """The slopes of all outputs along a change of q and v, before and after the state."""
    system, state, analysis = system_of(name), state_of(name), Analysis(system_of(name))
    here = analysis.at(state, outputs).found["g"]
    moved = []
    for sign in (1.0, -1.0):
        q = system.add(state.q, sign * h * along[: system.nv])
        there = replace(state, q=q, v=state.v + sign * h * along[system.nv :])
        moved.append(analysis.at(there, outputs).found["g"])
    first = [k for k, n in enumerate(outputs.names) if n.endswith("quat_wxyz[0]")]
    for four in (slice(k, k + 4) for k in first):  # both signs are the same rotation
        for found in moved:
            found[four] *= 1.0 if found[four] @ here[four] > 0.0 else -1.0
    turns = np.array([".rpy" in n for n in outputs.names])
    slopes = []
    for change in (here - moved[1], moved[0] - here):
        change -= np.where(turns, 2.0 * np.pi * np.round(change / (2.0 * np.pi)), 0.0)
        slopes.append(change / h)
    return slopes[0], slopes[1]


@every_mechanism
def test_events_take_every_channel(name: str) -> None:
    system, state = system_of(name), state_of(name)
    sim = Modes(system, {}, (0.0, 1.0)).simulator(Mode(), state.q)
    listed = [column for d in functions_of_state(system) for column in d.columns]
    events = [Event(column.full_name, do=Stop()) for column in listed]
    watch = EventWatch(sim, events, range(len(events)))
    found = watch.values(sim.start(state), state.t)
    assert_equal(found, name, [column.full_name for column in listed])
    run = system.simulate(state, until=1e-4, every=1e-4, events=events[-6:])
    assert run.t[0] == 0.0


@every_mechanism
def test_c_code_and_sweeps_take_every_channel(name: str) -> None:
    system, state = system_of(name), state_of(name)
    wanted = [d.full_name for d in functions_of_state(system)]
    code = export.c_code(system, "m", quantities=(), methods=(), outputs=wanted)
    assert "m_outputs(" in code.files["m.h"]
    sim = Modes(system, {}, (0.0, 1.0)).simulator(Mode(), state.q)
    outputs = Outputs(wanted)
    kernel = output_kernel(sim, outputs)
    y = sim.start(state)
    given = {**sim.inputs(sim.choice(y)), "y": y, "t": np.array([state.t])}
    assert_equal(kernel(*[given[port.name] for port in kernel.inputs]), name, outputs.names)
    for column in (column for d in system.compiled.catalogue for column in d.columns):
        assert Measure("m", f"max {column.full_name}").problems(system) == []


def test_what_accumulates_is_refused_by_name() -> None:
    """Work, loss and corrections belong to a run; an event of a run may watch them."""
    system = system_of("four_bar")
    marked = [d.name for d in system.compiled.catalogue if d.accumulates]
    assert marked == ["energy.work", "energy.loss", "energy.corrections"]
    for name in marked:
        with pytest.raises(ModelError, match=f"{name}.*accumulates over a run"):
            system.linearize(state_of("four_bar"), outputs=[name])
        with pytest.raises(ModelError, match=f"{name}.*accumulates over a run"):
            export.c_code(system, "m", outputs=[name])
    run = system.simulate(
        system.assemble(),
        until=1.0,
        inputs={"A": 2.0},
        events=[Event("energy.work", at=0.01, do=Stop())],
    )
    assert run["energy.work"][-1] == pytest.approx(0.01, abs=1e-7)
    assert run.t[-1] < 1.0


def test_effort_of_a_drive_apart_from_what_is_given() -> None:
    system = system_of("four_bar")
    start = system.assemble({"A": 0.4})
    run = system.simulate(start, until=0.1, inputs={"A": 3.0}, locked=["A"])
    np.testing.assert_allclose(run["A.effort"], run["A.drive_effort"] + 3.0, atol=1e-12)
    driven = system.drive({"A": 0.4}, times=[0.0], efforts={"A": 3.0})
    np.testing.assert_allclose(driven["A.drive_effort"][0], run["A.drive_effort"][-1], atol=1e-9)
    free = system.simulate(start, until=0.1, inputs={"A": 3.0})
    assert np.all(free["A.drive_effort"] == 0.0)
    assert np.all(np.asarray(free["A.effort"]) == 3.0)
