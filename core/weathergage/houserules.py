"""House rules: what one is and declares, and those that are written as data, without code.

A house rule without code is a TOML file for one ruleset, or for several::

    id = "heavy-guns"
    title = "Heavier guns"
    author = "The Saturday club"
    version = "1"
    ruleset = "wooden-ships"          # or several: ["wooden-ships", "canal-boats"]; or "*"
    reason = "Our games ended in the dark."
    replaces = []                     # besides what the changes below say themselves
    needs = ["option drift"]          # house rules by id, or options; so too excludes
    after = ["other-rule"]            # if that one is chosen too, this one has the last word

    [options]                         # other defaults of optional rules
    drift = true

    [[cells]]                         # one or more cells of a table, selected as in provenance
    table = "gunnery-1"
    cells = "6 x 2-1"
    value = 2

    [[tables]]                        # a whole table, as in a ruleset's own file
    [[ratings]]                       # a rating of a ship: ship, rating, value
    [[ships]]                         # another ship, on the lines of one there is
    id = "50/Razee"
    like = "44/F"
    name = "Razee"
    quantity = 2
    ratings = { hull = 5 }

    [[modifiers]]                     # add, change or remove a modifier by name
    at = "ram"                        # the point: weathergage modifiers RULESET
    change = "better Crew"
    value = 2                         # or times = "3/2"
    by = "red"                        # when this side acts; so too against; everybody if left out.
                                      # Idle in a scenario without the side.

    [[scenarios]]                     # a scenario, whole, or in a file beside this one:
    file = "off-ushant.toml"

    [[in.canal-boats.cells]]          # what holds in one of several rulesets alone

Every figure that it changes carries the provenance "house".
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, NoReturn, get_args

from pydantic import BeforeValidator, Field, ValidationError

from weathergage.commands import first_problem
from weathergage.datafiles import (
    FileModel,
    Several,
    checked,
    dotted,
    read_toml,
)
from weathergage.errors import BadFile, Contradiction, UnknownName, WeathergageError
from weathergage.hooks import hookimpl
from weathergage.modifiers import Change, Changes, Modifier, changed, point_named
from weathergage.ruleset import Answer, Options, Ruleset
from weathergage.shiplists import ShipType, like, ship_named
from weathergage.tables import Table, table_in

ANY = ("", "*")
"""What a house rule for every ruleset gives as its ruleset."""

OPTION = "option "
"""What the name of an option begins with among what a house rule needs and excludes."""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A house rule: what it is, what it declares, and the object that implements its hooks.

    id, title, author, version, clause, reason: for people; the clause is what it is cited by.
    ruleset: the id of the one that it is for, several, or "*" for all. replaces: what it takes the
    place of, such as "table gunnery-2" or "phase wind"; two that replace the same thing are
    refused together. needs: house rules that it builds on, and options that must be on, as
    "option drift" or "option close=drawn"; excludes: those that it cannot be played with. after,
    before: house rules to which it comes later or earlier, where both are chosen: the later one
    has the last word. options: other defaults of optional rules. points: the named points at which
    its hook `modifiers` has a say, phases: those in which its hook `phase` has one; all where none
    is named, which is slower. scenarios: files of scenarios that it
    adds. battles: files of neutral battles that it adds. path: the file or folder it was read from,
    where it is not an installed one. profile: what it answers in its ruleset's place to the
    questions that rulesets are compared by.
    """

    id: str
    ruleset: str | tuple[str, ...]
    title: str
    plugin: object
    version: str = "1"
    clause: str = ""
    author: str = ""
    reason: str = ""
    replaces: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    points: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    scenarios: tuple[Path, ...] = ()
    battles: tuple[Path, ...] = ()
    path: str = ""
    profile: Mapping[str, Answer] = field(default_factory=dict, hash=False)

    @property
    def rulesets(self) -> tuple[str, ...]:
        """The ids of the rulesets that it is for; none where it is for all."""
        named = (self.ruleset,) if isinstance(self.ruleset, str) else self.ruleset
        return () if any(name in ANY for name in named) else named

    def suits(self, ruleset: str) -> bool:
        """Whether it can be played with a ruleset."""
        return not self.rulesets or ruleset in self.rulesets

    @property
    def cited(self) -> str:
        """Its id, with its clause where it has one."""
        return f"{self.id} (clause {self.clause})" if self.clause else self.id

    @property
    def files(self) -> list[Path]:
        """The files that it is made of: its own, its folder's or its package's, and those of the
        scenarios and battles that it adds. None where its id says all that it is.
        """
        if self.path:
            found = files_in(Path(self.path))
        elif isinstance(self.plugin, FromFile):
            found = []
        else:
            source = Path(source_of(self.plugin) or ".")
            packaged = (source.parent / "__init__.py").is_file()
            found = files_in(source.parent if packaged else source)
        return list(dict.fromkeys([*found, *self.scenarios, *self.battles]))

    @property
    def fingerprint(self) -> str:
        """A hash of its files: a record refuses to go on under another."""
        files = self.files
        return hash_of(files) if files else ""


def files_in(path: Path) -> list[Path]:
    """A file, or what a folder holds of code and data; nothing for what is neither."""
    if path.is_file():
        return [path]
    if not path.name:
        return []
    return sorted(file for ending in ("*.py", "*.toml") for file in path.rglob(ending))


def hash_of(files: Iterable[Path]) -> str:
    """One hash over the names and bytes of several files, whatever folder they lie in."""
    digest = hashlib.blake2b(digest_size=16)
    for file in files:
        data = file.read_bytes()
        digest.update(f"{file.name} {len(data)}\n".encode() + data)
    return digest.hexdigest()


def source_of(plugin: object) -> str:
    """The file that a plugin's code was read from, or ""."""
    module = plugin if isinstance(plugin, ModuleType) else sys.modules.get(type(plugin).__module__)
    return getattr(module, "__file__", None) or ""


# A choice of house rules ----------------------------------------------------------------------


def in_order(house_rules: Sequence[HouseRule]) -> tuple[HouseRule, ...]:
    """House rules as they were chosen, but where they declare another order among themselves.

    Raises Contradiction where what they declare runs in a circle.
    """
    for rule in house_rules:
        if rule.id in (*rule.needs, *rule.excludes, *rule.after, *rule.before):
            raise Contradiction(
                f"house rule {rule.id} names itself among what it needs, excludes, or comes after "
                "or before; leave that out"
            )
    by_id = {rule.id: rule for rule in house_rules}
    earlier: dict[str, set[str]] = {rule.id: set() for rule in house_rules}
    for rule in house_rules:
        earlier[rule.id].update(other for other in (*rule.after, *rule.needs) if other in by_id)
        for other in rule.before:
            if other in by_id:
                earlier[other].add(rule.id)
    try:
        list(TopologicalSorter(earlier).static_order())
    except CycleError as error:
        circle = " before ".join(dict.fromkeys(error.args[1]))
        raise Contradiction(
            f"house rules {circle} cannot be put in order: each says that it comes before the "
            "next, in a circle; leave one out"
        ) from None
    placed: list[HouseRule] = []
    waiting = list(house_rules)
    while waiting:
        ready = next(r for r in waiting if not earlier[r.id] & {w.id for w in waiting})
        placed.append(ready)
        waiting.remove(ready)
    return tuple(placed)


def check_house_rules(ruleset: Ruleset, house_rules: Sequence[HouseRule]) -> None:
    """Raise Contradiction where house rules do not fit the ruleset or one another."""
    ids = [rule.id for rule in house_rules]
    for rule in house_rules:
        if not rule.suits(ruleset.id):
            wanted = " or ".join(rule.rulesets)
            raise Contradiction(f"house rule {rule.id} is for {wanted}, not for {ruleset.id}")
        if ids.count(rule.id) > 1:
            raise Contradiction(f"house rule {rule.id} is chosen twice")
        for needed in rule.needs:
            if not needed.startswith(OPTION) and needed not in ids:
                raise Contradiction(f"house rule {rule.id} needs {needed}; choose it too")
    by_id = {rule.id: rule for rule in house_rules}
    for rule in house_rules:
        for other in rule.excludes:
            if other in by_id:
                raise Contradiction(
                    f"house rule {rule.cited} cannot be played with {by_id[other].cited}; "
                    "choose one of them"
                )
    _check_replaced(house_rules)


def _check_replaced(house_rules: Sequence[HouseRule]) -> None:
    """What one replaces, or a part of it, no other replaces that does not say it comes after."""
    taken: list[tuple[str, HouseRule]] = []
    for rule in house_rules:
        for what in rule.replaces:
            for named, other in taken:
                if other is rule or not (_covers(named, what) or _covers(what, named)):
                    continue
                if other.id in rule.after or rule.id in other.before:
                    continue
                raise Contradiction(
                    f"house rules {other.id} and {rule.id} both replace "
                    f"{max(what, named, key=len)}; choose one of them"
                )
        taken += [(what, rule) for what in rule.replaces]


def _covers(whole: str, part: str) -> bool:
    """Whether what is named so holds the other: a table holds its cells."""
    return part == whole or part.startswith(f"{whole}: ")


def check_options(house_rules: Sequence[HouseRule], options: Options) -> None:
    """Raise Contradiction, with the clauses of both, where house rules and options clash."""
    for rule in house_rules:
        for needed, wanted in ((rule.needs, True), (rule.excludes, False)):
            for name, value in _named_options(needed):
                clause = _clause_of(rule, options, name)
                now = getattr(options, name)
                met = options.is_on(name) if value is None else _spelt(now) == value
                if met is wanted:
                    continue
                what = f"option {name} (clause {clause})"
                if value is not None:
                    is_now = f", and it is {_spelt(now)}" if wanted else ""
                    what = f"option {name}={value} (clause {clause}){is_now}"
                verb, advice = (
                    ("needs", "choose it too") if wanted else ("excludes", "choose one of them")
                )
                raise Contradiction(f"house rule {rule.cited} {verb} {what}; {advice}")


def _named_options(names: Iterable[str]) -> Iterator[tuple[str, str | None]]:
    for name in names:
        if name.startswith(OPTION):
            option, equals, value = name.removeprefix(OPTION).partition("=")
            yield option.strip().replace("-", "_"), value.strip() if equals else None


def _values_of(options: type[Options], field: str) -> list[str]:
    """The values that an option may have, as they are written; none where they are too many."""
    annotation = options.model_fields[field].annotation
    values = (True, False) if annotation is bool else get_args(annotation)
    return [_spelt(value) for value in values if not isinstance(value, type)]


def _clause_of(rule: HouseRule, options: Options, name: str) -> str:
    if name not in type(options).model_fields:
        kind = f"option that house rule {rule.id} needs or excludes"
        raise UnknownName(kind, name, type(options).model_fields)
    return str(options.facts(name).get("clause", ""))


def _spelt(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# What a file may say --------------------------------------------------------------------------


class _Cells(FileModel):
    table: str
    cells: Several = Field(min_length=1)
    value: Any
    why: str = ""


class _Rating(FileModel):
    ship: str
    rating: str
    value: Any
    why: str = ""


class _Ship(FileModel):
    id: str
    like: str
    name: str
    quantity: int = Field(default=1, ge=0)
    ratings: dict[str, Any] = Field(default_factory=dict)
    why: str = ""


class _Modifier(FileModel):
    at: str
    add: str = ""
    change: str = ""
    remove: str = ""
    value: int | None = None
    times: str = ""
    clause: str = ""
    by: str = ""
    against: str = ""


class _Changes(FileModel):
    options: dict[str, Any] = Field(default_factory=dict)
    cells: tuple[_Cells, ...] = Field(default=(), strict=False)
    tables: tuple[dict[str, Any], ...] = Field(default=(), strict=False)
    ratings: tuple[_Rating, ...] = Field(default=(), strict=False)
    ships: tuple[_Ship, ...] = Field(default=(), strict=False)
    modifiers: tuple[_Modifier, ...] = Field(default=(), strict=False)
    scenarios: tuple[dict[str, Any], ...] = Field(default=(), strict=False)


Files = Annotated[
    tuple[str, ...], BeforeValidator(lambda v: tuple(v) if isinstance(v, list) else v)
]


class _File(_Changes):
    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    title: str
    author: str
    version: str
    ruleset: Several = Field(min_length=1)
    reason: str
    clause: str = ""
    replaces: Files = ()
    needs: Files = ()
    excludes: Files = ()
    after: Files = ()
    before: Files = ()
    battles: Files = ()
    within: dict[str, _Changes] = Field(default_factory=dict, alias="in")


# Without code ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Added:
    """A scenario that a house rule adds: its data, and where they stand."""

    data: Mapping[str, Any]
    path: Path
    key: str


@dataclass(slots=True)
class Written:
    """What a file changes in one ruleset, checked against it. sides: those for which alone its
    modifiers hold, as (key, side): a side is a scenario's, so a game's scenario is asked for them.
    """

    tables: dict[str, Callable[[Table], Table]] = field(default_factory=dict)
    ships: list[Callable[[dict[str, ShipType]], None]] = field(default_factory=list)
    modifiers: dict[str, tuple[Change, ...]] = field(default_factory=dict)
    scenarios: dict[str, Added] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    replaces: list[str] = field(default_factory=list)
    sides: list[tuple[str, str]] = field(default_factory=list)


class FromFile:
    """The hooks of a house rule that is a file. written: what it changes, by ruleset."""

    def __init__(self, written: Mapping[str, Written]) -> None:
        self.written = written

    @hookimpl(wrapper=True)
    def tables(self, ruleset: Ruleset) -> Any:
        """The tables with those that the file changes."""
        own: Mapping[str, Table] = yield
        changes = self.written[ruleset.id].tables
        return {id: changes[id](one) if id in changes else one for id, one in own.items()}

    @hookimpl(wrapper=True)
    def ships(self, ruleset: Ruleset) -> Any:
        """The ships with those that the file changes and adds."""
        own: Mapping[str, ShipType] = yield
        found = dict(own)
        for change in self.written[ruleset.id].ships:
            change(found)
        return found


class FromFileWithModifiers(FromFile):
    """The same for a file that changes modifiers as well."""

    def __init__(self, written: Mapping[str, Written]) -> None:
        super().__init__(written)
        self.changes: dict[str, Changes] = {id: one.modifiers for id, one in written.items()}

    @hookimpl(wrapper=True)
    def modifiers(self, game: Any, about: str, by: Any, against: Any) -> Any:
        """The modifiers of a point as the file leaves them."""
        lists: list[Sequence[Modifier]] = yield
        changes = self.changes[game.rules.ruleset.id].get(about)
        if changes is None:
            return lists
        own = [one for given in reversed(lists) for one in given]
        return [changed(own, changes, by, against)]


def read_house_rule(path: Path, rulesets: Mapping[str, Ruleset]) -> HouseRule:
    """The house rule of a TOML file, checked against the rulesets that it is for.

    Raises BadFile with the key that is wrong, and with the nearest names where one is unknown.
    """
    file = checked(_File, read_toml(path), path)
    wanted = list(rulesets) if any(name in ANY for name in file.ruleset) else file.ruleset
    present = [id for id in wanted if id in rulesets]
    if not present:
        unknown = UnknownName("ruleset", file.ruleset[0], rulesets)
        raise BadFile(path, "ruleset", str(unknown))
    for id in file.within:
        if id not in wanted:
            raise BadFile(path, dotted("in", id), f"is none of the rulesets {', '.join(wanted)}")
    written = {id: _Writer(path, file, rulesets[id]).written() for id in present}
    replaced = (what for one in written.values() for what in one.replaces)
    points = tuple(dict.fromkeys(at for one in written.values() for at in one.modifiers))
    beside = [one.path for w in written.values() for one in w.scenarios.values()]
    return HouseRule(
        id=file.id,
        ruleset="*" if wanted is not file.ruleset else tuple(wanted),
        title=file.title,
        plugin=(FromFileWithModifiers if points else FromFile)(written),
        version=file.version,
        clause=file.clause,
        author=file.author,
        reason=file.reason,
        replaces=tuple(dict.fromkeys([*file.replaces, *replaced])),
        needs=file.needs,
        excludes=file.excludes,
        after=file.after,
        before=file.before,
        points=points,
        scenarios=tuple(dict.fromkeys(one for one in beside if one != path)),
        battles=tuple(_beside(path, dotted("battles", n), b) for n, b in enumerate(file.battles)),
        path=str(path.resolve()),
    )


def _beside(path: Path, key: str, name: str) -> Path:
    """A file named by another, by its place beside that. Raises BadFile where there is none."""
    found = (path.parent / name).resolve()
    if not found.is_file():
        raise BadFile(path, key, f"there is no file {name} beside it")
    return found


class _Writer:
    """Checks a file's changes against one ruleset, and complains key by key."""

    def __init__(self, path: Path, file: _File, ruleset: Ruleset) -> None:
        self.path = path
        self.file = file
        self.ruleset = ruleset
        self.found = Written()
        self.ships: dict[str, ShipType] = dict(ruleset.ships)

    def written(self) -> Written:
        for part in ("needs", "excludes"):
            for n, what in enumerate(getattr(self.file, part)):
                self._declared(dotted(part, n), what)
        self._take(self.file, "")
        own = self.file.within.get(self.ruleset.id)
        if own is not None:
            self._take(own, f"in.{self.ruleset.id}.")
        return self.found

    def _take(self, changes: _Changes, under: str) -> None:
        for name, value in changes.options.items():
            self._option(f"{under}options.{name}", name, value)
        for part, take in (
            ("tables", self._table),
            ("cells", self._cells),
            ("ships", self._ship),
            ("ratings", self._rating),
            ("modifiers", self._modifier),
            ("scenarios", self._scenario),
        ):
            for n, change in enumerate(getattr(changes, part)):
                key = dotted(f"{under}{part}", n)
                try:
                    take(key, change)
                except BadFile:
                    raise
                except WeathergageError as error:
                    self._bad(key, str(error))

    def _bad(self, key: str, problem: str) -> NoReturn:
        raise BadFile(self.path, key, problem)

    def _declared(self, key: str, what: str) -> None:
        """An option that is needed or excluded is one, and can have the value."""
        for name, value in _named_options((what,)):
            known = self.ruleset.options.model_fields
            if name not in known:
                if len(self.file.ruleset) > 1 or self.file.ruleset[0] in ANY:
                    continue
                self._bad(key, str(UnknownName(f"option of {self.ruleset.id}", name, known)))
            allowed = _values_of(self.ruleset.options, name)
            if value is not None and allowed and value not in allowed:
                self._bad(key, f"is {what!r}; the option may be {', '.join(allowed)}")

    def _why(self, why: str) -> str:
        return f"{self.file.title} ({self.file.author}): {why or self.file.reason}"

    # Options

    def _option(self, key: str, name: str, value: Any) -> None:
        field = name.replace("-", "_")
        known = self.ruleset.options.model_fields
        if field not in known:
            self._bad(key, str(UnknownName(f"option of {self.ruleset.id}", name, known)))
        try:
            chosen = self.ruleset.options.model_validate({field: value})
        except ValidationError as error:
            allowed = ", ".join(_values_of(self.ruleset.options, field))
            told = first_problem(error).removeprefix(f"{field}: ")
            self._bad(key, f"is {value!r}; it may be {allowed}" if allowed else told)
        self.found.options[field] = getattr(chosen, field)
        self.found.replaces.append(f"option {field}")

    # Tables

    def _known_table(self, key: str, id: str) -> Table:
        tables = self.ruleset.tables
        if id not in tables:
            self._bad(key, str(UnknownName(f"table of {self.ruleset.id}", id, tables)))
        return tables[id]

    def _change_table(self, id: str, change: Callable[[Table], Table]) -> None:
        before = self.found.tables.get(id)
        self.found.tables[id] = change if before is None else lambda own: change(before(own))

    def _cells(self, key: str, change: _Cells) -> None:
        own = self._known_table(dotted(key, "table"), change.table)
        why = self._why(change.why)
        after = own.replaced(change.cells, change.value, why)
        kinds = {type(value) for line in own.grid for value in line}
        new = type(change.value) if not isinstance(change.value, list) else tuple
        if new not in kinds:
            self._bad(
                dotted(key, "value"),
                f"is {change.value!r}, and no cell of {change.table} holds the like of it",
            )
        self._not_below(
            dotted(key, "value"),
            [value for line in own.grid for value in line],
            change.value,
            f"no cell of {change.table}",
        )
        before = self.found.tables.get(change.table)
        if before is not None:
            before(own).replaced(change.cells, change.value, why)
        self._change_table(change.table, lambda own: own.replaced(change.cells, change.value, why))
        self.found.replaces += [
            f"table {change.table}: {row} x {column}"
            for r, row in enumerate(after.rows)
            for c, column in enumerate(after.columns)
            if after.sources[r][c] is not own.sources[r][c]
        ]

    def _table(self, key: str, data: dict[str, Any]) -> None:
        blocks = [{"cells": "*", "status": "house", "why": self._why("")}]
        blocks += [block | {"status": "house"} for block in data.get("provenance", [])]
        try:
            new = table_in({**data, "provenance": blocks}, self.path)
        except BadFile as error:
            self._bad(dotted(key, error.key) if error.key else key, error.problem)
        own = self._known_table(dotted(key, "id"), new.id)
        for part, problem in _unlike(own, new):
            self._bad(dotted(key, part), problem)
        self._change_table(new.id, lambda own: new)
        self.found.replaces.append(f"table {new.id}")

    # Ships

    def _change_ships(self, change: Callable[[dict[str, ShipType]], None]) -> None:
        change(self.ships)
        self.found.ships.append(change)

    def _rating(self, key: str, change: _Rating) -> None:
        old = ship_named(self.ships, change.ship)
        self._change_ships(
            lambda ships: ships.update(
                {
                    old.id: ship_named(ships, old.id).replaced(
                        change.rating, change.value, self._why(change.why)
                    )
                }
            )
        )
        self._like_before(dotted(key, "value"), old, change.rating, change.value)
        self.found.replaces.append(f"ship {old.id}: {change.rating}")

    def _ship(self, key: str, new: _Ship) -> None:
        if new.id in self.ships:
            self._bad(
                dotted(key, "id"), f"there is a ship {new.id} already; change it under [[ratings]]"
            )
        old = ship_named(self.ships, new.like)
        for rating, value in new.ratings.items():
            if rating in old.ratings:
                self._like_before(dotted(key, "ratings", rating), old, rating, value)
        made = like(old, new.id, new.name, new.quantity, new.ratings, self._why(new.why))
        self._change_ships(lambda ships: ships.update({made.id: made}))
        self.found.replaces.append(f"ship {new.id}")

    def _like_before(self, key: str, old: ShipType, rating: str, value: Any) -> None:
        """Refuse a value of another kind than the rules read there."""
        if rating == "quantity":
            return
        before = old.ratings[rating]
        new = tuple(value) if isinstance(value, list) else value
        alike = type(new) is type(before)
        if alike and isinstance(before, tuple) and isinstance(new, tuple):
            alike = [type(part) for part in new] == [type(part) for part in before]
        if not alike:
            shown = list(before) if isinstance(before, tuple) else before
            self._bad(key, f"is {value!r}; {rating} of {old.id} is {shown!r}: give the like of it")
        others = [ship.ratings.get(rating) for ship in self.ruleset.ships.values()]
        self._not_below(key, others, value, f"{rating} of no ship", none_is_0=True)

    def _not_below(
        self, key: str, known: Iterable[Any], value: Any, none: str, *, none_is_0: bool = False
    ) -> None:
        """Refuse a number below all that the rules have to do with there: they divide by some."""
        if type(value) is not int:
            return
        least = min((one for one in known if type(one) is int), default=value)
        if value < 0 <= least:
            self._bad(key, f"is {value}, and {none} is below 0")
        if none_is_0 and value == 0 < least:
            self._bad(key, f"is 0, and {none} is: the least is {least}")

    # Modifiers

    def _modifier(self, key: str, change: _Modifier) -> None:
        given = [how for how in ("add", "change", "remove") if getattr(change, how)]
        if len(given) != 1:
            self._bad(key, "says what to do with which modifier: one of add, change, remove")
        how = given[0]
        name = getattr(change, how)
        point = point_named(self.ruleset.points, change.at, self.ruleset.id)
        changes = self.found.modifiers.get(change.at, ())
        added = [one.modifier.name for one in changes if one.how == "add"]
        known = [one.name for one in point.own] + added
        if any(
            (one.modifier.name, one.by, one.against) == (name, change.by, change.against)
            for one in changes
        ):
            self._bad(dotted(key, how), f"this file deals with {name!r} at {change.at} already")
        if how == "add" and point.declares(name):
            self._bad(
                dotted(key, "add"), f"{change.at} has {name!r} already; change it, or name another"
            )
        if how != "add" and not point.declares(name) and name not in known:
            kind = f"modifier of {self.ruleset.id} at {change.at}"
            self._bad(dotted(key, how), str(UnknownName(kind, name, known)))
        value = self._value(key, how, change)
        modifier = Modifier(name, value, change.clause or self.file.clause)
        if how == "add" and not modifier.clause:
            modifier = modifier._replace(clause=self.file.id)
        made = Change(how, modifier, change.by, change.against)
        self.found.modifiers[change.at] = (*changes, made)
        for word, side in (("by", change.by), ("against", change.against)):
            if side:
                self.found.sides.append((dotted(key, word), side))
        self.found.replaces.append(f"modifier {change.at}: {name}")

    def _value(self, key: str, how: str, change: _Modifier) -> int | Fraction:
        if how == "remove":
            if change.value is not None or change.times:
                self._bad(key, "takes a modifier away, so it has neither value nor times")
            return 0
        if (change.value is None) is not bool(change.times):
            self._bad(key, "has one of value, which is added, and times, which multiplies")
        if change.value is not None:
            return change.value
        try:
            times = Fraction(change.times.replace(" ", ""))
        except (ValueError, ZeroDivisionError):
            times = Fraction(-1)
        if times < 0:
            self._bad(dotted(key, "times"), f'is {change.times!r}; write "2", "1/2" or "4/3"')
        return times

    # Scenarios

    def _scenario(self, key: str, data: dict[str, Any]) -> None:
        path, where = self.path, key
        if "file" in data:
            path, where = _beside(self.path, dotted(key, "file"), str(data["file"])), ""
            data = read_toml(path)
        data = {name: value for name, value in data.items() if name != "ruleset"}
        id = data.get("id")
        if not isinstance(id, str):
            raise BadFile(path, dotted(where, "id") if where else "id", "is missing")
        self.found.scenarios[id] = Added(data, path, where)
        self.found.replaces.append(f"scenario {id}")


def _unlike(own: Table, new: Table) -> Iterator[tuple[str, str]]:
    """Where a table lacks what the rules read in the one that it replaces."""
    for column in own.columns:
        if column not in new.columns:
            yield "columns", f"has no column {column!r}, which the rules read in {own.id}"
    if new.rolls != own.rolls:
        yield "rolls", f"is {new.rolls!r}, and the rules roll {own.rolls} for {own.id}"
    if not own.is_numbered:
        for row in own.rows:
            if row not in new.rows:
                yield "rows", f"has no row {row!r}, which the rules read in {own.id}"
    elif new.lowest > own.lowest or new.lowest + len(new.grid) < own.lowest + len(own.grid):
        yield "rows", f"does not go from row {own.rows[0]} to row {own.rows[-1]} as {own.id} does"
    for word in new.results:
        if word not in own.results:
            yield "results", f"has {word!r}, of which the rules know nothing in {own.id}"


def added_scenarios(rule: HouseRule, ruleset: str) -> Mapping[str, Added]:
    """The scenarios that a house rule adds to a ruleset, by id. Raises BadFile."""
    if isinstance(rule.plugin, FromFile):
        return rule.plugin.written[ruleset].scenarios if rule.suits(ruleset) else {}
    found: dict[str, Added] = {}
    for path in rule.scenarios:
        data = read_toml(path)
        if data.pop("ruleset", ruleset) == ruleset:
            found[str(data.get("id", path.stem))] = Added(data, path, "")
    return found


def options_of(rule: HouseRule, ruleset: str) -> Mapping[str, Any]:
    """The defaults of options that a house rule gives for a ruleset."""
    if isinstance(rule.plugin, FromFile):
        return rule.plugin.written[ruleset].options if rule.suits(ruleset) else {}
    return {name.replace("-", "_"): value for name, value in rule.options.items()}


def sides_named(rule: HouseRule, ruleset: str) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """The sides for which alone a house rule in a file has modifiers in a ruleset, as (key, side),
    each with the rulesets for which it is said.
    """
    if not isinstance(rule.plugin, FromFile) or not rule.suits(ruleset):
        return {}
    written = rule.plugin.written
    return {
        named: tuple(id for id, one in written.items() if named in one.sides)
        for named in written[ruleset].sides
    }


def changes_of(rule: HouseRule, ruleset: str) -> Changes:
    """What a house rule in a file does to a ruleset's modifiers, by point."""
    if isinstance(rule.plugin, FromFile) and rule.suits(ruleset):
        return rule.plugin.written[ruleset].modifiers
    return {}
