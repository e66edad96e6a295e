"""What a hex and a turn stand for, very loosely (3.1, 4.0)."""

from __future__ import annotations

from weathergage import Scales

# "4.0" "3.1" A hex is about a galley's berth in line; a turn 5 to 10 minutes, very loosely.
SCALES = Scales(yards=80.0, minutes=7.5, per="hex")
