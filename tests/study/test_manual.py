"""The examples of docs/model_files.md do what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from sarrus.study import Study
from study.models import written

PAGE = Path(__file__).parents[2] / "docs" / "model_files.md"
BLOCKS = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_annotated_example_runs(tmp_path: Path) -> None:
    made = Study.load(written(tmp_path, BLOCKS[0]))
    run = made.run()
    assert run["A.angle"][0] == np.deg2rad(10.0)
    assert run["A.rate"][0] == pytest.approx(2 * np.pi, rel=4e-16)
    assert any(event.name == "far" for event in run.events)
    assert run.energy_error < 1e-6 and not run.notices
    assert all(name in run.history for name in made.outputs)


def test_the_repeated_chain_has_its_links(tmp_path: Path) -> None:
    chain = next(block for block in BLOCKS if "link{i}" in block)
    made = Study.load(written(tmp_path, "sarrus: 1\n" + chain), set={"n": 5})
    assert [body.name for body in made.model.bodies] == [f"link{i}" for i in range(1, 6)]
    tip = made.system.poses(made.start().q)["link5"].position
    np.testing.assert_allclose(tip, (0.4, 0, 0), atol=1e-12)


def test_set_as_the_page_has_it(tmp_path: Path) -> None:
    made = Study.load(written(tmp_path, BLOCKS[0]), set={"crank.mass": "400 g", "run.until": 3})
    assert made.model.body("crank").mass == 0.4 and made.settings.until == 3.0
