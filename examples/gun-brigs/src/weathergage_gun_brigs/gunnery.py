"""3. Gunnery."""

from __future__ import annotations

import weathergage as wg
from weathergage_gun_brigs.state import Ship

RANGES = ("close", "close", "middle", "long", "long")
"""What each range is called, in hexes from 0."""

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
    asks = [ask(ship, found) for ship in ships.values() if (found := targets(game, ship))]
    answers = yield from wg.together(*asks)
    shots = [
        (ships[ask.about], ships[answer.at])
        for ask, answer in zip(asks, answers, strict=True)
        if isinstance(answer, Fire)
    ]
    hits = [(target, broadside(game, ship, target)) for ship, target in shots]
    for target, (hull, crew) in hits:
        target.damage.add("hull", hull)
        target.damage.add("crew", crew)


def ask(ship: Ship, found: list[Ship]) -> wg.Ask:
    """The question whether she fires, and at whom."""
    choices = [wg.Decline(), *(Fire(at=target.name) for target in found)]
    return wg.Ask.one_of(ship.side, choices, clause="3.1", refused="3.2", about=ship.name)


@wg.clause("3.2")
def targets(game: wg.Game, ship: Ship) -> list[Ship]:
    """The enemies on her broadside, up to four hexes away; any in her own hex."""
    return [
        foe
        for foe in game.state.ships
        if ship.fights
        and foe.fights
        and foe.side != ship.side
        and is_abeam(ship.pose, foe.pose)
        and ship.pose.distance(foe.pose) < len(RANGES)
    ]


def is_abeam(pose: wg.HexPose, other: wg.HexPose) -> bool:
    """Whether another ship is neither ahead nor astern; one in the same hex is abeam."""
    return pose.relative_bearing(other) in (None, 2, 3, 4, 8, 9, 10)


@wg.clause("3.3", "3.4")
def broadside(game: wg.Game, ship: Ship, target: Ship) -> tuple[int, int]:
    """Hits on hull and crew: the guns, a die and the range; a rake tells on the crew as well."""
    raking = not is_abeam(target.pose, ship.pose)
    die = game.roll(f"guns {ship.name}", f"{ship.name} fires", clause="3.3", about=target.name)
    own = [RAKING] if raking else []
    strength = game.modified("broadside", die + ship.guns, own, by=ship, against=target)
    apart = ship.pose.distance(target.pose)
    hits = int(game.look_up("broadside", strength, RANGES[apart]))
    if game.telling:
        game.tell(Fired(ship.name, target.name, apart, hits, raking, clause="3.3"))
    return hits, 1 if raking and hits else 0
