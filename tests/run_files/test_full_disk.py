"""E01: a full disk ends a run cleanly; what was acknowledged is intact, and it can go on."""

from __future__ import annotations

import shutil
import subprocess
import sys
from typing import Any

import pytest

from run_files.programs import in_child

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs mounts or limits of POSIX")


@pytest.fixture(scope="module")
def small_disk(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """Return the command that mounts a disk of 1 MB on the folder `disk` for the one after it."""
    folder = tmp_path_factory.mktemp("small") / "disk"
    folder.mkdir()
    mount = 'mount -t tmpfs -o size=1m sarrus "$0" && exec "$@"'
    for unshare in (["unshare", "-m"], ["unshare", "-rm"]):
        command = (*unshare, "sh", "-c", mount, str(folder))
        if shutil.which("unshare") and not subprocess.run([*command, "true"]).returncode:
            return command
    pytest.skip("this machine does not let us mount a small disk")


@pytest.fixture(scope="module")
def on_small_disk(small_disk: tuple[str, ...]) -> dict[str, Any]:
    return in_child("filling_run", small_disk[-1], "tmpfs", before=small_disk)


@pytest.fixture(scope="module")
def with_limit(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return in_child("filling_run", tmp_path_factory.mktemp("limit"), "limit")


@pytest.fixture(params=["on_small_disk", "with_limit"])
def found(request: pytest.FixtureRequest) -> dict[str, Any]:
    result: dict[str, Any] = request.getfixturevalue(request.param)
    return result


@pytest.mark.parametrize("run", ["plain", "with stops"])
def test_E01_full_disk_stops_the_run_and_loses_nothing(found: dict[str, Any], run: str) -> None:
    seen = found[run]
    assert seen["code"] == "E-DISK"
    assert "states written before are safe" in seen["message"] and "resume" in seen["message"]
    assert seen["kept"] > 500 and seen["intact"], "the error carries the run"
    assert seen["readable"] >= seen["kept"] and seen["right"]
    assert seen["still full"]
    assert seen["resumed"] == ""


def test_E01_patience(found: dict[str, Any]) -> None:
    """It waits as long as it is told, and goes on by itself if there is room before that."""
    assert 0.3 <= found["plain"]["waited"] < 3.0
    assert found["patient"]["same"] and 0.5 <= found["patient"]["waited"] < 15.0


def test_E01_nothing_is_left_where_not_even_the_head_fits(found: dict[str, Any]) -> None:
    assert found["at the start"] == {"code": "E-DISK", "left": False}


def test_E01_only_the_last_block_does_not_fit(with_limit: dict[str, Any]) -> None:
    seen = with_limit["at the end"]
    assert seen["code"] == "E-DISK" and seen["resumed"] == ""
    assert seen["kept"] > 500 and seen["intact"], "the error carries the run"
