"""Fill templates from plain data.

A `Filler` takes plain data and returns plain data, so that it works the same in this process and in a child process.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypedDict, cast

from jinja2 import Environment, TemplateNotFound, TemplateRuntimeError, TemplateSyntaxError, pass_environment
from jinja2.exceptions import FilterArgumentError
from jinja2.filters import FILTERS, make_multi_attrgetter

from pnp.confined.timing import OutOfTimeError
from pnp.diagnostics import PlacedText, Span, TextSource
from pnp.diagnostics.placed import joined
from pnp.kit import languages
from pnp.kit.kit_data import RULING, find, template_line
from pnp.kit.labels import SheetWords
from pnp.kit.sandbox import Loaded, Loader, Removable, Sandbox

MAX_TEXT = 400_000
"""Maximum length of a filled template, in characters."""

_MISSING_NAME = re.compile(r"'(?:dict|pnp\.kit\.sandbox\.Removable) object' has no attribute ('.*')")


class TemplateData(TypedDict):
    """The data that all templates of a kit share.

    `sheets` are the fields of the kit's SheetBook, `names` the printed names of ids, `known` the ids of parts that a
    condition may ask for, by variable, `data` the variables of templates, `texts` those of translated ones, by path.
    """

    folders: list[str]
    language: str
    texts: dict[str, str]
    sheets: dict[str, Any]
    names: dict[str, str]
    known: dict[str, list[str]]
    data: dict[str, Any]


class Job(TypedDict):
    """A template to fill, as a file name or, if that is empty, as text; and further variables."""

    name: str
    text: str
    data: dict[str, Any]


_Place = tuple[str, int, int]


class FilledText(TypedDict):
    """The text, None after an error; the files of all templates loaded so far; and the diagnostics.

    `sources` are the places of the text's words as in `TextSource`, each place as a file, a line and a column.
    A diagnostic is a list of file, line, column, code, message and hints; the file is empty if the job has no file.
    `late` is true if the template took too long.
    """

    text: str | None
    sources: list[tuple[int, _Place, bool, _Place | None]]
    files: list[str]
    diagnostics: list[list[Any]]
    late: bool


_fillers: dict[str, Filler] = {}
"""The filler of the kit whose templates were filled last, by its key."""
_notes: list[Callable[[Any], None]] = []


def task(data: Any, _blobs: Sequence[bytes], note: Callable[[Any], None]) -> tuple[FilledText | None, Sequence[bytes]]:
    """Fill a template in the confined child process; None if it needs the setup. The lines of templates are noted."""
    _notes[:] = [note]
    key = data["key"]
    if "setup" in data:
        _fillers.clear()
        _fillers[key] = Filler(data["setup"], lambda loaded: _notes[0](loaded._asdict()))
    if key not in _fillers:
        return None, ()
    _fillers[key].too_long = data["too_long"]
    return _fillers[key].fill(data["job"]), ()


class Total:
    """The number of cards of a deck in all copies: `total("moves")`, or `total.moves` as on faces."""

    def __init__(self, decks: Mapping[str, Any], copies: Mapping[str, int], known: Collection[str]) -> None:
        self._decks, self._copies, self._known = decks, copies, known

    def __call__(self, deck: object) -> int:
        if not isinstance(deck, str):
            raise TypeError("total() needs the name of a deck")
        if deck in self._decks:
            return int(self._copies.get(deck, 1) * sum(card["count"] for card in self._decks[deck]))
        if deck in self._known:
            return 0  # the kit removes this deck of its base
        raise LookupError(f"there is no deck {deck!r}")

    __getitem__ = __call__


class Filler:
    """Fills the templates of a kit."""

    too_long = ""
    """The message about a template that takes too long."""

    def __init__(self, setup: TemplateData, note: Loaded = lambda _loaded: None) -> None:
        self._setup, self._folders = setup, [Path(folder) for folder in setup["folders"]]
        self._loader = Loader(self._folders, setup["language"], setup["texts"], note)
        self._known = {part: frozenset(ids) for part, ids in setup["known"].items()}
        self._data = self._with_cards(setup["data"])
        book: Any = SimpleNamespace(**setup["sheets"])
        self._sheet = SheetWords(setup["language"], book)
        self._sandbox = Sandbox(self._loader, self._filters())

    def fill(self, job: Job) -> FilledText:
        text, failure, late = None, [], False
        try:
            name, sandbox = job["name"], self._sandbox
            template = sandbox.get_template(name) if name else sandbox.from_string(job["text"])
            text = _limited(template.root_render_func(template.new_context(self._variables(job))))
        except (Exception, OutOfTimeError) as error:  # noqa: BLE001 - an error in one template must not stop the others
            late = isinstance(error, OutOfTimeError)
            # The loader's diagnostics include a file that cannot be read.
            if not (isinstance(error, TemplateNotFound) and error.name == job["name"]):
                message = self.too_long if late else _reason(error)
                hints = getattr(error, "__notes__", ())
                failure = [[*self._place(error, job["name"]), 1, "bad-template", message, *hints]]
        diagnostics = [
            [*diagnostic.span[:3], diagnostic.code, diagnostic.message, *diagnostic.hints]
            for diagnostic in self._loader.diagnostics
        ]
        places = text.sources if isinstance(text, PlacedText) else ()
        return {
            "text": text,
            "sources": [(start, span[:3], runs, call and call[:3]) for start, span, runs, call in places],
            "files": sorted(loaded.path for loaded in self._loader.loaded.values()),
            "diagnostics": diagnostics + failure,
            "late": late,
        }

    def _variables(self, job: Job) -> dict[str, Any]:
        """All variables of a template. A job's decks replace the kit's."""
        more = {**job["data"], "rulings": list(map(_placed, job["data"].get("rulings", ())))}
        data = {**self._data, **more, **(self._with_cards({**self._data, **more}) if "decks" in more else {})}
        if data.get("plan"):
            data["plan"] = {**data["plan"], "pages": Removable(data["plan"].get("pages", {}), "plan.pages")}

        def say(key: object, n: object = None) -> str:
            if not isinstance(key, str) or not isinstance(n, int | None):
                raise TypeError("say() needs a key of sheets.xx.yaml and, for counted words, a whole number")
            return self._sheet.say(key) if n is None else self._sheet.say(key, n=n)

        total = Total(data["decks"], data["copies"], self._known["decks"])
        return {**data, "total": total, "say": say}

    def _with_cards(self, data: dict[str, Any]) -> dict[str, Any]:
        """Add `cards`, the cards of all decks by id, and mark what kits may remove."""
        cards = {card["id"]: card for deck in data["decks"].values() for card in deck}
        removable = {"decks": data["decks"], "cards": cards, "components": data.get("components", {})}
        return {**data, **{key: Removable(parts, key, self._known[key]) for key, parts in removable.items()}}

    def _filters(self) -> dict[str, Callable[..., Any]]:
        """The filters of templates, besides jinja2's."""
        names = self._setup["names"]
        shorts = {id_: card["asides"].get("short") for id_, card in self._data["cards"].items()}

        def name_of(id_: Any) -> Any:
            if isinstance(id_, (list, tuple, dict)):
                raise TypeError(f"an id must be a text, not a {type(id_).__name__}")
            return names.get(id_, id_)

        return {
            **{name: _of_text(change, self._setup["language"]) for name, change in languages.FILTERS.items()},
            "said": name_of,
            **_in_order(self._setup["language"]),
            "short": lambda card: shorts.get(card["id"]) or card["name"],
            "listed": self._sheet.listed,
            "plural": self._sheet.plural,
            "number": self._sheet.number,
        }

    def _place(self, error: BaseException, name: str) -> tuple[str, int]:
        """The file and line of an error, in the innermost template of its traceback."""
        file = find(self._folders, name, self._setup["language"]) if name else None
        place = str(file or ""), 1
        if isinstance(error, TemplateSyntaxError):
            return self._loader.paths.get(error.name or "", place[0]), error.lineno
        trace = error.__traceback__
        while trace:
            code = trace.tb_frame.f_code
            if loaded := self._loader.loaded.get(code.co_filename):
                # An interrupted jump has no line, nor has the beginning of a template; take the line before it, if any.
                before = [line for start, _, line in code.co_lines() if line and start < trace.tb_lasti]
                line = trace.tb_lineno or next(reversed(before), 1)
                place = loaded.path, template_line(loaded.lines, line)
            trace = trace.tb_next
        return place


def _of_text(change: Callable[[str, str], str], language: str) -> Callable[[Any], str]:
    """A filter that changes the letters of a text, or of what is printed for a number."""

    def changed(value: Any) -> str:
        if isinstance(value, (list, tuple, dict)):
            raise TypeError(f"expected a text, not a {type(value).__name__}")
        return change(value if isinstance(value, str) else str(value), language)

    return changed


def _in_order(language: str) -> dict[str, Callable[..., Any]]:
    """The filters that sort, as those of jinja2, in the order of a language's alphabet."""

    def place(value: Any) -> Any:
        return languages.order(value, language) if isinstance(value, str) else value

    @pass_environment
    def ordered(
        environment: Environment,
        value: Iterable[Any],
        reverse: bool = False,
        case_sensitive: bool = False,
        attribute: str | int | None = None,
    ) -> list[Any]:
        of_item = make_multi_attrgetter(environment, attribute, None if case_sensitive else place)
        return sorted(value, key=of_item, reverse=reverse)

    @pass_environment
    def grouped(environment: Environment, value: Iterable[Any], *how: Any, **more: Any) -> list[Any]:
        groups = FILTERS["groupby"](environment, value, *how, **more)
        return sorted(groups, key=lambda group: place(group.grouper))

    def pairs(
        value: Mapping[Any, Any], case_sensitive: bool = False, by: str = "key", reverse: bool = False
    ) -> list[tuple[Any, Any]]:
        if by not in ("key", "value"):
            raise FilterArgumentError('You can only sort by either "key" or "value"')
        at = ("key", "value").index(by)
        return sorted(value.items(), key=lambda pair: pair[at] if case_sensitive else place(pair[at]), reverse=reverse)

    return {"sort": ordered, "groupby": grouped, "dictsort": pairs}


def _placed(ruling: dict[str, Any]) -> dict[str, Any]:
    """A ruling whose question and answer have places, by its id."""
    places = {key: Span(f"{RULING}{ruling['id']}/{key}") for key in ("question", "answer")}
    return ruling | {key: PlacedText(ruling[key], [TextSource(0, place, runs=False)]) for key, place in places.items()}


def _limited(pieces: Iterator[str]) -> str:
    """Join the pieces that a template prints; beyond MAX_TEXT, raise an error at the template's line."""
    generator, printed, length = cast("Generator[str, None, None]", pieces), list[str](), 0
    try:
        for piece in generator:
            printed.append(piece)
            length += len(piece)
            if length > MAX_TEXT:
                generator.throw(TemplateRuntimeError(f"this makes more than {MAX_TEXT} characters of text"))
    except OutOfTimeError as error:
        generator.throw(error)
    return joined(printed)


def _reason(error: BaseException) -> str:
    """The message of an error in one line, without memory addresses."""
    if isinstance(error, RecursionError):
        return "it calls or includes itself endlessly, or is nested too deeply"
    if isinstance(error, MemoryError):
        return "this takes too much memory: a text, a list or a number grows endlessly"
    if isinstance(error, SyntaxError):
        return error.msg
    message = (
        f"there is no {error}" if isinstance(error, KeyError) else _MISSING_NAME.sub("there is no \\1 here", str(error))
    )
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", " ".join(message.encode("utf-8", "backslashreplace").decode().split()))
    return (text if len(text) <= 300 else f"{text[:299]}…") or type(error).__name__
