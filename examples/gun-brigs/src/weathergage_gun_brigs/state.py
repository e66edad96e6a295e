"""What is on the table: ships, the wind, and nothing that is not in sight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import weathergage as wg


# --8<-- [start:scenario]
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

    @property
    def ship_count(self) -> int:
        """How many ships take part."""
        return len(self.ships)


# --8<-- [end:scenario]


# --8<-- [start:ship]
@dataclass(slots=True)
class Ship:
    """A ship. sail, guns, crew, hull: as on her card; lost: hull hits; fallen: crew hits. side: who
    sails her now; built_for: who did at the start.
    """

    name: str
    side: str
    built_for: str
    pose: wg.HexPose
    sail: int
    guns: int
    crew: int
    hull: int
    lost: int = 0
    fallen: int = 0

    @property
    def afloat(self) -> bool:
        """Whether she has not sunk."""
        return self.lost < self.hull

    @property
    def fights(self) -> bool:
        """Whether she is afloat and has men to fight her."""
        return self.afloat and self.fallen < self.crew

    def copy(self) -> Ship:
        """The same ship."""
        return Ship(*(getattr(self, name) for name in self.__slots__))


# --8<-- [end:ship]


@dataclass(slots=True)
class State:
    """All that is on the table. wind: the heading that it blows from, 0 (north) to 5."""

    turn: int
    wind: int
    ships: list[Ship]
    agenda: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    outcome: wg.Outcome | None = None

    def copy(self) -> State:
        """The same position, sharing nothing that changes."""
        ships = [ship.copy() for ship in self.ships]
        return State(self.turn, self.wind, ships, self.agenda, self.outcome)

    def plain(self) -> dict[str, Any]:
        """All of it as JSON data."""
        return {
            "turn": self.turn,
            "wind": {"from": wg.HEADINGS[self.wind]},
            "ships": [
                {
                    "id": ship.name,
                    "name": ship.name,
                    "side": ship.side,
                    "position": list(wg.axial(ship.pose.place)),
                    "heading": wg.HEADINGS[ship.pose.heading],
                    "damage": ship.lost,
                    "fallen": ship.fallen,
                }
                for ship in self.ships
            ],
        }


def set_up(rules: wg.Rules, dice: wg.Dice) -> State:
    """The position that a scenario begins with."""
    ships = []
    for start in rules.scenario.ships:
        card = wg.ship_named(rules.ships, start.type).ratings
        place = wg.place_at(start.column, start.row - start.column // 2)
        pose = wg.HexPose(place, wg.parse_heading(start.heading))
        ratings = (card["sail"], card["guns"], card["crew"], card["hull"])
        ships.append(Ship(start.name, start.side, start.side, pose, *ratings))
    return State(1, wg.parse_heading(rules.scenario.wind), ships)


def restore(rules: wg.Rules, data: dict[str, Any]) -> State:
    """A state to draw, from what a record kept of it."""
    state = set_up(rules, wg.Dice(0))
    state.turn = data["turn"]
    state.wind = wg.parse_heading(data["wind"]["from"])
    for ship, kept in zip(state.ships, data["ships"], strict=True):
        heading = wg.parse_heading(kept["heading"])
        ship.pose = wg.HexPose(wg.place_at(*kept["position"]), heading)
        ship.side, ship.lost, ship.fallen = kept["side"], kept["damage"], kept["fallen"]
    return state


def view(game: wg.Game, seat: str) -> State:
    """What a seat may see: the whole table. Orders are no part of it until they are carried out."""
    return game.state.copy()
