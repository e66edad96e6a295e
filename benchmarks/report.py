"""What things cost, as ratios to a bare die of the same moment.

    python benchmarks/report.py [--quick] [--as-per-margin]

Machines are shared and noisy, so every figure is taken in many short rounds, each against
`random.randrange(1, 7)` measured just before and after it, and the median is shown. A step is one
decision resolved with its consequences; a roll is one bare die. Games and dice are measured in
processor time, so that what else runs on the machine counts for little.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

import weathergage as wg
from weathergage.captains import make_captain, play_out
from weathergage.captains.random import play_at_random
from weathergage.plugins import assemble_scenario, find_scenario

DUEL = "frigate/constitution-guerriere"
TRAFALGAR = "frigate/trafalgar"
ALGESIRAS = "as-per-margin/algesiras"
TWO_LINES = "as-per-margin/two-lines"
CADIZ = "as-per-margin/cadiz-1801"
AS_PER_MARGIN = {
    ALGESIRAS: 1,
    "as-per-margin/bombardment": 1,
    CADIZ: 2,
    "as-per-margin/chase": 3,
    "as-per-margin/frigate-duel": 5,
    "as-per-margin/hermione": 1,
    "as-per-margin/landing": 1,
    TWO_LINES: 1,
}
"""Scenarios of As Per Margin, and how many games of each are played in a round."""
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


dice: list[float] = []
"""What a bare die took in every round so far, in seconds."""


def die() -> float:
    """Processor seconds that a bare die takes now."""
    roll = random.randrange
    begun = time.process_time()
    for _ in range(4_000):
        roll(1, 7)
    return (time.process_time() - begun) / 4_000


def seconds(work: Callable[[], object], times: int) -> float:
    """Seconds that one call takes, over some calls."""
    begun = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - begun) / times


def games(scenario: str, count: int, first: int, **choice: object) -> tuple[int, int, float]:
    """Play games at random: steps, turns, and processor seconds."""
    steps = turns = 0
    begun = time.process_time()
    for seed in range(first, first + count):
        game = wg.new_game(scenario, seed=seed, **choice)  # type: ignore[arg-type]
        play_at_random(game, wg.Dice(seed + 1_000_000))
        steps += len(game.commands)
        turns += game.turn
    return steps, turns, time.process_time() - begun


def play(name: str, scenario: str, count: int, rounds: int, **choice: object) -> float:
    """Print what games cost; gives back rolls a step."""
    ratios, rates, turns_ms = [], [], []
    games(scenario, count, 10**6, **choice)
    for number in range(rounds):
        before = die()
        steps, turns, took = games(scenario, count, number * count, **choice)
        # The machine may change its pace within a round, so the die is thrown on both sides of it.
        roll = (before + die()) / 2
        ratios.append(took / steps / roll)
        dice.append(roll)
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


def verifying(name: str, scenario: str, rounds: int) -> None:
    """Print what replaying and verifying a whole game costs."""
    game = wg.new_game(scenario, seed=5)
    play_at_random(game, wg.Dice(5))
    record = game.record
    took = min(seconds(record.verify, 1) for _ in range(rounds))
    print(f"{f'{name}: replay and verify':44s} {took * 1e3:12.1f} ms at best")


def two_lines_of_thirty() -> wg.Rules:
    """As Per Margin with sixty ships of the line, all of which bear on some of the enemy."""
    ruleset, scenario = find_scenario(TWO_LINES)
    data = scenario.model_dump(by_alias=True)
    data["table"] = {"width": 60, "height": 140}
    for side, x in zip(data["sides"], (20, 30), strict=True):
        first = side["ships"][0] | {"guns": 74, "heading": 0.0}
        side["ships"] = [
            first | {"name": f"{side['id']} {n}", "id": "", "at": (x, 8 + 4 * n)} for n in range(30)
        ]
    return assemble_scenario(ruleset, type(scenario).model_validate(data), None)


def fire_phase(rules: wg.Rules, seed: int) -> tuple[int, float]:
    """Fire all that can be fired in both fire steps of a turn: broadsides, processor seconds."""
    state = rules.ruleset.set_up(rules, wg.Dice(seed))
    dice = wg.Dice(seed)
    begun = time.process_time()
    game = wg.Game(rules, seed, journal=False, state=state, phase="first-fire")
    while game.phase in ("first-fire", "second-fire"):
        (decision,) = game.decisions
        while (command := decision.sample(dice)).KIND == "hold":
            pass
        game.submit(decision.id, command)
    return len(game.commands), time.process_time() - begun


def firing(rounds: int) -> None:
    """Print what the two fire steps of sixty ships cost."""
    rules = two_lines_of_thirty()
    fired = [fire_phase(rules, seed) for seed in range(rounds)]
    broadsides = statistics.median(count for count, _ in fired)
    times = [took * 1e3 for _, took in fired]
    print(
        f"{'sixty ships: both fire steps':44s} {statistics.median(times):12.2f} ms "
        f"({min(times):.2f} at best), {broadsides:.0f} broadsides"
    )


def with_captains(name: str, scenario: str, rounds: int) -> None:
    """Print what a whole game costs with the ruleset's own captain on every seat."""
    times = []
    for seed in range(rounds):
        game = wg.new_game(scenario, seed=seed)
        captains = {
            seat: make_captain(game.rules.ruleset, "captain", seat, number)
            for number, seat in enumerate(game.seats)
        }
        begun = time.process_time()
        play_out(game, captains)
        times.append(time.process_time() - begun)
    print(f"{f'{name}, real captains':44s} {statistics.median(times):12.2f} s a game")


def as_per_margin(rounds: int) -> None:
    """Print what As Per Margin costs."""
    for scenario, count in AS_PER_MARGIN.items():
        name = scenario.partition("/")[2]
        bare = play(f"{name}, journal off", scenario, count, rounds, journal=False)
        told = play(f"{name}, journal on", scenario, count, rounds)
        print(f"{'  speed kept with the journal on':44s} {bare / told:8.0%}")
    firing(rounds)
    fleet = some_turns(TWO_LINES, 3)
    once("two-lines: make a view", lambda: fleet.view(fleet.seats[0]), 20, rounds)
    once("two-lines: fork", fleet.fork, 20, rounds)
    once("two-lines: undo and fork", lambda: fleet.fork().undo(), 20, rounds)
    verifying("two-lines", TWO_LINES, max(3, rounds // 4))
    with_captains("Algesiras", ALGESIRAS, max(3, rounds // 4))


def main() -> None:
    """Print the whole report."""
    rounds = 5 if "--quick" in sys.argv else 21
    if "--as-per-margin" in sys.argv:
        as_per_margin(rounds)
        return
    games(DUEL, 100, 10**6)
    short = 4 * rounds
    bare = play("duel, journal off", DUEL, 5, short, journal=False)
    told = play("duel, journal on", DUEL, 5, short)
    print(f"{'  speed kept with the journal on':44s} {bare / told:8.0%}")
    every = {"journal": False, "options": EVERY_OPTION}
    games(DUEL, 100, 10**6, **every)
    play("duel, every option, journal off", DUEL, 5, short, **every)
    print(f"{'  a bare die meanwhile':44s} {statistics.median(dice) * 1e6:12.3f} us")
    play("Trafalgar, journal off", TRAFALGAR, 1, max(3, rounds // 4), journal=False)
    play("Trafalgar, journal on", TRAFALGAR, 1, max(3, rounds // 4))
    command_costs(rounds)
    verifying("Trafalgar", TRAFALGAR, max(3, rounds // 4))
    as_per_margin(rounds)


if __name__ == "__main__":
    main()
