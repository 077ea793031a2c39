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
            if not is_file:
                import_module(name)
            elif _module_name(known) in sys.modules:
                reason = f"there is a module '{_module_name(known)}' already"
                raise _refusal(name, f"{reason}; give the file another name")
            else:
                _import_file(known)
        except ModelError:
            raise
        except Exception as problem:  # whatever a user's module raises
            raise _refusal(name, f"{type(problem).__name__}: {problem}") from None
        finally:
            loading.pop()
        _plugins.append(known)


def _refusal(name: str, reason: str) -> ModelError:
    rule = f"cannot be imported: {reason}"
    action = "name a file such as magnets.py, or a module that Python finds, without errors"
    return ModelError(Problem("M32", f"plugin '{name}'", rule, action=action))


def _module_name(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def _import_file(path: str) -> None:
    """Import a file as a module of its name."""
    from importlib.machinery import ModuleSpec, SourceFileLoader  # for command lines with plugins
    from importlib.util import module_from_spec

    name = _module_name(path)
    loader = SourceFileLoader(name, path)
    module = module_from_spec(ModuleSpec(name, loader, origin=path))
    sys.modules[name] = module
    try:
        loader.exec_module(module)
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
