"""What is requested of each run, and how it travels to workers: as plain data, never as code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.formats.model_record import model_from_record, model_record
from sarrus.formats.plain import FUNCTION, comparable, value_of
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.sweeps.plans import key_of
from sarrus.system import State, System
from sarrus.system.run_files.user_functions import CLASSES, laws_record

SIMULATE, DRIVE = "simulate", "drive"


@dataclass(frozen=True, eq=False)
class RunRequest:
    """A kind of run ("simulate" or "drive") and the keywords of that method of `System`."""

    kind: str
    how: Mapping[str, Any]

    @cached_property
    def record(self) -> dict[str, Any]:
        """It as a record; functions are in it by name and hash only."""
        return {"kind": self.kind, "how": laws_record(dict(self.how))}

    @cached_property
    def key(self) -> str:
        """What tells it from others."""
        return key_of(comparable(self.record))

    @property
    def functions(self) -> list[str]:
        """The names of functions of the user in it, which cannot be sent."""
        return sorted(functions_in(self.record))

    @staticmethod
    def of(record: Mapping[str, Any]) -> RunRequest:
        """Return what a record asks for."""
        return RunRequest(str(record["kind"]), value_of(record["how"], CLASSES, _refuse))


@dataclass(frozen=True, eq=False)
class Task:
    """One run: its number, start, parameter values of the system, and what is requested.

    model, options: where the run needs a system of its own; recorded: the model that its result
    file is of, where its numbers are inputs of the system.
    """

    run: int
    start: State
    request: RunRequest
    values: Mapping[str, Any] = field(default_factory=dict)
    model: Model | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    recorded: Model | None = None

    def record(self) -> dict[str, Any]:
        """Return it as a record."""
        return {
            "run": self.run,
            "start": state_record(self.start),
            "request": self.request.record,
            "values": {name: np.asarray(value, float) for name, value in self.values.items()},
            "model": None if self.model is None else model_record(self.model),
            "options": plain_options(self.options),
            "recorded": None if self.recorded is None else model_record(self.recorded),
        }


def task_of(record: Mapping[str, Any], system: System) -> Task:
    """Return the task of a record, for a worker that has the system."""
    model = None if record["model"] is None else model_from_record(record["model"])
    options = dict(record["options"])
    at = system if model is None else System(model, **options)
    start = state_of(record["start"], at)
    request, values = RunRequest.of(record["request"]), dict(record["values"])
    kept = None if record["recorded"] is None else model_from_record(record["recorded"])
    return Task(int(record["run"]), start, request, values, model, options, kept)


def state_record(state: State) -> dict[str, Any]:
    """Return a state as a record."""
    parts = {"q": state.q, "v": state.v, "cut_q": state.cut_q, "cut_v": state.cut_v}
    if state.own_z is not None:
        parts["z"] = state.own_z
    arrays = {k: None if x is None else np.asarray(x, dtype=float) for k, x in parts.items()}
    return {**arrays, "t": float(state.t)}


def state_of(record: Mapping[str, Any], system: System) -> State:
    """Return the state of a record."""
    motion = (record["q"], record["v"], float(record["t"]), record["cut_q"], record["cut_v"])
    return State(system, *motion, own_z=record.get("z"))


def plain_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a system as a record can hold them."""
    found = {key: value for key, value in options.items() if key != "cache"}
    cache = options.get("cache", "user")
    folder = getattr(cache, "folder", cache)
    found["cache"] = None if folder is None else str(folder)
    for key in ("cut", "kernels", "parameters"):
        if key in found:
            found[key] = list(found[key])
    return found


def functions_in(record: Any) -> set[str]:
    """Return the names of all functions in a record."""
    if isinstance(record, list):
        return {name for item in record for name in functions_in(item)}
    if not isinstance(record, dict):
        return set()
    if FUNCTION in record:
        return {str(record.get("name") or record[FUNCTION])}
    return {name for item in record.values() for name in functions_in(item)}


def _refuse(part: Mapping[str, Any]) -> Any:
    raise ValueError(f"the function '{part[FUNCTION]}' cannot be sent")
