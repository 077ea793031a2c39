"""Robot files on the command line: arguments of xacro, packages, and conversion both ways."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.conftest import Command
from sdf.own_models import ARM as SDF_ARM
from urdf.test_xacro import ARM, NAMESPACE


@pytest.fixture
def arm(folder: Path) -> str:
    Path("arm.urdf.xacro").write_text(ARM, encoding="utf-8")
    return "arm.urdf.xacro"


def test_arguments_of_xacro(sarrus: Command, arm: str) -> None:
    done = sarrus("info", arm, "--set", "arguments.count=2", "-s", "arguments.prefix=r_")
    assert done.code == 0 and "r_b" in done.out and "r_c" not in done.out
    done = sarrus("info", arm, "--set", "arguments.cuont=2")
    assert done.code == 3 and "F17" in done.err and "count" in done.err


def test_packages(sarrus: Command, folder: Path) -> None:
    Path("parts").mkdir()
    Path("parts/p.xacro").write_text(f'<robot {NAMESPACE}><link name="extra"/></robot>')
    Path("home").mkdir()
    Path("home/r.xacro").write_text(
        f'<robot name="r" {NAMESPACE}><xacro:include filename="$(find parts)/p.xacro"/></robot>'
    )
    done = sarrus("check", "home/r.xacro")
    assert done.code == 3 and "--set packages.parts=FOLDER" in done.err
    assert sarrus("check", "home/r.xacro", "-s", "packages.parts=parts").code == 0


def test_convert_both_ways(sarrus: Command, arm: str) -> None:
    done = sarrus("convert", arm, "arm.sdf", "-s", "arguments.count=2")
    assert done.code == 0 and "left_b" in Path("arm.sdf").read_text()
    assert sarrus("convert", "arm.sdf", "arm.urdf").code == 0
    assert sarrus("convert", "arm.sdf", "arm.xml").code == 0
    assert sarrus("convert", arm, "x.sdf", "--set", "run.until=2").code == 2


def test_what_a_format_cannot_hold_is_refused(sarrus: Command, folder: Path) -> None:
    Path("arm.sdf").write_text(SDF_ARM, encoding="utf-8")
    done = sarrus("convert", "arm.sdf", "arm.urdf")
    assert done.code == 3 and "F21" in done.err and "shoulder_spring" in done.err
    done = sarrus("convert", "arm.sdf", "arm.urdf", "--drop")
    assert done.code == 0 and "shoulder_spring" in done.err


def test_options_of_readers_are_set_by_words(sarrus: Command, tmp_path: Path) -> None:
    text = """<robot name="r"><link name="a"><inertial><mass value="1"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>"""
    (tmp_path / "r.urdf").write_text(text, encoding="utf-8")
    file = str(tmp_path / "r.urdf")
    assert "a_free" in sarrus("info", file, "-s", "base=free").out
    assert "a_free" not in sarrus("info", file).out
    done = sarrus("info", file, "-s", "mimic=maybe")
    assert done.code == 3 and "must be true or false" in done.err
    done = sarrus("info", file, "-s", "base=fre")
    assert done.code == 3 and "must be 'weld' or 'free'" in done.err
