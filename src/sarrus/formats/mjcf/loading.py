"""`load_mjcf`: a model from a file of MuJoCo."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Any

from sarrus.arguments import path_text
from sarrus.errors import ModelError, Problem, sorted_problems
from sarrus.formats.contacts import NOT_MADE, add_contacts, read_contacts
from sarrus.formats.mesh_paths import MeshPaths
from sarrus.formats.mjcf.actuators import DriveReader
from sarrus.formats.mjcf.assets import DRAWING, read_assets
from sarrus.formats.mjcf.bodies import BodyReader
from sarrus.formats.mjcf.compiler import compiler_of, gravity_of
from sarrus.formats.mjcf.contacts import contact_parts
from sarrus.formats.mjcf.describing import Describer
from sarrus.formats.mjcf.document import Document, document_of
from sarrus.formats.mjcf.equalities import Equality, EqualityReader
from sarrus.formats.mjcf.keyframes import Keyframe, read_keyframes
from sarrus.formats.mjcf.masses import set_total_mass
from sarrus.formats.mjcf.parts import Scene
from sarrus.formats.mjcf.tendons import TendonPart, read_tendons
from sarrus.formats.xml.reading import Reading
from sarrus.formats.xml.source import source_and_folder, stem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model

OTHER_SECTIONS = {
    "visual": DRAWING,
    "sensor": "sensors; every quantity is a channel here",
    "custom": "numbers and texts of users",
    "deformable": "bodies that MuJoCo makes or that bend are not read",
    "extension": "plugins are not run",
}


@dataclass
class Parts:
    """All that a file holds, read and checked one by one."""

    document: Document
    scene: Scene
    tendons: dict[str, TendonPart] = field(default_factory=dict)
    equalities: list[Equality] = field(default_factory=list)
    drives: DriveReader | None = None
    keyframes: dict[str, Keyframe] = field(default_factory=dict)


def load_mjcf(
    source: str | os.PathLike[str],
    *,
    name: str = "",
    controls: Mapping[str, float] | None = None,
    keyframe: str = "",
    actuators: bool = True,
    armature: bool = True,
    losses: bool = True,
    meshes: bool = True,
    contacts: Mapping[str, Any] | None = None,
    folders: Iterable[str | os.PathLike[str]] = (),
    strict: bool = False,
) -> Model:
    """Return the model of a file of MuJoCo, or of a text in that format.

    Bodies have their frames, joints their names and coordinates, as MuJoCo has them in `qpos`;
    several joints of a body are a chain with links without mass. What `<equality>` holds softly
    is exact here. Drives act with their controls held: `controls` by name, or those of a keyframe,
    else 0; actuators=False leaves them out. armature=False leaves out the inertia of rotors,
    losses=False damping and friction, meshes=False what is drawn of meshes. contacts: numbers of
    the element `contact`, at least its stiffness: {"k": 1e5} makes one for each geom that may touch
    what is fixed, with the friction of the file; with "pairs": "all" also between bodies. folders:
    where includes and meshes may be besides the folder of the file.

    Other contacts, sensors, fluids and what else is not modelled stand in `Model.notices`, with
    file, line and element; strict=True refuses warnings. Raises ModelError with every problem
    found.

    Example:
        model = sarrus.load_mjcf("arm.xml", keyframe="home")
    """
    parts = read_parts(source, folders, name, meshes)
    document, reading = parts.document, parts.document.reading
    touching = read_contacts(contacts)
    if not touching:
        _note_contacts(document, parts.scene)
    if parts.drives is not None:
        values = dict(_keyframe(parts, keyframe).controls) if keyframe else {}
        parts.drives.hold({**values, **(controls or {})})
    broken = any(problem.severity == "error" for problem in reading.problems)
    mechanism = Mechanism(parts.scene.name, parts.scene.gravity, source={"": document.root.place})
    describer = Describer(document, parts.scene, mechanism, armature, losses)
    if actuators and parts.drives is not None:
        for joint, size in parts.drives.effort_limits().items():
            part = parts.scene.joints[joint]
            if part.is_scalar and size > 0.0:
                part.effort_limit = min(size, part.effort_limit or size)
    describer.bodies()
    describer.frames()
    if not broken:
        describer.joint_forces()
        describer.equalities(parts.equalities)
        describer.tendons(parts.tendons)
        if actuators and parts.drives is not None:
            describer.drives(parts.drives)
    if touching and not broken:
        hulls, named, excluded = contact_parts(document, parts.scene, describer)
        model = _model_so_far(mechanism, document, strict)
        add_contacts(
            mechanism, model, hulls, touching, document.unread, named=named, excluded=excluded
        )
    return _model(mechanism, document, broken, strict, describer.wheels)


def read_parts(
    source: str | os.PathLike[str],
    folders: Iterable[str | os.PathLike[str]] = (),
    name: str = "",
    meshes: bool = True,
) -> Parts:
    """Return the parts of a file; problems stand in the reading of its document."""
    text, folder = source_and_folder(source)
    allowed = {f"folder {i}": path_text(path) for i, path in enumerate(folders)}
    reading = Reading("MJCF")
    document = document_of(text, reading, MeshPaths(allowed, folder))
    compiler = compiler_of(document)
    own = document.root.attributes.get("model", "").strip()
    scene = Scene(name or own or stem(text.file, "model"))
    scene.gravity = gravity_of(document)
    assets = read_assets(document, compiler)
    BodyReader(document, compiler, assets, scene).read()
    set_total_mass(compiler, scene)
    if not meshes:
        for body in scene.bodies.values():
            body.geoms = [replace(g, shape=None) if g.kind == "mesh" else g for g in body.geoms]
    _note_others(document)
    parts = Parts(document, scene)
    parts.tendons = read_tendons(document, scene)
    parts.equalities = EqualityReader(document, scene, parts.tendons).read()
    parts.drives = DriveReader(document, scene, parts.tendons)
    parts.drives.read()
    parts.keyframes = read_keyframes(document, scene, parts.drives.drives)
    return parts


def _keyframe(parts: Parts, name: str) -> Keyframe:
    if name in parts.keyframes:
        return parts.keyframes[name]
    action = nearest(name, list(parts.keyframes))
    raise ModelError(
        Problem("M09", "keyframe", "is not a keyframe of the file", f"'{name}'", action=action)
    )


def _note_others(document: Document) -> None:
    """Note the sections that are not modelled."""
    for tag, topic in OTHER_SECTIONS.items():
        for child in document.elements(tag):
            document.unread.note(topic, child)


def _note_contacts(document: Document, scene: Scene) -> None:
    """Note the contacts that nobody asked for."""
    for section in document.elements("contact"):
        if section.tag != "exclude":
            document.unread.note(NOT_MADE, section)
    geoms = [geom for body in scene.bodies.values() for geom in body.geoms if geom.collides]
    if (
        len({body.name for body in scene.bodies.values() if any(g.collides for g in body.geoms)})
        > 1
    ):
        for geom in geoms:
            document.unread.note(NOT_MADE, geom.element)


def _model_so_far(mechanism: Mechanism, document: Document, strict: bool) -> Model:
    """Return the model of what is described so far; raise the problems of the file with its own."""
    try:
        return mechanism.build()
    except ModelError as error:
        own = [*document.reading.all_problems(), *document.unread.problems()]
        raise ModelError(_problems_by_severity([*own, *error.problems], strict)) from None


def _model(
    mechanism: Mechanism, document: Document, broken: bool, strict: bool, wheels: Iterable[str]
) -> Model:
    """Return the model; raise all problems of the file and of the mechanism at once.

    wheels: bodies that have inertia without mass by intention.
    """
    massless = {f"body '{wheel}' / mass" for wheel in wheels}
    own = [*document.reading.all_problems(), *document.unread.problems()]
    try:
        model = mechanism.build()
    except ModelError as error:
        found = [p for p in error.problems if p.severity == "error" or not broken]
        raise ModelError(_problems_by_severity([*own, *found], strict)) from None
    if broken:
        raise ModelError(_problems_by_severity(own, strict))
    others = [p for p in model.notices if p.code != "M04" or p.element not in massless]
    notices = _problems_by_severity([*own, *others], strict)
    if any(problem.severity == "error" for problem in notices):
        raise ModelError([p for p in notices if p.severity != "notice"])
    return replace(model, notices=tuple(sorted_problems(notices)))


def _problems_by_severity(problems: list[Problem], strict: bool) -> list[Problem]:
    """Return the problems; masses follow MuJoCo's rules, and limits need not hold at zero."""
    found = []
    for problem in dict.fromkeys(problems):
        if problem.code in ("W21", "W05") and problem.severity == "warning":
            problem = replace(problem, severity="notice")
        if strict and problem.severity == "warning":
            problem = replace(problem, severity="error")
        found.append(problem)
    return found
