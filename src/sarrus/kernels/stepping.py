"""Native loops around kernels: many fixed steps, and one step of a Runge-Kutta method.

`FixedLoop` repeats a step kernel, (y, t, ...) to (y_next, watch), without Python in between.
`RungeKuttaStep` evaluates the stages of an explicit method, given as data, with a kernel
(y, t, ...) to (ydot, watch). Both know nothing but arrays.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from sarrus.kernels import llvm
from sarrus.kernels.calling import aligned, pointers
from sarrus.kernels.kernel import Kernel

_LOOP = """
define i64 @loop(ptr %f, ptr %in, ptr %out, ptr %work, ptr %y, ptr %new, ptr %time, ptr %watch,
                 double %t0, double %h, double %limit, i64 %n, i64 %from, i64 %to, i64 %every,
                 ptr %store, ptr %lowest) {
entry:
  br label %step
step:
  %k = phi i64 [ %from, %entry ], [ %k1, %kept ]
  %at = phi i64 [ 0, %entry ], [ %at1, %kept ]
  %more = icmp ult i64 %k, %to
  br i1 %more, label %run, label %end
run:
  %kd = uitofp i64 %k to double
  %kh = fmul double %kd, %h
  %t = fadd double %t0, %kh
  store double %t, ptr %time
  call void %f(ptr %in, ptr %out, ptr %work)
  %w = load double, ptr %watch
  %was = load double, ptr %lowest
  %below = fcmp olt double %w, %was
  %least = select i1 %below, double %w, double %was
  store double %least, ptr %lowest
  %good = fcmp oge double %w, %limit
  br i1 %good, label %check, label %end
check:
  %i = phi i64 [ 0, %run ], [ %i1, %check ]
  %sum = phi double [ 0.0, %run ], [ %sum1, %check ]
  %a = getelementptr double, ptr %new, i64 %i
  %x = load double, ptr %a
  %zero = fsub double %x, %x
  %sum1 = fadd double %sum, %zero
  %i1 = add i64 %i, 1
  %again = icmp ult i64 %i1, %n
  br i1 %again, label %check, label %checked
checked:
  %finite = fcmp oeq double %sum1, 0.0
  br i1 %finite, label %copy, label %end
copy:
  %size = mul i64 %n, 8
  call void @llvm.memcpy.p0.p0.i64(ptr %y, ptr %new, i64 %size, i1 false)
  %k1 = add i64 %k, 1
  %left = urem i64 %k1, %every
  %due = icmp eq i64 %left, 0
  br i1 %due, label %keep, label %kept
keep:
  %offset = mul i64 %at, %n
  %place = getelementptr double, ptr %store, i64 %offset
  call void @llvm.memcpy.p0.p0.i64(ptr %place, ptr %y, i64 %size, i1 false)
  %next = add i64 %at, 1
  br label %kept
kept:
  %at1 = phi i64 [ %at, %copy ], [ %next, %keep ]
  br label %step
end:
  ret i64 %k
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
"""

_RUNGE_KUTTA = """
define double @stages(ptr %f, ptr %in, ptr %out, ptr %work, ptr %y, ptr %trial, ptr %time,
                      ptr %watch, ptr %A, ptr %c, ptr %K, double %t0, double %h, i64 %n,
                      i64 %first, i64 %last, i64 %wide) {
entry:
  br label %stage
stage:
  %s = phi i64 [ %first, %entry ], [ %s1, %done ]
  %low = phi double [ 1.0, %entry ], [ %low1, %done ]
  %more = icmp ult i64 %s, %last
  br i1 %more, label %point, label %end
point:
  %i = phi i64 [ 0, %stage ], [ %i1, %set ]
  br label %sum
sum:
  %j = phi i64 [ 0, %point ], [ %j1, %term ]
  %acc = phi double [ 0.0, %point ], [ %acc1, %term ]
  %left = icmp ult i64 %j, %s
  br i1 %left, label %term, label %set
term:
  %row = mul i64 %s, %wide
  %ij = add i64 %row, %j
  %a.at = getelementptr double, ptr %A, i64 %ij
  %a = load double, ptr %a.at
  %kn = mul i64 %j, %n
  %ki = add i64 %kn, %i
  %k.at = getelementptr double, ptr %K, i64 %ki
  %k = load double, ptr %k.at
  %p = fmul contract double %a, %k
  %acc1 = fadd contract double %acc, %p
  %j1 = add i64 %j, 1
  br label %sum
set:
  %y.at = getelementptr double, ptr %y, i64 %i
  %y0 = load double, ptr %y.at
  %d = fmul contract double %h, %acc
  %yi = fadd contract double %y0, %d
  %t.at = getelementptr double, ptr %trial, i64 %i
  store double %yi, ptr %t.at
  %i1 = add i64 %i, 1
  %again = icmp ult i64 %i1, %n
  br i1 %again, label %point, label %call
call:
  %c.at = getelementptr double, ptr %c, i64 %s
  %cs = load double, ptr %c.at
  %ch = fmul double %cs, %h
  %t = fadd double %t0, %ch
  store double %t, ptr %time
  %sn = mul i64 %s, %n
  %out.k = getelementptr double, ptr %K, i64 %sn
  store ptr %out.k, ptr %out
  call void %f(ptr %in, ptr %out, ptr %work)
  %w = load double, ptr %watch
  %less = fcmp olt double %low, %w
  %low0 = select i1 %less, double %low, double %w
  br label %done
done:
  %low1 = phi double [ %low0, %call ]
  %s1 = add i64 %s, 1
  br label %stage
end:
  ret double %low
}
"""

_POINTER = ctypes.c_void_p


@cache
def _native(text: str, symbol: str) -> tuple[int, Any]:
    return llvm.loaded(llvm.assembled(text), symbol)


class _Bound:
    """A kernel with buffers of its own: y and t in, result and watch out, the rest by name."""

    def __init__(self, kernel: Kernel, given: Mapping[str, np.ndarray]) -> None:
        self.kernel = kernel
        self.inputs = {port.name: np.zeros(port.shape) for port in kernel.inputs}
        self.outputs = {port.name: np.zeros(port.shape) for port in kernel.outputs}
        self.inputs_update(given)
        self.work = aligned(kernel.work_size)
        self.ins = pointers(list(self.inputs.values()))
        self.outs = pointers(list(self.outputs.values()))

    def inputs_update(self, given: Mapping[str, np.ndarray]) -> None:
        """Change the values of some inputs."""
        for name, value in given.items():
            self.inputs[name][...] = value

    @property
    def fixed(self) -> list[Any]:
        return [
            _POINTER(self.kernel.address),
            _POINTER(ctypes.addressof(self.ins)),
            _POINTER(ctypes.addressof(self.outs)),
            _POINTER(self.work.ctypes.data),
        ]


class FixedLoop(_Bound):
    """Repeats a step kernel with inputs y, t and outputs y_next, watch."""

    def __init__(self, kernel: Kernel, given: Mapping[str, np.ndarray]) -> None:
        super().__init__(kernel, given)
        address, self._code = _native(_LOOP, "loop")
        kinds = [_POINTER] * 8 + [ctypes.c_double] * 3 + [ctypes.c_int64] * 4 + [_POINTER] * 2
        self._lowest = np.ones(1)
        self._loop = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(address)

    @property
    def lowest(self) -> float:
        """The least watch of all steps so far."""
        return float(self._lowest[0])

    def run(
        self,
        y: np.ndarray,
        t0: float,
        h: float,
        steps: tuple[int, int],
        every: int,
        limit: float,
    ) -> tuple[int, np.ndarray]:
        """Take steps number `steps[0]` to `steps[1]`; y is updated in place.

        Returns the number reached, less than asked if the watch fell below `limit` or a result
        was not finite, and y after every `every`-th step.
        """
        first, last = steps
        kept = np.zeros((last // every - first // every, y.size))
        self.inputs["y"][...] = y
        reached = self._loop(
            *self.fixed,
            self.inputs["y"].ctypes.data,
            self.outputs["y_next"].ctypes.data,
            self.inputs["t"].ctypes.data,
            self.outputs["watch"].ctypes.data,
            t0,
            h,
            limit,
            y.size,
            first,
            last,
            every,
            kept.ctypes.data,
            self._lowest.ctypes.data,
        )
        y[...] = self.inputs["y"]
        return int(reached), kept[: int(reached) // every - first // every]


class RungeKuttaStep(_Bound):
    """Evaluates stages of an explicit Runge-Kutta method with a kernel y, t to ydot, watch."""

    def __init__(
        self, kernel: Kernel, given: Mapping[str, np.ndarray], A: np.ndarray, c: np.ndarray
    ) -> None:
        super().__init__(kernel, given)
        self.A, self.c = np.ascontiguousarray(A, dtype=float), np.ascontiguousarray(c, dtype=float)
        self.n = self.inputs["y"].size
        self.K = np.zeros((len(self.c), self.n))
        self.y = np.zeros(self.n)
        address, self._code = _native(_RUNGE_KUTTA, "stages")
        kinds = [_POINTER] * 11 + [ctypes.c_double] * 2 + [ctypes.c_int64] * 4
        self._stages = ctypes.CFUNCTYPE(ctypes.c_double, *kinds)(address)
        self._arrays = [
            _POINTER(array.ctypes.data)
            for array in (
                self.y,
                self.inputs["y"],
                self.inputs["t"],
                self.outputs["watch"],
                self.A,
                self.c,
                self.K,
            )
        ]
        self._fixed = self.fixed

    def stages(self, t: float, h: float, first: int, last: int) -> float:
        """Fill K[first:last], the slopes of a step of size h from (t, self.y); return the watch."""
        wide = self.A.shape[1]
        return float(self._stages(*self._fixed, *self._arrays, t, h, self.n, first, last, wide))
