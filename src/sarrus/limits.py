"""What Sarrus does not have: asked for it, it names the nearest thing that there is.

The texts are data, in `limits.toml`, one row for each; they are read when something that is asked
for is not known.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from sarrus.late_dataclass import dataclass

PAGE = "docs/limits.md"


@dataclass(frozen=True)
class Limit:
    """Something that there is not, as `limits.toml` has it."""

    name: str
    lacks: str
    nearest: str
    page: str
    words: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """Its heading in the page of limits, as links name it."""
        kept = "".join(c for c in self.name.lower() if c.isalnum() or c in " -")
        return kept.replace(" ", "-")

    @property
    def advice(self) -> str:
        """What a message says of it: what there is not, the nearest thing, the page."""
        return f"{self.lacks}; nearest: {self.nearest} (see {PAGE}#{self.anchor})"

    @property
    def explanation(self) -> str:
        """The same, as some lines of text."""
        return f"{self.name}\n  {sentence(self.lacks)}\n  Nearest: {sentence(self.nearest)}"


def sentence(clause: str) -> str:
    """Return a clause as a sentence."""
    return f"{clause[0].upper()}{clause[1:]}."


@cache
def limits() -> tuple[Limit, ...]:
    """Return all that is known to be asked for and is not there."""
    import tomllib  # for mistakes only
    from importlib.resources import files

    text = (files("sarrus") / "limits.toml").read_text(encoding="utf-8")
    return tuple(_limit(row) for row in tomllib.loads(text)["limits"])


def _limit(row: dict[str, Any]) -> Limit:
    name, lacks, nearest, page = (
        " ".join(row[key].split()) for key in ("name", "lacks", "nearest", "page")
    )
    return Limit(name, lacks, nearest, page, tuple(row["words"]), tuple(row.get("endings", ())))


def limit_of_word(name: str) -> Limit | None:
    """Return the limit one of whose words is the name, however it is joined; or None."""
    parts = _parts(name[:100])
    word = "_".join(parts)
    return next((limit for limit in limits() if word in limit.words), None)


def limit_of(name: str) -> Limit | None:
    """Return the limit that a name asks for: one of its words, or all parts of one; or None.

    "load_tyre", "mf-tyre" and "TyreModel" ask for "tyre". Of words that fit, that of the most
    parts counts.
    """
    parts = set(_parts(name[:100]))
    found = [
        (len(asked), limit)
        for limit in limits()
        for asked in (word.split("_") for word in limit.words)
        if set(asked) <= parts
    ]
    return max(found, key=lambda item: item[0])[1] if found else None


def _parts(name: str) -> list[str]:
    """Return the parts of a name in small letters: words joined by signs or by capitals."""
    spaced = "".join(
        f" {sign}"
        if sign.isupper() and (name[k - 1 : k].islower() or name[k + 1 : k + 2].islower())
        else sign
        for k, sign in enumerate(name)
    )
    return "".join(sign if sign.isalnum() else " " for sign in spaced).lower().split()


def limit_of_ending(path: str) -> Limit | None:
    """Return the limit that the ending of a file name asks for, or None."""
    ending = os.path.splitext(path)[1].lower()
    return next((limit for limit in limits() if ending in limit.endings), None)
