"""<actuator>: drives on joints, tendons and sites, with their controls held.

The force of a drive is that of MuJoCo's general one, with the control u (or the activation that it
has at rest), the length l and speed of what it drives:

    f = (g0 + g1 l + g2 dl/dt) u + b0 + b1 l + b2 dl/dt
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import field

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.formats.mjcf.compiler import choice
from sarrus.formats.mjcf.document import ACTUATORS, Document, Resolved
from sarrus.formats.mjcf.masses import reference_mass_matrix
from sarrus.formats.mjcf.parts import Scene
from sarrus.formats.mjcf.tendons import TendonPart
from sarrus.formats.xml.reading import NO_UNIT
from sarrus.formats.xml.tree import Element
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest

TARGETS = ("joint", "jointinparent", "tendon", "site", "body", "cranksite", "slidersite", "refsite")
PLAIN = (
    *("name", "class", "group", "ctrllimited", "forcelimited", "actlimited", "ctrlrange"),
    *("forcerange", "actrange", "lengthrange", "gear", "cranklength", "user", "actdim", "actearly"),
    *("armature", "damping", "dyntype", "dynprm", "gaintype", "gainprm", "biastype", "biasprm"),
    *("inheritrange", "input", "nsample", "interp", "delay", "velrange", "ffrange"),
)
OWN = {
    "general": (), "motor": (), "plugin": (),
    "position": ("kp", "kv", "dampratio", "timeconst"),
    "velocity": ("kv",),
    "intvelocity": ("kp", "kv", "dampratio"),
    "damper": ("kv",),
    "cylinder": ("timeconst", "area", "diameter", "bias"),
    "adhesion": ("gain",),
    "muscle": (
        "timeconst", "tausmooth", "range", "force", "scale", "lmin", "lmax", "vmax", "fpmax",
        "fvmax",
    ),
    "pid": ("kp", "ki", "kv", "dampratio", "imax", "slewmax", "posrange"),
    "orientation": ("kp", "kv", "dampratio"),
    "dcmotor": (
        "cogging", "controller", "inductance", "lugre", "motorconst", "nominal", "resistance",
        "saturation", "thermal",
    ),
}  # fmt: skip
NOT_READ = ("muscle", "adhesion", "pid", "orientation", "dcmotor", "plugin")
NOT_MODELLED = "drives of this kind are left out"
HELD = "drives have their controls held; give `simulate` the efforts of motors as inputs"


@dataclass
class Drive:
    """A drive: numbers of its law, its control, and what it acts on."""

    name: str
    element: Resolved
    gain: list[float] = field(default_factory=lambda: [1.0, 0.0, 0.0])
    bias: list[float] = field(default_factory=lambda: [0.0, 0.0, 0.0])
    """Where the last of them is above 0, it is a damping ratio until `_numbers`."""
    affine: list[bool] = field(default_factory=lambda: [False, False])
    """Whether gain and bias depend on length and speed."""
    dynamics: str = "none"
    gear: list[float] = field(default_factory=lambda: [1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    target: str = ""
    """A joint, tendon or site, or "" where there is nothing that is modelled."""
    kind: str = ""
    control: float = 0.0
    armature: float = 0.0
    damping: float = 0.0
    inherited_range: float = 0.0
    """Part of the range of what a servo drives that its control has; 0 for none."""

    @property
    def constant(self) -> float:
        """The force at length and speed zero."""
        return self.gain[0] * self.control + self.bias[0]

    @property
    def by_length(self) -> float:
        """Its derivative by the length."""
        return self.gain[1] * self.control + self.bias[1]

    @property
    def by_speed(self) -> float:
        """Its derivative by the speed."""
        return self.gain[2] * self.control + self.bias[2] - self.damping


@dataclass
class DriveReader:
    """Reads the drives of a file."""

    document: Document
    scene: Scene
    tendons: Mapping[str, TendonPart]
    drives: dict[str, Drive] = field(default_factory=dict)

    def read(self) -> dict[str, Drive]:
        """Return the drives by name, in their order."""
        for raw in self.document.elements("actuator"):
            if raw.tag not in ACTUATORS:
                parent = raw.parent
                if parent is not None:
                    self.document.reading.only(parent, ACTUATORS)
                continue
            name = raw.attributes.get("name", "").strip() or f"actuator{len(self.drives) + 1}"
            if name in self.drives:
                self.document.reading.report(
                    raw, "M07", "is the name of two actuators", attribute="name",
                    value=f"'{name[:80]}'",
                )  # fmt: skip
                continue
            self.drives[name] = self._drive(raw, name)
        return self.drives

    def hold(self, controls: Mapping[str, float]) -> None:
        """Set the controls of drives by name."""
        for name, value in controls.items():
            number = value if isinstance(value, (int, float)) else math.nan
            if name not in self.drives:
                action = nearest(str(name)[:80], list(self.drives))
                rule = "is not the name of an actuator"
                raise ModelError(Problem("M09", "controls", rule, f"'{name}'", action=action))
            if not math.isfinite(number):
                rule = "must be a finite number"
                raise ModelError(Problem("M24", f"controls / {name}", rule, repr(value)))
            self.drives[name].control = self._control_in_range(self.drives[name], float(value))

    def _control_in_range(self, drive: Drive, value: float) -> float:
        """Return a control within its range, as MuJoCo takes it."""
        limits = self._range(drive.element, "ctrllimited", "ctrlrange")
        joint = self.scene.joints.get(drive.target) if drive.kind == "joint" else None
        if drive.inherited_range and joint is not None and joint.limits is not None:
            low, high = joint.limits
            middle, half = (low + high) / 2, (high - low) / 2 * drive.inherited_range
            limits = middle - half, middle + half
        return value if limits is None else min(max(value, limits[0]), limits[1])

    def _range(self, element: Resolved, limited: str, name: str) -> tuple[float, float] | None:
        word = element.attributes.get(limited, "auto")
        if name not in element.attributes or word == "false":
            return None
        pair = self.document.reading.numbers(element, name, NO_UNIT, 2, 2)
        return None if pair is None or pair[0] >= pair[1] else (pair[0], pair[1])

    def _drive(self, raw: Element, name: str) -> Drive:
        document = self.document
        layers = document.layers(raw, "actuator")
        merged: dict[str, str] = {}
        for layer in layers:
            merged |= {k: v for k, v in layer.attributes.items() if k in PLAIN}
        merged.pop("class", None)
        merged |= raw.attributes
        element = Resolved(
            raw.tag, merged, raw.source, raw.start, raw.parent, raw.children, raw.text_at,
            own=raw, layers=layers,
        )  # fmt: skip
        document.reading.only(raw, ("config",), (*PLAIN, *TARGETS, *OWN[raw.tag]))
        drive = Drive(name, element)
        if raw.tag in NOT_READ:
            document.unread.note(NOT_MODELLED, raw)
            return drive
        for layer in (*layers, raw):
            if layer.tag not in NOT_READ:
                self._law(drive, layer)
        if not drive.affine[0]:
            drive.gain[1:] = [0.0, 0.0]
        if not drive.affine[1]:
            drive.bias = [0.0, 0.0, 0.0]
        self._target(drive)
        self._numbers(drive)
        return drive

    def _law(self, drive: Drive, layer: Element) -> None:
        """Apply what one element says, a default or the actuator itself, to the law."""
        tag = layer.tag

        def number(attribute: str, usual: float) -> float:
            value = self.document.reading.number(layer, attribute, NO_UNIT, usual)
            return usual if value is None else value

        if "ctrlrange" in layer.attributes or tag not in ("general", "position"):
            drive.inherited_range = 0.0
        if tag == "general":
            self._general(drive, layer)
        elif tag == "motor":
            drive.gain, drive.bias, drive.dynamics = [1.0, 0.0, 0.0], [0.0] * 3, "none"
            drive.affine = [False, False]
        elif tag in ("position", "intvelocity"):
            kp = number("kp", drive.gain[0])
            # the last that is said counts: a damping below 0, or a ratio above
            damping = drive.bias[2]
            if "kv" in layer.attributes:
                damping = -number("kv", 0.0)
            if "dampratio" in layer.attributes:
                damping = number("dampratio", 0.0)
            drive.gain, drive.bias = [kp, 0.0, 0.0], [0.0, -kp, damping]
            drive.affine = [False, True]
            if tag == "position" and "inheritrange" in layer.attributes:
                drive.inherited_range = number("inheritrange", 0.0)
            lag = number("timeconst", 0.0)
            drive.dynamics = "integrator" if tag == "intvelocity" else "filter" if lag else "none"
        elif tag == "velocity":
            kv = number("kv", drive.gain[0])
            drive.gain, drive.bias, drive.dynamics = [kv, 0.0, 0.0], [0.0, 0.0, -kv], "none"
            drive.affine = [False, True]
        elif tag == "damper":
            kv = number("kv", (drive.gain[2] and -drive.gain[2]) or 0.0)
            drive.gain, drive.bias, drive.dynamics = [0.0, 0.0, -kv], [0.0] * 3, "none"
            drive.affine = [True, False]
        elif tag == "cylinder":
            area = number("area", drive.gain[0])
            if "diameter" in layer.attributes:
                area = math.pi / 4 * number("diameter", 0.0) ** 2
            bias = [0.0, 0.0, 0.0]
            if "bias" in layer.attributes:
                bias = self.document.reading.numbers(layer, "bias", NO_UNIT, 3, 3) or bias
            drive.gain, drive.bias, drive.dynamics = [area, 0.0, 0.0], bias, "filter"
            drive.affine = [False, True]

    def _general(self, drive: Drive, layer: Element) -> None:
        document = self.document
        for i, (attribute, words) in enumerate(
            (
                ("gaintype", ("fixed", "affine", "muscle", "user", "dcmotor", "pid")),
                ("biastype", ("none", "affine", "muscle", "user", "dcmotor", "pid")),
            )
        ):
            if attribute not in layer.attributes:
                continue
            word = choice(document, layer, attribute, words, words[0])
            drive.affine[i] = word != words[0]
            if word not in words[:2]:
                document.unread.note(NOT_MODELLED, layer, attribute)
        if "dyntype" in layer.attributes:
            kinds = (
                "none", "integrator", "filter", "filterexact", "muscle", "user", "dcmotor", "pid"
            )  # fmt: skip
            drive.dynamics = choice(document, layer, "dyntype", kinds, "none")
        for attribute, into in (("gainprm", drive.gain), ("biasprm", drive.bias)):
            if attribute in layer.attributes:
                read = document.reading.numbers(layer, attribute, NO_UNIT, 1, 20) or []
                into[: min(3, len(read))] = read[:3]

    def _target(self, drive: Drive) -> None:
        attributes = drive.element.attributes
        found = [name for name in TARGETS if name in attributes]
        kinds = {"jointinparent": "joint"}
        kind = kinds.get(found[0], found[0]) if found else ""
        among: Mapping[str, Mapping[str, object]] = {
            "joint": self.scene.joints, "tendon": self.tendons, "site": self.scene.sites,
        }  # fmt: skip
        if not found:
            rule = "has nothing to act on"
            action = "give joint, tendon or site"
            self.document.reading.report(
                drive.element, "M09", rule, value=f"'{drive.name[:80]}'", action=action
            )
            return
        if kind not in among or "refsite" in attributes:
            self.document.unread.note(NOT_MODELLED, drive.element, found[-1])
            return
        name = attributes[found[0]]
        if name not in among[kind]:
            skipped = kind == "tendon" and any(
                child.attributes.get("name") == name for child in self.document.elements("tendon")
            )
            if skipped:
                self.document.unread.note(NOT_MODELLED, drive.element, found[0])
                return
            value, action = f"'{name[:80]}'", nearest(name[:80], sorted(among[kind]))
            rule = f"is not the name of a {kind}"
            self.document.reading.report(
                drive.element, "M09", rule, attribute=found[0], value=value, action=action
            )
            return
        drive.target, drive.kind = name, kind

    def _numbers(self, drive: Drive) -> None:
        """Read gears, inertia and damping; make a damping ratio a damping."""
        reading, element = self.document.reading, drive.element
        if "gear" in element.attributes:
            gear = reading.numbers(element, "gear", NO_UNIT, 1, 6) or []
            drive.gear[: len(gear)] = gear
        for attribute in ("armature", "damping"):
            if attribute in element.attributes:
                values = reading.numbers(element, attribute, NO_UNIT, 1, 3)
                setattr(drive, attribute, values[0] if values else 0.0)
        ratio = drive.bias[2]
        if ratio > 0.0 and drive.target and drive.bias[1] == -drive.gain[0] < 0.0:
            mass = self.reflected_inertia(drive)
            drive.bias[2] = -2.0 * ratio * math.sqrt(drive.gain[0] * mass)
        drive.control = self._control_in_range(drive, 0.0)

    def force_range(self, drive: Drive) -> tuple[float, float] | None:
        """Return the limits of the force of a drive, None for none."""
        return self._range(drive.element, "forcelimited", "forcerange")

    def bounds(self, drive: Drive) -> tuple[float, float] | None:
        """Return the limits of the force of a drive, by its own range and by that of its joint."""
        own, moments = self.force_range(drive), self.moments(drive)
        if len(moments) != 1:
            return own
        ((name, gear),) = moments.items()
        efforts = self.scene.joints[name].effort_range
        if efforts is None or not gear:
            return own
        low, high = sorted(effort / gear for effort in efforts)
        if own is None:
            return low, high
        # a force is cut to its own range first
        return min(max(own[0], low), high), max(min(own[1], high), low)

    def reflected_inertia(self, drive: Drive) -> float:
        """Return 1/(m^T M^-1 m) at the reference, m = dl/dq: the mass that a servo feels."""
        M, places = reference_mass_matrix(self.scene)
        m = np.zeros(len(M))
        for name, moment in self.moments(drive).items():
            m[places[name].start] = moment
        try:
            found = float(m @ np.linalg.solve(M, m))
        except np.linalg.LinAlgError:
            found = 0.0
        return 1.0 / found if found > 0.0 else 0.0

    def moments(self, drive: Drive) -> dict[str, float]:
        """Return dl/dq of the coordinates that a drive acts on."""
        if drive.kind == "joint" and self.scene.joints[drive.target].is_scalar:
            return {drive.target: drive.gear[0]}
        if drive.kind == "tendon":
            terms = self.tendons[drive.target].terms
            return {name: drive.gear[0] * factor for name, factor in terms.items()}
        return {}

    def effort_limits(self) -> dict[str, float]:
        """Return the largest efforts of joints that motors drive, by their ranges."""
        found: dict[str, float] = {}
        for drive in self.drives.values():
            if drive.kind != "joint" or not drive.gear[0]:
                continue
            force = self.force_range(drive)
            control = self._range(drive.element, "ctrllimited", "ctrlrange")
            sizes = [] if force is None else [max(map(abs, force))]
            if control is not None and not any(drive.gain[1:]) and not any(drive.bias):
                sizes.append(max(map(abs, control)) * abs(drive.gain[0]))
            if sizes:
                size = min(sizes) * abs(drive.gear[0])
                found[drive.target] = found.get(drive.target, 0.0) + size
        return found
