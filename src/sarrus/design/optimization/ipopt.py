"""IPOPT, an interior point method (Waechter and Biegler 2006), as CasADi brings it along."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import EnvironmentProblem, Problem

if TYPE_CHECKING:
    from sarrus.design.optimization.nonlinear import NonlinearProgram


def casadi() -> Any:
    """Return the library, or say how to get it."""
    try:
        return import_module("casadi")
    except ImportError as problem:
        raise EnvironmentProblem(
            Problem(
                "X05",
                "search 'ipopt'",
                f"needs the library 'casadi', which cannot be imported: {problem}",
                action="install it (pip install casadi), or use the search slsqp",
            )
        ) from None


def ipopt_end(program: NonlinearProgram, z: np.ndarray, steps: int) -> np.ndarray:
    """Return where IPOPT ends; second derivatives are exact where there are any, else estimates."""
    ca = casadi()
    rows = len(program.limits(z)) + len(program.equations(z)) + 1

    def values(z: np.ndarray) -> np.ndarray:
        return np.concatenate([[program.objective(z)], program.limits(z), program.equations(z)])

    def slopes(z: np.ndarray) -> np.ndarray:
        return np.vstack(
            [program.objective_slopes(z)[None], program.limit_slopes(z), program.equation_slopes(z)]
        )

    function = _callback(ca, values, slopes, len(z), rows)
    unknowns = ca.MX.sym("z", len(z))
    found = function(unknowns)
    options = {
        "ipopt.print_level": 0, "print_time": False, "ipopt.sb": "yes", "ipopt.max_iter": steps,
        "ipopt.tol": 1e-8,
    }  # fmt: skip
    if program.curved:
        limits = len(program.limits(z))
        curvature = _curvature(
            ca, len(z), rows - 1,
            lambda z, goal, v: program.lagrangian_hessian(z, goal, v[:limits], v[limits:]),
        )  # fmt: skip
        options["hess_lag"] = curvature
    else:
        options["ipopt.hessian_approximation"] = "limited-memory"
    solver = ca.nlpsol("ipopt", "ipopt", {"x": unknowns, "f": found[0], "g": found[1:]}, options)
    limits = len(program.limits(z))
    low = np.concatenate([np.full(limits, -np.inf), np.zeros(rows - 1 - limits)])
    ends = np.array([[0.0, 1.0]] * program.n + [[-np.inf, np.inf]] * (len(z) - program.n))
    answer = solver(x0=z, lbx=ends[:, 0], ubx=ends[:, 1], lbg=low, ubg=np.zeros(rows - 1))
    return np.asarray(answer["x"], dtype=float).ravel()


def _curvature(ca: Any, n: int, rows: int, hessian: Any) -> Any:
    """Return the function (x, p, lam_f, lam_g) to the upper half of the Lagrangian's Hessian."""

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
            return ca.Sparsity.upper(n)

        def eval(self, arguments: Any) -> Any:
            z, _, goal, v = (np.asarray(a, dtype=float).ravel() for a in arguments)
            return [ca.triu(ca.DM(hessian(z, float(goal[0]), v)))]

    return Curvature()


def _callback(ca: Any, values: Any, slopes: Any, n: int, rows: int) -> Any:
    """Return a function of CasADi that calls ours, with its Jacobian."""

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
            return ca.Sparsity.dense(rows, n)

        def eval(self, arguments: Any) -> Any:
            return [ca.DM(slopes(np.asarray(arguments[0], dtype=float).ravel()))]

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
