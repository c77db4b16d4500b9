"""Set text: measure words with a kit's fonts, and lay out lines, paragraphs, tables and pages.

`Fonts` measures the fonts of a kit by their roles. `fit` shrinks and wraps a text into a box; `layout` sets Markdown in
columns with the styles of a `Setting`. Sizes of type are pt, all other measures mm. The names below are for all
packages.
"""

from pnp.text.fit import place
from pnp.text.roles import ROLES, Fonts
from pnp.text.styles import Setting

__all__ = ["ROLES", "Fonts", "Setting", "place"]
