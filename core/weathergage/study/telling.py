"""A study's summary as a report that people read.

Takes the plain data of `summary`, so that a report can be made again from a kept JSON file; adds
the words, the tables and the pictures. Every figure stands with its interval of 95%.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from weathergage.study import charts
from weathergage.study.reports import Cell, Chart, Grid, Report, Section

Data = Mapping[str, Any]

MOST_CLAUSES = 20
"""How many clauses a report tells of each choice of rules, the ones that came up oftenest."""

MOST_IN_WORDS = 4
"""Differences of which each has a sentence of its own, though it be that nothing is clear."""

OF_FIGHTING = ("won by", "drawn", "minutes", "lost", "captured", "struck", "strength")
"""What differences are told of; the summary has all of them."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a summary does not say: names of sides by id, titles of clauses by ruleset and id,
    what each translation guessed or lost and what was reconstructed, the figures that the reader
    can make it again with, and an account of what happened in history.
    """

    sides: Mapping[str, str]
    clauses: Mapping[str, Mapping[str, str]]
    provenance: Sequence[str] = ()
    made_by: Sequence[tuple[str, str]] = ()
    account: str = ""


def report(data: Data, words: Words, *, pictures: bool = True) -> Report:
    """The report of a summary. pictures: whether to draw; WeathergageError without matplotlib."""
    told = _Telling(data, words, pictures)
    return Report(
        title=data["study"]["title"],
        answer=told.answer(),
        made_by=tuple(words.made_by),
        sections=tuple(section for section in told.sections() if section is not None),
        provenance=tuple(words.provenance),
        measures=tuple(measures(data)),
        data={
            **data,
            "answer": told.answer(),
            "provenance": list(words.provenance),
            "made_by": dict(words.made_by),
        },
    )


def measures(data: Data) -> Iterable[dict[str, Any]]:
    """Every estimate of a summary in tidy form: of which arm, or of which against which."""
    for arm in data["arms"]:
        for name, figure in arm["measures"].items():
            yield {"arm": arm["name"], "against": "", "measure": name, **figure}
        for shot in arm["broadsides"] or ():
            name = f"{shot['side']}: hits a broadside at {shot['yards']} yards, {shot['of']}"
            yield {"arm": arm["name"], "against": "", "measure": name, **shot["hits_a_shot"]}
        for clause in (arm["clauses"] or {}).get("came_up", ()):
            share = clause["games"] / (arm["games"] - arm["errors"])
            yield {
                "arm": arm["name"],
                "against": "",
                "measure": f"clause {clause['clause']} came up",
                "value": round(share, 6),
                "games": clause["games"],
            }
    for pair in data["differences"]:
        for name, figure in pair["measures"].items():
            yield {"arm": pair["arm"], "against": pair["against"], "measure": name, **figure}


# Figures as words


def percent(figure: Data) -> str:
    """A share with its interval: "43 % (40 to 46)"."""
    return _told(figure, lambda value: f"{100 * value:.0f}", " %")


def points(figure: Data) -> str:
    """A difference of shares in percentage points, with its sign."""
    return _told(figure, lambda value: f"{100 * value:+.1f}", "")


def number(figure: Data) -> str:
    """A mean with its interval."""
    return _told(figure, _places, "")


def signed(figure: Data) -> str:
    """A difference of means with its sign."""
    return _told(figure, lambda value: f"{'+' if value >= 0 else ''}{_places(value)}", "")


def _places(value: float) -> str:
    """Two places for what is small, none for what is great."""
    size = abs(value)
    return f"{value:.2f}" if size < 10 else f"{value:.1f}" if size < 100 else f"{value:,.0f}"


def _told(figure: Data, shown: Callable[[float], str], unit: str) -> str:
    if figure["value"] is None:
        return "-"
    value = f"{shown(figure['value'])}{unit}"
    if figure["low"] is None:
        return value
    if figure["low"] == figure["high"]:
        return f"{figure['value']:.3g}{unit} every time"
    return f"{value} ({shown(figure['low'])} to {shown(figure['high'])})"


def is_share(measure: str) -> bool:
    """Whether a measure is a share of the games."""
    return measure.startswith("won by ") or measure == "drawn"


# The report


@dataclass
class _Telling:
    """One summary being told."""

    data: Data
    words: Words
    pictures: bool
    _names: dict[str, str] = field(default_factory=dict)

    @cached_property
    def plain(self) -> list[Data]:
        """The arms that the study is about: one kind of captain on all seats, the book's dice."""
        return [
            arm
            for arm in self.data["arms"]
            if not arm["shift"]
            and not arm["varies"]
            and len(set(arm["plan"]["seats"].values())) == 1
        ]

    @cached_property
    def asked(self) -> list[Data]:
        """The differences asked for, control arms and variants of tables aside."""
        names = {arm["name"] for arm in self.plain}
        return [pair for pair in self.data["differences"] if pair["arm"] in names]

    def sections(self) -> list[Section | None]:
        return [
            self.prediction(),
            self.winners(),
            self.weighed(),
            self.losses(),
            self.length(),
            self.history(),
            self.gunnery(),
            self.clauses(),
            self.cost(),
            self.captains(),
            self.noise(),
            self.sensitivity(),
        ]

    def side(self, id: str) -> str:
        return self.words.sides.get(id, id)

    def answer(self) -> str:
        """The outcome in a sentence for each arm, or for each difference that was asked for."""
        if self.asked:
            first = self._first(self.asked)
            plain = first if len(first) <= MOST_IN_WORDS else [p for p in first if _moves(p)]
            told = [self._weighed_in_words(pair) for pair in plain]
            others = [pair["arm"] for pair in first if pair not in plain]
            if others:
                told.append(f"No clear difference in who wins: {'; '.join(others)}.")
            return " ".join(told)
        return " ".join(
            f"{_capital(arm['name'])}: "
            + ", ".join(
                f"{self.side(side)} win {percent(share)}"
                for side, share in arm["shares"].items()
                if side != "draw"
            )
            + f"; drawn {percent(arm['shares']['draw'])}."
            for arm in self._first(self.plain)
        )

    def _first(self, told: Sequence[Data]) -> list[Data]:
        """Of each choice of rules, what its best captain makes of it: the arm that comes first."""
        choices: dict[str, Data] = {}
        for one in told:
            choices.setdefault((one.get("arm") or one["name"]).rpartition(", ")[0], one)
        return list(choices.values())

    def _weighed_in_words(self, pair: Data) -> str:
        clear = [
            (name, figure)
            for name, figure in pair["measures"].items()
            if name.startswith("won by ") and figure["clear"]
        ]
        head = f"{_capital(pair['arm'])}, against {pair['against']}: "
        if clear:
            return head + "; ".join(self._moved(name, figure) for name, figure in clear) + "."
        needed = [
            figure["needed"]
            for name, figure in pair["measures"].items()
            if name.startswith("won by ") and figure["needed"]
        ]
        seen = f"no clear difference in who wins in {pair['pairs']} pairs of games"
        more = f"; one of the size seen would take {min(needed):,} to be sure of" if needed else ""
        return f"{head}{seen}{more}."

    def _moved(self, name: str, figure: Data) -> str:
        side = self.side(name.removeprefix("won by "))
        way = "more" if figure["value"] > 0 else "less"
        low, high = sorted((abs(figure["low"]), abs(figure["high"])))
        return (
            f"{side} win {way} often by {100 * abs(figure['value']):.1f} points "
            f"({100 * low:.1f} to {100 * high:.1f})"
        )

    # Who won

    def winners(self) -> Section:
        sides = list(dict.fromkeys(side for arm in self.plain for side in arm["shares"]))
        columns = ("Played", *(_won(self.side(side), side) for side in sides), "Games", "Errors")
        rows: list[tuple[Cell, ...]] = [
            (
                arm["name"],
                *(percent(arm["shares"][s]) if s in arm["shares"] else "" for s in sides),
                arm["games"],
                arm["errors"],
            )
            for arm in self.plain
        ]
        return Section(
            "Who won",
            (
                "Shares of the games with their intervals of 95%. All that is compared on one line "
                "of dice has the same seeds, so that what a rule leaves alone happens alike.",
            ),
            (
                Grid("", columns, tuple(rows), columns[1:]),
                self._degenerate(),
                self._endings(),
            ),
            self._chart_of_winners(sides),
        )

    def _degenerate(self) -> Grid:
        kinds = list(self.plain[0]["degenerate"])
        rows = tuple(
            (arm["name"], *(_or_dash(arm["degenerate"][kind]) for kind in kinds))
            for arm in self.plain
        )
        return Grid(
            "Games that say little about fighting",
            ("Played", *(_capital(kind) for kind in kinds)),
            rows,
            tuple(_capital(kind) for kind in kinds),
        )

    def _endings(self) -> Grid:
        rows = tuple(
            (arm["name"], reason, count)
            for arm in self.plain
            for reason, count in list(arm["reasons"].items())[:5]
        )
        return Grid("How they ended", ("Played", "Reason", "Games"), rows, ("Games",))

    def _chart_of_winners(self, sides: Sequence[str]) -> tuple[Chart, ...]:
        if not self.pictures:
            return ()
        groups = {
            _won(self.side(side), side): [
                charts.Bar(f"{arm['name']}: {_won(self.side(side), side)}", *_ends(share))
                for arm in self.plain
                if (share := arm["shares"].get(side)) and share["value"] is not None
            ]
            for side in sides
        }
        drawn = charts.intervals(groups, axis="share of games", share=True)
        return (Chart("Who won, with intervals of 95%", drawn, self.answer()),)

    # What a choice changes

    def weighed(self) -> Section | None:
        if not self.asked:
            return None
        return Section(
            "What it changes",
            (
                "Differences on common dice, pair by pair. Shares are in percentage points. "
                "Differ: pairs in which the measure does. Needed: pairs of games that show a "
                "difference of that size four times in five.",
            ),
            tuple(self._differences(pair) for pair in self.asked),
            self._chart_of_differences(),
        )

    def _differences(self, pair: Data) -> Grid:
        before = {arm["name"]: arm for arm in self.data["arms"]}[pair["against"]]
        rows = tuple(
            (
                self.measure(name),
                points(figure) if is_share(name) else signed(figure),
                "clear" if figure["clear"] else "",
                _figure_of(before, name),
                f"{figure['p']:.2g}",
                figure["differing"],
                _or_dash(figure["needed"]),
            )
            for name, figure in pair["measures"].items()
            if any(word in name for word in OF_FIGHTING) and (figure["differing"] or is_share(name))
        )
        columns = ("Measure", "Difference", "", "Before", "p", "Differ", "Needed")
        told = (
            f"Of {pair['pairs']} pairs of games {pair['differing']} differ in anything at all and "
            f"{pair['ended_otherwise']} ended otherwise. Measures that never differ are left out."
        )
        title = f"{_capital(pair['arm'])}, against {pair['against']}"
        return Grid(title, columns, rows, columns[1:2] + columns[3:], told)

    def _chart_of_differences(self) -> tuple[Chart, ...]:
        if not self.pictures:
            return ()
        groups: dict[str, list[charts.Bar]] = {}
        for pair in self.asked:
            for name, figure in pair["measures"].items():
                if is_share(name) and figure["low"] is not None:
                    label = f"{pair['arm']}: {self.measure(name)}"
                    groups.setdefault(name, []).append(charts.Bar(label, *_ends(figure)))
        drawn = charts.intervals(groups, axis="change of the share of games", line=0.0, share=True)
        return (Chart("What it changes, with intervals of 95%", drawn, self.answer()),)

    def measure(self, name: str) -> str:
        """A measure's name with the side's own."""
        if name.startswith("won by "):
            return f"won by {self.side(name.removeprefix('won by '))}"
        side, colon, what = name.partition(": ")
        return f"{self.side(side)}: {what}" if colon else name

    # What it cost in ships

    def losses(self) -> Section | None:
        kinds = ("lost", "captured", "struck", "left", "strength")
        rows = tuple(
            (
                arm["name"],
                self.side(side),
                *(number(arm["measures"][f"{side}: {kind}"]) for kind in kinds),
            )
            for arm in self.plain
            for side in arm["plan"]["seats"]
            if f"{side}: lost" in arm["measures"]
        )
        if not rows:
            return None
        columns = ("Played", "Side", "Lost", "Captured", "Struck", "Left", "Strength left")
        return Section(
            "What it cost",
            (
                "Ships a game at its end: sunk, burnt or wrecked; in enemy hands; given up; gone "
                "from the table. Strength left is a share of what the side came with, as each "
                "ruleset counts it.",
            ),
            (Grid("", columns, rows, columns[2:]),),
        )

    # How long

    def length(self) -> Section:
        marks = ("0.05", "0.25", "0.5", "0.75", "0.95")
        columns = (
            "Played",
            "Minutes a turn",
            "Turns",
            "Minutes",
            *(f"{float(m):.0%}" for m in marks),
        )
        rows = []
        for arm in self.plain:
            turns, minutes = arm["length"]["turns"], arm["length"]["minutes_a_turn"]
            rows.append(
                (
                    arm["name"],
                    float(minutes),
                    number(arm["measures"]["turns"]),
                    number(arm["measures"]["minutes"]),
                    *(_or_dash(_times(turns["quantiles"].get(mark), minutes)) for mark in marks),
                )
            )
        return Section(
            "How long until it was decided",
            (
                "In minutes of history, by each ruleset's own time scale; the last columns are the "
                "minutes within which such a share of the games was over.",
            ),
            (Grid("", columns, tuple(rows), columns[1:]),),
            self._chart_of_length(),
        )

    def _chart_of_length(self) -> tuple[Chart, ...]:
        if not self.pictures:
            return ()
        series = {}
        for arm in self.plain:
            minutes = arm["length"]["minutes_a_turn"]
            counts: dict[float, int] = {}
            for turn in arm["length"]["by_turn"]:
                counts[turn["turn"] * minutes] = sum(v for k, v in turn.items() if k != "turn")
            if counts:
                series[arm["name"]] = counts
        if not series:
            return ()
        happened = next(
            (
                arm["history"]["minutes"]["happened"]
                for arm in self.plain
                if "minutes" in arm["history"]
            ),
            None,
        )
        mark = ("in history", happened) if happened is not None else None
        drawn = charts.shares_over(series, across="minutes of history", mark=mark)
        return (
            Chart("How long until it was decided", drawn, "Share of games over by each minute"),
        )

    # The yardstick

    def history(self) -> Section | None:
        rows = tuple(
            (
                arm["name"],
                self.measure(name),
                float(figure["happened"]),
                number(arm["measures"][name]),
                percent(figure),
            )
            for arm in self.plain
            for name, figure in arm["history"].items()
            if figure["happened"] or arm["measures"][name]["value"]
        )
        if not rows:
            return None
        columns = ("Played", "Measure", "In history", "In the games", "Percentile")
        return Section(
            "Against what happened",
            (
                *((self.words.account,) if self.words.account else ()),
                "The percentile is the share of games below what happened, equal ones counting by "
                "half. Near 50% the games are like history; near 0% or 100% they are not.",
            ),
            (Grid("", columns, rows, columns[2:]),),
        )

    # Guns

    def gunnery(self) -> Section | None:
        shown = [arm for arm in self.plain if arm["broadsides"]]
        if not shown:
            return None
        rows = tuple(
            (
                arm["name"],
                self.side(shot["side"]),
                "not measured" if shot["yards"] < 0 else f"{shot['yards']}+",
                shot["of"],
                shot["shots"],
                number(shot["hits_a_shot"]),
            )
            for arm in shown
            for shot in arm["broadsides"]
        )
        columns = ("Played", "Side", "Yards", "Of", "Fired", "Hits each")
        return Section(
            "Hits a broadside, by range",
            ("In each book's own hits; the bands of range are the same for all.",),
            (Grid("", columns, rows, columns[4:]),),
            self._chart_of_gunnery(shown),
        )

    def _chart_of_gunnery(self, shown: Sequence[Data]) -> tuple[Chart, ...]:
        if not self.pictures:
            return ()
        series = {}
        for arm in shown:
            for side in arm["plan"]["seats"]:
                found = [
                    charts.Point(shot["yards"], *_ends(shot["hits_a_shot"]))
                    for shot in arm["broadsides"]
                    if shot["side"] == side and shot["of"] == "all" and shot["yards"] >= 0
                ]
                if found:
                    series[f"{arm['name']}: {self.side(side)}"] = found
        if not series:
            return ()
        drawn = charts.lines(series, across="yards", up="hits a broadside")
        return (
            Chart("Hits a broadside, by range", drawn, "Hits a broadside at each band of range"),
        )

    # Which rules spoke

    def clauses(self) -> Section | None:
        counted = [arm for arm in self.plain if arm["clauses"]]
        if not counted:
            return None
        return Section(
            "How often each rule decided something",
            (
                "In what share of the games, and how often in each, an event happened under a "
                "clause, a roll was changed by it, or a decision was asked for.",
            ),
            tuple(self._clauses_of(arm) for arm in counted),
        )

    def _clauses_of(self, arm: Data) -> Grid:
        titles = self.words.clauses.get(arm["plan"]["scenario"].partition("/")[0], {})
        games = max(1, arm["games"] - arm["errors"])
        came_up = sorted(
            arm["clauses"]["came_up"], key=lambda c: (-c["games"], -c["times"], c["clause"])
        )
        rows = tuple(
            (
                clause["clause"],
                titles.get(clause["clause"], ""),
                f"{clause['games'] / games:.0%}",
                clause["times"] / games,
            )
            for clause in came_up[:MOST_CLAUSES]
        )
        columns = ("Clause", "Title", "Games", "Times a game")
        never, untold = arm["clauses"]["never"], arm["clauses"]["untold"]
        more = len(came_up) - len(rows)
        notes = [
            f"{more} more came up less often." if more > 0 else "",
            f"In none of the games: {', '.join(never)}." if never else "",
            f"{len(untold)} more are played and never told of by their number." if untold else "",
        ]
        note = " ".join(note for note in notes if note)
        return Grid(_capital(arm["name"]), columns, rows, columns[2:], note)

    # What it costs at the table

    def cost(self) -> Section | None:
        counted = [arm for arm in self.plain if arm["cost"]]
        if not counted:
            return None
        kinds = list(counted[0]["cost"]["a_ship_and_turn"])
        columns = ("Played", *(_capital(kind) for kind in kinds))
        rows = tuple(
            (arm["name"], *(number(arm["cost"]["a_ship_and_turn"][kind]) for kind in kinds))
            for arm in counted
        )
        return Section(
            "What it costs at the table",
            ("For each ship and turn. A reaction is a decision in the midst of another's action.",),
            (Grid("", columns, rows, columns[1:]),),
        )

    # Captains, noise, tables

    def captains(self) -> Section | None:
        if not self.data["pooled"]:
            return None
        rows = tuple(
            (pool["arms"][0], _whose(self, who), percent(figure))
            for pool in self.data["pooled"]
            for who, figure in [*pool["by_side"].items(), *pool["by_captain"].items()]
        )
        return Section(
            "Is it the rules or the captains",
            (
                "Two kinds of captain met and exchanged sides; both halves are pooled. Where the "
                "captain matters far more than the side, the study says little about the rules.",
            ),
            (Grid("", ("Played", "Whose", "Won"), rows, ("Won",)),),
        )

    def noise(self) -> Section | None:
        controls = {arm["name"] for arm in self.data["arms"] if arm["shift"]}
        pairs = [pair for pair in self.data["differences"] if pair["arm"] in controls]
        if not pairs:
            return None
        rows = []
        for pair in pairs:
            clear = [name for name, figure in pair["measures"].items() if figure["clear"]]
            told = ", ".join(self.measure(name) for name in clear) or "none"
            rows.append((pair["against"], len(pair["measures"]), len(clear), told))
        columns = ("Played again with other dice", "Measures", "Clear", "Which")
        return Section(
            "How much is noise",
            (
                "The same choice against itself: about one measure in twenty looks clear by chance "
                "alone. What differs no more than this is not the rules' doing.",
            ),
            (Grid("", columns, tuple(rows), columns[1:3]),),
        )

    def sensitivity(self) -> Section | None:
        told = self.data["sensitivity"]
        if not told:
            return None
        rows = []
        for entry in told:
            moved = entry["moves"]["measures"]
            clear = [
                f"{self.measure(name)} {points(figure) if is_share(name) else signed(figure)}"
                for name, figure in moved.items()
                if figure["clear"] and any(word in name for word in OF_FIGHTING)
            ]
            upset = [
                f"{change['measure']} ({held['arm']})"
                for held in entry["conclusions"]
                for change in held["changed"]
            ]
            rows.append(
                (entry["arm"], entry["variant"], "; ".join(clear) or "-", ", ".join(upset) or "-")
            )
        columns = ("Played", "Table moved", "What it moves", "Conclusions upset")
        return Section(
            "How much hangs on reconstructed figures",
            ("Each reconstructed table was read one line off, up and down.",),
            (Grid("", columns, tuple(rows)),),
        )

    def prediction(self) -> Section | None:
        told = self.data["prediction"]
        if not told:
            return None
        said = [f"Written before the run (mark {told['mark']}): {told['text']}"]
        if told["held"]:
            shown = points if is_share(told["measure"]) else signed
            verdict = {"yes": "It held", "no": "It did not hold", "open": "The games leave it open"}
            said.append(
                f"{verdict[told['held']]}: {self.measure(told['measure'])}, {told['arm']} against "
                f"{told['against']}, was claimed from {_bound(told['low'])} to "
                f"{_bound(told['high'])}; found {shown(told['found'])}."
            )
        return Section("What was predicted", tuple(said))


def _moves(pair: Data) -> bool:
    """Whether a difference is clear in who wins."""
    figures = pair["measures"].items()
    return any(name.startswith("won by ") and figure["clear"] for name, figure in figures)


def _figure_of(arm: Data, name: str) -> str:
    figure = arm["measures"][name]
    return percent(figure) if is_share(name) else number(figure)


def _whose(telling: _Telling, who: str) -> str:
    return "drawn" if who == "draw" else telling.side(who)


def _won(name: str, side: str) -> str:
    return "Drawn" if side == "draw" else name


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _or_dash(value: Any) -> Cell:
    return "-" if value is None else value


def _times(turns: float | None, minutes: float) -> float | None:
    return None if turns is None else turns * minutes


def _bound(value: float | None) -> str:
    return "anything" if value is None else f"{value:g}"


def _ends(figure: Data) -> tuple[float, float, float]:
    value = figure["value"]
    low, high = figure["low"], figure["high"]
    return value, value if low is None else low, value if high is None else high
