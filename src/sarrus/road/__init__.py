"""Roads: the height under a wheel by its place, along a track or over x and y.

A road answers `height(x, y)`, `slope(x, y)`, `slope_across(x, y)`, `friction(x, y)` and
`switches(x, y)`, for numbers, arrays, dual numbers and traced values; `felt_by_wheel(radius)` is
what a disc feels of a track. The public names stand in `__init__.pyi`, and each is imported when it
is first used. Theory: docs/theory/roads.md.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
