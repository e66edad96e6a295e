"""The promises of a plugin, all of them at once: what `weathergage check` looks at.

Data is valid, clauses are cited and tested, hooks take the right arguments; games by lot never
come to a stuck or illegal state, their records verify, undo and fork agree, no view holds a
secret; captains can play it; and games that did not choose it are what they were without it.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from weathergage.captains import make_captain
from weathergage.clauses import Citations, citations, load_citations, load_clauses
from weathergage.dice import Dice
from weathergage.errors import BadFile
from weathergage.game import Game
from weathergage.houserules import HouseRule, source_of
from weathergage.plugins import (
    assemble,
    assemble_scenario,
    discover,
    readable_scenarios,
)
from weathergage.ruleset import Ruleset
from weathergage.shiplists import load_ships
from weathergage.tables import load_table
from weathergage.testing import whole
from weathergage.testing.apart import Choice, hashes_without, verified
from weathergage.testing.checks import check_data
from weathergage.testing.failures import Failure, Report, need
from weathergage.testing.lot import ELSEWHERE, Kept, Lot, Source, play_all, small_first, sources_of
from weathergage.testing.positions import drawn, give
from weathergage.testing.secrecy import TOLD_AND_SEEN
from weathergage.testing.targets import (
    Mend,
    Target,
    find_target,
    present,
)
from weathergage.testing.whole import Inspector

GAMES = 200

Progress = Callable[[str, int, int], None]


@dataclass(slots=True)
class Findings:
    """What came of a check.

    mends: what does not hold. remarks: what may be as it should be, and is worth a look. checked:
    how often each thing was looked at. games, commands: how many were played. seconds: of each
    game, as it is played without a closer look.
    """

    target: Target
    mends: list[Mend] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    checked: Counter[str] = field(default_factory=Counter)
    games: int = 0
    commands: int = 0
    seconds: list[float] = field(default_factory=list)

    def __bool__(self) -> bool:
        """True when every promise is kept."""
        return not self.mends

    def plain(self) -> dict[str, Any]:
        """The same as plain data."""
        times = self.seconds
        return {
            "target": self.target.name,
            "supplies": self.target.kinds,
            "ok": bool(self),
            "games": self.games,
            "commands": self.commands,
            "seconds": {
                "mean": round(sum(times) / len(times), 4) if times else None,
                "longest": round(max(times), 4) if times else None,
            },
            "checked": dict(self.checked),
            "mend": [mend.plain() for mend in self.mends],
            "remarks": self.remarks,
        }


def check_target(
    what: str,
    *,
    games: int = GAMES,
    seed: int = 1,
    folder: Path | None = None,
    jobs: int = 1,
    progress: Progress = lambda doing, done, of: None,
) -> Findings:
    """Put a plugin, file or folder through all that it promises.

    games: played by lot, shared among its scenarios and options. seed: of the first. folder: where
    games that fail are saved. jobs: processes that share the games by lot, 0 for one a core; what
    is found is the same. progress: told what is being done, and how far it is.
    Raises UnknownName for what is neither a file nor installed.
    """
    target = find_target(what)
    findings = Findings(target, mends=list(target.mends))
    with present(target):
        for ruleset in target.rulesets:
            progress(f"reading {ruleset.id}", 0, 1)
            if not _read(findings, ruleset):
                return findings
        for house_rule in target.house_rules:
            _read_rule(findings, house_rule)
        if target.mends:
            return findings
        sources, mends = sources_of(target)
        findings.mends += mends
        if sources:
            with tempfile.TemporaryDirectory() as kept:
                lot = Lot(what, games, seed, folder, Path(kept))
                _play(findings, lot, sources, jobs, progress)
    return findings


# Data and clauses


def _read(findings: Findings, ruleset: Ruleset) -> bool:
    """Every file of a ruleset, each by itself, then what they say of one another; whether it can
    be played.
    """
    before = len(findings.mends)
    for path, read in _files(ruleset):
        findings.checked["data files"] += 1
        try:
            read(path)
        except BadFile as error:
            where = f"{error.path}: {error.key}" if error.key else error.path
            findings.mends.append(Mend(where, error.problem, "correct the file at that key"))
    if len(findings.mends) > before:
        return False
    try:
        check_data(ruleset)
    except Failure as failure:
        how = 'add the clause to clauses.toml with status = "done", or correct its id'
        findings.mends.append(Mend(str(ruleset.folder), failure.problem, how))
        return False
    _ledger(findings, ruleset.folder)
    return True


def _read_rule(findings: Findings, house_rule: HouseRule) -> None:
    """The clauses of a house rule that lists some."""
    folder = Path(source_of(house_rule.plugin)).parent
    own = [ruleset.folder for ruleset in findings.target.rulesets]
    if (folder / "clauses.toml").is_file() and folder not in own:
        findings.checked["data files"] += 1
        try:
            _ledger(findings, folder)
        except BadFile as error:
            where = f"{error.path}: {error.key}" if error.key else error.path
            findings.mends.append(Mend(where, error.problem, "correct the file at that key"))


def _files(ruleset: Ruleset) -> Iterator[tuple[Path, Callable[[Path], object]]]:
    folder = ruleset.folder

    def scenario(path: Path) -> None:
        wrong = readable_scenarios(ruleset)[1]
        if path.stem in wrong:
            raise wrong[path.stem]

    yield folder / "clauses.toml", load_clauses
    yield folder / "citations.json", load_citations
    yield from ((path, load_table) for path in sorted((folder / "tables").glob("*.toml")))
    yield folder / "ships", load_ships
    yield from ((path, scenario) for path in sorted((folder / "scenarios").glob("*.toml")))


def _ledger(findings: Findings, folder: Path) -> None:
    """Every clause that is done is cited by code and by a test, and no other is cited."""
    clauses = load_clauses(folder / "clauses.toml")
    found = _citations(findings, folder)
    where = str(folder / "clauses.toml")
    again = "then remake citations.json: python -m weathergage.clauses PACKAGE_FOLDER TESTS_FOLDER"
    for id, clause in clauses.items():
        findings.checked["clauses"] += 1
        if clause.status != "done":
            continue
        cited = found.get(id, {})
        if not cited.get("code"):
            how = f'mark the function that stands for it with @clause("{id}"), or declare it '
            how += f"out-of-scope with the reason in note; {again}"
            findings.mends.append(Mend(where, f"no code cites clause {id} ({clause.title})", how))
        if not cited.get("tests"):
            how = f'mark a test that proves it with @pytest.mark.clause("{id}"); {again}'
            findings.mends.append(Mend(where, f"no test cites clause {id} ({clause.title})", how))
    for id in found.keys() - clauses.keys():
        places = ", ".join([*found[id].get("code", ()), *found[id].get("tests", ())][:3])
        how = "list the clause, or correct the id where it is cited"
        findings.mends.append(Mend(where, f"{places} cite clause {id}, which is not listed", how))


def _citations(findings: Findings, folder: Path) -> Citations:
    """The citations that a plugin carries; where its sources are at hand, these are read too."""
    path = folder / "citations.json"
    kept = load_citations(path)
    home = findings.target.path
    if home is None or not (home / "tests").is_dir():
        return kept
    try:
        now = citations(folder, home / "tests", home)
    except BadFile as error:
        where = f"{error.path}: {error.key}"
        findings.mends.append(Mend(where, error.problem, "write the id out, in quotes"))
        return kept
    if now != kept:
        how = f"python -m weathergage.clauses {folder} {home / 'tests'}"
        what = "it is not what code and tests cite today"
        findings.mends.append(Mend(str(path), what, f"remake it: {how}"))
    return now


# Games


def _play(
    findings: Findings,
    lot: Lot,
    sources: Sequence[Source],
    jobs: int,
    progress: Progress,
) -> None:
    plain = _plain_games(findings.target, sources, lot.seed)
    progress("playing without it", 0, len(plain))
    before = hashes_without(findings.target.points, plain)
    report = Report(lot.what)
    kept: list[Kept] = []
    for looked in play_all(
        lot, sources, jobs, lambda done: progress("games by lot", done, lot.games)
    ):
        report.add(looked.report)
        findings.seconds += looked.seconds
        if looked.mend is not None and looked.mend not in findings.mends:
            findings.mends.append(looked.mend)
        if looked.kept is not None and len(kept) < ELSEWHERE:
            kept.append(looked.kept)
    findings.games, findings.commands = report.games, report.commands
    findings.checked.update(report.checked)
    inspector = Inspector(report, lot.folder)
    progress("other processes", 0, len(kept))
    inspector.look("another process", lambda: _elsewhere(lot.what, kept))
    for number, source in enumerate(_one_each(sources)):
        progress("captains", number, 1)
        inspector.look("captains", partial(_captains, source, lot.seed))
    progress("games that did not choose it", 0, len(plain))
    inspector.look("untouched", lambda: _untouched(sources, plain, before, lot.seed))
    findings.checked.update({k: report.checked[k] for k in ("captains", "untouched")})
    findings.checked["another process"] = len(kept)
    _gather(findings, report.failures)


def _elsewhere(what: str, kept: Sequence[Kept]) -> None:
    paths = [record.path for record in kept]
    for record, (ok, found, problem) in zip(kept, verified(what, paths), strict=True):
        told = f"{record.scenario}: {problem or found}"
        need(ok and found == record.hash, "a record verifies in another process", told)


def _captains(source: Source, seed: int) -> None:
    """The ruleset's own captains play a game to its end."""
    rules = assemble_scenario(
        source.ruleset, source.scenario, source.options[0], source.house_rules
    )
    game = Game(rules, seed)
    name = "captain" if "captain" in source.ruleset.captains else "random"
    captains = {seat: make_captain(source.ruleset, name, seat, seed) for seat in game.seats}
    try:
        while not game.over and len(game.commands) < whole.MOST:
            decision = game.decisions[0]
            answer = captains[decision.seat].answer(game.view(decision.seat), decision)
            game.submit(decision.id, answer)
    except Exception as error:
        raise Failure("captains can play it", f"{type(error).__name__}: {error}", game) from error
    need(game.over, "every game ends", "captains do not come to its end", game)


def _one_each(sources: Sequence[Source]) -> list[Source]:
    """The smallest scenario of each ruleset and choice of house rules."""
    found: dict[Any, Source] = {}
    for source in sources:
        key = (source.ruleset.id, tuple(h.id for h in source.house_rules))
        if key not in found and (source.scenario.ship_count or len(sources) == 1):
            found[key] = source
    return list(found.values()) or list(sources[:1])


# Games that did not choose it


def _plain_games(target: Target, sources: Sequence[Source], seed: int) -> list[Choice]:
    """Games that the target must not touch: of other rulesets where it supplies one, and without
    its house rules.
    """
    own = {ruleset.id for ruleset in target.rulesets}
    installed = [r for r in discover().rulesets.values() if r.id not in own]
    chosen = {s.ruleset.id for s in sources if s.house_rules and s.ruleset.id not in own}
    games: list[Choice] = []
    for ruleset in installed:
        scenarios = small_first(ruleset)[: 2 if ruleset.id in chosen else 1]
        # A game by lot may be over before the rule would have come up, so not one alone.
        seeds = range(seed, seed + (3 if ruleset.id in chosen else 1))
        games += [(f"{ruleset.id}/{s.id}", n) for s in scenarios for n in seeds]
    return games


def _untouched(
    sources: Sequence[Source], plain: Sequence[Choice], before: Sequence[str], seed: int
) -> None:
    """The same games, each played by turns with one that chose the target, are the same."""
    for (scenario, game_seed), wanted in zip(plain, before, strict=True):
        found = _beside(scenario, game_seed, sources)
        need(
            found == wanted,
            "nothing changes in games that do not choose it",
            f"{scenario}, seed {game_seed}, is another game where it is loaded and played "
            f"(hash {found[:12]}, {wanted[:12]} without it)",
        )


def _beside(scenario: str, seed: int, sources: Sequence[Source]) -> str:
    """The hash of a plain game whose every command is followed by one of another game."""
    ruleset = scenario.partition("/")[0]
    same = [source for source in sources if source.ruleset.id == ruleset]
    source = (same or list(sources))[0]
    rules = assemble_scenario(
        source.ruleset, source.scenario, source.options[0], source.house_rules
    )
    game, other = Game(assemble(scenario), seed), Game(rules, seed)
    dice, others = Dice(seed), Dice(seed)
    while not game.over:
        for decision in game.decisions[:1]:
            game.submit(decision.id, decision.sample(dice))
        if not other.over:
            give(other, drawn(other, others))
    return game.record.hash


# What to mend


_HOW = {
    "never stuck": "let the phase go on, or set the outcome, where nobody has anything to decide",
    "every game ends": "end the game after its last turn: set state.outcome, or let hook outcome",
    "the position is possible": "see what the ruleset's invariants say, at that command",
    "a drawn answer is legal": "let sample() draw only what check() lets through",
    "what is listed is accepted": "let legal() and check() agree",
    "what is accepted is listed": "let legal() and check() agree",
    "secrets are kept": "build the view from what the seat may know, and leave the rest out of it",
    "a view is one seat's": "build the view from what the seat may know",
    "a copy shares nothing": "copy the field in copy()",
    "everything has its clause": "cite a clause of clauses.toml",
    "a record verifies": "take chance from game.roll or game.dice only, and read nothing outside",
    "a record verifies in another process": "order every set and hash before it reaches a game, "
    "and take chance from the game's dice only",
    "undo gives the position before": "keep what changes in the state, and copy it in copy()",
    "a fork leaves its parent alone": "keep what changes in the state, and copy it in copy()",
    "a fork is the same game": "keep what changes in the state, and copy it in copy()",
    "the same commands are the same game": "keep what changes in the state, not in the plugin",
    "the journal changes nothing": "change the state outside of `if game.telling:`",
    "captains can play it": "a captain answered what is not legal, or could not read its view",
    "nothing changes in games that do not choose it": "change only the game that a hook is given: "
    "no tables, ships or classes of others, nothing when imported",
    "nothing raises": "the error says where; set WEATHERGAGE_DEBUG=1 for the traceback",
}


def _gather(findings: Findings, failures: Sequence[Failure]) -> None:
    """One thing to mend for each promise and place; the first failure of it tells the most."""
    told: Counter[tuple[str, str]] = Counter()
    first: dict[tuple[str, str], Failure] = {}
    for failure in failures:
        key = (failure.invariant, failure.problem.partition(":")[0])
        told[key] += 1
        first.setdefault(key, failure)
    for key, failure in first.items():
        more = f" (and {told[key] - 1} more like it)" if told[key] > 1 else ""
        if failure.invariant == TOLD_AND_SEEN:
            findings.remarks.append(f"{failure}{more}")
            continue
        how = _HOW.get(failure.invariant, "see weathergage.testing for what is asked")
        if failure.record:
            how += f"; the game is in {failure.record}"
        what = f"{failure.invariant}: {failure.problem}{more}"
        findings.mends.append(Mend(_where(findings, failure), what, how))


def _where(findings: Findings, failure: Failure) -> str:
    if not failure.scenario:
        return findings.target.name
    options = "".join(f", {name}={value}" for name, value in failure.options.items())
    return f"{failure.scenario}, seed {failure.seed}, {failure.mode}{options}"
