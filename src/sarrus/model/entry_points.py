"""Modules of users whose classes join those of the package without being imported by hand.

A package names them as entry points of the group `sarrus.elements`:

    [project.entry-points."sarrus.elements"]
    my_joints = "my_package.joints"
"""

from __future__ import annotations

from functools import cache

from sarrus.errors import ModelError, Problem

GROUP = "sarrus.elements"

loading: list[str] = []
"""The entry point that is being imported; what it brings, other processes find by themselves."""


@cache
def load_entry_points() -> None:
    """Import the modules that packages name, once; asked for when a name is not known."""
    from importlib.metadata import entry_points  # slow, and needed for unknown names only

    problems = []
    for point in entry_points(group=GROUP):
        loading.append(point.name)
        try:
            point.load()
        except Exception as problem:  # whatever a user's module raises
            element = f"entry point '{point.name}' of {GROUP}"
            rule = f"{point.value} cannot be imported: {type(problem).__name__}: {problem}"
            action = "correct or remove the package that brings it"
            problems.append(Problem("M32", element, rule, action=action))
        finally:
            loading.pop()
    if problems:
        raise ModelError(problems)
