"""A rig for suspension corners: wheel travel and steer sweeps, and forces at every pickup point."""

from sarrus.suspension.contact_load import ContactLoad
from sarrus.suspension.rig import Rig, Unreachable
from sarrus.suspension.sweep import Column, Sweep

__all__ = ["Column", "ContactLoad", "Rig", "Sweep", "Unreachable"]
