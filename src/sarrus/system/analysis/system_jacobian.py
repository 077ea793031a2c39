"""Derivatives of the equations of motion, as numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from sarrus.dynamics.derivatives.factors import LARGE
from sarrus.errors import ModelError, Problem
from sarrus.kernels import Kernel
from sarrus.kernels.layout import put
from sarrus.late_dataclass import dataclass
from sarrus.summaries import with_summary
from sarrus.system.quantities import derivative_equations
from sarrus.system.quantities.compiler import Refused
from sarrus.system.rows.motion import Motion

if TYPE_CHECKING:
    from sarrus.system.system import System


@with_summary
@dataclass(frozen=True, eq=False)
class InverseDerivatives:
    """tau = M vdot + c - f, and its derivatives by q (along velocity coordinates), v and vdot.

    pattern: of compressed matrices, rows and columns of their numbers, by the name of the matrix.
    """

    tau: np.ndarray
    dtau_dq: np.ndarray
    dtau_dv: np.ndarray
    M: np.ndarray
    pattern: Mapping[str, tuple[np.ndarray, np.ndarray]] | None = None


@with_summary
@dataclass(frozen=True, eq=False)
class ForwardDerivatives:
    """vdot under efforts, and its derivatives by q (along velocity coordinates), v and tau.

    With loops also the multipliers of all rows; where rows are redundant, one choice of many.
    pattern: of compressed matrices, rows and columns of their numbers, by the name of the matrix.
    """

    vdot: np.ndarray
    dvdot_dq: np.ndarray
    dvdot_dv: np.ndarray
    dvdot_dtau: np.ndarray
    lam: np.ndarray | None = None
    dlam_dq: np.ndarray | None = None
    dlam_dv: np.ndarray | None = None
    dlam_dtau: np.ndarray | None = None
    pattern: Mapping[str, tuple[np.ndarray, np.ndarray]] | None = None


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
    system: System,
    q: Any,
    v: Any,
    vdot: Any,
    last: tuple[np.ndarray, ...],
    how: Mapping[str, Any] | None = None,
) -> InverseDerivatives:
    """Return the derivatives of inverse dynamics of a tree; how: see `_evaluated`."""
    if not _is_large(system):
        kernel = system.compiled.kernel("inverse_derivatives")
        return _kernel_derivatives(InverseDerivatives, kernel, (q, v, vdot, *last), how)
    found = _factors(system, "inverse", q, v, vdot, last)
    d = system.compiled.factor_products.efforts(found)
    return _dense_derivatives(
        InverseDerivatives, (d.tau, d.dtau_dq, d.dtau_dv, d.M), (q, v, vdot), how
    )


Derivatives = TypeVar("Derivatives", InverseDerivatives, ForwardDerivatives)


def _kernel_derivatives(
    kind: type[Derivatives],
    kernel: Kernel,
    arrays: tuple[Any, ...],
    how: Mapping[str, Any] | None,
) -> Derivatives:
    """Return derivatives of a kernel.

    how: out: arrays for them, or derivatives that were found before; order: that of new arrays in
    memory; compressed: only numbers of matrices that are not always zero, with their pattern.
    """
    if not how:
        return kind(*kernel.call(*arrays))
    found = kernel.ordinary(*arrays, **{**how, "out": _arrays(how.get("out"))})
    return _derivatives_by_name(kind, found, _pattern(kernel) if how.get("compressed") else None)


def _derivatives_by_name(
    kind: type[Derivatives], found: Sequence[np.ndarray], pattern: Any
) -> Derivatives:
    """Return arrays of derivatives by name."""
    names = [part.name for part in fields(kind)][: len(found)]
    values: dict[str, Any] = dict(zip(names, found, strict=True))
    return kind(**values, pattern=pattern)


def _arrays(out: Any) -> Any:
    """Return the arrays of derivatives, or those that are given as they are."""
    if not isinstance(out, (InverseDerivatives, ForwardDerivatives)):
        return out
    parts = [getattr(out, part.name) for part in fields(out) if part.name != "pattern"]
    return [part for part in parts if part is not None]


def _pattern(kernel: Kernel) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Return rows and columns of the numbers of matrices that are not always zero."""
    numbers = kernel.many().numbers
    return {
        port.name: tuple(np.unravel_index(some, port.shape))
        for port, some in zip(kernel.outputs, numbers, strict=True)
        if len(port.shape) == 2
    }


def _dense_derivatives(
    kind: type[Derivatives],
    found: tuple[np.ndarray, ...],
    arrays: tuple[Any, ...],
    how: Mapping[str, Any] | None,
) -> Derivatives:
    """Return derivatives that products have given, as `_evaluated`; all numbers count there."""
    if not how:
        return _derivatives_by_name(kind, found, None)
    pattern = None
    if how.get("compressed"):
        names = [part.name for part in fields(kind)][1 : len(found)]
        m, n = found[1].shape[-2:]
        every = (np.repeat(np.arange(m), n), np.tile(np.arange(n), m))
        pattern = dict.fromkeys(names, every)
        found = tuple(x.reshape(*x.shape[:-2], -1) if k else x for k, x in enumerate(found))
    out, order = _arrays(how.get("out")), how.get("order", "K")
    return _derivatives_by_name(
        kind, put(found, out, order, arrays, Refused("derivatives")), pattern
    )


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
    kernel = system.compiled.kernel_of(name, shapes, equation, finite=True, seldom=True)
    names = [port.name for port in kernel.outputs]
    return dict(zip(names, kernel.call(q, v, x, *last), strict=True))


def forward_derivatives_of(
    system: System,
    q: Any,
    v: Any,
    tau: Any,
    last: tuple[np.ndarray, ...],
    how: Mapping[str, Any] | None = None,
) -> ForwardDerivatives:
    """Return the derivatives of forward dynamics, of a tree or with loops; how: `_evaluated`."""
    if _is_large(system):
        found = _factors(system, "forward", q, v, tau, last)
        d = system.compiled.factor_products.accelerations(found["vdot"], found)
        parts = (d.vdot, d.dvdot_dq, d.dvdot_dv, d.dvdot_dtau)
        return _dense_derivatives(ForwardDerivatives, parts, (q, v, tau), how)
    if not system.closed:
        kernel = system.compiled.kernel("forward_derivatives")
        return _kernel_derivatives(ForwardDerivatives, kernel, (q, v, tau, *last), how)
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
    kernel = system.compiled.kernel_of(
        f"closed_forward_derivatives {dynamics.kept}", shapes, equation
    )
    arrays = (q, v, tau, np.zeros(loops.n_cut_v), *more, *last)
    return _kernel_derivatives(ForwardDerivatives, kernel, arrays, how)


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
