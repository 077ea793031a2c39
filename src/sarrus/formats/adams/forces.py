"""Springs, bushings, beams, and forces by function expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.errors import Location
from sarrus.formats.adams.deck import Deck, Marker, PartOfDeck
from sarrus.formats.adams.function_expressions import Evaluation, Law, Laws, state_name
from sarrus.formats.adams.functions import product as scaled
from sarrus.formats.adams.joints import JointReader
from sarrus.formats.adams.statements import Statement
from sarrus.late_dataclass import dataclass
from sarrus.model.building.orientation import product
from sarrus.model.forces.user_motion import Motion
from sarrus.model.mechanism import Mechanism
from sarrus.model.pose import Pose, vector3
from sarrus.spatial.arrays import Array, cross, length

TRANSLATION, ROTATION = "TRANSLATION", "ROTATION"
TOGETHER = "__at_i"
"""The point of the other body where a force reacts that has no marker of its own there."""


@dataclass
class ForceReader:
    """Reads force statements, and adds them to a mechanism."""

    deck: Deck
    mechanism: Mechanism
    laws: Laws
    joints: JointReader

    def read(self) -> None:
        """Read all forces."""
        for keyword, read in (
            ("SPRINGDAMPER", self._spring),
            ("BUSHING", self._bushing),
            ("FIELD", self._field),
            ("BEAM", self._beam),
            ("SFORCE", self._scalar_force),
            ("VFORCE", self._vector_force),
            ("VTORQUE", self._vector_force),
            ("GFORCE", self._vector_force),
            ("FRICTION", self._friction),
        ):
            for statement in self.deck.all(keyword):
                read(statement)

    def _one_of(self, statement: Statement, *words: str) -> str | None:
        named = [word for word in words if statement.has(word)]
        if len(named) == 1:
            return named[0]
        rule = f"must say one of {' and '.join(words)}"
        self.deck.reading.report(statement, "M28" if named else "M09", rule)
        return None

    def _source(self, statement: Statement, **names: str) -> dict[str, Location]:
        places = statement.places
        found = {"": statement.place}
        found |= {own: places[name] for own, name in names.items() if name in places}
        return found

    def _spring(self, statement: Statement) -> None:
        kind = self._one_of(statement, TRANSLATION, ROTATION)
        pair = self.deck.pair(statement)
        if kind is None or pair is None:
            return
        i, j = pair
        numbers = self.deck.numbers
        if kind == TRANSLATION:
            read = [
                numbers.one(statement, name, quantity, 0.0)
                for name, quantity in (
                    ("K", "stiffness"), ("C", "damping"), ("FORCE", "force"), ("LENGTH", "length"),
                )
            ]  # fmt: skip
            if None in read:
                return
            k, c, force, rest = (value or 0.0 for value in read)
            name = self.deck.name("force", statement)
            self.mechanism.spring_damper(
                name, j.part.name, i.part.name, on_a=j.pose.position, on_b=i.pose.position,
                k=k, c=c, free_length=rest, preload=-force if force else None,
                source=self._source(statement, k="K", c="C", free_length="LENGTH"),
            )  # fmt: skip
            return
        read = [
            numbers.one(statement, name, quantity, 0.0)
            for name, quantity in (
                ("KT", "torsional stiffness"), ("CT", "torsional damping"),
                ("TORQUE", "torque"), ("ANGLE", "angle"),
            )
        ]  # fmt: skip
        if None in read:
            return
        k, c, torque, rest = (value or 0.0 for value in read)
        about = self.joints.angle(i, j)
        name = self.deck.name("force", statement)
        if about is not None:
            # the angle is start + sign (coordinate - at); it rests where that is ANGLE
            free = about.at + about.sign * (rest - about.start)
            joint, _, coordinate = about.coordinate.rpartition(".")
            self.mechanism.joint_spring(
                name, joint, k, c, coordinate=coordinate, free=free + 0.0,
                preload=about.sign * torque + 0.0, source=self._source(statement, k="KT", d="CT"),
            )  # fmt: skip
            return
        topic = "turning springs without a joint about their axis count no whole turns"
        self.deck.unread.note(topic, statement)

        def moments(motion: Motion) -> list[Any]:
            """Return the moments of a spring and damper about z of J."""
            now = Evaluation(self.laws, motion)
            angle, rate = now.angle("AZ", i, j), now.turn_rate(i, j)
            size = torque - k * (angle - rest) - c * rate
            return _pair_of_moments(motion, i.part, j.part, size * now.axis(j, 2))

        self.mechanism.user_force(name, moments, source=self._source(statement))

    def _bushing(self, statement: Statement) -> None:
        pair = self.deck.pair(statement)
        numbers = self.deck.numbers
        read = {
            name: numbers.all(statement, name, quantity, 3, 3)
            for name, quantity in (
                ("K", "stiffness"), ("KT", "torsional stiffness"),
                ("C", "damping"), ("CT", "torsional damping"),
                ("FORCE", "force"), ("TORQUE", "torque"),
            )
        }  # fmt: skip
        broken = any(statement.has(name) and value is None for name, value in read.items())
        if pair is None or broken:
            return
        zero = [0.0, 0.0, 0.0]
        six = [
            [*(read[a] or zero), *(read[b] or zero)]
            for a, b in (("K", "KT"), ("C", "CT"), ("FORCE", "TORQUE"))
        ]
        self._six(statement, pair, six[0], six[1], six[2], Pose())

    def _six(
        self,
        statement: Statement,
        pair: tuple[Marker, Marker],
        stiffness: Any,
        damping: Any,
        preload: Sequence[float],
        rest: Pose,
    ) -> None:
        """Add six springs and dampers; rest: the pose of I seen from J where they are free."""
        i, j = pair
        self.mechanism.bushing(
            self.deck.name("force", statement),
            j.part.name,
            i.part.name,
            stiffness,
            damping,
            preload=list(preload) if any(preload) else None,
            on_a=product(j.pose, rest),
            on_b=i.pose,
            source=self._source(statement, stiffness="K", damping="C"),
        )

    def _field(self, statement: Statement) -> None:
        reading, pair = self.deck.reading, self.deck.pair(statement)
        if statement.has("FUNCTION"):
            rule = "is a force by a program of a user, which is not run; it is left out"
            reading.report(statement, "F24", rule, attribute="FUNCTION", severity="warning")
            return
        K = self._matrix(statement, "KMATRIX", "stiffness")
        C = self._matrix(statement, "CMATRIX", "damping") if statement.has("CMATRIX") else None
        ratio = self.deck.numbers.one(statement, "CRATIO", "time", 0.0)
        rest = self._six_numbers(statement, "LENGTH", ("length", "angle"))
        force = self._six_numbers(statement, "FORCE", ("force", "torque"))
        if pair is None or K is None or ratio is None or rest is None or force is None:
            return
        if statement.has("CMATRIX") and C is None:
            return
        if any(rest[3:]):
            rule = "has angles at rest, which are not held; they are taken as 0"
            reading.report(statement, "F24", rule, attribute="LENGTH", severity="warning")
        damping = C if C is not None else ratio * K
        pose = Pose(vector3(rest[:3]))
        self._six(statement, pair, K.tolist(), damping.tolist(), force, pose)

    def _matrix(self, statement: Statement, name: str, kind: str) -> np.ndarray | None:
        """Return 36 numbers, column after column, as a matrix for shifts and turns."""
        argument = statement.get(name)
        if argument is None or len(argument.items) != 36:
            count = 0 if argument is None else len(argument.items)
            rule = f"must be 36 numbers, not {count}"
            self.deck.reading.report(statement, "M25", rule, attribute=name)
            return None
        kinds = (kind, f"{kind} between shift and turn", f"torsional {kind}")
        found = np.zeros((6, 6))
        for n, item in enumerate(argument.items):
            column, row = divmod(n, 6)
            quantity = kinds[(row > 2) + (column > 2)]
            value = self.deck.numbers.item(statement, name, item, quantity, n)
            if value is None:
                return None
            found[row, column] = value
        return found

    def _six_numbers(
        self, statement: Statement, name: str, quantities: tuple[str, str]
    ) -> list[float] | None:
        """Return three numbers of one quantity and three of another; zeros if not given."""
        argument = statement.get(name)
        if argument is None:
            return [0.0] * 6
        if len(argument.items) != 6:
            rule = f"must be 6 numbers, not {len(argument.items)}"
            self.deck.reading.report(statement, "M25", rule, attribute=name)
            return None
        found = []
        for k, item in enumerate(argument.items):
            value = self.deck.numbers.item(statement, name, item, quantities[k > 2], k)
            if value is None:
                return None
            found.append(value)
        return found

    def _beam(self, statement: Statement) -> None:
        pair, numbers = self.deck.pair(statement), self.deck.numbers
        formulation = statement.get("FORMULATION")
        if formulation is not None and not "LINEAR".startswith(formulation.text.upper()[:3]):
            rule = "is not held; the beam is linear"
            self.deck.reading.report(
                statement, "F24", rule, attribute="FORMULATION", severity="warning"
            )
        if statement.has("CMATRIX"):
            rule = "is not held; give CRATIO"
            self.deck.reading.report(
                statement, "F24", rule, attribute="CMATRIX", severity="warning"
            )
        read: dict[str, Any] = {}
        for name, own, quantity, usual in BEAM:
            value = numbers.one(statement, name, quantity, usual)
            if value is not None:
                read[own] = value
        if pair is None or len(read) < len(BEAM):
            return
        i, j = pair
        self.mechanism.beam(
            self.deck.name("force", statement),
            j.part.name,
            i.part.name,
            on_a=j.pose,
            on_b=i.pose,
            source=self._source(statement, **{own: name for name, own, _, _ in BEAM}),
            **read,
        )

    def _law(self, statement: Statement, name: str = "FUNCTION") -> Law | None:
        """Return the law of an argument; None, and a word about it, where it cannot be held."""
        argument = statement.get(name)
        text = argument.items[0].text if argument is not None and argument.items else ""
        if text.upper().lstrip().startswith("USER") and statement.keyword != "VARIABLE":
            rule = "is a program of a user, which is not run; the statement is left out"
            self.deck.reading.report(statement, "F24", rule, attribute=name, severity="warning")
            return None
        return self.laws.of(statement, name)

    def _scalar_force(self, statement: Statement) -> None:
        kind = self._one_of(statement, TRANSLATION, ROTATION)
        alone = statement.has("ACTIONONLY")
        pair = self.deck.pair(statement, same=alone)
        law = self._law(statement)
        if kind is None or pair is None or law is None:
            return
        i, j = pair
        units = self.deck.units
        unit = float(units.factor("force" if kind == TRANSLATION else "torque"))

        def loads(motion: Motion) -> list[Any]:
            """Return the loads of a force or torque between two markers."""
            now = Evaluation(self.laws, motion)
            size = scaled(now.value(law.expression), unit)
            if kind == ROTATION:
                other = None if alone else j.part
                return _pair_of_moments(motion, i.part, other, size * now.axis(j, 2))
            if alone:
                return _pair_of_forces(motion, i, None, size * now.axis(j, 2))
            gap = now.gap(i, j)
            return _pair_of_forces(motion, i, j, size / length(gap) * gap)

        self._add(statement, loads, [law])

    def _vector_force(self, statement: Statement) -> None:
        reading = self.deck.reading
        i = self.deck.marker(statement, "I")
        number = self.deck.numbers.number_of(statement, "JFLOAT")
        rm = self.deck.marker(statement, "RM", needed=False)
        if i is None or number is None or (rm is None and statement.has("RM")):
            return
        floating = self.deck.floating.get(number)
        marker = self.deck.markers.get(number)
        other = floating if floating is not None else marker.part if marker is not None else None
        if other is None:
            self.deck.unknown(statement, "JFLOAT", "MARKER", number, self.deck.floating)
            return
        if other is i.part:
            rule = f"has I and JFLOAT on {other.statement.path}"
            reading.report(statement, "M08", rule, attribute="JFLOAT")
            return
        if statement.has("FUNCTION"):
            self._law(statement)
            if not statement.get("FUNCTION").items[0].text.upper().startswith("USER"):  # type: ignore[union-attr]
                rule = "gives no components; write FX=, FY= and FZ="
                reading.report(statement, "M09", rule, attribute="FUNCTION")
            return
        laws: dict[str, Law] = {}
        for name in ("FX", "FY", "FZ", "TX", "TY", "TZ"):
            if statement.has(name):
                law = self._law(statement, name)
                if law is None:
                    return
                laws[name] = law
        if not laws:
            reading.report(statement, "M09", "has no components")
            return
        units = self.deck.units
        force, torque = float(units.factor("force")), float(units.factor("torque"))

        def loads(motion: Motion) -> list[Any]:
            """Return the force and the torque of components in the axes of RM."""
            now = Evaluation(self.laws, motion)
            found: list[Any] = []
            axes = [now.axis(rm, k) for k in range(3)]
            for letter, unit in (("F", force), ("T", torque)):
                total = _sum(
                    scaled(now.value(laws[name].expression), unit) * axes[k]
                    for k, name in enumerate(f"{letter}{axis}" for axis in "XYZ")
                    if name in laws
                )
                if total is None:
                    continue
                if letter == "T":
                    found += _pair_of_moments(motion, i.part, other, total)
                    continue
                found.append(_force_on(motion, i, total))
                if not other.is_ground:
                    arm = now.position(i) - motion.position(TOGETHER)
                    found.append(motion.force(TOGETHER, -total))
                    found.append(motion.moment(other.name, -cross(arm, total)))
            return [load for load in found if load is not None]

        points = {} if other.is_ground else {TOGETHER: (other.name, other.pose.position)}
        self._add(statement, loads, list(laws.values()), points)

    def _add(
        self,
        statement: Statement,
        loads: Callable[[Motion], Any],
        laws: Sequence[Law],
        points: Mapping[str, Any] | None = None,
    ) -> None:
        """Add a force by functions, with the first-order equations that it depends on."""
        states: dict[int, Any] = {}
        for law in laws:
            states |= law.states()
        options: dict[str, Any] = {"points": points} if points else {}
        if states:
            per_second = float(1 / self.deck.units.time)
            starts = {}
            for number in states:
                equation = self.deck.tables["DIFF"][number]
                start = self.deck.numbers.one(equation, "IC", "number", 0.0)
                starts[state_name(number)] = (start or 0.0, "dimensionless")

            def rates(motion: Motion) -> dict[str, Any]:
                """Return the rates of the states, by name."""
                now = Evaluation(self.laws, motion)
                return {
                    state_name(number): scaled(now.value(expression), per_second)
                    for number, expression in states.items()
                }

            options |= {"states": starts, "rates": rates}
        loads.__qualname__ = statement.path
        self.mechanism.user_force(
            self.deck.name("force", statement),
            loads,
            source=self._source(statement, function="FUNCTION"),
            **options,
        )

    def _friction(self, statement: Statement) -> None:
        """Add friction in a revolute or translational joint in proportion to its load."""
        reading, numbers = self.deck.reading, self.deck.numbers
        number = numbers.number_of(statement, "JOINT")
        joint = None if number is None else self.joints.find(statement, "JOINT", number)
        if joint is None:
            return
        if joint.kind not in ("revolute", "prismatic"):
            rule = (
                f"is of {joint.statement.path}, and is held for revolute and translational joints"
            )
            reading.report(statement, "F24", f"{rule}; it is left out", severity="warning")
            return
        turns = joint.kind == "revolute"
        speed = "STICTION_TRANSITION_VELOCITY"
        read = {
            "mu": numbers.one(statement, "MU_DYNAMIC", "number"),
            "static": numbers.one(statement, "MU_STATIC", "number"),
            "transition": numbers.one(statement, speed, "velocity", 0.1 * self._length()),
            "radius": numbers.one(statement, "PIN_RADIUS", "length", self._length()),
            "pivot": numbers.one(statement, "FRICTION_ARM", "length", self._length()),
        }
        if None in read.values():
            return
        mu, static, transition, radius, pivot = (value or 0.0 for value in read.values())
        sizes: dict[str, Any] = {}
        if turns:
            sizes = {"radius": radius, "pivot": pivot or None}
        rise = transition / radius if turns and radius > 0.0 else transition
        name = self.deck.name("force", statement)
        self.mechanism.bearing_friction(
            name, joint.name, mu, max(static, mu), smoothing=rise / 10.0, stribeck=rise,
            source=self._source(statement, mu="MU_DYNAMIC", static="MU_STATIC"), **sizes,
        )  # fmt: skip
        topic = (
            "friction of joints rises with the speed, without stiction; preloads and bending "
            "moments do not rub"
        )
        self.deck.unread.note(topic, statement)

    def _length(self) -> float:
        return float(self.deck.units.length)


BEAM: tuple[tuple[str, str, str, float | None], ...] = (
    ("LENGTH", "length", "length", None),
    ("AREA", "area", "area", None),
    ("IXX", "torsion_constant", "second moment of area", None),
    ("IYY", "second_moment_y", "second moment of area", None),
    ("IZZ", "second_moment_z", "second moment of area", None),
    ("EMODULUS", "young_modulus", "modulus", None),
    ("GMODULUS", "shear_modulus", "modulus", None),
    ("ASY", "shear_ratio_y", "number", 0.0),
    ("ASZ", "shear_ratio_z", "number", 0.0),
    ("CRATIO", "damping_time", "time", 0.0),
)
"""The arguments of BEAM, our options, what they are, and their usual values."""


def _sum(terms: Any) -> Any:
    total = None
    for term in terms:
        total = term if total is None else total + term
    return total


def _force_on(motion: Motion, marker: Marker, force: Array) -> Any:
    return None if marker.part.is_ground else motion.force(marker.name, force)


def _pair_of_forces(motion: Motion, i: Marker, j: Marker | None, force: Array) -> list[Any]:
    """Return a force on I and its reaction on J, but for what acts on ground."""
    found = [_force_on(motion, i, force)]
    if j is not None:
        found.append(_force_on(motion, j, -force))
    return [load for load in found if load is not None]


def _pair_of_moments(
    motion: Motion, i: PartOfDeck, j: PartOfDeck | None, moment: Array
) -> list[Any]:
    """Return a moment on the part of I and its reaction, but for what acts on ground."""
    found = [] if i.is_ground else [motion.moment(i.name, moment)]
    if j is not None and not j.is_ground:
        found.append(motion.moment(j.name, -moment))
    return found
