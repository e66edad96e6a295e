"""Battles that belong to no ruleset, as War Galley stages them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import weathergage as wg
from weathergage import HEADINGS
from weathergage.battles import battle_names, find_battle
from weathergage.captains import make_captain, play_out
from weathergage.captains.random import play_at_random
from weathergage.plugins import assemble, stage_battle
from weathergage_war_galley.staging import arms_of, ratings, stage

WAR_GALLEY = wg.rulesets()["war-galley"]
OF_GALLEYS = [name for name in battle_names() if find_battle(name).era == "galleys"]
OURS = ("patras-429", "twelve-against-twelve")


def ships(kind: str = "quinquereme", **more: Any) -> dict[str, Any]:
    return {"name": f"{kind} {len(more)}", "kind": kind, **more}


def division(at: tuple[float, float], heading: str | float, *own: Any, **more: Any) -> Any:
    return {"at": list(at), "heading": heading, "ships": list(own), "interval": 100, **more}


def battle(red: list[Any], green: list[Any], **more: Any) -> wg.Battle:
    """A battle of two sides' divisions. more: parts of the battle, or `aims` and `batteries` of
    the red side.
    """
    first = {key: more.pop(key) for key in ("aims", "batteries") if key in more}
    beat = [{"what": "beat"}]
    sides = [
        {"id": "red", "name": "Reds", "nation": "roman", "aims": beat, "divisions": red, **first},
        {"id": "green", "name": "Greens", "nation": "punic", "aims": beat, "divisions": green},
    ]
    figures = ["date", "wind", "minutes", "aims", "guns", "crew", "place", "ground", "batteries"]
    data = {
        "id": "small",
        "title": "A small fight",
        "date": "-0250",
        "place": "nowhere",
        "era": "galleys",
        "source": "tests",
        "minutes": 150,
        "wind": {"from": "N", "force": "light breeze"},
        "sides": sides,
        "provenance": [{"figures": figures, "status": "house", "why": "for tests"}],
    }
    return wg.Battle.model_validate(data | more)


def three_against_three(**more: Any) -> wg.Battle:
    """Two lines of three quinqueremes abreast, seven hexes from one another."""
    red = division(
        (0, -280), "N", ships(name="R", count=3, **more), bearing="E", commander="Duilius"
    )
    green = division((0, 280), "S", ships(name="G", count=3), bearing="E")
    return battle([red], [green])


def state_of(staged: wg.Staged) -> Any:
    rules = wg.plugins.assemble_scenario(WAR_GALLEY, staged.scenario)
    return WAR_GALLEY.set_up(rules, wg.Dice(0))


def label(staged: wg.Staged, hex: int) -> str:
    found: str = staged.scenario.sheet.label(hex)  # type: ignore[attr-defined]
    return found


# The fleets


@pytest.mark.parametrize("name", OURS)
def test_every_vessel_is_a_counter_on_the_map(name: str) -> None:
    staged = stage_battle(WAR_GALLEY, name)
    state = state_of(staged)
    fought = find_battle(name)
    assert staged.scenario.id == f"battle:{name}"
    for side in fought.sides:
        own = [galley for galley in state.galleys if galley.side == side.id]
        assert len(own) == len(fought.of(side.id))
        assert all(not galley.gone for galley in own)
        leaders = [leader for leader in state.commanders if leader.side == side.id]
        assert len(leaders) == len(side.divisions)
        assert sum(leader.is_admiral for leader in leaders) == 1
        assert len({leader.galley for leader in leaders} - {-1}) == len(leaders)
        flag = next((n for n, v in enumerate(fought.of(side.id)) if v.flag), None)
        admiral = next(leader for leader in leaders if leader.is_admiral)
        assert flag is None or own[flag].n == admiral.galley


@pytest.mark.clause("2.1-crew", "2.1-manpower", "2.1-ram", "2.1-speed")
def test_crews_and_marines_make_crew_and_manpower() -> None:
    for crew, rating in {"elite": 4, "crack": 3, "average": 2, "green": 1, "poor": 1}.items():
        assert state_of(stage(three_against_three(crew=crew))).galleys[0].crew == rating
    for marines, manpower in {4: 1, 14: 1, 40: 2, 80: 3, 120: 5}.items():
        arms = f"{marines} marines"
        assert state_of(stage(three_against_three(arms=arms))).galleys[0].manpower == manpower
    # What is not said is as on the commonest quinquereme, red 50 to 82.
    galley = state_of(stage(three_against_three())).galleys[0]
    counter = galley.counter
    assert (counter.ram, counter.defense, counter.speed) == ((6, 8), 8, (4, 7))
    assert not any((counter.towers, counter.engines, counter.corvus, counter.flame))


@pytest.mark.clause("6.13-towers", "2.1-towers", "2.1-engines")
def test_gear_is_written_in_words_and_towers_cost_a_step_of_speed() -> None:
    staged = stage(three_against_three(arms="towers, engines, corvus, 100 marines"))
    counter = state_of(staged).galleys[0].counter
    assert all((counter.towers, counter.engines, counter.corvus))
    assert not counter.flame
    assert (counter.manpower, counter.speed) == (4, (4, 6))
    # The book's dekares have towers; one without is a step quicker.
    bare, towered = (
        ratings("10", "average", arms_of(vessel))["speed"]
        for vessel in (
            battle([division((0, 0), "N", ships(name=name, arms=arms))], [FAR]).vessels[0]
            for name, arms in (("A", ""), ("B", "towers"))
        )
    )
    assert (bare, towered) == ((3, 6), (3, 5))


FAR = division((0, 1000), "S", ships(name="Far"))


@pytest.mark.clause("4.1-cataphract")
@pytest.mark.parametrize(("date", "type"), [("-0428", "3"), ("-0351", "3"), ("-0300", "cat3")])
def test_triremes_are_roofed_from_the_middle_of_the_fourth_century(date: str, type: str) -> None:
    fought = battle([division((0, 0), "N", ships("trireme"))], [FAR], date=date)
    assert state_of(stage(fought)).galleys[0].counter.type == type


@pytest.mark.clause("4.1", "2.1-size")
@pytest.mark.parametrize(
    ("kind", "type", "hexes"), [("penteconter", "L", 1), ("enneres", "8", 2), ("deceres", "10", 2)]
)
def test_what_has_no_counter_is_told(kind: str, type: str, hexes: int) -> None:
    staged = stage(battle([division((0, 0), "N", ships(kind))], [FAR]))
    counter = state_of(staged).galleys[0].counter
    assert (counter.type, counter.hexes) == (type, hexes)
    assert any(kind in guess for guess in staged.guesses) == (kind != "deceres")


@pytest.mark.parametrize("arms", ["28x32", "some marines", "ballista", "marines 80"])
def test_arms_that_no_galley_has_are_refused_in_a_sentence(arms: str) -> None:
    with pytest.raises(wg.Contradiction) as refused:
        stage(three_against_three(arms=arms))
    assert str(refused.value).startswith(f"R 1 has '{arms}', which War Galley gives to no galley")
    assert '"80 marines"' in str(refused.value)


# Places


@pytest.mark.clause("4.0", "4.2", "4.2-double")
def test_a_line_abreast_lies_in_neighbouring_columns_and_fleets_keep_their_distance() -> None:
    staged = stage(three_against_three())
    state = state_of(staged)
    red, green = (
        [label(staged, g.bow) for g in state.galleys if g.side == side] for side in ("red", "green")
    )
    for line in (red, green):
        columns = [int(bow[:2]) for bow in line]
        assert [b - a for a, b in pairwise(columns)] == [1, 1]
    assert {HEADINGS[g.heading] for g in state.galleys if g.side == "red"} == {"N"}
    assert {HEADINGS[g.heading] for g in state.galleys if g.side == "green"} == {"S"}
    # Seven hexes from middle to middle, six from bow to bow.
    assert wg.distance(state.galleys[0].bow, state.galleys[3].bow) == 6


@pytest.mark.clause("4.2-double")
def test_a_line_astern_is_drawn_apart_where_counters_need_it() -> None:
    line = division((0, 0), "NE", ships(name="R", count=4), interval=40)
    staged = stage(battle([line], [FAR]))
    bows = [galley.bow for galley in state_of(staged).galleys[:4]]
    assert [wg.distance(a, b) for a, b in pairwise(bows)] == [2, 2, 2]
    assert any("drawn apart to 400%" in guess for guess in staged.guesses)


def test_a_battle_too_wide_for_one_sheet_has_two() -> None:
    for far, join in (((4000, 0), "short"), ((0, 3000), "long"), ((0, 1000), "")):
        other = division(far, "S", ships(name="G"))
        staged = stage(battle([division((0, 0), "N", ships(name="R"))], [other]))
        assert staged.scenario.map.join == join  # type: ignore[attr-defined]


@settings(max_examples=25)
@given(
    st.integers(0, 359),
    st.floats(0, 359),
    st.integers(20, 300),
    st.integers(1, 20),
    st.sampled_from(["quinquereme", "penteconter"]),
)
def test_any_line_is_laid_without_galleys_in_one_another(
    heading: int, bearing: float, interval: int, count: int, kind: str
) -> None:
    own = ships(kind, name="R", count=count)
    line = division((0, 0), heading, own, bearing=bearing, interval=interval)
    staged = stage(battle([line], [division((900, 300), "W", ships(name="G", count=3))]))
    state = state_of(staged)
    used = [hex for galley in state.galleys for hex in galley.hexes]
    assert len(set(used)) == len(used)
    assert staged.scenario.sheet.hexes.issuperset(used)  # type: ignore[attr-defined]


@pytest.mark.clause("2.2")
def test_ground_is_land_where_hexes_have_their_middles_on_it() -> None:
    coast = {"name": "Cape", "kind": "land", "outline": [[-400, 300], [400, 300], [0, 700]]}
    bank = {"name": "Bank", "kind": "shoal", "outline": [[-400, -300], [400, -300], [0, -700]]}
    one = division((-600, 0), "E", ships(name="R"))
    other = division((600, 0), "W", ships(name="G"))
    staged = stage(battle([one], [other], ground=[coast, bank]))
    land = staged.scenario.sheet.land  # type: ignore[attr-defined]
    # A triangle of 800 by 400 yards is 160,000 square yards, a hex 5,543.
    assert len(land) == pytest.approx(160000 / 5543, rel=0.15)
    assert any("shoals" in loss for loss in staged.losses)


@pytest.mark.clause("2.2")
def test_nobody_is_put_ashore_by_the_breadth_of_a_hex() -> None:
    coast = {"name": "Shore", "kind": "land", "outline": [[-900, 20], [900, 20], [0, 900]]}
    line = division((0, 0), "E", ships(name="R", count=6), interval=160)
    staged = stage(battle([line], [division((0, -600), "N", ships(name="G"))], ground=[coast]))
    land = staged.scenario.sheet.land  # type: ignore[attr-defined]
    assert land
    assert all(land.isdisjoint(galley.hexes) for galley in state_of(staged).galleys)


@pytest.mark.clause("6.21")
@pytest.mark.parametrize(("sail", "up"), [("full", True), ("battle", False)])
def test_only_who_is_under_full_sail_has_any(sail: str, up: bool) -> None:
    line = division((0, 0), "N", ships(name="R"), sail=sail)
    galley = state_of(stage(battle([line], [FAR]))).galleys[0]
    assert (galley.sail, galley.counter.sails) == (up, up)


# Wind and aims


@pytest.mark.clause("6.2", "6.21")
def test_the_wind_blows_to_where_it_does_not_come_from() -> None:
    for source, to in (("N", "S"), ("NE", "SW"), (60, "SW"), (300, "SE")):
        wind = {"from": source, "force": "fresh breeze"}
        staged = stage(three_against_three().model_copy(update={"wind": _wind(wind)}))
        assert staged.scenario.wind.to == to  # type: ignore[attr-defined]
    calm = three_against_three().model_copy(update={"wind": _wind({"from": "N", "force": "calm"})})
    assert stage(calm).scenario.wind.changes == "none"  # type: ignore[attr-defined]


def _wind(data: dict[str, Any]) -> Any:
    red, green = [division((0, 0), "N", ships(name="R"))], [FAR]
    return battle(red, green, wind=data).wind


@pytest.mark.clause("9.1")
def test_points_to_win_are_the_books_usual_share_of_the_enemy() -> None:
    twelve = stage_battle(WAR_GALLEY, "twelve-against-twelve").scenario
    # Swift have 4 of Ram Defense 8, 4 of 7, 4 of 6: 84. Heavy have 12 of 8: 96.
    assert twelve.victory.points == {"heavy": 30, "swift": 35}  # type: ignore[attr-defined]


@pytest.mark.clause("9.1")
@pytest.mark.parametrize(("edge", "printed"), [("N", "00"), ("S", "28"), ("E", "60"), ("W", "10")])
def test_an_escape_is_an_exit_by_its_edge(edge: str, printed: str) -> None:
    aims = [{"what": "escape", "edge": edge}, {"what": "keep"}]
    staged = stage(battle([division((0, 0), "N", ships(name="R"))], [FAR], aims=aims))
    (way,) = staged.scenario.victory.exits  # type: ignore[attr-defined]
    assert (way.side, way.edge, way.points) == ("red", printed, 8)
    assert any("only to keep" in loss for loss in staged.losses)


def test_what_cannot_be_told_of_is_among_the_losses() -> None:
    guns = [{"name": "Fort", "guns": 6, "at": [0, -900], "facing": "N"}]
    line = division((0, 0), "N", ships(name="R"), sail="hove-to")
    staged = stage(battle([line], [FAR], batteries=guns))
    assert any("batteries" in loss for loss in staged.losses)
    assert any("oars in" in loss for loss in staged.losses)
    assert any("Names" in loss for loss in staged.losses)
    assert any("for tests" in guess for guess in staged.guesses)


# Eras


@pytest.mark.parametrize("name", [name for name in battle_names() if name not in OF_GALLEYS])
def test_a_battle_under_sail_is_refused(name: str) -> None:
    with pytest.raises(wg.Contradiction) as refused:
        stage_battle(WAR_GALLEY, name)
    assert "was fought by ships under sail, and War Galley has galleys" in str(refused.value)


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("ruleset", sorted(set(wg.rulesets()) - {"war-galley"}))
def test_a_ruleset_of_sail_refuses_a_battle_of_galleys(ruleset: str, name: str) -> None:
    with pytest.raises(wg.Contradiction) as refused:
        stage_battle(wg.rulesets()[ruleset], name)
    assert "was fought by galleys" in str(refused.value)


# Played


@pytest.mark.parametrize("name", OURS)
def test_games_by_lot_come_to_an_end_and_their_records_verify(name: str) -> None:
    game = wg.new_game(f"war-galley/battle:{name}", seed=3)
    play_at_random(game, wg.Dice(3))
    assert game.outcome is not None
    record = game.record
    assert record.verify()
    assert f"battles/{name}.toml" in record.header["data"]


def test_a_captain_plays_a_staged_battle_to_its_end() -> None:
    rules = wg.plugins.assemble_scenario(WAR_GALLEY, stage(three_against_three()).scenario)
    game = wg.Game(rules, 1)
    captains = {
        seat: make_captain(WAR_GALLEY, "captain", seat, n) for n, seat in enumerate(game.seats)
    }
    play_out(game, captains)
    assert game.outcome is not None


# Variants


class Clumsy:
    """Boarders fight with two pips less."""

    @wg.hookimpl
    def modifiers(self, game: Any, about: str) -> list[wg.Modifier]:
        """Less on every boarding roll."""
        return [wg.Modifier("clumsy", -2, "8.23")] if "board" in about else []


CLUMSY = wg.HouseRule("clumsy", ruleset="war-galley", title="Clumsy boarders", plugin=Clumsy())


def captured(house_rules: list[wg.HouseRule], options: dict[str, Any]) -> list[int]:
    """Galleys captured in games by lot, seed by seed."""
    scenario = stage(three_against_three()).scenario
    rules = wg.plugins.assemble_scenario(WAR_GALLEY, scenario, options, house_rules)
    found = []
    for seed in range(12):
        game = wg.Game(rules, seed, journal=False)
        play_at_random(game, wg.Dice(seed))
        assert WAR_GALLEY.standing is not None
        standing = WAR_GALLEY.standing(rules, game.state)
        found.append(sum(stands.captured for stands in standing.values()))
    return found


@pytest.mark.clause("8.23")
def test_a_house_rule_and_an_option_are_compared_on_the_same_battle_by_the_same_seeds() -> None:
    plain = captured([], {})
    assert plain == captured([], {})
    assert sum(captured([CLUMSY], {})) < sum(plain)
    assert captured([], {"reaction_ram": True}) != plain


def test_a_battle_is_chosen_with_house_rules_as_any_scenario_is() -> None:
    name = "war-galley/battle:twelve-against-twelve"
    rules = assemble(name, {"reaction_ram": True}, [CLUMSY])
    assert [rule.id for rule in rules.house_rules] == ["clumsy"]
    assert rules.options.reaction_ram


@pytest.mark.clause("10.0-cost")
def test_the_twelve_cost_about_as_much_as_the_other_twelve() -> None:
    cost: dict[str, int] = {}
    for galley in state_of(stage_battle(WAR_GALLEY, "twelve-against-twelve")).galleys:
        counter = galley.counter
        paid = counter.manpower + counter.crew + counter.defense
        cost[counter.side] = cost.get(counter.side, 0) + paid
    assert cost == {"heavy": 157, "swift": 156}
