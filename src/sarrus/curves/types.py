"""Every curve that a file may name."""

from sarrus.curves.cam import CamCurve
from sarrus.curves.curve import CircleCurve, FormulaCurve, LineCurve, PointCurve, SpaceCurve

TYPES: dict[str, type[SpaceCurve]] = {
    kind.__name__: kind for kind in (PointCurve, FormulaCurve, CircleCurve, LineCurve, CamCurve)
}
