"""What an attribute of the model file holds, by the names of the builder's keywords."""

from __future__ import annotations

from dataclasses import dataclass

from sarrus.model.forces.strut import ACTS


@dataclass(frozen=True)
class Kind:
    """How a value is written, and what the builder gets for it.

    arguments: what a function may use; words: those that are allowed; x, y: units that the columns
    of a curve may have.
    """

    name: str
    arguments: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    x: tuple[str, ...] = ()
    y: tuple[str, ...] = ()


NUMBER = Kind("number")
NUMBERS = Kind("numbers")
AXIS = Kind("axis")
POINT = Kind("point")
POSE = Kind("pose")
NAME = Kind("name")
COORDINATE = Kind("coordinate")
FLAG = Kind("flag")
LAW = Kind("law", arguments=("t",), x=("s",))
FUNCTION = Kind("function", arguments=("x",), x=("m",), y=("N", "J"))
SPAN = Kind("span", x=("m",))
ROAD = Kind("road")
SHAPE = Kind("shape")
SHAPES = Kind("shapes")
WHEELS = Kind("wheels")
TERMS = Kind("terms")
POINTS = Kind("points")
PARAMETERS = Kind("parameters")
LOADS = Kind("loads")
POWER = Kind("power")
JOINT_SPRING = Kind("curve", ("x",), x=("rad", "m"), y=("N*m", "N"))
JOINT_DAMPER = Kind("curve", ("w",), x=("rad/s", "m/s"), y=("N*m", "N"))

KINDS: dict[str, Kind] = {
    # bodies and frames
    "mass": NUMBER,
    "com": NUMBERS,
    "inertia": NUMBERS,
    "inertia_about": NUMBERS,
    "inertia_axes": NUMBERS,
    "density": NUMBER,
    "shape": SHAPE,
    "shapes": SHAPES,
    "velocity": NUMBERS,
    "angular_velocity": NUMBERS,
    # places and directions
    "at": NUMBERS,
    "at_a": NUMBERS,
    "at_b": NUMBERS,
    "on": POINT,
    "on_a": POINT,
    "on_b": POINT,
    "on_parent": POSE,
    "on_child": POSE,
    "rotation": NUMBERS,
    "quaternion_wxyz": NUMBERS,
    "rpy": NUMBERS,
    "origin": NUMBERS,
    "axis": AXIS,
    "axis2": AXIS,
    "x_axis": AXIS,
    "axis_parent": AXIS,
    "axis_child": AXIS,
    "along": AXIS,
    "up": AXIS,
    # names
    "parent": NAME,
    "child": NAME,
    "a": NAME,
    "b": NAME,
    "body": NAME,
    "against": NAME,
    "base": NAME,
    "joint": NAME,
    "driver": NAME,
    "driven": NAME,
    "coordinate": COORDINATE,
    "terms": TERMS,
    # joints and couplers
    "limits": NUMBERS,
    "speed_limit": NUMBERS,
    "effort_limit": NUMBERS,
    "lead": NUMBER,
    "length": NUMBER,
    "ratio": NUMBER,
    "offset": NUMBER,
    # springs, dampers, friction, gas
    "k": NUMBER,
    "c": NUMBER,
    "d": NUMBER,
    "c_compression": NUMBER,
    "c_rebound": NUMBER,
    "free": NUMBER,
    "free_length": NUMBER,
    "preload": NUMBER,
    "acts": Kind("word", words=tuple(ACTS)),
    "bump_stop": NUMBERS,
    "rebound_stop": NUMBERS,
    "stiffness": NUMBERS,
    "damping": NUMBERS,
    "diameter": NUMBER,
    "shear_modulus": NUMBER,
    "preset": NUMBER,
    "sliding": NUMBER,
    "static": NUMBER,
    "mu": NUMBER,
    "mu_across": NUMBER,
    "smoothing": NUMBER,
    "stribeck": NUMBER,
    "exponent": NUMBER,
    "pivot": NUMBER,
    "lagged": FLAG,
    "lower": NUMBER,
    "upper": NUMBER,
    "area": NUMBER,
    "volume": NUMBER,
    "pressure": NUMBER,
    "atmosphere": NUMBER,
    "reference": NUMBER,
    # loads
    "actuator": Kind("law", ("t",), x=("s",), y=("N",)),
    "effort": NUMBER,
    "force": NUMBER,
    "energy": FUNCTION,
    "moment": Kind("law", ("t",), x=("s",), y=("N*m",)),
    "torque": Kind("law", ("t",), x=("s",), y=("N*m",)),
    "follower": FLAG,
    "window": NUMBERS,
    "moving": NUMBER,
    "width": NUMBER,
    "speed_width": NUMBER,
    # wheels and tracks
    "radius": NUMBER,
    "road": ROAD,
    "speed": NUMBER,
    "spin": NUMBER,
    "between": SPAN,
    "wheels": WHEELS,
    "follows": Kind("word", words=("disc", "point")),
    "contact": Kind("word", words=("normal", "vertical")),
    # force laws of the user
    "points": POINTS,
    "parameters": PARAMETERS,
    "loads": LOADS,
    "dissipation": POWER,
}
"""By keyword, for every method of the builder that has it."""

SPECIAL: dict[tuple[str, str], Kind] = {
    ("end_stop", "a"): NUMBER,
    ("point_contact", "a"): NUMBER,
    ("bushing", "on_a"): POSE,
    ("bushing", "on_b"): POSE,
    ("bushing", "preload"): NUMBERS,
    ("point_force", "force"): Kind("law", ("t",), x=("s",), y=("N",)),
    ("spring_damper", "force"): FUNCTION,
    ("spring_damper", "k"): Kind("curve", ("x",), x=("m",), y=("N",)),
    ("spring_damper", "c"): Kind("curve", ("w",), x=("m/s",), y=("N",)),
    ("gas_spring", "c"): Kind("curve", ("w",), x=("m/s",), y=("N",)),
    ("joint_spring", "k"): JOINT_SPRING,
    ("joint_spring", "d"): JOINT_DAMPER,
    ("wheel_contact", "k"): Kind("curve", ("x",), x=("m",), y=("N",)),
    ("wheel_contact", "c"): Kind("curve", ("x",), x=("m",), y=("N*s/m",)),
    ("user_force", "energy"): POWER,
}
"""By method and keyword, where a keyword means something else than elsewhere."""


def kind_of(method: str, keyword: str) -> Kind:
    """Return the kind of a keyword; one that the table does not name holds numbers."""
    return SPECIAL.get((method, keyword)) or KINDS.get(keyword, NUMBERS)
