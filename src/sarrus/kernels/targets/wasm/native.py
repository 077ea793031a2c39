"""Native functions as WebAssembly: loops and branches are structured in both.

Floats are f64, integers i64, truths i32; arrays, records and the code of kernels are i32: addresses
in memory, and places in the table of functions. In memory all of them take 8 bytes, as on
processors of 64 bits, an address in the lower half. There is no fused multiply-add: `fused` rounds
twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.kernels.native.reading import tree_of
from sarrus.kernels.native.tree import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    Assign,
    Break,
    Call,
    Copy,
    Do,
    Element,
    Expression,
    Field,
    For,
    From,
    Function,
    If,
    Kind,
    Library,
    Number,
    Operation,
    Result,
    Return,
    Run,
    Statement,
    Store,
    Tree,
    Unpack,
    Untranslatable,
    Update,
    Variable,
    While,
)
from sarrus.kernels.targets.wasm.encoding import EMPTY, F64, I32, I64, Code, FunctionType
from sarrus.kernels.targets.wasm.module import KERNEL, Module

_TYPES: dict[Result, int] = {FLOAT: F64, INT: I64, BOOL: I32}
_PREFIX = {F64: "f64", I64: "i64", I32: "i32"}
_FLOATS = {"add", "sub", "mul", "div", "neg", "abs", "sqrt", "floor", "copysign"}
_INTS = {"add": "add", "sub": "sub", "mul": "mul", "div": "div_s", "mod": "rem_s", "and": "and",
         "or": "or", "xor": "xor", "shl": "shl", "shr": "shr_u"}  # fmt: skip
_TESTS = {"eq", "ne", "lt", "le", "gt", "ge"}
_CONVERSIONS = {"float": "f64.convert_i64_s", "bits": "i64.reinterpret_f64",
                "number": "f64.reinterpret_i64"}  # fmt: skip


def type_of(kind: Kind) -> int:
    """Return the type of a value; arrays, records and kernels are addresses."""
    return _TYPES.get(kind, I32)


def signature(tree: Tree) -> FunctionType:
    """Return the type of a native function."""
    result = tree.result
    results = result if isinstance(result, tuple) else () if result == NONE else (result,)
    return tuple(type_of(k) for k in tree.arguments.values()), tuple(type_of(k) for k in results)


def native_function(module: Module, function: Function) -> int:
    """Return the number of a native function in a module, with all that it calls."""
    tree = tree_of(function)
    return module.function(tree.symbol, signature(tree), lambda: _Writer(module, tree).body())


class _Writer:
    """Writes one function."""

    def __init__(self, module: Module, tree: Tree) -> None:
        self.module, self.tree = module, tree
        self.code = Code(type_of(kind) for kind in tree.arguments.values())
        self.locals = {name: k for k, name in enumerate(tree.arguments)}
        self.depth = 0
        self.exits: list[int] = []
        """Depths of the blocks around loops, the innermost last: a break leaves the last one."""
        self._free: dict[int, list[int]] = {F64: [], I64: [], I32: []}

    def body(self) -> bytes:
        """Return the whole function."""
        self._block(self.tree.body)
        if self.tree.result != NONE:
            self.code.do("unreachable")  # every way ends with a return
        return self.code.body()

    def _local(self, name: str) -> int:
        if name not in self.locals:
            self.locals[name] = self.code.local(type_of(self.tree.kinds[name]))
        return self.locals[name]

    def _kept(self, kind: int) -> int:
        """Return a local for an intermediate value, to be given back by `_release`."""
        free = self._free[kind]
        return free.pop() if free else self.code.local(kind)

    def _release(self, kind: int, number: int) -> None:
        self._free[kind].append(number)

    def _open(self, op: str) -> None:
        self.code.do(op, EMPTY)
        self.depth += 1

    def _close(self) -> None:
        self.code.do("end")
        self.depth -= 1

    # --- statements -----------------------------------------------------------------------------

    def _block(self, statements: Sequence[Statement]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, s: Statement) -> None:
        code = self.code
        match s:
            case Assign(name, value):
                self.value(value)
                code.do("local.set", self._local(name))
            case Unpack(names, call):
                self.value(call)
                for name in reversed(names):
                    code.do("local.set", self._local(name))
            case Store(place, value):
                offset = self._address(place)
                self.value(value)
                code.memory(f"{_PREFIX[type_of(place.kind)]}.store", offset)
            case Update():
                self._update(s)
            case Copy(target, source, count):
                self.value(target)
                self.value(source)
                self._index(count)
                code.copy_memory()
            case Run(parts):
                for part in (*parts[1:], parts[0]):
                    self.value(part)
                code.do("call_indirect", self.module.type_index(KERNEL), 0)
            case Do(call):
                self.value(call)
                for _ in _results_of(call):
                    code.do("drop")
            case If(test, body, orelse):
                self.value(test)
                self._open("if")
                self._block(body)
                if orelse:
                    code.do("else")
                    self._block(orelse)
                self._close()
            case While(test, body):
                self._while(test, body)
            case For():
                self._for(s)
            case Break():
                code.do("br", self.depth - self.exits[-1])
            case Return(values):
                for value in values:
                    self.value(value)
                code.do("return")
            case _:
                raise Untranslatable(f"no statement {type(s).__name__} in WebAssembly")

    def _while(self, test: Expression | None, body: Sequence[Statement]) -> None:
        self._open("block")
        self.exits.append(self.depth)
        self._open("loop")
        if test is not None:
            self.value(test)
            self.code.do("i32.eqz")
            self.code.do("br_if", 1)
        self._block(body)
        self.code.do("br", 0)
        self._close()
        self.exits.pop()
        self._close()

    def _for(self, s: For) -> None:
        """Count apart: the body may change the variable."""
        code, counter, end = self.code, self._kept(I64), self._kept(I64)
        self.value(s.last)
        code.do("local.set", end)
        self.value(s.first)
        code.do("local.set", counter)
        self._open("block")
        self.exits.append(self.depth)
        self._open("loop")
        code.do("local.get", counter)
        code.do("local.get", end)
        code.do("i64.ge_s")
        code.do("br_if", 1)
        code.do("local.get", counter)
        code.do("local.set", self._local(s.name))
        self._block(s.body)
        code.do("local.get", counter)
        code.constant(I64, 1)
        code.do("i64.add")
        code.do("local.set", counter)
        code.do("br", 0)
        self._close()
        self.exits.pop()
        self._close()
        self._release(I64, counter)
        self._release(I64, end)

    def _update(self, s: Update) -> None:
        code, kind = self.code, type_of(s.place.kind)
        at = self._kept(I32)
        offset = self._address(s.place)
        code.do("local.tee", at)
        code.do("local.get", at)
        code.memory(f"{_PREFIX[kind]}.load", offset)
        self.value(s.value)
        code.do(f"f64.{s.op}" if kind == F64 else f"i64.{_INTS[s.op]}")
        code.memory(f"{_PREFIX[kind]}.store", offset)
        self._release(I32, at)

    # --- expressions ----------------------------------------------------------------------------

    def _index(self, e: Expression) -> None:
        """Write the bytes of so many entries of an array."""
        if isinstance(e, Number):
            self.code.constant(I32, 8 * int(e.value))
            return
        self.value(e)
        self.code.do("i32.wrap_i64")
        self.code.constant(I32, 3)
        self.code.do("i32.shl")

    def _address(self, place: Expression) -> int:
        """Write the address of a place, and return what is still to be added to it."""
        match place:
            case Element(_, array, Number(_, value)):
                self.value(array)
                return 8 * int(value)
            case Element(_, array, Operation(_, "add", (index, Number(_, value)))) if value >= 0:
                self._moved(array, index)
                return 8 * int(value)
            case Element(_, array, index):
                self._moved(array, index)
                return 0
            case Field(_, record, name):
                self.value(record)
                return 8 * record.kind.offset(name)  # type: ignore[union-attr]
        raise Untranslatable(f"{type(place).__name__} has no address")

    def _moved(self, array: Expression, index: Expression) -> None:
        self.value(array)
        self._index(index)
        self.code.do("i32.add")

    def value(self, e: Expression) -> None:
        """Write an expression; its value is then on the stack."""
        match e:
            case Number(kind, value):
                self.code.constant(type_of(kind), value)
            case Variable(_, name):
                self.code.do("local.get", self._local(name))
            case Operation():
                self._operation(e)
            case Element() | Field():
                offset = self._address(e)
                self.code.memory(f"{_PREFIX[type_of(e.kind)]}.load", offset)
            case From(_, array, index):
                self._moved(array, index)
            case Library(_, name, arguments):
                for argument in arguments:
                    self.value(argument)
                self.code.do("call", self.module.library(name))
            case Call(_, function, arguments):
                for argument in arguments:
                    self.value(argument)
                self.code.do("call", native_function(self.module, function))
            case _:
                raise Untranslatable(f"no {type(e).__name__} in WebAssembly")

    def _operation(self, e: Operation) -> None:
        op, code = e.op, self.code
        if op == "choose":
            test, yes, no = e.operands
            for part in (yes, no, test):
                self.value(part)
            code.do("select")
            return
        if op in ("min", "max"):
            self._extreme(e)
            return
        for operand in e.operands:
            self.value(operand)
        if op == "fused":
            kept = self._kept(F64)
            code.do("local.set", kept)
            code.do("f64.mul")
            code.do("local.get", kept)
            code.do("f64.add")
            self._release(F64, kept)
        elif op == "int":
            code.truncate()
        elif op in _CONVERSIONS:
            code.do(_CONVERSIONS[op])
        elif op == "not":
            code.do("i32.eqz")
        elif op == "nonzero":
            code.constant(I64, 0)
            code.do("i64.ne")
        elif op in _TESTS:
            self._test(op, type_of(e.operands[0].kind))
        elif e.kind == BOOL:
            code.do(f"i32.{op}")
        elif e.kind == FLOAT and op in _FLOATS:
            code.do(f"f64.{op}")
        elif op == "neg":
            code.constant(I64, -1)
            code.do("i64.mul")
        else:
            code.do(f"i64.{_INTS[op]}")

    def _test(self, op: str, kind: int) -> None:
        sign = "_s" if kind == I64 and op not in ("eq", "ne") else ""
        self.code.do(f"{_PREFIX[kind]}.{op}{sign}")

    def _extreme(self, e: Operation) -> None:
        """Write Python's min or max: the first, unless the second is beyond it."""
        code, kind = self.code, type_of(e.kind)
        first, second = self._kept(kind), self._kept(kind)
        for operand in e.operands:
            self.value(operand)
        code.do("local.set", second)
        code.do("local.set", first)
        for number in (second, first, second, first):
            code.do("local.get", number)
        self._test("lt" if e.op == "min" else "gt", kind)
        code.do("select")
        self._release(kind, first)
        self._release(kind, second)


def _results_of(call: Expression) -> tuple[int, ...]:
    if isinstance(call, Call):
        return signature(tree_of(call.function))[1]
    return () if call.kind == NONE else (type_of(call.kind),)
