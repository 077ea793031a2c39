"""Stages of a Runge-Kutta method in machine code, against the table and NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.kernels.loops.loop_state import LoopState
from sarrus.kernels.loops.stages import stages
from sarrus.kernels.native import compile_function
from sarrus.solvers import dormand_prince_8 as table

FACTORY = KernelFactory(Cache(None))


def slope(t, y):
    """Return a nonlinear oscillator with a forcing."""
    return np.array([y[1], -np.sin(y[0]) + 0.1 * np.cos(t[0]) - 0.2 * y[1]])


@pytest.fixture(scope="module")
def flow() -> Kernel:
    def f(y, t, gain, watch):
        return {"ydot": gain[0] * slope(t, y), "watch": np.array([watch[0] - 0.5 * t[0]])}

    return FACTORY.make("flow", f, {"y": (2,), "t": (1,), "gain": (1,), "watch": (1,)})


class Step:
    """One step of the method from y, by the compiled function."""

    def __init__(self, kernel: Kernel, gain: float = 1.5, watch: float = 1.0) -> None:
        self.kernel = BoundKernel(kernel, {"gain": np.array([gain]), "watch": np.array([watch])})
        self.y, self.K = np.array([0.7, -0.3]), np.zeros((table.EXTENDED, 2))

    def stages(self, t: float, h: float, first: int, last: int) -> float:
        inputs, outputs = self.kernel.inputs, self.kernel.outputs
        state = LoopState(n=2, extended=table.EXTENDED)
        arrays = {"trial": inputs["y"], "time": inputs["t"], "watched": outputs["watch"]}
        arrays |= {"table": table.A, "nodes": table.C, "slopes": self.K}
        flat = {name: np.reshape(array, -1) for name, array in arrays.items()}
        state.bind(slope=self.kernel, **flat)
        return compile_function(stages)(state.address, self.y.ctypes.data, t, h, first, last)


def test_stages_are_those_of_the_table(flow: Kernel) -> None:
    step, t0, h = Step(flow), 0.4, 0.25
    y0 = step.y.copy()
    watch = step.stages(t0, h, 0, table.STAGES)
    K = np.zeros((table.STAGES, 2))
    for s in range(table.STAGES):
        there = y0 + h * (table.A[s, :s] @ K[:s])
        K[s] = 1.5 * slope(np.array([t0 + table.C[s] * h]), there)
    np.testing.assert_allclose(step.K[: table.STAGES], K, rtol=1e-12)
    assert watch == pytest.approx(1.0 - 0.5 * (t0 + h), rel=1e-14)
    np.testing.assert_array_equal(step.y, y0)


def test_stages_in_parts_are_the_same(flow: Kernel) -> None:
    step = Step(flow)
    step.stages(0.4, 0.25, 0, table.STAGES)
    whole = step.K.copy()
    step.K[...] = 0.0
    step.stages(0.4, 0.25, 0, 1)
    step.stages(0.4, 0.25, 1, 5)
    step.stages(0.4, 0.25, 5, table.STAGES)
    np.testing.assert_array_equal(step.K, whole)
    step.kernel.update({"gain": np.array([3.0])})
    step.stages(0.4, 0.25, 0, 1)
    np.testing.assert_allclose(step.K[0], 2.0 * whole[0], rtol=1e-14)


def test_the_last_row_is_left_where_the_trial_is(flow: Kernel) -> None:
    """Row 12 has the weights of the step itself: the trial state is then its result."""
    step, h = Step(flow), 0.25
    step.stages(0.4, h, 0, table.STAGES + 1)
    y1 = step.y + h * (table.B @ step.K[: table.STAGES])
    np.testing.assert_allclose(step.kernel.inputs["y"], y1, rtol=1e-14)


def test_no_stage_leaves_everything(flow: Kernel) -> None:
    step = Step(flow)
    assert step.stages(0.4, 0.25, 3, 3) == 1.0
    assert not step.K.any()


def test_kernels_can_be_used_alone_again(flow: Kernel) -> None:
    """Stages direct the first output into K; `restore` directs it back."""
    step = Step(flow)
    step.stages(0.4, 0.25, 0, 2)
    step.kernel.restore()
    step.kernel.inputs["y"][...] = step.y
    step.kernel.inputs["t"][...] = 0.4
    kept = step.K.copy()
    step.kernel()
    np.testing.assert_array_equal(step.K, kept)
    np.testing.assert_array_equal(step.kernel.outputs["ydot"], kept[0])
