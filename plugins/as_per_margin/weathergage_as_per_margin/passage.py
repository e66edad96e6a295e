"""Where a ship's move takes her: what stops her on her way, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergage import Event, FreePose, Stand, clause, event, point_name
from weathergage_as_per_margin.compass import told_way
from weathergage_as_per_margin.damage import release
from weathergage_as_per_margin.grounding import grounds_for, run_aground
from weathergage_as_per_margin.night import tell_seen
from weathergage_as_per_margin.state import Ship
from weathergage_as_per_margin.ways import Stop, ground_under, way

DRIFTS = "drifts"


@event
class Sailed(Event):
    """A ship moved. heading: on which; inches: made good; then: where she points now. how:
    "sails", "rows" or "drifts". stopped: by what, or "".
    """

    ship: str
    how: str
    heading: float
    inches: float
    then: float
    stopped: str
    clause: str

    def say(self) -> str:
        """Where to."""
        way = f"{self.how} {told_way(self.heading, self.inches)}"
        end = f", up to {self.stopped}" if self.stopped else ""
        turned = f", and turns {point_name(self.then)}" if self.then != self.heading else ""
        return f"{self.ship} {way}{end}{turned}."


@event
class LeftTable(Event):
    """A ship's centre passed the edge of the table."""

    ship: str
    clause: str

    def say(self) -> str:
        """Who."""
        return f"{self.ship} leaves the table."


def slide(game: Any, ship: Ship, pose: FreePose, end: FreePose, ships: Sequence[Ship]) -> Stop:
    """Where a slide from a pose to another really ends, whoever sees what is in the way.

    Where she pivoted to that pose over ground that takes her, at its start.
    """
    stand, grounds = Stand(pose, ship.card.base), grounds_for(game, ship)
    if grounds and pose != ship.pose:
        ground = ground_under(stand, grounds)
        if ground is not None:
            return Stop(0.0, ground=ground)
    return way(game.rules, stand, end, ships, grounds)


def come_to_rest(
    game: Any, ship: Ship, track: tuple[FreePose, ...], how: str, heading: float, stop: Stop
) -> None:
    """Put a ship where her move ends, tell it, and see to what stopped her.

    track: her poses: at the start, pivoted, where her way ends, and after a final pivot, which
    may bring her aground.
    """
    before, ship.pose, ship.track, ship.moved = ship.pose, track[-1], track, True
    if game.telling:
        told = Sailed(
            ship.card.name,
            how,
            heading,
            track[1].distance(track[2]),
            heading if how == DRIFTS else ship.pose.degrees,
            _name(stop),
            "APM.move.dismasted" if how == DRIFTS else "APM.move.sailing",
        )
        tell_seen(game, told, ship.side, before, ship.pose)
    if stop.left:
        leave(game, ship)
        return
    ground = stop.ground
    if ground is None and len(track) > 3:
        ground = ground_under(ship.stand, grounds_for(game, ship))
    if ground is not None:
        run_aground(game, ship, ground)


def _name(stop: Stop) -> str:
    if stop.ship is not None:
        return stop.ship.card.name
    return stop.ground.region.name if stop.ground is not None else ""


@clause("APM.score.purpose")
def leave(game: Any, ship: Ship) -> None:
    """A ship whose centre passes the table's edge is out of the battle, neither taken nor lost."""
    ship.gone = "left"
    release(game.state, ship)
    if game.telling:
        told = LeftTable(ship.card.name, "APM.score.purpose")
        tell_seen(game, told, ship.side, ship.pose)
