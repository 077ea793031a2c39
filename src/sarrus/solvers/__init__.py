"""Numerical methods on arrays and callables: they know no mechanics."""
