"""The texts of the files of a system in C."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.kernels.program import Port, Program
from sarrus.kernels.targets.c.arithmetic import Arithmetic
from sarrus.kernels.targets.c.programs import CFunction, c_function, includes, support
from sarrus.late_dataclass import dataclass
from sarrus.system.c_code.content import Content
from sarrus.system.c_code.integrators import LEAST_WATCH, Integrator
from sarrus.system.c_code.row_choice import RowChooser
from sarrus.system.flow.steps import METHODS
from sarrus.system.simulation.stable_step import STEP

if TYPE_CHECKING:
    from sarrus.system.system import System

MEANINGS = {
    "inverse_dynamics": "The efforts of a motion: tau = M vdot + c - f.",
    "forward_dynamics": "The motion of efforts: M vdot + c = tau + f.",
    "mass_matrix": "The mass matrix M(q), row by row.",
    "inertia_product": "M(q) times a vector.",
    "mass_solve": "The inverse of M(q) times a vector.",
    "bias": "c(q, v): Coriolis, centrifugal and gravity efforts.",
    "applied_efforts": "f(t, q, v): efforts of the force elements.",
    "body_positions": "Positions [m] and rotations (3 x 3) of the body frames, world axes.",
    "body_velocities": "Velocities [m/s, rad/s] of the body frames, world axes.",
    "body_accelerations": "Accelerations [m/s^2, rad/s^2] of the body frames, world axes.",
    "energy": "Energy [J]: kinetic, of gravity, of force elements; power lost [W].",
    "momentum": "Mass, first moment, linear and angular momentum about the world's origin.",
    "inverse_derivatives": "Derivatives of the efforts of a motion.",
    "forward_derivatives": "Derivatives of the motion of efforts.",
    "points": "Positions [m], rotations (3 x 3), velocities [m/s] and angular velocities [rad/s]\n"
    "   of points and frames, world axes.",
    "jacobians": "Jacobians, 6 x NV each: velocity, then angular velocity, world axes.",
    "slope": "dy/dt of a state with its loops, drives and efforts.",
    "projection": "The nearest state (in the mass norm) with closed loops, by a Newton step.",
    "rows": "All rows of loops, drives and locks: Phi v are their rates.",
    "outputs": "The channels below, one number after the other.",
}
SYMBOLS = {
    "q": "coordinates",
    "v": "velocities",
    "vdot": "accelerations, in the units of v per second",
    "tau": "efforts on the velocities: N m of angles, N of lengths",
    "tau_cut": "efforts on the velocities of cut joints",
    "t": "time [s]",
    "h": "step [s]",
    "p": "parameters, one after the other",
    "base": "motion of ground",
    "y": "whole state",
    "z": "states of force elements",
    "T": "choice of independent rows of redundant loops",
    "hold": "where locked coordinates are",
    "turned": "what angles of cut joints are near to",
    "watch": "how far the equations are from singular ones, from 0 to 1",
}


@dataclass(frozen=True, eq=False)
class _Files:
    """All texts of one system under one prefix.

    bare: the processor of object code, which has the functions of programs alone.
    """

    system: System
    name: str
    content: Content
    arithmetic: Arithmetic
    static: bool
    bare: str = ""

    @property
    def work(self) -> str:
        """The static work array, or nothing."""
        return f"{self.name}_work" if self.static else ""

    @cached_property
    def made(self) -> dict[str, CFunction]:
        """The functions of programs."""
        functions = self.content.functions
        return {
            key: c_function(program, f"{self.name}_{key}", self.arithmetic, self.work)
            for key, program in functions.items()
        }

    @cached_property
    def room(self) -> int:
        """Where in the work array the numbers of loops around the kernels begin."""
        return max((function.work_size for function in self.made.values()), default=1)

    @cached_property
    def integrators(self) -> list[Integrator]:
        """The loops over steps."""
        sim, found = self.content.sim, []
        for method in self.content.methods if sim is not None and not self.bare else ():
            program = self.content.functions[f"step_{method}"]
            values = tuple(port for port in program.inputs if port.name not in ("y", "h", "t"))
            order = tuple(port.name for port in program.inputs)
            size = sim.size if sim is not None else 0
            found.append(
                Integrator(
                    self.name, method, size, values, order, self.arithmetic, self.room, self.work
                )
            )
        return found

    @cached_property
    def chooser(self) -> RowChooser | None:
        """The choice of rows, where there are redundant ones."""
        sim, program = self.content.sim, self.content.functions.get("rows")
        if sim is None or program is None or self.bare:
            return None
        return RowChooser(self.name, sim, program, self.arithmetic, self.room, self.work)

    @property
    def work_size(self) -> int:
        """Size of the work array."""
        own = [i.work_size for i in self.integrators]
        own += [self.chooser.work_size] if self.chooser else []
        return max([self.room, *own])

    # --- header and source ----------------------------------------------------------------------

    @property
    def header(self) -> str:
        """The text of the header."""
        system, name, real = self.system, self.name, self.arithmetic.real
        guard, upper = f"{name.upper()}_H", name.upper()
        sizes = {
            "NQ": system.nq,
            "NV": system.nv,
            "NP": system.compiled.compiler.parameters.size,
            "WORK": self.work_size,
        }
        if system.states:
            sizes["NZ"] = len(system.states)
        if self.content.sim is not None:
            sizes["NY"] = self.content.sim.size
        if self.content.points:
            sizes["NPOINTS"] = len(self.content.points)
        if self.content.channels.names:
            sizes["NOUTPUTS"] = len(self.content.channels.names)
        digits = "single" if self.arithmetic.single else "double"
        lines = [
            f"/* Generated by Sarrus. Exact names and default values are in {name}.json.",
            f"   Numbers are of {digits} precision, in SI units and radians; matrices row by row.",
            *([f"   The object code is for {self.bare}."] if self.bare else []),
            "   Nothing is allocated, and no function keeps anything between calls"
            + (" but the work array:\n   one thread at a time." if self.static else "."),
            *self._symbol_lines(),
            "*/",
            f"#ifndef {guard}",
            f"#define {guard}",
            "",
            *(f"#define {upper}_{key} {value}" for key, value in sizes.items()),
            "",
            "#ifdef __cplusplus",
            'extern "C" {',
            "#endif",
            "",
        ]
        if self.static:
            size = self.work_size * (4 if self.arithmetic.single else 8)
            lines.append(f"/* The work array is static: {upper}_WORK numbers, {size} bytes. */")
        else:
            lines.append(f"/* work: {upper}_WORK numbers ({real}), of each thread its own. */")
        for key, function in self.made.items():
            lines += [*self._function_comment(key), f"{function.prototype};", ""]
        if self.chooser is not None:
            rank = self.chooser.sim.row_choice.rank
            lines += [
                "/* Choose T at a state: returns how many independent rows were found,",
                f"   {rank} but in singular positions. Choose again when",
                "   steps end early. */",
                f"{self.chooser.prototype};",
                "",
            ]
        for integrator in self.integrators:
            least = f"{LEAST_WATCH[real]:g}"
            parts = ", ".join(part for part, _ in self.content.state_parts)
            lines += [
                f"/* {integrator.method}: y has {integrator.numbers} numbers: {parts}"
                + (", then earlier slopes." if METHODS[integrator.method].history else "."),
                "   Each step ends with a projection on the loops. Returns the steps done: fewer",
                f"   where a number is not finite or a watch not above {least}; y is then the last",
                "   good state. */",
                *(f"{prototype};" for prototype in integrator.prototypes),
                "",
            ]
        lines += ["#ifdef __cplusplus", "}", "#endif", "", "#endif", ""]
        return "\n".join(lines)

    def _symbol_lines(self) -> list[str]:
        """Return what the numbers of arrays are."""
        content = self.content
        used = {p.name for f in content.functions.values() for p in (*f.inputs, *f.outputs)}
        lines = ["", *(f"   {k}: {text}" for k, text in SYMBOLS.items() if k in used)]
        layout = self.system.compiled.layout
        lists: list[tuple[str, Iterable[str], Iterable[str]]] = [
            ("q", self.system.coordinates, layout.q_units)
        ]
        lists += [("v", self.system.velocities, layout.v_units)]
        if self.system.states:
            states = self.system.compiled.compiler.tree.states.values()
            lists.append(("z", self.system.states, [state.unit for state in states]))
        if content.channels.names:
            lists.append(("g", content.channels.names, content.channels.units(self.system)))
        for vector, names, units in lists:
            lines.append("")
            for k, (name, unit) in enumerate(zip(names, units, strict=True)):
                lines.append(
                    f"   {vector}[{k}]  {comment_text(name)} [{comment_text(unit) or '-'}]"
                )
        if content.points:
            lines.append("")
            for k, (name, (body, _, _)) in enumerate(content.points.items()):
                lines.append(f"   point {k}  {comment_text(name)}, on {comment_text(body)}")
        if content.state_parts:
            at, lines = 0, [*lines, ""]
            for part, size in content.state_parts:
                lines.append(f"   y[{at}]  {part}, {size} numbers")
                at += size
        return lines

    def _function_comment(self, key: str) -> list[str]:
        program = self.content.functions[key]
        meaning = MEANINGS.get(key, "")
        if key.startswith("step_"):
            meaning = f"One step of {key[5:]}, with its projection on the loops."
        inputs = ", ".join(f"{p.name}[{p.size}]" for p in program.inputs)
        outputs = ", ".join(f"{p.name}[{p.size}]" for p in program.outputs)
        return [f"/* {meaning}", f"   {inputs} -> {outputs} */"]

    @property
    def source(self) -> str:
        """The text of the source."""
        used = {op for function in self.made.values() for op in function.used}
        parts = [
            *(function.text for function in self.made.values()),
            *([self.chooser.text] if self.chooser else []),
            *(integrator.text for integrator in self.integrators),
        ]
        code = "\n".join(parts)
        own = ""
        if self.static:
            own = f"static {self.arithmetic.real} {self.work}[{self.name.upper()}_WORK];\n"
        library = "" if self.arithmetic.library else " No library is needed."
        return "\n".join([
            "/* Generated by Sarrus; compile as C99, without fusing products (-ffp-contract=off):",
            f"   every digit is then the same with all compilers.{library}",
            f"   {self.name}.h says what is here. */",
            f'#include "{self.name}.h"',
            includes(self.arithmetic),
            support(used, self.arithmetic, code),
            own,
            code,
        ])  # fmt: skip

    @property
    def cmake(self) -> str:
        """The text of CMakeLists.txt."""
        linked = []
        if self.arithmetic.library:
            linked = ["if(UNIX)", f"  target_link_libraries({self.name}_code PUBLIC m)", "endif()"]
        return "\n".join([
            "# Generated by Sarrus: the library and its example.",
            "#     cmake -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build",
            "cmake_minimum_required(VERSION 3.10)",
            f"project({self.name} C)",
            "set(CMAKE_C_STANDARD 99)",
            "set(CMAKE_C_STANDARD_REQUIRED ON)",
            "set(CMAKE_C_EXTENSIONS OFF)",
            f"add_library({self.name}_code STATIC {self.name}.c {self.name}.h)",
            f"target_include_directories({self.name}_code PUBLIC ${{CMAKE_CURRENT_SOURCE_DIR}})",
            'if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")',
            f"  target_compile_options({self.name}_code PRIVATE -ffp-contract=off)",
            "endif()",
            *linked,
            f"add_executable({self.name}_example main.c)",
            f"target_link_libraries({self.name}_example PRIVATE {self.name}_code)",
            "",
        ])  # fmt: skip

    # --- names ----------------------------------------------------------------------------------

    @property
    def names(self) -> str:
        """What the numbers mean, as JSON."""
        system, name, content = self.system, self.name, self.content
        known = system.compiled.compiler.parameters
        parts = zip(known.names, known.defaults, strict=True)
        told: dict[str, Any] = {
            "model": system.model.name,
            "precision": "single" if self.arithmetic.single else "double",
            "gravity": list(system.model.gravity),
            "q": _with_units(system.coordinates, system.compiled.layout.q_units),
            "v": _with_units(system.velocities, system.compiled.layout.v_units),
            **({"z": _states(system)} if system.states else {}),
            "parameters": {key: np.asarray(value).tolist() for key, value in parts},
            "functions": {
                f"{name}_{key}": {**_ports(program), "operations": program.operations,
                                  "work": self.made[key].work_size}
                for key, program in content.functions.items()
            },
            "integrators": {
                f"{name}_{i.method}": {"y": i.numbers, "inputs": [port.name for port in i.ports]}
                for i in self.integrators
            },
        }  # fmt: skip
        if content.channels.names:
            told["outputs"] = _with_units(content.channels.names, content.channels.units(system))
        if content.points:
            told["points"] = [
                {"name": key, "body": body, "at": r.tolist(), "rotation": R.tolist()}
                for key, (body, r, R) in content.points.items()
            ]
        if content.sim is not None:
            told["values"] = {key: x.tolist() for key, x in content.input_values.items()}
            told["state"] = [{"part": p, "numbers": n} for p, n in content.state_parts]
        return json.dumps(told, indent=2, ensure_ascii=False) + "\n"

    # --- example --------------------------------------------------------------------------------

    @property
    def example(self) -> str:
        """A program that calls what is there and prints the numbers."""
        content, real = self.content, self.arithmetic.real
        digits = 9 if self.arithmetic.single else 17
        lines = [
            "/* An example: evaluates the functions at one state, and steps from the start. */",
            f'#include "{self.name}.h"',
            "#include <stdio.h>",
            "",
            f"static void show(const char *what, const {real} *x, int n)",
            "{",
            '    printf("%s", what);',
            f'    for (int i = 0; i < n; ++i) printf(" %.{digits}g", (double)x[i]);',
            '    printf("\\n");',
            "}",
            "",
            "int main(void)",
            "{",
        ]
        if not self.static:
            lines.append(f"    static {real} work[{self.name.upper()}_WORK];")
        values: dict[str, np.ndarray] = {
            "q": content.start.q,
            "y": content.y,
            **self.system.compiled.compiler.defaults,
            **content.input_values,
        }
        for key, program in content.functions.items():
            if self.bare or not key.startswith("step_"):
                own = values if "y" in [p.name for p in program.inputs] else _quarters(values)
                lines += self._example_call(key, program, own)
        if self.chooser is not None:
            lines += self._example_choice(self.chooser, values)
        for integrator in self.integrators:
            lines += self._example_steps(integrator, values)
        if not self.static:
            lines.append("    (void)work;")
        return "\n".join([*lines, "    return 0;", "}", ""])

    def _array(self, kind: str, name: str, values: Any) -> str:
        numbers = np.ravel(np.asarray(values, dtype=float)).tolist() or [0.0]
        listed = ", ".join(self.arithmetic.number(float(x)) for x in numbers)
        return f"        {kind}{self.arithmetic.real} {name}[{len(numbers)}] = {{{listed}}};"

    @property
    def _work_argument(self) -> list[str]:
        return [] if self.static else ["work"]

    def _example_call(
        self, key: str, program: Program, values: Mapping[str, np.ndarray]
    ) -> list[str]:
        lines = ["    {"]
        for port in program.inputs:
            lines.append(self._array("const ", port.name, _value(values, port)))
        real = self.arithmetic.real
        outputs = [port.name for port in program.outputs]
        lines += [f"        {real} {p.name}_[{max(p.size, 1)}];" for p in program.outputs]
        inputs = [port.name for port in program.inputs]
        passed = [*inputs, *(f"{name}_" for name in outputs), *self._work_argument]
        lines.append(f"        {self.name}_{key}({', '.join(passed)});")
        lines += [f'        show("{key}.{p.name}", {p.name}_, {p.size});' for p in program.outputs]
        return [*lines, "    }"]

    def _example_choice(self, chooser: RowChooser, values: Mapping[str, np.ndarray]) -> list[str]:
        rank, kept = np.shape(values["T"])
        ports = [port for port in chooser.program.inputs if port.name != "T"]
        passed = ", ".join([*(port.name for port in ports), "T", *self._work_argument])
        return [
            "    {",
            *(self._array("const ", port.name, _value(values, port)) for port in ports),
            f"        {self.arithmetic.real} T[{rank * kept}];",
            f'        printf("rows %d\\n", {self.name}_choose_rows({passed}));',
            f'        show("choice.T", T, {rank * kept});',
            "    }",
        ]

    def _example_steps(self, integrator: Integrator, values: Mapping[str, np.ndarray]) -> list[str]:
        history = METHODS[integrator.method].history
        whole = np.concatenate([values["y"], np.zeros(integrator.size * history)])
        names = "".join(f", {port.name}" for port in integrator.ports)
        names += "" if self.static else ", work"
        call, real = f"{integrator.prefix}_{integrator.method}", self.arithmetic.real
        stable = self.content.stable_step
        step = STEP if stable is None else stable.step
        h, zero = self.arithmetic.number(step), self.arithmetic.number(0.0)
        lines = ["    {", self._array("", "y", whole)]
        lines += [
            self._array("const ", port.name, _value(values, port)) for port in integrator.ports
        ]
        lines += [f"        const {real} h = {h};", "        long done = 0;"]
        if history:
            lines.append(f"        done = {call}_begin(y, {zero}, h{names});")
        lines += [
            f"        done += {call}_advance(y, h * ({real})done, h, 100 - done{names});",
            f'        printf("{integrator.method}.steps %ld\\n", done);',
            f'        show("{integrator.method}.y", y, {integrator.size});',
            "    }",
        ]
        return lines


def of(
    system: System, name: str, content: Content, arithmetic: Arithmetic, static: bool
) -> dict[str, str]:
    """Return the texts of all files, by name."""
    made = _Files(system, name, content, arithmetic, static)
    return {
        f"{name}.h": made.header,
        f"{name}.c": made.source,
        f"{name}.json": made.names,
        "main.c": made.example,
        "CMakeLists.txt": made.cmake,
    }


def of_objects(
    system: System, name: str, content: Content, single: bool, processor: str, work: int
) -> dict[str, str]:
    """Return the texts beside an object file: header, names and example."""
    made = _Files(system, name, content, Arithmetic(single, decimals=True), False, processor)
    header = made.header.replace(
        f"#define {name.upper()}_WORK {made.work_size}\n",
        f"#define {name.upper()}_WORK {max(work, made.work_size)}\n",
    )
    return {f"{name}.h": header, f"{name}.json": made.names, "main.c": made.example}


def comment_text(text: Any) -> str:
    """Return text in letters, digits and signs that end no comment."""
    return "".join(c if c.isascii() and (c.isalnum() or c in " ._-+^()[]") else
                   "/" if c == "/" else "_" for c in str(text)).replace("*/", "_")  # fmt: skip


def _quarters(values: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return values without those of runs, so that other inputs are 0.25."""
    return {key: x for key, x in values.items() if key not in ("tau", "tau_cut", "T", "y")}


def _value(values: Mapping[str, np.ndarray], port: Port) -> np.ndarray:
    return np.asarray(values.get(port.name, np.full(port.shape, 0.25)))


def _ports(program: Program) -> dict[str, Any]:
    return {
        "inputs": {port.name: list(port.shape) for port in program.inputs},
        "outputs": {port.name: list(port.shape) for port in program.outputs},
    }


def _states(system: System) -> list[dict[str, Any]]:
    """Return names, units and start values of the states of force elements."""
    compiler = system.compiled.compiler
    units = [state.unit for state in compiler.tree.states.values()]
    starts = compiler.start_states().tolist()
    return [
        {**named, "start": start}
        for named, start in zip(_with_units(system.states, units), starts, strict=True)
    ]


def _with_units(names: Iterable[str], units: Iterable[str]) -> list[dict[str, str]]:
    return [{"name": n, "unit": u} for n, u in zip(names, units, strict=True)]
