"""The ruleset's own captain."""

from weathergage_admiralty.captain.answers import AdmiraltyCaptain

__all__ = ["AdmiraltyCaptain"]
