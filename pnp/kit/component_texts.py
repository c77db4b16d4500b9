"""Fill the fields of components: texts such as `{cards.gules.name}` in a heading, and computed numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.diagnostics import Diagnostics, did_you_mean
from pnp.kit import expressions
from pnp.kit.expressions import Words
from pnp.kit.fields import Expression, ExpressionError, field_value, pieces
from pnp.kit.filters import shown, text_of
from pnp.sources import Node

KEYS = ("title", "note", "total")
"""The keys whose texts are printed; `art: token-{colour}.svg` has a field of its own."""


COMPUTED = ("copies", "rows")
"""The keys whose whole numbers may be expressions of the rules in braces."""


def filled(node: Node, scope: Mapping[str, Any], words: Words, diagnostics: Diagnostics) -> Node:
    """A component with its texts filled from the fields `cards`, `kit` and `rules`. Reports wrong fields."""
    if isinstance(node.value, list):
        items = [filled(item, scope, words, diagnostics) for item in node.value]
        return node.replaced(items)
    if not isinstance(node.value, dict):
        return node
    inner = {key: _part(key, child, scope, words, diagnostics) for key, child in node.value.items()}
    return node.replaced(inner)


def _part(key: str, node: Node, scope: Mapping[str, Any], words: Words, diagnostics: Diagnostics) -> Node:
    """The value of a key of a component, filled."""
    if isinstance(node.value, str) and "{" in node.value:
        if key in KEYS:
            return _text(node, scope, words, diagnostics)
        if key in COMPUTED:
            return _number(node, scope, words, diagnostics)
    return filled(node, scope, words, diagnostics)


def _number(node: Node, scope: Mapping[str, Any], words: Words, diagnostics: Diagnostics) -> Node:
    """A whole number computed by the only expression of a text; 1 after an error."""
    content: Any = None
    try:
        found = list(pieces(node.value))
        single = found[0] if len(found) == 1 else ""
        content = _computed(single, scope, words) if isinstance(single, Expression) else node.value
        if type(content) is not int:
            hint = "write a number, or {an expression}"
            raise ExpressionError(f"expected a whole number, found {shown(content)}", hint)
    except ExpressionError as error:
        diagnostics.error(node.span, "bad-expression", error.message, *error.hints)
        content = 1
    return Node(content, node.span, node.key_span, str(content))


def _text(node: Node, scope: Mapping[str, Any], words: Words, diagnostics: Diagnostics) -> Node:
    """A text with its expressions replaced by their values; without them after an error."""
    printed = ""
    try:
        for piece in pieces(node.value):
            printed += _value(piece, scope, words) if isinstance(piece, Expression) else piece
    except ExpressionError as error:
        diagnostics.error(node.span, "bad-expression", error.message, *error.hints)
    return Node(printed, node.span, node.key_span, printed)


def _value(expression: Expression, scope: Mapping[str, Any], words: Words) -> str:
    """The value of an expression as it is printed. Raises ExpressionError, also for a field that is missing."""
    return text_of(_computed(expression, scope, words), words.between)


def _computed(expression: Expression, scope: Mapping[str, Any], words: Words) -> Any:
    """The value of an expression. Raises ExpressionError, also for a field that is missing."""

    def field(path: str) -> Any:
        content = field_value(scope, path)
        if content is None:
            before, _, last = path.rpartition(".")
            near = did_you_mean(last, field_value(scope, before) or () if before else scope)
            raise ExpressionError(f"there is no field {path!r}", near or f"there are {', '.join(scope)}")
        return content

    return expressions.value(
        expression, field, words, needed=(expressions.EVERYTHING,), optional=lambda path: field_value(scope, path)
    )
