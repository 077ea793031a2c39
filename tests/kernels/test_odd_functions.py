"""Native functions that are odd but mean the same: names, loops, what calls what."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kernels.both_ways import agree, bits, in_machine_code
from kernels.written import function, indented, module
from sarrus.kernels.native import compile_function

X = np.array([1.5, -2.0, 0.25])
K = np.array([3, 1, 4])

TWICE = "t = 0\nfor i in range(n):\n for i in range(2):\n  t += i\nreturn t"
FAR = "for i in range(9223372036854775807):\n if i > n:\n  return i\nreturn 0"

# Signature, result, body, arguments.
ODD = [
    # names that mean something to LLVM or to the translation
    ("double: float", "float", "i64 = double\nptr = i64\nreturn ptr", (2.5,)),
    ("start: int", "int", "body = start\nyes1 = body\nt1 = yes1 + 1\nreturn t1", (4,)),
    ("a: float", "float", "min1 = a\nv = min1\n_ = v\nreturn _", (0.5,)),
    ("abs: float", "float", "return abs", (-0.5,)),
    ("k: int", "int", "range = k\nreturn range", (3,)),
    # expressions
    ("a: int", "int", "return ((a))", (1,)),
    ("a: float", "float", "return --a", (1.5,)),
    ("a: float", "float", "return 1.0 - -a - (-1.0)", (1.5,)),
    ("a: int", "int", "return - - -a", (7,)),
    ("a: int", "int", "return 0x10 + 0b11 + 1_000 + a", (1,)),
    ("a: float", "float", "return 1e-5 + 1_0.5 + .5 + a", (0.0,)),
    ("a: int", "int", "return 2 if True else a", (1,)),
    ("a: int", "int", "return 1 if not not a else 0", (5,)),
    ("a: int", "int", "return 1 if (a > 1) == (a < 5) else 0", (3,)),
    ("a: int", "int", "return 1 if (a > 1) != (a < 5) else 0", (3,)),
    ("a: float", "float", "return min(max(a, -1.0), 1.0)", (3.0,)),
    ("a: float", "float", "return min(max(a, nan), inf)", (3.0,)),
    ("a: float", "float", "a\n1.0\n'text'\nreturn a", (3.0,)),
    ("a: float", "float", "a = a\na -= a\nreturn a", (3.0,)),
    # loops
    ("n: int", "int", "for i in range(n):\n i\nreturn n", (3,)),
    ("n: int", "int", "t = 0\nwhile True:\n t += 1\n if t > n:\n  break\nreturn t", (3,)),
    ("n: int", "int", "while False:\n n = 7\nreturn n", (3,)),
    ("n: int", "int", "for i in range(n):\n return i\nreturn -1", (3,)),
    ("n: int", "int", FAR, (3,)),
    # the variable of a loop
    ("n: int", "int", "i = -1\nfor i in range(n):\n n = 9\nreturn i", (4,)),
    ("n: int", "int", "i = -1\nfor i in range(n):\n n = 9\nreturn i", (0,)),
    ("n: int", "int", "i = -1\nfor i in range(n):\n if i == 2:\n  break\nreturn i", (4,)),
    ("n: int", "int", "i = 7\nfor i in range(i, n + i):\n n = 9\nreturn i", (3,)),
    ("n: int", "int", TWICE, (3,)),
    ("n: int", "int", "t = 0\nfor i in range(n):\n t += 1\n i += 1\nreturn t", (4,)),
    ("n: int", "int", "t = 0\nfor n in range(n):\n t = 10 * t + n\nreturn t + 1000 * n", (4,)),
    # variables that have a value on every way
    ("a: int", "int", "if a > 0:\n b = 1\nelse:\n b = 2\nreturn b", (1,)),
    ("a: int", "int", "if a > 0:\n b = 1\nelse:\n return 5\nreturn b", (1,)),
    ("a: int", "int", "while True:\n a += 1\n b = a\n if a > 5:\n  break\nreturn b", (1,)),
    ("a: int", "int", "while True:\n a += 1\n if a > 5:\n  return a", (1,)),
    # names
    ("a: float", "float", "return renamed(a)", (3.0,)),
    ("größe: float", "float", "länge = größe\nreturn länge", (3.0,)),
]


@pytest.mark.parametrize("arguments, result, body, given", ODD)
def test_odd(tmp_path: Path, arguments: str, result: str, body: str, given: Any) -> None:
    before = "@native\ndef first(x: float) -> float:\n    return x + 1.0\n\nrenamed = first\n\n"
    text = f"{before}@native\ndef f({arguments}) -> {result}:\n{indented(body)}\n"
    agree(function(tmp_path, text), *given)


def test_functions_of_the_same_name_in_two_modules(tmp_path: Path) -> None:
    """Each calls its own."""
    text = "@native\ndef helper(x: float) -> float:\n    return x + {0}\n\n"
    text += "@native\ndef outer{1}(x: float) -> float:\n    return helper(x)\n"
    first = module(tmp_path, text.format("1.0", "1"), "first")
    more = text.format("100.0", "2") + (
        "\n@native\ndef f(x: float) -> float:\n    return outer1(x) + 2.0 * outer2(x)\n"
    )
    second = module(tmp_path, more, "second")
    second.outer1 = first.outer1  # type: ignore[attr-defined]
    assert agree(second.f, 0.5) == 1.5 + 2.0 * 100.5


def test_functions_of_the_same_name_in_one_module(tmp_path: Path) -> None:
    text = "@native\ndef helper(x: float) -> float:\n    return x + {0}\n\n"
    text = text.format("1.0") + "other = helper\n\n" + text.format("100.0")
    text += "@native\ndef f(x: float) -> float:\n    return other(x) + 2.0 * helper(x)\n"
    assert agree(function(tmp_path, text), 0.5) == 1.5 + 2.0 * 100.5


def test_names_of_the_library_of_c(tmp_path: Path) -> None:
    """Functions named as those that words are compiled to."""
    text = "@native\ndef pow(x: float) -> float:\n    return root(x, 3.0)\n\n"
    text += "@native\ndef memmove(x: Floats, n: int) -> None:\n    copy(x, at(x, 1), n)\n"
    written = module(tmp_path, text)
    assert compile_function(written.pow)(8.0) == pytest.approx(2.0)
    agree(written.memmove, X, 2)


def test_words_are_known_by_what_they_are(tmp_path: Path) -> None:
    """A function of the module is meant where it has the name of a word."""
    text = "from math import sqrt as wurzel\n\n"
    text += "@native\ndef copy(x: float) -> float:\n    return 2.0 * x\n\n"
    text += "@native\ndef f(x: float) -> float:\n    return copy(x) + wurzel(x)\n"
    assert agree(function(tmp_path, text), 4.0) == 10.0


def test_targets_are_evaluated_once(tmp_path: Path) -> None:
    text = (
        "@native\ndef following(k: Ints) -> int:\n    k[0] += 1\n    return k[0]\n\n"
        "@native\ndef f(k: Ints, x: Floats) -> None:\n    x[following(k)] += x[following(k)]\n"
    )
    agree(function(tmp_path, text), np.array([0]), X)


def test_all_parts_are_evaluated(tmp_path: Path) -> None:
    """`and`, `or` and conditional expressions do not skip what they do not need."""
    text = (
        "@native\ndef noted(k: Ints) -> int:\n    k[0] += 1\n    return 0\n\n"
        "@native\ndef f(k: Ints) -> int:\n"
        "    a = noted(k) > 0 and noted(k) > 0\n"
        "    b = noted(k) == 0 or noted(k) > 0\n"
        "    return noted(k) if a == b else noted(k)\n"
    )
    f = function(tmp_path, text)
    assert in_machine_code(f, K)[1][0][0] == K[0] + 6
    assert bits(in_machine_code(f, K)[0]) == 0
