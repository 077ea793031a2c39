"""A whole code target in one file: code of a stack machine, and what runs it.

The recipe of CONTRIBUTING is carried out with it. Programs and native functions become nested lists
of instructions (as WebAssembly has: structured, no jump), kept as JSON; `load` makes functions of
the process out of them that native callers can call by their address. It is exact, and very slow.
"""

from __future__ import annotations

import ctypes
import json
import math
import operator
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from sarrus.kernels.calling import Watch
from sarrus.kernels.contraction import PART_SIZE, fused_sums
from sarrus.kernels.functions import LIBRARY, LOOK_UPS, PLAIN, RANGED, TURN
from sarrus.kernels.functions.look_up import table_numbers
from sarrus.kernels.native import language, tree
from sarrus.kernels.native.reading import tree_of, trees_of
from sarrus.kernels.program import Port, Program
from sarrus.kernels.schedule import schedule_of
from sarrus.kernels.targets import KernelCode

Code = list[Any]
POINTER = ctypes.c_void_p
C_TYPES = {tree.FLOAT: ctypes.c_double, tree.INT: ctypes.c_int64, tree.NONE: None}


class StackTarget:
    """See `sarrus.kernels.targets.Target`."""

    def identity(self) -> str:
        return "stack machine 1"

    def width(self) -> int:
        return 1

    def kernel_code(self, program: Program, width: int = 1, seldom: bool = False) -> KernelCode:
        functions = [*RANGED.values(), *LOOK_UPS.values(), *PLAIN.values(), TURN]
        known = {one.symbol: _function(one) for f in functions for one in trees_of(f)}
        tables = {
            str(i): table_numbers(x[1]).tolist()
            for i, x in enumerate(program.instructions)
            if x[0] == "table"
        }
        content = {"functions": known, "tables": tables, "program": _program(program)}
        return KernelCode(json.dumps(content).encode(), len(program.instructions))

    def function_code(self, function: Callable[..., Any]) -> bytes:
        known = {one.symbol: _function(one) for one in trees_of(function)}
        return json.dumps({"functions": known, "tables": {}, "program": None}).encode()

    def load(self, code: bytes) -> Machine:
        return Machine(json.loads(code))

    def python_function(
        self,
        address: int,
        inputs: tuple[Port, ...],
        outputs: tuple[Port, ...],
        work_size: int,
        given: dict[str, np.ndarray],
        slow: Callable[..., Any],
        watch: Watch | None = None,
    ) -> None:
        return None


# --- lowering ---------------------------------------------------------------------------------


def _program(program: Program) -> Code:
    """Return the instructions of a program: every value has a place in the work array."""
    plan = schedule_of(program, PART_SIZE)
    sums = {i: f for part in plan.parts for i, f in fused_sums(program, plan, part).items()}
    code: Code = []
    for i, (op, *operands) in enumerate(program.instructions):
        if op in ("const", "input"):
            code.append([i, op, *operands])
        elif op == "table":
            code.append([i, op])
        elif i in sums:
            f = sums[i]
            code.append([i, "fused", *f.operands, f.minus_product, f.minus_c])
        else:
            code.append([i, op, *operands])
    for port, result in enumerate(program.results):
        code.append([port, "output", *result])
    return code


def _function(one: tree.Tree) -> dict[str, Any]:
    kinds = [tree.INT if isinstance(k, tree.RecordKind) else k for k in one.arguments.values()]
    result = one.result if isinstance(one.result, tuple) else str(one.result)
    return {
        "arguments": list(zip(one.arguments, kinds, strict=True)),
        "result": result,
        "body": _block(one.body),
    }


def _block(statements: Sequence[tree.Statement]) -> Code:
    return [part for statement in statements for part in _statement(statement)]


def _statement(s: tree.Statement) -> Code:
    match s:
        case tree.Assign(name, value):
            return [*_value(value), ["set", name]]
        case tree.Unpack(names, call):
            return [*_value(call), *(["set", name] for name in reversed(names))]
        case tree.Store(place, value):
            return [*_value(value), *_address(place), ["store", str(place.kind)]]
        case tree.Update(place, op, value):
            name = f"place of {id(s)}"
            now = [["get", name], ["load", str(place.kind)]]
            change = [*_value(value), ["operation", place.kind, op, 2]]
            return [*_address(place), ["set", name], *now, *change, ["get", name],
                    ["store", str(place.kind)]]  # fmt: skip
        case tree.Copy(target, source, count):
            return [*_value(target), *_value(source), *_value(count), ["copy"]]
        case tree.Run(parts):
            return [*(x for part in parts for x in _value(part)), ["run"]]
        case tree.Do(call):
            return [*_value(call), *([] if call.kind == tree.NONE else [["drop"]])]
        case tree.If(test, body, orelse):
            return [*_value(test), ["if", _block(body), _block(orelse)]]
        case tree.While(test, body):
            more = [["const", True]] if test is None else _value(test)
            return [["loop", more, _block(body), []]]
        case tree.For(name, first, last, body):
            count, end = f"count of {id(s)}", f"end of {id(s)}"
            more = [["get", count], ["get", end], ["operation", tree.BOOL, "lt", 2]]
            step = [["get", count], ["const", 1], ["operation", tree.INT, "add", 2], ["set", count]]
            begin = [*_value(first), ["set", count], *_value(last), ["set", end]]
            inside = [["get", count], ["set", name], *_block(body)]
            return [*begin, ["loop", more, inside, step]]
        case tree.Break():
            return [["break"]]
        case tree.Return(values):
            return [*(x for value in values for x in _value(value)), ["return", len(values)]]
    raise NotImplementedError(type(s).__name__)


def _value(e: tree.Expression) -> Code:
    match e:
        case tree.Number(_, value):
            return [["const", value]]
        case tree.Variable(_, name):
            return [["get", name]]
        case tree.Operation(kind, op, operands):
            return [*(x for o in operands for x in _value(o)), ["operation", kind, op,
                                                                len(operands)]]  # fmt: skip
        case tree.Element() | tree.Field():
            return [*_address(e), ["load", str(e.kind)]]
        case tree.From(_, array, index):
            return _entry(array, index)
        case tree.Library(_, name, arguments):
            return [*(x for a in arguments for x in _value(a)), ["library", name, len(arguments)]]
        case tree.Call(_, function, arguments):
            symbol = tree_of(function).symbol
            return [*(x for a in arguments for x in _value(a)), ["call", symbol, len(arguments)]]
    raise NotImplementedError(type(e).__name__)


def _entry(array: tree.Expression, index: tree.Expression) -> Code:
    eight = [["const", 8], ["operation", tree.INT, "mul", 2]]
    return [*_value(array), *_value(index), *eight, ["operation", tree.INT, "add", 2]]


def _address(e: tree.Expression) -> Code:
    if isinstance(e, tree.Element):
        return _entry(e.array, e.index)
    assert isinstance(e, tree.Field) and isinstance(e.record.kind, tree.RecordKind)
    at = 8 * e.record.kind.offset(e.name)
    return [*_value(e.record), ["const", at], ["operation", tree.INT, "add", 2]]


# --- the machine ------------------------------------------------------------------------------


class _Break(Exception):
    pass


class _Return(Exception):
    pass


class Machine:
    """Runs code; arrays and records are memory of the process."""

    def __init__(self, content: dict[str, Any]) -> None:
        self.content = content
        self._kept: list[Any] = []
        self._tables = {int(i): np.array(x) for i, x in content["tables"].items()}

    def address(self, symbol: str) -> int:
        if symbol == "kernel":
            function: Any = ctypes.CFUNCTYPE(None, *[POINTER] * 3)(self.kernel)
        else:
            known = self.content["functions"][symbol]
            kinds = [C_TYPES.get(kind, POINTER) for _, kind in known["arguments"]]

            def call(*given: Any) -> Any:
                found = self.call(symbol, [0 if x is None else x for x in given])
                return found[0] if found else None

            function = ctypes.CFUNCTYPE(C_TYPES[known["result"]], *kinds)(call)
        self._kept.append(function)
        return ctypes.cast(function, POINTER).value or 0

    def kernel(self, ins: int, outs: int, work: int) -> None:
        values: dict[int, Any] = {}
        for i, op, *x in self.content["program"]:
            if op == "const":
                values[i] = x[0]
            elif op == "input":
                values[i] = _load(_load(ins + 8 * x[0], tree.INT) + 8 * x[1], tree.FLOAT)
            elif op == "table":
                values[i] = self._tables[i].ctypes.data
            elif op == "output":
                place = _load(outs + 8 * i, tree.INT)
                for k, value in enumerate(x):
                    _store(place + 8 * k, tree.FLOAT, values[value])
            elif op == "fused":
                a, b, c = (values[k] for k in x[:3])
                values[i] = language.fma(-a if x[3] else a, b, -c if x[4] else c)
            else:
                values[i] = self._computed(op, [values[k] for k in x])

    def _computed(self, op: str, x: list[Any]) -> float:
        if op in RANGED:
            found, fine = self.call(tree_of(RANGED[op]).symbol, x)
            return found if fine else _library(LIBRARY[op], x)
        if op in ("sin", "cos"):
            sine, cosine, fine = self.call(tree_of(TURN).symbol, x)
            return (sine if op == "sin" else cosine) if fine else _library(op, x)
        if op in LOOK_UPS or op in PLAIN:
            return self.call(tree_of((LOOK_UPS | PLAIN)[op]).symbol, x)[0]
        if op in ("lt", "le", "eq", "ne"):
            return float(_operation(tree.BOOL, op, x))
        if op == "not":
            return float(x[0] == 0.0)
        if op in ("and", "or"):
            return float(_operation(tree.BOOL, op, [y != 0.0 for y in x]))
        if op == "when":
            return x[1] if x[0] != 0.0 else 0.0
        if op == "ceil":
            return -_operation(tree.FLOAT, "floor", [-x[0]])
        return _operation(tree.FLOAT, op, x)

    def call(self, symbol: str, given: list[Any]) -> list[Any]:
        known = self.content["functions"][symbol]
        names = [name for name, _ in known["arguments"]]
        stack: list[Any] = []
        with suppress(_Return):
            self._run(known["body"], dict(zip(names, given, strict=True)), stack)
        count = len(known["result"]) if isinstance(known["result"], list) else 1
        return [] if known["result"] == tree.NONE else stack[-count:]

    def _run(self, code: Code, variables: dict[str, Any], stack: list[Any]) -> None:
        for op, *x in code:
            match op:
                case "const":
                    stack.append(x[0])
                case "get":
                    stack.append(variables[x[0]])
                case "set":
                    variables[x[0]] = stack.pop()
                case "operation":
                    given = stack[-x[2] :]
                    del stack[-x[2] :]
                    stack.append(_operation(x[0], x[1], given))
                case "load":
                    stack.append(_load(stack.pop(), x[0]))
                case "store":
                    at = stack.pop()
                    _store(at, x[0], stack.pop())
                case "copy":
                    to, of, n = stack[-3:]
                    del stack[-3:]
                    ctypes.memmove(to, of, 8 * n)
                case "run":
                    f, *places = stack[-4:]
                    del stack[-4:]
                    ctypes.CFUNCTYPE(None, *[POINTER] * 3)(f)(*places)
                case "library":
                    given = stack[-x[1] :]
                    del stack[-x[1] :]
                    stack.append(_library(x[0], given))
                case "call":
                    given = stack[len(stack) - x[1] :]
                    del stack[len(stack) - x[1] :]
                    stack += self.call(x[0], given)
                case "drop":
                    stack.pop()
                case "if":
                    self._run(x[0] if stack.pop() else x[1], variables, stack)
                case "loop":
                    self._loop(*x, variables, stack)
                case "break":
                    raise _Break
                case "return":
                    raise _Return

    def _loop(
        self, more: Code, body: Code, step: Code, variables: dict[str, Any], stack: list[Any]
    ) -> None:
        while True:
            self._run(more, variables, stack)
            if not stack.pop():
                return
            try:
                self._run(body, variables, stack)
            except _Break:
                return
            self._run(step, variables, stack)


def _load(at: int, kind: str) -> Any:
    return C_TYPES.get(kind, ctypes.c_int64).from_address(at).value  # type: ignore[union-attr]


def _store(at: int, kind: str, value: Any) -> None:
    C_TYPES.get(kind, ctypes.c_int64).from_address(at).value = value  # type: ignore[union-attr]


def _library(name: str, x: list[float]) -> float:
    with np.errstate(all="ignore"):
        words = {"asin": "arcsin", "acos": "arccos", "atan": "arctan", "atan2": "arctan2"}
        return float(getattr(np, words.get(name, {"pow": "power"}.get(name, name)))(*x))


def _wrap(k: int) -> int:
    return (k + 2**63) % 2**64 - 2**63


def _operation(kind: str, op: str, x: list[Any]) -> Any:
    match op:
        case "choose":
            return x[1] if x[0] else x[2]
        case "fma":
            return language.fma(*x)
        case "bits":
            return language.bits(*x)
        case "number":
            return language.number(*x)
        case "floor":
            return language.floor(*x)
        case "copysign":
            return math.copysign(*x)
        case "abs":
            return abs(x[0])
        case "sqrt":
            return math.sqrt(x[0]) if x[0] >= 0.0 else math.nan if x[0] else x[0]
        case "float":
            return float(x[0])
        case "int":
            return int(x[0]) if math.isfinite(x[0]) else 0
        case "neg":
            return -x[0] if kind == tree.FLOAT else _wrap(-x[0])
        case "not":
            return not x[0]
        case "nonzero":
            return x[0] != 0
        case "min" | "max":
            beyond = x[1] < x[0] if op == "min" else x[1] > x[0]
            return x[1] if beyond else x[0]
        case "eq" | "ne" | "lt" | "le" | "gt" | "ge":
            return bool(getattr(operator, op)(*x))
    if kind == tree.FLOAT:
        with np.errstate(all="ignore"):
            words = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide}
            return float(words[op](*x))
    if kind == tree.BOOL:
        return (x[0] and x[1]) if op == "and" else (x[0] or x[1])
    a, b = x
    found = {"add": lambda: a + b, "sub": lambda: a - b, "mul": lambda: a * b,
             "div": lambda: a // b, "mod": lambda: a % b, "and": lambda: a & b,
             "or": lambda: a | b, "xor": lambda: a ^ b, "shl": lambda: a << b,
             "shr": lambda: (a % 2**64) >> b}[op]()  # fmt: skip
    return _wrap(found)
