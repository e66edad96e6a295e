"""Bomb ketches: where they moor so that their mortars reach what they are after."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from weathergage import Command, clause
from weathergage_as_per_margin import mortars
from weathergage_as_per_margin.bearing import shell_is_clear
from weathergage_as_per_margin.captain.field import Poses, lay
from weathergage_as_per_margin.captain.helm import Helm
from weathergage_as_per_margin.captain.sea import Outlook
from weathergage_as_per_margin.handling import Weigh
from weathergage_as_per_margin.state import Battery, Ship

RING = 18.0
"""Inches from her target at which a ketch likes to moor: the middle of her mortars' range."""

BERTHS = 6
"""Places to moor in that are looked at closely."""


def marks_of(outlook: Outlook) -> list[Ship | Battery]:
    """What ketches fire at: batteries that they are to silence, else ships that lie still, else
    any battery.
    """
    forts = [b for b in outlook.forts if b.id in outlook.purpose.silences]
    if forts:
        return [*forts]
    still = [s for s in outlook.theirs if s.anchored or s.aground]
    return [*still] if still else [*outlook.forts]


@clause("APM.bomb.range", "APM.bomb.obstacles")
def _reaches(outlook: Outlook, ship: Ship, mark: Ship | Battery) -> bool:
    return mortars.in_range(outlook.seen, ship, mark.pose) and shell_is_clear(
        outlook.seen, ship, mark
    )


@clause("APM.bomb.anchored", "APM.bomb.ladder")
def weighs(outlook: Outlook, ship: Ship) -> Iterator[Command]:
    """A moored ketch that reaches nothing she is after weighs; one that does keeps her range."""
    marks = marks_of(outlook)
    if marks and not ship.weighing and not any(_reaches(outlook, ship, mark) for mark in marks):
        yield Weigh(ship=ship.card.id)


@clause("APM.bomb.anchored", "APM.bomb.range", "APM.anchor.handling")
def sails(outlook: Outlook, ship: Ship) -> Iterator[Command]:
    """A ketch under sail moors where she reaches a target, or stands on towards such a place."""
    marks = marks_of(outlook)
    if not marks or not (ship.upper or ship.lower):
        return
    helm = Helm(outlook, ship)
    ends, courses = helm.courses.ends, helm.courses
    at = Poses.of(marks)
    off = np.abs(lay(ends.x, ends.y, at.x, at.y).inches - RING).min(axis=1)
    helm.value = helm.aboard() + 0.5 * helm.fights(ends) - off
    helm.value -= courses.spread(helm.sea_room())
    least = np.flatnonzero((courses.inches <= outlook.seen.state.lower) & ~courses.pivots)
    if not ship.lost_anchors:
        for number in least[np.argsort(off[least], kind="stable")][:BERTHS]:
            if off[number] < 5.0 and _reaches_from(outlook, ship, helm, int(number), marks):
                yield helm.order(int(number)).model_copy(update={"anchor": "both"})
    yield from helm.orders()


def _reaches_from(
    outlook: Outlook, ship: Ship, helm: Helm, number: int, marks: list[Ship | Battery]
) -> bool:
    twin = ship.copy()
    courses = helm.courses
    twin.pose = ship.pose.pointed(float(courses.course[number])).ahead(
        float(courses.inches[number])
    )
    return any(_reaches(outlook, twin, mark) for mark in marks) and helm.is_sound(number)
