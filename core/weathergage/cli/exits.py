"""How a command ends: its exit status, and the problem that is the caller's."""

from __future__ import annotations

from weathergage.errors import WeathergageError

DONE, FAILED, WRONG_USAGE = 0, 1, 2


class UsageProblem(WeathergageError):
    """A command that was called in a way that cannot be meant."""

    code = "usage"
