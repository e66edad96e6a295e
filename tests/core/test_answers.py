"""What hooks answer, and what is said where that is wrong or the hook breaks down."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

import weathergage as wg
from weathergage.answers import WANTED, shown
from weathergage.captains.random import play_at_random
from weathergage.hooks import Hooks
from weathergage.plugins import discover
from weathergage.testing import position

pytestmark = pytest.mark.usefixtures("toy")

ALL = [name for name in vars(Hooks) if not name.startswith("_")]
GAME = [name for name in ALL if name not in ("rulesets", "house_rules", "styles")]
BROKEN = "ZeroDivisionError: the mast went by the board"


def made(hook: str, body: str, wrapper: bool = False) -> Any:
    """A plugin with one hook, which can be mended by setting `broken`."""
    own = "own = yield; " if wrapper else ""
    mark = "(wrapper=True)" if wrapper else ""
    names = ", ".join(inspect.signature(getattr(Hooks, hook)).parameters)
    space: dict[str, Any] = {"wg": wg}
    exec(
        f"class Rule:\n broken = True\n @wg.hookimpl{mark}\n def {hook}({names}):\n  {own}{body}\n",
        space,
    )
    return space["Rule"]()


def rule(plugin: object, id: str = "club") -> wg.HouseRule:
    return wg.HouseRule(id, ruleset="toy", title=id, plugin=plugin, clause="9.9")


def everything(plugin: object) -> wg.Game:
    """A whole game by lot under a house rule, looked at and drawn."""
    game = wg.new_game("toy/locks", seed=3, house_rules=[rule(plugin)])
    play_at_random(game, wg.Dice(3))
    game.view(game.seats[0])
    game.rules.picture(game.state)
    return game


HEARD = [hook for hook in GAME if hook not in ("modifiers", "look_up")]
"""What the toy ruleset lets house rules hear of; the contract tests do the rest."""


@pytest.mark.parametrize("hook", HEARD)
@pytest.mark.parametrize("wrapper", [False, True])
def test_whatever_hook_raises_is_named_with_its_house_rule_and_clause(
    hook: str, wrapper: bool
) -> None:
    plugin = made(hook, "raise ZeroDivisionError('the mast went by the board')", wrapper)
    with pytest.raises(wg.PluginFailed) as caught:
        everything(plugin)
    assert str(caught.value) == (
        f"house rule or plugin 'club' failed in {hook} under clause 9.9: {BROKEN}"
    )


@pytest.mark.parametrize("hook", [hook for hook in HEARD if hook in WANTED])
@pytest.mark.parametrize("answer", ["17.5", "'what'", "[object()]"])
def test_whatever_hook_answers_wrongly_is_named_with_what_it_should_give(
    hook: str, answer: str
) -> None:
    with pytest.raises(wg.PluginFailed) as caught:
        everything(made(hook, f"return {answer}", wrapper=True))
    told = str(caught.value)
    assert told.startswith(f"house rule or plugin 'club' failed in {hook} under clause 9.9: it giv")
    assert told.endswith(f"; give {WANTED[hook].what}")


NEEDED = ["tables", "ships", "captains", "sequence", "set_up", "phase", "legal", "view", "picture"]


@pytest.mark.parametrize("hook", NEEDED)
def test_a_wrapper_that_forgets_to_return_is_told_so(hook: str) -> None:
    with pytest.raises(wg.PluginFailed, match=f"'club' failed in {hook} .*it gives None; give "):
        everything(made(hook, "pass", wrapper=True))


@pytest.mark.parametrize("hook", [hook for hook in GAME if hook != "phase"])
def test_a_hook_that_yields_and_is_no_wrapper_is_refused_at_once(hook: str) -> None:
    with pytest.raises(
        wg.PluginFailed, match=f"failed in {hook} .*mark it @hookimpl\\(wrapper=True\\)"
    ):
        wg.new_game("toy/locks", house_rules=[rule(made(hook, "yield"))])


def test_a_phase_of_a_house_rule_that_asks_no_question_is_told() -> None:
    with pytest.raises(
        wg.PluginFailed, match=r"'club' failed in phase .*it gives 17; give question"
    ):
        everything(made("phase", "yield 17"))


def test_tables_that_are_left_out_are_told() -> None:
    plugin = made("tables", "return {'hits': own['hits']}", wrapper=True)
    left = [id for id in wg.rulesets()["toy"].tables if id != "hits"]
    if not left:
        plugin = made("tables", "return {}", wrapper=True)
        left = ["hits"]
    with pytest.raises(wg.PluginFailed, match=f"'club' failed in tables .*no table {left[0]}"):
        everything(plugin)


def test_of_several_that_may_have_answered_wrongly_all_are_named() -> None:
    chosen = [rule(made("rolled", "return None"), "one"), rule(made("rolled", "return 'x'"), "two")]
    game = wg.new_game("toy/locks", seed=3, house_rules=chosen)
    with pytest.raises(wg.PluginFailed, match="'one or two' failed in rolled: it gives 'x'"):
        play_at_random(game, wg.Dice(3))


@pytest.mark.parametrize(("entry", "fits"), [(1, True), ("what", False), (1.5, False)])
def test_a_look_up_is_answered_with_the_like_of_the_table(entry: object, fits: bool) -> None:
    assert wg.rulesets()["toy"].tables["hits"].could_hold(entry) is fits
    game = wg.new_game(
        "toy/locks", seed=3, house_rules=[rule(made("look_up", f"return {entry!r}"))]
    )
    if fits:
        assert game.look_up("hits", 6, "plain") == entry
        return
    with pytest.raises(wg.PluginFailed, match=r"'club' failed in look_up .*for table hits"):
        game.look_up("hits", 6, "plain")


def test_a_die_that_a_house_rule_put_off_the_table_is_not_the_rulesets_fault() -> None:
    game = wg.new_game("toy/locks", seed=3, house_rules=[rule(made("rolled", "return 99"))])
    with pytest.raises(wg.PluginFailed, match=r"'club' failed in roll, rolled or mod.*no row"):
        game.look_up("hits", game.roll("a", "a test", "1.1"), "plain")
    with pytest.raises(wg.UnknownName):
        wg.new_game("toy/locks", seed=3).look_up("hits", 99, "plain")


def test_a_long_answer_is_told_in_short() -> None:
    assert shown("x" * 100) == "'" + "x" * 56 + "..."
    assert shown([1]) == "[1]"


IN_GAME = ["phase", "roll", "rolled", "legal", "happened", "outcome", "view"]


def breaking(hook: str) -> Any:
    """A plugin that breaks down in a hook once a game has had two commands, until it is mended."""
    when = "self.broken and len(game.commands) > 1"
    return made(hook, f"return 1 / 0 if {when} else own", wrapper=True)


@pytest.mark.parametrize("hook", IN_GAME)
def test_a_game_that_was_stopped_is_as_it_was_and_can_be_saved_and_resumed(
    hook: str, tmp_path: Path
) -> None:
    plugin = breaking(hook)
    discover().house_rules["club"] = rule(plugin)
    game = wg.new_game("toy/locks", seed=3, house_rules=["club"], undo="never")
    other = wg.new_game("toy/locks", seed=3)
    dice = wg.Dice(12)
    before = position(game)

    def submit() -> None:
        nonlocal before
        before = position(game)
        decision = game.decisions[-1]
        game.submit(decision.id, decision.sample(dice))
        game.view(game.seats[0])

    with pytest.raises(wg.PluginFailed, match=f"'club' failed in {hook} under clause 9.9"):
        _ = [submit() for _ in range(99)]
    plugin.broken = False
    if hook != "view":  # which is a look, after the command was taken
        assert position(game) == before
    game.record.save(tmp_path / "game.wg")
    again = wg.load(tmp_path / "game.wg").resume()
    assert position(again) == position(game)
    play_at_random(again, wg.Dice(1))
    assert again.over
    play_at_random(other, wg.Dice(3))
    alone = wg.new_game("toy/locks", seed=3)
    play_at_random(alone, wg.Dice(3))
    assert position(other) == position(alone)


def test_one_that_breaks_down_on_the_way_back_too_leaves_a_record_to_go_on_with(
    tmp_path: Path,
) -> None:
    plugin = breaking("happened")
    discover().house_rules["club"] = rule(plugin)
    game = wg.new_game("toy/locks", seed=3, house_rules=["club"])
    dice = wg.Dice(5)
    plugin.broken = False
    for _ in range(3):
        game.submit(game.decisions[0].id, game.decisions[0].sample(dice))
    commands, events = game.commands, [event.plain() for event in game.events]
    type(plugin).happened.__code__ = made("happened", "return 1 / 0", True).happened.__code__
    with pytest.raises(wg.PluginFailed, match="'club' failed in happened"):
        game.submit(game.decisions[0].id, game.decisions[0].sample(dice))
    assert (game.commands, game.decisions) == (commands, ())
    assert [event.plain() for event in game.events] == events
    game.record.save(tmp_path / "game.wg")
    discover().house_rules["club"] = rule(made("happened", "return own", True))
    again = wg.load(tmp_path / "game.wg").resume()
    assert [event.plain() for event in again.events] == events
    assert again.decisions
