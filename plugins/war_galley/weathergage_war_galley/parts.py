"""The parts of a scenario file: galleys, commanders, places, special rules, victory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Literal

from pydantic import Field

from weathergage import Side, Status, Strict, WeathergageError, clause
from weathergage_war_galley.sheet import Edge

Colour = Literal["red", "green"]

TYPES: dict[str, str] = {
    "L": "lembi",
    "RL": "reinforced lembi",
    "T": "transport",
    "2": "bireme",
    "L2": "Liburnian bireme",
    "3": "trireme",
    "cat3": "cataphracted trireme",
    "4": "quadrireme",
    "5": "quinquereme",
    "6": "sexteres",
    "7": "hepteres",
    "8": "octares",
    "10": "dekares",
    "Trm": "tremiola",
}
"""Types of galley by the book's shorthand ("4.1")."""

# "2.1-size" Ruling: these have the square counter, all others the double one.
ONE_HEX = frozenset({"L", "RL", "T"})

UNPRINTED = (
    "No commander's ratings are in the rules but those of M. Octavius; Command Range 4 is what the "
    "printed wings fit, and the rest is by the man's record."
)
"""Why a commander's ratings are reconstructed."""

TO_DEPLOY = "to deploy"
"""Why a galley is off the map: its side has yet to place it."""
WAITING = "waiting"
"""Why a galley is off the map: it waits behind others of its line."""


# Reading lists of galleys


def codes_of(texts: Iterable[str]) -> Iterator[str]:
    """Type and number of each galley that texts such as "5/8-13" and "6/2" name, in order."""
    for text in texts:
        type, _, numbers = text.partition("/")
        first, _, last = numbers.partition("-")
        if not first.isdigit() or (last and not last.isdigit()):
            raise WeathergageError(f'"{text}" names no galleys: write "5/8-13" or "6/2".')
        for n in range(int(first), int(last or first) + 1):
            yield f"{type}/{n}"


@clause("2.1-size", "4.0")
def size_of(type: str) -> int:
    """Hexes that a galley of a type fills."""
    return 1 if type in ONE_HEX else 2


# The parts of a file


@clause("2.1-type", "4.1", "8.5")
class GalleyEntry(Strict):
    """Galleys of one type, by their numbers.

    numbers: first and last. fleet: who may command them, where a side's fleets are apart. flame,
    firepots, corvus, harpax: as the scenario equips them. crew ... towers: instead of what the
    counter says. faster: added to the Maximum Speed. value: Victory Points instead of the Ram
    Defense. off_coast: they may not leave the map, nor be within so many hexes of an edge that is
    coast. with_option: changes to this entry by optional rule. status, why: of all these.
    """

    type: str
    numbers: tuple[int, int]
    fleet: str = ""
    flame: bool = False
    firepots: bool = False
    corvus: bool = False
    harpax: bool = False
    crew: int | None = Field(default=None, ge=0, le=4)
    ram: tuple[int, int] | None = None
    defense: int | None = None
    manpower: int | None = Field(default=None, ge=0)
    speed: tuple[int, int] | None = None
    hexes: int | None = Field(default=None, ge=1, le=2)
    anastrophe: bool | None = None
    engines: bool | None = None
    towers: bool | None = None
    faster: int = 0
    value: int | None = None
    off_coast: int | None = Field(default=None, ge=0)
    with_option: dict[str, dict[str, Any]] = Field(default_factory=dict)
    status: Status = "printed"
    why: str = ""

    @property
    def codes(self) -> list[str]:
        """Type and number of each galley, "5/11"."""
        return [f"{self.type}/{n}" for n in range(self.numbers[0], self.numbers[1] + 1)]

    def with_options(self, options: Any) -> GalleyEntry:
        """The entry as the optional rules that are played change it."""
        entry = self
        for option, changes in self.with_option.items():
            if getattr(options, option, False):
                entry = entry.model_copy(update=changes)
        return entry


@clause("2.1-commanders", "5.11", "5.12")
class CommanderEntry(Strict):
    """A Squadron Commander or, with an initiative, an Admiral.

    at: a hex of the galley that he is in, "" as its player wishes. squadrons: blocks among whose
    galleys he chooses, () for all of his fleet. columns: between which some part of his galley
    lies. only: types of galley that he may command or be in. ersatz: his name is the book's
    invention. status, why: of his ratings.
    """

    id: str
    name: str
    range: int = Field(ge=1)
    initiative: int | None = Field(default=None, ge=0)
    fleet: str = ""
    at: str = ""
    squadrons: tuple[str, ...] = ()
    columns: tuple[str, str] | None = None
    only: tuple[str, ...] = ()
    ersatz: bool = False
    status: Status = "reconstructed"
    why: str = UNPRINTED


class Zone(Strict):
    """Where galleys of a block may be placed.

    edge: that `within`, or `exactly`, are counted from, its own hexes as 0. part: whether every
    hex counts or only the bow. columns: first and last, as hexes with any row. rows: first and
    last that any part may be in. headings: () for any. stern_off: the stern may lie beyond the
    map's edge. beyond: the bow itself must lie just beyond the edge; places are then written by
    the hex that the bow enters. bows: hexes to choose from. words: all this in words.
    """

    edge: Edge | None = None
    within: int | None = Field(default=None, ge=0)
    exactly: int | None = Field(default=None, ge=0)
    part: Literal["all", "bow"] = "all"
    columns: tuple[str, str] | None = None
    rows: tuple[int, int] | None = None
    headings: tuple[str, ...] = ()
    stern_off: bool = False
    beyond: bool = False
    bows: tuple[str, ...] = ()
    words: str = ""


class Block(Strict):
    """Galleys that are placed together: a squadron, a line, a wing.

    galleys: "5/8-13" and the like, in the order of their places. at: their places (`layout.read`),
    the head of a line first; galleys left over wait off the map behind the last of them. heading:
    of places that show none. pool: blocks of a side with the same word share their galleys, and
    the player says which goes where. zone: where the player may place them, `at` being only what
    is suggested. formation: "abreast" in so many `lines`, each of one row of bows, or "astern" in
    so many `lines`. behind: id of the block that has a galley two hexes or more ahead of each of
    these. near: id of the block that has one within two hexes of each. lead: types for the first
    place. entry: the first hex of a line that waits as a whole, with its heading. turn: in which
    the waiting may begin to enter. after: lines that must be on the map before. tugs: id of the
    block that tows these. anchored: it lies at anchor. without: it is left out with that option.
    status, why: of the places.
    """

    id: str
    galleys: tuple[str, ...]
    at: tuple[str, ...] = ()
    heading: str = ""
    pool: str = ""
    zone: Zone | None = None
    formation: Literal["", "abreast", "astern"] = ""
    lines: int = Field(default=1, ge=1)
    behind: str = ""
    near: str = ""
    lead: tuple[str, ...] = ()
    entry: str = ""
    turn: int = Field(default=1, ge=1)
    after: tuple[str, ...] = ()
    tugs: str = ""
    anchored: bool = False
    without: str = ""
    status: Status = "printed"
    why: str = ""

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """Type and number of each galley, in order."""
        return tuple(codes_of(self.galleys))

    @property
    def is_free(self) -> bool:
        """Whether the player has a say in where its galleys lie."""
        return bool(self.pool) or self.zone is not None


class SideEntry(Side):
    """One side: colour of its counters, galleys, commanders and their places.

    sails: "none" may use sail, or all may and start with it "down", "up", or by "choice".
    harbour: most lines that start in port, 0 where none does; the blocks with a zone of bows are
    then these lines, over which the player deals out the galleys as he likes.
    """

    colour: Colour
    galleys: tuple[GalleyEntry, ...] = ()
    commanders: tuple[CommanderEntry, ...] = ()
    blocks: tuple[Block, ...] = ()
    sails: Literal["none", "down", "up", "choice"] = "none"
    harbour: int = Field(default=0, ge=0)

    def block(self, id: str) -> Block:
        """The block of that id; KeyError."""
        for block in self.blocks:
            if block.id == id:
                return block
        raise KeyError(id)

    def size(self, block: Block) -> int:
        """Hexes that each galley of a block fills; one block has galleys of one size."""
        first = block.codes[0] if block.codes else ""
        for entry in self.galleys:
            if entry.hexes is not None and first in entry.codes:
                return entry.hexes
        return size_of(first.partition("/")[0])


@clause("2.2")
class MapEntry(Strict):
    """The map. north: what the book calls north, in words. names: of two sheets, the left or
    upper first. land, open_coast: hexes (`layout.hexes`). status, why: of land and coast.
    """

    join: Literal["", "long", "short"] = ""
    names: tuple[str, str] = ("N", "S")
    north: str = "row 00"
    coast: tuple[Edge, ...] = ()
    open_coast: tuple[str, ...] = ()
    land: tuple[str, ...] = ()
    status: Status = "printed"
    why: str = ""


@clause("6.2", "6.21")
class WindEntry(Strict):
    """The wind. to: heading that it blows to, "" for none. changes: "none" for no wind at all,
    "steady", "rolled" each turn, or "rising": none until its side rolls below the turn's number.
    """

    to: str = ""
    changes: Literal["none", "steady", "rolled", "rising"] = "none"
    side: str = ""


class Approach(Strict):
    """The first turn belongs to one side alone, which comes up to the enemy.

    command: squadrons and their commanders are needed. cruise: nobody uses Maximum Speed.
    """

    side: str
    command: bool = True
    cruise: bool = False


class Convoy(Strict):
    """Transports that need no commander: all of them are activated together, in any phase of a
    side's command activations. most: command activations a turn for the side, the convoy's
    counted, 0 for no limit.
    """

    side: str
    most: int = 0


class Foul(Strict):
    """Foul weather: a flame needs so much to catch, and the firefight die is changed."""

    ignition: int = 4
    firefight: int = 0


class FirstSpeed(Strict):
    """A side's galleys that may spend so many Movement Points in the first turn. option: with
    which alone this is so, "" for always.
    """

    side: str
    galleys: tuple[str, ...]
    points: int
    option: str = ""


class Deserting(Strict):
    """Fleets that may turn and leave by an edge when they are first activated. option: with which
    alone this is so, "" for always.
    """

    fleets: tuple[str, ...]
    edge: Edge
    option: str = ""


class Column(Strict):
    """Galleys that are one squadron for as long as they keep line astern, whoever commands."""

    side: str
    galleys: tuple[str, ...]


class Special(Strict):
    """A scenario's own rules; whatever is absent does not apply.

    initiative: side that has it in the first turn without a roll. initiative_modifiers: to the
    roll, by side. single: sides without Double Activation. fatigue: added to the fatigue roll, by
    side. approach: the first turn is one side's. convoy: transports without a commander.
    in_command: galleys of a commander's squadron whatever the range, in the first turn, by his
    id. column: one squadron while in line astern. deserting: treachery. cruise: sides that may
    not use Maximum in the first turn, each with the option that this hangs on, "" for none.
    cruise_until_entered: sides that may not until all of theirs are wholly on the map.
    first_speed: speed of the first turn. no_flagship: types that carry no commander, by side. foul:
    weather. throwers: sides for which a D of flame missiles is a D/F. level: nobody has the
    Height Advantage. flagship_crew: crew of the galley in which a commander starts, by his id.
    """

    initiative: str = ""
    initiative_modifiers: dict[str, int] = Field(default_factory=dict)
    single: tuple[str, ...] = ()
    fatigue: dict[str, int] = Field(default_factory=dict)
    approach: Approach | None = None
    convoy: Convoy | None = None
    in_command: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    column: Column | None = None
    deserting: Deserting | None = None
    cruise: dict[str, str] = Field(default_factory=dict)
    cruise_until_entered: tuple[str, ...] = ()
    first_speed: FirstSpeed | None = None
    no_flagship: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    foul: Foul = Foul()
    throwers: tuple[str, ...] = ()
    level: bool = False
    flagship_crew: dict[str, int] = Field(default_factory=dict)


class Exit(Strict):
    """Galleys of a side that leave by an edge. points: for its own side, each. sound: only those
    that are not Crippled count.
    """

    side: str
    edge: Edge
    points: int = 0
    sound: bool = False


class Aground(Strict):
    """Points for each galley that a side runs aground in certain hexes; it is then out of play
    and lost to nobody.
    """

    side: str
    hexes: tuple[str, ...]
    points: int


class Treasure(Strict):
    """A treasure hidden in a galley of a block. captured: points for the enemy who takes it.
    exited: points for its side when it leaves by the edge.
    """

    side: str
    blocks: tuple[str, ...]
    edge: Edge
    captured: int
    exited: int


class Survivors(Strict):
    """Points for a side that has not won, if these commanders are alive and free at the end; if it
    then has no more than the enemy, the enemy wins.
    """

    side: str
    commanders: tuple[str, ...]
    points: int


class Escape(Strict):
    """Transports that leave by an edge are worth nothing to the enemy, unless he sends one galley
    after each so many of them by that edge: then they count, and that galley does not.
    """

    side: str
    edge: Edge
    each: int = 2


@clause("9.1")
class Victory(Strict):
    """How a scenario is won. points: needed, by side, and at least `ratio` times the enemy's."""

    points: dict[str, int] = Field(default_factory=dict)
    ratio: int = 2
    exits: tuple[Exit, ...] = ()
    aground: Aground | None = None
    treasure: Treasure | None = None
    survivors: Survivors | None = None
    escape: Escape | None = None


@clause("10.0")
class TournamentEntry(Strict):
    """A battle of fleets that the players buy: who leads them, and whose edge is whose.

    edges: by side. squadron_leaders, levels: most leaders besides the Admiral, and Victory Points
    needed, by Fleet-Building Points. admirals, leaders: by side, to choose from. within: hexes from
    the edge for the set-up.
    """

    edges: dict[str, Edge]
    squadron_leaders: dict[str, int]
    levels: dict[str, int]
    within: int = 8
    admirals: dict[str, tuple[CommanderEntry, ...]]
    leaders: dict[str, tuple[CommanderEntry, ...]]
