"""Orders of the movement chapter as lines, given to a game of a position."""

from __future__ import annotations

from typing import Any

import weathergage as wg
from weathergage_as_per_margin import (
    anchors,
    boat_orders,
    falling_aboard,
    grounding,
    handling,
    orders,
)

KINDS: tuple[Any, ...] = (
    anchors.Rest,
    orders.Independence,
    falling_aboard.Part,
    grounding.Kedge,
    anchors.Spring,
    handling.ExtraDie,
    handling.Oars,
    handling.Adrift,
    handling.Weigh,
    handling.CastLead,
    handling.LetGo,
    boat_orders.Lower,
    boat_orders.Split,
    boat_orders.Join,
    boat_orders.Row,
    boat_orders.Land,
    boat_orders.HoistIn,
    handling.Sail,
)


def read(line: str) -> wg.Command:
    """The command that a line stands for."""
    for kind in KINDS:
        fields = kind.read(line)
        if fields is not None:
            made: wg.Command = kind(**fields)
            return made
    raise AssertionError(f"nothing reads {line!r}")


def give(game: wg.Game, *lines: str, seat: str | None = None) -> None:
    """Answer one open question after the other with a line."""
    for line in lines:
        decision = next(d for d in game.decisions if seat in (None, d.seat))
        game.submit(decision.id, read(line))


def refused(game: wg.Game, line: str, seat: str | None = None) -> str:
    """The clause under which a line is refused, or "" where it is legal; nothing is done."""
    decision = next(d for d in game.decisions if seat in (None, d.seat))
    command = read(line)
    assert type(command) in decision.kinds, f"{line!r} is no answer to {decision}"
    problem = decision.complaint(command)
    return "" if problem is None else problem.clause


def place(game: wg.Game, id: str) -> tuple[float, float, float]:
    """A ship's x and y in inches and her heading in degrees."""
    pose = game.state.ship(id).pose
    return (*pose.inches, pose.degrees)
