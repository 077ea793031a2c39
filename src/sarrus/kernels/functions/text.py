"""Functions of numbers of some lanes, as LLVM text: our own code, and the C library beyond it.

Each function computes all lanes without a branch and says which of them lie in its range. If any
does not (infinite, not a number, too large), those lanes alone are taken from the C library, one
by one: what a lane gets never depends on its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sarrus.kernels.functions import arcs, exponential, logarithm, remainder, tangent
from sarrus.kernels.functions.vector import Code, Real, Truth
from sarrus.kernels.lanes import Lanes

OWN: dict[str, Callable[..., tuple[Real, Truth]]] = {
    "exp": exponential.exp,
    "sinh": exponential.sinh,
    "cosh": exponential.cosh,
    "tanh": exponential.tanh,
    "log": logarithm.log,
    "pow": logarithm.pow,
    "tan": tangent.tan,
    "asin": arcs.asin,
    "acos": arcs.acos,
    "atan": arcs.atan,
    "atan2": arcs.atan2,
    "mod": remainder.mod,
    "hypot": remainder.hypot,
}
PAIRS = frozenset({"pow", "atan2", "mod", "hypot"})
"""Functions of two numbers."""

LIBRARY = {
    "sin": "llvm.sin.f64",
    "cos": "llvm.cos.f64",
    "exp": "llvm.exp.f64",
    "log": "llvm.log.f64",
    "pow": "llvm.pow.f64",
    "mod": "fmod",
    **{name: name for name in ("tan", "asin", "acos", "atan", "sinh", "cosh", "tanh")},
    **{name: name for name in ("atan2", "hypot")},
}
"""Names in the C library, or LLVM's for them."""


def symbol(op: str) -> str:
    """Return the name of a function of ours."""
    return f"own.{op}"


def functions_of(lanes: Lanes, used: Iterable[str]) -> list[str]:
    """Return the functions that some operations need."""
    return [_function(lanes, op) for op in sorted(used) if op in OWN]


def _function(lanes: Lanes, op: str) -> str:
    real, whole, bit, width = lanes.real, lanes.whole, lanes.bit, lanes.width
    names = [f"x{k}" for k in range(2 if op in PAIRS else 1)]
    code = Code(lanes)
    found, fine = OWN[op](*(Real(code, f"%{name}") for name in names))
    lines = [
        f"define internal {real} @{symbol(op)}({', '.join(f'{real} %{n}' for n in names)}) "
        "noinline {",
        "entry:",
        f"  %found = alloca {real}",
        f"  %fine = alloca {whole}",
        *(f"  %{name}.all = alloca {real}" for name in names),
        *code.lines,
    ]
    if width == 1:
        lines.append(f"  br i1 {fine.name}, label %done, label %beyond")
    else:
        lines += [
            f"  %mask = bitcast {bit} {fine.name} to i{width}",
            f"  %all = icmp eq i{width} %mask, -1",
            "  br i1 %all, label %done, label %beyond",
        ]
    stores = [(found.name, "found"), *((f"%{name}", f"{name}.all") for name in names)]
    lines += [
        "beyond:",
        *(f"  store {real} {value}, ptr %{place}" for value, place in stores),
        f"  %words = sext {bit} {fine.name} to {whole}",
        f"  store {whole} %words, ptr %fine",
        "  br label %lane",
        "lane:",
        "  %i = phi i64 [ 0, %beyond ], [ %next, %after ]",
        "  %fine.at = getelementptr i64, ptr %fine, i64 %i",
        "  %fine.one = load i64, ptr %fine.at",
        "  %outside = icmp eq i64 %fine.one, 0",
        "  br i1 %outside, label %library, label %after",
        "library:",
        *(f"  %{n}.at = getelementptr double, ptr %{n}.all, i64 %i" for n in names),
        *(f"  %{n}.one = load double, ptr %{n}.at" for n in names),
        f"  %one = call double @{LIBRARY[op]}({', '.join(f'double %{n}.one' for n in names)})",
        "  %one.at = getelementptr double, ptr %found, i64 %i",
        "  store double %one, ptr %one.at",
        "  br label %after",
        "after:",
        "  %next = add i64 %i, 1",
        f"  %more = icmp ult i64 %next, {width}",
        "  br i1 %more, label %lane, label %end",
        "end:",
        f"  %mixed = load {real}, ptr %found",
        f"  ret {real} %mixed",
        "done:",
        f"  ret {real} {found.name}",
        "}",
        "",
    ]
    return "\n".join(lines)
