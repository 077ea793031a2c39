"""Tables of sweeps in Parquet files, read part by part: they may be larger than memory."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.system.history.tables import library

ROWS = 1 << 17
"""Runs that are read together."""


@dataclass(frozen=True, eq=False)
class SweepFile:
    """A table of runs on disk: `table["top"]` reads one column, `parts()` some rows at a time.

    path: of the file, or of the folder of files.
    """

    path: str

    @cached_property
    def dataset(self) -> Any:
        """The table as a data set of Arrow, for queries of its own."""
        dataset = library("pyarrow.dataset", "reading tables of sweeps")
        try:
            return dataset.dataset(self.path, format="parquet")
        except (OSError, ValueError) as error:
            rule = f"cannot be read as a table of a sweep: {str(error)[:200]}"
            raise EnvironmentProblem(Problem("E01", f"table '{self.path[:200]}'", rule)) from None

    @cached_property
    def names(self) -> list[str]:
        """The names of the columns: the values, the measures, and status."""
        return list(self.dataset.schema.names)

    @cached_property
    def units(self) -> dict[str, str]:
        """The unit of each column that has one."""
        found = {
            field.name: (field.metadata or {}).get(b"unit", b"") for field in self.dataset.schema
        }
        return {name: unit.decode() for name, unit in found.items() if unit}

    def __len__(self) -> int:
        return int(self.dataset.count_rows())

    def __getitem__(self, name: str) -> np.ndarray:
        self._check([name])
        column: np.ndarray = self.dataset.to_table(columns=[name])[name].to_numpy()
        return column

    def parts(
        self, names: Sequence[str] | None = None, rows: int = ROWS
    ) -> Iterator[dict[str, np.ndarray]]:
        """Yield columns by name, some rows at a time, in the order of the runs."""
        self._check(names or ())
        columns = None if names is None else list(names)
        for batch in self.dataset.to_batches(columns=columns, batch_size=rows):
            if batch.num_rows:
                values = (column.to_numpy(zero_copy_only=False) for column in batch.columns)
                yield dict(zip(batch.schema.names, values, strict=True))

    def to_pandas(self) -> Any:
        """Return the whole table as a pandas data frame."""
        library("pandas", "to_pandas")
        return self.dataset.to_table().to_pandas()

    def __repr__(self) -> str:
        labels = [f"{n} [{self.units[n]}]" if n in self.units else n for n in self.names]
        return f"{len(self):,} runs in {self.path}: {', '.join(labels)}"

    def _check(self, names: Sequence[str]) -> None:
        wrong = [name for name in names if name not in self.names]
        if wrong:
            rule = "is not a column of the table"
            raise ModelError(
                [Problem("M09", f"'{n}'", rule, action=nearest(str(n), self.names)) for n in wrong]
            )


def read_table(path: str | os.PathLike[str]) -> SweepFile:
    """Return the table of a sweep that `Sweep.export` has written as Parquet; it is read lazily.

    Example:
        table = sarrus.sweeps.read_table("runs.parquet")
    """
    found = SweepFile(os.fspath(path))
    found.dataset  # noqa: B018 - a file that is none is told now
    return found
