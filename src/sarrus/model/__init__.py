"""The description of a mechanism: bodies, joint types, force elements, builder, validation."""

from sarrus.model.body import GROUND, Body, Frame, PlacedShape
from sarrus.model.building.drafts import BodyHandle, FrameHandle
from sarrus.model.joint import Joint
from sarrus.model.mass_properties import MassProperties
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model, StartVelocity
from sarrus.model.pose import Pose
from sarrus.model.quantity import QuantityError, quantities, quantity
from sarrus.model.shapes import Box, Capsule, Cylinder, Mesh, Shape, Sphere
from sarrus.model.shapes_between import Bar, Link, Rod, Shaft

__all__ = [
    "GROUND",
    "Bar",
    "Body",
    "BodyHandle",
    "Box",
    "Capsule",
    "Cylinder",
    "Frame",
    "FrameHandle",
    "Joint",
    "Link",
    "MassProperties",
    "Mechanism",
    "Mesh",
    "Model",
    "PlacedShape",
    "Pose",
    "QuantityError",
    "Rod",
    "Shaft",
    "Shape",
    "Sphere",
    "StartVelocity",
    "quantities",
    "quantity",
]
