"""Every example builds, is as mobile as theory says, is drawn, and runs from its file."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from gallery.mobility_table import FREEDOMS, PASSIVE, REDUNDANT, kutzbach
from gallery.studies import study, whole_run
from sarrus import Mechanism, gallery
from sarrus.gallery import EXAMPLES, drawing

PAGE = Path(__file__).parents[2] / "docs" / "gallery.md"
LONG = (
    "link_track_vehicle",
    "stewart_platform",
    "delta_robot",
    "delta_picker",
    "passenger_car",
    "formula_car",
    "truck",
)
"""Whose equations of driven motion take many seconds to compile."""
RUNS = [pytest.param(n, marks=pytest.mark.slow if n in LONG else ()) for n in EXAMPLES]
DISCS = ("double_wishbone", "passenger_car", "formula_car", "truck")
"""Whose wheels have the inertia of the disc that is drawn."""
COARSE = {"link_track_vehicle": 1e-2}
"""Errors of energy, as parts, of methods of equal steps and of order one."""
WARNINGS = {"puma560": ["M03", "M03", "M04"]}
"""The published inertias of the PUMA 560 are those of no solid."""


def test_the_tables_are_complete() -> None:
    assert list(FREEDOMS) == list(EXAMPLES) == list(gallery.names())
    assert all(name == example.name for name, example in EXAMPLES.items())


@pytest.mark.parametrize("name", EXAMPLES)
def test_builds_without_a_warning(name: str) -> None:
    found = [notice.code for notice in EXAMPLES[name].model().notices]
    assert found == WARNINGS.get(name, [])


@pytest.mark.parametrize("name", EXAMPLES)
def test_mobility(name: str) -> None:
    """Counting gives too few freedoms by the number of superfluous constraints."""
    model = EXAMPLES[name].model()
    assert kutzbach(model) == FREEDOMS[name] - REDUNDANT.get(name, 0)
    found = study(name).system.mobility(study(name).start())
    assert found.freedom == FREEDOMS[name]
    assert found.n_redundant == found.structural == REDUNDANT.get(name, 0)
    assert found.passive == PASSIVE.get(name, ())
    assert not found.singular


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_body_is_drawn_in_the_colors_of_the_gallery(name: str) -> None:
    model = EXAMPLES[name].model()
    palette = {value for key, value in vars(drawing).items() if key.isupper()}
    for body in model.bodies:
        assert body.shapes or not body.mass, body.name
        assert all(placed.color in palette for placed in body.shapes), body.name


@pytest.mark.parametrize("name", EXAMPLES)
def test_shapes_only_draw(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Masses, centres and inertias are the same without; the suspension's wheel has its disc's."""
    drawn = EXAMPLES[name].model()
    with monkeypatch.context() as patch:
        patch.setattr(Mechanism, "add_shape", lambda self, body, shape: None)
        bare = EXAMPLES[name].model()
    for ours, theirs in zip(drawn.bodies, bare.bodies, strict=True):
        assert not theirs.shapes
        assert ours.mass == theirs.mass and ours.com == theirs.com
        if name not in DISCS or not ours.name.endswith("wheel"):
            assert ours.inertia == theirs.inertia, ours.name


@pytest.mark.parametrize("name", EXAMPLES)
def test_file_holds_the_model_and_its_run(name: str) -> None:
    example, read = EXAMPLES[name], study(name)
    model = example.model()
    assert read.outputs == example.outputs
    assert [body.name for body in read.model.bodies] == [body.name for body in model.bodies]
    for ours, theirs in zip(read.model.bodies, model.bodies, strict=True):
        assert ours.mass == theirs.mass and ours.com == theirs.com
        assert ours.inertia == theirs.inertia and ours.shapes == theirs.shapes
    assert set(read.plan.drives) == set(example.drives)
    assert set(read.plan.inputs) == set(example.inputs)
    assert read.plan.locked == example.locked and read.settings.method == example.method


@pytest.mark.parametrize("name", RUNS)
def test_runs(name: str) -> None:
    """To the end, with an energy that is right to 1e-5 of what was exchanged, or as told above."""
    run = whole_run(name)
    assert run.t[-1] == pytest.approx(EXAMPLES[name].until)
    assert run.energy_error < COARSE.get(name, 1e-5) and run.drift < 1e-9
    assert np.max(np.ptp(run.q, axis=0)) > 1e-3  # it moves
    assert not run.notices
    for channel in EXAMPLES[name].outputs:
        assert np.all(np.isfinite(np.asarray(run[channel])))


def test_summaries_fit_a_line_of_the_screen() -> None:
    for name, example in EXAMPLES.items():
        assert 10 < len(example.summary) < 92 and not example.summary.endswith("."), name


def test_page_of_the_docs() -> None:
    """The table says what the code says, in its order."""
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (\d+) \| (\d+) \|$", PAGE.read_text("utf-8"), re.M)
    expected = [
        (name, example.summary, str(FREEDOMS[name]), str(REDUNDANT.get(name, 0)))
        for name, example in EXAMPLES.items()
    ]
    assert rows == expected
