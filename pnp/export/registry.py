"""The targets: the modules in the folder `targets`, and those of other distributions."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from pnp.export import targets as targets_folder
from pnp.export.printed import PrintedSet
from pnp.kit import plugins

REGISTRY = plugins.Registry(targets_folder.__name__, targets_folder.__path__, plugins.EXPORTS, {"": ("LABEL", "files")})


def targets() -> tuple[str, ...]:
    """The names of all targets as people type them, with hyphens."""
    return tuple(name.replace("_", "-") for name in REGISTRY.names)


def label(target: str) -> str:
    """A target's name as people write it. Raises PluginError."""
    return str(REGISTRY.module(_module(target)).LABEL)


def options(target: str) -> tuple[str, ...]:
    """The fields of Settings that have an effect on a target. Raises PluginError."""
    return tuple(getattr(REGISTRY.module(_module(target)), "OPTIONS", ("dpi", "bleed")))


def taking(option: str) -> list[str]:
    """The targets that have an option; those of other distributions that fail are left out."""
    found = []
    for target in targets():
        with suppress(plugins.PluginError):
            if option in options(target):
                found.append(target)
    return found


def standard(target: str) -> str:
    """The PDF/X standard of a target's files; empty if it has none."""
    return str(getattr(REGISTRY.module(_module(target)), "STANDARD", ""))


def bleed(target: str) -> float:
    """How far the pictures of a target extend past the trim at any rate, in mm."""
    return float(getattr(REGISTRY.module(_module(target)), "BLEED", 0.0))


def files(target: str, printed: PrintedSet) -> Mapping[str, bytes]:
    """The files of an export by their paths in its folder. Raises PluginError."""
    name = _module(target)
    module = REGISTRY.module(name)

    def written() -> list[tuple[str, bytes]]:
        return sorted(module.files(printed).items())

    return dict(REGISTRY.ask(name, "files", written))


def _module(target: str) -> str:
    return target.replace("-", "_")
