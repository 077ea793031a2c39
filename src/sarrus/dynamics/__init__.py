"""The equations of a tree of bodies, written once over numbers and symbols.

    M(q) vdot + c(q, v) = tau + f

Every function takes a `Tree` and the motion in stages: positions, then velocities, then
accelerations. The chapters: `kinematics`, `inverse`, `forward`, `mass_matrix`, `energy`,
`jacobians`. The papers' own forms are in `sarrus.papers`.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
