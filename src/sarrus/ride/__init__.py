"""Reading a ride: frequency-weighted comfort of ISO 2631-1, spectra, classes of roads.

Functions of sampled signals; nothing here knows of mechanisms. Theory: docs/theory/roads.md.
"""

from sarrus.ride.comfort import PLACES, Axis, AxisRide, Ride, comfort_ratings, ride, total_value
from sarrus.ride.exposure import crest_factor, msdv, mtvv, rms, running_rms, vdv
from sarrus.ride.roughness import Roughness, fitted_roughness, roughness_class
from sarrus.ride.vehicle import attitude, axle_loads, comfort, wheel_loads
from sarrus.ride.weighting import WEIGHTINGS, Weighting, weighted_acceleration
from sarrus.ride.welch import Spectrum, spectrum

__all__ = [
    "PLACES",
    "WEIGHTINGS",
    "Axis",
    "AxisRide",
    "Ride",
    "Roughness",
    "Spectrum",
    "Weighting",
    "attitude",
    "axle_loads",
    "comfort",
    "comfort_ratings",
    "crest_factor",
    "fitted_roughness",
    "msdv",
    "mtvv",
    "ride",
    "rms",
    "roughness_class",
    "running_rms",
    "spectrum",
    "total_value",
    "vdv",
    "weighted_acceleration",
    "wheel_loads",
]
