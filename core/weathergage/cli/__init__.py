"""The command line: `main` runs it; the typer application is `weathergage.cli.app.app`."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command line on the program's arguments, and leave with its exit status."""
    from weathergage.cli.app import app

    app()
