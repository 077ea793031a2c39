"""IPOPT, an interior point method (Waechter and Biegler 2006), as CasADi brings it along."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from scipy import sparse

from sarrus.errors import EnvironmentProblem, Problem
from sarrus.solvers.interior_point import SparseOptimum, SparseProgram

ENDED = ("Solve_Succeeded", "Solved_To_Acceptable_Level")
"""What IPOPT calls an end that meets the conditions."""


def casadi(what: str = "search 'ipopt'", action: str = "use another search") -> Any:
    """Return the library, or say how to get it; what: needs it."""
    try:
        return import_module("casadi")
    except ImportError as problem:
        raise EnvironmentProblem(
            Problem(
                "X05",
                what,
                f"needs the library 'casadi', which cannot be imported: {problem}",
                action=f"install it (pip install casadi), or {action}",
            )
        ) from None


def ipopt(
    program: SparseProgram,
    z: np.ndarray,
    tolerance: float = 1e-8,
    steps: int = 1000,
    barrier: float = 0.1,
) -> SparseOptimum:
    """Return where IPOPT ends; without second derivatives, it estimates them."""
    ca = casadi()
    n, m = len(z), len(program.low)
    if program.places is None:
        places = sparse.csc_matrix(np.ones((m, n))), sparse.csc_matrix(np.ones((n, n)))
    else:
        places = program.places
    point, nothing = ca.Sparsity.dense(n, 1), ca.Sparsity.dense(0, 1)
    one, rows = ca.Sparsity.dense(1, 1), ca.Sparsity.dense(m, 1)
    of_slopes, entries = _entries(ca, places[0])

    def values(z: np.ndarray) -> list[Any]:
        f, c = program.values(z)
        return [ca.DM(float(f)), ca.DM(c) if m else ca.DM(0, 1)]

    def gradient_of(z: np.ndarray, _: np.ndarray) -> list[Any]:
        return [ca.DM(float(program.values(z)[0])), ca.DM(program.slopes(z)[0])]

    def jacobian(z: np.ndarray, _: np.ndarray) -> list[Any]:
        return [values(z)[1], entries(program.slopes(z)[1])]

    function = _function(ca, "rows", [point], [one, rows], values)
    slope = _function(ca, "slope", [point, nothing], [one, point], gradient_of)
    slopes = _function(ca, "slopes", [point, nothing], [rows, of_slopes], jacobian)
    unknowns = ca.MX.sym("z", n)
    found = function(unknowns)
    # Given as they are: CasADi would find the Jacobian of a callback column by column.
    options: dict[str, Any] = {
        "ipopt.print_level": 0, "print_time": False, "ipopt.sb": "yes", "ipopt.max_iter": steps,
        "ipopt.tol": tolerance, "ipopt.mu_init": barrier, "grad_f": slope, "jac_g": slopes,
        "no_nlp_grad": True,
    }  # fmt: skip
    curvature = program.curvature
    if curvature is not None:
        of_curvature, upper = _entries(ca, sparse.triu(places[1]).tocsc())

        def hessian(z: np.ndarray, _: np.ndarray, goal: np.ndarray, v: np.ndarray) -> list[Any]:
            return [upper(curvature(z, float(goal[0]), v))]

        inputs = [point, nothing, one, rows]
        options["hess_lag"] = _function(ca, "curvature", inputs, [of_curvature], hessian)
    else:
        options["ipopt.hessian_approximation"] = "limited-memory"
    solver = ca.nlpsol("ipopt", "ipopt", {"x": unknowns, "f": found[0], "g": found[1]}, options)
    answer = solver(x0=z, lbx=program.lower, ubx=program.upper, lbg=program.low, ubg=program.high)
    end = np.clip(np.asarray(answer["x"], dtype=float).ravel(), program.lower, program.upper)
    said = solver.stats()
    y = np.asarray(answer["lam_g"], dtype=float).ravel()
    gradient, A = program.slopes(end)
    left = gradient + A.T @ y + np.asarray(answer["lam_x"], dtype=float).ravel()
    status = str(said["return_status"])
    f = program.values(end)[0]
    met = status in ENDED
    return SparseOptimum(
        end, y, f, program.violation(end), float(np.max(np.abs(left), initial=0.0)),
        int(said["iter_count"]), met, "" if met else f"of IPOPT ended with {status}",
    )  # fmt: skip


def _entries(ca: Any, places: sparse.csc_matrix) -> tuple[Any, Any]:
    """Return places as CasADi has them, and what reads a matrix there."""
    places = places.tocsc().sorted_indices()
    rows = places.indices
    columns = np.repeat(np.arange(places.shape[1]), np.diff(places.indptr))
    pattern = ca.Sparsity(*places.shape, places.indptr.tolist(), rows.tolist())

    def read(matrix: sparse.csr_matrix) -> Any:
        found = np.asarray(matrix.tocsr()[rows, columns]).ravel()
        return ca.DM(pattern, found)

    return pattern, read


def _function(
    ca: Any, name: str, inputs: list[Any], outputs: list[Any], values: Callable[..., list[Any]]
) -> Any:
    """Return a function of CasADi between places of these patterns that calls ours."""

    class Function(ca.Callback):  # type: ignore[misc]
        def __init__(self) -> None:
            ca.Callback.__init__(self)
            self.construct(name, {})

        def get_n_in(self) -> int:
            return len(inputs)

        def get_n_out(self) -> int:
            return len(outputs)

        def get_sparsity_in(self, i: int) -> Any:
            return inputs[i]

        def get_sparsity_out(self, i: int) -> Any:
            return outputs[i]

        def eval(self, arguments: Any) -> Any:
            return values(*(np.asarray(a, dtype=float).ravel() for a in arguments))

    return Function()
