"""Boarding parties: gun crews that are mustered in the first command phase (3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from weathergage import (
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    PhaseRun,
    clause,
    event,
    together,
)
from weathergage_admiralty import crews, damage
from weathergage_admiralty.near import neighbours
from weathergage_admiralty.orders import first_word, listed, unknown, written
from weathergage_admiralty.state import NOBODY, SIDES, Action, AdmiraltyState, Guns, Ship

_NONE = "none"


class Mobilise(Command):
    """Ships that muster gun crews for boarding, a boarding die each. Crews that are still mustered
    for an attempt of the turn before stay so where their ship is named, and stand down elsewhere.

    ships: by id, the gun dice given up: light, medium, heavy and carronades; () for the lightest.
    """

    NOTATION = '"mobilise caesar", "mobilise caesar 2 2 0, zealous", "mobilise none"'

    ships: dict[str, tuple[int, ...]]

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        word, rest = first_word(line)
        if word not in ("mobilise", "mobilize"):
            return None
        if rest.lower() == _NONE:
            return {"ships": {}}
        return {"ships": {id: _weights(text) for id, text in listed(rest).items()}}

    def write(self) -> str:
        """The line that stands for it."""
        ships = {id: " ".join(map(str, weights)) for id, weights in self.ships.items()}
        return f"mobilise {written(ships) or _NONE}"


def _weights(text: str) -> tuple[int, ...]:
    try:
        return tuple(map(int, text.split()))
    except ValueError:
        raise ValueError(
            f'{text!r} is no number of gun dice: write light, medium and heavy, as in "2 2 0"'
        ) from None


@event
class Mobilised(Event):
    """Gun crews mustered for boarding. guns: dice given up by weight, "220"; mark: as the log has
    it, "GM4".
    """

    ship: str
    guns: str
    mark: str
    clause: str

    def say(self) -> str:
        """Who, and the mark in her log."""
        return f"{self.ship} musters a boarding party of {self.guns}: {self.mark}."


@event
class StoodDown(Event):
    """Gun crews went back to their guns."""

    ship: str
    clause: str

    def say(self) -> str:
        """Who."""
        return f"{self.ship}'s boarders go back to their guns."


@event
class CrewsLost(Event):
    """Gun dice were crossed out on both sides with the boarders who served them."""

    ship: str
    port: str
    starboard: str
    clause: str

    def say(self) -> str:
        """What is left."""
        return (
            f"{self.ship} loses gun crews in the boarding: {self.port} gun dice left to port, "
            f"{self.starboard} to starboard."
        )


@clause("3.1", "3.0")
def mobilise(game: Any) -> PhaseRun | None:
    """Both sides muster boarding parties at the same time; each learns of the other's with its own.

    Ruling: only ships that lie near enough to an enemy to board or be boarded are asked about, as
    no others could use a party this turn.
    """
    state: AdmiraltyState = game.state
    pairs = neighbours(game)
    mustered = [ship for ship in state.ships if ship.mobilised and ship.action < 0]
    if not pairs and not mustered:
        return None
    game.keep()
    beside = sorted({ship.n for pair in pairs for ship in pair})
    ships = [state.ships[n] for n in beside if can_mobilise(game, state.ships[n])]
    for ship in mustered:
        if ship not in ships:
            stand_down(game, ship, "3.1-suppression")
    return _muster(game, ships) if ships else None


@clause("3.1-marking")
def _muster(game: Any, ships: list[Ship]) -> PhaseRun:
    asks = []
    for seat in game.rules.seats:
        own = [ship for ship in ships if ship.side == seat]
        if own:
            asks.append(
                Ask(
                    seat,
                    Mobilise,
                    clause="3.1",
                    answers=_Parties(game, own),
                    prompt="Which ships muster gun crews for boarding?",
                )
            )
    answers = yield from together(*asks)
    for ask, answer in zip(asks, answers, strict=True):
        if isinstance(answer, Mobilise) and isinstance(ask.answers, _Parties):
            _obey(game, ask.answers.ships, answer)


def _obey(game: Any, ships: Mapping[str, Ship], answer: Mobilise) -> None:
    for id, ship in ships.items():
        weights = answer.ships.get(id)
        if weights is not None:
            muster(game, ship, weights)
        elif ship.mobilised and ship.action < 0:
            stand_down(game, ship, "3.1-suppression")


# Who may


@clause("3.1", "5.1-dice-mobilised", "5.1-carry-over", "2.2-raising-anchor", "4.3-W")
def can_mobilise(game: Any, ship: Ship) -> bool:
    """Whether she may muster a party: not while she raises her anchor or is flooding; in an action
    only to replace a die lost in the turn before; elsewhere a party that is still mustered counts.
    """
    if not ship.fights or ship.raising or damage.is_flooding(game.rules, ship):
        return False
    if ship.action >= 0 and not any(_has_lost(a, ship) for a in _actions_of(game.state, ship)):
        return False
    return spare(ship).total >= crews.price(game.rules)


def _actions_of(state: AdmiraltyState, ship: Ship) -> list[Action]:
    return [a for a in state.actions if ship.n == a.defender or ship.n in a.attackers]


def _has_lost(action: Action, ship: Ship) -> bool:
    return action.lost[ship.n == action.defender] > 0


@clause("3.1-both-sides")
def spare(ship: Ship) -> Guns:
    """Gun dice of her better side that she could give up, by weight; those of a party outside an
    action too, since it may be mustered anew.
    """
    guns = crews.best(ship)
    return crews.less(guns, crews.cover(ship.party, guns)) if ship.action >= 0 else guns


# Mustering


@clause("3.1", "3.1-marking", "3.1-both-sides")
def muster(game: Any, ship: Ship, weights: Iterable[int] = ()) -> None:
    """Give up a boarding die's worth of gun dice, the lightest unless weights are named."""
    given = tuple(weights)
    guns = Guns(*given) if given else crews.lightest(spare(ship), crews.price(game.rules))
    ship.party = crews.more(ship.party, guns) if ship.action >= 0 else guns
    if game.telling:
        mark = f"GM{ship.mobilised}"
        game.tell(Mobilised(ship.card.name, guns.digits, mark, "3.1-marking"))


@clause("3.1-suppression")
def stand_down(game: Any, ship: Ship, clause: str) -> None:
    """Send a party back to its guns."""
    ship.party = NOBODY
    if game.telling:
        game.tell(StoodDown(ship.card.name, clause))


@clause("3.1-loss")
def lose_crews(game: Any, ship: Ship) -> None:
    """Cross out for good, on both sides, the gun dice of one boarding die of her party."""
    die = crews.lightest(ship.party, crews.price(game.rules))
    ship.party = crews.less(ship.party, die)
    for side in SIDES:
        guns = ship.guns(side)
        ship.set_guns(side, crews.less(guns, crews.cover(die, guns)))
    if game.telling:
        name, port, starboard = ship.card.name, ship.port.digits, ship.starboard.digits
        game.tell(CrewsLost(name, port, starboard, "3.1-loss"))


class _Parties:
    """Any of a side's ships that may muster a party, with or without weights."""

    __slots__ = ("game", "ships")

    def __init__(self, game: Any, ships: Iterable[Ship]) -> None:
        self.game = game
        self.ships = {ship.card.id: ship for ship in ships}

    def legal(self) -> None:
        """Too many to list: any of the ships, with any weights."""
        return

    def sample(self, dice: Dice) -> Mobilise:
        """One ship or none; all as likely."""
        ids = list(self.ships)
        drawn = dice.below("sample", len(ids) + 1)
        return Mobilise(ships={ids[drawn]: ()} if drawn < len(ids) else {})

    def check(self, command: Command) -> Complaint | None:
        """Whether each ship may, has the gun dice named, and is the only one of her action."""
        assert isinstance(command, Mobilise)
        problem = unknown(command.ships, self.ships, "3.1")
        if problem is not None:
            return problem
        adding: dict[tuple[int, bool], str] = {}
        for id, weights in command.ships.items():
            ship = self.ships[id]
            problem = self._weights(ship, weights) or self._only_one(ship, adding)
            if problem is not None:
                return problem
        return None

    def _weights(self, ship: Ship, weights: tuple[int, ...]) -> Complaint | None:
        if not weights:
            return None
        price, have = crews.price(self.game.rules), spare(ship)
        fits = len(weights) in (3, 4) and all(
            0 <= dice <= most for dice, most in zip(weights, have, strict=False)
        )
        if fits and sum(weights) == price:
            return None
        told = (
            f"{ship.card.name} gives up {price} of her gun dice {have.digits}, by weight: "
            f'such as "{" ".join(map(str, crews.lightest(have, price)[:3]))}"'
        )
        return Complaint(told, "3.1", "weights", ship.card.id)

    @clause("5.1-carry-over")
    def _only_one(self, ship: Ship, adding: dict[tuple[int, bool], str]) -> Complaint | None:
        """An action gets one die a turn: of several ships of its side one may muster."""
        for action in _actions_of(self.game.state, ship):
            side = action.n, ship.n == action.defender
            if side in adding:
                told = f"{adding[side]} already adds the die that this boarding may get in a turn"
                return Complaint(told, "5.1-carry-over", "one-die", ship.card.id)
            adding[side] = ship.card.name
        return None

    def help(self) -> str:
        """Who can, and at what price."""
        price = crews.price(self.game.rules)
        id, ship = next(iter(self.ships.items()))
        weights = " ".join(map(str, crews.lightest(spare(ship), price)[:3]))
        return (
            f"Each of {', '.join(self.ships)} may give up {price} gun dice for a boarding die. "
            f'Write "mobilise {id}", "mobilise {id} {weights}" for light, medium and heavy dice of '
            'your choice, or "mobilise none".'
        )
