"""On which figures an answer rests: the cells of tables that were looked up to work it out.

The answer is worked out as ever, by the rules that a game runs; only the tables that it reads note
what is read of them. What a ruleset reads when it lays the position out is not among it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from weathergage.datafiles import Provenance, status_counts
from weathergage.plugins import Rules
from weathergage.study.odds import Workbench
from weathergage.tables import Table, Value

T = TypeVar("T")

ANSWERED = Provenance("house", why="a house rule answers for what is looked up")


@dataclass(frozen=True, slots=True)
class Footing:
    """What an answer takes from one table.

    table: its id. sources: where the figures come from, one for each cell that was read, and one
    for what a house rule answers in place of the table.
    """

    table: str
    sources: tuple[Provenance, ...]

    def plain(self) -> dict[str, Any]:
        """The same as plain data: how many figures are of which status, and the sources told."""
        return {
            "table": self.table,
            "figures": dict(status_counts(self.sources)),
            "sources": [
                {"status": source.status, "source": source.source}
                for source in dict.fromkeys(self.sources)
            ],
        }


def founded(bench: Workbench, ask: Callable[[Workbench], T]) -> tuple[T, tuple[Footing, ...]]:
    """An answer, and what it takes from each table in the order of the ruleset's tables.

    ask: works the answer out on the bench that it is given. Raises what it raises.
    """
    notes = {id: _Notes(table) for id, table in bench.rules.tables.items()}
    found = ask(Workbench(_noting(bench.rules, notes), bench.state()))
    return found, tuple(Footing(id, sources) for id, n in notes.items() if (sources := n.read()))


def _noting(rules: Rules, notes: Mapping[str, _Notes]) -> Rules:
    """The same rules, whose tables note what is read of them."""
    noting = rules.reading({id: cast(Table, one) for id, one in notes.items()})
    answer = rules.look_up

    # There even where no house rule answers, for then plugins leave out no look-up for speed.
    def look_up(**asked: Any) -> Any:
        entry = None if answer is None else answer(**asked)
        if entry is not None:
            notes[asked["table"]].is_answered = True
        return entry

    noting.look_up = look_up
    return noting


class _Notes:
    """A table, and which of its cells were read: those looked up, or all where its whole grid was
    taken in hand.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._asked: set[tuple[int | str, int | str]] = set()
        self._is_whole = False
        self.is_answered = False

    def look_up(self, row: int | str, column: str | int) -> Value:
        """As the table's own."""
        entry = self._table.look_up(row, column)
        self._asked.add((row, column))
        return entry

    def __getattr__(self, name: str) -> Any:
        if name in ("grid", "value", "odds", "sources", "as_json"):
            self._is_whole = True
        return getattr(self._table, name)

    def read(self) -> tuple[Provenance, ...]:
        """Where everything that was read comes from, in the order of rows and columns."""
        told = [self._table.sources[row][column] for row, column in sorted(self._cells())]
        return (*told, ANSWERED) if self.is_answered else tuple(told)

    def _cells(self) -> set[tuple[int, int]]:
        if self._is_whole:
            rows, columns = range(len(self._table.rows)), range(len(self._table.columns))
            return {(row, column) for row in rows for column in columns}
        found: Iterable[tuple[int, int] | None] = (self._table.cell(*at) for at in self._asked)
        return {cell for cell in found if cell is not None}
