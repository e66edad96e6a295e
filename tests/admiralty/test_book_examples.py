"""Examples that the book gives in words or figures, played through on the table (3.1, 4.1, 5.1)."""

from __future__ import annotations

from typing import Any

import pytest
from fleet import answer, one, sea, ship, told
from orders import order

import weathergage as wg
from weathergage_admiralty.boarding import BoardingTried
from weathergage_admiralty.melee import BoardingDice
from weathergage_admiralty.parties import Mobilised
from weathergage_admiralty.salvos import Fired


def caesar_fires(*enemies: dict[str, Any], **caesar: Any) -> wg.Game:
    """Caesar, her bow to the north, fires to starboard at whom she must; nobody else fires."""
    game = sea(ship("Caesar", at=(30, 30), **caesar), *enemies, phase="cannon")
    order(game, "caesar starboard", seat=caesar.get("side", "british"))
    while game.phase == "cannon":
        order(game, "hold")
    return game


def enemy(name: str, x: float, y: float) -> dict[str, Any]:
    """An enemy so far to the east of Caesar, and ahead of her."""
    return ship(name, "french-74", (30 + x, 30 - y), "N", "french")


def targets(game: wg.Game) -> set[str]:
    return {event.target for event in told(game, Fired)}


@pytest.mark.clause("4.1-primary")
def test_one_enemy_in_a_nearer_bracket_is_fired_at_before_three_nearer_the_line_of_fire() -> None:
    farther = (enemy("Desaix", 5.8, 0), enemy("Genereux", 4.4, 1), enemy("Tigre", 9, -2.5))
    assert targets(caesar_fires(enemy("Spartiate", 2.6, 1.4), *farther)) == {"Spartiate"}


@pytest.mark.clause("4.1-primary")
def test_of_three_enemies_in_one_bracket_that_nearest_the_line_of_fire_is_fired_at() -> None:
    three = (enemy("Desaix", 3.4, 1.6), enemy("Genereux", 5.9, 0.2), enemy("Tigre", 4.2, -1.8))
    assert targets(caesar_fires(*three)) == {"Genereux"}


@pytest.mark.clause("4.1-doctrine", "4.2-medium-range")
@pytest.mark.parametrize(("armament", "aimed"), [("28x18", (0, 2)), ("44x18", (1, 2))])
def test_the_french_aim_two_dice_at_the_rigging_and_of_three_two(
    armament: str, aimed: tuple[int, int]
) -> None:
    """Four medium dice, and six, at medium range."""
    victim = ship("Spencer", at=(35, 30))
    game = caesar_fires(victim, type="french-74", side="french", armament=armament)
    assert [event.dice for event in told(game, Fired)] == [aimed]


def alongside(phase: str, dice: wg.Dice | None = None, **caesar: Any) -> wg.Game:
    """Caesar, a 74, and beside her a French three-decker, both stopped."""
    return sea(
        ship("Caesar", setting="stop", **caesar),
        ship("Ocean", "french-118", (21.6, 20), "N", "french", setting="stop"),
        phase=phase,
        dice=dice,
    )


@pytest.mark.clause("5.1-dice", "5.1-dice-mobilised", "5.1-dice-defender", "3.1")
def test_the_ships_of_the_worked_example_board_with_four_dice_against_six() -> None:
    game = alongside("mobilise", wg.Dice.of(attempt=(6,)))
    order(game, "mobilise caesar", seat="british")
    order(game, "mobilise ocean", seat="french")
    while game.phase != "attempts":
        decision = game.decisions[0]
        if decision.kind == "fire":
            order(game, "hold")
        elif decision.kind == "sails":
            order(game, "sails keep")
        else:
            order(game, "repair nothing")
    order(game, "board caesar ocean", seat="british")
    if game.phase == "attempts":
        order(game, "board nobody", seat="french")
    (tried,) = told(game, BoardingTried)
    assert (tried.faces, tried.begun) == ((6,), True)
    assert {event.ships: event.dice for event in told(game, BoardingDice)} == {
        "Caesar": 4,
        "Ocean": 6,
    }


@pytest.mark.clause("3.1", "3.1-both-sides", "3.1-marking")
def test_a_ship_of_505_gives_up_four_dice_of_one_rating_marked_gm4() -> None:
    guns = {"port": (5, 0, 5), "starboard": (5, 0, 5)}
    game = alongside("mobilise", **guns)
    order(game, "mobilise caesar 2 0 2", seat="british")
    answer(game, {"kind": "mobilise", "ships": {}}, seat="french")
    assert [(event.guns, event.mark) for event in told(game, Mobilised)] == [("202", "GM4")]
    assert one(game, "caesar").port.digits == one(game, "caesar").starboard.digits == "505"
