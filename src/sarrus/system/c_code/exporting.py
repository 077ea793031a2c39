"""Writing a system as C99: one header, one source, a table of names, an example."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.kernels.program import Program
from sarrus.kernels.targets.c.programs import CFunction, c_function, includes, support
from sarrus.late_dataclass import dataclass
from sarrus.system.analysis.outputs import Outputs, output_kernel
from sarrus.system.c_code.integrators import Integrator
from sarrus.system.channels.open_loads import open_load_notice, open_loads
from sarrus.system.checks import refuse_outside_code
from sarrus.system.flow.steps import METHODS
from sarrus.system.simulation.mode_kernels import Simulator
from sarrus.system.simulation.modes import Mode, Modes

if TYPE_CHECKING:
    from sarrus.system.system import System

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,30}")
QUANTITIES = ("inverse_dynamics", "forward_dynamics", "mass_matrix", "bias", "energy")
"""What is written of trees, unless it is said."""
CODE = "S16"
"""The code of what cannot be written as C."""


@with_checks
@dataclass(frozen=True)
class CCode:
    """The files of a system in C, by name."""

    files: Mapping[str, str]
    notices: tuple[Problem, ...] = ()

    def __repr__(self) -> str:
        lines = ", ".join(
            f"{name} ({text.count(chr(10))} lines)" for name, text in self.files.items()
        )
        return f"<CCode: {lines}>"

    def write(self, folder: str | Path, *, overwrite: bool = False) -> list[Path]:
        """Write all files into a folder, which is made; refuse to replace others."""
        place = Path(folder)
        paths = [place / name for name in self.files]
        there = [path for path in paths if path.exists()]
        if there and not overwrite:
            rule = "is there already"
            action = "choose another folder, or overwrite=True"
            raise EnvironmentProblem(
                Problem("E-EXISTS", f"file '{path}'", rule, action=action) for path in there
            )
        try:
            place.mkdir(parents=True, exist_ok=True)
            for path, text in zip(paths, self.files.values(), strict=True):
                path.write_text(text, encoding="utf-8")
        except OSError as error:
            rule = f"cannot be written: {error.strerror}"
            raise EnvironmentProblem(Problem("E01", f"folder '{folder}'", rule)) from None
        return paths


@with_checks
def c_code(
    system: System,
    name: str = "mechanism",
    *,
    quantities: Iterable[str] | None = None,
    methods: Iterable[str] = ("rk4",),
    inputs: Mapping[str, Any] | None = None,
    driven: Mapping[str, Any] | None = None,
    locked: Iterable[str] = (),
    outputs: Sequence[str] = (),
) -> CCode:
    """Return the C code of a system: `NAME_QUANTITY` functions, integrators, `NAME_outputs`.

    name: the prefix of all functions, an identifier. quantities: kernels of the system, all usual
    ones of a tree unless given. methods: of equal steps ("euler", "rk4", "ab3", "abm4"), with laws
    of effort, driven and locked coordinates as in `simulate`; laws must be traceable. outputs:
    channels by name, which `NAME_outputs` computes from y and t, one number after the other.

    Example:
        code = sarrus.export.c_code(arm, "arm").files["arm.h"]
    """
    reason = "its program is not ours to write as C"
    refuse_outside_code(system.model, "C code", reason, "connect both where the code is used")
    if not NAME.fullmatch(name):
        rule = "must be letters, digits and _, 31 at most, and begin with a letter"
        raise ModelError(Problem(CODE, "name", rule, repr(name)[:80]))
    wanted = tuple(methods)
    for method in wanted:
        if not METHODS.knows(method) or METHODS[method].step is None:
            known = ", ".join(m for m in METHODS if METHODS[m].step is not None)
            rule = f"is not a step that can be written as C: {known}"
            raise ModelError(Problem(CODE, f"method '{method}'", rule))
    loops = system.closed and system.compiled.followers is None
    usual = () if loops or (system.closed and system.compiled.loops.bearings) else QUANTITIES
    functions = {
        quantity: system.compiled.kernel(quantity).program()
        for quantity in (usual if quantities is None else quantities)
    }
    integrators: list[Integrator] = []
    sim: Simulator | None = None
    channels, notices = Outputs(list(outputs)), []
    if wanted or outputs:
        mode = Mode.first(system, inputs, driven, locked)
        start = system.assemble()
        sim = Modes(system, {}, (0.0, 1.0)).simulator(mode, start.q)
        functions |= _steps(sim, wanted)
        if outputs:
            functions["outputs"] = output_kernel(sim, channels).program()
            loose = open_loads(system, channels.names, start) if system.closed else []
            notices = [open_load_notice("outputs", loose)] if loose else []
        integrators = [_integrator(name, sim, method, functions) for method in wanted]
    made = {key: c_function(program, f"{name}_{key}") for key, program in functions.items()}
    return CCode(
        {
            f"{name}.h": _header(system, name, made, integrators),
            f"{name}.c": _source(name, made, integrators),
            f"{name}.json": _names(system, name, functions, made, integrators, sim, channels),
            "main.c": _example(name, functions, made, integrators, sim, system),
        },
        tuple(notices),
    )


def _steps(sim: Simulator, methods: Iterable[str]) -> dict[str, Program]:
    """Return the programs of the steps, and of what begins those with a history."""
    found = {f"step_{method}": sim.step_kernel(method).program() for method in methods}
    if any(METHODS[method].history for method in methods):
        found["slope"] = sim.slope_kernel().program()
        found["step_rk4"] = found.get("step_rk4") or sim.step_kernel("rk4").program()
    return found


def _integrator(
    name: str, sim: Simulator, method: str, functions: Mapping[str, Program]
) -> Integrator:
    program = functions[f"step_{method}"]
    values = tuple(port for port in program.inputs if port.name not in ("y", "h", "t"))
    order = tuple(port.name for port in program.inputs)
    return Integrator(name, method, sim.size, values, order)


def _header(
    system: System, name: str, made: Mapping[str, CFunction], integrators: Iterable[Integrator]
) -> str:
    work = max((function.work_size for function in made.values()), default=1)
    guard = f"{name.upper()}_H"
    sizes = {
        "NQ": system.nq,
        "NV": system.nv,
        "NP": system.compiled.compiler.parameters.size,
        "WORK": work,
    }
    if system.states:
        sizes["NZ"] = len(system.states)
    parts = ["q", "v"]
    parts += ["angles of cut joints"] if system.compiled.loops.wrapped else []
    parts += ["states z"] if system.states else []
    parts += ["work", "loss", "corrections"]
    lines = [
        f"/* Generated by Sarrus. Names, units and default values are in {name}.json. */",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        *(f"#define {name.upper()}_{key} {value}" for key, value in sizes.items()),
        "",
        "#ifdef __cplusplus",
        'extern "C" {',
        "#endif",
        "",
        f"/* work: {name.upper()}_WORK numbers, of each thread its own. */",
        *(f"{function.prototype};" for function in made.values()),
        "",
    ]
    for integrator in integrators:
        lines += [
            f"/* {integrator.method}: y has {integrator.numbers} numbers: {', '.join(parts)}"
            + (", then earlier slopes." if METHODS[integrator.method].history else ".")
            + " */",
            *(f"{prototype};" for prototype in integrator.prototypes),
        ]
    lines += ["", "#ifdef __cplusplus", "}", "#endif", "", "#endif", ""]
    return "\n".join(lines)


def _source(name: str, made: Mapping[str, CFunction], integrators: Iterable[Integrator]) -> str:
    used = {op for function in made.values() for op in function.used}
    parts = [
        "/* Generated by Sarrus; compile as C99, without fusing products (-ffp-contract=off), and",
        f"   every digit is that of Sarrus. {name}.h says what is here. */",
        f'#include "{name}.h"',
        includes(),
        support(used),
        *(function.text for function in made.values()),
        *(integrator.text for integrator in integrators),
    ]
    return "\n".join(parts)


def _ports(program: Program) -> dict[str, Any]:
    return {
        "inputs": {port.name: list(port.shape) for port in program.inputs},
        "outputs": {port.name: list(port.shape) for port in program.outputs},
    }


def _names(
    system: System,
    name: str,
    functions: Mapping[str, Program],
    made: Mapping[str, CFunction],
    integrators: Iterable[Integrator],
    sim: Simulator | None,
    channels: Outputs,
) -> str:
    """Return what the numbers mean, as JSON."""
    known = system.compiled.compiler.parameters
    parts = zip(known.names, known.defaults, strict=True)
    content: dict[str, Any] = {
        "model": system.model.name,
        "gravity": list(system.model.gravity),
        "q": _with_units(system.coordinates, system.compiled.layout.q_units),
        "v": _with_units(system.velocities, system.compiled.layout.v_units),
        **({"z": _states(system)} if system.states else {}),
        "parameters": {key: np.asarray(value).tolist() for key, value in parts},
        "functions": {
            f"{name}_{key}": {**_ports(program), "operations": program.operations,
                              "work": made[key].work_size}
            for key, program in functions.items()
        },
        "integrators": {
            f"{name}_{i.method}": {"y": i.numbers, "inputs": [port.name for port in i.ports]}
            for i in integrators
        },
    }  # fmt: skip
    if channels.names:
        content["outputs"] = _with_units(channels.names, channels.units(system))
    if sim is not None:
        content["values"] = {key: np.asarray(x).tolist() for key, x in _input_values(sim).items()}
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


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


def _input_values(sim: Simulator) -> dict[str, np.ndarray]:
    """Return the values of the inputs of steps, at the assembled position."""
    q = sim.system.neutral() if sim.q0 is None else sim.q0
    y = np.concatenate([q, np.zeros(sim.size - len(q))])
    return sim.inputs(sim.choice(y))


def _example(
    name: str,
    functions: Mapping[str, Program],
    made: Mapping[str, CFunction],
    integrators: list[Integrator],
    sim: Simulator | None,
    system: System,
) -> str:
    """Return a program that calls what is there and prints the numbers."""
    lines = [
        "/* An example: evaluates the functions at one state, and steps from the start. */",
        f'#include "{name}.h"',
        "#include <stdio.h>",
        "",
        "static void show(const char *what, const double *x, int n)",
        "{",
        '    printf("%s", what);',
        '    for (int i = 0; i < n; ++i) printf(" %.17g", x[i]);',
        '    printf("\\n");',
        "}",
        "",
        "int main(void)",
        "{",
        f"    static double work[{name.upper()}_WORK];",
    ]
    start = system.assemble()
    values: dict[str, np.ndarray] = {"q": start.q, **system.compiled.compiler.defaults}
    for key, program in functions.items():
        if key.startswith("step_") or key in ("slope", "outputs"):
            continue
        lines += _example_call(f"{name}_{key}", key, program, values)
    if sim is not None:
        y = np.concatenate([start.q, np.zeros(sim.size - len(start.q))])
        sim.z(y)[...] = system.compiled.states_at(start)
        for integrator in integrators:
            lines += _example_steps(integrator, y, _input_values(sim))
    return "\n".join([*lines, "    return 0;", "}", ""])


def _array(kind: str, name: str, values: np.ndarray) -> str:
    numbers = np.ravel(np.asarray(values, dtype=float)).tolist() or [0.0]
    listed = ", ".join(float(x).hex() for x in numbers)
    return f"        {kind}double {name}[{len(numbers)}] = {{{listed}}};"


def _example_call(
    function: str, title: str, program: Program, values: Mapping[str, np.ndarray]
) -> list[str]:
    lines = ["    {"]
    for port in program.inputs:
        known = values.get(port.name, np.full(port.shape, 0.25))
        lines.append(_array("const ", port.name, known))
    lines += [f"        double {port.name}[{max(port.size, 1)}];" for port in program.outputs]
    names = ", ".join(port.name for port in (*program.inputs, *program.outputs))
    lines.append(f"        {function}({names}, work);")
    lines += [f'        show("{title}.{p.name}", {p.name}, {p.size});' for p in program.outputs]
    return [*lines, "    }"]


def _example_steps(
    integrator: Integrator, y: np.ndarray, inputs: Mapping[str, np.ndarray]
) -> list[str]:
    history = METHODS[integrator.method].history
    whole = np.concatenate([y, np.zeros(integrator.size * history)])
    names = "".join(f", {port.name}" for port in integrator.ports)
    call = f"{integrator.prefix}_{integrator.method}"
    lines = ["    {", _array("", "y", whole)]
    lines += [_array("const ", port.name, inputs[port.name]) for port in integrator.ports]
    lines.append("        long done = 0;")
    if history:
        lines.append(f"        done = {call}_begin(y, 0.0, 0.001{names}, work);")
    lines += [
        f"        done += {call}_advance(y, 0.001 * (double)done, 0.001, 100 - done{names}, work);",
        f'        printf("{integrator.method}.steps %ld\\n", done);',
        f'        show("{integrator.method}.y", y, {integrator.size});',
        "    }",
    ]
    return lines
