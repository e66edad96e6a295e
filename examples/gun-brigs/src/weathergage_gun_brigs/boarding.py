"""4. Boarding."""

from __future__ import annotations

import weathergage as wg
from weathergage_gun_brigs.state import Ship


class Board(wg.Command):
    """Board a ship in the same hex."""

    at: str


@wg.event
class Boarded(wg.Event):
    """A fight on deck."""

    ship: str
    target: str
    fallen: int
    taken: bool
    clause: str

    def say(self) -> str:
        """How it ended."""
        end = "takes her" if self.taken else f"{abs(self.fallen)} fall"
        return f"{self.ship} boards {self.target}: {end}."


@wg.clause("4.1")
def boarding(game: wg.Game) -> wg.PhaseRun:
    """Ship by ship, in the scenario's order; each may board once."""
    for ship in game.state.ships:
        foes = [f.name for f in game.state.ships if ship.fights and can_board(ship, f)]
        if not foes:
            continue
        answer = yield wg.Ask(
            ship.side,
            (Board, wg.Decline),
            clause="4.1",
            answers=wg.OneOf([wg.Decline(), *(Board(at=name) for name in foes)], "4.1"),
            about=ship.name,
            prompt=f"{ship.name}: board?",
        )
        if isinstance(answer, Board):
            fight(game, ship, next(f for f in game.state.ships if f.name == answer.at))


def can_board(ship: Ship, foe: Ship) -> bool:
    """Whether an enemy lies in the same hex."""
    return foe.side != ship.side and foe.fights and foe.pose.place == ship.pose.place


@wg.clause("4.2", "4.3")
def fight(game: wg.Game, ship: Ship, foe: Ship) -> None:
    """A die and the men left for each; the difference falls. One with no men left is taken."""
    ours, theirs = (
        game.roll(f"boarding {s.name}", f"{s.name}'s men", clause="4.2") + s.crew - s.fallen
        for s in (ship, foe)
    )
    ours = game.modified("boarding", ours, by=ship, against=foe)
    loser, winner = (foe, ship) if ours > theirs else (ship, foe)
    loser.fallen = min(loser.crew, loser.fallen + abs(ours - theirs))
    taken = not loser.fights and ours != theirs
    if game.telling:
        won = taken and loser is foe
        game.tell(Boarded(ship.name, foe.name, ours - theirs, won, clause="4.2"))
    if taken:
        loser.side = winner.side
