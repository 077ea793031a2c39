"""What is wrong with an expression, and where in it."""

from __future__ import annotations


class ExpressionError(ValueError):
    """An expression cannot be read or has no value.

    position: the number of the character where it goes wrong, from 0; code: of the rule that is
    broken, F22 for expressions as such, M05 for units, M25 for numbers written as none.
    """

    def __init__(self, reason: str, position: int, action: str = "", code: str = "F22") -> None:
        self.reason = reason
        self.position = position
        self.action = action
        self.code = code
        super().__init__(f"{reason}; {action}" if action else reason)

    def __reduce__(self) -> tuple[type, tuple[str, int, str, str]]:
        return type(self), (self.reason, self.position, self.action, self.code)
