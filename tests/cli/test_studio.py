"""`sarrus studio`: the page of a model file on a local server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Command
from sarrus.studio import Studio


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of the page that were served; the user presses Ctrl-C at once."""
    found: list[str] = []

    def wait(studio: Studio, seconds: float | None = None) -> bool:
        found.append(studio.url)
        raise KeyboardInterrupt

    monkeypatch.setattr(Studio, "wait", wait)
    return found


def test_model_is_served(sarrus: Command, pendulum: str, waited: list[str]) -> None:
    done = sarrus("studio", pendulum, "--no-browser")
    assert done.code == 0 and done.out.splitlines() == waited
    assert waited[0].startswith("http://127.0.0.1:") and "Ctrl-C" in done.err
    before = Path(pendulum).read_bytes()
    said = sarrus("studio", pendulum, "--no-browser", "--json")
    assert said.code == 0 and json.loads(said.out)["url"] == waited[1]
    assert Path(pendulum).read_bytes() == before


def test_new_file_is_not_written_before_it_is_saved(sarrus: Command, waited: list[str]) -> None:
    assert sarrus("studio", "new.yaml", "--no-browser").code == 0
    assert len(waited) == 1 and not Path("new.yaml").exists()


def test_other_files_are_refused(sarrus: Command, waited: list[str]) -> None:
    Path("robot.urdf").write_text("<robot name='r'><link name='a'/></robot>", encoding="utf-8")
    done = sarrus("studio", "robot.urdf", "--no-browser")
    assert done.code != 0 and "F20" in done.err and "sarrus convert" in done.err and not waited
