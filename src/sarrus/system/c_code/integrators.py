"""Integrators of equal steps in C: functions that repeat the step of a kernel."""

from __future__ import annotations

from sarrus.kernels.program import Port
from sarrus.kernels.targets.c.arithmetic import Arithmetic
from sarrus.late_dataclass import dataclass
from sarrus.system.flow.steps import METHODS

LEAST_WATCH = {"double": 1e-9, "float": 1e-5}
"""Watches below which a step is not used: equations that were nearly singular for their digits."""


@dataclass(frozen=True)
class Integrator:
    """The C code of one method, which calls the step, the slope and Runge-Kutta steps by name.

    size: numbers of a state; ports: the inputs of the step but y, h and t; room: where in the work
    array its own numbers begin; work: the static work array, or nothing.
    """

    prefix: str
    method: str
    size: int
    ports: tuple[Port, ...]
    order: tuple[str, ...]
    arithmetic: Arithmetic
    room: int
    work: str = ""

    @property
    def numbers(self) -> int:
        """How many numbers y has, those of earlier slopes included."""
        return self.size * (1 + METHODS[self.method].history)

    @property
    def work_size(self) -> int:
        """How many numbers of work space it needs, those of the kernels included."""
        return self.room + max(self.numbers, 2 * self.size)

    @property
    def _last(self) -> str:
        return "" if self.work else f", {self.arithmetic.real} *work"

    @property
    def _room(self) -> list[str]:
        real = self.arithmetic.real
        own = [f"    {real} *const work = {self.work};"] if self.work else []
        return [*own, f"    {real} watch = 1.0{self._f}, *const next = work + {self.room};"]

    @property
    def _f(self) -> str:
        return "f" if self.arithmetic.single else ""

    def _parameters(self) -> str:
        return "".join(f", const {self.arithmetic.real} *{port.name}" for port in self.ports)

    def _call(self, name: str, y: str, out: str, order: tuple[str, ...]) -> str:
        words = {"y": y, "t": "&now", "h": "&h"}
        passed = [*(words.get(port, port) for port in order), out, "&watch"]
        passed += [] if self.work else ["work"]
        return f"{self.prefix}_{name}({', '.join(passed)});"

    @property
    def prototypes(self) -> list[str]:
        """What the header declares."""
        name, rest = f"{self.prefix}_{self.method}", self._parameters()
        real, found = self.arithmetic.real, []
        if METHODS[self.method].history:
            found.append(f"int {name}_begin({real} *y, {real} t, {real} h{rest}{self._last})")
        steps = f"{real} *y, {real} t, {real} h, long steps{rest}{self._last}"
        return [*found, f"long {name}_advance({steps})"]

    @property
    def text(self) -> str:
        """The code."""
        return "\n".join([*self._begin(), *self._advance()])

    def _advance(self) -> list[str]:
        call = self._call(f"step_{self.method}", "y", "next", self.order)
        real, zero = self.arithmetic.real, f"0.0{self._f}"
        least = f"{LEAST_WATCH[real]:g}{self._f}"
        return [
            self.prototypes[-1],
            "{",
            *self._room,
            "    for (long step = 0; step < steps; ++step) {",
            f"        const {real} now = sarrus_fused(({real})step, h, t);",
            f"        {call}",
            f"        if (!(watch > {least})) return step;",
            f"        for (int i = 0; i < {self.numbers}; ++i) {{",
            f"            if (next[i] - next[i] != {zero}) return step;",
            "        }",
            f"        for (int i = 0; i < {self.numbers}; ++i) y[i] = next[i];",
            "    }",
            "    return steps;",
            "}",
            "",
        ]

    def _begin(self) -> list[str]:
        """Return the function that fills the history by Runge-Kutta steps."""
        method = METHODS[self.method]
        if not method.history:
            return []
        taken = method.history - 1 if method.current else method.history
        n, real = self.size, self.arithmetic.real
        slope_order = tuple(port for port in self.order if port != "h")
        return [
            self.prototypes[0],
            "{",
            *self._room,
            f"    {real} *const at = next + {n};",
            f"    for (int i = 0; i < {n}; ++i) at[i] = y[i];",
            f"    for (int j = 0; j < {method.history}; ++j) {{",
            f"        const {real} now = sarrus_fused(({real})j, h, t);",
            f"        {real} *slope = y + {n} * ({method.history} - j);",
            f"        {self._call('slope', 'at', 'slope', slope_order)}",
            f"        if (j < {taken}) {{",
            f"            {self._call('step_rk4', 'at', 'next', self.order)}",
            f"            for (int i = 0; i < {n}; ++i) at[i] = next[i];",
            "        }",
            "    }",
            f"    for (int i = 0; i < {n}; ++i) y[i] = at[i];",
            f"    return {taken};",
            "}",
            "",
        ]
