"""What has been measured of a machine: motions and efforts of its joints, in unbroken stretches.

Rates and accelerations that were not measured are derivatives of filtered positions. The equations
of such motions pass the same filter, efforts and columns alike, so that nothing is shifted in time
between the two, and jumps of friction are as blunt on one side as on the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass

MEASURED = "I01"
"""Measured numbers that cannot be used."""
REPAIRED = "I10"
"""Measured rows that are left out or put on an even grid."""
GAP = 2.5
"""Steps of this many usual ones break a stretch."""
UNEVEN = 0.02
"""Part of the usual step by which steps may differ in an even stretch."""
LEAST = 16
"""Rows of a stretch from which derivatives can be taken."""
SHARE = 0.999
"""Part of the power of the rates that lies below the frequency which the usual filter keeps."""
KEPT = 5.0
"""The usual cutoff over that frequency."""
STENCIL = np.array([-1.0, 9.0, -45.0, 0.0, 45.0, -9.0, 1.0]) / 60.0
"""Central differences of the sixth order."""
ORDER = 4
"""Order of the Butterworth filter, which is passed forth and back."""

Columns = Mapping[str, np.ndarray]


@dataclass(frozen=True)
class Filter:
    """A Butterworth filter of order 4, passed forth and back; cutoff, and rate of rows [Hz]."""

    cutoff: float
    rate: float

    def smooth(self, x: np.ndarray) -> np.ndarray:
        """Return filtered rows."""
        from scipy.signal import butter, sosfiltfilt

        sections = butter(ORDER, min(2.0 * self.cutoff / self.rate, 0.99), output="sos")
        pad = min(len(x) - 1, int(np.ceil(3.0 * self.rate / self.cutoff)))
        return np.asarray(sosfiltfilt(sections, x, axis=0, padlen=pad))


@dataclass(frozen=True, eq=False, repr=False)
class Measured:
    """Positions, rates, accelerations and efforts of joints at times t [s], in SI units.

    q, v, a, tau: columns by joint (of one coordinate each); v and a may be missing, then they are
    found from q. tau is what the drive does on the joint; joints without such a column have no
    drive. A number that is not known at a time is NaN. part: the stretch of every row, 0 unless
    given; name: for messages; independent: the part of the rows whose noise counts as independent,
    less than 1 where they have been filtered; filters: of each stretch, that through which
    positions have passed; every: of how many rows one is an equation.

    Example:
        Measured(t, {"A": angle, "B": bend}, tau={"A": torque_a, "B": torque_b})
    """

    t: np.ndarray
    q: Columns
    v: Columns = field(default_factory=dict, kw_only=True)
    a: Columns = field(default_factory=dict, kw_only=True)
    tau: Columns = field(default_factory=dict, kw_only=True)
    part: np.ndarray | None = field(default=None, kw_only=True)
    name: str = field(default="measured", kw_only=True)
    independent: float = field(default=1.0, kw_only=True)
    filters: tuple[Filter | None, ...] = field(default=(), kw_only=True)
    every: int = field(default=1, kw_only=True)
    notices: tuple[Problem, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        t = _column(f"{self.name} / t", self.t, None)
        object.__setattr__(self, "t", t)
        for kind in ("q", "v", "a", "tau"):
            given: Columns = getattr(self, kind)
            columns = {
                str(joint): _column(f"{self.name} / {kind} of '{joint}'", value, len(t))
                for joint, value in given.items()
            }
            object.__setattr__(self, kind, columns)
        if len(t) < 2:
            raise _problem(self.name, "needs at least two rows", str(len(t)))
        if not np.all(np.isfinite(t)) or np.any(np.diff(t) <= 0.0):
            k = int(np.argmax(~(np.diff(t) > 0.0))) + 1
            raise _problem(
                f"{self.name} / t", f"must rise from row to row, and does not at row {k + 1}",
                f"{t[k]:.9g} s", "sort the rows, and leave out those that stand twice",
            )  # fmt: skip
        if not self.q:
            raise _problem(self.name, "has no positions of joints", action="give columns q")

    def __repr__(self) -> str:
        known = ", ".join(f"{k} of {len(getattr(self, k))}" for k in ("q", "v", "a", "tau"))
        span = f"{len(self.t)} rows, {self.t[-1] - self.t[0]:.4g} s"
        return f"<Measured '{self.name}': {span}, {known} joints>"

    @staticmethod
    def of_history(history: Any, joints: Sequence[str], *, name: str = "history") -> Measured:
        """Return what a run or a driven motion of Sarrus yields of joints, as if measured.

        Example:
            Measured.of_history(run.history, ["A", "B"])
        """
        found: dict[str, Any] = {"q": {}, "v": {}, "a": {}, "tau": {}}
        model = history.system.model
        for joint in joints:
            first = model.joint(joint)
            at, rate = first.coordinate_names[0], first.velocity_names[0]
            channels = (at, rate, f"{at}_acceleration", f"{joint}.effort")
            for kind, channel in zip(found, channels, strict=True):
                found[kind][joint] = np.asarray(history[channel], dtype=float).ravel()
        q = found.pop("q")
        return Measured(np.asarray(history.t, dtype=float), q, name=name, **found)

    def rows(self, chosen: Any) -> Measured:
        """Return some of the rows."""
        part = None if self.part is None else self.part[chosen]
        columns: dict[str, Any] = {
            kind: {joint: x[chosen] for joint, x in getattr(self, kind).items()}
            for kind in ("q", "v", "a", "tau")
        }
        return replace(self, t=self.t[chosen], part=part, **columns)

    @with_checks
    def with_derivatives(
        self, *, cutoff: float | None = None, every: int = 1, joints: Sequence[str] | None = None
    ) -> Measured:
        """Return rows with all positions, rates and accelerations of the joints.

        Rows where a position is missing are left out, and break the motion as gaps in time do.
        Where rates or accelerations are missing, every stretch is put on an even grid if it is not
        even, and positions, rates and efforts are filtered (Butterworth, order 4, forth and back)
        at the frequency cutoff [Hz]: by default 5 times that below which 99.9 % of the power of
        the rates lies. every: of how many rows one is kept.
        """
        names = list(self.q if joints is None else joints)
        complete = {j for j in names if j in self.v and j in self.a}
        known = np.all([np.isfinite(self.q[j]) for j in names], axis=0)
        for j in complete:
            known &= np.isfinite(self.v[j]) & np.isfinite(self.a[j])
        notices = list(self.notices)
        if not np.all(known):
            lost = int(np.sum(~known))
            rule = f"{lost} of {len(known)} rows have no position or rate and are left out"
            notices.append(_notice(self.name, rule))
        if not np.any(known):
            raise _problem(self.name, "has no row with the positions of all joints")
        part = self._parts(known)
        breaks = int(part[-1])
        if breaks:
            rule = f"the motion has {breaks} gap{'s' * (breaks > 1)}, and is taken in parts"
            notices.append(_notice(self.name, rule))
        whole = replace(self.rows(known), part=part)
        if len(complete) < len(names):
            stretches = [whole.rows(part == k) for k in range(breaks + 1)]
            whole = _with_derivatives(self.name, stretches, names, cutoff, notices)
            share = min(1.0, every * whole.independent)
            return replace(whole, notices=tuple(notices), independent=share, every=every)
        return replace(whole.rows(slice(None, None, every)), notices=tuple(notices))

    def smooth_rows(self, rows: np.ndarray) -> np.ndarray:
        """Return numbers of all rows as the filters of positions make them, NaN where unknown."""
        if not any(self.filters):
            return rows
        part = np.zeros(len(self.t), dtype=int) if self.part is None else self.part
        found = rows.copy()
        for k, one in enumerate(self.filters):
            own = np.flatnonzero(part == k)
            if one is None or not own.size:
                continue
            flat = rows[own].reshape(len(own), -1)
            bad = ~np.isfinite(flat)
            for c in np.flatnonzero(np.any(bad, axis=0)):
                good = ~bad[:, c]
                flat = flat.copy()
                flat[:, c] = np.interp(own, own[good], flat[good, c]) if np.any(good) else 0.0
            smooth = one.smooth(flat)
            smooth[bad] = np.nan
            found[own] = smooth.reshape(rows[own].shape)
        return found

    def _parts(self, known: np.ndarray) -> np.ndarray:
        """Return the number of the stretch of every known row."""
        usual = float(np.median(np.diff(self.t)))
        broken = np.diff(self.t[known]) > GAP * usual
        if self.part is not None:
            broken |= np.diff(self.part[known]) != 0
        return np.concatenate([[0], np.cumsum(broken)])


def _with_derivatives(
    name: str,
    stretches: Sequence[Measured],
    names: Sequence[str],
    cutoff: float | None,
    notices: list[Problem],
) -> Measured:
    """Return the filtered stretches that are long enough, joined."""
    long = [piece for piece in stretches if len(piece.t) >= LEAST]
    short = sum(len(piece.t) for piece in stretches) - sum(len(piece.t) for piece in long)
    if short:
        rule = f"{short} rows stand in parts of fewer than {LEAST} rows, and are left out"
        notices.append(_notice(name, rule))
    if not long:
        rule = f"has no part of {LEAST} rows without a gap, from which rates could be found"
        raise _problem(name, rule, action="measure longer, or give rates and accelerations")
    return joined_parts([_filtered_part(piece, names, cutoff, notices) for piece in long])


def joined_parts(parts: Sequence[Measured]) -> Measured:
    """Return several as one; each is a stretch of its own, and times go on."""
    if len(parts) == 1:
        return parts[0]
    t: list[np.ndarray] = []
    part: list[np.ndarray] = []
    end, count = 0.0, 0
    filters: list[Filter | None] = []
    for piece in parts:
        step = float(np.median(np.diff(piece.t)))
        shift = 0.0 if not t or piece.t[0] > end else end + 10.0 * step - piece.t[0]
        own = (
            np.zeros(len(piece.t), dtype=int) if piece.part is None else piece.part - piece.part[0]
        )
        t.append(piece.t + shift)
        filters += list(piece.filters) or [None] * (int(own[-1]) + 1)
        part.append(own + count)
        end, count = t[-1][-1], part[-1][-1] + 1
    columns: dict[str, Any] = {}
    for kind in ("q", "v", "a", "tau"):
        names = dict.fromkeys(joint for piece in parts for joint in getattr(piece, kind))
        columns[kind] = {
            j: np.concatenate(
                [getattr(p, kind).get(j, np.full(len(p.t), np.nan)) for p in parts]
            )
            for j in names
        }  # fmt: skip
    notices = tuple(n for piece in parts for n in piece.notices)
    q = columns.pop("q")
    return Measured(
        np.concatenate(t), q, part=np.concatenate(part), name=parts[0].name, notices=notices,
        independent=min(piece.independent for piece in parts), filters=tuple(filters),
        every=parts[0].every, **columns,
    )  # fmt: skip


def _filtered_part(
    piece: Measured, names: Sequence[str], cutoff: float | None, notices: list[Problem]
) -> Measured:
    """Return an even, filtered stretch with its derivatives, without its ends."""
    step = float(np.median(np.diff(piece.t)))
    even = np.max(np.abs(np.diff(piece.t) - step)) <= UNEVEN * step
    t = piece.t
    if not even:
        t = np.arange(piece.t[0], piece.t[-1] + 1e-9 * step, step)
        t = np.minimum(t, piece.t[-1])
        rule = f"rows are not evenly spaced: they are put on a grid of {step:.4g} s"
        if not any(n.rule.startswith("rows are not evenly") for n in notices):
            notices.append(_notice(piece.name, rule))
    q = {j: _on_grid(piece.t, piece.q[j], t, even) for j in names}
    rate = 1.0 / step
    if cutoff is None:
        cutoff = min(max(_band(x, rate) for x in q.values()) * KEPT, 0.4 * rate)
    elif not 0.0 < cutoff < 0.5 * rate:
        raise _problem(
            f"{piece.name} / cutoff", f"must be above 0 and below half the sampling rate, "
            f"{0.5 * rate:.4g} Hz", f"{cutoff:.4g} Hz",
        )  # fmt: skip
    filter_ = Filter(cutoff, rate)
    lost = min(int(np.ceil(3.0 * rate / cutoff)) + 6, (len(t) - 4) // 3)
    inner = slice(lost, len(t) - lost)
    v, a = {}, {}
    for j in names:
        q[j] = filter_.smooth(q[j])
        raw = piece.v.get(j)
        v[j] = (
            _slope(q[j], step)
            if raw is None or not np.all(np.isfinite(raw))
            else filter_.smooth(_on_grid(piece.t, raw, t, even))
        )
        a[j] = _slope(v[j], step)
    tau = {j: _efforts(piece.t, x, t, even) for j, x in piece.tau.items()}
    return Measured(
        t[inner], {j: x[inner] for j, x in q.items()}, v={j: x[inner] for j, x in v.items()},
        a={j: x[inner] for j, x in a.items()}, tau={j: x[inner] for j, x in tau.items()},
        name=piece.name, independent=min(1.0, 2.0 * cutoff * step) * piece.independent,
        filters=(filter_,),
    )  # fmt: skip


def _on_grid(t: np.ndarray, x: np.ndarray, grid: np.ndarray, even: bool) -> np.ndarray:
    if even:
        return x
    from scipy.interpolate import CubicSpline

    return np.asarray(CubicSpline(t, x)(grid))


def _efforts(t: np.ndarray, x: np.ndarray, grid: np.ndarray, even: bool) -> np.ndarray:
    """Return efforts on the grid; where they are not known, or nearly so, they stay unknown."""
    known = np.isfinite(x)
    if np.all(known):
        return x if even else np.interp(grid, t, x)
    if np.sum(known) < LEAST:
        return np.full(len(grid), np.nan)
    usual = float(np.median(np.diff(t[known])))
    after = np.clip(np.searchsorted(t[known], grid), 1, int(np.sum(known)) - 1)
    near = np.diff(t[known])[after - 1] <= GAP * usual
    near &= (grid >= t[known][0]) & (grid <= t[known][-1])
    return np.where(near, np.interp(grid, t[known], x[known]), np.nan)


def _slope(x: np.ndarray, step: float) -> np.ndarray:
    """Return the derivative by central differences of the sixth order; simpler ones at the ends."""
    found = np.gradient(x, step, edge_order=2)
    found[3:-3] = np.correlate(x, STENCIL, mode="valid") / step
    return found


def _band(x: np.ndarray, rate: float) -> float:
    """Return the frequency below which nearly all of the power of the rates lies [Hz]."""
    window = np.hanning(len(x))
    spectrum = np.abs(np.fft.rfft(np.gradient(x - x.mean()) * window)) ** 2
    if not np.any(spectrum > 0.0):
        return rate / len(x)
    k = int(np.searchsorted(np.cumsum(spectrum), SHARE * spectrum.sum()))
    return max(k, 1) * rate / len(x)


def _column(element: str, value: Any, size: int | None) -> np.ndarray:
    try:
        found = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise _problem(element, "must be a row of numbers", repr(value)[:60]) from None
    if found.ndim != 1 or (size is not None and len(found) != size):
        wanted = "a row of numbers" if size is None else f"{size} numbers, one for each time"
        raise _problem(element, f"must be {wanted}", f"shape {found.shape}")
    return found


def _problem(element: str, rule: str, value: str = "", action: str = "") -> ModelError:
    return ModelError(Problem(MEASURED, element, rule, value, action=action))


def _notice(element: str, rule: str) -> Problem:
    return Problem(REPAIRED, element, rule, severity="warning")
