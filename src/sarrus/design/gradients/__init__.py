"""Gradients of what runs, drives, equilibria and eigenvalues yield, by adjoints."""
