"""A broadside: how many dice, how they are modified, and what they hit (4.0, 4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from weathergage import Event, Modifier, clause, event
from weathergage_admiralty import mix
from weathergage_admiralty.damage import record
from weathergage_admiralty.mix import Aim
from weathergage_admiralty.rows import Code, codes_of, received, throw
from weathergage_admiralty.state import SIDES, AdmiraltyState, Guns, Ship, Side
from weathergage_admiralty.targets import Shot

PAIR: Final = 12
"""The hit number that stands for a pair of sixes."""

LIMIT: Final = 2
"""Lines of the Hit Table above and below the start line."""

Mix = Mapping[str, tuple[int, int]]
"""Hull dice and rigging dice by size of gun."""


class Salvo(NamedTuple):
    """The dice of one size of guns in a broadside. hits: the least face that does, or `PAIR`."""

    weight: str
    dice: int
    hits: int


BY_WEIGHT: Final = {"heavy": "4.2-heavy", "light": "4.2-light"}
"""The clauses of guns that are not medium."""


@event
class Fired(Event):
    """The guns of one size of a broadside. dice: at hull and rigging; hits: the same of those
    that hit; lines: of the Hit Table; criticals: hull and rigging CR hits; needed: hit number.
    inches: between the mainmasts, in the game's scale.
    """

    ship: str
    side: str
    target: str
    range: str
    rake: str
    weight: str
    dice: tuple[int, int]
    needed: int
    faces: tuple[int, ...]
    hits: tuple[int, int]
    lines: tuple[int, int]
    criticals: tuple[int, int]
    clause: str
    inches: float = 0.0

    def say(self) -> str:
        """The dice, and how many hit what."""
        rake = f", raking by the {self.rake}" if self.rake else ""
        needed = "a pair of sixes" if self.needed == PAIR else f"{self.needed} or more"
        told = [
            f"{count} of {dice} hit the {what} ({line:+d})"
            for count, dice, what, line in zip(
                self.hits, self.dice, ("hull", "rigging"), self.lines, strict=True
            )
            if dice
        ]
        if extra := sum(self.criticals):
            told.append(f"{extra} critical")
        shown = " ".join(map(str, self.faces))
        return (
            f"{self.ship}'s {self.weight} guns to {self.side} fire at {self.target}, {self.range} "
            f"range{rake}, {needed} ({shown}): {', '.join(told)}."
        )

    def under(self) -> Iterator[str]:
        """The clause of the fire, and those of the rake, the range and the size of the guns."""
        yield self.clause
        if self.rake:
            yield f"4.2-{self.rake}-rake"
        if self.range != "close":
            yield f"4.2-{self.range}-range"
        if self.weight != "medium":
            yield BY_WEIGHT[self.weight]


# How many dice


@clause(
    "4.2",
    "4.2-stern-rake",
    "4.2-bow-rake",
    "4.2-anchored",
    "4.2-medium-range",
    "4.2-long-range",
    "4.2-wind-4",
    "4.2-wind-5",
)
def share_of(game: Any, firer: Ship, bracket: str, rake: str) -> Fraction:
    """What the gun dice of a shot are multiplied by, all that applies together.

    bracket: of the range. rake: "bow", "stern" or "".
    """
    state, rules = game.state, game.rules
    key = bracket, rake, firer.setting == "anchored", state.speed
    known: dict[Any, Fraction] = rules.memo.setdefault("dice shares", {})
    share = known.get(key)
    if share is None or rules.look_up is not None or rules.modifiers is not None:
        rows = [
            (f"{rake} rake" if rake else "", f"4.2-{rake}-rake"),
            ("anchored" if firer.setting == "anchored" else "", "4.2-anchored"),
            (bracket if bracket != "close" else "", f"4.2-{bracket}-range"),
            (f"wind {state.speed}" if state.speed > 3 else "", f"4.2-wind-{state.speed}"),
        ]
        own = []
        for row, under in rows:
            if row:
                times, over = (game.look_up("gun-quantities", row, column) for column in (0, 1))
                own.append(Modifier(row, Fraction(times, over), under))
        share = Fraction(1)
        for _, by, _ in game.modifiers("gun share", own, firer):
            share *= by
        known[key] = share
    return share


@clause("4.2-rounding")
def shared(dice: int, share: Fraction) -> int:
    """Dice times a share, rounded once, a half up."""
    return (2 * dice * share.numerator + share.denominator) // (2 * share.denominator)


@clause("4.0-gun-dice", "4.0-digits", "4.0-carronades", "4.0-pairs")
def salvos(game: Any, firer: Ship, guns: Guns, shot: Shot) -> tuple[Salvo, ...]:
    """What a broadside throws, size by size, the heaviest first. A size of which no die is left,
    or too few to hit at all, throws none. Carronades are heavy dice, at close range only.
    """
    share = share_of(game, firer, shot.bracket, shot.rake)
    needed = game.look_up("gun-dice", firer.card.grade, shot.bracket)
    needed = game.modified("hit number", needed, (), firer)
    heavy = guns.heavy + (guns.carronades if shot.bracket == "close" else 0)
    found = []
    for weight, number in (("heavy", heavy), ("medium", guns.medium), ("light", guns.light)):
        if number:
            dice = game.modified("gun dice", shared(number, share), (), firer)
            if dice >= (2 if needed == PAIR else 1):
                found.append(Salvo(weight, dice, needed))
    return tuple(found)


# What they hit


@clause(
    "4.0-hit-table",
    "4.2-line",
    "4.2-weak-hull",
    "4.2-stout-hull",
    "4.2-heavy",
    "4.2-light",
    "4.2-rigging-normal",
)
def lines_of(game: Any, weight: str, target: Ship) -> tuple[int, int]:
    """The lines of the Hit Table for hull dice and for rigging dice of a size at a target."""
    own: tuple[list[Modifier], list[Modifier]] = [], []
    kind = target.card.hull
    for applies, row, under in (
        (bool(kind), f"{kind} hull", f"4.2-{kind}-hull"),
        (weight != "medium", weight, BY_WEIGHT.get(weight, "")),
        (target.setting == "normal", "normal sail", "4.2-rigging-normal"),
    ):
        if applies:
            for column, found in enumerate(own):
                found.append(Modifier(row, game.look_up("hit-lines", row, column), under))
    hull: int = game.modified("hull line", 0, own[0], None, target)
    rigging: int = game.modified("rigging line", 0, own[1], None, target)
    return max(-LIMIT, min(LIMIT, hull)), max(-LIMIT, min(LIMIT, rigging))


@clause("4.0-pairs", "4.0-critical-kind")
def drawn(game: Any, stream: str, hull: int, rigging: int, count: int) -> Aim:
    """So many of some hull dice and rigging dice, drawn at random: how many of each."""
    ours = 0
    for _ in range(count):
        if hull and (not rigging or game.below(stream, "hull or rigging", hull + rigging) < hull):
            ours, hull = ours + 1, hull - 1
        else:
            rigging -= 1
    return Aim(ours, count - ours)


@clause("4.0-roll", "4.0-pairs")
def hits_of(game: Any, stream: str, faces: Sequence[int], aim: Aim, needed: int) -> Aim:
    """How many hull dice and rigging dice hit. faces: the hull dice first.

    Of each pair of sixes, where only pairs hit, a die drawn at random says what is hit.
    """
    ours, theirs = faces[: aim.hull], faces[aim.hull :]
    if needed != PAIR:
        return Aim(sum(f >= needed for f in ours), sum(f >= needed for f in theirs))
    hull, rigging = _sixes(ours), _sixes(theirs)
    return drawn(game, stream, hull, rigging, (hull + rigging) // 2)


def _sixes(faces: Sequence[int]) -> int:
    return sum(face == 6 for face in faces)


@clause("4.0-multiple-sixes", "4.0-critical-kind", "4.0-grouping")
def criticals_of(game: Any, stream: str, faces: Sequence[int], aim: Aim) -> Aim:
    """CR hits on hull and rigging: a throw's natural sixes but one, which is drawn at random.

    A throw is one size of one ship, so sixes of ships that fire together never add up.
    """
    hull, rigging = _sixes(faces[: aim.hull]), _sixes(faces[aim.hull :])
    if hull + rigging < 2:
        return Aim(0, 0)
    free = drawn(game, stream, hull, rigging, 1)
    return Aim(hull - free.hull, rigging - free.rigging)


# A broadside


@clause("4.0", "4.0-gun-dice", "4.0-simultaneous", "4.1-passing-timing", "4.2-rake-split")
def shoot(game: Any, ship: Ship, side: Side, guns: Guns, shot: Shot, wanted: Mix) -> None:
    """Fire a broadside: all its sizes one after another. What it hits is noted, criticals are
    thrown for at once, and all counts at the end of the cannon fire step.

    guns: the dice that are ready. wanted: how they are aimed, where the player has a choice and
    makes it.
    """
    state: AdmiraltyState = game.state
    target = state.ships[shot.target]
    gun_hits, found = 0, []
    for salvo in salvos(game, ship, guns, shot):
        aim = aim_of(game, ship, salvo, shot.bracket, wanted)
        for code in _fire(game, ship, side, target, shot, salvo, aim):
            if code.kind == "G" and not code.side:
                gun_hits += code.number
            else:
                found.append((target.n, *code))
    found.extend((target.n, "G", count, where) for where, count in _on_sides(shot, gun_hits))
    state.pending += tuple(found)
    note(ship, side, target, state)


@clause("4.0-one-side", "4.1-preexisting", "3.2-combat", "1.4-firing-d")
def note(ship: Ship, side: Side, target: Ship, state: AdmiraltyState) -> None:
    """Write down that a side has fired, at whom, and whether the fire endangers its own ship."""
    ship.fired += (side,)
    ship.targets = (*(pair for pair in ship.targets if pair[1] != side), (target.n, side))
    ship.fights_now = target.fights_now = True
    if (ship.setting == "normal" or ship.blocked[SIDES.index(side)]) and ship.n not in state.risks:
        state.risks += (ship.n,)


@clause("4.2-rake-split", "4.3-gun-hits")
def _on_sides(shot: Shot, hits: int) -> list[tuple[Side, int]]:
    """Gun hits by side: on the one that faces the firer, or for a rake half on each, the odd one
    on the side that is nearer.
    """
    other: Side = "port" if shot.facing == "starboard" else "starboard"
    split = [(shot.facing, hits - hits // 2), (other, hits // 2)] if shot.rake else []
    return [(side, count) for side, count in split or [(shot.facing, hits)] if count]


@clause("4.1-target-types", "4.1-random-mix")
def aim_of(game: Any, ship: Ship, salvo: Salvo, bracket: str, wanted: Mix) -> Aim:
    """How a size's dice are aimed."""
    weight, dice = salvo.weight, salvo.dice
    if bracket != "close" and game.rules.options.random_mix:
        return mix.from_can(game, ship, weight, dice)
    if weight in wanted:
        return Aim(*wanted[weight])
    return mix.usual(game, ship, weight, dice, bracket)


@clause("4.0-roll", "4.0-hit-table", "4.0-multiple-sixes", "4.0-critical-kind")
def _fire(
    game: Any, ship: Ship, side: Side, target: Ship, shot: Shot, salvo: Salvo, aim: Aim
) -> list[Code]:
    """Throw the dice of one size; the damage that they do, gun hits without a side."""
    weight, dice, needed = salvo
    stream = f"gunnery {ship.card.id} {weight}"
    natural, faces = thrown(game, stream, f"gunnery at {target.card.name}", dice)
    hits = hits_of(game, stream, faces, aim, needed)
    criticals = criticals_of(game, stream, natural, aim)
    lines = lines_of(game, weight, target)
    if game.telling:
        told = Fired(
            ship.card.name,
            side,
            target.card.name,
            shot.bracket,
            shot.rake,
            weight,
            (aim.hull, aim.rigging),
            needed,
            faces,
            (hits.hull, hits.rigging),
            lines,
            (criticals.hull, criticals.rigging),
            "4.0-roll",
            round(shot.inches, 3),
        )
        game.tell(told)
    found = codes_for(game, hits, lines)
    for count, row in zip(criticals, ("CR hull", "CR rigging"), strict=True):
        for _ in range(count):
            found += _critical(game, target, row, weight)
    return found


@clause("4.0-hit-table")
def codes_for(game: Any, hits: Aim, lines: tuple[int, int]) -> list[Code]:
    """What the Hit Table has for so many hits on hull and rigging, each on its line."""
    found = []
    for count, line, column in zip(hits, lines, (0, 1), strict=True):
        if count:
            cell = codes_of(game.look_up("hit-table", line, column))
            found += [Code(kind, count * number) for kind, number, _ in cell]
    return found


def thrown(
    game: Any, stream: str, purpose: str, count: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Dice thrown at once: as they fall, and as house rules leave them."""
    if game.rules.throws:
        counted, fell = game.thrown(stream, purpose, count)
        return fell, counted
    faces: tuple[int, ...] = game.dice.rolls(stream, count)
    return faces, faces


@clause("4.0-critical-kind", "4.0-multiple-sixes")
def throw_critical(game: Any, target: Ship, line: str, weight: str) -> tuple[Code, ...]:
    """One die on a CR line, with what the size of the guns adds."""
    add = game.look_up("critical-sizes", weight, 0)
    return throw(game, target, line, "4.0-multiple-sixes", add=add)


@clause("4.0-critical-kind", "4.4")
def _critical(game: Any, target: Ship, line: str, weight: str) -> list[Code]:
    """One CR hit, by the size of the guns; all that it leads to is thrown for at once."""
    codes = throw_critical(game, target, line, weight)
    guns = [code for code in codes if code.kind == "G"]
    rest = [code for code in codes if code.kind != "G"]
    return guns + received(game, target, rest, "4.4")


@clause("4.0-simultaneous", "4.1-passing-timing")
def settle(game: Any) -> None:
    """The end of the cannon fire step: all its damage takes effect, passing fire's too, and sides
    that have not fired forget whom they fired at.
    """
    state: AdmiraltyState = game.state
    hits: dict[int, list[tuple[str, int, str]]] = {}
    for n, kind, count, side in state.pending:
        hits.setdefault(n, []).append((kind, count, side))
    state.pending = state.offered = ()
    for n in sorted(hits):
        record(game, state.ships[n], hits[n], clause="4.0-simultaneous")
    for ship in state.ships:
        if ship.targets:
            ship.targets = tuple(pair for pair in ship.targets if pair[1] in ship.fired)
