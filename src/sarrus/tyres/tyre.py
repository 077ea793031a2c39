"""What every tyre can do."""

from __future__ import annotations

from abc import ABC, abstractmethod

from sarrus.file_fields import KernelNumbers
from sarrus.spatial.arrays import Scalar
from sarrus.tyres.patch import Patch, TyreForces


class Tyre(KernelNumbers, ABC):
    """Forces of a tyre by load and slip. Subclasses are frozen dataclasses, equal if alike.

    Numbers, arrays of one value, dual numbers and traced values are all taken, so that forces have
    exact derivatives and are compiled with the model.
    """

    @abstractmethod
    def forces(self, patch: Patch) -> TyreForces:
        """Return the forces and moments in axes W at the contact centre.

        Example:
            patch = tyres.Patch(load=4000.0, kappa=0.02, tan_alpha=-0.05)
            forces = tyre.forces(patch)
        """

    @property
    @abstractmethod
    def free_radius(self) -> float:
        """The radius without load [m]."""

    @property
    @abstractmethod
    def nominal_load(self) -> float:
        """The load [N] that the numbers are of."""

    @abstractmethod
    def vertical_force(
        self, deflection: Scalar, turning: Scalar, pressure: Scalar | None
    ) -> Scalar:
        """Return the load [N] at a deflection [m] that is not negative, without damping.

        Example:
            tyre.vertical_force(0.02, 30.0, None)
        """

    @abstractmethod
    def vertical_energy(
        self, deflection: Scalar, turning: Scalar, pressure: Scalar | None
    ) -> Scalar:
        """Return the integral of the load over the deflection [J].

        Example:
            tyre.vertical_energy(0.02, 30.0, None)
        """

    @property
    @abstractmethod
    def vertical_damping(self) -> float:
        """Damping of the deflection [N s/m]."""

    @abstractmethod
    def rolling_radius(self, load: Scalar, turning: Scalar) -> Scalar:
        """Return the effective radius R_e = V_x/Omega of free rolling [m].

        Example:
            tyre.rolling_radius(4000.0, 30.0)
        """

    @abstractmethod
    def relaxation_lengths(self, patch: Patch) -> tuple[Scalar, Scalar]:
        """Return the lengths [m] of rolling in which F_x and F_y are built up; they are above 0.

        Example:
            sigma_x, sigma_y = tyre.relaxation_lengths(tyres.Patch(load=4000.0))
        """
