"""The examples of the landing rules, played as people play: orders in, events and positions out."""

from __future__ import annotations

from typing import Any

import pytest
from table_top import battery, boats, region, sea, ship, told, troops, unit

import weathergage as wg
from weathergage_as_per_margin.landing.casualties import BatterySilenced, FiguresLost
from weathergage_as_per_margin.landing.firing import Shot
from weathergage_as_per_margin.landing.marching import OrderChanged, SetOutOn
from weathergage_as_per_margin.landing.melee import Fought, MeleeDecided
from weathergage_as_per_margin.landing.morale import MoraleTested, Retreated

FACES = range(1, 7)

SIX_OFF = 13.7
"""Where the militia stands, two deep with its front south, six inches from marines at (20, 20)."""

FORMED: dict[str, Any] = {}
LOOSE: dict[str, Any] = {"formed": False}
SKIRMISHING: dict[str, Any] = {"formed": False, "skirmishing": True}
HORSE: dict[str, Any] = {"arm": "cavalry"}
GUN: dict[str, Any] = {"arm": "artillery", "figures": 4, "files": 4}

DITCH = region("Ditch", "obstacle", (0, 18), (60, 18), (60, 18.5), (0, 18.5))
WOODS = region("Woods", "rough", (0, 0), (60, 0), (60, 19.5), (0, 19.5))
RESERVE = unit("Reserve", 2, (58, 58))
"""A British unit in the corner, so that somebody is asked in every landing turn."""

WALL = region("Wall", "cover", (15, 0), (25, 0), (25, 17.1), (15, 17.1))
"""Cover for whoever stands north of the marines."""


def ashore(phase: str, y: float = SIX_OFF, dice: dict[str, Any] | None = None, **more: Any) -> Any:
    """Marines at (20, 20) that land, facing militia to their north, at a step of the turn ashore.

    dice: faces by stream. marines, militia: more of each.
    """
    mine, theirs = {**more.pop("marines", {})}, {**more.pop("militia", {})}
    return sea(
        unit("Marines", mine.pop("figures", 8), (20, 20), **{"facing": "N", **mine}),
        unit("Militia", theirs.pop("figures", 8), (20, y), "french", **{"facing": "S", **theirs}),
        *more.pop("others", ()),
        phase=phase,
        turn=11,
        dice=wg.Dice.of(
            **{k: v if isinstance(v, tuple) else (v,) for k, v in (dice or {}).items()}
        ),
        **more,
    )


def command(game: wg.Game, line: str) -> wg.Command:
    """The answer to the open question that a line stands for."""
    for kind in game.decisions[0].kinds:
        fields = kind.read(line)
        if fields is not None:
            return kind(**fields)
    raise AssertionError(f"{line!r} is no answer to {game.decisions[0].prompt}")


def do(game: wg.Game, *lines: str) -> None:
    """Answer one question after the other."""
    for line in lines:
        game.submit(game.decisions[0].id, command(game, line))


def refused(game: wg.Game, line: str) -> str:
    """The clause under which a line is refused, or "" where it is legal."""
    problem = game.decisions[0].complaint(command(game, line))
    return "" if problem is None else problem.clause


def fire(game: wg.Game, line: str) -> None:
    """Let one unit fire its muskets, and nobody else."""
    do(game, line)
    if game.decisions and game.phase == "musketry":
        do(game, "done")


def pass_to(game: wg.Game, phase: str) -> None:
    """Let nobody do anything more until the turn has come to a step."""
    turn = game.turn
    while game.decisions and game.phase != phase and game.turn == turn:
        do(game, "done")
    assert (game.phase, game.turn) == (phase, turn), "nobody is asked in that step"


def pass_to_next(game: wg.Game, phase: str) -> None:
    """Let nobody do anything more until the next turn has come to a step."""
    turn = game.turn + 1
    while game.decisions and (game.phase, game.turn) != (phase, turn):
        do(game, "done")


def asked_of(game: wg.Game, phase: str, seat: str) -> bool:
    """Whether a side is asked in a step that is still to come this turn."""
    turn = game.turn
    while game.decisions and game.turn == turn:
        if game.phase == phase:
            return any(decision.seat == seat for decision in game.decisions)
        do(game, "done")
    return False


def thrown_by(game: wg.Game, unit: str) -> list[MoraleTested]:
    return [event for event in told(game, MoraleTested) if event.unit == unit]


def closing(die: int, **more: Any) -> Any:
    """A turn in which the marines tried to close with the militia and threw a die."""
    faces = {"morale_marines": die, "musketry_marines": (1,) * 8, **more.pop("dice", {})}
    game = ashore("landing-close", dice=faces, **more)
    do(game, "marines close militia")
    return game


def contacted(die: int, rear: bool = False, **more: Any) -> Any:
    """A turn in which the marines came into contact with the militia, which threw a die."""
    faces = {
        "morale_marines": (6, 6, 6),
        "morale_militia": (die, 6, 6),
        "rout": (1, 1),
        "musketry_militia": (1,) * 8,
        **more.pop("dice", {}),
    }
    theirs = {**more.pop("militia", {}), "facing": "N" if rear else "S"}
    others = [*more.pop("others", ()), RESERVE]
    game = ashore("landing-close", 17, dice=faces, militia=theirs, others=others, **more)
    do(game, "marines close militia")
    return game


# I, and what a hit does


@pytest.mark.clause("APM.landing.I")
def test_musketeers_shot_down_in_L10_have_fired_all_the_same() -> None:
    game = ashore(
        "musketry",
        15,
        dice={"musketry_marines": (6,) * 8, "musketry_militia": (6,) * 7 + (1,), "morale": 6},
    )
    do(game, "marines fire at militia", "militia fire at marines")
    assert [(shot.unit, len(shot.faces)) for shot in told(game, Shot)] == [
        ("Marines", 8),
        ("Militia", 8),
    ]
    assert (troops(game, "marines").figures, troops(game, "militia").gone) == (1, "destroyed")


@pytest.mark.clause("APM.landing.I", "APM.landing.II")
@pytest.mark.parametrize("step", ["landing-close", "garrison-close"])
def test_a_unit_that_rallied_to_good_order_closes_in_the_same_turn(step: str) -> None:
    wood = region("Wood", "cover", (10, 5), (30, 5), (30, 30), (10, 30))
    who, whom = ("marines", "militia") if step == "landing-close" else ("militia", "marines")

    def rout(state: Any) -> None:
        next(u for u in state.units if u.id == who).order = "routing"

    game = ashore("rally", dice={f"morale_{who}": 6}, regions=[wood], arrange=rout)
    pass_to(game, step)
    assert refused(game, f"{who} close {whom}") == ""
    (test,) = thrown_by(game, who.title())
    assert (test.added, test.result) == (0, "good")


@pytest.mark.clause("APM.landing.casualties", "APM.landing.VIII")
def test_8_figures_that_take_3_hits_are_5_and_test_once() -> None:
    game = ashore(
        "musketry",
        15,
        dice={"musketry_marines": (6, 5, 6, 1, 1, 1, 1, 1), "morale_militia": 6},
    )
    fire(game, "marines fire at militia")
    assert troops(game, "militia").figures == 5
    assert len(thrown_by(game, "Militia")) == 1


@pytest.mark.clause("APM.landing.casualties", "APM.landing.VI")
def test_a_gun_of_4_crew_that_takes_1_hit_fires_with_3_dice_next_turn() -> None:
    game = ashore(
        "artillery",
        15,
        dice={
            "artillery_marines": (1,) * 7,
            "musketry_militia": (6,) + (1,) * 7,
            "morale_marines": 6,
        },
        marines=GUN,
    )
    do(game, "marines fire at militia", "militia fire at marines")
    pass_to_next(game, "artillery")
    do(game, "marines fire at militia")
    assert [len(shot.faces) for shot in told(game, Shot) if shot.unit == "Marines"] == [4, 3]


# Morale dice


@pytest.mark.clause("APM.landing.modifiers")
def test_formed_and_behind_a_wall_adds_one_and_not_two() -> None:
    (test,) = thrown_by(contacted(4, regions=[WALL]), "Militia")[:1]
    assert (test.added, test.result) == (1, "fire")


@pytest.mark.clause("APM.landing.modifiers", "APM.landing.IV")
def test_a_1_routing_and_contacted_reads_as_1() -> None:
    game = contacted(1, arrange=routed, militia=LOOSE)
    (test,) = thrown_by(game, "Militia")[:1]
    assert (test.die, test.added, test.result) == (1, -2, "rout")


def routed(state: Any) -> None:
    next(unit for unit in state.units if unit.id == "militia").order = "routing"


@pytest.mark.clause("APM.landing.modifiers")
def test_a_6_and_two_more_reads_as_6() -> None:
    (test, *_) = thrown_by(closing(6), "Marines")
    assert (test.die, test.added, test.result) == (6, 2, "close")


# II


@pytest.mark.clause("APM.landing.II")
@pytest.mark.parametrize(
    ("die", "covered", "result"),
    [
        *((die, False, "rout" if die < 5 else "shaken") for die in FACES),
        (6, True, "good"),
        (3, True, "rout"),
    ],
)
def test_a_routing_unit_rallies_as_printed(die: int, covered: bool, result: str) -> None:
    wood = region("Wood", "cover", (15, 5), (25, 5), (25, 19), (15, 19))
    game = ashore(
        "rally",
        dice={"morale_militia": die, "rout": (1, 2), "fall_back": 3},
        militia=LOOSE,
        arrange=routed,
        regions=[wood] if covered else [],
    )
    (test,) = thrown_by(game, "Militia")
    assert test.result == result
    moved = {"rout": [("rout", 3)], "shaken": [("fall-back", 3)], "good": []}[result]
    assert [(event.move, event.inches) for event in told(game, Retreated)] == moved
    facing = {"rout": 0, "shaken": 180, "good": 180}[result]
    assert troops(game, "militia").pose.degrees == facing


# III


@pytest.mark.clause("APM.landing.III")
def test_infantry_may_try_from_6_inches_and_cavalry_from_12() -> None:
    assert refused(ashore("landing-close"), "marines close militia") == ""
    beyond = {"others": [unit("Near", 4, (26, 20), "french", facing="W")]}
    game = ashore("landing-close", SIX_OFF - 0.01, **beyond)
    assert refused(game, "marines close militia") == "APM.landing.III"
    horse = {"marines": HORSE, **beyond}
    assert refused(ashore("landing-close", SIX_OFF - 6, **horse), "marines close militia") == ""
    game = ashore("landing-close", SIX_OFF - 6.01, **horse)
    assert refused(game, "marines close militia") == "APM.landing.III"


@pytest.mark.clause("APM.landing.III")
@pytest.mark.parametrize(("y", "clause"), [(14.7, "APM.landing.III"), (15.7, "")])
def test_cavalry_5_inches_away_over_rough_ground_may_not_try(y: float, clause: str) -> None:
    game = ashore("landing-close", y, marines=HORSE, regions=[DITCH])
    assert refused(game, "marines close militia") == clause


@pytest.mark.clause("APM.landing.III")
def test_the_last_3_inches_of_a_6_inch_charge_go_without_a_wheel() -> None:
    game = ashore("landing-close")
    assert refused(game, "marines close militia via 20 17") == ""
    assert refused(game, "marines close militia via 20 16.9") == "APM.landing.III"


@pytest.mark.clause("APM.landing.III")
def test_artillery_never_closes() -> None:
    game = ashore("landing-close", 17, marines=GUN)
    assert game.phase != "landing-close", "nobody is asked"
    friend = unit("Seamen", 8, (24, 20), facing="N")
    game = ashore("landing-close", 17, marines=GUN, others=[friend])
    assert refused(game, "marines close militia") == "APM.landing.III"


@pytest.mark.clause("APM.landing.III.infantry")
@pytest.mark.parametrize(
    ("who", "results"),
    [
        (FORMED, ["fire", "fire", "close", "close", "close", "close"]),
        (LOOSE, ["shaken", "fire", "fire", "close", "close", "close"]),
    ],
)
def test_infantry_of_the_landing_party_closes(who: dict[str, Any], results: list[str]) -> None:
    found = [thrown_by(closing(die, marines=who), "Marines")[0].result for die in FACES]
    assert found == results


@pytest.mark.clause("APM.landing.III.infantry")
@pytest.mark.parametrize(
    ("who", "results"),
    [
        (LOOSE, ["shaken", "shaken", "fire", "fire", "close", "close"]),
        (FORMED, ["shaken", "fire", "fire", "close", "close", "close"]),
    ],
)
def test_infantry_of_the_garrison_closes(who: dict[str, Any], results: list[str]) -> None:
    found = []
    for die in FACES:
        faces = {"morale_militia": (die, 6, 6), "morale_marines": 6, "musketry": (1,) * 8}
        game = ashore("garrison-close", dice=faces, militia=who)
        do(game, "militia close marines")
        found.append(thrown_by(game, "Militia")[0].result)
    assert found == results


@pytest.mark.clause("APM.landing.III.cavalry")
def test_cavalry_closes_on_a_3_and_better_and_nothing_is_added() -> None:
    tried = [thrown_by(closing(die, marines=HORSE), "Marines")[0] for die in FACES]
    assert [test.result for test in tried] == ["stand"] * 2 + ["close"] * 4
    assert {test.added for test in tried} == {0}


@pytest.mark.clause("APM.landing.III.infantry", "APM.landing.shaken")
def test_who_stands_shaken_neither_moves_nor_fires() -> None:
    for step in ("landing-move", "musketry"):
        game = closing(1, marines=LOOSE)
        assert not asked_of(game, step, "british")
        assert troops(game, "marines").pose.inches == (20, 20)


# IV


@pytest.mark.clause("APM.landing.IV")
@pytest.mark.parametrize(
    ("who", "arrange", "results"),
    [
        (LOOSE, None, ["rout", "rout", "shaken", "shaken", "fire", "fire"]),
        (FORMED, None, ["rout", "shaken", "shaken", "fire", "fire", "fire"]),
        (LOOSE, routed, ["rout", "rout", "rout", "rout", "shaken", "shaken"]),
    ],
)
def test_a_contacted_unit_tests(who: dict[str, Any], arrange: Any, results: list[str]) -> None:
    found = [
        thrown_by(contacted(die, militia=who, arrange=arrange), "Militia")[0].result
        for die in FACES
    ]
    assert found == results


@pytest.mark.clause("APM.landing.XI.immediate-fire", "APM.landing.IV", "APM.landing.IX.1")
@pytest.mark.parametrize("die", [5, 6])
def test_the_contacted_fire_before_the_melee_and_who_falls_does_not_fight(die: int) -> None:
    """Marines in one rank of eight come in, and two of the eight fall: two dice less in L12."""
    one_rank = {"files": 8}
    game = contacted(
        die,
        marines=one_rank,
        militia=one_rank,
        dice={
            "musketry_militia": (6, 5, 1, 1, 1, 1, 1, 1),
            "melee_marines": (1,) * 8,
            "melee_militia": (1,) * 8,
        },
    )
    pass_to_next(game, "landing-move")
    (shot,) = told(game, Shot)
    assert (shot.unit, shot.hits) == ("Militia", 2)
    assert [test.occasion for test in thrown_by(game, "Marines")] == [
        "close-infantry",
        "fire-morale",
    ]
    marines = next(event for event in told(game, Fought) if event.unit == "Marines")
    assert len(marines.faces) == 6


@pytest.mark.clause("APM.landing.XI.eligible")
def test_who_fired_in_L4_is_not_asked_again_in_L10() -> None:
    spare = [unit("Guard", 8, (26, 20), "french", facing="W")]
    game = contacted(6, others=spare)
    pass_to(game, "musketry")
    assert refused(game, "militia fire at marines") == "APM.landing.XI.eligible"
    assert refused(game, "guard fire at marines") == ""


@pytest.mark.clause("APM.landing.XI.eligible", "APM.landing.II")
def test_who_rallied_in_place_in_L2_may_fire_in_L10() -> None:
    wood = region("Wood", "cover", (15, 5), (25, 5), (25, 17), (15, 17))
    game = ashore("rally", 15, dice={"morale_militia": 6}, arrange=routed, regions=[wood])
    pass_to(game, "musketry")
    while game.decisions[0].seat != "french":
        do(game, "done")
    assert refused(game, "militia fire at marines") == ""


# Routing and shaken


@pytest.mark.clause("APM.landing.rout", "APM.landing.VIII")
def test_dice_of_3_and_5_run_8_inches_from_the_enemy() -> None:
    game = ashore(
        "musketry",
        15,
        dice={"musketry_marines": (6,) + (1,) * 7, "morale_militia": 1, "rout": (3, 5)},
    )
    fire(game, "marines fire at militia")
    assert troops(game, "militia").pose.inches == (20, 7)
    assert troops(game, "militia").pose.degrees == 0, "backs to the enemy"


@pytest.mark.clause("APM.landing.rout", "APM.landing.XI.eligible")
def test_a_routing_unit_does_not_fire_in_L10() -> None:
    spare = [unit("Guard", 8, (26, 20), "french", facing="W")]
    game = ashore("musketry", 15, militia=LOOSE, arrange=routed, others=spare)
    do(game, "done")
    assert refused(game, "guard fire at marines") == ""
    assert refused(game, "militia fire at marines") == "APM.landing.XI.eligible"


@pytest.mark.clause("APM.landing.shaken", "APM.landing.VIII")
def test_shaken_by_fire_with_a_4_it_falls_back_4_inches_with_its_front_to_the_enemy() -> None:
    game = ashore(
        "musketry",
        15,
        dice={"musketry_marines": (6,) + (1,) * 7, "morale_militia": 2, "fall_back": 4},
    )
    fire(game, "marines fire at militia")
    assert troops(game, "militia").pose.inches == (20, 11)
    assert troops(game, "militia").pose.degrees == 180


@pytest.mark.clause("APM.landing.VIII")
@pytest.mark.parametrize(
    ("who", "arrange", "regions", "results"),
    [
        (LOOSE, None, [], ["rout", "rout", "shaken", "shaken", "good", "good"]),
        (LOOSE, None, [WALL], ["rout", "shaken", "shaken", "good", "good", "good"]),
        (LOOSE, routed, [], ["rout", "rout", "rout", "shaken", "shaken", "good"]),
    ],
)
def test_a_unit_hit_by_fire_tests(
    who: dict[str, Any], arrange: Any, regions: list[Any], results: list[str]
) -> None:
    found = []
    for die in FACES:
        faces = {
            "musketry_marines": (6,) + (1,) * 7,
            "morale_militia": (die, 6),
            "rout": (1, 1),
            "fall_back": 1,
        }
        game = ashore("musketry", 15, dice=faces, militia=who, arrange=arrange, regions=regions)
        fire(game, "marines fire at militia")
        found.append(thrown_by(game, "Militia")[0].result)
    assert found == results


@pytest.mark.clause("APM.landing.XI.forced")
@pytest.mark.parametrize(
    ("die", "inches", "formed"), [(1, 9, False), (2, 4, True)], ids=["rout", "retreat"]
)
def test_forced_moves_take_no_notice_of_the_ground(die: int, inches: int, formed: bool) -> None:
    wood = region("Wood", "rough", (0, 0), (60, 0), (60, 14), (0, 14))
    game = ashore(
        "musketry",
        15,
        dice={
            "musketry_marines": (6,) + (1,) * 7,
            "morale_militia": die,
            "rout": (4, 5),
            "fall_back": 4,
        },
        regions=[wood],
    )
    fire(game, "marines fire at militia")
    assert troops(game, "militia").pose.inches == (20, 15 - inches)
    assert troops(game, "militia").formed is formed


# V


@pytest.mark.clause("APM.landing.V.1")
def test_skirmishers_with_a_5_go_up_to_5_inches_in_woods() -> None:
    game = ashore(
        "landing-move", 3, marines=SKIRMISHING, dice={"march_marines": 5}, regions=[WOODS]
    )
    do(game, "marines set out")
    assert refused(game, "marines N 5") == ""
    assert refused(game, "marines N 5.1") == "APM.landing.V.1"


@pytest.mark.clause("APM.landing.V.1")
def test_a_gun_crosses_a_ditch_on_an_even_score_only() -> None:
    game = ashore("landing-move", 3, marines=GUN, dice={"march_marines": 4}, regions=[DITCH])
    do(game, "marines set out across", "marines N 4")
    assert troops(game, "marines").pose.inches == (20, 16)
    game = ashore("landing-move", 10, marines=GUN, dice={"march_marines": 3}, regions=[DITCH])
    do(game, "marines set out across")
    assert told(game, SetOutOn)[0].stuck
    assert not asked_of(game, "artillery", "british")
    assert troops(game, "marines").pose.inches == (20, 20)


@pytest.mark.clause("APM.landing.V.2")
def test_formed_infantry_marches_up_to_6_inches_and_cavalry_12() -> None:
    game = ashore("landing-move", 3)
    assert (refused(game, "marines N 6"), refused(game, "marines N 6.1")) == (
        "",
        "APM.landing.V.2",
    )
    game = ashore("landing-move", 3, marines=HORSE)
    assert (refused(game, "marines N 12"), refused(game, "marines N 12.1")) == (
        "",
        "APM.landing.V.2",
    )


@pytest.mark.clause("APM.landing.V.2")
def test_cavalry_that_enters_woods_is_unformed_and_goes_by_a_die() -> None:
    game = ashore("landing-move", 3, marines=HORSE, dice={"march_marines": 3}, regions=[WOODS])
    assert refused(game, "marines N 3") == "APM.landing.V.2"
    do(game, "marines set out across")
    assert refused(game, "marines N 3.1") == "APM.landing.V.2"
    do(game, "marines N 3")
    assert not troops(game, "marines").formed


@pytest.mark.clause("APM.landing.V.2", "APM.landing.V.3")
def test_unformed_infantry_spends_its_move_on_forming() -> None:
    game = ashore("landing-move", 15, marines=LOOSE)
    do(game, "marines form")
    assert told(game, OrderChanged)[0].formed
    assert troops(game, "marines").formed
    assert not asked_of(game, "musketry", "british"), "forming takes the place of movement"


@pytest.mark.clause("APM.landing.V.3")
def test_infantry_that_moves_an_inch_does_not_fire_and_that_stands_may() -> None:
    game = ashore("landing-move", 15)
    do(game, "marines N 1")
    assert not asked_of(game, "musketry", "british")
    assert asked_of(ashore("landing-move", 15), "musketry", "british")


# VI and VII


@pytest.mark.clause("APM.landing.VI")
@pytest.mark.parametrize(
    ("inches", "hits"), [(6.0, 3), (6.1, 2), (10.0, 2), (12.0, 2), (12.1, 1), (18.0, 1)]
)
def test_a_gun_of_six_crew_shows_what_each_face_hits(inches: float, hits: int) -> None:
    six = {"arm": "artillery", "figures": 6, "files": 6}
    game = ashore("artillery", 19.7 - inches, marines=six, dice={"artillery_marines": tuple(FACES)})
    do(game, "marines fire at militia")
    (shot,) = told(game, Shot)
    assert (len(shot.faces), shot.hits) == (6, hits)


@pytest.mark.clause("APM.landing.VI")
def test_4_crew_at_10_inches_throw_4_dice_and_at_18_point_1_none() -> None:
    game = ashore("artillery", 9.7, marines=GUN)
    do(game, "marines fire at militia")
    assert len(told(game, Shot)[0].faces) == 4
    near = [unit("Guard", 8, (26, 20), "french", facing="W")]
    game = ashore("artillery", 1.6, marines=GUN, others=near)
    assert refused(game, "marines fire at guard") == ""
    assert refused(game, "marines fire at militia") == "APM.landing.VI"


@pytest.mark.clause("APM.landing.VII")
@pytest.mark.parametrize(
    ("who", "dice"), [({"files": 4}, 8), ({"files": 4, **LOOSE}, 4)], ids=["formed", "crowd"]
)
def test_two_ranks_of_formed_troops_fire_and_one_of_a_crowd(who: dict[str, Any], dice: int) -> None:
    game = ashore("musketry", 15, marines=who)
    fire(game, "marines fire at militia")
    assert len(told(game, Shot)[0].faces) == dice


@pytest.mark.clause("APM.landing.VII")
@pytest.mark.parametrize(("inches", "clause"), [(6.0, ""), (6.1, "APM.landing.VII")])
def test_muskets_reach_6_inches(inches: float, clause: str) -> None:
    near = [unit("Guard", 8, (26, 20), "french", facing="W")]
    game = ashore("musketry", 19.7 - inches, others=near)
    assert refused(game, "marines fire at militia") == clause


@pytest.mark.clause("APM.landing.VII.targets", "APM.landing.XI.enfilade")
@pytest.mark.parametrize(
    ("target", "regions", "hits"),
    [
        (FORMED, [], 2),
        (SKIRMISHING, [], 1),
        (HORSE, [], 3),
        (FORMED, [WALL], 1),
        ({"facing": "E", "files": 8}, [], 3),
        ({"facing": "E", **SKIRMISHING}, [], 1),
    ],
    ids=["open", "skirmishers", "mounted", "cover", "in flank", "skirmishers in flank"],
)
def test_six_muskets_show_what_each_face_hits(
    target: dict[str, Any], regions: list[Any], hits: int
) -> None:
    dice = {"musketry_marines": tuple(FACES), "morale": 6}
    game = ashore(
        "musketry", 14.5, marines={"figures": 6}, militia=target, regions=regions, dice=dice
    )
    fire(game, "marines fire at militia")
    assert told(game, Shot)[0].hits == hits
    assert [loss.lost for loss in told(game, FiguresLost)] == [hits]


# IX and X


def melee(**more: Any) -> Any:
    """A turn in which the marines came to contact and both fought; every morale die a 6 unless
    more says otherwise, but for the militia's when it is contacted, with which it stands.
    """
    dice = {
        "melee_marines": (1,) * 12,
        "melee_militia": (1,) * 12,
        **more.pop("dice", {}),
    }
    game = contacted(more.pop("die", 6), dice=dice, **more)
    pass_to_next(game, "landing-move")
    return game


def fought(game: wg.Game, unit: str) -> Fought:
    return next(event for event in told(game, Fought) if event.unit == unit)


LINE = {"figures": 6, "files": 6}
FOUR = {"figures": 4, "files": 4}


@pytest.mark.clause("APM.landing.IX.1", "APM.landing.IX.2")
@pytest.mark.parametrize(
    ("militia", "regions", "against", "hits"),
    [
        (FOUR, [], "equal", 2),
        ({**FOUR, "arm": "artillery"}, [], "inferior", 3),
        (FOUR, [WALL], "superior", 1),
    ],
    ids=["infantry", "artillery", "behind a wall"],
)
def test_4_in_contact_and_2_beside_them_throw_6_dice(
    militia: dict[str, Any], regions: list[Any], against: str, hits: int
) -> None:
    game = melee(
        marines=LINE,
        militia=militia,
        regions=regions,
        dice={"melee_marines": tuple(FACES), "artillery_militia": (1,) * 4, "morale": 6},
    )
    event = fought(game, "Marines")
    assert (len(event.faces), event.against, event.hits) == (6, against, hits)
    assert len(fought(game, "Militia").faces) == 4


@pytest.mark.clause("APM.landing.IX.2")
def test_charging_cavalry_is_better_than_infantry_and_worse_than_infantry_behind_a_wall() -> None:
    dice = {"melee_marines": tuple(FACES), "melee_militia": tuple(FACES), "morale": 6}
    for regions, hits in (([], (3, 1)), ([WALL], (1, 3))):
        game = melee(marines={**LINE, **HORSE}, militia=LINE, regions=regions, dice=dice)
        assert fought(game, "Marines").rank == "charging-cavalry"
        assert (fought(game, "Marines").hits, fought(game, "Militia").hits) == hits


@pytest.mark.clause("APM.landing.IX.3", "APM.landing.shaken")
def test_shaken_infantry_behind_a_wall_ranks_lowest() -> None:
    dice = {"melee_marines": tuple(FACES), "melee_militia": tuple(FACES), "morale": 6}
    game = melee(marines=LINE, militia={**LINE, **LOOSE}, regions=[WALL], die=2, dice=dice)
    assert thrown_by(game, "Militia")[0].result == "shaken"
    assert fought(game, "Militia").rank == "shaken"
    assert (fought(game, "Marines").hits, fought(game, "Militia").hits) == (3, 1)


@pytest.mark.clause("APM.landing.IX.4", "APM.landing.IV")
@pytest.mark.parametrize(
    ("who", "die", "added", "result"), [(FORMED, 5, -1, "shaken"), (LOOSE, 4, -2, "rout")]
)
def test_who_is_attacked_in_the_rear_tests_as_if_routing(
    who: dict[str, Any], die: int, added: int, result: str
) -> None:
    (test, *_) = thrown_by(contacted(die, rear=True, militia=who), "Militia")
    assert (test.added, test.result, test.clause) == (added, result, "APM.landing.IX.4")


@pytest.mark.clause("APM.landing.IX.5")
def test_of_5_skirmishers_one_is_touched_and_throws_one_die() -> None:
    game = melee(marines={"figures": 1, "files": 1}, militia={"figures": 5, **SKIRMISHING})
    event = fought(game, "Militia")
    assert (len(event.faces), event.rank, event.against) == (1, "infantry", "equal")


@pytest.mark.clause("APM.landing.X")
def test_the_loser_throws_6_and_the_winner_2_and_the_winner_runs() -> None:
    game = melee(
        marines={**LINE, **LOOSE},
        militia=LINE,
        dice={
            "melee_marines": (6,) + (1,) * 5,
            "morale_militia": (6, 6),
            "morale_marines": (6, 2),
        },
    )
    assert told(game, MeleeDecided)[0].loser == "french"
    after = [t for t in told(game, MoraleTested) if t.occasion == "melee-morale"]
    assert [(test.unit, test.die, test.added, test.result) for test in after] == [
        ("Militia", 6, 1, "good"),
        ("Marines", 2, 0, "rout"),
    ]


@pytest.mark.clause("APM.landing.X")
def test_the_loser_throws_3_and_the_winner_does_not_test() -> None:
    game = melee(
        marines=LINE,
        militia=LINE,
        dice={
            "melee_marines": (6,) + (1,) * 5,
            "morale_militia": (6, 3),
            "fall_back": 2,
        },
    )
    assert thrown_by(game, "Militia")[-1].result == "shaken"
    assert [test.occasion for test in thrown_by(game, "Marines")] == ["close-infantry"]
    assert [(event.unit, event.inches) for event in told(game, Retreated)] == [("Militia", 2)]


@pytest.mark.clause("APM.landing.XII", "APM.battery.too-high")
def test_a_landing_party_that_beats_a_crew_silences_its_battery_for_good() -> None:
    fort = battery("San Jago", (20, 16.7), facing="S", boxes=2, too_high=True)
    game = melee(
        others=[fort],
        marines=LINE,
        militia={**FOUR, "arm": "artillery", "battery": "san-jago"},
        dice={"melee_marines": (6, 6) + (1,) * 4, "artillery_militia": (1,) * 4, "morale": 6},
    )
    assert [event.taken for event in told(game, BatterySilenced)] == [True]
    assert game.state.batteries[0].spiked


# The scale


@pytest.mark.clause("APM.landing.scale")
def test_200_marines_land_from_a_74_in_8_boats() -> None:
    shore = region("Shore", "land", (0, 0), (60, 0), (60, 20), (0, 20))
    game = sea(
        ship("Caesar", at=(30, 40)),
        ship("Desaix", at=(55, 55), side="french", anchored="both"),
        unit("Marines", 200 // 25, None, ship="caesar"),
        unit("Seamen", 9, None, ship="caesar"),
        regions=[shore],
        phase="second-move",
    )
    line = "caesar lower 7 with marines"
    assert refused(game, line) == "APM.landing.scale", "25 men to the boat"
    do(game, "caesar lower 8 with marines")
    assert refused(game, "caesar lower 9 with seamen") == "APM.cutting-out.boats", "16 of 24"


@pytest.mark.clause("APM.landing.scale")
def test_troops_come_ashore_where_their_boats_touch_the_land() -> None:
    shore = region("Shore", "land", (0, 0), (60, 0), (60, 20), (0, 20))

    def aboard(state: Any) -> None:
        state.boats[0].troops = 0

    game = sea(
        ship("Caesar", at=(30, 40), anchored="both"),
        ship("Desaix", at=(55, 55), side="french", anchored="both"),
        unit("Marines", 8, None, ship="caesar"),
        boats("cutter", "caesar", 8, (30, 22)),
        regions=[shore],
        phase="second-move",
        dice=wg.Dice.of(boats_cutter=(6,)),
        arrange=aboard,
    )
    if "lowered" in game.decisions[0].prompt:
        do(game, "done")
    do(game, "cutter row N 2", "cutter land")
    assert troops(game, "marines").gone == ""
    assert troops(game, "marines").pose.inches[1] == pytest.approx(20, abs=0.01)
