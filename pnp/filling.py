"""The name of a template and data -> text, all templates that are asked for on the way noted; or why there is none.

Each filling pays for all that it loads, as if nothing had been loaded before: what one costs, and whether that is too
much, must not depend on what was filled in this run and what was remembered from another.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jinja2 import BaseLoader, Environment, Template, TemplateNotFound, TemplateSyntaxError

from pnp.lookup import Sources
from pnp.sandbox import Helper, Sandbox, TooMuchError
from pnp.source import Diagnostic, Faults, Span

_LACK = re.compile(r"'dict object' has no attribute ('.*')")


class Filler(Sandbox):
    """The sandbox of a kit's templates; `helpers` are functions that these may call."""

    def __init__(
        self,
        sources: Sources,
        filters: dict[str, Callable[..., Any]],
        glancing: tuple[str, ...],
        helpers: dict[str, Callable[..., Any]],
        faults: Faults,
    ) -> None:
        self._sources, self._loading = sources, _Loader(sources, faults)
        super().__init__(self._loading, filters, glancing)
        self._helpers = {name: Helper(function) for name, function in helpers.items()}
        self.asked: dict[str, str] = {}
        """The templates that were asked for in this filling, by name, each with the hash of its text."""

    def filled(self, name: str, data: dict[str, Any]) -> str:
        """A template by its name, filled."""
        self.asked = {}
        return self.render(name, {**data, **self._helpers})

    def filled_text(self, source: str, data: dict[str, Any]) -> str:
        """A template that stands in no file of its own, filled."""
        self.asked = {}
        return self.render_text(source, {**data, **self._helpers})

    def _load_template(self, name: str, globals: Any) -> Template:  # noqa: A002 - jinja's name
        known, loaded = name in self.asked, self._loading.loaded
        self.asked[name] = self._sources.digest(name)
        template = super()._load_template(name, globals)
        source = self._sources.source(name)
        if source and source.text and not known and self._loading.loaded == loaded:
            # It was loaded in an earlier filling: its length was paid for there, and what it runs when imported.
            self.spend(len(source.text))
            template._module = None
        return template


class _Loader(BaseLoader):
    """Loads templates by plain file names."""

    def __init__(self, sources: Sources, faults: Faults) -> None:
        self._sources, self._faults = sources, faults
        self.loaded = 0

    def get_source(self, _environment: Environment, template: str) -> tuple[str, str, Any]:
        source = self._sources.source(template)
        self._faults.add(source.faults if source else ())
        if source is None or source.text is None:
            raise TemplateNotFound(template)
        self.loaded += 1
        return source.text, str(source.path), None


def is_endless(error: Exception) -> bool:
    """Whether a template worked too much, and would do so again."""
    return isinstance(error, TooMuchError)


def failed(error: Exception, name: str, sources: Sources) -> list[Diagnostic]:
    """What is wrong with a template that could not be filled; nothing if it cannot be read: that is told already."""
    faults = Faults()
    if not (isinstance(error, TemplateNotFound) and error.name == name):
        if isinstance(error, TemplateSyntaxError):
            place, line = sources.path(error.name or name), error.lineno
        else:
            place, line = _failing_line(error, name, sources)
        faults.error(Span(place, line), "bad-template", f"cannot fill this template: {said(error)}")
    return list(faults)


def _failing_line(error: Exception, name: str, sources: Sources) -> tuple[str, int]:
    """Jinja rewrites tracebacks so that frames of templates carry the template's own file and line."""
    place, line = sources.path(name), 1
    trace = error.__traceback__
    while trace:
        file = trace.tb_frame.f_code.co_filename
        if Path(file).parent in sources.folders:
            place, line = file, trace.tb_lineno
        trace = trace.tb_next
    return place, line


def said(error: Exception) -> str:
    """What went wrong, in one line that is the same at every run."""
    if isinstance(error, RecursionError):
        return "it calls or includes itself without end, or is nested too deep"
    said = f"there is no {error}" if isinstance(error, KeyError) else _LACK.sub("there is no \\1 here", str(error))
    text = re.sub(r" at 0x[0-9a-fA-F]+", "", " ".join(said.encode("utf-8", "backslashreplace").decode().split()))
    return (text if len(text) <= 300 else f"{text[:299]}…") or type(error).__name__
