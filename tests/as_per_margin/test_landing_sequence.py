"""The landing turn as a whole: its order, when it is due, and many played at random (I)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from table_top import answer, region, sea, told, unit

import weathergage as wg
from weathergage.testing import checks
from weathergage_as_per_margin.landing import ground
from weathergage_as_per_margin.landing.asking import HOLD
from weathergage_as_per_margin.landing.closing import Close, Closed

L_STEPS = [
    "rally",
    "landing-close",
    "garrison-contacted",
    "landing-move",
    "garrison-close",
    "landing-contacted",
    "garrison-move",
    "artillery",
    "musketry",
    "fire-morale",
    "melee",
]


@pytest.mark.clause("APM.landing.I")
def test_the_steps_come_in_the_printed_order_after_the_sea() -> None:
    from weathergage_as_per_margin.ruleset import SEQUENCE

    ids = [phase.id for phase in SEQUENCE]
    first = ids.index("rally")
    assert ids[first : first + len(L_STEPS)] == L_STEPS
    assert ids.index("boarding") == first - 1


@pytest.mark.clause("APM.landing.I", "APM.landing.scale")
@pytest.mark.parametrize(("turn", "due"), [(9, False), (10, True), (11, True)])
def test_ten_short_sea_turns_or_a_long_one_are_the_sea_step_of_a_landing_turn(
    turn: int, due: bool
) -> None:
    game = sea(
        unit("Marines", 8, (20, 20), facing="N"),
        unit("Militia", 8, (20, 14), "french", facing="S"),
        phase="rally",
        battle_turn=turn,
    )
    assert (game.phase == "landing-close" and game.turn == 2) == due


@pytest.mark.clause("APM.landing.I")
def test_both_sides_act_in_turn() -> None:
    game = sea(
        unit("Marines", 8, (20, 20), facing="N"),
        unit("Militia", 8, (20, 14), "french", facing="S"),
        phase="rally",
        battle_turn=11,
    )
    asked = []
    while game.turn == 2:
        asked.append((game.decisions[0].seat, game.phase))
        answer(game, HOLD)
    assert asked == [
        ("british", "landing-close"),
        ("british", "landing-move"),
        ("french", "garrison-close"),
        ("french", "garrison-move"),
        ("british", "musketry"),
        ("french", "musketry"),
    ]


@pytest.mark.clause("APM.landing.I", "APM.landing.II")
def test_a_unit_that_rallied_to_good_order_may_close_the_same_turn() -> None:
    game = sea(
        unit("Marines", 8, (20, 20), facing="N", formed=False),
        unit("Militia", 8, (20, 14), "french", facing="S"),
        phase="rally",
        battle_turn=11,
        dice=wg.Dice.of(morale_marines=(6, 6)),
        options={"rally_penalty": False},
        arrange=lambda state: setattr(state.units[0], "order", "routing"),
    )
    assert game.phase == "landing-close"
    answer(game, Close(unit="marines", target="militia"))
    assert [event.unit for event in told(game, Closed)] == ["Marines"]


LAND = (
    region("Isle", "land", (2, 2), (58, 2), (58, 50), (30, 58), (2, 50)),
    region("Wood", "rough", (20, 20), (26, 22), (24, 28), (18, 26)),
    region("Ditch", "obstacle", (30, 30), (45, 30), (45, 30.5), (30, 30.5)),
    region("Town", "town", (34, 12), (42, 12), (42, 20), (34, 20)),
)


def battle(units: int, seed: int, **more: Any) -> wg.Game:
    """Two parties of so many units each, near one another on an island."""
    arms = ("infantry", "infantry", "cavalry", "artillery", "infantry", "infantry")
    things = []
    for n in range(units):
        arm = arms[n % len(arms)]
        loose = {"formed": arm != "artillery"}
        x = 6 + 48 * (n + 0.5) / units
        things.append(unit(f"Red {n}", 4 + n % 6, (x, 36), facing="N", arm=arm, **loose))
        things.append(unit(f"Blue {n}", 4 + n % 5, (x, 26), "french", facing="S", arm=arm, **loose))
    return sea(*things, phase="rally", battle_turn=11, regions=LAND, dice=wg.Dice(seed), **more)


def play_at_random(game: wg.Game, turns: int, seed: int) -> int:
    """Play some turns with samples; gives back how many decisions that took."""
    dice, count, last = wg.Dice(seed), 0, game.turn + turns
    while game.decisions and game.turn < last:
        decision = game.decisions[0]
        command = decision.sample(dice)
        assert decision.complaint(command) is None
        game.submit(decision.id, command)
        _check(game)
        count += 1
    return count


def _check(game: wg.Game) -> None:
    floor = ground.ground_of(game.rules)
    for one in game.state.units:
        if one.gone:
            assert not one.contact
            continue
        assert one.figures > 0
        assert floor.is_firm(one.pose.x, one.pose.y)
        assert floor.is_on_table(one.pose.x, one.pose.y)
        assert not (one.formed and (one.skirmishing or one.order == "routing"))
        for n in one.contact:
            other = game.state.units[n]
            assert one.n in other.contact
            assert one.party != other.party
            assert not other.gone


@pytest.mark.clause("APM.landing.I")
@settings(max_examples=12)
@given(st.integers(0, 2**32))
def test_battles_played_at_random_stay_sound(seed: int) -> None:
    game = battle(6, seed)
    assert play_at_random(game, 6, seed) > 6


@pytest.mark.clause("APM.landing.I")
@settings(max_examples=6)
@given(st.integers(0, 2**32))
def test_by_night_too(seed: int) -> None:
    play_at_random(battle(5, seed, sight=3), 1, seed)


@pytest.mark.clause("APM.landing.I")
def test_every_event_is_a_sentence() -> None:
    said = set()
    for seed in range(6):
        game = battle(6, seed)
        play_at_random(game, 8, seed)
        said |= {type(e).__name__ for e in game.events}
        for event in game.events:
            sentence = event.say()
            assert sentence[0].isupper()
            assert sentence.endswith((".", "!"))
    assert {
        "MoraleTested",
        "Retreated",
        "FiguresLost",
        "Shot",
        "Closed",
        "Marched",
        "SetOutOn",
        "OrderChanged",
        "Fought",
        "MeleeDecided",
    } <= said
    assert not told(game, type(None))


@pytest.mark.clause("APM.landing.I")
@pytest.mark.parametrize("sight", [0, 3])
def test_questions_answers_undo_and_forks_keep_their_promises(sight: int) -> None:
    game = battle(6, 5, sight=sight)
    dice, last = wg.Dice(5), game.turn + 3
    while game.decisions and game.turn < last:
        checks.check_position(game)
        checks.check_copy(game)
        checks.check_answers(game, dice, 4)
        checks.check_refusals(game, dice, 4)
        checks.check_fork(game, dice, 2)
        checks.check_undo(game, dice, 2)
        decision = game.decisions[0]
        game.submit(decision.id, decision.sample(dice))
