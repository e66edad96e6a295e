"""What every chart in a terminal shares, whatever its board: arrows, letters, and lines of text.

Sides differ by a letter as well as by colour, and all signs are explained below the chart, so that
it reads the same without colour. rich is imported when a chart is made, not before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from weathergage.draw.picture import Picture, ShipMark, ShipState
from weathergage.draw.sea import livery, wind_words

if TYPE_CHECKING:
    from rich.text import Text

ARROWS = "↑↗→↘↓↙←↖"
STATE_SIGNS: Final[dict[ShipState, str]] = {
    "afoul": "&",
    "prize": "$",
    "dismasted": "!",
    "anchored": "=",
    "sunk": "†",
    "anchored aft": "=",
    "moored": "≡",
    "locked": "&",
    "aground": "_",
    "struck": "x",
    "rammed": "#",
    "on fire": "^",
}
FLAG_SIGN = "*"
STERN_SIGN = "o"
KEYS = "abcdefghijklmnopqrstuvwxyz"


def arrow(degrees: float) -> str:
    """The arrow nearest to a direction in degrees clockwise from north."""
    # A hex heading of 60 degrees lies 15 from north-east and 30 from east, and so for the others.
    return ARROWS[int((2 * (degrees % 360) + 45) // 90) % 8]


def side_letters(picture: Picture) -> dict[str, str]:
    """A letter for each side: of its name, the first that no side before it has taken."""
    letters: dict[str, str] = {}
    for index, side in enumerate(picture.sides):
        taken = letters.values()
        choices = [letter for letter in side.name.upper() if letter.isalpha()]
        free = [letter for letter in choices if letter not in taken]
        letters[side.id] = free[0] if free else str((index + 1) % 10)
    return letters


def by_side(picture: Picture) -> list[ShipMark]:
    """The ships in the order of their sides."""
    order = {side.id: index for index, side in enumerate(picture.sides)}
    return sorted(picture.ships, key=lambda ship: order.get(ship.side, len(order)))


def style_of(picture: Picture, ship: ShipMark) -> str:
    """How a ship's side is written."""
    return f"bold {livery(picture.side(ship).colour_index).terminal}"


def token(ship: ShipMark, letters: dict[str, str]) -> str:
    """A ship in two letters: an arrow where she heads, and her side's letter."""
    return arrow(ship.heading_degrees) + letters.get(ship.side, "?")


def short_code(label: str, room: int) -> str:
    """A ship's code in so many letters: without its stroke, or only what stands after it."""
    if len(label) <= room:
        return label
    joined = label.replace("/", "")
    if len(joined) <= room:
        return joined
    return (label.rpartition("/")[2] or joined)[:room]


def runs(letters: list[str], styles: list[str]) -> Iterator[tuple[str, str]]:
    """A line as stretches of one style each."""
    start = 0
    for at in range(1, len(letters) + 1):
        if at == len(letters) or styles[at] != styles[start]:
            yield "".join(letters[start:at]), styles[start]
            start = at


def title(picture: Picture, width: int) -> Text:
    """What the picture is of, and when."""
    from rich.text import Text

    moment = f"turn {picture.turn}" if picture.turn > 0 else "set-up"
    line = Text(picture.title, style="bold")
    line.append(f"  {moment}" + (f", {picture.phase}" if picture.phase else ""))
    line.truncate(width, overflow="ellipsis")
    return line


def weather(picture: Picture, width: int) -> Iterator[Text]:
    """The wind with an arrow where it blows to, and which letter is which side."""
    from rich.text import Text

    wind, sides = Text(), Text()
    if picture.wind is not None:
        words = wind_words(picture.wind)
        wind.append(f"{arrow(picture.wind.from_degrees + 180)} {words}", style="bold")
        wind.append("   ")
    wind.append("north is up   ", style="dim")
    letters = side_letters(picture)
    for side, ships in picture.fleets():
        sides.append(letters[side.id], style=f"bold {livery(side.colour_index).terminal}")
        sides.append(f" {side.name} ({ships})   ")
    sides.rstrip()
    whole = wind.cell_len + sides.cell_len <= width
    for line in (wind + sides,) if whole else (wind, sides):
        line.truncate(width, overflow="ellipsis")
        yield line


def flow(parts: list[Text], width: int) -> Iterator[Text]:
    """Parts side by side, on as many lines as they need; a part alone too wide is cut."""
    from rich.text import Text

    line = Text()
    for part in parts:
        if line and line.cell_len + 3 + part.cell_len > width:
            yield line
            line = Text("   ")
        elif line:
            line.append("   ")
        line.append_text(part)
        line.truncate(width, overflow="ellipsis")
    yield line
