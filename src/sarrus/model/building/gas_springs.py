"""From the user's words to gas springs."""

from __future__ import annotations

from typing import Any

from sarrus.model.building.dampers import read_damping
from sarrus.model.building.drafts import ForceDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.force_reader import Reader
from sarrus.model.building.joint_forces import DAMPING, EFFORT, read_position
from sarrus.model.building.points import drawn_distance, read_end
from sarrus.model.building.references import Scope
from sarrus.model.forces import ForceElement, GasSpring, JointGasSpring
from sarrus.model.forces.gas import LEAST

POSITION = {"rad/s": "rad", "m/s": "m"}


def _gas_spring(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    ends = [read_end(scope, entry, draft, side) for side in ("a", "b")]
    area = _positive(entry, "area", draft.get("area"), "m^2")
    volume = _positive(entry, "volume", draft.get("volume"), "m^3")
    exponent = entry.number("exponent", draft.get("exponent"), "dimensionless", least=1.0)
    atmosphere = entry.number("atmosphere", draft.get("atmosphere"), "Pa", least=0.0)
    pressure = _pressure(entry, draft, area, atmosphere)
    damping = read_damping(entry, draft)
    drawn = drawn_distance(scope, *ends) if None not in ends else None  # type: ignore[arg-type]
    reference = drawn
    if draft.get("length") is not None:
        reference = entry.number("length", draft.get("length"), "m", least=0.0)
    read: tuple[Any, ...] = (area, volume, pressure, reference, exponent, atmosphere)
    if drawn is None or damping is None or None in read:
        return None
    (a, point_a), (b, point_b) = ends  # type: ignore[misc]
    names = ("area", "volume", "pressure", "reference", "exponent", "atmosphere")
    spring = GasSpring(
        draft.name, a, b, point_a, point_b, **dict(zip(names, read, strict=True)), **damping
    )
    left = spring.volume + spring.area * (drawn - spring.reference)
    if left <= LEAST * spring.volume:
        value = f"{left:.4g} m^3"
        rule = f"of gas are left at the drawn length {drawn:.4g} m, of {spring.volume:.4g} m^3"
        action = "give a larger volume, a smaller area or a shorter reference length"
        entry.report("M04", "volume", rule, value=value, action=action)
        return None
    return spring


def _pressure(
    entry: Entry, draft: ForceDraft, area: float | None, atmosphere: float | None
) -> float | None:
    """Return the absolute pressure at the reference, given as such or by the force there."""
    pressure, force = draft.get("pressure"), draft.get("force")
    if (pressure is None) == (force is None):
        rule = "or force must be given" if force is None else "and force are both given"
        entry.report("M28", "pressure", rule, action="give one of them, at the reference length")
        return None
    if pressure is not None:
        return _positive(entry, "pressure", pressure, "Pa")
    push = _positive(entry, "force", force, "N")
    return None if None in (push, area, atmosphere) else push / area + atmosphere  # type: ignore[operator]


def _joint_gas_spring(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    found = read_position(scope, entry, draft)
    unit = found[2] if found is not None else "rad/s"
    place = POSITION[unit]
    effort = entry.number("effort", draft.get("effort"), EFFORT[unit])
    ratio = entry.number("ratio", draft.get("ratio"), f"1/{place}")
    exponent = entry.number("exponent", draft.get("exponent"), "dimensionless", least=1.0)
    reference = entry.number("reference", draft.get("reference"), place)
    d = entry.number("d", draft.get("d"), DAMPING[unit], least=0.0)
    if ratio == 0.0:
        entry.report("M04", "ratio", "is 0: the gas would not change its volume")
        return None
    if found is None or effort is None or ratio is None or exponent is None:
        return None
    if reference is None or d is None:
        return None
    if effort * ratio < 0.0:
        rule = f"has the other sign than effort {effort:g}: the stiffness is below zero"
        action = "change one sign, unless an unstable spring is meant"
        entry.report("W40", "ratio", rule, value=f"{ratio:g}", action=action, severity="warning")
    return JointGasSpring(draft.name, found[0], effort, ratio, exponent, reference, d, found[1])


def _positive(entry: Entry, attribute: str, raw: Any, unit: str) -> float | None:
    number = entry.number(attribute, raw, unit)
    if number is not None and number <= 0.0:
        rule = f"is not above 0 {unit}, as it must be"
        entry.report("M04", attribute, rule, value=entry.literal(attribute, raw))
        return None
    return number


GAS_READERS: dict[str, Reader] = {
    "gas_spring": _gas_spring,
    "joint_gas_spring": _joint_gas_spring,
}
