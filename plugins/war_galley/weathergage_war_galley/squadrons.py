"""The Squadron Determination Phase: squadrons by range or in line astern (3.1.B, 5.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from pydantic import Field

from weathergage import (
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    PhaseRun,
    clause,
    event,
    together,
)
from weathergage_war_galley import astern, commanders
from weathergage_war_galley.arrivals import arrive
from weathergage_war_galley.rolls import one_die
from weathergage_war_galley.scenarios import approaching, numbers_of
from weathergage_war_galley.state import Galley, GalleyState, Squadron

COLUMN, TRANSPORTS, FLEET = "column", "transports", "fleet"
"""What galleys are called that act together without a commander."""

ABREAST: Final = 2
"""Files in which a column may sail and still be in line astern."""

LINED: Final = 4
"""One line astern in so many is declared in a random answer."""


class Form(Command):
    """How a side's squadrons are formed. lines: ids of the commanders whose squadron is their line
    astern. choices: by code, the commander of a galley that several have in range. What is left out
    goes to the nearest.
    """

    NOTATION = '"form", "form 5/12 = hanno, 5/13 = gisgo", "form line hanno; 5/12 = gisgo"'

    lines: tuple[str, ...] = ()
    choices: dict[str, str] = Field(default_factory=dict)

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields of a line such as "form line hanno; 5/12 = gisgo"."""
        word, _, rest = line.strip().partition(" ")
        if word.lower() != "form":
            return None
        lines: list[str] = []
        choices: dict[str, str] = {}
        for part in filter(None, (part.strip() for part in rest.split(";"))):
            first, _, names = part.partition(" ")
            if first.lower() in ("line", "lines"):
                lines += [name.strip().lower() for name in names.split(",") if name.strip()]
                continue
            for item in part.split(","):
                code, equals, id = (text.strip() for text in item.partition("="))
                if not (code and equals and id):
                    raise ValueError(f'"{item.strip()}" says nothing: write {cls.NOTATION}')
                choices[code] = id.lower()
        return {"lines": tuple(lines), "choices": choices}

    def write(self) -> str:
        """The line that stands for it."""
        parts = []
        if self.lines:
            parts.append(f"line {', '.join(self.lines)}")
        if self.choices:
            parts.append(", ".join(f"{code} = {id}" for code, id in self.choices.items()))
        return f"form {'; '.join(parts)}".strip()


COMMANDS: tuple[type[Command], ...] = (Form,)


@event
class Formed(Event):
    """A side's squadrons: (name, codes, whether in line astern) each; galleys in none of them are
    Individual Squadrons, and are listed in `alone`.
    """

    side: str
    squadrons: tuple[tuple[str, tuple[str, ...], bool], ...]
    alone: tuple[str, ...]
    clause: str

    def say(self) -> str:
        """How many galleys each has."""
        told = [
            f"{name} has {len(codes)}{' in line astern' if line else ''}"
            for name, codes, line in self.squadrons
        ]
        if self.alone:
            told.append(f"on their own: {', '.join(self.alone)}")
        return f"{self.side} forms its squadrons: {'; '.join(told) or 'none'}."


def name_of(state: GalleyState, squadron: Squadron) -> str:
    """What commands call a squadron: its commander, its galley's code, or its word."""
    if squadron.commander or squadron.word:
        return squadron.commander or squadron.word
    return state.galleys[squadron.members[0]].counter.code


# The phase


@clause("3.1.B", "5.24", "5.3", "2.5-squadron")
def determine(game: Any) -> PhaseRun | None:
    """Start the turn afresh and form the squadrons of both sides; a side is asked, both at once,
    where a galley is in range of several commanders or a line astern makes a difference.
    """
    state: GalleyState = game.state
    begin_turn(state)
    arrive(game)
    commanders.apply(state)
    approach = approaching(game)
    sides = [approach.side] if approach is not None else list(game.rules.seats)
    layouts = [survey(game, side) for side in sides]
    if any(layout.asks for layout in layouts):
        return _ask(game, layouts)
    for layout in layouts:
        layout.form(game, Form())
    return None


def _ask(game: Any, layouts: Sequence[Layout]) -> PhaseRun:
    """Put the question to whoever has a choice, and form what they say."""
    if game.rules.options.alternate_squadrons:
        for layout in _in_turn(game, layouts):
            answers = yield from together(*([layout.question()] if layout.asks else []))
            layout.form(game, _order(answers[0] if answers else None))
        return
    asking = [layout for layout in layouts if layout.asks]
    answers = yield from together(*(layout.question() for layout in asking))
    given = {layout.side: answer for layout, answer in zip(asking, answers, strict=True)}
    for layout in layouts:
        layout.form(game, _order(given.get(layout.side)))


def _order(answer: Command | None) -> Form:
    """An answer, or the bare form of a side that was not asked."""
    return answer if isinstance(answer, Form) else Form()


@clause("5.24-alternate")
def _in_turn(game: Any, layouts: Sequence[Layout]) -> list[Layout]:
    """The sides in the order in which they declare: the lower rated Admiral, or none, first; a die
    settles ties, 1 to 3 for the first side of the scenario.
    """
    if len(layouts) < 2:
        return list(layouts)
    first, second = layouts
    ours, theirs = _best(game.state, first.side), _best(game.state, second.side)
    if ours == theirs:
        die = one_die(
            game, "declaring", "who declares his squadrons first", "5.24-alternate", at="declaring"
        )
        swap = die > 3
    else:
        swap = ours > theirs
    return [second, first] if swap else [first, second]


def _best(state: GalleyState, side: str) -> int:
    """The best rating among a side's Admirals, -1 without any."""
    ratings = [commanders.rating(admiral) for admiral in commanders.admirals(state, side)]
    return max(ratings, default=-1)


@clause("3.1", "5.42-limits", "5.51")
def begin_turn(state: GalleyState) -> None:
    """What was done in the last turn does not count in this one."""
    for galley in state.galleys:
        galley.squadron = -1
        if galley.gone:
            continue
        galley.used = galley.rammed_at = galley.raked_at = galley.grappled_at = False
        galley.fired = galley.collided = galley.repulsed = galley.swung = False
        galley.wake = ()
    for commander in state.commanders:
        commander.transferred = False
    state.squadrons = ()
    state.alone = ()
    state.doubled = ()
    state.named = {}
    state.active = ()
    state.confused = ""
    state.chart_waters()


# What a side may do


class Layout:
    """What a side's squadrons may be in this turn.

    side: whose. ships: by commander's id, his ship; one that is still to come onto the map leads a
    squadron only by its line. ranges: by id, hexes to each galley that he must or may have. lines:
    by id, the line astern that he may use instead. groups: those that need no commander.
    """

    __slots__ = ("_candidates", "_game", "groups", "lines", "own", "ranges", "ships", "side")

    def __init__(
        self,
        game: Any,
        side: str,
        ships: dict[str, Galley],
        groups: list[Squadron],
        own: list[Galley],
        coming: Mapping[str, tuple[int, int]] | None = None,
    ) -> None:
        self._game = game
        self.side = side
        self.ships = ships
        self.groups = groups
        self.own = own
        self.ranges = _ranges(game, ships, own)
        self.lines = astern.lines_of(game, ships, own)
        self._candidates: dict[tuple[str, ...], dict[int, list[str]]] = {}
        for id, line in (coming or {}).items():
            self.ships[id] = game.state.galleys[line[1]]
            self.ranges[id] = {}
            self.lines[id] = line

    @property
    def asks(self) -> bool:
        """Whether the player has anything to decide."""
        if any(set(line) != self._sure(id) for id, line in self.lines.items()):
            return True
        return any(len(found) > 1 for found in self.candidates(()).values())

    def _sure(self, id: str) -> set[int]:
        """The galleys in a commander's range, and his own ship."""
        return {self.ships[id].n, *self.ranges[id]}

    @clause("5.22", "5.24")
    def candidates(self, lines: Iterable[str]) -> dict[int, list[str]]:
        """By number of a galley, the ids of those who may have it, the nearest first, when certain
        commanders use their lines.
        """
        declared = tuple(id for id in self.lines if id in lines)
        if declared not in self._candidates:
            self._candidates[declared] = self._choose(declared)
        return self._candidates[declared]

    def _choose(self, declared: Sequence[str]) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for id in declared:
            for n in self.lines[id]:
                if n != self.ships[id].n:
                    found.setdefault(n, []).append(id)
        lined = set(found)
        near: dict[int, list[tuple[int, str]]] = {}
        for id, reached in self.ranges.items():
            if id not in declared:
                for n, hexes in reached.items():
                    if n not in lined:
                        near.setdefault(n, []).append((hexes, id))
        for n, pairs in near.items():
            pairs.sort(key=lambda pair: pair[0])
            found[n] = [id for _, id in pairs]
        return found

    def question(self) -> Ask:
        """The question to the side."""
        return Ask(
            self.side,
            Form,
            clause="5.24",
            answers=Formations(self._game, self),
            prompt="Form your squadrons: who has the galleys that several have in range?",
        )

    @clause("5.24", "5.3", "5.21")
    def form(self, game: Any, order: Form) -> None:
        """Form the squadrons as a side orders them."""
        state: GalleyState = game.state
        chosen = self.candidates(order.lines)
        members: dict[str, list[int]] = {
            id: [ship.n] for id, ship in self.ships.items() if not ship.gone or id in order.lines
        }
        alone: list[int] = []
        for galley in self.own:
            ids = chosen.get(galley.n)
            if ids:
                id = order.choices.get(galley.counter.code, ids[0])
                members[id].append(galley.n)
            else:
                alone.append(galley.n)
        made = [
            Squadron(0, self.side, id, self._in_order(id, numbers, order), id in order.lines)
            for id, numbers in members.items()
        ]
        made += self.groups
        made += [Squadron(0, self.side, "", (n,)) for n in alone]
        _enrol(state, made)
        if game.telling:
            _tell(game, self.side, made)

    def _in_order(self, id: str, numbers: list[int], order: Form) -> tuple[int, ...]:
        """Members in their line's order, or by number after the Command Ship."""
        if id in order.lines:
            taken = set(numbers)
            return tuple(n for n in self.lines[id] if n in taken)
        return (numbers[0], *sorted(numbers[1:]))


@clause("5.23", "5.24")
def _ranges(
    game: Any, ships: dict[str, Galley], own: Sequence[Galley]
) -> dict[str, dict[int, int]]:
    """By commander, the galleys in his range that he may command, with the hexes to each; in the
    first turn also those that his scenario puts In Command.
    """
    state: GalleyState = game.state
    free = {galley.n: galley for galley in own}
    given = game.rules.scenario.special.in_command if state.turn == 1 else {}
    found: dict[str, dict[int, int]] = {}
    for id in ships:
        commander = commanders.commander_of(state, id)
        reached = {
            n: hexes
            for n, hexes in commanders.in_range(game, commander).items()
            if n in free and commanders.commands(commander, free[n])
        }
        if id in given:
            for n in numbers_of(state, commander.side, given[id]):
                if n in free:
                    reached[n] = 0
        found[id] = reached
    for id in given:
        # "5.24" The scenario's word leaves no choice.
        for n in [n for n, hexes in found.get(id, {}).items() if not hexes]:
            for other in found:
                if other != id:
                    found[other].pop(n, None)
    return found


@clause("5.24", "5.21", "2.1-commanders")
def survey(game: Any, side: str) -> Layout:
    """Find what a side's squadrons may be: every Command Ship has one, of the galleys that no
    scenario puts together otherwise.
    """
    state: GalleyState = game.state
    fleet = [galley for galley in state.galleys if galley.side == side and not galley.gone]
    approach = approaching(game)
    if approach is not None and not approach.command:
        group = Squadron(0, side, "", tuple(galley.n for galley in fleet), word=FLEET)
        return Layout(game, side, {}, [group] if fleet else [], [])
    groups = [*_convoy(game, side, fleet), *_column(game, side, fleet)]
    taken = {n for group in groups for n in group.members}
    ships = {
        commander.id: ship
        for commander in state.commanders
        if commander.side == side
        and (ship := commanders.command_ship(state, commander)) is not None
        and ship.n not in taken
    }
    led = {ship.n for ship in ships.values()}
    own = [galley for galley in fleet if galley.n not in taken and galley.n not in led]
    coming = astern.coming(state, side, own)
    return Layout(game, side, ships, groups, own, coming)


@clause("2.0")
def _convoy(game: Any, side: str, fleet: Sequence[Galley]) -> list[Squadron]:
    """A scenario's transports, all of which act together without a commander."""
    convoy = game.rules.scenario.special.convoy
    if convoy is None or convoy.side != side:
        return []
    members = tuple(
        galley.n for galley in fleet if galley.counter.type == "T" and galley.counter.side == side
    )
    return [Squadron(0, side, "", members, word=TRANSPORTS)] if members else []


@clause("2.0", "5.22")
def _column(game: Any, side: str, fleet: Sequence[Galley]) -> list[Squadron]:
    """A scenario's column, which is one squadron for as long as it keeps line astern in two files
    at most; broken up once, it stays so. Its Admiral's, if he is in it, else its commander's.
    """
    column = game.rules.scenario.special.column
    state: GalleyState = game.state
    if column is None or column.side != side or state.scattered:
        return []
    numbers = set(numbers_of(state, side, column.galleys))
    members = [galley for galley in fleet if galley.n in numbers]
    if not members:
        return []
    following = {n for galley in members for n in astern.behind(state, galley)}
    if sum(galley.n not in following for galley in members) > ABREAST:
        state.scattered = True
        return []
    leaders = [found for galley in members if (found := commanders.aboard(state, galley))]
    leaders.sort(key=lambda leader: not leader.is_admiral)
    id = leaders[0].id if leaders else ""
    return [Squadron(0, side, id, tuple(galley.n for galley in members), True, COLUMN)]


def _enrol(state: GalleyState, made: Sequence[Squadron]) -> None:
    """Number squadrons after those that there are, and let their galleys know."""
    first = len(state.squadrons)
    numbered = tuple(Squadron(first + k, *squadron[1:]) for k, squadron in enumerate(made))
    for squadron in numbered:
        for n in squadron.members:
            state.galleys[n].squadron = squadron.n
    state.enrol(numbered)


def _tell(game: Any, side: str, made: Sequence[Squadron]) -> None:
    """Tell a side's squadrons."""
    state: GalleyState = game.state
    names = {commander.id: commander.name for commander in state.commanders}

    def codes(squadron: Squadron) -> tuple[str, ...]:
        return tuple(state.galleys[n].counter.code for n in squadron.members)

    formed = tuple(
        (names.get(squadron.commander, squadron.word), codes(squadron), squadron.line)
        for squadron in made
        if not squadron.individual
    )
    alone = tuple(codes(squadron)[0] for squadron in made if squadron.individual)
    name = game.rules.scenario.side(side).name
    game.tell(Formed(name, formed, alone, "5.24"))


# The answers


class Choice(NamedTuple):
    """A galley that several commanders have in range: its code, and their ids."""

    code: str
    ids: list[str]


class Formations:
    """What a side may answer when it forms its squadrons."""

    __slots__ = ("_game", "_layout")

    def __init__(self, game: Any, layout: Layout) -> None:
        self._game = game
        self._layout = layout

    def legal(self) -> None:
        """None: they are too many to list."""
        return

    def _choices(self, lines: Iterable[str]) -> list[Choice]:
        galleys = self._game.state.galleys
        found = self._layout.candidates(lines)
        return [
            Choice(galleys[n].counter.code, ids) for n, ids in sorted(found.items()) if len(ids) > 1
        ]

    def sample(self, dice: Dice) -> Form:
        """A few lines astern, and each galley to any that has it in range."""
        lines = tuple(id for id in self._layout.lines if not dice.below("sample", LINED))
        choices = {
            choice.code: choice.ids[dice.below("sample", len(choice.ids))]
            for choice in self._choices(lines)
        }
        return Form(lines=lines, choices=choices)

    @clause("5.22", "5.24")
    def check(self, command: Command) -> Complaint | None:
        """Whether every line is one, and every galley is left to somebody who may have it."""
        if not isinstance(command, Form):
            return Complaint("squadrons are to be formed", "5.24", "wrong-kind")
        for id in command.lines:
            if id not in self._layout.lines:
                offered = ", ".join(self._layout.lines) or "nobody"
                told = f"{id} is not first or second in a line astern: {offered} is"
                return Complaint(told, "5.22", "no-line")
        galleys = self._game.state.galleys
        found = self._layout.candidates(command.lines)
        known = {galleys[n].counter.code: ids for n, ids in found.items()}
        for code, id in command.choices.items():
            if code not in known:
                return Complaint(f"{code} is in nobody's range", "5.24", "unknown", code)
            if id not in known[code]:
                offered = ", ".join(known[code])
                told = f"{code} cannot be {id}'s: it is in range of {offered}"
                return Complaint(told, "5.24", "out-of-range", code)
        return None

    def help(self) -> str:
        """Who may have what, and how to write it."""
        told = [f"{choice.code} ({' or '.join(choice.ids)})" for choice in self._choices(())]
        parts = []
        if told:
            parts.append(f"in range of several: {', '.join(told)}")
        if self._layout.lines:
            parts.append(f"may use line astern: {', '.join(self._layout.lines)}")
        return f"{'; '.join(parts)}. Write such as {Form.NOTATION}."
