"""Every clause is played by code and proved by a test, and each ruleset's ledger says where."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest

import weathergage as wg
from weathergage.clauses import Citations, citations, citations_json, load_clauses

ROOT = Path(__file__).parents[2]
PACKAGES = [ruleset.package for _, ruleset in sorted(wg.rulesets().items())]


def source_of(package: str) -> Path:
    """The folder of a ruleset's package in the repository."""
    return ROOT / "plugins" / package.removeprefix("weathergage_") / package


@pytest.fixture(params=PACKAGES, scope="module")
def package(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def found(package: str) -> Citations:
    tests = ROOT / "tests" / package.removeprefix("weathergage_")
    return citations(source_of(package), tests, ROOT)


def test_every_cited_id_is_a_clause(package: str, found: Citations) -> None:
    assert sorted(set(found) - set(load_clauses(source_of(package) / "clauses.toml"))) == []


@pytest.mark.parametrize("where", ["code", "tests"])
def test_every_clause_that_is_done_is_cited(package: str, found: Citations, where: str) -> None:
    clauses = load_clauses(source_of(package) / "clauses.toml").values()
    done = [clause.id for clause in clauses if clause.status == "done"]
    assert done
    assert [id for id in done if not found.get(id, {}).get(where)] == []


def test_every_other_clause_has_a_reason(package: str) -> None:
    clauses = load_clauses(source_of(package) / "clauses.toml").values()
    assert [c.id for c in clauses if c.status != "done" and not c.why] == []


def test_the_ledger_is_what_the_scan_gives_today(package: str, found: Citations) -> None:
    """When this fails: python -m weathergage.clauses PACKAGE TESTS, as CONTRIBUTING says."""
    kept = (source_of(package) / "citations.json").read_text(encoding="utf-8")
    assert kept == citations_json(found)


def test_the_installed_package_has_the_same_ledger(package: str, found: Citations) -> None:
    installed = Path(str(import_module(package).__file__)).parent / "citations.json"
    assert json.loads(installed.read_text(encoding="utf-8")) == found
