"""Luck stays with its ship: orders given in another sequence, or changed for one ship, move no
die of another.
"""

from __future__ import annotations

from typing import Any

import pytest
from positions import plot, sea, ship, told

import weathergage as wg
from weathergage_frigate.plotting import Plot

BRITISH = [
    ship("B-74", "A 1010", "N", 4, flag="FF"),
    ship("B-74", "A 1013", "N", 4),
    ship("B-64", "A 0713", "N", 4),
]
FRENCH = [
    ship("A-74", "A 1210", "N", 4, flag="FF"),
    ship("A-64", "A 1213", "N", 4),
    ship("A-64", "A 0513", "N", 4),
]
ORDERS = {
    "74/A": "N 4; Fire Crew 74/A",
    "74/B": "N 4; Fire Crew 64/A",
    "64/K": "N 4; Fire Mast 64/B",
}
ENEMY = {"74/A": "N 4", "64/A": "N 4", "64/B": "N 4"}


def rolls(game: wg.Game) -> dict[str, Any]:
    """The faces of every gunnery roll by the ship fired at."""
    return {e.about: e.faces for e in told(game, "Rolled") if "fire at" in e.purpose}


def test_the_sequence_of_the_rows_changes_nothing() -> None:
    straight = sea(BRITISH, FRENCH)
    plot(straight, british=ORDERS, french=ENEMY)
    turned = sea(BRITISH, FRENCH)
    plot(turned, british=dict(reversed(ORDERS.items())), french=ENEMY)
    assert [e.plain() for e in straight.events] == [e.plain() for e in turned.events]


def test_an_order_changed_for_one_ship_leaves_the_others_dice() -> None:
    kept = sea(BRITISH, FRENCH)
    plot(kept, british=ORDERS, french=ENEMY)
    changed = sea(BRITISH, FRENCH)
    plot(changed, british={**ORDERS, "74/A": "N 4"}, french=ENEMY)
    before, after = rolls(kept), rolls(changed)
    assert len(before) == 3
    assert after == {who: faces for who, faces in before.items() if who != "french 74/A"}


def test_answers_in_either_order_give_the_same_events() -> None:
    one, other = sea(BRITISH, FRENCH), sea(BRITISH, FRENCH)
    plots = {"british": Plot(orders=ORDERS), "french": Plot(orders=ENEMY)}
    for decision in one.decisions:
        one.submit(decision.id, plots[decision.seat])
    for decision in reversed(other.decisions):
        other.submit(decision.id, plots[decision.seat])
    assert [e.plain() for e in one.events] == [e.plain() for e in other.events]


def test_undo_takes_back_the_rolls_and_the_same_plot_rolls_them_again() -> None:
    game = sea(BRITISH, FRENCH)
    plot(game, british=ORDERS, french=ENEMY)
    first = [e.plain() for e in game.events]
    game.undo()
    assert rolls(game) == {}
    (left,) = game.decisions
    assert left.seat == "french"
    game.submit(left.id, {"orders": ENEMY})
    assert [e.plain() for e in game.events] == first


def test_an_answer_to_an_undone_decision_never_lands_on_another() -> None:
    game = sea(BRITISH, FRENCH)
    stale = game.decisions[0]
    game.submit(stale.id, {"orders": ORDERS})
    game.undo()
    with pytest.raises(wg.DecisionClosed, match="open now"):
        game.submit(stale.id, {"orders": ORDERS})


def test_a_sample_moves_no_die_of_the_game() -> None:
    game = sea(BRITISH, FRENCH)
    before = game.dice.mark()
    for number in range(20):
        game.decisions[0].sample(wg.Dice(number))
    assert game.dice.mark() == before
