"""Shoals and land: running aground, kedging off, and casting the lead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from weathergage import (
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    FreePose,
    PhaseRun,
    Stand,
    Told,
    clause,
    event,
    point_name,
)
from weathergage_as_per_margin import damage
from weathergage_as_per_margin.night import roll_seen, tell_seen
from weathergage_as_per_margin.sea import is_charted
from weathergage_as_per_margin.state import MarginState, Ship
from weathergage_as_per_margin.ways import Ground, ground_under, grounds_of, near, way

NO_BOTTOM = -1.0
"""What a lead tells where nothing is said of the depth: the line finds no bottom."""

# "APM.campaign.refloat" House figure: how far a ship that is kedged off lies from the ground.
CLEAR = 1.0
"""Inches between a ship that came off and what she lay on."""

KEPT = 256
"""How many lists of grounds are kept, one for each rate, side and what it has sounded."""

FARTHEST = 24.0
"""Inches along the way she came that are searched for such a place."""


class Kedge(Command):
    """Which ships aground try to get off this turn. ships: their ids, none if nobody tries."""

    NOTATION = '"kedge hannibal", "kedge none"'

    ships: tuple[str, ...]

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().replace(",", " ").split()
        if not words or words[0] != "kedge":
            return None
        if len(words) == 1:
            raise ValueError('name the ships that try to get off, or write "kedge none"')
        return {"ships": () if words[1:] == ["none"] else tuple(words[1:])}

    def write(self) -> str:
        """The line that stands for it."""
        return " ".join(("kedge", *(self.ships or ("none",))))


@event
class RanAground(Event):
    """A ship ran aground, and what her dice showed."""

    ship: str
    ground: str
    faces: tuple[int, ...]
    clause: str

    def say(self) -> str:
        """Where, and the dice."""
        shown = " ".join(str(face) for face in self.faces)
        dice = "die" if len(self.faces) == 1 else "dice"
        return f"{self.ship} runs aground on {self.ground}; {dice} {shown}."


@event
class Kedged(Event):
    """A ship tried to get off the ground. result: "stuck" or "off"."""

    ship: str
    result: str
    clause: str

    def say(self) -> str:
        """Whether she is off."""
        if self.result == "off":
            return f"{self.ship} is kedged off."
        return f"{self.ship} is stuck fast."


@event
class Sounded(Event):
    """What the lead told: fathoms at each inch of the way ahead, -1 where it found no bottom."""

    ship: str
    heading: float
    fathoms: tuple[float, ...]
    clause: str

    def say(self) -> str:
        """The soundings in order."""
        told = ", ".join("no bottom" if f < 0 else f"{f:g}" for f in self.fathoms)
        return f"{self.ship} casts the lead towards {point_name(self.heading)}: {told} fathoms."


# Grounds


@clause("APM.campaign.ground-depth")
def takes(game: Any, ship: Ship, ground: Ground) -> bool:
    """Whether a ship of that rate runs aground there: at the depth of her rate, or less."""
    depth: int = game.look_up("rates", ship.card.rate, "depth")
    return ground.tenths <= depth


def grounds_for(game: Any, ship: Ship, seat: str | None = None) -> Sequence[Ground]:
    """All that a ship would run aground on; only what a side knows of, where one is named."""
    rules = game.rules
    every = grounds_of(rules)
    if not every:
        return ()
    key = ship.card.rate, seat, () if seat is None else game.state.soundings
    kept: dict[Any, Sequence[Ground]] | None = rules.memo.get("grounds-for")
    if kept is None:
        kept = rules.memo["grounds-for"] = {}
    found = kept.get(key) if rules.look_up is None else None
    if found is None:
        if len(kept) > KEPT:
            kept.clear()
        found = kept[key] = tuple(
            ground
            for ground in every
            if takes(game, ship, ground) and (seat is None or is_known(game, ground, seat))
        )
    return found


@clause("APM.campaign.lead")
def is_known(game: Any, ground: Ground, seat: str) -> bool:
    """Whether a side knows how deep it is there: charted, or found with the lead."""
    name = ground.region.name
    return is_charted(game.rules, name) or (name, seat) in game.state.soundings


def has_uncharted(rules: Any) -> bool:
    """Whether there is anything on a table for the lead to find."""
    found: bool | None = rules.memo.get("uncharted")
    if found is None:
        found = any(not is_charted(rules, g.region.name) for g in grounds_of(rules))
        rules.memo["uncharted"] = found
    return found


@clause("APM.campaign.aground")
def dice_of(game: Any, ship: Ship) -> int:
    """Dice of a ship that runs aground, by her rate."""
    count: int = game.look_up("rates", ship.card.rate, "dice")
    count = game.modified("grounding dice", count, (), ship)
    return max(0, count)


@clause("APM.campaign.aground", "APM.campaign.ground-depth", "APM.move.sailing")
def run_aground(game: Any, ship: Ship, ground: Ground) -> None:
    """A ship stops where she touches, throws dice by her rate and scores them as near gunfire.

    A 3, a cable in gunfire, does nothing to a ship under sail. Ruling: no side is nearer the
    ground, so the side with more gun boxes loses the first, and both take turns.
    """
    state: MarginState = game.state
    ship.aground = True
    learn(state, ground, ship.side)
    count = dice_of(game, ship)
    faces = tuple(
        roll_seen(
            game,
            f"aground {ship.card.id}",
            f"{ship.card.name} running aground",
            "APM.campaign.aground",
            ship.side,
            ship.pose,
            about=ship.card.id,
        )
        for _ in range(count)
    )
    if game.telling:
        told = RanAground(ship.card.name, ground.region.name, faces, "APM.campaign.aground")
        tell_seen(game, told, ship.side, ship.pose)
    kinds = [kind for kind in (effect(game, face) for face in faces) if kind]
    if kinds:
        first: damage.Side = "starboard" if ship.starboard > ship.port else "port"
        damage.score_hits(game, ship, kinds, near=first, rake=True, clause="APM.campaign.aground")


@clause("APM.fire.effects")
def effect(game: Any, face: int) -> str:
    """What a die of near gunfire hits: "cable", "hull", "guns" or "masts", "" for nothing."""
    found: str = game.look_up("gunnery", face, "near")
    return "" if found == "miss" else found


def learn(state: MarginState, ground: Ground, seat: str) -> None:
    """A side knows from now on how deep it is there."""
    found = ground.region.name, seat
    if found not in state.soundings:
        state.soundings = (*state.soundings, found)


# Kedging off


@clause("APM.campaign.refloat")
def kedge(game: Any, seat: str) -> PhaseRun:
    """At the start of its move a side says which of its ships aground try to get off.

    Ruling: a ship that is locked to another has to part from her first.
    """
    state: MarginState = game.state
    ships = [s for s in state.ships if s.aground and s.side == seat and can_kedge(s)]
    if not ships:
        return
    order = yield Ask(
        seat,
        Kedge,
        clause="APM.campaign.refloat",
        answers=_Kedging(ships),
        prompt="Which ships try to get off the ground? On a 1 she breaks up, on a 6 she is off.",
    )
    for ship in ships:
        if ship.card.id in order.ships and ship.aground:
            _try(game, ship)


@clause("APM.campaign.refloat", "APM.falling-aboard.locked")
def can_kedge(ship: Ship) -> bool:
    """Whether a ship may try to get off the ground: in the fight, and locked to nobody."""
    return ship.aground and ship.fights and not ship.locked


@clause("APM.campaign.refloat")
def throw_off(game: Any, ship: Ship) -> str:
    """Throw for a ship that tries to get off the ground: what the table says."""
    die = roll_seen(
        game,
        f"kedge {ship.card.id}",
        f"kedging {ship.card.name} off",
        "APM.campaign.refloat",
        ship.side,
        ship.pose,
        about=ship.card.id,
    )
    result: str = game.look_up("refloat", game.modified("refloat", die, (), ship), 0)
    return result


@clause("APM.campaign.refloat")
def _try(game: Any, ship: Ship) -> None:
    result = throw_off(game, ship)
    if result == "breaks-up":
        damage.sink(game, ship, "broken up", "APM.campaign.refloat")
        return
    if result == "off":
        ship.aground = False
        ship.moved = True
        come_off(game, ship)
    if game.telling:
        told = Kedged(ship.card.name, result, "APM.campaign.refloat")
        tell_seen(game, told, ship.side, ship.pose)


@clause("APM.campaign.refloat")
def come_off(game: Any, ship: Ship) -> None:
    """Move a ship back along the way she came until she is an inch clear of the ground.

    Ruling: another ship in the way stops her short, and she is afloat all the same.
    """
    start = ship.stand
    ground = ground_under(start, grounds_for(game, ship))
    back = _way_back(ship)
    if ground is None:
        return
    inches = 0.0
    while inches < FARTHEST:
        gap = ground.region.shape.distance(start.at(_along(ship.pose, back, inches)).shape)
        if gap >= CLEAR:
            break
        # She cannot be clear before she has gone as far as she is short of it.
        soonest = inches + CLEAR - gap - 0.01
        inches += 0.05
        while inches < min(soonest, FARTHEST):
            inches += 0.05
    end = _along(ship.pose, back, inches)
    share = way(game.rules, start, end, near(game, ship, inches), ()).share
    ship.track = (ship.pose, _along(ship.pose, back, inches * share))
    ship.pose = ship.track[-1]


def _way_back(ship: Ship) -> float:
    """The bearing that she came from, or astern where nobody saw her come."""
    for pose in reversed(ship.track):
        found = ship.pose.bearing(pose)
        if found is not None:
            return found
    return (ship.pose.degrees + 180) % 360


def _along(pose: FreePose, bearing: float, inches: float) -> FreePose:
    return pose.drifted(bearing, inches)


class _Kedging:
    """Any of the ships aground, each once."""

    __slots__ = ("ships",)

    def __init__(self, ships: Sequence[Ship]) -> None:
        self.ships = ships

    def legal(self) -> None:
        """Not listed: any choice of the ships."""
        return

    def sample(self, dice: Dice) -> Kedge:
        """Each ship tries one time in three."""
        tried = [s.card.id for s in self.ships if not dice.below("sample", 3)]
        return Kedge(ships=tuple(tried))

    def check(self, command: Command) -> Complaint | None:
        """Whether each named ship is aground and named once."""
        assert isinstance(command, Kedge)
        known = [ship.card.id for ship in self.ships]
        for name in command.ships:
            if name not in known:
                told = f"{name!r} is none of your ships aground: {', '.join(known)}"
                return Complaint(told, "APM.campaign.refloat", "unknown-ship")
        if len(set(command.ships)) < len(command.ships):
            told = "a ship is named twice; name each once"
            return Complaint(told, "APM.campaign.refloat", "named-twice")
        return None

    def help(self) -> str:
        """Who may be named."""
        names = ", ".join(ship.card.id for ship in self.ships)
        return f'Name those that try, of {names}: "kedge {self.ships[0].card.id}", "kedge none".'


# The lead


@clause("APM.campaign.lead")
def cast_lead(game: Any, ship: Ship, heading: float) -> None:
    """Tell a side the depth at each inch of a ship's least distance before she sails it.

    What her base would touch there counts, the shallowest first. She keeps to her least speed
    this turn, on that heading or another.
    """
    state: MarginState = game.state
    ship.sounded = True
    ahead = Stand(ship.pose.pointed(heading), ship.card.base)
    found = []
    for inch in range(state.lower + 1):
        touched = list(_touched(game, ahead.at(ahead.pose.ahead(inch))))
        for ground in touched:
            learn(state, ground, ship.side)
        tenths = min((ground.tenths for ground in touched), default=None)
        found.append(NO_BOTTOM if tenths is None else tenths / 10)
    if game.telling:
        told = Sounded(ship.card.name, heading, tuple(found), "APM.campaign.lead")
        game.tell(Told(ship.side, told))


def _touched(game: Any, stand: Stand) -> Iterable[Ground]:
    for ground in grounds_of(game.rules):
        if ground_under(stand, (ground,)) is not None:
            yield ground
