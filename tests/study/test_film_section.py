"""The section `film` of a model file: what it says reaches the film, mistakes have their lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.errors import ModelError
from sarrus.formats.yaml.study_keys import HEAD

SECTION = """\
constants: {turn: 90 deg, far: 2 m}
run: {until: 0.1 s, every: 10 ms}
film:
  fps: 25
  size: [640, 360]
  speed: 0.5
  theme: dark
  labels: true
  camera:
    orbit: turn
    follow: arm
    keys:
      - {t: 0 s, view: front, zoom: 2}
      - {t: 100 ms, eye: [far, -1, 0], target: [0, 0, 0]}
"""


def loaded(folder: Path, text: str) -> Any:
    path = folder / "arm.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return sarrus.Study.load(path)


def test_section_reaches_the_film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers with units and constants, and keywords in place of those of the file."""
    study = loaded(tmp_path, SECTION)
    asked: dict[str, Any] = {}

    def film(result: Any, path: Any, **how: Any) -> Path:
        asked.update(how)
        return Path(path)

    monkeypatch.setattr("sarrus.viewer.film", film)
    assert study.film(tmp_path / "arm.mp4", fps=10) == tmp_path / "arm.mp4"
    assert asked["fps"] == 10 and asked["size"] == (640, 360) and asked["speed"] == 0.5
    assert asked["theme"] == "dark" and asked["labels"] is True and asked["clock"] is True
    camera = asked["camera"]
    assert camera["orbit"] == pytest.approx(np.pi / 2) and camera["follow"] == "arm"
    assert camera["keys"][0] == {"t": 0.0, "view": "front", "zoom": 2.0}
    assert camera["keys"][1] == {"t": 0.1, "eye": [2.0, -1.0, 0.0], "target": [0.0, 0.0, 0.0]}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("fps: 0", "above 0"),
        ("size: [639, 360]", "even numbers"),
        ("size: 640", "even numbers"),
        ("theme: blue", "light"),
        ("camera: below", "iso"),
        ("camera: {folow: arm}", "follow"),
        ("camera: {follow: arn}", "arm"),
        ("camera: {orbit: 3 kg}", "rad"),
        ("camera: {keys: [{t: 1 s}, {t: 0 s}]}", "later"),
        ("camera: {keys: [{t: 0 s, eye: [0, 0, 1]}]}", "eye and target"),
    ],
)
def test_mistakes_have_their_lines(tmp_path: Path, line: str, words: str) -> None:
    with pytest.raises(ModelError, match=words) as caught:
        loaded(tmp_path, f"film:\n  {line}\n")
    assert "arm.yaml:5" in str(caught.value)
