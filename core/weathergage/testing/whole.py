"""Whole games, and all of it on a whole ruleset."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, get_args, get_origin

from weathergage.dice import Dice
from weathergage.errors import Contradiction
from weathergage.game import MODES, Game
from weathergage.plugins import (
    Rules,
    assemble_scenario,
    choose_options,
    discover,
    find_ruleset,
    scenarios_of,
)
from weathergage.records import Record
from weathergage.ruleset import Ruleset
from weathergage.scenarios import Scenario, pick
from weathergage.testing.checks import (
    check_answers,
    check_clauses,
    check_closed,
    check_copy,
    check_data,
    check_elsewhere,
    check_fork,
    check_honest_undo,
    check_journal,
    check_order,
    check_position,
    check_record,
    check_refusals,
    check_resume,
    check_standing,
    check_undo,
)
from weathergage.testing.failures import Failure, Report, need
from weathergage.testing.positions import Given, difference, drawn, give, position
from weathergage.testing.secrecy import check_secrecy, check_views

MOST = 20_000
"""Commands after which a game played by lot counts as one that never ends."""

Check = Callable[[Game, Dice], object]

DEEP: dict[str, Check] = {
    "answers": check_answers,
    "refusals": check_refusals,
    "closed": check_closed,
    "order": check_order,
    "undo": check_undo,
    "honest undo": check_honest_undo,
    "fork": check_fork,
    "resume": check_resume,
    "standing": check_standing,
    "secrecy": lambda game, dice: check_secrecy(game, dice, svg=False),
    "views": lambda game, dice: check_views(game),
    "copy": lambda game, dice: check_copy(game),
}
"""What is looked at in chosen positions of every game."""


def option_choices(ruleset: Ruleset, scenario: Scenario) -> list[dict[str, Any]]:
    """Choices of options worth playing: the book's, each option alone (with what it needs), and
    as many together as agree. What the scenario does not allow is left out.
    """
    choices: list[dict[str, Any]] = [{}]
    together: dict[str, Any] = {}
    for name, about in ruleset.options.model_fields.items():
        for value in _other_values(about.annotation, about.default):
            alone = {name: value}
            for needed in ruleset.options.facts(name).get("needs", ()):
                alone[needed] = True
            if _agree(ruleset, scenario, alone):
                choices.append(alone)
                if name not in together and _agree(ruleset, scenario, {**together, **alone}):
                    together |= alone
    if together and together not in choices:
        choices.append(together)
    return choices


def _other_values(annotation: Any, default: Any) -> list[Any]:
    if annotation is bool:
        return [not default]
    if get_origin(annotation) is Literal:
        return [value for value in get_args(annotation) if value != default]
    return []


def _agree(ruleset: Ruleset, scenario: Scenario, options: Mapping[str, Any]) -> bool:
    try:
        choose_options(ruleset, options, scenario)
    except Contradiction:
        return False
    return True


def whole_game(rules: Rules, seed: int, mode: str = "assisted") -> tuple[Game, list[Given]]:
    """Play a game by lot to its end: it is never stuck, it ends, nothing raises, and every
    position is possible. Returns it with the answers given.
    """
    game = Game(rules, seed, mode=mode)
    dice = Dice(seed)
    answers: list[Given] = []
    while True:
        check_position(game)
        if game.over:
            return game, answers
        need(len(answers) < MOST, "every game ends", f"{MOST} commands were not enough", game)
        told = "drawing an answer"
        try:
            given = drawn(game, dice)
            told = f"giving {given[2]!r} for {given[0]}"
            give(game, given)
        except Exception as error:
            raise Failure("nothing raises", f"{told} raises {error!r}", game) from error
        answers.append(given)


class Inspector:
    """Looks at games and writes down in a report what does not hold.

    close: what chosen positions are looked at for. seconds: how long each game took to play.
    """

    def __init__(
        self, report: Report, folder: Path | None, close: Mapping[str, Check] = DEEP
    ) -> None:
        self.report = report
        self.folder = folder
        self.close = close
        self.records: dict[str, Record] = {}
        self.seconds: list[float] = []

    def look(self, name: str, check: Callable[[], object], game: Game | None = None) -> bool:
        """Whether something holds; noted, and the game saved, where it does not."""
        self.report.checked[name] += 1
        try:
            check()
        except Failure as failure:
            self._note(failure)
        except Exception as error:
            self._note(Failure("nothing raises", f"{name}: {error!r}", game))
        else:
            return True
        return False

    def _note(self, failure: Failure) -> None:
        if self.folder is not None:
            failure.save(self.folder)
        failure.game = None
        self.report.failures.append(failure)

    def game(self, rules: Rules, seed: int, mode: str, deep: int) -> Game | None:
        """Play a game and look at it; the game if it ended.

        deep: at how many positions to look closely while it is played again; 0 for not at all.
        """
        ended: list[tuple[Game, list[Given]]] = []
        began = perf_counter()
        if not self.look("whole games", lambda: ended.append(whole_game(rules, seed, mode))):
            return None
        self.seconds.append(perf_counter() - began)
        ((game, answers),) = ended
        self.report.games += 1
        self.report.commands += len(answers)
        self.look("clauses", lambda: check_clauses(game), game)
        self.look("record", lambda: check_record(game), game)
        if deep:
            self.look("journal", lambda: check_journal(game), game)
            self.look("again", lambda: self._again(game, answers, deep), game)
        return game

    def _again(self, game: Game, answers: Sequence[Given], deep: int) -> None:
        """The same answers give the same game, with close looks on the way."""
        dice = Dice(game.seed)
        chosen = {dice.below("look closely", len(answers)) for _ in range(deep)} if answers else ()
        again = Game(game.rules, game.seed, mode=game.mode)
        for number, given in enumerate(answers):
            if number in chosen:
                for name, check in self.close.items():
                    self.look(name, _bound(check, again, dice), again)
            give(again, given)
        one, other = position(game), position(again)
        need(one == other, "the same commands are the same game", difference(one, other), game)


def _bound(check: Check, game: Game, dice: Dice) -> Callable[[], object]:
    return lambda: check(game, dice)


@contextmanager
def installed(ruleset: Ruleset) -> Iterator[None]:
    """Let records of a ruleset that is not installed find it, meanwhile."""
    known = discover().rulesets
    if known.get(ruleset.id) is ruleset:
        yield
        return
    if ruleset.id in known:
        raise Contradiction(f"another ruleset called {ruleset.id} is installed")
    known[ruleset.id] = ruleset
    try:
        yield
    finally:
        del known[ruleset.id]


def check_ruleset(
    ruleset: str | Ruleset,
    *,
    scenarios: Sequence[str] | None = None,
    seeds: Sequence[int] = range(2),
    folder: Path | None = None,
    quick: bool = False,
    options: Mapping[str, Any] | None = None,
    deep: int = 3,
) -> Report:
    """Put a ruleset through everything that must always hold, and report what does not.

    ruleset: an installed one by id, or one that need not be. scenarios: by id, all if None.
    seeds: of the games of each choice. folder: where games that fail are saved. options: one
    choice; None for the book's, each option alone, and as many together as agree. quick: only
    the book's options and those together, a game each. deep: positions looked at closely in
    each game. Games alternate between assisted and `book` play.
    Raises UnknownName for a ruleset or scenario that does not exist.
    """
    chosen = find_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    report = Report(chosen.id)
    inspector = Inspector(report, folder)
    if not inspector.look("data", lambda: check_data(chosen)):
        return report
    known = scenarios_of(chosen)
    wanted = [pick(known, id, chosen.id) for id in (known if scenarios is None else scenarios)]
    with installed(chosen), tempfile.TemporaryDirectory() as records:
        for scenario in wanted:
            choices = [options] if options is not None else option_choices(chosen, scenario)
            if quick:
                choices = [choices[0], *choices[1:][-1:]]
            for number, choice in enumerate(choices):
                rules = assemble_scenario(chosen, scenario, choice)
                for seed in seeds[:1] if quick else seeds:
                    mode = MODES[(number + seed) % len(MODES)]
                    game = inspector.game(rules, seed, mode, deep)
                    if game is not None and (number == 0 or not quick):
                        path = Path(records) / f"{scenario.id}-{number}-{seed}.json"
                        inspector.records[str(path)] = game.record
                        game.record.save(path)
        if chosen is discover().rulesets.get(chosen.id) and isinstance(ruleset, str):
            inspector.look("elsewhere", lambda: check_elsewhere(inspector.records))
    return report
