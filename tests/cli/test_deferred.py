"""What commands import, and when: `pnp --help` and a build with nothing to do import nothing slow."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import pnp.cli
from pnp.cli import deferred, main
from tests.conftest import ROOT

SLOW = {"fontTools", "jinja2", "markdown_it", "numpy", "openpyxl", "PIL", "pydantic", "pydantic_core", "pypdf"} | {
    "bidi", "pypdfium2", "reportlab", "resvg_py", "simplejpeg", "uharfbuzz", "uniseg"
}  # fmt: skip
"""Packages that only some commands need and that take long to import."""
ELSEWHERE = {"concurrent", "ctypes", "filelock", "multiprocessing", "platformdirs", "resource", "xml"}
"""Also imported late: to interrupt threads, for output folders and several processes, what Windows lacks, and what
imports much of the web."""
ALLOWED = {
    ("pnp/__main__.py", "pnp.cli"),  # after signals have their handlers
    ("pnp/cli/balance.py", "pnp.lab.report"),  # pydantic
    ("pnp/kit/templates.py", "pnp.kit.fill"),  # jinja2
    ("pnp/pdf/__init__.py", "pnp.pdf"),  # reportlab and pypdf
    ("pnp/pipeline/api.py", "pnp.kit"),  # the web
    ("pnp/pipeline/api.py", "pnp.pipeline"),  # dulwich
    ("pnp/pipeline/documents.py", "pnp.export"),  # Pillow, for files of cutting machines
    ("pnp/pipeline/documents.py", "pnp.export.printed"),
    ("pnp/pipeline/prints.py", "pnp.sources.git_objects"),  # dulwich
    ("pnp/text/fonts.py", "pnp.confined"),  # what starts the child process, in which these fonts are read
    ("pnp/rules/proofs.py", "pnp.rules"),  # worked examples, which play does not need
}
"""The modules of pnp that are imported inside functions, because they import one of the packages above."""


def commands() -> list[str]:
    return main.list_commands(click.Context(main))


@pytest.mark.parametrize("name", commands())
def test_the_summary_of_a_command_begins_its_own_help(name: str) -> None:
    context = click.Context(main, info_name="pnp")
    command = main.get_command(context, name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str(limit=200) == pnp.cli._COMMANDS[name][1]


def test_no_command_is_unlisted() -> None:
    """A command of a module that the table lacks would exist and could not be called."""
    context, modules = click.Context(main), {module for module, _ in pnp.cli._COMMANDS.values()}
    listed = [main.get_command(context, name) for name in commands()]
    for module in modules:
        defined = vars(sys.modules[f"pnp.cli.{module}"]).values()
        inner = [sub for each in listed if isinstance(each, click.Group) for sub in each.commands.values()]
        assert all(each in [*listed, *inner] for each in defined if isinstance(each, click.Command))


def test_names_are_completed_without_their_modules() -> None:
    context = click.Context(main)
    assert [item.value for item in main.shell_complete(context, "pre")] == ["preview", "preflight"]
    assert main.get_command(context, "biuld") is None


def test_deferred_modules_are_those_that_types_are_checked_with() -> None:
    tree = ast.parse(Path(deferred.__file__).read_text("utf-8"))
    checked = {
        alias.asname: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    assert checked == deferred._MODULES
    assert all(getattr(deferred, name).__name__ == module for name, module in checked.items())
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        deferred.nothing  # noqa: B018


def test_help_imports_only_the_command_line() -> None:
    code = (
        "import sys; from pnp.cli import main\n"
        "try: main(['--help'])\n"
        "finally: print(*sorted(m for m in sys.modules if m.startswith('pnp.') or m == 'yaml'))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = done.stdout.splitlines()[-1].split()
    assert {name for name in imported if not name.startswith("pnp.diagnostics")} == {
        "pnp.cli", "pnp.cli.console", "pnp.cli.deferred"
    }  # fmt: skip


def late_imports() -> Iterator[tuple[str, str, int]]:
    """The file, module and line of each import inside a function."""
    for path in sorted((ROOT / "pnp").rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for node in ast.walk(function):
                    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                    names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                    yield from ((path.relative_to(ROOT).as_posix(), name, node.lineno) for name in names)


@pytest.mark.slow
def test_only_slow_packages_are_imported_inside_functions() -> None:
    late = list(late_imports())
    wrong = [
        (file, name, line)
        for file, name, line in late
        if name.partition(".")[0] not in SLOW | ELSEWHERE and (file, name) not in ALLOWED
    ]
    assert wrong == []
    assert {(file, name) for file, name, _ in late} >= ALLOWED
