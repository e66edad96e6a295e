"""rules and options: a book's clauses, its optional rules, and what was decided in its silence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_origin

from rich.console import Console
from rich.text import Text

from weathergage.clauses import (
    Citations,
    Clause,
    clause_named,
    load_citations,
    load_clauses,
)
from weathergage.cli.exits import UsageProblem
from weathergage.cli.output import console, labelled, listing, many, paragraph, print_json
from weathergage.plugins import find_ruleset
from weathergage.ruleset import Ruleset

STATUS = {"done": "done", "out-of-scope": "out of scope"}


def rules(ruleset_id: str, clause: str | None, *, rulings: bool, as_json: bool) -> None:
    """The clauses of a ruleset: all, a chapter, one in full, or those with a ruling."""
    if clause and rulings:
        raise UsageProblem("name a clause or ask for --rulings, not both")
    ruleset = find_ruleset(ruleset_id)
    clauses, citations = _read(ruleset)
    chosen = _chosen(clauses, clause)
    if rulings:
        chosen = {id: one for id, one in clauses.items() if one.ruling}
    if as_json:
        print_json([one.as_json(citations) for one in chosen.values()])
        return
    out = console()
    if rulings:
        _print_ledger(out, ruleset, chosen)
    elif clause and len(chosen) == 1:
        _print_clause(out, next(iter(chosen.values())), citations)
    else:
        _print_list(out, ruleset, chosen, citations)


def print_clauses(out: Console, ruleset: Ruleset, clause: str) -> None:
    """One clause in full, or a chapter's list. Raises UnknownName."""
    clauses, citations = _read(ruleset)
    chosen = _chosen(clauses, clause)
    if len(chosen) == 1:
        _print_clause(out, next(iter(chosen.values())), citations)
    else:
        _print_list(out, ruleset, chosen, citations)


def _read(ruleset: Ruleset) -> tuple[dict[str, Clause], Citations]:
    folder = ruleset.folder
    return load_clauses(folder / "clauses.toml"), load_citations(folder / "citations.json")


def _chosen(clauses: Mapping[str, Clause], wanted: str | None) -> dict[str, Clause]:
    """The clause of that id, or else those that stand under it. Raises UnknownName."""
    if wanted is None or wanted in clauses:
        return dict(clauses) if wanted is None else {wanted: clauses[wanted]}
    chapter = wanted.removesuffix(".0").rstrip(".")
    under = {
        id: one
        for id, one in clauses.items()
        if id.startswith((f"{chapter}.", f"{wanted}-"))
        or (id[: len(wanted)] == wanted and "." in wanted)
    }
    return under or {wanted: clause_named(clauses, wanted)}


def _print_list(
    out: Console, ruleset: Ruleset, clauses: Mapping[str, Clause], citations: Citations
) -> None:
    table = listing(
        ("Clause", "Title", "Status", "Code", "Tests"), title=ruleset.title, right=("Tests",)
    )
    table.columns[0].no_wrap = True
    for id, clause in clauses.items():
        cited = citations.get(id, {})
        code = cited.get("code", [])
        table.add_row(
            id,
            clause.title,
            ", ".join(_status(clause)),
            _short(code[0]) + (f" +{len(code) - 1}" if len(code) > 1 else "") if code else "",
            str(len(cited.get("tests", []))),
            style="dim" if clause.status == "out-of-scope" else None,
        )
    out.print(table)
    done = sum(clause.status == "done" for clause in clauses.values())
    ruled = sum(bool(clause.ruling) for clause in clauses.values())
    out.print(
        f"{many(len(clauses), 'clause')}: {done} done, {len(clauses) - done} out of scope, "
        f"{ruled} with a ruling."
    )
    out.print(f"One in full: weathergage rules {ruleset.id} CLAUSE", style="dim")


def _status(clause: Clause) -> list[str]:
    """Whether a clause is done, optional, and decided on."""
    marks = (("optional", clause.optional), ("ruling", bool(clause.ruling)))
    return [STATUS[clause.status], *(word for word, is_so in marks if is_so)]


def _short(place: str) -> str:
    """A place in code without its folders."""
    return place.rpartition("/")[2]


def _print_clause(out: Console, clause: Clause, citations: Citations) -> None:
    head = Text(f"{clause.id}  {clause.title}", style="bold")
    head.append(f"  ({'optional, ' if clause.optional else ''}{STATUS[clause.status]})", "not bold")
    out.print(head, soft_wrap=True)
    if clause.note:
        paragraph(out, clause.note)
    if clause.question:
        out.print()
        labelled(out, "Question", clause.question)
        for reading in clause.readings:
            labelled(out, "Reading", reading)
        labelled(out, "Ruling", clause.ruling)
        labelled(out, "Why", clause.why)
    if clause.option:
        labelled(out, "Option", f"{clause.option} plays the other reading")
    cited = citations.get(clause.id, {})
    for label, places in (("Code", cited.get("code", [])), ("Tests", cited.get("tests", []))):
        if places:
            out.print()
        for number, place in enumerate(places):
            out.print(Text(f"{label if not number else '':10}{place}"), soft_wrap=True)


def _print_ledger(out: Console, ruleset: Ruleset, clauses: Mapping[str, Clause]) -> None:
    """Every ruling, one after the other."""
    out.print(Text(f"{ruleset.title}: {many(len(clauses), 'ruling')}", style="bold"))
    for clause in clauses.values():
        out.print()
        out.print(Text(f"{clause.id}  {clause.title}", style="bold"), soft_wrap=True)
        labelled(out, "Question", clause.question)
        labelled(out, "Ruling", clause.ruling)
        labelled(out, "Why", clause.why)
        if clause.option:
            labelled(out, "Option", f"{clause.option} plays the other reading")


# options


def options(ruleset_id: str, *, as_json: bool) -> None:
    """A ruleset's optional rules."""
    ruleset = find_ruleset(ruleset_id)
    rows = [_option(ruleset, name) for name in ruleset.options.model_fields]
    if as_json:
        print_json(rows)
        return
    out = console()
    table = listing(("Option", "Default", "Choices", "Clause", "Title"), title=ruleset.title)
    table.columns[0].no_wrap = True
    for row in rows:
        relations = [
            f"{words} {', '.join(row[key])}"
            for key, words in (("needs", "needs"), ("excludes", "not with"))
            if row[key]
        ]
        title = "; ".join([row["title"], *relations])
        choices = " ".join(_written(choice) for choice in row["choices"])
        table.add_row(row["name"], _written(row["default"]), choices, row["clause"], title)
    out.print(table)
    out.print("Choose one: weathergage play SCENARIO --option NAME=VALUE", style="dim")


def _option(ruleset: Ruleset, name: str) -> dict[str, Any]:
    field = ruleset.options.model_fields[name]
    facts = ruleset.options.facts(name)
    return {
        "name": name,
        "default": field.default,
        "choices": _choices(field.annotation),
        "clause": facts.get("clause", ""),
        "title": field.title or "",
        "needs": facts.get("needs", []),
        "excludes": facts.get("excludes", []),
        "suspended_by": facts.get("suspended_by", []),
    }


def _choices(annotation: Any) -> list[Any]:
    if annotation is bool:
        return [False, True]
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    return [getattr(annotation, "__name__", str(annotation))]


def _written(value: Any) -> str:
    """A value as it is written after --option NAME=."""
    return str(value).lower() if isinstance(value, bool) else str(value)
