"""The ruleset's own captain."""

from weathergage_as_per_margin.captain.answers import MarginCaptain, admiral_for

__all__ = ["MarginCaptain", "admiral_for"]
