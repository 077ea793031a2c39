"""Expressions of xacro: a small grammar that is read as a tree and worked out by us.

Numbers, text, lists and dictionaries; + - * / // % **, comparisons, `and`, `or`, `not`, `in`, a
choice (`a if c else b`), look-ups, lists made of others, and the functions of the table. Python's
parser reads the text; nothing of Python runs, and sizes are bounded.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

LONGEST = 20_000
"""Characters of an expression, items of a list and digits of a number."""
MOST_STEPS = 100_000
"""Operations of one expression."""
LARGEST_POWER = 1_000


MISSING = object()
"""The value of a name that stands for nothing."""


class ExpressionMistake(ValueError):
    """An expression that cannot be read or has no value, with the reason."""


class Namespace(dict[str, Any]):
    """A dictionary whose entries are asked for as attributes, too."""


def _range(*bounds: Any) -> list[int]:
    found = range(*bounds)
    if len(found) > LONGEST:
        raise ExpressionMistake(f"a range of more than {LONGEST} numbers")
    return list(found)


MATHEMATICS: dict[str, Any] = {
    name: getattr(math, name)
    for name in (
        *("pi", "e", "tau", "inf", "nan", "sin", "cos", "tan", "asin", "acos", "atan", "atan2"),
        *("sinh", "cosh", "tanh", "sqrt", "exp", "log", "log10", "log2", "pow", "hypot", "fabs"),
        *("floor", "ceil", "trunc", "fmod", "radians", "degrees", "copysign", "isclose"),
        *("isfinite", "isinf", "isnan", "asinh", "acosh", "atanh", "expm1", "log1p", "fsum"),
    )
}
PLAIN: dict[str, Any] = {
    **{f.__name__: f for f in (len, str, float, int, bool, min, max, round, abs, sum, all, any)},
    "range": _range,
    "list": lambda *items: list(*items),
    "tuple": lambda *items: list(*items),
    "dict": lambda *items, **named: Namespace(*items, **named),
    "sorted": lambda items: sorted(items),
    "reversed": lambda items: list(reversed(items)),
    "enumerate": lambda items: [list(pair) for pair in enumerate(items)],
    "zip": lambda *lists: [list(row) for row in zip(*lists, strict=False)],
    "True": True,
    "False": False,
    "None": None,
}
FUNCTIONS: dict[str, Any] = {
    **MATHEMATICS,
    **PLAIN,
    "math": Namespace(MATHEMATICS),
    "python": Namespace(PLAIN),
}
"""What an expression may name besides properties and arguments."""

METHODS: dict[type, tuple[str, ...]] = {
    str: (
        *("split", "replace", "startswith", "endswith", "lower", "upper", "strip", "lstrip"),
        *("rstrip", "join", "count", "find", "title", "isdigit"),
    ),
    list: ("index", "count"),
    dict: ("keys", "values", "items", "get"),
}
_OPERATIONS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}
_UNARY: dict[type, Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
}


def value_of(text: str, names: Callable[[str], Any]) -> Any:
    """Return the value of an expression; names: returns the value of a name, or MISSING."""
    if len(text) > LONGEST:
        raise ExpressionMistake(f"has more than {LONGEST} characters")
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ExpressionMistake("cannot be read") from None
    try:
        return _Evaluation(names).value(tree.body)
    except ExpressionMistake:
        raise
    except RecursionError:
        raise ExpressionMistake("is nested too deeply") from None
    except ZeroDivisionError:
        raise ExpressionMistake("divides by 0") from None
    except (TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as error:
        raise ExpressionMistake(f"has no value: {str(error)[:120]}") from None


class _Evaluation:
    """Works out one expression."""

    def __init__(self, names: Callable[[str], Any]) -> None:
        self.names = names
        self.own: dict[str, Any] = {}
        self.steps = 0

    def value(self, node: ast.AST) -> Any:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise ExpressionMistake(f"needs more than {MOST_STEPS} operations")
        method = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            raise ExpressionMistake(f"holds {_words(node)}, which is not part of the grammar")
        return method(node)

    def _Constant(self, node: ast.Constant) -> Any:
        if isinstance(node.value, (bool, int, float, str)) or node.value is None:
            return node.value
        raise ExpressionMistake("holds a constant that is no number and no text")

    def _Name(self, node: ast.Name) -> Any:
        if node.id in self.own:
            return self.own[node.id]
        found = self.names(node.id)
        if found is not MISSING:
            return found
        if node.id in FUNCTIONS:
            return FUNCTIONS[node.id]
        raise ExpressionMistake(f"uses '{node.id[:80]}', which is not defined")

    def _BinOp(self, node: ast.BinOp) -> Any:
        a, b = self.value(node.left), self.value(node.right)
        kind = type(node.op)
        if kind not in _OPERATIONS:
            raise ExpressionMistake(f"holds {_words(node.op)}, which is not part of the grammar")
        if kind is ast.Pow and (abs(b) > LARGEST_POWER or abs(a) > 1e100):
            a = float(a)
        if kind is ast.Mult:
            for one, other in ((a, b), (b, a)):
                if isinstance(one, (str, list)) and isinstance(other, int):
                    _check_size(len(one) * max(other, 0))
        if kind is ast.Mod and isinstance(a, str):
            raise ExpressionMistake("formats text with %, which is not part of the grammar")
        return _value_in_bounds(_OPERATIONS[kind](a, b))

    def _UnaryOp(self, node: ast.UnaryOp) -> Any:
        if type(node.op) not in _UNARY:
            raise ExpressionMistake(f"holds {_words(node.op)}, which is not part of the grammar")
        return _UNARY[type(node.op)](self.value(node.operand))

    def _BoolOp(self, node: ast.BoolOp) -> Any:
        both = isinstance(node.op, ast.And)
        found: Any = both
        for part in node.values:
            found = self.value(part)
            if bool(found) != both:
                return found
        return found

    def _Compare(self, node: ast.Compare) -> Any:
        left = self.value(node.left)
        for kind, right in zip(node.ops, node.comparators, strict=True):
            other = self.value(right)
            if not _OPERATIONS[type(kind)](left, other):
                return False
            left = other
        return True

    def _IfExp(self, node: ast.IfExp) -> Any:
        return self.value(node.body if self.value(node.test) else node.orelse)

    def _List(self, node: ast.List) -> list[Any]:
        return [self.value(item) for item in node.elts]

    def _Tuple(self, node: ast.Tuple) -> list[Any]:
        return [self.value(item) for item in node.elts]

    def _Dict(self, node: ast.Dict) -> Namespace:
        pairs = zip(node.keys, node.values, strict=True)
        return Namespace((self.value(k), self.value(v)) for k, v in pairs if k is not None)

    def _Subscript(self, node: ast.Subscript) -> Any:
        found = self.value(node.value)
        if isinstance(node.slice, ast.Slice):
            parts = (node.slice.lower, node.slice.upper, node.slice.step)
            return found[slice(*[None if p is None else self.value(p) for p in parts])]
        return found[self.value(node.slice)]

    def _Attribute(self, node: ast.Attribute) -> Any:
        found = self.value(node.value)
        name = node.attr
        if isinstance(found, Mapping) and name in found:
            return found[name]
        for kind, methods in METHODS.items():
            if isinstance(found, kind) and name in methods:
                return _method(getattr(found, name))
        raise ExpressionMistake(f"asks for '.{name[:80]}', which is not known here")

    def _Call(self, node: ast.Call) -> Any:
        function = self.value(node.func)
        if not callable(function) or (isinstance(function, type) and function not in _CASTS):
            raise ExpressionMistake("calls something that is no function")
        arguments = [self.value(argument) for argument in node.args]
        options = {k.arg: self.value(k.value) for k in node.keywords if k.arg}
        return _value_in_bounds(function(*arguments, **options))

    def _ListComp(self, node: ast.ListComp) -> list[Any]:
        return self._comprehension(node.elt, node.generators)

    def _GeneratorExp(self, node: ast.GeneratorExp) -> list[Any]:
        return self._comprehension(node.elt, node.generators)

    def _comprehension(self, element: ast.expr, generators: list[ast.comprehension]) -> list[Any]:
        """Return a list that is made of another, item by item."""
        if len(generators) != 1 or not isinstance(generators[0].target, ast.Name):
            raise ExpressionMistake("makes a list of several others")
        of, name = generators[0], generators[0].target.id
        before = self.own.get(name)
        found = []
        for item in list(self.value(of.iter)):
            self.own[name] = item
            if all(self.value(condition) for condition in of.ifs):
                found.append(self.value(element))
        self.own.pop(name, None)
        if before is not None:
            self.own[name] = before
        return found


_CASTS = (str, float, int, bool)


def _method(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method whose views of dictionaries are lists."""

    def answer(*arguments: Any) -> Any:
        found = method(*arguments)
        if isinstance(found, (str, int, float, bool)) or found is None:
            return found
        return [list(x) if isinstance(x, tuple) else x for x in found] if _is_view(found) else found

    return answer


def _is_view(value: Any) -> bool:
    return type(value).__name__ in ("dict_keys", "dict_values", "dict_items")


def _check_size(size: int) -> None:
    if size > LONGEST:
        raise ExpressionMistake(f"makes more than {LONGEST} characters or items")


def _value_in_bounds(value: Any) -> Any:
    """Return a value; refuse text, lists and whole numbers that are too large."""
    if isinstance(value, (str, list)):
        _check_size(len(value))
    if isinstance(value, int) and value.bit_length() > 4_000:
        raise ExpressionMistake("makes a number that is too large")
    if isinstance(value, complex):
        raise ExpressionMistake("is a complex number")
    return value


def _words(node: ast.AST) -> str:
    known = {
        "Lambda": "a function of its own", "Await": "'await'", "NamedExpr": "':='",
        "JoinedStr": "an f-string", "Starred": "'*'", "Set": "a set", "BitXor": "'^'",
        "BitOr": "'|'", "BitAnd": "'&'", "Invert": "'~'",
    }  # fmt: skip
    return known.get(type(node).__name__, f"'{type(node).__name__}'")
