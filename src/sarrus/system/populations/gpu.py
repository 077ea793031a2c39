"""Populations on GPUs: code that is assembled once, memory in parts, launches, errors in words."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.kernels.targets.ptx.code import DTYPES, DeviceCode
from sarrus.kernels.targets.ptx.driver import (
    OUT_OF_MEMORY,
    Device,
    Driver,
    DriverError,
    Memory,
    Module,
    NoDriver,
)
from sarrus.late_dataclass import dataclass
from sarrus.resources import no_memory, require_memory
from sarrus.system.populations.arrays import DeviceArray, Foreign, foreign, in_kind
from sarrus.system.populations.run import CARRIED_START, LaneResults, RunRequest

GPU = "E-GPU"
"""The code of what goes wrong with a device."""
CANNOT = "S39"
"""The code of what a population cannot do."""
FREE = 0.8
"""Part of the free memory that one part of a batch may take."""
FIRST_STEPS, LONG = 64, 0.3
"""Steps of the first launch of a run, and seconds that a launch should last at most: other work of
the device has its turn between them, and so has Ctrl-C."""
SLOW = 8
"""Times that double may be slower than single before it is said."""


def no_gpu(problem: NoDriver) -> EnvironmentProblem:
    """Return the error of a machine without a device that can be used."""
    return EnvironmentProblem(
        Problem(
            GPU,
            "GPU",
            f"cannot be used: {problem.reason}",
            cause=f"looked for the driver of NVIDIA as {' and '.join(problem.looked)}",
            action="install the driver or a newer one (nvidia-smi must list a device), run on "
            "another machine what export(folder) writes, or use on('cpu')",
        )
    )


def failure(problem: DriverError, what: str) -> EnvironmentProblem:
    """Return the error of a call of the driver, in words."""
    if problem.number == OUT_OF_MEMORY:
        cause = "the memory of the device does not hold a single part of the batch"
        action = "end other programs on the device, keep fewer channels or a larger every"
    elif problem.lost:
        cause = "the context of the device is lost: another program, a fault or the system ended it"
        action = "arrays on the device are gone, those of NumPy are untouched; call on('gpu') again"
    else:
        cause, action = "", "nvidia-smi tells whether device and driver are well"
    rule = f"failed in {problem.call}: {problem.name}, {problem.text}"
    return EnvironmentProblem(Problem(GPU, what, rule, cause=cause, action=action))


class Gpus:
    """The devices of this machine, found when they are first needed.

    library: what stands in for the driver's; indices: which devices, all by default.
    """

    def __init__(self, library: Any = None, indices: Sequence[int] | None = None) -> None:
        self._library, self._indices = library, indices
        self._lock = threading.Lock()
        self._modules: dict[tuple[int, int], Module] = {}

    @cached_property
    def devices(self) -> tuple[Device, ...]:
        """The devices, or the error of a machine without any."""
        try:
            driver = Driver(self._library)
        except NoDriver as problem:
            raise no_gpu(problem) from problem
        wanted = range(driver.count) if self._indices is None else self._indices
        try:
            return tuple(driver.device(k) for k in wanted)
        except DriverError as problem:
            raise failure(problem, "GPU") from problem

    def forget(self) -> None:
        """Forget devices and code, after a context was lost."""
        self.__dict__.pop("devices", None)
        self._modules.clear()

    def module(self, device: Device, code: DeviceCode) -> Module:
        """Return code on a device, assembled once."""
        key = (id(code), device.index)
        with self._lock:
            if key not in self._modules:
                self._modules[key] = device.module(code.ptx(), code.layout["registers"])
            return self._modules[key]

    def result_of(self, what: str, work: Callable[[], Any]) -> Any:
        """Return the result of some work, its failures in words."""
        try:
            return work()
        except DriverError as problem:
            if problem.lost:
                self.forget()
            raise failure(problem, what) from problem

    def divide(self, n: int, work: Callable[[Device, slice], None]) -> None:
        """Do the rows of a batch, divided among the devices."""
        devices = self.devices[: max(1, min(len(self.devices), n))]
        cuts = [n * k // len(devices) for k in range(len(devices) + 1)]
        jobs = [(d, slice(a, b)) for d, a, b in zip(devices, cuts, cuts[1:], strict=False)]
        problems: list[BaseException] = []

        def one(device: Device, rows: slice) -> None:
            try:
                work(device, rows)
            except BaseException as problem:
                problems.append(problem)

        threads = [threading.Thread(target=one, args=job) for job in jobs[1:]]
        for thread in threads:
            thread.start()
        one(*jobs[0])
        for thread in threads:
            thread.join()
        if problems:
            raise problems[0]


def in_parts(device: Device, rows: slice, cost: int, work: Callable[[slice], None]) -> None:
    """Do rows in parts that the memory of a device holds; cost: bytes of a row."""
    free = device.free_memory
    if cost > free:
        action = "keep fewer samples or channels of each run, or use on('cpu')"
        raise no_memory("population", cost, "one row of the batch on the device", free, action)
    part = max(1, int(FREE * free) // max(cost, 1))
    first = rows.start
    while first < rows.stop:
        last = min(first + part, rows.stop)
        try:
            work(slice(first, last))
        except DriverError as problem:
            if problem.number != OUT_OF_MEMORY or part <= 1:
                raise
            part = max(1, (last - first) // 2)  # others use the device too
            continue
        first = last


@dataclass(frozen=True)
class HostPort:
    """An input in the memory of this machine: rows of states, or one value for all."""

    array: np.ndarray
    shared: bool

    def upload(self, device: Device, rows: slice) -> tuple[Memory, tuple[int, int]]:
        """Return memory with some rows, and its strides."""
        if self.shared:
            return device.copy_of(self.array), (1, 0)
        some = self.array[rows]
        if some.flags.f_contiguous and not some.flags.c_contiguous:
            return device.copy_of(some.T), (len(some), 1)
        return device.copy_of(some), (1, some.shape[1])


def host_port(port: Mapping[str, Any], value: Any, n: int, dtype: np.dtype[Any]) -> HostPort:
    """Return an input as rows of numbers, or one for all."""
    size = int(np.prod(port["shape"], dtype=int))
    array = np.asarray(value, dtype=dtype)
    if array.ndim <= len(port["shape"]):
        return HostPort(np.ascontiguousarray(array.reshape(size)), True)
    return HostPort(array.reshape(len(array), size) if array.ndim != 2 else array, False)


class GpuEvaluator:
    """Evaluates device code on arrays of this machine or of a device."""

    def __init__(self, gpus: Gpus) -> None:
        self.gpus = gpus

    def __call__(self, what: str, code: DeviceCode, arrays: Mapping[str, Any], n: int) -> Any:
        """Return the outputs of all states; arrays: by the name of the input."""
        known = {name: foreign(array) for name, array in arrays.items()}
        there = {name: array for name, array in known.items() if array is not None}
        if there:
            return self.gpus.result_of(
                what, lambda: self._device_results(what, code, arrays, there, n)
            )
        return self.gpus.result_of(what, lambda: self._host_results(code, arrays, n))

    def _host_results(
        self, code: DeviceCode, arrays: Mapping[str, Any], n: int
    ) -> tuple[np.ndarray, ...]:
        layout, dtype = code.layout, DTYPES[code.layout["precision"]]
        ports = [
            host_port(p, arrays.get(p["name"], p["value"]), n, dtype) for p in layout["inputs"]
        ]
        sizes = [int(np.prod(p["shape"], dtype=int)) for p in layout["outputs"]]
        action = "call it for fewer states at a time, or with arrays that are on the device"
        needed = float(n * sum(sizes) * dtype.itemsize)
        require_memory("results", needed, f"{n * sum(sizes):,} numbers of {n:,} states", action)
        found = [np.empty((n, size), dtype) for size in sizes]
        numbers = sum(sizes) + layout["slots"] + sum(p.array.shape[-1] for p in ports)

        def work(device: Device, rows: slice) -> None:
            module = self.gpus.module(device, code)

            def part(some: slice) -> None:
                count = some.stop - some.start
                held = [port.upload(device, some) for port in ports]
                held += [(device.memory(count * s * dtype.itemsize), (1, s)) for s in sizes]
                if layout["slots"]:
                    space = device.memory(layout["slots"] * count * dtype.itemsize)
                    held.append((space, (count, 1)))
                launch(module, layout, count, held)
                device.wait()
                for (memory, _), result in zip(held[len(ports) :], found, strict=False):
                    memory.get(result[some])

            in_parts(device, rows, numbers * dtype.itemsize, part)

        self.gpus.divide(n, work)
        shapes = [tuple(p["shape"]) for p in layout["outputs"]]
        return tuple(array.reshape(n, *shape) for array, shape in zip(found, shapes, strict=True))

    def _device_results(
        self, what: str, code: DeviceCode, arrays: Mapping[str, Any],
        there: Mapping[str, Foreign], n: int,
    ) -> tuple[Any, ...]:  # fmt: skip
        layout, dtype = code.layout, DTYPES[code.layout["precision"]]
        first = next(iter(there.values()))
        check_foreign(what, there, dtype)
        device = next(d for d in self.gpus.devices if d.index == first.device)
        module = self.gpus.module(device, code)
        held: list[tuple[Any, tuple[int, int]]] = []
        for port in layout["inputs"]:
            own = there.get(port["name"])
            if own is None:
                value = arrays.get(port["name"], port["value"])
                held.append(host_port(port, value, n, dtype).upload(device, slice(0, n)))
            else:
                lead = own.strides[0] if len(own.shape) > len(port["shape"]) else 0
                held.append((own, (own.strides[-1] if own.shape else 1, lead)))
        columns = first.strides[0] == 1 and len(first.shape) > 1 and first.shape[1] > 1
        numbers = layout["slots"] + sum(int(np.prod(p["shape"])) for p in layout["outputs"])
        needed, free = n * numbers * dtype.itemsize, device.free_memory
        if needed > free:
            action = "call it for fewer states at a time"
            raise no_memory(what, needed, f"{n:,} states on the device", free, action)
        results = []
        for port in layout["outputs"]:
            shape = tuple(port["shape"])
            size = int(np.prod(shape, dtype=int))
            memory = device.memory(n * size * dtype.itemsize)
            inner = _strides_inside(shape, n if columns else 1)
            results.append(
                DeviceArray(memory, (n, *shape), (1 if columns else size, *inner), dtype)
            )
            held.append((memory, (n, 1) if columns else (1, size)))
        if layout["slots"]:
            held.append((device.memory(layout["slots"] * n * dtype.itemsize), (n, 1)))
        stream = first.stream or 0
        launch(module, layout, n, held, stream)
        if first.stream is None or layout["slots"]:
            device.wait(stream)
        return tuple(in_kind(first.library, found) for found in results)


def _strides_inside(shape: tuple[int, ...], step: int) -> tuple[int, ...]:
    strides = []
    for size in reversed(shape):
        strides.append(step)
        step *= size
    return tuple(reversed(strides))


def check_foreign(what: str, arrays: Mapping[str, Foreign], dtype: np.dtype[Any]) -> None:
    """Refuse arrays of another precision, of several devices, or without a row for each state."""
    problems = []
    devices = {array.device for array in arrays.values()}
    for name, array in arrays.items():
        if array.dtype != dtype:
            other = "precision='single'" if array.dtype == np.float32 else "precision='double'"
            problems.append(Problem(CANNOT, f"{what} / {name}", f"must be of {dtype}",
                                    str(array.dtype),
                                    action=f"convert it, or use on('gpu', {other})"))  # fmt: skip
    if len(devices) > 1:
        rule = f"stand on several devices: {sorted(devices)}"
        problems.append(Problem(CANNOT, what, rule, action="bring them to one"))
    if problems:
        raise ModelError(problems)


def launch(
    module: Module, layout: Mapping[str, Any], n: int,
    held: Sequence[tuple[Any, tuple[int, int]]], stream: int = 0,
) -> None:  # fmt: skip
    """Start the functions of an evaluation one after the other."""
    arguments: list[Any] = [n]
    for memory, strides in held:
        arguments += [memory.address, *strides]
    for name in layout["functions"]:
        module.launch(name, n, arguments, layout["block"], stream, layout["shared"])


class GpuRunner:
    """Takes whole runs on devices."""

    def __init__(self, gpus: Gpus) -> None:
        self.gpus = gpus

    def __call__(self, code: DeviceCode, request: RunRequest, found: LaneResults) -> None:
        """Fill what is found with the runs of all lanes."""

        def work(device: Device, rows: slice) -> None:
            module = self.gpus.module(device, code)
            in_parts(
                device,
                rows,
                request.lane_bytes(code.layout),
                lambda some: self._part(device, module, code, request, found, some),
            )

        self.gpus.result_of("simulate", lambda: self.gpus.divide(request.n, work))

    def _part(
        self,
        device: Device,
        module: Module,
        code: DeviceCode,
        request: RunRequest,
        found: LaneResults,
        rows: slice,
    ) -> None:
        layout, dtype = code.layout, DTYPES[code.layout["precision"]]
        n = rows.stop - rows.start
        even = n + n % 2
        y = device.copy_of(np.ascontiguousarray(request.y[rows].astype(dtype).T))
        held: list[tuple[Memory, tuple[int, int]]] = [(y, (n, 1))]
        for port in layout["ports"]:
            value = request.rows_of(port["name"], rows)
            held.append(host_port(port, value, n, dtype).upload(device, slice(0, n)))
        wide = layout["n_samples"]
        samples = device.memory(request.kept * wide * even * dtype.itemsize)
        samples.fill(255)  # what a run does not come to is not a number
        extremes = np.empty((2 * layout["n_extremes"], n), dtype)
        extremes[: layout["n_extremes"]], extremes[layout["n_extremes"] :] = np.inf, -np.inf
        carried = np.repeat([[CARRIED_START[k]] for k in layout["carried"]], n, axis=1)
        kept = [device.copy_of(extremes), device.memory(layout["n_events"] * n * dtype.itemsize),
                device.copy_of(carried)]  # fmt: skip
        held += [(samples, (even, 1)), *((memory, (n, 1)) for memory in kept)]
        plan = {
            "t0": request.t0,
            "h": request.h,
            "limit": request.limit,
            "every": request.every,
            "closings": request.closings,
            "room": wide * even * dtype.itemsize // 8,
        }
        first, count = 0, FIRST_STEPS
        while first < request.steps or first == 0:
            last = min(request.steps, first + count)
            done = first // request.every + 1 if request.every and first else 0
            now = {**plan, "first": first, "last": last, "begins": int(first == 0), "kept": done}
            began = time.perf_counter()
            arguments: list[Any] = [n, *(now[name] for name, _ in layout["numbers"])]
            for memory, strides in held:
                arguments += [memory.address, *strides]
            module.launch("run", n, arguments, layout["block"], 0, layout["shared"])
            device.wait()
            spent = time.perf_counter() - began
            count = max(1, int(count * min(8.0, max(0.25, LONG / max(spent, 1e-6)))))
            first = last
            request.report(rows, last)
            if first >= request.steps:
                break
        found.y[rows] = y.get(np.empty((request.y.shape[1], n), dtype)).T
        if request.kept and wide:
            store = samples.get(np.empty((request.kept, wide, even), dtype))
            found.samples[rows] = np.moveaxis(store[:, :, :n], 2, 0)
        kept[0].get(extremes)
        found.least[rows] = extremes[: layout["n_extremes"]].T
        found.greatest[rows] = extremes[layout["n_extremes"] :].T
        kept[2].get(carried)
        for name, values in zip(layout["carried"], carried, strict=True):
            found.carried[name][rows] = values
