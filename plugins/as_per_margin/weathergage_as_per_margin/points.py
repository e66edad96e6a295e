"""The named points at which dice and their numbers take modifiers, and what the book has there."""

from __future__ import annotations

from weathergage import Declared, Point
from weathergage_as_per_margin.falling_aboard import ANCHORED

_MORALE = "by table morale-additions"

POINTS = (
    Point("sight by night", "APM.cutting-out.visibility", "inches that one sees by night"),
    Point(
        "sailing distance",
        "APM.wind-speed",
        "the most inches that a ship may sail",
        (Declared("extra die", "her own die", "APM.wind-speed.extra-die"),),
    ),
    Point("extra die", "APM.wind-speed.extra-die", "the die of a ship that goes her own way"),
    Point("oars die", "APM.gunboat.move", "the die of a gunboat that rows"),
    Point("boats rowing", "APM.cutting-out.movement", "the die of boats that row"),
    Point("gunnery dice", "APM.fire.dice", "the dice of a broadside or battery"),
    Point("mortar dice", "APM.bomb.effects", "the dice of a ketch's mortars"),
    Point(
        "falling aboard",
        "APM.falling-aboard.roll",
        "the die for ships that fall aboard of one another",
        (Declared("anchored", ANCHORED, "APM.falling-aboard.roll"),),
    ),
    Point("separating", "APM.falling-aboard.separate", "the die for ships that part"),
    Point("boarding dice", "APM.boarding.roll", "the dice of boarders and of those they board"),
    Point("grounding dice", "APM.campaign.aground", "the dice of a ship that runs aground"),
    Point("refloat", "APM.campaign.refloat", "the die of a ship that kedges off"),
    Point("miles seen by day", "APM.campaign.visibility", "miles that one sees by daylight"),
    Point(
        "chart wind",
        "APM.campaign.wind",
        "miles that the wind is worth on the chart",
        (
            Declared("stormy season", "by season", "APM.campaign.season"),
            Declared("calm season", "by season", "APM.campaign.season"),
        ),
    ),
    Point("artillery dice", "APM.landing.VI", "the dice of guns ashore"),
    Point("musketry dice", "APM.landing.VII", "the dice of muskets"),
    Point("melee dice", "APM.landing.IX.1", "the dice of a unit in a melee"),
    Point(
        "landing morale",
        "APM.landing.modifiers",
        "what is added to the die of a unit's morale, from nothing",
        tuple(
            Declared(name, _MORALE, "APM.landing.modifiers")
            for name in ("formed", "cover", "routing", "landing party")
        ),
    ),
)
