"""`sarrus film`, and pages of moving modes by `sarrus equilibrium`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Command

SECTION = "\nfilm: {fps: 20, size: [320, 240], camera: {view: front, zoom: 2}}\n"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What films are asked for, which nobody draws."""
    found: list[dict[str, Any]] = []

    def film(result: Any, path: Any, **how: Any) -> Path:
        found.append({"path": Path(path).name, "states": len(result), **how})
        Path(path).write_bytes(b"film")
        return Path(path)

    monkeypatch.setattr("sarrus.viewer.film", film)
    return found


def test_options_go_before_the_section_of_the_file(
    sarrus: Command, pendulum: str, asked: list[dict[str, Any]]
) -> None:
    path = Path(pendulum)
    path.write_text(path.read_text(encoding="utf-8") + SECTION, encoding="utf-8")
    done = sarrus("film", pendulum, "--fps", "10", "--orbit", "90deg", "--dark")
    assert done.code == 0 and "pendulum.mp4 written" in done.out
    (how,) = asked
    assert how["path"] == "pendulum.mp4" and how["states"] > 1
    assert how["fps"] == 10 and how["size"] == (320, 240) and how["theme"] == "dark"
    assert how["camera"] == {"view": "front", "zoom": 2.0, "orbit": "90deg"}
    assert sarrus("film", pendulum).code == 5  # it is there already
    assert sarrus("film", pendulum, "-f", "--size", "640x360", "--camera", "top").code == 0
    assert asked[-1]["size"] == (640, 360) and asked[-1]["camera"]["view"] == "top"


def test_misuse_is_told(sarrus: Command, pendulum: str, asked: list[dict[str, Any]]) -> None:
    for words in (("-o", "a.avi"), ("--size", "big"), ("--fps", "fast")):
        assert sarrus("film", pendulum, *words).code == 2, words
    assert not asked


def test_page_of_modes(sarrus: Command, pendulum: str) -> None:
    joint = "pivot" if "pivot" in Path(pendulum).read_text(encoding="utf-8") else "A"
    words = ("equilibrium", pendulum, "-o", "modes.html", "--input", joint)
    done = sarrus(*words, "--output", f"{joint}.angle")
    assert done.code == 0 and "modes.html written" in done.out, done.err
    page = Path("modes.html").read_text(encoding="utf-8")
    assert '"modes":{' in page and f'["{joint}.angle","{joint}"]' in page
    assert sarrus("equilibrium", pendulum, "--input", joint).code == 2
    over = ("--over", f"{joint}.rate=0:1:3", "-o", "x.html")
    assert sarrus("equilibrium", pendulum, *over).code == 2
