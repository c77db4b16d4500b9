"""Docstrings of records -> what a record is, and what each of its keys means.

A key is explained by the text under its field, if there is one, or else by the part of the record's docstring that
names it in backticks: from there to the end of the clause if it begins with the name, the whole sentence if not. Keys
that neither explains mean what their type says of itself, in a text of its `Annotated`.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from functools import cache
from typing import Any

from pnp.schema import keys_of, types_of

_SENTENCE = re.compile(r"(?<=\.)\s+(?=[A-Z`])|\n\n+")
_CLAUSE = re.compile(r";\s+")


def about(kind: Any) -> str:
    """What a record is, in one paragraph."""
    return " ".join((kind.__dict__.get("__doc__") or "").split())


def lead(kind: Any) -> str:
    """What a record is, without the sentences that name its keys."""
    marks = [f"`{key}`" for key in keys_of(kind)]
    return " ".join(s for s in _SENTENCE.split(about(kind)) if not any(mark in s for mark in marks))


@cache
def of_keys(kind: Any) -> dict[str, str]:
    """What each key of a record means, in a sentence; an empty text where nothing says it."""
    family = [one for one in kind.__mro__ if "__annotations__" in one.__dict__]
    types = types_of(kind)
    return {key: next(filter(None, (_said(one, key) for one in family)), _of_type(types[key])) for key in keys_of(kind)}


def _of_type(hint: Any) -> str:
    return next((text for text in getattr(hint, "__metadata__", ()) if isinstance(text, str)), "")


def _said(kind: Any, key: str) -> str:
    return _below_fields(kind).get(key) or _named(about(kind), key)


@cache
def _below_fields(kind: Any) -> dict[str, str]:
    """The texts that stand under fields."""
    (body,) = ast.parse(textwrap.dedent(inspect.getsource(kind))).body
    if not isinstance(body, ast.ClassDef):
        return {}
    found = {}
    for field, below in zip(body.body, body.body[1:], strict=False):
        text = below.value.value if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) else None
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, str):
            found[field.target.id] = " ".join(text.split())
    return found


def _named(text: str, key: str) -> str:
    """The first sentence that names a key, or of it the clause that begins with the name."""
    mark = f"`{key}`"
    for sentence in _SENTENCE.split(text):
        if mark in sentence:
            clause = next((c for c in _CLAUSE.split(sentence) if mark in c and c.startswith("`")), sentence)
            return _told(clause.rstrip(".") + ".", mark)
    return ""


def _told(clause: str, mark: str) -> str:
    """What follows the name where it is followed by what it is; else the clause as it stands."""
    rest = clause.removeprefix(f"{mark} is ").removeprefix(f"{mark} are ")
    return rest if rest == clause else rest[0].upper() + rest[1:]
