"""What players may place, and galleys that enter behind others in line."""

from __future__ import annotations

from typing import Any

import pytest
from battles import (
    BATTLES,
    RULESET,
    Table,
    begun,
    found,
    in_hex,
    pair,
    scenario,
    scenario_of,
)

import weathergage as wg
from weathergage.plugins import assemble_scenario
from weathergage_war_galley import deployment, layout, squadrons
from weathergage_war_galley.arrivals import arrive, enter_behind
from weathergage_war_galley.berths import heads
from weathergage_war_galley.deployment import Deploy, Deployment
from weathergage_war_galley.sheet import Sheet
from weathergage_war_galley.squadrons import begin_turn
from weathergage_war_galley.state import Galley, Moving, Squadron
from weathergage_war_galley.stepping import take


def task(id: str, side: str, **options: Any) -> tuple[Table, Deployment]:
    """What a side is asked, when those who deploy before it are where the file suggests."""
    made = scenario(id)
    table = Table(assemble_scenario(RULESET, made, options))
    for name in made.deploys:
        asked = Deployment(table.state, made, made.side(name), table.rules.options)
        if name == side:
            return table, asked
        treasure = asked.suggested().treasure
        asked.carry_out(table, asked.plan(Deploy(treasure=treasure)))
    raise AssertionError(side)


def complaint(asked: Deployment, command: Deploy) -> str:
    told = asked.check(command)
    return told.reason if told else ""


def placed(asked: Deployment, **places: str) -> str:
    """The complaint about places, their codes written with a small x for the stroke."""
    return complaint(asked, Deploy(places={k.replace("x", "/"): v for k, v in places.items()}))


SIDES = [(id, side.id) for id in BATTLES for side in scenario(id).sides]


@pytest.mark.parametrize(("id", "side"), SIDES)
def test_what_is_suggested_is_legal_and_so_is_the_bare_word(id: str, side: str) -> None:
    _, asked = task(id, side)
    assert complaint(asked, asked.suggested()) == ""
    assert complaint(asked, Deploy(treasure=asked.suggested().treasure)) == ""
    assert asked.legal() is None


@pytest.mark.parametrize(("id", "side"), SIDES)
def test_every_layout_that_chance_draws_is_legal(id: str, side: str) -> None:
    _, asked = task(id, side)
    for seed in range(8):
        command = asked.sample(wg.Dice(seed))
        assert isinstance(command, Deploy)
        assert complaint(asked, command) == ""
        assert Deploy.model_validate(Deploy.read(command.write())) == command


def test_chance_draws_other_layouts_than_the_suggested_one() -> None:
    _, asked = task("aegates", "rome")
    drawn = {asked.sample(wg.Dice(seed)).write() for seed in range(5)}
    assert len(drawn) == 5
    assert asked.suggested().write() not in drawn


def test_the_help_names_galleys_in_short() -> None:
    _, asked = task("actium", "octavian")
    assert asked.help().startswith("Place 5/86 to 5/90, 4/40 to 4/49, cat3/26 to cat3/32, 4/50 to")


def test_the_example_of_the_help_is_legal() -> None:
    for id, side in SIDES:
        _, asked = task(id, side)
        if asked.asks:
            line = asked.help().rpartition("For example: ")[2]
            assert complaint(asked, Deploy.model_validate(Deploy.read(line))) == ""


def test_nobody_is_asked_whose_places_are_all_printed() -> None:
    quiet = {(id, side) for id, side in SIDES if not task(id, side)[1].asks}
    assert quiet == {
        ("arginusae", "athens"),
        ("salamis", "ptolemy"),
        ("ecnomus", "carthage"),
        ("tauris", "caesarians"),
    }


def test_the_aegates_are_deployed_within_five_hexes_of_an_edge() -> None:
    _, asked = task("aegates", "rome")
    assert placed(asked, **{"5x50": "2023 N"}) == ""
    assert "is too far in: a part of it is 6 hexes" in placed(asked, **{"5x50": "2022 N"})
    assert placed(asked, **{"5x50": "2025 SW"}) == ""
    assert "off the map" in placed(asked, **{"5x50": "2028 N"})


def test_a_galley_that_is_left_out_takes_the_place_that_another_gave_up() -> None:
    table, asked = task("aegates", "rome")
    plan = asked.plan(Deploy(places={"5/50": "2723 N"}))
    asked.carry_out(table, plan)
    assert pair(table, "2723") == "2723-2724"
    assert in_hex(table, "2723").counter.number == 50
    assert in_hex(table, "2623").counter.number == 51


def test_two_galleys_cannot_have_one_place() -> None:
    _, asked = task("aegates", "rome")
    told = placed(asked, **{"5x50": "2023 N", "5x51": "2024 N"})
    assert "taken by another galley" in told


def test_dealt_out_galleys_keep_to_the_printed_places() -> None:
    _, asked = task("lade", "persia")
    assert placed(asked, **{"3x62": "2007 S"}) == ""
    assert "none of the printed places" in placed(asked, **{"3x62": "2010 S"})
    _, asked = task("lade", "ionia")
    assert placed(asked, **{"3x25": "3815 N", "3x35": "chios 11"}) == ""
    assert "no place off the map" in placed(asked, **{"3x25": "chios 12"})
    assert "printed place" in placed(asked, **{"3x1": "3815 N"})


def test_the_transports_of_catana_stay_with_the_fleet() -> None:
    _, asked = task("catana", "carthage")
    line = {f"Tx{n}": f"{30 + n - 1}24 N" for n in range(1, 11)}
    assert placed(asked, **line) == ""
    assert "one row" in placed(asked, **(line | {"Tx1": "3025 N"}))
    assert "head the same way" in placed(asked, **(line | {"Tx1": "3024 S"}))
    far = {f"Tx{n}": f"{30 + n - 1}27 N" for n in range(1, 11)}
    assert "more than 2 hexes" in placed(asked, **far)
    assert "too far in: its bow is 7" in placed(asked, cat3x1="2221 N")


def test_the_syracusans_start_along_row_00_and_point_onto_the_map() -> None:
    _, asked = task("catana", "syracuse")
    assert placed(asked, **{"2x1": "5900 SE"}) == ""
    assert "columns 19 to 60" in placed(asked, **{"2x1": "1800 S"})
    assert "1 hexes from the edge, not 0" in placed(asked, **{"2x1": "5901 S"})
    assert "heads N" in placed(asked, **{"2x1": "5900 N"})


def test_the_syrians_at_side_have_one_line_behind_the_other() -> None:
    _, asked = task("side", "syria")
    assert placed(asked, **{"3x5": "N5124 N"}) == ""
    assert "straight behind" in placed(asked, **{"3x5": "N5123 N"})
    told = complaint(asked, Deploy(commanders={"hannibal": "red 4/12"}))
    assert told.endswith("he is in first-line, columns N25 to N35")


def test_the_files_of_drepanum_keep_line_astern() -> None:
    _, asked = task("drepanum-battle", "rome")
    assert placed(asked, **{"5x30": "3726 SE", "5x31": "3926 SE"}) == ""
    assert placed(asked, **{"5x30": "2125 SE"}) == ""
    gone = {f"5x{n}": f"{20 + 2 * (n - 39)}25 N" for n in range(40, 45)}
    assert "heads N; here NE or SE" in placed(asked, **gone)
    told = complaint(asked, Deploy(commanders={"pulcher": "red 5/30"}))
    assert told.endswith("he is in column, column 25")


@pytest.mark.clause("5.22")
def test_a_line_astern_has_one_head_and_galleys_abreast_are_all_heads() -> None:
    sheet = Sheet()
    wedge = layout.read_all(sheet, ["3712-3", "3814-15", "3915-6", "4017-8", "4118-9"], 2)
    assert heads(wedge, 2) == 1
    assert heads(layout.read(sheet, "3221-2 to 4021-2", 2), 2) == 9
    assert heads(layout.read(sheet, "2507 to 2514 S", 1), 1) == 1


def test_lines_in_port_are_one_to_four_of_any_length() -> None:
    table, asked = task("drepanum-approach", "carthage")
    codes = [f"5/{n}" for n in range(11, 42)]
    two = {code: f"6028 {k + 1}" for k, code in enumerate(codes[1:], start=1)}
    two[codes[0]] = "6028 SW"
    assert complaint(asked, Deploy(places=two)) == ""
    gap = two | {codes[-1]: "6028 40"}
    assert "each once" in complaint(asked, Deploy(places=gap))
    heads = two | {code: f"60{16 + 2 * k} NW" for k, code in enumerate(codes[-4:])}
    assert "5 lines start in port" in complaint(asked, Deploy(places=heads))
    assert "deal out all galleys" in complaint(asked, Deploy(places={"5/11": "6016 NW"}))
    asked.carry_out(table, asked.plan(Deploy(places=two)))
    line = next(a for a in table.state.arrivals if a.line == "6028")
    assert len(line.numbers) == 30
    assert line.bow not in scenario("drepanum-approach").sheet.hexes


def test_octavius_leads_his_column_in_a_quadrireme() -> None:
    _, asked = task("tauris", "pompeians")
    assert placed(asked, **{"4x2": "3421 N"}) == ""
    assert "which a 4 has to" in placed(asked, **{"5x30": "3421 N"})
    assert "the one in 3421 is his" in complaint(asked, Deploy(commanders={"octavius": "4/2"}))


def test_no_pergamene_commander_is_in_a_tremiola() -> None:
    _, asked = task("chios", "allies")
    assert "no galley is left for Attalus" in placed(asked, Trmx1="3623 SW")
    told = complaint(asked, Deploy(commanders={"dionysidorus": "Trm/2"}))
    assert "may not be in Trm/2" in told
    assert "may not be in 5/42" in complaint(asked, Deploy(commanders={"dionysidorus": "5/42"}))


def test_the_allies_at_chios_choose_who_starts_under_sail() -> None:
    table, asked = task("chios", "allies")
    asked.carry_out(table, asked.plan(Deploy(sails=("5/42", "Trm/1"))))
    assert [g.counter.code for g in table.state.galleys if g.sail] == ["green Trm/1", "5/42"]
    _, asked = task("aegates", "rome")
    assert "does not start under sail" in complaint(asked, Deploy(sails=("5/50",)))


def test_the_naulochus_lines_are_two_at_most() -> None:
    _, asked = task("naulochus", "pompeians")
    assert "at most 2 rows" in placed(asked, L2x1="5027 N")
    assert "outside rows 22 to 28" in placed(asked, L2x1="5021 N")
    assert "outside columns 17 to 53" in placed(asked, L2x1="5422 N")
    assert placed(asked, L2x1="5022 N") == ""


def test_the_treasure_is_in_the_reserve_and_known_to_its_side_alone() -> None:
    rules = assemble_scenario(RULESET, scenario("actium"))
    _, asked = task("actium", "antony")
    assert "say which galley carries the treasure" in complaint(asked, Deploy())
    assert "cannot carry the treasure" in complaint(asked, Deploy(treasure="10/1"))
    table = Table(rules)
    events: list[wg.Event] = []
    table.telling = True
    table.tell = events.append  # type: ignore[attr-defined]
    made = scenario("actium")
    for side in made.sides:
        own = Deployment(table.state, made, side, rules.options)
        own.carry_out(table, own.plan(Deploy(treasure="5/70" if side.id == "antony" else "")))
    assert found(table, "antony", "5/70").treasure
    secret = [e for e in events if isinstance(e, wg.Told)]
    assert [e.seat for e in secret] == ["antony"]
    assert "treasure" in secret[0].say()
    assert not any("5/70" in e.say() for e in events if not isinstance(e, wg.Told))


def test_the_treasure_goes_with_a_galley_that_is_dealt_into_the_reserve() -> None:
    _, asked = task("actium", "antony")
    swapped = Deploy(places={"6/6": "N5305 S", "5/68": "N4609 S"}, treasure="6/6")
    assert complaint(asked, swapped) == ""


def test_a_line_of_the_command_is_read_and_written() -> None:
    line = "deploy 5/50 = 2623 N; catulus = 5/50; sails = 5/50, 5/51; treasure = 5/70"
    command = Deploy.model_validate(Deploy.read(line))
    assert command.write() == line
    assert command.places == {"5/50": "2623 N"}
    assert Deploy.read("deploy") == {"places": {}, "commanders": {}}
    assert Deploy.read("row 5") is None
    with pytest.raises(ValueError, match="places nothing"):
        Deploy.read("deploy 5/50")


# Galleys that enter in line


def waiting(table: Table) -> dict[str, int]:
    return {line.line: len(line.numbers) for line in table.state.arrivals}


@pytest.mark.clause("5.22")
def test_the_next_of_a_line_comes_up_straight_behind_it() -> None:
    table = begun("lade")
    assert waiting(table) == {"chios": 4, "miletus": 1}
    came = [table.state.galleys[n].counter.code for n in arrive(table)]
    assert len(came) == 2
    assert waiting(table) == {"chios": 3}
    sheet = scenario_of(table).sheet
    tail = next(table.state.galleys[n] for n in table.state.at.values() if _is_off(table, n, 38))
    assert tail.bow + wg.STEP[tail.heading] == sheet.parse("3828")
    assert tail.gone == ""


def _is_off(table: Table, n: int, column: int) -> bool:
    sheet = scenario_of(table).sheet
    ship = table.state.galleys[n]
    ahead = ship.bow + wg.STEP[ship.heading]
    return ship.bow not in sheet.hexes and sheet.label(ahead).startswith(str(column))


@pytest.mark.clause("5.22")
def test_another_follows_once_the_berth_is_clear_and_joins_the_squadron() -> None:
    table = begun("lade")
    arrive(table)
    state = table.state
    line = state.arrivals[0]
    tail = state.galleys[line.ahead]
    state.squadrons = (Squadron(0, "ionia", "chios", (tail.n,)),)
    tail.squadron = 0
    assert enter_behind(table, tail) == -1
    state.place(tail, tail.bow + 3 * wg.STEP[tail.heading], tail.heading)
    n = enter_behind(table, tail)
    assert n == line.numbers[0]
    assert state.squadrons[0].members == (tail.n, n)
    assert state.galleys[n].squadron == 0
    assert enter_behind(table, tail) == -1


def test_the_roman_squadrons_of_drepanum_enter_from_the_third_turn_one_after_the_other() -> None:
    table = begun("drepanum-approach")
    state = table.state
    assert arrive(table) == ()
    state.turn = 3
    first = [state.galleys[n] for n in arrive(table)]
    assert [g.counter.number for g in first] == [30, 35]
    for _ in range(4):
        for ship in list(first):
            state.lift(ship, "elsewhere")
        first = [state.galleys[n] for n in arrive(table)]
    assert [g.counter.number for g in first] == [34, 39]
    for ship in first:
        state.lift(ship, "elsewhere")
    assert [state.galleys[n].counter.number for n in arrive(table)] == [40, 45]


@pytest.mark.clause("5.22")
def test_the_roman_squadrons_of_drepanum_enter_as_one_huge_line_astern() -> None:
    table = begun("drepanum-approach")
    state = table.state
    files: dict[int, list[Galley]] = {}
    for turn in range(3, 9):
        state.turn = turn
        begin_turn(state)
        arrive(table)
        _line_up(table, files)
        (column,) = squadrons.survey(table, "rome").groups
        assert column.word == "column"
        assert sorted(column.members) == sorted(s.n for file in files.values() for s in file)
        state.squadrons = (column,)
        for n in column.members:
            state.galleys[n].squadron = 0
        for file in files.values():
            for k, ship in enumerate(file):  # grows while the next ones come up
                step = wg.STEP[ship.heading]
                state.place(ship, file[k - 1].stern - step if k else ship.bow + 4 * step, 1)
                enter_behind(table, ship)
                _line_up(table, files)
    assert [len(file) for file in files.values()] == [10, 10]
    assert not state.scattered


def _line_up(table: Table, files: dict[int, list[Galley]]) -> None:
    """Put who has come up to the edge at the end of the file there."""
    sheet = scenario_of(table).sheet
    for entry in ("1027", "1028"):
        berth = sheet.parse(entry) - wg.STEP[wg.parse_heading("NE")]
        if berth in table.state.at:
            ship = table.state.galleys[table.state.at[berth]]
            if ship not in files.setdefault(berth, []):
                files[berth].append(ship)


def test_a_line_in_port_follows_its_head_out() -> None:
    table = begun("drepanum-approach")
    assert len([a for a in table.state.arrivals if a.line.startswith("60")]) == 4
    arrive(table)
    head = in_hex(table, "6016")
    assert enter_behind(table, head) == -1
    table.state.place(head, scenario("drepanum-approach").sheet.parse("5813"), 0)
    n = enter_behind(table, head)
    assert n >= 0
    ship = table.state.galleys[n]
    assert ship.bow + wg.STEP[ship.heading] == scenario("drepanum-approach").sheet.parse("6016")


@pytest.mark.clause("6.31")
def test_what_comes_out_of_a_harbour_does_not_run_aground_in_it() -> None:
    table = begun("drepanum-approach")
    sheet = scenario("drepanum-approach").sheet
    head = in_hex(table, "6016")
    moving = Moving(head.n, announced=4)
    for way in ("ahead", "ahead", "starboard", "ahead"):
        take(table, head, moving, way)
    assert sheet.label(head.bow) == "5813"
    n = enter_behind(table, head)
    follower = table.state.galleys[n]
    take(table, follower, Moving(n, announced=4), "ahead")
    assert sheet.label(follower.bow) == "6016"
    assert not follower.stranded


def test_captains_have_a_layout_to_take_over() -> None:
    rules = assemble_scenario(RULESET, scenario("aegates"))
    table = Table(rules)
    assert deployment.suggest(table, "rome").commanders["catulus"]
