"""The drift of the dismasted, and of ships that have fallen aboard of one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from weathergage import Ask, FreePose, OneOf, PhaseRun, Stand, clause, cosine, sine
from weathergage_as_per_margin.anchors import finds_ground, is_clear, let_go, swing
from weathergage_as_per_margin.distances import can_sail
from weathergage_as_per_margin.falling_aboard import REACH, body, check_aboard, separate
from weathergage_as_per_margin.handling import Adrift, LetGo, Oars
from weathergage_as_per_margin.passage import DRIFTS, come_to_rest, slide
from weathergage_as_per_margin.sea import others
from weathergage_as_per_margin.state import MarginState, Ship
from weathergage_as_per_margin.ways import Stop, near, near_any


@clause("APM.move.dismasted", "APM.turn", "APM.falling-aboard.locked")
def drift_dismasted(game: Any) -> PhaseRun | None:
    """Locked ships try to part, ships with a cut cable swing, and what cannot sail drifts.

    The French and Spanish first, the most leeward first; a locked group as one body.
    """
    for ship in game.state.ships:
        if ship.locked or ship.struck or ship.swing or ship.immobile or not ship.mast_boxes:
            game.keep()
            return _drift_in_turn(game)
    return None


def _drift_in_turn(game: Any) -> PhaseRun:
    yield from separate(game)
    swing(game)
    state: MarginState = game.state
    for n in _drifters(game):
        ship = state.ships[n]
        if ship.moved or ship.gone:
            continue
        group = body(state, ship)
        if not drifts(group):
            continue
        if len(group) > 1:
            _drift_locked(game, group)
        else:
            yield from _drift_alone(game, ship)


def drifts(group: Sequence[Ship]) -> bool:
    """Whether a body of ships drifts: a single one that is dismasted, has struck or cannot set
    sail, or some that are locked together; unless one of it is anchored or aground, or has
    drifted before it fell aboard of the others.
    """
    if any(one.anchored or one.aground or one.moved for one in group):
        return False
    return len(group) > 1 or group[0].struck or not can_sail(group[0])


@clause("APM.move.dismasted")
def _drifters(game: Any) -> list[int]:
    """The numbers of all ships that may drift, in order."""
    state: MarginState = game.state
    ships = [
        ship
        for ship in state.ships
        if not ship.gone and (ship.locked or ship.struck or not can_sail(ship))
    ]
    if not ships:
        return []
    first = others(game.rules)
    s, c = sine(100 * state.wind), cosine(100 * state.wind)
    ships.sort(key=lambda ship: (ship.side != first, ship.pose.x * s - ship.pose.y * c))
    return [ship.n for ship in ships]


@clause("APM.move.dismasted", "APM.wind-speed.lower", "APM.gunboat.move", "APM.anchor.adrift")
def _drift_alone(game: Any, ship: Ship) -> PhaseRun:
    """One ship turns downwind and drifts by exactly the lower die; she may anchor there.

    A dismasted gunboat may row in her side's step instead. A ship that has struck has nobody to
    choose for her. Ruling: without room to turn she drifts as she points.
    """
    state: MarginState = game.state
    if ship.card.kind == "gunboat" and not ship.struck and not ship.immobile:
        choice = yield Ask(
            ship.side,
            (Adrift, Oars),
            clause="APM.gunboat.move",
            answers=OneOf(
                [Adrift(ship=ship.card.id), Oars(ship=ship.card.id)],
                "APM.gunboat.move",
                f'"{ship.card.id} adrift" or "{ship.card.id} oars", to row later this turn.',
            ),
            about=ship.card.id,
            prompt=f"{ship.card.name} is dismasted: does she drift, or row in her side's move?",
        )
        if isinstance(choice, Oars):
            return
    downwind = (state.wind + 180) % 360
    pose = ship.pose.pointed(downwind)
    if not is_clear(game, ship, pose):
        pose = ship.pose
    end = pose.drifted(downwind, state.lower)
    stop = slide(game, ship, pose, end, near(game, ship, state.lower))
    there = pose.drifted(downwind, state.lower * stop.share)
    come_to_rest(game, ship, (ship.pose, pose, there), DRIFTS, downwind, stop)
    if ship.fights and not ship.aground and may_anchor(game, ship, ship.stand):
        order = yield Ask(
            ship.side,
            LetGo,
            clause="APM.move.dismasted",
            answers=OneOf(
                [LetGo(ship=ship.card.id, anchor=a) for a in ("", "bow", "stern", "both")],
                "APM.move.dismasted",
                f'"{ship.card.id} let go both", or bow, stern, none.',
            ),
            about=ship.card.id,
            prompt=f"{ship.card.name} has drifted: does she let go an anchor?",
        )
        if order.anchor:
            let_go(game, ship, order.anchor)
    check_aboard(game, ship)


@clause("APM.anchor.handling", "APM.campaign.anchor-depth")
def may_anchor(game: Any, ship: Ship, stand: Stand) -> bool:
    """Whether a ship may let go at a place, as far as her side knows."""
    return not ship.lost_anchors and finds_ground(game, stand, ship.side)


@clause("APM.falling-aboard.locked")
def _drift_locked(game: Any, group: Sequence[Ship]) -> None:
    """A locked group drifts as one body by the lower die, none of it turning.

    Ruling: what stops one of it stops all. One that leaves the table is parted from the rest.
    """
    state: MarginState = game.state
    downwind = (state.wind + 180) % 360
    around = near_any(game, group, state.lower + REACH)
    rest = [ship for ship in around if ship not in group]
    east, south, _ = FreePose(0, 0).drifted(downwind, state.lower)
    stops = []
    for one in group:
        x, y, heading = one.pose
        end = FreePose(x + east, y + south, heading)
        stops.append((one, slide(game, one, one.pose, end, rest)))
    share = min((stop.share for _, stop in stops if not stop.left), default=1.0)
    if share < 1.0:
        east, south, _ = FreePose(0, 0).drifted(downwind, state.lower * share)
    for one, stop in stops:
        if stop.share > share:
            stop = Stop(share)
        x, y, heading = one.pose
        there = FreePose(x + east, y + south, heading)
        come_to_rest(game, one, (one.pose, one.pose, there), DRIFTS, downwind, stop)
    _check_all_aboard(game, group, around)


def _check_all_aboard(game: Any, group: Sequence[Ship], around: Sequence[Ship]) -> None:
    """Each ship of a group that drifted checks for falling aboard of those outside it, which the
    group grows by when one does.

    around: all that may be so near them now; looked for anew when one was drawn along.
    """
    own: Sequence[Ship] = () if any(one.gone for one in group) else group
    others = [other for other in around if other not in own and not other.gone]
    for one in group:
        if one not in own:
            own = body(game.state, one)
            others = [other for other in around if other not in own and not other.gone]
        if check_aboard(game, one, others):
            own, around = [], near_any(game, body(game.state, one), REACH)
