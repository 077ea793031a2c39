"""What the letters of written equations are called, and what they mean."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sarrus.kernels.program import BINARY, UNARY
from sarrus.late_dataclass import dataclass

if TYPE_CHECKING:
    from sarrus.system.system import System

TAKEN = {"equations", "table", "t", "q", "v", "vdot", "tau", "lam", "z", *UNARY, *BINARY, "pi", "e"}
"""Names that the written function uses itself."""

GREEK = frozenset(
    {
        "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "lambda",
        "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "phi", "chi", "psi", "omega",
        "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega",
    }
)  # fmt: skip


@dataclass(frozen=True)
class Letter:
    """One symbol: its name in Python, in LaTeX, what it means, its unit and, if it has one, value.

    kind: "q", "v", "vdot", "tau", "lam", "z", "t" or "parameter".
    """

    name: str
    latex: str
    meaning: str
    unit: str
    kind: str
    value: float | None = None


def identifier(text: str) -> str:
    """Return a name that Python takes, as near as can be."""
    found = re.sub(r"\W", "_", text, flags=re.ASCII)
    found = f"_{found}" if not found or found[0].isdigit() else found
    return f"{found}_" if keyword.iskeyword(found) else found


def latex_word(text: str) -> str:
    """Return a word for LaTeX: letters in italics, Greek ones as such, longer words upright."""
    if len(text) == 1 and text.isascii() and text.isalpha():
        return text
    if text in GREEK:
        return f"\\{text}"
    if text.isdigit():
        return text
    clean = "".join(f"\\{c}" if c in "_#$%&{}" else c for c in text)
    for sign, written in (("\\_", "\\_"), ("~", "\\sim "), ("^", "\\hat{}"), (" ", "\\ ")):
        clean = clean.replace(sign, written)
    return f"\\mathrm{{{clean}}}"


def with_index(letter: str, *index: str) -> str:
    """Return a LaTeX letter with an index of words."""
    words = ",".join(latex_word(word) for word in index if word)
    return f"{letter}_{{{words}}}" if len(words) > 1 else f"{letter}_{words}" if words else letter


def symbol_latex(name: str) -> str:
    """Return the LaTeX of a symbol that a user has named: m_crank, l_1, omega."""
    letter, *index = name.split("_")
    return with_index(latex_word(letter), *index)


class Names:
    """Gives every letter a name of its own."""

    def __init__(self) -> None:
        self._taken = set(TAKEN)

    def unique(self, wanted: str) -> str:
        """Return a name that is not taken: the wanted one, or with a number behind it."""
        name, number = identifier(wanted), 2
        while name in self._taken or re.fullmatch(r"(s|table_)\d+", name):
            name, number = f"{identifier(wanted)}_{number}", number + 1
        self._taken.add(name)
        return name


def motion_letters(system: System, names: Names) -> dict[str, list[Letter]]:
    """Return the letters of q, v, vdot and tau, by vector, in the order of the vectors."""
    found: dict[str, list[Letter]] = {"q": [], "v": [], "vdot": [], "tau": []}
    for joint in system.compiled.layout.joints:
        kind, plain = joint.type, joint.type.quaternion_at is None
        for c, name in zip(kind.coordinates, joint.coordinate_names, strict=True):
            which = "" if len(kind.coordinates) == 1 else c.name
            found["q"].append(
                Letter(
                    names.unique("_".join(x for x in ("q", joint.name, which) if x)),
                    with_index("q", joint.name, which),
                    f"coordinate {name}",
                    c.unit,
                    "q",
                )
            )
        for k, (c, name) in enumerate(zip(kind.velocities, joint.velocity_names, strict=True)):
            which = (
                "" if len(kind.velocities) == 1 else kind.coordinates[k].name if plain else c.name
            )
            index = "_".join(x for x in (joint.name, which) if x)
            for vector, letter, sign, what, unit in (
                ("v", "v", "\\dot q" if plain else "v", "rate", c.unit),
                (
                    "vdot",
                    "a",
                    "\\ddot q" if plain else "\\dot v",
                    "acceleration",
                    _per_second(c.unit),
                ),
                ("tau", "tau", "\\tau", "effort of a drive along", _effort(c.unit)),
            ):
                found[vector].append(
                    Letter(
                        names.unique(f"{letter}_{index}"),
                        with_index(sign, joint.name, which),
                        f"{what} {name}",
                        unit,
                        vector,
                    )
                )
    return found


def element_letters(system: System, names: Names) -> list[Letter]:
    """Return the letters of the states of force elements, in the order of z."""
    return [
        Letter(
            names.unique(f"z_{element}_{name}"), with_index("z", element, name),
            f"{state.text} of {element}", state.unit, "z",
        )
        for (element, name), state in system.compiled.compiler.tree.states.items()
    ]  # fmt: skip


def multiplier_letters(rows: Iterable[str], names: Names) -> list[Letter]:
    """Return the letters of the multipliers of rows, by what the rows close."""
    return [
        Letter(names.unique(f"lambda_{k}"), f"\\lambda_{{{k}}}", f"multiplier of {row}", "", "lam")
        for k, row in enumerate(rows, 1)
    ]


def _per_second(unit: str) -> str:
    return unit.replace("/s", "/s^2") if unit.endswith("/s") else f"{unit}/s"


def _effort(unit: str) -> str:
    return "N m" if unit.startswith("rad") else "N"
