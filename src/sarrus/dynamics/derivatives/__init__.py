"""Analytic derivatives of the equations of motion, by q (on the tangent), v, vdot and tau.

    inverse_derivatives         tau of inverse dynamics, force elements and multipliers included
    forward_derivatives         vdot of a tree; hybrid_derivatives: some of them given
    effort_factors              both of large trees as products of few numbers of each coordinate
    constraint_derivatives      loop equations and their rates; gamma_derivatives
    closed_forward_derivatives  vdot and multipliers of a mechanism with loops, drives among them

Like the equations themselves, they are written once for numbers and symbols.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
