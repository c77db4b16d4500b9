"""Registries of modules by name: those of this program, and plugins, which other distributions add by entry points.

The names are read without importing a module. The games of this program are found by its own entry points, as those of
other distributions are. An entry point whose name is already in use is not
used, and `unused` reports it. A module that cannot be imported raises PluginError, which names its distribution.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib.machinery import PathFinder
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

from pnp.diagnostics import Diagnostic, Span, mistakes
from pnp.diagnostics.files import NAME

GAMES, CHECKS = "pnp.games", "pnp.checks"
COMPONENTS, ELEMENTS, SCHEMES = "pnp.components", "pnp.elements", "pnp.schemes"
EXPORTS = "pnp.exports"
GROUPS = (GAMES, CHECKS, COMPONENTS, ELEMENTS, SCHEMES, EXPORTS)
"""The groups of entry points."""
_MODULE = r"[a-z][a-z0-9_]*"


T = TypeVar("T")
HINT = "set PNP_DEBUG=1 to see the traceback; correct the plug-in, or tell its author"


class PluginError(Exception):
    """A plugin cannot be used, or has failed. The message names its distribution, or the game, and the reason."""


def failure(message: str) -> PluginError:
    """The PluginError for the exception that is being handled, which is traced."""
    mistakes.traced(sys.exception())
    return PluginError(message)


class Plugin(NamedTuple):
    """A module that a distribution adds."""

    name: str
    module: str
    entry: EntryPoint

    @property
    def distribution(self) -> str:
        """The name and version of the distribution."""
        dist = self.entry.dist
        return f"{dist.name} {dist.version}" if dist else self.module

    @property
    def span(self) -> Span:
        """The line of `entry_points.txt` that adds it."""
        files = (self.entry.dist.files if self.entry.dist else None) or ()
        path = next((Path(str(file.locate())) for file in files if file.name == "entry_points.txt"), None)
        if path is None:
            return Span(self.distribution)
        lines = path.read_text("utf-8").splitlines() if path.is_file() else []
        numbers = (n for n, line in enumerate(lines, 1) if line.split("=")[0].strip() == self.name)
        return Span(str(path), next(numbers, 1))

    def report(self, severity: str, message: str, *hints: str) -> Diagnostic:
        """Make a diagnostic at the line that adds it."""
        return Diagnostic(self.span, severity, "unusable-plugin", message, hints)


@cache
def _installed() -> Any:
    """The entry points of every group. Reading them is slow, so they are read once."""
    return entry_points()


@cache
def _entries(group: str) -> tuple[Plugin, ...]:
    plugins = [Plugin(entry.name, entry.module, entry) for entry in _installed().select(group=group)]
    return tuple(sorted(plugins, key=lambda plugin: (plugin.entry.dist.name if plugin.entry.dist else "", plugin.name)))


def added(group: str) -> tuple[Plugin, ...]:
    """The plugins of a group, sorted by distribution and name; nothing is imported."""
    return tuple(plugin for plugin in _entries(group) if not _is_own(plugin))


def _is_own(plugin: Plugin) -> bool:
    """Whether an entry point names a module of this program."""
    return plugin.module.startswith("pnp.")


@cache
def folder(package: str) -> Path | None:
    """The folder of an installed package, which is not imported; None if it does not exist."""
    first, *rest = package.split(".")
    spec = importlib.util.find_spec(first)
    name = first
    for part in rest:
        name = f"{name}.{part}"
        spec = PathFinder.find_spec(name, spec.submodule_search_locations) if spec else None
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


class Registry:
    """The modules of one kind by name: those in the folder of a package, and those of a group of entry points.

    `needs` are the names that a module must define, by the part of it that is imported: "" for the module itself.
    With `packages`, each entry point names a package, which may have any name; otherwise a module, which has the entry
    point's name.
    """

    def __init__(
        self,
        package: str,
        place: Iterable[str],
        group: str,
        needs: Mapping[str, tuple[str, ...]],
        *,
        packages: bool = False,
        reserved: Iterable[str] = (),
    ) -> None:
        self._package, self._place, self._group, self._needs = package, list(place), group, needs
        self._packages, self._reserved = packages, frozenset(reserved)
        self._broken: dict[str, PluginError] = {}

    @cached_property
    def own(self) -> Mapping[str, str]:
        """This program's modules by name, with their full names."""
        modules = pkgutil.iter_modules(self._place)
        here = [module.name for module in modules if module.ispkg == self._packages]
        entries = {plugin.name: plugin.module for plugin in _entries(self._group) if _is_own(plugin)}
        return {name: f"{self._package}.{name}" for name in here} | entries

    @cached_property
    def _added(self) -> dict[str, Plugin]:
        plugins: dict[str, Plugin] = {}
        for plugin in added(self._group):
            if not self._problem(plugin, plugins):
                plugins[plugin.name] = plugin
        return plugins

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All names, sorted."""
        return tuple(sorted((*self.own, *self._added)))

    def module(self, name: str, part: str = "") -> ModuleType:
        """A module, or a part of a package; no other module is imported. Raises PluginError."""
        inner = f".{part}" if part else ""
        if name in self.own:
            return importlib.import_module(f"{self.own[name]}{inner}")
        if name not in self._added:
            raise PluginError(f"{self._group.removeprefix('pnp.')}: there is no {name!r}")
        try:
            return self._imported(self._added[name], f"{self._added[name].module}{inner}", part)
        except PluginError as error:
            self._broken[name] = error
            raise

    def has(self, name: str, part: str) -> bool:
        """Whether a package of this kind has a module. Raises PluginError if the package itself cannot be imported."""
        package = self.module(name).__name__
        return importlib.util.find_spec(f"{package}.{part}") is not None

    def folder(self, name: str) -> Path | None:
        """The folder of a package that a plugin adds; None for this program's own, and for a name that none has."""
        plugin = self.plugin(name)
        return folder(plugin.module) if plugin else None

    def plugin(self, name: str) -> Plugin | None:
        """The plugin that adds a module; None for this program's own modules."""
        return None if name in self.own else self._added.get(name)

    def ask(
        self, name: str, question: str, call: Callable[[], T], passing: tuple[type[Exception], ...] = (), of: Any = None
    ) -> T:
        """The result of a call that runs a module's code; with `of`, the type of its items.

        Raises PluginError for an exception in a plugin, except those in `passing`, and for items of other types.
        """
        plugin = self.plugin(name)
        if plugin is None:
            return call()
        try:
            found: Any = call()
            for item in found if of else ():
                if not isinstance(item, of):
                    raise TypeError(f"its result contains {type(item).__name__}")
            return found  # type: ignore[no-any-return]
        except PluginError:
            raise
        except passing:
            raise
        except (Exception, SystemExit) as error:
            entry = f"{plugin.distribution}, {self._group} {name!r}"
            raise failure(f"{entry}: `{question}` failed: {mistakes.reason(error)}") from error

    def _imported(self, plugin: Plugin, path: str, part: str) -> ModuleType:
        try:
            module = importlib.import_module(path)
        except (Exception, SystemExit) as error:
            raise failure(f"{plugin.distribution} cannot be loaded: {mistakes.reason(error)}") from error
        missing = [name for name in self._needs.get(part, ()) if not hasattr(module, name)]
        if missing:
            raise PluginError(f"{plugin.distribution} cannot be used: {path} does not define {', '.join(missing)}")
        if "Spec" in self._needs.get(part, ()) and module.Spec.__module__ != path:
            raise PluginError(f"{plugin.distribution} cannot be used: {path} must define its own Spec")
        return module

    def usable(self) -> dict[str, ModuleType]:
        """Every module that can be imported, by name."""
        plugins = {}
        for name in self.names:
            try:
                plugins[name] = self.module(name)
            except PluginError:  # which `broken` reports
                continue
        return plugins

    def broken(self) -> list[Diagnostic]:
        """An error for each module that could not be imported when it was needed."""
        return [self._added[name].report("error", str(error), _UNINSTALL) for name, error in self._broken.items()]

    def unused(self) -> Iterator[Diagnostic]:
        """A warning for each entry point that is not used, because its name is in use or invalid."""
        seen: dict[str, Plugin] = {}
        for plugin in added(self._group):
            problem = self._problem(plugin, seen)
            if problem:
                yield plugin.report("warning", f"{plugin.distribution} is not used here: {problem}", _UNINSTALL)
            seen.setdefault(plugin.name, plugin)

    def _problem(self, plugin: Plugin, before: Mapping[str, Plugin]) -> str:
        """Why an entry point is not used; empty if it is."""
        name, kind = plugin.name, self._group.removeprefix("pnp.")
        if name in self.own or name in self._reserved:
            return f"pnp itself has {name!r} among its {kind}"
        if name in before:
            return f"{before[name].distribution} has added {name!r} to the {kind}"
        if not re.fullmatch(NAME if self._packages else _MODULE, name):
            also = "hyphens" if self._packages else "underscores"
            return (
                f"{name!r} must start with a lower-case letter and contain only lower-case letters, digits and {also}"
            )
        if plugin.entry.attr or (not self._packages and plugin.module.rpartition(".")[2] != name):
            wanted = "a package" if self._packages else f"a module called {name!r}"
            return f"{name!r} must be the name of {wanted}, but names {plugin.entry.value!r}"
        return ""


_UNINSTALL = "update or uninstall this distribution"
