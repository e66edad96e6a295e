"""From the chart to the table and back: ships placed where they met, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from weathergage import Event, FreePose, clause, event
from weathergage_as_per_margin.boats import settle_boats
from weathergage_as_per_margin.campaign.chart import AWAY, MILES, Chart, Squadron
from weathergage_as_per_margin.campaign.data import CampaignData
from weathergage_as_per_margin.campaign.sailing import forget_lost, leave_aground
from weathergage_as_per_margin.campaign.sighting import CLOSE, hostile_pairs, is_at_sea, look_out
from weathergage_as_per_margin.campaign.stores import pass_time
from weathergage_as_per_margin.campaign.waters import waters_of
from weathergage_as_per_margin.clock import DAY, time_of_day
from weathergage_as_per_margin.damage import enemy_of, release
from weathergage_as_per_margin.sea import BATTLE_HEIGHT, BATTLE_WIDTH
from weathergage_as_per_margin.state import MarginState, Ship

INCHES_A_MILE = 60.0
"""Inches of table to a mile: "APM.scale.distance"."""

PARTED = 60.0
"""Inches between all hostile ships beyond which a battle is over: "APM.campaign.to-table"."""

CABLE = 6.0
"""Inches from ship to ship of a line that comes to the table, a cable; less where it is long."""

ROOM = 4.0
"""Inches that are left between ships placed on the table, as consorts keep in the text."""

MARGIN = 4.0
"""Inches from the table's edge within which no ship is placed."""


@event
class Closed(Event):
    """Squadrons are near enough for the table."""

    squadrons: tuple[str, ...]
    when: str
    clause: str

    def say(self) -> str:
        """Which of them."""
        names = f"{', '.join(self.squadrons[:-1])} and {self.squadrons[-1]}"
        return f"At {self.when} {names} are within a mile: the battle goes to the table."


@event
class BattleOver(Event):
    """Movement goes from the table back to a chart. why: in a few words."""

    why: str
    when: str
    clause: str

    def say(self) -> str:
        """Why, and when."""
        return f"At {self.when} the battle is over: {self.why}."


@event
class PrizeManned(Event):
    """A ship that had struck sails under her captor when a battle is over."""

    ship: str
    by: str
    clause: str

    def say(self) -> str:
        """Whose prize she is."""
        return f"{self.ship} is a prize of the {self.by.capitalize()}."


# To the table


@clause("APM.campaign.to-table")
def close(game: Any, pairs: list[tuple[Squadron, Squadron]]) -> None:
    """Note who goes to the table next: squadrons that have met, and all within a mile of them."""
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    waters = waters_of(game.rules)
    engaged = [squadron for pair in pairs for squadron in pair]
    for near in engaged:
        for squadron in chart.squadrons:
            if squadron in engaged or not near.pose.is_within(squadron.pose, CLOSE):
                continue
            if is_at_sea(waters, state, squadron):
                engaged.append(squadron)
    ids = {squadron.id for squadron in engaged}
    names = tuple(squadron.name for squadron in chart.squadrons if squadron.id in ids)
    chart.closing = tuple(squadron.id for squadron in chart.squadrons if squadron.id in ids)
    if game.telling:
        game.tell(Closed(names, time_of_day(state.minutes), "APM.campaign.to-table"))


def can_fight(ship: Ship) -> bool:
    """Whether a ship is brought to the table: one without a gun box left keeps out of a battle."""
    return not ship.lost and ship.guns > 0


@clause("APM.campaign.to-table", "APM.scale.distance", "APM.scale.time")
def to_table(game: Any) -> None:
    """Put the squadrons that have closed on the open sea: each in line ahead about its place on
    the chart, sixty inches to the mile, headed as it sailed, under the chart's wind.

    Ruling: other squadrons, and ships that are aground, hold their ground until it is over. Each
    battle begins with loaded broadsides and anchors on board. A side that has closed with no ship
    that can fight is taken without a battle.
    """
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    engaged = [squadron for squadron in chart.squadrons if squadron.id in chart.closing]
    chart.closing = ()
    leave_aground(state, engaged)
    fighters = {
        side: [n for s in engaged if s.side == side for n in s.ships if can_fight(state.ships[n])]
        for side in dict.fromkeys(squadron.side for squadron in engaged)
    }
    if len(fighters) < 2 or not all(fighters.values()):
        _yield_up(game, chart, engaged, fighters)
        return
    chart.engaged = tuple(squadron.id for squadron in engaged)
    count = len(engaged)
    chart.origin = FreePose(
        sum(squadron.pose.x for squadron in engaged) // count,
        sum(squadron.pose.y for squadron in engaged) // count,
        0,
    )
    placed: list[FreePose] = []
    for squadron in engaged:
        ships = [state.ships[n] for n in squadron.ships if can_fight(state.ships[n])]
        middle = _on_table(chart.origin, squadron.pose)
        for ship, pose in zip(ships, _line(middle, len(ships), placed), strict=True):
            _set_down(state, ship, pose, len(squadron.ships) == 1)
            placed.append(pose)
        squadron.heave_to()
        squadron.place = ""
    state.scale, state.battle_turn, state.sight = "table", 1, 0


def _on_table(origin: FreePose, pose: FreePose) -> FreePose:
    """A place of the chart in inches of the table whose middle is the origin."""
    share = INCHES_A_MILE / MILES
    x = BATTLE_WIDTH / 2 + (pose.x - origin.x) * share
    y = BATTLE_HEIGHT / 2 + (pose.y - origin.y) * share
    return FreePose.at(x, y, pose.degrees)


def _line(middle: FreePose, count: int, placed: list[FreePose]) -> list[FreePose]:
    """A line ahead about a point, moved aside until it is clear of the ships already placed."""
    if not count:
        return []
    interval = min(CABLE, (min(BATTLE_WIDTH, BATTLE_HEIGHT) - 2 * MARGIN) / count)
    ahead = [((count - 1) / 2 - number) * interval for number in range(count)]
    line: list[FreePose] = []
    for step in range(60):
        aside = ROOM * ((step + 1) // 2) * (1 if step % 2 else -1)
        start = middle.drifted(middle.degrees + 90, aside)
        line = _kept_on([start.ahead(inches) for inches in ahead])
        if not any(pose.is_within(other, ROOM - 0.5) for pose in line for other in placed):
            return line
    return line


def _kept_on(line: list[FreePose]) -> list[FreePose]:
    """A line moved as a whole so that it stands on the table."""
    xs, ys = [pose.inches[0] for pose in line], [pose.inches[1] for pose in line]
    east = max(0.0, MARGIN - min(xs)) - max(0.0, max(xs) - (BATTLE_WIDTH - MARGIN))
    south = max(0.0, MARGIN - min(ys)) - max(0.0, max(ys) - (BATTLE_HEIGHT - MARGIN))
    return [pose.shifted(east, south) for pose in line]


@clause("APM.fire.initial-broadside", "APM.ships.independent")
def _set_down(state: MarginState, ship: Ship, pose: FreePose, single: bool) -> None:
    """Put a ship on the table as for a new battle: her letters open where she has guns."""
    assert state.chart is not None
    state.chart.logs[ship.n].tow = -1
    ship.gone = ""
    ship.pose = pose
    ship.p, ship.s = bool(ship.port or ship.either), bool(ship.starboard or ship.either)
    ship.independent = single or ship.card.rate >= 5
    _make_shipshape(ship)


def _make_shipshape(ship: Ship) -> None:
    """Forget what held only for a battle."""
    ship.bow_cable = ship.stern_cable = ship.lost_anchors = False
    ship.moved = ship.sounded = ship.weighing = ship.pivoted = False
    ship.extra = ship.rowing = 0
    ship.locked = ()
    ship.fired = ()
    ship.swing = ""
    ship.boats_out = ship.alarm = 0
    ship.ladder = ("", 0)
    ship.laid = ()
    ship.track = ()


def _yield_up(
    game: Any, chart: Chart, engaged: list[Squadron], fighters: dict[str, list[int]]
) -> None:
    """Where a side that has closed cannot fight, its ships are the other's without a shot."""
    state: MarginState = game.state
    victor = next((side for side, ships in fighters.items() if ships), "")
    for squadron in engaged if victor else ():
        if squadron.side == victor:
            continue
        for n in squadron.ships:
            _hand_over(game, chart, state.ships[n], victor, engaged)
    chart.lull = True
    forget_lost(state)


# Back to the chart


@clause("APM.campaign.to-table")
def back_to_chart(game: Any) -> None:
    """At the end of a turn on the table, see whether the battle is over: all hostile ships more
    than sixty inches apart, a side without a ship in the fight, or the campaign's limit of turns.

    If so, ships and losses go back to the chart.
    """
    state: MarginState = game.state
    chart = state.chart
    assert chart is not None
    why = _ended(game)
    if not why:
        return
    if game.telling:
        game.tell(BattleOver(why, time_of_day(state.minutes), "APM.campaign.to-table"))
    settle_boats(game)
    engaged = [squadron for squadron in chart.squadrons if squadron.id in chart.engaged]
    _share_out_prizes(game, chart, engaged)
    _take_off(state, chart, engaged)
    state.boats = []
    state.sight = 0
    state.battle_turn = 1
    chart.engaged = ()
    chart.lull = True
    forget_lost(state)
    pass_time(game)
    look_out(game)


def _ended(game: Any) -> str:
    """Why the battle is over, or ""."""
    state: MarginState = game.state
    data: CampaignData = game.rules.scenario.campaign
    sides = {seat: [s for s in state.ships if s.fights and s.side == seat] for seat in game.seats}
    for seat, ships in sides.items():
        if not ships:
            return f"the {seat.capitalize()} have no ship left in the fight"
    ours, theirs = sides.values()
    if not any(one.pose.is_within(other.pose, PARTED) for one in ours for other in theirs):
        return "the enemies are more than a mile apart"
    if state.battle_turn > data.battle_turns:
        return "it is broken off"
    return ""


@clause("APM.campaign.to-table", "APM.ships.strike")
def _share_out_prizes(game: Any, chart: Chart, engaged: list[Squadron]) -> None:
    """Give each ship that struck, though she drifted off the table, to the side of the ship in the
    fight that is nearest to her, the enemy on a tie; with none left she stays her own side's.
    """
    state: MarginState = game.state
    fighting = [ship for ship in state.ships if ship.fights]
    for ship in state.ships:
        if ship.gone not in ("", "left") or not ship.struck:
            continue
        enemy = enemy_of(game, ship.side)
        nearest = min(
            fighting,
            key=lambda one: (one.pose.distance(ship.pose), one.side != enemy, one.n),
            default=None,
        )
        ship.struck = False
        if nearest is not None and nearest.side != ship.side:
            _hand_over(game, chart, ship, nearest.side, engaged)
    for ship in state.ships:
        if not ship.lost and _is_astray(chart, ship):
            _sail_with(chart, ship, engaged)


def _hand_over(game: Any, chart: Chart, ship: Ship, captor: str, engaged: list[Squadron]) -> None:
    """Make a ship a prize: she sails with her captor's squadron, and prisoners sail nowhere."""
    ship.side = captor
    ship.independent = ship.immobile = ship.loaded = False
    _sail_with(chart, ship, engaged)
    if game.telling:
        game.tell(PrizeManned(ship.card.name, captor, "APM.campaign.to-table"))


def _is_astray(chart: Chart, ship: Ship) -> bool:
    """Whether a ship sails with a squadron of a side that is no longer hers."""
    squadron = chart.holder(ship.n)
    return squadron is not None and squadron.side != ship.side


def _sail_with(chart: Chart, ship: Ship, engaged: list[Squadron]) -> None:
    """Put a ship in the first engaged squadron of her side."""
    squadron = chart.holder(ship.n)
    new = next((one for one in engaged if one.side == ship.side), None)
    if new is None or new is squadron:
        return
    if squadron is not None:
        squadron.ships = tuple(n for n in squadron.ships if n != ship.n)
    new.ships = (*new.ships, ship.n)
    chart.logs[ship.n].tow = -1


@clause("APM.campaign.repairs", "APM.campaign.to-table")
def _take_off(state: MarginState, chart: Chart, engaged: list[Squadron]) -> None:
    """Take all ships off the table: each squadron stands where the middle of its ships was, or,
    with none left on the table, where it came from.
    """
    for squadron in engaged:
        on = [state.ships[n] for n in squadron.ships if not state.ships[n].gone]
        if on:
            _stand(squadron, chart.origin, on)
        for n in squadron.ships:
            ship = state.ships[n]
            if not ship.lost:
                if ship.gone != AWAY:
                    chart.logs[n].mend_at = state.minutes + DAY
                release(state, ship)
                _make_shipshape(ship)
                ship.gone = AWAY


def _stand(squadron: Squadron, origin: FreePose, ships: list[Ship]) -> None:
    share = MILES / INCHES_A_MILE
    count = len(ships)
    x = sum(ship.pose.inches[0] for ship in ships) / count - BATTLE_WIDTH / 2
    y = sum(ship.pose.inches[1] for ship in ships) / count - BATTLE_HEIGHT / 2
    squadron.pose = FreePose(
        origin.x + round(x * share), origin.y + round(y * share), ships[0].pose.heading
    )


def in_reach(game: Any) -> Iterator[tuple[Squadron, Squadron]]:
    """Hostile squadrons at sea that are within a mile of one another now."""
    state: MarginState = game.state
    assert state.chart is not None
    waters = waters_of(game.rules)
    for one, other in hostile_pairs(state.chart):
        if one.pose.is_within(other.pose, CLOSE) and all(
            is_at_sea(waters, state, squadron) for squadron in (one, other)
        ):
            yield one, other
