"""Ready models with parameters: vehicles, the papers' examples, classical mechanisms."""

from sarrus.gallery.double_wishbone import double_wishbone
from sarrus.gallery.half_vehicle import half_vehicle
from sarrus.gallery.quarter_vehicle import quarter_vehicle
from sarrus.gallery.rssr import rssr
from sarrus.gallery.tracked_vehicle import Track, bump_of_tank, tracked_vehicle
from sarrus.gallery.vehicle_5dof import bump_of_paper_1, vehicle_5dof

__all__ = [
    "Track",
    "bump_of_paper_1",
    "bump_of_tank",
    "double_wishbone",
    "half_vehicle",
    "quarter_vehicle",
    "rssr",
    "tracked_vehicle",
    "vehicle_5dof",
]
