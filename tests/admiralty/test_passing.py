"""Passing fire: who may call it, when, and what comes of it (4.1)."""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, degrees, radians, sin
from typing import Any

import pytest
from fleet import answer, one, sea, ship, told

import weathergage as wg
from weathergage_admiralty.gunnery import HOLD, lines, why_not
from weathergage_admiralty.passing import Called, CallFire, Chance, chances
from weathergage_admiralty.rows import Critical
from weathergage_admiralty.salvos import Fired
from weathergage_admiralty.state import Guns


def passing(at: tuple[float, float] = (33, 33), heading: Any = "N", **more: Any) -> wg.Game:
    """Caesar lies at anchor at (30, 30), bow to the north; Desaix, to leeward, sails past her."""
    caesar = {"setting": "anchored", **more.pop("caesar", {})}
    desaix = more.pop("desaix", {})
    return sea(
        ship("Caesar", at=(30, 30), **caesar),
        ship("Desaix", "french-74", at, heading, "french", **desaix),
        *more.pop("others", ()),
        **{"wind": "W", **more},
    )


def polar(degrees: float, inches: float, at: tuple[float, float] = (30, 30)) -> tuple[float, float]:
    """A place so far away on a bearing from north."""
    return at[0] + inches * sin(radians(degrees)), at[1] - inches * cos(radians(degrees))


def sail(game: wg.Game, id: str = "desaix", *legs: str) -> None:
    """A ship's move, straight on unless legs are given."""
    answer(game, {"kind": "helm", "ship": id, "legs": legs})


def asked(game: wg.Game) -> list[str]:
    """Ids of the ships that could call passing fire now."""
    return [d.about or "" for d in game.decisions if d.kind == "call-fire"]


def step(game: wg.Game) -> None:
    """Answer one question with the least that can be said."""
    decision = game.decisions[0]
    if decision.kind in ("fire", "call-fire"):
        game.submit(decision.id, HOLD)
    elif decision.kind == "helm":
        game.submit(decision.id, {"kind": "helm", "ship": decision.about, "legs": ()})
    elif decision.kind == "mobilise":
        game.submit(decision.id, {"kind": "mobilise", "ships": {}})
    else:
        game.submit(decision.id, decision.sample(wg.Dice(0)))


def past_cannon(game: wg.Game) -> None:
    """Play on until cannon fire is over."""
    while game.turn == 2 and "sails" not in {d.kind for d in game.decisions}:
        step(game)


def track(game: wg.Game, id: str, *legs: Any) -> list[Chance]:
    """What could be called while a ship sails some legs, unless she does."""
    mover = one(game, id)
    path = wg.Path.of(mover.stand, *legs)
    mover.track = tuple(stand.pose for stand in path.stops)
    return chances(game, mover, path)


# What is valid


@pytest.mark.clause("4.1-passing-fire", "4.1-passing-valid")
def test_figure_2_a_target_that_crosses_more_than_half_of_the_arc_may_be_fired_at() -> None:
    game = passing((33, 31))
    found = track(game, "desaix", wg.Ahead(5.5))
    firers = {(chance.firer.card.id, chance.side) for chance in found}
    assert ("caesar", "starboard") in firers
    assert all(chance.crossed for chance in found)


@pytest.mark.clause("4.1-passing-valid")
def test_figure_3_a_target_that_crosses_less_than_half_may_not() -> None:
    assert not track(passing((33, 36)), "desaix", wg.Ahead(5.5))
    # Right up to the line of fire is half, not more than half.
    assert not track(passing((33, 35.5)), "desaix", wg.Ahead(5.5))
    assert track(passing((33, 35)), "desaix", wg.Ahead(5.5))


@pytest.mark.clause("4.1-passing-fire")
def test_a_target_that_sails_across_the_arc_and_out_of_it_may_be_fired_at() -> None:
    game = passing((32, 32))
    assert track(game, "desaix", wg.Ahead(5.5))
    caesar, desaix = one(game, "caesar"), one(game, "desaix")
    end = desaix.pose.ahead(5.5)
    assert not wg.in_arc(wg.Arc.about(90, 30), caesar.pose, end)


@pytest.mark.clause("4.1-passing-fire")
def test_a_target_that_ends_in_the_arc_may_be_fired_at_if_it_has_passed_the_middle() -> None:
    game = passing((36, 32))
    assert track(game, "desaix", wg.Ahead(3))
    end = one(game, "desaix").pose.ahead(3)
    assert wg.in_arc(wg.Arc.about(90, 30), one(game, "caesar").pose, end)


@pytest.mark.clause("4.1-passing-valid")
def test_a_rake_for_a_moment_is_valid_wherever_in_the_arc() -> None:
    # Desaix sails away to the east: her stern is shown, no line is crossed.
    game = passing((33, 31), "E")
    (chance,) = [c for c in track(game, "desaix", wg.Ahead(2)) if c.firer.card.id == "caesar"]
    assert chance.option.shot.rake == "stern"
    assert not chance.crossed


@pytest.mark.clause("4.1-passing-valid")
def test_a_stern_rake_for_a_moment_at_the_arcs_edge_is_valid() -> None:
    # She swings her stern past Caesar, on the after edge of the arc, and on.
    game = passing((35, 32.5), 20, wind="N")
    before = track(game, "desaix", wg.Ahead(0.5))
    assert not before
    found = track(game, "desaix", wg.Pivot(200))
    assert "stern" in {c.option.shot.rake for c in found if c.firer.card.id == "caesar"}


@pytest.mark.clause("4.1-passing-valid", "4.1-arc-leaving")
@pytest.mark.parametrize(
    ("edge", "out"), [(60, 330), (120, 210), (300, 30), (240, 150)], ids=lambda n: f"{n}"
)
@pytest.mark.parametrize("corner", [1, -1])
def test_a_stern_corner_just_inside_the_arc_as_she_leaves_it_is_not_missed(
    edge: float, out: float, corner: int
) -> None:
    """Desaix has passed the line of fire out of range. Now she turns with her centre as far outside
    the arc, square to its edge, as nearly reaches one corner of her stern, which comes in for a
    moment as she points it square at the edge. Along Caesar's keel that is farther than the reach.
    """
    base = one(passing(), "desaix").card.base
    at = polar(out, 0.97 * base.reach, polar(edge, 5))
    square = (out + corner * degrees(atan2(base.width, base.length))) % 360
    game = passing(at, (square + 180) % 360)
    desaix = one(game, "desaix")
    path = wg.Path.of(desaix.stand, wg.Pivot(180))
    before = wg.FreePose.at(60 if edge < 180 else 0, 31 if at[1] < 30 else 29)
    desaix.track = (before, *(stand.pose for stand in path.stops))
    found = [c for c in chances(game, desaix, path) if c.firer.card.id == "caesar"]
    assert {chance.side for chance in found} == {"starboard" if edge < 180 else "port"}
    assert all(chance.crossed for chance in found)


@pytest.mark.clause("4.1-passing-valid")
def test_a_target_out_of_range_may_not_be_fired_at_though_it_passes() -> None:
    assert not track(passing((43, 32)), "desaix", wg.Ahead(5.5))
    assert track(passing((41, 32)), "desaix", wg.Ahead(5.5))


@pytest.mark.clause("4.1-passing-valid")
def test_the_line_of_fire_moves_with_the_firer() -> None:
    # Desaix lies stopped; Caesar sails past her, and both lines of fire are crossed.
    game = passing((33, 28), caesar={"setting": "battle"}, desaix={"setting": "stop"})
    found = track(game, "caesar", wg.Ahead(5.5))
    assert {(c.firer.card.id, c.side) for c in found} == {
        ("caesar", "starboard"),
        ("desaix", "port"),
    }


@pytest.mark.clause("4.1-passing-valid")
def test_a_crossing_may_be_spread_over_two_legs_that_meet_on_the_line() -> None:
    game = passing((33, 32))
    desaix = one(game, "desaix")
    first, second = wg.Path.of(desaix.stand, wg.Ahead(2)), wg.Ahead(2)
    desaix.track = tuple(stand.pose for stand in first.stops)
    assert not chances(game, desaix, first)
    whole = wg.Path.of(first.end, second)
    desaix.track = (*desaix.track, whole.end.pose)
    assert chances(game, desaix, whole)


@pytest.mark.clause("4.1-passing-valid")
@pytest.mark.parametrize("parts", [1, 2, 3])
def test_a_line_that_was_crossed_earlier_in_the_move_is_crossed_for_all_of_it(parts: int) -> None:
    """Desaix crosses the line of fire out of range, at 12.4 inches, and then turns into range."""
    game = passing((42.4, 31), 0)
    desaix = one(game, "desaix")
    legs = (wg.Ahead(1.5), wg.Ahead(0.5), wg.Curve(2, -45), wg.Ahead(1))
    cuts = {1: (0, 4), 2: (0, 2, 4), 3: (0, 1, 2, 4)}[parts]
    found: list[Chance] = []
    stand = desaix.stand
    desaix.track = (stand.pose,)
    for since, until in pairwise(cuts):
        path = wg.Path.of(stand, *legs[since:until])
        stand = path.end
        desaix.track = (*desaix.track, *(stop.pose for stop in path.stops[1:]))
        found = [c for c in chances(game, desaix, path) if c.firer.card.id == "caesar"]
    assert [(c.side, c.option.shot.bracket, c.crossed) for c in found] == [
        ("starboard", "long", True)
    ]


@pytest.mark.clause("4.1-passing-valid", "1.2-rake-zones")
def test_a_moment_on_the_very_edge_of_a_zone_hides_no_rake_after_it() -> None:
    """Desaix has passed Caesar and turns her stern to him; one of the moments that are looked at
    lies a hair outside the zone that she is raked through for more than half an inch after it.
    """
    game = passing()
    desaix = one(game, "desaix")
    desaix.pose = wg.FreePose(25949, 32411, 7254)
    found = track(game, "desaix", wg.Curve(2, 45), wg.Ahead(2.197516997561471))
    rakes = {(c.side, c.option.shot.rake) for c in found if c.firer.card.id == "desaix"}
    assert ("port", "stern") in rakes


@pytest.mark.clause("4.1-passing-valid", "4.0-pairs")
def test_a_shot_without_dice_enough_to_hit_is_not_offered() -> None:
    game = passing(
        (39, 32),
        caesar={"setting": "stop", "armament": "28x18 4x9", "grade": "D"},
    )
    assert not [c for c in track(game, "desaix", wg.Ahead(5.5)) if c.firer.card.id == "caesar"]


# Calling it


@pytest.mark.clause("4.1-passing-declare", "4.1-passing-fire")
def test_the_move_is_held_and_each_firing_ship_is_asked() -> None:
    game = passing((33, 32))
    sail(game)
    assert sorted(asked(game)) == ["caesar", "desaix"]
    assert {d.seat for d in game.decisions} == {"british", "french"}


@pytest.mark.clause("4.1-passing-declare")
def test_a_mover_who_makes_no_call_has_none() -> None:
    game = passing((33, 32))
    sail(game)
    answer(game, {"kind": "call-fire"}, seat="british")
    answer(game, HOLD, seat="french")
    assert [event.ship for event in told(game, Called)] == ["Caesar"]
    assert one(game, "desaix").fired == ()


@pytest.mark.clause("4.1-passing-declare")
def test_without_a_call_there_is_no_passing_fire_once_the_next_ship_is_moved() -> None:
    other = ship("Formidable", "french-80", (10, 10), "N", "french")
    game = passing((33, 32), others=(other,))
    sail(game)
    answer(game, HOLD, seat="british")
    answer(game, HOLD, seat="french")
    sail(game, "formidable")
    assert asked(game) == []
    assert not told(game, Called)


@pytest.mark.clause("4.1-passing-declare")
@pytest.mark.parametrize(("x", "calls"), [(33, ["Caesar"]), (33.5, [])])
def test_a_standing_order_to_fire_on_who_passes_within_three_inches_is_a_call(
    x: float, calls: list[str]
) -> None:
    game = passing((x, 32), desaix={"port": (0, 0, 0)})
    game.stand("british", "call-fire", {"within": 3})
    sail(game)
    assert [event.ship for event in told(game, Called)] == calls


@pytest.mark.clause("4.1-passing-declare")
def test_a_ship_is_asked_again_only_where_she_could_throw_more_dice() -> None:
    game = passing((33, 32), desaix={"port": (0, 0, 0)})
    answer(game, {"kind": "helm", "ship": "desaix", "legs": ("3",), "hold": True})
    assert asked(game) == ["caesar"]
    answer(game, HOLD)
    sail(game, "desaix", "wear starboard")
    rakes = [
        line
        for d in game.decisions
        if d.kind == "call-fire"
        for line in d.help().split(";")
        if "rake" in line
    ]
    assert asked(game) == (["caesar"] if rakes else [])


@pytest.mark.clause("4.1-passing-declare", "4.1-passing-weapons")
def test_the_player_names_the_point_of_the_track() -> None:
    game = passing((36, 33), desaix={"port": (0, 0, 0)})
    (decision, *_) = [*_held(game)]
    listed = decision.legal()
    assert listed is not None
    assert all(decision.complaint(command) is None for command in listed)
    assert decision.complaint(CallFire(shot=99)) is not None
    assert "medium (6.0)" in decision.help()


def _held(game: wg.Game) -> tuple[Any, ...]:
    sail(game)
    return game.decisions


@pytest.mark.clause("4.1-passing-weapons")
def test_the_best_point_comes_first_and_the_track_offers_each_that_differs() -> None:
    game = passing((34.2, 30.5), 315, desaix={"port": (0, 0, 0)})
    found = [c for c in track(game, "desaix", wg.Ahead(3)) if c.firer.card.id == "caesar"]
    assert [c.share for c in found] == sorted((c.share for c in found), reverse=True)
    assert len({(c.option.shot.bracket, c.option.shot.rake) for c in found}) == len(found) > 1


@pytest.mark.clause("4.1-passing-declare")
@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("call", {"shot": 1, "within": 0.0, "mix": {}}),
        ("call 2", {"shot": 2, "within": 0.0, "mix": {}}),
        ("call within 3", {"shot": 1, "within": 3.0, "mix": {}}),
        ("call 1 mix medium 3 1", {"shot": 1, "within": 0.0, "mix": {"medium": (3, 1)}}),
        ("hold", None),
    ],
)
def test_a_call_is_written_in_a_line(text: str, fields: dict[str, Any] | None) -> None:
    assert CallFire.read(text) == fields
    if fields is not None:
        assert CallFire.model_validate(fields).write() == text


@pytest.mark.clause("4.1-passing-declare")
@pytest.mark.parametrize("text", ["call soon", "call within", "call mix medium"])
def test_a_call_that_is_not_understood_says_how_it_is_written(text: str) -> None:
    with pytest.raises(ValueError, match=r"as in|write it"):
        CallFire.read(text)


# What comes of it


def called(**more: Any) -> wg.Game:
    """Caesar has called passing fire at Desaix; a ship to windward has still to move."""
    others = more.pop("others", (ship("Formidable", "french-80", (10, 10), "N", "french"),))
    faces = more.pop("faces", (5,) * 30)
    game = passing(
        (33, 32),
        dice=wg.Dice.of(gunnery=faces, critical=more.pop("critical", ())),
        desaix={"port": (0, 0, 0)},
        others=others,
        **more,
    )
    sail(game)
    answer(game, {"kind": "call-fire"}, seat="british")
    return game


@pytest.mark.clause("4.1-passing-weapons", "4.0-battery-once")
def test_all_weapons_of_the_side_fire_and_it_is_done_for_the_turn() -> None:
    game = called()
    assert [event.weight for event in told(game, Fired)] == ["heavy", "medium", "light"]
    assert one(game, "caesar").fired == ("starboard",)
    assert one(game, "caesar").passed == ("starboard",)
    assert not [line for line in lines(game) if line.ship.card.id == "caesar"]


@pytest.mark.clause("4.1-passing-weapons")
def test_heavy_guns_alone_cannot_be_called() -> None:
    assert set(CallFire.model_fields) == {"shot", "within", "mix"}
    game = passing((33, 32), desaix={"port": (0, 0, 0)})
    sail(game)
    (decision,) = game.decisions
    assert decision.complaint(CallFire(mix={"medium": (0, 0)})) is not None


@pytest.mark.clause("4.1-passing-weapons", "4.0-one-side")
def test_a_ship_that_made_passing_fire_to_port_fires_nothing_to_starboard() -> None:
    other = ship("Formidable", "french-80", (27, 30), "N", "french", setting="stop")
    game = called(others=(other, ship("Zealous", at=(5, 20), setting="battle")))
    assert why_not(game, one(game, "caesar"), "port").clause == "4.0-one-side"
    assert not [line for line in lines(game) if line.ship.card.id == "caesar"]


@pytest.mark.clause("4.0-simultaneous", "4.1-passing-timing")
def test_the_target_of_passing_fire_moves_and_fires_on_undamaged() -> None:
    game = called()
    desaix = one(game, "desaix")
    assert desaix.sail_hits == 0
    assert desaix.gun_hits == (0, 0)
    assert game.state.pending
    assert desaix.sailed == pytest.approx(5.5)


@pytest.mark.clause("4.1-passing-timing", "4.0-simultaneous")
def test_its_damage_takes_effect_at_the_end_of_the_cannon_fire_step() -> None:
    game = called()
    past_cannon(game)
    assert one(game, "desaix").sail_hits > 0
    assert not game.state.pending


@pytest.mark.clause("4.1-passing-timing", "1.4-firing-d")
def test_a_firer_under_normal_sail_throws_for_fire_danger_after_the_step() -> None:
    game = sea(
        ship("Caesar", at=(30, 33), setting="normal"),
        ship("Desaix", "french-74", (33, 30), "N", "french", setting="stop", port=(0, 0, 0)),
        ship("Formidable", "french-80", (10, 10), "N", "french"),
        wind="W",
        dice=wg.Dice.of(critical=(1,)),
    )
    while not asked(game):
        step(game)
    answer(game, {"kind": "call-fire"}, seat="british")
    assert game.state.risks == (one(game, "caesar").n,)
    past_cannon(game)
    assert [e.line for e in told(game, Critical)] == ["D"]
    assert game.state.risks == ()


@pytest.mark.clause("4.1-passing-timing")
def test_dice_that_are_mobilised_afterwards_do_not_matter_to_it() -> None:
    game = called()
    heavy = told(game, Fired)[0]
    one(game, "caesar").party = Guns(0, 0, 4)
    assert len(heavy.faces) == sum(heavy.dice)
    assert game.state.pending


@pytest.mark.clause("4.1-passing-weapons")
def test_a_ship_that_has_fired_is_not_asked_again() -> None:
    game = passing((33, 32), caesar={"fired": ("starboard",)}, desaix={"fired": ("port",)})
    sail(game)
    assert asked(game) == []


@pytest.mark.clause("4.1-close-choice")
def test_what_is_accepted_is_listed_however_much_of_the_mix_is_said() -> None:
    game = wg.new_game("admiralty/frigate-duel", seed=2, options={"close": "advanced"})
    captain = wg.RandomCaptain("", wg.Dice(1))
    seen = 0
    while not game.over and seen < 4:
        decision = game.decisions[0]
        listed = decision.legal() if decision.kind in ("fire", "call-fire") else None
        for whole in [known for known in listed or () if getattr(known, "mix", {})]:
            for said in ({}, dict(list(whole.mix.items())[:1])):  # type: ignore[attr-defined]
                short = whole.model_copy(update={"mix": said})
                assert (decision.complaint(short) is None) == (short in (listed or ()))
                seen += 1
        game.submit(decision.id, decision.sample(captain.dice))
    assert seen
