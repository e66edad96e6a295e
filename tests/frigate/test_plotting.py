"""The plot sheet: its notation, and what must be written in it (5.0)."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st
from positions import answer, plot, refusal, sea, ship, told, where

import weathergage as wg
from weathergage import HEADINGS
from weathergage_frigate.notation import Order, read_order, write_order

FIELDS = ("speed", "legs", "kinds", "under", "follows", "fire", "also", "flag_to", "breaks_away")
FAR = ship("A-74", "D 0101", "N", 0)

SHEET = {
    "80/A": "Mast Fire / 80/B / Accel 2 / N 4 / NW 2",
    "80/B": "(Formation)",
    "74/A": "Mast Fire / 44/B / (Formation)",
    "74/B": "(Formation)",
    "74/C": "(Formation)",
}


def fields(order: Order) -> dict[str, object]:
    return {name: getattr(order, name) for name in FIELDS}


def unreadable(text: str) -> str:
    with pytest.raises(wg.IllegalCommand) as caught:
        read_order(text)
    assert (caught.value.clause, caught.value.code) == ("5.2", "unreadable-plot")
    return caught.value.reason


# The notation


@pytest.mark.clause("5.1", "5.2", "5.3")
def test_row_a_of_the_sample_sheet_reads_as_printed() -> None:
    order = read_order(SHEET["80/A"])
    assert order.fire == ("mast", "80/B")
    assert (order.speed, order.legs) == (2, ((0, 4), (5, 2)))
    assert (order.kinds, order.follows, order.also) == ((), "", ())


@pytest.mark.clause("5.3", "5.0-procedure")
@pytest.mark.parametrize("code", ["80/B", "74/B", "74/C"])
def test_rows_b_d_and_e_of_the_sample_sheet_sail_with_the_flagship(code: str) -> None:
    order = read_order(SHEET[code])
    assert (order.follows, order.fire, order.legs) == ("*", None, ())


@pytest.mark.clause("5.3")
def test_row_c_of_the_sample_sheet_fires_and_sails_with_the_flagship() -> None:
    order = read_order(SHEET["74/A"])
    assert (order.follows, order.fire) == ("*", ("mast", "44/B"))


@pytest.mark.clause("5.3", "6.21", "5.2")
def test_the_sample_sheet_is_sailed_by_ships_that_made_four() -> None:
    # The British fleet of the sheet: two 80s and three 74s in a column, at 4 before.
    column = [
        ship("B-80", "A 1010", "N", 4, flag="FF"),
        ship("B-80", "A 1011", "N", 4),
        *(ship("B-74", f"A 10{row}", "N", 4) for row in (12, 13, 14)),
    ]
    french = [
        ship("A-80", "D 1010", "N", 0),
        ship("A-80", "A 1209", "N", 0),
        ship("A-44", "D 1510", "N", 0),
        ship("A-44", "A 1212", "N", 0),
    ]
    game = sea(column, french, wind="S", dice=wg.Dice.of(gunnery=(1, 1)), gunnery={"british": 1})
    lead, second, *rest = [s.code for s in game.state.ships[:5]]
    enemies = [s.code for s in game.state.ships[5:]]
    rows = {
        lead: SHEET["80/A"].replace("Mast Fire", "Column / Mast Fire").replace("80/B", enemies[1]),
        second: SHEET["80/B"],
        rest[0]: SHEET["74/A"].replace("44/B", enemies[3]),
        rest[1]: SHEET["74/B"],
        rest[2]: SHEET["74/C"],
    }
    plot(game, british=rows)
    assert [s.speed for s in game.state.ships[:5]] == [6] * 5
    assert [where(game, n) for n in range(5)] == ["A 0805", "A 0906", "A 1006", "A 1007", "A 1008"]
    assert [fired.target for fired in told(game, "Fired")] == [
        f"A-80 {enemies[1]}",
        f"A-44 {enemies[3]}",
    ]


@pytest.mark.clause("5.1", "5.3")
def test_a_code_in_a_fire_plot_is_the_enemys() -> None:
    game = sea([ship("B-74", "A 1010", "NE", 0)], [ship("A-74", "A 1012", "NE", 0)])
    assert refusal(game, "british", {"74/A": "Fire Crew 74/A"}) == ""
    plot(game, british={"74/A": "Fire Crew 74/A"})
    assert told(game, "Fired")[0].target == "A-74 74/A"


@pytest.mark.clause("5.2")
@pytest.mark.parametrize(
    ("speed", "row", "clause"),
    [
        (4, "Accel 2, N 4, NW 2", ""),
        (3, "SE 3", "6.0-general"),
        (4, "SE 3", ""),
        (4, "N 2, SE 1", ""),
    ],
)
def test_a_course_is_read_from_left_to_right(speed: int, row: str, clause: str) -> None:
    game = sea([ship("B-74", "A 1010", "N", speed)], [FAR], wind="S")
    # Facing N, SE 3 begins with a turn of two hexsides, which costs a point.
    assert refusal(game, "british", {"74/A": row}) == clause


@pytest.mark.clause("5.2")
def test_three_hexes_south_east_at_three_change_no_speed() -> None:
    game = sea([ship("B-74", "A 1010", "SE", 3)], [FAR])
    plot(game, british={"74/A": "SE 3"})
    assert (where(game, 0), game.state.ships[0].speed) == ("A 1312", 3)


@pytest.mark.clause("5.1", "5.2")
@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("accel 2; n 4, nw 2", "Accel 2, N 4, NW 2"),
        ("Accel 2 / N4 / NW2", "Accel 2, N 4, NW 2"),
        ("N4 NW1", "N 4, NW 1"),
        ("Mast Fire at 44/B", "Fire Mast 44/B"),
        ("Crew Fire, 44/b", "Fire Crew 44/B"),
        ("Line Abreast, N 3", "Abreast, N 3"),
        ("Column Ahead under 80/b, N 3", "Column under 80/B, N 3"),
        ("(Formation)", "Formation"),
        ("Accel 0, N 4", "N 4"),
        ("decelerate 4", "Decel 4"),
        ("Fire Mast P-44/B", "Fire Mast P-44/B"),
        (" , ; ", ""),
    ],
)
def test_other_ways_of_writing_mean_the_same(text: str, same: str) -> None:
    assert fields(read_order(text)) == fields(read_order(same))
    assert write_order(read_order(text)) == same


@pytest.mark.clause("5.2")
@pytest.mark.parametrize(
    "text",
    [
        "E 4",
        "N",
        "4",
        "Fire 44/B",
        "Accel 1, Accel 1, N 4",
        "N 1000",
        "Accel 99999",
        "Formation 80/A, Formation 80/B",
        "Flag to 74/A; Flag to 74/B",
        "Column under 80/A, N 1, Abreast under 80/B",
        "Fire Mast",
        "N -1",
        "N 4 and fire",
    ],
)
def test_what_cannot_be_read_names_the_part_and_what_can(text: str) -> None:
    assert text.split(",")[0].split(";")[0][:3] in unreadable(text)


@pytest.mark.clause("7.0-type", "5.1")
def test_fire_without_the_kind_of_hits_is_told_what_is_wanting() -> None:
    assert 'for which hits, such as "Fire Mast 44/B"' in unreadable("N 4; Fire 44/B")


@pytest.mark.clause("5.2", "5.0-procedure")
@pytest.mark.parametrize("mode", ["assisted", "book"])
def test_a_slip_is_told_under_the_ships_code_and_a_second_row_is_refused(mode: str) -> None:
    fleet = [ship("B-74", "A 1010", "N", 0), ship("B-64", "A 1210", "N", 0)]
    game = sea(fleet, [FAR], mode=mode)
    with pytest.raises(wg.IllegalCommand) as caught:
        plot(game, british={"74/A": "SE 0", "64/K": "SE 0, Q 2"})
    assert caught.value.reason.startswith("64/K: cannot read 'Q 2' in 'SE 0, Q 2': ")
    assert caught.value.clause == "5.2"
    with pytest.raises(wg.IllegalCommand) as caught:
        plot(game, british={"74/A": "SE 0", "74/a": "S 0"})
    assert caught.value.reason == "74/A has two rows; write one"


@pytest.mark.clause("5.0-procedure")
def test_a_row_is_for_a_ship_of_ones_own() -> None:
    for mode in ("assisted", "book"):
        game = sea([ship("B-74", "A 1010", "N", 0)], [FAR], mode=mode)
        with pytest.raises(wg.IllegalCommand) as caught:
            plot(game, british={"74/B": "N 4"})
        assert caught.value.code == "not-your-ship"
        assert "74/A" in caught.value.reason


@pytest.mark.clause("5.2", "13.0-ratings")
def test_a_code_may_be_written_with_blanks_and_in_small_letters() -> None:
    game = sea([ship("B-74", "A 1010", "S", 4)], [FAR])
    assert refusal(game, "british", {"74 / a": "S 4"}) == ""


# Round trips


CODES = st.builds(
    lambda prize, rating, letter: f"{prize}{rating}/{letter}",
    st.sampled_from(["", "P-"]),
    st.sampled_from(["14", "44", "74", "120", "MM"]),
    st.sampled_from("ABKZ1"),
)
FIRE = st.tuples(st.sampled_from(["mast", "crew"]), CODES)


@st.composite
def orders(draw: st.DrawFn) -> Order:
    legs = tuple(draw(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 17)), max_size=5)))
    changes = draw(
        st.lists(
            st.tuples(st.integers(0, len(legs)), st.sampled_from(["column", "abreast"])),
            max_size=3,
        )
    )
    kinds = tuple(sorted(changes, key=lambda change: change[0]))
    fire = draw(st.none() | FIRE)
    return Order(
        "",
        draw(st.none() | st.integers(-17, 17).filter(bool)),
        legs,
        kinds,
        draw(st.just("") | st.just("*") | CODES),
        fire,
        draw(st.just("") | CODES),
        draw(st.booleans()),
        draw(st.just("") | CODES) if kinds else "",
        tuple(draw(st.lists(FIRE, max_size=2))) if fire else (),
    )


@pytest.mark.clause("5.1", "5.2", "8.14")
@given(order=orders())
def test_a_row_that_is_written_reads_as_what_it_was(order: Order) -> None:
    text = write_order(order)
    again = read_order(text)
    assert fields(again) == fields(order)
    assert write_order(again) == text


@pytest.mark.clause("5.2")
@given(text=st.text(alphabet="NSEWnw0123456789 ,;/()ABfireCrewMastColumn-", max_size=24))
def test_any_text_is_read_or_refused_and_what_is_read_can_be_written(text: str) -> None:
    try:
        order = read_order(text)
    except wg.IllegalCommand:
        return
    assert fields(read_order(write_order(order))) == fields(order)


# What must be plotted


@pytest.mark.clause("5.0-procedure")
def test_a_ship_at_rest_without_a_row_stays_and_does_not_turn_or_fire() -> None:
    game = sea([ship("B-74", "A 1010", "NE", 0)], [ship("A-74", "A 1012", "NE", 0)])
    plot(game)
    assert (where(game, 0), HEADINGS[game.state.ships[0].heading]) == ("A 1010", "NE")
    assert not told(game, "Fired")


@pytest.mark.clause("5.0-procedure", "6.11")
def test_a_moving_ship_without_a_row_has_an_illegal_plot() -> None:
    british, french = [ship("B-74", "A 1010", "N", 4)], [ship("A-74", "D 1012", "NE", 0)]
    assert refusal(sea(british, french), "british", {}) == "5.0-procedure"
    game = sea(british, french, mode="book", dice=wg.Dice.of(helm=(3,)))
    plot(game)
    assert where(game, 0) == "A 1006"
    assert [lost.misplotted for lost in told(game, "OutOfCommand")] == [True]


@pytest.mark.clause("5.0-procedure", "8.14")
def test_a_row_that_says_formation_sails_with_the_flagship() -> None:
    british = [ship("B-74", "A 1010", "N", 4, flag="F"), ship("B-74", "A 1012", "N", 4)]
    game = sea(british, [FAR], wind="S")
    plot(game, british={"74/A": "Column, N 2, NE 2", "74/B": "(Formation)"})
    assert (where(game, 0), where(game, 1)) == ("A 1207", "A 1008")


@pytest.mark.clause("5.0-general")
def test_plots_are_secret_until_the_last_is_in_and_then_cannot_be_changed() -> None:
    game = sea([ship("B-74", "A 1010", "N", 4)], [ship("A-74", "D 1010", "N", 4)], wind="S")
    answer(game, "plot", british={"orders": {"74/A": "NE 4"}})
    assert not told(game, "Moved")
    [theirs] = game.decisions
    assert theirs.seat == "french"
    with pytest.raises(wg.DecisionClosed):
        game.submit("british-1", {"orders": {"74/A": "N 4"}})
    plot(game, french={"74/A": "N 4"})
    assert where(game, 0) == "A 1408"


@pytest.mark.clause("5.0-general", "7.11")
def test_fire_that_is_plotted_is_given_and_none_need_be_plotted() -> None:
    game = sea([ship("B-74", "A 1010", "NE", 0)], [ship("A-74", "A 1012", "NE", 0)])
    assert refusal(game, "british", {}) == ""
    plot(game, british={"74/A": "Fire Mast 74/A"})
    assert len(told(game, "Fired")) == 1
    assert [d.kind for d in game.decisions if d.kind != "plot"] == []


@pytest.mark.clause("5.0-delay", "6.55")
def test_three_mast_hits_slow_a_ship_from_the_next_turn() -> None:
    game = sea(
        [ship("B-50", "A 1010", "SE", 6)],
        [ship("A-120", "A 1012", "SE", 0)],
        dice=wg.Dice.of(gunnery=(6,)),
    )
    plot(game, british={"50/A": "SE 6"}, french={"120/A": "Fire Mast 50/A"})
    assert (game.state.ships[0].mast, where(game, 0)) == (3, "A 1613")
    plot(game, british={"50/A": "SE 2"})
    assert (where(game, 0), game.state.ships[0].speed) == ("A 1814", 2)
    plot(game)
    assert (where(game, 0), game.state.ships[0].speed) == ("A 1814", 0)


@pytest.mark.clause("5.0-delay", "7.3")
def test_crew_hits_of_this_turn_weaken_nobody_this_turn() -> None:
    game = sea(
        [ship("B-74", "A 1010", "NE", 0)],
        [ship("A-74", "A 1012", "NE", 0)],
        dice=wg.Dice.of(gunnery=(6, 6), damage_control=(6, 6)),
    )
    both = {"british": {"74/A": "Fire Crew 74/A"}, "french": {"74/A": "Fire Crew 74/A"}}
    plot(game, **both)
    assert sorted(fired.total for fired in told(game, "Fired")) == [23, 25]
    plot(game, british={"74/A": "Fire Crew 74/A"})
    assert told(game, "Fired")[-1].total == 11


# Fire


@pytest.mark.clause("5.1", "6.12", "7.21")
def test_two_targets_in_a_row_are_an_illegal_combat_plot() -> None:
    british = [ship("B-74", "A 1010", "NE", 2)]
    french = [ship("A-74", "A 1012", "NE", 0), ship("A-74", "A 1008", "NE", 0)]
    row = {"74/A": "NE 2; Fire Mast 74/A; Fire Mast 74/B"}
    assert refusal(sea(british, french), "british", row) == "5.1"
    game = sea(british, french, mode="book")
    plot(game, british=row)
    assert not told(game, "Fired")
    assert where(game, 0) == "A 1209"


@pytest.mark.clause("5.1", "7.22")
def test_ships_that_join_on_a_target_name_one_kind_of_hit() -> None:
    british = [ship("B-74", "A 1010", "NE", 0), ship("B-74", "A 1014", "NE", 0)]
    french = [ship("A-74", "A 1012", "NE", 0)]
    rows = {"74/A": "Fire Mast 74/A", "74/B": "Fire Crew 74/A"}
    assert refusal(sea(british, french), "british", rows) == "5.1"
    game = sea(british, french, mode="book")
    plot(game, british=rows)
    [fired] = told(game, "Fired")
    assert ([firer[0] for firer in fired.firers], fired.target_kind) == (["B-74 74/A"], "mast")


@pytest.mark.clause("5.1")
def test_a_target_must_be_on_the_map() -> None:
    game = sea([ship("B-74", "A 1010", "NE", 0)], [ship("A-74", "A 1012", "NE", 0)])
    assert refusal(game, "british", {"74/A": "Fire Mast 74/B"}) == "5.1"


# Samples


@pytest.mark.clause("5.0-general", "6.0-general")
@given(seed=st.integers(0, 10_000), into=st.booleans(), up=st.booleans())
def test_a_sample_is_a_legal_plot(seed: int, into: bool, up: bool) -> None:
    british = [
        ship("B-74", "A 1010", "NE", 4, flag="F"),
        ship("B-74", "A 0910", "NE", 4),
        ship("B-44", "A 0811", "NE", 6, mast=1),
        ship("B-74", "A 1510", "S", 9, flag="FF"),
        ship("B-74", "A 1508", "S", 8),
        ship("B-74", "A 1506", "SE", 3, mast=3),
    ]
    french = [ship("A-74", "A 1212", "N", 0), ship("A-74", "A 1012", "N", 2, crew=2)]
    options = {"no_sailing_into_wind": into, "bearing_up": up}
    game = sea(british, french, options=options)
    for decision in game.decisions:
        assert decision.complaint(decision.sample(wg.Dice(seed))) is None
