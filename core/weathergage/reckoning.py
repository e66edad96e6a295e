"""Reading the rules in play: tables and modifiers as the chosen house rules leave them.

A game does, and so does what stands in for one where a captain works out its chances.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergage.errors import UnknownName
from weathergage.modifiers import Modifier, total


class Reckoner:
    """Whoever reads the rules of a choice. rules: that choice."""

    __slots__ = ()
    rules: Any

    def look_up(self, table: str, row: int | str, column: str | int) -> Any:
        """The entry of a table, unless a house rule answers for it.

        column: its name, or its place counted from 0, which is quicker.
        """
        rules = self.rules
        found = rules.tables[table]
        if rules.look_up is not None:
            name = column if isinstance(column, str) else found.columns[column]
            entry = rules.look_up(game=self, table=table, row=row, column=name)
            if entry is not None:
                if not found.could_hold(entry):
                    raise rules.wrong_entry(table, entry)
                return entry
        try:
            return found.look_up(row, column)
        except UnknownName as error:
            raise rules.off_the_table(error) from None

    def modifiers(
        self, about: str, own: Sequence[Modifier] = (), by: Any = None, against: Any = None
    ) -> Sequence[Modifier]:
        """The modifiers at a named point: the rule's own, as house rules leave them.

        by, against: the ship or side that acts, and the one acted upon.
        """
        rules = self.rules
        if rules.modifiers is None:
            return own
        left: Sequence[Modifier] = rules.modified(self, about, own, by, against)
        return left

    def modified(
        self,
        about: str,
        value: int,
        own: Sequence[Modifier] = (),
        by: Any = None,
        against: Any = None,
    ) -> int:
        """A value with the modifiers at a named point, as `modifiers` gives them."""
        rules = self.rules
        if rules.modifiers is not None:
            own = rules.modified(self, about, own, by, against)
        return total(value, own) if own else value
