"""Damage codes, and the lines of the critical table that some of them are thrown on (4.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from weathergage import Event, Modifier, StuckGame, clause, event
from weathergage_admiralty.state import Ship

NOTHING: Final = "-"
"""A blank of a table."""

LINES: Final = frozenset({"W", "M", "D"})
MOST_THROWS: Final = 500
"""By the table a chain of hits ends after a few; a house rule may make it endless."""
"""Codes that are thrown for on their own line of the critical table when they are received."""


class Code(NamedTuple):
    """So many hits of a kind. side: that which G and B hits strike, "" where it is open."""

    kind: str
    number: int = 1
    side: str = ""


@event
class Critical(Event):
    """A die on a line of the critical table. die: as read, after what changed it."""

    ship: str
    line: str
    die: int
    codes: tuple[str, ...]
    clause: str

    def say(self) -> str:
        """What it brings."""
        found = ", ".join(self.codes) or "nothing more"
        return f"{self.ship}, line {self.line} of the critical table, {self.die}: {found}."


@lru_cache(maxsize=256)
def codes_of(cell: object) -> tuple[Code, ...]:
    """The hits of a table's cell, such as (2, "G", 1, "S"), "O" or "-"."""
    parts: Sequence[object] = cell if isinstance(cell, tuple) else (cell,)
    found, count = [], 1
    for part in parts:
        if isinstance(part, int):
            count = part
        elif part != NOTHING:
            found.append(Code(str(part), count))
            count = 1
    return tuple(found)


@lru_cache(maxsize=256)
def read_code(word: str) -> Code:
    """Hits as logs write them: "2G", "W"."""
    kind = word.lstrip("0123456789")
    return Code(kind, int(word[: len(word) - len(kind)] or 1))


def words_of(codes: Iterable[Sequence[Any]]) -> tuple[str, ...]:
    """Codes as logs write them: "2G", "W"."""
    return tuple(f"{code[1]}{code[0]}" if code[1] != 1 else str(code[0]) for code in codes)


@clause("4.4")
def throw(game: Any, ship: Ship, line: str, clause: str, *, add: int = 0) -> tuple[Code, ...]:
    """One die on a line of the critical table for a ship, with the stream "critical <id>".

    line: a column of the table. add: to the die, which is kept within the table. clause: the rule
    that calls for it. A blank gives no codes.
    """
    card = ship.card
    die = game.roll(
        f"critical {card.id}", f"{card.name}, critical line {line}", clause, about=card.id
    )
    own = (Modifier("size of guns", add, "4.4"),) if add else ()
    read = min(6, max(1, game.modified("critical die", die, own, None, ship)))
    codes = codes_of(game.look_up("criticals", read, line))
    if game.telling:
        game.tell(Critical(card.name, line, read, words_of(codes), clause))
    return codes


@clause("4.3-B")
def side_at_random(game: Any, ship: Ship, clause: str) -> str:
    """The side that a B hit strikes when nothing else says it."""
    card = ship.card
    die = game.roll(f"side {card.id}", f"side of {card.name} that is hit", clause, about=card.id)
    side: str = game.look_up("sides-hit", die, 0)
    return side


@clause("4.4", "4.3-M", "4.3-W", "4.3-D", "4.3-XX", "2.6-irons-mast")
def received(
    game: Any, ship: Ship, codes: Iterable[Sequence[Any]], clause: str, *, repairs: bool = True
) -> list[Code]:
    """What a ship's log is to have of hits, with all that their lines of the critical table bring.

    codes: (kind, count, side) each; count and side may be left out. repairs: whether an XX on
    line M takes the mast hit away, as it does but in irons. The sides of B and G hits are settled
    here, the gun dice that they cost are not.
    """
    found: list[Code] = []
    waiting = [Code(*code) for code in codes]
    thrown = 0
    while waiting:
        code = waiting.pop(0)
        kind, count, side = code
        if kind == "B" and not side:
            found.extend(Code("B", 1, side_at_random(game, ship, clause)) for _ in range(count))
        elif kind == "G" and not side:
            found.append(Code("G", count, side_at_random(game, ship, clause)))
        elif kind not in LINES:
            found.append(code)
        else:
            thrown += count
            if thrown > MOST_THROWS:
                raise StuckGame(
                    f"hits on {ship.card.name} bring others without end (clause 4.4): the die or "
                    "the critical table, as they are played, never stop"
                )
            for _ in range(count):
                brought = throw(game, ship, kind, clause)
                is_gone = repairs and any(new.kind == "XX" for new in brought)
                if kind != "D" and not is_gone:
                    found.append(Code(kind))
                waiting.extend(new for new in brought if new.kind != "XX")
    return found
