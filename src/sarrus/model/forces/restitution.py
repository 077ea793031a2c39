"""The damping of impacts that come back with a wanted part of their speed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sarrus.model.options import NO_UNIT, NUMBER, Option, choice_kind

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading

RULES = ("exact", "lankarani_nikravesh", "flores", "hunt_crossley")
OPTIONS = (
    Option("restitution", NUMBER, "speed after over before an impact, instead of a", None),
    Option("impact_speed", NUMBER, "the speed at which restitution holds", None, "m/s"),
    Option("rule", choice_kind(*RULES), "how damping follows from restitution", "exact"),
)
"""What users write of impacts in place of the damping `a`."""


def damping_of_restitution(e: float, speed: float, rule: str = "exact") -> float:
    """Return a [s/m] of the law k p^n (1 + a dp/dt) for a coefficient of restitution e.

    An impact at the speed v [m/s] against a mass alone obeys m p'' = -k p^n (1 + a p'), whatever n
    is. With p' dp'/dp for p'' both sides integrate, and the impact ends with the speed e v where

        exact:                a v (1 + e) = log((1 + a v)/(1 - a e v))
        lankarani_nikravesh:  a v = 3/4 (1 - e^2)      (J. Mech. Design 112, 1990)
        flores:               a v = 8/5 (1 - e)/e      (Flores and others, Multibody Syst. Dyn. 25, 2011)
        hunt_crossley:        a v = 3/2 (1 - e)        (J. Appl. Mech. 42, 1975)

    The other three are approximations: Lankarani's and Hunt's for e near 1.
    """  # noqa: E501
    if e == 1.0:
        return 0.0
    by_rule = {
        "lankarani_nikravesh": 0.75 * (1.0 - e * e),
        "hunt_crossley": 1.5 * (1.0 - e),
        "flores": 1.6 * (1.0 - e) / e if e > 0.0 else math.inf,
    }
    return (by_rule[rule] if rule in by_rule else _exact(e)) / speed


def _exact(e: float) -> float:
    """Return x = a v > 0 with x (1 + e) = log((1 + x)/(1 - e x)), which lies below 1/e."""
    low, high = 0.0, 1.0 / e
    for _ in range(200):
        x = 0.5 * (low + high)
        rest = math.inf if e * x >= 1.0 else math.log1p(x) - math.log1p(-e * x) - x * (1.0 + e)
        # the rest is below 0 between 0 and the root
        low, high = (x, high) if rest < 0.0 else (low, x)
    return 0.5 * (low + high)


def read_damping(reading: Reading) -> None:
    """Read the damping `a` from a restitution, where one is given (S83)."""
    entry, raw = reading.entry, reading.get("restitution")
    if raw is None:
        if reading.get("impact_speed") is not None:
            rule = "is given without a restitution that holds at it"
            entry.report("S83", "impact_speed", rule, action="give restitution, or a alone")
        return
    if reading.options.get("a") is not None:
        entry.report("S83", "a", "is given with a restitution", action="give one of the two")
        return
    if reading.get("impact_speed") is None:
        rule, action = "is given without the speed at which it holds", "give impact_speed as well"
        entry.report("S83", "restitution", rule, action=action)
        return
    e = reading.number("restitution", NO_UNIT)
    speed = reading.number("impact_speed", "m/s", above=0.0)
    word = reading.choice("rule", RULES)
    if e is None or speed is None or word is None:
        return
    least = 0.0 if word in ("lankarani_nikravesh", "hunt_crossley") else 0.01
    if not least <= e <= 1.0:
        rule = f"is not from {least:g} to 1, as the part of the speed that comes back"
        action = "give a smaller damping, such as restitution=0.3, or a itself"
        entry.report("S83", "restitution", rule, value=f"{e:g}", action=action)
        return
    reading.read.add("a")
    reading.values["a"] = damping_of_restitution(e, speed, word)
