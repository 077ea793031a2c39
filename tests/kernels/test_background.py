"""Compilation in the background: when, with what outcome, and what it leaves behind."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus.errors import EnvironmentProblem
from sarrus.kernels import Cache, KernelFactory
from sarrus.kernels import background as module
from sarrus.kernels.background import BACKGROUND, NEVER, chosen_policy, worth_compiling
from sarrus.kernels.kernel import COMPILED, INTERPRETED
from sarrus.kernels.targets.llvm.target import LlvmTarget

PATIENCE = 120.0
"""Seconds after which a test that waits for a thread is given up."""


def pieces(x: Any) -> dict[str, Any]:
    return {"y": np.sin(x) * x[0] - x / 3.0}


def waits_for(happened: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not happened() and time.monotonic() < end:
        time.sleep(0.005)
    return happened()


def test_compiling_pays_when_the_interpreter_took_as_long() -> None:
    for operations in (10, 500, 20_000):
        calls = next(n for n in 2 ** np.arange(40) if worth_compiling(operations, int(n)))
        assert calls > 1 and not worth_compiling(operations, int(calls) // 2)
        assert worth_compiling(operations, 2 * int(calls))
    assert not worth_compiling(10**7, 1)


@pytest.mark.parametrize("policy", ["background", "wait", "never", ""])
def test_environment_chooses(policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SARRUS_COMPILE", policy)
    assert chosen_policy() == (policy or "background")


def test_unknown_choice_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SARRUS_COMPILE", "sometimes")
    with pytest.raises(EnvironmentProblem, match="background, wait or never"):
        chosen_policy()


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everything that has been called be worth compiling; what others left waiting rests."""
    monkeypatch.setattr(module.watcher, "_watched", weakref.WeakSet())
    assert waits_for(lambda: module.watcher._thread is None)
    monkeypatch.setattr(module, "worth_compiling", lambda operations, calls: calls > 1)


@pytest.mark.usefixtures("eager")
def test_what_is_called_often_is_compiled(tmp_path: Path) -> None:
    factory = KernelFactory(Cache(tmp_path), policy=BACKGROUND)
    kernel = factory.make("pieces", pieces, {"x": (3,)})
    before = [kernel(np.array([0.1, 0.2, 0.3])) for _ in range(3)][-1]
    assert waits_for(lambda: kernel.tier == COMPILED)
    assert kernel(np.array([0.1, 0.2, 0.3])).tobytes() == before.tobytes()
    again = KernelFactory(Cache(tmp_path), policy=BACKGROUND)
    assert again.make("pieces", pieces, {"x": (3,)}).tier == COMPILED
    assert (again.cached, again.interpreted) == (1, 0)


@pytest.mark.usefixtures("eager")
def test_never_is_never() -> None:
    factory = KernelFactory(Cache(None), policy=NEVER)
    kernel = factory.make("pieces", pieces, {"x": (3,)})
    for _ in range(3):
        kernel(np.ones(3))
    assert kernel.tiered is not None and kernel.tiered not in module.watcher._watched


def test_rows_begin_one_by_one_until_lanes_take_over(tmp_path: Path) -> None:
    """Columns, given arrays and threads too; the bits are those of single states."""
    factory = KernelFactory(Cache(tmp_path), policy=BACKGROUND)
    kernel = factory.make("pieces", pieces, {"x": (3,)})
    x = np.random.default_rng(1).normal(size=(101, 3))
    single = np.array([kernel(row) for row in x])
    first = kernel(x)
    begun = kernel.many.begin()
    assert not begun.replaced and begun.calls == 101
    given = np.empty((101, 3), order="F")
    assert kernel.ordinary(x, out=given) is given
    threads = begun(x, threads=3)
    begun.tiered.compile()
    assert begun.replaced and not begun.tiered.failure
    for rows in (first, given, threads, kernel(x)):
        assert np.array_equal(rows, single)
    again = KernelFactory(Cache(tmp_path), policy=BACKGROUND).make("pieces", pieces, {"x": (3,)})
    assert again.many.begin().width > 1  # they are kept


@pytest.mark.usefixtures("eager")
def test_so_many_rows_that_waiting_for_the_compiler_is_shorter(tmp_path: Path) -> None:
    factory = KernelFactory(Cache(tmp_path), policy=BACKGROUND)
    kernel = factory.make("pieces", pieces, {"x": (3,)})
    kernel(np.ones((100, 3)))
    assert kernel.many.begin().replaced


class Broken(LlvmTarget):
    """A compiler that does not work."""

    def kernel_code(self, *_: Any) -> Any:
        raise OSError("no room for code")


@pytest.mark.usefixtures("eager")
def test_failure_leaves_the_interpreter_and_is_told() -> None:
    factory = KernelFactory(Cache(None), Broken(), BACKGROUND)
    kernel = factory.make("pieces", pieces, {"x": (3,)})
    found = [kernel(np.ones(3)) for _ in range(3)]
    assert waits_for(lambda: bool(factory.failures))
    assert factory.failures == ["OSError: no room for code"] and kernel.tier == INTERPRETED
    np.testing.assert_array_equal(kernel(np.ones(3)), found[0])


def test_code_with_other_bits_does_not_take_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sarrus.kernels.factory._same_bits", lambda *_: False)
    factory = KernelFactory(Cache(None), policy=NEVER)
    kernel = factory.make("pieces", pieces, {"x": (3,)})
    factory.compile_all()
    assert kernel.tier == INTERPRETED and "differ" in factory.failures[0]


def test_kernels_that_nobody_uses_are_forgotten() -> None:
    factory = KernelFactory(Cache(None), policy=BACKGROUND)
    kernel = factory.make("pieces", pieces, {"x": (3,)})
    assert len(factory.tiered) == 1
    del kernel
    assert waits_for(lambda: len(factory.tiered) == 0)


def test_bytecode_that_does_not_repeat_its_test_is_made_again(tmp_path: Path) -> None:
    first = KernelFactory(Cache(tmp_path), policy=NEVER)
    first.make("pieces", pieces, {"x": (3,)})
    (kept,) = (path for path in tmp_path.iterdir() if path.suffix == ".kernel")
    name = kept.name.removesuffix(".kernel")
    cache = Cache(tmp_path)
    description, content = cache.load(name) or ({}, b"")
    cache.store(name, description | {"test_outputs": "other"}, content)
    second = KernelFactory(Cache(tmp_path), policy=NEVER)
    kernel = second.make("pieces", pieces, {"x": (3,)})
    np.testing.assert_allclose(kernel(np.ones(3)), pieces(np.ones(3))["y"], rtol=1e-15)
    assert (cache.load(name) or ({}, b""))[0]["test_outputs"] == description["test_outputs"]


# --- threads and processes ----------------------------------------------------------------------


@pytest.mark.usefixtures("eager")
def test_eight_threads_start_at_once(tmp_path: Path) -> None:
    barrier, found = threading.Barrier(8), []
    x = np.array([0.4, 0.5, 0.6])

    def start() -> None:
        barrier.wait()
        factory = KernelFactory(Cache(tmp_path), policy=BACKGROUND)
        kernel = factory.make("pieces", pieces, {"x": (3,)})
        found.append([kernel(x).tobytes() for _ in range(200)])

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8 and len({bits for rows in found for bits in rows}) == 1


BEGINNING = """
import sys, time, threading, numpy as np
from sarrus.kernels import Cache, KernelFactory
from sarrus.kernels import background
background.worth_compiling = lambda operations, calls: True
from sarrus.kernels.targets.llvm import machine
entered = threading.Event()
whole = machine.object_code
def object_code(text, *more):
    entered.set()
    return whole(text, *more)
machine.object_code = object_code

def large(x):
    y = x
    for _ in range(40):
        y = np.sin(y) * x[::-1] + y / (1.0 + x @ x)
    return {"y": y}

factory = KernelFactory(Cache(sys.argv[1]), policy="background")
kernel = factory.make("large", large, {"x": (8,)})
first = kernel(np.ones(8))
"""


def python(text: str, folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", BEGINNING + text, str(folder)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)


def told(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out.strip(), err.strip()


def test_process_that_ends_while_it_compiles_ends_cleanly(tmp_path: Path) -> None:
    code, out, err = told(python("entered.wait()\nprint('end')", tmp_path))
    assert (code, out, err) == (0, "end", "")
    names = [path.suffix for path in tmp_path.iterdir()]
    assert names.count(".kernel") == 2 and ".part" not in names  # bytecode and code are kept


def test_two_processes_start_at_once(tmp_path: Path) -> None:
    text = """
factory.compile_all()
same = first.tobytes() == kernel(np.ones(8)).tobytes()
print(kernel.tier, same, first.tobytes().hex())
"""
    both = [python(text, tmp_path) for _ in range(2)]
    answers = [told(process) for process in both]
    assert answers[0] == answers[1] and answers[0][1].startswith("compiled True")
    assert (answers[0][0], answers[0][2]) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
def test_killed_compilation_leaves_nothing_behind(tmp_path: Path) -> None:
    text = "entered.wait()\nprint('compiling', flush=True)\ntime.sleep(600)"
    process = python(text, tmp_path)
    assert process.stdout is not None and process.stdout.readline() == "compiling\n"
    process.kill()
    process.communicate(timeout=PATIENCE)
    assert not [path for path in tmp_path.iterdir() if path.suffix not in (".kernel", "")]
    code, out, err = told(python("factory.compile_all()\nprint(kernel.tier)", tmp_path))
    assert (code, out, err) == (0, "compiled", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_child_of_a_fork_compiles_for_itself(tmp_path: Path) -> None:
    text = """
import os, warnings
entered.wait()
with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # later Pythons: there are threads
    child = os.fork()
if not child:
    factory.compile_all()
    same = kernel(np.ones(8)).tobytes() == first.tobytes()
    os._exit(0 if same and kernel.tier == "compiled" else 3)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    assert told(python(text, tmp_path)) == (0, "0", "")
