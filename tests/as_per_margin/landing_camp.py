"""A camp for tests of the landing rules: troops on a table, and the landing party is to move."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from table_top import region, sea, unit

import weathergage as wg

RESERVE = unit("Reserve", 2, (58, 58))
"""A British unit in the corner, so that there is always somebody to ask."""

CORNER = region("Corner", "land", (57, 57), (60, 57), (60, 60), (57, 60))
"""The land that it stands on where a table shows a coast."""


def camp(*things: Any, dice: wg.Dice | None = None, **more: Any) -> wg.Game:
    """A game whose open question is the landing party's regular movement; nothing has happened in
    it. Its phases' functions are then called one by one.
    """
    if any(part["kind"] == "land" for part in more.get("regions", ())):
        more["regions"] = [*more["regions"], CORNER]
    return sea(*things, RESERVE, phase="landing-move", battle_turn=11, dice=dice, **more)


def loaded(**faces: int | tuple[int, ...]) -> wg.Dice:
    """Dice with chosen faces by stream; one face may be given bare."""
    return wg.Dice.of(**{k: (v,) if isinstance(v, int) else v for k, v in faces.items()})


def play(run: Generator[Any, Any, None] | None, *answers: wg.Command) -> list[Any]:
    """Drive a phase with answers in order; gives back the questions that it asked."""
    asked: list[Any] = []
    if run is None:
        return asked
    send: Any = None
    left = list(answers)
    while True:
        try:
            request = run.send(send)
        except StopIteration:
            assert not left, f"never asked for {left}"
            return asked
        asked.append(request)
        send = left.pop(0)
        complaint = request.answers.check(send)
        assert complaint is None, complaint
