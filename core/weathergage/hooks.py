"""Every hook that a plugin may implement.

A plugin that supplies rulesets, house rules or styles of drawing is found through the entry-point
group `weathergage` and asked once, when installed plugins are looked through. The hooks `tables`,
`ships`, `captains` and `sequence` are called once for each choice of rules, before a game of it
begins. All others belong to one game: they are asked only of the house rules that it chose. The
one chosen last is asked first, and wraps the others. What nobody implements costs a test for None.

Every argument is handed over by name, and an implementation names only those that it wants. A
wrapper, `@hookimpl(wrapper=True)`, surrounds what the ruleset and the other house rules answer:
`own = yield` gives their answer, and what it returns takes its place. A hook that raises, or that
answers what it should not, stops its own game with its name and its clause.

Each hook has a page in the documentation, made of its docstring here and of a file of examples,
docs/examples/hooks/<hook>.py, which is run as a test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from weathergage.commands import Command
    from weathergage.dice import Dice
    from weathergage.events import Event
    from weathergage.modifiers import Modifier
    from weathergage.phases import Complaint, Phase, PhaseRun
    from weathergage.ruleset import Outcome, Ruleset
    from weathergage.shiplists import ShipType
    from weathergage.tables import Table

PROJECT = "weathergage"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


class Hooks:
    """The specifications; see each method. `hookimpl` marks an implementation."""

    # What a plugin supplies

    @hookspec
    def rulesets(self) -> Sequence[Ruleset]:  # type: ignore[empty-body]
        """Supply rulesets.

        Called once, when installed plugins are looked through. Return a list of `Ruleset`
        objects; every plugin's are put together, and an id that is taken is refused.
        """

    @hookspec
    def house_rules(self) -> Sequence[Any]:  # type: ignore[empty-body]
        """Supply house rules.

        Called once, when installed plugins are looked through, or when a file or folder of a
        house rule is read. Return a list of `HouseRule` objects. Those of an installed plugin
        change nothing before a game chooses them.
        """

    @hookspec
    def styles(self) -> Mapping[str, Callable[[Any], str]]:  # type: ignore[empty-body]
        """Supply styles of drawing.

        Called once, when installed plugins are looked through. Return functions by the name of
        their style; each makes an SVG document of a `Picture`. `weathergage show --style NAME`
        draws in it.
        """

    # Before a game begins

    @hookspec(firstresult=True)
    def tables(self, ruleset: Ruleset) -> Mapping[str, Table]:  # type: ignore[empty-body]
        """Change the tables that a choice of rules plays by.

        Called once for each choice of house rules. Return all tables by id; a wrapper gets those
        of the ruleset: `own = yield; return {**own, "hits": own["hits"].replaced(...)}`. For a
        change that depends on the state of the game, see `look_up`.

        ruleset: whose tables they are.
        """

    @hookspec(firstresult=True)
    def ships(self, ruleset: Ruleset) -> Mapping[str, ShipType]:  # type: ignore[empty-body]
        """Change the types of ship, or add some.

        Called once for each choice of house rules, before a scenario is read, so that scenarios of
        house rules can name the types that these add. Return all types by id; a wrapper gets
        those of the ruleset.

        ruleset: whose ships they are.
        """

    @hookspec
    def captains(  # type: ignore[empty-body]
        self, ruleset: Ruleset
    ) -> Mapping[str, Callable[[str, Dice], Any]]:
        """Add computer players.

        Called once for each choice of rules. Return makers by name; each is given a seat and dice
        of its own and gives a captain. `--seat SIDE=NAME` puts it to the game.

        ruleset: what is played.
        """

    @hookspec(firstresult=True)
    def sequence(self, rules: Any) -> tuple[Phase, ...] | None:
        """Change the sequence of play: insert a phase, remove one, put them in another order.

        Called once for each choice of rules. Return the whole tuple of phases; a wrapper gets the
        ruleset's own: `own = yield; return (*own[:1], FOG, *own[1:])`.

        rules: the choice: ruleset, scenario, options, tables, ships.
        """

    @hookspec(firstresult=True)
    def set_up(self, rules: Any, dice: Dice) -> Any:
        """Change how a game begins.

        Called as a game begins, before its first phase. Return the state; a wrapper gets the one
        of the ruleset, freshly made for this game, and may change it. The dice that the ruleset
        throws here, such as those for the first wind, are not heard by `roll` and `rolled`: there
        is no game yet. Change what came of them instead, with a throw of your own if need be.

        rules: the choice. dice: those of the game, to roll in a stream of the house rule's own.
        """

    # In a game

    @hookspec(firstresult=True)
    def phase(self, game: Any, phase: Phase) -> PhaseRun | None:
        """Make the generator that plays a phase, or a piece of an agenda.

        Called as it begins. A wrapper surrounds the making of the generator, not its run, so
        surround the run by a generator of your own: `own = yield; return around(game, own)`,
        where `around` says `yield from own` somewhere inside. A house rule names the phases that
        it is for (`HouseRule(..., phases=("combat",))`); it is asked of all where it names none.

        game: the game. phase: what begins.
        """

    @hookspec
    def modifiers(  # type: ignore[empty-body]
        self, game: Any, about: str, own: Sequence[Modifier], by: Any, against: Any
    ) -> Sequence[Modifier]:
        """Add modifiers at a named point, change them, or remove them.

        Called wherever a rule takes modifiers; `weathergage modifiers RULESET` lists the points.
        Return a list of `Modifier` objects to add. A wrapper gets a list of such lists, the rule's
        own the last of them, and returns one in its place. Captains ask as well, to work out
        their chances: then `game` is what they see of it.

        game: the game, or a captain's view of it, which has `rules` and `state`. about: the
        point's name. own: the rule's own modifiers. by: the ship or side that acts, against: the
        one acted upon, as the ruleset's state has them; None where there is none.
        """

    @hookspec(firstresult=True)
    def look_up(self, game: Any, table: str, row: int | str, column: str) -> Any:
        """Answer a table look-up instead of the table.

        Called whenever a rule reads a table in play. Return the entry, or None to leave it to the
        table. A change that holds for the whole game is better made by `tables`: captains count
        on that one. So do figures that are read before play and not in it, such as those that a
        ship's card, a schedule of movement or a map is made of: of them this hook hears nothing.

        game: the game. table: its id. row: the number rolled or measured, or the row's name.
        column: its name.
        """

    @hookspec(firstresult=True)
    def roll(
        self, game: Any, purpose: str, stream: str, count: int, sides: int
    ) -> Sequence[int] | None:
        """Throw dice in the rule's place: more of them, fewer, others.

        Called before dice are thrown. Return the faces, or None to let the game throw. A rule
        that reads one die takes the sum of the faces; a rule that counts or adds dice takes them
        one by one. Take chance from `game.dice` alone, from the stream given or one of your own.

        game: the game. purpose: what is rolled for. stream: of the dice. count, sides: what the
        rule would throw.
        """

    @hookspec(firstresult=True)
    def rolled(self, game: Any, purpose: str, result: int) -> int | None:
        """See a die after it fell, and change it.

        Called for each die. Return what it counts as, or None to let it lie; the event of the
        roll tells of the change.

        game: the game. purpose: what is rolled for. result: the face.
        """

    @hookspec
    def legal(self, game: Any, decision: Any, command: Command) -> Complaint | None:
        """Refuse a command that the ruleset allows.

        Called for each answer that the ruleset finds legal. Return a `Complaint`, or None. It can
        only refuse: what the ruleset forbids is not allowed by this hook, and nobody is asked
        more than before. To allow something new, ask for it in a phase of your own, put in by
        `sequence` or around the ruleset's by `phase`. Leave
        every decision an answer: a game in which nothing is legal is stuck, and says so.

        game: the game. decision: what is answered. command: the answer.
        """

    @hookspec
    def happened(self, game: Any, event: Event) -> None:
        """Be told of an event as it happens, and change the state if the house rule says so.

        Called after every event, with the journal on or off.

        game: the game; what the house rule has to remember it writes to `game.notes`. event: what
        happened.
        """

    @hookspec(firstresult=True)
    def outcome(self, game: Any) -> Outcome | None:
        """Say that the game is over.

        Called at the end of each phase that was played, while the ruleset plays on. Return an
        `Outcome`, or None.

        game: the game.
        """

    @hookspec(firstresult=True)
    def view(self, game: Any, seat: str) -> Any:
        """Change what a seat may see.

        Called whenever a seat's view is made: for people, captains, pictures and what a seat may
        keep of a game. A wrapper gets the ruleset's own view, made for this call, and may change
        it or return another. Take away, or tell what the seat knows anyway: nothing checks here
        what a secret is.

        game: the game. seat: who looks.
        """

    @hookspec(firstresult=True)
    def picture(self, rules: Any, state: Any) -> Any:
        """Change what the table looks like.

        Called whenever a picture is drawn. A wrapper gets the ruleset's own `Picture` and may
        change its marks or return another.

        rules: the choice. state: the state, or what a seat sees of it.
        """
