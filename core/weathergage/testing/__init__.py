"""What every ruleset must hold, as tests that a ruleset or house rule runs on itself.

One call puts a ruleset through all of it and says what does not hold::

    report = check_ruleset("my-ruleset", folder=tmp_path)
    assert report, report.say()

Another does so for whatever `weathergage check` takes: house rules, files and folders too::

    findings = check_target("our-rule.py", games=20)
    assert findings, findings.mends

Each part can be used alone from a plugin's own tests: it is given a game at any moment and
dice to draw answers with, works on forks, leaves the game as it was, and raises `Failure`. The
game of a failure is saved as a record that `weathergage show` opens.
"""

from __future__ import annotations

from weathergage.testing.checks import (
    check_answers,
    check_clauses,
    check_closed,
    check_copy,
    check_data,
    check_elsewhere,
    check_fork,
    check_honest_undo,
    check_journal,
    check_order,
    check_position,
    check_record,
    check_refusals,
    check_resume,
    check_standing,
    check_undo,
)
from weathergage.testing.failures import (
    Failure,
    Report,
)
from weathergage.testing.positions import (
    Given,
    drawn,
    dump,
    give,
    played,
    position,
)
from weathergage.testing.promises import (
    Findings,
    check_target,
)
from weathergage.testing.secrecy import (
    check_kept,
    check_secrecy,
    check_views,
    picture,
    reachable,
)
from weathergage.testing.targets import (
    Mend,
    Target,
    find_target,
)
from weathergage.testing.whole import (
    DEEP,
    check_ruleset,
    option_choices,
    whole_game,
)
from weathergage.testing.wrong import (
    nudged,
    wrong_answers,
)

__all__ = [
    "DEEP",
    "Failure",
    "Findings",
    "Given",
    "Mend",
    "Report",
    "Target",
    "check_answers",
    "check_clauses",
    "check_closed",
    "check_copy",
    "check_data",
    "check_elsewhere",
    "check_fork",
    "check_honest_undo",
    "check_journal",
    "check_kept",
    "check_order",
    "check_position",
    "check_record",
    "check_refusals",
    "check_resume",
    "check_ruleset",
    "check_secrecy",
    "check_standing",
    "check_target",
    "check_undo",
    "check_views",
    "drawn",
    "dump",
    "find_target",
    "give",
    "nudged",
    "option_choices",
    "picture",
    "played",
    "position",
    "reachable",
    "whole_game",
    "wrong_answers",
]
