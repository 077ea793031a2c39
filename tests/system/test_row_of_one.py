"""One state is a row of one: motion, loads, self-stress and loads of bearings have the same bits.

Rows of a run share a choice of constraint rows, made at the first of them; it is an input like
others, so that states are compared behind the same first one.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
import scipy.linalg

from sarrus import State, System
from sarrus.gallery import EXAMPLES
from sarrus.study import Study
from sarrus.system import Run
from sarrus.system.driven.driving import Drive
from sarrus.system.one_state.reactions import joint_reactions
from sarrus.system.simulation.states import MemoryStates, Segment

QUICK = (
    "pendulum", "rolling_coin", "turntable_ball", "four_bar", "bricard", "planetary_gear", "rssr",
    "geneva", "loose_slider_crank", "stick_slip_brake", "flexible_slider_crank", "simple_car",
)  # fmt: skip
"""Trees, loops with and without redundant rows, rolling, contact, friction of bearings, gears."""
CASES = [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in EXAMPLES]
NATIVE = 1e-14
"""How far loads at one state by native calls are from those of rows, as part of the largest."""


@cache
def started(name: str) -> tuple[Study, State]:
    study = Study.of(EXAMPLES[name].model(), EXAMPLES[name].study_sections(), name)
    return study, study.start()


def short_run(name: str) -> Run:
    """The first moments of the run of an example, up to an event if there is one."""
    study, start = started(name)
    plan: Any = study.plan
    return study.system.simulate(
        start, until=start.t + 0.01, every=0.0025, certify=False, inputs=plan.inputs,
        driven=plan.drives, locked=plan.locked, **plan.keywords,
    )  # fmt: skip


def bits(value: Any) -> bytes:
    return np.ascontiguousarray(value, dtype=float).tobytes()


@pytest.mark.parametrize("name", CASES)
def test_a_state_of_a_run_has_the_bits_of_a_row_of_one(name: str) -> None:
    """Every channel of a state, whichever other states are evaluated with it."""
    run = short_run(name)
    names = [row.name for row in run.history.channels()]
    first, every = run.segments[0], run.history.read(*names)
    assert {what for channel in names for what in ("reaction", "wrench") if what in channel}
    for k in {1, first.last - 1}:
        at = [0, k]
        states = MemoryStates(run.t[at], run._rows[at])
        alone = replace(run, states=states, segments=(Segment(0, 2, first.sim),))
        found = alone.history.read(*names)
        off = [c for c in names if bits(found[c][1]) != bits(every[c][k])]
        assert not off and all(found[c].unique == every[c].unique for c in names)


@pytest.mark.parametrize("name", CASES)
def test_native_calls_at_one_state_agree_with_a_row_of_one(name: str) -> None:
    """Loops are solved by native code at one state, for speed: the one other way that there is."""
    study, start = started(name)
    system = study.system
    rows = joint_reactions(system, system.accelerations(start, share=True))
    found = system.reactions(start)
    largest = max(float(np.max(np.abs([w.force, w.moment]))) for w in rows.values())
    for joint, wrench in rows.items():
        for a, b in ((found[joint].force, wrench.force), (found[joint].moment, wrench.moment)):
            assert np.max(np.abs(np.asarray(a) - b)) <= NATIVE * largest
        assert found[joint].unique_force == wrench.unique_force
        assert found[joint].unique_moment == wrench.unique_moment


def slow_motion(system: System, start: State) -> Drive:
    """The start led away slowly by as many hinges and sliders as the loops leave freedoms."""
    N = np.eye(system.nv)
    if system.closed:
        Phi = system.compiled.loops.closure(start.q)[1]
        N = system.compiled.loops.scaled_matrix(Phi).null_space
    layout = system.compiled.layout
    hinges = [joint.name for joint in layout.joints if joint.type.nq == joint.type.nv == 1]
    v = [layout.v_slice[name].start for name in hinges]
    free = scipy.linalg.qr(N[v].T, pivoting=True)[2][: N.shape[1]]
    led = sorted(hinges[k] for k in free)
    at = {name: float(start.q[layout.q_slice[name].start]) for name in led}
    laws = {name: (lambda t, q=q: q + 0.1 * t) for name, q in at.items()}
    return system.drive(laws, times=[0.0, 0.01, 0.02], guess=start, share=True)


DRIVEN = ("pendulum", "four_bar", "bricard", "planetary_gear", "quick_return",
          "slider_crank", "delta_robot", "puma560", "double_wishbone")  # fmt: skip


@pytest.mark.parametrize("name", DRIVEN)
def test_drives_have_the_loads_of_their_motions(name: str) -> None:
    """Of a drive as a history, of all its times at once, and of one of its motions."""
    study, start = started(name)
    drive = slow_motion(study.system, start)
    alone = [study.system.reactions(motion) for motion in drive.motions]
    for joint in study.system.compiled.loops.joints:
        forces, together = drive[f"{joint}.reaction.force"], drive.reactions(joint)
        for k, one in enumerate(alone):
            of = (forces[k], together[k].force, one[joint].force)
            assert len({bits(force) for force in of}) == 1
            assert together[k].unique_force == one[joint].unique_force
