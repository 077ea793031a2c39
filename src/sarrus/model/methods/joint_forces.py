"""Forces on the coordinates of joints, and bushings: methods of the builder."""

from __future__ import annotations

from typing import Any

from sarrus.model.building.entry import Source
from sarrus.model.methods.force_drafting import BodyName, ForceDrafting


class JointForceMethods(ForceDrafting):
    """Methods of `Mechanism` that add springs, dampers, friction and stops of joints."""

    def joint_torque(
        self,
        name: str,
        joint: str,
        effort: Any,
        coordinate: str | int | None = None,
        *,
        source: Source | None = None,
    ) -> None:
        """Add a constant torque [N m] or force [N] on a coordinate of a joint.

        coordinate: its name or number, needed where the joint has several.
        """
        self._force("joint_torque", name, source, joint=joint, effort=effort, coordinate=coordinate)

    def joint_damper(
        self,
        name: str,
        joint: str,
        d: Any,
        coordinate: str | int | None = None,
        *,
        source: Source | None = None,
    ) -> None:
        """Add viscous damping d [N m s/rad] or [N s/m] of a coordinate of a joint."""
        self._force("joint_damper", name, source, joint=joint, d=d, coordinate=coordinate)

    def joint_spring(
        self,
        name: str,
        joint: str,
        k: Any = 0.0,
        d: Any = 0.0,
        *,
        free: Any = 0.0,
        preload: Any = 0.0,
        coordinate: str | int | None = None,
        source: Source | None = None,
    ) -> None:
        """Add the effort preload - k s - d rate on a coordinate of a joint, s = value - free.

        k [N m/rad or N/m] and d [N m s/rad or N s/m]: numbers, or a `Curve` or rows (s, effort)
        and (rate, effort) instead, joined smoothly and straight beyond; free [rad or m]; preload
        [N m or N].
        """
        given = {"k": k, "d": d, "free": free, "preload": preload, "coordinate": coordinate}
        self._force("joint_spring", name, source, joint=joint, **given)

    def torsion_bar(
        self,
        name: str,
        joint: str,
        k: Any = None,
        *,
        length: Any = None,
        diameter: Any = None,
        shear_modulus: Any = None,
        preset: Any = None,
        preload: Any = None,
        d: Any = 0.0,
        coordinate: str | int | None = None,
        source: Source | None = None,
    ) -> None:
        """Add a torsion bar, torque -K (angle - preset) - d rate, on an angle of a joint.

        K: k [N m/rad], or G pi diameter^4 / (32 length) of a round bar [m], with the shear modulus
        G [Pa]; preset [rad], the angle without twist, or preload [N m], the torque at the angle
        zero; d [N m s/rad].
        """
        sizes = {"length": length, "diameter": diameter, "shear_modulus": shear_modulus}
        given = {"k": k, "preset": preset, "preload": preload, "d": d, "coordinate": coordinate}
        self._force("torsion_bar", name, source, joint=joint, **sizes, **given)

    def joint_friction(
        self,
        name: str,
        joint: str,
        sliding: Any,
        static: Any = None,
        *,
        d: Any = 0.0,
        smoothing: Any = 1e-3,
        stribeck: Any = None,
        exponent: Any = 2.0,
        coordinate: str | int | None = None,
        source: Source | None = None,
    ) -> None:
        """Add friction, viscous and dry, on a coordinate of a joint, whatever its load.

        T = d w + (sliding + (static - sliding) exp(-|w/stribeck|^exponent)) tanh(w/smoothing)

        sliding, static [N m or N] (static as sliding if not given); d [N m s/rad or N s/m];
        smoothing and stribeck [rad/s or m/s], the latter 10 times the former if not given.
        """
        dry = {"sliding": sliding, "static": static, "d": d, "coordinate": coordinate}
        rates = {"smoothing": smoothing, "stribeck": stribeck, "exponent": exponent}
        self._force("joint_friction", name, source, joint=joint, **dry, **rates)

    def end_stop(
        self,
        name: str,
        joint: str,
        k: Any,
        a: Any = 0.0,
        *,
        lower: Any = None,
        upper: Any = None,
        exponent: Any = 1.0,
        coordinate: str | int | None = None,
        source: Source | None = None,
    ) -> None:
        """Add stops at limits of a coordinate: push k p^n max(0, 1 + a dp/dt) for p > 0.

        lower and upper [rad or m]; if neither is given, those of the joint itself. k [N m/rad^n
        or N/m^n], n = exponent; a [s/rad or s/m].
        """
        limits = {"lower": lower, "upper": upper, "coordinate": coordinate}
        self._force("end_stop", name, source, joint=joint, k=k, a=a, exponent=exponent, **limits)

    def bushing(
        self,
        name: str,
        a: BodyName,
        b: BodyName,
        stiffness: Any,
        damping: Any = None,
        *,
        at: Any = None,
        rotation: Any = None,
        quaternion_wxyz: Any = None,
        rpy: Any = None,
        on_a: Any = None,
        on_b: Any = None,
        preload: Any = None,
        source: Source | None = None,
    ) -> None:
        """Add six springs and dampers between a frame on a and one on b, in the axes of the first.

        at and a rotation: the place of both in the drawing; or on_a and on_b: a `Pose`, a named
        frame, or a point [m] with the axes of the body. stiffness [N/m, N/rad, N m/rad] and
        damping (times s): 6 numbers, two blocks of 3 or 3x3, or a symmetric 6x6 matrix, for
        shifts and then turns (the rotation vector); preload: force [N] and moment [N m] on b.
        """
        places = {"at": at, "on_a": on_a, "on_b": on_b, "rotation": rotation, "rpy": rpy}
        law = {"stiffness": stiffness, "damping": damping, "preload": preload}
        places["quaternion_wxyz"] = quaternion_wxyz
        self._force("bushing", name, source, a=a, b=b, **places, **law)
