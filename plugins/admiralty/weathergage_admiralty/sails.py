"""Sail settings, anchors raised and cut, and battle sail in an emergency (2.2, 2.6, 3.3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, Literal, get_args

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
from weathergage_admiralty import damage
from weathergage_admiralty.actions import Action, test
from weathergage_admiralty.orders import first_word, listed, unknown, written
from weathergage_admiralty.scales import scaled
from weathergage_admiralty.scenarios import may_anchor
from weathergage_admiralty.state import AdmiraltyState, Setting, Ship
from weathergage_admiralty.turning import UNDER_SAIL

Order = Literal["stop", "battle", "normal", "anchor", "raise", "cut", "emergency"]
"""What a ship tries: a setting, to drop anchor, to raise it, to cut her cables, or battle sail in
an emergency."""

ORDERS: Final[tuple[Order, ...]] = get_args(Order)

RAISING: Final = 15
"""Turns from the test until an anchor is up."""

EMERGENCY: Final = 25
"""Percent of the sail hits that would stop a ship, above which she may shorten sail at once."""

# What need not be looked into, in the order of `ORDERS`.
_FROM_ANCHOR: Final[tuple[Order, ...]] = ("stop", "raise", "cut")
_UNANCHORED: Final[tuple[Order, ...]] = ("stop", "battle", "normal", "anchor", "emergency")

_TESTS: Final[dict[tuple[Setting, Order], Action]] = {
    ("battle", "normal"): "battle to normal",
    ("normal", "battle"): "normal to battle",
    ("battle", "stop"): "to stop",
    ("normal", "stop"): "to stop",
    ("stop", "battle"): "stop to battle",
    ("stop", "normal"): "stop to normal",
    ("stop", "anchor"): "drop anchor",
    ("anchored", "raise"): "raise anchor",
    ("anchored", "cut"): "cut cables",
}
_CLAUSES: Final[dict[Order, str]] = {
    "stop": "3.3-stop",
    "battle": "3.3-battle-sail",
    "normal": "3.3-normal-sail",
    "anchor": "2.2-anchoring",
    "raise": "2.2-raising-anchor",
    "cut": "2.2-cutting-cables",
    "emergency": "2.6-emergency-sail",
}
_KEEP = "keep"
ALL: Final = "all"
"""Stands for every ship of a side that may do what is ordered."""


class Sails(Command):
    """What a side's ships try with their sails and anchors, each one thing; the others keep what
    they have. orders: by ship; that of "all" is for every ship that may and is not named.
    """

    NOTATION = (
        '"sails caesar battle, zealous anchor", "sails caesar emergency", "sails all battle", '
        '"sails keep"'
    )

    orders: dict[str, Order]

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        word, rest = first_word(line)
        if word not in ("sails", "sail"):
            return None
        if rest.lower() in (_KEEP, "none"):
            return {"orders": {}}
        orders = listed(rest)
        for id, order in orders.items():
            if order not in ORDERS:
                raise ValueError(f"{id}: {order!r} is none of {', '.join(ORDERS)}")
        return {"orders": orders}

    def write(self) -> str:
        """The line that stands for it."""
        return f"sails {written(self.orders) or _KEEP}"


@event
class SailsSet(Event):
    """A ship's setting is another now: stop, anchored, battle or normal."""

    ship: str
    was: str
    now: str
    clause: str

    def say(self) -> str:
        """From what to what."""
        return f"{self.ship} goes from {self.was} to {self.now}."


@event
class RaisingAnchor(Event):
    """A ship began to raise her anchor. until: the turn in which it is up."""

    ship: str
    until: int
    clause: str

    def say(self) -> str:
        """Until when."""
        return f"{self.ship} begins to raise her anchor, which will be up in turn {self.until}."


@event
class CablesCut(Event):
    """A ship cut her cables: an anchor is lost."""

    ship: str
    clause: str

    def say(self) -> str:
        """Who."""
        return f"{self.ship} cuts her cables and leaves an anchor behind."


@clause("3.3", "3.0")
def change(game: Any) -> PhaseRun | None:
    """Both sides say, at the same time, what their ships try with sails and anchors, each once."""
    state: AdmiraltyState = game.state
    game.keep()
    asks = []
    for ship in state.ships:
        # "3.3-stop" Headway lasts for one move, which is over even where a lock has stopped it.
        if ship.setting != "normal":
            ship.headway = 0.0
    for seat in game.rules.seats:
        ships = [s for s in state.ships if s.side == seat and barred(game, s) is None]
        if ships:
            asks.append(
                Ask(
                    seat,
                    Sails,
                    clause="3.3",
                    answers=_Settings(game, ships),
                    prompt="Which ships change their sail setting?",
                )
            )
    if not asks:
        _lose_way(game)
        return None
    return _change(game, asks)


@clause("3.3-stop")
def _lose_way(game: Any) -> None:
    """Only ships that have stopped go on by their headway."""
    for ship in game.state.ships:
        if ship.setting != "stop":
            ship.headway = 0.0


def _change(game: Any, asks: list[Ask]) -> PhaseRun:
    answers = yield from together(*asks)
    orders: dict[str, Order] = {}
    for ask, answer in zip(asks, answers, strict=True):
        if isinstance(answer, Sails) and isinstance(ask.answers, _Settings):
            orders |= ask.answers.each(answer)
    for ship in game.state.ships if orders else ():
        if ship.card.id in orders:
            attempt(game, ship, orders[ship.card.id])
    _lose_way(game)


# What a ship may try


@clause("3.3", "2.2-no-sail-change", "4.3-W")
def barred(game: Any, ship: Ship) -> Complaint | None:
    """Why a ship may change nothing at all: she is in the middle of a turn, or out of the fight."""
    name = ship.card.name
    if not ship.fights:
        return Complaint(f"{name} is out of the fight", "3.3", "out", ship.card.id)
    if ship.tack or ship.turned:
        told = f"{name} is turning through the wind: her sails stay as they are"
        return Complaint(told, "2.2-no-sail-change", "turning", ship.card.id)
    if damage.is_flooding(game.rules, ship):
        return Complaint(
            f"{name} is flooding and can only repair", "4.3-W", "flooding", ship.card.id
        )
    return None


@clause("3.3", "2.2-anchoring", "2.2-raising-anchor", "2.2-cutting-cables", "2.6-emergency-sail")
def refusal(game: Any, ship: Ship, order: Order) -> Complaint | None:
    """Why a ship may not try something, or None. Stop, battle and normal follow one another freely;
    a ship at anchor comes to all else by way of stop. In this step every ship set to stop lies
    completely stopped, but for sternway: what headway she had was used up in her move.
    """
    problem = _why_not(game, ship, order)
    if not problem:
        return None
    clause = _CLAUSES[order]
    return Complaint(f"{ship.card.name} {problem}", clause, order, ship.card.id)


def _why_not(game: Any, ship: Ship, order: Order) -> str:
    """The same as the end of a sentence, "" where she may."""
    if ship.setting == "anchored":
        return _from_anchor(game, ship, order)
    if order in ("raise", "cut"):
        return "is not at anchor"
    if order == ship.setting:
        return f"has that setting: {order}"
    if order == "anchor":
        return _no_anchoring(game, ship)
    if order == "emergency":
        return "" if may_shorten(game, ship) else "has no reason for an emergency change of sail"
    if order == "normal" and ship.no_normal:
        return "made an emergency change, and has no normal sail any more"
    return ""


@clause("2.2-anchored", "2.2-raising-anchor", "2.2-raising-cancelled")
def _from_anchor(game: Any, ship: Ship, order: Order) -> str:
    if order == "cut":
        return ""
    if order == "raise":
        if ship.raising:
            return "is raising her anchor already"
        if ship.mobilised:
            return "has gun crews mustered, who may not be while she raises her anchor"
        return "is locked, which would stop the raising at once" if ship.locked else ""
    if order == "stop":
        return "" if is_anchor_up(game, ship) else "is held by her anchor: raise it or cut"
    return "lies at anchor and must come to stop first"


@clause("2.2-raising-anchor")
def is_anchor_up(game: Any, ship: Ship) -> bool:
    """Whether the fifteen turns are over after the one in which raising began."""
    return ship.raising > 0 and game.state.turn >= ship.raising + RAISING


@clause("2.2-anchoring", "3.3-anchor", "3.3-stop")
def _no_anchoring(game: Any, ship: Ship) -> str:
    if ship.setting != "stop":
        return "must be completely stopped before she anchors"
    if ship.backing:
        return "makes sternway, and must be completely stopped before she anchors"
    if ship.anchors > damage.MOST_ANCHORS_LOST:
        return "has too few anchors left to steady her"
    if not may_anchor(game.rules, ship.pose):
        return "finds no bottom for her anchor"
    return ""


@clause("2.6-emergency-sail")
def may_shorten(game: Any, ship: Ship) -> bool:
    """Whether she may go to battle sail without a test: under normal sail, with more than a quarter
    of the sail hits that would bring her undamaged battle move to nothing.
    """
    if ship.setting != "normal":
        return False
    move = ship.card.moves[game.state.speed - 1][0]
    step = scaled(game.rules, damage.figure(game.rules, "speed lost by sails") / damage.HUNDRED)
    whole: float = ship.card.ratio * round(move / step, 3)
    return 100 * ship.sail_hits > EMERGENCY * whole


@clause("3.3")
def possible(game: Any, ship: Ship) -> list[Order]:
    """All that a ship may try."""
    open_to_her = _FROM_ANCHOR if ship.setting == "anchored" else _UNANCHORED
    return [order for order in open_to_her if not _why_not(game, ship, order)]


# Trying it


@clause("3.3", "2.3", "2.2-anchoring", "2.2-raising-anchor", "2.2-cutting-cables")
def attempt(game: Any, ship: Ship, order: Order) -> None:
    """Test what a ship tries; where she passes it is done."""
    if order == "emergency":
        ship.no_normal = True
        set_sail(game, ship, "battle", "2.6-emergency-sail")
        return
    action = _TESTS.get((ship.setting, order))
    if action is not None and not test(game, ship, action, _CLAUSES[order]):
        return
    if order == "raise":
        _begin_raising(game, ship)
    elif order == "cut":
        cut(game, ship)
    elif order == "anchor":
        set_sail(game, ship, "anchored", "2.2-anchoring")
    else:
        set_sail(game, ship, order, _CLAUSES[order])


@clause("3.3", "3.3-stop", "3.3-battle-sail", "3.3-normal-sail")
def set_sail(game: Any, ship: Ship, setting: Setting, clause: str) -> None:
    """Cross out the old setting and mark the new one. A ship that stops from normal sail keeps
    headway for her next move: half of what she was allowed in the one before.
    """
    was = ship.setting
    if (was, setting) != ("normal", "stop") or _is_held(game, ship):
        ship.headway = 0.0
    ship.setting = setting
    ship.raising = 0
    if setting not in UNDER_SAIL:
        # "2.6-irons" Only a ship under sail is in irons.
        ship.irons, ship.driven = False, 0
    if game.telling:
        game.tell(SailsSet(ship.card.name, was, setting, clause))


@clause("3.3-stop")
def _is_held(game: Any, ship: Ship) -> bool:
    """Whether a ship has no way on her: in irons, locked, aground or full of water."""
    held = ship.irons or ship.locked or ship.aground
    return held or damage.is_flooding(game.rules, ship)


@clause("2.2-raising-anchor")
def _begin_raising(game: Any, ship: Ship) -> None:
    ship.raising = game.state.turn
    if game.telling:
        until = ship.raising + RAISING
        game.tell(RaisingAnchor(ship.card.name, until, "2.2-raising-anchor"))


@clause("2.2-cutting-cables")
def cut(game: Any, ship: Ship) -> None:
    """Leave anchor and cable behind, which counts as an anchor hit, and lie stopped."""
    if game.telling:
        game.tell(CablesCut(ship.card.name, "2.2-cutting-cables"))
    damage.apply(game, ship, (("A", 1),), clause="2.2-cutting-cables")
    if ship.setting == "anchored":
        set_sail(game, ship, "stop", "2.2-cutting-cables")


# Commands never change: one that says the same serves again.
_KEEP_ALL: Final = Sails(orders={})


@lru_cache(maxsize=4096)
def _one(id: str, order: Order) -> Sails:
    """What says of one ship what she tries."""
    return Sails(orders={id: order})


class _Settings:
    """Something that each of a side's ships may try, for any of them."""

    __slots__ = ("game", "ships")

    def __init__(self, game: Any, ships: Iterable[Ship]) -> None:
        self.game = game
        self.ships = {ship.card.id: ship for ship in ships}

    def legal(self) -> None:
        """Too many to list."""
        return

    def sample(self, dice: Dice) -> Sails:
        """One ship or none, and one of what she may try; all as likely."""
        ids = list(self.ships)
        drawn = dice.below("sample", len(ids) + 1)
        if drawn == len(ids):
            return _KEEP_ALL
        orders = possible(self.game, self.ships[ids[drawn]])
        if not orders:
            return _KEEP_ALL
        return _one(ids[drawn], orders[dice.below("sample", len(orders))])

    def each(self, command: Sails) -> dict[str, Order]:
        """What each ship is ordered, with what is said to all."""
        orders = dict(command.orders)
        common = orders.pop(ALL, None)
        if common is not None:
            for id, ship in self.ships.items():
                if id not in orders and refusal(self.game, ship, common) is None:
                    orders[id] = common
        return orders

    def check(self, command: Command) -> Complaint | None:
        """Whether each ship may try what is ordered."""
        assert isinstance(command, Sails)
        for id, order in command.orders.items():
            if id == ALL:
                if not any(order in possible(self.game, ship) for ship in self.ships.values()):
                    told = f"no ship of yours may try that now: {order}"
                    return Complaint(told, "3.3", "nobody")
                continue
            ship = self.ships.get(id)
            if ship is None:
                return self._unknown(id)
            problem = refusal(self.game, ship, order)
            if problem is not None:
                return problem
        return None

    def _unknown(self, id: str) -> Complaint | None:
        """Why a ship is not to be named: she is barred, or no ship of this side."""
        ship, own = self.game.state.ship(id), next(iter(self.ships.values())).side
        if ship is not None and ship.side == own:
            return barred(self.game, ship)
        return unknown([id], self.ships, "3.3")

    def help(self) -> str:
        """What each ship may try, those that may try the same together."""
        alike: dict[tuple[str, tuple[Order, ...]], list[str]] = {}
        for id, ship in self.ships.items():
            key = ship.setting, tuple(possible(self.game, ship))
            alike.setdefault(key, []).append(id)
        told = (
            f"{', '.join(ids)} ({setting}): {', '.join(orders)}"
            for (setting, orders), ids in alike.items()
            if orders
        )
        first, order = next((ids[0], orders[0]) for (_, orders), ids in alike.items() if orders)
        return (
            f'Each may try one thing. {"; ".join(told)}. Write "sails {first} {order}", more ships '
            f'after commas, or "sails all {order}"; "sails keep" changes nothing.'
        )
