"""How a captain weighs one thing against another; Victory Points are the unit."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Temper:
    """Weights of a captain.

    fighting: what a sound galley is worth besides its points, for what it may still do. leader: a
    commander aboard. admiral: a withdrawal of his fleet for the loss of its Admiral. crippling: a
    rake that succeeds, as a share of what its target is worth. caution: loss to be expected against
    gain. later: what an enemy may do in the next turn, as a share of what he may do in this one.
    press: a hex nearer the enemy. facing: a hex nearer that the next two steps ahead bring. line: a
    friend alongside. tired: a turn of Fatigue. foul: being stuck in a rammed enemy, apart from
    going down with it. collision: a ram that fails. dodge: what an enemy who avoids loses.
    depletion: a point of Manpower. burning: a fire, as a share of what its galley is worth.
    homeward: a hex nearer an edge that a galley makes for. avoiding: the Fatigue that avoiding
    brings to a sound galley. initiative: hexes within which an enemy makes it better to go first.
    patience: the share of its caution that a side loses each turn in which it is not ahead.
    """

    fighting: float = 2.5
    leader: float = 1.0
    admiral: float = 45.0
    crippling: float = 0.35
    caution: float = 0.6
    later: float = 0.4
    press: float = 0.22
    facing: float = 0.12
    line: float = 0.25
    tired: float = 0.35
    foul: float = 0.8
    collision: float = 0.8
    dodge: float = 0.8
    depletion: float = 0.5
    burning: float = 0.22
    homeward: float = 0.7
    avoiding: float = 1.2
    initiative: float = 7.0
    patience: float = 0.08


STEADY = Temper()
