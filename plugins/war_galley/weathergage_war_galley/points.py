"""The named points at which rolls take modifiers, and what the book has there (2.5)."""

from __future__ import annotations

from weathergage import Declared, Point
from weathergage_war_galley.disengaging import HOOKED, UNHOOKING
from weathergage_war_galley.grappling import CORVUS, HARPAX_ALONGSIDE, HARPAX_OFF

_HELD = Declared("target Crippled, Fouled or Grappled", 1, "7.15-plus")
_TIRED = Declared("target tired or at Half Speed", 1, "7.15-plus")
_HINDERED = Declared("hindered by a ram", -1, "6.7-result")

POINTS = (
    Point("wind", "6.2-table", "the two dice for the wind"),
    Point("wind rising", "6.2", "the die for a wind that gets up"),
    Point(
        "initiative",
        "3.2",
        "a side's die for the initiative of a turn",
        (
            Declared("Initiative of *", "the Admiral's rating", "3.2"),
            Declared("no Admiral", "by scenario", "3.2"),
            Declared("scenario", "by scenario", "3.2"),
        ),
    ),
    Point(
        "initiative for the set-up",
        "10.0-setup",
        "a side's die for who sets up first",
        (Declared("Admiral's Initiative", "the Admiral's rating", "3.2"),),
    ),
    Point("declaring", "5.24-alternate", "the die for who declares his squadrons first"),
    Point("double activation", "5.42-table", "the die for a second activation"),
    Point("confusion", "5.42-confusion", "the die for confused orders"),
    Point("acting alone", "5.31", "the die of a galley that acts on its own"),
    Point("transfer", "5.52", "the die of a commander who shifts his flag"),
    Point("treachery", "2.0", "the die for how many desert"),
    Point("avoidance", "6.52", "the die to avoid", (Declared("Half Speed", 1, "6.53"),)),
    Point("getting off", "6.36", "the die of a galley aground"),
    Point(
        "fatigue",
        "6.42",
        "the die for Fatigue",
        (
            Declared("points over Cruise Speed", "+1 for each", "6.42"),
            Declared("ram attempt", 1, "6.42"),
            Declared("rake attempt", 1, "6.42"),
            Declared("scenario", "by scenario", "6.42"),
        ),
    ),
    Point("reaction", "6.7", "the die for a ram in reaction"),
    Point(
        "ram",
        "7.14",
        "the two dice of a ram",
        (
            _HELD,
            _TIRED,
            Declared("better Crew", 1, "7.15-plus"),
            Declared("target's better Crew", -1, "7.15-minus"),
            Declared("target at Maximum", -1, "7.15-minus"),
            Declared("Towers", -1, "7.15-minus"),
            Declared("speed", "+1 for each point over Cruise Speed", "7.15-speed"),
            Declared("its rake failed", -1, "7.15-minus"),
            _HINDERED,
        ),
    ),
    Point(
        "rake",
        "7.26",
        "the two dice of a rake",
        (
            Declared("higher Speed Rating", 1, "7.27"),
            Declared("target's higher Speed Rating", -1, "7.27"),
            _HELD._replace(clause="7.27"),
            _TIRED._replace(clause="7.27"),
            _HINDERED,
        ),
    ),
    Point("staying afloat", "7.17", "the die of a rammed galley"),
    Point(
        "grapple",
        "8.12",
        "the die of a grapple",
        (
            Declared("target held or Crippled", 1, "8.12"),
            Declared("target under sail", 1, "8.12"),
            Declared("opposite directions", -1, "8.12"),
            Declared("under sail", -1, "8.12"),
            Declared("corvus", CORVUS, "8.12"),
            Declared("harpax", f"{HARPAX_ALONGSIDE:+d} alongside, {HARPAX_OFF:+d} farther", "8.12"),
        ),
    ),
    Point(
        "boarding",
        "8.23",
        "the two dice of boarders",
        (Declared("height", "+1 or -1", "8.24"),),
    ),
    Point(
        "cutting loose",
        "8.32",
        "the die of a grappled galley that cuts itself loose",
        (
            Declared("repulsed boarders", 1, "8.32-drm"),
            Declared("both its own", 2, "8.32-drm"),
            Declared("better Crew", 1, "8.32-drm"),
            Declared("Crippled or Fouled", -1, "8.32-drm"),
            Declared("harpax", HOOKED, "8.32-drm"),
            Declared("corvus", HOOKED, "8.32-drm"),
            Declared("its own corvus", UNHOOKING, "8.32-drm"),
        ),
    ),
    Point("coming clear", "8.35", "the die of a fouled galley"),
    Point(
        "missiles",
        "8.44",
        "the die of a shot",
        (
            Declared("engines", 1, "8.44"),
            Declared("height", "+1 or -1", "8.47"),
            Declared("under sail", -1, "8.44"),
            Declared("towers gone", -1, "8.48"),
            Declared("target held or Crippled", 1, "8.44"),
            Declared("two hexes away", -1, "8.44"),
        ),
    ),
    Point("flame missiles", "8.51", "the die for flame missiles that kindle"),
    Point("firepots", "8.53", "the die for firepots that kindle"),
    Point(
        "firefight",
        "8.54",
        "the die of a crew that fights a fire",
        (Declared("foul weather", "by scenario", "8.54-table"),),
    ),
    Point("fire spreading", "8.54", "the die for a fire that spreads"),
    Point(
        "withdrawal",
        "9.2",
        "the die of a fleet that has lost its only Admiral",
        (
            Declared("the Admiral's Initiative", "the Admiral's rating", "9.2"),
            Declared("fewer Victory Points", 1, "9.2"),
        ),
    ),
)
