"""The functions of kernels, their arguments for tests, and a reference with a longer mantissa."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import llvmlite.binding as binding
import numpy as np

from kernels.native import over_rows, program
from sarrus.kernels.batch import BatchKernel
from sarrus.kernels.functions import PAIRS
from sarrus.kernels.targets.llvm import machine as llvm
from sarrus.kernels.targets.llvm.lanes import widest

REFERENCES: dict[str, Callable[..., np.ndarray]] = {
    "exp": np.exp,
    "log": np.log,
    "pow": np.power,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "atan2": np.arctan2,
    "mod": np.fmod,
    "hypot": np.hypot,
}
"""Of 64 bits of mantissa in long doubles: at least 11 more than those of the kernels."""


@cache
def kernel(op: str, width: int, host: bool = True) -> BatchKernel:
    """Return one function over rows, `width` of them at a time.

    host: whether the code is for this processor, or for the plainest one of its kind.
    """
    n = 2 if op in PAIRS else 1
    of = program(n, lambda b, x: [b.binary(op, *x) if n == 2 else b.unary(op, *x)])
    return over_rows(of, width, llvm.object_code if host else _plain_code)


def _plain_code(text: str) -> bytes:
    machine = binding.Target.from_default_triple().create_target_machine(
        opt=llvm.OPTIMIZATION, reloc="pic", codemodel="jitdefault"
    )
    return bytes(machine.emit_object(binding.parse_assembly(text)))


def values(op: str, *arguments: np.ndarray, width: int = widest().width) -> np.ndarray:
    """Return a function of arrays of numbers, by machine code."""
    found: np.ndarray = kernel(op, width)(np.stack(arguments, axis=1), threads=1)
    return np.ravel(found)


def plain(op: str, *arguments: np.ndarray) -> np.ndarray:
    """Return a function of arrays of numbers, by code for the plainest processor."""
    found: np.ndarray = kernel(op, 2, host=False)(np.stack(arguments, axis=1), threads=1)
    return np.ravel(found)


def exact(op: str, *arguments: np.ndarray) -> np.ndarray:
    """Return a function in long doubles."""
    with np.errstate(all="ignore"):
        return REFERENCES[op](*(np.asarray(a, dtype=np.longdouble) for a in arguments))


def errors(op: str, *arguments: np.ndarray, found: np.ndarray | None = None) -> np.ndarray:
    """Return the errors in units in the last place, of machine code or of what was found."""
    reference = exact(op, *arguments)
    unit = np.spacing(np.abs(reference.astype(float)))
    by_machine = values(op, *arguments) if found is None else found
    return (np.abs(by_machine - reference) / unit).astype(float)


def _sizes(random: np.random.Generator, low: float, high: float, n: int) -> np.ndarray:
    """Return numbers of both signs, of all sizes between 10^low and 10^high."""
    return 10.0 ** random.uniform(low, high, n) * random.choice([-1.0, 1.0], n)


def _around(points: np.ndarray, random: np.random.Generator, n: int) -> np.ndarray:
    """Return n numbers at, or some units in the last place from, the points."""
    chosen = random.choice(points, n)
    return chosen + random.integers(-3, 4, n) * np.spacing(np.abs(chosen))


def arguments(op: str, n: int) -> tuple[np.ndarray, ...]:
    """Return about n arguments in a function's range: of all sizes, and around its borders."""
    random = np.random.default_rng(sorted(REFERENCES).index(op) + 7)
    k = n // 4
    if op in ("exp", "sinh", "cosh", "tanh"):
        edges = np.arange(-2040, 2041) * (np.log(2.0) / 4)
        near = _around(edges[np.abs(edges) < 707], random, k)
        sets = random.uniform(-708, 708, k), random.normal(size=k), _sizes(random, -300, 2.85, k)
        return (np.concatenate([*sets, near]),)
    if op == "log":
        powers = 2.0 ** np.arange(-1021, 1023)
        near = _around(np.concatenate([powers, powers * np.sqrt(0.5)]), random, k)
        close = 1.0 + _sizes(random, -16, -0.5, k)
        return (np.concatenate([abs(_sizes(random, -307, 308, 2 * k)), close, near]),)
    if op == "tan":
        turns = np.arange(-63660, 63661) * (np.pi / 4)
        near = _around(turns, random, 2 * k)
        sets = random.uniform(-1e5, 1e5, k), _sizes(random, -300, 5, k)
        return (np.concatenate([near, *sets, random.normal(size=k)]),)
    if op in ("asin", "acos"):
        near = _around(np.array([0.0, 0.5, -0.5, 0.99, -0.99]), random, k)
        ends = (1.0 - 10.0 ** random.uniform(-16, 0, k)) * random.choice([-1.0, 1.0], k)
        return (np.concatenate([random.uniform(-1, 1, k), near, ends, _sizes(random, -300, 0, k)]),)
    if op == "atan":
        borders = np.array([np.tan(np.pi / 8), 1.0, np.tan(3 * np.pi / 8)])
        near = _around(np.concatenate([borders, -borders]), random, k)
        return (np.concatenate([random.normal(size=2 * k), near, _sizes(random, -300, 150, k)]),)
    if op == "pow":
        return _powers(random, k)
    x, y = (np.concatenate([random.normal(size=2 * k), _sizes(random, -9, 9, k)]) for _ in range(2))
    if op == "mod":
        multiples = random.integers(-(2**20), 2**20, k) * y[:k]
        return np.concatenate([x, multiples]), np.concatenate([y, y[:k]])
    slopes = np.array([np.tan(np.pi / 8), 1.0, np.tan(3 * np.pi / 8)])
    near = _around(slopes, random, k) * y[:k]
    return np.concatenate([x, near]), np.concatenate([y, y[:k]])


def _powers(random: np.random.Generator, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Return bases and exponents whose powers are normal numbers."""
    x = np.abs(_sizes(random, -300, 300, k))
    y = random.uniform(-700, 700, k) / np.log(x)
    close = 1.0 + _sizes(random, -8, -1, k)
    steep = random.uniform(-700, 700, k) / np.log(close)
    usual = np.abs(random.normal(size=k)) * 10.0, random.normal(size=k) * 3.0
    whole = random.normal(size=k) * 10.0, random.integers(-60, 61, k).astype(float)
    return (
        np.concatenate([x, close, usual[0], whole[0]]),
        np.concatenate([y, steep, usual[1], whole[1]]),
    )
