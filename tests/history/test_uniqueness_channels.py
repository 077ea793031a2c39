"""Uniqueness over time: 1 where the loops determine a load, 0 where not."""

from __future__ import annotations

import numpy as np
import pytest

from loops import mechanisms
from sarrus import Event, ModelError, events


def test_uniqueness_changes_with_what_is_locked() -> None:
    """Two locks on one freedom share what they hold: loads in the plane are open from then on."""
    system = mechanisms.four_bar().compile(kernels=())
    start = system.assemble({"A": 0.6}, {"A": 1.0})
    lock = Event(0.05, do=[events.Lock("A"), events.Lock("D")])
    run = system.simulate(start, until=0.1, every=0.01, events=[lock])
    after = run.t > 0.05
    force = run["C.reaction.force.x.unique"]
    assert set(np.unique(force)) == {0.0, 1.0}
    assert not np.any(force[after])
    assert np.all(force[run.t < 0.05] == 1.0)
    assert not np.any(run["C.reaction.unique"])  # across the plane it never is
    assert run.history["C.reaction.force"].unique[0] is False
    effort = run["D.effort.unique"]
    assert not np.any(effort[after])
    assert np.all(effort[run.t < 0.05] == 1.0)


def test_labels_of_channels_are_those_over_all_states() -> None:
    system = mechanisms.parallelogram(3).compile(kernels=())
    first = system.model.joints[0].name
    drive = system.drive({first: lambda t: 1.0 + t}, until=0.2, every=0.1)
    for joint in system.compiled.loops.joints:
        for part in ("force", "moment"):
            channel = drive[f"{joint}.reaction.{part}"]
            for k, axis in enumerate("xyz"):
                told = drive[f"{joint}.reaction.{part}.{axis}.unique"]
                assert bool(np.all(told)) is channel.unique[k]


def test_uniqueness_is_no_smooth_function() -> None:
    system = mechanisms.four_bar().compile(kernels=())
    with pytest.raises(ModelError, match="decided by the rank"):
        system.linearize(system.assemble(), outputs=["C.reaction.unique"])
    with pytest.raises(ModelError, match="decided by the rank"):
        system.simulate(system.assemble(), until=0.1, events=[Event("C.reaction.force.x.unique")])
