"""Scenarios: TOML files, one a scenario, checked by a pydantic model of their ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    ValidationInfo,
    model_validator,
)

from weathergage.datafiles import Status, named_after_file, problems_of, read_toml
from weathergage.errors import BadFile, UnknownName, WeathergageError
from weathergage.history import History
from weathergage.shiplists import ShipType
from weathergage.tables import Table

S = TypeVar("S", bound="Scenario")

MOST_TOLD = 5
"""How many slips of a file are told at once."""

BATTLE = "battle:"
"""What stands before a battle's name in the id of a scenario that stages it."""


class Strict(BaseModel):
    """A part of a data file: unknown keys are refused, nothing changes after reading."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Side(Strict):
    """One side of a scenario; its id is the seat's name in commands and on the command line."""

    id: str
    name: str


class Figures(NamedTuple):
    """The tables and ships that house rules make of a ruleset's, by id."""

    tables: Mapping[str, Table]
    ships: Mapping[str, ShipType]


class Scenario(Strict):
    """What every scenario says, whatever the ruleset.

    id: the file's name. date: ISO, as exact as known. turns: game-turns at the most.
    status and source: where the scenario comes from. notes: what had to be settled, and why.
    history: what happened, in words; happened: the same as figures that games are held against.
    """

    id: str
    title: str
    date: str
    clause: str = ""
    source: str
    status: Status
    turns: int = Field(gt=0)
    summary: str = ""
    history: str = ""
    happened: History | None = None
    notes: tuple[str, ...] = ()
    sides: tuple[Side, ...] = Field(min_length=1)
    _figures: Figures | None = PrivateAttr(default=None)

    @model_validator(mode="after")
    def _take_figures(self, info: ValidationInfo) -> Self:
        self._figures = info.context
        return self

    @property
    def figures(self) -> Figures | None:
        """The tables and ships by which it is checked; None for those of its ruleset."""
        return self._figures

    @model_validator(mode="after")
    def _happened_to_its_sides(self) -> Self:
        known = {side.id for side in self.sides}
        if self.happened is not None:
            strangers = {*self.happened.fates, self.happened.winner} - known - {"draw"}
            if strangers:
                raise ValueError(
                    f"happened speaks of {', '.join(sorted(strangers))}, no side of the scenario: "
                    f"it has {', '.join(sorted(known))}"
                )
        return self

    @property
    def when(self) -> str:
        """The date for people."""
        return told_date(self.date)

    @property
    def ship_count(self) -> int:
        """How many ships take part: as many as its `ships`, unless a ruleset counts otherwise."""
        return len(getattr(self, "ships", ()))


def told_date(iso: str) -> str:
    """A date as people say it: ISO counts years before Christ from a year 0."""
    if not iso.startswith("-"):
        return iso
    year, _, day = iso[1:].partition("-")
    return f"{int(year) + 1} BC" + (f", {day}" if day else "")


def validate(
    model: type[S], data: Mapping[str, Any], path: Path, figures: Figures | None = None
) -> S:
    """The scenario in a file's data; BadFile names every key that is wrong.

    figures: those of a game with house rules; the ruleset's own otherwise.
    """
    scenario = validate_part(model, data, path, figures)
    named_after_file(path, scenario.id)
    return scenario


def validate_part(
    model: type[S], data: Mapping[str, Any], path: Path, figures: Figures | None = None
) -> S:
    """The same for a scenario that stands in another file."""
    try:
        return model.model_validate(data, context=figures)
    except ValidationError as error:
        (key, first), *more = problems_of(error, model, data)
        told = "; ".join((first, *(f"{where}: {what}" for where, what in more[: MOST_TOLD - 1])))
        raise BadFile(path, key, told) from None
    except BadFile:
        raise
    except WeathergageError as error:
        raise BadFile(path, "", str(error)) from None


def load_scenarios(folder: Path, model: type[S]) -> dict[str, S]:
    """Every scenario of a folder by id, in the order of their clauses, then ids.

    Raises BadFile for the first that is wrong.
    """
    read, wrong = read_scenarios(folder, model)
    for error in wrong.values():
        raise error
    return read


def read_scenarios(folder: Path, model: type[S]) -> tuple[dict[str, S], dict[str, BadFile]]:
    """The scenarios of a folder that can be read, and what is wrong with each of the others."""
    read: list[S] = []
    wrong: dict[str, BadFile] = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            read.append(validate(model, read_toml(path), path))
        except BadFile as error:
            wrong[path.stem] = error
    read.sort(key=lambda s: ([int(n) for n in s.clause.split(".") if n.isdigit()], s.id))
    return {scenario.id: scenario for scenario in read}, wrong


def pick(scenarios: Mapping[str, S], name: str, ruleset: str) -> S:
    """The scenario of that id; UnknownName with the nearest otherwise."""
    try:
        return scenarios[name]
    except KeyError:
        raise UnknownName(f"scenario of {ruleset}", name, scenarios) from None
