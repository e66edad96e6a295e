"""The Speed Level Determination Phase: Cruise or Maximum for each galley (3.1.D, 6.11, 6.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from weathergage import Ask, Command, Complaint, Dice, Event, PhaseRun, clause, event
from weathergage_war_galley.parts import WAITING
from weathergage_war_galley.scenarios import WarGalleyScenario, approaching
from weathergage_war_galley.squadrons import name_of
from weathergage_war_galley.state import Galley, GalleyState

TREMIOLA = "Trm"

ALL = "all"
"""Every galley of the squadron that may be at Maximum."""


class Speeds(Command):
    """The Speed Levels of a squadron. squadron: its commander's id, or the code of a galley on its
    own. maximum: codes of those at Maximum, the others being at Cruise, or "all".
    """

    NOTATION = '"speeds hanno: 5/12, 5/13", "speeds hanno: all", "speeds hanno"'

    squadron: str
    maximum: tuple[str, ...] = ()

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """Squadron and codes; None for another kind of line. Raises ValueError without one."""
        word, _, rest = line.strip().partition(" ")
        if word.lower() not in ("speeds", "speed"):
            return None
        name, _, codes = rest.partition(":")
        if not name.strip():
            raise ValueError(f"write of which squadron: {cls.NOTATION}")
        found = tuple(code.strip() for code in codes.split(",") if code.strip())
        return {"squadron": name.strip(), "maximum": found}

    def write(self) -> str:
        """The line that stands for it."""
        if not self.maximum:
            return f"speeds {self.squadron}"
        return f"speeds {self.squadron}: {', '.join(self.maximum)}"


COMMANDS: tuple[type[Command], ...] = (Speeds,)


@lru_cache(maxsize=4096)
def _speeds_of(squadron: str, maximum: tuple[str, ...]) -> Speeds:
    return Speeds(squadron=squadron, maximum=maximum)


@event
class SpeedsSet(Event):
    """A squadron's Speed Levels. maximum: the galleys at Maximum."""

    squadron: str
    maximum: tuple[str, ...]
    clause: str

    def say(self) -> str:
        """Which galleys are at Maximum."""
        fast = ", ".join(self.maximum)
        return f"{self.squadron}: {f'at Maximum {fast}' if fast else 'all at Cruise'}."


# The phase


@clause("3.1.D", "6.12", "6.11")
def choose(game: Any) -> PhaseRun:
    """Set the levels squadron by squadron, the sides alternating, each taking its squadrons in the
    order it likes; a side none of whose squadrons has a galley fit for Maximum is not asked.
    """
    state: GalleyState = game.state
    for galley in state.galleys:
        galley.maximum = False
    left = _fit_by_side(state, fit_for_maximum(game))
    side = state.first if state.first in left else next(iter(left), "")
    while left:
        open = left[side]
        answer = yield Ask(
            side,
            Speeds,
            clause="6.12",
            answers=Levels(game, open),
            prompt="Speed Levels: which squadron next, and who is at Maximum?",
        )
        name = answer.squadron
        _set(game, name, _fast(game, open.pop(name), answer))
        if not any(open.values()):
            del left[side]
        side = next((other for other in left if other != side), side)


@clause("6.12", "5.22")
def _fit_by_side(state: GalleyState, eligible: frozenset[int]) -> dict[str, dict[str, list[int]]]:
    """By side that has any, its squadrons by name, with the numbers of those that may be at
    Maximum; those that wait off the map behind one of a squadron come up as its galleys.
    """
    following = {line.ahead: line.numbers for line in state.arrivals}
    found: dict[str, dict[str, list[int]]] = {}
    for squadron in state.squadrons:
        fit = [n for n in squadron.members if n in eligible]
        if following:
            coming = (n for ahead in squadron.members for n in following.get(ahead, ()))
            fit += [n for n in coming if n in eligible]
        found.setdefault(squadron.side, {})[name_of(state, squadron)] = fit
    return {side: open for side, open in found.items() if any(open.values())}


def _fast(game: Any, fit: Sequence[int], answer: Speeds) -> list[Galley]:
    """The galleys that an answer puts at Maximum."""
    galleys = [game.state.galleys[n] for n in fit]
    if answer.maximum == (ALL,):
        return galleys
    return [galley for galley in galleys if galley.counter.code in answer.maximum]


def _set(game: Any, name: str, fast: Sequence[Galley]) -> None:
    """Turn counters over."""
    for galley in fast:
        galley.maximum = True
    if game.telling:
        game.tell(SpeedsSet(name, tuple(galley.counter.code for galley in fast), "6.12"))


# Who may


@clause("6.12", "6.37-half", "6.37-immobile", "6.44", "8.25", "6.22")
def may_hurry(galley: Galley) -> bool:
    """Whether a galley may be put at Maximum as far as its own state goes."""
    if galley.fatigue or galley.crippled or galley.half or galley.captured or galley.mast_down:
        return False
    if galley.held or galley.anchored or galley.towed >= 0 or galley.counter.corvus:
        return False
    return not galley.sail or galley.counter.type == TREMIOLA


@clause("6.12", "5.52")
def fit_for_maximum(game: Any) -> frozenset[int]:
    """Numbers of the galleys that may be put at Maximum in this turn: no side that its scenario
    keeps at Cruise, and no galley that a commander has just shifted to.
    """
    state: GalleyState = game.state
    slow = {side for side in game.rules.seats if is_kept_slow(game, side)}
    shifted = {c.galley for c in state.commanders if c.reduced and not c.lost}
    return frozenset(
        galley.n
        for galley in state.galleys
        if galley.gone in ("", WAITING)
        and galley.side not in slow
        and galley.n not in shifted
        and may_hurry(galley)
    )


@clause("2.0", "6.12")
def is_kept_slow(game: Any, side: str) -> bool:
    """Whether a scenario keeps a side at Cruise in this turn."""
    scenario: WarGalleyScenario = game.rules.scenario
    special = scenario.special
    approach = approaching(game)
    if approach is not None and approach.cruise:
        return True
    if game.state.turn == 1 and side in special.cruise:
        option = special.cruise[side]
        if not option or getattr(game.rules.options, option):
            return True
    return side in special.cruise_until_entered and not has_entered(game, side)


@clause("2.0")
def has_entered(game: Any, side: str) -> bool:
    """Whether all of a side's galleys are wholly on the map and in the water."""
    sheet = game.rules.scenario.sheet
    for galley in game.state.galleys:
        if galley.side != side:
            continue
        if galley.gone in ("waiting", "to deploy"):
            return False
        if galley.gone or galley.stranded:
            continue
        if any(hex not in sheet.hexes or hex in sheet.land for hex in galley.hexes):
            return False
    return True


# The answers


class Levels:
    """What a side may answer: one of its squadrons, with any of its galleys that are fit."""

    __slots__ = ("_game", "_open")

    def __init__(self, game: Any, open: Mapping[str, Sequence[int]]) -> None:
        self._game = game
        self._open = open

    def legal(self) -> None:
        """None: they are too many to list."""
        return

    def sample(self, dice: Dice) -> Speeds:
        """The next squadron with anyone fit for it, each of them by a coin."""
        name = next(name for name, fit in self._open.items() if fit)
        fit = self._open[name]
        coins = dice.below("sample", 1 << len(fit))
        galleys = self._game.state.galleys
        fast = tuple(galleys[n].counter.code for k, n in enumerate(fit) if coins >> k & 1)
        return _speeds_of(name, fast) if len(fit) == 1 else Speeds(squadron=name, maximum=fast)

    @clause("6.12")
    def check(self, command: Command) -> Complaint | None:
        """Whether the squadron is to be set, and its galleys may be at Maximum."""
        if not isinstance(command, Speeds):
            return Complaint("Speed Levels are to be set", "6.12", "wrong-kind")
        fit = self._open.get(command.squadron)
        if fit is None:
            told = f"{command.squadron} is no squadron to be set: {', '.join(self._open)} are"
            return Complaint(told, "6.12", "unknown")
        if command.maximum == (ALL,):
            return None
        galleys = self._game.state.galleys
        known = {galleys[n].counter.code for n in fit}
        for code in command.maximum:
            if code not in known:
                told = f"{code} cannot be put at Maximum in this squadron"
                return Complaint(told, "6.12", "not-fit", code)
        return None

    def help(self) -> str:
        """Who may be at Maximum in which squadron."""
        galleys = self._game.state.galleys
        parts = [
            f"{name} ({', '.join(galleys[n].counter.code for n in fit) or 'nobody'})"
            for name, fit in self._open.items()
        ]
        name, fit = next(iter(self._open.items()))
        ways = [f"speeds {name}"]
        if fit:
            ways += [f"speeds {name}: all", f"speeds {name}: {galleys[fit[0]].counter.code}"]
        written = " or ".join(f'"{way}"' for way in ways)
        return f"May be at Maximum: {'; '.join(parts)}. Write such as {written}."
