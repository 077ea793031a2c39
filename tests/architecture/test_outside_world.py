"""What is taken from outside: variables of the environment, programs, modules; all are listed."""

from __future__ import annotations

import ast
import contextlib
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from architecture.source import ROOT
from sarrus import programs
from sarrus.cli.diagnosis import browser, graphics
from sarrus.errors import EnvironmentProblem
from sarrus.system.fmu.sources import compiler_here
from sarrus.viewer.films import find_ffmpeg
from sarrus.viewer.stills import BROWSERS, find_browser

PACKAGE = ROOT / "src" / "sarrus"
FILES = [path for path in PACKAGE.rglob("*.py") if "examples" not in path.parts]

VARIABLES = {
    *("SARRUS_CACHE", "SARRUS_COMPILE", "SARRUS_PROCESSOR", "XDG_CACHE_HOME", "LOCALAPPDATA"),
    *("CC", "NO_COLOR", "TERM", "DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME", "BROWSER"),
    *("PATH", "_SARRUS_COMPLETE", "SARRUS_CACHE_MB", "SARRUS_CACHE_DAYS"),
    "SARRUS_MOST_ELEMENTS",
}
"""Variables that are read; _SARRUS_COMPLETE is how shells ask for completion."""
STARTING = {
    "cli/bench.py": "Python, with our own benchmarks",
    "cli/diagnosis.py": "nvidia-smi",
    "kernels/targets/c/target.py": "a C compiler that a caller names",
    "sweeps/spawned.py": "Python, with our own workers, where there is no fork",
    "sweeps/workers.py": "Python, with our own workers",
    "system/fmu/sources.py": "a C compiler",
    "system/simulation/fmus/process.py": "Python, with a worker that loads the FMU",
    "viewer/films.py": "ffmpeg",
}
"""Modules that start processes, and which."""
WAYS_TO_START = {"Popen", "run", "call", "check_call", "check_output", "system", "popen"}
WAYS_TO_START |= {"posix_spawn", "execv", "execve", "execvp", "spawnv", "startfile"}


def names_of_variables() -> Iterator[tuple[str, str]]:
    """Go through what is asked of os.environ: (module, name, or the expression that names it)."""
    for path in FILES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        words = {
            target.id: ast.literal_eval(node.value)
            for node in tree.body
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant | ast.Tuple)
            for target in node.targets
            if isinstance(target, ast.Name) and _is_literal(node.value)
        }
        for node in ast.walk(tree):
            asked = _asked(node)
            if asked is None:
                continue
            if isinstance(asked, ast.Constant):
                yield str(path.relative_to(PACKAGE)), str(asked.value)
            elif isinstance(asked, ast.Name) and asked.id in words:
                yield str(path.relative_to(PACKAGE)), str(words[asked.id])
            else:
                yield str(path.relative_to(PACKAGE)), ast.unparse(asked)


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except ValueError:
        return False
    return True


def _asked(node: ast.AST) -> ast.expr | None:
    """Return what is asked of the environment: environ.get(x), environ[x], x in environ, getenv."""
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        if called in ("os.environ.get", "environ.get", "os.getenv", "getenv"):
            return node.args[0]
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) in ("os.environ", "environ"):
        return node.slice
    if isinstance(node, ast.Compare) and ast.unparse(node.comparators[-1]) == "os.environ":
        return node.left
    return None


def test_every_variable_is_listed_and_documented() -> None:
    found = set(names_of_variables())
    unnamed = {(module, name) for module, name in found if not name.isupper() and name != "name"}
    assert not unnamed - {("cli/commands.py", "_SARRUS_COMPLETE")}
    asked = {name for _, name in found if name != "name"}
    assert asked <= VARIABLES
    assert {module for module, name in found if name == "name"} == {"cli/serving.py"}  # SCREENS
    page = (ROOT / "docs" / "command_line.md").read_text(encoding="utf-8")
    assert not {name for name in VARIABLES - {"_SARRUS_COMPLETE"} if name not in page}


def test_every_module_that_starts_a_process_is_listed() -> None:
    found = set()
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                owner = ast.unparse(node.func.value)
                if owner in ("subprocess", "os") and node.func.attr in WAYS_TO_START:
                    found.add(str(path.relative_to(PACKAGE)))
                    shell = [key for key in node.keywords if key.arg == "shell"]
                    assert not shell, f"{path}: a shell"
    assert found == set(STARTING)


def test_programs_are_found_in_one_place_only() -> None:
    """Nothing but `programs` asks where a program is, so that PATH is read in one way."""
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        if path.name != "programs.py" or path.parent != PACKAGE:
            assert "shutil.which" not in text and "import webbrowser" not in text, path


# Files by names that no user has given ------------------------------------------------------------

BY_FIXED_NAMES = {
    ("cli/commands.py", "os.path.exists('fmu')"): "whether a file is meant, or the kind of export",
    ("cli/completion.py", "os.scandir(folder or '.')"): "completes what is being typed",
    ("cli/files.py", "os.listdir(folder or '.')"): "names near to one that is not there",
    ("cli/files.py", "os.path.isdir(os.path.dirname(path) or '.')"): "the folder of a given file",
    ("kernels/cache.py", "Path.home()"): "the folder of kernels",
    ("kernels/targets/llvm/processor.py", "Path('/proc/cpuinfo')"): "features of the processor",
    ("resources.py", "os.listdir('/proc/self/fd')"): "how many files are open",
    ("storage/disk.py", "os.open(os.path.dirname(path) or '.', os.O_RDONLY)"): "to sync the folder",
    (
        "storage/log_writer.py",
        "tempfile.gettempdir()",
    ): "where a result is saved without its folder",
}
"""All calls that look for files or folders under names which are written in the sources."""
CALLS_WITH_NAMES = {
    *("open", "io.open", "Path", "FileIO", "os.walk", "glob.glob", "tempfile.gettempdir"),
    *("Path.cwd", "Path.home", "os.path.expanduser", "os.path.expandvars"),
    *(f"os.path.{name}" for name in ("exists", "lexists", "isfile", "isdir", "getsize")),
    *(f"os.path.{name}" for name in ("realpath", "abspath", "islink", "getmtime")),
    *(f"os.{name}" for name in ("open", "stat", "lstat", "listdir", "scandir", "getcwd", "chdir")),
    *(f"os.{name}" for name in ("mkdir", "makedirs", "access", "remove", "unlink", "rename")),
}


def test_every_file_that_is_looked_for_by_a_fixed_name_is_listed() -> None:
    found = set()
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or ast.unparse(node.func) not in CALLS_WITH_NAMES:
                continue
            first = node.args[0] if node.args else None
            if first is None or isinstance(first, ast.Constant | ast.JoinedStr | ast.BoolOp):
                found.add((str(path.relative_to(PACKAGE)), ast.unparse(node)))
    assert found == set(BY_FIXED_NAMES)
    page = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert "/proc/cpuinfo" in page and "/proc/self/fd" in page and "`fmu`" in page


# Hostile values -----------------------------------------------------------------------------------

HOSTILE = {
    "empty": "",
    "relative": "unpacked/bin",
    "upwards": "../../../../etc",
    "absent": "/nonexistent/folder",
    "device": "/dev/full",
    "long": "a" * 5000,
    "lines": "one\ntwo\x1b[31m",
    "command": "; touch canary; $(touch canary) `touch canary` | touch canary",
    "number": "nan",
    "huge": "9" * 400,
    "bytes": "\udcff\udcfe",
}
SETTINGS = {"SARRUS_COMPILE", "SARRUS_PROCESSOR"}
"""Variables whose values are refused (E-SETTING) where they make no sense."""
LEFT_ALONE = {"PATH", "TERM", "_SARRUS_COMPLETE", *SETTINGS}
"""Variables that are tried in other tests, or belong to the terminal."""


@pytest.mark.skipif(os.name != "posix", reason="variables are any bytes on POSIX only")
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_values_of_all_variables_at_once(kind: str, tmp_path: Path) -> None:
    """A model is checked as without them; nothing is executed, nothing appears in the folder."""
    done = checked_with(dict.fromkeys(VARIABLES - LEFT_ALONE, HOSTILE[kind]), tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    assert b"ok, 1 bod" in done.stdout and b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="variables are any bytes on POSIX only")
@pytest.mark.parametrize("name", sorted(SETTINGS))
@pytest.mark.parametrize("kind", ["lines", "command", "bytes"])
def test_hostile_settings_are_refused_in_printable_words(
    name: str, kind: str, tmp_path: Path
) -> None:
    done = checked_with({name: HOSTILE[kind]}, tmp_path)
    assert done.returncode in (0, 5) and b"Traceback" not in done.stderr
    assert b"\x1b" not in done.stderr + done.stdout
    assert done.returncode == 0 or b"E-SETTING" in done.stderr


def checked_with(given: dict[str, str], folder: Path) -> subprocess.CompletedProcess[bytes]:
    """Check a small model with variables set; only its file is there afterwards."""
    model = "sarrus: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
    model += "joints: {J: {type: revolute, parent: ground, child: a, at: [0, 0, 0], axis: z}}\n"
    (folder / "one.yaml").write_text(model, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "sarrus.cli", "check", "one.yaml"],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT / "src"), **given},
        cwd=folder,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert [path.name for path in folder.iterdir()] == ["one.yaml"]
    return done


# A hostile PATH ---------------------------------------------------------------------------------


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be in a folder with a program of every name, found by the relative entries of PATH."""
    trace = tmp_path / "executed"
    folder = tmp_path / "unpacked"
    (folder / "bin").mkdir(parents=True)
    for name in ("ffmpeg", "nvidia-smi", "cc", "gcc", "clang", "xdg-open", *BROWSERS):
        for place in (folder, folder / "bin"):
            program = place / name
            program.write_text(f"#!/bin/sh\necho $0 >> {trace}\n", encoding="utf-8")
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.chdir(folder)
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", "bin", "./bin", str(empty)]))
    monkeypatch.delenv("CC", raising=False)
    return trace


def test_planted_programs_are_not_found(planted: Path) -> None:
    assert programs.find_program("cc") is None
    assert compiler_here(None) is None
    with pytest.raises(EnvironmentProblem):
        compiler_here("gcc")
    with pytest.raises(EnvironmentProblem):
        find_browser()
    assert browser().found.startswith("none found") and graphics().found.startswith("none found")
    with contextlib.suppress(EnvironmentProblem):
        assert Path(find_ffmpeg()).is_absolute()  # that of a library
    assert not planted.exists()


def test_planted_browser_is_not_opened(planted: Path) -> None:
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from sarrus.programs import open_in_browser\n"
        "print(open_in_browser('http://127.0.0.1:9/'))\n"
    )
    given = {**os.environ, "DISPLAY": ":77", "BROWSER": ""}
    done = subprocess.run(
        [sys.executable, "-I", "-c", script, str(ROOT / "src")],
        capture_output=True,
        text=True,
        env=given,
        check=False,
        timeout=60,
    )
    assert done.stdout.strip() == "False", done.stderr
    assert not planted.exists()


def test_programs_of_absolute_folders_are_found(tmp_path: Path, planted: Path) -> None:
    here = Path.cwd()
    os.environ["PATH"] = os.pathsep.join(["", ".", str(here / "bin")])  # the fixture restores it
    assert programs.find_program("cc") == str(here / "bin" / "cc")
    assert compiler_here(None) == str(here / "bin" / "cc")
    assert programs.find_program("./cc"), "a user who writes a folder means it"
    assert programs.absolute_folders("") == ""
    assert programs.absolute_folders(os.pathsep.join(["a", "/b", ".", "/c"])) == "/b:/c"


def test_path_is_as_before_after_a_browser_was_looked_for(
    planted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import webbrowser

    seen: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: bool(seen.append(os.environ["PATH"])))
    before = os.environ["PATH"]
    assert not programs.open_in_browser("x")
    assert os.environ["PATH"] == before and "." not in seen[0].split(os.pathsep)
    monkeypatch.delenv("PATH")
    programs.open_in_browser("x")
    assert "PATH" not in os.environ
