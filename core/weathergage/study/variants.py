"""Tables read otherwise than they stand: what hangs on figures that were reconstructed.

A reconstructed figure might have been another one. Its plausible neighbours are, where the rows
are numbers, what the same column says one line above or below: a die that is off by one. No
figure comes up then that the column lacks, words are moved as well as numbers, and a column that
rises still rises. Where rows are names (a gun, a rating, a modifier), lines have nothing to do
with one another; there a number is made a tenth smaller or greater, by 1 at the least. What is
printed or found stays as it is.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

from weathergage.errors import UnknownName
from weathergage.plugins import Rules
from weathergage.ruleset import Ruleset
from weathergage.tables import Table, Value

UP, DOWN = "up", "down"
WAYS = (UP, DOWN)
RECONSTRUCTED = "reconstructed"


@dataclass(frozen=True, slots=True)
class Variant:
    """One table with its reconstructed cells moved.

    way: "up" reads the line above, or makes numbers smaller; "down" the line below, or greater.
    """

    table: str
    way: str

    @property
    def title(self) -> str:
        """What is changed, for people."""
        return f"{self.table}, {self.way}"


def reconstructed_tables(ruleset: Ruleset) -> tuple[Table, ...]:
    """The tables of a ruleset of which at least one cell was reconstructed."""
    return tuple(
        table
        for table in ruleset.tables.values()
        if any(source.status == RECONSTRUCTED for line in table.sources for source in line)
    )


def variants_of(table: Table) -> tuple[Variant, ...]:
    """The ways of moving a table that change anything in it."""
    found = (Variant(table.id, way) for way in WAYS)
    return tuple(v for v in found if moved(table, v.way).grid != table.grid)


def moved(table: Table, way: str) -> Table:
    """A table with its reconstructed cells at their neighbours. Raises UnknownName for the way."""
    if way not in WAYS:
        raise UnknownName("way of moving a table", way, WAYS)
    step = -1 if way == UP else 1
    cells = {
        (row, column): _neighbour(table, row, column, step)
        for row, sources in enumerate(table.sources)
        for column, source in enumerate(sources)
        if source.status == RECONSTRUCTED
    }
    return table.rewritten(cells, f"{way} by one, to try it")


def _neighbour(table: Table, row: int, column: int, step: int) -> Value:
    value = table.value(row, column)
    if table.numbered:
        return table.value(min(max(row + step, 0), len(table.rows) - 1), column)
    if isinstance(value, int):
        return value + step * max(1, round(abs(value) / 10))
    return value


_varied: dict[tuple[int, tuple[Variant, ...]], tuple[Rules, Rules]] = {}


def varied(rules: Rules, variants: tuple[Variant, ...]) -> Rules:
    """The same rules with tables moved, made once a process. Raises UnknownName for a table."""
    key = (id(rules), variants)
    if key not in _varied:
        tables = dict(rules.tables)
        for variant in variants:
            if variant.table not in tables:
                raise UnknownName(f"table of {rules.ruleset.id}", variant.table, tables)
            tables[variant.table] = moved(tables[variant.table], variant.way)
        own = copy(rules)
        own.tables = tables
        own.memo = {}
        # The rules that they were made of are kept too, lest others come to have their id.
        _varied[key] = (rules, own)
    return _varied[key][1]
