"""Forces and torques at points of bodies: methods of the builder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sarrus.model.building.entry import Source
from sarrus.model.forces.user_motion import Motion
from sarrus.model.methods.force_drafting import BodyName, ForceDrafting

ATMOSPHERE = 101325.0
"""Of the air at sea level [Pa]."""


class LineForceMethods(ForceDrafting):
    """Methods of `Mechanism` that add forces between points, at points and on bodies.

    A law of time is a number, a function of t written with NumPy, a `Curve` of t, or a table
    (times, values). Functions are written down when the model is built.
    """

    def spring_damper(
        self,
        name: str,
        a: BodyName,
        b: BodyName,
        *,
        at_a: Any = None,
        at_b: Any = None,
        on_a: Any = None,
        on_b: Any = None,
        k: Any = 0.0,
        c: Any = 0.0,
        free_length: Any = None,
        preload: Any = None,
        force: Callable[[Any], Any] | None = None,
        energy: Callable[[Any], Any] | None = None,
        c_compression: Any = None,
        c_rebound: Any = None,
        acts: str | None = None,
        bump_stop: Any = None,
        rebound_stop: Any = None,
        actuator: Any = None,
        source: Source | None = None,
    ) -> None:
        """Add the pull k x + c w between two points, x = l - free_length, w = dl/dt.

        k [N/m] and c [N s/m]: numbers, or a `Curve` or rows (x, N) and (w, N); c may be a function
        of w. free_length [m]: the distance in the drawing if not given. preload: the pull [N] at
        that length. force or energy: functions of x, the pull [N], whose power then counts as
        supply, or the stored energy [J], whose derivative is the pull. c_compression and c_rebound
        [N s/m]: damping by direction, instead of c. acts: "pull" for a rope, "push" for a prop.
        bump_stop, rebound_stop: (clearance [m], stiffness [N/m^e], exponent e = 1), beyond a
        shortening or lengthening by the clearance. actuator: a pull [N], a law of time.
        """
        points = {"at_a": at_a, "at_b": at_b, "on_a": on_a, "on_b": on_b}
        laws = {"preload": preload, "force": force, "energy": energy, "acts": acts}
        laws |= {"c_compression": c_compression, "c_rebound": c_rebound, "actuator": actuator}
        laws |= {"bump_stop": bump_stop, "rebound_stop": rebound_stop, "free_length": free_length}
        self._force("spring_damper", name, source, a=a, b=b, k=k, c=c, **laws, **points)

    def gas_spring(
        self,
        name: str,
        a: BodyName,
        b: BodyName,
        *,
        at_a: Any = None,
        at_b: Any = None,
        on_a: Any = None,
        on_b: Any = None,
        area: Any,
        volume: Any,
        pressure: Any = None,
        force: Any = None,
        length: Any = None,
        exponent: Any = 1.4,
        atmosphere: Any = ATMOSPHERE,
        c: Any = 0.0,
        c_compression: Any = None,
        c_rebound: Any = None,
        source: Source | None = None,
    ) -> None:
        """Add gas behind a piston that pushes two points apart: F = area (p - atmosphere).

        area [m^2]; at the length [m] (that of the drawing if not given): the volume [m^3] of the
        gas and its absolute pressure [Pa], or the force [N] there instead of it. p V^exponent is
        constant: 1 isothermal, 1.4 fast. Damping as in `spring_damper`. Below 2 % of the volume
        the pressure goes on in a straight line.
        """
        points = {"at_a": at_a, "at_b": at_b, "on_a": on_a, "on_b": on_b}
        gas = {"area": area, "volume": volume, "pressure": pressure, "force": force}
        gas |= {"length": length, "exponent": exponent, "atmosphere": atmosphere}
        damping = {"c": c, "c_compression": c_compression, "c_rebound": c_rebound}
        self._force("gas_spring", name, source, a=a, b=b, **gas, **damping, **points)

    def joint_gas_spring(
        self,
        name: str,
        joint: str,
        effort: Any,
        ratio: Any,
        *,
        exponent: Any = 1.4,
        reference: Any = 0.0,
        d: Any = 0.0,
        coordinate: str | int | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a hydropneumatic unit: effort/(1 + ratio s)^exponent - d rate on a coordinate.

        s = coordinate - reference [rad or m]; effort: at the reference [N m or N]; ratio: relative
        growth of the gas volume [1/rad or 1/m]; d [N m s/rad or N s/m].
        """
        gas = {"effort": effort, "ratio": ratio, "exponent": exponent, "reference": reference}
        self._force(
            "joint_gas_spring", name, source, joint=joint, d=d, coordinate=coordinate, **gas
        )

    def point_force(
        self,
        name: str,
        body: BodyName,
        force: Any,
        *,
        at: Any = None,
        on: Any = None,
        along: Any = None,
        follower: bool = False,
        source: Source | None = None,
    ) -> None:
        """Add a force [N] at a point of a body.

        force: three laws of time, or one with the direction `along`; in world axes, or with
        follower=True in body axes, turning with the body.
        """
        where = {"at": at, "on": on, "along": along}
        self._force("point_force", name, source, body=body, force=force, follower=follower, **where)

    def torque(
        self,
        name: str,
        a: BodyName,
        b: BodyName,
        axis: Any,
        torque: Any,
        *,
        source: Source | None = None,
    ) -> None:
        """Add +torque on b and -torque on a about an axis in the drawing, fixed in a.

        torque [N m]: a law of time.
        """
        self._force("torque", name, source, a=a, b=b, axis=axis, torque=torque)

    def moment(
        self,
        name: str,
        body: BodyName,
        moment: Any,
        *,
        against: BodyName | None = None,
        along: Any = None,
        follower: bool = False,
        source: Source | None = None,
    ) -> None:
        """Add a pure moment [N m] on a body, and the opposite on the body `against`, if given.

        moment: three laws of time, or one with the direction `along`; in world axes, or with
        follower=True in the axes of the body.
        """
        given = {"moment": moment, "against": against, "along": along, "follower": follower}
        self._force("moment", name, source, body=body, **given)

    def window_force(
        self,
        name: str,
        force: Any,
        window: Any,
        *,
        joint: str | None = None,
        coordinate: str | int | None = None,
        offset: Any = 0.0,
        body: BodyName | None = None,
        at: Any = None,
        on: Any = None,
        along: Any = None,
        moving: int = 0,
        width: Any = None,
        speed_width: Any = 0.0,
        source: Source | None = None,
    ) -> None:
        """Add a force that acts while x is in a window (start, stop) and moves in one direction.

        On a coordinate of a joint, x = coordinate + offset; or at a point of a body (`at` or `on`),
        x its place along the direction `along` of the world. force: along x, [N] or [N m].
        moving: 1, -1, or 0 for both. width: over which the ends of the window are smoothed, a
        hundredth of it if not given; speed_width: from rest to the speed of full force. 0: a jump.
        """
        on_joint = {"joint": joint, "coordinate": coordinate, "offset": offset}
        at_point = {"body": body, "at": at, "on": on, "along": along}
        gate = {"window": window, "moving": moving, "width": width, "speed_width": speed_width}
        self._force("window_force", name, source, force=force, **on_joint, **at_point, **gate)

    def user_force(
        self,
        name: str,
        function: Callable[[Motion], Any],
        *,
        points: Mapping[str, Any] | None = None,
        parameters: Mapping[str, Any] | None = None,
        energy: Callable[[Motion], Any] | None = None,
        dissipation: Callable[[Motion], Any] | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a force law of your own: function(motion) returns loads, one or a list.

        The `Motion` answers time, position("tip"), velocity("tip"), distance("tip", "eye"),
        axes("arm"), angular_velocity("arm"), coordinate("A.angle"), rate("A.rate"),
        parameter("k"); it makes loads: force("tip", (x, y, z)), moment("arm", (x, y, z)),
        effort("A", value). points: names with (body, point in the drawing), beside the named
        frames; parameters: names with numbers or (value, unit), which may become kernel inputs.

        The power counts as supply, unless energy(motion) [J] or dissipation(motion) [W] account
        for all of it, which is checked. Write with NumPy's functions and `select`.
        """
        known = {"points": points, "parameters": parameters}
        powers = {"energy": energy, "dissipation": dissipation}
        self._force("user_force", name, source, function=function, **known, **powers)
