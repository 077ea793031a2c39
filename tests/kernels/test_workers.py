"""Threads that the process keeps: all work is done once, whoever asks, and wherever."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from sarrus.kernels import workers
from sarrus.kernels.workers import together


def shared(count: int, helpers: int, pause: float = 0.0) -> list[int]:
    """Return the pieces of some work, as they were done."""
    left, done = iter(range(count)), []

    def work() -> None:
        for k in left:
            done.append(k)
            time.sleep(pause)

    together(work, helpers)
    return done


@pytest.mark.parametrize("helpers", [0, 1, 5])
def test_every_piece_is_done_once(helpers: int) -> None:
    for count in (0, 1, 200):
        assert sorted(shared(count, helpers)) == list(range(count))


def test_another_thread_takes_part() -> None:
    seen = set()

    def work() -> None:
        seen.add(threading.current_thread())
        time.sleep(0.05)

    for _ in range(20):
        together(work, 1)
        if len(seen) > 1:
            return
    raise AssertionError("no other thread took part")


def test_asleep_threads_wake_up() -> None:
    for _ in range(3):
        assert sorted(shared(4, 1, 0.02)) == list(range(4))
        time.sleep(0.05)  # longer than they stay awake


def test_work_within_work_and_in_many_threads() -> None:
    done: list[int] = []

    def outer() -> None:
        done.extend(shared(10, 1))

    threads = [threading.Thread(target=together, args=(outer, 1)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) >= 80 and len(done) % 10 == 0


def test_failures_of_other_threads_are_raised() -> None:
    begun = threading.Event()

    def work() -> None:
        if threading.current_thread() is threading.main_thread():
            begun.wait(5.0)
            return
        begun.set()
        raise ArithmeticError("of a helper")

    with pytest.raises(ArithmeticError, match="of a helper"):
        together(work, 1)
    assert sorted(shared(5, 1)) == list(range(5))


def test_no_thread_left_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(workers, "_crew", workers._Crew())
    monkeypatch.setattr(workers, "_Worker", refuse)
    assert shared(3, 2) == [0, 1, 2]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_has_threads_of_its_own() -> None:
    """In a process of its own: forking one with other threads is what is tested."""
    code = """
import os, sys
sys.path.insert(0, {tests!r})
from kernels.test_workers import shared
assert sorted(shared(50, 1, 1e-4)) == list(range(50))
child = os.fork()
if not child:
    ok = sorted(shared(50, 1, 1e-4)) == list(range(50))
    sys.exit(0 if ok else 1)
assert os.waitpid(child, 0)[1] == 0
assert sorted(shared(50, 1, 1e-4)) == list(range(50))
"""
    tests = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    begin = time.monotonic()
    found = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code.format(tests=tests)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr
    assert not found.stderr and time.monotonic() - begin < 60


def test_memory_is_seen_by_all() -> None:
    total = np.zeros(4096)
    left = iter(range(0, 4096, 64))

    def work() -> None:
        for k in left:
            total[k : k + 64] += 1.0

    together(work, 1)
    assert np.all(total == 1.0)
