"""The ruleset's own captain."""

from weathergage_war_galley.captain.answers import WarGalleyCaptain

__all__ = ["WarGalleyCaptain"]
