"""Whom ships fire at, with what aim, and when they call passing fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from weathergage import Command, clause
from weathergage_admiralty import crews, mix
from weathergage_admiralty.captain.lookout import Lookout
from weathergage_admiralty.captain.prizes import will_muster
from weathergage_admiralty.captain.purpose import Purpose
from weathergage_admiralty.captain.worth import (
    CRITICAL,
    broadsides_of,
    cell,
    criticals,
    toughness,
)
from weathergage_admiralty.damage import battle_move
from weathergage_admiralty.gunnery import HOLD, Fire, Line, Option, lines
from weathergage_admiralty.parties import can_mobilise
from weathergage_admiralty.passing import CallFire
from weathergage_admiralty.salvos import PAIR, Salvo, lines_of
from weathergage_admiralty.scales import scaled
from weathergage_admiralty.state import SIDES, Ship
from weathergage_admiralty.targets import BRACKETS, ranges_of, shot_at

RISK: Final = 1.2
"""Gun hits that fire has to promise where it may set the firer herself alight."""

SURE: Final = 1.1
"""How much better a shot in passing has to be than what can be fired at the end of the turn."""

PREY: Final = 1.5
"""What hits on an enemy that makes for an edge count."""

SLOW: Final = 0.5
"""Share of her battle move below which a ship's rigging is no longer aimed at."""


# Broadsides


@clause("4.0", "4.0-one-side")
def plan(seen: Lookout, purpose: Purpose) -> list[Fire]:
    """The best broadside of each ship that has one worth firing."""
    best: dict[int, tuple[float, Fire]] = {}
    for line in lines(seen):
        if line.ship.side != seen.seat:
            continue
        for keep in (False, True):
            option = line.option(keep)
            if option is None or not option.salvos:
                continue
            aim = aim_of(seen, purpose, line.ship, option)
            value = worth_of(seen, purpose, line, option, aim)
            if _is_risky(line) and value < RISK:
                continue
            if value > best.get(line.ship.n, (0.0, None))[0]:
                order = Fire(ship=line.ship.card.id, side=line.side, keep=keep, mix=aim)
                best[line.ship.n] = value, order
    return [order for _, order in best.values()]


@clause("1.4-firing-d")
def _is_risky(line: Line) -> bool:
    return line.ship.setting == "normal" or bool(line.ship.blocked[SIDES.index(line.side)])


def worth_of(
    seen: Lookout, purpose: Purpose, line: Line, option: Option, aim: dict[str, tuple[int, int]]
) -> float:
    """Gun hits that a broadside promises."""
    target = seen.state.ships[option.shot.target]
    total = 0.0
    for salvo in option.salvos:
        hull, rigging = aim.get(salvo.weight) or mix.usual(
            seen, line.ship, salvo.weight, salvo.dice, option.shot.bracket
        )
        at = lines_of(seen, salvo.weight, target)
        value = hull * cell(seen, at[0], 0) + rigging * cell(seen, at[1], 1)
        total += _chance(salvo) * value + CRITICAL * criticals(salvo.dice)
    prey = PREY if target.n in purpose.prey else 1.0
    return total * prey * toughness(target) + 1e-6


def _chance(salvo: Salvo) -> float:
    return 1 / 36 if salvo.hits == PAIR else max(0, 7 - salvo.hits) / 6


@clause("4.1-target-types", "4.1-doctrine", "4.1-close-choice")
def aim_of(
    seen: Lookout, purpose: Purpose, ship: Ship, option: Option
) -> dict[str, tuple[int, int]]:
    """How a broadside is aimed where there is a choice: by doctrine, but at the rigging of an enemy
    who gets away, and at the hull of one who can no longer.
    """
    target = seen.state.ships[option.shot.target]
    low = not _aims_high(seen, purpose, ship, target)
    found = {}
    for weight, dice, _ in option.salvos:
        fewest, most = mix.choices(seen, ship, weight, dice, option.shot.bracket)
        if most > fewest:
            rigging = fewest if low else most
            found[weight] = (dice - rigging, rigging)
    return found


def _aims_high(seen: Lookout, purpose: Purpose, ship: Ship, target: Ship) -> bool:
    whole = target.card.moves[seen.state.speed - 1][0]
    left = battle_move(seen.rules, seen.state, target)
    if target.setting == "anchored" or target.locked or target.aground or left <= SLOW * whole:
        return False
    if target.n in purpose.prey or ship.n in purpose.runs:
        return True
    return ship.card.doctrine == "rigging"


# Passing fire


@clause("4.1-passing-fire", "4.1-passing-weapons")
def call(seen: Lookout, question: Any) -> Iterator[Command]:
    """A shot in passing, if it is better than what the ship may expect when all have moved.

    The best shot offered is weighed by the dice that the table shows for it, and by whether it is
    still allowed when it may be no farther than a range.
    """
    ship = seen.state.ship(str(question.about))
    if ship is not None:
        for nearest, bracket in enumerate(BRACKETS):
            limit = scaled(seen.rules, 1.0) * _limits(seen)[nearest]
            order = CallFire(within=round(limit, 3))
            if question.complaint(order) is None:
                later = _later(seen, ship) * _served(seen, ship)
                if _passing_worth(seen, ship, bracket) > SURE * later:
                    yield order
                break
    yield HOLD


@clause("3.1-suppression")
def _served(seen: Lookout, ship: Ship) -> float:
    """The part of her guns that is still served when all fire: crews mustered before it board."""
    if not ship.moved and not ship.locked:
        return 1.0
    if not can_mobilise(seen, ship) or not will_muster(seen, ship):
        return 1.0
    guns = crews.best(ship).total
    return 1.0 - crews.price(seen.rules) / guns


def _limits(seen: Lookout) -> list[float]:
    scale = 1000 / seen.unit
    return [limit * scale for limit in ranges_of(seen).limits]


def _passing_worth(seen: Lookout, ship: Ship, bracket: str) -> float:
    """What the best shot is worth that is offered to her now."""
    share = max((s for n, _, s in seen.state.offered if n == ship.n), default=0.0)
    guns = [side[BRACKETS.index(bracket)] for side in broadsides_of(seen, ship)]
    plain = 1.0 / (1, 2, 4)[BRACKETS.index(bracket)]
    windy = {4: 0.5, 5: 0.25}.get(seen.state.speed, 1.0)
    times = min(2.0, max(1.0, share / (plain * windy * (2 if ship.setting == "anchored" else 1))))
    return max(guns) * times


@clause("4.1-primary")
def _later(seen: Lookout, ship: Ship) -> float:
    """What she could fire from where all are now, or may hope for where she has yet to move."""
    values = broadsides_of(seen, ship)
    best = 0.0
    hope = 0.0
    for foe in seen.foes():
        for at, side in enumerate(SIDES):
            shot = shot_at(seen, side, ship.pose, foe.stand, foe.n)
            if shot is None:
                continue
            times = {"bow": 1.5, "stern": 2.0}.get(shot.rake, 1.0)
            value = values[at][BRACKETS.index(shot.bracket)] * times
            best = max(best, value)
        if not ship.moved and ship.pose.is_within(foe.pose, 6 * seen.unit / 1000):
            hope = max(hope, 0.6 * max(side[0] for side in values))
    return max(best, hope)


# Both together


class Gunner:
    """Fires a side's ships one after another; what it has planned holds for a step of cannon fire,
    in which no ship moves.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._orders: list[Fire] = []

    def considered(self, seen: Lookout, purpose: Purpose) -> Iterator[Command]:
        """The next broadside, then no more."""
        key = seen.state.turn, tuple(ship.pose for ship in seen.state.ships)
        if key != self._key:
            self._key, self._orders = key, plan(seen, purpose)
        for order in self._orders:
            ship = seen.state.ship(order.ship)
            if ship is not None and not ship.fired:
                yield order
        yield HOLD
