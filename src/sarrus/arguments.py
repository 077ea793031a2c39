"""Arguments of calls, checked by their annotations: one check for each kind of value.

`@checked` on a function, or on a class for all its public methods, reads the annotations once and
refuses what is of another kind, in words, before anything is computed. Annotations that it does
not know (`Any` among them) are left to the call itself.
"""

from __future__ import annotations

import inspect
import os
import re
import reprlib
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, wraps
from math import isfinite, isinf
from numbers import Integral, Real
from typing import Any, TypeVar

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass

Anything = TypeVar("Anything", bound=Callable[..., Any])

NUMBER = "M25"
"""The code of what must be a number."""
KIND = "M31"
"""The code of what must be something else."""

TWICE = "S17"
"""The code of what is named twice."""

LARGEST = 2**53
"""Whole numbers from here on are not all numbers of double precision."""

CLASSES = frozenset(
    {
        "Action",
        "Body",
        "Catalogue",
        "Comparison",
        "ContactLoad",
        "Controller",
        "Definition",
        "Drive",
        "Equilibrium",
        "Event",
        "Gear",
        "GroundMotion",
        "History",
        "Joint",
        "JointLimits",
        "JointMove",
        "LimitCheck",
        "Limits",
        "MassProperties",
        "Mechanism",
        "Model",
        "Motion",
        "Motor",
        "PathLimits",
        "PointDrive",
        "Pose",
        "PoseLaw",
        "PoseMove",
        "ResultFile",
        "Road",
        "Run",
        "Sequence",
        "Spectrum",
        "State",
        "Sweep",
        "System",
        "Task",
        "TaskFile",
        "TaskResult",
        "Tracking",
        "Weighting",
    }
)
"""Classes that arguments are asked to be of, by name, so that none has to be imported."""

UNITS = {"until": "s", "every": "s", "step": "s", "t": "s", "rate": "Hz", "baumgarte": "1/s"}
"""Units of numbers with these names, which may be given as text: until="2 s"."""

SPECIAL = ("__init__", "__getitem__")
"""Methods that are checked although their names begin with a line."""

Take = Callable[[Any], Any]
"""Returns a value as it is used, or raises `_WrongError`."""


class _WrongError(Exception):
    """A value is not of the kind."""


@dataclass(frozen=True)
class _Kind:
    description: str
    take: Take


def with_checks(what: Anything) -> Anything:
    """Return a function, or a class, whose arguments are checked."""
    if not inspect.isclass(what):
        *_, owner, name = ("", *what.__qualname__.split("."))
        return _checked_function(what, owner if name in SPECIAL else name)
    if is_dataclass(what):
        fields(what)  # its initializer is there now
    for name, member in list(vars(what).items()):
        if inspect.isfunction(member) and (name in SPECIAL or not name.startswith("_")):
            label = what.__name__ if name in SPECIAL else name
            setattr(what, name, _checked_function(member, label))
        elif isinstance(member, staticmethod) and not name.startswith("_"):
            setattr(what, name, staticmethod(_checked_function(member.__func__, name)))
    return what


def _checked_function(function: Anything, label: str) -> Anything:
    if not _has_known_kinds(function) and "." in function.__qualname__:
        return function  # methods that take arrays as they are, and are to be fast
    checks: dict[str, Take] | None = None  # made at the first call: most are never called
    places: list[tuple[int, Take]] = []
    many: list[tuple[int, Take]] = []
    quiet = np.errstate(all="ignore")(function)  # what is not finite is told by what is computed

    @wraps(function)
    def call(*entries: Any, **named: Any) -> Any:
        nonlocal checks, places, many
        if checks is None:
            places, many, checks = _checks(function, label)
        values = list(entries)
        for k, check in many:
            values[k:] = [check(value) for value in values[k:]]
        for k, check in places:
            if k < len(values):
                values[k] = check(values[k])
        for name in named:
            if name in checks:
                named[name] = checks[name](named[name])
        try:
            return quiet(*values, **named)
        except (ArithmeticError, np.linalg.LinAlgError) as problem:
            raise ModelError(_not_computable(label, problem)) from problem

    return call  # type: ignore[return-value]


def _has_known_kinds(function: Callable[..., Any]) -> bool:
    """Whether an argument of a function can be checked by its annotation."""
    code = inspect.unwrap(function).__code__
    plain = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & inspect.CO_VARARGS)
    kinds = function.__annotations__
    return any(_kind_of(str(kinds[name])) for name in code.co_varnames[:plain] if name in kinds)


def _checks(
    function: Callable[..., Any], label: str
) -> tuple[list[tuple[int, Take]], list[tuple[int, Take]], dict[str, Take]]:
    """Return the checks of arguments by their places, of further ones from a place on, and by name.

    A function that is called by two threads at once makes them twice, and equal.
    """
    parameters = list(inspect.signature(function).parameters.values())
    checks = {p.name: found for p in parameters if (found := _check_of(p, label))}
    known = [(k, p, checks[p.name]) for k, p in enumerate(parameters) if p.name in checks]
    places = [(k, check) for k, p, check in known if p.kind is p.POSITIONAL_OR_KEYWORD]
    many = [(k, check) for k, p, check in known if p.kind is p.VAR_POSITIONAL]
    return places, many, checks


def _not_computable(label: str, problem: Exception) -> Problem:
    """Return the problem of numbers with which a call cannot be computed."""
    return Problem(
        NUMBER,
        label,
        f"cannot be computed with these numbers: {problem}",
        cause="a number that is far too large or too small, or wrong units",
        action="check the numbers that were given",
    )


def _check_of(parameter: inspect.Parameter, label: str) -> Callable[[Any], Any] | None:
    kind = _kind_of(str(parameter.annotation))
    if kind is None or parameter.kind is parameter.VAR_KEYWORD:
        return None
    default = parameter.default
    endless = isinstance(default, float) and isinf(default)
    element = f"{label} / {parameter.name}"
    unit = UNITS.get(parameter.name) if "float" in str(parameter.annotation) else None

    def check(value: Any) -> Any:
        if unit is not None and isinstance(value, str):
            return number_in(element, value, unit)
        if value is default or (endless and isinstance(value, float) and value == default):
            return value
        try:
            return kind.take(value)
        except _WrongError:
            code = NUMBER if "number" in kind.description else KIND
            shown = reprlib.repr(value)[:80]
            raise ModelError(Problem(code, element, f"must be {kind.description}", shown)) from None

    return check


def number_in(element: str, text: str, unit: str) -> float:
    """Return text such as "250 ms" as a number in a unit, or refuse it."""
    from sarrus.model.quantity import QuantityError, quantity

    try:
        return quantity(text, unit)
    except QuantityError as error:
        problem = Problem(error.code, element, error.reason, repr(text)[:80], action=error.action)
        raise ModelError(problem) from None


class NotRealError(TypeError):
    """Something is not made of real numbers; callers say which argument it is."""


def real_array(value: Any) -> np.ndarray:
    """Return an array of doubles; raises as NumPy does for what is not made of real numbers.

    NumPy itself takes texts that look like numbers, and the real part of complex ones.
    """
    found = np.asarray(value)
    if found.dtype.kind not in "fiubO":
        raise NotRealError
    return np.array(found, dtype=float)


def numbers_or_nothing(value: Any) -> np.ndarray:
    """Return an array of doubles, an empty one where something is not a number."""
    try:
        return real_array(value)
    except (TypeError, ValueError, OverflowError):
        return np.zeros(0)


def array_of(
    element: str, value: Any, shape: tuple[int | None, ...], code: str = NUMBER
) -> np.ndarray:
    """Return finite numbers of a shape, in which None stands for any size, or refuse them."""
    try:
        found = real_array(value)
    except (TypeError, ValueError, OverflowError):
        found = np.array(np.nan)
    sizes = zip(found.shape, shape, strict=False)
    fits = found.ndim == len(shape) and all(want in (None, size) for size, want in sizes)
    if fits and np.all(np.isfinite(found)):
        return found
    count = " x ".join("n" if size is None else str(size) for size in shape)
    raise ModelError(Problem(code, element, f"must be {count} finite numbers", reprlib.repr(value)))


def is_finite(value: Any) -> bool:
    """Return whether something is one finite number."""
    try:
        _real(value)
    except _WrongError:
        return False
    return True


def repetitions(named: Iterable[tuple[str, Iterable[Hashable]]]) -> list[tuple[int, str]]:
    """Return which of some names mean what another one before them means, and that other name.

    named: names, each with all that it means.
    """
    owners: dict[Hashable, str] = {}
    found = []
    for k, (name, parts) in enumerate(named):
        listed = list(parts)
        others = dict.fromkeys(owners[part] for part in listed if part in owners)
        found += [(k, other) for other in others]
        owners.update(dict.fromkeys(listed, name))
    return found


def repetition(element: str, name: str, other: str) -> Problem:
    """Return the problem of a thing that is named twice, in the same way or by two names."""
    if name == other:
        rule, action = "is named twice", "leave one of the two out"
        return Problem(TWICE, element, rule, action=action)
    return Problem(
        TWICE,
        element,
        f"is named twice: '{other}' means the same, or a part of it",
        cause="a joint, its coordinate and its velocity are names of one thing, and so is a "
        "number with and without its kind ('S.k', 'force:S.k')",
        action=f"leave '{other}' or '{name}' out",
    )


def check_once(what: str, named: Iterable[tuple[str, Iterable[Hashable]]]) -> None:
    """Refuse what is named twice; all at once."""
    listed = list(named)
    problems = [
        repetition(f"{what} '{listed[k][0]}'", listed[k][0], other)
        for k, other in repetitions(listed)
    ]
    if problems:
        raise ModelError(problems)


def check_text(element: str, value: Any) -> None:
    """Refuse what is no text."""
    if not isinstance(value, str):
        raise ModelError(Problem(KIND, element, "must be a text", reprlib.repr(value)[:80]))


def path_text(source: Any) -> str:
    """Return a path as text, or refuse what is none."""
    try:
        found = os.fspath(source)
    except TypeError:
        found = b""
    if isinstance(found, str):
        return found
    raise ModelError(Problem(KIND, "file", "must be a path or a text", reprlib.repr(source)))


# --- kinds ----------------------------------------------------------------------------------------


@cache
def _kind_of(annotation: str) -> _Kind | None:
    """Return the kind that an annotation names, None where some of it is not known."""
    parts = _split(annotation.strip("'\""), "|")
    if any(part in SIMPLE and SIMPLE[part].take is _path for part in parts):
        parts = [part for part in parts if part != "str"]  # a path is checked further
    kinds = [_part(part) for part in parts if part != "None"]
    if not kinds or any(kind is None for kind in kinds):
        return None
    known = [kind for kind in kinds if kind is not None]
    optional = "None" in parts

    def take(value: Any) -> Any:
        if value is None and optional:
            return None
        for kind in known:
            try:
                return kind.take(value)
            except _WrongError:
                continue
        raise _WrongError

    return _Kind(" or ".join(dict.fromkeys(kind.description for kind in known)), take)


def _part(text: str) -> _Kind | None:
    if text in SIMPLE:
        return SIMPLE[text]
    if text in CLASSES:
        return _Kind(f"a {text}", _instance(text))
    found = re.fullmatch(r"(\w+)\[(.+)\]", text)
    if found is None:
        return None
    outer, inner = found.group(1), _split(found.group(2), ",")
    if outer == "Mapping" and inner[0] == "str":
        return _mapping(_kind_of(inner[1]))
    if outer in ("Sequence", "Iterable", "Listed") or (outer == "tuple" and inner[-1] == "..."):
        return _list_kind(inner[0])
    if outer == "tuple" and set(inner) <= {"float", "int"}:
        return _Kind(f"{len(inner)} finite numbers", lambda value: _row(value, len(inner)))
    if outer == "tuple":
        return _group([_kind_of(part) for part in inner])
    return _Kind("a function", _callable) if outer == "Callable" else None


def _split(text: str, mark: str) -> list[str]:
    """Return the parts of an annotation between marks that stand in no brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "[") - (sign == "]")
        if sign == mark and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _real(value: Any) -> Any:
    scalar = (
        value.item() if isinstance(value, (np.ndarray, np.generic)) and value.ndim == 0 else value
    )
    tracked = hasattr(scalar, "tape")  # a number that follows constants
    if isinstance(scalar, bool) or not (tracked or isinstance(scalar, Real)):
        raise _WrongError
    try:
        finite = isfinite(scalar)
    except OverflowError:
        finite = False
    if not finite:
        raise _WrongError
    return scalar


def _integer(value: Any) -> Any:
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, Integral):
        raise _WrongError
    if abs(int(value)) >= LARGEST:
        raise _WrongError
    return value


def _text(value: Any) -> Any:
    if not isinstance(value, str):
        raise _WrongError
    return value


def _truth(value: Any) -> Any:
    if not isinstance(value, (bool, np.bool_)) and not (isinstance(value, int) and value in (0, 1)):
        raise _WrongError
    return value


def _path(value: Any) -> Any:
    if not isinstance(value, (str, os.PathLike)) or not os.fspath(value):
        raise _WrongError
    if "\0" in str(value):
        raise _WrongError
    return value


def _array(value: Any) -> Any:
    try:
        found = np.asarray(value)
    except ValueError:
        raise _WrongError from None
    if not found.ndim or found.dtype.kind not in "fiu" or not np.all(np.isfinite(found)):
        raise _WrongError
    return value


def _row(value: Any, size: int) -> Any:
    if np.shape(_array(value)) != (size,):
        raise _WrongError
    return value


def _callable(value: Any) -> Any:
    if not callable(value):
        raise _WrongError
    return value


def _instance(name: str) -> Take:
    def take(value: Any) -> Any:
        if not any(base.__name__ == name for base in type(value).__mro__):
            raise _WrongError
        return value

    return take


def _mapping(kind: _Kind | None) -> _Kind:
    def take(value: Any) -> Any:
        if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
            raise _WrongError
        if kind is not None:
            for part in value.values():
                kind.take(part)
        return value

    return _Kind("values by name, such as {'A': 1.0}" if kind is None else
                 f"given by name, each {kind.description}", take)  # fmt: skip


def _group(kinds: list[_Kind | None]) -> _Kind:
    def take(value: Any) -> Any:
        if not isinstance(value, (tuple, list)) or len(value) != len(kinds):
            raise _WrongError
        for part, kind in zip(value, kinds, strict=True):
            if kind is not None:
                kind.take(part)
        return value

    return _Kind(", ".join(kind.description if kind else "something" for kind in kinds), take)


def _list_kind(inner: str) -> _Kind:
    kind = _kind_of(inner)

    def take(value: Any) -> Any:
        if inner == "str" and isinstance(value, str):
            return (value,)
        if isinstance(value, (str, bytes, Mapping)) or not isinstance(value, Iterable):
            raise _WrongError
        kept = value if hasattr(value, "__len__") else tuple(value)
        if kind is not None:
            for part in kept:
                kind.take(part)
        return kept

    if inner == "str":
        return _Kind("a list of names", take)
    return _Kind("a list" if kind is None else f"a list, each {kind.description}", take)


SIMPLE = {
    "float": _Kind("a finite number", _real),
    "int": _Kind("a whole number", _integer),
    "str": _Kind("a text", _text),
    "bool": _Kind("True or False", _truth),
    "Path": _Kind("a path", _path),
    "os.PathLike[str]": _Kind("a path", _path),
    "np.ndarray": _Kind("finite numbers", _array),
}
