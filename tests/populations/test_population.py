"""Populations: the same calls on GPUs (a stand-in for their driver) and on the processor."""

from __future__ import annotations

import ctypes
import importlib.util
import math
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernels.stand_in_driver import StandIn, remember_all
from kernels.test_targets import needs_fused
from sarrus import Event, System, gallery, resources
from sarrus.errors import EnvironmentProblem, ModelError
from sarrus.events import Stop
from sarrus.kernels.targets.ptx.driver import Device
from sarrus.sweeps import Uniform
from sarrus.system.populations import gpu
from sarrus.system.populations.arrays import DeviceArray, foreign
from sarrus.system.populations.population import Population
from sarrus.system.populations.random_numbers import uniform

pytestmark = needs_fused


@pytest.fixture(autouse=True)
def texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the stand-in know the text of all code."""
    remember_all(monkeypatch)


@cache
def arm() -> System:
    return gallery.EXAMPLES["scara"].model().compile(kernels=())


@cache
def bar() -> System:
    return gallery.EXAMPLES["four_bar"].model().compile(kernels=())


@cache
def crank() -> System:
    model = gallery.EXAMPLES["slider_crank"].model()
    return model.compile(kernels=(), parameters=["crank.mass", "piston.mass"])


def on(system: System, library: StandIn | None = None, precision: str = "double") -> Population:
    return Population(system, "gpu", precision, library=library or StandIn())


def rows(n: int = 5) -> list[np.ndarray]:
    return list(np.random.default_rng(3).normal(size=(3, n, arm().nv)))


# --- quantities -------------------------------------------------------------------------------


def test_quantities_have_the_digits_of_the_processor() -> None:
    many, here, (q, v, a) = on(arm()), arm().on("cpu"), rows()
    assert many.inverse_dynamics(q, v, a).tobytes() == here.inverse_dynamics(q, v, a).tobytes()
    assert many.forward_dynamics(q, v, a).tobytes() == here.forward_dynamics(q, v, a).tobytes()
    np.testing.assert_array_equal(many.mass_matrix(q), [arm().mass_matrix(x) for x in q])
    for found, wanted in zip(
        many.inverse_derivatives(q, v, a), here.inverse_derivatives(q, v, a), strict=True
    ):
        np.testing.assert_array_equal(found, wanted)
    columns = [np.asfortranarray(x) for x in (q, v, a)]
    assert many.inverse_dynamics(*columns).tobytes() == many.inverse_dynamics(q, v, a).tobytes()


def test_points_and_channels_by_name() -> None:
    many, here, (q, v, _) = on(arm()), arm().on("cpu"), rows()
    body = arm().model.bodies[-1].name
    place, speed = many.points([(body, (0.0, 0.0, 0.1)), (body, (0.1, 0.0, 0.0))], q, v)
    seen = arm().point(body, (0.0, 0.0, 0.1), q, v)
    np.testing.assert_allclose(place[:, 0], seen.position, atol=1e-14)
    np.testing.assert_allclose(speed[:, 0], seen.velocity, atol=1e-14)
    assert place.shape == (5, 2, 3)
    joint = arm().model.joints[0].name
    names = [f"{joint}.reaction.force", f"{joint}.reaction.moment.x"]
    found, wanted = many.channels(names, q, v), here.channels(names, q, v)
    assert found[names[0]].shape == (5, 3) and found[names[1]].shape == (5,)
    for name in names:
        np.testing.assert_array_equal(found[name], wanted[name])


def test_constrained_dynamics_and_states_that_are_solved_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    states = [bar().assemble(rates={"A": w}) for w in (0.5, 1.0)]
    q, v = np.array([s.q for s in states]), np.array([s.v for s in states])
    wanted = bar().forward_dynamics(q, v, 0.0 * v)
    np.testing.assert_array_equal(on(bar()).forward_dynamics(q, v, 0.0 * v), wanted)
    monkeypatch.setattr("sarrus.system.populations.population.REGULAR", 1e9)
    library = StandIn()
    np.testing.assert_allclose(on(bar(), library).forward_dynamics(q, v, 0.0 * v), wanted)


def test_single_precision_states_its_error() -> None:
    many, (q, v, a) = on(arm(), precision="single"), rows()
    found, wanted = many.inverse_dynamics(q, v, a), arm().inverse_dynamics(q, v, a)
    assert found.dtype == np.float32
    assert np.max(np.abs(found - wanted)) < 1e-6 * np.max(np.abs(wanted))


# --- runs -------------------------------------------------------------------------------------


def test_runs_keep_what_is_asked_for() -> None:
    starts = [bar().assemble(rates={"A": w}) for w in (0.5, 2.0)]
    stop = Event("A.angle", at=starts[0]["A.angle"] + 0.05, do=Stop())
    keep = ["A.angle", "max A.rate", "min A.rate", "last A.angle", "max A.reaction.force.x"]
    how: dict[str, Any] = {"until": 0.06, "step": 1e-3, "every": 0.01, "keep": keep}
    found, wanted = (p.simulate(starts, events=[stop], **how) for p in (on(bar()), bar().on("cpu")))
    for word in keep:
        np.testing.assert_array_equal(found[word], wanted[word])
    np.testing.assert_array_equal(found.q, wanted.q)
    np.testing.assert_allclose(found.ended, wanted.ended, rtol=1e-15)
    assert found.crossed.tolist() == [False, True] and not found.stopped.any()
    assert np.isnan(found["A.angle"][1, -1]) and found["A.angle"].shape == (2, 7)
    alone = bar().simulate(starts[0], until=0.06, step=1e-3, every=1e-3, method="rk4")
    assert found["max A.rate"][0] == np.max(alone["A.rate"])
    assert found.q[0].tobytes() == alone.q[-1].tobytes()


@pytest.mark.parametrize("threads", [1, 3])
def test_lanes_are_as_they_would_be_alone(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever their place in a block, whichever thread runs them, in how many pieces."""
    start = crank().assemble(rates={"crank_pivot": 40.0})
    masses = np.linspace(0.8, 1.2, 41)
    stop = Event("guide.displacement", at=start["guide.displacement"] - 0.04, do=Stop())
    keep = ["guide.displacement", "max guide.speed", "min crank_pivot.reaction.force.x"]
    how: dict[str, Any] = {"until": 0.03, "step": 1e-3, "every": 5e-3, "keep": keep}

    def found(some: np.ndarray) -> Any:
        return (
            crank()
            .on("cpu")
            .simulate(start, **how, parameters={"piston.mass": some}, events=[stop])
        )

    module = "sarrus.kernels.loops.block_runs"
    alone = [found(masses[k : k + 1]) for k in (0, 7, 40)]
    monkeypatch.setattr(f"{module}.processors", lambda: threads)
    monkeypatch.setattr(f"{module}.MOST_BLOCKS", 2)
    monkeypatch.setattr(f"{module}.MOST_STEPS", 14)  # several calls for each block
    every = found(masses)
    assert np.sum(every.crossed) > 0 and np.isnan(every["guide.displacement"]).any()
    for k, one in zip((0, 7, 40), alone, strict=True):
        for word in keep:
            np.testing.assert_array_equal(every[word][k], one[word][0])
        assert every.q[k].tobytes() == one.q[0].tobytes()
        assert (every.ended[k], every.why[k]) == (one.ended[0], one.why[0])


def test_parameters_of_each_run_and_batches_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    start = crank().assemble(rates={"crank_pivot": 20.0})
    spread = {"crank.mass": np.linspace(0.8, 1.2, 7), "piston.mass": Uniform(0.4, 0.6)}
    how: dict[str, Any] = {"until": 0.01, "step": 1e-3, "keep": ["max guide.speed"]}
    wanted = crank().on("cpu").simulate(start, parameters=spread, seed=5, **how)
    for library in (StandIn(), StandIn(count=3), StandIn(memory=3000)):
        found = on(crank(), library).simulate(start, parameters=spread, seed=5, **how)
        np.testing.assert_array_equal(found["max guide.speed"], wanted["max guide.speed"])
        np.testing.assert_array_equal(found.q, wanted.q)
        assert not library.buffers  # all memory is given back
    masses = 0.4 + 0.2 * uniform(range(7), 0, 5)
    one = {"crank.mass": 0.8, "piston.mass": float(masses[0])}
    alone = crank().simulate(start, parameters=one, until=0.01, step=1e-3, method="rk4")
    np.testing.assert_allclose(found.q[0], alone.q[-1], rtol=1e-12)


def test_runs_in_pieces_of_time_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    start = bar().assemble(rates={"A": 1.0})
    how: dict[str, Any] = {"until": 0.05, "step": 1e-3, "every": 0.01}
    how["keep"] = ["A.angle", "max A.rate"]
    whole = on(bar()).simulate(start, **how)
    monkeypatch.setattr(gpu, "FIRST_STEPS", 7)
    monkeypatch.setattr(gpu, "LONG", 0.0)
    parts = on(bar()).simulate(start, **how)
    for word in how["keep"]:
        np.testing.assert_array_equal(whole[word], parts[word])
    np.testing.assert_array_equal(whole.q, parts.q)


@pytest.mark.parametrize("method", ["ab3", pytest.param("abm4", marks=pytest.mark.slow)])
def test_multistep_methods_begin_as_runs_do(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Against a run alone, to rounding: on the processor and a device, whole and in pieces."""
    start = crank().assemble(rates={"crank_pivot": 20.0})
    names = ("max guide.speed", "last crank_pivot.rate", "guide.displacement")
    how: dict[str, Any] = {"until": 0.02, "step": 5e-4, "every": 1e-3, "keep": names}
    stop = Event("guide.displacement", at=-0.01, do=Stop())
    values = {"crank.mass": np.array([0.8, 1.0, 1.3])}
    monkeypatch.setattr(gpu, "FIRST_STEPS", 1)
    monkeypatch.setattr(gpu, "LONG", 0.0)
    places = [on(crank()), crank().on("cpu")]
    there, here = (many.simulate(start, method=method, parameters=values, **how) for many in places)
    for k, mass in enumerate(values["crank.mass"]):
        run = crank().simulate(
            start, until=0.02, step=5e-4, every=5e-4, method=method,
            parameters={"crank.mass": float(mass)},
        )  # fmt: skip
        for found in (there, here):
            np.testing.assert_allclose(found.q[k], run.q[-1], rtol=1e-13, atol=1e-15)
            np.testing.assert_allclose(found.v[k], run.v[-1], rtol=1e-12, atol=1e-13)
            np.testing.assert_allclose(found[names[2]][k], run[names[2]][::2], atol=1e-14)
            assert found[names[0]][k] == pytest.approx(np.max(run["guide.speed"]), rel=1e-12)
            assert found[names[1]][k] == pytest.approx(run["crank_pivot.rate"][-1], rel=1e-12)
    ended = [m.simulate(start, until=0.1, step=5e-4, method=method, events=[stop]) for m in places]
    assert ended[0].crossed.all() and ended[0].ended == pytest.approx(ended[1].ended, rel=1e-12)


def test_random_numbers_are_philox() -> None:
    """The known answer of Philox 4x32-10 for zeros is 6627e8d5 e169c58d bc57ac4c 9b00dbd8."""
    whole = ((0x6627E8D5 >> 5) << 26) | (0xE169C58D >> 6)
    assert uniform(range(1), 0, 0)[0] == (whole + 0.5) * 2.0**-53
    np.testing.assert_array_equal(uniform(range(100), 2, 9)[40:], uniform(range(40, 100), 2, 9))


# --- arrays of others -------------------------------------------------------------------------


class _Interface:
    """An array on the device with CUDA's array interface, as CuPy's and PyTorch's are."""

    def __init__(self, library: StandIn, array: np.ndarray) -> None:
        self._buffer = ctypes.create_string_buffer(array.tobytes(order="A"), array.nbytes)
        self.__cuda_array_interface__ = {
            "shape": array.shape, "strides": array.strides, "typestr": array.dtype.str,
            "data": (ctypes.addressof(self._buffer), False), "version": 3, "stream": 77,
        }  # fmt: skip


class _Pack:
    """An array that speaks DLPack only."""

    def __init__(self, array: DeviceArray) -> None:
        self._array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._array.__dlpack_device__()

    def __dlpack__(self) -> Any:
        return self._array.__dlpack__()


def numbers(array: DeviceArray) -> np.ndarray:
    size = int(np.prod(array.shape))
    raw = (ctypes.c_char * (size * array.dtype.itemsize)).from_address(array.memory.address)
    flat = np.frombuffer(raw, array.dtype)
    steps = tuple(array.dtype.itemsize * s for s in array.strides)
    return np.lib.stride_tricks.as_strided(flat, array.shape, steps).copy()


@pytest.mark.parametrize("order", ["C", "F"])
def test_arrays_on_the_device_stay_there(order: str) -> None:
    library = StandIn()
    many, given = on(arm(), library), rows()
    wanted = arm().on("cpu").inverse_dynamics(*given)
    theirs = [_Interface(library, np.asarray(x, order=order)) for x in given]
    copies = library.calls.count("cuMemcpyDtoH")
    found = many.inverse_dynamics(*theirs)
    assert numbers(found).tobytes() == wanted.tobytes()
    assert library.calls.count("cuMemcpyDtoH") == copies and library.streams[-1] == 77
    assert found.strides[0] == (1 if order == "F" else arm().nv)
    again = foreign(_Pack(found))
    assert again is not None and again.address == found.memory.address
    assert again.shape == found.shape and again.dtype == np.float64


def test_arrays_that_do_not_fit_are_refused() -> None:
    library = StandIn()
    many, (q, v, a) = on(arm(), library), rows()
    theirs = [_Interface(library, x.astype(np.float32)) for x in (q, v, a)]
    with pytest.raises(ModelError, match=r"S39 .*must be of float64.*precision='single'"):
        many.inverse_dynamics(*theirs)
    with pytest.raises(ModelError, match=r"rows of 4 numbers"):
        many.inverse_dynamics(q[:, :2], v, a)
    with pytest.raises(ModelError, match="different numbers of states"):
        many.inverse_dynamics(q[:2], v, a)


# --- what can go wrong ------------------------------------------------------------------------


def failing(function: str, number: int) -> StandIn:
    library = StandIn()
    library.fail[function] = number
    return library


@pytest.mark.parametrize(
    ("library", "words"),
    [
        (failing("cuInit", 100), "CUDA_ERROR_NO_DEVICE.*looked for the driver.*export"),
        (StandIn(version=9000), "CUDA 9.0, and 10.1 is needed"),
        (StandIn(count=0), "finds no device"),
        (failing("cuMemAlloc", 2), "OUT_OF_MEMORY.*End other programs"),
        (failing("cuLaunchKernel", 700), "ILLEGAL_ADDRESS.*context.*untouched.*again"),
        (failing("cuModuleLoadDataEx", 218), "cuModuleLoadDataEx.*INVALID_PTX"),
    ],
)
def test_failures_of_the_driver_are_told(library: StandIn, words: str) -> None:
    many, given = on(arm(), library), rows()
    before = [x.copy() for x in given]
    with pytest.raises(EnvironmentProblem, match=f"E-GPU .*{words}"):
        many.inverse_dynamics(*given)
    for x, kept in zip(given, before, strict=True):
        np.testing.assert_array_equal(x, kept)
    library.fail.clear()
    if library.count and library.version > 10000:  # after a failure it works again
        wanted = arm().on("cpu").inverse_dynamics(*given)
        assert many.inverse_dynamics(*given).tobytes() == wanted.tobytes()


def test_what_does_not_fit_is_refused_before_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """On this machine, a single row on the device, and arrays that stay there."""
    library = StandIn()
    many, given = on(arm(), library), rows(4)
    theirs = [_Interface(library, x) for x in given]
    monkeypatch.setattr(resources, "LARGE", 50.0)
    monkeypatch.setattr(resources, "free_bytes", lambda: 60.0)
    with pytest.raises(EnvironmentProblem, match=r"E-MEM \[results\]: needs 128 bytes .* 4 states"):
        many.inverse_dynamics(*given)
    monkeypatch.setattr(resources, "free_bytes", lambda: math.inf)
    with monkeypatch.context() as patch:
        patch.setattr(Device, "free_memory", 8)
        with pytest.raises(EnvironmentProblem, match=r"E-MEM .* one row .* 8 are free"):
            many.inverse_dynamics(*given)
        with pytest.raises(EnvironmentProblem, match=r"E-MEM .* 4 states on the device"):
            many.inverse_dynamics(*theirs)
    wanted = arm().on("cpu").inverse_dynamics(*given)
    assert many.inverse_dynamics(*given).tobytes() == wanted.tobytes()


def test_without_a_driver_nothing_is_needed_until_the_first_evaluation(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sarrus.kernels.targets.ptx.driver.LIBRARIES", ("libno_such.so.1",))
    many = arm().on("gpu")
    many.export(tmp_path / "arm")
    with pytest.raises(EnvironmentProblem, match=r"looked for .*libno_such\.so\.1"):
        many.inverse_dynamics(*rows())


def test_cards_with_slow_double_are_told() -> None:
    library = StandIn()
    library.slow_double = 64
    assert "64 times slower" in on(arm(), library).devices[0]


def test_events_and_methods_that_a_population_has_not() -> None:
    start, how = bar().assemble(), {"until": 1.0, "step": 0.1}
    with pytest.raises(ModelError, match=r"S39 .*does more than to end a run"):
        on(bar()).simulate(start, events=[Event("A.angle", at=1.0)], **how)
    with pytest.raises(ModelError, match=r"S39 .*no method whose equal steps.*'ab3', 'abm4'"):
        on(bar()).simulate(start, method="midpoint", **how)
    with pytest.raises(ModelError, match=r"S39 .*no method of single steps"):
        on(bar()).stepper(step=0.1, method="abm4")
    with pytest.raises(ModelError, match=r"was not kept.*keep=\[\.\.\., 'A\.rate'\]"):
        bar().on("cpu").simulate(start, **how)["A.rate"]


# --- export -----------------------------------------------------------------------------------


def test_exported_folder_needs_no_library(tmp_path: Path) -> None:
    """The reader loads with NumPy alone, and yields the digits of the processor."""
    folder = on(arm()).export(tmp_path / "arm", keep=["max " + arm().channels()[1].name])
    check = "import sys; sys.path.insert(0, '.'); import reader; print('sarrus' in sys.modules)"
    command = [sys.executable, "-I", "-c", check]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
    spec = importlib.util.spec_from_file_location("exported_reader", folder / "reader.py")
    assert spec is not None and spec.loader is not None
    reader = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(reader)
    kernels = reader.Kernels(folder, library=StandIn())
    given = rows()
    wanted = arm().on("cpu").inverse_dynamics(*given)
    assert kernels["inverse_dynamics"](*given).tobytes() == wanted.tobytes()
    start = np.array(kernels.layout["start"])
    found = kernels["run"].simulate([start, start], until=0.01, step=1e-3)
    own = arm().on("cpu").simulate(arm().assemble(), until=0.01, step=1e-3)
    assert found["y"][0, : arm().nq].tobytes() == own.q[0].tobytes()
    assert found["greatest"].shape == (2, 1)


def test_quantities_take_parameters_by_row() -> None:
    """Each state has its own number, with the bits of a call of one state; t keeps its value."""
    system = gallery.puma560().compile(parameters=["L3.mass"])
    q, masses = np.random.default_rng(3).normal(size=(4, system.nq)), np.linspace(4.0, 6.0, 4)
    found = system.on("cpu").mass_matrix(q, parameters={"L3.mass": masses})
    for k in range(4):
        one = system.mass_matrix(q[k], parameters={"L3.mass": float(masses[k])})
        assert np.array_equal(found[k], one)
