"""Fonts, text styles, colours and pictures of a kit -> how running text is set."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import ceil

from pnp.drawing import Drawing
from pnp.model import Style
from pnp.source import Faults, Span
from pnp.text import Fonts

STEP = 0.02
"""Type of a whole flow is made smaller by this share until it fits."""

_ROLES = ("h1", "h2", "h3", "body", "table", "head", "caption")
_MORE_ROLES = ("lead", "small", "label", "list", "item", "quote", "figure", "contents", "index", "foot")
"""Roles that a flow may do without: they change how it is set where they are there."""


@dataclass(frozen=True)
class Setting:
    """How a flow is set: fonts, the styles by role, colours by name, who draws a picture of a given name, and what is
    said of its own accord by key."""

    fonts: Fonts
    styles: Mapping[str, Style]
    colour: Callable[[str], str]
    picture: Callable[[str], Drawing | None]
    span: Span
    faults: Faults
    say: Callable[..., str]

    def scaled(self, factor: float) -> Setting:
        """The same, its type smaller; no style goes below its own least size."""
        return replace(self, styles={role: _scaled(style, factor) for role, style in self.styles.items()})

    @property
    def steps_to_smallest(self) -> int:
        """How many steps smaller every style has reached its least size."""
        shares = [1 - (style.least or style.size) / style.size for style in self.styles.values()]
        return ceil(max(shares) / STEP)


def _scaled(style: Style, factor: float) -> Style:
    return replace(style, size=max(style.least or style.size, style.size * factor))


def styles_of(styles: Mapping[str, Style], prefix: str) -> dict[str, Style]:
    """The styles of a flow: `prefix-h1`, `prefix-body` and so on, `prefix-body` standing in for what is not there."""
    needed = {role: styles.get(f"{prefix}-{role}", styles[f"{prefix}-body"]) for role in _ROLES}
    return needed | {role: styles[f"{prefix}-{role}"] for role in _MORE_ROLES if f"{prefix}-{role}" in styles}
