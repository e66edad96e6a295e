from __future__ import annotations

from enum import Enum
from typing import Any, Literal, Self

import pytest
from pydantic import Field, ValidationError, model_validator

import weathergage as wg
from weathergage.commands import every, parse_command


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


class Hail(wg.Command):
    """Hail a ship within range of a speaking trumpet."""

    tone: Literal["civil", "rude"]
    lantern: bool = False
    cables: int | None = Field(default=None, ge=1, le=2)


class Lee(Enum):
    """The side away from the wind."""

    PORT = "port"
    STARBOARD = "starboard"


class HeaveTo(wg.Command):
    """Lie to on one tack, never on port in the dark."""

    tack: Lee
    lantern: bool

    @model_validator(mode="after")
    def _is_lit_on_port(self) -> Self:
        if self.tack is Lee.PORT and not self.lantern:
            raise ValueError("a light is shown on the port tack")
        return self


def test_a_kind_with_few_answers_lists_them_all() -> None:
    hails = every((Hail,))
    assert len(hails) == len(set(hails)) == 12
    assert hails[0] == Hail(tone="civil", lantern=False, cables=1)
    assert {hail.cables for hail in hails if isinstance(hail, Hail)} == {1, 2, None}


def test_what_a_kind_itself_refuses_is_not_listed() -> None:
    assert every((HeaveTo, wg.Decline)) == (
        HeaveTo(tack=Lee.PORT, lantern=True),
        HeaveTo(tack=Lee.STARBOARD, lantern=False),
        HeaveTo(tack=Lee.STARBOARD, lantern=True),
        wg.Decline(),
    )


def test_a_kind_whose_answers_have_no_end_is_not_listed() -> None:
    with pytest.raises(wg.WeathergageError, match=r"choose\.choice .* needs answers="):
        every((wg.Choose,))

    class Sound(wg.Command):
        fathoms: int = Field(ge=1)

    with pytest.raises(wg.WeathergageError, match=r"sound\.fathoms .* needs answers="):
        every((Sound,))

    class Signal(wg.Command):
        hoist: int = Field(gt=0, lt=100)
        reply: int = Field(gt=0, lt=100)

    with pytest.raises(wg.WeathergageError, match="signal has more than 1000 answers"):
        every((Signal,))
