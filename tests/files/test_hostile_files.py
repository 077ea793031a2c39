"""Hostile files: refused at once with a place; nothing runs, nothing else is read or written."""

from __future__ import annotations

import builtins
import os
import resource
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import yaml

from command_line import run_line
from files.hostile_texts import GOOD, NAMES, PATHS, REFUSED, with_name
from files.test_mutants import located
from kernels.test_llvm_text import program_of
from sarrus import ModelError, load
from sarrus.file_access import MOST_BYTES
from sarrus.kernels.targets.llvm.programs import program_text
from sarrus.study import Study
from urdf.tree_efforts import tree_efforts

LONGEST = 2.0
MOST_MEMORY = 200 * 2**20
WAYS: tuple[Callable[[Path], object], ...] = (load, Study.load)


@pytest.fixture(autouse=True)
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, with all units known."""
    load_text(tmp_path, GOOD.replace("mass: 1", "mass: 1 kg"))
    monkeypatch.chdir(tmp_path)


def load_text(folder: Path, text: str) -> object:
    path = folder / "good.yaml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def refusal(read: Callable[[Path], object], path: Path) -> ModelError:
    """Return the error of a file after a look at time and memory."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    spent = []
    while not spent or (len(spent) < 3 and min(spent) >= LONGEST):  # others may use the caches
        begun = time.process_time()
        with pytest.raises(ModelError) as caught:
            read(path)
        spent.append(time.process_time() - begun)
    assert min(spent) < LONGEST
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown * 1024 < MOST_MEMORY
    assert all(located(problem, str(path)) for problem in caught.value.problems)
    return caught.value


@pytest.mark.parametrize("name", REFUSED)
def test_B4_files(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content, code = REFUSED[name]
    path = tmp_path / "hostile.yaml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    opened: list[str] = []
    true_open = os.open

    def noted(file: str, *more: int) -> int:
        opened.append(str(file))
        return true_open(file, *more)

    def never(*words: object, **more: object) -> None:
        raise RuntimeError(f"called with {words}")

    for read in WAYS:  # imports what messages need; data classes write their methods at first use
        refusal(read, path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", noted)
        patch.setattr(os, "system", never)
        patch.setattr(builtins, "eval", never)
        patch.setattr(builtins, "exec", never)
        found = [refusal(read, path).problems[0].code for read in WAYS]
    assert found == [code, code]
    assert set(opened) == {str(path)}
    assert {entry.name for entry in tmp_path.iterdir()} == {"hostile.yaml", "good.yaml"}


@pytest.mark.parametrize("name", [n for n in REFUSED if len(REFUSED[n][0]) < 10_000])
def test_B4_the_command_line_is_clean(name: str, tmp_path: Path) -> None:
    content, code = REFUSED[name]
    path = tmp_path / "hostile.yaml"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    done = run_line(["check", str(path)])
    assert done.exit_code == 3 and code in done.output and "Traceback" not in done.output
    assert all(c.isprintable() or c == "\n" for c in done.output)
    assert {entry.name for entry in tmp_path.iterdir()} == {"hostile.yaml", "good.yaml"}


@pytest.mark.parametrize("read", WAYS)
def test_F02_and_F09(read: Callable[[Path], object], tmp_path: Path) -> None:
    with (tmp_path / "huge.yaml").open("wb") as stream:
        stream.truncate(10 * 2**30)
    with (tmp_path / "large.yaml").open("wb") as stream:
        stream.truncate(MOST_BYTES + 1)
    (tmp_path / "folder.yaml").mkdir()
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "zero.yaml").symlink_to("/dev/zero")
    (tmp_path / "circle.yaml").symlink_to(tmp_path / "circle.yaml")
    codes = {"huge": "F02", "large": "F02", "folder": "F09", "pipe": "F09", "zero": "F09"}
    codes |= {"circle": "F09", "missing": "F09"}
    for name, code in codes.items():
        assert refusal(read, tmp_path / f"{name}.yaml").problems[0].code == code


def test_F01_every_prefix_is_read_or_refused(tmp_path: Path) -> None:
    for end in range(len(GOOD)):
        path = tmp_path / "cut.yaml"
        path.write_text(GOOD[:end], encoding="utf-8")
        try:
            model = Study.load(path).model
        except ModelError as error:
            assert all(located(problem, str(path)) for problem in error.problems)
        else:  # a file may end after any section or entry
            assert len(model.bodies) <= 1 and len(model.joints) <= 1


def quoted(name: str) -> str:
    """Return a name as YAML text, braces doubled."""
    held = name.replace("{", "{{").replace("}", "}}")
    return str(yaml.safe_dump(held, allow_unicode=True, width=10**6, default_style='"')).strip()


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_F12_names_change_no_number_and_no_code(name: str, tmp_path: Path) -> None:
    plain, hostile = (load_text(tmp_path, with_name(text)) for text in ("plain", quoted(name)))
    assert hostile.bodies[0].name == name  # type: ignore[attr-defined]
    assert np.array_equal(tree_efforts(hostile, 1), tree_efforts(plain, 1))  # type: ignore[arg-type]
    texts = [program_text(program_of(m, "inverse_dynamics")).text for m in (plain, hostile)]  # type: ignore[arg-type]
    assert texts[0] == texts[1] and name[:20] not in texts[1].splitlines()


@pytest.mark.parametrize("path", PATHS)
def test_F08_meshes_are_never_opened_by_reading(path: str, tmp_path: Path) -> None:
    shape = f"shapes: [{{type: mesh, path: {quoted(path)}}}]"
    with pytest.MonkeyPatch.context() as patch:
        true_open = os.open
        opened: list[str] = []

        def noted(file: str, *more: int) -> int:
            opened.append(str(file))
            return true_open(file, *more)

        patch.setattr(os, "open", noted)
        try:
            load_text(tmp_path, GOOD.replace("mass: 1", f"mass: 1, {shape}"))
        except ModelError as error:
            assert all(problem.location for problem in error.problems)
    assert opened == [str(tmp_path / "good.yaml")]


@pytest.mark.slow
def test_speed_of_refusal(tmp_path: Path) -> None:
    """A file of 1 MB with a mistake in every record costs less than 2 s of processor time."""
    rows = {
        "bodies": "  link_number_{}: {{mass: -1, com: [0, 0, 0], inertia: [1e-4, 1e-3, 1e-3]}}\n",
        "joints": "  joint_{}: {{type: revolute, parent: ground, child: x{}, at: [0, 0, 0]}}\n",
        "forces": "  S{}: {{type: spring_damper, a: ground, b: bb, k: 1e3 kg, c: 5 kg}}\n",
        "constants": "  c{}: d{} + 1\n",
        "outputs": "  - no_channel_{}\n",
        "frames": "  f{{i}}_{}: {{for: {{i: 1..q}}, body: arm}}\n",
    }
    for section, row in rows.items():
        count = 1_000_000 // len(row)
        text = f"sarrus: 1\n{section}:\n" + "".join(row.format(i, i) for i in range(count))
        path = tmp_path / f"{section}.yaml"
        path.write_text(text, encoding="utf-8")
        assert len(refusal(Study.load, path).problems) >= 1000, section
