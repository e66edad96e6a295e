"""Damage: what hits do to a ship, and what she can still do with it (4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, cast

from weathergage import Event, Stand, clause, event, is_near
from weathergage_admiralty import crews
from weathergage_admiralty.rows import Code, read_code, received, words_of
from weathergage_admiralty.scales import scaled
from weathergage_admiralty.state import NOBODY, SIDES, AdmiraltyState, Guns, Ship, Side

WEIGHTS: Final = ("light", "medium", "heavy")
"""Sizes of guns, in the order of a log."""

MOST_ANCHORS_LOST: Final = 2
"""Anchor hits with which a ship can still lie at anchor."""

HUNDRED: Final = 100
"""Hundredths of an inch, in which tables give distances."""

_COUNTED: Final = {
    "S": "sail_hits",
    "A": "anchors",
    "M": "masts",
    "O": "officers",
    "P": "pumps",
    "R": "rudders",
    "W": "waterline",
    "F": "fires",
    "I": "infernos",
}
"""What the log counts without more ado."""


@event
class Damaged(Event):
    """A ship was hit. codes: as the log has them, such as "2G"; G and B hits say their side."""

    ship: str
    codes: tuple[str, ...]
    clause: str

    def say(self) -> str:
        """What goes on her log."""
        return f"{self.ship} takes {', '.join(self.codes)}."


@event
class Dragging(Event):
    """A ship at anchor has too few anchors left, and is no longer held by them."""

    ship: str
    clause: str

    def say(self) -> str:
        """Who."""
        return f"{self.ship} has too few anchors left to lie steady: she is stopped, not anchored."


@event
class GunsLost(Event):
    """Gun dice were crossed out on a side. left: what her log has there now."""

    ship: str
    side: str
    weight: str
    left: str
    clause: str

    def say(self) -> str:
        """Which, and what is left."""
        return f"{self.ship} loses a {self.weight} gun die to {self.side}: {self.left} left."


@event
class Locked(Event):
    """Two ships hold each other. hits: L hits of the first toward the other."""

    ship: str
    other: str
    hits: int
    clause: str

    def say(self) -> str:
        """Who is held."""
        return f"{self.ship} and {self.other} are locked (L {self.hits} for {self.ship})."


@event
class Freed(Event):
    """Two ships hold each other no longer."""

    ship: str
    other: str
    clause: str

    def say(self) -> str:
        """Who is free."""
        return f"{self.ship} and {self.other} are free of each other."


@event
class Lost(Event):
    """A ship is no more. how: "sunk" or "exploded"."""

    ship: str
    how: str
    clause: str

    def say(self) -> str:
        """How she went."""
        return f"{self.ship} sinks." if self.how == "sunk" else f"{self.ship} blows up."


@event
class Flooding(Event):
    """So much water is in a ship that she can only pump and mend. level: W and P hits."""

    ship: str
    level: int
    clause: str

    def say(self) -> str:
        """That she is out of the fight."""
        return f"{self.ship} is flooding ({self.level}): she may only repair."


# What a ship can still do


def figure(rules: Any, row: str) -> int:
    """A figure of the table damage, as the game's house rules have it."""
    known: dict[str, int] = rules.memo.setdefault("damage figures", {})
    found = known.get(row)
    if found is None:
        found = known[row] = int(str(rules.tables["damage"].look_up(row, 0)))
    return found


@clause("2.1-battle-move", "4.3-sail-hits", "4.3-W")
def battle_move(rules: Any, state: AdmiraltyState, ship: Ship) -> float:
    """Inches of her battle move now: her log's for the wind's rating, less half an inch (of medium
    scale) for every full count of sail hits and for every W hit.
    """
    card = ship.card
    move = card.moves[state.speed - 1][0]
    blocks = ship.sail_hits // card.ratio
    if not blocks and not ship.waterline:
        return move
    lost = blocks * figure(rules, "speed lost by sails")
    lost += ship.waterline * figure(rules, "speed lost by water")
    return max(0.0, round(move - scaled(rules, lost / HUNDRED), 4))


@clause("2.1-normal-bonus", "4.3-normal-drag")
def normal_bonus(rules: Any, state: AdmiraltyState, ship: Ship) -> float:
    """Inches that normal sail adds. Ruling: never more than the battle move, whose losses drag it
    down with them.
    """
    return min(ship.card.moves[state.speed - 1][1], battle_move(rules, state, ship))


@clause("2.1", "3.3-stop", "4.3-L", "4.3-W")
def allowance(rules: Any, state: AdmiraltyState, ship: Ship) -> float:
    """Inches that she moves this turn by her sail setting, or coasts; before the points of sailing.
    None for a ship that is at anchor, locked, aground or flooding.
    """
    if ship.setting == "anchored" or ship.locks or ship.aground:
        return 0.0
    if ship.waterline and is_flooding(rules, ship):
        return 0.0
    if ship.setting == "stop":
        return ship.headway
    move = battle_move(rules, state, ship)
    if ship.setting == "normal":
        move += min(ship.card.moves[state.speed - 1][1], move)
    return move


@clause("4.3-P", "4.3-W")
def flooding_level(ship: Ship) -> int:
    """How fast she fills: W and P hits, but none while she has no W hit."""
    return ship.waterline + ship.pumps if ship.waterline else 0


def _floods_over(rules: Any, ship: Ship, what: str) -> bool:
    level = flooding_level(ship)
    if not level:
        return False
    size = max(1.0, ship.card.size)
    each, over = figure(rules, f"{what} for each size"), figure(rules, f"{what} over")
    return level > each * size + over


@clause("4.3-W")
def is_flooding(rules: Any, ship: Ship) -> bool:
    """Whether she is in a flooding emergency: no fire, no sail, nothing but repairs."""
    return ship.waterline > 0 and _floods_over(rules, ship, "emergency")


@clause("6.0-L", "4.3-W", "4.3-I")
def has_given_up(rules: Any, ship: Ship) -> bool:
    """Whether she has given up the fight for water or fire aboard."""
    return ship.infernos > 0 or is_flooding(rules, ship)


# Hits


def hit(game: Any, ship: Ship, kind: str, count: int = 1, side: str = "", *, clause: str) -> None:
    """Give a ship hits of one kind, as `apply` does. kind: "R", or with its number as tables
    write it, "5S". side: that which G hits strike; B hits strike one at random.
    """
    code = read_code(kind)
    where = side if code.kind == "G" else ""
    apply(game, ship, (Code(code.kind, code.number * count, where),), clause=clause)


@clause("4.3", "4.3-static-active", "4.4")
def apply(
    game: Any,
    ship: Ship,
    codes: Iterable[Sequence[Any]],
    *,
    clause: str = "4.3",
    repairs: bool = True,
) -> None:
    """Give a ship hits, with effect at once.

    codes: ("S", n), ("G", n, side), ("B", n) or ("B", n, side), ("L", n, number of the other ship),
    and (kind, n) with A, M, O, P, R, W, F, I or D; n may be left out for 1. W, M and D
    are thrown on their lines of the critical table, which may bring more; G and B without a side
    strike one at random. repairs: whether XX takes a mast hit away, as it does but in irons.
    clause: the rule that the hits come from.
    """
    record(game, ship, received(game, ship, codes, clause, repairs=repairs), clause=clause)


@clause("2.6-irons-mast")
def mast_in_irons(game: Any, ship: Ship) -> None:
    """A mast hit of a ship driven astern, whose rigging damage counts and whose XX does not."""
    apply(game, ship, (Code("M"),), clause="2.6-irons-mast", repairs=False)


@clause("4.3-log", "4.3-master-list", "4.3-A", "4.3-O", "4.3-P", "4.3-R", "4.3-F")
def record(game: Any, ship: Ship, codes: Iterable[Sequence[Any]], *, clause: str) -> None:
    """Write hits on a ship's log, with their effects, and throw for nothing but the size of gun
    dice that are lost. Hits of a kind may come in any order; a ship that is gone takes none.
    """
    if ship.gone:
        return
    totals: dict[tuple[str, Any], int] = {}
    for kind, count, where in codes:
        totals[kind, where] = totals.get((kind, where), 0) + count
    if not totals:
        return
    if game.telling:
        written = [_written(kind, count, where) for (kind, where), count in totals.items()]
        game.tell(Damaged(ship.card.name, tuple(written), clause))
    was_flooding = is_flooding(game.rules, ship)
    for (kind, where), count in totals.items():
        _write(game, ship, kind, count, where, clause)
    if ship.fires >= (most := figure(game.rules, "fires to an inferno")):
        ship.infernos += ship.fires // most
        ship.fires %= most
    if ship.waterline:
        _fill(game, ship, was_flooding)


def _written(kind: str, count: int, where: Any) -> str:
    word = words_of(((kind, count),))[0]
    return f"{word} to {where}" if where in SIDES else word


def _write(game: Any, ship: Ship, kind: str, count: int, where: Any, clause: str) -> None:
    """Write down hits of a kind."""
    name = _COUNTED.get(kind)
    if name is not None:
        setattr(ship, name, getattr(ship, name) + count)
        if kind == "A":
            # "2.2-raising-cancelled" An anchor hit undoes what was done to raise it.
            ship.raising = 0
            if ship.setting == "anchored" and ship.anchors > MOST_ANCHORS_LOST:
                _drag(game, ship)
    elif kind == "G":
        _hit_guns(game, ship, cast(Side, where), count)
    elif kind == "B":
        port, starboard = ship.blocked
        ship.blocked = (port + count, starboard) if where == "port" else (port, starboard + count)
    elif kind == "L":
        lock(game, ship, game.state.ships[where], count, clause=clause)
    elif kind == "EX":
        explode(game, ship, clause)
    else:
        raise ValueError(f"{kind!r} is no hit that goes on a log")


@clause("3.3-anchor")
def _drag(game: Any, ship: Ship) -> None:
    """The anchors that are left do not steady her: she lies stopped, no longer anchored."""
    ship.setting = "stop"
    if game.telling:
        game.tell(Dragging(ship.card.name, "3.3-anchor"))


@clause("4.3-gun-hits")
def _hit_guns(game: Any, ship: Ship, side: Side, count: int) -> None:
    """Count gun hits on a side; every five cost a gun die there and are crossed out. A side that
    has no die left has nothing more to lose.
    """
    each = figure(game.rules, "gun hits to a die")
    at = SIDES.index(side)
    dice, over = divmod(ship.gun_hits[at] + count, each)
    for _ in range(min(dice, ship.guns(side).total)):
        _lose_die(game, ship, side)
    if dice and not ship.guns(side).total:
        over = 0
    ship.gun_hits = (over, ship.gun_hits[1]) if at == 0 else (ship.gun_hits[0], over)
    if dice and ship.mobilised:
        crews.shrink(game.rules, ship)


@clause("4.3-gun-hits", "4.0-carronades")
def _lose_die(game: Any, ship: Ship, side: Side) -> None:
    """Cross out one gun die of a side, of a size that the dice choose; carronades are lost as heavy
    guns, by number.
    """
    guns, card = ship.guns(side), ship.card
    stream = f"guns lost {card.id}"
    if game.rules.options.by_number:
        at = _at(guns, game.below(stream, "gun die lost", guns.total))
    else:
        at = _weight(game, ship, guns, stream)
        if at == 2 and guns.carronades:
            at += game.below(stream, "gun die lost", guns.heavy + guns.carronades) >= guns.heavy
    left = Guns(*(dice - (place == at) for place, dice in enumerate(guns)))
    ship.set_guns(side, left)
    if game.telling:
        weight = (*WEIGHTS, "carronade")[at]
        game.tell(GunsLost(card.name, side, weight, left.digits, "4.3-gun-hits"))


def _at(guns: Guns, number: int) -> int:
    """The place in a log's number of the die of that number, counted through all sizes."""
    for place, dice in enumerate(guns):
        if number < dice:
            return place
        number -= dice
    raise ValueError("there is no such gun die")


def _weight(game: Any, ship: Ship, guns: Guns, stream: str) -> int:
    """The place of the size that is lost: thrown until there is a die of it."""
    left = (guns.light, guns.medium, guns.heavy + guns.carronades)
    purpose = f"size of {ship.card.name}'s lost gun die"
    while True:
        die = game.roll(stream, purpose, "4.3-gun-hits", about=ship.card.id)
        place = WEIGHTS.index(game.look_up("guns-lost", die, 0))
        if left[place]:
            return place


def _fill(game: Any, ship: Ship, was_flooding: bool) -> None:
    """What the water does: a ship may founder, or be able to do nothing but pump."""
    if _floods_over(game.rules, ship, "sinks"):
        lose(game, ship, "sunk", "4.3-W")
    elif not was_flooding and is_flooding(game.rules, ship) and game.telling:
        game.tell(Flooding(ship.card.name, flooding_level(ship), "4.3-W"))


# Ships that hold each other


@clause("4.3-L", "2.2-raising-cancelled")
def lock(
    game: Any, a: Ship, b: Ship, hits: int = 1, others: int = 0, *, clause: str = "4.3-L"
) -> None:
    """Lock two ships. hits: L hits that a takes; others: those that b takes. Each has her own, but
    either holds both. Raising an anchor is cancelled; tack and sternway are over with her way.
    """
    for ship, other, count in ((a, b, hits), (b, a, others)):
        held = dict(ship.locks)
        held[other.n] = held.get(other.n, 0) + count
        ship.locks = tuple(held.items())
        ship.raising, ship.tack, ship.backing = 0, "", False
    if game.telling:
        game.tell(Locked(a.card.name, b.card.name, dict(a.locks)[b.n], clause))


@clause("4.3-L")
def unlock(game: Any, a: Ship, b: Ship, hits: int = 1, *, clause: str = "6.0-L") -> None:
    """Cross out L hits of a toward b; with the last of either's the two are free."""
    held = dict(a.locks)
    held[b.n] = max(0, held.get(b.n, 0) - hits)
    a.locks = tuple(held.items())
    if not held[b.n] and not dict(b.locks).get(a.n):
        _part(a, b)
        if game.telling:
            game.tell(Freed(a.card.name, b.card.name, clause))


def _part(a: Ship, b: Ship) -> None:
    a.locks = tuple(pair for pair in a.locks if pair[0] != b.n)
    b.locks = tuple(pair for pair in b.locks if pair[0] != a.n)


# Ships that are lost


@clause("4.3-W", "4.3-I")
def lose(game: Any, ship: Ship, how: str, clause: str) -> None:
    """Take a ship off the table that is lost. how: "sunk" or "exploded"."""
    if game.telling:
        game.tell(Lost(ship.card.name, how, clause))
    remove(game.state, ship, how)


@clause("4.3-L", "5.1-start")
def remove(state: AdmiraltyState, ship: Ship, why: str) -> None:
    """A ship is on the table no more, and nobody is held by her or boards her. why: what her log
    says of it.
    """
    ship.gone = why
    for n, _ in ship.locks:
        _part(state.ships[n], ship)
    state.leave_boarding(ship.n)
    ship.party = NOBODY


@clause("4.3-I", "4.3-D")
def explode(game: Any, ship: Ship, clause: str = "4.3-I") -> None:
    """Blow a ship up: every ship near by throws once for fire danger, every ship that was locked
    with her takes a fire.
    """
    state: AdmiraltyState = game.state
    reach = scaled(game.rules, figure(game.rules, "explosion reach") / HUNDRED)
    stand: Stand = ship.stand
    held = [state.ships[n] for n, _ in ship.locks]
    near = [
        other
        for other in state.ships
        if other.afloat and other is not ship and is_near(stand, other.stand, reach, "base")
    ]
    lose(game, ship, "exploded", clause)
    for other in near:
        apply(game, other, (Code("D"),), clause=clause)
    for other in held:
        apply(game, other, (Code("F"),), clause=clause)


# Guns that can be fired


@clause("4.3-B", "3.1-suppression", "3.1-both-sides")
def guns_ready(rules: Any, ship: Ship, side: Side) -> Guns:
    """Gun dice of a side that are neither lost, nor blocked, nor given up for boarding. A B hit
    takes one of each size, of the heavy ones carronades last.
    """
    first = side == "port"
    guns = ship.port if first else ship.starboard
    if hits := ship.blocked[0 if first else 1]:
        each = hits * figure(rules, "guns blocked")
        guns = crews.less(guns, Guns(each, each, each, max(0, each - guns.heavy)))
    return crews.less(guns, crews.cover(ship.party, guns)) if any(ship.party) else guns
