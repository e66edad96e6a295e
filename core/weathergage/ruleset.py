"""What a plugin supplies: a ruleset, its options, and how a game of it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from weathergage.commands import Command
from weathergage.errors import Contradiction
from weathergage.modifiers import Point
from weathergage.phases import Phase
from weathergage.scenarios import Scenario, load_scenarios
from weathergage.shiplists import ShipType, load_ships
from weathergage.tables import Table, load_tables

if TYPE_CHECKING:
    from weathergage.battles import Battle, Staged
    from weathergage.chances import Argument, Broadsides, OddsQuestion
    from weathergage.dice import Dice
    from weathergage.events import Event
    from weathergage.standing import Shot, Standing


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. winner: a side's id or "draw"; scores: points by side, if any; how: the
    ruleset's word for this way of ending, by which games are counted.
    """

    winner: str
    reason: str
    clause: str
    scores: tuple[tuple[str, int], ...] = ()
    how: str = ""

    @classmethod
    def by_points(
        cls, points: Mapping[str, int], reason: str, clause: str, how: str = ""
    ) -> Outcome:
        """That of a game that is counted: the side with the most points has won, and with as many
        on two sides it is a draw.
        """
        most = max(points.values())
        best = [side for side, count in points.items() if count == most]
        winner = best[0] if len(best) == 1 else "draw"
        return cls(winner, reason, clause, tuple(points.items()), how)

    def plain(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "winner": self.winner,
            "reason": self.reason,
            "clause": self.clause,
            "scores": dict(self.scores),
            "how": self.how,
        }


class State(Protocol):
    """What the core needs of a ruleset's state: a slotted dataclass with these and `copy`."""

    turn: int
    agenda: tuple[tuple[str, tuple[Any, ...]], ...]
    outcome: Outcome | None

    def copy(self) -> Self:
        """The same position, sharing nothing that changes."""


def option(
    default: Any,
    *,
    clause: str,
    title: str,
    needs: Sequence[str] = (),
    excludes: Sequence[str] = (),
    suspended_by: Sequence[str] = (),
) -> Any:
    """A field of an `Options` model: one optional rule.

    default: as the book has it. clause: the rule. needs: options that must be on with it.
    excludes: options that must be off with it. suspended_by: clauses that a scenario may
    suspend, with which this option would have nothing to act on.
    """
    extra: dict[str, Any] = {
        "clause": clause,
        "needs": list(needs),
        "excludes": list(excludes),
        "suspended_by": list(suspended_by),
    }
    return Field(default=default, title=title, json_schema_extra=extra)


class Options(BaseModel):
    """The optional rules of a ruleset, one field each, made with `option`.

    Names may be written with hyphens. What excludes or needs what is data on the fields, and
    a contradictory choice is refused with the clauses of both.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _hyphens(cls, data: Any) -> Any:
        if isinstance(data, Mapping):
            return {str(key).replace("-", "_"): value for key, value in data.items()}
        return data

    @classmethod
    def facts(cls, name: str) -> dict[str, Any]:
        """Clause and relations of an option."""
        extra = cls.model_fields[name].json_schema_extra
        return dict(extra) if isinstance(extra, dict) else {}

    def is_on(self, name: str) -> bool:
        """Whether an option is played: True, or anything but the standard of its choices."""
        value = getattr(self, name)
        if isinstance(value, bool):
            return value
        return bool(value != type(self).model_fields[name].default)

    def check(self, suspended: Sequence[str] = ()) -> None:
        """Raise Contradiction where options exclude, miss or lose one another."""
        for name in type(self).model_fields:
            if not self.is_on(name):
                continue
            facts = self.facts(name)
            for other in facts.get("excludes", ()):
                if self.is_on(other):
                    raise Contradiction(
                        f"option {name} (clause {facts['clause']}) excludes {other} "
                        f"(clause {self.facts(other)['clause']}); choose one of them"
                    )
            for other in facts.get("needs", ()):
                if not self.is_on(other):
                    raise Contradiction(
                        f"option {name} (clause {facts['clause']}) needs {other} "
                        f"(clause {self.facts(other)['clause']}); switch it on too"
                    )
            for lost in facts.get("suspended_by", ()):
                if lost in suspended:
                    raise Contradiction(
                        f"option {name} (clause {facts['clause']}) has nothing to act on: "
                        f"the scenario suspends clause {lost}; leave it off"
                    )


@dataclass(frozen=True, slots=True)
class Scales:
    """What a hex or inch and a turn stand for: yards and minutes."""

    yards: float
    minutes: float
    per: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a profile: a short sentence of ours with its clauses."""

    text: str
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogForm:
    """How a ruleset fills in a ship's log before play.

    clause: the rule. ships: how a ship may be named, in a few words. arguments: what else one may
    say. fill: her log, a `LogMark`, given tables and ships as house rules leave them, the ship as
    she is named, what she is called, and the arguments' values by name, with underscores.
    """

    clause: str
    ships: str
    arguments: tuple[Argument, ...]
    fill: Callable[[Mapping[str, Table], Mapping[str, ShipType], str, str, Mapping[str, Any]], Any]


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """A ruleset as a plugin supplies it.

    id: the word in scenario ids. title, source: what is played, and where it was published. board:
    "hex" or "free". rules_version: raised whenever an outcome can change. package: import name of
    the package that holds clauses.toml, citations.json and the folders tables/, ships/ and
    scenarios/. turn_clause: what makes a turn. options, scenario: the pydantic models. sequence:
    the phases in the book's order. pieces: what an agenda's entries run, and
    what plays the rest of a phase from a place that it kept. commands: every command.
    set_up: the state of a scenario at the start. view: what a seat may see, as plain slotted data
    with `plain()`. plain: the whole state as JSON data, for records. restore: a state to draw,
    from rules and the data that `plain` once gave, even where scenario or rules have changed
    since. picture: what a state looks like, given rules. captains: makers of computer players by
    name, given seat and dice. score: how well a seat stands in a view, for captains that search.
    imagine: a state that agrees with a view, given what has the `rules` and the view. invariants:
    what is wrong with the state of a game, which no play can reach, a sentence each, for tests.
    points: the named points at which its rules take modifiers, with those that these have of their
    own. profile: answers to the questions that rulesets are compared by. standing: how each side
    stands, given the rules and a state; shots: the broadsides among events, given the rules and the
    events of a game; stage: a neutral battle as a scenario of this ruleset, with what it guessed or
    lost. odds: the questions about chances that it answers, by name; odds_scenario: one without
    special rules, on whose map they are laid out; broadsides: how it weighs the guns of one ship
    against her equal, where it knows broadsides. log_form: how a ship's log is filled in, where
    players keep one. checkpoint_after: how many commands may come
    since the last checkpoint until a phase or piece begins with a new one: more where there are
    many small questions, for which copying the state costs more than asking again.
    """

    id: str
    title: str
    source: str
    board: str
    rules_version: int
    package: str
    turn_clause: str
    scales: Scales
    options: type[Options]
    scenario: type[Scenario]
    sequence: tuple[Phase, ...]
    commands: tuple[type[Command], ...]
    set_up: Callable[[Any, Dice], Any]
    view: Callable[[Any, str], Any]
    plain: Callable[[Any], dict[str, Any]]
    picture: Callable[[Any, Any], Any]
    restore: Callable[[Any, dict[str, Any]], Any] | None = None
    captains: Mapping[str, Callable[[str, Dice], Any]] = field(default_factory=dict)
    pieces: Mapping[str, Phase] = field(default_factory=dict)
    score: Callable[[Any, str], float] | None = None
    imagine: Callable[[Any, Any], Any] | None = None
    invariants: Callable[[Any], list[str]] | None = None
    points: tuple[Point, ...] = ()
    profile: Mapping[str, Answer] = field(default_factory=dict)
    standing: Callable[[Any, Any], Mapping[str, Standing]] | None = None
    shots: Callable[[Any, Sequence[Event]], Iterable[Shot]] | None = None
    stage: Callable[[Battle], Staged] | None = None
    odds: Mapping[str, OddsQuestion] = field(default_factory=dict)
    odds_scenario: str = ""
    broadsides: Broadsides | None = None
    log_form: LogForm | None = None
    checkpoint_after: int = 1

    @cached_property
    def folder(self) -> Path:
        """Where its data files are."""
        return Path(str(files(self.package)))

    @cached_property
    def tables(self) -> dict[str, Table]:
        """Its tables by id. Raises BadFile where one of them is wrong."""
        return load_tables(self.folder / "tables")

    @cached_property
    def ships(self) -> Mapping[str, ShipType]:
        """Its types of ship by id. Raises BadFile where one of them is wrong."""
        return load_ships(self.folder / "ships")

    @cached_property
    def scenarios(self) -> dict[str, Scenario]:
        """Its scenarios by id. Raises BadFile where one of them is wrong."""
        return load_scenarios(self.folder / "scenarios", self.scenario)
