"""Every hook that a plugin may implement.

A plugin that supplies rulesets or house rules is found through the entry-point group
`weathergage` and asked `rulesets` and `house_rules` once. All other hooks belong to one game:
they are asked only of the house rules that the game chose, in the order in which it chose
them, and of the ruleset itself. What nobody implements costs a test for None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from weathergage.commands import Command
    from weathergage.events import Event
    from weathergage.phases import Complaint, Phase, PhaseRun
    from weathergage.ruleset import Outcome, Ruleset

PROJECT = "weathergage"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class Hooks:
    """The specifications; see each method. `hookimpl` marks an implementation."""

    @hookspec
    def rulesets(self) -> Sequence[Ruleset]:  # type: ignore[empty-body]
        """Supply rulesets. Called once, when installed plugins are looked through.

        Example: `return [WOODEN_SHIPS]`.
        """

    @hookspec
    def house_rules(self) -> Sequence[Any]:  # type: ignore[empty-body]
        """Supply house rules, as `HouseRule` objects. Called once, at discovery.

        Example: `return [HouseRule("calm", ruleset="wooden-ships", title=..., plugin=Calm())]`.
        """

    @hookspec(firstresult=True)
    def sequence(self, rules: Any) -> tuple[Phase, ...] | None:
        """Change the sequence of play. Called once for each choice of rules, before turn 1.

        rules: the choice (ruleset, scenario, options). Return the whole tuple of phases; a
        wrapper gets the ruleset's own: `own = yield; return (*own[:1], FOG, *own[1:])`.
        """

    @hookspec(firstresult=True)
    def phase(self, game: Any, phase: Phase) -> PhaseRun | None:
        """Make the generator that plays a phase, or a piece of an agenda. Called as it begins.

        A wrapper surrounds the making of the generator, not its run, so surround the run by a
        generator of your own: `own = yield; return around(game, own)`, where `around` says
        `yield from own` somewhere inside.
        """

    @hookspec
    def modifiers(self, game: Any, about: str, value: Any) -> Sequence[Any]:  # type: ignore[empty-body]
        """Add modifiers at a named point. Called wherever a rule asks for modifiers.

        about: the point's name, such as "gunnery strength" or a roll's purpose. value: what is
        being modified. Return a list of `Modifier(name, value, clause)`; they are added up.
        """

    @hookspec(firstresult=True)
    def look_up(self, game: Any, table: str, row: int, column: str) -> Any:
        """Answer a table look-up instead of the table. Return None to leave it to the table."""

    @hookspec(firstresult=True)
    def rolled(self, game: Any, purpose: str, result: int) -> int | None:
        """See a die after it fell, and change it. Return None to let it lie."""

    @hookspec
    def legal(self, game: Any, decision: Any, command: Command) -> Complaint | None:
        """Refuse a command that the ruleset allows: return a Complaint, or None."""

    @hookspec
    def happened(self, game: Any, event: Event) -> None:
        """Be told of an event as it happens, and change the state if the house rule says so."""

    @hookspec(firstresult=True)
    def outcome(self, game: Any) -> Outcome | None:
        """Say that the game is over. Called at the end of each phase; None plays on."""

    @hookspec(firstresult=True)
    def view(self, game: Any, seat: str) -> Any:
        """What a seat may see. A wrapper gets the ruleset's own view and may return another."""
