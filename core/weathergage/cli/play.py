"""play: a game at the keyboard, or between captains."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer
from rich.text import Text

from weathergage.cli.choices import (
    HUMAN,
    SUFFIX,
    check_scenario,
    chosen_options,
    is_record,
    opened,
    own_captain,
    seated,
    taken_up,
)
from weathergage.cli.exits import FAILED, UsageProblem
from weathergage.cli.output import console, note, paragraph, print_json
from weathergage.cli.pictures import check_writable, picture_for, whole_picture, write_pictures
from weathergage.cli.sitting import Sitting
from weathergage.cli.story import by_name
from weathergage.dice import Dice
from weathergage.errors import BadFile, WeathergageError
from weathergage.game import Game, new_game
from weathergage.records import load


def play(
    scenario: str,
    *,
    seats: Sequence[str],
    seed: int | None,
    options: Sequence[str],
    house_rules: Sequence[str],
    as_now: bool,
    save: Path | None,
    mode: str | None,
    undo: str | None,
    png: Path | None,
    svg: Path | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play a scenario or go on with a saved game, to the end or until the person leaves."""
    check_writable(save, png, svg)
    out = console(stderr=as_json)
    if is_record(scenario):
        chosen = {
            "--seed": seed is not None,
            "--option": bool(options),
            "--house-rule": bool(house_rules),
            "--mode": bool(mode),
            "--undo": bool(undo),
        }
        if any(chosen.values()):
            given = " and ".join(name for name, is_given in chosen.items() if is_given)
            raise UsageProblem(
                f"{scenario} is a saved game and keeps its own rules; leave {given} out"
            )
        sitting = _resumed(
            Path(scenario), seats, save=save, as_now=as_now, out=out, quiet=quiet or as_json
        )
    else:
        if as_now:
            raise UsageProblem("--house-rules-as-now is for going on with a saved game")
        check_scenario(scenario, house_rules)
        game = new_game(
            scenario,
            seed=seed,
            options=chosen_options(options),
            house_rules=house_rules,
            mode=mode or "assisted",
            undo=undo or "ok",
        )
        players = seated(game.rules, seats, default=_default_seats(game, seats))
        sitting = Sitting(game, players, path=save, out=out, quiet=quiet or as_json)
        _take_file(sitting, scenario)
    left = _play(sitting)
    _end(sitting, left=left, svg=svg, png=png, as_json=as_json)


# Beginning


def _default_seats(game: Game, given: Sequence[str]) -> dict[str, str]:
    """Who plays what nobody was named for: at a terminal you play the first side that is ever
    asked anything, unless you named seats; captains play the others.
    """
    seats = dict.fromkeys(game.seats, own_captain(game.rules.ruleset))
    if not given and sys.stdin.isatty():
        asked = _asked_soon(game)
        seats[next((seat for seat in game.seats if seat in asked), game.seats[0])] = HUMAN
    return seats


def _asked_soon(game: Game) -> set[str]:
    """The sides that are asked something in the next few commands, found on a copy: a fleet at
    anchor may never be.
    """
    trial, dice = game.fork(), Dice(0)
    asked: set[str] = set()
    for _ in range(2 * len(game.seats)):
        asked |= {decision.seat for decision in trial.decisions}
        if trial.over or len(asked) == len(game.seats):
            break
        decision = trial.decisions[0]
        trial.submit(decision.id, decision.sample(dice))
    return asked


def _resumed(
    path: Path, given: Sequence[str], *, save: Path | None, as_now: bool, out: Any, quiet: bool
) -> Sitting:
    """The sitting of a saved game: the players that it names, unless others are given."""
    record = opened(path, as_now=as_now)
    if record.note:
        note(f"{path}: {record.note}")
    game = taken_up(record)
    if record.damage and save is None:
        note(f"what the file held is kept in {_set_aside(path)}")
    named = record.header.get("seats", {})
    default = _default_seats(game, given)
    default.update({seat: kind for seat, kind in named.items() if seat in default})
    players = seated(game.rules, given, default=default)
    sitting = Sitting(game, players, path=save or path, out=out, quiet=quiet)
    sitting.skip()
    for seat, orders in record.header.get("standing", {}).items():
        for kind, fields in orders.items():
            try:
                sitting.stand(seat, kind, fields)
            except WeathergageError as error:
                note(f"{path}: the standing order of {seat} for {kind} is dropped: {error}")
    return sitting


def _set_aside(path: Path) -> Path:
    """Copy a damaged file before the game that goes on takes its place; gives the copy."""
    number = 1
    while (copy := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    try:
        copy.write_bytes(path.read_bytes())
    except OSError as error:
        raise BadFile(
            copy, "", f"could not be written ({error.strerror}); name another file with --save"
        ) from None
    return copy


def _take_file(sitting: Sitting, scenario: str) -> None:
    """Settle where a new game is kept, before anything is played: a person's game always is.

    Raises BadFile where it cannot be, or where that would cost another game.
    """
    path = sitting.path
    if path is None:
        if not sitting.people:
            return
        sitting.path = _fresh_file(scenario)
    elif path.exists():
        try:
            kept = load(path)
        except BadFile:
            raise BadFile(
                path, "", "this file is no saved game and stays as it is; choose another name"
            ) from None
        if kept.outcome is None and sitting.people:
            raise BadFile(
                path,
                "",
                f"a game is kept here that is not over; go on with it (weathergage play {path}) "
                "or choose another name",
            )
    if sitting.people and sitting.path is not None:
        sitting.record().save(sitting.path)
        sitting.out.print(f"The game is kept in {sitting.path}", soft_wrap=True)


def _fresh_file(scenario: str) -> Path:
    """A name in the user's folder of games that nothing bears yet."""
    from platformdirs import user_data_dir

    folder = Path(user_data_dir("weathergage", appauthor=False)) / "games"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(
            folder, "", f"cannot be made ({error.strerror}); name a file with --save"
        ) from None
    stem = scenario.replace("/", "-")
    number = 1
    while (path := folder / f"{stem}-{number}{SUFFIX}").exists():
        number += 1
    return path


# Playing


def _play(sitting: Sitting) -> bool:
    """Play to the end; whether a person left before it."""
    from weathergage.cli.keyboard import Left, play_on

    if not sitting.people or sitting.game.over:
        _captains_play(sitting)
        return False
    _welcome(sitting)
    try:
        play_on(sitting)
    except Left:
        return True
    return False


def _welcome(sitting: Sitting) -> None:
    scenario = sitting.game.rules.scenario
    out = sitting.out
    out.print()
    out.print(Text(f"{scenario.title}, {scenario.when}", style="bold"))
    if scenario.summary:
        paragraph(out, scenario.summary)
    names = {side.id: side.name for side in scenario.sides}
    for seat, kind in sitting.seats.items():
        who = "you" if kind == HUMAN else "a captain" if kind == "captain" else kind
        out.print(f"  {names[seat]} ({seat}): {who}")
    out.print('Write "help" at any prompt, "quit" to leave; the game is kept.', style="dim")


def _captains_play(sitting: Sitting) -> None:
    """Captains on every seat; the story is told as it grows, the file written turn by turn. Where
    a captain or the rules fail, the file shows how far it came.
    """
    game = sitting.game
    turn = game.turn
    try:
        while not game.over:
            sitting.captains_answer()
            sitting.tell()
            if game.turn != turn:
                turn = game.turn
                sitting.save()
    except BaseException:
        sitting.tell()
        sitting.save()
        raise
    sitting.tell()


# Ending


def _end(
    sitting: Sitting, *, left: bool, svg: Path | None, png: Path | None, as_json: bool
) -> None:
    """Keep the game, write its pictures, and say how it ended or how to go on."""
    game, out = sitting.game, sitting.out
    saved = sitting.save()
    if svg or png:
        # With the game over nothing is secret; before that, what a person may see is drawn.
        hidden = sitting.people and not game.over
        picture = picture_for(game, sitting.people[0]) if hidden else whole_picture(game)
        for path in write_pictures(picture, svg=svg, png=png):
            if not as_json:
                out.print(f"Picture: {path}", soft_wrap=True)
    if as_json:
        print_json(_data(sitting, saved))
    elif game.over:
        _tell_outcome(sitting)
    if sitting.path is not None and not saved:
        raise typer.Exit(FAILED)
    if left or (sitting.people and not game.over):
        out.print(f"Saved. Go on with: weathergage play {sitting.path}", soft_wrap=True)
    elif sitting.path is not None and not as_json:
        out.print(f"Record: {sitting.path}", soft_wrap=True)


def _tell_outcome(sitting: Sitting) -> None:
    outcome = sitting.game.outcome
    assert outcome is not None
    names, out = sitting.names, sitting.out
    winner = names.get(outcome.winner, outcome.winner)
    won = "A draw" if outcome.winner == "draw" else f"Victory: {winner},"
    out.print()
    out.print(Text(f"{won} in turn {sitting.game.turn}", style="bold"))
    paragraph(out, f"{outcome.reason} [{outcome.clause}]")
    if outcome.scores:
        scores = ", ".join(f"{names.get(side, side)} {points}" for side, points in outcome.scores)
        out.print(f"Points: {scores}")
    out.print(f"Seed {sitting.game.seed}", style="dim", soft_wrap=True)


def _data(sitting: Sitting, saved: bool) -> dict[str, Any]:
    """What `play --json` prints."""
    game: Game = sitting.game
    record = game.record
    return {
        "scenario": record.scenario,
        "seed": game.seed,
        "turns": game.turn,
        "outcome": game.outcome.plain() if game.outcome else None,
        "events": [by_name(event) for event in game.events],
        "hash": record.hash,
        "record": str(sitting.path) if sitting.path is not None and saved else None,
        "seats": sitting.seats,
        "options": record.header["options"],
        "house_rules": record.header["house_rules"],
    }
