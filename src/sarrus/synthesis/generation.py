"""The three tasks of synthesis: `generate_function`, `generate_motion`, `generate_path`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.errors import InternalError, ModelError, Problem
from sarrus.synthesis.burmester import (
    BurmesterCurves,
    Dyad,
    Poses,
    curves_of,
    dyad_of_fixed_pivot,
    dyad_of_moving,
    dyads_of_five,
    four_bar_of,
    four_bars_of_dyads,
)
from sarrus.synthesis.families import Family, family_of
from sarrus.synthesis.freudenstein import four_bars_of, slider_cranks_of
from sarrus.synthesis.limits import Limits
from sarrus.synthesis.solution import Solution
from sarrus.synthesis.solutions import Solutions, rank_solutions
from sarrus.synthesis.tasks import Task, function_task, motion_task, path_task

FEWEST, MOST_EXACT = 3, 5
CURVE = 90
"""Values of the parameter at which dyads of four poses are taken."""
LOOKED_AT = 120
"""Four-bars of four poses that are examined, those with the best angles at the poses."""


def generate_function(
    inputs: Any,
    outputs: Any,
    *,
    mechanism: str | Family = "four-bar",
    input_offset: float | None = None,
    output_offset: float | None = None,
    frame: float = 1.0,
    crank: bool = False,
    transmission_angle: float = 0.0,
    ratio: float | None = None,
    tolerance: float | None = None,
    defects: bool = True,
    fit: bool | None = None,
    starts: int = 400,
    seed: int = 0,
) -> Solutions:
    """Return linkages whose output is a function of the input.

    inputs: angles of the crank [rad]; outputs: angles of the rocker [rad], or ways of the slider
    [m]. Angles are those from the frame AD, plus the offsets. Offsets that are not given are found:
    with three positions they are 0, with four the input's is 0 and the output's is found, with
    five and more both are. frame: the length of the frame, which scales all others [m].

    Three, four and five positions of a four-bar and a slider-crank have closed forms, after
    Freudenstein, and all real linkages are returned: at most one, two and three. More positions,
    other linkages, and fit=True go by least squares from many starts (`starts`, `seed`).
    The other arguments are those of `Limits`. Raises NoSolution (Y03) where nothing is found.

    Example:
        x = synthesis.chebyshev_points(1, 2, 3)
        found = synthesis.generate_function(1.05*(x - 1), 1.57*np.log2(x), input_offset=0.8)
    """
    family = family_of(mechanism)
    limits = Limits(crank, transmission_angle, None, ratio, tolerance, defects)
    limits.check()
    _check_starts(starts)
    task = function_task(inputs, outputs, input_offset, output_offset)
    exact = family.name in ("four-bar", "slider-crank") and _is_exact(task, fit)
    if not exact:
        from sarrus.synthesis.fitting import fit_linkages

        return fit_linkages(task, family, limits, starts=starts, seed=seed, frame=frame)
    task = _with_offsets(task)
    found = four_bars_of(task, frame) if family.name == "four-bar" else slider_cranks_of(task)
    most = {3: 1, 4: 2, 5: 3}[task.count]
    statement = f"closed form, at most {most}: all real ones"
    return rank_solutions(task, found, limits, statement, complete=True)


def _is_exact(task: Task, fit: bool | None) -> bool:
    free = (task.input_offset is None) + (task.output_offset is None)
    return fit is not True and FEWEST <= task.count <= FEWEST + free


def _with_offsets(task: Task) -> Task:
    """Return the task with the offsets that its positions do not determine at 0."""
    phi, psi = task.input_offset, task.output_offset
    free = task.count - FEWEST
    if phi is None and free < 2:
        if psi is not None and free == 1:
            return task
        phi = 0.0
    if psi is None and free < 1:
        psi = 0.0
    return Task(task.kind, task.points, task.angles, task.inputs, phi, psi)


def generate_motion(
    poses: Any,
    *,
    mechanism: str | Family = "four-bar",
    timing: Any = None,
    fixed_pivots: Sequence[Any] = (),
    moving_pivots: Sequence[Any] = (),
    crank: bool = False,
    transmission_angle: float = 0.0,
    box: tuple[float, float, float, float] | None = None,
    ratio: float | None = None,
    tolerance: float | None = None,
    defects: bool = True,
    proof: bool = False,
    fit: bool | None = None,
    starts: int = 400,
    seed: int = 0,
) -> Solutions:
    """Return linkages whose coupler goes through poses.

    poses: rows x, y [m], angle [rad]. Three to five poses of a four-bar have closed forms, after
    Burmester: with five all pairs of the at most four dyads; with four pairs along the curves of
    center points and circle points (`burmester_curves`); with three a dyad for every pivot, of
    which fixed_pivots (points of ground) and moving_pivots (in the frame of the link) may name
    two, else they are looked for. proof=True: that all dyads of five poses are there is proven by
    continuation, too. More poses, other linkages, a timing (angles of the crank) and
    fit=True go by least squares from many starts. The other arguments are those of `Limits`.

    Example:
        found = synthesis.generate_motion([(0, 0, 0), (1, 0.4, 0.3), (2, 0.2, 0.9)],
                                          fixed_pivots=[(0, -1), (2, -1)])
    """
    family = family_of(mechanism)
    limits = Limits(crank, transmission_angle, box, ratio, tolerance, defects)
    limits.check()
    _check_starts(starts)
    _check_planar(family)
    task = motion_task(poses, timing)
    exact = family.name == "four-bar" and timing is None and fit is not True
    if not exact or not FEWEST <= task.count <= MOST_EXACT:
        from sarrus.synthesis.fitting import fit_linkages

        return fit_linkages(task, family, limits, starts=starts, seed=seed)
    z = Poses.of(task)
    if task.count == 5:
        dyads = dyads_of_five(z)
        statement = f"closed form, {len(dyads)} of at most 4 dyads are real: all pairs"
        if proof:
            from sarrus.synthesis.continuation import dyad_count

            counted = dyad_count(z)
            statement = f"{statement}; continuation: {counted.reason}"
            if int(counted.roots.is_real.sum()) != len(dyads):
                raise InternalError(Problem("E-INTERNAL", "five poses", statement))
        return rank_solutions(
            task, four_bars_of_dyads(task, dyads), limits, statement, complete=True
        )
    if task.count == 4:
        found = _good_pairs(task, curves_of(z, CURVE).dyads)
        statement = "pairs of dyads along the curves of center points and circle points"
        return rank_solutions(task, found, limits, statement, complete=False)
    chosen = [dyad_of_fixed_pivot(z, _pivot(p)) for p in fixed_pivots]
    chosen += [dyad_of_moving(z, _pivot(p)) for p in moving_pivots]
    named = [dyad for dyad in chosen if dyad is not None]
    if len(named) < len(chosen):
        rule = "has its other pivot at infinity for these three poses"
        raise ModelError(Problem("Y02", "a pivot", rule, action="move it"))
    if len(named) >= 2:
        statement = "closed form: the one dyad of each pivot"
        return rank_solutions(
            task, four_bars_of_dyads(task, named), limits, statement, complete=True
        )
    rng = np.random.default_rng(seed)
    spots = z.center + z.scale * (rng.uniform(-3, 3, (CURVE, 2)) @ np.array([1.0, 1j]))
    dyads = [d for d in (dyad_of_fixed_pivot(z, complex(a)) for a in spots) if d is not None]
    statement = "dyads of pivots of ground that were drawn at random"
    found = _good_pairs(task, dyads, named)
    return rank_solutions(task, found, limits, statement, complete=False)


def generate_path(
    points: Any,
    *,
    mechanism: str | Family = "four-bar",
    timing: Any = None,
    fixed: Mapping[str, float] | None = None,
    crank: bool = False,
    transmission_angle: float = 0.0,
    box: tuple[float, float, float, float] | None = None,
    ratio: float | None = None,
    tolerance: float | None = None,
    defects: bool = True,
    proof: bool = False,
    starts: int = 400,
    seed: int = 0,
) -> Solutions:
    """Return linkages whose tracer goes through points.

    points: rows x, y [m], in order; timing: the angle of the crank at each point [rad], up to a
    constant, growing where it turns counterclockwise. fixed: dimensions that are given, such as
    the pivots {"Ax": 0, "Ay": 0, "Dx": 1, "Dy": 0}. By least squares from many starts (`starts`,
    `seed`); with proof=True by continuation, which finds all four-bars of five points with given
    pivots and without a timing, up to 36, in the time of some ten thousand starts. The other
    arguments are those of `Limits`. Raises NoSolution (Y03) where nothing is found within them.

    Example:
        found = synthesis.generate_path([(0, 0), (1, 0.4), (2, 0.2), (1, -0.3)], crank=True)
    """
    from sarrus.synthesis.fitting import fit_linkages

    family = family_of(mechanism)
    limits = Limits(crank, transmission_angle, box, ratio, tolerance, defects)
    limits.check()
    _check_starts(starts)
    _check_planar(family)
    task = path_task(points, timing)
    _check_fixed(family, fixed or {})
    if proof:
        return _all_five_point_four_bars(task, family, limits, fixed or {})
    return fit_linkages(task, family, limits, starts=starts, seed=seed, fixed=fixed)


def _all_five_point_four_bars(
    task: Task, family: Family, limits: Limits, fixed: Mapping[str, float]
) -> Solutions:
    """Return all four-bars of five points with given pivots, as continuation finds them."""
    pivots = ("Ax", "Ay", "Dx", "Dy")
    if family.name != "four-bar" or task.timed or task.count != 5 or set(fixed) != set(pivots):
        rule = (
            "has no count that is proven: there is one for four-bars with the pivots Ax, Ay, Dx, "
            "Dy given, five points and no timing"
        )
        action = "leave proof out for a search by least squares"
        raise ModelError(Problem("Y02", f"path of the {family.name}", rule, action=action))
    from sarrus.synthesis.continuation import five_point_four_bars

    A, D = complex(fixed["Ax"], fixed["Ay"]), complex(fixed["Dx"], fixed["Dy"])
    found, count = five_point_four_bars(task, A, D)
    return rank_solutions(task, found, limits, count.reason, complete=count.proven)


def _check_starts(starts: int) -> None:
    if starts < 1:
        raise ModelError(Problem("Y02", "starts", "must be one or more", repr(starts)))


def _check_planar(family: Family) -> None:
    if family.name == "rssr":
        rule = "is synthesized for functions; paths and poses are those of planar linkages"
        action = "fit the constants of a model file by synthesis.fit_path"
        raise ModelError(Problem("Y01", "mechanism 'rssr'", rule, action=action))


def _check_fixed(family: Family, fixed: Mapping[str, float]) -> None:
    unknown = [name for name in fixed if name not in family.sizes]
    if unknown:
        rule = f"is no dimension of the {family.name}, which has {', '.join(family.sizes)}"
        raise ModelError([Problem("Y01", f"dimension {name!r}", rule) for name in unknown])


def burmester_curves(poses: Any, count: int = 360) -> BurmesterCurves:
    """Return the curves of center points and circle points of four poses.

    poses: four rows x, y [m], angle [rad]; count: values of the parameter, each with up to two
    dyads.

    Example:
        poses = [(0, 0, 0), (1, 0.5, 0.2), (2, 0.6, 0.7), (3, 0.2, 1.0)]
        curves = synthesis.burmester_curves(poses)
    """
    task = motion_task(poses)
    if task.count != 4:
        rule = "poses are given; the curves belong to four"
        raise ModelError(Problem("Y02", "burmester_curves", rule, str(task.count)))
    return curves_of(Poses.of(task), count)


def burmester_dyads(poses: Any) -> list[Dyad]:
    """Return all real dyads of five poses: none, two or four.

    Example:
        poses = [(0, 0, 0), (1, 0.5, 0.2), (2, 0.6, 0.7), (3, 0.2, 1.0), (3.5, -0.1, 1.2)]
        dyads = synthesis.burmester_dyads(poses)
    """
    task = motion_task(poses)
    if task.count != 5:
        rule = "poses are given; isolated dyads belong to five"
        raise ModelError(Problem("Y02", "burmester_dyads", rule, str(task.count)))
    return dyads_of_five(Poses.of(task))


def _pivot(point: Any) -> complex:
    x, y = (float(value) for value in point)
    return complex(x, y)


def _good_pairs(task: Task, dyads: list[Dyad], named: Sequence[Dyad] = ()) -> list[Solution]:
    """Return four-bars of pairs of dyads, those with the best angles between links at the poses.

    Pairs that change sides between the poses come last; each pair is looked at with either side
    as crank.
    """
    first = list(named) if named else dyads
    z, e = task.points[:, 0] + 1j * task.points[:, 1], np.exp(1j * task.angles)
    fixed = [np.array([d.fixed for d in group]) for group in (first, dyads)]
    moving = [np.array([d.moving for d in group]) for group in (first, dyads)]
    B, C = (z + e * w[:, None] for w in moving)
    with np.errstate(all="ignore"):
        rocker = (C - fixed[1][:, None])[None, :, :]
        bar = C[None, :, :] - B[:, None, :]
        turned = (bar.conj() * rocker) / (np.abs(bar) * np.abs(rocker))
        sides = np.sign(turned.imag)
        merit = np.abs(turned.imag).min(axis=-1) + (np.abs(sides.sum(axis=-1)) == task.count)
        merit = np.nan_to_num(merit, nan=-1.0)
    order = np.argsort(-merit, axis=None, kind="stable")[:LOOKED_AT]
    found = []
    for i, j in zip(*np.unravel_index(order, merit.shape), strict=True):
        solution = four_bar_of(task, first[int(i)], dyads[int(j)])
        if solution is not None:
            found.append(solution)
    return found
