"""Dry friction that holds at rest: of brakes, clutches and locking differentials."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from sarrus.model.forces.element import ForceElement
from sarrus.spatial.arrays import Scalar

if TYPE_CHECKING:
    from sarrus.model.building.entry import Entry

WIDTH = 0.02
"""Angle [rad] by which linings give way until they slide."""
LAG = 0.01
"""Time [s] in which friction changes its sign while they slide fast."""
DAMPING = 2e-3
"""Time [s]: damping of linings at rest over their stiffness."""
SLOW = 1e-4
"""Rate [rad/s] below which linings hold whatever they carry."""


def grip_rate(slip: Scalar, grip: Scalar) -> Scalar:
    """Return the rate of the grip, friction over its largest value, in [-1, 1]; slip [rad/s].

        d(grip)/dt = (slip - |slip| grip)/(WIDTH + LAG |slip|)

    At rest it is the deflection of an elastic lining over WIDTH (the model of Dahl), so that a load
    below the largest friction is held without creep; at speed it follows the sign of the slip with
    the time constant LAG, so that the equations do not get stiff. |slip| is rounded below SLOW.
    """
    size = slip * slip / np.sqrt(slip * slip + SLOW * SLOW)
    return (slip - size * grip) / (WIDTH + LAG * size)


def friction_part(slip: Scalar, grip: Scalar) -> Scalar:
    """Return friction over its largest value: the grip, and the damping of the lining."""
    return grip + DAMPING * grip_rate(slip, grip)


def check_named(
    of: ForceElement,
    attribute: str,
    others: Mapping[str, ForceElement],
    kind: type,
    noun: str,
    entry: Entry,
) -> None:
    """Report (M09) that an attribute names no element of a kind; an empty name is none."""
    from sarrus.model.building.references import nearest

    name = getattr(of, attribute)
    if not name or isinstance(others.get(name), kind):
        return
    known = sorted(other for other, found in others.items() if isinstance(found, kind))
    action = nearest(name, known) if known else f"add a {noun}, or leave {attribute} out"
    found = others.get(name)
    rule = f"is not the name of a {noun}"
    if found is not None:
        rule += f", but of a {found.type_name}"
    entry.report("M09", attribute, rule, value=f"'{name}'", action=action)
