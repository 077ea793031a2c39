"""`load_adams`: a model from a dataset of Adams Solver."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sarrus.errors import ModelError, Problem, sorted_problems
from sarrus.formats.adams.bodies import add_bodies
from sarrus.formats.adams.couplers import add_couplers
from sarrus.formats.adams.deck import Deck, deck_of
from sarrus.formats.adams.forces import ForceReader
from sarrus.formats.adams.function_expressions import Laws
from sarrus.formats.adams.joints import JointReader
from sarrus.formats.adams.language import NOT_MODELED
from sarrus.formats.adams.sections import SectionReader
from sarrus.formats.adams.statements import statements_of
from sarrus.formats.source_text import SourceText
from sarrus.formats.xml.reading import Reading
from sarrus.formats.xml.source import TEXT, source_and_folder, stem
from sarrus.formats.xml.unread import Unread
from sarrus.late_dataclass import dataclass
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model
from sarrus.model.pose import vector3

NO_GRAVITY = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class AdamsStudy:
    """What a dataset says: the model, and the sections of a study, in the words of model files."""

    model: Model
    sections: Mapping[str, Any]


def load_adams(source: str | os.PathLike[str], *, name: str = "", strict: bool = False) -> Model:
    """Return the model of a dataset of Adams Solver (.adm), or of the text of one.

    Bodies have the frames of their parts, joints the coordinates of Adams: the angle and the
    displacement of marker I in J. The mechanism starts where the dataset draws it. Function
    expressions become force laws here; markers are named frames. Names are those of Adams View
    where the file keeps them, else such as PART_2.

    MOTION, SENSOR and REQUEST are no part of a model: `sarrus.Study.load` has them too, as drives,
    events and outputs. What is not modelled stands in `Model.notices`, with file, line and
    statement; strict=True refuses warnings. Raises ModelError with every problem found.

    Example:
        model = sarrus.load_adams("crank.adm")
    """
    return adams_study(source, name=name, strict=strict).model


def adams_study(
    source: str | os.PathLike[str], *, name: str = "", strict: bool = False
) -> AdamsStudy:
    """Return the model of a dataset and what else it says of a study."""
    text = source_and_folder(source, _is_text)[0]
    reading, unread = Reading("Adams"), Unread()
    statements = statements_of(text, reading)
    title = name or _title(text)
    deck = deck_of(statements, title, reading, unread)
    mechanism = Mechanism(title, _gravity(deck), source={"": text.place(0)})
    add_bodies(deck, mechanism)
    joints = JointReader(deck, mechanism)
    joints.read()
    add_couplers(deck, mechanism, joints)
    laws = Laws(deck, joints.angle)
    ForceReader(deck, mechanism, laws, joints).read()
    sections = SectionReader(deck, mechanism, laws, joints).sections()
    _note_others(deck)
    return AdamsStudy(_model(mechanism, deck, strict), sections)


def _is_text(source: str) -> bool:
    """Whether a source is the text of a dataset and no file name."""
    return "\n" in source


def _title(text: SourceText) -> str:
    """Return the name of a model: that of its file, or what the title line says."""
    if text.file != TEXT:
        return stem(text.file, "model")
    first = text.text.split("\n", 1)[0].lstrip("!").strip()
    return "".join(c if c.isprintable() else " " for c in first)[:60].strip() or "model"


def _gravity(deck: Deck) -> Any:
    statement = deck.single("ACCGRAV")
    if statement is None:
        return NO_GRAVITY
    read = [
        deck.numbers.one(statement, f"{axis}GRAV", "acceleration", 0.0) or 0.0 for axis in "IJK"
    ]
    return vector3(read)


def _note_others(deck: Deck) -> None:
    """Note the statements that are not modelled."""
    for statement in deck.statements:
        topic = NOT_MODELED.get(statement.keyword)
        if topic is not None:
            deck.unread.note(topic, statement)


def _model(mechanism: Mechanism, deck: Deck, strict: bool) -> Model:
    """Return the model; raise all problems of the file and of the mechanism at once."""
    own = [*deck.reading.all_problems(), *deck.unread.problems()]
    broken = any(problem.severity == "error" for problem in own)
    try:
        model = mechanism.build()
    except ModelError as error:
        found = [p for p in error.problems if p.severity == "error" or not broken]
        raise ModelError(_by_severity([*own, *found], strict)) from None
    if broken:
        raise ModelError(_by_severity(own, strict))
    notices = _by_severity([*own, *model.notices], strict)
    if any(problem.severity == "error" for problem in notices):
        raise ModelError([p for p in notices if p.severity != "notice"])
    return replace(model, notices=tuple(sorted_problems(notices)))


def _by_severity(problems: list[Problem], strict: bool) -> list[Problem]:
    """Return the problems once each; with strict, warnings are errors."""
    found = list(dict.fromkeys(problems))
    if not strict:
        return found
    return [replace(p, severity="error") if p.severity == "warning" else p for p in found]
