"""Prescribed motions: functions of time, tables and constants, with exact derivatives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem, message_of
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.formula import Formula
from sarrus.spatial.curve import FEWEST, Curve, checked_rows
from sarrus.spatial.dual import Dual
from sarrus.system.checks import numbers

SHAPE = 3
"""The smoothness of tables of motions: accelerations are continuous, and nothing overshoots."""

Jet = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Value, first and second derivative."""


@dataclass(frozen=True)
class Prescribed:
    """A motion as a function of time with two derivatives; formula: of t, where it is one."""

    jet: Callable[[float], Jet]
    formula: Formula | None = None

    def __call__(self, t: float) -> Jet:
        """Return value, rate and acceleration at a time."""
        return self.jet(t)

    def jets(self, times: np.ndarray) -> np.ndarray | None:
        """Return those of many times (time, 3, 1) at once; None where each is to be asked alone.

        So it is with functions of the user, with choices, and where a value is not finite.
        """
        if self.formula is None or not self.formula.is_elementwise:
            return None
        one, none = np.ones(len(times)), np.zeros(len(times))
        parts = parts_of(self.formula(Dual(Dual(times, one), Dual(one, none))))
        found = np.stack([np.broadcast_to(part, times.shape) for part in parts], axis=1)
        return found[..., None] if np.all(np.isfinite(found)) else None


def prescribed_motion(name: str, motion: Any) -> Prescribed:
    """Return the motion that a user gives.

    A number: a constant. A function of t written with NumPy: differentiated exactly. Three
    functions (value, rate, acceleration). A table (times, values): a twice continuously
    differentiable spline through them that keeps their shape (`Curve` with smooth = 3); outside
    of it, an error. So is a `Curve` that goes on beyond its rows by "refuse".
    """
    if is_scalar(motion):
        value = float(numbers(f"drive '{name}'", motion))
        return Prescribed(lambda t: columns_of(value, 0.0, 0.0))
    if isinstance(motion, Curve) and motion.beyond == "refuse":
        return _motion_on_curves(name, [motion])
    if callable(motion):
        formula = motion if isinstance(motion, Formula) else None
        return Prescribed(lambda t: _jet_of(name, motion, t), formula)
    parts = tuple(motion) if isinstance(motion, Iterable) else ()
    if len(parts) == 3 and all(callable(part) for part in parts):
        return Prescribed(
            lambda t: columns_of(*(value_of_function(name, part, t) for part in parts))
        )
    if len(parts) == 2:
        return _table(name, *parts)
    raise ModelError(
        Problem(
            "D04",
            f"drive '{name}'",
            "is neither a number, a function of t, three functions, nor a table (times, values)",
            value=repr(motion)[:80],
        )
    )


def three_functions(motion: Any) -> tuple[Any, ...] | None:
    """Return (value, rate, acceleration) where a motion is given by them, else None."""
    parts = tuple(motion) if isinstance(motion, (list, tuple)) else ()
    return parts if len(parts) == 3 and all(callable(part) for part in parts) else None


def is_scalar(motion: Any) -> bool:
    """Tell whether a motion is one number, of Python or of NumPy."""
    return isinstance(motion, (int, float, np.number)) or (
        isinstance(motion, np.ndarray) and not motion.ndim
    )


def columns_of(*parts: Any) -> Jet:
    """Return value, rate and acceleration as arrays."""
    a, b, c = (np.atleast_1d(np.asarray(part, dtype=float)) for part in parts)
    return a, b, c


def scalar_law(name: str, motion: Any) -> Callable[[Any], tuple[Any, Any, Any]]:
    """Return value, rate and acceleration of one coordinate, for numbers and for traced times."""
    prescribed_motion(name, motion)  # refuses what is no motion
    if is_scalar(motion):
        return lambda t: (float(motion), 0.0, 0.0)
    if callable(motion):
        return lambda t: _traced_jet(name, motion, t)
    parts = tuple(motion)
    if len(parts) == 2:
        curve = _curve(name, *parts, smooth=SHAPE)
        return lambda t: (curve(t), curve.slope(t), curve.curvature(t))
    return lambda t: tuple(value_of_function(name, part, t) for part in parts)


def table_law(name: str, table: Sequence[Any], span: tuple[float, float]) -> Callable[[Any], Any]:
    """Return a once continuously differentiable function of t through a table, for tracing.

    Between rows it does not overshoot (monotone cubics). The table must cover the span.
    """
    if len(table) != 2:
        raise ModelError(Problem("N14", f"'{name}' / table", "must be (times, values)"))
    curve = _curve(name, table[0], table[1], smooth=1)
    if curve.x[0] > span[0] + 1e-12 or curve.x[-1] < span[1] - 1e-12:
        raise ModelError(_coverage_problem(name, curve.x, span[0 if curve.x[0] > span[0] else 1]))
    return curve


def _traced_jet(name: str, function: Callable[[Any], Any], t: Any) -> tuple[Any, Any, Any]:
    return parts_of(value_of_function(name, function, Dual(Dual(t, 1.0), Dual(1.0, 0.0))))


def jets_of(name: str, function: Callable[[Any], Any], t: Any) -> list[tuple[Any, Any, Any]]:
    """Return value, rate and acceleration of all that a function of t returns, traced times too."""
    found = value_of_function(name, function, Dual(Dual(t, 1.0), Dual(1.0, 0.0)))
    return [parts_of(x) for x in np.ravel(np.array(found, dtype=object))]


def nested_jet(value: Any, rate: Any, acceleration: Any) -> Dual:
    """Return a number with two derivatives with respect to time."""
    return Dual(Dual(value, rate), Dual(rate, acceleration))


def parts_of(x: Any) -> tuple[Any, Any, Any]:
    """Return value, rate and acceleration of a number with two derivatives, or without any."""
    if not isinstance(x, Dual):
        return x, 0.0, 0.0
    first = x.value.rate if isinstance(x.value, Dual) else 0.0
    second = x.rate.rate if isinstance(x.rate, Dual) else 0.0
    return x.value.value if isinstance(x.value, Dual) else x.value, first, second


def _jet_of(name: str, function: Callable[[Any], Any], t: float) -> Jet:
    """Evaluate on nested dual numbers: value, rate and acceleration at once."""
    found = value_of_function(name, function, Dual(Dual(float(t), 1.0), Dual(1.0, 0.0)))
    items = [_jet(x) for x in np.ravel(np.array(found, dtype=object))]
    return columns_of([x[0] for x in items], [x[1] for x in items], [x[2] for x in items])


def value_of_function(name: str, function: Callable[[Any], Any], t: Any) -> Any:
    """Return what a function of the user says; what it raises is told as a problem of the drive."""
    try:
        return function(t)
    except ModelError:
        raise
    except Exception as problem:
        raise ModelError(
            Problem(
                "D05",
                f"drive '{name}'",
                f"cannot be differentiated: {type(problem).__name__}: {message_of(problem)}",
                cause="the function uses `math`, a condition or an operation without derivative",
                action="use NumPy's functions (np.sin), a formula as text, or a table of values",
            )
        ) from problem


def _jet(x: Any) -> tuple[float, float, float]:
    if not isinstance(x, Dual):
        return float(x), 0.0, 0.0
    value, rate = x.value, x.rate
    first = value.rate if isinstance(value, Dual) else 0.0
    second = rate.rate if isinstance(rate, Dual) else 0.0
    return float(value.value if isinstance(value, Dual) else value), float(first), float(second)


def _curves(name: str, times: Any, values: Any, smooth: int) -> list[Curve]:
    """Return a curve over time for every column of a table."""
    t, y = checked_rows(f"'{name}' / table", times, values, FEWEST[smooth])
    return [Curve(t, column, smooth, "refuse") for column in y.reshape(len(t), -1).T]


def _curve(name: str, times: Any, values: Any, smooth: int) -> Curve:
    curves = _curves(name, times, values, smooth)
    if len(curves) > 1:
        rule = f"needs one value for every time, not {len(curves)}"
        raise ModelError(Problem("N14", f"'{name}' / table", rule))
    return curves[0]


def _table(name: str, times: Any, values: Any) -> Prescribed:
    return _motion_on_curves(name, _curves(name, times, values, SHAPE))


def _motion_on_curves(name: str, curves: list[Curve]) -> Prescribed:
    """Return the motion along curves over time, which is refused beyond them."""
    t = curves[0].x

    def jet(now: float) -> Jet:
        if not t[0] - 1e-12 <= now <= t[-1] + 1e-12:
            raise ModelError(_coverage_problem(name, t, now))
        return columns_of(*([curve.derivative(d, now) for curve in curves] for d in range(3)))

    return Prescribed(jet)


def _coverage_problem(name: str, t: np.ndarray, now: float) -> Problem:
    return Problem(
        "N14",
        f"'{name}' / table",
        f"covers {t[0]:g} to {t[-1]:g} s, not {now:g} s",
        action="extend the table; nothing is extrapolated",
    )
