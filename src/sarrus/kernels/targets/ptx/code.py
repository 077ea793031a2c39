"""Kernels of a device as they are kept and exported: PTX, and its layout in plain data."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.kernels.cache import Cache, source_version
from sarrus.kernels.digest import hex_digest
from sarrus.kernels.program import Port, Program
from sarrus.kernels.targets.ptx import driver, reader
from sarrus.kernels.targets.ptx.assembly import LEAST, ptx_text
from sarrus.kernels.targets.ptx.functions import device_declarations, device_functions
from sarrus.kernels.targets.ptx.numbers import PRECISIONS
from sarrus.kernels.targets.ptx.programs import (
    EVALUATION_ROOM,
    NEAR,
    PIECE,
    RUN_PIECE,
    THREAD_DECLARATIONS,
    Room,
    kernel_texts,
    near_bytes,
    plan_of,
    run_room,
)
from sarrus.kernels.targets.ptx.runs import CARRIED, NUMBERS, RunKernels, run_plans, run_text
from sarrus.late_dataclass import dataclass

EARLY = 2000
"""Operations of a program in double up to which all inputs are read first, which is a fifth to a
third faster; larger ones have no registers for it."""
BLOCK, RUN_BLOCK = 64, 256
"""Threads of a block, of evaluations and of runs: the quickest of 64, 128 and 256 on an H200. Where
values wait in the memory of a block, it has as many threads as that is laid out for."""
VERSION = 2
"""Of the layout that exported folders have."""
LAYOUT = "layout.json"
NAME = "kernel"
DTYPES: dict[str, np.dtype[Any]] = {
    "double": np.dtype(np.float64),
    "quick": np.dtype(np.float64),
    "single": np.dtype(np.float32),
}


@dataclass(frozen=True)
class DeviceCode:
    """A kernel for a device: its LLVM text, and how it is called (see `layout`).

    write: returns the text, which is made when it is first needed.
    """

    layout: Mapping[str, Any]
    write: Callable[[], str]

    @cached_property
    def llvm(self) -> str:
        """The text from which PTX is made."""
        return self.write()

    def ptx(self, capability: int = LEAST, cache: Cache | None = None) -> str:
        """Return the PTX, from the user's cache if it is there."""
        kept = Cache.default() if cache is None else cache
        parts = ("ptx", self.llvm, str(capability), source_version())
        key = hex_digest("\0".join(parts))
        found = kept.load(key)
        if found is not None and found[0].get("key") == key:
            return found[1].decode()
        text = ptx_text(self.llvm, capability)
        kept.store(key, {"key": key}, text.encode())
        return text


def _ports(ports: Sequence[Port], defaults: Mapping[str, np.ndarray]) -> list[dict[str, Any]]:
    return [
        {
            "name": port.name,
            "shape": list(port.shape),
            "value": defaults[port.name].ravel().tolist() if port.name in defaults else None,
        }
        for port in ports
    ]


def evaluation_code(
    program: Program,
    precision: str = "double",
    defaults: Mapping[str, np.ndarray] | None = None,
    piece: int = PIECE,
    room: Room | None = None,
) -> DeviceCode:
    """Return the code that evaluates a program for many states.

    defaults: values of inputs that calls may leave out; piece: instructions of a function at most.
    The kernel's arguments are the number of states, then for each input, each output and, with
    several functions, the work space: address, stride of numbers, stride of states. The functions
    run one after the other.
    """
    plan = plan_of(program, piece)
    lanes = PRECISIONS[precision]
    room = room or EVALUATION_ROOM[lanes.real]
    if len(plan.pieces) == 1:
        plan = plan_of(program, piece, room=room, lanes=lanes, loads=True)
    near, shared = plan.near, near_bytes([plan], lanes)
    early = precision == "single" or program.operations <= EARLY
    names = [NAME, *(f"{NAME}_{k}" for k in range(1, len(plan.pieces)))]
    layout = {
        "kind": "evaluation",
        "precision": precision,
        "functions": names,
        "block": room.threads if near else BLOCK,
        "near": bool(near),
        "shared": shared if shared > NEAR else 0,
        "registers": room.limit,
        "inputs": _ports(program.inputs, defaults or {}),
        "outputs": _ports(program.outputs, {}),
        "slots": 0 if near else plan.n_slots,
        "operations": program.operations,
    }

    def write() -> str:
        functions = device_functions(lanes, program.counts, plan.turns)
        texts = [*device_declarations(), *THREAD_DECLARATIONS, *functions]
        return "\n".join([*texts, *kernel_texts(plan, lanes, names, early), "!0 = !{}", ""])

    return DeviceCode(layout, write)


def run_code(
    kernels: RunKernels,
    precision: str = "double",
    defaults: Mapping[str, np.ndarray] | None = None,
    names: Mapping[str, Sequence[str]] | None = None,
    piece: int = RUN_PIECE,
    room: Room | None = None,
) -> DeviceCode:
    """Return the code of whole runs of many states.

    defaults: values of inputs that all states share unless others come; names: of what samples,
    extremes and events are, by "samples", "extremes", "events". The kernel's arguments are the
    number of states, the numbers of `numbers` in order (integers of 64 bits, or doubles), and the
    ports of `ports`, each as in an evaluation. y is changed in place; of `carried`, doubles, each
    state has the numbers listed.
    """
    told, lanes = names or {}, PRECISIONS[precision]
    room = room or run_room(lanes, kernels.step.operations)
    plans = run_plans(kernels, lanes, piece, room)
    shared = near_bytes(plans.values(), lanes)
    near = any(plan.near for plan in plans.values())
    layout = {
        "kind": "run",
        "precision": precision,
        "functions": ["run"],
        "block": room.threads if near else RUN_BLOCK,
        "near": bool(near),
        "shared": shared if shared > NEAR else 0,
        "registers": room.limit,
        "size": kernels.size,
        "numbers": [[n, "double" if n in ("t0", "h", "limit") else "int"] for n in NUMBERS],
        "carried": list(CARRIED),
        "ports": _ports(kernels.ports, defaults or {}),
        "samples": list(told.get("samples", ())),
        "extremes": list(told.get("extremes", ())),
        "events": list(told.get("events", ())),
        "n_samples": kernels.count("sample"),
        "n_extremes": kernels.count("extreme"),
        "n_events": kernels.count("event"),
        "closes": kernels.closing is not None,
        "operations": kernels.step.operations,
    }
    return DeviceCode(layout, lambda: run_text(kernels, plans, lanes))


def write_kernels(
    folder: Path, codes: Mapping[str, DeviceCode], more: Mapping[str, Any] | None = None
) -> Path:
    """Write kernels by name in a folder, with their layout, the driver and the reader.

    The folder needs nothing of the library.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kernels = {}
    for name, code in codes.items():
        file = f"{''.join(c if c.isalnum() or c in '._' else '_' for c in name)}.ptx"
        (folder / file).write_text(code.ptx(LEAST), encoding="utf-8", newline="\n")
        kernels[name] = {**code.layout, "file": file}
    layout = {"version": VERSION, "capability": LEAST, **(more or {}), "kernels": kernels}
    (folder / LAYOUT).write_text(json.dumps(layout, indent=1), encoding="utf-8", newline="\n")
    for module in (driver, reader):
        source = Path(str(module.__file__))
        (folder / source.name).write_bytes(source.read_bytes())
    return folder
