"""Matrices of the dynamics that control and identification ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks

if TYPE_CHECKING:
    from sarrus.system.system import System


@with_checks
def coriolis_matrix(system: System, q: Any, v: Any, **keywords: Any) -> np.ndarray:
    """Return C(q, v), nv x nv, of Christoffel's symbols; dM/dt - 2 C is skew.

    C v is `system.bias` less the efforts of gravity. With loops it is that of the tree. q and v may
    be rows of many states.

    Example:
        passive = analysis.coriolis_matrix(arm, q, v) @ v
    """
    return system.compiled.call("coriolis")(q, v, *system.compiled.last_inputs(**keywords))


@with_checks
def centroidal_momentum_matrix(system: System, q: Any, **keywords: Any) -> np.ndarray:
    """Return A, 6 x nv: A v is the momentum, linear and about the centre of mass, world axes.

    Example:
        spin = analysis.centroidal_momentum_matrix(arm, q)[3:] @ v
    """
    return system.compiled.call("centroidal")(q, *system.compiled.last_inputs(**keywords))[0]


@with_checks
def com_jacobian(system: System, q: Any, **keywords: Any) -> np.ndarray:
    """Return J, 3 x nv: J v is the velocity of the centre of mass, world axes.

    All bodies count, those welded to ground too, as in `system.momentum`.

    Example:
        velocity = analysis.com_jacobian(arm, q) @ v
    """
    A, _, mass = system.compiled.call("centroidal")(q, *system.compiled.last_inputs(**keywords))
    return A[..., 0:3, :] / np.reshape(mass, (*np.shape(mass)[:-1], 1, 1))


@with_checks
def regressor(system: System, q: Any, v: Any, vdot: Any, **keywords: Any) -> np.ndarray:
    """Return Y, nv x 10 n, with M vdot + c = Y pi, pi the values of `inertia_parameters`.

    Ten columns for each body, in the order of the model. Efforts of force elements are not part of
    it; with loops it is that of the tree. q, v and vdot may be rows of many states.

    Example:
        known = np.array(list(analysis.inertia_parameters(arm).values()))
        tau = analysis.regressor(arm, q, v, 0.0 * v) @ known
    """
    Y = system.compiled.call("regressor")(q, v, vdot, *system.compiled.last_inputs(**keywords))
    index = system.topology.index
    places = [10 * index[body.name] + k for body in system.model.bodies for k in range(10)]
    return np.ascontiguousarray(Y[..., places])


@with_checks
def inertia_parameters(system: System) -> dict[str, float]:
    """Return the inertia parameters of all bodies, ten each: "arm.mass", "arm.hx", ..., "arm.Jzz".

    About the origin of the body frame, in its axes: mass [kg], first moment h [kg m], and the
    inertia J [kg m^2] as xx, xy, yy, xz, yz, zz.

    Example:
        weights = analysis.inertia_parameters(arm)
    """
    from sarrus.dynamics.regressor import PAIRS, PARAMETERS
    from sarrus.spatial import Inertia

    found: dict[str, float] = {}
    for body in system.model.bodies:
        own = Inertia.of(body.mass, np.array(body.com), np.array(body.inertia))
        J = own.about_origin
        values = [own.mass, *own.moment, *(J[i, j] for i, j in PAIRS)]
        for name, value in zip(PARAMETERS, values, strict=True):
            found[f"{body.name}.{name}"] = float(value)
    return found
