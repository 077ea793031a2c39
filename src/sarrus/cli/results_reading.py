"""Result files as the commands open them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sarrus.cli.files import existing_path
from sarrus.cli.screen import Screen
from sarrus.errors import ModelError, Problem

if TYPE_CHECKING:
    from sarrus.system import Drive, Run
    from sarrus.system.history import History

ENDING = ".sarrus"

DAMAGED = "F13"
"""The code of blocks that cannot be read."""


def is_model(path: str) -> bool:
    """Whether a file is a model by the ending of its name."""
    from sarrus.formats.known_formats import format_of

    return not path.lower().endswith(ENDING) and format_of(path) is not None


def open_result(screen: Screen, path: str) -> Run | Drive:
    """Return the run or drive of a result file, which must have states."""
    from sarrus.system import open_run

    if is_model(existing_path(path)):
        raise ModelError(
            Problem(
                "F20",
                "file",
                "is a model, not a result",
                repr(path),
                action="simulate it with `sarrus run` and use the .sarrus file",
            )
        )
    run = open_run(path)
    if not len(run):
        from sarrus.storage import writer_of

        who = writer_of(path)
        cause = "it was interrupted before its first block was written"
        if any(notice.code == DAMAGED for notice in run.notices):
            screen.problems(run.notices)
            cause = "all blocks with states are damaged"
        raise ModelError(
            Problem(
                "S14",
                "file",
                "contains no states",
                repr(path),
                cause=f"it is being written by {who}" if who else cause,
                action="wait for its first block" if who else "compute them with `sarrus resume`",
            )
        )
    screen.problems(run.notices)
    return run


def history_in(result: Any, units: str | None) -> History:
    """Return the history of a run or drive in the units given, or in those of its model file."""
    history: History = result.history
    return history.in_units() if units is None else history.in_units(units)


def names_of(texts: Sequence[str] | None) -> list[str]:
    """Return names of channels, given one by one or with commas between."""
    return [name for text in texts or () for name in text.split(",") if name]
