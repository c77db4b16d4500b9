"""The checks, in the package `pnp.checks` and of other distributions, and the codes of diagnostics."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

from pnp import components, imposition
from pnp.checks.support.context import CheckContext
from pnp.components import elements
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.kit import Kit, paths, plugins
from pnp.rules import loading

_PACKAGE = "pnp.checks"
_FOLDER = Path(__file__).parents[1]
REGISTRY = plugins.Registry(
    _PACKAGE,
    [str(_FOLDER)],
    plugins.CHECKS,
    {"": ("check",)},
    reserved=(path.stem.replace("-", "_") for path in (_FOLDER / "codes").glob("*.txt")),
)


@cache
def checks() -> dict[str, ModuleType]:
    """Every check that can be imported, by its code."""
    return {name.replace("_", "-"): module for name, module in REGISTRY.usable().items()}


def unusable() -> list[Diagnostic]:
    """An error for each check of another distribution that cannot be used, a warning for each name already in use."""
    registries = (REGISTRY, components.REGISTRY, elements.REGISTRY, imposition.REGISTRY, loading.REGISTRY)
    checks()
    unused = [diagnostic for registry in registries for diagnostic in registry.unused()]
    return [*REGISTRY.broken(), *unused, *paths.unused_kits()]


@cache
def explanations() -> dict[str, str]:
    """The explanations of all codes, of checks and of errors in data: one sentence, then the details."""
    texts = {path.stem: path.read_text("utf-8") for path in (_FOLDER / "codes").glob("*.txt")}
    texts |= {code: module.__doc__ or "" for code, module in checks().items()}
    return {code: texts[code].strip() for code in sorted(texts)}


def faulty(kit: Kit) -> frozenset[str]:
    """The ids of the cards in whose traits the engine finds errors.

    Errors that only follow from these are not reported: such traits are not drawn, a template that fails because of
    them is not an error, and the words of these cards are not compared with play. Once the traits are corrected, all
    of this is checked.
    """
    diagnostics = Diagnostics()
    if kit.engine is not None:
        loading.open_game(kit.engine, kit.at("engine"), kit.rules, kit.cards, diagnostics)
    wrong = {diagnostic.span for diagnostic in diagnostics}
    cards = [(id_, card.traits) for deck in kit.cards.values() for id_, card in deck.items() if wrong and card.traits]
    return frozenset(id_ for id_, traits in cards if traits and not wrong.isdisjoint(traits.spans()))


def run(context: CheckContext) -> list[Diagnostic]:
    """Run every check; return their diagnostics, sorted by file and line, each once."""
    diagnostics = {diagnostic for module in checks().values() for diagnostic in module.check(context)}
    return sorted({*diagnostics, *unusable()})
