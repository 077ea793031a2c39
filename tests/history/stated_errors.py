"""Runs of the gallery and of random mechanisms whose stated errors are compared with true ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

import sarrus
from random_mechanisms.generator import sample
from sarrus.errors import SarrusError
from sarrus.gallery import EXAMPLES
from sarrus.study import Study
from sarrus.system import Run, State, System
from sarrus.system.history.global_error import error_of_run

METHODS = ("auto", "auto", "auto", "adams", "bdf", "rk4", "ida", "abm4")
"""Methods in turn."""
EXACT = 1e-12
"""Relative tolerance of the runs that are taken for true."""
LARGE = 12
"""Velocities above which a mechanism of the gallery takes long."""
STEPS = 400
"""Equal steps of a run."""

WITHIN, BEYOND, WRONG, WARNED, UNKNOWN = "within", "beyond", "wrong", "warned", "unknown"


@dataclass(frozen=True)
class Subject:
    """A run to be made: its system, start, end, and keywords of `simulate`."""

    name: str
    system: System
    start: State
    until: float
    how: dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """What came of a comparison.

    outcome: "within" the stated error; "beyond" it, by less than ten times; "wrong", ten times or
    more without a warning; "warned", with one; "unknown" where true runs differ too much. ratio:
    true error over the stated one, the largest of all coordinates and velocities at the end.
    """

    name: str
    outcome: str
    ratio: float


def random_subject(seed: int) -> Subject:
    """Return the run of a random mechanism, by methods in turn."""
    found = sample(seed)
    system = sarrus.load(found.model).compile(kernels=())
    method = METHODS[seed % len(METHODS)]
    how: dict[str, Any] = {"method": method}
    if method in ("rk4", "abm4"):
        how["step"] = found.until / STEPS
    return Subject(
        f"{found.family} {seed} {method}", system, system.initial_state(), found.until, how
    )


def gallery_subjects() -> Iterator[Subject]:
    """Go through the simulations of the gallery that are not large, at the default tolerance."""
    for name, example in EXAMPLES.items():
        study = Study.of(example.model(), example.study_sections())
        if study.settings.kind != "simulate" or study.system.nv > LARGE:
            continue
        plan, until = study.plan, min(study.settings.until, 2.0)
        how: dict[str, Any] = {"inputs": plan.inputs, "driven": plan.drives}
        how |= {"locked": plan.locked, "method": study.settings.method}
        if study.settings.step is not None:
            how["step"] = study.settings.step
        yield Subject(name, study.system, study.start(), until, how)


def judged(subject: Subject, certify: bool) -> Outcome | None:
    """Return what came of a run; None where it does not come to its end."""
    s = subject
    try:
        run = s.system.simulate(s.start, until=s.until, **s.how)
    except SarrusError:
        return None
    error = error_of_run(run, tighter=certify)
    stated = error.state[-1]
    if error.notices():
        return Outcome(s.name, WARNED, np.nan)
    own = s.how["method"]
    truths = [exact for m in ("auto", "adams", "auto") if (exact := _truth(s, m, own)) is not None]
    if not truths:
        return Outcome(s.name, UNKNOWN, np.nan)
    end = _end(run)
    stated = np.maximum(stated, 1e-300)  # what does not move has no error
    ratio = float(np.max(np.abs(end - truths[0]) / stated))
    spread = [float(np.max(np.abs(other - truths[0]) / stated)) for other in truths[1:]]
    blur = max(spread, default=np.inf)
    if ratio + blur <= 1.0:
        return Outcome(s.name, WITHIN, ratio)
    if blur > 0.3 * ratio:
        return Outcome(s.name, UNKNOWN, ratio)
    return Outcome(s.name, BEYOND if ratio < 10.0 else WRONG, ratio)


def _truth(s: Subject, method: str, own: str) -> np.ndarray | None:
    how = {key: value for key, value in s.how.items() if key not in ("method", "step")}
    rtol = EXACT if method != own else 0.3 * EXACT
    try:
        run = s.system.simulate(
            s.start, until=s.until, method=method, rtol=rtol, atol=1e-2 * rtol, every=s.until, **how
        )
    except SarrusError:
        return None
    return _end(run)


def _end(run: Run) -> np.ndarray:
    return np.concatenate([run.q[-1], run.v[-1]])
