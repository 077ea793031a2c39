"""Kernels in a folder of their own: PTX, layout, the driver and a reader, without the library."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sarrus.kernels.targets.ptx import driver, reader
from sarrus.kernels.targets.ptx.assembly import LEAST
from sarrus.kernels.targets.ptx.code import VERSION, DeviceCode

LAYOUT = "layout.json"


def write_kernels(
    folder: Path, codes: Mapping[str, DeviceCode], more: Mapping[str, Any] | None = None
) -> Path:
    """Write kernels by name, with their layout, the driver and the reader."""
    folder.mkdir(parents=True, exist_ok=True)
    kernels = {}
    for name, code in codes.items():
        file = f"{''.join(c if c.isalnum() or c in '._' else '_' for c in name)}.ptx"
        (folder / file).write_text(code.ptx(LEAST), encoding="utf-8")
        kernels[name] = {**code.layout, "file": file}
    told = {"version": VERSION, "capability": LEAST, **(more or {}), "kernels": kernels}
    (folder / LAYOUT).write_text(json.dumps(told, indent=1), encoding="utf-8")
    for module in (driver, reader):
        source = Path(str(module.__file__))
        (folder / source.name).write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    return folder
