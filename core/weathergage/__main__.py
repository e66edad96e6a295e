"""`python -m weathergage`: the command line."""

from __future__ import annotations

from weathergage.cli import main

if __name__ == "__main__":
    main()
