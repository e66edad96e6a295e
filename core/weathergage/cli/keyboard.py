"""The keyboard game: one person's decisions, and all that can be asked at a prompt."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from weathergage.cli.choices import HUMAN
from weathergage.cli.forms import (
    Form,
    NotUnderstood,
    Numbered,
    Rows,
    Written,
    described,
    form_for,
    lines_of,
    value_of,
    words_of,
)
from weathergage.cli.output import joined, paragraph
from weathergage.cli.pictures import (
    draw,
    picture_for,
    print_logs,
    with_arcs,
    with_logs,
    write_pictures,
)
from weathergage.cli.sitting import Sitting
from weathergage.cli.story import sentence
from weathergage.commands import Command
from weathergage.dice import Dice
from weathergage.errors import IllegalCommand, UnknownName, WeathergageError
from weathergage.game import Decision

LONGEST_ROSTER = 24
"""Ships that are still listed at every turn without being asked for."""


class Left(Exception):
    """The person leaves the game."""


class Word(NamedTuple):
    """A word that can be given at any prompt: how it is written, what it does, and the doing,
    which says whether the question is settled.
    """

    usage: str
    does: str
    run: Callable[[str], bool]


class Keyboard:
    """Asks persons, one decision at a time."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._game = sitting.game
        self._out = sitting.out
        self._decision: Decision
        self._form: Form
        self._suggested: Command | None = None
        self._last_seat = ""
        self._seen: dict[str, tuple[object, ...]] = {}
        self._ahead: list[str] = []
        self._words = self._all_words()
        self._interactive = sys.stdin.isatty() and not sitting.out.stderr
        if self._interactive:
            # Importing it brings line editing and a history, on systems that have it.
            with suppress(ImportError):
                import readline  # noqa: F401

    def _all_words(self) -> dict[str, Word]:
        return {
            "help": Word("help", "how to answer, and these words", self._help),
            "map": Word("map [arcs|logs SHIP]", "the chart and the ships again", self._map),
            "show": Word("show CODE", "all about one ship", self._show),
            "story": Word("story [TURN]", "what happened: this turn, another, or all", self._story),
            "rules": Word("rules CLAUSE", "what a clause says here", self._rules),
            "odds": Word("odds TABLE COLUMN", "a table's exact odds", self._odds),
            "list": Word("list", "what you have written so far", self._list),
            "suggest": Word("suggest", "what a captain would do in your place", self._suggest),
            "ok": Word("ok", "take what suggest said, keeping what you wrote yourself", self._ok),
            "random": Word("random", "have this answered at random", self._random),
            "always": Word(
                "always KIND VALUE",
                "give that answer to a kind of question from now on",
                self._always,
            ),
            "undo": Word("undo", "take back your last command", self._undo),
            "save": Word("save [FILE]", "keep the game", self._save),
            "png": Word("png FILE", "write the chart to a file", self._png),
            "svg": Word("svg FILE", "write the chart to a file", self._svg),
            "quit": Word("quit", "keep the game and leave", self._quit),
        }

    # A question

    def ask(self, decision: Decision) -> None:
        """Put a decision to its person until it is settled. Raises Left when they go."""
        self._decision = decision
        self._suggested = None
        self._hand_over(decision.seat)
        self._sitting.tell(decision.seat)
        self._draw_if_new(decision.seat)
        self._form = form_for(decision, self._codes(), hasty=self._game.mode == "book")
        self._out.print()
        self._out.print(sentence(decision.prompt, decision.clause, "bold"), soft_wrap=True)
        if not self._ahead:
            words = decision.help()
            if not (isinstance(self._form, Numbered) and self._form.repeats(words)):
                self._out.print(words, soft_wrap=True)
            self._invite()
        while not self._settled(self._next_line()):
            self._ahead.clear()

    def _next_line(self) -> str:
        """What was written ahead, or a line from the person, of which the part after a semicolon
        is kept for the questions that follow.
        """
        if self._ahead:
            line = self._ahead.pop(0)
            self._out.print(f"{self._decision.seat} {self._form.prompt}{line}", soft_wrap=True)
            return line
        line = self._read(self._form.prompt).strip()
        if isinstance(self._form, Numbered | Written) and not line.startswith("{"):
            line, *self._ahead = [part.strip() for part in line.split(";")]
        return line

    def _settled(self, line: str) -> bool:
        """Take one line; whether the question is settled by it."""
        first, _, rest = line.partition(" ")
        word = self._words.get("help" if first == "?" else first.lower().rstrip("?"))
        try:
            if word is not None:
                return word.run(rest.strip())
            return self._fill_in(line)
        except NotUnderstood as error:
            self._say(str(error))
        except IllegalCommand as error:
            self._say(error.reason, error.clause)
        except WeathergageError as error:
            self._say(str(error))
        return False

    def _fill_in(self, line: str) -> bool:
        try:
            answer = self._form.take(line)
        except NotUnderstood as error:
            raise NotUnderstood(f"{error} (help tells more)") from None
        if answer is None:
            self._look_at_row(line)
            return False
        return self._submit(answer)

    def _submit(self, answer: object) -> bool:
        """Hand an answer in; a refusal leaves all that was written."""
        try:
            self._game.submit(self._decision.id, answer, seat=self._decision.seat)  # type: ignore[arg-type]
        except IllegalCommand as error:
            self._say(f"Refused: {error.reason}", error.clause)
            written = self._form.written()
            if len(written) > 1:
                self._out.print("What you have written still stands; change what is wrong:")
                self._list("")
            return False
        return True

    def _look_at_row(self, line: str) -> None:
        """Say at once what is wrong with a row, where rows by lot stand for those still missing;
        one that can never stand is struck out.

        How rows fit together is seen when all are handed in.
        """
        form = self._form
        if not isinstance(form, Rows):
            return
        code, text = form.split(line)
        try:
            trial = form.trial(self._sitting.lot(self._decision))
            problem = self._decision.complaint(trial) if text else None
        except ValidationError:
            return
        if problem is None:
            return
        of_this_row = (problem.about or "").split(" ")[-1] == code
        if not (of_this_row or repr(text) in problem.reason or problem.reason.startswith(code)):
            return
        if not problem.suffered:
            form.drop(line)
            self._say(f"Not taken: {problem.reason}", problem.clause)
        elif self._game.mode != "book" and form.is_alone(text):
            self._say(f"As it stands: {problem.reason}", problem.clause)

    def _codes(self) -> list[str]:
        """What the rows of an answer may begin with: the ships of the seat, or whatever else a
        legal answer names.
        """
        seat = self._decision.seat
        sample = self._decision.sample(Dice(0)).model_dump(mode="json")
        named = [code for value in sample.values() if isinstance(value, dict) for code in value]
        own = [ship.label for ship in picture_for(self._game, seat).ships if ship.side == seat]
        return own if set(named) <= set(own) else named

    # Reading and saying

    def _read(self, prompt: str) -> str:
        """A line from the person. Raises Left where no more will come."""
        prompt = f"{self._decision.seat} {prompt}"
        try:
            if self._interactive:
                return input(prompt)
            self._out.print(prompt, end="", soft_wrap=True)
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            self._out.print(line.rstrip("\n"), soft_wrap=True)
            return line.rstrip("\n")
        except (EOFError, KeyboardInterrupt):
            self._out.print()
            raise Left from None

    def _say(self, words: str, clause: str = "") -> None:
        paragraph(self._out, sentence(words, clause), hang=2)

    def _invite(self) -> None:
        for line in self._form.invitation().splitlines():
            paragraph(self._out, line)

    def _hand_over(self, seat: str) -> None:
        """With two persons at one keyboard: hide what one wrote before the other sits down."""
        changed = self._last_seat not in ("", seat)
        self._last_seat = seat
        if not changed:
            return
        self._ahead.clear()
        if self._interactive:
            self._out.clear()
            try:
                input(f"{seat}'s orders now; press Enter when only {seat} is looking. ")
            except (EOFError, KeyboardInterrupt):
                raise Left from None
        else:
            self._out.rule(seat)

    def _draw_if_new(self, seat: str) -> None:
        """Draw the table at the first question of a phase, if it has changed since this seat last
        saw it.
        """
        game = self._game
        turn, phase, drawn = self._seen.get(seat, (0, "", None))
        if (turn, phase) == (game.turn, game.phase):
            return
        table = game.view(seat).table.plain()
        self._seen[seat] = (game.turn, game.phase, table)
        if table != drawn:
            self._out.print()
            draw(self._out, picture_for(self._game, seat), longest=LONGEST_ROSTER)

    # The words

    def _help(self, rest: str) -> bool:
        decision = self._decision
        self._out.print(sentence(decision.prompt, decision.clause, "bold"), soft_wrap=True)
        notations = [kind.NOTATION.strip("\n") for kind in decision.kinds if kind.NOTATION]
        # Bare examples are of one battle's ships, whichever is being played.
        bare = [notation for notation in notations if notation.startswith('"')]
        for notation in notations:
            if notation not in bare:
                self._out.print(notation, soft_wrap=True)
        if bare:
            self._out.print("Written like these, whichever the ships:")
        for notation in bare:
            self._out.print(f"  {notation}", soft_wrap=True)
        self._out.print(decision.help(), soft_wrap=True)
        self._invite()
        self._out.print("\nAt any prompt:")
        for word in self._words.values():
            self._out.print(f"  {word.usage:20} {word.does}", soft_wrap=True)
        return False

    def _map(self, rest: str) -> bool:
        picture = picture_for(self._game, self._decision.seat)
        first, _, ship = rest.partition(" ")
        if first.lower() == "arcs":
            picture = with_arcs(picture, [ship.strip() or "all"])
        if first.lower() == "logs":
            picture = with_logs(picture, ship.strip() or "all")
        self._out.print()
        draw(self._out, picture)
        return False

    def _show(self, code: str) -> bool:
        from weathergage.cli.tables import print_ship

        seat = self._decision.seat
        ships = self._game.view(seat).table.plain().get("ships", [])
        found = [
            ship
            for ship in ships
            if code.lower() in [str(ship.get(key, "")).lower() for key in ("id", "code", "name")]
        ]
        if not found:
            known = [str(ship.get("code") or ship["id"]) for ship in ships if not ship.get("gone")]
            raise UnknownName("ship", code, known)
        picture = picture_for(self._game, seat)
        for ship in found:
            log = [log for log in picture.logs if log.ship == ship["id"]]
            print_ship(self._out, self._game.rules, ship, brief=bool(log))
            if log:
                print_logs(self._out, with_logs(picture, ship["id"]))
        return False

    def _story(self, which: str) -> bool:
        if which and which != "all" and not which.isdigit():
            raise NotUnderstood("write story, story 3 or story all")
        turn = None if which == "all" else int(which) if which else self._game.turn
        self._sitting.story(self._decision.seat, turn)
        return False

    def _rules(self, clause: str) -> bool:
        from weathergage.cli.rules import print_clauses

        if not clause:
            raise NotUnderstood(f"write rules and a clause, such as rules {self._decision.clause}")
        print_clauses(self._out, self._game.rules.ruleset, clause)
        return False

    def _odds(self, rest: str) -> bool:
        from weathergage.cli.tables import print_odds

        tables = self._game.rules.tables
        name, _, column = rest.partition(" ")
        if not name:
            rolled = [table.id for table in tables.values() if table.rolls != "none"]
            raise NotUnderstood(f"write odds and a table: {joined(rolled, 'or')}")
        if name not in tables:
            raise UnknownName("table", name, tables)
        print_odds(self._out, tables[name], [column] if column else None)
        return False

    def _list(self, rest: str) -> bool:
        for line in self._form.written() or ["nothing yet"]:
            self._out.print(f"  {line}", soft_wrap=True)
        return False

    def _suggest(self, rest: str) -> bool:
        self._suggested = self._sitting.suggestion(self._decision)
        self._out.print("A captain would answer:")
        for line in lines_of(self._suggested) or ["nothing"]:
            self._out.print(f"  {line}", soft_wrap=True)
        self._out.print("Write ok to take it; what you wrote yourself goes before.", style="dim")
        return False

    def _ok(self, rest: str) -> bool:
        if self._suggested is None:
            raise NotUnderstood("write suggest first")
        return self._submit(self._form.accept(self._suggested))

    def _random(self, rest: str) -> bool:
        drawn = self._sitting.lot(self._decision)
        self._out.print("The lot says:")
        for line in lines_of(drawn) or ["nothing"]:
            self._out.print(f"  {line}", soft_wrap=True)
        return self._submit(drawn)

    def _always(self, rest: str) -> bool:
        kind, _, value = rest.partition(" ")
        seat = self._decision.seat
        kinds = {command.KIND: command for command in self._game.rules.ruleset.commands}
        if not kind or not value:
            orders = self._sitting.standing.get(seat, {})
            for name, fields in orders.items():
                self._out.print(f"  always {name}: {described(kinds[name](**fields))}")
            raise NotUnderstood(
                f'write always, a kind ({joined(kinds, "or")}) and the answer, or "ask" to be '
                "asked again"
            )
        if kind not in kinds:
            raise UnknownName("kind of question", kind, kinds)
        asked = self._decision.id
        if value.strip().lower() == "ask":
            self._sitting.stand(seat, kind, None)
            self._out.print(f"You will be asked again about each {words_of(kind)}.")
        else:
            fields = value_of(kinds[kind], value.strip())
            self._sitting.stand(seat, kind, fields)
            self._out.print(f"From now on each {words_of(kind)} is answered so where it may be.")
        return all(decision.id != asked for decision in self._game.decisions)

    def _undo(self, rest: str) -> bool:
        whose = self._sitting.undo()
        self._out.print(f"The last command of {whose} is taken back.")
        return True

    def _save(self, file: str) -> bool:
        path = Path(file).expanduser() if file else self._sitting.path
        if path is None:
            raise NotUnderstood("write save and a file")
        if self._sitting.save(path):
            if self._sitting.path is None:
                self._sitting.path = path
            self._out.print(f"Saved to {path}", soft_wrap=True)
        return False

    def _png(self, file: str) -> bool:
        return self._picture(png=file)

    def _svg(self, file: str) -> bool:
        return self._picture(svg=file)

    def _picture(self, *, png: str = "", svg: str = "") -> bool:
        if not png and not svg:
            raise NotUnderstood("name the file to write")
        written = write_pictures(
            picture_for(self._game, self._decision.seat),
            svg=Path(svg).expanduser() if svg else None,
            png=Path(png).expanduser() if png else None,
        )
        for path in written:
            self._out.print(f"Picture: {path}", soft_wrap=True)
        return False

    def _quit(self, rest: str) -> bool:
        raise Left


def play_on(sitting: Sitting) -> None:
    """Play until the game is over. Raises Left when a person goes; the game is kept until then."""
    game = sitting.game
    keyboard = Keyboard(sitting)
    while not game.over:
        sitting.captains_answer()
        asked = next((d for d in game.decisions if sitting.seats[d.seat] == HUMAN), None)
        if asked is not None:
            keyboard.ask(asked)
        sitting.save()
    for seat in sitting.people[:1]:
        sitting.tell(seat)
