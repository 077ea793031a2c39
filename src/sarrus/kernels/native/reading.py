"""From the source of native functions to trees: what it says, with kinds, or why it is refused."""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from sarrus.kernels.native import language
from sarrus.kernels.native.source import Source, source_of
from sarrus.kernels.native.tree import (
    BOOL,
    CODE,
    ELEMENT,
    FLOAT,
    FLOATS,
    INT,
    KERNEL,
    NONE,
    NUMBERS,
    PARTS,
    POINTERS,
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
    RecordKind,
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

_ARITHMETIC: dict[Kind, dict[Any, str]] = {
    FLOAT: {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div"},
    INT: {
        ast.Add: "add",
        ast.Sub: "sub",
        ast.Mult: "mul",
        ast.FloorDiv: "div",
        ast.Mod: "mod",
        ast.BitAnd: "and",
        ast.BitOr: "or",
        ast.BitXor: "xor",
        ast.LShift: "shl",
        ast.RShift: "shr",
    },
}
_EQUAL: dict[Any, str] = {ast.Eq: "eq", ast.NotEq: "ne"}
_ORDER: dict[Any, str] = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}
_COMPARED: dict[Kind, dict[Any, str]] = {
    FLOAT: {**_EQUAL, **_ORDER},
    INT: {**_EQUAL, **_ORDER},
    BOOL: _EQUAL,
}
_NONE: dict[Any, str] = {}
NOTHING = Expression(NONE)

Arriving = list[frozenset[str]]
"""For every way that leads to a place: the variables that have a value there."""


@cache
def tree_of(function: Function) -> Tree:
    """Return the tree of a native function."""
    return _Reader(source_of(function)).tree()


def trees_of(function: Function) -> list[Tree]:
    """Return the trees of a native function and of all that it calls, itself first."""
    found: dict[Function, Tree] = {}
    waiting = [function]
    while waiting:
        one = waiting.pop(0)
        if one not in found:
            found[one] = tree_of(one)
            waiting += found[one].called
    return list(found.values())


class _Reader:
    """Reads one function; `node` is the statement at hand, `block` where statements go."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.local = set(source.function.__code__.co_varnames)
        self.kinds: dict[str, Kind] = dict(source.arguments)
        self.assigned: frozenset[str] | None = frozenset(source.arguments)
        """Variables that have a value here, whatever the way; None where no way leads."""
        self.node: ast.stmt = source.tree
        self.block: list[Statement] = []
        self.called: dict[Function, None] = {}
        self._loops: list[Arriving] = []
        self._n = 0

    def tree(self) -> Tree:
        """Return the whole function."""
        source = self.source
        body = self._block(source.tree.body)
        if self.assigned is not None and source.result != NONE:
            raise self.refusal("the function may end without a result")
        return Tree(
            source.function,
            source.arguments,
            source.result,
            body,
            self.kinds,
            source.exact,
            tuple(self.called),
        )

    # --- refusals -----------------------------------------------------------------------------

    def refusal(self, what: str) -> Untranslatable:
        """Return the error that names the statement being read."""
        return self.source.refusal(self.node.lineno, what)

    def _unknown(self, node: ast.AST) -> Untranslatable:
        return self.refusal(f"{ast.unparse(node).splitlines()[0]} cannot be compiled")

    def _expect(self, kind: Kind, value: Expression) -> Expression:
        """Return a value, which must be of a kind."""
        if kind != value.kind:
            raise self.refusal(f"{value.kind} where {kind} is expected")
        return value

    # --- statements ---------------------------------------------------------------------------

    def _block(self, statements: Sequence[ast.stmt]) -> tuple[Statement, ...]:
        outer, self.block = self.block, []
        for statement in statements:
            self.node = statement
            if self.assigned is None:
                raise self.refusal("never reached")
            self._statement(statement)
        found, self.block = self.block, outer
        return tuple(found)

    def _statement(self, s: ast.stmt) -> None:
        match s:
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Call() as call):
                self._unpack(names, call)
            case ast.Assign(targets=[target], value=value):
                self._store(target, self._value(value))
            case ast.AugAssign():
                self._change(s)
            case ast.If():
                self._if(s)
            case ast.While(orelse=[]):
                self._while(s)
            case ast.For(target=ast.Name(id=name), iter=ast.Call() as call, orelse=[]):
                self._for(name, call, s)
            case ast.Break():
                self.block.append(Break())
                self._leave(self._loops[-1])
            case ast.Return():
                self._return(s.value)
            case ast.Expr(value=ast.Constant()):
                pass
            case ast.Expr(value=ast.Call() as call):
                found = self._call(call)
                if not (type(found) is Expression and found.kind == NONE):
                    self.block.append(Do(found))
            case ast.Expr(value=value):
                self._value(value)
            case _:
                raise self._unknown(s)

    def _assign(self, name: str, value: Expression) -> None:
        self._name(name, value.kind)
        self.block.append(Assign(name, value))

    def _name(self, name: str, kind: Kind) -> None:
        """Note that a variable gets a value; its first one decides of which kind it is."""
        known = self.kinds.setdefault(name, kind)
        self._expect(known, Expression(kind))
        if self.assigned is not None:
            self.assigned |= {name}

    def _unpack(self, names: list[ast.expr], call: ast.Call) -> None:
        found = self._call(call)
        kinds = source_of(found.function).result if isinstance(found, Call) else None
        if not isinstance(found, Call) or not isinstance(kinds, tuple):
            raise self.refusal(f"{ast.unparse(call)} has not several values")
        if len(names) != len(kinds):
            raise self.refusal(f"{ast.unparse(call)} has {len(kinds)} values, not {len(names)}")
        targets = []
        for target, kind in zip(names, kinds, strict=True):
            if not isinstance(target, ast.Name):
                raise self._unknown(target)
            self._name(target.id, kind)
            targets.append(target.id)
        self.block.append(Unpack(tuple(targets), found))

    def _store(self, target: ast.expr, value: Expression) -> None:
        match target:
            case ast.Name(id=name):
                self._assign(name, value)
            case ast.Subscript():
                place = self._element(target)
                self.block.append(Store(place, self._expect(place.kind, value)))
            case ast.Attribute():
                field = self._field_to_write(target)
                self.block.append(Store(field, self._expect(field.kind, value)))
            case _:
                raise self._unknown(target)

    def _field_to_write(self, target: ast.Attribute) -> Field:
        field = self._field(target)
        if field.kind not in NUMBERS:
            raise self.refusal(f"{ast.unparse(target)} cannot be set here: it is no number")
        return field

    def _change(self, s: ast.AugAssign) -> None:
        """Read an assignment like a += b, whose target is evaluated once."""
        match s.target:
            case ast.Name(id=name):
                now = self._variable(name)
                self._assign(name, self._binary(s.op, now, self._value(s.value)))
            case ast.Subscript() | ast.Attribute() as target:
                place: Element | Field
                if isinstance(target, ast.Subscript):
                    place = self._element(target)
                else:
                    place = self._field_to_write(target)
                found = self._binary(s.op, place, self._value(s.value))
                value = found.operands[1]
                self.block.append(Update(place, found.op, value, found.loose))
            case _:
                raise self._unknown(s)

    def _return(self, e: ast.expr | None) -> None:
        result = self.source.result
        values: tuple[Expression, ...]
        if isinstance(result, tuple):
            if not isinstance(e, ast.Tuple) or len(e.elts) != len(result):
                raise self.refusal(f"{len(result)} values are expected")
            parts = zip(result, e.elts, strict=True)
            values = tuple(self._expect(kind, self._value(part)) for kind, part in parts)
        elif e is None:
            self._expect(result, NOTHING)
            values = ()
        else:
            values = (self._expect(result, self._value(e)),)
        self.block.append(Return(values))
        self.assigned = None

    # --- branches and loops -------------------------------------------------------------------

    def _if(self, s: ast.If) -> None:
        test = self._truth(s.test)
        before, arriving, blocks = self.assigned, Arriving(), []
        for statements in (s.body, s.orelse):
            self.assigned = before
            blocks.append(self._block(statements))
            self._leave(arriving)
        self.block.append(If(test, *blocks))
        self._join(arriving)

    def _while(self, s: ast.While) -> None:
        here = len(self.block)
        test = self._truth(s.test)
        if len(self.block) > here:
            raise self.refusal("a test of a loop is one expression")
        arriving, forever = Arriving(), isinstance(test, Number) and test.value is True
        if not forever and self.assigned is not None:
            arriving.append(self.assigned)
        body = self._repeat(s.body, arriving)
        self.block.append(While(None if forever else test, body))

    def _for(self, name: str, call: ast.Call, s: ast.For) -> None:
        """Count apart: the variable may be changed, and ends at the last value."""
        if self._global_of(call.func) is not range or len(call.args) not in (1, 2) or call.keywords:
            raise self._unknown(s)
        bounds = [self._expect(INT, self._value(a)) for a in call.args]
        first, last = bounds if len(bounds) == 2 else (Number(INT, 0), bounds[0])
        arriving = [self.assigned] if self.assigned is not None else []
        self._name(name, INT)
        self.block.append(For(name, first, last, self._repeat(s.body, arriving)))

    def _repeat(self, body: list[ast.stmt], arriving: Arriving) -> tuple[Statement, ...]:
        self._loops.append(arriving)
        found = self._block(body)
        self._loops.pop()
        self._join(arriving)
        return found

    def _leave(self, arriving: Arriving) -> None:
        """Go elsewhere, if a way leads here."""
        if self.assigned is not None:
            arriving.append(self.assigned)
            self.assigned = None

    def _join(self, arriving: Arriving) -> None:
        """Go on with what has a value on every way that leads here."""
        self.assigned = frozenset.intersection(*arriving) if arriving else None

    # --- expressions --------------------------------------------------------------------------

    def _value(self, e: ast.expr) -> Expression:
        match e:
            case ast.Constant():
                return self._number(e.value)
            case ast.Name(id=name) if name in self.local:
                return self._variable(name)
            case ast.Name(id=name):
                return self._global(name)
            case ast.Subscript():
                return self._element(e)
            case ast.Attribute():
                return self._field(e)
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(op, self._value(left), self._value(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._negative(self._value(operand))
            case ast.UnaryOp(op=ast.Not()):
                return self._truth(e)
            case ast.BoolOp(op=op, values=parts):
                return self._conjunction(op, [self._expect(BOOL, self._value(p)) for p in parts])
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._comparison(op, self._value(left), self._value(right))
            case ast.IfExp(test=test, body=yes, orelse=no):
                truth, a, b = self._truth(test), self._value(yes), self._value(no)
                return Operation(a.kind, "choose", (truth, a, self._expect(a.kind, b)))
            case ast.Call():
                found = self._call(e)
                if found.kind != NONE:
                    return found
                raise self.refusal(f"{ast.unparse(e)} has no value")
        raise self._unknown(e)

    def _truth(self, e: ast.expr) -> Expression:
        """Return what decides a branch; whole numbers are true unless zero."""
        match e:
            case ast.BoolOp(op=op, values=parts):
                return self._conjunction(op, [self._truth(part) for part in parts])
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Operation(BOOL, "not", (self._truth(operand),))
        found = self._value(e)
        if found.kind == INT:
            return Operation(BOOL, "nonzero", (found,))
        return self._expect(BOOL, found)

    def _number(self, number: Any) -> Expression:
        match number:
            case bool():
                return Number(BOOL, number)
            case int() if -(2**63) <= number < 2**63:
                return Number(INT, int(number))
            case float():
                return Number(FLOAT, float(number))
        raise self.refusal(f"{number!r:.80} is not a number of 64 bits")

    def _variable(self, name: str) -> Expression:
        """Return the value of a variable, which must have one on every way that leads here."""
        if self.assigned is None or name not in self.assigned:
            raise self.refusal(f"'{name}' may have no value here")
        return Variable(self.kinds[name], name)

    def _global(self, name: str) -> Expression:
        known = self.source.function.__globals__
        if name not in known:
            raise self.refusal(f"'{name}' is not known")
        return self._number(known[name])

    def _operation(self, kind: Kind, op: str, *operands: Expression) -> Operation:
        loose = kind == FLOAT and not self.source.exact
        return Operation(kind, op, operands, loose)

    def _binary(self, op: ast.operator, a: Expression, b: Expression) -> Operation:
        self._expect(a.kind, b)
        word = _ARITHMETIC.get(a.kind, _NONE).get(type(op))
        if word is None:
            raise self.refusal(f"no {type(op).__name__} of {a.kind}")
        return self._operation(a.kind, word, a, b)

    def _negative(self, a: Expression) -> Expression:
        if isinstance(a, Number) and a.kind in NUMBERS:
            return Number(a.kind, -a.value)
        kind = FLOAT if a.kind == FLOAT else self._expect(INT, a).kind
        return Operation(kind, "neg", (a,))

    def _comparison(self, op: ast.cmpop, a: Expression, b: Expression) -> Expression:
        self._expect(a.kind, b)
        word = _COMPARED.get(a.kind, _NONE).get(type(op))
        if word is None:
            raise self.refusal(f"no {type(op).__name__} of {a.kind}")
        return Operation(BOOL, word, (a, b))

    def _conjunction(self, op: ast.boolop, parts: list[Expression]) -> Expression:
        word = "and" if isinstance(op, ast.And) else "or"
        found = parts[0]
        for part in parts[1:]:
            found = Operation(BOOL, word, (found, part))
        return found

    def _element(self, e: ast.Subscript) -> Element:
        array = self._value(e.value)
        if not isinstance(array.kind, str) or array.kind not in ELEMENT:
            raise self.refusal(f"{ast.unparse(e.value)} is no array")
        return Element(ELEMENT[array.kind], array, self._expect(INT, self._value(e.slice)))

    def _field(self, e: ast.Attribute) -> Field:
        record = self._value(e.value)
        if not isinstance(record.kind, RecordKind):
            raise self._unknown(e)
        kind = record.kind.kind_of(e.attr)
        if kind is None:
            raise self.refusal(f"{record.kind} has no field '{e.attr}'")
        return Field(kind, record, e.attr)

    # --- calls --------------------------------------------------------------------------------

    def _global_of(self, e: ast.expr) -> Any:
        """Return what Python would call here, None if that is not certain."""
        if not isinstance(e, ast.Name) or e.id in self.local:
            return None
        known = self.source.function.__globals__
        return known.get(e.id, getattr(builtins, e.id, None))

    def _call(self, e: ast.Call) -> Expression:
        """Return the result of a call, which may be nothing."""
        called, name = self._global_of(e.func), ast.unparse(e.func)
        if e.keywords:
            raise self.refusal(f"{ast.unparse(e)} has arguments by name")
        if called in (language.polynomial, language.horner):
            return self._series(e, called)
        values = [self._value(a) for a in e.args]
        for known, counts, word in _WORDS:
            if known is called:
                self._count(name, counts, values)
                return word(self, *values)
        if called is None or not getattr(called, "__native__", False):
            raise self.refusal(f"'{name}' is not a native function")
        other = source_of(called)
        self._count(name, (len(other.arguments),), values)
        for kind, value in zip(other.arguments.values(), values, strict=True):
            self._expect(kind, value)
        self.called[called] = None
        result = other.result if not isinstance(other.result, tuple) else "several values"
        return Call(result, called, tuple(values))

    def _count(self, name: str, counts: tuple[int, ...], values: list[Expression]) -> None:
        if len(values) not in counts:
            raise self.refusal(f"'{name}' takes {counts[-1]} arguments, not {len(values)}")

    def _series(self, e: ast.Call, called: Any) -> Expression:
        """Return a polynomial whose coefficients are a tuple of the module."""
        coefficients = self._constants(e.args[1]) if len(e.args) == 2 else ()
        if not coefficients:
            raise self.refusal(f"{ast.unparse(e)}: not a number and a tuple of the module")
        x = self._variable_of(self._expect(FLOAT, self._value(e.args[0])))
        terms: list[Expression] = [Number(FLOAT, c) for c in coefficients]
        if called is language.horner:
            total = terms[-1]
            for c in reversed(terms[:-1]):
                total = Operation(FLOAT, "fma", (total, x, c))
            return total
        power = x
        while len(terms) > 1:
            pairs: list[Expression] = [
                Operation(FLOAT, "fma", (power, terms[k + 1], terms[k]))
                for k in range(0, len(terms) - 1, 2)
            ]
            terms = [*pairs, *terms[2 * len(pairs) :]]
            if len(terms) > 1:
                power = self._variable_of(Operation(FLOAT, "mul", (power, power)))
        return terms[0]

    def _constants(self, e: ast.expr) -> tuple[float, ...]:
        found = self._global_of(e)
        plain = isinstance(found, tuple) and all(isinstance(c, float) for c in found)
        return found if plain else ()

    def _variable_of(self, value: Expression) -> Expression:
        """Return a value that is used several times, in a variable of its own."""
        if isinstance(value, (Variable, Number)):
            return value
        self._n += 1
        name = f"part {self._n}"
        self._assign(name, value)
        return Variable(value.kind, name)

    # --- words --------------------------------------------------------------------------------

    def array(self, value: Expression) -> Expression:
        """Return a value, which must be an array."""
        if value.kind not in ELEMENT:
            raise self.refusal(f"{value.kind} where an array is expected")
        return value

    def extreme(self, op: str, a: Expression, b: Expression) -> Expression:
        """Return the smaller or larger of two numbers of the same kind."""
        self._expect(a.kind, b)
        if a.kind not in NUMBERS:
            raise self.refusal(f"{a.kind} where a number is expected")
        return Operation(a.kind, op, (a, b))

    def start(self, array: Expression, k: Expression) -> Expression:
        """Return an array from an entry on."""
        return From(self.array(array).kind, array, self._expect(INT, k))

    def copy(self, target: Expression, source: Expression, n: Expression) -> Expression:
        """Copy entries."""
        self.array(target)
        parts = self._expect(target.kind, source), self._expect(INT, n)
        self.block.append(Copy(target, *parts))
        return NOTHING

    def run(self, *values: Expression) -> Expression:
        """Evaluate a kernel; an address out of an array may lead to anything."""
        if len(values) == 1:
            values = tuple(self._part(values[0], part) for part in PARTS)
        for value, kind in zip(values, (CODE, POINTERS, POINTERS, FLOATS), strict=True):
            if not (isinstance(value, Element) and value.array.kind == POINTERS):
                self._expect(kind, value)
        self.block.append(Run(values))
        return NOTHING

    def send(self, kernel: Expression, k: Expression, array: Expression) -> Expression:
        """Let an output of a kernel go elsewhere."""
        place = Element(FLOATS, self._part(kernel, "outs"), self._expect(INT, k))
        self.block.append(Store(place, self._expect(FLOATS, array)))
        return NOTHING

    def _part(self, kernel: Expression, part: str) -> Expression:
        if not isinstance(kernel, Field) or kernel.kind != KERNEL:
            raise self.refusal(f"{kernel.kind} where a kernel of a record is expected")
        return Field(PARTS[part], kernel.record, f"{kernel.name}.{part}")

    def root(self, x: Expression, n: Expression) -> Expression:
        """Return x^(1/n)."""
        one = Number(FLOAT, 1.0)
        base = self._expect(FLOAT, x)
        power = self._operation(FLOAT, "div", one, self._expect(FLOAT, n))
        return Library(FLOAT, "pow", (base, power))

    def plain(self, kinds: tuple[str, ...], kind: str, op: str, *x: Expression) -> Expression:
        """Return an operation whose operands have the given kinds."""
        for wanted, value in zip(kinds, x, strict=True):
            self._expect(wanted, value)
        return Operation(kind, op, x)


def _plain(values: tuple[str, ...], kind: str, op: str) -> Callable[..., Expression]:
    return lambda reader, *x: reader.plain(values, kind, op, *x)


_WORDS: list[tuple[Any, tuple[int, ...], Callable[..., Expression]]] = [
    (abs, (1,), _plain((FLOAT,), FLOAT, "abs")),
    (math.sqrt, (1,), _plain((FLOAT,), FLOAT, "sqrt")),
    (math.copysign, (2,), _plain((FLOAT, FLOAT), FLOAT, "copysign")),
    (float, (1,), _plain((INT,), FLOAT, "float")),
    (int, (1,), _plain((FLOAT,), INT, "int")),
    (language.floor, (1,), _plain((FLOAT,), FLOAT, "floor")),
    (language.bits, (1,), _plain((FLOAT,), INT, "bits")),
    (language.number, (1,), _plain((INT,), FLOAT, "number")),
    (language.fma, (3,), _plain((FLOAT,) * 3, FLOAT, "fma")),
    (min, (2,), lambda reader, *x: reader.extreme("min", *x)),
    (max, (2,), lambda reader, *x: reader.extreme("max", *x)),
    (language.root, (2,), _Reader.root),
    (language.at, (2,), _Reader.start),
    (language.copy, (3,), _Reader.copy),
    (language.run_kernel, (1, 4), _Reader.run),
    (language.send_output, (3,), _Reader.send),
]
"""What Python calls, with how many arguments, and what reads it."""
