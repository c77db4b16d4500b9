"""The workflows and templates in `.github/`: they parse, and the commands in them exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from pnp.cli import main
from pnp.kit import paths
from tests.project.test_docs import check_quoted

GITHUB = Path(__file__).parents[2] / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")


def name(path: Path) -> str:
    return path.name


def scripts(workflow: dict[str, Any]) -> list[str]:
    """The lines of all `run` steps."""
    steps = [step for job in workflow["jobs"].values() for step in job["steps"]]
    return [line for step in steps for line in step.get("run", "").splitlines()]


def parsed(line: str) -> dict[str, Any]:
    """The options of a `pnp` command line. Raises click's error for a wrong one; runs nothing."""
    _, command, *arguments = shlex.split(line.partition("|")[0])
    group = click.Context(main)
    if command.startswith("-"):
        return main.make_context("pnp", [command], resilient_parsing=True).params
    found = main.get_command(group, command)
    assert found, line
    with found.make_context(command, arguments, parent=group) as context:
        return context.params


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text("utf-8"))


@pytest.mark.parametrize("path", WORKFLOWS, ids=name)
def test_workflows_run_commands_that_exist(path):
    workflow = read(path)
    assert {"name", "jobs"} <= workflow.keys()
    assert True in workflow, "YAML reads the key `on` as true"
    for job in workflow["jobs"].values():
        assert all(("uses" in step) != ("run" in step) for step in job["steps"])
    for line in scripts(workflow):
        if line.startswith("pnp "):
            parsed(line)


def test_actions_of_others_are_pinned_by_commit_with_one_version_each():
    files = [*GITHUB.rglob("*.yml"), GITHUB.parent / "docs" / "ci.md"]
    used = {line for file in files for line in re.findall(r"uses: (?!OWNER/)(.*)", file.read_text("utf-8"))}
    pins = [re.fullmatch(r"([\w./-]+)@[0-9a-f]{40}  # v\d+\.\d+\.\d+", line) for line in sorted(used)]
    assert None not in pins, used
    assert len({pin[1] for pin in pins}) == len(pins) == 4


def test_a_wrong_command_would_be_found():
    with pytest.raises(click.UsageError):
        parsed("pnp build rhino --papr a4")


def test_a_release_has_every_kit_on_both_papers():
    lines = scripts(read(GITHUB / "workflows" / "release.yml"))
    built = [parsed(line) for line in lines if line.startswith("pnp build")]
    for paper in ("a4", "letter"):
        chosen = [one for one in built if one["paper"] == paper]
        assert sorted(kit.name for one in chosen for kit in one["kits"]) == sorted(paths.kit_names())
        assert len({one["output"] for one in chosen}) == len(chosen), "each build has a folder"


def test_a_release_publishes_what_it_built():
    lines = scripts(read(GITHUB / "workflows" / "release.yml"))
    (publish,) = [line for line in lines if line.startswith("gh release create")]
    assert shlex.split(publish)[-2:] == ["dist/*", "print/*/*/*.pdf"]


@pytest.mark.parametrize("path", FORMS, ids=name)
def test_issue_forms_are_complete(path):
    form = read(path)
    assert {"name", "description", "body"} <= form.keys()
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    assert len({field["id"] for field in fields}) == len(fields)
    for field in fields:
        assert field["type"] in {"input", "textarea", "dropdown", "checkboxes"}
        assert field["attributes"]["label"]
        assert ("options" in field["attributes"]) is (field["type"] == "dropdown")
    check_quoted(path.read_text("utf-8"))


def test_there_are_forms_for_a_bug_a_print_problem_and_a_wish():
    assert [path.stem for path in FORMS] == ["bug", "print-problem", "wish"]
    assert {field.get("id") for field in read(FORMS[1])["body"]} >= {"printer", "paper", "flip", "offset"}


def test_the_sessions_that_are_named_exist():
    root = GITHUB.parent
    sessions = set(re.findall(r"^def (\w+)\(session", (root / "noxfile.py").read_text("utf-8"), re.MULTILINE))
    assert sessions == {"changed", "fast", "test", "lint", "docs", "bench", "mutants"}
    contributing = (root / "CONTRIBUTING.md").read_text("utf-8")
    assert set(re.findall(r"nox -s (\w+)", contributing)) == sessions
