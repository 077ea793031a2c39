"""Histories as the commands write them: tables, pictures, and the page with the moving view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sarrus.cli.files import PAGES, PICTURES, ending_of

if TYPE_CHECKING:
    from sarrus.system.history import History


def write_history(
    history: History, target: str, names: Sequence[str] | None, overwrite: bool
) -> None:
    """Write channels to a file by its ending; those of the page may be left to it."""
    if ending_of(target) in PAGES:
        from sarrus.viewer import write_html

        write_html(history, target, channels=names, overwrite=True)
        return
    if ending_of(target) in PICTURES:
        from sarrus.results.plots import plot

        plot(history, *(names or ()), path=target)
        return
    from sarrus.results.export import export_history

    export_history(history, target, names, overwrite=overwrite)
