"""new-plugin: the files of a plugin to begin with, which pass their own tests."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from jinja2 import Environment, StrictUndefined
from typer import Exit

from weathergage.clauses import write_citations
from weathergage.cli.exits import UsageProblem
from weathergage.cli.output import console, paragraph, print_json
from weathergage.errors import BadFile
from weathergage.plugins import discover

TEMPLATES = Path(__file__).parents[1] / "templates" / "new_plugin"
KINDS = ("house-rule", "ruleset")
BOARDS = ("hex", "free")

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST = 60
_TAKEN = ("weathergage", "weathergage-core", "new-plugin")


def new_plugin(name: str, *, kind: str, board: str, into: Path, as_json: bool) -> None:
    """Write a package into a new folder of its name, and say what to do with it."""
    check_name(name)
    for word, known, option in ((kind, KINDS, "--kind"), (board, BOARDS, "--board")):
        if word not in known:
            raise UsageProblem(f"{option} takes {' or '.join(known)}, not {word!r}")
    folder = write_plugin(name, kind=kind, board=board, into=into)
    files = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())
    if as_json:
        print_json({"folder": str(folder), "kind": kind, "files": files})
        raise Exit
    out = console()
    paragraph(out, f"{folder} holds a {'ruleset' if kind == 'ruleset' else 'house rule'}:")
    for file in files:
        out.print(f"  {file}")
    paragraph(out, "Next:")
    out.print(f"  cd {folder}", soft_wrap=True)
    out.print('  python -m pip install -e ".[dev]" && python -m pytest')
    out.print("  weathergage check .")


def check_name(name: str) -> None:
    """Raise UsageProblem for a name that no plugin can have."""
    if not _NAME.fullmatch(name):
        words = re.findall(r"[a-z0-9]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower())
        better = "-".join(words).lstrip("0123456789-")
        hint = f", such as {better}" if _NAME.fullmatch(better) else ", such as grape-shot"
        raise UsageProblem(
            f"a plugin's name is small letters and figures with hyphens between{hint}; not {name!r}"
        )
    if len(name) > _LONGEST:
        raise UsageProblem(f"a plugin's name has {_LONGEST} letters at most, not {len(name)}")
    found = discover()
    if name in _TAKEN or name in found.rulesets or name in found.house_rules:
        raise UsageProblem(f"{name} is the name of something that is installed; choose another")


def write_plugin(name: str, *, kind: str, board: str, into: Path) -> Path:
    """The new folder. It appears whole or not at all; BadFile where there is something already."""
    folder = into / name
    if folder.exists() or folder.is_symlink():
        raise BadFile(folder, "", "there is something of that name already; nothing was written")
    into.mkdir(parents=True, exist_ok=True)
    words = _words(name, kind, board)
    with tempfile.TemporaryDirectory(prefix=f".{name}-", dir=into) as draft:
        made = Path(draft) / name
        for source, path in _files(kind):
            target = made / path.replace("/package/", f"/{words['package']}/")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_rendered(source, words), encoding="utf-8", newline="\n")
        write_citations(made / "src" / words["package"], made / "tests")
        shutil.move(made, folder)
    return folder


def _words(name: str, kind: str, board: str) -> dict[str, str]:
    words = name.split("-")
    return {
        "id": name,
        "kind": kind,
        "board": board,
        "title": " ".join(words).capitalize(),
        "class_name": "".join(word.capitalize() for word in words),
        "package": f"weathergage_{'_'.join(words)}",
        "distribution": f"weathergage-{name}",
        "version": version("weathergage"),
    }


def _files(kind: str) -> Iterator[tuple[Path, str]]:
    """Each template with the path of what it becomes."""
    for part in ("common", kind):
        for source in sorted((TEMPLATES / part).rglob("*.jinja")):
            path = source.relative_to(TEMPLATES / part).as_posix().removesuffix(".jinja")
            yield source, path.replace("dot-", ".")


def _rendered(source: Path, words: dict[str, str]) -> str:
    environment = Environment(
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    return environment.from_string(source.read_text(encoding="utf-8")).render(words)
