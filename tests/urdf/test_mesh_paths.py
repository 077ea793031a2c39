"""Mesh files: found in allowed folders, and never anywhere else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sarrus import Model, ModelError, load_urdf
from sarrus.model import Mesh
from urdf.snippets import ARM

ATTACKS = (
    "package://p/../secret.stl",
    "package://p/a/../../secret.stl",
    "package://p/./../secret.stl",
    "package://p//../secret.stl",
    "package://p/%2e%2e/secret.stl",
    "package://p/%2E%2E%2Fsecret.stl",
    "package://p/..%2fsecret.stl",
    "package://p/link/secret.stl",
    "package://../secret.stl",
    "package://./secret.stl",
    "package:///../secret.stl",
    "package://other/../../etc/passwd",
    "model://p/../secret.stl",
    "PACKAGE://p/../secret.stl",
    "../secret.stl",
    "a/../../secret.stl",
    "link/secret.stl",
    "./../secret.stl",
    "/etc/passwd",
    "//etc/passwd",
    "file:///etc/passwd",
    "file:/etc/passwd",
    "file://host/share/a.stl",
    "FILE:///etc/passwd",
    "http://host/a.stl",
    "https://host/a.stl",
    "ftp://host/a.stl",
    "data:text/plain,abc",
    "javascript:alert(1)",
    "\\\\host\\share\\a.stl",
    "C:\\a.stl",
    "c:/a.stl",
    "package://p/..\\secret.stl",
    "..\\secret.stl",
    "%5c%5chost%5cshare",
    "a%0ab.stl",
)


def with_mesh(filename: str) -> str:
    return ARM.replace('<box size="0.1 0.1 0.2"/>', f'<mesh filename="{filename}"/>')


def mesh_of(model: Model) -> list[str]:
    shapes = [placed.shape for placed in model.body("upper").shapes]
    return [shape.file for shape in shapes if isinstance(shape, Mesh)]


@pytest.fixture
def world(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """A robot file in a folder, a package beside it, and a secret that neither may show."""
    robot = tmp_path / "robot"
    package = tmp_path / "package"
    for folder in (robot, package):
        folder.mkdir()
        (folder / "a.stl").write_text("solid", encoding="ascii")
        if os.name == "posix":
            os.symlink(tmp_path, folder / "link")
    (tmp_path / "secret.stl").write_text("secret", encoding="ascii")
    return robot / "r.urdf", {"p": str(package)}


@pytest.mark.parametrize("filename", ATTACKS)
def test_F08_attack(filename: str, world: tuple[Path, dict[str, str]]) -> None:
    path, packages = world
    if "link" in filename and os.name != "posix":
        pytest.skip("needs symbolic links")
    path.write_text(with_mesh(filename), encoding="utf-8")
    model = load_urdf(path, packages=packages)
    assert not mesh_of(model)
    warning = next(n for n in model.notices if n.code == "F08")
    assert warning.severity == "warning" and warning.location.line == 12
    assert filename[:20] in str(warning)
    with pytest.raises(ModelError, match="F08"):
        load_urdf(path, packages=packages, strict=True)
    assert not [n for n in load_urdf(path, meshes=False).notices if n.code == "F08"]
    # a text without a folder is no way around
    left = mesh_of(load_urdf(with_mesh(filename)))
    assert all(file.startswith("package://") for file in left)


@pytest.mark.parametrize("filename", ["package://p/a.stl", "model://p/./b/../a.stl", "a.stl"])
def test_meshes_in_allowed_folders(filename: str, world: tuple[Path, dict[str, str]]) -> None:
    path, packages = world
    path.write_text(with_mesh(filename), encoding="utf-8")
    (file,) = mesh_of(load_urdf(path, packages=packages))
    folder = path.parent if filename == "a.stl" else Path(packages["p"])
    assert file == os.path.realpath(folder / "a.stl")
    # an absolute path inside an allowed folder is the same file
    path.write_text(with_mesh(file), encoding="utf-8")
    assert mesh_of(load_urdf(path, packages=packages)) == [file]
    path.write_text(with_mesh("file://" + file), encoding="utf-8")
    assert mesh_of(load_urdf(path, packages=packages)) == [file]


def test_M23_meshes_that_are_not_there(world: tuple[Path, dict[str, str]]) -> None:
    path, packages = world
    path.write_text(with_mesh("package://p/none.stl"), encoding="utf-8")
    missing = load_urdf(path, packages=packages)
    warning = next(n for n in missing.notices if n.code == "M23")
    assert warning.severity == "warning" and "none.stl" in str(warning)
    unknown = load_urdf(path)
    notice = next(n for n in unknown.notices if n.code == "M23")
    assert notice.severity == "notice" and "packages={'p': folder}" in str(notice)
    assert mesh_of(unknown) == ["package://p/none.stl"]
