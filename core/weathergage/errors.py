"""Every exception that weathergage raises on purpose.

::

    WeathergageError
    ├── IllegalCommand        an answer that the rules or the moment do not allow
    │   └── DecisionClosed    an answer to a decision that is not, or no longer, open
    ├── BadFile               a file of ours or of a user's that cannot be taken as it stands
    ├── UnknownName           a scenario, option, table, ship ... that does not exist
    ├── Contradiction         choices that exclude one another
    ├── RecordMismatch        a record that today's rules no longer reproduce
    ├── PluginFailed          a plugin that raised, by name
    └── StuckGame             a game that can go neither on nor to its end (a defect of a ruleset)

The text of each is one plain sentence that says where, what and what would be right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from reprlib import Repr

_told = Repr()
_told.maxstring = 80
"""How names are told that nothing bears: whatever was given for one may be of any length."""


class WeathergageError(Exception):
    """The root: whatever the command line turns into one sentence and exit status 1."""

    code = "error"


class IllegalCommand(WeathergageError):
    """An answer that is refused; nothing has changed.

    reason: a sentence. clause: the rule that forbids it. code: a stable word for programs.
    about: the ship or thing concerned. open: ids of the decisions that are open now.
    """

    code = "illegal-command"

    def __init__(
        self,
        reason: str,
        *,
        clause: str = "",
        code: str = "illegal-command",
        about: str | None = None,
        open: Sequence[str] = (),
    ) -> None:
        self.reason = reason
        self.clause = clause
        self.code = code
        self.about = about
        self.open = tuple(open)
        super().__init__(f"{reason} (clause {clause})" if clause else reason)


class DecisionClosed(IllegalCommand):
    """An answer to a decision that was answered, undone, or never asked."""


class BadFile(WeathergageError):
    """A data file, house rule or record that cannot be used, with the place in it."""

    code = "bad-file"

    def __init__(self, path: object, key: str, problem: str) -> None:
        self.path = str(path)
        self.key = key
        self.problem = problem
        where = f"{self.path}: {key}" if key else self.path
        super().__init__(f"{where}: {problem}")


class UnknownName(WeathergageError):
    """A name that nothing bears, with the nearest that something does."""

    code = "unknown-name"

    def __init__(self, kind: str, name: str, known: Iterable[str] = ()) -> None:
        self.kind = kind
        self.name = name
        names = sorted(set(known))
        self.near = get_close_matches(str(name), names, n=3, cutoff=0.5)
        if self.near:
            hint = "did you mean " + " or ".join(self.near) + "?"
        elif names:
            hint = "there are: " + ", ".join(names[:12]) + (" ..." if len(names) > 12 else "")
        else:
            hint = "there are none"
        super().__init__(f"no {kind} is called {_told.repr(name)}; {hint}")


class Contradiction(WeathergageError):
    """Options or house rules that cannot be played together."""

    code = "contradiction"


class RecordMismatch(WeathergageError):
    """A record that does not come out as it was written."""

    code = "record-mismatch"


class PluginFailed(WeathergageError):
    """A plugin raised: which one, in which hook, and what it said."""

    code = "plugin-failed"

    def __init__(
        self, plugin: str, hook: str, cause: object, clause: str = "", under: str = ""
    ) -> None:
        self.plugin = plugin
        self.hook = hook
        self.clause = clause
        by = f" under clause {clause}" if clause else ""
        said = f"{type(cause).__name__}: {cause}" if isinstance(cause, BaseException) else cause
        hint = (
            f" (played with house rules {under}; see whether it does so without)" if under else ""
        )
        super().__init__(f"house rule or plugin {plugin!r} failed in {hook}{by}: {said}{hint}")


class StuckGame(WeathergageError):
    """A phase asked nothing of anyone and yet did not end, or the turns ran out of bounds."""

    code = "stuck"
