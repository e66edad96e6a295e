"""A state without secrets: copied whole, kept whole, shown whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, strategies as st

import weathergage as wg
from weathergage.records import canonical


@dataclass(frozen=True)
class Card:
    """What never changes."""

    guns: int


@dataclass(slots=True)
class Hull:
    name: str
    pose: wg.HexPose
    damage: wg.CappedHits
    orders: list[tuple[int, int]] = field(default_factory=list)


@dataclass(slots=True)
class Table(wg.OpenState):
    wind: int
    hulls: list[Hull]
    marks: dict[str, list[int]] = field(default_factory=dict)
    seen: set[str] = field(default_factory=set)
    card: Card = field(default_factory=lambda: Card(4))
    flag: Hull | None = None


def table() -> Table:
    hulls = [
        Hull(name, wg.HexPose.at(n, 3, "SE"), wg.CappedHits.of({"hull": 4}), [(n, 1)])
        for n, name in enumerate(("Wren", "Finch"))
    ]
    return Table(2, hulls, {"buoys": [1, 2]}, {"Wren"}, turn=3)


def test_a_copy_is_the_same_and_shares_nothing_that_changes() -> None:
    state = table()
    state.flag = Hull("Swift", wg.HexPose.at(0, 0, "N"), wg.CappedHits.of({"hull": 1}))
    other = state.copy()
    assert other == state
    other.turn = 4
    other.hulls[0].damage.add("hull", 2)
    other.hulls[0].orders.append((9, 9))
    other.hulls[1].pose = other.hulls[1].pose.ahead(1)
    other.marks["buoys"].append(3)
    other.marks["wrecks"] = []
    other.seen.add("Finch")
    assert other.flag is not None
    other.flag.name = "Swallow"
    fresh = table()
    fresh.flag = state.flag
    assert state == fresh
    assert state.flag.name == "Swift"
    assert other.card is state.card


def test_a_part_that_copies_itself_is_asked_to() -> None:
    class Parcel:
        """Something with a way of its own."""

        def copy(self) -> Parcel:
            raise LookupError

    @dataclass(slots=True)
    class Sealed:
        """A dataclass with a copy of its own."""

        inside: int

        def copy(self) -> Sealed:
            return Sealed(self.inside + 1)

    @dataclass(slots=True)
    class Hold(wg.OpenState):
        sealed: list[Sealed]
        parcel: Parcel

    parcel = Parcel()
    copied = Hold([Sealed(1)], parcel).copy()
    assert copied.sealed == [Sealed(2)]
    # What is no dataclass is taken for something that never changes.
    assert copied.parcel is parcel


def test_what_is_on_the_table_is_told_as_data_without_what_only_runs_the_game() -> None:
    state = table()
    state.agenda = (("move", (1,)),)
    state.outcome = wg.Outcome("draw", "so", "1.1")
    data = state.plain()
    assert canonical(data)
    assert set(data) == {"turn", "wind", "hulls", "marks", "seen", "card", "flag"}
    assert (data["turn"], data["wind"]) == (3, 2)
    assert data["hulls"][0]["name"] == "Wren"
    assert data["hulls"][0]["damage"] == {"caps": {"hull": 4}, "hits": {"hull": 0}}


@given(st.integers(0, 5), st.lists(st.integers(0, 4), max_size=4), st.integers(1, 99))
def test_what_was_kept_comes_back(wind: int, hits: list[int], turn: int) -> None:
    state = table()
    state.wind, state.turn = wind, turn
    for hull, number in zip(state.hulls, hits, strict=False):
        hull.damage.add("hull", number)
    assert Table.restore(None, state.plain()) == state


def test_a_table_of_other_rules_is_refused_with_the_field() -> None:
    data = table().plain()
    del data["hulls"][1]["pose"]
    with pytest.raises(wg.RecordMismatch, match=r"hulls\.1\.pose"):
        Table.restore(None, data)


def test_every_seat_sees_all_of_a_copy() -> None:
    game: Any = SimpleNamespace(state=table())
    seen = Table.view(game, "red")
    assert seen == game.state
    assert seen is not game.state
    imagined = Table.imagine(game, SimpleNamespace(table=seen))
    assert imagined == seen
    assert imagined.hulls[0] is not seen.hulls[0]
