"""Sweeps from a study: the same table as from the file, with what was set and replaced."""

import numpy as np
import pytest

from sarrus import ModelError, Study, sweep
from sarrus.study.study import with_settings

FILE = """
sarrus: 1
constants: {l: 1 m}
bodies:
  rod: {mass: 1, shapes: [{type: rod, from: [0, 0, 0], to: [0, 0, -l], radius: 10 mm}]}
joints:
  A: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}
assembly: {wanted: {A: 60 deg}}
run: {until: 5, every: 10 ms, method: rk4, step: 10 ms}
"""
LENGTHS = ["800 mm", "1 m", "1.2 m"]


@pytest.fixture
def path(tmp_path):
    found = tmp_path / "swing.yaml"
    found.write_text(FILE)
    return found


def test_a_study_is_swept_with_what_was_set_and_replaced(path):
    study = with_settings(Study.load(path, set={"rod.mass": "2 kg"}), until=0.3)
    table = study.sweep({"l": LENGTHS}, ["last A.angle", "max energy.kinetic"], workers=0)
    changed = {"l": LENGTHS, "rod.mass": ["2 kg"]}
    expected = sweep(
        path, changed, measure=["last A.angle", "max energy.kinetic"], workers=0, until=0.3
    )
    for name in table.measured:
        assert np.array_equal(table[name], expected[name])
    one = study.run().history
    assert table["last A.angle"][1] == pytest.approx(one["A.angle"][-1], rel=1e-12)


def test_a_study_without_a_file_is_swept_over_numbers_of_its_model(path):
    loaded = Study.load(path)
    sections = {"assembly": {"wanted": {"A": "60 deg"}}}
    sections["run"] = {"until": 0.3, "method": "rk4", "step": "10 ms"}
    study = Study.of(loaded.model, sections)
    table = study.sweep({"rod.mass": [1.0, 3.0]}, "max energy.kinetic", workers=0)
    kinetic = table["max energy.kinetic"]
    assert kinetic[1] > kinetic[0] > 0
    with pytest.raises(ModelError, match=r"rod\.mas"):
        study.sweep({"rod.mas": [1.0]}, "last A.angle", workers=0)
    driven = Study.of(loaded.model, {"drives": {"A": "t"}, "run": {"kind": "drive"}})
    with pytest.raises(ModelError, match="no model file"):
        driven.sweep({"rod.mass": [1.0]}, "last A.angle", workers=0)


def test_files_with_laws_of_the_user_are_swept(path):
    law = """forces:
  drag: {type: user_force, parameters: {c: 1 N*m*s}, loads: [{effort: A, value: "-c*rate(A)"}]}
"""
    path.write_text(FILE + law)
    study = Study.load(path, set={"run.until": 0.3})
    table = study.sweep({"drag.parameters.c": [1.0, 2.0]}, "max A.rate", workers=0)
    alone = Study.load(path, set={"run.until": 0.3, "drag.parameters.c": 2.0}).run()
    assert table["max A.rate"][1] == pytest.approx(alone.history["A.rate"].max(), rel=1e-9)
    longer = study.sweep({"l": ["1 m", "1.2 m"]}, "max A.rate", workers=0)
    assert np.all(np.isfinite(longer["max A.rate"]))
