"""Native functions from text: a module is written, imported and its functions are taken."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

HEAD = """\
from __future__ import annotations

from math import inf, nan, sqrt

import numpy as np

from sarrus.kernels.native import (
    Code, Floats, Ints, Pointers, at, copy, native, root, run_kernel
)

"""


def module(folder: Path, text: str, name: str = "written") -> ModuleType:
    """Return the module of a text, which begins with the words of native functions."""
    path = folder / f"{name}.py"
    path.write_text(HEAD + text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def function(folder: Path, text: str) -> Callable[..., Any]:
    """Return the function `f` of a text."""
    return module(folder, text).f


def indented(body: str) -> str:
    """Return the body of a function."""
    return "\n".join(f"    {line}" for line in body.splitlines())
