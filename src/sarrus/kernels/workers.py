"""Threads that take part in work on many states; the process keeps them, awake for a while.

`together(work, helpers)` calls `work()` in this thread and, at the same time, in as many others as
are wanted and free. Work is written so that any number of threads can do it: each takes the next
piece until none is left. A thread that has not begun when all is done is not waited for, so that
small work never waits for a thread to wake up; who calls from a thread of these, or while another
thread uses them, works alone. After their work the threads look for more for `AWAKE` rounds, then
they sleep. A forked process starts with none, and they end with the interpreter.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

AWAKE = 8_000
"""Rounds of waiting for work without sleep, some 0.3 ms."""
LOOK = 50_000
"""The same for the end of the others' last pieces, before the caller sleeps."""


@cache
def processors() -> int:
    """Return how many processors this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


class _Task:
    """Work of one call, and what the threads say of it."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.work = work
        self.failure: BaseException | None = None


class _Worker:
    """One thread: `task` is what it is to do next; `words` are 1 while there is some, and done."""

    def __init__(self) -> None:
        self.lock, self.bell, self.over = threading.Lock(), threading.Lock(), threading.Event()
        self.bell.acquire()
        self.task: _Task | None = None
        self.asleep = self.ended = False
        self.words = np.zeros(16, dtype=np.int64)  # two lines of the cache
        self.posted, self.done = (int(self.words.ctypes.data) + 64 * k for k in (0, 1))
        self.thread = threading.Thread(target=self._serve, name="sarrus-worker", daemon=True)
        self.thread.start()

    def give(self, task: _Task) -> None:
        """Let it take part in a task."""
        with self.lock:
            self.over.clear()
            self.words[8] = 0
            self.task, self.words[0] = task, 1
            if self.asleep:
                self.asleep = False
                self.bell.release()

    def leave(self) -> None:
        """Return when it has done its part, at once if it has not begun."""
        with self.lock:
            if self.task is not None:
                self.task, self.words[0] = None, 0
                return
        if not _look()(self.done, 0, LOOK):
            self.over.wait()

    def end(self) -> None:
        """End the thread."""
        with self.lock:
            self.ended, self.words[0] = True, 1
            if self.asleep:
                self.asleep = False
                self.bell.release()
        self.thread.join(1.0)

    def _serve(self) -> None:
        _own.worker = True
        while not self.ended:
            if not _look()(self.posted, 0, AWAKE):
                with self.lock:
                    sleeps = self.asleep = not self.words[0]
                if sleeps:
                    self.bell.acquire()
            with self.lock:
                task, self.task = self.task, None
                if not self.ended:
                    self.words[0] = 0
            if task is not None:
                self._do(task)

    def _do(self, task: _Task) -> None:
        try:
            task.work()
        except BaseException as failure:
            task.failure = failure
        self.words[8] = 1
        self.over.set()


_own = threading.local()


class _Crew:
    """The threads of this process; one caller at a time has them."""

    def __init__(self) -> None:
        self.free = threading.Lock()
        self.workers: list[_Worker] = []

    def threads(self, count: int) -> list[_Worker]:
        """Return so many threads, of which there are no more than other processors, but one."""
        most = min(count, max(1, processors() - 1))
        with contextlib.suppress(RuntimeError):  # no thread can be started any more
            while len(self.workers) < most:
                self.workers.append(_Worker())
        return self.workers[:most]


_crew = _Crew()


def together(work: Callable[[], None], helpers: int) -> None:
    """Call `work` in this thread and in up to so many others at once, and wait for all."""
    crew = _crew
    if helpers < 1 or getattr(_own, "worker", False) or not crew.free.acquire(blocking=False):
        work()
        return
    try:
        task, values = _Task(work), crew.threads(helpers)
        for worker in values:
            worker.give(task)
        try:
            work()
        finally:
            for worker in values:
                worker.leave()
    finally:
        crew.free.release()
    if task.failure is not None:
        raise task.failure


@cache
def _look() -> Any:
    from sarrus.kernels.targets.llvm.waiting import look

    return look()


def _forget() -> None:
    """Start with no thread, in a process that has none of its parent's."""
    global _crew
    _crew = _Crew()
    _own.__dict__.clear()


@atexit.register
def _dismiss() -> None:
    for worker in _crew.workers:
        worker.end()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
