"""Boarding: marines go over to Grappled enemies, in the Boarding Segment (8.2, 3.1.E2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, Final, NamedTuple

from weathergage import Ask, Command, Complaint, Decline, Dice, Event, PhaseRun, clause, event
from weathergage_war_galley import commanders, towing
from weathergage_war_galley.missiles import by_code, deplete, height
from weathergage_war_galley.rolls import two_dice
from weathergage_war_galley.state import Captured, Galley, GalleyState

# "8.28" Bands of the adjusted dice in which a success costs the captors, a failure the defender.
DEAR_CAPTURE = 9
DEAR_DEFENCE = 5

_MOST: Final = 24
"""Columns of the Boarding Table."""


class Board(Command):
    """Marines board an enemy. shares: with how much Manpower from which galley."""

    NOTATION = '"board 5/11 from 5/1 4", "board 5/11 from 5/1 2, 5/2 3"'

    target: str
    shares: dict[str, int]

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """Target and shares; None for another kind of line. Raises ValueError for half a line."""
        words = line.split()
        if not words or words[0].lower() != "board":
            return None
        lower = [word.lower() for word in words]
        shares: dict[str, int] = {}
        if "from" in lower:
            cut = lower.index("from")
            for part in " ".join(words[cut + 1 :]).split(","):
                code, _, share = part.strip().rpartition(" ")
                if not code or not share.isdigit():
                    break
                shares[code] = int(share)
            else:
                return {"target": " ".join(words[1:cut]), "shares": shares}
        raise ValueError(f"write whom to board, and from where with how much: {cls.NOTATION}")

    def write(self) -> str:
        """The line that stands for it."""
        parts = ", ".join(f"{code} {share}" for code, share in self.shares.items())
        return f"board {self.target} from {parts}"


COMMANDS: tuple[type[Command], ...] = (Board, Decline)

_DECLINE: Final = Decline()


@event
class Boarded(Event):
    """A boarding attempt. boarders: (code, Manpower) each. needed: the lowest total that captures.
    result: "Captured" or "Repulsed".
    """

    target: str
    boarders: tuple[tuple[str, int], ...]
    manpower: int
    needed: int
    result: str
    clause: str

    def say(self) -> str:
        """Who boarded whom, and with what success."""
        parties = " and ".join(f"{code} with M{share}" for code, share in self.boarders)
        verb = "board" if len(self.boarders) > 1 else "boards"
        return (
            f"{parties} {verb} {self.target}, M{self.manpower}, needing {self.needed}: "
            f"{self.result}."
        )


@event
class Taken(Event):
    """A galley was captured, or recaptured by the side that it began with."""

    galley: str
    side: str
    marker: str
    clause: str

    def say(self) -> str:
        """By whom."""
        return f"{self.galley} is {self.marker} by {self.side}."


@event
class TreasureTaken(Event):
    """The captured galley turns out to carry the treasure, which the rules make its owner say."""

    galley: str
    side: str
    clause: str

    def say(self) -> str:
        """Where it was."""
        return f"{self.galley} carries the treasure, which {self.side} has taken."


# The segment


@clause("3.1.E2", "8.21", "8.22-many-attackers", "8.22-many-targets", "8.27")
def segment(game: Any, squadrons: Iterable[int]) -> PhaseRun:
    """Boarding by the galleys of the squadrons that are being activated, one enemy at a time in
    their player's order, and each enemy once, until he has had enough.

    squadrons: indices in `state.squadrons`.
    """
    state: GalleyState = game.state
    parties = _parties(state, squadrons)
    tried: set[int] = set()
    while parties:
        chances = _chances(state, parties, tried)
        if not chances:
            return
        side = parties[0].galley.side
        answer = yield Ask(
            side,
            COMMANDS,
            clause="8.21",
            about=next(iter(chances)),
            answers=Boardings(chances),
            prompt="Boarding: who boards whom?",
        )
        if type(answer) is not Board:
            return
        target = by_code(state, answer.target)
        tried.add(target.n)
        going = [party for party in parties if party.galley.counter.code in answer.shares]
        for party in going:
            party.sent += answer.shares[party.galley.counter.code]
        resolve(game, target, [(p.galley, answer.shares[p.galley.counter.code]) for p in going])


class _Party:
    """The marines of a galley in this segment. whole: its Manpower at first. sent: how much of it
    has boarded already.
    """

    __slots__ = ("galley", "sent", "whole")

    def __init__(self, galley: Galley) -> None:
        self.galley = galley
        self.whole = galley.manpower
        self.sent = 0

    @property
    def left(self) -> int:
        """Manpower that may still board: what has not boarded yet and is still there."""
        return min(self.whole - self.sent, self.galley.manpower)


@clause("8.21", "8.22-many-attackers", "8.25-use", "8.64")
def _parties(state: GalleyState, squadrons: Iterable[int]) -> list[_Party]:
    """The galleys of squadrons that may board: afloat, Grappled, and with Manpower."""
    found: list[_Party] = []
    for k in squadrons:
        squadron = state.squadrons[k]
        for n in squadron.members:
            galley = state.galleys[n]
            if galley.grappled and not galley.gone and galley.side == squadron.side:
                found.append(_Party(galley))
    return [party for party in found if party.left]


Chances = dict[str, dict[str, tuple[int, ...]]]
"""Code of an enemy -> code of a boarding galley -> the Manpower that it may send."""


@clause("8.21", "8.22-many-targets", "8.27", "8.14")
def _chances(state: GalleyState, parties: Sequence[_Party], tried: set[int]) -> Chances:
    """Who may be boarded by whom, with how much: a galley that has one enemy left to board sends
    all or nothing, and one that has several at least M1 wherever it boards.
    """
    found: dict[int, dict[str, tuple[int, ...]]] = {}
    for party in parties:
        galley, left = party.galley, party.left
        if not left:
            continue
        enemies = [
            n for n in galley.grappled if n not in tried and state.galleys[n].side != galley.side
        ]
        shares = tuple(range(1, left + 1)) if len(enemies) > 1 else (left,)
        for n in enemies:
            found.setdefault(n, {})[galley.counter.code] = shares
    return {state.galleys[n].counter.code: found[n] for n in sorted(found)}


# The answers

MOST_LISTED: Final = 2000
"""Boardings that are listed at most: every boarder more makes them as many times as many as it has
ways to divide its Manpower.
"""


class Boardings:
    """Every boarding that is open, and none."""

    __slots__ = ("_chances",)

    def __init__(self, chances: Chances) -> None:
        self._chances = chances

    def legal(self) -> Sequence[Command] | None:
        """All of them, and declining; None where they are too many to list."""
        if sum(self._counts()) > MOST_LISTED:
            return None
        return [_DECLINE, *self._all()]

    def _counts(self) -> list[int]:
        """How many boardings of each enemy are open."""
        return [
            prod(len(shares) + 1 for shares in boarders.values()) - 1
            for boarders in self._chances.values()
        ]

    def _all(self) -> Iterator[Board]:
        for target, boarders in self._chances.items():
            for amounts in product(*((0, *shares) for shares in boarders.values())):
                sent = {code: share for code, share in zip(boarders, amounts, strict=True) if share}
                if sent:
                    yield Board(target=target, shares=sent)

    def sample(self, dice: Dice) -> Command:
        """Each as likely."""
        counts = self._counts()
        number = dice.below("sample", 1 + sum(counts))
        for (target, boarders), count in zip(self._chances.items(), counts, strict=True):
            if number < count:
                return Board(target=target, shares=_shares(boarders, number + 1))
            number -= count
        return _DECLINE

    def check(self, command: Command) -> Complaint | None:
        """Why a boarding is not open."""
        if not isinstance(command, Board):
            return None
        boarders = self._chances.get(command.target)
        if boarders is None:
            return Complaint(
                f"{command.target} cannot be boarded: open are {', '.join(self._chances)}",
                "8.21",
                "no-target",
                command.target,
            )
        if not command.shares:
            return Complaint("say who boards", "8.21", "nobody", command.target)
        for code, share in command.shares.items():
            if code not in boarders:
                return Complaint(
                    f"{code} cannot board {command.target}", "8.22-many-attackers", "no-boarder"
                )
            if share not in boarders[code]:
                amounts = boarders[code]
                most = f"M{amounts[-1]}" if len(amounts) == 1 else f"M1 to M{amounts[-1]}"
                return Complaint(
                    f"{code} boards with {most}, not M{share}", "8.22-many-targets", "wrong-share"
                )
        return None

    def help(self) -> str:
        """How to write it, with what is open."""
        target, boarders = next(iter(self._chances.items()))
        example = Board(
            target=target, shares={code: shares[-1] for code, shares in boarders.items()}
        )
        return f'Write such as "{example.write()}", or "decline" to board no more.'


def _shares(boarders: Mapping[str, tuple[int, ...]], number: int) -> dict[str, int]:
    """The choice of that number among all, counted from 1; 0 would send nobody."""
    found: dict[str, int] = {}
    for code, shares in boarders.items():
        number, k = divmod(number, len(shares) + 1)
        if k:
            found[code] = shares[k - 1]
    return found


# An attempt


class Odds(NamedTuple):
    """What boarders need: the lowest total, and what changes the dice."""

    needed: int
    modifiers: tuple[tuple[str, int, str], ...]


@clause("8.23", "8.23-table", "8.24", "8.22-many-attackers", "8.47", "2.1-manpower")
def odds(game: Any, target: Galley, boarders: Sequence[tuple[Galley, int]]) -> Odds:
    """What boarders, each with the Manpower that it sends, need against a target."""
    strength = min(sum(share for _, share in boarders), _MOST)
    needed = int(game.look_up("boarding", target.manpower, strength - 1))
    above = height(game, (galley for galley, _ in boarders), target)
    return Odds(needed, (("height", above, "8.24"),) if above else ())


@clause("8.23", "8.27", "8.28", "8.63", "2.4-drm")
def resolve(game: Any, target: Galley, boarders: Sequence[tuple[Galley, int]]) -> None:
    """Roll a boarding attempt; it captures or is repulsed, and either may cost Manpower."""
    code = target.counter.code
    needed, modifiers = odds(game, target, boarders)
    adjusted = two_dice(
        game,
        f"boarding {code}",
        f"boarding {code}",
        "8.23",
        modifiers,
        code,
        at="boarding",
        by=boarders[0][0],
        against=target,
    ).adjusted
    captured = adjusted >= needed
    if game.telling:
        parties = tuple((galley.counter.code, share) for galley, share in boarders)
        result = "Captured" if captured else "Repulsed"
        game.tell(Boarded(code, parties, target.manpower, needed, result, "8.23"))
    if captured:
        capture(game, target, boarders[0][0].side)
    else:
        target.repulsed = True
        if adjusted <= DEAR_DEFENCE:
            deplete(game, target, "8.28")
    if not captured or adjusted >= DEAR_CAPTURE:
        for galley, _ in boarders:
            deplete(game, galley, "8.28")


@clause("8.25", "8.26", "8.64", "6.12", "9.1-capture", "5.53")
def capture(game: Any, galley: Galley, side: str) -> None:
    """A galley falls to a side: no Crew, Manpower or Maximum Speed from now on, its commander lost,
    its tow cast off; it joins a squadron of its captor's when these are next formed. Who Rammed it
    before does not count any more.
    """
    marker: Captured = "recaptured" if side == galley.counter.side else "captured"
    galley.captured = marker
    game.state.change_hands(galley, side)
    galley.maximum = False
    galley.repulsed = False
    galley.rammer = -1
    if towing.is_roped(galley):
        towing.part(game, galley)
    if game.telling:
        code = galley.counter.code
        game.tell(Taken(code, side, marker, "8.25"))
        if galley.treasure and side != galley.counter.side:
            game.tell(TreasureTaken(code, side, "8.25"))
    commanders.lost(game, galley)
    galley.squadron = -1
    galley.used = True
