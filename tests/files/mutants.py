"""Damaged model files: mutant i is a function of its number alone.

Each starts from a right model file and suffers one to three accidents, to its values, keys, names
and expressions, or to its raw text.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from functools import cache
from typing import Any

from files.broken_texts import BREAKS
from files.sources import sources
from files.yaml_writing import Raw, Twin, document
from sarrus.formats.yaml.located_yaml import parse

Place = tuple[Any, Any]
"""A map or list, and the key or position of something in it."""

LITERALS = (
    *("nan", ".nan", "-inf", ".inf", "Infinity", "1e400", "-1e308", "1e300", "1e31", "1e-320"),
    *("1e-300", "''", "' '", "abc", "0x10", "010", "1_000", "1:30", "1,5", "0", "-0", "-1", "1e9"),
    *("1e-9", "5 kg", "250mm", "30 deg", "2 parsec", "1 m/", "[1, 2]", "[1, 2, 3, 4]", "[0, 0, 0]"),
    *("[1e308, 1e308, 1e308]", "１２", "--1", "1e", "yes", "no", "on", "~", "null", "true", "{}"),
    *("[]", "[[]]", "[null]", "{a: 1}", "*a", "&a 1", "!!float 1", "!!python/name:os.system ''"),
    *("../../x", "'${x}'", "'{i}'", "'{'", '"\\u202e1"', '"\\0"', "t", "x", "pi", "2*t", "1/0"),
    *("0/0", "sqrt(-1)", "log(0)", "r*r", "10^400", "2^-1e9", "9^9^9^9", "1..3", "ground", "1 % 2"),
    *("{curve: [[0, 0], [1, 1]]}", "{times: [0, 1], values: [0, 1]}", "{expression: t}", "A.angle"),
    *("os.system('x')", "__import__('os')", "().__class__", "lambda: 0", "9" * 400, "z" * 3000),
)
UNITS = (
    *("m", "mm", "kg", "g", "s", "N", "N*m", "rad", "deg", "N/m", "N*s/m", "1/s", "lbf", "in", "K"),
    *("furlong", "kg*m^2", "m^9", "m/m", "%", "", "mm mm", "/s", "kg^1e9"),
)
PIECES = (
    *(
        "+",
        "*",
        "(",
        ")",
        "[",
        "]",
        "[mm]",
        "[",
        "^",
        "^^",
        ".",
        "..",
        ",",
        " ",
        "$",
        "=",
        "==",
        "<",
    ),
    *(
        "1e",
        "t",
        "sin(",
        "if(",
        "unknown",
        ".__class__",
        "`",
        "'",
        "\\",
        ";",
        "\N{GREEK SMALL LETTER PI}",
    ),
)
NAMES = (
    *(
        "ground",
        "",
        " ",
        "a" * 5000,
        "{i}",
        "{1}",
        "{",
        "__proto__",
        "<b>x</b>",
        "$(touch x)",
        "; ls",
    ),
    *("../up", "a.b", "a b", "\N{PILE OF POO}", "\N{CYRILLIC SMALL LETTER A}", "A\u0301", "\u00c1"),
    *("a\u200b", "\u202ea", "name", "type", "for", "null", "1", "1e5", "%s", "{0}", "'", '"', "\\"),
)
RANGES = (
    *("1..3", "1..0", "0..-1", "1..1e9", "1..99999999999", "1..n", "1..1/0", "1..", "..", "1...3"),
    *("-2..2", "1.5..3", "1..2..3"),
)


def mutant(i: int) -> bytes:
    """Return the bytes of mutant i."""
    rng = random.Random(i)
    text = rng.choice(texts())
    if rng.random() < 0.75:
        value = copy.deepcopy(rng.choice(values()))
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            rng.choice(DAMAGES)(rng, value)
        text = document(value, rng)
        if rng.random() < 0.9:
            return text.encode("utf-8", "surrogatepass")
    data = text.encode("utf-8", "surrogatepass")
    for _ in range(rng.choice((1, 1, 2))):
        data = rng.choice(BREAKS)(rng, data) or b"#"
    return data


@cache
def texts() -> list[str]:
    """Return the right files."""
    return list(sources().values())


@cache
def values() -> list[Any]:
    """Return what the right files hold."""
    return [parse(text, "right.yaml")[0] for text in texts()]


def places(value: Any) -> list[Place]:
    """Return the place of everything inside a value."""
    found: list[Place] = []
    left = [value]
    while left:
        inside = left.pop()
        keys = list(inside) if isinstance(inside, dict) else range(len(inside))
        for key in keys:
            found.append((inside, key))
            if isinstance(inside[key], (dict, list)):
                left.append(inside[key])
    return found


def _some(rng: random.Random, root: Any, wanted: Callable[[Any, Any], bool]) -> Place:
    """Return the place of something that is wanted, else of anything."""
    everything = places(root) or [(root, root.setdefault("bodies", None) or "bodies")]
    return rng.choice([(i, key) for i, key in everything if wanted(i, key)] or everything)


def _any(rng: random.Random, root: Any) -> Place:
    return _some(rng, root, lambda inside, key: True)


def _leaf(rng: random.Random, root: Any) -> Place:
    return _some(rng, root, lambda inside, key: not isinstance(inside[key], (dict, list)))


def _number(rng: random.Random, root: Any) -> Place:
    return _some(rng, root, lambda inside, key: type(inside[key]) in (int, float))


def _text(rng: random.Random, root: Any) -> Place:
    return _some(rng, root, lambda inside, key: type(inside[key]) is str and key != "type")


def _record(rng: random.Random, root: Any) -> Place:
    return _some(rng, root, lambda inside, key: isinstance(inside[key], dict) and key in inside)


def _names(root: Any) -> list[str]:
    """Return the names of all elements."""
    inner = [part for part in root.values() if isinstance(part, dict)]
    return [str(key) for part in inner for key in part] or ["a"]


def _renamed(inside: Any, old: Any, new: Any) -> None:
    """Give a key of a map another name, at the same place."""
    items = [(new if key is old else key, item) for key, item in inside.items()]
    inside.clear()
    inside.update(items)


def delete(rng: random.Random, root: Any) -> None:
    inside, key = _any(rng, root)
    del inside[key]


def duplicate(rng: random.Random, root: Any) -> None:
    inside, key = _any(rng, root)
    again = copy.deepcopy(inside[key])
    if isinstance(inside, list):
        inside.insert(key, again)
    else:
        inside[Twin(key)] = again


def exchange(rng: random.Random, root: Any) -> None:
    (a, i), (b, j) = _any(rng, root), _any(rng, root)
    a[i], b[j] = copy.deepcopy(b[j]), copy.deepcopy(a[i])


def rename_key(rng: random.Random, root: Any) -> None:
    inside, key = _some(rng, root, lambda inside, key: isinstance(inside, dict))
    _, other = _some(rng, root, lambda inside, key: isinstance(inside, dict))
    if isinstance(inside, dict):
        new = (f"{key}s", key[1:] or "z", key.upper(), str(other), key[::-1], rng.choice(NAMES))
        _renamed(inside, key, rng.choice(new))


def hostile_value(rng: random.Random, root: Any) -> None:
    inside, key = _any(rng, root)
    inside[key] = Raw(rng.choice(LITERALS))


def hostile_leaf(rng: random.Random, root: Any) -> None:
    inside, key = _leaf(rng, root)
    inside[key] = Raw(rng.choice(LITERALS))


def other_kind(rng: random.Random, root: Any) -> None:
    inside, key = _any(rng, root)
    old = inside[key]
    inside[key] = rng.choice(([old], {"a": old}, None, True, str(old), 1, [old, old], {key: old}))


def scale(rng: random.Random, root: Any) -> None:
    inside, key = _number(rng, root)
    if isinstance(inside[key], (int, float)):
        inside[key] *= rng.choice((-1.0, 0.0, 1e3, 1e-3, 1e12, 1e-12, 1e25, 1e-25, 57.3, 1e200))


def nudge(rng: random.Random, root: Any) -> None:
    inside, key = _number(rng, root)
    if isinstance(inside[key], (int, float)):
        inside[key] = inside[key] * rng.uniform(0.5, 2.0) + rng.choice((0, 0.01))


def other_unit(rng: random.Random, root: Any) -> None:
    inside, key = _leaf(rng, root)
    number = str(inside[key]).partition(" ")[0]
    brace = rng.random() < 0.3
    unit = rng.choice(UNITS)
    inside[key] = f"{number} [{unit}]" if brace else f"{number} {unit}"


def broken_expression(rng: random.Random, root: Any) -> None:
    inside, key = _text(rng, root)
    old = str(inside[key])
    at = rng.randrange(len(old) + 1)
    piece = rng.choice(PIECES)
    deep = rng.choice((3, 300, 4000))
    ways = (
        old[:at] + piece + old[at:],
        old[:at] + piece + old[at + 1 :],
        old[:at] + old[at + 1 :],
        "(" * deep + old + ")" * deep,
        "-" * deep + old,
        "+".join([old] * deep),
    )
    inside[key] = rng.choices(ways, (4, 4, 4, 1, 1, 1))[0]


def wrong_reference(rng: random.Random, root: Any) -> None:
    known = set(_names(root))
    inside, key = _some(
        rng, root, lambda inside, key: type(inside[key]) is str and inside[key] in known
    )
    name = str(inside[key])
    others = (rng.choice(sorted(known)), name[:-1], f"{name}_", name.upper(), rng.choice(NAMES))
    inside[key] = rng.choice(others)


def same_name(rng: random.Random, root: Any) -> None:
    inside, key = _record(rng, root)
    if isinstance(inside, dict):
        other = rng.choice(_names(root))
        _renamed(inside, key, rng.choice((Twin(other), rng.choice(NAMES), other.upper())))


def other_type(rng: random.Random, root: Any) -> None:
    types = [inside[key] for value in values() for inside, key in places(value) if key == "type"]
    inside, key = _some(rng, root, lambda inside, key: key == "type")
    inside[key] = rng.choice((rng.choice(types), str(inside[key])[:-1], "Revolute", ""))


def move(rng: random.Random, root: Any) -> None:
    inside, key = _any(rng, root)
    part = inside[key]
    del inside[key]
    home, there = _any(rng, root)
    if isinstance(home[there], dict):
        home[there][key if isinstance(key, str) else "x"] = part
    else:
        home[there] = [home[there], part]


def foreign_part(rng: random.Random, root: Any) -> None:
    """Put a part of another file in, under its own key."""
    inside, key = _any(rng, copy.deepcopy(rng.choice(values())))
    home, there = _record(rng, root)
    if isinstance(home[there], dict) and isinstance(key, str):
        home[there][key] = inside[key]


def nest(rng: random.Random, root: Any) -> None:
    inside, key = _any(rng, root)
    depth = rng.choice((3, 50, 190, 250, 3000))
    opened, closed = rng.choice((("[", "]"), ("{a: ", "}"), ("[{a: ", "}]")))
    inside[key] = Raw(opened * depth + "1" + closed * depth)


def repeat(rng: random.Random, root: Any) -> None:
    inside, key = _record(rng, root)
    if isinstance(inside[key], dict):
        index = rng.choice("ijkrt")
        inner = {index: rng.choice((rng.choice(RANGES), [1, 2], [1, "a"], 3, None))}
        inside[key]["for"] = rng.choice((inner, {**inner, "q": rng.choice(RANGES)}, "1..2", []))
        if isinstance(inside, dict) and rng.random() < 0.7:
            _renamed(inside, key, f"{key}{{{index}}}")


def other_range(rng: random.Random, root: Any) -> None:
    inside, key = _some(rng, root, lambda inside, key: ".." in str(inside[key])[:9])
    inside[key] = rng.choice(RANGES)


DAMAGES: tuple[Callable[[random.Random, Any], None], ...] = (
    *(delete, delete, duplicate, exchange, exchange, rename_key, rename_key, hostile_value),
    *(hostile_leaf, hostile_leaf, hostile_leaf, hostile_leaf, other_kind, scale, scale, scale),
    *(nudge, nudge, nudge),
    *(other_unit, other_unit, broken_expression, broken_expression, wrong_reference),
    *(wrong_reference, same_name, other_type, other_type, move, foreign_part, foreign_part, nest),
    *(repeat, other_range),
)
