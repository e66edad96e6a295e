"""Points for ships taken and lost, and the grades of victory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from weathergage import Outcome, clause
from weathergage_as_per_margin.campaign.aims import aim_points
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.state import MarginState, Ship

GRADES = ((5, "indecisive"), (10, "marginal"), (20, "decisive"))
"""The greatest difference of each grade; what is more is Nelsonic."""


@clause("APM.score.grades")
def grade(difference: int) -> str:
    """The name of a difference between two sides' points: up to 5 indecisive, 10 marginal, 20
    decisive, more Nelsonic.
    """
    for most, name in GRADES:
        if difference <= most:
            return name
    return "Nelsonic"


@clause("APM.score.points")
def rising(ships: int) -> int:
    """What so many ships are worth: 1 for the first, 2 for the second and so on."""
    return ships * (ships + 1) // 2


@clause("APM.score.points")
def holder(ship: Ship, seats: Iterable[str]) -> str:
    """The side that a ship counts for at the end: her captor's when she has struck."""
    if ship.struck:
        return next(seat for seat in seats if seat != ship.side)
    return ship.side


@clause("APM.score.points", "APM.ships.strike", "APM.ships.sink")
def taken_and_lost(state: MarginState, seats: tuple[str, ...], seat: str) -> tuple[int, int]:
    """How many ships a side has taken from the other, and lost by any cause. Sunk is lost to its
    owner and taken by nobody; a ship that left the table is neither.
    """
    taken = lost = 0
    for ship in state.ships:
        if ship.gone in ("left", "elsewhere") and not ship.struck and ship.side == ship.card.side:
            continue
        kept = not ship.lost and holder(ship, seats) == ship.card.side
        if ship.card.side == seat:
            lost += not kept
        elif not ship.lost and not kept:
            taken += 1
    return taken, lost


@clause("APM.score.points", "APM.score.purpose")
def points(game: Any, seat: str) -> int:
    """A side's points: for ships taken, less for ships lost, and a house scenario's aims."""
    state: MarginState = game.state
    taken, lost = taken_and_lost(state, tuple(game.rules.seats), seat)
    return rising(taken) - rising(lost) + aims(game, seat) + aim_points(game, seat)


def aims(game: Any, seat: str) -> int:
    """Points of the scenario's own aims."""
    return sum(
        aim.points * _times(game, aim)
        for aim in game.rules.scenario.victory.aims
        if aim.side == seat
    )


def _times(game: Any, aim: Any) -> int:
    """How often an aim is met."""
    state: MarginState = game.state
    if aim.what == "silenced":
        found = (b for b in state.batteries if b.id == aim.who or not aim.who)
        return sum(b.side != aim.side and (not b.boxes or b.spiked) for b in found)
    if aim.what == "held":
        return int(_is_held(game, aim))
    ships = [ship for ship in state.ships if aim.who in ("", ship.card.id)]
    if aim.what == "taken":
        seats = tuple(game.rules.seats)
        return sum(
            ship.card.side != aim.side and not ship.lost and holder(ship, seats) == aim.side
            for ship in ships
        )
    own = [ship for ship in ships if ship.card.side == aim.side == ship.side]
    if aim.what == "left":
        return sum(
            ship.gone == "left" and (not aim.edge or left_by(game, ship) == aim.edge)
            for ship in own
        )
    return sum(not ship.struck and not ship.lost for ship in own)


def _is_held(game: Any, aim: Any) -> bool:
    """Whether a side alone has troops in a region."""
    from weathergage_as_per_margin.sea import board_of

    region = next(r for r in board_of(game.rules).regions if r.name == aim.who)
    there = {
        unit.side
        for unit in game.state.units
        if not unit.gone and unit.figures and region.holds(unit.pose)
    }
    return there == {aim.side}


def left_by(game: Any, ship: Ship) -> str:
    """The edge nearest to where a ship was last seen, "N", "E", "S" or "W"."""
    from weathergage_as_per_margin.sea import board_of

    board = board_of(game.rules)
    x, y = ship.pose.inches
    gaps = {"N": y, "E": board.width - x, "S": board.height - y, "W": x}
    return min(gaps, key=lambda edge: gaps[edge])


@clause("APM.score.grades")
def outcome(game: Any, how: str, reason: str) -> Outcome:
    """The end of a game: the side with more points wins, unless the difference is indecisive."""
    seats = tuple(game.rules.seats)
    scores = tuple((seat, points(game, seat)) for seat in seats)
    (one, ours), (other, theirs) = scores
    difference = abs(ours - theirs)
    winner = "draw"
    if difference > game.rules.scenario.victory.indecisive:
        winner = one if ours > theirs else other
    # A house scenario may be won by a difference that the book calls indecisive.
    told = "won" if winner != "draw" and difference <= GRADES[0][0] else grade(difference)
    return Outcome(
        winner,
        f"{reason}: {told} by {counted(difference, 'point')}",
        "APM.score.grades",
        scores,
        how,
    )
