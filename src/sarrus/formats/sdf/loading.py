"""`load_sdf`: a model from a file of Gazebo or Drake."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from sarrus.errors import ModelError, Problem, sorted_problems
from sarrus.formats.contacts import add_contacts, read_contacts
from sarrus.formats.sdf.contacts import contact_hulls, note_contacts
from sarrus.formats.sdf.describing import Describer
from sarrus.formats.sdf.files import LONGEST, FileFinder
from sarrus.formats.sdf.frames import WORLD, Frame, Graph, Scope
from sarrus.formats.sdf.links import LinkReader
from sarrus.formats.sdf.models import ModelReader
from sarrus.formats.sdf.parts import Contents
from sarrus.formats.sdf.values import SdfReading
from sarrus.formats.xml.reading import robot_problems
from sarrus.formats.xml.source import source_and_folder, stem
from sarrus.formats.xml.tree import Element, parse_xml
from sarrus.model.building.entry import Entry
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model
from sarrus.model.pose import Vector3

EARTH: Vector3 = (0.0, 0.0, -9.81)


def load_sdf(
    source: str | os.PathLike[str],
    *,
    name: str = "",
    world: str = "",
    base: str = "free",
    mimic: bool = True,
    losses: bool = True,
    packages: Mapping[str, str | os.PathLike[str]] | None = None,
    folders: Iterable[str | os.PathLike[str]] = (),
    meshes: bool = True,
    contacts: Mapping[str, Any] | None = None,
    gravity: Any = None,
    strict: bool = False,
) -> Model:
    """Return the model of a file of Gazebo or Drake (SDF 1.4 to 1.12), or of a text in that format.

    Links are bodies, with their frames, where the file draws them; all coordinates are zero there,
    and so every loop is closed. Parts of nested models are called `model::part`; those of several
    models of a world, too. What no joint holds is free, as in Gazebo; base="weld" fixes it
    where it is drawn. Links of static models are ground. world: which world, if there are several.

    mimic=False lets joints that follow others move on their own; losses=False leaves out damping
    and friction. packages: folder by the name in model://name; folders: that hold folders of
    models; files are never looked for elsewhere. meshes=False draws none. gravity: instead of
    that of the world, or of (0, 0, -9.81) for a model without one. contacts: numbers of the element
    `contact`, at least its stiffness: {"k": 1e5} makes one for each collision that may touch what
    is static, with the friction of the file; with "pairs": "all" also between models.

    Sensors, plugins and what else is not modelled stand in `Model.notices`, with file, line and
    element; strict=True refuses warnings. Raises ModelError with every problem found.

    Example:
        model = sarrus.load_sdf("robot.sdf", base="weld")
    """
    if base not in ("weld", "free"):
        raise ModelError(Problem("M09", "base", "must be 'weld' or 'free'", value=repr(base)))
    touching = read_contacts(contacts)
    text, folder = source_and_folder(source)
    root = parse_xml(text, LONGEST)
    reading = SdfReading()
    if root.tag != "sdf":
        value, rule = f"<{root.tag[:60]}>", "is the outermost element, but SDF has <sdf>"
        reading.report(root, "M09", rule, value=value, action=_other_format(root.tag))
        raise ModelError(reading.problems)
    graph = Graph(reading, Frame(WORLD, "world", root, Scope()))
    files = FileFinder(
        reading,
        {key: os.fspath(path) for key, path in (packages or {}).items()},
        tuple(os.fspath(path) for path in folders),
        folder,
    )
    contents = Contents("", root)
    models = ModelReader(reading, graph, files, contents)
    models.read(root, world)
    links = LinkReader(reading, graph, files, meshes)
    for frame, version in models.links:
        reading.version = version
        contents.links.append(links.read(frame))
    links.note_homeless()
    if not contents.links and not any(p.severity == "error" for p in reading.problems):
        reading.report(contents.element, "M09", "holds no link", value=f"<{contents.element.tag}>")
    only = contents.models[0].name if len(contents.models) == 1 else ""
    chosen = name or contents.name or only or stem(text.file, "model")
    pulled = _gravity(reading, contents, gravity)
    mechanism = Mechanism(chosen, pulled, source={"": contents.element.place})
    describer = Describer(reading, graph, contents, mechanism, pulled)
    describer.links()
    describer.frames()
    describer.joints()
    describer.roots(base)
    broken = any(problem.severity == "error" for problem in reading.problems)
    if not broken:
        describer.forces(losses)
        describer.gearboxes()
        if mimic:
            describer.mimics()
    broken = any(problem.severity == "error" for problem in reading.problems)
    if not touching:
        note_contacts(reading, contents)
    elif not broken:
        hulls = contact_hulls(reading, graph, contents, describer.names)
        model = _model(mechanism, reading, broken, strict)
        add_contacts(mechanism, model, hulls, touching, reading.unread, mu_of=min)
    return _model(mechanism, reading, broken, strict)


def _other_format(tag: str) -> str:
    known = {
        "robot": "this is URDF: give the file the ending .urdf, or use load_urdf",
        "mujoco": "this is MJCF of MuJoCo: give the file the ending .xml, or use load_mjcf",
        "gazebo": "this is an old format of Gazebo: convert it with `gz sdf`",
    }
    return known.get(tag, "give a file whose outermost element is <sdf>")


def _gravity(reading: SdfReading, contents: Contents, gravity: Any) -> Vector3:
    if gravity is None:
        return contents.gravity or EARTH
    element: Element = contents.element
    entry = Entry("gravity", {"": element.place}, reading.problems)
    return entry.vector("gravity", gravity, "m/s^2") or EARTH


def _model(mechanism: Mechanism, reading: SdfReading, broken: bool, strict: bool) -> Model:
    """Return the model; raise all problems of the file and of the mechanism at once."""
    own = [*reading.all_problems(), *reading.unread.problems()]
    try:
        model = mechanism.build()
    except ModelError as error:
        found = [p for p in error.problems if p.severity == "error" or not broken]
        raise ModelError(robot_problems([*own, *found], strict)) from None
    if broken:
        raise ModelError(robot_problems(own, strict))
    notices = robot_problems([*own, *model.notices], strict)
    if any(problem.severity == "error" for problem in notices):
        raise ModelError([p for p in notices if p.severity != "notice"])
    return replace(model, notices=tuple(sorted_problems(notices)))
