"""The movement of one galley: announcing its points, step after step, and what comes between (6.1
to 6.3).

`move` runs it. Each question lists what the galley may do now: before it rows, the points that it
may announce, sails, tow lines and grapples; then its next step, and every attack that is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from pydantic import Field

from weathergage import Ask, Command, Complaint, Dice, Event, PhaseRun, clause, event
from weathergage_war_galley import (
    aground,
    arrivals,
    avoidance,
    fatigue,
    offers,
    ramming,
    sails,
    towing,
)
from weathergage_war_galley.state import Galley, GalleyState, Moving
from weathergage_war_galley.stepping import Step, most_points, open_steps, refusal, take
from weathergage_war_galley.steps import NOWHERE, is_enemy_near, wind_points


class Row(Command):
    """The Movement Points that the galley will spend, announced before it moves."""

    NOTATION = '"row 5"'

    mp: int = Field(ge=0)

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The points; None for another kind of line."""
        words = line.lower().split()
        if words[:1] != ["row"]:
            return None
        if len(words) != 2 or not words[1].isdigit():
            raise ValueError('write the Movement Points to be spent, such as "row 5"')
        return {"mp": int(words[1])}

    def write(self) -> str:
        """The line that stands for it."""
        return f"row {self.mp}"


class Rest(Command):
    """The galley has done all that it does."""

    NOTATION = '"rest"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields; None for another kind of line."""
        return {} if line.strip().lower() in ("rest", "done") else None

    def write(self) -> str:
        """The line that stands for it."""
        return "rest"


_REST: Final = Rest()
_ROWS: Final = tuple(Row(mp=points) for points in range(24))

FIRST_KINDS: Final[tuple[type[Command], ...]] = (
    Row,
    *aground.COMMANDS,
    *sails.COMMANDS,
    *towing.COMMANDS,
    *offers.FIRST,
)
NEXT_KINDS: Final[tuple[type[Command], ...]] = (Step, Rest, *offers.NEXT)
COMMANDS: Final[tuple[type[Command], ...]] = (Row, Step, Rest)


@event
class Announced(Event):
    """The Movement Points that a galley will spend."""

    galley: str
    points: int
    clause: str

    def say(self) -> str:
        """How many."""
        return f"{self.galley} rows with {self.points} MP."


# The movement of a galley


@clause("3.1.E1", "6.13", "6.14", "6.42")
def move(game: Any, galley: Galley, aloof: bool = False) -> PhaseRun:
    """A galley's part of the Movement Segment, up to its fatigue check.

    aloof: it may not move next to an enemy (a failed 5.31 check).
    """
    state: GalleyState = game.state
    moving = state.moving = Moving(galley.n, began_maximum=galley.maximum)
    moving.aloof = aloof
    moving.sailed = wind_points(state, galley)
    yield from _prepare(game, galley, moving)
    moving.begun = True
    yield from _proceed(game, galley, moving)
    fatigue.check(game, galley, moving)
    state.moving = None
    arrivals.enter_behind(game, galley)


@clause("6.13", "6.21", "6.36", "8.31")
def _prepare(game: Any, galley: Galley, moving: Moving) -> PhaseRun:
    """All that comes before any movement, up to the announcement of Movement Points."""
    while not (moving.stopped or galley.gone):
        most = most_points(game, galley, moving)
        first: list[Command] = []
        if galley.stranded:
            first += aground.offers(game, galley)
        if galley.counter.sails:
            first += sails.offers(game, galley)
        if galley.tows >= 0 or galley.towed >= 0:
            first += towing.offers(game, galley)
        first += offers.first(game, galley)
        if not most and not first:
            return
        code = galley.counter.code
        answer = yield Ask(
            galley.side,
            FIRST_KINDS,
            clause="6.13",
            about=code,
            # From 1 on, so that a number on a list of choices is that of the points.
            answers=Choices(game, galley, (*_ROWS[1 : most + 1], _ROWS[0], *first)),
            prompt=f"{code}: how many Movement Points, of {most}?",
        )
        if type(answer) is Row:
            moving.announced = answer.mp
            if game.telling:
                game.tell(Announced(code, answer.mp, "6.13"))
            return
        if type(answer) is aground.GetOff:
            yield from _arrive(game, galley, aground.get_off(game, galley, moving, answer))
        elif isinstance(answer, sails.COMMANDS):
            sails.handle(game, galley, moving, answer)
        elif type(answer) is towing.CutTow:
            towing.cut(game, galley, moving)
        else:
            yield from offers.perform(game, galley, answer)


@clause("3.1.E1", "6.13", "7.23")
def _proceed(game: Any, galley: Galley, moving: Moving) -> PhaseRun:
    """Steps and attacks until the points are spent, or none can be, and nothing else is wanted."""
    code = galley.counter.code
    while not galley.gone:
        near = is_enemy_near(game.state, galley)
        choices = open_steps(game, galley, moving, near)
        moving.ended = not choices
        choices += offers.following(game, galley, near)
        if moving.ended:
            if not choices:
                return
            choices.append(_REST)
        answer = yield Ask(
            galley.side,
            NEXT_KINDS,
            clause="6.32",
            about=code,
            answers=Choices(game, galley, choices),
            prompt=f"{code}: {moving.announced - moving.spent} MP left",
        )
        if type(answer) is Step:
            entered = take(game, galley, moving, answer.to)
            # Whom it comes next to, or whose bow it crosses, was within two hexes of it before.
            if near:
                yield from _arrive(game, galley, entered)
        elif type(answer) is Rest:
            return
        else:
            yield from offers.perform(game, galley, answer)


@clause("6.51", "6.7")
def _arrive(game: Any, galley: Galley, entered: int) -> PhaseRun:
    """What the enemies do that an active galley comes next to, or whose bow it crosses, as it comes
    into a hex.
    """
    if entered == NOWHERE:
        return
    enemies = avoidance.threatened(game.state, galley, entered)
    if enemies:
        yield from avoidance.ask(game, galley, enemies)
    if game.rules.options.reaction_ram:
        yield from ramming.cross_bows(game, galley, (entered,))


@clause("6.37-half", "7.16-collision")
def end_activation(state: GalleyState, numbers: Iterable[int]) -> None:
    """When an activation ends: its galleys lose their Half Speed markers, whether they moved or
    not, but for those that were put on in it.
    """
    for n in numbers:
        galley = state.galleys[n]
        if galley.slowed:
            galley.slowed = False
        else:
            galley.half = False


# Answers


class Choices:
    """A list of answers to a galley's question, with reasons for whatever is not on it."""

    __slots__ = ("_commands", "_galley", "_game")

    def __init__(self, game: Any, galley: Galley, commands: Sequence[Command]) -> None:
        self._commands = commands
        self._game = game
        self._galley = galley

    def legal(self) -> Sequence[Command]:
        """The list."""
        return self._commands

    def sample(self, dice: Dice) -> Command:
        """Each as likely."""
        return self._commands[dice.below("sample", len(self._commands))]

    def check(self, command: Command) -> Complaint | None:
        """Whether it is on the list; else why not."""
        for offered in self._commands:
            if offered is command:
                return None
        if command in self._commands:
            return None
        return self._complaint(command)

    def _complaint(self, command: Command) -> Complaint:
        galley = self._galley
        code = galley.counter.code
        moving: Moving = self._game.state.moving
        if type(command) is Row:
            most = most_points(self._game, galley, moving)
            return Complaint(f"{code} has {most} Movement Points at most", "6.13", "too-many", code)
        if type(command) is Step:
            refused = refusal(self._game, galley, moving, command.to)
            if refused is not None:
                return Complaint(f"{code}: {refused.reason}", refused.clause, "no-step", code)
        if type(command) is Rest:
            return Complaint(
                f"{code} has {moving.left} Movement Points left to spend", "6.13", "unspent", code
            )
        return Complaint(
            f"that is not open to {code}: {self.help()}", "3.1.E1", "not-offered", code
        )

    def help(self) -> str:
        """The list as it is written."""
        return "write one of: " + "; ".join(
            command.write() or command.KIND for command in self._commands
        )
