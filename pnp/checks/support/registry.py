"""The checks, found by looking in the package `pnp.checks`, and the codes of faults."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path
from types import ModuleType

from pnp import rules
from pnp.checks.support.context import CheckContext
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.kit.model import Kit
from pnp.rules import loading

_PACKAGE = "pnp.checks"
_FOLDER = Path(__file__).parents[1]


@cache
def checks() -> dict[str, ModuleType]:
    """Every check by its code."""
    names = sorted(module.name for module in pkgutil.iter_modules([str(_FOLDER)]) if not module.ispkg)
    return {name.replace("_", "-"): importlib.import_module(f"{_PACKAGE}.{name}") for name in names}


@cache
def explanations() -> dict[str, str]:
    """What every code of a fault means, the checks' own and those of the data: in one sentence, then at length."""
    texts = {path.stem: path.read_text("utf-8") for path in (_FOLDER / "codes").glob("*.txt")}
    texts |= {code: module.__doc__ or "" for code, module in checks().items()}
    return {code: texts[code].strip() for code in sorted(texts)}


def faulty(kit: Kit) -> frozenset[str]:
    """The cards in whose traits the engine finds a fault, by id: what comes of these is no fault of its own.

    Nothing is drawn of such traits, a template that only fails because of them is no fault, and what is printed of
    these cards is not proved. All of that is told once they can be played.
    """
    diagnostics = Diagnostics()
    if kit.engine in rules.names():
        loading.make(kit.engine, kit.rules, kit.cards, diagnostics)
    wrong = {found.span for found in diagnostics}
    cards = [(id_, card.traits) for deck in kit.cards.values() for id_, card in deck.items() if wrong and card.traits]
    return frozenset(id_ for id_, traits in cards if traits and not wrong.isdisjoint(traits.spans()))


def run(context: CheckContext) -> list[Diagnostic]:
    """What every check finds, in the order of files and lines, each fault once."""
    found = {diagnostic for module in checks().values() for diagnostic in module.check(context)}
    return sorted(found)
