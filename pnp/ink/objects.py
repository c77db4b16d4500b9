"""Operators and what they name -> objects of a PDF."""

from __future__ import annotations

from pnp.geometry import Rect
from pnp.ink.file import File, dictionary, reference, stream
from pnp.ink.layers import Layers
from pnp.ink.letters import Letters
from pnp.ink.stream import Operators, alpha_name, number


def form(resources: str, content: bytes, box: Rect) -> bytes:
    """A form XObject that is cut off at a box."""
    edges = " ".join(map(number, (box.x, box.y, box.right, box.far)))
    return stream({"Type": "/XObject", "Subtype": "/Form", "BBox": f"[{edges}]", "Resources": resources}, content)


def resources(file: File, letters: Letters, layers: Layers, operators: Operators) -> str:
    """What operators name, as a part of the form's or the page's own object."""
    told = {"Font": reference(letters.resources)}
    if operators.used:
        told["XObject"] = dictionary({name: file.reference(name) for name in operators.used})
    if operators.alphas:
        told["ExtGState"] = dictionary({alpha_name(a): f"<</ca {a[0]:.7g}/CA {a[1]:.7g}>>" for a in operators.alphas})
    if operators.layers:
        told["Properties"] = dictionary({layers.key(name): layers.group(file, name) for name in operators.layers})
    return dictionary(told)
