"""Placing free ships before the first turn: who is asked, what is legal, what is secret."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import weathergage as wg
import weathergage_frigate
from weathergage.plugins import assemble_scenario
from weathergage_frigate.deployment import Deploy, Placements, suggest, tasks
from weathergage_frigate.ruleset import FRIGATE
from weathergage_frigate.scenarios import FrigateScenario, set_up
from weathergage_frigate.state import FLAGSHIP, FLEET_FLAGSHIP, FrigateState
from weathergage_frigate.views import plain

HOME = Path(weathergage_frigate.__path__[0])
SCENARIOS = wg.load_scenarios(HOME / "scenarios", FrigateScenario)

# Sides that have ships to place.
ASKED = {
    "azores": ["us"],
    "ceylon": ["french", "british"],
    "cape-fear": ["british", "us"],
    "madras": ["french", "british"],
    "dogger-bank": ["british", "dutch"],
    "trafalgar": ["franco-spanish"],
}
PLACING = [(id, side) for id, sides in ASKED.items() for side in sides]

FRIGATES = {"44/F": "A 1510", "44/G": "A 1309", "44/H": "A 1108", "44/I": "A 0907"}
"""A legal American line at Cape Fear, heading SE."""


def game(id: str, dice: wg.Dice | None = None) -> wg.Game:
    return wg.Game(assemble_scenario(FRIGATE, SCENARIOS[id], {}), 1, dice=dice)


def table(id: str) -> FrigateState:
    return set_up(assemble_scenario(FRIGATE, SCENARIOS[id], {}), wg.Dice(1))


def placements(id: str, side: str) -> Placements:
    return Placements(table(id), SCENARIOS[id], side)


def fault(id: str, side: str, **where: str) -> str:
    """What is said against a suggested placement with some ships placed otherwise, or "".

    where: hexes by code, "s44_F" for 44/F.
    """
    own = placements(id, side)
    moved = {code.removeprefix("s").replace("_", "/"): hex for code, hex in where.items()}
    complaint = own.check(Deploy(placements=own.suggested().placements | moved))
    return complaint.reason if complaint else ""


def us_fault(**where: str) -> str:
    """What is said against an American line at Cape Fear."""
    moved = {code.removeprefix("s").replace("_", "/"): hex for code, hex in where.items()}
    complaint = placements("cape-fear", "us").check(Deploy(placements=FRIGATES | moved))
    return complaint.reason if complaint else ""


def ship_of(state: Any, side: str, code: str) -> Any:
    return next(s for s in state.ships if s.side == side and s.counter.code == code)


# Who is asked


@pytest.mark.clause("13.0-deployment")
@pytest.mark.parametrize("id", SCENARIOS)
def test_only_sides_with_ships_to_place_are_asked(id: str) -> None:
    started = game(id)
    asked = [d.seat for d in started.decisions if d.kind == "deploy"]
    assert asked == ASKED.get(id, [])
    assert (started.phase == "deployment") == bool(asked)


@pytest.mark.clause("13.0-deployment")
def test_the_sides_are_asked_together_and_nothing_shows_until_both_have_answered() -> None:
    playing = game("ceylon")
    french, british = playing.decisions
    before = playing.view("british").plain()
    playing.submit(french.id, french.sample(wg.Dice(3)))
    assert playing.view("british").plain() == before
    assert playing.state.free
    playing.submit(british.id, british.sample(wg.Dice(4)))
    assert playing.phase == "plot"
    assert playing.state.free == ()
    assert [e.side for e in playing.events if e.kind == "Deployed"] == ["french", "british"]


@pytest.mark.clause("13.0-deployment")
def test_what_one_side_may_answer_does_not_hang_on_the_others_secret() -> None:
    answers = []
    for seed in (1, 2):
        playing = game("ceylon")
        french, british = playing.decisions
        playing.submit(french.id, french.sample(wg.Dice(seed)))
        answers.append((british.help(), british.sample(wg.Dice(9))))
    assert answers[0] == answers[1]


@pytest.mark.clause("13.0-deployment")
def test_a_placement_that_is_refused_changes_nothing() -> None:
    playing = game("ceylon")
    british = playing.decisions[1]
    before = plain(playing.state)
    with pytest.raises(wg.IllegalCommand, match="28/N: A 0304 is taken by french 64/A") as refused:
        playing.submit(british.id, {"placements": {"28/N": "A 0304"}})
    assert refused.value.clause == "13.0-deployment"
    assert refused.value.about == "british 28/N"
    assert plain(playing.state) == before


@pytest.mark.clause("13.0-deployment")
def test_two_opposing_free_ships_may_land_in_one_hex() -> None:
    # Neither knows of the other, so neither can be refused.
    playing = game("dogger-bank")
    british, dutch = playing.decisions
    for decision, code in ((british, "32/K"), (dutch, "36/R")):
        own = Placements(playing.state, SCENARIOS["dogger-bank"], decision.seat).suggested()
        playing.submit(decision.id, Deploy(placements=own.placements | {code: "A 0909"}))
    assert (
        len(
            [
                s
                for s in playing.state.ships
                if s.place == ship_of(playing.state, "dutch", "36/R").place
            ]
        )
        == 2
    )


# What is legal


@pytest.mark.clause("13.0-deployment")
@pytest.mark.parametrize(("id", "side"), PLACING)
def test_samples_and_suggestions_are_legal(id: str, side: str) -> None:
    own = placements(id, side)
    dice = wg.Dice(5)
    assert own.legal() is None
    assert own.check(own.suggested()) is None
    assert own.suggested() == suggest(table(id), SCENARIOS[id], side)
    for _ in range(25):
        assert own.check(own.sample(dice)) is None


@pytest.mark.clause("13.0-deployment")
@pytest.mark.parametrize(("id", "side"), PLACING)
def test_help_names_the_ships_and_gives_a_legal_example(id: str, side: str) -> None:
    own = placements(id, side)
    codes = [
        ship.counter.code for task in tasks(table(id), SCENARIOS[id], side) for ship in task.ships
    ]
    for code in codes:
        assert f'"{code}": "{own.suggested().placements[code]}"' in own.help()


@pytest.mark.clause("13.0-deployment")
def test_free_ships_stand_at_most_ten_hexes_from_the_main_formation() -> None:
    # The nearest British ship, on D 0304, is 10 hexes south of A 0310 and 11 of A 0309.
    assert fault("ceylon", "british", s28_N="A 0310") == ""
    assert fault("ceylon", "british", s28_N="A 0309") == (
        "28/N: A 0309 is 11 hexes from the main formation; 10 is the most"
    )


@pytest.mark.clause("13.0-deployment")
@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("A 0304", "28/N: A 0304 is taken by french 64/A"),
        ("D 0304", "28/N: D 0304 is taken by british 64/K"),
        ("sea 0,20", "28/N: sea 0,20 is off the map"),
        ("D 05I6", '28/N: "05I6" is not a hex number: write 4 digits, such as 0101.'),
        ("G 0101", "28/N: no section is called 'G'; there are: A, B, C, D, E, F"),
    ],
)
def test_a_free_ship_needs_an_empty_hex_of_the_map(where: str, reason: str) -> None:
    assert fault("ceylon", "british", s28_N=where) == reason


@pytest.mark.clause("13.0-deployment")
def test_two_free_ships_do_not_share_a_hex() -> None:
    assert fault("ceylon", "french", s36_R="A 0505") == "36/R: A 0505 is taken by french 64/B"
    assert fault("ceylon", "french", s36_R="A 0605", s28_W="A 0605") == (
        "28/W: A 0605 is taken by 36/R"
    )


@pytest.mark.clause("13.0-deployment")
def test_exactly_the_free_ships_are_placed() -> None:
    own = placements("ceylon", "french")
    missing = own.check(Deploy(placements={"36/R": "A 0605"}))
    assert missing is not None
    assert (missing.reason, missing.about) == ("28/W has not been placed", "french 28/W")
    strange = own.check(Deploy(placements=own.suggested().placements | {"74/A": "A 0101"}))
    assert strange is not None
    assert strange.reason == "74/A is not to be placed; to be placed: 36/R, 28/W"


@pytest.mark.clause("13.0-deployment")
def test_a_bare_hex_takes_either_ship_and_no_other_hex_does() -> None:
    swapped = {"36/K": "A 1706", "32/L": "A 1906"}
    assert placements("azores", "us").check(Deploy(placements=swapped)) is None
    assert fault("azores", "us", s36_K="A 1806") == ("36/K: A 1806 is not one of A 1906 or A 1706")
    assert fault("azores", "us", s36_K="A 1706") == "32/L: A 1706 is taken by 36/K"


@pytest.mark.clause("13.0-deployment", "8.15")
def test_ships_on_bare_hexes_take_facing_speed_and_flag_with_them() -> None:
    playing = game("azores")
    decision = playing.decisions[0]
    playing.submit(decision.id, {"placements": {"36/K": "A 1706", "32/L": "A 1906"}})
    first = ship_of(playing.state, "us", "36/K")
    assert first.place == playing.state.sections.parse("A 1706")
    assert (first.heading, first.speed, first.flag, first.gone) == (1, 5, FLEET_FLAGSHIP, "")
    assert ship_of(playing.state, "us", "32/L").speed == 5


# Line ahead


@pytest.mark.clause("13.0-deployment")
def test_american_frigates_stand_in_line_ahead_two_hexes_apart() -> None:
    assert us_fault() == ""
    assert us_fault(s44_F="A 0907", s44_I="A 1510") == ""
    assert us_fault(s44_F="A 1409") == "44/F: A 1409 is taken by us 74/D"
    assert us_fault(s44_I="A 1007") == "the ships in line ahead are to be 2 hexes apart"
    assert us_fault(s44_I="A 0908") == (
        "the ships are not in line ahead, one straight behind the other heading SE"
    )


@pytest.mark.clause("13.0-deployment")
def test_every_ship_of_the_line_ahead_is_within_three_hexes_of_the_main_formation() -> None:
    # The merchantmen are no part of it: A 0307 is 2 hexes from theirs on A 0507.
    assert us_fault(s44_F="A 0307") == (
        "44/F: A 0307 is 9 hexes from the main formation; 3 is the most"
    )


@pytest.mark.clause("13.0-deployment", "8.1")
def test_british_frigates_have_no_more_than_two_hexes_between_them() -> None:
    line = {"44/F": "B 1311", "44/G": "B 1308", "44/H": "B 1307", "44/I": "B 1305"}
    own = placements("cape-fear", "british")
    assert own.check(Deploy(placements=line)) is None
    wide = own.check(Deploy(placements=line | {"44/F": "B 1312"}))
    assert wide is not None
    assert wide.reason == "in line ahead the next ship is at most 3 hexes off"


@pytest.mark.clause("13.0-deployment", "6.2")
def test_placed_frigates_take_the_speed_that_the_wind_lets_them_make() -> None:
    for face, speed in ((3, 5), (1, 4)):  # N: dead before the wind; SW: on the wind
        playing = game("cape-fear", wg.Dice.of(face))
        for decision in playing.decisions:
            own = Placements(playing.state, SCENARIOS["cape-fear"], decision.seat)
            playing.submit(decision.id, own.suggested())
        frigate = ship_of(playing.state, "british", "44/F")
        assert (frigate.heading, frigate.speed, frigate.flag) == (3, speed, FLAGSHIP)


# Trafalgar


@pytest.mark.clause("13.0-deployment")
def test_allied_frigates_stand_in_a_column_east_of_all_their_ships_of_the_line() -> None:
    # The easternmost, on B 0815 and B 0816, is in the eighth column of its section.
    assert fault("trafalgar", "franco-spanish", s44_M="E 0901") == ""
    assert fault("trafalgar", "franco-spanish", s44_M="C 2016") == ""
    assert fault("trafalgar", "franco-spanish", s44_M="E 0801") == (
        "44/M: E 0801 is not in a column east of the whole main formation"
    )


@pytest.mark.clause("13.0-deployment")
@pytest.mark.parametrize(("where", "heading"), [("B 0907", "NW"), ("E 0910", "NE")])
def test_a_free_ship_faces_as_the_nearest_of_her_main_formation(where: str, heading: str) -> None:
    playing = game("trafalgar")
    decision = playing.decisions[0]
    own = suggest(playing.state, SCENARIOS["trafalgar"], "franco-spanish").placements
    playing.submit(decision.id, {"placements": own | {"44/M": where}})
    frigate = ship_of(playing.state, "franco-spanish", "44/M")
    assert (wg.HEADINGS[frigate.heading], frigate.speed) == (heading, 2)


@pytest.mark.clause("13.0-deployment")
def test_a_suggested_ship_keeps_near_her_own_and_away_from_the_enemy() -> None:
    state = table("madras")
    where = state.sections.parse(suggest(state, SCENARIOS["madras"], "british").placements["28/N"])
    own = [s.place for s in state.ships if s.side == "british" and not s.gone]
    enemies = [s.place for s in state.ships if s.side == "french" and not s.gone]
    nearest = min(min(wg.distance(a, b) for b in enemies) for a in own)
    assert min(wg.distance(where, place) for place in own) <= 3
    assert min(wg.distance(where, place) for place in enemies) > nearest


@pytest.mark.clause("13.0-deployment")
def test_the_deployment_can_be_undone_and_told() -> None:
    playing = game("azores")
    decision = playing.decisions[0]
    playing.submit(decision.id, {"placements": {"36/K": "A 1706", "32/L": "A 1906"}})
    told = [event.say() for event in playing.events if event.kind == "Deployed"]
    assert told == ["Side us places 36/K on A 1706, 32/L on A 1906."]
    playing.undo()
    assert playing.phase == "deployment"
    assert plain(playing.state) == plain(table("azores"))
