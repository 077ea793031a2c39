"""What runs on Windows and macOS is tried here on processes that look like theirs.

They lack what only Linux has, and behave where it matters as those systems do: see
`other_system.py`. The workflows run all tests on the systems themselves.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from promises.other_system import MODEL
from run_files.programs import environment
from sarrus import resources

PROGRAM = Path(__file__).with_name("other_system.py")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the others are stood in for")


def used(system: str, folder: Path) -> dict[str, Any]:
    """Return what `other_system.py` finds."""
    place, told = folder / "here", folder / "told.json"
    tools = folder / "tools"
    place.mkdir()
    tools.mkdir()
    for name in ("tool", "tool.exe"):
        (tools / name).touch()
        (tools / name).chmod(0o755)
    path = os.pathsep.join([".", f"{tools}/", os.environ["PATH"]])
    done = subprocess.run(
        [sys.executable, PROGRAM, system, place, told], env=environment() | {"PATH": path},
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    assert "E-INTERNAL" not in done.stderr and "Traceback" not in done.stderr, done.stderr
    found: dict[str, Any] = json.loads(told.read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("name", ["windows", pytest.param("macos", marks=pytest.mark.slow)])
def test_it_works_there_with_the_same_bits(name: str, tmp_path: Path) -> None:
    """Files, locks, kernels, workers, pages and commands, from a model with lines of Windows."""
    found = used(name, tmp_path)
    (tmp_path / "one.yaml").write_text(MODEL, encoding="utf-8")
    system = sarrus.load(tmp_path / "one.yaml").compile()
    run = system.simulate(system.assemble({"A": 0.3}), until=1.0, every=0.01)
    assert found["states"] == found["read"] == np.asarray(run.q).tobytes().hex()
    assert found["how"] == ["one by one", "workers"] and len(set(found["sweeps"])) == 1
    assert found["kernels"] > 3 and found["page"] and found["left"] == []
    assert found["second writer"] == "E17"
    # a result that is open is replaced where the system lets it be
    assert found["replaced while read"] == ("E17" if name == "windows" else "")
    assert found["program"] == str(
        tmp_path / "tools" / ("tool.exe" if name == "windows" else "tool")
    )
    assert found["memory"] == 2.0**33 if name == "windows" else math.isfinite(found["memory"])
    codes = {" ".join(words): code for words, code in found["commands"]}
    refused = {line: code for line, code in codes.items() if code}
    assert refused == {
        "run swing.yaml -o typed.sarrus": 5,
        "run swing.yaml -o no/folder.sarrus": 5,
        "run absent.yaml": 2,
    }
    assert b"\r" not in bytes.fromhex(found["csv"])


def test_memory_where_the_system_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without /proc it is the whole of the machine; without that, nobody knows."""
    free = resources.free_bytes()
    monkeypatch.setattr(resources, "_text", lambda path: "")
    assert free < resources.free_bytes() < math.inf
    monkeypatch.delattr(os, "sysconf")
    assert resources.free_bytes() == math.inf
    monkeypatch.setattr(sys, "platform", "win32")
    assert resources.free_bytes() == math.inf  # a Windows without that call
