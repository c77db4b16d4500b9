"""Evaluate the expressions of faces: the part of jinja2's expressions that cannot harm the machine.

jinja2 parses an expression. Its tree is evaluated here, node by node, so no code is compiled: there are fields,
constants, comparisons, arithmetic and the filters of `filters`, but no calls, attributes or powers. A field that a card
leaves out is empty: it prints nothing, is less than nothing and is no part of a sum.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from pnp.diagnostics import did_you_mean
from pnp.kit import filters
from pnp.kit.fields import Expression, ExpressionError, expressions, parted
from pnp.kit.fields import expression as bare
from pnp.kit.filters import is_number, limited, shown, text_of, to_number
from pnp.kit.labels import SheetWords, plain_labels
from pnp.sources.yaml import FORBIDDEN

if TYPE_CHECKING:
    from jinja2 import Environment

    from pnp.kit.model import Kit

MAX_SOURCE = 500
"""Maximum length of an expression."""
MAX_DEPTH = 30
"""How deeply an expression may be nested."""
ALLOWED = (
    "allowed are fields, texts in quotes, numbers, [lists], filters, + - * / // % ~, comparisons, in, and, or, not, "
    "x if y else z"
)

_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,10})?")
_MATHS = {"Add": "add", "Sub": "subtract", "Mul": "multiply", "Div": "divide", "FloorDiv": "divide", "Mod": "divide"}
_NODES = {
    "And", "Compare", "Concat", "CondExpr", "Const", "Filter", "Getattr", "Getitem", "List", "Name", "Neg", "Not",
    "Operand", "Or", "Pos", "Tuple", *_MATHS,
}  # fmt: skip
_REFUSED = {
    "Call": "functions cannot be called here",
    "Dict": "mappings are not allowed here",
    "Pow": "powers (**) are not allowed here",
    "Slice": "parts of lists ([1:2]) are not allowed here",
    "Test": "tests with 'is' are not allowed here",
}


class Words(NamedTuple):
    """The words of a kit that expressions print."""

    labels: SheetWords
    between: str
    """The separator of lists."""
    names: dict[str, str]
    """The printed names of ids."""

    @classmethod
    def of(cls, kit: Kit) -> Words:
        return cls(SheetWords(kit.language, kit.sheets), kit.sheets.between, kit.phrasebook.names)

    @classmethod
    def plain(cls) -> Words:
        """The words where there is no kit: none, but the separators of numbers and lists."""
        return cls(plain_labels(), ", ", {})


def fields(expression: Expression) -> tuple[str, ...]:
    """The paths of the fields in an expression. Raises ExpressionError."""
    return (expression.path,) if expression.path else _parsed(expression.source).paths


def parts(expression: Expression) -> tuple[tuple[str, str], ...]:
    """The fields in an expression with the key below each: `components.mat` and `components['mat']` are both
    ("components", "mat"). Raises ExpressionError."""
    return tuple(_below((expression.path,))) if expression.path else _parsed(expression.source).parts


def _below(paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    for path in paths:
        first, _, rest = path.partition(".")
        if rest:
            yield first, rest.partition(".")[0]


def _parts(tree: Any, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    yield from _below(paths)
    for node in _within(tree):
        key = getattr(getattr(node, "arg", None), "value", None)
        if type(node).__name__ == "Getitem" and type(node.node).__name__ == "Name" and isinstance(key, str):
            yield node.node.name, key


def _within(node: Any) -> Iterator[Any]:
    """A node and all nodes in it."""
    yield node
    for inner in node.iter_child_nodes():
        yield from _within(inner)


def names_in(text: str) -> list[str]:
    """The paths of the fields in a text; none from expressions with errors."""
    return [path for expression in expressions(text) for path in bare_names(expression.source)]


def bare_names(source: str) -> tuple[str, ...]:
    """The paths of the fields in a bare expression, as in `when`; none if it has errors."""
    with suppress(ExpressionError):
        return fields(bare(source))
    return ()


def texts(text: str) -> Iterator[str]:
    """What a text can print besides its fields: its words, and the texts in its expressions that are not compared."""
    yield from parted(text)[::2]
    for expression in expressions(text):
        with suppress(ExpressionError):
            yield from _constants(_parsed(expression.source).tree) if not expression.path else ()


def _constants(node: Any) -> Iterator[str]:
    if isinstance(getattr(node, "value", None), str):
        yield node.value
    for inner in node.iter_child_nodes() if type(node).__name__ != "Compare" else ():
        yield from _constants(inner)


EVERYTHING = "*"
"""In `needed`: nothing may be left out, below whatever field."""


def value(
    expression: Expression,
    field: Callable[[str], Any],
    words: Words,
    *,
    needed: Collection[str] = (),
    optional: Callable[[str], Any] | None = None,
) -> Any:
    """The value of an expression; `field` gives that of a path. Raises ExpressionError.

    Below the fields `needed`, items and keys that are missing are errors, but for what an expression asks for: before
    `|default`, and as the condition of `x if y else z`. `optional` gives the values of paths that may be missing so.
    """
    if expression.path:
        return field(expression.path)
    tree, paths, asked, _ = _parsed(expression.source)
    read = {path: (optional or field) if path in asked else field for path in paths}
    values = {path: as_number(path, find(path)) for path, find in read.items()}
    try:
        return _Evaluator(values, words, needed).value(tree)
    except (ArithmeticError, ValueError, TypeError, RecursionError) as error:
        raise ExpressionError(f"this has no value: {error}") from None


def is_true(content: Any) -> bool:
    """Whether a condition with this value holds. A text that a spreadsheet or JSON writes for false does not."""
    return bool(content) and content not in ("false", "FALSE")


def as_number(path: str, content: Any) -> Any:
    """An aside or an item that is written as a plain number as that number, and any other value as it is."""
    if not isinstance(content, str) or path.partition(".")[0] not in ("asides", "item"):
        return content
    if not _NUMBER.fullmatch(content):
        return content
    plain = float(content) if "." in content else int(content)
    return plain if str(plain) == content else content


# Parsing -----------------------------------------------------------------------------------------------------


@cache
def _environment() -> Environment:
    from jinja2 import Environment

    return Environment(autoescape=False)  # noqa: S701 - it only parses


class _Parsed(NamedTuple):
    """The tree of an expression, the paths of its fields, those that may be missing, and the result of `parts`."""

    tree: Any
    paths: tuple[str, ...]
    asked: frozenset[str]
    parts: tuple[tuple[str, str], ...]


@lru_cache(maxsize=2_000)
def _parsed(source: str) -> _Parsed:
    """An expression, read. Raises ExpressionError."""
    if len(source) > MAX_SOURCE:
        raise ExpressionError(f"this expression has more than {MAX_SOURCE} characters", "divide it, or add a column")
    if not source:
        raise ExpressionError("this expression is empty", "name a field, such as asides.text")
    from jinja2 import TemplateSyntaxError

    try:
        body = _environment().parse(f"{{{{ {source} }}}}").body
        outputs = body[0].nodes if len(body) == 1 and hasattr(body[0], "nodes") else []
        if len(outputs) != 1:
            raise ExpressionError(f"this is not one expression: {_cut(source)}", ALLOWED)
        paths = tuple(dict.fromkeys(_checked(outputs[0], 0)))
    except TemplateSyntaxError as error:
        raise _unread(source, str(error.message)) from None
    except (RecursionError, ValueError):
        raise ExpressionError("this expression is nested too deeply") from None
    asked = _asked(outputs[0])
    missing = frozenset(path for path in paths if _is_asked(path, asked))
    return _Parsed(outputs[0], paths, missing, tuple(_parts(outputs[0], paths)))


def _unread(source: str, reason: str) -> ExpressionError:
    reason = re.sub(r" at \d+$", "", reason.replace("'end of print statement'", "end of the expression"))
    hints = [ALLOWED]
    if re.search(r"(?<![=!<>])=(?!=)", source):
        hints.insert(0, "to compare, write ==, and the text in quotes")
    return ExpressionError(f"cannot read the expression {_cut(source)}: {reason}", *hints)


def _cut(source: str) -> str:
    return repr(source if len(source) <= 60 else f"{source[:59]}…")


def _checked(node: Any, depth: int) -> Iterator[str]:
    """The paths in a tree. Raises ExpressionError for what is not allowed."""
    name = type(node).__name__
    if depth > MAX_DEPTH:
        raise ExpressionError(f"this expression is nested more than {MAX_DEPTH} levels deep")
    if name not in _NODES:
        raise ExpressionError(_REFUSED.get(name, f"this is not allowed here: {name.lower()}"), ALLOWED)
    if _is_path(node):
        yield _path(node)
        return
    if name == "Const":
        content = node.value
        limited(content)
        if isinstance(content, str) and (wrong := FORBIDDEN.search(content)):
            raise ExpressionError(f"the character U+{ord(wrong[0]):04X} cannot be printed", "remove it")
    if name == "Filter":
        _check_filter(node)
    for inner in node.iter_child_nodes():
        yield from _checked(inner, depth + 1)


def _is_path(node: Any) -> bool:
    """Whether a node is the dotted path of a field; if not, it may be a key of an item: `views[0].hand`."""
    while type(node).__name__ == "Getattr":
        node = node.node
    return type(node).__name__ == "Name"


def _path(node: Any) -> str:
    """The dotted path of a field."""
    return str(node.name) if type(node).__name__ == "Name" else f"{_path(node.node)}.{node.attr}"


def _check_filter(node: Any) -> None:
    known = sorted((*filters.FILTERS, *filters.OF_KIT))
    if node.name not in known:
        message = f"there is no filter {node.name!r}"
        raise ExpressionError(message, did_you_mean(node.name, known), f"filters: {', '.join(known)}")
    if node.kwargs or node.dyn_args or node.dyn_kwargs or not filters.takes(node.name, len(node.args)):
        raise ExpressionError(f"the filter {node.name!r} does not take these values")


def _asked(node: Any, *, inside: bool = False) -> set[str]:
    """The paths that an expression asks for: they may be missing."""
    name = type(node).__name__
    if _is_path(node):
        return {_path(node)} if inside else set()
    if name == "CondExpr":
        rest = (_asked(inner, inside=inside) for inner in (node.expr1, node.expr2) if inner)
        return _asked(node.test, inside=True).union(*rest)
    defaults = name == "Filter" and node.name == "default"
    return set().union(*(_asked(inner, inside=inside or defaults) for inner in node.iter_child_nodes()))


def _is_asked(path: str, asked: Collection[str]) -> bool:
    """Whether an expression asks for a path, or for the field that it is below."""
    return any(path == other or path.startswith(f"{other}.") for other in asked)


# Evaluation --------------------------------------------------------------------------------------------------


class _Evaluator:
    """Evaluates a checked tree over the values of its fields."""

    def __init__(self, fields: dict[str, Any], words: Words, needed: Collection[str]) -> None:
        self._fields, self._words, self._needed = fields, words, needed

    def value(self, node: Any) -> Any:
        name = type(node).__name__
        if _is_path(node):
            return self._fields[_path(node)]
        if name in _MATHS:
            return limited(_calculated(name, self.value(node.left), self.value(node.right)))
        evaluate: Callable[[Any], Any] = getattr(self, f"_{name.lower()}")
        found = limited(evaluate(node))
        if found is None and name in ("Getitem", "Getattr") and self._is_needed(node):
            raise self._missing(node)
        return found

    def _is_needed(self, node: Any) -> bool:
        """Whether an item or a key is taken from a field below which nothing may be missing."""
        while not _is_path(node) and hasattr(node, "node"):
            node = node.node
        return EVERYTHING in self._needed or (_is_path(node) and _path(node).partition(".")[0] in self._needed)

    def _missing(self, node: Any) -> ExpressionError:
        """The error for an item or a key that is missing."""
        if type(node).__name__ == "Getattr":
            return ExpressionError(f"the key {node.attr!r} has no value")
        items, at = self.value(node.node), shown(self.value(node.arg))
        if isinstance(items, (list, tuple)):
            hint = "items are counted from 0; 'repeat' draws an element for each of them"
            return ExpressionError(f"there is no item {at} in a list of {len(items)}", hint)
        return ExpressionError(f"the item {at} has no value")

    def _optional(self, node: Any) -> Any:
        """The value of a node; anything in it may be missing."""
        return _Evaluator(self._fields, self._words, ()).value(node)

    def _const(self, node: Any) -> Any:
        return node.value

    def _list(self, node: Any) -> Any:
        return tuple(self.value(item) for item in node.items)

    _tuple = _list

    def _getattr(self, node: Any) -> Any:
        return _key(self.value(node.node), node.attr)

    def _getitem(self, node: Any) -> Any:
        items, at = self.value(node.node), self.value(node.arg)
        if isinstance(at, str):
            return _key(items, at)
        if items is None or at is None:
            return None
        if not isinstance(items, (list, tuple)):
            raise ExpressionError(f"{shown(items)} is not a list", 'make one of a text with |split(",")')
        if type(at) is not int:
            raise ExpressionError(f"the number of an item is a whole number, not {shown(at)}")
        return items[at] if -len(items) <= at < len(items) else None

    def _concat(self, node: Any) -> Any:
        made = ""
        for part in node.nodes:
            made = limited(made + text_of(self.value(part), self._words.between))
        return made

    def _condexpr(self, node: Any) -> Any:
        if is_true(self._optional(node.test)):
            return self.value(node.expr1)
        return self.value(node.expr2) if node.expr2 else None

    def _and(self, node: Any) -> Any:
        left = self.value(node.left)
        return self.value(node.right) if is_true(left) else left

    def _or(self, node: Any) -> Any:
        left = self.value(node.left)
        return left if is_true(left) else self.value(node.right)

    def _not(self, node: Any) -> Any:
        return not is_true(self.value(node.node))

    def _neg(self, node: Any) -> Any:
        return _calculated("Sub", 0, self.value(node.node))

    def _pos(self, node: Any) -> Any:
        return _calculated("Add", 0, self.value(node.node))

    def _compare(self, node: Any) -> Any:
        left = self.value(node.expr)
        for operand in node.ops:
            right = self.value(operand.expr)
            if not _compared(operand.op, left, right):
                return False
            left = right
        return True

    def _filter(self, node: Any) -> Any:
        content = self._optional(node.node) if node.name == "default" else self.value(node.node)
        given = [self.value(arg) for arg in node.args]
        if node.name == "said":
            names = self._words.names
            if isinstance(content, (list, tuple)):
                return [names.get(text_of(item), item) for item in content]
            return names.get(text_of(content), content)
        if node.name == "listed":
            return self._words.labels.listed([text_of(item) for item in content or ()])
        if node.name in filters.OF_LANGUAGE:
            return filters.OF_LANGUAGE[node.name](content, self._words.labels.language)
        return filters.FILTERS[node.name](content, *given)


def _key(content: Any, key: str) -> Any:
    """The value of a key; nothing if it is left out. Raises ExpressionError for a value that has no keys."""
    if content is None:
        return None
    if not hasattr(content, "keys"):
        raise ExpressionError(f"{shown(content)} has no key {key!r}", ALLOWED)
    return content.get(key)


def _calculated(name: str, left: Any, right: Any) -> Any:
    """The result of an operation on numbers; of `+` also on two texts or lists. Nothing if a field is left out."""
    if left is None or right is None:
        return None
    if name == "Add" and isinstance(left, str) and isinstance(right, str):
        return left + right
    if name == "Add" and isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return (*left, *right)
    if not (is_number(left) and is_number(right)):
        hint = "join texts with ~" if name == "Add" else "only numbers can be calculated with"
        raise ExpressionError(f"cannot {_MATHS[name]} {shown(left)} and {shown(right)}", hint)
    if _MATHS[name] == "divide" and not right:
        raise ExpressionError(f"{shown(left)} is divided by 0")
    return _OPERATIONS[name](left, right)


_OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mul": operator.mul,
    "Div": lambda left, right: left // right if not left % right else left / right,  # whole if it can be
    "FloorDiv": lambda left, right: math.floor(left / right),
    "Mod": operator.mod,
}


def _same(left: Any, right: Any) -> bool:
    """Whether two values are equal; a number equals the text that prints it."""
    if is_number(left) is not is_number(right) and isinstance(left, (str, int, float)):
        return isinstance(right, (str, int, float)) and str(left) == str(right)
    return bool(
        (list(left) if isinstance(left, tuple) else left) == (list(right) if isinstance(right, tuple) else right)
    )


def _compared(op: str, left: Any, right: Any) -> bool:
    if op in ("eq", "ne"):
        return _same(left, right) is (op == "eq")
    if op in ("in", "notin"):
        return _contains(right, left) is (op == "in")
    if left is None or right is None:
        return False
    if not ((is_number(left) and is_number(right)) or (isinstance(left, str) and isinstance(right, str))):
        hint = f"a text is less than another by the alphabet; make a number of it with {to_number(left, right)}"
        raise ExpressionError(f"cannot compare {shown(left)} and {shown(right)}", hint)
    return bool({"lt": left < right, "lteq": left <= right, "gt": left > right, "gteq": left >= right}[op])


def _contains(container: Any, content: Any) -> bool:
    if container is None:
        return False
    if isinstance(container, (list, tuple)):
        return any(_same(item, content) for item in container)
    if hasattr(container, "keys"):
        return content in container
    return text_of(content) in text_of(container) if content is not None else False
