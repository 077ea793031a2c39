"""Kernels of analyses are made once: counted, and never shared by what differs."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from analysis.machines import G, moving, sprung_four_bar, sprung_slider_crank
from sarrus import Mechanism, Model, analysis
from sarrus.kernels.program import Program
from sarrus.kernels.targets import KernelCode
from sarrus.kernels.targets.llvm.target import LlvmTarget
from sarrus.system import State, System
from sarrus.system.analysis.analysis import Analysis
from simulation.machines import pendulum

Ask = Callable[[System, State], Any]


class Count:
    """How many programs were compiled."""

    def __init__(self) -> None:
        self.total = 0

    @contextmanager
    def exactly(self, number: int) -> Iterator[None]:
        before = self.total
        yield
        assert self.total - before == number

    @contextmanager
    def some(self) -> Iterator[None]:
        before = self.total
        yield
        assert self.total > before


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> Count:
    counted, kernel_code = Count(), LlvmTarget.kernel_code

    def counting(
        self: LlvmTarget, program: Program, width: int, seldom: bool = False
    ) -> KernelCode:
        counted.total += 1
        return kernel_code(self, program, width, seldom)

    monkeypatch.setattr(LlvmTarget, "kernel_code", counting)
    monkeypatch.setenv("SARRUS_COMPILE", "wait")
    return counted


def arm(mass: float = 1.5, **options: Any) -> System:
    """A pendulum whose kernels are kept nowhere but in itself."""
    m = Mechanism("arm", (0.0, -G, 0.0))
    m.body("rod", mass, (0, -0.5, 0), (0.1, 0.02, 0.1))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="z")
    return m.build().compile(kernels=(), **{"cache": None, **options})


def bits(found: Any) -> tuple[Any, ...]:
    """All numbers of a linearisation, gradients or an equilibrium, bit for bit."""
    kinds = {
        "Linearization": ("A", "B", "C", "D", "coordinates"),
        "Gradients": ("values", "matrix"),
        "SensitivityRun": ("t", "q", "v", "q_p", "v_p"),
    }
    if type(found).__name__ == "Equilibrium":
        return found.state.q.tobytes(), found.residual, found.iterations
    names = kinds.get(type(found).__name__) or tuple(vars(found))
    return tuple(np.asarray(getattr(found, name), dtype=float).tobytes() for name in names)


ASKS: dict[str, Ask] = {
    "linearize": lambda s, x: s.linearize(x, [s.velocities[0]], ["A.reaction.force", "A.angle"]),
    "equilibrium": lambda s, x: s.equilibrium(x),
    "sensitivities": lambda s, x: analysis.sensitivities(
        s, x, ["A.acceleration"], [f"{s.model.bodies[0].name}.mass"]
    ),
    "simulate_sensitivities": lambda s, x: analysis.simulate_sensitivities(
        s, x, [f"{s.model.bodies[0].name}.mass"], until=x.t + 0.02
    ),
    "system_jacobian": lambda s, x: analysis.system_jacobian(s, s.accelerations(x)),
    "forward_derivatives": lambda s, x: analysis.forward_derivatives(s, x.q, x.v, np.zeros(s.nv)),
}
MODELS: dict[str, Callable[[], Model]] = {"pendulum": pendulum, "four_bar": sprung_four_bar}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("ask", ASKS)
def test_other_states_and_times_compile_nothing(count: Count, ask: str, model: str) -> None:
    """And yield, bit for bit, what a system that was never asked before yields."""
    system = MODELS[model]().compile(kernels=(), cache=None)
    states = [moving(system, seed, size=0.2) for seed in (5, 6)]
    with count.some():
        first = bits(ASKS[ask](system, states[0]))
    others = [states[0], states[1], states[1].at(0.7)]
    with count.exactly(0):
        again = [bits(ASKS[ask](system, state)) for state in others]
    assert again[0] == first
    fresh = MODELS[model]().compile(kernels=(), cache=None)
    assert again[1] == bits(ASKS[ask](fresh, moving(fresh, 6, size=0.2)))
    assert again[1] != first or ask == "equilibrium"  # whose end is the same from everywhere


def test_values_of_parameters_compile_nothing(count: Count) -> None:
    system = arm(parameters=["rod.mass"])
    state = system.state([0.4])
    system.linearize(state, ["A"])
    with count.exactly(0):
        found = system.linearize(state, ["A"], parameters={"rod.mass": 2.5})
    other = arm(2.5)
    expected = other.linearize(other.state([0.4]), ["A"])
    assert pytest.approx(expected.A, rel=1e-13) == found.A
    assert pytest.approx(expected.B, rel=1e-13) == found.B
    assert found.B[1, 0] == pytest.approx(1.0 / (0.1 + 2.5 * 0.25), rel=1e-13)


def test_every_choice_of_parameters_has_its_kernels(count: Count) -> None:
    system = arm()
    state = system.state([0.4], [0.2])
    choices = (["rod.mass"], ["rod.com"], ["rod.mass", "rod.com"], ["rod.com", "rod.mass"])

    def asked(by: list[str]) -> Any:
        return analysis.sensitivities(system, state, ["A.acceleration"], by)

    found = []
    for by in choices:
        with count.some():
            found.append(asked(by))
    with count.exactly(0):
        again = [asked(by) for by in choices]
    assert [bits(x) for x in again] == [bits(x) for x in found]
    mass, com = found[0]["A.acceleration", "rod.mass"], found[1]["A.acceleration", "rod.com"]
    assert mass != 0.0
    assert np.any(com != 0.0)
    for both in found[2:]:
        assert both["A.acceleration", "rod.mass"] == pytest.approx(mass, rel=1e-12)
        assert both["A.acceleration", "rod.com"] == pytest.approx(com, rel=1e-12)


def test_outputs_and_locks_have_their_kernels(count: Count) -> None:
    system = sprung_four_bar().compile(kernels=(), cache=None)
    state = system.assemble()
    asks: list[Callable[[], Any]] = [
        lambda: system.linearize(state, [], ["A.angle"]),
        lambda: system.linearize(state, [], ["D.rate"]),
        lambda: system.linearize(state, [], ["D.rate", "A.angle"]),
        lambda: system.linearize(state, [], {"A.angle": "D.rate"}),
        lambda: system.linearize(state, [], ["A.angle"], locked=["A"]),
        lambda: system.linearize(state, [], ["A.angle"], driven={"A.angle": state["A.angle"]}),
    ]
    found = []
    for ask in asks:
        with count.some():
            found.append(ask())
    with count.exactly(0):
        again = [ask() for ask in asks]
    assert [bits(x) for x in again] == [bits(x) for x in found]
    assert [x.outputs for x in again] == [x.outputs for x in found]
    assert pytest.approx(found[1].C) == found[3].C
    assert found[3].outputs == ("A.angle",)
    assert [x.A.shape for x in found] == [(2, 2)] * 4 + [(0, 0)] * 2


def spring(k: float) -> Callable[..., Any]:
    return lambda t, x: -k * x["A.angle"]


def test_laws_that_do_the_same_share_a_kernel(count: Count) -> None:
    """Also where they are made anew for every call; others do not."""
    system = arm()
    state = system.state([0.0])
    J = 0.1 + 1.5 * 0.25

    def slope(law: Any) -> float:
        return float(system.linearize(state, efforts={"A": law}).A[1, 0])

    weight = 1.5 * 0.5 * G
    with count.some():
        assert slope(spring(3.0)) == pytest.approx(-(3.0 + weight) / J, rel=1e-12)
    with count.exactly(0):
        assert slope(spring(3.0)) == pytest.approx(-(3.0 + weight) / J, rel=1e-12)
    with count.some():
        assert slope(spring(4.0)) == pytest.approx(-(4.0 + weight) / J, rel=1e-12)
    with count.some():
        assert slope(lambda t, x: -3.0 * x["A.rate"]) == pytest.approx(-weight / J, rel=1e-12)


def test_law_whose_numbers_have_changed_is_another_law() -> None:
    class Controller:
        gain = 3.0

        def effort(self, t: Any, x: Any) -> Any:
            return -self.gain * x["A.angle"]

    system, controller = arm(), Controller()
    state = system.state([0.0])

    def slope() -> float:
        return float(system.linearize(state, efforts={"A": controller.effort}).A[1, 0])

    before = slope()
    controller.gain = 5.0
    assert slope() - before == pytest.approx(-2.0 / (0.1 + 1.5 * 0.25), rel=1e-12)
    controller.gain = 3.0
    assert slope() == before


def test_law_of_the_same_form_on_another_joint_is_another_law() -> None:
    system = sprung_four_bar().compile(kernels=(), cache=None)
    state = system.assemble()
    tree = system.velocities

    def A(on: str) -> np.ndarray:
        return system.linearize(state, efforts={on: lambda t, x: -40.0 * x[tree[0]]}).A

    found = [A(name) for name in tree]
    fresh = []
    for name in tree:
        system = sprung_four_bar().compile(kernels=(), cache=None)
        fresh.append(A(name))
    assert [x.tobytes() for x in found] == [x.tobytes() for x in fresh]
    assert len({x.tobytes() for x in found}) == len(tree)


def test_drives_that_do_the_same_share_a_kernel(count: Count) -> None:
    system = arm()
    state = system.state([0.3])

    def effort(rate: float, table: bool = False) -> float:
        t = np.linspace(-1.0, 1.0, 9)
        law: Any = (t, 0.3 + rate * t**2) if table else (lambda t: 0.3 + rate * t * t)
        found = analysis.sensitivities(
            system, state, ["A.effort"], ["rod.mass"], driven={"A.angle": law}
        )
        return float(found.values[0])

    weight = 1.5 * 0.5 * G * np.sin(0.3)
    J = 0.1 + 1.5 * 0.25
    for table in (False, True):
        with count.some():
            assert effort(1.0, table) == pytest.approx(2.0 * J + weight, rel=1e-9)
        with count.exactly(0):
            assert effort(1.0, table) == pytest.approx(2.0 * J + weight, rel=1e-9)
        with count.some():
            assert effort(2.0, table) == pytest.approx(4.0 * J + weight, rel=1e-9)


def test_functions_as_outputs_share_a_kernel_where_they_do_the_same(count: Count) -> None:
    system = arm()
    state = system.state([0.3])
    scale = [2.0]

    def C(point: tuple[float, float, float]) -> np.ndarray:
        outputs = {"x": lambda t, x: scale[0] * x.position("rod", point)[0]}
        return system.linearize(state, outputs=outputs).C

    with count.some():
        first = C((0, -1, 0))
    assert first[0, 0] == pytest.approx(2.0 * np.cos(0.3), rel=1e-12)
    with count.exactly(0):
        assert C((0, -1, 0)).tobytes() == first.tobytes()
    with count.some():
        assert C((0, -2, 0))[0, 0] == pytest.approx(4.0 * np.cos(0.3), rel=1e-12)
    scale[0] = 3.0
    with count.some():
        assert C((0, -1, 0))[0, 0] == pytest.approx(3.0 * np.cos(0.3), rel=1e-12)


def test_functions_that_look_behind_the_channels_are_traced_every_time(count: Count) -> None:
    """What they read is not known by a request, so that nothing can be kept for them."""
    system = arm()
    state = system.state([0.3])

    def deep(t: Any, x: Any) -> Any:
        return x.inputs.positions.frame(0).rotation.apply(np.array([0.0, -1.0, 0.0]))[0]

    for _ in range(2):
        with count.exactly(1):
            found = system.linearize(state, outputs=[deep])
        assert found.C[0, 0] == pytest.approx(np.cos(0.3), rel=1e-12)
        assert found.outputs == ("deep",)


def test_law_that_cannot_be_traced_is_refused() -> None:
    system = arm()

    def steep(t: Any, x: Any) -> Any:
        return 1.0 if x["A.angle"] > 0.0 else -1.0

    for _ in range(2):
        with pytest.raises(sarrus.ModelError, match="D08"):
            system.linearize(system.state([0.3]), efforts={"A": steep})


@pytest.mark.usefixtures("small_heap")
def test_laws_are_forgotten() -> None:
    """Laws made for one call do not live on, and their kernels are few."""
    system = arm()
    state = system.state([0.3])
    gone = []
    for k in range(40):
        law = spring(1.0 + k)
        system.linearize(state, efforts={"A": law})
        gone.append(weakref.ref(law))
        del law
    gc.collect()
    assert not any(reference() for reference in gone)
    assert len(system.compiled.law_kernels) == system.compiled.law_kernels.most < 40


def test_numbers_of_models_are_told_apart_on_disk(count: Count, tmp_path: Path) -> None:
    """Two arms that differ in one mass, with one folder; the same arm needs no compiler again."""

    def asked(mass: float, cache: Path | None) -> tuple[Any, ...]:
        system = arm(mass, cache=cache)
        return bits(system.linearize(system.state([0.4], [0.1]), ["A"], ["A.reaction.force"]))

    expected = [asked(mass, None) for mass in (1.5, 1.5000001)]
    assert expected[0] != expected[1]
    with count.some():
        assert [asked(mass, tmp_path) for mass in (1.5, 1.5000001)] == expected
    with count.exactly(0):
        assert [asked(mass, tmp_path) for mass in (1.5, 1.5000001)] == expected


def test_threads_share_kernels() -> None:
    system = arm()
    angles = np.linspace(-1.0, 1.0, 24)

    def asked(angle: float) -> tuple[Any, ...]:
        law = spring(1.0 + round(abs(angle)))
        by = ["rod.mass"] if angle > 0.0 else ["rod.com"]
        state = system.state([angle], [0.3])
        found = system.linearize(state, ["A"], ["A.reaction.force"], efforts={"A": law})
        return bits(found) + bits(analysis.sensitivities(system, state, ["A.acceleration"], by))

    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(asked, angles))
    system = arm()
    assert together == [asked(angle) for angle in angles]


@pytest.mark.slow
def test_states_asked_before_have_no_influence() -> None:
    """The rows of a cut joint that is held are scaled; whose scale it is must not matter."""

    def machine() -> System:
        return sprung_slider_crank().compile(kernels=(), cache=None, cut=["guide"])

    def asked(system: System, seed: int) -> tuple[Any, ...]:
        state = system.state(moving(system, seed, size=1.5).q)
        scales.add(Analysis(system, locked=["guide"]).simulator(state.q).row_choice.scale[-1])
        found = system.linearize(state, ["crank_pivot"], ["guide.effort"], locked=["guide"])
        assert found.D[0, 0] != 0.0
        return bits(found)

    scales: set[float] = set()
    system = machine()
    together = [asked(system, seed) for seed in (13, 5)]
    assert together[1] == asked(machine(), 5)
    assert len(scales) == 2
