"""Native functions as C99: one static function each, statement by statement.

Floats are rounded as written, integers are unsigned where they may wrap, bits go through `memcpy`.
Compile with `-ffp-contract=off` (or a compiler that does not fuse by itself): what is to be fused
says so, by `sarrus_fused`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.kernels.native import tree as syntax
from sarrus.kernels.native.reading import trees_of
from sarrus.kernels.targets.c.arithmetic import DOUBLE, OF_LIBRARY, Arithmetic

_TYPES: dict[syntax.Result, str] = {
    syntax.FLOAT: "double",
    syntax.INT: "int64_t",
    syntax.BOOL: "int",
    syntax.NONE: "void",
    syntax.FLOATS: "double *",
    syntax.INTS: "int64_t *",
    syntax.POINTERS: "double **",
}
_OPERATORS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "mod": "%"}
_BITWISE = {"add": "+", "sub": "-", "mul": "*", "and": "&", "or": "|", "xor": "^", "shl": "<<",
            "shr": ">>"}  # fmt: skip
_TESTS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "and": "&&",
          "or": "||"}  # fmt: skip
_CALLS = {"fma": "sarrus_fused", "bits": "sarrus_bits", "number": "sarrus_number"}


def c_name(tree: syntax.Tree) -> str:
    """Return the name of a native function in C."""
    module = tree.function.__module__.removeprefix("sarrus.").removeprefix("kernels.")
    words = f"{module}.{tree.function.__qualname__}"
    return "sarrus_" + "".join(x if x.isalnum() else "_" for x in words)


def function_texts(
    functions: Sequence[syntax.Function], arithmetic: Arithmetic = DOUBLE
) -> list[str]:
    """Return the C functions of native functions and of all that they call, callees first."""
    texts: dict[str, str] = {}
    results: dict[str, str] = {}
    for function in functions:
        for tree in reversed(trees_of(function)):
            if c_name(tree) not in texts:
                texts |= _after_callees(tree, texts, results, arithmetic)
    return [*results.values(), *texts.values()]


def _after_callees(
    tree: syntax.Tree, known: dict[str, str], results: dict[str, str], arithmetic: Arithmetic
) -> dict[str, str]:
    """Return a function and those before it that it needs and that are not known."""
    found: dict[str, str] = {}
    for called in tree.called:
        other = trees_of(called)[0]
        if c_name(other) not in known and c_name(other) not in found:
            found |= _after_callees(other, {**known, **found}, results, arithmetic)
    if isinstance(tree.result, tuple):
        fields = " ".join(
            f"{type_of(kind, arithmetic)} v{k};" for k, kind in enumerate(tree.result)
        )
        name = type_of(tree.result)
        results[name] = f"typedef struct {{ {fields} }} {name};"
    found[c_name(tree)] = _Writer(tree, arithmetic).text()
    return found


def type_of(kind: syntax.Result, arithmetic: Arithmetic = DOUBLE) -> str:
    """Return the type of a value in C; several values are a structure, records are words."""
    if isinstance(kind, tuple):
        return "sarrus_" + "".join(part[0] for part in kind)
    return _TYPES.get(kind, "char *").replace("double", arithmetic.real)


class _Writer:
    """Writes one function."""

    def __init__(self, tree: syntax.Tree, arithmetic: Arithmetic) -> None:
        self.tree, self.arithmetic = tree, arithmetic
        self.lines: list[str] = []
        self.depth = 1
        self._names: dict[str, str] = {}
        self._n = 0

    def text(self) -> str:
        """Return the whole function, variables first."""
        tree = self.tree
        value = ", ".join(
            self._declaration(kind, self._name(a)) for a, kind in tree.arguments.items()
        )
        head = f"static {self._declaration(tree.result, c_name(tree))}({value or 'void'})"
        self._block(tree.body)
        own = [name for name in tree.kinds if name not in tree.arguments]
        variables = [
            f"    {self._declaration(tree.kinds[name], self._name(name))};" for name in own
        ]
        unread = [f"    (void){self._name(name)};" for name in tree.arguments]
        return "\n".join([head, "{", *variables, *unread, *self.lines, "}", ""])

    def _type(self, kind: syntax.Result) -> str:
        return type_of(kind, self.arithmetic)

    def _declaration(self, kind: syntax.Result, name: str) -> str:
        """Return the declaration of a name."""
        text = self._type(kind)
        return f"{text}{name}" if text.endswith("*") else f"{text} {name}"

    def _name(self, name: str) -> str:
        """Return a name for a variable that is no word of C."""
        return self._names.setdefault(name, "".join(c if c.isalnum() else "_" for c in name) + "_")

    def _do(self, code: str) -> None:
        self.lines.append("    " * self.depth + code)

    def _new(self, word: str) -> str:
        self._n += 1
        return f"{word}{self._n}"

    def _block(self, statements: Sequence[syntax.Statement]) -> None:
        for statement in statements:
            self._statement(statement)

    def _inside(self, statements: Sequence[syntax.Statement]) -> None:
        self.depth += 1
        self._block(statements)
        self.depth -= 1

    def _statement(self, s: syntax.Statement) -> None:
        match s:
            case syntax.Assign(name, value):
                self._do(f"{self._name(name)} = {self.value(value)};")
            case syntax.Unpack(names, call):
                results = self._new("results")
                kind = trees_of(call.function)[0].result
                self._do("{")
                self._do(f"    const {self._type(kind)} {results} = {self.value(call)};")
                for k, name in enumerate(names):
                    self._do(f"    {self._name(name)} = {results}.v{k};")
                    if name.startswith("_"):  # known to be unread
                        self._do(f"    (void){self._name(name)};")
                self._do("}")
            case syntax.Store(place, value):
                self._do(f"{self._place(place)} = {self.value(value)};")
            case syntax.Update(place, op, value):
                self._update(place, op, value)
            case syntax.Copy(target, source, count):
                to, of, n = (self.value(part) for part in (target, source, count))
                self._do(f"memmove({to}, {of}, 8 * (size_t)({n}));")
            case syntax.Run(parts):
                f, *places = [self.value(part) for part in parts]
                form = "void (*)(double **, double **, double *)"
                ins, outs, work = places
                raw = f"(double **)({ins}), (double **)({outs}), (double *)({work})"
                self._do(f"(({form})({f}))({raw});")
            case syntax.Do(call):
                self._do(f"{self.value(call)};")
            case syntax.If(test, body, orelse):
                self._do(f"if ({_bare(self.value(test))}) {{")
                self._inside(body)
                if orelse:
                    self._do("} else {")
                    self._inside(orelse)
                self._do("}")
            case syntax.While(test, body):
                self._do(f"while ({'1' if test is None else _bare(self.value(test))}) {{")
                self._inside(body)
                self._do("}")
            case syntax.For(name, first, last, body):
                counter, end = self._new("count"), self._new("end")
                self._do("{")
                self._do(f"    const int64_t {end} = {self.value(last)};")
                begin = self.value(first)
                rule = f"{counter} = {begin}; {counter} < {end}; ++{counter}"
                self._do(f"    for (int64_t {rule}) {{")
                self.depth += 1
                self._do(f"    {self._name(name)} = {counter};")
                self._inside(body)
                self.depth -= 1
                self._do("    }")
                self._do("}")
            case syntax.Break():
                self._do("break;")
            case syntax.Return(values):
                self._return(values)
            case _:
                raise syntax.Untranslatable(f"no statement {type(s).__name__} in C")

    def _return(self, values: Sequence[syntax.Expression]) -> None:
        if not values:
            self._do("return;")
        elif isinstance(self.tree.result, tuple):
            results = self._new("results")
            self._do("{")
            self._do(f"    {self._type(self.tree.result)} {results};")
            for k, value in enumerate(values):
                self._do(f"    {results}.v{k} = {self.value(value)};")
            self._do(f"    return {results};")
            self._do("}")
        else:
            self._do(f"return {self.value(values[0])};")

    def _update(
        self, place: syntax.Element | syntax.Field, op: str, value: syntax.Expression
    ) -> None:
        at, kind = self._new("at"), self._type(place.kind)
        now = syntax.Variable(place.kind, at)
        self._names[at] = f"*{at}"
        self._do("{")
        self._do(f"    {kind} *const {at} = &{self._place(place)};")
        changed = self.value(syntax.Operation(place.kind, op, (now, value)))
        self._do(f"    *{at} = {changed};")
        self._do("}")

    # --- expressions --------------------------------------------------------------------------

    def _place(self, e: syntax.Expression) -> str:
        match e:
            case syntax.Element(_, array, index):
                return f"{self.value(array)}[{self.value(index)}]"
            case syntax.Field(kind, record, name):
                at = 8 * record.kind.offset(name)  # type: ignore[union-attr]
                pointer = self._type(kind) + ("" if self._type(kind).endswith("*") else " ")
                return f"(*({pointer}*)({self.value(record)} + {at}))"
        raise syntax.Untranslatable(f"{type(e).__name__} has no address")

    def value(self, e: syntax.Expression) -> str:
        """Return an expression."""
        match e:
            case syntax.Number(kind, value):
                if kind == syntax.FLOAT:
                    return self.arithmetic.number(float(value))
                if kind == syntax.BOOL:
                    return "1" if value else "0"
                return f"INT64_C({value})" if value >= 0 else f"(-INT64_C({-value}))"
            case syntax.Variable(_, name):
                return self._name(name)
            case syntax.Operation():
                return self._operation(e)
            case syntax.Element() | syntax.Field():
                return self._place(e)
            case syntax.From(_, array, index):
                return f"({self.value(array)} + {self.value(index)})"
            case syntax.Library(_, name, arguments):
                return f"{name}({', '.join(self.value(x) for x in arguments)})"
            case syntax.Call(_, function, arguments):
                name = c_name(trees_of(function)[0])
                return f"{name}({', '.join(self.value(x) for x in arguments)})"
        raise syntax.Untranslatable(f"no {type(e).__name__} in C")

    def _operation(self, e: syntax.Operation) -> str:
        x, op = [self.value(operand) for operand in e.operands], e.op
        if op in _CALLS:
            return f"{_CALLS[op]}({', '.join(x)})"
        if op in OF_LIBRARY:
            return f"{self.arithmetic.function(op)}({', '.join(x)})"
        if op == "choose":
            return f"({x[0]} ? {x[1]} : {x[2]})"
        if op in ("min", "max"):
            return f"sarrus_{op}_of_{e.kind}s({x[0]}, {x[1]})"
        if op == "float":
            return f"({self.arithmetic.real})({x[0]})"
        if op == "int":
            return f"(int64_t)({x[0]})"
        if op == "not":
            return f"!({x[0]})"
        if op == "nonzero":
            return f"({x[0]} != 0)"
        if e.kind == syntax.BOOL:
            return f"({x[0]} {_TESTS[op]} {x[1]})"
        if op == "neg":
            return f"(-{x[0]})" if e.kind == syntax.FLOAT else f"sarrus_wrap(-(uint64_t)({x[0]}))"
        if e.kind == syntax.INT and op in _BITWISE:
            return f"sarrus_wrap((uint64_t)({x[0]}) {_BITWISE[op]} (uint64_t)({x[1]}))"
        return f"({x[0]} {_OPERATORS[op]} {x[1]})"


def _bare(text: str) -> str:
    """Return an expression without parentheses around the whole."""
    depth = 0
    for k, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0 and k < len(text) - 1:
            return text
    return text[1:-1] if text.startswith("(") else text
