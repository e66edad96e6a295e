"""A game at this terminal: who sits where, what each was told, and where it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from rich.console import Console

from weathergage.captains import Captain
from weathergage.cli.choices import HUMAN, own_captain
from weathergage.cli.output import note
from weathergage.cli.story import Teller
from weathergage.commands import Command
from weathergage.dice import Dice
from weathergage.errors import BadFile, IllegalCommand, PluginFailed
from weathergage.events import TurnBegan
from weathergage.game import Decision, Game
from weathergage.records import Record, canonical
from weathergage.study.games import captain_seed, captains_for
from weathergage.views import View, told_to


class Sitting:
    """One game with its players.

    seats: who plays each side. path: the file that it is kept in, or None. out: where the story
    goes. standing: standing orders by seat and kind. names: what the sides are called, by id.
    """

    def __init__(
        self,
        game: Game,
        seats: Mapping[str, str],
        *,
        path: Path | None,
        out: Console,
        quiet: bool = False,
    ) -> None:
        self.game = game
        self.seats = dict(seats)
        self.path = path
        self.out = out
        self.quiet = quiet
        self.standing: dict[str, dict[str, Any]] = {}
        self._captains: dict[str, Captain] = captains_for(
            game.rules.ruleset,
            {seat: kind for seat, kind in seats.items() if kind != HUMAN},
            game.seed,
            len(game.commands),
        )
        self._given: dict[tuple[str, str, int], Command] = {}
        self.names = {side.id: side.name for side in game.rules.scenario.sides}
        self._tellers = {seat: Teller(out, self.names) for seat in ("", *seats)}
        self._warned = ""

    @property
    def people(self) -> list[str]:
        """The seats that persons play."""
        return [seat for seat, kind in self.seats.items() if kind == HUMAN]

    # Captains

    def captains_answer(self) -> None:
        """Let the captains answer what is open to them now.

        What a captain answered once at a point of the game it answers there again, so that taking
        back a command does not let anybody have its orders drawn anew.
        """
        here = self._here() if self.people else ""
        views: dict[str, View] = {}
        for decision in self.game.decisions:
            seat = decision.seat
            if seat not in self._captains:
                continue
            if seat not in views:
                views[seat] = self.game.view(seat)
            key = (here, seat, decision.index)
            if key in self._given:
                self.game.submit(decision.id, self._given[key], seat=seat)
                continue
            answer = self._submit(decision, views[seat])
            if self.people:
                self._given[key] = answer

    def _submit(self, decision: Decision, view: View) -> Command:
        """Submit a captain's answer. One that fails spoils no person's evening: lots are drawn."""
        try:
            answer = self._captains[decision.seat].answer(view, decision)
            self.game.submit(decision.id, answer, seat=decision.seat)
        except PluginFailed:
            raise
        except Exception as error:
            if not self.people:
                raise
            told = f"{type(error).__name__}: {error}"
            note(f"the captain of {decision.seat} failed ({told}); its orders are drawn by lot")
            answer = self.lot(decision)
            self.game.submit(decision.id, answer, seat=decision.seat)
        return answer

    def _here(self) -> str:
        """This point of the game: a hash of the commands that led to it."""
        given = [[logged.seat, logged.command.data()] for logged in self.game.commands]
        return blake2b(canonical(given).encode(), digest_size=16).hexdigest()

    def suggestion(self, decision: Decision) -> Command:
        """What the ruleset's own captain would answer for a person, seeing what that seat sees."""
        seat = decision.seat
        ruleset = self.game.rules.ruleset
        made = captains_for(
            ruleset, {seat: own_captain(ruleset)}, self.game.seed, len(self.game.commands)
        )
        return made[seat].answer(self.game.view(seat), decision)

    def lot(self, decision: Decision) -> Command:
        """A legal answer drawn by lot, the same at the same point of the game."""
        seed = captain_seed(self.game.seed, f"lot {decision.seat}", len(self.game.commands))
        return decision.sample(Dice(seed))

    # What is told

    def tell(self, seat: str = "") -> None:
        """Print what happened since the last time: to a seat, or to onlookers of them all."""
        events = self.game.events
        if not self.quiet:
            self._tellers[seat].tell(told_to(seat, events) if seat else events)

    def skip(self) -> None:
        """Take all up to the present turn as told: a saved game goes on where it was left."""
        for seat, teller in self._tellers.items():
            told = told_to(seat, self.game.events) if seat else self.game.events
            turns = [n for n, event in enumerate(told) if isinstance(event, TurnBegan)]
            teller.skip_to(len(told) if self.game.over else turns[-1])

    def story(self, seat: str, turn: int | None) -> None:
        """Tell a seat its story again: of one turn, or from the beginning."""
        Teller(self.out, self.names).tell(told_to(seat, self.game.events), turn=turn)

    # Persons

    def undo(self) -> str:
        """Take back the last command of a person, with all that followed; whose it was.

        Raises IllegalCommand where that is not allowed; then it all stands as it was.
        """
        # A captain's answer may have to go first; so it is tried on a copy.
        whose = self._take_back(self.game.fork())
        self._take_back(self.game)
        for seat, teller in self._tellers.items():
            teller.back_to(len(told_to(seat, self.game.events) if seat else self.game.events))
        return whose

    def _take_back(self, game: Game) -> str:
        """Undo commands up to and with the last one of a person."""
        while True:
            given = [logged for logged in game.commands if not logged.standing]
            if not any(logged.seat in self.people for logged in given):
                raise IllegalCommand("there is nothing to take back", code="nothing-to-undo")
            game.undo()
            if given[-1].seat in self.people:
                return given[-1].seat

    def stand(self, seat: str, kind: str, fields: Mapping[str, Any] | None) -> None:
        """Give or withdraw (None) a standing order, and remember it with the game.

        Raises UnknownName or IllegalCommand.
        """
        self.game.stand(seat, kind, fields)
        orders = self.standing.setdefault(seat, {})
        if fields is None:
            orders.pop(kind, None)
        else:
            orders[kind] = dict(fields)

    # The file

    def record(self) -> Record:
        """The game as a record that also knows who sat where."""
        record = self.game.record
        record.header["seats"] = self.seats
        if any(self.standing.values()):
            record.header["standing"] = self.standing
        return record

    def save(self, path: Path | None = None) -> bool:
        """Keep the game, in its own file if none is named. A failure is told once, and the game
        goes on: the next command tries again.
        """
        path = path or self.path
        if path is None:
            return True
        try:
            self.record().save(path)
        except BadFile as error:
            if str(error) != self._warned:
                note(str(error))
            self._warned = str(error)
            return False
        self._warned = ""
        return True
