"""Options: what users write about an element, with kind, unit, default and one line of text."""

from __future__ import annotations

from typing import Any, Final

from sarrus.late_dataclass import dataclass

Unit = str | tuple[str, str]
"""A unit; or two, for coordinates that are angles and for those that are displacements."""

POSITION: Unit = ("rad", "m")
RATE: Unit = ("rad/s", "m/s")
EFFORT: Unit = ("N*m", "N")
STIFFNESS: Unit = ("N*m/rad", "N/m")
DAMPING: Unit = ("N*m*s/rad", "N*s/m")
NO_UNIT = "dimensionless"


class _Required:
    """What stands for the default of an option that must be given."""

    def __repr__(self) -> str:
        return "..."


REQUIRED: Final = _Required()


@dataclass(eq=False, repr=False)  # of what a dataclass makes, only this is cheap at import
class Kind:
    """How a value is written, and what the builder gets for it.

    arguments: what a function may use; choices: those that are allowed; x, y: units that the
    columns of a curve may have; annotation: the type in the signature of the builder's method.
    """

    name: str
    arguments: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    x: tuple[str, ...] = ()
    y: tuple[str, ...] = ()
    annotation: str = "Any"


NUMBER = Kind("number", annotation="Number")
NUMBERS = Kind("numbers", annotation="Numbers")
PLACE = Kind("place", annotation="Point")
PLACES = Kind("places", annotation="Numbers")
DENSITY = Kind("density", annotation="Number")
AXIS = Kind("axis", annotation="Axis")
ROTATION = Kind("turn", annotation="Numbers")
"""Numbers, or two points."""
POINT = Kind("point", annotation="Point")
POSE = Kind("pose", annotation="Place")
NAME = Kind("name", annotation="str")
BODY = Kind("name", annotation="BodyHandle | str")
COORDINATE = Kind("coordinate", annotation="str | int")
FLAG = Kind("flag", annotation="bool")
SPAN = Kind("span", x=("m",), annotation="Numbers")
ROAD = Kind("road", annotation="Road")
CURVE = Kind("space_curve", annotation="SpaceCurve")
TYRE = Kind("tyre", annotation="Tyre")
PATH = Kind("path", annotation="Path")
MODES = Kind("modes", annotation="ModeSet | ModeSource | str | PathLike[str]")
SHAPE = Kind("shape")
SHAPES = Kind("shapes", annotation="Iterable[Any]")
WHEELS = Kind("wheels", annotation="Sequence[tuple[BodyHandle | str, Any, Any]]")
NAMES = Kind("names", annotation="Sequence[str]")
TERMS = Kind("terms", annotation="Mapping[str, Any]")
POINTS = Kind("points", annotation="Mapping[str, Any]")
PARAMETERS = Kind("parameters", annotation="Mapping[str, Any]")
STATES = Kind("states", annotation="Mapping[str, Any]")
RATES = Kind("rates", annotation="Callable[[Motion], Any]")
LOADS = Kind("loads", annotation="Callable[[Motion], Any]")
ROW = Kind("row", annotation="Callable[[Motion], Any]")
POWER = Kind("power", annotation="Callable[[Motion], Any]")
FMU_FILE = Kind("fmu_file", annotation="str | PathLike[str]")
FMU_INPUTS = Kind("fmu_inputs", annotation="Mapping[str, Any]")
FMU_OUTPUTS = Kind("fmu_outputs", annotation="Mapping[str, Any]")
FMU_PARAMETERS = Kind("fmu_parameters", annotation="Mapping[str, Any]")
FUNCTION = Kind(
    "function", arguments=("x",), x=("m",), y=("N", "J"), annotation="Callable[[Any], Any]"
)


def time_law_kind(unit: Unit) -> Kind:
    """Return the kind of laws of time in a unit."""
    return Kind("law", ("t",), x=("s",), y=_units(unit), annotation="Law")


def curve_kind(argument: str, x: Unit, y: Unit) -> Kind:
    """Return the kind of numbers, curves and functions of one argument."""
    return Kind("curve", (argument,), x=_units(x), y=_units(y), annotation="Law")


def choice_kind(*choices: str) -> Kind:
    """Return the kind of one word out of some."""
    return Kind("word", choices=choices, annotation="str")


def _units(unit: Unit) -> tuple[str, ...]:
    return (unit,) if isinstance(unit, str) else unit


def shown_unit(unit: Unit) -> str:
    """Return a unit as people read it: "N m or N"."""
    parts = ["1" if part == NO_UNIT else part.replace("*", " ") for part in _units(unit)]
    return " or ".join(parts)


@dataclass(eq=False, repr=False)
class Option:
    """What users write about an element: a keyword of the builder's method, a key of files.

    key: that of files, where it is not the keyword; late: needed, and `build` says so where it is
    missing, together with all other problems.
    """

    keyword: str
    kind: Kind
    text: str
    default: Any = REQUIRED
    unit: str = ""
    key: str = ""
    late: bool = False

    @property
    def required(self) -> bool:
        """Whether it must be given."""
        return self.default is REQUIRED

    @property
    def description(self) -> str:
        """The keyword with its unit and meaning, in one line."""
        unit = f" [{self.unit}]" if self.unit and self.unit != "1" else ""
        return f"{self.keyword}{unit}: {self.text}."


POINTS_OPTION = Option(
    "points", POINTS, "names with (body, point in the drawing [m]), beside the named frames", None
)
PARAMETERS_OPTION = Option(
    "parameters",
    PARAMETERS,
    "names with numbers or (value, unit), which may become kernel inputs",
    None,
)
"""What functions of users read besides the motion."""
