"""Kernels over many rows: the same bits as one call after the other."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.mapping import outputs_of_rows

FACTORY = KernelFactory(Cache(None))


def function(A: Any, x: Any, gain: Any) -> dict[str, Any]:
    return {"y": gain[0] * np.sin(A) @ x, "A_next": A * x[0], "size": x @ x}


@pytest.fixture(scope="module")
def kernel() -> Kernel:
    return FACTORY.make("mapped", function, {"A": (2, 3), "x": (3,), "gain": (1,)})


@pytest.fixture
def rows() -> dict[str, np.ndarray]:
    random = np.random.default_rng(3)
    return {"A": random.normal(size=(17, 2, 3)), "x": random.normal(size=(17, 3))}


GAIN = {"gain": np.array([1.7])}


def one_by_one(kernel: Kernel, rows: dict[str, Any], given: dict[str, Any]) -> list[np.ndarray]:
    n = len(next(iter(rows.values())))
    names = [port.name for port in kernel.inputs]
    singles = [
        kernel(*[np.asarray(rows[a][k] if a in rows else given[a], dtype=float) for a in names])
        for k in range(n)
    ]
    return [np.array(column) for column in zip(*singles, strict=True)]


def check(kernel: Kernel, rows: dict[str, Any], given: dict[str, Any]) -> None:
    found = outputs_of_rows(kernel, rows, given)
    assert list(found) == [port.name for port in kernel.outputs]
    for array, expected in zip(found.values(), one_by_one(kernel, rows, given), strict=True):
        np.testing.assert_array_equal(array, expected)


def test_rows_equal_single_calls(kernel: Kernel, rows: dict[str, np.ndarray]) -> None:
    check(kernel, rows, GAIN)


@pytest.mark.parametrize("varying", [{"A"}, {"x"}, {"gain"}, {"x", "gain"}, {"A", "x", "gain"}])
def test_given_inputs_are_the_same_for_all_rows(kernel: Kernel, varying: set[str]) -> None:
    random = np.random.default_rng(4)
    shapes = {port.name: port.shape for port in kernel.inputs}
    rows = {name: random.normal(size=(9, *shapes[name])) for name in shapes if name in varying}
    check(kernel, rows, {name: random.normal(size=shape) for name, shape in shapes.items()})


def test_order_of_the_rows_is_that_of_their_names(
    kernel: Kernel, rows: dict[str, np.ndarray]
) -> None:
    check(kernel, dict(reversed(rows.items())), GAIN)


@pytest.mark.parametrize("n", [0, 1])
def test_few_rows(kernel: Kernel, rows: dict[str, np.ndarray], n: int) -> None:
    few = {name: array[:n] for name, array in rows.items()}
    found = outputs_of_rows(kernel, few, GAIN)
    assert {name: a.shape for name, a in found.items()} == {
        "y": (n, 2),
        "A_next": (n, 2, 3),
        "size": (n,),
    }
    if n:
        check(kernel, few, GAIN)


def test_memory_that_does_not_lie_well(kernel: Kernel, rows: dict[str, np.ndarray]) -> None:
    """Every second row, transposed, backwards, of another type: the values count."""
    check(kernel, {name: array[::2] for name, array in rows.items()}, GAIN)
    check(kernel, {name: array[::-1] for name, array in rows.items()}, GAIN)
    check(kernel, {name: np.asfortranarray(array) for name, array in rows.items()}, GAIN)
    wide = np.zeros((17, 6))
    wide[:, ::2] = rows["x"]
    turned = rows["A"].transpose(0, 2, 1).copy().transpose(0, 2, 1)
    check(kernel, {"A": turned, "x": wide[:, ::2]}, GAIN)
    check(kernel, {"A": rows["A"], "x": np.arange(51).reshape(17, 3)}, GAIN)
    check(kernel, {"A": rows["A"].tolist(), "x": rows["x"].astype(np.float32)}, GAIN)


def test_one_row_for_all_is_not_copied_by_broadcasting(kernel: Kernel) -> None:
    A = np.broadcast_to(np.arange(6.0).reshape(2, 3), (5, 2, 3))
    check(kernel, {"A": A, "x": np.arange(15.0).reshape(5, 3)}, GAIN)


def test_what_is_given_is_left_alone(kernel: Kernel, rows: dict[str, np.ndarray]) -> None:
    before = {name: array.copy() for name, array in rows.items()}
    outputs_of_rows(kernel, rows, GAIN)
    for name, array in before.items():
        np.testing.assert_array_equal(rows[name], array)
    assert GAIN["gain"] == 1.7


def test_rows_of_different_numbers_are_refused(kernel: Kernel, rows: dict[str, np.ndarray]) -> None:
    with pytest.raises(ValueError):
        outputs_of_rows(kernel, {"A": rows["A"], "x": rows["x"][:-1]}, GAIN)


def test_an_input_that_is_missing(kernel: Kernel, rows: dict[str, np.ndarray]) -> None:
    with pytest.raises(KeyError, match="gain"):
        outputs_of_rows(kernel, rows, {})


def test_many_threads_at_once(kernel: Kernel, rows: dict[str, np.ndarray]) -> None:
    """The call releases the interpreter lock and has its own work array."""
    expected = outputs_of_rows(kernel, rows, GAIN)
    many = {name: np.concatenate([array] * 500) for name, array in rows.items()}
    found: list[dict[str, np.ndarray]] = []
    threads = [
        threading.Thread(target=lambda: found.append(outputs_of_rows(kernel, many, GAIN)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    for one in found:
        for name, array in one.items():
            np.testing.assert_array_equal(array, np.concatenate([expected[name]] * 500))


def many_rows(n: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(5)
    return {"A": random.normal(size=(n, 2, 3)), "x": random.normal(size=(n, 3))}


def test_many_rows_go_through_the_kernel_of_many_with_the_same_bits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sarrus.kernels.factory.MANY_ROWS", 300)
    factory = KernelFactory(Cache(None))
    kernel = factory.make("counted", function, {"A": (2, 3), "x": (3,), "gain": (1,)})
    for n in (63, 150, 149):  # 63 are too few to be counted
        check(kernel, many_rows(n), GAIN)
    assert factory.compiled == 1
    check(kernel, many_rows(101), GAIN)
    assert factory.compiled == 2
    check(kernel, many_rows(64), GAIN)
    assert factory.compiled == 2


def test_a_kernel_of_many_that_is_on_disk_is_taken_at_once(tmp_path: Path) -> None:
    inputs = {"A": (2, 3), "x": (3,), "gain": (1,)}
    KernelFactory(Cache(tmp_path)).make("kept", function, inputs).many()
    factory = KernelFactory(Cache(tmp_path))
    check(factory.make("kept", function, inputs), many_rows(100), GAIN)
    assert (factory.cached, factory.compiled) == (2, 0)


def test_a_kernel_that_kept_nothing_goes_on_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sarrus.kernels.factory.MANY_ROWS", 1)
    factory = KernelFactory(Cache(None))
    kernel = factory.make("forgetful", function, {"A": (2, 3), "x": (3,), "gain": (1,)}, keep=False)
    check(kernel, many_rows(100), GAIN)
    assert factory.compiled == 1
