"""Open a kit with everything needed to draw it: fonts, pictures, templates and words."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from pnp import checks
from pnp.checks import OpenedGame
from pnp.components import figures
from pnp.components.context import RenderContext
from pnp.components.fingerprint import Fingerprints
from pnp.components.resize import PictureSize, deck_sizes, for_own_sizes, resized, share, with_bleed
from pnp.diagnostics import Diagnostics, Span, did_you_mean, mistakes
from pnp.graphics import Size, colour, emoji
from pnp.graphics.colour import hexadecimal
from pnp.graphics.drawing import CURRENT
from pnp.graphics.images import Gallery, Swaps
from pnp.imposition.marks import LABEL_FONT
from pnp.kit import Card, Kit, NamedSize, PrintFacts, kit_file, load, paths, phrases, sizes
from pnp.kit.kit_file import unread
from pnp.kit.labels import PLACEHOLDER
from pnp.kit.model import Font
from pnp.kit.sizes import CardSize, OwnSize
from pnp.kit.templates import Templates
from pnp.pipeline.choices import ChoiceError
from pnp.pipeline.typefaces import credited
from pnp.rules import playing
from pnp.sources import Node
from pnp.text import ROLES, Fonts
from pnp.text.fit import checked
from pnp.text.hyphenation import Hyphens
from pnp.text.icons import Icons, named
from pnp.text.roles import CUTS, Run, with_fallbacks


class Opened(NamedTuple):
    """A kit opened for drawing, and its engine."""

    render: RenderContext
    game: OpenedGame


def open_context(folder: Path, diagnostics: Diagnostics) -> RenderContext | None:
    """Open a kit's RenderContext; None after errors."""
    opened = open_for_checks(folder, diagnostics)
    return opened.render if opened else None


def open_for_checks(
    folder: Path,
    diagnostics: Diagnostics,
    card_size: NamedSize | OwnSize | None = None,
    bleed: float | None = None,
    loaded: Kit | None = None,
    *,
    scales: bool = False,
) -> Opened | None:
    """Open a kit's RenderContext and engine; None after errors. Errors in its rules are left to the checks.

    Cards are laid out for `card_size` if it is given; or they are scaled down to it, if one `scales`. `bleed` in mm
    replaces that of papers.yaml. A kit that is already `loaded`, and perhaps changed since, is not read again. Raises
    ChoiceError for a card size that the kit does not have.
    """
    opening = partial(_open, folder, diagnostics, card_size, bleed, loaded, scales=scales)
    return mistakes.bounded(opening, None, Span(str(folder / paths.KIT_FILE)), "opening this kit", diagnostics)


def _open(
    folder: Path,
    diagnostics: Diagnostics,
    card_size: NamedSize | OwnSize | None,
    bleed: float | None,
    loaded: Kit | None,
    *,
    scales: bool,
) -> Opened | None:
    facts = load.print_facts(diagnostics)
    roles = load.font_roles(diagnostics, folder)
    kit = load.open_kit(folder, diagnostics) if loaded is None else kit_file.sound(loaded, diagnostics)
    if not (facts and roles and kit):
        return None
    in_bases = [name for names in kit.base_sizes.values() for name in names.values()]
    facts = sizes.for_decks(facts, kit.sizes, [*deck_sizes(kit), *in_bases])
    confined = not paths.is_installed(folder)
    gallery = _gallery(kit, folder, facts, diagnostics, confined=confined)
    picture_size = partial(_picture_size, gallery)
    kit = for_own_sizes(kit, facts, picture_size, diagnostics)
    if bleed is not None:
        kit = with_bleed(kit, facts, bleed) if bleed > facts.bleed else kit
        facts = replace(facts, bleed=bleed)
    scaled = None
    if card_size:
        kit, facts, scaled = _for_card_size(kit, facts, card_size, picture_size, scales=scales)
    fonts = _fonts(kit, roles, gallery, diagnostics, confined=confined)
    for style in kit.facebook.styles.values():
        colour.read_colour(style.colour, kit.palette, style.at("colour"), diagnostics)
    if diagnostics.blocks:
        return None
    diagnostics.add(unread(folder, load.KIT_FILES))
    fonts.icons.check(diagnostics)
    _check_label_font(kit, fonts, diagnostics)
    opened = _opened(folder, kit, facts, gallery, fonts, diagnostics, is_resized=card_size is not None)
    return opened._replace(render=replace(opened.render, scaled=scaled))


def _opened(
    folder: Path,
    kit: Kit,
    facts: PrintFacts,
    gallery: Gallery,
    fonts: Fonts,
    diagnostics: Diagnostics,
    *,
    is_resized: bool,
) -> Opened:
    """The RenderContext of a kit with its words and templates, and its engine."""
    kit = credited(kit, fonts)
    cards = {id_: card for deck in kit.cards.values() for id_, card in deck.items()}
    game = checks.open_game(kit)
    faulty = game.faulty(kit)
    words = _words(kit, cards, faulty, diagnostics)
    only_words = {id_: written for id_, (written, _, _) in words.items()}
    installed = paths.is_installed(folder)
    steps = partial(playing.steps_or_none, game.game)
    templates = Templates(
        kit, paths.template_folders(folder), only_words, diagnostics, faulty, installed=installed, replay=steps
    )
    render = RenderContext(
        kit, facts, fonts, gallery, templates, words, diagnostics, Fingerprints(fonts), faulty, resized=is_resized,
        replay=steps, figure=figures.figure,
    )  # fmt: skip
    return Opened(render, game)


def _words(
    kit: Kit, cards: Mapping[str, Card], faulty: Container[str], diagnostics: Diagnostics
) -> dict[str, phrases.Written]:
    """The words of all cards. Those of faulty cards are written without reports."""
    return {
        id_: phrases.write(card, kit.phrasebook, kit.language, Diagnostics() if id_ in faulty else diagnostics, cards)
        for id_, card in cards.items()
    }


def _picture_size(gallery: Gallery, art: Node) -> Size | None:
    """The size of the picture that a value names; None for one that has fields, or does not exist."""
    name = str(art.value)
    drawing = gallery.drawing(name, art.span) if "{" not in name and gallery.has(name) else None
    return drawing.size if drawing else None


def _for_card_size(
    kit: Kit, facts: PrintFacts, wanted: NamedSize | OwnSize, picture_size: PictureSize, *, scales: bool
) -> tuple[Kit, PrintFacts, tuple[Size, float] | None]:
    """The kit with cards of another size; that size and the share to which cards are scaled down, if they are."""
    try:
        size = sizes.own_size(wanted, kit.sizes, facts) if isinstance(wanted, OwnSize) else wanted
    except ValueError as error:
        raise ChoiceError("--card-size", str(error)) from None
    measure = kit.sizes.get(size.name) or CardSize(origin=facts.origin, title=size.title, size=size.size)
    facts = replace(facts, cards={**facts.cards, size.name: measure})
    if not scales:
        return resized(kit, facts, size.name, picture_size), facts, None
    found = share(kit, facts, size.name)
    if found == 1:
        raise ChoiceError("--scale-cards", f"{size.size} is not smaller than the kit's own cards")
    if any(facts.cards[name].extent == size.size for name in deck_sizes(kit) if name in facts.cards):
        raise ChoiceError("--scale-cards", f"other cards of this kit are {size.size} already; give another size")
    return resized(kit, facts, size.name, picture_size, found), facts, (size.size, found)


def _gallery(kit: Kit, folder: Path, facts: PrintFacts, diagnostics: Diagnostics, *, confined: bool) -> Gallery:
    icons = {named(name): icon.art for name, icon in kit.icons.items()}
    alternatives = {**kit.sheets.pictures, **kit.phrasebook.pictures}
    swaps, folders = _swaps(kit, diagnostics), paths.art_folders(folder)
    gallery = Gallery(
        folders, diagnostics, swaps, kit.rasterise, icons, alternatives, facts.fine_dpi, confined=confined
    )
    # Report names and patterns under `rasterise` that no SVG file has.
    for number, pattern in enumerate(kit.rasterise):
        if not gallery.svg_files(pattern):
            near = did_you_mean(pattern, gallery.svg_files()) if pattern.endswith(".svg") and "*" not in pattern else ""
            hint = near or "name an SVG file of the kit, or several as '*.svg'"
            span = kit.origin.at("rasterise", number)
            diagnostics.error(span, "missing-art", f"there is no SVG file {pattern!r}", hint)
    return gallery


def _fonts(kit: Kit, known: dict[str, Font], gallery: Gallery, diagnostics: Diagnostics, *, confined: bool) -> Fonts:
    roles = _roles(kit, known, diagnostics)
    hyphens = Hyphens(kit.language, [kit.title, *(card.name for card in kit.all_cards)])
    icons = Icons(kit.icons, gallery.drawing, emoji.drawing)
    shared = str(paths.fonts_folder() / paths.FONTS_FILE)
    chosen = {*kit.fonts, *(role for role, font in roles.items() if font.origin.span.file != shared)}
    return Fonts(roles, paths.fonts_folder(), diagnostics, icons, hyphens, confined=confined, chosen=chosen)


def _swaps(kit: Kit, diagnostics: Diagnostics) -> Swaps:
    """The kit's `recolour` map. Reports a colour that is listed twice, spelled in two ways."""
    swaps: dict[str, str | None] = {}
    spelling: dict[str, str] = {}
    nodes: Node | None = kit.origin.value.get("recolour")
    for text, node in nodes.value.items() if nodes else ():
        old = hexadecimal(text) or text
        if old in swaps:
            message = f"{text!r} is the same colour as {spelling[old]!r}, which is already replaced"
            diagnostics.error(node.key_span, "duplicate-key", message, "remove one of the two")
        new = kit.recolour[old]
        known = {"none": None, CURRENT: CURRENT}
        swaps[old] = known[new] if new in known else colour.read_colour(new, kit.palette, node.span, diagnostics)
        spelling[old] = text
    return swaps


def _check_label_font(kit: Kit, fonts: Fonts, diagnostics: Diagnostics) -> None:
    """Report characters that labels and marks need and their font lacks, once for all words, at the first such word."""
    checked(fonts, [Run(kit.title, LABEL_FONT)], kit.at("title"), diagnostics)
    texts = {key: PLACEHOLDER.sub("", words) for key, words in kit.sheets.words.items()}
    first = next((key for key, words in texts.items() if fonts.missing(words, LABEL_FONT)), "")
    if first:
        checked(fonts, [Run(" ".join(texts.values()), LABEL_FONT)], kit.sheets.at("words", first), diagnostics)


def _replace_roles(kit: Kit, known: dict[str, Font], roles: dict[str, Font], diagnostics: Diagnostics) -> None:
    """Give roles the fonts that the kit has for them."""
    for role, other in kit.fonts.items():
        for key in (role, other):
            if key not in known:
                _report_font(kit.at("fonts", role), key, did_you_mean(key, known), diagnostics)
        if role in roles and other in known:
            roles[role] = known[other]


def _roles(kit: Kit, known: dict[str, Font], diagnostics: Diagnostics) -> dict[str, Font]:
    """The font roles that a kit uses, after its own replacements. Fonts of other roles are not opened."""
    roles = {role: known[role] for role in ROLES if role in known}
    for style in kit.facebook.styles.values():
        if style.font in known:
            roles[style.font] = known[style.font]
        else:
            hint = (
                did_you_mean(style.font, known) or f"font roles: {', '.join(roles)}, and those in the kit's fonts.yaml"
            )
            _report_font(style.at("font"), style.font, hint, diagnostics)
    _replace_roles(kit, known, roles, diagnostics)
    cuts = {f"{role}-{one}" for role in roles for one in CUTS[1:]}
    roles |= {role: known[role] for role in sorted(cuts & known.keys()) if role not in roles}
    known = {**known, **roles}
    used = {role: known[role] for role in with_fallbacks(roles, known)}
    _check_fallbacks(used, known, diagnostics)
    return used


def _check_fallbacks(used: Mapping[str, Font], known: Mapping[str, Font], diagnostics: Diagnostics) -> None:
    """Report fallbacks of the used fonts that are no font roles."""
    for font in used.values():
        for other in font.fallback:
            if other not in known:
                _report_font(font.at("fallback"), other, did_you_mean(other, known), diagnostics)


def _report_font(place: Span, role: str, hint: str, diagnostics: Diagnostics) -> None:
    diagnostics.error(place, "unknown-font", f"there is no font role {role!r}", hint)
