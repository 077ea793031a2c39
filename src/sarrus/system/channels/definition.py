"""What a channel is before it has values: a name, a unit, and how to read it from some states."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sarrus.system.channels.labels import Labels
from sarrus.system.history.chunk import Chunk

XYZ = ("x", "y", "z")
NORM = "norm"


@dataclass(frozen=True, eq=False)
class Definition:
    """A quantity that can be read from any states of a history.

    kind: the name space, one of `names.KINDS`; shape: of one value; components: their names, in
    the order of the flattened value; units: of the components where they differ; also: other
    names; listed: whether it stands in the list of channels; read: its values for a chunk of
    states, a row each; labels: what is unique about them.
    """

    kind: str
    name: str
    unit: str
    description: str
    read: Callable[[Chunk], np.ndarray]
    shape: tuple[int, ...] = ()
    components: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    listed: bool = True
    labels: Callable[[Chunk], Labels] | None = None

    @staticmethod
    def several(
        kind: str,
        name: str,
        parts: Sequence[tuple[str, str]],
        description: str,
        read: Callable[[Chunk], np.ndarray],
        listed: bool = True,
        labels: Callable[[Chunk], Labels] | None = None,
    ) -> Definition:
        """Return the definition of a row of numbers, each part with its name and unit."""
        units = tuple(unit for _, unit in parts)
        return Definition(
            kind,
            name,
            ", ".join(dict.fromkeys(unit for unit in units if unit)),
            description,
            read,
            shape=(len(parts),),
            components=tuple(part for part, _ in parts),
            units=units,
            listed=listed,
            labels=labels,
        )

    @property
    def full_name(self) -> str:
        """The name with its name space, which is never ambiguous."""
        return f"{self.kind}:{self.name}"

    def component(self, part: str) -> Definition | None:
        """Return the definition of one component, or of the length of a vector; None: no such."""
        if part == NORM and self.components == XYZ:
            return replace(
                self._scalar(part),
                description=f"length of: {self.description}",
                read=lambda chunk: np.linalg.norm(self.read(chunk), axis=1),
                labels=_of_whole(self.labels),
            )
        if part not in self.components:
            return None
        k = self.components.index(part)
        return replace(
            self._scalar(part),
            unit=self.units[k] if self.units else self.unit,
            description=f"{part} of: {self.description}",
            read=lambda chunk: self.read(chunk).reshape(len(chunk), -1)[:, k],
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


def column(read: Callable[[Chunk], np.ndarray], k: int) -> Callable[[Chunk], np.ndarray]:
    """Return what reads one column."""
    return lambda chunk: read(chunk)[:, k]


def _of_whole(labels: Callable[[Chunk], Labels] | None) -> Callable[[Chunk], Labels] | None:
    if labels is None:
        return None
    return lambda chunk: labels(chunk).together


def _of_component(
    labels: Callable[[Chunk], Labels] | None, k: int
) -> Callable[[Chunk], Labels] | None:
    if labels is None:
        return None
    return lambda chunk: labels(chunk).component(k)
