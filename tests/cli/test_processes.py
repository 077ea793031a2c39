"""Real processes: signals, pipes, closed and full streams, terminals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import sarrus
from cli.conftest import PENDULUM
from run_files.programs import environment
from sarrus.storage import LogReader

SARRUS = [sys.executable, "-m", "sarrus.cli"]
slow = pytest.mark.slow
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals and terminals")
LONG = PENDULUM.replace("until: 1,", "until: 1e6,")


def started(*words: str, **how: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*SARRUS, *words], env=environment(), text=True, stdin=subprocess.DEVNULL,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how},  # type: ignore[call-overload]
    )  # fmt: skip


def ended(*words: str, **how: object) -> tuple[int, str, str]:
    process = started(*words, **how)
    out, err = process.communicate(timeout=120)
    assert "Traceback" not in (out or "") + (err or ""), err
    return process.returncode, out, err


def usual_signals() -> None:
    """Ctrl-C as a shell leaves it, also where the tests run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@posix
@pytest.mark.parametrize(
    "name",
    ["SIGINT", *(pytest.param(name, marks=slow) for name in ("SIGTERM", "SIGHUP"))],
)
def test_E11_signal_during_a_run(name: str, folder: Path) -> None:
    """The states so far are kept, the line to go on with is printed, and it works."""
    Path("long.yaml").write_text(LONG, encoding="utf-8")
    process = started("run", "long.yaml", "--json", preexec_fn=usual_signals)
    while not Path("long.sarrus").exists() and process.poll() is None:
        time.sleep(0.02)
    time.sleep(0.3)
    process.send_signal(getattr(signal, name))
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    data = json.loads(out)
    assert data["exit"] == 130 and "E-INTERRUPT" in [p["code"] for p in data["problems"]]
    assert data["resume"] == "sarrus resume long.sarrus"
    run = sarrus.open_run("long.sarrus")
    assert len(run) == data["states"] and 0.0 < run.t[-1] < 1e6
    assert np.all(np.diff(run.t) > 0.0)


@slow
@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs /proc")
def test_signal_before_the_run(folder: Path) -> None:
    """While a model is being read or compiled: 130 as well, and nothing is torn."""
    Path("long.yaml").write_text(LONG, encoding="utf-8")
    process = started("run", "long.yaml", preexec_fn=usual_signals)
    maps = Path(f"/proc/{process.pid}/maps")
    while "_multiarray_umath" not in maps.read_text(encoding="utf-8"):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "Traceback" not in err, err
    assert "E-INTERRUPT" in err or Path("long.sarrus").exists()


@slow
@posix
def test_reader_that_has_enough(folder: Path) -> None:
    """`sarrus ... | head -1`: quiet, and no error."""
    for words in (["--help"], ["gallery"], ["new", "four-bar", "-o", "-"]):
        first = started(*words)
        assert first.stdout is not None and first.stderr is not None
        first.stdout.close()
        assert first.stderr.read() == ""
        first.stderr.close()
        assert first.wait(60) == 0


@posix
def test_closed_streams(folder: Path) -> None:
    for stream in (1, 2):
        process = started("gallery", preexec_fn=lambda s=stream: os.close(s))
        process.communicate(timeout=60)
        assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_full_stdout(folder: Path) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        code, _, err = ended("gallery", stdout=full)
    assert code == 5 and "No space left" in err


@slow
def test_stdout_that_knows_ascii_only(folder: Path) -> None:
    """Signs that cannot be shown are replaced, and nothing fails."""
    sign = environment() | {"PYTHONIOENCODING": "ascii"}
    Path("p.yaml").write_text(PENDULUM, encoding="utf-8")
    done = subprocess.run([*SARRUS, "info", "p.yaml"], env=sign, capture_output=True, timeout=120)
    assert done.returncode == 0 and b"rod  by A" in done.stdout


def test_checks_do_not_depend_on_assert(folder: Path) -> None:
    Path("p.yaml").write_text(PENDULUM.replace("mass: 1", "mass: -1"), encoding="utf-8")
    command = [sys.executable, "-O", "-m", "sarrus.cli", "check", "p.yaml"]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, timeout=120)
    assert done.returncode == 3 and "M04" in done.stderr


def on_a_terminal(*words: str, presses: int = 0, **more: str) -> tuple[int, str]:
    """Return the exit code and all that a command writes to a terminal.

    presses: how often Ctrl-C is pressed once there is a progress bar.
    """
    import pty

    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*SARRUS, *words], env=environment() | {"TERM": "xterm-256color", "COLUMNS": "90"} | more,
        stdin=follower, stdout=follower, stderr=follower, preexec_fn=usual_signals,
    )  # fmt: skip
    os.close(follower)
    found, sent = b"", 0
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:
            break
        if not part:
            break
        found += part
        if b"%" in found and sent < presses:
            process.send_signal(signal.SIGINT)
            sent += 1
    os.close(leader)
    return process.wait(60), found.decode()


@slow
@posix
def test_colors_on_a_terminal_only(folder: Path) -> None:
    Path("p.yaml").write_text(PENDULUM.replace("mass: 1", "mass: -1"), encoding="utf-8")
    code, text = on_a_terminal("check", "p.yaml")
    assert code == 3 and "\x1b[1;31merror M04" in text
    code, text = on_a_terminal("check", "p.yaml", NO_COLOR="1")
    assert code == 3 and "error M04" in text and "\x1b[1;31m" not in text
    code, text = on_a_terminal("check", "p.yaml", TERM="dumb")
    assert code == 3 and "\x1b" not in text


@slow
@posix
@pytest.mark.parametrize("presses", [1, 2])
def test_progress_bar_on_a_terminal(presses: int, folder: Path) -> None:
    """It is there, and Ctrl-C ends it with the line to go on; also when pressed twice."""
    Path("long.yaml").write_text(LONG, encoding="utf-8")
    code, text = on_a_terminal("run", "long.yaml", presses=presses)
    assert code == 130 and "sarrus resume long.sarrus" in text, text
    assert "━" in text or "╸" in text
    assert len(sarrus.open_run("long.sarrus")) > 0


def closed_after(text: bytes, *words: str, hangs_up: bool) -> int:
    """Return the exit code of a command whose terminal is closed once it has said something.

    hangs_up: whether the terminal is its own, so that it gets SIGHUP as well.
    """
    import fcntl
    import pty
    import termios

    leader, follower = pty.openpty()

    def own_terminal() -> None:
        os.setsid()
        if hangs_up:
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    process = subprocess.Popen(
        [*SARRUS, *words], env=environment() | {"TERM": "xterm-256color"},
        stdin=follower, stdout=follower, stderr=follower, preexec_fn=own_terminal,
    )  # fmt: skip
    os.close(follower)
    found = b""
    while text not in found:
        found += os.read(leader, 65536)
    os.close(leader)
    return process.wait(60)


@posix
@pytest.mark.parametrize("hangs_up", [pytest.param(False, marks=slow), True])
def test_E11_closed_terminal(hangs_up: bool, folder: Path) -> None:
    """A window that is closed ends a run as SIGHUP does; what is only not read does not end it."""
    how = ("until: 1e6, every: 0.1", b"%") if hangs_up else ("until: 200, every: 0.01", b"settings")
    text = PENDULUM.replace("until: 1, every: 0.01", how[0])
    Path("long.yaml").write_text(text, encoding="utf-8")
    assert closed_after(how[1], "run", "long.yaml", hangs_up=hangs_up) == (130 if hangs_up else 0)
    run = sarrus.open_run("long.sarrus")
    assert len(run) > 1 and np.all(np.diff(run.t) > 0.0)
    assert hangs_up or run.t[-1] == 200.0


@slow
@posix
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_run_goes_on_when_nobody_reads(stream: str, folder: Path) -> None:
    """As in `sarrus run p.yaml | head -1`: the result is whole, whoever reads what is said."""
    Path("p.yaml").write_text(PENDULUM, encoding="utf-8")
    process = started("run", "p.yaml")
    getattr(process, stream).close()
    other = process.stderr if stream == "stdout" else process.stdout
    assert other is not None and "Traceback" not in other.read()
    other.close()
    assert process.wait(60) == 0
    assert "E02" not in [p.code for p in sarrus.open_run("p.sarrus").notices]


def await_signal_handlers(process: int) -> None:
    """Return when a process of ours takes SIGTERM: before, Python itself is being loaded."""
    taken = 0
    while not taken & 1 << signal.SIGTERM - 1:
        time.sleep(0.005)
        lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
        taken = int(next(line.split()[1] for line in lines if line.startswith("SigCgt")), 16)


@slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_E11_signals_once_and_again_in_run_and_resume(name: str, folder: Path) -> None:
    """While modules are loaded, while the model is read, in the run and when pressed again."""
    Path("long.yaml").write_text(LONG.replace("1e6", "1e5"), encoding="utf-8")
    number = getattr(signal, name)
    for delay, times in ((0.0, 1), (0.3, 2), (1.5, 1), (3.0, 3), (2.0, 2), (0.5, 1)):
        again = Path("long.sarrus").exists()
        words = ("resume", "long.sarrus") if again else ("run", "long.yaml")
        process = started(*words, preexec_fn=usual_signals)
        await_signal_handlers(process.pid)
        time.sleep(delay)
        for _ in range(times):
            process.send_signal(number)
            time.sleep(0.02)
        _, err = process.communicate(timeout=60)
        assert process.returncode == 130 and "Traceback" not in err, err
        if Path("long.sarrus").exists():
            with LogReader.open("long.sarrus", verify=True) as log:
                assert not log.damage


def test_every_exit_code_is_documented() -> None:
    """The codes of the commands, of their help and of the documentation are the same."""
    from sarrus.cli import ending, sweep

    codes = {ending.DONE, ending.USAGE, ending.REJECTED, ending.STOPPED, ending.ENVIRONMENT}
    codes |= {ending.INTERRUPTED, sweep.FAILED_RUNS}
    docs = Path(sarrus.__file__).parents[2] / "docs" / "command_line.md"
    if not docs.exists():
        pytest.skip("needs the source tree")
    part = docs.read_text(encoding="utf-8").split("## Exit codes")[1].split("\n## ")[0]
    rows = [line.split("|")[1].strip() for line in part.splitlines() if line.startswith("| ")]
    assert {int(row) for row in rows if row.isdigit()} == codes
    for code in codes:
        assert f"\n    {code} " in (ending.__doc__ or "")


@posix
@pytest.mark.parametrize(
    "place",
    [
        pytest.param({"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}, id="german", marks=slow),
        pytest.param({"LC_ALL": "tr_TR.UTF-8"}, id="turkish", marks=slow),
        pytest.param({"LC_ALL": "C", "PYTHONUTF8": "0"}, id="no locale", marks=slow),
        pytest.param({"TMPDIR": "/dev/full", "HOME": ""}, id="nowhere for files", marks=slow),
        pytest.param(
            {"HOME": "/nonexistent", "TMPDIR": "/nonexistent", "SARRUS_CACHE": "/proc/none"},
            id="no home",
        ),
        pytest.param({"PYTHONOPTIMIZE": "2", "PYTHONHASHSEED": "7"}, id="no asserts", marks=slow),
    ],
)
def test_E12_E18_other_surroundings(place: dict[str, str], folder: Path) -> None:
    """The same states to the last bit, whatever the surroundings, and nothing left behind."""
    Path("p.yaml").write_text(PENDULUM, encoding="utf-8")
    plain = {name: x for name, x in environment().items() if name not in ("HOME", "LC_ALL")}
    for name, more in (("one", {"HOME": str(folder)}), ("two", place)):
        done = subprocess.run(
            [*SARRUS, "run", "p.yaml", "-o", f"{name}.sarrus"], env=plain | more,
            capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    one, two = sarrus.open_run("one.sarrus"), sarrus.open_run("two.sarrus")
    assert one.q.tobytes() == two.q.tobytes() and one.v.tobytes() == two.v.tobytes()
    assert {p.name for p in folder.iterdir() if p.name != ".cache"} == {
        "p.yaml", "one.sarrus", "two.sarrus"
    }  # fmt: skip
