"""The map, the counters and the scale of Frigate (3.0)."""

from __future__ import annotations

from typing import Any

import pytest
from positions import by_code, clear, plot, put, sea, ship, stage, told, where

import weathergage as wg
from weathergage.captains.random import play_at_random
from weathergage_frigate import movement
from weathergage_frigate.routes import allowance, rates
from weathergage_frigate.ruleset import SCALES
from weathergage_frigate.scenarios import SHEET
from weathergage_frigate.state import FORCES

STANDARD = wg.Sections.in_rows(SHEET, ["A B C", "D E F"])
FAR = ship("A-74", "D 0101", "N", 0)
AT_REST = {"74/A": ""}


def standard(a: str, b: str) -> int:
    return wg.distance(STANDARD.parse(a), STANDARD.parse(b))


# The map


@pytest.mark.clause("3.1")
def test_in_the_standard_layout_e_adjoins_d_f_and_b() -> None:
    assert STANDARD.adjoining("E") == {"W": "D", "E": "F", "N": "B"}
    assert sea([ship("B-74", "A 1010")], [FAR]).state.sections == STANDARD


@pytest.mark.clause("3.1")
def test_any_section_may_lie_beside_any_other() -> None:
    sections = STANDARD.copy()
    sections.lay("D", (3, 0))
    assert sections.adjoining("C") == {"W": "B", "E": "D", "S": "F"}


@pytest.mark.clause("3.1")
def test_sections_share_the_hexes_along_their_joints() -> None:
    assert STANDARD.parse("A 2112") == STANDARD.parse("B 0112")
    assert STANDARD.parse("A 0517") == STANDARD.parse("D 0501")


@pytest.mark.clause("3.1", "3.1-leapfrog")
def test_where_the_arrangement_is_fixed_no_section_moves() -> None:
    game = stage("st-jago", lambda state: (clear(state, 0, 5), put(state, 0, "B 1001", "N", 4)))
    before = game.state.sections.layout
    assert game.state.frozen
    sail_on(game, 0, "N 4")
    assert game.state.ships[0].gone == "exited"
    assert game.state.sections.layout == before


def sail_on(game: wg.Game, n: int, row: str) -> None:
    """Plot a course for one ship, by her line; ships with way on them go straight on."""
    state = game.state
    rows: dict[str, dict[str, str]] = {seat: {} for seat in game.seats}
    for other in state.ships:
        if not other.gone and other.speed:
            rows[other.side][other.code] = f"{wg.HEADINGS[other.heading]} {other.speed}"
    rows[state.ships[n].side][state.ships[n].code] = row
    plot(game, **rows)


@pytest.mark.clause("3.1-leapfrog")
def test_an_empty_section_is_laid_against_the_side_that_a_ship_leaves_by() -> None:
    british = [ship("B-74", "B 1702", "N", 4), ship("B-74", "C 1010", "N", 0)]
    french = [ship("A-74", "E 1010", "N", 0), ship("A-74", "F 1010", "N", 0)]
    game = sea(british, french)
    plot(game, british={"74/A": "N 4"})
    [laid] = told(game, "Laid")
    assert (laid.section, laid.beside, laid.side) == ("A", "B", "north")
    assert where(game, 0) == "A 1714"
    assert game.state.sections.layout["A"] == (1, -1)


@pytest.mark.clause("3.1-leapfrog")
def test_the_section_farthest_from_all_ships_goes_first() -> None:
    british = [ship("B-74", "B 0302", "N", 4), ship("B-74", "C 1010", "N", 0)]
    french = [ship("A-74", "E 2010", "N", 0), ship("A-74", "F 1010", "N", 0)]
    game = sea(british, french)
    plot(game, british={"74/A": "N 4"})
    assert told(game, "Laid")[0].section == "D"
    assert where(game, 0) == "D 0314"


@pytest.mark.clause("3.1-leapfrog")
def test_the_map_follows_a_running_fight_turn_after_turn() -> None:
    game = sea([ship("B-74", "B 1002", "N", 4)], [ship("A-74", "B 1402", "N", 4)])
    for _ in range(8):
        plot(game, british={"74/A": "N 4"}, french={"74/A": "N 4"})
    assert game.state.ships[0].gone == ""
    assert [event.side for event in told(game, "Laid")] == ["north", "north"]


@pytest.mark.clause("3.1-leapfrog", "9.11")
def test_once_a_preservation_level_is_passed_nothing_is_laid() -> None:
    def frozen(state: Any) -> None:
        state.frozen = True

    game = sea([ship("B-74", "B 1002", "N", 4)], [FAR], arrange=frozen)
    plot(game, british=dict.fromkeys(["74/A"], "N 4"))
    assert by_code(game, "british", "74/A").gone == "exited"
    assert not told(game, "Laid")


@pytest.mark.clause("3.1-leapfrog", "13.0-map")
def test_no_section_is_laid_where_the_scenario_closes_the_sea() -> None:
    game = stage(
        "bay-of-bengal",
        lambda state: (
            clear(state, 0, 2),
            put(state, 0, "C 1902", "SE", 4),
            put(state, 2, "A 0505"),
        ),
    )
    sail_on(game, 0, "SE 4")
    assert (game.state.ships[0].gone, game.state.ships[0].edge) == ("exited", "E")


@pytest.mark.clause("3.1-leapfrog")
def test_where_every_section_holds_a_ship_none_can_be_laid() -> None:
    british = [ship("B-74", "B 1001", "N", 4)]
    french = [ship("A-74", f"{name} 1010", "N", 0) for name in "ACDEF"]
    game = sea([*british, ship("B-74", "B 0510", "N", 0)], french)
    plot(game, british={"74/A": "N 4"})
    assert by_code(game, "british", "74/A").gone == "exited"


@pytest.mark.clause("3.1-grid")
@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [
        ("A 1010", "A 1005", 5),
        ("A 0101", "A 0402", 3),
        ("A 2003", "B 0102", 2),
        ("A 1010", "A 1010", 0),
        ("A 1010", "A 1011", 1),
        ("A 1016", "D 1001", 1),
    ],
)
def test_a_distance_counts_the_targets_hex_and_not_ones_own(a: str, b: str, hexes: int) -> None:
    assert standard(a, b) == standard(b, a) == hexes


# The counters


@pytest.mark.clause("3.2", "3.21")
def test_two_french_74s_are_alike_but_for_their_codes() -> None:
    game = sea([ship("B-74", "A 1010")], [ship("A-74", "D 0101"), ship("A-74", "D 0301")])
    one, other = (by_code(game, "french", code).counter for code in ("74/A", "74/B"))
    assert (one.guns, one.defense) == (other.guns, other.defense) == ((25, 14, 7, 2), 15)
    assert one.id != other.id


@pytest.mark.clause("3.21", "3.24-gunnery")
@pytest.mark.parametrize(("hex", "points"), [("A 1012", 44), ("A 1015", 24), ("A 1016", 13)])
def test_the_sample_counter_fires_by_range(hex: str, points: int) -> None:
    row, reach = "1010", int(hex[-2:]) - 10
    game = sea(
        [ship("B-100", hex, "NE", 0)],
        [ship("A-120", f"A {row}", "NE", 0)],
        gunnery={"french": 1},
        dice=wg.Dice.of(gunnery=(1,)),
    )
    plot(game, french={"120/A": "Fire Mast 100/A"})
    [fired] = told(game, "Fired")
    assert (reach, fired.total) in {(2, 44), (5, 24), (6, 13)}
    assert fired.total == points


@pytest.mark.clause("3.22", "3.23-velocity")
@pytest.mark.parametrize(
    ("type", "force", "most"),
    [
        ("B-64", "fresh", 16),
        ("B-44", "fresh", 17),
        ("B-14", "fresh", 17),
        ("B-74", "fresh", 16),
        ("B-32", "light", 5),
        ("B-74", "calm", 1),
        ("B-32", "calm", 1),
    ],
)
def test_a_class_has_its_allowance(type: str, force: str, most: int) -> None:
    game = sea([ship(type, "A 1010", "S", 0)], [FAR], force=force)
    assert allowance(game.state.ships[0], game.state) == most


@pytest.mark.clause("3.22", "11.0-points")
def test_a_hit_on_a_14_is_worth_one_point_and_on_a_64_two() -> None:
    from weathergage_frigate.victory import scores

    game = sea([ship("B-14", "A 1010", "S", 0, mast=1), ship("B-64", "A 1510", "S", 0)], [FAR])
    assert dict(scores(game))["french"] == 1
    game = sea([ship("B-14", "A 1010", "S", 0), ship("B-64", "A 1510", "S", 0, mast=1)], [FAR])
    assert dict(scores(game))["french"] == 2


@pytest.mark.clause("3.23-mixed", "6.63")
def test_a_borrowed_ship_fires_as_her_sides_nation_does() -> None:
    # A British 120 of mix A doubles her 44 when afoul; she does not treble it.
    game = sea(
        [ship("A-120", "A 1010", "N", 0)],
        [ship("A-74", "A 1510", "N", 0)],
        afoul=[(0, 1)],
        options={"national_multipliers": True},
        gunnery={"british": 1, "french": 3},
    )
    plot(game, british={"120/A": "Fire Crew 74/A"}, french={"74/A": "Fire Crew 120/A"})
    totals = {fired.table: fired.total for fired in told(game, "Fired")}
    assert totals == {"gunnery-1": 88, "gunnery-3": 75}


@pytest.mark.clause("3.23-markers", "6.52")
def test_a_third_mast_hit_dismasts() -> None:
    game = sea(
        [ship("B-74", "A 1010", "NE", 0, mast=2)],
        [ship("A-120", "A 1012", "NE", 0)],
        dice=wg.Dice.of(gunnery=(6,)),
    )
    assert not game.state.ships[0].crippled
    plot(game, french={"120/A": "Fire Mast 74/A"})
    assert len(told(game, "Dismasted")) == 1
    assert game.state.ships[0].mast == 3


@pytest.mark.clause("3.23-markers")
def test_a_ship_is_disabled_with_three_hits_of_both_kinds() -> None:
    game = sea(
        [ship("B-74", "A 1010", "N", 0, mast=3, crew=3), ship("B-74", "A 1510", crew=3)], [FAR]
    )
    assert [s.disabled for s in game.state.ships] == [True, False, False]


@pytest.mark.clause("3.24-defense")
@pytest.mark.parametrize(("crew", "mast"), [(0, 0), (2, 2)])
def test_defense_is_the_same_whatever_the_damage(crew: int, mast: int) -> None:
    game = sea(
        [ship("B-100", "A 1010", "NE", 0)],
        [ship("A-80", "A 1012", "NE", 0, crew=crew, mast=mast)],
        dice=wg.Dice.of(6),
    )
    plot(game, british={"100/A": "Fire Crew 80/F"})
    assert told(game, "Fired")[0].defense == 16


@pytest.mark.clause("3.24-defense")
def test_raking_and_being_afoul_raise_the_fire_and_not_the_defense() -> None:
    game = sea([ship("B-50", "A 1010", "S", 0)], [ship("A-120", "A 1510", "S", 0)], afoul=[(0, 1)])
    plot(game, french={"120/A": "Fire Crew 50/A"})
    assert (told(game, "Fired")[0].total, told(game, "Fired")[0].defense) == (88, 10)
    game = sea([ship("B-50", "A 1010", "N", 0)], [ship("A-120", "A 1012", "NE", 0)])
    plot(game, french={"120/A": "Fire Crew 50/A"})
    assert (told(game, "Fired")[0].total, told(game, "Fired")[0].defense) == (58, 10)


@pytest.mark.clause("3.24-movement")
@pytest.mark.parametrize(("heading", "most", "span"), [("S", 8, (1, 7)), ("N", 4, (4, 4))])
def test_the_rate_is_what_she_spends_and_the_allowance_its_ceiling(
    heading: str, most: int, span: tuple[int, int]
) -> None:
    game = sea([ship("B-74", "A 1010", heading, 5)], [FAR], force="moderate")
    mine = game.state.ships[0]
    assert (mine.speed, allowance(mine, game.state)) == (5, most)
    assert rates(mine, game.state) == span


# Charts, box and scale


@pytest.mark.clause("3.3")
def test_the_schedule_of_the_game_is_the_printed_one() -> None:
    state = sea([ship("B-74", "A 1010")], [FAR]).state
    assert dict(zip(FORCES, state.schedule, strict=True)) == {
        "Calm": (1, 1),
        "Light": (5, 4),
        "Moderate": (9, 8),
        "Fresh": (17, 16),
    }
    assert state.bands == (0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3)


@pytest.mark.clause("3.5")
def test_a_movement_point_is_a_hex_a_turn() -> None:
    metres = 200 * 60 / SCALES.minutes
    assert SCALES.minutes == pytest.approx(60 / 6.75, abs=0.001)
    assert metres == pytest.approx(1350, abs=0.5)
    assert metres / 1852 == pytest.approx(0.729, abs=0.001)
    assert 10 * metres / 1852 == pytest.approx(7.29, abs=0.01)


@pytest.mark.clause("3.5")
def test_ten_hexes_are_two_kilometres_and_sixteen_turns_two_hours_and_a_third() -> None:
    assert SCALES.yards * 0.9144 == pytest.approx(200, abs=0.1)
    assert 10 * SCALES.yards * 0.9144 == pytest.approx(2000, abs=1)
    assert 16 * SCALES.minutes == pytest.approx(2 * 60 + 22, abs=0.5)


@pytest.mark.clause("3.1-leapfrog", "6.6-stepwise")
def test_sections_are_laid_on_the_way_as_when_ships_sail_point_by_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stories() -> list[tuple[Any, ...]]:
        games = []
        for seed in range(25):
            # The wind that changes least lets ships run far.
            options = {"wind_table": "optional"}
            game = wg.new_game("frigate/constitution-guerriere", seed=seed, options=options)
            play_at_random(game, wg.Dice(seed))
            wakes = [(ship.place, ship.heading, ship.wake) for ship in game.state.ships]
            games.append(([event.plain() for event in game.events], wakes))
        return games

    at_once = stories()
    look_ahead = movement._tangled

    def one_by_one(game: Any, sailing: Any) -> Any:
        tangled, lays = look_ahead(game, sailing)
        return (sailing, False) if lays else (tangled, False)

    monkeypatch.setattr(movement, "_tangled", one_by_one)
    assert stories() == at_once
    assert "Laid" in {event[0] for events, _ in at_once for event in events}
