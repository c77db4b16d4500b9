"""The command `translate`."""

from __future__ import annotations

from pathlib import Path

import click

from pnp.cli import deferred
from pnp.cli.console import CONTEXT, echo, refuse
from pnp.cli.here import kit_argument
from pnp.cli.params import write
from pnp.diagnostics import Diagnostics, counted
from pnp.kit import paths
from pnp.kit.work_file import file_name, is_translated
from pnp.sources import po


@click.command(context_settings=CONTEXT)
@kit_argument()
def translate(kit: Path) -> None:
    """Make or refresh the work file of KIT, in which its texts are translated.

    KIT extends a kit in another language. Its work file, such as texts.es.po, has each text of that kit beside its
    translation; programs such as Poedit and Weblate open it. After the other kit has changed, `pnp translate` adds new
    texts, and keeps all translations: those of texts that have changed are marked as fuzzy, and are not printed until
    you remove the mark.

    \b
    Examples:  pnp translate kits/giostra
    """
    if paths.installed_kit(kit.name) == kit:
        hint = f"make your own translation: pnp new my-{kit.name} --from {kit.name} --language es"
        raise click.UsageError(f"{kit.name} comes with pnp and is not changed; {hint}")
    diagnostics = Diagnostics()
    language, found = deferred.translating.refreshed(kit, diagnostics)
    if found is None or diagnostics:
        refuse(diagnostics, "nothing was written")
    texts = [entry for entry in found.entries if entry.source and not entry.obsolete]
    file = kit / file_name(language)
    if not texts and not file.exists():
        raise click.UsageError(
            f"{kit.name} has no text in another language than {language!r}: set its language in kit.yaml"
        )
    write(file, po.write(found.entries).encode())
    done = sum(map(is_translated, texts))
    changes = f"{found.new} new, {found.fuzzy} changed (now fuzzy), {found.obsolete} no longer used"
    echo(f"{kit.name}/{file.name}: {done} of {counted(len(texts), 'text')} translated; {changes}")
