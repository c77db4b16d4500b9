"""The project's own source -> every code that it can give a diagnostic, found without running anything.

A code is what stands where a parameter or a field named `code` is filled: in `faults.error(span, "a-code", …)`, in
`Diagnostic(…)`, in a helper's call, in a record that holds a code until it is reported. From there it is followed to
where it is written: through names, conditions, tuples and what functions return. What cannot be followed is refused,
so that no code goes unexplained because nobody could see it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import pnp

HOUSE = Path(pnp.__file__).parent

COMPUTED: dict[str, set[str]] = {
    # A check's code is the name of its module.
    "checks/support/context.py:diagnostic": set(),
    # The code of a rule passes through pydantic; it is written where the rule is.
    "kit/schema.py:_note_other": set(),
    # Checks report under the code of their module.
    "checks/support/registry.py:run": {"unusable-plugin"},
    # A refusal has its code from where it is raised.
    "rules/game.py:__init__": set(),
    # Reports describe the codes that they are given.
    "diagnostics/sarif.py:write": set(),
    # The rules of games have no codes; the rules of preflight have.
    "rulefile/reader.py:_head": set(),
    # What the child process finds comes as plain data; the code is written where it is found.
    "graphics/bitmap.py:read": set(),
    "text/fonts.py:read": set(),
    "sources/tables.py:_diagnostics": set(),
    "kit/templates.py:_text": {"bad-template"},
}
"""Where codes are not written but computed: the file, the function, and the codes that come of it."""


class CannotFollowError(AssertionError):
    """Nobody can see from the source which code this is."""


Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Module:
    """A file of the project: its functions by name, and which function each node stands in."""

    def __init__(self, path: str, source: str) -> None:
        self.path = path
        self.tree = ast.parse(source)
        self.inside: dict[ast.AST, Function | None] = {}
        self.functions: dict[str, list[Function]] = {}
        self._walk(self.tree, None)

    def _walk(self, node: ast.AST, function: Function | None) -> None:
        self.inside[node] = function
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self.functions.setdefault(node.name, []).append(node)
        inner = node if isinstance(node, Function) else function
        for child in ast.iter_child_nodes(node):
            self._walk(child, inner)

    def takers(self) -> dict[str, int]:
        """What is called here with a code, by name, and which argument the code is."""
        found: dict[str, int] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef):
                names = _taken(node)
            elif isinstance(node, ast.ClassDef):
                made = [line for line in node.body if isinstance(line, ast.FunctionDef) and line.name == "__init__"]
                names = [line.target.id for line in node.body if _is_field(line)]
                names = _taken(made[0]) if made else names
            else:
                continue
            if "code" in names:
                found[node.name] = names.index("code")
        return found


def _taken(function: ast.FunctionDef) -> list[str]:
    names = [arg.arg for arg in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def _is_field(line: ast.stmt) -> bool:
    return isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name)


EACH, KEYED = "each", "keyed"
Part = int | Literal["each", "keyed"]
"""What is taken out of a value: the item at an index, each of them in turn, or the one for some key or index."""


class Written(NamedTuple):
    """An expression, and what is taken out of its value, the outermost first; nothing where all of it is meant."""

    node: ast.expr
    parts: tuple[Part, ...] = ()


def codes(sources: dict[str, str] | None = None) -> dict[str, set[str]]:
    """Every code with the places where it is written; `sources` are files by name, the project's own if not given."""
    if sources is None:
        paths = sorted(path for path in HOUSE.rglob("*.py") if "_data" not in path.parts)
        sources = {path.relative_to(HOUSE).as_posix(): path.read_text("utf-8") for path in paths}
    modules = [Module(path, source) for path, source in sources.items()]
    everywhere = {name: at for module in modules for name, at in module.takers().items() if name[0] != "_"}
    found: dict[str, set[str]] = {}
    for module in modules:
        for code, place in _codes_of(module, {**everywhere, **module.takers()}):
            found.setdefault(code, set()).add(place)
    return found


def _codes_of(module: Module, takers: dict[str, int]) -> Iterator[tuple[str, str]]:
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", None) or getattr(node.func, "id", "")
        if name not in takers:
            continue
        place, function = f"{module.path}:{node.lineno}", module.inside[node]
        where = f"{module.path}:{getattr(function, 'name', '')}"
        written = _argument(node, takers[name])
        try:
            found = _followed(written, module, frozenset()) if written else set()
        except CannotFollowError as lost:
            if where not in COMPUTED:
                raise CannotFollowError(f"{place}: {lost}; write the code out, or tell of it in COMPUTED") from None
            found = COMPUTED[where]
        for code in sorted(found):
            yield code, place


def _argument(call: ast.Call, at: int) -> Written | None:
    """The code among a call's arguments; None where it is left to a default."""
    for keyword in call.keywords:
        if keyword.arg == "code":
            return Written(keyword.value)
    for index, argument in enumerate(call.args[: at + 1]):
        if isinstance(argument, ast.Starred):
            return Written(argument.value, (at - index,))
    return Written(call.args[at]) if at < len(call.args) else None


def _followed(written: Written, module: Module, seen: frozenset[Written]) -> set[str]:
    """The codes that an expression may be."""
    node, parts = written
    if written in seen:
        return set()
    if isinstance(node, ast.Constant) and node.value is None:
        return set()
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and not parts:
        return {node.value}
    further = _further(node, parts, module)
    if further is None:
        raise CannotFollowError(f"cannot follow {ast.unparse(node)!r}")
    return set().union(*(_followed(one, module, seen | {written}) for one in further))


def _further(node: ast.expr, parts: tuple[Part, ...], module: Module) -> list[Written] | None:
    """Where to look on; None where there is nothing to be seen, and an empty list where others look already."""
    match node:
        case ast.IfExp():
            return [Written(node.body, parts), Written(node.orelse, parts)]
        case ast.BoolOp():
            values = node.values if isinstance(node.op, ast.Or) else node.values[-1:]
            return [Written(value, parts) for value in values]
        case ast.Tuple() | ast.List() | ast.Dict() if parts:
            return [Written(item, parts[1:]) for item in _items(node, parts[0])]
        case ast.Subscript():
            at = node.slice.value if isinstance(node.slice, ast.Constant) else None
            return [Written(node.value, (at if isinstance(at, int) else KEYED, *parts))]
        case ast.Attribute(attr="code"):
            return []  # a record's: it was looked at where the record was made
        case ast.Call():
            return _returned(node, parts, module)
        case ast.Name():
            return _assigned(node, parts, module)
    return None


def _items(node: ast.Tuple | ast.List | ast.Dict, part: Part) -> list[ast.expr]:
    """The items that a part may be."""
    if isinstance(node, ast.Dict):
        return [key for key in node.keys if key] if part == EACH else node.values
    return node.elts[part : part + 1] if isinstance(part, int) else node.elts


def _returned(call: ast.Call, parts: tuple[Part, ...], module: Module) -> list[Written] | None:
    name = getattr(call.func, "attr", None) or getattr(call.func, "id", "")
    inside = [node for f in module.functions.get(name, ()) for node in ast.walk(f) if module.inside[node] is f]
    found = [Written(node.value, parts) for node in inside if isinstance(node, ast.Return) and node.value]
    if parts[:1] == (EACH,):
        found += [Written(node.value, parts[1:]) for node in inside if isinstance(node, ast.Yield) and node.value]
    return found or None


def _assigned(name: ast.Name, parts: tuple[Part, ...], module: Module) -> list[Written] | None:
    """What a name is given: in the function it stands in, or else in the module."""
    function = module.inside[name]
    if name.id == "code" and function and "code" in _parameters(function):
        return []  # it was looked at where the function is called
    for scope in (function, None):
        nodes = [node for node, inside in module.inside.items() if inside is scope]
        found = [Written(value, (*taken, *parts)) for node in nodes for value, taken in _given(node, name.id)]
        if found:
            return found
    return None


def _parameters(function: Function) -> set[str]:
    return {arg.arg for arg in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)}


def _given(node: ast.AST, name: str) -> Iterator[Written]:
    """What a statement gives to a name: all of a value, or a part of it."""
    each: tuple[Part, ...] = ()
    if isinstance(node, ast.Assign):
        targets, value = node.targets, node.value
    elif isinstance(node, ast.AnnAssign | ast.NamedExpr):
        targets, value = [node.target], node.value
    elif isinstance(node, ast.For | ast.comprehension):
        targets, value, each = [node.target], node.iter, (EACH,)
    else:
        return
    for target in targets:
        for index, part in enumerate(target.elts if isinstance(target, ast.Tuple) else [target]):
            if isinstance(part, ast.Name) and part.id == name and value:
                yield Written(value, (*each, index) if isinstance(target, ast.Tuple) else each)
