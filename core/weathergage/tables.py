"""Results tables: read from TOML, looked up, their exact odds, each cell's provenance.

A table is a grid of results under named columns. Its rows are what a die can show, ranges of
some number, or names::

    id = "boarding"
    clause = "9.3"
    title = "Boarding by strength"
    rolls = "1d6"
    columns = ["1-1", "2-1"]
    low = "first"       # a modified roll below the rows reads the first row
    high = "last"       # ... and above them the last
    below = "refused"   # column numbers below the first give this result
    beyond = "last"
    results = { refused = "not allowed at such odds" }
    [rows]
    "1-3" = [0, 1]
    4 = [0, 2]
    "5+" = [1, 2]
    [[provenance]]
    cells = "*"
    status = "printed"
    [[provenance]]
    cells = ["row 4", "5-6 x 2-1"]
    status = "reconstructed"
    why = "..."
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

from pydantic import Field

from weathergage.datafiles import (
    FileModel,
    Provenance,
    ProvenanceBlock,
    Several,
    checked,
    data_hash,
    dotted,
    named_after_file,
    read_toml,
    toml_files,
)
from weathergage.errors import BadFile, UnknownName, WeathergageError

__all__ = ["Provenance", "Table", "Value", "data_hash", "load_table", "load_tables"]

Value = int | str | tuple[int | str, ...]
"""What a cell holds: a number, a word that the file declares, or a short list of these."""

_DICE = re.compile(r"([1-9]\d*)d([1-9]\d*)")
_NUMBERS = re.compile(r"(-?\d+)(?:-(-?\d+)|(\+))?")


@dataclass(frozen=True, slots=True)
class Table:
    """A results table; nothing of it changes, `replaced` makes another.

    rolls: "1d6", "2d6" ..., or "none". columns: names. rows: labels as printed.
    lowest: the number of the first line of `grid`. grid: results by [number - lowest][column],
    with ranges of rows spread out, for loops that cannot wait. low, high, below, beyond: what
    holds outside the rows and columns: "first", "last", a result, or "" for nothing.
    results: the words that cells may hold, with their meaning.
    """

    id: str
    clause: str
    title: str
    rolls: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    lowest: int
    grid: tuple[tuple[Value, ...], ...]
    low: str = ""
    high: str = ""
    below: str = ""
    beyond: str = ""
    rows_are: str = ""
    columns_are: str = ""
    results: dict[str, str] = field(default_factory=dict)
    spans: tuple[tuple[int, int], ...] = ()
    sources: tuple[tuple[Provenance, ...], ...] = ()
    _known: dict[tuple[int | str, int | str], Value] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @property
    def is_numbered(self) -> bool:
        """Whether its rows are what dice show or something is counted as, not names."""
        return any(_NUMBERS.fullmatch(row) for row in self.rows)

    def look_up(self, row: int | str, column: str | int) -> Value:
        """The result at a row and a column.

        row: the number rolled or measured, or a row's label. column: its name, or its place
        counted from 0. Numbers outside the table follow low, high, below and beyond.
        Raises UnknownName where these say nothing.
        """
        if type(row) is int and type(column) is int:
            line = row - self.lowest
            if line >= 0 <= column:
                try:
                    return self.grid[line][column]
                except IndexError:
                    pass  # beyond the last line or column, as below
        found = self._known.get((row, column))
        if found is None:
            found = self._known[row, column] = self._found(row, column)
        return found

    def _found(self, row: int | str, column: int | str) -> Value:
        """The same, looked for."""
        read = self._read(row, column)
        return read if isinstance(read, str) else self.grid[read[0]][read[1]]

    def _read(self, row: int | str, column: int | str) -> str | tuple[int, int]:
        """The line of `grid` and the column that are read, or the result for what lies outside."""
        line = row - self.lowest if isinstance(row, int) else self._line(row)
        place = column if isinstance(column, int) else self.column_index(column)
        if 0 <= line < len(self.grid) and 0 <= place < len(self.columns):
            return line, place
        outside = self._outside(line, place)
        if isinstance(outside, str):
            return outside
        line, place = outside
        if line < 0:
            raise UnknownName(f"row of table {self.id}", str(row), self.rows)
        if place < 0:
            raise UnknownName(f"column of table {self.id}", str(column), self.columns)
        return line, place

    def cell(self, row: int | str, column: str | int) -> tuple[int, int] | None:
        """The cell that `look_up` reads, by its places among rows and columns counted from 0, as
        `value` and `sources` have it; None where the entry is the one for what lies outside.

        Raises UnknownName where `look_up` does.
        """
        read = self._read(row, column)
        if isinstance(read, str):
            return None
        line, place = read
        number = line + self.lowest
        at = next(n for n, (first, last) in enumerate(self.spans) if first <= number <= last)
        return at, place

    def could_hold(self, entry: object) -> bool:
        """Whether an entry is the like of those that the table holds."""
        if isinstance(entry, str):
            return entry in self.results
        return any(type(entry) is type(held) for line in self.grid for held in line)

    def column_index(self, name: str) -> int:
        """A column's place, counted from 0. Raises UnknownName."""
        try:
            return self.columns.index(name)
        except ValueError:
            raise UnknownName(f"column of table {self.id}", name, self.columns) from None

    def odds(self, column: str | int, modifier: int = 0) -> dict[Value, Fraction]:
        """The exact chance of every result of a column, numbers rising, words as the die rises.

        modifier: added to the roll. Raises WeathergageError for a table that is not rolled on.
        """
        dice = _dice(self.rolls)
        if dice is None:
            raise WeathergageError(f"table {self.id} is not rolled on, so it has no odds")
        from icepool import d  # slow to import, and wanted by studies only

        number, sides = dice
        rolled = number @ d(sides)
        chances: dict[Value, Fraction] = {}
        for total in sorted(rolled):
            value = self.look_up(total + modifier, column)
            chance = Fraction(rolled.quantity(total), rolled.denominator())
            chances[value] = chances.get(value, Fraction(0)) + chance
        numbers = sorted(value for value in chances if isinstance(value, int))
        return {value: chances[value] for value in [*numbers, *chances]}

    def source(self, row: int | str, column: str | int) -> Provenance:
        """Where the figure of one cell comes from. Raises UnknownName for no cell."""
        line = row - self.lowest if isinstance(row, int) else self._line(row)
        place = column if isinstance(column, int) else self.column_index(column)
        if not 0 <= place < len(self.columns):
            raise UnknownName(f"column of table {self.id}", str(column), self.columns)
        for (first, last), sources in zip(self.spans, self.sources, strict=True):
            if first <= line + self.lowest <= last:
                return sources[place]
        raise UnknownName(f"row of table {self.id}", str(row), self.rows)

    def value(self, row: int, column: int) -> Value:
        """A cell as printed: row and column by their places, counted from 0."""
        return self.grid[self.spans[row][0] - self.lowest][column]

    def as_json(self) -> dict[str, Any]:
        """The whole table as plain data: head, rows, and every cell with its source."""
        return {
            "id": self.id,
            "clause": self.clause,
            "title": self.title,
            "rolls": self.rolls,
            "columns": list(self.columns),
            "rows": list(self.rows),
            "cells": [
                {
                    "row": label,
                    "column": column,
                    "value": list(value) if isinstance(value, tuple) else value,
                    "status": source.status,
                    "source": source.source,
                }
                for r, label in enumerate(self.rows)
                for c, column in enumerate(self.columns)
                for value, source in [(self.value(r, c), self.sources[r][c])]
            ],
        }

    def replaced(
        self, selector: str | Sequence[str], value: int | str | Sequence[int | str], why: str
    ) -> Table:
        """The same table with the selected cells changed, and marked as a house rule's.

        selector: as in provenance blocks, such as "4 x 2-1" or "row 6". why: the reason.
        Raises UnknownName for a selector without a cell or a word that the table lacks, and
        WeathergageError for an entry that is none.
        """
        try:
            cells = _select(self.spans, self.rows, self.columns, selector)
            new = _entry(value, self.results)
        except _NoCellError as error:
            cells_known = (f"{r} x {c}" for r in self.rows for c in self.columns)
            raise UnknownName(f"cell of table {self.id}", error.selector, cells_known) from None
        except _NoResultError as error:
            if isinstance(error.entry, str):
                raise UnknownName(f"result of table {self.id}", error.entry, self.results) from None
            raise WeathergageError(
                f"table {self.id} cannot hold {error.entry!r}: {error}"
            ) from None
        return self.rewritten(dict.fromkeys(cells, new), why)

    def rewritten(self, cells: Mapping[tuple[int, int], Value], why: str) -> Table:
        """The same table with other entries in the cells at these places of row and column, counted
        from 0, and marked as a house rule's.
        """
        values = [
            [self.value(r, c) for c in range(len(self.columns))] for r in range(len(self.rows))
        ]
        sources = [list(line) for line in self.sources]
        for (r, c), new in cells.items():
            values[r][c] = new
            sources[r][c] = Provenance("house", why=why)
        return replace(
            self,
            grid=_spread(self.spans, values),
            sources=tuple(tuple(line) for line in sources),
        )

    @property
    def numbered(self) -> bool:
        """Whether its rows are numbers, one following the other, and not names."""
        return all(_NUMBERS.fullmatch(label) for label in self.rows)

    def _line(self, label: str) -> int:
        """The line of `grid` at which a row begins."""
        try:
            return self.spans[self.rows.index(label)][0] - self.lowest
        except ValueError:
            raise UnknownName(f"row of table {self.id}", label, self.rows) from None

    def _outside(self, line: int, place: int) -> str | tuple[int, int]:
        """A result for what lies outside, or the line and place to read; -1 where none is."""
        inside: list[int] = []
        for at, size, under, over in (
            (place, len(self.columns), self.below, self.beyond),
            (line, len(self.grid), self.low, self.high),
        ):
            if 0 <= at < size:
                inside.append(at)
                continue
            rule = under if at < 0 else over
            if rule in self.results:
                return rule
            inside.append({"first": 0, "last": size - 1}.get(rule, -1))
        return inside[1], inside[0]


def load_tables(folder: Path | str) -> dict[str, Table]:
    """Every table of a folder by id, sorted. Each file is read once; raises BadFile."""
    return {table.id: table for table in _tables(str(folder))}


@cache
def _tables(folder: str) -> tuple[Table, ...]:
    return tuple(load_table(path) for path in toml_files(Path(folder)))


def load_table(path: Path) -> Table:
    """The table of one file. Raises BadFile with the key that is wrong."""
    file = checked(_TableFile, read_toml(path), path)
    named_after_file(path, file.id)
    return _Reader(path, file).table()


def table_in(data: Mapping[str, Any], path: Path) -> Table:
    """The table that a part of another file holds. Raises BadFile with the key in that part."""
    return _Reader(path, checked(_TableFile, data, path)).table()


# What a file may say ------------------------------------------------------------------------


class _CellsBlock(ProvenanceBlock):
    cells: Several = Field(min_length=1)


class _TableFile(FileModel):
    id: str
    clause: str
    title: str
    rolls: str
    columns: list[str] = Field(min_length=1)
    rows: dict[str, list[Any]] = Field(min_length=1)
    provenance: list[_CellsBlock]
    low: str = ""
    high: str = ""
    below: str = ""
    beyond: str = ""
    rows_are: str = Field(default="", alias="rows-are")
    columns_are: str = Field(default="", alias="columns-are")
    results: dict[str, str] = Field(default_factory=dict)


class _NoCellError(ValueError):
    def __init__(self, selector: str, problem: str = "names no cell of the table") -> None:
        self.selector = selector
        super().__init__(problem)


class _NoResultError(ValueError):
    def __init__(self, entry: object, problem: str) -> None:
        self.entry = entry
        super().__init__(problem)


class _Reader:
    """Turns a file's model into a Table, and complains key by key."""

    def __init__(self, path: Path, file: _TableFile) -> None:
        self.path = path
        self.file = file
        self.dice = _dice(file.rolls)
        self.high = file.high

    def table(self) -> Table:
        file = self.file
        if self.dice is None and file.rolls != "none":
            self._bad("rolls", f'is {file.rolls!r}; write dice such as "1d6" or "2d6", or "none"')
        self._check_columns()
        labels, spans = self._rows()
        self._check_rules()
        values = [self._values(label) for label in labels]
        return Table(
            id=file.id,
            clause=file.clause,
            title=file.title,
            rolls=file.rolls,
            columns=tuple(file.columns),
            rows=labels,
            lowest=spans[0][0],
            grid=_spread(spans, values),
            low=file.low,
            high=self.high,
            below=file.below,
            beyond=file.beyond,
            rows_are=file.rows_are,
            columns_are=file.columns_are,
            results=dict(file.results),
            spans=spans,
            sources=self._sources(labels, spans),
        )

    def _bad(self, key: str, problem: str) -> NoReturn:
        raise BadFile(self.path, key, problem)

    def _check_columns(self) -> None:
        columns = self.file.columns
        for name in columns:
            if columns.count(name) > 1:
                self._bad("columns", f"names {name!r} twice")
            if not name or any(mark in name for mark in (",", " x ", " to ")):
                self._bad("columns", f"{name!r} cannot be told apart in a selector")

    def _check_rules(self) -> None:
        """Rules for what lies outside name an end of the table or a declared result."""
        file = self.file
        for key, rule, end in (
            ("low", file.low, "first"),
            ("high", file.high, "last"),
            ("below", file.below, "first"),
            ("beyond", file.beyond, "last"),
        ):
            if rule and rule != end and rule not in file.results:
                self._bad(key, f'is {rule!r}; write "{end}" or a word that results declares')

    def _rows(self) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
        """Labels and number ranges, in order, without gap or overlap."""
        labels = list(self.file.rows)
        found = [_NUMBERS.fullmatch(label) for label in labels]
        if self.dice is None and not any(found):
            return tuple(labels), tuple((n, n) for n in range(len(labels)))
        ranges: list[tuple[int, int, str]] = []
        for label, match in zip(labels, found, strict=True):
            if match is None:
                raise BadFile(
                    self.path, dotted("rows", label), 'is not a number, a range "1-3" or "6+"'
                )
            first = int(match[1])
            last = int(match[2]) if match[2] else first
            if match[3]:
                last = max(first, self._top())
                self.high = self.high or "last"
            if last < first:
                self._bad(dotted("rows", label), "runs backwards")
            ranges.append((first, last, label))
        ranges.sort()
        self._check_total(ranges)
        return tuple(r[2] for r in ranges), tuple((r[0], r[1]) for r in ranges)

    def _check_total(self, ranges: Sequence[tuple[int, int, str]]) -> None:
        """Every number once; the faces of the dice exactly, but where modifiers run over."""
        for (_, last, label), (first, _, following) in pairwise(ranges):
            key = dotted("rows", following)
            if first <= last:
                self._bad(key, f"covers {first}, as does row {label}")
            if first > last + 1:
                self._bad(key, f"leaves {_run(last + 1, first - 1)} without a row")
        for _, _, label in ranges[:-1]:
            if label.endswith("+"):
                self._bad(dotted("rows", label), "is open, so it must be the last row")
        if self.dice is not None:
            self._check_dice(self.dice[0], ranges[0][0], ranges[-1][1])

    def _check_dice(self, least: int, lowest: int, highest: int) -> None:
        """The rows from lowest to highest hold against what the dice can give, from least on."""
        top = self._top()
        dice = self.file.rolls
        if lowest > least:
            self._bad("rows", f"{dice} can give {_run(least, lowest - 1)}, which no row has")
        if highest < top:
            self._bad("rows", f"{dice} can give {_run(highest + 1, top)}, which no row has")
        for over, key, declared in (
            (_run(lowest, least - 1) if lowest < least else "", "low", self.file.low),
            (_run(top + 1, highest) if highest > top else "", "high", self.high),
        ):
            if over and not declared:
                self._bad("rows", f"{dice} cannot give {over}; if modifiers can, declare {key}")

    def _top(self) -> int:
        """The most that the dice can give; nothing for a table that is not rolled on."""
        return 0 if self.dice is None else self.dice[0] * self.dice[1]

    def _values(self, label: str) -> list[Value]:
        entries = self.file.rows[label]
        width = len(self.file.columns)
        if len(entries) != width:
            self._bad(
                dotted("rows", label),
                f"has {_many(len(entries), 'entry', 'entries')} "
                f"for {_many(width, 'column', 'columns')}",
            )
        values: list[Value] = []
        for column, entry in zip(self.file.columns, entries, strict=True):
            try:
                values.append(_entry(entry, self.file.results))
            except _NoResultError as error:
                raise BadFile(self.path, dotted("rows", label, column), str(error)) from None
        return values

    def _sources(
        self, labels: tuple[str, ...], spans: tuple[tuple[int, int], ...]
    ) -> tuple[tuple[Provenance, ...], ...]:
        """Each cell's provenance, the last block that fits."""
        columns = tuple(self.file.columns)
        told: dict[tuple[int, int], Provenance] = {}
        for n, block in enumerate(self.file.provenance):
            provenance = block.told(self.file.clause)
            try:
                for cell in _select(spans, labels, columns, block.cells):
                    told[cell] = provenance
            except _NoCellError as error:
                raise BadFile(
                    self.path, dotted("provenance", n, "cells"), f"{error.selector!r} {error}"
                ) from None
        for r, label in enumerate(labels):
            for c, column in enumerate(columns):
                if (r, c) not in told:
                    self._bad("provenance", f"no block covers {label} x {column}")
        return tuple(tuple(told[r, c] for c in range(len(columns))) for r in range(len(labels)))


# Small parts --------------------------------------------------------------------------------


def _dice(rolls: str) -> tuple[int, int] | None:
    """Number and sides of the dice in "2d6"; None for anything else."""
    match = _DICE.fullmatch(rolls)
    return (int(match[1]), int(match[2])) if match else None


def _entry(entry: object, results: dict[str, str]) -> Value:
    """A cell's entry as it is kept. Raises _NoResultError."""
    if isinstance(entry, list | tuple):
        return tuple(_word(part, results) for part in entry)
    return _word(entry, results)


def _word(entry: object, results: dict[str, str]) -> int | str:
    if isinstance(entry, str):
        if entry not in results:
            raise _NoResultError(entry, f"{entry!r} is not among the words that results declares")
        return entry
    if isinstance(entry, int) and not isinstance(entry, bool):
        return entry
    raise _NoResultError(entry, f"{entry!r} is neither a whole number nor a declared word")


def _spread(
    spans: Sequence[tuple[int, int]], values: Sequence[Sequence[Value]]
) -> tuple[tuple[Value, ...], ...]:
    """One line for every number that the rows cover."""
    return tuple(
        tuple(line)
        for (first, last), line in zip(spans, values, strict=True)
        for _ in range(first, last + 1)
    )


def _select(
    spans: Sequence[tuple[int, int]],
    rows: Sequence[str],
    columns: Sequence[str],
    selectors: str | Sequence[str],
) -> list[tuple[int, int]]:
    """The cells that selectors name, by places of row and column. Raises _NoCellError."""
    found: list[tuple[int, int]] = []
    for selector in [selectors] if isinstance(selectors, str) else selectors:
        row_part, column_part = _parts(selector)
        try:
            in_rows = _in_rows(row_part, spans, rows)
            in_columns = _in_columns(column_part, columns)
        except _NoCellError as error:
            raise _NoCellError(selector, str(error)) from None
        found.extend((r, c) for r in in_rows for c in in_columns)
    return found


def _parts(selector: str) -> tuple[str, str]:
    """What a selector says of rows and of columns; "*" where it says nothing."""
    head, _, rest = selector.strip().partition(" ")
    if head == "*" and not rest:
        return "*", "*"
    if head in ("row", "rows"):
        return rest, "*"
    if head in ("column", "columns"):
        return "*", rest
    row_part, cross, column_part = selector.partition(" x ")
    if not cross:
        raise _NoCellError(
            selector, 'is no selector; write "*", "row 4", "columns 2-1 to 4-1" or "4 x 2-1"'
        )
    return row_part, column_part


def _listed(part: str, all_of: Sequence[str], one: Callable[[str], Iterable[int]]) -> list[int]:
    """The places that a comma list names, by a function for one of its members."""
    if part.strip() == "*":
        return list(range(len(all_of)))
    return [place for name in part.split(",") for place in one(name.strip())]


def _in_rows(part: str, spans: Sequence[tuple[int, int]], rows: Sequence[str]) -> list[int]:
    def one(name: str) -> list[int]:
        if name in rows:
            return [rows.index(name)]
        match = _NUMBERS.fullmatch(name)
        if match is None or match[3] or not any(_NUMBERS.fullmatch(row) for row in rows):
            raise _NoCellError(name)
        first, last = int(match[1]), int(match[2] or match[1])
        touched = [n for n, (low, high) in enumerate(spans) if low <= last and first <= high]
        if not touched or spans[touched[0]][0] > first or spans[touched[-1]][1] < last:
            raise _NoCellError(name)
        for n in touched:
            if not (first <= spans[n][0] and spans[n][1] <= last):
                raise _NoCellError(name, f"takes only a part of row {rows[n]}")
        return touched

    return _listed(part, rows, one)


def _in_columns(part: str, columns: Sequence[str]) -> list[int]:
    def one(name: str) -> list[int]:
        if name in columns:
            return [columns.index(name)]
        first, _, last = name.partition(" to ")
        if first not in columns or last not in columns:
            raise _NoCellError(name)
        places = list(range(columns.index(first), columns.index(last) + 1))
        if not places:
            raise _NoCellError(name, "runs backwards")
        return places

    return _listed(part, columns, one)


def _run(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"


def _many(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"
