"""Sines and cosines of many angles at once, as LLVM text.

Branch-free in vectors of any size: the angle is reduced by a multiple of pi/2 in three exact
parts (Cody and Waite) to r + s, where s is what a number cannot hold of the rest; two polynomials
give sine and cosine on [-pi/4, pi/4] (the classical coefficients of the Sun library), and the
quadrant swaps them and sets their signs. Angles beyond `LIMIT` go to the C library one by one. The
error stays below 1 unit in the last place, with fused multiply-add and without; the result does
not depend on the machine's C library.
"""

from __future__ import annotations

from string import Template

from sarrus.kernels.targets.llvm.numbers import exact

LANES = 4
"""Numbers of a vector, at least: kernels of one state collect their angles for it."""

LIMIT = 1.0e5

_TWO_OVER_PI = 6.36619772367581382433e-01
_ROUND = 6755399441055744.0  # 1.5 * 2^52: adding it rounds to an integer in the low bits
_PI_PARTS = (1.57079632673412561417e00, 6.07710050630396597660e-11, 2.02226624879595063154e-21)
_SINE = (
    -1.66666666666666324348e-01,
    8.33333333332248946124e-03,
    -1.98412698298579493134e-04,
    2.75573137070700676789e-06,
    -2.50507602534068634195e-08,
    1.58969099521155010221e-10,
)
_COSINE = (
    4.16666666666666019037e-02,
    -1.38888888888741095749e-03,
    2.48015872894767294178e-05,
    -2.75573143513906633035e-07,
    2.08757232129817482790e-09,
    -1.13596475577881948265e-11,
)
_N = "${n}"
"""Stands for the size of the vectors until the text is wanted."""

_V = f"<{_N} x double>"
_I = f"<{_N} x i64>"


def _splat(number: float) -> str:
    return f"splat (double {exact(number)})"


def _integer(number: int) -> str:
    return f"splat (i64 {number})"


def _polynomial(name: str, coefficients: tuple[float, ...]) -> list[str]:
    """Return Horner's scheme in %z; the result is %name0."""
    lines = []
    value = _splat(coefficients[-1])
    for k in range(len(coefficients) - 2, -1, -1):
        lines.append(f"  %{name}m{k} = fmul contract {_V} {value}, %z")
        lines.append(f"  %{name}{k} = fadd contract {_V} %{name}m{k}, {_splat(coefficients[k])}")
        value = f"%{name}{k}"
    return lines


def _reduction() -> list[str]:
    """Return the code of the rest %r + %rest of the angle.

    Products with the first two parts are exact, and so is the first difference; what the second
    one loses is %lost1, also where it is larger than %r0: then it loses nothing.
    """
    return [
        f"  %t = fmul {_V} %x, {_splat(_TWO_OVER_PI)}",
        f"  %big = fadd {_V} %t, {_splat(_ROUND)}",
        f"  %k = bitcast {_V} %big to {_I}",
        f"  %kf = fsub {_V} %big, {_splat(_ROUND)}",
        f"  %p0 = fmul contract {_V} %kf, {_splat(_PI_PARTS[0])}",
        f"  %r0 = fsub contract {_V} %x, %p0",
        f"  %p1 = fmul {_V} %kf, {_splat(_PI_PARTS[1])}",
        f"  %r1 = fsub {_V} %r0, %p1",
        f"  %taken1 = fsub {_V} %r0, %r1",
        f"  %lost1 = fsub {_V} %taken1, %p1",
        f"  %p2 = fmul contract {_V} %kf, {_splat(_PI_PARTS[2])}",
        f"  %r2 = fsub contract {_V} %lost1, %p2",
        f"  %r = fadd {_V} %r1, %r2",
        f"  %taken = fsub {_V} %r1, %r",
        f"  %rest = fadd {_V} %taken, %r2",
    ]


def _quadrant() -> list[str]:
    """Return the code that swaps %s and %c and sets their signs by the low bits of %k."""
    return [
        f"  %odd = and {_I} %k, {_integer(1)}",
        f"  %swap = icmp ne {_I} %odd, zeroinitializer",
        f"  %s1 = select <{_N} x i1> %swap, {_V} %c, {_V} %s",
        f"  %c1 = select <{_N} x i1> %swap, {_V} %s, {_V} %c",
        f"  %k2 = and {_I} %k, {_integer(2)}",
        f"  %ssign = shl {_I} %k2, {_integer(62)}",
        f"  %kp = add {_I} %k, {_integer(1)}",
        f"  %kp2 = and {_I} %kp, {_integer(2)}",
        f"  %csign = shl {_I} %kp2, {_integer(62)}",
        f"  %sbits = bitcast {_V} %s1 to {_I}",
        f"  %cbits = bitcast {_V} %c1 to {_I}",
        f"  %sflip = xor {_I} %sbits, %ssign",
        f"  %cflip = xor {_I} %cbits, %csign",
    ]


def _text() -> str:
    lines = [
        "define internal void @sines(ptr %angles, ptr %sines, ptr %cosines, i64 %n) noinline {",
        "entry:",
        "  br label %block",
        "block:",
        "  %i = phi i64 [ 0, %entry ], [ %next, %done ]",
        "  %at = getelementptr double, ptr %angles, i64 %i",
        "  %sat = getelementptr double, ptr %sines, i64 %i",
        "  %cat = getelementptr double, ptr %cosines, i64 %i",
        f"  %x = load {_V}, ptr %at, align 8",
        *_reduction(),
        f"  %z = fmul {_V} %r, %r",
        *_polynomial("a", _SINE),
        *_polynomial("b", _COSINE),
        f"  %half = fmul {_V} %z, {_splat(0.5)}",
        f"  %w = fsub {_V} {_splat(1.0)}, %half",
        f"  %zr = fmul contract {_V} %z, %r",
        f"  %sm = fmul contract {_V} %zr, %a0",
        f"  %st = fmul contract {_V} %rest, %w",
        f"  %sr = fadd contract {_V} %sm, %st",
        f"  %s = fadd {_V} %r, %sr",
        f"  %lost0 = fsub {_V} {_splat(1.0)}, %w",
        f"  %lost = fsub {_V} %lost0, %half",
        f"  %zz = fmul contract {_V} %z, %z",
        f"  %cm = fmul contract {_V} %zz, %b0",
        f"  %ct = fmul contract {_V} %r, %rest",
        f"  %cr = fsub contract {_V} %cm, %ct",
        f"  %small = fadd {_V} %lost, %cr",
        f"  %c = fadd {_V} %w, %small",
        *_quadrant(),
        f"  store {_I} %sflip, ptr %sat, align 8",
        f"  store {_I} %cflip, ptr %cat, align 8",
        f"  %bits = bitcast {_V} %x to {_I}",
        f"  %positive = and {_I} %bits, {_integer(2**63 - 1)}",
        f"  %size = bitcast {_I} %positive to {_V}",
        f"  %far = fcmp ugt {_V} %size, {_splat(LIMIT)}",
        f"  %any = bitcast <{_N} x i1> %far to i{_N}",
        f"  %slow = icmp ne i{_N} %any, 0",
        "  br i1 %slow, label %lane, label %done",
        "lane:",
        "  %j = phi i64 [ 0, %block ], [ %jnext, %after ]",
        f"  %place = trunc i64 %j to i{_N}",
        f"  %moved = lshr i{_N} %any, %place",
        f"  %beyond = trunc i{_N} %moved to i1",
        "  br i1 %beyond, label %library, label %after",
        "library:",
        "  %aj = getelementptr double, ptr %at, i64 %j",
        "  %sj = getelementptr double, ptr %sat, i64 %j",
        "  %cj = getelementptr double, ptr %cat, i64 %j",
        "  %one = load double, ptr %aj",
        "  %one.s = call double @llvm.sin.f64(double %one)",
        "  %one.c = call double @llvm.cos.f64(double %one)",
        "  store double %one.s, ptr %sj",
        "  store double %one.c, ptr %cj",
        "  br label %after",
        "after:",
        "  %jnext = add i64 %j, 1",
        f"  %more = icmp ult i64 %jnext, {_N}",
        "  br i1 %more, label %lane, label %done",
        "done:",
        f"  %next = add i64 %i, {_N}",
        "  %again = icmp ult i64 %next, %n",
        "  br i1 %again, label %block, label %end",
        "end:",
        "  ret void",
        "}",
        "",
    ]
    return "\n".join(lines)


_SINES = Template(_text())


def sines(size: int) -> str:
    """Return the function `sines(angles, sines, cosines, n)`; n is a multiple of the size."""
    return _SINES.substitute(n=size)
