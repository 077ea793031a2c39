"""Writes `element_methods.pyi`: the builder's methods as editors and type checkers see them.

After a change of the fields of an element: python -m sarrus.model.stub
"""

from __future__ import annotations

from importlib.resources import files
from inspect import Parameter
from textwrap import indent, wrap
from typing import Any

from sarrus.model.builder_method import BuilderMethod
from sarrus.model.described import (
    BEAM_METHOD,
    BODY_METHOD,
    COUPLER_METHODS,
    FRAME_METHOD,
    MODAL_METHOD,
    START_METHOD,
    joint_method,
)
from sarrus.model.joints import TYPES as JOINTS
from sarrus.model.registry import FORCE_METHODS, FORCES

FILE = "element_methods.pyi"
WIDTH = 100
HEAD = '''\
"""The methods of the builder that add elements; written by `python -m sarrus.model.stub`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any

from sarrus.curves import SpaceCurve
from sarrus.model.building.drafts import (
    BeamDraft,
    BeamHandle,
    BodyDraft,
    BodyHandle,
    CouplerDraft,
    ForceDraft,
    FrameDraft,
    FrameHandle,
    JointDraft,
    ModalBodyDraft,
    ModalBodyHandle,
    StartDraft,
)
from sarrus.model.building.entry import Source
from sarrus.model.forces.user_motion import Motion
from sarrus.model.mode_set import ModeSet, ModeSource
from sarrus.model.notation import Axis, Law, Number, Numbers, Place, Point
from sarrus.paths import Path
from sarrus.road import Road
from sarrus.tyres import Tyre

class ElementMethods:
    """Methods of `Mechanism` that are made of the options of elements."""

    bodies: list[BodyDraft]
    frames: list[FrameDraft]
    joints: list[JointDraft]
    couplers: list[CouplerDraft]
    forces: list[ForceDraft]
    starts: list[StartDraft]
    beams: list[BeamDraft]
    modal_bodies: list[ModalBodyDraft]
'''


def text() -> str:
    """Return the stub of the package's own elements."""
    return HEAD + "".join(f"\n{indent(_method(method), '    ')}" for method in methods())


def methods() -> list[BuilderMethod]:
    """Return the methods of all elements of the package's own."""
    joints = [joint_method(JOINTS[name]) for name in JOINTS if name in JOINTS.own]
    forces = [kind for kind in FORCE_METHODS.values() if kind.element.type_name in FORCES.own]
    others = [BEAM_METHOD, MODAL_METHOD, *COUPLER_METHODS.values(), START_METHOD]
    return [BODY_METHOD, FRAME_METHOD, *joints, *forces, *others]


def path() -> str:
    """Return where the stub is."""
    return str(files("sarrus.model") / FILE)


def _method(kind: BuilderMethod) -> str:
    """Return the signature and docstring of a method."""
    lines = [f"def {kind.method}("]
    keywords = False
    for name, parameter in kind.signature.parameters.items():
        if parameter.kind is Parameter.KEYWORD_ONLY and not keywords:
            lines.append("    *,")
            keywords = True
        annotation = "" if parameter.annotation is Parameter.empty else f": {parameter.annotation}"
        default = (
            "" if parameter.default is Parameter.empty else f" = {_default_text(parameter.default)}"
        )
        lines.append(f"    {name}{annotation}{default},")
    return "\n".join([*lines, f") -> {kind.returns}:", indent(_docstring(kind), "    "), ""])


def _default_text(default: Any) -> str:
    return f'"{default}"' if isinstance(default, str) else repr(default)


def _docstring(kind: BuilderMethod) -> str:
    summary, _, rest = kind.text.partition("\n\n")
    options = [
        "\n".join(wrap(option.description, WIDTH - 8, subsequent_indent="    "))
        for option in kind.shown.values()
    ]
    example = f"Example:\n{indent(kind.example, '    ').rstrip()}" if kind.example else ""
    parts = [part for part in (rest, "\n".join(options), example) if part]
    return "\n\n".join([f'"""{summary}', *parts]) + '\n"""'


if __name__ == "__main__":
    with open(path(), "w", encoding="utf-8", newline="\n") as stream:
        stream.write(text())
