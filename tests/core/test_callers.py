"""Hooks are called as pluggy would call them, and who is at fault is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, strategies as st

import weathergage as wg
from weathergage import callers, plugins
from weathergage.houserules import HouseRule


@given(
    kinds=st.lists(st.sampled_from(["answer", "leave", "wrap", "wrap and catch"]), max_size=6),
    raises=st.integers(-1, 5),
    first=st.booleans(),
)
def test_hooks_are_called_as_pluggy_would_call_them(
    kinds: list[str], raises: int, first: bool
) -> None:
    hook = "rolled" if first else "legal"
    manager = plugins.new_manager()
    for n, kind in enumerate(kinds):
        manager.register(Hooked(hook, n, kind, raises == n).plugin, f"{n}")
    caller = getattr(manager.hook, hook)
    arguments: dict[str, Any] = (
        {"game": 1, "purpose": "a test", "result": 2}
        if first
        else {"game": 1, "decision": 2, "command": 3}
    )
    assert told(lambda: callers.direct(caller)(arguments)) == told(lambda: caller(**arguments))


def told(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except ZeroDivisionError as error:
        return str(error)


class Hooked:
    """A plugin that answers, leaves, or wraps a hook, and may raise."""

    def __init__(self, hook: str, n: int, kind: str, raises: bool) -> None:
        def answer(game: Any) -> Any:
            if raises:
                raise ZeroDivisionError(f"{n}")
            return n if kind == "answer" else None

        def wrap(game: Any) -> Any:
            if raises:
                raise ZeroDivisionError(f"{n}")
            try:
                own = yield
            except ZeroDivisionError:
                if kind == "wrap":
                    raise
                own = "caught"
            return (n, own)

        wrapper = kind.startswith("wrap")
        implementation = wg.hookimpl(wrap, wrapper=True) if wrapper else wg.hookimpl(answer)
        self.plugin = SimpleNamespace(**{hook: implementation})


def rule(id: str, plugin: object) -> HouseRule:
    return HouseRule(
        id=id,
        title=id,
        author="The club",
        version="1",
        ruleset="toy",
        reason="a test",
        clause=f"club {id}",
        plugin=plugin,
    )


def asked(*plugins_: object, hook: str = "rolled") -> Any:
    """The hook's caller in a manager with some plugins."""
    manager = plugins.new_manager()
    for n, plugin in enumerate(plugins_):
        manager.register(plugin, f"{n}")
    return getattr(manager.hook, hook)


ROLL = {"game": None, "purpose": "a test", "result": 2}


def test_a_wrapper_yields_once() -> None:
    @wg.hookimpl(wrapper=True)
    def never(result: int) -> Iterator[None]:
        if result < 0:
            yield

    @wg.hookimpl(wrapper=True)
    def twice() -> Iterator[None]:
        yield
        yield

    for wrapper, said in ((never, "did not"), (twice, "did so twice")):
        with pytest.raises(RuntimeError, match=f"has to yield once, and this one {said}"):
            callers.direct(asked(SimpleNamespace(rolled=wrapper)))(ROLL)


def test_those_that_implement_a_hook_are_told_from_those_that_do_not() -> None:
    rolls = SimpleNamespace(rolled=wg.hookimpl(lambda result: result))
    looks = SimpleNamespace(look_up=wg.hookimpl(lambda row: row))
    chosen = (rule("rolls", rolls), rule("looks", looks))
    assert callers.implementing(chosen, asked(rolls, looks)) == chosen[:1]
    both = asked(rolls, looks), asked(rolls, looks, hook="look_up")
    assert callers.implementing(chosen, *both) == chosen


def test_a_wrong_answer_is_told_with_what_would_be_right() -> None:
    rolls = SimpleNamespace(rolled=wg.hookimpl(lambda result: "six"))
    error = callers.answered_wrongly((rule("rolls", rolls),), asked(rolls), "six", "a number")
    assert str(error) == str(
        wg.PluginFailed("rolls", "rolled", "it gives 'six'; give a number", "club rolls")
    )


def test_what_breaks_down_is_told_under_the_rule_in_whose_code_it_did(toy: wg.Ruleset) -> None:
    def broken(result: int) -> int:
        return result // 0

    plugin = SimpleNamespace(rolled=wg.hookimpl(broken))
    sound = SimpleNamespace(rolled=wg.hookimpl(lambda result: None))
    chosen = (rule("broken", plugin), rule("sound", sound))
    call = callers.guarded(toy, chosen, "rolled", asked(plugin, sound))
    with pytest.raises(wg.PluginFailed) as caught:
        call(**ROLL)
    assert "broken" in str(caught.value)
    assert "club broken" in str(caught.value)
    cause = caught.value.__cause__
    assert isinstance(cause, ZeroDivisionError)
    assert callers.owner_of(toy, chosen, cause) is chosen[0]
    assert callers.owner_of(toy, chosen[1:], cause) is None
