"""The battles with both sides where their files suggest, for tests that play nothing."""

from __future__ import annotations

from typing import Any

import weathergage as wg
from weathergage.plugins import assemble_scenario, find_ruleset
from weathergage_war_galley.deployment import Deploy, Deployment
from weathergage_war_galley.scenarios import WarGalleyScenario
from weathergage_war_galley.state import Galley, GalleyState

RULESET = find_ruleset("war-galley")

BATTLES = (
    "lade",
    "arginusae",
    "catana",
    "salamis",
    "ecnomus",
    "drepanum-approach",
    "drepanum-battle",
    "aegates",
    "chios",
    "side",
    "myonessus",
    "tauris",
    "naulochus",
    "actium",
)


class Table:
    """What deployment needs of a game."""

    telling = False

    def __init__(self, rules: Any) -> None:
        self.rules = rules
        self.state: GalleyState = RULESET.set_up(rules, wg.Dice(0))


def scenario(id: str) -> WarGalleyScenario:
    found = RULESET.scenarios[id]
    assert isinstance(found, WarGalleyScenario)
    return found


def begun(id: str, **options: Any) -> Table:
    """A battle with both sides where the file suggests."""
    made = scenario(id)
    table = Table(assemble_scenario(RULESET, made, options))
    for name in made.deploys:
        side = made.side(name)
        task = Deployment(table.state, made, side, table.rules.options)
        treasure = task.suggested().treasure
        task.carry_out(table, task.plan(Deploy(treasure=treasure)))
    return table


def found(table: Table, side: str, code: str) -> Galley:
    """A galley by side, type and number."""
    for ship in table.state.galleys:
        counter = ship.counter
        if ship.counter.side == side and code == f"{counter.type}/{counter.number}":
            return ship
    raise AssertionError(code)


def in_hex(table: Table, label: str) -> Galley:
    """The galley in a hex."""
    return table.state.galleys[table.state.at[scenario_of(table).sheet.beyond(label)]]


def scenario_of(table: Table) -> WarGalleyScenario:
    made = table.rules.scenario
    assert isinstance(made, WarGalleyScenario)
    return made


def pair(table: Table, label: str) -> str:
    """The hexes of the galley in a hex, bow first, as printed."""
    sheet = scenario_of(table).sheet
    return "-".join(sheet.label(hex) for hex in in_hex(table, label).hexes)


def commander_at(table: Table, id: str) -> str:
    sheet = scenario_of(table).sheet
    leader = next(c for c in table.state.commanders if c.id == id)
    return "-".join(sheet.label(hex) for hex in table.state.galleys[leader.galley].hexes)
