"""Files that are not read, and those that are."""

from __future__ import annotations

import json
import os
import socket

import pytest

from sarrus.errors import ModelError
from sarrus.formats import load

BODY = {
    "name": "b",
    "mass": 1.0,
    "com": [0, 0, 0],
    "inertia_com_body": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
}
MODEL = {"gravity": [0, 0, -9.81], "bodies": [BODY]}


def code_of(path) -> str:
    with pytest.raises(ModelError) as caught:
        load(path)
    assert len(caught.value.problems) == 1
    return caught.value.problems[0].code


def test_what_is_wrong_with_a_file_as_a_whole_is_told_at_its_beginning(tmp_path):
    path = tmp_path / "folder.json"
    path.mkdir()
    with pytest.raises(ModelError) as caught:
        load(path)
    (problem,) = caught.value.problems
    assert str(problem).startswith(f"{path}:1:1: ") and problem.element == "file"


def test_a_dict_and_a_file_give_the_same_model(tmp_path):
    path = tmp_path / "free_body.json"
    path.write_text(json.dumps(MODEL), encoding="utf-8")
    assert load(path).name == "free_body" and load(MODEL).name == "model"
    assert load(str(path), name="x") == load(MODEL, name="x")
    assert load({"id": "case", "model": MODEL}).name == "case"


@pytest.mark.parametrize("name", ["robot.xyz", "robot", "robot.json.txt"])
def test_other_endings_say_what_is_supported(name: str):
    with pytest.raises(ModelError, match=r"\.json"):
        load(name)


def test_F02_size_is_checked_before_reading(tmp_path):
    path = tmp_path / "huge.json"
    with path.open("wb") as stream:
        stream.truncate(10 * 2**30)
    assert code_of(path) == "F02"


@pytest.mark.skipif(os.name != "posix", reason="devices and pipes of POSIX")
def test_F09_not_a_regular_file(tmp_path):
    os.mkfifo(tmp_path / "pipe.json")
    os.symlink("/dev/zero", tmp_path / "zero.json")
    (tmp_path / "folder.json").mkdir()
    here = os.getcwd()
    os.chdir(tmp_path)  # the address of a socket is short
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind("socket.json")
    finally:
        os.chdir(here)
    for name in (
        "pipe.json",
        "zero.json",
        "folder.json",
        "socket.json",
        "missing.json",
        "a\0b.json",
    ):
        assert code_of(os.path.join(tmp_path, name)) == "F09"


@pytest.mark.parametrize("value", [[], 3, {}, {"model": 3}, {"gravity": [0, 0, 0]}, None])
def test_a_file_without_a_model(tmp_path, value):
    path = tmp_path / "no.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    assert code_of(path) == "M09"
