"""The rules of one choice: a ruleset with a scenario, options and house rules.

They have a plugin manager of their own, that holds nothing which was not chosen.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pluggy

from weathergage.answers import shown
from weathergage.callers import answered_wrongly, guarded, implementing
from weathergage.datafiles import data_hash
from weathergage.dice import Dice
from weathergage.errors import PluginFailed, StuckGame, UnknownName, WeathergageError
from weathergage.hooks import hookimpl
from weathergage.houserules import HouseRule
from weathergage.modifiers import Modifier
from weathergage.phases import Phase, PhaseRun
from weathergage.plugins.catalogue import battle_file_of, figures, file_of
from weathergage.plugins.discovery import add_to, new_manager
from weathergage.ruleset import Options, Ruleset
from weathergage.scenarios import Scenario
from weathergage.shiplists import ShipType
from weathergage.tables import Table


class Rules:
    """The rules of one choice: what games of it share and none of them changes.

    ruleset, scenario, options, house_rules: the choice. sequence: the phases played, first and
    later: those of the first turn and of the others. memo: what the ruleset works out once.
    tables, ships: by id, as house rules leave them; so too the captains of the ruleset. throws:
    whether a house rule has a say in dice. manager: the plugin manager that holds the choice and
    nothing else.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        scenario: Scenario,
        options: Options,
        house_rules: tuple[HouseRule, ...] = (),
    ) -> None:
        self.ruleset = ruleset
        self.scenario = scenario
        self.options = options
        self.house_rules = house_rules
        self.seats = tuple(side.id for side in scenario.sides)
        self.folder = ruleset.folder
        known = figures(ruleset, house_rules)
        self.tables: dict[str, Table] = dict(known.tables)
        self.ships: Mapping[str, ShipType] = known.ships
        self.manager = new_manager()
        self._base = _Base(ruleset, options)
        self.manager.register(self._base, ruleset.id)
        for house_rule in house_rules:
            add_to(self.manager, house_rule)
        self.sequence: tuple[Phase, ...] = tuple(self._asked("sequence", rules=self))
        self.first = tuple(phase for phase in self.sequence if phase.first_turn)
        self.later = tuple(phase for phase in self.sequence if phase.later_turns)
        self.memo: dict[str, Any] = {}
        self.phase = self._chosen("phase")
        self.modifiers = self._chosen("modifiers")
        self.look_up = self._chosen("look_up")
        self.roll = self._chosen("roll")
        self.rolled = self._chosen("rolled")
        self.legal = self._chosen("legal")
        self.happened = self._chosen("happened")
        self.outcome = self._chosen("outcome")
        self.view = self._chosen("view")
        self.throws = self.roll is not None or self.rolled is not None
        added = self._asked("captains", ruleset=ruleset)
        if added:
            captains = dict(ChainMap(*added, dict(ruleset.captains)))
            self.ruleset = replace(ruleset, captains=captains)
        self._set_up = self._chosen("set_up")
        self._picture = self._chosen("picture")
        self._points = self._heard("modifiers", lambda rule: rule.points)
        self._phases = self._heard("phase", lambda rule: rule.phases)

    def reading(self, tables: dict[str, Table]) -> Rules:
        """The same choice with other tables, and nothing worked out from them yet."""
        own = copy(self)
        own.tables = tables
        own.memo = {}
        return own

    def set_up(self, dice: Dice) -> Any:
        """The state at the start of a game."""
        if self._set_up is None:
            return self.ruleset.set_up(self, dice)
        return self._set_up(rules=self, dice=dice)

    def picture(self, state: Any) -> Any:
        """What a state, or what a seat sees of it, looks like."""
        if self._picture is None:
            return self.ruleset.picture(self, state)
        return self._picture(rules=self, state=state)

    def modified(
        self, game: Any, about: str, own: Sequence[Modifier], by: Any = None, against: Any = None
    ) -> Sequence[Modifier]:
        """The modifiers at a named point, the rule's own and those of house rules.

        game: the game, or what a captain sees of it. by, against: the ship or side that acts, and
        the one acted upon.
        """
        if self.modifiers is None or (self._points is not None and about not in self._points):
            return own
        lists: list[Sequence[Modifier]] = self.modifiers(
            game=game, about=about, own=own, by=by, against=against
        )
        return [modifier for given in reversed(lists) for modifier in given]

    def wrong_entry(self, table: str, entry: Any) -> PluginFailed:
        """What to raise where a house rule answers a look-up with what the table cannot hold."""
        held = f"an entry such as {shown(self.tables[table].value(0, 0))}, for table {table}"
        return answered_wrongly(self.house_rules, self.manager.hook.look_up, entry, held)

    def off_the_table(self, error: UnknownName) -> WeathergageError:
        """What to raise where a look-up finds no such row: a house rule that has a say in dice or
        modifiers may have led there.
        """
        callers = [getattr(self.manager.hook, name) for name in ("roll", "rolled", "modifiers")]
        rules = implementing(self.house_rules, *callers)
        if not rules:
            return error
        names = " or ".join(rule.id for rule in rules)
        clause = rules[0].clause if len(rules) == 1 else ""
        return PluginFailed(names, "roll, rolled or modifiers", str(error), clause)

    def no_question(self, phase: Phase | None, asked: Any) -> WeathergageError:
        """What to raise where a phase asks what is no question."""
        if phase is None or self.phase is None or not self.hears(phase):
            name = phase.id if phase else ""
            return StuckGame(f"phase {name} asked something that is no question")
        what = f"questions in phase {phase.id}, as `yield Ask(seat, KIND, clause)`"
        return answered_wrongly(self.house_rules, self.manager.hook.phase, asked, what)

    def hears(self, phase: Phase) -> bool:
        """Whether some house rule's hook has a say in a phase."""
        return self._phases is None or phase.id in self._phases

    def _heard(
        self, hook: str, said: Callable[[HouseRule], tuple[str, ...]]
    ) -> frozenset[str] | None:
        """The points or phases in which some house rule says to have a say; None where one does
        not say.
        """
        asked = implementing(self.house_rules, getattr(self.manager.hook, hook))
        heard = [said(rule) for rule in asked]
        return frozenset(name for names in heard for name in names) if all(heard) else None

    def played(self, turn: int) -> tuple[Phase, ...]:
        """The phases of a turn."""
        return self.first if turn == 1 else self.later

    def step(self, phase: str, turn: int) -> int:
        """The number of a phase among those of a turn; UnknownName if it is none of them."""
        ids = [played.id for played in self.played(turn)]
        if phase not in ids:
            raise UnknownName("phase", phase, ids)
        return ids.index(phase)

    def _chosen(self, hook: str) -> Callable[..., Any] | None:
        """The hook's caller, or None where no house rule implements it."""
        caller: pluggy.HookCaller = getattr(self.manager.hook, hook)
        chosen = any(impl.plugin is not self._base for impl in caller.get_hookimpls())
        return guarded(self.ruleset, self.house_rules, hook, caller) if chosen else None

    def _asked(self, hook: str, **arguments: Any) -> Any:
        """What a hook answers that is asked once, before any game."""
        caller = getattr(self.manager.hook, hook)
        return guarded(self.ruleset, self.house_rules, hook, caller)(**arguments)

    @cached_property
    def data_hashes(self) -> dict[str, str]:
        """A hash of every data file that this choice uses, by its path inside the package."""
        used = sorted(
            path
            for pattern in ("tables/*.toml", "ships/*.toml", f"scenarios/{self.scenario.id}.toml")
            for path in self.folder.glob(pattern)
            if self.scenario_file is None or not pattern.startswith("scenarios")
        )
        hashes = {str(path.relative_to(self.folder).as_posix()): data_hash(path) for path in used}
        if self.scenario_file is not None:
            hashes[self.scenario_file.name] = data_hash(self.scenario_file)
        if self.battle_file is not None:
            hashes[f"battles/{self.battle_file.name}"] = data_hash(self.battle_file)
        return hashes

    @property
    def scenario_file(self) -> Path | None:
        """The file of a scenario that is not an installed one."""
        return file_of(self.scenario)

    @property
    def battle_file(self) -> Path | None:
        """The file of the battle that the scenario stages, where it stages one."""
        return battle_file_of(self.scenario)


class _Base:
    """What the ruleset itself answers, registered first so that it is asked last."""

    def __init__(self, ruleset: Ruleset, options: Options) -> None:
        self._ruleset = ruleset
        self._options = options

    @hookimpl
    def sequence(self) -> tuple[Phase, ...]:
        """The ruleset's phases, without those whose option is off."""
        return tuple(
            phase
            for phase in self._ruleset.sequence
            if not phase.option or self._options.is_on(phase.option)
        )

    @hookimpl
    def phase(self, game: Any, phase: Phase) -> Any:
        """The phase's own generator; of a plain function, one that runs it and asks nothing."""
        return _running(game, phase)

    @hookimpl
    def modifiers(self, own: Any) -> Any:
        """The rule's own modifiers."""
        return own

    @hookimpl
    def set_up(self, rules: Any, dice: Dice) -> Any:
        """The ruleset's own state at the start."""
        return self._ruleset.set_up(rules, dice)

    @hookimpl
    def view(self, game: Any, seat: str) -> Any:
        """The ruleset's own view."""
        return self._ruleset.view(game, seat)

    @hookimpl
    def picture(self, rules: Any, state: Any) -> Any:
        """The ruleset's own picture."""
        return self._ruleset.picture(rules, state)


def _running(game: Any, phase: Phase) -> PhaseRun:
    own = phase.run(game)
    if own is not None:
        yield from own
