"""Plans: which values each run of a sweep has.

A grid is the product of lists. The other plans draw from distributions. The values of run i
depend on the seed, on i and on the names, on nothing else: not on the number of workers, on the
order, or on what else is varied. (Of a Latin hypercube they depend on n, too.)
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, Protocol, overload
from zlib import crc32

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.storage import encode
from sarrus.sweeps.distributions import PLAN, Distribution

OVER = "S21"
"""The code of what cannot be swept over."""
MOST = 10_000_000


class Plan(Protocol):
    """Spreads fractions over (0, 1), one for each run and name."""

    @property
    def n(self) -> int:
        """The number of runs."""

    def fractions(self, name: str) -> list[float]:
        """Return the fractions of all runs for a name."""


@dataclass(frozen=True)
class MonteCarlo:
    """n runs, all values drawn independently."""

    n: int
    seed: int = 0

    def __post_init__(self) -> None:
        _check(self)

    def fractions(self, name: str) -> list[float]:
        """Return the fractions of all runs for a name."""
        return [_draw(self.seed, i, name) for i in range(self.n)]


@dataclass(frozen=True)
class LatinHypercube:
    """n runs; of n equal parts of each distribution, every one is met by exactly one run."""

    n: int
    seed: int = 0

    def __post_init__(self) -> None:
        _check(self)

    def fractions(self, name: str) -> list[float]:
        """Return the fractions of all runs for a name."""
        parts = np.random.default_rng([self.seed, crc32(name.encode())]).permutation(self.n)
        return [(int(parts[i]) + _draw(self.seed, i, name)) / self.n for i in range(self.n)]


@dataclass(frozen=True)
class Listed:
    """Run i has the i-th value of every list; the lists are of equal length."""


@dataclass(frozen=True)
class Points:
    """The values of all runs, by name; a column for each name, all of the same length."""

    columns: Mapping[str, list[Any]]
    n: int

    def __len__(self) -> int:
        return self.n

    def __getitem__(self, i: int) -> dict[str, Any]:
        return {name: column[i] for name, column in self.columns.items()}

    def key(self, i: int) -> str:
        """Return what tells the values of a run from all others."""
        return key_of([[name, plain(value)] for name, value in self[i].items()])


class Keys(Sequence[str]):
    """What tells each run from all others, computed when it is asked for: millions are not kept."""

    def __init__(self, count: int, key: Callable[[int], str]) -> None:
        self._count, self._key = count, key

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, i: int) -> str: ...

    @overload
    def __getitem__(self, i: slice) -> list[str]: ...

    def __getitem__(self, i: int | slice) -> str | list[str]:
        if isinstance(i, slice):
            return [self._key(k) for k in range(*i.indices(self._count))]
        return self._key(range(self._count)[i])


def key_of(record: Any) -> str:
    """Return a short hash of a record."""
    return hashlib.blake2b(encode(record), digest_size=16).hexdigest()


def plain(value: Any) -> Any:
    """Return a value of a plan as a record can hold it."""
    if isinstance(value, np.ndarray):
        return value.astype(float) if value.dtype.kind in "iuf" else value.tolist()
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if value is None or isinstance(value, (bool, int, float, str, np.generic)):
        return value
    return repr(value)


def points(over: Mapping[str, Any], plan: Plan | Listed | None = None) -> Points:
    """Return the points of a plan, by default of the grid of all lists in `over`.

    With a plan that draws, values are distributions; a number alone is the same in every run.
    """
    if not isinstance(over, Mapping) or not over:
        rule = "must be names with values, such as {'crank.mass': [1.0, 2.0]}"
        raise ModelError(Problem(OVER, "sweep", rule, value=repr(over)[:80]))
    if plan is None or isinstance(plan, Listed):
        return _points_of_lists(over, plan is None)
    wrong = [_no_distribution(name, value) for name, value in over.items() if not _drawable(value)]
    if wrong:
        raise ModelError(wrong)
    columns: dict[str, list[Any]] = {}
    for name, value in over.items():
        drawn = isinstance(value, Distribution)
        columns[name] = [value.at(u) for u in plan.fractions(name)] if drawn else [value] * plan.n
    return Points(columns, plan.n)


def _points_of_lists(over: Mapping[str, Any], grid: bool) -> Points:
    lists: dict[str, list[Any]] = {}
    problems = []
    for name, value in over.items():
        if isinstance(value, Distribution):
            problems.append(_needs_plan(name, value))
        elif isinstance(value, (list, tuple, np.ndarray, range)):
            lists[name] = list(value)
        else:
            lists[name] = [value]
    problems += [
        Problem(OVER, f"sweep over '{name}'", "has no values") for name, x in lists.items() if not x
    ]
    if problems:
        raise ModelError(problems)
    if grid:
        return _grid(lists)
    n = max(len(column) for column in lists.values())
    uneven = {name: len(column) for name, column in lists.items() if len(column) not in (1, n)}
    if uneven:
        rule = f"has {n} values for one name, but {uneven}; listed values go together"
        raise ModelError(Problem(OVER, "sweep", rule))
    return Points({k: c if len(c) == n else c * n for k, c in lists.items()}, n)


def _grid(lists: Mapping[str, Sequence[Any]]) -> Points:
    n = 1
    for column in lists.values():
        n *= len(column)
    if n > MOST:
        rule = f"has {n:,} points, above the limit of {MOST:,}"
        action = "draw some of them: plan=LatinHypercube(1000)"
        raise ModelError(Problem(OVER, "grid of the sweep", rule, action=action))
    rows = list(product(*lists.values()))
    columns = zip(*rows, strict=True)
    return Points({name: list(c) for name, c in zip(lists, columns, strict=True)}, n)


def _draw(seed: int, i: int, name: str) -> float:
    """Return a number between 0 and 1, never one of the two."""
    random = np.random.default_rng([seed, i, crc32(name.encode())])
    return (int(random.integers(0, 2**53)) + 0.5) * 2.0**-53


def _drawable(value: Any) -> bool:
    return isinstance(value, Distribution) or not isinstance(
        value, (list, tuple, np.ndarray, range)
    )


def _check(plan: MonteCarlo | LatinHypercube) -> None:
    kind = type(plan).__name__
    for what, value, least in (("n", plan.n, 1), ("seed", plan.seed, 0)):
        whole = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
        if not whole or not least <= value <= MOST ** (1 if what == "n" else 2):
            rule = f"must be a whole number of at least {least}"
            raise ModelError(Problem(PLAN, f"{kind} / {what}", rule, value=repr(value)[:40]))


def _no_distribution(name: str, value: Any) -> Problem:
    return Problem(
        PLAN,
        f"sweep over '{name}'",
        "has a list of values, and the plan draws from distributions",
        value=repr(value)[:60],
        action="give Uniform(low, high), Normal(mean, deviation), Choice(...), or leave out plan=",
    )


def _needs_plan(name: str, value: Any) -> Problem:
    return Problem(
        PLAN,
        f"sweep over '{name}'",
        "is a distribution, and there is no plan that draws from it",
        value=repr(value)[:60],
        action="give plan=LatinHypercube(n, seed) or plan=MonteCarlo(n, seed)",
    )
