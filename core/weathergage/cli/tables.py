"""tables and ships: a ruleset's figures, each with where it comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from weathergage.cli.output import console, listing, many, paragraph, print_json
from weathergage.datafiles import Provenance, status_counts
from weathergage.errors import UnknownName
from weathergage.plugins import Rules, chosen_rules, figures, find_ruleset
from weathergage.shiplists import ShipType
from weathergage.tables import Table, Value

if TYPE_CHECKING:
    from weathergage.study.footing import Footing


class Footnotes:
    """Sources of figures, numbered as they come up. What is printed in the book needs no note."""

    def __init__(self) -> None:
        self._numbers: dict[Provenance, int] = {}
        self.printed = False

    def mark(self, source: Provenance) -> str:
        """The mark behind a figure: a number in brackets, or nothing for a printed one."""
        if source.status == "printed":
            self.printed = True
            return ""
        return f"[{self._numbers.setdefault(source, len(self._numbers) + 1)}]"

    def print(self, out: Console, what: str) -> None:
        """What the marks mean."""
        if self.printed:
            out.print(f"{what} without a mark are printed in the rules text.")
        for source, number in self._numbers.items():
            paragraph(out, f"[{number}] {source.status}: {source.source}", hang=4)


# tables


def tables(ruleset_id: str, name: str | None, *, house_rules: Sequence[str], as_json: bool) -> None:
    """A ruleset's tables, or one of them with its exact odds."""
    ruleset = find_ruleset(ruleset_id)
    found = figures(ruleset, chosen_rules(ruleset, house_rules)).tables
    if name is not None and name not in found:
        raise UnknownName(f"table of {ruleset_id}", name, found)
    chosen = [found[name]] if name else list(found.values())
    if as_json:
        rows = [table.as_json() for table in chosen]
        if name:
            rows[0]["odds"] = _odds_data(chosen[0])
        print_json(rows)
        return
    out = console()
    if name:
        _print_table(out, chosen[0])
        return
    table = listing(("Table", "Clause", "Title", "Rolls", "Size", "Figures"), title=ruleset.title)
    table.columns[0].no_wrap = True
    for one in chosen:
        rolls = "" if one.rolls == "none" else one.rolls
        size = f"{len(one.rows)} x {len(one.columns)}"
        table.add_row(one.id, one.clause, one.title, rolls, size, statuses(_sources(one)))
    out.print(table)
    out.print(f"One as printed: weathergage tables {ruleset_id} TABLE", style="dim")


def _sources(table: Table) -> list[Provenance]:
    return [source for row in table.sources for source in row]


def statuses(sources: Iterable[Provenance]) -> str:
    """How many figures are of which status: only the word where all are of one."""
    counts = status_counts(sources)
    if len(counts) == 1:
        return next(iter(counts))
    return ", ".join(f"{count} {status}" for status, count in counts.items())


def told_footing(rests_on: Sequence[Footing], ruleset: str) -> str:
    """On which tables an answer rests, and how well founded the figures are that it takes."""
    if not rests_on:
        return "It rests on no table."
    parts = ", ".join(f"{one.table} ({statuses(one.sources)})" for one in rests_on)
    return f"It rests on {parts}; where they come from: weathergage tables {ruleset} TABLE"


def _shown(value: object) -> str:
    return " ".join(str(part) for part in value) if isinstance(value, tuple) else str(value)


def _print_table(out: Console, table: Table) -> None:
    rolls = f", {table.rolls}" if table.rolls != "none" else ""
    out.print(Text(f"{table.id}: {table.title} (clause {table.clause}{rolls})", style="bold"))
    across = f"{table.rows_are or 'row'} / {table.columns_are or 'column'}"
    grid = listing((across if table.columns_are else table.rows_are, *table.columns))
    notes = Footnotes()
    for r, row in enumerate(table.rows):
        cells = []
        for c in range(len(table.columns)):
            mark = notes.mark(table.sources[r][c])
            cells.append(Text(_shown(table.value(r, c))).append(mark, style="dim"))
        grid.add_row(Text(row, style="bold"), *cells)
    out.print(grid)
    notes.print(out, "Figures")
    _print_edges(out, table)
    if table.rolls != "none":
        out.print()
        print_odds(out, table)


def _print_edges(out: Console, table: Table) -> None:
    """What holds outside the table, and what its words mean."""
    rolls = "numbers" if table.rolls == "none" else "rolls"
    edges = (
        (f"{rolls} below the rows", table.low),
        (f"{rolls} above the rows", table.high),
        ("columns before the first", table.below),
        ("columns after the last", table.beyond),
    )
    for where, rule in edges:
        if rule:
            shown = f"count as the {rule}" if rule in ("first", "last") else f"give {rule}"
            out.print(f"{where[0].upper()}{where[1:]} {shown}.")
    for word, meaning in table.results.items():
        paragraph(out, f"{word}: {meaning}", hang=2)


def print_odds(out: Console, table: Table, columns: Sequence[str] | None = None) -> None:
    """The exact chance of each result in each column, and the mean where results are numbers.

    Raises UnknownName for a column that the table lacks, WeathergageError for no dice.
    """
    chosen = list(columns or table.columns)
    odds = {column: table.odds(column) for column in chosen}
    values = _values(odds.values())
    grid = listing((f"exact odds, {table.rolls}", *chosen), right=chosen)
    for value in values:
        grid.add_row(_shown(value), *(_chance(odds[column].get(value)) for column in chosen))
    means = [_mean(odds[column]) for column in chosen]
    if any(mean is not None for mean in means):
        shown = ("" if mean is None else f"{float(mean):.2f}" for mean in means)
        grid.add_row(Text("mean", style="bold"), *shown)
    out.print(grid)


def _values(odds: Iterable[Mapping[Value, Fraction]]) -> list[Value]:
    """Every result that can come up, numbers first and rising."""
    found = dict.fromkeys(value for one in odds for value in one)
    numbers = sorted(value for value in found if isinstance(value, int))
    return [*numbers, *(value for value in found if not isinstance(value, int))]


def _chance(chance: Fraction | None) -> str:
    return "" if chance is None else str(chance)


def _mean(odds: Mapping[Value, Fraction]) -> Fraction | None:
    """The expected result, None where a result is no number."""
    total = Fraction(0)
    for value, chance in odds.items():
        if not isinstance(value, int):
            return None
        total += value * chance
    return total


def _odds_data(table: Table) -> dict[str, Any] | None:
    if table.rolls == "none":
        return None
    found: dict[str, Any] = {}
    for column in table.columns:
        odds = table.odds(column)
        mean = _mean(odds)
        found[column] = {
            "mean": None if mean is None else str(mean),
            "chances": {_shown(value): str(chance) for value, chance in odds.items()},
        }
    return found


# ships


def ships(ruleset_id: str, *, house_rules: Sequence[str], as_json: bool) -> None:
    """A ruleset's ships with their ratings."""
    ruleset = find_ruleset(ruleset_id)
    found = list(figures(ruleset, chosen_rules(ruleset, house_rules)).ships.values())
    if as_json:
        print_json([ship.as_json() for ship in found])
        return
    out = console()
    notes = Footnotes()
    out.print(_ship_table(found, ruleset.title, notes))
    notes.print(out, "Figures")
    out.print(f"{many(len(found), 'kind')} of ship.")


NARROW = 9
"""Letters up to which a column of ratings is not wrapped."""


def _ship_table(ships: Sequence[ShipType], title: str, notes: Footnotes) -> RichTable:
    """A row for each kind. Ratings that fewer than half of the kinds have share the last column; a
    source that all figures of a column have is marked at its head.
    """
    ratings = list(dict.fromkeys(name for ship in ships for name in ship.ratings))
    given = {name: sum(name in ship.ratings for ship in ships) for name in ratings}
    rare = [name for name in ratings if 2 * given[name] < len(ships)]
    usual = ["quantity", *(name for name in ratings if name not in rare)]
    heads = {name: _head(ships, name, notes) for name in usual}
    table = listing(("Ship", "Name", *heads.values(), *(["Also"] if rare else [])), title=title)
    table.columns[0].no_wrap = True
    for ship in ships:
        shown = [_figure(ship, name, None if "[" in heads[name] else notes) for name in usual]
        also = (
            Text(f"{_spoken(name)} ").append(_figure(ship, name, notes))
            for name in rare
            if name in ship.ratings
        )
        last = [Text(", ").join(also)] if rare else []
        table.add_row(ship.id, ship.name, *shown, *last)
    for column in table.columns[1:]:
        cells = [str(cell) for cell in column.cells]
        column.no_wrap = max(map(len, cells)) <= NARROW
        words = (word for cell in (str(column.header), *cells) for word in cell.split())
        column.min_width = max(map(len, words))
    table.show_edge = False
    return table


def _head(ships: Sequence[ShipType], name: str, notes: Footnotes) -> str:
    """The head of a column of figures, with the mark of their source below it if all have one."""
    word = "How\nmany" if name == "quantity" else _spoken(name)
    sources = {ship.provenance[name] for ship in ships if name in ("quantity", *ship.ratings)}
    mark = notes.mark(sources.pop()) if len(sources) == 1 else ""
    return f"{word}\n{mark}" if mark else word


def _spoken(name: str) -> str:
    return name.replace("_", " ")


def _figure(ship: ShipType, name: str, notes: Footnotes | None) -> Text:
    """A rating with the mark of its source, if it needs one."""
    value = ship.quantity if name == "quantity" else ship.ratings.get(name)
    if value is None:
        return Text("")
    words = value.replace("-", " ") if isinstance(value, str) else _shown(value)
    mark = "" if notes is None else notes.mark(ship.provenance[name])
    return Text(words).append(mark, style="dim")


UNTOLD = ("id", "place", "wake", "name", "code", "counter", "now")
"""Data of a ship on the table that are told otherwise, or not for people."""


DRAWN = ("pose", "track")
"""Parts of a ship's data that pictures show, in units of no use to people."""


def _parts(data: Mapping[str, Any]) -> Iterator[str]:
    """The parts of a ship's data that hold, in words."""
    for part, value in data.items():
        told = value
        if isinstance(value, list):
            told = ", ".join(str(one) for one in value if one and not isinstance(one, list))
        if part not in DRAWN and told is not False and told not in ("", None, {}):
            name = part.replace("_", " ")
            yield name if told is True else f"{name} {told}"


def print_ship(out: Console, rules: Rules, ship: Mapping[str, Any], *, brief: bool = False) -> None:
    """All about one ship of a table: where she is, what she has suffered, her ratings.

    brief: without what is kept of her in parts, for ships whose log tells it.
    """
    code = ship.get("code", "")
    out.print(Text(f"{ship.get('name') or ship['id']}  {code}".rstrip(), style="bold"))
    for key, value in ship.items():
        is_told = brief and isinstance(value, Mapping)
        if key not in UNTOLD and value not in ("", None, False, [], {}) and not is_told:
            shown = value
            if isinstance(value, Mapping):
                shown = ", ".join(_parts(value))
            elif isinstance(value, list):
                shown = ", ".join(str(part) for part in value)
            out.print(f"  {key:10} {'yes' if value is True else shown}", soft_wrap=True)
    kind = rules.ships.get(str(ship.get("type", "")))
    if kind is None:
        return
    notes = Footnotes()
    for name in kind.ratings:
        line = Text(f"  {name.replace('_', ' '):10} ") + _figure(kind, name, notes)
        out.print(line, soft_wrap=True)
    notes.print(out, "Ratings")
