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


@wg.clause("1.1", "1.2")
def wind(game: wg.Game) -> None:
    """A die: with 1 the wind backs by a hexside, with 6 it veers."""
    if game.rules.options.steady_wind:
        return  # "1.3"
    die = game.roll("wind", "the wind", clause="1.2")
    if die in (1, 6):
        game.state.wind = (game.state.wind + (1 if die == 6 else -1)) % 6
        if game.telling:
            source = wg.HEADINGS[game.state.wind]
            game.tell(wg.Happened(f"The wind shifts to the {source}.", clause="1.2"))


@wg.clause("2.1", "2.2")
def sailing(game: wg.Game) -> wg.PhaseRun:
    """All ships are ordered at once; then all turn and go."""
    ships = [ship for ship in game.state.ships if ship.fights]
    answers = yield from wg.together(*(order(ship, game.state.wind) for ship in ships))
    for ship, answer in zip(ships, answers, strict=True):
        ship.pose = ship.pose.turned(answer.turn).ahead(answer.ahead)
        if game.telling:
            went = f"{ship.name} steers {ship.pose.heading_name}, {answer.ahead} ahead."
            game.tell(wg.Happened(went, clause="2.2", about=ship.name))


@wg.clause("2.3")
def speed(ship: Ship, heading: int, source: int) -> int:
    """The hexes that a ship can go on a heading, the wind blowing from a source."""
    return max(0, ship.sail - LESS[wg.point_of_sailing(source, heading).where])


def order(ship: Ship, source: int) -> wg.Ask:
    """The question what a ship shall do, with all that the wind allows."""
    choices = [
        Sail(turn=turn, ahead=ahead)
        for turn in (-1, 0, 1)
        for ahead in range(speed(ship, (ship.pose.heading + turn) % 6, source) + 1)
    ]
    return wg.Ask.one_of(
        ship.side,
        choices,
        clause="2.1",
        refused="2.3",
        about=ship.name,
        help="Turn -1, 0 or 1, then go ahead as the wind allows.",
    )
