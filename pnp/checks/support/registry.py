"""The checks, in the package `pnp.checks` and of other distributions, and the codes of diagnostics."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

from pnp import components, imposition
from pnp.checks.support.context import CheckContext
from pnp.components import elements
from pnp.diagnostics import Diagnostic, Diagnostics, mistakes
from pnp.kit import paths, plugins
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
def tastes() -> frozenset[str]:
    """The codes of the checks that declare `TASTE = True`: a first print is worth making with what they find."""
    return frozenset(code for code, module in checks().items() if getattr(module, "TASTE", False))


_OF_TASTE = """
This is a matter of taste: a warning. It is an error with `--strict`, and in a game with an engine that is not a
`custom` edition.
"""


@cache
def explanations() -> dict[str, str]:
    """The explanations of all codes, of checks and of errors in data: one sentence, then the details."""
    texts = {path.stem: path.read_text("utf-8") for path in (_FOLDER / "codes").glob("*.txt")}
    texts |= {code: module.__doc__ or "" for code, module in checks().items()}
    texts |= {code: _with_taste(texts[code]) for code in tastes()}
    return {code: texts[code].strip() for code in sorted(texts)}


def _with_taste(text: str) -> str:
    """An explanation that states that its code is one of taste, before its examples."""
    about, mark, examples = text.partition("\nPASS: ")
    return f"{about}{_OF_TASTE}{mark}{examples}"


def run(context: CheckContext, progress: Callable[[int], None] = lambda _left: None) -> list[Diagnostic]:
    """Run every check; return their diagnostics, sorted by file and line, each once.

    `progress` is called after each check with the number of checks left.
    """
    diagnostics = set(unusable())
    for number, (code, module) in enumerate(checks().items(), start=1):
        try:
            diagnostics.update(_diagnostics(code, module, context))
        except plugins.PluginError as error:  # of the game; without it, the other checks do not ask it again
            kit = context.render.kit
            context.render.diagnostics.error(kit.at("engine"), "unusable-plugin", str(error), plugins.HINT)
            context = replace(context, game=None)
        progress(len(checks()) - number)
    return sorted(diagnostics)


def _diagnostics(code: str, module: ModuleType, context: CheckContext) -> list[Diagnostic]:
    """The diagnostics of a check; an error in their place if it is of another distribution and fails.

    Raises PluginError if the game fails that it asks.
    """
    plugin = REGISTRY.plugin(code.replace("-", "_"))
    if plugin is None:
        own = Diagnostics()
        place = context.render.kit.origin.span
        mistakes.bounded(lambda: own.add(list(module.check(context))), None, place, f"the check {code!r}", own)
        return list(own)
    try:
        diagnostics = list(module.check(context))
        wrong = next((one for one in diagnostics if not isinstance(one, Diagnostic)), None)
        if wrong is not None:
            raise TypeError(f"{type(wrong).__name__} is not a Diagnostic")
        return diagnostics
    except plugins.PluginError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - the code of others
        message = f"{plugin.distribution}: the check {code!r} failed: {mistakes.reason(error)}"
        return [plugin.report("error", str(plugins.failure(message)), plugins.HINT)]
