"""What things cost, as ratios to a bare die of the same moment.

    python benchmarks/report.py [--quick] [RULESET ...]

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
LINES = "as-per-margin/two-lines"
ACTIUM = "war-galley/actium"
EVENING = "war-galley/first-evening"
FIGHTING_LINES = "admiralty/two-lines"

BATTLES = {
    "frigate": {DUEL: 5, TRAFALGAR: 1},
    "as-per-margin": {
        ALGESIRAS: 1,
        "as-per-margin/bombardment": 1,
        "as-per-margin/cadiz-1801": 2,
        "as-per-margin/chase": 3,
        "as-per-margin/frigate-duel": 5,
        "as-per-margin/hermione": 1,
        "as-per-margin/landing": 1,
        LINES: 1,
    },
    "war-galley": {EVENING: 2, "war-galley/drepanum-battle": 1, ACTIUM: 1},
    "admiralty": {
        "admiralty/algesiras": 1,
        "admiralty/anchored-fleet": 1,
        "admiralty/chase": 2,
        "admiralty/constitution-guerriere": 5,
        "admiralty/convoy": 1,
        "admiralty/first-trincomalee": 1,
        "admiralty/frigate-duel": 5,
        FIGHTING_LINES: 1,
    },
}
"""Scenarios of each ruleset, and how many games of each are played in a round."""

ASKED = {"frigate": 150, "as-per-margin": 200, "war-galley": 150, "admiralty": 250}
"""Rolls a step that each ruleset is to stay under with the journal off."""

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
        f"  ({ASKED[scenario.partition('/')[0]]} asked)"
    )
    return ratio


def battles(ruleset: str, rounds: int) -> None:
    """Print what the scenarios of a ruleset cost, with the journal off and on."""
    for scenario, count in BATTLES[ruleset].items():
        name = scenario.partition("/")[2]
        # A short game says little by itself, and a long one is many steps.
        often = rounds if count < 5 else 4 * rounds
        bare = play(f"{name}, journal off", scenario, count, often, journal=False)
        told = play(f"{name}, journal on", scenario, count, often)
        print(f"{'  speed kept with the journal on':44s} {bare / told:8.0%}")


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


def sixty_ships(scenario: str, table: dict[str, float], **ship: object) -> wg.Rules:
    """A scenario with two lines of thirty ships abreast, all of which bear on some of the enemy.

    ship: what all have in common, in place of what the scenario's first ship has.
    """
    ruleset, found = find_scenario(scenario)
    data = found.model_dump(by_alias=True)
    data["table"] |= table
    for side, x in zip(data["sides"], (20, 30), strict=True):
        first = side["ships"][0] | ship
        side["ships"] = [
            first | {"name": f"{side['id']} {n}", "id": "", "at": (x, 8 + 4 * n)} for n in range(30)
        ]
    return assemble_scenario(ruleset, type(found).model_validate(data), None)


def fire_phases(rules: wg.Rules, phases: tuple[str, ...], seed: int) -> tuple[int, float]:
    """Fire all that can be fired in some phases of a turn: broadsides, processor seconds."""
    state = rules.ruleset.set_up(rules, wg.Dice(seed))
    dice = wg.Dice(seed)
    begun = time.process_time()
    game = wg.Game(rules, seed, journal=False, state=state, phase=phases[0])
    while game.phase in phases:
        for decision in game.decisions:
            while (command := decision.sample(dice)).KIND.startswith("hold"):
                pass
            game.submit(decision.id, command)
    return len(game.commands), time.process_time() - begun


def firing(rules: wg.Rules, phases: tuple[str, ...], asked: float, rounds: int) -> None:
    """Print what it costs that sixty ships fire."""
    fired = [fire_phases(rules, phases, seed) for seed in range(rounds)]
    broadsides = statistics.median(count for count, _ in fired)
    times = [took * 1e3 for _, took in fired]
    name = f"sixty ships: {' and '.join(phases)}"
    print(
        f"{name:44s} {statistics.median(times):12.2f} ms "
        f"({min(times):.2f} at best), {broadsides:.0f} broadsides ({asked:g} ms asked)"
    )


def with_captains(name: str, scenario: str, asked: str, rounds: int) -> None:
    """Print what a whole game and a turn cost with the ruleset's own captain on every seat."""
    times, turns = [], []
    for seed in range(rounds):
        game = wg.new_game(scenario, seed=seed)
        captains = {
            seat: make_captain(game.rules.ruleset, "captain", seat, number)
            for number, seat in enumerate(game.seats)
        }
        begun = time.process_time()
        play_out(game, captains)
        times.append(time.process_time() - begun)
        turns.append(times[-1] / game.turn)
    print(
        f"{f'{name}, real captains':44s} {statistics.median(times):12.2f} s a game, "
        f"{statistics.median(turns):.3f} s a turn ({asked} asked)"
    )


def first_turns(name: str, scenario: str, turns: int, asked: float, rounds: int) -> None:
    """Print what a turn costs while all are still there, at random and with the journal off."""
    times = []
    for seed in range(rounds):
        game = some_turns(scenario, 1)
        dice = wg.Dice(seed)
        begun = time.process_time()
        while game.turn < 2 + turns and not game.over:
            for decision in game.decisions:
                game.submit(decision.id, decision.sample(dice))
        times.append((time.process_time() - begun) / turns * 1e3)
    print(
        f"{f'{name}: a turn, from the second on':44s} {statistics.median(times):12.2f} ms "
        f"({min(times):.2f} at best) ({asked:g} ms asked)"
    )


def going_back(name: str, scenario: str, within: int, asked: float) -> None:
    """Print what undo and fork cost at each of some decisions in a row, mid-turn."""
    game = some_turns(scenario, 2)
    dice = wg.Dice(4)
    forks, undos = [], []
    for _ in range(within):
        decision = game.decisions[0]
        game.submit(decision.id, decision.sample(dice))
        begun = time.process_time()
        twin = game.fork()
        forks.append(time.process_time() - begun)
        begun = time.process_time()
        twin.undo()
        undos.append(time.process_time() - begun)
    for what, times in (("fork", forks), ("undo", undos)):
        middle, worst = statistics.median(times) * 1e3, max(times) * 1e3
        print(
            f"{f'{name}: {what}, {within} times':44s} {middle:12.2f} ms "
            f"({worst:.2f} at worst) ({asked:g} ms asked)"
        )


def frigate(rounds: int) -> None:
    """Print what else Frigate costs."""
    every = {"journal": False, "options": EVERY_OPTION}
    games(DUEL, 100, 10**6, **every)
    play("duel, every option, journal off", DUEL, 5, 4 * rounds, **every)
    command_costs(rounds)
    going_back("Trafalgar, plots and meetings", TRAFALGAR, 30, 0.15)
    verifying("Trafalgar", TRAFALGAR, max(3, rounds // 4))


def as_per_margin(rounds: int) -> None:
    """Print what else As Per Margin costs."""
    rules = sixty_ships(LINES, {"width": 60, "height": 140}, guns=74, heading=0.0)
    firing(rules, ("first-fire", "second-fire"), 5, rounds)
    fleet = some_turns(LINES, 3)
    once("two-lines: make a view", lambda: fleet.view(fleet.seats[0]), 20, rounds)
    once("two-lines: fork", fleet.fork, 20, rounds)
    once("two-lines: undo and fork", lambda: fleet.fork().undo(), 20, rounds)
    verifying("two-lines", LINES, max(3, rounds // 4))
    with_captains("Algesiras", ALGESIRAS, "5 s a game", max(3, rounds // 4))


def war_galley(rounds: int) -> None:
    """Print what else War Galley costs."""
    first_turns("Actium (110 counters)", ACTIUM, 3, 150, rounds)
    first_turns("first evening (two squadrons a side)", EVENING, 10, 10, rounds)
    going_back("Actium, activations", ACTIUM, 200, 5)


def admiralty(rounds: int) -> None:
    """Print what else Admiralty costs."""
    rules = sixty_ships(FIGHTING_LINES, {"width": 60, "height": 140}, heading="N")
    firing(rules, ("cannon",), 10, rounds)
    with_captains("two lines of ten", FIGHTING_LINES, "0.5 s a turn", max(3, rounds // 4))


MORE = {
    "frigate": frigate,
    "as-per-margin": as_per_margin,
    "war-galley": war_galley,
    "admiralty": admiralty,
}
"""What is measured of a ruleset besides games at random."""


def main() -> None:
    """Print the whole report, or that of some rulesets."""
    rounds = 5 if "--quick" in sys.argv else 21
    named = [word for word in sys.argv[1:] if not word.startswith("-")]
    for ruleset in named or BATTLES:
        print(f"\n{ruleset}")
        battles(ruleset, rounds)
        MORE[ruleset](rounds)
    print(f"\n{'a bare die meanwhile':44s} {statistics.median(dice) * 1e6:12.3f} us")


if __name__ == "__main__":
    main()
