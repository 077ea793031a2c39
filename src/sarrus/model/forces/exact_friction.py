"""Dry friction that sticks and slips: what its elements share.

In a run, an element with `exact` is in one of three modes, which are numbers of the run: it slides
in the sense +1 or -1 of its coordinate; it is stuck, held by a row whose multiplier is the
friction; or it rests, where other rows hold the coordinate already and friction is any number
within its bound, of which `hold` is the part chosen.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from sarrus.model.fields import flag
from sarrus.model.forces.element import ForceElement, Scene
from sarrus.spatial.arrays import Scalar

if TYPE_CHECKING:
    from sarrus.model.building.entry import Entry

MODE_NUMBERS = ("sense", "hold", "stuck", "shared")
"""Numbers of a friction that are its mode in a run."""


def exact_flag() -> Any:
    """Return the field that asks for exact friction in runs."""
    text = "in runs it sticks and slides by events; batches and linearizations use the smooth law"
    return flag(text, default=False)


class ExactFriction(ForceElement):
    """Dry friction on a coordinate of a joint, smooth or, in runs, exact.

    by_events: whether it is in a run that decides its mode. sense: 1 slides with the coordinate,
    -1 against it, 0 at rest; stuck: 1 where a row holds it; hold: where it rests by other rows, its
    effort over the bound; shared: 1 where forces at rest are shared in many ways.
    """

    joint: str
    index: int
    static: float
    exact: bool
    by_events: bool
    sense: float
    hold: float
    stuck: float
    shared: float

    sliding_name: ClassVar[str] = "sliding"
    """The attribute with the friction while it slides."""

    @property
    def further_inputs(self) -> tuple[str, ...]:
        return MODE_NUMBERS if self.by_events else ()

    @abstractmethod
    def bound(self, scene: Scene) -> Scalar:
        """Return the largest friction at rest [N or N m]."""

    def check_exact(self, entry: Entry) -> None:
        """Report (D50) friction that is larger while it slides than at rest."""
        sliding = getattr(self, self.sliding_name)
        if self.static < sliding:
            rule = f"is {self.static:g}, below {self.sliding_name} = {sliding:g}: it would stick "
            rule += "and break away at the same instant, without end"
            action = "exchange the two numbers, or leave static out"
            entry.report("D50", "static", rule, value=f"{self.static:g}", action=action)

    def check_among(self, others: Mapping[str, ForceElement], entry: Entry) -> None:
        """Report another exact friction on the coordinate (D51), and smooth bearings (D52)."""
        if not self.exact:
            return
        for other in others.values():
            if not isinstance(other, ExactFriction) or other is self:
                continue
            same = (other.joint, other.index) == (self.joint, self.index)
            if other.exact and same and other.name < self.name:
                rule = f"is on the coordinate of '{other.name}', which is exact too: how they share"
                rule += " the force at rest is not decided"
                action = "add their numbers in one element, or let one of them be smooth"
                entry.report("D51", "joint", rule, value=f"'{self.joint}'", action=action)
            if other.has_bearing and (not other.exact or getattr(other, "lagged", False)):
                rule = (
                    f"cannot be exact beside the smooth or lagged bearing_friction '{other.name}'"
                )
                action = "make all bearing friction of the mechanism exact and not lagged, or none"
                entry.report("D52", "exact", rule, value="true", action=action)
