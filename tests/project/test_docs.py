"""Documentation that is run: each page in a folder of its own, from top to bottom, as a reader would follow it.

    ```console        the lines that begin with `$ ` are run, and what stands under one must be what it says; `…` stands
                      for anything, alone on its line for any lines. Nothing under it: only the exit code is looked at,
                      which is 1 if `error[…]` is shown, 2 if `Error:` is, and 0 if not.
    ```sh             every line is run
    `stable/x.yaml`:  a block after such a line is that file's content from there on

`--update-golden` writes what commands really say where that is other than what stands there.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import click
import pytest
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from pnp import checks, export
from pnp.cli import main
from pnp.pdf import preflight
from pnp.studio.server import Server
from tests.conftest import ROOT, SMALL, run
from tests.support.git import git, needs_git

DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]

GIVEN = {"docs/ci.md": ("new", "mine", "--from", "rhino", "kits")}
"""Pages that begin with a kit which they do not make themselves, and how it is made."""

INSTALLING = {
    "README.md": [
        "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/pnp build rhino --paper a4",
        "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest",
    ]
}
"""The commands that are not run here, for they install what runs this."""


def installed(command: str) -> bool:
    """Whether the extra that a command needs is installed."""
    return "--solve" not in command or find_spec("pyspiel") is not None


# What a page says --------------------------------------------------------------------------------------------


class Block(NamedTuple):
    """What stands between two fences: its language, its lines, the line of the first, and the file it is, if it is."""

    language: str
    lines: list[str]
    line: int
    file: str


class Step(NamedTuple):
    """A command, what is shown under it, and the line where that begins."""

    command: str
    shown: list[str]
    line: int


_FENCE = re.compile(r"```(\w*)")
_CAPTION = re.compile(r".*`([\w-]+(?:/[\w.-]+)+)`:")


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    said, open_ = "", None
    for number, line in enumerate(text.splitlines(), start=1):
        fence = _FENCE.fullmatch(line)
        if open_ is not None and line == "```":
            yield open_
            said, open_ = "", None
        elif open_ is not None:
            open_.lines.append(line)
        elif fence:
            caption = _CAPTION.fullmatch(said)
            open_ = Block(fence[1], [], number + 1, caption[1] if caption else "")
        elif line:
            said = line
    assert open_ is None, f"the block at line {open_ and open_.line} is not closed"


def steps(block: Block) -> list[Step]:
    """The commands of a block, in order."""
    if block.language == "sh":
        return [Step(line, [], block.line + at) for at, line in enumerate(block.lines) if line != "set -e"]
    found: list[Step] = []
    for number, line in enumerate(block.lines, start=block.line):
        if line.startswith("$ "):
            found.append(Step(line.removeprefix("$ "), [], number + 1))
        else:
            assert found, f"line {number} stands under no command"
            found[-1].shown.append(line)
    return found


def title(page: Path) -> str:
    """What a page is called here."""
    return page.relative_to(ROOT).as_posix()


def text_of(page: Path) -> str:
    return page.read_text("utf-8")


def prose(text: str) -> str:
    """A page without its blocks."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


# How it is followed ------------------------------------------------------------------------------------------


class Said(NamedTuple):
    """What a command said, and its exit code."""

    output: str
    code: int


def followed(command: str, monkeypatch: pytest.MonkeyPatch) -> Said:
    """Run one command where the reader stands. There are few, so that a page can be followed on any system."""
    name, *arguments = (word for part in shlex.split(command) for word in _matching(part))
    return COMMANDS[name](arguments, monkeypatch)


def _matching(word: str) -> list[str]:
    """The files that a word with a star names, as a shell does it."""
    return sorted(path.as_posix() for path in Path().glob(word)) if "*" in word else [word]


def _pnp(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> Said:
    if arguments[0] in ("watch", "studio"):
        monkeypatch.setattr(Server, "serve_forever", _looked_at_once)
    result = run(*arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Said(result.output.replace(str(ROOT), "…"), result.exit_code)


def _looked_at_once(server: Any, poll_interval: float) -> None:
    """A reader who looks until all is checked, and then types Ctrl-C."""
    view = server.watch.view
    while not view.checked:
        view = server.watch.after(view.number, 10)
    raise KeyboardInterrupt


def _cp(arguments: list[str], _monkeypatch: pytest.MonkeyPatch) -> Said:
    shutil.copy(*arguments)
    return Said("", 0)


def _python(arguments: list[str], _monkeypatch: pytest.MonkeyPatch) -> Said:
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": "-p no:cacheprovider", "PYTHONUTF8": "1"}
    line = [sys.executable, *arguments]
    done = subprocess.run(line, env=env, capture_output=True, text=True, encoding="utf-8", check=False)
    return Said(done.stdout + done.stderr, done.returncode)


COMMANDS: dict[str, Callable[[list[str], pytest.MonkeyPatch], Said]] = {
    "pnp": _pnp, "cp": _cp, "python": _python,
}  # fmt: skip


def expected_code(shown: list[str]) -> int:
    if any(line.startswith("Error: ") for line in shown):
        return 2
    if shown[-1:] == ["stopped"]:  # by Ctrl-C
        return 130
    return 1 if any(re.search(r"\berror\[", line) for line in shown) else 0


def agrees(shown: list[str], output: str) -> bool:
    """Whether what is shown is what was said."""
    if not shown:
        return True
    parts = [r"(?:.*\n)*?" if line == "…" else re.escape(line.rstrip()).replace("…", ".*?") + r" *\n" for line in shown]
    return re.fullmatch("".join(parts), output.rstrip() + "\n") is not None


class Mended:
    """A page with what commands really say."""

    def __init__(self, page: Path) -> None:
        self.page = page
        self.lines = text_of(page).splitlines()
        self.moved = 0

    def put(self, step: Step, output: str) -> None:
        at = step.line - 1 + self.moved
        now = [line.rstrip() for line in output.rstrip().splitlines()]
        self.lines[at : at + len(step.shown)] = now
        self.moved += len(now) - len(step.shown)

    def write(self) -> None:
        if self.moved or self.lines != text_of(self.page).splitlines():
            self.page.write_text("\n".join(self.lines) + "\n", "utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=title)
def test_a_page_can_be_followed(page, tmp_path, monkeypatch, update_golden):
    monkeypatch.setattr(click, "get_app_dir", lambda name: str(tmp_path / "settings" / name))
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    if title(page) in GIVEN:
        assert run(*GIVEN[title(page)]).exit_code == 0
    mended, wrong = Mended(page), []
    for block in blocks(text_of(page)):
        if block.file:
            path = here / block.file
            assert path.resolve().is_relative_to(here), block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(block.lines) + "\n", "utf-8")
        for step in steps(block) if block.language in ("console", "sh") else ():
            if step.command in INSTALLING.get(title(page), ()) or not installed(step.command):
                continue
            said = followed(step.command, monkeypatch)
            right = agrees(step.shown, said.output)
            if update_golden and not right:
                mended.put(step, said.output)
            elif not right or said.code != expected_code(step.shown):
                wrong.append(f"{title(page)}:{step.line - 1}: $ {step.command}\n{said.output}exit code {said.code}")
    mended.write()
    assert not wrong, "\n\n".join(wrong)


def test_pages_are_followed_and_not_passed_over():
    typed = {title(page): [b for b in blocks(text_of(page)) if b.language in ("console", "sh")] for page in PAGES}
    commands = {page: sum(len(steps(block)) for block in found) for page, found in typed.items()}
    assert commands["README.md"] >= 7
    assert commands["docs/first-kit.md"] > 12
    installing = [line for block in typed["README.md"] if block.language == "sh" for line in block.lines]
    assert installing == INSTALLING["README.md"], "the two commands that a reader pastes"


@pytest.mark.parametrize(
    ("shown", "output", "right"),
    [
        (["a", "b"], "a\nb\n", True), (["a"], "a\nb\n", False), (["a", "…"], "a\nb\nc\n", True),
        (["…", "c"], "a\nb\nc\n", True), (["a", "…", "b"], "a\nb\n", True), (["in … s"], "in 0.52 s\n", True),
        (["in … s"], "in 0.52 m\n", False), ([], "anything\n", True),
    ],
)  # fmt: skip
def test_what_is_shown_is_held_against_what_is_said(shown, output, right):
    assert agrees(shown, output) is right


def test_files_and_commands_are_found():
    page = "Say\n\n`a/b.yaml`:\n\n```yaml\nx: 1\n```\n\nThen\n\n```console\n$ pnp list\nkits\n$ pnp check a\n```\n"
    written, typed = blocks(page)
    assert (written.file, written.lines, written.line) == ("a/b.yaml", ["x: 1"], 6)
    assert typed.file == ""
    assert steps(typed) == [Step("pnp list", ["kits"], 13), Step("pnp check a", [], 15)]


# What it names -----------------------------------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    """The names that headings are linked by."""
    heads = re.findall(r"^#+ (.+)$", prose(text_of(page)), re.MULTILINE)
    plain = (re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", head) for head in heads)
    return {re.sub(r"[^\w -]", "", head).strip().lower().replace(" ", "-") for head in plain}


@pytest.mark.parametrize("page", [*PAGES, ROOT / "LICENSES.md"], ids=title)
def test_links_lead_somewhere(page):
    said = re.sub(r"`[^`\n]*`", "", prose(text_of(page)))
    for target, anchor in re.findall(r"\]\((?!\w+:)([^)#]*)(?:#([^)]*))?\)", said):
        there = page.parent / target if target else page
        assert there.exists(), target
        if anchor:
            assert anchor in anchors(there), f"{target}#{anchor}"


def test_the_readme_is_short():
    assert (ROOT / "README.md").stat().st_size <= 7000


def test_every_page_is_in_the_index_which_the_readme_names():
    listed = re.findall(r"\]\(([\w-]+\.md)\)", text_of(DOCS / "README.md"))
    assert {page.name for page in DOCS.glob("*.md")} == {*listed, "README.md"}
    assert len(listed) == len(set(listed))
    assert "(docs/README.md)" in text_of(ROOT / "README.md")


def test_every_target_of_exports_has_a_page_in_their_index():
    pages = {page.stem for page in (DOCS / "exports").glob("*.md")}
    assert pages == set(export.targets())
    assert sorted(re.findall(r"\]\(exports/([\w-]+)\.md\)", text_of(DOCS / "exports.md"))) == sorted(pages)


@pytest.mark.parametrize("page", PAGES, ids=title)
def test_commands_in_running_text_and_their_options_are_there(page):
    check_quoted(prose(text_of(page)))


def subcommands(command: click.Command) -> dict[str, click.Command]:
    """The commands of a group by name; none of any other command."""
    if not isinstance(command, click.Group):
        return {}
    context = click.Context(command)
    commands = ((name, command.get_command(context, name)) for name in command.list_commands(context))
    return {name: found for name, found in commands if found}


def check_quoted(text: str) -> None:
    """Every command that a text has in backquotes is there, with its options."""
    for quoted in re.findall(r"`pnp ([^`…]+)[^`]*`", text):
        name, *words = quoted.split()
        if name.startswith("-") or not name.islower():
            continue
        command = main.get_command(click.Context(main), name)
        assert command, quoted
        if isinstance(command, click.Group) and words:
            command = subcommands(command)[words[0]]
        known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        assert {word for word in words if word.startswith("--")} <= {*known, "--help"}, quoted


def helped(command: click.Command, name: str = "pnp") -> Iterator[tuple[str, click.Command]]:
    """A command and those below it, by their full names."""
    yield name, command
    for below, inner in subcommands(command).items():
        yield from helped(inner, f"{name} {below}")


HELPED = dict(helped(main))
EXAMPLES = {
    name: found
    for name, command in HELPED.items()
    if (found := re.findall(r"^(?:.*:)? +(pnp .+)$", command.help or "", re.MULTILINE))
}
"""The example lines in the help texts."""

RUN_AT = {line: name for name, lines in EXAMPLES.items() for line in lines}
"""The command at which a line is run: once, also if two help texts have it."""


@pytest.mark.parametrize("name", HELPED)
def test_commands_quoted_in_help_texts_and_their_options_are_there(name):
    command = HELPED[name]
    check_quoted(" ".join([command.help or "", *(getattr(param, "help", None) or "" for param in command.params)]))


@pytest.mark.parametrize("name", HELPED)
def test_help_says_in_words_what_an_option_takes(name):
    """Not as click would: INTEGER RANGE, TEXT."""
    context = click.Context(HELPED[name])
    taken = [
        parameter.make_metavar(context) for parameter in HELPED[name].params if not getattr(parameter, "is_flag", 0)
    ]
    assert [words for words in taken if re.search(r"INTEGER|FLOAT|TEXT", words)] == []


AVOIDED = re.compile(
    r"\b(tells?|told|says?|said|anew|meanwhile|whoever|nobody|somebody"
    r"|otherwise than|is other|(of|by) which|held against)\b",
    re.IGNORECASE,
)
"""Archaic and roundabout wording."""


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CONTRIBUTING.md"], ids=title)
def test_pages_are_plain(page):
    if page.name == "data.md":
        pytest.skip("its sentences are the docstrings of the models")
    text = text_of(page).partition("<!-- vocabulary -->")[0]
    for paragraph in re.sub(r"`[^`\n]*`", "", prose(text)).split("\n\n"):
        assert not AVOIDED.search(paragraph), paragraph


@pytest.mark.parametrize("name", HELPED)
def test_help_texts_are_plain(name):
    command = HELPED[name]
    for text in (command.help or "", *(getattr(param, "help", None) or "" for param in command.params)):
        assert not AVOIDED.search(text), text


def test_no_summary_of_a_command_is_cut_off(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for group in ("--help",), ("printer", "--help"):
        assert "..." not in run(*group).stdout.partition("Commands:")[2]


PRINTS = ("build", "check", "diff", "export", "preview")
"""Commands that print a set and need no game: of the small set in place of rhino they take a tenth of the time."""

ENDLESS = {"pnp watch", "pnp studio"}
"""Commands that go on until they are stopped."""


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that examples in help texts name: three kits, one with two commits, a log and a PDF."""
    folder = tmp_path_factory.mktemp("named")
    with contextlib.chdir(folder):
        prepare(folder)
    return folder


def prepare(folder: Path) -> None:
    assert run("new", "mine", "kits", "--from", "duel").exit_code == 0
    assert run("new", "giostra", "kits", "--from", "duel", "--language", "it").exit_code == 0
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "first"]):
        git(folder / "kits" / "mine", *words)
    git(folder / "kits" / "mine", "commit", "-q", "--allow-empty", "-m", "second")
    (folder / "kits" / "goofspiel").mkdir()
    (folder / "kits" / "goofspiel" / "engine.py").write_text("")
    (folder / "log.txt").write_text("")
    page = Canvas(str(folder / "cards.pdf"), pagesize=(210 * mm, 297 * mm))
    page.showPage()
    page.save()


@needs_git
@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(EXAMPLES.keys() - ENDLESS))
def test_examples_in_help_texts_work(name, named, tmp_path, monkeypatch):
    here = shutil.copytree(named, tmp_path / "here")
    monkeypatch.setattr(click, "get_app_dir", lambda _name: str(tmp_path / "settings"))
    monkeypatch.chdir(here)
    for line in (line for line in EXAMPLES[name] if RUN_AT[line] == name):
        small = re.sub(r"\brhino\b|(?<=build )kits/mine", str(SMALL), line) if line.split()[1] in PRINTS else line
        done = followed(small, monkeypatch)
        assert done.code == 0, f"{line}\n{done.output}"


def test_help_texts_have_examples():
    assert {"pnp", "pnp printer", "pnp printer add"} <= EXAMPLES.keys()


@pytest.mark.parametrize("page", PAGES, ids=title)
def test_codes_of_errors_that_are_reported_are_there(page):
    known = {**checks.explanations(), **preflight.explanations()}
    message = re.findall(r"(?:error|warning|note)\[([\w-]+)\]|\bpnp explain ([a-z-]+)", text_of(page))
    listed = [code for row in _rows(text_of(page), "code") for code in re.findall(r"`([\w-]+)`", row)]
    assert {*listed, *(code or asked for code, asked in message)} <= known.keys()


def _rows(text: str, head: str) -> Iterator[str]:
    """The first cells of tables whose first column has that head."""
    inside = False
    for line in text.splitlines():
        first = line.split("|")[1].strip() if line.startswith("|") else ""
        if inside and first:
            yield first
        inside = bool(first) and (inside or first == head)
