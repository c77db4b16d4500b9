"""One command per habit: `nox` runs the tests of what changed and the lint; `nox -s test` runs all tests.

The sessions use the environment that nox runs in, so nothing is installed twice. Arguments after
`--` go to the program.
"""

from __future__ import annotations

import nox

nox.options.default_venv_backend = "none"
nox.options.sessions = ["changed", "lint"]


@nox.session
def changed(session: nox.Session) -> None:
    """Run the tests of what is not committed, or of what differs from a revision."""
    session.run("python", "-m", "tests.changed", *session.posargs)


@nox.session
def fast(session: nox.Session) -> None:
    """Run the quick tests."""
    session.run("python", "-m", "pytest", "-m", "not slow", *session.posargs)


@nox.session
def test(session: nox.Session) -> None:
    """Run all tests."""
    session.run("python", "-m", "pytest", *session.posargs)


@nox.session
def mutants(session: nox.Session) -> None:
    """Sample small faults, and say how many the quick tests of their packages find."""
    session.run("python", "-m", "tests.mutants", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Check style, types and which package imports which."""
    session.run("ruff", "check")
    session.run("ruff", "format", "--check")
    session.run("mypy")
    session.run("lint-imports")


@nox.session
def docs(session: nox.Session) -> None:
    """Build the documentation site into site/; a dead link or anchor is an error."""
    session.run("mkdocs", "build", "--strict", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure speed and memory."""
    session.run("python", "benchmarks/run.py", *session.posargs)
