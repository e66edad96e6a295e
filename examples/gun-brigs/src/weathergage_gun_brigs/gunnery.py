"""3. Gunnery."""

from __future__ import annotations

import weathergage as wg
from weathergage_gun_brigs.state import Ship

RANGES = {0: "close", 1: "close", 2: "middle", 3: "long", 4: "long"}
RAKING = wg.Modifier("raking", 2, clause="3.4")


class Fire(wg.Command):
    """Fire a broadside at a ship."""

    at: str


@wg.event
class Fired(wg.Event):
    """A broadside and what it did."""

    ship: str
    target: str
    range: int
    hits: int
    raking: bool
    clause: str

    def say(self) -> str:
        """What it did."""
        how = "rakes" if self.raking else "fires at"
        return f"{self.ship} {how} {self.target}: {self.hits or 'no'} hit{'s' * (self.hits != 1)}."


@wg.clause("3.1")
def gunnery(game: wg.Game) -> wg.PhaseRun:
    """Every ship that can fire is asked; hits count when all have fired."""
    ships = {ship.name: ship for ship in game.state.ships}
    asks = [
        ask(ship, found) for ship in ships.values() if (found := targets(game.state.ships, ship))
    ]
    answers = yield from wg.together(*asks)
    shots = [
        (ships[a.about], ships[b.at])
        for a, b in zip(asks, answers, strict=True)
        if b.KIND == "fire"
    ]
    hits = [(target, broadside(game, ship, target)) for ship, target in shots]
    for target, (hull, crew) in hits:
        target.lost = min(target.hull, target.lost + hull)
        target.fallen = min(target.crew, target.fallen + crew)


@wg.clause("3.2")
def targets(ships: list[Ship], ship: Ship) -> list[str]:
    """The enemies on her broadside, up to four hexes away; any in her own hex."""
    if not ship.fights:
        return []
    foes = [other for other in ships if other.side != ship.side and other.fights]
    return [foe.name for foe in foes if sector(ship, foe) == "side" and apart(ship, foe) in RANGES]


def apart(one: Ship, other: Ship) -> int:
    """Hexes between two ships."""
    return wg.distance(one.pose.place, other.pose.place)


def sector(ship: Ship, other: Ship) -> str:
    """Where a ship has another: "bow", "side" or "stern"; in the same hex it is her side."""
    way = wg.bearing(ship.pose.place, other.pose.place)
    if way is None:
        return "side"
    off = (way - 2 * ship.pose.heading) % 12  # twelfths of the circle from the bow
    return "bow" if off in (11, 0, 1) else "stern" if off in (5, 6, 7) else "side"


# --8<-- [start:broadside]
@wg.clause("3.3", "3.4")
def broadside(game: wg.Game, ship: Ship, target: Ship) -> tuple[int, int]:
    """Hits on hull and crew: the guns, a die and the range; a rake tells on the crew as well."""
    raking = sector(target, ship) != "side"
    die = game.roll(f"guns {ship.name}", f"{ship.name} fires", clause="3.3", about=target.name)
    own = [RAKING] if raking else []
    strength = game.modified("broadside", die + ship.guns, own, by=ship, against=target)
    far = apart(ship, target)
    hits = int(game.look_up("broadside", max(2, min(12, strength)), RANGES[far]))
    if game.telling:
        game.tell(Fired(ship.name, target.name, far, hits, raking, clause="3.3"))
    return hits, 1 if raking and hits else 0


# --8<-- [end:broadside]


def ask(ship: Ship, found: list[str]) -> wg.Ask:
    """The question."""
    choices = [wg.Decline(), *(Fire(at=name) for name in found)]
    return wg.Ask(
        ship.side,
        (Fire, wg.Decline),
        clause="3.1",
        answers=wg.OneOf(choices, "3.2"),
        about=ship.name,
        prompt=f"{ship.name}: fire?",
    )
