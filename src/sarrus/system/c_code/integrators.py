"""Integrators of equal steps in C: functions that repeat the step of a kernel."""

from __future__ import annotations

from sarrus.kernels.program import Port
from sarrus.late_dataclass import dataclass
from sarrus.system.flow.steps import METHODS


@dataclass(frozen=True)
class Integrator:
    """The C code of one method, which calls the step, the slope and Runge-Kutta steps by name.

    size: numbers of a state; ports: the inputs of the step but y, h and t.
    """

    prefix: str
    method: str
    size: int
    ports: tuple[Port, ...]
    order: tuple[str, ...]

    @property
    def numbers(self) -> int:
        """How many numbers y has, those of earlier slopes included."""
        return self.size * (1 + METHODS[self.method].history)

    def _parameters(self) -> str:
        return "".join(f", const double *{port.name}" for port in self.ports)

    def _call(self, name: str, y: str, out: str, order: tuple[str, ...], watch: bool) -> str:
        words = {"y": y, "t": "&now", "h": "&h"}
        inputs = ", ".join(words.get(port, port) for port in order)
        outputs = f"{out}, &watch" if watch else out
        return f"{self.prefix}_{name}({inputs}, {outputs}, work);"

    @property
    def prototypes(self) -> list[str]:
        """What the header declares."""
        name, rest = f"{self.prefix}_{self.method}", self._parameters()
        found = []
        if METHODS[self.method].history:
            found.append(f"int {name}_begin(double *y, double t, double h{rest}, double *work)")
        steps = f"double *y, double t, double h, long steps{rest}, double *work"
        return [*found, f"long {name}_advance({steps})"]

    @property
    def text(self) -> str:
        """The code."""
        return "\n".join([*self._begin(), *self._advance()])

    def _advance(self) -> list[str]:
        call = self._call(f"step_{self.method}", "y", "next", self.order, watch=True)
        return [
            self.prototypes[-1],
            "{",
            "    double watch = 1.0;",
            "    for (long step = 0; step < steps; ++step) {",
            "        const double now = sarrus_fused((double)step, h, t);",
            f"        double next[{self.numbers}];",
            f"        {call}",
            "        if (!(watch > 1e-9)) return step;",
            f"        for (int i = 0; i < {self.numbers}; ++i) {{",
            "            if (next[i] - next[i] != 0.0) return step;",
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
        n = self.size
        slope_order = tuple(port for port in self.order if port != "h")
        return [
            self.prototypes[0],
            "{",
            f"    double watch = 1.0, at[{n}], next[{n}];",
            f"    for (int i = 0; i < {n}; ++i) at[i] = y[i];",
            f"    for (int j = 0; j < {method.history}; ++j) {{",
            "        const double now = sarrus_fused((double)j, h, t);",
            f"        double *slope = y + {n} * ({method.history} - j);",
            f"        {self._call('slope', 'at', 'slope', slope_order, watch=True)}",
            f"        if (j < {taken}) {{",
            f"            {self._call('step_rk4', 'at', 'next', self.order, watch=True)}",
            f"            for (int i = 0; i < {n}; ++i) at[i] = next[i];",
            "        }",
            "    }",
            f"    for (int i = 0; i < {n}; ++i) y[i] = at[i];",
            f"    return {taken};",
            "}",
            "",
        ]
