"""Signals of the flagships: short ones, when something new is to be said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from weathergage import Command, clause
from weathergage_admiralty.captain.canvas import nearest
from weathergage_admiralty.captain.lookout import Lookout
from weathergage_admiralty.signals import Post, may_post
from weathergage_admiralty.state import Ship

LINE: Final = "form line ahead"
SHORTEN: Final = "prepare for battle"
CLOSE: Final = "engage the enemy more closely"
PURSUE: Final = "chase"


@clause("3.2-post", "3.2-length")
def post(seen: Lookout) -> Iterator[Command]:
    """What each flagship has to say that does not fly yet."""
    signals: dict[str, str] = {}
    flying = {signal.ship: signal.words for signal in seen.state.signals}
    for ship in seen.own():
        if may_post(seen, ship):
            words = _words(seen, ship)
            if flying.get(ship.n) != words:
                signals[ship.card.id] = words
    yield Post(signals=signals)
    yield Post(signals={})


def _words(seen: Lookout, ship: Ship) -> str:
    """By how near the enemy is; five words at the most, so that they are read."""
    foes = seen.foes()
    if not any(foe.port.total or foe.starboard.total for foe in foes):
        return PURSUE
    away = nearest(seen, ship)
    if away > 24.0:
        return LINE
    return SHORTEN if away > 12.0 else CLOSE
