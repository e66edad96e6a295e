"""Signals: what flagships post, and who makes them out (3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from re import findall
from typing import Any, Final, Literal

from weathergage import (
    PER_INCH,
    SLACK,
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    FreePose,
    Modifier,
    PhaseRun,
    Rolled,
    Stand,
    Told,
    clause,
    event,
    together,
)
from weathergage_admiralty import damage
from weathergage_admiralty.near import longest_base
from weathergage_admiralty.orders import first_word, unknown
from weathergage_admiralty.sea import board_of
from weathergage_admiralty.state import AdmiraltyState, Ship, Signal
from weathergage_admiralty.throws import unseen

MOST_WORDS: Final = 10
SHORT: Final = 5
"""Words up to which a message is a short one."""

LONGEST: Final = 15
"""Letters of a word."""

MOST_SYLLABLES: Final = 3
"""Syllables of a word, with the option syllables."""

_NONE = "nothing"
_KEYS = ("post", "signal")
_SAMPLES = ("engage", "tack together", "form line ahead", "make more sail and close the enemy van")


class Post(Command):
    """Signals that a side's flagships post; one that already flies is replaced.

    signals: by flagship, the message, "" to take down hers. The ship "" is the only flagship.
    """

    NOTATION = '"post engage the enemy", "post victory: engage the enemy", "post nothing"'

    signals: dict[str, str]

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        word, rest = first_word(line)
        if word not in _KEYS:
            return None
        if not rest:
            raise ValueError('write the message after it, or "post nothing"')
        if rest.lower() == _NONE:
            return {"signals": {}}
        signals: dict[str, str] = {}
        for part in rest.split(";"):
            ship, colon, words = part.rpartition(":")
            ship = ship.strip().lower() if colon else ""
            if ship in signals:
                raise ValueError("two messages for one ship: she posts one")
            signals[ship] = _plain(words)
        return {"signals": signals}

    def write(self) -> str:
        """The line that stands for it."""
        parts = [
            f"{ship}: {words or 'down'}" if ship else words or "down"
            for ship, words in self.signals.items()
        ]
        return f"post {'; '.join(parts) or _NONE}"


def _plain(words: str) -> str:
    text = " ".join(words.strip().strip("\"'“”").split())
    return "" if text.lower() == "down" else text


@event
class SignalPosted(Event):
    """A flagship posted a signal; what it says is told to her own side alone."""

    ship: str
    clause: str

    def say(self) -> str:
        """Who."""
        return f"{self.ship} posts a signal."


@event
class SignalDown(Event):
    """A signal was taken down."""

    ship: str
    clause: str

    def say(self) -> str:
        """Whose."""
        return f"{self.ship}'s signal comes down."


@event
class SignalWords(Event):
    """What a flagship's signal says, told to her own side alone."""

    ship: str
    words: str
    clause: str

    def say(self) -> str:
        """The words."""
        return f'{self.ship} signals: "{self.words}".'


@event
class SignalRead(Event):
    """A ship tried to make out a signal of her side; told to that side alone. die: with what came
    off it. words: "" where she could not.
    """

    ship: str
    flagship: str
    die: int
    needed: int
    words: str
    clause: str

    def say(self) -> str:
        """Whether she made it out."""
        if self.words:
            return f'{self.ship} reads {self.flagship}\'s signal: "{self.words}".'
        short = f"{self.die} of {self.needed}"
        return f"{self.ship} cannot make out {self.flagship}'s signal ({short})."


@clause("3.2", "3.2-post", "3.0")
def signal(game: Any) -> PhaseRun | None:
    """Flagships post signals, and each ship of their side that has not read one tries to, once.

    A signal flies until it is taken down or replaced, or its ship is lost.
    """
    state: AdmiraltyState = game.state
    flags = [ship for ship in state.ships if may_post(game, ship)]
    if flags:
        game.keep()
    if state.signals:
        _strike_lost(game)
    if flags:
        return _post(game, flags)
    read_all(game)
    return None


@clause("3.2-post")
def may_post(game: Any, ship: Ship) -> bool:
    """Whether she may post: flagships and leaders of divisions, as the scenario names them."""
    return ship.card.flag and ship.fights and not damage.is_flooding(game.rules, ship)


def _strike_lost(game: Any) -> None:
    """Signals of ships that are lost are down."""
    state: AdmiraltyState = game.state
    state.signals = tuple(s for s in state.signals if state.ships[s.ship].fights)


def _post(game: Any, flags: list[Ship]) -> PhaseRun:
    asks = []
    for seat in game.rules.seats:
        own = {ship.card.id: ship for ship in flags if ship.side == seat}
        if own:
            asks.append(
                Ask(
                    seat,
                    Post,
                    clause="3.2-post",
                    answers=_Messages(game, own),
                    prompt="What do your flagships signal?",
                )
            )
    answers = yield from together(*asks)
    for ask, answer in zip(asks, answers, strict=True):
        if isinstance(answer, Post) and isinstance(ask.answers, _Messages):
            for id, words in answer.signals.items():
                post(game, ask.answers.ship(id), words)
    read_all(game)


@clause("3.2-post")
def post(game: Any, ship: Ship, words: str) -> None:
    """Post a message on a ship's log in place of what it had; "" takes that down."""
    state: AdmiraltyState = game.state
    had = any(s.ship == ship.n for s in state.signals)
    kept = tuple(s for s in state.signals if s.ship != ship.n)
    if not words:
        state.signals = kept
        if had and game.telling:
            game.tell(SignalDown(ship.card.name, "3.2-post"))
        return
    new = Signal(1 + max((s.n for s in state.signals), default=0), ship.n, words, state.turn)
    state.signals = (*kept, new)
    if game.telling:
        name = ship.card.name
        game.tell(SignalPosted(name, "3.2-post"))
        game.tell(Told(ship.side, SignalWords(name, words, "3.2-post")))


# Words


@clause("3.2-length", "3.2-words")
def wrong_words(message: str, *, syllables: bool = False) -> Complaint | None:
    """What is wrong with a message: it has one to ten words, each of letters or of digits only.

    syllables: whether no word may have more than three.
    """
    words = message.split()
    if not 1 <= len(words) <= MOST_WORDS:
        told = f"a message has 1 to {MOST_WORDS} words, not {len(words)}"
        return Complaint(told, "3.2-length", "message-length")
    for word in words:
        problem = ""
        if not (word.isalpha() or (word.isascii() and word.isdecimal())):
            problem = "a word is of letters only, or of digits only"
        elif len(word) > LONGEST:
            problem = f"a word has at most {LONGEST} letters"
        elif syllables and count_syllables(word) > MOST_SYLLABLES:
            problem = f"a word has at most {MOST_SYLLABLES} syllables"
        if problem:
            return Complaint(f"{word!r} will not do: {problem}", "3.2-words", "message-word")
    return None


def count_syllables(word: str) -> int:
    """Syllables of a word, near enough: groups of vowels, but a silent e at the end; a number
    counts by its digits.
    """
    if word.isdecimal():
        return len(word)
    groups = findall("[aeiouyäöüáéíóúàèìòùâêîôû]+", word.lower())
    silent = len(groups) > 1 and groups[-1] == "e" and word.lower().endswith("e")
    if silent and word.lower().endswith("le") and word[-3:-2].lower() not in "aeiouy":
        silent = False
    return max(1, len(groups) - silent)


@clause("3.2-length")
def length_of(message: str) -> Literal["short", "long"]:
    """Up to five words a message is short, up to ten long."""
    return "short" if len(message.split()) <= SHORT else "long"


# Reading


@clause("3.2-read", "3.2")
def read_all(game: Any) -> None:
    """Every ship of a signaller's side that has not read her signal tries to, once a turn.

    Ruling: trying costs nothing, so nobody is asked. Enemies have no code books and do not try.
    """
    state: AdmiraltyState = game.state
    if not state.signals:
        return
    stands = [ship.stand for ship in state.ships if ship.afloat]
    found = []
    for flying in state.signals:
        sender, read, tried = state.ships[flying.ship], list(flying.read), list(flying.tried)
        for ship in state.ships:
            if ship.side != sender.side or ship is sender or not ship.fights:
                continue
            if ship.n in read or ship.n in tried:
                continue
            tried.append(ship.n)
            if tries(game, ship, sender, flying.words, stands):
                read.append(ship.n)
        found.append(flying._replace(read=tuple(read), tried=tuple(tried)))
    state.signals = tuple(found)


@clause("3.2-read", "3.2-combat", "3.2-officers", "3.2-line-of-sight")
def tries(game: Any, reader: Ship, sender: Ship, words: str, stands: Sequence[Stand]) -> bool:
    """Throw for a ship that tries to read a signal; behind land she sees nothing of it.

    stands: of all ships on the table.
    """
    sight = line_of_sight(game, reader, sender, stands)
    return sight != "land" and makes_out(game, reader, sender, words, sight)


@clause("3.2-read", "3.2-combat", "3.2-officers")
def makes_out(game: Any, reader: Ship, sender: Ship, words: str, sight: str) -> bool:
    """Throw for a ship that sees a signal. sight: "clear" or "blocked"."""
    needed: int = game.look_up("signals", length_of(words), sight)
    own = [
        Modifier(name, -number, under)
        for name, number, under in (
            ("reader in combat", in_combat(game.state, reader), "3.2-combat"),
            ("sender in combat", in_combat(game.state, sender), "3.2-combat"),
            ("reader's officer hits", reader.officers, "3.2-officers"),
            ("sender's officer hits", sender.officers, "3.2-officers"),
        )
        if number
    ]
    die: int = game.modified("signal", _roll(game, reader, sender), own, reader, sender)
    passed: bool = die >= needed
    if game.telling:
        name, flagship = reader.card.name, sender.card.name
        told = SignalRead(name, flagship, die, needed, words if passed else "", "3.2-read")
        game.tell(Told(sender.side, told))
    return passed


def _roll(game: Any, reader: Ship, sender: Ship) -> int:
    """The reader's die, of which only her own side is told: it would show who has read what."""
    card = reader.card
    stream, purpose = f"signal {card.id}", f"{card.name} reads {sender.card.name}'s signal"
    die = unseen(game, stream, purpose, "3.2-read", card.id)
    if game.telling:
        rolled = Rolled(purpose, "3.2-read", (die,), (), die, card.id)
        game.tell(Told(reader.side, rolled))
    return die


@clause("3.2-line-of-sight", "1.2-centre-point")
def line_of_sight(
    game: Any, reader: Ship, sender: Ship, stands: Sequence[Stand]
) -> Literal["clear", "blocked", "land"]:
    """What lies between two ships' centres: nothing, one of some stands, or land."""
    board, a, b = board_of(game.rules), reader.pose, sender.pose
    if board.line_of_sight(a, b, _between(a, b, stands, longest_base(game))):
        return "clear"
    return "blocked" if board.line_of_sight(a, b) else "land"


def _between(a: FreePose, b: FreePose, stands: Sequence[Stand], reach: float) -> Sequence[Stand]:
    """The stands that may reach over a line, by the box round it, but those at its ends. reach:
    inches of the longest.
    """
    far = reach * PER_INCH + SLACK
    west, east = min(a.x, b.x) - far, max(a.x, b.x) + far
    north, south = min(a.y, b.y) - far, max(a.y, b.y) + far
    return [
        stand
        for stand in stands
        if west <= stand.pose.x <= east
        and north <= stand.pose.y <= south
        and stand.pose not in (a, b)
    ]


@clause("3.2-combat")
def in_combat(state: AdmiraltyState, ship: Ship) -> bool:
    """Whether she fired or was under fire in the turn before, has a part in passing fire of this
    turn, or is fouled with an enemy.
    """
    if ship.fought or ship.passed:
        return True
    if any(ship.n in (call[0], call[2]) for call in state.called):
        return True
    return any(
        other.fights and other.side != ship.side
        for other in (state.ships[n] for n, _ in ship.locks)
    )


@clause("3.2")
def signals_read(state: AdmiraltyState, ship: Ship) -> Iterable[Signal]:
    """The signals that a ship knows the words of: her own and those that she has read."""
    return [s for s in state.signals if ship.n == s.ship or ship.n in s.read]


# A command never changes: one that says nothing serves again.
_POST_NOTHING: Final = Post(signals={})


class _Messages:
    """A message, or none, for each of a side's flagships."""

    __slots__ = ("game", "ships")

    def __init__(self, game: Any, ships: Mapping[str, Ship]) -> None:
        self.game = game
        self.ships = ships

    def ship(self, id: str) -> Ship:
        """The flagship of that id; "" is the only one."""
        return self.ships[id] if id else next(iter(self.ships.values()))

    def legal(self) -> None:
        """Too many to list."""
        return

    def sample(self, dice: Dice) -> Post:
        """Mostly nothing; else a stock message of one flagship."""
        drawn = dice.below("sample", 4 * len(_SAMPLES))
        if drawn >= len(_SAMPLES):
            return _POST_NOTHING
        ids = list(self.ships)
        return Post(signals={ids[dice.below("sample", len(ids))]: _SAMPLES[drawn]})

    def check(self, command: Command) -> Complaint | None:
        """Whether each is a flagship, and her message one that may be posted."""
        assert isinstance(command, Post)
        named = list(command.signals)
        if "" in named and (len(self.ships) > 1 or len(named) > 1):
            told = f"say which flagship: {', '.join(self.ships)}"
            return Complaint(told, "3.2-post", "which-flagship")
        problem = unknown((id for id in named if id), self.ships, "3.2-post")
        if problem is not None:
            return problem
        limit = self.game.rules.options.syllables
        for id, words in command.signals.items():
            if words and (problem := wrong_words(words, syllables=limit)) is not None:
                return problem
            if not words and not self._flies(self.ship(id)):
                told = f"{self.ship(id).card.name} has no signal to take down"
                return Complaint(told, "3.2-post", "nothing-flies")
        return None

    def _flies(self, ship: Ship) -> bool:
        return any(s.ship == ship.n for s in self.game.state.signals)

    def help(self) -> str:
        """Who may post, and what."""
        ids = list(self.ships)
        to = f"{ids[0]}: " if len(ids) > 1 else ""
        return (
            f"{', '.join(ids)} may post 1 to {MOST_WORDS} words, best at most {SHORT}: "
            f'"post {to}engage the enemy", "post nothing"; '
            f'"post {ids[0]}: down" takes a signal down.'
        )
