"""Loads that redundant loops leave open are told by name where equations are traced."""

from __future__ import annotations

import pytest

from sarrus import gallery
from sarrus.system.channels.open_loads import open_loads


@pytest.mark.parametrize("planets", [1, 3])
def test_teeth_of_several_planets_share_what_they_carry(planets: int) -> None:
    """Along the axis, and in the turning of each planet: one planet alone has no choice."""
    system = gallery.planetary_gear(planets=planets).compile()
    start = system.assemble()
    names = ["sun_1.tooth_force", "sun_1.radial_force", "carrier.rate"]
    run = system.simulate(start, until=0.002, every=0.001, inputs={"sun": 2.0})
    labels = {name: run.history.read(name)[name].unique for name in names}
    found = open_loads(system, names, start)
    assert found == [name for name in names if not labels[name]]
    assert bool(found) == (planets > 1)


def test_components_of_reactions_are_told_apart() -> None:
    system = gallery.four_bar().compile()
    start = system.assemble()
    names = ["C.reaction.force.x", "C.reaction.force.z", "C.reaction.force[2]", "C.reaction.moment"]
    run = system.simulate(start, until=0.002, every=0.001)
    unique = run.history.read("C.reaction.force")["C.reaction.force"].unique
    found = open_loads(system, names, start)
    assert ("C.reaction.force.x" in found) == (not unique[0])
    assert ("C.reaction.force.z" in found) == (not unique[2]) == ("C.reaction.force[2]" in found)
    assert "C.reaction.moment" in found
