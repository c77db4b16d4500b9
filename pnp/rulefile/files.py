"""Find the rule files of a kit."""

from __future__ import annotations

from pathlib import Path

from pnp.diagnostics import Diagnostics
from pnp.diagnostics.files import is_there
from pnp.kit import Kit, languages, paths
from pnp.kit.languages import primary
from pnp.rulefile.reader import RuleFile
from pnp.rules.loading import REGISTRY
from pnp.sources.yaml import read_text

FILE = paths.RULE_FILE


def paths_of(kit: Kit) -> list[tuple[Path, str]]:
    """The rule files of a kit with their languages: that of its engine's package, then its layers', its base first."""
    own, *below = kit.spoken.items()  # the kit's own folder, and its bases from the lowest up
    package = REGISTRY.folder(kit.engine) if kit.engine else None
    engine = [(str(package), languages.FIRST)] if package else []
    layers = [(Path(folder) / FILE, primary(language)) for folder, language in [*engine, *below, own]]
    return [(path, language) for path, language in layers if path.parent.name != paths.COMMON and is_there(path)]


def texts(kit: Kit, diagnostics: Diagnostics) -> list[RuleFile]:
    """The rule files of a kit, that of the game first. Files that cannot be read are errors."""
    found: list[RuleFile] = []
    for path, language in paths_of(kit):
        text = read_text(path, diagnostics)
        if text is not None:
            found.append(RuleFile(text, str(path), language, adds=bool(found)))
    return found
