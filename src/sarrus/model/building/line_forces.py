"""From the user's words to forces between two points."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.model.building.acting_forces import ACTING_READERS
from sarrus.model.building.dampers import read_damping
from sarrus.model.building.drafts import ForceDraft
from sarrus.model.building.entry import Entry, is_list
from sarrus.model.building.force_reader import Reader
from sarrus.model.building.functions import read_function, read_time_law
from sarrus.model.building.gas_springs import GAS_READERS
from sarrus.model.building.laws import Linear, read_law
from sarrus.model.building.points import End, drawn_distance, read_end
from sarrus.model.building.references import Scope
from sarrus.model.building.user_forces import USER_READERS
from sarrus.model.forces import ForceElement, SpringDamper, Strut
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.recorder import slope
from sarrus.model.forces.strut import ACTS
from sarrus.spatial.curve import Curve

NOT_LINEAR = ("preload", "force", "energy", "acts", "bump_stop", "rebound_stop", "actuator")
"""Options that make a strut of a spring-damper."""


def _spring_damper(scope: Scope, entry: Entry, draft: ForceDraft) -> ForceElement | None:
    ends = [read_end(scope, entry, draft, side) for side in ("a", "b")]
    stiffness = _stiffness(entry, draft.get("k"))
    damping = read_damping(entry, draft)
    free_length = read_length(scope, entry, draft, ends, "free_length")
    more = _options(entry, draft, stiffness)
    if stiffness is not None:
        _warn_of_negative(entry, stiffness)
    if None in ends or stiffness is None or damping is None or free_length is None or more is None:
        return None
    (a, point_a), (b, point_b) = ends  # type: ignore[misc]
    k, curve = stiffness
    if not more and set(damping) == {"c"} and curve is None:
        return SpringDamper(draft.name, a, b, point_a, point_b, k, damping["c"], free_length)
    if curve is not None:
        more["spring"] = curve
    strut = Strut(
        draft.name, a, b, point_a, point_b, k=k, free_length=free_length, **damping, **more
    )
    return strut if _one_sided(entry, strut) else None


def _stiffness(entry: Entry, raw: Any) -> Linear | None:
    if raw is None:
        entry.number("k", raw, "N/m")
        return None
    return read_law(entry, "k", raw, "N/m", "m", "N")


def read_length(
    scope: Scope, entry: Entry, draft: ForceDraft, ends: list[End | None], option: str
) -> float | None:
    """Return a length that is that of the drawing if it is not given."""
    if draft.get(option) is not None:
        return entry.number(option, draft.get(option), "m", least=0.0)
    known = [end for end in ends if end is not None]
    return drawn_distance(scope, *known) if len(known) == 2 else 0.0


def _warn_of_negative(entry: Entry, stiffness: Linear) -> None:
    """Warn (W40) of a stiffness below zero."""
    k, curve = stiffness
    rule = ""
    if k < 0.0:
        rule = f"is {k:g} N/m, below zero: it drives the points away from the free length"
    elif curve is not None and np.any(np.diff(curve.y) < 0.0):
        row = int(np.argmax(np.diff(curve.y) < 0.0))
        rule = f"falls from row {row} to row {row + 1}: there the stiffness is below zero"
    if rule:
        action = "change its sign, unless an unstable spring is meant"
        entry.report("W40", "k", rule, action=action, severity="warning")


def _options(entry: Entry, draft: ForceDraft, stiffness: Linear | None) -> dict[str, Any] | None:
    """Return the fields of a strut that the user has asked for; None after a problem."""
    before = len(entry.problems)
    given = {name: draft.get(name) for name in NOT_LINEAR if draft.get(name) is not None}
    found: dict[str, Any] = {}
    if "preload" in given:
        found["preload"] = entry.number("preload", given["preload"], "N")
    if "acts" in given and given["acts"] not in ACTS:
        value = entry.literal("acts", given["acts"])
        entry.report("M09", "acts", f"must be one of {', '.join(ACTS)}", value=value)
    elif given.get("acts", "both") != "both":
        found["acts"] = given["acts"]
    if "actuator" in given:
        law = read_time_law(entry, "actuator", given["actuator"], "N")
        found["actuator" if isinstance(law, float) else "actuator_law"] = law
    found |= _spring_function(entry, given, stiffness)
    for name in ("bump", "rebound"):
        found |= _stop(entry, name, given.get(f"{name}_stop"))
    return found if len(entry.problems) == before else None


def _spring_function(
    entry: Entry, given: dict[str, Any], stiffness: Linear | None
) -> dict[str, Any]:
    """Return the spring of a function of the elongation, or of its energy."""
    names: list[str] = [name for name in ("force", "energy") if name in given]
    if stiffness is not None and stiffness[1] is not None:
        names.insert(0, "k as a curve")
    if len(names) > 1:
        entry.report("M28", names[1], f"is given together with {names[0]}; give only one of them")
        return {}
    if "force" in given:
        return {"spring": read_function(entry, "force", given["force"], "x")}
    if "energy" in given:
        energy = read_function(entry, "energy", given["energy"], "x")
        return {} if energy is None else {"spring": slope(energy), "energy": energy}
    return {}


def _stop(entry: Entry, name: str, raw: Any) -> dict[str, float]:
    """Return the fields of a stop given as (clearance, stiffness) or with an exponent."""
    attribute = f"{name}_stop"
    if raw is None:
        return {}
    if not is_list(raw) or len(raw) not in (2, 3):
        rule = "must be (clearance, stiffness) or (clearance, stiffness, exponent)"
        entry.report("M25", attribute, rule, value=entry.literal(attribute, raw))
        return {}
    power = raw[2] if len(raw) == 3 else 1.0
    exponent = entry.number(attribute, power, "dimensionless", least=1.0)
    clearance = entry.number(attribute, raw[0], "m", least=0.0)
    unit = f"N/m^{1.0 if exponent is None else exponent:g}"
    stiffness = entry.number(attribute, raw[1], unit, least=0.0)
    if exponent is None or clearance is None or stiffness is None:
        return {}
    values = {"clearance": clearance, "stiffness": stiffness, "exponent": exponent}
    return {f"{name}_{key}": value for key, value in values.items()}


def _one_sided(entry: Entry, strut: Strut) -> bool:
    """Tell whether the spring of a rope or prop is free at its free length and has one sign."""
    if strut.acts == "both":
        return True
    rule, value = "", ""
    side = 1.0 if strut.acts == "pull" else -1.0
    if strut.preload != 0.0:
        rule, value = "has no meaning for an element that acts one way", f"{strut.preload:g} N"
        entry.report("M28", "preload", rule, value=value, action="shorten its free length instead")
        return False
    x = side * np.linspace(0.0, max(strut.free_length, 1.0), 101)
    with np.errstate(all="ignore"):
        pulls = np.array([strut.k * s + _law(strut.spring, s) for s in x.tolist()])
    size = max(float(np.max(np.abs(pulls))), 1e-300)
    if abs(pulls[0]) > 1e-9 * size:
        rule = f"must be 0 at the free length, it is {pulls[0]:g} N"
    elif np.min(side * pulls) < -1e-9 * size:
        worst = int(np.argmin(side * pulls))
        rule = (
            f"must not {'push' if side > 0 else 'pull'}: it is {pulls[worst]:g} N at {x[worst]:g} m"
        )
    if rule:
        entry.report("M04", "spring", f"of an element with acts='{strut.acts}' {rule}")
    return not rule


def _law(law: Curve | Formula | None, x: float) -> float:
    return 0.0 if law is None else float(law(x))


LINE_READERS: dict[str, Reader] = {
    "spring_damper": _spring_damper,
    **ACTING_READERS,
    **GAS_READERS,
    **USER_READERS,
}
