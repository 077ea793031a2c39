"""Calling kernels: whatever array is given, in whatever thread, the numbers are the same."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.calling import Watch
from sarrus.kernels.targets.llvm import entry

N = 4


def function(a: Any, m: Any, t: Any) -> dict[str, Any]:
    return {"y": m @ np.sin(a) + t[0]}


def made(function: Callable[..., dict[str, Any]] = function, key: str = "f") -> Kernel:
    inputs = {"a": (N,), "m": (N, N), "t": (1,)}
    return KernelFactory(Cache(None)).make(key, function, inputs, defaults={"t": np.zeros(1)})


@pytest.fixture(scope="module")
def kernel() -> Kernel:
    return made()


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    """The same kernel, called through ctypes as on an interpreter of unknown layout."""
    monkeypatch.setattr("sarrus.kernels.targets.llvm.target.fast_caller", lambda *_: None)
    return made()


A = np.array([0.1, -0.2, 0.3, 0.4])
M = np.arange(16.0).reshape(N, N) / 7.0
EXPECTED = M @ np.sin(A)


class Special(np.ndarray):
    """A subclass of arrays, such as one with units."""


ARGUMENTS: dict[str, tuple[Any, Any]] = {
    "arrays": (A, M),
    "lists": (A.tolist(), M.tolist()),
    "tuples": (tuple(A), tuple(map(tuple, M))),
    "every other element": (np.repeat(A, 2)[::2], np.repeat(M, 2, axis=1)[:, ::2]),
    "reversed": (A[::-1].copy()[::-1], M[::-1].copy()[::-1]),
    "Fortran order": (A, np.asfortranarray(M)),
    "a row of a larger array": (np.stack([A, A])[1], np.stack([M, M])[0]),
    "subclass": (A.view(Special), M.view(Special)),
    "read only": (A.copy(), M.copy()),
    "big endian": (A.astype(">f8"), M.astype(">f8")),
    "not aligned": (np.frombuffer(b"\0" + A.tobytes(), dtype=np.uint8)[1:].view(float), M),
    "objects": (A.astype(object), M.astype(object)),
    "broadcast": (np.lib.stride_tricks.as_strided(A, (N,), (8,)), M),
}
ARGUMENTS["read only"][0].flags.writeable = False


@pytest.mark.parametrize("name", ARGUMENTS)
def test_any_array_of_the_right_shape(kernel: Kernel, slow: Kernel, name: str) -> None:
    a, m = ARGUMENTS[name]
    np.testing.assert_allclose(kernel(a, m), EXPECTED, rtol=1e-15, atol=1e-15)
    np.testing.assert_array_equal(kernel(a, m), kernel(A, M))
    np.testing.assert_array_equal(kernel(a, m), slow(a, m))


def test_other_number_types(kernel: Kernel) -> None:
    a32, m32 = A.astype(np.float32), M.astype(np.float32)
    np.testing.assert_array_equal(kernel(a32, m32), kernel(a32.astype(float), m32.astype(float)))
    whole = np.arange(N), np.arange(16).reshape(N, N)
    np.testing.assert_array_equal(kernel(*whole), kernel(*(x.astype(float) for x in whole)))


@pytest.mark.parametrize("which", ["fast", "slow"])
def test_wrong_arguments_are_named(kernel: Kernel, slow: Kernel, which: str) -> None:
    call = kernel if which == "fast" else slow
    with pytest.raises(ValueError, match=r"'a' must have shape \(4,\), not \(3,\)"):
        call(A[:3], M)
    with pytest.raises(ValueError, match=r"'m' must have shape \(4, 4\), not \(16,\)"):
        call(A, M.ravel())
    with pytest.raises(ValueError, match=r"'a' must have shape \(4,\), not \(\)"):
        call(0.5, M)
    with pytest.raises(ValueError, match=r"'a' must have shape \(4,\), not \(4, 1\)"):
        call(A[:, None], M)
    with pytest.raises(TypeError, match=r"3 arrays are needed \(a, m, t\), 1 were given"):
        call(A)
    with pytest.raises(TypeError, match="4 were given"):
        call(A, M, np.zeros(1), A)
    with pytest.raises((TypeError, ValueError)):
        call(A, "matrix")
    with pytest.raises((TypeError, ValueError)):
        call(A, None)


@pytest.mark.parametrize("which", ["fast", "slow"])
def test_complex_numbers_are_refused(kernel: Kernel, slow: Kernel, which: str) -> None:
    """Their imaginary part must not get lost, with a warning or without."""
    with pytest.raises(TypeError):
        (kernel if which == "fast" else slow)(A + 1j, M)


@pytest.mark.parametrize("which", ["fast", "slow"])
def test_last_inputs_may_be_left_out(kernel: Kernel, slow: Kernel, which: str) -> None:
    call = kernel if which == "fast" else slow
    later = call(A, M, np.array([10.0]))
    np.testing.assert_allclose(later, call(A, M) + 10.0, rtol=1e-15)
    np.testing.assert_array_equal(call(A, M), call(A, M, np.zeros(1)))


def test_results_are_the_callers_own(kernel: Kernel) -> None:
    first = kernel(A, M)
    kept = first.copy()
    second = kernel(2.0 * A, M)
    assert second is not first
    np.testing.assert_array_equal(first, kept)
    first[:] = 0.0
    np.testing.assert_array_equal(kernel(A, M), kept)
    assert first.flags.writeable and first.flags.owndata


def test_arguments_are_not_changed(kernel: Kernel) -> None:
    a, m = A.copy(), M.copy()
    kernel(a, m)
    np.testing.assert_array_equal(a, A)
    np.testing.assert_array_equal(m, M)


def test_result_may_be_the_next_argument(kernel: Kernel) -> None:
    x = A
    for _ in range(5):
        expected = M @ np.sin(x)
        x = kernel(x, M)
        np.testing.assert_allclose(x, expected, rtol=1e-14)


def test_there_is_a_fast_caller_here(kernel: Kernel) -> None:
    """On ordinary CPython; otherwise kernels are called through ctypes, more slowly."""
    if entry._routine() is None:
        pytest.skip("the layout of this interpreter or of NumPy is not the expected one")
    assert type(kernel.call).__name__ == "builtin_function_or_method"


@pytest.mark.parametrize("t", [0.0, 2.5])
def test_inputs_with_usual_values_may_be_given(kernel: Kernel, t: float) -> None:
    given = np.array([t])
    np.testing.assert_array_equal(kernel(A, M, given), kernel(A.tolist(), M, [t]))
    np.testing.assert_array_equal(kernel(A, M), kernel(A, M, np.zeros(1)))  # what was given is gone


# Watches --------------------------------------------------------------------------------------


def watched(a: Any, m: Any, t: Any) -> dict[str, Any]:
    return {"y": m @ np.sin(a) + t[0], "z": np.cos(a), "watch": a}


def references_of_one_name() -> int:
    """What `sys.getrefcount` tells of an object that one name means: 2, or 1 since Python 3.14."""
    alone = np.zeros(1)
    return sys.getrefcount(alone)


def test_watch_that_is_too_low_is_answered_by_the_ordinary_caller() -> None:
    factory = KernelFactory(Cache(None))
    inputs, given = {"a": (N,), "m": (N, N), "t": (1,)}, {"t": np.zeros(1)}
    kernel = factory.make("watched", watched, inputs, defaults=given)
    asked = []

    def stands_in(*arrays: Any) -> str:
        asked.append(len(arrays))
        return "otherwise"

    call = factory.guarded_call(kernel, given, Watch(2, 0.05), stands_in)
    if type(call).__name__ != "builtin_function_or_method":
        pytest.skip("no machine code can be called here without ctypes")
    high = np.abs(A)
    found = call(high, M)
    np.testing.assert_array_equal(found, kernel(high, M)[0])
    assert not asked and sys.getrefcount(found) == references_of_one_name()
    equal = high.copy()
    equal[2] = 0.05
    assert isinstance(call(equal, M), np.ndarray) and not asked
    assert call(A, M) == "otherwise" and asked == [2]
    assert call(A, M, np.ones(1)) == "otherwise" and asked == [2, 3]
    assert call(high.tolist(), M) == "otherwise" and call(high) == "otherwise"
    two = factory.guarded_call(kernel, given, Watch(2, 0.05, returned=2), stands_in)(high, M)
    assert len(two) == 2
    np.testing.assert_array_equal(two[1], np.cos(high))


# Life time ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_heap")
def test_function_outlives_its_kernel() -> None:
    calls = [made(key=f"f{k}").call for k in range(3)]
    gc.collect()
    junk = [np.full(1000, np.nan) for _ in range(100)]
    for call in calls:
        np.testing.assert_allclose(call(A, M), EXPECTED, rtol=1e-15, atol=1e-15)
        np.testing.assert_allclose(call(A.tolist(), M), EXPECTED, rtol=1e-15, atol=1e-15)
    del junk


@pytest.mark.usefixtures("small_heap")
def test_kernels_are_freed() -> None:
    kernel = made(key="freed")
    engine = weakref.ref(kernel.keeps[0])
    call = kernel.call
    del kernel
    gc.collect()
    assert engine() is not None, "a function that is alive needs its machine code"
    del call
    gc.collect()
    assert engine() is None


def test_reference_counts_are_kept(kernel: Kernel) -> None:
    """The native entry neither loses nor keeps references to its arguments."""
    a, m = A.copy(), M.copy()
    before = sys.getrefcount(a), sys.getrefcount(m)
    for _ in range(1000):
        kernel(a, m)
        kernel(a.tolist(), m)
    assert (sys.getrefcount(a), sys.getrefcount(m)) == before
    result = kernel(a, m)
    assert sys.getrefcount(result) == references_of_one_name()


# Threads --------------------------------------------------------------------------------------


@pytest.fixture
def impatient() -> Iterator[None]:
    """Let threads interrupt each other as often as can be."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def several(a: Any, m: Any, t: Any) -> dict[str, Any]:
    return {"y": m @ np.sin(a) + t[0], "z": np.cos(a), "w": m * a[0]}


def large(a: Any, m: Any, t: Any) -> dict[str, Any]:
    return {"y": np.concatenate([m.ravel()] * 100) * a[0]}


@pytest.mark.parametrize("of", [function, several, large], ids=["one", "several", "large"])
@pytest.mark.usefixtures("impatient")
def test_threads_agree_with_one_thread(of: Callable[..., dict[str, Any]]) -> None:
    kernel = made(of, of.__name__)
    arguments = [(A * (k + 1), M - k) for k in range(4)]
    expected = [flat(kernel(*each)) for each in arguments]
    wrong = [0] * len(arguments)

    def work(k: int) -> None:
        for _ in range(3000):
            if not np.array_equal(flat(kernel(*arguments[k])), expected[k]):
                wrong[k] += 1

    threads = [threading.Thread(target=work, args=(k,)) for k in range(len(arguments))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [0] * len(arguments)


def flat(result: Any) -> np.ndarray:
    parts = result if isinstance(result, tuple) else (result,)
    return np.concatenate([part.ravel() for part in parts])
