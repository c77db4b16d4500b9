"""Change the functions of a game's engine, one place at a time, and list the changes that `pnp check` does not notice.

Run as a program: `python tests/laws/rule_mutants.py rhino`, with names of functions to try only these. Each change
takes a second or two. The changes that are left should be no rules: numbers for statistics, what a seat knows of hidden
cards, labels of endings, and code that comes to the same.
"""

from __future__ import annotations

import argparse
import ast
import inspect
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from typing import Any, NamedTuple

from pnp.kit import paths
from pnp.pipeline import api

NO_RULES = {"view", "resample", "show", "actions", "length", "score", "returns", "__init__"}
"""Methods of engines that are not about rules."""
OTHER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


class Change(NamedTuple):
    """A change in a function: its class, if any, its name, the number of the change in it, and the line."""

    game: str
    owner: str
    function: str
    number: int
    line: int
    text: str


def changes(node: ast.AST) -> Iterator[Callable[[], None]]:
    """What changes a node of the syntax tree in place, for each possible change."""
    match node:
        case ast.If() | ast.IfExp():
            yield lambda: setattr(node, "test", ast.UnaryOp(ast.Not(), node.test))
        case ast.comprehension():
            yield from (lambda at=at: node.ifs.pop(at) for at in range(len(node.ifs)))  # type: ignore[misc]
        case ast.Compare(ops=[op]) if type(op) in OTHER:
            yield lambda: node.ops.__setitem__(0, OTHER[type(op)]())
        case ast.BoolOp():
            yield lambda: setattr(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            yield lambda: setattr(node, "op", ast.Sub() if isinstance(node.op, ast.Add) else ast.Add())
        case ast.Call(func=ast.Name(id="min" | "max" as name)):
            yield lambda: setattr(node, "func", ast.Name("max" if name == "min" else "min", ast.Load()))
        case ast.Call(keywords=keywords) if _name(node.func) in ("changed", "_replace", "State"):
            yield from (lambda at=at: keywords.pop(at) for at, one in enumerate(keywords) if one.arg)  # type: ignore[misc]
        case ast.Constant(value=value) if type(value) is int:
            yield lambda: setattr(node, "value", value + 1)


def _name(function: ast.expr) -> str:
    return str(getattr(function, "id", getattr(function, "attr", "")))


def _functions(game: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions of an engine with their classes."""
    for top in ast.parse(inspect.getsource(import_module(f"pnp.games.{game}.engine"))).body:
        if isinstance(top, ast.ClassDef):
            yield from ((top.name, one) for one in top.body if isinstance(one, ast.FunctionDef))
        elif isinstance(top, ast.FunctionDef) and top.name != "game":
            yield "", top


def all_changes(game: str, only: list[str]) -> Iterator[Change]:
    for owner, function in _functions(game):
        if function.name in NO_RULES or (only and function.name not in only):
            continue
        places = [node for node in ast.walk(function) for _ in changes(node)]
        for number, node in enumerate(places):
            text = ast.unparse(node.test if isinstance(node, ast.If) else node)
            yield Change(game, owner, function.name, number, getattr(node, "lineno", function.lineno), text)


def noticed(change: Change) -> bool:
    """Whether a check of the game's kit has an error if its engine is changed."""
    module: Any = import_module(f"pnp.games.{change.game}.engine")
    function = next(f for owner, f in _functions(change.game) if (owner, f.name) == (change.owner, change.function))
    [do for node in ast.walk(function) for do in changes(node)][change.number]()
    made: dict[str, Any] = {}
    tree = ast.fix_missing_locations(ast.Module([function], []))
    exec(compile(tree, "change", "exec"), vars(module), made)  # noqa: S102 - this project's own code
    holder = getattr(module, change.owner) if change.owner else module
    before = vars(holder)[change.function]
    setattr(holder, change.function, made[change.function])
    try:
        return any(one.severity == "error" for one in api.check(paths.data_folder() / change.game))
    finally:
        setattr(holder, change.function, before)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("game")
    options.add_argument("functions", nargs="*")
    given = options.parse_args()
    tried = list(all_changes(given.game, given.functions))
    with ProcessPoolExecutor() as pool:
        results = list(pool.map(noticed, tried))
    for change, found in zip(tried, results, strict=True):
        if not found:
            print(f"survived: engine.py:{change.line} {change.function}: {change.text[:100]}")
    print(f"{given.game}: {sum(results)} of {len(results)} noticed")


if __name__ == "__main__":
    main()
