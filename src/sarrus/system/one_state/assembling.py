"""Consistent states from what the user knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem, count
from sarrus.late_dataclass import dataclass
from sarrus.model import Joint
from sarrus.model.building.references import nearest
from sarrus.solvers.assembly import (
    Assembly,
    Closure,
    assembly_from,
    nearest_assembly,
    projected_velocity,
    smallest_gap,
)
from sarrus.spatial import Transform
from sarrus.system.checks import STARTS, by_name, checked_state, numbers
from sarrus.system.flow.joint_law import JointLaw
from sarrus.system.names import entries, vector_of
from sarrus.system.one_state.data_tolerance import near_closure, no_freedom, openings, what_holds
from sarrus.system.one_state.turns import NEAR, led_position, with_wanted_turns
from sarrus.system.rows.motion import rate_rows
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System

CLOSED = 1e-6
MISSED = 1e-8
"""What a wanted value may be off [m or rad]."""
NEARLY_CLOSED = 1e-6
"""Largest gap of a position of least squares that may be a closed one."""
ALMOST = 5e-3
"""Gaps [rad, lengths of the model] below which axes and lengths that almost fit are looked for."""
ELSEWHERE, NEARER = 8, 0.5
"""Starts from which other assemblies are looked for, and part of the squared miss that is less."""
OPEN, AS_NEAR, SHOWN = 0.05, 1.6, 3
"""Gap [rad, lengths of the model] from which on a drawing does not say its branch; how much further
away another assembly may be that is as near; coordinates that are told."""
FAR = 1.0
"""Distance [rad, lengths of the model] from the guess from which on the branch is looked at."""
NO_ROWS = np.zeros(0)


class AssemblyError(ModelError):
    """A mechanism cannot be put together; `state` is the nearest that was reached."""

    state: State | None = None


@dataclass(frozen=True)
class Wanted:
    """Values asked for, by name, with weights; laws: poses of joints at the time t."""

    values: Mapping[str, Any]
    weights: Mapping[str, float]
    laws: tuple[JointLaw, ...] = ()
    t: float = 0.0

    def weight(self, name: str) -> float:
        """Return the weight of a value, 1 by default."""
        return float(self.weights.get(name, 1.0))


def weights_of(
    system: System,
    weights: Mapping[str, float],
    values: Mapping[str, Any],
    rates: Mapping[str, Any],
) -> tuple[dict[str, float], dict[str, float]]:
    """Return the weights by the names of the values and of the rates that they belong to.

    A weight may have another name of the same joint or coordinate; one of nothing is refused.
    """
    compiled, problems = system.compiled, []
    of_values: dict[str, float] = {}
    of_rates: dict[str, float] = {}
    for name, weight in weights.items():
        own_values = [n for n in values if n == name or compiled.same_coordinates(n, name)]
        own_rates = [n for n in rates if n == name or compiled.same_rates(n, name)]
        of_values |= dict.fromkeys(own_values, weight)
        of_rates |= dict.fromkeys(own_rates, weight)
        if not own_values and not own_rates:
            rule = "belongs to nothing that is wanted"
            action = nearest(name, [*values, *rates])
            problems.append(Problem("M09", f"weight '{name}'", rule, action=action))
    if problems:
        raise ModelError(problems)
    return of_values, of_rates


def assemble(
    system: System,
    wanted: Wanted,
    rates: Wanted,
    q0: np.ndarray,
    t: float,
    starts: int,
    last: tuple[np.ndarray, ...] = (),
    strict: bool = False,
    guess: Callable[[], np.ndarray] | None = None,
) -> State:
    """Return the state nearest to what is wanted, or raise `AssemblyError`.

    strict: raise it also where some value cannot be met; otherwise the state says so.
    """
    found = assembly_of(system, wanted, q0, starts, last, guess)
    at_rest = partial(measured_state, system, found.q, np.zeros(system.nv), t, wanted, last)
    if not found.closed:
        raise _failure(system, found, at_rest(), starts, last)
    # with weights, what is missed is weighed too
    met = found.missed <= MISSED and not wanted.weights
    unmet = [] if met else _unmet(system, found.q, wanted, last)
    if unmet and strict:
        refused = AssemblyError([replace(problem, severity="error") for problem in unmet])
        refused.state = at_rest()
        raise refused
    v = consistent_velocity(system, found.q, rates, last)
    state = measured_state(system, found.q, v, t, wanted, last)
    told = unmet
    if not told and guess is not None and system.closed and not wanted.weights:
        told = branch_notices(system, state, wanted, last, guess, q0)
    return replace(state, notices=tuple(told))


def branch_notices(
    system: System,
    state: State,
    wanted: Wanted,
    last: tuple[np.ndarray, ...],
    guess: Callable[[], np.ndarray],
    start: np.ndarray,
    way: Way | None = None,
) -> list[Problem]:
    """Return what is to be said of the assembly that was chosen, as seen from the guess.

    start: the guess with all values wanted, which is near where nothing is to be said; way: how
    positions on the way are found.
    """
    near = OPEN if system.compiled.drawn_gap > OPEN else FAR
    if _distance(system, state.q, start) < near:
        return []
    begin = guess()
    other = _other_branch(system, state, wanted, way or Way(system, last), begin)
    return other or _two_ways(system, state, wanted, last, begin)


def _two_ways(
    system: System,
    state: State,
    wanted: Wanted,
    last: tuple[np.ndarray, ...],
    guess: np.ndarray,
) -> list[Problem]:
    """Return a notice where an open drawing, or guess, is as near to another assembly."""
    loops = system.compiled.loops
    phi = loops.closure(guess, *last)[0]
    if not np.max(np.abs(loops.row_scale * phi), initial=0.0) > OPEN:
        return []
    off = system.difference(state.q, guess)
    start = system.compiled.layout.with_unit_quaternions(system.add(guess, -off))
    other = assembly_from(lambda x: closure_at(system, x, wanted, last), system.add, start)
    closed = other.closed and not flipped_joints(system, other.q, last)
    if not closed or _is_missed(system, other.q, wanted, last):
        return []
    there = replace(state, q=system.compiled.layout.with_unit_quaternions(other.q))
    near, far = (_distance(system, x, guess) for x in (state.q, there.q))
    if far > AS_NEAR * near or is_same_assembly(system, state, there, {}):
        return []
    pairs = [(name, float(state[name]), float(there[name])) for name in system.coordinates]
    differ = [f"{name} {a:.4g} or {b:.4g}" for name, a, b in pairs if abs(a - b) > 1e-6]
    listed = ", ".join(differ[:SHOWN])
    return [
        Problem(
            "M12",
            f"assembly of '{system.model.name}'",
            f"is one of two that are about as near to the drawing or guess: {listed}",
            cause="points on bodies do not say on which side a link is drawn",
            action="want one more coordinate, or give guess=; system.assemblies({...}) lists them",
            severity="notice",
        )
    ]


def _distance(system: System, q: np.ndarray, other: np.ndarray) -> float:
    off = system.difference(q, other) / system.compiled.loops.column_scale
    return float(np.linalg.norm(off))


def _other_branch(
    system: System,
    state: State,
    wanted: Wanted,
    way: Way,
    guess: np.ndarray,
) -> list[Problem]:
    """Return a warning where values are met, but not in the assembly of the guess.

    That is so when the mechanism, led from the guess to the values, does not arrive there.
    """
    if not wanted.values:
        return []
    first = way.closed_position(guess)
    size = system.compiled.loops.column_scale
    if first is None or np.max(np.abs(system.difference(state.q, first) / size)) < FAR:
        return []
    led = way.led_position(first, wanted.values, 0.0)
    if led is not None and is_same_assembly(system, state, replace(state, q=led), {}):
        return []
    listed = ", ".join(f"'{name}' = {_value_text(x)}" for name, x in wanted.values.items())
    rule = "is met in another assembly than that of the guess"
    if led is None:
        rule += ": led there from the guess, the mechanism comes to a dead point or its limits"
    return [
        Problem(
            "M12",
            f"wanted {listed}",
            rule,
            cause="the drawing, or the guess, stands on another branch than the values wanted",
            action="take guess=, or want one more coordinate, to have the other branch; "
            "system.assemblies({...}) lists them",
            severity="warning",
        )
    ]


def _value_text(value: Any) -> str:
    return np.array2string(np.asarray(value, dtype=float), precision=6)


def guess_with_values(
    system: System,
    guess: State | Mapping[str, Any] | np.ndarray | None,
    wanted: Wanted,
    last: tuple[np.ndarray, ...] = (),
) -> np.ndarray:
    """Return the q to start an assembly from: the guess with the wanted values put in."""
    compiled = system.compiled
    if isinstance(guess, State):
        q = checked_state(system, guess).q.copy()
    elif isinstance(guess, Mapping):
        known = by_name("coordinate", guess, system.model)
        compiled.check_coordinates_once("guess of coordinate", known)
        tree = {k: x for k, x in known.items() if compiled.place_of(k, ("q", "cut_q"))[0] == "q"}
        q = vector_of(compiled.layout, "q", tree, system.drawing())
    else:
        q = system.drawing() if guess is None else numbers("guess", guess, system.nq).ravel()
    for name, value in wanted.values.items():
        place = compiled.place_of(name, ("q", "cut_q"))[1]
        entries(name, value, place.stop - place.start)  # refuses other sizes
    led = Way(system, last).led_position(q, wanted.values, NEAR)
    q = q if led is None else led
    for name, value in wanted.values.items():
        vector, place = compiled.place_of(name, ("q", "cut_q"))
        if vector == "q":
            q[place] = value
    for law in wanted.laws:
        if law.cut is None:
            q[law.q] = law.motion(wanted.t, q[law.q], np.zeros(law.kind.nv))[0]
    return compiled.layout.with_unit_quaternions(q)


class Way:
    """How positions near others are found; last: the last inputs of kernels."""

    def __init__(self, system: System, last: tuple[np.ndarray, ...]) -> None:
        self.system, self.last = system, last

    def closed_position(self, q: np.ndarray) -> np.ndarray | None:
        """Return the closed position near q, None where there is none."""
        found = _on_the_way(self.system, q, {}, self.last)
        return None if found is None else found[0]

    def led_position(
        self, q: np.ndarray, values: Mapping[str, Any], near: float
    ) -> np.ndarray | None:
        """Return the position to which the mechanism is led from q, as `led_position`."""
        way = partial(_on_the_way, self.system, last=self.last)
        return led_position(self.system, q, dict(values), way, self.last, near)


def _on_the_way(
    system: System, q: np.ndarray, values: dict[str, Any], last: tuple[np.ndarray, ...]
) -> tuple[np.ndarray, float] | None:
    """Return the closed position near q that has some values, and how far off these are."""
    wanted = Wanted(values, {})
    move = system.compiled.layout.add
    found = assembly_from(lambda x: closure_at(system, x, wanted, last), move, q)
    if not found.closed or flipped_joints(system, found.q, last) or too_open(system, found.q, last):
        return None
    return system.compiled.layout.with_unit_quaternions(found.q), found.missed


def assemblies(
    system: System, target: Wanted, tries: int, keywords: Mapping[str, Any]
) -> list[State]:
    """Return the different assemblies found that have the wanted coordinates, nearest first."""
    random, scale = np.random.default_rng(1853), system.compiled.loops.column_scale
    last = system.compiled.last_inputs(**keywords)
    q0 = guess_with_values(system, None, target, last)
    found: list[State] = []
    for k in range(tries):
        shake = random.uniform(-np.pi, np.pi, system.nv) * scale
        start = q0 if k == 0 else guess_with_values(system, system.add(q0, shake), target, last)
        try:
            state = assemble(system, target, Wanted({}, {}), start, 0.0, 1, last, strict=True)
        except AssemblyError:
            continue
        if not any(is_same_assembly(system, state, other, keywords) for other in found):
            found.append(state)
    return found


def is_same_assembly(system: System, a: State, b: State, keywords: Mapping[str, Any]) -> bool:
    """Tell whether two states put every body at the same place."""
    first, second = system.poses(a.q, **keywords), system.poses(b.q, **keywords)
    near = 1e-6 * system.compiled.loops.length
    return all(
        np.allclose(first[n].rotation, second[n].rotation, atol=1e-6)
        and np.allclose(first[n].position, second[n].position, atol=near)
        for n in first
    )


def assembly_of(
    system: System,
    wanted: Wanted,
    q0: np.ndarray,
    starts: int,
    last: tuple[np.ndarray, ...] = (),
    guess: Callable[[], np.ndarray] | None = None,
) -> Assembly:
    """Return the first closed assembly from q0 or from positions around it, else the best.

    Where none of them has the values wanted, it is the nearest to them that is found from the
    guess (q0 if there is none), in its assembly; with weights, a compromise is wanted, and the
    first will do.
    """
    random = np.random.default_rng(1853)
    best: Assembly | None = None
    near: Assembly | None = None

    def assembly_after_test(found: Assembly) -> Assembly:
        found.q = system.compiled.layout.with_unit_quaternions(found.q)
        open_ = too_open(system, found.q, last) or bool(flipped_joints(system, found.q, last))
        found.closed = found.closed and not open_
        return found

    for k in range(max(starts, 1)):
        q = q0 if k == 0 else system.add(q0, _shake(system, random, k))
        at = partial(closure_at, system, wanted=wanted, last=last)
        found = assembly_after_test(assembly_from(at, system.compiled.layout.add, q))
        if found.closed and (wanted.weights or found.missed <= MISSED):
            return found
        if near is None and (wanted.values or wanted.laws):
            closed = assembly_after_test(
                nearest_assembly(at, system.add, guess() if guess and not k else q)
            )
            closed.missed = np.inf  # it was closed without regard to what is wanted
            near = closed if closed.closed else None
        if best is None or found.gaps[-1] < best.gaps[-1]:
            best = found
    if near is not None:
        return near
    if best is None:
        raise ValueError("at least one start is needed")
    if best.gaps[-1] < 1e-9:
        return best
    least, gap = _position_of_smallest_gap(system, q0, last)
    if np.max(np.abs(gap), initial=0.0) < NEARLY_CLOSED:
        found = assembly_after_test(assembly_from(at, system.compiled.layout.add, least))
        if found.closed and (wanted.weights or found.missed <= MISSED):
            return found
    return _nearest(system, best, last)


def _nearest(system: System, best: Assembly, last: tuple[np.ndarray, ...]) -> Assembly:
    """Return the position with the smallest gap around the best one, for the report."""
    random = np.random.default_rng(1853)
    shaken = random.uniform(-1.5, 1.5, (6, system.nv)) * system.compiled.loops.column_scale
    starts = [best.q, *(system.add(best.q, dx) for dx in shaken)]
    found = [_position_of_smallest_gap(system, q, last) for q in starts]
    q, gap = min(found, key=lambda one: float(one[1] @ one[1]))
    return Assembly(q, False, [*best.gaps, float(np.max(np.abs(gap), initial=0.0))])


def _position_of_smallest_gap(
    system: System, q: np.ndarray, last: tuple[np.ndarray, ...]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the position near q where loops are open least, and their scaled gaps there."""
    scale, columns = system.compiled.loops.row_scale, system.compiled.loops.column_scale

    def gap(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        phi, Phi = system.compiled.loops.closure(x, *last)[:2]
        known = np.nan_to_num(scale * phi, nan=1e3, posinf=1e3, neginf=-1e3)
        return known, np.nan_to_num(scale[:, None] * Phi * columns, posinf=1e3, neginf=-1e3)

    return smallest_gap(gap, lambda x, dx: system.add(x, dx * columns), q)


def _shake(system: System, random: np.random.Generator, k: int) -> np.ndarray:
    size = min(0.15 * 1.25**k, np.pi)
    return random.uniform(-size, size, system.nv) * system.compiled.loops.column_scale


def closure_at(
    system: System, q: np.ndarray, wanted: Wanted, last: tuple[np.ndarray, ...] = ()
) -> Closure:
    """Return constraints and wanted quantities at a position."""
    loops = system.compiled.loops
    phi, Phi, y, C = loops.closure(q, *last)
    misses, rows = [NO_ROWS], [np.zeros((0, system.nv))]
    for name, value in wanted.values.items():
        miss, row = _miss(system, name, value, q, y, C)
        w = wanted.weight(name)
        misses.append(w * miss)
        rows.append(w * row)
    for law in wanted.laws:
        misses.append(law.miss(wanted.t, joint_coordinates(system, law, q, y)))
        rows.append(joint_rows(system, law, C))
    miss, Y = np.concatenate(misses), np.vstack(rows)
    phi, A = phi[loops.closing], loops.strict_closing(Phi)
    if loops.set_aside is None or not np.all(np.isfinite(phi)):
        return Closure(phi, A, miss, Y)
    return near_closure(phi, A, loops.set_aside.rank, Y, miss, loops.tolerance)


def joint_coordinates(
    system: System, law: JointLaw, q: np.ndarray, cut_q: np.ndarray
) -> np.ndarray:
    """Return the coordinates of the joint of a law; cut_q: those of all cut joints."""
    return q[law.q] if law.cut is None else cut_q[system.compiled.loops.cut_q[law.name]]


def joint_rows(system: System, law: JointLaw, C: np.ndarray) -> np.ndarray:
    """Return the rows that give the prescribed velocities of a law from v; C: of cut joints."""
    if law.cut is None:
        return np.eye(system.nv)[law.v][list(law.parts)]
    return C[system.compiled.loops.cut_v[law.name]][list(law.parts)]


def too_open(system: System, q: np.ndarray, last: tuple[np.ndarray, ...] = ()) -> bool:
    """Tell whether the loops, closed in the least-squares sense, are open beyond the tolerance."""
    loops = system.compiled.loops
    return loops.set_aside is not None and loops.openness(loops.closure(q, *last)[0]) > 1.0


def _miss(
    system: System, name: str, value: Any, q: np.ndarray, y: np.ndarray, C: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return wanted - actual of a named coordinate or joint, and the rows of its rate."""
    vector, place = system.compiled.place_of(name, ("q", "cut_q"))
    joint, within = system.compiled.joint_at(vector, place)
    kind = system.model.joint(joint).type
    if vector == "q":
        here, rows = (
            q[system.compiled.layout.q_slice[joint]],
            np.eye(system.nv)[system.compiled.layout.v_slice[joint]],
        )
    else:
        here, rows = y[system.compiled.loops.cut_q[joint]], C[system.compiled.loops.cut_v[joint]]
    if kind.quaternion_at is not None:
        target = kind.with_unit_quaternion(_filled_values(here, within, value))
        return kind.difference(target, here), rows
    difference = np.atleast_1d(np.asarray(value, dtype=float)) - here[within]
    if vector == "cut_q":
        units = [coordinate.unit for coordinate in kind.coordinates[within]]
        rounds = zip(units, kind.periods[within], strict=True)
        size = np.array([2 * np.pi if unit == "rad" else period for unit, period in rounds])
        near = np.remainder(difference + 0.5 * size, np.where(size, size, 1.0)) - 0.5 * size
        difference = np.where(size, near, difference)
    return difference, rows[within]


def units_of_miss(system: System, name: str) -> list[str]:
    """Return the units of wanted - actual of a named coordinate or joint."""
    vector, place = system.compiled.place_of(name, ("q", "cut_q"))
    joint, within = system.compiled.joint_at(vector, place)
    kind = system.model.joint(joint).type
    if kind.quaternion_at is not None:
        return [rate.unit.removesuffix("/s") for rate in kind.velocities]
    return [coordinate.unit for coordinate in kind.coordinates[within]]


def largest(miss: np.ndarray, units: list[str]) -> str:
    """Return the largest of what is missing, with its unit."""
    k = int(np.argmax(np.abs(miss)))
    return f"{abs(miss[k]):.4g} {units[k] if len(units) == len(miss) else ''}".rstrip()


def _coordinates_text(value: Any, units: Sequence[str]) -> str:
    """Return coordinates as text; a single number with its unit, an angle in degrees, too."""
    if isinstance(value, str) or len(units) != 1 or np.size(value) != 1:
        return str(value if isinstance(value, str) else np.round(value, 9))
    number, unit = float(np.ravel(value)[0]), units[0]
    text = f"{number:.9g} {unit}".rstrip()
    return f"{text} ({np.degrees(number):.6g} deg)" if unit == "rad" else text


def _is_missed(system: System, q: np.ndarray, wanted: Wanted, last: tuple[np.ndarray, ...]) -> bool:
    """Tell whether some value wanted is not met."""
    miss = closure_at(system, q, wanted, last).miss
    return bool(np.max(np.abs(miss), initial=0.0) > MISSED)


def _unmet(
    system: System, q: np.ndarray, wanted: Wanted, last: tuple[np.ndarray, ...]
) -> list[Problem]:
    """Return what is wanted and what is got, of the values that cannot be met."""
    known = wanted.values or wanted.laws
    if not known or not _is_missed(system, q, replace(wanted, weights={}), last):
        return []
    _, Phi, y, C = system.compiled.loops.closure(q, *last)
    misses = {n: _miss(system, n, value, q, y, C)[0] for n, value in wanted.values.items()}
    misses |= {
        law.name: law.miss(wanted.t, joint_coordinates(system, law, q, y)) for law in wanted.laws
    }
    units = {name: units_of_miss(system, name) for name in wanted.values}
    units |= {law.name: law.units for law in wanted.laws}
    freedom = system.nv - system.compiled.loops.scaled_closing(Phi).rank
    asked = sum(miss.size for miss in misses.values())
    listed = ", ".join(f"'{name}'" for name in misses)
    if system.compiled.is_structure:
        held = no_freedom(system)
        why = "is missed by {}: the mechanism has no freedom, it stays at"
        cause, action = held.cause, held.action
    elif asked > freedom:
        why = "is missed by {} for the sake of the others; the nearest compromise is"
        cause = f"{count(asked, 'value is', 'values are')} wanted ({listed}), and the mechanism "
        cause += f"has {count(freedom, 'freedom')}"
        action = "want fewer values, or say by weights= which count"
    else:
        why = "is out of reach by {}; the nearest value found is"
        cause = "the lengths of the links, or another assembly than that of the guess"
        action = "want a value within reach, or begin from another guess"
    elsewhere = "" if wanted.weights else _nearer_elsewhere(system, q, wanted, last)
    if elsewhere:
        action += f"; another assembly comes nearer, with {elsewhere}: give one of "
        action += "system.assemblies({...}) as guess="
    found = []
    for name, miss in misses.items():
        if np.max(np.abs(miss)) <= MISSED:
            continue
        got = _coordinate_of(system, name, q, y)
        off = largest(miss, units[name])
        found.append(
            Problem(
                "M12",
                f"wanted '{name}'",
                f"{why.format(off)} {_coordinates_text(got, units[name])}",
                value=_coordinates_text(
                    wanted.values.get(name, "the pose of its law"), units[name]
                ),
                cause=cause,
                action=f"{action}; strict: true (`strict=True`) refuses what cannot be met",
                severity="notice" if wanted.weights else "warning",
            )
        )
    return found


def _nearer_elsewhere(
    system: System, q: np.ndarray, wanted: Wanted, last: tuple[np.ndarray, ...]
) -> str:
    """Return the values in another assembly that comes nearer to what is wanted, in words."""
    random = np.random.default_rng(1853)
    at = partial(closure_at, system, wanted=wanted, last=last)
    best, cost = None, NEARER * at(q).cost
    for k in range(ELSEWHERE):
        start = system.add(q, _shake(system, random, STARTS - k))
        found = nearest_assembly(at, system.add, start)
        closed = found.closed and not flipped_joints(system, found.q, last)
        if closed and not too_open(system, found.q, last) and at(found.q).cost < cost:
            best, cost = system.compiled.layout.with_unit_quaternions(found.q), at(found.q).cost
    if best is None:
        return ""
    y = system.compiled.loops.closure(best, *last)[2]
    values = {name: _coordinate_of(system, name, best, y) for name in wanted.values}
    return ", ".join(f"'{name}' = {_value_text(value)}" for name, value in values.items())


def _coordinate_of(system: System, name: str, q: np.ndarray, y: np.ndarray) -> Any:
    """Return the value of a named coordinate or joint; y: those of the cut joints."""
    vector, place = system.compiled.place_of(name, ("q", "cut_q"))
    found = (q if vector == "q" else y)[place]
    return found[0] if found.size == 1 else found


def _filled_values(here: np.ndarray, within: slice, value: Any) -> np.ndarray:
    target = here.copy()
    target[within] = value
    return target


def flipped_joints(system: System, q: np.ndarray, last: tuple[np.ndarray, ...] = ()) -> list[str]:
    """Return the cut joints whose rows vanish with an axis turned round."""
    rotation, position = system.compiled.loops.gaps(q, *last)
    loops = system.compiled.loops
    within = CLOSED if loops.set_aside is None else max(CLOSED, 10.0 * loops.tolerance)
    return [
        joint.name
        for k, joint in enumerate(system.topology.cuts)
        if not joint.type.is_closed(
            Transform.of(rotation[k], position[k]), within * max(1.0, loops.length)
        )
    ]


def consistent_velocity(
    system: System, q: np.ndarray, rates: Wanted, last: tuple[np.ndarray, ...] = ()
) -> np.ndarray:
    """Return velocities that the loops allow and that have the rates asked for."""
    _, Phi, y, C = system.compiled.loops.closure(q, *last)
    A = system.compiled.loops.scaled_matrix(Phi)
    targets, rows = [NO_ROWS], [np.zeros((0, system.nv))]
    for law in rates.laws:
        targets.append(law.rates(rates.t, joint_coordinates(system, law, q, y)))
        rows.append(joint_rows(system, law, C))
    for name, value in rates.values.items():
        row, target = rate_rows(system, name, value, C)
        w = rates.weight(name)
        targets.append(w * target)
        rows.append(w * row)
    target, Y = np.concatenate(targets), np.vstack(rows)
    v = projected_velocity(A, target, Y)
    off = np.abs(Y @ v - target)
    if not rates.weights and np.any(off > 1e-8 * (1.0 + np.abs(target))):
        if not A.null_space.shape[1]:
            raise ModelError(no_freedom(system))
        raise ModelError(_impossible_rates(system, rates, C, v))
    return v


def measured_state(
    system: System,
    q: np.ndarray,
    v: np.ndarray,
    t: float,
    wanted: Wanted,
    last: tuple[np.ndarray, ...] = (),
) -> State:
    """Return the state with the cut joints measured, their angles nearest to those wanted."""
    q = with_wanted_turns(system, q, dict(wanted.values), last)
    _, _, y, C = system.compiled.loops.closure(q, *last)
    loops = system.compiled.loops
    cut_q, periods = y.copy(), dict(zip(loops.wrapped, loops.periods, strict=True))
    for name, value in wanted.values.items():
        vector, place = system.compiled.place_of(name, ("q", "cut_q"))
        if vector == "cut_q":
            off = np.atleast_1d(np.asarray(value, dtype=float)) - cut_q[place]
            size = np.array([periods.get(k, 0.0) for k in range(place.start, place.stop)])
            cut_q[place] += size * np.round(off / np.where(size, size, 1.0))
    return State(system, q, v, float(t), cut_q, C @ v)


def _impossible_rates(system: System, rates: Wanted, C: np.ndarray, v: np.ndarray) -> list[Problem]:
    problems = []
    for name, value in rates.values.items():
        rows, target = rate_rows(system, name, value, C)
        got = rows @ v
        if np.any(np.abs(got - target) > 1e-8 * (1.0 + np.abs(target))):
            problems.append(
                Problem(
                    "M13",
                    f"rate '{name}'",
                    f"{_conflict(rates)}; the nearest possible is {got}",
                    value=str(value),
                    cause="the loops leave fewer velocities free than rates are given",
                    action="give fewer rates, or weights= to have the best compromise",
                )
            )
    listed = ", ".join(f"'{law.name}'" for law in rates.laws)
    rule = "prescribe velocities that the loops do not allow at this position"
    return problems or [Problem("M13", f"laws of {listed}", rule)]


def _conflict(rates: Wanted) -> str:
    if len(rates.values) == 1:
        return "is not possible: the loops hold this joint at this position"
    return "conflicts with the other rates"


def _failure(
    system: System,
    found: Assembly,
    state: State,
    starts: int,
    last: tuple[np.ndarray, ...],
) -> AssemblyError:
    rotation, position = system.compiled.loops.gaps(found.q, *last)
    turned = set(flipped_joints(system, found.q, last)) if found.gaps[-1] < 1e-9 else set()
    problems = []
    every = [
        (o.gap / system.compiled.loops.length, o.tilt) for o in openings(system, found.q, last)
    ]
    widest = max((max(pair) for pair in every), default=0.0)
    almost = what_holds(system) if widest < ALMOST else ""
    why = almost or "links too short or too long, a wrong point or axis, or a guess too far off"
    for k, loop in enumerate(system.topology.loops):
        joint = system.model.joint(loop.cut)
        gap, tilt = _opening(joint, Transform.of(rotation[k], position[k]))
        length = system.compiled.loops.length
        if max(gap / length, tilt) < min(1e-9, widest) and joint.name not in turned:
            continue
        rule = (
            "closes only with its axis turned round"
            if joint.name in turned
            else f"cannot be closed: a gap of {gap:.4g} m and {np.degrees(tilt):.4g} deg is left"
            f"{_beyond(system)}"
        )
        problems.append(
            Problem(
                "M12",
                f"loop of joint '{joint.name}' ({' - '.join(loop.joints)})",
                f"{rule}, from {starts} starts",
                cause=why,
                action="check the lengths of the bodies "
                + ", ".join(f"'{body}'" for body in loop.bodies if body != "ground")
                + ", or give a nearer guess",
            )
        )
    error = AssemblyError(problems or [Problem("M12", "assembly", "cannot be closed")])
    error.state = state
    return error


def _beyond(system: System) -> str:
    loops = system.compiled.loops
    return (
        "" if loops.set_aside is None else f", beyond the tolerance of the data {loops.tolerance:g}"
    )


def _opening(joint: Joint, X_FM: Transform) -> tuple[float, float]:
    """Return how far the constrained directions of a cut joint are open: metres and radians."""
    residual = joint.type.residual(X_FM)
    meters = np.array([unit == "m" for unit in joint.type.row_units], dtype=bool)
    shift = float(np.linalg.norm(residual[meters])) if meters.any() else 0.0
    tilt = float(np.linalg.norm(residual[~meters])) if (~meters).any() else 0.0
    return shift, tilt
