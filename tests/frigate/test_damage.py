"""Damage: masts, crews, explosions, drift and repair, by the book's cases (6.5, 7.3)."""

from __future__ import annotations

from typing import Any

import pytest
from positions import answer, by_code, clear, elect, plot, put, sea, ship, stage, told, where

import weathergage as wg
from weathergage_frigate.preservation import points
from weathergage_frigate.routes import allowance, rates
from weathergage_frigate.victory import scores

CALM = {"force": "calm"}
# Fire that is sure of its hits by the printed rows: a 120 (44) or a 110 (31) of mix A within two
# hexes of a Dutch 50 (Defense 6) is 7-1 or 5-1 on table #1; on a 1 that is three hits or two.
THREE, TWO = "A-120", "A-110"


def under_fire(*guns: str, target: dict[str, Any], kind: str = "Crew", **more: Any) -> wg.Game:
    """A Dutch 50 under the fire of British ships with so many guns, at the end of the turn."""
    shooters = [ship(type, f"A 1{2 * i}10", "N", 0) for i, type in enumerate(guns)]
    game = sea(shooters, [target], **(CALM | {"gunnery": {"british": 1}} | more))
    rows = {s.code: f"Fire {kind} 50/N" for s in game.state.ships if s.side == "british"}
    sails = "" if not target["speed"] else f"{target['heading']} {target['speed']}"
    plot(game, british=rows, french={"50/N": sails} if sails else {})
    return game


def fifty(hex: str = "A 1210", heading: str = "N", speed: int = 0, **hits: int) -> dict[str, Any]:
    return ship("C-50", hex, heading, speed, **hits)


def lonely(*ships: dict[str, Any], **more: Any) -> wg.Game:
    """Ships of one side alone at sea, the wind from the north; they are the British of `sea`."""
    inner = more.pop("arrange", None)
    rows = [*ships, ship("B-14", "F 2016", speed=0)]

    def nobody_else(state: Any) -> None:
        state.ships[-1].gone = "exited"
        if inner is not None:
            inner(state)

    return sea(rows[:-1], rows[-1:], arrange=nobody_else, **more)


def alone(type: str = "A-74", heading: str = "S", speed: int = 4, **more: Any) -> wg.Game:
    """One ship alone at sea, off A 1010."""
    hits = {kind: more.pop(kind) for kind in ("crew", "mast") if kind in more}
    return lonely(ship(type, "A 1010", heading, speed, **hits), **more)


def turns(game: wg.Game, *rows: str) -> list[tuple[int, str]]:
    """Sail the only ship row by row; her Rate and place after each turn."""
    found = []
    for row in rows:
        code = game.state.ships[0].code
        plot(game, british={code: row} if row else {})
        found.append((game.state.ships[0].speed, where(game, 0)))
    return found


# 6.5, 6.51: masts


@pytest.mark.clause("6.5")
def test_two_mast_hits_halve_the_movement_and_leave_the_guns() -> None:
    game = sea([ship("B-74", "A 1010", "S", 4, mast=2)], [ship("A-74", "A 1210", "S", 4)])
    hurt = by_code(game, "british", "74/A")
    assert allowance(hurt, game.state) == 4
    plot(game, british={"74/A": "S 4; Fire Crew 74/A"}, french={"74/A": "S 4"})
    assert told(game, "Fired")[0].total == 23


@pytest.mark.clause("6.5")
def test_two_crew_hits_halve_the_guns_and_leave_the_movement() -> None:
    game = sea(
        [ship("B-74", "A 1010", "S", 4, crew=2)],
        [ship("C-50", "A 1210", "S", 4)],
        gunnery={"british": 1},
    )
    assert allowance(by_code(game, "british", "74/A"), game.state) == 8
    plot(game, british={"74/A": "Accel 2, S 6; Fire Crew 50/N"}, french={"50/N": "S 4"})
    assert told(game, "Fired")[0].total == 11
    assert where(game, 0) == "A 1016"


@pytest.mark.clause("6.51")
@pytest.mark.parametrize(
    ("type", "force", "heading", "mast", "most"),
    [
        ("A-74", "fresh", "S", 1, 8),
        ("A-74", "fresh", "N", 2, 4),
        ("A-36", "moderate", "S", 1, 4),
        ("A-74", "fresh", "S", 2, 8),
        ("A-74", "fresh", "S", 0, 16),
        ("A-74", "light", "N", 1, 1),
        ("A-74", "calm", "S", 1, 0),
    ],
)
def test_mast_hits_halve_the_allowance_once_and_the_wind_halves_it_again(
    type: str, force: str, heading: str, mast: int, most: int
) -> None:
    game = alone(type, heading, 0, mast=mast, force=force)
    assert allowance(game.state.ships[0], game.state) == most


@pytest.mark.clause("6.51")
def test_from_rate_14_one_mast_hit_brings_her_to_10_and_then_to_8() -> None:
    game = alone(speed=14, force="fresh", mast=1, dice=wg.Dice.of(damage_control=(6, 6)))
    with pytest.raises(wg.IllegalCommand):
        plot(game, british={"74/A": "Decel 2, S 12"})
    assert turns(game, "S 10", "S 8") == [(10, "D 1004"), (8, "D 1012")]


@pytest.mark.clause("6.51")
def test_a_repaired_mast_gives_the_whole_allowance_back() -> None:
    game = alone(speed=4, mast=1, dice=wg.Dice.of(damage_control=(3,)))
    assert allowance(game.state.ships[0], game.state) == 4
    turns(game, "S 4")
    assert allowance(game.state.ships[0], game.state) == 8


# 6.52, 6.55: dismasted


@pytest.mark.clause("6.52")
def test_three_mast_hits_at_rate_6_leave_2_for_a_turn_and_then_nothing() -> None:
    game = under_fire(THREE, target=fifty(speed=4), kind="Mast", force="moderate")
    hurt = by_code(game, "french", "50/N")
    assert (hurt.mast, hurt.speed) == (3, 4)
    assert [e.ship for e in told(game, "Dismasted")] == [hurt.counter.title]

    game = alone(speed=6, mast=3)
    assert turns(game, "S 2", "", "") == [(2, "A 1012"), (0, "A 1012"), (0, "A 1012")]


@pytest.mark.clause("6.52", "5.0-delay")
def test_the_turn_of_the_third_mast_hit_is_still_sailed_in_full() -> None:
    target = fifty(hex="A 1210", heading="S", speed=6)
    game = under_fire(THREE, target=target, kind="Mast", force="moderate")
    assert where(game, 1) == "A 1216"
    assert rates(game.state.ships[1], game.state) == (2, 2)


@pytest.mark.clause("6.52", "6.45")
def test_a_ship_dismasted_at_rest_may_not_turn_from_the_next_turn_on() -> None:
    game = under_fire(THREE, target=fifty(), kind="Mast")
    assert by_code(game, "french", "50/N").mast == 3
    with pytest.raises(wg.IllegalCommand) as refused:
        plot(game, french={"50/N": "NE 0"})
    assert refused.value.clause == "6.52"


@pytest.mark.clause("6.52", "6.55")
def test_while_she_slows_a_dismasted_ship_turns_and_plots_as_usual() -> None:
    game = alone(speed=8, mast=3)
    assert turns(game, "SW 1, S 2, SE 1") == [(4, "A 1013")]
    assert game.state.ships[0].heading == wg.HEADINGS.index("SE")
    # The turn that brings her to rest is one in which damage keeps her from moving.
    with pytest.raises(wg.IllegalCommand) as refused:
        plot(game, british={"74/A": "S 0"})
    assert refused.value.clause == "6.52"
    assert turns(game, "") == [(0, "A 1013")]


@pytest.mark.clause("6.55")
@pytest.mark.parametrize(
    ("rate", "then"), [(10, [6, 2, 0]), (4, [0]), (3, [0]), (5, [1, 0]), (0, [0])]
)
def test_dismasted_she_slows_by_exactly_four_a_turn(rate: int, then: list[int]) -> None:
    game = alone(speed=rate, mast=3, force="fresh")
    rows = [f"S {left}" if left else "" for left in then]
    assert [speed for speed, _ in turns(game, *rows)] == then


@pytest.mark.clause("6.55")
@pytest.mark.parametrize("row", ["S 4", "Decel 2, S 3", "Accel 2, S 7", "S 2"])
def test_dismasted_at_rate_5_nothing_but_1_may_be_plotted(row: str) -> None:
    game = alone(speed=5, mast=3)
    with pytest.raises(wg.IllegalCommand):
        plot(game, british={"74/A": row})
    plot(game, british={"74/A": "S 1"})


@pytest.mark.clause("6.55")
def test_one_mast_hit_does_not_touch_acceleration() -> None:
    game = alone(speed=2, mast=1)
    assert allowance(game.state.ships[0], game.state) == 4
    assert turns(game, "Accel 2, S 4") == [(4, "A 1014")]


# 6.53, 6.54, 7.3, 7.32: repair


@pytest.mark.clause("6.53", "7.3", "7.32")
@pytest.mark.parametrize("kind", ["mast", "crew"])
@pytest.mark.parametrize(
    ("hits", "die", "left"),
    [
        (1, 1, 0),
        (1, 2, 0),
        (1, 3, 0),
        (1, 4, 1),
        (1, 6, 1),
        (2, 1, 1),
        (2, 2, 1),
        (2, 3, 2),
        (2, 6, 2),
    ],
)
def test_one_hit_goes_on_3_or_less_and_two_become_one_on_2_or_less(
    kind: str, hits: int, die: int, left: int
) -> None:
    game = alone(speed=0, dice=wg.Dice.of(damage_control=(die,)), **CALM, **{kind: hits})
    plot(game)
    assert getattr(game.state.ships[0], kind) == left


@pytest.mark.clause("6.53", "6.54", "7.32")
@pytest.mark.parametrize(("crew", "mast"), [(0, 3), (1, 3), (3, 0), (3, 2), (3, 3)])
def test_three_hits_of_a_kind_end_all_repair(crew: int, mast: int) -> None:
    game = alone(speed=0, crew=crew, mast=mast, dice=wg.Dice.of(damage_control=(1, 1)), **CALM)
    plot(game)
    assert (game.state.ships[0].crew, game.state.ships[0].mast) == (crew, mast)
    assert not told(game, "Repaired")


@pytest.mark.clause("6.54")
def test_two_mast_hits_and_one_crew_hit_may_be_repaired() -> None:
    game = alone(speed=0, crew=1, mast=2, dice=wg.Dice.of(damage_control=(2,)), **CALM)
    plot(game)
    answer(game, "repair", british={"kinds": {"74/A": "mast"}})
    assert (game.state.ships[0].crew, game.state.ships[0].mast) == (1, 1)


@pytest.mark.clause("6.54", "7.0-type", "7.7-limits")
def test_of_three_more_crew_hits_on_two_two_are_lost_and_none_becomes_a_mast_hit() -> None:
    game = under_fire(THREE, target=fifty(crew=2), dice=wg.Dice.of(gunnery=(1,)))
    hurt = by_code(game, "french", "50/N")
    assert (hurt.crew, hurt.mast) == (3, 0)
    assert told(game, "Fired")[0].hits == 3


@pytest.mark.clause("6.54", "4.2.G")
def test_the_third_mast_hit_of_this_turn_leaves_no_last_repair() -> None:
    dice = wg.Dice.of(gunnery=(1,), damage_control=(1,))
    game = under_fire(TWO, target=fifty(mast=1, crew=1), kind="Mast", dice=dice)
    hurt = by_code(game, "french", "50/N")
    assert (hurt.crew, hurt.mast) == (1, 3)
    assert not told(game, "Repaired")


@pytest.mark.clause("7.32", "4.2.G")
def test_hits_of_this_very_turn_can_be_repaired() -> None:
    dice = wg.Dice.of(gunnery=(1,), damage_control=(2,))
    game = under_fire(TWO, target=fifty(), kind="Mast", dice=dice)
    assert by_code(game, "french", "50/N").mast == 1


@pytest.mark.clause("7.32")
@pytest.mark.parametrize(("kind", "crew", "mast"), [("mast", 2, 0), ("crew", 2, 1)])
def test_with_one_mast_and_two_crew_hits_a_3_mends_the_mast_only_if_it_was_named(
    kind: str, crew: int, mast: int
) -> None:
    game = alone(speed=0, crew=2, mast=1, dice=wg.Dice.of(damage_control=(3,)), **CALM)
    plot(game)
    answer(game, "repair", british={"kinds": {"74/A": kind}})
    assert (game.state.ships[0].crew, game.state.ships[0].mast) == (crew, mast)


@pytest.mark.clause("7.32")
def test_no_more_than_one_hit_is_taken_off_in_a_turn() -> None:
    game = alone(speed=0, crew=2, mast=2, dice=wg.Dice.of(damage_control=(1, 1)), **CALM)
    plot(game)
    answer(game, "repair", british={"kinds": {"74/A": "crew"}})
    assert (game.state.ships[0].crew, game.state.ships[0].mast) == (1, 2)
    assert len(told(game, "Repaired")) == 1


@pytest.mark.clause("7.32")
def test_each_side_names_the_kind_for_its_own_ships_and_rolls_for_them() -> None:
    game = sea(
        [ship("B-74", "A 1010", speed=0, crew=1, mast=1)],
        [ship("A-74", "B 1010", speed=0, crew=1, mast=1)],
        dice=wg.Dice.of(damage_control=(3, 6)),
        **CALM,
    )
    plot(game)
    assert [(d.seat, d.kind) for d in game.decisions] == [
        ("british", "repair"),
        ("french", "repair"),
    ]
    with pytest.raises(wg.IllegalCommand) as refused:
        answer(game, "repair", british={"kinds": {"74/A": "hull"}})
    assert refused.value.clause == "7.32"
    answer(game, "repair", british={"kinds": {"74/A": "mast"}})
    answer(game, "repair", french={"kinds": {"74/A": "crew"}})
    hits = [(s.crew, s.mast) for s in game.state.ships]
    assert hits == [(1, 0), (1, 1)]


@pytest.mark.clause("7.3")
@pytest.mark.parametrize(
    ("type", "crew", "hexes", "total"),
    [("B-74", 1, 1, 11), ("B-74", 2, 6, 3), ("B-74", 1, 9, 1), ("A-74", 1, 2, 12)],
)
def test_one_crew_hit_or_two_halve_the_strength_for_the_range(
    type: str, crew: int, hexes: int, total: int
) -> None:
    game = sea(
        [ship(type, "A 0410", speed=0, crew=crew)],
        [ship("MM", f"A {4 + hexes:02}10", speed=0)],
        gunnery={"british": 1},
        **CALM,
    )
    shooter = game.state.ships[0]
    if total * 2 < 6:
        with pytest.raises(wg.IllegalCommand):
            plot(game, british={shooter.code: "Fire Crew MM/1"})
        return
    plot(game, british={shooter.code: "Fire Crew MM/1"})
    assert told(game, "Fired")[0].total == total


@pytest.mark.clause("7.3", "7.4-continued")
def test_a_dutch_64_with_a_crew_hit_cannot_fire_at_nine_hexes() -> None:
    game = sea([ship("C-64", "A 0410", speed=0, crew=1)], [ship("MM", "A 1310", speed=0)], **CALM)
    with pytest.raises(wg.IllegalCommand) as refused:
        plot(game, british={"64/E": "Fire Crew MM/1"})
    assert refused.value.clause == "7.4-continued"


@pytest.mark.clause("7.3", "7.13")
def test_three_crew_hits_silence_a_ship_for_good() -> None:
    game = under_fire(THREE, target=fifty(), dice=wg.Dice.of(gunnery=(1,), damage_control=(1,)))
    for _ in range(2):
        with pytest.raises(wg.IllegalCommand) as refused:
            plot(game, french={"50/N": "Fire Crew 120/A"})
        assert refused.value.clause == "7.13"
        answer(game, "plot", british={"orders": {}})
        answer(game, "plot", french={"orders": {}})
    assert by_code(game, "french", "50/N").crew == 3


# 7.31: explosions


def blaze(*dice: int, **more: Any) -> wg.Game:
    """Two Crew Hits on the Dutch 50 at A 1210 and the two dice for her magazine."""
    options = {"explosions": True} | more.pop("options", {})
    chance = wg.Dice.of(gunnery=(1,), damage_control=(6,) * 9, explosion=dice)
    return sea(
        [ship(TWO, "A 1010", speed=0)],
        [fifty(), *more.pop("near", [])],
        gunnery={"british": 1},
        options=options,
        dice=chance,
        **(CALM | more),
    )


def fire_crew(game: wg.Game, **rows: dict[str, str]) -> None:
    plot(game, british={"110/C": "Fire Crew 50/N"}, **rows)


@pytest.mark.clause("7.31")
@pytest.mark.parametrize(("dice", "gone"), [((1, 1), "exploded"), ((1, 2), ""), ((2, 1), "")])
def test_two_new_crew_hits_blow_a_ship_up_on_two_ones(dice: tuple[int, int], gone: str) -> None:
    game = blaze(*dice)
    fire_crew(game)
    assert game.state.ships[1].gone == gone
    assert len(told(game, "Exploding")) == 1


@pytest.mark.clause("7.31")
def test_without_the_option_nobody_blows_up() -> None:
    game = blaze(1, 1, options={"explosions": False})
    fire_crew(game)
    assert not game.state.ships[1].gone
    assert not told(game, "Exploding")


@pytest.mark.clause("7.31")
def test_two_mast_hits_set_no_ship_on_fire() -> None:
    game = blaze(1, 1)
    plot(game, british={"110/C": "Fire Mast 50/N"})
    assert not told(game, "Exploding")
    assert game.state.ships[1].mast == 2


@pytest.mark.clause("7.31")
def test_two_hits_on_a_ship_that_already_has_two_are_suffered_though_one_is_wasted() -> None:
    game = blaze(1, 1)
    game.state.ships[1].crew = 2
    fire_crew(game)
    assert game.state.ships[1].gone == "exploded"


@pytest.mark.clause("7.31", "4.2.F")
def test_she_goes_in_phase_f_after_sailing_her_course() -> None:
    game = blaze(1, 1, force="moderate")
    game.state.ships[1].heading = wg.HEADINGS.index("S")
    game.state.ships[1].speed = 4
    fire_crew(game, french={"50/N": "S 4"})
    kinds = [e.kind for e in game.events if e.kind in ("Exploding", "Moved", "Exploded")]
    assert kinds == ["Exploding", "Moved", "Exploded"]


@pytest.mark.clause("7.31")
def test_neighbours_take_a_mast_hit_and_ships_two_hexes_off_nothing() -> None:
    game = blaze(1, 1, near=[ship("A-74", "A 1211", speed=0), ship("A-74", "A 1212", speed=0)])
    fire_crew(game)
    hits = [(s.crew, s.mast) for s in game.state.ships]
    assert hits[2:] == [(0, 1), (0, 0)]
    assert hits[0] == (0, 0)


@pytest.mark.clause("7.31")
@pytest.mark.parametrize("afoul", [True, False])
def test_a_ship_in_her_hex_takes_a_hit_of_each_kind_afoul_or_not(afoul: bool) -> None:
    def alongside(state: Any) -> None:
        state.ships[1].place = state.ships[2].place
        if afoul:
            state.ships[1].afoul, state.ships[2].afoul = (2,), (1,)

    game = sea(
        [ship(TWO, "A 1010", speed=0), ship("B-74", "A 1410", speed=0)],
        [fifty()],
        gunnery={"british": 1},
        options={"explosions": True},
        dice=wg.Dice.of(gunnery=(1,), explosion=(1, 1), damage_control=(6,)),
        arrange=alongside,
        **CALM,
    )
    fire_crew(game)
    answer(game, "repair", british={"kinds": {"74/A": "crew"}})
    beside = by_code(game, "british", "74/A")
    assert (beside.crew, beside.mast, beside.afoul) == (1, 1, ())


@pytest.mark.clause("7.31")
def test_a_crew_hit_by_fire_and_one_from_a_ship_blown_up_alongside_call_for_a_roll() -> None:
    def alongside(state: Any) -> None:
        state.ships[1].place = state.ships[3].place

    # The 120 against the 74: 44 to 15, 2-1, one hit on a 3.
    game = sea(
        [ship(TWO, "A 1010", speed=0), ship("B-74", "A 1810", speed=0)],
        [ship("A-120", "A 1410", speed=0), fifty()],
        gunnery={"british": 1, "french": 1},
        options={"explosions": True},
        dice=wg.Dice.of(
            gunnery_british=(3,),
            gunnery_french=(1,),
            explosion_french=(1, 1),
            explosion_british=(1, 1),
        ),
        arrange=alongside,
        **CALM,
    )
    fire_crew(game, french={"120/A": "Fire Crew 74/A"})
    assert [(e.ship, e.explodes) for e in told(game, "Exploding")] == [
        (game.state.ships[3].counter.title, True),
        (game.state.ships[1].counter.title, True),
    ]
    assert [s.gone for s in game.state.ships] == ["", "exploded", "", "exploded"]


@pytest.mark.clause("7.31")
def test_each_ship_rolls_once_a_phase_whatever_reaches_her_afterwards() -> None:
    def alongside(state: Any) -> None:
        state.ships[1].place = state.ships[3].place

    game = sea(
        [ship(TWO, "A 1010", speed=0), fifty("A 1810")],
        [ship(TWO, "A 1410", speed=0), fifty()],
        gunnery={"british": 1, "french": 1},
        options={"explosions": True},
        dice=wg.Dice.of(gunnery=(1, 1), explosion_british=(2, 1), explosion_french=(1, 1)),
        arrange=alongside,
        **CALM,
    )
    fire_crew(game, french={"110/C": "Fire Crew 50/N"})
    assert [e.explodes for e in told(game, "Exploding")] == [False, True]
    beside = game.state.ships[1]
    assert (beside.gone, beside.crew, beside.mast) == ("", 3, 1)


@pytest.mark.clause("7.31")
def test_a_chain_runs_from_ship_to_ship_and_adds_up() -> None:
    def alongside(state: Any) -> None:
        state.ships[1].place = state.ships[2].place

    # The 50 blows up beside the British 74, who was hit once by the 120 and blows up too; the
    # 120 lies next to both and takes a Mast Hit from each.
    game = sea(
        [ship(TWO, "A 1010", speed=0), ship("B-74", "A 1810", speed=0)],
        [fifty(), ship("A-120", "A 1310", speed=0)],
        gunnery={"british": 1, "french": 1},
        options={"explosions": True},
        dice=wg.Dice.of(gunnery_british=(3,), gunnery_french=(1,), explosion=(1, 1, 1, 1)),
        arrange=alongside,
        **CALM,
    )
    fire_crew(game, french={"120/A": "Fire Crew 74/A"})
    assert [s.gone for s in game.state.ships] == ["", "exploded", "exploded", ""]
    assert game.state.ships[3].mast + sum(e.done for e in told(game, "Repaired")) == 2


@pytest.mark.clause("7.31", "9.0-procedure", "11.0-points")
def test_a_ship_blown_up_is_afoul_of_nobody_and_counts_as_lost() -> None:
    game = blaze(1, 1)
    fire_crew(game)
    assert points(game.state, "french") == 6
    assert dict(scores(game)) == {"british": 12, "french": 0}


def burning_off(*dice: int, faces: int = 1, **more: Any) -> wg.Game:
    """A Dutch 50 sails off the frozen map's south edge under fire; her magazine's two dice."""

    def frozen(state: Any) -> None:
        state.frozen = True

    game = sea(
        [ship(TWO, "D 1016", speed=0)],
        [fifty("D 1216", "S", 4), ship("A-74", "D 1215", speed=0)],
        gunnery={"british": 1},
        options={"explosions": True},
        dice=wg.Dice.of(gunnery=(faces,), explosion=dice, damage_control=(6,) * 9),
        arrange=frozen,
        **more,
    )
    fire_crew(game, french={"50/N": "S 4"})
    return game


@pytest.mark.clause("7.31", "5.0-delay", "9.0-procedure", "11.0-points")
def test_a_ship_that_is_to_blow_up_does_so_though_she_left_the_map_and_harms_nobody_there() -> None:
    game = burning_off(1, 1)
    kinds = ("Exploding", "Exited", "Exploded")
    assert tuple(e.kind for e in game.events if e.kind in kinds) == kinds
    assert game.state.ships[1].gone == "exploded"
    assert (game.state.ships[2].crew, game.state.ships[2].mast) == (0, 0)
    assert points(game.state, "french") == 6
    assert dict(scores(game)) == {"british": 12, "french": 0}


@pytest.mark.clause("5.0-delay", "11.0-points")
def test_hits_of_the_turn_in_which_she_left_the_map_are_marked_and_count() -> None:
    game = burning_off(1, 2)
    assert (game.state.ships[1].gone, game.state.ships[1].crew) == ("exited", 2)
    assert [(e.ship, e.crew_now) for e in told(game, "Damaged")] == [("C-50 50/N", 2)]
    # Two hits on a ship of the line; she has left her side's count.
    assert dict(scores(game)) == {"british": 4, "french": 0}
    assert points(game.state, "french") == 0
    assert not told(game, "Repaired")


@pytest.mark.clause("7.31", "13.0-special")
def test_a_ship_aground_blows_up_where_she_lies_and_hurts_who_is_beside_her() -> None:
    # Section C is land. The 50 runs ashore off C's west side, where a 74 lies in the next hex.
    game = sea(
        [ship(TWO, "B 2004", "NE", 0)],
        [fifty("B 2006", "SE", 4), ship("A-74", "B 2007", speed=0)],
        gunnery={"british": 1},
        options={"explosions": True},
        dice=wg.Dice.of(gunnery=(1,), explosion=(1, 1), damage_control=(6,) * 9),
        map={"land": ["C"], "fixed": ["C"], "aground": "six-points"},
    )
    fire_crew(game, french={"50/N": "SE 4"})
    assert len(told(game, "Exploded")) == 1
    assert game.state.ships[1].gone == "aground"
    assert [(s.crew, s.mast) for s in game.state.ships[1:]] == [(0, 0), (0, 1)]
    assert points(game.state, "french") == 7


# 6.56, 6.66: drift


DRIFT = {"drift": True}


@pytest.mark.clause("6.56")
def test_a_ship_of_rate_0_drifts_one_hex_with_the_wind_and_keeps_her_facing() -> None:
    game = alone(heading="NE", speed=0, force="light", options=DRIFT)
    assert turns(game, "") == [(0, "A 1011")]
    assert game.state.ships[0].heading == wg.HEADINGS.index("NE")


@pytest.mark.clause("6.56")
def test_without_the_option_she_stays() -> None:
    assert turns(alone(speed=0, force="fresh"), "") == [(0, "A 1010")]


@pytest.mark.clause("6.56")
def test_in_a_calm_nothing_drifts() -> None:
    assert turns(alone(speed=0, options=DRIFT, **CALM), "") == [(0, "A 1010")]


@pytest.mark.clause("6.56")
def test_a_ship_with_way_on_does_not_drift() -> None:
    assert turns(alone(speed=2, options=DRIFT), "S 2") == [(2, "A 1012")]


@pytest.mark.clause("6.56")
def test_a_ship_that_stops_this_turn_drifts_this_turn() -> None:
    assert turns(alone(speed=2, options=DRIFT), "Decel 2") == [(0, "A 1011")]


@pytest.mark.clause("6.56", "6.55")
def test_a_dismasted_ship_drifts_once_she_has_come_to_rest() -> None:
    game = alone(speed=6, mast=3, options=DRIFT)
    assert turns(game, "S 2", "", "") == [(2, "A 1012"), (0, "A 1013"), (0, "A 1014")]


@pytest.mark.clause("6.56", "6.66")
@pytest.mark.parametrize(
    ("wind", "force", "end"),
    [
        ("NW", "moderate", "A 1111"),
        ("SE", "light", "A 0910"),
        ("N", "fresh", "A 1011"),
        ("N", "calm", "A 1010"),
    ],
)
def test_ships_afoul_drift_together(wind: str, force: str, end: str) -> None:
    game = sea(
        [ship("B-74", "A 1010", speed=0)],
        [ship("A-74", "A 1410", speed=0)],
        wind=wind,
        force=force,
        afoul=[(0, 1)],
        options=DRIFT,
    )
    plot(game)
    assert [where(game, 0), where(game, 1)] == [end, end]
    assert game.state.ships[0].afoul == (1,)


@pytest.mark.clause("6.66")
def test_afoul_ships_lie_still_when_drift_is_not_played() -> None:
    game = sea([ship("B-74", "A 1010", speed=0)], [ship("A-74", "A 1410", speed=0)], afoul=[(0, 1)])
    plot(game)
    assert where(game, 0) == "A 1010"


@pytest.mark.clause("6.56")
def test_the_ship_to_leeward_drifts_first_so_a_line_of_friends_drifts_as_one() -> None:
    line = [ship("A-74", f"A 10{row}", speed=0) for row in (10, 11, 12)]
    game = lonely(*line, options=DRIFT)
    plot(game)
    assert [where(game, n) for n in range(3)] == ["A 1011", "A 1012", "A 1013"]


@pytest.mark.clause("6.56", "6.61-friends")
def test_a_friend_who_does_not_drift_stops_her() -> None:
    game = lonely(ship("A-74", "A 1010", speed=0), ship("A-74", "A 1013", "N", 2), options=DRIFT)
    plot(game, british={"74/B": "N 2"})
    assert [where(game, 0), where(game, 1)] == ["A 1010", "A 1011"]


@pytest.mark.clause("6.56", "6.6-meeting")
@pytest.mark.parametrize(("wish", "die", "afoul"), [(True, 2, True), (True, 3, False)])
def test_drifting_upon_an_enemy_is_a_meeting(wish: bool, die: int, afoul: bool) -> None:
    game = sea(
        [ship("B-74", "A 1010", speed=0)],
        [ship("A-74", "A 1014", "N", 3)],
        options=DRIFT,
        dice=wg.Dice.of(afoul=(die,)),
    )
    plot(game, french={"74/A": "N 3"})
    elect(game, french=wish)
    assert [where(game, 0), where(game, 1)] == ["A 1011", "A 1011"]
    assert bool(game.state.ships[0].afoul) is afoul
    assert game.state.ships[1].speed == (0 if afoul else 3)


@pytest.mark.clause("6.56", "6.61")
def test_a_dismasted_ship_that_drifts_upon_an_enemy_may_not_choose_to_run_afoul() -> None:
    game = sea(
        [ship("B-74", "A 1010", speed=0, mast=3)],
        [ship("A-74", "A 1014", "N", 3)],
        options=DRIFT,
    )
    plot(game, french={"74/A": "N 3"})
    assert [(d.seat, d.kind) for d in game.decisions] == [("french", "election")]


@pytest.mark.clause("6.56", "6.66", "6.61-friends")
def test_a_pair_afoul_is_stopped_by_a_friend_of_either() -> None:
    game = sea(
        [ship("B-74", "A 1010", speed=0), ship("B-74", "A 1013", "N", 2)],
        [ship("A-74", "A 1410", speed=0)],
        afoul=[(0, 2)],
        options=DRIFT,
    )
    plot(game, british={"74/B": "N 2"})
    assert [where(game, n) for n in range(3)] == ["A 1010", "A 1011", "A 1010"]


@pytest.mark.clause("6.56", "3.1-leapfrog")
def test_a_ship_that_drifts_over_the_side_has_a_section_laid_for_her() -> None:
    game = lonely(ship("A-74", "D 1016", speed=0), options=DRIFT)
    plot(game)
    assert not game.state.ships[0].gone
    assert game.state.sections.section_at(game.state.ships[0].place) is not None
    assert told(game, "Laid")


@pytest.mark.clause("6.56", "9.11")
def test_once_the_map_is_frozen_she_drifts_off_it() -> None:
    def frozen(state: Any) -> None:
        state.frozen = True

    game = lonely(ship("A-74", "D 1016", speed=0), options=DRIFT, arrange=frozen)
    plot(game)
    assert (game.state.ships[0].gone, game.state.ships[0].edge) == ("exited", "S")


@pytest.mark.clause("6.56", "13.0-special")
def test_a_ship_that_drifts_ashore_is_aground_with_all_that_is_afoul_of_her() -> None:
    def lee_shore(state: Any) -> None:
        clear(state, 0, 7)
        put(state, 0, "C 1016", mast=3, afoul=(7,))
        put(state, 7, "C 1016", afoul=(0,))
        state.wind = 0

    game = stage("lissa", lee_shore, options=DRIFT)
    plot(game)
    assert [game.state.ships[n].gone for n in (0, 7)] == ["aground", "aground"]
    assert len(told(game, "Aground")) == 2


@pytest.mark.clause("6.56")
def test_ships_at_anchor_do_not_drift() -> None:
    game = stage("nile", options=DRIFT)
    before = [s.place for s in game.state.ships if s.anchored]
    plot(game, british={s.code: "SE 4" for s in game.state.ships if s.side == "british"})
    assert [s.place for s in game.state.ships if s.anchored] == before
