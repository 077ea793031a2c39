"""Triggers of the codes of synthesis (Y)."""

from __future__ import annotations

from errors.register import Place, triggers
from sarrus import synthesis


@triggers("Y01")
def linkage_that_is_none(place: Place) -> None:
    synthesis.generate_function([0.0, 0.3, 0.6], [0.0, 0.4, 0.7], mechanism="five-bar")


@triggers("Y02")
def poses_that_coincide(place: Place) -> None:
    synthesis.generate_motion([(0, 0, 0), (0, 0, 0), (1, 0, 0.5)])


@triggers("Y03")
def transmission_angle_beyond_reach(place: Place) -> None:
    synthesis.generate_function([0.0, 0.3, 0.6], [0.0, 0.4, 0.7], transmission_angle=1.5)
