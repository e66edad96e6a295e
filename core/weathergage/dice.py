"""Keyed dice: a roll is a function of the seed, its stream and its number in the stream.

A stream is a purpose and, where a rule rolls for a ship, that ship: "wind", "gunnery 44/F".
Orders given in another sequence, a house rule that rolls once more, a captain that thinks
longer: none of them moves a die of another stream. The bytes of a stream come from
blake2b(key=seed, data="stream#block") in blocks of 64, one byte a die; a byte that would bias
the die is passed over. This format is part of every record: changing it is a new format.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

BLOCK = 64
"""Bytes drawn at once for a stream."""


class _Faces(dict[int, tuple[int, ...]]):
    """For each number of sides the face that a byte shows, 0 for a byte that is passed over."""

    def __missing__(self, sides: int) -> tuple[int, ...]:
        limit = 256 - 256 % sides
        self[sides] = faces = tuple(byte % sides + 1 if byte < limit else 0 for byte in range(256))
        return faces


_FACES = _Faces()


@lru_cache(4096)
def _wide(bound: int) -> tuple[int, int]:
    """How many bytes a number of more than 256 is drawn from, and below what they count: what they
    are beyond would bias it, and is passed over.
    """
    width = (bound.bit_length() + 7) // 8 + 1
    span: int = 1 << (8 * width)
    return width, span - span % bound


class Dice:
    """The dice of one game.

    seed: any integer. Positions in the streams are the whole state: `mark()` gives it,
    `reset(mark)` puts it back, and the same calls then give the same faces.
    """

    __slots__ = ("_at", "_blocks", "_key", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._key = (seed & ((1 << 512) - 1)).to_bytes(64, "little")
        self._at: dict[str, int] = {}
        self._blocks: dict[str, bytes] = {}

    def roll(self, stream: str, sides: int = 6) -> int:
        """One die of the stream, 1 to `sides` (at most 256)."""
        faces = _FACES[sides]
        at = self._at.get(stream, 0)
        face = 0
        while not face:
            try:
                face = faces[self._blocks[stream][at]]
            except (KeyError, IndexError):
                face = faces[self._grow(stream, at)[at]]
            at += 1
        self._at[stream] = at
        return face

    def rolls(self, stream: str, count: int, sides: int = 6) -> tuple[int, ...]:
        """`count` dice of the stream, in order."""
        if count > 2:  # One or two are not worth it.
            found = self._at_hand(stream, count, sides)
            if found:
                return found
        return tuple([self.roll(stream, sides) for _ in range(count)])

    def _at_hand(self, stream: str, count: int, sides: int) -> tuple[int, ...]:
        """Some dice, read off together; none where more of the stream has to be drawn for them or
        a byte of it is passed over.
        """
        at = self._at.get(stream, 0)
        faces = _FACES[sides]
        found = [faces[byte] for byte in self._blocks.get(stream, b"")[at : at + count]]
        if len(found) < count or 0 in found:
            return ()
        self._at[stream] = at + count
        return tuple(found)

    def below(self, stream: str, bound: int) -> int:
        """A whole number from 0 to bound - 1, each as likely, of any size."""
        if bound <= 256:
            return self.roll(stream, bound) - 1 if bound > 1 else 0
        width, limit = _wide(bound)
        at = self._at.get(stream, 0)
        block = self._blocks.get(stream, b"")
        while True:
            while at + width > len(block):
                block = self._grow(stream, len(block))
            drawn = int.from_bytes(block[at : at + width], "little")
            at += width
            if drawn < limit:
                self._at[stream] = at
                return drawn % bound

    def _grow(self, stream: str, at: int) -> bytes:
        """The stream as far as a byte; a long one by a few blocks more, lest every block drawn
        copies all that came before it.
        """
        have = self._blocks.get(stream, b"")
        first, last = len(have) // BLOCK, (at + at // 8) // BLOCK
        more = [
            blake2b(f"{stream}#{number}".encode(), key=self._key).digest()
            for number in range(first, last + 1)
        ]
        have = self._blocks[stream] = b"".join([have, *more])
        return have

    def mark(self) -> dict[str, int]:
        """The positions in all streams, to be handed to `reset`."""
        return self._at.copy()

    def reset(self, mark: dict[str, int]) -> None:
        """Go back to a mark: what is rolled next is what was rolled next then."""
        self._at = mark.copy()

    def fork(self) -> Dice:
        """The same dice at the same positions, moving independently from here on."""
        twin = Dice.__new__(type(self))
        twin.seed = self.seed
        twin._key = self._key
        twin._at = self._at.copy()
        twin._blocks = self._blocks
        return twin

    @staticmethod
    def of(*faces: int, **streams: Iterable[int]) -> LoadedDice:
        """Dice that show chosen faces: for tests, and for a table that rolls its own.

        faces: shown in order by whatever is rolled. streams: faces for the streams whose name
        begins with the keyword (underscores for blanks), shown first. When the chosen faces
        are used up, the dice go on as Dice(0).
        """
        return LoadedDice(faces, {name.replace("_", " "): tuple(f) for name, f in streams.items()})


class LoadedDice(Dice):
    """Dice with chosen faces; see `Dice.of`."""

    __slots__ = ("_faces", "_streams")

    def __init__(self, faces: Iterable[int], streams: dict[str, tuple[int, ...]]) -> None:
        super().__init__(0)
        self._faces = tuple(faces)
        self._streams = streams

    def roll(self, stream: str, sides: int = 6) -> int:
        """The next chosen face for this stream, else the next of any, else a real die."""
        for name, faces in self._streams.items():
            if stream.startswith(name):
                used = self._at.get(f"loaded {name}", 0)
                if used < len(faces):
                    self._at[f"loaded {name}"] = used + 1
                    return faces[used]
        used = self._at.get("loaded", 0)
        if used < len(self._faces):
            self._at["loaded"] = used + 1
            return self._faces[used]
        return super().roll(stream, sides)

    def rolls(self, stream: str, count: int, sides: int = 6) -> tuple[int, ...]:
        """`count` dice of the stream, in order."""
        return tuple([self.roll(stream, sides) for _ in range(count)])

    def fork(self) -> LoadedDice:
        """The same chosen faces, used up as far as here."""
        twin = LoadedDice(self._faces, self._streams)
        twin._at = self._at.copy()
        return twin


def seed_commitment(seed: int) -> str:
    """What a seat is given of the seed while the game lasts: it binds, and tells nothing.

    A short seed can be found by trying them all, so a game that is to keep its secrets from
    a determined reader is started with a seed of 128 bits (the command line draws one).
    """
    return blake2b(str(seed).encode(), digest_size=32, person=b"wg-commit").hexdigest()
