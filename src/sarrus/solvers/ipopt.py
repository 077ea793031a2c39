"""IPOPT, an interior point method (Waechter and Biegler 2006), as CasADi brings it along."""

from __future__ import annotations

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
    # the objective is the first row
    of_rows = sparse.vstack([sparse.csc_matrix(np.ones((1, n))), places[0]]).tocsc()
    of_curvature = sparse.triu(places[1]).tocsc()

    def values(z: np.ndarray) -> np.ndarray:
        f, c = program.values(z)
        return np.concatenate([[f], c])

    def slopes(z: np.ndarray) -> sparse.csc_matrix:
        gradient, A = program.slopes(z)
        return sparse.vstack([sparse.csr_matrix(gradient), A])

    function = _callback(ca, values, slopes, n, m + 1, of_rows)
    unknowns = ca.MX.sym("z", n)
    found = function(unknowns)
    options: dict[str, Any] = {
        "ipopt.print_level": 0, "print_time": False, "ipopt.sb": "yes", "ipopt.max_iter": steps,
        "ipopt.tol": tolerance, "ipopt.mu_init": barrier,
    }  # fmt: skip
    curvature = program.curvature
    if curvature is not None:
        options["hess_lag"] = _hessian(ca, n, m, curvature, of_curvature)
    else:
        options["ipopt.hessian_approximation"] = "limited-memory"
    solver = ca.nlpsol("ipopt", "ipopt", {"x": unknowns, "f": found[0], "g": found[1:]}, options)
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


def _hessian(ca: Any, n: int, rows: int, curvature: Any, places: sparse.csc_matrix) -> Any:
    """Return the function (x, p, lam_f, lam_g) to the upper half of the Lagrangian's Hessian."""
    pattern, read = _entries(ca, places)

    class Curvature(ca.Callback):  # type: ignore[misc]
        def __init__(self) -> None:
            ca.Callback.__init__(self)
            self.construct("curvature", {})

        def get_n_in(self) -> int:
            return 4

        def get_n_out(self) -> int:
            return 1

        def get_sparsity_in(self, i: int) -> Any:
            return ca.Sparsity.dense((n, 0, 1, rows)[i], 1)

        def get_sparsity_out(self, i: int) -> Any:
            return pattern

        def eval(self, arguments: Any) -> Any:
            z, _, goal, v = (np.asarray(a, dtype=float).ravel() for a in arguments)
            return [read(curvature(z, float(goal[0]), v))]

    return Curvature()


def _callback(
    ca: Any, values: Any, slopes: Any, n: int, rows: int, places: sparse.csc_matrix
) -> Any:
    """Return a function of CasADi that calls ours, with its Jacobian."""
    pattern, read = _entries(ca, places)

    class Jacobian(ca.Callback):  # type: ignore[misc]
        def __init__(self, name: str, options: Any) -> None:
            ca.Callback.__init__(self)
            self.construct(name, options)

        def get_n_in(self) -> int:
            return 2

        def get_n_out(self) -> int:
            return 1

        def get_sparsity_in(self, i: int) -> Any:
            return ca.Sparsity.dense(n if i == 0 else rows, 1)

        def get_sparsity_out(self, i: int) -> Any:
            return pattern

        def eval(self, arguments: Any) -> Any:
            return [read(slopes(np.asarray(arguments[0], dtype=float).ravel()))]

    class Function(ca.Callback):  # type: ignore[misc]
        def __init__(self) -> None:
            ca.Callback.__init__(self)
            self.construct("rows", {})

        def get_n_in(self) -> int:
            return 1

        def get_n_out(self) -> int:
            return 1

        def get_sparsity_in(self, i: int) -> Any:
            return ca.Sparsity.dense(n, 1)

        def get_sparsity_out(self, i: int) -> Any:
            return ca.Sparsity.dense(rows, 1)

        def eval(self, arguments: Any) -> Any:
            return [ca.DM(values(np.asarray(arguments[0], dtype=float).ravel()))]

        def has_jacobian(self) -> bool:
            return True

        def get_jacobian(self, name: str, inames: Any, onames: Any, options: Any) -> Any:
            self.kept = Jacobian(name, options)  # CasADi does not keep it alive
            return self.kept

    return Function()
