"""What a data file that is wrong is told: each slip by its place, in plain words."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal

import pytest
from pydantic import Field, model_validator

from weathergage.boards.free import Region
from weathergage.errors import BadFile
from weathergage.scenarios import Scenario, Side, Strict, validate

GOOD = """
id = "off-ushant"
title = "Off Ushant"
date = "1781-12-12"
source = "tests"
status = "house"
turns = 10

[[sides]]
id = "british"
name = "British"

[[sides.ships]]
name = "Victory"
guns = 100
at = [10, 12]
trim = 1.5
flag = true
"""


class Ship(Strict):
    name: str
    guns: int = Field(gt=0)
    at: tuple[float, float]
    kind: Literal["ship", "brig"] = "ship"
    grade: str = ""
    trim: float = 0.0
    flag: bool = False
    shoal: tuple[tuple[float, float], ...] = ()


class OwnSide(Side):
    ships: tuple[Ship, ...] = ()


class Battle(Scenario):
    sides: tuple[OwnSide, ...] = Field(min_length=1, max_length=2)

    @model_validator(mode="after")
    def _is_sound(self) -> Battle:
        for side in self.sides:
            for ship in side.ships:
                if ship.at == (0, 0):
                    raise ValueError(f"{ship.name} is in the corner: move her out of it")
                if ship.shoal:
                    Region.of("the Pearl", "shoal", ship.shoal)
        return self


def told(old: str, new: str) -> str:
    """What is said of the file with a part of it changed."""
    assert old in GOOD
    data = tomllib.loads(GOOD.replace(old, new, 1))
    with pytest.raises(BadFile) as error:
        validate(Battle, data, Path("off-ushant.toml"))
    return str(error.value)


def test_a_sound_file_is_read() -> None:
    assert validate(Battle, tomllib.loads(GOOD), Path("off-ushant.toml")).sides[0].ships[0].guns


SHIP = "off-ushant.toml: sides.british.ships.Victory."
SLIPS = {
    "missing": ('title = "Off Ushant"\n', "", "off-ushant.toml: title: is missing"),
    "missing in a list": ("at = [10, 12]\n", "", SHIP + "at: is missing"),
    "text for a number": (
        "guns = 100",
        'guns = "many"',
        SHIP + "guns: should be a whole number, and is 'many'",
    ),
    "half a gun": ("guns = 100", "guns = 9.5", SHIP + "guns: should be a whole number, and is 9.5"),
    "number for text": (
        'title = "Off Ushant"',
        "title = 5",
        "off-ushant.toml: title: should be text in quotation marks, and is 5",
    ),
    "date without marks": (
        'date = "1781-12-12"',
        "date = 1781-12-12",
        "off-ushant.toml: date: should be text in quotation marks, and is 1781-12-12",
    ),
    "words for a number": (
        "trim = 1.5",
        'trim = "aft"',
        SHIP + "trim: should be a number, and is 'aft'",
    ),
    "neither true nor false": (
        "flag = true",
        'flag = "admiral"',
        SHIP + "flag: should be true or false, and is 'admiral'",
    ),
    "a place that is no list": (
        "at = [10, 12]",
        'at = "10, 12"',
        SHIP + "at: should be a list, and is '10, 12'",
    ),
    "none of the words": (
        "flag = true",
        'kind = "bark"',
        SHIP + "kind: should be 'ship' or 'brig', and is 'bark'",
    ),
    "too small": ("guns = 100", "guns = 0", SHIP + "guns: should be greater than 0, and is 0"),
    "misspelt": (
        "flag = true",
        'garde = "A"',
        SHIP + "garde: is not a key that belongs here; did you mean grade?",
    ),
    "misspelt and so missing": (
        "guns = 100",
        "gnus = 100",
        SHIP + "gnus: is not a key that belongs here; did you mean guns?",
    ),
    "strange": (
        "flag = true",
        "weather = 3",
        SHIP + "weather: is not a key that belongs here; correct its spelling or leave it out",
    ),
    "what the ruleset finds": (
        "at = [10, 12]",
        "at = [0, 0]",
        "off-ushant.toml: Victory is in the corner: move her out of it",
    ),
    "an outline that crosses itself": (
        "flag = true",
        "shoal = [[0, 0], [5, 5], [5, 0], [0, 5]]",
        'off-ushant.toml: The outline of "the Pearl" needs three corners or more and may not '
        "cross itself.",
    ),
    "another name than the file's": (
        'id = "off-ushant"',
        'id = "ushant"',
        "off-ushant.toml: id: is 'ushant', but the file is called 'off-ushant'; "
        "give both the same name",
    ),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_told_by_its_place_and_in_plain_words(slip: str) -> None:
    old, new, sentence = SLIPS[slip]
    assert told(old, new) == sentence


def test_too_few_and_too_many_are_told_as_numbers() -> None:
    data = tomllib.loads(GOOD)
    for count, sentence in (
        (0, "should have at least 1, and has 0"),
        (3, "should have at most 2, and has 3"),
    ):
        sides = [{"id": f"side-{n}", "name": "Side"} for n in range(count)]
        with pytest.raises(BadFile, match=f"sides: {sentence}"):
            validate(Battle, {**data, "sides": sides}, Path("off-ushant.toml"))


def test_several_slips_are_told_at_once_and_five_at_most() -> None:
    data = tomllib.loads(GOOD)
    ship = data["sides"][0]["ships"][0]
    ship["guns"], data["turns"] = 0, 0
    with pytest.raises(BadFile) as error:
        validate(Battle, data, Path("off-ushant.toml"))
    assert "turns: should be greater than 0" in str(error.value)
    assert "; sides.british.ships.Victory.guns: should be greater" in str(error.value)
    data["sides"][0]["ships"] = [{**ship, "name": f"Ship {n}"} for n in range(9)]
    with pytest.raises(BadFile) as error:
        validate(Battle, data, Path("off-ushant.toml"))
    assert str(error.value).count("should be greater") == 5


def test_a_long_value_is_cut_short() -> None:
    said = told("flag = true", f'kind = "{"x" * 99}"')
    assert said.endswith("...")
    assert len(said) < 140
