"""Tables read otherwise than they stand: what hangs on figures that were reconstructed.

A reconstructed figure might have been another one. Its plausible neighbours are, where the rows
are numbers, what the same column says one line above or below: a die that is off by one. No
figure comes up then that the column lacks, words are moved as well as numbers, and a column that
rises still rises. A column of words of which none comes twice is left alone: it says what is what
(port and starboard) and not how much. Where rows are names (a gun, a rating, a modifier), lines
have nothing to do with one another; there a number is made a tenth smaller or greater, by 1 at the
least, but never less than nothing in a table that has no such number. What is printed or found
stays as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from weathergage.errors import UnknownName
from weathergage.plugins import Rules
from weathergage.ruleset import Ruleset
from weathergage.tables import Table, Value

UP, DOWN = "up", "down"
WAYS = (UP, DOWN)
RECONSTRUCTED = "reconstructed"

FEW = 4
"""Choices of rules that a process keeps at hand beside those that were assembled."""


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


def what_was_reconstructed(ruleset: Ruleset) -> list[str]:
    """Which figures of a ruleset's tables were reconstructed, and from what, a sentence each."""
    whys: dict[str, list[str]] = {}
    for table in reconstructed_tables(ruleset):
        cells = [source for line in table.sources for source in line]
        made = [source for source in cells if source.status == RECONSTRUCTED]
        share = "" if len(made) == len(cells) else f" ({len(made)} of {len(cells)} cells)"
        why = " ".join(dict.fromkeys(source.why for source in made if source.why))
        whys.setdefault(why, []).append(f"{table.id}{share}")
    return [
        f"{'table' if len(tables) == 1 else 'tables'} {', '.join(tables)} reconstructed: {why}"
        for why, tables in whys.items()
    ]


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
        if not _is_scale(table, column):
            return value
        return table.value(min(max(row + step, 0), len(table.rows) - 1), column)
    if not isinstance(value, int):
        return value
    near = value + step * max(1, round(abs(value) / 10))
    signed = any(isinstance(entry, int) and entry < 0 for line in table.grid for entry in line)
    return near if signed else max(0, near)


def _is_scale(table: Table, column: int) -> bool:
    values = [table.value(row, column) for row in range(len(table.rows))]
    return any(isinstance(value, int) for value in values) or len({*values}) < len(values)


@lru_cache(maxsize=FEW)
def varied(rules: Rules, variants: tuple[Variant, ...]) -> Rules:
    """The same rules with tables moved. Raises UnknownName for a table.

    Only the last few are kept: what a ruleset works out and remembers in its rules can be large.
    """
    tables = dict(rules.tables)
    for variant in variants:
        if variant.table not in tables:
            raise UnknownName(f"table of {rules.ruleset.id}", variant.table, tables)
        tables[variant.table] = moved(tables[variant.table], variant.way)
    return rules.reading(tables)
