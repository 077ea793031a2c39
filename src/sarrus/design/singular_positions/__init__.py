"""Singular positions: dead points and branch points of mechanisms, curves and surfaces of them.

`positions.py` says how a mechanism can move at a position, `motion_curve.py` follows one freedom
all the way round, `zero_sets.py` finds curves and surfaces on a grid, `singularities.py` is what
users call. Theory: docs/theory/assemblies.md.
"""
