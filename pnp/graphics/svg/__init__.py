"""Read SVG files as drawings, exactly or not at all.

Shapes, paths, groups, `use`, clips and flat colours, given as attributes or in style sheets, become vectors. What has
no effect on ink (metadata, names, an editor's own elements) is left out. Files with gradients, filters, masks or other
features that a drawing lacks are rendered as pixels. Everything else is an error with its line and column.
`docs/art.md` lists all three.
"""

from pnp.graphics.svg.elements import MAX_ELEMENTS
from pnp.graphics.svg.reader import NeedsPixels, read

__all__ = ["MAX_ELEMENTS", "NeedsPixels", "read"]
