"""Boarding: who may, attempts, dice, rounds, and how an action ends (5.0, 5.1)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from fleet import answer, one, sea, ship, told
from hypothesis import given, strategies as st

import weathergage as wg
from weathergage_admiralty import boarding, melee, rounds
from weathergage_admiralty.boarding import (
    Add,
    AttackerChosen,
    Board,
    BoardingEnded,
    BoardingRound,
    BoardingTried,
    CallOff,
)
from weathergage_admiralty.divided import Divide
from weathergage_admiralty.melee import BoardingDice
from weathergage_admiralty.parties import CrewsLost
from weathergage_admiralty.state import Action, AdmiraltyState, Guns, Ship
from weathergage_admiralty.surrender import Surrendered

WIDE = 30 / 25.4
"""Inches across the base of a ship of the line."""

AGROUND = {"sailed": 3.0, "aground": True}


def beside(gap: float = 0.3, places: int = 1) -> tuple[float, float]:
    """Where a ship of the line lies so many inches off the starboard side of the last one."""
    return 20 + places * (WIDE + gap), 20.0


def caesar(**more: Any) -> dict[str, Any]:
    """The Caesar, a 74 of crew B, which attacks."""
    return ship("Caesar", setting="stop", **more)


def desaix(gap: float = 0.3, **more: Any) -> dict[str, Any]:
    """The Desaix, a 74 of crew B, close alongside to starboard."""
    more.setdefault("at", beside(gap))
    return ship("Desaix", more.pop("type", "french-74"), side="french", setting="stop", **more)


def duel(dice: wg.Dice | None = None, phase: str = "attempts", **more: Any) -> wg.Game:
    """The two of them. more: of the game, or by keyword `ours` and `theirs` of the ships."""
    ours, theirs = more.pop("ours", {}), more.pop("theirs", {})
    return sea(caesar(**ours), desaix(**theirs), phase=phase, dice=dice, **more)


def board(game: wg.Game, seat: str = "british", **orders: str) -> None:
    """Answer for a side whom its ships board."""
    answer(game, Board(orders=orders), seat=seat)


def boards(game: wg.Game) -> None:
    """The Caesar boards the Desaix; the French stand off."""
    board(game, caesar="desaix")
    board(game, "french")


def fight_on(game: wg.Game, times: int = 1) -> None:
    """Every attacker goes on."""
    for _ in range(times):
        while game.decisions and game.decisions[0].kind == "call-off":
            answer(game, CallOff())
            break


def under_way(
    dice: tuple[int, int],
    *,
    faces: dict[str, tuple[int, ...]],
    mobilised: tuple[tuple[int, int], ...] = (),
    lost: tuple[int, int] = (0, 0),
    **more: Any,
) -> wg.Game:
    """An action of the Caesar against the Desaix left over from the turn before, with so many dice.

    faces: of the boarding dice, by ship.
    """

    def arrange(state: AdmiraltyState) -> None:
        state.actions = (Action(1, (0,), 1, dice, mobilised, state.turn - 1, lost),)
        state.mark_boarding()

    streams: dict[str, Any] = {f"boarding_{name}": given for name, given in faces.items()}
    return duel(wg.Dice.of(**streams), "boarding", arrange=arrange, **more)


def action(game: wg.Game, n: int = 1) -> Action:
    """The boarding action of that number."""
    return next(a for a in game.state.actions if a.n == n)


def both(game: wg.Game, *ids: str) -> list[Ship]:
    """Ships by their ids."""
    return [one(game, id) for id in ids]


# Notation


@pytest.mark.parametrize(
    ("command", "line"),
    [
        (Board(orders={"caesar": "desaix", "pique": "tigre"}), "board caesar desaix, pique tigre"),
        (Board(orders={}), "board nobody"),
        (CallOff(), "fight on"),
        (CallOff(ships=("caesar", "zealous")), "call off caesar zealous"),
        (Add(pair=2), "add 2"),
        (Add(pair=0), "add none"),
        (Divide(dice=(3, 2)), "divide 3 2"),
    ],
)  # fmt: skip
def test_boarding_commands_are_written_as_they_are_read(command: wg.Command, line: str) -> None:
    assert command.write() == line
    kind = type(command)
    fields = kind.read(line)
    assert fields is not None
    assert kind(**fields) == command
    for other in {Board, CallOff, Add, Divide} - {kind}:
        assert other.read(line) is None


@pytest.mark.parametrize(
    ("kind", "line"),
    [(Board, "board caesar"), (CallOff, "call off"), (Add, "add two"), (Divide, "divide")],
)
def test_half_a_line_says_what_is_missing(kind: type[wg.Command], line: str) -> None:
    with pytest.raises(ValueError, match=r"write|say|name"):
        kind.read(line)


# Who may


@pytest.mark.clause("5.0")
@pytest.mark.parametrize(("gap", "may"), [(0.5, True), (0.6, False)])
def test_ships_half_an_inch_apart_may_board_unlocked_and_farther_ones_not(
    gap: float, may: bool
) -> None:
    game = duel(theirs={"gap": gap})
    assert (game.phase == "attempts") is may


@pytest.mark.clause("5.0", "1.1")
def test_the_distance_shrinks_with_the_models() -> None:
    assert duel(theirs={"gap": 0.5}, options={"scale": "small"}).phase == "attempts"
    assert duel(theirs={"gap": 0.6}, options={"scale": "small"}).phase != "attempts"


@pytest.mark.clause("5.0")
def test_ships_at_any_angle_and_under_any_sail_may_board() -> None:
    game = sea(
        ship("Caesar", heading="N", setting="normal"),
        ship("Desaix", "french-74", at=(22, 20), heading="E", side="french", setting="anchored"),
        phase="attempts",
    )
    assert {d.seat for d in game.decisions} == {"british", "french"}


@pytest.mark.clause("5.0-stationary")
@pytest.mark.parametrize(
    ("how", "still"),
    [
        ({"sailed": 3.0, "locks": {"desaix": 1}}, True),
        ({"sailed": 3.0}, False),
        ({"sailed": 0.0}, True),
        (AGROUND, True),
        ({"sailed": 1.0, "sail_hits": 99}, True),
    ],
)
def test_stationary_is_who_did_not_move_is_held_or_cannot_move(
    how: dict[str, Any], still: bool
) -> None:
    setting = "battle" if "locks" in how else "stop"
    game = sea(ship("Caesar", setting=setting, **how), desaix(), phase="attempts")
    assert (game.phase == "attempts") is still
    if still:
        assert boarding.is_stationary(game, one(game, "caesar"))


@pytest.mark.clause("5.0", "4.3-W")
def test_a_ship_that_is_flooding_boards_nobody_but_may_be_boarded() -> None:
    game = duel(ours={"waterline": 7})
    assert [d.seat for d in game.decisions] == ["french"]


@pytest.mark.clause("5.0")
def test_friends_and_prizes_are_not_boarded() -> None:
    assert duel(theirs={"surrendered": "british"}).phase != "attempts"
    game = duel()
    with pytest.raises(wg.IllegalCommand, match="can board desaix"):
        board(game, caesar="zealous")
    with pytest.raises(wg.IllegalCommand, match="not to be named"):
        board(game, desaix="caesar")


@pytest.mark.clause("5.0-declare")
def test_locked_ships_do_not_board_when_nobody_declares() -> None:
    game = duel(ours={"locks": {"desaix": 1}})
    for seat in ("british", "french"):
        board(game, seat)
    assert not told(game, BoardingTried)
    assert not game.state.actions


@pytest.mark.clause("5.0-declare", "5.1-dice-defender")
def test_who_declares_attacks_and_the_other_gets_the_defenders_die() -> None:
    game = duel(wg.Dice.of(attempt=(6, 1)))
    boards(game)
    assert (action(game).attackers, action(game).defender) == ((0,), 1)
    ours, theirs = told(game, BoardingDice)
    assert ("defender", 1) in theirs.entries
    assert "defender" not in dict(ours.entries)


@pytest.mark.clause("5.0-simultaneous")
def test_both_sides_declare_at_once() -> None:
    game = duel()
    board(game, caesar="desaix")
    assert game.view("french").pending == ()
    assert [d.seat for d in game.decisions] == ["french"]
    assert not told(game, BoardingTried)


# Attempts


@pytest.mark.clause("5.1-attacker")
@pytest.mark.parametrize(("ours", "theirs", "attacker"), [((4,), (2,), 0), ((3, 2), (3, 5), 1)])
def test_of_two_that_declare_against_each_other_the_higher_die_attacks_and_ties_throw_again(
    ours: tuple[int, ...], theirs: tuple[int, ...], attacker: int
) -> None:
    game = duel(wg.Dice.of(attacker_caesar=ours, attacker_desaix=theirs, attempt=(6, 6)))
    board(game, caesar="desaix")
    board(game, "french", desaix="caesar")
    (chosen,) = told(game, AttackerChosen)
    assert chosen.ship == ("Caesar", "Desaix")[attacker]
    assert len(told(game, BoardingTried)) == 1
    assert action(game).attackers == (attacker,)


@pytest.mark.clause("5.1-attempt")
@pytest.mark.parametrize(("dice", "chances"), [(1, (1, 6)), (2, (11, 36)), (3, (91, 216))])
def test_one_to_three_dice_begin_an_action_in_one_eleven_or_ninety_one_cases(
    dice: int, chances: tuple[int, int]
) -> None:
    throws = list(product(range(1, 7), repeat=dice))
    assert (sum(6 in faces for faces in throws), len(throws)) == chances


@pytest.mark.clause("5.1-attempt", "5.1-attempt-fouled", "5.1-attempt-size")
@pytest.mark.parametrize(
    ("ours", "theirs", "dice"),
    [
        ({}, {}, 2),
        ({"locks": {"desaix": 1}}, {"locks": {"caesar": 0}}, 3),
        ({}, {"type": "french-118"}, 1),
        ({"locks": {"desaix": 1}}, {"type": "french-118"}, 2),
        ({"type": "british-38"}, {"type": "french-118"}, 1),
    ],
)
def test_attempts_have_two_dice_one_more_when_fouled_one_fewer_for_other_sizes(
    ours: dict[str, Any], theirs: dict[str, Any], dice: int
) -> None:
    game = duel(ours=ours, theirs=theirs)
    attackers = both(game, "caesar")
    assert boarding.attempt_dice(game, attackers, one(game, "desaix")) == dice
    boards(game)
    assert len(told(game, BoardingTried)[0].faces) == dice


@pytest.mark.clause("5.1-attempt-fouled")
def test_ships_that_are_both_locked_to_a_third_only_get_no_die_for_it() -> None:
    held = {"locks": {"zealous": 1}}
    game = sea(
        caesar(**held),
        desaix(**held),
        ship("Zealous", at=(20.7, 16.5), locks={"caesar": 0, "desaix": 0}),
        phase="attempts",
    )
    assert boarding.attempt_dice(game, both(game, "caesar"), one(game, "desaix")) == 2


@pytest.mark.clause("5.1-attempt-fouled", "5.1-attempt-size", "5.1-multiple-attackers")
def test_of_several_attackers_any_that_is_fouled_or_differs_in_size_counts() -> None:
    game = sea(
        caesar(),
        ship("Zealous", at=beside(places=2), setting="stop", locks={"desaix": 1}),
        desaix(locks={"zealous": 0}),
        phase="attempts",
        dice=wg.Dice.of(attempt=(1, 1, 6)),
    )
    board(game, caesar="desaix", zealous="desaix")
    board(game, "french")
    (tried,) = told(game, BoardingTried)
    assert (len(tried.faces), tried.attackers) == (3, "Caesar and Zealous")
    assert action(game).attackers == (0, 1)


@pytest.mark.clause("5.1-attempt", "5.1-start")
def test_without_a_six_there_is_no_action_and_the_next_turn_may_try_again() -> None:
    game = duel(wg.Dice.of(attempt=(5, 5)))
    boards(game)
    assert not game.state.actions
    assert one(game, "caesar").action == -1
    assert boarding.can_board(game, one(game, "caesar"), one(game, "desaix"))


@pytest.mark.clause("5.1")
def test_three_declarations_make_three_attempt_rolls_before_any_action() -> None:
    ships = []
    for n, y in enumerate((10, 20, 30)):
        ships.append(ship(f"Our {n}", at=(20, y), setting="stop"))
        ships.append(
            ship(f"Their {n}", "french-74", (beside()[0], y), side="french", setting="stop")
        )
    game = sea(*ships, phase="attempts", dice=wg.Dice.of(attempt=(6, 1, 6, 1, 6, 1)))
    board(game, **{f"our-{n}": f"their-{n}" for n in range(3)})
    board(game, "french")
    kinds = [type(e) for e in game.events if isinstance(e, BoardingTried | BoardingRound)]
    assert kinds == [BoardingTried] * 3
    assert len(game.state.actions) == 3


@pytest.mark.clause("5.1", "5.1-start")
def test_an_action_left_from_the_turn_before_makes_no_attempt_roll() -> None:
    def left_over(state: AdmiraltyState) -> None:
        state.actions = (Action(1, (0,), 1, (3, 4), (), state.turn - 1),)
        state.mark_boarding()

    game = duel(arrange=left_over)
    assert game.phase == "boarding"
    assert not told(game, BoardingTried)


# Dice


def dice_of(game: wg.Game, *ids: str, against: str, defends: bool = False) -> dict[str, int]:
    """A side's boarding dice by the entries of the list."""
    found = melee.dice_list(game, both(game, *ids), both(game, against), defends=defends)
    return dict(found)


@pytest.mark.clause("5.1-dice-start", "5.1-dice-size", "5.1-dice-defender", "5.1-dice")
def test_a_size_2_attacker_has_three_dice_and_a_size_3_defender_five() -> None:
    game = duel(theirs={"type": "french-118"})
    ours = dice_of(game, "caesar", against="desaix")
    theirs = dice_of(game, "desaix", against="caesar", defends=True)
    assert ours == {"starting die": 1, "size point": 2}
    assert theirs == {"starting die": 1, "size point": 3, "defender": 1}


@pytest.mark.clause("5.1-dice")
def test_the_worked_examples_ships_have_by_the_list_a_die_more_than_printed() -> None:
    game = duel(ours={"party": (2, 2, 0)}, theirs={"type": "french-118", "party": (4, 0, 0)})
    assert sum(dice_of(game, "caesar", against="desaix").values()) == 3 + 1
    assert sum(dice_of(game, "desaix", against="caesar", defends=True).values()) == 5 + 1


@pytest.mark.clause("5.1-dice-size")
@pytest.mark.parametrize(
    ("type", "dice"),
    [("british-104", 3), ("british-74", 2), ("british-38", 1), ("british-18", 1), ("cutter", 0)],
)
def test_each_size_point_gives_a_die_and_half_a_point_rounds_up(type: str, dice: int) -> None:
    game = duel(ours={"type": type})
    assert dice_of(game, "caesar", against="desaix").get("size point", 0) == dice


@pytest.mark.clause("5.1-dice-crew", "5.1-dice")
def test_crew_a_in_defence_has_a_die_for_that_and_one_for_each_grade_better() -> None:
    game = duel(ours={"grade": "C"}, theirs={"grade": "A"})
    theirs = dice_of(game, "desaix", against="caesar", defends=True)
    assert (theirs["defender"], theirs["crew grade higher"]) == (1, 2)
    assert "crew grade higher" not in dice_of(game, "caesar", against="desaix")
    assert "crew grade higher" not in dice_of(duel(), "caesar", against="desaix")


@pytest.mark.clause("5.1-dice-officers")
@pytest.mark.parametrize(("hits", "dice"), [(0, 0), (1, -1), (3, -1)])
def test_officer_hits_cost_one_die_however_many(hits: int, dice: int) -> None:
    game = duel(ours={"officers": hits})
    assert dice_of(game, "caesar", against="desaix").get("officer hits", 0) == dice


@pytest.mark.clause("5.1-dice-guns-lost")
@pytest.mark.parametrize(
    ("port", "starboard", "dice"),
    [
        ((2, 4, 0, 1), (2, 4, 5, 1), 0),
        ((2, 4, 0, 0), (2, 4, 5, 1), -1),
        ((0, 0, 0, 0), (2, 4, 4, 1), -2),
    ],
)
def test_every_six_gun_dice_lost_on_both_sides_cost_a_die(
    port: tuple[int, ...], starboard: tuple[int, ...], dice: int
) -> None:
    """5, 6 and 13 gun dice lost of a British 74's 2-4-5 + 1 on each side."""
    game = duel(ours={"port": port, "starboard": starboard})
    assert one(game, "caesar").card.guns == Guns(2, 4, 5, 1)
    assert dice_of(game, "caesar", against="desaix").get("gun dice lost", 0) == dice


@pytest.mark.clause("5.1-dice-guns-lost")
def test_thirty_gun_hits_on_a_side_are_six_gun_dice_and_cost_a_die() -> None:
    from weathergage_admiralty import damage

    game = duel()
    damage.apply(game, one(game, "caesar"), (("G", 30, "port"),))
    assert one(game, "caesar").guns_lost == 6
    assert dice_of(game, "caesar", against="desaix")["gun dice lost"] == -1


@pytest.mark.clause("5.1-dice")
def test_a_side_never_has_fewer_than_one_die() -> None:
    game = duel(
        ours={"type": "cutter", "officers": 1, **dict.fromkeys(("port", "starboard"), (0, 0, 0))}
    )
    assert melee.sum_of(game, dice_of(game, "caesar", against="desaix").items()) == 1


@pytest.mark.clause("5.1-multiple-attackers")
@pytest.mark.parametrize(("lost", "dice"), [(3, 0), (7, -1)])
def test_of_several_attackers_the_gun_losses_of_the_least_damaged_count(
    lost: int, dice: int
) -> None:
    def guns(gone: int) -> dict[str, Any]:
        heavy = min(5, gone)
        return {"port": (2, max(0, 4 - (gone - heavy)), 5 - heavy, 1)}

    game = sea(
        caesar(port=(0, 0, 0, 0)),
        ship("Zealous", at=beside(places=2), setting="stop", **guns(lost)),
        desaix(),
        phase="attempts",
    )
    assert [s.guns_lost for s in both(game, "caesar", "zealous")] == [12, lost]
    found = dice_of(game, "caesar", "zealous", against="desaix")
    assert found.get("gun dice lost", 0) == dice


@pytest.mark.clause("5.1-multiple-attackers")
def test_several_attackers_add_sizes_and_parties_with_one_starting_die_and_the_best_crew() -> None:
    game = sea(
        caesar(party=(2, 2, 0), officers=1),
        ship("Pique", "british-38", at=beside(places=2), grade="A", party=(0, 4, 0)),
        desaix(grade="C"),
        phase="attempts",
    )
    assert dice_of(game, "caesar", "pique", against="desaix") == {
        "starting die": 1,
        "size point": 3,
        "mobilised gun dice": 2,
        "crew grade higher": 2,
    }


# Rounds


def compared(ours: str, theirs: str, added: tuple[int, ...] = ()) -> tuple[int, int]:
    """Dice lost by attackers and defender, with faces written as "5 5 1"."""
    dice = rounds.front(map(int, ours.split()), map(int, theirs.split()))
    return rounds.losses(rounds.totals(dice, added or rounds.best_addition(dice)))


@pytest.mark.clause("5.1-compare")
@pytest.mark.parametrize(
    ("ours", "theirs", "lost"), [("5 5 1", "5 4 4 3 3", (1, 1)), ("6 4 2", "5 4 3", (1, 1))]
)
def test_the_three_highest_are_compared_and_ties_stay(
    ours: str, theirs: str, lost: tuple[int, int]
) -> None:
    assert compared(ours, theirs) == lost


@pytest.mark.clause("5.1-unopposed")
def test_five_and_two_against_four_four_two_one_lose_both_dice() -> None:
    dice = rounds.front((5, 2), (4, 4, 2, 1))
    assert dice.spare == (2,)
    assert rounds.totals(dice, (1,)) == ((5, 2), (6, 4))
    assert rounds.best_addition(dice) == (1,)
    assert compared("5 2", "4 4 2 1") == (2, 0)
    assert not rounds.is_choice(dice)


@pytest.mark.clause("5.1-unopposed")
def test_one_die_against_three_is_met_by_their_sum() -> None:
    dice = rounds.front((6,), (3, 2, 1))
    assert rounds.totals(dice, rounds.best_addition(dice)) == ((6,), (6,))
    assert compared("6", "3 2 1") == (0, 0)


@pytest.mark.clause("5.1-unopposed")
def test_a_fourth_die_is_not_used() -> None:
    assert rounds.front((5, 2), (4, 4, 2, 1)).defenders == (4, 4, 2)


@pytest.mark.clause("5.1-unopposed")
def test_the_best_addition_takes_most_then_saves_most_then_helps_the_highest() -> None:
    # Added to the first it saves a die, to the second it takes one.
    tie = rounds.front((6, 3), (4, 3, 2))
    assert rounds.is_choice(tie)
    assert (compared("6 3", "4 3 2", (1,)), compared("6 3", "4 3 2", (2,))) == ((0, 0), (1, 1))
    assert rounds.best_addition(tie) == (2,)
    assert rounds.best_addition(rounds.front((2, 2), (6, 6, 1))) == (1,)


_DICE = st.lists(st.integers(1, 6), min_size=1, max_size=5)


@pytest.mark.clause("5.1-unopposed", "5.1-win-attacker")
@given(_DICE, _DICE)
def test_no_other_addition_takes_more_and_both_sides_never_lose_their_last_dice(
    ours: list[int], theirs: list[int]
) -> None:
    dice = rounds.front(ours, theirs)
    best = rounds.losses(rounds.totals(dice, rounds.best_addition(dice)))
    mine = dice.owner
    for added in rounds.ways_to_add(dice):
        lost = rounds.losses(rounds.totals(dice, added))
        assert (lost[1 - mine], -lost[mine]) <= (best[1 - mine], -best[mine])
        assert sum(lost) <= dice.pairs <= min(len(ours), len(theirs))
        assert lost[0] < len(ours) or lost[1] < len(theirs)
    if not rounds.is_choice(dice):
        assert all(
            lost[1 - mine] <= best[1 - mine] and lost[mine] >= best[mine]
            for lost in (
                rounds.losses(rounds.totals(dice, added)) for added in rounds.ways_to_add(dice)
            )
        )


@pytest.mark.clause("5.1-rounds", "5.1-win-defender", "3.1-loss", "5.1-dice")
def test_the_worked_example_in_two_rounds() -> None:
    game = under_way(
        (3, 5),
        faces={"caesar": (5, 5, 1, 5, 2), "desaix": (5, 4, 4, 3, 3, 4, 4, 2, 1)},
        mobilised=((0, 1), (1, 1)),
        ours={"party": (2, 2, 0), "port": (2, 4, 4), "starboard": (2, 4, 4)},
        theirs={"party": (2, 2, 0)},
    )
    fight_on(game)
    first = told(game, BoardingRound)[0]
    assert (first.lost, first.left) == ((1, 1), (2, 4))
    fight_on(game)
    second = told(game, BoardingRound)[1]
    assert second.totals == ((5, 2), (6, 4))
    assert (second.lost, second.left) == ((2, 0), (0, 4))
    assert [(e.how, e.clause) for e in told(game, BoardingEnded)] == [
        ("repulsed", "5.1-win-defender")
    ]
    assert len(told(game, BoardingRound)) == 2
    caesar_, desaix_ = both(game, "caesar", "desaix")
    # His mobilised gun dice are lost for good; his ship is not taken, and the defender's crews go
    # back to their guns.
    assert caesar_.port == caesar_.starboard == Guns(0, 2, 4)
    assert [e.ship for e in told(game, CrewsLost)] == ["Caesar"]
    assert (caesar_.surrendered, caesar_.mobilised, desaix_.mobilised) == ("", 0, 0)
    assert desaix_.port == desaix_.card.guns


@pytest.mark.clause("5.1-rounds", "5.1-start")
def test_an_action_begun_this_turn_has_two_rounds_and_goes_on_next_turn_without_a_roll() -> None:
    game = duel(
        wg.Dice.of(
            attempt=(6, 1),
            boarding_caesar=(6, 6, 6, 6, 6, 6),
            boarding_desaix=(6, 6, 6, 1, 6, 6, 6, 1),
        )
    )
    boards(game)
    fight_on(game, 3)
    assert len(told(game, BoardingRound)) == 2
    assert action(game).dice == (3, 4)
    assert (one(game, "caesar").action, one(game, "desaix").action) == (1, 1)
    assert not boarding.can_board(game, one(game, "desaix"), one(game, "caesar"))


@pytest.mark.clause("5.1-rounds")
def test_where_it_matters_the_owner_of_an_unopposed_die_is_asked_and_his_choice_counts() -> None:
    for pair, lost in ((1, (0, 0)), (2, (1, 1)), (0, (0, 1))):
        game = under_way((2, 3), faces={"caesar": (6, 3), "desaix": (4, 3, 2)})
        fight_on(game)
        (decision,) = game.decisions
        assert (decision.seat, decision.kind, decision.about) == ("french", "add", "desaix")
        answer(game, Add(pair=pair))
        assert told(game, BoardingRound)[0].lost == lost


@pytest.mark.clause("5.1-rounds", "5.1-unopposed")
def test_where_it_does_not_matter_nobody_is_asked() -> None:
    game = under_way((2, 4), faces={"caesar": (5, 2), "desaix": (4, 4, 2, 1)})
    fight_on(game)
    assert told(game, BoardingRound)[0].lost == (2, 0)


# The end


@pytest.mark.clause("5.1-win-attacker")
def test_a_defender_without_dice_in_the_second_round_is_captured() -> None:
    game = under_way((3, 2), faces={"caesar": (6, 6, 6, 6, 6, 6), "desaix": (6, 1, 1)})
    fight_on(game, 2)
    desaix_ = one(game, "desaix")
    assert desaix_.surrendered == "british"
    assert [(e.how, e.to) for e in told(game, Surrendered)] == [("captured", "british")]
    assert not game.state.actions
    assert one(game, "caesar").action == desaix_.action == -1


@pytest.mark.clause("5.1-win-attacker", "5.1-rounds")
def test_an_action_that_is_over_has_no_second_round() -> None:
    game = under_way((3, 1), faces={"caesar": (6, 6, 6), "desaix": (1,)})
    fight_on(game)
    assert len(told(game, BoardingRound)) == 1


@pytest.mark.clause("5.1-win-defender")
def test_a_former_defender_who_boards_rolls_anew_and_both_build_their_dice_anew() -> None:
    game = under_way((1, 4), faces={"caesar": (1,), "desaix": (6, 6, 6, 6)})
    fight_on(game)
    assert one(game, "caesar").surrendered == ""
    assert boarding.can_board(game, one(game, "desaix"), one(game, "caesar"))
    assert sum(dice_of(game, "caesar", against="desaix", defends=True).values()) == 1 + 2 + 1


@pytest.mark.clause("5.1-call-off", "5.1-win-defender")
def test_an_attacker_calls_off_after_the_first_round_even_when_winning() -> None:
    game = under_way((3, 3), faces={"caesar": (6, 6, 6), "desaix": (6, 6, 1)})
    fight_on(game)
    assert action(game).dice == (3, 2)
    answer(game, CallOff(ships=("caesar",)), seat="british")
    assert [e.how for e in told(game, BoardingEnded)] == ["called off"]
    assert len(told(game, BoardingRound)) == 1
    assert not game.state.actions
    assert one(game, "desaix").surrendered == ""


@pytest.mark.clause("5.1-call-off")
@pytest.mark.parametrize("rounds_before", [0, 1, 2])
def test_it_can_be_called_off_before_each_round_and_after_the_last(rounds_before: int) -> None:
    game = under_way((3, 3), faces={"caesar": (5,) * 6, "desaix": (5,) * 6})
    fight_on(game, rounds_before)
    answer(game, CallOff(ships=("caesar",)), seat="british")
    assert len(told(game, BoardingRound)) == rounds_before
    assert not game.state.actions


@pytest.mark.clause("5.1-call-off")
def test_a_defender_cannot_call_off() -> None:
    game = under_way((3, 3), faces={})
    assert [d.seat for d in game.decisions] == ["british"]
    with pytest.raises(wg.IllegalCommand, match="not to be named"):
        answer(game, CallOff(ships=("desaix",)))


# Carried over


@pytest.mark.clause("5.1-carry-over")
def test_an_action_that_ended_with_two_dice_of_four_gets_a_third_by_mustering() -> None:
    game = under_way((2, 4), faces={}, lost=(2, 0), ours={"party": (2, 2, 0)})
    assert action(game).dice == (3, 4)
    assert action(game).mobilised == ((0, 1),)


@pytest.mark.clause("5.1-carry-over")
def test_an_action_that_lost_nothing_keeps_its_dice_and_gets_none() -> None:
    game = under_way((4, 4), faces={}, ours={"party": (2, 2, 0)})
    assert action(game).dice == (4, 4)


@pytest.mark.clause("5.1-carry-over", "5.1-start")
def test_what_a_side_lost_is_remembered_for_the_next_turn() -> None:
    game = under_way((3, 4), faces={"caesar": (6, 6, 1, 6, 6), "desaix": (6, 6, 6, 1, 1, 1, 1, 1)})
    fight_on(game, 3)
    assert action(game).lost == (1, 2)
    assert action(game).dice == (2, 2)


@pytest.mark.clause("3.1-shrink", "5.1-carry-over")
def test_a_party_that_shrank_takes_its_die_away() -> None:
    game = under_way((3, 4), faces={}, mobilised=((0, 1),), ours={"party": (0, 0, 0)})
    assert action(game).dice == (2, 4)
    assert action(game).mobilised == ()


@pytest.mark.clause("3.1-loss")
def test_mobilised_dice_are_the_last_to_go() -> None:
    """Four dice, one mobilised: with three lost the guns are not lost yet."""
    game = under_way(
        (4, 4),
        faces={"caesar": (1, 1, 1, 1), "desaix": (6, 6, 6, 6)},
        mobilised=((0, 1),),
        ours={"party": (2, 2, 0)},
    )
    fight_on(game)
    assert action(game).dice == (1, 4)
    assert action(game).mobilised == ((0, 1),)
    assert not told(game, CrewsLost)


@pytest.mark.clause("3.1-suppression", "5.1-call-off")
def test_guns_come_back_at_the_end_of_the_phase_in_which_an_action_ended() -> None:
    game = under_way((3, 3), faces={}, mobilised=((0, 1),), ours={"party": (2, 2, 0)})
    answer(game, CallOff(ships=("caesar",)))
    assert one(game, "caesar").mobilised == 0
    assert one(game, "caesar").port == one(game, "caesar").card.guns


@pytest.mark.clause("5.1-start")
def test_an_action_ends_with_the_loss_of_a_ship() -> None:
    from weathergage_admiralty import damage

    game = under_way((3, 3), faces={})
    damage.lose(game, one(game, "desaix"), "sunk", "4.3-W")
    assert not game.state.actions
    assert one(game, "caesar").action == -1


@pytest.mark.clause("5.1-multiple-attackers", "5.1-start")
def test_when_one_of_two_attackers_is_lost_the_other_fights_on_without_her_party() -> None:
    def arrange(state: AdmiraltyState) -> None:
        state.actions = (Action(1, (0, 1), 2, (6, 4), ((0, 1), (1, 1)), state.turn - 1),)
        state.mark_boarding()

    game = sea(
        caesar(party=(2, 2, 0)),
        ship("Zealous", at=beside(places=2), setting="stop", party=(2, 2, 0)),
        desaix(),
        phase="boarding",
        arrange=arrange,
    )
    game.state.leave_boarding(1)
    assert action(game).attackers == (0,)
    assert (action(game).dice, action(game).mobilised) == ((5, 4), ((0, 1),))


# Two actions at once


def chain(dice: wg.Dice, **more: Any) -> wg.Game:
    """The Caesar boards the Desaix, which boards the Zealous on her other side."""
    game = sea(
        caesar(),
        ship("Zealous", at=beside(places=2), setting="stop"),
        desaix(**more),
        phase="attempts",
        dice=dice,
    )
    board(game, caesar="desaix")
    board(game, "french", desaix="zealous")
    return game


@pytest.mark.clause("5.0-simultaneous")
def test_a_ship_that_is_boarded_and_boards_divides_her_dice_counted_once() -> None:
    game = chain(wg.Dice.of(attempt=(6, 1, 6, 1)))
    assert len(told(game, BoardingTried)) == 2
    (decision,) = game.decisions
    assert (decision.seat, decision.kind, decision.about) == ("french", "divide", "desaix")
    # Starting die 1, size 2, and 1 as a defender: four, not 3 and 4.
    assert [command.dice for command in decision.legal()] == [(1, 3), (2, 2), (3, 1)]
    with pytest.raises(wg.IllegalCommand):
        answer(game, Divide(dice=(4, 0)))
    answer(game, Divide(dice=(1, 3)))
    assert [a.dice for a in game.state.actions] == [(3, 1), (3, 4)]


@pytest.mark.clause("5.0-simultaneous")
def test_a_ship_that_is_carried_fights_this_turns_rounds_of_her_other_action() -> None:
    game = chain(
        wg.Dice.of(
            attempt=(6, 1, 6, 1),
            boarding_caesar=(6,) * 6,
            boarding_desaix=(1, 6, 6, 6, 5, 5, 5),
            boarding_zealous=(1,) * 8,
        )
    )
    answer(game, Divide(dice=(1, 3)))
    fight_on(game, 2)  # before the first round
    assert one(game, "desaix").surrendered == ""
    fight_on(game, 1)
    assert len(told(game, BoardingRound)) == 3
    assert told(game, BoardingEnded)[0].how == "captured"
    fight_on(game, 2)
    assert one(game, "desaix").surrendered == "british"
    assert not game.state.actions


@pytest.mark.clause("5.0-simultaneous")
def test_a_ship_in_an_old_action_divides_what_is_left_and_the_defenders_die() -> None:
    def arrange(state: AdmiraltyState) -> None:
        state.actions = (Action(1, (2,), 1, (2, 3), (), state.turn - 1),)
        state.mark_boarding()

    game = sea(
        caesar(),
        ship("Zealous", at=beside(places=2), setting="stop"),
        desaix(),
        phase="attempts",
        dice=wg.Dice.of(attempt=(6, 1)),
        arrange=arrange,
    )
    board(game, caesar="desaix")
    (decision,) = game.decisions
    assert [command.dice for command in decision.legal()] == [(1, 2), (2, 1)]


def test_samples_are_legal_and_agree_with_the_list_of_answers() -> None:
    game = duel()
    for decision in game.decisions:
        options = decision.legal()
        assert len(options) == 2
        for seed in range(10):
            assert decision.sample(wg.Dice(seed)) in options
            assert decision.complaint(decision.sample(wg.Dice(seed))) is None
        assert "board" in decision.help()
    game = under_way((3, 3), faces={})
    (decision,) = game.decisions
    assert decision.legal() == [CallOff(), CallOff(ships=("caesar",))]
    for seed in range(10):
        assert decision.complaint(decision.sample(wg.Dice(seed))) is None
    with pytest.raises(wg.IllegalCommand, match="named twice"):
        answer(game, CallOff(ships=("caesar", "caesar")))
