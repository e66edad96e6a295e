"""Where ships may be at the end of a turn: what a captain may choose, and what he expects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from weathergage import axial
from weathergage_frigate.reckoning import Floats, Ints
from weathergage_frigate.state import Ship

Guess = tuple[int, int, int, float]
"""Where a ship may be: q, r, heading, and how likely it is."""


@dataclass(slots=True)
class Unit:
    """Ships whose positions are weighed together, one after the other.

    row: for each position, which of the ships it is of.
    """

    ships: Sequence[Ship]
    row: Ints
    q: Ints
    r: Ints
    heading: Ints
    rate: Ints

    def some(self, rows: NDArray[np.intp]) -> Unit:
        """The positions of those numbers."""
        return Unit(
            self.ships,
            self.row[rows],
            self.q[rows],
            self.r[rows],
            self.heading[rows],
            self.rate[rows],
        )


@dataclass(slots=True)
class Places:
    """Where the enemy of a duel may be at the end of the turn. prior: how likely each is if he
    sails without a plan. track: where he is after each point.
    """

    q: Ints
    r: Ints
    heading: Ints
    prior: Floats
    track: Ints

    def some(self, columns: slice) -> Places:
        """Part of them."""
        return Places(
            self.q[columns],
            self.r[columns],
            self.heading[columns],
            self.prior[columns],
            self.track[columns],
        )


@dataclass(slots=True)
class Outlook:
    """What was expected of the enemy of a duel: his places and what each is worth to him."""

    turn: int
    n: int
    places: Places
    worth: Floats

    def standing(self, ship: Ship) -> float:
        """How good his choice was, now that it is seen: from 0, the worst, to 1."""
        q, r = axial(ship.place)
        off = np.abs(self.places.q - q) + np.abs(self.places.r - r)
        off = 2 * off + (self.places.heading != ship.heading)
        value = self.worth[int(np.argmin(off))]
        weight = self.places.prior
        return float(weight[self.worth < value].sum() + 0.5 * weight[self.worth == value].sum())


class Foes:
    """Enemies and where they are expected at the end of this turn, so many guesses each."""

    __slots__ = ("heading", "middle_q", "middle_r", "of", "q", "r", "ships", "weight")

    def __init__(self, ships: Sequence[Ship], guesses: Sequence[Sequence[Guess]]) -> None:
        flat = [guess for some in guesses for guess in some]
        each = len(guesses[0])
        self.ships = ships
        self.q: Ints = np.array([g[0] for g in flat], dtype=np.int32)
        self.r: Ints = np.array([g[1] for g in flat], dtype=np.int32)
        self.heading: Ints = np.array([g[2] for g in flat], dtype=np.int32)
        self.weight: Floats = np.array([g[3] for g in flat])
        self.of: Ints = np.repeat(np.arange(len(ships), dtype=np.int32), each)
        shape = (len(ships), each)
        weight = self.weight.reshape(shape)
        middle = weight.sum(1)
        self.middle_q: Ints = np.rint((self.q.reshape(shape) * weight).sum(1) / middle).astype(
            np.int32
        )
        self.middle_r: Ints = np.rint((self.r.reshape(shape) * weight).sum(1) / middle).astype(
            np.int32
        )
