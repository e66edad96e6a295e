"""Gun Brigs: its scales, options and sequence of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import weathergage as wg
from weathergage_gun_brigs import captain, ending
from weathergage_gun_brigs.boarding import Board, boarding
from weathergage_gun_brigs.gunnery import Fire, Fired, gunnery
from weathergage_gun_brigs.sailing import Sail, sailing, wind
from weathergage_gun_brigs.state import Action, Ship, State, set_up

LOOKS = {"": "", "lost": "sunk", "captured": "prize", "struck": "struck"}
"""What marks a ship in a picture, by what has become of her."""


class BrigOptions(wg.Options):
    """The optional rules."""

    steady_wind: bool = wg.option(False, clause="1.3", title="The wind does not shift")


def picture(rules: wg.Rules, state: State) -> wg.Picture:
    """What the table looks like."""
    board = wg.HexTable([wg.SectionMark("", 0, 0, 20, 14)])
    wind = wg.WindMark(60 * state.wind, wg.HEADINGS[state.wind], "")
    return wg.Picture.of(rules, state, board, [mark(ship) for ship in state.ships], wind)


def mark(ship: Ship) -> wg.ShipMark:
    """What a ship looks like."""
    hull, crew = ship.damage.hits["hull"], ship.damage.hits["crew"]
    return wg.ShipMark(
        ship.name,
        ship.name,
        ship.name,
        ship.side,
        place=ship.pose.place,
        heading_degrees=60 * ship.pose.heading,
        length_class="small",
        damage=f"H{hull} C{crew}",
        damage_share=hull / ship.damage.caps["hull"],
        state=LOOKS[ship.fate],
    )


def shots(rules: wg.Rules, events: Sequence[wg.Event]) -> Iterator[wg.Shot]:
    """The broadsides of a game, for comparisons."""
    sides = {start.name: start.side for start in rules.scenario.ships}
    for e in events:
        if isinstance(e, Fired):
            yield wg.Shot(sides[e.ship], e.ship, 100 * e.range, e.hits, raking=e.raking)


def invariants(game: wg.Game) -> list[str]:
    """What is wrong with a position that no play can reach."""
    taken = [ship for ship in game.state.ships if ship.side != ship.built_for]
    return [f"{s.name} was taken with men aboard" for s in taken if s.damage.left("crew")]


def stands(seen: wg.View, seat: str) -> float:
    """How well a seat stands, for captains that search."""
    return sum(ending.worth(s) * (-1 if s.built_for == seat else 1) for s in seen.table.ships)


GUN_BRIGS = wg.Ruleset(
    id="gun-brigs",
    title="Gun Brigs",
    source="an example of our own",
    board="hex",
    rules_version=1,
    package="weathergage_gun_brigs",
    turn_clause="1.1",
    scales=wg.Scales(yards=100, minutes=3, per="hex"),
    options=BrigOptions,
    scenario=Action,
    sequence=(
        wg.Phase("wind", "1.1", wind, "The wind", first_turn=False),
        wg.Phase("sailing", "2.1", sailing, "Sailing"),
        wg.Phase("gunnery", "3.1", gunnery, "Gunnery"),
        wg.Phase("boarding", "4.1", boarding, "Boarding", undo="no"),
        wg.Phase("reckoning", "5.1", ending.reckon, "Reckoning"),
    ),
    commands=(Sail, Fire, Board, wg.Decline),
    points=(
        wg.Point("broadside", "3.3", "a broadside's strength", (wg.Declared("raking", 2, "3.4"),)),
        wg.Point("boarding", "4.2", "the boarders' strength"),
    ),
    set_up=set_up,
    view=State.view,
    plain=State.plain,
    restore=State.restore,
    imagine=State.imagine,
    picture=picture,
    captains={"captain": wg.weighing(captain.worth)},
    score=stands,
    invariants=invariants,
    standing=ending.standing,
    shots=shots,
    profile={
        "who moves when": wg.Answer("All ships at once.", ("2.1",)),
        "how it ends": wg.Answer("By points, when one side alone fights on.", ("5.1", "5.2")),
    },
)
