"""From the user's words to contact with the ground."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.model.body import Frame
from sarrus.model.building.contact_geometry import positive, read_ground
from sarrus.model.building.drafts import ForceDraft, FrameHandle
from sarrus.model.building.entry import Entry, is_list
from sarrus.model.building.force_reader import Reader
from sarrus.model.building.laws import Linear, read_law, warn_of_negative
from sarrus.model.building.points import read_point
from sarrus.model.building.references import Scope
from sarrus.model.building.tracks import read_track
from sarrus.model.forces import ForceElement, PointContact, WheelContact
from sarrus.model.pose import Vector3
from sarrus.road import Flat, Road
from sarrus.spatial import Curve

NUMBER = re.compile(r"\s*[-+.0-9]")
"""How text begins that is a number, not the name of a frame."""

BETWEEN = 17
"""Places between two rows, ends included, at which curves of tyres are looked at."""
FAR = np.array([1.0, 100.0])
"""Deflections beyond the rows at which they are looked at, in lengths of the table."""


def _point_contact(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    body = scope.body(entry, "body", draft.get("body"))
    points = body and _points(scope, entry, draft, body)
    exponent = entry.number("exponent", draft.get("exponent"), "dimensionless", least=1.0)
    k = positive(entry, "k", draft.get("k"), f"N/m^{exponent or 1.0:g}")
    a = entry.number("a", draft.get("a"), "s/m", least=0.0)
    mu = entry.number("mu", draft.get("mu"), "dimensionless", least=0.0)
    smoothing = positive(entry, "smoothing", draft.get("smoothing"), "m/s")
    road = _road(entry, draft)
    ground = read_ground(scope, entry, draft, needs_along=not isinstance(road, Flat | None))
    numbers = (k, a, exponent, mu, smoothing)
    if not body or not points or None in numbers or road is None or ground is None:
        return None
    if not _apart(entry, body, ground[0]):
        return None
    return PointContact(draft.name, body, points, *numbers, road, *ground)  # type: ignore[arg-type]


def _points(scope: Scope, entry: Entry, draft: ForceDraft, body: str) -> tuple[Vector3, ...] | None:
    """Return one or several points in the body frame."""
    options = {key: draft.get(key) for key in ("at", "on")}
    several = {key for key, raw in options.items() if _are_points(raw)}
    if len(several) != 1 or all(raw is not None for raw in options.values()):
        point = read_point(scope, entry, draft, body, "at", "on")
        return None if point is None else (point,)
    key = several.pop()
    found = []
    for raw in options[key]:
        one = ForceDraft(draft.type_name, draft.name, {key: raw}, draft.source)
        found.append(read_point(scope, entry, one, body, "at", "on"))
    return None if None in found else tuple(found)  # type: ignore[arg-type]


def _are_points(raw: Any) -> bool:
    """Return whether a value is a list of points or frames, not of the numbers of one point."""
    if not is_list(raw) or len(raw) == 0:
        return False
    first = raw[0]
    if isinstance(first, str):
        return NUMBER.match(first) is None
    return is_list(first) or isinstance(first, (Frame, FrameHandle))


def _wheel_contact(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    body = scope.body(entry, "body", draft.get("body"))
    point = body and read_point(scope, entry, draft, body, "at", "on")
    radius = positive(entry, "radius", draft.get("radius"), "m")
    k = _tyre_law(entry, "k", draft.get("k"), "N/m", "N")
    c = _tyre_law(entry, "c", draft.get("c"), "N*s/m", "N*s/m")
    mu = entry.number("mu", draft.get("mu"), "dimensionless", least=0.0)
    across = draft.get("mu_across")
    mu_across = (
        mu if across is None else entry.number("mu_across", across, "dimensionless", least=0.0)
    )
    smoothing = positive(entry, "smoothing", draft.get("smoothing"), "m/s")
    speed = entry.number("speed", draft.get("speed"), "m/s")
    spin = entry.number("spin", draft.get("spin"), "rad/s")
    follows = _choice(entry, draft, "follows", ("disc", "point"))
    contact = _choice(entry, draft, "contact", ("normal", "vertical"))
    ground = read_ground(scope, entry, draft, needs_along=True)
    road = _road(entry, draft)
    if road is not None and radius is not None and follows == "disc":
        road = _felt(entry, draft, road, radius)
    sliding = (mu, mu_across, smoothing, speed, spin)
    if not body or not point or radius is None or road is None or None in sliding:
        return None
    if k is None or c is None or ground is None or not follows or not contact:
        return None
    if not _apart(entry, body, ground[0]):
        return None
    laws = (k[0], c[0], k[1], c[1], contact == "vertical")
    return WheelContact(draft.name, body, point, radius, road, *laws, *sliding, *ground)  # type: ignore[arg-type]


def _road(entry: Entry, draft: ForceDraft) -> Road | None:
    road = draft.get("road")
    if road is None:
        return Flat()
    if isinstance(road, Road):
        return road
    action = "give a road of sarrus.road, such as HalfRound(0.254, at=20.8)"
    entry.report("M25", "road", "is not a road", value=entry.literal("road", road), action=action)
    return None


def _felt(entry: Entry, draft: ForceDraft, road: Road, radius: float) -> Road | None:
    """Return the road as a disc feels it."""
    try:
        return road.felt_by_wheel(radius, between=draft.get("between"))
    except ModelError as error:
        for problem in error.problems:
            attribute = problem.element.rpartition(" / ")[2]
            name = attribute if attribute in ("between", "radius") else "road"
            value, action = problem.value or name, problem.action
            entry.report(problem.code, name, problem.rule, value=value, action=action)
        return None


def _choice(entry: Entry, draft: ForceDraft, name: str, words: tuple[str, ...]) -> str | None:
    raw = draft.get(name)
    if isinstance(raw, str) and raw in words:
        return raw
    rule = "is not one of " + ", ".join(f"'{word}'" for word in words)
    entry.report("M25", name, rule, value=entry.literal(name, raw))
    return None


def _apart(entry: Entry, body: str, base: str) -> bool:
    if body == base:
        rule = "is also what carries the ground"
        entry.report("M09", "body", rule, value=f"'{body}'", action="give another base or body")
    return body != base


def _tyre_law(entry: Entry, name: str, raw: Any, factor: str, unit: str) -> Linear | None:
    """Return stiffness or damping of a tyre: a number, or a curve of the deflection."""
    law = read_law(entry, name, raw, factor, "m", unit)
    if law is None:
        return None
    number, curve = law
    if number < 0.0:
        rule = "is below zero: a road would pull"
        entry.report("M04", name, rule, value=entry.literal(name, raw))
        return None
    if name == "k" and number == 0.0 and curve is None:
        entry.report("M04", name, "is 0: the tyre would not carry", value=entry.literal(name, raw))
        return None
    return law if curve is None or _pushes(entry, name, curve) else None


def _pushes(entry: Entry, name: str, curve: Curve) -> bool:
    """Return whether a curve is nowhere negative for a compressed tyre; warn where it falls."""
    last = max(float(curve.x[-1]), 0.0)
    rows = np.concatenate([[0.0], curve.x[curve.x > 0.0], last + FAR * (last + 1.0)])
    parts = np.linspace(0.0, 1.0, BETWEEN)
    p = np.unique(rows[:-1, None] + parts * np.diff(rows)[:, None])
    y = curve(p)
    noise = 1e-12 * float(np.max(np.abs(curve.y)))
    if np.any(y < -noise):
        at = float(p[np.argmax(y < -noise)])
        rule = f"is negative at the deflection {at:.4g} m: a road would pull"
        entry.report("M04", name, rule, value=f"{float(curve(at)):.4g}")
        return False
    if name == "k" and abs(float(curve(0.0))) > noise:
        rule = "is not 0 at the deflection 0, where the tyre leaves the road"
        entry.report("M04", name, rule, value=f"{float(curve(0.0)):.4g} N")
        return False
    if name == "k":
        warn_of_negative(entry, name, (0.0, curve), "N/m")
    return True


CONTACT_READERS: dict[str, Reader] = {
    "point_contact": _point_contact,
    "wheel_contact": _wheel_contact,
    "track": read_track,
}
