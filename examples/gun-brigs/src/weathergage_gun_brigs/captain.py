"""A captain who closes with the nearest enemy, keeps her on the broadside, and boards the weak."""

from __future__ import annotations

import weathergage as wg
from weathergage_gun_brigs.boarding import Board
from weathergage_gun_brigs.gunnery import Fire, apart, sector
from weathergage_gun_brigs.sailing import Sail
from weathergage_gun_brigs.state import Ship


class BrigCaptain:
    """Answers for one seat, from what it sees."""

    def __init__(self, seat: str, dice: wg.Dice) -> None:
        self.seat = seat
        self.dice = dice

    def answer(self, view: wg.View, decision: wg.Decision) -> wg.Command:
        """The best of the legal answers; the dice decide between equals."""
        ships = {ship.name: ship for ship in view.table.ships}
        own = ships[str(decision.about)]
        foes = [s for s in ships.values() if s.side != self.seat and s.fights]
        answers = decision.legal() or [decision.sample(self.dice)]
        first = self.dice.below("captain", len(answers))
        turned = answers[first:] + answers[:first]
        return max(turned, key=lambda answer: self.worth(answer, own, foes, ships))

    def worth(
        self, answer: wg.Command, own: Ship, foes: list[Ship], ships: dict[str, Ship]
    ) -> float:
        """How good an answer looks."""
        if isinstance(answer, Fire):
            return 10 - apart(own, ships[answer.at])
        if isinstance(answer, Board):
            foe = ships[answer.at]
            return (own.crew - own.fallen) - (foe.crew - foe.fallen)
        if isinstance(answer, Sail) and foes:
            there = own.copy()
            there.pose = own.pose.turned(answer.turn).ahead(answer.ahead)
            foe = min(foes, key=lambda s: apart(there, s))
            bears = 1.5 if sector(there, foe) == "side" else 0.0
            raked = 1.0 if sector(there, foe) != "side" and apart(there, foe) < 4 else 0.0
            return bears - raked - abs(apart(there, foe) - 1)
        return 0.0
