"""The clock: how long turns last, the naval day from noon, its watches, bells and glasses.

Moments are minutes since the noon at which a campaign began; in a single battle, since its first
turn.
"""

from __future__ import annotations

from typing import NamedTuple

from weathergage import clause
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.state import MarginState

DAY = 1440
"""Minutes from noon to noon."""

GLASS = 30
"""Minutes of a glass: "APM.time.glass"."""

SHORT_TURNS = 10
"""Battle turns that are short."""

SHORT, LONG = 1.5, 15.0
"""Minutes of a short battle turn and of a long one: a long one is half a glass."""

SIGHTING_TURN = 150
"""Minutes of a turn on the sighting chart."""

DUSK, DAWN = 360, 1080
"""Minutes after noon at which daylight ends and begins again: 6 PM and 6 AM."""


class Watch(NamedTuple):
    """A watch: its name, and the minutes after noon at which it begins and at which its bells are
    counted from; the second dog watch goes on with the count of the first.
    """

    name: str
    begins: int
    bells_from: int


# "APM.time.watches" The chart of navy times: each watch holds its first moment and not its last.
WATCHES = (
    Watch("afternoon watch", 0, 0),
    Watch("first dog watch", 240, 240),
    Watch("second dog watch", 360, 240),
    Watch("first watch", 480, 480),
    Watch("middle watch", 720, 720),
    Watch("morning watch", 960, 960),
    Watch("forenoon watch", 1200, 1200),
)

CREW = ("starboard", "larboard")
"""The two halves of a crew, the one that has the first watch of a campaign first."""


@clause("APM.scale.time")
def battle_minutes(turn: int) -> float:
    """How long a battle's turn lasts: the first ten a minute and a half, all others fifteen."""
    return SHORT if turn <= SHORT_TURNS else LONG


@clause("APM.time.day", "APM.campaign.daily")
def naval_day(minutes: float) -> int:
    """The number of a naval day, from 1: days begin at noon."""
    return days_past(minutes) + 1


def days_past(minutes: float) -> int:
    """Whole days that have passed at a moment."""
    return int(minutes // DAY)


@clause("APM.time.watches")
def watch_at(minutes: float) -> Watch:
    """The watch that a moment belongs to."""
    after_noon = minutes % DAY
    return next(watch for watch in reversed(WATCHES) if watch.begins <= after_noon)


@clause("APM.time.crew-watches")
def crew_on_watch(minutes: float) -> str:
    """The half of the crew that has the watch: they take turns, and seven watches a day are odd."""
    count = (naval_day(minutes) - 1) * len(WATCHES) + WATCHES.index(watch_at(minutes))
    return CREW[count % len(CREW)]


@clause("APM.time.bells", "APM.time.glass")
def bells(minutes: float) -> int:
    """The bells struck last, one more as each glass is turned: eight end a watch and begin the
    next.
    """
    glasses = int((minutes % DAY - watch_at(minutes).bells_from) // GLASS)
    return glasses or 8


@clause("APM.campaign.visibility")
def is_daylight(minutes: float) -> bool:
    """Whether it is light: from 6 AM to 6 PM, both included."""
    after_noon = minutes % DAY
    return after_noon <= DUSK or after_noon >= DAWN


def time_of_day(minutes: float) -> str:
    """A moment as a person reads it: "5:30 PM", "noon"."""
    after_noon = int(minutes % DAY)
    if after_noon == 0:
        return "noon"
    if after_noon == DAY // 2:
        return "midnight"
    hours, rest = divmod((after_noon + DAY // 2) % DAY, 60)
    return f"{(hours + 11) % 12 + 1}:{rest:02d} {'AM' if hours < 12 else 'PM'}"


@clause("APM.time.day", "APM.time.watches", "APM.time.bells", "APM.time.crew-watches")
def told(minutes: float) -> str:
    """A campaign's clock: day, time, bells, watch, and who has it."""
    return (
        f"Day {naval_day(minutes)}, {time_of_day(minutes)}: "
        f"{counted(bells(minutes), 'bell')}, {watch_at(minutes).name}, "
        f"{crew_on_watch(minutes)} on deck"
    )


@clause("APM.scale.time", "APM.time.day")
def time_of(state: MarginState) -> str:
    """What the clock of a game shows: of a campaign day, watch and bells, of a battle its length so
    far.
    """
    if state.chart is not None:
        return told(state.minutes)
    return f"{state.minutes:g} minutes into the battle"
