"""The list of clauses, and the scan for their citations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from weathergage.clauses import (
    citations,
    clause,
    clause_named,
    clause_order,
    load_citations,
    load_clauses,
    main,
    scan,
    scan_tests,
    told_of,
)
from weathergage.errors import BadFile, UnknownName

LIST = """
[[clause]]
id = "6.2"
title = "Full sail"
status = "done"
[[clause]]
id = "6.12"
title = "Short sail"
optional = true
status = "done"
note = "a ship may go slower"
question = "By how much?"
readings = ["by one", "by two"]
ruling = "By one."
why = "The example does."
[[clause]]
id = "7.0"
title = "The box"
status = "out-of-scope"
note = "a program has no box"
"""

CODE = '''
"""Not a citation: clause="0.0" and # "0.1" stand in a docstring."""

import weathergage


@clause("6.2", "6.12")
def sail(game):
    x = "# \\"0.2\\" in a string"  # "6.13" at the end of a line
    y = f"# {x} \\"0.3\\""
    # "6.14", "6.15" two at once
    # see "0.4", which does not begin the comment
    roll(game, clause="6.16")
    roll(game, clause="6.17" if x else "6.18")
    roll(game, clause=clause)
    roll(game, clause=game.clause, other="0.5")
    roll(game, clause=None)


@weathergage.clause("6.19")
class Order:
    clause: str = "6.20"


def answer(kind, clause="6.21", *, other="0.6"): ...


def refuse(kind, *, clause="6.22"): ...


SEQUENCE = (Phase("sailing", "4.2.E", sail), weathergage.Phase("firing", "7.0-general", fire))
WRONG = Complaint("too fast", "6.23")
'''

TESTS = """
import pytest

pytestmark = [pytest.mark.slow, pytest.mark.clause("1.1")]


@pytest.mark.clause("6.2", "6.12")
def test_one(): ...


@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.clause("6.13")), 2])
async def test_two(n): ...


@pytest.mark.clause("6.14")
class TestMany:
    pytestmark = pytest.mark.clause("6.15")

    @pytest.mark.clause("6.16")
    def test_three(self): ...

    class TestInner:
        def test_four(self): ...


@pytest.mark.clause("9.9")
def helper(): ...
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    package = tmp_path / "plugins" / "weathergage_red"
    tests = tmp_path / "tests" / "red"
    for folder in (package / "tables", package / "scenarios", package / "ships", tests):
        folder.mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text("")
    (package / "sailing.py").write_text(CODE)
    (package / "plain.py").write_text("x = 1\n")
    (package / "clauses.toml").write_text(LIST)
    (package / "tables" / "speeds.toml").write_text(
        '# "6.24" once more\nid = "speeds"\nclause = "6.25"\n# clause = "0.7"\nsubclause = "0.8"\n'
        'high = "last"  # "6.26"\n'
    )
    (package / "scenarios" / "first.toml").write_text(
        'rules = [{ name = "calm", clause = "14.1" }, {clause = "14.2"}]\n'
    )
    (package / "ships" / "red.toml").write_text('clause = "3.2"\n')
    (tests / "test_sailing.py").write_text(TESTS)
    return tmp_path


def test_the_mark_is_an_attribute_and_nothing_else() -> None:
    def sail() -> int:
        return 3

    marked = clause("6.2", "6.12")(sail)
    assert marked is sail
    assert marked() == 3
    assert marked.__clauses__ == ("6.2", "6.12")  # type: ignore[attr-defined]
    assert clause("6.1")(sail).__clauses__ == ("6.1", "6.2", "6.12")  # type: ignore[attr-defined]


def test_clauses_are_read_in_the_books_order(tmp_path: Path) -> None:
    path = tmp_path / "clauses.toml"
    path.write_text(LIST)
    clauses = load_clauses(path)
    assert list(clauses) == ["6.2", "6.12", "7.0"]
    assert clauses["6.12"].optional
    told = clauses["6.12"].as_json({"6.12": {"code": ["a.py:3"], "tests": ["t.py::test_x"]}})
    assert (told["ruling"], told["code"]) == ("By one.", ["a.py:3"])
    assert told["tests"] == ["t.py::test_x"]
    assert told["readings"] == ["by one", "by two"]
    assert clauses["7.0"].as_json({})["code"] == []
    with pytest.raises(UnknownName, match=r"no clause is called '6.1'; did you mean"):
        clause_named(clauses, "6.1")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('id = "6.12"', 'id = "6.2"', "clause.1.id: '6.2' is listed twice"),
        (
            'why = "The example does."',
            "",
            "clause.1: 6.12 needs question, ruling and why together, or none of them",
        ),
        (
            'note = "a program has no box"',
            "",
            "clause.2: 7.0 is out of scope, so it needs note: the reason",
        ),
        (
            'status = "out-of-scope"',
            'status = "later"',
            "clause.2.status: should be 'done' or 'out-of-scope', and is 'later'",
        ),
        (
            'title = "Full sail"',
            'title = "Full sail"\noption = "sail"',
            "clause.0: 6.2 has readings or an option but no question",
        ),
    ],
)
def test_a_broken_list_is_refused_in_one_sentence(
    tmp_path: Path, old: str, new: str, sentence: str
) -> None:
    path = tmp_path / "clauses.toml"
    path.write_text(LIST.replace(old, new, 1))
    with pytest.raises(BadFile) as caught:
        load_clauses(path)
    assert str(caught.value) == f"{path}: {sentence}"


def test_the_scan_finds_every_way_to_cite_and_nothing_else(repository: Path) -> None:
    found = scan(repository / "plugins" / "weathergage_red")
    in_code = [(c.line, c.clause) for c in found if c.path.suffix == ".py"]
    assert in_code == [
        (7, "6.12"),
        (7, "6.2"),
        (9, "6.13"),
        (11, "6.14"),
        (11, "6.15"),
        (13, "6.16"),
        (14, "6.17"),
        (14, "6.18"),
        (20, "6.19"),
        (22, "6.20"),
        (25, "6.21"),
        (28, "6.22"),
        (31, "4.2.E"),
        (31, "7.0-general"),
        (32, "6.23"),
    ]
    in_data = [(c.path.name, c.line, c.clause) for c in found if c.path.suffix == ".toml"]
    assert in_data == [
        ("speeds.toml", 1, "6.24"),
        ("speeds.toml", 3, "6.25"),
        ("speeds.toml", 6, "6.26"),
        ("red.toml", 1, "3.2"),
        ("first.toml", 1, "14.1"),
        ("first.toml", 1, "14.2"),
    ]


def test_the_scan_of_tests_knows_modules_classes_and_parameters(repository: Path) -> None:
    found: dict[str, list[str]] = {}
    for citation in scan_tests(repository / "tests"):
        found.setdefault(citation.test, []).append(citation.clause)
    assert found == {
        "test_one": ["1.1", "6.2", "6.12"],
        "test_two": ["1.1", "6.13"],
        "TestMany::test_three": ["1.1", "6.14", "6.15", "6.16"],
        "TestMany::TestInner::test_four": ["1.1", "6.14", "6.15"],
    }


@pytest.mark.parametrize(
    "line",
    [
        '@clause("6" + ".2")\ndef f(): ...',
        "@clause(SIX)\ndef f(): ...",
        'roll(clause=f"6.{n}")',
        'roll(clause=names["6.2"])',
        'roll(clause="6.2" if x else SIX)',
        'Phase("wind", SIX, change)',
    ],
)
def test_an_id_that_is_no_literal_is_refused_with_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "sailing.py"
    path.write_text("x = 1\n" + line)
    with pytest.raises(BadFile) as caught:
        scan(tmp_path)
    sentence = "line 2: a clause id must be one quoted literal, never built"
    assert str(caught.value) == f"{path}: {sentence}"


def test_a_mark_that_is_no_literal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "test_sailing.py"
    path.write_text("@pytest.mark.clause(clause)\ndef test_x(): ...\n")
    with pytest.raises(BadFile, match="line 1: a clause id must be one quoted literal"):
        scan_tests(tmp_path)


def test_citations_are_told_from_the_repository_in_order(repository: Path) -> None:
    package, tests = repository / "plugins" / "weathergage_red", repository / "tests"
    found = citations(package, tests, repository)
    assert list(found)[:4] == ["1.1", "3.2", "4.2.E", "6.2"]
    assert list(found) == sorted(found, key=clause_order)
    assert found["6.2"] == {
        "code": ["plugins/weathergage_red/sailing.py:7"],
        "tests": ["tests/red/test_sailing.py::test_one"],
    }
    assert found["6.25"]["code"] == ["plugins/weathergage_red/tables/speeds.toml:3"]
    assert found["6.15"]["tests"] == [
        "tests/red/test_sailing.py::TestMany::test_three",
        "tests/red/test_sailing.py::TestMany::TestInner::test_four",
    ]


def test_ids_sort_as_in_a_book() -> None:
    ids = ["7.4-continued", "10.1", "6.12", "4.2.B", "7.4", "6.2", "4.2.A", "9.11"]
    assert sorted(ids, key=clause_order) == [
        "4.2.A",
        "4.2.B",
        "6.2",
        "6.12",
        "7.4",
        "7.4-continued",
        "9.11",
        "10.1",
    ]


def test_the_command_writes_a_clause_a_line(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package, tests = repository / "plugins" / "weathergage_red", repository / "tests"
    assert load_citations(package / "citations.json") == {}
    assert main([str(package), str(tests)]) == 0
    text = (package / "citations.json").read_text()
    assert json.loads(text) == citations(package, tests, repository)
    assert load_citations(package / "citations.json") == json.loads(text)
    assert text.count("\n") == len(json.loads(text)) + 2
    assert main([str(package), str(tests)]) == 0
    assert (package / "citations.json").read_text() == text
    assert main([str(package)]) == 2
    assert main([str(package), str(tests / "nowhere")]) == 2
    (package / "bad.py").write_text("roll(clause=f'{x}')")
    assert main([str(package), str(tests)]) == 1
    assert "bad.py: line 1: a clause id must be" in capsys.readouterr().err


def test_what_can_be_told_of_is_what_stands_in_the_code_that_tells(tmp_path: Path) -> None:
    (tmp_path / "fire.py").write_text(
        '"""9.9 is played here."""\n'
        'RAM = Modifier("speed", 1, "7.15-speed")\n'
        'OWN = Point("ram", "7.14", "the die", (Declared("speed", 1, "7.16"),))\n'
        '@clause("7.1", "7.2")\n'
        "def fire(game, rake):\n"
        '    # "7.3" said in passing\n'
        '    game.roll("fire", clause="7.4")\n'
        '    game.tell(Fired(f"7.5-{rake}-rake", f"{rake}.6"))\n'
        '    raise IllegalCommand(Complaint("no", "7.7"))\n'
    )
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "hits.toml").write_text('clause = "7.8"\n')
    known = ["7.8", "7.1", "7.14", "7.15", "7.15-speed", "7.16", "7.2", "7.3", "7.4"]
    known += ["7.5-bow-rake", "7.5-bow", "7.5", "7.6", "7.7", "9.9"]
    assert told_of(tmp_path, known) == {"7.15-speed", "7.4", "7.5-bow-rake", "7.8"}
