"""What a channel is before it has values: a name, a unit, and its equation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array
from sarrus.system.channels.labels import Labels
from sarrus.system.channels.view import LabelledView, StateView, norm

Equation = Callable[[StateView], Array]
"""The value of a channel at a state, or at rows of states, in numbers or symbols."""
Labelling = Callable[[LabelledView], Labels]
"""What is unique about it at these states."""

XYZ = ("x", "y", "z")
NORM = "norm"
UNIQUE = "unique"


@dataclass(frozen=True, eq=False)
class Definition:
    """A quantity of a state by name.

    kind: the name space, one of `names.KINDS`; shape: of one value; components: their names, in
    the order of the flattened value; units: of the components where they differ; also: other
    names; listed: whether it stands in the list of channels; equation: its value; labels: what is
    unique about it; solved: whether it needs accelerations, efforts or reactions; accumulates:
    whether it adds up over a run, so that it is no function of the state alone; in_world: whether
    it is a vector in world axes, which other axes can be asked of; body: the one it belongs to.
    """

    kind: str
    name: str
    unit: str
    description: str
    equation: Equation
    shape: tuple[int, ...] = ()
    components: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    listed: bool = True
    labels: Labelling | None = None
    solved: bool = False
    accumulates: bool = False
    in_world: bool = False
    body: str = ""

    @staticmethod
    def several(
        kind: str,
        name: str,
        parts: Sequence[tuple[str, str]],
        description: str,
        equation: Equation,
        listed: bool = True,
        labels: Labelling | None = None,
        solved: bool = False,
        also: tuple[str, ...] = (),
    ) -> Definition:
        """Return the definition of a row of numbers, each part with its name and unit."""
        units = tuple(unit for _, unit in parts)
        return Definition(
            kind,
            name,
            ", ".join(dict.fromkeys(unit for unit in units if unit)),
            description,
            equation,
            shape=(len(parts),),
            components=tuple(part for part, _ in parts),
            units=units,
            listed=listed,
            labels=labels,
            solved=solved,
            also=also,
        )

    @property
    def label(self) -> str:
        """The name with its unit, for heads of tables."""
        return f"{self.name} [{self.unit}]" if self.unit else self.name

    @property
    def full_name(self) -> str:
        """The name with its name space, which is never ambiguous."""
        return f"{self.kind}:{self.name}"

    def component(self, part: str) -> Definition | None:
        """Return the definition of one component, or of the length of a vector; None: no such.

        "unique": of what has labels, whether all of it is unique, 1 or 0 at every state.
        """
        if part == UNIQUE and self.labels is not None:
            return uniqueness(self, self.labels)
        if part == NORM and self.components == XYZ:
            return replace(
                self._scalar(part),
                description=f"length of: {self.description}",
                equation=lambda at: norm(self.equation(at)),
                labels=_of_whole(self.labels),
            )
        if part not in self.components:
            return None
        k = self.components.index(part)
        return replace(
            self._scalar(part),
            unit=self.units[k] if self.units else self.unit,
            description=f"{part} of: {self.description}",
            equation=lambda at: _flat(self.equation(at), len(self.shape))[..., k],
            labels=_of_component(self.labels, k),
        )

    def _scalar(self, part: str) -> Definition:
        name = f"{self.name}.{part}"
        return replace(self, name=name, shape=(), components=(), units=(), also=())

    @property
    def columns(self) -> list[Definition]:
        """The scalar channels that it consists of, for tables."""
        if not self.shape:
            return [self]
        parts = [self.component(part) for part in self.components]
        return [part for part in parts if part is not None]


def _flat(values: Array, axes: int) -> Array:
    """Return values whose last axes are one."""
    return values if axes < 2 else values.reshape(*values.shape[:-axes], -1)


def uniqueness(of: Definition, labels: Labelling) -> Definition:
    """Return whether a quantity is unique: 1 where the loops determine all of it, else 0."""
    return Definition(
        of.kind,
        f"{of.name}.{UNIQUE}",
        "",
        f"1 where unique, 0 where not: {of.description}",
        lambda at: labels(at).together.each[:, 0].astype(float),  # type: ignore[arg-type]
        listed=False,
        solved=of.solved,
    )


def column(equation: Equation, k: int) -> Equation:
    """Return the equation of one column."""
    return lambda at: equation(at)[..., k]


def _of_whole(labels: Labelling | None) -> Labelling | None:
    if labels is None:
        return None
    return lambda at: labels(at).together


def _of_component(labels: Labelling | None, k: int) -> Labelling | None:
    if labels is None:
        return None
    return lambda at: labels(at).component(k)
