"""A report: one page that needs nothing else, tidy figures, and nothing lost on the way."""

from __future__ import annotations

import csv
import io
from html.parser import HTMLParser

import pytest

from weathergage.study.reports import INK, Chart, Grid, Report, Section, shown, tidy

CHART = Chart(
    "Games won",
    f'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><path fill="{INK}"/></svg>',
    "British 40 %, French 60 %",
)


def report(**changes: object) -> Report:
    whole: dict[str, object] = {
        "title": "Does <Trafalgar> favour the British?",
        "answer": "It does & by much.",
        "made_by": (("command", "weathergage compare battle trafalgar -n 10"), ("seeds", "1-10")),
        "sections": (
            Section(
                "Who won",
                ("Ten games.",),
                (Grid("Wins", ("side", "share"), (("British", 0.4),), ("share",), "Of ten."),),
                (CHART,),
            ),
        ),
        "provenance": ("Table gunnery-2 is reconstructed.",),
        "measures": ({"arm": "a", "value": 1}, {"arm": "b, c", "low": 0.5}),
    }
    return Report(**{**whole, **changes})  # type: ignore[arg-type]


class Page(HTMLParser):
    """What a page loads, and whether its tags close in order."""

    VOID = frozenset({"meta", "path", "link", "img", "br", "!doctype"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        if tag in ("link", "script", "img", "iframe"):
            self.loads.append(tag)
        self.loads += [v or "" for k, v in attrs if k in ("src", "href", "data", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def read(page: str) -> Page:
    parser = Page()
    parser.feed(page)
    parser.close()
    return parser


def test_the_page_needs_nothing_else_and_its_tags_close() -> None:
    page = read(report().html())
    assert page.loads == []
    assert page.open == []


def test_the_page_tells_all_of_the_report() -> None:
    text = " ".join(" ".join(read(report().html()).text).split())
    for told in (
        "Does <Trafalgar> favour the British?",
        "It does & by much.",
        "Ten games.",
        "Wins",
        "0.4",
        "Of ten.",
        "Games won",
        "Table gunnery-2 is reconstructed.",
        "weathergage compare battle trafalgar -n 10",
    ):
        assert told in text


def test_the_page_follows_light_and_dark_and_a_phones_width() -> None:
    page = report().html()
    assert "prefers-color-scheme: dark" in page
    assert 'name="viewport"' in page
    assert INK not in page
    assert 'fill="currentColor"' in page


def test_the_same_report_gives_the_same_bytes() -> None:
    assert report().html() == report().html()


def test_a_report_without_provenance_has_no_heading_for_it() -> None:
    assert "reconstructed, guessed" not in report(provenance=()).html()


def test_tidy_figures_keep_every_key_and_every_comma() -> None:
    rows = list(csv.DictReader(io.StringIO(report(made_by=(), provenance=()).csv())))
    assert rows == [
        {"arm": "a", "value": "1", "low": ""},
        {"arm": "b, c", "value": "", "low": "0.5"},
    ]


def test_figures_say_in_comments_what_makes_them_again_and_what_was_reconstructed() -> None:
    made = report(made_by=(("Command", "wg a"), ("Seeds", "1 to 5")), provenance=("t is ours",))
    assert made.csv() == "# Command: wg a\n# Seeds: 1 to 5\n# t is ours\n" + tidy(made.measures)


def test_no_measures_are_an_empty_line_of_names() -> None:
    assert tidy(()) == "\n"


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("a", "a"),
        (7, "7"),
        (0.123456, "0.123"),
        (1234.6, "1,235"),
        (99.96, "100"),
        (12000, "12000"),
    ],
)
def test_figures_are_shown_to_a_sensible_number_of_places(cell: object, words: str) -> None:
    assert shown(cell) == words  # type: ignore[arg-type]
