"""Paths over the ground that vehicles follow: through points, or by curvature over distance.

A path answers `position(s)`, `direction(s)` and `curvature(s)` at the distance s from its start,
for numbers, arrays and traced values; before its start and after its end it goes on straight.
"""

from sarrus.paths.path import TYPES, CurvaturePath, Path, PointPath

__all__ = ["TYPES", "CurvaturePath", "Path", "PointPath"]
