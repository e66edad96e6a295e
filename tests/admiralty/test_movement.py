"""The movement phase: who moves when, who may choose, quarters, and how orders are written."""

from __future__ import annotations

from typing import Any

import pytest
from fleet import one, region, sea, ship, told
from orders import asked, order, read, refused

import weathergage as wg
from weathergage_admiralty.collisions import Collided, RanAground
from weathergage_admiralty.invariants import problems
from weathergage_admiralty.movement import Moved, groups_of
from weathergage_admiralty.passing import Called, CallFire
from weathergage_admiralty.state import Action, AdmiraltyState
from weathergage_admiralty.steering import Escape, Helm, Later, Sternway, Wait
from weathergage_admiralty.turning import Helmed, plan


def names(game: wg.Game) -> list[list[str]]:
    """The order of the phase, by id."""
    ships = game.state.ships
    return [[ships[n].card.id for n in group] for group in game.state.order]


# Downwind moves first


def three(**more: Any) -> wg.Game:
    """Ships 10, 4 and 7 inches from the south edge, the wind from the north."""
    return sea(
        ship("Ten", at=(10, 50), heading="E"),
        ship("Four", at=(25, 56), heading="E", side="french"),
        ship("Seven", at=(40, 53), heading="W"),
        wind="N",
        **more,
    )


@pytest.mark.clause("2.0-dmf")
def test_ships_move_from_the_most_downwind_to_the_most_upwind() -> None:
    assert names(three()) == [["four"], ["seven"], ["ten"]]


@pytest.mark.clause("2.0-dmf")
@pytest.mark.parametrize(
    ("wind", "first"),
    [("N", "south"), ("S", "north"), ("W", "east"), ("E", "west"), ("NW", "east")],
)
def test_whatever_the_wind_the_leeward_ship_moves_first(wind: str, first: str) -> None:
    game = sea(
        ship("North", at=(30, 20), heading="E"),
        ship("South", at=(30.1, 40), heading="E"),
        ship("East", at=(45, 30), heading="N"),
        ship("West", at=(15, 30), heading="N"),
        wind=wind,
    )
    assert names(game)[0] == [first]


@pytest.mark.clause("2.0-dmf")
def test_a_ship_that_passes_to_leeward_while_she_moves_does_not_change_the_order() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), heading="S"),
        ship("Spencer", at=(30, 18), heading="E"),
        ship("Pompee", at=(40, 22), heading="E"),
        wind="N",
    )
    before = names(game)
    order(game, "pompee straight", "caesar straight")
    assert one(game, "caesar").pose.y > one(game, "pompee").pose.y
    assert names(game) == before
    assert asked(game) == ["spencer"]


@pytest.mark.clause("2.0-dmf")
@pytest.mark.parametrize(("dice", "first"), [((5, 2), "caesar"), ((2, 5), "spencer")])
def test_level_ships_throw_for_it(dice: tuple[int, int], first: str) -> None:
    game = sea(
        ship("Caesar", at=(10, 20), heading="E"),
        ship("Spencer", at=(40, 20), heading="E"),
        wind="N",
        dice=wg.Dice.of(ship_order=dice),
    )
    assert names(game)[0] == [first]


@pytest.mark.clause("2.0-dmf")
def test_ships_that_tie_throw_again() -> None:
    game = sea(
        ship("Caesar", at=(10, 20), heading="E"),
        ship("Spencer", at=(40, 20), heading="E"),
        wind="N",
        dice=wg.Dice.of(ship_order=(4, 4, 1, 6)),
    )
    assert names(game) == [["spencer"], ["caesar"]]


@pytest.mark.clause("2.0-dmf")
def test_neither_speed_nor_nation_counts() -> None:
    game = three(arrange=lambda state: setattr(state.ships[0], "setting", "normal"))
    assert names(game) == [["four"], ["seven"], ["ten"]]
    assert game.decisions[0].seat == "french"


# In line


@pytest.mark.clause("2.0-in-line")
def test_a_leader_to_windward_may_move_when_her_follower_is_next() -> None:
    # Close-hauled: the leader lies ahead and to windward; a third ship between them by the wind.
    game = sea(
        ship("Leader", at=(24, 18), heading=66),
        ship("Follower", at=(19.5, 20), heading=66),
        ship("Between", at=(45, 19), heading="E", side="french"),
        wind="N",
    )
    assert names(game) == [["follower", "leader"], ["between"]]
    order(game, "leader straight")
    assert one(game, "leader").moved
    assert asked(game) == ["follower"]


def line_abreast_of_an_enemy(**more: Any) -> wg.Game:
    """Three close-hauled ships in line, the last most to leeward, and a Frenchman whose place in
    the order is between hers and the others'.
    """
    return sea(
        ship("Van", at=(28.5, 16), **{"heading": 66, **more}),
        ship("Second", at=(24, 18), heading=66),
        ship("Rear", at=(19.5, 20), heading=66),
        ship("Between", at=(45, 19), heading="E", side="french"),
        wind="N",
    )


@pytest.mark.clause("2.0-in-line", "2.0-dmf")
def test_ships_in_line_need_not_move_in_unison_but_may_wait_for_their_own_places() -> None:
    game = line_abreast_of_an_enemy()
    assert names(game) == [["rear", "second", "van"], ["between"]]
    order(game, "van later", "second later", "straight")
    assert one(game, "rear").moved
    assert asked(game) == ["between"]
    order(game, "straight", seat="french")
    # They are in line still, so that either may move first.
    assert {one(game, id).moved for id in ("second", "van")} == {False}
    order(game, "van straight", "straight")
    assert game.phase != "helm"
    assert all(one(game, id).moved for id in ("van", "second"))


@pytest.mark.clause("2.0-in-line", "2.0-dmf")
def test_who_is_left_when_the_next_by_the_wind_has_moved_may_wait_as_well() -> None:
    game = line_abreast_of_an_enemy()
    order(game, "rear straight", "second straight", "later")
    assert asked(game) == ["between"]
    order(game, "straight", seat="french")
    assert asked(game) == ["van"]
    assert game.decisions[0].kinds == (Helm,)


@pytest.mark.clause("2.0-dmf")
def test_the_ship_that_is_next_by_the_wind_does_not_wait() -> None:
    game = line_abreast_of_an_enemy()
    why = refused(game, "rear later")
    assert (why.clause, why.code, why.about) == ("2.0-dmf", "her-place", "rear")
    order(game, "van 1, hold")
    assert game.decisions[0].kinds == (Helm,)


@pytest.mark.clause("2.0-in-line", "2.0-dmf")
@pytest.mark.parametrize("irons", [False, True])
def test_a_drawn_answer_lets_a_ship_of_a_line_wait_now_and_then(irons: bool) -> None:
    game = line_abreast_of_an_enemy(irons=irons, heading=40 if irons else 66)
    (asked_now,) = game.decisions
    drawn = [asked_now.sample(wg.Dice(seed)) for seed in range(400)]
    waiting = [answer.ship for answer in drawn if isinstance(answer, Later)]
    assert 0 < len(waiting) < 100
    assert "van" in waiting
    assert "rear" not in waiting
    assert all(asked_now.complaint(answer) is None for answer in drawn)


@pytest.mark.clause("2.0-in-line", "2.6-irons")
def test_a_ship_in_irons_may_wait_for_her_place_too() -> None:
    game = line_abreast_of_an_enemy(irons=True, heading=40)
    order(game, "rear straight", "second straight")
    assert asked(game) == ["van"]
    assert Later(ship="van") in (game.decisions[0].legal() or ())
    order(game, "van later")
    assert asked(game) == ["between"]


@pytest.mark.clause("2.0-in-line")
def test_a_line_of_five_chains_pair_by_pair() -> None:
    ships = [ship(f"Line {n}", at=(10 + 5 * n, 20), heading="E") for n in range(5)]
    assert len(names(sea(*ships, wind="N"))[0]) == 5


@pytest.mark.clause("2.0-in-line", "1.1")
@pytest.mark.parametrize(("gap", "together"), [(3.0, True), (3.1, False)])
@pytest.mark.parametrize("scale", ["medium", "small"])
def test_half_a_cable_from_bow_to_stern_is_the_limit(
    gap: float, together: bool, scale: str
) -> None:
    game = sea(
        ship("Caesar", at=(20, 20), heading="E"),
        ship("Spencer", at=(20 + 70 / 25.4 + gap, 20), heading="E"),
        wind="N",
        options={"scale": scale},
    )
    assert (len(names(game)[0]) == 2) is together


@pytest.mark.clause("2.0-in-line")
@pytest.mark.parametrize(
    "other",
    [
        {"side": "french"},
        {"heading": "W"},
        {"at": (21, 22)},
    ],
)
def test_enemies_and_ships_that_are_not_in_line_move_alone(other: dict[str, Any]) -> None:
    game = sea(
        ship("Caesar", at=(20, 20), heading="E"),
        ship("Spencer", **{"at": (24.5, 20), "heading": "E", **other}),
        wind="N",
    )
    assert all(len(group) == 1 for group in names(game))


# Who may choose


@pytest.mark.clause("2.1", "2.2-anchored", "4.3-L", "2.1-obstacles")
@pytest.mark.parametrize(
    "more",
    [
        {"setting": "anchored"},
        {"locks": {"spencer": 1}},
        {"aground": True},
        {"surrendered": "french"},
        {"action": 0},
        {"gone": "sunk"},
        {"waterline": 7},
        {"sail_hits": 99},
    ],
)
def test_a_ship_that_cannot_choose_is_not_asked(more: dict[str, Any]) -> None:
    game = sea(
        ship("Caesar", heading="E", **more),
        ship("Spencer", at=(40, 40), setting="anchored"),
        wind="N",
    )
    assert "caesar" not in asked(game)
    assert one(game, "caesar").sailed == 0


@pytest.mark.clause("2.2-sternway", "3.3-stop")
def test_a_stopped_ship_is_asked_for_sternway_where_something_is_close() -> None:
    close = sea(
        ship("Caesar", at=(20, 20), setting="stop"),
        ship("Spencer", at=(20, 25.7), setting="anchored"),
    )
    assert asked(close) == ["caesar"]
    order(close, "caesar wait")
    assert one(close, "caesar").pose == wg.FreePose.at(20, 20, 0)


@pytest.mark.clause("3.3-stop")
def test_headway_of_four_inches_is_sailed_next_turn_and_then_she_stops() -> None:
    game = sea(ship("Caesar", at=(20, 20), heading="E", setting="stop", headway=4.0), wind="N")
    order(game, "caesar straight")
    caesar = one(game, "caesar")
    assert caesar.pose.x == 24000
    assert caesar.headway == 0


@pytest.mark.clause("3.3-stop", "2.1")
def test_with_headway_she_turns_as_in_any_move_of_that_length() -> None:
    game = sea(ship("Caesar", heading="E", setting="stop", headway=4.0), wind="N")
    order(game, "caesar wear port, wear port")
    # No sail is set, so the wind gage says nothing.
    assert one(game, "caesar").pose.degrees == 30
    assert not one(game, "caesar").irons


@pytest.mark.clause("2.2-no-sail-change")
def test_a_move_that_ends_in_the_middle_of_a_tack_is_marked_and_a_finished_turn_is_not() -> None:
    tacking = sea(ship("Caesar", heading=90, sail_hits=27), wind="N", dice=wg.Dice.of(6, 6))
    order(tacking, "caesar tack port, tack port")
    assert one(tacking, "caesar").turned
    wearing = sea(ship("Caesar", heading=90), wind="N")
    order(wearing, "caesar wear starboard, 3.5")
    assert not one(wearing, "caesar").turned
    assert not one(wearing, "caesar").tack


@pytest.mark.clause("2.2-no-sail-change", "2.6-escape")
def test_an_escape_from_irons_is_marked_too() -> None:
    game = sea(ship("Caesar", heading=0, irons=True), wind="N", dice=wg.Dice.of(6))
    order(game, "caesar escape port")
    assert one(game, "caesar").turned


# Quarters


def level(**more: Any) -> wg.Game:
    """Two ships that close on one another, level to the wind; the option is on."""
    return sea(
        ship("Caesar", at=(20, 20), heading="E", grade="A", sail_hits=0),
        ship("Formidable", "french-80", at=(30.5, 20.3), heading="W", side="french", sail_hits=27),
        wind="N",
        options={"prorate": True},
        **more,
    )


@pytest.mark.clause("2.0-prorate")
def test_two_ships_on_close_courses_move_by_quarters_in_turn() -> None:
    game = level(mode="book", dice=wg.Dice.of(collision=(1, 1)))
    assert names(game)[0] == ["formidable", "caesar"]
    order(game, "formidable wear port, wear port", seat="french")
    assert one(game, "formidable").sailed == 0
    order(game, "caesar wear port", seat="british")
    moved = [(event.ship, round(event.inches, 3)) for event in told(game, Moved)]
    assert moved[:4] == [
        ("Formidable", 1.0),
        ("Caesar", 1.375),
        ("Formidable", 1.0),
        ("Caesar", 1.375),
    ]


@pytest.mark.clause("2.0-prorate")
def test_six_and_four_inches_make_quarters_of_one_and_a_half_and_of_one() -> None:
    game = level()
    caesar = one(game, "caesar")
    course = plan(game, caesar, (), Helmed(6000, 6000))
    assert not isinstance(course, wg.Complaint)
    assert [part.spent for part in course.quarters()] == [1500] * 4
    turning = plan(game, caesar, ("1", "wear starboard"), Helmed(4000, 4000))
    assert not isinstance(turning, wg.Complaint)
    quarters = turning.quarters()
    assert [part.spent for part in quarters] == [1000] * 4
    assert quarters[-1].end.degrees == turning.end.degrees
    assert quarters[-1].end.distance(turning.end) < 3e-3


@pytest.mark.clause("2.0-prorate")
@pytest.mark.parametrize(
    ("at", "together"), [((30.5, 20.3), True), ((30.5, 20.6), False), ((50, 20.3), False)]
)
def test_only_ships_that_are_level_and_come_close_do(
    at: tuple[float, float], together: bool
) -> None:
    game = sea(
        ship("Caesar", at=(20, 20), heading="E"),
        ship("Formidable", "french-80", at=at, heading="W", side="french"),
        wind="N",
        options={"prorate": True},
    )
    assert (len(names(game)[0]) == 2) is together


@pytest.mark.clause("2.0-prorate")
def test_ships_of_one_side_do_so_too_and_without_the_option_nobody_does() -> None:
    own = sea(
        ship("Caesar", at=(20, 20), heading="E"),
        ship("Spencer", at=(30.5, 20.3), heading="W"),
        wind="N",
        options={"prorate": True},
    )
    assert len(names(own)[0]) == 2
    assert refused(own, "spencer wear port, hold").clause == "2.0-prorate"
    off = level()
    assert len(groups_of(off)) >= 1
    plain = sea(
        ship("Caesar", at=(20, 20), heading="E"),
        ship("Spencer", at=(30.5, 20.3), heading="W"),
        wind="N",
    )
    assert all(len(group) == 1 for group in names(plain))


@pytest.mark.clause("2.0-prorate", "2.1-slowing")
def test_a_ship_that_moves_by_quarters_may_try_to_slow_down_first() -> None:
    game = level(dice=wg.Dice.of(action_formidable=(1,)), mode="book")
    order(game, "formidable slow 2", "formidable wear port, wear port", seat="french")
    assert asked(game) == ["caesar"]


# Passing fire


@pytest.mark.clause("4.1-passing-declare")
def test_the_move_is_held_when_a_call_first_becomes_possible() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), heading="E"),
        ship(
            "Formidable", "french-80", at=(23, 23), heading="E", side="french", setting="anchored"
        ),
        wind="N",
    )
    order(game, "caesar straight")
    assert game.phase == "helm"
    assert CallFire in game.decisions[0].kinds
    assert {decision.seat for decision in game.decisions} == {"british", "french"}
    order(game, "call", seat="french")
    order(game, "hold", seat="british")
    assert [event.ship for event in told(game, Called)] == ["Formidable"]


@pytest.mark.clause("4.1-passing-declare")
def test_once_the_next_ship_has_started_there_is_no_call_any_more() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), heading="E"),
        ship("Spencer", at=(50, 10), heading="E"),
        ship(
            "Formidable", "french-80", at=(23, 23), heading="E", side="french", setting="anchored"
        ),
        wind="N",
    )
    order(game, "caesar straight")
    order(game, "hold", seat="french")
    order(game, "hold", seat="british")
    assert asked(game) == ["spencer"]
    assert not told(game, Called)
    assert game.decisions[0].kinds == (Helm,)


# Currents


@pytest.mark.clause("2.5", "2.2-anchored")
def test_a_current_of_an_inch_carries_a_stopped_ship_but_not_one_at_anchor() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), setting="stop"),
        ship("Spencer", at=(40, 20), setting="anchored"),
        ship("Pompee", at=(30, 40), aground=True),
        current={"towards": "E", "inches": 1.0},
    )
    assert one(game, "caesar").pose == wg.FreePose.at(21, 20, 0)
    assert one(game, "caesar").sailed == 0
    assert one(game, "spencer").pose == wg.FreePose.at(40, 20, 0)
    assert one(game, "pompee").pose == wg.FreePose.at(30, 40, 0)


@pytest.mark.clause("2.5", "2.4", "4.3-L")
def test_a_current_brings_ships_onto_what_holds_and_leaves_those_locked_to_it() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), setting="stop"),
        ship("Spencer", at=(22.5, 20), setting="anchored"),
        ship("Pompee", at=(40, 20), setting="stop", locks={"hannibal": 1}),
        ship("Hannibal", at=(41.3, 20), setting="anchored", locks={"pompee": 0}),
        current={"towards": "E", "inches": 1.0},
        dice=wg.Dice.of(collision=(1, 1)),
    )
    assert told(game, Collided)[0].ship == "Caesar"
    assert one(game, "pompee").pose == wg.FreePose.at(40, 20, 0)


@pytest.mark.clause("2.5", "4.3-L")
def test_a_ship_that_a_current_sets_off_the_table_is_held_by_nobody_any_more() -> None:
    game = sea(
        ship("Caesar", at=(59, 20), setting="stop", locks={"desaix": 1}, party=(2, 2, 0)),
        ship("Desaix", "french-74", (57.7, 20), "N", "french", locks={"caesar": 0}),
        current={"towards": "E", "inches": 2.0},
        arrange=boarded,
    )
    assert one(game, "caesar").gone == "left"
    assert one(game, "caesar").locks == one(game, "desaix").locks == ()
    assert not one(game, "caesar").party.total
    assert not game.state.actions
    assert not problems(game)


def boarded(state: AdmiraltyState) -> None:
    """The first ship boards the second."""
    state.actions = (Action(1, (0,), 1, (3, 3), ((0, 1),), 1),)
    state.mark_boarding()


@pytest.mark.clause("2.5", "5.1-start")
def test_a_current_does_not_part_a_ship_from_one_at_anchor_whom_she_boards() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), setting="stop"),
        ship("Desaix", "french-74", (21.5, 20), "N", "french", setting="anchored"),
        current={"towards": "W", "inches": 1.0},
        arrange=boarded,
    )
    assert one(game, "caesar").pose == wg.FreePose.at(20, 20, 0)


@pytest.mark.clause("2.5", "2.1-obstacles")
def test_a_current_sets_ships_ashore() -> None:
    game = sea(
        ship("Caesar", at=(20, 20), setting="stop"),
        regions=[region("Kettle", "shoal", (21, 15), (30, 15), (30, 25), (21, 25))],
        current={"towards": "E", "inches": 1.0},
    )
    assert one(game, "caesar").aground
    assert told(game, RanAground)


# Orders


@pytest.mark.clause("2.2")
@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("caesar 3, wear port, 2.5", Helm(ship="caesar", legs=("3", "wear port", "2.5"))),
        ("caesar straight", Helm(ship="caesar")),
        ("caesar tack port 60", Helm(ship="caesar", legs=("tack port 60",))),
        ("caesar slow 4, wear port", Helm(ship="caesar", legs=("wear port",), slow=4)),
        (
            "caesar alongside formidable, 3",
            Helm(ship="caesar", legs=("3",), alongside="formidable"),
        ),
        ("caesar wear port, hold", Helm(ship="caesar", legs=("wear port",), hold=True)),
        ("caesar escape port", Escape(ship="caesar", side="port")),
        ("caesar escape starboard ahead", Escape(ship="caesar", side="starboard", ahead=True)),
        ("caesar sternway", Sternway(ship="caesar")),
        ("caesar sternway port", Sternway(ship="caesar", side="port")),
        ("caesar wait", Wait(ship="caesar")),
        ("straight", Helm(ship="")),
        ("3, wear port", Helm(ship="", legs=("3", "wear port"))),
        ("slow 4, wear port", Helm(ship="", legs=("wear port",), slow=4)),
        ("later", Later(ship="")),
        ("caesar later", Later(ship="caesar")),
    ],
)
def test_what_is_written_is_read_back(line: str, command: Any) -> None:
    kind = type(command)
    assert kind(**kind.read(line)) == command
    assert command.write() == line
    assert kind.model_validate_json(command.model_dump_json()) == command


@pytest.mark.clause("2.2")
@pytest.mark.parametrize(
    "line", ["caesar fire port", "caesar battle sail", "caesar", "caesar up 3"]
)
def test_other_kinds_of_lines_are_left_alone(line: str) -> None:
    assert all(kind.read(line) is None for kind in (Helm, Escape, Sternway, Wait))


@pytest.mark.clause("2.1-slowing")
def test_a_speed_that_is_none_is_said_to_be_none() -> None:
    with pytest.raises(ValueError, match='as in "slow 4"'):
        Helm.read("caesar slow down")


@pytest.mark.clause("2.2")
def test_a_leg_that_is_none_is_said_to_be_none() -> None:
    with pytest.raises(ValueError, match="no leg"):
        Helm.read("caesar 3, luff")
    with pytest.raises(ValueError, match="escape"):
        Escape.read("caesar escape up")


@pytest.mark.clause("2.0-dmf")
def test_only_the_ship_whose_turn_it_is_may_be_moved() -> None:
    game = three()
    assert refused(game, "ten straight").code == "not-her-turn"
    decision, command = read(game, "four straight")
    with pytest.raises(wg.IllegalCommand):
        game.submit(decision, command, seat="british")


@pytest.mark.clause("2.1-exact", "2.6-irons-drift", "2.1")
def test_what_a_ship_cannot_be_told_is_refused_with_the_reason() -> None:
    game = sea(
        ship("Leader", at=(24.5, 20), heading="E"),
        ship("Caesar", at=(20, 20), heading="E"),
        wind="N",
    )
    decision = game.decisions[0]
    with pytest.raises(wg.IllegalCommand, match="takes helm"):
        game.submit(decision.id, {"kind": "wait", "ship": "caesar"})


def mixed(seed: int, **more: Any) -> wg.Game:
    """Two lines and some odd ships: in irons, tacking, small, stopped, by a shoal."""
    return sea(
        *(
            ship(f"Line {n}", at=(12 + 4.5 * n, 20), heading="E", grade="ABCD"[n % 4])
            for n in range(5)
        ),
        *(
            ship(f"Ligne {n}", "french-74", at=(14 + 4.5 * n, 26), heading="W", side="french")
            for n in range(5)
        ),
        ship("Irons", at=(45, 40), heading=5, irons=True, setting="normal"),
        ship("Tacker", at=(15, 45), heading=350, tack="port", setting="normal"),
        ship("Fly", "british-10", at=(30, 45), heading=80),
        ship("Still", "french-80", at=(31, 49), heading=80, side="french", setting="stop"),
        wind="N",
        regions=[region("Kettle", "shoal", (50, 10), (58, 10), (58, 30), (50, 30))],
        seed=seed,
        **more,
    )


@pytest.mark.clause("2.1", "2.2", "2.4")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("prorate", [False, True])
def test_random_moves_are_legal_and_exact(seed: int, prorate: bool) -> None:
    game = mixed(seed, options={"prorate": prorate})
    dice = wg.Dice(seed)
    for _ in range(200):
        if game.phase != "helm":
            break
        decision = game.decisions[0]
        command = decision.sample(dice)
        copy = type(command).model_validate(command.model_dump())
        assert decision.complaint(copy) is None, command
        game.submit(decision.id, command)
    assert game.phase != "helm"
    for found in game.state.ships:
        if found.moved and not found.irons and not found.locks and not found.aground:
            assert found.sailed <= 8.5 + 1e-6


@pytest.mark.clause("2.2-no-take-back")
def test_a_fork_in_the_middle_of_a_move_goes_on_alike() -> None:
    game = three()
    order(game, "four wear starboard, hold")
    twin = game.fork()
    for each in (game, twin):
        order(each, "four straight", "seven straight")
    assert one(game, "four").pose == one(twin, "four").pose
    assert one(game, "four").track == one(twin, "four").track
    assert asked(game) == asked(twin)


@pytest.mark.clause("2.1")
def test_the_only_ship_that_is_asked_need_not_be_named() -> None:
    game = sea(ship("Caesar", at=(20, 20), heading="E"), wind="N")
    assert refused(game, "slow 9").about == "caesar"
    order(game, "3, wear starboard, hold", "straight")
    assert one(game, "caesar").sailed == pytest.approx(5.5)
    assert told(game, Moved)[0].legs == ("3", "wear starboard")


@pytest.mark.clause("2.0-in-line")
def test_of_several_ships_that_may_move_one_is_to_be_named() -> None:
    game = sea(ship("Caesar", at=(20, 20)), ship("Spencer", at=(20, 24)), wind="S")
    assert "caesar" in refused(game, "straight").reason
    assert refused(game, "straight").code == "which-ship"


@pytest.mark.clause("2.1")
def test_help_and_prompts_tell_a_person_what_to_write() -> None:
    game = mixed(0)
    prompts, seen = [], set()
    dice = wg.Dice(1)
    while game.phase == "helm":
        decision = game.decisions[0]
        prompts.append(decision.prompt)
        seen.add(decision.help()[:6])
        game.submit(decision.id, decision.sample(dice))
    assert any("moves next" in prompt for prompt in prompts)
    assert any("in irons" in prompt for prompt in prompts)
    assert {"Legs i", "One of"} <= seen
