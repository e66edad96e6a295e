"""Forms: how a person writes an answer, whatever command of whatever ruleset is wanted.

The form is chosen by the command's fields and by whether its legal answers are a short list:
numbered choices, yes or no, a row for each ship, or field by field. A line that begins with a
brace is the whole command as JSON, on any form.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, get_args, get_origin

from weathergage.commands import Command
from weathergage.game import Decision

LONGEST_LIST = 12
"""Legal answers that are still offered by number."""

BESIDES = 3
"""Words that a help may have besides the answers and still say no more than a list of them."""

YES = ("y", "yes", "true", "1", "aye")
NO = ("n", "no", "false", "0", "nay")

Answer = Command | Mapping[str, Any]


class NotUnderstood(Exception):
    """A line that does not fit the form; its text says what would."""


class Form(Protocol):
    """What is filled in line by line until it is an answer."""

    @property
    def prompt(self) -> str:
        """What stands before the cursor."""

    def invitation(self) -> str:
        """How to fill it in, in a line or two."""

    def take(self, line: str) -> Answer | None:
        """The answer, or None while more lines are wanted. Raises NotUnderstood."""

    def accept(self, suggested: Command) -> Answer:
        """A suggested answer, with what is already written kept."""

    def written(self) -> list[str]:
        """What is written so far."""


def form_for(decision: Decision, codes: Sequence[str], *, hasty: bool = False) -> Form:
    """The form for a decision. codes: what rows may begin with. hasty: an empty plot is dangerous,
    so an empty line alone does not end it.
    """
    kind = decision.kinds[0]
    legal = decision.legal()
    if legal is not None and len(legal) == 2 and _only(kind, bool):
        return YesNo(kind)
    if legal is not None and 0 < len(legal) <= LONGEST_LIST:
        return Numbered(legal, decision.kinds)
    if all(one.is_written() for one in decision.kinds):
        return Written(decision.kinds)
    if len(decision.kinds) > 1:
        return OneOfKinds(decision.kinds, codes, hasty)
    return form_of(kind, codes, hasty=hasty)


def form_of(kind: type[Command], codes: Sequence[str], *, hasty: bool = False) -> Form:
    """The form for a kind of command whose legal answers are not listed."""
    if _only(kind, bool):
        return YesNo(kind)
    if len(kind.model_fields) == 1 and _is_rows(kind, next(iter(kind.model_fields))):
        return Rows(kind, codes, hasty)
    return Fields(kind)


def described(command: Command) -> str:
    """A command in a few words: its own notation where it has one."""
    if written := command.write():
        return written
    fields = command.model_dump(mode="json")
    return ", ".join(_words(value) for value in fields.values()) or words_of(command.KIND)


def lines_of(command: Command) -> list[str]:
    """A command as the lines that a person would write for it."""
    fields = command.model_dump(mode="json")
    if len(fields) == 1 and not command.is_written():
        (value,) = fields.values()
        if isinstance(value, Mapping):
            return [f"{key}: {_words(text)}" for key, text in value.items()]
    return [described(command)]


def words_of(name: str) -> str:
    """A kind's or field's name as words."""
    return name.replace("-", " ").replace("_", " ")


def whole(line: str) -> Mapping[str, Any] | None:
    """The command of a line of JSON, None for any other line. Raises NotUnderstood."""
    if not line.startswith("{"):
        return None
    try:
        data = json.loads(line)
    except ValueError as error:
        raise NotUnderstood(f"this is not valid JSON: {error}") from None
    return data if isinstance(data, dict) else None


def value_of(kind: type[Command], text: str) -> Mapping[str, Any]:
    """The fields of a command that a few words stand for, as standing orders are given.

    Raises NotUnderstood.
    """
    data = whole(text)
    if data is not None:
        return data
    if kind.is_written():
        return {k: v for k, v in read_line((kind,), text).items() if k != "kind"}
    if not kind.model_fields:
        return {}
    if len(kind.model_fields) > 1:
        example = ", ".join(f'"{name}": ...' for name in kind.model_fields)
        raise NotUnderstood(f"write {kind.KIND} as JSON, such as {{{example}}}")
    (name,) = kind.model_fields
    return {name: _yes_or_no(text) if _only(kind, bool) else _value(kind, name, text)}


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {_words(part)}" for key, part in value.items()) or "nothing"
    if isinstance(value, list):
        return " ".join(_words(part) for part in value)
    return str(value)


def _only(kind: type[Command], wanted: type) -> bool:
    """Whether a command has one field, of that type."""
    fields = list(kind.model_fields.values())
    return len(fields) == 1 and fields[0].annotation is wanted


def _is_rows(kind: type[Command], name: str) -> bool:
    annotation = kind.model_fields[name].annotation
    return get_origin(annotation) is dict and get_args(annotation)[0] is str


def _yes_or_no(line: str) -> bool:
    if line.lower() in YES:
        return True
    if line.lower() in NO:
        return False
    raise NotUnderstood("answer yes or no")


def _value(kind: type[Command], name: str, text: str) -> Any:
    """A field's value as written: text where text is wanted, else as JSON reads it."""
    if _is_rows(kind, name):
        rows = [row.partition(":") for row in text.split(";") if row.strip()]
        return {code.strip(): value.strip() for code, _, value in rows}
    annotation = kind.model_fields[name].annotation
    if annotation is str:
        return text
    if annotation is bool:
        return _yes_or_no(text)
    try:
        return json.loads(text)
    except ValueError:
        is_list = get_origin(annotation) in (list, tuple)
        return [part.strip() for part in text.split(",")] if is_list else text


def read_line(kinds: Sequence[type[Command]], line: str) -> Mapping[str, Any]:
    """The command of one of some kinds that a line stands for. Raises NotUnderstood."""
    for kind in kinds:
        fields = _read(kind, line)
        if fields is not None:
            return {"kind": kind.KIND, **fields}
    known = ", ".join(words_of(kind.KIND) for kind in kinds)
    raise NotUnderstood(f'what is asked for is {known}; "help" shows how it is written')


def _read(kind: type[Command], line: str) -> Mapping[str, Any] | None:
    """The fields of a kind that a line stands for, None for another kind's. Raises NotUnderstood
    for one that is not complete.
    """
    try:
        return kind.read(line)
    except ValueError as error:
        raise NotUnderstood(str(error)) from None


class Written:
    """One line, in the notation of the kinds that are asked for."""

    prompt = "> "

    def __init__(self, kinds: Sequence[type[Command]]) -> None:
        self._kinds = kinds

    def invitation(self) -> str:
        """What may be written."""
        named = ", ".join(words_of(kind.KIND) for kind in self._kinds)
        return f'Write one line ({named}), or several with semicolons; "help" shows how.'

    def take(self, line: str) -> Answer | None:
        """The line as a command."""
        return whole(line) or read_line(self._kinds, line)

    def accept(self, suggested: Command) -> Answer:
        """The suggestion."""
        return suggested

    def written(self) -> list[str]:
        """Nothing: the first line is the answer."""
        return []


class YesNo:
    """One question that is answered yes or no."""

    prompt = "yes or no> "

    def __init__(self, kind: type[Command]) -> None:
        self._kind = kind
        self._name = next(iter(kind.model_fields))

    def invitation(self) -> str:
        """How to answer."""
        return "Answer yes or no."

    def take(self, line: str) -> Answer | None:
        """Yes or no."""
        data = whole(line)
        if data is not None:
            return data
        return {"kind": self._kind.KIND, self._name: _yes_or_no(line)}

    def accept(self, suggested: Command) -> Answer:
        """The suggestion."""
        return suggested

    def written(self) -> list[str]:
        """Nothing: the first word is the answer."""
        return []


class Numbered:
    """A few answers to choose from."""

    def __init__(self, choices: Sequence[Command], kinds: Sequence[type[Command]] = ()) -> None:
        self._choices = choices
        self._kinds = [kind for kind in kinds if kind.is_written()]
        self.prompt = f"1 to {len(choices)}> "

    def invitation(self) -> str:
        """The numbered list."""
        lines = [f"  {n:>2}  {described(choice)}" for n, choice in enumerate(self._choices, 1)]
        return "\n".join(["Choose by number:", *lines])

    def repeats(self, words: str) -> bool:
        """Whether words say no more than the list: all of it, and next to nothing besides."""
        for choice in sorted(map(described, self._choices), key=len, reverse=True):
            if choice not in words:
                return False
            words = words.replace(choice, " ")
        return len(re.findall(r"[^\W\d_]{2,}", words)) <= BESIDES

    def take(self, line: str) -> Answer | None:
        """The choice of that number or of those very words, or what else the line stands for in
        the notation of the kinds that are asked for.
        """
        data = whole(line)
        if data is not None:
            return data
        if line.isdigit() and 1 <= int(line) <= len(self._choices):
            return self._choices[int(line) - 1]
        same = [c for c in self._choices if described(c).lower() == line.lower()]
        if len(same) == 1:
            return same[0]
        for kind in self._kinds:
            if (fields := _read(kind, line)) is not None:
                return {"kind": kind.KIND, **fields}
        raise NotUnderstood(f"choose a number from 1 to {len(self._choices)}, or write one of them")

    def accept(self, suggested: Command) -> Answer:
        """The suggestion."""
        return suggested

    def written(self) -> list[str]:
        """Nothing: the first number is the answer."""
        return []


class Rows:
    """A row for each ship, ended by an empty line; for one ship alone the row is the answer."""

    def __init__(self, kind: type[Command], codes: Sequence[str], hasty: bool) -> None:
        self._kind = kind
        self._name = next(iter(kind.model_fields))
        self._codes = list(codes)
        self._hasty = hasty
        self._warned = False
        self.rows: dict[str, str] = {}

    @property
    def prompt(self) -> str:
        """What is asked for: the one ship's row, or rows with the count of those written."""
        if self._alone:
            return f"{self._codes[0]}> "
        if not self._codes:
            return "> "
        known = sum(code in self._codes for code in self.rows)
        return f"{known} of {len(self._codes)}> "

    @property
    def _alone(self) -> bool:
        return len(self._codes) == 1

    def invitation(self) -> str:
        """How rows are written."""
        if self._alone:
            return f"Write the row for {self._codes[0]}; an empty line gives none."
        example = self._codes[0] if self._codes else "CODE"
        return (
            f'Write a row each, such as "{example}: ..."; the same code again replaces its row, '
            f'"{example}:" alone strikes it out. An empty line hands them in.'
        )

    def take(self, line: str) -> Answer | None:
        """A row, or the end of them."""
        data = whole(line)
        if data is not None:
            return data
        if not line:
            if self._hasty and not self.rows and not self._warned:
                self._warned = True
                raise NotUnderstood("nothing is written; an empty line again hands in no orders")
            return self.answer()
        code, text = self.split(line)
        if self._alone:
            return {"kind": self._kind.KIND, self._name: {code: text} if text else {}}
        if text:
            self.rows[code] = text
        else:
            self.rows.pop(code, None)
        return None

    def split(self, line: str) -> tuple[str, str]:
        """The code and the row of a line. Raises NotUnderstood for a row without its code."""
        for code in sorted(self._codes, key=len, reverse=True):
            found = re.match(rf"{re.escape(code)}\s*(?::|\s|$)\s*", line, re.I)
            if found:
                return code, line[found.end() :].strip()
        head, colon, rest = line.partition(":")
        if colon:
            return head.strip(), rest.strip()
        if self._alone:
            return self._codes[0], line
        example = self._codes[0] if self._codes else "CODE"
        raise NotUnderstood(f'begin the row with a code, such as "{example}: ..."')

    def drop(self, line: str) -> None:
        """Take a row back that has just been refused."""
        self.rows.pop(self.split(line)[0], None)

    def trial(self, others: Command) -> Command:
        """The rows so far as a command, those that are missing taken from another. Raises
        pydantic's ValidationError.
        """
        filled = others.model_dump(mode="json").get(self._name, {})
        return self._kind.model_validate({self._name: {**filled, **self.rows}})

    def is_alone(self, text: str) -> bool:
        """Whether a row speaks of no other ship that rows are written for."""
        return not any(code.upper() in text.upper() for code in self._codes)

    def answer(self) -> Answer:
        """The rows so far as an answer."""
        return {"kind": self._kind.KIND, self._name: dict(self.rows)}

    def accept(self, suggested: Command) -> Answer:
        """The suggested rows, but for ships that have one written."""
        rows = suggested.model_dump(mode="json")[self._name]
        return {"kind": self._kind.KIND, self._name: {**rows, **self.rows}}

    def written(self) -> list[str]:
        """The rows."""
        return [f"{code}: {text}" for code, text in self.rows.items()]


class Fields:
    """Any other command, a field a line; an empty line keeps what stood there before."""

    def __init__(self, kind: type[Command]) -> None:
        self._kind = kind
        self._names = list(kind.model_fields)
        self._values: dict[str, Any] = {}
        self._at = 0

    @property
    def prompt(self) -> str:
        """The field at hand, with what stands there."""
        if not self._names:
            return f"{words_of(self._kind.KIND)} (Enter)> "
        name = self._names[self._at]
        if name in self._values:
            return f"{words_of(name)} [{_words(self._values[name])}]> "
        return f"{words_of(name)}> "

    def invitation(self) -> str:
        """What the fields are."""
        if not self._names:
            return "Press Enter."
        return f"Answer in turn: {', '.join(words_of(name) for name in self._names)}."

    def take(self, line: str) -> Answer | None:
        """The value of the field at hand."""
        data = whole(line)
        if data is not None:
            return data
        if self._names:
            name = self._names[self._at]
            if line:
                self._values[name] = _value(self._kind, name, line)
            elif name not in self._values and self._kind.model_fields[name].is_required():
                raise NotUnderstood(f"{words_of(name)} is needed")
            self._at += 1
            if self._at < len(self._names):
                return None
            self._at = 0
        return {"kind": self._kind.KIND, **self._values}

    def accept(self, suggested: Command) -> Answer:
        """The suggestion."""
        return suggested

    def written(self) -> list[str]:
        """The fields that have a value."""
        return [f"{words_of(name)}: {_words(value)}" for name, value in self._values.items()]


class OneOfKinds:
    """First which kind of command, then its own form."""

    def __init__(self, kinds: Sequence[type[Command]], codes: Sequence[str], hasty: bool) -> None:
        self._kinds = kinds
        self._codes = codes
        self._hasty = hasty
        self._form: Form | None = None

    @property
    def prompt(self) -> str:
        """The kinds, or what the chosen kind's form asks."""
        return self._form.prompt if self._form else f"1 to {len(self._kinds)}> "

    def invitation(self) -> str:
        """The kinds by number."""
        lines = [f"  {n:>2}  {words_of(kind.KIND)}" for n, kind in enumerate(self._kinds, 1)]
        return "\n".join(["Choose what to do:", *lines])

    def take(self, line: str) -> Answer | None:
        """A kind, then what its form takes."""
        if self._form is not None:
            return self._form.take(line)
        data = whole(line)
        if data is not None:
            return data
        named = [kind for kind in self._kinds if words_of(kind.KIND) == words_of(line.lower())]
        if line.isdigit() and 1 <= int(line) <= len(self._kinds):
            named = [self._kinds[int(line) - 1]]
        if len(named) != 1:
            raise NotUnderstood(f"choose a number from 1 to {len(self._kinds)}")
        if not named[0].model_fields:
            return {"kind": named[0].KIND}
        self._form = form_of(named[0], self._codes, hasty=self._hasty)
        return None

    def accept(self, suggested: Command) -> Answer:
        """The suggestion."""
        return suggested

    def written(self) -> list[str]:
        """What is written on the chosen form."""
        return self._form.written() if self._form else []
