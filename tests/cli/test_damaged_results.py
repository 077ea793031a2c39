"""Damaged results on the command line: read as far as they go, named, and repaired."""

from __future__ import annotations

from pathlib import Path

from cli.conftest import Command
from run_files.test_damaged import hurt
from sarrus.storage import LogReader


def test_every_reader_of_a_damaged_result(sarrus: Command, pendulum: str) -> None:
    assert sarrus("run", pendulum, "--set", "run.until=0.1").code == 0
    path = Path("pendulum.sarrus")
    whole_one = path.read_bytes()
    done = sarrus("info", str(path), "--verify", "--json")
    assert (done.code, done.data["intact"]) == (0, True)
    assert sarrus("repair", str(path)).out.endswith("all intact.\n")
    assert not Path("pendulum.repaired.sarrus").exists()
    with LogReader.open(path) as log:
        (number,) = (log[k].number for k in range(len(log)) if log[k].kind == "end")
    hurt(whole_one, path, number, header=False)
    for words in (["info"], ["plot"], ["export", "-o", "x.csv"], ["view", "-o", "x.html"]):
        done = sarrus(words[0], str(path), *words[1:])
        assert done.code == 0, done.err
        assert "E02" in done.err or "F13" in done.err
    hurt(whole_one, path, 0)
    done = sarrus("info", str(path), "--verify", "--json")
    assert (done.code, done.codes, done.data["intact"]) == (3, ["F13"], False)
    assert "sarrus repair pendulum.sarrus" in sarrus("info", str(path), "--verify").err
    done = sarrus("repair", str(path), "--json")
    assert (done.code, done.data["result"]) == (0, "pendulum.repaired.sarrus")
    assert sarrus("repair", str(path)).code == 5
    assert sarrus("info", "pendulum.repaired.sarrus").code == 0


def test_a_result_whose_states_are_all_lost_says_why_and_is_computed_again(
    sarrus: Command, pendulum: str
) -> None:
    assert sarrus("run", pendulum, "--set", "run.until=0.1").code == 0
    path = Path("pendulum.sarrus")
    whole = path.read_bytes()
    with LogReader.open(path) as log:
        (number,) = (log[k].number for k in range(len(log)) if log[k].kind == "states")
    hurt(whole, path, number, header=False)
    done = sarrus("plot", str(path))
    assert done.code == 3 and "all blocks with states are damaged" in done.err
    assert f"block {number} is damaged" in done.err and "interrupted" not in done.err
    assert sarrus("resume", str(path)).code == 0
    assert sarrus("plot", str(path)).code == 0
