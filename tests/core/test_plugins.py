from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import toy as toy_module

import weathergage as wg
from weathergage import plugins

Install = Callable[..., plugins.Discovered]


def only_failure(found: plugins.Discovered, plugin: str) -> str:
    """Why a plugin could not be used, while the toy ruleset can."""
    assert [failure.plugin for failure in found.failures] == [plugin]
    assert "toy" in found.rulesets
    game = wg.new_game("toy/locks", seed=1)
    assert game.decisions
    reason = found.failures[0].reason
    assert "\n" not in reason
    return reason


# What is installed


def test_an_installed_ruleset_is_found(install: Install) -> None:
    found = install(toy="")
    assert found.rulesets["toy"] is toy_module.TOY
    assert wg.rulesets()["toy"] is toy_module.TOY
    assert [f for f in found.failures if f.plugin == "toy"] == []


def test_a_plugin_that_raises_when_imported_is_listed_and_the_others_work(
    install: Install,
) -> None:
    found = install(toy="", broken="raise RuntimeError('no\\nsails')")
    assert only_failure(found, "broken") == "RuntimeError: no sails"


def test_a_plugin_that_ends_the_process_when_imported_does_not(install: Install) -> None:
    found = install(toy="", leaving="import sys; sys.exit('goodbye')")
    assert only_failure(found, "leaving") == "SystemExit: goodbye"


def test_a_plugin_that_is_not_there_is_listed(install: Install) -> None:
    assert "ModuleNotFoundError" in only_failure(install(toy="", absent_plugin=""), "absent_plugin")


def test_a_ruleset_whose_id_is_taken_is_listed(install: Install) -> None:
    source = "from toy import rulesets"
    reason = only_failure(install(toy="", zz_copy=source), "zz_copy")
    assert reason == "it supplies toy, which another plugin already does"


def test_a_hook_that_does_not_exist_is_listed(install: Install) -> None:
    source = "import weathergage as wg\n@wg.hookimpl\ndef rulesetz(): return []"
    assert "rulesetz" in only_failure(install(toy="", misnamed=source), "misnamed")


def test_an_argument_that_does_not_exist_is_listed(install: Install) -> None:
    source = "import weathergage as wg\n@wg.hookimpl\ndef rulesets(games): return []"
    assert "games" in only_failure(install(toy="", misspelt=source), "misspelt")


HOUSE_RULE = """
import weathergage as wg

class Rule:
    @wg.hookimpl
    def {hook}(self, {arguments}):
        return None

@wg.hookimpl
def house_rules():
    return [wg.HouseRule("a-rule", ruleset="toy", title="A rule", plugin=Rule())]
"""


@pytest.mark.parametrize(
    ("hook", "arguments"), [("roled", "game"), ("rolled", "game, porpoise"), ("look_up", "tabel")]
)
def test_a_house_rule_with_a_hook_or_argument_that_does_not_exist_is_listed(
    install: Install, hook: str, arguments: str
) -> None:
    source = HOUSE_RULE.format(hook=hook, arguments=arguments)
    found = install(toy="", ruled=source)
    reason = only_failure(found, "ruled")
    assert "a-rule" in reason
    assert hook in reason
    assert "a-rule" not in found.house_rules


def test_what_is_no_ruleset_is_listed(install: Install) -> None:
    source = "import weathergage as wg\n@wg.hookimpl\ndef rulesets(): return ['canal']"
    assert "'canal', which is no Ruleset" in only_failure(install(toy="", words=source), "words")


def test_a_ruleset_without_its_package_is_listed(install: Install) -> None:
    source = (
        "from dataclasses import replace\nimport weathergage as wg\nfrom toy import TOY\n"
        "@wg.hookimpl\ndef rulesets(): return [replace(TOY, id='ghost', package='ghost_ship')]"
    )
    reason = only_failure(install(toy="", ghost=source), "ghost")
    assert reason == "there is no package ghost_ship for ruleset ghost"


def in_a_fresh_process(script: str) -> str:
    """What a script prints."""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_a_ruleset_of_ours_that_is_named_is_loaded_without_the_others() -> None:
    loaded = (
        "import sys; from weathergage.plugins import find_ruleset; find_ruleset('war-galley');"
        "print(*sorted(name for name in sys.modules if name.startswith('weathergage_')"
        " and '.' not in name))"
    )
    assert in_a_fresh_process(loaded) == "weathergage_war_galley"


def test_a_ruleset_loaded_by_itself_is_the_one_that_is_listed_in_its_place() -> None:
    script = (
        "from weathergage.plugins import find_ruleset, rulesets; early = find_ruleset('frigate');"
        "print(rulesets()['frigate'] is early is find_ruleset('frigate'), *rulesets())"
    )
    told = in_a_fresh_process(script).split()
    assert told == ["True", "admiralty", "as-per-margin", "frigate", "war-galley"]


def test_a_name_that_is_no_ruleset_of_ours_is_looked_for_among_all() -> None:
    script = (
        "from weathergage.plugins import find_ruleset\n"
        "try: find_ruleset('war-gally')\n"
        "except Exception as error: print(error)"
    )
    assert "did you mean war-galley" in in_a_fresh_process(script)


def test_what_was_kept_of_plugins_is_forgotten_together(toy: wg.Ruleset) -> None:
    wg.new_game("toy/locks", seed=1)
    assert any(plugins.discovery._kept)
    plugins.forget()
    assert not any(plugins.discovery._kept)


def test_no_plugin_takes_the_id_of_a_ruleset_that_comes_with_weathergage(
    install: Install,
) -> None:
    # "a" comes before every entry point of ours.
    source = "from weathergage_frigate import rulesets"
    found = install(aaa=source)
    assert "aaa" in [failure.plugin for failure in found.failures]
    assert found.rulesets["frigate"].package == "weathergage_frigate"
    assert "frigate" not in [failure.plugin for failure in found.failures]


def test_what_a_plugin_prints_when_imported_is_not_in_the_way_of_output(
    install: Install, capsys: pytest.CaptureFixture[str]
) -> None:
    install(toy="", talker="print('here I am')")
    said = capsys.readouterr()
    assert said.out == ""
    assert "here I am" in said.err


def test_a_plugin_that_raises_what_is_no_exception_is_listed(install: Install) -> None:
    source = "class Odd(BaseException): ...\nraise Odd('so there')"
    assert only_failure(install(toy="", odd=source), "odd") == "Odd: so there"


def test_a_scenario_file_that_is_wrong_hides_no_other(toy: wg.Ruleset, tmp_path: Path) -> None:
    package = tmp_path / "harbour"
    shutil.copytree(Path(toy_module.__file__).parent, package)
    (package / "scenarios" / "torn.toml").write_text("turns = ", encoding="utf-8")
    sys.path.insert(0, str(tmp_path))
    try:
        harbour = replace(toy, id="harbour", package="harbour")
        plugins.discover().rulesets["harbour"] = harbour
        assert wg.new_game("harbour/locks", seed=1).decisions
        with pytest.raises(wg.BadFile, match=r"torn\.toml: it is not valid TOML"):
            wg.new_game("harbour/torn")
        with pytest.raises(wg.UnknownName, match="did you mean"):
            wg.new_game("lock")
        with pytest.raises(wg.BadFile, match=r"torn\.toml"):
            plugins.scenarios_of(harbour)
    finally:
        sys.path.remove(str(tmp_path))


# House rules of a game


class Nothing:
    """A house rule that changes nothing."""


def rule(id: str, plugin: object | None = None, **facts: Any) -> wg.HouseRule:
    facts.setdefault("ruleset", "toy")
    return wg.HouseRule(id, title=id, plugin=plugin or Nothing(), **facts)


def test_two_that_replace_the_same_thing_are_refused_by_name(toy: wg.Ruleset) -> None:
    one = rule("grape", replaces=("table hits", "phase wind"))
    other = rule("chain-shot", replaces=("table hits",))
    with pytest.raises(
        wg.Contradiction, match="house rules grape and chain-shot both replace table hits"
    ):
        wg.new_game("toy/locks", house_rules=[one, other])
    assert wg.new_game("toy/locks", house_rules=[one])


def test_one_that_does_not_fit_is_refused(toy: wg.Ruleset) -> None:
    with pytest.raises(wg.Contradiction, match="grape is for canal, not for toy"):
        wg.new_game("toy/locks", house_rules=[rule("grape", ruleset="canal")])
    with pytest.raises(wg.Contradiction, match="grape is chosen twice"):
        wg.new_game("toy/locks", house_rules=[rule("grape"), rule("grape")])
    with pytest.raises(wg.Contradiction, match="grape needs powder; choose it too"):
        wg.new_game("toy/locks", house_rules=[rule("grape", needs=("powder",))])
    assert wg.new_game("toy/locks", house_rules=[rule("any", ruleset="*")])


def test_one_made_in_code_with_a_wrong_hook_is_refused_by_name(toy: wg.Ruleset) -> None:
    class Wrong:
        @wg.hookimpl
        def roled(self, game: wg.Game) -> None: ...

    with pytest.raises(wg.PluginFailed, match=r"'grape' failed in its hooks.*roled"):
        wg.new_game("toy/locks", house_rules=[rule("grape", Wrong())])


def test_a_file_supplies_exactly_one_house_rule(toy: wg.Ruleset, tmp_path: Path) -> None:
    path = tmp_path / "rule.py"
    with pytest.raises(wg.BadFile, match="there is no such house rule file"):
        wg.new_game("toy/locks", house_rules=[str(path)])
    path.write_text(HOUSE_RULE.format(hook="rolled", arguments="game"))
    for named in (str(path), path):
        game = wg.new_game("toy/locks", house_rules=[named])
        assert game.rules.house_rules[0].id == "a-rule"
    path.write_text("import weathergage")
    with pytest.raises(wg.BadFile, match="exactly one house rule"):
        wg.new_game("toy/locks", house_rules=[str(path)])
    path.write_text("def broken(:")
    with pytest.raises(wg.BadFile, match="SyntaxError"):
        wg.new_game("toy/locks", house_rules=[str(path)])


# The rules of a choice


def test_games_of_one_choice_share_their_rules_and_no_others_do(toy: wg.Ruleset) -> None:
    grape = rule("grape")
    plain = wg.new_game("toy/locks").rules
    assert wg.new_game("toy/locks", options={}).rules is plain
    assert wg.new_game("toy/locks", options={"squall": True}).rules is not plain
    ruled = wg.new_game("toy/locks", house_rules=[grape]).rules
    assert ruled is wg.new_game("toy/locks", house_rules=[grape]).rules
    assert ruled.manager is not plain.manager
    assert wg.new_game("toy/still-water").rules is not plain


def test_an_installed_house_rule_changes_nothing_in_a_game_that_did_not_choose_it(
    install: Install,
) -> None:
    source = HOUSE_RULE.format(hook="rolled", arguments="game").replace("None", "6")
    found = install(toy="", ruled=source)
    assert "a-rule" in found.house_rules
    rules = wg.new_game("toy/locks").rules
    assert rules.rolled is None
    assert wg.new_game("toy/locks", house_rules=["a-rule"]).rules.rolled is not None


def test_a_phase_whose_option_is_off_is_not_played(
    found: plugins.Discovered, toy: wg.Ruleset
) -> None:
    first, *others = toy_module.SEQUENCE
    found.rulesets["toy"] = replace(
        toy, sequence=(first, replace(others[0], option="squall"), *others[1:])
    )
    names = [phase.id for phase in wg.new_game("toy/locks").rules.sequence]
    assert "wind" not in names
    names = [phase.id for phase in wg.new_game("toy/locks", options={"squall": 1}).rules.sequence]
    assert names[1] == "wind"
