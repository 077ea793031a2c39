"""<tendon>: springs over several coordinates, and along straight lines between sites."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from sarrus.formats.mjcf.compiler import choice
from sarrus.formats.mjcf.document import Document, Resolved
from sarrus.formats.mjcf.parts import Scene
from sarrus.formats.xml.reading import NO_UNIT
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest

USED = (
    *("name", "class", "group", "springlength", "stiffness", "damping", "armature", "user"),
    *("rgba", "material", "width"),
)
LIMITS = ("limited", "range", "margin", "frictionloss")
SOFT = ("solreflimit", "solimplimit", "solreffriction", "solimpfriction")
OTHER = ("actuatorfrclimited", "actuatorfrcrange", "springyield")
LEFT_OUT = "limits and friction of tendons are not modelled"


@dataclass
class TendonPart:
    """A tendon: terms of a fixed one, sites of one in space; spring between two lengths."""

    name: str
    element: Resolved
    terms: dict[str, float] = field(default_factory=dict)
    path: tuple[str, ...] = ()
    stiffness: float = 0.0
    damping: float = 0.0
    armature: float = 0.0
    lengths: tuple[float, float] | None = None
    """Where the spring is slack; None: at the length of the reference of springs."""


def read_tendons(document: Document, scene: Scene) -> dict[str, TendonPart]:
    """Return the tendons by name; those that cannot be modelled are noted."""
    found: dict[str, TendonPart] = {}
    for raw in document.elements("tendon"):
        if raw.tag not in ("fixed", "spatial"):
            document.unread.note("tendons of this kind are not read", raw)
            continue
        element = document.with_defaults(raw)
        name = element.attributes.get("name", "").strip() or f"tendon{len(found) + 1}"
        if name in found:
            rule = "is the name of two tendons"
            document.reading.report(element, "M07", rule, attribute="name", value=f"'{name[:80]}'")
            continue
        tendon = _tendon(document, scene, element, name)
        if tendon is not None:
            found[name] = tendon
    return found


def _tendon(document: Document, scene: Scene, element: Resolved, name: str) -> TendonPart | None:
    reading = document.reading
    children = ("joint",) if element.tag == "fixed" else ("site", "geom", "pulley")
    reading.only(element, children, (*USED, *LIMITS, *SOFT, *OTHER))
    tendon = TendonPart(name, element)
    limited = choice(document, element, "limited", ("true", "false", "auto"), "auto")
    ranged = limited == "true" or (limited == "auto" and "range" in element.attributes)
    if ranged:
        document.unread.note(LEFT_OUT, element, "range")
    if "frictionloss" in element.attributes:
        document.unread.note(LEFT_OUT, element, "frictionloss")
    for attribute, key in (("stiffness", "stiffness"), ("damping", "damping")):
        if attribute in element.attributes:
            values = reading.numbers(element, attribute, NO_UNIT, 1, 3)
            if values:
                setattr(tendon, key, values[0])
                if any(values[1:]):
                    rule = "has coefficients of higher powers, which are left out"
                    reading.report(element, "F24", rule, attribute=attribute, severity="warning")
                if values[0] < 0.0:
                    reading.report(element, "M04", "is below 0", attribute=attribute)
    tendon.armature = reading.number(element, "armature", NO_UNIT, 0.0) or 0.0
    if "springlength" in element.attributes:
        pair = reading.numbers(element, "springlength", NO_UNIT, 1, 2)
        if pair and pair[0] >= 0.0:
            tendon.lengths = pair[0], pair[-1]
            if pair[0] > pair[-1]:
                reading.report(
                    element, "M21", "is not from short to long", attribute="springlength"
                )
    if element.tag == "fixed":
        return tendon if _fixed(document, scene, tendon) else None
    return tendon if _spatial(document, scene, tendon) else None


def _fixed(document: Document, scene: Scene, tendon: TendonPart) -> bool:
    for child in tendon.element.all("joint"):
        document.reading.only(child, (), ("joint", "coef"))
        name = _reference(document, child, "joint", scene.joints)
        factor = document.reading.number(child, "coef", NO_UNIT)
        if name is None or factor is None:
            return False
        if not scene.joints[name].is_scalar:
            rule = f"is a {scene.joints[name].kind} joint; tendons need hinges or slides"
            document.reading.report(child, "M22", rule, attribute="joint", value=f"'{name[:80]}'")
            return False
        tendon.terms[name] = tendon.terms.get(name, 0.0) + factor
    tendon.terms = {name: factor for name, factor in tendon.terms.items() if factor}
    if not tendon.terms:
        document.reading.report(
            tendon.element, "M22", "holds no joint", value=f"'{tendon.name[:80]}'"
        )
    return bool(tendon.terms)


def _spatial(document: Document, scene: Scene, tendon: TendonPart) -> bool:
    bent = [child for child in tendon.element.children if child.tag in ("geom", "pulley")]
    for child in bent:
        topic = "tendons over geoms and pulleys are not modelled, and left out"
        document.unread.note(topic, child)
    names = []
    for child in tendon.element.all("site"):
        document.reading.only(child, (), ("site",))
        name = _reference(document, child, "site", scene.sites)
        if name is None:
            return False
        names.append(name)
    if len(names) < 2 and not bent:
        rule = "needs two sites at least"
        document.reading.report(tendon.element, "M09", rule, value=f"'{tendon.name[:80]}'")
    tendon.path = tuple(names)
    return len(names) >= 2 and not bent


def _reference(
    document: Document, element: Element, attribute: str, among: Mapping[str, object]
) -> str | None:
    name = document.reading.text(element, attribute)
    if name is None or name in among:
        return name
    value, action = f"'{name[:80]}'", nearest(name[:80], sorted(among))
    rule = f"is not the name of a {attribute}"
    document.reading.report(element, "M09", rule, attribute=attribute, value=value, action=action)
    return None
