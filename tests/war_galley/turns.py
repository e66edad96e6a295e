"""Turns of a position played by somebody who does nothing, for tests of what a turn asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import weathergage as wg
from weathergage_war_galley.initiative import First
from weathergage_war_galley.movement import Rest, Row
from weathergage_war_galley.orders import Done
from weathergage_war_galley.speeds import Speeds
from weathergage_war_galley.squadrons import Form, name_of

Answers = Mapping[type[wg.Command], Callable[[wg.Decision], wg.Command]]


def passive(decision: wg.Decision) -> wg.Command:
    """An answer that does as little as can be."""
    kinds = decision.kinds
    if Done in kinds:
        return Done()
    if Form in kinds:
        return Form()
    if Speeds in kinds:
        return Speeds(squadron=next(iter(decision._ask.answers._open)))
    if First in kinds:
        return First(side=decision.seat)
    if Row in kinds:
        return Row(mp=0)
    if wg.Decline in kinds:
        return wg.Decline()
    options = decision.legal()
    assert options
    rest = [option for option in options if type(option) is Rest]
    return rest[0] if rest else options[0]


def play(
    game: wg.Game, *, stop: Callable[[wg.Game], bool] | None = None, answers: Answers | None = None
) -> wg.Game:
    """Answer questions until one to stop at or the end of the turn. answers: by kind of command."""
    turn = game.turn
    for _ in range(2000):
        if game.over or game.turn > turn or (stop is not None and stop(game)):
            return game
        decision = game.decisions[0]
        chosen = next(
            (answer for kind, answer in (answers or {}).items() if kind in decision.kinds), passive
        )
        game.submit(decision.id, chosen(decision))
    raise AssertionError("the turn does not end")


def asks(kind: type[wg.Command]) -> Callable[[wg.Game], bool]:
    """Whether a kind of command is what is asked for."""
    return lambda game: bool(game.decisions) and kind in game.decisions[0].kinds


def until(game: wg.Game, kind: type[wg.Command]) -> wg.Decision:
    """Play until a kind of command is asked for; the decision."""
    play(game, stop=asks(kind))
    assert asks(kind)(game), f"{kind.KIND} is never asked for"
    return game.decisions[0]


def lines(decision: wg.Decision) -> list[str]:
    """What may be answered, as it is written."""
    return [command.write() or command.KIND for command in decision.legal() or ()]


def squadron_of(game: Any, code: str) -> str:
    """The name of the squadron that a galley is in."""
    for squadron in game.state.squadrons:
        for n in squadron.members:
            if game.state.galleys[n].counter.code == code:
                return name_of(game.state, squadron)
    return ""


def members(game: Any, name: str) -> list[str]:
    """Codes of the galleys of a squadron, in its order."""
    for squadron in game.state.squadrons:
        if name_of(game.state, squadron) == name:
            return [game.state.galleys[n].counter.code for n in squadron.members]
    return []
