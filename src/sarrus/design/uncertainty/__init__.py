"""Tolerances: what the spread of a model's numbers makes of its outputs."""
