"""What a worker needs, loaded: imported once by the process that workers are forked from."""

from __future__ import annotations

from weathergage.plugins import discover
from weathergage.study import batch as batch

discover()
