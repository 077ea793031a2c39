"""Datasets of Adams on the command line: check, info, run and convert."""

from __future__ import annotations

from pathlib import Path

from adams.own_decks import CRANK
from cli.conftest import Command


def test_check_run_and_convert(sarrus: Command, folder: Path) -> None:
    Path("crank.adm").write_text(CRANK, encoding="utf-8")
    done = sarrus("check", "crank.adm")
    assert done.code == 0 and "3 bodies, 4 joints" in done.out
    assert "A" in sarrus("info", "crank.adm").out
    done = sarrus("run", "crank.adm", "--set", "run.until=0.1", "-o", "run.sarrus")
    assert done.code == 0 and "MARKER_40.position.x" in done.out
    assert sarrus("convert", "crank.adm", "crank.yaml").code == 0
    again = sarrus("run", "crank.yaml", "--set", "run.until=0.1", "-o", "again.sarrus")
    assert again.code == 0 and "MARKER_40.position.x" in again.out


def test_other_formats_tell_what_they_lose(sarrus: Command, folder: Path) -> None:
    Path("crank.adm").write_text(CRANK, encoding="utf-8")
    done = sarrus("convert", "crank.adm", "crank.urdf", "--drop")
    assert done.code == 0 and "section 'drives'" in done.err + done.out


def test_mistakes_are_told_with_their_line(sarrus: Command, folder: Path) -> None:
    Path("crank.adm").write_text(CRANK.replace("J=10", "J=99"), encoding="utf-8")
    done = sarrus("check", "crank.adm")
    assert done.code == 3 and "crank.adm:25:28" in done.err and "M09" in done.err
