"""From the user's words to the friction of bearings and guides."""

from __future__ import annotations

from typing import Any

from sarrus.model.building.drafts import ForceDraft
from sarrus.model.building.entry import Entry
from sarrus.model.building.joint_forces import FADING
from sarrus.model.building.references import Scope, find
from sarrus.model.forces import BearingFriction, ForceElement

OWN = {"revolute": ("radius", "pivot"), "prismatic": ("length",)}
"""The sizes that a bearing of each joint type may have."""
SIZES = ("radius", "pivot", "length")


def read_bearing_friction(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    """Return the friction of a bearing; None after a problem."""
    joint = find(entry, "joint", draft.get("joint"), scope.joint_names, "joint")
    if joint is None or joint not in scope.joints:
        return None
    kind = scope.joints[joint].type
    sizes = _sizes(entry, draft, kind.type_name) if kind.type_name in OWN else None
    if kind.type_name not in OWN:
        rule = f"is a {kind.type_name} joint; load-dependent friction is known of one axis only"
        action = "make it of revolute and prismatic joints, or use joint_friction"
        entry.report("M09", "joint", rule, value=entry.literal("joint", joint), action=action)
    mu = entry.number("mu", draft.get("mu"), "dimensionless", least=0.0)
    raw = draft.get("static")
    static = mu if raw is None else entry.number("static", raw, "dimensionless", least=0.0)
    unit = kind.velocities[0].unit if kind.nv else "rad/s"
    smoothing = _positive(entry, "smoothing", draft.get("smoothing"), unit)
    raw = draft.get("stribeck")
    fading = FADING * (smoothing or 1.0)
    stribeck = fading if raw is None else _positive(entry, "stribeck", raw, unit)
    exponent = entry.number("exponent", draft.get("exponent"), "dimensionless", least=1.0)
    if sizes is None or mu is None or static is None or smoothing is None or stribeck is None:
        return None
    lagged = draft.get("lagged")
    if lagged is not None and not isinstance(lagged, bool):
        rule = "must be True or False"
        entry.report("M25", "lagged", rule, value=entry.literal("lagged", lagged))
        return None
    if exponent is None:
        return None
    numbers = {**sizes, "smoothing": smoothing, "stribeck": stribeck, "exponent": exponent}
    return BearingFriction(draft.name, joint, mu, static, **numbers, lagged=bool(lagged))


def _sizes(entry: Entry, draft: ForceDraft, kind: str) -> dict[str, float] | None:
    """Return radius, pivot and length, as far as the joint has them."""
    found: dict[str, float | None] = {}
    for name in SIZES:
        raw = draft.get(name)
        if raw is not None and name not in OWN[kind]:
            rule = f"means nothing for a {kind} joint"
            action = f"give {' and '.join(OWN[kind])} only"
            entry.report("M28", name, rule, value=entry.literal(name, raw), action=action)
            found[name] = None
        elif raw is not None:
            found[name] = _positive(entry, name, raw, "m")
        elif name == "radius" and kind == "revolute":
            rule = "is missing: friction of a bearing acts at its radius"
            entry.report("M28", name, rule, action="give radius [m]")
            found[name] = None
        else:
            found[name] = 1.0 if name == "radius" else 0.0
    return None if None in found.values() else found  # type: ignore[return-value]


def _positive(entry: Entry, attribute: str, raw: Any, unit: str) -> float | None:
    number = entry.number(attribute, raw, unit)
    if number is not None and number <= 0.0:
        rule = f"is not above 0 {unit}, as it must be"
        entry.report("M04", attribute, rule, value=entry.literal(attribute, raw))
        return None
    return number
