"""Boarding: who may, attempts, and actions fought in rounds of dice (5.0, 5.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any, Final

from weathergage import (
    Ask,
    Command,
    Complaint,
    Dice,
    Event,
    Modifier,
    OneOf,
    PhaseRun,
    clause,
    event,
    together,
)
from weathergage_admiralty import crews, damage
from weathergage_admiralty.divided import divide
from weathergage_admiralty.melee import (
    BoardingDice,
    dice_list,
    party_dice,
    replace,
    sides_of,
    sum_of,
    tell_dice,
)
from weathergage_admiralty.near import neighbours
from weathergage_admiralty.orders import first_word, listed, names, unknown, written
from weathergage_admiralty.parties import lose_crews, stand_down
from weathergage_admiralty.rounds import (
    Front,
    best_addition,
    front,
    is_choice,
    losses,
    totals,
    ways_to_add,
)
from weathergage_admiralty.state import Action, AdmiraltyState, Ship
from weathergage_admiralty.surrender import strike
from weathergage_admiralty.throws import throw, unseen

ROUNDS: Final = 2
"""Rounds of dice that an action is given in a turn."""

LISTED: Final = 64
"""Answers up to which they are listed."""


class Board(Command):
    """Ships that try to board. orders: by ship, the enemy beside her."""

    NOTATION = '"board caesar formidable, zealous formidable", "board nobody"'

    orders: dict[str, str]

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        word, rest = first_word(line)
        if word != "board":
            return None
        if rest.lower() in ("nobody", "none"):
            return {"orders": {}}
        orders = listed(rest)
        for id, target in orders.items():
            if not target:
                raise ValueError(f'say whom {id} boards, such as "board {id} formidable"')
        return {"orders": orders}

    def write(self) -> str:
        """The line that stands for it."""
        return f"board {written(self.orders) or 'nobody'}"


class CallOff(Command):
    """Boarding actions that an attacker gives up, each by its leading ship; the others go on."""

    NOTATION = '"fight on", "call off caesar"'

    ships: tuple[str, ...] = ()

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        words = line.lower().replace(",", " ").split()
        if words == ["fight", "on"]:
            return {"ships": ()}
        if words[:2] != ["call", "off"]:
            return None
        if len(words) == 2:
            raise ValueError('name the ship whose boarding is called off, or write "fight on"')
        return {"ships": tuple(words[2:])}

    def write(self) -> str:
        """The line that stands for it."""
        return f"call off {' '.join(self.ships)}" if self.ships else "fight on"


class Add(Command):
    """To which pair the points of an unopposed die are added: 1 is the highest, 0 to none."""

    NOTATION = '"add 1", "add 2", "add none"'

    pair: int

    @classmethod
    def read(cls, line: str) -> dict[str, Any] | None:
        """The fields that a line stands for; None for another kind of line."""
        word, rest = first_word(line)
        if word != "add":
            return None
        if rest.lower() == "none":
            return {"pair": 0}
        if not rest.isdecimal():
            raise ValueError('write the number of the pair, such as "add 1", or "add none"')
        return {"pair": int(rest)}

    def write(self) -> str:
        """The line that stands for it."""
        return f"add {self.pair or 'none'}"


@event
class AttackerChosen(Event):
    """Two ships declared against each other, and the higher die attacks."""

    ship: str
    other: str
    dice: tuple[int, int]
    clause: str

    def say(self) -> str:
        """Who attacks."""
        high, low = self.dice
        return (
            f"{self.ship} and {self.other} would board each other: {self.ship} does ({high}:{low})."
        )


@event
class BoardingTried(Event):
    """A boarding attempt: its dice, and whether an action began."""

    attackers: str
    target: str
    faces: tuple[int, ...]
    begun: bool
    clause: str

    def say(self) -> str:
        """Whether they got across."""
        shown = " ".join(map(str, self.faces))
        how = "boarding begins" if self.begun else "nobody gets across"
        return f"{self.attackers} against {self.target}, boarding attempt ({shown}): {how}."


@event
class BoardingRound(Event):
    """A round: faces of both sides, the totals that were compared, dice lost and left."""

    attackers: str
    defender: str
    faces: tuple[tuple[int, ...], tuple[int, ...]]
    totals: tuple[tuple[int, ...], tuple[int, ...]]
    lost: tuple[int, int]
    left: tuple[int, int]
    clause: str

    def say(self) -> str:
        """Dice, and what they cost."""
        ours, theirs = (" ".join(map(str, faces)) for faces in self.faces)
        pairs = ", ".join(f"{a}:{d}" for a, d in zip(*self.totals, strict=True))
        return (
            f"{self.attackers} ({ours}) against {self.defender} ({theirs}): {pairs}; lost "
            f"{self.lost[0]} and {self.lost[1]}, left {self.left[0]} and {self.left[1]}."
        )


@event
class BoardingEnded(Event):
    """A boarding action is over. how: "captured", "repulsed" or "called off"."""

    attackers: str
    defender: str
    how: str
    clause: str

    def say(self) -> str:
        """How it ended."""
        if self.how == "captured":
            return f"{self.defender} is carried by {self.attackers}."
        how = "is called off" if self.how == "called off" else "is repulsed"
        return f"The boarding of {self.defender} by {self.attackers} {how}."


# Who may board whom


@clause("5.0-stationary")
def is_stationary(game: Any, ship: Ship) -> bool:
    """Whether she lies still: she made no movement this turn, is locked or aground, or her battle
    move is nothing. Her sail setting does not matter.
    """
    if not ship.sailed or ship.locked or ship.aground:
        return True
    return damage.battle_move(game.rules, game.state, ship) <= 0


@clause("4.3-L", "5.1-attempt-fouled")
def are_fouled(a: Ship, b: Ship) -> bool:
    """Whether two ships are locked with each other."""
    return any(n == b.n for n, _ in a.locks) or any(n == a.n for n, _ in b.locks)


@clause("5.0", "5.0-stationary", "5.0-simultaneous", "4.3-W")
def can_board(game: Any, ship: Ship, enemy: Ship) -> bool:
    """Whether she may declare against an enemy who is near enough: both lie still, and she boards
    nobody yet and has no action with that enemy. Who defends herself may board a third ship.
    """
    for action in game.state.actions:
        both = (*action.attackers, action.defender)
        if ship.n in action.attackers or (ship.n in both and enemy.n in both):
            return False
    return (
        is_stationary(game, ship)
        and is_stationary(game, enemy)
        and not damage.is_flooding(game.rules, ship)
    )


# Attempts


@clause("5.0-declare", "5.1", "5.0-simultaneous")
def declare(game: Any) -> PhaseRun | None:
    """Both sides declare at the same time which of their ships board whom; then attempts are
    thrown for. A side without a ship that could is not asked.
    """
    offers: dict[str, dict[str, list[str]]] = {}
    for pair in neighbours(game):
        for ship, enemy in (pair, pair[::-1]):
            if can_board(game, ship, enemy):
                own = offers.setdefault(ship.side, {})
                own.setdefault(ship.card.id, []).append(enemy.card.id)
    if not offers:
        return None
    game.keep()
    return _declare(game, offers)


def _declare(game: Any, offers: dict[str, dict[str, list[str]]]) -> PhaseRun:
    answers = yield from together(
        *(
            Ask(
                seat,
                Board,
                clause="5.0-declare",
                answers=_Boarders(offers[seat]),
                prompt="Which ships board whom?",
            )
            for seat in game.rules.seats
            if seat in offers
        )
    )
    state: AdmiraltyState = game.state
    ids = {ship.card.id: ship for ship in state.ships}
    declared = {
        ids[id].n: ids[target].n
        for answer in answers
        if isinstance(answer, Board)
        for id, target in answer.orders.items()
    }
    _settle_attackers(game, declared)
    state.attempts = tuple(sorted(declared.items()))
    for attackers, target in groups(state):
        attempt(game, attackers, target)
    state.mark_boarding()


@clause("5.1-attacker")
def _settle_attackers(game: Any, declared: dict[int, int]) -> None:
    """Of two ships that declared against each other only the one with the higher die attacks."""
    ships = game.state.ships
    for n in sorted(declared):
        other = declared.get(n)
        if other is None or declared.get(other) != n:
            continue
        pair = ships[n], ships[other]
        while True:
            dice = [
                unseen(game, f"attacker {s.card.id}", "who boards", "5.1-attacker") for s in pair
            ]
            if dice[0] != dice[1]:
                break
        ahead = 0 if dice[0] > dice[1] else 1
        del declared[pair[1 - ahead].n]
        if game.telling:
            first, second = pair[ahead].card.name, pair[1 - ahead].card.name
            shown = dice[ahead], dice[1 - ahead]
            game.tell(AttackerChosen(first, second, shown, "5.1-attacker"))


@clause("5.1-attempt", "5.1-multiple-attackers")
def groups(state: AdmiraltyState) -> Iterator[tuple[tuple[int, ...], int]]:
    """The attempts declared: all ships of a side that board the same enemy make one."""
    found: dict[tuple[int, str], list[int]] = {}
    for n, target in state.attempts:
        found.setdefault((target, state.ships[n].side), []).append(n)
    for (target, _), attackers in found.items():
        yield tuple(attackers), target


@clause("5.1-attempt", "5.1-attempt-fouled", "5.1-attempt-size")
def attempt_dice(game: Any, attackers: Sequence[Ship], target: Ship) -> int:
    """Dice of an attempt: one more if any attacker is locked with the enemy, one fewer if any of
    the ships differ in size.
    """
    own = []
    for applies, row, under in (
        (any(are_fouled(ship, target) for ship in attackers), "ships fouled", "fouled"),
        (any(s.card.size != target.card.size for s in attackers), "size difference", "size"),
    ):
        if applies:
            by = game.look_up("boarding-attempt", row, 0)
            own.append(Modifier(row, by, f"5.1-attempt-{under}"))
    dice: int = game.look_up("boarding-attempt", "starting dice", 0)
    modified: int = game.modified("boarding attempt", dice, own, attackers[0], target)
    return max(0, modified)


@clause("5.1-attempt", "5.1-start")
def attempt(game: Any, attackers: Sequence[int], target: int) -> None:
    """Throw for an attempt; any six begins an action."""
    state: AdmiraltyState = game.state
    ships, enemy = [state.ships[n] for n in attackers], state.ships[target]
    count = attempt_dice(game, ships, enemy)
    purpose = f"boarding of {enemy.card.name}"
    stream = f"attempt {enemy.card.id}"
    faces = throw(game, stream, purpose, "5.1-attempt", count, enemy.card.id)
    needed = game.look_up("boarding-attempt", "face needed", 0)
    begun = any(face >= needed for face in faces)
    if game.telling:
        game.tell(BoardingTried(names(ships), enemy.card.name, faces, begun, "5.1-attempt"))
    if begun:
        _begin(game, ships, enemy)


# Boarding dice


@clause("5.1-start", "5.1-dice")
def _begin(game: Any, ships: Sequence[Ship], enemy: Ship) -> None:
    """A new action with the dice of the list."""
    state: AdmiraltyState = game.state
    sides = (
        (ships, dice_list(game, ships, [enemy], defends=False)),
        ([enemy], dice_list(game, [enemy], ships, defends=True)),
    )
    dice = []
    for side, entries in sides:
        dice.append(sum_of(game, entries))
        if game.telling:
            game.tell(BoardingDice(names(side), tuple(entries), dice[-1], "5.1-dice"))
    parties = [(ship.n, party_dice(game, ship)) for ship in (*ships, enemy)]
    action = Action(
        1 + max((action.n for action in state.actions), default=0),
        tuple(ship.n for ship in ships),
        enemy.n,
        (dice[0], dice[1]),
        tuple(pair for pair in parties if pair[1]),
        state.turn,
    )
    state.actions = (*state.actions, action)


# Actions


@clause("5.1-start", "5.1-rounds", "5.1", "5.0-simultaneous")
def fight(game: Any) -> PhaseRun | None:
    """All boarding actions: dice are divided and carried over, and up to two rounds thrown.

    Ruling: the rounds of all actions are thrown side by side, and a ship that is carried fights
    this turn's rounds of her other actions out.
    """
    state: AdmiraltyState = game.state
    if not state.actions:
        _release(game)
        return None
    game.keep()
    return _fight(game)


def _fight(game: Any) -> PhaseRun:
    taken: list[tuple[Ship, str]] = []
    _carry_over(game, taken)
    yield from divide(game)
    for _ in range(ROUNDS):
        yield from _ask_call_off(game)
        yield from _round(game, taken)
    yield from _ask_call_off(game)
    for ship, side in taken:
        if ship.fights:
            strike(game, ship, side, "captured", "5.1-win-attacker")
    game.state.mark_boarding()
    _release(game)


@clause("3.1-suppression")
def _release(game: Any) -> None:
    """Boarders without an action go back to their guns, but where an attempt of this turn failed:
    there they may stay mustered for the next.
    """
    state: AdmiraltyState = game.state
    waiting = {n for pair in state.attempts for n in pair}
    for ship in state.ships:
        if ship.mobilised and ship.action < 0 and (ship.n not in waiting or not ship.fights):
            stand_down(game, ship, "3.1-suppression")


@clause("5.1-carry-over", "5.1-dice-mobilised", "3.1-shrink")
def _carry_over(game: Any, taken: list[tuple[Ship, str]]) -> None:
    """Actions left from the turn before keep their dice. Parties that have shrunk take theirs
    away; a party mustered this turn replaces one die that was lost.
    """
    state: AdmiraltyState = game.state
    for action in state.actions:
        if action.begun == state.turn:
            continue
        for side, ships in enumerate(sides_of(state, action)):
            for ship in ships:
                action = _carry_party(game, action, side, ship)
        action = replace(state, action, lost=(0, 0))
        _end_if_over(game, action, taken)


def _carry_party(game: Any, action: Action, side: int, ship: Ship) -> Action:
    state: AdmiraltyState = game.state
    used = sum(dict(a.mobilised).get(ship.n, 0) for a in state.actions)
    change = crews.carried(game.rules, ship) - used
    here = dict(action.mobilised)
    most = 1 if action.lost[side] else 0
    change = max(min(change, most), -here.get(ship.n, 0))
    if not change:
        return action
    here[ship.n] = here.get(ship.n, 0) + change
    dice = list(action.dice)
    dice[side] = max(0, dice[side] + change)
    mobilised = tuple(pair for pair in here.items() if pair[1])
    action = replace(state, action, dice=tuple(dice), mobilised=mobilised)
    why, clause = (
        ("crews mustered", "5.1-carry-over") if change > 0 else ("crews lost", "3.1-shrink")
    )
    tell_dice(game, action, side, why, clause)
    return action


# Calling off


@clause("5.1-call-off")
def _ask_call_off(game: Any) -> PhaseRun:
    """Attackers may call off any action: before each round and after the last."""
    state: AdmiraltyState = game.state
    leaders: dict[str, list[str]] = {}
    for action in state.actions:
        leader = state.ships[action.attackers[0]]
        leaders.setdefault(leader.side, []).append(leader.card.id)
    answers = yield from together(
        *(
            Ask(
                seat,
                CallOff,
                clause="5.1-call-off",
                answers=_CallOffs(leaders[seat]),
                prompt="Fight on, or call a boarding off?",
            )
            for seat in game.rules.seats
            if seat in leaders
        )
    )
    given_up = {id for answer in answers if isinstance(answer, CallOff) for id in answer.ships}
    for action in state.actions if given_up else ():
        if state.ships[action.attackers[0]].card.id in given_up:
            _end(game, action, "called off", "5.1-call-off")


@clause("5.1-win-defender", "5.1-win-attacker")
def _end(game: Any, action: Action, how: str, clause: str) -> None:
    """Take an action off the list; whoever repelled it holds nothing of the attacker's."""
    state: AdmiraltyState = game.state
    state.actions = tuple(a for a in state.actions if a.n != action.n)
    if game.telling:
        attackers, defender = (names(side) for side in sides_of(state, action))
        game.tell(BoardingEnded(attackers, defender, how, clause))


@clause("5.1-win-attacker", "5.1-win-defender")
def ended(dice: tuple[int, int]) -> str:
    """How an action ends with so many dice left to attackers and defender: "captured" or
    "repulsed", "" while both have some. Attackers who are spent as well as the defender lose.
    """
    attackers, defender = dice
    if attackers <= 0:
        return "repulsed"
    return "captured" if defender <= 0 else ""


def _end_if_over(game: Any, action: Action, taken: list[tuple[Ship, str]]) -> None:
    """End an action in which a side has no dice left; a defender without any is taken."""
    state: AdmiraltyState = game.state
    how = ended(action.dice)
    if how == "captured":
        taken.append((state.ships[action.defender], state.ships[action.attackers[0]].side))
        _end(game, action, how, "5.1-win-attacker")
    elif how:
        _end(game, action, how, "5.1-win-defender")


# Rounds


@clause("5.1-rounds", "5.1-compare", "5.1-unopposed")
def _round(game: Any, taken: list[tuple[Ship, str]]) -> PhaseRun:
    """One round of every action: all throw, unopposed dice are added, the lower dice are lost."""
    state: AdmiraltyState = game.state
    thrown = [(action, _throw(game, action)) for action in state.actions]
    fronts = {action.n: front(*faces) for action, faces in thrown}
    open_ = [action for action, _ in thrown if is_choice(fronts[action.n])]
    answers = yield from together(*(_ask_add(state, a, fronts[a.n]) for a in open_))
    chosen = {
        action.n: (answer.pair,)
        for action, answer in zip(open_, answers, strict=True)
        if isinstance(answer, Add)
    }
    for action, faces in thrown:
        dice = fronts[action.n]
        added = chosen.get(action.n) or best_addition(dice)
        _resolve(game, action, faces, totals(dice, added), taken)


def _throw(game: Any, action: Action) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dice of both sides, each from the stream of its leading ship, the highest first."""
    found = []
    for side, ships in enumerate(sides_of(game.state, action)):
        card = ships[0].card
        purpose = f"{names(ships)}, boarding"
        stream = f"boarding {card.id}"
        found.append(throw(game, stream, purpose, "5.1-rounds", action.dice[side], card.id))
    return found[0], found[1]


def _ask_add(state: AdmiraltyState, action: Action, dice: Front) -> Ask:
    own, enemy = dice[dice.owner], dice[1 - dice.owner]
    ship = sides_of(state, action)[dice.owner][0]
    shown = " ".join(map(str, own)), " ".join(map(str, enemy))
    return Ask(
        ship.side,
        Add,
        clause="5.1-unopposed",
        about=ship.card.id,
        answers=OneOf(
            [Add(pair=pair) for pair, *_ in ways_to_add(dice)],
            "5.1-unopposed",
            f"Your dice are {shown[0]} against {shown[1]}; the last is unopposed: {Add.NOTATION}.",
        ),
        prompt=f"{ship.card.name} has {shown[0]} against {shown[1]}: where does the last die go?",
    )


@clause("5.1-compare", "3.1-loss", "5.1-win-attacker", "5.1-win-defender")
def _resolve(
    game: Any,
    action: Action,
    faces: tuple[tuple[int, ...], tuple[int, ...]],
    compared: tuple[tuple[int, ...], tuple[int, ...]],
    taken: list[tuple[Ship, str]],
) -> None:
    """Take the dice that lost; those of mobilised crews go last, and their guns with them."""
    state: AdmiraltyState = game.state
    lost = losses(compared)
    left = action.dice[0] - lost[0], action.dice[1] - lost[1]
    total = action.lost[0] + lost[0], action.lost[1] + lost[1]
    sides = sides_of(state, action)
    action = replace(state, action, dice=left, lost=total)
    if game.telling:
        attackers, defender = (names(side) for side in sides)
        game.tell(BoardingRound(attackers, defender, faces, compared, lost, left, "5.1-compare"))
    for side, ships in enumerate(sides):
        action = _lose_parties(game, action, side, ships)
    _end_if_over(game, action, taken)


@clause("3.1-loss")
def _lose_parties(game: Any, action: Action, side: int, ships: Sequence[Ship]) -> Action:
    """Mobilised dice that are lost because a side has fewer dice left than it had of them."""
    parties = dict(action.mobilised)
    over = sum(parties.get(ship.n, 0) for ship in ships) - action.dice[side]
    if over <= 0:
        return action
    for ship in reversed(ships):
        while over > 0 and parties.get(ship.n, 0):
            parties[ship.n] -= 1
            over -= 1
            lose_crews(game, ship)
    mobilised = tuple(pair for pair in parties.items() if pair[1])
    return replace(game.state, action, mobilised=mobilised)


# Answers


class _Boarders:
    """An enemy for any of the ships that may board."""

    __slots__ = ("offers",)

    def __init__(self, offers: dict[str, list[str]]) -> None:
        self.offers = offers

    def legal(self) -> list[Board] | None:
        """All of them, while they are few."""
        ids = list(self.offers)
        count = 1
        for id in ids:
            count *= len(self.offers[id]) + 1
        if count > LISTED:
            return None
        choices = product(*(("", *self.offers[id]) for id in ids))
        return [
            Board(orders={id: target for id, target in zip(ids, chosen, strict=True) if target})
            for chosen in choices
        ]

    def sample(self, dice: Dice) -> Board:
        """One ship boards, or none; all as likely."""
        ids = list(self.offers)
        drawn = dice.below("sample", len(ids) + 1)
        if drawn == len(ids):
            return Board(orders={})
        targets = self.offers[ids[drawn]]
        return Board(orders={ids[drawn]: targets[dice.below("sample", len(targets))]})

    def check(self, command: Command) -> Complaint | None:
        """Whether each ship may board the one that she is to board."""
        assert isinstance(command, Board)
        problem = unknown(command.orders, self.offers, "5.0")
        if problem is not None:
            return problem
        for id, target in command.orders.items():
            if target not in self.offers[id]:
                told = f"{id} can board {' or '.join(self.offers[id])}, not {target!r}"
                return Complaint(told, "5.0", "target", id)
        return None

    def help(self) -> str:
        """Who can board whom."""
        pairs = (f"{id} {' or '.join(targets)}" for id, targets in self.offers.items())
        id, targets = next(iter(self.offers.items()))
        return (
            f"Any of these may board: {'; '.join(pairs)}. "
            f'Write "board {id} {targets[0]}" or "board nobody".'
        )


class _CallOffs:
    """Any of a side's own boardings."""

    __slots__ = ("leaders",)

    def __init__(self, leaders: Sequence[str]) -> None:
        self.leaders = leaders

    def legal(self) -> list[CallOff] | None:
        """All of them, while they are few."""
        if 2 ** len(self.leaders) > LISTED:
            return None
        return [
            CallOff(ships=chosen)
            for count in range(len(self.leaders) + 1)
            for chosen in combinations(self.leaders, count)
        ]

    def sample(self, dice: Dice) -> CallOff:
        """Mostly fights on; else one is called off."""
        drawn = dice.below("sample", 4 * len(self.leaders))
        return CallOff(ships=(self.leaders[drawn],) if drawn < len(self.leaders) else ())

    def check(self, command: Command) -> Complaint | None:
        """Whether each leads a boarding, and is named once."""
        assert isinstance(command, CallOff)
        if len(set(command.ships)) < len(command.ships):
            return Complaint("a ship is named twice", "5.1-call-off", "named-twice")
        return unknown(command.ships, self.leaders, "5.1-call-off")

    def help(self) -> str:
        """Which can be called off."""
        led = ", ".join(self.leaders)
        return f'Write "fight on" or "call off {self.leaders[0]}"; yours are led by {led}.'
