"""Triggers of the codes of loads on bodies and of rainflow counting."""

from __future__ import annotations

from collections.abc import Iterable

from durability.test_body_loads import swinging_bars
from errors.register import Place, triggers
from sarrus import durability, gallery
from sarrus.durability import body_loads
from sarrus.errors import Problem


@triggers("S56")
def mean_beyond_the_strength(place: Place) -> None:
    line = durability.SNLine(100.0, 1e6, 5.0, ultimate=400.0)
    durability.damage(durability.rainflow([400.0, 600.0, 400.0]), line)


@triggers("S57")
def loads_on_the_ground(place: Place) -> None:
    durability.loads(swinging_bars(), "ground")


@triggers("W67")
def plane_that_is_held_twice(place: Place) -> Iterable[Problem]:
    system = gallery.four_bar().compile(planar=True)
    run = system.drive({"A": lambda t: 6.0 * t}, until=0.1, every=0.05)
    return durability.loads(run, "rocker").notices


@triggers("W68")
def sum_that_is_not_zero(place: Place) -> Iterable[Problem]:
    place.patch.setattr(body_loads, "BALANCED", 0.0)
    return durability.loads(swinging_bars(), "first").notices
