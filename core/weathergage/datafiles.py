"""Data files: reading TOML, saying what is wrong with it, and where each figure comes from."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, model_validator

from weathergage.errors import BadFile

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
        raise BadFile(path, "id", f"is {id!r}, but the file is called {path.stem!r}")


def data_hash(path: Path) -> str:
    """The blake2b hash of a file's bytes, 32 hexadecimal digits, for a record's header."""
    return hashlib.blake2b(path.read_bytes(), digest_size=16).hexdigest()


def dotted(*parts: object) -> str:
    """A key within a file: `dotted("rows", 4)` is "rows.4"."""
    return ".".join(str(part) for part in parts)


_PLAIN = {
    "bool_type": "should be true or false",
    "bool_parsing": "should be true or false",
    "int_type": "should be a whole number",
    "int_parsing": "should be a whole number",
}
"""What pydantic says of programs' types, as a player would put it."""


def plainly(problem: Mapping[str, Any]) -> str:
    """One of pydantic's errors as the end of a sentence that began with the key."""
    kind = problem["type"]
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return "is not a key that belongs here; correct its spelling or leave it out"
    if kind == "value_error":
        return str(problem["ctx"]["error"])
    said = _PLAIN.get(kind) or str(problem["msg"]).removeprefix("Input ")
    return f"{said}, and is {problem['input']!r}"
