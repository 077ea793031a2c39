"""The channels of gears in mesh: the force between teeth, its parts, and the power it passes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sarrus.model.joints import GearPair
from sarrus.system.channels.contacts import row_labels, row_multiplier
from sarrus.system.channels.definition import Definition, Equation
from sarrus.system.channels.view import StateView, each

if TYPE_CHECKING:
    from sarrus.system.system import System


def gear_definitions(system: System) -> Iterator[Definition]:
    """Go through the channels of all pairs of gears."""
    for joint in system.topology.cuts:
        if not isinstance(joint.type, GearPair):
            continue
        kind, force = joint.type, row_multiplier(joint.name)
        words = f"the teeth of '{joint.name}', on '{joint.child}' by '{joint.parent}'"
        parts = kind.tooth
        across = f"force of {words},"
        away = "that parts the wheels, by the pressure angle at the pitch point"
        for name, factor, text in (
            ("tooth_force", 1.0, f"force between {words}, above 0 where wheel 1 drives forwards"),
            ("tangential_force", parts.tangential, f"{across} along the motion at the pitch point"),
            ("radial_force", kind.flank * parts.radial or parts.radial, f"{across} {away}"),
            ("axial_force", kind.axial_sign * parts.axial, f"{across} along the axis of wheel 1"),
        ):
            # without a flank of its own the force parts the wheels, whichever carries
            both = name == "radial_force" and not kind.flank
            yield Definition(
                "joint",
                f"{joint.name}.{name}",
                "N",
                text,
                _size(force, factor) if both else _part(force, factor),
                labels=row_labels(joint.name, 1),
                solved=True,
            )
        yield Definition(
            "joint",
            f"{joint.name}.rolling_rate",
            "rad/s",
            f"rate of wheel 1, '{joint.parent}', against the line of centres of '{joint.name}'",
            _rolling(joint.name),
        )
        yield Definition(
            "joint",
            f"{joint.name}.mesh_power",
            "W",
            f"power of rolling that '{joint.parent}' passes on by {words}, seen from the line of "
            "centres; below 0 it comes back",
            _power(joint.name, kind),
            labels=row_labels(joint.name, 1),
            solved=True,
        )


def _part(force: Equation, factor: float) -> Equation:
    return lambda at: factor * force(at)


def _size(force: Equation, factor: float) -> Equation:
    return lambda at: each(abs, factor * force(at))


def _rolling(name: str) -> Equation:
    def rolling(at: StateView) -> Any:
        wheels = [j.name for j in at.system.topology.cuts if isinstance(j.type, GearPair)]
        return at.of_all("meshes")["rolling"][..., wheels.index(name)]

    return rolling


def _power(name: str, kind: GearPair) -> Equation:
    force, rolling = row_multiplier(name), _rolling(name)
    return lambda at: kind.lever * force(at) * rolling(at)
