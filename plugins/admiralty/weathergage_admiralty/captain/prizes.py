"""Boarding: whether it pays, and the answers to all that is asked about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from typing import Any, Final

from weathergage import Command, clause
from weathergage_admiralty import crews
from weathergage_admiralty.boarding import Add, Board, CallOff, attempt_dice, can_board
from weathergage_admiralty.captain.lookout import Lookout
from weathergage_admiralty.captain.purpose import Purpose
from weathergage_admiralty.divided import Divide
from weathergage_admiralty.melee import dice_list, sum_of
from weathergage_admiralty.near import neighbours
from weathergage_admiralty.parties import Mobilise, can_mobilise
from weathergage_admiralty.state import Action, Ship

BEGINS: Final = 0.6
"""Chance that a boarding begins before the ships part, where it is wished for."""

HOPELESS: Final = 0.35
"""Chance below which boarders are called back when the next to fall are gun crews."""

SURE: Final = 0.6
"""Chance from which a ship risks the crews of her last guns in boarding."""


@clause("5.1-compare", "5.1-win-attacker")
def win_chance(attackers: int, defenders: int) -> float:
    """Chance that attackers outlast a defender; a curve laid through games that were thrown."""
    if attackers <= 0 or defenders <= 0:
        return float(attackers > 0)
    steep = 0.4 + 6.0 / (attackers + defenders)
    return 1.0 / (1.0 + exp(-steep * (attackers - defenders)))


def odds(seen: Lookout, attackers: Sequence[Ship], foe: Ship, more: int = 0) -> float:
    """Chance of some ships to carry an enemy. more: dice that the attackers have yet to muster."""
    ours = sum_of(seen, dice_list(seen, attackers, [foe], defends=False)) + more
    theirs = sum_of(seen, dice_list(seen, [foe], attackers, defends=True))
    return win_chance(ours, theirs)


@clause("5.0", "5.1-dice")
def prize(seen: Lookout, purpose: Purpose, ship: Ship, foe: Ship) -> float:
    """What locking with an enemy promises, in gun hits: what boarding her may win, less what being
    boarded by her may lose.
    """
    if ship.action >= 0 or seen.state.speed > 4:
        return 0.0
    ours = BEGINS * odds(seen, [ship], foe) * purpose.worth(foe)
    theirs = (1 - BEGINS) * odds(seen, [foe], ship) * purpose.worth(ship)
    return ours - theirs


# Parties


@clause("3.1", "5.1-dice-mobilised", "5.1-carry-over")
def muster(seen: Lookout) -> Iterator[Command]:
    """Crews for ships that will board or are fought for; one die for an action that lost some."""
    wanted: dict[str, tuple[int, ...]] = {}
    adding: set[tuple[int, bool]] = set()
    for ship in seen.own():
        if not can_mobilise(seen, ship):
            continue
        if ship.action >= 0:
            side = _side(seen, ship)
            if side is not None and side not in adding:
                adding.add(side)
                wanted[ship.card.id] = ()
        elif will_muster(seen, ship):
            wanted[ship.card.id] = ()
    yield Mobilise(ships=wanted)
    yield Mobilise(ships={})


@clause("3.1", "3.1-suppression")
def will_muster(seen: Lookout, ship: Ship) -> bool:
    """Whether she musters gun crews for a boarding, as she lies now."""
    return any(_pays_to_muster(seen, ship, foe) for foe in _beside(seen, ship))


def _side(seen: Lookout, ship: Ship) -> tuple[int, bool] | None:
    """The action that has lost dice on her side, and whether she defends."""
    for action in seen.state.actions:
        defends = ship.n == action.defender
        if (defends or ship.n in action.attackers) and action.lost[defends]:
            return action.n, defends
    return None


def _beside(seen: Lookout, ship: Ship) -> list[Ship]:
    return [a if b is ship else b for a, b in neighbours(seen, [ship]) if ship in (a, b)]


def _pays_to_muster(seen: Lookout, ship: Ship, foe: Ship) -> bool:
    """Whether a die more decides much: in an attack of hers, or in one on her while locked."""
    if not (can_board(seen, ship, foe) and attempt_dice(seen, [ship], foe)):
        return False
    attack = odds(seen, [ship], foe, 1)
    if crews.best(ship).total < 2 * crews.price(seen.rules) and attack < SURE:
        return False
    defence = 1 - odds(seen, [foe], ship)
    return 0.3 < attack < 0.97 or (ship.locked and 0.1 < defence < 0.8)


# Boarding


@clause("5.0-declare", "5.1-attacker", "5.1-multiple-attackers")
def board(seen: Lookout) -> Iterator[Command]:
    """Each enemy beside the side's ships is boarded by all of them that can, the likeliest prize
    first. Trying costs nothing, and who attacks an enemy is not attacked by her.
    """
    rivals: dict[int, list[Ship]] = {}
    for pair in neighbours(seen):
        for ship, foe in (pair, pair[::-1]):
            if ship.side == seen.seat and can_board(seen, ship, foe):
                rivals.setdefault(foe.n, []).append(ship)
    orders: dict[str, str] = {}
    ranked = sorted(rivals, key=lambda n: (-_odds(seen, rivals[n], n), n))
    for n in ranked:
        foe = seen.state.ships[n]
        ready = [ship for ship in rivals[n] if ship.card.id not in orders]
        if ready:
            orders |= {ship.card.id: foe.card.id for ship in ready}
    yield Board(orders=orders)
    yield Board(orders={})


def _odds(seen: Lookout, ships: Sequence[Ship], n: int) -> float:
    return odds(seen, ships, seen.state.ships[n])


@clause("5.1-call-off", "3.1-loss")
def call_off(seen: Lookout) -> Iterator[Command]:
    """Boarders come back where they will hardly win and the next dice lost would be gun crews."""
    ships = seen.state.ships
    hopeless = [
        ships[action.attackers[0]].card.id
        for action in seen.state.actions
        if ships[action.attackers[0]].side == seen.seat
        and sum(dict(action.mobilised).get(n, 0) for n in action.attackers) >= action.dice[0]
        and win_chance(*action.dice) < HOPELESS
    ]
    yield CallOff(ships=tuple(hopeless))
    yield CallOff()


def add(question: Any) -> Iterator[Command]:
    """An unopposed die goes to the highest pair that it can be added to."""
    pairs = [one for one in question.legal() or () if isinstance(one, Add)]
    yield from sorted(pairs, key=lambda one: (one.pair == 0, one.pair))


@clause("5.0-simultaneous")
def divide(seen: Lookout, question: Any) -> Iterator[Command]:
    """Dice of a ship in several actions go where they decide most."""
    ship = seen.state.ship(str(question.about))
    if ship is None:
        return
    mine = [a for a in seen.state.actions if ship.n == a.defender or ship.n in a.attackers]
    ways = [one for one in question.legal() or () if isinstance(one, Divide)]
    yield from sorted(ways, key=lambda way: -_value(ship, mine, way))


def _value(ship: Ship, actions: Sequence[Action], way: Divide) -> float:
    """How well a way of dividing dice serves: being taken counts more than taking."""
    total = 0.0
    for action, dice in zip(actions, way.dice, strict=False):
        if ship.n == action.defender:
            total -= 1.5 * win_chance(action.dice[0], dice)
        else:
            total += win_chance(dice, action.dice[1])
    return total
