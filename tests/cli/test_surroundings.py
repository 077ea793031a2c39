"""Machines on which something is missing: no place to write, no shared memory, nothing installed.

Each command runs in file systems of its own (Linux, as root): what it sees there is mounted so that
the kernel itself refuses, which no permission of a file does for root.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import sarrus
from run_files.programs import SOURCE, environment
from sarrus.study import Study

SARRUS = f"{sys.executable} -m sarrus.cli"
PENDULUM = """\
sarrus: 1
constants: {length: 300 mm}
bodies:
  rod: {mass: 1, com: [length, 0, 0], inertia: [1e-3, 1e-3, 1e-3]}
joints:
  A: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}
assembly: {wanted: {A: 0.3}}
run: {until: 0.2, every: 0.01, method: rk4, step: 0.001}
"""
SWEEP = "sweep p.yaml --over length=0.2m,0.3m,0.4m -m 'max A.rate' --workers 2 --folder"
BARE_DEV = """
mkdir -p dev
for name in null zero full random urandom tty; do
  touch dev/$name && mount --bind /dev/$name dev/$name
done
ln -sfn /proc/self/fd dev/fd
mount --rbind dev /dev
test ! -e /dev/shm
"""
"""Lets a shell see devices, and no /dev/shm among them."""


@functools.cache
def has_own_mounts() -> bool:
    """Whether a process may have file systems of its own here."""
    if sys.platform != "linux" or shutil.which("unshare") is None:
        return False
    return subprocess.run(["unshare", "-m", "true"], capture_output=True).returncode == 0


pytestmark = pytest.mark.skipif(not has_own_mounts(), reason="needs mounts of its own (root)")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("p.yaml").write_text(PENDULUM, encoding="utf-8")
    return tmp_path


def with_mounts(
    *lines: str, without: tuple[str, ...] = (), **more: str
) -> subprocess.CompletedProcess[str]:
    """Run lines of a shell whose mounts are its own; without: variables that are not there."""
    values = {"HOME": os.getcwd(), "SARRUS_CACHE": os.path.join(os.getcwd(), "cache")} | more
    left = {k: v for k, v in (environment() | values).items() if k not in without}
    script = "\n".join(("set -e", *lines))
    return subprocess.run(
        ["unshare", "-m", "sh", "-c", script], env=left, capture_output=True, text=True, timeout=300
    )


def read_only(folder: Path | str) -> str:
    """Return the lines that make a folder read-only, and see that it is."""
    return (
        f"mount --bind '{folder}' '{folder}'\nmount -o remount,bind,ro '{folder}'\n"
        f"if touch '{folder}/x' 2>/dev/null; then exit 99; fi"
    )


def states(name: str) -> tuple[bytes, bytes]:
    run = sarrus.open_run(name)
    assert len(run) == 21
    return run.q.tobytes(), run.v.tobytes()


def expected() -> tuple[bytes, bytes]:
    """Return the states of the same run in this process, where all is there."""
    run = Study.load("p.yaml").run()
    return run.q.tobytes(), run.v.tobytes()


def test_packages_that_cannot_be_written(folder: Path) -> None:
    """Nothing is written beside the code: no bytecode, no kernels, no tables."""
    site = sysconfig.get_paths()["purelib"]
    done = with_mounts(
        read_only(site), read_only(SOURCE), f"{SARRUS} run p.yaml -o one.sarrus",
        PYTHONPYCACHEPREFIX="",
    )  # fmt: skip
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    assert states("one.sarrus") == expected()


@pytest.mark.slow
def test_no_home_and_no_place_for_kernels(folder: Path) -> None:
    """HOME is not set, and the folder of kernels cannot be written: they are made in memory."""
    (folder / "cache").mkdir()
    done = with_mounts(
        read_only(folder / "cache"), f"{SARRUS} run p.yaml -o one.sarrus", without=("HOME",)
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    assert states("one.sarrus") == expected()
    assert not list((folder / "cache").iterdir())


@pytest.mark.slow
def test_no_shared_memory(folder: Path) -> None:
    """Runs and workers of sweeps need no /dev/shm; a run that is joined to others says so."""
    done = with_mounts(BARE_DEV, f"{SARRUS} run p.yaml -o one.sarrus", f"{SARRUS} {SWEEP} s")
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    assert states("one.sarrus") == expected()
    refused = with_mounts(
        BARE_DEV,
        f"{SARRUS} realtime p.yaml --memory sarrus_test -e A -c A.angle --until 0.1",
    )
    assert refused.returncode == 5 and "E-PORT" in refused.stderr, refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.slow
def test_temporary_folder_that_is_full(folder: Path) -> None:
    """Runs, and sweeps with workers that keep what they say, do without."""
    (folder / "full").mkdir()
    done = with_mounts(
        "mount -t tmpfs -o size=4k none full",
        "dd if=/dev/zero of=full/all bs=4k count=9 2>/dev/null || true",
        f"{SARRUS} run p.yaml -o one.sarrus",
        f"{SARRUS} {SWEEP} s",
        "test \"$(ls full)\" = all",
        TMPDIR=str(folder / "full"),
    )  # fmt: skip
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    assert states("one.sarrus") == expected()


@pytest.mark.slow
def test_no_temporary_folder_at_all(folder: Path) -> None:
    """Each folder that Python would take is read-only: only what is asked for is written."""
    usual = [read_only(name) for name in ("/var/tmp", "/usr/tmp") if os.path.isdir(name)]
    (folder / "out").mkdir()
    done = with_mounts(
        f"mount --bind '{folder}/out' /mnt",
        *usual,
        read_only("/tmp"),
        f"cd '{folder}'",
        f"{SARRUS} run p.yaml -o /mnt/one.sarrus",
        f"{SARRUS} {SWEEP} /mnt/s",
        TMPDIR="/nonexistent",
        SARRUS_CACHE="/nonexistent",
    )
    assert done.returncode == 0 and "Traceback" not in done.stderr, done.stderr
    assert states("out/one.sarrus") == expected()
