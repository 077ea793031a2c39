"""The joint types, one file each; algorithms never ask which type a joint is.

The stub beside this file lists them; a file is imported when something of it is named. A type of
your own is a class like these, with `register` above it.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
