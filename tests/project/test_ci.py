"""Kits in CI: the hook, the action and every file of docs/ci.md, run in a scratch repository with a kit in it."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import RHINO, ROOT, run
from tests.support import three_cards

ACTION = ROOT / ".github" / "actions" / "check" / "action.yml"
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
BLOCKS = re.findall(r"```(yaml|sh)\n(.*?)```", PAGE, re.DOTALL)
FILES = [yaml.safe_load(text) for form, text in BLOCKS if form == "yaml"]
WORKFLOWS = {made["name"]: made for made in FILES if "jobs" in made}
HOOKS = [made["repos"][0]["hooks"][0] for made in FILES if "repos" in made]
(HOOK,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
INSTALL = re.compile(r"python -m pip install \S+")

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

    def staged(self, hook: dict[str, Any]) -> list[str]:
        """The files of the next commit that a hook is given."""
        names = self.shell("git add . && git diff --cached --name-only").stdout.split()
        return [name for name in names if re.search(hook["files"], name)]

    def commit(self, hook: dict[str, Any]) -> Done[str]:
        """What a hook says of the next commit."""
        names = self.staged(hook)
        assert names, "the hook would not run"
        return self.shell(shlex.join([*shlex.split(hook["entry"]), *hook.get("args", []), *names]))


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


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
    assert Path(own.removeprefix("-m pip install ")).resolve() == ROOT


def test_nothing_is_installed_from_an_index_that_does_not_have_the_project():
    for text in (PAGE, ACTION.read_text("utf-8")):
        assert not re.search(r"install [\"']?pnp", text)


@pytest.mark.slow
def test_errors_are_annotations_and_fail_the_action(repository):
    line = repository.edit("cards.yaml", "count: 5", "count: many")
    done = action(repository, kit="kits/mine", args="--warnings-as-errors")
    assert done.returncode == 1
    assert f"::error file=kits/mine/cards.yaml,line={line},col=" in done.stdout
    assert "title=wrong-type::" in done.stdout


@pytest.mark.slow
def test_inputs_are_words_and_never_code(repository):
    for wrong in ("$(touch broken)", "; touch broken", "--output=broken"):
        assert action(repository, kit=wrong).returncode == 2
        assert action(repository, kit="kits/mine", args=f"-- {wrong}").returncode == 2
    assert not (repository.folder / "broken").exists()
    steps = yaml.safe_load(ACTION.read_text("utf-8"))["runs"]["steps"]
    assert "${{" not in "".join(step.get("run", "") for step in steps)


# The hook ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_hook_takes_what_is_right_and_refuses_what_is_not(repository):
    repository.edit("kit.yaml", "title: My", "title: Our")
    (repository.kit / "rulebook.md").write_text("# Rules\n", "utf-8")
    (repository.folder / "README.md").write_text("# Our kits\n", "utf-8")
    done = repository.commit(HOOK)
    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith("in mine\n")
    line = repository.edit("cards.yaml", "count: 5", "count: many")
    done = repository.commit(HOOK)
    assert done.returncode == 1
    assert f"kits/mine/cards.yaml:{line}:" in done.stdout


@pytest.mark.slow
def test_the_hook_passes_over_files_of_no_kit(repository):
    repository.edit("cards.yaml", "count: 5", "count: many")
    repository.shell("git add . && git -c user.name=x -c user.email=x@x commit -qm broken")
    (repository.folder / "README.md").write_text("# Our kits\n", "utf-8")
    done = repository.commit(HOOK)
    assert (done.returncode, done.stdout) == (0, "no errors, in no kit\n"), done.stderr


def test_the_hook_is_not_asked_about_other_files(repository):
    (repository.folder / "setup.py").write_text("", "utf-8")
    assert repository.staged(HOOK) == []
    for name in ("kits/a/kit.yaml", "kits/a/rulebook.md", "kits/a/dodge.svg", "kits/a/dodge.jpg", "kits/a/dodge.png"):
        assert re.search(HOOK["files"], name)


@pytest.mark.slow
def test_a_kit_is_checked_once_however_many_of_its_files_are_named():
    named = [RHINO / "kit.yaml", RHINO / "cards.yaml", RHINO, ROOT / "README.md"]
    assert run("check", *named).stdout.endswith("in rhino\n")
    assert run("check", RHINO / "nothing.yaml").exit_code == 2


# The page ----------------------------------------------------------------------------------------------------


def test_the_page_has_what_can_be_copied():
    assert set(WORKFLOWS) == {"kits", "print", "scan"}
    assert HOOKS[0] == {"id": HOOK["id"]}
    assert {key: HOOKS[1][key] for key in ("id", "entry", "files", "require_serial")} == {
        key: HOOK[key] for key in ("id", "entry", "files", "require_serial")
    }


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


@pytest.mark.slow
def test_a_scan_that_fails_leaves_its_report(repository):
    line = repository.edit("cards.yaml", "count: 5", "count: many")
    (job,) = WORKFLOWS["scan"]["jobs"].values()
    (script,) = [step["run"] for step in job["steps"] if "sarif" in step.get("run", "")]
    done = repository.shell(script)
    assert done.returncode == 1
    (found,) = json.loads((repository.folder / "pnp.sarif").read_text("utf-8"))["runs"][0]["results"]
    place = found["locations"][0]["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place["region"]["startLine"]) == ("kits/mine/cards.yaml", line)


@pytest.mark.slow
@pytest.mark.parametrize("broken", [False, True])
def test_the_shell_of_the_page_runs_and_stops_at_errors(broken, repository):
    (script,) = [text for form, text in BLOCKS if form == "sh" and "set -e" in text]
    if broken:
        repository.edit("cards.yaml", "count: 5", "count: many")
    done = repository.shell(script)
    assert done.returncode == int(broken), done.stderr
    assert (repository.folder / "print").exists() is not broken
