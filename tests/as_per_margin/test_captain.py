"""The captain of the ruleset: what it does in single positions, and how it plays whole games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
import table_top
from table_top import battery, boats, one, region, sea, ship, told, unit

import weathergage as wg
from weathergage.captains import make_captain, play_out
from weathergage.plugins import find_ruleset
from weathergage_as_per_margin.anchors import Rest, Spring
from weathergage_as_per_margin.boarding import Announce
from weathergage_as_per_margin.boat_orders import Land, Lower, Row
from weathergage_as_per_margin.campaign.orders import ChartOrders
from weathergage_as_per_margin.captain import MarginCaptain, admiral_for
from weathergage_as_per_margin.falling_aboard import FellAboard, Part
from weathergage_as_per_margin.grounding import Kedge
from weathergage_as_per_margin.gunnery import Fire, Fired
from weathergage_as_per_margin.handling import ExtraDie, LetGo, Oars, Sail, Weigh
from weathergage_as_per_margin.landing.asking import Hold
from weathergage_as_per_margin.landing.closing import Close
from weathergage_as_per_margin.landing.firing import Shoot
from weathergage_as_per_margin.landing.marching import March, SetOut
from weathergage_as_per_margin.orders import Independence

RULESET = find_ruleset("as-per-margin")
SCENARIOS = (
    "frigate-duel",
    "two-lines",
    "algesiras",
    "chase",
    "bombardment",
    "hermione",
    "landing",
    "cadiz-1801",
)


def ask(game: wg.Game, seat: str = "british", seed: int = 1) -> Any:
    """What a captain answers to the seat's open question; it has to be legal."""
    decision = next(d for d in game.decisions if d.seat == seat)
    command = MarginCaptain(seat, wg.Dice(seed)).answer(game.view(seat), decision)
    assert decision.complaint(command) is None, command
    return command


def follow(game: wg.Game, phase: str, seed: int = 1) -> None:
    """Let captains answer all questions of a phase."""
    while game.phase == phase and not game.over:
        decision = game.decisions[0]
        game.submit(decision.id, ask(game, decision.seat, seed))


def play(scenario: str, seed: int, names: Mapping[str, str] | None = None, **more: Any) -> wg.Game:
    """A whole game; names: of the captains by seat, the ruleset's own where none is given."""
    game = wg.new_game(f"as-per-margin/{scenario}", seed=seed, **more)
    play_out(
        game,
        {
            seat: make_captain(RULESET, (names or {}).get(seat, "captain"), seat, 10 * seed + n)
            for n, seat in enumerate(game.seats)
        },
    )
    return game


# The first broadside


@pytest.mark.clause("APM.fire.shot")
@pytest.mark.clause("APM.fire.initial-broadside")
def test_a_first_broadside_is_kept_at_twenty_inches() -> None:
    game = sea(ship("Caesar"), ship("Desaix", at=(40, 20), side="french"), phase="first-fire")
    assert isinstance(ask(game), Hold)


@pytest.mark.clause("APM.fire.shot")
@pytest.mark.clause("APM.fire.initial-broadside")
def test_a_first_broadside_is_fired_at_six_inches() -> None:
    game = sea(ship("Caesar"), ship("Desaix", at=(26, 20), side="french"), phase="first-fire")
    assert ask(game) == Fire(ship="caesar", broadside="starboard", target="desaix")


@pytest.mark.clause("APM.fire.raking-initial")
def test_a_first_broadside_is_fired_to_rake_within_twelve_inches() -> None:
    game = sea(
        ship("Caesar"),
        ship("Desaix", at=(31, 20), heading="W", side="french"),
        phase="first-fire",
    )
    assert ask(game) == Fire(ship="caesar", broadside="starboard", target="desaix")


@pytest.mark.clause("APM.fire.shot")
def test_a_first_broadside_is_not_kept_by_a_side_that_is_about_to_lose_its_guns() -> None:
    game = sea(
        ship("Caesar", lost={"starboard": 3}),
        ship("Desaix", at=(33, 20), side="french"),
        phase="first-fire",
    )
    assert isinstance(ask(game), Fire)


@pytest.mark.clause("APM.fire.shot")
def test_who_keeps_his_distance_spends_it_on_the_enemys_masts() -> None:
    enemies = [ship(n, at=(40, y), side="french") for n, y in (("Desaix", 14), ("Heros", 20))]
    more = [ship(n, at=(20, y)) for n, y in (("Caesar", 14), ("Hannibal", 20))]
    third = [ship("Duguay", at=(40, 26), side="french"), ship("Spencer", at=(20, 26))]
    game = sea(*enemies, *more, *third, phase="second-fire")
    assert isinstance(ask(game, "french"), Fire)


@pytest.mark.clause("APM.fire.shot")
def test_a_reloaded_broadside_is_fired_at_long_range() -> None:
    game = sea(
        ship("Caesar", s=False),
        ship("Desaix", at=(40, 20), side="french"),
        phase="first-fire",
    )
    assert ask(game) == Fire(ship="caesar", broadside="starboard", target="desaix")


@pytest.mark.clause("APM.ships.strike")
def test_fire_goes_to_the_enemy_who_is_nearest_to_striking() -> None:
    weak = ship("Heros", at=(26, 22), side="french", lost={"port": 4, "starboard": 3})
    game = sea(ship("Caesar"), ship("Desaix", at=(26, 18), side="french"), weak, phase="first-fire")
    assert ask(game).target == "heros"


# Moves


@pytest.mark.clause("APM.fire.rake")
@pytest.mark.clause("APM.turn.english-advantage")
@pytest.mark.parametrize("heading", ["N", "ENE", "S", "SW"])
def test_who_moves_last_rakes_when_he_can(heading: str) -> None:
    game = sea(
        ship("Amazon", 38, at=(24, 30), heading="E", independent=True),
        ship("Sirene", 38, at=(32, 30), heading=heading, side="french"),
        phase="second-move",
        speed=(5, 3),
    )
    follow(game, "second-move")
    follow(game, "first-fire")
    assert [fired.why for fired in told(game, Fired)] == [("first broadside", "raking")]


@pytest.mark.clause("APM.turn.english-advantage")
def test_the_english_part_closes_and_the_other_keeps_off() -> None:
    ships = [ship(f"B{n}", at=(20, 20 + 6 * n)) for n in range(4)]
    ships += [ship(f"F{n}", at=(34, 20 + 6 * n), side="french") for n in range(4)]
    game = sea(*ships, phase="first-move", speed=(4, 3), size=(90, 70))
    start = nearest(game)
    follow(game, "first-move")
    opened = nearest(game)
    follow(game, "second-move")
    assert opened > start + 1
    assert nearest(game) < opened - 2


def nearest(game: wg.Game) -> float:
    """Inches between the nearest two enemies."""
    ours = [s for s in game.state.ships if s.side == "british"]
    theirs = [s for s in game.state.ships if s.side == "french"]
    return float(min(a.pose.distance(b.pose) for a in ours for b in theirs))


@pytest.mark.clause("APM.falling-aboard.friends")
@pytest.mark.parametrize("seed", range(4))
def test_a_line_keeps_its_ships_clear_of_one_another(seed: int) -> None:
    ships = [ship(f"B{n}", at=(30, 20 + 6.2 * n)) for n in range(5)]
    game = sea(
        *ships,
        ship("Desaix", at=(80, 40), side="french"),
        phase="second-move",
        speed=(2 + seed, 4),
        size=(100, 80),
    )
    follow(game, "second-move", seed)
    assert told(game, FellAboard) == []
    headings = [s.pose.degrees for s in game.state.ships if s.side == "british"]
    assert max(headings) - min(headings) <= 60


@pytest.mark.clause("APM.campaign.aground")
@pytest.mark.parametrize("wind", ["N", "E", "S", "W"])
def test_a_ship_does_not_run_aground_or_off_the_table(wind: str) -> None:
    coast = region("Coast", "land", (0, 0), (60, 0), (60, 12), (0, 16))
    shoal = region("Shoal", "shoal", (26, 20), (34, 20), (34, 25), (26, 25), depth=2.5)
    game = sea(
        ship("Caesar", at=(24, 24), heading="E"),
        ship("Spencer", at=(16, 24), heading="E"),
        ship("Desaix", at=(30, 17.3), heading="E", side="french", anchored="both", immobile=True),
        wind=wind,
        regions=[coast, shoal],
        size=(60, 44),
        phase="second-move",
    )
    while game.turn < 9 and not game.over:
        decision = game.decisions[0]
        sails = isinstance(command := ask(game, decision.seat), Sail)
        game.submit(decision.id, command)
        if sails:
            sailed = one(game, command.ship)
            assert not sailed.aground
            assert sailed.gone == ""


@pytest.mark.clause("APM.score.purpose")
def test_a_ship_leaves_the_table_when_that_wins() -> None:
    aims = [{"side": "french", "what": "left", "who": "mutine", "edge": "W", "points": 2}]
    game = sea(
        ship("Naiad", 38, at=(40, 20), heading="W"),
        ship("Mutine", 24, at=(6, 20), heading="W", side="french", independent=True),
        victory={"indecisive": 0, "aims": aims},
        wind="E",
        phase="first-move",
    )
    follow(game, "first-move")
    assert one(game, "mutine").gone == "left"


@pytest.mark.clause("APM.wind-speed.extra-die")
def test_a_ship_in_flight_throws_for_more_way() -> None:
    aims = [{"side": "french", "what": "left", "who": "mutine", "edge": "W", "points": 2}]
    game = sea(
        ship("Naiad", 38, at=(50, 20), heading="W"),
        ship("Mutine", 24, at=(36, 20), heading="W", side="french", independent=True),
        victory={"indecisive": 0, "aims": aims},
        phase="first-move",
    )
    assert ask(game, "french") == ExtraDie(ship="mutine")


@pytest.mark.clause("APM.score.purpose")
def test_a_ship_that_is_beaten_makes_off() -> None:
    spent = {"port": 4, "starboard": 3, "hull": 6}
    game = sea(
        ship("Caesar", at=(30, 30)),
        ship("Desaix", at=(36, 30), side="french", lost=spent),
        wind="N",
        phase="first-move",
    )
    before = nearest(game)
    follow(game, "first-move")
    assert nearest(game) > before + 3


@pytest.mark.clause("APM.gunboat.move")
def test_a_gunboat_rows_in_a_fight() -> None:
    game = sea(
        ship("Gunboat", 2, at=(30, 30), side="french", kind="gunboat"),
        ship("Caesar", at=(40, 30)),
        phase="first-move",
    )
    assert ask(game, "french") == Oars(ship="gunboat")


@pytest.mark.clause("APM.ships.independent")
def test_frigates_are_let_go_and_a_line_is_kept_until_its_admiral_closes() -> None:
    def ships(x: float) -> list[dict[str, Any]]:
        own = [ship(f"B{n}", at=(20, 20 + 6 * n)) for n in range(4)]
        own.append(ship("Thames", 32, at=(12, 30)))
        return [*own, *(ship(f"F{n}", at=(x, 20 + 6 * n), side="french") for n in range(4))]

    far = sea(*ships(50), phase="orders")
    near = sea(*ships(30), phase="orders")
    assert ask(far) == Independence(ships=("thames",))
    assert set(ask(near).ships) == {"b0", "b1", "b2", "b3", "thames"}
    assert ask(near, "french") == Independence(ships=())


# Anchors


@pytest.mark.clause("APM.anchor.pivot")
def test_a_moored_ship_brings_her_side_to_bear_on_who_would_rake_her() -> None:
    game = sea(
        ship("Desaix", at=(30, 30), side="french", anchored="both"),
        ship("Caesar", at=(30, 22), heading="E"),
        phase="anchored-pivot",
    )
    command = ask(game, "french")
    assert isinstance(command, Spring)
    assert 45 <= command.heading % 180 <= 135


@pytest.mark.clause("APM.anchor.pivot")
def test_a_moored_ship_that_lies_well_does_not_pivot() -> None:
    game = sea(
        ship("Desaix", at=(30, 30), side="french", anchored="both"),
        ship("Caesar", at=(22, 30)),
        phase="anchored-pivot",
    )
    assert isinstance(ask(game, "french"), Rest)


@pytest.mark.clause("APM.anchor.handling")
def test_a_ship_held_by_one_cable_cuts_it_when_she_is_raked() -> None:
    game = sea(
        ship("Desaix", at=(30, 30), side="french", anchored="bow", independent=True),
        ship("Caesar", at=(30, 24), heading="E", anchored="both"),
        ship("Spencer", at=(30, 36), heading="E", anchored="both"),
        phase="first-move",
    )
    command = ask(game, "french")
    assert isinstance(command, Sail)
    assert command.cut


@pytest.mark.clause("APM.move.dismasted")
def test_a_dismasted_ship_moors_where_she_can() -> None:
    coast = region("Coast", "land", (0, 0), (60, 0), (60, 6), (0, 6))
    masts = {"upper": 4, "lower": 4}
    game = sea(
        ship("Caesar", at=(30, 20), lost=masts),
        ship("Desaix", at=(40, 20), side="french"),
        regions=[coast],
        phase="dismasted",
        wind="N",
    )
    assert ask(game) == LetGo(ship="caesar", anchor="both")


@pytest.mark.clause("APM.bomb.anchored")
@pytest.mark.clause("APM.bomb.range")
def test_a_ketch_moors_within_range_of_what_it_is_to_silence() -> None:
    aims = [{"side": "british", "what": "silenced", "points": 2}]
    coast = region("Coast", "land", (0, 0), (60, 0), (60, 8), (0, 8))
    fort = battery("Fort", (30, 7), facing="S", guns=24)
    game = sea(
        ship("Etna", 8, at=(30, 27), heading="E", kind="bomb-ketch"),
        fort,
        regions=[coast],
        victory={"indecisive": 0, "aims": aims},
        phase="second-move",
        speed=(3, 2),
    )
    follow(game, "second-move")
    etna = one(game, "etna")
    assert etna.moored
    assert 12 <= etna.pose.distance(game.state.batteries[0].pose) <= 24
    follow(game, "anchored-pivot")
    assert ask(game) == Fire(ship="etna", broadside="mortars", target="fort")


@pytest.mark.clause("APM.bomb.range")
def test_a_ketch_that_reaches_nothing_weighs() -> None:
    aims = [{"side": "british", "what": "silenced", "points": 2}]
    coast = region("Coast", "land", (0, 0), (60, 0), (60, 8), (0, 8))
    game = sea(
        ship("Etna", 8, at=(30, 36), heading="E", kind="bomb-ketch", anchored="both"),
        battery("Fort", (30, 7), facing="S", guns=24),
        regions=[coast],
        victory={"indecisive": 0, "aims": aims},
        phase="second-move",
    )
    assert ask(game) == Weigh(ship="etna")


# Aboard and aground


def locked(**lost: int) -> wg.Game:
    """Two ships that have fallen aboard; lost: boxes of the British one."""
    return sea(
        ship("Caesar", at=(30, 30), lost=lost, locked=("desaix",)),
        ship("Desaix", at=(30.7, 30), side="french", locked=("caesar",)),
        phase="boarding",
    )


@pytest.mark.clause("APM.boarding.when")
def test_boarders_go_where_their_dice_exceed_the_enemys() -> None:
    game = locked(hull=4, upper=4, port=2)
    assert ask(game, "french") == Announce(board=True)
    assert ask(game, "british") == Announce(board=False)


@pytest.mark.clause("APM.falling-aboard.separate")
def test_a_ship_parts_from_a_stronger_enemy_and_holds_a_weaker_one() -> None:
    game = sea(
        ship("Caesar", at=(30, 30), locked=("desaix",), lost={"hull": 4, "upper": 4, "port": 2}),
        ship("Desaix", at=(30.7, 30), side="french", locked=("caesar",)),
        phase="dismasted",
    )
    assert ask(game, "british") == Part(pairs=(("caesar", "desaix"),))
    assert ask(game, "french") == Part(pairs=())


@pytest.mark.clause("APM.falling-aboard.separate")
def test_friends_are_parted() -> None:
    game = sea(
        ship("Caesar", at=(30, 30), locked=("spencer",)),
        ship("Spencer", at=(30.7, 30), locked=("caesar",)),
        ship("Desaix", at=(50, 30), side="french"),
        phase="dismasted",
    )
    assert ask(game) == Part(pairs=(("caesar", "spencer"),))


@pytest.mark.clause("APM.campaign.refloat")
@pytest.mark.parametrize(("x", "tried"), [(22, ("caesar",)), (55, ())])
def test_a_ship_aground_is_kedged_off_only_where_she_would_be_lost(
    x: float, tried: tuple[str, ...]
) -> None:
    shoal = region("Shoal", "shoal", (8, 28), (14, 28), (14, 32), (8, 32), depth=2.0)
    game = sea(
        ship("Caesar", at=(12, 30), aground=True, lost={"port": 2}),
        ship("Desaix", at=(x, 30), side="french"),
        regions=[shoal],
        phase="second-move",
    )
    assert ask(game) == Kedge(ships=tried)


# Boats and troops


@pytest.mark.clause("APM.cutting-out.movement")
def test_boats_row_for_the_ship_that_they_are_to_cut_out() -> None:
    game = sea(
        ship("Surprise", 28, at=(10, 10)),
        ship("Hermione", 32, at=(30, 30), side="french", anchored="both"),
        boats("surprise-1", "surprise", 3, at=(25, 26)),
        night=True,
        sight=3,
        phase="second-move",
    )
    while not isinstance(command := ask(game), Row):
        decision = next(d for d in game.decisions if d.seat == "british")
        game.submit(decision.id, command)
    assert command.boats == "surprise-1"
    assert command.heading == pytest.approx(128.66, abs=0.1)


@pytest.mark.clause("APM.cutting-out.guard-boats")
def test_guard_boats_row_at_boats_that_they_see() -> None:
    game = sea(
        ship("Surprise", 28, at=(10, 10)),
        ship("Hermione", 32, at=(30, 30), side="french", anchored="both"),
        boats("surprise-1", "surprise", 3, at=(28, 24)),
        boats("guard", "hermione", 1, at=(26, 26), side="french", guard=True),
        night=True,
        sight=5,
        phase="first-move",
    )
    while not isinstance(command := ask(game, "french"), Row):
        game.submit(game.decisions[0].id, command)
    assert command.boats == "guard"
    assert command.heading == pytest.approx(45)


COAST = region("Coast", "land", (0, 0), (60, 0), (60, 20), (0, 20))
HILL = region("Hill", "cover", (26, 8), (34, 8), (34, 13), (26, 13))
HOLD = {
    "indecisive": 0,
    "aims": [
        {"side": side, "what": "held", "who": "Hill", "points": 3} for side in ("british", "french")
    ],
}


def landing(*things: Mapping[str, Any], phase: str, **more: Any) -> wg.Game:
    """A coast with a hill that both sides want."""
    return sea(
        *things, regions=[COAST, HILL], victory=HOLD, phase=phase, turn=12, speed=(2, 1), **more
    )


@pytest.mark.clause("APM.landing.scale")
def test_troops_are_lowered_off_the_beach_and_landed() -> None:
    game = landing(
        ship("Loire", 38, at=(30, 26), heading="E", anchored="both"),
        unit("Marines", 6, None, ship="loire"),
        unit("Militia", 4, (30, 10)),
        unit("Guards", 4, (30, 10), side="french", facing="S"),
        ship("Muiron", 38, at=(55, 55), side="french", anchored="both"),
        phase="second-move",
    )
    assert ask(game) == Lower(ship="loire", boats=6, troops="marines")
    for _ in range(200):
        decision = game.decisions[0]
        command = ask(game, decision.seat)
        game.submit(decision.id, command)
        if isinstance(command, Land):
            break
    assert table_top.troops(game, "marines").gone == ""


@pytest.mark.clause("APM.landing.V.1")
def test_troops_march_to_what_they_are_to_hold() -> None:
    game = landing(
        ship("Loire", 38, at=(30, 50), heading="E"),
        ship("Muiron", 38, at=(50, 50), heading="E", side="french"),
        unit("Marines", 6, (30, 19), files=3, facing="N"),
        unit("Guards", 4, (5, 3), side="french", facing="S"),
        phase="landing-move",
    )
    command = ask(game)
    assert isinstance(command, March | SetOut)
    assert command.unit == "marines"
    follow(game, "landing-move")
    assert table_top.troops(game, "marines").pose.inches[1] < 19


@pytest.mark.clause("APM.landing.III")
def test_troops_close_with_who_is_shaken_and_not_with_who_is_in_cover() -> None:
    def facing(y: float, at: float, shaken: bool) -> wg.Game:
        def arrange(state: Any) -> None:
            state.units[1].order = "shaken" if shaken else "good"

        return landing(
            unit("Marines", 8, (30, y), files=4, facing="N"),
            unit("Guards", 8, (30, at), side="french", facing="S", files=4),
            ship("Loire", 38, at=(30, 50), heading="E"),
            ship("Muiron", 38, at=(50, 50), heading="E", side="french"),
            phase="landing-close",
            arrange=arrange,
        )

    assert ask(facing(19, 16, True)) == Close(unit="marines", target="guards")
    assert not isinstance(ask(facing(15, 12.5, False)), Close)


@pytest.mark.clause("APM.landing.VII")
def test_troops_fire_at_whom_they_hit_most() -> None:
    game = landing(
        unit("Marines", 8, (30, 19), files=4, facing="N"),
        unit("Guards", 8, (30, 12.5), side="french", facing="S", files=4),
        unit("Horse", 4, (36, 17), side="french", arm="cavalry", facing="W", files=4),
        ship("Loire", 38, at=(30, 50), heading="E"),
        ship("Muiron", 38, at=(50, 50), heading="E", side="french"),
        phase="musketry",
    )
    assert ask(game) == Shoot(unit="marines", target="horse")


# The campaign


@pytest.mark.clause("APM.campaign.orders")
def test_a_campaigns_squadrons_are_sent_where_their_aims_are() -> None:
    game = wg.new_game("as-per-margin/cadiz-1801", seed=1)
    orders = ask(game, "french")
    assert isinstance(orders, ChartOrders)
    assert orders.squadrons["linois"] == "to cadiz"


@pytest.mark.clause("APM.campaign.orders")
def test_a_small_squadron_joins_a_greater_one() -> None:
    game = wg.new_game("as-per-margin/cadiz-1801", seed=1)
    orders = ask(game, "british")
    assert orders.squadrons["superb"] == "join saumarez"


@pytest.mark.clause("APM.campaign.victualling")
def test_a_squadron_short_of_water_goes_to_a_port() -> None:
    game = wg.new_game("as-per-margin/cadiz-1801", seed=1)
    for log in game.state.chart.logs:
        log.water = 5
    assert ask(game, "british").squadrons["saumarez"].startswith("to ")


@pytest.mark.clause("APM.campaign.to-table")
def test_captains_can_fight_a_campaigns_battles_and_a_replay_is_the_same() -> None:
    options = {"battles": "captains"}
    game = play("cadiz-1801", 1, options=options)
    again = wg.new_game("as-per-margin/cadiz-1801", seed=1, options=options)
    for logged in game.commands:
        decision = next(d for d in again.decisions if d.seat == logged.seat)
        again.submit(decision.id, logged.command)
    assert RULESET.plain(again.state) == RULESET.plain(game.state)
    assert told(game, Fired)


def test_an_admirals_dice_move_none_of_the_games_own() -> None:
    game = wg.new_game("as-per-margin/frigate-duel", seed=4)
    before = game.dice.mark()
    one_, other = (admiral_for(game, "british") for _ in range(2))
    assert [one_.dice.roll("sample") for _ in range(9)] == [
        other.dice.roll("sample") for _ in range(9)
    ]
    assert game.dice.mark() == before


# Whole games


def winner(game: wg.Game) -> str:
    """Who won a game that is over."""
    assert game.outcome is not None
    return game.outcome.winner


@pytest.mark.clause("APM.score.points")
@pytest.mark.parametrize("seat", ["british", "french"])
def test_a_duel_against_chance_is_won_from_either_side(seat: str) -> None:
    other = {"british": "french", "french": "british"}[seat]
    ends = Counter(winner(play("frigate-duel", seed, {other: "random"})) for seed in range(24))
    assert ends[seat] >= 11
    assert ends[seat] >= 4 * ends[other]


@pytest.mark.clause("APM.score.points")
def test_the_british_beat_chance_in_two_lines() -> None:
    for seed in (1, 2):
        game = play("two-lines", seed, {"french": "random"})
        assert winner(game) == "british"
        assert game.outcome is not None
        assert dict(game.outcome.scores)["british"] > 10


FEW = 10
"""Ships, at most, of scenarios that are played five times and not twice."""


@pytest.mark.clause("APM.score.purpose")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_captains_play_every_scenario_to_its_end(scenario: str) -> None:
    ships = RULESET.scenarios[scenario].ship_count
    for seed in range(1, 6 if ships <= FEW else 3):
        game = play(scenario, seed)
        assert game.outcome is not None
        assert game.turn <= game.rules.scenario.turns
        assert seed > 1 or game.record.verify()


def test_the_same_captains_play_the_same_game() -> None:
    one_, other = play("chase", 3), play("chase", 3)
    assert [logged.command for logged in one_.commands] == [
        logged.command for logged in other.commands
    ]


@pytest.mark.clause("APM.cutting-out.visibility")
def test_a_captain_knows_nothing_of_what_lies_in_the_dark() -> None:
    def at(x: float) -> wg.Game:
        return sea(
            ship("Surprise", 28, at=(10, 10)),
            ship("Hermione", 32, at=(x, 40), side="french"),
            night=True,
            sight=4,
            phase="second-move",
        )

    assert ask(at(30)) == ask(at(44))
