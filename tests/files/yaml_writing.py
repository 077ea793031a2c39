"""Values as YAML text, blocks outside and brackets inside, and text that is put in as it is."""

from __future__ import annotations

import json
import random
import re
from typing import Any

PLAIN = re.compile(r"[A-Za-z_][\w. /*+^()-]*(?<! )", re.ASCII)
"""Text that needs no quotes anywhere."""
WORDS = ("true", "false", "null")


class Raw(str):
    """Text that is written without quotes, whatever it holds."""

    __slots__ = ()


class Twin(str):
    """A key that may stand beside an equal one."""

    __slots__ = ()

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other


def scalar(value: Any) -> str:
    """Return one value as YAML."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, str) and PLAIN.fullmatch(value) and value not in WORDS:
        return str(value)
    return json.dumps(value, ensure_ascii=False)


def brackets(value: Any) -> str:
    """Return a value in flow style."""
    if isinstance(value, dict):
        inner = ", ".join(f"{scalar(key)}: {brackets(item)}" for key, item in value.items())
        return f"{{{inner}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(brackets, value))}]"
    return scalar(value)


def written(value: Any, rng: random.Random, indent: str = "", levels: int = 3) -> str:
    """Return a value in block style, some of its inner parts in brackets."""
    if isinstance(value, dict) and value and levels and (not indent or rng.random() < 0.6):
        rows = [
            f"\n{indent}{scalar(key)}:{written(item, rng, indent + '  ', levels - 1)}"
            for key, item in value.items()
        ]
        return "".join(rows)
    if isinstance(value, list) and value and levels and rng.random() < 0.2:
        return "".join(f"\n{indent}- {brackets(item)}" for item in value)
    return " " + brackets(value)


def document(value: Any, rng: random.Random) -> str:
    """Return a whole document."""
    return written(value, rng).lstrip("\n") + "\n"
