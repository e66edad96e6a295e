"""A ruleset's clauses: the list, who cites them in code and tests, and the @clause mark.

`clauses.toml` lists every clause of a book with its state and, where the book leaves something
open, the ruling. Code, data and tests cite a clause by one quoted literal; `citations` finds
these without importing anything, and::

    python -m weathergage.clauses PACKAGE_DIR TESTS_DIR

writes them to PACKAGE_DIR/citations.json, so that an installed ruleset can tell them too.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

from pydantic import Field, model_validator

from weathergage.datafiles import FileModel, checked, dotted, read_toml
from weathergage.errors import BadFile, UnknownName

T = TypeVar("T")

Citations = dict[str, dict[str, list[str]]]
"""Clause id -> {"code": ["path:line", ...], "tests": ["path::function", ...]}."""

# Comments and data begin a citation with an id in quotes, several with commas between.
_ID = r"[A-Za-z0-9]+(?:\.[A-Za-z0-9-]+)+"
_COMMENT = re.compile(rf'#\s*("{_ID}"(?:(?:,| and)\s*"{_ID}")*)')
_QUOTED = re.compile(r'"([^"]+)"')
_DATA = re.compile(r'(?:^|[{,]\s*)\s*clause\s*=\s*"([^"]+)"')
_DATA_FOLDERS = ("tables", "ships", "scenarios")
_SECOND_ARGUMENT = ("Phase", "Complaint")
_MARKED = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def clause(*ids: str) -> Callable[[T], T]:
    """Say which clauses a function or class carries out; nothing but a mark.

    ids: literals, so that a search for the id in quotes finds the place.
    """

    def mark(thing: T) -> T:
        setattr(thing, "__clauses__", (*ids, *getattr(thing, "__clauses__", ())))  # noqa: B010
        return thing

    return mark


# The list -----------------------------------------------------------------------------------


class Clause(FileModel):
    """One clause of a book.

    status: "done", or "out-of-scope" with the reason in note. note: the rule in short.
    question: what the book leaves open; readings: answers that were weighed; ruling: the one
    taken; why: the grounds. option: the ruleset's option that offers the other reading.
    """

    id: str
    title: str
    optional: bool = False
    status: Literal["done", "out-of-scope"]
    note: str = ""
    question: str = ""
    readings: list[str] = Field(default_factory=list)
    ruling: str = ""
    why: str = ""
    option: str = ""

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        if self.status == "out-of-scope" and not self.note:
            raise ValueError(f"{self.id} is out of scope, so it needs note: the reason")
        if bool(self.question) != bool(self.ruling) or bool(self.ruling) != bool(self.why):
            raise ValueError(f"{self.id} needs question, ruling and why together, or none of them")
        if not self.question and (self.readings or self.option):
            raise ValueError(f"{self.id} has readings or an option but no question")
        return self

    def as_json(self, citations: Mapping[str, Mapping[str, Sequence[str]]]) -> dict[str, Any]:
        """Plain data, with the places in code and the tests that cite the clause."""
        cited = citations.get(self.id, {})
        return {
            "id": self.id,
            "title": self.title,
            "optional": self.optional,
            "status": self.status,
            "note": self.note,
            "question": self.question,
            "readings": list(self.readings),
            "ruling": self.ruling,
            "why": self.why,
            "option": self.option,
            "code": list(cited.get("code", ())),
            "tests": list(cited.get("tests", ())),
        }


class _ClauseFile(FileModel):
    clause: list[Clause] = Field(min_length=1)


def load_clauses(path: Path) -> dict[str, Clause]:
    """A ruleset's clauses by id, in the book's order. Raises BadFile."""
    clauses: dict[str, Clause] = {}
    for n, entry in enumerate(checked(_ClauseFile, read_toml(path), path).clause):
        if entry.id in clauses:
            raise BadFile(path, dotted("clause", n, "id"), f"{entry.id!r} is listed twice")
        clauses[entry.id] = entry
    return clauses


def clause_named(clauses: Mapping[str, Clause], id: str) -> Clause:
    """The clause of that id. Raises UnknownName with the nearest."""
    try:
        return clauses[id]
    except KeyError:
        raise UnknownName("clause", id, clauses) from None


def load_citations(path: Path) -> Citations:
    """The citations that a ruleset carries with it; none if it has no such file."""
    if not path.is_file():
        return {}
    try:
        found: Citations = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadFile(path, "", f"it is not valid JSON: {error}") from None
    return found


# The scan -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class Citation:
    """A place that cites a clause. test: the test's name within its file, "" for code."""

    path: Path
    line: int
    clause: str
    test: str = ""


def scan(package_dir: Path) -> list[Citation]:
    """Every citation in a package's code and data files, file by file.

    Code: `@clause("7.17")`, the keyword clause="7.17" in any call, the second argument of
    Phase and Complaint, defaults of parameters and fields called clause, and comments that
    begin with a quoted id. Data: `clause = "7.71"` and such comments in the TOML files under
    tables, ships and scenarios. Raises BadFile for an id in code that is not one literal;
    handing one on (`clause=clause`, `clause=table.clause`) is no citation and is allowed.
    """
    found: list[Citation] = []
    for path in sorted(package_dir.rglob("*.py")):
        found.extend(_in_code(path))
    for folder in _DATA_FOLDERS:
        for path in sorted((package_dir / folder).rglob("*.toml")):
            found.extend(_in_data(path))
    return found


def scan_tests(tests_dir: Path) -> list[Citation]:
    """Every `@pytest.mark.clause("7.17")` of the tests in a folder, test by test.

    Marks on a class or in a module's pytestmark count for each of its tests. Raises BadFile for
    an id that is not a literal.
    """
    found: list[Citation] = []
    for path in sorted(tests_dir.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "clause" in text:
            found.extend(_TestReader(path).read(_parsed(path, text)))
    return found


def citations(package_dir: Path, tests_dir: Path, root: Path) -> Citations:
    """Where each clause is cited, in the order of the clauses.

    root: the repository; paths are told from there. Raises BadFile as the scans do.
    """
    found: Citations = {}
    for kind, places in (("code", scan(package_dir)), ("tests", scan_tests(tests_dir))):
        for place in places:
            where = place.path.resolve().relative_to(root.resolve()).as_posix()
            told = f"{where}::{place.test}" if place.test else f"{where}:{place.line}"
            entry = found.setdefault(place.clause, {"code": [], "tests": []})
            if told not in entry[kind]:
                entry[kind].append(told)
    return {id: found[id] for id in sorted(found, key=clause_order)}


def clause_order(id: str) -> list[tuple[int, int, str]]:
    """Sorts ids as a book does: "6.2" before "6.12", "7.4" before "7.4-continued"."""
    parts = re.findall(r"\d+|[^\d.]+", id)
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts]


def citations_json(found: Citations) -> str:
    """The text of citations.json: a clause a line, so that a change shows as one."""
    lines = (f"  {json.dumps(id)}: {json.dumps(entry)}" for id, entry in found.items())
    return "{\n" + ",\n".join(lines) + "\n}\n" if found else "{}\n"


def repository_of(package_dir: Path) -> Path:
    """The nearest folder above a package with a pyproject.toml, else the one it stands in."""
    package_dir = package_dir.resolve()
    for folder in package_dir.parents:
        if (folder / "pyproject.toml").is_file():
            return folder
    return package_dir.parent


def write_citations(package_dir: Path, tests_dir: Path) -> Path:
    """Write PACKAGE_DIR/citations.json anew; returns its path. Raises BadFile."""
    path = package_dir / "citations.json"
    found = citations(package_dir, tests_dir, repository_of(package_dir))
    path.write_text(citations_json(found), encoding="utf-8", newline="\n")
    return path


# What can be told of --------------------------------------------------------------------------


def told_of(package_dir: Path, known: Iterable[str]) -> frozenset[str]:
    """Of some clauses, those that events and questions of a package's code can name.

    They stand in it as strings, are put together there (f"4.2-{kind}-rake"), or are those of its
    tables; what marks code as a clause's, or only declares it (an option, a modifier of a point, a
    reason for a refusal), is not counted.
    """
    tables = (package_dir / "tables").glob("*.toml")
    strings = {found.clause for path in tables for found in _in_data(path)}
    patterns: set[str] = set()
    for path in sorted(package_dir.rglob("*.py")):
        waiting: list[ast.AST] = [_parsed(path, path.read_text(encoding="utf-8"))]
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Call) and _called(node) in _NEVER_TOLD:
                continue
            if isinstance(node, ast.JoinedStr):
                patterns.add(_pattern(node))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                strings.add(node.value)
            waiting.extend(ast.iter_child_nodes(node))
    built = [re.compile(pattern) for pattern in patterns if _BUILT.match(pattern)]
    return frozenset(id for id in known if id in strings or any(one.fullmatch(id) for one in built))


_NEVER_TOLD = ("clause", "option", "Point", "Declared", "Answer", "Complaint")
_BUILT = re.compile(r"[A-Za-z0-9]+\\\.[A-Za-z0-9.\\-]*-\.\+")
"""How the pattern of a clause that is put together begins: its number, then a part."""


def _pattern(text: ast.JoinedStr) -> str:
    """What an f-string comes to, as a pattern."""
    return "".join(
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
        for part in text.values
    )


# Code and data ------------------------------------------------------------------------------


def _parsed(path: Path, text: str) -> ast.Module:
    try:
        return ast.parse(text)
    except SyntaxError as error:
        raise BadFile(
            path, f"line {error.lineno}", f"it is not valid Python: {error.msg}"
        ) from None


def _in_code(path: Path) -> list[Citation]:
    text = path.read_text(encoding="utf-8")
    commented = _COMMENT.search(text) is not None
    if not commented and not any(word in text for word in ("clause", "Phase(", "Complaint(")):
        return []
    found: list[Citation] = []
    strings: list[tuple[int, int, int, int]] = []
    for node in ast.walk(_parsed(path, text)):
        if isinstance(node, ast.Constant):
            if commented and isinstance(node.value, str):
                strings.append(_span(node))
        elif isinstance(node, ast.JoinedStr):
            strings.append(_span(node))
        else:
            found.extend(Citation(path, line, id) for id, line in _cited(path, node))
    if commented:
        found.extend(_in_comments(path, text, strings))
    return sorted(set(found))


def _cited(path: Path, node: ast.AST) -> Iterator[tuple[str, int]]:
    """The ids that one node of the tree cites, with their lines."""
    if isinstance(node, ast.Call):
        for keyword in node.keywords:
            if keyword.arg == "clause":
                yield from _literals(path, keyword.value)
        if _called(node) in _SECOND_ARGUMENT and len(node.args) > 1:
            yield from _literals(path, node.args[1])
    elif isinstance(node, _MARKED):
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call) and _called(decorator) == "clause":
                for argument in decorator.args:
                    yield from _literals(path, argument, handed_on=False)
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.AnnAssign) and _name(part.target) == "clause":
                    yield from _default(part.value)
        else:
            yield from _defaults(node.args)


def _defaults(arguments: ast.arguments) -> Iterator[tuple[str, int]]:
    """The ids that are defaults of parameters called clause."""
    plain = [*arguments.posonlyargs, *arguments.args]
    pairs: list[tuple[ast.arg, ast.expr | None]] = list(
        zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    )
    if arguments.defaults:
        pairs += zip(plain[-len(arguments.defaults) :], arguments.defaults, strict=True)
    for argument, value in pairs:
        if argument.arg == "clause":
            yield from _default(value)


def _default(value: ast.expr | None) -> Iterator[tuple[str, int]]:
    if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
        yield value.value, value.lineno


def _literals(path: Path, value: ast.expr, *, handed_on: bool = True) -> Iterator[tuple[str, int]]:
    """The ids of one expression: a literal, or a choice between some.

    handed_on: a variable or attribute called clause is let through.
    """
    if isinstance(value, ast.IfExp):
        yield from _literals(path, value.body, handed_on=handed_on)
        yield from _literals(path, value.orelse, handed_on=handed_on)
    elif isinstance(value, ast.Constant) and isinstance(value.value, str | None):
        if value.value:
            yield value.value, value.lineno
    elif not (handed_on and _name(value).lstrip("_") == "clause"):
        raise BadFile(
            path, f"line {value.lineno}", "a clause id must be one quoted literal, never built"
        )


def _name(node: ast.expr) -> str:
    """The last name of a variable or attribute, or ""."""
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def _called(node: ast.Call) -> str:
    """The last name of what is called."""
    return _name(node.func)


def _span(node: ast.expr) -> tuple[int, int, int, int]:
    return node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0


def _in_comments(
    path: Path, text: str, strings: list[tuple[int, int, int, int]]
) -> Iterator[Citation]:
    """Citations in comments. strings: where string literals are, which hold no comments."""
    strings.sort()
    starts = [span[:2] for span in strings]
    for number, line in enumerate(text.splitlines(), start=1):
        if "#" not in line:
            continue
        for match in _COMMENT.finditer(line):
            at = (number, len(line[: match.start()].encode()))
            before = bisect_right(starts, at)
            # Spans nest only within f-strings, whose parts end before the whole: look back two.
            if any(span[2:] > at for span in strings[max(0, before - 2) : before]):
                continue
            for id in _QUOTED.findall(match[1]):
                yield Citation(path, number, id)
            break


def _in_data(path: Path) -> Iterator[Citation]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        data = "" if line.lstrip().startswith("#") else line
        ids = _DATA.findall(data)
        comment = _COMMENT.search(line)
        if comment:
            ids.extend(_QUOTED.findall(comment[1]))
        for id in dict.fromkeys(ids):
            yield Citation(path, number, id)


class _TestReader:
    """Reads the marks of one test file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found: list[Citation] = []

    def read(self, module: ast.Module) -> list[Citation]:
        self._body(module.body, "", self._pytestmark(module.body))
        return self.found

    def _body(self, body: Sequence[ast.stmt], inside: str, marks: Sequence[str]) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                if node.name.startswith("Test"):
                    own = [*marks, *self._marks(node), *self._pytestmark(node.body)]
                    self._body(node.body, f"{inside}{node.name}::", own)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{inside}{node.name}" if node.name.startswith("test") else ""
                ids = dict.fromkeys([*marks, *self._marks(node)]) if name else ()
                self.found.extend(Citation(self.path, node.lineno, id, name) for id in ids)

    def _marks(self, node: _MARKED) -> list[str]:
        return [id for decorator in node.decorator_list for id in self._ids(decorator)]

    def _pytestmark(self, body: Sequence[ast.stmt]) -> list[str]:
        """Ids in the assignments to pytestmark of a module or class."""
        return [
            id
            for node in body
            if isinstance(node, ast.Assign)
            and any(_name(target) == "pytestmark" for target in node.targets)
            for id in self._ids(node.value)
        ]

    def _ids(self, expression: ast.expr) -> Iterator[str]:
        """Ids of every clause mark within an expression; parameters may carry some too."""
        for node in ast.walk(expression):
            if isinstance(node, ast.Call) and _called(node) == "clause":
                for argument in node.args:
                    for id, _ in _literals(self.path, argument, handed_on=False):
                        yield id


def main(arguments: Sequence[str]) -> int:
    """The command line: writes the citations of one package; 0 done, 1 failed, 2 wrong usage."""
    if len(arguments) != 2:
        print("usage: python -m weathergage.clauses PACKAGE_DIR TESTS_DIR", file=sys.stderr)
        return 2
    folders = [Path(argument) for argument in arguments]
    for folder in folders:
        if not folder.is_dir():
            print(f"{folder}: there is no such folder", file=sys.stderr)
            return 2
    try:
        write_citations(*folders)
    except BadFile as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
