"""Grammars of what kits contain. Each module writes the files of a small kit: `write(chance)`.

Unlike damage, which spoils a sound kit, they write inputs that the first readers accept, so that the depths are tried.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.hostile.grammar import data, expressions, fonts, json_tables, ods_tables, paths, svg, workbooks
from tests.hostile.grammar.rules import Files

__all__ = ["GRAMMARS", "Files", "case"]

GRAMMARS: dict[str, Callable[[Random], Files]] = {
    "expressions": expressions.write, "paths": paths.write, "svg": svg.write, "json": json_tables.write,
    "xlsx": workbooks.write, "fonts": fonts.write, "data": data.write, "ods": ods_tables.write,
}  # fmt: skip


def case(number: int) -> tuple[str, Files]:
    """The grammar and the files of a case. They depend on its number only."""
    name = list(GRAMMARS)[number % len(GRAMMARS)]
    return name, GRAMMARS[name](Random(number))
