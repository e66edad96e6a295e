"""Data files: reading TOML, saying what is wrong with it, and where each figure comes from."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, model_validator

from weathergage.errors import BadFile

TOML = ".toml"

Status = Literal["printed", "found", "reconstructed", "house"]
STATUSES: tuple[Status, ...] = ("printed", "found", "reconstructed", "house")

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a figure comes from.

    status: "printed" in the rules text, "found" in a named public source, "reconstructed" by
    us, or "house". where: the clause or source. why: the reasoning, for figures of our making.
    """

    status: Status
    where: str = ""
    why: str = ""

    @property
    def source(self) -> str:
        """Place and reasoning in one line, as people are shown it."""
        return ": ".join(part for part in (self.where, self.why) if part)


def worst(sources: Iterable[Provenance]) -> Provenance:
    """The least well founded of several; the first of equals. Raises ValueError for none."""
    return max(sources, key=lambda source: STATUSES.index(source.status))


def status_counts(sources: Iterable[Provenance]) -> dict[Status, int]:
    """How many of several figures are of which status, the best founded first."""
    told = [source.status for source in sources]
    return {status: told.count(status) for status in STATUSES if status in told}


class FileModel(BaseModel):
    """A part of a data file: nothing is coerced, and unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, populate_by_name=True)


Several = Annotated[
    list[str], BeforeValidator(lambda value: [value] if isinstance(value, str) else value)
]


class ProvenanceBlock(FileModel):
    """What a `[[provenance]]` block says, besides what it is about."""

    status: Status
    where: str = ""
    why: str = ""

    @model_validator(mode="after")
    def _is_founded(self) -> Self:
        if self.status == "found" and not self.where:
            raise ValueError('a figure that is "found" needs where: its source')
        if self.status in ("reconstructed", "house") and not self.why:
            raise ValueError(f'a figure that is "{self.status}" needs why: the reasoning')
        return self

    def told(self, clause: str) -> Provenance:
        """As a Provenance; a printed figure stands in the file's clause unless told otherwise."""
        where = self.where or (clause if self.status == "printed" else "")
        return Provenance(self.status, where, self.why)


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file's data. Raises BadFile where it cannot be read, with the line of a slip."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadFile(path, "", "there is no such file") from None
    except OSError as error:
        raise BadFile(path, "", error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise BadFile(path, "", "it is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        raise BadFile(path, "", f"it is not valid TOML: {error}") from None


def checked(model: type[M], data: Mapping[str, Any], path: Path) -> M:
    """A file's data as its model. Raises BadFile with the deepest key that is wrong."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        # Outer errors only repeat the innermost one.
        problems = error.errors(include_url=False)
        deepest: Mapping[str, Any] = max(problems, key=lambda problem: len(problem["loc"]))
    raise BadFile(path, dotted(*deepest["loc"]), plainly(deepest))


def toml_files(folder: Path) -> list[Path]:
    """The TOML files of a folder by name. Raises BadFile if there is no such folder."""
    if not folder.is_dir():
        raise BadFile(folder, "", "there is no such folder")
    return sorted(folder.glob("*.toml"))


def named_after_file(path: Path, id: str) -> None:
    """Raises BadFile unless a file is called by the id that it gives."""
    if id != path.stem:
        problem = f"is {id!r}, but the file is called {path.stem!r}; give both the same name"
        raise BadFile(path, "id", problem)


def data_hash(path: Path) -> str:
    """The blake2b hash of a file's bytes, 32 hexadecimal digits, for a record's header."""
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()


def dotted(*parts: object) -> str:
    """A key within a file: `dotted("rows", 4)` is "rows.4"."""
    return ".".join(str(part) for part in parts)


_WANTED = {
    "string": "text in quotation marks",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "tuple": "a list",
    "list": "a list",
    "dict": "a table of keys",
    "model": "a table of keys",
}
"""What a value should be, by the first word of the kind of pydantic's error."""

_LONG = 40


def plainly(problem: Mapping[str, Any], near: str = "") -> str:
    """One of pydantic's errors as the end of a sentence that began with the key.

    near: the key that was meant, of one that is not known.
    """
    kind = problem["type"]
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        hint = f"did you mean {near}?" if near else "correct its spelling or leave it out"
        return f"is not a key that belongs here; {hint}"
    if kind == "value_error":
        return str(problem["ctx"]["error"])
    said = str(problem["msg"]).removeprefix("Input ")
    first, _, rest = kind.partition("_")
    if first in _WANTED and rest in ("type", "parsing", "from_float", "attributes_type"):
        said = f"should be {_WANTED[first]}"
    if kind in ("too_short", "too_long"):
        told = problem["ctx"]
        bound, most = ("least", "min_length") if kind == "too_short" else ("most", "max_length")
        return f"should have at {bound} {told[most]}, and has {told['actual_length']}"
    value = problem["input"]
    if isinstance(value, Mapping | BaseModel):
        return said
    given = str(value) if isinstance(value, date) else repr(value)
    return f"{said}, and is {given if len(given) <= _LONG else given[:_LONG] + '...'}"


def problems_of(
    error: ValidationError, model: type[BaseModel], data: Mapping[str, Any]
) -> list[tuple[str, str]]:
    """What is wrong with a file's data, as key and plain words, one for each slip.

    A part of a list is called by its id or name, where it has one. A key that is missing is not
    told where another is its misspelling.
    """
    # A list that lacks its wrong items is said to be too short; the items tell it better.
    every = error.errors(include_url=False)
    found = [
        p
        for p in every
        if not any(q is not p and q["loc"][: len(p["loc"])] == p["loc"] for q in every)
    ] or every
    meant = {
        p["loc"]: _nearest_key(model, p["loc"]) for p in found if p["type"] == "extra_forbidden"
    }
    spelt = {(*loc[:-1], near) for loc, near in meant.items()}
    return [
        (_told_key(data, p["loc"]), plainly(p, meant.get(p["loc"], "")))
        for p in found
        if p["type"] != "missing" or p["loc"] not in spelt
    ]


def _nearest_key(model: type[BaseModel], loc: tuple[int | str, ...]) -> str:
    """The key of a model's part that is spelt most like the last of a path, or ""."""
    part: type[BaseModel] | None = model
    for key in loc[:-1]:
        if part is not None and isinstance(key, str):
            part = next(
                (
                    _part_of(field.annotation)
                    for name, field in part.model_fields.items()
                    if key in (name, field.alias)
                ),
                None,
            )
    if part is None:
        return ""
    known = [field.alias or name for name, field in part.model_fields.items()]
    return next(iter(get_close_matches(str(loc[-1]), known, n=1)), "")


def _part_of(annotation: Any) -> type[BaseModel] | None:
    """The model of the parts that an annotation is made of, or None."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    parts = (_part_of(inner) for inner in get_args(annotation))
    return next((part for part in parts if part is not None), None)


def _told_key(data: Any, loc: tuple[int | str, ...]) -> str:
    """A path in a file's data as people read it: "sides.british.ships.Scout.at"."""
    words: list[str] = []
    for part in loc:
        try:
            data = data[part]
        except (LookupError, TypeError):
            data = None
        called = data.get("id") or data.get("name") if isinstance(data, Mapping) else None
        words.append(called if isinstance(part, int) and isinstance(called, str) else str(part))
    return dotted(*words)
