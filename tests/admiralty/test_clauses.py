"""Every clause is played by code and proved by a test, and the ledger says where."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import weathergage_admiralty
from weathergage.clauses import citations, citations_json, load_clauses

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "plugins" / "admiralty" / "weathergage_admiralty"
TESTS = ROOT / "tests" / "admiralty"
CLAUSES = load_clauses(PACKAGE / "clauses.toml")
FOUND = citations(PACKAGE, TESTS, ROOT)


def test_every_cited_id_is_a_clause() -> None:
    assert sorted(set(FOUND) - set(CLAUSES)) == []


@pytest.mark.parametrize("where", ["code", "tests"])
def test_every_clause_that_is_done_is_cited(where: str) -> None:
    done = [clause.id for clause in CLAUSES.values() if clause.status == "done"]
    assert [id for id in done if not FOUND.get(id, {}).get(where)] == []


def test_every_other_clause_has_a_reason() -> None:
    assert [c.id for c in CLAUSES.values() if c.status != "done" and not c.why] == []


def test_the_ledger_is_what_the_scan_gives_today() -> None:
    """When this fails: python -m weathergage.clauses PACKAGE TESTS, as CONTRIBUTING says."""
    kept = (PACKAGE / "citations.json").read_text(encoding="utf-8")
    assert kept == citations_json(FOUND)


def test_the_installed_package_has_the_same_ledger() -> None:
    installed = Path(weathergage_admiralty.__file__).parent / "citations.json"
    assert json.loads(installed.read_text(encoding="utf-8")) == FOUND
