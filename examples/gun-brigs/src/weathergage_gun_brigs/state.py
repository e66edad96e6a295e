"""What is on the table: ships, the wind, and nothing that is not in sight."""

from __future__ import annotations

from dataclasses import dataclass

import weathergage as wg


class Start(wg.Strict):
    """Where a ship begins; columns and rows are counted from the north-west corner."""

    name: str
    type: str
    side: str
    column: int
    row: int
    heading: str


class Action(wg.Scenario):
    """A scenario: what all of them say, the wind and the ships."""

    wind: str
    ships: tuple[Start, ...]


@dataclass(slots=True)
class Ship:
    """A ship. sail, guns: as on her card. damage: her hits on hull and crew. side: who sails her
    now; built_for: who did at the start.
    """

    name: str
    side: str
    built_for: str
    pose: wg.HexPose
    sail: int
    guns: int
    damage: wg.CappedHits

    @property
    def fate(self) -> wg.Fate:
        """What has become of her; nothing while she is afloat and has men to fight her."""
        if self.damage.is_full("hull"):
            return "lost"
        if self.side != self.built_for:
            return "captured"
        return "struck" if self.damage.is_full("crew") else ""

    @property
    def fights(self) -> bool:
        """Whether she can still be fought."""
        return not self.fate


@dataclass(slots=True)
class State(wg.OpenState):
    """All that is on the table. wind: the heading that it blows from, 0 (north) to 5."""

    wind: int
    ships: list[Ship]


def set_up(rules: wg.Rules, dice: wg.Dice) -> State:
    """The position that a scenario begins with."""
    ships = []
    for start in rules.scenario.ships:
        card = wg.ship_named(rules.ships, start.type).ratings
        pose = wg.HexPose.at(start.column, start.row, start.heading)
        damage = wg.CappedHits.of({"hull": card["hull"], "crew": card["crew"]})
        ship = Ship(start.name, start.side, start.side, pose, card["sail"], card["guns"], damage)
        ships.append(ship)
    return State(wg.parse_heading(rules.scenario.wind), ships)
