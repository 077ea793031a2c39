"""The examples of the documentation as files: scripts, and folders of models and tasks.

A wheel has them beside this module; in a source tree they stand in `examples`, and the mechanisms
of the lessons, whose lengths are constants with sliders, in `docs/lessons`.
"""

from __future__ import annotations

from pathlib import Path

PACKED = Path(__file__).parent / "examples"
SOURCE = Path(__file__).parents[3] / "examples"
LESSONS = "lessons"


def example_files() -> dict[str, Path]:
    """Return scripts and folders by name: `balance.py`, `tasks`; none where they are not packed."""
    home = PACKED if PACKED.is_dir() else SOURCE
    if not (home / "quick_start.py").is_file():
        return {}
    found = [*sorted(home.glob("*.py")), *sorted(home.glob("[a-z]*/"))]
    if home == SOURCE:
        found.append(SOURCE.parent / "docs" / LESSONS)
    return {path.name: path for path in found if path.suffix == ".py" or any(path.glob("*.yaml"))}


def texts(path: Path) -> dict[str, str]:
    """Return what an example consists of: the names of its files, and their text."""
    if path.is_file():
        return {path.name: path.read_text(encoding="utf-8")}
    files = sorted(path.rglob("*.yaml"))
    return {
        file.relative_to(path.parent).as_posix(): file.read_text(encoding="utf-8") for file in files
    }
