"""Fill templates from plain data.

A `Filler` takes plain data and returns plain data, so that it works the same in this process and in a child process.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypedDict, cast

from jinja2 import TemplateNotFound, TemplateRuntimeError, TemplateSyntaxError

from pnp.kit.labels import SheetWords
from pnp.kit.lookup import find, template_line
from pnp.kit.sandbox import Loaded, Loader, Sandbox

MAX_TEXT = 400_000
"""Most characters that a template is filled to."""

_MISSING_NAME = re.compile(r"'dict object' has no attribute ('.*')")


class Setup(TypedDict):
    """What all fillings of a kit have in common.

    `sheets` are the fields of the kit's SheetBook, `terms` the names of ids, `data` the variables of templates.
    """

    folders: list[str]
    language: str
    sheets: dict[str, Any]
    terms: dict[str, str]
    data: dict[str, Any]


class Job(TypedDict):
    """A template to fill: a file by its name or, where that is empty, a text; and further variables."""

    name: str
    text: str
    data: dict[str, Any]


class Answer(TypedDict):
    """The text, None after an error; the files of all templates loaded so far; and what is wrong.

    A fault is a list of file, line, column, code, message and hints; the file is empty if the job has no file.
    `late` is set if the filling took too long.
    """

    text: str | None
    files: list[str]
    diagnostics: list[list[Any]]
    late: bool


class TooLongError(TemplateRuntimeError):
    """A template prints more than MAX_TEXT characters."""


class OutOfTimeError(Exception):
    """A filling takes too long. It is not a TimeoutError, an OSError that code which looks for files may catch."""


class Filler:
    """Fills the templates of a kit."""

    def __init__(self, setup: Setup, loaded: Loaded = lambda _path, _lines: None) -> None:
        self._setup, self._folders = setup, [Path(folder) for folder in setup["folders"]]
        self._loader = Loader(self._folders, setup["language"], loaded)
        self._data = _with_cards(setup["data"])
        book: Any = SimpleNamespace(**setup["sheets"])
        self._sheet = SheetWords(setup["language"], book)
        self._sandbox = Sandbox(self._loader, self._filters())

    def fill(self, job: Job) -> Answer:
        text, failure, late = None, [], False
        try:
            name, sandbox = job["name"], self._sandbox
            template = sandbox.get_template(name) if name else sandbox.from_string(job["text"])
            text = _limited(template.root_render_func(template.new_context(self._variables(job))))
        except Exception as error:  # noqa: BLE001 - whatever a template does, the others are still filled
            late = isinstance(error, OutOfTimeError)
            # A file that cannot be read is among the loader's faults.
            if not (isinstance(error, TemplateNotFound) and error.name == job["name"]):
                failure = [[*self._place(error, job["name"]), 1, "bad-template", _reason(error)]]
        diagnostics = [
            [*diagnostic.span[:3], diagnostic.code, diagnostic.message, *diagnostic.hints]
            for diagnostic in self._loader.diagnostics
        ]
        return {"text": text, "files": sorted(self._loader.lines), "diagnostics": diagnostics + failure, "late": late}

    def _variables(self, job: Job) -> dict[str, Any]:
        """All that a template sees; a job may have other decks than the kit."""
        data = {**self._data, **(_with_cards(job["data"]) if "decks" in job["data"] else job["data"])}

        def total(deck: object) -> int:
            if deck not in data["decks"]:
                raise LookupError(f"there is no deck {deck!r}")
            return sum(card["count"] for card in data["decks"][deck])

        def say(key: object, n: object = None) -> str:
            if not isinstance(key, str) or not isinstance(n, int | None):
                raise TypeError("say needs a key of the sheets' words, and a whole number where it is counted")
            return self._sheet.say(key) if n is None else self._sheet.say(key, n=n)

        return {**data, "total": total, "say": say}

    def _filters(self) -> dict[str, Callable[..., Any]]:
        """The filters that templates have besides those of jinja2."""
        terms = self._setup["terms"]
        shorts = {id_: card["asides"].get("short") for id_, card in self._data["cards"].items()}

        def said(id_: Any) -> Any:
            if isinstance(id_, (list, tuple, dict)):
                raise TypeError(f"an id is a text and not a {type(id_).__name__}")
            return terms.get(id_, id_)

        return {
            "said": said,
            "capital": lambda text: text[:1].upper() + text[1:],
            "short": lambda card: shorts.get(card["id"]) or card["name"],
            "listed": self._sheet.listed,
            "plural": self._sheet.plural,
            "number": self._sheet.number,
        }

    def _place(self, error: Exception, name: str) -> tuple[str, int]:
        """The file and line of an error: those of the innermost template in its traceback."""
        file = find(self._folders, name, self._setup["language"]) if name else None
        place = str(file or ""), 1
        if isinstance(error, TemplateSyntaxError):
            return (error.filename or place[0], error.lineno)
        trace = error.__traceback__
        while trace:
            code = trace.tb_frame.f_code
            if code.co_filename in self._loader.lines:
                # An interrupted jump has no line; that of the instruction before it will do.
                line = (
                    trace.tb_lineno
                    or [line for start, _, line in code.co_lines() if line and start < trace.tb_lasti][-1]
                )
                place = code.co_filename, template_line(self._loader.lines[code.co_filename], line)
            trace = trace.tb_next
        return place


def _with_cards(data: dict[str, Any]) -> dict[str, Any]:
    """The data with `cards`, the cards of all decks by id."""
    return {**data, "cards": {card["id"]: card for deck in data["decks"].values() for card in deck}}


def _limited(pieces: Iterator[str]) -> str:
    """The pieces that a template prints as one text; an error at the template's line if there are too many."""
    generator, found, length = cast("Generator[str, None, None]", pieces), list[str](), 0
    try:
        for piece in generator:
            found.append(piece)
            length += len(piece)
            if length > MAX_TEXT:
                raise TooLongError(f"this makes more than {MAX_TEXT} characters of text")
    except (TooLongError, OutOfTimeError) as error:
        generator.throw(error)
    return "".join(found)


def _reason(error: Exception) -> str:
    """What went wrong, in one line that is the same at every run."""
    if isinstance(error, RecursionError):
        return "it calls or includes itself without end, or is nested too deep"
    if isinstance(error, MemoryError):
        return "this takes too much memory: a text, a list or a number grows without end"
    if isinstance(error, SyntaxError):
        return error.msg
    said = (
        f"there is no {error}" if isinstance(error, KeyError) else _MISSING_NAME.sub("there is no \\1 here", str(error))
    )
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", " ".join(said.encode("utf-8", "backslashreplace").decode().split()))
    return (text if len(text) <= 300 else f"{text[:299]}…") or type(error).__name__
