"""Exact derivatives of traced values, in the same program.

`jacobian(y, x)` returns dy/dx for arrays of symbols of one trace. Every operation has its partial
derivatives; they are multiplied along the way from x to y, or back from y to x, whichever needs
fewer products. What depends on nothing is never touched: the cost follows the sparsity.
`pullback(y, ybar, x)` returns (dy/dx)^T ybar, `pushforward(y, x, dx)` (dy/dx) dx without dy/dx.

At a kink (abs, min, max, a condition) the derivative is that of the side on which the value is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from sarrus.kernels.kernel import KernelError
from sarrus.kernels.program import LEAVES, Builder
from sarrus.kernels.symbol import Symbol, result
from sarrus.kernels.table import FINDERS, ORDERS

FLAT = frozenset(
    {"floor", "ceil", "not", "sign", "lt", "le", "eq", "ne", "and", "or", "piece", *FINDERS}
)
"""Operations that change in jumps only."""


def jacobian(outputs: Any, inputs: Any) -> np.ndarray:
    """Return d outputs / d inputs, of shape (*outputs.shape, *inputs.shape).

    inputs: symbols, which must not be computed from each other; outputs: symbols or numbers.
    """
    y, x = np.asarray(outputs, dtype=object), np.asarray(inputs, dtype=object)
    found = np.zeros((y.size, x.size), dtype=object)
    symbols = [value for value in (*y.flat, *x.flat) if isinstance(value, Symbol)]
    if symbols and x.size:
        builder = symbols[0].builder
        if any(symbol.builder is not builder for symbol in symbols):
            raise KernelError("derivatives cannot go from one trace to another")
        _fill(found, builder, list(y.flat), list(x.flat))
    return found.reshape((*y.shape, *x.shape))


def pullback(outputs: Any, adjoints: Any, inputs: Any) -> np.ndarray:
    """Return J^T adjoints with J = d outputs / d inputs, of the shape of inputs, in one pass back.

    adjoints: a symbol or number for each output. It takes a few times the operations of the
    outputs, however many inputs there are.
    """
    y, x = np.asarray(outputs, dtype=object), np.asarray(inputs, dtype=object)
    bars = np.broadcast_to(np.asarray(adjoints, dtype=object), y.shape)
    found = np.zeros(x.size, dtype=object)
    symbols = [value for value in (*y.flat, *bars.flat, *x.flat) if isinstance(value, Symbol)]
    if not symbols:
        return found.reshape(x.shape)
    builder = symbols[0].builder
    if any(symbol.builder is not builder for symbol in symbols):
        raise KernelError("derivatives cannot go from one trace to another")
    seeds = {s.number: k for k, s in enumerate(x.flat) if isinstance(s, Symbol)}
    ends: dict[int, int] = {}
    for value, bar in zip(y.flat, bars.flat, strict=True):
        if isinstance(value, Symbol):
            number = bar.number if isinstance(bar, Symbol) else builder.constant(float(bar))
            _add(builder, ends, value.number, number)
    between, _, _ = _between(builder, list(ends), seeds)
    for k, number in _adjoints(builder, between, seeds, ends).items():
        found[k] = result(builder, number)
    return found.reshape(x.shape)


def pushforward(outputs: Any, inputs: Any, directions: Any) -> np.ndarray:
    """Return J directions with J = d outputs / d inputs, of the shape of outputs, in one pass.

    directions: a symbol or number for each input. Of outputs of `pullback` it yields products of
    second derivatives with a direction.
    """
    y, x = np.asarray(outputs, dtype=object), np.asarray(inputs, dtype=object)
    along = np.broadcast_to(np.asarray(directions, dtype=object), x.shape)
    found = np.zeros(y.size, dtype=object)
    symbols = [value for value in (*y.flat, *x.flat, *along.flat) if isinstance(value, Symbol)]
    if not symbols:
        return found.reshape(y.shape)
    builder = symbols[0].builder
    if any(symbol.builder is not builder for symbol in symbols):
        raise KernelError("derivatives cannot go from one trace to another")
    seeds = {s.number: k for k, s in enumerate(x.flat) if isinstance(s, Symbol)}
    ends = [s.number for s in y.flat if isinstance(s, Symbol)]
    between, _, _ = _between(builder, list(dict.fromkeys(ends)), seeds)
    rates: dict[int, int] = {}
    for number, k in seeds.items():
        rate = along.flat[k]
        rates[number] = rate.number if isinstance(rate, Symbol) else builder.constant(float(rate))
    for i in between:
        total: dict[int, int] = {}
        for place, a in _operands(builder, i):
            if a in rates:
                op, factor = _passage(builder, i, place)
                _add(builder, total, i, builder.binary(op, factor, rates[a]))
        if i in total:
            rates[i] = total[i]
    for k, value in enumerate(y.flat):
        if isinstance(value, Symbol) and value.number in rates:
            found[k] = result(builder, rates[value.number])
    return found.reshape(y.shape)


def _fill(found: np.ndarray, builder: Builder, y: list[Any], x: list[Any]) -> None:
    seeds = {s.number: k for k, s in enumerate(x) if isinstance(s, Symbol)}
    ends = {s.number: None for s in y if isinstance(s, Symbol)}
    between, forward, backward = _between(builder, list(ends), seeds)
    if forward <= backward:
        rates = _forward(builder, between, seeds)
    else:
        rates = _backward(builder, between, seeds, list(ends))
    for i, value in enumerate(y):
        if isinstance(value, Symbol):
            for k, number in rates.get(value.number, {}).items():
                found[i, k] = result(builder, number)


def _between(
    builder: Builder, ends: list[int], seeds: dict[int, int]
) -> tuple[list[int], int, int]:
    """Return the values that lie between seeds and ends, in order, and the cost of both ways."""
    needed = set(ends)
    for i in range(max(ends, default=-1), -1, -1):
        if i in needed and i not in seeds and builder.instructions[i][0] not in LEAVES:
            needed.update(builder.instructions[i][1:])
    reached: dict[int, int] = {i: 1 << k for i, k in seeds.items()}
    between = []
    for i in sorted(needed):
        op, *operands = builder.instructions[i]
        if i in seeds or op in LEAVES or op in FLAT:
            continue
        bits = 0
        for a in operands:
            bits |= reached.get(a, 0)
        if bits:
            reached[i] = bits
            between.append(i)
    above: dict[int, int] = {i: 1 << k for k, i in enumerate(ends)}
    for i in reversed(between):
        for a in builder.instructions[i][1:]:
            if a in reached:
                above[a] = above.get(a, 0) | above.get(i, 0)
    forward = sum(reached[i].bit_count() for i in between)
    backward = sum(above.get(i, 0).bit_count() for i in between)
    return between, forward, backward


def _forward(
    builder: Builder, between: Iterable[int], seeds: dict[int, int]
) -> dict[int, dict[int, int]]:
    """Return for every value its derivatives by the seeds that it depends on."""
    one = builder.constant(1.0)
    rates: dict[int, dict[int, int]] = {i: {k: one} for i, k in seeds.items()}
    for i in between:
        total: dict[int, int] = {}
        for place, a in _operands(builder, i):
            if a in rates:
                op, factor = _passage(builder, i, place)
                for k, d in rates[a].items():
                    _add(builder, total, k, builder.binary(op, factor, d))
        rates[i] = total
    return rates


def _backward(
    builder: Builder, between: list[int], seeds: dict[int, int], ends: list[int]
) -> dict[int, dict[int, int]]:
    """Return for every end its derivatives by the seeds."""
    one = builder.constant(1.0)
    return {end: _adjoints(builder, between, seeds, {end: one}) for end in ends}


def _adjoints(
    builder: Builder, between: list[int], seeds: dict[int, int], ends: dict[int, int]
) -> dict[int, int]:
    """Return the adjoints of the seeds; ends: the adjoints of the values that they come from.

    Behind a condition that does not hold, adjoints are 0 and partial derivatives may be infinite:
    their product is guarded, so that it is 0 and not NaN.
    """
    inside = set(between) | set(seeds)
    adjoint = dict(ends)
    guarded: set[int] = set()
    for i in reversed(between):
        if i not in adjoint:
            continue
        for place, a in _operands(builder, i):
            if a not in inside:
                continue
            op, factor = _passage(builder, i, place)
            part = builder.binary(op, factor, adjoint[i])
            if op == "when" or i in guarded:
                guarded.add(a)
            if op == "mul" and i in guarded and builder.instructions[factor][0] != "const":
                part = builder.binary("when", adjoint[i], part)
            _add(builder, adjoint, a, part)
    return {k: adjoint[i] for i, k in seeds.items() if i in adjoint}


def _add(builder: Builder, total: dict[int, int], key: int, value: int) -> None:
    total[key] = builder.binary("add", total[key], value) if key in total else value


def _operands(builder: Builder, i: int) -> list[tuple[int, int]]:
    """Return places and numbers of the operands on which value i depends smoothly."""
    op, *operands = builder.instructions[i]
    return list(enumerate(operands))[1 if op == "when" else 0 :]


def _passage(builder: Builder, i: int, place: int) -> tuple[str, int]:
    """Return how rates pass from an operand to value i: times a number, or when a condition holds.

    Value and operand are the same where min, max and conditions choose it: no product there, which
    would be NaN where the one not chosen has an infinite slope.
    """
    op, *operands = builder.instructions[i]
    if op == "when":
        return "when", operands[0]
    if op in ("min", "max"):
        low, high = operands if op == "min" else reversed(operands)
        first = builder.binary("le", low, high)
        return "when", first if place == 0 else builder.unary("not", first)
    if op in ORDERS:
        return "mul", builder.slope(i)
    return "mul", _PARTIALS[op](_Algebra(builder), i, *operands)[place]()


class _Algebra:
    """Arithmetic with value numbers."""

    def __init__(self, builder: Builder) -> None:
        self.number = builder.constant
        self.unary = builder.unary
        self.binary = builder.binary

    def add(self, a: int, b: int) -> int:
        return self.binary("add", a, b)

    def sub(self, a: int, b: int) -> int:
        return self.binary("sub", a, b)

    def mul(self, a: int, b: int) -> int:
        return self.binary("mul", a, b)

    def div(self, a: int, b: int) -> int:
        return self.binary("div", a, b)

    def neg(self, a: int) -> int:
        return self.unary("neg", a)


Partial = Callable[[], int]
Rule = Callable[..., tuple[Partial, ...]]


def _square_sum(m: _Algebra, a: int, b: int) -> int:
    return m.add(m.mul(a, a), m.mul(b, b))


def _one_minus_square(m: _Algebra, a: int) -> int:
    return m.sub(m.number(1.0), m.mul(a, a))


_PARTIALS: dict[str, Rule] = {
    "add": lambda m, y, a, b: (lambda: m.number(1.0), lambda: m.number(1.0)),
    "sub": lambda m, y, a, b: (lambda: m.number(1.0), lambda: m.number(-1.0)),
    "mul": lambda m, y, a, b: (lambda: b, lambda: a),
    "div": lambda m, y, a, b: (
        lambda: m.div(m.number(1.0), b),
        lambda: m.neg(m.mul(y, m.div(m.number(1.0), b))),
    ),
    "neg": lambda m, y, a: (lambda: m.number(-1.0),),
    "sqrt": lambda m, y, a: (lambda: m.div(m.number(0.5), y),),
    "sin": lambda m, y, a: (lambda: m.unary("cos", a),),
    "cos": lambda m, y, a: (lambda: m.neg(m.unary("sin", a)),),
    "tan": lambda m, y, a: (lambda: m.add(m.number(1.0), m.mul(y, y)),),
    "asin": lambda m, y, a: (
        lambda: m.div(m.number(1.0), m.unary("sqrt", _one_minus_square(m, a))),
    ),
    "acos": lambda m, y, a: (
        lambda: m.div(m.number(-1.0), m.unary("sqrt", _one_minus_square(m, a))),
    ),
    "atan": lambda m, y, a: (lambda: m.div(m.number(1.0), m.add(m.number(1.0), m.mul(a, a))),),
    "sinh": lambda m, y, a: (lambda: m.unary("cosh", a),),
    "cosh": lambda m, y, a: (lambda: m.unary("sinh", a),),
    "tanh": lambda m, y, a: (lambda: _one_minus_square(m, y),),
    "exp": lambda m, y, a: (lambda: y,),
    "log": lambda m, y, a: (lambda: m.div(m.number(1.0), a),),
    "abs": lambda m, y, a: (lambda: m.unary("sign", a),),
    "pow": lambda m, y, a, b: (
        lambda: m.mul(b, m.binary("pow", a, m.sub(b, m.number(1.0)))),
        lambda: m.mul(y, m.unary("log", a)),
    ),
    "atan2": lambda m, y, a, b: (
        lambda: m.div(b, _square_sum(m, a, b)),
        lambda: m.neg(m.div(a, _square_sum(m, a, b))),
    ),
    "hypot": lambda m, y, a, b: (lambda: m.div(a, y), lambda: m.div(b, y)),
    "copysign": lambda m, y, a, b: (
        lambda: m.mul(m.unary("sign", a), m.binary("copysign", m.number(1.0), b)),
        lambda: m.number(0.0),
    ),
    "mod": lambda m, y, a, b: (
        lambda: m.number(1.0),
        lambda: m.neg(m.div(m.sub(a, y), b)),
    ),
}
