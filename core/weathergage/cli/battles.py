"""battles: what can be fought under several rulesets, and what each makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from weathergage.battles import (
    Battle,
    SideEntry,
    Vessel,
    battle_names,
    battle_path,
    find_battle,
    read_battle,
)
from weathergage.boards.compass import point_name
from weathergage.cli.output import (
    console,
    labelled,
    listing,
    many,
    note,
    paragraph,
    print_json,
)
from weathergage.datafiles import Provenance
from weathergage.errors import BadFile, Contradiction
from weathergage.plugins import rulesets, stage_battle
from weathergage.scenarios import BATTLE


@dataclass(frozen=True, slots=True)
class Translation:
    """What a ruleset makes of a battle, or why it makes nothing of it."""

    scenario: str
    turns: int = 0
    guesses: tuple[str, ...] = ()
    losses: tuple[str, ...] = ()
    reason: str = ""

    def plain(self) -> dict[str, Any]:
        """The same as plain data."""
        if self.reason:
            return {"reason": self.reason}
        return {
            "scenario": self.scenario,
            "turns": self.turns,
            "guesses": list(self.guesses),
            "losses": list(self.losses),
        }


def translations(name: str) -> dict[str, Translation]:
    """What every installed ruleset that stages battles makes of one, by the ruleset's id."""
    found: dict[str, Translation] = {}
    for ruleset in rulesets().values():
        full_id = f"{ruleset.id}/{BATTLE}{name}"
        if ruleset.stage is None:
            continue
        try:
            staged = stage_battle(ruleset, name)
        except Contradiction as error:
            found[ruleset.id] = Translation(full_id, reason=str(error))
        else:
            found[ruleset.id] = Translation(
                full_id, staged.scenario.turns, staged.guesses, staged.losses
            )
    return found


def battles(name: str | None, *, as_json: bool) -> None:
    """All battles, or one of them, by its id or by the path of its file."""
    if name is not None:
        battle = find_battle(name)
        if as_json:
            print_json(_whole(battle, translations(name)))
        else:
            _print_battle(console(), battle, translations(name))
        return
    found: list[Battle] = []
    for one in battle_names():
        try:
            found.append(read_battle(battle_path(one)))
        except BadFile as error:
            note(f"{error}; that battle is left out")
    if as_json:
        print_json([_listed(battle, translations(battle.id)) for battle in found])
        return
    _print_list(console(), found)


def _stagers(staged: Mapping[str, Translation]) -> list[str]:
    return [id for id, one in staged.items() if not one.reason]


def _listed(battle: Battle, staged: Mapping[str, Translation]) -> dict[str, Any]:
    return {
        "id": battle.id,
        "title": battle.title,
        "date": battle.date,
        "era": battle.era,
        "sides": [side.id for side in battle.sides],
        "ships": len(battle.vessels),
        "minutes": battle.minutes,
        "rulesets": _stagers(staged),
        "source": battle.source,
        "summary": battle.summary,
    }


def _print_list(out: Console, found: list[Battle]) -> None:
    table = listing(("Battle", "Title", "Date", "Ships", "Staged by"), right=("Ships",))
    for column in (0, 2, 3):
        table.columns[column].no_wrap = True
    for battle in found:
        ships = " : ".join(str(len(battle.of(side.id))) for side in battle.sides)
        stagers = ", ".join(_stagers(translations(battle.id))) or "none installed"
        table.add_row(battle.id, battle.title, battle.when, ships, stagers)
    out.print(table)
    out.print(
        f"{many(len(found), 'battle')}. Play one: weathergage play RULESET/{BATTLE}NAME; "
        "read about one: weathergage battles NAME",
        style="dim",
    )


# One battle


def _whole(battle: Battle, staged: dict[str, Translation]) -> dict[str, Any]:
    return {
        **_listed(battle, staged),
        "rulesets": {id: one.plain() for id, one in staged.items()},
        "place": battle.place,
        "notes": list(battle.notes),
        "wind": {"from": battle.wind.source, "force": battle.wind.force},
        "sides": [_side(battle, side) for side in battle.sides],
        "ground": [ground.model_dump() for ground in battle.ground],
        "history": battle.history.model_dump() if battle.history else None,
        "provenance": {
            figure: {
                "status": battle.sources[figure].status,
                "source": battle.sources[figure].source,
            }
            for figure in battle.figures
        },
    }


def _side(battle: Battle, side: SideEntry) -> dict[str, Any]:
    return {
        "id": side.id,
        "name": side.name,
        "nation": side.nation,
        "aims": [aim.model_dump() for aim in side.aims],
        "batteries": [battery.model_dump() for battery in side.batteries],
        "ships": [_ship(vessel) for vessel in battle.of(side.id)],
    }


def _ship(vessel: Vessel) -> dict[str, Any]:
    return {
        "name": vessel.name,
        "kind": vessel.kind,
        "nation": vessel.nation,
        "guns": vessel.guns,
        "arms": vessel.arms,
        "crew": vessel.crew,
        "position": [vessel.x, vessel.y],
        "heading": vessel.heading,
        "anchored": vessel.anchored,
        "sail": vessel.sail,
        "flag": vessel.flag,
        "division": vessel.division,
        "captain": vessel.captain,
        "note": vessel.note,
        "provenance": _sources(vessel.sources),
    }


def _sources(sources: Mapping[str, Provenance]) -> dict[str, dict[str, str]]:
    return {
        figure: {"status": source.status, "source": source.source}
        for figure, source in sources.items()
    }


def _print_battle(out: Console, battle: Battle, staged: dict[str, Translation]) -> None:
    out.print(Text(f"{battle.title}, {battle.when}", style="bold"))
    paragraph(out, f"{battle.place}. {battle.summary}")
    wind = f"from {point_name(battle.wind.source)}, {battle.wind.force}"
    labelled(out, "Wind", wind)
    labelled(out, "Ends", f"after {battle.minutes} minutes at the latest")
    for side in battle.sides:
        _print_side(out, battle, side)
    _print_history(out, battle)
    out.print()
    labelled(out, "Sources", battle.source)
    for remark in battle.notes:
        labelled(out, "", remark)
    out.print(Text("\nFigures that no source gives", style="bold"))
    for doubt in battle.doubts:
        paragraph(out, f"- {doubt}", hang=2)
    for id, one in staged.items():
        _print_translation(out, id, one, battle.doubts)


def _print_side(out: Console, battle: Battle, side: SideEntry) -> None:
    ships = battle.of(side.id)
    table = listing(
        ("Ship", "Kind", "Guns", "Crew", "East", "North", "Heads", "Notes"),
        title=f"{side.name}: {many(len(ships), 'ship')}; {_aims(side)}",
        right=("Guns", "East", "North"),
    )
    for vessel in ships:
        table.add_row(
            vessel.name + (" *" if vessel.flag else ""),
            vessel.kind,
            str(vessel.guns or ""),
            vessel.crew,
            f"{vessel.x:.0f}",
            f"{vessel.y:.0f}",
            point_name(vessel.heading),
            "; ".join(
                part
                for part in ("at anchor" if vessel.anchored else "", vessel.captain, vessel.arms)
                if part
            ),
        )
    out.print(table)
    for battery in side.batteries:
        paragraph(
            out, f"Battery: {battery.name}, {battery.guns} guns of {battery.shot} pounds", indent=1
        )


_EDGES = {"N": "north", "E": "east", "S": "south", "W": "west"}


def _aims(side: SideEntry) -> str:
    """What a side is after, in words."""
    told = {"beat": "to beat the enemy", "keep": "to keep", "escape": "to bring away"}
    parts = []
    for aim in side.aims:
        ships = "" if aim.what == "beat" else f" {', '.join(aim.ships) or 'all its ships'}"
        edge = f" by the {_EDGES[aim.edge]} edge" if aim.edge else ""
        parts.append(f"{told[aim.what]}{ships}{edge}")
    return " and ".join(parts)


def _print_history(out: Console, battle: Battle) -> None:
    if battle.history is None:
        return
    names = {side.id: side.name for side in battle.sides} | {"draw": "nobody"}
    length = f"decided after {battle.history.minutes} minutes; " if battle.history.minutes else ""
    out.print()
    labelled(
        out, "History", f"{length}won by {names[battle.history.winner]}. {battle.history.account}"
    )
    for side in battle.sides:
        fates = battle.history.of(side.id)
        counts = f"{fates.lost} lost, {fates.captured} captured, {fates.struck} struck"
        named = f" ({fates.names})" if fates.names else ""
        labelled(out, "", f"{side.name}: {counts}{named}")


def _print_translation(out: Console, id: str, one: Translation, doubts: tuple[str, ...]) -> None:
    out.print()
    if one.reason:
        labelled(out, id, f"cannot stage it: {one.reason}", width=len(id) + 2)
        return
    out.print(Text(f"{one.scenario}, {many(one.turns, 'turn')}", style="bold"))
    for guess in one.guesses:
        if guess not in doubts:
            paragraph(out, f"guessed: {guess}", indent=1, hang=9)
    for loss in one.losses:
        paragraph(out, f"lost:    {loss}", indent=1, hang=9)
