"""Checks of a whole model: what can move must have inertia, and units should be likely."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sarrus.errors import Problem
from sarrus.model.building.entry import Entry, Source
from sarrus.model.model import Model
from sarrus.model.validation.massless import check_outboard_inertia
from sarrus.model.validation.scales import check_gravity, check_masses, check_scales

if TYPE_CHECKING:
    from sarrus.model.mechanism import Mechanism


class Places:
    """The entries of the bodies and joints of a model, with their places in the file."""

    def __init__(
        self, sources: Mapping[tuple[str, str], Source], model: Model, problems: list[Problem]
    ) -> None:
        self.problems = problems
        self._sources = dict(sources)
        for joint in model.joints:  # one that nobody wrote stands where its body does
            if ("joint", joint.name) not in sources:
                self._sources["joint", joint.name] = self._at_body(joint.child)

    def _at_body(self, name: str) -> Source:
        place = self._sources.get(("body", name), {}).get("")
        return {} if place is None else {"": place}

    def entry(self, kind: str, name: str) -> Entry:
        """Return the entry of an element of the model."""
        return Entry(f"{kind} {name!r}", self._sources.get((kind, name), {}), self.problems)


def check_model(
    model: Model, mechanism: Mechanism, sources: Mapping[tuple[str, str], Source]
) -> list[Problem]:
    """Return what is doubtful in a model without errors: M01, W05 to W07, W82, W83.

    sources: where bodies and joints were written.
    """
    problems: list[Problem] = []
    places = Places(sources, model, problems)
    check_outboard_inertia(model, places)
    check_scales(model, places)
    undefined = [d.name for d in mechanism.bodies if d.mass is None and d.density is None]
    check_masses(model, undefined, places)
    check_gravity(model, Entry(f"model {model.name!r}", mechanism.source, problems))
    if any(hasattr(element, "touches") for element in model.forces):
        from sarrus.model.validation.contacts import check_contacts  # for few models

        check_contacts(model, mechanism, problems)
    return problems
