"""Result files of prescribed motions: what was found at every time, a row each.

A drive is not integrated: nothing of it is resumed. What the laws have led to is in the rows, so
that a file opens without the functions it was made with.
"""

from __future__ import annotations

from bisect import bisect_left
from contextlib import closing
from dataclasses import field
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.solvers.rank import ScaledMatrix
from sarrus.storage import RunReader, RunWriter
from sarrus.system.driven.driving import Drive
from sarrus.system.flow.base_motion import BaseLaw
from sarrus.system.output_settings import OutputSettings
from sarrus.system.quantities.base_input import ground_motion_of
from sarrus.system.rows.motion import Motion
from sarrus.system.run_files.head import (
    DRIVE_FORMAT,
    Again,
    head_of_model,
    head_of_system,
    reading_head,
    system_of,
)
from sarrus.system.run_files.sink import ResultFile, notice_record
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.system import System

PLAIN = ("vdot", "cut_vdot", "lam", "tau_cut", "ext", "bearing", "tau", "drive_tau",
         "drive_tau_cut")  # fmt: skip
"""Arrays of a motion that a row holds as they are."""
EFFORT = "effort of "
ROWS = 256
"""Rows of a block: what is lost where one is damaged."""


def write_drive(drive: Drive, file: ResultFile) -> None:
    """Write a drive to its result file."""
    first = drive.motions[0]
    base = drive.keywords.get("base")
    columns = {name: list(np.shape(part)) for name, part in _parts(drive, 0).items()}
    shown = file.shown or drive.shown
    head = {
        "format": DRIVE_FORMAT,
        **head_of_system(drive.system, drive.keywords),
        "columns": columns,
        "base": None if base is None or isinstance(base, BaseLaw) else base.flat,
        "z": _numbers(drive.keywords.get("z")),
        "efforts": list(first.efforts),
        "unique": list(first.unique_efforts),
        "driven_cuts": [list(pair) for pair in first.driven_cuts],
    }
    if file.model is not None:
        head = head_of_model(head, file.model)
    if shown:
        head["shown"] = shown.record
    rows = [np.concatenate([np.ravel(part) for part in _parts(drive, k).values()])
            for k in range(len(drive))]  # fmt: skip
    notes = {str(k): m.state.note for k, m in enumerate(drive.motions) if m.state.note}
    with closing(RunWriter.create(file.path, head, overwrite=file.overwrite)) as writer:
        for k in range(0, len(rows), ROWS):
            writer.states(drive.t[k : k + ROWS], np.array(rows[k : k + ROWS], dtype=float), {})
        writer.end({"notices": [notice_record(p) for p in drive.notices], "notes": notes})


def drive_of(reader: RunReader, again: Again) -> Drive:
    """Return the drive of a file."""
    with reading_head():
        head = reader.head
        system = system_of(head, again)
        values: dict[str, Any] = {}
        if head["parameters"]:
            values["parameters"] = dict(head["parameters"])
        if head["z"] is not None:
            values["z"] = np.array(head["z"])
        t = reader.times(0, len(reader))
        parts = _columns(head["columns"], reader.rows(0, len(reader)))
        if head["base"] is not None:
            values["base"] = ground_motion_of(np.asarray(head["base"]))
        elif "base" in parts:
            values["base"] = KnownBase(t=t, known=parts["base"])
        end = reader.end or {"notices": [], "notes": {}}
        notes = end["notes"]
        written_as = [span.written + k for span in reader.spans for k in range(span.count)]
        motions = tuple(
            _motion(system, head, float(t[k]), {name: part[k] for name, part in parts.items()},
                    notes.get(str(written), ""))
            for k, written in enumerate(written_as)
        )  # fmt: skip
        notices = (*reader.notices, *(Problem.of(notice) for notice in end["notices"]))
        watch = parts["watch"] if "watch" in parts else np.zeros(0)
        return Drive(
            system, t, motions, watch, notices, values, OutputSettings.of(head.get("shown"))
        )


@dataclass(frozen=True, eq=False)
class KnownBase(BaseLaw):
    """The motion of ground at the times of a file, which does not hold its laws."""

    translation: Any = None
    rotation: Any = None
    t: np.ndarray = field(default_factory=lambda: np.zeros(0))
    known: np.ndarray = field(default_factory=lambda: np.zeros((0, 24)))

    def __call__(self, t: Any) -> Any:
        """Return the numbers at a time of the file, between two times those of the later one."""
        return self.known[min(bisect_left(self.t, float(t)), len(self.t) - 1)]

    def rows(self, t: np.ndarray) -> np.ndarray:
        """Return the motion at many times, a row of 24 numbers for each."""
        return np.array([self(x) for x in np.asarray(t, dtype=float)]).reshape(-1, 24)


def _parts(drive: Drive, k: int) -> dict[str, np.ndarray]:
    """Return all that a row holds, by name."""
    motion, system = drive.motions[k], drive.system
    state = motion.state
    found: dict[str, Any] = {"watch": drive.watch[k], "q": state.q, "v": state.v}
    found |= {"cut_q": state.cut_q, "cut_v": state.cut_v, "z": state.z if system.states else None}
    found |= {"A": motion.A.A, "row_scale": motion.A.rows, "column_scale": motion.A.columns}
    found |= {name: getattr(motion, name) for name in PLAIN}
    found |= {f"{EFFORT}{name}": value for name, value in motion.efforts.items()}
    found["unique"] = [float(x) for x in motion.unique_efforts.values()]
    if drive.base is not None:
        found["base"] = drive.base.rows(drive.t[k : k + 1])[0]
    return {name: np.asarray(part, float) for name, part in found.items() if part is not None}


def _columns(shapes: dict[str, list[int]], rows: np.ndarray) -> dict[str, np.ndarray]:
    """Return the columns of rows by name, each in its shape."""
    found, at = {}, 0
    for name, shape in shapes.items():
        size = int(np.prod(shape, dtype=int))
        found[name] = rows[:, at : at + size].reshape(len(rows), *shape)
        at += size
    if at != rows.shape[1]:
        rule = f"have {rows.shape[1]} columns, where {at} are named in the head"
        raise ModelError(Problem("F13", "rows of the file", rule, action="use a whole file"))
    return found


def _motion(
    system: System, head: dict[str, Any], t: float, parts: dict[str, np.ndarray], note: str
) -> Motion:
    cut = parts.get("cut_q"), parts.get("cut_v")
    state = State(system, parts["q"], parts["v"], t, *cut, note=note, own_z=parts.get("z"))
    return Motion(
        state=state,
        efforts={name: parts[f"{EFFORT}{name}"] for name in head["efforts"]},
        unique_efforts=dict(zip(head["unique"], map(bool, parts["unique"]), strict=True)),
        A=ScaledMatrix(parts["A"], parts["row_scale"], parts["column_scale"]),
        driven_cuts=tuple((int(a), int(b)) for a, b in head["driven_cuts"]),
        **{name: parts[name] for name in PLAIN},
    )


def _numbers(value: Any) -> np.ndarray | None:
    return None if value is None else np.asarray(value, dtype=float)
