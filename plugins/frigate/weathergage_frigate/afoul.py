"""Running afoul: meetings, the choice of both sides, and breaking away (6.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergage import Ask, Command, Event, OneOf, PhaseRun, clause, event, together
from weathergage_frigate import prizes
from weathergage_frigate.charts import charts_of
from weathergage_frigate.state import FrigateState, Ship


class Election(Command):
    """Whether to run afoul of the enemy just met."""

    run_afoul: bool


_ELECTIONS = (Election(run_afoul=False), Election(run_afoul=True))


@event
class Met(Event):
    """Two enemies met and passed: neither wanted to run afoul, or the attempt failed."""

    ship: str
    other: str
    tried: bool
    clause: str

    def say(self) -> str:
        """How they passed."""
        if self.tried:
            return f"{self.ship} and {self.other} meet; the attempt to run afoul fails."
        return f"{self.ship} and {self.other} pass through one another."


@event
class RanAfoul(Event):
    """Two enemies ran afoul of one another."""

    ship: str
    other: str
    hex: str
    clause: str

    def say(self) -> str:
        """Who, and where."""
        return f"{self.ship} and {self.other} run afoul in {self.hex}."


@event
class BrokeAway(Event):
    """A ship tried to part from an enemy alongside."""

    ship: str
    other: str
    done: bool
    clause: str

    def say(self) -> str:
        """Whether she is free."""
        if self.done:
            return f"{self.ship} breaks away from {self.other}."
        return f"{self.ship} cannot break away from {self.other}."


@clause("6.61")
def may_choose(game: Any, ship: Ship) -> bool:
    """Whether a ship's side may choose to run her afoul: not with three hits of a kind."""
    return not ship.crippled and ship.side not in charts_of(game.rules).automatic


@clause("6.6-general", "6.6-election", "6.61", "6.68")
def elect(game: Any, one: Ship, other: Ship) -> PhaseRun:
    """Ask both sides at once whether the two that met run afoul, and settle it: both, and they
    are; one only, and that side's die decides; none, and they pass.

    Leaves the answer in the ships: afoul of one another or not. Who may not choose is not asked.
    """
    state: FrigateState = game.state
    first, second = sorted((one, other), key=lambda ship: ship.n)
    choosers = [ship for ship in (first, second) if may_choose(game, ship)]
    about = f"{first.counter.id} / {second.counter.id}"
    answers = yield from together(
        *(
            Ask(
                ship.side,
                Election,
                clause="6.6-election",
                about=about,
                answers=OneOf(
                    _ELECTIONS,
                    "6.6-election",
                    "Say whether to run afoul: true or false. If only one side wants it, a die "
                    "of 1 or 2 is needed.",
                ),
                prompt=f"{first.counter.title} and {second.counter.title} meet: run afoul?",
            )
            for ship in choosers
        )
    )
    wanted = sum(answer.run_afoul for answer in answers if isinstance(answer, Election))
    if settle(game, first, second, wanted):
        lock(state, first, second)
    elif game.telling:
        under = "6.6-election" if wanted else "6.6-general"
        game.tell(Met(first.counter.title, second.counter.title, wanted == 1, under))


@clause("6.6-election")
def settle(game: Any, first: Ship, second: Ship, wanted: int) -> bool:
    """Whether two ships that met run afoul. wanted: how many of their sides want it; a die of 1 or
    2 decides where it is one.
    """
    if wanted != 1:
        return wanted == 2
    stream = f"afoul {first.counter.id} {second.counter.id}"
    about = f"{first.counter.id} / {second.counter.id}"
    done: bool = game.roll(stream, "running afoul", "6.6-election", about=about) <= 2
    return done


@clause("6.6-afoul")
def lock(state: FrigateState, one: Ship, other: Ship) -> None:
    """Two ships are afoul: both stop dead."""
    one.afoul = (*one.afoul, other.n)
    other.afoul = (*other.afoul, one.n)
    one.speed = other.speed = 0


@clause("6.6-afoul")
def with_the_wind(state: FrigateState, one: Ship, other: Ship) -> Ship:
    """Of two that change places, the ship whose course lies nearer the way the wind blows."""
    downwind = (state.wind + 3) % 6

    def off(ship: Ship) -> int:
        turned = (ship.heading - downwind) % 6
        return min(turned, 6 - turned)

    return one if off(one) <= off(other) else other


def tell_afoul(game: Any, one: Ship, other: Ship) -> None:
    """Say who ran afoul and where, and do what contact brings (surrender, recapture)."""
    state: FrigateState = game.state
    if game.telling:
        where = state.sections.label(one.place)
        game.tell(RanAfoul(one.counter.title, other.counter.title, where, "6.6-afoul"))
    prizes.on_contact(game, one, other)


@clause("6.64")
def break_away(game: Any, ships: Sequence[Ship]) -> set[int]:
    """Each ship that plotted it rolls for each enemy alongside, 1 or 2 parting the two; gives
    back those that freed themselves and may move. All roll before any two part.
    """
    state: FrigateState = game.state
    parted: list[tuple[Ship, Ship]] = []
    free: set[int] = set()
    for ship in ships:
        rolls = [(state.ships[n], _try(game, ship, state.ships[n])) for n in ship.afoul]
        parted += [(ship, enemy) for enemy, done in rolls if done]
        if all(done for _, done in rolls):
            free.add(ship.n)
    for ship, enemy in parted:
        prizes.part(state, ship, enemy)
    return free


def _try(game: Any, ship: Ship, enemy: Ship) -> bool:
    stream = f"break away {ship.counter.id}"
    purpose = f"breaking away from {enemy.counter.title}"
    done: bool = game.roll(stream, purpose, "6.64", about=ship.counter.id) <= 2
    if game.telling:
        game.tell(BrokeAway(ship.counter.title, enemy.counter.title, done, "6.64"))
    return done
