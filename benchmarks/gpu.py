"""Speed and digits on a GPU, by exported kernels alone.

    python benchmarks/gpu.py prepare build/gpu [arm.urdf]    # here: needs Sarrus, no GPU
    python benchmarks/gpu.py variants build/rooms [arm.urdf] # the same kernels in other rooms
    python benchmarks/gpu.py run build/gpu result.json       # there: needs NumPy and a driver
    python benchmarks/gpu.py host host.json                  # there: the sweep on its processors

`prepare` writes kernels, their reader and what they must yield; `run` compares digits first, then
measures: evaluations of a 7-dof arm with arrays on the device (in columns, and in rows), steps of
closed loops by the Runge-Kutta method with projection, and a sweep of slider-cranks, which `host`
does on all cores of a machine that has Sarrus. `variants`
writes the kernels whose pace is set by registers and memory, each with its values in several places
(`Room`): by them the constants of `kernels/targets/ptx/programs.py` are chosen.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]
STATES = 48
"""States whose results are compared."""
RUN, STEP = 0.1, 1e-3
"""Length and step [s] of the runs that are compared."""
LOOPS = {"four_bar": 1 << 20, "bricard": 1 << 19, "delta_robot": 1 << 16}
"""Mechanisms with loops, and how many of them are stepped at a time."""
TIMED_STEPS = {"four_bar": 100, "bricard": 100, "delta_robot": 20}
QUANTITIES = ("inverse_dynamics", "forward_dynamics", "inverse_derivatives")
SWEPT = ("crank.mass", "rod.mass", "piston.mass")
EXTREMES = ("guide.displacement", "guide.speed", "crank_pivot.rate", "crank_pivot.reaction.force.x")
COUNT = 1 << 24
"""States of the arm that are evaluated at a time: inputs and results are beyond the caches."""
SWEEP = 1_000_000
HOST_SWEEP = 200_000
"""Runs of the sweep on a processor."""
BLOCKS = (64, 128, 256)
"""Threads of a block that are tried, where code is not laid out for one number of them."""
STAGED = "delta_robot+staged"
"""The step of the delta robot around one slope, beside the one that is written out."""


WIDE = 8 * 256 * 110
"""Bytes of the memory of a block of 256 threads with 110 numbers each."""
ROOMS: dict[str, tuple[dict[str, Any], ...]] = {
    "inverse_derivatives": (
        {"registers": 90},
        {"registers": 80, "ahead": (10, 0)},
        {"registers": 90, "ahead": (10, 0)},
        {"registers": 90, "ahead": (20, 0)},
        {"registers": 90, "bytes": 57344, "ahead": (10, 0)},
        {"registers": 100, "bytes": 57344, "ahead": (10, 0)},
        {"registers": 100, "bytes": 57344, "ahead": (20, 0)},
        {"registers": 100, "bytes": 28160, "ahead": (4, 30)},
    ),
    "four_bar": (
        {"registers": 110, "limit": 128},
        {"registers": 110, "limit": 120},
        {"registers": 110, "limit": 112},
        {"registers": 110, "limit": 96},
        {"registers": 54, "threads": 128, "limit": 128, "ahead": (6, 0)},
        {"registers": 48, "threads": 128, "limit": 128},
        {"registers": 60, "threads": 128, "limit": 144},
    ),
    "bricard": (
        {"registers": 100, "threads": 64, "ahead": (8, 60)},
        {"registers": 96, "threads": 64, "ahead": (4, 40)},
        {"registers": 92, "threads": 64, "ahead": (8, 60)},
        {"registers": 92, "threads": 64},
        {"registers": 92, "threads": 128, "ahead": (8, 60)},
        {"registers": 92, "bytes": WIDE, "threads": 256, "ahead": (8, 60), "pace": 2000},
        {"registers": 64, "threads": 64, "ahead": (8, 60), "limit": 168},
    ),
    "delta_robot": (
        {"registers": 100, "threads": 64, "ahead": (8, 60)},
        {"registers": 100, "threads": 64},
        {"registers": 90, "threads": 64},
        {"registers": 84, "threads": 64, "ahead": (4, 8)},
        {"registers": 90, "bytes": WIDE, "threads": 256, "pace": 500},
        {"registers": 90, "bytes": WIDE, "threads": 256, "pace": 2000},
        {"registers": 90, "bytes": WIDE, "threads": 256, "ahead": (8, 60), "pace": 2000},
    ),
    "delta_robot+staged": (
        {"registers": 90, "threads": 64},
        {"registers": 90, "bytes": WIDE, "threads": 256, "pace": 500},
        {"registers": 90, "bytes": WIDE, "threads": 256, "pace": 2000},
    ),
}
"""Where the values of kernels are, as `Room` says, to be measured beside each other."""


# --- here -------------------------------------------------------------------------------------


def variants(folder: Path, arm_file: str | None) -> None:
    """Write kernels in several rooms, and what they must yield."""
    from sarrus.gallery import EXAMPLES
    from sarrus.kernels.targets.ptx.code import evaluation_code, write_kernels
    from sarrus.kernels.targets.ptx.programs import Room

    def labels(name: str) -> list[tuple[str, Any]]:
        every = [Room(**room) for room in ROOMS.get(name, ())]
        words = ["-".join(f"{k}{v}" for k, v in room.items()) for room in ROOMS.get(name, ())]
        joint = "-" if "+" in name else "+"
        return [(f"{name}{joint}{word}", room) for word, room in zip(words, every, strict=True)]

    arm, expected = _arm(arm_file), {}
    kernel, given = arm.compiled.kernel("inverse_derivatives"), _states()
    for k, values in enumerate(kernel.call(*given)):
        expected[f"inverse_derivatives.{k}"] = values
    expected |= dict(zip(("q", "v", "third"), given, strict=True))
    program, last = kernel.program(), arm.compiled.compiler.defaults
    codes = {
        f"{label}.double": evaluation_code(program, "double", last, room=room)
        for label, room in labels("inverse_derivatives")
    }
    for name in LOOPS:
        code, starts, ends = _run(EXAMPLES[name].model())
        expected[f"{name}.start"], expected[f"{name}.end"] = starts, ends
        codes[f"{name}.double"] = code()
        codes |= {f"{label}.double": code(room=room) for label, room in labels(name)}
        codes |= {
            f"{label}.double": code(room=room, staged=True)
            for label, room in labels(f"{name}+staged")
        }
    write_kernels(folder, codes)
    np.savez_compressed(folder / "expected.npz", **expected)


def _arm(arm_file: str | None) -> Any:
    """Return the arm of seven hinges."""
    from sarrus import load

    if arm_file:
        return load(arm_file).compile(wait=True)
    sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests")]
    from trees import model

    return model("chain", 7).compile(wait=True)


def _states() -> list[np.ndarray]:
    """Return coordinates, velocities and a third vector of the arm, some of each."""
    random = np.random.default_rng(25)
    return [random.uniform(-2.0, 2.0, (STATES, 7)) for _ in range(3)]


def prepare(folder: Path, arm_file: str | None) -> None:
    """Write kernels and what they must yield."""
    from sarrus.gallery import EXAMPLES
    from sarrus.kernels.targets.ptx.code import evaluation_code, write_kernels

    arm, given = _arm(arm_file), _states()
    expected = dict(zip(("q", "v", "third"), given, strict=True))
    codes = {}
    for name in QUANTITIES:
        kernel = arm.compiled.kernel(name)
        found = kernel.call(*given)
        for k, values in enumerate(found if isinstance(found, tuple) else (found,)):
            expected[f"{name}.{k}"] = values
        for precision in ("double", "quick", "single"):
            last = arm.compiled.compiler.defaults
            codes[f"{name}.{precision}"] = evaluation_code(kernel.program(), precision, last)
    for name in LOOPS:
        code, starts, ends = _run(EXAMPLES[name].model())
        expected[f"{name}.start"], expected[f"{name}.end"] = starts, ends
        for precision in ("double", "quick", "single")[: 2 if name == "delta_robot" else 3]:
            codes[f"{name}.{precision}"] = code(precision)
            if name == STAGED.partition("+")[0]:
                codes[f"{STAGED}.{precision}"] = code(precision, staged=True)
    codes["sweep.double"], more = _sweep(EXAMPLES["slider_crank"].model())
    gradients, rows = _steps(EXAMPLES["slider_crank"].model())
    write_kernels(folder, codes | gradients)
    np.savez_compressed(folder / "expected.npz", **{**expected, **more, **rows})


def _steps(model: Any) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Return the code of a step and of its pullback, and what they yield here."""
    from sarrus.kernels.targets.ptx.code import evaluation_code

    system = model.compile(kernels=(), parameters=["piston.mass"], wait=True)
    many = system.on("cpu")
    stepper = many.stepper(step=STEP, inputs=["crank_pivot"], parameters=["piston.mass"])
    random = np.random.default_rng(8)
    states = [system.assemble(rates={"crank_pivot": w}) for w in np.linspace(-20.0, 20.0, STATES)]
    x = many.states(states)
    u, w = random.normal(size=(STATES, 1)), random.uniform(0.4, 0.6, (STATES, 1))
    bar = random.normal(size=x.shape)
    back = stepper.adjoints([x, u, w], 0.0, bar, [x])
    given = {**stepper.defaults, "h": np.array([STEP]), "t": np.zeros(1)}
    step = stepper._step_function
    codes = {
        f"{name}.double": evaluation_code(kernel.program(), "double", given)
        for name, kernel in (("step", step.kernel), ("pullback", step.back))
    }
    rows = {"x": x, "u": u, "w": w, "bar": bar, "following": stepper(x, u, w)}
    rows |= dict(zip(("x_bar", "u_bar", "w_bar"), back, strict=True))
    return codes, {f"step.{name}": array for name, array in rows.items()}


def _order(system: Any, start: Any, until: float) -> Any:
    from sarrus.system.simulation.modes import Mode
    from sarrus.system.simulation.simulation import run_order

    settings = {"method": "rk4", "until": until, "step": STEP, "every": None, "times": None}
    return run_order(system, start, settings, Mode.first(system, {}, {}, ()), (), {}, 0.0)


def _simulator(system: Any, start: Any) -> Any:
    from sarrus.system.simulation.simulation import modes_of

    order = _order(system, start, RUN)
    return modes_of(order).simulator(order.mode, start.q)


def _balance(sim: Any) -> tuple[int, ...]:
    """Return the numbers of y that sum up energies, which nobody reads here."""
    from sarrus.system.flow.flow import ENERGY_BALANCE

    return tuple(range(sim.size - ENERGY_BALANCE, sim.size))


def _run(model: Any) -> tuple[Callable[..., Any], np.ndarray, np.ndarray]:
    """Return what makes the code of a run, states to start from, and those at the end."""
    from sarrus.kernels.targets.ptx.code import run_code
    from sarrus.kernels.targets.ptx.runs import RunKernels
    from sarrus.system.populations.programs import staged_step

    system = model.compile(kernels=(), wait=True)
    start = system.assemble()
    sim = _simulator(system, start)
    base = system.assemble(rates={system.velocities[0]: 1.0})
    states = [system.state(base.q, base.v * speed) for speed in np.linspace(-1.0, 1.0, STATES)]
    y = sim.starts(states)
    runs = system.simulate(states, until=RUN, step=STEP, method="rk4")
    ends = np.concatenate([runs.q[:, -1], runs.v[:, -1]], axis=1)
    given = sim.inputs(sim.choice(y[0]))

    def code(precision: str = "double", room: Any = None, staged: bool = False) -> Any:
        step = staged_step(sim) if staged else sim.step_kernel("rk4").program()
        kernels = RunKernels(step, fixed=_balance(sim))
        return run_code(kernels, precision, given, room=room)

    return code, y, ends


def _sweep(model: Any) -> tuple[Any, dict[str, np.ndarray]]:
    """Return the code of the sweep and what some of its runs yield."""
    from sarrus.kernels.targets.ptx.code import run_code
    from sarrus.kernels.targets.ptx.runs import RunKernels
    from sarrus.system.populations.programs import channel_kernel

    system = model.compile(kernels=(), parameters=SWEPT, wait=True)
    start = system.assemble(rates={"crank_pivot": 40.0})
    sim = _simulator(system, start)
    kernels = RunKernels(
        sim.step_kernel("rk4").program(),
        extreme=channel_kernel(sim, EXTREMES).program(),
        fixed=_balance(sim),
    )
    code = run_code(kernels, "double", sim.inputs(sim.choice(sim.start(start))),
                    {"extremes": EXTREMES})  # fmt: skip
    p = system.compiled.compiler.parameters.vector
    values = np.random.default_rng(1).uniform(0.8, 1.2, (STATES, len(p))) * p
    least, greatest = [], []
    for row in values[:4]:
        run = system.simulate(
            start, until=RUN, step=STEP, every=STEP, method="rk4",
            parameters=dict(zip(SWEPT, row, strict=True)),
        )  # fmt: skip
        some = [np.asarray(run[name]) for name in EXTREMES]
        least.append([x.min() for x in some])
        greatest.append([x.max() for x in some])
    names = ("sweep.y", "sweep.p", "sweep.least", "sweep.greatest", "sweep.nominal")
    found = (sim.start(start), values, np.array(least), np.array(greatest), p)
    return code, dict(zip(names, found, strict=True))


# --- there ------------------------------------------------------------------------------------


def run(folder: Path, out: Path) -> None:
    """Compare digits, measure, and write both."""
    sys.path.insert(0, str(folder))
    import reader

    kernels = reader.Kernels(folder)
    device = kernels.device
    found: dict[str, Any] = {
        "device": device.name, "capability": device.capability,
        "driver": device.driver.version, "free": device.free_memory, "rows": [],
    }  # fmt: skip
    expected = dict(np.load(folder / "expected.npz"))
    began = time.perf_counter()
    measured = {**dict.fromkeys(QUANTITIES, _evaluation), **dict.fromkeys(LOOPS, _loop)}
    measured["sweep"] = _swept
    _warm(kernels, expected)
    if "step.double" in kernels:
        _report(found, out, {"name": "interop"}, partial(_interop, folder, kernels, expected))
        _report(found, out, {"name": "gradients"}, partial(_gradients, kernels, expected))
    for key in sorted(kernels, key=lambda name: "pace" in name):  # threads that wait come last
        if key.partition(".")[0] in ("step", "pullback"):
            continue
        label, _, precision = key.rpartition(".")
        name = label.partition("+")[0]
        row = {"name": label, "precision": precision}
        _report(found, out, row, partial(measured[name], kernels[key], name, expected))
    found["seconds"] = round(time.perf_counter() - began, 1)
    out.write_text(json.dumps(found, indent=1))


def _report(
    found: dict[str, Any], out: Path, row: dict[str, Any], job: Callable[[dict[str, Any]], None]
) -> None:
    """Do a job, whatever happens, and write what there is so far."""
    try:
        job(row)
    except Exception as problem:
        row["problem"] = f"{type(problem).__name__}: {problem}"
    found["rows"].append(row)
    out.write_text(json.dumps(found, indent=1))
    print(json.dumps(row), flush=True)


class _FileCode:
    """Exported code in the place of code that this machine would make."""

    def __init__(self, kernel: Any) -> None:
        self.layout, self._ptx = kernel.layout, kernel.code

    def ptx(self) -> str:
        return str(self._ptx)


def _interop(folder: Path, kernels: Any, expected: Any, row: dict[str, Any]) -> None:
    """Compare arrays of other libraries, which stay on the device, and runs in pieces."""
    source = folder / "src"
    sys.path.insert(0, str(source if source.exists() else ROOT / "src"))
    from sarrus.system.populations.gpu import GpuEvaluator, GpuRunner, Gpus
    from sarrus.system.populations.run import Asked, LaneResults

    gpus = Gpus()
    evaluate = GpuEvaluator(gpus)
    code = _FileCode(kernels["inverse_dynamics.double"])
    given = {"q": expected["q"], "v": expected["v"], "vdot": expected["third"]}
    wanted = expected["inverse_dynamics.0"]
    n = len(wanted)
    (host,) = evaluate("inverse_dynamics", code, given, n)
    row["numpy"] = _difference(host, wanted)
    for name, make in _LIBRARIES.items():
        try:
            to, back = make()
            theirs = {key: to(value) for key, value in given.items()}
            (result,) = evaluate("inverse_dynamics", code, theirs, n)
            kind = type(result).__module__.partition(".")[0]
            row[name] = [kind, _difference(back(result), wanted)]
            count = (COUNT >> 2) // n * n
            many = {key: to(np.tile(value, (count // n, 1))) for key, value in given.items()}
            best = min(_host_seconds(gpus, evaluate, code, many, count) for _ in range(5))
            row[f"{name}.rows"] = f"{count / best:.4g}"
        except Exception as problem:
            row[name] = f"{type(problem).__name__}: {problem}"
    run = _FileCode(kernels["four_bar.double"])
    y, end = expected["four_bar.start"], expected["four_bar.end"]
    values = {p["name"]: np.array(p["value"]).reshape(p["shape"]) for p in run.layout["ports"]}
    asked = Asked(y, values, frozenset(), 0.0, STEP, round(RUN / STEP), 0, 1e-9)
    found = LaneResults.empty(asked, 0, 0, np.float64)
    GpuRunner(gpus)(run, asked, found)
    row["run in pieces"] = _difference(found.y[:, : end.shape[1]], end)


def _gradients(kernels: Any, expected: Any, row: dict[str, Any]) -> None:
    """Compare a step and its derivative, on arrays of NumPy, PyTorch and JAX, with those here."""
    from sarrus.system.populations import in_kinds
    from sarrus.system.populations.gpu import GpuEvaluator, Gpus

    gpus = Gpus()
    evaluate = GpuEvaluator(gpus)
    step, pullback = (_FileCode(kernels[f"{name}.double"]) for name in ("step", "pullback"))
    own = {k.partition(".")[2]: v for k, v in expected.items() if k.startswith("step.")}

    def values(rows: Any, t: float) -> Any:
        named = dict(zip(("x", "u", "w"), rows, strict=True))
        return evaluate("step", step, named, len(rows[0]))[0], ()

    def adjoints(rows: Any, t: float, bar: Any, kept: Any) -> Any:
        named = {**dict(zip(("x", "u", "w"), rows, strict=True)), "value_bar": bar}
        return evaluate("pullback", pullback, named, len(rows[0]))

    def function(*rows: Any) -> Any:
        return in_kinds.differentiable(values, adjoints, own["x"].shape[1], rows, 0.0)

    rows, bars = [own[k] for k in ("x", "u", "w")], [own[f"{k}_bar"] for k in ("x", "u", "w")]
    row["numpy"] = _difference(function(*rows), own["following"])
    back = adjoints(rows, 0.0, own["bar"], ())
    row["numpy.pullback"] = max(map(_difference, back, bars))
    try:
        import torch

        tensors = [torch.tensor(a, device="cuda", requires_grad=True) for a in rows]
        found = function(*tensors)
        found.backward(torch.tensor(own["bar"], device="cuda"))
        pairs = [(t.grad.cpu().numpy(), b) for t, b in zip(tensors, bars, strict=True)]
        row["torch"] = [str(found.device), _difference(found.detach().cpu().numpy(),
                        own["following"]), max(_difference(*pair) for pair in pairs)]  # fmt: skip
        times = 1 << 15
        many = [torch.tensor(np.tile(a, (times, 1)), device="cuda", requires_grad=True)
                for a in rows]  # fmt: skip
        bar = torch.tensor(np.tile(own["bar"], (times, 1)), device="cuda")
        for _ in range(4):
            torch.cuda.synchronize()
            began = time.perf_counter()
            function(*many).backward(bar)
            torch.cuda.synchronize()
            best = time.perf_counter() - began
        row["torch.rate"] = f"{times * STATES / best:.4g}"
    except Exception as problem:
        row["torch"] = f"{type(problem).__name__}: {problem}"
    try:
        jax_array, _ = _jax()
        import jax

        def loss(*arrays: Any) -> Any:
            return (function(*arrays) * jax_array(own["bar"])).sum()

        given = list(map(jax_array, rows))
        for name, gradient in (
            ("jax", jax.grad(loss, argnums=(0, 1, 2))),
            ("jax.jit", jax.jit(jax.grad(loss, argnums=(0, 1, 2)))),
        ):
            pairs = list(zip(map(np.asarray, gradient(*given)), bars, strict=True))
            row[name] = max(_difference(*pair) for pair in pairs)
    except Exception as problem:
        row["jax"] = f"{type(problem).__name__}: {problem}"


def _host_seconds(gpus: Any, evaluate: Any, code: Any, given: Any, n: int) -> float:
    began = time.perf_counter()
    evaluate("inverse_dynamics", code, given, n)
    gpus.devices[0].wait()
    return time.perf_counter() - began


def _cupy() -> Any:
    import cupy

    return cupy.asarray, cupy.asnumpy


def _torch() -> Any:
    import torch

    return (lambda x: torch.tensor(x, device="cuda")), (lambda x: x.cpu().numpy())


def _jax() -> Any:
    import os

    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax

    jax.config.update("jax_enable_x64", True)
    return jax.numpy.asarray, np.asarray


_LIBRARIES = {"cupy": _cupy, "torch": _torch, "jax": _jax}


def _difference(found: np.ndarray, wanted: np.ndarray) -> float:
    """Return the largest difference, as a part of the largest number; NaN never passes."""
    wanted = wanted.reshape(found.shape)
    return float(np.max(np.abs(found - wanted)) / np.max(np.abs(wanted)))


def _median(device: Any, work: Any, repeats: int = 5, together: int = 1) -> float:
    """Return the seconds of one launch, of several that follow each other."""

    def several() -> None:
        for _ in range(together):
            work()

    several()
    return statistics.median(device.seconds(several) for _ in range(repeats)) / together


def _warm(kernels: Any, expected: Any) -> None:
    """Let the clocks of the device rise: half a second of work."""
    kernel = kernels["four_bar.double"]
    y = np.tile(expected["four_bar.start"], (20000, 1))
    kernel.simulate(y[:100], 0.01, STEP)
    work = _prepared(kernel, y, 500, kernel.layout["block"])
    began = time.perf_counter()
    while time.perf_counter() - began < 0.7:
        kernel.device.seconds(work)


def _evaluation(kernel: Any, name: str, expected: Any, row: dict[str, Any]) -> None:
    given = [expected["q"], expected["v"], expected["third"]]
    began = time.perf_counter()
    results = kernel(*given)
    row["assembly"] = round(time.perf_counter() - began, 3)
    results = results if isinstance(results, tuple) else (results,)
    row["difference"] = [_difference(r, expected[f"{name}.{k}"]) for k, r in enumerate(results)]
    device, layout, size = kernel.device, kernel.layout, kernel.dtype.itemsize
    random = np.random.default_rng(3)
    columns = random.uniform(-2.0, 2.0, (7, COUNT >> 6)).astype(kernel.dtype)
    columns = np.tile(columns, (1, 64))
    inputs = [device.copy_of(columns[:, ::sign]) for sign in (1, -1, 1)]
    time_input = device.copy_of(np.zeros(1, kernel.dtype))
    widths = [int(np.prod(port["shape"])) for port in layout["outputs"]]
    outputs = [device.memory(width * COUNT * size) for width in widths]

    def arguments(rows: bool) -> list[Any]:
        found: list[Any] = [COUNT]
        for memory in inputs:
            found += [memory.address, *((1, 7) if rows else (COUNT, 1))]
        found += [time_input.address, 1, 0]
        for memory, width in zip(outputs, widths, strict=True):
            found += [memory.address, *((1, width) if rows else (COUNT, 1))]
        return found

    moved = (21 + sum(widths)) * size
    row |= {"states": COUNT, "bytes": moved, "variants": {}}
    (function,) = layout["functions"]
    row["registers"] = _registers(kernel, function)
    for block in _blocks(kernel):
        for rows in (False, True)[: 1 + (block == layout["block"])]:
            work = partial(kernel.module.launch, function, COUNT, arguments(rows), block, 0,
                           layout["shared"])  # fmt: skip
            seconds = _median(device, work, 5, 10)
            row["variants"][f"block {block}" + " rows" * rows] = f"{COUNT / seconds:.4g}"
    row["rate"] = row["variants"][f"block {layout['block']}"]
    row["bandwidth"] = f"{float(row['rate']) * moved:.4g}"


def _blocks(kernel: Any) -> tuple[int, ...]:
    """Return the threads of a block that are tried."""
    own = kernel.layout["block"]
    return (own,) if kernel.layout["near"] else BLOCKS


def _registers(kernel: Any, function: str) -> int:
    return int(kernel.module.attribute(function, 4))


def _loop(kernel: Any, name: str, expected: Any, row: dict[str, Any]) -> None:
    start, end = expected[f"{name}.start"], expected[f"{name}.end"]
    began = time.perf_counter()
    found = kernel.simulate(start, RUN, STEP)
    row["assembly"] = round(time.perf_counter() - began, 3)
    row["difference"] = _difference(found["y"][:, : end.shape[1]], end)
    row["stopped"] = int(np.sum(found["why"] != 0))
    row["registers"] = _registers(kernel, "run")
    row["local_bytes"] = int(kernel.module.attribute("run", 3))
    n, steps = LOOPS[name], TIMED_STEPS[name]
    y = np.tile(start, (-(-n // STATES), 1))[:n]
    row |= {"states": n, "steps": steps, "variants": {}}
    for block in _blocks(kernel):
        work = _prepared(kernel, y, steps, block)
        seconds = _median(kernel.device, work, 3)
        row["variants"][f"block {block}"] = f"{n * steps / seconds:.4g}"
    row["rate"] = row["variants"][f"block {kernel.layout['block']}"]


def _prepared(kernel: Any, y: np.ndarray, steps: int, block: int, **given: Any) -> Any:
    """Return the launch of a run alone, without the transfers around it."""
    taken: list[Any] = []
    launch = kernel.launch

    def note(n: int, arguments: list[Any]) -> None:
        taken.append((n, arguments))

    kernel.launch = note
    held = kernel.memories = []
    make = kernel.device.memory
    kernel.device.memory = lambda size: held.append(make(size)) or held[-1]
    try:
        kernel.simulate(y, steps * STEP, STEP, **given)
    finally:
        del kernel.launch, kernel.device.memory
    n, arguments = taken[0]
    assert launch is not None
    shared = kernel.layout["shared"]
    return lambda: kernel.module.launch("run", n, [n, *arguments], block, 0, shared)


def _swept(kernel: Any, name: str, expected: Any, row: dict[str, Any]) -> None:
    y, p = expected["sweep.y"], expected["sweep.p"]
    began = time.perf_counter()
    found = kernel.simulate(np.tile(y, (STATES, 1)), RUN, STEP, p=p)
    row["assembly"] = round(time.perf_counter() - began, 3)
    row["difference"] = [
        _difference(found[key][:4], expected[f"sweep.{key}"]) for key in ("least", "greatest")
    ]
    random = np.random.default_rng(9)
    many = random.uniform(0.8, 1.2, (SWEEP, p.shape[1])) * expected["sweep.nominal"]
    began = time.perf_counter()
    result = kernel.simulate(np.tile(y, (SWEEP, 1)), 1.0, STEP, p=many)
    row["whole_call"] = round(time.perf_counter() - began, 3)
    row["stopped"] = int(np.sum(result["why"] != 0))
    row["finite"] = bool(np.all(np.isfinite(result["least"])))
    row["registers"] = _registers(kernel, "run")
    row["variants"] = {}
    for block in _blocks(kernel):
        work = _prepared(kernel, np.tile(y, (SWEEP, 1)), 1000, block, p=many)
        seconds = _median(kernel.device, work, 2)
        row["variants"][f"block {block}"] = round(seconds, 4)
    row["runs"], row["steps"] = SWEEP, 1000


def host(out: Path, runs: int = HOST_SWEEP) -> None:
    """Measure the sweep by vectors and threads of this machine."""
    from sarrus.gallery import EXAMPLES
    from sarrus.kernels.workers import processors

    system = EXAMPLES["slider_crank"].model().compile(parameters=SWEPT)
    start = system.assemble(rates={"crank_pivot": 40.0})
    nominal = system.compiled.compiler.parameters.vector
    values = np.random.default_rng(9).uniform(0.8, 1.2, (runs, len(SWEPT))) * nominal
    keep = [f"{word} {name}" for name in EXTREMES for word in ("max", "min")]
    many, times = system.on("cpu"), []
    for count in (64, runs, runs, runs):
        some = dict(zip(SWEPT, values[:count].T, strict=True))
        began = time.perf_counter()
        found = many.simulate(start, until=1.0, step=STEP, keep=keep, parameters=some)
        times.append(time.perf_counter() - began)
    row = {
        "cores": processors(), "runs": runs, "steps": 1000, "seconds": times[1:],
        "rate": f"{runs * 1000 / statistics.median(times[1:]):.4g}",
        "finite": all(bool(np.isfinite(found[word]).all()) for word in keep),
    }  # fmt: skip
    print(json.dumps(row), flush=True)
    out.write_text(json.dumps(row, indent=1))


def main() -> None:
    """Prepare or run."""
    if len(sys.argv) < 3 or sys.argv[1] not in ("prepare", "variants", "run", "host"):
        raise SystemExit(__doc__)
    if sys.argv[1] == "host":
        host(Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else HOST_SWEEP)
        return
    if sys.argv[1] in ("prepare", "variants"):
        make = prepare if sys.argv[1] == "prepare" else variants
        make(Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None)
    else:
        run(Path(sys.argv[2]), Path(sys.argv[3]))


if __name__ == "__main__":
    main()
