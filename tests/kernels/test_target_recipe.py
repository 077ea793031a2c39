"""The recipe "a code target": one in a package of its own, used through the protocol alone."""

from __future__ import annotations

import importlib
import shutil
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernels.native import machine, program
from sarrus import gallery
from sarrus.kernels import Cache, KernelFactory
from sarrus.kernels.functions import PAIRS
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.loops import fixed
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.kernels.loops.fixed import FixedLoop
from sarrus.kernels.loops.linear import factor
from sarrus.kernels.native import compile_function
from sarrus.kernels.program import BINARY, UNARY
from sarrus.kernels.targets import Target
from sarrus.kernels.trace import trace
from sarrus.spatial.curve import Curve
from sarrus.system.names import QUANTITIES, shape_of
from sarrus.system.simulation.modes import Mode, Modes

NUMBERS = (0.3, -0.7, 2.5, -4.0, 0.0, -0.0, 1e5, 1e300, float("inf"), float("nan"))


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """The target of a user's package, which is not part of Sarrus."""
    folder = tmp_path_factory.mktemp("packages")
    package = folder / "somebody"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    shutil.copy(Path(__file__).parent / "stack_target.py", package / "target.py")
    sys.path.insert(0, str(folder))
    try:
        yield importlib.import_module("somebody.target").StackTarget()
    finally:
        sys.path.remove(str(folder))
        for name in ("somebody", "somebody.target"):
            sys.modules.pop(name, None)


def bits(x: float) -> Any:
    return "nan" if x != x else struct.pack("<d", x)


@pytest.mark.parametrize("op", [*UNARY, *BINARY])
def test_every_operation(target: Target, op: str) -> None:
    """Each has the bits of the machine code of this processor, at special numbers too."""
    unary = op in UNARY
    of = program(1 if unary else 2, lambda b, x: [b.unary(op, x[0]) if unary else b.binary(op, *x)])
    theirs, ours = machine(of, target), machine(of)
    values = [(a,) for a in NUMBERS] if unary else [(a, b) for a in NUMBERS for b in NUMBERS]
    for given in values:
        x = np.array(given)
        expected = ours(x)[0][0]
        found = theirs(x)[0][0]
        beyond = op in PAIRS and not np.all(np.isfinite(x))
        if beyond:  # of the C library, as it is there
            assert found == pytest.approx(expected, rel=1e-15, nan_ok=True)
        else:
            assert bits(found) == bits(expected), f"{op}{given}"


def test_tables(target: Target) -> None:
    rows = np.array([-1.0, 0.0, 0.3, 0.5, 2.0, 2.1])
    for x in (rows, np.linspace(-1.0, 2.0, 7)):
        curve = Curve(x, np.sin(5.0 * x), 1, "line")

        def function(x: Any, curve: Curve = curve) -> dict[str, Any]:
            return {"y": np.array([curve.derivative(order, x[0]) for order in range(-1, 4)])}

        of = trace(function, {"x": (1,)})
        theirs, ours = machine(of, target), machine(of)
        for at in (*x, *np.linspace(-2.0, 3.0, 40), np.inf, -np.inf, np.nan):
            found, expected = (run(np.array([at]))[0] for run in (theirs, ours))
            assert [bits(a) for a in found] == [bits(a) for a in expected], at


@pytest.mark.parametrize("name", ["double_pendulum", "puma560", "quarter_vehicle"])
def test_a_mechanism(target: Target, name: str) -> None:
    """By the factory, which tests each kernel against the interpreter as it makes it."""
    system = gallery.EXAMPLES[name].model().compile(kernels=(), cache=None)
    names, equation = QUANTITIES["forward_dynamics"]
    shapes = {key: shape_of(key, system.nq, system.nv) for key in names}
    function = system.compiled.compiler._function(equation)
    kernel = KernelFactory(Cache(None), target).make(name, function, {**shapes, "t": (1,)})
    random = np.random.default_rng(3)
    given = [random.uniform(-1.0, 1.0, port.shape) for port in kernel.inputs]
    expected = interpret(kernel.program(), given)[0]
    np.testing.assert_allclose(kernel(*given), expected, rtol=1e-9, atol=1e-9)
    ours = machine(kernel.program())(*given)[0]
    assert kernel(*given).tobytes() == ours.tobytes()
    rows = [np.stack([x] * 3) for x in given]
    assert np.array_equal(kernel(*rows), np.stack([ours] * 3))


def test_a_closed_loop(target: Target) -> None:
    """A step of a four-bar, with its projection."""
    system = gallery.EXAMPLES["four_bar"].model().compile(kernels=(), cache=None)
    sim = Modes(system, {}, (0.0, 1.0)).simulator(Mode({}, {}, ()), system.assemble().q)
    of = sim.step_kernel("euler").program()
    random = np.random.default_rng(4)
    given = [random.uniform(-1.0, 1.0, port.shape) for port in of.inputs]
    found, ours = machine(of, target)(*given), machine(of)(*given)
    assert [x.tobytes() for x in found] == [x.tobytes() for x in ours]


def test_native_functions_and_records(target: Target) -> None:
    """A loop with a record, run by the stack machine around a kernel of this processor."""
    A = np.array([[4.0, 1.0, 2.0], [1.0, 5.0, 3.0], [2.0, 3.0, 6.0]])
    found, expected = A.copy().ravel(), A.copy().ravel()
    exchanged = np.zeros(3)
    for array, code in ((found, compile_function(factor, target)),
                        (expected, compile_function(factor))):  # fmt: skip
        assert code(array.ctypes.data, exchanged.ctypes.data, 3) == 1
    np.testing.assert_allclose(found, expected, rtol=1e-15)

    def step(y: Any, t: Any, h: Any) -> dict[str, Any]:
        return {"y_next": y + h[0] * np.array([y[1], -y[0]]), "watch": np.array([1.0 + 0.0 * t[0]])}

    kernel = KernelFactory(Cache(None)).make("step", step, {"y": (2,), "t": (1,), "h": (1,)})
    ends = []
    for code in (compile_function(fixed.repeat, target), compile_function(fixed.repeat)):
        loop = FixedLoop(BoundKernel(kernel, {"h": np.array([0.01])}))
        loop._loop = code
        y = np.array([1.0, 0.0])
        reached, kept, why = loop.run(y, 0.0, 0.01, (0, 12), 3, -1.0)
        assert (reached, len(kept), why) == (12, 4, fixed.DONE)
        ends.append(y)
    assert ends[0].tobytes() == ends[1].tobytes()
