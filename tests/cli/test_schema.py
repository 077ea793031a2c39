"""`sarrus schema --install`: editors know model files, and keep all other settings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.conftest import Command
from sarrus.formats.yaml.schema import schema

MODEL = "sarrus: 1\nname: a\n"


def settings(folder: Path) -> dict[str, object]:
    return json.loads((folder / ".vscode" / "settings.json").read_text(encoding="utf-8"))


def test_prints_the_schema(sarrus: Command) -> None:
    assert json.loads(sarrus("schema").out) == schema()
    assert sarrus("schema", "--json").data["schema"]["title"] == "Sarrus model file"


def test_writes_the_schema_once(sarrus: Command, folder: Path) -> None:
    assert sarrus("schema", "-o", "a.json").code == 0
    assert json.loads((folder / "a.json").read_text(encoding="utf-8")) == schema()
    assert sarrus("schema", "-o", "a.json").code != 0


def test_install_in_an_empty_folder(sarrus: Command, folder: Path) -> None:
    done = sarrus("schema", "--install")
    assert done.code == 0
    assert "sarrus.schema.json written" in done.out
    assert "settings.json written: yaml.schemas for *.yaml, *.yml" in done.out
    assert settings(folder) == {"yaml.schemas": {"./sarrus.schema.json": ["*.yaml", "*.yml"]}}
    assert json.loads((folder / "sarrus.schema.json").read_text(encoding="utf-8")) == schema()


def test_other_settings_stay(sarrus: Command, folder: Path) -> None:
    (folder / ".vscode").mkdir()
    mine = {"editor.tabSize": 2, "yaml.schemas": {"other.json": "ci.yml"}, "größe": [1, None]}
    place = folder / ".vscode" / "settings.json"
    place.write_text(json.dumps(mine, ensure_ascii=False), encoding="utf-8")
    (folder / "ci.yml").write_text("jobs: {}\n")
    (folder / "arm.yaml").write_text(MODEL)
    assert "other settings as they were" in sarrus("schema", "--install").out
    found = settings(folder)
    assert found["yaml.schemas"].pop("./sarrus.schema.json") == ["arm.yaml"]
    assert found == mine
    before = place.read_bytes()
    assert "unchanged" in sarrus("schema", "--install").out
    assert place.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    ['{"a": 1, // mine\n}', "[1]", '{"yaml.schemas": ["a"]}'],
    ids=["comment", "list", "own"],
)
def test_settings_that_are_not_understood_are_not_touched(
    text: str, sarrus: Command, folder: Path
) -> None:
    (folder / ".vscode").mkdir()
    place = folder / ".vscode" / "settings.json"
    place.write_text(text)
    done = sarrus("schema", "--install")
    assert done.code != 0
    assert '"yaml.schemas": {"./sarrus.schema.json": ["*.yaml", "*.yml"]}' in done.out + done.err
    assert place.read_text() == text
    assert not (folder / "sarrus.schema.json").exists()


def test_line_for_other_editors(sarrus: Command, folder: Path) -> None:
    (folder / "models").mkdir()
    path = folder / "models" / "arm.yaml"
    path.write_bytes(MODEL.replace("\n", "\r\n").encode())
    sarrus("schema", "--install", "models/arm.yaml")
    first, rest = path.read_bytes().split(b"\r\n", 1)
    assert first == b"# yaml-language-server: $schema=../sarrus.schema.json"
    assert rest == MODEL.replace("\n", "\r\n").encode()
    assert "unchanged" in sarrus("schema", "--install", "models/arm.yaml").out
    assert path.read_bytes() == first + b"\r\n" + rest


@pytest.mark.parametrize(
    "words", ["schema a.yaml", "schema --install -o a.json", "schema --install --folder none"]
)
def test_wrong_lines(words: str, sarrus: Command) -> None:
    assert sarrus(*words.split()).code == 2
