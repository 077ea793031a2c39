"""Functions of the user in a result file: not their code, but enough to tell them from others."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Mapping
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.formats.plain import FUNCTION, recorded, restored, table_of
from sarrus.model.mass_properties import MassProperties
from sarrus.system.actuation import Sampled
from sarrus.system.events import (
    Attach,
    Bounce,
    Detach,
    Drive,
    Effort,
    Enable,
    Event,
    Lock,
    Record,
    Release,
    SetParameter,
    Stop,
)

CLASSES = table_of(
    [
        Attach,
        Bounce,
        Detach,
        Drive,
        Effort,
        Enable,
        Event,
        Lock,
        MassProperties,
        Record,
        Release,
        Sampled,
        SetParameter,
        Stop,
    ]
)


def fingerprint(function: Any) -> dict[str, Any]:
    """Return what tells a function from others: its name, and a hash of its source or code."""
    called = function if inspect.isroutine(function) else type(function)
    try:
        text = inspect.getsource(called).encode()
    except (OSError, TypeError):
        code = getattr(called, "__code__", None)
        text = repr((code.co_code, code.co_consts)).encode() if code else b""
    name = getattr(called, "__qualname__", type(function).__name__)
    return {FUNCTION: name, "hash": hashlib.sha256(text).hexdigest()}


def laws_record(value: Any) -> Any:
    """Return laws, drives or events as a record; functions by their fingerprints."""
    return recorded(value, CLASSES, fingerprint)


def laws_from_record(record: Any, given: Any, what: str) -> Any:
    """Return what a record describes, or what is given instead, which must be the same."""
    if given is not None:
        problems = _differences(record, laws_record(given), what)
        if problems:
            raise ModelError(problems)
        return given

    def outside(part: Mapping[str, Any]) -> Any:
        raise ModelError(
            Problem(
                "F19",
                what,
                f"holds the function '{part[FUNCTION]}', whose code is not in the file",
                action=f"give it again: {what}=...",
            )
        )

    return restored(record, CLASSES, outside)


def _differences(record: Any, other: Any, what: str) -> list[Problem]:
    if _flat(record) == _flat(other):
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


def _flat(record: Any) -> Any:
    """Return a record with arrays as lists, so that records can be compared."""
    if hasattr(record, "tolist"):
        return record.tolist()
    if isinstance(record, (list, tuple)):
        return [_flat(item) for item in record]
    if isinstance(record, dict):
        return {key: _flat(item) for key, item in record.items()}
    return record
