"""Examples as studies, by way of the model file that holds them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sarrus import Study
from sarrus.formats.writing import yaml_text
from sarrus.gallery import EXAMPLES, Example
from sarrus.system.simulation.run import Run


def study_of(example: Example, **changes: Any) -> Study:
    """Return the study of the file of an example; changes: fields of the example."""
    example = replace(example, **changes)
    text = yaml_text(example.model(), study=example.study_sections())
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{example.name}.yaml"
        path.write_text(text, encoding="utf-8")
        return Study.load(path)


@cache
def study(name: str) -> Study:
    """Return the study of an example, with few states to keep."""
    example = EXAMPLES[name]
    return study_of(example, every=example.until / 40)


@cache
def whole_run(name: str) -> Run:
    """Return the run of an example."""
    run = study(name).run()
    assert isinstance(run, Run)
    return run


def run_of(name: str, **changes: Any) -> Run:
    """Return a run of an example with some of its fields changed."""
    run = study_of(EXAMPLES[name], **changes).run()
    assert isinstance(run, Run)
    return run
