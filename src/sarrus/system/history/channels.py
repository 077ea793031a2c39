"""Channels of a run or drive by name: listing, reading, writing them to tables."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.model.output_units import IN_SI, OutputUnits
from sarrus.system.channels.catalogue import Catalogue, Listing
from sarrus.system.channels.definition import Definition
from sarrus.system.channels.units import in_units
from sarrus.system.history import tables
from sarrus.system.history.channel import Channel
from sarrus.system.history.reading import Reader
from sarrus.system.history.source import Part, Source

if TYPE_CHECKING:
    from sarrus.system.system import System

KEPT = 64 * 2**20
"""Bytes of channels that are kept for the next time they are asked for."""


@with_checks
class Channels:
    """The channels of some states by name. The user's object is `History`."""

    def __init__(
        self, part: Part, catalogue: Catalogue | None = None, units: OutputUnits = IN_SI
    ) -> None:
        self.part, self.units = part, units
        self.catalogue = catalogue_of(part.source) if catalogue is None else catalogue
        self._kept: dict[str | Definition, Channel] = {}

    @property
    def system(self) -> System:
        """The system whose history it is."""
        return self.part.source.system

    @cached_property
    def t(self) -> np.ndarray:
        """Times [s]; before and after an event, two are equal."""
        return self.part.t

    def __len__(self) -> int:
        return len(self.part)

    def channels(self, pattern: str = "") -> Listing:
        """Return name, unit and description of all channels.

        pattern: only those whose name or description holds it, or whose name fits `*` and `?`.

        Example:
            print(history.channels("*.reaction.force"))
        """
        found = self.catalogue.listing(pattern)
        if not self.units:
            return found
        return Listing(replace(entry, unit=_shown_units(entry.unit, self.units)) for entry in found)

    def __contains__(self, name: object) -> bool:
        try:
            return isinstance(name, str) and bool(self.catalogue.find(name))
        except ModelError:
            return False

    def channel(self, name: str) -> Channel:
        """Return a channel by name.

        Example:
            rate = history.channel("A.rate")
        """
        return self.read(name)[name]

    def read(self, *names: str | Definition) -> dict[Any, Channel]:
        """Return several channels by name, computed together in one pass through the states.

        names: or definitions of channels, by which they are then found in the result.

        Example:
            found = history.read("A.angle", "A.rate")
        """
        answer = {name: self._kept[name] for name in names if name in self._kept}
        missing = [name for name in dict.fromkeys(names) if name not in answer]
        if not missing:
            return answer
        reader = Reader(self.part, self.definitions(missing))
        whole = [np.empty((len(self.part), *d.shape)) for d in reader.definitions]
        at = 0
        for chunk in self.part.chunks():
            rows = slice(at, at + len(chunk.t))
            for values, definition in zip(whole, reader.definitions, strict=True):
                values[rows] = definition.equation(chunk)
            reader.note(chunk)
            at = rows.stop
        for k, name in enumerate(missing):
            answer[name] = Channel.of(whole[k], self.part.t, reader.about(k))
            self._keep(name, answer[name])
        return answer

    def _keep(self, name: str | Definition, channel: Channel) -> None:
        if channel.nbytes > KEPT:
            return
        self._kept[name] = channel
        while sum(c.nbytes for c in self._kept.values()) > KEPT:
            self._kept.pop(next(iter(self._kept)))

    def pieces(self, *names: str) -> Iterator[tuple[np.ndarray, dict[str, np.ndarray]]]:
        """Go through the states: times, and the values by name, for histories of any length.

        Example:
            blocks = list(history.pieces("A.angle"))
        """
        for t, values in Reader(self.part, self.definitions(names)):
            yield t, dict(zip(names, values, strict=True))

    def definitions(self, names: Iterable[str | Definition]) -> list[Definition]:
        """Return what names mean, in the units chosen; all unknown ones are refused together.

        What is a definition already stays as it is.

        Example:
            [found] = history.definitions(["A.angle"])
        """
        found, problems = [], []
        for name in names:
            if isinstance(name, Definition):
                found.append(name)
                continue
            try:
                found.append(in_units(self.catalogue.find(name), self.units))
            except ModelError as error:
                problems += error.problems
        if problems:
            raise ModelError(problems)
        return found

    # --- tables of other programs ---------------------------------------------------------------

    def to_csv(self, path: str | os.PathLike[str], channels: Sequence[str] | None = None) -> Path:
        """Write channels over time as CSV: names with units in the head, exact numbers below.

        channels: names, all coordinates and velocities of the joints by default. Rows are written
        as they are computed; the file gets its name when it is complete.

        Example:
            history.to_csv("all.csv", ["A.angle"])
        """
        return tables.to_csv(self.part, self._chosen_definitions(channels), path, self.units)

    def to_pandas(self, channels: Sequence[str] | None = None) -> Any:
        """Return channels as a pandas DataFrame: times as index, a column for each component.

        `frame.attrs["units"]` and `frame.attrs["descriptions"]` tell what the columns are.

        Example:
            table = history.to_pandas(["A.angle"])
        """
        definitions = self._chosen_definitions(channels)
        read = self.read(*definitions)
        found = [read[definition] for definition in definitions]
        return tables.to_pandas(definitions, found, self.t, self._title, self.units)

    def to_xarray(self, channels: Sequence[str] | None = None) -> Any:
        """Return channels as an xarray Dataset, with `units` and `long_name` of each.

        Example:
            data = history.to_xarray(["A.angle"])
        """
        definitions = self._chosen_definitions(channels)
        read = self.read(*definitions)
        found = [read[definition] for definition in definitions]
        return tables.to_xarray(definitions, found, self.t, self._title, self.units)

    @property
    def _title(self) -> str:
        return f"history of '{self.system.model.name}'"

    def _chosen_definitions(self, channels: Sequence[str] | None) -> list[Definition]:
        if isinstance(channels, str):
            channels = [channels]
        return self.definitions(self.coordinates() if channels is None else channels)

    @property
    def outputs(self) -> list[str]:
        """The channels that the model file of the run asks for, none where it asks for none."""
        return [name for name in self.part.source.shown.channels if name in self]

    def coordinates(self) -> list[str]:
        """Return the full names of coordinates and velocities, and of states of force elements."""
        joints = self.system.model.joints
        names = [n for j in joints for n in (*j.coordinate_names, *j.velocity_names)]
        states = [f"force:{name}" for name in self.system.states]
        return [*(f"joint:{name}" for name in names), *states]


def read(part: Part, definitions: Sequence[Definition]) -> list[Channel]:
    """Return the channels of definitions at all states of a part."""
    found = Channels(part, Catalogue(())).read(*definitions)
    return [found[definition] for definition in definitions]


def catalogue_of(source: Source) -> Catalogue:
    """Return all channels of a source."""
    known = source.system.compiled.catalogue
    return known.with_own(source.own_definitions(), source.note, source.balance)


def _shown_units(unit: str, units: OutputUnits) -> str:
    """Return the units of a channel, which may be several with commas between."""
    return ", ".join(units.shown_unit(one) for one in unit.split(", "))


def no_key(key: Any) -> Problem:
    """Return the problem of asking a history for what is neither a name nor a span of times."""
    return Problem(
        "S03",
        "history[...]",
        "takes the name of a channel, or a span of times start:end",
        value=repr(key)[:60],
    )
