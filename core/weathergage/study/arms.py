"""How a study is laid out, so that it compares rules and neither captains, nor sides, nor chance.

- Each choice of rules is played by at least two kinds of captain, shown one beside the other: what
  holds under both is less likely to be a captain's blunder.
- Where two kinds of captain meet, they exchange sides in an arm of their own, to be pooled: how
  much is the side's, and how much the captain's.
- A control arm plays the first choice again with other dice: what differs there is noise.
- All other arms have the same seeds: whatever a rule leaves alone, happens alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from weathergage.ruleset import Ruleset
from weathergage.study.plans import Arm, Plan, Study
from weathergage.study.variants import Variant

CONTROL_SHIFT = 1_000_000
"""Added to the seeds of control arms: farther than any study counts."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Arms, and which of them is held against which."""

    arms: tuple[Arm, ...]
    compared: tuple[tuple[str, str], ...]


def captains_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The kinds of captain that a study of a ruleset is played with, the best first."""
    return ("captain", "random") if "captain" in ruleset.captains else ("random", "search")


def seated_alike(plan: Plan, captain: str) -> Plan:
    """A plan with the same captain on every seat. Raises what the plan's rules raise."""
    return replace(plan, seats=tuple((seat, captain) for seat in plan.rules().seats))


def swapped(arm: Arm) -> Arm | None:
    """An arm with the captains of its sides exchanged (handed on by one where there are more than
    two sides); None where that changes nothing.
    """
    seats = [seat for seat, _ in arm.plan.seats]
    captains = [captain for _, captain in arm.plan.seats]
    turned = tuple(zip(seats, [*captains[1:], *captains[:1]], strict=True))
    if turned == arm.plan.seats:
        return None
    return replace(
        arm, name=f"{arm.name}, swapped", plan=replace(arm.plan, seats=turned), swaps=arm.name
    )


def control_of(arm: Arm) -> Arm:
    """An arm again, with other dice."""
    return replace(arm, name=f"{arm.name}, control", shift=arm.shift + CONTROL_SHIFT)


def lay_out(
    plans: Mapping[str, Plan], captains: Sequence[str] = (), *, swap: bool = True
) -> Layout:
    """The arms of a study of some choices of rules, each held against the first.

    plans: by the choice's name; their seats are filled here. captains: kinds, the ruleset's own
    and the one by lot if none are named; the one by lot comes last. swap: whether captains of the
    first two kinds meet as well and exchange sides.
    """
    arms: list[Arm] = []
    compared: list[tuple[str, str]] = []
    first, *_ = plans
    for name, plan in plans.items():
        kinds = captains or captains_of(plan.rules().ruleset)
        kinds = sorted(kinds, key=lambda kind: kind == "random")
        for kind in kinds:
            arm = Arm(_named(name, kind), seated_alike(plan, kind))
            arms.append(arm)
            if name == first:
                arms.append(control_of(arm))
                compared.append((arms[-1].name, arm.name))
            else:
                compared.append((arm.name, _named(first, kind)))
        if swap and len(kinds) > 1:
            arms += _meeting(name, plan, kinds[0], kinds[1])
    known = {arm.name for arm in arms}
    return Layout(tuple(arms), tuple(pair for pair in compared if known.issuperset(pair)))


def _named(choice: str, kind: str) -> str:
    return f"{choice}, {kind}"


def _meeting(name: str, plan: Plan, kind: str, other: str) -> list[Arm]:
    """Captains of two kinds against each other, and with their sides exchanged."""
    seats = plan.rules().seats
    mixed = tuple((seat, other if place % 2 else kind) for place, seat in enumerate(seats))
    arm = Arm(_named(name, f"{kind} and {other}"), replace(plan, seats=mixed))
    back = swapped(arm)
    return [arm, back] if back else [arm]


def with_variants(study: Study, variants: Sequence[Variant]) -> Study:
    """A study with its arms again under each of some variants of tables: those that are compared,
    or all where none are, but no control. The differences asked for are asked for there too.

    An arm is left alone by variants of tables that its ruleset lacks.
    """
    arms = list(study.arms)
    compared = list(study.compared)
    asked = {name for pair in study.compared for name in pair} or {arm.name for arm in study.arms}
    for variant in variants:
        names: dict[str, str] = {}
        for arm in study.arms:
            if arm.shift or arm.name not in asked:
                continue
            if variant.table not in arm.plan.rules().tables:
                continue
            names[arm.name] = f"{arm.name} [{variant.title}]"
            plan = replace(arm.plan, variants=(*arm.plan.variants, variant))
            arms.append(Arm(names[arm.name], plan, varies=arm.name))
        compared += [
            (names[one], names.get(other, other)) for one, other in study.compared if one in names
        ]
    return replace(study, arms=tuple(arms), compared=tuple(compared))
