"""Numbers of a model that follow constants of its file, as code that reads and builds sees them.

Such a number is tracked: it has a value, and it writes down how it is computed (`kernels.tracked`).
It goes through arithmetic, NumPy's functions and comparisons as a float does. Three things need
care, and functions of this module: a conversion to float ends the trace (`real`, `reals`), a check
or choice that does not change results needs the value alone (`plain`), and rounding of noise to
exact numbers is left out, because another value may not be near them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

from sarrus.spatial.arrays import Array, Scalar

TAPE: ContextVar[Any] = ContextVar("tape", default=None)
"""What writes down at present; None where no number is tracked, as in most readings. Code that runs
for every number asks this first."""


@contextmanager
def track(tape: Any) -> Iterator[None]:
    """Let numbers of a tape go through the readers and builders called inside."""
    token = TAPE.set(tape)
    try:
        yield
    finally:
        TAPE.reset(token)


def is_tracked(x: Any) -> bool:
    """Whether a number writes down how it is computed."""
    return hasattr(x, "tape")


def real(x: Any) -> Scalar:
    """Return a number as a float; a tracked one as it is."""
    return x if hasattr(x, "tape") else float(x)


def reals(values: Any) -> Array:
    """Return an array of floats; of objects where some of them are tracked."""
    if TAPE.get() is None:
        return np.array(values, dtype=float)
    found = np.array(values)
    return found if found.dtype == object else np.array(found, dtype=float)


def fixed_value(x: Any, reason: str) -> Any:
    """Return a number, or several, by value, and note for which reason they follow no constant."""
    if TAPE.get() is None:
        return x
    if isinstance(x, (tuple, list)):
        return type(x)([fixed_value(part, reason) for part in x])
    if not is_tracked(x):
        return x
    x.tape.end(x, reason)
    return x.value


def plain(x: Any) -> Any:
    """Return a number, or numbers in arrays, tuples, lists and data classes, by value alone.

    What is made of the result does not follow the constants: for checks, and for choices that only
    change how a result is computed.
    """
    if TAPE.get() is None:
        return x
    if is_tracked(x):
        return x.value
    if isinstance(x, np.ndarray):
        return np.array(plain(x.tolist()), dtype=float) if x.dtype == object else x
    if isinstance(x, (tuple, list)):
        return type(x)([plain(part) for part in x])
    if isinstance(x, dict):
        return {key: plain(part) for key, part in x.items()}
    if dataclasses.is_dataclass(x) and not isinstance(x, type):
        own = [f.name for f in dataclasses.fields(x) if f.init]
        found = {name: plain(getattr(x, name)) for name in own}
        changed = {name: new for name, new in found.items() if new is not getattr(x, name)}
        return dataclasses.replace(x, **changed) if changed else x
    return x
