"""One integrator of SUNDIALS under the caller's control: step, look, correct, go on."""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from sarrus.solvers.sundials import flags
from sarrus.solvers.sundials.callbacks import Callbacks
from sarrus.solvers.sundials.errors import IntegrationFailed, SetupRefused, TooManySteps
from sarrus.solvers.sundials.exclusive import Exclusive
from sarrus.solvers.sundials.library import Library
from sarrus.solvers.sundials.memory import Memory
from sarrus.solvers.sundials.options import Options, Roots, checked_end
from sarrus.solvers.sundials.result import Counts
from sarrus.solvers.sundials.statistics import counts, statistics
from sarrus.solvers.sundials.weights import weights

NORMAL, ONE_STEP = 1, 2
STEPS_PER_CALL = 5_000
"""Steps after which control comes back to Python, so that Ctrl-C is heard."""

MOST_STUCK = 50
"""Steps in a row that may be too short to change the time, before it is called a failure."""

_EVENTS = {flags.STOP: "stop", flags.ROOT: "root"}


class NativeStepper(ABC):
    """What CVODE and IDA have in common; `prefix` is the beginning of their functions' names.

    After each step `event` is "", "stop" (the stop time was reached) or "root", and then
    `roots_found` holds the directions of the zeros.
    """

    prefix = ""
    path = "native"
    linear_evaluations: str | None = None

    def __init__(self, library: Library, t0: float, y0: np.ndarray, end: float) -> None:
        self._library = library
        self._t = ctypes.c_double(t0)
        self._t_place = ctypes.byref(self._t)
        self._end = checked_end(t0, end)
        self._stop: float | None = None
        self._memory = Memory(library)
        self._alone = Exclusive()
        self._before = Counts()
        self._root_info: Any = (ctypes.c_int * 0)()
        self._order = ctypes.c_int()
        self._max_steps = 1
        self._stuck = 0
        self.event = ""
        self._y = y0
        self._y_vector = self._memory.vector(y0)
        self._spare = np.zeros(y0.size)
        self._spare_vector = self._memory.vector(self._spare)
        self._callbacks = self._memory.keep(Callbacks(library, self.prefix.lower(), y0.size))
        self._mem = 0

    # Setting up ---------------------------------------------------------------------------

    def _call(self, name: str, *arguments: Any) -> None:
        """Call a function of the integrator and raise if it refuses."""
        flag = self._library[self.prefix + name](self._mem, *arguments)
        if flag < 0:
            raise SetupRefused(self.prefix + name, flags.flag_name(self.prefix, flag)[0])

    def _set_options(self, options: Options) -> None:
        atol = np.array(options.atol, float)
        if options.looseness is not None:
            function = self._memory.keep(weights(self._library, options, atol, self._y.size))
            self._call("WFtolerances", ctypes.cast(function, ctypes.c_void_p))
        elif atol.ndim:
            self._call("SVtolerances", options.rtol, self._memory.vector(atol))
        else:
            self._call("SStolerances", options.rtol, float(atol))
        self._call("SetUserData", self._callbacks.user_data)
        self._max_steps = options.max_steps
        self._call("SetMaxNumSteps", min(options.max_steps, STEPS_PER_CALL))
        settings = {
            "SetInitStep": options.first_step and np.copysign(options.first_step, self._ahead),
            "SetMaxStep": options.max_step,
            "SetMinStep": options.min_step,
            "SetMaxOrd": options.max_order,
            "SetMaxNonlinIters": options.max_iterations,
            "SetNonlinConvCoef": options.convergence,
        }
        for name, value in settings.items():
            if value is not None:
                self._call(name, value)

    def _set_roots(self, roots: Roots | None) -> None:
        if roots is None:
            return
        address = self._callbacks.add("roots", roots.function, (roots.count,))
        self._call("RootInit", roots.count, address)
        self._call("SetNoInactiveRootWarn")
        if roots.directions is not None:
            directions = (ctypes.c_int * roots.count)(*roots.directions)
            self._call("SetRootDirection", directions)
        self._root_info = (ctypes.c_int * roots.count)()

    # State --------------------------------------------------------------------------------

    @property
    def t(self) -> float:
        """The time that was reached."""
        return self._t.value

    @property
    def y(self) -> np.ndarray:
        """The state at `t`, as a copy."""
        return self._y.copy()

    @property
    def roots_found(self) -> np.ndarray:
        """For every root function the direction of its zero, or 0; valid when event is "root"."""
        return np.array(self._root_info, dtype=int)

    @property
    def order(self) -> int:
        """The order of the method in the last step."""
        with self._alone:
            self._call("GetLastOrder", ctypes.byref(self._order))
        return self._order.value

    @property
    def last_step(self) -> float:
        """The size of the last step."""
        with self._alone:
            return statistics(self._call).last_step

    @property
    def counts(self) -> Counts:
        """The work so far, over all re-initialisations."""
        with self._alone:
            return self._before + counts(self._call, self.linear_evaluations)

    @property
    def _ahead(self) -> float:
        return self._end - self._t.value

    # Moving -------------------------------------------------------------------------------

    def stop_at(self, t: float | None) -> None:
        """Let no later step pass t, nor evaluate anything beyond it; None lets them."""
        with self._alone:
            self._stop_at(t)

    def _stop_at(self, t: float | None) -> None:
        self._stop = t
        if t is None:
            self._call("ClearStopTime")
        else:
            self._call("SetStopTime", float(t))

    @abstractmethod
    def _solve(self, tout: float, task: int) -> int:
        """Left to the subclasses."""

    def _move(self, tout: float, task: int) -> None:
        """Go on until tout, a root or the stop time, or for one step; raise on failure."""
        with self._alone:
            if self.event == "stop" and self._t.value == self._stop:
                raise ValueError("the stop time was reached: give a later one, or reinit")
            before = self._t.value
            flag = self._solve(tout, task)
            if flag == flags.TOO_MANY_STEPS:
                flag = self._advance_in_portions(tout, task)
            if flag == flags.SUCCESS:
                self.event = ""
            else:
                self._raise_failure(flag)
            if task == ONE_STEP:
                self._stuck = self._stuck + 1 if self._t.value == before else 0
                if self._stuck > MOST_STUCK:
                    raise self._failure(flags.STEP_TOO_SHORT)

    def _advance_in_portions(self, tout: float, task: int) -> int:
        """Go on in portions of steps, as long as they change the time and are allowed."""
        allowed = self._max_steps - STEPS_PER_CALL
        flag = flags.TOO_MANY_STEPS
        try:
            while flag == flags.TOO_MANY_STEPS and allowed > 0:
                before = self._t.value
                self._call("SetMaxNumSteps", min(allowed, STEPS_PER_CALL))
                flag = self._solve(tout, task)
                allowed -= STEPS_PER_CALL
                if flag == flags.TOO_MANY_STEPS and self._t.value == before:
                    return flags.STEP_TOO_SHORT
        finally:
            self._call("SetMaxNumSteps", min(self._max_steps, STEPS_PER_CALL))
        return flag

    def _raise_failure(self, flag: int) -> None:
        self.event = _EVENTS.get(flag, "")
        self._callbacks.raise_pending()
        if flag < 0:
            raise self._failure(flag)
        if flag == flags.ROOT:
            self._call("GetRootInfo", self._root_info)

    def _failure(self, flag: int) -> IntegrationFailed:
        name, sentence = flags.flag_name(self.prefix, flag)
        if self._callbacks.refused:
            sentence += f"; values were not finite {self._callbacks.refused} times"
        kind = TooManySteps if flag == flags.TOO_MANY_STEPS else IntegrationFailed
        reached = statistics(self._call)
        return kind(name, reached.t, reached.last_step, sentence)

    def _dky(self, t: float, derivative: int) -> np.ndarray:
        """Return a derivative of the interpolating polynomial of the last step."""
        with self._alone:
            get = self._library[self.prefix + "GetDky"]
            flag = get(self._mem, t, derivative, self._spare_vector)
            if flag < 0:
                raise ValueError(
                    f"t = {t}, derivative {derivative}: {flags.flag_name(self.prefix, flag)[1]}"
                )
            return self._spare.copy()

    def _restart(self, t: float, end: float | None) -> None:
        """Book the work so far and set the time from which the integrator starts again."""
        towards = self._end if end is None else end
        checked_end(t, towards)
        self._before = self._before + counts(self._call, self.linear_evaluations)
        if end is not None and self._stop == self._end:
            self._stop = end
        self._end = float(towards)
        self._t.value = float(t)
        self.event = ""

    # Ending -------------------------------------------------------------------------------

    def close(self) -> None:
        """Give the memory back now; dropping the last reference does the same."""
        if not self._alone.closed:
            with self._alone:
                self._memory.release()
                self._alone.close()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()
