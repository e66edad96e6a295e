"""Victory Points, and every way in which a scenario ends (11.0)."""

from __future__ import annotations

from typing import Any

from weathergage import Event, Outcome, clause, event
from weathergage_frigate.damage import hits_to_bear
from weathergage_frigate.prizes import side_name, strike
from weathergage_frigate.state import FrigateState, Ship

DESTROYED = ("sunk", "exploded", "aground")

BOTH = "both sides passed their levels"

ENDINGS = {
    "exit": "a ship got away by the edge that the scenario asks for",
    "disabled": "one side was totally disabled",
    "both-disabled": "each side totally disabled the other",
    "parted": "there was nobody left to fight",
    "broken": "a side was driven past its level, which decides the scenario",
    "both-passed": "both sides passed their levels together: a draw",
    "both-passed-won": "both sides passed their levels together, which the scenario gives to one",
    "undecided": "time ran out on a scenario that has other conditions than points",
    "points": "time ran out and the most points won",
    "withdrawn": "a fleet past its level was gone and the most points won",
    "level-points": "points were equal: a draw",
    "strategic": "points were equal, and one side had saved its fleet",
}
"""Every way in which a game ends, by the word that its outcome bears (11.0)."""


@event
class Exited(Event):
    """A ship left the map for good, and what that was worth."""

    ship: str
    edge: str
    section: str
    points: int
    clause: str

    def say(self) -> str:
        """Which edge, and the points."""
        worth = f" ({self.points} points)" if self.points else ""
        return f"{self.ship} leaves the map by the {self.edge} edge of {self.section}{worth}."


_EDGES = {"N": "north", "E": "east", "S": "south", "W": "west"}


@clause("11.3", "13.0-victory", "13.0-special", "7.31", "5.0-delay")
def on_exit(game: Any, ship: Ship) -> None:
    """Award what the scenario gives for leaving the map there, victory included: nothing for a
    ship that is about to blow up.
    """
    state: FrigateState = game.state
    gained = 0
    # "5.0-delay" Ruling: this turn's fire counts for points, but no win waits for it.
    hits = hits_to_bear(state, ship)
    for worth in game.rules.scenario.victory.exits:
        if ship.n in state.exploding:
            break
        if worth.side != ship.side or (worth.edges and ship.edge not in worth.edges):
            continue
        if worth.sections and ship.section not in worth.sections:
            continue
        if worth.before_level and ship.fleet in state.over:
            continue
        gained += max(0, worth.points - worth.less_per_hit * hits)
        gained += worth.per_portion * (6 - hits)
        if worth.win and ship.crew <= worth.most_crew and state.outcome is None:
            reason = f"{ship.counter.title} got away by the {_EDGES[ship.edge]} edge"
            state.outcome = Outcome(ship.side, reason, "11.3", scores(game), "exit")
    if gained:
        state.awarded = {**state.awarded, ship.side: state.awarded.get(ship.side, 0) + gained}
    if game.telling:
        game.tell(
            Exited(ship.counter.title, _EDGES[ship.edge], ship.section, gained, "3.1-leapfrog")
        )


@clause("11.0-points", "3.23-markers", "9.15")
def worth(game: Any, ship: Ship) -> int:
    """What a ship is worth to her first owner's enemy, once, in her worst state: captured, else
    sunk or disabled, else by her hits.
    """
    column = "ship-of-the-line" if ship.counter.line else "frigate"
    row = _condition(game, ship)
    value: int = game.look_up("victory-points", row, column)
    return value * ship.hits if row == "each-hit" else value


def _condition(game: Any, ship: Ship) -> str:
    aground = ship.gone == "aground" and game.rules.scenario.map.aground == "captured"
    if ship.prize or aground:
        return "captured"
    if ship.gone in DESTROYED or ship.disabled:
        return "sunk-or-disabled"
    return "each-hit"


@clause("11.0-general")
def scores(game: Any) -> tuple[tuple[str, int], ...]:
    """The Victory Points of every side: enemy ships, and what leaving the map has brought."""
    state: FrigateState = game.state
    totals = {side: state.awarded.get(side, 0) for side in game.seats}
    for ship in state.ships:
        value = worth(game, ship)
        for side in totals:
            if side != ship.counter.side:
                totals[side] += value
    return tuple(totals.items())


@clause("11.0-endings")
def conclude(game: Any) -> None:
    """At the end of a turn, see whether the game is over, and for whom."""
    state: FrigateState = game.state
    kind = game.rules.scenario.victory.kind
    if kind == "disable":
        state.outcome = _disabled(game)
    elif state.over:
        state.outcome = _level_passed(game, kind)
    if state.outcome is None and state.turn >= game.rules.scenario.turns:
        state.outcome = _time_up(game, kind)


def _in_action(state: FrigateState, side: str) -> bool:
    """Whether a side has a ship of its own that is on the map, not disabled and no prize."""
    return any(
        ship.side == side and not (ship.gone or ship.disabled or ship.prize) for ship in state.ships
    )


@clause("11.3", "3.23-markers")
def _disabled(game: Any) -> Outcome | None:
    """A fight to the death: a side wins when every enemy is disabled, destroyed or taken."""
    state: FrigateState = game.state
    unbeaten: set[str] = set()
    fighting: set[str] = set()
    for ship in state.ships:
        # Ruling: a ship that has struck cannot be fought any further, so she counts as beaten.
        if ship.disabled or ship.prize or ship.gone in DESTROYED:
            continue
        unbeaten.add(ship.counter.side)
        if not ship.gone:
            fighting.add(ship.side)
            if len(fighting) > 1:
                return None
    if len(unbeaten) > 1:
        return Outcome("draw", "there is nobody left to fight", "11.3", scores(game), "parted")
    if unbeaten:
        reason = "the enemy is totally disabled"
        return Outcome(unbeaten.pop(), reason, "11.3", scores(game), "disabled")
    reason = "each has totally disabled the other"
    return Outcome("draw", reason, "11.3", scores(game), "both-disabled")


@clause("11.2", "10.11", "11.3")
def _level_passed(game: Any, kind: str) -> Outcome | None:
    """A fleet is past its level: at once decisive where the scenario is won by it or both sides
    passed together, else when none of its ships is on the map and in action.
    """
    state: FrigateState = game.state
    victory = game.rules.scenario.victory
    now = {f.side for f in state.fleets if state.over.get(f.id) == state.turn}
    if len(now) > 1 and victory.together:
        return Outcome(victory.together, BOTH, "11.2", scores(game), "both-passed-won")
    # "11.2" Ruling: where only one side wins by breaking the other, it has done so.
    broken = [side for side in victory.breaks if now - {side}] if kind == "break" else []
    if len(broken) == 1:
        reason = "the enemy was driven past his Preservation Level"
        return Outcome(broken[0], reason, "11.3", scores(game), "broken")
    sails_on = victory.strategic is not None or any(not e.before_level for e in victory.exits)
    if len(now) > 1 and not sails_on:
        return Outcome("draw", BOTH, "11.2", scores(game), "both-passed")
    for side in game.seats:
        fleets = [f for f in state.fleets if f.side == side]
        retiring = all(f.id in state.over for f in fleets)
        if retiring and not _in_action(state, side):
            return _by_points(
                game, kind, f"the {side_name(game, side)} fleet has withdrawn", "11.2"
            )
    return None


@clause("11.1", "13.0-length")
def _time_up(game: Any, kind: str) -> Outcome:
    """The game-turns have run out: points decide, where the scenario counts them."""
    return _by_points(game, kind, f"{game.state.turn} turns are over", "11.1")


@clause("11.1", "9.15")
def _by_points(game: Any, kind: str, reason: str, under: str) -> Outcome:
    """Most Victory Points win and equal totals are a draw; in a scenario that has other
    conditions, none of them being met is a draw too.
    """
    _take_drifting(game)
    totals = scores(game)
    if kind != "points":
        told = f"{reason} and neither side has what it must"
        return Outcome("draw", told, under, totals, "undecided")
    best = max(points for _, points in totals)
    leaders = [side for side, points in totals if points == best]
    winner = leaders[0] if len(leaders) == 1 else "draw"
    how = "level-points" if winner == "draw" else "points" if under == "11.1" else "withdrawn"
    saved = _strategic(game)
    for side in saved:
        reason += f"; {side_name(game, side)} saved enough of its fleet for a strategic victory"
    if winner == "draw" and len(saved) == 1:
        winner, how = saved[0], "strategic"
    return Outcome(winner, reason, under, totals, how)


@clause("9.15", "6.56")
def _take_drifting(game: Any) -> None:
    """Ships of a retiring fleet that lie dead in the water at the end are captured."""
    state: FrigateState = game.state
    for ship in state.ships:
        if ship.gone or ship.speed or ship.fleet not in state.over or ship.anchored:
            continue
        if ship.mast >= 3 or game.rules.options.drift:
            captor = next(side for side in game.seats if side != ship.side)
            strike(game, ship, captor, "9.15")


@clause("13.0-victory")
def _strategic(game: Any) -> list[str]:
    """The sides of which enough thirds of all their ships escaped after their level was passed;
    who left the map before had nothing to escape from.
    """
    state: FrigateState = game.state
    thirds = game.rules.scenario.victory.strategic
    winners: list[str] = []
    if thirds is None:
        return winners
    for side in game.seats:
        if not any(f.side == side and f.id in state.over for f in state.fleets):
            continue
        own = [ship for ship in state.ships if ship.counter.side == side]
        saved = sum(ship.gone == "escaped" and not ship.prize for ship in own)
        if 3 * saved >= thirds * len(own):
            winners.append(side)
    return winners
