"""Files as values with places: YAML, tables of all forms, and Git history, read without running anything in them.

A `Node` is a value of a file and the place where it is written. `tables` reads what may be large or hostile in the
confined child process. What the values mean is the matter of `pnp.kit`.
"""

from pnp.sources.node import Node

__all__ = ["Node"]
