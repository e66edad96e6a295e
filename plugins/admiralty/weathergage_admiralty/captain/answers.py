"""The ruleset's own captain: an answer to every question, from what its side sees alone.

It works for the weather gage and for raking berths, takes in sail before it fights, holds its
line, lays its ships alongside where boarding pays, and keeps clear of consorts, ground and irons.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from weathergage import Command, Dice, View
from weathergage_admiralty.boarding import Add, Board, CallOff
from weathergage_admiralty.captain import canvas, gunners, helm, mending, prizes, signalling
from weathergage_admiralty.captain.lookout import Lookout
from weathergage_admiralty.captain.purpose import Purpose
from weathergage_admiralty.divided import Divide
from weathergage_admiralty.gunnery import Fire
from weathergage_admiralty.parties import Mobilise
from weathergage_admiralty.passing import CallFire
from weathergage_admiralty.repairs import Repair
from weathergage_admiralty.sails import Sails
from weathergage_admiralty.signals import Post
from weathergage_admiralty.steering import Escape, Helm, Sternway, Wait

STEERING = frozenset((Helm, Escape, Sternway, Wait))


class AdmiraltyCaptain:
    """Plays one seat of a game of Admiralty.

    seat: the side. dice: chance of its own, for what it has no opinion on.
    """

    def __init__(self, seat: str, dice: Dice) -> None:
        self.seat = seat
        self.dice = dice
        self._gunner = gunners.Gunner()

    def answer(self, view: View, decision: Any) -> Command:
        """A legal answer to an open decision of its seat."""
        seen = Lookout(view.table.state, view.table.rules, self.seat)
        for command in self._considered(seen, decision):
            if decision.complaint(command) is None:
                return command
        drawn: Command = decision.sample(self.dice)
        return drawn

    def _considered(self, seen: Lookout, question: Any) -> Iterable[Command]:
        """Answers in the order in which they are liked."""
        kind = question.kinds[0]
        if kind in STEERING:
            return helm.considered(seen, Purpose(seen), question.about)
        if kind is Fire:
            return self._gunner.considered(seen, Purpose(seen))
        if kind is CallFire:
            return gunners.call(seen, question)
        if kind is Sails:
            return canvas.sails(seen, Purpose(seen))
        if kind is Mobilise:
            return prizes.muster(seen)
        if kind is Board:
            return prizes.board(seen)
        if kind is CallOff:
            return prizes.call_off(seen)
        if kind is Add:
            return prizes.add(question)
        if kind is Divide:
            return prizes.divide(seen, question)
        if kind is Repair:
            return mending.mend(seen)
        if kind is Post:
            return signalling.post(seen)
        return ()
