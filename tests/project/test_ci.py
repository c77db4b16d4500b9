"""Kits in CI: the hook, the action and every file of docs/ci.md, run in a scratch repository with a kit in it."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
import yaml
from PIL import Image
from sarif_pydantic import Sarif

from pnp.diagnostics import report
from pnp.kit import paths
from tests.conftest import ROOT, SIX, run
from tests.support import three_cards
from tests.support.diagnostics import diagnostic

if TYPE_CHECKING:
    from click.testing import Result

ACTION = ROOT / ".github" / "actions" / "check" / "action.yml"
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
BLOCKS = re.findall(r"```(yaml|sh|json)\n(.*?)```", PAGE, re.DOTALL)
FILES = [yaml.safe_load(text) for form, text in BLOCKS if form == "yaml"]
WORKFLOWS = {made["name"]: made for made in FILES if "jobs" in made}
HOOKS = [made["repos"][0]["hooks"][0] for made in FILES if "repos" in made]
(HOOK,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
GITLAB = [made["kits"] for made in FILES if "kits" in made]
"""The jobs of GitLab."""
(TASKS,) = [json.loads(text)["tasks"] for form, text in BLOCKS if form == "json"]
"""The tasks of VS Code."""
INSTALL = re.compile(r"python -m pip install \S+")

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

Done = subprocess.CompletedProcess


class Repository:
    """A scratch git repository with a kit, and a shell where `pnp` is the one under test and pip installs nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.installed = folder / "repository", folder / "installed"
        self.kit = three_cards.write(self.folder / "kits" / "mine")
        (self.folder / "README.md").write_text("# Kits\n", "utf-8")
        stub = folder / "bin" / "python"
        stub.parent.mkdir()
        stub.write_text(f'#!/bin/sh\necho "$@" >> {shlex.quote(str(self.installed))}\n', "utf-8")
        stub.chmod(0o755)
        path = os.pathsep.join([str(stub.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
        self.env = {"PATH": path, "HOME": str(folder), "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1"}
        self.shell("git init -q && git add . && git -c user.name=x -c user.email=x@x commit -qm kits")

    def shell(self, script: str, **env: str) -> Done[str]:
        """Run a script as GitHub runs those of steps."""
        command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
        return subprocess.run(
            command, cwd=self.folder, env={**self.env, **env}, capture_output=True, text=True, check=False
        )

    def edit(self, file: str, old: str, new: str) -> int:
        """Change a file of the kit; the line that is changed."""
        path = self.kit / file
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")
        return text[: text.index(old)].count("\n") + 1

    def commit(self) -> Done[str]:
        """What the hook says of the next commit: it is given no names of files, and runs always."""
        assert HOOK["always_run"]
        assert HOOK["pass_filenames"] is False
        return self.shell(shlex.join([*shlex.split(HOOK["entry"]), *HOOK["args"]]))


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


@pytest.fixture
def committed(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Result]:
    """The hook at a commit, in this process, which takes a fifth of the time."""
    monkeypatch.chdir(repository.folder)
    return lambda: run(*shlex.split(HOOK["entry"])[1:], *HOOK["args"])


def action(repository: Repository, **inputs: str) -> Done[str]:
    """Run the action's steps up to the first that fails; the last one that ran."""
    made = yaml.safe_load(ACTION.read_text("utf-8"))
    given = {name: inputs.get(name, message["default"]) for name, message in made["inputs"].items()}
    assert set(inputs) <= set(given)
    done = None
    for step in made["runs"]["steps"]:
        if "run" in step:
            env = {
                key: re.sub(r"\${{ inputs\.(\w+) }}", lambda m: given[m[1]], v)
                for key, v in step.get("env", {}).items()
            }
            done = repository.shell(step["run"], GITHUB_ACTION_PATH=str(ACTION.parent), **env)
            if done.returncode:
                break
    assert done is not None
    return done


# The action --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_kit_that_is_right_passes_the_action_which_installs_its_own_pnp(repository):
    done = action(repository, kit="kits/mine")
    assert done.returncode == 0, done.stderr
    assert "::error" not in done.stdout
    (own,) = repository.installed.read_text("utf-8").splitlines()
    path, _, extra = own.removeprefix("-m pip install ").partition("[")
    assert (Path(path).resolve(), extra) == (ROOT, "emoji]")


def readable() -> list[Path]:
    """Documents, workflows, and the modules with their messages."""
    folders = {"docs": "*.md", "art": "*.md", "card_data": "*.md", "pnp": "*.py", ".github": "*.yml"}
    return [*ROOT.glob("*.md"), *(path for folder, names in folders.items() for path in (ROOT / folder).rglob(names))]


def test_nothing_is_installed_from_an_index_that_does_not_have_the_project():
    assert {ACTION, ROOT / "README.md", ROOT / "docs" / "balance.md"} <= set(readable())
    for path in readable():
        assert not re.search(r"install (-\S+ )*[\"']?pnp|[\"']pnp-kits", path.read_text("utf-8")), path


@pytest.mark.slow
def test_inputs_are_words_and_never_code(repository):
    for wrong in ("$(touch broken)", "; touch broken", "--output=broken"):
        assert action(repository, kit=wrong).returncode == 2
        assert action(repository, kit="kits/mine", args=f"-- {wrong}").returncode == 2
    assert not (repository.folder / "broken").exists()
    steps = yaml.safe_load(ACTION.read_text("utf-8"))["runs"]["steps"]
    assert "${{" not in "".join(step.get("run", "") for step in steps)


# The project's own workflow -----------------------------------------------------------------------------------


def test_the_versions_of_python_are_those_that_are_tested():
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8"))["jobs"]
    tested = jobs["tests"]["strategy"]["matrix"]["python"]
    start = "Programming Language :: Python :: "
    assert tested == [name.removeprefix(start) for name in PROJECT["classifiers"] if name.startswith(start)]
    assert PROJECT["requires-python"] == f">={tested[0]}"


def test_the_lowest_version_of_each_dependency_is_named_and_tested():
    extras = PROJECT["optional-dependencies"]
    for requirement in PROJECT["dependencies"] + extras["cluster"] + extras["solve"]:
        assert re.match(r"[\w-]+[>=]=\d", requirement), requirement
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8"))["jobs"]
    commands = [step.get("run", "") for step in jobs["lowest-versions"]["steps"]]
    assert "uv pip install --system --resolution lowest-direct ." in commands
    assert 'python -m pytest -m "not slow"' in commands


# The hook ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_hook_takes_what_is_right_and_refuses_what_is_not(repository, committed):
    done = repository.commit()
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "2 notes, in mine"), done.stderr
    line = repository.edit("cards.yaml", "count: 5", "count: many")
    for done in (repository.commit(), repository.commit()):
        assert done.returncode == 1
        assert f"kits/mine/cards.yaml:{line}:" in done.stdout
    repository.edit("cards.yaml", "count: many", "count: 5")
    assert committed().exit_code == 0


def test_the_hook_checks_only_what_changed_since_it_passed(repository, committed):
    other = three_cards.write(repository.folder / "kits" / "other")
    assert committed().stdout.endswith("in mine, other\n")
    assert committed().stdout == "no errors, in mine, other: unchanged since they passed\n"
    (other / "kit.yaml").write_text("title: [\n", "utf-8")
    done = committed()
    assert done.exit_code == 1
    assert done.stdout.endswith("in other\n")
    assert done.stdout == committed().stdout, "a kit that fails is checked again"


def _png(kit: Path, name: str) -> None:
    Image.new("RGB", (600, 600)).save(kit / name)


CHANGES: dict[str, Callable[[Repository], object]] = {
    "a picture that is gone": lambda repository: (repository.kit / "art.png").unlink(),
    "a picture in capitals": lambda repository: _png(repository.kit, "ART.PNG"),
    "a table": lambda repository: (repository.kit / "more.json").write_text("[]", "utf-8"),
    "an engine": lambda repository: (repository.kit / "engine.py").write_text("", "utf-8"),
    "what is vouched for": lambda repository: (repository.kit / "vouched.yaml").write_text("{}\n", "utf-8"),
    "a font": lambda repository: (repository.kit / "own.ttf").write_bytes(b"x"),
    "a kit that it extends": lambda repository: repository.edit("cards.yaml", "Hello", "Hallo"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_the_hook_sees_whatever_a_check_reads(repository, committed, what):
    overlay = repository.folder / "kits" / "overlay"
    overlay.mkdir()
    (overlay / "kit.yaml").write_text("extends: ../mine\ntitle: Over\nedition: custom\n", "utf-8")
    repository.edit("cards.yaml", "{name: Thanks}", "{name: Thanks, art: art.png}")
    (repository.kit / "fonts.yaml").write_text("mine: {file: own.ttf}\n", "utf-8")
    _png(repository.kit, "art.png")
    committed()
    assert "unchanged" in committed().stdout
    CHANGES[what](repository)
    found = committed().stdout
    assert "unchanged" not in found
    assert "overlay" in found


def test_the_hook_finds_no_kit_in_a_repository_without_any(repository):
    shutil.rmtree(repository.kit)
    done = repository.commit()
    assert done.returncode == 2
    assert "the folder '.' is not a kit: it contains no kit.yaml" in done.stderr


# What is checked ---------------------------------------------------------------------------------------------


def test_folders_of_others_are_not_searched(repository):
    for place in (".hidden", "node_modules/x", "env"):
        three_cards.write(repository.folder / place / "kit")
    (repository.folder / "env" / "pyvenv.cfg").write_text("", "utf-8")
    (repository.folder / "link").symlink_to(repository.folder / ".hidden")
    assert paths.kits_below(repository.folder) == [repository.kit.resolve()]


def test_too_many_folders_are_an_error(repository, monkeypatch):
    monkeypatch.setattr(paths, "MAX_FOLDERS", 1)
    with pytest.raises(ValueError, match="name the kits"):
        paths.kits_below(repository.folder)


@pytest.mark.slow
def test_the_action_checks_every_line_of_its_list(repository):
    three_cards.write(repository.folder / "more kits" / "two words")
    line = repository.edit("cards.yaml", "count: 5", "count: many")
    for kit in ("", "more kits/two words\nkits/*\n", "more kits/*\n\nkits"):
        done = action(repository, kit=kit)
        assert done.returncode == 1, done.stderr
        assert f"::error file=kits/mine/cards.yaml,line={line}" in done.stdout
        assert "two words" in done.stderr
    assert action(repository, kit="more kits/*").returncode == 0
    done = action(repository, kit="kits/*\nnothing/*")
    assert done.returncode == 1
    assert "no match: nothing/*" in done.stderr


def test_a_kit_is_checked_once_however_many_of_its_files_are_named():
    named = [SIX / "kit.yaml", SIX / "cards.yaml", SIX, ROOT / "README.md"]
    assert run("check", *named).stdout.endswith("in six\n")
    assert run("check", SIX / "nothing.yaml").exit_code == 2


# The page ----------------------------------------------------------------------------------------------------


def test_the_hook_installs_the_drawings_of_emoji():
    assert HOOK["additional_dependencies"] == [".[emoji]"]


def test_the_page_has_what_can_be_copied():
    assert set(WORKFLOWS) == {"kits", "print", "scan"}
    assert HOOKS[0] == {"id": HOOK["id"]}
    same = ("id", "name", "entry", "args", "always_run", "pass_filenames")
    assert {key: HOOKS[1][key] for key in same} == {key: HOOK[key] for key in same}


def test_the_action_of_the_page_is_here():
    (step,) = [step for step in WORKFLOWS["kits"]["jobs"]["check"]["steps"] if "pnp" in step["uses"]]
    assert (ROOT / step["uses"].removeprefix("OWNER/pnp/").partition("@")[0] / "action.yml") == ACTION
    assert set(step["with"]) <= set(yaml.safe_load(ACTION.read_text("utf-8"))["inputs"])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["print", "scan"])
def test_the_workflows_of_the_page_run(name, repository):
    (job,) = WORKFLOWS[name]["jobs"].values()
    for step in job["steps"]:
        script = step.get("run", "")
        assert "pip install" not in script or INSTALL.fullmatch(script)
        done = repository.shell(script)
        assert done.returncode == 0, done.stderr
        if "path" in step.get("with", {}):
            there = sorted(p.name for p in (repository.folder / step["with"]["path"]).rglob("*.pdf"))
            assert there == [f"mine-{paper}-cardstock.pdf" for paper in ("a4", "letter")]
        if "sarif_file" in step.get("with", {}):
            log = json.loads((repository.folder / step["with"]["sarif_file"]).read_text("utf-8"))
            assert log["version"] == "2.1.0"


def scan_steps() -> tuple[dict[str, Any], dict[str, Any]]:
    """The steps that check and upload."""
    (job,) = WORKFLOWS["scan"]["jobs"].values()
    *_, checking, upload = job["steps"]
    return checking, upload


def test_nothing_is_uploaded_if_there_is_no_report():
    checking, upload = scan_steps()
    file = upload["with"]["sarif_file"]
    assert checking["run"].endswith(f"> {file}")
    assert f"hashFiles('{file}') != ''" in upload["if"]
    assert "!cancelled()" in upload["if"]


def test_a_scan_of_a_kit_that_is_not_there_uploads_a_report_that_is_valid(repository):
    checking, upload = scan_steps()
    done = repository.shell(checking["run"].replace("kits/mine", "kits/nosuch"))
    assert done.returncode == 2
    text = (repository.folder / upload["with"]["sarif_file"]).read_text("utf-8")
    (run_,) = Sarif.model_validate_json(text).runs
    assert run_.invocations[0].execution_successful is False
    assert "kits/nosuch" in text


READERS = {
    "codequality": lambda text: [
        (one["location"]["path"], one["location"]["lines"]["begin"])
        for one in json.loads(text)
        if one["severity"] == "major"
    ],
    "junit": lambda text: [
        (place[1], int(place[2]))
        for failure in ET.fromstring(text).iter("failure")  # noqa: S314 - our own
        if (place := re.match(r"(.+?):(\d+):", failure.text or ""))
    ],
}
"""How the places of errors are read back from the reports of GitLab."""


def test_the_page_has_both_reports_of_gitlab():
    assert [set(job["artifacts"]["reports"]) for job in GITLAB] == [{"codequality"}, {"junit"}]


@pytest.mark.slow
@pytest.mark.parametrize("job", GITLAB, ids=lambda job: next(iter(job["artifacts"]["reports"])))
def test_the_jobs_of_gitlab_keep_their_report_if_they_fail(job, repository):
    assert job["artifacts"]["when"] == "always"
    install, script = job["script"]
    assert INSTALL.fullmatch(install)
    ((form, file),) = job["artifacts"]["reports"].items()
    assert repository.shell(script).returncode == 0
    assert READERS[form]((repository.folder / file).read_text("utf-8")) == []
    line = repository.edit("cards.yaml", "count: 5", "count: many")
    assert repository.shell(script).returncode == 1
    assert READERS[form]((repository.folder / file).read_text("utf-8")) == [("kits/mine/cards.yaml", line)]


def matched(task: dict[str, Any], output: str) -> list[dict[str, str]]:
    """The problems that VS Code finds in the output of a task, with what its pattern names."""
    pattern = task["problemMatcher"]["pattern"]
    groups = {name: group for name, group in pattern.items() if name != "regexp"}
    matches = filter(None, (re.search(pattern["regexp"], line) for line in output.splitlines()))
    return [{name: match[group] for name, group in groups.items()} for match in matches]


@pytest.mark.slow
def test_the_problem_matcher_of_vs_code_finds_every_field_of_each_error(repository):
    repository.edit("cards.yaml", "count: 5", "count: many")
    repository.edit("cards.yaml", "name: Thanks", "nom: Thanks")
    repository.edit("faces.yaml", "style: name}]", "style: nam}]")
    (task,) = TASKS
    command = [task["command"], *task["args"]]
    done = repository.shell(shlex.join(command))
    assert done.returncode == 1
    wanted = json.loads(repository.shell(shlex.join([*command[:-1], "--format", "json"])).stdout)["diagnostics"]
    assert len(wanted) >= 3
    keys = ("file", "line", "column", "severity", "code", "message")
    assert matched(task, done.stdout) == [{key: str(one[key]) for key in keys} for one in wanted]
    assert all((repository.folder / one["file"]).is_file() for one in matched(task, done.stdout))


def test_the_problem_matcher_finds_warnings_notes_and_files_elsewhere(tmp_path):
    (task,) = TASKS
    found = [
        diagnostic(tmp_path / "in" / "a:1:b.yaml", 3, 5, 1, "a: wrong [1]: b", "c.yaml:1:2: hint", severity="warning"),
        diagnostic(tmp_path / "else where" / "c.yaml", 3, 5, severity="note"),
    ]
    problems = matched(task, report.write("text", found, tmp_path / "in"))
    assert [tuple(one.values()) for one in problems] == [
        ("a:1:b.yaml", "3", "5", "warning", "some-code", "a: wrong [1]: b"),
        ((tmp_path / "else where" / "c.yaml").as_posix(), "3", "5", "note", "some-code", "it is wrong"),
    ]


def test_the_severities_and_columns_of_the_matcher_are_those_of_vs_code():
    (task,) = TASKS
    matcher = task["problemMatcher"]
    assert "(error|warning|note)" in matcher["pattern"]["regexp"]  # VS Code reads `note` as information
    assert matcher["fileLocation"] == ["autodetect", "${workspaceFolder}"]  # relative paths, or absolute ones
    assert task["args"][0] == "check"


@pytest.mark.slow
@pytest.mark.parametrize("broken", [False, True])
def test_the_shell_of_the_page_runs_and_stops_at_errors(broken, repository):
    (script,) = [text for form, text in BLOCKS if form == "sh" and "set -e" in text]
    if broken:
        repository.edit("cards.yaml", "count: 5", "count: many")
    done = repository.shell(script)
    assert done.returncode == int(broken), done.stderr
    assert (repository.folder / "print").exists() is not broken
