"""What a release is made of: versions, workflows, bill of materials, the same bytes twice."""

from __future__ import annotations

import json
import re
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import yaml

from project_program import project_program

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

release = project_program("tools/release.py")


def workflow(path: Path) -> dict[str, Any]:
    read = yaml.safe_load(path.read_text(encoding="utf-8"))
    read["on"] = read.pop(True)  # YAML 1.1 takes `on` for a truth value
    return dict(read)


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in workflow(path)["jobs"].values() for step in job.get("steps", [])]


# Versions ---------------------------------------------------------------------------------------


def test_one_version_everywhere() -> None:
    assert set(release.versions().values()) == {PROJECT["version"]}
    assert release.complaints() == []


def test_tag_of_another_version_and_a_change_log_without_date_are_refused() -> None:
    wrong = release.complaints("v99.0.0")
    assert wrong[0] == f"the tag is v99.0.0, the version {PROJECT['version']}"
    dated = re.search(
        rf"^## \[{PROJECT['version']}\] - \d{{4}}", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M
    )
    told = release.complaints(f"v{PROJECT['version']}")
    assert told == (
        [] if dated else [f"CHANGELOG.md has no heading '## [{PROJECT['version']}] - YYYY-MM-DD'"]
    )


def test_versions_that_differ_are_told_with_their_files(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {**release.versions(), "CITATION.cff": "0.0.9"}
    monkeypatch.setattr(release, "versions", lambda: found)
    assert release.complaints() == [f"CITATION.cff says 0.0.9, pyproject.toml {PROJECT['version']}"]
    assert release.main(["check"]) == 1


# Workflows --------------------------------------------------------------------------------------


def test_there_are_workflows_for_tests_documentation_and_releases() -> None:
    assert [path.stem for path in WORKFLOWS] == ["docs", "release", "tests"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_actions_are_pinned_and_may_only_read(path: Path) -> None:
    """Whatever a tag is moved to later, what runs is what was looked at."""
    assert workflow(path)["permissions"] == {"contents": "read"}
    uses = [step["uses"] for step in steps(path) if "uses" in step]
    assert uses and all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", use) for use in uses)
    for step in steps(path):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_what_workflows_call_exists(path: Path) -> None:
    commands = "\n".join(step["run"] for step in steps(path) if "run" in step)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"\bmake (\w+)", commands):
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target
    for file in re.findall(r"(?:requirements|tools|examples)/[\w.]+", commands):
        assert (ROOT / file).is_file(), file
    for local in re.findall(r"uses: \./(\S+)", path.read_text(encoding="utf-8")):
        assert (ROOT / local).is_file()


def test_every_supported_version_is_tested_on_every_system() -> None:
    jobs = workflow(ROOT / ".github/workflows/tests.yml")["jobs"]
    matrix = jobs["tests"]["strategy"]["matrix"]
    said = [c.rpartition(" :: ")[2] for c in PROJECT["classifiers"] if "Python :: 3." in c]
    assert matrix["python"] == said and said[0] == PROJECT["requires-python"].removeprefix(">=")
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}


def test_release_needs_the_tests_and_is_published_without_a_secret() -> None:
    jobs = workflow(ROOT / ".github/workflows/release.yml")["jobs"]
    assert jobs["build"]["needs"] == "tests" and jobs["publish"]["needs"] == "build"
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert "secrets." not in (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")


def test_conda_recipe_needs_what_the_wheel_needs() -> None:
    text = (ROOT / "packaging/conda/recipe.yaml").read_text(encoding="utf-8")
    recipe = yaml.safe_load(text)
    wanted = {name.replace(" ", "") for name in recipe["requirements"]["run"]}
    assert wanted == {f"python{PROJECT['requires-python']}", *PROJECT["dependencies"]}
    entries = [f"{name} = {where}" for name, where in PROJECT["scripts"].items()]
    assert recipe["build"]["python"]["entry_points"] == entries
    for file in recipe["about"]["license_file"]:
        assert (ROOT / file).is_file()


# Bill of materials ------------------------------------------------------------------------------


def test_bill_has_every_package_with_version_licence_and_hash() -> None:
    bill = release.bill_of_materials()
    parts = {part["name"]: part for part in bill["components"]}
    lock = (ROOT / "requirements/run.lock").read_text(encoding="utf-8")
    locked = {m[1]: m[2] for m in re.finditer(r"^(\S+?)==(\S+)", lock, re.MULTILINE)}
    for name in locked:
        assert any(p["value"] for p in parts[name]["properties"] if p["name"].endswith("sha256"))
    needed = {re.split(r"[<>=]", name)[0] for name in PROJECT["dependencies"]}
    assert needed <= parts.keys() and all(parts[name]["licenses"] for name in needed)
    assert bill["dependencies"][0]["dependsOn"] == [p["bom-ref"] for p in bill["components"]]
    refs = [part["bom-ref"] for part in bill["components"]]
    assert len(refs) == len(set(refs))


def test_bill_has_what_is_bundled_into_the_page_with_its_notice() -> None:
    """The notices beside the page and the bill name the same packages in the same versions."""
    found = {part["name"]: part for part in release.page_parts()}
    assert {"three", "uplot", "@codemirror/view"} <= found.keys()
    notices = "\n".join(
        path.read_text(encoding="utf-8")
        for path in (ROOT / "src/sarrus/viewer/assets").glob("LICENCE.*.txt")
    )
    for name, part in found.items():
        assert f"{name} {part['version']}" in notices, name
        assert len(part["hashes"][0]["content"]) == 128


def test_bill_is_the_same_whenever_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    texts = [release.write_bill(tmp_path / name).read_bytes() for name in ("a", "b")]
    assert texts[0] == texts[1]
    assert json.loads(texts[0])["metadata"]["timestamp"] == "2023-11-14T22:13:20+00:00"


# The same bytes twice ---------------------------------------------------------------------------


@pytest.mark.slow
def test_two_builds_are_the_same_bytes_with_all_licences(tmp_path: Path) -> None:
    assert release.main(["dist", str(tmp_path)]) == 0
    wheel = next(tmp_path.glob("*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        assert not [n for n in names if "/tests/" in n or n.startswith("tests")]
    licences = [n for n in names if ".dist-info/licenses/" in n]
    assert len(licences) == 4 and any(n.endswith("LICENCE.three.txt") for n in licences)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "Makefile", "SECURITY.md", "requirements/run.lock"} <= inside
    sums = (tmp_path / "SHA256SUMS").read_text(encoding="utf-8")
    for line in sums.splitlines():
        digest, name = line.split("  ")
        assert release.sha256(tmp_path / name) == digest


def test_a_byte_that_differs_stops_the_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Path] = []

    def build(source: Path, folder: Path) -> list[Path]:
        folder.mkdir(parents=True)
        (folder / "x.whl").write_text(str(len(made)))
        made.append(folder)
        return [folder / "x.whl"]

    monkeypatch.setattr(release, "build", build)
    monkeypatch.setattr(release, "tracked_tree", lambda folder: folder)
    with pytest.raises(SystemExit, match="differs from one build to the next"):
        release.twice(tmp_path)
