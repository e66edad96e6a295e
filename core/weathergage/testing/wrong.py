"""Wrong answers: what is no command at all, and near misses of a legal one."""

from __future__ import annotations

from typing import Any

from weathergage.commands import Command
from weathergage.dice import Dice


def nudged(value: Any, dice: Dice) -> Any:
    """Plain data with one small thing changed, somewhere."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + (1, -1, 3, -1000, 1000)[dice.below("nudge", 5)]
    if isinstance(value, str):
        return _nudged_text(value, dice)
    if isinstance(value, list) and value:
        at = dice.below("nudge", len(value))
        changed = list(value)
        way = dice.below("nudge", 4)
        if way == 0:
            del changed[at]
        elif way == 1:
            changed.append(changed[at])
        else:
            changed[at] = nudged(changed[at], dice)
        return changed
    if isinstance(value, dict) and value:
        return _nudged_mapping(value, dice)
    return "nothing that exists"


def _nudged_text(text: str, dice: Dice) -> str:
    way = dice.below("nudge", 4)
    digits = [at for at, letter in enumerate(text) if letter.isdigit()]
    if digits and way < 2:
        at = digits[dice.below("nudge", len(digits))]
        return text[:at] + str(dice.below("nudge", 10)) + text[at + 1 :]
    parts = text.split(",")
    if way == 2 and len(parts) > 1:
        del parts[dice.below("nudge", len(parts))]
        return ",".join(parts)
    return text + "x" if way else ""


def _nudged_mapping(value: dict[str, Any], dice: Dice) -> dict[str, Any]:
    keys = [key for key in value if key != "kind"]
    changed = dict(value)
    if not keys:
        changed["kind"] = "nothing that exists"
        return changed
    key = keys[dice.below("nudge", len(keys))]
    way = dice.below("nudge", 6)
    other = keys[dice.below("nudge", len(keys))]
    if way == 0:
        del changed[key]
    elif way == 1 and other != key:
        changed[key], changed[other] = changed[other], changed[key]
    elif way == 2:
        changed["nobody"] = changed[key]
    else:
        changed[key] = nudged(value[key], dice)
    return changed


_NO_VALUES: tuple[Any, ...] = (None, "\ud800", 1e300, [[]], {"": {}})


def wrong_answers(command: Command, dice: Dice, nudges: int = 8) -> list[Any]:
    """Answers that are no command at all or miss a field, and near misses of a legal one."""
    data = command.data()
    wrong: list[Any] = [None, 7, "yes", [], {"kind": "no-such-kind"}, {**data, "extra": 1}]
    for name in data:
        if name != "kind":
            wrong.append({key: value for key, value in data.items() if key != name})
            wrong.extend({**data, name: value} for value in _NO_VALUES)
    wrong.extend(nudged(data, dice) for _ in range(nudges))
    return wrong
