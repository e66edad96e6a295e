"""The Wind Determination Phase (3.1.A, 6.2)."""

from __future__ import annotations

import pytest
from galleys import galley, told
from one_galley import still

from weathergage import HEADINGS, Dice, Rolled, parse_heading
from weathergage.plugins import find_ruleset
from weathergage_war_galley.wind import WindBlows, blow, helps


def at_sea(changes="rolled", faces=(), turn=2, to="NW"):
    """A galley heading N in a wind that changes in some way; it blows unless it is yet to rise."""

    def arrange(state):
        state.wind = parse_heading(to) if changes in ("rolled", "steady") else -1

    game = still(galley("5/1", "2319"), dice=Dice.of(wind=faces), turn=turn, arrange=arrange)
    scenario = game.rules.scenario
    wind = scenario.wind.model_copy(update={"changes": changes, "to": to})
    game.rules.scenario = scenario.model_copy(update={"wind": wind})
    return game


@pytest.mark.clause("3.1.A")
@pytest.mark.clause("6.2")
def test_a_steady_wind_is_not_rolled_for():
    game = at_sea("steady", to="SW")
    blow(game)
    assert not told(game, Rolled)
    assert HEADINGS[game.state.wind] == "SW"


@pytest.mark.clause("3.1.A")
@pytest.mark.clause("6.2")
def test_a_changing_wind_is_rolled_for_in_each_turn_but_the_first():
    first, later = at_sea(turn=1, faces=(3, 4)), at_sea(turn=2, faces=(3, 4))
    blow(first)
    blow(later)
    assert not told(first, Rolled)
    assert told(later, Rolled)[0].faces == (3, 4)


@pytest.mark.clause("3.1.A")
def test_without_wind_there_is_no_roll():
    game = at_sea("none", to="")
    blow(game)
    assert not told(game, Rolled)
    assert game.state.wind == -1


@pytest.mark.clause("6.2-table")
@pytest.mark.parametrize(
    ("faces", "turns", "calm"),
    [
        ((1, 1), 0, True),
        ((1, 2), -2, False),
        ((2, 2), -1, False),
        ((2, 3), 0, False),
        ((4, 5), 0, False),
        ((5, 5), 1, False),
        ((5, 6), 2, False),
        ((6, 6), 0, False),
    ],
)
def test_the_wind_table_turns_the_wind_or_brings_a_calm(faces, turns, calm):
    game = at_sea(faces=faces)
    blow(game)
    assert game.state.wind == (HEADINGS.index("NW") + turns) % 6
    assert game.state.calm is calm
    assert told(game, WindBlows)[0].changed == bool(turns or calm)


@pytest.mark.clause("6.2-table")
@pytest.mark.parametrize(("faces", "calm"), [((3, 4), False), ((6, 6), False), ((3, 3), True)])
def test_a_calm_ends_on_7_or_12(faces, calm):
    game = at_sea(faces=faces)
    game.state.calm = True
    blow(game)
    assert game.state.calm is calm


@pytest.mark.clause("6.2")
def test_in_a_dead_calm_no_wind_helps_anybody():
    game = at_sea()
    ship = game.state.galleys[0]
    assert helps(game.state, ship)
    game.state.calm = True
    assert not helps(game.state, ship)


@pytest.mark.clause("6.2")
@pytest.mark.parametrize(
    ("hex", "toward", "heading"),
    [
        ("6028", "5927", "NW"),
        ("1000", "1100", "SE"),
        ("1028", "1127", "NE"),
        ("6000", "5900", "SW"),
    ],
)
def test_the_wind_marker_points_to_where_the_wind_blows(hex, toward, heading):
    parse = at_sea().rules.scenario.sheet.parse
    assert HEADINGS[(-1, 4095, 4096, 1, -4095, -4096).index(parse(toward) - parse(hex))] == heading


@pytest.mark.clause("6.2")
@pytest.mark.parametrize(
    ("turn", "face", "up"),
    [(1, 1, False), (2, 1, True), (2, 2, False), (5, 4, True), (5, 5, False)],
)
def test_a_rising_wind_gets_up_when_a_die_is_below_the_turn_and_then_stays(turn, face, up):
    game = at_sea("rising", faces=(face,), turn=turn, to="SE")
    blow(game)
    assert game.state.blowing is up
    assert game.state.wind == (HEADINGS.index("SE") if up else -1)
    if up:
        before = len(told(game, Rolled))
        blow(game)
        assert len(told(game, Rolled)) == before


@pytest.mark.clause("3.1.A")
@pytest.mark.clause("6.2")
@pytest.mark.parametrize(
    ("scenario", "changes", "to"),
    [
        ("chios", "steady", "SW"),
        ("aegates", "steady", "SE"),
        ("side", "steady", "NE"),
        ("ecnomus", "rolled", "NW"),
        ("actium", "rising", "SE"),
        ("lade", "none", ""),
    ],
)
def test_each_battle_has_the_wind_that_the_book_gives_it(scenario, changes, to):
    wind = find_ruleset("war-galley").scenarios[scenario].wind
    assert (wind.changes, wind.to) == (changes, to)
