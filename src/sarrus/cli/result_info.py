"""What is in a result file: its run, and its channels."""

from __future__ import annotations

from sarrus.cli.mechanism_account import count, title
from sarrus.cli.results_reading import open_result
from sarrus.cli.run_account import run_data, run_rows
from sarrus.cli.screen import Screen


def show_result(screen: Screen, path: str, pattern: str) -> None:
    """Print the account of a run, and the channels whose names or descriptions fit a pattern."""
    run = open_result(screen, path)
    screen.say(title(run.system))
    screen.pairs(run_rows(run))
    found = [
        {"name": entry.name, "unit": entry.unit, "description": entry.description}
        for entry in run.history.channels(pattern)
    ]
    screen.say()
    screen.table(
        ("channel", "unit", "description"),
        [(entry["name"], entry["unit"], entry["description"]) for entry in found],
    )
    screen.note(
        f"\n{count(len(found), 'channel')}; filter: sarrus info {path} --channels '*.angle'"
    )
    screen.answer(0, run.notices, name=run.system.model.name, **run_data(run), channels=found)
