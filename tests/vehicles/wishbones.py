"""Double wishbones for tests: on the rig, and as geometry of distances."""

from __future__ import annotations

import math
from importlib import import_module

import numpy as np

from sarrus.gallery import double_wishbone
from sarrus.suspension import Rig
from vehicles.wishbone_geometry import Wishbone

MODULE = import_module("sarrus.gallery.double_wishbone")
CAMBER, TOE, RADIUS = math.radians(-0.8), math.radians(0.3), 0.315
SEATS = {arm + "_pivot": (f"{arm}_front", f"{arm}_rear") for arm in ("lower", "upper")}
OTHER = {
    "lower_front": (0.22, 0.33, 0.17),
    "upper_rear": (-0.11, 0.41, 0.52),
    "tie_outer": (0.13, 0.70, 0.22),  # rack ahead of the axle
    "tie_inner": (0.12, 0.36, 0.21),
    "damper_bottom": (0.02, 0.60, 0.21),
}


def rig_of(side: str = "left", points=None, **options) -> Rig:
    model = double_wishbone(points, side=side, camber=CAMBER, toe=TOE, radius=RADIUS, **options)
    return Rig(
        model.compile(), steering_axis=("upper_ball", "lower_ball"), steer="rack", seats=SEATS
    )


def geometry_of(side: str = "left", points=None) -> Wishbone:
    sign = 1.0 if side == "left" else -1.0
    drawn = {**MODULE.POINTS, **(points or {})}
    spin = np.array([math.tan(TOE), 1.0, -math.tan(CAMBER) / math.cos(TOE)])
    mirror = np.array([1.0, sign, 1.0])
    at = {name: mirror * np.array(p) for name, p in drawn.items()}
    return Wishbone(at, mirror * spin / np.linalg.norm(spin), RADIUS, sign)


CORNERS = {"left": ("left", None), "right": ("right", None), "rack in front": ("left", OTHER)}


def differences(f, x: float, h: float):
    """Central differences of sixth order."""
    weights = {1: 45.0, 2: -9.0, 3: 1.0}
    return sum(w * (f(x + k * h) - f(x - k * h)) for k, w in weights.items()) / (60.0 * h)
