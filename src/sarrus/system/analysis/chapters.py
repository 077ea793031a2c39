"""Further functions of a system: dynamics in other forms, derivatives, branches, equations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.system.analysis.analysis import Analysis, at_rest, moving_guess, unknown_numbers
from sarrus.system.analysis.branch import Branch
from sarrus.system.analysis.equilibrium import Equilibrium
from sarrus.system.analysis.gradients import Gradients
from sarrus.system.analysis.root_locus import RootLocus
from sarrus.system.analysis.sensitivity_run import SensitivityRun
from sarrus.system.analysis.steady import SteadyMotion
from sarrus.system.analysis.system_jacobian import (
    ForwardDerivatives,
    InverseDerivatives,
    SystemJacobian,
    forward_derivatives_of,
    inverse_derivatives_of,
    system_jacobian_of,
)
from sarrus.system.checks import (
    by_name,
    check_positive,
    closed_state,
    laws_with_text_read,
    numbers,
)
from sarrus.system.equation_text.equations import LIMIT, Equations, equations_of
from sarrus.system.one_state.hybrid import closed_hybrid, tree_hybrid
from sarrus.system.one_state.reducing import Reduced, projected_state, reduced_at
from sarrus.system.quantities.parameters import is_parameter
from sarrus.system.quantities.parameters import parameter_names as names_of_parameters
from sarrus.system.results import HybridMotion
from sarrus.system.rows.motion import Motion
from sarrus.system.state import State
from sarrus.system.time_grids import end_of

if TYPE_CHECKING:
    from sarrus.system.system import System


@with_checks
def parameter_names(system: System) -> list[str]:
    """Return the full names of all numbers of the model that may be made inputs.

    Example:
        names = analysis.parameter_names(arm)
    """
    return names_of_parameters(system.model)


@with_checks
def mass_solve(
    system: System, q: Any, b: Any, *, out: Any = None, order: str = "K", **keywords: Any
) -> np.ndarray:
    """Return M(q)^-1 b, nv numbers or rows of them, in O(nv): M itself is never made.

    With loops it is that of the tree. Refused where a velocity moves no mass.

    Example:
        vdot = analysis.mass_solve(arm, q, 0.0 * v)
    """
    compiled = system.compiled
    compiled.refuse_massless(range(system.nv))
    if out is not None or order != "K":
        return compiled.evaluate("mass_solve", (q, b), out, order, keywords)
    call = compiled.calls.get("mass_solve") or compiled.call("mass_solve")
    return call(q, b, *compiled.last_inputs(**keywords)) if keywords else call(q, b)


@with_checks
def dissipation(system: System, q: Any, v: Any, **keywords: Any) -> float:
    """Return the power that the force elements turn into heat [W].

    Example:
        watts = analysis.dissipation(swing, swing.neutral(), [0.2])
    """
    heat = system.compiled.call("energy")(q, v, *system.compiled.last_inputs(**keywords))[1]
    return float(heat[0]) if heat.ndim < 2 else heat[:, 0]


@with_checks
def hybrid_dynamics(
    system: System,
    q: Any,
    v: Any,
    *,
    tau: Any = None,
    driven: Mapping[str, Any] | None = None,
    locked: Iterable[str] = (),
    **keywords: Any,
) -> HybridMotion:
    """Return vdot and tau when some coordinates are driven or locked and the rest are free.

    driven: accelerations by name; locked: names (acceleration zero; the caller gives them
    zero velocity); tau: efforts of the free coordinates, zero by default.

    Example:
        found = analysis.hybrid_dynamics(arm, q, v, tau=0.0 * v, driven={"q1": 0.2})
    """
    form = tree_hybrid if not system.closed else closed_hybrid
    return form(system, q, v, tau, driven or {}, tuple(locked), keywords)


@with_checks
def project(
    system: System, q: Any, v: Any, *, eps: float = 1e-10, t: float = 0.0, **keywords: Any
) -> State:
    """Return the consistent state nearest to q, v in the mass norm (paper 1, (23) to (29)).

    For states that are almost consistent, such as after an integration step: the equations
    are factored once, and |psi_1| + |psi_2| < eps at the end. Use `assemble` from afar.

    Example:
        near = analysis.project(system, state.q, state.v)
    """
    check_positive(eps=eps)
    start = numbers("q", q, system.nq), numbers("v", v, system.nv)
    found = projected_state(system, *start, eps, t, keywords)
    z = keywords.get("z")
    return found if z is None else replace(found, own_z=numbers("z", z, len(system.states)))


@with_checks
def inverse_derivatives(
    system: System,
    q: Any,
    v: Any,
    vdot: Any,
    *,
    out: Any = None,
    order: str = "K",
    compressed: bool = False,
    **keywords: Any,
) -> InverseDerivatives:
    """Return tau of a tree and its exact derivatives by q, v and vdot, by recursions.

    Columns by q run along the velocity coordinates: q moves to add(q, e_k). Of many states: out:
    arrays for the results, or the result of an earlier call; order: of new arrays in memory, "C",
    "F" or as the inputs have it; compressed: of matrices only the numbers that are not zero
    whatever the state, (n, count), with their rows and columns in `pattern`.

    Example:
        found = analysis.inverse_derivatives(arm, q, v, 0.0 * v).dtau_dq
    """
    system.compiled.refuse_loops("inverse_derivatives")
    last, how = system.compiled.last_inputs(**keywords), _how(out, order, compressed)
    return inverse_derivatives_of(system, q, v, vdot, last, how)


@with_checks
def forward_derivatives(
    system: System,
    q: Any,
    v: Any,
    tau: Any,
    *,
    out: Any = None,
    order: str = "K",
    compressed: bool = False,
    **keywords: Any,
) -> ForwardDerivatives:
    """Return vdot, with loops also the multipliers, and exact derivatives by q, v and tau.

    out, order, compressed: as in `inverse_derivatives`.

    Example:
        found = analysis.forward_derivatives(arm, q, v, 0.0 * v).dvdot_dq
    """
    last, how = system.compiled.last_inputs(**keywords), _how(out, order, compressed)
    return forward_derivatives_of(system, q, v, tau, last, how)


def _how(out: Any, order: str, compressed: bool) -> dict[str, Any]:
    """Return how results are wanted, nothing where that is the usual way."""
    if out is None and order == "K" and not compressed:
        return {}
    return {"out": out, "order": order, "compressed": compressed}


@with_checks
def system_jacobian(system: System, moving: Motion, **keywords: Any) -> SystemJacobian:
    """Return the derivatives of the residual of paper 4 at a motion (from `accelerations`).

    Example:
        found = analysis.system_jacobian(arm, arm.accelerations(arm.state(q, v)))
    """
    return system_jacobian_of(moving, system.compiled.last_inputs(**keywords))


@with_checks
def reduced_equations(
    system: System,
    state: State,
    independent: Sequence[str] | None = None,
    *,
    efforts: Mapping[str, Any] | None = None,
    **keywords: Any,
) -> Reduced:
    """Return the equations in independent coordinates: Mr vdot_v = Fr (paper 2, (44)).

    independent: names of velocities of the tree, chosen by pivoting where none are given.

    Example:
        found = analysis.reduced_equations(system, state, ["A.rate"])
    """
    last = system.compiled.last_inputs(**keywords)
    return reduced_at(closed_state(system, state, keywords), independent, efforts or {}, last)


@with_checks
def equations(
    system: System,
    parameters: Any = (),
    *,
    values: Mapping[str, float] | None = None,
    jacobian: bool = True,
    limit: int = LIMIT,
    digits: int = 6,
) -> Equations:
    """Return the equations of motion of a small mechanism as text: LaTeX, Python, plain.

    parameters: numbers of the model that stay letters, by name ("rod.mass", "gravity"; those of
    the system where none are named), or as formulas, {"rod.mass": "m", "rod.com": ("l/2", 0, 0)},
    whose symbols have `values` where they are not a number of the model by themselves; jacobian:
    with the derivatives of paper 4; limit: operations from which on the equations are refused;
    digits: of numbers in LaTeX and plain text (Python has all).

    Example:
        print(analysis.equations(swing))
    """
    check_positive(limit=limit, digits=digits)
    return equations_of(system, parameters, values, jacobian, limit, digits)


@with_checks
def follow(
    system: System,
    parameter: str,
    first: float,
    last: float,
    guess: State | Mapping[str, Any] | np.ndarray | None = None,
    *,
    steps: int = 50,
    stable: bool = False,
    efforts: Mapping[str, Any] | None = None,
    locked: Iterable[str] = (),
    **keywords: Any,
) -> Branch:
    """Return the equilibria from one value of a parameter to another, past folds.

    parameter: one number, such as "S.k" or, of several, "B.parent_point[0]".

    Example:
        branch = analysis.follow(swing, "S.k", 40.0, 50.0)
    """
    start = at_rest(system, guess, keywords)
    name, span = parameter.partition("[")[0], (start.t, start.t)
    analysis = Analysis(system, efforts, {}, locked, keywords, [name], span)
    return analysis.branch(parameter, first, last, steps, start, stable)


@with_checks
def root_locus(
    system: System,
    over: str,
    values: Any,
    guess: State | Mapping[str, Any] | np.ndarray | None = None,
    *,
    moving: Mapping[str, float] | None = None,
    aside: Sequence[str] | None = None,
    unknown: Sequence[str] = (),
    stable: bool = False,
    efforts: Mapping[str, Any] | None = None,
    driven: Mapping[str, Any] | None = None,
    locked: Iterable[str] = (),
    **keywords: Any,
) -> RootLocus:
    """Return the eigenvalues of small motions over a parameter, and where stability changes.

    over: a condition of the steady motion ("rear.rate") or one number of the model ("S.k"); values:
    of it, one after the other, up or down. The rest as in `System.equilibrium`: with `moving` about
    steady motions, else about equilibria at rest, each found from the one before.

    Example:
        locus = analysis.root_locus(swing, "S.k", [40.0, 50.0])
    """
    points = numbers("values", values).ravel()
    steps = np.diff(points)
    if len(points) < 2 or not (np.all(steps > 0.0) or np.all(steps < 0.0)):
        rule = "must be two or more numbers that only grow, or only fall"
        raise ModelError(Problem("S08", "values", rule, value=repr(values)[:80]))
    conditions = None if moving is None else by_name("condition", moving)
    is_number = over not in (conditions or {}) and is_parameter(
        system.model, over.partition("[")[0]
    )
    if not is_number:
        conditions = {**(conditions or {}), over: float(points[0])}
    elif conditions is None and (unknown or aside is not None):
        conditions = {}
    listed = unknown_numbers(system, [*unknown, *[over] * is_number])
    if conditions is None:
        start = at_rest(system, guess, keywords)
    else:
        start = moving_guess(system, guess, conditions, keywords)
    analysis = Analysis(system, efforts, driven, locked, keywords, listed, (start.t, start.t))
    return analysis.root_locus(over, points, start, conditions, aside, tuple(unknown), stable)


@with_checks
def simulate_sensitivities(
    system: System,
    start: State,
    by: Sequence[str],
    *,
    until: float,
    every: float | None = None,
    rtol: float = 1e-8,
    atol: float = 1e-10,
    efforts: Mapping[str, Any] | None = None,
    driven: Mapping[str, Any] | None = None,
    locked: Iterable[str] = (),
    **keywords: Any,
) -> SensitivityRun:
    """Return a motion with its derivatives by parameters, integrated together.

    The independent coordinates and velocities of the start stay; the others close the loops.

    Example:
        found = analysis.simulate_sensitivities(swing, swing.assemble(), ["S.k"], until=0.1)
    """
    check_positive(every=every, rtol=rtol, atol=atol)
    end = end_of(until, closed_state(system, start, keywords).t)
    analysis = Analysis(system, efforts, driven, locked, keywords, by, (start.t, end))
    return analysis.in_time(start, until, every, rtol, atol)


@with_checks
def sensitivities(
    system: System,
    at: State | Equilibrium,
    outputs: Any,
    by: Sequence[str],
    *,
    independent: Sequence[str] | None = None,
    efforts: Mapping[str, Any] | None = None,
    driven: Mapping[str, Any] | None = None,
    locked: Iterable[str] = (),
    **keywords: Any,
) -> Gradients:
    """Return exact derivatives of outputs by parameters ("crank.mass", "B.point", "S.k").

    At a state, the independent coordinates and velocities stay and the others close the loops:
    derivatives of kinematics, of accelerations and reactions, and with all freedoms `driven`,
    of driving efforts. At an equilibrium, the mechanism moves with it; at a steady motion, with
    the same conditions. outputs: as in `System.linearize`.

    Example:
        found = analysis.sensitivities(swing, swing.equilibrium(), ["A.angle"], ["S.k"])
    """
    t = closed_state(system, at, keywords).t if isinstance(at, State) else at.state.t
    found = unknown_numbers(system, tuple(at.found)) if isinstance(at, SteadyMotion) else []
    names = [*by, *(name for name in found if name not in by)]
    efforts, driven, _ = laws_with_text_read(system, efforts, driven)
    analysis = Analysis(system, efforts, driven, locked, keywords, names, (t, t))
    return analysis.gradients(at, outputs, independent)
