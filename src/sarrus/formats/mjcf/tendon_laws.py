"""Springs over sums of coordinates, and along lines over several sites."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import Location
from sarrus.formats.mjcf.tendons import TendonPart
from sarrus.model.mechanism import Mechanism
from sarrus.spatial.arrays import length as length_of
from sarrus.spatial.arrays import select

if TYPE_CHECKING:
    from sarrus.formats.mjcf.describing import Describer

Source = Mapping[str, Location]


def slack(length: Any, low: float, high: float) -> Any:
    """Return how far a length is outside of where a spring is slack."""
    if low == high:
        return length - low
    short = 0.0 if low <= 0.0 else select(length < low, length - low, 0.0)
    return select(length > high, length - high, short)


def joint_tendon(
    mechanism: Mechanism,
    name: str,
    terms: Mapping[str, float],
    k: float,
    d: float,
    low: float,
    high: float,
    source: Source,
    pull: float = 0.0,
) -> None:
    """Add a spring and damper on l, the sum of factor times coordinate; pull: a constant more."""
    if len(terms) == 1 and low == high and not pull:
        ((joint, factor),) = terms.items()
        mechanism.joint_spring(
            name, joint, k * factor**2, d * factor**2, free=low / factor, source=source
        )
        return

    def length(motion: Any) -> Any:
        return sum(factor * motion.coordinate(joint) for joint, factor in terms.items())

    def speed(motion: Any) -> Any:
        return sum(factor * motion.rate(joint) for joint, factor in terms.items())

    def loads(motion: Any) -> Any:
        tension = k * slack(length(motion), low, high) + d * speed(motion) - pull
        return [motion.effort(joint, -factor * tension) for joint, factor in terms.items()]

    def energy(motion: Any) -> Any:
        return 0.5 * k * slack(length(motion), low, high) ** 2 - pull * length(motion)

    def dissipation(motion: Any) -> Any:
        return d * speed(motion) ** 2

    mechanism.user_force(
        name, loads, energy=energy, dissipation=dissipation if d else None, source=source
    )


def servo_law(
    mechanism: Mechanism,
    name: str,
    terms: Mapping[str, float],
    law: tuple[float, float, float],
    limits: tuple[float, float] | None,
    source: Source,
) -> None:
    """Add a servo whose force a + b l + c dl/dt stays between limits; l as in `joint_tendon`."""
    a, b, c = law

    def loads(motion: Any) -> Any:
        length = sum(factor * motion.coordinate(joint) for joint, factor in terms.items())
        speed = sum(factor * motion.rate(joint) for joint, factor in terms.items())
        force = a + b * length + c * speed
        if limits is not None:
            low, high = limits
            force = select(force > high, high, select(force < low, low, force))
        return [motion.effort(joint, factor * force) for joint, factor in terms.items()]

    mechanism.user_force(name, loads, source=source)


def path_tendon(describer: Describer, tendon: TendonPart, d: float, source: Source) -> None:
    """Add a spring and damper along straight lines from site to site."""
    scene, k, path = describer.scene, tendon.stiffness, tendon.path
    worlds = scene.worlds_at_springs()
    points = [worlds[scene.sites[n].body] @ [*scene.sites[n].pose.position, 1.0] for n in path]
    drawn = float(sum(np.linalg.norm(b - a) for a, b in pairwise(points)))
    low, high = tendon.lengths or (drawn, drawn)
    sites = [scene.sites[name] for name in path]
    m = describer.mechanism
    if len(path) == 2 and (low == high or low <= 0.0):
        a, b = sites
        ends: dict[str, Any] = {
            "a": describer.name(a.body), "b": describer.name(b.body),
            "on_a": a.pose.position, "on_b": b.pose.position, "source": source,
        }  # fmt: skip
        acts = "both" if low == high else "pull"
        if acts == "both" or not d:
            m.spring_damper(tendon.name, **ends, k=k, c=d, free_length=high, acts=acts)
            return
        m.spring_damper(tendon.name, **ends, k=k, free_length=high, acts=acts)
        m.spring_damper(f"{tendon.name}_damping", **ends, c=d, free_length=high)
        return

    def segments(motion: Any) -> list[tuple[Any, Any, Any]]:
        """Return direction, length and speed of every straight piece."""
        found = []
        for a, b in pairwise(path):
            along = motion.position(b) - motion.position(a)
            length = length_of(along)
            u = along / length
            found.append((u, length, u @ (motion.velocity(b) - motion.velocity(a))))
        return found

    def loads(motion: Any) -> Any:
        pieces = segments(motion)
        length = sum(piece[1] for piece in pieces)
        tension = k * slack(length, low, high) + d * sum(piece[2] for piece in pieces)
        found = []
        for i, site in enumerate(path):
            pull: Any = 0.0
            if i < len(pieces):
                pull = pull + pieces[i][0]
            if i > 0:
                pull = pull - pieces[i - 1][0]
            found.append(motion.force(site, tension * pull))
        return found

    def energy(motion: Any) -> Any:
        length: Any = 0.0
        for a, b in pairwise(path):
            length = length + length_of(motion.position(b) - motion.position(a))
        return 0.5 * k * slack(length, low, high) ** 2

    def dissipation(motion: Any) -> Any:
        return d * sum(piece[2] for piece in segments(motion)) ** 2

    m.user_force(
        tendon.name, loads, energy=energy, dissipation=dissipation if d else None, source=source
    )
