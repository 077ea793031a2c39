"""The force elements, one file each, all with the same interface.

The stub beside this file lists them: a line there is all that builder, model files, schema, writers
and pages need. A file is imported when something of it is named.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
