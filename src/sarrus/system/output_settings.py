"""What a model file wants to see of its runs: channels, first of all, and units."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sarrus.late_dataclass import dataclass


@dataclass(frozen=True)
class OutputSettings:
    """The sections `outputs` and `units` of a file, which go with its runs.

    channels: those that tables, plots, files and the page have first; units: those that they are
    in, none for SI.
    """

    channels: tuple[str, ...] = ()
    units: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.channels or self.units)

    @property
    def record(self) -> dict[str, Any]:
        """It as a record of a result file."""
        return {"channels": list(self.channels), "units": list(self.units)}

    @staticmethod
    def of(record: Mapping[str, Any] | None) -> OutputSettings:
        """Return it from a record; files of earlier versions have none."""
        known = record or {}
        return OutputSettings(
            *(tuple(map(str, known.get(key, ()))) for key in ("channels", "units"))
        )
