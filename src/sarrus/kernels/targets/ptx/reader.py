"""Runs exported kernels: needs Python, NumPy and a driver, nothing else.

kernels = Kernels(".")
tau = kernels["inverse_dynamics"](q, v, vdot)        # rows of states
run = kernels["run"].simulate(y0, until=1.0, step=1e-3)
"""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import numpy as np

try:
    driver = importlib.import_module("driver")  # beside this file
except ImportError:
    driver = importlib.import_module("sarrus.kernels.targets.ptx.driver")

DTYPES = {"double": np.float64, "quick": np.float64, "single": np.float32}
FROM_START = {"lowest": 1.0, "ended": 0.0, "reached": 0.0, "why": 0.0}


class Kernels(dict[str, Any]):
    """The kernels of a folder, by name, on a device."""

    def __init__(self, folder: str | Path = ".", device: int = 0, library: Any = None) -> None:
        folder = Path(folder)
        self.layout = json.loads((folder / "layout.json").read_text(encoding="utf-8"))
        self.device = driver.Driver(library).device(device)
        for name, layout in self.layout["kernels"].items():
            code = (folder / layout["file"]).read_text(encoding="utf-8")
            self[name] = (Run if layout["kind"] == "run" else Evaluation)(self.device, layout, code)


class Loaded:
    """A kernel; its code is assembled when it is first called."""

    def __init__(self, device: Any, layout: dict[str, Any], code: str) -> None:
        self.device, self.layout, self.code = device, layout, code
        self.module: Any = None
        self.dtype = np.dtype(DTYPES[layout["precision"]])

    def columns(self, port: dict[str, Any], array: Any, n: int) -> tuple[Any, tuple[int, int]]:
        """Return memory with an input as columns, or once for all states, and its strides."""
        size = int(np.prod(port["shape"], dtype=int))
        array = port["value"] if array is None else array
        if array is None:
            raise TypeError(f"the input '{port['name']}', {port['shape']}, is missing")
        array = np.asarray(array, dtype=self.dtype)
        shared = array.size == size and (n != 1 or array.ndim < 2)
        array = array.reshape(1 if shared else n, size)
        return self.device.copy_of(array.T), (1, 0) if shared else (n, 1)

    def launch(self, n: int, arguments: list[Any]) -> None:
        """Run the functions one after the other and wait."""
        if self.module is None:
            self.module = self.device.module(self.code, self.layout["registers"])
        for name in self.layout["functions"]:
            self.module.launch(name, n, [n, *arguments], self.layout["block"], 0,
                               self.layout["shared"])  # fmt: skip
        self.device.wait()


class Evaluation(Loaded):
    """A kernel that evaluates rows of states."""

    def __call__(self, *arrays: Any, **more: Any) -> Any:
        """Return the outputs of rows of states; inputs in their order, or by name."""
        names = [port["name"] for port in self.layout["inputs"]]
        values = {**dict(zip(names, arrays, strict=False)), **more}
        n = max(len(np.atleast_2d(a)) for a in values.values())
        held: list[Any] = []
        arguments: list[Any] = []
        for port in self.layout["inputs"]:
            memory, strides = self.columns(port, values.get(port["name"]), n)
            held.append(memory)
            arguments += [memory.address, *strides]
        results = []
        for port in self.layout["outputs"]:
            size = int(np.prod(port["shape"], dtype=int))
            results.append(
                (self.device.memory(size * n * self.dtype.itemsize), size, port["shape"])
            )
        work = self.device.memory(self.layout["slots"] * n * self.dtype.itemsize)
        for memory in [m for m, _, _ in results] + [work] * (self.layout["slots"] > 0):
            arguments += [memory.address, n, 1]
        self.launch(n, arguments)
        found = [
            memory.get(np.empty((size, n), self.dtype)).T.reshape(n, *shape)
            for memory, size, shape in results
        ]
        return found[0] if len(found) == 1 else tuple(found)


class Run(Loaded):
    """A kernel that takes whole runs of equal steps."""

    def simulate(
        self, y: Any, until: float, step: float, every: int = 0, start: float = 0.0,
        limit: float = 1e-9, closings: int = 0, **keywords: Any,
    ) -> dict[str, np.ndarray]:  # fmt: skip
        """Return the last states and what is kept of the runs of rows y; every: steps."""
        layout, size = self.layout, self.dtype.itemsize
        y = np.atleast_2d(np.asarray(y, dtype=self.dtype))
        n, steps = len(y), round((until - start) / step)
        even = n + n % 2
        count = (steps // every + 1) * layout["n_samples"] if every else 0
        carried = np.repeat([[FROM_START[k]] for k in layout["carried"]], n, axis=1)
        extremes = np.repeat([[np.inf], [-np.inf]], layout["n_extremes"], axis=0)
        extremes = np.repeat(extremes, n, axis=1).astype(self.dtype)
        held = [(self.device.copy_of(np.ascontiguousarray(y.T)), (n, 1))]
        held += [self.columns(port, keywords.get(port["name"]), n) for port in layout["ports"]]
        samples = self.device.memory(count * even * size)
        samples.fill(255)  # what a run does not come to is not a number
        held += [(samples, (even, 1)), (self.device.copy_of(extremes), (n, 1))]
        held += [(self.device.memory(layout["n_events"] * n * size), (n, 1))]
        held += [(self.device.copy_of(carried), (n, 1))]
        room = layout["n_samples"] * even * size // 8
        told = {
            "t0": float(start),
            "h": float(step),
            "limit": float(limit),
            "first": 0,
            "last": steps,
            "every": every,
            "begins": 1,
            "closings": closings,
            "room": room,
            "kept": 0,
        }
        arguments = [told[name] for name, _ in layout["numbers"]]
        for memory, strides in held:
            arguments += [memory.address, *strides]
        self.launch(n, arguments)
        found = {"y": held[0][0].get(np.empty((y.shape[1], n), self.dtype)).T}
        if count:
            kept = samples.get(
                np.empty((count // layout["n_samples"], layout["n_samples"], even), self.dtype)
            )
            found["samples"] = np.moveaxis(kept[:, :, :n], 2, 0)
        least, greatest = np.split(held[-3][0].get(extremes), 2)
        found |= {"least": least.T, "greatest": greatest.T}
        found |= dict(zip(layout["carried"], held[-1][0].get(carried), strict=True))
        return found
