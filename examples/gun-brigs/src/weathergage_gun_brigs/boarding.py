"""4. Boarding."""

from __future__ import annotations

import weathergage as wg
from weathergage_gun_brigs.state import Ship


class Board(wg.Command):
    """Board a ship in the same hex."""

    at: str


@wg.clause("4.1")
def boarding(game: wg.Game) -> wg.PhaseRun:
    """Ship by ship, in the scenario's order; each may board once."""
    for ship in game.state.ships:
        foes = {foe.name: foe for foe in game.state.ships if can_board(ship, foe)}
        if foes:
            choices = [wg.Decline(), *(Board(at=name) for name in foes)]
            answer = yield wg.Ask.one_of(ship.side, choices, clause="4.1", about=ship.name)
            if isinstance(answer, Board):
                fight(game, ship, foes[answer.at])


def can_board(ship: Ship, foe: Ship) -> bool:
    """Whether both can fight and lie in the same hex."""
    near = foe.pose.place == ship.pose.place
    return near and foe.side != ship.side and ship.fights and foe.fights


@wg.clause("4.2", "4.3")
def fight(game: wg.Game, ship: Ship, foe: Ship) -> None:
    """Who is the weaker loses the difference in men; one with no men left is taken."""
    ours = game.modified("boarding", strength(game, ship), by=ship, against=foe)
    difference = ours - strength(game, foe)
    winner, loser = (ship, foe) if difference > 0 else (foe, ship)
    fallen = loser.damage.add("crew", abs(difference))
    if not loser.fights:
        loser.side = winner.side
    if game.telling:
        end = f"{fallen or 'none'} of {loser.name} fall"
        taken = "" if loser.fights else f", and {winner.name} takes her"
        game.tell(wg.Happened(f"{ship.name} boards {foe.name}: {end}{taken}.", clause="4.2"))


def strength(game: wg.Game, ship: Ship) -> int:
    """A die, and the men that she has left."""
    die = game.roll(f"boarding {ship.name}", f"{ship.name}'s men", clause="4.2")
    return die + ship.damage.left("crew")
