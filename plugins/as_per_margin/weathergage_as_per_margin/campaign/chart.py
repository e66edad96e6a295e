"""What lies on the chart: squadrons, their ships' stores, and what each side knows of the other."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from weathergage import FreePose, clause

AWAY = "elsewhere"
"""Why a ship of a campaign is not on the table: she is on the chart."""

MILES = 1000
"""Units of the chart in a mile: its poses are whole thousandths."""

MENDING = ("masts", "guns", "hull")
"""The order in which a ship in port is mended unless she is told another."""


class Leg(NamedTuple):
    """A straight part of a course: hundredths of a degree from north, thousandths of a mile."""

    bearing: int
    miles: int


@dataclass(slots=True, eq=False)
class Squadron:
    """Ships that sail together.

    pose: where, in thousandths of a mile, and which way they headed last. ships: their numbers,
    the leading one first; place: id of the port or harbour that they lie in, since that minute.
    legs: what is left of the course that they were given. bound: id of the port that they sail to.
    joining: id of the squadron that they sail to. mending: what is mended first in port.
    number: how many ships, as last reported, -1 for never; only in what a side knows of another.
    """

    id: str
    name: str
    side: str
    pose: FreePose
    ships: tuple[int, ...] = ()
    place: str = ""
    since: float = 0.0
    legs: tuple[Leg, ...] = ()
    bound: str = ""
    joining: str = ""
    mending: tuple[str, ...] = MENDING
    mission: str = ""
    number: int = -1

    def copy(self) -> Squadron:
        """The same squadron, sharing nothing that changes."""
        return Squadron(
            self.id,
            self.name,
            self.side,
            self.pose,
            self.ships,
            self.place,
            self.since,
            self.legs,
            self.bound,
            self.joining,
            self.mending,
            self.mission,
            self.number,
        )

    def heave_to(self) -> None:
        """Forget the course."""
        self.legs, self.bound, self.joining = (), "", ""


@clause("APM.campaign.victualling", "APM.campaign.repairs", "APM.campaign.towing")
@dataclass(slots=True, eq=False)
class Log:
    """A ship's log, beside what her sheet says.

    water, provisions: the number of the last naval day for which they last, from 1. port_days,
    harbour_days: whole days at a stretch in port, in a harbour with wood and water. mend_at: the
    minute at which emergency repairs after an action are done, -1 for none. tow: the number of
    the ship that has her in tow, or -1. came: since when she lies in the port or harbour of her
    squadron, where she came to it there, -1 where she came with it.
    """

    water: int = 0
    provisions: int = 0
    port_days: int = 0
    harbour_days: int = 0
    mend_at: float = -1.0
    tow: int = -1
    came: float = -1.0

    def copy(self) -> Log:
        """The same log, sharing nothing that changes."""
        twin = Log.__new__(Log)
        twin.water = self.water
        twin.provisions = self.provisions
        twin.port_days = self.port_days
        twin.harbour_days = self.harbour_days
        twin.mend_at = self.mend_at
        twin.tow = self.tow
        twin.came = self.came
        return twin


class Report(NamedTuple):
    """What a side was told of a squadron when it came in sight: how many ships, and when."""

    side: str
    squadron: str
    ships: int
    minutes: float


class Award(NamedTuple):
    """Points of an aim, for a ship that was brought where she was wanted."""

    aim: str
    side: str
    ship: int
    points: int


@clause("APM.campaign.orders")
@dataclass(slots=True, eq=False)
class Chart:
    """A campaign as it stands.

    squadrons: of all sides. logs: of the ships, by number. total: of the wind dice with the
    season's change. days: whole days for which stores and repairs have been counted. asked: the
    day on which all squadrons were last asked for orders. closing: squadrons that go to the table
    next. engaged: those that are on it. origin: the point of the chart that the table's middle
    stands for. lull: a battle was just broken off. reports: what has been told of numbers.
    awards: aims met. meeting: squadrons at sea in sight of an enemy.

    Tuples are replaced, never changed in place, so copies share them.
    """

    squadrons: list[Squadron]
    logs: list[Log]
    season: str = ""
    total: int = 2
    days: int = 0
    asked: int = 0
    closing: tuple[str, ...] = ()
    engaged: tuple[str, ...] = ()
    origin: FreePose = field(default_factory=lambda: FreePose(0, 0, 0))
    lull: bool = False
    reports: tuple[Report, ...] = ()
    awards: tuple[Award, ...] = ()
    meeting: tuple[str, ...] = ()

    def squadron(self, id: str) -> Squadron | None:
        """The squadron of that id, or None."""
        return next((squadron for squadron in self.squadrons if squadron.id == id), None)

    def holder(self, n: int) -> Squadron | None:
        """The squadron that a ship sails with, by her number."""
        return next((squadron for squadron in self.squadrons if n in squadron.ships), None)

    def reported(self, side: str, squadron: str) -> int:
        """How many ships a side was last told that an enemy squadron has; -1 for never."""
        found = (r.ships for r in self.reports if r.side == side and r.squadron == squadron)
        return next(found, -1)

    def copy(self) -> Chart:
        """The same chart, sharing nothing that changes."""
        return Chart(
            [squadron.copy() for squadron in self.squadrons],
            [log.copy() for log in self.logs],
            self.season,
            self.total,
            self.days,
            self.asked,
            self.closing,
            self.engaged,
            self.origin,
            self.lull,
            self.reports,
            self.awards,
            self.meeting,
        )

    def plain(self) -> dict[str, Any]:
        """All of it as JSON data."""
        data = {part.name: _plain(getattr(self, part.name)) for part in fields(self)}
        data["squadrons"] = [_fields(squadron) for squadron in self.squadrons]
        data["logs"] = [_fields(log) for log in self.logs]
        return data

    @classmethod
    def restored(cls, data: dict[str, Any]) -> Chart:
        """The chart that `plain` gave the data of."""
        made: dict[str, Any] = {
            name: tuple(v) if isinstance(v, list) else v for name, v in data.items()
        }
        made["squadrons"] = [_squadron(part) for part in data["squadrons"]]
        made["logs"] = [Log(**part) for part in data["logs"]]
        made["origin"] = FreePose(*data["origin"])
        made["reports"] = tuple(Report(*part) for part in data["reports"])
        made["awards"] = tuple(Award(*part) for part in data["awards"])
        return cls(**made)


def _fields(thing: Any) -> dict[str, Any]:
    return {part.name: _plain(getattr(thing, part.name)) for part in fields(thing)}


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _squadron(data: dict[str, Any]) -> Squadron:
    made: dict[str, Any] = {
        name: tuple(v) if isinstance(v, list) else v for name, v in data.items()
    }
    made["pose"] = FreePose(*data["pose"])
    made["legs"] = tuple(Leg(*leg) for leg in data["legs"])
    return Squadron(**made)
