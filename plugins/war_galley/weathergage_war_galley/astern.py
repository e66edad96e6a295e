"""Lines astern: who follows whom, and the line that a commander may lead as his squadron (5.22)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergage import STEP, clause
from weathergage_war_galley import commanders
from weathergage_war_galley.state import Commander, Galley, GalleyState
from weathergage_war_galley.steps import AROUND, STERN, STERN_PORT, STERN_STARBOARD

# The galleys of a line


@clause("5.22", "2.5-line-astern", "4.2-small")
def behind(state: GalleyState, galley: Galley) -> list[int]:
    """Numbers of the galleys that follow one in line: with the bow in the hex astern of it and
    pointing at its stern, or in a stern/flank hex of it, whatever the heading.
    """
    offsets = AROUND[galley.counter.hexes][galley.heading]
    stern, found = galley.stern, []
    for side in (STERN, STERN_PORT, STERN_STARBOARD):
        hex = galley.bow + offsets[side]
        n = state.at.get(hex)
        if n is None or n == galley.n:
            continue
        other = state.galleys[n]
        if other.bow == hex and (side != STERN or hex + STEP[other.heading] == stern):
            found.append(n)
    return found


@clause("5.22", "2.5-line-astern", "5.24")
def line_astern(
    state: GalleyState, commander: Commander, ship: Galley, fit: frozenset[int]
) -> tuple[int, ...]:
    """The line that a commander may use as his squadron, its first galley first, or () if he is
    neither first nor second in one of two galleys or more. Where a line forks, it is its longest
    way.

    fit: numbers of the galleys that may be in it; another Command Ship ends a line.
    """
    if not commanders.commands(commander, ship):
        return ()
    known = fit | {ship.n}
    leading = [n for n in ahead(state, ship) if n in known]
    heads = [n for n in leading if not known.intersection(ahead(state, state.galleys[n]))]
    if leading and not heads:
        return ()
    head = heads[:1]
    line = (*head, *_longest(state, ship.n, fit.difference(head), {}))
    return line if len(line) > 1 else ()


@clause("5.22")
def ahead(state: GalleyState, galley: Galley) -> list[int]:
    """Numbers of the galleys that one follows in line."""
    at, bow = state.at, galley.bow
    near = {at.get(bow + step, galley.n) for step in STEP}
    return sorted(n for n in near if n != galley.n and galley.n in behind(state, state.galleys[n]))


def _longest(
    state: GalleyState, n: int, fit: frozenset[int], known: dict[int, tuple[int, ...]]
) -> tuple[int, ...]:
    """The longest line that a galley leads, itself first. known: those found already, () for one
    that is being looked for, so that no line runs in a circle.
    """
    best: tuple[int, ...] = ()
    known[n] = best
    for other in behind(state, state.galleys[n]):
        if other in fit:
            found = known.get(other)
            if found is None:
                found = _longest(state, other, fit, known)
            if len(found) > len(best):
                best = found
    known[n] = (n, *best)
    return known[n]


# The commanders who lead one


@clause("5.22")
def lines_of(
    game: Any, ships: dict[str, Galley], own: Sequence[Galley]
) -> dict[str, tuple[int, ...]]:
    """By id of a commander, the line astern that he may use as his squadron, where there is one.

    ships: by id, his ship. own: the other galleys of his side that may be in a squadron.
    """
    state: GalleyState = game.state
    found = {}
    for id, ship in ships.items():
        if not _has_neighbours(state, ship):
            continue
        commander = commanders.commander_of(state, id)
        fit = frozenset(galley.n for galley in own if commanders.commands(commander, galley))
        line = line_astern(state, commander, ship, fit)
        if line:
            found[id] = line
    return found


def _has_neighbours(state: GalleyState, ship: Galley) -> bool:
    """Whether any galley lies next to a ship, without which it is in no line."""
    at, bow = state.at, ship.bow
    return any(offset and bow + offset in at for offset in AROUND[ship.counter.hexes][ship.heading])


@clause("5.22")
def coming(state: GalleyState, side: str, own: Sequence[Galley]) -> dict[str, tuple[int, int]]:
    """By id of a commander whose ship waits off the map as the second of a line, that line: its
    head, which is on the map, and himself. own: the galleys that may be in a squadron.
    """
    found: dict[str, tuple[int, int]] = {}
    heads = {line.numbers[0]: line.ahead for line in state.arrivals}
    if not heads:
        return found
    free = {galley.n for galley in own}
    for commander in state.commanders:
        n = heads.get(commander.galley, -1)
        if commander.side == side and n in free:
            head = state.galleys[n]
            if commanders.commands(commander, head) and not free & set(ahead(state, head)):
                found[commander.id] = (n, commander.galley)
    return found
