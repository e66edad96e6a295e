"""A captain who closes with the nearest enemy, keeps her on the broadside, and boards the weak."""

from __future__ import annotations

import weathergage as wg
from weathergage_gun_brigs.boarding import Board
from weathergage_gun_brigs.gunnery import Fire, is_abeam
from weathergage_gun_brigs.sailing import Sail


def worth(view: wg.View, decision: wg.Decision, answer: wg.Command) -> float:
    """How good an answer looks: the captain takes the best."""
    ships = {ship.name: ship for ship in view.table.ships}
    own = ships[str(decision.about)]
    match answer:
        case Fire():
            return 10 - own.pose.distance(ships[answer.at].pose)
        case Board():
            return own.damage.left("crew") - ships[answer.at].damage.left("crew")
        case Sail():
            foes = [ship.pose for ship in ships.values() if ship.side != own.side and ship.fights]
            return berth(own.pose.turned(answer.turn).ahead(answer.ahead), foes)
    return 0.0


def berth(pose: wg.HexPose, foes: list[wg.HexPose]) -> float:
    """How good it is to lie somewhere: best with the nearest enemy abeam in the next hex, worst
    with bow or stern under her guns.
    """
    apart, foe = min((pose.distance(foe), foe) for foe in foes)
    exposed = -1.0 if apart < 4 else 0.0
    return (1.5 if is_abeam(pose, foe) else exposed) - abs(apart - 1)
