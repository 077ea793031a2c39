"""Curves that bodies carry: profiles of cams, slots, guides, wires."""

from sarrus.curves.cam import CamCurve as CamCurve
from sarrus.curves.cam import LiftLaw as LiftLaw
from sarrus.curves.curve import CircleCurve as CircleCurve
from sarrus.curves.curve import FormulaCurve as FormulaCurve
from sarrus.curves.curve import LineCurve as LineCurve
from sarrus.curves.curve import PointCurve as PointCurve
from sarrus.curves.curve import SpaceCurve as SpaceCurve
