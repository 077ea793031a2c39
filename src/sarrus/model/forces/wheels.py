"""Which force elements are wheels."""

from sarrus.model.forces.tyre import TyreContact
from sarrus.model.forces.wheel_contact import WheelContact

WHEELS = (TyreContact, WheelContact)
"""Elements that are a wheel on a road: with `body`, `point`, `radius` and `road`."""
