"""On a machine with a GPU: bits of the processor, steps with gradients, other libraries' arrays.

Skipped where there is no driver. `python -m pytest tests/gpu` on a machine that has one.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from kernels.test_targets import needs_fused
from sarrus import Event, System, gallery
from sarrus.events import Stop
from sarrus.kernels.targets.ptx.driver import Driver, NoDriver
from sarrus.sweeps import Uniform
from sarrus.system.populations.stepping import Stepper


def has_device() -> bool:
    """Whether a driver and a device are there."""
    try:
        return Driver().count > 0
    except NoDriver:
        return False


pytestmark = [
    needs_fused,
    pytest.mark.skipif(not has_device(), reason="no driver of NVIDIA, or no device"),
]
NAMES = ("pendulum", "puma560", "four_bar", "slider_crank", "bricard", "heavy_top", "scara")


@cache
def system_of(name: str) -> System:
    return gallery.EXAMPLES[name].model().compile(kernels=(), wait=True)


@pytest.mark.parametrize("name", NAMES)
def test_runs_have_the_bits_of_the_processor(name: str) -> None:
    system = system_of(name)
    start = system.assemble()
    speeds = np.linspace(-1.0, 1.0, 33)
    base = system.assemble(rates={system.velocities[0]: 1.0})
    starts = [system.state(base.q, base.v * speed) for speed in speeds]
    how: dict[str, Any] = {"until": start.t + 0.1, "step": 1e-3}
    found, wanted = (system.on(place).simulate(starts, **how) for place in ("gpu", "cpu"))
    assert found.q.tobytes() == wanted.q.tobytes() and found.v.tobytes() == wanted.v.tobytes()


@pytest.mark.parametrize("name", ["puma560", "scara"])
def test_evaluations_have_the_bits_of_the_processor(name: str) -> None:
    system, rng = system_of(name), np.random.default_rng(3)
    q, v, a = rng.normal(size=(3, 1001, system.nv))
    for quantity, given in (
        ("inverse_dynamics", (q, v, a)), ("forward_dynamics", (q, v, a)), ("mass_matrix", (q,)),
    ):  # fmt: skip
        found, wanted = (getattr(system.on(p), quantity)(*given) for p in ("gpu", "cpu"))
        assert found.tobytes() == wanted.tobytes(), quantity


def test_parameters_events_and_extremes_agree() -> None:
    model = gallery.EXAMPLES["slider_crank"].model()
    system = model.compile(kernels=(), parameters=["crank.mass", "piston.mass"], wait=True)
    start = system.assemble(rates={"crank_pivot": 20.0})
    stop = Event("guide.displacement", at=-0.03, do=Stop())
    how: dict[str, Any] = {
        "until": 0.2, "step": 1e-3, "every": 0.01, "seed": 3, "events": [stop],
        "keep": ["guide.displacement", "max guide.speed", "last crank_pivot.rate"],
        "parameters": {"crank.mass": np.linspace(0.5, 2.0, 40), "piston.mass": Uniform(0.3, 0.7)},
    }  # fmt: skip
    found, wanted = (system.on(place).simulate(start, **how) for place in ("gpu", "cpu"))
    for word in how["keep"]:
        np.testing.assert_allclose(found[word], wanted[word], rtol=1e-14, atol=1e-15)
    assert found.crossed.tolist() == wanted.crossed.tolist()
    np.testing.assert_allclose(found.ended, wanted.ended, rtol=1e-13)


def test_single_precision_is_near() -> None:
    system = system_of("four_bar")
    starts = [system.assemble(rates={"A": w}) for w in (0.5, 1.0, 2.0)]
    short = system.on("gpu", precision="single").simulate(starts, until=0.1, step=1e-3)
    full = system.on("cpu").simulate(starts, until=0.1, step=1e-3)
    assert np.max(np.abs(short.q - full.q)) < 1e-5 * np.max(np.abs(full.q))


# --- steps with gradients ---------------------------------------------------------------------


@cache
def steppers() -> tuple[Stepper, Stepper]:
    """Steps of a slider-crank on the GPU and on the processor."""
    model = gallery.EXAMPLES["slider_crank"].model()
    system = model.compile(kernels=(), parameters=["piston.mass"], wait=True)
    how: dict[str, Any] = {"step": 1e-3, "steps": 3, "inputs": ["crank_pivot"],
                           "parameters": ["piston.mass"], "channels": ["guide.speed"]}  # fmt: skip
    return system.on("gpu").stepper(**how), system.on("cpu").stepper(**how)


def rows() -> list[np.ndarray]:
    many, system = steppers()[1].population, steppers()[1].sim.system
    speeds = np.linspace(-20.0, 20.0, 65)
    x = many.states([system.assemble(rates={"crank_pivot": w}) for w in speeds])
    rng = np.random.default_rng(5)
    return [x, rng.normal(size=(65, 1)), rng.uniform(0.4, 0.6, (65, 1))]


def wanted_gradient(weights: np.ndarray) -> list[np.ndarray]:
    here, given = steppers()[1], rows()
    _, kept = here.values(given, 0.0)
    return list(here.adjoints(given, 0.0, weights, kept))


def test_steps_and_pullbacks_have_the_bits_of_the_processor() -> None:
    there, here = steppers()
    given = rows()
    assert there(*given).tobytes() == here(*given).tobytes()
    assert there.read(*given).tobytes() == here.read(*given).tobytes()
    weights = np.random.default_rng(6).normal(size=given[0].shape)
    _, kept = there.values(given, 0.0)
    back = there.adjoints(given, 0.0, weights, kept)
    for mine, other in zip(back, wanted_gradient(weights), strict=True):
        assert mine.tobytes() == other.tobytes()


def test_pytorch_stays_on_the_device() -> None:
    torch = pytest.importorskip("torch")
    there = steppers()[0]
    weights = np.random.default_rng(6).normal(size=rows()[0].shape)
    tensors = [torch.tensor(a, device="cuda", requires_grad=True) for a in rows()]
    found = there(*tensors)
    assert found.is_cuda
    found.backward(torch.tensor(weights, device="cuda"))
    for tensor, wanted in zip(tensors, wanted_gradient(weights), strict=True):
        assert tensor.grad.is_cuda
        np.testing.assert_allclose(tensor.grad.cpu().numpy(), wanted, rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("jit", [False, True])
def test_jax_has_the_gradient(jit: bool) -> None:
    jax = pytest.importorskip("jax")
    there = steppers()[0]
    weights = np.random.default_rng(6).normal(size=rows()[0].shape)

    def loss(*arrays: Any) -> Any:
        return (there(*arrays) * weights).sum()

    with jax.enable_x64(True):
        gradient = jax.grad(loss, argnums=(0, 1, 2))
        found = (jax.jit(gradient) if jit else gradient)(*map(jax.numpy.asarray, rows()))
    for array, wanted in zip(found, wanted_gradient(weights), strict=True):
        np.testing.assert_allclose(np.asarray(array), wanted, rtol=1e-12, atol=1e-12)
