from __future__ import annotations

import dataclasses
import json

import pytest
import toy

import weathergage as wg
from weathergage.events import in_words, kind_of
from weathergage.views import story, told_to


@wg.event
class Signal(wg.Event):
    ship: str
    flags: tuple[int, ...]
    clause: str


def test_an_event_is_plain_data_in_the_order_of_its_fields() -> None:
    signal = Signal("red 1", (1, 6), "4.1")
    assert signal.plain() == ["Signal", "red 1", (1, 6), "4.1"]
    assert json.loads(json.dumps(signal.plain())) == ["Signal", "red 1", [1, 6], "4.1"]
    assert kind_of("Signal") is Signal
    assert dataclasses.astuple(signal) == ("red 1", (1, 6), "4.1")


def test_two_rulesets_may_have_a_kind_of_event_of_the_same_name() -> None:
    def made(package: str) -> type[wg.Event]:
        return wg.event(type("HauledDown", (wg.Event,), {"__module__": f"{package}.flags"}))

    alone = made("one")
    assert kind_of("HauledDown", "elsewhere") is alone
    other = made("other")
    assert kind_of("HauledDown", "one") is alone
    assert kind_of("HauledDown", "other") is other
    assert kind_of("HauledDown", "elsewhere") is None
    assert kind_of("TurnBegan", "one") is wg.TurnBegan


def test_an_event_has_slots_and_no_room_for_more() -> None:
    with pytest.raises(AttributeError):
        Signal("red 1", (), "4.1").extra = 1  # type: ignore[attr-defined]


def test_a_roll_tells_faces_modifiers_and_result() -> None:
    plain = wg.Rolled("the wind", "2.0", (3,), (), 3)
    assert plain.say() == "Die for the wind: 3."
    changed = wg.Rolled("fire", "4.1", (3, 4), (("crew", -2, "4.2"), ("gage", 1, "4.3")), 6)
    assert changed.say() == "Die for fire: 3 + 4 - 2 (crew) + 1 (gage) = 6."


def test_a_sentence_is_told_as_it_stands_and_under_its_clause() -> None:
    shift = wg.Happened("The wind shifts to the SW.", "1.2")
    assert shift.say() == "The wind shifts to the SW."
    assert list(shift.under()) == ["1.2"]
    assert shift.plain() == ["Happened", "The wind shifts to the SW.", "1.2", ""]


def test_the_end_tells_who_and_why() -> None:
    won = wg.GameEnded("red", "the chest is found", "5.0", (("red", 3), ("blue", 0)))
    assert won.say() == "Victory: red; the chest is found (red 3, blue 0)."
    assert wg.GameEnded("draw", "time", "6.0", ()).say() == "A draw; time."


def test_a_person_hears_who_won_by_the_names_of_the_sides() -> None:
    won = wg.GameEnded("red", "the chest is found", "5.0", (("red", 3), ("blue", 0)))
    names = {"red": "Red Lock", "blue": "Blue Lock"}
    assert (
        in_words(won, names) == "Victory: Red Lock; the chest is found (Red Lock 3, Blue Lock 0)."
    )
    assert won.plain() == [
        "GameEnded",
        "red",
        "the chest is found",
        "5.0",
        (("red", 3), ("blue", 0)),
    ]
    assert in_words(wg.GameEnded("draw", "time", "6.0", ()), names) == "A draw; time."
    moved = toy.Moved("red 1", 1, "4.0")
    assert in_words(moved, names) == moved.say()


def test_what_one_seat_is_told_no_other_hears() -> None:
    secret = wg.Told("red", toy.Hidden(3, "1.0"), "1.0")
    public = toy.Moved("red 1", 1, "4.0")
    assert told_to("red", [secret, public]) == [secret, public]
    assert told_to("blue", [secret, public]) == [public]
    assert story([secret, public], "blue") == [("red 1 goes to lock 1.", "4.0")]
    assert story([secret, public])[0] == ("The chest is in lock 3.", "1.0")
    assert secret.plain() == ["Told", "red", ["Hidden", 3, "1.0"], "1.0"]
