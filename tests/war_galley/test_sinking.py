"""Rammed galleys that sink, and what goes down with them (7.17)."""

from __future__ import annotations

from typing import Any

import pytest
from galleys import commander, leader, one, sea, told
from rowing import enemy, own

import weathergage as wg
from weathergage_war_galley import sinking, status

A = {"rammed": True}


def fleet(*things: Any, dice: tuple[int, ...] = (), **more: Any) -> wg.Game:
    """A position at the Sinking Segment, with the dice for it."""
    return sea(*things, dice=wg.Dice.of(sinking=dice), **more)


def gone(game: wg.Game) -> set[str]:
    """Codes of the galleys that have sunk."""
    return {galley.counter.code for galley in game.state.galleys if galley.gone == "sunk"}


@pytest.mark.clause("7.17", "3.1.G4")
@pytest.mark.parametrize(("die", "sinks"), [(1, False), (5, False), (6, True)])
def test_a_rammed_galley_sinks_on_a_six(die: int, sinks: bool) -> None:
    game = fleet(own("5/1", "2319", **A), enemy("5/2", "3010"), dice=(die,))
    status.sink(game)
    assert gone(game) == ({"5/1"} if sinks else set())
    assert one(game, "5/1").rammed
    assert (one(game, "5/1").bow in game.state.at) is not sinks


@pytest.mark.clause("7.17")
def test_each_side_rolls_for_each_of_its_rammed_galleys_and_for_no_other() -> None:
    game = fleet(
        own("5/1", "2319", **A),
        own("5/3", "2519"),
        enemy("5/2", "3010", **A),
        dice=(5, 6),
    )
    status.sink(game)
    assert gone(game) == {"5/2"}
    assert len([e for e in told(game, wg.Rolled) if e.clause == "7.17"]) == 2


@pytest.mark.clause("7.17-chain", "3.1.G4")
def test_what_is_fouled_with_a_sinking_galley_sinks_too() -> None:
    game = fleet(own("5/1", "2319", **A, fouled=("5/2",)), enemy("5/2", "2420"), dice=(6,))
    status.sink(game)
    assert gone(game) == {"5/1", "5/2"}
    assert game.state.at == {}
    assert [event.dragged for event in told(game, sinking.Sank)] == [False, True]


@pytest.mark.clause("7.17-chain")
def test_a_chain_of_grapples_and_fouling_goes_down_as_a_whole() -> None:
    game = fleet(
        own("5/1", "2319", **A, grappled=("5/2",)),
        enemy("5/2", "2420", fouled=("5/3",)),
        own("5/3", "2521"),
        enemy("5/4", "3010"),
        dice=(6,),
    )
    status.sink(game)
    assert gone(game) == {"5/1", "5/2", "5/3"}


@pytest.mark.clause("7.17-chain", "3.1.G4")
def test_whoever_has_got_clear_before_survives() -> None:
    game = fleet(
        own("5/1", "2319", **A, grappled=("5/2",)),
        enemy("5/2", "2420", fouled=("5/3",)),
        own("5/3", "2521", crew=3),
        dice=(6,),
    )
    game.state.part(one(game, "5/3"))
    status.sink(game)
    assert gone(game) == {"5/1", "5/2"}


@pytest.mark.clause("7.17-chain")
def test_a_rammed_galley_of_the_chain_sinks_whatever_it_would_have_rolled() -> None:
    game = fleet(own("5/1", "2319", **A, fouled=("5/2",)), enemy("5/2", "2420", **A), dice=(6, 1))
    status.sink(game)
    assert gone(game) == {"5/1", "5/2"}


@pytest.mark.clause("7.17-chain", "5.53")
def test_a_commander_whose_galley_sinks_is_lost() -> None:
    game = fleet(
        own("5/1", "2319", **A),
        own("5/3", "2521"),
        enemy("5/2", "3010"),
        commanders=[commander("regulus", "5/1", 4)],
        dice=(6,),
    )
    status.sink(game)
    found = leader(game, "regulus")
    assert found.lost
    assert found.galley == one(game, "5/3").n
