"""Guard the engines of others: whatever goes wrong in one is a PluginError that names the game and the question.

Import the Python files of a kit's folder, from the bytes that the user allowed.

They become one package, so that `engine.py` can import the others with a dot: `from .data import Rules`. Nothing is
read from the folder, and nothing is written into it.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from traceback import walk_tb
from types import ModuleType, NoneType
from typing import Any

from pnp.confined import timing
from pnp.diagnostics import mistakes
from pnp.diagnostics.mistakes import reason
from pnp.kit import plugins
from pnp.kit.plugins import PluginError, failure
from pnp.kit.trust import PythonFiles
from pnp.rules.game import Game, Outcome


class _Importer(MetaPathFinder, Loader):
    """Finds and runs the modules of one package in memory."""

    def __init__(self, package: str, own: PythonFiles) -> None:
        self.package, self.folder = package, Path(own.folder)
        self.sources = {f"{package}.{name.removesuffix('.py')}": (name, data) for name, data in own.files}

    def find_spec(
        self, fullname: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname == self.package:
            return ModuleSpec(fullname, self, is_package=True)
        if fullname not in self.sources:
            return None
        spec = ModuleSpec(fullname, self, origin=str(self.folder / self.sources[fullname][0]))
        spec.has_location = True  # which makes the origin its __file__
        return spec

    def exec_module(self, module: ModuleType) -> None:
        if module.__name__ in self.sources:
            name, data = self.sources[module.__name__]
            exec(compile(data, str(self.folder / name), "exec", dont_inherit=True), vars(module))  # noqa: S102


def own_module(own: PythonFiles, name: str) -> ModuleType:
    """A module of a folder: `engine` or another. Its code must have been allowed. Raises PluginError."""
    package = f"pnp_kit_{sha256(f'{own.folder} {own.hash}'.encode()).hexdigest()}"
    if not any(isinstance(finder, _Importer) and finder.package == package for finder in sys.meta_path):
        sys.meta_path.insert(0, _Importer(package, own))
    try:
        return importlib.import_module(f"{package}.{name}")
    except (Exception, SystemExit) as error:
        raise failure(f"{name}.py cannot be loaded: {place(error, own)}{reason(error)}") from error


def has_own(own: PythonFiles, name: str) -> bool:
    """Whether there is such a module."""
    return any(file == f"{name}.py" for file, _ in own.files)


def place(error: BaseException, own: PythonFiles) -> str:
    """The file and line of the folder where an error was raised."""
    places, trace = [], error.__traceback__
    files = {str(Path(own.folder) / name): name for name, _ in own.files}
    while trace:
        if trace.tb_frame.f_code.co_filename in files:
            places.append(f"{files[trace.tb_frame.f_code.co_filename]}:{trace.tb_lineno}: ")
        trace = trace.tb_next
    return places[-1] if places else ""


SECONDS = 7
"""The maximum computing time for one question to an engine of others or to its proof, in seconds."""
QUESTIONS = tuple(name for name, value in vars(Game).items() if callable(value) and not name.startswith("_"))
"""The methods of an engine."""
_KINDS: dict[str, tuple[type, ...]] = {
    "actor": (int, NoneType),
    "legal": (tuple, list),
    "chance": (tuple, list),
    "outcome": (Outcome, NoneType),
}
"""The types of what some methods return, on which play depends."""
_WITHOUT_STATE = ("actions", "setup")
_LONGEST = 160
"""The maximum length of a position in a message, in characters."""


def guard(target: object, questions: Iterable[str], game: Game[Any], about: str) -> None:
    """Guard methods of a game, or of its proof. `about` names it in messages.

    A method that a guarded method calls is part of that question, so exceptions inside the engine stay as they are.
    """
    for question in questions:
        vars(target)[question] = _guarded(getattr(target, question), question, game, about)


def _guarded(method: Callable[..., Any], question: str, game: Game[Any], about: str) -> Callable[..., Any]:
    def guarded(*arguments: Any, **named: Any) -> Any:
        if timing.is_limited():
            return method(*arguments, **named)
        try:
            return timing.limited(SECONDS, lambda: _answer(question, method(*arguments, **named)))
        except PluginError:
            raise
        except (Exception, SystemExit, timing.OutOfTimeError) as error:
            raise _failure(error, question, arguments, game, about) from error

    return guarded


def call(
    about: str,
    function: Callable[..., Any],
    *arguments: Any,
    own: PythonFiles | None = None,
    passing: tuple[type[Exception], ...] = (),
) -> Any:
    """Call a function of others that makes an engine or a proof. Raises PluginError, and those in `passing`."""
    try:
        return timing.limited(SECONDS, lambda: function(*arguments))
    except passing:
        raise
    except (Exception, SystemExit, timing.OutOfTimeError) as error:
        raise plugins.failure(f"{about}: {_reason(error, own)}") from error


def ask(game: Game[Any], what: str, function: Callable[[], Any]) -> Any:
    """Call a function that asks a game many questions. Raises PluginError, with the question that failed."""
    try:
        return timing.limited(SECONDS, function)
    except PluginError:
        raise
    except (Exception, SystemExit, timing.OutOfTimeError) as error:
        raise _failure(error, what, (), game, f"game {game.name}") from error


def _answer(question: str, found: Any) -> Any:
    """A method's result; the items of a generator, whose code runs only when they are taken."""
    kinds = _KINDS.get(question)
    if kinds and not isinstance(found, kinds):
        wanted = " or ".join("None" if kind is NoneType else kind.__name__ for kind in kinds)
        raise TypeError(f"it returned {type(found).__name__}, not {wanted}")
    return tuple(found) if isinstance(found, Iterator) else found


def stuck(game: Game[Any], question: str, state: Any) -> PluginError:
    """The error for a game that cannot go on because a method returned nothing."""
    return PluginError(f"game {game.name}: `{question}` returned nothing in position {_position(game, state)}")


def endless(game: Game[Any], state: Any, most: int) -> PluginError:
    """The error for a game that goes on after `most` actions."""
    return PluginError(
        f"game {game.name}: it has not ended after {most:,} actions, in position {_position(game, state)}"
    )


def _failure(
    error: BaseException, question: str, arguments: tuple[Any, ...], game: Game[Any], about: str
) -> PluginError:
    """The error for the innermost question in the traceback, with its position."""
    name, state = _innermost(error, game) or (question, arguments[0] if arguments else None)
    what = f"`{name}`" if name in QUESTIONS else f"`{name}` of its proof" if name.isidentifier() else name
    where = ""
    if name in QUESTIONS and name not in _WITHOUT_STATE:
        is_shown = name != "show" and not isinstance(error, timing.OutOfTimeError)
        where = f" in position {_position(game, state, shown=is_shown)}"
    own = game.source.own if game.source else None
    return plugins.failure(f"{about}: {what} failed{where}: {_reason(error, own)}")


def _reason(error: BaseException, own: PythonFiles | None) -> str:
    """The place of an error in a kit's own engine, and its type and message."""
    if isinstance(error, timing.OutOfTimeError):
        return f"it takes more than {SECONDS} seconds of computing"
    return f"{place(error, own) if own else ''}{mistakes.reason(error)}"


def _innermost(error: BaseException, game: Game[Any]) -> tuple[str, Any] | None:
    """The last method of the game or hook of its proof in a traceback, and the state that it was called with."""
    found = None
    for frame, _ in walk_tb(error.__traceback__):
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount]
        owner = frame.f_locals.get(names[0]) if names else None
        if (owner is game and code.co_name in QUESTIONS) or _is_hook(owner, code.co_name, game):
            found = code.co_name, frame.f_locals.get(names[1]) if len(names) > 1 else None
    return found


def _is_hook(owner: object, name: str, game: Game[Any]) -> bool:
    """Whether an object is the proof of a game, and has a hook of that name."""
    return getattr(owner, "game", None) is game and name in getattr(type(owner), "_hooks", ())


def _position(game: Game[Any], state: Any, *, shown: bool = True) -> str:
    """A state on one line: as the game shows it, or its fields if it cannot be shown."""
    try:
        text = game.show(state) if shown else repr(state)
    except Exception:  # noqa: BLE001 - an engine of others that has failed already
        text = type(state).__name__
    line = " ".join(str(text).split())
    return repr(line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…")
