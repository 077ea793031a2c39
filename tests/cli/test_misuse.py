"""Misuse: a known exit code, a message that says what to do, and never a traceback."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from cli.conftest import PENDULUM, Command
from sarrus.cli import ending
from sarrus.errors import InternalError, Problem

KNOWN = {0, 2, 3, 4, 5, 130}

# What is typed, the exit code, and a word of the message. Before each, there are the files
# pendulum.yaml, broken.yaml, bad.sarrus, secret.yaml (unreadable), folder/ and text.txt.
MISUSE = [
    ("frobnicate", 2, "frobnicate"),
    ("run", 2, "MODEL"),
    ("run pendulum.yaml --frobnicate", 2, "--frobnicate"),
    ("run pendulum.yaml extra.yaml", 2, "extra"),
    ("run pendulm.yaml", 2, "did you mean 'pendulum.yaml'?"),
    ("run no/such/folder/x.yaml", 2, "file not found"),
    ("run folder", 3, "folder"),
    ("run folder.yaml", 3, "not a regular file"),
    ("run secret.yaml", 3, "secret.yaml"),
    ("run text.txt", 3, ".txt"),
    ("run pendulum.yaml -o x.csv", 2, "sarrus export x.sarrus -o x.csv"),
    ("run broken.yaml", 3, "broken.yaml:"),
    ("run empty.yaml", 3, "empty.yaml"),
    ("run binary.yaml", 3, "binary.yaml"),
    ("run bad.sarrus", 3, ".sarrus"),
    ("run pendulum.yaml --set", 2, "--set"),
    ("run pendulum.yaml --set rod.mass", 2, "NAME=VALUE"),
    ("run pendulum.yaml --set =3", 2, "NAME=VALUE"),
    ("run pendulum.yaml --set rod.mass=1 --set rod.mass=2", 2, "twice"),
    ("run pendulum.yaml --set rd.mass=1", 3, "rod"),
    ("run pendulum.yaml --set rod.mas=1", 3, "rod.mass"),
    ("run pendulum.yaml --set rod.mass=1e400", 3, "1e400"),
    ("run pendulum.yaml --set rod.mass=3s", 3, "mass"),
    ("run pendulum.yaml --set run.until=-1", 3, "until"),
    ("run pendulum.yaml --set run.method=magic", 3, "magic"),
    ("run pendulum.yaml --set run.method=rk4", 3, "step"),
    ("run pendulum.yaml --until never", 3, "never"),
    ("run pendulum.yaml --until nan", 3, "until"),
    ("run pendulum.yaml -o folder", 2, "folder"),
    ("run pendulum.yaml -o no/such/x.sarrus", 5, "no/such/x.sarrus"),
    ("check", 2, "MODEL"),
    ("check nothing.yaml", 2, "nothing.yaml"),
    ("check /dev/zero", 3, "/dev/zero"),
    ("info nothing.yaml", 2, "nothing.yaml"),
    ("info bad.sarrus", 3, "bad.sarrus"),
    ("resume bad.sarrus", 3, "bad.sarrus"),
    ("resume pendulum.yaml", 3, "pendulum.yaml"),
    ("resume folder", 3, "not a regular file"),
    ("drive nothing.yaml", 2, "nothing.yaml"),
    ("export pendulum.yaml -o p.csv", 3, "sarrus run"),
    ("plot A.angle", 2, "no result file"),
    ("plot bad.sarrus", 3, "bad.sarrus"),
    ("view folder", 3, "folder"),
    ("export bad.sarrus", 2, "--out"),
    ("export nothing.sarrus -o x.csv", 2, "nothing.sarrus"),
    ("convert pendulum.yaml", 2, "TARGET"),
    ("convert nothing.yaml x.urdf", 2, "nothing.yaml"),
    ("convert pendulum.yaml pendulum.yaml", 5, "exists"),
    ("new four-br", 2, "four-bar"),
    ("new pendulum -o folder", 2, "folder"),
    ("gallery quarter_vehicl", 2, "quarter_vehicle"),
    ("gallery rssr --until -1", 2, "--until"),
    ("bench tree_dynamic", 2, "tree_dynamics"),
    ("doctor all", 2, "all"),
    ("--frob", 2, "--frob"),
]


@pytest.fixture
def files(folder: Path) -> None:
    """Files that are not what they should be."""
    Path("pendulum.yaml").write_text(PENDULUM, encoding="utf-8")
    Path("broken.yaml").write_text("sarrus: 1\nbodies: {a: [}\n", encoding="utf-8")
    Path("empty.yaml").write_text("", encoding="utf-8")
    Path("binary.yaml").write_bytes(bytes(range(256)))
    Path("bad.sarrus").write_bytes(b"not a result" * 50)
    Path("text.txt").write_text("hello", encoding="utf-8")
    Path("folder").mkdir()
    Path("folder.yaml").mkdir()
    Path("secret.yaml").write_text(PENDULUM, encoding="utf-8")
    Path("secret.yaml").chmod(0)


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("line", "code", "word"), MISUSE, ids=[entry[0] for entry in MISUSE])
def test_misuse(line: str, code: int, word: str, sarrus: Command) -> None:
    if "secret" in line and (sys.platform == "win32" or os.geteuid() == 0):
        pytest.skip("everything can be read here")
    before = sorted(path.name for path in Path().iterdir())
    done = sarrus(*line.split())
    assert done.code == code, done.err + done.out
    assert word in done.err, done.err
    assert "error" in done.err and "E-INTERNAL" not in done.err
    assert done.out == "" or line.startswith("check"), "nothing but errors"
    assert sorted(path.name for path in Path().iterdir()) == before, "nothing is left behind"


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("line", "code", "word"), MISUSE, ids=[entry[0] for entry in MISUSE])
def test_misuse_as_json(line: str, code: int, word: str, sarrus: Command) -> None:
    if "secret" in line and (sys.platform == "win32" or os.geteuid() == 0):
        pytest.skip("everything can be read here")
    done = sarrus(*line.split(), "--json")
    assert done.err == "" and done.code == done.data["exit"]
    assert done.code == code or line == "run pendulum.yaml --set"
    keys = {"code", "element", "rule", "value", "cause", "action", "severity", "location", "also"}
    assert done.data["problems"] and set(done.data["problems"][0]) == keys


def test_misuse_is_of_many_kinds() -> None:
    assert len({line for line, _, _ in MISUSE}) >= 30
    assert {code for _, code, _ in MISUSE} == {2, 3, 5}


# --- whatever is raised inside -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (KeyError("x"), 5), (ZeroDivisionError(), 5), (RecursionError("deep"), 5),
        (AssertionError(), 5), (MemoryError(), 5), (KeyboardInterrupt(), 130),
        (OSError(28, "No space left on device"), 5), (UnicodeEncodeError("a", "b", 0, 1, "c"), 5),
        (InternalError(Problem("K01", "kernel", "is wrong")), 5), (SystemExit(7), 0),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)  # fmt: skip
def test_any_error_has_a_known_code(
    error: BaseException, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    with ending.Ending(["run", "x.yaml"]) as end:
        raise error
    assert end.code == code
    told = capsys.readouterr()
    assert "Traceback" not in told.out + told.err


def test_defect_is_told_with_a_bundle(capsys: pytest.CaptureFixture[str]) -> None:
    with ending.Ending(["run", "my file.yaml", "--quiet"]):
        raise KeyError("crank")
    told = capsys.readouterr().err
    assert "E-INTERNAL" in told and "please send" in told.lower()
    path = Path(told.split("developers of Sarrus: ")[1].strip().rstrip("."))
    text = path.read_text(encoding="utf-8")
    path.unlink()
    assert "sarrus run 'my file.yaml' --quiet" in text
    assert "KeyError: 'crank'" in text and "Traceback" in text and "numpy" in text


def test_bundle_that_cannot_be_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import tempfile

    def full(**how: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tempfile, "mkstemp", full)
    with ending.Ending(["info"]) as end:
        raise KeyError("x")
    assert end.code == 5
    assert "No space left" in capsys.readouterr().err


def test_names_cannot_command_the_terminal(sarrus: Command, folder: Path) -> None:
    """Control characters of a file, or of a command line, are never printed."""
    Path("x.urdf").write_text('<robot name="a"><link name="b\x9b31m"/></robot>', encoding="utf-8")
    for words in (["check", "x.urdf"], ["run", "\x1b[31mred.yaml"], ["new", "\x1b]0;title\x07"]):
        done = sarrus(*words)
        assert done.code in KNOWN
        assert not {"\x1b", "\x9b", "\x07"} & set(done.out + done.err)
