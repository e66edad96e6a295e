"""Ship logs, and the picture of the table."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from fleet import SIDES, laid, one_of, region, sea, ship

import weathergage as wg
from weathergage.draw.svg import svg
from weathergage.plugins import find_ruleset
from weathergage_admiralty.damage import guns_ready
from weathergage_admiralty.logs import critical_hits, filled, log_of
from weathergage_admiralty.movement import downwind_first
from weathergage_admiralty.picture import picture
from weathergage_admiralty.ships import fill_log
from weathergage_admiralty.state import AdmiraltyState, Guns, Signal
from weathergage_admiralty.views import known

TABLES = find_ruleset("admiralty").tables

GATEAU = ship(
    "Gateau",
    "french-74",
    side="french",
    grade="C",
    starboard=(2, 3, 4),
    gun_hits=(2, 3),
    blocked=(0, 1),
    anchors=1,
    waterline=1,
    sail_hits=20,
)
"""Figure 4's ship, with what its log has."""


Position = tuple[Any, AdmiraltyState]


def log(position: Position, id: str) -> wg.LogMark:
    rules, state = position
    return log_of(rules, state, one_of(state, id))


def row(mark: wg.LogMark, label: str) -> wg.LogRow:
    return next(row for row in mark.rows if row.label == label)


def in_letters(boxes: tuple[wg.LogBox, ...]) -> str:
    return "".join("x" if box.crossed else box.text or "." for box in boxes)


# Figure 4


@pytest.mark.clause("4.3-log")
def test_the_log_of_figure_4_has_one_die_lost_and_the_hits_that_wait() -> None:
    found = log(laid(GATEAU), "gateau")
    assert row(found, "Port").value == "244"
    assert in_letters(row(found, "Port").boxes) == "LLMMMMHHHH"
    assert in_letters(row(found, "Starboard").boxes) == "LLMMMxHHHH"
    assert in_letters(row(found, "G port").boxes) == "//..."
    assert in_letters(row(found, "G starboard").boxes) == "///.."


@pytest.mark.clause("4.3-log")
def test_the_b_hit_of_figure_4_leaves_123_to_starboard() -> None:
    position = laid(GATEAU)
    assert guns_ready(position[0], one_of(position[1], "gateau"), "starboard") == Guns(1, 2, 3)
    assert row(log(position, "gateau"), "Starboard").value == "234, now 123"
    assert one_of(position[1], "gateau").card.guns.digits == "244"


@pytest.mark.clause("4.3-log")
def test_the_sail_hits_of_figure_4_have_cost_an_inch_with_two_over() -> None:
    position = laid(GATEAU, arrange=lambda state: setattr(state.ship("gateau"), "waterline", 0))
    found = log(position, "gateau")
    assert row(found, "Sail hits").value == "20, SS 9"
    assert in_letters(row(found, "Sail hits").boxes) == "//......."
    assert row(found, "Battle move").value == "4.5 in"
    steps = row(found, "Battle move").boxes
    assert [box.text for box in steps if box.crossed] == ["5.5", "5"]


@pytest.mark.clause("4.3-log")
def test_the_anchor_waterline_and_b_hits_of_figure_4_are_there_and_the_fire_is_out() -> None:
    position = laid(GATEAU)
    assert critical_hits(one_of(position[1], "gateau")) == ["A", "W", "Bs"]
    assert in_letters(row(log(position, "gateau"), "CR hits").boxes) == "AWBs......."
    assert row(log(position, "gateau"), "Sail setting").value == "Battle"


@pytest.mark.clause("4.3-log", "3.1-marking")
def test_a_log_tells_which_dice_can_fire() -> None:
    position = laid(ship("Caesar", party=(2, 2, 0)), ship("Venerable", at=(40, 20), blocked=(1, 0)))
    caesar, venerable = log(position, "caesar"), log(position, "venerable")
    assert row(caesar, "Port").value == "245+1, now 025+1"
    assert row(venerable, "Port").value == "245+1, now 134+1"
    assert row(venerable, "Starboard").value == "245+1"


# Any log


@pytest.mark.clause("1.3-ship-logs")
def test_a_log_holds_what_players_write_down() -> None:
    found = log(laid(ship("Caesar", grade="A")), "caesar")
    labels = [row.label for row in found.rows]
    assert labels == [
        "Crew, doctrine",
        "Port",
        "Starboard",
        "G port",
        "G starboard",
        "Sail hits",
        "Battle move",
        "Normal bonus",
        "Sail setting",
        "CR hits",
    ]
    assert (found.name, found.note) == ("Caesar", "British 74, size 2")
    assert row(found, "Crew, doctrine").value == "A, hull"
    assert row(found, "Normal bonus").value == "+3 in"


@pytest.mark.clause("2.1-battle-move", "4.3-sail-hits")
def test_two_full_counts_of_sail_hits_take_an_inch_off_the_battle_move() -> None:
    found = log(laid(ship("Caesar", sail_hits=18)), "caesar")
    assert row(found, "Battle move").value == "4.5 in"


@pytest.mark.clause("2.1-battle-move")
def test_a_battle_move_of_nothing_is_the_last_box() -> None:
    found = log(laid(ship("Caesar", sail_hits=99)), "caesar")
    boxes = row(found, "Battle move").boxes
    assert row(found, "Battle move").value == "0 in"
    assert [box.text for box in boxes if not box.crossed] == ["0"]


@pytest.mark.clause("1.3-ship-logs")
def test_only_what_is_so_is_written_besides() -> None:
    position = laid(
        ship(
            "Caesar",
            locks={"desaix": 2},
            party=(2, 2, 0),
            irons=True,
            setting="anchored",
            raising=2,
        ),
        ship("Desaix", "french-74", (20, 25), side="french", no_normal=True, held_by="british"),
    )
    caesar, desaix = log(position, "caesar"), log(position, "desaix")
    assert row(caesar, "L hits").value == "Desaix 2"
    assert row(caesar, "Boarders").value == "GM4"
    assert row(caesar, "State").value == "in irons"
    assert row(caesar, "Sail setting").value == "Anchored, raising anchor since turn 2"
    assert row(desaix, "Sail setting").value == "Battle, normal sail barred"
    assert row(desaix, "State").value == "prize of the British"
    assert desaix.side == "british"


@pytest.mark.clause("3.2-post")
def test_a_signal_stands_on_its_ship_s_log_for_those_who_know_it() -> None:
    def post(state: Any) -> None:
        state.signals = (Signal(0, 0, "engage the van", 2),)

    rules, state = laid(ship("Caesar", flag=True), ENEMY, arrange=post)
    seen = {side: known(state, side) for side in SIDES}
    logs = {side: log_of(rules, seen[side], seen[side].ships[0]) for side in SIDES}
    assert row(logs["british"], "Signal").value == "engage the van"
    assert row(logs["french"], "Signal").value == "not read"
    assert "engage" not in svg(picture(rules, seen["french"]))


ENEMY = ship("Desaix", "french-74", (40, 40), side="french")


@pytest.mark.clause("1.3-ship-logs")
def test_a_log_filled_in_before_play_shows_what_the_lists_give() -> None:
    found = filled(fill_log("british-100", grade="B"), wind=2)
    assert found.note == "British 100, size 3, stout"
    values = {row.label: row.value for row in found.rows}
    assert values == {
        "Crew, doctrine": "B, hull",
        "Port": "508+1",
        "Starboard": "508+1",
        "G port": "",
        "G starboard": "",
        "Sail hits": "SS 13",
        "Battle move": "3 in",
        "Normal bonus": "+2 in",
        "Sail setting": "",
        "CR hits": "",
    }
    boxes = {row.label: "".join(box.text or "_" for box in row.boxes) for row in found.rows}
    assert boxes["Port"] == boxes["Starboard"] == "LLLLLHHHHHHHHC"
    assert boxes["G port"] == "_____"
    assert len(boxes["Sail hits"]) == 13
    assert not any(box.crossed for row in found.rows for box in row.boxes)


@pytest.mark.clause("1.3-ship-logs")
@pytest.mark.parametrize(
    ("type", "note"),
    [
        ("us-44", "American 44, size 1, stout"),
        ("east-indiaman", "26, size 1"),
        ("28x36 30x18 16x8", "74, size 2"),
    ],
)
def test_a_log_names_the_nation_of_the_list_and_none_where_it_is_of_none(
    type: str, note: str
) -> None:
    assert filled(fill_log(type)).note == note


@pytest.mark.clause("1.1", "2.1-battle-move")
def test_a_log_of_another_scale_counts_in_its_own_steps() -> None:
    position = laid(ship("Caesar", sail_hits=9), options={"scale": "small"})
    found = row(log(position, "caesar"), "Battle move")
    assert found.value == "2.5 in"
    assert [box.text for box in found.boxes][:3] == ["2.75", "2.5", "2.25"]


# The picture


def drawn(*ships: Any, **more: Any) -> wg.Picture:
    return picture(*laid(*ships, **more))


def mark(found: wg.Picture, id: str) -> wg.ShipMark:
    return next(ship for ship in found.ships if ship.id == id)


def test_ships_are_drawn_to_scale_where_they_stand() -> None:
    found = mark(drawn(ship("Caesar", at=(20, 30), heading="E")), "caesar")
    assert (found.at, found.heading_degrees) == ((20, 30), 90)
    xs = [x for x, _ in found.outline]
    assert max(xs) - min(xs) == pytest.approx(70 / 25.4, abs=0.003)


@pytest.mark.clause("4.1-arc", "1.2-templates")
def test_arcs_open_from_the_centre_sixty_degrees_wide_on_either_beam() -> None:
    found = mark(drawn(ship("Caesar", at=(20, 30), heading="E")), "caesar")
    port, starboard = found.arcs
    assert (port.name, port.at, port.start, port.end) == ("port", (20, 30), 330, 30)
    assert (starboard.name, starboard.start, starboard.end) == ("starboard", 150, 210)
    assert port.ranges == (3, 6, 12)


@pytest.mark.clause("1.5")
def test_starboard_is_to_the_right_of_a_ship_that_heads_north() -> None:
    _, starboard = mark(drawn(ship("Caesar", heading=0)), "caesar").arcs
    assert starboard.name == "starboard"
    assert starboard.start < 90 < starboard.end


@pytest.mark.clause("1.5")
def test_the_fleet_that_lies_to_leeward_is_the_southern_one_in_a_north_wind() -> None:
    game = sea(ship("Caesar", at=(20, 10)), ENEMY, wind="N")
    state = game.state
    first = state.ships[downwind_first(game)[0]]
    assert (first.card.name, first.pose.y > state.ships[0].pose.y) == ("Desaix", True)


def test_a_side_without_guns_has_no_arc() -> None:
    found = mark(drawn(ship("Caesar", port=(0, 0, 0))), "caesar")
    assert [arc.name for arc in found.arcs] == ["starboard"]


def test_signs_and_words_tell_what_is_the_matter() -> None:
    found = drawn(
        ship("Caesar", fires=1, sail_hits=4, anchors=2, irons=True),
        ship("Desaix", "french-74", (40, 40), side="french", surrendered="british"),
        ship("Genereux", "french-74", (50, 40), side="french", setting="anchored"),
        ship("Spencer", at=(50, 20), held_by="french", setting="stop"),
    )
    caesar = mark(found, "caesar")
    assert (caesar.state, caesar.damage) == ("on fire", "S4 A2 F")
    assert caesar.note == "crew B, battle sail, in irons"
    assert mark(found, "desaix").state == "struck"
    assert mark(found, "genereux").state == "anchored"
    assert (mark(found, "spencer").state, mark(found, "spencer").side) == ("prize", "french")


def test_what_is_gone_is_told_below_the_table() -> None:
    found = drawn(
        ship("Caesar", gone="sunk"),
        ship("Hannah", "merchantman", (30, 30), gone="left"),
        ship("Pompee", at=(40, 20)),
    )
    assert [one.id for one in found.ships] == ["pompee", "faraway"]
    assert found.notes == ["Sunk: Caesar", "Left the table: Hannah"]


def test_ground_is_drawn_with_what_it_means_for_anchors() -> None:
    outline = ((0, 0), (10, 0), (10, 10))
    found = drawn(ship("Caesar"), regions=[region("the deep", "deep", *outline)])
    assert isinstance(found.board, wg.FreeTable)
    (ground,) = found.board.regions
    assert (ground.name, ground.kind, ground.note) == ("the deep", "deep", "no anchorage")
    assert ground.outline == outline


def test_the_logs_are_there_and_drawn_when_asked_for() -> None:
    found = drawn(ship("Caesar"), ENEMY)
    assert [log.ship for log in found.logs] == ["caesar", "desaix"]
    bare = svg(found)
    found.logged = ("all",)
    assert "Battle move" in svg(found)
    assert "Battle move" not in bare


def test_a_share_lost_grows_with_hits() -> None:
    shares = [mark(drawn(ship("Caesar", sail_hits=n)), "caesar").damage_share for n in (0, 9, 99)]
    assert all(less < more for less, more in pairwise(shares))


# The chart and the templates


@pytest.mark.clause("1.3")
def test_every_die_has_six_sides() -> None:
    assert {table.rolls for table in TABLES.values()} <= {"none", "1d6", "2d6"}


@pytest.mark.clause("1.3-combat-chart")
def test_a_cell_of_the_chart_has_its_mark() -> None:
    """A crew B hits at close range with 3 or more, as an example in print has it."""
    dice = TABLES["gun-dice"]
    assert dice.look_up("B", "close") == 3
    assert dice.source("B", "close").status == "printed"
    statuses = {cell["status"] for table in TABLES.values() for cell in table.as_json()["cells"]}
    assert statuses <= {"printed", "found", "reconstructed", "house"}


@pytest.mark.clause("1.3-combat-chart")
@pytest.mark.parametrize(
    "id", ["move-actions", "movement", "collision", "gun-dice", "hit-table", "criticals"]
)
def test_the_chart_has_the_tables_that_the_text_refers_to(id: str) -> None:
    assert TABLES[id].rows


@pytest.mark.clause("1.3-move-templates")
def test_the_angles_of_the_templates_are_reconstructed_but_for_the_rake_zone() -> None:
    angles = TABLES["gun-angles"]
    assert angles.look_up("arc of fire", 0) == 3000
    assert angles.source("arc of fire", 0).status == "reconstructed"
    assert (angles.look_up("rake zone", 0), angles.source("rake zone", 0).status) == (
        2750,
        "printed",
    )
    for name in ("wind-gage", "turn-gage"):
        cells = TABLES[name].as_json()["cells"]
        assert {cell["status"] for cell in cells} == {"reconstructed"}
