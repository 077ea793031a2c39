"""MOTION, SENSOR, REQUEST and joint conditions: sections of a study in the words of model files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sarrus.formats.adams.deck import Deck, Marker
from sarrus.formats.adams.expressions import parse_expression
from sarrus.formats.adams.function_expressions import Evaluation, Law, Laws
from sarrus.formats.adams.functions import difference as less
from sarrus.formats.adams.functions import product
from sarrus.formats.adams.joints import JointOfDeck, JointReader
from sarrus.formats.adams.language import COLUMNS
from sarrus.formats.adams.statements import Statement
from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND
from sarrus.model.building.orientation import inverse
from sarrus.model.building.orientation import product as composed
from sarrus.model.expressions import ExpressionError
from sarrus.model.forces.formula import Formula
from sarrus.model.forces.recorder import NotTraceable, attempt, single, traced_formula
from sarrus.model.forces.user_motion import Motion
from sarrus.model.joints import TYPES
from sarrus.model.mechanism import Mechanism

KINDS = ("DISPLACEMENT", "VELOCITY", "ACCELERATION")
CHANNELS = {"DISPLACEMENT": "position", "VELOCITY": "velocity", "ACCELERATION": "acceleration"}
WORLD = {
    f"{letter}{axis}": f"{what}.{axis.lower()}"
    for letter, what in (
        ("D", "position"), ("V", "velocity"), ("ACC", "acceleration"), ("W", "angular_velocity"),
        ("WDT", "angular_acceleration"),
    )
    for axis in "XYZ"
}  # fmt: skip
"""The channels of a marker that functions of one marker in the world are."""
READ = {**dict.fromkeys(WORLD, (1, 4)), "AZ": (1, 2)}
DIRECTIONS = {"GE": "up", "LE": "down", "EQ": "both"}
LEFT_OUT = "it is left out"


@dataclass
class SectionReader:
    """Makes the sections of a study of the statements that are no part of a model."""

    deck: Deck
    mechanism: Mechanism
    laws: Laws
    joints: JointReader

    def sections(self) -> dict[str, Any]:
        """Return the sections that are not empty."""
        found = {
            "assembly": self._assembly(),
            "drives": self._drives(),
            "events": self._events(),
            "outputs": self._outputs(),
        }
        return {name: section for name, section in found.items() if section}

    def _warn(self, statement: Statement, rule: str, attribute: str = "", action: str = "") -> None:
        self.deck.reading.report(
            statement, "F24", rule, attribute=attribute, action=action, severity="warning"
        )

    def _assembly(self) -> dict[str, Any]:
        """Return what joints ask for at the start: ICROT and ICTRAN, value and rate."""
        wanted: dict[str, float] = {}
        rates: dict[str, float] = {}
        for joint in self.joints.joints.values():
            for argument, turns, value, rate in (
                ("ICROT", True, "angle", "angular velocity"),
                ("ICTRAN", False, "length", "velocity"),
            ):
                given = joint.statement.get(argument)
                if given is None:
                    continue
                names = self._names(joint, turns)
                if names is None or not 1 <= len(given.items) <= 2:
                    rule = "is not held: it must be one or two numbers, of a motion of the joint"
                    self._warn(joint.statement, rule, argument)
                    continue
                for items, kind, table, name in zip(
                    given.items, (value, rate), (wanted, rates), names, strict=False
                ):
                    number = self.deck.numbers.item(joint.statement, argument, items, kind)
                    if number is not None:
                        table[name] = number
        if rates and self.mechanism.starts:
            first = next(
                j.statement for j in self.joints.joints.values()
                if j.statement.has("ICROT") or j.statement.has("ICTRAN")
            )  # fmt: skip
            self._warn(first, "gives rates beside velocities of parts; those of the parts count")
            rates = {}
        return {k: v for k, v in (("wanted", wanted), ("rates", rates)) if v}

    def _names(self, joint: JointOfDeck, turns: bool) -> tuple[str, str] | None:
        """Return the names of the angle or displacement of a joint, and of its rate."""
        if not (joint.turns if turns else joint.slides):
            return None
        kind = TYPES[joint.kind]
        unit = "rad" if turns else "m"
        k = next(k for k, c in enumerate(kind.coordinates) if c.unit == unit)
        return f"{joint.name}.{kind.coordinates[k].name}", f"{joint.name}.{kind.velocities[k].name}"

    def _drives(self) -> dict[str, Any]:
        """Return the motions of joints as laws of time."""
        found: dict[str, Any] = {}
        for statement in self.deck.all("MOTION"):
            joint = self._moved_joint(statement)
            if joint is None:
                continue
            turns = statement.has("ROTATION") or any(
                statement.has(word) for word in ("B1", "B2", "B3")
            )
            if not turns and not statement.has("TRANSLATION") and not statement.has("Z"):
                turns = joint.turns
            names = self._names(joint, turns)
            if names is None:
                rule = f"moves {joint.statement.path} in a way that it does not; {LEFT_OUT}"
                self._warn(statement, rule)
                continue
            law = self._law_of_time(statement, joint, turns)
            if law is None:
                continue
            if names[0] in found:
                rule = f"is a second motion of {joint.statement.path}"
                self.deck.reading.report(statement, "M07", rule)
                continue
            found[names[0]] = law
        return found

    def _moved_joint(self, statement: Statement) -> JointOfDeck | None:
        if statement.has("JOINT"):
            number = self.deck.numbers.number_of(statement, "JOINT")
            return None if number is None else self.joints.find(statement, "JOINT", number)
        pair = self.deck.pair(statement)
        if pair is None:
            return None
        joint = self.joints.joint_of(*pair)
        along = [word for word in ("Z", "B3") if statement.has(word)]
        if joint is None or not along:
            rule = f"moves two markers that no joint holds in its other directions; {LEFT_OUT}"
            action = "write a JOINT with these markers, and the motion of the joint"
            self._warn(statement, rule, action=action)
            return None
        return joint

    def _law_of_time(self, statement: Statement, joint: JointOfDeck, turns: bool) -> Any:
        """Return the law of a motion in the words of model files; None where it is not held."""
        function = statement.get("FUNCTION")
        text = function.items[0].text if function is not None and function.items else ""
        if text.upper().startswith("USER"):
            self._warn(
                statement, f"is a program of a user, which is not run; {LEFT_OUT}", "FUNCTION"
            )
            return None
        law = self.laws.of(statement)
        if law is None:
            return None
        if law.moves():
            rule = f"depends on more than the time, which a motion cannot here; {LEFT_OUT}"
            self._warn(statement, rule, "FUNCTION")
            return None
        order = 1 if statement.has("VELOCITY") else 2 if statement.has("ACCELERATION") else 0
        units = self.deck.units
        unit = 1.0 if turns else float(units.length)
        unit /= float(units.time) ** order
        formula = self._formula(statement, law, unit)
        if formula is None:
            return None
        if order:
            size = _constant(formula)
            if size is None:
                rule = f"gives a rate that changes with time, which is not held; {LEFT_OUT}"
                action = "write the motion as a DISPLACEMENT"
                self._warn(statement, rule, "FUNCTION", action)
                return None
            start = self._start_of_motion(statement, joint, turns)
            if start is None:
                return None
            place, rate = start
            pace: float = size
            if order == 1:
                formula = traced_formula(lambda t: place + pace * t, "t")
            else:
                formula = traced_formula(lambda t: place + t * (rate + 0.5 * pace * t), "t")
        from sarrus.formats.writing.law_records import function_record  # for motions only

        constant = _constant(formula)
        return constant if constant is not None else function_record("MOTION", formula, ("t",))

    def _start_of_motion(
        self, statement: Statement, joint: JointOfDeck, turns: bool
    ) -> tuple[float, float] | None:
        """Return value and rate at the start of a motion that is given by its rate."""
        drawn = composed(inverse(joint.j.world), joint.i.world).position[2]
        usual = joint.angle_at_start if turns else float(drawn)
        kinds = ("angle", "angular velocity") if turns else ("length", "velocity")
        place = self.deck.numbers.one(statement, "ICDISP", kinds[0], usual)
        rate = self.deck.numbers.one(statement, "ICVEL", kinds[1], 0.0)
        return None if place is None or rate is None else (place, rate)

    def _formula(self, statement: Statement, law: Law, unit: float) -> Formula | None:
        def value(t: Any) -> Any:
            """Return the value in SI units."""
            return product(law.of_time(t), unit)

        value.__qualname__ = statement.path
        try:
            return traced_formula(value, "t")
        except NotTraceable as problem:
            rule = f"cannot be used as a law: {problem.reason}"
            self.deck.reading.report(statement, "M29", rule, attribute="FUNCTION")
            return None

    def _events(self) -> list[dict[str, Any]]:
        """Return the sensors that end a run."""
        found = []
        for statement in self.deck.all("SENSOR"):
            if not statement.has("HALT") and not statement.has("RETURN"):
                self.deck.unread.note("sensors that do not end a run", statement)
                continue
            function = statement.get("FUNCTION")
            text = function.items[0].text if function is not None and function.items else ""
            if text.upper().startswith("USER"):
                rule = f"is a program of a user, which is not run; {LEFT_OUT}"
                self._warn(statement, rule, "FUNCTION")
                continue
            law = self.laws.of(statement)
            value = self.deck.numbers.one(statement, "VALUE", "number", 0.0)
            if law is None or value is None:
                continue
            watched = self._text_of_motion(statement, law, value)
            if watched is None:
                rule = f"watches a quantity that events cannot watch here; {LEFT_OUT}"
                self._warn(statement, rule, "FUNCTION", "write an event in a model file")
                continue
            word = next((w for w in DIRECTIONS if statement.has(w)), "EQ")
            name = self.deck.name("event", statement)
            event = {"name": name, "when": watched, "do": "stop", "direction": DIRECTIONS[word]}
            found.append(event)
        return found

    def _text_of_motion(self, statement: Statement, law: Law, value: float) -> str | None:
        """Return an expression of the state that is zero at the event; None where there is none."""
        if law.states():
            return None
        motion = self._motion()

        def difference(of: Motion) -> Any:
            """Return what is watched, less the value."""
            return less(Evaluation(self.laws, of).value(law.expression), value)

        try:
            result = attempt(difference, difference, motion)
            formula = single(motion.recorder, difference, result)
        except NotTraceable:
            return None
        if any(kind.startswith("axis") for kind, _, _ in motion.reads):
            return None
        from sarrus.formats.writing.formula_text import formula_text  # for sensors only

        names = []
        for kind, target, k in motion.reads:
            if kind == "time":
                names.append("t")
            elif kind in ("coordinate", "rate"):
                names.append(f"{kind}({target})")
            else:
                names.append(f"{kind.replace(' ', '_')}({target}, {'xyz'[k]})")
        if not all(_is_plain(name) for name in names) or not names:
            return None
        written = formula_text(formula, names)
        return None if written.let or written.curves else written.values[0]

    def _motion(self) -> Motion:
        """Return a motion that writes down what is read of it."""
        names = {
            f"{draft.name}.{c.name}": k
            for draft in self.mechanism.joints
            for k, c in enumerate(TYPES[draft.type_name].coordinates)
        }
        frames = {marker.name: marker.part.name for marker in self.deck.markers.values()}
        bodies = frozenset({GROUND, *(part.name for part in self.deck.parts.values())})
        return Motion(frames, bodies, names, names, frozenset())

    def _outputs(self) -> list[str]:
        """Return the channels that requests ask for."""
        found: dict[str, None] = {}
        for statement in self.deck.all("REQUEST"):
            kind = next((word for word in KINDS if statement.has(word)), "")
            columns = [name for name in COLUMNS if statement.has(name)]
            if columns:
                listed = [self._column(statement, name) for name in columns]
                channels = [name for name in listed if name is not None]
            elif statement.has("FORCE") or not kind:
                channels = self._joint_load(statement)
            else:
                channels = self._relative_motion(statement, kind)
            if not channels:
                topic = "requests that are no channels here; ask the history by name"
                self.deck.unread.note(topic, statement)
            found |= dict.fromkeys(channels)
        return list(found)

    def _column(self, statement: Statement, name: str) -> str | None:
        """Return the channel that a function of a request is: of a marker in the world, or AZ."""
        argument = statement.get(name)
        if argument is None or not argument.items:
            return None
        try:
            expression = parse_expression(argument.items[0].text, READ, {})
        except ExpressionError:
            return None
        last = expression.steps[-1]
        numbers = [expression.integer(k) for k in range(len(expression.steps) - 1)]
        if last.operation != "call" or None in numbers:
            return None
        named = [self.deck.markers.get(number or 0) for number in numbers]
        marker = named[0] if named else None
        word = str(last.content)
        if marker is None:
            return None
        if word in WORLD and not any(numbers[1:]):
            return f"{marker.name}.{WORLD[word]}"
        other = named[1] if len(named) > 1 else None
        about = self.joints.angle(marker, other) if word == "AZ" and other is not None else None
        plain = about is not None and about.sign > 0.0 and about.start == about.at
        return about.coordinate if about is not None and plain else None

    def _markers(self, statement: Statement) -> Mapping[str, Marker | None] | None:
        found: dict[str, Marker | None] = {}
        for name in ("I", "J", "RM"):
            marker = self.deck.marker(statement, name, needed=False)
            argument = statement.get(name)
            number = argument.items[0].text.strip("0") if argument and argument.items else ""
            if marker is None and number:
                return None
            found[name] = marker
        return found

    def _relative_motion(self, statement: Statement, kind: str) -> list[str]:
        """Return the motion of a marker in the world; of others there are no channels."""
        markers = self._markers(statement)
        if markers is None or markers["I"] is None:
            return []
        j, rm = markers["J"], markers["RM"]
        in_world = j is None or (
            j.part.is_ground and (kind != "DISPLACEMENT" or not any(j.world.position))
        )
        straight = rm is None or (
            rm.part.is_ground and np.array_equal(np.array(rm.world.rotation), np.eye(3))
        )
        return [f"{markers['I'].name}.{CHANNELS[kind]}"] if in_world and straight else []

    def _joint_load(self, statement: Statement) -> list[str]:
        """Return the reaction of the joint between two markers."""
        if not statement.has("FORCE"):
            return []
        markers = self._markers(statement)
        if markers is None or markers["I"] is None or markers["J"] is None:
            return []
        i, j = markers["I"], markers["J"]
        joint = self.joints.joint_of(i, j) or self.joints.joint_of(j, i)
        if joint is None:
            return []
        return [f"{joint.name}.reaction.force", f"{joint.name}.reaction.moment"]


def _constant(formula: Formula) -> float | None:
    """Return the value of a formula that has no argument in use; None for others."""
    if any(step[0] == "argument" for step in _used_steps(formula)):
        return None
    return float(formula(0.0))


def _used_steps(formula: Formula) -> list[Any]:
    needed, found = set(formula.results), []
    for place in reversed(range(len(formula.steps))):
        if place not in needed:
            continue
        step = formula.steps[place]
        found.append(step)
        if step[0] == "curve":
            needed.add(step[3])
        elif step[0] not in ("argument", "number"):
            needed.update(step[1:])
    return found


def _is_plain(name: str) -> bool:
    """Whether the names within a reading are words, as expressions need them."""
    inner = name.partition("(")[2].rstrip(")")
    return all(part.strip().isidentifier() for part in inner.replace(".", ",").split(",") if part)
