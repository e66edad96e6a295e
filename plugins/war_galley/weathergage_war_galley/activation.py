"""Activations: squadrons by turns, galley after galley, then their boarding (3.1.E to F, 5.4).

Each activation is a chain of agenda pieces: "activate" picks the squadron and moves the first few
of its galleys, "galley" a few more, again and again, and "boarding" ends it where anybody can
board. The end of one puts the next on the agenda.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from weathergage import (
    Ask,
    Command,
    Complaint,
    Decline,
    Dice,
    Event,
    OneOf,
    PhaseRun,
    clause,
    event,
)
from weathergage_war_galley import (
    aground,
    boarding,
    commanders,
    desertion,
    endings,
    fatigue,
    movement,
    offers,
    sails,
    towing,
)
from weathergage_war_galley.commanders import Transfer
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.squadrons import name_of
from weathergage_war_galley.state import Commander, Galley, GalleyState, Moving, Squadron
from weathergage_war_galley.steps import has_enemy_beside, is_enemy_near


class Activate(Command):
    """The squadron that acts next. squadron: its commander's id, or the code of a galley that is on
    its own.
    """

    NOTATION = '"activate hanno", "activate 5/12"'

    squadron: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The squadron; None for another kind of line. Raises ValueError without one."""
        return _rest(line, "activate", "squadron", 'write which squadron, such as "activate hanno"')

    def write(self) -> str:
        """The line that stands for it."""
        return f"activate {self.squadron}"


class Double(Command):
    """A Double Activation is tried. squadron: the one that is to go with the Admiral's own.
    admiral: his id, where the side has several.
    """

    NOTATION = '"double hanno", "double hanno with manlius"'

    squadron: str
    admiral: str = ""

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """Squadron and Admiral; None for another kind of line. Raises ValueError without one."""
        words = line.split()
        if not words or words[0].lower() != "double":
            return None
        if len(words) == 4 and words[2].lower() == "with":
            return {"squadron": words[1], "admiral": words[3]}
        if len(words) != 2:
            raise ValueError(
                'write which squadron goes with the Admiral\'s, such as "double hanno"'
            )
        return {"squadron": words[1]}

    def write(self) -> str:
        """The line that stands for it."""
        with_whom = f" with {self.admiral}" if self.admiral else ""
        return f"double {self.squadron}{with_whom}"


class Move(Command):
    """The galley that moves next: its code."""

    NOTATION = '"move 5/12"'

    galley: str

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The galley; None for another kind of line. Raises ValueError without one."""
        return _rest(line, "move", "galley", 'write which galley, such as "move 5/12"')

    def write(self) -> str:
        """The line that stands for it."""
        return f"move {self.galley}"


class Done(Command):
    """No more galleys of the squadron move."""

    NOTATION = '"done"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields; None for another kind of line."""
        return {} if line.strip().lower() == "done" else None

    def write(self) -> str:
        """The line that stands for it."""
        return "done"


class Weigh(Command):
    """The galleys of the squadron that lie at anchor raise it, and do nothing else."""

    NOTATION = '"raise anchor"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields; None for another kind of line."""
        words = line.lower().split()
        return {} if words in (["weigh"], ["weigh", "anchor"], ["raise", "anchor"]) else None

    def write(self) -> str:
        """The line that stands for it."""
        return "raise anchor"


def _rest(line: str, word: str, field: str, missing: str) -> dict[str, Any] | None:
    """A line that is a word and the rest of it."""
    words = line.split()
    if not words or words[0].lower() != word:
        return None
    if len(words) == 1:
        raise ValueError(missing)
    return {field: " ".join(words[1:])}


COMMANDS: tuple[type[Command], ...] = (Activate, Double, Move, Done, Weigh)

_ACTIVATION_KINDS: Final[tuple[type[Command], ...]] = (Activate, Double, *endings.KINDS)
# Each piece keeps a checkpoint: fewer cost undo a few commands to repeat, and spare memory.
_IN_A_PIECE: Final = 4
_NO_LIMIT: Final = 1000
_STRAY_KINDS: Final[tuple[type[Command], ...]] = (Activate, *endings.KINDS)
_NEXT_KINDS: Final[tuple[type[Command], ...]] = (Move, Transfer, Done, *endings.KINDS)
_ANCHOR_KINDS: Final[tuple[type[Command], ...]] = (Weigh, Decline)
_DONE: Final = Done()
_ANCHORS: Final[tuple[Command, ...]] = (Weigh(), Decline())


@lru_cache(maxsize=4096)
def _move_of(code: str) -> Move:
    return Move(galley=code)


@lru_cache(maxsize=4096)
def _activate_of(squadron: str) -> Activate:
    return Activate(squadron=squadron)


@event
class Activated(Event):
    """A squadron, or two by a Double Activation, is activated."""

    side: str
    squadrons: tuple[str, ...]
    clause: str

    def say(self) -> str:
        """Which."""
        return f"{self.side} activates {' and '.join(self.squadrons)}."


@event
class Doubled(Event):
    """A Double Activation was tried. confusion: what a failure does to the other squadron."""

    admiral: str
    squadron: str
    success: bool
    confusion: str
    clause: str

    def say(self) -> str:
        """How it went."""
        if self.success:
            return f"{self.admiral} brings {self.squadron} into action with his own squadron."
        return f"{self.admiral}'s orders miscarry; {self.squadron} goes alone: {self.confusion}."


@event
class OnItsOwn(Event):
    """A galley outside any squadron has been tried. free: it may do what it likes."""

    galley: str
    free: bool
    clause: str

    def say(self) -> str:
        """Whether it is."""
        if self.free:
            return f"{self.galley} acts as it likes."
        return f"{self.galley} goes at Cruise and keeps away from enemies."


@event
class AnchorUp(Event):
    """Galleys raised anchor."""

    galleys: tuple[str, ...]
    clause: str

    def say(self) -> str:
        """Which."""
        return f"Anchors up: {', '.join(self.galleys)}."


# Whose turn it is


@clause("3.1.E", "3.1.E3", "5.41")
def command_phase(game: Any) -> None:
    """Begin the activations of Command Squadrons."""
    _hand_over(game, game.state.first, False)


@clause("3.1.F", "5.31")
def individual_phase(game: Any) -> PhaseRun | None:
    """Begin the activations of Individual Squadrons; where there are none, that is it."""
    if _hand_over(game, game.state.first, True):
        return None
    return commanders.last_chance(game)


@clause("3.1.E3", "3.1.E4", "5.41")
def _hand_over(game: Any, side: str, individual: bool) -> bool:
    """Put the next activation on the agenda: the side's, if it has a squadron left, else the
    other's. False when there is none, and the phase is over.
    """
    state: GalleyState = game.state
    seats = game.rules.seats
    for seat in (side, *(other for other in seats if other != side)):
        if next(_ready(game, seat, individual), None) is not None:
            state.agenda = (("activate", (seat, individual)), *state.agenda)
            return True
    return False


@clause("5.21", "5.41", "3.1.F", "8.25")
def ready(game: Any, side: str, individual: bool) -> list[Squadron]:
    """A side's squadrons of one sort that have still to be activated. Of galleys on their own, only
    those that could do anything. A side with transports to bring off may have a limit.
    """
    return list(_ready(game, side, individual))


def _ready(game: Any, side: str, individual: bool) -> Iterator[Squadron]:
    """The same, one by one: whether there is any at all is known with the first."""
    return _on_their_own(game, side) if individual else _commanded(game, side)


def _commanded(game: Any, side: str) -> Iterator[Squadron]:
    """The Command Squadrons."""
    if _left(game, side) < 1:
        return
    state: GalleyState = game.state
    for squadron in state.squadrons:
        if squadron.side == side and not squadron.individual and _waits(state, squadron):
            yield squadron


def _on_their_own(game: Any, side: str) -> Iterator[Squadron]:
    """The Individual Squadrons: in a long phase most have been activated, so that is looked at
    first.
    """
    squadrons, galleys = game.state.squadrons, game.state.galleys
    waiting = [
        galley.squadron
        for galley in galleys
        if not (galley.used or galley.gone) and galley.side == side and galley.squadron >= 0
    ]
    for k in sorted(waiting):
        squadron = squadrons[k]
        if squadron.individual and may_act(game, galleys[squadron.members[0]]):
            yield squadron


def _waits(state: GalleyState, squadron: Squadron) -> bool:
    """Whether a squadron has not been activated, and still has a galley that could be."""
    galleys, waits = state.galleys, False
    for n in squadron.members:
        galley = galleys[n]
        if galley.side == squadron.side:
            if galley.used and galley.squadron == squadron.n:
                return False
            waits = waits or not (galley.used or galley.gone)
    return waits


@clause("2.0")
def _left(game: Any, side: str) -> int:
    """How many Command Squadrons a side may still activate in this turn, as far as its scenario
    sets it a limit.
    """
    convoy = game.rules.scenario.special.convoy
    if convoy is None or not convoy.most or convoy.side != side:
        return _NO_LIMIT
    state: GalleyState = game.state
    spent = sum(
        squadron.side == side and not squadron.individual and _is_used(state, squadron)
        for squadron in state.squadrons
    )
    return int(convoy.most) - spent


def _is_used(state: GalleyState, squadron: Squadron) -> bool:
    """Whether a squadron has had its activation: any of its galleys that it still has was in it."""
    return any(
        galley.used and galley.side == squadron.side and galley.squadron == squadron.n
        for galley in (state.galleys[n] for n in squadron.members)
    )


def remaining(state: GalleyState, squadron: Squadron) -> list[Galley]:
    """The galleys of a squadron that are on the map, its side's, and have not moved."""
    galleys, side = state.galleys, squadron.side
    return [
        galley
        for n in squadron.members
        if not ((galley := galleys[n]).used or galley.gone) and galley.side == side
    ]


@clause("3.1.E1", "5.41", "6.37-immobile")
def may_act(game: Any, galley: Galley) -> bool:
    """Whether a galley has anything to do in a Movement Segment, or could board after it."""
    if not (galley.held or galley.anchored or galley.towed >= 0):
        return True
    if galley.grappled or galley.anchored or galley.maximum:
        return True
    state: GalleyState = game.state
    if galley.stranded and aground.open_ways(game, galley):
        return True
    near = is_enemy_near(state, galley)
    if not (near or galley.counter.sails or towing.is_roped(galley)):
        return False
    moving = state.moving = Moving(galley.n)
    found = [*towing.offers(game, galley), *sails.offers(game, galley)]
    found = found or offers.first(game, galley)
    if not found:
        moving.begun = moving.ended = True
        found = offers.following(game, galley, near)
    state.moving = None
    return bool(found)


# An activation begins


@clause("3.1.E", "5.41", "5.31", "5.42")
def activate(game: Any, side: str, individual: bool) -> PhaseRun:
    """Let a side choose a squadron, or two with its Admiral, and begin its activation."""
    state: GalleyState = game.state
    open = ready(game, side, individual)
    if not open:
        return
    chosen: Squadron = open[0]
    answers = Openings(state, open) if individual else _openings(game, side, open)
    lonely = answers.count == 1 and len(remaining(state, chosen)) == 1
    if answers.count > 1 or (lonely and not _has_begun(state, side)):
        # "9.1" A side whose one galley goes without a choice is asked here whether it cedes.
        answers.ends = _ends(state, side)
        while True:
            answer = yield Ask(
                side,
                _STRAY_KINDS if individual else _ACTIVATION_KINDS,
                clause="5.31" if individual else "5.41",
                answers=answers,
                prompt="Which squadron is activated next?",
            )
            if type(answer) not in endings.KINDS:
                break
            if (yield from endings.perform(game, side, answer)):
                return
            answers.ends = endings.AFTER_REFUSAL
        chosen = next(s for s in open if name_of(state, s) == answer.squadron)
        if type(answer) is Double:
            _double(game, side, chosen, answer.admiral or answers.only_admiral(answer))
        else:
            _begin(game, side, (chosen,))
    else:
        _begin(game, side, (chosen,))
    aloof = individual and not is_free(game, state.galleys[chosen.members[0]])
    for k in state.active:
        squadron = state.squadrons[k]
        desertion.begin(game, squadron)
        if any(galley.anchored for galley in remaining(state, squadron)):
            if not (yield from _anchor(game, squadron)):
                continue
            yield from commanders.settle(game)
            if len(state.active) == 1:
                yield from _end(game)
                return
            # "2.0" Of two squadrons the other goes on; this one's whole activation is spent.
            _retire(game, (squadron,))
            state.active = tuple(k for k in state.active if k != squadron.n)
    yield from next_galley(game, aloof)


@clause("5.13", "5.41", "5.42", "5.42-limits")
def _openings(game: Any, side: str, open: Sequence[Squadron]) -> Openings:
    """What a side may do with the activation of Command Squadrons. An Admiral named for the
    initiative goes first.
    """
    state: GalleyState = game.state
    if len(open) < 2:
        return Openings(state, open)
    doubles = _doubles(game, side, open)
    named = state.named.get(side, "")
    if named and not _has_begun(state, side):
        own = [squadron for squadron in open if squadron.commander == named]
        if own:
            return Openings(state, own, [double for double in doubles if double.admiral == named])
    return Openings(state, open, doubles)


def _has_begun(state: GalleyState, side: str) -> bool:
    """Whether a side has activated anything yet in this turn."""
    return any(_is_used(state, squadron) for squadron in state.squadrons if squadron.side == side)


@clause("9.1")
def _ends(
    state: GalleyState, side: str, moved: int = 0, refused: bool = False
) -> tuple[Command, ...]:
    """The ends that a side may make of the game: before it moves anything in a turn. refused: it
    has just proposed to halt.
    """
    if moved or _has_begun(state, side):
        return ()
    return endings.AFTER_REFUSAL if refused else endings.BOTH


@clause("5.42", "5.42-limits", "5.23")
def _doubles(game: Any, side: str, open: Sequence[Squadron]) -> list[Double]:
    """The Double Activations that a side may try: an Admiral's own squadron with one whose Command
    Ship is in his range, once a turn.
    """
    state: GalleyState = game.state
    special = game.rules.scenario.special
    if side in state.doubled or side in special.single or _left(game, side) < 2:
        return []
    leaders = {squadron.commander: squadron for squadron in open if squadron.commander}
    found: list[Double] = []
    for admiral in commanders.admirals(state, side):
        if admiral.id not in leaders:
            continue
        reached = commanders.in_range(game, admiral)
        for id in leaders:
            if id == admiral.id:
                continue
            other = commanders.commander_of(state, id)
            ship = commanders.command_ship(state, other)
            # "5.12" An Admiral is in charge of his own fleet, where a side has two.
            if ship is not None and ship.n in reached and admiral.fleet in ("", other.fleet):
                found.append(Double(squadron=id, admiral=admiral.id))
    return found


@clause("5.42", "5.42-table", "5.42-success", "5.42-failure", "5.42-limits", "5.52")
def _double(game: Any, side: str, squadron: Squadron, id: str) -> None:
    """Try a Double Activation: both squadrons go, or the other one alone and confused."""
    state: GalleyState = game.state
    state.doubled = (*state.doubled, side)
    admiral = commanders.commander_of(state, id)
    if admiral.reduced:
        admiral.applied = True
    success = throw_double(game, side, admiral)
    result = "none" if success else confusion(game, squadron)
    if game.telling:
        name = commanders.commander_of(state, squadron.commander).name
        words = "" if success else str(game.rules.tables["confusion"].results[result])
        clause = "5.42-success" if success else "5.42-failure"
        game.tell(Doubled(admiral.name, name, success, words, clause))
    if success:
        own = next(s for s in state.squadrons if s.commander == id)
        _begin(game, side, (own, squadron))
    else:
        _begin(game, side, (squadron,))
        _confuse(state, squadron, result)


@clause("5.42", "5.42-table")
def throw_double(game: Any, side: str, admiral: Commander) -> bool:
    """Roll whether an Admiral brings off a Double Activation."""
    die = one_die(
        game,
        f"double {side}",
        f"Double Activation by {admiral.name}",
        "5.42-table",
        (),
        side,
        at="double activation",
        by=side,
    )
    return die <= int(game.look_up("double-activation", commanders.rating(admiral), 0))


@clause("5.42-confusion", "5.42-failure")
def confusion(game: Any, squadron: Squadron) -> str:
    """One roll for Orders Confusion in the squadron that goes now."""
    name = name_of(game.state, squadron)
    die = one_die(
        game, f"confusion {name}", "Orders Confusion", "5.42-confusion", (), name, at="confusion"
    )
    return str(game.look_up("confusion", min(6, max(1, die)), 0))


@clause("5.42-confusion")
def _confuse(state: GalleyState, squadron: Squadron, result: str) -> None:
    """Let Orders Confusion slow every galley of a squadron in this activation."""
    state.confused = "" if result == "none" else result
    if result == "half":
        for galley in remaining(state, squadron):
            galley.maximum = False


def _begin(game: Any, side: str, squadrons: Sequence[Squadron]) -> None:
    """Mark squadrons as the ones that are being activated."""
    state: GalleyState = game.state
    state.activation += 1
    state.active = tuple(squadron.n for squadron in squadrons)
    state.segment = "movement"
    state.confused = ""
    if game.telling:
        names = tuple(_full_name(state, squadron) for squadron in squadrons)
        game.tell(Activated(game.rules.scenario.side(side).name, names, "5.41"))


def _full_name(state: GalleyState, squadron: Squadron) -> str:
    """A commander's name, or what else a squadron is called."""
    if squadron.commander:
        return commanders.commander_of(state, squadron.commander).name
    return name_of(state, squadron)


@clause("5.31", "5.31-pass", "5.31-fail")
def is_free(game: Any, galley: Galley) -> bool:
    """Roll against the Crew Rating of a galley on its own. At or under it, or next to an enemy from
    the start, it does what it likes; else it goes to Cruise and keeps away from enemies.
    """
    code = galley.counter.code
    die = one_die(
        game,
        f"alone {code}",
        f"{code} to act on its own",
        "5.31",
        (),
        code,
        at="acting alone",
        by=galley,
    )
    free = die <= galley.crew or has_enemy_beside(game.state, galley)
    if not free:
        galley.maximum = False
    if game.telling:
        game.tell(OnItsOwn(code, free, "5.31-pass" if free else "5.31-fail"))
    return free


@clause("2.0", "5.41")
def _anchor(game: Any, squadron: Squadron) -> Generator[Any, Any, bool]:
    """Ask whether a squadron raises anchor, which takes it a whole activation; gives back whether
    it does.
    """
    state: GalleyState = game.state
    name = name_of(state, squadron)
    answer = yield Ask(
        squadron.side,
        _ANCHOR_KINDS,
        clause="2.0",
        answers=OneOf(_ANCHORS, "2.0", 'Write "raise anchor", or "decline" to lie at it.'),
        prompt=f"{name}: raise anchor? It takes the whole activation.",
    )
    if type(answer) is not Weigh:
        return False
    galleys = remaining(state, squadron)
    if game.telling:
        codes = tuple(galley.counter.code for galley in galleys if galley.anchored)
        game.tell(AnchorUp(codes, "2.0"))
    _finish(game, galleys)
    for galley in galleys:
        galley.anchored = False
    return True


# The Movement Segment


@clause("3.1.E1", "5.41", "5.42-success", "5.51")
def next_galley(game: Any, aloof: bool) -> PhaseRun:
    """Let the player choose the next galleys of the squadron and move them, or be done, or have a
    commander shift his flag first. aloof: they may not move next to an enemy.
    """
    state: GalleyState = game.state
    moved = 0
    refused = False
    while waiting := _waiting(game):
        if moved == _IN_A_PIECE:
            state.agenda = (("galley", (aloof,)), *state.agenda)
            return
        galley = waiting[0]
        if len(waiting) > 1 or _may_leave(game, galley, moved):
            answer = yield Ask(
                galley.side,
                _NEXT_KINDS,
                clause="3.1.E1",
                about=galley.counter.code if len(waiting) == 1 else None,
                answers=NextGalley(game, waiting, _ends(state, galley.side, moved, refused)),
                prompt="Which galley moves next?",
            )
            if type(answer) in endings.KINDS:
                if (yield from endings.perform(game, galley.side, answer)):
                    return
                refused = True
                continue
            if type(answer) is Transfer:
                commanders.transfer(game, answer)
                continue
            if type(answer) is Done:
                _finish(game, [left for left in waiting if left.squadron == galley.squadron])
                continue
            galley = next(found for found in waiting if found.counter.code == answer.galley)
        yield from _move(game, galley, aloof)
        moved += 1
    yield from _move_on(game)


@clause("3.1.E1")
def _move(game: Any, galley: Galley, aloof: bool) -> PhaseRun:
    """Move a galley, and see to what that has done to commanders."""
    if galley.deserting and galley.side == galley.counter.side:
        desertion.leave(game, galley)
    else:
        yield from movement.move(game, galley, aloof)
    galley.used = True
    yield from commanders.settle(game)


@clause("5.42-success")
def _waiting(game: Any) -> list[Galley]:
    """The galleys that may be moved now: of two squadrons, one that has begun goes on first."""
    state: GalleyState = game.state
    found: list[Galley] = []
    for k in state.active:
        squadron = state.squadrons[k]
        fresh = [galley for galley in remaining(state, squadron) if may_act(game, galley)]
        if fresh and len(state.active) > 1 and _is_used(state, squadron):
            return fresh
        found += fresh
    return found


@clause("5.51")
def _may_leave(game: Any, galley: Galley, moved: int) -> bool:
    """Whether to ask if a commander leaves his ship before the one galley that waits moves: one who
    has cause to, or who makes up his squadron alone, so that he is asked at no other time, and has
    somewhere to go.
    """
    state: GalleyState = game.state
    alone = not moved and len(state.squadrons[galley.squadron].members) == 1
    for commander in state.commanders:
        if commander.side == galley.side:
            if commanders.in_danger(state, commander):
                return True
            if alone and commander.galley == galley.n and commanders.transfers(game, commander):
                return True
    return False


@clause("6.14", "6.42", "5.41")
def _finish(game: Any, galleys: Sequence[Galley]) -> None:
    """Galleys do nothing in this Movement Segment; whoever is at Maximum is tired all the same."""
    for galley in galleys:
        galley.used = True
        if galley.maximum:
            fatigue.check(game, galley, Moving(galley.n, began_maximum=True))


@clause("3.1.E2", "5.41")
def _move_on(game: Any) -> PhaseRun:
    """All have moved: the Boarding Segment, if anybody can board, else the activation ends."""
    state: GalleyState = game.state
    members = _members(state, [state.squadrons[k] for k in state.active])
    _finish(game, [galley for galley in members if not (galley.used or galley.gone)])
    if any(galley.grappled for galley in members):
        state.agenda = (("boarding", ()), *state.agenda)
    else:
        yield from _end(game)


def _members(state: GalleyState, squadrons: Iterable[Squadron]) -> list[Galley]:
    """The galleys of squadrons that are being activated which are still their side's."""
    galleys = state.galleys
    return [
        galley
        for squadron in squadrons
        for n in squadron.members
        if (galley := galleys[n]).side == squadron.side
    ]


# The Boarding Segment, and the end


@clause("3.1.E2", "8.21", "5.42-success")
def boarding_segment(game: Any) -> PhaseRun:
    """Board with all that has moved; then the activation is over."""
    game.state.segment = "boarding"
    yield from boarding.segment(game, game.state.active)
    yield from commanders.settle(game)
    yield from _end(game)


@clause("5.52", "6.37-half")
def _retire(game: Any, squadrons: Iterable[Squadron]) -> None:
    """Take off the markers that last until the end of the activation of some squadrons."""
    state: GalleyState = game.state
    squadrons = list(squadrons)
    movement.end_activation(state, [galley.n for galley in _members(state, squadrons)])
    commanders.recover(game, [squadron.commander for squadron in squadrons])


@clause("3.1.E3", "3.1.E4", "5.41", "3.1.F")
def _end(game: Any) -> PhaseRun:
    """End an activation: markers that last so long come off, and play passes to the opponent."""
    state: GalleyState = game.state
    active = [state.squadrons[k] for k in state.active]
    _retire(game, active)
    state.active = ()
    state.segment = ""
    state.confused = ""
    side, individual = active[0].side, active[0].individual
    seats = game.rules.seats
    enemy = next(seat for seat in seats if seat != side)
    if not _hand_over(game, enemy, individual) and individual:
        yield from commanders.last_chance(game)


# The answers


class Openings:
    """Squadrons that may be activated, and Double Activations; an Admiral need not be named where
    there is only one. ends: those that a side may make of the game which has moved nothing in the
    turn.
    """

    __slots__ = ("_doubles", "_open", "_state", "ends")

    def __init__(
        self, state: GalleyState, open: Sequence[Squadron], doubles: Sequence[Double] = ()
    ) -> None:
        self._state = state
        self._open = open
        self._doubles = doubles
        self.ends: Sequence[Command] = ()

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._open) + len(self._doubles)

    def only_admiral(self, command: Double) -> str:
        """The Admiral of the one Double Activation that brings a squadron in."""
        return next(
            double.admiral for double in self._doubles if double.squadron == command.squadron
        )

    def legal(self) -> Sequence[Command]:
        """All of them."""
        return [*(self._single(squadron) for squadron in self._open), *self._doubles, *self.ends]

    def _single(self, squadron: Squadron) -> Activate:
        return _activate_of(name_of(self._state, squadron))

    def sample(self, dice: Dice) -> Command:
        """Each as likely, and no end of the game."""
        k = dice.below("sample", self.count)
        singles = len(self._open)
        return self._single(self._open[k]) if k < singles else self._doubles[k - singles]

    @clause("5.13", "5.41", "5.42", "5.42-limits")
    def check(self, command: Command) -> Complaint | None:
        """Whether it is one of them."""
        if command in self.ends:
            return None
        if type(command) is Activate:
            for squadron in self._open:
                if name_of(self._state, squadron) == command.squadron:
                    return None
        elif type(command) is Double:
            fits = [double for double in self._doubles if double.squadron == command.squadron]
            if command in fits or (len(fits) == 1 and not command.admiral):
                return None
            return Complaint(f"no such Double Activation: {self.help()}", "5.42", "not-offered")
        return Complaint(f"that is not open: {self.help()}", "5.41", "not-offered")

    def help(self) -> str:
        """The list as it is written, and what the ends of the game mean."""
        listed = "; ".join(command.write() for command in self.legal())
        return f"write one of: {listed}{endings.meanings(self.ends)}"


class NextGalley:
    """Any galley that waits to be moved, any transfer of a commander, and being done; and the ends
    that a side may make of the game which has moved nothing in the turn.
    """

    __slots__ = ("_ends", "_game", "_waiting")

    def __init__(self, game: Any, waiting: Sequence[Galley], ends: Sequence[Command] = ()) -> None:
        self._game = game
        self._waiting = waiting
        self._ends = ends

    def _plain(self) -> list[Command]:
        return [*(_move_of(galley.counter.code) for galley in self._waiting), _DONE]

    @clause("5.51")
    def _transfers(self, commander: Commander) -> list[Transfer]:
        if commander.side != self._waiting[0].side:
            return []
        return commanders.transfers(self._game, commander)

    def legal(self) -> Sequence[Command]:
        """All of them."""
        found = self._plain()
        for commander in self._game.state.commanders:
            found += self._transfers(commander)
        found += self._ends
        return found

    def sample(self, dice: Dice) -> Command:
        """Each as likely, but that commanders leave only a ship that is in danger, and that no
        game ends.
        """
        found = self._plain()
        state: GalleyState = self._game.state
        for commander in state.commanders:
            if commanders.in_danger(state, commander):
                found += self._transfers(commander)
        return found[dice.below("sample", len(found))]

    def check(self, command: Command) -> Complaint | None:
        """Whether the galley waits, or the commander may shift there."""
        if type(command) is Done or command in self._ends:
            return None
        if type(command) in endings.KINDS:
            told = "a side ends the game before it moves anything in the turn"
            return Complaint(told, "9.1", "not-offered")
        if type(command) is Move:
            if any(galley.counter.code == command.galley for galley in self._waiting):
                return None
            told = f"{command.galley} does not wait to be moved: {self.help()}"
            return Complaint(told, "3.1.E1", "not-offered", command.galley)
        for commander in self._game.state.commanders:
            if isinstance(command, Transfer) and commander.id == command.commander:
                found = self._transfers(commander)
                if command in found:
                    return None
                where = ", ".join(transfer.to for transfer in found) or "nowhere"
                told = f"{commander.name} may shift to {where}"
                return Complaint(told, "5.51", "no-transfer", commander.id)
        return Complaint(f"there is no such commander: {self.help()}", "5.51", "unknown")

    def help(self) -> str:
        """How to write it."""
        codes = ", ".join(galley.counter.code for galley in self._waiting)
        return (
            f'write "move" and one of {codes}; or "done"; or have a commander shift to the nearest '
            f"galley, such as {Transfer.NOTATION}{endings.meanings(self._ends)}"
        )
