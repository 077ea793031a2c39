"""Ends, bounds, limits of channels and sizes of an optimal motion, as users give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.robotics.limits import JointLimits
from sarrus.robotics.optimal.goals import ASKED
from sarrus.robotics.workplace import Workplace
from sarrus.system import System
from sarrus.system.state import State

Range = tuple[float, float]


def range_of(where: str, value: Any, both: bool = True) -> Range:
    """Return (low, high) of a pair, or of a number: both its signs, or that very value."""
    pair = isinstance(value, (tuple, list, np.ndarray)) and np.shape(value) == (2,)
    single = isinstance(value, (int, float, np.floating, np.integer)) and not isinstance(
        value, bool
    )
    if pair:
        low, high = (float(x) for x in value)
    elif single:
        high = float(value)
        low = -high if both else high
    else:
        low, high = 1.0, 0.0
    if not low <= high:
        rule = "must be a number or a pair (low, high)"
        raise ModelError(Problem(ASKED, where, rule, repr(value)[:60]))
    return low, high


def usual_controls(low: np.ndarray, high: np.ndarray, share: float = 0.5) -> np.ndarray:
    """Return controls to begin a search with, at a share of their ranges, near 0 without ranges.

    At the end of a range, where 0 may be, a search first learns of one side alone, and easily comes
    to a motion that only none nearby is better than.
    """
    bounded = np.isfinite(low) & np.isfinite(high)
    first, last = (np.where(bounded, x, 0.0) for x in (low, high))
    inside = first + share * (last - first)
    return np.where(bounded, inside, np.clip(0.0, low, high))


@dataclass(frozen=True, eq=False)
class Knot:
    """A place that the motion passes: a state near it, and what is asked of it by name.

    values: of coordinates, velocities or channels, with their ranges; whole: all of the state.
    """

    state: State
    values: Mapping[str, Range]
    whole: bool = False


@dataclass(frozen=True, eq=False)
class Drives:
    """The velocities that have drives, with the range of their efforts."""

    names: tuple[str, ...]
    places: tuple[int, ...]
    low: np.ndarray
    high: np.ndarray

    @staticmethod
    def of(work: Workplace, efforts: Any) -> Drives:
        """Return those that are asked for, or of the workplace, with limits of the model."""
        system, problems = work.system, []
        listed = efforts if isinstance(efforts, Mapping) else dict.fromkeys(efforts or work.drives)
        names: list[str] = []
        places: list[int] = []
        ranges: list[Range] = []
        for name, value in listed.items():
            located = system.compiled.locate(name)
            if located is None or located[0] == "z":
                known = [j.name for j in system.model.joints if j.type.nv]
                rule = "is not a joint or velocity that a drive can move"
                action = nearest(name, known)
                problems.append(Problem(ASKED, f"efforts / '{name}'", rule, action=action))
                continue
            for rate in system.compiled.rate_names(name):
                vector, at = system.compiled.located_rate(rate)
                names.append(rate)
                places.append(at.start + (0 if vector == "v" else system.nv))
                ranges.append(_effort_range(system, rate, name, value))
        if not names and not problems:
            rule = "names no drive: nothing can be controlled"
            action = "give efforts={'joint': largest effort}"
            problems.append(Problem(ASKED, "efforts", rule, action=action))
        if problems:
            raise ModelError(problems)
        low, high = np.array(ranges).T
        return Drives(tuple(names), tuple(places), low, high)


def _effort_range(system: System, rate: str, name: str, value: Any) -> Range:
    """Return the range of an effort: that given, else of the model, else none."""
    if value is not None:
        return range_of(f"efforts / '{name}'", value)
    joint = next(j for j in system.model.joints if rate in j.velocity_names)
    most = JointLimits.of(joint).torque if joint.type.nv == 1 else None
    return (-np.inf, np.inf) if most is None else (-most, most)


@dataclass(frozen=True, eq=False)
class Limits:
    """Ranges of entries of q, v and vdot by place, and of channels by name."""

    of_w: Mapping[tuple[str, int], Range]
    of_channels: Mapping[str, Range]
    of_drives: Mapping[str, float]

    @staticmethod
    def of(system: System, limits: Mapping[str, Any]) -> Limits:
        """Return what is given, on top of the limits of the model."""
        of_w: dict[tuple[str, int], Range] = {}
        of_channels: dict[str, Range] = {}
        of_drives: dict[str, float] = {}
        problems: list[Problem] = []
        for column, low, high, *_ in system.compiled.limited_columns:
            part = ("q", column) if column < system.nq else ("v", column - system.nq)
            _narrow(of_w, part, (low, high))
        for name, value in limits.items():
            where = f"limits / '{name}'"
            if isinstance(value, JointLimits):
                problems += _joint(system, name, value, of_w, of_channels, of_drives)
                continue
            both = range_of(where, value)
            located = system.compiled.locate(name)
            if located is not None and located[0] in ("q", "v"):
                for k in range(located[1].start, located[1].stop):
                    _narrow(of_w, (located[0], k), both)
            elif _is_channel(system, name):
                _narrow(of_channels, name, both)
            else:
                rule = "is neither a coordinate, nor a velocity, nor a channel of numbers"
                action = nearest(name, [*system.compiled.names(), *channel_names(system)])
                problems.append(Problem(ASKED, where, rule, action=action))
        for place, (low, high) in of_w.items():
            if low > high:
                rule = "contradict each other"
                what = (system.coordinates if place[0] == "q" else system.velocities)[place[1]]
                problems.append(Problem(ASKED, f"limits / '{what}'", rule, f"{low:g} > {high:g}"))
        if problems:
            raise ModelError(problems)
        return Limits(of_w, of_channels, of_drives)


def channel_names(system: System) -> list[str]:
    """Return the names of all channels that are listed."""
    return [definition.name for definition in system.channels()]


def _is_channel(system: System, name: str) -> bool:
    try:
        system.compiled.catalogue.find(name)
    except ModelError:
        return False
    return True


def _narrow(found: dict, key: Any, own: Range) -> None:
    low, high = found.get(key, (-np.inf, np.inf))
    found[key] = max(low, own[0]), min(high, own[1])


def _joint(system: System, name: str, own: JointLimits, of_w: dict, of_channels: dict,
           of_drives: dict) -> list[Problem]:  # fmt: skip
    """Put the limits of a joint where they belong."""
    if name not in system.model.joint_index:
        known = [joint.name for joint in system.model.joints]
        rule = "is not a joint of this mechanism"
        return [Problem(ASKED, f"limits / '{name}'", rule, action=nearest(name, known))]
    coordinate, place = system.compiled.locate(name) or ("", slice(0, 0))
    vector, rate = system.compiled.located_rate(name)
    in_tree = coordinate == "q" and vector == "v"
    single = system.model.joint(name).type.nv == 1
    of_motion = [own.position, own.speed, own.acceleration, own.torque, own.power]
    if not single and any(value is not None for value in of_motion):
        rule = "has several coordinates: give limits of each by its name"
        return [Problem(ASKED, f"limits / '{name}'", rule)]
    pairs = [("q", place.start, own.position), ("v", rate.start, own.speed),
             ("vdot", rate.start, own.acceleration)]  # fmt: skip
    joint = system.model.joint(name)
    for kind, at, value in pairs:
        if value is None:
            continue
        both = range_of(f"limits / '{name}'", value)
        if in_tree:
            _narrow(of_w, (kind, at), both)
        else:
            channel = {"q": joint.coordinate_names, "v": joint.velocity_names}.get(kind)
            chosen = channel[0] if channel else f"{joint.velocity_names[0]}.acceleration"
            _narrow(of_channels, chosen, both)
    if own.torque is not None:
        of_drives[joint.velocity_names[0]] = own.torque
    if own.power is not None:
        _narrow(of_channels, f"{name}.power", (-own.power, own.power))
    for kind in ("force", "moment"):
        value = getattr(own, kind)
        if value is not None:
            _narrow(of_channels, f"joint:{name}.reaction.{kind}.norm", (-np.inf, value))
    return []


class Ends:
    """Reads start, end and places between."""

    def __init__(self, system: System, keywords: Mapping[str, Any]) -> None:
        self.system, self.keywords = system, dict(keywords)

    def start(self, value: Any) -> State:
        """Return the state in which the motion begins."""
        return self.knot("start", value, None).state

    def knot(self, where: str, value: Any, guess: State | None) -> Knot:
        """Return a place of the motion: of a state, values by name, or a row of coordinates."""
        system = self.system
        if isinstance(value, State):
            return Knot(value, {}, True)
        if not isinstance(value, Mapping):
            names = system.coordinates
            row = np.asarray(value, dtype=float) if np.ndim(value) == 1 else np.zeros(0)
            if len(row) != len(names):
                rule = f"must be a state, values by name, or {len(names)} coordinates"
                raise ModelError(Problem(ASKED, where, rule, repr(value)[:60]))
            return Knot(system.state(row, **self.keywords), {}, True)
        values, problems = {}, []
        coordinates: dict[str, float] = {}
        rates: dict[str, float] = {}
        for name, wanted in value.items():
            low, high = range_of(f"{where} / '{name}'", wanted, both=False)
            located = system.compiled.locate(name)
            if located is None and not _is_channel(system, name):
                rule = "is neither a coordinate, nor a velocity, nor a channel"
                action = nearest(name, [*system.compiled.names(), *channel_names(system)])
                problems.append(Problem(ASKED, f"{where} / '{name}'", rule, action=action))
                continue
            values[name] = (low, high)
            middle = low if low == high else 0.5 * (low + high)
            if located is not None and np.isfinite(middle):
                of_rates = located[0] in ("v", "cut_v")
                (rates if of_rates else coordinates)[name] = middle
        if problems:
            raise ModelError(problems)
        near: dict[str, Any] = {} if guess is None else {"guess": guess}
        state = system.assemble(coordinates, rates, **near, **self.keywords)
        return Knot(state, values)


@dataclass(frozen=True, eq=False)
class Sizes:
    """Usual sizes: of coordinates (radians, or the mechanism's length), efforts, and a duration."""

    system: System
    drives: Drives
    knots: Sequence[Knot]
    limits: Limits
    duration: Range | None

    @cached_property
    def q(self) -> np.ndarray:
        """Of coordinates: what they move by, at least a tenth of a radian or length."""
        length = self.system.compiled.loops.length
        units = self.system.compiled.layout.q_units
        least = np.array([0.1 * length if unit == "m" else 0.1 for unit in units])
        rows = np.array([knot.state.q for knot in self.knots])
        return np.maximum(np.ptp(rows, axis=0), least)

    @cached_property
    def v_of_q(self) -> np.ndarray:
        """Of velocities, for a duration of 1 s: those of the tangent."""
        length = self.system.compiled.loops.length
        units = self.system.compiled.layout.v_units
        least = np.array([0.1 * length if unit == "m/s" else 0.1 for unit in units])
        pairs = zip(self.knots[:-1], self.knots[1:], strict=True)
        moved = [np.abs(self.system.difference(b.state.q, a.state.q)) for a, b in pairs]
        return np.maximum(np.max(moved, axis=0), least)

    @cached_property
    def efforts(self) -> np.ndarray:
        """Of the drives: their limits, or what holds and moves the mechanism in a second."""
        finite = np.maximum(np.abs(self.drives.low), np.abs(self.drives.high))
        known = finite[np.isfinite(finite) & (finite > 0.0)]
        usual = float(np.max(known)) if len(known) else self._weight
        return np.where(np.isfinite(finite) & (finite > 0.0), finite, usual)

    @cached_property
    def _weight(self) -> float:
        """The largest effort of gravity, or of accelerations that move it in a second."""
        state, system = self.knots[0].state, self.system
        c = np.abs(system.bias(state.q, np.zeros(system.nv)))
        M = system.mass_matrix(state.q)
        return float(max(np.max(c, initial=0.0), np.max(np.abs(M) @ self.v_of_q)))

    @cached_property
    def T(self) -> float:
        """A duration of each phase to begin with."""
        if self.duration is not None:
            low, high = self.duration
            if low == high:
                return low
            if low > 0.0 and np.isfinite(high):
                return float(np.sqrt(low * high))
        system, places = self.system, [k for k in self.drives.places if k < self.system.nv]
        M = np.diag(system.mass_matrix(self.knots[0].state.q))
        found = [1e-3]
        for k, size in zip(self.drives.places, self.efforts, strict=True):
            if k in places:
                found.append(2.0 * float(np.sqrt(self.v_of_q[k] * M[k] / size)))
        for (kind, k), (_, high) in self.limits.of_w.items():
            if kind == "v" and np.isfinite(high) and high > 0.0:
                found.append(2.0 * float(self.v_of_q[k]) / high)
        return max(found) if len(found) > 1 else 1.0
