"""One of a thing is told in the singular: in the story, at questions, on the table and its logs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, strategies as st
from table_top import region, sea, ship

import weathergage as wg
from weathergage.plugins import scenarios_of
from weathergage.views import story
from weathergage_as_per_margin import (
    boarding,
    boats,
    cutting_out,
    damage,
    grounding,
    gunnery,
    mortars,
    mustering,
    weather,
)
from weathergage_as_per_margin.campaign import aims, sailing, stores, winds
from weathergage_as_per_margin.counting import counted
from weathergage_as_per_margin.picture import picture

MANY = (
    "guns|masts|cables|dice|hits|boxes|boats|figures|inches|days|points|miles|intervals|ships|"
    "turns|bells|fathoms|(?:mast|gun|port gun|starboard gun|hull) boxes|boats board"
)

ONE_OF_MANY = re.compile(rf"(?<![\d./]\s)(?<![\d.])\b1 (?:{MANY})\b")
"""A count of one with a plural. "7 / 4 / 1 intervals" is a list, and 1.0 inches no count."""


@given(st.integers(0, 40))
def test_only_one_is_singular(count: int) -> None:
    told = counted(count, "gun box", "gun boxes")
    assert told == ("1 gun box" if count == 1 else f"{count} gun boxes")
    assert counted(count, "hit").endswith("hit" if count == 1 else "hits")


ALONE = [
    (
        gunnery.Fired(
            "Caesar",
            "port",
            "Desaix",
            "near",
            4,
            (),
            (3, 4, 5, 6),
            ("cable", "hull", "guns", "masts"),
            "APM.fire.effects",
        ),
        "Caesar's port guns fire at Desaix, near range (3 4 5 6): 1 cable, 1 hull, 1 gun, 1 mast.",
    ),
    (
        gunnery.Fired(
            "Caesar",
            "port",
            "Desaix",
            "near",
            4,
            (),
            (3, 3, 4, 4, 5, 5, 6, 6),
            ("cable", "cable", "hull", "hull", "guns", "guns", "masts", "masts"),
            "APM.fire.effects",
        ),
        "Caesar's port guns fire at Desaix, near range (3 3 4 4 5 5 6 6): "
        "2 cables, 2 hull, 2 guns, 2 masts.",
    ),
    (
        mortars.Shelled("Etna", "Mole", 1, (1, 2), 1, (5,), ("guns",), "APM.bomb.ladder"),
        "Etna throws shells at Mole, firing 1 (1 2): 1 on the mark (5): 1 gun.",
    ),
    (
        boarding.Boarded(
            "british",
            (("Sprite", 1),),
            (4,),
            1,
            "french",
            (("Lys", 1),),
            (5,),
            1,
            "APM.boarding.roll",
        ),
        "Boarding action between Sprite (1 die, 1 hit) and Lys (1 die, 1 hit).",
    ),
    (
        cutting_out.BoatsBoarded(
            "Lys", "british", 1, (4,), 1, (5,), 1, True, "APM.cutting-out.boarding"
        ),
        "1 boat boards Lys: 1 hit to 1 of 1 die, ready.",
    ),
    (
        damage.Damaged("Lys", "Caesar", 1, 1, 0, 0, 1, "", "APM.fire.effects"),
        "Lys loses 1 mast box, 1 port gun box and 1 hull box to Caesar.",
    ),
    (
        damage.BoatsLost("caesar-1", 1, 1, "APM.cutting-out.combat"),
        "caesar-1: 1 boat lost, 1 left.",
    ),
    (
        boats.BoatsRowed("caesar-1", 1, 45.0, 2.5, "", "APM.cutting-out.movement"),
        "1 boat (caesar-1) rows NE 2.5 inches.",
    ),
    (
        boats.Landed("caesar-1", "Marines", 1, "APM.landing.scale"),
        "Marines land, 1 figure, from caesar-1.",
    ),
    (
        mustering.BoatsRegrouped("caesar-2", "caesar-1", 1, False, "APM.cutting-out.movement"),
        "1 boat of caesar-1 goes apart as caesar-2.",
    ),
    (
        grounding.RanAground("Lys", "the shoal", (4,), "APM.campaign.aground"),
        "Lys runs aground on the shoal; die 4.",
    ),
    (weather.NightSight(1, "APM.cutting-out.visibility"), "One sees 1 inch this night turn."),
    (
        sailing.CastAdrift("Lys", 1, False, "APM.campaign.towing"),
        "Lys is cast adrift and loses 1 hull box.",
    ),
    (
        sailing.DrivenAshore("Lys", 1, 0, 2, "APM.campaign.aground"),
        "Lys is driven ashore and loses 1 mast box and 2 hull boxes.",
    ),
    (
        sailing.DrivenAshore("Lys", 0, 0, 0, "APM.campaign.aground"),
        "Lys is driven ashore and loses nothing.",
    ),
    (
        stores.Mended("Lys", 1, 1, 0, "APM.campaign.repairs"),
        "Lys repairs 1 mast box and 1 gun box.",
    ),
    (
        stores.Starved("Lys", "water", 1, "APM.campaign.starvation"),
        "Lys is out of water and has 1 gun box left.",
    ),
    (
        winds.ChartWind("W", 0, 1, 2, 1, "calm", "APM.campaign.wind"),
        "The wind holds at W: 1 interval free, 1 beating, when calms are likely.",
    ),
    (aims.Arrived("Lys", "Cadiz", 1, "APM.campaign.daily"), "Lys is safe in Cadiz: 1 point."),
]


@pytest.mark.parametrize(("event", "told"), ALONE, ids=[type(e).__name__ for e, _ in ALONE])
def test_one_of_a_thing_is_told_so(event: Any, told: str) -> None:
    assert event.say() == told


def said(game: wg.Game) -> Iterator[str]:
    """What people are asked, and what stands beside the marks and on the logs."""
    for decision in game.decisions:
        yield decision.prompt
        yield decision.help()
    drawn = picture(game.rules, game.state)
    yield from drawn.notes
    if drawn.board is not None:
        yield from (region.note for region in drawn.board.regions)
    for mark in drawn.ships:
        yield f"{mark.size} {mark.note}"
    for sheet in drawn.logs:
        yield sheet.note
        yield from (f"{row.label} {row.value}" for row in sheet.rows)


@pytest.mark.parametrize("name", scenarios_of(wg.rulesets()["as-per-margin"]))
def test_no_game_tells_of_one_with_a_plural(name: str) -> None:
    game = wg.new_game(f"as-per-margin/{name}", seed=11)
    dice, given_answers = wg.Dice(11), 0
    while game.decisions and given_answers < 400:
        if given_answers % 20 == 0:
            for sentence in said(game):
                assert not ONE_OF_MANY.search(sentence), sentence
        decision = game.decisions[0]
        game.submit(decision.id, decision.sample(dice))
        given_answers += 1
    for sentence, _ in story(game.events):
        assert not ONE_OF_MANY.search(sentence), sentence


def test_a_shoal_of_one_fathom_is_labelled_so() -> None:
    bank = region("Bank", "shoal", (30, 30), (40, 30), (40, 40), (30, 40), depth=1.0)
    game = sea(ship("Caesar"), ship("Desaix", at=(50, 50), side="french"), regions=[bank])
    board = picture(game.rules, game.state).board
    assert board is not None
    assert [mark.note for mark in board.regions] == ["1 fathom"]
