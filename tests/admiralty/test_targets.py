"""Arcs of fire, ranges, rake zones, and the target that a side must take (1.2, 4.1)."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest
from fleet import answer, one, sea, ship, told

import weathergage as wg
from weathergage_admiralty.damage import Flooding
from weathergage_admiralty.gunnery import HOLD, Fire
from weathergage_admiralty.salvos import Fired
from weathergage_admiralty.targets import (
    BRACKETS,
    Shot,
    bracket_of,
    broadsides,
    facing,
    first_of,
    is_in_arc,
    rake_of,
    ranges_of,
    shot_at,
)


def polar(degrees: float, inches: float, at: tuple[float, float] = (30, 30)) -> tuple[float, float]:
    """A place so far away on a bearing from north."""
    return at[0] + inches * sin(radians(degrees)), at[1] - inches * cos(radians(degrees))


def gun(bearing: float, inches: float = 5, heading: Any = "N", **more: Any) -> wg.Game:
    """Caesar points north at (30, 30); an enemy lies on a bearing."""
    at = polar(bearing, inches)
    enemy = ship("Desaix", "french-74", at, heading, "french", **more)
    return sea(ship("Caesar", at=(30, 30)), enemy, phase="cannon")


def bears(game: wg.Game, side: Any = "starboard") -> bool:
    caesar, desaix = one(game, "caesar"), one(game, "desaix")
    return is_in_arc(ranges_of(game).arcs[side], caesar.pose, desaix.stand)


# Ranges


@pytest.mark.clause("1.2-measuring-fire")
def test_range_is_taken_from_mainmast_to_mainmast() -> None:
    game = gun(90, 3.4, heading="N")
    caesar, desaix = one(game, "caesar"), one(game, "desaix")
    assert wg.measure(caesar.stand, desaix.stand, "base") < 2.5
    shot = shot_at(game, "starboard", caesar.pose, desaix.stand, desaix.n)
    assert shot is not None
    assert shot.inches == pytest.approx(3.4)
    assert shot.bracket == "medium"


@pytest.mark.clause("1.2-measuring-fire")
def test_ships_alongside_are_at_close_range() -> None:
    game = gun(90, 1.3)
    desaix = one(game, "desaix")
    shot = shot_at(game, "starboard", one(game, "caesar").pose, desaix.stand, desaix.n)
    assert shot is not None
    assert shot.bracket == "close"


@pytest.mark.clause("4.0-gun-dice", "1.2-measuring-fire")
@pytest.mark.parametrize(
    ("inches", "bracket"),
    [
        (2.9, "close"),
        (3, "close"),
        (3.01, "medium"),
        (6, "medium"),
        (6.01, "long"),
        (10, "long"),
        (12, "long"),
        (12.01, ""),
    ],
)
def test_the_limits_of_the_brackets_are_three_six_and_twelve_inches(
    inches: float, bracket: str
) -> None:
    assert bracket_of(gun(90), inches) == bracket


@pytest.mark.clause("1.1", "4.0-gun-dice")
def test_brackets_shrink_with_the_models() -> None:
    small = sea(ship("Caesar"), options={"scale": "small"}, phase="cannon")
    assert [bracket_of(small, inches) for inches in (1.5, 3, 6, 6.1)] == [*BRACKETS, ""]


# Rake zones


@pytest.mark.clause("1.2-rake-zones")
@pytest.mark.parametrize(
    ("off", "rake"), [(180, "stern"), (160, "stern"), (0, "bow"), (30, ""), (27.4, "bow"), (90, "")]
)
def test_rake_zones_reach_27_and_a_half_degrees_to_either_side_of_the_keel(
    off: float, rake: str
) -> None:
    game = gun(90, heading="E")
    target = one(game, "desaix").pose
    for side in (off, -off):
        firer = wg.FreePose.at(*polar(90 + side, 8, target.inches))
        assert rake_of(game, firer, target) == rake


@pytest.mark.clause("1.2-rake-zones")
def test_the_printed_figure_holds_for_bases_of_any_proportion() -> None:
    # The diagonals of a 70 by 30 mm base make 46 degrees; 55 is played.
    game = gun(90, heading="E")
    target = one(game, "desaix").pose
    firer = wg.FreePose.at(*polar(90 + 25, 8, target.inches))
    assert rake_of(game, firer, target) == "bow"


@pytest.mark.clause("1.2-rake-zones", "4.2-stern-rake")
def test_the_edge_of_the_zone_is_in_it() -> None:
    game = gun(90, heading="N")
    target = wg.FreePose.at(30, 30, 27.5)
    assert rake_of(game, wg.FreePose.at(30, 20), target) == "bow"
    assert rake_of(game, wg.FreePose.at(30, 40), target) == "stern"


# The arc of fire


@pytest.mark.clause("4.1-arc", "4.1")
def test_ship_b_of_figure_1_is_wholly_in_the_arc_and_may_be_fired_at() -> None:
    assert bears(gun(90, 6))


@pytest.mark.clause("4.1-arc")
def test_the_line_of_fire_runs_square_off_the_side_from_the_middle() -> None:
    for side, bearing in (("starboard", 90), ("port", 270)):
        desaix = one(game := gun(bearing, 6), "desaix")
        shot = shot_at(game, side, one(game, "caesar").pose, desaix.stand, desaix.n)
        assert shot is not None
        assert shot.off == pytest.approx(0, abs=1e-4)
        assert not bears(game, "port" if side == "starboard" else "starboard")


@pytest.mark.clause("4.1-arc")
@pytest.mark.parametrize(("bearing", "inside"), [(60, True), (120, True), (59, False)])
def test_the_arc_is_sixty_degrees_with_its_edges(bearing: float, inside: bool) -> None:
    # The target points at the middle of the arc, so only her centre counts.
    assert bears(gun(bearing, 8, heading=150 if bearing < 90 else 30)) is inside


@pytest.mark.clause("4.1-arc-leaving", "4.1")
def test_ship_a_of_figure_1_leaves_the_arc_and_may_be_fired_at_while_her_stern_is_in_it() -> None:
    # Her centre is outside the forward edge, she points on ahead.
    game = gun(55, 8, heading="N")
    assert bears(game)


@pytest.mark.clause("4.1-arc-leaving")
def test_a_ship_that_has_left_the_arc_may_not_be_fired_at() -> None:
    assert not bears(gun(40, 8, heading="N"))


@pytest.mark.clause("4.1-arc-leaving")
def test_leaving_is_told_by_the_heading_from_the_inside_out() -> None:
    assert bears(gun(124, 8, heading="S"))
    assert not bears(gun(124, 8, heading="N"))


@pytest.mark.clause("4.1-arc-centre")
def test_ship_c_of_figure_1_has_her_centre_just_inside_and_may_be_fired_at() -> None:
    assert bears(gun(60.5, 8, heading="S"))


@pytest.mark.clause("4.1-arc-centre")
def test_ship_d_of_figure_1_comes_in_and_may_not_be_fired_at_before_her_centre_does() -> None:
    game = gun(59, 8, heading="S")
    assert (
        ranges_of(game)
        .arcs["starboard"]
        .holds(one(game, "caesar").pose, one(game, "desaix").stand, "any")
    )
    assert not bears(game)


@pytest.mark.clause("4.0", "4.1-arc")
def test_a_target_outside_the_arc_cannot_be_declared() -> None:
    game = sea(
        ship("Caesar", at=(30, 30)),
        ship("Zealous", at=(30, 40)),
        ship("Desaix", "french-74", (30, 22), "E", "french"),
        phase="cannon",
    )
    decision = next(d for d in game.decisions if d.seat == "french")
    complaint = decision.complaint(Fire(ship="desaix", side="port"))
    assert complaint is not None
    assert complaint.clause == "4.1-arc"


# Primary targets


def shot(target: int, bracket: str, off: float, inches: float = 5) -> Shot:
    return Shot(target, bracket, "", "port", sin(radians(off)), inches)


@pytest.mark.clause("4.1-primary", "4.1")
def test_a_ship_in_a_nearer_bracket_is_primary_though_others_are_nearer_the_line() -> None:
    near = shot(1, "close", 25)
    assert first_of([shot(2, "medium", 1), shot(3, "medium", 5), near, shot(4, "long", 0)]) is near


@pytest.mark.clause("4.1-primary")
def test_of_three_ships_in_one_bracket_the_one_nearest_the_line_of_fire_is_primary() -> None:
    wanted = shot(2, "medium", 3, inches=5.9)
    assert first_of([shot(1, "medium", 12, 3.2), wanted, shot(3, "medium", 8, 4)]) is wanted


@pytest.mark.clause("4.1-primary")
def test_on_the_table_the_primary_target_is_the_one_that_is_fired_at() -> None:
    game = sea(
        ship("Caesar", at=(30, 30)),
        ship("Desaix", "french-74", (32.6, 31), "N", "french"),
        ship("Indomptable", "french-80", (35, 30), "N", "french"),
        phase="cannon",
    )
    answer(game, Fire(ship="caesar", side="starboard"), seat="british")
    answer(game, HOLD, seat="french")
    assert {event.target for event in told(game, Fired)} == {"Desaix"}


@pytest.mark.clause("4.1-primary")
def test_surrendered_ships_and_friends_are_no_targets() -> None:
    game = sea(
        ship("Caesar", at=(30, 30)),
        ship("Zealous", at=(32, 30)),
        ship("Desaix", "french-74", (33.5, 30), "N", "french", surrendered="british"),
        ship("Indomptable", "french-80", (36, 30), "N", "french"),
        phase="cannon",
    )
    line = next(b for b in broadsides(game) if b.ship.card.id == "caesar")
    assert line.primary.target == one(game, "indomptable").n


def two_targets(before: tuple[str, str], indomptable: tuple[float, float] = (35, 31)) -> wg.Game:
    """Caesar has Desaix close on her beam, and Indomptable farther off."""
    return sea(
        ship("Caesar", at=(30, 30), targets=[before]),
        ship("Desaix", "french-74", (32.5, 30), "N", "french"),
        ship("Indomptable", "french-80", indomptable, "N", "french"),
        phase="cannon",
    )


@pytest.mark.clause("4.1-preexisting")
def test_a_target_of_the_turn_before_may_be_kept_instead_of_the_primary_one() -> None:
    game = two_targets(("indomptable", "starboard"))
    answer(game, Fire(ship="caesar", side="starboard", keep=True), seat="british")
    answer(game, HOLD, seat="french")
    assert {event.target for event in told(game, Fired)} == {"Indomptable"}


@pytest.mark.clause("4.1-preexisting")
def test_a_target_of_the_turn_before_that_has_left_the_arc_cannot_be_kept() -> None:
    game = two_targets(("indomptable", "starboard"), (35, 20))
    decision = next(d for d in game.decisions if d.seat == "british")
    complaint = decision.complaint(Fire(ship="caesar", side="starboard", keep=True))
    assert complaint is not None
    assert complaint.clause == "4.1-preexisting"


@pytest.mark.clause("4.1-preexisting")
def test_only_the_side_that_fired_at_a_target_may_keep_it() -> None:
    game = two_targets(("indomptable", "port"))
    line = next(b for b in broadsides(game) if b.ship.card.id == "caesar")
    assert line.kept is None


@pytest.mark.clause("4.1-preexisting")
def test_a_ship_that_does_not_fire_forgets_her_target() -> None:
    game = two_targets(("indomptable", "starboard"))
    answer(game, HOLD, seat="british")
    answer(game, HOLD, seat="french")
    assert one(game, "caesar").targets == ()


@pytest.mark.clause("4.1-preexisting", "4.0-one-side")
def test_where_both_sides_may_fire_each_may_keep_the_target_that_it_had() -> None:
    """Caesar has a nearer and a farther enemy on either beam, and has fired at the farther ones."""
    game = sea(
        ship(
            "Caesar",
            at=(30, 30),
            targets=[("indomptable", "starboard"), ("genereux", "port")],
        ),
        ship("Desaix", "french-74", (32.5, 30), "N", "french"),
        ship("Indomptable", "french-80", (35, 31), "N", "french"),
        ship("Formidable", "french-80", (27.5, 30), "N", "french"),
        ship("Genereux", "french-74", (25, 31), "N", "french"),
        phase="cannon",
        options={"both_sides": True},
    )
    answer(game, Fire(ship="caesar", side="port", keep=True), seat="british")
    answer(game, HOLD, seat="french")
    answer(game, Fire(ship="caesar", side="starboard", keep=True), seat="british")
    assert {event.target for event in told(game, Fired)} == {"Indomptable", "Genereux"}
    kept = {(game.state.ships[n].card.id, side) for n, side in one(game, "caesar").targets}
    assert kept == {("indomptable", "starboard"), ("genereux", "port")}


@pytest.mark.clause("4.1-preexisting")
def test_a_target_is_forgotten_by_a_side_that_has_not_fired_while_the_other_has() -> None:
    game = two_targets(("indomptable", "port"))
    answer(game, Fire(ship="caesar", side="starboard"), seat="british")
    answer(game, HOLD, seat="french")
    (pair,) = one(game, "caesar").targets
    assert (game.state.ships[pair[0]].card.id, pair[1]) == ("desaix", "starboard")


# Who faces whom


@pytest.mark.clause("4.3-gun-hits", "4.2-rake-split")
def test_the_side_that_faces_the_firer_is_port_on_the_keel_line() -> None:
    target = wg.FreePose.at(30, 30, 0)
    assert facing(target, wg.FreePose.at(35, 28)) == "starboard"
    assert facing(target, wg.FreePose.at(25, 28)) == "port"
    assert facing(target, wg.FreePose.at(30, 20)) == "port"


@pytest.mark.clause("4.3-W", "4.0")
def test_a_ship_in_a_flooding_emergency_fires_nothing() -> None:
    game = sea(
        ship("Caesar", at=(30, 30), waterline=7),
        ship("Desaix", "french-74", (33, 30), "N", "french"),
        phase="cannon",
    )
    assert {b.ship.card.id for b in broadsides(game)} == {"desaix"}
    assert not told(game, Flooding)


# All at once


@pytest.mark.clause("4.0", "4.1-primary")
def test_many_ships_give_the_same_as_each_pair_alone() -> None:
    dice = wg.Dice(5)
    things = []
    for n in range(32):
        side = ("british", "french")[dice.below("side", 2)]
        x, y = (8 + 5 * (n % 6), 8 + 5 * (n // 6))
        at = x + dice.below("x", 180) / 100, y + dice.below("y", 180) / 100
        things.append(ship(f"{side} {n}", f"{side}-74", at, float(dice.below("h", 360)), side))
    game = sea(*things, phase="cannon")
    found = {(b.ship.n, b.side): b.primary for b in broadsides(game)}
    for firer in game.state.ships:
        for side in ("port", "starboard"):
            shots = [
                one_shot
                for target in game.state.ships
                if target.side != firer.side
                and (one_shot := shot_at(game, side, firer.pose, target.stand, target.n))
            ]
            if shots:
                assert found.pop((firer.n, side)) == first_of(shots)
    assert not found
