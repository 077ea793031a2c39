"""The choice of independent rows in C: of redundant rows those that add most to the others."""

from __future__ import annotations

import numpy as np

from sarrus.kernels.program import Program
from sarrus.kernels.targets.c.arithmetic import Arithmetic
from sarrus.late_dataclass import dataclass
from sarrus.system.simulation.mode_kernels import Simulator


@dataclass(frozen=True)
class RowChooser:
    """The function NAME_choose_rows; room: where in the work array its own numbers begin.

    Rows are scaled to a common length first. Each in turn the longest is taken, and what it has in
    common with the others is taken off them (Gram and Schmidt with exchanges); rows that close
    positions come before rows of velocities alone. T holds the scales of the rows taken, a row for
    each, so that T Phi are these rows.
    """

    prefix: str
    sim: Simulator
    program: Program
    arithmetic: Arithmetic
    room: int
    work: str = ""

    @property
    def _sizes(self) -> tuple[int, int, int]:
        choice = self.sim.row_choice
        return choice.rank, len(choice.kept), self.sim.system.nv

    @property
    def work_size(self) -> int:
        """How many numbers of work space it needs, those of the kernel included."""
        _, kept, nv = self._sizes
        return self.room + self.program.outputs[0].size + kept * nv

    @property
    def prototype(self) -> str:
        """What the header declares."""
        real = self.arithmetic.real
        ports = [f"const {real} *{p.name}" for p in self.program.inputs if p.name != "T"]
        ports += [f"{real} *T", *([] if self.work else [f"{real} *work"])]
        return f"int {self.prefix}_choose_rows({', '.join(ports)})"

    @property
    def text(self) -> str:
        """The code."""
        rank, kept, nv = self._sizes
        choice, real = self.sim.row_choice, self.arithmetic.real
        f = "f" if self.arithmetic.single else ""
        scale = np.asarray(choice.scale)[list(choice.kept)]
        columns = np.asarray(self.sim.system.compiled.loops.column_scale)
        first = choice.closes_positions if choice.holonomic is not None else np.ones(kept, bool)
        closing = sum(choice.holonomic) if choice.holonomic is not None else rank
        name, passed = self.prefix, [port.name for port in self.program.inputs]
        outputs = ["Phi", *([] if self.work else ["work"])]
        numbers = self.arithmetic.number
        own = [f"    {real} *const work = {self.work};"] if self.work else []
        data = {
            "row_scale": [numbers(float(x)) for x in scale],
            "column_scale": [numbers(float(x)) for x in columns],
        }
        integers = {
            "row": [str(int(k)) for k in choice.kept],
            "closes": [str(int(x)) for x in first],
        }
        tables = [
            *(f"static const {real} {name}_{k}[] = {{{', '.join(x)}}};" for k, x in data.items()),
            *(f"static const int {name}_{k}[] = {{{', '.join(x)}}};" for k, x in integers.items()),
        ]
        return "\n".join([
            *tables,
            self.prototype,
            "{",
            *own,
            f"    {real} *const Phi = work + {self.room}, *const R = Phi + "
            f"{self.program.outputs[0].size};",
            f"    for (int i = 0; i < {rank * kept}; ++i) T[i] = 0.0{f};",
            f"    {name}_rows({', '.join([*passed, *outputs])});",
            f"    for (int i = 0; i < {kept}; ++i)",
            f"        for (int j = 0; j < {nv}; ++j)",
            f"            R[i * {nv} + j] = {name}_row_scale[i] * {name}_column_scale[j] *",
            f"                Phi[{name}_row[i] * {nv} + j];",
            f"    for (int k = 0; k < {rank}; ++k) {{",
            "        int best = -1;",
            f"        {real} most = 0.0{f};",
            f"        for (int i = 0; i < {kept}; ++i) {{",
            f"            {real} square = 0.0{f};",
            f"            for (int j = 0; j < {nv}; ++j)",
            f"                square += R[i * {nv} + j] * R[i * {nv} + j];",
            f"            if ({name}_closes[i] == (k < {closing}) && square > most) {{",
            "                most = square;",
            "                best = i;",
            "            }",
            "        }",
            "        if (best < 0) return k;",
            f"        T[k * {kept} + best] = {name}_row_scale[best];",
            f"        for (int i = 0; i < {kept}; ++i) {{",
            f"            {real} part = 0.0{f};",
            "            if (i == best) continue;",
            f"            for (int j = 0; j < {nv}; ++j)",
            f"                part += R[i * {nv} + j] * R[best * {nv} + j];",
            f"            for (int j = 0; j < {nv}; ++j)",
            f"                R[i * {nv} + j] -= part / most * R[best * {nv} + j];",
            "        }",
            f"        for (int j = 0; j < {nv}; ++j) R[best * {nv} + j] = 0.0{f};",
            "    }",
            f"    return {rank};",
            "}",
            "",
        ])  # fmt: skip
