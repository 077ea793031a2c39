"""The runs of the golden result files: every method, laws, drives, events, and an interruption."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import sarrus
from sarrus import Event, Mechanism, Model, State, System
from sarrus.gallery import four_bar as gallery_four_bar
from sarrus.system import Run
from sarrus.system.simulation.events import (
    Attach,
    Bounce,
    Detach,
    Effort,
    Enable,
    Lock,
    Release,
    SetParameter,
)

FOLDER = Path(__file__).parent / "data"
EQUAL = ("euler", "rk4", "ab3", "abm4", "midpoint")
SUNDIALS = ("adams", "bdf", "ida")
TOLERANCE = {"rtol": 1e-8, "atol": 1e-10}

OTHER_STEPS = ("auto", *SUNDIALS)
"""Methods that choose other steps than when the files were written: since then absolute tolerances
scale with the model, and near misses of singular positions are followed."""


@dataclass(frozen=True)
class Golden:
    """A run whose file is kept: its model, how it starts, and keywords of `simulate`."""

    model: Callable[[], Model]
    start: Callable[[System], State]
    how: dict[str, Any]
    parameters: tuple[str, ...] = ()

    @property
    def allowed(self) -> float:
        """Relative difference between two ways to compute the same run."""
        return 100.0 * TOLERANCE["rtol"] if self.how.get("method") in SUNDIALS else 1e-12

    @property
    def allowed_since(self) -> float:
        """The same, where the file was written by a version with other steps."""
        return 100.0 * TOLERANCE["rtol"] if self.how["method"] in OTHER_STEPS else self.allowed

    def run(self, **more: Any) -> Run:
        """Return the run."""
        system = self.model().compile(kernels=(), parameters=self.parameters)
        return system.simulate(self.start(system), **{**self.how, **more})


def linkage() -> Model:
    """Return a four-bar with a spring, a damper and a frame, in space but for its axes."""
    m = Mechanism("golden linkage", (0.0, -9.81, 0.3))
    m.body("crank", 0.5, (0.1, 0.0, 0.0), (0.001, 0.004, 0.004))
    m.body("coupler", 1.2, (0.4, 0.05, 0.0), (0.01, 0.09, 0.1), at=(0.0, 0.2, 0.0))
    m.body("rocker", 0.8, (0.0, 0.3, 0.0), (0.05, 0.002, 0.05), at=(0.8, 0.0, 0.0))
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="z")
    m.revolute("B", "crank", "coupler", at=(0.0, 0.2, 0.0), axis="z")
    m.spherical("C", "coupler", "rocker", at=(0.8, 0.6, 0.0))
    m.revolute("D", m.ground, "rocker", at=(0.8, 0.0, 0.0), axis="z")
    m.spring_damper(
        "S", m.ground, "coupler", k=40.0, c=0.5, free_length=0.3, on_a=(0, 1, 0), on_b=(0.4, 0, 0)
    )
    m.joint_damper("grease", "A", 0.05)
    m.frame("tracer", "coupler", (0.5, 0.2, 0.1))
    return m.build()


def arm() -> Model:
    """Return a double pendulum."""
    m = Mechanism("golden arm", (0.0, -9.81, 0.0))
    m.body("upper", 1.0, (0.0, -0.3, 0.0), (0.03, 0.001, 0.03))
    m.body("lower", 0.7, (0.0, -0.25, 0.0), (0.02, 0.001, 0.02), at=(0.0, -0.6, 0.0))
    m.revolute("A", m.ground, "upper", at=(0, 0, 0), axis="z")
    m.revolute("B", "upper", "lower", at=(0.0, -0.6, 0.0), axis="z")
    m.joint_damper("grease", "A", 0.2)
    return m.build()


def top() -> Model:
    """Return a spinning top on a point: coordinates with a quaternion."""
    m = Mechanism("golden top", (0.0, 0.0, -9.81))
    m.body("top", 2.0, (0.0, 0.0, 0.4), (0.4, 0.4, 0.05))
    m.spherical("S", m.ground, "top", at=(0, 0, 0))
    return m.build()


def turning(system: System) -> State:
    return system.assemble(rates={"A": 2.0})


def swinging(system: System) -> State:
    return system.state([1.2, -0.3], [0.0, 0.5])


def begun(system: System) -> State:
    return system.assemble({"A": 0.0}, {"A": 1.5})


def held(system: System) -> State:
    return system.state([1.2, -0.3], [0.4, 0.0])


def spinning(system: System) -> State:
    return system.state([0.9, 0.3, -0.2, 0.1] / np.linalg.norm([0.9, 0.3, -0.2, 0.1]), [1, 2, 20])


STOPS = (
    Event("B", at=0.4, direction="up", do=Bounce(0.8), name="limit"),
    Event("A", at=-0.2, direction="down", do=[Lock("A")], name="brake", most=1),
    Event(0.9, do=Release("A"), name="release"),
    Event(0.21, do=Attach("load", "lower", 0.5, (0, -0.6, 0)), name="grip"),
    Event("A.rate", at=-1.0, name="noted"),
    Event(1.1, do=Detach("load", "lower"), name="drop"),
)
SWITCHES = (
    Event(0.05, do=Effort("A", ([0.0, 2.0], [1.0, -1.0])), name="table"),
    Event("A", at=0.1, direction="up", do=Enable("grease", False), name="dry"),
    Event(0.12, do=SetParameter("rocker.mass", 2.0), name="heavy"),
    Event(0.2, do=[Effort("A", 0.5), Enable("grease")], name="wet"),
)
WAVE = (np.linspace(0.0, 1.0, 11), np.sin(np.linspace(0.0, 6.0, 11)))
RAMP = (np.linspace(0.0, 1.0, 11), np.linspace(0.0, 1.5, 11))


def _by(method: str) -> dict[str, Any]:
    if method in EQUAL:
        return {"method": method, "step": 1e-3}
    return {"method": method, **TOLERANCE}


def _linkage(method: str, **more: Any) -> Golden:
    how = {"until": 0.2, "every": 0.01, "inputs": {"A": WAVE, "D": 0.3}, **_by(method), **more}
    return Golden(linkage, turning, how)


RUNS: dict[str, Golden] = {
    **{f"linkage_{method}": _linkage(method) for method in (*EQUAL, "auto", *SUNDIALS)},
    "baumgarte": _linkage("rk4", baumgarte=20.0),
    "switches_auto": _linkage("auto", events=SWITCHES, until=0.3),
    "switches_rk4": _linkage("rk4", events=SWITCHES, until=0.3),
    "driven": Golden(
        linkage, begun, {"until": 0.6, "every": 0.01, "driven": {"A": RAMP}, **_by("auto")}
    ),
    "locked": Golden(arm, held, {"until": 0.3, "every": 0.01, "locked": ("B",), **_by("auto")}),
    "parameters": Golden(
        linkage,
        turning,
        {"until": 0.1, "every": 0.01, "parameters": {"S.k": 55.0}, **_by("abm4")},
        ("S.k", "crank.mass"),
    ),
    **{
        f"stops_{method}": Golden(
            arm, swinging, {"until": 1.5, "every": 0.05, "events": STOPS, **_by(method)}
        )
        for method in ("auto", "abm4", "adams")
    },
    **{
        f"top_{method}": Golden(top, spinning, {"until": 0.3, "every": 0.01, **_by(method)})
        for method in ("auto", "rk4", "midpoint", "bdf")
    },
}

SWEEP = {"crank": [0.3, 0.35, 0.4], "coupler": [1.0, 1.1]}
MEASURES = ["max A.rate", "last tracer.position.x", "min D.angle"]


def sweep(folder: Path | None) -> Any:
    """Return a sweep of four-bars, with its ledger in a folder."""
    how = {"until": 0.3, "method": "rk4", "step": 1e-3, "workers": 0}
    return sarrus.sweep(
        gallery_four_bar, SWEEP, measure=MEASURES, rates={"A": 3.0}, folder=folder, **how
    )


def channels(run: Run) -> dict[str, np.ndarray]:
    """Return every channel of a run at some of its states."""
    history = run.history
    return {entry.name: np.asarray(history[entry.name])[::5] for entry in history.channels()}


def end_of(run: Run) -> np.ndarray:
    """Return the state at the end of a run."""
    return np.concatenate([run.q[-1], run.v[-1]])


def path_of(name: str) -> Path:
    """Return the file of a run."""
    return FOLDER / f"{name}.sarrus"
