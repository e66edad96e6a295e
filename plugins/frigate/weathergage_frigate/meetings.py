"""Who meets whom at a point of movement, and who gives way to whom (6.6)."""

from __future__ import annotations

from typing import Any

from weathergage import Event, PhaseRun, clause, event
from weathergage_frigate.afoul import elect, tell_afoul, with_the_wind
from weathergage_frigate.passage import Passage
from weathergage_frigate.state import FrigateState, Ship

MEETING = "meeting"
"""The piece by which a movement goes on from where two ships have met."""


@event
class Blocked(Event):
    """A ship was stopped short by a friend."""

    ship: str
    friend: str
    clause: str

    def say(self) -> str:
        """Who is in whose way."""
        return f"{self.ship} is stopped short by {self.friend}."


def settle(game: Any, passage: Passage, met: tuple[Ship, Ship] | None) -> PhaseRun:
    """Settle one moment of movement: friends give way, enemies who meet may run afoul.

    met: the two with whom to begin, if that is where we are.
    """
    state: FrigateState = game.state
    wants, stopped, arrived = passage.wants, passage.stopped, passage.arrived
    going = {s.ship.n for s in passage.active}
    while True:
        if met is None:
            holders = _holders(state)
            _give_way(game, wants, stopped, holders, going, passage.waiting)
            # "6.6-meeting" Ruling: another enemy in the hex may join those who ran afoul in it.
            met = _next_meeting(state, wants | arrived, passage.passed, holders)
            if met is None:
                return
            passage.passed.add((met[0].n, met[1].n))
            game.keep_place(MEETING, passage.copy(state.ships), met[0].n, met[1].n)
        one, other = met
        met = None
        yield from elect(game, one, other)
        if other.n not in one.afoul:
            continue
        _come_together(state, one, other, wants)
        tell_afoul(game, one, other)
        for ship in (one, other):
            if wants.pop(ship.n, None) is not None:
                arrived[ship.n] = ship.place
            stopped.add(ship.n)
        # "6.6-afoul" Captured at contact they are afoul no more, and still sail no farther.
        passage.later = [s for s in passage.later if s.ship is not one and s.ship is not other]


def _holders(state: FrigateState) -> dict[int, list[Ship]]:
    """The ships in each hex now."""
    holders: dict[int, list[Ship]] = {}
    for ship in state.ships:
        if not ship.gone:
            holders.setdefault(ship.place, []).append(ship)
    return holders


@clause("6.61-friends", "6.1")
def _give_way(
    game: Any,
    wants: dict[int, int],
    stopped: set[int],
    holders: dict[int, list[Ship]],
    going: set[int],
    waiting: set[int],
) -> None:
    """Friends never share a hex: who would enter one that a friend keeps, or that a friend before
    her on the plot sheet enters too, stops where she is and loses the rest of her points.
    """
    state: FrigateState = game.state
    changed = True
    while changed:
        changed = False
        entering: dict[tuple[int, str], int] = {}
        for n in sorted(wants):
            ship, place = state.ships[n], wants[n]
            friend = next(
                (
                    other
                    for other in holders.get(place, ())
                    if other.side == ship.side and other.n != n and other.n not in wants
                ),
                None,
            )
            first = entering.setdefault((place, ship.side), n)
            if friend is None and first != n:
                friend = state.ships[first]
                if _together(state, n, first) and _ranks(state, n) < _ranks(state, first):
                    n, friend = first, ship
            if friend is not None:
                del wants[n]
                changed = True
                if friend.n in going and friend.n not in stopped and _together(state, n, friend.n):
                    # "8.12" Ruling: in a formation who comes up with the ship ahead waits for her.
                    waiting.add(n)
                    break
                stopped.add(n)
                if game.telling:
                    title = state.ships[n].counter.title
                    game.tell(Blocked(title, friend.counter.title, "6.61-friends"))
                break


def _together(state: FrigateState, one: int, other: int) -> bool:
    """Whether two ships sail in one formation."""
    first, second = state.plans[one], state.plans[other]
    return first is not None and second is not None and first.formation == second.formation >= 0


def _ranks(state: FrigateState, n: int) -> int:
    """A ship's place in her formation, 0 for the lead ship."""
    planned = state.plans[n]
    assert planned is not None
    return state.formations[planned.formation].members.index(n)


@clause("6.6-meeting")
def _next_meeting(
    state: FrigateState,
    wants: dict[int, int],
    passed: set[tuple[int, int]],
    holders: dict[int, list[Ship]],
) -> tuple[Ship, Ship] | None:
    """The strongest pair of enemies that meet at this moment and have not been settled: both
    entering one hex, changing places, or one entering a hex where the other stays.

    Ruling: a pair whose ships follow friends into the hexes which these are leaving is settled
    after these have been, for until then nobody knows whether the hex will be free.
    """
    best: tuple[int, int, int, int] | None = None
    pair: tuple[Ship, Ship] | None = None
    by_goal: dict[int, list[Ship]] = {}
    for n, place in wants.items():
        by_goal.setdefault(place, []).append(state.ships[n])
    for n, place in wants.items():
        ship = state.ships[n]
        others = [
            other
            for other in holders.get(place, ())
            if wants.get(other.n, ship.place) == ship.place or other.n not in wants
        ]
        for other in (*others, *by_goal[place]):
            if other.side == ship.side:
                continue
            key = (min(n, other.n), max(n, other.n))
            if key in passed:
                continue
            behind = max(_followed(state, m, wants, holders) for m in key)
            rank = (behind, -ship.counter.guns[0] - other.counter.guns[0], *key)
            if best is None or rank < best:
                best = rank
                pair = (state.ships[key[0]], state.ships[key[1]])
    return pair


def _followed(
    state: FrigateState, n: int, wants: dict[int, int], holders: dict[int, list[Ship]]
) -> int:
    """How many friends, one behind the other, have still to leave a hex before a ship's is free."""
    depth = 0
    ship = state.ships[n]
    while ship.n in wants and depth < len(wants):
        ahead = next(
            (
                other
                for other in holders.get(wants[ship.n], ())
                if other.side == ship.side and other.n != ship.n and other.n in wants
            ),
            None,
        )
        if ahead is None:
            break
        ship = ahead
        depth += 1
    return depth


@clause("6.6-afoul")
def _come_together(state: FrigateState, one: Ship, other: Ship, wants: dict[int, int]) -> None:
    """Put two ships that ran afoul into one hex: the one that both enter, the one in which the
    other stays, or, changing places, that of the ship which sails less with the wind.
    """
    goals = wants.get(one.n), wants.get(other.n)
    if goals[0] is None:
        other.place = one.place
    elif goals[1] is None or (goals[0] == other.place != goals[1] and goals[1] != one.place):
        one.place = other.place
    elif goals[0] == goals[1]:
        one.place = other.place = goals[0]
    else:
        mover = with_the_wind(state, one, other)
        stays = other if mover is one else one
        mover.place = stays.place
