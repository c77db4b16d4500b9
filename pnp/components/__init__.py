"""Components to pieces, one kind of component per module, in `kinds` or in another distribution.

A kind's module says how it is described and how it is made: `Spec`, a `Component` with what this kind needs;
`pieces(id, spec, context)`, the things to cut out; and how they are arranged on sheets: `SHEETS`, which sheets they
share with other kinds (their words are called `sheets_…`), `SCHEME` and `GAP`. A kind that describes the finished set
has `LAST = True`. The elements of faces are in `elements`, one kind per module too.
"""

from pnp.components.registry import REGISTRY, component, describes_set, kind, kinds, names, pieces

__all__ = ["REGISTRY", "component", "describes_set", "kind", "kinds", "names", "pieces"]
