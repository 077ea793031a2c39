"""The recursions for one link of a kind, whose numbers are read from a table.

The equations are those of `sarrus.dynamics`: a link of a kind is the only link of a tree, whose
ground is the parent. What passes between links (velocity, acceleration, wrench, inertia) enters and
leaves by name, so that a loop over the links, from ground outward or from the tips inward, computes
what the recursions over whole trees compute.
"""
