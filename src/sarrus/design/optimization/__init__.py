"""Optimization: the design, among those that bounds and constraints allow, with the least value."""
