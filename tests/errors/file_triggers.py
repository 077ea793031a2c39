"""Triggers of the codes of files: F, E.., X."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import sarrus
from errors.register import Place, triggers
from events.machines import oscillator
from run_files.machines import in_blocks
from run_files.programs import environment
from sarrus import Run, System, load, load_urdf, save_urdf
from sarrus.errors import Problem
from sarrus.storage import RunReader, RunWriter
from sarrus.system.history import History
from urdf.snippets import ARM, changed


@cache
def block() -> System:
    """A block on a spring."""
    return oscillator().compile(kernels=())


def swung(path: Path | None = None, **how: Any) -> Run:
    """Let the block swing for a moment."""
    system = block()
    file = None if path is None else in_blocks(path)
    return system.simulate(system.state([0.2], [0.0]), until=1.0, every=0.01, file=file, **how)


def closed(run: Run) -> None:
    run.states.close()  # type: ignore[attr-defined]


def written(place: Place, content: str | bytes, name: str = "model.json") -> Path:
    path = place.folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@triggers("F01")
def cut_text(place: Place) -> None:
    load(written(place, '{"name": "x", "bodies": ['))


@triggers("F02")
def huge_file(place: Place) -> None:
    path = place.folder / "huge.json"
    with path.open("wb") as stream:
        stream.truncate(2**40)
    load(path)


@triggers("F03")
def deep_file(place: Place) -> None:
    load(written(place, "[" * 5000))


@triggers("F04")
def document_type(place: Place) -> None:
    load_urdf(changed('<robot name="arm">', '<!DOCTYPE r [<!ENTITY a "b">]><robot name="arm">')[0])


@triggers("F05")
def tagged(place: Place) -> None:
    load(written(place, "sarrus: 1\nname: !!python/name:os.system x\n", "model.yaml"))


@triggers("F06")
def key_given_twice(place: Place) -> None:
    load(written(place, '{"name": "x", "name": "y"}'))


@triggers("F07")
def other_encoding(place: Place) -> None:
    load(written(place, '{"name": "x"}'.encode("utf-16")))


@triggers("F09")
def folder(place: Place) -> None:
    (place.folder / "x.json").mkdir()
    load(place.folder / "x.json")


@triggers("F10")
def cut_mesh(place: Place) -> None:
    from sarrus.model.meshes import read_mesh

    read_mesh(str(written(place, b"\0" * 80 + b"\5\0\0\0", "cut.stl")))


@triggers("F13")
def foreign_file(place: Place) -> None:
    sarrus.open_run(written(place, b"no result file" * 100, "run.sarrus"))


@triggers("F17")
def xacro(place: Place) -> None:
    load(written(place, ARM.replace("<link", '<link kind="${size}"', 1), "arm.urdf.xacro"))


@triggers("F19")
def function_not_given_again(place: Place) -> None:
    path = place.folder / "run.sarrus"
    closed(swung(path, inputs={"J": lambda t: 0.1 * t}))
    sarrus.rerun(path)


@triggers("F20")
def other_ending(place: Place) -> None:
    load(written(place, "x", "model.docx"))


@triggers("F21")
def force_that_urdf_has_not(place: Place) -> Any:
    return save_urdf(oscillator(), place.folder / "block.urdf")


@triggers("F22")
def unknown_constant(place: Place) -> None:
    text = "sarrus: 1\nconstants: {r: 2*}\nbodies: {a: {mass: r}}\n"
    load(written(place, text, "model.yaml"))


@triggers("E01")
def no_folder(place: Place) -> None:
    save_urdf(load_urdf(ARM), place.folder / "none" / "x.urdf")


@triggers("E-GONE")
def file_that_is_deleted_while_written(place: Place) -> None:
    path = place.folder / "run.sarrus"
    with RunWriter.create(path, {}) as writer:
        path.unlink()
        writer.states([0.0], [[1.0]], {})


@triggers("E02")
def cut_run(place: Place) -> Any:
    path = place.folder / "run.sarrus"
    closed(swung(path))
    data = path.read_bytes()
    path.write_bytes(data[: int(0.7 * len(data))])
    with RunReader.open(path) as reader:
        return reader.notices


HOLD = """
import sys
from sarrus.storage import RunWriter
writer = RunWriter.create(sys.argv[1], {})
print("ready", flush=True)
sys.stdin.readline()
"""


@triggers("E17")
def second_writer(place: Place) -> None:
    path = place.folder / "run.sarrus"
    command = [sys.executable, "-c", HOLD, str(path)]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, env=environment(), **pipes) as child:
        try:
            child.stdout.readline()  # type: ignore[union-attr]
            RunWriter.create(path, {}, overwrite=True)
        finally:
            child.stdin.close()  # type: ignore[union-attr]


@triggers("E-EXISTS")
def file_that_is_there(place: Place) -> None:
    path = written(place, "mine", "run.csv")
    swung().history.export(path)


@triggers("E-DISK")
def full_disk(place: Place) -> None:
    def full(*rest: Any) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    place.patch.setattr("sarrus.storage.disk.os.write", full)
    try:
        RunWriter.create(place.folder / "run.sarrus", {})
    finally:
        place.patch.undo()


@triggers("X05")
def missing_library(place: Place) -> None:
    def missing(name: str) -> Any:
        raise ModuleNotFoundError(f"No module named '{name}'")

    place.patch.setattr("sarrus.system.history.tables.import_module", missing)
    History(swung()).to_pandas()


@triggers("X06")
def table_without_a_folder(place: Place) -> None:
    swung().history.to_csv(place.folder / "none" / "run.csv")


@triggers("X07")
def large_mat_file(place: Place) -> None:
    place.patch.setattr("sarrus.results.export.matlab.MOST_BYTES", 100)
    swung().history.export(place.folder / "run.mat")


@triggers("S14")
def run_without_states(place: Place) -> Any:
    path = place.folder / "run.sarrus"
    closed(swung(path))
    with RunReader.open(path) as reader:
        head = reader.head
    path.unlink()
    RunWriter.create(path, head).close()
    run = sarrus.open_run(path)
    try:
        _ = run.final
    finally:
        closed(run)


@triggers("F23")
def included_by_itself(place: Place) -> None:
    load(written(place, "sarrus: 1\ninclude: {a: model.yaml}\n", "model.yaml"))


@triggers("F24")
def curved_spring(place: Place) -> tuple[Problem, ...]:
    text = """<mujoco><worldbody><body><joint stiffness="10 0 3"/><geom size="0.1"/></body>
      </worldbody></mujoco>"""
    return load(written(place, text, "model.xml")).notices
