"""How C code computes: its precision, and whether the C library's functions are called.

Without the library nothing of `math.h` is linked: roots come from the processor's instruction, or
digit by digit; a b + c is rounded once by the processor, or by integers. So digits are the same.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

import numpy as np

from sarrus.kernels.targets.ptx.numbers import single
from sarrus.late_dataclass import dataclass

LARGEST_SINGLE = float(np.finfo(np.float32).max)
OF_LIBRARY = {
    "abs": "fabs",
    "sqrt": "sqrt",
    "floor": "floor",
    "ceil": "ceil",
    "copysign": "copysign",
}
"""Operations that C has with every digit."""


@dataclass(frozen=True)
class Arithmetic:
    """Single or double precision, with the C library or without.

    decimals: whether constants have their decimals beside them as comments.
    """

    single: bool = False
    library: bool = True
    decimals: bool = False

    @property
    def real(self) -> str:
        """The type of a number."""
        return "float" if self.single else "double"

    def number(self, value: float) -> str:
        """Return a constant in hexadecimal: that of double precision, or the nearest of single."""
        if value != value:
            return "NAN" if self.library else "sarrus_nan"
        if self.single and math.isfinite(value):
            value = math.copysign(min(abs(single(value)), LARGEST_SINGLE), value)
        if value in (float("inf"), float("-inf")):
            infinite = "INFINITY" if self.library else "sarrus_infinity"
            return infinite if value > 0 else f"(-{infinite})"
        text = float(value).hex() + ("f" if self.single else "")
        if self.decimals and value not in (0.0, 1.0, 2.0, 0.5):
            text += f" /* {self.decimal(value)} */"
        return text if value >= 0.0 and not text.startswith("-") else f"({text})"

    def decimal(self, value: float) -> str:
        """Return the shortest decimals that mean the same number."""
        return str(np.float32(value)) if self.single else repr(float(value))

    def function(self, op: str) -> str:
        """Return the name of an operation that C has with every digit."""
        if not self.library:
            return f"sarrus_{op}"
        return OF_LIBRARY[op] + ("f" if self.single else "")

    @property
    def includes(self) -> str:
        """The headers that all code needs."""
        math_header = "#include <math.h>\n" if self.library else ""
        return f"{math_header}#include <stdint.h>\n#include <string.h>\n"

    @property
    def support(self) -> str:
        """What stands before all code."""
        return "\n\n".join(self._pieces())

    def needed_support(self, code: str) -> str:
        """Return what code needs of it."""
        kept: list[str] = []
        for piece in reversed(self._pieces()):
            defined = re.findall(r"^(?:static.*?|#define )(sarrus_\w+)", piece, flags=re.MULTILINE)
            if any(re.search(rf"\b{name}\b", code) for name in defined):
                kept.insert(0, piece)
                code += piece
        return "\n\n".join(kept)

    def _pieces(self) -> list[str]:
        """Return the definitions, those that others need before them."""
        slow = _ROOT_AND_FUSED_SINGLE if self.single else _ROOT_AND_FUSED_DOUBLE
        own = f"{_HEADS}{slow}{_OF_PROCESSORS}{_WITHOUT_LIBRARY}"
        text = _WITH_LIBRARY if self.library else own
        pieces = self._in_precision(f"{_BITS}{text}{_INTEGERS}").split(_CUT)
        return [piece.strip() for piece in pieces if piece.strip()]

    def _in_precision(self, text: str) -> str:
        """Return text with the types, suffixes and sizes of the precision."""
        for word, (of_double, of_single) in _WORDS.items():
            text = text.replace(word, of_single if self.single else of_double)
        return text


_WORDS: dict[str, tuple[str, str]] = {
    "{real}": ("double", "float"),
    "{f}": ("", "f"),
    "{int}": ("int64_t", "int32_t"),
    "{INT}": ("INT64", "INT32"),
    "{size}": ("8", "4"),
    "{fma}": ("fma", "fmaf"),
    "{infinity}": ("0x7FF0000000000000", "0x7F800000"),
    "{nan}": ("0x7FF8000000000000", "0x7FC00000"),
    "{whole}": ("0x1p52", "0x1p23f"),
    "{sse}": ("__SSE2__", "__SSE__"),
    "{sqrt_sse}": ("sqrtsd", "sqrtss"),
    "{letter}": ("d", "s"),
    "{sqrt_arm}": ('"vsqrt.f64 %P0, %P1" : "=w"', '"vsqrt.f32 %0, %1" : "=t"'),
    "{root_arm}": ('"w"', '"t"'),
    "{riscv}": ("defined(__riscv_flen) && __riscv_flen >= 64", "defined(__riscv_flen)"),
    "{fast}": ("defined(__FP_FAST_FMA)", "defined(__FP_FAST_FMAF)"),
    "{riscv_fma}": ("(defined(__riscv_flen) && __riscv_flen >= 64)", "defined(__riscv_flen)"),
    "{arm_fma}": (
        "(defined(__ARM_FEATURE_FMA) && (__ARM_FP & 8))",
        "defined(__ARM_FEATURE_FMA)",
    ),
}
"""What stands in the texts below in double and in single precision."""


DOUBLE = Arithmetic()
"""Double precision with the C library."""


def beyond_single(values: Iterable[float]) -> list[float]:
    """Return those of some numbers that single precision has no normal number for."""
    least, most = float(np.finfo(np.float32).tiny), LARGEST_SINGLE
    return [x for x in values if 0.0 < abs(x) < least or most < abs(x) < math.inf]


_CUT = "\n\n"
"""Between two definitions of the texts below; there is none inside of one."""

_BITS = """
static inline {int} sarrus_word({real} x) { {int} k; memcpy(&k, &x, {size}); return k; }

static inline int64_t sarrus_bits({real} x) { return sarrus_word(x); }

static inline {real} sarrus_number(int64_t k)
{ {int} i = ({int})k; {real} x; memcpy(&x, &i, {size}); return x; }

"""
_WITH_LIBRARY = """
/* a b + c, rounded once. Define SARRUS_UNFUSED for processors that cannot. */
#ifdef SARRUS_UNFUSED
#define sarrus_fused(a, b, c) ((a) * (b) + (c))
#else
#define sarrus_fused(a, b, c) {fma}(a, b, c)
#endif

"""

_HEADS = """

#define sarrus_infinity sarrus_number(INT64_C({infinity}))

#define sarrus_nan sarrus_number(INT64_C({nan}))

#define sarrus_whole {whole}

static inline {real} sarrus_abs({real} x) { return sarrus_number(sarrus_bits(x) & {INT}_MAX); }

static inline {real} sarrus_copysign({real} x, {real} y)
{ return sarrus_number((sarrus_bits(x) & {INT}_MAX) | (sarrus_bits(y) & {INT}_MIN)); }

"""
_ROOT_AND_FUSED_DOUBLE = """
/* The root of a positive number, 54 binary digits of it one by one; the last one rounds. */
static inline double sarrus_root(double x)
{
    const int64_t word = sarrus_bits(x);
    if (!(x > 0.0)) return x == 0.0 ? x : sarrus_nan;
    if (x == sarrus_infinity) return x;
    int exponent = (int)(word >> 52);
    uint64_t m = (uint64_t)word & UINT64_C(0xFFFFFFFFFFFFF), rest = 0, root = 0;
    if (exponent) m |= UINT64_C(1) << 52;
    else for (exponent = 1; !(m >> 52); m <<= 1) --exponent;
    exponent -= 1023;
    if (exponent & 1) {
        m <<= 1;
        --exponent;
    }
    m <<= 10;
    for (int k = 0; k < 54; ++k) {
        rest = rest << 2 | m >> 62;
        m <<= 2;
        const uint64_t trial = root << 2 | 1;
        root <<= 1;
        if (rest >= trial) {
            rest -= trial;
            root |= 1;
        }
    }
    const uint64_t rounded = (root >> 1) + (root & 1) - (UINT64_C(1) << 52);
    return sarrus_number((int64_t)(((uint64_t)(exponent / 2 + 1023) << 52) + rounded));
}

/* A number that is not zero: mantissa of 53 bits times 2^exponent. */
static inline uint64_t sarrus_parts(double x, int *exponent)
{
    const uint64_t word = (uint64_t)sarrus_bits(x);
    uint64_t m = word & UINT64_C(0xFFFFFFFFFFFFF);
    *exponent = (int)(word >> 52 & 2047) - 1075;
    if (*exponent > -1075) return m | UINT64_C(1) << 52;
    for (*exponent = -1074; !(m >> 52); m <<= 1) --*exponent;
    return m;
}

/* Shift 128 bits to the right; what falls off leaves a mark in the last bit. */
static inline void sarrus_shift(uint64_t *high, uint64_t *low, int n)
{
    if (n <= 0) return;
    if (n > 127) {
        *low = (*high | *low) != 0;
        *high = 0;
        return;
    }
    uint64_t lost = 0;
    if (n > 63) {
        lost = *low;
        *low = *high;
        *high = 0;
        n -= 64;
    }
    if (n > 0) {
        lost |= *low << (64 - n);
        *low = *low >> n | *high << (64 - n);
        *high >>= n;
    }
    *low |= lost != 0;
}

/* a b + c, rounded once, by integers of 128 bits. */
static inline double sarrus_whole_fused(double a, double b, double c)
{
    const double most = sarrus_infinity;
    if (!(sarrus_abs(a) < most) || !(sarrus_abs(b) < most)) return a * b + c;
    if (!(sarrus_abs(c) < most)) return c;
    if (a == 0.0 || b == 0.0) return a * b + c;
    if (c == 0.0) return a * b;
    int i, j, k;
    const uint64_t x = sarrus_parts(a, &i), y = sarrus_parts(b, &j), z = sarrus_parts(c, &k);
    const uint64_t x1 = x >> 32, x0 = x & UINT32_MAX, y1 = y >> 32, y0 = y & UINT32_MAX;
    const uint64_t middle = x1 * y0 + (x0 * y0 >> 32), other = x0 * y1 + (middle & UINT32_MAX);
    uint64_t low = (x0 * y0 & UINT32_MAX) | other << 32;
    uint64_t high = x1 * y1 + (middle >> 32) + (other >> 32);
    high = high << 20 | low >> 44; /* from 2^124 up to 2^126 */
    low <<= 20;
    uint64_t c_high = z << 9, c_low = 0;
    int exponent = i + j - 20;
    const int apart = exponent - (k - 73);
    if (apart > 0) sarrus_shift(&c_high, &c_low, apart);
    else {
        sarrus_shift(&high, &low, -apart);
        exponent = k - 73;
    }
    int minus = (a < 0.0) != (b < 0.0);
    if (minus == (c < 0.0)) {
        low += c_low;
        high += c_high + (low < c_low);
    } else {
        if (high < c_high || (high == c_high && low < c_low)) {
            const uint64_t kept_high = high, kept_low = low;
            high = c_high;
            low = c_low;
            c_high = kept_high;
            c_low = kept_low;
            minus = !minus;
        }
        high -= c_high + (low < c_low);
        low -= c_low;
        if (!(high | low)) return 0.0;
    }
    while (!(high >> 63)) {
        high = high << 1 | low >> 63;
        low <<= 1;
        --exponent;
    }
    int power = exponent + 127; /* the number is from 2^power up to 2^(power + 1) */
    if (power > 1023) return minus ? -most : most;
    sarrus_shift(&high, &low, power < -1022 ? -1022 - power : 0);
    uint64_t m = high >> 11;
    const uint64_t left = (high & 2047) << 1 | (low != 0);
    m += left > 2048 || (left == 2048 && (m & 1));
    const uint64_t word = power < -1022 ? m : ((uint64_t)(power + 1022) << 52) + m;
    return sarrus_number(sarrus_bits(minus ? -0.0 : 0.0) | (int64_t)word);
}

"""
_ROOT_AND_FUSED_SINGLE = """
/* The root of a positive number, 25 binary digits of it one by one; the last one rounds. */
static inline float sarrus_root(float x)
{
    const int32_t word = sarrus_word(x);
    if (!(x > 0.0f)) return x == 0.0f ? x : sarrus_nan;
    if (x == sarrus_infinity) return x;
    int exponent = word >> 23;
    uint32_t m = (uint32_t)word & 0x7FFFFF, rest = 0, root = 0;
    if (exponent) m |= 1u << 23;
    else for (exponent = 1; !(m >> 23); m <<= 1) --exponent;
    exponent -= 127;
    if (exponent & 1) {
        m <<= 8;
        --exponent;
    } else m <<= 7;
    for (int k = 0; k < 25; ++k) {
        rest = rest << 2 | m >> 30;
        m <<= 2;
        const uint32_t trial = root << 2 | 1;
        root <<= 1;
        if (rest >= trial) {
            rest -= trial;
            root |= 1;
        }
    }
    const uint32_t rounded = (root >> 1) + (root & 1);
    return sarrus_number((int64_t)(((uint32_t)(exponent / 2 + 127) << 23) + rounded - (1u << 23)));
}

/* a b + c, rounded once: in double precision with the last bit odd where digits are lost. */
static inline float sarrus_whole_fused(float a, float b, float c)
{
    const double product = (double)a * (double)b, total = product + (double)c;
    const double from_c = total - product;
    const double lost = (product - (total - from_c)) + ((double)c - from_c);
    int64_t word;
    memcpy(&word, &total, 8);
    if (lost != 0.0 && lost - lost == 0.0 && !(word & 1)) {
        word += (lost > 0.0) == (total > 0.0) ? 1 : -1;
        double odd;
        memcpy(&odd, &word, 8);
        return (float)odd;
    }
    return (float)total;
}

"""
_OF_PROCESSORS = """
/* Processors that have the instruction (SARRUS_PLAIN leaves them out). */
static inline {real} sarrus_sqrt({real} x)
{
    (void)sarrus_root;
#if defined(__GNUC__) && !defined(SARRUS_PLAIN) && defined({sse})
    {real} root;
    __asm__("{sqrt_sse} %1, %0" : "=x"(root) : "x"(x));
    return root;
#elif defined(__GNUC__) && !defined(SARRUS_PLAIN) && defined(__aarch64__)
    {real} root;
    __asm__("fsqrt %{letter}0, %{letter}1" : "=w"(root) : "w"(x));
    return root;
#elif defined(__GNUC__) && !defined(SARRUS_PLAIN) && defined(__ARM_FP) && (__ARM_FP & {size})
    {real} root;
    __asm__({sqrt_arm}(root) : {root_arm}(x));
    return root;
#elif defined(__GNUC__) && !defined(SARRUS_PLAIN) && {riscv}
    {real} root;
    __asm__("fsqrt.{letter} %0, %1" : "=f"(root) : "f"(x));
    return root;
#else
    return sarrus_root(x);
#endif
}

#if defined(SARRUS_UNFUSED)
#define sarrus_fused(a, b, c) ((void)sarrus_whole_fused, (a) * (b) + (c))
#elif defined(__GNUC__) && !defined(SARRUS_PLAIN) && ({fast} || defined(__FMA__) \\
      || defined(__aarch64__) || {riscv_fma} \\
      || {arm_fma})
static inline {real} sarrus_fused({real} a, {real} b, {real} c)
{
    (void)sarrus_whole_fused;
    return __builtin_{fma}(a, b, c);
}
#else
#define sarrus_fused(a, b, c) sarrus_whole_fused(a, b, c)
#endif
"""
_WITHOUT_LIBRARY = """

static inline {real} sarrus_floor({real} x)
{
    if (!(sarrus_abs(x) < sarrus_whole)) return x;
    const {real} cut = ({real})(int64_t)x;
    return sarrus_copysign(cut > x ? cut - 1.0{f} : cut, x);
}

static inline {real} sarrus_ceil({real} x) { return -sarrus_floor(-x); }

"""
_INTEGERS = """
static inline int64_t sarrus_wrap(uint64_t k) { int64_t i; memcpy(&i, &k, 8); return i; }

static inline {real} sarrus_min_of_floats({real} a, {real} b) { return b < a ? b : a; }

static inline {real} sarrus_max_of_floats({real} a, {real} b) { return b > a ? b : a; }

static inline int64_t sarrus_min_of_ints(int64_t a, int64_t b) { return b < a ? b : a; }

static inline int64_t sarrus_max_of_ints(int64_t a, int64_t b) { return b > a ? b : a; }
"""
