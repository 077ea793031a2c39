"""The program of one FMU in a process of its own, as this process talks with it.

What it does wrong, a crash or no answer among it, is a `FmuFailure` here, with words of its own.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.formats.fmi.description import KINDS, FmuDescription, archive_of, read_fmu
from sarrus.formats.fmi.names import library_suffix, platform_folder
from sarrus.model.fmu_permission import is_allowed
from sarrus.model.forces.fmu import Fmu
from sarrus.system.simulation.fmus import worker

CODE = "D21"
"""The code of an FMU that cannot be started."""
WAITS_FOR_PIPES = os.name == "posix"
SHOWN = 400
"""Characters of what an FMU has printed that a message shows."""


class FmuFailure(Exception):
    """Something that the program of an FMU has not done; `problem` tells it."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


class FmuEnd(Exception):
    """An FMU has asked for the end of the simulation; `notice` tells it.

    reached: time and state with what a step of Co-Simulation has yielded up to there.
    """

    def __init__(self, notice: Problem, reached: tuple[float, np.ndarray] | None = None) -> None:
        super().__init__(str(notice))
        self.notice, self.reached = notice, reached


def refuse_unknown_code(where: str, file: str) -> None:
    """Refuse (D22) an FMU that nobody has allowed to run."""
    if not is_allowed(file):
        rule = "is code of others, which a file alone does not let run"
        action = "if you trust it: --allow-fmu on the command line, or in Python "
        action += f"sarrus.elements.allow_fmu({file!r})"
        raise ModelError(Problem("D22", where, rule, repr(file), action=action))


def check_fmu(element: Fmu) -> FmuDescription:
    """Return the description of an FMU whose code may be loaded here, or raise ModelError."""
    where = f"fmu '{element.name}'"
    refuse_unknown_code(where, element.file)
    found = read_fmu(element.file)
    if found.token != element.token:
        rule = f"is another FMU than the model was made with: {found.token}, not {element.token}"
        action = "build the model again, or bring back the FMU"
        raise ModelError(Problem(CODE, where, rule, repr(element.file), action=action))
    folder = platform_folder(found.version)
    if folder not in found.folders:
        there = ", ".join(found.folders) or "no library at all"
        rule = f"has no library for this machine ({folder}); it has {there}"
        action = "export it for this machine"
        if found.sources:
            action += ", or build its sources: it holds C code"
        raise ModelError(Problem(CODE, where, rule, repr(element.file), action=action))
    return found


class FmuProcess:
    """One FMU, started: it is unpacked into a folder of its own, which goes with it."""

    def __init__(self, element: Fmu) -> None:
        self.element = element
        self.description = check_fmu(element)
        self.folder = tempfile.mkdtemp(prefix="sarrus_fmu_")
        self.ends = False
        self.next_event: float | None = None
        self.now = float("nan")
        self.process: subprocess.Popen[bytes] | None = None
        self._clean = weakref.finalize(self, _remove, self.folder, None, os.getpid())
        self._unpack()

    def _unpack(self) -> None:
        archive, entries = archive_of(self.element.file)
        try:
            for entry in entries:
                archive.extract(entry, self.folder)
        except Exception as error:
            rule = f"cannot be unpacked: {error}"
            raise ModelError(self._problem(CODE, rule, "copy it again")) from None

    def _start(self) -> None:
        log = open(Path(self.folder, "said.txt"), "wb")  # noqa: SIM115  # its process writes there
        command = [sys.executable, "-I", "-S", str(worker.__file__), str(os.getpid()), self.folder]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
            cwd=self.folder, start_new_session=True,
        )  # fmt: skip
        log.close()
        self._clean.detach()
        self._clean = weakref.finalize(self, _remove, self.folder, self.process, os.getpid())

    def _config(self, t: float, stop: float, u: Sequence[float]) -> dict[str, Any]:
        element, found = self.element, self.description
        kind = element.kind
        name = f"{found.identifier(kind)}{library_suffix()}"
        library = Path(self.folder, "binaries", platform_folder(found.version), name)
        if not library.exists():
            rule = f"names the library '{name}', which is not in it"
            raise ModelError(self._problem(CODE, rule, "export it again"))
        resources = Path(self.folder, "resources")
        resources.mkdir(exist_ok=True)
        grouped: dict[str, tuple[list[int], list[Any]]] = {}
        for _, reference, of, value in element.values:
            grouped.setdefault(of, ([], []))[0].append(reference)
            grouped[of][1].append(value)
        return {
            "library": str(library), "version": found.version, "kind": kind,
            "token": found.token, "instance": element.name, "resources": resources.as_uri(),
            "folder": f"{resources}{os.sep}", "logging": False, "states": element.states_count,
            "indicators": element.indicator_count,
            "inputs": [wire[1:3] for wire in element.told],
            "outputs": [wire[1:3] for wire in element.shown],
            "values": [(k, r, v) for k, (r, v) in grouped.items()], "arrays": self._arrays(),
            "tolerance": None, "start": t, "stop": stop, "u": list(u),
        }  # fmt: skip

    def _arrays(self) -> dict[int, list[float]]:
        """Return the start values of the arrays that are used, by their references."""
        element = self.element
        wires = [wire[1] for some in (element.told, element.shown, element.values) for wire in some]
        used = {code & worker.REFERENCE for code in wires}
        found: dict[int, list[float]] = {}
        for v in self.description.variables:
            if v.reference in used and v.count > 1 and v.size is None:
                found.setdefault(v.reference, []).append(v.number or 0.0)
        return found

    # --- requests ----------------------------------------------------------------------------

    def begin(self, t: float, stop: float, u: Sequence[float]) -> tuple[list[float], list[float]]:
        """Start it at a time; return its states and outputs."""
        self.now = t
        config = self._config(t, stop, u)
        self._start()
        answer = json.loads(self._ask(worker.START, json.dumps(config).encode()))
        self._note(answer)
        return answer["x"], answer["y"]

    def evaluate(self, t: float, x: Sequence[float], u: Sequence[float]) -> array[float]:
        """Return rates of states, outputs and event indicators."""
        self.now = t
        found = array("d")
        found.frombytes(self._ask(worker.EVALUATE, array("d", [t, *x, *u]).tobytes()))
        return found

    def completed(self, t: float, x: Sequence[float], u: Sequence[float]) -> bool:
        """Tell it that a step is done; return whether it wants an event."""
        self.now = t
        answer = self._ask(worker.COMPLETED, array("d", [t, *x, *u]).tobytes())
        self.ends = self.ends or bool(answer[1])
        return bool(answer[0])

    def event(self, t: float, x: Sequence[float], u: Sequence[float]) -> list[float]:
        """Let it go through an event; return its states after it."""
        self.now = t
        answer = json.loads(self._ask(worker.EVENT, array("d", [t, *x, *u]).tobytes()))
        self._note(answer)
        return list(answer["x"])

    def step(self, t: float, h: float, u: Sequence[float]) -> array[float]:
        """Let it go on from t to t + h, then tell it inputs; return its outputs."""
        self.now = t
        answer = self._ask(worker.STEP, array("d", [t, h, *u]).tobytes())
        self.ends = bool(answer[0])
        found = array("d")
        found.frombytes(answer[1:])
        return found

    @property
    def remembers(self) -> bool:
        """Whether its memory can be kept in a file."""
        return all(
            self.description.ability(self.element.kind, f"can{word}FMUstate")
            for word in ("GetAndSet", "Serialize")
        )

    def state(self) -> bytes:
        """Return all that it remembers."""
        return self._ask(worker.STATE, b"")

    def restore(self, content: bytes) -> None:
        """Let it remember what `state` has returned."""
        self._ask(worker.RESTORE, content)

    def close(self) -> None:
        """End it; what it does wrong at its end has no influence on results."""
        if self.process is not None and self.process.poll() is None:
            with suppress(FmuFailure):
                self._ask(worker.END, b"", 1.0)
        self._clean()

    def _note(self, answer: Mapping[str, Any]) -> None:
        self.ends = self.ends or bool(answer["ends"])
        self.next_event = None if answer["next"] is None else float(answer["next"])

    # --- pipes -------------------------------------------------------------------------------

    def _ask(self, kind: int, content: bytes, patience: float | None = None) -> bytes:
        process = self.process
        if process is None or process.stdin is None or process.stdout is None:
            raise FmuFailure(self._problem("E-FMU", "was asked after its end"))
        until = time.monotonic() + (self.element.patience if patience is None else patience)
        try:
            _write(process.stdin.fileno(), struct.pack("=IB", len(content), kind) + content)
            size, status = struct.unpack("=IB", self._read(5, until))
            answer = self._read(size, until)
        except OSError:
            raise self._crash() from None
        if status == worker.FAILED:
            said = json.loads(answer)
            raise FmuFailure(self._problem("E-FMU", said["rule"], log=said["log"]))
        return answer

    def _read(self, count: int, until: float) -> bytes:
        """Read so many bytes; no answer in time, and the end of the process, are failures."""
        running = self.process
        if running is None or running.stdout is None:
            raise self._crash()
        source = running.stdout.fileno()
        parts = bytearray()
        while len(parts) < count:
            found = _part_in_time(running, source, count - len(parts), until)
            if found is None:
                rule = f"has not answered in {self.element.patience:g} s, and was ended"
                action = "look at it in the program that exported it, or give it more patience"
                raise FmuFailure(self._problem("E-FMU", rule, action))
            if not found:
                raise self._crash()
            parts += found
        return bytes(parts)

    def _crash(self) -> FmuFailure:
        """Return the failure of a process that has ended."""
        code = None
        if self.process is not None:
            try:
                code = self.process.wait(1.0)
            except subprocess.TimeoutExpired:
                _kill(self.process)
        how = "its process has ended"
        if code is not None and code < 0:
            names = {int(s): s.name for s in signal.Signals}
            how = f"its process was ended by {names.get(-code, f'signal {-code}')}"
        elif code:
            how = f"its process has ended with code {code}"
        rule = f"has crashed: {how}"
        action = "the error is in the FMU: tell who exported it; results until here are whole"
        return FmuFailure(self._problem("E-FMU", rule, action))

    def _problem(self, code: str, rule: str, action: str = "", log: Sequence[str] = ()) -> Problem:
        """Return a problem of the FMU, with what it has said."""
        said = "; ".join(log[-3:])
        if not said:
            try:
                said = Path(self.folder, "said.txt").read_bytes()[-SHOWN:].decode(errors="replace")
            except OSError:
                said = ""
        at = f" at t = {self.now:.9g} s" if self.now == self.now else ""
        file = os.path.basename(self.element.file)
        cause = f"it says: {' '.join(said.split())[-SHOWN:]}" if said.strip() else ""
        where = f"fmu '{self.element.name}'{at}"
        return Problem(code, where, rule, f"{file} ({KINDS[self.element.kind]})", cause, action)


def _write(to: int, data: bytes) -> None:
    while data:
        data = data[os.write(to, data) :]


def _part_in_time(
    process: subprocess.Popen[bytes], source: int, most: int, until: float
) -> bytes | None:
    """Return what comes next, b"" where the process has ended; None once it has taken too long.

    Such a process is ended. A pipe cannot be waited for on Windows: a thread ends it there.
    """
    left = max(until - time.monotonic(), 0.0)
    if WAITS_FOR_PIPES:
        if left and select.select([source], [], [], left)[0]:
            return os.read(source, most)
        _kill(process)
        return None
    watch = threading.Timer(left, process.kill)
    watch.start()
    try:
        found = os.read(source, most)
    finally:
        watch.cancel()
    if found or time.monotonic() < until:
        return found
    process.wait()
    return None


def _kill(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()


def _remove(folder: str, process: subprocess.Popen[bytes] | None, owner: int) -> None:
    """End a process and remove the folder of its FMU; a fork of the owner leaves both alone."""
    if os.getpid() != owner:
        return
    if process is not None:
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
        if process.poll() is None:
            try:
                process.wait(0.5)
            except subprocess.TimeoutExpired:
                _kill(process)
    shutil.rmtree(folder, ignore_errors=True)
