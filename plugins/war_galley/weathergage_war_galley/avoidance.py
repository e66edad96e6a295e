"""Avoidance: getting out of the way of an active galley that comes alongside (6.5)."""

from __future__ import annotations

from typing import Any, Literal

from weathergage import STEP, Ask, Command, Decline, Event, OneOf, PhaseRun, clause, event
from weathergage_war_galley.fatigue import tire_by_avoidance
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.sheet import Sheet
from weathergage_war_galley.state import Galley, GalleyState
from weathergage_war_galley.steps import is_beside_enemy, is_open, shift_of
from weathergage_war_galley.towing import follow


class Avoid(Command):
    """The galley tries to get away by one hex. to: straight ahead or, at Cruise, straight back."""

    NOTATION = '"avoid ahead", "avoid back"'

    to: Literal["ahead", "back"] = "ahead"

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The way; None for another kind of line."""
        words = line.lower().split()
        if not words or words[0] != "avoid":
            return None
        return {"to": words[1]} if len(words) > 1 else {}

    def write(self) -> str:
        """The line that stands for it."""
        return f"avoid {self.to}"


COMMANDS: tuple[type[Command], ...] = (Avoid, Decline)

_DECLINE, _AHEAD, _BACK = Decline(), Avoid(to="ahead"), Avoid(to="back")
_CHOICES: dict[tuple[bool, bool], tuple[Command, ...]] = {
    (False, False): (),
    (True, False): (_DECLINE, _AHEAD),
    (False, True): (_DECLINE, _BACK),
    (True, True): (_DECLINE, _AHEAD, _BACK),
}
_HELP = 'Write "avoid ahead" or "avoid back" to try, "decline" to stay; success tires the crew.'


@event
class Avoided(Event):
    """A galley tried Avoidance. to: where it went, "" if it stays."""

    galley: str
    mover: str
    to: str
    hexes: str
    clause: str

    def say(self) -> str:
        """How it went."""
        if not self.to:
            return f"{self.galley} tries to avoid {self.mover} in vain."
        return f"{self.galley} avoids {self.mover}, {self.to} to {self.hexes}."


@clause("6.51", "3.1.E1")
def threatened(state: GalleyState, mover: Galley, entered: int) -> list[int]:
    """Numbers of the enemies next to a hex that an active galley has just come into, and that may
    use Avoidance as far as their own state goes; in order.
    """
    at, galleys, side = state.at, state.galleys, mover.side
    found: list[int] = []
    for step in STEP:
        n = at.get(entered + step)
        if n is not None:
            other = galleys[n]
            if other.side != side and n not in found and is_able(other):
                found.append(n)
    found.sort()
    return found


@clause("6.53", "6.37-immobile", "6.44")
def is_able(galley: Galley) -> bool:
    """Whether a galley's crew may use Avoidance, and has a chance: not if it is Fatigued, Crippled,
    Fouled, Grappled, Rammed, aground, at anchor or in tow.
    """
    if galley.fatigue or galley.crippled or galley.held or galley.anchored or galley.towed >= 0:
        return False
    return galley.crew > galley.half


@clause("6.52", "6.52-max")
def choices(game: Any, galley: Galley) -> tuple[Command, ...]:
    """What the galley may answer; nothing if neither hex is empty sea on the map."""
    state: GalleyState = game.state
    sheet: Sheet = game.rules.scenario.sheet
    hex = galley.bow + shift_of(galley, "ahead").entered
    ahead = is_open(state, sheet, galley, hex)
    if galley.tows >= 0:
        # "2.0" A galley that tows moves next to no enemy.
        ahead = ahead and not is_beside_enemy(state, hex, galley.side)
    back = False
    if not galley.maximum and galley.tows < 0:
        shift = shift_of(galley, "back")
        back = is_open(state, sheet, galley, galley.bow + shift.entered)
        back = back and galley.bow + shift.bow in sheet.hexes
    return _CHOICES[ahead, back]


@clause("6.51", "6.54")
def ask(game: Any, mover: Galley, enemies: list[int]) -> PhaseRun:
    """Put the question to each enemy that an active galley has come next to, in order, once."""
    galleys = game.state.galleys
    for n in enemies:
        galley = galleys[n]
        offered = choices(game, galley)
        if not offered:
            continue
        code = galley.counter.code
        answer = yield Ask(
            galley.side,
            COMMANDS,
            clause="6.51",
            about=code,
            answers=OneOf(offered, "6.52", _HELP),
            prompt=f"{mover.counter.code} comes next to {code}: Avoidance?",
        )
        if type(answer) is Avoid:
            attempt(game, galley, mover, answer)


@clause("6.52", "6.53", "6.12-flip")
def attempt(game: Any, galley: Galley, mover: Galley, answer: Avoid) -> bool:
    """Roll against the Crew Rating: success moves the galley and tires its crew."""
    code = galley.counter.code
    modifiers = (("Half Speed", 1, "6.53"),) if galley.half else ()
    rolled = one_die(
        game,
        f"avoidance {code}",
        f"Avoidance of {code}",
        "6.52",
        modifiers,
        code,
        at="avoidance",
        by=galley,
    )
    success = rolled <= galley.crew
    if success:
        state: GalleyState = game.state
        shift = shift_of(galley, answer.to)
        stern = galley.stern
        galley.wake = (*galley.wake, galley.bow)
        state.place(galley, galley.bow + shift.bow, shift.heading)
        if galley.tows >= 0:
            follow(state, galley, stern)
        if state.moving is not None:
            state.moving.dodged = (*state.moving.dodged, (galley.n, mover.bow))
    if game.telling:
        sheet: Sheet = game.rules.scenario.sheet
        hexes = "-".join(sheet.label(hex) for hex in galley.hexes) if success else ""
        game.tell(Avoided(code, mover.counter.code, answer.to if success else "", hexes, "6.52"))
    if success:
        tire_by_avoidance(game, galley)
    return success
