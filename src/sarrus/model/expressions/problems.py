"""What is wrong with an expression, and where in it."""

from __future__ import annotations

from collections.abc import Callable


class ExpressionError(ValueError):
    """An expression cannot be read or has no value.

    position: the number of the character where it goes wrong, from 0; code: of the rule that is
    broken, F22 for expressions as such, M05 for units, M25 for numbers written as none; action:
    what to do, or a function that finds it out when it is asked for.
    """

    def __init__(
        self, reason: str, position: int, action: str | Callable[[], str] = "", code: str = "F22"
    ) -> None:
        self.reason = reason
        self.position = position
        self.hint = action
        self.code = code
        super().__init__(reason)

    @property
    def action(self) -> str:
        """What to do."""
        return self.hint if isinstance(self.hint, str) else self.hint()

    def at_offset(self, by: int) -> ExpressionError:
        """Return the error with its position counted from further left."""
        return ExpressionError(self.reason, self.position + by, self.hint, self.code)

    def __str__(self) -> str:
        return f"{self.reason}; {self.action}" if self.action else self.reason

    def __reduce__(self) -> tuple[type, tuple[str, int, str, str]]:
        return type(self), (self.reason, self.position, self.action, self.code)
