"""Modifiers: what changes a die, a number of dice or a strength, at a named point of the rules.

A ruleset declares its points with the modifiers that its own rules have there, so that people can
look them up and a house rule can add to them, change them and remove them by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import Any, NamedTuple

from weathergage.errors import UnknownName


class Modifier(NamedTuple):
    """A change to a roll or a strength: its name, by how much, and its clause.

    value: a whole number is added; a Fraction multiplies, and what is left over is dropped.
    """

    name: str
    value: int | Fraction
    clause: str


class Declared(NamedTuple):
    """A modifier that a rule has at a point. name: as it is told, with * for what differs from
    game to game. value: as in `Modifier`, or a few words where it depends on the ships.
    """

    name: str
    value: int | Fraction | str
    clause: str

    def plain(self) -> dict[str, Any]:
        """The same as plain data."""
        return {"name": self.name, "value": written(self.value), "clause": self.clause}


@dataclass(frozen=True, slots=True)
class Point:
    """A place in the rules at which modifiers are taken.

    name: by which house rules call it. clause: the rule. title: what is modified there. own: the
    modifiers of the rule itself, in the order in which they are taken.
    """

    name: str
    clause: str
    title: str
    own: tuple[Declared, ...] = ()

    def declares(self, name: str) -> bool:
        """Whether a modifier of that name is one of the rule's own."""
        return any(fnmatchcase(name, one.name) for one in self.own)

    def plain(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "point": self.name,
            "clause": self.clause,
            "title": self.title,
            "modifiers": [one.plain() for one in self.own],
        }


def point_named(points: Iterable[Point], name: str, ruleset: str) -> Point:
    """The point of that name. Raises UnknownName with the nearest."""
    known = {point.name: point for point in points}
    if name not in known:
        raise UnknownName(f"point of {ruleset} at which modifiers are taken", name, known)
    return known[name]


def written(value: int | Fraction | str) -> str:
    """A modifier's value as people read it: "+1", "-2", "x 4/3"."""
    if isinstance(value, Fraction):
        return f"x {value}"
    return f"{value:+d}" if isinstance(value, int) else value


def total(value: int, modifiers: Iterable[tuple[str, int | Fraction, str]]) -> int:
    """A value with modifiers, in their order."""
    for _, by, _ in modifiers:
        if type(by) is int:
            value += by
        else:
            value = value * by.numerator // by.denominator
    return value


def told(
    value: int, modifiers: Sequence[tuple[str, int | Fraction, str]]
) -> tuple[tuple[str, int, str], ...]:
    """Modifiers as a roll's event tells them: by how much each changed the value."""
    found: list[tuple[str, int, str]] = []
    for name, by, clause in modifiers:
        after = total(value, ((name, by, clause),))
        found.append((name, after - value, clause))
        value = after
    return tuple(found)


class Change(NamedTuple):
    """What a house rule does to a modifier of a point: how is "add", "change" or "remove".

    by, against: the only side that it holds for as the one that acts, or as the one acted upon;
    every side's where it is "".
    """

    how: str
    modifier: Modifier
    by: str = ""
    against: str = ""

    @property
    def limits(self) -> str:
        """For whom it holds, in words; "" for everybody."""
        said = (("by", self.by), ("against", self.against))
        return " ".join(f"{word} {side}" for word, side in said if side)


def side_of(one: Any) -> str:
    """The side of who acts or is acted upon: a ship, or a side by its id; "" for nobody."""
    return one if isinstance(one, str) else str(getattr(one, "side", ""))


def changed(
    own: Sequence[Modifier], changes: Sequence[Change], by: Any = None, against: Any = None
) -> list[Modifier]:
    """Modifiers as changes leave them; a name with * means every modifier that fits it.

    by, against: who acts and who is acted upon, for the changes that hold for one side alone.
    """
    found = list(own)
    for how, modifier, acting, suffering in changes:
        if acting and acting != side_of(by):
            continue
        if suffering and suffering != side_of(against):
            continue
        if how == "add":
            found.append(modifier)
        elif how == "remove":
            found = [one for one in found if not fnmatchcase(one[0], modifier.name)]
        else:
            found = [
                Modifier(one[0], modifier.value, modifier.clause or one[2])
                if fnmatchcase(one[0], modifier.name)
                else one
                for one in found
            ]
    return found


Changes = Mapping[str, tuple[Change, ...]]
"""What a house rule does to modifiers, by point."""
