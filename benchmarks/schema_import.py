"""What the schema costs before the first file is read: pydantic with 25 models, against `pnp.schema` and its records.

    python benchmarks/schema_import.py [-n ROUNDS] [--python PATH]

Each side is timed by a fresh process of its own, from inside, so that the interpreter's start does not count; they
take turns. "On top of pnp" is without the modules that pnp imports in any case, PyYAML among them. PATH is an
interpreter that has pydantic, if this one has not.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Five shapes from pnp/model.py (a paper, a credit, a card, a style, a component), five times each.
PYDANTIC = """
from typing import Annotated, Any, Literal
from pydantic import BaseModel, ConfigDict, Field
Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Length = Annotated[float, Field(ge=0, le=2000)]
class Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
for _ in range(5):
    class Measure(Record):
        title: str
        size: tuple[Annotated[float, Field(ge=10, le=2000)], Annotated[float, Field(ge=10, le=2000)]]
    class Credit(Record):
        designer: str
        year: Annotated[int, Field(ge=1000, le=3000)]
        title: str
        notice: str
        licence: str
    class Card(Record):
        name: str
        count: Annotated[int, Field(ge=0, le=999)] = 1
        face: str | None = None
        back: str | None = None
        art: str | None = None
        traits: Any = None
        words: dict[Id, str] = {}
        asides: dict[Id, str] = {}
    class Style(Record):
        font: str
        size: Annotated[float, Field(ge=4, le=200)]
        least: Annotated[float, Field(ge=4, le=200)] | None = None
        leading: Annotated[float, Field(ge=0.7, le=3)] = 1.2
        align: Literal["left", "centre", "right"] = "left"
        capitals: bool = False
    class Component(Record):
        kind: str
        title: str
        stock: Literal["cardstock", "paper"] = "cardstock"
        panel: tuple[Length, Length] | None = None
        parts: dict[str, Measure] = {}
"""
# What the rest of pnp imports anyway, so that it is neither side's own cost.
ANYWAY = "import contextlib, dataclasses, difflib, functools, inspect, json, pathlib, re, typing"
TIMED = "{}\nimport time; start = time.perf_counter()\n{}\nprint((time.perf_counter() - start) * 1000)"


def child(python: str, before: str, code: str, environment: dict[str, str]) -> float | None:
    """Milliseconds that the code takes in a fresh process; None if it cannot import what it needs."""
    command = [python, "-c", TIMED.format(before, code)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if "ModuleNotFoundError" in done.stderr:
        return None
    if done.returncode:
        sys.exit(done.stderr)
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the import of pydantic's models and of pnp's records.")
    parser.add_argument("-n", dest="rounds", type=int, default=7, help="rounds, after one to warm up (default: 7)")
    parser.add_argument("--python", default=sys.executable, metavar="PATH", help="an interpreter that has pydantic")
    given = parser.parse_args()
    records = "import pnp.schema, pnp.model"
    sides = {
        "pydantic and 25 models": (given.python, "", PYDANTIC),
        "pnp.schema and pnp.model": (sys.executable, "", records),
        "pydantic, on top of pnp": (given.python, ANYWAY, PYDANTIC),
        "pnp.schema, on top of pnp": (sys.executable, f"{ANYWAY}, yaml", records),
    }
    with tempfile.TemporaryDirectory() as bytecode:
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = bytecode
        times: dict[str, list[float | None]] = {name: [] for name in sides}
        for _ in range(given.rounds + 1):
            for name, (python, before, code) in sides.items():
                times[name].append(child(python, before, code, environment))
    for name, found in times.items():
        kept = [time for time in found[1:] if time is not None]
        print(
            f"{name:<26}"
            + (f"{statistics.median(kept):>6.1f} ms" if kept else "not installed, skipped (--python PATH)")
        )


if __name__ == "__main__":
    main()
