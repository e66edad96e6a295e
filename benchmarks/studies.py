"""What many games cost, and what a second process is worth.

    python benchmarks/studies.py [--quick]

10,000 duels of Frigate with captains that answer by lot, on two processes, starting these and
putting the results together included; then the same games on one. Measured by the clock on the
wall, since that is what somebody waits for: run it on a machine that does nothing else. What else
ran is shown by the load before and after.
"""

from __future__ import annotations

import os
import sys

from weathergage.study.batch import StudyResults, run_study
from weathergage.study.plans import Arm, Plan, Study

DUEL = Plan("frigate/constitution-guerriere", (("british", "random"), ("us", "random")))


def timed(games: int, jobs: int, measure: str) -> StudyResults:
    """Play games and print what they cost."""
    study = Study("duels", "Duels", (Arm("duels", DUEL),), 1, games, measure)
    before = os.getloadavg()[0]
    results = run_study(study, jobs=jobs)
    load = f"load {before:.1f} before, {os.getloadavg()[0]:.1f} after"
    name = f"{games} duels, {measure}, {jobs} at once"
    print(f"{name:44s} {results.seconds:8.2f} s {results.games_per_second:8.1f} games/s  ({load})")
    return results


def main() -> None:
    """Print the whole report."""
    games = 2_000 if "--quick" in sys.argv else 10_000
    for measure in ("outcome", "full"):
        two, one = timed(games, 2, measure), timed(games, 1, measure)
        assert one.arms == two.arms
        print(f"{'  two processes against one':44s} {one.seconds / two.seconds:8.2f} times")


if __name__ == "__main__":
    main()
