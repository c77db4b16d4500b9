"""The jinja2 environment of templates: jinja2's sandbox with an allow-list of filters, tests and globals.

The same data always gives the same text: nothing random is allowed, and only plain data is printed.

A jinja2 extension that gives the words of templates their places.

Each piece of a template between its tags becomes an expression, `{{ "piece"|placed(line, column) }}`, whose value is
that piece as a `PlacedText` text. Before each `{{ }}` of the template, there is an empty one with the place of the
expression, for values without places of their own. The code that jinja2 makes of a template contains no file name.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, MutableMapping
from functools import lru_cache, partial, wraps
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import (
    BaseLoader,
    Environment,
    StrictUndefined,
    Template,
    TemplateNotFound,
    Undefined,
    UndefinedError,
    pass_context,
)
from jinja2.ext import Extension
from jinja2.filters import FILTERS
from jinja2.lexer import Token, TokenStream
from jinja2.sandbox import ImmutableSandboxedEnvironment, safe_range
from jinja2.tests import TESTS
from jinja2.utils import Cycler, Joiner, Namespace, missing

from pnp.diagnostics import Diagnostics, PlacedText, Span, TextSource, did_you_mean
from pnp.diagnostics.placed import joined
from pnp.kit import languages
from pnp.kit.kit_data import MAX_SOURCE, Lines, find
from pnp.sources.yaml import read_text

if TYPE_CHECKING:
    from jinja2.runtime import Context


FILTER = "placed text"
"""The name of the filter that makes a placed text. No template can write it, because it has a space."""
_LINE_END = re.compile(r"\r\n|\r|\n")


class _Piece(NamedTuple):
    """A text between the tags of a template, empty for an expression, and its line and column."""

    text: str
    line: int
    column: int


class Placing(Extension):
    """Places the words of all templates of an environment, which needs the filter FILTER."""

    _pieces: Iterator[_Piece] = iter(())

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Find the pieces of a template and their places, before it is compiled."""
        source = _LINE_END.sub("\n", source)
        self._pieces = _pieces(source, self.environment.lex(source, name, filename))
        return source

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Replace the pieces by expressions."""
        for token in stream:
            if token.type in ("data", "variable_begin"):
                yield from _expression(next(self._pieces), token.lineno)
            if token.type != "data":
                yield token


def _expression(piece: _Piece, line: int) -> Iterator[Token]:
    yield Token(line, "variable_begin", "{{")
    yield Token(line, "string", piece.text)
    yield Token(line, "pipe", "|")
    yield Token(line, "name", FILTER)
    yield Token(line, "lparen", "(")
    yield Token(line, "integer", piece.line)  # type: ignore[arg-type]  # as jinja2's own lexer has it
    yield Token(line, "comma", ",")
    yield Token(line, "integer", piece.column)  # type: ignore[arg-type]
    yield Token(line, "rparen", ")")
    yield Token(line, "variable_end", "}}")


def _pieces(source: str, tokens: Iterator[tuple[int, str, str]]) -> Iterator[_Piece]:
    starts = [0, *(end.end() for end in re.finditer("\n", source))]
    at = 0
    for _, kind, text in tokens:
        # Between two tokens are only spaces that the template removes.
        at = source.index(text, at)
        if kind in ("data", "variable_begin"):
            line = bisect_right(starts, at)
            yield _Piece(text if kind == "data" else "", line, at - starts[line - 1] + 1)
        at += len(text)


def placing(file_of: Callable[[str], str]) -> Callable[..., PlacedText]:
    """The filter FILTER. `file_of` returns the file of a template by name."""
    known: dict[tuple[str | None, _Piece], PlacedText] = {}

    @pass_context
    def placed(context: Context, text: str, line: int, column: int) -> PlacedText:
        key = context.name, _Piece(text, line, column)
        if key not in known:
            known[key] = _placed(key[1], file_of(context.name) if context.name else "")
        return known[key]

    return placed


def _placed(piece: _Piece, file: str) -> PlacedText:
    """A piece with the places of its lines."""
    begins = [0, *(end.end() for end in re.finditer(r"\n(?!\Z)", piece.text))]
    spans = (Span(file, piece.line + n, 1 if n else piece.column) for n in range(len(begins)))
    runs = bool(piece.text)
    return PlacedText(piece.text, [TextSource(begin, span, runs) for begin, span in zip(begins, spans, strict=True)])


def keeping_places(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a filter keep the places of the text that it changes."""

    @wraps(function)
    def filtered(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        changed = type(result) is str and next((text for text in args[:2] if isinstance(text, PlacedText)), None)
        return changed.changed(result) if isinstance(changed, PlacedText) else result

    return filtered


_FILTERS = """abs batch center count d default dictsort first float groupby indent int items join last length
    list map max min reject rejectattr replace reverse round select selectattr slice sort string sum trim
    truncate unique wordcount"""
_TESTS = """!= < <= == > >= boolean defined divisibleby eq equalto even false filter float ge greaterthan gt in integer
    iterable le lessthan lower lt mapping ne none number odd sameas sequence string test true undefined upper"""
_ADDRESS = re.compile(r"\bat 0x[0-9a-f]{6,}", re.IGNORECASE)

_CODE = "template "
"""What begins the file name of a template's code; its name follows."""
_KEPT = 200
"""How many templates are kept compiled, of all kits: other kits, editions and revisions have many of the same."""


class LoadedTemplate(NamedTuple):
    """A loaded template: the file name of its code, its path, and its lines."""

    file: str
    path: str
    lines: Lines


Loaded = Callable[[LoadedTemplate], None]
"""Called with each loaded template."""


class Removable(dict[str, Any]):
    """What a kit may remove by id. A condition may ask for what is missing: `{% if components.mat %}`.

    `name` is the variable's. If `known` are given, these are the only ids that a condition may ask for; any other is
    misspelt.
    """

    def __init__(self, parts: Mapping[str, Any], name: str, known: Collection[str] = ()) -> None:
        super().__init__(parts)
        self._name, self._known = name, known

    def __contains__(self, id_: object) -> bool:
        self.check(id_)
        return super().__contains__(id_)

    def check(self, id_: object) -> None:
        """Raise UndefinedError for an id that no layer of the kit has."""
        if self._known and isinstance(id_, str) and id_ not in self._known and not super().__contains__(id_):
            error = UndefinedError(f"there is no {id_!r} in {self._name}")
            error.add_note(did_you_mean(id_, self._known) or "neither this kit nor the one that it extends has it")
            raise error


class Missing(StrictUndefined):
    """A name without a value: an error wherever it is used, but false as a condition about what a kit may remove."""

    def __init__(self, hint: str | None = None, obj: Any = missing, name: str | None = None, **more: Any) -> None:
        super().__init__(hint, obj, name, **more)
        if isinstance(obj, Removable):
            obj.check(name)

    def __bool__(self) -> bool:  # type: ignore[override]
        return False if isinstance(self._undefined_obj, Removable) else super().__bool__()


class Sandbox(ImmutableSandboxedEnvironment):
    """The sandbox with a loader and a kit's own filters. Texts keep the places where they are written."""

    concat = staticmethod(joined)

    def __init__(self, loader: Loader, filters: dict[str, Callable[..., Any]]) -> None:
        super().__init__(
            loader=loader,
            extensions=[Placing],
            undefined=Missing,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            finalize=_printed,
            # The compiler must not evaluate constant expressions: its errors have no line.
            optimized=False,
            # Imported modules have variables, which must not be kept for the next template.
            cache_size=0,
        )
        self.globals = {
            "range": safe_range,
            "dict": dict,
            "namespace": Namespace,
            "cycler": Cycler,
            "joiner": Joiner,
        }
        self.filters = {name: _listing(FILTERS[name]) for name in _FILTERS.split()} | filters
        self.filters = {name: keeping_places(function) for name, function in self.filters.items()}
        self.filters[FILTER] = placing(loader.paths.__getitem__)
        tests: dict[str, Any] = dict(TESTS)
        self.tests = {name: tests[name] for name in _TESTS.split()}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A value's attribute. Methods of texts that change letters do it as the filters do, in the kit's language."""
        if isinstance(obj, str) and attribute in languages.FILTERS and hasattr(str, attribute):
            return partial(self.filters[attribute], obj)
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may use an attribute: of a text with places, only those that every text has."""
        return super().is_safe_attribute(obj, attr, value) and (not isinstance(obj, PlacedText) or hasattr(str, attr))


class Loader(BaseLoader):
    """Loads templates from a kit's folders by plain file names; each file is read once.

    `diagnostics` are about files that cannot be read; `loaded` are the loaded templates, by the file names of their
    code; `paths` are their paths, by name. `texts` are the texts of templates that are translated, by path.
    """

    def __init__(self, folders: list[Path], language: str, texts: Mapping[str, str], note: Loaded) -> None:
        self._folders, self._language, self._texts, self._note = folders, language, texts, note
        self._code: dict[str, CodeType] = {}
        self.diagnostics, self.loaded = Diagnostics(), dict[str, LoadedTemplate]()
        self.paths: dict[str, str] = {}

    def load(self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None) -> Template:  # noqa: A002 - jinja2's name
        code = self._code.get(name)
        if code is None:
            path = find(self._folders, name, self._language)
            text = self._text(path) if path else None
            if text is None:
                raise TemplateNotFound(name)
            self.paths[name] = str(path)
            code = self._code[name] = _compiled(environment, text, name)
        template = environment.template_class.from_code(environment, code, globals or {})
        if code.co_filename not in self.loaded:
            loaded = self.loaded[code.co_filename] = LoadedTemplate(
                code.co_filename, self.paths[name], template.debug_info
            )
            self._note(loaded)
        return template

    def _text(self, path: Path) -> str | None:
        if str(path) in self._texts:
            return self._texts[str(path)]
        return read_text(path, self.diagnostics, limit=MAX_SOURCE, within=self._folders)


def _compiled(environment: Environment, text: str, name: str) -> CodeType:
    """The code of a template, whatever its folder. Raises TemplateSyntaxError."""
    kept = _kept_code(text, name, frozenset(environment.filters))
    if not kept:
        kept.append(environment.compile(text, name, _CODE + name))
    return kept[0]


@lru_cache(maxsize=_KEPT)
def _kept_code(_text: str, _name: str, _filters: frozenset[str]) -> list[CodeType]:
    """The code of a template with these filters; empty if it was not compiled."""
    return []


def _listing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a filter return a list instead of a generator."""

    @wraps(function)
    def filtered(*args: Any, **kwargs: Any) -> Any:
        result = function(*args, **kwargs)
        return list(result) if isinstance(result, Iterator) else result

    return filtered


@pass_context  # With the context, jinja2 does not evaluate constants in the compiler.
def _printed(_context: Any, value: Any) -> str:
    """The text of a value. Raises TypeError for functions and other objects, whose text differs between runs."""
    if isinstance(value, PlacedText):
        return value  # made of what was printed before
    text = str(value)
    plain = value is None or isinstance(value, (str, int, float, list, tuple, dict, range, Undefined))
    if not plain or _ADDRESS.search(text):
        raise TypeError(f"only plain data can be printed, not a {type(value).__name__}")
    text.encode()  # raises for a lone surrogate, such as '\ud800'
    return text
