"""Independent coordinates in the section `run` of a model file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from loops.mechanisms import four_bar
from sarrus import ModelError, Study
from sarrus.formats.writing import yaml_text
from sarrus.system import Run


def written(folder: Path, **run: Any) -> Path:
    path = folder / "bars.yaml"
    sections = {"run": {"until": 0.2, "every": 0.1, **run}}
    path.write_text(yaml_text(four_bar(), study=sections), encoding="utf-8")
    return path


@pytest.mark.parametrize("method", ["reduced", "partitioned"])
def test_a_file_says_what_is_integrated(method: str, tmp_path: Path) -> None:
    study = Study.load(written(tmp_path, method=method, independent=["A.angle"], solve="svd"))
    run = study.run(file=tmp_path / "run.sarrus")
    assert isinstance(run, Run)
    assert run.account.independent == [[0.0, ["A.rate"]]]
    again = sarrus.open_run(tmp_path / "run.sarrus")
    assert again.account.independent == run.account.independent
    assert again.account.iterations == run.account.iterations > 0
    assert again.order is not None
    assert again.order.settings["independent"] == ["A.angle"]
    assert again.order.settings["solve"] == "svd"
    plain = Study.load(written(tmp_path)).run()
    assert isinstance(plain, Run)
    np.testing.assert_allclose(run.q, plain.q, rtol=0, atol=1e-5)


@pytest.mark.parametrize(
    ("how", "code", "word"),
    [
        ({"method": "reduced", "independent": ["A.angel"]}, "M09", "A.angle"),
        ({"method": "reduced", "solve": "qr"}, "M25", "elimination"),
        ({"method": "bdf", "independent": ["A"]}, "S08", "method: reduced"),
        ({"solve": "svd"}, "S08", "method: partitioned"),
        ({"method": "partitioned", "baumgarte": 5.0}, "S08", "eave it out"),
    ],
)
def test_mistakes_are_told_with_their_place(
    how: dict[str, Any], code: str, word: str, tmp_path: Path
) -> None:
    with pytest.raises(ModelError) as caught:
        Study.load(written(tmp_path, **how))
    (problem,) = caught.value.problems
    assert problem.code == code and word in str(problem)
    assert "bars.yaml:" in str(problem) and "run / " in str(problem)
