"""What is asked of every mechanism, so that it makes all its kernels: by public calls only."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import sarrus
from gallery.mobility_table import LARGE
from golden.kernel_record import Fingerprint, recording
from sarrus import Study, analysis
from sarrus.errors import SarrusError
from sarrus.gallery import EXAMPLES

REFERENCE = Path(__file__).parents[1] / "reference"
CASES = {
    f"case {path.parent.name}": path
    for path in sorted((REFERENCE / "bench").glob("*/case.json"))
    if isinstance(json.loads(path.read_text(encoding="utf-8")).get("model"), dict)
}
ROBOTS = {f"urdf {path.stem}": path for path in sorted((REFERENCE / "urdf").glob("*.urdf"))}
MECHANISMS = (*(name for name in EXAMPLES if name not in LARGE), *CASES, *ROBOTS)

STEPS = ("euler", "rk4", "ab3", "abm4", "midpoint")
CONTROLLED = ("auto", "adams", "bdf", "ida")

LOOSE = {"rtol": 1e-2, "atol": 1e-2}

Kernels = dict[str, list[Fingerprint]]


def study_of(name: str) -> Study:
    """Return the study of a mechanism, by its name in `MECHANISMS`."""
    if name in EXAMPLES:
        return Study.of(EXAMPLES[name].model(), EXAMPLES[name].study_sections())
    if name in CASES:
        return Study.of(sarrus.load(json.loads(CASES[name].read_text(encoding="utf-8"))), {})
    return Study.of(sarrus.load(ROBOTS[name]), {})


def kernels_of(name: str) -> Kernels:
    """Return for every piece of work the programs that it needs and those before it did not."""
    found: Kernels = {}
    with recording() as record:
        for work, does in work_on(study_of(name)):
            start = len(record.programs)
            try:
                does()
            except SarrusError as refusal:
                work = f"{work} ({refusal.problems[0].code})"
            found[work] = record.since(start)
    return {work: programs for work, programs in found.items() if programs or "(" in work}


def work_on(study: Study) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Go through what is asked of a mechanism."""
    yield "compile", lambda: study.model.compile()
    yield "start", study.start
    state = study.start()
    system = study.system
    q, v = state.q, state.v
    w = np.linspace(0.5, 1.5, system.nv)
    yield "inverse_dynamics", lambda: system.inverse_dynamics(q, v, w)
    yield "forward_dynamics", lambda: system.forward_dynamics(q, v, w)
    yield "mass_matrix", lambda: system.mass_matrix(q)
    yield "bias", lambda: system.bias(q, v)
    yield "applied_efforts", lambda: system.applied_efforts(q, v)
    yield "energy", lambda: system.energy(q, v)
    yield "dissipation", lambda: analysis.dissipation(system, q, v)
    yield "momentum", lambda: system.momentum(q, v)
    yield "kinematics", lambda: system.kinematics(q, v, w)
    body = system.model.bodies[-1].name
    yield "point", lambda: system.point(body, (0.1, 0.2, 0.3), q, v, w)
    yield "jacobian", lambda: system.jacobian(body, (0.1, 0.2, 0.3), q)
    joint = system.velocities[0]
    yield "hybrid_dynamics", lambda: analysis.hybrid_dynamics(system, q, v, driven={joint: 1.0})
    yield "accelerations", lambda: system.accelerations(state)
    yield "wrenches", lambda: system.wrenches(state)
    yield "reactions", lambda: system.reactions(state)
    yield "tree reactions", lambda: system.reactions(q, v, w)
    yield "reduced_equations", lambda: analysis.reduced_equations(system, state)
    yield "project", lambda: analysis.project(system, q, v)
    yield "inverse_derivatives", lambda: analysis.inverse_derivatives(system, q, v, w)
    yield "forward_derivatives", lambda: analysis.forward_derivatives(system, q, v, w)
    yield "system_jacobian", lambda: analysis.system_jacobian(system, system.accelerations(state))
    plan = study.plan
    given = {"inputs": plan.inputs, "driven": plan.drives, "locked": plan.locked}
    step = 1e-5
    for method in STEPS:
        yield (
            f"simulate {method}",
            partial(
                system.simulate, state, until=state.t + 6 * step, method=method, step=step, **given
            ),
        )
    for method in CONTROLLED:
        yield (
            f"simulate {method}",
            partial(system.simulate, state, until=state.t + step, method=method, **given, **LOOSE),
        )
    yield (
        "channels",
        lambda: read_all(
            system.simulate(
                state, until=state.t + 2 * step, method="rk4", step=step, **given
            ).history
        ),
    )
    yield (
        "channels between states",
        lambda: read_all(
            system.simulate(
                state, until=state.t + 2 * step, method="rk4", step=step, **given
            ).history.at([state.t + 0.5 * step])
        ),
    )
    driven = plan.drives or {first_driven(system): float(state.q[0])}
    yield (
        "drive",
        lambda: read_all(
            system.drive(driven, times=[state.t, state.t + step], guess=state).history
        ),
    )
    analyzed = {"efforts": plan.inputs, "driven": plan.drives, "locked": plan.locked}
    yield "linearize", lambda: system.linearize(state, (), (), **analyzed)


def first_driven(system: Any) -> str:
    """Return the name of the first coordinate."""
    return str(system.coordinates[0])


def read_all(history: Any) -> None:
    """Read every channel of a history."""
    for name in [channel.name for channel in history.channels()]:
        try:
            history[name]
        except SarrusError:
            continue
