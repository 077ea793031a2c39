"""PTX: every operation assembles, and the same bodies on the processor have the target's bits."""

from __future__ import annotations

import importlib.util
import math
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gallery.mobility_table import LARGE
from kernels.functions import arguments
from kernels.native import machine, program
from kernels.stand_in_driver import StandIn, remember
from kernels.test_targets import SPECIAL, needs_fused
from sarrus import System, gallery
from sarrus.kernels import Port, Program
from sarrus.kernels.functions import PAIRS, RANGED
from sarrus.kernels.functions.beyond import BEYOND, angle
from sarrus.kernels.native import compile_function
from sarrus.kernels.program import BINARY, UNARY
from sarrus.kernels.targets.ptx import programs, reader
from sarrus.kernels.targets.ptx.code import DeviceCode, evaluation_code, run_code
from sarrus.kernels.targets.ptx.driver import Driver
from sarrus.kernels.targets.ptx.programs import plan_of
from sarrus.kernels.targets.ptx.runs import RunKernels
from sarrus.kernels.trace import trace
from sarrus.spatial.curve import Curve
from sarrus.system.populations.programs import staged_step
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode
from sarrus.system.simulation.simulation import modes_of, run_order

CAPABILITIES = (70, 75, 80, 86, 89, 90, 100, 120)
FEW = ("four_bar",)
MOST = 20_000
"""Operations of a step up to which its code is assembled here, in a few seconds."""


def _assembler() -> Path | None:
    found = importlib.util.find_spec("nvidia")
    folders = [] if found is None else found.submodule_search_locations or []
    paths = [Path(folder, "cuda_nvcc", "bin", "ptxas") for folder in folders]
    return next((path for path in paths if path.exists()), None)


ASSEMBLER = _assembler()
needs_assembler = pytest.mark.skipif(ASSEMBLER is None, reason="no ptxas (nvidia-cuda-nvcc-cu12)")


def assemble(ptx: str, capability: int, folder: Path) -> None:
    source = folder / "kernel.ptx"
    source.write_text(ptx)
    command = [str(ASSEMBLER), f"-arch=sm_{capability}", str(source), "-o", str(folder / "cubin")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]


def on_stand_in(code: DeviceCode) -> Any:
    """Return a kernel on the stand-in, with its reader."""
    device = Driver(StandIn()).device(0)
    kind = reader.Run if code.layout["kind"] == "run" else reader.Evaluation
    return kind(device, dict(code.layout), remember(code))


def every_operation() -> Program:
    ops = [*UNARY, *BINARY]

    def write(b: Any, x: list[int]) -> list[int]:
        return [b.unary(op, x[0]) if op in UNARY else b.binary(op, x[0], x[1]) for op in ops]

    return program(2, write)


def table() -> Program:
    rows = [-1.0, 0.0, 0.3, 2.0]
    curve = Curve(rows, np.cos(np.array(rows) * 3.0), 1, "line")

    def function(x: Any) -> dict[str, Any]:
        return {"y": np.array([curve.derivative(order, x[0]) for order in range(-1, 4)])}

    return trace(function, {"x": (1,)})


def simulator(system: System, method: str = "rk4") -> Simulator:
    start = system.assemble()
    settings = {"method": method, "until": 1.0, "step": 1.0, "every": None, "times": None}
    mode = Mode.first(system, {}, {}, ())
    order = run_order(system, start, settings, mode, (), {}, 0.0)
    return modes_of(order).simulator(order.mode, start.q)


@needs_assembler
@pytest.mark.parametrize("precision", ["double", "single"])
def test_every_operation_assembles(precision: str, tmp_path: Path) -> None:
    assemble(evaluation_code(every_operation(), precision).ptx(), 70, tmp_path)
    assemble(evaluation_code(table(), precision).ptx(), 120, tmp_path)


@pytest.mark.slow
@needs_assembler
@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("capability", CAPABILITIES)
def test_every_operation_assembles_for_all_devices(
    precision: str, capability: int, tmp_path: Path
) -> None:
    for of in (every_operation(), table()):
        code = evaluation_code(of, precision)
        assemble(code.ptx(), capability, tmp_path)
        assemble(code.ptx(capability), capability, tmp_path)


@needs_fused
def test_every_operation_has_the_bits_of_the_processor_or_is_beyond_its_range() -> None:
    of = every_operation()
    states = np.array([[a, b] for a in SPECIAL for b in SPECIAL])
    found, ours = on_stand_in(evaluation_code(of))(states), machine(of)
    names = [*UNARY, *BINARY]
    for row, state in zip(found, states, strict=True):
        for name, mine, wanted in zip(names, row, ours(state)[0], strict=True):
            same = np.float64(mine).tobytes() == np.float64(wanted).tobytes()
            both = math.isnan(mine) and math.isnan(wanted)
            near = name in BEYOND and math.isclose(mine, wanted, rel_tol=1e-15, abs_tol=5e-324)
            far = name in ("sin", "cos", "tan") and abs(state[0]) > 1e5
            assert same or both or near or far, (name, state, mine, wanted)


@needs_fused
@pytest.mark.parametrize("op", RANGED)
def test_functions_have_the_bits_of_the_processor(op: str) -> None:
    n = 2 if op in PAIRS else 1
    of = program(n, lambda b, x: [b.binary(op, *x) if n == 2 else b.unary(op, *x)])
    states = np.stack(arguments(op, 100), axis=1)
    ours = machine(of)
    inside = [on_stand_in(evaluation_code(of))(states)]
    wanted = np.array([ours(state)[0] for state in states])
    close = np.isclose(inside[0], wanted, rtol=2e-15, atol=0.0) | np.isnan(wanted)
    assert np.all(close), states[~close[:, 0]]
    assert np.mean(inside[0] == wanted) > 0.9  # the rest is beyond the range


@needs_fused
def test_tables_have_the_bits_of_the_processor() -> None:
    of, ours = table(), machine(table())
    states = np.array([*np.linspace(-2.0, 3.0, 40), *SPECIAL])[:, None]
    found = on_stand_in(evaluation_code(of))(states)
    assert found.tobytes() == np.array([ours(state)[0] for state in states]).tobytes()


@needs_fused
def test_quick_sines_are_right_to_the_last_digits() -> None:
    """Below 1.5 units in the last place, beside quarter turns too; NaN beyond 2^50."""
    of = program(1, lambda b, x: [b.unary("sin", x[0]), b.unary("cos", x[0])])
    device = on_stand_in(evaluation_code(of, "quick"))
    rng = np.random.default_rng(3)
    near = np.pi / 2 * rng.integers(-63661, 63662, 1000)
    beside = [near + k * np.spacing(near) for k in (-1, 0, 1)]
    x = np.concatenate([rng.uniform(-1e5, 1e5, 3000), rng.normal(size=3000), *beside])
    exact = np.array([np.sin(x.astype(np.longdouble)), np.cos(x.astype(np.longdouble))]).T
    off = np.abs(device(x[:, None]) - exact) / np.spacing(np.abs(exact.astype(float)))
    assert np.max(off) < 1.5
    assert device(np.zeros((1, 1))).tolist() == [[0.0, 1.0]]
    large = np.array([1.1e5, -3e6, 1e10, 123456789012345.0])
    exact = np.stack([np.sin(large), np.cos(large)], axis=1)
    assert np.allclose(device(large[:, None]), exact, rtol=0.0, atol=4e-16)
    assert np.all(np.isnan(device(np.array([[2.0**51], [math.inf], [math.nan]]))))


def test_large_angles_keep_their_sines() -> None:
    turned = compile_function(angle)
    for x in (1.1e5, -3e6, 1e10, 123456789012345.0):
        assert math.isclose(math.sin(turned(x)), math.sin(x), abs_tol=4e-16)
        assert math.isclose(math.cos(turned(x)), math.cos(x), abs_tol=4e-16)
    assert math.isnan(turned(2.0**51)) and math.isnan(turned(math.inf))


def test_sines_of_single_precision_are_right_to_its_last_unit() -> None:
    of = program(1, lambda b, x: [b.unary("sin", x[0]), b.unary("cos", x[0])])
    x = np.random.default_rng(1).uniform(-4e4, 4e4, (2000, 1)).astype(np.float32)
    x[:3, 0] = 1e6, 0.0, -1e-20
    found = on_stand_in(evaluation_code(of, "single"))(x)
    wanted = np.concatenate([np.sin(x.astype(float)), np.cos(x.astype(float))], axis=1)
    assert np.max(np.abs(found - wanted)) < 1.2e-7


@needs_fused
def test_programs_that_are_cut_have_the_same_bits() -> None:
    """With kernels of twenty instructions, and a work space whose places are used again."""
    system = gallery.EXAMPLES["puma560"].model().compile(kernels=(), cache=None)
    kernel = system.compiled.kernel("inverse_dynamics")
    of = kernel.program()
    plan = plan_of(of, 20)
    assert len(plan.pieces) > 5 and plan.n_slots < len(plan.slots)
    states = np.random.default_rng(2).normal(size=(3, 4, 6))
    cut = on_stand_in(evaluation_code(of, defaults=system.compiled.compiler.defaults, piece=20))
    assert cut(*states).tobytes() == kernel.call(*states).tobytes()


def loop_code(system: System, precision: str, **how: Any) -> tuple[DeviceCode, np.ndarray]:
    sim = simulator(system)
    y = sim.start(system.assemble(rates={system.velocities[0]: 1.0}))
    kernels = RunKernels(sim.step_kernel("rk4").program(), **how)
    return run_code(kernels, precision, sim.inputs(sim.choice(y))), y


@needs_fused
def test_runs_have_the_bits_of_the_processor_whole_and_cut() -> None:
    system = gallery.EXAMPLES["four_bar"].model().compile(kernels=(), cache=None)
    code, y = loop_code(system, "double")
    start = system.state(y[: system.nq], y[system.nq : system.nq + system.nv])
    run = system.simulate(start, until=0.05, step=1e-3, method="rk4")
    cut = run_code(RunKernels(simulator(system).step_kernel("rk4").program()), "double",
                   {p["name"]: np.array(p["value"]) for p in code.layout["ports"]},
                   piece=200)  # fmt: skip
    fixed, _ = loop_code(system, "double", fixed=tuple(range(len(y) - 3, len(y))))
    for one in (code, cut, fixed):
        found = on_stand_in(one).simulate(y, 0.05, 1e-3)
        assert found["y"][0, : system.nq].tobytes() == run.q[-1].tobytes()
        assert found["why"][0] == 0 and found["reached"][0] == 50


@needs_fused
def test_values_that_leave_registers_keep_their_bits() -> None:
    """Few registers, fewer places in the memory of the block: the rest waits in the thread's."""
    system = gallery.EXAMPLES["puma560"].model().compile(kernels=(), cache=None)
    kernel = system.compiled.kernel("inverse_dynamics")
    plan = plan_of(kernel.program(), room=programs.Room(12, 10 * programs.THREADS * 8))
    far = [slot for slot in plan.slots.values() if slot >= 10]
    assert plan.dropped and far and min(far) == 10
    alive = {i: k for k, i in enumerate(plan.pieces[0].instructions)}
    ends = {a: k for i, k in alive.items() for a in plan.operands(i)}
    spans = sorted((slot, alive[i], ends[i]) for i, slot in plan.slots.items())
    for one, other in pairwise(spans):  # no place has two values at a time
        assert one[0] != other[0] or one[2] <= other[1]


@needs_fused
def test_small_registers_and_small_blocks_have_the_bits_of_the_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small = programs.Room(12, 8 * programs.THREADS * 10)
    monkeypatch.setitem(programs.EVALUATION_ROOM, "double", small)
    monkeypatch.setitem(programs.RUN_ROOM, "double", small)
    system = gallery.EXAMPLES["puma560"].model().compile(kernels=(), cache=None)
    kernel = system.compiled.kernel("inverse_dynamics")
    states = np.random.default_rng(2).normal(size=(3, 40, 6))
    code = evaluation_code(kernel.program(), defaults=system.compiled.compiler.defaults)
    assert code.layout["block"] == programs.THREADS and "addrspace(3)" in code.llvm
    assert on_stand_in(code)(*states).tobytes() == kernel.call(*states).tobytes()
    four_bar = gallery.EXAMPLES["four_bar"].model().compile(kernels=(), cache=None)
    run, y = loop_code(four_bar, "double")
    assert run.layout["block"] == small.threads
    start = four_bar.state(y[: four_bar.nq], y[four_bar.nq : four_bar.nq + four_bar.nv])
    ours = four_bar.simulate(start, until=0.05, step=1e-3, method="rk4")
    found = on_stand_in(run).simulate(np.tile(y, (3, 1)), 0.05, 1e-3)
    assert found["y"][2, : four_bar.nq].tobytes() == ours.q[-1].tobytes()
    kernels = RunKernels(simulator(four_bar).step_kernel("rk4").program())
    given = {p["name"]: np.array(p["value"]) for p in run.layout["ports"]}
    wide = run_code(kernels, defaults=given, room=programs.Room(12, 1 << 17, 256, 168))
    assert wide.layout["block"] == 256 and wide.layout["registers"] == 168
    assert wide.layout["shared"] > 8 * 256 * 10 and "external addrspace(3)" in wide.llvm
    found = on_stand_in(wide).simulate(np.tile(y, (3, 1)), 0.05, 1e-3)
    assert found["y"][2, : four_bar.nq].tobytes() == ours.q[-1].tobytes()
    early = run_code(kernels, defaults=given, room=programs.Room(12, ahead=(3, 30), pace=100))
    assert early.llvm.count("barrier.sync") > 10
    found = on_stand_in(early).simulate(np.tile(y, (3, 1)), 0.05, 1e-3)
    assert found["y"][2, : four_bar.nq].tobytes() == ours.q[-1].tobytes()
    assert found["reached"].tolist() == [50.0] * 3


@needs_fused
def test_values_are_asked_for_ahead_of_their_use() -> None:
    """As far as said, but not while they are in registers; each time that they come back."""
    system = gallery.EXAMPLES["puma560"].model().compile(kernels=(), cache=None)
    of = system.compiled.kernel("inverse_dynamics").program()
    plan = plan_of(of, room=programs.Room(12, 10 * programs.THREADS * 8, ahead=(2, 9)))
    (piece,) = plan.pieces
    asked = programs._early_reads(plan, piece)
    count = 0
    for a in plan.slots:
        uses = [k for k, i in enumerate(piece.instructions) if a in plan.operands(i)]
        drops = [k for k, i in enumerate(piece.instructions) if a in plan.dropped.get(i, ())]
        ahead = plan.ahead[plan.slots[a] >= plan.near]
        for left in drops:
            use = min(k for k in uses if k > left)
            assert a in asked[max(use - ahead, left + 1)]
            count += 1
    assert count == sum(map(len, asked.values())) > 20


@needs_fused
def test_quotients_are_rounded_as_by_the_processor() -> None:
    """Also the one just above the middle of two numbers, and signs of zeros."""
    entries = (("input", 0, 0), ("input", 0, 1), ("const", 1.0))
    ports = (Port("x", (2,)),), (Port("y", (2,)),)
    of = Program(*ports, (*entries, ("div", 0, 1), ("div", 2, 1)), ((3, 4),))
    rng = np.random.default_rng(4)
    near = np.nextafter(1.0, 0.0)
    some = [[1.0, near], [1.5, 2.0 * near], [-0.0, 1.0], [0.0, -3.0], [1.0, 0.0], [-1.0, -0.0]]
    some += [[math.inf, 2.0], [1e300, 1e-300], [-5.0, math.inf]]
    wide = rng.normal(size=(3000, 2)) * 10.0 ** rng.integers(-90, 90, size=(3000, 2))
    last = np.stack([rng.integers(1, 2**53, 3000), 2**53 - rng.integers(1, 2000, 3000)], axis=1)
    states = np.concatenate([some, wide, last.astype(float)])
    found = on_stand_in(evaluation_code(of))(states)
    with np.errstate(all="ignore"):
        wanted = np.stack([states[:, 0] / states[:, 1], 1.0 / states[:, 1]], axis=1)
    assert np.ascontiguousarray(found).tobytes() == wanted.tobytes()


@needs_fused
def test_steps_in_stages_agree_to_rounding() -> None:
    system = gallery.EXAMPLES["four_bar"].model().compile(kernels=(), cache=None)
    sim = simulator(system)
    whole, y = loop_code(system, "double")
    given = {p["name"]: np.array(p["value"]) for p in whole.layout["ports"]}
    staged = run_code(RunKernels(staged_step(sim)), "double", given)
    assert staged.layout["size"] == whole.layout["size"]
    ends = [on_stand_in(code).simulate(y, 0.05, 1e-3) for code in (whole, staged)]
    assert np.allclose(ends[0]["y"], ends[1]["y"], rtol=1e-14, atol=1e-15)
    assert np.allclose(ends[0]["lowest"], ends[1]["lowest"], rtol=1e-13)


def test_small_steps_in_double_keep_the_order_of_the_trace() -> None:
    of = simulator(gallery.EXAMPLES["four_bar"].model().compile(kernels=(), cache=None))
    program_of = of.step_kernel("rk4").program()
    (kept,) = plan_of(program_of, holds=True, traced=programs.TRACED).pieces
    (other,) = plan_of(program_of, holds=True, traced=10).pieces
    assert list(kept.instructions) == sorted(kept.instructions)
    assert sorted(other.instructions) == list(kept.instructions) != list(other.instructions)


@needs_assembler
@pytest.mark.parametrize("name", FEW)
def test_runs_of_mechanisms_assemble(name: str, tmp_path: Path) -> None:
    system = gallery.EXAMPLES[name].model().compile(kernels=(), cache=None)
    code, _ = loop_code(system, "single")
    assemble(code.ptx(), 90, tmp_path)


@pytest.mark.slow
@needs_assembler
@pytest.mark.parametrize("name", sorted(set(gallery.EXAMPLES) - {*FEW, *LARGE}))
def test_runs_of_the_gallery_assemble(name: str, tmp_path: Path) -> None:
    system = gallery.EXAMPLES[name].model().compile(kernels=())
    code, _ = loop_code(system, "double")
    if code.layout["operations"] > MOST:
        pytest.skip("its step takes the assembler minutes")
    for capability in (70, 90):
        assemble(code.ptx(), capability, tmp_path)
