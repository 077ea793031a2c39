"""The joint types and what they are made of."""

from sarrus.model.joints.beam_segment import (
    BeamSegment as BeamSegment,
)
from sarrus.model.joints.beam_segment import (
    TimoshenkoSegment as TimoshenkoSegment,
)
from sarrus.model.joints.consistency import contradictions as contradictions
from sarrus.model.joints.constant_velocity import ConstantVelocity as ConstantVelocity
from sarrus.model.joints.curvilinear import Curvilinear as Curvilinear
from sarrus.model.joints.cylindrical import Cylindrical as Cylindrical
from sarrus.model.joints.directions import (
    Angle as Angle,
)
from sarrus.model.joints.directions import (
    Orientation as Orientation,
)
from sarrus.model.joints.directions import (
    Parallel as Parallel,
)
from sarrus.model.joints.directions import (
    Perpendicular as Perpendicular,
)
from sarrus.model.joints.distance import Distance as Distance
from sarrus.model.joints.double_joints import (
    CylindricalSpherical as CylindricalSpherical,
)
from sarrus.model.joints.double_joints import (
    RevoluteCylindrical as RevoluteCylindrical,
)
from sarrus.model.joints.double_joints import (
    RevoluteRevolute as RevoluteRevolute,
)
from sarrus.model.joints.double_joints import (
    RevoluteSpherical as RevoluteSpherical,
)
from sarrus.model.joints.free import Free as Free
from sarrus.model.joints.gears import (
    BevelGears as BevelGears,
)
from sarrus.model.joints.gears import (
    GearPair as GearPair,
)
from sarrus.model.joints.gears import (
    HelicalGears as HelicalGears,
)
from sarrus.model.joints.gears import (
    InternalGears as InternalGears,
)
from sarrus.model.joints.gears import (
    RackAndPinion as RackAndPinion,
)
from sarrus.model.joints.gears import (
    SpurGears as SpurGears,
)
from sarrus.model.joints.gears import (
    WormGears as WormGears,
)
from sarrus.model.joints.glyph import (
    Mark as Mark,
)
from sarrus.model.joints.glyph import (
    Part as Part,
)
from sarrus.model.joints.guided_point import (
    PointInPlane as PointInPlane,
)
from sarrus.model.joints.guided_point import (
    PointOnLine as PointOnLine,
)
from sarrus.model.joints.helical import Helical as Helical
from sarrus.model.joints.joint_type import (
    Coordinate as Coordinate,
)
from sarrus.model.joints.joint_type import (
    JointType as JointType,
)
from sarrus.model.joints.joint_type import (
    Step as Step,
)
from sarrus.model.joints.joint_type import (
    parameter as parameter,
)
from sarrus.model.joints.mode_shape import ModeShape as ModeShape
from sarrus.model.joints.on_curve import (
    CurveOnCurve as CurveOnCurve,
)
from sarrus.model.joints.on_curve import (
    PointOnCurve as PointOnCurve,
)
from sarrus.model.joints.on_curve import (
    TwoPointsOnCurve as TwoPointsOnCurve,
)
from sarrus.model.joints.openable import Openable as Openable
from sarrus.model.joints.own_types import (
    TYPES as TYPES,
)
from sarrus.model.joints.own_types import (
    register as register,
)
from sarrus.model.joints.planar import Planar as Planar
from sarrus.model.joints.prismatic import Prismatic as Prismatic
from sarrus.model.joints.registry import Registry as Registry
from sarrus.model.joints.reversed import Reversed as Reversed
from sarrus.model.joints.revolute import Revolute as Revolute
from sarrus.model.joints.rolling import Rolling as Rolling
from sarrus.model.joints.slots import (
    PinSlot as PinSlot,
)
from sarrus.model.joints.slots import (
    SlottedSpherical as SlottedSpherical,
)
from sarrus.model.joints.spherical import Spherical as Spherical
from sarrus.model.joints.universal import Universal as Universal
from sarrus.model.joints.weld import Weld as Weld
