"""<compiler> and <option>: how angles and masses are meant, and gravity."""

from __future__ import annotations

import math
import os
from typing import Any

from sarrus.formats.mjcf.document import Document
from sarrus.formats.xml.reading import NO_UNIT
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest

QUIET = (
    *("usethread", "strippath", "texturedir", "assetdir", "meshdir", "passthrough", "conflict"),
    *("savecanonical", "savecompiled", "saveinertial", "discardvisual", "fusestatic"),
    *("exactmeshinertia", "convexhull"),
)  # fmt: skip
"""What changes nothing of the motion, or is read elsewhere."""
OPTION_IGNORED = (
    *("timestep", "apirate", "impratio", "tolerance", "ls_tolerance", "noslip_tolerance"),
    *("ccd_tolerance", "mpr_tolerance", "sleep_tolerance", "o_margin", "o_solref", "o_solimp"),
    *("o_friction", "integrator", "cone", "jacobian", "solver", "iterations", "ls_iterations"),
    *("noslip_iterations", "ccd_iterations", "mpr_iterations", "sdf_iterations"),
    *("sdf_initpoints", "actuatorgroupdisable", "magnetic", "collision"),
)
FLUID = ("density", "viscosity", "wind")
SETTINGS = "settings of MuJoCo's solver, which this program does not have"


@dataclass(frozen=True)
class Compiler:
    """Settings of <compiler>.

    inertia_from_geom: "true", "false" or "auto"; groups: of geoms that count; meshdir: folder.
    """

    degrees: bool = True
    eulerseq: str = "xyz"
    autolimits: bool = True
    inertia_from_geom: str = "auto"
    groups: tuple[int, int] = (0, 5)
    balance: bool = False
    bound_mass: float = 0.0
    bound_inertia: float = 0.0
    total_mass: float = -1.0
    meshdir: str = ""
    strippath: bool = False
    alignfree: bool = False
    fit_box: bool = False
    """Whether geoms are fitted to the box around a mesh, in place of its inertia."""

    def radians(self, angle: float) -> float:
        """Return an angle of the file in radians."""
        return math.radians(angle) if self.degrees else angle

    @property
    def angle_unit(self) -> str:
        """The unit of angles in the file."""
        return "deg" if self.degrees else "rad"


def compiler_of(document: Document) -> Compiler:
    """Return the settings of all <compiler> elements together."""
    found: dict[str, Any] = {}
    for element in document.sections.get("compiler", ()):
        _read(document, element, found)
    return Compiler(**found)


def flag(document: Document, element: Element, attribute: str, usual: bool) -> bool:
    """Return an attribute that is "true" or "false"."""
    return choice(document, element, attribute, ("true", "false"), str(usual).lower()) == "true"


def choice(
    document: Document, element: Element, attribute: str, words: tuple[str, ...], usual: str
) -> str:
    """Return an attribute that is one of some words."""
    value = element.attributes.get(attribute, usual)
    if value in words:
        return value
    action = nearest(value[:40], words)
    shown = f"'{value[:80]}'"
    rule = f"is not one of {', '.join(words)}"
    document.reading.report(element, "M09", rule, attribute=attribute, value=shown, action=action)
    return usual


def _read(document: Document, element: Element, found: dict[str, Any]) -> None:
    reading, written = document.reading, element.attributes
    known = (
        *("angle", "eulerseq", "autolimits", "inertiafromgeom", "inertiagrouprange"),
        *("balanceinertia", "boundmass", "boundinertia", "settotalmass", "coordinate", "alignfree"),
        "fitaabb",
    )
    reading.only(element, ("lengthrange",), (*known, *QUIET))
    if "angle" in written:
        found["degrees"] = (
            choice(document, element, "angle", ("degree", "radian"), "degree") == "degree"
        )
    if choice(document, element, "coordinate", ("local", "global"), "local") == "global":
        rule = "is 'global', which MuJoCo itself gave up in version 2.3.4"
        action = "save the file with local coordinates by an older MuJoCo"
        reading.report(element, "M09", rule, attribute="coordinate", action=action)
    if "eulerseq" in written:
        text = written["eulerseq"]
        if len(text) == 3 and all(letter in "xyzXYZ" for letter in text):
            found["eulerseq"] = text
        else:
            rule, value = "must be three of the letters x, y, z, X, Y, Z", f"'{text[:80]}'"
            reading.report(element, "M09", rule, attribute="eulerseq", value=value)
    for attribute, key in (
        ("autolimits", "autolimits"), ("balanceinertia", "balance"), ("strippath", "strippath"),
        ("alignfree", "alignfree"), ("fitaabb", "fit_box"),
    ):  # fmt: skip
        if attribute in written:
            usual = attribute == "autolimits"
            found[key] = flag(document, element, attribute, usual)
    if "inertiafromgeom" in written:
        words = ("true", "false", "auto")
        found["inertia_from_geom"] = choice(document, element, "inertiafromgeom", words, "auto")
    if "inertiagrouprange" in written:
        pair = reading.numbers(element, "inertiagrouprange", NO_UNIT, 2, 2)
        if pair:
            found["groups"] = int(pair[0]), int(pair[1])
    for attribute, key, unit in (
        ("boundmass", "bound_mass", "kg"),
        ("boundinertia", "bound_inertia", "kg*m^2"),
        ("settotalmass", "total_mass", "kg"),
    ):
        if attribute in written and (size := reading.number(element, attribute, unit)) is not None:
            found[key] = size
    for attribute in ("assetdir", "meshdir"):
        if attribute in written:
            found["meshdir"] = written[attribute].strip()


def gravity_of(document: Document) -> tuple[float, float, float]:
    """Return gravity [m/s^2]; note the other options."""
    gravity = (0.0, 0.0, -9.81)
    reading = document.reading
    for element in document.sections.get("option", ()):
        reading.only(element, ("flag",), ("gravity", *FLUID, *OPTION_IGNORED))
        gravity = reading.vector(element, "gravity", "m/s^2", gravity) or gravity
        for attribute in element.attributes:
            if attribute in OPTION_IGNORED:
                document.unread.note(SETTINGS, element, attribute)
        for attribute, count in (("density", 1), ("viscosity", 1), ("wind", 3)):
            values = None
            if attribute in element.attributes:
                values = reading.numbers(element, attribute, NO_UNIT, count, count)
            if values and any(values):
                document.unread.note("forces of a fluid are not modelled", element, attribute)
        for child in element.all("flag"):
            if child.attributes.get("gravity") == "disable":
                gravity = (0.0, 0.0, 0.0)
            for attribute in child.attributes:
                if attribute != "gravity":
                    document.unread.note(SETTINGS, child, attribute)
    return gravity


def mesh_file(compiler: Compiler, written: str) -> str:
    """Return the path of an asset below the folder of the model."""
    name = os.path.basename(written) if compiler.strippath else written
    return os.path.join(compiler.meshdir, name) if compiler.meshdir else name
