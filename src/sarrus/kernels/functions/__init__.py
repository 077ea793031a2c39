"""The functions of kernels and their look-ups in tables, once, in the native language.

All targets lower these, so that their digits agree. Each function of RANGED computes without a
branch, for one number or for lanes of them, and says whether its arguments are in its range; those
beyond (infinite, not a number, too large) are left to the C library of the target.
"""

from __future__ import annotations

from sarrus.kernels.functions import arcs, exponential, logarithm, look_up, remainder, tangent
from sarrus.kernels.functions.features import FEATURES
from sarrus.kernels.native.tree import Function

RANGED: dict[str, Function] = {
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
"""Operations of programs whose function returns the value and whether it is in range."""

LIBRARY = {name: name for name in RANGED} | {"mod": "fmod"}
"""Names in the C library, for what is beyond the range."""

PAIRS = frozenset({"pow", "atan2", "mod", "hypot"})
"""Functions of two numbers."""

TURN = tangent.sine_cosine
"""Sine, cosine and whether the angle is in range; beyond, they are the C library's."""

LOOK_UPS: dict[str, Function] = {
    "piece": look_up.piece,
    "table_integral": look_up.table_integral,
    "table_value": look_up.table_value,
    "table_slope": look_up.table_slope,
    "table_curvature": look_up.table_curvature,
    "table_third": look_up.table_third,
    **FEATURES,
}
"""Operations on tables, by name."""

PLAIN: dict[str, Function] = {
    "min": remainder.minimum,
    "max": remainder.maximum,
    "sign": remainder.sign,
}
"""Operations that processors of some targets have by themselves."""
