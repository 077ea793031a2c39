"""Modules of users whose classes join those of the package without being imported by hand.

A package names them as entry points of the group `sarrus.elements`:

    [project.entry-points."sarrus.elements"]
    my_joints = "my_package.joints"

On the command line `--plugin magnets.py` names a file or a module instead.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location

from sarrus.errors import ModelError, Problem

GROUP = "sarrus.elements"

loading: list[str] = []
"""The entry point that is being imported; what it brings, other processes find by themselves."""

_plugins: list[str] = []


def plugins() -> tuple[str, ...]:
    """Return the modules that `load_plugins` has imported, for another process."""
    return tuple(_plugins)


def load_plugins(names: Iterable[str]) -> None:
    """Import files of Python, or modules, whose classes join those of the package.

    Raises ModelError (M32) where one is not there or cannot be imported.
    """
    for name in names:
        is_file = name.endswith(".py")
        known = os.path.realpath(name) if is_file else name
        if known in _plugins:
            continue
        loading.append(name)
        try:
            if is_file:
                _import_file(known)
            else:
                import_module(name)
        except Exception as problem:  # whatever a user's module raises
            rule = f"cannot be imported: {type(problem).__name__}: {problem}"
            action = "name a file such as magnets.py, or a module that Python finds, without errors"
            raise ModelError(Problem("M32", f"plugin '{name}'", rule, action=action)) from None
        finally:
            loading.pop()
        _plugins.append(known)


def _import_file(path: str) -> None:
    """Import a file as a module of its name."""
    name = os.path.splitext(os.path.basename(path))[0]
    if name in sys.modules:
        raise ImportError(f"there is a module '{name}' already; give the file another name")
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no file of Python")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise


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
