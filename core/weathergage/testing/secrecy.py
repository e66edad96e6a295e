"""Secrets by non-interference: what one seat answers, no other can find out before it is shown."""

from __future__ import annotations

from typing import Any

from weathergage.commands import Command
from weathergage.dice import Dice
from weathergage.draw.picture import Picture
from weathergage.draw.svg import svg as drawn
from weathergage.errors import IllegalCommand
from weathergage.events import Told
from weathergage.game import Decision, Game
from weathergage.records import canonical
from weathergage.testing.failures import Failure, need
from weathergage.testing.positions import difference, give
from weathergage.testing.wrong import nudged
from weathergage.views import View


def reachable(game: Game, seat: str, *, svg: bool = True) -> dict[str, str]:
    """Everything that a seat can get at, by name: its view, decisions, legal and drawn answers,
    what it is told when it answers wrongly, its events, its record, and its picture.

    svg: the picture as it is drawn, too, and not only what is to be drawn.
    """
    view = game.view(seat)
    found = {
        "view": canonical(view.plain()),
        "events": canonical([[event.say(), event.plain()] for event in view.events]),
        "record": "\n".join(game.record_for(seat).lines()),
    }
    for decision in view.decisions:
        found[f"question {decision.index}"] = canonical([decision.plain(), decision.schema])
        listed = decision.legal()
        if listed is not None:
            found[f"legal {decision.index}"] = canonical([c.data() for c in listed])
        samples = [decision.sample(Dice(number)) for number in range(3)]
        found[f"samples {decision.index}"] = canonical([c.data() for c in samples])
        found[f"refusals {decision.index}"] = canonical(_refusals(game, decision, samples[0]))
    shown = picture(game, view)
    found["picture"] = repr(shown)
    if svg and isinstance(shown, Picture) and shown.board is not None:
        found["drawing"] = drawn(shown)
    return found


def _refusals(game: Game, decision: Decision, command: Command) -> list[str]:
    """What is said to wrong answers of a seat, and to those that it has no business giving."""
    told: list[str] = []
    twin = game.fork()
    dice = Dice(1)
    for wrong in (nudged(command.data(), dice) for _ in range(3)):
        try:
            twin.submit(decision.id, wrong, seat=decision.seat)
        except IllegalCommand as error:
            told.append(str(error))
        else:
            told.append("accepted")
            twin = game.fork()
    for id in ("d0", *(d.id for d in game.decisions if d.seat != decision.seat)):
        try:
            twin.submit(id, command, seat=decision.seat)
        except IllegalCommand as error:
            told.append(str(error))
    return told


def check_views(game: Game) -> None:
    """A seat is shown its own questions only, and no view or record holds what another was told
    alone.
    """
    for seat in game.seats:
        view = game.view(seat)
        asked = {decision.seat for decision in view.decisions}
        need(asked <= {seat}, "a view is one seat's", f"{seat} is shown {sorted(asked)}", game)
        events = [event.plain() for event in view.events]
        for event in (*events, *game.record_for(seat).events):
            told = event[0] == Told.kind and event[1] != seat
            need(not told, "a view is one seat's", f"{seat} is told {event}", game)


def picture(game: Game, view: View) -> Any:
    """What a view looks like."""
    ruleset = game.rules.ruleset
    seen = view.table if ruleset.imagine is None else ruleset.imagine(game, view)
    return game.rules.picture(seen)


def check_secrecy(game: Game, dice: Dice, *, svg: bool = True) -> bool:
    """Where several seats are asked together, what one answers changes nothing that any other
    can get at, until the last answer is in. Returns whether there was anything to try.

    Every seat's answer in turn is replaced by another legal one, drawn by lot. svg: as for
    `reachable`.
    """
    if len({d.seat for d in game.decisions}) < 2:
        return False
    tried = False
    for decision in game.decisions:
        first = decision.sample(dice)
        second = next((c for c in (decision.sample(dice) for _ in range(12)) if c != first), None)
        if second is not None:
            tried = True
            _compare_secrets(game, decision, (first, second), dice, svg)
    return tried


def _compare_secrets(
    game: Game, decision: Decision, answers: tuple[Command, Command], dice: Dice, svg: bool
) -> None:
    twins = (game.fork(), game.fork())
    for twin, answer in zip(twins, answers, strict=True):
        twin.submit(decision.id, answer)
    waiting = [(d.seat, d.index, d.sample(dice)) for d in game.decisions if d.id != decision.id]
    # The last answer reveals, so it is not given.
    for number in range(len(waiting)):
        for seat in game.seats:
            if seat == decision.seat:
                continue
            one, other = (reachable(twin, seat, svg=svg) for twin in twins)
            for name in sorted(one | other):
                if one.get(name) != other.get(name):
                    told = difference((one.get(name),) * 5, (other.get(name),) * 5)
                    raise Failure(
                        "secrets are kept",
                        f"what {decision.seat} answers to {decision.kind} shows in {seat}'s "
                        f"{name}: {told}",
                        game,
                    )
        if number + 1 < len(waiting):
            for twin in twins:
                give(twin, waiting[number])
