"""What hooks answer: of what kind it has to be, and a plain word where it is something else.

A wrong answer would otherwise come to light later, in the rules that use it, and look like their
fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from weathergage.modifiers import Modifier
from weathergage.phases import Complaint, Phase
from weathergage.ruleset import Outcome
from weathergage.shiplists import ShipType
from weathergage.tables import Table


class Wanted(NamedTuple):
    """What a hook has to answer. fits: whether an answer is that; what: the same in words."""

    fits: Callable[[Any], bool]
    what: str


def _mapping_of(kind: type) -> Callable[[Any], bool]:
    def fits(answer: Any) -> bool:
        return isinstance(answer, Mapping) and all(isinstance(v, kind) for v in answer.values())

    return fits


def _list_of(fits_one: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda answers: isinstance(answers, list | tuple) and all(map(fits_one, answers))


def _are_makers(answer: Any) -> bool:
    return isinstance(answer, Mapping) and all(map(callable, answer.values()))


def _has(*names: str) -> Callable[[Any], bool]:
    return lambda answer: all(hasattr(answer, name) for name in names)


def _are_lists_of_modifiers(lists: Any) -> bool:
    if type(lists) is not list and type(lists) is not tuple:
        return False
    for given in lists:
        if type(given) is not list and type(given) is not tuple:
            return False
        for one in given:
            if type(one) is not Modifier and not (type(one) is tuple and len(one) == 3):
                return False
    return True


def _are_faces(answer: Any) -> bool:
    return answer is None or (
        isinstance(answer, tuple | list) and all(type(face) is int for face in answer)
    )


def _is_face(answer: Any) -> bool:
    return answer is None or type(answer) is int


WANTED: Mapping[str, Wanted] = {
    "tables": Wanted(_mapping_of(Table), "all tables by id, as `{**own, id: table}`"),
    "ships": Wanted(_mapping_of(ShipType), "all types of ship by id, as `{**own, id: type}`"),
    "captains": Wanted(_list_of(_are_makers), "makers of captains by name"),
    "sequence": Wanted(
        _list_of(lambda one: isinstance(one, Phase)), "a tuple of all phases, as `(*own, PHASE)`"
    ),
    "set_up": Wanted(_has("turn", "copy", "outcome"), "the state, as `own` once it is changed"),
    "phase": Wanted(lambda run: hasattr(run, "send"), "a generator, as `around(game, own)`"),
    "modifiers": Wanted(
        _are_lists_of_modifiers, "a list of modifiers; a wrapper gives a list of such lists"
    ),
    "roll": Wanted(_are_faces, "a list of whole numbers, the faces, or None"),
    "rolled": Wanted(_is_face, "a whole number, or None"),
    "legal": Wanted(_list_of(lambda one: isinstance(one, Complaint)), "a Complaint, or None"),
    "outcome": Wanted(
        lambda answer: answer is None or isinstance(answer, Outcome), "an Outcome, or None"
    ),
    "view": Wanted(_has("plain"), "what the seat sees, as `own` once it is changed"),
    "picture": Wanted(_has("board", "ships"), "a Picture, as `own` once it is changed"),
}
"""By hook. Those that are missing answer nothing, or are looked at where they are used."""


def shown(answer: Any) -> str:
    """An answer as it is told to people: not at length."""
    text = " ".join(repr(answer).split())
    return text if len(text) <= 60 else f"{text[:57]}..."
