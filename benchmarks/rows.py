"""What the benchmarks return: times, named rows, curves; and their way to a file and back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

PEERS = ("Pinocchio", "MuJoCo", "Drake", "Exudyn")
OF_MOTIONS = ("toppra", "ruckig", "CasADi")
"""Programs beside ours in one group alone."""
NOT_INSTALLED = "not installed"
NOT_REACHED = "not reached"
TOO_SHORT = "too short to be measured"


@dataclass(frozen=True)
class Time:
    """The median and the least of some repeats; seconds, or the unit of the row."""

    median: float
    least: float

    @classmethod
    def of(cls, repeats: Sequence[float]) -> Time:
        return cls(float(np.median(repeats)), float(min(repeats)))

    def __sub__(self, other: Time) -> Time:
        return Time(self.median - other.median, self.least - other.least)

    def __add__(self, other: Time) -> Time:
        return Time(self.median + other.median, self.least + other.least)

    def __mul__(self, n: float) -> Time:
        return Time(self.median * n, self.least * n)

    def __truediv__(self, n: float) -> Time:
        return self * (1.0 / n)


def less(whole: Time | None, empty: Time | None) -> Time | None:
    """Return a time less that of an empty call; None where there is none, or nothing is left."""
    if whole is None or empty is None:
        return None
    left = whole - empty
    return left if left.median > 0.0 else None


@dataclass(frozen=True)
class Row:
    """One quantity of one mechanism, ours beside one other program's.

    table: the heading under which it is shown; size: number of bodies where it has a meaning, 0
    otherwise; by: our method; peer: the program, with its method where it has several; missing:
    why there is no time of it; error, peer_error: of the results; unit: of both times.
    """

    table: str
    what: str
    case: str = ""
    size: int = 0
    ours: Time | None = None
    by: str = ""
    peer: str = ""
    theirs: Time | None = None
    missing: str = ""
    error: float | None = None
    peer_error: float | None = None
    unit: str = "s"

    @property
    def ratio(self) -> float | None:
        """Their median over ours: above 1 we are faster, or need less."""
        if self.ours is None or self.theirs is None or not self.ours.median > 0.0:
            return None
        return self.theirs.median / self.ours.median

    @property
    def program(self) -> str:
        """The other program, empty where the row compares us with ourselves."""
        known = (*PEERS, *OF_MOTIONS)
        return next((name for name in known if self.peer.startswith(name)), "")

    @property
    def beaten(self) -> bool:
        """Whether another program is faster, or needs less."""
        return bool(self.program) and self.ratio is not None and 0.0 < self.ratio < 1.0


@dataclass
class Group:
    """The rows of one script; curves: panels of error against time; notes: how it was measured.

    failed: the last line of what went wrong; seconds: that the group took.
    """

    name: str
    title: str
    rows: list[Row] = field(default_factory=list)
    curves: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    failed: str = ""
    seconds: float = 0.0

    def of(self, table: str, peer: str = "") -> list[Row]:
        """Return the rows of a table, of one other program where it is named."""
        return [row for row in self.rows if row.table == table and row.peer.startswith(peer)]

    def record(self) -> dict[str, Any]:
        """Return what JSON can hold; the ratio of each row goes with it."""
        found = asdict(self)
        for row, kept in zip(self.rows, found["rows"], strict=True):
            kept["ratio"] = row.ratio
        return _finite(found)

    @classmethod
    def read(cls, record: dict[str, Any]) -> Group:
        rows = [_row(kept) for kept in record["rows"]]
        return cls(**{**record, "rows": rows})


def _row(kept: dict[str, Any]) -> Row:
    given = {name: value for name, value in kept.items() if name != "ratio"}
    for name in ("ours", "theirs"):
        if given[name] is not None:
            given[name] = Time(**given[name])
    return Row(**given)


def _finite(value: Any) -> Any:
    """Return the value with None for the numbers that JSON does not have."""
    if isinstance(value, dict):
        return {name: _finite(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(part) for part in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value
