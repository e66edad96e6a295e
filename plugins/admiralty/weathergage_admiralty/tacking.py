"""Head to wind: the test in the middle of a tack, ships in irons, and sternway (2.2, 2.6)."""

from __future__ import annotations

from typing import Any

from weathergage import Event, clause, event
from weathergage_admiralty import damage
from weathergage_admiralty.actions import test
from weathergage_admiralty.state import Ship, Side
from weathergage_admiralty.turning import (
    CIRCLE,
    HALF,
    UNDER_SAIL,
    Step,
    allowance,
    can_tack,
    curve,
    draws,
    drift,
    line_of,
    off_wind,
    step_of,
    straight,
    turn_of,
)


@event
class InIrons(Event):
    """A ship fell in irons. why: what brought her there."""

    ship: str
    why: str
    clause: str

    def say(self) -> str:
        """Who and why."""
        return f"{self.ship} is in irons: she {self.why}."


@event
class SailsDraw(Event):
    """A ship is out of irons."""

    ship: str
    clause: str

    def say(self) -> str:
        """Who."""
        return f"{self.ship}'s sails draw again: she is out of irons."


@clause("2.1-wind-gage", "2.6-irons", "2.6-escape", "3.3-stop")
def look_at_gage(game: Any, ship: Ship) -> None:
    """The wind gage at the start of a move: a ship under sail whose sails do not draw is in irons,
    unless she is in the middle of a tack that she can go on with. One that she cannot go on with
    while they draw is given up.
    """
    if ship.setting not in UNDER_SAIL:
        ship.irons, ship.driven = False, 0
        if not ship.headway:
            ship.tack = ""
        return
    if ship.backing and not ship.irons:
        ship.backing = False
    if draws(game, ship):
        if ship.irons:
            free(game, ship)
        if ship.tack and not _can_go_on(game, ship):
            ship.tack = ""
        return
    if ship.irons or (ship.tack and _can_go_on(game, ship)):
        return
    why = "cannot finish her tack" if ship.tack else "lies too near the wind"
    fall(game, ship, why, "2.1-wind-gage")


@clause("2.2-tacking", "4.3-R")
def _can_go_on(game: Any, ship: Ship) -> bool:
    """Whether she has a rudder and movement for another step of her tack."""
    return can_tack(ship) and allowance(game, ship) * 1000 >= step_of(game.rules)


@clause("2.6-irons")
def fall(game: Any, ship: Ship, why: str, clause: str) -> None:
    """A ship under sail is in irons from now on; one whose sails are off only lies head to wind."""
    ship.tack = ""
    if ship.setting not in UNDER_SAIL:
        return
    ship.irons, ship.driven = True, 0
    if game.telling:
        game.tell(InIrons(ship.card.name, why, clause))


@clause("2.6-escape")
def free(game: Any, ship: Ship) -> None:
    """Her sails draw: she is out of irons."""
    ship.irons, ship.driven, ship.backing = False, 0, False
    if game.telling:
        game.tell(SailsDraw(ship.card.name, "2.6-escape"))


@clause("2.2-tack-test", "2.6-irons")
def passes_eye(game: Any, ship: Ship) -> bool:
    """The test of a ship whose bow is right in the wind; in irons where she fails."""
    if test(game, ship, "tack", "2.2-tack-test"):
        return True
    fall(game, ship, "misses stays", "2.2-tack-test")
    return False


@clause("2.6-irons-drift")
def drift_of(game: Any, ship: Ship) -> Step | None:
    """How the wind carries a ship in irons: a tenth of her allowance, downwind, as she points."""
    percent = game.look_up("handling", "irons drift", 0)
    cost = round(allowance(game, ship) * 1000 * percent / 100)
    if not cost:
        return None
    return drift(ship.pose, cost, (game.state.wind + HALF) % CIRCLE / 100)


@clause("2.6-irons-mast")
def risk_mast(game: Any, ship: Ship) -> None:
    """The first turn of being driven astern, under normal sail with the wind inside the bow rake
    arc: a die, on a six a mast hit that XX results do not mend.
    """
    ship.driven += 1
    if ship.driven > 1 or ship.setting != "normal":
        return
    if off_wind(game.state, ship.pose.heading) > game.look_up("gun-angles", "rake zone", 0):
        return
    name = ship.card.name
    die = game.roll(
        f"irons {ship.card.id}", f"{name}'s masts", "2.6-irons-mast", about=ship.card.id
    )
    if die >= game.look_up("handling", "irons mast lost", 0):
        damage.mast_in_irons(game, ship)


@clause("2.6-escape", "2.2-sternway", "4.3-R")
def turn_off(game: Any, ship: Ship, side: Side, *, astern: bool) -> Step:
    """A T step out of irons or with sternway. Ruling: a ship with a rudder hit, whom the T line
    does not serve, takes it on the wearing line of a ship without way, made one wider.
    """
    line = "T" if can_tack(ship) else line_of(game, ship, 0)
    turn, cost = turn_of(game, line), step_of(game.rules)
    return curve(
        "tack", ship.pose, -cost if astern else cost, turn if side == "starboard" else -turn
    )


@clause("2.6-escape-rudder", "2.2-sternway", "2.5")
def risk_rudder(game: Any, ship: Ship) -> None:
    """A ship that turned while going astern throws a die; on a six she takes a rudder hit."""
    name = ship.card.name
    die = game.roll(
        f"rudder {ship.card.id}", f"{name}'s rudder", "2.6-escape-rudder", about=ship.card.id
    )
    if die >= game.look_up("handling", "rudder lost", 0):
        damage.hit(game, ship, "R", clause="2.6-escape-rudder")


@clause("2.2-sternway", "2.5")
def stern_step(game: Any, ship: Ship) -> Step | None:
    """Straight astern by a quarter of the battle move."""
    percent = game.look_up("handling", "sternway", 0)
    cost = round(damage.battle_move(game.rules, game.state, ship) * 1000 * percent / 100)
    return straight(ship.pose, -cost) if cost else None
