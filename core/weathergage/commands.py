"""Commands: what players answer.

A command is a pydantic model, so its shape is checked wherever it comes from (a person, a
file, another program); whether it is legal is the decision's business. `kind` tells the
commands of a ruleset apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from functools import lru_cache
from itertools import product
from math import prod
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Self, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError

from weathergage.datafiles import plainly
from weathergage.errors import IllegalCommand, WeathergageError

MOST_LISTED = 1000
"""Commands of a kind that are listed by what its fields may hold."""


def _words(name: str) -> list[str]:
    words: list[str] = []
    for letter in name:
        if letter.isupper() or not words:
            words.append("")
        words[-1] += letter.lower()
    return words


class Command(BaseModel):
    """An answer to a decision. Subclasses add fields; `kind` is the class's name in lower case
    unless it sets another. NOTATION: how a person writes it, with examples, for help. A command
    that a person writes in one line has a `read` and a `write` of its own. CONDITIONS: fields that
    say no more than when a standing order holds ("within 3"), each with a default that always does.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    KIND: ClassVar[str] = "command"
    NOTATION: ClassVar[str] = ""
    CONDITIONS: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """Name the kind after the class when it has not been named."""
        super().__pydantic_init_subclass__(**kwargs)
        if "KIND" not in cls.__dict__:
            cls.KIND = "-".join(_words(cls.__name__))

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None where it is not one of this kind of command.
        Raises ValueError, with what is wrong with it, for a line that begins like one.
        """
        return None

    def write(self) -> str:
        """The line that stands for this command; "" where a kind has no notation."""
        return ""

    @classmethod
    def of(cls, fields: dict[str, Any]) -> Self:
        """A command with some fields, checked like any other, by the shortest way through pydantic:
        for captains and answers that make them by the million. Raises ValidationError.
        """
        made: Self = cls.__pydantic_validator__.validate_python(fields)
        return made

    @classmethod
    def is_written(cls) -> bool:
        """Whether a person writes it in one line."""
        return cls.read.__func__ is not Command.read.__func__  # type: ignore[attr-defined]

    def unconditional(self) -> Self:
        """The same command without the conditions under which it was ordered."""
        if not self.CONDITIONS:
            return self
        return type(self).model_validate(self.model_dump(exclude=set(self.CONDITIONS)))

    def data(self) -> dict[str, Any]:
        """Plain data with its kind: what records keep, and what `submit` takes back."""
        return {"kind": self.KIND, **self.model_dump(mode="json")}


class Decline(Command):
    """No, thank you: leave the offered thing alone."""


class Choose(Command):
    """One of a few named choices."""

    choice: str


def parse_command(
    value: Command | Mapping[str, Any],
    allowed: tuple[type[Command], ...],
    about: str | None = None,
    clause: str = "",
) -> Command:
    """The command that a model or plain data stands for, if it is of an allowed kind.

    clause: of the rule that asks. Raises IllegalCommand with the one field that is wrong and
    what was expected.
    """
    if isinstance(value, Command):
        if isinstance(value, allowed):
            return value
        given = value.KIND
    elif isinstance(value, Mapping):
        given = str(value.get("kind", allowed[0].KIND))
        for kind in allowed:
            if given == kind.KIND:
                data = {k: v for k, v in value.items() if k != "kind"}
                return _validated(kind, data, about, clause)
    else:
        raise IllegalCommand(
            f"an answer is a command or a mapping, not {type(value).__name__}",
            clause=clause,
            code="malformed",
            about=about,
        )
    wanted = " or ".join(kind.KIND for kind in allowed)
    raise IllegalCommand(
        f"this decision takes {wanted}, not {given}", clause=clause, code="wrong-kind", about=about
    )


def _validated(
    kind: type[Command], data: dict[str, Any], about: str | None, clause: str
) -> Command:
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        raise IllegalCommand(
            f"{kind.KIND}: {first_problem(error)}", clause=clause, code="malformed", about=about
        ) from None


def first_problem(error: ValidationError) -> str:
    """The deepest complaint of a validation error as "field: what is wrong"."""
    worst = max(error.errors(), key=lambda e: len(e["loc"]))
    where = ".".join(str(part) for part in worst["loc"])
    told = plainly(worst)
    return f"{where}: {told}" if where else told


@lru_cache(maxsize=256)
def every(kinds: tuple[type[Command], ...]) -> tuple[Command, ...]:
    """Every command of some kinds, in the order in which their fields name what they may hold:
    literals, enumerations, true and false, whole numbers between bounds, None.

    What a kind's own validators refuse is left out. Raises WeathergageError for a field that may
    hold anything else, and for a kind with more than MOST_LISTED combinations.
    """
    return tuple(command for kind in kinds for command in _every_one(kind))


def _every_one(kind: type[Command]) -> Iterator[Command]:
    held = {}
    for name, field in kind.model_fields.items():
        values = _values(field.annotation, field.metadata)
        if values is None:
            raise WeathergageError(
                f"{kind.KIND}.{name} may hold more than can be listed; an Ask for it needs "
                "answers=, the legal ones"
            )
        held[field.alias or name] = values
    if prod(map(len, held.values())) > MOST_LISTED:
        raise WeathergageError(
            f"{kind.KIND} has more than {MOST_LISTED} answers; an Ask for it needs answers=, the "
            "legal ones"
        )
    for row in product(*held.values()):
        try:
            yield kind.of(dict(zip(held, row, strict=True)))
        except ValidationError:
            continue


def _values(annotation: Any, bounds: list[Any]) -> list[Any] | None:
    """What a field may hold, or None where that is without end."""
    origin = get_origin(annotation)
    if origin is Literal:
        return list(get_args(annotation))
    if origin in (Union, UnionType):
        parts = [_values(part, bounds) for part in get_args(annotation)]
        listed = [part for part in parts if part is not None]
        return [value for part in listed for value in part] if len(listed) == len(parts) else None
    if annotation is bool:
        return [False, True]
    if annotation is NoneType:
        return [None]
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return list(annotation)
    return _between(bounds) if annotation is int else None


def _between(bounds: list[Any]) -> list[Any] | None:
    """The whole numbers between bounds, or None where one of the two is missing."""
    low = [one.ge for one in bounds if hasattr(one, "ge")]
    low += [one.gt + 1 for one in bounds if hasattr(one, "gt")]
    high = [one.le for one in bounds if hasattr(one, "le")]
    high += [one.lt - 1 for one in bounds if hasattr(one, "lt")]
    return list(range(max(low), min(high) + 1)) if low and high else None
