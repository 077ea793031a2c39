"""Friction of bearings and guides: methods of the builder."""

from __future__ import annotations

from typing import Any

from sarrus.model.building.entry import Source
from sarrus.model.methods.force_drafting import ForceDrafting


class BearingMethods(ForceDrafting):
    """Methods of `Mechanism` that add friction in proportion to the loads of joints."""

    def bearing_friction(
        self,
        name: str,
        joint: str,
        mu: Any,
        static: Any = None,
        *,
        radius: Any = None,
        pivot: Any = None,
        length: Any = None,
        smoothing: Any = 1e-3,
        stribeck: Any = None,
        exponent: Any = 2.0,
        lagged: bool = False,
        source: Source | None = None,
    ) -> None:
        """Add friction in proportion to the load L that a revolute or prismatic joint carries.

        T = (mu + (static - mu) exp(-|w/stribeck|^exponent)) tanh(w/smoothing) L

        revolute: L = radius |F_radial| + pivot |F_axial|, radius needed, pivot [m] if the axial
        force is to rub; prismatic: L = |F_normal| + |M|/length, length [m] of the guide if moments
        are to rub. F, M: the joint's reaction, which must be unique. mu and static: coefficients
        (static as mu if not given); smoothing and stribeck [rad/s or m/s], the latter 10 times the
        former if not given. lagged: during a simulation by equal steps, take the load at the end of
        the last step, which needs no iteration.
        """
        sizes = {"radius": radius, "pivot": pivot, "length": length}
        rates = {"smoothing": smoothing, "stribeck": stribeck, "exponent": exponent}
        given = {"joint": joint, "mu": mu, "static": static, "lagged": lagged}
        self._force("bearing_friction", name, source, **given, **sizes, **rates)
