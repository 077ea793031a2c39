"""Compilation in the background: machine code for kernels that have been interpreted often.

An interpreted kernel counts its calls. A thread looks at the counts, and compiles a kernel when the
interpreter has spent as much time on it as compiling it takes (`worth_compiling`): so the whole
never takes twice as long as the better of the two would have, however often the kernel is called.
The code takes over at the next call, of native loops that run too. It gives the same bits: that is
what makes it harmless, and it is looked at before; code that fails its test is not used.

The thread ends with the kernels that it watches. At the end of the process a compilation that has
begun is finished, since LLVM cannot be left in the middle, and its code is kept for the next one.
While a process forks nothing is compiled; the child has a thread of its own.
"""

from __future__ import annotations

import atexit
import os
import threading
import weakref
from collections.abc import Callable
from typing import Any

from sarrus.errors import EnvironmentProblem, Problem

BACKGROUND, WAIT, NEVER = "background", "wait", "never"
"""When machine code is made of a kernel: where it is worth it; at once; not at all."""
CODE = "E-SETTING"
VARIABLE = "SARRUS_COMPILE"
"""The environment variable that chooses between them."""

INTERPRETED = 0.8e-9, 60e-9
"""Seconds of the interpreter for an operation (0.5 to 1.1 were measured) and for a call."""
COMPILED = 0.1e-3, 20e-3
"""Seconds of LLVM for an operation (0.08 to 0.15 were measured) and for a kernel."""
SOONEST, LATEST = 0.01, 0.5
"""Seconds between two looks at the counts: after a change, and where nothing changes."""

compiling = threading.RLock()
"""Whoever uses LLVM has it: one at a time, and nobody while a process forks. A child would wait for
ever for what a thread of its parent had at the fork."""


def chosen_policy() -> str:
    """Return when kernels are compiled: what the environment says, else in the background."""
    chosen = os.environ.get(VARIABLE) or BACKGROUND
    if chosen not in (BACKGROUND, WAIT, NEVER):
        rule = f"must be {BACKGROUND}, {WAIT} or {NEVER}"
        raise EnvironmentProblem(Problem(CODE, VARIABLE, rule, value=chosen[:80]))
    return chosen


def worth_compiling(operations: int, calls: int) -> bool:
    """Return whether the interpreter has taken as long for a kernel as compiling it will."""
    one, call = INTERPRETED
    each, kernel = COMPILED
    return calls * (one * operations + call) >= each * operations + kernel


class Tiered:
    """An interpreted kernel on its way to machine code.

    make: compiles the kernel and lets its code take over. `failure` says why that did not work.
    """

    def __init__(self, operations: int, entry: Any, make: Callable[[], None]) -> None:
        self.operations, self.entry, self.failure = operations, entry, ""
        self._make: Callable[[], None] | None = make

    @property
    def is_compiled(self) -> bool:
        """Whether machine code answers."""
        return bool(self.entry.replaced)

    @property
    def is_waiting(self) -> bool:
        """Whether it has not been compiled yet, nor tried to."""
        return self._make is not None

    @property
    def is_worth_compiling(self) -> bool:
        """Whether it has been interpreted often enough."""
        return worth_compiling(self.operations, self.entry.calls)

    def compile(self) -> None:
        """Compile it now, unless that has been done; a failure leaves it interpreted."""
        with compiling:
            if self._make is None:
                return
            try:
                self._make()
            except Exception as problem:
                self.failure = f"{type(problem).__name__}: {problem}"
            self._make = None


class Watcher:
    """The thread that compiles what is worth it."""

    def __init__(self) -> None:
        self._watched: weakref.WeakSet[Tiered] = weakref.WeakSet()
        self._start_anew()

    def _start_anew(self) -> None:
        self._lock, self._stop = threading.Lock(), threading.Event()
        self._thread: threading.Thread | None = None

    def watch(self, kernel: Tiered) -> None:
        """Compile a kernel when it is worth it."""
        with self._lock:
            self._watched.add(kernel)
            self._run_thread()

    def _run_thread(self) -> None:
        if self._thread is None and not self._stop.is_set():
            thread = threading.Thread(target=self._look, name="sarrus-compile", daemon=True)
            try:
                thread.start()
            except RuntimeError:  # no thread is left to this process: what waits stays interpreted
                return
            self._thread = thread

    def _look(self) -> None:
        pause, before = SOONEST, -1
        while not self._stop.wait(pause):
            with self._lock:
                waiting = [kernel for kernel in self._watched if kernel.is_waiting]
                if not waiting:
                    self._thread = None
                    return
            for kernel in waiting:
                if kernel.is_worth_compiling and not self._stop.is_set():
                    kernel.compile()
            now = sum(kernel.entry.calls for kernel in waiting)
            pause, before = SOONEST if now != before else min(2.0 * pause, LATEST), now
            del waiting, kernel  # so that kernels that nobody uses can go

    def end(self) -> None:
        """Let the thread finish what it is at, and wait for it."""
        self._stop.set()
        thread = self._thread
        if thread is not None:
            thread.join()

    def restart(self) -> None:
        """Start anew in a process that was forked: it has the kernels, but not the thread."""
        self._start_anew()
        if len(self._watched):
            self._run_thread()


watcher = Watcher()
"""The watcher of this process."""


def _go_on_in_child() -> None:
    compiling.release()
    watcher.restart()


atexit.register(watcher.end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=compiling.acquire,
        after_in_parent=compiling.release,
        after_in_child=_go_on_in_child,
    )
