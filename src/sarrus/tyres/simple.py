"""What tyres without files share: radius, stiffness, damping and lengths as plain numbers."""

from __future__ import annotations

from dataclasses import field

from sarrus.file_fields import number
from sarrus.late_dataclass import dataclass
from sarrus.road.checking import settle
from sarrus.spatial.arrays import Scalar
from sarrus.tyres.patch import Patch
from sarrus.tyres.tyre import Tyre


@dataclass(frozen=True)
class SimpleTyre(Tyre):
    """A tyre whose load is k p, and whose effective radius is R - p/3.

    The third holds for radial tyres on average: the tread is nearly inextensible (Pacejka 2012,
    section 8.3.1 gives the measured curves behind it).
    """

    radius: float = field(metadata=number("m", "without load", above=0.0, is_input=True))
    k: float = field(metadata=number("N/m", "vertical stiffness", above=0.0, is_input=True))
    load: float = field(metadata=number("N", "nominal load", above=0.0, is_input=True))
    c: float = field(
        default=0.0, metadata=number("N*s/m", "vertical damping", at_least=0.0, is_input=True)
    )
    relaxation: float = field(
        default=0.3, metadata=number("m", "relaxation length across", above=0.0, is_input=True)
    )
    relaxation_along: float = field(
        default=0.1, metadata=number("m", "relaxation length along", above=0.0, is_input=True)
    )
    rolling: float = field(
        default=0.0,
        metadata=number("dimensionless", "resistance to rolling", at_least=0.0, is_input=True),
    )

    def __post_init__(self) -> None:
        settle(self, "tyre")

    @property
    def free_radius(self) -> float:
        return self.radius

    @property
    def nominal_load(self) -> float:
        return self.load

    def vertical_force(
        self, deflection: Scalar, turning: Scalar, pressure: Scalar | None
    ) -> Scalar:
        return self.k * deflection

    def vertical_energy(
        self, deflection: Scalar, turning: Scalar, pressure: Scalar | None
    ) -> Scalar:
        return 0.5 * self.k * deflection * deflection

    @property
    def vertical_damping(self) -> float:
        return self.c

    def rolling_radius(self, load: Scalar, turning: Scalar) -> Scalar:
        return self.radius - load / (3.0 * self.k)

    def relaxation_lengths(self, patch: Patch) -> tuple[Scalar, Scalar]:
        return self.relaxation_along, self.relaxation
