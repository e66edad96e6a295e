"""What a study plays, as plain data: plans, the arms that are compared, and the study itself.

A study can be written down, sent to another process, and read again: it names scenarios, captains,
options and house rules, and never holds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any, Self

from weathergage.errors import Contradiction, UnknownName
from weathergage.plugins import Rules, assemble
from weathergage.records import canonical
from weathergage.study.variants import Variant, varied

LEVELS = ("outcome", "full")
"""How much is measured of a game: who won, how and when; or that and all that was told."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: a scenario by its full id, the captain of each side, and the rules chosen.

    house_rules: ids or files, since another process has to find them too. variants: tables that
    are read otherwise than they stand, to see what hangs on them.
    """

    scenario: str
    seats: tuple[tuple[str, str], ...]
    options: tuple[tuple[str, Any], ...] = ()
    house_rules: tuple[str, ...] = ()
    mode: str = "assisted"
    variants: tuple[Variant, ...] = ()

    def rules(self) -> Rules:
        """The rules of the plan. Raises UnknownName, Contradiction or BadFile."""
        rules = assemble(self.scenario, dict(self.options), self.house_rules)
        return varied(rules, self.variants) if self.variants else rules

    def plain(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "scenario": self.scenario,
            "seats": dict(self.seats),
            "options": dict(self.options),
            "house_rules": list(self.house_rules),
            "mode": self.mode,
            "variants": [asdict(variant) for variant in self.variants],
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """The plan of plain data."""
        return cls(
            data["scenario"],
            tuple(data["seats"].items()),
            tuple(data["options"].items()),
            tuple(data["house_rules"]),
            data["mode"],
            tuple(Variant(**variant) for variant in data["variants"]),
        )


@dataclass(frozen=True, slots=True)
class Arm:
    """One of the choices that a study compares.

    shift: added to the study's seeds. With 0 all arms play on common dice, so that a game differs
    from its pair by what the arms differ in and by nothing else; a control arm has another.
    swaps: the arm that this one is with the captains of its sides exchanged, or "". varies: the
    arm that this one is with tables read otherwise, or "".
    """

    name: str
    plan: Plan
    shift: int = 0
    swaps: str = ""
    varies: str = ""

    def plain(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "name": self.name,
            "plan": self.plan.plain(),
            "shift": self.shift,
            "swaps": self.swaps,
            "varies": self.varies,
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """The arm of plain data."""
        plan = Plan.of(data["plan"])
        return cls(data["name"], plan, data["shift"], data["swaps"], data["varies"])


@dataclass(frozen=True, slots=True)
class Prediction:
    """What somebody expected before the games were played.

    text: in words. arm, against, measure: the difference of a measure between two arms that it
    speaks of, where it claims one; low, high: between what bounds that lies.
    """

    text: str
    arm: str = ""
    against: str = ""
    measure: str = ""
    low: float | None = None
    high: float | None = None

    @property
    def mark(self) -> str:
        """A hash of the words and of the claim: who kept it can show that neither was changed."""
        text = canonical(asdict(self))
        return blake2b(text.encode(), digest_size=8, person=b"wg-predicted").hexdigest()


@dataclass(frozen=True, slots=True)
class Study:
    """Arms that are played with the same seeds, and what is measured.

    first, count: the seeds first, first + 1, ... of each arm. measure: one of LEVELS. compared:
    the arms whose difference is asked for, each with the one that it is held against. prediction:
    what was expected, if anything. command: the command line that makes the study again.
    """

    id: str
    title: str
    arms: tuple[Arm, ...]
    first: int
    count: int
    measure: str = "full"
    compared: tuple[tuple[str, str], ...] = ()
    prediction: Prediction | None = None
    command: str = ""

    def __post_init__(self) -> None:
        """Raise Contradiction or UnknownName for arms or a measure that cannot be."""
        names = [arm.name for arm in self.arms]
        if not names or self.count < 1:
            raise Contradiction("a study has at least one arm and one game")
        for name in names:
            if names.count(name) > 1:
                raise Contradiction(f"two arms of the study are called {name!r}")
        for arm in self.arms:
            for other in (arm.swaps, arm.varies):
                if other and other not in names:
                    raise UnknownName("arm", other, names)
        for pair in self.compared:
            for name in pair:
                self.arm(name)
        if self.measure not in LEVELS:
            raise UnknownName("measure", self.measure, LEVELS)

    def arm(self, name: str) -> Arm:
        """The arm of that name. Raises UnknownName."""
        for arm in self.arms:
            if arm.name == name:
                return arm
        raise UnknownName("arm", name, [arm.name for arm in self.arms])

    def seeds(self, arm: Arm) -> range:
        """The seeds that an arm plays."""
        return range(self.first + arm.shift, self.first + arm.shift + self.count)

    def plain(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "id": self.id,
            "title": self.title,
            "arms": [arm.plain() for arm in self.arms],
            "first": self.first,
            "count": self.count,
            "measure": self.measure,
            "compared": [list(pair) for pair in self.compared],
            "prediction": asdict(self.prediction) if self.prediction else None,
            "command": self.command,
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Self:
        """The study of plain data."""
        return cls(
            data["id"],
            data["title"],
            tuple(Arm.of(arm) for arm in data["arms"]),
            data["first"],
            data["count"],
            data["measure"],
            tuple((arm, against) for arm, against in data["compared"]),
            Prediction(**data["prediction"]) if data["prediction"] else None,
            data["command"],
        )
