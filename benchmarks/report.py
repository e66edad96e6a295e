"""What things cost, as ratios to a bare die of the same moment.

    python benchmarks/report.py [--quick]

Machines are shared and noisy, so every figure is taken in many short rounds, each against
`random.randrange(1, 7)` measured just before it, and the median is shown. A step is one decision
resolved with its consequences; a roll is one bare die.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

import weathergage as wg
from weathergage.captains.random import play_at_random

DUEL = "frigate/constitution-guerriere"
TRAFALGAR = "frigate/trafalgar"
EVERY_OPTION = {
    "no_sailing_into_wind": True,
    "wind_table": "optional",
    "bearing_up": True,
    "drift": True,
    "national_multipliers": True,
    "combined_fire_halved": True,
    "explosions": True,
    "speed_effects": True,
    "command_method": "chits",
}


def die() -> float:
    """Seconds that a bare die takes now."""
    roll = random.randrange
    begun = time.perf_counter()
    for _ in range(10_000):
        roll(1, 7)
    return (time.perf_counter() - begun) / 10_000


def seconds(work: Callable[[], object], times: int) -> float:
    """Seconds that one call takes, over some calls."""
    begun = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - begun) / times


def games(scenario: str, count: int, first: int, **choice: object) -> tuple[int, int, float]:
    """Play games at random: steps, turns, and seconds."""
    steps = turns = 0
    begun = time.perf_counter()
    for seed in range(first, first + count):
        game = wg.new_game(scenario, seed=seed, **choice)  # type: ignore[arg-type]
        play_at_random(game, wg.Dice(seed + 1_000_000))
        steps += len(game.commands)
        turns += game.turn
    return steps, turns, time.perf_counter() - begun


def play(name: str, scenario: str, count: int, rounds: int, **choice: object) -> float:
    """Print what games cost; gives back rolls a step."""
    ratios, rates, turns_ms = [], [], []
    for number in range(rounds):
        roll = die()
        steps, turns, took = games(scenario, count, number * count, **choice)
        ratios.append(took / steps / roll)
        rates.append(count / took)
        turns_ms.append(took / turns * 1e3)
    ratio = statistics.median(ratios)
    print(
        f"{name:44s} {statistics.median(rates):8.1f} games/s  "
        f"{statistics.median(turns_ms):7.3f} ms a turn  {ratio:7.0f} rolls a step"
    )
    return ratio


def some_turns(scenario: str, turns: int) -> wg.Game:
    """A game at random, some turns on."""
    game = wg.new_game(scenario, seed=3, journal=False)
    dice = wg.Dice(3)
    while game.turn <= turns and not game.over:
        for decision in game.decisions:
            game.submit(decision.id, decision.sample(dice))
    return game


def once(name: str, work: Callable[[], object], times: int, rounds: int) -> None:
    """Print what one call costs."""
    print(f"{name:44s} {min(seconds(work, times) for _ in range(rounds)) * 1e6:12.1f} us at best")


def command_costs(rounds: int) -> None:
    """Print what commands, views and their checks add to a plot."""
    game = some_turns(DUEL, 3)
    decision = game.decisions[0]
    dice = wg.Dice(1)
    command = decision.sample(dice)
    data = command.data()
    once("a duel: draw a plot", lambda: decision.sample(dice), 300, rounds)
    once(
        "a duel: make the command from plain data",
        lambda: type(command)(**{key: value for key, value in data.items() if key != "kind"}),
        300,
        rounds,
    )
    once("a duel: make a view", lambda: game.view(game.seats[0]), 300, rounds)
    once("a duel: fork", game.fork, 300, rounds)
    once("a duel: undo and fork", lambda: game.fork().undo(), 100, rounds)
    fleet = some_turns(TRAFALGAR, 3)
    once("Trafalgar: make a view", lambda: fleet.view(fleet.seats[0]), 20, rounds)
    once("Trafalgar: fork", fleet.fork, 20, rounds)


def verifying(rounds: int) -> None:
    """Print what replaying and verifying a whole Trafalgar costs."""
    game = wg.new_game(TRAFALGAR, seed=5)
    play_at_random(game, wg.Dice(5))
    record = game.record
    took = min(seconds(record.verify, 1) for _ in range(rounds))
    print(f"{'Trafalgar: replay and verify':44s} {took * 1e3:12.1f} ms at best")


def main() -> None:
    """Print the whole report."""
    rounds = 5 if "--quick" in sys.argv else 21
    games(DUEL, 100, 10**6)
    bare = play("duel, journal off", DUEL, 20, rounds, journal=False)
    told = play("duel, journal on", DUEL, 20, rounds)
    print(f"{'  speed kept with the journal on':44s} {bare / told:8.0%}")
    play("duel, every option, journal off", DUEL, 20, rounds, journal=False, options=EVERY_OPTION)
    play("Trafalgar, journal off", TRAFALGAR, 1, max(3, rounds // 4), journal=False)
    play("Trafalgar, journal on", TRAFALGAR, 1, max(3, rounds // 4))
    command_costs(rounds)
    verifying(max(3, rounds // 4))


if __name__ == "__main__":
    main()
