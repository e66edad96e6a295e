"""What a worker needs, loaded: imported once by the process that workers are forked from."""

from __future__ import annotations

import gc

from weathergage.plugins import discover
from weathergage.study import batch as batch

discover()

# What is loaded by now lives as long as the workers do: no collection needs to look at it again,
# and pages that none looks at stay shared between the workers.
gc.collect()
gc.freeze()
