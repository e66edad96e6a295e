"""Ships that fight in several boarding actions divide their dice between them (5.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from weathergage import Ask, Command, OneOf, PhaseRun, clause, together
from weathergage_admiralty.melee import dice_list, replace, sides_of, sum_of, tell_dice
from weathergage_admiralty.orders import first_word, names
from weathergage_admiralty.state import Action, AdmiraltyState, Ship


class Divide(Command):
    """How a ship in several actions divides her boarding dice. dice: for each, in their order."""

    NOTATION = '"divide 3 2"'

    dice: tuple[int, ...]

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        word, rest = first_word(line)
        if word != "divide":
            return None
        numbers = rest.replace(",", " ").split()
        if not numbers or not all(number.isdecimal() for number in numbers):
            raise ValueError('write the dice for each action, such as "divide 3 2"')
        return {"dice": tuple(map(int, numbers))}

    def write(self) -> str:
        """The line that stands for it."""
        return f"divide {' '.join(map(str, self.dice))}"


class _Share(NamedTuple):
    """A ship's part in an action. others: dice that are not hers to divide. base: hers by what is
    counted once; extra: by her part in this very action.
    """

    action: int
    side: int
    others: int
    base: int
    extra: int
    is_new: bool


@clause("5.0-simultaneous")
def divide(game: Any) -> PhaseRun:
    """Ships that have come into several actions divide their dice between them."""
    state: AdmiraltyState = game.state
    asks, waiting = [], []
    for ship in state.ships:
        shares = _shares(game, ship)
        if len(shares) < 2 or not any(share.is_new for share in shares):
            continue
        pool = pool_of(shares)
        ways = list(_ways(pool, len(shares)))
        if len(ways) == 1:
            _allot(game, ship, shares, ways[0])
            continue
        waiting.append((ship, shares))
        about = " and ".join(_against(state, share) for share in shares)
        asks.append(
            Ask(
                ship.side,
                Divide,
                clause="5.0-simultaneous",
                about=ship.card.id,
                answers=OneOf(
                    [Divide(dice=way) for way in ways],
                    "5.0-simultaneous",
                    f"Divide {pool} dice between {about}, each at least one: {Divide.NOTATION}.",
                ),
                prompt=f"{ship.card.name} fights {about}: how are her {pool} dice divided?",
            )
        )
    answers = yield from together(*asks)
    for (ship, shares), answer in zip(waiting, answers, strict=True):
        if isinstance(answer, Divide):
            _allot(game, ship, shares, answer.dice)


def _shares(game: Any, ship: Ship) -> list[_Share]:
    """Her part in each of her actions; those where she stands beside others in an action of an
    earlier turn are not divided any more.
    """
    state: AdmiraltyState = game.state
    found = []
    counted = False
    for action in state.actions:
        is_new = action.begun == state.turn
        dice = action.dice
        if ship.n == action.defender:
            mobilised = dict(action.mobilised).get(ship.n, 0)
            extra = 1 + (0 if counted else mobilised) if is_new else 0
            base = dice[1] - 1 - mobilised if is_new else dice[1]
            found.append(_Share(action.n, 1, 0, base, extra, is_new))
            counted = counted or is_new
        elif ship.n in action.attackers:
            mobilised = dict(action.mobilised).get(ship.n, 0)
            others = [state.ships[n] for n in action.attackers if n != ship.n]
            if others and not is_new:
                continue
            fixed = 0
            if others:
                enemy = [state.ships[action.defender]]
                fixed = min(dice[0], sum_of(game, dice_list(game, others, enemy, defends=False)))
            extra = (0 if counted else mobilised) if is_new else 0
            base = max(0, dice[0] - fixed - mobilised) if is_new else dice[0]
            found.append(_Share(action.n, 0, fixed, base, extra, is_new))
            counted = counted or is_new
    return found


@clause("5.0-simultaneous")
def pool_of(shares: Sequence[_Share]) -> int:
    """Dice that a ship has to divide: what starting die, size and crew give is counted once, and is
    what is left of it where an action of an earlier turn has had it. Each action gets one at least.
    """
    old = [share.base for share in shares if not share.is_new]
    base = sum(old) if old else max(share.base for share in shares)
    return max(len(shares), base + sum(share.extra for share in shares))


def _ways(pool: int, count: int) -> Iterator[tuple[int, ...]]:
    """All ways to divide dice between actions, one at least for each."""
    for cuts in combinations(range(1, pool), count - 1):
        ends = (0, *cuts, pool)
        yield tuple(ends[i + 1] - ends[i] for i in range(count))


def _against(state: AdmiraltyState, share: _Share) -> str:
    action = _action(state, share.action)
    return names(sides_of(state, action)[1 - share.side])


def _action(state: AdmiraltyState, n: int) -> Action:
    return next(action for action in state.actions if action.n == n)


def _allot(game: Any, ship: Ship, shares: Sequence[_Share], dice: Sequence[int]) -> None:
    """Give each action its part of a ship's dice; her party goes with the first new one."""
    state: AdmiraltyState = game.state
    is_placed = False
    for share, count in zip(shares, dice, strict=True):
        action = _action(state, share.action)
        mobilised = action.mobilised
        if share.is_new:
            if is_placed:
                mobilised = tuple(pair for pair in mobilised if pair[0] != ship.n)
            is_placed = True
        now = list(action.dice)
        now[share.side] = share.others + count
        action = replace(state, action, dice=tuple(now), mobilised=mobilised)
        tell_dice(game, action, share.side, "with dice divided", "5.0-simultaneous")
