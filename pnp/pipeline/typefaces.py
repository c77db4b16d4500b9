"""The sentence of a kit's credits that names the typefaces, made from the fonts of its text styles."""

from __future__ import annotations

from dataclasses import replace

from pnp.kit import Kit
from pnp.kit.labels import SheetWords
from pnp.text import Fonts


def credited(kit: Kit, fonts: Fonts) -> Kit:
    """The kit with a sentence about its typefaces, unless it has its own."""
    if kit.credit.typefaces:
        return kit
    return replace(kit, credit=replace(kit.credit, typefaces=_sentence(kit, fonts)))


def _sentence(kit: Kit, fonts: Fonts) -> str:
    """The families of all text styles, titles first, and their licence, which fonts of the kit's own folder lack."""
    used = {style.font for style in kit.facebook.styles.values()} & {*fonts.roles()}
    roles = sorted(used, key=lambda role: (role != "title", role))
    families = list(dict.fromkeys(_family(fonts, role) for role in roles))
    names = [family for family in families if family]
    if not names:
        return ""
    labels = SheetWords(kit.language, kit.sheets)
    licensed = "" if any(fonts.is_own(role) for role in roles) else "_ofl"
    number = {1: "one", 2: "two"}.get(len(names), "many")
    listed = {"names": f" {labels.say('and')} ".join(filter(None, (kit.sheets.between.join(names[:-1]), names[-1])))}
    return labels.say(f"typefaces_{number}{licensed}", **listed)


def _family(fonts: Fonts, role: str) -> str:
    """The family of a role's font; empty if the font cannot be used, which is reported."""
    try:
        return fonts.typeface(role).family
    except KeyError:
        return ""
