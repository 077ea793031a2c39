"""Compiled functions: arguments, results, threads, and where their code is kept."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from kernels.both_ways import agree, bits, in_machine_code
from sarrus.kernels.cache import CacheWarning
from sarrus.kernels.loops.event_search import crossings
from sarrus.kernels.native import Floats, compile_function, native
from sarrus.kernels.native.language import object_code
from sarrus.kernels.targets import host
from sarrus.kernels.targets.llvm.target import LlvmTarget


@native
def nothing() -> None:
    """Do nothing."""


@native
def many(
    a: float, b: int, c: float, d: int, e: float, f: int, g: float, h: int, i: float, j: int
) -> float:
    return a + 2.0 * c + 4.0 * e + 8.0 * g + 16.0 * i + float(b + 2 * d + 4 * f + 8 * h + 16 * j)


def test_arguments_and_results() -> None:
    assert compile_function(nothing)() is None
    agree(many, 1.0, 2, 3.0, 4, 5.0, 6, 7.0, 8, 9.0, 10)


def test_a_function_is_compiled_once() -> None:
    assert compile_function(nothing) is compile_function(nothing)


@native
def busy(x: Floats, n: int, turns: int) -> None:
    for _k in range(turns):
        for i in range(n):
            x[i] = x[i] * 0.999 + 1.0


def test_threads_do_not_disturb_each_other() -> None:
    """The interpreter lock is released; nothing is shared but what is passed."""
    arrays = [np.linspace(k, k + 1.0, 64) for k in range(4)]
    expected = [in_machine_code(busy, array, 64, 20_000)[1][0] for array in arrays]
    call = compile_function(busy)
    threads = [
        threading.Thread(target=call, args=(array.ctypes.data, 64, 20_000)) for array in arrays
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for array, one in zip(arrays, expected, strict=True):
        assert bits(array) == bits(one)


def test_code_of_the_package_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By all that it depends on; a file that does not pass is built again."""
    monkeypatch.setenv("SARRUS_CACHE", str(tmp_path / "kernels"))

    def files() -> list[Path]:
        return sorted((tmp_path / "kernels").glob("*.kernel"))

    first = object_code(crossings, host())
    assert first[:2] == (["floats", "floats", "ints", "int"], "int")
    (path,) = files()
    monkeypatch.setattr(LlvmTarget, "function_code", lambda self, function: b"compiled anew")
    assert object_code(crossings, host()) == first
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.warns(CacheWarning, match="will be rebuilt"):
        assert object_code(crossings, host())[2] == b"compiled anew"
    monkeypatch.setattr("sarrus.kernels.targets.llvm.machine.identity", lambda: "another processor")
    object_code(crossings, host())
    monkeypatch.setattr("sarrus.kernels.native.language.source_version", lambda: "another version")
    object_code(crossings, host())
    assert len(files()) == 3


def test_code_of_others_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its source may change while the version of the package stays."""
    monkeypatch.setenv("SARRUS_CACHE", str(tmp_path))
    object_code(nothing, host())
    assert list(tmp_path.iterdir()) == []
