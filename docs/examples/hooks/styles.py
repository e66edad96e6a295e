"""A style of drawing: the ships as a list, for a screen reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import weathergage as wg
from weathergage.plugins import Discovered, take


def listed(picture: Any) -> str:
    """An SVG document that holds nothing but a line of text for each ship."""
    rows = (
        f"<text y='{20 * n + 20}'>{s.label} {s.name}</text>" for n, s in enumerate(picture.ships)
    )
    return f"<svg xmlns='http://www.w3.org/2000/svg'>{''.join(rows)}</svg>"


@wg.hookimpl
def styles() -> Mapping[str, Callable[[Any], str]]:
    return {"listed": listed}


def test_the_style_draws_every_ship() -> None:
    import sys

    found = Discovered()
    take(found, "a style", lambda: sys.modules[__name__])
    game = wg.new_game("frigate/constitution-guerriere", seed=1)
    drawn = found.styles["listed"](game.rules.picture(game.state))
    assert drawn.count("<text") == len(game.state.ships)
    assert "Guerriere" in drawn
