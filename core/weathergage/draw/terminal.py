"""A table as text for a terminal, whatever its board, and the roster of its ships."""

from __future__ import annotations

from typing import TYPE_CHECKING

from weathergage.draw import hexchart, tablechart
from weathergage.draw.letters import arrow, by_side, side_letters, style_of
from weathergage.draw.picture import KINDS, FreeTable, LogMark, LogRow, Picture
from weathergage.draw.sea import STATE_MARKS, livery, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.table import Table
    from rich.text import Text


def chart(picture: Picture, *, width: int = 120, height: int = 40) -> Text:
    """The table around the ships as text, no wider than width.

    height: the lines to keep to; on hexes more are used when the ships spread further than that.
    Where ships are left out, a line says how many. Raises WeathergageError when the picture has
    no board to chart.
    """
    if isinstance(picture.board, FreeTable):
        return tablechart.chart(picture, width=width, height=height)
    return hexchart.chart(picture, width=width, height=height)


def roster(picture: Picture) -> Table:
    """The ships in the order of their sides: code, name, side, place, heading, speed, damage and
    state.
    """
    from rich import box
    from rich.table import Table
    from rich.text import Text

    place = "Place" if isinstance(picture.board, FreeTable) else "Hex"
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("Code", "Name", "Side", place, "Heading"):
        table.add_column(heading, no_wrap=heading != "Name")
    table.add_column("Speed", justify="right")
    table.add_column("Damage")
    table.add_column("State")
    letters = side_letters(picture)
    for ship in by_side(picture):
        side = picture.side(ship)
        style = style_of(picture, ship)
        where = picture.where(ship)
        states = [STATE_MARKS[state][1] for state in ship.states]
        kind = KINDS[ship.kind][0] if ship.kind != "ship" else ""
        # On a table without hexes, ships may go by their names alone.
        is_coded = ship.label != ship.name or not isinstance(picture.board, FreeTable)
        code = ship.label if is_coded else ""
        heading = f"{arrow(ship.heading_degrees)} {picture.heading(ship)}"
        heading = "" if ship.kind == "buoy" else heading
        cells = [
            Text(f"{code} {ship.flag}".strip(), style=style),
            Text(ship.name),
            Text(f"{letters.get(side.id, '?')} {side.name}", style=style),
            Text(where),
            Text(heading),
            Text(number(ship.speed) if ship.kind in ("ship", "squadron") else ""),
            Text(ship.damage),
            Text(", ".join(part for part in (kind, ship.size, *states, ship.note) if part)),
        ]
        table.add_row(*cells)
    return table


def logs(picture: Picture) -> Iterator[Table]:
    """The ships' logs that the picture asks for, a table each."""
    for log in picture.shown_logs():
        yield log_table(log, f"bold {livery(picture.side(log).colour_index).terminal}")


def log_table(log: LogMark, style: str) -> Table:
    """A ship's log as a table; a box is [ ], crossed out [x]. style: of her name."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    title = Text(log.name, style=style)
    if log.note:
        title.append(f"  {log.note}", style="not bold default")
    table = Table(
        box=box.ROUNDED, show_header=False, title=title, title_justify="left", expand=False
    )
    table.add_column(no_wrap=True, style="dim")
    table.add_column()
    for row in log.rows:
        table.add_row(Text(row.label), Text(_written(row)))
    return table


def _written(row: LogRow) -> str:
    """A row's value and its boxes in letters."""
    boxes = ""
    for place, (text, crossed) in enumerate(row.boxes):
        gap = " " if row.group and place and place % row.group == 0 else ""
        boxes += f"{gap}[{'x' if crossed else text or ' '}]"
    return "  ".join(part for part in (row.value, boxes) if part)
