"""Small cases drawn as text, held against golden files that people review.

A file of `tests/cases/drawn/` has several cases by name: components for the folder `kinds`, faces for `elements`. All
are of the kit in `tests/cases/drawn/kit/`. The key `with` of a case changes its context, as `with: {past_cut: 2}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pnp import components
from pnp.components.context import RenderContext
from pnp.components.faces import draw
from pnp.diagnostics import Diagnostics
from pnp.graphics import Drawing, Piece, Rect, Size
from pnp.graphics.drawing import Path as Outline
from pnp.graphics.drawing import Text, walk
from pnp.kit.model import Face
from pnp.kit.schema import build
from pnp.pipeline.context import open_context
from pnp.sources import Node
from pnp.sources.yaml import read
from tests.conftest import fresh
from tests.support.dump import lines_of_drawing, lines_of_piece

CASES = Path(__file__).parents[1] / "cases" / "drawn"
GOLDEN = Path(__file__).parents[1] / "golden" / "drawings"
CARD = Size(60, 90)


def compare(name: str, lines: Iterable[str], *, update: bool) -> None:
    """Hold lines against a golden file, or write it."""
    file, text = GOLDEN / f"{name}.txt", "".join(f"{line}\n" for line in lines)
    if update:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    kept = file.read_text("utf-8") if file.is_file() else ""
    assert text == kept, f"{file} differs; --update-golden writes it, and git shows what changed"


def opened() -> RenderContext:
    """The kit of the cases, with diagnostics of its own."""
    diagnostics = Diagnostics()
    context = open_context(CASES / "kit", diagnostics)
    assert context is not None, list(diagnostics)
    return context


kit = cache(opened)
"""The kit that all cases share. Its gallery reports missing pictures to the diagnostics of this context."""


def cases(name: str) -> dict[str, Node]:
    """The cases of a file, such as `kinds/dial`."""
    diagnostics = Diagnostics()
    found = read(CASES / f"{name}.yaml", diagnostics)
    assert found is not None, list(diagnostics)
    return dict(found.value)


def context_of(case: Node) -> RenderContext:
    """The kit's context with the changes of a case, which are taken out of it."""
    changes = case.value.pop("with", None)
    return fresh(kit(), diagnostics=Diagnostics(), **(changes.plain() if changes else {}))


def pieces_of(name: str) -> Iterator[tuple[str, RenderContext, list[Piece]]]:
    """The pieces of each component of a file, with its name and the context that drew it."""
    for title, case in cases(name).items():
        context = context_of(case)
        spec = components.component(case, context.diagnostics)
        yield title, context, components.pieces("x", spec, context) if spec else []


def face_of(case: Node, context: RenderContext) -> Drawing:
    """The face of a case: `size` and `scope` are those with which it is drawn."""
    size, scope = (case.value.pop(key, None) for key in ("size", "scope"))
    face = build(Face, case, context.diagnostics)
    assert face is not None, list(context.diagnostics)
    book = replace(context.kit.facebook, faces={**context.kit.facebook.faces, "case": face})
    changed = replace(context, kit=replace(context.kit, facebook=book))
    fields: dict[str, Any] = scope.plain() if scope else {}
    return draw(changed, "case", Size(*size.plain()) if size else CARD, {**changed.kit_scope(), **fields}, case.span)


def messages(context: RenderContext) -> Iterator[str]:
    assert not kit().diagnostics, list(kit().diagnostics)
    return (f"{one.severity}[{one.code}] {one.message}" for one in context.diagnostics)


def kind_test(kind: str) -> Callable[..., None]:
    """A test of the components in a file."""

    def test(update_golden: bool) -> None:
        lines: list[str] = []
        for title, context, pieces in pieces_of(f"kinds/{kind}"):
            shown: set[Drawing] = set()
            lines += ["", f"# {title}", *messages(context)]
            for piece in pieces:
                lines += lines_of_piece(piece, shown)
                hold(context, piece)
        compare(f"kinds/{kind}", lines[1:], update=update_golden)

    return test


def element_test(element: str) -> Callable[..., None]:
    """A test of the faces in a file."""

    def test(update_golden: bool) -> None:
        lines: list[str] = []
        for title, case in cases(f"elements/{element}").items():
            context = context_of(case)
            drawn = list(lines_of_drawing(face_of(case, context)))
            lines += ["", f"# {title}", *messages(context), *drawn]
        compare(f"elements/{element}", lines[1:], update=update_golden)

    return test


def case_test(name: str, lines_of: Callable[[Any], Iterable[str]]) -> Callable[..., None]:
    """A test of the cases of a file, whose plain data a function turns into lines."""

    def test(update_golden: bool) -> None:
        lines: list[str] = []
        for title, case in cases(name).items():
            lines += ["", f"# {title}", *lines_of(case.plain())]
        compare(name, lines[1:], update=update_golden)

    return test


def hold(context: RenderContext, piece: Piece) -> None:
    """No side of a piece has ink beyond its bleed, or words beyond its trim."""
    for drawing in filter(None, (piece.front, piece.back)):
        trim = Rect(0, 0, *drawing.size)
        paper = trim.inset(-max(drawing.bleed, drawing.overhang) - 0.25)
        for item, at in walk(drawing.items):
            if isinstance(item, Text):
                words = Rect(item.x, item.y, context.fonts.extent(item), 0)
                assert trim.contains(at.frame.box(words), 0.1), (piece.id, item.text)
            elif isinstance(item, Outline) and drawing.bleed == 0:
                ends = [part[-2:] for _, part in item.segments if part]
                assert paper.contains(at.frame.box(Rect.about(ends)), 0.1), (piece.id, item)
