"""Types of values that tests read from YAML."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pnp.diagnostics import Diagnostics
from pnp.kit.model import Card
from pnp.kit.schema import Between, ByForm, Colour, Id, Length, Matching, Model, Name, Paint, Untyped, build
from pnp.sources import Node


@dataclass(frozen=True, kw_only=True)
class Inner(Model):
    name: str
    size: float = 1.0


@dataclass(frozen=True, kw_only=True)
class WithOrigin(Model):
    origin: Untyped = field(repr=False, compare=False)
    name: str


@dataclass(frozen=True, kw_only=True)
class Needs(Model):
    first_name: str
    last_name: str
    age: int
    notes: dict[str, str] = field(default_factory=dict)


def either(kind: Any) -> Any:
    return Annotated[kind, ByForm()]


Short = Annotated[str, Matching(r"[a-z]{1,3}", "one to three small letters")]
Percent = Annotated[int, Between(0, 100)]


def built(kind: str, node: Node, diagnostics: Diagnostics) -> Any:
    """A value of a type that is written in Python with the names above."""
    return build(eval(kind, KNOWN), node, diagnostics)  # noqa: S307 - tests write the types


KNOWN = {
    "Annotated": Annotated, "Any": Any, "Between": Between, "Card": Card, "Colour": Colour, "Id": Id, "Inner": Inner,
    "Length": Length, "Literal": Literal, "Name": Name, "Needs": Needs, "Paint": Paint, "Percent": Percent,
    "Short": Short, "WithOrigin": WithOrigin, "either": either,
}  # fmt: skip
