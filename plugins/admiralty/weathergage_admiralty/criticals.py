"""Fire aboard: infernos, fires, and the danger of both (1.4, 4.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from weathergage import clause, cosine, sine
from weathergage_admiralty.damage import apply, explode, record
from weathergage_admiralty.rows import Code, side_at_random, throw
from weathergage_admiralty.state import AdmiraltyState, Ship, Side


@clause("2.0-dmf")
def _downwind_first(state: AdmiraltyState, ships: Iterable[Ship]) -> list[Ship]:
    """Ships in the order in which they move: the most downwind first."""
    s, c = sine(state.wind), cosine(state.wind)
    return sorted(ships, key=lambda ship: (ship.pose.x * s - ship.pose.y * c, ship.n))


@clause("1.4-movement-a", "4.3-D", "4.3-I", "4.3-L")
def danger_from_locked(game: Any) -> None:
    """A ship that is locked with burning ones throws for fire danger once for each inferno there
    that burns as the step begins; only for those that she is locked with herself.
    """
    state: AdmiraltyState = game.state
    if not any(ship.infernos for ship in state.ships):
        return
    held = _downwind_first(state, (ship for ship in state.ships if ship.locks))
    due = [(ship, sum(state.ships[n].infernos for n, _ in ship.locks)) for ship in held]
    for ship, times in due:
        for _ in range(times):
            apply(game, ship, (Code("D"),), clause="1.4-movement-a")


@clause("1.4-firing-a", "4.3-I")
def infernos(game: Any) -> None:
    """Throw on line I for every inferno that burns now, with effect at once. Ruling: what they
    light here, fires and infernos, is not thrown for before the next turn.
    """
    state: AdmiraltyState = game.state
    state.kindled = ()
    burning = [ship for ship in state.ships if ship.infernos and ship.afloat]
    if not burning:
        return
    fires = {ship.n: ship.fires for ship in state.ships}
    due = [(ship, ship.infernos) for ship in _downwind_first(state, burning)]
    for ship, times in due:
        for _ in range(times):
            if ship.afloat:
                _rage(game, ship)
    state.kindled = tuple(
        (ship.n, ship.fires - fires[ship.n]) for ship in state.ships if ship.fires > fires[ship.n]
    )


@clause("1.4-firing-a", "4.3-I", "4.3-XX")
def _rage(game: Any, ship: Ship) -> None:
    """One throw for an inferno."""
    for code in throw(game, ship, "I", "1.4-firing-a"):
        if code.kind == "EX":
            explode(game, ship, "1.4-firing-a")
            return
        if code.kind in ("F", "XX"):
            ship.infernos -= 1
        if code.kind != "XX":
            _burn(game, ship, code, "1.4-firing-a")


@clause("1.4-firing-b", "4.3-F")
def fires(game: Any) -> None:
    """Throw on line F for every fire that burned before this turn's infernos were thrown for, with
    effect at once.
    """
    state: AdmiraltyState = game.state
    fresh = dict(state.kindled)
    state.kindled = ()
    burning = [ship for ship in state.ships if ship.fires and ship.afloat]
    if not burning:
        return
    due = [(ship, ship.fires - fresh.get(ship.n, 0)) for ship in _downwind_first(state, burning)]
    for ship, times in due:
        for _ in range(times):
            if ship.afloat:
                _spread(game, ship)


@clause("1.4-firing-b", "4.3-F", "4.3-XX")
def _spread(game: Any, ship: Ship) -> None:
    """One throw for a fire."""
    for code in throw(game, ship, "F", "1.4-firing-b"):
        if code.kind in ("I", "XX"):
            ship.fires -= 1
        if code.kind != "XX":
            _burn(game, ship, code, "1.4-firing-b")


@clause("4.3-F", "4.3-I", "4.3-gun-hits")
def _burn(game: Any, ship: Ship, code: Code, clause: str) -> None:
    """What a blaze does to its ship. Ruling: it takes guns on both sides alike, an odd gun hit on
    one at random.
    """
    if code.kind != "G":
        apply(game, ship, (code,), clause=clause)
        return
    half, odd = divmod(code.number, 2)
    sides: dict[Side, int] = {"port": half, "starboard": half}
    if odd:
        sides["port" if side_at_random(game, ship, clause) == "port" else "starboard"] += 1
    record(game, ship, [("G", hits, side) for side, hits in sides.items() if hits], clause=clause)


@clause("1.4-firing-d", "4.3-D", "4.3-B")
def danger_after_fire(game: Any) -> None:
    """Ships that fired a side with B hits on it, or under normal sail, throw once for fire danger.
    Ruling: once, though both be so; the B must have been there when the guns fired.
    """
    state: AdmiraltyState = game.state
    risks, state.risks = state.risks, ()
    if not risks:
        return
    for ship in _downwind_first(state, (state.ships[n] for n in risks)):
        if ship.afloat:
            apply(game, ship, (Code("D"),), clause="1.4-firing-d")
