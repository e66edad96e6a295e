"""The step of cannon fire: who fires at whom, one broadside after another (4.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, ClassVar, Final, NamedTuple

from pydantic import Field

from weathergage import Ask, Command, Complaint, Dice, PhaseRun, Together, clause
from weathergage_admiralty import mix
from weathergage_admiralty.damage import guns_ready, is_flooding
from weathergage_admiralty.salvos import Mix, Salvo, salvos, settle, shoot
from weathergage_admiralty.state import SIDES, AdmiraltyState, Guns, Ship, Side
from weathergage_admiralty.targets import Shot, broadsides

MOST: Final = 400
"""Ways of firing up to which all are listed."""

SIDE_WORDS: dict[str, Side] = {
    "port": "port",
    "p": "port",
    "larboard": "port",
    "starboard": "starboard",
    "s": "starboard",
}


def read_mix(words: Sequence[str]) -> dict[str, tuple[int, int]]:
    """The aim that words such as "medium 3 1 light 0 2" stand for. Raises ValueError."""
    found = {}
    for at in range(0, len(words), 3):
        weight, *numbers = words[at : at + 3]
        if weight not in ("light", "medium", "heavy") or len(numbers) != 2:
            raise ValueError('write hull dice and rigging dice by size, as in "medium 3 1"')
        if not all(number.isdigit() for number in numbers):
            raise ValueError(f'{" ".join(numbers)!r} are no numbers of dice, as in "medium 3 1"')
        found[weight] = (int(numbers[0]), int(numbers[1]))
    return found


def write_mix(aims: Mix) -> str:
    """The words that `read_mix` reads, with "mix" before them; "" for no mix."""
    words = [f"{weight} {hull} {rigging}" for weight, (hull, rigging) in aims.items()]
    return f" mix {' '.join(words)}" if words else ""


class Fire(Command):
    """A broadside. ship: who fires, "" for the only one whose side can. keep: at the target of the
    turn before instead of the primary one. mix: (hull dice, rigging dice) by size of gun, where
    the method of close range leaves a choice; the fleet's doctrine decides where it is left out.
    """

    NOTATION: ClassVar[str] = (
        '"caesar starboard", "caesar port keep", "caesar port mix medium 3 1 light 0 2"'
    )

    ship: str
    side: Side
    keep: bool = False
    mix: dict[str, tuple[int, int]] = Field(default_factory=dict)

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().split()
        if words[:1] == ["fire"]:
            words = words[1:]
        at = next((i for i, word in enumerate(words[:2]) if word in SIDE_WORDS), None)
        if at is None:
            return None
        rest = words[at + 1 :]
        keep = rest[:1] == ["keep"]
        rest = rest[keep:]
        if rest and rest[0] != "mix":
            raise ValueError(f"{' '.join(rest)!r} is not understood; write it as {cls.NOTATION}")
        return {
            "ship": words[0] if at else "",
            "side": SIDE_WORDS[words[at]],
            "keep": keep,
            "mix": read_mix(rest[1:]),
        }

    def write(self) -> str:
        """The line that stands for it."""
        keep = " keep" if self.keep else ""
        return f"{self.ship} {self.side}{keep}{write_mix(self.mix)}".strip()


class HoldFire(Command):
    """No further ship of this side fires; of passing fire, that none is called."""

    NOTATION: ClassVar[str] = '"hold"'

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """No fields for "hold"; None for another line."""
        return {} if line.strip().lower() in ("hold", "done", "hold fire") else None

    def write(self) -> str:
        """The line."""
        return "hold"


HOLD = HoldFire()


# Ways of aiming


class Option(NamedTuple):
    """A shot, and the dice that it is fired with."""

    shot: Shot
    salvos: tuple[Salvo, ...]


class Line(NamedTuple):
    """A side that can fire: at the primary target, and at the one kept instead, if there is one."""

    ship: Ship
    side: Side
    guns: Guns
    primary: Option
    kept: Option | None

    def option(self, keep: bool) -> Option | None:
        """The shot at one or the other."""
        return self.kept if keep else self.primary


def spans_of(game: Any, ship: Ship, option: Option) -> list[tuple[str, int, int, int]]:
    """The sizes whose aim is the player's to choose: (size, dice, fewest and most rigging); none
    beyond close range, where doctrine leaves no choice.
    """
    if option.shot.bracket != "close":
        return []
    found = []
    for weight, dice, _ in option.salvos:
        fewest, most = mix.choices(game, ship, weight, dice, option.shot.bracket)
        if most > fewest:
            found.append((weight, dice, fewest, most))
    return found


def ways(game: Any, ship: Ship, option: Option) -> int:
    """In how many ways a shot can be aimed, that of saying nothing among them."""
    spans = spans_of(game, ship, option)
    return prod(most - fewest + 1 for _, _, fewest, most in spans) + bool(spans)


def aims(game: Any, ship: Ship, option: Option) -> Iterator[dict[str, tuple[int, int]]]:
    """Every way of aiming a shot; first the one that says nothing, as doctrine has it."""
    spans = spans_of(game, ship, option)
    if spans:
        yield {}
    numbers = [range(fewest, most + 1) for _, _, fewest, most in spans]
    for chosen in product(*numbers):
        yield {
            weight: (dice - rigging, rigging)
            for (weight, dice, _, _), rigging in zip(spans, chosen, strict=True)
        }


def aim_number(game: Any, ship: Ship, option: Option, number: int) -> dict[str, tuple[int, int]]:
    """The way of aiming of that number, counted from 0 as in `aims`, without making the others."""
    found: dict[str, tuple[int, int]] = {}
    spans = spans_of(game, ship, option)
    if not spans or not number:
        return found
    number -= 1
    for weight, dice, fewest, most in reversed(spans):
        number, more = divmod(number, most - fewest + 1)
        found[weight] = (dice - fewest - more, fewest + more)
    return dict(reversed(found.items()))


@clause("4.1-target-types", "4.1-doctrine", "4.1-close-choice", "4.1-close-battery")
def bad_mix(game: Any, ship: Ship, option: Option, aimed: Mix) -> Complaint | None:
    """What is wrong with how dice are to be aimed, or None."""
    thrown = {salvo.weight: salvo.dice for salvo in option.salvos}
    bracket, id = option.shot.bracket, ship.card.id
    for weight, (hull, rigging) in aimed.items():
        if bracket != "close":
            reason = f"at {bracket} range dice are mixed by doctrine, or drawn"
            return Complaint(reason, "4.1-doctrine", "mix", id)
        dice = thrown.get(weight, 0)
        if not dice:
            reason = f"{ship.card.name} throws no {weight} dice"
            return Complaint(reason, "4.1-target-types", "mix", id)
        if min(hull, rigging) < 0 or hull + rigging != dice:
            reason = f"{ship.card.name} throws {dice} {weight} dice, not {hull} and {rigging}"
            return Complaint(reason, "4.1-target-types", "mix", id)
        fewest, most = mix.choices(game, ship, weight, dice, bracket)
        if not fewest <= rigging <= most:
            span = str(most) if fewest == most else f"from {fewest} to {most}"
            reason = f"of {dice} {weight} dice {span} may be aimed at the rigging, not {rigging}"
            return _against_method(game, reason, id)
    open_to_choice = {weight for weight, _, _, _ in spans_of(game, ship, option)}
    if aimed and aimed.keys() != open_to_choice:
        named = " and ".join(sorted(open_to_choice)) or "no"
        reason = f"say how {named} dice are aimed and of no others, or nothing for doctrine's mix"
        return Complaint(reason, "4.1-close-choice", "mix", id)
    return None


@clause("4.1-close-battery", "4.1-close-basic", "4.1-close-advanced")
def _against_method(game: Any, reason: str, id: str) -> Complaint:
    match mix.method(game):
        case "basic":
            return Complaint(reason, "4.1-close-basic", "mix", id)
        case "advanced":
            return Complaint(reason, "4.1-close-advanced", "mix", id)
        case _:
            return Complaint(reason, "4.1-close-battery", "mix", id)


# Asking and answering


@clause("4.0", "4.0-pairs", "4.1-primary")
def lines(game: Any) -> list[Line]:
    """Every side that can fire with at least one die that may hit. All fire at their primary
    target, or keep the one that they have.
    """
    found = []
    for ship, side, guns, primary, kept in broadsides(game):
        first = Option(primary, salvos(game, ship, guns, primary))
        other = Option(kept, salvos(game, ship, guns, kept)) if kept is not None else None
        if other is not None and not other.salvos:
            other = None
        if first.salvos or other is not None:
            found.append(Line(ship, side, guns, first, other))
    return found


class FireAnswers:
    """What a player can answer while his ships fire. What a shot hits counts only when all have
    fired, so nothing but his own shots changes it.
    """

    def __init__(self, game: Any, seat: str, own: Sequence[Line]) -> None:
        self.game = game
        self.seat = seat
        self.lines = {(line.ship.card.id, line.side): line for line in own}
        self._counts: dict[tuple[str, Side], tuple[int, int]] | None = None

    @clause("4.0-one-side", "4.0-battery-once")
    def follow(self, line: Line) -> None:
        """Take out what a broadside has closed: itself, and the ship's other side."""
        id = line.ship.card.id
        both = self.game.rules.options.both_sides
        for side in (line.side,) if both else SIDES:
            self.lines.pop((id, side), None)
            if self._counts is not None:
                self._counts.pop((id, side), None)

    def line_of(self, command: Fire) -> Line | None:
        """The side that a command fires, or None where it cannot."""
        if command.ship:
            return self.lines.get((command.ship, command.side))
        found = [line for (_, side), line in self.lines.items() if side == command.side]
        return found[0] if len(found) == 1 else None

    @property
    def counts(self) -> dict[tuple[str, Side], tuple[int, int]]:
        """In how many ways each side that is left can fire at its primary target and at the one it
        keeps; counted once for all.
        """
        if self._counts is None:
            self._counts = {key: self._count(line) for key, line in self.lines.items()}
        return self._counts

    def _count(self, line: Line) -> tuple[int, int]:
        first, kept = (
            ways(self.game, line.ship, option) if option is not None and option.salvos else 0
            for option in (line.primary, line.kept)
        )
        return first, kept

    def legal(self) -> Sequence[Command] | None:
        """Every way of firing every side, and holding fire; None where they are too many."""
        if sum(map(sum, self.counts.values())) > MOST:
            return None
        found: list[Command] = []
        for (id, side), line in self.lines.items():
            for keep, option in ((False, line.primary), (True, line.kept)):
                if option is not None and option.salvos:
                    found += [
                        Fire(ship=id, side=side, keep=keep, mix=aim)
                        for aim in aims(self.game, line.ship, option)
                    ]
        return [*found, HOLD]

    def sample(self, dice: Dice) -> Command:
        """Each of them as likely."""
        number = dice.below("sample", sum(map(sum, self.counts.values())) + 1)
        for key, counts in self.counts.items():
            for keep, count in zip((False, True), counts, strict=True):
                if number < count:
                    line = self.lines[key]
                    option = line.option(keep)
                    assert option is not None
                    aim = aim_number(self.game, line.ship, option, number)
                    return Fire(ship=key[0], side=key[1], keep=keep, mix=aim)
                number -= count
        return HOLD

    def check(self, command: Command) -> Complaint | None:
        """Why a broadside cannot be fired so."""
        if not isinstance(command, Fire):
            return None
        line = self.line_of(command)
        if line is None:
            return self._why_not(command)
        option = line.option(command.keep)
        if option is None or not option.salvos:
            return _no_option(self.game, line, command.keep)
        return bad_mix(self.game, line.ship, option, command.mix)

    def _why_not(self, fire: Fire) -> Complaint:
        """Why a side fires at nothing."""
        state: AdmiraltyState = self.game.state
        if not fire.ship:
            reason = f"say which ship: {self._still()}"
            return Complaint(reason, "4.0", "unknown")
        ship = state.ship(fire.ship)
        if ship is None or ship.side != self.seat:
            return Complaint(f"{self.seat} sails no ship called {fire.ship}", "4.0", "unknown")
        return why_not(self.game, ship, fire.side)

    def _still(self) -> str:
        return ", ".join(f"{id} {side}" for id, side in self.lines)

    def help(self) -> str:
        """How to write it, what can still be fired, and with how many dice."""
        told = [_told(self.game, line) for line in self.lines.values()]
        example = next(iter(self.lines), ("caesar", "starboard"))
        return (
            f'Name a ship and a side, such as "{" ".join(example)}"; add "keep" to stay on the '
            'target of the turn before, "mix medium 3 1" to aim 3 dice at the hull and 1 at the '
            f'rigging; "hold" when no more shall fire. Still to fire: {"; ".join(told)}.'
        )


def _told(game: Any, line: Line) -> str:
    """A line as help shows it."""
    found = f"{line.ship.card.id} {line.side}"
    for keep, option in (("", line.primary), ("keep ", line.kept)):
        if option is not None and option.salvos:
            dice = ", ".join(f"{salvo.dice} {salvo.weight}" for salvo in option.salvos)
            target = game.state.ships[option.shot.target].card.name
            rake = f", {option.shot.rake} rake" if option.shot.rake else ""
            found += f" ({keep}at {target}, {option.shot.bracket}{rake}: {dice})"
    return found


def _no_option(game: Any, line: Line, keep: bool) -> Complaint:
    """Why a side that can fire cannot fire at its primary target, or keep another."""
    name, id = line.ship.card.name, line.ship.card.id
    if keep:
        reason = f"{name} has no target of the turn before to keep to {line.side}"
        return Complaint(reason, "4.1-preexisting", "no-target", id)
    target = game.state.ships[line.primary.shot.target].card.name
    reason = f"{name} has too few dice to hit {target}, her primary target"
    return Complaint(reason, "4.0-pairs", "no-dice", id)


def why_not(game: Any, ship: Ship, side: Side) -> Complaint:
    """Why a side of a ship fires at nothing."""
    rules, name, id = game.rules, ship.card.name, ship.card.id
    if not ship.fights:
        return Complaint(f"{name} no longer fights", "3.4", "cannot-fire", id)
    if is_flooding(rules, ship):
        return Complaint(f"{name} is flooding and fires nothing", "4.3-W", "cannot-fire", id)
    if ship.fired and (side in ship.fired or not rules.options.both_sides):
        reason = f"{name} has fired to {ship.fired[0]} this turn"
        return Complaint(reason, "4.0-one-side", "fired", id)
    if not guns_ready(rules, ship, side).total:
        reason = f"{name} has no gun dice to {side} that could fire"
        return Complaint(reason, "4.0", "cannot-fire", id)
    reason = f"no enemy lies in range and arc of {name}'s {side} guns that her dice could hit"
    return Complaint(reason, "4.1-arc", "no-target", id)


# The step


@clause("4.0", "4.0-simultaneous")
def fire(game: Any) -> PhaseRun | None:
    """Cannon fire: both players fire their ships, each in the order he likes; then all of it takes
    effect, and the passing fire of this turn.
    """
    own: dict[str, list[Line]] = {}
    for line in lines(game):
        own.setdefault(line.ship.side, []).append(line)
    if not own:
        settle(game)
        return None
    return _fire_all(
        game, [FireAnswers(game, seat, own[seat]) for seat in game.seats if seat in own]
    )


@clause("4.0", "4.0-simultaneous", "4.0-grouping")
def _fire_all(game: Any, sides: list[FireAnswers]) -> PhaseRun:
    """Ask both players together for one broadside after another, so that neither goes first."""
    while sides:
        given = yield Together(
            *(
                Ask(
                    answers.seat,
                    (Fire, HoldFire),
                    clause="4.0",
                    answers=answers,
                    prompt=f"{answers.seat}: the next broadside, or hold",
                )
                for answers in sides
            )
        )
        for answers, command in zip(list(sides), given, strict=True):
            if isinstance(command, Fire):
                line = answers.line_of(command)
                assert line is not None
                option = line.option(command.keep)
                assert option is not None
                shoot(game, line.ship, line.side, line.guns, option.shot, command.mix)
                answers.follow(line)
            else:
                answers.lines.clear()
            if not answers.lines:
                sides.remove(answers)
    settle(game)
