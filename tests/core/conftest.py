"""The toy ruleset, as an installed plugin and nothing else installed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import toy as toy_module

import weathergage as wg
from weathergage import plugins
from weathergage.plugins import discovery


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Iterator[plugins.Discovered]:
    """What is installed: nothing yet. Nothing made in a test is kept after it."""
    nothing = plugins.Discovered()
    monkeypatch.setattr(discovery, "_found", nothing)
    before = [dict(known) for known in discovery._kept]
    plugins.forget()
    yield nothing
    plugins.forget()
    for known, made in zip(discovery._kept, before, strict=True):
        known.update(made)


@pytest.fixture
def toy(found: plugins.Discovered) -> wg.Ruleset:
    """The toy ruleset is installed."""
    plugins.take(found, "toy", lambda: toy_module)
    return toy_module.TOY


@pytest.fixture
def install(
    found: plugins.Discovered, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., plugins.Discovered]:
    """Install plugins for real, as distributions with an entry point, and look for them.

    Each is given by its module's name with its source, or "" for a module that exists.
    """

    def do(**sources: str) -> plugins.Discovered:
        folder = tmp_path / "site-packages"
        folder.mkdir(exist_ok=True)
        for name, source in sources.items():
            if source:
                (folder / f"{name}.py").write_text(source, encoding="utf-8")
                sys.modules.pop(name, None)
            about = folder / f"{name}-1.0.dist-info"
            about.mkdir()
            (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
            (about / "entry_points.txt").write_text(f"[weathergage]\n{name} = {name}\n")
        monkeypatch.syspath_prepend(str(folder))
        importlib.invalidate_caches()
        return plugins.discover(again=True)

    return do
