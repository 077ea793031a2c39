"""Steps of populations with derivatives: against differences, in kinds, on a stand-in of a GPU."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from kernels.stand_in_driver import StandIn, remember_all
from kernels.test_targets import needs_fused
from sarrus import Curve, Mechanism, System, gallery
from sarrus.errors import ModelError
from sarrus.system.populations import in_kinds
from sarrus.system.populations.population import Population
from sarrus.system.populations.stepping import Stepper

pytestmark = needs_fused

WEIGHTS = (4 / 5, -1 / 5, 4 / 105, -1 / 280)
"""Central differences of order 8."""


def slope(function: Callable[[float], np.ndarray], h: float) -> np.ndarray:
    """Return the derivative of a function at 0."""
    pairs = enumerate(WEIGHTS, 1)
    return sum(c * (function(k * h) - function(-k * h)) for k, c in pairs) / h


@cache
def crank() -> System:
    """A slider-crank with friction and a table of spring forces."""
    m = Mechanism("rubbing slider-crank", (0.0, -9.81, 0.0))
    first = m.body("crank", 1.0, (0.025, 0.0, 0.0), (1e-4, 2e-4, 2e-4))
    rod = m.body("rod", 0.6, (0.08, 0.0, 0.0), (1e-4, 1e-3, 1e-3), at=(0.05, 0.0, 0.0))
    piston = m.body("piston", 0.5, (0.0, 0.0, 0.0), (1e-4, 1e-4, 1e-4), at=(0.21, 0.0, 0.0))
    m.revolute("crank_pivot", m.ground, first, at=(0.0, 0.0, 0.0), axis="z")
    m.revolute("big_end", first, rod, at=(0.05, 0.0, 0.0), axis="z")
    m.revolute("small_end", rod, piston, at=(0.21, 0.0, 0.0), axis="z")
    m.prismatic("guide", m.ground, piston, at=(0.21, 0.0, 0.0), axis="x")
    m.joint_friction("rub", "crank_pivot", 0.3, d=0.02, smoothing=0.5)
    bend = Curve((-1.0, -0.02, 0.01, 0.05, 1.0), (-80.0, -2.0, 0.5, 6.0, 90.0), 2, "line")
    m.joint_spring("buffer", "guide", bend)
    return m.build().compile(kernels=(), parameters=["crank.mass", "piston.mass", "rub.sliding"])


CRANK: dict[str, Any] = {
    "inputs": ["crank_pivot"],
    "parameters": ["piston.mass", "rub.sliding"],
    "channels": ["crank_pivot.reaction.force", "piston.position"],
}
MODELS: dict[str, tuple[Callable[[], System], dict[str, Any]]] = {
    "slider_crank": (crank, CRANK),
    "four_bar": (
        lambda: gallery.four_bar().compile(kernels=(), parameters=["rocker.mass"]),
        {"inputs": ["A"], "parameters": ["rocker.mass"], "channels": ["D.angle"]},
    ),
    "bricard": (lambda: gallery.bricard().compile(kernels=()), {}),
}


def rows_near(system: System, many: Population, n: int = 2) -> np.ndarray:
    """Return states near the assembled one that move, their loops closed."""
    rng = np.random.default_rng(11)
    start = system.assemble()
    x = np.repeat(many.states(start), n, axis=0)
    x[:, system.nq : system.nq + system.nv] = rng.normal(size=(n, system.nv))
    # steps project on the loops: a first one makes states that keep them
    return many.stepper(step=1e-3)(x)


def check_gradient(system: System, how: dict[str, Any], steps: int, tolerance: float) -> None:
    """Compare directional derivatives by all rows at once with those of the adjoints."""
    many = system.on("cpu")
    stepper = many.stepper(step=2e-3, steps=steps, **how)
    rng = np.random.default_rng(2)
    x = rows_near(system, many)
    w = np.tile(stepper.own_parameters, (2, 1)) if stepper.n_parameters else None
    u = rng.normal(size=(2, stepper.n_inputs)) if stepper.n_inputs else None
    rows = [x, u, w]
    along = [None if a is None else rng.normal(size=a.shape) * (0.1 if k == 2 else 1.0)
             for k, a in enumerate(rows)]  # fmt: skip

    def moved(e: float) -> list[Any]:
        return [None if a is None else a + e * d for a, d in zip(rows, along, strict=True)]

    found, kept = stepper.values(rows, 0.5)
    bar = rng.normal(size=found.shape)
    back = stepper.adjoints(rows, 0.5, bar, kept)
    by_adjoints = _inner(back, along)
    wanted = np.sum(bar * slope(lambda e: stepper.values(moved(e), 0.5)[0], 1e-3), axis=1)
    np.testing.assert_allclose(by_adjoints, wanted, rtol=tolerance, atol=tolerance)
    if stepper.channels:
        bar = rng.normal(size=stepper.read(*rows, t=0.5).shape)
        back = stepper.channel_adjoints(rows, 0.5, bar, ())
        wanted = np.sum(bar * slope(lambda e: stepper.read(*moved(e), t=0.5), 1e-3), axis=1)
        scale = max(1.0, float(np.max(np.abs(wanted))))
        np.testing.assert_allclose(_inner(back, along), wanted, atol=tolerance * scale)


def _inner(back: Any, along: Any) -> np.ndarray:
    return sum(np.sum(b * d, axis=1) for b, d in zip(back, along, strict=True) if d is not None)


@pytest.mark.parametrize(
    "name", ["slider_crank", "four_bar", pytest.param("bricard", marks=pytest.mark.slow)]
)
def test_gradients_are_those_of_the_steps_as_computed(name: str) -> None:
    make, how = MODELS[name]
    check_gradient(make(), how, 2, 1e-9)


@pytest.mark.slow
def test_gradients_of_a_delta_robot() -> None:
    system = gallery.delta_robot().compile(kernels=())
    check_gradient(system, {"inputs": [system.coordinates[0]]}, 1, 1e-9)


# --- devices and kinds ------------------------------------------------------------------------


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Population:
    """The slider-crank on a stand-in of a GPU, which knows the text of all code."""
    remember_all(monkeypatch)
    return Population(crank(), "gpu", library=StandIn())


HOW: dict[str, Any] = {"step": 1e-3, "steps": 2, **CRANK}


def rows_of(stepper: Stepper) -> list[np.ndarray]:
    x = rows_near(crank(), crank().on("cpu"))
    return [x, np.array([[0.3], [-0.2]]), stepper.own_parameters * np.array([[1.0], [1.1]])]


def test_a_gpu_has_the_bits_of_the_processor(device: Population) -> None:
    there, here = device.stepper(**HOW), crank().on("cpu").stepper(**HOW)
    rows = rows_of(here)
    found, wanted = there(*rows), here(*rows)
    assert found.tobytes() == wanted.tobytes()
    assert there.read(*rows).tobytes() == here.read(*rows).tobytes()
    bar = np.random.default_rng(3).normal(size=found.shape)
    back = [s.adjoints(rows, 0.0, bar, s.values(rows, 0.0)[1]) for s in (there, here)]
    assert [a.shape for a in back[0]] == [(2, 6), (2, 1), (2, 2)]
    assert [a.tobytes() for a in back[0]] == [a.tobytes() for a in back[1]]


def test_steps_are_those_of_simulate() -> None:
    many = crank().on("cpu")
    start = crank().assemble(rates={"crank_pivot": 20.0})
    how: dict[str, Any] = {"step": 1e-3, "steps": 5, "laws": {"crank_pivot": "0.2 + t"}}
    x = many.step(many.states(start), **how)
    run = crank().simulate(
        start, until=5e-3, step=1e-3, method="rk4", inputs={"crank_pivot": "0.2 + t"}
    )
    np.testing.assert_allclose(x[0], [*run.q[-1], *run.v[-1]], rtol=1e-13, atol=1e-14)
    assert (
        many.step(many.states(start), step=1e-3, steps=5, laws={"crank_pivot": "0.2 + t"}) is not x
    )
    assert len(many._steppers) == 1


def test_a_singular_row_is_nan_and_leaves_the_others() -> None:
    system = gallery.four_bar().compile(kernels=())
    stepper = system.on("cpu").stepper(step=1e-3)
    x = rows_near(system, system.on("cpu"))
    x[1, : system.nq] = np.nan
    found = stepper(x)
    assert np.all(np.isfinite(found[0])) and np.all(np.isnan(found[1]))


def loss_gradient(stepper: Stepper, rows: list[np.ndarray], weights: np.ndarray) -> list[Any]:
    """Return the gradient of sum(weights * channels after the steps) by NumPy."""
    x, kept = stepper.values(rows, 0.0)
    x_bar, u_bar, w_bar = stepper.channel_adjoints([x, *rows[1:]], 0.0, weights, ())
    back = stepper.adjoints(rows, 0.0, x_bar, kept)
    return [back[0], back[1] + u_bar, back[2] + w_bar]


def test_pytorch_has_the_gradient() -> None:
    torch = pytest.importorskip("torch")
    stepper = crank().on("cpu").stepper(**HOW)
    rows = rows_of(stepper)
    x, u, w = (torch.tensor(a, requires_grad=True) for a in rows)
    found = stepper.read(stepper(x, u, w), u, w)
    weights = np.random.default_rng(4).normal(size=tuple(found.shape))
    (found * torch.tensor(weights)).sum().backward()
    for tensor, wanted in zip((x, u, w), loss_gradient(stepper, rows, weights), strict=True):
        np.testing.assert_allclose(tensor.grad.numpy(), wanted, rtol=1e-13)
    short = stepper(*(torch.tensor(a, dtype=torch.float32) for a in rows))
    assert short.dtype == torch.float32


@pytest.mark.parametrize("jit", [False, True])
def test_jax_has_the_gradient(jit: bool) -> None:
    jax = pytest.importorskip("jax")
    stepper = crank().on("cpu").stepper(**HOW)
    rows = rows_of(stepper)
    weights = np.random.default_rng(4).normal(size=stepper.read(*rows).shape)

    def loss(x: Any, u: Any, w: Any) -> Any:
        return (stepper.read(stepper(x, u, w), u, w) * weights).sum()

    with jax.enable_x64(True):
        gradient = jax.grad(loss, argnums=(0, 1, 2))
        found = (jax.jit(gradient) if jit else gradient)(*map(jax.numpy.asarray, rows))
    for array, wanted in zip(found, loss_gradient(stepper, rows, weights), strict=True):
        np.testing.assert_allclose(np.asarray(array), wanted, rtol=1e-13)


class _Tensor:
    """What stands in for a tensor of PyTorch: numbers, and the graph of one function."""

    __module__ = "torch"

    def __init__(self, array: Any) -> None:
        self.array, self.dtype, self.device = np.asarray(array), None, None

    def detach(self) -> Any:
        return self

    contiguous = detach

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray:
        return np.asarray(self.array, dtype=dtype)


def test_a_stand_in_of_pytorch_is_given_the_gradient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mathematics that reach PyTorch, where it is not installed."""

    class Function:
        @classmethod
        def apply(cls, *arguments: Any) -> Any:
            context = types.SimpleNamespace()
            context.save_for_backward = lambda *t: setattr(context, "saved_tensors", t)
            found = cls.forward(context, *arguments)
            found.graph = lambda bar: cls.backward(context, bar)
            return found

    torch = types.ModuleType("torch")
    torch.autograd = types.SimpleNamespace(  # type: ignore[attr-defined]
        Function=Function, function=types.SimpleNamespace(once_differentiable=lambda f: f)
    )
    torch.as_tensor = lambda array, dtype, device: _Tensor(array)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "torch", torch)
    in_kinds._torch_function.cache_clear()
    try:
        stepper = crank().on("cpu").stepper(**HOW)
        rows = rows_of(stepper)
        found = stepper(*map(_Tensor, rows))
        bar = np.random.default_rng(4).normal(size=found.array.shape)
        back = found.graph(_Tensor(bar))
        wanted = stepper.adjoints(rows, 0.0, bar, stepper.values(rows, 0.0)[1])
        assert back[:3] == (None, None, None)
        for tensor, array in zip(back[3:], wanted, strict=True):
            assert tensor.array.tobytes() == array.tobytes()
    finally:
        in_kinds._torch_function.cache_clear()


# --- refusals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ({"method": "ab3"}, "no method of single steps"),
        ({"inputs": ["crank_pivto"]}, "Did you mean 'crank_pivot"),
        ({"channels": ["guide.sped"]}, "guide.speed"),
        ({"step": -1.0}, "step"),
    ],
)
def test_what_cannot_be_is_refused(how: dict[str, Any], told: str) -> None:
    with pytest.raises(ModelError, match=told):
        crank().on("cpu").stepper(**{"step": 1e-3, **how})


def test_rows_that_do_not_fit_and_parameters_that_are_closed_are_refused() -> None:
    stepper = crank().on("cpu").stepper(**HOW)
    x, u, w = rows_of(stepper)
    with pytest.raises(ModelError, match="nothing must be rows of 1 numbers"):
        stepper(x, None, w)
    with pytest.raises(ModelError, match="different numbers of states"):
        stepper(x, u[:1], w)
    with pytest.raises(ModelError, match=r"rod\.mass"):
        crank().on("cpu").stepper(step=1e-3, parameters=["rod.mass"])(x, None, w)
