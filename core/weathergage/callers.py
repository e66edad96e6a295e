"""Calling hooks: in pluggy's order without the way through the library, and who is to blame.

Games call hooks by the million, so a hook's caller is worked out once for a choice of rules. What
a house rule raises, or answers wrongly, is told under its name and its clause.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from types import CodeType
from typing import Any

import pluggy

from weathergage.answers import WANTED, shown
from weathergage.errors import IllegalCommand, PluginFailed
from weathergage.houserules import HouseRule
from weathergage.ruleset import Ruleset


def guarded(
    ruleset: Ruleset, house_rules: Sequence[HouseRule], hook: str, caller: pluggy.HookCaller
) -> Callable[..., Any]:
    """The caller, with what a house rule raises, or answers wrongly, told under its name."""

    ask = direct(caller)
    wanted = WANTED.get(hook)
    fits = wanted.fits if wanted else _anything
    leaves = fits(None)  # None, which most answer most of the time, is not looked at each time

    def call(**arguments: Any) -> Any:
        try:
            answer = ask(arguments)
        except (IllegalCommand, PluginFailed):
            raise
        except (Exception, SystemExit) as error:
            raise blamed(ruleset, house_rules, hook, error) from error
        if answer is None and leaves:
            return None
        if wanted and not fits(answer):
            raise answered_wrongly(house_rules, caller, answer, wanted.what)
        return answer

    return call


def _anything(answer: Any) -> bool:
    return True


def implementing(
    house_rules: Sequence[HouseRule], *callers: pluggy.HookCaller
) -> tuple[HouseRule, ...]:
    """Those of the house rules that implement one of some hooks."""
    plugins = [impl.plugin for caller in callers for impl in caller.get_hookimpls()]
    return tuple(rule for rule in house_rules if any(rule.plugin is one for one in plugins))


def answered_wrongly(
    house_rules: Sequence[HouseRule], caller: pluggy.HookCaller, answer: Any, what: str
) -> PluginFailed:
    """PluginFailed for the house rules that implement a hook, with what they should answer."""
    rules = implementing(house_rules, caller)
    names = " or ".join(rule.id for rule in rules)
    clause = rules[0].clause if len(rules) == 1 else ""
    return PluginFailed(names, caller.name, f"it gives {shown(answer)}; give {what}", clause)


Asked = Callable[[Mapping[str, Any]], Any]


def direct(caller: pluggy.HookCaller) -> Asked:
    """What the hook's caller does, without the way through the library: games call hooks by the
    million. The order is pluggy's: the last registered first, wrappers outside.
    """
    impls = caller.get_hookimpls()
    if any(impl.hookwrapper for impl in impls):
        return lambda arguments: caller(**arguments)
    plain = [impl for impl in reversed(impls) if not impl.wrapper]
    first = bool(caller.spec and caller.spec.opts.get("firstresult"))
    ask = _first_of(plain) if first else _all_of(plain)
    for impl in impls:
        if impl.wrapper:
            ask = _around(impl, ask)
    return ask


def _picker(names: Sequence[str]) -> Callable[[Mapping[str, Any]], tuple[Any, ...]]:
    """What gives the arguments that an implementation names, in its order."""
    if len(names) > 1:
        return itemgetter(*names)
    if names:
        (name,) = names
        return lambda arguments: (arguments[name],)
    return lambda arguments: ()


def _first_of(impls: Sequence[pluggy.HookImpl]) -> Asked:
    def ask(arguments: Mapping[str, Any]) -> Any:
        for function, picked in calls:
            found = function(*picked(arguments))
            if found is not None:
                return found
        return None

    calls = [(impl.function, _picker(impl.argnames)) for impl in impls]
    return ask


def _all_of(impls: Sequence[pluggy.HookImpl]) -> Asked:
    def ask(arguments: Mapping[str, Any]) -> list[Any]:
        found = []
        for function, picked in calls:
            one = function(*picked(arguments))
            if one is not None:
                found.append(one)
        return found

    calls = [(impl.function, _picker(impl.argnames)) for impl in impls]
    return ask


def _around(impl: pluggy.HookImpl, inner: Asked) -> Asked:
    """A wrapper about what is asked inside it; it hears of errors, as in pluggy."""
    function: Callable[..., Any] = impl.function
    picked = _picker(impl.argnames)

    def ask(arguments: Mapping[str, Any]) -> Any:
        wrapper = function(*picked(arguments))
        try:
            next(wrapper)
        except StopIteration:
            raise RuntimeError("a wrapper has to yield once, and this one did not") from None
        try:
            try:
                found = inner(arguments)
            except BaseException as error:
                wrapper.throw(error)
            else:
                wrapper.send(found)
        except StopIteration as end:
            return end.value
        wrapper.close()
        raise RuntimeError("a wrapper has to yield once, and this one did so twice")

    return ask


def blamed(
    ruleset: Ruleset, house_rules: Sequence[HouseRule], hook: str, error: BaseException
) -> PluginFailed:
    """PluginFailed with the house rule in whose code the error arose, or else the ruleset."""
    rule = owner_of(ruleset, house_rules, error)
    if rule is None:
        names = ", ".join(rule.id for rule in house_rules)
        return PluginFailed(ruleset.id, hook, error, under=names)
    return PluginFailed(rule.id, hook, error, rule.clause)


def owner_of(
    ruleset: Ruleset, house_rules: Sequence[HouseRule], error: BaseException
) -> HouseRule | None:
    """The house rule in whose code an error arose: the innermost frame of the traceback that is a
    house rule's or the ruleset's decides.
    """
    owners = {code: rule for rule in house_rules for code in _codes(rule.plugin)}
    sources = {str(file): rule for rule in house_rules for file in rule.files}
    frames = [frame.f_code for frame, _ in traceback.walk_tb(error.__traceback__)]
    for code in reversed(frames):
        house_rule = owners.get(code) or sources.get(code.co_filename)
        if house_rule is not None:
            return house_rule
        if Path(code.co_filename).is_relative_to(ruleset.folder):
            return None
    return None


def _codes(plugin: object) -> Iterator[CodeType]:
    """The code of a plugin's functions, with that of what they define inside."""
    for name in dir(plugin):
        code = getattr(getattr(plugin, name, None), "__code__", None)
        inner = [code] if code is not None else []
        while inner:
            code = inner.pop()
            yield code
            inner += [part for part in code.co_consts if isinstance(part, CodeType)]
