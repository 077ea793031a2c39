"""The channels of joint loads: force and moment, in any form, with their labels."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from sarrus.system.channels.definition import XYZ, Definition
from sarrus.system.channels.labels import Labels
from sarrus.system.history.chunk import Chunk
from sarrus.system.history.loads import Form, joint_labels, joint_load

WHAT = {
    "wrench": "all that passes through joint",
    "reaction": "constraint part of what passes through joint",
}


def load_definitions(joint: str, form: Form, name: str, note: str = "") -> Iterator[Definition]:
    """Go through force and moment of a joint in one form, under names that start with `name`."""
    for k, (part, unit) in enumerate((("force", "N"), ("moment", "N m"))):
        yield Definition(
            "joint",
            f"{name}.{part}",
            unit,
            f"{part}: {WHAT[form.part]} '{joint}', {form.words}{note}",
            _values(joint, form, k),
            shape=(3,),
            components=XYZ,
            labels=_labels(joint, form, k),
        )


def point_definition(joint: str, form: Form, name: str) -> Definition:
    """Return the point that a joint's load refers to."""
    text = f"point that the load of joint '{joint}' refers to, world coordinates"
    read = _values(joint, form, 2)
    return Definition("joint", f"{name}.at", "m", text, read, shape=(3,), components=XYZ)


def _values(joint: str, form: Form, k: int) -> Callable[[Chunk], np.ndarray]:
    return lambda chunk: joint_load(chunk, joint, form)[k]


def _labels(joint: str, form: Form, k: int) -> Callable[[Chunk], Labels]:
    return lambda chunk: joint_labels(chunk, joint, form)[k]
