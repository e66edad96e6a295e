"""What the games of a study come to, as plain data: the same bytes for the same games.

Every figure has its interval. Draws, games that ran their whole length, that were over in the
first turn or in which no shot was fired, and games that ended in an error are counted by name:
they say how much of a result is about fighting at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

from weathergage.clauses import load_clauses, told_of
from weathergage.errors import UnknownName
from weathergage.study import statistics
from weathergage.study.batch import Results, StudyResults
from weathergage.study.games import Broadsides, GameResult, Told
from weathergage.study.plans import Prediction
from weathergage.study.statistics import Difference, Estimate

STANDING = ("lost", "captured", "struck", "left", "strength")
"""What is told of a side at a game's end, field by field of its standing."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure that a game has, or a thing that happened in it or not.

    of: given a game, the figure, or None where the game cannot tell. happens: whether it is a
    thing that happened, so that its mean is a share of the games.
    """

    name: str
    of: Callable[[GameResult], float | None]
    happens: bool = False

    def estimate(self, games: Iterable[GameResult]) -> Estimate:
        """The mean or share over games."""
        values = [value for game in games if (value := self.of(game)) is not None]
        if self.happens:
            return statistics.share(sum(values), len(values))
        return statistics.mean(values)

    def difference(self, pairs: Sequence[tuple[GameResult, GameResult]]) -> Difference:
        """How much more of it there is in the first game of each pair."""
        both = [
            (one, other)
            for left, right in pairs
            if (one := self.of(left)) is not None and (other := self.of(right)) is not None
        ]
        if self.happens:
            return statistics.paired_shares([(bool(one), bool(other)) for one, other in both])
        return statistics.paired_means(both)


def measures(results: Results) -> dict[str, Measure]:
    """Everything that the games of an arm can be measured by, by name."""
    found = [
        *(Measure(f"won by {side}", _won(side), True) for side in results.sides),
        Measure("drawn", _won("draw"), True),
        Measure("turns", lambda game: game.turns),
        Measure("minutes", lambda game: game.turns * results.minutes),
    ]
    told = next((game.told for game in results.ended if game.told), None)
    if told is not None:
        found += [Measure(f"{what} a ship and turn", _cost(what)) for what in COSTS]
        if told.standing is not None:
            found += [
                Measure(f"{side}: {what}", _standing(side, what))
                for side in results.sides
                for what in STANDING
            ]
        if told.broadsides is not None:
            found += [Measure(f"{side}: hits scored", _hits(side)) for side in results.sides]
    return {measure.name: measure for measure in found}


def measure_named(results: Results, name: str) -> Measure:
    """The measure of that name. Raises UnknownName with those there are."""
    known = measures(results)
    if name not in known:
        raise UnknownName("measure", name, known)
    return known[name]


def _won(side: str) -> Callable[[GameResult], float | None]:
    return lambda game: game.winner == side


def _standing(side: str, what: str) -> Callable[[GameResult], float | None]:
    def of(game: GameResult) -> float | None:
        stands = game.told.standing.get(side) if game.told and game.told.standing else None
        return None if stands is None else float(getattr(stands, what))

    return of


def _hits(side: str) -> Callable[[GameResult], float | None]:
    def of(game: GameResult) -> float | None:
        if game.told is None or game.told.broadsides is None:
            return None
        return sum(fired.hits for fired in game.told.broadsides if fired.side == side)

    return of


COSTS: dict[str, Callable[[Told], int]] = {
    "rolls": lambda told: told.rolls,
    "dice": lambda told: told.dice,
    "modifiers": lambda told: told.modifiers,
    "look-ups": lambda told: sum(told.look_ups.values()),
    "decisions": lambda told: sum(told.decisions.values()),
    "reactions": lambda told: sum(told.reactions.values()),
}
"""What a game costs at the table, by name."""


def _cost(what: str) -> Callable[[GameResult], float | None]:
    def of(game: GameResult) -> float | None:
        if game.told is None or not game.told.ships:
            return None
        return COSTS[what](game.told) / (game.told.ships * max(1, game.turns))

    return of


# The whole


def summary(results: StudyResults, history: Mapping[str, float] | None = None) -> dict[str, Any]:
    """All that a study tells, as plain data.

    history: what happened, by the name of a measure; the place of each among the games is told.
    Raises UnknownName for a measure of the prediction that there is not.
    """
    study = results.study
    return {
        "study": study.plain(),
        "versions": dict(results.versions),
        "prediction": _predicted(results, study.prediction) if study.prediction else None,
        "arms": [of_arm(results, arm.name, history or {}) for arm in study.arms],
        "pooled": pooled(results),
        "differences": [differences(results, *pair) for pair in study.compared],
        "sensitivity": sensitivity(results),
    }


def of_arm(
    results: StudyResults, name: str, history: Mapping[str, float] | None = None
) -> dict[str, Any]:
    """What an arm's games come to."""
    arm = results.arms[name]
    return {
        **arm.arm.plain(),
        "games": len(arm.games),
        "errors": len(arm.games) - len(arm.ended),
        "failures": [
            {"error": error, "games": failed.count, "seeds": failed.seeds}
            for error, failed in arm.errors.items()
        ],
        "outcomes": arm.outcomes,
        "shares": {side: share.plain() for side, share in outcome_shares(arm).items()},
        "games_for_one_percent": games_for_one_percent(arm),
        "reasons": arm.reasons,
        "length": length(arm),
        "degenerate": degenerate(arm),
        "measures": {
            measure.name: measure.estimate(arm.ended).plain() for measure in measures(arm).values()
        },
        "broadsides": broadsides(arm),
        "cost": cost(arm),
        "clauses": clauses(arm),
        "history": yardstick(arm, history or {}),
    }


def outcome_shares(arm: Results) -> dict[str, Estimate]:
    """The share of the games that each side won, and of those drawn."""
    n = len(arm.ended)
    return {winner: statistics.share(count, n) for winner, count in arm.outcomes.items()}


def games_for_one_percent(arm: Results) -> int | None:
    """Games after which every share of a winner is known to a hundredth; None without any game."""
    shares = [share.value for share in outcome_shares(arm).values() if share.value is not None]
    widest = max((share * (1 - share) for share in shares), default=None)
    return None if widest is None else statistics.needed_for_half_width(widest, 0.01)


def length(arm: Results) -> dict[str, Any]:
    """How long the games were: quantiles, and how many were won by whom in each turn."""
    turns = [game.turns for game in arm.ended]
    ends = Counter((game.turns, game.winner) for game in arm.ended)
    return {
        "turns": {**arm.turns, "quantiles": statistics.quantiles(turns)},
        "minutes_a_turn": arm.minutes,
        "by_turn": [
            {"turn": turn, **{winner: ends[turn, winner] for winner in arm.outcomes}}
            for turn in sorted(set(turns))
        ],
    }


def degenerate(arm: Results) -> dict[str, int | None]:
    """Games that say little about fighting. "no shot" is None where nobody counted shots."""
    ended = arm.ended
    told = [game.told for game in ended if game.told and game.told.broadsides is not None]
    return {
        "drawn": sum(game.winner == "draw" for game in ended),
        "whole length": sum(game.turns >= arm.longest for game in ended),
        "over in turn 1": sum(game.turns <= 1 for game in ended),
        "no shot": sum(not one.broadsides for one in told) if told else None,
        "ended in an error": len(arm.games) - len(ended),
    }


def broadsides(arm: Results) -> list[dict[str, Any]] | None:
    """Hits by broadside, by side and band of range: of all, of raking ones, of first ones; None
    where the ruleset does not tell.
    """
    told = [game.told.broadsides for game in arm.ended if game.told]
    fired = [one for one in told if one is not None]
    if not fired:
        return None
    places = sorted({(shots.side, shots.band) for game in fired for shots in game})
    rows = (
        _hits_by(side, band, kind, fired) for side, band in places for kind in KINDS_OF_BROADSIDE
    )
    return [row for row in rows if row["shots"]]


KINDS_OF_BROADSIDE: dict[str, Callable[[Broadsides], bool]] = {
    "all": lambda fired: True,
    "raking": lambda fired: fired.raking,
    "first": lambda fired: fired.first,
}


def _hits_by(
    side: str, band: int, kind: str, games: Sequence[Sequence[Broadsides]]
) -> dict[str, Any]:
    of = KINDS_OF_BROADSIDE[kind]
    counted = [
        [one for one in game if (one.side, one.band) == (side, band) and of(one)] for game in games
    ]
    hits = [sum(one.hits for one in game) for game in counted]
    shots = [sum(one.shots for one in game) for game in counted]
    return {
        "side": side,
        "yards": band,
        "of": kind,
        "shots": sum(shots),
        "hits": sum(hits),
        "hits_a_shot": statistics.ratio(hits, shots).plain(),
    }


def cost(arm: Results) -> dict[str, Any] | None:
    """What a game costs at the table: means over games, and by kind and table; None where nothing
    was counted.
    """
    told = [game.told for game in arm.ended if game.told]
    if not told:
        return None
    ship_turns = [game.told.ships * max(1, game.turns) for game in arm.ended if game.told]
    return {
        "ship_turns": sum(ship_turns),
        "a_ship_and_turn": {
            what: statistics.ratio([counted(one) for one in told], ship_turns).plain()
            for what, counted in COSTS.items()
        },
        "decisions": _added(one.decisions for one in told),
        "reactions": _added(one.reactions for one in told),
        "look_ups": _added(one.look_ups for one in told),
    }


def _added(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    whole: Counter[str] = Counter()
    for count in counts:
        whole.update(count)
    return dict(sorted(whole.items()))


def clauses(arm: Results) -> dict[str, Any] | None:
    """How often each clause came up and in how many games, those that never did though the code can
    tell of them, and those of which it never tells by their number; None where nothing was counted.
    """
    counted = [game.told.clauses for game in arm.ended if game.told]
    if not counted:
        return None
    times = _added(counted)
    games = Counter(clause for game in counted for clause in game)
    told, untold = _played(arm.arm.plan.rules().folder)
    return {
        "came_up": [
            {"clause": clause, "times": times[clause], "games": games[clause]} for clause in times
        ],
        "never": [clause for clause in told if clause not in times],
        "untold": [clause for clause in untold if clause not in times],
    }


@cache
def _played(folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The clauses that a ruleset's code plays: those that it can tell of, and the others."""
    known = load_clauses(folder / "clauses.toml").values()
    played = [clause.id for clause in known if clause.status == "done"]
    told = told_of(folder, played)
    return tuple(id for id in played if id in told), tuple(id for id in played if id not in told)


def yardstick(arm: Results, history: Mapping[str, float]) -> dict[str, Any]:
    """At what percentile of the games lies what happened: by the name of each measure that the
    arm's games have.
    """
    found = {}
    known = measures(arm)
    for name, value in history.items():
        if name in known:
            values = [known[name].of(game) for game in arm.ended]
            there = [one for one in values if one is not None]
            found[name] = {"happened": value, **statistics.place(value, there).plain()}
    return found


# Arms against one another


def differences(results: StudyResults, name: str, against: str) -> dict[str, Any]:
    """What an arm has more of than another on common dice, measure by measure; in how many pairs
    of games anything differs at all, and how many ended otherwise.
    """
    pairs = results.pairs(name, against)
    other = measures(results.arms[against])
    return {
        "arm": name,
        "against": against,
        "pairs": len(pairs),
        "differing": sum(one[1:] != two[1:] for one, two in pairs),
        "ended_otherwise": sum(_end(one) != _end(two) for one, two in pairs),
        "measures": {
            measure.name: measure.difference(pairs).plain()
            for measure in measures(results.arms[name]).values()
            if measure.name in other
        },
    }


def _end(game: GameResult) -> tuple[Any, ...]:
    """How a game ended, and how the sides stood then."""
    return game.winner, game.how, game.turns, game.told and game.told.standing


def pooled(results: StudyResults) -> list[dict[str, Any]]:
    """Arms with the one that exchanges their captains: what each side won and what each captain
    won, whoever had the one or the other.
    """
    return [_pooled(results, arm.swaps, arm.name) for arm in results.study.arms if arm.swaps]


def _pooled(results: StudyResults, name: str, back: str) -> dict[str, Any]:
    pairs = results.pairs(name, back)
    there, here = (dict(results.arms[one].arm.plan.seats) for one in (name, back))
    sides = results.arms[name].sides
    captains = sorted({*there.values(), *here.values()})
    return {
        "arms": [name, back],
        "by_side": {
            side: statistics.pooled_share(
                [(one.winner == side, two.winner == side) for one, two in pairs]
            ).plain()
            for side in (*sides, "draw")
        },
        "by_captain": {
            captain: statistics.pooled_share(
                [
                    (there.get(one.winner) == captain, here.get(two.winner) == captain)
                    for one, two in pairs
                ]
            ).plain()
            for captain in captains
        },
    }


def sensitivity(results: StudyResults) -> list[dict[str, Any]]:
    """How far each variant of a table moves what its arm says, measure by measure; and whether a
    difference that the study asks for comes out otherwise.
    """
    varied = {arm.name: arm for arm in results.study.arms if arm.varies}
    asked = {pair: pair for pair in results.study.compared}
    told = []
    for arm in varied.values():
        held = [
            _upset(results, pair, (arm.varies, _plainly(varied, pair[1])))
            for pair in asked
            if pair[0] == arm.name
        ]
        told.append(
            {
                "arm": arm.varies,
                "variant": arm.plan.variants[-1].title,
                "moves": differences(results, arm.name, arm.varies),
                "conclusions": held,
            }
        )
    return told


def _plainly(varied: Mapping[str, Any], name: str) -> str:
    return str(varied[name].varies) if name in varied else name


def _upset(results: StudyResults, pair: tuple[str, str], plain: tuple[str, str]) -> dict[str, Any]:
    """The measures for which a difference is clear on one side of a variant only, or clear the
    other way.
    """
    before, after = differences(results, *plain), differences(results, *pair)
    return {
        "arm": plain[0],
        "against": plain[1],
        "changed": [
            {"measure": name, "before": before["measures"][name], "after": moved}
            for name, moved in after["measures"].items()
            if _verdict(moved) != _verdict(before["measures"][name])
        ],
    }


def _verdict(difference: Mapping[str, Any]) -> int:
    """1 or -1 for a clear difference upward or downward, 0 for none."""
    if not difference["clear"]:
        return 0
    return 1 if difference["value"] > 0 else -1


def _predicted(results: StudyResults, prediction: Prediction) -> dict[str, Any]:
    """The prediction beside what came of it.

    held: "yes" where the whole interval lies within the bounds that were claimed, "no" where it
    lies outside of them, "open" where it does both, "" where no difference was claimed.
    """
    told: dict[str, Any] = {"text": prediction.text, "mark": prediction.mark, "held": ""}
    if not prediction.measure:
        return told
    pairs = results.pairs(prediction.arm, prediction.against)
    measure = measure_named(results.arms[prediction.arm], prediction.measure)
    found = measure.difference(pairs)
    low = -inf if prediction.low is None else prediction.low
    high = inf if prediction.high is None else prediction.high
    told |= {
        "arm": prediction.arm,
        "against": prediction.against,
        "measure": prediction.measure,
        "low": prediction.low,
        "high": prediction.high,
        "found": found.plain(),
        "held": _held(found.estimate, low, high),
    }
    return told


def _held(found: Estimate, low: float, high: float) -> str:
    if found.low is None or found.high is None:
        return "open"
    if low <= found.low and found.high <= high:
        return "yes"
    return "no" if found.high < low or high < found.low else "open"
