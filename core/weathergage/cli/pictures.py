"""Pictures: a chart and a roster in the terminal, SVG and PNG in files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from weathergage.cli.output import joined, note, paragraph
from weathergage.errors import BadFile, UnknownName
from weathergage.game import Game
from weathergage.plugins import discover
from weathergage.records import write_whole

if TYPE_CHECKING:
    from weathergage.draw.picture import Picture

WIDEST_CHART = 160
PIXELS = 1600


def picture_for(game: Game, seat: str) -> Picture:
    """The table as a seat sees it, drawn from that seat's view and nothing else."""
    table = game.view(seat).table
    picture: Picture = game.rules.picture(getattr(table, "state", table))
    return picture


def whole_picture(game: Game) -> Picture:
    """The whole table: for games without a secret left to keep."""
    picture: Picture = game.rules.picture(game.state)
    return picture


def with_arcs(picture: Picture, names: Sequence[str]) -> Picture:
    """The picture with the arcs of the ships that are named, by id, code or name, or of all.

    Raises UnknownName for what is no ship of the picture. That ships have no arcs, as on hexes,
    is noted.
    """
    if not names:
        return picture
    ids: list[str] = []
    for name in names:
        ids += ["all"] if name.lower() == "all" else _named(picture, name)
    shown = replace(picture, arcs=tuple(dict.fromkeys(ids)))
    if not any(shown.shown_arcs()):
        note(f"there are no arcs to show for {joined(names)}")
    return shown


def with_logs(picture: Picture, name: str = "all") -> Picture:
    """The picture with the logs of a ship, by id, code or name, or of all.

    Raises UnknownName for what is no ship of the picture. That ships have no logs is noted.
    """
    ids = ["all"] if name.lower() == "all" else _named(picture, name)
    shown = replace(picture, logged=tuple(ids))
    if not shown.shown_logs():
        note("there are no logs to show" + ("" if name.lower() == "all" else f" for {name}"))
    return shown


def _named(picture: Picture, name: str) -> list[str]:
    """The ids of the ships that a name fits; both sides may have a ship of it."""
    fits = [
        ship.id
        for ship in picture.ships
        if name.lower() in (ship.id.lower(), ship.label.lower(), ship.name.lower())
    ]
    if not fits:
        # An id that is a name in small letters would only repeat it.
        known = {
            each.lower(): each
            for ship in picture.ships
            for each in (ship.id, ship.label, ship.name)
            if each
        }
        raise UnknownName("ship", name, [*known.values(), "all"])
    return fits


def draw(
    to: Console, picture: Picture, *, width: int | None = None, longest: int | None = None
) -> None:
    """Print the chart, the roster, what the picture has to remark, and the logs it asks for.

    longest: leave a roster of more ships than that out, and say how to see it.
    """
    from weathergage.draw.terminal import chart, roster

    wide = min(width or to.width, WIDEST_CHART)
    high = max(24, min(to.height - 8, 44)) if to.is_terminal else 32
    to.print(chart(picture, width=wide, height=high), soft_wrap=True)
    if longest is None or len(picture.ships) <= longest:
        to.print(roster(picture))
    else:
        to.print(f'{len(picture.ships)} ships; "map" lists them all.', style="dim")
    for remark in picture.notes:
        paragraph(to, remark, hang=2)
    print_logs(to, picture)


def print_logs(to: Console, picture: Picture) -> None:
    """Print the logs that the picture asks for."""
    from weathergage.draw.terminal import logs

    for log in logs(picture):
        to.print(log)


def check_writable(*paths: Path | None) -> None:
    """Raise BadFile for a file that could not be written later, before anything is played."""
    for path in paths:
        if path is not None and not path.absolute().parent.is_dir():
            raise BadFile(path, "", f"there is no folder {path.parent}; make it first")
        if path is not None and path.is_dir():
            raise BadFile(path, "", "this is a folder; name a file in it")


def write_pictures(
    picture: Picture,
    *,
    svg: Path | None = None,
    png: Path | None = None,
    width: int | None = None,
    style: str = "",
) -> list[Path]:
    """Write the picture to the files that are named, and tell which.

    style: of a plugin's; ours otherwise. Raises BadFile, or UnknownName for no such style.
    """
    from weathergage.draw.png import png as painted
    from weathergage.draw.svg import svg as ours

    styles = discover().styles
    if style and style not in styles:
        raise UnknownName("style", style, styles)
    drawn = styles.get(style, ours)
    check_writable(svg, png)
    written: list[Path] = []
    if svg is not None:
        written.append(write_whole(svg, drawn(picture)))
    if png is not None:
        pixels = painted(drawn(picture), width or PIXELS)
        try:
            png.write_bytes(pixels)
        except OSError as error:
            raise BadFile(png, "", f"could not be written: {error.strerror or error}") from None
        written.append(png)
    return written
