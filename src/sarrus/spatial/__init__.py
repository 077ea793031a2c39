"""Rotations, transforms and inertia, written once for numbers and for symbols.

Everything here is pure arithmetic on small arrays in the vocabulary of
`sarrus.spatial.arrays`, so that the same function evaluates on floats and is
traced into machine code. Six-vectors are linear part first, then angular.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
