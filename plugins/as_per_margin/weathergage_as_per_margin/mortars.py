"""Bomb ketches: mortars that find the range of what lies still, over what is in the way."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal

from weathergage import HAIR, Event, FreePose, Stand, clause, event
from weathergage_as_per_margin.damage import hits_told, read_dice, throw
from weathergage_as_per_margin.night import tell_seen
from weathergage_as_per_margin.sea import board_of
from weathergage_as_per_margin.state import Ship
from weathergage_as_per_margin.targets import Target, hit, id_of, name_of, stand_of

MORTARS: Literal["mortars"] = "mortars"
"""What commands call them, beside a ship's broadsides."""


@event
class Shelled(Event):
    """A ketch fired her mortars. firing: how often at this target as it lies. faces: a die for
    each mortar; hits: shells on the mark; effects: a die for each of these, and what they hit.
    inches: from centre to centre.
    """

    ship: str
    target: str
    firing: int
    faces: tuple[int, ...]
    hits: int
    effects: tuple[int, ...]
    kinds: tuple[str, ...]
    clause: str
    inches: float = 0.0

    def say(self) -> str:
        """What the shells do."""
        dice = " ".join(map(str, self.faces))
        head = f"{self.ship} throws shells at {self.target}, firing {self.firing} ({dice})"
        if not self.hits:
            return f"{head}: all wide."
        told = " ".join(map(str, self.effects))
        return f"{head}: {self.hits} on the mark ({told}): {hits_told(self.kinds) or 'no effect'}."


@clause("APM.bomb.anchored")
def can_throw(ship: Ship) -> bool:
    """Whether a ship may fire mortars this turn: only a ketch moored by bow and stern, once."""
    return bool(ship.card.mortars) and ship.moored and ship.fights and MORTARS not in ship.fired


@clause("APM.bomb.range")
def in_range(game: Any, ship: Ship, at: FreePose) -> bool:
    """Whether a place is neither too near nor too far for mortars."""
    inches = ship.pose.distance(at)
    least, most = _range(game)
    return least - HAIR <= inches <= most + HAIR


def _range(game: Any) -> tuple[float, float]:
    """The least and the most inches of mortars; worked out once where no house rule has a say."""
    rules = game.rules
    found: tuple[float, float] | None = rules.memo.get("mortar-range")
    if found is None or rules.look_up is not None:
        least, most = (game.look_up("mortar-ranges", row, 0) for row in ("least", "most"))
        found = rules.memo["mortar-range"] = least, most
    return found


@clause("APM.bomb.obstacles")
def is_clear(
    game: Any, ship: Ship, target: Target, blocks: Sequence[Stand], ignoring: Collection[str]
) -> bool:
    """Whether nothing that would stop flat fire lies near either end of the shells' path.

    blocks: the bases that stop fire. ignoring: names of regions that do not, on which one of the
    two stands.
    """
    board = board_of(game.rules)
    clear = game.look_up("mortar-ranges", "clear", 0)
    ours, theirs = ship.stand, stand_of(target)
    others = [stand for stand in blocks if stand not in (ours, theirs)]
    for start, end in ((ship.pose, target.pose), (target.pose, ship.pose)):
        along = start.facing(end).ahead(clear)
        if not board.line_of_sight(start, along, others, ignoring=ignoring):
            return False
    return True


@clause("APM.bomb.ladder")
def firing_at(ship: Ship, target: Target) -> int:
    """Which firing at a target comes next: 1, unless ketch and target lie as they did at the last
    one. A turn without firing changes nothing.
    """
    id, firings = ship.ladder
    same = id == id_of(target) and ship.laid == (ship.pose, target.pose)
    return firings + 1 if same else 1


@clause("APM.bomb.ladder")
def aim(game: Any, ship: Ship, firing: int, target: Target) -> tuple[tuple[int, ...], int]:
    """Throw for a ketch's mortars: the dice, and how many shells are on the mark."""
    count = max(0, game.modified("mortar dice", ship.card.mortars, (), ship, target))
    faces = throw(game, f"mortars {ship.card.id}", f"mortars at {name_of(target)}", count)
    column = min(firing, len(game.rules.tables["shells"].columns)) - 1
    return faces, sum(read_dice(game, "shells", faces, column))


@clause("APM.bomb.effects")
def burst(game: Any, ship: Ship, shells: int, name: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Throw for shells on the mark: the dice, and what they hit."""
    effects = throw(game, f"shells {ship.card.id}", f"shells on {name}", shells)
    found = read_dice(game, "shell-effects", effects)
    return effects, tuple(kind for kind in found if kind != "none")


@clause("APM.bomb.ladder", "APM.bomb.effects")
def throw_shells(game: Any, ship: Ship, target: Target) -> None:
    """Fire a ketch's mortars at a target in range."""
    firing = firing_at(ship, target)
    ship.ladder = (id_of(target), firing)
    ship.laid = (ship.pose, target.pose)
    ship.fired = (*ship.fired, MORTARS)
    name = name_of(target)
    faces, hits = aim(game, ship, firing, target)
    effects, kinds = burst(game, ship, hits, name)
    if game.telling:
        inches = round(ship.pose.distance(target.pose), 3)
        told = Shelled(
            ship.card.name, name, firing, faces, hits, effects, kinds, "APM.bomb.ladder", inches
        )
        tell_seen(game, told, ship.side, ship.pose, target.pose)
    hit(game, target, kinds, ship.pose, clause="APM.bomb.effects", by=ship.card.name)
