"""Finding plugins, and the rules that one choice of them makes.

Plugins are found in `discovery`, house rules of one's own in `house_rules`; what they hold ready,
scenarios and figures, is in `catalogue`. A game's rules (`rules`) are assembled in `assembly`, once
for each choice of ruleset, scenario, options and house rules.
"""

from weathergage.plugins.assembly import assemble, assemble_scenario, check_sides, choose_options
from weathergage.plugins.catalogue import (
    figures,
    find_scenario,
    readable_scenarios,
    scenario_in,
    scenarios_added,
    scenarios_of,
    stage_battle,
)
from weathergage.plugins.discovery import (
    GROUP,
    Discovered,
    Failure,
    add_to,
    discover,
    find_ruleset,
    forget,
    new_manager,
    reason_of,
    rulesets,
    take,
)
from weathergage.plugins.house_rules import (
    PROJECT_FILE,
    PYTHON,
    chosen_rules,
    entrance,
    find_house_rule,
    load_house_rule,
)
from weathergage.plugins.rules import Rules

__all__ = [
    "GROUP",
    "PROJECT_FILE",
    "PYTHON",
    "Discovered",
    "Failure",
    "Rules",
    "add_to",
    "assemble",
    "assemble_scenario",
    "check_sides",
    "choose_options",
    "chosen_rules",
    "discover",
    "entrance",
    "figures",
    "find_house_rule",
    "find_ruleset",
    "find_scenario",
    "forget",
    "load_house_rule",
    "new_manager",
    "readable_scenarios",
    "reason_of",
    "rulesets",
    "scenario_in",
    "scenarios_added",
    "scenarios_of",
    "stage_battle",
    "take",
]
