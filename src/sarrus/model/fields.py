"""Fields of elements: each declared once, in the class of the element.

A field says what users may write for an attribute of an element (keyword, kind, unit, bounds,
default, one line of text), how that is read, and how the attribute is written again. Methods of
the builder, model files, their JSON schema, writers, units of kernel inputs and reference pages
all follow from it:

    @element
    class JointDamper(ForceElement):
        name: str
        joint: str = joint_coordinate()
        d: float = number(DAMPING, "viscous damping", at_least=0.0)
        index: int = 0
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, dataclass_transform

import numpy as np

from sarrus.model.body import GROUND
from sarrus.model.building.coordinates import read_coordinate, read_position
from sarrus.model.building.curve_laws import TABLE, check_stiffness, dissipates, read_law
from sarrus.model.building.drawing import drawn_direction, drawn_point_options
from sarrus.model.building.functions import read_time_law
from sarrus.model.building.orientation import direction as read_direction
from sarrus.model.building.orientation import in_frame
from sarrus.model.building.points import read_point
from sarrus.model.building.references import find
from sarrus.model.options import (
    AXIS,
    BODY,
    COORDINATE,
    FLAG,
    NAME,
    NAMES,
    NUMBER,
    NUMBERS,
    PLACE,
    POINT,
    REQUIRED,
    Option,
    Unit,
    choice_kind,
    curve_kind,
    shown_unit,
    time_law_kind,
)
from sarrus.spatial.curve import Curve
from sarrus.spatial.tracking import fixed_value, is_tracked

if TYPE_CHECKING:
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope


@dataclass_transform(eq_default=False)
class Field(ABC):
    """One attribute of an element: what users write for it, how it is read and written again.

    A class of fields lists what it keeps as annotations and is made of their values, in order.
    This is what a dataclass is, without the code that one writes and compiles for each class: every
    import of the package would wait for it.
    """

    is_body = False
    is_joint = False
    is_element = False

    def __init__(self, *values: Any) -> None:
        vars(self).update(zip(_field_names(type(self)), values, strict=True))

    @property
    def input_unit(self) -> Unit | None:
        """The unit of the kernel input that the attribute may become; None if it cannot."""
        return getattr(self, "unit", None)

    @abstractmethod
    def options(self, name: str) -> Sequence[Option]:
        """Return what users write for the attribute `name`."""

    @abstractmethod
    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        """Return the attribute, and others that come with it; nothing after a problem."""

    @abstractmethod
    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        """Return the options that are read as the attribute of an element."""

    def in_part(self, name: str, element: Any, part: Part) -> dict[str, Any]:
        """Return the attributes that change where the element is one of a part; most do not."""
        return {}


@cache
def _field_names(of_class: type[Field]) -> tuple[str, ...]:
    """Return what a class of fields keeps, that of its bases first."""
    found: dict[str, None] = {}
    for part in reversed(of_class.__mro__):
        found |= dict.fromkeys(vars(part).get("__annotations__", ()))
    return tuple(found)


class BodyField(Field):
    """The name of a body or of ground."""

    text: str
    option: str
    default: Any

    is_body = True

    def options(self, name: str) -> Sequence[Option]:
        return (Option(self.option or name, BODY, self.text, self.default),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        keyword = self.option or name
        if self.default is None and reading.get(keyword) is None:
            return {name: GROUND}
        found = reading.scope.body(reading.entry, keyword, reading.get(keyword))
        return {} if found is None else {name: found}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        found = getattr(element, name)
        return {} if self.default is None and found == GROUND else {self.option or name: found}

    def in_part(self, name: str, element: Any, part: Part) -> dict[str, Any]:
        return {name: part.body(getattr(element, name))}


class CoordinateField(Field):
    """A joint, and the number of one of its coordinates, kept as `index`."""

    position: bool

    is_joint = True

    def options(self, name: str) -> Sequence[Option]:
        which = "name or number of the coordinate, needed where the joint has several"
        return (
            Option(name, NAME, "the name of a joint"),
            Option("coordinate", COORDINATE, which, None),
        )

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        read = read_position if self.position else read_coordinate
        place = read(reading.scope, reading.entry, reading)
        if place is None:
            return {}
        joint, index, unit = place
        reading.is_angle = unit == "rad/s"
        return {name: joint, "index": index}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        joint = getattr(element, name)
        of_type = drawing.joints[joint].type
        if of_type.nv == 1:
            return {name: joint}
        return {name: joint, "coordinate": of_type.velocities[element.index].name}

    def in_part(self, name: str, element: Any, part: Part) -> dict[str, Any]:
        joint = getattr(element, name)
        if part.rate_sign(joint, element.index) < 0.0 and not element.is_odd:
            of_type = part.model.joint(joint).type
            rule = f"acts on '{of_type.velocities[element.index].name}' of '{joint}', which counts "
            rule += "the other way in the mirror image"
            action = f"use a simpler joint than a {of_type.type_name} one, or add it to the host"
            part.refuse(f"force '{element.name}'", rule, action)
        return {name: part.name_in_host(joint)}


class Beside(Field):
    """A number that comes with another attribute, and may become a kernel input by itself."""

    unit: Unit

    def options(self, name: str) -> Sequence[Option]:
        return ()

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        return {}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        return {}


class JointField(Field):
    """The name of a joint."""

    text: str

    is_joint = True

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, NAME, self.text),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        known = reading.scope.joint_names
        found = find(reading.entry, name, reading.get(name), known, "joint")
        return {name: found} if found in reading.scope.joints else {}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        return {name: getattr(element, name)}

    def in_part(self, name: str, element: Any, part: Part) -> dict[str, Any]:
        return {name: part.name_in_host(getattr(element, name))}


class OtherNameField(Field):
    """The name of something else of the model; an empty name where none is given."""

    text: str
    default: Any

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, NAME, self.text, self.default),)

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        found = getattr(element, name)
        return {name: found} if found else {}

    def in_part(self, name: str, element: Any, part: Part) -> dict[str, Any]:
        found = getattr(element, name)
        return {name: part.name_in_host(found)} if found else {}


class OtherJointField(OtherNameField):
    """A second joint that turns, by name; an empty name where none is given."""

    is_joint = True

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        raw, entry = reading.get(name), reading.entry
        if raw is None and self.default is None:
            return {}
        found = find(entry, name, raw, reading.scope.joint_names, "joint")
        if found is None or found not in reading.scope.joints:
            return {}
        velocities = reading.scope.joints[found].type.velocities
        if [v.unit for v in velocities] != ["rad/s"]:
            rule, action = "is not a joint with one angle", "name a revolute joint, such as a hub"
            entry.report("M09", name, rule, value=entry.literal(name, raw), action=action)
            return {}
        return {name: found}


class ElementField(OtherNameField):
    """The name of another force element; an empty name where none is given.

    Whether there is such an element, `check_among` of the element finds.
    """

    is_element = True

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        raw, entry = reading.get(name), reading.entry
        if raw is None and self.default is None:
            return {}
        if isinstance(raw, str):
            return {name: raw}
        rule = "is not the name of an element"
        entry.report("M09", name, rule, value=entry.literal(name, raw), action="give a name")
        return {}


class TableField(Field):
    """A curve y(x) by rows, or a number where it is the same everywhere; kept as a `Curve`."""

    x: str
    y: str
    argument: str
    text: str
    default: Any

    def options(self, name: str) -> Sequence[Option]:
        kind = curve_kind(self.argument, self.x, self.y)
        return (Option(name, kind, self.text, self.default, shown_unit(self.y)),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        raw, entry = reading.get(name), reading.entry
        if raw is None and self.default is None:
            return {}
        found = read_law(entry, name, raw, self.y, self.x, self.y)
        if found is None:
            return {}
        level, curve = found
        if curve is None:
            value = fixed_value(level, TABLE)
            curve = Curve(np.array([0.0, 1.0]), np.array([value, value]), smooth=0)
        return {name: Curve(curve.x, curve.y, curve.smooth, "hold")}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        found = getattr(element, name)
        if found is None:
            return {}
        return {name: found.y[0] if np.ptp(found.y) == 0.0 else found}


class NumberField(Field):
    """A number in a unit, with bounds.

    otherwise: what the attribute is where nothing is given: another attribute, or a function of
    the reading. "n" in a unit stands for the attribute `exponent`.
    """

    unit: Unit
    text: str
    default: Any
    at_least: float | None
    above: float | None
    otherwise: str | Callable[[Reading], float | None] | None
    option: str
    is_input: bool

    @property
    def input_unit(self) -> Unit | None:
        return self.unit if self.is_input else None

    def options(self, name: str) -> Sequence[Option]:
        unit = shown_unit(self.unit)
        return (Option(self.option or name, NUMBER, self.text, self.default, unit),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        keyword = self.option or name
        if self.default is None and self.otherwise is None and reading.get(keyword) is None:
            return {}  # the attribute keeps the default of the class
        if self.otherwise is not None and reading.get(keyword) is None:
            found = (
                reading.values.get(self.otherwise)
                if isinstance(self.otherwise, str)
                else self.otherwise(reading)
            )
        else:
            found = reading.number(keyword, self.unit, at_least=self.at_least, above=self.above)
        return {} if found is None else {name: found}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        return {self.option or name: getattr(element, name)}


class VectorField(Field):
    """Three numbers in a unit."""

    unit: str
    text: str
    default: Any

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, NUMBERS, self.text, self.default, shown_unit(self.unit)),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        found = reading.entry.vector(name, reading.get(name), self.unit)
        return {} if found is None else {name: found}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        return {name: getattr(element, name)}


class RowsField(Field):
    """A table of numbers in a unit: rows of the same length, kept as tuples."""

    unit: str
    text: str
    default: Any

    @property
    def input_unit(self) -> Unit | None:
        return None

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, NUMBERS, self.text, self.default, shown_unit(self.unit)),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        raw, entry = reading.get(name), reading.entry
        try:
            found = np.array(raw, dtype=float)
        except (TypeError, ValueError):
            found = np.zeros(1)
        if (found.ndim != 2 and found.size) or not np.all(np.isfinite(found)):
            rule, action = "must be rows of numbers", f"give {self.text}"
            entry.report("S90", name, rule, value=entry.literal(name, raw), action=action)
            return {}
        rows = found if found.size else np.zeros((0, 0))
        return {name: tuple(tuple(float(x) for x in row) for row in rows)}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        found = getattr(element, name)
        return {name: [list(row) for row in found]} if found else {}


class NamesField(Field):
    """Names that the element gives to parts of itself."""

    text: str
    default: Any

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, NAMES, self.text, self.default),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        raw, entry = reading.get(name), reading.entry
        if not isinstance(raw, (list, tuple)) or not all(isinstance(x, str) for x in raw):
            rule = "must be a list of names"
            entry.report("M25", name, rule, value=entry.literal(name, raw))
            return {}
        return {name: tuple(raw)}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        found = getattr(element, name)
        return {name: list(found)} if found else {}


class PointField(Field):
    """A point of a body, in its frame [m]: given in the drawing (`at`) or on the body (`on`)."""

    body: str
    text: str
    at: str
    on: str

    unit = "m"

    def options(self, name: str) -> Sequence[Option]:
        at = f"{self.text}, in the drawing"
        on = f"{self.text}, in the body frame, or a named frame of the body"
        return Option(self.at, PLACE, at, None, "m"), Option(self.on, POINT, on, None, "m")

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        body = reading.values.get(self.body)
        if body is None:
            return {}
        found = read_point(reading.scope, reading.entry, reading, body, self.at, self.on)
        return {} if found is None else {name: found}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        body, point = getattr(element, self.body), getattr(element, name)
        return drawn_point_options(drawing, body, point, self.at, self.on)

    def in_part(self, name: str, element: Any, part: Part) -> dict[str, Any]:
        return {name: part.point(getattr(element, self.body), getattr(element, name))}


class DirectionField(Field):
    """A unit vector: given in the drawing, kept in the frame of a body, or of the world.

    axial: whether it is an axis to turn about, whose sense changes in a mirror.
    """

    body: str
    text: str
    default: Any
    option: str
    axial: bool

    def options(self, name: str) -> Sequence[Option]:
        return (Option(self.option or name, AXIS, self.text, self.default),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        keyword = self.option or name
        found = read_direction(reading.entry, keyword, reading.get(keyword))
        body = reading.values.get(self.body) if self.body else GROUND
        if found is None or body is None:
            return {}
        return {name: found if not self.body else in_frame(reading.scope.pose_of(body), found)}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        body = getattr(element, self.body) if self.body else GROUND
        return {self.option or name: drawn_direction(drawing, body, getattr(element, name))}

    def in_part(self, name: str, element: Any, part: Part) -> dict[str, Any]:
        along = getattr(element, name)
        if not self.body:
            return {name: part.world_axial(along) if self.axial else part.world_direction(along)}
        body = getattr(element, self.body)
        return {name: part.axial(body, along) if self.axial else part.direction(body, along)}


class LawField(Field):
    """A factor of a linear law, or a curve or rows of it instead, kept as another attribute.

    role: "stiffness", which warns where it is negative; "damper", which must brake at every rate.
    """

    unit: Unit
    x: Unit
    y: Unit
    argument: str
    curve: str
    text: str
    default: Any
    role: str

    def options(self, name: str) -> Sequence[Option]:
        kind = curve_kind(self.argument, self.x, self.y)
        return (Option(name, kind, self.text, self.default, shown_unit(self.unit)),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        unit, x, y = (reading.unit(u) for u in (self.unit, self.x, self.y))
        if unit is None or x is None or y is None:
            return {}
        entry = reading.entry
        law = read_law(entry, name, reading.get(name), unit, x, y)
        if law is None:
            return {}
        if self.role == "stiffness":
            check_stiffness(entry, name, law, unit)
        if self.role == "damper" and not dissipates(entry, name, law, x):
            return {}
        return {name: law[0], self.curve: law[1]}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        found = getattr(element, self.curve)
        return {name: getattr(element, name) if found is None else found}


class TimeLawField(Field):
    """A number, kept as such, or a law of time, kept as another attribute."""

    unit: Unit
    law: str
    text: str
    default: Any

    def options(self, name: str) -> Sequence[Option]:
        kind = time_law_kind(self.unit)
        return (Option(name, kind, self.text, self.default, shown_unit(self.unit)),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        if reading.get(name) is None and self.default is not REQUIRED:
            return {}
        unit = reading.unit(self.unit)
        if unit is None:
            return {}
        found = read_time_law(reading.entry, name, reading.get(name), unit)
        if found is None:
            return {}
        return {name if isinstance(found, float) or is_tracked(found) else self.law: found}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        law, number_ = getattr(element, self.law, None), getattr(element, name)
        if law is None and not number_ and self.default is None:
            return {}
        return {name: number_ if law is None else law}


class FlagField(Field):
    """True or false."""

    text: str
    default: bool

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, FLAG, self.text, self.default),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        found = reading.flag(name)
        return {} if found is None else {name: found}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        return {name: getattr(element, name)}


class ChoiceField(Field):
    """One word out of some."""

    choices: tuple[str, ...]
    text: str
    default: Any

    def options(self, name: str) -> Sequence[Option]:
        return (Option(name, choice_kind(*self.choices), self.text, self.default),)

    def read(self, name: str, reading: Reading) -> dict[str, Any]:
        found = reading.choice(name, self.choices)
        return {} if found is None else {name: found}

    def as_options(self, name: str, element: Any, drawing: Scope) -> dict[str, Any]:
        return {name: getattr(element, name)}


# --- specifiers: what stands behind the annotation of an attribute ------------------------------


def field(of: Field, *, default: Any = REQUIRED) -> Any:
    """Return the attribute of a dataclass for a field of any class; default: of the attribute."""
    more: dict[str, Any] = {} if default is REQUIRED else {"default": default}
    return dataclasses.field(metadata={FIELD: of}, **more)


def body_name(
    text: str = "the body, or ground", *, option: str = "", default: Any = REQUIRED
) -> Any:
    """Declare a body by name; with default=None it is ground where nothing is given."""
    kept = GROUND if default is None else REQUIRED
    return field(BodyField(text, option, default), default=kept)


def joint_coordinate(*, position: bool = True) -> Any:
    """Declare a joint and, as the attribute `index`, one of its coordinates.

    position: whether the element asks for the coordinate, not only for its rate; joints with a
    quaternion are then refused.
    """
    return field(CoordinateField(position))


def other_joint(text: str, *, default: Any = None) -> Any:
    """Declare a second joint that turns, by name; none where nothing is given, if it may be."""
    return field(OtherJointField(text, default), default="" if default is None else REQUIRED)


def element_name(text: str, *, default: Any = None) -> Any:
    """Declare another force element, by name; none where nothing is given, if it may be."""
    return field(ElementField(text, default), default="" if default is None else REQUIRED)


def table(x: str, y: str, text: str, *, argument: str, default: Any = REQUIRED) -> Any:
    """Declare a curve y(x), or a number where it is the same everywhere; kept as a `Curve`."""
    return field(TableField(x, y, argument, text, default), default=default)


def number(
    unit: Unit,
    text: str,
    *,
    default: Any = REQUIRED,
    at_least: float | None = None,
    above: float | None = None,
    otherwise: str | Callable[[Reading], float | None] | None = None,
    kept: Any = REQUIRED,
    option: str = "",
    is_input: bool = True,
) -> Any:
    """Declare a number; in two units where it depends on the coordinate of a joint.

    default: what it is where users give nothing; otherwise: another attribute, or a function of
    the reading, that it is then; kept: default of the attribute of the class, where that is not
    the same; option: the keyword, if not the name of the attribute; is_input=False: it shapes the
    equations, and cannot become an input of kernels.
    """
    preset = kept if kept is not REQUIRED or otherwise or default is None else default
    of = NumberField(
        unit,
        text,
        None if otherwise and default is REQUIRED else default,
        at_least,
        above,
        otherwise,
        option,
        is_input,
    )
    return field(of, default=preset)


def vector(unit: str, text: str, *, default: Any = REQUIRED) -> Any:
    """Declare three numbers in a unit, in world axes or those that the element gives them."""
    return field(VectorField(unit, text, default), default=default)


def rows(unit: str, text: str, *, default: Any = REQUIRED) -> Any:
    """Declare a table of numbers in a unit; no kernel input."""
    return field(RowsField(unit, text, default), default=default)


def names(text: str, *, default: Any = ()) -> Any:
    """Declare names of parts of the element itself."""
    return field(NamesField(text, default), default=default)


def body_point(body: str, text: str, *, at: str = "at", on: str = "on") -> Any:
    """Declare a point in the frame of the body that another attribute names."""
    return field(PointField(body, text, at, on))


def unit_vector(
    text: str,
    *,
    body: str = "",
    default: Any = REQUIRED,
    kept: Any = REQUIRED,
    option: str = "",
    axial: bool = False,
) -> Any:
    """Declare a unit vector of the drawing; body: the attribute whose body carries it.

    axial: an axis to turn about; a mirror image of the element turns the other way.
    """
    return field(DirectionField(body, text, default, option, axial), default=kept)


def linear_law(
    unit: Unit,
    x: Unit,
    y: Unit,
    text: str,
    *,
    argument: str,
    curve: str,
    default: Any = REQUIRED,
    role: str = "",
) -> Any:
    """Declare the factor of a linear law in a unit, or a curve from x to y instead of it."""
    return field(LawField(unit, x, y, argument, curve, text, default, role), default=default)


def time_law(
    unit: Unit, text: str, *, law: str, default: Any = REQUIRED, kept: Any = REQUIRED
) -> Any:
    """Declare a number or a law of time; law: the attribute that keeps the latter."""
    return field(TimeLawField(unit, law, text, default), default=kept)


def flag(text: str, *, default: bool) -> Any:
    """Declare true or false."""
    return field(FlagField(text, default), default=default)


def choice(choices: tuple[str, ...], text: str, *, default: Any = REQUIRED) -> Any:
    """Declare one word out of some."""
    return field(ChoiceField(choices, text, default), default=default)


FIELD = "sarrus field"
"""Key of the metadata of an attribute that holds its field."""


@cache
def declared_fields(of_class: type) -> tuple[tuple[str, Field], ...]:
    """Return the attributes of an element that are declared with fields, in their order."""
    listed = dataclasses.fields(of_class) if dataclasses.is_dataclass(of_class) else ()
    return tuple([(a.name, a.metadata[FIELD]) for a in listed if FIELD in a.metadata])


@cache
def needed_attributes(of_class: type) -> frozenset[str]:
    """Return the attributes of an element, its name aside, that have no default."""
    listed: Any = dataclasses.fields(of_class)
    return frozenset(a.name for a in listed if a.default is dataclasses.MISSING) - {"name"}
