"""What happened, where a battle or a scenario states it: the yardstick for simulated games."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from weathergage.datafiles import FileModel


class Fates(FileModel):
    """What became of a side's ships; each counts in one of these at most, as in `Standing`.

    lost: sunk, burnt, blown up or wrecked. captured: in enemy hands at the end. struck: gave up and
    were not taken. names: which ships, in words.
    """

    lost: int = Field(default=0, ge=0)
    captured: int = Field(default=0, ge=0)
    struck: int = Field(default=0, ge=0)
    names: str = ""

    @property
    def gone(self) -> int:
        """All of them together."""
        return self.lost + self.captured + self.struck


class History(FileModel):
    """What happened. minutes: from the places that the file gives until it was decided, 0 where
    nobody knows. winner: a side's id or "draw".
    """

    minutes: int = Field(default=0, ge=0)
    winner: str
    account: str = ""
    fates: dict[str, Fates] = Field(default_factory=dict)

    def of(self, side: str) -> Fates:
        """What became of a side's ships: nothing where the file is silent."""
        return self.fates.get(side, Fates())

    def measures(self, sides: Iterable[str]) -> dict[str, float]:
        """The same as the measures of a study, by their names."""
        found: dict[str, float] = {"minutes": self.minutes} if self.minutes else {}
        for side in sides:
            fates = self.of(side)
            found |= {
                f"{side}: lost": fates.lost,
                f"{side}: captured": fates.captured,
                f"{side}: struck": fates.struck,
            }
        return found
