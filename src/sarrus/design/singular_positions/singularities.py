"""`singularities`: where a mechanism cannot be driven, or stands still, over its coordinates.

With the free directions N of a position (A N = 0), coordinates y have the rates E_y N. The driven
coordinates y determine the motion unless det(E_y N) = 0: then the mechanism moves while they are
held (singularities of the second kind after Gosselin and Angeles 1990; dead points). Output
coordinates x stand still in some direction while the drives move where det(E_x N) = 0 (first
kind). Where the rows A lose rank, branches meet (constraint singularities, branch points).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.design.singular_positions.motion_curve import BRANCH, Motion, followed_motion
from sarrus.design.singular_positions.positions import Position, Positions
from sarrus.design.singular_positions.result import Singularities, SingularPoint
from sarrus.design.singular_positions.zero_sets import Node, ZeroSet, zero_set
from sarrus.errors import ModelError, Problem
from sarrus.system.checks import by_name
from sarrus.system.one_state.assembling import Wanted, measured_state
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.study import Study
    from sarrus.system.system import System

SAMPLES = 3
"""Values of the coordinate at which all assemblies are looked for, to find all curves."""
TRIES = 12
COUNTS = {2: 41, 3: 13}
"""Nodes of the grid in each direction."""
FARTHEST = 1.2
"""Distance [rad, lengths of the model] of neighbours on a grid, at most."""
SLACK, SAME = 1e-9, 1e-4
WIDTH, BRANCH_WIDTH = 1e-9, 1e-4
"""Width of what encloses a singular point that counts as certified; at branch points, double roots
of the loops, half of the digits are lost."""


@with_checks
def singularities(
    system: System | Study,
    over: Any,
    *,
    driven: Any = None,
    output: Any = None,
    start: State | None = None,
    count: int | None = None,
) -> Singularities:
    """Return dead points and branch points, or curves and surfaces of singular positions.

    over: one, two or three coordinates, as many as the mechanism has freedoms, by name with their
    ranges (low, high) [rad, m]; of an angle by default a whole turn; driven: coordinates that are
    driven, where the mechanism may not be drivable (second kind), by default those of `over`, where
    several of them reach as far as the edge of the grid's nodes that are not empty;
    output: coordinates of what is moved (first kind); start: a state of the branch in question, by
    default the drawing (over one coordinate, all branches are looked at); count: nodes of the grid
    over each of several coordinates.

    Example:
        found = sarrus.design.singularities(system, {"A": (0, 6.283)}, driven="D")
    """
    machine = _system_of(system)
    ranges = _ranges(machine, over)
    of = {"type II": _names(machine, driven, ranges), "type I": _names(machine, output, ())}
    here = machine.assemble(guess=start) if start is not None else machine.assemble()
    positions = Positions(machine, here)
    freedoms = positions.at(here.q).N.shape[1]
    for kind, names in (("over", tuple(ranges)), *of.items()):
        size = sum(len(machine.compiled.rate_places(name)) for name in names)
        if names and size != freedoms:
            raise ModelError(_wrong_number(machine, kind, names, freedoms))
    if freedoms == 1:
        return _points(positions, here, ranges, of)
    if freedoms not in COUNTS:
        raise ModelError(_wrong_number(machine, "over", tuple(ranges), freedoms))
    return _zero_sets(positions, here, ranges, of, count or COUNTS[freedoms])


def _system_of(value: Any) -> System:
    return value.system if hasattr(value, "system") and not hasattr(value, "compiled") else value


def _names(system: System, value: Any, usual: Any) -> tuple[str, ...]:
    names = usual if value is None else (value,) if isinstance(value, str) else value
    for name in names:
        system.compiled.located_rate(name)
    return tuple(names)


def _ranges(system: System, over: Any) -> dict[str, tuple[float, float]]:
    """Return the coordinates with their ranges; a whole turn where an angle has none."""
    named = over if isinstance(over, Mapping) else dict.fromkeys(
        (over,) if isinstance(over, str) else over)  # fmt: skip
    system.compiled.check_coordinates_once("coordinate", named)
    found, problems = {}, []
    for name, ends in named.items():
        joint, place = system.compiled.joint_at(*system.compiled.place_of(name, ("q", "cut_q")))
        kind = system.model.joint(joint).type
        whole = kind.periodic[place.start] and place.stop == place.start + 1
        if ends is None and whole:
            ends = (-np.pi, np.pi)
        both = ends if isinstance(ends, Sequence) and len(ends) == 2 else (np.inf, np.inf)
        low, high = (_number(system, name, x) for x in both)
        if not low < high:
            value = "none" if ends is None else str(ends)
            problems.append(
                Problem(
                    "G40",
                    f"over / '{name}'",
                    "needs a range: two numbers (low, high), the first below the second",
                    value,
                    cause="only a single angle that turns has a range by default, a whole turn",
                    action=f"write over={{'{name}': (low, high)}} [rad or m]",
                )
            )
        found[name] = (low, high)
    if problems:
        raise ModelError(problems)
    return found


def _number(system: System, name: str, end: Any) -> float:
    """Return an end of a range, which may be text with a unit."""
    try:
        return float(np.ravel(by_name("coordinate", {name: end}, system.model)[name])[0])
    except ModelError:
        return float("nan")


def _wrong_number(system: System, keyword: str, names: tuple[str, ...], freedoms: int) -> Problem:
    listed = ", ".join(f"'{name}'" for name in names) or "nothing"
    word = {"over": "over", "type II": "driven", "type I": "output"}[keyword]
    most = "" if freedoms in (1, *COUNTS) else "; maps are drawn over one, two or three"
    return Problem(
        "G40",
        f"{word} / {listed}",
        f"must name as many coordinates as '{system.model.name}' has freedoms: {freedoms}{most}",
        str(len(names)),
        cause="singular positions are those where so many coordinates do not determine the motion",
        action="system.mobility() counts the freedoms; lock joints that do not matter",
    )


# --- one freedom ---------------------------------------------------------------------------------


def _points(
    positions: Positions,
    start: State,
    ranges: dict[str, tuple[float, float]],
    of: Mapping[str, tuple[str, ...]],
) -> Singularities:
    """Return the singular points of all curves of a mechanism with one freedom."""
    system = positions.system
    ((name, (low, high)),) = ranges.items()
    watched = {
        f"{kind}:{one}": system.compiled.rate_places(one)
        for kind, names in of.items()
        for one in names
    }
    starts = [start.q]
    for k in range(SAMPLES):
        value = low + (k + 0.37) / SAMPLES * (high - low)
        found = system.assemblies({name: value}, proof=True, tries=TRIES)
        starts += [state.q for state in found]
    motions: list[Motion] = []
    for q in starts:
        if not any(_is_on(positions, q, motion) for motion in motions):
            motions.append(followed_motion(positions, q, watched))
    points: list[SingularPoint] = []
    for circuit, motion in enumerate(motions):
        for crossing in motion.crossings:
            kind, _, one = crossing.label.partition(":")
            if crossing.label == BRANCH:
                kind, one = "branch", ""
            state = _state(positions, crossing.q)
            width = BRANCH_WIDTH if kind == "branch" else WIDTH
            sure = crossing.width < width and crossing.slope != 0.0
            at = _in_range(system, name, state, low)
            point = SingularPoint(kind, one, state, at, sure, circuit)
            same = [p for p in points if p.kind == kind and p.name == one]
            near = any(np.max(np.abs(positions.apart(p.state.q, state.q))) < SAME for p in same)
            if not near and low - SLACK <= at <= high + SLACK:
                points.append(point)
    points.sort(key=lambda p: (p.kind, p.name, p.at))
    return Singularities(
        tuple(ranges), ranges, tuple(points), {}, {}, len(motions),
        all(motion.is_closed for motion in motions),
    )  # fmt: skip


def _in_range(system: System, name: str, state: State, low: float) -> float:
    """Return the value of a coordinate; of an angle, in the whole turn that begins at `low`."""
    value = float(state[name])
    joint, place = system.compiled.joint_at(*system.compiled.place_of(name, ("q", "cut_q")))
    if system.model.joint(joint).type.periodic[place.start]:
        value = low - SLACK + (value - low + SLACK) % (2.0 * np.pi)
    return value


def _is_on(positions: Positions, q: np.ndarray, motion: Motion) -> bool:
    """Tell whether a position is on a curve that has been followed."""
    for node, tangent in zip(motion.nodes, motion.tangents, strict=True):
        away = positions.apart(q, node)
        along = float(away @ tangent)
        if abs(along) < 0.06 and np.linalg.norm(away - along * tangent) < 5e-3:
            return True
    return False


def _state(positions: Positions, q: np.ndarray) -> State:
    rest = np.zeros(positions.system.nv)
    return measured_state(positions.system, q, rest, 0.0, Wanted({}, {}), positions.last)


# --- several freedoms ----------------------------------------------------------------------------


def _zero_sets(
    positions: Positions,
    start: State,
    ranges: dict[str, tuple[float, float]],
    of: Mapping[str, tuple[str, ...]],
    count: int,
) -> Singularities:
    """Return the curves or surfaces on the branch of a state, and the values on its grid."""
    names = tuple(ranges)
    axes = [np.linspace(*ranges[name], count) for name in names]
    places = {kind: _places(positions, chosen) for kind, chosen in of.items() if chosen}
    base = _places(positions, names)
    solved = _positions_of_grid(positions, start, names, axes, base)
    fields: dict[str, np.ndarray] = {}
    shape = (count,) * len(names)
    kinds = [kind for kind in (*places, "constraint") if places.get(kind) != base]
    for kind in kinds:
        fields[kind] = np.full(shape, np.nan)
    for node, q in solved.items():
        position = positions.at(q)
        for kind in kinds:
            fields[kind][node] = _determinant(positions, position, base, places.get(kind))
    sets: dict[str, ZeroSet] = {}
    for kind in kinds:
        zero = partial(_zero_on_edge, positions, names, axes, solved, base, places.get(kind))
        sets[kind] = zero_set(fields[kind], zero)
    grid = {"axes": axes, **fields}
    return Singularities(names, ranges, (), sets, grid, 1, False, of["type II"])


def _places(positions: Positions, names: Sequence[str]) -> list[tuple[str, int]]:
    return [place for name in names for place in positions.system.compiled.rate_places(name)]


def _determinant(
    positions: Positions,
    position: Position,
    base: list[tuple[str, int]],
    places: list[tuple[str, int]] | None,
) -> float:
    """Return det(dy/dx) of coordinates y by those of the grid x; of the rows where y is None."""
    over = float(np.linalg.det(position.rates(base)))
    if over == 0.0:
        return float("nan")
    if places is not None:
        return float(np.linalg.det(position.rates(places))) / over
    square = np.concatenate([positions.mix @ position.A, position.N.T])
    if square.shape[0] != square.shape[1]:
        return float("nan")  # idle turns
    return float(np.linalg.det(square)) * float(np.sign(over))


def _positions_of_grid(
    positions: Positions,
    start: State,
    names: tuple[str, ...],
    axes: list[np.ndarray],
    base: list[tuple[str, int]],
) -> dict[Node, np.ndarray]:
    """Return the positions at the nodes of a grid that are reached from the start, one by one."""
    system = positions.system
    values = [float(np.ravel(start[name])[0]) for name in names]
    first: Node = tuple(
        int(np.argmin(np.abs(axis - x))) for axis, x in zip(axes, values, strict=True)
    )
    q = start.q
    ways = 8
    for k in range(1, ways + 1):  # from the start to the nearest node
        share = k / ways
        at = {n: x + share * (axis[i] - x)
              for n, x, axis, i in zip(names, values, axes, first, strict=True)}  # fmt: skip
        there = positions.with_values(q, at)
        if there is None:
            raise ModelError(_out_of_reach(system, at))
        q = there
    solved, waiting = {first: q}, deque([first])
    while waiting:
        node = waiting.popleft()
        for axis, step in product(range(len(axes)), (-1, 1)):
            other = (*node[:axis], node[axis] + step, *node[axis + 1 :])
            if other in solved or not 0 <= other[axis] < len(axes[axis]):
                continue
            there = positions.with_values(solved[node], _values(names, axes, other))
            if there is None:
                continue
            if np.abs(positions.apart(there, solved[node])).max() > FARTHEST:
                continue
            if _is_turned(positions, base, solved[node], there):
                continue  # another sheet, beyond where the grid's own coordinates fail
            solved[other] = there
            waiting.append(other)
    return solved


def _values(names: tuple[str, ...], axes: list[np.ndarray], node: Node) -> dict[str, float]:
    return {name: float(axis[i]) for name, axis, i in zip(names, axes, node, strict=True)}


def _zero_on_edge(
    positions: Positions,
    names: tuple[str, ...],
    axes: list[np.ndarray],
    solved: Mapping[Node, np.ndarray],
    base: list[tuple[str, int]],
    places: list[tuple[str, int]] | None,
    a: Node,
    b: Node,
) -> np.ndarray | None:
    """Return where a determinant is zero between two neighbouring nodes of the grid."""
    ends = [np.array(list(_values(names, axes, node).values())) for node in (a, b)]

    def value(share: float, q: np.ndarray) -> tuple[float, np.ndarray] | None:
        at = (1.0 - share) * ends[0] + share * ends[1]
        there = positions.with_values(q, dict(zip(names, map(float, at), strict=True)))
        if there is None:
            return None
        return _determinant(positions, positions.at(there), base, places), there

    first, last = (_determinant(positions, positions.at(solved[k]), base, places) for k in (a, b))
    if first * last >= 0.0 or _is_turned(positions, base, solved[a], solved[b]):
        return None
    low, high, q = 0.0, 1.0, solved[a]
    size = max(abs(first), abs(last))
    for _ in range(40):
        share = low - first * (high - low) / (last - first)
        share = min(max(share, low + 0.05 * (high - low)), high - 0.05 * (high - low))
        found = value(share, q)
        if found is None or not np.isfinite(found[0]):
            return None
        if abs(found[0]) > 4.0 * size:
            return None  # a pole, where the coordinates of the grid do not determine the motion
        if high - low < 1e-12 or found[0] == 0.0:
            break
        if found[0] * first > 0.0:
            low, first, q = share, found[0], found[1]
        else:
            high, last = share, found[0]
    return np.asarray((1.0 - share) * ends[0] + share * ends[1])


def _is_turned(
    positions: Positions, base: list[tuple[str, int]], a: np.ndarray, b: np.ndarray
) -> bool:
    """Tell whether the determinant of the grid's own coordinates changes between positions."""
    here, there = positions.at(a), positions.at(b)
    signs = np.linalg.det(here.rates(base)) * np.linalg.det(there.rates(base))
    return bool(signs * np.linalg.det(here.N.T @ there.N) <= 0.0)


def _out_of_reach(system: System, at: Mapping[str, float]) -> Problem:
    listed = ", ".join(f"{name} = {x:.4g}" for name, x in at.items())
    return Problem(
        "G40",
        "over",
        f"has no node that is reached from the start: {listed} is not an assembly",
        cause="the start is outside of the range, or its branch ends before it",
        action="give start=system.assemble({...}) inside of the range, or another range",
    )
