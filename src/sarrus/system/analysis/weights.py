"""Weights and noises of control by name: of states, inputs and outputs of a linearization."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.model.building.references import nearest
from sarrus.system.analysis.linearization import Linearization


def state_matrix(what: str, value: Any, small: Linearization) -> np.ndarray:
    """Return Q: a matrix, a number for all states, or weights of states and outputs by name."""
    n = len(small.A)
    if not isinstance(value, Mapping):
        return _matrix(what, value, small.states)
    rows = {name: np.eye(n)[k] for k, name in enumerate(small.states)}
    rows |= {name: row for name, row in zip(small.outputs, small.C, strict=True)}
    return _by_name(what, value, rows, "a state or an output", n)


def noise_matrix(what: str, value: Any, small: Linearization) -> np.ndarray:
    """Return W: a matrix, a number for all states, or intensities of states and inputs by name."""
    n = len(small.A)
    if not isinstance(value, Mapping):
        return _matrix(what, value, small.states)
    rows = {name: np.eye(n)[k] for k, name in enumerate(small.states)}
    rows |= {name: column for name, column in zip(small.inputs, small.B.T, strict=True)}
    return _by_name(what, value, rows, "a state or an input", n)


def signal_matrix(what: str, value: Any, names: tuple[str, ...], kind: str) -> np.ndarray:
    """Return R or V, positive: a matrix, a number for all, or one for each by name."""
    if isinstance(value, Mapping):
        missing = [name for name in names if name not in value]
        if missing:
            rule = f"has no number for {', '.join(repr(name) for name in missing)}"
            raise ModelError(Problem("S02", what, rule, action=f"give one for every {kind}"))
        rows = {name: np.eye(len(names))[k] for k, name in enumerate(names)}
        found = _by_name(what, value, rows, f"an {kind}", len(names))
    else:
        found = _matrix(what, value, names)
    if np.min(np.linalg.eigvalsh(found), initial=1.0) <= 0.0:
        rule = "must be positive: what costs nothing, or has no noise, is used without bounds"
        raise ModelError(Problem("S02", what, rule))
    return found


def _by_name(
    what: str, keywords: Mapping[str, Any], rows: Mapping[str, np.ndarray], kind: str, n: int
) -> np.ndarray:
    found = np.zeros((n, n))
    problems = []
    for name, value in keywords.items():
        number = isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
        if name not in rows:
            rule = f"is not {kind} of this linearization"
            problems.append(Problem("M09", f"{what} '{name}'", rule, action=nearest(name, rows)))
        elif not number or not np.isfinite(value) or value < 0.0:
            problems.append(
                Problem("S02", f"{what} '{name}'", "must be a number from 0 on", repr(value)[:40])
            )
        else:
            found += float(value) * np.outer(rows[name], rows[name])
    if problems:
        raise ModelError(problems)
    return found


def _matrix(what: str, value: Any, names: tuple[str, ...]) -> np.ndarray:
    """Return a symmetric matrix that is not negative."""
    n = len(names)
    try:
        found = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        found = np.full((0,), np.nan)
    if found.ndim == 0:
        found = float(found) * np.eye(n)
    elif found.ndim == 1 and len(found) == n:
        found = np.diag(found)
    good = found.shape == (n, n) and bool(np.all(np.isfinite(found)))
    if not good or not np.allclose(found, found.T, rtol=1e-9, atol=0.0):
        rule = f"must be numbers by name, one for all, {n} of them, or a symmetric {n} x {n} matrix"
        raise ModelError(Problem("S02", what, rule, repr(value)[:80]))
    values = np.linalg.eigvalsh(found)
    if np.min(values, initial=0.0) < -1e-12 * max(
        float(np.max(np.abs(values), initial=0.0)), 1e-300
    ):
        raise ModelError(Problem("S02", what, "must not be negative in any direction"))
    return 0.5 * (found + found.T)
