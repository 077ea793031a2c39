"""Damaged files for every reader: those that were kept, a few new ones, and the tool itself."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path
from types import ModuleType

import pytest

from fuzzing.targets import CORPUS, TARGETS, Target
from project_program import project_program
from promises.record import tell
from sarrus.errors import ModelError, Problem

FEW, MANY = 12, 3_000


def loaded() -> ModuleType:
    before = list(sys.path)  # the program adds a folder
    module = project_program("tools/fuzz.py")
    sys.path[:] = before
    return module


fuzz = loaded()


@pytest.mark.parametrize("name", TARGETS)
def test_what_files_start_from_is_read(name: str, tmp_path: Path) -> None:
    target = TARGETS[name]
    seeds = target.seeds()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = [target.verdict(data, tmp_path) for data in seeds]
    assert "accepted" in found


@pytest.mark.parametrize("name", sorted(path.name for path in CORPUS.glob("*")))
def test_files_that_were_kept_are_read_or_refused(name: str, tmp_path: Path) -> None:
    """They reached lines that right files do not: each is read, or refused with a code."""
    target = TARGETS[name]
    assert target.corpus
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        verdicts = {target.verdict(path.read_bytes(), tmp_path) for path in target.corpus}
    assert verdicts - {"accepted"}


@pytest.mark.parametrize("name", ["urdf", "ply", "fmu_description", "result_blocks"])
def test_few_files(name: str) -> None:
    found = fuzz.try_target(TARGETS[name], 7, fuzz.pace(FEW, 0.0))
    assert found.tries == FEW and not found.defects


@pytest.mark.slow
@pytest.mark.parametrize("name", TARGETS)
def test_many_files(name: str) -> None:
    found = fuzz.try_target(TARGETS[name], 8, fuzz.pace(MANY, 0.0))
    assert not found.defects, found.defects[0]
    tell("results" if name.startswith("result") else "models", found.tries)


def test_files_depend_on_the_seed_alone(tmp_path: Path) -> None:
    seen: list[list[bytes]] = []

    def read(path: Path) -> None:
        seen[-1].append(path.read_bytes())

    target = Target("probe", ".txt", ("formats",), lambda: [b"a: 1\nb: [2, 3]\n"], read)
    for seed in (1, 1, 2):
        seen.append([])
        fuzz.try_target(target, seed, fuzz.pace(60, 0.0))
    assert seen[0] == seen[1] != seen[2]
    assert len(set(seen[0])) > 40


def test_a_defect_is_found_written_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def read(path: Path) -> None:
        data = path.read_bytes()
        if b"nan" in data:
            raise KeyError("not one of ours")
        raise ModelError(Problem("F01", "file", "is no file"))

    target = Target("probe", ".txt", ("formats",), lambda: [b"x = 1.5, 2.5\n"], read)
    monkeypatch.setattr(fuzz, "TARGETS", {"probe": target})
    folder = tmp_path / "defects"
    monkeypatch.setattr(fuzz, "DEFECTS", folder)
    monkeypatch.setattr(fuzz, "ROOT", tmp_path)
    assert fuzz.main(["--tries", "300", "probe"]) == 1
    told = capsys.readouterr().out
    assert "KeyError: 'not one of ours'" in told and "probe" in told
    written = list((folder / "probe").glob("*.txt"))
    assert written and all(b"nan" in path.read_bytes() for path in written)


def test_time_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    target = Target("probe", ".txt", ("formats",), lambda: [b"x"], lambda path: None)
    monkeypatch.setattr(fuzz, "LONGEST", -1.0)
    found = fuzz.try_target(target, 1, fuzz.pace(1, 0.0))
    assert found.defects and found.defects[0][1].startswith("takes ")


def test_lines_are_counted_inside_functions_of_the_modules() -> None:
    lines = fuzz.Lines(["formats/tir"])
    with lines:
        TARGETS["tyre"].read  # noqa: B018 - nothing of the module runs
    assert not lines.new
    data = TARGETS["tyre"].seeds()[-1]
    path = Path(__file__).with_suffix(".none")
    with pytest.raises(ModelError), lines:
        TARGETS["tyre"].read(path)
    assert lines.new and 0 < len(lines.all) < lines.total() and data


def test_readers_that_do_not_exist_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        fuzz.main(["nobody"])
    assert "no reader is named nobody" in capsys.readouterr().err
