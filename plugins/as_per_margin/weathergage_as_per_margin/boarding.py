"""Boarding actions between ships that have fallen aboard of one another."""

from __future__ import annotations

from typing import Any

from weathergage import (
    Ask,
    Command,
    Event,
    OneOf,
    PhaseRun,
    clause,
    event,
    together,
)
from weathergage_as_per_margin.boarders import dice_aboard, hits_of, press, take
from weathergage_as_per_margin.counting import counted, dice_told
from weathergage_as_per_margin.cutting_out import board_from_boats, fight_boats, warn
from weathergage_as_per_margin.damage import enemy_of, throw
from weathergage_as_per_margin.night import tell_seen
from weathergage_as_per_margin.state import MarginState, Ship

_YES = ("board", "boarders away", "yes")
_NO = ("no", "stand off", "done")


class Announce(Command):
    """Whether a side's ships of a locked group board the enemy."""

    board: bool

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """What a line such as "board" or "no" says; None where it is none of these."""
        words = " ".join(line.lower().split())
        if words in _YES:
            return {"board": True}
        return {"board": False} if words in _NO else None

    def write(self) -> str:
        """The line that says it."""
        return _YES[0] if self.board else _NO[0]


_CHOICES = (Announce(board=False), Announce(board=True))


@event
class Boarded(Event):
    """A boarding action: (ship, dice thrown) of both sides, their faces and their hits."""

    side: str
    ships: tuple[tuple[str, int], ...]
    faces: tuple[int, ...]
    hits: int
    other: str
    other_ships: tuple[tuple[str, int], ...]
    other_faces: tuple[int, ...]
    other_hits: int
    clause: str

    def say(self) -> str:
        """Who fought, and by how much who won."""
        ours = " and ".join(name for name, _ in self.ships)
        theirs = " and ".join(name for name, _ in self.other_ships)
        hits, other_hits = counted(self.hits, "hit"), counted(self.other_hits, "hit")
        return (
            f"Boarding action between {ours} ({dice_told(self.faces)}, {hits}) and "
            f"{theirs} ({dice_told(self.other_faces)}, {other_hits})."
        )


@clause("APM.boarding.when", "APM.turn", "APM.cutting-out.combat", "APM.cutting-out.boarding")
def board(game: Any) -> PhaseRun | None:
    """The last step at sea: boats fight and board, then locked ships, if a side announces it."""
    if game.state.boats:
        game.keep()
        board_from_boats(game, fight_boats(game))
    groups = locked_groups(game.state)
    if not groups:
        return None
    game.keep()
    return _board_in_turn(game, groups)


def _board_in_turn(game: Any, groups: list[tuple[int, ...]]) -> PhaseRun:
    state: MarginState = game.state
    for group in groups:
        ships = [state.ships[n] for n in group]
        yield from _offer(game, ships)


@clause("APM.boarding.when")
def locked_groups(state: MarginState) -> list[tuple[int, ...]]:
    """The numbers of the ships of each group that hangs together by ships fallen aboard, both
    sides of which fight in it. Ships that have struck hold nobody together.
    """
    seen: set[int] = set()
    groups: list[tuple[int, ...]] = []
    for ship in state.ships:
        if not ship.locked or ship.n in seen or not ship.fights:
            continue
        group, open_ = {ship.n}, [ship.n]
        while open_:
            for n in state.ships[open_.pop()].locked:
                if n not in group and state.ships[n].fights:
                    group.add(n)
                    open_.append(n)
        seen |= group
        if len({state.ships[n].side for n in group}) > 1:
            groups.append(tuple(sorted(group)))
    return groups


@clause("APM.boarding.when")
def _offer(game: Any, ships: list[Ship]) -> PhaseRun:
    """Ask both sides whether they board in this group, and let them if either does. A side that
    has no dice to throw is not asked.
    """
    about = " ".join(ship.card.id for ship in ships)
    names = " and ".join(ship.card.name for ship in ships)
    seats = [
        seat
        for seat in game.seats
        if any(ship.side == seat and dice_aboard(game, ship) for ship in ships)
    ]
    answers = yield from together(
        *(
            Ask(
                seat,
                Announce,
                clause="APM.boarding.when",
                about=about,
                answers=OneOf(
                    _CHOICES,
                    "APM.boarding.when",
                    'Say "board" or "no". If either side boards, both throw a die for each hit '
                    "box, 4 to 6 hit, and what is left over costs gun boxes.",
                ),
                prompt=f"{names} are locked together: board?",
            )
            for seat in seats
        )
    )
    if any(isinstance(answer, Announce) and answer.board for answer in answers):
        exchange(game, ships)


@clause(
    "APM.boarding.roll", "APM.boarding.surplus", "APM.boarding.capture", "APM.cutting-out.alert"
)
def exchange(game: Any, ships: list[Ship]) -> None:
    """One boarding action: all ships of both sides throw together, hits cancel, and the side with
    less loses a gun box to each hit over; ships without guns strike to the other side. Whoever
    lay unaware is warned.
    """
    side = ships[0].side
    ours = [ship for ship in ships if ship.side == side]
    theirs = [ship for ship in ships if ship.side != side]
    about = " and ".join(ship.card.name for ship in ships)
    thrown = [_throw_all(game, some, about) for some in (ours, theirs)]
    faces, other_faces = (sum(dice, ()) for dice in thrown)
    hits, other_hits = hits_of(game, faces), hits_of(game, other_faces)
    if game.telling:
        told = Boarded(
            side,
            tuple((ship.card.name, len(d)) for ship, d in zip(ours, thrown[0], strict=True)),
            faces,
            hits,
            theirs[0].side,
            tuple((ship.card.name, len(d)) for ship, d in zip(theirs, thrown[1], strict=True)),
            other_faces,
            other_hits,
            "APM.boarding.roll",
        )
        tell_seen(game, told, side, *(ship.pose for ship in ships))
    losers, surplus = (
        (theirs, hits - other_hits) if hits > other_hits else (ours, other_hits - hits)
    )
    if surplus:
        by = enemy_of(game, losers[0].side)
        for prize in press(game, losers, surplus, by, clause="APM.boarding.surplus"):
            take(game, prize, by, from_boats=False)
    warn(game, *ships)


def dice_of(game: Any, ship: Ship) -> int:
    """Dice that a ship throws in a boarding action, with what house rules add."""
    count: int = game.modified("boarding dice", dice_aboard(game, ship), (), ship)
    return max(0, count)


def _throw_all(game: Any, ships: list[Ship], about: str) -> list[tuple[int, ...]]:
    """The boarding dice of each ship, from a stream of her own."""
    return [
        throw(
            game,
            f"boarding {ship.card.id}",
            f"boarding, {about}",
            dice_of(game, ship),
        )
        for ship in ships
    ]
