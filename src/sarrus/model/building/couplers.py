"""From the user's description to a coupler."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND
from sarrus.model.building.drafts import CouplerDraft
from sarrus.model.building.entry import Entry, text_of
from sarrus.model.building.references import Scope, nearest
from sarrus.model.coupler import Coupler, CouplerTerm
from sarrus.model.joint import Joint
from sarrus.model.joints.joint_type import Coordinate

EXAMPLE = 'write {"A.angle": 1, "B.angle": -2}'


@dataclass(frozen=True)
class Place:
    """A coordinate that a coupler may name: joint, place in its q, unit ("" in a quaternion)."""

    joint: str
    index: int
    unit: str


@dataclass(frozen=True)
class Term:
    """A coordinate and its factor as the user gave them, with the names of the attributes."""

    attribute: str
    coordinate: Any
    factor_attribute: str
    factor: Any
    sign: float = 1.0


def places(joints: Iterable[Joint]) -> dict[str, Place]:
    """Return the coordinates by name, and single ones also by the name of their joint."""
    found: dict[str, Place] = {}
    alone: dict[str, Place] = {}
    for joint in joints:
        for i, coordinate in enumerate(joint.type.coordinates):
            place = Place(joint.name, i, _unit(joint, coordinate))
            found[f"{joint.name}.{coordinate.name}"] = place
            if joint.type.nq == 1:
                alone[joint.name] = place
    return alone | found


def read_coupler(scope: Scope, draft: CouplerDraft, known: Mapping[str, Place]) -> Coupler | None:
    """Return the coupler; None after a problem."""
    entry = scope.entry("coupler", draft.name, draft.source)
    if draft.type_name == "gear":
        values = _gear(draft)
    elif draft.type_name == "planetary":
        values = _planetary(entry, draft)
    else:
        values = _terms(entry, draft.get("terms"))
    named = [_place(scope, entry, item, known) for item in values]
    units = [place.unit for place in named if place is not None]
    if not units:
        return None
    unit = units[0]
    offset = entry.number("offset", draft.offset, unit)
    _check_different(entry, values, named)
    factors = [
        None if place is None else _factor(entry, item, unit, place.unit)
        for item, place in zip(values, named, strict=True)
    ]
    if None in named or None in factors or offset is None:
        return None
    read = zip(named, factors, strict=True)
    terms = tuple(CouplerTerm(p.joint, p.index, f) for p, f in read if p and f)
    if len(terms) < len(values) and (draft.type_name == "gear" or not terms):
        _report_zero(entry, draft.type_name)
        return None
    return Coupler(draft.name, terms, offset, unit) if isinstance(draft.name, str) else None


def _gear(draft: CouplerDraft) -> list[Term]:
    """Return the terms of q_driven - ratio q_driver = offset."""
    driven = Term("driven", draft.get("driven"), "driven", 1.0)
    return [driven, Term("driver", draft.get("driver"), "ratio", draft.get("ratio"), -1.0)]


def _planetary(entry: Entry, draft: CouplerDraft) -> list[Term]:
    """Return the terms of q_sun + i q_ring - (1 + i) q_carrier = offset, i = z_ring/z_sun."""
    names = ("teeth_sun", "teeth_ring")
    found = [entry.number(name, draft.get(name), "dimensionless") for name in names]
    if None in found:
        return []
    sun, ring = (float(z) for z in found if z is not None)
    before = len(entry.problems)
    _check_planets(entry, draft, sun, ring)
    if len(entry.problems) > before:
        return []
    factors = {"sun": 1.0, "ring": ring / sun, "carrier": -1.0 - ring / sun}
    given = [(name, draft.get(name)) for name in factors]
    turning = [name for name, raw in given if raw != GROUND]
    if len(turning) < 2:
        what = f"the {turning[0]} cannot turn" if turning else "nothing turns"
        action = "hold one member at most, and name coordinates of the others"
        entry.report("M45", "", f"is locked: with the others held {what}", action=action)
        return []
    return [Term(name, raw, name, factors[name]) for name, raw in given if raw != GROUND]


def _check_planets(entry: Entry, draft: CouplerDraft, sun: float, ring: float) -> None:
    """Report (M45) a planetary set that cannot be put together, with its numbers of teeth."""
    for name, z in (("teeth_sun", sun), ("teeth_ring", ring)):
        if z != round(z) or z < 1.0:
            entry.report("M45", name, "is no number of teeth", value=f"{z:g}")
            return
    if ring <= sun + 1.0:
        rule = f"leaves no room for planets between it and the {sun:g} teeth of the sun"
        entry.report("M45", "teeth_ring", rule, value=f"{ring:g}")
        return
    raw = draft.get("teeth_planet")
    planet = (
        0.5 * (ring - sun) if raw is None else entry.number("teeth_planet", raw, "dimensionless")
    )
    if planet is None:
        return
    if planet != round(planet) or sun + 2.0 * planet != ring:
        rule = (
            f"do not fit: sun {sun:g} and two planets of {planet:g} make {sun + 2.0 * planet:g} "
            f"teeth of the ring, not {ring:g}; a planet has whole teeth"
        )
        action = f"give the ring {sun + 2.0 * math.floor(planet):g} teeth, or others"
        entry.report("M45", "teeth_planet", rule, action=action)
        return
    several = draft.get("planets")
    count = 1.0 if several is None else entry.number("planets", several, "dimensionless")
    if count is None:
        return
    if count != round(count) or count < 1.0:
        entry.report("M45", "planets", "is no number of planets", value=f"{count:g}")
        return
    if (sun + ring) % count:
        fits = [n for n in range(1, 13) if (sun + ring) % n == 0]
        rule = (
            f"cannot be put in at equal angles: {sun:g} + {ring:g} teeth are not a multiple of "
            f"{count:g}"
        )
        action = f"take {', '.join(map(str, fits))} planets, or other teeth"
        entry.report("M45", "planets", rule, value=f"{count:g} planets", action=action)
    room, size = (sun + planet) * math.sin(math.pi / count), planet + 2.0
    if count > 1.0 and room <= size:
        rule = f"touch each other: {size:g} modules wide, {room:.4g} modules apart"
        entry.report("M45", "planets", rule, value=f"{count:g} planets", action="take fewer")


def _terms(entry: Entry, raw: Any) -> list[Term]:
    if not isinstance(raw, Mapping):
        rule = "is not a mapping from coordinates to factors"
        entry.report("M25", "terms", rule, value=entry.literal("terms", raw), action=EXAMPLE)
        return []
    if not raw:
        entry.report("M28", "terms", "name no coordinate", action=EXAMPLE)
    return [Term("terms", key, f"terms[{key!r}]", factor) for key, factor in raw.items()]


def _factor(entry: Entry, item: Term, row_unit: str, unit: str) -> float | None:
    factor = entry.number(item.factor_attribute, item.factor, f"{row_unit}/{unit}")
    return None if factor is None else item.sign * factor + 0.0


def _report_zero(entry: Entry, type_name: str) -> None:
    if type_name == "gear":
        rule, action = "is 0: the driven coordinate would not follow", "give another ratio"
        entry.report("M04", "ratio", rule, action=action)
    else:
        rule, action = "have no factor other than 0, and relate nothing", EXAMPLE
        entry.report("M04", "terms", rule, action=action)


def _check_different(entry: Entry, values: list[Term], named: list[Place | None]) -> None:
    """Report (M28) a coordinate that is named twice."""
    first: dict[Place, Term] = {}
    for item, place in zip(values, named, strict=True):
        if place is not None and first.setdefault(place, item) is not item:
            rule = f"and '{first[place].coordinate}' are the same coordinate"
            action = "name every coordinate once"
            value = f"'{item.coordinate}'"
            entry.report("M28", item.attribute, rule, value=value, action=action)


def _place(scope: Scope, entry: Entry, item: Term, known: Mapping[str, Place]) -> Place | None:
    """Return the coordinate of a name; else report why a coupler cannot have it (M09)."""
    name = item.coordinate
    place = known.get(name) if isinstance(name, str) else None
    if place is not None and place.unit:
        return place
    if place is None and _is_of_broken_joint(scope, name):
        return None
    rule, action = _refusal(scope, name, place, known)
    entry.report("M09", item.attribute, rule, value=text_of(name), action=action)
    return None


def _is_of_broken_joint(scope: Scope, name: Any) -> bool:
    """Tell whether a name belongs to a joint that has problems of its own."""
    broken = scope.joint_names - set(scope.joints)
    return isinstance(name, str) and any(name == j or name.startswith(f"{j}.") for j in broken)


def _refusal(
    scope: Scope, name: Any, place: Place | None, known: Mapping[str, Place]
) -> tuple[str, str]:
    """Return what is wrong with the name of a coordinate, and what to do."""
    if place is not None:
        rule = "is a part of a quaternion, not an angle or a displacement that can be coupled"
        return rule, "couple coordinates in rad or m, such as those of a revolute joint"
    if not isinstance(name, str):
        return "is not the name of a coordinate", "write it as 'joint.coordinate'"
    if name in scope.joints:
        return _refusal_of_joint(scope.joints[name])
    for joint in scope.joints.values():
        if name in joint.velocity_names:
            return "is a velocity; a coupler relates positions", _choice(joint)
    usable = [key for key, found in known.items() if found.unit]
    return "is not the name of a coordinate of a joint", nearest(name, usable)


def _refusal_of_joint(joint: Joint) -> tuple[str, str]:
    kind, n = joint.type.type_name, joint.type.nq
    if not n:
        return f"is a {kind} joint, which has no coordinates", "name another joint"
    if not _usable(joint):
        rule = f"is a {kind} joint; its coordinates are parts of a quaternion, not angles"
        return rule, "couple coordinates in rad or m, such as those of a revolute joint"
    return f"is a {kind} joint, which has {n} coordinates", _choice(joint)


def _choice(joint: Joint) -> str:
    names = " or ".join(f"'{name}'" for name in _usable(joint))
    return f"give {names}" if names else "couple coordinates in rad or m"


def _usable(joint: Joint) -> list[str]:
    pairs = zip(joint.coordinate_names, joint.type.coordinates, strict=True)
    return [name for name, coordinate in pairs if _unit(joint, coordinate)]


def _unit(joint: Joint, coordinate: Coordinate) -> str:
    """Return the unit of a coordinate, "" in a quaternion; parameters of curves count as angles."""
    plain = not coordinate.unit and joint.type.quaternion_at is None
    return "rad" if plain else coordinate.unit
