"""Optimal motions: of mechanisms, and of equations of one's own."""
