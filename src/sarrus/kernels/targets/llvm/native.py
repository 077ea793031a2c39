"""Native functions as LLVM text, for one number or for lanes of them.

Values are named once (single assignment): where ways meet, a phi chooses. So the text needs no
pass to take variables out of memory, and functions in kernels, on which none runs, are as short as
written by hand. With lanes, a value that differs between them is a vector, and one that all share
stays a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sarrus.kernels.native import tree as syntax
from sarrus.kernels.native.reading import tree_of
from sarrus.kernels.targets.llvm.lanes import ONE, Lanes

_TYPES: dict[syntax.Result, str] = {
    syntax.FLOAT: "double",
    syntax.INT: "i64",
    syntax.BOOL: "i1",
    syntax.NONE: "void",
}
_FLOAT = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_INT = {
    "add": "add",
    "sub": "sub",
    "mul": "mul",
    "div": "sdiv",
    "mod": "srem",
    "and": "and",
    "or": "or",
    "xor": "xor",
    "shl": "shl",
    "shr": "lshr",
}
_INTRINSICS = {
    "abs": ("fabs", 1),
    "sqrt": ("sqrt", 1),
    "floor": ("floor", 1),
    "copysign": ("copysign", 2),
    "fma": ("fmuladd", 3),
}
_LIBRARY = {"pow": "llvm.pow.f64"}


def type_of(kind: syntax.Result) -> str:
    """Return the type of a number, or of an address: arrays, records and code are addresses."""
    return _TYPES.get(kind, "ptr")


def declarations(lanes: Lanes = ONE) -> list[str]:
    """Return the lines that declare what native functions of some lanes call."""
    lines = [
        f"declare {lanes.real} @llvm.{name}.{lanes.suffix}({', '.join([lanes.real] * n)})"
        for name, n in _INTRINSICS.values()
    ]
    if lanes.width > 1:
        value = f"<{lanes.width} x ptr>, {lanes.bit}, {lanes.real}"
        lines.append(f"declare {lanes.real} @{_gather_name(lanes)}({value})")
    return lines


def module_text(function: syntax.Function) -> str:
    """Return the module of a native function and of all that it calls.

    The function is public under its own name, the others have names of their own.
    """
    symbols = {function: tree_of(function).symbol}

    def symbol_of(one: syntax.Function) -> str:
        if one not in symbols:
            symbols[one] = f"{tree_of(one).symbol} {len(symbols)}"
            waiting.append(one)
        return symbols[one]

    waiting = [function]
    note = " optsize" if getattr(function, "__compact__", False) else ""
    texts = [
        *declarations(),
        "declare double @llvm.pow.f64(double, double)",
        "declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)",
    ]
    while waiting:
        one = waiting.pop()
        scope = "" if one is function else "internal "
        text = function_text(tree_of(one), symbols[one], scope, symbol_of=symbol_of, note=note)
        texts.append(text)
    return "\n".join([*texts, ""])


def function_text(
    tree: syntax.Tree,
    symbol: str,
    scope: str = "internal ",
    lanes: Lanes = ONE,
    symbol_of: Callable[[syntax.Function], str] | None = None,
    note: str = "",
) -> str:
    """Return the text of one function; with lanes, floats among its arguments are vectors."""
    writer = Writer(lanes, symbol_of)
    values = {
        name: Value(kind, f'%"a.{name}"', lanes.width > 1 and kind == syntax.FLOAT)
        for name, kind in tree.arguments.items()
    }
    arguments = ", ".join(f"{writer.type(value)} {value.name}" for value in values.values())
    wide = lanes.width > 1 and tree.result == syntax.FLOAT
    result = lanes.real if wide else type_of(tree.result)
    writer.write(tree, values)
    head = f'define {scope}{result} @"{symbol}"({arguments}){note} {{'
    return "\n".join([head, "start:", *writer.lines, "}", ""])


class Value(NamedTuple):
    """A value: its kind, its name in LLVM, and whether it differs between the lanes."""

    kind: syntax.Result
    name: str
    wide: bool = False


Environment = dict[str, Value]


class _Loop(NamedTuple):
    after: str
    arriving: list[tuple[str, Environment]]
    masked: bool


class Writer:
    """The lines of one function; `here` is the label of the block at hand, None after its end."""

    def __init__(
        self, lanes: Lanes = ONE, symbol_of: Callable[[syntax.Function], str] | None = None
    ) -> None:
        self.lanes = lanes
        self.lines: list[str] = []
        self._symbol_of = symbol_of
        self._env: Environment = {}
        self._wide: set[str] = set()
        self._loops: list[_Loop] = []
        self._here: str | None = "start"
        self._n = 0
        self._results: list[Value] | None = None

    def write(self, tree: syntax.Tree, value: Environment) -> None:
        """Write the body of a function, which returns by itself."""
        self._env, self._wide = dict(value), wide_names(tree, value)
        for name in tree.arguments:
            self._env[name] = self._fit(name, value[name])
        self._block(tree.body)
        if self._here is not None:
            self._do("ret void")

    def inline(self, tree: syntax.Tree, arguments: Sequence[Value]) -> list[Value]:
        """Write the body of a function here and return its results; it ends in its one return."""
        outer = self._env, self._wide, self._results
        values = dict(zip(tree.arguments, arguments, strict=True))
        self._env, self._wide, self._results = values, wide_names(tree, values), []
        for name in tree.arguments:
            self._env[name] = self._fit(name, values[name])
        self._block(tree.body)
        found = self._results
        self._env, self._wide, self._results = outer
        return found

    # --- lines --------------------------------------------------------------------------------

    def type(self, value: Value) -> str:
        """Return the type of a value."""
        plain = type_of(value.kind)
        return f"<{self.lanes.width} x {plain}>" if value.wide else plain

    def line(self, code: str) -> str:
        """Write a line and return the name of its value."""
        self._n += 1
        self.lines.append(f"  %t{self._n} = {code}")
        return f"%t{self._n}"

    def _do(self, code: str) -> None:
        self.lines.append(f"  {code}")

    def _label(self, word: str) -> str:
        self._n += 1
        return f"{word}{self._n}"

    def _begin(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self._here = label

    def widen(self, value: Value) -> Value:
        """Return a value as a vector with the same number in every lane."""
        if value.wide:
            return value
        plain, width = type_of(value.kind), self.lanes.width
        vector, name = f"<{width} x {plain}>", value.name
        if not name.startswith("%"):
            return Value(value.kind, f"splat ({plain} {name})", True)
        one = self.line(f"insertelement {vector} poison, {plain} {name}, i64 0")
        zeros = f"<{width} x i32> zeroinitializer"
        return Value(
            value.kind, self.line(f"shufflevector {vector} {one}, {vector} poison, {zeros}"), True
        )

    def _fit(self, name: str, value: Value) -> Value:
        return self.widen(value) if name in self._wide else value

    def _alike(self, values: Sequence[Value]) -> list[Value]:
        """Return values all of which are vectors if one is."""
        if any(value.wide for value in values):
            return [self.widen(value) for value in values]
        return list(values)

    def _select(self, test: Value, a: Value, b: Value) -> Value:
        test, a, b = self._alike([test, a, b])
        kind = self.type(a)
        code = f"select {self.type(test)} {test.name}, {kind} {a.name}, {kind} {b.name}"
        return Value(a.kind, self.line(code), a.wide)

    # --- statements ---------------------------------------------------------------------------

    def _block(self, statements: Sequence[syntax.Statement]) -> None:
        for statement in statements:
            self._statement(statement)

    def _statement(self, s: syntax.Statement) -> None:
        match s:
            case syntax.Assign(name, value):
                self._env[name] = self._fit(name, self.value(value))
            case syntax.Unpack(names, call):
                results = self.inline(tree_of(call.function), self._values(call.arguments))
                for name, result in zip(names, results, strict=True):
                    self._env[name] = self._fit(name, result)
            case syntax.Store(place, value):
                found, address = self.value(value), self._address(place)
                self._do(f"store {type_of(place.kind)} {found.name}, ptr {address}")
            case syntax.Update(place, op, value, loose):
                address, kind = self._address(place), type_of(place.kind)
                now = Value(place.kind, self.line(f"load {kind}, ptr {address}"))
                changed = self._arithmetic(place.kind, op, now, self.value(value), loose)
                self._do(f"store {kind} {changed.name}, ptr {address}")
            case syntax.Copy(target, source, count):
                to, of, n = (self.value(part).name for part in (target, source, count))
                size = self.line(f"mul i64 {n}, 8")
                span = f"ptr {to}, ptr {of}, i64 {size}, i1 false"
                self._do(f"call void @llvm.memmove.p0.p0.i64({span})")
            case syntax.Run(parts):
                f, *places = [self.value(part).name for part in parts]
                self._do(f"call void {f}({', '.join(f'ptr {place}' for place in places)})")
            case syntax.Do(call):
                self.value(call)
            case syntax.If():
                self._if(s)
            case syntax.While(test, body):
                self._while(test, body)
            case syntax.For():
                self._for(s)
            case syntax.Break():
                loop = self._loops[-1]
                if loop.masked:
                    raise syntax.Untranslatable("a loop that lanes leave one by one has no break")
                self._leave(loop.after, loop.arriving)
            case syntax.Return(values):
                self._return(values)
            case _:
                raise syntax.Untranslatable(f"no statement {type(s).__name__} in LLVM")

    def _return(self, values: Sequence[syntax.Expression]) -> None:
        found = self._values(values)
        if self._results is not None:
            self._results += found
            return
        one = self.widen(found[0]) if found and self.lanes.width > 1 else next(iter(found), None)
        self._do("ret void" if one is None else f"ret {self.type(one)} {one.name}")
        self._here = None

    def _if(self, s: syntax.If) -> None:
        test = self.value(s.test)
        if test.wide:
            raise syntax.Untranslatable("a branch depends on what differs between lanes")
        yes, no, after = self._label("yes"), self._label("no"), self._label("after")
        self._do(f"br i1 {test.name}, label %{yes}, label %{no}")
        before = self._env
        arriving: list[tuple[str, Environment]] = []
        for label, statements in ((yes, s.body), (no, s.orelse)):
            self._env = dict(before)
            self._begin(label)
            self._block(statements)
            self._leave(after, arriving)
        self._join(after, arriving)

    def _while(self, test: syntax.Expression | None, body: Sequence[syntax.Statement]) -> None:
        def more() -> Value | None:
            return None if test is None else self.value(test)

        self._repeat(more, body, lambda: None)

    def _for(self, s: syntax.For) -> None:
        first, last = self.value(s.first), self.value(s.last)
        counter = f"for {s.name} {len(self._loops)}"
        self._env[counter] = first

        def more() -> Value:
            now = self._env[counter]
            test = Value(syntax.BOOL, self.line(f"icmp slt i64 {now.name}, {last.name}"))
            return test

        def step() -> None:
            now = self._env[counter]
            self._env[counter] = Value(syntax.INT, self.line(f"add i64 {now.name}, 1"))

        start = syntax.Assign(s.name, syntax.Variable(syntax.INT, counter))
        self._repeat(more, (start, *s.body), step, counter)
        self._env.pop(counter, None)

    def _repeat(
        self,
        more: Callable[[], Value | None],
        body: Sequence[syntax.Statement],
        step: Callable[[], None],
        counter: str = "",
    ) -> None:
        """Write a loop; what its body assigns and was there before gets a phi at its head."""
        again, inside, after = self._label("again"), self._label("body"), self._label("after")
        before, came_from = dict(self._env), self._here
        carried = [name for name in (*assigned_names(body), counter) if name in before]
        self._do(f"br label %{again}")
        self._begin(again)
        holes = {}
        for name in carried:
            holes[name] = len(self.lines)
            self._env[name] = Value(before[name].kind, self.line(""), before[name].wide)
        heads = dict(self._env)
        test = more()
        arriving: list[tuple[str, Environment]] = []
        if test is None:
            self._do(f"br label %{inside}")
        else:
            name = self._any(test) if test.wide else test.name
            self._do(f"br i1 {name}, label %{inside}, label %{after}")
            arriving.append((str(self._here), dict(self._env)))
        self._begin(inside)
        self._loops.append(_Loop(after, arriving, test is not None and test.wide))
        self._block(body)
        self._loops.pop()
        back: Environment = {}
        if self._here is not None:
            step()
            for name in carried:
                now = self._env[name]
                if test is not None and test.wide:
                    now = self._select(test, now, heads[name])
                back[name] = now
            self._do(f"br label %{again}")
        for name, at in holes.items():
            old = before[name]
            ways = [f"[ {old.name}, %{came_from} ]"]
            if back:
                ways.append(f"[ {back[name].name}, %{self._here} ]")
            self.lines[at] += f"phi {self.type(old)} {', '.join(ways)}"
        self._here = None
        self._join(after, arriving)

    def _any(self, test: Value) -> str:
        width = self.lanes.width
        mask = self.line(f"bitcast {self.type(test)} {test.name} to i{width}")
        return self.line(f"icmp ne i{width} {mask}, 0")

    def _leave(self, label: str, arriving: list[tuple[str, Environment]]) -> None:
        """Leave for a label, if a way leads here."""
        if self._here is not None:
            self._do(f"br label %{label}")
            arriving.append((self._here, self._env))
            self._here = None

    def _join(self, label: str, arriving: list[tuple[str, Environment]]) -> None:
        """Go on at a label, with what has a value on every way that leads to it."""
        if not arriving:
            return
        self._begin(label)
        first, *others = [env for _, env in arriving]
        common: Environment = {}
        for name, value in first.items():
            if all(name in env for env in others):
                values = [env[name] for _, env in arriving]
                common[name] = value
                if any(other != value for other in values):
                    ways = [f"[ {env[name].name}, %{at} ]" for at, env in arriving]
                    code = f"phi {self.type(value)} {', '.join(ways)}"
                    common[name] = Value(value.kind, self.line(code), value.wide)
        self._env = common

    # --- expressions --------------------------------------------------------------------------

    def _values(self, expressions: Sequence[syntax.Expression]) -> list[Value]:
        return [self.value(expression) for expression in expressions]

    def value(self, e: syntax.Expression) -> Value:
        """Return the value of an expression."""
        match e:
            case syntax.Number(kind, value):
                return Value(kind, _constant(kind, value))
            case syntax.Variable(_, name):
                return self._env[name]
            case syntax.Operation():
                return self._operation(e)
            case syntax.Element(kind, array, index):
                base, place = self.value(array), self.value(index)
                if place.wide:
                    return self._gather(base, place)
                at = self._entry(kind, base, place)
                return Value(kind, self.line(f"load {type_of(kind)}, ptr {at}"))
            case syntax.Field(kind):
                return Value(kind, self.line(f"load {type_of(kind)}, ptr {self._address(e)}"))
            case syntax.From(kind, array, index):
                base, k = self.value(array), self.value(index)
                entry = "ptr" if kind == syntax.POINTERS else "i64"
                code = f"getelementptr {entry}, ptr {base.name}, i64 {k.name}"
                return Value(kind, self.line(code))
            case syntax.Library(kind, name, arguments):
                raw = ", ".join(f"double {value.name}" for value in self._values(arguments))
                return Value(kind, self.line(f"call double @{_LIBRARY[name]}({raw})"))
            case syntax.Call():
                return self._call(e)
        raise syntax.Untranslatable(f"no {type(e).__name__} in LLVM")

    def _call(self, e: syntax.Call) -> Value:
        tree, values = tree_of(e.function), self._values(e.arguments)
        if tree.exact:
            return self.inline(tree, values)[0]
        if self._symbol_of is None or any(value.wide for value in values):
            raise syntax.Untranslatable(f"{tree.symbol} is not exact")
        arguments = ", ".join(f"{self.type(value)} {value.name}" for value in values)
        code = f'call {type_of(tree.result)} @"{self._symbol_of(e.function)}"({arguments})'
        if tree.result == syntax.NONE:
            self._do(code)
            return Value(syntax.NONE, "")
        return Value(tree.result, self.line(code))

    def _address(self, e: syntax.Expression) -> str:
        """Return the address of an entry or a field."""
        if isinstance(e, syntax.Field):
            record = self.value(e.record)
            at = 8 * e.record.kind.offset(e.name)  # type: ignore[union-attr]
            return self.line(f"getelementptr i8, ptr {record.name}, i64 {at}")
        if not isinstance(e, syntax.Element):
            raise syntax.Untranslatable(f"{type(e).__name__} has no address")
        return self._entry(e.kind, self.value(e.array), self.value(e.index))

    def _entry(self, kind: syntax.Result, array: Value, k: Value) -> str:
        return self.line(f"getelementptr {type_of(kind)}, ptr {array.name}, i64 {k.name}")

    def _gather(self, array: Value, index: Value) -> Value:
        """Return entries that lie apart, one for every lane."""
        lanes = self.lanes
        pointers = f"<{lanes.width} x ptr>"
        at = self.line(f"getelementptr double, ptr {array.name}, {lanes.whole} {index.name}")
        code = (
            f"call {lanes.real} @{_gather_name(lanes)}({pointers} align 8 {at}, "
            f"{lanes.bit} splat (i1 true), {lanes.real} poison)"
        )
        return Value(syntax.FLOAT, self.line(code), True)

    def _operation(self, e: syntax.Operation) -> Value:
        x = self._values(e.operands)
        if e.op == "choose":
            return self._select(x[0], x[1], x[2])
        x = self._alike(x)
        kind, op = e.kind, e.op
        wide, raw = x[0].wide, self.type(x[0])
        plain = x[0].kind

        def instruction(code: str) -> Value:
            return Value(kind, self.line(code), wide)

        result = self.type(Value(kind, "", wide))
        if op in ("min", "max"):
            word = "lt" if op == "min" else "gt"
            test = f"fcmp o{word}" if plain == syntax.FLOAT else f"icmp s{word}"
            which = Value(syntax.BOOL, self.line(f"{test} {raw} {x[1].name}, {x[0].name}"), wide)
            return self._select(which, x[1], x[0])
        if op in _INTRINSICS and kind == syntax.FLOAT:
            suffix = self.lanes.suffix if wide else "f64"
            arguments = ", ".join(f"{raw} {value.name}" for value in x)
            return instruction(f"call {raw} @llvm.{_INTRINSICS[op][0]}.{suffix}({arguments})")
        if op == "neg":
            zero = "zeroinitializer" if wide else "0"
            code = f"fneg {raw} {x[0].name}"
            return instruction(code if plain == syntax.FLOAT else f"sub {raw} {zero}, {x[0].name}")
        if op in ("bits", "number"):
            return instruction(f"bitcast {raw} {x[0].name} to {result}")
        if op == "float":
            return instruction(f"sitofp {raw} {x[0].name} to {result}")
        if op == "int":
            return instruction(f"fptosi {raw} {x[0].name} to {result}")
        if kind == syntax.BOOL:
            return instruction(self._test(op, plain, raw, x))
        return self._arithmetic(kind, op, x[0], x[1], e.loose)

    def _test(self, op: str, plain: syntax.Result, value: str, x: list[Value]) -> str:
        if op == "not":
            truth = "splat (i1 true)" if x[0].wide else "true"
            return f"xor {value} {x[0].name}, {truth}"
        if op == "nonzero":
            zero = "zeroinitializer" if x[0].wide else "0"
            return f"icmp ne {value} {x[0].name}, {zero}"
        if op in ("and", "or"):
            return f"{op} {value} {x[0].name}, {x[1].name}"
        if plain == syntax.FLOAT:
            test = "fcmp une" if op == "ne" else f"fcmp o{op}"
        else:
            test = f"icmp {op}" if op in ("eq", "ne") else f"icmp s{op}"
        return f"{test} {value} {x[0].name}, {x[1].name}"

    def _arithmetic(self, kind: syntax.Result, op: str, a: Value, b: Value, loose: bool) -> Value:
        a, b = self._alike([a, b])
        word = _FLOAT[op] if kind == syntax.FLOAT else _INT[op]
        flag = " contract" if loose and kind == syntax.FLOAT else ""
        code = f"{word}{flag} {self.type(a)} {a.name}, {b.name}"
        return Value(kind, self.line(code), a.wide)


def _gather_name(lanes: Lanes) -> str:
    return f"llvm.masked.gather.{lanes.suffix}.v{lanes.width}p0"


def _constant(kind: syntax.Result, value: float | int | bool) -> str:
    if kind == syntax.FLOAT:
        return ONE.number(float(value))
    if kind == syntax.BOOL:
        return "true" if value else "false"
    return str(int(value))


def assigned_names(statements: Sequence[syntax.Statement]) -> list[str]:
    """Return the variables that statements assign, in order, each once."""
    found: dict[str, None] = {}
    for s in statements:
        match s:
            case syntax.Assign(name):
                found[name] = None
            case syntax.Unpack(names):
                found |= dict.fromkeys(names)
            case syntax.If(_, body, orelse):
                found |= dict.fromkeys([*assigned_names(body), *assigned_names(orelse)])
            case syntax.While(_, body):
                found |= dict.fromkeys(assigned_names(body))
            case syntax.For(name, _, _, body):
                found |= dict.fromkeys([name, *assigned_names(body)])
    return list(found)


def wide_names(tree: syntax.Tree, raw: Environment) -> set[str]:
    """Return the variables that differ between lanes, from the arguments that do."""
    wide = {name for name, value in raw.items() if value.wide}
    if not wide:
        return wide
    while True:
        before = len(wide)
        _spread(tree.body, wide, False)
        if len(wide) == before:
            return wide


def _spread(statements: Sequence[syntax.Statement], wide: set[str], inside: bool) -> None:
    for s in statements:
        match s:
            case syntax.Assign(name, value):
                if inside or _is_wide(value, wide):
                    wide.add(name)
            case syntax.Unpack(names, call):
                if inside or _is_wide(call, wide):
                    wide |= set(names)
            case syntax.If(_, body, orelse):
                _spread((*body, *orelse), wide, inside)
            case syntax.While(test, body):
                _spread(body, wide, inside or (test is not None and _is_wide(test, wide)))
            case syntax.For(_, _, _, body):
                _spread(body, wide, inside)


def _is_wide(e: syntax.Expression, wide: set[str]) -> bool:
    match e:
        case syntax.Variable(_, name):
            return name in wide
        case syntax.Operation(_, _, operands):
            return any(_is_wide(x, wide) for x in operands)
        case syntax.Element(_, _, index):
            return _is_wide(index, wide)
        case syntax.Call(_, _, arguments):
            return any(_is_wide(x, wide) for x in arguments)
    return False
