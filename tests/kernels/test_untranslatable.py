"""What cannot be compiled is refused, and says so; nothing is compiled to something else."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kernels.written import function, indented
from sarrus.kernels.native import Untranslatable, compile_function

# Signature, body, what the message says.
REFUSED = [
    # statements
    ("n: int", "for i in range(n):\n continue", "line 4: continue"),
    ("x: float", "y: float = x", "line 3: y: float = x"),
    ("x: float", "a = b = x", "line 3: a = b = x"),
    ("x: float", "a, b = x, x", "x, x"),
    ("x: float", "del x", "line 3: del x"),
    ("x: float", "pass", "line 3: pass"),
    ("x: float", "import math", "line 3: import math"),
    ("x: float", "global y", "line 3: global y"),
    ("x: float", "assert x > 0.0", "line 3: assert"),
    ("x: float", "raise ValueError(x)", "line 3: raise"),
    ("x: float", "try:\n x = 1.0\nfinally:\n x = 2.0", "line 3: try"),
    ("x: float", "with x:\n x = 1.0", "line 3: with x"),
    ("x: float", "def g():\n return x", r"line 3: def g\(\)"),
    ("x: float", "class C:\n y = 1", "line 3: class C"),
    ("x: float", "match x:\n case 1:\n  x = 1.0", "line 3: match x"),
    ("x: Floats", "for y in x:\n y = 1.0", "line 3: for y in x"),
    ("x: Floats", "for i in enumerate(x):\n i = 1", "line 3: for i in enumerate"),
    ("x: Floats", "for x[0] in range(3):\n x[1] = 1.0", r"line 3: for x\[0\]"),
    ("x: Floats", "x.y = 1.0", r"x\.y"),
    ("x: Floats", "x[0:1] = 1.0", "0:1"),
    ("x: Floats", "x[0, 1] = 1.0", "0, 1"),
    ("x: float", "return\nx = 1.0", "line 4: never reached"),
    ("n: int", "while n > 0:\n break\n n = 1", "line 5: never reached"),
    # expressions
    ("x: float", "y = 'a'", "'a'"),
    ("x: float", "y = None", "None"),
    ("x: float", "y = 1j", "1j"),
    ("x: float", "y = [x]", r"\[x\]"),
    ("x: float", "y = (x, x)", "x, x"),
    ("x: float", "y = {x: 1}", "x"),
    ("x: float", "y = +x", r"\+x"),
    ("k: int", "k = ~k", "~k"),
    ("x: float", "y = lambda: x", "lambda: x"),
    ("x: float", "y = (z := x)", "z := x"),
    ("x: float", "y = [z for z in x]", "for z in x"),
    ("x: float", "y = f'{x}'", "x"),
    ("x: float", "y = x.real", r"x\.real"),
    ("x: Floats", "y = x.sum()", r"'x\.sum' is not a native function"),
    ("x: Floats", "y = x[0:1]", "0:1"),
    ("x: Floats", "y = min(*x)", r"\*x"),
    ("x: Floats", "y = 1.0 in x", "floats where float is expected"),
    # kinds
    ("x: float", "y = x + 1", "int where float is expected"),
    ("k: int", "y = k * 2.0", "float where int is expected"),
    ("x: float", "x = 1", "int where float is expected"),
    ("x: float", "y = 1.0\nif x > 0.0:\n y = 1", "int where float is expected"),
    ("x: Floats", "x[0] = 1", "int where float is expected"),
    ("k: Ints", "k[0] = 1.0", "float where int is expected"),
    ("x: Floats", "y = x[0.0]", "float where int is expected"),
    ("x: Floats", "y = x[0 < 1]", "bool where int is expected"),
    ("a: Pointers", "a[0] = 1.0", "float where floats is expected"),
    ("a: Pointers, k: Ints", "a[0] = k", "ints where floats is expected"),
    ("x: float", "y = x[0]", "x is no array"),
    ("x: Floats", "y = x[0][0]", r"x\[0\] is no array"),
    ("x: float", "y = x if x > 0.0 else 1", "int where float is expected"),
    ("x: float, k: int", "y = x < k", "int where float is expected"),
    ("x: float, k: int", "y = max(x, k)", "int where float is expected"),
    ("x: float", "k = 1\nk += x > 0.0", "bool where int is expected"),
    ("n: int", "i = 0.0\nfor i in range(n):\n n = 1", "int where float is expected"),
    ("x: Floats, k: Ints", "y = x if 1 < 2 else k", "ints where floats is expected"),
    # calls
    ("x: float", "y = sin(x)", "'sin' is not a native function"),
    ("x: float", "y = print(x)", "'print' is not a native function"),
    ("x: float", "y = plain(x)", "'plain' is not a native function"),
    ("x: float", "y = given(x)", "'given' takes 2 arguments, not 1"),
    ("x: float", "y = given(x, 1, 2)", "'given' takes 2 arguments, not 3"),
    ("x: float", "y = given(1.0, x)", "float where int is expected"),
    ("x: float", "y = given(x, k=1)", "arguments by name"),
    ("x: Floats", "y = given(x, 1)", "floats where float is expected"),
    # arguments
    ("x: np.ndarray", "x[0] = 1.0", "line 2: 'x' cannot be of kind np.ndarray"),
    ("x: 'Floats'", "x[0] = 1.0", "line 2: 'x' cannot be of kind 'Floats'"),
    ("x: bool", "y = x", "line 2: 'x' cannot be of kind bool"),
    ("x: float | None", "y = x", r"line 2: 'x' cannot be of kind float \| None"),
    ("x: list[float]", "y = x", r"line 2: 'x' cannot be of kind list\[float\]"),
    # more statements
    ("n: int", "for i in range(0, n, 2):\n n = 1", r"line 3: for i in range\(0, n, 2\)"),
    ("n: int", "for i in range():\n n = 1", r"line 3: for i in range\(\)"),
    ("n: int", "for i in range(*n):\n n = 1", r"\*n cannot be compiled"),
    ("n: int", "for i in range(n, k=1):\n n = 1", "line 3: for i in range"),
    ("n: int", "range = n\nfor i in range(n):\n n = 1", "line 4: for i in range"),
    ("x: float", "for i in range(x):\n x = 1.0", "float where int is expected"),
    ("n: int", "for i in range(0.0, n):\n n = 1", "float where int is expected"),
    ("n: int", "for i in range(n):\n n = 1\nelse:\n n = 2", "line 3: for i in range"),
    ("n: int", "while n > 0:\n n -= 1\nelse:\n n = 2", "line 3: while n > 0"),
    ("x: float", "if x:\n x = 1.0", "float where bool is expected"),
    ("x: float", "while x:\n x = 0.0", "float where bool is expected"),
    ("x: Floats", "if x:\n x[0] = 1.0", "floats where bool is expected"),
    ("x: float", "return x", "float where none is expected"),
    ("x: Floats", "y = copy(x, x, 1)", r"copy\(x, x, 1\) has no value"),
    ("x: Floats", "y = nothing()", r"nothing\(\) has no value"),
    ("x: Floats", "return nothing()", r"nothing\(\) has no value"),
    ("n: int", "while True:\n n = 1\nn = 2", "line 5: never reached"),
    ("n: int", "if n > 0:\n return\nelse:\n return\nn = 2", "line 7: never reached"),
    # more expressions
    ("x: float", "y = 0.0 < x < 1.0", "0.0 < x < 1.0 cannot be compiled"),
    ("x: float", "y = x is x", "no Is of float"),
    ("k: int", "y = k in k", "no In of int"),
    ("x: float", "y = x ** 2.0", "no Pow of float"),
    ("x: float", "y = x // 2.0", "no FloorDiv of float"),
    ("x: float", "y = x % 2.0", "no Mod of float"),
    ("x: Floats", "y = x @ x", "no MatMult of floats"),
    ("k: int", "y = k / 2", "no Div of int"),
    ("x: float", "y = x << 2.0", "no LShift of float"),
    ("k: int", "k **= 2", "no Pow of int"),
    ("k: Ints", "k[0] /= 2", "no Div of int"),
    ("x: Floats", "y = x + x", "no Add of floats"),
    ("x: Floats", "y = x == x", "no Eq of floats"),
    ("x: Floats", "y = -x", "floats where int is expected"),
    ("x: float", "y = not x", "float where bool is expected"),
    ("x: float", "y = x and 1.0", "float where bool is expected"),
    ("k: int", "y = k and 2", "int where bool is expected"),
    ("x: float", "y = (x > 0.0) + (x > 1.0)", "no Add of bool"),
    ("x: float", "y = (x > 0.0) < (x > 1.0)", "no Lt of bool"),
    ("x: float", "y = -(x > 0.0)", "bool where int is expected"),
    ("x: float", "y = missing", "'missing' is not known"),
    ("x: float", "y = x + later\nlater = 1.0", "line 3: 'later' may have no value here"),
    ("x: Floats", "y = x[missing]", "'missing' is not known"),
    ("x: float", "y = plain", "is not a number of 64 bits"),
    ("k: int", "k = 9223372036854775808", "9223372036854775808 is not a number of 64 bits"),
    # more calls
    ("x: float", "y = min(x)", "'min' takes 2 arguments, not 1"),
    ("x: float", "y = min(x, x, x)", "'min' takes 2 arguments, not 3"),
    ("x: float", "y = max(x > 0.0, x > 1.0)", "bool where a number is expected"),
    ("x: Floats", "y = max(x, x)", "floats where a number is expected"),
    ("x: float", "y = abs()", "'abs' takes 1 arguments, not 0"),
    ("k: int", "y = abs(k)", "int where float is expected"),
    ("x: float", "y = float(x)", "float where int is expected"),
    ("k: int", "y = int(k)", "int where float is expected"),
    ("k: int", "y = sqrt(k)", "int where float is expected"),
    ("x: float", "y = root(x)", "'root' takes 2 arguments, not 1"),
    ("x: float", "y = root(x, 2)", "int where float is expected"),
    ("x: float", "y = at(x, 1)", "float where an array is expected"),
    ("x: Floats", "y = at(x, 1.0)", "float where int is expected"),
    ("x: Floats", "copy(x, x)", "'copy' takes 3 arguments, not 2"),
    ("x: Floats", "copy(x, x, 1.0)", "float where int is expected"),
    ("x: float", "copy(x, x, 1)", "float where an array is expected"),
    ("x: Floats, k: Ints", "copy(x, k, 1)", "ints where floats is expected"),
    ("a: Pointers, x: Floats", "copy(a, x, 1)", "floats where pointers is expected"),
    ("f: Code, ins: Pointers", "run_kernel(f, ins)", "'run_kernel' takes 4 arguments, not 2"),
    ("f: Floats, a: Pointers", "run_kernel(f, a, a, f)", "floats where code is expected"),
    ("f: int, a: Pointers", "run_kernel(f, a, a, a[0])", "int where code is expected"),
    ("f: Code, x: Floats", "run_kernel(f, x, x, x)", "floats where pointers is expected"),
    ("f: Code, a: Pointers", "run_kernel(f, a, a, a)", "pointers where floats is expected"),
    ("a: Pointers", "f = a[0]\nrun_kernel(f, a, a, a[1])", "floats where code is expected"),
    ("given: float", "y = given(1.0, 1)", "'given' is not a native function"),
    ("x: float", "y = given(x, 1, other=2)", "arguments by name"),
    # more arguments
    ("x", "y = 1.0", "line 2: 'x' has no annotation"),
    ("x: None", "y = 1.0", "line 2: 'x' cannot be of kind None"),
    ("x: float, *, y: float", "z = y", "line 2: .* are not plain"),
    ("x: float, /, y: float", "z = x", "line 2: .* are not plain"),
    ("x: float, *rest", "y = x", "line 2: .* are not plain"),
    ("x: float, **rest", "y = x", "line 2: .* are not plain"),
    ("x: float = 1.0", "y = x", "line 2: .* are not plain"),
    # variables that may have no value
    ("x: float", "if x > 0.0:\n y = 1.0\nz = y", "line 5: 'y' may have no value here"),
    ("x: float", "if x > 0.0:\n y = 1.0\ny += 1.0", "line 5: 'y' may have no value here"),
    ("n: int", "while n > 0:\n n = 0\n k = 1\nn = k", "line 6: 'k' may have no value here"),
    ("n: int", "for i in range(n):\n k = i\nn = k", "line 5: 'k' may have no value here"),
    ("n: int", "for i in range(n):\n n = 1\nn = i", "line 5: 'i' may have no value here"),
    ("n: int", "for i in range(n):\n if i > 1:\n  n = k\n k = 1", "line 5: 'k' may have no value"),
    (
        "n: int",
        "while True:\n if n > 1:\n  break\n k = 1\n if n > 0:\n  break\nn = k",
        "line 9: 'k' may have no value here",
    ),
    ("x: float", "HALF = HALF + x", "line 3: 'HALF' may have no value here"),
]

BESIDES = """
@native
def given(x: float, k: int) -> float:
    return x

@native
def nothing() -> None:
    return

def plain(x: float) -> float:
    return x

HALF = 0.5

"""


def refuse(f: Callable[..., Any], message: str) -> None:
    """Check that a function is refused; lines of the message count from its decorator."""
    with pytest.raises(Untranslatable) as caught:
        compile_function(f)
    found = re.fullmatch(r"written\.f, line (\d+): (.*)", str(caught.value))
    assert found, caught.value
    line = int(found[1]) - f.__code__.co_firstlineno + 1
    assert re.search(message, f"line {line}: {found[2]}")


@pytest.mark.parametrize("arguments, body, message", REFUSED)
def test_refused(tmp_path: Path, arguments: str, body: str, message: str) -> None:
    text = f"{BESIDES}@native\ndef f({arguments}) -> None:\n{indented(body)}\n"
    refuse(function(tmp_path, text), message)


RESULTS = [
    ("float", "return x.y", r"x\.y"),
    ("complex", "return x", "line 2: the result cannot be of kind complex"),
    ("float", "return 1", "int where float is expected"),
    ("int", "return x", "float where int is expected"),
    ("float", "return", "none where float is expected"),
    ("int", "return x > 0.0", "bool where int is expected"),
    ("int", "return 1 and 2", "int where bool is expected"),
    ("float", "if x > 0.0:\n return x", "the function may end without a result"),
    ("float", "y = x", "the function may end without a result"),
    ("float", "while x > 0.0:\n return x", "the function may end without a result"),
    ("float", "while True:\n if x > 0.0:\n  break", "the function may end without a result"),
    ("float", "for i in range(3):\n return x", "the function may end without a result"),
]


@pytest.mark.parametrize("result, body, message", RESULTS)
def test_refused_results(tmp_path: Path, result: str, body: str, message: str) -> None:
    text = f"@native\ndef f(x: float) -> {result}:\n{indented(body)}\n"
    refuse(function(tmp_path, text), message)


@pytest.mark.parametrize("result", ["Floats", "Ints", "Pointers", "Code"])
def test_arrays_cannot_be_returned_to_python(tmp_path: Path, result: str) -> None:
    text = f"@native\ndef f(x: {result}) -> {result}:\n    return x\n"
    refuse(function(tmp_path, text), "line 2: .* cannot be returned to Python")


CLOSURE = """
def outer(k):
    @native
    def f(x: float) -> float:
        return x + k
    return f

f = outer(1.0)
"""
WRAPPED = """
from functools import wraps

@native
def inner(x: float) -> float:
    return x

@native
@wraps(inner)
def f(x):
    return 2.0 * inner(x)
"""


@pytest.mark.parametrize(
    "text, message",
    [
        ("@native\nasync def f(x: float) -> float:\n    return x\n", "written as a function"),
        ("f = native(lambda x: x)\n", "written as a function"),
        ("@native\ndef f(x: float):\n    return x\n", "the result has no annotation"),
        ("def f(x: float) -> float:\n    return x\n", "not a native function"),
        (CLOSURE, "k: of the function around"),
        (WRAPPED, "not a native function"),
        ("exec('@native\\ndef f(x: float) -> float:\\n    return x\\n')", "cannot be read"),
    ],
)
def test_what_is_no_function_of_its_own(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(Untranslatable, match=f"line .*{message}"):
        compile_function(function(tmp_path, text))
