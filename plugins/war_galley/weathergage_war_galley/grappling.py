"""Grappling: laying hold of an enemy alongside, with corvus or harpax where a scenario has them
(8.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, Literal

from weathergage import STEP, Command, Event, PhaseRun, clause, distance, event
from weathergage_war_galley import missiles, towing
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.sheet import Sheet, labels
from weathergage_war_galley.state import Galley, GalleyState
from weathergage_war_galley.steps import (
    BOW_PORT,
    BOW_STARBOARD,
    NOWHERE,
    are_adjacent,
    around,
    beside,
    flank_at,
    is_open,
    side_at,
)

CORVUS = 2
"""What a corvus adds where a bow/flank hexside is shared."""
HARPAX_ALONGSIDE, HARPAX_OFF = 2, 1
"""What a harpax adds, to a target alongside and to one two hexes away."""

_ABEAM: Final = (1, 2, 4, 5)
"""Hexsides, from that of the bow, through which a galley is drawn sideways."""

Means = Literal["", "corvus", "harpax"]


class Grapple(Command):
    """The galley tries to grapple another. to: hex in which the bow of a target that is drawn in
    over two hexes shall end, where there is a choice.
    """

    NOTATION = '"grapple 5/11", "grapple 5/11 to 2318"'

    target: str
    to: str = ""

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The target; None for another kind of line. Raises ValueError for one without a target."""
        words = line.split()
        if not words or words[0].lower() != "grapple":
            return None
        to = ""
        if len(words) > 3 and words[-2].lower() == "to":
            to = words.pop().upper()
            words.pop()
        if len(words) < 2:
            raise ValueError('write whom to grapple, such as "grapple 5/11"')
        return {"target": " ".join(words[1:]), "to": to}

    def write(self) -> str:
        """The line that stands for it."""
        return f"grapple {self.target}{f' to {self.to}' if self.to else ''}"


COMMANDS: tuple[type[Command], ...] = (Grapple,)


@cache
def _grapple(code: str, to: str = "") -> Grapple:
    return Grapple(target=code, to=to)


@event
class TriedToGrapple(Event):
    """A galley tried to grapple another."""

    galley: str
    target: str
    success: bool
    clause: str

    def say(self) -> str:
        """Whether it did."""
        verb = "grapples" if self.success else "tries in vain to grapple"
        return f"{self.galley} {verb} {self.target}."


@event
class DrawnIn(Event):
    """A harpax drew its target alongside, into these hexes, the bow first."""

    galley: str
    by: str
    hexes: str
    clause: str

    def say(self) -> str:
        """Where to."""
        return f"{self.by} draws {self.galley} in, to {self.hexes}."


# Bonds


@clause("8.12", "2.1-markers")
def bind(galley: Galley, target: Galley, hooked: bool) -> None:
    """Put a Grappled marker on both. hooked: by the corvus or harpax of the first."""
    if target.n not in galley.grappled:
        galley.grappled = (*galley.grappled, target.n)
        target.grappled = (*target.grappled, galley.n)
    if hooked and target.n not in galley.hooks:
        galley.hooks = (*galley.hooks, target.n)


@clause("8.33")
def unbind(one: Galley, other: Galley) -> None:
    """Take the Grappled markers off two galleys, as far as they hold one another."""
    for galley, n in ((one, other.n), (other, one.n)):
        galley.grappled = tuple(k for k in galley.grappled if k != n)
        galley.hooks = tuple(k for k in galley.hooks if k != n)


# Who may grapple whom


@clause("8.11", "4.2")
def contacts(galley: Galley, target: Galley) -> Iterator[tuple[int, int]]:
    """The flank hexsides that two galleys have in common, as the hex of each."""
    for own in galley.hexes:
        if not flank_at(target, own):
            continue
        for other in target.hexes:
            if distance(own, other) == 1 and flank_at(galley, other):
                yield own, other


@clause("8.11")
def share_flank(galley: Galley, target: Galley) -> bool:
    """Whether two galleys share a flank hexside of both, of any flank kind."""
    return next(contacts(galley, target), None) is not None


@clause("8.11", "7.16-retraction", "7.16-rammed")
def is_alongside(galley: Galley, target: Galley) -> bool:
    """Whether a galley lies so that it may grapple one next to it: with a flank hexside of both
    shared, or after a ram between the two, for which being adjacent is enough.
    """
    return share_flank(galley, target) or _has_rammed(galley, target)


def _has_rammed(galley: Galley, target: Galley) -> bool:
    """Whether a galley lies at one that it has Rammed this turn, or the two are Fouled."""
    return target.n in galley.fouled or (galley.rammed_at and target.rammer == galley.n)


@clause("8.12")
def reaches_with_corvus(galley: Galley, target: Galley) -> bool:
    """Whether a galley has the corvus, which is at its bow, over a flank of the target: one of its
    bow/flank hexsides is shared.
    """
    return galley.counter.corvus and any(
        side_at(galley, other) in (BOW_PORT, BOW_STARBOARD) for _, other in contacts(galley, target)
    )


@clause("8.11", "8.13", "7.16-collision", "7.16-rammed", "3.1.E1", "8.25-use")
def may_grapple(galley: Galley) -> bool:
    """Whether a galley that has ended its movement may try: at Cruise, once a turn, and not in the
    turn of a ram in which it collided.
    """
    return not (galley.maximum or galley.grappled_at or galley.collided)


@clause("8.11", "8.14", "7.16-rammed", "6.36-protection")
def is_target(galley: Galley, target: Galley) -> bool:
    """Whether an enemy may be grappled as far as the two ships go: a Rammed galley grapples only
    those it is Fouled with, and one aground, in a coastal hex, nobody who is aground too.
    """
    if target.side == galley.side or target.n in galley.grappled:
        return False
    if target.stranded and galley.stranded:
        return False
    return not galley.rammed or target.n in galley.fouled


@clause("8.11", "8.12", "8.13")
def offers(game: Any, galley: Galley) -> list[Command]:
    """The grapples open to the active galley, at the end of its movement."""
    state: GalleyState = game.state
    moving = state.moving
    if moving is None or not moving.ended or not may_grapple(galley):
        return []
    galleys = state.galleys
    found: list[Command] = []
    for n in beside(state, galley):
        target = galleys[n]
        if is_target(galley, target) and is_alongside(galley, target):
            found.append(_grapple(target.counter.code))
    if galley.counter.harpax:
        sheet: Sheet = game.rules.scenario.sheet
        for n in off_targets(state, galley):
            ways = pulls(state, sheet, galley, galleys[n])
            code = galleys[n].counter.code
            if len(ways) == 1:
                found.append(_grapple(code))
            else:
                found += [_grapple(code, sheet.label(bow)) for bow in ways]
    return found


# The harpax


@clause("8.12", "8.11")
def off_targets(state: GalleyState, galley: Galley) -> list[int]:
    """Numbers of the enemies that a harpax reaches at two hexes, in order: a hex without a ship is
    a flank hex of both.
    """
    at = state.at
    found: set[int] = set()
    for hex in around(galley):
        if hex in at or not flank_at(galley, hex):
            continue
        for step in STEP:
            n = at.get(hex + step, NOWHERE)
            if n in found or n in (NOWHERE, galley.n):
                continue
            target = state.galleys[n]
            if flank_at(target, hex) and is_target(galley, target) and is_loose(target):
                found.add(n)
    return sorted(n for n in found if not are_adjacent(galley, state.galleys[n]))


@clause("8.12")
def is_loose(target: Galley) -> bool:
    """Whether a galley can be drawn in: nothing else holds it."""
    return not (
        target.grappled
        or target.fouled
        or target.stranded
        or target.anchored
        or target.tows >= 0
        or target.towed >= 0
    )


@clause("8.12", "6.6")
def pulls(state: GalleyState, sheet: Sheet, galley: Galley, target: Galley) -> list[int]:
    """Hexes for the bow of a target that is drawn in: sideways by one hex, into empty sea, and so
    that it then shares a flank hexside with the galley.
    """
    found: list[int] = []
    bow, heading = target.bow, target.heading
    for turn in _ABEAM:
        step = STEP[(heading + turn) % 6]
        if all(is_open(state, sheet, target, hex + step) for hex in target.hexes):
            # Looked at in its new place, and put back.
            target.bow = bow + step
            if share_flank(galley, target):
                found.append(target.bow)
            target.bow = bow
    return found


@clause("8.12")
def draw_in(game: Any, galley: Galley, target: Galley, bow: int) -> None:
    """Draw a target sideways to where its bow is in a hex."""
    game.state.place(target, bow, target.heading)
    if game.telling:
        hexes = labels(game.rules.scenario.sheet, target.hexes)
        game.tell(DrawnIn(target.counter.code, galley.counter.code, hexes, "8.12"))


# The attempt


@clause("8.12", "8.12-table", "8.11", "8.13", "8.42")
def perform(game: Any, galley: Galley, command: Grapple) -> PhaseRun:
    """Try to grapple, once the enemies next to the grappler have fired at it if they like. A target
    that the harpax takes at two hexes is drawn in as part of the attempt.
    """
    state: GalleyState = game.state
    target = missiles.by_code(state, command.target)
    galley.grappled_at = True
    alongside = are_adjacent(galley, target)
    yield from missiles.reaction(game, galley, target, "grapple")
    means = means_of(galley, target, alongside)
    code = galley.counter.code
    rolled = one_die(
        game,
        f"grapple {code}",
        f"{code} to grapple {command.target}",
        "8.12",
        modifiers(galley, target, alongside, means),
        code,
        at="grapple",
        by=galley,
        against=target,
    )
    success = rolled >= int(game.look_up("grappling", galley.crew, 0))
    if game.telling:
        game.tell(TriedToGrapple(code, command.target, success, "8.12"))
    if not success:
        return
    if not alongside:
        sheet: Sheet = game.rules.scenario.sheet
        ways = pulls(state, sheet, galley, target)
        draw_in(game, galley, target, sheet.parse(command.to) if command.to else ways[0])
    bind(galley, target, bool(means))
    if target.towed >= 0:
        # What is held cannot follow its tug, whose own way is free.
        towing.part(game, target)


@clause("8.12")
def means_of(galley: Galley, target: Galley, alongside: bool) -> Means:
    """The invention that helps a grapple."""
    if galley.counter.harpax:
        return "harpax"
    return "corvus" if alongside and reaches_with_corvus(galley, target) else ""


@clause("8.12")
def modifiers(
    galley: Galley, target: Galley, alongside: bool, means: Means
) -> tuple[tuple[str, int, str], ...]:
    """What changes the die of a grapple."""
    found: list[tuple[str, int, str]] = []
    if target.crippled or target.fouled or target.grappled:
        found.append(("target held or Crippled", 1, "8.12"))
    if target.sail:
        found.append(("target under sail", 1, "8.12"))
    if alongside and passes(galley, target):
        found.append(("opposite directions", -1, "8.12"))
    if galley.sail:
        found.append(("under sail", -1, "8.12"))
    if means == "corvus":
        found.append(("corvus", CORVUS, "8.12"))
    elif means == "harpax":
        found.append(("harpax", HARPAX_ALONGSIDE if alongside else HARPAX_OFF, "8.12"))
    return tuple(found)


# "8.12" Ruling: the printed harpax example has ships on opposite courses two hexes apart and counts
# the harpax alone, so the modifier is one of ships that pass alongside.
@clause("8.12")
def passes(galley: Galley, target: Galley) -> bool:
    """Whether a target goes the opposite way at its full pace: it heads so, can move, and is not
    Fatigued, Crippled or at Half Speed.
    """
    if (target.heading - galley.heading) % 6 != 3:
        return False
    return not (target.held or target.anchored or target.fatigue or target.crippled or target.half)
