"""The description of a mechanism: bodies, joint types, force elements, builder, validation."""

from sarrus.model.body import (
    GROUND as GROUND,
)
from sarrus.model.body import (
    Body as Body,
)
from sarrus.model.body import (
    Frame as Frame,
)
from sarrus.model.body import (
    PlacedShape as PlacedShape,
)
from sarrus.model.building.drafts import (
    BodyHandle as BodyHandle,
)
from sarrus.model.building.drafts import (
    FrameHandle as FrameHandle,
)
from sarrus.model.joint import Joint as Joint
from sarrus.model.mass_properties import MassProperties as MassProperties
from sarrus.model.mechanism import Mechanism as Mechanism
from sarrus.model.model import (
    Model as Model,
)
from sarrus.model.model import (
    StartVelocity as StartVelocity,
)
from sarrus.model.pose import Pose as Pose
from sarrus.model.quantity import (
    QuantityError as QuantityError,
)
from sarrus.model.quantity import (
    quantities as quantities,
)
from sarrus.model.quantity import (
    quantity as quantity,
)
from sarrus.model.shapes import (
    Box as Box,
)
from sarrus.model.shapes import (
    Capsule as Capsule,
)
from sarrus.model.shapes import (
    Cylinder as Cylinder,
)
from sarrus.model.shapes import (
    GearWheel as GearWheel,
)
from sarrus.model.shapes import (
    Mesh as Mesh,
)
from sarrus.model.shapes import (
    Shape as Shape,
)
from sarrus.model.shapes import (
    Sphere as Sphere,
)
from sarrus.model.shapes_between import (
    Bar as Bar,
)
from sarrus.model.shapes_between import (
    Link as Link,
)
from sarrus.model.shapes_between import (
    Rod as Rod,
)
from sarrus.model.shapes_between import (
    Shaft as Shaft,
)
from sarrus.model.step_files import (
    StepPart as StepPart,
)
from sarrus.model.step_files import (
    read_step as read_step,
)
