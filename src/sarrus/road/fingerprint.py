"""What tells a function from others: its code, and the values that the code refers to.

Two functions with the same print compute the same. What cannot be looked into (an object of an
unknown class) gets a print that is never used again, so that nothing stale is taken for it.
"""

from __future__ import annotations

import hashlib
import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

PLAIN = (bool, int, float, complex, str, bytes, type(None))
_UNKNOWN: WeakKeyDictionary[Any, str] = WeakKeyDictionary()


def fingerprint(function: Any) -> str:
    """Return the name of a function, and a hash of all that it depends on."""
    name = getattr(function, "__qualname__", type(function).__name__)
    text = "\0".join(_parts(function, ()))
    return f"{name}:{hashlib.sha256(text.encode()).hexdigest()}"


def _parts(value: Any, seen: tuple[int, ...]) -> Iterator[str]:
    if id(value) in seen:
        yield "again"
    elif isinstance(value, PLAIN):
        yield f"{type(value).__name__} {value!r}"
    elif isinstance(value, (np.ndarray, np.generic)) and value.dtype != object:
        array = np.asarray(value)
        yield f"{array.dtype} {array.shape} {hashlib.sha256(array.tobytes()).hexdigest()}"
    elif isinstance(value, (types.ModuleType, types.BuiltinFunctionType, np.ufunc, type)):
        yield f"{getattr(value, '__module__', '')} {getattr(value, '__name__', '')}"
    else:
        yield from _compound(value, (*seen, id(value)))


def _compound(value: Any, seen: tuple[int, ...]) -> Iterator[str]:
    if isinstance(value, (tuple, list)):
        inner = list(value)
    elif isinstance(value, frozenset):
        inner = sorted(map(repr, value))
    elif isinstance(value, types.CodeType):
        inner = [value.co_code, value.co_consts, value.co_names, value.co_varnames]
    elif isinstance(value, types.FunctionType):
        keywords = sorted((value.__kwdefaults__ or {}).items())
        inner = [value.__code__, value.__defaults__, keywords, *_used_values(value)]
    elif isinstance(value, types.MethodType):
        inner = [value.__func__, value.__self__]
    elif is_dataclass(value) and not isinstance(value, type):
        inner = [(f.name, getattr(value, f.name)) for f in fields(value) if f.compare]
    elif isinstance(value, partial):
        inner = [value.func, value.args, *sorted(value.keywords.items())]
    else:
        yield _unknown(value)
        return
    yield f"{type(value).__name__} {len(inner)}"
    for item in inner:
        yield from _parts(item, seen)


def _used_values(function: types.FunctionType) -> Iterator[Any]:
    """Return what a function has enclosed, and the global values that its code names."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:  # it is not filled yet
            yield name, None
    for name in sorted(_names(function.__code__)):
        if name in function.__globals__:
            yield name, function.__globals__[name]


def _names(code: types.CodeType) -> set[str]:
    inner = [_names(item) for item in code.co_consts if isinstance(item, types.CodeType)]
    return set(code.co_names).union(*inner)


def _unknown(value: Any) -> str:
    import uuid  # rare, and not cheap to import

    try:
        return _UNKNOWN.setdefault(value, uuid.uuid4().hex)
    except TypeError:  # it cannot be kept weakly
        return uuid.uuid4().hex
