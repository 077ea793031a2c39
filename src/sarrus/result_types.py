"""Types of what calls return and attributes hold, where these are made for you.

They are for annotations and for reading about: `def peak(found: sarrus.result_types.Channel)`.
Nobody calls them. Each is imported when it is first used; the names stand in `result_types.pyi`.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
