"""Ships' logs: below a map in SVG, as tables in a terminal, and nowhere unless asked for."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

from weathergage.cli.app import app
from weathergage.cli.pictures import with_logs
from weathergage.draw.picture import (
    FreeTable,
    HexTable,
    LogBox,
    LogMark,
    LogRow,
    Picture,
    SectionMark,
    ShipMark,
    SideMark,
)
from weathergage.draw.svg import svg
from weathergage.draw.terminal import logs
from weathergage.errors import UnknownName

SVG = "{http://www.w3.org/2000/svg}"
TICKS = tuple(LogBox("/" if place < 7 else "") for place in range(40))


def log(id: str, side: str = "blue", **more: Any) -> LogMark:
    rows = (
        LogRow("Guns", "2-4-4", (LogBox("L"), LogBox("M", crossed=True), LogBox(crossed=True))),
        LogRow("Hits", boxes=TICKS, group=5),
        LogRow("Setting", "under battle sail & all plain sail that she can carry in this wind"),
        LogRow("Nothing"),
    )
    return LogMark(id, id.title(), side, "74, crew B", rows, **more)


def picture(board: FreeTable | HexTable | None = None, **more: Any) -> Picture:
    return Picture(
        title="A trial",
        subtitle="on a table",
        turn=3,
        phase="Fire",
        board=board or FreeTable(60, 60),
        ships=[
            ShipMark("caesar", "CAE", "Caesar", "blue", at=(20, 20)),
            ShipMark("desaix", "DES", "Desaix", "red", at=(30, 20)),
        ],
        wind=None,
        sides=[SideMark("blue", "Blue", 0), SideMark("red", "Red", 1)],
        logs=[log("desaix", "red"), log("caesar")],
        **more,
    )


def cards(drawn: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(drawn)
    return [group for group in root.iter(f"{SVG}g") if group.get("class") == "log"]


def height(drawn: str) -> float:
    return float(ElementTree.fromstring(drawn).get("height", "0"))


def test_a_picture_draws_no_log_unless_it_is_asked_to() -> None:
    with_them = picture()
    assert svg(with_them) == svg(replace(with_them, logs=[]))
    assert svg(with_them) == svg(replace(with_them, logs=[], logged=("all",)))


@pytest.mark.parametrize("board", [FreeTable(60, 60), HexTable([SectionMark("A", 0, 0, 20, 20)])])
def test_logs_lie_below_the_sheet_whatever_the_board(board: FreeTable | HexTable) -> None:
    bare, full = svg(picture(board)), svg(picture(board, logged=("all",)))
    assert len(cards(full)) == 2
    assert height(full) > height(bare)
    for card in cards(full):
        _, y = card.get("transform", "").removeprefix("translate(").split(")")[0].split()
        assert height(bare) <= float(y) < height(full)


def test_logs_stand_side_by_side_in_the_order_of_the_sides() -> None:
    names = [next(card.iter(f"{SVG}text")).text for card in cards(svg(picture(logged=("all",))))]
    assert names == ["Caesar", "Desaix"]


def test_one_ship_s_log_alone_can_be_asked_for() -> None:
    (card,) = cards(svg(picture(logged=("desaix",))))
    words = [text.text for text in card.iter(f"{SVG}text")]
    assert words[:2] == ["Desaix", "74, crew B"]
    assert "2-4-4" in words
    assert words.count("/") == 7


def test_nothing_of_a_log_leaves_its_card() -> None:
    for card in cards(svg(picture(logged=("all",)))):
        frame = card.find(f"{SVG}rect")
        assert frame is not None
        wide, high = float(frame.get("width", 0)), float(frame.get("height", 0))
        for inner in card.iter(f"{SVG}g"):
            where = inner.get("transform", "")
            if inner is card or not where:
                continue
            left, top = (float(part) for part in where[10:-1].split())
            assert top + 21 <= high
            for box in inner.iter(f"{SVG}rect"):
                assert left + float(box.get("x", 0)) + float(box.get("width", 0)) <= wide


def test_a_log_with_as_many_rows_as_another_is_as_high() -> None:
    first, second = cards(svg(picture(logged=("all",))))
    assert [first.find(f"{SVG}rect").get(key) for key in ("width", "height")] == [  # type: ignore[union-attr]
        second.find(f"{SVG}rect").get(key)  # type: ignore[union-attr]
        for key in ("width", "height")
    ]


def test_a_log_prints_as_a_table() -> None:
    console = Console(width=100, record=True, file=StringIO())
    for table in logs(picture(logged=("caesar",))):
        console.print(table)
    printed = console.export_text()
    assert "Caesar  74, crew B" in printed
    assert "2-4-4  [L][x][x]" in printed
    assert "[/][/][/][/][/] [/][/][ ][ ][ ] [ ]" in printed
    assert "Desaix" not in printed


def test_logs_are_asked_for_by_name_or_all() -> None:
    assert [one.ship for one in with_logs(picture(), "DES").shown_logs()] == ["desaix"]
    assert [one.ship for one in with_logs(picture()).shown_logs()] == ["caesar", "desaix"]
    with pytest.raises(UnknownName, match="Desaix"):
        with_logs(picture(), "Dessaix")


def test_that_there_are_no_logs_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with_logs(replace(picture(), logs=[]))
    assert "there are no logs to show" in capsys.readouterr().err


def test_show_says_that_a_ruleset_has_no_logs() -> None:
    result = CliRunner().invoke(app, ["show", "frigate/constitution-guerriere", "--logs"])
    assert result.exit_code == 0
    assert "there are no logs to show" in result.stderr
