"""A ruleset without the modifiers of one clause, as a house rule that is made from its id alone.

`without:wooden-ships/7.17` takes away what clause 7.17 of that ruleset has at its named points and
nothing else. Studies ask with it what a clause does; since the id says all, other processes and
records find it too.
"""

from __future__ import annotations

from collections.abc import Mapping

from weathergage.errors import UnknownName
from weathergage.houserules import FromFileWithModifiers, HouseRule, Written
from weathergage.modifiers import Change, Modifier
from weathergage.ruleset import Ruleset

WITHOUT = "without:"
"""What the id of such a house rule begins with."""

PART = "-"
"""What stands between a clause's id and the name of one of its parts: 7.15-plus is of 7.15."""


def removable(ruleset: Ruleset) -> tuple[str, ...]:
    """The clauses of which modifiers can be taken away, in the order of the ruleset's points."""
    return tuple(dict.fromkeys(own.clause for point in ruleset.points for own in point.own))


def id_without(ruleset: Ruleset, clause: str) -> str:
    """The id of the house rule that takes a clause's modifiers away."""
    return f"{WITHOUT}{ruleset.id}/{clause}"


def without(id: str, rulesets: Mapping[str, Ruleset]) -> HouseRule:
    """The house rule of that id, such as "without:wooden-ships/7.17"; a clause takes its parts with
    it.

    Raises UnknownName for a ruleset that there is not, and for a clause that has no modifiers, with
    those that have.
    """
    name, _, clause = id.removeprefix(WITHOUT).partition("/")
    if name not in rulesets:
        raise UnknownName("ruleset", name, rulesets)
    ruleset = rulesets[name]
    found = {
        point.name: tuple(
            own.name
            for own in point.own
            if own.clause == clause or own.clause.startswith(clause + PART)
        )
        for point in ruleset.points
    }
    taken = {point: names for point, names in found.items() if names}
    if not taken:
        raise UnknownName(f"clause of {name} that has modifiers", clause, removable(ruleset))
    changes = {
        point: tuple(Change("remove", Modifier(own, 0, clause)) for own in names)
        for point, names in taken.items()
    }
    told = "; ".join(f"{point}: {', '.join(names)}" for point, names in taken.items())
    return HouseRule(
        id=id,
        ruleset=name,
        title=f"Without the modifiers of clause {clause} ({told})",
        plugin=FromFileWithModifiers({name: Written(modifiers=changes)}),
        version=str(ruleset.rules_version),
        clause=clause,
        reason="To tell what the clause does.",
        replaces=tuple(
            f"modifier {point}: {own}" for point, names in taken.items() for own in names
        ),
        points=tuple(taken),
    )
