"""Orders to several ships in one line: "caesar battle, zealous stop"."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from weathergage import Complaint
from weathergage_admiralty.state import Ship


def first_word(line: str) -> tuple[str, str]:
    """The first word of a line in small letters, and the rest of the line."""
    word, _, rest = line.strip().partition(" ")
    return word.lower(), rest.strip()


def listed(text: str) -> dict[str, str]:
    """What a list says of each ship, in small letters; "" for one that is only named.

    Raises ValueError for a ship that is named twice, and for an empty list.
    """
    found: dict[str, str] = {}
    for part in text.lower().replace(";", ",").split(","):
        id, _, rest = part.strip().partition(" ")
        if not id:
            continue
        if id in found:
            raise ValueError(f"{id} is named twice: name each ship once")
        found[id] = " ".join(rest.split())
    if not found:
        raise ValueError("name ships after it, with commas between them")
    return found


def written(orders: Mapping[str, str]) -> str:
    """The list that `listed` reads."""
    return ", ".join(f"{id} {order}".strip() for id, order in orders.items())


def unknown(named: Iterable[str], known: Collection[str], clause: str) -> Complaint | None:
    """What is wrong with the first name that is none of those that can be named."""
    for id in named:
        if id not in known:
            told = f"{id!r} is not to be named here; name any of {', '.join(sorted(known))}"
            return Complaint(told, clause, "unknown-ship")
    return None


def names(ships: Iterable[Ship]) -> str:
    """Their names as a sentence has them."""
    found = [ship.card.name for ship in ships]
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} and {found[-1]}"
