"""Parts of a history that belong together: the motion of a point, the load of a joint."""

from __future__ import annotations

import os
from dataclasses import field
from pathlib import Path
from typing import Any

from sarrus.late_dataclass import dataclass
from sarrus.model.output_units import IN_SI, OutputUnits
from sarrus.system.channels.definition import Definition
from sarrus.system.history import tables
from sarrus.system.history.channel import Channel
from sarrus.system.history.channels import read
from sarrus.system.history.source import Part


@dataclass(frozen=True, eq=False)
class View:
    """Some channels over the same states."""

    part: Part
    definitions: tuple[Definition, ...]
    title: str
    units: OutputUnits = IN_SI
    _read: dict[str, Channel] = field(default_factory=dict)

    def channel(self, name: str) -> Channel:
        """Return the channel whose name ends so."""
        return self.channels(name)[0]

    def channels(self, *names: str) -> list[Channel]:
        """Return the channels whose names end so, computed together."""
        named = {d.name.rpartition(".")[2]: d for d in self.definitions}
        missing = [name for name in names if name not in self._read]
        found = read(self.part, [named[name] for name in missing])
        self._read.update(zip(missing, found, strict=True))
        return [self._read[name] for name in names]

    def to_csv(self, path: str | os.PathLike[str]) -> Path:
        """Write the channels over time as CSV; numbers are read back exactly."""
        return tables.to_csv(self.part, self.definitions, path, self.units)

    def to_pandas(self) -> Any:
        """Return the channels as a pandas DataFrame, with units in its attrs."""
        found = read(self.part, self.definitions)
        return tables.to_pandas(self.definitions, found, self.part.t, self.title, self.units)

    def to_xarray(self) -> Any:
        """Return the channels as an xarray Dataset, with units and long names."""
        found = read(self.part, self.definitions)
        return tables.to_xarray(self.definitions, found, self.part.t, self.title, self.units)

    def __repr__(self) -> str:
        return f"<{self.title}: {', '.join(d.name for d in self.definitions)}>"


@dataclass(frozen=True, eq=False, repr=False)
class PointHistory(View):
    """The motion of a point of a body, in world axes."""

    @property
    def position(self) -> Channel:
        """Position [m], n x 3."""
        return self.channel("position")

    @property
    def velocity(self) -> Channel:
        """Velocity [m/s], n x 3."""
        return self.channel("velocity")

    @property
    def acceleration(self) -> Channel:
        """Acceleration [m/s^2], n x 3."""
        return self.channel("acceleration")


@dataclass(frozen=True, eq=False, repr=False)
class PoseHistory(View):
    """The pose of one frame in another."""

    @property
    def position(self) -> Channel:
        """Position [m], n x 3."""
        return self.channel("position")

    @property
    def rotation(self) -> Channel:
        """Rotation matrices, n x 3 x 3."""
        return self.channel("rotation")

    @property
    def quat_wxyz(self) -> Channel:
        """Unit quaternions with w >= 0, n x 4."""
        return self.channel("quat_wxyz")

    @property
    def rpy(self) -> Channel:
        """Roll, pitch and yaw [rad], n x 3."""
        return self.channel("rpy")


@dataclass(frozen=True, eq=False, repr=False)
class LoadHistory(View):
    """The load of a joint over time: force, moment, and the point that it refers to.

    Each component of `force` and `moment` says in `unique` whether the loops determine it at all
    states; if not, the value of smallest norm over all joints is shown, and `because` names the
    loops.
    """

    @property
    def force(self) -> Channel:
        """Force [N], n x 3."""
        return self.channel("force")

    @property
    def moment(self) -> Channel:
        """Moment [N m], n x 3."""
        return self.channel("moment")

    @property
    def at(self) -> Channel:
        """The point of reference in world coordinates [m], n x 3."""
        return self.channel("at")

    @property
    def unique(self) -> bool:
        """Whether all six components are unique at all states."""
        return all(channel.about.all_unique for channel in self.channels("force", "moment"))

    @property
    def because(self) -> tuple[str, ...]:
        """The loops whose redundant rows make it not unique."""
        both = self.channels("force", "moment")
        return tuple(sorted({name for channel in both for name in channel.because}))
