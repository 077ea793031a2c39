"""Command lines in an empty folder, in this process or in one of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from command_line import run_line

PLAIN = {"NO_COLOR": None, "FORCE_COLOR": None, "TERM": "xterm-256color"}


@dataclass(frozen=True)
class Ended:
    """What a command line came to."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> dict[str, Any]:
        """The one JSON object on stdout."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found

    @property
    def codes(self) -> list[str]:
        """The codes of the problems in that object."""
        return [problem["code"] for problem in self.data["problems"]]


Command = Callable[..., Ended]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def sarrus(folder: Path) -> Command:
    """Run `sarrus ...` in an empty folder."""

    def command(*words: str) -> Ended:
        done = run_line(words, PLAIN)
        assert "Traceback" not in done.output, done.output
        assert "\x1b" not in done.output, "an escape sequence without a terminal"
        return Ended(done.exit_code, done.stdout, done.stderr)

    return command


PENDULUM = """\
sarrus: 1
bodies:
  rod: {mass: 1, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.001]}
joints:
  A: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}
assembly: {wanted: {A: 1.0}}
run: {until: 1, every: 0.01}
outputs: [A.angle]
"""

URDF = """\
<robot name="arm">
  <link name="base"/>
  <link name="rod">
    <inertial>
      <origin xyz="0 0 -0.5"/><mass value="1"/>
      <inertia ixx="0.1" iyy="0.1" izz="0.001" ixy="0" ixz="0" iyz="0"/>
    </inertial>
  </link>
  <joint name="A" type="continuous">
    <parent link="base"/><child link="rod"/><axis xyz="0 1 0"/>
  </joint>
  <gazebo reference="rod"/>
</robot>
"""


@pytest.fixture
def pendulum(folder: Path) -> str:
    """A model file of the smallest kind."""
    Path("pendulum.yaml").write_text(PENDULUM, encoding="utf-8")
    return "pendulum.yaml"


@pytest.fixture
def arm(folder: Path) -> str:
    """A robot file with something that is not used."""
    Path("arm.urdf").write_text(URDF, encoding="utf-8")
    return "arm.urdf"
