"""<equality>: loops and couplings, which hold exactly here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import numpy as np

from sarrus.formats.mjcf.compiler import flag
from sarrus.formats.mjcf.document import Document, Resolved
from sarrus.formats.mjcf.orientations import unit
from sarrus.formats.mjcf.parts import WORLD, BodyPart, JointPart, Scene, SitePart
from sarrus.formats.mjcf.tendons import TendonPart
from sarrus.formats.xml.reading import NO_UNIT
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass
from sarrus.model.building.orientation import clean, inverse, product
from sarrus.model.building.references import nearest
from sarrus.model.pose import Pose, matrix3, vector3
from sarrus.spatial.rotation import quaternion_matrix

Part = TypeVar("Part")
Terms = tuple[Mapping[str, float], float]
"""Coordinates with their factors, and the reference of the sum."""
SOFT = "was soft in MuJoCo and is exact here"
ATTRIBUTES = {
    "connect": ("body1", "body2", "anchor", "site1", "site2"),
    "weld": ("body1", "body2", "anchor", "relpose", "site1", "site2", "torquescale"),
    "joint": ("joint1", "joint2", "polycoef"),
    "tendon": ("tendon1", "tendon2", "polycoef"),
}
ALWAYS = ("name", "class", "active", "solref", "solimp")
USUAL_POLYNOMIAL = (0.0, 1.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Closure:
    """A joint that closes a loop: "spherical" or "weld", with its frames on two bodies."""

    name: str
    kind: str
    bodies: tuple[str, str]
    poses: tuple[Pose, Pose]
    element: Element


@dataclass(frozen=True)
class Coupling:
    """The sum of factor times coordinate is offset."""

    name: str
    terms: Mapping[str, float]
    offset: float
    element: Element


@dataclass(frozen=True)
class CurvedCoupling:
    """A joint that follows another: by coefficients of the powers of its coordinate."""

    name: str
    driven: str
    driver: str
    polynomial: tuple[float, ...]
    element: Element


Equality = Closure | Coupling | CurvedCoupling


@dataclass
class EqualityReader:
    """Reads the equality constraints of a file."""

    document: Document
    scene: Scene
    tendons: Mapping[str, TendonPart]

    def read(self) -> list[Equality]:
        """Return all that are active; note that they were soft."""
        found: list[Equality] = []
        soft: list[Element] = []
        names: set[str] = set()
        for raw in self.document.elements("equality"):
            element = self.document.with_defaults(raw)
            if element.tag not in ATTRIBUTES:
                self.document.unread.note("constraints of bodies that bend are not read", element)
                continue
            self.document.reading.only(element, (), (*ATTRIBUTES[element.tag], *ALWAYS))
            if not flag(self.document, element, "active", True):
                self.document.unread.note("equalities that are not active are left out", element)
                continue
            name = element.attributes.get("name", "").strip() or element.tag
            while name in names:
                name += "_"
            names.add(name)
            made = self._constraint(element, name)
            if made is not None:
                found.append(made)
                soft.append(element)
        for held in soft:
            self.document.unread.note(SOFT, held)
        return found

    def _constraint(self, element: Resolved, name: str) -> Equality | None:
        if element.tag in ("connect", "weld"):
            return self._closure(element, name)
        return self._coupling(element, name)

    def _closure(self, element: Resolved, name: str) -> Closure | None:
        kind = "spherical" if element.tag == "connect" else "weld"
        if "site1" in element.attributes or "site2" in element.attributes:
            sites = [self._site(element, attribute) for attribute in ("site1", "site2")]
            if sites[0] is None or sites[1] is None:
                return None
            bodies = sites[0].body, sites[1].body
            poses = sites[0].pose, sites[1].pose
            if kind == "spherical":
                poses = Pose(poses[0].position), Pose(poses[1].position)
            return self._between_two_bodies(Closure(name, kind, bodies, poses, element))
        first, second = self._body(element, "body1"), self._body(element, "body2", WORLD)
        if first is None or second is None:
            return None
        between = product(inverse(first.world), second.world)  # X_12 at the reference
        if kind == "spherical":
            anchor = self.document.reading.vector(element, "anchor", "m")
            if anchor is None:
                return None
            at = Pose(anchor)
            other = Pose(product(inverse(between), at).position)
            poses = at, other
        else:
            relative = self._relative(element)
            poses = (between if relative is None else relative), Pose()
        return self._between_two_bodies(
            Closure(name, kind, (first.name, second.name), poses, element)
        )

    def _between_two_bodies(self, closure: Closure) -> Closure | None:
        if closure.bodies[0] != closure.bodies[1]:
            return closure
        rule = f"connects the body '{closure.bodies[0][:80]}' with itself"
        self.document.reading.report(closure.element, "M08", rule, value=f"'{closure.name[:80]}'")
        return None

    def _relative(self, element: Resolved) -> Pose | None:
        """Return the pose that a weld asks for; None for that of the reference."""
        if "relpose" not in element.attributes:
            return None
        values = self.document.reading.numbers(element, "relpose", NO_UNIT, 7, 7)
        if values is None or not any(values[3:]):
            return None
        try:
            R = quaternion_matrix(unit(values[3:]))
        except ZeroDivisionError:
            rule = "has a quaternion of length 0"
            self.document.reading.report(element, "M20", rule, attribute="relpose")
            return None
        return Pose(vector3(values[:3]), matrix3(clean(R)))

    def _site(self, element: Resolved, attribute: str) -> SitePart | None:
        name = self.document.reading.text(element, attribute)
        return (
            None
            if name is None
            else part_of_name(self.document, element, attribute, name, self.scene.sites)
        )

    def _body(self, element: Resolved, attribute: str, usual: str = "") -> BodyPart | None:
        if attribute not in element.attributes and usual:
            return self.scene.bodies[usual]
        name = self.document.reading.text(element, attribute)
        return (
            None
            if name is None
            else part_of_name(self.document, element, attribute, name, self.scene.bodies)
        )

    def _coupling(self, element: Resolved, name: str) -> Coupling | CurvedCoupling | None:
        """Return q1 - q1_0 = p(q2 - q2_0) of two coordinates, or lengths of tendons."""
        what = element.tag
        first = self._terms(element, f"{what}1")
        second = None
        if f"{what}2" in element.attributes:
            second = self._terms(element, f"{what}2")
            if second is None:
                return None
        if first is None:
            return None
        coefficients = list(USUAL_POLYNOMIAL)
        if "polycoef" in element.attributes:
            read = self.document.reading.numbers(element, "polycoef", NO_UNIT, 1, 5)
            if read is None:
                return None
            coefficients[: len(read)] = read
        if second is not None and any(coefficients[2:]):
            return self._curve(element, name, first, second, coefficients)
        factor = coefficients[1]
        terms, at = dict(first[0]), first[1]
        offset = at + coefficients[0]
        if second is not None:
            offset -= factor * second[1]
            for joint, value in second[0].items():
                terms[joint] = terms.get(joint, 0.0) - factor * value
        terms = {joint: value for joint, value in terms.items() if value}
        if not terms:
            rule = "relates nothing: all factors are 0"
            self.document.reading.report(element, "M22", rule, value=f"'{name[:80]}'")
            return None
        return Coupling(name, terms, offset, element)

    def _curve(
        self, element: Resolved, name: str, first: Terms, second: Terms, coefficients: list[float]
    ) -> CurvedCoupling | None:
        """Return a relation that is no straight line, of two joints."""
        if element.tag != "joint":
            rule = "is a curve of a tendon; only straight ones are held: the equality is left out"
            self.document.reading.report(
                element, "F24", rule, attribute="polycoef", action="write the straight part",
                severity="warning",
            )  # fmt: skip
            return None
        (driven,), (driver,) = first[0], second[0]
        if driven == driver:
            rule = "relates a joint with itself"
            self.document.reading.report(element, "M22", rule, value=f"'{name[:80]}'")
            return None
        from numpy.polynomial import Polynomial  # few files have curves

        # of the distance from the reference of the driver
        p = Polynomial(coefficients)(Polynomial([-second[1], 1.0])) + first[1]
        return CurvedCoupling(name, driven, driver, tuple(float(c) for c in p.coef), element)

    def _terms(self, element: Resolved, attribute: str) -> Terms | None:
        """Return the coordinates of a joint or tendon with factors, and its reference value."""
        name = self.document.reading.text(element, attribute)
        if name is None:
            return None
        if element.tag == "joint":
            joint = part_of_name(self.document, element, attribute, name, self.scene.joints)
            if joint is None:
                return None
            if not joint.is_scalar:
                rule = f"is a {joint.kind} joint; a hinge or slide is needed"
                self.document.reading.report(
                    element, "M22", rule, attribute=attribute, value=f"'{name[:80]}'"
                )
                return None
            return {name: 1.0}, joint.ref
        tendon = part_of_name(self.document, element, attribute, name, self.tendons)
        if tendon is None:
            return None
        if tendon.path:
            self.document.unread.note("equalities of tendons in space are not held", element)
            return None
        return tendon.terms, reference_length(tendon.terms, self.scene.joints)


def reference_length(terms: Mapping[str, float], joints: Mapping[str, JointPart]) -> float:
    """Return the sum of factor times reference."""
    return float(np.sum([factor * joints[name].ref for name, factor in terms.items()]))


def part_of_name(
    document: Document, element: Element, attribute: str, name: str, among: Mapping[str, Part]
) -> Part | None:
    """Return what a name means, or report that it means nothing."""
    found = among.get(name)
    if found is None:
        kind = attribute.rstrip("12")
        value, action = f"'{name[:80]}'", nearest(name[:80], sorted(among))
        rule = f"is not the name of a {kind}"
        document.reading.report(
            element, "M09", rule, attribute=attribute, value=value, action=action
        )
    return found
