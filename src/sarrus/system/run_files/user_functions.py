"""Functions of the user in a result file: not their code, but enough to tell them from others."""

from __future__ import annotations

import functools
import hashlib
import inspect
from collections import ChainMap
from collections.abc import Mapping
from typing import Any, cast

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.formats.plain import FUNCTION, comparable, record_of, table_of, value_of
from sarrus.model.forces import Formula
from sarrus.model.mass_properties import MassProperties
from sarrus.spatial import Curve
from sarrus.system.flow.pose_law import PoseLaw
from sarrus.system.quantities.base_input import GroundMotion
from sarrus.system.simulation.actuation import Sampled
from sarrus.system.simulation.events import Event
from sarrus.system.simulation.events.actions import ACTIONS
from sarrus.system.simulation.recorded_inputs import InputRecord, RecordedEffort
from sarrus.system.simulation.state_law import StateLaw

DEPTH = 6
"""How far what functions enclose is looked into."""


class _Classes(ChainMap[str, type]):
    """The classes that a file may hold, with the actions of users."""

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or ACTIONS.knows(name)


OTHERS = table_of([Curve, Event, Formula, GroundMotion, MassProperties, PoseLaw, Sampled, StateLaw,
                   InputRecord, RecordedEffort])  # fmt: skip
CLASSES = _Classes(OTHERS, cast("dict[str, type]", ACTIONS))


def fingerprint(function: Any) -> dict[str, Any]:
    """Return what tells a function from others: its name, and a hash of its source or code."""
    called = function if inspect.isroutine(function) else type(function)
    try:
        text = inspect.getsource(called).encode()
    except (OSError, TypeError):
        code = getattr(called, "__code__", None)
        text = repr((code.co_code, code.co_consts)).encode() if code else b""
    name = getattr(called, "__qualname__", type(function).__name__)
    text += repr(_enclosed_values(function, 0)).encode()
    return {FUNCTION: name, "hash": hashlib.sha256(text).hexdigest()}


def _enclosed_values(value: Any, depth: int) -> Any:
    """Return what a value depends on besides its code, as plain values whose text tells it."""
    if depth > DEPTH or value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return value if depth <= DEPTH else type(value).__qualname__
    if isinstance(value, (np.ndarray, np.generic)):
        array = np.asarray(value)
        if array.dtype != object:
            return array.shape, str(array.dtype), hashlib.sha256(array.tobytes()).hexdigest()
        return _enclosed_values(array.tolist(), depth + 1)
    if isinstance(value, Curve):
        return repr(value)  # with the hash of its rows, not with what it has computed from them
    if isinstance(value, (list, tuple)):
        return [_enclosed_values(item, depth + 1) for item in value]
    if isinstance(value, Mapping):
        return [(str(key), _enclosed_values(item, depth + 1)) for key, item in value.items()]
    if isinstance(value, functools.partial):
        return _enclosed_values((value.func, value.args, value.keywords), depth + 1)
    if inspect.ismethod(value):
        return _enclosed_values((value.__func__, value.__self__), depth + 1)
    if inspect.isfunction(value):
        return value.__qualname__, _enclosed_values(_parts(value), depth + 1)
    if isinstance(value, type) or inspect.ismodule(value) or not hasattr(value, "__dict__"):
        return getattr(value, "__qualname__", type(value).__qualname__)
    return type(value).__qualname__, _enclosed_values(_attributes(value), depth + 1)


def _parts(function: Any) -> list[Any]:
    """Return the defaults of a function and what it has enclosed."""
    cells = []
    for cell in function.__closure__ or ():
        try:
            cells.append(cell.cell_contents)
        except ValueError:  # it is not filled yet
            cells.append(None)
    return [function.__defaults__, function.__kwdefaults__, cells]


def _attributes(value: Any) -> dict[str, Any]:
    """Return the attributes of an object, without the memory that it gives and takes itself."""
    memory = value.get_state() if hasattr(value, "get_state") else {}
    changing = set(memory) if isinstance(memory, Mapping) else set()
    return {key: item for key, item in sorted(vars(value).items()) if key not in changing}


def laws_record(value: Any) -> Any:
    """Return laws, drives or events as a record; functions by their fingerprints."""
    return record_of(value, CLASSES, fingerprint)


def laws_from_record(record: Any, value: Any, what: str) -> Any:
    """Return what a record describes, or what is given instead, which must be the same."""
    if value is not None:
        problems = _differences(record, laws_record(value), what)
        if problems:
            raise ModelError(problems)
        return value

    def outside(part: Mapping[str, Any]) -> Any:
        raise ModelError(
            Problem(
                "F19",
                what,
                f"holds the function '{part[FUNCTION]}', whose code is not in the file",
                action=f"give it again: {what}=...",
            )
        )

    return value_of(record, CLASSES, outside)


def all_laws(asked: Mapping[str, tuple[Any, Any]]) -> dict[str, Any]:
    """Return laws by what they are, from (record, value); all problems are reported together."""
    found: dict[str, Any] = {}
    problems: list[Problem] = []
    for what, (record, value) in asked.items():
        try:
            found[what] = laws_from_record(record, value, what)
        except ModelError as error:
            problems += error.problems
    if problems:
        raise ModelError(problems)
    return found


def _differences(record: Any, other: Any, what: str) -> list[Problem]:
    if comparable(record) == comparable(other):
        return []
    return [
        Problem(
            "F19",
            what,
            "is not what the run of the file was made with",
            cause="a function was changed, or something else is given",
            action="give the same, or simulate anew",
        )
    ]
