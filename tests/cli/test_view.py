"""`sarrus view`: the page on a local server, or as a file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Command
from sarrus.viewer.server import Server


@pytest.fixture
def result(sarrus: Command, pendulum: str) -> str:
    """A result file."""
    assert sarrus("run", pendulum, "--until", "0.2").code == 0
    return "pendulum.sarrus"


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of the page that were served; the user presses Ctrl-C at once."""
    found: list[str] = []

    def wait(server: Server, seconds: float | None = None) -> bool:
        found.append(server.url)
        raise KeyboardInterrupt

    monkeypatch.setattr(Server, "wait", wait)
    return found


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that the browser was asked to open."""
    import webbrowser

    found: list[str] = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(webbrowser, "open", lambda address: bool(found.append(address)) or True)
    return found


def test_result_is_served(
    sarrus: Command, result: str, waited: list[str], shown: list[str]
) -> None:
    done = sarrus("view", result)
    assert done.code == 0 and done.out.splitlines() == waited == shown
    assert waited[0].startswith("http://127.0.0.1:") and "Ctrl-C" in done.err
    assert not list(Path().glob("*.html"))


def test_model_is_run_and_served(
    sarrus: Command, pendulum: str, waited: list[str], shown: list[str]
) -> None:
    done = sarrus("view", pendulum, "--set", "run.until=0.1", "--no-browser", "--json")
    assert done.code == 0 and done.data["url"] == waited[0] and not done.data["opened"]
    assert not shown
    assert os.listdir() == [pendulum], "nothing is written"


def test_browser_that_is_not_there(
    sarrus: Command, result: str, waited: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import webbrowser

    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    done = sarrus("view", result)
    assert done.code == 0 and "No browser found" in done.err and done.out.strip() == waited[0]


def test_busy_port(sarrus: Command, result: str, waited: list[str]) -> None:
    from sarrus.system import open_run

    with Server(open_run(result)) as other:
        done = sarrus("view", result, "--port", str(other.port), "--no-browser")
        assert f"Port {other.port} is in use" in done.err
        assert f":{other.port}/" not in waited[0]


def test_page_as_a_file(sarrus: Command, result: str, waited: list[str]) -> None:
    done = sarrus("view", result, "-o", "page.html", "--json")
    assert done.code == 0 and done.data["file"] == "page.html" and not waited
    assert Path("page.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert sarrus("view", result, "-o", "page.html").code == 5
    assert sarrus("view", result, "-o", "page.html", "--force").code == 0


@pytest.mark.parametrize(
    "words, code, named",
    [
        (["--port", "80"], 3, "1024"),
        (["--port", "70000"], 2, "--port"),
        (["--set", "rod.mass=2"], 2, "--set"),
    ],
)
def test_wrong_requests(
    words: list[str], code: int, named: str, sarrus: Command, result: str, waited: list[str]
) -> None:
    done = sarrus("view", result, *words)
    assert done.code == code and named in done.err and not waited


def test_run_that_stops_is_shown_as_far_as_it_came(
    sarrus: Command, folder: Path, waited: list[str]
) -> None:
    """A force that grows without bound ends the run; what there is can be looked at."""
    Path("blow.yaml").write_text(
        "sarrus: 1\n"
        "bodies: {a: {mass: 1, com: [0, 0, 0], inertia: [1, 1, 1]}}\n"
        "joints: {x: {type: prismatic, parent: ground, child: a, at: [0, 0, 0], axis: x}}\n"
        "inputs: {x: '1/(0.5 - t)^3'}\n"
        "run: {until: 1, every: 0.01}\n",
        encoding="utf-8",
    )
    done = sarrus("view", "blow.yaml", "--no-browser")
    assert done.code == 4 and len(waited) == 1


# --- as a process -------------------------------------------------------------------------------


@contextmanager
def serving(*words: str) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Run `sarrus view ... --json` until it serves; give the process and what it said."""
    command = [sys.executable, "-m", "sarrus.cli", "view", *words, "--no-browser", "--json"]
    # a shell that runs the tests in the background ignores Ctrl-C, and so would the process
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        signal.signal(signal.SIGINT, before)
        try:
            yield process, _object(process.stdout.readline)  # type: ignore[union-attr]
        finally:
            process.kill()


def _object(line: Callable[[], str]) -> dict[str, Any]:
    text = line()
    while not text.endswith("\n}\n"):
        more = line()
        assert more, text
        text += more
    found = json.loads(text)
    assert isinstance(found, dict)
    return found


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ends_with_ctrl_c(result: str) -> None:
    with serving(result) as (process, said):
        with urllib.request.urlopen(said["url"], timeout=20) as page:
            assert page.status == 200 and b"refresh" in page.read()
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    with pytest.raises(OSError):
        urllib.request.urlopen(said["url"], timeout=5)


def test_other_results_are_ghosts(sarrus: Command, result: str, pendulum: str) -> None:
    changed = ("--set", "run.until=0.1")
    assert sarrus("view", result, result, "--ghost", pendulum, "-o", "both.html").code == 0
    page = Path("both.html").read_text(encoding="utf-8")
    assert '"ghosts":[{"name":"pendulum.sarrus"' in page and '{"name":"pendulum.yaml"' in page
    assert sarrus("view", pendulum, pendulum, *changed, "-o", "same.html").code == 0
    assert sarrus("view", result, "nothing.sarrus", "-o", "none.html").code != 0


def test_a_page_that_runs(sarrus: Command, result: str, waited: list[str]) -> None:
    """With the sliders of the file, or without any; as a file, or served with its policy."""
    assert sarrus("new", "crank-rocker").code == 0
    done = sarrus("view", "crank_rocker.yaml", "--live", "-o", "m.html", "--json")
    assert done.code == 0 and done.data["sliders"] == ["a", "b", "c", "d", "A"]
    assert "'wasm-unsafe-eval'" in Path("m.html").read_text(encoding="utf-8")[:2000]
    done = sarrus("view", result, "--live", "--no-browser")
    assert done.code == 0 and "no sliders" in done.err and len(waited) == 1
    assert sarrus("view", "crank_rocker.yaml", "--live", "--ghost", result).code == 2
    assert sarrus("view", result, "--live", "--set", "constants.l=2").code == 2
