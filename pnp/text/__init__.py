"""Set text: measure words with a kit's fonts, and lay out lines, paragraphs, tables and pages.

`Fonts` measures the fonts of a kit by their roles. `fit` shrinks and wraps a text into a box; `layout` sets Markdown in
columns with the styles of a `Setting`. Sizes of type are pt, all other measures mm. The names below are for all
packages. They are imported on first use, because the child process that reads fonts needs none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics.on_use import on_use

if TYPE_CHECKING:
    from pnp.text.fit import place
    from pnp.text.roles import ROLES, Fonts
    from pnp.text.styles import Setting

__all__ = ["ROLES", "Fonts", "Setting", "place"]

__getattr__ = on_use(__name__, {"ROLES": "roles", "Fonts": "roles", "Setting": "styles", "place": "fit"})
