"""The other ways of the papers with loops: independent coordinates, and projection."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem, SimulationStopped
from sarrus.late_dataclass import dataclass
from sarrus.solvers.partition import ReducedEquations, reduced_equations
from sarrus.solvers.projection import NoConvergence, Projector
from sarrus.solvers.rank import ScaledMatrix
from sarrus.summaries import with_summary
from sarrus.system.one_state.assembling import Wanted, measured_state
from sarrus.system.rows.bearing_motion import friction_efforts
from sarrus.system.rows.motion import given_efforts
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System

REGULAR = 1e-7


@with_summary
@dataclass(frozen=True, eq=False)
class Reduced:
    """Equations in independent coordinates at a state, and the way back to all.

    mass, force: Mr vdot_v = Fr for the velocities named in `independent`; vdot: accelerations of
    all; lam: multipliers by (45), of smallest norm when rows are redundant.
    """

    independent: tuple[str, ...]
    equations: ReducedEquations
    vdot: np.ndarray
    lam: np.ndarray

    @property
    def mass(self) -> np.ndarray:
        """The reduced mass matrix Mr."""
        return self.equations.mass

    @property
    def force(self) -> np.ndarray:
        """The reduced right side Fr."""
        return self.equations.force


def reduced_at(
    state: State,
    independent: Sequence[str] | None,
    efforts: Mapping[str, Any],
    last: tuple[np.ndarray, ...],
) -> Reduced:
    """Return the reduced equations at a state."""
    system = state.system
    terms = system.compiled.loops.terms(state.q, state.v, *last)
    tau, tau_cut = given_efforts(system, efforts)
    h = terms.h + tau + terms.C.T @ tau_cut
    if system.compiled.loops.bearings:
        h = h + friction_efforts(state, terms, efforts, last)
    A = system.compiled.loops.scaled_matrix(terms.Phi)
    places = independent_places(system, terms.Phi, independent)
    # rows in comparable units, so that the pseudo-inverse weighs metres and radians alike
    Phi, gamma = A.rows[:, None] * terms.Phi, A.rows * terms.gamma
    found = reduced_equations(terms.M, h, Phi, gamma, places)
    vdot = found.accelerations(np.linalg.solve(found.mass, found.force))
    lam = A.rows * found.multipliers(terms.M, h, vdot)
    return Reduced(tuple(system.velocities[k] for k in places), found, vdot, lam)


def independent_places(
    system: System, Phi: np.ndarray, independent: Sequence[str] | None
) -> list[int]:
    """Return the places of independent velocities: those named, or chosen by pivoting."""
    A = system.compiled.loops.scaled_matrix(
        Phi[: system.compiled.loops.m], Phi[system.compiled.loops.m :]
    )
    if independent is None:
        dependent = set(A.dependent_columns())
        return [k for k in range(system.nv) if k not in dependent]
    places = named_places(system, independent)
    _check(system, A.rows[:, None] * Phi, places, A.rank)
    return places


def independent_positions(
    system: System, closing: np.ndarray, velocities: Sequence[int]
) -> list[int]:
    """Return the places of independent coordinates: those of independent velocities, and more.

    closing: the rows of loops and drives that close positions.
    """
    columns = system.compiled.loops.column_scale
    norms = np.linalg.norm(closing * columns, axis=1)
    A = ScaledMatrix(closing, 1.0 / np.where(norms > 0.0, norms, 1.0), columns)
    free = np.isin(np.arange(system.nv), list(velocities))
    dependent = set(A.dependent_columns(prefer=~free))
    return [k for k in range(system.nv) if k not in dependent]


def named_places(system: System, names: Sequence[str]) -> list[int]:
    """Return the places of velocities by name: of velocities, coordinates or whole joints."""
    system.compiled.check_once("independent coordinate", names)
    places: list[int] = []
    for name in names:
        vector, place = system.compiled.located_rate(name)
        if vector != "v":
            raise ModelError(
                Problem(
                    "S06",
                    f"independent coordinate '{name}'",
                    "belongs to a cut joint, which has no coordinate of its own in the equations",
                    action=f"compile with another cut, or weights={{'{name}': 0.1}} to keep it",
                )
            )
        places += list(range(place.start, place.stop))
    return places


def _check(system: System, scaled: np.ndarray, places: list[int], rank: int) -> None:
    dependent = [k for k in range(system.nv) if k not in places]
    block = scaled[:, dependent]
    s = np.linalg.svd(block * system.compiled.loops.column_scale[dependent], compute_uv=False)
    regular = int(np.sum(s > REGULAR * max(s.max(initial=0.0), 1e-300)))
    if len(dependent) == rank == regular:
        return
    raise ModelError(
        Problem(
            "S07",
            f"independent coordinates {[system.velocities[k] for k in places]}",
            f"do not determine the motion here: {system.nv - rank} freedoms, {len(places)} chosen, "
            f"and the rest has rank {regular} of {len(dependent)}",
            action="choose others, or leave the choice to pivoting",
        )
    )


def projected_state(
    system: System, q: np.ndarray, v: np.ndarray, eps: float, t: float, keywords: Mapping[str, Any]
) -> State:
    """Return the state projected on the loops in the mass norm, with one factorisation."""
    q, loops = system.compiled.layout.with_unit_quaternions(q), system.compiled.loops
    last = system.compiled.last_inputs(**keywords)
    Phi = loops.closure(q, *last)[1]
    rows = loops.scaled_matrix(Phi).independent_rows()
    every = np.arange(loops.m)[loops.closing]
    close = rows if len(every) == loops.m else every[loops.scaled_closing(Phi).independent_rows()]
    projector = Projector.of(system.mass_matrix(q, **keywords), Phi[close])
    try:
        q, _ = projector.positions(q, lambda x: loops.closure(x, *last)[0][close], system.add, eps)
        final = Projector.of(projector.M, loops.closure(q, *last)[1][rows])
        v, _ = final.velocities(v, eps)
    except NoConvergence as problem:
        phi = np.abs(loops.closure(q, *last)[0])
        raise SimulationStopped(_reach_problem(system, problem, rows, phi)) from None
    return measured_state(system, q, v, t, Wanted({}, {}), last)


def _reach_problem(
    system: System, problem: NoConvergence, rows: list[int], phi: np.ndarray
) -> Problem:
    worst = max(rows, key=lambda k: phi[k] * system.compiled.loops.row_scale[k])
    history = ", ".join(f"{value:.2g}" for value in problem.history[-5:])
    return Problem(
        "E-NEWTON",
        f"projection of the {problem.what}",
        f"does not reach the tolerance (last residuals {history}); worst row "
        f"'{system.compiled.loops.row_names[worst]}'",
        cause="the state is too far from closure, or the loops contradict each other",
        action="use assemble(), or a smaller step",
    )
