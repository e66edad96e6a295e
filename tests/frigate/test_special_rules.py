"""What the scenarios add: their special rules and victory conditions, played (14 to 16)."""

from __future__ import annotations

from typing import Any

import pytest
from positions import clear, elect, plot, put, stage, told, where

import weathergage as wg
from weathergage_frigate.preservation import points
from weathergage_frigate.state import FrigateState
from weathergage_frigate.victory import scores

NO_REPAIR = {"damage_control": (6,) * 99}


def over(state: FrigateState, *fleets: str, turn: int = 1) -> None:
    """Fleets that passed their levels before."""
    state.over, state.frozen = dict.fromkeys(fleets, turn), True


def leaving(
    id: str, n: int, hex: str, heading: str, speed: int, *others: int, **more: Any
) -> wg.Game:
    """A scenario in which a ship sails straight on over the edge, all but the others gone."""
    passed = more.pop("over", ())
    hits = {kind: more.pop(kind, 0) for kind in ("crew", "mast")}

    def arrange(state: FrigateState) -> None:
        clear(state, n, *others)
        put(state, n, hex, heading, speed, **hits)
        for number, other in enumerate(others):
            put(state, other, f"A {2 * number + 1:02}01")
        if passed:
            over(state, *passed)

    game = stage(id, arrange, **(NO_REPAIR | more))
    ship = game.state.ships[n]
    # Who retires goes as fast as she can (9.13).
    row = f"Accel 2, {heading} {speed + 2}" if passed and speed > 2 else f"{heading} {speed}"
    plot(game, **{ship.side: {ship.code: row}})
    return game


def gained(game: wg.Game, side: str) -> int:
    """Points for leaving the map."""
    found: int = game.state.awarded.get(side, 0)
    return found


# 14.1, 14.2: fights to the death


@pytest.mark.clause("14.1", "11.3")
@pytest.mark.parametrize(
    ("british", "us", "winner", "how"),
    [
        ((3, 3), (0, 0), "us", "disabled"),
        ((3, 2), (3, 3), "british", "disabled"),
        ((3, 3), (3, 3), "draw", "both-disabled"),
        ((3, 2), (2, 3), "draw", "undecided"),
        ((0, 0), (0, 0), "draw", "undecided"),
    ],
)
def test_one_ship_must_totally_disable_the_other_and_all_else_is_a_draw(
    british: tuple[int, int], us: tuple[int, int], winner: str, how: str
) -> None:
    def hurt(state: FrigateState) -> None:
        for n, (crew, mast) in enumerate((british, us)):
            put(state, n, ("A 0101", "F 0101")[n], crew=crew, mast=mast)

    game = stage("constitution-guerriere", hurt, turn=16)
    plot(game)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == (winner, how)


@pytest.mark.clause("14.1", "7.31", "11.3")
@pytest.mark.parametrize(
    ("british_fire", "dice", "result"),
    [
        (False, (1, 1), ("us", "disabled")),
        (True, (1, 1), ("draw", "both-disabled")),
        (True, (1, 2), None),
    ],
)
def test_a_frigate_that_blows_up_is_beaten(
    british_fire: bool, dice: tuple[int, int], result: tuple[str, str] | None
) -> None:
    def abeam(state: FrigateState) -> None:
        put(state, 0, "A 1011")
        put(state, 1, "A 1111")

    game = stage(
        "constitution-guerriere",
        abeam,
        options={"explosions": True},
        gunnery=(6, 6),
        explosion=dice * 2,
        damage_control=(6, 6),
    )
    rows = {"44/F": "Fire Crew 44/F"}
    plot(game, us=rows, british=rows if british_fire else {})
    assert len(told(game, "Exploding")) == 1 + british_fire
    found = game.outcome
    assert (found and (found.winner, found.how)) == result


@pytest.mark.clause("14.1", "11.3")
def test_a_frigate_that_leaves_the_map_leaves_a_draw() -> None:
    def at_the_edge(state: FrigateState) -> None:
        put(state, 0, "A 1001", "N", 4)
        put(state, 1, "F 1010")
        state.frozen = True

    game = stage("constitution-guerriere", at_the_edge)
    plot(game, british={"44/F": "N 4"})
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == ("draw", "parted")


@pytest.mark.clause("14.1", "13.0-special", "9.0-procedure")
def test_no_level_makes_either_frigate_retire() -> None:
    def hurt(state: FrigateState) -> None:
        put(state, 0, "A 0101", crew=3, mast=2)
        put(state, 1, "F 0101", crew=2, mast=3)

    game = stage("constitution-guerriere", hurt)
    plot(game)
    assert not game.state.over
    assert not game.over


@pytest.mark.clause("14.2", "11.3", "10.13")
def test_off_tehuantepec_a_ship_that_strikes_is_beaten() -> None:
    def alongside(state: FrigateState) -> None:
        put(state, 0, "A 0101", crew=3)
        put(state, 1, "A 0103", "N", 2)

    game = stage("gulf-of-tehuantepec", alongside, options={"surrender": True}, afoul=(1,))
    plot(game, british={"44/F": "N 2"})
    elect(game, british=True)
    assert game.state.ships[0].side == "british"
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == ("british", "disabled")


# 14.3, 14.4: getting away


@pytest.mark.clause("14.3", "11.3")
@pytest.mark.parametrize(("crew", "winner"), [(0, "french"), (2, "french"), (3, None)])
def test_a_french_ship_with_two_crew_hits_or_fewer_wins_by_the_east_edge(
    crew: int, winner: str | None
) -> None:
    game = leaving("bay-of-bengal", 0, "C 2003", "SE", 5, 1, 2, crew=crew)
    assert game.state.ships[0].gone == "exited"
    assert told(game, "Exited")[0].edge == "east"
    assert (game.outcome.winner if game.outcome else None) == winner


def hit_while_leaving(id: str, n: int, other: int, speed: int, blows_up: bool, crew: int) -> Any:
    """A scenario in which a ship took two Crew Hits in phase D and sails off C's east edge in E."""

    def arrange(state: FrigateState) -> None:
        clear(state, n, other)
        put(state, n, "C 2003", "SE", speed, crew=crew)
        put(state, other, "A 0101")
        state.scored = {n: (2, 0)}
        state.exploding = (n,) if blows_up else ()

    game = stage(id, arrange, **NO_REPAIR)
    ship = game.state.ships[n]
    plot(game, **{ship.side: {ship.code: f"SE {speed}"}})
    return game


@pytest.mark.clause("16.1", "5.0-delay", "7.31")
@pytest.mark.parametrize(("blows_up", "won", "french"), [(False, 4, 4), (True, 0, 12)])
def test_at_trincomalee_hits_of_her_last_turn_count_and_who_blows_up_has_not_got_away(
    blows_up: bool, won: int, french: int
) -> None:
    # Six less two, and two points a hit for the enemy; or nothing, and a ship of the line lost.
    game = hit_while_leaving("first-trincomalee", 14, 0, 2, blows_up, crew=0)
    assert told(game, "Exited")[0].points == gained(game, "british") == won
    assert dict(scores(game)) == {"british": won, "french": french}


@pytest.mark.clause("14.3", "11.3", "5.0-delay", "7.31")
@pytest.mark.parametrize(("blows_up", "winner"), [(False, "french"), (True, "british")])
def test_this_turns_fire_does_not_undo_a_win_by_the_edge_unless_she_blows_up(
    blows_up: bool, winner: str
) -> None:
    # Blown up she counts six, past the French level of three.
    game = hit_while_leaving("bay-of-bengal", 0, 1, 5, blows_up, crew=2)
    assert told(game, "Exited")
    assert game.outcome is not None
    assert game.outcome.winner == winner


@pytest.mark.clause("14.3", "3.1-leapfrog")
@pytest.mark.parametrize("section", ["C", "F"])
def test_no_section_is_laid_east_of_c_and_f(section: str) -> None:
    game = leaving("bay-of-bengal", 0, f"{section} 2003", "SE", 5, 1, 2)
    assert not told(game, "Laid")
    assert game.outcome is not None


@pytest.mark.clause("14.3", "3.1-leapfrog")
def test_by_another_edge_the_sea_goes_on() -> None:
    game = leaving("bay-of-bengal", 0, "C 1001", "N", 2, 1, 2)
    assert told(game, "Laid")
    assert not game.state.ships[0].gone
    assert not game.over


@pytest.mark.clause("14.3")
def test_a_british_ship_gains_nothing_by_the_east_edge() -> None:
    game = leaving("bay-of-bengal", 2, "C 2003", "SE", 5, 0)
    assert game.state.ships[2].gone == "exited"
    assert not game.over


@pytest.mark.clause("14.4", "11.3")
@pytest.mark.parametrize(
    ("hex", "heading", "crew", "winner"),
    [
        ("C 2003", "NE", 0, "us"),
        ("C 1001", "N", 2, "us"),
        ("C 1001", "N", 3, None),
        ("F 2003", "NE", 0, None),
        ("B 1001", "N", 0, None),
    ],
)
def test_an_american_wins_by_the_north_or_east_of_c(
    hex: str, heading: str, crew: int, winner: str | None
) -> None:
    game = leaving("azores", 3, hex, heading, 4, 0, crew=crew)
    assert (game.outcome.winner if game.outcome else None) == winner
    assert bool(told(game, "Laid")) is (hex[0] != "C")


@pytest.mark.clause("14.4", "13.0-special", "3.1-leapfrog")
def test_section_c_of_the_azores_never_moves() -> None:
    # C is the farthest from both ships and holds nobody.
    def west(state: FrigateState) -> None:
        clear(state, 0, 3)
        put(state, 0, "D 0101")
        put(state, 3, "A 0103", "NW", 4)

    game = stage("azores", west)
    before = game.state.sections.cell("C")
    plot(game, us={"36/K": "NW 4"})
    assert told(game, "Laid")
    assert game.state.sections.cell("C") == before


# 14.6, 15.1: land


@pytest.mark.clause("14.6", "9.0-procedure")
def test_at_st_jago_a_ship_aground_counts_six_and_the_french_win() -> None:
    game = leaving("st-jago", 5, "E 2003", "SE", 6, 6, 0)
    ship = game.state.ships[5]
    assert (ship.gone, points(game.state, "british")) == ("aground", 6)
    assert told(game, "Aground")[0].hex == "E 2003"
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == ("french", "broken")


@pytest.mark.clause("14.6", "11.2")
def test_at_st_jago_one_aground_on_each_side_is_a_british_victory() -> None:
    def lee_shore(state: FrigateState) -> None:
        clear(state, 0, 5)
        put(state, 0, "B 2003", "SE", 6)
        put(state, 5, "E 2003", "SE", 6)

    game = stage("st-jago", lee_shore)
    plot(game, french={"64/A": "SE 6"}, british={game.state.ships[5].code: "SE 6"})
    assert [game.state.ships[n].gone for n in (0, 5)] == ["aground", "aground"]
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == ("british", "both-passed-won")


@pytest.mark.clause("14.6", "3.1-leapfrog")
def test_at_st_jago_no_section_moves_and_a_ship_over_the_edge_is_gone() -> None:
    game = leaving("st-jago", 5, "E 1016", "S", 6, 6, 0)
    assert game.state.ships[5].gone == "exited"
    assert points(game.state, "british") == 0
    assert not told(game, "Laid")


@pytest.mark.clause("15.1", "11.0-points", "9.0-procedure")
def test_at_lissa_a_ship_aground_on_the_island_is_sunk() -> None:
    game = leaving("lissa", 0, "C 1015", "S", 6, 7, 8)
    assert game.state.ships[0].gone == "aground"
    # A 44 sunk scores six and counts six against a level of eight.
    assert dict(scores(game)) == {"franco-italian": 0, "british": 6}
    assert points(game.state, "franco-italian") == 6
    assert not game.over


@pytest.mark.clause("15.1", "13.0-special", "3.1-leapfrog")
def test_the_island_of_lissa_is_not_laid_elsewhere() -> None:
    # Everyone is far west of it; it is empty and the farthest section.
    game = leaving("lissa", 0, "A 0103", "SW", 4, 7)
    laid = told(game, "Laid")
    assert len(laid) == 1
    assert laid[0].section != "F"


# 15.2, 15.6, 16.1, 16.4: points for leaving


@pytest.mark.clause("15.2")
@pytest.mark.parametrize(
    ("hex", "heading", "crew", "mast", "passed", "won"),
    [
        ("C 1001", "N", 0, 0, (), 6),
        ("C 1001", "N", 1, 1, (), 4),
        ("C 2003", "NE", 3, 1, (), 2),
        ("C 1001", "N", 0, 0, ("french",), 0),
        ("F 2003", "NE", 0, 0, (), 0),
    ],
)
def test_off_the_lizard_each_undamaged_portion_scores_until_the_level_is_passed(
    hex: str, heading: str, crew: int, mast: int, passed: tuple[str, ...], won: int
) -> None:
    speed = 4 if heading == "N" and not mast else 2
    others = (13,) if passed else (1, 13)
    game = leaving("the-lizard", 0, hex, heading, speed, *others, crew=crew, mast=mast, over=passed)
    assert game.state.ships[0].gone == ("escaped" if passed else "exited")
    assert gained(game, "french") == won
    assert dict(scores(game))["french"] == won
    assert told(game, "Exited")[0].points == won


@pytest.mark.clause("15.2")
def test_off_the_lizard_the_british_never_retire() -> None:
    def hurt(state: FrigateState) -> None:
        clear(state, 0, *range(13, 18))
        put(state, 0, "A 0101")
        for n in range(13, 18):
            put(state, n, f"F {n}01", crew=3, mast=3)

    game = stage("the-lizard", hurt)
    plot(game)
    assert points(game.state, "british") == 30
    assert not game.state.over


@pytest.mark.clause("15.6", "13.0-victory")
@pytest.mark.parametrize(
    ("hex", "heading", "mast", "passed", "won"),
    [
        ("C 1001", "N", 0, (), 6),
        ("C 1001", "N", 2, (), 6),
        ("C 2003", "NE", 0, (), 6),
        ("C 1001", "N", 0, ("us",), 0),
        ("F 2003", "NE", 0, (), 0),
    ],
)
def test_off_cape_fear_every_american_who_leaves_from_c_before_the_level_scores_six(
    hex: str, heading: str, mast: int, passed: tuple[str, ...], won: int
) -> None:
    # A merchantman, line 14; the wind is set aside so that she can make her way either way.
    def outward(state: FrigateState) -> None:
        clear(state, 0, 10, 14)
        put(state, 0, "A 0101")
        put(state, 10, "A 0501")
        put(state, 14, hex, heading, 4, mast=mast)
        state.wind = 4
        if passed:
            over(state, *passed)
            put(state, 10, "A 0501", mast=3)

    game = stage("cape-fear", outward, **NO_REPAIR)
    plot(game, us={"MM/1": f"Accel 2, {heading} 6" if passed else f"{heading} 4"})
    assert game.state.ships[14].gone == ("escaped" if passed else "exited")
    assert gained(game, "us") == won


@pytest.mark.clause("15.6", "13.0-wind")
@pytest.mark.parametrize(
    ("face", "wind"), [(1, "SW"), (2, "NW"), (3, "N"), (4, "NE"), (5, "SE"), (6, "S")]
)
def test_off_cape_fear_a_die_at_the_start_sets_the_wind(face: int, wind: str) -> None:
    seed = next(s for s in range(99) if wg.Dice(s).roll("wind at the start") == face)
    game = wg.new_game("frigate/cape-fear", seed=seed)
    assert wg.HEADINGS[game.state.wind] == wind


@pytest.mark.clause("16.1", "13.0-victory")
@pytest.mark.parametrize(
    ("hex", "crew", "mast", "passed", "won"),
    [
        ("C 2003", 0, 0, (), 6),
        ("F 2003", 1, 1, (), 4),
        ("C 2003", 3, 2, (), 1),
        ("F 2003", 0, 0, ("british",), 6),
    ],
)
def test_at_trincomalee_a_british_ship_by_the_east_edge_scores_six_less_her_hits(
    hex: str, crew: int, mast: int, passed: tuple[str, ...], won: int
) -> None:
    speed = 1 if mast else 2
    others = (0,) if passed else (15, 0)
    game = leaving(
        "first-trincomalee", 14, hex, "SE", speed, *others, crew=crew, mast=mast, over=passed
    )
    assert game.state.ships[14].gone == ("escaped" if passed else "exited")
    assert gained(game, "british") == won
    assert not told(game, "Laid")


@pytest.mark.clause("16.1")
def test_at_trincomalee_a_french_ship_gains_nothing_by_leaving() -> None:
    game = leaving("first-trincomalee", 0, "C 2003", "SE", 2, 1, 14)
    assert game.state.ships[0].gone == "exited"
    assert not game.state.awarded


@pytest.mark.clause("16.4", "16.1")
@pytest.mark.parametrize("section", ["B", "D", "F"])
@pytest.mark.parametrize(("crew", "won"), [(0, 6), (2, 4)])
def test_at_minorca_the_british_score_as_at_trincomalee_by_any_eastern_edge(
    section: str, crew: int, won: int
) -> None:
    game = leaving("minorca", 17, f"{section} 2003", "SE", 4, 18, 0, crew=crew)
    assert gained(game, "british") == won
    assert told(game, "Exited")[0].section == section


# 15.3: allied levels


@pytest.mark.clause("15.3", "9.0-procedure")
@pytest.mark.parametrize("hurt", [(7,), (12, 13, 14)])
def test_when_the_french_or_the_dutch_are_over_so_are_both(hurt: tuple[int, ...]) -> None:
    # Six points pass the French level of 5; eighteen the Dutch one of 12.
    def dead(state: FrigateState) -> None:
        clear(state, 0, 8, 16, *hurt)
        put(state, 0, "A 0101")
        put(state, 8, "A 0301")
        put(state, 16, "A 0501")
        for n in hurt:
            put(state, n, f"F {n:02}01", crew=3, mast=3)

    game = stage("santa-martha", dead)
    assert {game.state.ships[n].fleet for n in hurt} in ({"french"}, {"dutch"})
    plot(game)
    assert set(game.state.over) == {"french", "dutch"}
    said = [e.say() for e in told(game, "LevelPassed")]
    assert len(said) == 2
    assert sum("with its ally" in sentence for sentence in said) == 1


@pytest.mark.clause("15.3", "9.12", "9.14")
def test_the_ally_too_surrenders_and_gets_away() -> None:
    def alongside(state: FrigateState) -> None:
        clear(state, 0, 1, 7, 12, 16)
        put(state, 0, "A 0101", afoul=(16,))
        put(state, 16, "A 0101", afoul=(0,))
        put(state, 1, "A 0901")
        put(state, 12, "F 0101")
        put(state, 7, "F 0701", crew=3, mast=3)

    game = stage("santa-martha", alongside)
    plot(game)
    assert game.state.ships[16].prize
    assert game.state.ships[12].gone == "escaped"


@pytest.mark.clause("15.3", "9.13")
def test_nobody_else_counts_for_the_british_level() -> None:
    def hurt(state: FrigateState) -> None:
        clear(state, 0, 7, 12)
        put(state, 0, "A 0101", mast=1)
        put(state, 7, "F 0101")
        put(state, 12, "F 0701")

    game = stage("santa-martha", hurt, **NO_REPAIR)
    plot(game)
    assert not game.state.over


# 16.5: the Nile


def nile(
    british: dict[int, tuple[Any, ...]], french: tuple[int, ...] = (0,), **more: Any
) -> wg.Game:
    """Some French of the Nile, who lie where they do, and British ships put as given."""
    hits = more.pop("hits", {})

    def arrange(state: FrigateState) -> None:
        clear(state, *french, *british)
        for n, given in british.items():
            put(state, n, *given, **hits.get(n, {}))

    return stage("nile", arrange, **(NO_REPAIR | more))


def fired_upon(game: wg.Game) -> list[int]:
    """The lines of the British ships that the French fired at."""
    titles = {s.counter.title: s.n for s in game.state.ships}
    return sorted(titles[e.target] for e in told(game, "Fired"))


@pytest.mark.clause("16.5", "7.11")
def test_the_french_fire_unbidden_at_the_nearest_british_ship() -> None:
    game = nile({17: ("D 0307",), 18: ("D 0301",)})
    assert [d.seat for d in game.decisions] == ["british"]
    plot(game)
    assert fired_upon(game) == [18]


@pytest.mark.clause("16.5")
def test_of_two_equally_near_they_take_the_one_with_more_hits_and_fire_at_her_crew() -> None:
    game = nile({17: ("D 0301",), 18: ("D 0305",)}, hits={18: {"mast": 1}})
    plot(game)
    assert fired_upon(game) == [18]
    assert told(game, "Fired")[0].target_kind == "crew"


@pytest.mark.clause("16.5", "7.16")
def test_the_nearest_is_the_nearest_whom_they_can_fire_at() -> None:
    # D 0202 lies straight ahead of a ship that heads NW in D 0303.
    game = nile({17: ("D 0202",), 18: ("D 0301",)})
    plot(game)
    assert fired_upon(game) == [18]


@pytest.mark.clause("16.5", "7.22", "7.7-limits")
@pytest.mark.parametrize(("french", "targets"), [((0, 1), [17]), ((0,), [])])
def test_ships_too_weak_alone_fire_together_at_the_nearest(
    french: tuple[int, ...], targets: list[int]
) -> None:
    # Two 74s at four hexes, 14 and 14, are 1-1 on a 74; one alone is below table #2.
    game = nile({17: ("D 0307", "SE")}, french)
    plot(game)
    assert fired_upon(game) == targets


@pytest.mark.clause("16.5", "7.7-limits")
def test_a_ship_whose_nearest_enemy_is_too_strong_turns_to_the_next() -> None:
    # 14 is too little for a 74 at four hexes and enough for the 50 (10) at five.
    game = nile({17: ("D 0307", "SE"), 27: ("D 0308", "SE")})
    assert game.state.ships[27].counter.rating == 50
    plot(game)
    assert fired_upon(game) == [27]


@pytest.mark.clause("16.5", "7.13")
def test_the_french_do_not_fire_without_crew() -> None:
    game = nile({18: ("D 0301",)})
    game.state.ships[0].crew = 3
    plot(game)
    assert fired_upon(game) == []


@pytest.mark.clause("16.5", "6.45")
def test_the_french_neither_move_nor_turn_for_a_whole_game() -> None:
    game = stage("nile", turn=14)
    before = [(s.place, s.heading, s.speed) for s in game.state.ships if s.side == "french"]
    dice = wg.Dice(5)
    while not game.over:
        decision = game.decisions[0]
        assert decision.seat == "british"
        game.submit(decision.id, decision.sample(dice))
    assert [
        (s.place, s.heading, s.speed) for s in game.state.ships if s.counter.side == "french"
    ] == before


@pytest.mark.clause("16.5", "6.6-election", "6.61")
@pytest.mark.parametrize(("die", "afoul"), [(2, True), (3, False)])
def test_only_the_british_can_choose_to_run_afoul(die: int, afoul: bool) -> None:
    game = nile({18: ("D 0301", "S", 2)}, afoul=(die,))
    plot(game, british={game.state.ships[18].code: "S 2"})
    assert [(d.seat, d.kind) for d in game.decisions] == [("british", "election")]
    elect(game, british=True)
    assert bool(game.state.ships[18].afoul) is afoul


@pytest.mark.clause("16.5", "10.0-general", "10.13")
def test_a_french_ship_taken_weighs_anchor_for_her_captor() -> None:
    game = nile({18: ("D 0301", "S", 2)}, afoul=(1,), options={"surrender": True})
    game.state.ships[0].crew = 3
    plot(game, british={game.state.ships[18].code: "S 2"})
    elect(game, british=True)
    prize = game.state.ships[0]
    assert (prize.side, prize.anchored) == ("british", False)
    # On the wind in a light one she may make two.
    plot(game, british={prize.code: "Accel 2, NW 2"})
    assert where(game, 0) == "D 0102"


@pytest.mark.clause("16.5", "7.15", "13.0-special")
@pytest.mark.parametrize(("hex", "fires"), [("B 1815", False), ("C 0315", True)])
def test_nobody_fires_across_land(hex: str, fires: bool) -> None:
    game = nile({18: (hex, "NE" if fires else "N")})
    code = game.state.ships[18].code
    row = {code: "Fire Crew 74/A"}
    if fires:
        plot(game, british=row)
        assert code in [e.firers[0][0].split()[-1] for e in told(game, "Fired")]
    else:
        with pytest.raises(wg.IllegalCommand) as refused:
            plot(game, british=row)
        assert refused.value.clause == "13.0-special"
        plot(game)
        assert not told(game, "Fired")


@pytest.mark.clause("16.5", "8.31", "11.0-points", "9.0-procedure")
def test_a_british_ship_that_command_control_drives_ashore_is_captured_for_good() -> None:
    # B 1015 ends in 5: a 3 of a high fleet takes her command away, and the helm's 3 keeps her on.
    game = nile(
        {18: ("B 1015", "S", 4), 19: ("A 0101",)},
        command=(3,),
        helm=(3,),
        options={"recapture": True},
    )
    plot(game, british={game.state.ships[18].code: "SW 4"})
    ashore = game.state.ships[18]
    assert ashore.gone == "aground"
    assert dict(scores(game)) == {"french": 18, "british": 0}
    assert points(game.state, "british") == 6
    assert told(game, "Aground")[0].hex == "B 1016"
    seats = [row for d in game.decisions for row in d.help().splitlines() if ashore.code in row]
    assert not seats


@pytest.mark.clause("16.5", "9.0-procedure")
def test_the_french_never_retire() -> None:
    def hurt(state: FrigateState) -> None:
        clear(state, *range(17), 17)
        for n in range(16):
            state.ships[n].gone = ""
            state.ships[n].crew = state.ships[n].mast = 3
        state.ships[16].gone = ""
        put(state, 17, "A 0101")

    game = stage("nile", hurt)
    plot(game)
    assert points(game.state, "french") == 96
    assert not game.state.over
    assert not game.over


@pytest.mark.clause("16.5", "3.1-leapfrog")
def test_sections_d_e_and_f_of_the_nile_stay() -> None:
    # A ship sails north out of A; B and C are the only sections that may follow.
    game = nile({18: ("A 1001", "N", 2)})
    plot(game, british={game.state.ships[18].code: "N 2"})
    assert told(game, "Laid")[0].section in "BC"


# 16.8: Trafalgar


@pytest.mark.clause("16.8", "4.2.A")
def test_at_trafalgar_the_wind_never_changes_and_no_die_is_rolled_for_it() -> None:
    def last_turns(state: FrigateState) -> None:
        clear(state, 0, 40)
        put(state, 0, "A 0101")
        put(state, 40, "F 0101")

    game = stage("trafalgar", last_turns, wind=(6,) * 30, turn=12)
    while not game.over:
        plot(game)
    assert (wg.HEADINGS[game.state.wind], game.state.force) == ("NW", 1)
    assert not [e for e in told(game, "Rolled") if "wind" in e.purpose]


def trafalgar(saved: int, crew: int = 0, early: int = 0) -> wg.Game:
    """The last turn: the allies are past their level with so many of their ships escaped, the
    first with so many Crew Hits, and so many that left before; the rest are blown up, and one
    British ship is left.
    """

    def end(state: FrigateState) -> None:
        allies = [s for s in state.ships if s.counter.side == "franco-spanish"]
        clear(state, len(allies))
        put(state, len(allies), "A 0101")
        for number, ship in enumerate(allies):
            ship.gone = "escaped" if number < saved else "exploded"
        for ship in allies[saved : saved + early]:
            ship.gone = "exited"
        allies[0].crew = crew
        over(state, "franco-spanish")

    game = stage("trafalgar", end, turn=16)
    plot(game)
    return game


@pytest.mark.clause("16.8", "13.0-victory")
@pytest.mark.parametrize(("saved", "strategic"), [(38, True), (26, True), (25, False), (0, False)])
def test_two_thirds_of_a_fleet_saved_after_its_level_are_a_strategic_victory(
    saved: int, strategic: bool
) -> None:
    game = trafalgar(saved, crew=1)
    assert len([s for s in game.state.ships if s.counter.side == "franco-spanish"]) == 38
    assert game.outcome is not None
    # The British have the points, and so the tactical victory.
    assert game.outcome.winner == "british"
    assert ("Franco-Spanish saved" in game.outcome.reason) is strategic


@pytest.mark.clause("16.8", "13.0-victory")
@pytest.mark.parametrize(("saved", "early", "strategic"), [(26, 12, True), (25, 13, False)])
def test_ships_that_left_before_the_level_was_exceeded_are_not_saved(
    saved: int, early: int, strategic: bool
) -> None:
    game = trafalgar(saved, crew=1, early=early)
    assert game.outcome is not None
    assert ("Franco-Spanish saved" in game.outcome.reason) is strategic


@pytest.mark.clause("16.8", "9.13")
@pytest.mark.parametrize(("passed", "gone"), [(True, "escaped"), (False, "exited")])
def test_who_sails_off_the_map_escapes_if_her_fleet_is_past_its_level(
    passed: bool, gone: str
) -> None:
    def at_the_edge(state: FrigateState) -> None:
        clear(state, 0, 40)
        put(state, 0, "D 1016", "S", 2)
        put(state, 40, "C 1010")
        state.frozen = True
        if passed:
            over(state, "franco-spanish")

    game = stage("trafalgar", at_the_edge)
    ship = game.state.ships[0]
    plot(game, **{"franco-spanish": {ship.code: "Accel 2, S 4" if passed else "S 2"}})
    assert ship.gone == gone


@pytest.mark.clause("16.8", "11.1")
def test_with_equal_points_the_strategic_victory_stands_alone() -> None:
    game = trafalgar(38)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == ("franco-spanish", "strategic")


@pytest.mark.clause("16.8")
def test_a_side_that_kept_its_level_has_no_strategic_victory() -> None:
    def away(state: FrigateState) -> None:
        clear(state, 40)
        put(state, 40, "A 0101")

    game = stage("trafalgar", away, turn=16)
    plot(game)
    assert game.outcome is not None
    assert (game.outcome.winner, game.outcome.how) == ("draw", "level-points")


@pytest.mark.clause("16.8", "10.0-general")
def test_ships_taken_do_not_count_as_saved() -> None:
    def end(state: FrigateState) -> None:
        clear(state, 40)
        put(state, 40, "A 0101")
        for ship in state.ships[:13]:
            ship.prize, ship.side, ship.fleet = True, "british", "british"
        over(state, "franco-spanish")

    game = stage("trafalgar", end, turn=16)
    plot(game)
    assert game.outcome is not None
    assert "saved" not in game.outcome.reason
