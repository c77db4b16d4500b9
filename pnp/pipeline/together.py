"""Print the cards of several kits on shared sheets.

Each kit is drawn and checked as usual, and prints all else in files of its own. The cards are then imposed as those of
one kit, which has the components of all, the fonts of the first kit and the different ones of the others.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.components.fingerprint import Fingerprints
from pnp.diagnostics import Diagnostics, counted
from pnp.graphics import Piece
from pnp.graphics.drawing import total
from pnp.kit import Component, Kit
from pnp.pipeline import job
from pnp.pipeline.choices import ChoiceError
from pnp.pipeline.diff_pages import Restyled
from pnp.pipeline.job import Plan
from pnp.pipeline.manifest import WholeSet
from pnp.pipeline.option_table import flag
from pnp.pipeline.result import BuildResult, KitCards
from pnp.pipeline.sheets import TooManyError

NAME = "together"
"""The name of what is printed together, in place of a kit's."""
FLAG = flag(NAME)


def build(kits: Sequence[KitCards], diagnostics: Diagnostics) -> BuildResult:
    """The files with the cards of kits of different names, which must be in one language.

    Raises ChoiceError for kits that cannot be printed together, and OSError if a picture was changed.
    """
    kits = [one for one in kits if any(map(total, one.pieces.values()))]
    if len(kits) < 2:
        raise ChoiceError(FLAG, "fewer than two of these kits have cards to print")
    planned, pieces = _joined(kits, diagnostics)
    try:
        layout = job.impose(planned, pieces)
    except TooManyError as error:
        raise ChoiceError(FLAG, f"{error}: print fewer kits at once") from None
    return job.write(planned, layout.files, [], WholeSet({}))


def sharing(manifest: Mapping[str, Any]) -> str:
    """A sentence about the sheets that hold cards of several kits, from the manifest of such a build."""
    kits: dict[tuple[str, int], set[str]] = {}
    for placed in (one for one in manifest["placements"] if one["side"] == "front"):
        kits.setdefault((placed["file"], placed["page"]), set()).add(placed["piece"].partition("/")[0])
    shared = sum(len(names) > 1 for names in kits.values())
    if shared:
        return f"cards of several kits are on {counted(shared, 'sheet')}"
    return "no sheet has cards of several kits: cards of other sizes, shapes and stocks are on sheets of their own"


def _joined(kits: Sequence[KitCards], diagnostics: Diagnostics) -> tuple[Plan, job.Pieces]:
    """The plan of one kit with the cards of all, and these cards. Their ids begin with the names of their kits."""
    first = kits[0].plan
    fonts, pieces, specs = first.context.fonts, {}, {}
    for number, (plan, mine) in enumerate(kits, start=1):
        kit = plan.context.kit
        restyled = Restyled(fonts, plan.context.fonts, diagnostics, prefix=str(number))
        fonts = restyled.fonts
        for id_, cards in mine.items():
            specs[f"{kit.slug}/{id_}"] = kit.components[id_]
            pieces[f"{kit.slug}/{id_}"] = list(_renamed(cards, kit.slug, restyled))
    context = replace(first.context, fonts=fonts, fingerprints=Fingerprints(fonts), diagnostics=diagnostics)
    context = replace(context, kit=_kit([one.plan.context.kit for one in kits], specs))
    label = hashlib.sha256(" ".join(one.plan.version for one in kits).encode()).hexdigest()
    options = first.options._replace(kit=Path(NAME), together=False, only=(), cards=(), creep=None)
    return replace(first, options=options, context=context, components=tuple(pieces), label=label), pieces


def _renamed(cards: Sequence[Piece], name: str, restyled: Restyled) -> Iterator[Piece]:
    """A kit's cards with ids that no other kit has, and with its fonts. Blank cards do not fill up shared sheets."""
    for card in cards:
        back = card.back and restyled.drawing(card.back)
        front, id_, component = restyled.drawing(card.front), f"{name}/{card.id}", f"{name}/{card.component}"
        yield replace(card, id=id_, component=component, front=front, back=back, filler=False)


def _kit(kits: Sequence[Kit], specs: Mapping[str, Component]) -> Kit:
    """A kit with components of several, and with all their titles and notices. Raises ChoiceError for two languages."""
    first = kits[0]
    if other := next((one for one in kits if one.language != first.language), None):
        message = f"{first.slug} is in {first.language!r}, and {other.slug} in {other.language!r}"
        raise ChoiceError(FLAG, f"the sheets are in one language, but {message}")
    notices = " ".join(f"{one.title}: {one.credit.notice} {one.credit.licence}".strip() for one in kits)
    credit = replace(first.credit, designer="", notice=notices, licence="")
    title = " + ".join(one.title for one in kits)
    return replace(first, slug=NAME, title=title, credit=credit, components=specs)
