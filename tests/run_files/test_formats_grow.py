"""Files of later versions: what is unknown in them is passed over, what is incompatible refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from run_files.machines import SETUPS, assert_same, in_blocks, many_blocks
from run_files.programs import TESTS
from sarrus.kernels import Cache
from sarrus.storage import LogReader, LogWriter, RunReader, block, decode, encode

DATA = TESTS / "golden" / "data"
VERSIONS = ("version_1", "release_0_2_0")
"""Folders with files of each kind, by what wrote them."""


def grown(path: Path, target: Path) -> None:
    """Copy a file, with a field in every record and a block between all that nobody knows yet."""
    news = {"color": "green", "nested": {"deep": [1, 2]}}
    with LogReader.open(path, verify=True) as log:
        writer = LogWriter.create(target, opening=("head", encode(decode(log.read(0)) | news)))
        for k in range(1, len(log)):
            record: Any = decode(log.read(k))
            for part in ("checkpoint", "account", "head"):
                if isinstance(record.get(part), dict) and record[part]:
                    record[part] |= news
            for part in ("notices", "happened"):
                record[part] = [entry | news for entry in record.get(part, [])]
            if part not in record:
                record |= news
            first, count = log[k].first, log[k].count
            writer.append("mood", b"\xff\x00 not even a record", first=first)
            writer.append(log[k].kind, encode(record | news), first=first, count=count)
        writer.close()


@pytest.mark.parametrize("name", ["stops auto", "switches rk4"])
def test_unknown_fields_and_blocks_are_passed_over(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many_blocks(monkeypatch)
    setup, path = SETUPS[name], tmp_path / "run.sarrus"
    whole = setup.run()
    setup.run(file=in_blocks(path, 40))
    grown(path, tmp_path / "grown.sarrus")
    assert_same(sarrus.open_run(tmp_path / "grown.sarrus"), whole)
    with RunReader.open(tmp_path / "grown.sarrus") as reader:
        middle = reader.blocks[len(reader.blocks) // 2].block
    assert_same(sarrus.resume(tmp_path / "grown.sarrus", block=middle), whole, counts=False)


def test_a_newer_layout_is_refused_with_the_version_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(block, "VERSION", 7)
        LogWriter.create(tmp_path / "log.sarrus", opening=("head", encode({}))).close()
    for read in (sarrus.open_run, sarrus.resume, lambda p: sarrus.repair(p, tmp_path / "x")):
        with pytest.raises(sarrus.ModelError, match="format version 7; this program reads up to 1"):
            read(tmp_path / "log.sarrus")
    newer = {"format": "sarrus run 9", "versions": {"sarrus": "4.2"}}
    LogWriter.create(tmp_path / "run.sarrus", opening=("head", encode(newer))).close()
    with pytest.raises(sarrus.ModelError, match=r"Sarrus 4\.2 or later"):
        sarrus.open_run(tmp_path / "run.sarrus")


# --- files of every version, which open for ever ------------------------------------------------


@pytest.fixture(params=VERSIONS)
def golden(request: pytest.FixtureRequest) -> Path:
    return DATA / str(request.param)


def test_the_result_of_every_version_opens(golden: Path) -> None:
    run = sarrus.open_run(golden / "run.sarrus")
    known = json.loads((golden / "values.json").read_text(encoding="utf-8"))
    assert np.array_equal(run.t, known["t"]) and np.array_equal(run.q, known["q"])
    assert [event.name for event in run.events] == known["events"]
    assert run.notices == ()
    run.states.close()  # type: ignore[attr-defined]


def test_the_ledger_of_every_version_opens(golden: Path) -> None:
    known = json.loads((golden / "values.json").read_text(encoding="utf-8"))
    with LogReader.open(golden / "ledger.sarrus", verify=True) as log:
        rows = [decode(log.read(k)) for k in range(len(log)) if log[k].kind == "row"]
    assert [row["run"] for row in rows] == known["runs"]
    assert log.notices == []


def test_the_kernel_of_every_version_opens(golden: Path, tmp_path: Path) -> None:
    shutil.copytree(golden / "kernels", tmp_path / "kernels")
    for path in (tmp_path / "kernels").iterdir():
        path.chmod(0o600)  # which git does not keep
    found = Cache(tmp_path / "kernels").load("golden")
    assert found == ({"made": "for the tests"}, bytes(range(256)))


def test_the_model_file_of_every_version_opens(golden: Path) -> None:
    known = json.loads((golden / "values.json").read_text(encoding="utf-8"))
    model = sarrus.load(golden / "four_bar.yaml")
    assert [body.name for body in model.bodies] == known["bodies"]
    assert [float(body.mass) for body in model.bodies] == known["masses"]
