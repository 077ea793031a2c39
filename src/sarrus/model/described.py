"""Bodies, frames, joints, couplers and initial velocities as users describe them.

The options of these methods of `Mechanism`, and the drafts that they make. Force elements describe
themselves, by their fields.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from sarrus.model.body import GROUND
from sarrus.model.builder_method import BuilderMethod, attach
from sarrus.model.building.drafts import (
    BeamDraft,
    BeamHandle,
    BodyDraft,
    BodyHandle,
    CouplerDraft,
    FrameDraft,
    FrameHandle,
    JointDraft,
    ModalBodyDraft,
    ModalBodyHandle,
    PoseDraft,
    ShapeDraft,
    StartDraft,
)
from sarrus.model.building.entry import Source
from sarrus.model.element_methods import ElementMethods
from sarrus.model.joints.joint_type import JointType, parameters_of, tables_of
from sarrus.model.joints.own_types import TYPES as JOINT_TYPES
from sarrus.model.options import (
    AXIS,
    BODY,
    CURVE,
    DENSITY,
    FLAG,
    MODES,
    NAME,
    NUMBER,
    NUMBERS,
    PLACE,
    PLACES,
    POINT,
    POSE,
    ROAD,
    ROTATION,
    SHAPE,
    SHAPES,
    TERMS,
    Option,
    choice_kind,
    shown_unit,
)

if TYPE_CHECKING:
    from sarrus.model.mechanism import Mechanism

Options = Mapping[str, Any]

ZEROS = (0.0, 0.0, 0.0)
ROTATIONS = (
    Option(
        "rotation",
        ROTATION,
        "a rotation: a 3x3 matrix, a quaternion [w, x, y, z], or [A, B]: z from point A to B "
        "of the drawing",
        None,
    ),
    Option("quaternion_wxyz", NUMBERS, "a rotation: the unit quaternion [w, x, y, z]", None),
    Option(
        "rpy",
        NUMBERS,
        "a rotation: roll, pitch and yaw, about the fixed axes x, y and z",
        None,
        "rad",
    ),
)

BODY_METHOD = BuilderMethod(
    "body",
    """Add a body and return its handle.

Without `at` and a rotation the body frame is the world frame, or follows from the joints that are
given by frames on both bodies. Mass, centre of mass and inertia that are not given come from the
shapes: with `density`, or so that they have the given mass. Points are coordinates [m] or names
of points of the drawing, see `point`.""",
    (
        Option("mass", NUMBER, "mass", None, "kg"),
        Option("com", PLACE, "centre of mass, in the body frame", None, "m"),
        Option(
            "inertia",
            NUMBERS,
            "about the centre of mass, in body axes, tensor signs: 3 principal moments, "
            "(xx, yy, zz, xy, yz, xz) or 3x3",
            None,
            "kg m^2",
        ),
        Option("at", PLACE, "origin of the body frame, in the drawing", None, "m"),
        *ROTATIONS,
        Option("shape", SHAPE, "a shape, or (shape, position, rotation), in the body frame", None),
        Option("shapes", SHAPES, "several of them", ()),
        Option(
            "density",
            DENSITY,
            "of the shapes, or a material such as steel; without shapes, of a link between the "
            "joints of the body",
            None,
            "kg/m^3",
        ),
        Option(
            "inertia_about",
            PLACE,
            "the point of the body frame about which the inertia is given",
            None,
            "m",
        ),
        Option("inertia_axes", NUMBERS, "3x3, columns are the axes in which it is given", None),
        Option(
            "solids",
            SHAPES,
            "shapes of which the mass is, where those that are drawn are not; they are not drawn",
            (),
        ),
    ),
    ("mass", "com", "inertia"),
    returns="BodyHandle",
)

FRAME_METHOD = BuilderMethod(
    "frame",
    "Add a named frame, fixed to a body.",
    (
        Option("body", BODY, "the body, or ground"),
        Option("at", PLACE, "position in the body frame", None, "m"),
        *ROTATIONS,
    ),
    ("body", "at", "rotation"),
    returns="FrameHandle",
)

START_METHOD = BuilderMethod(
    "start_velocity",
    "Add the initial velocity of a body, in world axes.",
    (
        Option("velocity", NUMBERS, "of its centre of mass", ZEROS, "m/s"),
        Option("angular_velocity", NUMBERS, "angular velocity", ZEROS, "rad/s"),
    ),
    ("velocity", "angular_velocity"),
    subject="body",
    subject_type="BodyHandle | str",
)

BEAM_METHOD = BuilderMethod(
    "flexible_beam",
    """Add a flexible beam from a to b and return its handle: `start`, `end` and all `nodes`.

The beam is a chain of segments of equal length, each bent and twisted evenly, however far. Its
nodes are bodies named "rod.0" to "rod.8", which have the mass of half a segment on either side;
joints, forces and further bodies are attached to them. Between them are the joints
"rod.segment_1", ... with the elements "rod.elasticity_1", ... that hold elasticity and damping and
show strains, moments and stress. `section` is "round" (diameter), "tube" (diameter, wall),
"rectangle" (width, height) or "I" (height, width, flange, web); or its numbers are given, area,
torsion_constant, second_moment_y and second_moment_z. Width is along y of the section, height along
z. With mass="consistent" five sixths of each segment are two bodies "rod.inner_1", "rod.inner_2",
... inside it, which follow its strains. The material is one by name, or young_modulus,
poisson_ratio or shear_modulus, and density.""",
    (
        Option("a", PLACE, "the first end, in the drawing", unit="m"),
        Option("b", PLACE, "the second end, in the drawing", unit="m"),
        Option(
            "through",
            PLACES,
            "points between, in order, of a beam that is curved at rest; a smooth line joins them",
            (),
            "m",
        ),
        Option("segments", NUMBER, "their number", 8),
        Option("up", AXIS, "where z of the first section points, as near as possible", None),
        Option("section", choice_kind("round", "tube", "rectangle", "I"), "the section", None),
        Option("diameter", NUMBER, "outer diameter", None, "m"),
        Option("wall", NUMBER, "thickness of the wall of a tube", None, "m"),
        Option("width", NUMBER, "size along y", None, "m"),
        Option("height", NUMBER, "size along z", None, "m"),
        Option("flange", NUMBER, "thickness of the flanges", None, "m"),
        Option("web", NUMBER, "thickness of the web", None, "m"),
        Option("area", NUMBER, "area of a section that has no name", None, "m^2"),
        Option("torsion_constant", NUMBER, "its torsion constant", None, "m^4"),
        Option("second_moment_y", NUMBER, "its second moment of area about y", None, "m^4"),
        Option("second_moment_z", NUMBER, "its second moment of area about z", None, "m^4"),
        Option("shear_ratio_y", NUMBER, "its factor of the shear along y", 0.0, "1"),
        Option("shear_ratio_z", NUMBER, "its factor of the shear along z", 0.0, "1"),
        Option("outer_y", NUMBER, "distance of its outermost fibre along y", 0.0, "m"),
        Option("outer_z", NUMBER, "distance of its outermost fibre along z", 0.0, "m"),
        Option("taper", NUMBER, "sizes of the section at b by those at a", 1.0, "1"),
        Option("material", NAME, "such as steel", None),
        Option("young_modulus", NUMBER, "modulus of elasticity", None, "Pa"),
        Option("poisson_ratio", NUMBER, "Poisson's ratio", None, "1"),
        Option("shear_modulus", NUMBER, "instead of Poisson's ratio", None, "Pa"),
        Option("density", NUMBER, "mass by volume", None, "kg/m^3"),
        Option("shear", FLAG, "whether segments also stretch and shear", False),
        Option("damping_time", NUMBER, "damping as part of the stiffness", 0.0, "s"),
        Option(
            "damping_rate", NUMBER, "damping as part of the mass, against the world", 0.0, "1/s"
        ),
        Option(
            "mass",
            choice_kind("lumped", "consistent"),
            "where it is: at the nodes, or along each segment as it moves",
            "lumped",
        ),
        Option("color", NAME, "of what is drawn, such as #d95f02", ""),
    ),
    ("a", "b"),
    returns="BeamHandle",
)

MODAL_METHOD = BuilderMethod(
    "modal_body",
    """Add a flexible body whose deformation is a sum of shapes, and return its handle.

The mode set comes from `sarrus.fem`: from finite elements there, from arrays, or from a file; a
`BeamModes`, `PlateModes`, `CalculixModes`, `NastranModes` or `MatrixMarketModes` describes one. The
body "rod.frame" is its reference frame; each interface of the mode set is a body of its name,
"rod.tip", that moves with the deformation: joints, forces and further bodies are attached to them.
The joint "rod.modes" has the modal coordinates mode_1, mode_2, ... [m], the element
"rod.elasticity" their stiffness and damping; stresses of the mode set are its channels.
Deformations are small; the motion of the body is not.""",
    (
        Option("modes", MODES, "the mode set, the path of its file, or a finite-element model"),
        Option("at", PLACE, "origin of the reference frame, in the drawing", None, "m"),
        *ROTATIONS,
        Option("damping_ratio", NUMBER, "damping of each mode as part of the critical", 0.0, "1"),
        Option("damping_time", NUMBER, "damping as part of the stiffness", 0.0, "s"),
        Option("damping_rate", NUMBER, "damping as part of the modal mass", 0.0, "1/s"),
    ),
    ("modes",),
    returns="ModalBodyHandle",
)

OFFSET = Option("offset", NUMBER, "in the unit of the row", 0.0, "rad or m")
COUPLER_METHODS = {
    "couple": BuilderMethod(
        "couple",
        """Add a linear relation of joint coordinates: the sum of factor times coordinate is offset.

A coordinate is named "joint.coordinate", such as "A.angle", or by the joint alone if it has one.
The row has the unit of the first coordinate, [rad] or [m]; so has the offset, and a factor has that
unit per unit of its coordinate. Rack and pinion of radius 20 mm:
{"rack.displacement": 1, "pinion.angle": "-20 mm/rad"}.""",
        (Option("terms", TERMS, "{coordinate: factor}"), OFFSET),
        ("terms",),
    ),
    "gear": BuilderMethod(
        "gear",
        """Add a gear: q_driven = ratio q_driver + offset, of two coordinates.

A coordinate is named "joint.coordinate", such as "A.angle", or by its joint if that has one.""",
        (
            Option("driver", NAME, "the coordinate that drives"),
            Option("driven", NAME, "the coordinate that follows"),
            Option(
                "ratio", NUMBER, "negative for two external gears, which turn against each other"
            ),
            OFFSET,
        ),
        ("driver", "driven", "ratio"),
    ),
    "planetary": BuilderMethod(
        "planetary",
        """Add a planetary set: q_sun + i q_ring - (1 + i) q_carrier = offset, i = z_ring/z_sun.

Willis' equation of three coordinates, named as those of gears; `ground` stands for one that is
held. Numbers of teeth that cannot be put together are refused. The effort of the coupler is that on
the sun. For the forces of teeth on each planet, give its pairs as joints.""",
        (
            Option("sun", NAME, "the coordinate of the sun wheel"),
            Option("ring", NAME, "the coordinate of the ring"),
            Option("carrier", NAME, "the coordinate of the carrier of the planets"),
            Option("teeth_sun", NUMBER, "number of teeth of the sun"),
            Option("teeth_ring", NUMBER, "number of teeth of the ring"),
            Option(
                "teeth_planet", NUMBER, "of a planet, half of the difference if not given", None
            ),
            Option("planets", NUMBER, "how many there are, at equal angles; 1 if not given", None),
            OFFSET,
        ),
        ("sun", "ring", "carrier"),
    ),
}

AXES = ("axis", "axis2", "x_axis", "axis_parent", "axis_child")
"""Directions of a joint, of which types with one axis, two or none use some."""
LIMITS = ("limits", "speed_limit", "effort_limit")
ARMATURE = "armature"
"""The inertia of a rotor that turns with the one coordinate of a joint."""
INERTIA = {"rad/s": "kg*m^2", "m/s": "kg", "1/s": "kg*m^2"}
"""Its unit, by that of the velocity."""
ENDS = {
    "parent": "the body, or ground, that carries the joint",
    "child": "the body that the joint moves",
    "a": "the first body, or ground",
    "b": "the second body, or ground",
    "wheel": "the body that rolls",
}
CARRIER = Option("on", BODY, "the body, or ground, that carries the surface", GROUND)
SHARED = (
    Option("at", PLACE, "a point in the drawing, world coordinates", None, "m"),
    Option(
        "axis",
        AXIS,
        "the axis, in the drawing, or in the axes of both bodies: a letter, three numbers, or two "
        "points of the drawing, from the first to the second",
        None,
    ),
    Option("axis2", AXIS, "the second axis, fixed in the child", None),
    Option("x_axis", AXIS, "x of the joint frame, as near as possible", None),
    *ROTATIONS,
    Option("on_parent", POSE, "a point [m], pose or frame of the parent, instead of at", None),
    Option("on_child", POSE, "a point [m], pose or frame of the child, instead of at", None),
    Option("axis_parent", AXIS, "the axis, in the axes of the parent", None),
    Option("axis_child", AXIS, "the axis, in the axes of the child", None),
)
SECOND_PLACE = Option(
    "at2", PLACE, "a point of the child's axis, or its ball, in the drawing", None, "m"
)
SECOND_WHEEL = Option(
    "at2", PLACE, "a point of the axis of wheel 2, or of the pitch line of a rack", None, "m"
)
TWO_POINTS = (
    Option("at_a", PLACE, "the point of a, in the drawing", None, "m"),
    Option("at_b", PLACE, "the point of b, in the drawing", None, "m"),
    Option("on_a", POINT, "the point in the frame of a, or a named frame of it", None, "m"),
    Option("on_b", POINT, "the point in the frame of b, or a named frame of it", None, "m"),
)
ROLLING = (
    Option("center", PLACE, "the centre of the wheel, in the drawing", None, "m"),
    Option("axis", AXIS, "the axis of the wheel, in the drawing; none for a ball", None),
    Option("origin", PLACE, "a point of the surface, in the drawing", ZEROS, "m"),
    Option("normal", AXIS, "the normal of the surface, towards the wheel", "z"),
    Option("along", AXIS, "the direction along the surface, in which a road runs", None),
    Option("road", ROAD, "heights of the surface over x along it; a plane if not given", None),
    Option("on_parent", POSE, "the pose of the surface on its body, instead of origin", None),
    Option("on_child", POSE, "the pose of the wheel on its body, z its axis, not center", None),
)
ON_CURVE = (
    Option("curve", CURVE, "of the parent, in its axes: a cam, a slot, a wire"),
    Option("origin", PLACE, "origin of its axes, in the drawing", ZEROS, "m"),
    Option("axis", AXIS, "z of its axes, across a plane curve, in the drawing", "z"),
    Option("x_axis", AXIS, "x of its axes, in the drawing, as near as possible", None),
    Option("on_parent", POSE, "the pose of its axes on the parent, instead of origin", None),
)
AT_POINT = (
    Option(
        "point", PLACE, "of the child, in the drawing: edge, pin, centre of a roller", None, "m"
    ),
    Option("on_child", POSE, "the point [m], or a frame or pose of the child, not point", None),
)
AT_CURVE = (
    Option("other", CURVE, "of the child, in its axes; a flat face, a line, if not given", None),
    Option("point", PLACE, "origin of its axes, in the drawing; a point of the face", None, "m"),
    Option(
        "x_axis_other",
        AXIS,
        "x of its axes, in the drawing; a face looks to its right, to -y",
        None,
    ),
    Option("on_child", POSE, "the pose of its axes on the child, instead of point", None),
)
AT_TWO_POINTS = (
    Option("point", PLACE, "the first of the child, in the drawing", None, "m"),
    Option("x_axis_other", AXIS, "from the first point to the second, in the drawing", None),
    Option("on_child", POSE, "the pose of both on the child, the second on its x axis", None),
)
ON_RAIL = (
    Option("up", AXIS, "z of the carriage, as near as possible, in the axes of the curve", "z"),
    *ON_CURVE[1:4],
    Option("on_parent", POSE, "the pose of F on the parent, x along the curve, not origin", None),
    Option("on_child", POSE, "the pose of M on the child, with on_parent", None),
)
RUNS = """
Drawn on the curve at the arc length `start` from its start, where its coordinate is zero; rounds of
closed curves count on."""
PUSHES = (Option("only_pushes", FLAG, "whether it may lift off", False),)
TOUCHES = """
Its rows are of lengths alone. With `only_pushes`, `simulate` stops where it would pull, unless an
event lets it lift off."""
ROLLS = """
A row at the level of positions keeps the wheel on the surface, two at the level of velocities say
that the point of the wheel that touches does not slip. The contact only pushes, and needs friction:
`simulate` stops where it would pull, or where it needs more than `mu`."""
MESHES = """
The teeth mesh as they are drawn, at any distance along the axis; the multiplier of the only row is
the force between them at the pitch point. `on_parent` and `on_child` give the frames of the wheels
instead: z their axes, x towards the other wheel."""
PLACED = """
A joint is placed in the drawing: `at` and `axis`, all coordinates are zero there; or by frames on
both bodies, which coincide where the coordinates are zero."""


def ends_of(cls: type[JointType] | None) -> tuple[str, str]:
    """Return what the two bodies of a joint are called."""
    named = {"two points": ("a", "b"), "contact": ("on", "wheel")}
    return ("parent", "child") if cls is None else named.get(cls.placement, ("parent", "child"))


@cache
def joint_method(of_class: type[JointType]) -> BuilderMethod:
    """Return the method of a joint type: what all joints have, and the numbers of its own."""
    numbers = [
        Option(name, NUMBER, rule.text, None, shown_unit(rule.unit), late=rule.required)
        for name, (_, rule) in parameters_of(of_class).items()
    ]
    numbers += [
        Option(name, NUMBERS, rule.text, None, rule.unit, late=rule.required)
        for name, rule in tables_of(of_class).items()
    ]
    ends = ends_of(of_class)
    summary = of_class.summary or inspect.cleandoc(of_class.__doc__ or of_class.type_name)
    text = f"Add {summary[0].lower()}{summary[1:]}"
    if of_class.placement == "contact":
        wheel = Option("wheel", BODY, ENDS["wheel"])
        listed = (wheel, *numbers[:1], *ROLLING[:2], *numbers[1:], CARRIER, *ROLLING[2:])
        return BuilderMethod(
            of_class.type_name, f"{text}\n{ROLLS}", listed, ("wheel",), is_open=True
        )
    if of_class.placement == "curve":
        special = {"curve_on_curve": AT_CURVE, "two_points_on_curve": AT_TWO_POINTS}
        second = special.get(of_class.type_name, AT_POINT)
        bodies = [Option(end, BODY, ENDS[end]) for end in ends]
        if of_class.in_tree:
            listed = (*bodies, ON_CURVE[0], *numbers, *ON_RAIL, *_limits(of_class))
            return BuilderMethod(
                of_class.type_name, f"{text}\n{RUNS}", listed, (*ends, "curve"), is_open=True
            )
        pushes = () if second is AT_TWO_POINTS else PUSHES
        listed = (*bodies, ON_CURVE[0], *second, *numbers, *ON_CURVE[1:], *pushes)
        return BuilderMethod(
            of_class.type_name, f"{text}\n{TOUCHES}", listed, (*ends, "curve"), is_open=True
        )
    apart = of_class.placement == "two points"
    wheels = of_class.placement == "two wheels"
    held = (SECOND_PLACE,) if of_class.placement == "two axes" else ()
    other = (SECOND_WHEEL,) if wheels else held
    places = TWO_POINTS if apart else (*SHARED, *other, *_limits(of_class))
    listed = (*(Option(end, BODY, ENDS[end]) for end in ends), *places, *numbers)
    whole = text + ("" if apart else f"\n{MESHES if wheels else PLACED}")
    unused = frozenset() if apart else unused_by(of_class)
    return BuilderMethod(of_class.type_name, whole, listed, ends, is_open=True, unused=unused)


def unused_by(of_class: type[JointType]) -> frozenset[str]:
    """Return the shared options that a joint type takes and never uses."""
    found: tuple[str, ...] = AXES
    if of_class.axes_enclose:
        found = ()  # an angle may be given instead of `axis2`, and leans to `x_axis`
    elif of_class.axes:
        found = ("x_axis",) if "axis2" in of_class.axes else ("axis2",)
    return frozenset(found if of_class.velocities else (*found, *LIMITS))


def takes_armature(of_class: type[JointType]) -> bool:
    """Whether joints of a type may have a rotor: those of one coordinate that stand in the tree."""
    return len(of_class.velocities) == len(of_class.coordinates) == 1 and of_class.in_tree


def _limits(of_class: type[JointType]) -> tuple[Option, ...]:
    """Return the limits of the coordinates of a joint type and its armature, in their units."""
    kinds = dict.fromkeys(velocity.unit for velocity in of_class.velocities) or ["rad/s", "m/s"]
    units = (
        " or ".join(kind.removesuffix("/s") for kind in kinds),
        " or ".join(kinds),
        " or ".join("N m" if kind == "rad/s" else "N" for kind in kinds),
    )
    several = len(of_class.velocities) != 1
    pair = "(lower, upper), None for no limit"
    pair += ", or one such pair for each velocity coordinate" if several else ""
    number = "a number, or one for each coordinate" if several else "a number"
    texts = (f"{pair}", f"{number}", f"{number}")
    found = [
        Option(keyword, NUMBERS, text, None, unit)
        for keyword, text, unit in zip(LIMITS, texts, units, strict=True)
    ]
    if takes_armature(of_class):
        unit = shown_unit(INERTIA[of_class.velocities[0].unit])
        text = "inertia of a rotor that turns with the joint; it adds to its inertia alone"
        found.append(Option(ARMATURE, NUMBER, text, None, unit))
    return tuple(found)


# --- what the methods do --------------------------------------------------------------------------


def _add_body(self: Mechanism, name: Any, options: Options, source: Source) -> BodyHandle:
    several = options.get("shapes", ())
    shapes = list(several) if isinstance(several, Iterable) else [several]
    if options.get("shape") is not None:
        shapes = [options["shape"], *shapes]
    self.bodies.append(
        BodyDraft(
            name,
            options.get("mass"),
            options.get("com"),
            options.get("inertia"),
            _pose(options),
            [_shape_draft(item) for item in shapes],
            options.get("density"),
            options.get("inertia_about"),
            options.get("inertia_axes"),
            source,
            [_shape_draft(item) for item in options.get("solids", ())],
        )
    )
    return BodyHandle(self, name)


def _add_frame(self: Mechanism, name: Any, options: Options, source: Source) -> FrameHandle:
    body = options["body"]
    self.frames.append(FrameDraft(name, body, _pose(options), source))
    return FrameHandle(self, name, body.name if isinstance(body, BodyHandle) else body)


def _add_start(self: Mechanism, body: Any, options: Options, source: Source) -> None:
    linear, angular = options.get("velocity", ZEROS), options.get("angular_velocity", ZEROS)
    self.starts.append(StartDraft(body, linear, angular, source))


def _add_beam(self: Mechanism, name: Any, options: Options, source: Source) -> BeamHandle:
    draft = BeamDraft(name, dict(options), BEAM_METHOD.defaults, source)
    self.beams.append(draft)
    return BeamHandle(self, draft)


def _add_modal(self: Mechanism, name: Any, options: Options, source: Source) -> ModalBodyHandle:
    own = dict(options)
    modes = own.pop("modes")
    self.modal_bodies.append(ModalBodyDraft(name, modes, own, MODAL_METHOD.defaults, source))
    return ModalBodyHandle(self, name)


def _add_couple(self: Mechanism, name: Any, options: Options, source: Source) -> None:
    self.couplers.append(_coupler("couple", name, options, source))


def _add_gear(self: Mechanism, name: Any, options: Options, source: Source) -> None:
    self.couplers.append(_coupler("gear", name, options, source))


def _add_planetary(self: Mechanism, name: Any, options: Options, source: Source) -> None:
    self.couplers.append(_coupler("planetary", name, options, source))


def _coupler(kind: str, name: Any, options: Options, source: Source) -> CouplerDraft:
    own = {key: value for key, value in options.items() if key != "offset"}
    return CouplerDraft(kind, name, own, options.get("offset", 0.0), source)


def _pose(options: Options) -> PoseDraft:
    get = options.get
    return PoseDraft(get("at"), get("rotation"), get("quaternion_wxyz"), get("rpy"))


def _shape_draft(item: Any) -> ShapeDraft:
    """Return the draft of a shape, or of (shape, position, rotation)."""
    if isinstance(item, ShapeDraft):
        return item
    if isinstance(item, (tuple, list)) and 1 <= len(item) <= 3:
        return ShapeDraft(item[0], PoseDraft(*item[1:]))
    return ShapeDraft(item)


def add_joint(type_name: Any, self: Mechanism, name: Any, options: Options, source: Source) -> None:
    """Add a joint of a type to a mechanism."""
    ends = ends_of(JOINT_TYPES.get(type_name))
    parent, child = map(options.get, ends)
    if "on" in ends and parent is None:
        parent = GROUND
    own = {k: value for k, value in options.items() if value is not None and k not in ends}
    self.joints.append(JointDraft(type_name, name, parent, child, own, source))


def joint_function(name: str) -> Callable[..., Any] | None:
    """Return the method that adds joints of a type; None if there is no such type."""
    return _joint_function(name) if name in JOINT_TYPES else None


def _joint_function(name: str) -> Callable[..., Any]:
    return joint_method(JOINT_TYPES[name]).function(partial(add_joint, name))


def attach_methods() -> None:
    """Give the builder the methods of all that is described here."""
    for described, add in (
        (BODY_METHOD, _add_body),
        (FRAME_METHOD, _add_frame),
        (START_METHOD, _add_start),
        (BEAM_METHOD, _add_beam),
        (MODAL_METHOD, _add_modal),
        (COUPLER_METHODS["couple"], _add_couple),
        (COUPLER_METHODS["gear"], _add_gear),
        (COUPLER_METHODS["planetary"], _add_planetary),
    ):
        attach(ElementMethods, described.method, partial(described.function, add))
    for name in JOINT_TYPES:
        attach(ElementMethods, name, partial(_joint_function, name))
