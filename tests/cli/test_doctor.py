"""The doctor tells the truth about this machine, and about machines that are not well."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Command
from sarrus.cli import diagnosis
from sarrus.cli.diagnosis import Finding
from sarrus.cli.requirements import Requirement, numbers, requirement, requirements


def by_name(data: dict[str, Any]) -> dict[str, dict[str, str]]:
    return {finding["what"]: finding for finding in data["findings"]}


def test_this_machine_works(sarrus: Command) -> None:
    done = sarrus("doctor", "--json")
    found = by_name(done.data)
    assert done.code == 0 and done.data["works"]
    wanted = {"Python", "numpy", "llvmlite", "scikit-sundae", "compiler", "SUNDIALS", "cache",
              "arithmetic", "expat", "browser", "GPU"}  # fmt: skip
    assert wanted <= set(found)
    assert all(f["verdict"] in ("ok", "warning", "fails") for f in found.values())
    assert all(f["fix"] for f in found.values() if f["verdict"] != "ok")


def test_lines_and_quiet(sarrus: Command) -> None:
    done = sarrus("doctor")
    lines = [line for line in done.out.splitlines() if "arithmetic" in line]
    assert len(lines) == 1 and lines[0].startswith("ok")
    assert "ok  " not in sarrus("doctor", "--quiet").out


def test_something_that_fails_is_code_5(sarrus: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> Finding:
        raise OSError("no such thing")

    monkeypatch.setitem(diagnosis.CHECKS, "compiler", broken)
    done = sarrus("doctor")
    assert done.code == 5 and "fails" in done.out and "OSError: no such thing" in done.out
    assert sarrus("doctor", "--json").data["works"] is False


def test_versions_are_compared_with_the_metadata() -> None:
    found = {r.name: r for r in requirements()}
    assert found["scikit-sundae"].allows("1.2.7") and not found["scikit-sundae"].allows("1.3.0")
    assert not found["numpy"].allows("1.26.4") and found["numpy"].allows("2.0")
    assert found["matplotlib"].extra == "plots"


@pytest.mark.parametrize(
    ("line", "here", "allowed"),
    [
        ("numpy>=2", "1.99.9", False), ("numpy>=2", "2.0.0rc1", True), ("x<1.3,>=1.2", "1.2", True),
        ("x<1.3,>=1.2", "1.3", False), ("x==1.4", "1.4.0", True), ("x!=1.4", "1.4", False),
        ("x>1", "1.0.1", True), ("x<=1", "1.0", True), ("x", "0.0.1", True),
    ],
)  # fmt: skip
def test_bounds(line: str, here: str, allowed: bool) -> None:
    assert requirement(line).allows(here) is allowed


def test_numbers_of_versions() -> None:
    assert numbers("1.2.0rc1") == (1, 2, 0) and numbers("2026.9.0+local") == (2026, 9, 0)


def test_packages_that_are_missing_or_old(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = Requirement("no-such-package", ((">=", "1"),))
    assert diagnosis.of_package(missing).verdict == "fails"
    assert 'pip install "no-such-package>=1"' in diagnosis.of_package(missing).fix
    assert diagnosis.of_package(Requirement("no-such-package", extra="plots")).verdict == "ok"
    assert diagnosis.of_package(Requirement("numpy", ((">=", "999"),))).verdict == "fails"
    monkeypatch.setattr(sys, "version_info", (3, 10, 0))
    assert next(diagnosis.packages()).verdict == "fails"


def test_cache_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SARRUS_CACHE", "")
    assert diagnosis.cache().verdict == "warning"
    monkeypatch.setenv("SARRUS_CACHE", str(tmp_path / "new"))
    assert "not created yet" in diagnosis.cache().found and diagnosis.cache().verdict == "ok"
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("SARRUS_CACHE", str(tmp_path / "file"))
    assert "is not a folder" in diagnosis.cache().found
    (tmp_path / "link").symlink_to(tmp_path)
    monkeypatch.setenv("SARRUS_CACHE", str(tmp_path / "link"))
    assert diagnosis.cache().verdict == "warning" and "SARRUS_CACHE" in diagnosis.cache().fix
    folder = tmp_path / "full"
    folder.mkdir()
    (folder / "a.kernel").write_bytes(b"1234")
    monkeypatch.setenv("SARRUS_CACHE", str(folder))
    assert "1 kernel, " in diagnosis.cache().found


def test_old_expat_and_slow_paths_are_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    import pyexpat

    import yaml

    from sarrus.solvers.sundials import availability

    monkeypatch.setattr(pyexpat, "version_info", (2, 5, 0))
    assert diagnosis.expat().verdict == "warning"
    monkeypatch.setattr(pyexpat, "version_info", (2, 6, 0))
    assert diagnosis.expat().verdict == "ok"
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    assert diagnosis.yaml_parser().verdict == "warning"
    monkeypatch.setattr(availability, "available", lambda: "python: slow")
    assert diagnosis.sundials().verdict == "warning"


def test_browser_and_gpu_are_never_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnosis, "find_program", lambda name: None)
    assert diagnosis.browser().verdict == "ok" and diagnosis.graphics().verdict == "ok"
    monkeypatch.setattr(diagnosis, "find_program", lambda name: "/no/such/nvidia-smi")
    assert "not needed" in diagnosis.graphics().found
