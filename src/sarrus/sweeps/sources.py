"""What makes the models of a sweep: a function with arguments, or a file with values."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Protocol

import numpy as np

from sarrus.errors import ModelError, Problem, SarrusError
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.model.building.references import nearest
from sarrus.study import Assembly, Study
from sarrus.study.start import start_state
from sarrus.study.study import with_settings
from sarrus.sweeps.plans import OVER, key_of
from sarrus.sweeps.starting import START, Start
from sarrus.sweeps.tasks import DRIVE, SIMULATE, RunRequest
from sarrus.sweeps.units import constant_units
from sarrus.system import State, System
from sarrus.system.output_settings import OutputSettings


@dataclass(frozen=True, eq=False)
class Built:
    """The model of a point with what is requested of it; start: its state, near a nominal one."""

    model: Model
    request: RunRequest
    options: Mapping[str, Any]
    start: Callable[[System, State | None], State]
    start_key: str
    shown: OutputSettings = field(default_factory=OutputSettings)


class Source(Protocol):
    """Makes the model of a point."""

    @property
    def name(self) -> str:
        """What it is, for the ledger."""

    def check(self, names: Sequence[str]) -> None:
        """Refuse names that it does not know."""

    def units(self, names: Sequence[str]) -> dict[str, str]:
        """Return the SI units of values, as far as they are known."""

    def model_of(self, values: Mapping[str, Any]) -> Built:
        """Return the model of some values."""

    def nominal(self) -> Built | None:
        """Return the model without the sweep, None where there is none."""


@dataclass(frozen=True, eq=False)
class FunctionSource:
    """A function that returns models, such as those of the gallery."""

    function: Callable[..., Model]
    start: Start
    options: Mapping[str, Any]
    how: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The name of the function."""
        return str(getattr(self.function, "__name__", type(self.function).__name__))

    def check(self, names: Sequence[str]) -> None:
        """Refuse arguments that the function does not have."""
        if "until" not in self.how and "times" not in self.how:
            rule = "is missing: a function says nothing about the run"
            raise ModelError(Problem(OVER, "until", rule, action="give until=... in seconds"))
        known = inspect.signature(self.function).parameters
        if any(p.kind is p.VAR_KEYWORD for p in known.values()):
            return
        wrong = [name for name in names if name not in known]
        if wrong:
            rule = f"is not an argument of {self.name}"
            raise ModelError(
                [Problem("M09", f"'{n}'", rule, action=nearest(n, list(known))) for n in wrong]
            )

    def units(self, names: Sequence[str]) -> dict[str, str]:
        """Return none: arguments of a function say nothing about their units."""
        return {}

    def model_of(self, values: Mapping[str, Any]) -> Built:
        """Return the model of some arguments."""
        model = self.function(**values)
        if not isinstance(model, Model):
            rule = f"must return a Model, not a {type(model).__name__}"
            raise ModelError(Problem(OVER, f"function '{self.name}'", rule))
        return Built(
            model, RunRequest(SIMULATE, self.how), self.options, self.start.state, self.start.key
        )

    def nominal(self) -> Built | None:
        """Return the model of the defaults."""
        try:
            return self.model_of({})
        except (TypeError, SarrusError):
            return None


@dataclass(frozen=True, eq=False)
class FileSource:
    """A model file; what is swept over are values of it, what the run is stands in it.

    edits: other values of it that are replaced; replaced: settings of its run.
    """

    path: str
    start: Start | None
    options: Mapping[str, Any]
    how: Mapping[str, Any]
    edits: Mapping[str, Any] = field(default_factory=dict)
    replaced: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The words for a file: what is in it is told by the models."""
        return "file"

    def check(self, names: Sequence[str]) -> None:
        """Refuse nothing: the file says what it does not know, with the place."""

    def units(self, names: Sequence[str]) -> dict[str, str]:
        """Return the units of constants of the file, by the units that they are written with."""
        return constant_units(self.path, names)

    def model_of(self, values: Mapping[str, Any]) -> Built:
        """Return the study of the file with some values set."""
        swept = {name: _plain(value) for name, value in values.items()}
        study = with_settings(Study.load(self.path, set={**self.edits, **swept}), **self.replaced)
        plan = study.plan

        def begin(system: System, near: State | None) -> State:
            if self.start is not None:
                return self.start.state(system, near)
            assembly = plan.assembly
            if near is not None and not assembly.guess:
                assembly = assembly_near(assembly, near)
            return start_state(system, assembly, plan.drives, plan.locked)

        kind, how = self._request(study)
        start_key = self.start.key if self.start is not None else key_of(repr(plan.assembly))
        options = {**plan.options, **self.options}
        request = RunRequest(kind, how)
        return Built(study.model, request, options, begin, start_key, study.shown)

    def nominal(self) -> Built | None:
        """Return the study of the file as it is."""
        return self.model_of({})

    def _request(self, study: Study) -> tuple[str, dict[str, Any]]:
        plan, settings = study.plan, study.settings
        if settings.kind == DRIVE:
            wrong = sorted(set(self.how) - {"until", "every"})
            if wrong:
                rule = "is not used where the motion is prescribed (kind: drive)"
                raise ModelError([Problem(START, f"'{name}'", rule) for name in wrong])
            how = {**settings.drive, "efforts": plan.inputs, **plan.keywords, **self.how}
            motions = {"motions": plan.drives, "points": plan.points}
            return DRIVE, {**motions, **how, "locked": plan.locked}
        own = settings.simulation
        if self.how.get("times") is not None:  # in place of those of the file
            own = {**own, "until": None, "every": None}
        elif "until" in self.how or "every" in self.how:
            own = {**own, "until": settings.end, "times": None}
        how = {**own, "inputs": plan.inputs, "driven": plan.drives, **plan.keywords}
        how = {**how, "locked": plan.locked, "events": plan.events}
        return SIMULATE, {**how, **self.how}


def assembly_near(assembly: Assembly, near: State) -> Assembly:
    """Return how a study starts, looked for from the position of another state."""
    guess = dict(zip(near.system.compiled.layout.q_names, near.q.tolist(), strict=True))
    return replace(assembly, guess=guess, branch=None)


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    return value.tolist() if isinstance(value, np.ndarray) else value
