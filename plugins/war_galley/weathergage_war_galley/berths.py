"""Places for galleys: printed ones that are dealt out, zones, and lines that start in port."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from weathergage import HEADINGS, STEP, Dice, WeathergageError, clause, distance, parse_heading
from weathergage_war_galley import layout
from weathergage_war_galley.layout import Pose
from weathergage_war_galley.parts import Block, SideEntry, Zone
from weathergage_war_galley.scenarios import numbers_of, poses_of
from weathergage_war_galley.sheet import NUMBERS, Sheet
from weathergage_war_galley.state import Galley, GalleyState

SHIFTS = 8
"""How often a random layout is looked for before the suggested places are kept."""

TWO_COLUMNS = NUMBERS.place(12, 0) - NUMBERS.place(10, 0)
"""What moves a hex two columns on along its row."""

NEAR = 2
"""Hexes within which a block that is to be near another one stays."""

ASTERN = 2
"""Hexes, at least, from a galley's stern to the bow of one that is to lie behind it."""


class Spot(NamedTuple):
    """A place for a galley: a pose on the map, or None for the k-th of a line that waits.

    line: what the line is called in commands.
    """

    block: Block
    pose: Pose | None
    k: int
    line: str


class Fault(WeathergageError):
    """Why a layout breaks the scenario. about: code of the galley concerned, if it is one."""

    def __init__(self, reason: str, code: str = "no-place", about: str | None = None) -> None:
        super().__init__(reason)
        self.code = code
        self.about = about


class Group:
    """Galleys that share their places: one block, or all of a pool."""

    def __init__(
        self, state: GalleyState, sheet: Sheet, side: SideEntry, blocks: Sequence[Block]
    ) -> None:
        self.blocks = blocks
        self.size = side.size(blocks[0])
        self.galleys: list[Galley] = []
        self.spots: list[Spot] = []
        self.harbour = side.harbour if blocks[0].zone and blocks[0].zone.bows else 0
        self._sheet = sheet
        for block in blocks:
            poses = poses_of(sheet, side, block)
            line = block.id
            if self.harbour:
                line = sheet.label(poses[0].bow)
            for k, n in enumerate(numbers_of(state, side.id, block.galleys)):
                self.galleys.append(state.galleys[n])
                self.spots.append(Spot(block, poses[k] if k < len(poses) else None, k + 1, line))
        self.zoned = any(block.zone for block in blocks)
        self._poses = {spot.pose: spot for spot in self.spots if spot.pose is not None}
        self._waiting = {(spot.line, spot.k): spot for spot in self.spots if spot.pose is None}

    # Reading and writing places

    def read(self, text: str) -> Spot:
        """The place that a text stands for. Raises Fault."""
        found = re.fullmatch(r"(\S+) (\d+)", text.strip())
        if found:
            return self._read_waiting(found[1], int(found[2]))
        try:
            (pose,) = layout.read(self._sheet, text, self.size)
        except (WeathergageError, ValueError) as error:
            raise Fault(str(error), "no-hex") from None
        if self._beyond:
            pose = Pose(pose.bow - STEP[pose.heading], pose.heading)
        if not self.zoned:
            spot = self._poses.get(pose)
            if spot is None:
                raise Fault(f"{self.written_pose(pose)} is none of the printed places")
            return spot
        return self._zone_spot(pose)

    def _read_waiting(self, line: str, k: int) -> Spot:
        if self.harbour:
            return Spot(self.blocks[0], None, k, line)
        spot = self._waiting.get((line, k))
        if spot is None:
            offered = ", ".join(f"{name} {number}" for name, number in self._waiting)
            raise Fault(f'"{line} {k}" is no place off the map; there are {offered or "none"}')
        return spot

    def _zone_spot(self, pose: Pose) -> Spot:
        """A pose with the first block whose zone takes it; the first block's, if none does."""
        for block in self.blocks:
            if not self._zone_fault(block, pose):
                break
        else:
            block = self.blocks[0]
        return Spot(block, pose, 1, self._sheet.label(pose.bow))

    @property
    def _beyond(self) -> bool:
        return any(block.zone is not None and block.zone.beyond for block in self.blocks)

    def written(self, spot: Spot) -> str:
        """A place as commands have it."""
        return f"{spot.line} {spot.k}" if spot.pose is None else self.written_pose(spot.pose)

    def written_pose(self, pose: Pose) -> str:
        """A pose as commands have it: a galley that enters is named by its first hex."""
        if self._beyond:
            pose = Pose(pose.bow + STEP[pose.heading], pose.heading)
        return layout.written(self._sheet, pose)

    # Filling up and checking

    def filled(self, given: Mapping[int, Spot]) -> dict[int, Spot]:
        """All galleys with their places: those given, the others where it is suggested.

        Raises Fault where two have one place, or where no suggested place is left.
        """
        if self.harbour:
            return self._filled_harbour(given)
        placed = dict(given)
        taken = self._taken(placed)
        own = dict(zip((galley.n for galley in self.galleys), self.spots, strict=True))
        left = [galley for galley in self.galleys if galley.n not in placed]
        for galley in tuple(left):
            keys = self._keys(own[galley.n])
            if taken.isdisjoint(keys):
                taken.update(keys)
                placed[galley.n] = own[galley.n]
                left.remove(galley)
        free = [spot for spot in self.spots if taken.isdisjoint(self._keys(spot))]
        for galley in left:
            if not free:
                raise Fault(
                    f"{galley.counter.code} is placed nowhere and its usual place is taken: "
                    "place it too",
                    "unplaced",
                    galley.counter.code,
                )
            placed[galley.n] = free.pop(0)
        return placed

    def _keys(self, spot: Spot) -> tuple[Any, ...]:
        """What only one galley can have: the hexes of a place, or a place in a line."""
        return spot.pose.hexes(self.size) if spot.pose else ((spot.line, spot.k),)

    def _taken(self, placed: Mapping[int, Spot]) -> set[Any]:
        taken: set[Any] = set()
        codes = {galley.n: galley.counter.code for galley in self.galleys}
        for n, spot in placed.items():
            keys = self._keys(spot)
            if not taken.isdisjoint(keys):
                raise Fault(
                    f"{codes[n]}: {self.written(spot)} is taken by another galley", about=codes[n]
                )
            taken.update(keys)
        return taken

    def _filled_harbour(self, given: Mapping[int, Spot]) -> dict[int, Spot]:
        if not given:
            return dict(zip((galley.n for galley in self.galleys), self.spots, strict=True))
        for galley in self.galleys:
            if galley.n not in given:
                raise Fault(
                    f"{galley.counter.code} is in no line: deal out all galleys in port, or none",
                    "unplaced",
                    galley.counter.code,
                )
        return dict(given)

    def check(self, placed: Mapping[int, Spot], layout_of: Mapping[str, Sequence[Pose]]) -> None:
        """Raise Fault where places break their zones, formations or lines.

        layout_of: poses on the map of every block of the side.
        """
        if self.harbour:
            self._check_harbour(placed)
        for galley in self.galleys:
            spot = placed[galley.n]
            code = galley.counter.code
            if spot.block.lead and spot.k == 1 and galley.counter.type not in spot.block.lead:
                wanted = " or ".join(spot.block.lead)
                raise Fault(f"{code} leads {spot.block.id}, which a {wanted} has to", about=code)
            if spot.pose is None:
                continue
            if self.zoned:
                fault = self._zone_fault(spot.block, spot.pose)
                if fault:
                    raise Fault(f"{code}: {self.written_pose(spot.pose)} {fault}", about=code)
                self._check_sea(galley, spot.pose)
        for block in self.blocks:
            self._check_block(block, layout_of)

    def _check_sea(self, galley: Galley, pose: Pose) -> None:
        sea = galley.counter.sea
        if sea is not None and not sea.issuperset(pose.hexes(self.size)):
            code = galley.counter.code
            raise Fault(f"{code}: {self.written_pose(pose)} is too near the coast", about=code)

    def _zone_fault(self, block: Block, pose: Pose) -> str:
        """Why a galley of a block may not have a pose, or ""."""
        zone, sheet = block.zone, self._sheet
        if zone is None:
            return "" if pose in self._poses else "is none of the printed places"
        hexes = pose.hexes(self.size)
        if zone.headings and HEADINGS[pose.heading] not in zone.headings:
            return f"heads {HEADINGS[pose.heading]}; here {' or '.join(zone.headings)} is right"
        if zone.beyond:
            entry = pose.bow + STEP[pose.heading]
            is_entry = entry in sheet.hexes and sheet.edge_of(pose.bow) == zone.edge
            return "" if is_entry else f"is no way in over the edge of row {zone.edge}"
        if zone.bows:
            fits = pose.bow in _entries(sheet, zone.bows)
            return "" if fits else f"is not in {', '.join(zone.bows)}"
        if hexes[0] not in sheet.hexes or not (zone.stern_off or hexes[-1] in sheet.hexes):
            return "is off the map"
        if not sheet.land.isdisjoint(hexes):
            return "is on land"
        return self._limits_fault(zone, [hex for hex in hexes if hex in sheet.hexes])

    def _limits_fault(self, zone: Zone, hexes: Sequence[int]) -> str:
        """Why hexes of a galley, the bow first, are outside a zone, or ""."""
        sheet = self._sheet
        counted = hexes[:1] if zone.part == "bow" else hexes
        what = "its bow" if zone.part == "bow" else "a part of it"
        if zone.edge is not None:
            off = [sheet.from_edge(hex, zone.edge) for hex in counted]
            if zone.within is not None and max(off) > zone.within:
                return (
                    f"is too far in: {what} is {max(off)} hexes from the edge, and {zone.within} "
                    "is the most"
                )
            if zone.exactly is not None and any(n != zone.exactly for n in off):
                return f"is {off[0]} hexes from the edge, not {zone.exactly}"
        if zone.columns is not None:
            first, last = (column_of(sheet.beyond(hex)) for hex in zone.columns)
            if not all(first <= column_of(hex) <= last for hex in hexes):
                return f"is outside columns {zone.columns[0][:-2]} to {zone.columns[1][:-2]}"
        if zone.rows is not None:
            low, high = zone.rows
            if not all(low <= _row(hex) <= high for hex in hexes):
                return f"is outside rows {low:02} to {high:02}"
        return ""

    def _check_block(self, block: Block, layout_of: Mapping[str, Sequence[Pose]]) -> None:
        poses = layout_of[block.id]
        if block.formation == "abreast":
            if len({_row(pose.bow) for pose in poses}) > block.lines:
                most = "one row" if block.lines == 1 else f"at most {block.lines} rows"
                raise Fault(f"{block.id}: the bows lie in {most}", "no-line")
            if len({pose.heading for pose in poses}) > 1:
                raise Fault(f"{block.id}: all head the same way, flank to flank", "no-line")
        if block.formation == "astern" and heads(poses, self.size) > block.lines:
            raise Fault(
                f"{block.id}: each galley follows another in line astern, in {block.lines} lines "
                "at most",
                "no-line",
            )
        if block.behind:
            self._check_behind(block, poses, layout_of[block.behind])
        if block.near:
            self._check_near(block, poses, layout_of[block.near])

    def _check_behind(self, block: Block, poses: Sequence[Pose], others: Sequence[Pose]) -> None:
        sterns = [(pose.hexes(self.size)[-1], STEP[pose.heading]) for pose in others]
        behind = {stern - k * step for stern, step in sterns for k in range(ASTERN, 30)}
        for pose in poses:
            if pose.bow not in behind:
                raise Fault(
                    f"{self.written_pose(pose)} is not {ASTERN} hexes or more straight behind a "
                    f"galley of {block.behind}"
                )

    def _check_near(self, block: Block, poses: Sequence[Pose], others: Sequence[Pose]) -> None:
        covering = [hex for pose in others for hex in pose.hexes(2)]
        first = min((_row(hex) for hex in covering), default=0)
        for pose in poses:
            if min((distance(pose.bow, hex) for hex in covering), default=NEAR + 1) > NEAR:
                raise Fault(
                    f"{self.written_pose(pose)} is more than {NEAR} hexes from {block.near}"
                )
            if _row(pose.bow) < first:
                raise Fault(f"{self.written_pose(pose)} is ahead of all of {block.near}")

    def _check_harbour(self, placed: Mapping[int, Spot]) -> None:
        lines: dict[str, list[int]] = {}
        for spot in placed.values():
            lines.setdefault(spot.line, []).append(spot.k if spot.pose is None else 1)
        if len(lines) > self.harbour:
            raise Fault(f"{len(lines)} lines start in port; {self.harbour} is the most", "no-line")
        for line, places in lines.items():
            if sorted(places) != list(range(1, len(places) + 1)):
                raise Fault(
                    f"the line of {line} needs a head, such as {line} NW, and then its places "
                    "from 2 on, each once",
                    "no-line",
                )

    # Chance

    def drawn(self, dice: Dice) -> dict[int, Spot]:
        """The suggested places, dealt out anew and, in a zone, shifted along."""
        if self.harbour:
            return self._drawn_harbour(dice)
        spots = list(self.spots)
        if self.zoned:
            spots = self._shifted(spots, dice)
        order = list(self.galleys)
        for i in range(len(order) - 1, 0, -1):
            j = dice.below("sample", i + 1)
            order[i], order[j] = order[j], order[i]
        for i, spot in enumerate(spots):
            if spot.k == 1 and spot.block.lead and order[i].counter.type not in spot.block.lead:
                j = next(j for j, g in enumerate(order) if g.counter.type in spot.block.lead)
                order[i], order[j] = order[j], order[i]
        return {galley.n: spot for galley, spot in zip(order, spots, strict=True)}

    def _shifted(self, spots: list[Spot], dice: Dice) -> list[Spot]:
        for _ in range(SHIFTS):
            move = (dice.below("sample", 13) - 6) * TWO_COLUMNS
            moved = [
                spot._replace(pose=Pose(spot.pose.bow + move, spot.pose.heading))
                for spot in spots
                if spot.pose is not None
            ]
            if all(not self._zone_fault(s.block, s.pose) for s in moved if s.pose):
                return moved
        return spots

    def _drawn_harbour(self, dice: Dice) -> dict[int, Spot]:
        """One to so many lines, every second hex of the harbour being open to them."""
        zone = self.blocks[0].zone
        assert zone is not None
        bows = layout.hexes(self._sheet, zone.bows)[::2]
        count = 1 + dice.below("sample", self.harbour)
        chosen = [bows.pop(dice.below("sample", len(bows))) for _ in range(count)]
        heading = parse_heading(zone.headings[0])
        placed: dict[int, Spot] = {}
        for i, galley in enumerate(self.galleys):
            bow, k = chosen[i % count], i // count + 1
            pose = Pose(bow, heading) if k == 1 else None
            placed[galley.n] = Spot(self.blocks[0], pose, k, self._sheet.label(bow))
        return placed


@lru_cache(maxsize=64)
def _entries(sheet: Sheet, bows: tuple[str, ...]) -> frozenset[int]:
    return frozenset(layout.hexes(sheet, bows))


@lru_cache(maxsize=8192)
def column_of(place: int) -> int:
    """The printed column of a hex, over both sheets."""
    return NUMBERS.numbers(place)[0]


@lru_cache(maxsize=8192)
def _row(place: int) -> int:
    return NUMBERS.numbers(place)[1]


@clause("5.22")
def heads(poses: Sequence[Pose], size: int) -> int:
    """How many galleys have nobody ahead of them in line astern or echelon."""
    return sum(
        not any(layout.is_behind(pose, size, other, size) for other in poses if other != pose)
        for pose in poses
    )
