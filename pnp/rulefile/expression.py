"""Expressions of rule files: a safe part of Python's.

They are data, so that the rule file of a stranger can be read: what they may contain is listed, only functions with a
name of their own can be called, and `pnp.rulefile.work` counts what they do.

The functions that expressions of rule files may call.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from types import FrameType
from typing import Any

from pnp.diagnostics import Span, did_you_mean
from pnp.rulefile.source import RuleError, RuleText
from pnp.rulefile.work import Work

MOST_LISTED = 8
"""The number of names that the message about a missing one shows."""


class MissingError(LookupError):
    """A name, a key or a place in a list that is looked for, and is not there."""

    def __init__(self, wanted: object, known: Iterable[object]) -> None:
        names = [str(one) for one in known]
        listed = ", ".join(names[:MOST_LISTED]) + (", …" if len(names) > MOST_LISTED else "")
        others = did_you_mean(wanted, names) or (f"there is {listed}" if names else "there is nothing")
        super().__init__(f"there is no {wanted!r} here; {others}")


def distinct(values: Iterable[Any]) -> list[Any]:
    """Values in their order, each once."""
    return list({repr(value): value for value in values}.values())


def the(values: Iterable[Any]) -> Any:
    """The value that all have. A list if there are several, `unseen` if there is none."""
    found = distinct(values)
    return found[0] if len(found) == 1 else found or "unseen"


def groups(pairs: Iterable[tuple[Any, Any]]) -> list[list[Any]]:
    """The distinct values of each key."""
    return [distinct(values) for values in _grouped(pairs).values()]


def by_key(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """The value that all pairs with a key have, by key: for each number of players, or in each round."""
    return {key: the(values) for key, values in sorted(_grouped(pairs).items())}


def _grouped(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, list[Any]]:
    found: dict[Any, list[Any]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def count(values: Iterable[Any], value: Any) -> int:
    """How often a value is in a list."""
    return list(values).count(value)


def index(values: Iterable[Any], value: Any) -> int:
    """The place of a value in a list, from 0."""
    return list(values).index(value)


def flat(lists: Iterable[Iterable[Any]]) -> list[Any]:
    """All items of some lists."""
    return [item for one in lists for item in one]


def field(state: Any, name: str) -> Any:
    """The field of a state that has this name."""
    fields = getattr(type(state), "_fields", ())
    if name not in fields:
        raise MissingError(name, fields)
    return getattr(state, name)


_FUNCTIONS: tuple[Callable[..., Any], ...] = (
    *(len, sum, min, max, all, any, sorted, set, list, tuple, abs, int, str, range, zip),
    *(distinct, the, groups, by_key, count, index, flat, field),
)
NAMES = frozenset(("joined", *(function.__name__ for function in _FUNCTIONS)))


def counted(work: Work) -> dict[str, Callable[..., Any]]:
    """The functions by their names. They count the items that they are given."""
    return {"joined": work.joined, **{function.__name__: work.counting(function) for function in _FUNCTIONS}}


MOMENT, PLAY = "_m", "_p"
"""The names by which compiled expressions reach a moment of play, and play as a whole."""
LONGEST = 4_000
"""The maximum length of an expression, in characters."""
_LARGEST = 10**9
_ALLOWED = (
    *(ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.BinOp, ast.Add, ast.Sub),
    *(ast.Mult, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitOr, ast.IfExp, ast.Compare, ast.Eq, ast.NotEq, ast.Lt),
    *(ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Call, ast.keyword, ast.Name, ast.Load, ast.Store, ast.Constant),
    *(ast.Attribute, ast.Subscript, ast.Slice, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Starred),
    *(ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp, ast.comprehension),
)
_SAID = {"Lambda": "a function without a name", "Is": "a second `is`", "IsNot": "`is not`", "Pow": "`**`"}
_INNER = ("_", "gi_", "f_", "co_", "cr_", "ag_", "tb_", "func_")
"""How the names of Python's own attributes begin."""
_COUNTED = {ast.Add: "_plus", ast.Mult: "_times", ast.Mod: "_modulo"}
_NAMED_ARGUMENTS = ("applied",)
"""The functions whose arguments may have names."""


class ExpressionNames:
    """The names that an expression may use: those of moments, of play, of a sentence's holes, and of functions."""

    def __init__(self, moment: Iterable[str], play: Iterable[str], plain: Iterable[str] = ()) -> None:
        self.owners = {**dict.fromkeys(moment, MOMENT), **dict.fromkeys(play, PLAY)}
        self.plain = frozenset((*plain, *NAMES))

    def __contains__(self, name: object) -> bool:
        return name in self.owners or name in self.plain

    def __iter__(self) -> Any:
        return iter(sorted((*self.owners, *self.plain)))


class RuleExpression:
    """A checked expression: its text, its tree with all names resolved, and the facts and names that it uses."""

    def __init__(self, source: RuleText, names: ExpressionNames) -> None:
        self.source, self.text = source, " ".join(source.text.split())
        if not self.text:
            raise RuleError(source.at(), "here an expression is missing")
        if len(source.text) > LONGEST:
            raise RuleError(
                source.at(), f"the expression is longer than {LONGEST:,} characters", "give parts names: let"
            )
        try:
            tree = ast.parse(f"({source.text}\n)", mode="eval")
            nodes = list(ast.walk(tree))
            self._check(nodes, names)
            self.used = {node.id for node in nodes if isinstance(node, ast.Name)}
            self.facts = set(_facts(nodes))
            self.tree: ast.expr = self._placed(_Resolved(names).visit(tree)).body
        except SyntaxError as error:
            raise RuleError(self._at(error.lineno or 1, error.offset or 1, 1), f"cannot be read: {error.msg}") from None
        except (RecursionError, MemoryError, ValueError) as error:
            if isinstance(error, RuleError):
                raise
            raise RuleError(source.at(), "the expression is nested too deeply", "give parts names: let") from None

    def _at(self, row: int, offset: int, width: int) -> Any:
        """The place of a character; `offset` is from 1 and counts the bracket around the first line."""
        lines = self.source.text.split("\n")
        before = sum(len(line) + 1 for line in lines[: row - 1])
        return self.source.at(max(0, before + offset - (2 if row == 1 else 1)), width)

    def _placed(self, tree: Any) -> Any:
        """The tree with its places in the rule file, so that tracebacks show these.

        A part of a value, `state.part` or `values[part]`, is at the name of the part: that is what may be missing.
        """
        for node in ast.walk(ast.fix_missing_locations(tree)):
            if isinstance(node, (ast.expr, ast.keyword)):
                span = self._at(node.lineno, _characters(self.source, node), 1)
                node.lineno = node.end_lineno = span.line
                node.col_offset = node.end_col_offset = span.column
        return tree

    def _check(self, nodes: Sequence[ast.AST], names: ExpressionNames) -> None:
        bound = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        called = {id(n.func) for n in nodes if isinstance(n, ast.Call)}
        for node in nodes:
            problem = _problem(node, names, bound, called)
            if problem:
                offset = _characters(self.source, node)
                width = len(node.id) if isinstance(node, ast.Name) else 1
                raise RuleError(self._at(getattr(node, "lineno", 1), offset, width), *problem)


def _characters(source: RuleText, node: ast.AST) -> int:
    """The column of a node in characters, from 1: Python counts bytes."""
    row, offset = getattr(node, "lineno", 1), getattr(node, "col_offset", 1)
    if isinstance(node, ast.Attribute):
        row, offset = node.end_lineno or row, (node.end_col_offset or offset) - len(node.attr.encode())
    if isinstance(node, ast.Subscript):
        row, offset = node.slice.lineno, node.slice.col_offset
    line = ("(" if row == 1 else "") + source.text.split("\n")[row - 1]
    return len(line.encode()[:offset].decode(errors="ignore")) + 1


def _problem(node: ast.AST, names: ExpressionNames, bound: set[str], called: set[int]) -> tuple[str, ...]:
    """What is wrong with a node, and a hint; empty if it is allowed."""
    if not isinstance(node, _ALLOWED):
        kind = type(node).__name__
        return (f"{_SAID.get(kind, kind)} is not allowed here",)
    if isinstance(node, ast.Name):
        return _wrong_name(node, names, bound, is_called=id(node) in called)
    if isinstance(node, ast.Call):
        return _wrong_call(node, bound)
    match node:
        case ast.Attribute(attr=name) if name.startswith(_INNER):
            return (f"{name!r} is a part of Python, and not of the game",)
        case ast.Constant(value=value) if not _is_plain(value):
            return (f"{value!r} is not allowed here",)
        case ast.Dict(keys=keys) if None in keys:
            return ("** is not allowed here",)
        case ast.comprehension(is_async=1):
            return ("async is not allowed here",)
    return ()


def _wrong_name(node: ast.Name, names: ExpressionNames, bound: set[str], *, is_called: bool) -> tuple[str, ...]:
    name = node.id
    if isinstance(node.ctx, ast.Store) and (name in names or name.startswith("_")):
        return f"{name!r} has a meaning already", "use another name after `for`"
    if name not in names and name not in bound:
        return f"{name!r} is unknown here", did_you_mean(name, names)
    if name in NAMES and not is_called:
        return (f"{name!r} is a function, and needs its arguments in brackets",)
    return ()


def _wrong_call(node: ast.Call, bound: set[str]) -> tuple[str, ...]:
    if not isinstance(node.func, ast.Name) or node.func.id in bound:
        return ("only functions with a name of their own can be called",)
    if node.keywords and node.func.id not in _NAMED_ARGUMENTS:
        return (f"the arguments of {node.func.id!r} have no names",)
    if any(keyword.arg is None for keyword in node.keywords):
        return ("** is not allowed here",)
    return ()


def _is_plain(value: object) -> bool:
    is_small = not isinstance(value, int) or abs(value) <= _LARGEST
    return (value is None or isinstance(value, (str, int))) and is_small


def _facts(nodes: Iterable[ast.AST]) -> Iterable[str]:
    """The names of the facts in an expression: `fact('win.points')`."""
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id="fact"), args=[ast.Constant(value=str() as name)]):
                yield name


class _Resolved(ast.NodeTransformer):
    """Names become attributes of what they are found through, and what may take long is counted."""

    def __init__(self, names: ExpressionNames) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        owner = self._names.owners.get(node.id)
        if owner is None:
            return node
        return ast.copy_location(ast.Attribute(name(owner, node), node.id, ast.Load()), node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = _call("_each", node.iter, at=node.iter)
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        self.generic_visit(node)
        node.value = _call("_each", node.value, at=node.value)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        function = _COUNTED.get(type(node.op))
        return _call(function, node.left, node.right, at=node) if function else node


def _call(function: str, *arguments: ast.expr, at: ast.expr) -> ast.expr:
    """A call at the place of another expression."""
    return ast.copy_location(ast.Call(name(function, at), list(arguments), []), at)


def name(id_: str, at: ast.expr) -> ast.expr:
    """A name at the place of another expression."""
    return ast.copy_location(ast.Name(id_, ast.Load()), at)


class Compiler:
    """Makes functions of expressions, which count their work together."""

    def __init__(self) -> None:
        self.work = Work()
        self._subscripts: dict[Span, ast.expr] = {}
        self._names: dict[str, Any] = {
            "__builtins__": {},
            "_each": self.work.each,
            "_plus": self.work.plus,
            "_times": self.work.times,
            "_modulo": self.work.modulo,
            "_found": found,
            **counted(self.work),
        }

    def compiled(self, tree: ast.expr, *arguments: str, file: str) -> Callable[..., Any]:
        """A function of arguments that are given in this order, made of an expression in a file."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Subscript):
                span = Span(file, node.lineno, node.col_offset)
                self._subscripts[span] = ast.copy_location(ast.Tuple([node.value, node.slice], ast.Load()), node)
        # To fill missing places in took longer than to compile: every node gets its own where it is made.
        names = [ast.arg(name, lineno=1, col_offset=0) for name in arguments]
        body = ast.Lambda(ast.arguments([], names, None, [], [], None, []), tree, lineno=1, col_offset=0)
        code = compile(ast.Expression(body), file, "eval")
        made: Callable[..., Any] = eval(code, self._names)  # noqa: S307 - Expression has checked the tree
        return made

    def failure(self, error: Exception) -> tuple[Span | None, Exception]:
        """The place in a rule file where an error was raised, and the error: MissingError for a missing key."""
        found, trace = None, error.__traceback__
        while trace:
            frame = trace.tb_frame
            line, _, column, _ = next(islice(frame.f_code.co_positions(), trace.tb_lasti // 2, None))
            if frame.f_globals is self._names and line and column:
                found = Span(frame.f_code.co_filename, line, column)
                if trace.tb_next is None and isinstance(error, (KeyError, IndexError)):
                    return found, self._missing(error, found, frame)
            trace = trace.tb_next
        return found, error

    def _missing(self, error: Exception, span: Span, frame: FrameType) -> Exception:
        """The error for a missing key, with those that there are: what has them is computed once more."""
        both = self._subscripts.get(span)
        if both is None:
            return error
        code = compile(ast.Expression(both), span.file, "eval")
        names = {**self._names, **frame.f_locals}  # in one mapping: loops inside do not see the locals of eval
        values, key = eval(code, names)  # noqa: S307 - Expression has checked the tree
        return MissingError(key, values if isinstance(error, KeyError) else range(len(values)))


# Parts that do not depend on a sentence -----------------------------------------------------------------------


class Failed:
    """A part of an expression that failed in a moment. It fails again, with its place, when its value is needed.

    Two failures with the same message are equal: they are one case of a line. The error itself is not kept, because
    its traceback holds the frames of every moment: their garbage took longer to collect than all the rest.
    """

    def __init__(self, again: Callable[[], Any], error: Exception) -> None:
        self.again = again
        self._reason = type(error), str(error)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Failed) and self._reason == other._reason

    def __hash__(self) -> int:
        return hash(self._reason)


def found(value: Any) -> Any:
    """The value of a part. Raises its error, if it has none."""
    return value.again() if isinstance(value, Failed) else value


def parted(tree: ast.expr, holes: frozenset[str], parts: list[ast.expr]) -> ast.expr:
    """An expression with its largest parts that speak of a moment, and of no hole, replaced by `_0`, `_1` and so on.

    These are added to `parts`. They are the same for all sentences.
    """
    return _Parted(tree, holes, parts).visit(tree)  # type: ignore[no-any-return]


class _Parted(ast.NodeTransformer):
    def __init__(self, tree: ast.expr, holes: frozenset[str], parts: list[ast.expr]) -> None:
        self._holes, self._parts = holes, parts
        self._bound = _stored(tree)

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.expr) and self._is_part(node):
            self._parts.append(node)
            return _call("_found", name(f"_{len(self._parts) - 1}", node), at=node)
        return self.generic_visit(node)

    def _is_part(self, node: ast.expr) -> bool:
        names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
        open_names = names & (self._bound - _stored(node))
        return MOMENT in names and not open_names and not names & self._holes


def _stored(tree: ast.AST) -> set[str]:
    """The names that an expression gives to items of its loops."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
