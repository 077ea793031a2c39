"""The description of a mechanism: bodies, joint types, force elements, builder, validation."""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
