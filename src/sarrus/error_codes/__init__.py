"""What the codes of problems mean: cause and cure of each, for people and for `docs/errors.md`."""

from sarrus.error_codes.index import CODES, GROUPS, described
from sarrus.error_codes.kind import ErrorCode, Group
from sarrus.error_codes.page import markdown

__all__ = ["CODES", "GROUPS", "ErrorCode", "Group", "described", "markdown"]
