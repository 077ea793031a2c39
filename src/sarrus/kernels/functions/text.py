"""Functions of numbers of some lanes, as LLVM text: our own code, and the C library beyond it.

Each function computes all lanes without a branch and says which of them lie in its range. If any
does not (infinite, not a number, too large), those lanes alone are taken from the C library, one
by one: what a lane gets never depends on its neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sarrus.kernels.functions import arcs, exponential, logarithm, remainder, tangent
from sarrus.kernels.functions.vector import Code, Real, Truth
from sarrus.kernels.targets.llvm.lanes import Lanes

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
    """Return one function: all lanes without a branch, then what is beyond its range."""
    real, width = lanes.real, lanes.width
    names = [f"x{k}" for k in range(2 if op in PAIRS else 1)]
    code = Code(lanes)
    found, fine = OWN[op](*(Real(code, f"%{name}") for name in names))
    given = ", ".join(f"{real} %{name}" for name in names)
    lines = [
        f"define internal {real} @{symbol(op)}({given}) noinline {{",
        "entry:",
        f"  %found = alloca {real}, align 8",
        f"  %fine = alloca {lanes.whole}, align 8",
        *(f"  %{name}.all = alloca {real}, align 8" for name in names),
        *code.lines,
    ]
    every = fine.name
    if width > 1:
        lines.append(f"  %mask = bitcast {lanes.bit} {fine.name} to i{width}")
        lines.append(f"  %every = icmp eq i{width} %mask, -1")
        every = "%every"
    lines += [
        f"  br i1 {every}, label %done, label %beyond",
        *_beyond(lanes, op, names, found, fine),
        "done:",
        f"  ret {real} {found.name}",
        "}",
        "",
    ]
    return "\n".join(lines)


def _beyond(lanes: Lanes, op: str, names: list[str], found: Real, fine: Truth) -> list[str]:
    """Return the lines that put the C library's values in the lanes that are not fine."""
    real, whole = lanes.real, lanes.whole
    stores = [(found.name, "found"), *((f"%{name}", f"{name}.all") for name in names)]
    given = ", ".join(f"double %{name}.one" for name in names)
    return [
        "beyond:",
        *(f"  store {real} {value}, ptr %{place}, align 8" for value, place in stores),
        f"  %words = sext {lanes.bit} {fine.name} to {whole}",
        f"  store {whole} %words, ptr %fine, align 8",
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
        f"  %one = call double @{LIBRARY[op]}({given})",
        "  %one.at = getelementptr double, ptr %found, i64 %i",
        "  store double %one, ptr %one.at",
        "  br label %after",
        "after:",
        "  %next = add i64 %i, 1",
        f"  %more = icmp ult i64 %next, {lanes.width}",
        "  br i1 %more, label %lane, label %end",
        "end:",
        f"  %mixed = load {real}, ptr %found, align 8",
        f"  ret {real} %mixed",
    ]
