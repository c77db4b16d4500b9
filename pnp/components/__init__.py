"""Draw components as pieces, one kind of component per module of `kinds` or of another distribution.

A kind's module has `Spec`, the record of its keys, a `Component`; `pieces(id, spec, context)`, which draws its pieces;
`SHEETS`, the sheets that it shares with other kinds (with the label `sheets_…`); and `SCHEME` and `GAP`, which
arrange the pieces on sheets. A kind that describes the finished set has `LAST = True`; one whose pieces are shrunk
to fit a small paper has `SHRINKS = True`. The kinds of elements of faces are in `elements`, one per module too.
"""

from pnp.components.elements import keys as element_keys
from pnp.components.elements import names as element_kinds
from pnp.components.registry import REGISTRY, component, describes_set, kind, kinds, names, pieces, shrinks

__all__ = [
    "REGISTRY",
    "component",
    "describes_set",
    "element_keys",
    "element_kinds",
    "kind",
    "kinds",
    "names",
    "pieces",
    "shrinks",
]
