"""Tyres: forces and moments in the contact patch by load, slip and camber."""

from sarrus.tyres.brush import BrushTyre as BrushTyre
from sarrus.tyres.coefficients import Coefficients as Coefficients
from sarrus.tyres.linear import LinearTyre as LinearTyre
from sarrus.tyres.magic_formula import Lateral as Lateral
from sarrus.tyres.magic_formula import Longitudinal as Longitudinal
from sarrus.tyres.magic_formula import MagicFormula as MagicFormula
from sarrus.tyres.magic_formula import Star as Star
from sarrus.tyres.patch import Patch as Patch
from sarrus.tyres.patch import TyreForces as TyreForces
from sarrus.tyres.tmeasy import TMeasyTyre as TMeasyTyre
from sarrus.tyres.types import TYPES as TYPES
from sarrus.tyres.tyre import Tyre as Tyre
from sarrus.tyres.vertical import Vertical as Vertical
