"""Standing orders: who moves independently, and when that is said."""

from __future__ import annotations

import pytest
from signals import give, refused
from table_top import one, sea, ship, told

import weathergage as wg
from weathergage_as_per_margin.orders import Independence, Signalled


@pytest.mark.clause("APM.ships.independent")
def test_a_seventy_four_of_the_line_is_not_independent_and_a_frigate_is() -> None:
    game = sea(ship("Caesar", 74), ship("Muiron", 38, side="french", at=(40, 40)))
    assert not one(game, "caesar").independent
    assert one(game, "muiron").independent


@pytest.mark.clause("APM.ships.independent", "APM.turning.after")
def test_a_damaged_frigate_that_scouts_has_neither_privilege() -> None:
    game = sea(
        ship("Muiron", 38, side="french", heading="E", lost={"upper": 2}),
        ship("Caesar", at=(40, 40)),
        phase="first-move",
    )
    assert one(game, "muiron").independent
    assert refused(game, "muiron extra die") == "APM.wind-speed.extra-die"
    assert refused(game, "muiron E 3 then N") == "APM.turning.after"


@pytest.mark.clause("APM.ships.independent")
def test_a_fleet_ordered_to_general_chase_moves_independently() -> None:
    game = sea(
        ship("Caesar"), ship("Hannibal", at=(30, 30)), ship("Desaix", at=(50, 50), side="french")
    )
    give(game, "independent caesar hannibal", seat="british")
    give(game, "independent none", seat="french")
    assert one(game, "caesar").independent
    assert one(game, "hannibal").independent
    assert not one(game, "desaix").independent
    (said,) = told(game, Signalled)
    assert said.say() == "The British signal: Caesar, Hannibal to move independently."


@pytest.mark.clause("APM.ships.independent")
def test_the_order_is_given_before_the_wind_dice_and_by_both_sides_at_once() -> None:
    game = sea(ship("Caesar"), ship("Desaix", at=(50, 50), side="french"), speed=(3, 3))
    assert game.phase == "orders"
    assert [d.seat for d in game.decisions] == ["british", "french"]
    give(game, "independent all", seat="british")
    assert not one(game, "caesar").independent
    assert game.state.wind_dice == (3, 3)
    give(game, "independent none", seat="french")
    assert one(game, "caesar").independent
    assert game.phase == "first-move"


@pytest.mark.clause("APM.ships.independent")
def test_a_side_whose_ships_cannot_use_it_is_not_asked() -> None:
    game = sea(
        ship("Caesar"),
        ship("Desaix", at=(50, 50), side="french", lost={"upper": 4}),
        ship("Sophie", 14, at=(40, 50), side="french", immobile=True, anchored="both"),
        ship("Muiron", 38, at=(30, 50), side="french", struck=True),
    )
    assert [d.seat for d in game.decisions] == ["british"]


@pytest.mark.clause("APM.ships.independent")
def test_the_order_stands_until_it_is_changed_and_a_damaged_ship_keeps_hers() -> None:
    game = sea(
        ship("Caesar"),
        ship("Hannibal", at=(30, 30), independent=True, lost={"upper": 4}),
        ship("Desaix", at=(50, 50), side="french"),
    )
    assert refused(game, "independent hannibal") == "APM.ships.independent"
    give(game, "independent none", seat="british")
    assert one(game, "hannibal").independent


@pytest.mark.parametrize(
    "line", ["independent pompee", "independent caesar caesar", "independent desaix"]
)
def test_an_order_names_each_of_the_sides_own_ships_once(line: str) -> None:
    game = sea(ship("Caesar"), ship("Desaix", at=(50, 50), side="french"))
    assert refused(game, line, seat="british") == "APM.ships.independent"


@pytest.mark.parametrize("ships", [(), ("caesar",), ("caesar", "hannibal"), ("all",)])
def test_an_order_reads_as_it_is_written(ships: tuple[str, ...]) -> None:
    order = Independence(ships=ships)
    assert Independence(**(Independence.read(order.write()) or {})) == order


def test_by_night_only_the_side_itself_hears_its_signals() -> None:
    game = sea(ship("Caesar"), ship("Desaix", at=(50, 50), side="french"), sight=2)
    give(game, "independent caesar", seat="british")
    give(game, "independent none", seat="french")
    (said,) = [e for e in game.events if isinstance(e, wg.Told) and isinstance(e.inner, Signalled)]
    assert said.seat == "british"
