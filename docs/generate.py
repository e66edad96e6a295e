"""Pages of the handbook that are made from the code: a page a hook, and each ruleset's clauses.

mkdocs calls `on_config` and `on_files` when it builds. The page of a hook is its docstring, its
arguments and its file of examples, docs/examples/hooks/<hook>.py; the clauses come from
clauses.toml and citations.json of each ruleset that is installed.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from weathergage.clauses import Clause, load_citations, load_clauses
from weathergage.hooks import Hooks
from weathergage.plugins import rulesets
from weathergage.ruleset import Ruleset

EXAMPLES = Path(__file__).parent / "examples" / "hooks"


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are made here."""
    for path, text in pages():
        files.append(File.generated(config, path, content=text))
    return files


def on_config(config: Any) -> Any:
    """Put the pages that are made into the navigation, below their index."""
    made = [path for path, _ in pages()]
    config.nav = [_with_pages(entry, made) for entry in config.nav]
    return config


def _with_pages(entry: Any, made: list[str]) -> Any:
    if isinstance(entry, list):
        return [_with_pages(part, made) for part in entry]
    if isinstance(entry, dict):
        return {title: _with_pages(part, made) for title, part in entry.items()}
    folder, _, name = str(entry).rpartition("/")
    if not folder or name != "index.md":
        return entry
    return [path for path in made if path.startswith(f"{folder}/")]


def pages() -> Iterator[tuple[str, str]]:
    """Every page that is made, by its path."""
    yield "hooks/index.md", hook_index()
    for hook in hook_names():
        yield f"hooks/{hook}.md", hook_page(hook)
    yield "clauses/index.md", clause_index()
    for ruleset in rulesets().values():
        yield f"clauses/{ruleset.id}.md", clause_page(ruleset)


# Hooks


def hook_names() -> list[str]:
    """Every hook, in the order of the specifications."""
    return [name for name in vars(Hooks) if not name.startswith("_")]


def parts_of(hook: str) -> tuple[str, str, dict[str, str]]:
    """The first sentence of a hook's docstring, the rest, and what it says of each argument."""
    text = inspect.getdoc(getattr(Hooks, hook)) or ""
    first, _, rest = text.partition("\n\n")
    paragraphs = rest.split("\n\n") if rest else []
    names = list(inspect.signature(getattr(Hooks, hook)).parameters)[1:]
    told: dict[str, str] = {}
    if paragraphs and names and paragraphs[-1].startswith(tuple(f"{n}:" for n in names)):
        last = " ".join(paragraphs.pop().split())
        marks = [m for m in re.finditer(r"(?:^|(?<=[.,] ))((?:\w+, )*\w+): ", last)]
        for number, mark in enumerate(marks):
            end = marks[number + 1].start() if number + 1 < len(marks) else len(last)
            for name in mark[1].split(", "):
                told[name] = last[mark.end() : end].strip().rstrip(",")
    return first, "\n\n".join(" ".join(p.split()) for p in paragraphs), told


def hook_index() -> str:
    """The list of hooks."""
    lines = ["# Every hook", "", INTRODUCTION, "", "| hook | what it is for |", "| --- | --- |"]
    lines += [f"| [`{hook}`]({hook}.md) | {parts_of(hook)[0]} |" for hook in hook_names()]
    return "\n".join(lines) + "\n"


INTRODUCTION = (
    "A house rule with code is an object with methods that are marked `@wg.hookimpl`; each has the "
    "name of a hook and takes, by name, those of its arguments that it needs. "
    "[In half an hour](../half-an-hour.md) shows one being written."
)


def hook_page(hook: str) -> str:
    """A hook's page."""
    first, rest, told = parts_of(hook)
    method = getattr(Hooks, hook)
    names = list(inspect.signature(method).parameters)[1:]
    lines = [f"# {hook}", "", first, "", rest, ""]
    lines += ["## Arguments", ""]
    if names:
        lines += ["| name | what it is |", "| --- | --- |"]
        lines += [f"| `{name}` | {told.get(name, '')} |" for name in names]
    else:
        lines.append("None.")
    spec = getattr(method, "weathergage_spec", {})
    if spec.get("firstresult"):
        lines += ["", "The first answer that is not `None` counts."]
    example = EXAMPLES / f"{hook}.py"
    if example.is_file():
        lines += ["", "## Example", "", "```python", example.read_text(encoding="utf-8").rstrip()]
        lines.append("```")
    return "\n".join(lines) + "\n"


# Clauses


def clause_index() -> str:
    """The rulesets with how many clauses they play."""
    lines = ["# Clauses", "", "What each ruleset plays of its book, and where that is written.", ""]
    lines += ["| ruleset | clauses | played | out of scope | with a ruling |", "| --- " * 5 + "|"]
    for ruleset in rulesets().values():
        clauses = load_clauses(ruleset.folder / "clauses.toml").values()
        done = sum(clause.status == "done" for clause in clauses)
        rulings = sum(bool(clause.ruling) for clause in clauses)
        lines.append(
            f"| [{ruleset.title}]({ruleset.id}.md) | {len(clauses)} | {done} "
            f"| {len(clauses) - done} | {rulings} |"
        )
    return "\n".join(lines) + "\n"


def clause_page(ruleset: Ruleset) -> str:
    """A ruleset's clauses in the book's order, with rulings, code and tests."""
    clauses = load_clauses(ruleset.folder / "clauses.toml")
    cited = load_citations(ruleset.folder / "citations.json")
    lines = [f"# {ruleset.title}: clauses", ""]
    lines.append(
        f"The same is to be had at the keyboard: `weathergage rules {ruleset.id} CLAUSE`. "
        "A file is named with the line in it."
    )
    lines += ["", "| clause | | code | tests |", "| --- | --- | --- | --- |"]
    for clause in clauses.values():
        entry = cited.get(clause.id, {})
        code = ", ".join(f"`{_short(place)}`" for place in entry.get("code", ())[:3])
        tests = str(len(entry.get("tests", ())) or "")
        lines.append(f"| {_told(clause)} | {code} | {tests} |")
    rulings = [clause for clause in clauses.values() if clause.ruling]
    if rulings:
        lines += ["", "## Rulings", ""]
        for clause in rulings:
            lines += [f"### {clause.id} {_plain(clause.title)}", ""]
            lines += [_plain(clause.question), "", f"**{_plain(clause.ruling)}**", ""]
            lines += [_plain(clause.why), ""]
    return "\n".join(lines) + "\n"


def _told(clause: Clause) -> str:
    marks = " (optional)" if clause.optional else ""
    marks += f" (out of scope: {_plain(clause.note)})" if clause.status != "done" else ""
    return f"{clause.id} | {_plain(clause.title)}{marks}"


def _short(place: str) -> str:
    return place.rpartition("/")[2]


def _plain(text: str) -> str:
    """Text that markdown leaves as it is, on one line."""
    return re.sub(r"([\\`*_{}\[\]<>|#])", r"\\\1", " ".join(text.split()))
