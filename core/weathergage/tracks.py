"""Damage tracks: boxes filled in order, hits with a cap, hits that add up to a loss.

Plain integers that a state keeps and copies; none of them knows what a hit does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(slots=True)
class Boxes:
    """Boxes crossed off from left to right; what still stands is the first open one.

    values: what is printed in the boxes, such as (6, 5, 4, 2). filled: how many are gone.
    """

    values: tuple[int, ...]
    filled: int = 0

    @classmethod
    def of(cls, values: Iterable[int]) -> Boxes:
        """A fresh track with these figures in its boxes."""
        return cls(tuple(values))

    @property
    def left(self) -> int:
        """How many boxes are open."""
        return len(self.values) - self.filled

    @property
    def current(self) -> int | None:
        """The figure in the first open box; None when all are gone."""
        return self.values[self.filled] if self.filled < len(self.values) else None

    def fill(self, hits: int = 1) -> int:
        """Cross off boxes; returns how many there were to cross off."""
        counted = min(_count(hits), self.left)
        self.filled += counted
        return counted

    def clear(self, hits: int = 1) -> int:
        """Open boxes again, the last crossed off first; returns how many."""
        counted = min(_count(hits), self.filled)
        self.filled -= counted
        return counted

    def copy(self) -> Boxes:
        """The same track, sharing nothing that changes."""
        return Boxes(self.values, self.filled)


@dataclass(slots=True)
class CappedHits:
    """Hits of several kinds, each with a cap; what goes beyond is lost, never turned over.

    caps: the most of each kind. hits: how many of each there are.
    """

    caps: dict[str, int]
    hits: dict[str, int]

    @classmethod
    def of(cls, caps: Mapping[str, int]) -> CappedHits:
        """A track without a hit. caps: the most of each kind."""
        return cls(dict(caps), dict.fromkeys(caps, 0))

    @property
    def total(self) -> int:
        """Hits of all kinds together."""
        return sum(self.hits.values())

    def left(self, kind: str) -> int:
        """How many more of a kind it takes to reach its cap."""
        return self.caps[kind] - self.hits[kind]

    def is_full(self, kind: str) -> bool:
        """Whether a kind has reached its cap."""
        return self.hits[kind] >= self.caps[kind]

    def add(self, kind: str, hits: int = 1) -> int:
        """Take hits of a kind; returns how many counted. Raises KeyError for no such kind."""
        counted = min(_count(hits), self.caps[kind] - self.hits[kind])
        self.hits[kind] += counted
        return counted

    def remove(self, kind: str, hits: int = 1) -> int:
        """Repair hits of a kind; returns how many there were to repair."""
        counted = min(_count(hits), self.hits[kind])
        self.hits[kind] -= counted
        return counted

    def copy(self) -> CappedHits:
        """The same track, sharing nothing that changes."""
        return CappedHits(self.caps.copy(), self.hits.copy())


@dataclass(slots=True)
class Tally:
    """Hits that count toward a loss: every `step` of them cost one of something.

    step: hits for one loss. have: how many can be lost. hits: taken so far.
    """

    step: int
    have: int
    hits: int = 0

    def __post_init__(self) -> None:
        if self.step < 1:
            raise ValueError(f"a loss takes at least one hit, not {self.step}")

    @property
    def lost(self) -> int:
        """How many are gone."""
        return min(self.hits // self.step, self.have)

    @property
    def left(self) -> int:
        """How many remain."""
        return self.have - self.lost

    @property
    def toward(self) -> int:
        """Hits that count toward the next loss; 0 when nothing is left to lose."""
        return self.hits % self.step if self.left else 0

    def add(self, hits: int = 1) -> int:
        """Take hits; returns how many are lost by them."""
        before = self.lost
        self.hits = min(self.hits + _count(hits), self.step * self.have)
        return self.lost - before

    def remove(self, hits: int = 1) -> int:
        """Repair hits; returns how many losses are made good."""
        before = self.lost
        self.hits -= min(_count(hits), self.hits)
        return before - self.lost

    def copy(self) -> Tally:
        """The same track, sharing nothing that changes."""
        return Tally(self.step, self.have, self.hits)


def _count(hits: int) -> int:
    if hits < 0:
        raise ValueError(f"hits are counted from 0, not {hits}")
    return hits
