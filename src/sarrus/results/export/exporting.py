"""`export`: channels of a history as a file whose ending names the format."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.limits import limit_of_ending
from sarrus.results.export.contents import Contents, contents_of
from sarrus.results.export.csv_table import write_csv, write_metadata
from sarrus.results.export.matlab import write_mat
from sarrus.results.export.mcap import write_mcap
from sarrus.results.export.netcdf import write_netcdf
from sarrus.results.export.parquet import write_parquet
from sarrus.results.export.recording import Recording
from sarrus.results.export.ros_bag import write_bag, write_rosbag2
from sarrus.results.export.workbook import write_xlsx
from sarrus.storage.new_file import new_file, new_folder
from sarrus.system.history import History

WRITERS: dict[str, Callable[[Contents, str], None]] = {
    ".csv": write_csv,
    ".xlsx": write_xlsx,
    ".nc": write_netcdf,
    ".h5": write_netcdf,
    ".mat": write_mat,
    ".parquet": write_parquet,
}
"""What writes a table, by the ending of its name."""

RECORDERS: dict[str, Callable[[Recording, str], None]] = {
    ".mcap": write_mcap,
    ".bag": write_bag,
    ".rosbag2": write_rosbag2,
}
"""What writes a recording: channels, and beside them poses, joints and reactions."""
FOLDERS = (".rosbag2",)
"""Recordings that are folders."""
ENDINGS = (*WRITERS, *RECORDERS)
"""All that histories can be written to."""

LIBRARIES = {
    ".csv": (),
    ".xlsx": (),
    ".nc": ("h5netcdf", "h5py"),
    ".h5": ("h5netcdf", "h5py"),
    ".mat": ("scipy.io",),
    ".parquet": ("pyarrow", "pyarrow.parquet"),
    ".mcap": (),
    ".bag": ("rosbags.rosbag1", "rosbags.typesys"),
    ".rosbag2": ("rosbags.rosbag2", "rosbags.typesys"),
}
"""What each format needs."""


def export_history(
    history: History,
    path: str | os.PathLike[str],
    channels: Sequence[str] | None = None,
    *,
    times: Any = None,
    overwrite: bool = False,
    about: Mapping[str, Any] | None = None,
) -> Path:
    """Write channels over time to a file and return its path; see `History.export`."""
    target = os.fspath(path)
    ending = os.path.splitext(target)[1].lower()
    if ending not in ENDINGS:
        raise ModelError(_unknown(target, ending))
    for name in LIBRARIES[ending]:
        _check_library(name, ending)
    shown = history if times is None else history.at(times)
    contents = contents_of(shown, channels, about or {})
    if ending in RECORDERS:
        recording = Recording(shown, contents)
        new = new_folder if ending in FOLDERS else new_file
        with new(target, overwrite, "X06") as part:
            RECORDERS[ending](recording, part)
        return Path(target)
    with new_file(target, overwrite, "X06") as part:
        WRITERS[ending](contents, part)
    if ending == ".csv":
        write_metadata(contents, target)
    return Path(target)


def _check_library(name: str, ending: str) -> None:
    """Import a library before anything is computed, or say how to get it."""
    try:
        import_module(name)
    except ImportError as problem:
        raise EnvironmentProblem(
            Problem(
                "X05",
                f"library '{name}'",
                f"is needed to write {ending} files and cannot be imported: {problem}",
                action=f"install it (pip install {name.partition('.')[0]}), or write a .csv file",
            )
        ) from None


def _unknown(target: str, ending: str) -> Problem:
    lacking = limit_of_ending(target)
    return Problem(
        "F20",
        f"file '{target[:200]}'",
        f"has the ending {ending!r}, which no writer knows",
        action=f"supported are {', '.join(ENDINGS)}" if lacking is None else lacking.advice,
    )
