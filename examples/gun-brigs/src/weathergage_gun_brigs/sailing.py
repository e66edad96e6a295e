"""1. The wind, and 2. Sailing."""

from __future__ import annotations

import weathergage as wg
from weathergage_gun_brigs.state import Ship

LESS = {"ahead": 9, "bow": 2, "quarter": 0, "astern": 1}
"""What a ship's speed loses by the way that she lies to the wind; she never has less than 0."""


class Sail(wg.Command):
    """Orders for a ship: turn by hexsides, to port (-1) or starboard (1), then go ahead."""

    turn: int
    ahead: int


@wg.event
class Shifted(wg.Event):
    """The wind blows from elsewhere."""

    wind: str
    clause: str

    def say(self) -> str:
        """Where from."""
        return f"The wind shifts to the {self.wind}."


@wg.event
class Sailed(wg.Event):
    """A ship carried out her orders."""

    ship: str
    heading: str
    ahead: int
    clause: str

    def say(self) -> str:
        """Where she went."""
        return f"{self.ship} steers {self.heading}, {self.ahead} ahead."


# --8<-- [start:wind]
@wg.clause("1.1", "1.2")
def wind(game: wg.Game) -> None:
    """A die: with 1 the wind backs by a hexside, with 6 it veers."""
    if game.rules.options.steady_wind:
        return  # "1.3"
    die = game.roll("wind", "the wind", clause="1.2")
    if die in (1, 6):
        game.state.wind = (game.state.wind + (1 if die == 6 else -1)) % 6
        if game.telling:
            game.tell(Shifted(wg.HEADINGS[game.state.wind], clause="1.2"))


# --8<-- [end:wind]


# --8<-- [start:sailing]
@wg.clause("2.1", "2.2")
def sailing(game: wg.Game) -> wg.PhaseRun:
    """All ships are ordered at once; then all turn and go."""
    ships = [ship for ship in game.state.ships if ship.fights]
    asks = [order(ship, orders(ship, game.state.wind)) for ship in ships]
    answers = yield from wg.together(*asks)
    for ship, answer in zip(ships, answers, strict=True):
        ship.pose = ship.pose.turned(answer.turn).ahead(answer.ahead)
        if game.telling:
            heading = wg.HEADINGS[ship.pose.heading]
            game.tell(Sailed(ship.name, heading, answer.ahead, clause="2.2"))


# --8<-- [end:sailing]


@wg.clause("2.3")
def speed(ship: Ship, heading: int, source: int) -> int:
    """The hexes that a ship can go on a heading, the wind blowing from a source."""
    lies = wg.point_of_sailing(source, heading).where
    return max(0, ship.sail - LESS[lies])


def orders(ship: Ship, source: int) -> list[Sail]:
    """All that she can be ordered to do."""
    return [
        Sail(turn=turn, ahead=ahead)
        for turn in (-1, 0, 1)
        for ahead in range(speed(ship, (ship.pose.heading + turn) % 6, source) + 1)
    ]


# --8<-- [start:order]
def order(ship: Ship, choices: list[Sail]) -> wg.Ask:
    """The question."""
    return wg.Ask(
        ship.side,
        Sail,
        clause="2.1",
        answers=wg.OneOf(choices, "2.3", "Turn -1, 0 or 1, then go ahead as the wind allows."),
        about=ship.name,
        prompt=f"Orders for {ship.name}",
    )


# --8<-- [end:order]
