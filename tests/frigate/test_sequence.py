"""The eight phases of a Game-Turn and their order (4.0)."""

from __future__ import annotations

from itertools import pairwise

import pytest
from positions import answer, by_code, plot, sea, ship, told, where

import weathergage as wg
from weathergage_frigate.ruleset import SEQUENCE

BRITISH = [ship("B-74", "A 1010", "NE", 0)]
FRENCH = [ship("A-74", "A 1012", "NE", 0)]


def phases(game: wg.Game, turn: int) -> list[str]:
    return [event.phase for event in told(game, "PhaseBegan") if event.turn == turn]


@pytest.mark.clause("4.1")
def test_a_game_turn_has_eight_phases_in_the_printed_order() -> None:
    assert [phase.id for phase in SEQUENCE if phase.later_turns] == [
        "wind",
        "plot",
        "command",
        "combat",
        "movement",
        "results",
        "damage-control",
        "preservation",
    ]
    assert [phase.clause for phase in SEQUENCE if phase.later_turns] == [
        f"4.2.{letter}" for letter in "ABCDEFGH"
    ]


@pytest.mark.clause("4.1", "4.2.A")
def test_the_first_turn_leaves_out_the_wind_and_later_turns_the_deployment() -> None:
    game = wg.new_game("frigate/constitution-guerriere", seed=1)
    for decision in game.decisions:
        game.submit(decision.id, decision.sample(wg.Dice(2)))
    while game.turn == 1:
        for decision in game.decisions:
            game.submit(decision.id, decision.sample(wg.Dice(2)))
    assert "wind" not in phases(game, 1)
    assert phases(game, 2)[0] == "wind"
    assert "deployment" not in phases(game, 2)


@pytest.mark.clause("4.1", "4.2.D")
def test_fire_comes_before_movement_and_from_where_the_turn_began() -> None:
    # When both have sailed the target is no longer abeam.
    game = sea([ship("B-74", "A 1004", "NE", 3)], [ship("A-74", "A 1006", "SE", 4)])
    plot(game, british={"74/A": "NE 3; Fire Mast 74/A"}, french={"74/A": "SE 4"})
    kinds = [event.kind for event in game.events]
    assert kinds.index("Fired") < kinds.index("Moved")


@pytest.mark.clause("4.1", "4.2.G")
def test_nobody_repairs_before_damage_is_marked() -> None:
    game = sea(
        [ship("B-74", "A 1010", "NE", 0, crew=1, mast=1)],
        [ship("A-120", "A 1012", "NE", 0)],
        dice=wg.Dice.of(gunnery=(3,), damage_control=(1,)),
    )
    assert {decision.kind for decision in game.decisions} == {"plot"}
    plot(game, french={"120/A": "Fire Mast 74/A"})
    assert by_code(game, "british", "74/A").mast == 2
    [decision] = game.decisions
    assert (decision.kind, game.phase) == ("repair", "damage-control")


@pytest.mark.clause("4.1")
def test_a_scenario_to_time_ends_after_sixteen_turns() -> None:
    game = sea([ship("B-74", "A 1010", "N", 0)], [ship("A-74", "D 0505", "N", 0)])
    while not game.over:
        plot(game)
    assert game.turn == 16


@pytest.mark.clause("4.2.A")
def test_the_first_wind_is_the_scenarios_and_the_second_takes_two_dice() -> None:
    game = wg.new_game("frigate/constitution-guerriere", seed=3)
    assert (wg.HEADINGS[game.state.wind], game.state.force) == ("NW", 3)
    while game.turn == 1:
        for decision in game.decisions:
            game.submit(decision.id, decision.sample(wg.Dice(2)))
    rolls = [event for event in told(game, "Rolled") if event.purpose.startswith("wind")]
    assert [roll.purpose for roll in rolls] == ["wind direction", "wind velocity"]


@pytest.mark.clause("4.2.A")
def test_trafalgar_never_rolls_for_its_wind() -> None:
    game = wg.new_game("frigate/trafalgar", seed=3)
    dice = wg.Dice(5)
    while game.turn < 3:
        for decision in game.decisions:
            game.submit(decision.id, decision.sample(dice))
    assert not [event for event in told(game, "Rolled") if "wind" in event.purpose]


@pytest.mark.clause("4.2.B", "8.14")
def test_a_column_has_one_movement_plot_and_fire_for_each_ship_that_fires() -> None:
    british = [
        ship("B-74", f"A 10{row:02}", "N", 4, flag="FF" if row == 10 else "")
        for row in range(10, 15)
    ]
    game = sea(british, [ship("A-74", "A 1212", "N", 4)], dice=wg.Dice.of(gunnery=(1,)))
    rows = {f"74/{letter}": "Formation; Fire Mast 74/A" for letter in "BCDE"}
    plot(game, british={"74/A": "Column, N 4", **rows}, french={"74/A": "N 4"})
    assert [where(game, n) for n in range(5)] == [f"A 10{row:02}" for row in range(6, 11)]
    assert len(told(game, "Fired")[0].firers) == 4


@pytest.mark.clause("4.2.B", "5.0-general")
def test_neither_player_sees_the_others_plot_before_both_are_in() -> None:
    def asked(row: str) -> tuple[object, ...]:
        game = sea([ship("B-74", "A 1010", "NE", 4)], FRENCH)
        answer(game, "plot", british={"orders": {"74/A": row}})
        assert [decision.seat for decision in game.decisions] == ["french"]
        view = game.view("french")
        help = [decision.help() for decision in game.decisions]
        return view.plain(), [event.say() for event in view.events], help

    assert asked("NE 4") == asked("SE 4; Fire Mast 74/A")


@pytest.mark.clause("4.2.C", "8.21-use")
def test_a_moderate_fleet_that_rolls_2_loses_flagships_on_3_and_independents_on_2_and_5() -> None:
    british = [ship("B-74", f"A 0{5 + n}{row:02}", "N", 4) for n, row in enumerate((2, 3, 5, 12))]
    british += [ship("B-74", "A 1503", "N", 4, flag="F"), ship("B-74", "A 1702", "N", 4, flag="F")]
    game = sea(
        british,
        [ship("A-74", "D 0101", "N", 0)],
        efficiency={"british": "moderate"},
        dice=wg.Dice.of(command=(2,)),
    )
    plot(game, british={f"74/{letter}": "N 4" for letter in "ABCDEF"})
    out = [event.ship for event in told(game, "OutOfCommand")]
    assert out == ["B-74 74/A", "B-74 74/C", "B-74 74/D", "B-74 74/E"]


@pytest.mark.clause("4.2.C")
def test_a_high_fleet_that_rolls_5_loses_independents_on_9() -> None:
    british = [ship("B-74", "A 0509", "N", 4), ship("B-74", "A 0801", "N", 4)]
    game = sea(
        british,
        [ship("A-74", "D 0101", "N", 0)],
        efficiency={"british": "high"},
        dice=wg.Dice.of(command=(5,)),
    )
    plot(game, british={"74/A": "N 4", "74/B": "N 4"})
    assert [event.ship for event in told(game, "OutOfCommand")] == ["B-74 74/A"]


@pytest.mark.clause("4.2.D", "5.0-delay")
def test_both_results_of_a_duel_stand() -> None:
    game = sea(BRITISH, FRENCH, dice=wg.Dice.of(gunnery=(6, 6)), gunnery={"french": 1})
    plot(game, british={"74/A": "Fire Crew 74/A"}, french={"74/A": "Fire Crew 74/A"})
    assert [fired.total for fired in told(game, "Fired")] == [25, 23]
    assert [fired.hits > 0 for fired in told(game, "Fired")] == [True, True]


@pytest.mark.clause("4.2.D", "8.2")
def test_a_ship_out_of_command_does_not_fire() -> None:
    game = sea(
        [ship("B-74", "A 1010", "NE", 0)],
        FRENCH,
        efficiency={"british": "high"},
        dice=wg.Dice.of(command=(6,)),
    )
    plot(game, british={"74/A": "Fire Crew 74/A"})
    assert len(told(game, "OutOfCommand")) == 1
    assert not told(game, "Fired")


@pytest.mark.clause("4.2.E", "8.33")
def test_plotted_moves_come_before_random_ones() -> None:
    game = sea(
        [ship("B-74", "A 1010", "N", 4), ship("B-74", "A 1511", "N", 4)],
        [ship("A-74", "D 0101", "N", 0)],
        efficiency={"british": "high"},
        dice=wg.Dice.of(command=(6,), helm=(3,)),
    )
    plot(game, british={"74/A": "N 4", "74/B": "N 4"})
    assert [event.ship for event in told(game, "Moved")] == ["B-74 74/B", "B-74 74/A"]


@pytest.mark.clause("4.2.E", "6.0-general")
def test_an_afoul_ship_stays_unless_she_breaks_away() -> None:
    game = sea(BRITISH, [ship("A-74", "A 1510", "NE", 0)], afoul=[(0, 1)], dice=wg.Dice.of(3, 1))
    plot(game, british={"74/A": "Break away, Accel 2, NE 2"})
    assert (where(game, 0), game.state.ships[0].afoul) == ("A 1010", (1,))
    plot(game, british={"74/A": "Break away, Accel 2, NE 2"})
    assert (where(game, 0), game.state.ships[0].afoul) == ("A 1209", ())


@pytest.mark.clause("4.2.F", "5.0-delay")
def test_mast_hits_scored_this_turn_do_not_slow_a_ship_this_turn() -> None:
    game = sea(
        [ship("B-74", "A 1010", "SE", 8)],
        [ship("A-120", "A 1012", "SE", 0)],
        dice=wg.Dice.of(gunnery=(3,)),
    )
    plot(game, british={"74/A": "SE 8"}, french={"120/A": "Fire Mast 74/A"})
    assert told(game, "Fired")[0].hits == 1
    assert where(game, 0) == "A 1814"
    kinds = [event.kind for event in game.events]
    assert kinds.index("Moved") < kinds.index("Damaged")


@pytest.mark.clause("4.2.F", "7.31")
def test_a_ship_that_explodes_is_removed_when_results_are_applied() -> None:
    game = sea(
        [ship("B-50", "A 1010", "SE", 4)],
        [ship("A-120", "A 1012", "SE", 0)],
        dice=wg.Dice.of(gunnery=(6,), explosion=(1, 1)),
        options={"explosions": True},
    )
    plot(game, british={"50/A": "SE 4"}, french={"120/A": "Fire Crew 50/A"})
    kinds = [event.kind for event in game.events]
    assert kinds.index("Exploding") < kinds.index("Moved") < kinds.index("Exploded")
    assert by_code(game, "british", "50/A").gone == "exploded"


@pytest.mark.clause("4.2.G", "7.32")
def test_a_hit_taken_this_turn_may_be_repaired_this_turn() -> None:
    game = sea(
        [ship("B-74", "A 1010", "SE", 0, crew=0)],
        [ship("A-74", "A 1012", "SE", 0)],
        dice=wg.Dice.of(gunnery=(4,), damage_control=(3,)),
    )
    plot(game, french={"74/A": "Fire Crew 74/A"})
    assert told(game, "Damaged")[0].crew == 1
    assert told(game, "Repaired")[0].done
    assert game.state.ships[0].crew == 0


@pytest.mark.clause("4.2.G", "6.54")
def test_three_mast_hits_and_one_crew_hit_are_beyond_repair() -> None:
    game = sea([ship("B-74", "A 1010", "SE", 0, mast=3, crew=1)], [ship("A-74", "D 0101")])
    plot(game, french={"74/A": "N 4"})
    assert not told(game, "Repaired")
    assert game.turn == 3


@pytest.mark.clause("4.2.G", "7.32")
def test_two_hits_of_both_kinds_give_one_roll_on_one_kind() -> None:
    game = sea(
        [ship("B-74", "A 1010", "SE", 0, mast=2, crew=2)],
        [ship("A-74", "D 0101", "N", 0)],
        dice=wg.Dice.of(damage_control=(2,)),
    )
    plot(game)
    answer(game, "repair", british={"kinds": {"74/A": "mast"}})
    assert len(told(game, "Repaired")) == 1
    assert (game.state.ships[0].mast, game.state.ships[0].crew) == (1, 2)


@pytest.mark.clause("4.2.H")
@pytest.mark.parametrize(("mast", "over"), [(2, False), (3, True)])
def test_a_level_is_passed_only_when_it_is_exceeded(mast: int, over: bool) -> None:
    # Three dismasted or crewless ships cannot repair: 3 + 3 + 2 = 8 against a level of 8.
    british = [
        ship("B-74", "A 1010", "SE", 0, mast=3),
        ship("B-74", "A 1210", "SE", 0, crew=3),
        ship("B-74", "A 1410", "SE", 0, mast=mast, crew=0),
    ]
    game = sea(
        british,
        [ship("A-74", "A 1212", "SE", 0)],
        preservation={"british": 8},
        dice=wg.Dice.of(damage_control=(6, 6, 6)),
    )
    plot(game)
    assert bool(game.state.over) is over


@pytest.mark.clause("4.2.H")
def test_a_level_once_passed_stays_passed() -> None:
    british = [ship("B-74", "A 1010", "SE", 0, mast=2), ship("B-74", "A 1410", "SE", 0, crew=2)]
    game = sea(
        british,
        [ship("A-74", "A 1210", "N", 0)],
        preservation={"british": 3},
        dice=wg.Dice.of(damage_control=(6, 6, 1, 1)),
    )
    plot(game)
    assert game.state.over == {"british": 2}
    plot(game, british={"74/A": "Accel 2, NE 2", "74/B": "Accel 2, NE 2"})
    assert sum(ship.hits for ship in game.state.ships) == 2
    assert game.state.over == {"british": 2}
    assert [turn.turn for turn in told(game, "TurnBegan")] == sorted(
        {turn.turn for turn in told(game, "TurnBegan")}
    )


@pytest.mark.clause("4.2.H")
def test_the_turn_goes_forward_by_one_after_the_eighth_phase() -> None:
    game = sea(BRITISH, [ship("A-74", "D 0101", "N", 0)])
    for _ in range(3):
        plot(game)
    turns = [event.turn for event in told(game, "TurnBegan")]
    assert all(later == earlier + 1 for earlier, later in pairwise(turns))


# Undo and fork within a turn


def to_a_meeting(seed: int, journal: bool) -> wg.Game | None:
    """A duel by lot as far as the first question about running afoul."""
    game = wg.new_game("frigate/constitution-guerriere", seed=seed, journal=journal)
    dice = wg.Dice(seed)
    while not game.over:
        for decision in game.decisions:
            if decision.kind == "election":
                return game
            game.submit(decision.id, decision.sample(dice))
    return None


@pytest.mark.parametrize("journal", [True, False])
def test_a_phase_that_seldom_asks_is_gone_back_to_where_it_does(journal: bool) -> None:
    met = [game for seed in range(60) if (game := to_a_meeting(seed, journal)) is not None]
    assert met
    for game in met:
        before, told = game.dice.mark(), len(game.events)
        assert game.fork().dice.mark() == before
        decision = game.decisions[0]
        command = decision.sample(wg.Dice(1))
        game.submit(decision.id, command)
        game.undo()
        assert (game.phase, game.dice.mark(), len(game.events)) == ("movement", before, told)


EVERY_RULE_OF_MOVEMENT = {"drift": True, "bearing_up": True, "no_sailing_into_wind": True}


@pytest.mark.parametrize("options", [{}, EVERY_RULE_OF_MOVEMENT])
def test_a_game_that_is_forked_at_a_meeting_goes_on_as_the_game_does(
    options: dict[str, bool],
) -> None:
    game = wg.new_game("frigate/trafalgar", seed=2, options=options)
    dice = wg.Dice(8)
    twins: list[tuple[wg.Game, wg.Dice]] = []
    while len(twins) < 12 and not game.over:
        if game.decisions[0].kind == "election":
            twin = game.fork()
            assert open_in(twin) == open_in(game)
            twins.append((twin, dice.fork()))
        draw(game, dice)
    assert len(twins) >= 3
    for twin, its_dice in twins:
        while len(twin.commands) < len(game.commands):
            draw(twin, its_dice)
        assert open_in(twin) == open_in(game)
    met = game.commands
    while game.commands:
        game.undo()
    for logged in met:
        game.submit(game.decisions[0].id, logged.command)
    assert [e.plain() for e in game.events] == [e.plain() for e in twins[0][0].events]


def draw(game: wg.Game, dice: wg.Dice) -> None:
    decision = game.decisions[0]
    game.submit(decision.id, decision.sample(dice))


def open_in(game: wg.Game) -> object:
    """What is asked, what was thrown and what was told."""
    asked = [(d.seat, d.kind, d.about) for d in game.decisions]
    return asked, game.dice.mark(), [event.plain() for event in game.events]
