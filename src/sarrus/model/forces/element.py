"""What every force element can do.

An element is data (a frozen dataclass) and a few functions of the motion that a `Scene` shows
it: the loads that it puts on bodies and coordinates, the energy that it stores, the power that
it loses and the power that it brings in. It may have states of its own beside the motion (the
current of a motor, the pressure of oil), which obey first-order equations zdot = r(t, q, v, z).
The power of its loads is what it brings in, less what it loses, less what it stores. All are
written in the vocabulary of `sarrus.spatial.arrays`, so that they run on numbers and are traced
into machine code with exact derivatives.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from sarrus.late_dataclass import dataclass
from sarrus.model.fields import declared_fields
from sarrus.model.options import Option
from sarrus.spatial import Transform
from sarrus.spatial.arrays import Array, Scalar

if TYPE_CHECKING:
    from sarrus.model.building.entry import Entry
    from sarrus.model.building.parts import Part
    from sarrus.model.building.reading import Reading
    from sarrus.model.building.references import Scope

Description = tuple[str, dict[str, Any]]
"""A method of the builder, and its options by keyword."""


@dataclass(frozen=True)
class PointMotion:
    """Position [m] and velocity [m/s] of a point of a body, in world axes."""

    position: Array
    velocity: Array


@dataclass(frozen=True)
class ElementState:
    """A number of an element that obeys a first-order equation of its own.

    Its value at the start is the attribute `initial_<name>` of the element. scale: the size of
    usual values, in which absolute tolerances of integration count; None: 1 in its unit, or the
    start value where that is larger.
    """

    name: str
    unit: str
    text: str
    scale: float | None = None

    @property
    def start(self) -> str:
        """The attribute that holds the start value."""
        return f"initial_{self.name}"

    @property
    def rate_unit(self) -> str:
        """The unit of its rate."""
        known = {"": "1/s", "m/s": "m/s^2", "rad/s": "rad/s^2", "m s": "m", "rad s": "rad", "s": ""}
        return known.get(self.unit, f"{self.unit}/s")


@dataclass(frozen=True)
class Measure:
    """A number that an element shows beside its loads, as a channel of its name."""

    name: str
    unit: str
    text: str


class Scene(Protocol):
    """The motion of a mechanism as a force element sees it, in world axes."""

    @property
    def time(self) -> Scalar:
        """Time [s]."""

    def value(self, element: ForceElement, parameter: str) -> Scalar | Array:
        """Return a parameter of the element: its number, or the kernel input named after it."""

    def pose(self, body: str) -> Transform:
        """Return X_WB."""

    def point(self, body: str, r_B: Sequence[float] | Array) -> PointMotion:
        """Return the motion of the point r_B, given in the body frame."""

    def direction(self, body: str, u_B: Sequence[float] | Array) -> Array:
        """Return a direction fixed in a body, in world axes."""

    def angular_velocity(self, body: str) -> Array:
        """Return the angular velocity of a body [rad/s], in world axes."""

    def coordinate(self, joint: str, index: int) -> Scalar:
        """Return a position coordinate of a joint."""

    def rate(self, joint: str, index: int) -> Scalar:
        """Return a velocity coordinate of a joint."""

    def state(self, element: ForceElement, name: str) -> Scalar:
        """Return a state of the element."""

    def element(self, name: str) -> ForceElement | None:
        """Return another element of the mechanism; None where it is switched off."""


@dataclass(frozen=True)
class PointLoad:
    """A force [N] on a body at a point, both in world axes."""

    body: str
    point: Array
    force: Array


@dataclass(frozen=True)
class MomentLoad:
    """A moment [N m] on a body, in world axes."""

    body: str
    moment: Array


@dataclass(frozen=True)
class CoordinateLoad:
    """A generalised force [N or N m] on one velocity coordinate of a joint."""

    joint: str
    index: int
    effort: Scalar


Load = PointLoad | MomentLoad | CoordinateLoad


class ForceElement(ABC):
    """One force element of a model: a class made by `element`, of fields and a few functions.

    type_name: of the element in records, messages and files; if none is given, the name of the
    class in small letters. units: of the attributes that may become kernel inputs, by the fields.
    positional: the options that the builder's method takes without keywords; states: numbers that
    obey first-order equations of their own, none for most elements; more_options: those that belong
    to no attribute alone, and that `read` of the class reads.
    """

    type_name: ClassVar[str]
    method: ClassVar[str]
    units: ClassVar[dict[str, str]] = {}
    positional: ClassVar[tuple[str, ...]] = ()
    states: ClassVar[tuple[ElementState, ...]] = ()
    more_options: ClassVar[tuple[Option, ...]] = ()

    name: str

    @property
    def further_inputs(self) -> tuple[str, ...]:
        """Numbers beside `units` that may become kernel inputs in this very element."""
        return ()

    is_row: ClassVar[bool] = False
    """Whether it is a row of velocities alone."""
    has_bearing: ClassVar[bool] = False
    """Whether its load is a reaction."""
    has_outside_code: ClassVar[bool] = False
    """Whether a program of others says what it does, so that only runs of one motion can ask it."""
    is_odd: ClassVar[bool] = False
    """Whether its effort on a joint turns with the sense of the coordinate, as that of a damper."""

    gap_unit: ClassVar[str] = "m"
    """The unit of gaps; empty for that of the coordinate of a joint."""

    def gaps(self, scene: Scene) -> Sequence[Scalar]:
        """Return the distances from where the element begins to push, of all that may touch."""
        return ()

    def state_rates(self, scene: Scene) -> Sequence[Scalar]:
        """Return the rates of the states, in their order; they do not depend on accelerations."""
        return ()

    @classmethod
    def read(cls, reading: Reading) -> ForceElement | None:
        """Return the element that a user has described; None after problems are reported."""
        values = reading.attributes(cls)
        if reading.failed or reading.lacks(cls):
            return None
        made = cls(name=reading.name, **values)  # type: ignore[call-arg]
        made.check(reading)
        return None if reading.failed else made

    def check(self, reading: Reading) -> None:
        """Report what is wrong with the attributes together; each by itself is right."""
        return  # most elements have nothing to check

    def check_among(self, others: Mapping[str, ForceElement], entry: Entry) -> None:
        """Report what is wrong with the element among all that are read, by name."""
        return  # most elements know no others

    def descriptions(self, drawing: Scope) -> Iterator[Description]:
        """Yield what is read as this element, the most readable first."""
        yield self.method, self.as_options(drawing)

    def as_options(self, drawing: Scope) -> dict[str, Any]:
        """Return the options of all declared attributes."""
        found: dict[str, Any] = {}
        for name, of in declared_fields(type(self)):
            found |= of.as_options(name, self, drawing)
        return found

    def in_part(self, part: Part) -> ForceElement:
        """Return the element as one of a part of a mechanism, with the names and places there."""
        found: dict[str, Any] = {"name": part.name_in_host(self.name)}
        for name, of in declared_fields(type(self)):
            found |= of.in_part(name, self, part)
        return dataclasses.replace(self, **found)  # type: ignore[type-var]

    @property
    def bodies(self) -> tuple[str, ...]:
        """Names of the bodies that the element refers to."""
        return tuple(getattr(self, name) for name, of in declared_fields(type(self)) if of.is_body)

    @property
    def joints(self) -> tuple[str, ...]:
        """Names of the joints that the element refers to."""
        return tuple(getattr(self, name) for name, of in declared_fields(type(self)) if of.is_joint)

    @property
    def elements(self) -> tuple[str, ...]:
        """Names of other force elements that the element refers to."""
        names = [getattr(self, n) for n, of in declared_fields(type(self)) if of.is_element]
        return tuple(name for name in names if name)

    @property
    def elastic_coordinates(self) -> tuple[str, ...]:
        """Names of coordinates that are small and at rest without load: those of flexible links."""
        return ()

    @abstractmethod
    def loads(self, scene: Scene) -> Sequence[Load]:
        """Return what the element puts on the mechanism."""

    def potential(self, scene: Scene) -> Scalar:
        """Return the stored energy [J]."""
        return 0.0

    def dissipation(self, scene: Scene) -> Scalar:
        """Return the power turned into heat [W], never negative."""
        return 0.0

    def supply(self, scene: Scene) -> Scalar:
        """Return the power that the element puts into the mechanism from outside [W]."""
        return 0.0

    @property
    def measures(self) -> tuple[Measure, ...]:
        """What the element shows beside its loads, energies and states; nothing for most."""
        return ()

    def measure_values(self, scene: Scene) -> Sequence[Scalar]:
        """Return the values of `measures`, in their order."""
        return ()

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        """Return values whose sign changes are where the law of the element has a kink.

        Its loads are written without branches; integration with error control ends steps there.
        """
        return ()
