"""Derivatives of the equations of motion, as numbers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.derivatives import efforts_from_factors, forward_from_factors
from sarrus.dynamics.derivatives.factors import LARGE
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.summaries import with_summary
from sarrus.system.quantities import derivative_equations
from sarrus.system.rows.motion import Motion

if TYPE_CHECKING:
    from sarrus.system.system import System


@with_summary
@dataclass(frozen=True, eq=False)
class InverseDerivatives:
    """tau = M vdot + c - f, and its derivatives by q (along velocity coordinates), v and vdot."""

    tau: np.ndarray
    dtau_dq: np.ndarray
    dtau_dv: np.ndarray
    M: np.ndarray


@with_summary
@dataclass(frozen=True, eq=False)
class ForwardDerivatives:
    """vdot under efforts, and its derivatives by q (along velocity coordinates), v and tau.

    With loops also the multipliers of all rows; where rows are redundant, one choice of many.
    """

    vdot: np.ndarray
    dvdot_dq: np.ndarray
    dvdot_dv: np.ndarray
    dvdot_dtau: np.ndarray
    lam: np.ndarray | None = None
    dlam_dq: np.ndarray | None = None
    dlam_dv: np.ndarray | None = None
    dlam_dtau: np.ndarray | None = None


@with_summary
@dataclass(frozen=True, eq=False)
class SystemJacobian:
    """Paper 4's system Jacobian at a motion, for loops and trees.

    G = M vdot + c - f - Phi^T lambda - C^T tau_cut, by q, v and vdot; the rows Phi of the loops,
    and the derivatives of Phi v and of Phi vdot - gamma.
    """

    G: np.ndarray
    dG_dq: np.ndarray
    dG_dv: np.ndarray
    dG_dvdot: np.ndarray
    Phi: np.ndarray
    dvelocity_dq: np.ndarray
    dacceleration_dq: np.ndarray
    dacceleration_dv: np.ndarray


def inverse_derivatives_of(
    system: System, q: Any, v: Any, vdot: Any, last: tuple[np.ndarray, ...]
) -> InverseDerivatives:
    """Return the derivatives of inverse dynamics of a tree."""
    if not _is_large(system):
        call = system.compiled.kernel("inverse_derivatives").call
        return InverseDerivatives(*call(q, v, vdot, *last))
    found = _factors(system, "inverse", q, v, vdot, last)
    d = efforts_from_factors(system.compiled.compiler.tree, found)
    return InverseDerivatives(d.tau, d.dtau_dq, d.dtau_dv, d.M)


def _is_large(system: System) -> bool:
    """Whether derivatives are products of factors rather than compiled one by one."""
    return system.nv >= LARGE and not system.closed and not system.compiled.loops.bearings


def _factors(
    system: System, dynamics: str, q: Any, v: Any, x: Any, last: tuple[np.ndarray, ...]
) -> dict[str, np.ndarray]:
    """Return factors by name; x: vdot of inverse dynamics, tau of forward dynamics."""
    third, equation = {
        "inverse": ("vdot", derivative_equations.inverse_factors),
        "forward": ("tau", derivative_equations.forward_factors),
    }[dynamics]
    shapes = {"q": (system.nq,), "v": (system.nv,), third: (system.nv,)}
    name = f"{dynamics}_derivatives factors"
    kernel = system.compiled.made(name, shapes, equation, finite=True, seldom=True)
    names = [port.name for port in kernel.outputs]
    return dict(zip(names, kernel.call(q, v, x, *last), strict=True))


def forward_derivatives_of(
    system: System, q: Any, v: Any, tau: Any, last: tuple[np.ndarray, ...]
) -> ForwardDerivatives:
    """Return the derivatives of forward dynamics, of a tree or with loops."""
    if _is_large(system):
        found = _factors(system, "forward", q, v, tau, last)
        d = forward_from_factors(system.compiled.compiler.tree, found["vdot"], found)
        return ForwardDerivatives(d.vdot, d.dvdot_dq, d.dvdot_dv, d.dvdot_dtau)
    if not system.closed:
        return ForwardDerivatives(
            *system.compiled.kernel("forward_derivatives").call(q, v, tau, *last)
        )
    dynamics, loops = system.compiled.closed_dynamics, system.compiled.loops
    equation = partial(
        derivative_equations.closed_forward,
        kept=dynamics.kept,
        count=loops.m,
        scale=tuple(float(s) for s in loops.row_scale),
        penalty=dynamics.penalty,
    )
    shapes: dict[str, tuple[int, ...]] = {"q": (system.nq,), "v": (system.nv,)}
    shapes |= {"tau": (system.nv,), "tau_cut": (loops.n_cut_v,)}
    more: tuple[np.ndarray, ...] = ()
    if dynamics.mixing:
        shapes["T"] = (dynamics.rank, len(dynamics.kept))
        more = (dynamics.choice(q, last),)
    kernel = system.compiled.made(f"closed_forward_derivatives {dynamics.kept}", shapes, equation)
    return ForwardDerivatives(*kernel.call(q, v, tau, np.zeros(loops.n_cut_v), *more, *last))


def system_jacobian_of(moving: Motion, last: tuple[np.ndarray, ...]) -> SystemJacobian:
    """Return the system Jacobian at a motion."""
    system: Any = moving.state.system
    if np.any(moving.ext):
        rule = "acts on bodies from outside, and its derivatives are not known"
        raise ModelError(Problem("S09", "loads", rule, action="use a force element"))
    loops = system.compiled.loops
    names = ("q", "v", "vdot", "lam", "tau_cut")
    kernel = loops.kernel("system_jacobian", names, derivative_equations.system_jacobian)
    state = moving.state
    found = kernel.call(state.q, state.v, moving.vdot, moving.lam, moving.tau_cut, *last)
    return SystemJacobian(*found)
