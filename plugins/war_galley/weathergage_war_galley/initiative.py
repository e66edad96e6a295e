"""The Initiative Phase: who leads off in phases D, E and F (3.1.C, 3.2)."""

from __future__ import annotations

from functools import cache
from typing import Any

from weathergage import Ask, Command, Event, OneOf, PhaseRun, ask, clause, event, together
from weathergage_war_galley import commanders
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.scenarios import approaching, holder
from weathergage_war_galley.state import Commander, GalleyState


class Name(Command):
    """The Admiral whose rating counts in the initiative roll. admiral: his id."""

    NOTATION = '"name manlius"'

    admiral: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The Admiral; None for another kind of line. Raises ValueError without one."""
        words = line.lower().split()
        if not words or words[0] != "name":
            return None
        if len(words) != 2:
            raise ValueError('write which Admiral, such as "name manlius"')
        return {"admiral": words[1]}

    def write(self) -> str:
        """The line that stands for it."""
        return f"name {self.admiral}"


class First(Command):
    """The side that goes first in the phases D, E and F of this turn."""

    NOTATION = '"first rome"'

    side: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The side; None for another kind of line. Raises ValueError without one."""
        words = line.lower().split()
        if not words or words[0] != "first":
            return None
        if len(words) != 2:
            raise ValueError('write which side, such as "first rome"')
        return {"side": words[1]}

    def write(self) -> str:
        """The line that stands for it."""
        return f"first {self.side}"


COMMANDS: tuple[type[Command], ...] = (Name, First)


@cache
def _first_of(side: str) -> First:
    return First(side=side)


@event
class Named(Event):
    """A side has named the Admiral whose rating counts."""

    side: str
    admiral: str
    clause: str

    def say(self) -> str:
        """Whom."""
        return f"{self.side} relies on {self.admiral} for the initiative."


@event
class LeadsOff(Event):
    """A side has the initiative, and who goes first."""

    winner: str
    first: str
    clause: str

    def say(self) -> str:
        """Who has it, and what is made of it."""
        return f"{self.winner} has the initiative: {self.first} goes first."


@clause("3.1.C", "3.2", "5.13")
def contest(game: Any) -> PhaseRun:
    """Settle who goes first: by the scenario's word, else by a roll whose winner chooses."""
    state: GalleyState = game.state
    approach = approaching(game)
    if approach is not None:
        state.first = approach.side
        return
    winner = holder(game)
    if not winner:
        yield from _name(game)
        winner = roll(game)
    seats = game.rules.seats
    answer = yield from ask(
        winner,
        First,
        clause="3.2",
        answers=OneOf(
            tuple(_first_of(side) for side in seats),
            "3.2",
            f'Write "first {seats[0]}" or "first {seats[1]}".',
        ),
        prompt="You have the initiative: who goes first?",
    )
    state.first = answer.side
    # "5.13" Only a side that has won and goes first itself is bound to the Admiral it named.
    state.named = {side: id for side, id in state.named.items() if side == winner == answer.side}
    if game.telling:
        side = game.rules.scenario.side
        game.tell(LeadsOff(side(winner).name, side(answer.side).name, "3.2"))


@clause("5.13")
def _name(game: Any) -> PhaseRun:
    """Ask each side with several Admirals of different ratings which of them counts."""
    state: GalleyState = game.state
    asks = []
    for side in game.rules.seats:
        found = commanders.admirals(state, side)
        if len({commanders.rating(admiral) for admiral in found}) > 1:
            names = ", ".join(f"{a.id} ({commanders.rating(a)})" for a in found)
            asks.append(
                Ask(
                    side,
                    Name,
                    clause="5.13",
                    answers=OneOf(
                        tuple(Name(admiral=admiral.id) for admiral in found),
                        "5.13",
                        f'Write "name" and one of: {names}.',
                    ),
                    prompt="Which Admiral's Initiative counts? His squadron goes first if you do.",
                )
            )
    answers = yield from together(*asks)
    for question, answer in zip(asks, answers, strict=True):
        if isinstance(answer, Name):
            state.named[question.seat] = answer.admiral
            if game.telling:
                name = commanders.commander_of(state, answer.admiral).name
                side = game.rules.scenario.side(question.seat).name
                game.tell(Named(side, name, "5.13"))


@clause("3.2", "5.12", "5.13")
def roll(game: Any) -> str:
    """Roll a die for each side and add its Admiral's Initiative, and what the scenario says; ties
    are rolled again. Gives back the winner.
    """
    first, second = game.rules.seats
    while True:
        ours, theirs = total_of(game, first), total_of(game, second)
        if ours != theirs:
            return str(first if ours > theirs else second)


def total_of(game: Any, side: str) -> int:
    """A side's die with its modifiers."""
    admiral = _admiral(game.state, side)
    changes = []
    if admiral is not None and (value := commanders.rating(admiral)):
        changes.append((f"Initiative of {admiral.name}", value, "3.2"))
    given = game.rules.scenario.special.initiative_modifiers.get(side, 0)
    if given:
        changes.append(("no Admiral" if admiral is None else "scenario", given, "3.2"))
    return one_die(
        game,
        f"initiative {side}",
        f"initiative of {side}",
        "3.2",
        tuple(changes),
        side,
        at="initiative",
        by=side,
    )


def _admiral(state: GalleyState, side: str) -> Commander | None:
    """The Admiral whose rating counts: the one named, or the only one."""
    named = state.named.get(side)
    for admiral in commanders.admirals(state, side):
        if named in (None, admiral.id):
            return admiral
    return None
