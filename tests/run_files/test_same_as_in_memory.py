"""A run that goes into a file is the run that stays in memory, bit for bit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import sarrus
from run_files.machines import (
    SETUPS,
    assert_same,
    in_blocks,
    many_blocks,
    pendulum,
    swinging,
)
from sarrus import ResultFile
from sarrus.storage import RunReader

SUNDIALS = ("adams", "bdf", "ida", "partitioned")
OWN = [name for name in SETUPS if name.split()[1] not in SUNDIALS]


@pytest.mark.parametrize("name", OWN)
def test_file_run_equals_memory_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often a block is written."""
    setup, path = SETUPS[name], tmp_path / "run.sarrus"
    memory = setup.run()
    once = setup.run(file=tmp_path / "once.sarrus")
    assert_same(once, memory)
    many_blocks(monkeypatch)
    kept = setup.run(file=in_blocks(path))
    assert_same(kept, memory)
    opened = sarrus.open_run(path, **setup.again())
    assert_same(opened, memory)
    with RunReader.open(path) as reader:
        assert len(reader.blocks) > 5


@pytest.mark.parametrize("name", ["tree auto", "bricard rk4", "stops auto", "locks auto"])
def test_opened_run_answers_as_the_one_in_memory(name: str, tmp_path: Path) -> None:
    setup, path = SETUPS[name], tmp_path / "run.sarrus"
    memory = setup.run()
    setup.run(file=path)
    opened = sarrus.open_run(path, **setup.again())
    assert np.array_equal(opened.t, memory.t)
    for what in ("q", "v", "work", "loss", "corrections", "energies", "momentum", "imbalance"):
        assert np.array_equal(getattr(opened, what), getattr(memory, what)), what
    for channel in memory.system.compiled.names():
        assert np.array_equal(opened[channel], memory[channel]), channel
    for k in (0, len(memory) // 2, len(memory) - 1, -1):
        mine, theirs = opened.motion(k), memory.motion(k)
        assert np.array_equal(mine.vdot, theirs.vdot)
        assert opened.state(k).t == memory.state(k).t
        assert np.array_equal(opened.state(k).q, memory.state(k).q)
    for at in range(len(memory.segments)):
        assert (
            opened.segments[at].sim.kept_keywords.keys()
            == memory.segments[at].sim.kept_keywords.keys()
        )
    assert opened.drift == memory.drift and opened.energy_error == memory.energy_error
    assert opened.report().splitlines()[0] == memory.report().splitlines()[0]
    assert repr(opened) == repr(memory)


@pytest.mark.parametrize(
    "name", ["tree adams", "bricard adams", "locks ida", "sampled bdf", "dead_points partitioned"]
)
def test_sundials_run_in_one_block_equals_memory_run(name: str, tmp_path: Path) -> None:
    setup = SETUPS[name]
    memory = setup.run()
    kept = setup.run(file=ResultFile(tmp_path / "run.sarrus", every=1e9, states=10**9))
    assert_same(kept, memory)


@pytest.mark.parametrize("name", ["tree adams", "tree bdf", "tree ida", "stops adams"])
def test_sundials_run_in_blocks_is_as_accurate(name: str, tmp_path: Path) -> None:
    """Each block begins it anew: not the same steps, but the same motion to its tolerance."""
    setup = SETUPS[name]
    memory = setup.run()
    kept = setup.run(file=in_blocks(tmp_path / "run.sarrus", 20))
    assert len(kept) == len(memory) and len(kept.events) == len(memory.events)
    np.testing.assert_allclose(kept.q, memory.q, rtol=0, atol=1e-4)
    assert kept.energy_error <= 1e-5


def test_head_holds_what_is_needed_to_repeat_the_run(tmp_path: Path) -> None:
    """R5: model, settings, versions, code."""
    path = tmp_path / "run.sarrus"
    setup = SETUPS["stops auto"]
    run = setup.run(file=path)
    with RunReader.open(path) as reader:
        head = reader.head
    assert head["format"] == "sarrus run 1"
    assert head["model_hash"] == run.system.model.content_hash
    assert head["settings"]["method"] == "auto" and head["settings"]["rtol"] == 1e-8
    assert head["settings"]["until"] == 2.0 and head["settings"]["every"] == 0.01
    assert head["coordinates"] == ["A.angle", "B.angle"]
    assert head["versions"]["sarrus"] == sarrus.__version__
    assert head["versions"]["numpy"] == np.__version__
    for key in ("python", "source", "code"):
        assert head["versions"][key]
    start = swinging(pendulum())
    assert np.array_equal(head["start"]["q"], start.q) and head["start"]["t"] == start.t


def test_parameters_base_and_cuts_come_back(tmp_path: Path) -> None:
    """What the system was compiled with, and what the call was given."""
    path = tmp_path / "run.sarrus"
    m = sarrus.Mechanism("cart")
    m.prescribe_base()
    m.body("pole", 1.0, (0, 0, 0.5), (0.1, 0.1, 0.01))
    m.revolute("hinge", m.ground, "pole", at=(0, 0, 0), axis="y")
    system = m.build().compile(kernels=(), parameters=["pole.mass", "pole.com"])
    base = sarrus.GroundMotion(velocity=(1.0, 0, 0), acceleration=(0.5, 0.0, 0.1))
    given = {"base": base, "parameters": {"pole.mass": 3.0, "pole.com": (0.0, 0.1, 0.4)}}
    start = system.state([0.1])
    run = system.simulate(start, until=1.0, file=path, **given)
    opened = sarrus.open_run(path)
    assert_same(opened, run)
    assert np.array_equal(opened.energies, run.energies)
    again = sarrus.rerun(path)
    assert np.array_equal(again.q, run.q)


def test_overwriting_must_be_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "run.sarrus"
    setup = SETUPS["tree rk4"]
    setup.run(file=path)
    kept = path.read_bytes()
    with pytest.raises(sarrus.EnvironmentProblem, match="E-EXISTS"):
        setup.run(file=path)
    assert path.read_bytes() == kept
    run = setup.run(file=ResultFile(path, overwrite=True), until=0.5)
    assert run.final.t == 0.5 and sarrus.open_run(path).final.t == 0.5


@pytest.mark.parametrize("path", ["", "no/such/folder/run.sarrus", "."])
def test_paths_that_cannot_be_written(path: str, tmp_path: Path) -> None:
    with pytest.raises((sarrus.EnvironmentProblem, sarrus.ModelError)) as refused:
        SETUPS["tree rk4"].run(file=tmp_path / path if path else path, until=0.1)
    assert refused.value.problems[0].code in ("F09", "M31", "E-EXISTS")
