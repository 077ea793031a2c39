"""What the shell completes: files, channels, names for --set, codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run_line

MODEL = """\
sarrus: 1
constants: {r: 200 mm, rho: 2}
bodies: {crank: {mass: 1, inertia: [1, 1, 1]}}
joints: {A: {type: revolute, parent: ground, child: crank, at: [0, 0, 0], axis: y}}
run: {until: 0.01 s, certify: false}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a model, its result, and other files."""
    from sarrus import Study

    found = tmp_path_factory.mktemp("completion")
    (found / "swing.yaml").write_text(MODEL)
    (found / "broken.yaml").write_text("sarrus: [")
    (found / "notes.txt").write_text("")
    (found / "sub").mkdir()
    (found / "sub" / "arm.urdf").write_text("")
    Study.load(found / "swing.yaml").run(str(found / "swing.sarrus"))
    return found


def completed(folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> list[str]:
    """Return what bash offers for the last word."""
    monkeypatch.chdir(folder)
    line = " ".join(word.replace(" ", "\\ ") for word in ("sarrus", *words))
    env = {
        "_SARRUS_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words)),
    }
    done = run_line([], env)
    return [line for line in done.stdout.splitlines() if line]


CASES = {
    "models and folders": (("run", ""), ["broken.yaml", "sub/", "swing.yaml"]),
    "in a folder": (("check", "sub/"), ["sub/arm.urdf"]),
    "results": (("export", "s"), ["sub/", "swing.sarrus"]),
    "models and results": (("info", "sw"), ["swing.sarrus", "swing.yaml"]),
    "channels of a result": (("plot", "swing.sarrus", "A.angle_a"), ["A.angle_acceleration"]),
    "channels to export": (("export", "swing.sarrus", "A.rat"), ["A.rate"]),
    "against": (("plot", "swing.sarrus", "--against", "A.angle_a"), ["A.angle_acceleration"]),
    "several channels": (("export", "swing.sarrus", "A.rate,A.rat"), ["A.rate,A.rate"]),
    "constants": (("run", "swing.yaml", "--set", "rh"), ["rho="]),
    "keys of elements": (("run", "swing.yaml", "-s", "crank.inertia_"),
                         ["crank.inertia_about=", "crank.inertia_axes="]),
    "keys of joints": (("run", "swing.yaml", "-s", "A.limi"), ["A.limits="]),
    "keys of the run": (("run", "swing.yaml", "--set", "run.un"), ["run.until="]),
    "what is varied": (("sweep", "swing.yaml", "--over", "rh"), ["rho="]),
    "a broken file has no names": (("run", "broken.yaml", "--set", ""), []),
    "loads": (("run", "swing.yaml", "--keep", "A.re"), ["A.reaction"]),
    "codes": (("explain", "M0"), []),
    "limits": (("explain", "fti"), ["ftire"]),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_completion(case: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words, wanted = CASES[case]
    found = completed(folder, monkeypatch, *words)
    if case == "codes":
        from sarrus.error_codes import codes

        assert found == [code for code in codes() if code.startswith("M0")]
    else:
        assert found == wanted


def test_measures(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import click
    import typer

    from sarrus.cli.completion import channel_names, measures

    monkeypatch.chdir(folder)
    context = typer.Context(click.Command("sweep"))
    context.params = {"model": "swing.yaml"}
    assert measures(context, "ma") == ["max "]
    assert "max A.angle" in measures(context, "max A.an")
    assert channel_names(["none.yaml", "notes.txt"]) == []
