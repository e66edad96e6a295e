"""Squadron Determination: squadrons by range, in line astern, and galleys on their own (5.2)."""

from __future__ import annotations

import pytest
from battles import begun, found, in_hex
from galleys import answer, commander, galley, one, sea, told
from turns import asks, lines, members, squadron_of, until

from weathergage import Dice
from weathergage_war_galley import commanders, squadrons
from weathergage_war_galley.astern import behind
from weathergage_war_galley.initiative import First
from weathergage_war_galley.squadrons import Form, Formed, survey

ENEMY = galley("5/90", "5010", side="carthage")


def formed(*things, leaders, **more):
    """A game at the start of its Squadron Determination Phase."""
    ids = [leader["galley"] for leader in leaders]
    assert len(ids) == len(set(ids))
    return sea(*things, ENEMY, commanders=leaders, phase="squadrons", **more)


def ask(game):
    return next(d for d in game.decisions if Form in d.kinds)


# By range


@pytest.mark.clause("5.23")
@pytest.mark.clause("2.5-command-range")
def test_range_is_counted_from_any_part_to_any_part():
    game = formed(
        galley("5/1", "2319"), galley("5/2", "2314"), leaders=[commander("x", "5/1", range=4)]
    )
    reached = commanders.in_range(game, commanders.commander_of(game.state, "x"))
    assert reached == {one(game, "5/2").n: 4}
    assert members(game, "x") == ["5/1", "5/2"]


@pytest.mark.clause("2.5-command-range")
@pytest.mark.parametrize(("reach", "squadron"), [(4, "x"), (3, "5/2")])
def test_a_ship_at_4_hexes_is_in_range_4_and_not_in_3(reach, squadron):
    game = formed(
        galley("5/1", "2319"), galley("5/2", "2314"), leaders=[commander("x", "5/1", range=reach)]
    )
    assert squadron_of(game, "5/2") == squadron


@pytest.mark.clause("2.5-command-range")
def test_a_ship_at_5_hexes_is_out_of_range_4():
    game = formed(galley("5/1", "2319"), galley("5/2", "2313"), leaders=[commander("x", "5/1")])
    assert squadron_of(game, "5/2") == "5/2"


@pytest.mark.clause("5.23")
@pytest.mark.parametrize(("reach", "squadron"), [(3, "5/2"), (4, "x")])
def test_a_path_goes_round_an_enemy(reach, squadron):
    game = formed(
        galley("5/1", "2319"),
        galley("5/2", "2315"),
        galley("5/91", "2317", "SE", side="carthage"),
        leaders=[commander("x", "5/1", range=reach)],
    )
    assert squadron_of(game, "5/2") == squadron


@pytest.mark.clause("5.23")
def test_a_path_passes_through_friends():
    game = formed(
        galley("5/1", "2319"),
        galley("5/2", "2315"),
        galley("5/3", "2317", "SE"),
        leaders=[commander("x", "5/1", range=3)],
    )
    assert squadron_of(game, "5/2") == "x"


@pytest.mark.clause("5.23")
def test_an_adjacent_galley_is_at_1():
    game = formed(galley("5/1", "2319"), galley("5/2", "2419"), leaders=[commander("x", "5/1")])
    reached = commanders.in_range(game, commanders.commander_of(game.state, "x"))
    assert list(reached.values()) == [1]


@pytest.mark.clause("2.5-squadron")
@pytest.mark.clause("5.21")
@pytest.mark.parametrize("count", [6, 7])
def test_all_in_range_of_one_commander_are_one_squadron_with_his_own_ship(count):
    others = [galley(f"5/{k}", f"{20 + k}17") for k in range(2, 2 + count)]
    game = formed(
        galley("5/1", "2517"), *[g for g in others if g["hex"] != "2517"],
        galley("5/30", "2514"), leaders=[commander("x", "5/1", range=6)],
    )  # fmt: skip
    assert len(members(game, "x")) == count + 1
    assert len(game.state.squadrons) == 2


@pytest.mark.clause("2.1-commanders")
@pytest.mark.clause("5.14")
def test_every_commander_makes_a_command_ship_and_a_squadron_even_in_range_of_another():
    game = formed(
        galley("5/1", "2319"),
        galley("5/2", "2419"),
        galley("5/3", "2519"),
        leaders=[commander("a", "5/1", initiative=2), commander("b", "5/2"), commander("c", "5/3")],
    )
    assert [members(game, id) for id in "abc"] == [["5/1"], ["5/2"], ["5/3"]]


@pytest.mark.clause("5.24")
@pytest.mark.clause("5.3")
def test_in_nobodys_range_and_in_no_line_is_an_individual_squadron():
    strays = [galley(f"5/{k}", f"{30 + 5 * k}05") for k in (2, 3, 4)]
    game = formed(galley("5/1", "2319"), *strays, leaders=[commander("x", "5/1")])
    alone = [s for s in game.state.squadrons if s.individual and s.side == "rome"]
    assert [len(squadron.members) for squadron in alone] == [1, 1, 1]


@pytest.mark.clause("5.24")
def test_in_range_of_one_there_is_no_choice_and_no_question():
    game = formed(galley("5/1", "2319"), galley("5/2", "2316"), leaders=[commander("x", "5/1")])
    assert not asks(Form)(game)
    assert squadron_of(game, "5/2") == "x"


def contested(**more):
    """5/3 lies between two commanders, nearer to x."""
    return formed(
        galley("5/1", "2319"),
        galley("5/2", "2919"),
        galley("5/3", "2519"),
        leaders=[commander("x", "5/1"), commander("y", "5/2")],
        **more,
    )


@pytest.mark.clause("5.24")
@pytest.mark.parametrize("id", ["x", "y"])
def test_in_range_of_two_its_player_says_whose_it_is(id):
    game = contested()
    answer(game, Form(**Form.read(f"form 5/3 = {id}")))
    assert squadron_of(game, "5/3") == id


@pytest.mark.clause("5.24")
def test_what_is_left_out_goes_to_the_nearest():
    game = contested()
    answer(game, Form())
    assert squadron_of(game, "5/3") == "x"


@pytest.mark.clause("5.24")
def test_nobody_may_have_what_is_out_of_his_range():
    game = contested()
    for line, code in (("form 5/3 = z", "out-of-range"), ("form 5/90 = x", "unknown")):
        complaint = ask(game).complaint(Form(**Form.read(line)))
        assert complaint is not None
        assert complaint.code == code


@pytest.mark.clause("5.24")
def test_an_immobile_galley_belongs_to_a_squadron_too():
    game = formed(
        galley("5/1", "2319"), galley("5/2", "2317", rammed=True), leaders=[commander("x", "5/1")]
    )
    assert squadron_of(game, "5/2") == "x"


@pytest.mark.clause("5.24")
@pytest.mark.clause("8.25")
def test_a_prize_joins_its_captors_squadron_in_the_next_phase_b():
    def take(state):
        prize = next(g for g in state.galleys if g.counter.code == "5/91")
        prize.side, prize.captured = "rome", "captured"

    game = formed(
        galley("5/1", "2319"),
        galley("5/91", "2317", side="carthage"),
        leaders=[commander("x", "5/1", fleet="pergamon")],
        arrange=take,
    )
    assert squadron_of(game, "5/91") == "x"


@pytest.mark.clause("3.1.B")
@pytest.mark.clause("5.24")
def test_both_sides_form_at_the_same_time_and_see_nothing_of_each_other():
    game = formed(
        *(galley(f"5/{k}", f"{23 + 3 * k}19") for k in range(3)),
        *(galley(f"5/9{k}", f"{23 + 3 * k}09", side="carthage") for k in range(1, 4)),
        leaders=[
            commander("x", "5/0"), commander("y", "5/2"),
            commander("p", "5/91"), commander("q", "5/93"),
        ],
    )  # fmt: skip
    assert {d.seat for d in game.decisions} == {"rome", "carthage"}
    answer(game, Form(choices={"5/1": "y"}), "rome")
    assert not [e for e in told(game, Formed) if e.side == "Rome"]
    answer(game, Form(), "carthage")
    assert squadron_of(game, "5/1") == "y"


@pytest.mark.clause("3.1.B")
def test_a_galley_that_leaves_the_range_later_stays_in_the_squadron():
    game = formed(galley("5/1", "2319"), galley("5/2", "2316"), leaders=[commander("x", "5/1")])
    until(game, First)
    ship = one(game, "5/2")
    game.state.place(ship, ship.bow - 5, ship.heading)
    assert squadron_of(game, "5/2") == "x"


# Alternating


def both(dice=None, ours=1, theirs=2):
    return formed(
        *(galley(f"5/{k}", f"{23 + 3 * k}19") for k in range(3)),
        *(galley(f"5/9{k}", f"{23 + 3 * k}09", side="carthage") for k in range(1, 4)),
        leaders=[
            commander("x", "5/0", initiative=ours), commander("y", "5/2"),
            commander("p", "5/91", initiative=theirs), commander("q", "5/93"),
        ],
        options={"alternate_squadrons": True},
        dice=dice,
    )  # fmt: skip


@pytest.mark.clause("5.24-alternate")
@pytest.mark.parametrize(
    ("ours", "theirs", "first"),
    [(1, 2, "rome"), (2, 1, "carthage"), (0, None, "carthage"), (None, 0, "rome")],
)
def test_the_lower_rated_admiral_or_none_declares_first(ours, theirs, first):
    game = both(ours=ours, theirs=theirs)
    assert [d.seat for d in game.decisions] == [first]
    answer(game, Form())
    assert [d.seat for d in game.decisions] == ["carthage" if first == "rome" else "rome"]


@pytest.mark.clause("5.24-alternate")
@pytest.mark.parametrize(("die", "first"), [(3, "rome"), (4, "carthage")])
def test_a_die_settles_who_declares_first_on_a_tie(die, first):
    game = both(Dice.of(declaring=(die,)), ours=2, theirs=2)
    assert [d.seat for d in game.decisions] == [first]


# Line astern


@pytest.mark.clause("5.22")
@pytest.mark.clause("2.5-line-astern")
def test_a_follower_points_at_the_stern_ahead_or_has_its_bow_in_a_stern_flank_hex():
    def follows(hex, heading):
        game = formed(galley("5/1", "2319"), galley("5/2", hex, heading), leaders=[])
        return one(game, "5/2").n in behind(game.state, one(game, "5/1"))

    assert follows("2321", "N")
    assert not follows("2321", "NW")
    # The flank hexes of the stern 2320: 2221 and 2421; any heading that leaves it there will do.
    assert follows("2421", "N")
    assert follows("2421", "NW")
    assert follows("2221", "NE")
    assert not follows("2420", "N")


@pytest.mark.clause("5.22")
def test_squadron_i_of_ecnomus_is_in_line():
    table = begun("ecnomus")
    assert in_hex(table, "S3814").n in behind(table.state, in_hex(table, "S3712"))
    layout = survey(table, "rome")
    line = [table.state.galleys[n].counter.code for n in layout.lines["manlius"]]
    assert [code.removeprefix("red ") for code in line] == [f"5/{k}" for k in range(8, 14)]


@pytest.mark.clause("5.22")
def test_the_vanguard_of_drepanum_is_in_line_though_it_heads_two_ways():
    table = begun("drepanum-approach")
    assert in_hex(table, "1926").n in behind(table.state, in_hex(table, "2126"))


def column(count, leader, reach=3, **more):
    """Galleys in file from 2305 on, heading N."""
    return formed(
        *(galley(f"5/{k}", f"23{3 + 2 * k:02}") for k in range(1, count + 1)),
        leaders=[commander("x", f"5/{leader}", range=reach)],
        **more,
    )


@pytest.mark.clause("5.22")
@pytest.mark.clause("5.24")
def test_a_line_of_12_is_one_squadron_whatever_the_range():
    things = [galley(f"3/{k}", f"23{2 + 2 * k:02}") for k in range(1, 13)]
    game = formed(*things, leaders=[commander("x", "3/1", range=3)])
    answer(game, Form(**Form.read("form line x")))
    assert members(game, "x") == [f"3/{k}" for k in range(1, 13)]
    assert next(s for s in game.state.squadrons if s.commander == "x").line


@pytest.mark.clause("5.22")
@pytest.mark.clause("2.5-line-astern")
def test_the_command_ship_may_be_second():
    game = column(8, 2)
    answer(game, Form(lines=("x",)))
    assert members(game, "x") == [f"5/{k}" for k in range(1, 9)]


@pytest.mark.clause("5.22")
@pytest.mark.clause("2.5-line-astern")
def test_a_command_ship_that_is_third_uses_its_range():
    game = column(8, 3)
    assert not asks(Form)(game)
    # 5/1 and 5/2 are ahead, 5/4 and 5/5 within 3 hexes astern; others are too far.
    assert set(members(game, "x")) == {"5/1", "5/2", "5/3", "5/4", "5/5"}


@pytest.mark.clause("5.22")
def test_declared_in_a_line_only_its_ships_are_in_the_squadron():
    game = formed(
        galley("5/1", "2305"), galley("5/2", "2307"), galley("5/3", "2505"),
        leaders=[commander("x", "5/1")],
    )  # fmt: skip
    answer(game, Form(lines=("x",)))
    assert members(game, "x") == ["5/1", "5/2"]
    assert squadron_of(game, "5/3") == "5/3"


@pytest.mark.clause("5.22")
def test_whoever_is_in_no_line_cannot_declare_one():
    game = contested()
    complaint = ask(game).complaint(Form(lines=("y",)))
    assert complaint is not None
    assert complaint.clause == "5.22"


@pytest.mark.clause("5.22")
def test_another_command_ship_ends_a_line():
    game = formed(
        *(galley(f"5/{k}", f"23{3 + 2 * k:02}") for k in range(1, 6)),
        leaders=[commander("x", "5/1", range=1), commander("y", "5/3", range=1)],
    )
    layout = survey(game, "rome")
    galleys = game.state.galleys
    codes = {id: [galleys[n].counter.code for n in line] for id, line in layout.lines.items()}
    assert codes == {"x": ["5/1", "5/2"], "y": ["5/2", "5/3", "5/4", "5/5"]}


@pytest.mark.clause("5.22")
def test_galleys_in_a_ring_make_no_endless_line():
    # Six one-hex galleys round 2319, each with its bow in a stern/flank hex of the next.
    ring = [("2318", "SE"), ("2419", "S"), ("2420", "SW"), ("2320", "NW"), ("2220", "N"),
            ("2219", "NE")]  # fmt: skip
    things = [galley(f"L/{k}", hex, heading) for k, (hex, heading) in enumerate(ring, 1)]
    game = formed(*things, leaders=[commander("x", "L/1")])
    assert len(game.state.squadrons) == 2 or asks(Form)(game)


def test_form_is_written_as_it_is_read():
    order = Form(lines=("a", "b"), choices={"green 5/12": "a", "5/3": "b"})
    assert Form(**Form.read(order.write())) == order
    assert Form.read("formation") is None
    with pytest.raises(ValueError, match="says nothing"):
        Form.read("form 5/12")


def test_random_forms_are_legal():
    game = contested()
    for seed in range(20):
        decision = ask(game)
        assert decision.complaint(decision.sample(Dice(seed))) is None


# What scenarios say


@pytest.mark.clause("5.24")
def test_squadrons_of_lade_and_chios_keep_to_their_own():
    for battle, sides in (("lade", ["ionia"]), ("chios", ["allies"]), ("myonessus", ["romans"])):
        table = begun(battle)
        sides = sides if sides[0] in table.rules.seats else list(table.rules.seats)
        for side in sides:
            layout = survey(table, side)
            for id, reached in layout.ranges.items():
                leader = commanders.commander_of(table.state, id)
                fleets = {table.state.galleys[n].counter.fleet for n in reached}
                assert not leader.fleet or fleets <= {leader.fleet}


@pytest.mark.clause("5.24")
def test_lembi_commanders_command_lembi_only():
    table = begun("chios")
    layout = survey(table, "macedon")
    for id in ("lembi-1", "lembi-2", "lembi-3"):
        types = {table.state.galleys[n].counter.type for n in layout.ranges[id]}
        assert types == {"L"}


@pytest.mark.clause("5.24")
def test_the_triarii_are_in_command_in_the_first_turn_whatever_the_range():
    table = begun("ecnomus")
    layout = survey(table, "rome")
    far = found(table, "rome", "cat3/36").n
    assert layout.ranges["drusus"][far] == 0
    assert all(far not in ranges for id, ranges in layout.ranges.items() if id != "drusus")
    table.state.turn = 2
    assert far not in survey(table, "rome").ranges["drusus"]


@pytest.mark.clause("5.24")
def test_the_transports_of_ecnomus_are_a_squadron_without_a_commander():
    table = begun("ecnomus")
    layout = survey(table, "rome")
    (group,) = layout.groups
    assert (len(group.members), group.word, group.individual) == (9, "transports", False)
    assert not begun_without_transports().groups


def begun_without_transports():
    return survey(begun("ecnomus", no_transports=True), "rome")


@pytest.mark.clause("5.22")
def test_the_roman_column_of_drepanum_is_one_squadron_until_it_breaks_up():
    table = begun("drepanum-battle")
    (group,) = survey(table, "rome").groups
    assert (group.commander, group.word) == ("pulcher", "column")
    assert len(group.members) == 20
    for n in group.members[2:5]:
        ship = table.state.galleys[n]
        table.state.place(ship, ship.bow, (ship.heading + 3) % 6)
    assert not survey(table, "rome").groups
    assert table.state.scattered


@pytest.mark.clause("5.22")
def test_a_commander_who_waits_second_in_line_behind_the_edge_leads_the_line_as_it_comes():
    table = begun("drepanum-approach")
    layout = survey(table, "carthage")
    galleys = table.state.galleys
    second = next(c for c in table.state.commanders if c.id == "hanno").galley
    head = layout.lines["hanno"][0]
    assert galleys[second].gone == "waiting"
    assert not galleys[head].gone
    layout.form(table, Form(lines=("hanno",)))
    assert galleys[head].squadron == galleys[second].squadron
    assert members(table, "hanno") == [galleys[n].counter.code for n in (head, second)]


@pytest.mark.clause("5.22")
def test_without_his_line_a_commander_who_waits_has_no_squadron():
    table = begun("drepanum-approach")
    survey(table, "carthage").form(table, Form())
    assert members(table, "hanno") == []


@pytest.mark.clause("5.24")
def test_syracuse_comes_up_without_squadrons_and_rhodes_with_them():
    table = begun("catana")
    assert [group.word for group in survey(table, "syracuse").groups] == ["fleet"]
    assert survey(begun("side"), "rhodes").ships


def test_ids_of_commanders_are_of_one_side_only():
    from battles import BATTLES, scenario

    for battle in BATTLES:
        ids = [leader.id for side in scenario(battle).sides for leader in side.commanders]
        assert len(ids) == len(set(ids)), battle


def test_a_new_turn_forgets_the_last():
    def tire(state):
        ship = state.galleys[0]
        ship.used = ship.rammed_at = ship.raked_at = ship.grappled_at = ship.fired = True
        ship.collided = ship.repulsed = ship.swung = True
        ship.wake = (1, 2)
        state.commanders[0].transferred = True
        state.doubled = ("rome",)

    game = formed(galley("5/1", "2319"), leaders=[commander("x", "5/1")], arrange=tire)
    ship = one(game, "5/1")
    done = [ship.used, ship.rammed_at, ship.raked_at, ship.grappled_at, ship.fired]
    done += [ship.collided, ship.repulsed, ship.swung, ship.wake]
    assert not any(done)
    assert not game.state.commanders[0].transferred
    assert game.state.doubled == ()
    assert lines(until(game, First)) == ["first rome", "first carthage"]
    assert (Form,) == squadrons.COMMANDS
