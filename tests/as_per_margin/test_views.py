"""What a side sees, what a record keeps, and what is drawn."""

from __future__ import annotations

from typing import Any

import pytest
from table_top import battery, boats, one, region, sea, ship, unit

import weathergage as wg
from weathergage.captains.random import play_at_random
from weathergage.draw.svg import svg
from weathergage.testing import check_secrecy, drawn, give, reachable
from weathergage_as_per_margin.picture import picture
from weathergage_as_per_margin.state import MarginState
from weathergage_as_per_margin.views import UNSEEN, plain, restore


def night(sight: int = 3, **more: Any) -> wg.Game:
    return sea(
        ship("Surprise", 28, (10, 10)),
        boats("launch", "surprise", 2, (30, 32)),
        ship("Hermione", 32, (36, 36), side="french", anchored="both"),
        boats("guard", "hermione", 1, (33, 32), side="french", guard=True),
        sight=sight,
        night=True,
        phase="first-move",
        **more,
    )


@pytest.mark.clause("APM.cutting-out.visibility")
def test_by_night_a_side_sees_as_many_inches_as_the_die_shows() -> None:
    for sight, seen in ((2, []), (3, ["guard"])):
        game = night(sight)
        table = game.view("british").table
        assert [b.id for b in table.state.boats if b.side == "french"] == seen
        hermione = next(s for s in table.ships if s.card.id == "hermione")
        assert hermione.gone == UNSEEN
        assert hermione.pose == wg.FreePose(0, 0, 0)


@pytest.mark.clause("APM.cutting-out.visibility")
def test_by_day_everything_is_seen() -> None:
    game = night(0)
    table = game.view("british").table
    assert [b.id for b in table.state.boats] == ["launch", "guard"]
    assert not any(s.gone for s in table.ships)


@pytest.mark.clause("APM.cutting-out.alert")
def test_when_an_alarm_takes_effect_is_its_owners_secret() -> None:
    game = night(0)
    one(game, "hermione").alarm = 7
    seen = next(s for s in game.view("british").table.ships if s.card.id == "hermione")
    own = next(s for s in game.view("french").table.ships if s.card.id == "hermione")
    assert (seen.alarm, own.alarm) == (0, 7)


@pytest.mark.clause("APM.cutting-out.visibility")
def test_what_is_out_of_sight_changes_nothing_that_the_other_side_can_reach() -> None:
    """The enemy's boats lie here or there, both out of sight: the British see the same."""
    seen = []
    for x in (50, 55):
        game = sea(
            ship("Surprise", 28, (10, 10)),
            ship("Hermione", 32, (50, 40), side="french", anchored="both"),
            boats("guard", "hermione", 1, (x, 20), side="french", guard=True),
            sight=3,
            night=True,
            phase="second-move",
        )
        view = game.view("british")
        seen.append((view.plain(), svg(picture(game.rules, view.table.state))))
    assert seen[0] == seen[1]


@pytest.mark.clause("APM.cutting-out.visibility")
def test_by_night_nobody_knows_how_many_boats_an_enemy_has_sent_out_of_sight() -> None:
    """A ship in sight has no boats out, or some that are out of sight: the British see the same."""
    seen = []
    for sent in ([], [boats("guard", "hermione", 2, (55, 20), side="french", guard=True)]):
        game = sea(
            ship("Surprise", 28, (10, 10)),
            ship("Hermione", 32, (10, 12), "E", side="french", anchored="both"),
            *sent,
            sight=3,
            night=True,
            phase="second-move",
        )
        seen.append(game.view("british").plain())
    assert seen[0] == seen[1]


@pytest.mark.clause("APM.cutting-out.visibility")
def test_by_night_nobody_knows_what_became_of_an_enemy_out_of_sight() -> None:
    def leave(state: MarginState) -> None:
        state.ships[1].gone = "left"

    def suffer(state: MarginState) -> None:
        state.units[0].figures, state.units[0].order = 1, "routing"

    def fall(state: MarginState) -> None:
        state.units[0].gone = "destroyed"

    seen = []
    for arrange in (None, leave, suffer, fall):
        game = sea(
            ship("Surprise", 28, (10, 10)),
            ship("Hermione", 32, (50, 40), side="french"),
            unit("Militia", 8, (50, 50), "french"),
            sight=3,
            night=True,
            phase="second-move",
            arrange=arrange,
        )
        seen.append(game.view("british").plain())
    assert seen[0] == seen[1]
    assert seen[0] == seen[2] == seen[3]


@pytest.mark.clause("APM.campaign.orders", "APM.campaign.report")
def test_a_campaign_keeps_orders_and_the_make_up_of_fleets_secret() -> None:
    game = wg.new_game("as-per-margin/cadiz-1801", seed=5)
    dice = wg.Dice(5)
    tried = 0
    while not game.over and tried < 20:
        tried += check_secrecy(game, dice, svg=tried % 5 == 0)
        give(game, drawn(game, dice))
    assert tried >= 20


def french_finds(game: wg.Game, *orders: dict[str, Any]) -> list[dict[str, str]]:
    """All that the French can get at whenever they are asked something, to the end of turn 3.

    orders: what the British answer first; for the rest both sides keep quiet if they can.
    """
    coming = list(orders)
    found = []
    while game.state.turn <= 3 and not game.over:
        decision = next((d for d in game.decisions if d.seat == "french"), game.decisions[0])
        if decision.seat == "french":
            found.append(reachable(game, "french"))
        quiet = next((k for k in decision.kinds if k.KIND == "rest"), None)
        if decision.seat == "british" and coming:
            game.submit(decision.id, coming.pop(0))
        elif quiet is not None:
            game.submit(decision.id, {"kind": quiet.KIND})
        else:
            game.submit(decision.id, decision.sample(wg.Dice(0)))
    return found


def anchored_by_night(*things: Any, phase: str) -> wg.Game:
    """The Surprise is far off in the dark; the Hermione at anchor has an enemy in sight."""
    return sea(
        ship("Surprise", 28, (10, 10), immobile=True),
        ship("Indefatigable", 44, (53, 40), immobile=True),
        ship("Hermione", 32, (50, 40), side="french", anchored="both"),
        ship("Muiron", 38, (57, 40), side="french", immobile=True),
        *things,
        sight=6,
        night=True,
        phase=phase,
        dice=wg.Dice(0),
    )


@pytest.mark.clause("APM.cutting-out.alert", "APM.cutting-out.visibility")
@pytest.mark.parametrize("phase", ["first-move", "anchored-pivot", "first-fire"])
def test_boats_out_of_sight_change_nothing_that_the_anchored_ships_side_can_reach(
    phase: str,
) -> None:
    """The British have no boats out, or some: the French can do and find out the same."""
    there = boats("raid", "surprise", 2, (12, 10))
    one, other = (french_finds(anchored_by_night(*sent, phase=phase)) for sent in ([], [there]))
    assert one == other
    assert len(one) > 2


@pytest.mark.clause("APM.cutting-out.alert", "APM.cutting-out.visibility")
def test_the_lowering_of_boats_shows_to_nobody_who_does_not_see_it() -> None:
    """The British lower boats or do not, and both games go on alike."""
    lower = {"kind": "lower", "ship": "surprise", "boats": 4}
    one, other = (
        french_finds(anchored_by_night(phase="second-move"), *orders) for orders in ([lower], [])
    )
    assert one == other
    assert len(one) > 2


@pytest.mark.clause("APM.cutting-out.visibility")
def test_by_night_sight_is_limited_before_the_first_turns_die_is_thrown() -> None:
    seen = set()
    for seed in range(40):
        game = wg.new_game("as-per-margin/hermione", seed=seed)
        assert {decision.kind for decision in game.decisions} == {"independence"}
        assert 1 <= game.state.sight <= 6
        seen.add(game.state.sight)
        table = game.view("british").table
        assert next(s for s in table.ships if s.card.id == "hermione").gone == UNSEEN
        assert {boats.side for boats in table.state.boats} == {"british"}
    assert seen == set(range(1, 7))


@pytest.mark.clause("APM.cutting-out.visibility")
def test_by_day_a_game_begins_with_everything_in_sight() -> None:
    game = wg.new_game("as-per-margin/frigate-duel", seed=5)
    assert game.state.sight == 0
    assert not any(ship.gone for ship in game.view("british").table.ships)


def busy() -> wg.Game:
    return sea(
        ship("Caesar", 80, (20, 20), "NE", lost={"upper": 4, "port": 1}, anchored="bow"),
        ship("Amazon", 38, (40, 20), "W", p=False),
        ship("Desaix", 74, (30, 40), "S", side="french", struck=True),
        ship("Etna", 8, (50, 50), side="french", kind="bomb-ketch", anchored="both"),
        battery("Fort", (10, 50), guns=16, red_hot=True),
        boats("launch", "caesar", 3, (25, 30)),
        unit("Marines", 6, (8, 45)),
        unit("Militia", 8, (8, 55), side="french", formed=False),
        regions=[
            region("Isle", "land", (5, 40), (14, 40), (14, 58), (5, 58)),
            region("Bank", "shoal", (40, 40), (48, 40), (48, 44), depth=2.5),
        ],
        phase="first-fire",
    )


def test_a_record_keeps_what_drawing_needs() -> None:
    game = busy()
    kept = plain(game.state)
    again = restore(game.rules, kept)
    assert plain(again) == kept
    assert svg(picture(game.rules, again)) == svg(picture(game.rules, game.state))


def test_a_ship_that_the_scenario_no_longer_has_is_drawn_from_the_record() -> None:
    game = busy()
    kept = plain(game.state)
    kept["ships"][0]["id"] = "old-caesar"
    again = restore(game.rules, kept)
    assert again.ships[0].card.id == "old-caesar"
    assert again.ships[0].card.base == game.state.ships[0].card.base


def test_positions_are_inches_and_what_is_lost_is_by_kind() -> None:
    first = plain(busy().state)["ships"][0]
    assert (first["position"], first["heading"]) == ("20.000,20.000", 45.0)
    assert first["damage"] == {"masts": 4, "guns": 1, "hull": 0}


@pytest.mark.clause("APM.ships.record", "APM.ships.lines")
def test_a_fleets_sheet_has_two_lines_of_each_kind_and_the_letters() -> None:
    game = busy()
    logs = {log.ship: log for log in picture(game.rules, game.state).logs}
    assert set(logs) == {"caesar", "amazon", "desaix", "etna"}
    rows = {row.label: row for row in logs["caesar"].rows}
    lines = [len(rows[name].boxes) for name in ("Masts", "Port", "Starboard", "Hull")]
    assert lines == [8, 4, 4, 8]
    assert [box.crossed for box in rows["Masts"].boxes] == [True] * 4 + [False] * 4
    assert rows["Masts"].value == "damaged"
    assert sum(box.crossed for box in rows["Port"].boxes) == 1
    assert (rows["Port"].value, rows["Starboard"].value) == ("P", "S")
    assert rows["Boats away"].value == "3"
    fired = {row.label: row.value for row in logs["amazon"].rows}
    assert (fired["Port"], fired["Starboard"]) == ("", "S")
    assert "Mortars" in {row.label for row in logs["etna"].rows}


@pytest.mark.clause("APM.campaign.victualling", "APM.campaign.water", "APM.campaign.report")
def test_a_campaigns_sheets_say_to_what_date_stores_last_and_only_to_their_own_side() -> None:
    game = wg.new_game("as-per-margin/cadiz-1801", seed=5)
    logs = picture(game.rules, game.view("british").table.state).logs
    assert {log.ship for log in logs} == {"saumarez", "superb"}
    rows = {row.label: row.value for row in logs[0].rows}
    assert rows["Water"] == "to 1801-09-29"
    assert rows["Provisions"] == "to 1802-06-26"


def test_the_wind_is_shown_once_it_is_thrown_and_on_a_chart_in_intervals() -> None:
    battle = wg.new_game("as-per-margin/frigate-duel", seed=5)
    wind = picture(battle.rules, battle.state).wind
    assert wind is not None
    assert wind.force == ""
    campaign = wg.new_game("as-per-margin/cadiz-1801", seed=5)
    wind = picture(campaign.rules, campaign.state).wind
    assert wind is not None
    assert wind.force.endswith("intervals")


def test_everything_on_the_table_is_drawn_to_scale() -> None:
    game = busy()
    marks = {mark.id: mark for mark in picture(game.rules, game.state).ships}
    assert set(marks) == {
        "caesar",
        "amazon",
        "desaix",
        "etna",
        "fort",
        "launch",
        "marines",
        "militia",
    }
    assert marks["caesar"].outline == one(game, "caesar").stand.corners
    assert marks["desaix"].state == "struck"
    assert "moored" in marks["etna"].states
    assert {arc.name for arc in marks["caesar"].arcs} == {"port", "starboard"}
    assert marks["amazon"].note == "S"


def test_the_track_of_the_last_turn_is_drawn() -> None:
    game = wg.new_game("as-per-margin/frigate-duel", seed=2)
    play_at_random(game, wg.Dice(2))
    tracks = [mark.path for mark in picture(game.rules, game.state).ships]
    assert any(len(track) >= 2 for track in tracks)
