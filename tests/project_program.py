"""Programs of the project that stand in no package, as modules whose functions tests call."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]


def project_program(path: str) -> ModuleType:
    """Return the module of a file by its path in the project: "tools/fuzz.py"."""
    file = ROOT / path
    spec = importlib.util.spec_from_file_location(f"project_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where data classes look for the types of their fields
    spec.loader.exec_module(module)
    return module
