"""The object that the user calls: a model with its topology, equations and native kernels."""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
