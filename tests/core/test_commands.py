from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

import weathergage as wg
from weathergage.commands import parse_command


class RaiseSail(wg.Command):
    points: int
    ship: str = "flag"


class Wait(wg.Command):
    KIND = "hold"


def refused(value: Any, *kinds: type[wg.Command]) -> wg.IllegalCommand:
    with pytest.raises(wg.IllegalCommand) as caught:
        parse_command(value, kinds or (RaiseSail, Wait), "red 1", "4.1")
    assert (caught.value.about, caught.value.clause) == ("red 1", "4.1")
    return caught.value


def test_a_kind_is_the_name_of_the_class_unless_it_says_otherwise() -> None:
    assert RaiseSail.KIND == "raise-sail"
    assert Wait.KIND == "hold"


def test_a_command_survives_as_data() -> None:
    command = RaiseSail(points=2)
    assert command.data() == {"kind": "raise-sail", "points": 2, "ship": "flag"}
    assert parse_command(command.data(), (Wait, RaiseSail)) == command
    assert parse_command(command, (RaiseSail,)) is command


def test_a_command_made_the_short_way_is_checked_like_any_other() -> None:
    made = RaiseSail.of({"points": 2})
    assert made == RaiseSail(points=2)
    assert made.data() == RaiseSail(points=2).data()
    assert made.model_fields_set == RaiseSail(points=2).model_fields_set
    with pytest.raises(ValidationError):
        RaiseSail.of({"points": "many"})
    with pytest.raises(ValidationError):
        RaiseSail.of({"points": 2, "wind": "fair"})


def test_data_without_a_kind_is_of_the_first() -> None:
    assert parse_command({"points": 3}, (RaiseSail, Wait)) == RaiseSail(points=3)
    assert parse_command({"kind": "hold"}, (RaiseSail, Wait)) == Wait()


def test_a_command_does_not_change() -> None:
    with pytest.raises(ValueError, match="frozen"):
        RaiseSail(points=2).points = 3  # type: ignore[misc]


@pytest.mark.parametrize("value", [None, 3, "hold", ["hold"], object])
def test_what_is_no_command_is_refused(value: Any) -> None:
    assert refused(value).code == "malformed"


def test_a_field_that_is_wrong_is_named() -> None:
    error = refused({"kind": "raise-sail", "points": "many"})
    assert error.code == "malformed"
    assert error.reason == "raise-sail: points: should be a whole number, and is 'many'"
    assert refused({"kind": "raise-sail"}).reason == "raise-sail: points: is missing"
    assert (
        "colour: is not a key that belongs here" in refused({"points": 1, "colour": "red"}).reason
    )


def test_another_kind_is_refused_with_those_wanted() -> None:
    for value in (wg.Decline(), {"kind": "decline"}):
        error = refused(value)
        assert error.code == "wrong-kind"
        assert error.reason == "this decision takes raise-sail or hold, not decline"
