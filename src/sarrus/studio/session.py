"""What the page of the studio asks for, and the answers: one exchange of JSON for each request.

A request is {"do": name, ...}. The text in the editor is sent along; nothing but the one file of
the studio is read or written for it.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from sarrus.errors import ModelError, Problem, SarrusError
from sarrus.model.shapes import Mesh
from sarrus.studio import completing
from sarrus.studio.additions import Additions, Sections, round_length
from sarrus.studio.checking import diagnostics
from sarrus.studio.document import MOST_BYTES, Document, NewerOnDisk, Version, Watch
from sarrus.studio.drawing_points import read_drawing
from sarrus.studio.jobs import Job, Jobs, drawing_scene, run_scene, start_scene
from sarrus.studio.text_edits import Positions
from sarrus.study.study import Study, study_of_text
from sarrus.viewer.html import page_of
from sarrus.viewer.live import live
from sarrus.viewer.scene import scene_of
from sarrus.viewer.server.request import Refused

Answer = dict[str, Any]

PATIENCE = 0.06
"""Seconds that a picture of the start waits for the run: most runs are over by then."""
LONGEST = 20.0
"""Seconds after which the page asks again for what has not come."""
MOST_REQUEST = 2 * MOST_BYTES + 64 * 1024
"""Bytes of a request: a text of the largest size, escaped, and what is asked about it."""
GHOST = "kept run"
ADDED = ("point", "body", "revolute", "prismatic", "spring")
EXPORTS = ("model", "page", "live", "csv")


class Session:
    """Answers the page of one file."""

    def __init__(self, document: Document, watch: Watch) -> None:
        self.document, self.watch = document, watch
        self.jobs = Jobs(document.path, named_meshes(document.version.text, document.path))
        self.kept: Any = None
        self.names = completing.Names()
        self._lock = Lock()
        self._actions: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
            "open": self._open,
            "show": self._show,
            "more": self._more,
            "drawing": self._drawing,
            "news": self._news,
            "save": self._save,
            "move": self._move,
            "add": self._add,
            "complete": self._complete,
            "hover": self._hover,
            "keep": self._keep,
            "export": self._export,
        }

    def exchange(self, body: bytes) -> bytes:
        """Return the answer to a request of the page, both JSON."""
        try:
            sent = json.loads(body)
            action = self._actions[sent["do"]]
        except (ValueError, TypeError, KeyError, RecursionError):
            raise nonsense() from None
        try:
            found = action(sent)
        except SarrusError as error:
            found = {"failed": [str(problem) for problem in error.problems[:5]]}
        except (TypeError, ValueError, KeyError, IndexError):
            raise nonsense() from None
        return json.dumps(found, allow_nan=False, separators=(",", ":")).encode("ascii")

    # --- the file -------------------------------------------------------------------------------

    def _open(self, sent: Mapping[str, Any]) -> Answer:
        """Return the text to begin with."""
        return self._content(self.document.version)

    def _content(self, version: Version) -> Answer:
        name = os.path.basename(self.document.path)
        return {"text": version.text, "digest": version.digest, "file": name}

    def _news(self, sent: Mapping[str, Any]) -> Answer:
        """Wait until the file is not what the page knows; return what it is then."""
        found = self.watch.newer(str(sent["digest"]), LONGEST)
        if found is None:
            return {"same": True}
        return self._content(found)

    def _save(self, sent: Mapping[str, Any]) -> Answer:
        text, digest = _text(sent), str(sent["digest"])
        with self._lock:
            try:
                found = self.document.write(text, digest)
            except NewerOnDisk as newer:
                return {"conflict": self._content(newer.version)}
            self.watch.note(found)
        return {"digest": found.digest}

    # --- pictures -------------------------------------------------------------------------------

    def _show(self, sent: Mapping[str, Any]) -> Answer:
        """Return problems and picture of a text: of its run, or of its start if that takes long."""
        job = self.jobs.submit(_text(sent))
        if job.cancelled:
            return {"number": job.number, "stale": True}
        if sent.get("drawing"):
            return self._drawing_answer(job)
        if job.study is not None:
            job.done.wait(PATIENCE)
        return self._picture(job, first=True)

    def _more(self, sent: Mapping[str, Any]) -> Answer:
        """Wait for the end of a run; return its picture, or how far it is."""
        job = self.jobs.last
        if job is None or job.number != sent["number"]:
            return {"number": sent["number"], "stale": True}
        job.done.wait(min(max(float(sent["seconds"]), 0.0), LONGEST))
        if job.cancelled:
            return {"number": job.number, "stale": True}
        return self._picture(job)

    def _picture(self, job: Job, first: bool = False) -> Answer:
        found: Answer = {"number": job.number, "stage": job.stage, "scene": None}
        if job.study is not None and job.run is not None and job.done.is_set():
            ghost = None if self.kept is None else {GHOST: self.kept}
            found["scene"] = run_scene(job.study, job.run, ghost).text()
            self._learn(job.study, job.run)
            self.jobs.prepare(job)
        elif job.study is not None and (first or job.stage == "failed"):
            found["scene"] = start_scene(job.study, job.start).text()
        found |= {"fraction": job.fraction, "problems": diagnostics(job.text, job.problems)}
        return found

    def _drawing(self, sent: Mapping[str, Any]) -> Answer:
        """Return the last text as it is drawn, and its points."""
        text = _text(sent)
        job = self.jobs.last
        if job is None or job.text != text:
            job = self.jobs.submit(text)
        return self._drawing_answer(job)

    def _drawing_answer(self, job: Job) -> Answer:
        found: Answer = {"number": job.number, "stage": job.stage, "scene": None, "points": []}
        found["problems"] = diagnostics(job.text, job.problems)
        if job.study is not None:
            found["scene"] = drawing_scene(job.study).text()
        with suppress(ModelError):
            points = read_drawing(job.text, self.document.path).points
            found["points"] = [point.record() for point in points.values()]
        return found

    def _learn(self, study: Study, run: Any) -> None:
        """Keep the names of channels, for completion."""
        listed = run.history.channels()
        channels = tuple((entry.name, entry.unit, entry.description) for entry in listed)
        self.names = completing.Names(channels, tuple(study.system.coordinates))

    def _keep(self, sent: Mapping[str, Any]) -> Answer:
        """Keep the run that is shown, to compare others with it; or forget the one kept."""
        job = self.jobs.last
        self.kept = job.run if sent["on"] and job is not None else None
        return {"kept": self.kept is not None}

    # --- the text -------------------------------------------------------------------------------

    def _move(self, sent: Mapping[str, Any]) -> Answer:
        """Return the changes that bring a point of the drawing to a place."""
        text = _text(sent)
        drawing = read_drawing(text, self.document.path)
        step = _step(sent)
        edits, notes = drawing.edits_to_move(str(sent["point"]), _place(sent["to"]), step)
        return {"changes": Positions(text).changes(edits), "notes": notes}

    def _add(self, sent: Mapping[str, Any]) -> Answer:
        """Return the changes that add an element by pointing."""
        text, what = _text(sent), sent["what"]
        if what not in ADDED:
            raise nonsense()
        adding = Additions(Sections.of(text, self.document.path), _step(sent))
        points = [p if isinstance(p, str) else _place(p) for p in sent["points"]]
        if what == "point":
            found = adding.point(_place(sent["points"][0]))
        elif what == "body":
            found = adding.body(points, _size(sent, "length"))
        elif what == "spring":
            a, b = (str(body) for body in sent["bodies"])
            found = adding.spring(a, points[0], b, points[1], _size(sent, "length"))
        else:
            parent, child = (str(body) for body in sent["bodies"])
            axis = sent["axis"] if sent["axis"] in ("x", "y", "z") else "y"
            found = adding.joint(what, parent, child, points[0], axis)
        changes = Positions(text).changes(found.edits)
        return {"changes": changes, "section": found.section, "name": found.name}

    def _complete(self, sent: Mapping[str, Any]) -> Answer:
        text = _text(sent)
        positions = Positions(text)
        found = completing.completions(text, positions.python(int(sent["at"])), self.names)
        return {**found, "from": positions.browser(found["from"])}

    def _hover(self, sent: Mapping[str, Any]) -> Answer:
        text = _text(sent)
        positions = Positions(text)
        found = completing.hover(text, positions.python(int(sent["at"])))
        if found is None:
            return {"nothing": True}
        ends = {name: positions.browser(found[name]) for name in ("from", "to")}
        return {**found, **ends}

    # --- files for others -----------------------------------------------------------------------

    def _export(self, sent: Mapping[str, Any]) -> Answer:
        """Return a file to be kept by the browser: its name, type and text."""
        kind = sent["kind"]
        stem = os.path.splitext(os.path.basename(self.document.path))[0]
        if kind == "model":
            name = os.path.basename(self.document.path)
            return {"name": name, "type": "application/yaml", "text": _text(sent)}
        job = self.jobs.last
        if kind not in EXPORTS or job is None:
            raise nonsense()
        job.done.wait(LONGEST)
        if job.run is None or job.study is None:
            rule = "there is no run of this text"
            action = "correct what is underlined first"
            raise ModelError(Problem("S03", "studio / export", rule, action=action))
        if kind == "page":
            text = page_of(scene_of(job.run))
            return {"name": f"{stem}.html", "type": "text/html", "text": text}
        if kind == "live":
            # not on kernels of other texts, in which all numbers are inputs
            text = live(study_of_text(job.text, self.document.path)).text
            return {"name": f"{stem}_live.html", "type": "text/html", "text": text}
        return {"name": f"{stem}.csv", "type": "text/csv", "text": _csv(job.study, job.run)}


def nonsense() -> Refused:
    """Return the answer to what the page does not send."""
    return Refused(400, "This is not what the page sends.")


def named_meshes(text: str, path: str) -> frozenset[str]:
    """Return the mesh files that a text names; none of a text with mistakes."""
    try:
        model = study_of_text(text, path).model
    except SarrusError:
        return frozenset()
    shapes = [s for body in model.bodies for s in body.shapes] + list(model.ground_shapes)
    return frozenset(s.shape.file for s in shapes if isinstance(s.shape, Mesh))


def _csv(study: Study, run: Any) -> str:
    """Return the channels of the file over time, all coordinates where it names none."""
    names = list(study.outputs) or list(study.system.coordinates)
    with TemporaryDirectory(prefix="sarrus-") as folder:
        path = run.history.in_units().to_csv(os.path.join(folder, "run.csv"), names)
        return path.read_text(encoding="utf-8")


def _text(sent: Mapping[str, Any]) -> str:
    found = sent["text"]
    if not isinstance(found, str):
        raise nonsense()
    if len(found) > MOST_BYTES:
        raise Refused(413, "The text is too long.")
    return found


def _place(raw: Any) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in raw)
    if not all(map(math.isfinite, (x, y, z))):
        raise nonsense()
    return x, y, z


def _size(sent: Mapping[str, Any], key: str = "size") -> float:
    found = float(sent[key])
    if not 1e-9 < found < 1e9:
        raise nonsense()
    return found


def _step(sent: Mapping[str, Any]) -> float:
    """Return the resolution of new numbers: a thousandth of the size of what is seen."""
    return min(round_length(_size(sent) / 400), 0.01 * _size(sent))
