"""A language without a translation of the words on sheets, boxes and books.

`fold here`, `page 3 of 20` and the like are the same for all kits of a language. pnp has them in English, German,
French and Spanish. In another language they are printed in English until they are translated, in the kit's work file
or in a file `sheets.xx.yaml`.

PASS: stable/kit.yaml: is `extends: rhino\\nlanguage: de`
PASS: stable/kit.yaml: is `extends: rhino-de\\nlanguage: de-AT`
FAIL: stable/kit.yaml: is `extends: rhino\\nlanguage: pl`
FAIL: stable/kit.yaml: is `extends: rhino\\nlanguage: pl`; stable/sheets.pl.yaml: is `words: {and: i}`
"""

from __future__ import annotations

from collections.abc import Iterator

from pnp.checks import CheckContext, diagnostic
from pnp.diagnostics import Diagnostic, counted
from pnp.kit.labels import first_file, untranslated
from pnp.kit.languages import FIRST, primary

TASTE = True


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """At most one error, at the kit's language. In a kit with a work file, labels are among its texts."""
    kit = context.render.kit
    if primary(kit.language) == FIRST or kit.work.files:
        return
    missing = untranslated(kit.sheets)
    if not missing:
        return
    message = f"{counted(len(missing), 'label')} of sheets, such as {missing[0]!r}, "
    message += f"{'is' if len(missing) == 1 else 'are'} not translated into {kit.language!r}, and printed in English"
    file = f"pnp translate {kit.slug} makes a file in which they are translated with all other texts"
    alone = f"or copy card_data/common/{first_file().name} to sheets.{kit.language}.yaml in the kit's folder"
    yield diagnostic(__name__, kit.at("language"), message, file, f"{alone}, and translate it")
