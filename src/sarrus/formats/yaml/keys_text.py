"""What a word of the model file means, for people: a section or a type of element, and its keys."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from sarrus.formats.yaml.elements import elements

WIDTH = 80


def keys_text(word: str) -> str | None:
    """Return a section, or a type of joint, force or coupler, with its keys; None if it is none.

    Keys that must be there come first and have a star.
    """
    name = word.strip().replace("-", "_")
    for section, types in elements().items():
        if name == section and "" in types:
            found = types[""]
        elif name and name in types:
            found = types[name]
        else:
            continue
        keys = {key: attribute.text for key, attribute in found.attributes.items()}
        what = name if name == section else f"{name}, of the section `{section}`"
        text = found.text.split("\n\n")[0].removeprefix("Add ")
        return _text(what, text, keys, found.required)
    from sarrus.formats.yaml.schema import schema

    known = schema()["properties"]
    if name not in known:
        return None
    inner = known[name].get("properties", {})
    keys = {key: str(one.get("description", "")) for key, one in inner.items()}
    return _text(f"section `{name}`", known[name].get("description", ""), keys, ())


def _text(what: str, meaning: str, keys: Mapping[str, str], required: Sequence[str]) -> str:
    lines = [what, *textwrap.wrap(f"{meaning[:1].upper()}{meaning[1:]}", WIDTH - 2,
                                  initial_indent="  ", subsequent_indent="  ")]  # fmt: skip
    for key in [*required, *(key for key in keys if key not in required)]:
        lines += textwrap.wrap(
            f"{'*' if key in required else ' '} {keys[key] or key}",
            WIDTH,
            initial_indent="  ",
            subsequent_indent="      ",
        )
    if required:
        lines.append("  * must be there")
    return "\n".join(lines)
