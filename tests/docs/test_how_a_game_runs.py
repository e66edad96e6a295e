"""The order that the page tells is the order in which things happen."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from typing import Any

import weathergage as wg

PAGE = Path(__file__).parents[2] / "docs" / "how-a-game-runs.md"
Wrapper = Generator[None, Any, Any]


class Listener:
    """A house rule that writes down what it is asked and told."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    @wg.hookimpl(wrapper=True)
    def phase(self, phase: wg.Phase) -> Wrapper:
        self.heard.append(f"phase {phase.id}")
        return (yield)

    @wg.hookimpl
    def look_up(self, table: str) -> None:
        self.heard.append(f"look_up {table}")

    @wg.hookimpl
    def rolled(self, purpose: str) -> None:
        self.heard.append(f"rolled {purpose}")

    @wg.hookimpl
    def legal(self, decision: wg.Decision) -> None:
        self.heard.append(f"legal {decision.kind}")

    @wg.hookimpl
    def happened(self, event: wg.Event) -> None:
        self.heard.append(f"happened {event.kind}")

    @wg.hookimpl
    def outcome(self) -> None:
        self.heard.append("outcome")


def test_the_page_tells_what_a_house_rule_hears() -> None:
    listener = Listener()
    rule = wg.HouseRule("listener", "frigate", "Listens", listener)
    game = wg.new_game("frigate/constitution-guerriere", seed=3, house_rules=[rule])
    plots = [{"orders": {"44/F": "SE 5"}}, {"orders": {"44/F": "SE 5"}}]
    for decision, plot in zip(game.decisions, plots, strict=True):
        game.submit(decision.id, plot)
    start = listener.heard.index("happened TurnBegan", 1)
    for decision in game.decisions:
        orders = {"44/F": "Decel 3, SE 2"} if game.state.force else {"44/F": "Decel 4, SE 1"}
        game.submit(decision.id, {"orders": orders})
    end = listener.heard.index("phase command", start)
    page = PAGE.read_text(encoding="utf-8").split("```")[1].strip().splitlines()
    assert listener.heard[start : end + 1] == page
