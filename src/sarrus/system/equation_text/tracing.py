"""The equations of motion as one traced program: residual, loops and their derivatives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.constraints import ClosedPositions, ClosedVelocities
from sarrus.kernels.derivative import jacobian
from sarrus.kernels.program import Program
from sarrus.kernels.trace import trace
from sarrus.late_dataclass import dataclass
from sarrus.system.equation_text.formulas import Formulas
from sarrus.system.quantities import equations
from sarrus.system.quantities.base_input import GroundMotion
from sarrus.system.quantities.compiler import Compiler
from sarrus.system.quantities.equations import Inputs

if TYPE_CHECKING:
    from sarrus.system.system import System


@dataclass(frozen=True)
class WrittenTrace:
    """The program of the written equations, with the rows of loops that are not 0 = 0.

    Inputs: q, v, vdot, tau, lam (of the rows that are kept), z (states of force elements), t, p
    (the letters of parameters).
    """

    program: Program
    rows: tuple[int, ...]


def trace_of_equations(system: System, formulas: Formulas, derivatives: bool) -> WrittenTrace:
    """Return the program of G = M vdot + c - f - tau - Phi^T lambda, of Phi, and of derivatives."""
    base = system.compiled.compiler
    compiler = base if not formulas.entries else replace(base, parameters=formulas.parameters)
    shapes: dict[str, tuple[int, ...]] = {
        "q": (system.nq,), "v": (system.nv,), "vdot": (system.nv,), "tau": (system.nv,),
    }  # fmt: skip
    rows = _rows(system, compiler, formulas)
    states = len(compiler.tree.states)
    shapes |= {"lam": (len(rows),), "z": (states,), "t": (1,), "p": (len(formulas.letters),)}

    def function(q: Any, v: Any, vdot: Any, tau: Any, lam: Any, z: Any, t: Any, p: Any) -> Any:
        x = _inputs(compiler, formulas, {"q": q, "v": v, "vdot": vdot}, t, p)
        x = x.with_states(z)
        G = equations.inverse(x)["tau"] - tau
        E = jacobian(system.compiled.layout.rate(q, v), v) if system.nv else np.zeros((0, 0))
        found: dict[str, Any] = {}
        if rows:
            moving = ClosedVelocities(x.velocities)
            closed, kept = moving.positions, list(rows)
            Phi = closed.jacobian[kept]
            G = G - Phi.T @ lam
            found = {"constraints": closed.residual[kept], "Phi": Phi, "gamma": moving.gamma[kept]}
        found = {"G": G, **found}
        if derivatives:
            found |= {
                "dG_dq": jacobian(G, q) @ E, "dG_dv": jacobian(G, v),
                "dG_dvdot": jacobian(G, vdot),
            }  # fmt: skip
        if system.nq != system.nv or not np.array_equal(E, np.eye(system.nv)):
            found["qdot"] = system.compiled.layout.rate(q, v)
        if states:
            found["zdot"] = x.state_rates
        return found

    return WrittenTrace(trace(function, shapes), rows)


def _inputs(
    compiler: Compiler, formulas: Formulas, arrays: Mapping[str, Any], t: Any, p: Any
) -> Inputs:
    vector: Any = None
    if formulas.entries:
        vector = formulas.vector(list(p))
    elif compiler.parameters.size:
        vector = compiler.parameters.vector
    ground = GroundMotion().flat if compiler.prescribed else None
    x = compiler.inputs(arrays, t[0], vector, ground)
    return x.without_bearing_friction()


def _rows(system: System, compiler: Compiler, formulas: Formulas) -> tuple[int, ...]:
    """Return the rows of loops and couplers that are not 0 = 0 by construction."""
    if not system.closed:
        return ()

    def function(q: Any, t: Any, p: Any) -> Mapping[str, Any]:
        closed = ClosedPositions(_inputs(compiler, formulas, {"q": q}, t, p).positions)
        return {"phi": closed.residual, "Phi": closed.jacobian}

    letters = len(formulas.letters)
    program = trace(function, {"q": (system.nq,), "t": (1,), "p": (letters,)})
    zero = [program.instructions[k] == ("const", 0.0) for result in program.results for k in result]
    count = program.outputs[0].size
    matrix = np.array(zero[count:], dtype=bool).reshape(count, system.nv)
    return tuple(k for k in range(count) if not (zero[k] and matrix[k].all()))
