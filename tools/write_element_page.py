"""Write docs/elements.md from the fields of the force elements."""

from __future__ import annotations

from pathlib import Path

import sarrus.model.forces  # noqa: F401 (registers the elements)
from sarrus.formats.yaml.descriptions import whole
from sarrus.model.options import Option
from sarrus.model.registry import FORCE_METHODS, FORCES, ElementType

PAGE = Path(__file__).parents[1] / "docs" / "elements.md"
HEAD = """\
# Force elements

Every type of force element: the method of `Mechanism`, and the type in
[model files](model_files.md). Numbers are SI, or text with a unit. Written by
`python tools/write_element_page.py` from the fields of the classes;
[an element of your own](tutorials/own_element.md) is made in the same way.
"""


def page() -> str:
    """Return the text of the page."""
    own = [kind for kind in FORCE_METHODS.values() if kind.element.type_name in FORCES.own]
    return HEAD + "".join(_section(kind) for kind in sorted(own, key=lambda kind: kind.method))


def _section(kind: ElementType) -> str:
    summary = whole(kind.text).partition("\n\n")[0]
    rows = [f"| {' | '.join(_row(option))} |" for option in kind.options.values()]
    table = "\n".join(["| option | unit | default | what it is |", "|---|---|---|---|", *rows])
    return f"\n## {kind.method}\n\n{_cell(summary)}\n\n{table}\n"


def _row(option: Option) -> tuple[str, str, str, str]:
    unit = "" if option.unit == "1" else option.unit
    return f"`{option.keyword}`", _cell(unit), _default(option), _cell(option.text)


def _default(option: Option) -> str:
    if option.required:
        return "needed"
    return "" if option.default is None else f"`{option.default!r}`"


def _cell(text: str) -> str:
    """Return text in which no sign means something to Markdown."""
    return "".join(f"\\{c}" if c in "|*_<>^" else c for c in text)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
