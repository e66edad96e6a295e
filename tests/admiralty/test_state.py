"""The ship's log as a thing in memory: what a copy of it holds (1.3)."""

from __future__ import annotations

from fleet import one, sea, ship

import weathergage_admiralty.state as logs


def test_the_copy_of_a_ship_forgets_nothing_of_her_log() -> None:
    caesar = one(sea(ship("Caesar")), "caesar")
    for n, name in enumerate(logs.Ship.__slots__):
        # Whatever is written there has to be found in the copy, and nowhere else.
        setattr(caesar, name, f"entry {n}")
    twin = caesar.copy()
    assert [getattr(twin, name) for name in logs.Ship.__slots__] == [
        f"entry {n}" for n in range(len(logs.Ship.__slots__))
    ]


def test_the_copy_of_a_table_forgets_nothing_and_shares_no_ship() -> None:
    state = sea(ship("Caesar"), ship("Formidable", "french-80", (30, 20), side="french")).state
    ships, names = state.ships, logs.AdmiraltyState.__slots__
    for n, name in enumerate(names):
        if name != "ships":
            setattr(state, name, f"entry {n}")
    twin = state.copy()
    assert all(getattr(twin, name) == getattr(state, name) for name in names if name != "ships")
    assert [one.card for one in twin.ships] == [one.card for one in ships]
    assert not any(one is other for one in twin.ships for other in ships)
