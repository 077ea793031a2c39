"""The output of an FMU over time as a law: of a drive, or of an effort that knows no motion.

A drive needs a coordinate with its rate and acceleration, at any time. So the FMU is run before,
in a mechanism of its own, and its output becomes a curve:

    q(t) = spline through (t_k, y_k),    t_k = k * every

with continuous curvature; its error is of the order every^4, that of accelerations every^2.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.fmu_permission import allow_fmu
from sarrus.model.forces.fmu import CHOSEN, Fmu
from sarrus.model.units import si_unit, without_cycles
from sarrus.spatial.curve import FEWEST, Curve
from sarrus.system.checks import check_positive
from sarrus.system.simulation.fmus.process import refuse_unknown_code
from sarrus.system.simulation.recording import Stopped

if TYPE_CHECKING:
    from sarrus.formats.fmi.description import FmuDescription, FmuVariable

SMOOTH = 2
"""Of the curve: a cubic spline."""
RTOL, ATOL = 1e-10, 1e-12
"""Of the integration of Model Exchange."""
JUMP = 1e-9
"""Largest change of an output at one time, over its largest value, that is rounding."""
MOST_ROWS = 2_000_000
"""Rows of a curve."""
NAME = "source"


@dataclass(frozen=True, eq=False)
class FmuLaw:
    """An output of an FMU over time, as a law of t for drives and efforts.

    The FMU begins at t = 0 and is run before the motion that its output prescribes; a spline
    through values every so many seconds [s] joins them, which is the step of Co-Simulation, too.
    inputs: what its inputs are told, numbers in SI or laws of t; parameters: values before the
    start. kind: "model_exchange", which it is where the FMU has it, or "co_simulation". until:
    to which time, by default that of the run; live pages, FMUs and C code made of the system need
    it. The output counts in SI units.

    Example:
        m = Mechanism("source")
        mass = m.body("mass", mass=0.02, inertia=(1, 1, 1))
        m.prismatic("X", m.ground, mass, at=(0, 0, 0), axis="x")
        m.joint_spring("S", "X", 50.0, 1.2)
        sarrus.export.fmu(m.build().compile(), "profile.fmu", inputs=["X"],
                          outputs=["X.displacement"], overwrite=True)
        law = sarrus.FmuLaw("profile.fmu", "X.displacement", inputs={"X.effort": 20.0})
        run = system.drive({"A": law}, until=0.5)
    """

    file: str
    output: str
    inputs: Mapping[str, Any] = field(default_factory=dict)
    parameters: Mapping[str, Any] = field(default_factory=dict)
    every: float = 1e-3
    kind: str = CHOSEN
    patience: float = 60.0
    until: float | None = None
    of_file: bool = field(default=False, repr=False)
    """Whether a model file names it, which alone does not let its code run."""
    has_text = True
    """It is read, as text is, before it is a law."""

    def __post_init__(self) -> None:
        """Check what the description of the FMU tells; no code of it is run."""
        object.__setattr__(self, "file", os.path.abspath(os.fspath(self.file)))
        check_positive(every=self.every, patience=self.patience, until=self.until)
        about = self._about
        problems = [p for p in (
            _unknown(about, "output", self.output, about.variables),
            *(_unknown(about, "input", name, about.of_causality("input")) for name in self.inputs),
        ) if p is not None]  # fmt: skip
        if problems:
            raise ModelError(problems)
        if not self.of_file:
            allow_fmu(self.file)

    @property
    def _about(self) -> FmuDescription:
        """What the FMU says of itself."""
        from sarrus.formats.fmi.description import read_fmu

        return read_fmu(self.file)

    @property
    def where(self) -> str:
        """The element in messages."""
        return f"law of fmu '{os.path.basename(self.file)}' / {self.output}"

    def wrong_unit(self, unit: str) -> str:
        """Return why the output cannot have a unit; "" where it can."""
        found = self._about.by_name[self.output].unit
        if found.dimension is None or without_cycles(si_unit(unit)[1]) == found.dimension:
            return ""
        return f"is in {found.name}, and {unit or 'a pure number'} is needed"

    def __call__(self, t: Any) -> Any:
        """Return the output at a time up to `until`."""
        if self.until is None:
            rule = "is known over the time of a run only"
            action = "say until when: until=5.0, in a file until: 5 s"
            raise ModelError(Problem("F70", self.where, rule, action=action))
        return self.over(self.until)(t)

    def over(self, end: float) -> Curve:
        """Return the output from 0 to a time as a curve; runs the FMU."""
        refuse_unknown_code(self.where, self.file)
        rows = max(FEWEST[SMOOTH], int(np.ceil(end / self.every - 1e-9)) + 1)
        if not 0.0 < end < np.inf or rows > MOST_ROWS:
            rule = f"would have {rows:,} rows until {end:g} s, and may have {MOST_ROWS:,}"
            raise ModelError(Problem("F70", self.where, rule, action="give a larger every"))
        return _curve_of(self, rows)

    def _element(self, chosen: Callable[..., Any]) -> None:
        """Add the FMU to a mechanism by its method `fmu`."""
        about = self._about
        kind = self.kind
        if kind == CHOSEN:
            kind = next(k for k in ("model_exchange", "co_simulation") if k in about.abilities)
        every = self.every if kind == "co_simulation" else None
        told = {name: _of_motion(law) for name, law in self.inputs.items()}
        chosen(NAME, self.file, inputs=told, outputs={self.output: None},
               parameters=dict(self.parameters), kind=kind, every=every,
               patience=self.patience)  # fmt: skip


def _of_motion(law: Any) -> Any:
    """Return a law of t as what an input of an FMU is told."""
    if isinstance(law, (tuple, list)) and len(law) == 2:
        law = Curve(np.asarray(law[0], float), np.asarray(law[1], float))
    return (lambda motion: law(motion.time)) if callable(law) else law


def _unknown(
    about: FmuDescription, role: str, name: str, known: tuple[FmuVariable, ...] | list[FmuVariable]
) -> Problem | None:
    """Return what is wrong with a variable."""
    where = f"law of fmu '{os.path.basename(about.file)}'"
    found = next((v for v in known if v.name == name), None)
    if found is None:
        rule = f"is not the name of an {role} of the FMU"
        return Problem("M09", where, rule, repr(name),
                       action=nearest(str(name), [v.name for v in known]))  # fmt: skip
    if not found.is_number or found.clocked:
        rule = "has values at the ticks of a clock only" if found.clocked else "is not one number"
        return Problem("F25", where, rule, repr(name))
    return None


@lru_cache(maxsize=32)
def _curve_of(law: FmuLaw, rows: int) -> Curve:
    """Return the curve through so many rows."""
    from sarrus.model import Mechanism

    m = Mechanism(NAME, gravity=(0.0, 0.0, 0.0))
    m.weld("fixed", m.ground, m.body("unused", mass=1.0, inertia=(1.0, 1.0, 1.0)), at=(0, 0, 0))
    law._element(m.fmu)
    system = m.build().compile()
    element = next(e for e in system.model.forces if isinstance(e, Fmu))
    channel = f"{NAME}.{element.states[-1 - _behind(element)].name}"
    end = (rows - 1) * law.every
    try:
        run = system.simulate(
            system.assemble(), until=end, every=law.every, rtol=RTOL, atol=ATOL, certify=False
        )
    except Stopped as stopped:
        raise ModelError([*stopped.problems]) from None
    t, y = np.array(run.t), np.array(run.history[channel], dtype=float)
    if t[-1] < end - 1e-9 * law.every:
        rule = f"ends at t = {t[-1]:.9g} s: the FMU asked for the end of the simulation"
        raise ModelError(Problem("F70", law.where, rule, action="end the run before that"))
    same = np.flatnonzero(np.diff(t) <= 0.0)
    jumps = np.abs(np.diff(y))[same]
    if np.any(jumps > JUMP * max(1e-300, float(np.abs(y).max()))):
        k = same[int(np.argmax(jumps))]
        rule = f"jumps from {y[k]:.6g} to {y[k + 1]:.6g} (SI) at t = {t[k]:.9g} s"
        action = "a law of time must not jump: take an output that is continuous, or let a "
        action += "controller follow it (`fmu` as a force element)"
        raise ModelError(Problem("F70", law.where, rule, action=action))
    grid = law.every * np.arange(rows)
    at = np.searchsorted(t, grid - 1e-6 * law.every)
    return Curve(grid, y[np.minimum(at, len(y) - 1)], SMOOTH, "refuse")


def _behind(element: Fmu) -> int:
    """Return how many states stand behind the output."""
    return element.indicator_count + 1 if element.is_continuous else 0
