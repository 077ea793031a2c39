"""The smooth law of dry friction that all its elements share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.model.building.entry import Entry
from sarrus.model.fields import number
from sarrus.model.options import NO_UNIT, RATE
from sarrus.spatial.arrays import TINY, Scalar

if TYPE_CHECKING:
    from sarrus.model.building.reading import Reading

FADING = 10.0
"""The rate at which the static part of friction has faded, over the smoothing, by default."""
NARROW = 3.0
"""Below this ratio of the two rates, smoothing hides most of the static friction."""


def dry_friction(
    rate: Scalar,
    sliding: Scalar,
    static: Scalar,
    smoothing: Scalar,
    stribeck: Scalar,
    exponent: float,
) -> Scalar:
    """Return (sliding + (static - sliding) exp(-|w/stribeck|^exponent)) tanh(w/smoothing).

    sliding and static: efforts, or coefficients of friction.
    """
    ratio = rate / stribeck
    fading = np.exp(-((ratio * ratio + TINY) ** (0.5 * exponent)))
    return (sliding + (static - sliding) * fading) * np.tanh(rate / smoothing)


def stribeck_rate(reading: Reading) -> float | None:
    """Return the rate at which the static part has faded, where none is given."""
    smoothing = reading.values.get("smoothing")
    return None if smoothing is None else FADING * smoothing


def fading_rate() -> Any:
    """Return the field of the rate at which the static part has faded."""
    return number(
        RATE,
        f"the rate at which the static part has faded, {FADING:g} times smoothing if not given",
        above=0.0,
        default=None,
        otherwise=stribeck_rate,
        kept=1e-2,
    )


def fading_exponent() -> Any:
    """Return the field of the exponent with which it fades."""
    return number(NO_UNIT, "shape of the fading", default=2.0, at_least=1.0, is_input=False)


def check_dry_friction(
    entry: Entry, sliding: float, static: float, smoothing: float, stribeck: float
) -> None:
    """Warn (W41) of numbers that are likely not meant."""
    if static < sliding:
        rule = f"{static:g} is below sliding, {sliding:g}: the joint holds less than it drags"
        entry.report("W41", "static", rule, action="exchange the two numbers", severity="warning")
    if static > sliding and stribeck < NARROW * smoothing:
        rule = (
            f"{stribeck:g} is below {NARROW:g} times the smoothing {smoothing:g}: the static "
            "friction has faded before it is reached"
        )
        entry.report("W41", "stribeck", rule, action="smooth less", severity="warning")
