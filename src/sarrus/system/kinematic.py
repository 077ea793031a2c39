"""Quantities that need no loops to be solved: kinematics, energies, terms of the equations."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from sarrus.arguments import checked
from sarrus.system import requests
from sarrus.system.compiled import CompiledModel
from sarrus.system.given import numbers
from sarrus.system.results import BodyMotion, Energy, Momentum, PointMotion

MOST_ENTRIES = 2000
"""Entries of the mass matrix that are written out; of larger ones, columns are computed."""


@checked
class KinematicModel(CompiledModel):
    """Kinematics, mass matrix, bias, energies and momentum of open and closed mechanisms alike."""

    def kinematics(
        self, q: Any, v: Any = None, vdot: Any = None, **given: Any
    ) -> dict[str, BodyMotion]:
        """Return the motion of all bodies and named frames; only what the arguments allow."""
        last = self._last(**given)
        columns = list(self._call("body_positions")(q, *last))
        if v is not None:
            columns += self._call("body_velocities")(q, v, *last)
        if v is not None and vdot is not None:
            columns += self._call("body_accelerations")(q, v, vdot, *last)
        ground = requests.ground_motion(given.get("base"), len(columns))
        return requests.motions(self.model, self.topology, columns, ground)

    def poses(self, q: Any, **given: Any) -> dict[str, BodyMotion]:
        """Return positions and rotations of all bodies and named frames."""
        return self.kinematics(q, **given)

    def point(
        self, body: str, r: Any, q: Any, v: Any = None, vdot: Any = None, **given: Any
    ) -> PointMotion:
        """Return the motion of the point r (in the body frame) of a body, in world axes."""
        requests.check_body(self.model, body)
        still = np.zeros(self.nv)
        call = self._body_call("point", body, ("q", "v", "vdot", "r"))
        found = call(
            q,
            still if v is None else v,
            still if vdot is None else vdot,
            numbers("r", r),
            *self._last(**given),
        )
        wanted = 1 if v is None else 2 if vdot is None else 3
        return PointMotion(*found[:wanted])

    def jacobian(self, body: str, r: Any, q: Any, **given: Any) -> np.ndarray:
        """Return J, 6 x nv: velocity of the point r of a body, then angular; world axes."""
        requests.check_body(self.model, body)
        call = self._body_call("jacobian", body, ("q", "r"))
        return call(q, numbers("r", r), *self._last(**given))

    # --- terms of the equations of motion -------------------------------------------------------

    def mass_matrix(self, q: Any, **given: Any) -> np.ndarray:
        """Return M(q), nv x nv."""
        if self._written_out:
            call = self._calls.get("mass_matrix") or self._call("mass_matrix")
            return call(q, *self._last(**given)) if given else call(q)
        if np.ndim(q) > 1:
            return np.stack([self.mass_matrix(row, **given) for row in q])
        product = self._call("inertia_product")
        columns = product(q, np.eye(self.nv), *self._last(**given))
        return np.ascontiguousarray(columns.T)

    @cached_property
    def _written_out(self) -> bool:
        """Whether the mass matrix has so few entries, in its lower half, that code is made of all.

        Entries of two velocities are there where one moves the other's body.
        """
        links, entries = self.compiler.tree.links, 0
        above: list[int] = []
        for link in links:
            own = link.v.stop - link.v.start
            above.append(own + (above[link.parent] if link.parent >= 0 else 0))
            entries += own * above[-1]
        return entries <= MOST_ENTRIES

    def bias(self, q: Any, v: Any, **given: Any) -> np.ndarray:
        """Return c(q, v): Coriolis, centrifugal and gravity efforts."""
        return self._call("bias")(q, v, *self._last(**given))

    def applied_efforts(self, q: Any, v: Any, **given: Any) -> np.ndarray:
        """Return f(t, q, v): the efforts of the force elements on the coordinates."""
        return self._call("applied_efforts")(q, v, *self._last(**given))

    # --- energy ---------------------------------------------------------------------------------

    def energy(self, q: Any, v: Any, **given: Any) -> Energy:
        """Return kinetic energy and the energies of gravity and force elements."""
        return Energy(*map(float, self._call("energy")(q, v, *self._last(**given))[0]))

    def dissipation(self, q: Any, v: Any, **given: Any) -> float:
        """Return the power that the force elements turn into heat [W]."""
        return float(self._call("energy")(q, v, *self._last(**given))[1][0])

    def momentum(self, q: Any, v: Any, **given: Any) -> Momentum:
        """Return mass, centre of mass, linear and angular momentum."""
        mass, moment, total = self._call("momentum")(q, v, *self._last(**given))
        return requests.momentum_of(float(mass[0]), moment, total)
