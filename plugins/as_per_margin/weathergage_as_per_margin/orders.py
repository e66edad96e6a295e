"""Standing orders before the wind dice: which ships move independently."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
from weathergage_as_per_margin.night import tell_seen
from weathergage_as_per_margin.state import MarginState, Ship


class Independence(Command):
    """Which of a side's undamaged ships move independently from now on; the others do not.

    ships: their ids, in any order.
    """

    NOTATION = '"independent muiron sophie", "independent all", "independent none"'

    ships: tuple[str, ...]

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line.

        "all" is kept as a word, since only the question knows which ships there are.
        """
        words = line.replace(",", " ").split()
        if not words or words[0].lower() not in ("independent", "independently"):
            return None
        names = [word.lower() for word in words[1:]]
        if not names:
            raise ValueError('name the ships after "independent", or write "independent none"')
        return {"ships": () if names == ["none"] else tuple(names)}

    def write(self) -> str:
        """The line that stands for it."""
        return " ".join(("independent", *(self.ships or ("none",))))


@event
class Signalled(Event):
    """A side's standing order was changed.

    released: names of ships that move independently from now on; recalled: those that do not.
    """

    side: str
    released: tuple[str, ...]
    recalled: tuple[str, ...]
    clause: str

    def say(self) -> str:
        """Who is let go and who is called back."""
        parts = [
            f"{', '.join(names)} {verb}"
            for names, verb in (
                (self.released, "to move independently"),
                (self.recalled, "to keep station"),
            )
            if names
        ]
        return f"The {self.side.capitalize()} signal: {'; '.join(parts)}."


def can_use_it(ship: Ship) -> bool:
    """Whether moving independently would be of any use to a ship: she is in the fight, undamaged,
    afloat and can make sail.
    """
    return bool(
        ship.upper and not ship.gone and not ship.struck and not ship.aground and not ship.immobile
    )


@clause("APM.ships.independent")
def give_orders(game: Any) -> PhaseRun:
    """Each side says which of its ships move independently, before the wind dice are thrown.

    Both at once; a side without a ship that could use it is not asked.
    """
    state: MarginState = game.state
    asks = []
    for seat in game.rules.seats:
        ships = [ship for ship in state.ships if ship.side == seat and can_use_it(ship)]
        if ships:
            asks.append(
                Ask(
                    seat,
                    Independence,
                    clause="APM.ships.independent",
                    answers=_Orders(ships),
                    prompt="Which ships move independently this turn?",
                )
            )
    answers = yield from together(*asks)
    for ask, answer in zip(asks, answers, strict=True):
        if isinstance(answer, Independence):
            _obey(game, ask.seat, answer)


def _obey(game: Any, seat: str, order: Independence) -> None:
    """Ruling: the order stands until it is changed, and ships that cannot use it keep theirs."""
    state: MarginState = game.state
    named = {ship.card.id for ship in state.ships} if order.ships == ("all",) else set(order.ships)
    released: list[str] = []
    recalled: list[str] = []
    for ship in state.ships:
        if ship.side != seat or not can_use_it(ship):
            continue
        wanted = ship.card.id in named
        if wanted != ship.independent:
            (released if wanted else recalled).append(ship.card.name)
            ship.independent = wanted
    if game.telling and (released or recalled):
        told = Signalled(seat, tuple(released), tuple(recalled), "APM.ships.independent")
        tell_seen(game, told, seat)


class _Orders:
    """Any of the ships that can use it, each once, in any order."""

    __slots__ = ("ships",)

    def __init__(self, ships: Sequence[Ship]) -> None:
        self.ships = ships

    def legal(self) -> None:
        """Too many to list: any choice of the ships."""
        return

    def sample(self, dice: Dice) -> Independence:
        """Half the time the order that stands, else one ship's changed."""
        wanted = [ship.card.id for ship in self.ships if ship.independent]
        drawn = dice.below("sample", 2 * len(self.ships))
        if drawn < len(self.ships):
            changed = self.ships[drawn].card.id
            if changed in wanted:
                wanted.remove(changed)
            else:
                wanted.append(changed)
        return Independence(ships=tuple(wanted))

    def check(self, command: Command) -> Complaint | None:
        """Whether each named ship is one of them."""
        assert isinstance(command, Independence)
        if command.ships == ("all",):
            return None
        known = {ship.card.id for ship in self.ships}
        for name in command.ships:
            if name not in known:
                return Complaint(
                    f"{name!r} is none of your ships that could use it; name any of "
                    f"{', '.join(sorted(known))}",
                    "APM.ships.independent",
                    "unknown-ship",
                )
        if len(set(command.ships)) < len(command.ships):
            return Complaint(
                "a ship is named twice; name each once", "APM.ships.independent", "named-twice"
            )
        return None

    def help(self) -> str:
        """Who can be named."""
        names = ", ".join(ship.card.id for ship in self.ships)
        return (
            f"Which of these move independently: {names}? Name them; the others do not. "
            'Such as "independent all", or "independent none".'
        )
