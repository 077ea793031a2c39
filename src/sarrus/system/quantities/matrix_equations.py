"""Matrices of the dynamics as quantities of a system: Coriolis, centroidal momentum, regressor."""

from __future__ import annotations

import numpy as np

from sarrus.dynamics.coriolis import coriolis_matrix
from sarrus.dynamics.energy import centroidal_momentum
from sarrus.dynamics.regressor import regressor as regressor_of
from sarrus.system.quantities.equations import Inputs, Outputs


def coriolis(x: Inputs) -> Outputs:
    """C(q, v) with C v = c(q, v) less gravity, ground at rest."""
    return {"C": coriolis_matrix(x.without_gravity().velocities)}


def centroidal(x: Inputs) -> Outputs:
    """Mass, centre of mass, and the momentum about it by unit velocities, 6 x nv."""
    mass, com, A = centroidal_momentum(x.positions)
    return {"A": A, "com": com, "mass": np.array([mass])}


def regressor(x: Inputs) -> Outputs:
    """Y(q, v, vdot) with M vdot + c = Y pi; bodies in the order of the tree."""
    return {"Y": regressor_of(x.accelerations)}
