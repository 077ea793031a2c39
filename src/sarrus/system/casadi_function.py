"""Kernels as functions of CasADi, whose derivatives are CasADi's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.kernels.program import LEAVES, Port, Program
from sarrus.kernels.table import FINDERS, ORDERS, Table
from sarrus.model.building.references import nearest
from sarrus.solvers.ipopt import casadi as library
from sarrus.system.c_code.content import OF_MOTION, Content, Points
from sarrus.system.names import QUANTITIES

if TYPE_CHECKING:
    from sarrus.system.system import System

CODE = "S16"
"""The code of what cannot be written in another language."""
OUTPUTS, PLACES = "outputs", ("points", "jacobians")
OWN = ("q", "v", "vdot", "tau", "y", "h", "r", "ext", "lam", "tau_cut")
"""Inputs that are arguments without being asked for; others are numbers of the model."""


@with_checks
def casadi(
    system: System,
    quantity: str = "forward_dynamics",
    *,
    free: Sequence[str] = (),
    inputs: Mapping[str, Any] | None = None,
    driven: Mapping[str, Any] | None = None,
    locked: Iterable[str] = (),
    outputs: Sequence[str] = (),
    points: Points = (),
) -> Any:
    """Return a quantity as a `casadi.Function` of one state, exact, with CasADi's derivatives.

    quantity: a kernel of the system ("forward_dynamics", "inverse_dynamics", "mass_matrix", ...),
    "slope" (ydot = f(y, tau), of mechanisms with loops too), "outputs" (channels that are named in
    `outputs`, from y), "points" or "jacobians" (of `points`, frames or bodies). Arguments are its
    own (q, v, tau or y, by name) and those of `free`: "t", "p" (the numbers of the model that are
    inputs); others have the values of the model. inputs, driven, locked: as in `simulate`. Arrays
    of more than two dimensions have their first ones joined. Needs CasADi.

    Example:
        f = sarrus.export.casadi(arm, "forward_dynamics")
        slopes = f.jacobian()
    """
    ca = library(f"casadi / '{quantity}'", "use `c_code`, which needs no library")
    known = [*QUANTITIES, *OF_MOTION, OUTPUTS, *PLACES]
    if quantity not in known:
        rule, action = "is no quantity of a system", nearest(quantity, known)
        raise ModelError(Problem(CODE, f"casadi / '{quantity}'", rule, action=action))
    if (quantity == OUTPUTS and not len(outputs)) or (quantity in PLACES and not len(points)):
        what = "outputs" if quantity == OUTPUTS else "points"
        rule, action = f"needs {what}", f"give {what}=[...], by name"
        raise ModelError(Problem(CODE, f"casadi / '{quantity}'", rule, action=action))
    named = [] if quantity in (OUTPUTS, *PLACES) else [quantity]
    content = Content.of(system, named, (), inputs, driven, locked, outputs, points)
    program = content.functions[quantity]
    values = {**system.compiled.compiler.defaults, **content.input_values}
    ports = [port.name for port in program.inputs]
    unknown = [name for name in free if name not in ports]
    if unknown:
        rule = f"is no input of '{quantity}'"
        found = [Problem(CODE, f"free / '{n}'", rule, action=nearest(n, ports)) for n in unknown]
        raise ModelError(found)
    return function_of(ca, quantity, program, values, (*OWN, *free))


def function_of(
    ca: Any,
    name: str,
    program: Program,
    values: Mapping[str, np.ndarray],
    arguments: Iterable[str],
) -> Any:
    """Return a program as a function; values: of the inputs that are none of its arguments."""
    arguments = tuple(arguments)
    kept = [p for p in program.inputs if p.name in arguments or p.name not in values]
    symbols = {port.name: ca.SX.sym(port.name, *_shape(port)) for port in kept}
    numbers = {
        port.name: np.asarray(values[port.name], dtype=float).reshape(port.shape).ravel()
        for port in program.inputs
        if port.name not in symbols
    }
    if program.counts.keys() & FINDERS.keys():
        rule = "has contacts of meshes, whose features are found by loops that CasADi has not"
        action = "give boxes, capsules or spheres for the meshes, or use `c_code`"
        raise ModelError(Problem(CODE, f"casadi / '{name}'", rule, action=action))
    found: list[Any] = []
    for op, *operands in program.instructions:
        if op == "input":
            port, index = program.inputs[operands[0]], operands[1]
            entry = symbols.get(port.name)
            if entry is None:
                found.append(ca.SX(float(numbers[port.name][index])))
            else:
                found.append(entry[divmod(index, _shape(port)[1])])
        elif op == "const":
            found.append(ca.SX(float(operands[0])))
        elif op == "table":
            found.append(operands[0])
        elif op == "piece":
            found.append(_piece(ca, found[operands[0]], found[operands[1]]))
        elif op in ORDERS:
            table, x, piece = (found[k] for k in operands)
            found.append(_in_piece(ca, ORDERS[op], table, x, piece))
        else:
            found.append(_OPERATIONS[op](ca, *(found[k] for k in operands)))
    results = []
    for port, result in zip(program.outputs, program.results, strict=True):
        rows, columns = _shape(port)
        whole = ca.vertcat(*[found[k] for k in result]) if result else ca.SX(0, 1)
        results.append(ca.reshape(whole, columns, rows).T if columns > 1 else whole)
    names = [port.name for port in kept], [port.name for port in program.outputs]
    # arguments and results of one name are told apart by an underscore
    outgoing = [n if n not in names[0] else f"{n}_" for n in names[1]]
    return ca.Function(name, list(symbols.values()), results, names[0], outgoing)


def _shape(port: Port) -> tuple[int, int]:
    """Return rows and columns of an array, the first dimensions joined."""
    if len(port.shape) < 2:
        return port.size, 1
    columns = port.shape[-1]
    return port.size // max(columns, 1), columns


def _piece(ca: Any, table: Table, x: Any) -> Any:
    """Return the number of the piece of a table in which x lies."""
    return sum((x >= float(knot) for knot in table.knots), ca.SX(0.0))


def _in_piece(ca: Any, order: int, table: Table, x: Any, piece: Any) -> Any:
    """Return the derivative of an order of a table at x in a piece; -1 is the integral."""
    knots = np.asarray(table.knots, dtype=float)
    found = ca.SX(0.0)
    for k, (c0, c1, c2, c3, area) in enumerate(np.asarray(table.pieces, dtype=float)):
        d = x - float(knots[max(k - 1, 0)])
        # coefficients of the powers of d, lowest first
        powers = {
            -1: (area, c0, c1 / 2.0, c2 / 3.0, c3 / 4.0),
            0: (c0, c1, c2, c3),
            1: (c1, 2.0 * c2, 3.0 * c3),
            2: (2.0 * c2, 6.0 * c3),
            3: (6.0 * c3,),
        }[order]
        value = ca.SX(0.0)
        for c in reversed(powers):
            value = float(c) + d * value
        found = ca.if_else(piece == k, value, found)
    return found


_OPERATIONS: dict[str, Callable[..., Any]] = {
    "neg": lambda ca, a: -a,
    "sqrt": lambda ca, a: ca.sqrt(a),
    "sin": lambda ca, a: ca.sin(a),
    "cos": lambda ca, a: ca.cos(a),
    "tan": lambda ca, a: ca.tan(a),
    "asin": lambda ca, a: ca.asin(a),
    "acos": lambda ca, a: ca.acos(a),
    "atan": lambda ca, a: ca.atan(a),
    "sinh": lambda ca, a: ca.sinh(a),
    "cosh": lambda ca, a: ca.cosh(a),
    "tanh": lambda ca, a: ca.tanh(a),
    "exp": lambda ca, a: ca.exp(a),
    "log": lambda ca, a: ca.log(a),
    "abs": lambda ca, a: ca.fabs(a),
    "floor": lambda ca, a: ca.floor(a),
    "ceil": lambda ca, a: ca.ceil(a),
    "not": lambda ca, a: ca.logic_not(a),
    "sign": lambda ca, a: ca.sign(a),
    "add": lambda ca, a, b: a + b,
    "sub": lambda ca, a, b: a - b,
    "mul": lambda ca, a, b: a * b,
    "div": lambda ca, a, b: a / b,
    "pow": lambda ca, a, b: ca.power(a, b),
    "atan2": lambda ca, a, b: ca.atan2(a, b),
    "min": lambda ca, a, b: ca.fmin(a, b),
    "max": lambda ca, a, b: ca.fmax(a, b),
    "copysign": lambda ca, a, b: ca.copysign(a, b),
    "mod": lambda ca, a, b: ca.fmod(a, b),
    "hypot": lambda ca, a, b: ca.hypot(a, b),
    "lt": lambda ca, a, b: a < b,
    "le": lambda ca, a, b: a <= b,
    "eq": lambda ca, a, b: a == b,
    "ne": lambda ca, a, b: a != b,
    "and": lambda ca, a, b: ca.logic_and(a, b),
    "or": lambda ca, a, b: ca.logic_or(a, b),
    "when": lambda ca, a, b: ca.if_else(a, b, 0.0),
}
"""Operations of programs, by CasADi's."""

KNOWN = frozenset(_OPERATIONS) | set(LEAVES) | set(ORDERS) | set(FINDERS) | {"piece"}
"""All operations that can be translated."""
