"""The state of a game in which nothing on the table is hidden, to derive a ruleset's own from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Self

from pydantic import TypeAdapter, ValidationError

from weathergage.datafiles import plainly
from weathergage.errors import RecordMismatch
from weathergage.ruleset import Outcome


@dataclass(slots=True, kw_only=True)
class OpenState:
    """A state that every seat may see whole, with all that a `Ruleset` asks of one.

    Derive a slotted dataclass from it, whose fields say what is on the table: numbers, words,
    tuples, poses, tracks, and lists and dicts of these or of slotted dataclasses::

        @dataclass(slots=True)
        class State(wg.OpenState):
            ships: list[Ship]

    and hand its methods over: ``view=State.view, plain=State.plain, restore=State.restore,
    imagine=State.imagine``. A ruleset with secrets writes a `view` and an `imagine` of its own.
    """

    turn: int = 1
    agenda: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    outcome: Outcome | None = None

    def copy(self) -> Self:
        """The same position, sharing nothing that changes."""
        made: Self = _copied_fields(self)
        return made

    def plain(self) -> dict[str, Any]:
        """All that is on the table as JSON data, by the fields' names."""
        kind: Any = type(self)
        running = {"agenda", "outcome"}
        data: dict[str, Any] = _adapter(kind).dump_python(self, mode="json", exclude=running)
        return data

    @classmethod
    def restore(cls, rules: Any, data: dict[str, Any]) -> Self:
        """The state to draw that `plain` once told of. Raises RecordMismatch where its fields have
        changed since.
        """
        kind: Any = cls
        try:
            made: Self = _adapter(kind).validate_python(data)
        except ValidationError as error:
            problem = error.errors()[0]
            where = ".".join(str(part) for part in problem["loc"])
            raise RecordMismatch(
                f"the table that was kept is not one of these rules: {where}: {plainly(problem)}"
            ) from None
        return made

    @staticmethod
    def view(game: Any, seat: str) -> Any:
        """What a seat may see: all of it. Answers that wait for others' are no part of a state."""
        return game.state.copy()

    @staticmethod
    def imagine(game: Any, seen: Any) -> Any:
        """The state that a view shows."""
        return seen.table.copy()


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    """The fields of a dataclass that changes; none of anything else."""
    parameters = getattr(kind, "__dataclass_params__", None)
    if parameters is None or parameters.frozen:
        return ()
    return tuple(field.name for field in fields(kind))


def _copied(value: Any) -> Any:
    """A value that shares nothing that changes with another."""
    kind: Any = type(value)
    if kind is list:
        return [_copied(part) for part in value]
    if kind is dict:
        return {key: _copied(part) for key, part in value.items()}
    if kind is set:
        return value.copy()
    if not _names(kind):
        return value
    own: Callable[[], Any] | None = getattr(value, "copy", None)
    return own() if own is not None else _copied_fields(value)


def _copied_fields(value: Any) -> Any:
    kind: Any = type(value)
    made = kind.__new__(kind)
    for name in _names(kind):
        setattr(made, name, _copied(getattr(value, name)))
    return made
