"""Every hook has documentation, an example, and a test: its example's own, which is run here."""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from weathergage.hooks import PROJECT, Hooks

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "hooks"
HOOKS = {name: spec for name, spec in vars(Hooks).items() if not name.startswith("_")}
FILES = sorted(EXAMPLES.glob("*.py"))


def load(path: Path) -> ModuleType:
    name = f"hook_example_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def implementations(module: ModuleType) -> Iterator[str]:
    """The hooks that a module or its classes implement."""
    for holder in (module, *(v for v in vars(module).values() if inspect.isclass(v))):
        for name, value in vars(holder).items():
            if hasattr(value, f"{PROJECT}_impl"):
                yield name


def own_tests(path: Path) -> list[str]:
    return re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_says_what_it_is_for_when_it_is_called_and_what_it_is_given(hook: str) -> None:
    said = inspect.getdoc(HOOKS[hook]) or ""
    first, _, rest = said.partition("\n\n")
    assert first.endswith(".")
    assert "Called" in rest
    for argument in list(inspect.signature(HOOKS[hook]).parameters)[1:]:
        assert re.search(rf"\b{argument}\b[^.]*:", rest), f"{hook} does not say what {argument} is"


@pytest.mark.parametrize("hook", HOOKS)
def test_every_hook_has_an_example_that_implements_it_and_a_test_in_it(hook: str) -> None:
    path = EXAMPLES / f"{hook}.py"
    assert path.is_file(), f"{path} is missing: an example of the hook {hook}, with its test"
    module = load(path)
    assert module.__doc__
    assert hook in set(implementations(module))
    assert own_tests(path)


def test_no_example_is_left_of_a_hook_that_is_gone() -> None:
    assert [path.stem for path in FILES if path.stem not in HOOKS] == []


@pytest.mark.parametrize(
    ("path", "test"),
    [pytest.param(p, t, id=f"{p.stem}-{t}") for p in FILES for t in own_tests(p)],
)
def test_the_example_holds(path: Path, test: str) -> None:
    run: Any = getattr(load(path), test)
    run()
