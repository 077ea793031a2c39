"""C's arithmetic without a library: roots, fused products, and functions of single precision."""

from __future__ import annotations

import ctypes
import math
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus.kernels.functions import PAIRS, RANGED
from sarrus.kernels.functions.single import SINGLE
from sarrus.kernels.native import fma
from sarrus.kernels.native.reading import tree_of
from sarrus.kernels.targets.c.arithmetic import Arithmetic
from sarrus.kernels.targets.c.native import c_name
from sarrus.kernels.targets.c.programs import support

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="no C compiler")


def library(folder: Path, arithmetic: Arithmetic, names: dict[str, int]) -> Callable[..., Any]:
    """Return a function (name, arrays) that applies a C function to rows of numbers."""
    real = arithmetic.real
    lines = []
    for name, count in names.items():
        values = ", ".join(f"x[{count} * i + {k}]" for k in range(count))
        lines.append(
            f"void all_{name}(const {real} *x, {real} *y, int n)\n"
            f"{{ for (int i = 0; i < n; ++i) y[i] = {name}({values}); }}"
        )
    code = "\n".join(lines)
    text = "\n".join([arithmetic.includes, support(["sin", *RANGED], arithmetic, code), code])
    (folder / "all.c").write_text(text)
    command = ["gcc", "-std=c99", "-O1", "-ffp-contract=off", "-DSARRUS_PLAIN", "-fPIC", "-shared",
               "-Werror", "-Wall", "-Wextra", "-Wno-unused-function", "-Wconversion",
               str(folder / "all.c"), "-o", str(folder / "all.so")]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:3000]
    made = ctypes.CDLL(str(folder / "all.so"))
    kind = np.float32 if arithmetic.single else np.float64

    def call(name: str, *columns: Any) -> np.ndarray:
        x = np.ascontiguousarray(np.stack([np.asarray(c, kind) for c in columns], axis=1))
        y = np.empty(len(x), kind)
        pointers = (x.ctypes.data_as(ctypes.c_void_p), y.ctypes.data_as(ctypes.c_void_p))
        getattr(made, f"all_{name}")(*pointers, ctypes.c_int(len(x)))
        return y

    return call


BASICS = {"sarrus_fused": 3, "sarrus_sqrt": 1, "sarrus_floor": 1, "sarrus_ceil": 1,
          "sarrus_abs": 1, "sarrus_copysign": 2}  # fmt: skip
ODD = [0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, math.inf, -math.inf, math.nan, 5e-324, 2.2e-308]


def awkward(rng: np.random.Generator, n: int, limit: float) -> np.ndarray:
    """Numbers of all sizes, whole and half ones, and odd ones."""
    sizes = rng.uniform(-limit, min(limit, 1022.0), n)
    found = rng.choice([-1.0, 1.0], n) * 2.0**sizes * rng.choice([1.0, 1.25, rng.random()], n)
    with np.errstate(over="ignore"):
        found[: n // 4] = np.round(found[: n // 4] * 8.0) / 8.0
    found[-len(ODD) :] = ODD
    return rng.permutation(found)


def test_double_is_rounded_as_the_processor_does(tmp_path: Path) -> None:
    call = library(tmp_path, Arithmetic(library=False), BASICS)
    rng = np.random.default_rng(2)
    x = np.concatenate([awkward(rng, 4000, 1070.0), awkward(rng, 4000, 30.0)])
    with np.errstate(invalid="ignore"):
        assert np.array_equal(call("sarrus_sqrt", x), np.sqrt(x), equal_nan=True)
    for name, other in (("floor", np.floor), ("ceil", np.ceil), ("abs", np.abs)):
        assert np.array_equal(call(f"sarrus_{name}", x), other(x), equal_nan=True)
        signs = np.signbit(call(f"sarrus_{name}", x)) == np.signbit(other(x))
        assert np.all(signs | np.isnan(x))
    a, b = (awkward(rng, 6000, 500.0) for _ in range(2))
    with np.errstate(all="ignore"):
        product = -a * b * (1.0 + rng.integers(-3, 4, 6000) * 2.0**-52)
    c = np.where(rng.random(6000) < 0.5, product, awkward(rng, 6000, 1000.0))
    with np.errstate(all="ignore"):
        found = call("sarrus_fused", a, b, c)
    expected = np.array([fma(*row) for row in zip(a.tolist(), b.tolist(), c.tolist(), strict=True)])
    assert np.array_equal(found, expected, equal_nan=True)


def test_fused_products_next_to_zero_and_too_large(tmp_path: Path) -> None:
    call = library(tmp_path, Arithmetic(library=False), BASICS)
    rng = np.random.default_rng(4)
    a, b, c = (rng.choice([-1, 1], 4000) * rng.random(4000) * 2.0**-537 for _ in range(3))
    c = c * 2.0**-530
    expected = [fma(*row) for row in zip(a.tolist(), b.tolist(), c.tolist(), strict=True)]
    assert np.array_equal(call("sarrus_fused", a, b, c), expected)
    assert call("sarrus_fused", [1e300], [1e300], [-1e308])[0] == math.inf
    assert call("sarrus_fused", [1e300], [1e300], [-math.inf])[0] == -math.inf


def test_single_is_rounded_as_the_processor_does(tmp_path: Path) -> None:
    call = library(tmp_path, Arithmetic(single=True, library=False), BASICS)
    rng = np.random.default_rng(3)
    with np.errstate(all="ignore"):
        x = np.concatenate([awkward(rng, 4000, 140.0), awkward(rng, 4000, 20.0)]).astype(np.float32)
        assert np.array_equal(call("sarrus_sqrt", x), np.sqrt(x), equal_nan=True)
        assert np.array_equal(call("sarrus_floor", x), np.floor(x), equal_nan=True)
        a, b = (awkward(rng, 6000, 40.0).astype(np.float32) for _ in range(2))
        c = np.where(rng.random(6000) < 0.5, -a * b, awkward(rng, 6000, 80.0)).astype(np.float32)
        found = call("sarrus_fused", a, b, c)
    from fractions import Fraction

    for p, q, r, y in zip(a.tolist(), b.tolist(), c.tolist(), found.tolist(), strict=True):
        if all(map(math.isfinite, (p, q, r))) and abs(p * q + r) < 1e38:
            exactly = Fraction(p) * Fraction(q) + Fraction(r)
            off = abs(Fraction(y) - exactly)
            spacing = Fraction(float(np.spacing(np.float32(abs(y)))))
            assert off <= spacing / 2


DOMAINS: dict[str, tuple[float, float]] = {
    "exp": (-86.0, 88.0), "sinh": (-88.0, 88.0), "cosh": (-88.0, 88.0), "tanh": (-12.0, 12.0),
    "tan": (-1e5, 1e5), "asin": (-1.0, 1.0), "acos": (-1.0, 1.0), "atan": (-1e6, 1e6),
}  # fmt: skip
UNITS = {"pow": 4.0, "tan": 4.0, "sinh": 5.0, "cosh": 5.0, "tanh": 4.0}
"""Errors in units of the last place; of the others 2."""


def test_functions_of_single_precision(tmp_path: Path) -> None:
    """Against double precision, at numbers of all sizes, and at odd ones."""
    names = {c_name(tree_of(SINGLE[op])): 2 if op in PAIRS else 1 for op in RANGED}
    call = library(tmp_path, Arithmetic(single=True, library=False), names)
    rng = np.random.default_rng(9)
    usual = {"asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "mod": np.fmod,
             "atan2": np.arctan2, "pow": np.power}  # fmt: skip
    for op in RANGED:
        low, high = DOMAINS.get(op, (-1.0, 1.0))
        x = rng.uniform(low, high, 20000) * 10.0 ** rng.uniform(-6, 0, 20000)
        x = x if op in DOMAINS else rng.choice([-1, 1], 20000) * 10.0 ** rng.uniform(-30, 30, 20000)
        x = abs(x) if op in ("log", "pow") else x
        x[: len(ODD)] = ODD
        columns = [x.astype(np.float32)]
        if op in PAIRS:
            second = rng.choice([-1, 1], 20000) * 10.0 ** rng.uniform(-30, 30, 20000)
            second = rng.uniform(-30, 30, 20000) if op == "pow" else second
            second = x * 10.0 ** rng.uniform(-5, 1, 20000) if op == "mod" else second
            columns.append(second.astype(np.float32))
            columns[0][-60:] = np.repeat(np.float32([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf]), 10)
            columns[1][-60:] = np.tile(
                np.float32([0, -0.0, 1, -1, np.inf, -np.inf, 2, 3, 0.5, -2]), 6
            )
        with np.errstate(all="ignore"):
            found = call(c_name(tree_of(SINGLE[op])), *columns)
            exactly = (usual.get(op) or getattr(np, op))(*[c.astype(float) for c in columns])
            short = exactly.astype(np.float32)
            normal = np.isfinite(short) & (abs(short) > 1.2e-38)
            off = abs(found.astype(float) - exactly) / np.spacing(abs(short))
            assert np.max(off[normal]) <= UNITS.get(op, 2.0), (
                op,
                columns[0][normal][np.argmax(off[normal])],
            )
            assert np.array_equal(np.isnan(found), np.isnan(short)), op
            infinite = np.isinf(short) & (abs(exactly) > 1e39)
            assert np.array_equal(found[infinite], short[infinite]), op


def test_sines_of_single_precision(tmp_path: Path) -> None:
    arithmetic = Arithmetic(single=True, library=False)
    head = "static float sine(float x) { float s, c; sarrus_turn(x, &s, &c); return s; }\n"
    head += "static float cosine(float x) { float s, c; sarrus_turn(x, &s, &c); return c; }\n"
    code = head + "\n".join(
        f"void all_{n}(const float *x, float *y, int k)\n"
        f"{{ for (int i = 0; i < k; ++i) y[i] = {n}(x[i]); }}"
        for n in ("sine", "cosine")
    )
    text = "\n".join([arithmetic.includes, support(["sin"], arithmetic, code), code])
    (tmp_path / "t.c").write_text(text)
    subprocess.run(["gcc", "-O1", "-std=c99", "-ffp-contract=off", "-fPIC", "-shared",
                    str(tmp_path / "t.c"), "-o", str(tmp_path / "t.so")], check=True)  # fmt: skip
    made = ctypes.CDLL(str(tmp_path / "t.so"))
    rng = np.random.default_rng(1)
    x = (rng.choice([-1, 1], 40000) * 10.0 ** rng.uniform(-8, 5, 40000)).astype(np.float32)
    near = (np.arange(1, 4001) * (math.pi / 2)).astype(np.float32)
    for values, most in ((x, 2.5), (near, 2.5)):
        for name, function in (("sine", np.sin), ("cosine", np.cos)):
            y = np.empty(len(values), np.float32)
            getattr(made, f"all_{name}")(values.ctypes.data_as(ctypes.c_void_p),
                                         y.ctypes.data_as(ctypes.c_void_p), len(y))  # fmt: skip
            exactly = function(values.astype(float))
            spacing = np.maximum(np.spacing(abs(exactly.astype(np.float32))), 1.2e-38)
            assert np.max(abs(y - exactly) / spacing) <= most
    far = np.float32([1e6, 3e8, 1e20])
    y = np.empty(3, np.float32)
    made.all_sine(far.ctypes.data_as(ctypes.c_void_p), y.ctypes.data_as(ctypes.c_void_p), 3)
    for angle, found in zip(far, y.tolist(), strict=True):
        around = np.sin(float(angle) + float(np.spacing(angle)) * np.linspace(-1, 1, 2001))
        assert around.min() - 1e-6 <= found <= around.max() + 1e-6
