"""What a machine of a cluster does: it makes the runs of a piece of a sweep.

`make_runs` is the one function that travels, by its name; what it is given and what it returns are
bytes of records (`sarrus.storage`). Runs are made in processes of their own, as on one machine
(`sweeps.pool`): one that crashes or hangs ends its process, never the worker of the cluster. What a
sweep needs (model, kernels) is kept for the next piece; a machine that does not have it says so and
is sent it once.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path
from typing import Any

from sarrus.errors import EnvironmentProblem, Problem, SarrusError
from sarrus.kernels.cache import Cache, source_version
from sarrus.kernels.targets.llvm.processor import levels_of, processor_flags
from sarrus.late_dataclass import dataclass
from sarrus.storage import decode, encode
from sarrus.sweeps.cluster.packing import record_of_tasks, tasks_of_record
from sarrus.sweeps.lanes import BUNDLE, PLACE
from sarrus.sweeps.pool import Pool
from sarrus.sweeps.rows import Row
from sarrus.sweeps.version import version
from sarrus.sweeps.workers import WorkerSource, worker_source

KERNELS, RUNS = "kernels", "runs"
"""Folders of a place: compiled kernels, and result files on their way back."""
MOST = 2
"""Sweeps that a machine keeps at hand."""
WARM = 60.0
"""Seconds for which the processes of a sweep that has ended wait for another of the same model."""


def facts() -> dict[str, Any]:
    """Return what code that is sent to this machine depends on."""
    return {
        "version": version(),
        "source": source_version(),
        "levels": list(levels_of(processor_flags())),
    }


def make_runs(order: bytes) -> bytes:
    """Return the outcomes of the runs of an order, or what is missing to make them."""
    asked = decode(order, "order")
    if (asked["version"], asked["source"]) != (version(), source_version()):
        return encode({"problem": f"has version {version()} of Sarrus, or another source of it"})
    begin = time.monotonic()
    place = _places.place_of(asked["sweep"], asked["setup"])
    if place is None:
        return encode({"needs_setup": True})
    try:
        rows, files = place.outcomes(tasks_of_record(asked["tasks"]))
    except SarrusError as error:
        return encode({"problem": str(error)[:2000]})
    finally:
        _places.put_back(place)
    seconds = time.monotonic() - begin
    return encode({"rows": [r.record("") for r in rows], "files": files, "seconds": seconds})


def forget(sweep: str) -> None:
    """Release what is kept of a sweep."""
    _places.drop(sweep)


@dataclass(eq=False)
class Place:
    """A sweep on this machine; setup: what all its runs need; folder: of its own files."""

    sweep: str
    setup: dict[str, Any]
    folder: str
    users: int = 0
    kind: str = ""
    servers: dict[int, WorkerSource] = field(default_factory=dict)

    @staticmethod
    def make(sweep: str, setup: dict[str, Any], folder: str | None = None) -> Place:
        """Make a place in a new folder, in the one given or where temporary files are."""
        place = Place(sweep, setup, tempfile.mkdtemp(prefix="sarrus_sweep_", dir=folder))
        Path(place.folder, RUNS).mkdir()
        kernels = Path(place.folder, KERNELS)
        kernels.mkdir(mode=0o700)
        if setup["processor"] in ("", *levels_of(processor_flags())):
            cache = Cache(kernels)
            for kernel in setup["kernels"]:
                cache.store(kernel["key"], kernel["description"], kernel["code"])
        return place

    @property
    def environment(self) -> dict[str, str]:
        """The environment of its processes: the kernels that were sent are found, and are enough.

        A processor that lacks the level of the kernels makes its own, which give the same bits.
        """
        level = self.setup["processor"]
        level = level if level in levels_of(processor_flags()) else ""
        return {
            "SARRUS_CACHE": os.path.join(self.folder, KERNELS),
            "SARRUS_PROCESSOR": level,
            "SARRUS_COMPILE": "wait",
        }

    def outcomes(self, tasks: list[dict[str, Any]]) -> tuple[list[Row], dict[str, bytes]]:
        """Return the outcomes of tasks and the result files that they have left."""
        setup = self.setup
        together = self._lanes(tasks) if setup["work"].get(PLACE) else None
        if together is not None:
            return together, {}
        numbered = [(int(task["run"]), task) for task in tasks]
        pool = Pool(
            self._server(), 1, iter(numbered), setup["limit"], setup["attempts"], keeps_server=True
        )
        with contextlib.closing(pool.rows()) as rows:
            found = list(rows)
        return found, dict(self._files())

    def _lanes(self, tasks: list[dict[str, Any]]) -> list[Row] | None:
        """Return the outcomes of tasks as lanes of one process, None where they have ended it.

        Which run is to blame is found by making them one by one.
        """
        run, limit = int(tasks[0]["run"]), self.setup["limit"]
        limit = None if limit is None else limit * len(tasks)
        bundle = {"run": run, BUNDLE: record_of_tasks(tasks)}
        pool = Pool(self._server(), 1, iter([(run, bundle)]), limit, 1, True, read=dict)
        with contextlib.closing(pool.rows()) as rows:
            (found,) = list(rows)
        if isinstance(found, Row):
            return None
        if "problem" in found:
            raise EnvironmentProblem(Problem("E-GPU", "lanes", str(found["problem"])[:1500]))
        return [Row.of(record) for record in found["rows"]]

    def kernels(self) -> list[dict[str, Any]]:
        """Return all kernels in its folder."""
        cache = Cache(os.path.join(self.folder, KERNELS))
        found = []
        for path in sorted(Path(self.folder, KERNELS).glob("*.kernel")):
            entry = cache.load(path.stem)
            if entry is not None:
                found.append({"key": path.stem, "description": entry[0], "code": entry[1]})
        return found

    def close(self) -> None:
        """End its processes and remove its folder."""
        for server in self.servers.values():
            server.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _server(self) -> WorkerSource:
        """Return what the workers of this thread come from."""
        thread = threading.get_ident()
        if thread not in self.servers:
            work = dict(self.setup["work"])
            if "options" in work:  # kernels are where the environment says
                work["options"] = {**work["options"], "cache": "user"}
            if work.get("folder") is not None:
                work["folder"] = os.path.join(self.folder, RUNS)
            self.servers[thread] = worker_source(self.setup["target"], work, self.environment)
        return self.servers[thread]

    def _files(self) -> Iterator[tuple[str, bytes]]:
        if self.setup["work"].get("folder") is None:
            return
        for path in sorted(Path(self.folder, RUNS).glob("run_*")):
            with contextlib.suppress(FileNotFoundError):  # another thread has it
                moved = path.rename(path.with_name(f".{path.name}"))
                yield path.name, moved.read_bytes()
                moved.unlink()


def kind_of(setup: dict[str, Any]) -> str:
    """Return what tells sweeps apart whose runs the same processes can make; "" where none can.

    Result files have names and a folder of their own sweep.
    """
    work = {key: value for key, value in setup["work"].items() if key != "count"}
    if work.get("folder") is not None:
        return ""
    return hashlib.sha256(encode({**setup, "work": work})).hexdigest()


class Places:
    """The sweeps that this machine has at hand, the last used last.

    Processes of one that has ended wait for a while: another sweep of the same model has them.
    """

    def __init__(self) -> None:
        self._found: OrderedDict[str, Place] = OrderedDict()
        self._warm: dict[str, Place] = {}
        self._lock = threading.Lock()

    def place_of(self, sweep: str, setup: dict[str, Any] | None) -> Place | None:
        """Return the place of a sweep, None where it has still to be sent what it needs."""
        with self._lock:
            if sweep not in self._found:
                if setup is None:
                    return None
                self._found[sweep] = self._new_place(sweep, setup)
            self._found.move_to_end(sweep)
            self._found[sweep].users += 1
            idle = [p.sweep for p in self._found.values() if not p.users]
            for name in idle[: max(0, len(self._found) - MOST)]:
                self._found.pop(name).close()
            return self._found[sweep]

    def _new_place(self, sweep: str, setup: dict[str, Any]) -> Place:
        """Return a place for a sweep, one that is warm if there is one of its kind."""
        kind = kind_of(setup)
        place = self._warm.pop(kind, None) if kind else None
        if place is None:
            place = Place.make(sweep, setup, _local_folder())
        place.sweep, place.setup, place.kind = sweep, setup, kind
        return place

    def _release(self, place: Place) -> None:
        """Keep a place warm for a while, or close it."""
        if not place.kind or place.kind in self._warm or len(self._warm) >= MOST:
            place.close()
            return
        self._warm[place.kind] = place
        timer = threading.Timer(WARM, self._cool, (place,))
        timer.daemon = True
        timer.start()

    def _cool(self, place: Place) -> None:
        """Close a place that nobody has taken."""
        with self._lock:
            if self._warm.get(place.kind) is place:
                self._warm.pop(place.kind).close()

    def put_back(self, place: Place) -> None:
        """Let a place go, after one piece of work."""
        with self._lock:
            place.users -= 1
            if not place.users and self._found.get(place.sweep) is not place:
                self._release(place)

    def drop(self, sweep: str) -> None:
        """Release a sweep; if something of it is being made, when that is over."""
        with self._lock:
            place = self._found.pop(sweep, None)
            if place is not None and not place.users:
                self._release(place)


_places = Places()


def _local_folder() -> str | None:
    """Return the folder of this worker, which the cluster clears after its death, or None."""
    from distributed import get_worker

    try:
        return str(get_worker().local_directory)
    except ValueError:
        return None
