"""What a force element of your own is made of: `from sarrus.elements import element, number`.

A class with the decorator `element` is known to the builder, to model files and their schema, to
writers, result files and every target as soon as its module is imported; a package may name the
module as an entry point of the group `sarrus.elements` instead.
"""

from sarrus.model.building.entry import Entry
from sarrus.model.building.reading import Reading
from sarrus.model.building.references import Scope
from sarrus.model.fields import (
    Field,
    body_name,
    body_point,
    choice,
    field,
    flag,
    joint_coordinate,
    linear_law,
    number,
    time_law,
    unit_vector,
    vector,
)
from sarrus.model.fmu_permission import allow_fmu
from sarrus.model.forces.element import (
    CoordinateLoad,
    Description,
    ElementState,
    ForceElement,
    Load,
    Measure,
    MomentLoad,
    PointLoad,
    PointMotion,
    Scene,
)
from sarrus.model.options import DAMPING, EFFORT, NO_UNIT, POSITION, RATE, STIFFNESS, Kind, Option
from sarrus.model.pose import Pose, Vector3
from sarrus.model.registry import element

__all__ = [
    "DAMPING",
    "EFFORT",
    "NO_UNIT",
    "POSITION",
    "RATE",
    "STIFFNESS",
    "CoordinateLoad",
    "Description",
    "ElementState",
    "Entry",
    "Field",
    "ForceElement",
    "Kind",
    "Load",
    "Measure",
    "MomentLoad",
    "Option",
    "PointLoad",
    "PointMotion",
    "Pose",
    "Reading",
    "Scene",
    "Scope",
    "Vector3",
    "allow_fmu",
    "body_name",
    "body_point",
    "choice",
    "element",
    "field",
    "flag",
    "joint_coordinate",
    "linear_law",
    "number",
    "time_law",
    "unit_vector",
    "vector",
]
