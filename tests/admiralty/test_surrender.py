"""Helpless ships that strike to an enemy close by (3.4)."""

from __future__ import annotations

from typing import Any

import pytest
from fleet import one, sea, ship, told

import weathergage as wg
from weathergage_admiralty import surrender
from weathergage_admiralty.state import Guns
from weathergage_admiralty.surrender import Surrendered

WIDE = 30 / 25.4
"""Inches across the base of a ship of the line."""

HELPLESS = {"port": (0, 0, 0), "starboard": (0, 0, 0), "sail_hits": 99}


def beside(gap: float, port: bool = False) -> tuple[float, float]:
    """A place so many inches from the Caesar's side, hull to hull."""
    off = WIDE + gap
    return 20 - off if port else 20 + off, 20.0


def stricken(
    *others: dict[str, Any], options: dict[str, Any] | None = None, **more: Any
) -> wg.Game:
    """The helpless Caesar, crew C unless it is said, with some ships about her."""
    ours = {**HELPLESS, "grade": "C", **more}
    return sea(ship("Caesar", **ours), *others, phase="surrender", options=options)


def enemy(gap: float, **more: Any) -> dict[str, Any]:
    """An enemy off her starboard side."""
    return ship("Desaix", "french-74", at=beside(gap), side="french", **more)


def friend(gap: float, **more: Any) -> dict[str, Any]:
    """A friend off her port side."""
    return ship("Zealous", at=beside(gap, port=True), **more)


def has_struck(game: wg.Game) -> bool:
    """Whether the Caesar has struck to the French."""
    return one(game, "caesar").surrendered == "french"


@pytest.mark.clause("3.4", "3.0")
def test_crew_c_strikes_to_an_enemy_within_an_inch_with_all_friends_beyond_two_and_a_half() -> None:
    game = stricken(enemy(1.0), friend(2.6))
    assert has_struck(game)
    assert [(e.ship, e.to, e.how) for e in told(game, Surrendered)] == [
        ("Caesar", "french", "helpless")
    ]
    assert not one(game, "caesar").fights


@pytest.mark.clause("3.4")
def test_crew_c_does_not_strike_with_a_friend_within_two_and_a_half() -> None:
    assert not has_struck(stricken(enemy(0.5), friend(2.4)))


@pytest.mark.clause("3.4")
def test_crew_c_does_not_strike_with_all_enemies_beyond_an_inch() -> None:
    assert not has_struck(stricken(enemy(1.1), friend(5)))


@pytest.mark.clause("3.4")
def test_a_friend_at_exactly_two_and_a_half_is_not_farther_off() -> None:
    assert not has_struck(stricken(enemy(0.5), friend(2.5)))


@pytest.mark.clause("3.4")
def test_without_any_friend_she_strikes() -> None:
    assert has_struck(stricken(enemy(0.5)))


@pytest.mark.clause("3.4")
@pytest.mark.parametrize(
    ("grade", "friends", "enemies"),
    [("A", 3.5, 0.5), ("B", 3.0, 0.75), ("C", 2.5, 1.0), ("D", 2.0, 1.5)],
)
def test_every_grade_has_its_own_line(grade: str, friends: float, enemies: float) -> None:
    assert has_struck(stricken(enemy(enemies), friend(friends + 0.1), grade=grade))
    assert not has_struck(stricken(enemy(enemies + 0.1), friend(friends + 0.1), grade=grade))
    assert not has_struck(stricken(enemy(enemies), friend(friends), grade=grade))


@pytest.mark.clause("3.4", "1.1")
def test_the_distances_go_with_the_scale() -> None:
    # In half scale places shrink with the models, and so does what is measured.
    assert has_struck(stricken(enemy(1.0), friend(2.6), options={"scale": "small"}))
    assert not has_struck(stricken(enemy(1.1), friend(2.6), options={"scale": "small"}))


@pytest.mark.clause("3.4")
def test_only_ships_that_have_not_surrendered_count() -> None:
    assert has_struck(stricken(enemy(0.5), friend(0.5, surrendered="french")))
    assert not has_struck(stricken(enemy(0.5, surrendered="british"), friend(9)))


@pytest.mark.clause("3.4")
def test_two_helpless_friends_side_by_side_hold_out_together() -> None:
    game = stricken(enemy(0.5), friend(0.5, grade="C", **HELPLESS))
    assert not has_struck(game)
    assert one(game, "zealous").fights


@pytest.mark.clause("3.4")
def test_helpless_enemies_side_by_side_strike_to_each_other_at_once() -> None:
    game = stricken(enemy(0.5, grade="C", **HELPLESS))
    assert (one(game, "caesar").surrendered, one(game, "desaix").surrendered) == (
        "french",
        "british",
    )


@pytest.mark.clause("3.4")
def test_a_surrendered_ship_takes_no_further_part() -> None:
    game = stricken(enemy(0.5), ship("Pique", "british-38", at=(50, 50)))
    assert has_struck(game)
    decision = next(d for d in game.decisions if d.seat == "british")
    assert "caesar" not in decision.help()
    assert one(game, "caesar").side == "british"


# Immobile and without guns


def is_helpless(**more: Any) -> bool:
    """Whether the Caesar is, with an enemy far off."""
    game = sea(ship("Caesar", **more), phase="sails")
    return surrender.is_helpless(game, one(game, "caesar"))


@pytest.mark.clause("3.4-immobile")
def test_a_ship_with_one_gun_die_left_does_not_check() -> None:
    assert not is_helpless(port=(1, 0, 0), starboard=(0, 0, 0), sail_hits=99)


@pytest.mark.clause("3.4-immobile")
def test_a_ship_that_could_move_does_not_check_though_she_has_stopped() -> None:
    """Battle move 5.5: 90 sail hits leave half an inch."""
    assert not is_helpless(**{**HELPLESS, "sail_hits": 90}, setting="stop")
    assert not is_helpless(**{**HELPLESS, "sail_hits": 0}, setting="anchored")


@pytest.mark.clause("3.4-immobile")
def test_a_ship_without_guns_that_is_locked_in_irons_or_aground_checks() -> None:
    held = {**HELPLESS, "sail_hits": 0}
    assert is_helpless(**held, irons=True)
    assert is_helpless(**held, aground=True)
    game = stricken(enemy(0.5, locks={"caesar": 0}), sail_hits=0, locks={"desaix": 1})
    assert has_struck(game)


@pytest.mark.clause("3.4-immobile")
def test_blocked_and_mobilised_guns_are_not_destroyed() -> None:
    guns = {"port": (0, 4, 0), "starboard": (0, 4, 0), "sail_hits": 99}
    assert not is_helpless(**guns, blocked=(4, 4))
    assert not is_helpless(**guns, party=(0, 4, 0))
    assert Guns(0, 4, 0).total == 4


@pytest.mark.clause("3.4", "5.1-start")
def test_a_ship_that_strikes_is_out_of_her_boarding_action() -> None:
    from weathergage_admiralty.state import Action

    game = stricken(enemy(0.5), friend(0.4))
    game.state.actions = (Action(1, (0,), 1, (2, 2), (), 1),)
    game.state.mark_boarding()
    surrender.strike(game, one(game, "caesar"), "french", "helpless", "3.4")
    assert not game.state.actions
    assert one(game, "desaix").action == -1


@pytest.mark.clause("3.4-immobile", "2.6-irons")
def test_a_ship_that_takes_her_sails_in_this_turn_is_in_irons_no_more() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), irons=True, port=(0, 0, 0), starboard=(0, 0, 0), grade="C"),
        enemy(0.9),
        wind="N",
        phase="sails",
        dice=wg.Dice.of(action=(6,)),
    )
    for decision in game.decisions:
        orders = {"caesar": "stop"} if decision.seat == "british" else {}
        game.submit(decision.id, {"kind": "sails", "orders": orders})
    assert one(game, "caesar").setting == "stop"
    assert not one(game, "caesar").irons
    assert not one(game, "caesar").surrendered


@pytest.mark.clause("3.4-immobile", "4.3-W")
@pytest.mark.parametrize(("hits", "strikes"), [(6, False), (7, True)])
def test_a_ship_without_guns_that_is_too_full_of_water_to_sail_checks(
    hits: int, strikes: bool
) -> None:
    game = stricken(enemy(0.9), sail_hits=0, waterline=hits)
    assert has_struck(game) is strikes
