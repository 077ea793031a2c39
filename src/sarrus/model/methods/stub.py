"""Writes `joints.pyi`: the builder's methods for joints as editors and type checkers see them.

After a change of a joint type: python -m sarrus.model.methods.stub
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib.resources import files
from inspect import Parameter
from textwrap import indent
from typing import Any

from sarrus.model.joints import TYPES
from sarrus.model.methods.joints import JointMethods, joint_method

FILE = "joints.pyi"
HEAD = '''\
"""The methods of the builder that add joints; written by `python -m sarrus.model.methods.stub`."""

from collections.abc import Callable
from typing import Any

from sarrus.model.building.drafts import BodyHandle, JointDraft
from sarrus.model.building.entry import Source
from sarrus.model.joints import JointType

BodyName = BodyHandle | str

def joint_method(cls: type[JointType]) -> Callable[..., None]:
    """Return the method of the builder that adds joints of a type: its text and numbers."""

def add_method(cls: type[JointType]) -> None:
    """Give the builder the method of a type."""

def remove_method(cls: type[JointType]) -> None:
    """Take the method of a type from the builder."""

class JointMethods:
'''


def text() -> str:
    """Return the stub with the package's own joint types."""
    own = [joint_method(cls) for name, cls in TYPES.items() if name in TYPES.own]
    documented = f'    """{JointMethods.__doc__}"""\n\n    joints: list[JointDraft]\n'
    methods = [JointMethods.joint, *own]
    return HEAD + documented + "".join(f"\n{indent(_method(m), '    ')}" for m in methods)


def path() -> str:
    """Return where the stub is."""
    return str(files("sarrus.model.methods") / FILE)


def _method(method: Callable[..., Any]) -> str:
    """Return the signature and docstring of a method."""
    lines = [f"def {method.__name__}("]
    keywords = False
    for name, parameter in inspect.signature(method).parameters.items():
        if parameter.kind is Parameter.KEYWORD_ONLY and not keywords:
            lines.append("    *,")
            keywords = True
        stars = "**" if parameter.kind is Parameter.VAR_KEYWORD else ""
        annotation = "" if parameter.annotation is Parameter.empty else f": {parameter.annotation}"
        default = "" if parameter.default is Parameter.empty else f" = {parameter.default!r}"
        lines.append(f"    {stars}{name}{annotation}{default},")
    written = inspect.getdoc(method) or ""
    end = '\n"""' if "\n" in written else '"""'
    return "\n".join([*lines, ") -> None:", indent(f'"""{written}{end}', "    "), ""])


if __name__ == "__main__":
    with open(path(), "w", encoding="utf-8") as stream:
        stream.write(text())
