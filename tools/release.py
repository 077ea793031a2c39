"""What a release is made of: its number everywhere, its bill of materials, the same bytes twice.

    python tools/release.py check [--tag v1.2.3]   # one version in all places; that of the tag
    python tools/release.py sbom [FOLDER]          # CycloneDX, with hashes and licences
    python tools/release.py dist [FOLDER]          # wheel and source, built twice, and the bill

`make sbom` and `make dist` call it. Nothing here asks the network.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "requirements" / "run.lock"
PAGE_LOCK = ROOT / "viewer" / "package-lock.json"
SUMS = "SHA256SUMS"
EARLIEST = 315532800
"""The first second that a ZIP file can hold [s since 1970]."""


def versions() -> dict[str, str]:
    """Return the version as every file says it, by the names of the files."""
    found = {}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found["pyproject.toml"] = project["project"]["version"]
    text = (ROOT / "src" / "sarrus" / "__init__.py").read_text(encoding="utf-8")
    found["src/sarrus/__init__.py"] = _one(r'^__version__ = "(.+)"$', text)
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    found["CITATION.cff"] = citation["version"]
    recipe = yaml.safe_load((ROOT / "packaging/conda/recipe.yaml").read_text(encoding="utf-8"))
    found["packaging/conda/recipe.yaml"] = recipe["context"]["version"]
    page = json.loads((ROOT / "viewer" / "package.json").read_text(encoding="utf-8"))
    found["viewer/package.json"] = page["version"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found["CHANGELOG.md"] = _one(r"^## \[([0-9][^\]]*)\]", changes)
    return found


def _one(pattern: str, text: str) -> str:
    match = re.search(pattern, text, flags=re.MULTILINE)
    return match[1] if match else "none"


def complaints(tag: str | None = None) -> list[str]:
    """Return what is not ready for a release: versions that differ, a tag of another, no date."""
    found = versions()
    version = found["pyproject.toml"]
    wrong = [f"{file} says {said}, pyproject.toml {version}" for file, said in found.items()]
    wrong = [text for text in wrong if f"says {version}," not in text]
    if tag is None:
        return wrong
    if tag != f"v{version}":
        wrong.append(f"the tag is {tag}, the version {version}")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", changes, re.MULTILINE):
        wrong.append(f"CHANGELOG.md has no heading '## [{version}] - YYYY-MM-DD'")
    return wrong


# Bill of materials ------------------------------------------------------------------------------


def bill_of_materials() -> dict[str, Any]:
    """Return what a release is made of, as CycloneDX says it."""
    version = versions()["pyproject.toml"]
    parts = [*python_parts(), *page_parts()]
    own = {
        "type": "library",
        "bom-ref": "sarrus",
        "name": "sarrus",
        "version": version,
        "purl": f"pkg:pypi/sarrus@{version}",
        "licenses": [{"expression": "BSD-3-Clause"}],
    }
    text = json.dumps([own, parts], sort_keys=True)
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, text)}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(last_change(), UTC).isoformat(),
            "component": own,
        },
        "components": parts,
        "dependencies": [{"ref": "sarrus", "dependsOn": [part["bom-ref"] for part in parts]}],
    }


def python_parts() -> Iterator[dict[str, Any]]:
    """Go through the packages that the wheel needs, in the versions of the lock."""
    text = LOCK.read_text(encoding="utf-8")
    rows = re.finditer(r"^(\S+?)==(\S+)([^\n]*)((?:\n    --hash=\S+.*)*)", text, re.MULTILINE)
    for row in rows:
        name, version, marker = row[1], row[2], row[3].strip(" \\;")
        part = {
            "type": "library",
            "bom-ref": f"pkg:pypi/{name}@{version}",
            "name": name,
            "version": version,
            "purl": f"pkg:pypi/{name}@{version}",
            "scope": "optional" if marker else "required",
        }
        licence = python_licence(name)
        if licence:
            part["licenses"] = [licence]
        hashes = re.findall(r"sha256:([0-9a-f]{64})", row[4])
        kept = [{"name": "sarrus:file:sha256", "value": value} for value in hashes]
        if marker:
            kept.append({"name": "sarrus:environment", "value": marker})
        yield {**part, "properties": kept}


def python_licence(name: str) -> dict[str, Any] | None:
    """Return the licence of an installed package, None where it is not installed."""
    try:
        told = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return None
    expression = told.get("License-Expression")
    if expression:
        return {"expression": expression}
    classes = [c for c in told.get_all("Classifier", []) if c.startswith("License ::")]
    named = classes[0].rpartition(" :: ")[2] if classes else told.get("License", "").split("\n")[0]
    return {"license": {"name": named}} if named else None


def page_parts() -> Iterator[dict[str, Any]]:
    """Go through the packages that are bundled into the viewer's page."""
    packages = json.loads(PAGE_LOCK.read_text(encoding="utf-8"))["packages"]
    for place, told in packages.items():
        if not place or told.get("dev"):
            continue
        name = place.removeprefix("node_modules/")
        purl = f"pkg:npm/{name.replace('@', '%40', 1)}@{told['version']}"
        digest = base64.b64decode(told["integrity"].removeprefix("sha512-")).hex()
        yield {
            "type": "library",
            "bom-ref": purl,
            "name": name,
            "version": told["version"],
            "purl": purl,
            "scope": "required",
            "licenses": [{"expression": told["license"]}],
            "hashes": [{"alg": "SHA-512", "content": digest}],
            "properties": [{"name": "sarrus:bundled", "value": "sarrus/viewer/assets"}],
        }


def write_bill(folder: Path) -> Path:
    """Write the bill of materials and return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"sarrus-{versions()['pyproject.toml']}.cdx.json"
    path.write_text(json.dumps(bill_of_materials(), indent=1) + "\n", encoding="utf-8")
    return path


# The same bytes twice ---------------------------------------------------------------------------


def last_change() -> int:
    """Return the time of the last commit, or what SOURCE_DATE_EPOCH says [s since 1970]."""
    chosen = os.environ.get("SOURCE_DATE_EPOCH")
    if chosen:
        return int(chosen)
    git = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    done = subprocess.run(git, check=False, capture_output=True, text=True)
    return int(done.stdout) if done.returncode == 0 and done.stdout.strip() else EARLIEST


def build(source: Path, folder: Path) -> list[Path]:
    """Build wheel and source distribution of a tree into a folder, and return both."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(last_change()), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run(
        [*command, "--wheel", "--sdist", str(source)],
        check=False,
        capture_output=True,
        text=True,
        env=environment,
    )
    if done.returncode:
        raise SystemExit(done.stdout[-2000:] + done.stderr[-2000:])
    return sorted(folder.iterdir())


def tracked_tree(folder: Path) -> Path:
    """Return a copy of what git tracks here, so that nothing else gets into a release."""
    git = ["git", "-C", str(ROOT), "ls-files", "-z"]
    for name in filter(None, subprocess.check_output(git, text=True).split("\0")):
        to = folder / name
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, to)
    return folder


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def twice(folder: Path) -> list[Path]:
    """Build twice, in different places; stop where one byte differs; return what was built."""
    with tempfile.TemporaryDirectory() as place:
        builds = []
        for name in ("one", "another place"):
            out = Path(place) / f"dist {name}"
            builds.append(build(tracked_tree(Path(place) / name / "sarrus"), out))
        for first, second in zip(*builds, strict=True):
            if sha256(first) != sha256(second):
                raise SystemExit(f"{first.name} differs from one build to the next")
        folder.mkdir(parents=True, exist_ok=True)
        return [Path(shutil.copy2(path, folder / path.name)) for path in builds[0]]


def write_sums(paths: Sequence[Path], folder: Path) -> None:
    """Write the hashes of what is published, as `sha256sum --check` reads them."""
    lines = [f"{sha256(path)}  {path.name}\n" for path in sorted(paths)]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")


def main(words: Sequence[str] | None = None) -> int:
    """Do what the first word says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=["check", "sbom", "dist"])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist")
    parser.add_argument("--tag")
    said = parser.parse_args(words)
    wrong = complaints(said.tag)
    for text in wrong:
        sys.stderr.write(f"{text}\n")
    if said.what == "check" or wrong:
        return int(bool(wrong))
    paths = [write_bill(said.folder)]
    if said.what == "dist":
        paths += twice(said.folder)
        write_sums(paths, said.folder)
    for path in paths:
        sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
