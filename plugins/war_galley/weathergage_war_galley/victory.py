"""The Victory Phase: Victory Points, withdrawal, and how a game ends (3.1.H, 9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from weathergage import Event, Outcome, PhaseRun, clause, event
from weathergage_war_galley import commanders
from weathergage_war_galley.parts import Exit, Victory
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.scenarios import WarGalleyScenario, levels
from weathergage_war_galley.state import Galley, GalleyState

CAPTURE_BONUS: Final = 1
STAYS_UP_TO: Final = 6
"""The highest total with which a fleet fights on without its Admiral."""
WITHDRAWAL: Final = 25
"""Victory Points for the side that is left with the field."""

DESTROYED: Final = frozenset({"sunk", "burned", "stranded"})
AWAITED: Final = frozenset({"waiting", "to deploy"})


@event
class Tallied(Event):
    """Victory Points at the end of a turn, by side."""

    points: tuple[tuple[str, int], ...]
    clause: str

    def say(self) -> str:
        """How the sides stand."""
        return f"Victory Points: {', '.join(f'{name} {points}' for name, points in self.points)}."


@event
class Withdrew(Event):
    """Whether a fleet that has lost its only Admiral withdraws."""

    side: str
    withdraws: bool
    clause: str

    def say(self) -> str:
        """What it does."""
        return f"{self.side} {'withdraws' if self.withdraws else 'fights on without an Admiral'}."


# Victory Points


@clause("9.1", "9.1-ram", "9.1-capture")
def totals(rules: Any, state: GalleyState) -> dict[str, int]:
    """The Victory Points of each side as things stand. Each galley counts once, for the enemy of
    the side that it began with: what is captured, lost or out of action, and what its scenario
    gives for leaving the map, running aground where it was meant to, and for a treasure.
    """
    scenario: WarGalleyScenario = rules.scenario
    victory = scenario.victory
    first, second = rules.seats
    enemy = {first: second, second: first}
    points = {first: 0, second: 0}
    for galley in state.galleys:
        counter = galley.counter
        gone = galley.gone
        if not gone and not (galley.rammed or galley.stranded or galley.captured):
            continue
        own = counter.side
        if gone == "exited" and galley.side == own:
            points[own] += _exit_points(victory, galley)
        elif gone == "ashore" and galley.side == own:
            points[own] += _shore_points(victory)
        else:
            points[enemy[own]] += worth(galley)
            if gone == "ashore":
                points[galley.side] += _shore_points(victory)
        if galley.treasure:
            _add_treasure(victory, galley, points, enemy)
    if victory.escape is not None:
        _add_pursuit(victory, state, points, enemy)
    return points


@clause("9.1-ram", "9.1-capture", "2.1-ram")
def worth(galley: Galley) -> int:
    """What a galley is worth at the moment to the enemy of the side that it began with."""
    counter = galley.counter
    ashore = galley.gone == "ashore"
    if galley.gone in AWAITED or (ashore and galley.side == counter.side):
        return 0
    if galley.side == counter.side:
        hit = galley.rammed or galley.stranded or galley.gone in DESTROYED
        return counter.points if hit else 0
    # "9.1" A prize that its captor has put where it was to go is not lost to him.
    lost = (galley.stranded and not ashore) or galley.gone in DESTROYED
    lost = lost or _was_rammed_as_prize(galley)
    return counter.points + (0 if lost else CAPTURE_BONUS)


@clause("9.1-capture")
def _was_rammed_as_prize(galley: Galley) -> bool:
    """Whether a prize was Rammed after its capture, which has made it forget who did before."""
    return galley.rammed and galley.rammer >= 0


@clause("9.1")
def _exit_points(victory: Victory, galley: Galley) -> int:
    """What a galley that left of its own will brings its own side, by the scenario."""
    return sum(found.points for found in victory.exits if _counts(found, galley))


def _shore_points(victory: Victory) -> int:
    """What a galley run aground where its scenario wants it brings."""
    return victory.aground.points if victory.aground is not None else 0


def _counts(found: Exit, galley: Galley) -> bool:
    """Whether a galley has left as a scenario rewards it."""
    return (
        found.side == galley.counter.side
        and found.edge == galley.edge
        and not (found.sound and galley.crippled)
    )


@clause("9.1")
def _add_treasure(
    victory: Victory, galley: Galley, points: dict[str, int], enemy: dict[str, str]
) -> None:
    """Add what a treasure gives: to the enemy who has captured it, or its own side that has taken
    it off the map by the right edge.
    """
    treasure = victory.treasure
    own = galley.counter.side
    if treasure is None or treasure.side != own:
        return
    if galley.side != own:
        points[enemy[own]] += treasure.captured
    elif galley.gone == "exited" and galley.edge == treasure.edge:
        points[own] += treasure.exited


@clause("9.1")
def _add_pursuit(
    victory: Victory, state: GalleyState, points: dict[str, int], enemy: dict[str, str]
) -> None:
    """Add what the enemy has for transports that left the map: all that went by another edge than
    they must, and so many of the others for each galley that he sent after them.
    """
    escape = victory.escape
    assert escape is not None
    pursuer = enemy[escape.side]
    escaped: list[int] = []
    chasing = 0
    for galley in state.galleys:
        counter = galley.counter
        if galley.gone != "exited" or galley.side != counter.side:
            continue
        if counter.side == pursuer:
            chasing += galley.edge == escape.edge
        elif counter.type == "T":
            if galley.edge == escape.edge:
                escaped.append(counter.points)
            else:
                points[pursuer] += counter.points
    groups = min(len(escaped) // escape.each, chasing)
    points[pursuer] += sum(escaped[: groups * escape.each])


# The phase


@clause("3.1.H", "9.1", "9.2", "3.1")
def conclude(game: Any) -> PhaseRun:
    """See whether somebody has won, and settle what a lost Admiral means; the game also ends when a
    side has no galley left, or with the scenario's last turn.
    """
    yield from commanders.settle(game)
    state: GalleyState = game.state
    scenario: WarGalleyScenario = game.rules.scenario
    points = totals(game.rules, state)
    if game.telling:
        named = tuple((scenario.side(side).name, points[side]) for side in game.rules.seats)
        game.tell(Tallied(named, "9.1"))
    state.outcome = _victory(game, points) or _withdrawal(game, points) or _end(game, points)
    state.lost_admirals = ()


@clause("9.1", "10.0-victory", "3.1.H")
def _victory(game: Any, points: dict[str, int]) -> Outcome | None:
    """The side that has the Victory Points that it needs, and so many times the enemy's."""
    ratio = game.rules.scenario.victory.ratio
    for side, needed in levels(game.rules).items():
        enemy = game.rules.scenario.enemy(side)
        if points[side] >= needed and points[side] >= ratio * points[enemy]:
            reason = f"{points[side]} Victory Points, with {needed} needed, against {points[enemy]}"
            return Outcome(side, reason, "9.1", _scores(points), "victory")
    return None


@clause("9.2")
def _withdrawal(game: Any, points: dict[str, int]) -> Outcome | None:
    """Roll for each fleet that has lost its only Admiral in this turn whether it withdraws."""
    state: GalleyState = game.state
    leaving: list[str] = []
    for side, initiative in state.lost_admirals:
        if commanders.admirals(state, side):
            continue
        enemy = game.rules.scenario.enemy(side)
        if withdraws(game, side, initiative, behind=points[side] < points[enemy]):
            leaving.append(side)
    if not leaving:
        return None
    state.withdrawn = leaving[0]
    final = dict(points)
    for side in leaving:
        final[game.rules.scenario.enemy(side)] += WITHDRAWAL
    names = " and ".join(game.rules.scenario.side(side).name for side in leaving)
    outcome = _by_points(game, final, f"{names} withdrew", "9.2", "withdrawal")
    if leaving == [outcome.winner]:
        # "9.2" Who has left the field has hardly won.
        outcome = replace(outcome, reason=f"{outcome.reason}, which is more of a draw")
    return outcome


@clause("9.2")
def withdraws(game: Any, side: str, initiative: int, *, behind: bool) -> bool:
    """Roll whether a fleet that has lost its only Admiral withdraws. initiative: his; behind: the
    enemy has more Victory Points.
    """
    changes = [("the Admiral's Initiative", initiative, "9.2")] if initiative else []
    if behind:
        changes.append(("fewer Victory Points", 1, "9.2"))
    purpose = f"{side} to fight on without its Admiral"
    total = one_die(
        game,
        f"withdrawal {side}",
        purpose,
        "9.2",
        tuple(changes),
        side,
        at="withdrawal",
        by=side,
    )
    leaves = total > STAYS_UP_TO
    if game.telling:
        game.tell(Withdrew(game.rules.scenario.side(side).name, leaves, "9.2"))
    return leaves


@clause("9.1")
def cede(game: Any, side: str) -> None:
    """A side gives in: the other has won, whatever the Victory Points."""
    state: GalleyState = game.state
    scenario: WarGalleyScenario = game.rules.scenario
    state.conceded = side
    points = totals(game.rules, state)
    reason = f"{scenario.side(side).name} ceded victory"
    state.outcome = Outcome(scenario.enemy(side), reason, "9.1", _scores(points), "ceded")


@clause("9.1")
def halt(game: Any) -> None:
    """Both sides halt: the one with more Victory Points has the better of it."""
    points = totals(game.rules, game.state)
    game.state.outcome = _by_points(game, points, "both sides halted", "9.1", "agreement")


@clause("9.1", "3.1")
def _end(game: Any, points: dict[str, int]) -> Outcome | None:
    """The end of a game that nobody has won: the side with more points has the better of it."""
    state: GalleyState = game.state
    scenario: WarGalleyScenario = game.rules.scenario
    left = {side: _has_galleys(state, side) for side in game.rules.seats}
    last = scenario.turns is not None and state.turn >= scenario.turns
    if all(left.values()) and not last:
        return None
    if _is_barred_by_exits(game, points):
        told = "neither side can reach its total, because galleys have left the map"
        return _by_points(game, points, told, "9.1", "exits")
    if not all(left.values()):
        gone = " and ".join(scenario.side(side).name for side, has in left.items() if not has)
        return _by_points(game, points, f"{gone} has no galley left", "9.1", "destruction")
    return _by_points(game, points, "the last turn is over", "9.1", "turn limit")


def _has_galleys(state: GalleyState, side: str) -> bool:
    """Whether a side has a galley on the map, or one that is still to come."""
    return any(
        galley.side == side and (not galley.gone or galley.gone in AWAITED)
        for galley in state.galleys
    )


@clause("9.1")
def _is_barred_by_exits(game: Any, points: dict[str, int]) -> bool:
    """Whether neither side can reach its total any more, and one of them could but for galleys that
    have left the map.
    """
    needed = levels(game.rules)
    barred = False
    for side in game.rules.seats:
        here, away = points[side], 0
        for galley in game.state.galleys:
            counter = galley.counter
            if counter.side == side or galley.side != counter.side:
                continue
            if galley.gone == "exited":
                away += counter.points + CAPTURE_BONUS
            elif not galley.gone or galley.gone in AWAITED:
                most = counter.points + CAPTURE_BONUS
                here += most - worth(galley)
        if here >= needed[side]:
            return False
        barred = barred or here + away >= needed[side]
    return barred


@clause("9.1")
def _by_points(game: Any, points: dict[str, int], reason: str, clause: str, how: str) -> Outcome:
    """Who has more Victory Points at the end, with what the scenario gives for those who are still
    at large; a tie is a draw.
    """
    final = dict(points)
    spared = _add_survivors(game, final)
    first, second = game.rules.seats
    winner = "draw"
    if final[first] != final[second]:
        winner = first if final[first] > final[second] else second
    elif spared:
        winner = game.rules.scenario.enemy(spared)
    told = f"{reason}; {final[first]} Victory Points to {final[second]}"
    return Outcome(winner, told, clause, _scores(final), how)


@clause("9.1")
def _add_survivors(game: Any, points: dict[str, int]) -> str:
    """Add the points of a side whose leaders are alive and free, which must then have more than the
    enemy to win. Gives back the side, "" if there is none.
    """
    survivors = game.rules.scenario.victory.survivors
    if survivors is None:
        return ""
    for id in survivors.commanders:
        if commanders.commander_of(game.state, id).lost:
            return ""
    points[survivors.side] += survivors.points
    side: str = survivors.side
    return side


def _scores(points: dict[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(points.items())
