"""What the docstrings of the builder say about a keyword, for editors."""

from __future__ import annotations

import inspect
import re
from functools import cache

from sarrus.model.mechanism import Mechanism

PLACE = "in the drawing, world coordinates [m]"
COMMON = {
    "at": f"A point {PLACE}.",
    "rotation": "A rotation: a 3x3 matrix, or a quaternion [w, x, y, z].",
    "quaternion_wxyz": "A rotation: the unit quaternion [w, x, y, z].",
    "rpy": "A rotation: roll, pitch and yaw [rad], about the fixed axes x, y and z.",
    "parent": "The body, or ground, that carries the joint.",
    "child": "The body that the joint moves.",
    "a": "The first body, or ground.",
    "b": "The second body, or ground.",
    "body": "The body, or ground.",
    "joint": "The name of a joint.",
    "name": "The name.",
}
"""For keywords that no docstring explains by themselves."""


def summary(text: str) -> str:
    """Return the first sentence of a docstring."""
    return " ".join(text.partition("\n\n")[0].split())


def whole(text: str) -> str:
    """Return a docstring with its lines joined, paragraph by paragraph."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def description(method: str, keyword: str) -> str:
    """Return the clause about a keyword in the docstring of a method, or of its class."""
    own = inspect.getdoc(getattr(Mechanism, method)) or ""
    texts = [own, *_of_classes(method)]
    exact = [found for text in texts if (found := clause(text, keyword))]
    loose = [found for text in texts if (found := clause(text, keyword, anywhere=True))]
    return next(iter([*exact, *([COMMON[keyword]] if keyword in COMMON else []), *loose]), "")


def clause(text: str, keyword: str, *, anywhere: bool = False) -> str:
    """Return the part of a docstring that begins with a keyword, or has it anywhere, or ""."""
    word = re.compile(rf"(?<![\w.'\"]){re.escape(keyword)}(?![\w'\"])")
    for part in re.split(r"(?<=[.;])\s+", whole(text.partition("\n\n")[2])):
        head = part.partition(":")[0] if ":" in part else part.partition("[")[0]
        begins = len(head.split()) <= 12 and ("[" in part or ":" in part)
        if word.search(part if anywhere else head) and (begins or anywhere):
            return part.strip().rstrip(";.") + "."
    return ""


@cache
def _of_classes(method: str) -> list[str]:
    """Return the docstrings of the builder's classes that hold a method, nearest first."""
    owners = [kind for kind in Mechanism.__mro__ if method in vars(kind)]
    around = [base for owner in owners for base in owner.__mro__ if base is not object]
    return [inspect.getdoc(kind) or "" for kind in around if kind is not Mechanism]
