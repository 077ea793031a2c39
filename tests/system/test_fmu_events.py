"""Events in FMUs: found inside steps, obeyed and followed by other modes as `simulate` has it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fmpy import read_model_description, simulate_fmu
from fmpy.validation import validate_fmu

from sarrus import Mechanism, ModelError, System, export
from sarrus.events import (
    Attach,
    Bounce,
    Detach,
    Drive,
    Effort,
    Enable,
    Event,
    Join,
    Lock,
    Part,
    Release,
    SetParameter,
    SetState,
    Stop,
)
from sarrus.system.fmu import sources

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
STRICT = ("-std=c99", "-O0", "-Wall", "-Wextra", "-Wpedantic",
          "-Wconversion", "-Werror", "-ffp-contract=off",
          "-fPIC", "-shared", "-fvisibility=hidden")  # fmt: skip
VERSIONS = ("2.0", "3.0")


@pytest.fixture(scope="module", autouse=True)
def quick_and_strict() -> Iterator[None]:
    """Compile quickly, and take no warning; rounding is the same."""
    usual = sources.OPTIONS
    sources.OPTIONS = STRICT
    yield
    sources.OPTIONS = usual


def ball() -> Mechanism:
    m = Mechanism("ball")
    body = m.body("ball", mass=0.5, com=(0, 0, 0), inertia=(1e-3, 1e-3, 1e-3))
    m.prismatic("H", m.ground, body, at=(0, 0, 1.0), axis="z")
    return m


def arm() -> Mechanism:
    m = Mechanism("arm")
    upper = m.body("upper", mass=3.0, com=(0, 0, 0.2), inertia=(0.04, 0.03, 0.01))
    lower = m.body("lower", mass=2.0, com=(0, 0.02, 0.6), inertia=(0.03, 0.03, 0.01))
    m.revolute("A", m.ground, upper, at=(0, 0, 0), axis="y")
    m.revolute("B", upper, lower, at=(0, 0, 0.4), axis="x")
    m.joint_spring("S", "A", 8.0, 0.3)
    m.frame("hand", lower, at=(0, 0, 0.8))
    m.frame("hook", m.ground, at=(0, 0, 0.8))
    return m


def four_bar() -> Mechanism:
    m = Mechanism("four_bar")
    crank = m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    coupler = m.body("coupler", mass=2.0, com=(0.2, 0, 0.1), inertia=(1e-3, 2e-2, 2e-2))
    rocker = m.body("rocker", mass=1.5, com=(0.3, 0, 0.1), inertia=(1e-3, 5e-3, 5e-3))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="y")
    m.revolute("B", crank, coupler, at=(0.1, 0, 0), axis="y")
    m.revolute("C", coupler, rocker, at=(0.3, 0, 0.2), axis="y")
    m.revolute("D", m.ground, rocker, at=(0.3, 0, 0), axis="y")
    m.joint_spring("S", "D", 20.0, 0.4)
    return m


CASES: dict[str, tuple[Any, dict[str, Any], list[Event], tuple[str, ...], float]] = {
    "bounce": (
        ball, {}, [Event("H.displacement", Bounce(0.7, rest=0.2), at=-1.0, direction="down")],
        ("H.displacement", "ball.velocity"), 2.0,
    ),
    "phases": (
        arm, {"rates": {"A": 3.0, "B": 1.0}},
        [
            Event("A.angle", [Lock("A"), SetParameter("S.k", 30.0)], at=0.2, direction="up", most=1),
            Event(0.25, [Release("A"), Effort("B", "2*sin(10*t)")], name="go on"),
            Event("B.angle", Enable("S", False), at=0.4, direction="up", most=1),
            Event(0.41, Effort("B", None)),
        ],
        ("A.angle", "B.angle", "lower.position"), 0.6,
    ),
    "payload": (
        arm, {"rates": {"A": 1.0}},
        [
            Event(0.1, Attach("load", "lower", 1.5, (0, 0, 0.8), (0.01, 0.02, 0.01))),
            Event("A.angle", Detach("load", "lower"), at=0.3, direction="up", most=1),
        ],
        ("A.angle", "B.angle"), 0.4,
    ),
    "joined": (
        arm, {"rates": {"A": 1.0, "B": 0.5}},
        [
            Event(0.1, Join("hold", "distance", "hand", "hook", where_it_is=True,
                            numbers={"length": 0.05})),
            Event(0.3, Part("hold")),
        ],
        ("A.angle", "B.angle", "hold.reaction.force"), 0.4,
    ),
    "closed": (
        four_bar, {"rates": {"A": 20.0}},
        [
            Event("D.angle", [Lock("A"), Enable("S", False)], at=-0.3, direction="up", most=1),
            Event(0.3, [Release("A"), Effort("A", 3.0), Enable("S")], name="again"),
        ],
        ("A.angle", "C.angle", "D.angle", "D.reaction.force"), 0.4,
    ),
    "stopped": (
        four_bar, {"rates": {"A": 20.0}},
        [Event(lambda t, state: state["D.angle"] + 0.05 - 0.0 * t, Stop(), direction="up")],
        ("A.angle", "D.angle"), 0.4,
    ),
}  # fmt: skip


def system_of(model: Mechanism) -> System:
    return model.build().compile()


def off(result: Any, run: Any, names: Any) -> float:
    """Return the largest difference at the times of a result, relative to each channel's largest.

    At events, where both have two rows, the later ones are compared.
    """
    here = {round(float(t), 9): k for k, t in enumerate(run.t)}
    there = {round(float(t), 9): k for k, t in enumerate(result["time"])}
    common = sorted(set(here) & set(there))
    assert len(common) > 5
    worst = 0.0
    for name in names:
        values = np.asarray(run.history[name], dtype=float)
        parts = [name] if values.ndim == 1 else [f"{name}[{k}]" for k in range(values.shape[1])]
        found = np.array([result[x] for x in parts]).T.reshape(len(result["time"]), *values.shape[1:])
        a, b = found[[there[t] for t in common]], values[[here[t] for t in common]]
        worst = max(worst, float(np.abs(a - b).max() / max(1.0, np.abs(values).max())))
    return worst


@pytest.mark.parametrize("name", CASES)
def test_events_are_those_of_a_run(name: str, tmp_path: Path) -> None:
    model, start, events, outputs, until = CASES[name]
    system = system_of(model())
    state = system.assemble(**start)
    steps = system.simulate(
        state, until=until, every=until / 40, method="rk4", step=1e-3, events=events
    )
    tight = system.simulate(
        state, until=until, every=until / 40, rtol=1e-11, atol=1e-13, events=events
    )
    assert len(steps.events) >= len(events) and len(tight.events) == len(steps.events)
    for version in VERSIONS:
        made = export.fmu(
            system, tmp_path / "it.fmu", version=version, state=state, outputs=outputs,
            events=events, step=1e-3, stop=until, overwrite=True,
        )  # fmt: skip
        assert validate_fmu(str(made.path)) == []
        keywords: dict[str, Any] = {"stop_time": until, "output_interval": until / 40}
        found = simulate_fmu(str(made.path), fmi_type="CoSimulation", **keywords)
        print(name, version, "CS", off(found, steps, outputs))
        found = simulate_fmu(
            str(made.path), fmi_type="ModelExchange", relative_tolerance=1e-11, **keywords
        )
        print(name, version, "ME", off(found, tight, outputs))
