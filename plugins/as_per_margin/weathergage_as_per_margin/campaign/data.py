"""What a scenario file says of a campaign.

Places are miles from the chart's north-west corner, x east and y south; sixty to a degree of
latitude.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from weathergage import Region, Status, Strict, WeathergageError, clause, degrees_of

Mile = tuple[float, float]
"""A point of the chart."""

Heading = Annotated[float, BeforeValidator(degrees_of)]
"""Degrees clockwise from north, or a name such as "NNE"."""

SeasonKind = Literal["stormy", "calm"]

EIGHT = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


@clause("APM.campaign.water", "APM.campaign.victualling")
class PortData(Strict):
    """A port, or a harbour in which one may lie but not victual or repair.

    at: a point of the sea before it. side: whose it is, "" where both may enter. water: of a
    harbour, that wood and fresh water are near.
    """

    id: str
    name: str
    at: Mile
    kind: Literal["port", "harbour"] = "port"
    side: str = ""
    water: bool = False
    status: Status = "house"
    why: str = ""


class LandData(Strict):
    """A piece of land: its corners."""

    name: str
    outline: tuple[Mile, ...] = Field(min_length=3)
    status: Status = "house"
    why: str = ""


@clause("APM.campaign.season")
class SeasonData(Strict):
    """A time of the year, both days included, as month and day: "10-01". It may run over New
    Year.
    """

    begins: str = Field(alias="from", pattern=r"^\d\d-\d\d$")
    ends: str = Field(alias="to", pattern=r"^\d\d-\d\d$")
    kind: SeasonKind

    def holds(self, day: date) -> bool:
        """Whether a day belongs to it."""
        now = f"{day.month:02d}-{day.day:02d}"
        if self.begins <= self.ends:
            return self.begins <= now <= self.ends
        return now >= self.begins or now <= self.ends


class SquadronData(Strict):
    """A squadron: ids of its ships, and where it is: at a point or in a port.

    mission: what it is there for, in a sentence for its admiral.
    """

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    name: str
    side: str
    ships: tuple[str, ...] = Field(min_length=1)
    at: Mile | None = None
    port: str = ""
    heading: Heading = 0.0
    mission: str = ""
    status: Status = "house"
    why: str = ""


class AimData(Strict):
    """What a side wants besides taking ships: points for each of these ships of its own that it
    brings into the port, or of the enemy's that it keeps out of it to the end.
    """

    id: str
    side: str
    kind: Literal["bring", "keep-out"] = "bring"
    ships: tuple[str, ...] = Field(min_length=1)
    port: str
    points: int
    text: str = ""


@clause("APM.campaign.victualling")
class StoresData(Strict):
    """Days for which every ship has wood and water, and other provisions, at the start."""

    water: int = Field(default=90, ge=0)
    provisions: int = Field(default=360, ge=0)


@clause("APM.campaign.daily", "APM.wind.latitudes", "APM.campaign.season")
class CampaignData(Strict):
    """A campaign: its calendar, its chart, and who sails on it.

    days: after which it ends. start: the date at whose noon it begins. latitude: of the chart's
    northern edge, in degrees, south negative. width, height: miles. prevailing: where the wind
    mostly comes from, "" to go by the latitude. battle_turns: after which night, damage and weary
    crews break a battle off.
    """

    days: int = Field(gt=0)
    start: str
    latitude: float = Field(ge=-90, le=90)
    width: float = Field(gt=0)
    height: float = Field(gt=0)
    prevailing: Literal["", "N", "NE", "E", "SE", "S", "SW", "W", "NW"] = ""
    seasons: tuple[SeasonData, ...] = ()
    ports: tuple[PortData, ...] = ()
    land: tuple[LandData, ...] = ()
    squadrons: tuple[SquadronData, ...] = Field(min_length=2)
    aims: tuple[AimData, ...] = ()
    stores: StoresData = StoresData()
    battle_turns: int = Field(default=60, gt=0)

    @cached_property
    def first_day(self) -> date:
        """The date at whose noon it begins."""
        return date.fromisoformat(self.start)

    @cached_property
    def middle_latitude(self) -> float:
        """Degrees of latitude of the middle of the chart, where its one wind is told for."""
        return self.latitude - self.height / 120

    @property
    def doubts(self) -> list[str]:
        """Every figure that is not printed, a sentence each."""
        entries: tuple[PortData | LandData | SquadronData, ...] = (
            *self.ports,
            *self.land,
            *self.squadrons,
        )
        return [
            f"{entry.name}: {entry.status}: {entry.why}"
            for entry in entries
            if entry.status != "printed" and entry.why
        ]

    @model_validator(mode="after")
    def _is_sound(self) -> Self:
        for problem in _problems(self):
            raise ValueError(problem)
        return self

    def strangers(self, sides: Iterable[str], ships: Iterable[str]) -> Iterator[str]:
        """What the campaign names that the scenario lacks, a sentence each.

        sides: ids of its sides. ships: ids of its ships.
        """
        known, afloat = list(sides), set(ships)
        named = " or ".join(known)
        for squadron in self.squadrons:
            if squadron.side not in known:
                yield f"the side of squadron {squadron.id} is {squadron.side!r}: write {named}"
            for ship in squadron.ships:
                if ship not in afloat:
                    yield f"squadron {squadron.id} has {ship!r}, which is no ship"
        for port in self.ports:
            if port.side and port.side not in known:
                yield f"the side of {port.name} is {port.side!r}: write {named}"
        for aim in self.aims:
            if aim.side not in known:
                yield f"the side of aim {aim.id} is {aim.side!r}: write {named}"
            for ship in aim.ships:
                if ship not in afloat:
                    yield f"aim {aim.id} names {ship!r}, which is no ship"


def _problems(data: CampaignData) -> Iterator[str]:
    """What is wrong with a campaign by itself, a sentence each that says what to do."""
    try:
        date.fromisoformat(data.start)
    except ValueError:
        yield f"start is {data.start!r}: write the date as 1801-07-01"
    yield from _twice("port", (port.id for port in data.ports))
    yield from _twice("squadron", (squadron.id for squadron in data.squadrons))
    yield from _twice("aim", (aim.id for aim in data.aims))
    yield from _twice("ship", (ship for squadron in data.squadrons for ship in squadron.ships))
    ports = {port.id for port in data.ports}
    clash = sorted(ports & {squadron.id for squadron in data.squadrons})
    if clash:
        yield f"{clash[0]!r} is a port and a squadron: give one another id"
    places = [(port.name, port.at) for port in data.ports]
    for squadron in data.squadrons:
        if (squadron.at is None) == (not squadron.port):
            yield f"squadron {squadron.id} is at a point or in a port: give it one of the two"
        if squadron.port and squadron.port not in ports:
            yield f"squadron {squadron.id} is in {squadron.port!r}, which is no port"
        if squadron.at is not None:
            places.append((squadron.name, squadron.at))
    for aim in data.aims:
        if aim.port not in ports:
            yield f"aim {aim.id} names {aim.port!r}, which is no port"
    yield from _misplaced(data, places)


def _twice(what: str, ids: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            yield f"{what} {id!r} is there twice"
        seen.add(id)


def _misplaced(data: CampaignData, places: list[tuple[str, Mile]]) -> Iterator[str]:
    """Land that is no outline, and ports and squadrons ashore or off the chart."""
    import shapely

    try:
        lands = [Region.of(land.name, "land", land.outline) for land in data.land]
    except WeathergageError as error:
        yield str(error)
        return
    for name, (x, y) in places:
        if not (0 <= x <= data.width and 0 <= y <= data.height):
            yield f"{name} is at {x:g}, {y:g}, off the chart"
        for land in lands:
            if land.shape.contains(shapely.Point(x, y)):
                yield f"{name} is at {x:g}, {y:g}, on land in {land.name}: put it in the water"
