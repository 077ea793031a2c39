"""COUPLER, GEAR and RACKPIN: linear relations between coordinates of joints."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sarrus.formats.adams.deck import Deck
from sarrus.formats.adams.joints import JointOfDeck, JointReader, gear_speed
from sarrus.formats.adams.statements import Statement
from sarrus.model.building.orientation import inverse, product
from sarrus.model.mechanism import Mechanism

CIRCLE = 1e-3
"""Relative difference of a pitch radius and the distance of the axes that counts as rounding."""


def add_couplers(deck: Deck, mechanism: Mechanism, joints: JointReader) -> None:
    """Add all relations between coordinates."""
    for statement in deck.all("COUPLER"):
        _coupler(deck, mechanism, joints, statement)
    for statement in deck.all("GEAR"):
        _gear(deck, mechanism, joints, statement)
    for rack in joints.racks:
        _rack(deck, mechanism, joints, rack)


def coordinate_of(joint: JointOfDeck, letter: str = "") -> tuple[str, bool] | None:
    """Return the coordinate that couples a joint, and whether it is an angle; None without one.

    letter: R or T, which of the two a cylindrical joint is taken by.
    """
    if joint.turns and letter != "T":
        return f"{joint.name}.angle", True
    if joint.slides:
        return f"{joint.name}.displacement", False
    return None


def _coupler(deck: Deck, mechanism: Mechanism, joints: JointReader, statement: Statement) -> None:
    """Add r1 q1 + r2 q2 + r3 q3 = 0, in the units of the dataset."""
    reading = deck.reading
    if statement.has("FUNCTION"):
        rule = "is a relation by a program of a user, which is not run; it is left out"
        reading.report(statement, "F24", rule, attribute="FUNCTION", severity="warning")
        return
    numbers = deck.numbers.numbers_of(statement, "JOINTS")
    if numbers is None:
        return
    found = [joints.find(statement, "JOINTS", number) for number in numbers]
    if not 2 <= len(numbers) <= 3:
        rule = f"must name two or three joints, not {len(numbers)}"
        reading.report(statement, "M25", rule, attribute="JOINTS")
        return
    scales = deck.numbers.all(statement, "SCALES", "number", 1, 3)
    if scales is None:
        if not statement.has("SCALES"):
            reading.report(statement, "M09", "is missing", attribute="SCALES")
        return
    if len(scales) == len(numbers) - 1:
        scales = [1.0, *scales]
    if len(scales) != len(numbers):
        rule = f"must be {len(numbers)} numbers, or one less"
        reading.report(statement, "M25", rule, attribute="SCALES")
        return
    types = statement.get("TYPE")
    letters = [item.text.upper()[:1] for item in types.items] if types is not None else []
    letters += [""] * (3 - len(letters))
    length = float(deck.units.length)
    terms: dict[str, float] = {}
    unit = None
    for joint, scale, letter in zip(found, scales, letters, strict=False):
        if joint is None:
            return
        named = coordinate_of(joint, letter)
        if named is None:
            rule = f"couples {joint.statement.path}, which has no angle or displacement"
            reading.report(statement, "M08", rule, attribute="JOINTS")
            return
        name, is_angle = named
        unit = is_angle if unit is None else unit
        factor = scale if is_angle == unit else scale * length if is_angle else scale / length
        terms[name] = terms.get(name, 0.0) + factor
    _add(deck, mechanism, statement, terms, 0.0)


def _gear(deck: Deck, mechanism: Mechanism, joints: JointReader, statement: Statement) -> None:
    """Add equal speeds of two gears at the marker CV, along its z axis."""
    reading = deck.reading
    numbers = deck.numbers.numbers_of(statement, "JOINTS")
    marker = deck.marker(statement, "CV")
    if numbers is None or marker is None:
        return
    if len(numbers) != 2:
        rule = f"must name two joints, not {len(numbers)}"
        reading.report(statement, "M25", rule, attribute="JOINTS")
        return
    first, second = (joints.find(statement, "JOINTS", number) for number in numbers)
    if first is None or second is None:
        return
    for joint in (first, second):
        if joint.j.part is not marker.part:
            rule = (
                f"has CV on {marker.part.name}, and J of {joint.statement.path} is on another part"
            )
            action = "put CV and both J markers on the part that carries the gears"
            reading.report(statement, "M08", rule, attribute="CV", action=action)
            return
    at = np.array(marker.world.position)
    along = np.array(marker.world.rotation)[:, 2]
    speeds = gear_speed(first, at, along), gear_speed(second, at, along)
    _meet(deck, mechanism, statement, (first, second), speeds)


def _rack(deck: Deck, mechanism: Mechanism, joints: JointReader, rack: JointOfDeck) -> None:
    """Add a rack that a pinion rolls along: the pitch circle touches the rack's line."""
    statement, reading = rack.statement, deck.reading
    diameter = deck.numbers.one(statement, "PD", "length")
    if diameter is None:
        return
    pinion = next((j for j in joints.joints.values() if j.turns and j.i.part is rack.i.part), None)
    slide = next((j for j in joints.joints.values() if j.slides and j.i.part is rack.j.part), None)
    if pinion is None or slide is None or pinion.j.part is not slide.j.part:
        rule = "needs a joint that turns the part of I and one that slides that of J, on one part"
        action = "couple the two motions by a COUPLER"
        reading.report(statement, "F24", rule, action=action, severity="warning")
        return
    axis = np.array(pinion.j.world.rotation)[:, 2]
    along = np.array(rack.j.world.rotation)[:, 2]
    center = np.array(rack.i.world.position)
    gap = np.array(rack.j.world.position) - center
    side = np.cross(axis, along)
    size = np.linalg.norm(side)
    if size < 1e-6 or diameter == 0.0:
        rule = "has its rack along the axis of its pinion, or no pitch diameter"
        reading.report(statement, "M27", rule)
        return
    side /= size
    distance = float(gap @ side)
    radius = abs(diameter) / 2.0
    if abs(abs(distance) - radius) > CIRCLE * radius:
        rule = f"has its rack {abs(distance):g} m from the axis; half the pitch diameter is taken"
        reading.report(statement, "W05", rule, attribute="PD", severity="warning")
    at = center + np.copysign(radius, distance) * side
    speeds = gear_speed(pinion, at, along), gear_speed(slide, at, along)
    _meet(deck, mechanism, statement, (pinion, slide), speeds)


def _meet(
    deck: Deck,
    mechanism: Mechanism,
    statement: Statement,
    pair: tuple[JointOfDeck, JointOfDeck],
    speeds: tuple[Mapping[str, float], Mapping[str, float]],
) -> None:
    """Add the relation of two joints with equal speeds, as the dataset draws them."""
    terms = {**speeds[0]}
    for name, speed in speeds[1].items():
        terms[name] = terms.get(name, 0.0) - speed
    terms = {name: factor for name, factor in terms.items() if factor}
    if len(terms) < 2:
        rule = "has no common speed: z of CV points along no motion of one of the two"
        action = "turn z of CV along the pitch circles"
        deck.reading.report(statement, "M27", rule, action=action)
        return
    # a row is in the unit of its first coordinate: that of a turn counts its angle
    first = next(iter(terms))
    terms = {name: factor / terms[first] for name, factor in terms.items()}
    offset = 0.0
    for joint in pair:
        offset += terms.get(f"{joint.name}.angle", 0.0) * joint.angle_at_start
        at = product(inverse(joint.j.world), joint.i.world).position[2]
        offset += terms.get(f"{joint.name}.displacement", 0.0) * at
    _add(deck, mechanism, statement, terms, offset)


def _add(
    deck: Deck,
    mechanism: Mechanism,
    statement: Statement,
    terms: Mapping[str, float],
    offset: float,
) -> None:
    name = deck.name("coupler", statement)
    mechanism.couple(name, terms, offset=offset + 0.0, source={"": statement.place})
