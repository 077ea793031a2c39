"""What an exported file holds: channels with units and descriptions, and where they come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model.output_units import IN_SI, OutputUnits
from sarrus.system.channels.definition import Definition
from sarrus.system.history import History
from sarrus.system.history.channel import About
from sarrus.system.history.reading import Reader
from sarrus.system.history.resampling import Resampled
from sarrus.system.history.run_source import RunSource
from sarrus.system.history.source import Part, Source
from sarrus.system.history.tables import TIME, time_about

MOST_LISTED = 100
"""Events that are named in a file; runs may have any number."""


@dataclass(frozen=True)
class Column:
    """One scalar of a table: component `at` of the flattened channel number `channel`."""

    about: Definition
    channel: int
    at: int


@dataclass(frozen=True, eq=False)
class Contents:
    """Channels of some states, read a chunk at a time.

    attributes: model, program and settings, as texts, numbers and lists of texts. What is unique
    is known when all chunks were read.
    """

    part: Part
    definitions: tuple[Definition, ...]
    attributes: Mapping[str, Any]
    units: OutputUnits = IN_SI

    def __len__(self) -> int:
        return len(self.part)

    @property
    def time(self) -> About:
        """The column of times."""
        return time_about(self.units)[0]

    def times(self, t: np.ndarray) -> np.ndarray:
        """Return times in the unit of their column, from seconds."""
        return time_about(self.units)[1] * t

    @cached_property
    def reader(self) -> Reader:
        """Reads the channels, and knows what is unique afterwards."""
        return Reader(self.part, self.definitions)

    def about(self, k: int) -> About:
        """Return what is known of channel k after reading."""
        return self.reader.about(k)

    @cached_property
    def columns(self) -> list[Column]:
        """The scalars that the channels consist of, each once."""
        found: dict[str, Column] = {}
        for k, definition in enumerate(self.definitions):
            for at, scalar in enumerate(definition.columns):
                found.setdefault(scalar.full_name, Column(scalar, k, at))
        return list(found.values())

    def rows(self) -> Iterator[np.ndarray]:
        """Go through the states: tables of the time and all columns."""
        sizes = [int(np.prod(d.shape, dtype=int)) for d in self.definitions]
        starts = 1 + np.concatenate([[0], np.cumsum(sizes)])
        places = [0, *(int(starts[c.channel]) + c.at for c in self.columns)]
        for t, values in self.reader:
            table = np.column_stack([self.times(t), *(x.reshape(len(t), -1) for x in values)])
            yield table if len(places) == table.shape[1] else table[:, places]

    def unique(self, column: Column) -> bool:
        """Return whether the loops determine a column at all states that were read."""
        unique = self.about(column.channel).unique
        return unique if isinstance(unique, bool) else unique[column.at]

    def because(self, column: Column) -> str:
        """Return the loops that leave a column open, empty where it is unique."""
        return "" if self.unique(column) else ", ".join(self.about(column.channel).because)

    def notices(self) -> list[str]:
        """Return what else there is to say after reading."""
        if not self.definitions:
            return []
        return [str(notice) for notice in self.about(0).notices]


def contents_of(
    history: History, channels: Sequence[str] | None, about: Mapping[str, Any]
) -> Contents:
    """Return the contents of a file; about: more attributes, such as the settings of a study."""
    if isinstance(channels, str):
        channels = [channels]
    usual = [*history.outputs, *history.coordinates()]
    names = usual if channels is None else channels
    found = {d.full_name: d for d in history.definitions(names)}
    attributes = {**_attributes(history), **{str(k): v for k, v in about.items()}}
    return Contents(history.part, _distinct(list(found.values())), attributes, history.units)


def _distinct(definitions: list[Definition]) -> tuple[Definition, ...]:
    """Return the channels; those that share a name get their name space in front."""
    count = Counter([TIME.name, *(d.name for d in definitions)])
    return tuple(replace(d, name=d.full_name) if count[d.name] > 1 else d for d in definitions)


def _attributes(history: History) -> dict[str, Any]:
    model = history.system.model
    found: dict[str, Any] = {
        "title": f"history of '{model.name}'",
        "model": model.name,
        "model_hash": model.content_hash,
        "program": f"Sarrus {import_module('sarrus').__version__}",
        "states": len(history),
        "cut_joints": [joint.name for joint in history.system.topology.cuts],
    }
    source = _base(history.part.source)
    return {**found, **_of_run(source)} if isinstance(source, RunSource) else found


def _base(source: Source) -> Source:
    return source.base if isinstance(source, Resampled) else source


def _of_run(source: RunSource) -> dict[str, Any]:
    run, account = source.run, source.run.account
    events = [f"{e.name} at {e.t!r} s" for e in run.events[:MOST_LISTED]]
    if len(run.events) > MOST_LISTED:
        events.append(f"and {len(run.events) - MOST_LISTED} more")
    return {
        "method": account.method,
        "steps": account.steps,
        "rejected_steps": account.rejected,
        "evaluations": account.evaluations,
        "events": events,
        "notices": [str(notice) for notice in run.notices[:MOST_LISTED]],
    }
