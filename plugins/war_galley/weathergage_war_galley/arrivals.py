"""Galleys that enter behind others in line: who comes up to the edge of the map, when, and whose
squadron it joins.
"""

from __future__ import annotations

from typing import Any

from weathergage import STEP, Event, clause, event
from weathergage_war_galley.layout import Pose
from weathergage_war_galley.scenarios import numbers_of
from weathergage_war_galley.state import Arrival, Galley, GalleyState, Squadron


@event
class Entered(Event):
    """A galley that waited in line has come up to the edge of the map."""

    galley: str
    at: str
    clause: str

    def say(self) -> str:
        """Which galley, and where."""
        return f"{self.galley} comes up to the map at {self.at}."


@clause("5.22")
def arrive(game: Any) -> tuple[int, ...]:
    """At the start of a turn, bring up the next galley of every waiting line that may begin by
    now and whose berth is clear. Returns their numbers.
    """
    if not game.state.arrivals:
        return ()
    came = [_come_up(game, line) for line in game.state.arrivals]
    return tuple(n for n in came if n >= 0)


@clause("5.22")
def enter_behind(game: Any, galley: Galley) -> int:
    """After a galley has moved, bring up the one that follows it in line, if it waits and the
    berth is clear; it belongs to the squadron that is being activated and may move next.

    The lines that had to wait for others begin as soon as the last of these is on the map, so that
    they follow close. Returns the number of the one behind the galley, or -1 where none comes up.
    """
    follower = -1
    for line in game.state.arrivals:
        if line.ahead == galley.n or (line.after and line.ahead >= 0):
            n = _come_up(game, line)
            if n >= 0:
                _join(game.state, game.state.galleys[n], game.state.galleys[line.ahead])
            if line.ahead == galley.n:
                follower = n
    return follower


def _come_up(game: Any, line: Arrival) -> int:
    """Put the next galley of a line into its berth, beyond the edge of the map, if it may."""
    state: GalleyState = game.state
    galley = state.galleys[line.numbers[0]]
    berth = Pose(line.bow, line.heading)
    # Most often the one ahead is still there, and that is seen at once.
    if not state.at.keys().isdisjoint(berth.hexes(galley.counter.hexes)):
        return -1
    if not _may_begin(game, line):
        return -1
    galley.gone = ""
    galley.bow, galley.heading = berth
    state.place(galley, *berth)
    rest = line._replace(ahead=galley.n, numbers=line.numbers[1:])
    state.arrivals = tuple(
        _after(other, rest) if other.line != line.line else rest
        for other in state.arrivals
        if other.line != line.line or rest.numbers
    )
    if game.telling:
        entry = game.rules.scenario.sheet.label(line.bow + STEP[line.heading])
        game.tell(Entered(galley.counter.code, entry, "5.22"))
    return galley.n


def _may_begin(game: Any, line: Arrival) -> bool:
    """Whether a waiting line may enter as far as the turn goes, and the lines before it, all of
    whose galleys have to be on the map.
    """
    state: GalleyState = game.state
    if state.turn < line.turn:
        return False
    if not line.after:
        return True
    for other in state.arrivals:
        if other.line in line.after:
            return False
    galleys, on_map = state.galleys, game.rules.scenario.sheet.hexes
    for n in _before(game, line):
        galley = galleys[n]
        if not galley.gone and galley.bow not in on_map:
            return False
    return True


def _before(game: Any, line: Arrival) -> tuple[int, ...]:
    """Numbers of the galleys of the lines that a waiting line enters after."""
    state: GalleyState = game.state
    id = state.galleys[line.numbers[0]].counter.side
    memo, key = game.rules.memo, ("before", id, line.line)
    if key not in memo:
        side = game.rules.scenario.side(id)
        blocks = [side.block(block) for block in line.after]
        named = tuple(code for block in blocks for code in block.galleys)
        memo[key] = numbers_of(state, id, named)
    found: tuple[int, ...] = memo[key]
    return found


def _after(line: Arrival, ended: Arrival) -> Arrival:
    """A waiting line, which has the last galley of one that has wholly come up ahead of it, if it
    was waiting for that and enters at the same place.
    """
    if ended.numbers or ended.line not in line.after or line.bow != ended.bow:
        return line
    return line._replace(ahead=ended.ahead)


def _join(state: GalleyState, galley: Galley, ahead: Galley) -> None:
    """Make a galley that has come up a member of the squadron of the one ahead of it; behind a
    galley on its own it is an Individual Squadron too.
    """
    if ahead.squadron < 0:
        return
    if state.confused == "half":
        # "5.42-confusion" It comes under the orders of the squadron that it joins.
        galley.maximum = False
    found = state.squadrons[ahead.squadron]
    if galley.n in found.members:
        return
    if found.individual:
        galley.squadron = len(state.squadrons)
        state.enrol([Squadron(galley.squadron, galley.side, "", (galley.n,))])
    else:
        galley.squadron = found.n
        squadrons = list(state.squadrons)
        squadrons[found.n] = found._replace(members=(*found.members, galley.n))
        state.squadrons = tuple(squadrons)
