"""Ship types: read from TOML, each rating with its provenance.

One file for each group of ships::

    id = "mix-a"
    clause = "3.23"
    title = "The allies"
    [[provenance]]              # for every ship of the file
    fields = "*"
    status = "printed"
    [[ships]]
    id = "A-74"
    name = "74 of the allies"
    quantity = 24
    ratings = { guns = [25, 14], hull = 15 }
    provenance = [{ fields = "hull", status = "found", where = "..." }]    # the last that fits
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field

from weathergage.datafiles import (
    FileModel,
    Provenance,
    ProvenanceBlock,
    Several,
    Status,
    checked,
    dotted,
    named_after_file,
    read_toml,
    toml_files,
    worst,
)
from weathergage.errors import BadFile, UnknownName, WeathergageError

Rating = int | str | tuple[int | str, ...]
"""What a rating can be: a number, a word, or a short list of these."""

_NO_RATING = "is neither a whole number, a word, nor a list of these"


@dataclass(frozen=True, slots=True)
class ShipType:
    """A kind of ship as its counter or card has it; nothing of it changes.

    id: such as "A-74". group: the file it stands in. quantity: how many there are.
    ratings: by name, in the file's order. provenance: of each rating and of "quantity".
    """

    id: str
    name: str
    clause: str
    group: str
    quantity: int
    ratings: dict[str, Rating]
    provenance: dict[str, Provenance]

    @property
    def worst(self) -> Provenance:
        """The provenance of the least well founded figure."""
        return worst(self.provenance.values())

    @property
    def status(self) -> Status:
        """The status of the least well founded figure."""
        return self.worst.status

    def as_json(self) -> dict[str, Any]:
        """Plain data: id, name, ratings, status and source, quantity, and each field's source."""
        least = self.worst
        return {
            "id": self.id,
            "name": self.name,
            "ratings": {name: _plain(value) for name, value in self.ratings.items()},
            "status": least.status,
            "source": least.source,
            "quantity": self.quantity,
            "fields": {
                name: {"status": source.status, "source": source.source}
                for name, source in self.provenance.items()
            },
        }

    def replaced(self, field: str, value: int | str | Sequence[int | str], why: str) -> ShipType:
        """The same type with one rating, or its quantity, changed and marked as a house rule's.

        Raises UnknownName for no such field, and WeathergageError for a value that is none.
        """
        if field not in self.provenance:
            raise UnknownName(f"rating of {self.id}", field, self.provenance)
        new = _rating(value)
        if new is None:
            raise WeathergageError(f"{field} of {self.id}: {value!r} {_NO_RATING}")
        provenance = self.provenance | {field: Provenance("house", why=why)}
        if field != "quantity":
            return replace(self, ratings=self.ratings | {field: new}, provenance=provenance)
        if not isinstance(new, int) or new < 0:
            raise WeathergageError(f"quantity of {self.id}: {value!r} is not a count")
        return replace(self, quantity=new, provenance=provenance)


def like(
    ship: ShipType,
    id: str,
    name: str,
    quantity: int,
    ratings: Mapping[str, int | str | Sequence[int | str]],
    why: str,
) -> ShipType:
    """A new type made on the lines of another, every figure of it marked as a house rule's.

    ratings: those that differ. Raises UnknownName for a rating that the other has not, and
    WeathergageError for a value that is none.
    """
    house = Provenance("house", why=why)
    made = replace(ship, id=id, name=name, provenance=dict.fromkeys(ship.provenance, house))
    for field, value in {"quantity": quantity, **ratings}.items():
        made = made.replaced(field, value, why)
    return made


def load_ships(folder: Path | str) -> dict[str, ShipType]:
    """Every ship type of a folder by id, file by file. Read once; raises BadFile."""
    return {ship.id: ship for ship in _ships(str(folder))}


def ship_named(ships: Mapping[str, ShipType], id: str) -> ShipType:
    """The ship type of that id. Raises UnknownName with the nearest."""
    try:
        return ships[id]
    except KeyError:
        raise UnknownName("ship", id, ships) from None


@cache
def _ships(folder: str) -> tuple[ShipType, ...]:
    seen: dict[str, Path] = {}
    ships: list[ShipType] = []
    for path in toml_files(Path(folder)):
        for ship in load_ship_file(path):
            if ship.id in seen:
                raise BadFile(path, ship.id, f"is a ship of {seen[ship.id].name} as well")
            seen[ship.id] = path
            ships.append(ship)
    return tuple(ships)


def load_ship_file(path: Path) -> list[ShipType]:
    """The ship types of one file, in its order. Raises BadFile with the key that is wrong."""
    file = checked(_ShipFile, read_toml(path), path)
    named_after_file(path, file.id)
    return [_ship(path, file, n) for n in range(len(file.ships))]


class _FieldsBlock(ProvenanceBlock):
    fields: Several = Field(min_length=1)


class _Ship(FileModel):
    id: str
    name: str
    quantity: int = Field(ge=0)
    ratings: dict[str, Any] = Field(min_length=1)
    provenance: list[_FieldsBlock] = Field(default_factory=list)


class _ShipFile(FileModel):
    id: str
    clause: str
    title: str
    ships: list[_Ship] = Field(min_length=1)
    provenance: list[_FieldsBlock] = Field(default_factory=list)


def _ship(path: Path, file: _ShipFile, n: int) -> ShipType:
    ship = file.ships[n]
    ratings: dict[str, Rating] = {}
    for name, value in ship.ratings.items():
        rating = _rating(value)
        if rating is None or name == "quantity":
            problem = f"{value!r} {_NO_RATING}" if rating is None else "has a key of its own"
            raise BadFile(path, dotted("ships", n, "ratings", name), problem)
        ratings[name] = rating
    return ShipType(
        id=ship.id,
        name=ship.name,
        clause=file.clause,
        group=file.id,
        quantity=ship.quantity,
        ratings=ratings,
        provenance=_provenance(path, file, n, ["quantity", *ratings]),
    )


def _provenance(path: Path, file: _ShipFile, n: int, names: Sequence[str]) -> dict[str, Provenance]:
    """Each field's provenance: the file's blocks, then the ship's, the last that fits."""
    ship = file.ships[n]
    told: dict[str, Provenance] = {}
    for block in file.provenance:
        wanted = names if "*" in block.fields else [f for f in block.fields if f in names]
        told.update(dict.fromkeys(wanted, block.told(file.clause)))
    for k, block in enumerate(ship.provenance):
        for field in block.fields:
            if field != "*" and field not in names:
                key = dotted("ships", n, "provenance", k, "fields")
                raise BadFile(path, key, f"{field!r} names no field of {ship.id}")
        wanted = names if "*" in block.fields else block.fields
        told.update(dict.fromkeys(wanted, block.told(file.clause)))
    for name in names:
        if name not in told:
            raise BadFile(path, dotted("ships", n), f"no provenance covers {name} of {ship.id}")
    return {name: told[name] for name in names}


def _rating(value: object) -> Rating | None:
    """A rating as it is kept, or None for what cannot be one."""
    if isinstance(value, list | tuple):
        parts = [_single(part) for part in value]
        return None if None in parts else tuple(part for part in parts if part is not None)
    return _single(value)


def _single(value: object) -> int | str | None:
    if isinstance(value, int | str) and not isinstance(value, bool):
        return value
    return None


def _plain(value: Rating) -> int | str | list[int | str]:
    return list(value) if isinstance(value, tuple) else value
