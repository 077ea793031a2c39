"""Contact with the ground: methods of the builder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sarrus.model.building.entry import Source
from sarrus.model.methods.force_drafting import BodyName, ForceDrafting
from sarrus.road import Road


class ContactMethods(ForceDrafting):
    """Methods of `Mechanism` that add contact of points and wheels with the ground.

    The ground is a plane through `origin` [m] with the normal `up`, or a road whose heights are
    above that plane, over the distance from the origin along `along`; all in the drawing, carried
    by the body `base`, ground if not given.
    """

    def point_contact(
        self,
        name: str,
        body: BodyName,
        *,
        at: Any = None,
        on: Any = None,
        k: Any,
        a: Any = 0.0,
        exponent: Any = 1.0,
        mu: Any = 0.0,
        smoothing: Any = 1e-3,
        road: Road | None = None,
        base: BodyName | None = None,
        origin: Any = (0.0, 0.0, 0.0),
        along: Any = None,
        up: Any = "z",
        source: Source | None = None,
    ) -> None:
        """Let the ground push points of a body away while they are below it by p > 0.

        push = k p^exponent max(0, 1 + a dp/dt), friction mu push s/sqrt(s.s + smoothing^2) against
        the sliding velocity s.

        at: a point, or a list of points, in the drawing; on: the same in the body frame; k
        [N/m^exponent]; a [s/m]; smoothing [m/s]; along: needed for roads only.
        """
        self._force(
            "point_contact",
            name,
            source,
            body=body,
            at=at,
            on=on,
            k=k,
            a=a,
            exponent=exponent,
            mu=mu,
            smoothing=smoothing,
            road=road,
            base=base,
            origin=origin,
            along=along,
            up=up,
        )

    def wheel_contact(
        self,
        name: str,
        body: BodyName,
        road: Road | None = None,
        *,
        at: Any = None,
        on: Any = None,
        radius: Any,
        k: Any,
        c: Any = 0.0,
        follows: str = "disc",
        contact: str = "normal",
        mu: Any = 0.0,
        mu_across: Any = None,
        smoothing: Any = 1e-2,
        speed: Any = 0.0,
        spin: Any = 0.0,
        between: Any = None,
        base: BodyName | None = None,
        origin: Any = (0.0, 0.0, 0.0),
        along: Any = "x",
        up: Any = "z",
        source: Source | None = None,
    ) -> None:
        """Set a wheel with its centre at a point of a body on a road (flat if not given).

        Deflection p > 0 of the tyre: push = max(0, k p + c dp/dt).

        radius [m]; k [N/m], or a curve or rows of the force over the deflection; c [N s/m], or a
        curve or rows of it over the deflection. follows: "disc", the road as a disc of that radius
        feels it (between: the x of it that are tabulated, for roads without ends), or "point", the
        height below the centre. contact: "normal" to the road, so that a bump pushes back, or
        "vertical". mu, mu_across: friction along and across the road (mu, if not given), with
        smoothing [m/s]. speed [m/s]: the road moves towards a vehicle that stays. spin [rad/s]:
        the wheel turns in its body, forward.
        """
        self._force(
            "wheel_contact",
            name,
            source,
            body=body,
            road=road,
            at=at,
            on=on,
            radius=radius,
            k=k,
            c=c,
            follows=follows,
            contact=contact,
            mu=mu,
            mu_across=mu_across,
            smoothing=smoothing,
            speed=speed,
            spin=spin,
            between=between,
            base=base,
            origin=origin,
            along=along,
            up=up,
        )

    def track(
        self,
        name: str,
        wheels: Sequence[tuple[BodyName, Any, Any]],
        *,
        axis: Any = "y",
        k: Any,
        c: Any = 0.0,
        preload: Any = 0.0,
        base: BodyName | None = None,
        source: Source | None = None,
    ) -> None:
        """Lay a massless band with tension around wheels, in the order of its way.

        T = max(0, preload + k (L - L of the drawing) + c dL/dt) in the whole band; each wheel is
        loaded by the pull of the two straight parts beside it.

        wheels: (body, centre in the drawing or frame of the body, radius [m]); a negative radius
        is a wheel outside the loop. axis: normal of the plane of the band, carried by `base` (the
        hull; ground if not given). k [N/m]; c [N s/m]; preload [N].
        """
        self._force(
            "track",
            name,
            source,
            wheels=wheels,
            axis=axis,
            k=k,
            c=c,
            preload=preload,
            base=base,
        )
