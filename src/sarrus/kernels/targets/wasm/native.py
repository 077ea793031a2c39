"""Native functions as WebAssembly: loops and branches are structured in both.

Floats are f64, integers i64, truths i32; arrays, records and the code of kernels are i32: addresses
in memory, and places in the table of functions. In memory all of them take 8 bytes, as on
processors of 64 bits, an address in the lower half. There is no fused multiply-add: `fma` rounds
twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.kernels.native import tree as syntax
from sarrus.kernels.native.reading import tree_of
from sarrus.kernels.targets.wasm.encoding import EMPTY, F64, I32, I64, Code, FunctionType
from sarrus.kernels.targets.wasm.module import KERNEL, Module

_TYPES: dict[syntax.Result, int] = {syntax.FLOAT: F64, syntax.INT: I64, syntax.BOOL: I32}
_PREFIX = {F64: "f64", I64: "i64", I32: "i32"}
_FLOATS = {"add", "sub", "mul", "div", "neg", "abs", "sqrt", "floor", "copysign"}
_INTS = {"add": "add", "sub": "sub", "mul": "mul", "div": "div_s", "mod": "rem_s", "and": "and",
         "or": "or", "xor": "xor", "shl": "shl", "shr": "shr_u"}  # fmt: skip
_TESTS = {"eq", "ne", "lt", "le", "gt", "ge"}
_CONVERSIONS = {"float": "f64.convert_i64_s", "bits": "i64.reinterpret_f64",
                "number": "f64.reinterpret_i64"}  # fmt: skip


def type_of(kind: syntax.Kind) -> int:
    """Return the type of a value; arrays, records and kernels are addresses."""
    return _TYPES.get(kind, I32)


def signature(tree: syntax.Tree) -> FunctionType:
    """Return the type of a native function."""
    result = tree.result
    results = result if isinstance(result, tuple) else () if result == syntax.NONE else (result,)
    return tuple(type_of(k) for k in tree.arguments.values()), tuple(type_of(k) for k in results)


def native_function(module: Module, function: syntax.Function) -> int:
    """Return the number of a native function in a module, with all that it calls."""
    tree = tree_of(function)
    return module.function(tree.symbol, signature(tree), lambda: _Writer(module, tree).body())


class _Writer:
    """Writes one function."""

    def __init__(self, module: Module, tree: syntax.Tree) -> None:
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
        if self.tree.result != syntax.NONE:
            self.code.do("unreachable")  # every way ends with a return
        return self.code.body()

    def _local(self, name: str) -> int:
        if name not in self.locals:
            self.locals[name] = self.code.local(type_of(self.tree.kinds[name]))
        return self.locals[name]

    def _keep(self, kind: int) -> int:
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

    def _block(self, statements: Sequence[syntax.Statement]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, s: syntax.Statement) -> None:
        code = self.code
        match s:
            case syntax.Assign(name, value):
                self.value(value)
                code.do("local.set", self._local(name))
            case syntax.Unpack(names, call):
                self.value(call)
                for name in reversed(names):
                    code.do("local.set", self._local(name))
            case syntax.Store(place, value):
                offset = self._address(place)
                self.value(value)
                code.memory(f"{_PREFIX[type_of(place.kind)]}.store", offset)
            case syntax.Update():
                self._update(s)
            case syntax.Copy(target, source, count):
                self.value(target)
                self.value(source)
                self._index(count)
                code.copy_memory()
            case syntax.Run(parts):
                for part in (*parts[1:], parts[0]):
                    self.value(part)
                code.do("call_indirect", self.module.type_index(KERNEL), 0)
            case syntax.Do(call):
                self.value(call)
                for _ in _results_of(call):
                    code.do("drop")
            case syntax.If(test, body, orelse):
                self.value(test)
                self._open("if")
                self._block(body)
                if orelse:
                    code.do("else")
                    self._block(orelse)
                self._close()
            case syntax.While(test, body):
                self._while(test, body)
            case syntax.For():
                self._for(s)
            case syntax.Break():
                code.do("br", self.depth - self.exits[-1])
            case syntax.Return(values):
                for value in values:
                    self.value(value)
                code.do("return")
            case _:
                raise syntax.Untranslatable(f"no statement {type(s).__name__} in WebAssembly")

    def _while(self, test: syntax.Expression | None, body: Sequence[syntax.Statement]) -> None:
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

    def _for(self, s: syntax.For) -> None:
        """Count apart: the body may change the variable."""
        code, counter, end = self.code, self._keep(I64), self._keep(I64)
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

    def _update(self, s: syntax.Update) -> None:
        code, kind = self.code, type_of(s.place.kind)
        at = self._keep(I32)
        offset = self._address(s.place)
        code.do("local.tee", at)
        code.do("local.get", at)
        code.memory(f"{_PREFIX[kind]}.load", offset)
        self.value(s.value)
        code.do(f"f64.{s.op}" if kind == F64 else f"i64.{_INTS[s.op]}")
        code.memory(f"{_PREFIX[kind]}.store", offset)
        self._release(I32, at)

    # --- expressions ----------------------------------------------------------------------------

    def _index(self, e: syntax.Expression) -> None:
        """Write the bytes of so many entries of an array."""
        if isinstance(e, syntax.Number):
            self.code.constant(I32, 8 * int(e.value))
            return
        self.value(e)
        self.code.do("i32.wrap_i64")
        self.code.constant(I32, 3)
        self.code.do("i32.shl")

    def _address(self, place: syntax.Expression) -> int:
        """Write the address of a place, and return what is still to be added to it."""
        match place:
            case syntax.Element(_, array, syntax.Number(_, value)):
                self.value(array)
                return 8 * int(value)
            case syntax.Element(
                _, array, syntax.Operation(_, "add", (index, syntax.Number(_, value)))
            ) if value >= 0:
                self._move(array, index)
                return 8 * int(value)
            case syntax.Element(_, array, index):
                self._move(array, index)
                return 0
            case syntax.Field(_, record, name):
                self.value(record)
                return 8 * record.kind.offset(name)  # type: ignore[union-attr]
        raise syntax.Untranslatable(f"{type(place).__name__} has no address")

    def _move(self, array: syntax.Expression, index: syntax.Expression) -> None:
        self.value(array)
        self._index(index)
        self.code.do("i32.add")

    def value(self, e: syntax.Expression) -> None:
        """Write an expression; its value is then on the stack."""
        match e:
            case syntax.Number(kind, value):
                self.code.constant(type_of(kind), value)
            case syntax.Variable(_, name):
                self.code.do("local.get", self._local(name))
            case syntax.Operation():
                self._operation(e)
            case syntax.Element() | syntax.Field():
                offset = self._address(e)
                self.code.memory(f"{_PREFIX[type_of(e.kind)]}.load", offset)
            case syntax.From(_, array, index):
                self._move(array, index)
            case syntax.Library(_, name, arguments):
                for argument in arguments:
                    self.value(argument)
                self.code.do("call", self.module.library(name))
            case syntax.Call(_, function, arguments):
                for argument in arguments:
                    self.value(argument)
                self.code.do("call", native_function(self.module, function))
            case _:
                raise syntax.Untranslatable(f"no {type(e).__name__} in WebAssembly")

    def _operation(self, e: syntax.Operation) -> None:
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
        if op == "fma":
            kept = self._keep(F64)
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
        elif e.kind == syntax.BOOL:
            code.do(f"i32.{op}")
        elif e.kind == syntax.FLOAT and op in _FLOATS:
            code.do(f"f64.{op}")
        elif op == "neg":
            code.constant(I64, -1)
            code.do("i64.mul")
        else:
            code.do(f"i64.{_INTS[op]}")

    def _test(self, op: str, kind: int) -> None:
        sign = "_s" if kind == I64 and op not in ("eq", "ne") else ""
        self.code.do(f"{_PREFIX[kind]}.{op}{sign}")

    def _extreme(self, e: syntax.Operation) -> None:
        """Write Python's min or max: the first, unless the second is beyond it."""
        code, kind = self.code, type_of(e.kind)
        first, second = self._keep(kind), self._keep(kind)
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


def _results_of(call: syntax.Expression) -> tuple[int, ...]:
    if isinstance(call, syntax.Call):
        return signature(tree_of(call.function))[1]
    return () if call.kind == syntax.NONE else (type_of(call.kind),)
