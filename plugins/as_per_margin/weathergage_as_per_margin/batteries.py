"""Shore batteries: what hits do to them, and the fires that their red-hot shot lights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from weathergage import Arc, Edge, Event, FreePose, clause, event, in_arc
from weathergage_as_per_margin.damage import boxes_told, hits_told, read_dice, throw
from weathergage_as_per_margin.night import tell_seen
from weathergage_as_per_margin.state import Battery, Ship

WIDEST = 90.0
"""Degrees to either side that the widest arc reaches which lines bound."""


@event
class Flames(Event):
    """Dice were thrown for red-hot shot in a ship. kinds: the boxes that burn."""

    ship: str
    battery: str
    faces: tuple[int, ...]
    kinds: tuple[str, ...]
    clause: str

    def say(self) -> str:
        """How far the fire spreads."""
        dice = " ".join(map(str, self.faces))
        if not self.kinds:
            return f"Fire aboard {self.ship} from {self.battery}'s hot shot ({dice}): put out."
        burnt = hits_told(self.kinds)
        return f"Fire spreads aboard {self.ship} from {self.battery}'s hot shot ({dice}): {burnt}."


@event
class BatteryHit(Event):
    """A battery lost gun boxes: to direct hits, and to its magazine, a die for each hit on it."""

    battery: str
    by: str
    boxes: int
    magazine: tuple[int, ...]
    left: int
    clause: str

    def say(self) -> str:
        """What is left of its guns."""
        parts = []
        if self.boxes:
            parts.append(boxes_told(gun=self.boxes))
        if self.magazine:
            dice = " ".join(map(str, self.magazine))
            parts.append(f"its magazine ({dice}: {sum(self.magazine)} knocked out)")
        left = f"{self.left} left" if self.left else "it is silenced"
        return f"{self.by} hits {self.battery}: {' and '.join(parts)}; {left}."


@clause("APM.battery.fire")
def bears(battery: Battery, at: FreePose) -> bool:
    """Whether a battery's guns bear on a place, at any distance."""
    return in_arc(arc_of(battery), battery.pose, at)


@clause("APM.battery.fire")
def arc_of(battery: Battery) -> Arc:
    """Where a battery's guns bear: so many degrees to either side of its front."""
    return _arc(battery.arc)


@lru_cache(maxsize=64)
def _arc(half: float) -> Arc:
    return Arc.about(0, half)


@lru_cache(maxsize=256)
def edges_of(half: float, heading: int) -> tuple[Edge, ...]:
    """The lines that bound the arc of a battery with a heading that reaches so many degrees, up to
    WIDEST, to either side.
    """
    return _arc(half).edges(heading)


@clause("APM.battery.red-hot", "APM.landing.XII")
def light_fires(game: Any, battery: Battery, ship: Ship, hits: int) -> tuple[str, ...]:
    """Throw for the flames after a battery's hits on a ship; gives back the further hits."""
    count = hits * int(game.look_up("red-hot", "each-hit", 0))
    faces = throw(game, f"flames {battery.id}", f"flames aboard {ship.card.name}", count)
    found = read_dice(game, "flames", faces)
    kinds = tuple(kind for kind in found if kind != "none")
    if game.telling:
        told = Flames(ship.card.name, battery.name, faces, kinds, "APM.battery.red-hot")
        tell_seen(game, told, ship.side, ship.pose)
    return kinds


@clause("APM.battery.fired-on", "APM.battery.magazine", "APM.landing.XII")
def hit_battery(game: Any, battery: Battery, kinds: Sequence[str], *, clause: str, by: str) -> None:
    """Give a battery its hits: gun hits cost a box, hull hits strike the magazine, for which a die
    says how many boxes go; all others miss. Without boxes it falls silent.
    """
    effects = [game.look_up("battery-hits", kind, 0) for kind in kinds]
    boxes, strokes = effects.count("box"), effects.count("magazine")
    if not boxes and not strokes:
        return
    dice = throw(game, f"magazine {battery.id}", f"magazine of {battery.name}", strokes)
    magazine = tuple(read_dice(game, "magazine", dice))
    battery.boxes = max(0, battery.boxes - boxes - sum(magazine))
    if game.telling:
        told = BatteryHit(battery.name, by, boxes, magazine, battery.boxes, clause)
        tell_seen(game, told, battery.side, battery.pose)
