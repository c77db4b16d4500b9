"""The pages of a rulebook in reading order: a cover, contents, the text, an index, and a back cover.

A long book has contents and an index unless the kit sets otherwise. The number of pages is a multiple of four, so that
the book can be folded from whole sheets. Pages for notes before the back cover fill it up; if none are needed, the rest
of a mostly empty last page is for notes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pnp.components.context import RenderContext
from pnp.components.faces import draw
from pnp.components.figures import figure
from pnp.diagnostics import Span
from pnp.graphics import Drawing, Item, Piece, Rect, Size, Stroke, Tag
from pnp.graphics.drawing import Landmark, Text, line
from pnp.graphics.geometry import MM_PER_POINT
from pnp.kit import Component
from pnp.kit.annotations import FaceName, TemplateName
from pnp.text import Setting, layout, toc
from pnp.text.blocks import Strip, columns, height_of, stacked
from pnp.text.markdown import Term

SHEETS, SCHEME, GAP = "rulebook", "pages", 0.0

SIZE = Size(139.7, 210)
"""Half a Letter sheet wide and A5 high, so that two pages fit side by side on every paper."""
AREA = Rect(14, 13, SIZE.w - 28, SIZE.h - 29)
FOOT = SIZE.h - 9.0
"""The baseline of the page number."""
LONG = 8
"""The number of pages from which a book is long."""
NOTE_LINE = 8.0
MOST_LAYOUTS = 3
"""How often a text is laid out together with its index; after that the index gets pages of its own."""


@dataclass(frozen=True, kw_only=True)
class Spec(Component):
    """A Markdown template of the kit's folder, set into pages."""

    template: TemplateName
    """The file name of the template."""
    cover: FaceName
    """The face of the first page."""
    plate: FaceName | None = None
    """The face of the page behind the cover; left out, there is no such page."""
    back: FaceName | None = None
    """The face of the last page; left out, the book ends with its text."""
    contents: bool | None = None
    """Whether the book has a table of contents; left out, a book of eight pages or more has one."""
    index: bool | None = None
    """Whether its last page is an index of terms; left out, a book of eight pages or more has one."""


def pieces(id_: str, spec: Spec, context: RenderContext) -> list[Piece]:
    span = spec.at("template")
    setting = context.setting("book", span, lambda name: figure(context, name, span))
    if setting is None:
        return []
    strips, terms = layout.set_text(
        context.templates.fill(spec.template, span, plan=context.set_description), setting, AREA.w
    )
    _check_heights(context, strips, span)
    pages = _Pages(id_, spec, context, setting, terms, strips)
    drawings = pages.drawings()
    landmarks = pages.landmarks()
    return [
        Piece(
            f"{id_}/{number}",
            id_,
            context.say("book_page", title=spec.title, number=number),
            SIZE,
            drawing,
            stock=spec.stock,
            outlined=True,
            landmarks=landmarks.get(number, ()),
        )
        for number, drawing in enumerate(drawings, start=1)
    ]


def _check_heights(context: RenderContext, strips: Sequence[Strip], span: Span) -> None:
    high = max((strip.height for strip in strips), default=0.0)
    if high > AREA.h:
        message = f"a picture or a row of a table is {high:.0f} mm high, but a page has only {AREA.h:g} mm"
        context.diagnostics.error(span, "text-overflow", message, "make the picture smaller: ![](name.svg#40)")


def _without(pages: list[list[Strip]], added: list[Strip]) -> list[list[Strip]]:
    """The pages without some strips; pages with no other strips are dropped."""
    excluded = {id(strip) for strip in added}
    remaining = ([strip for strip in page if id(strip) not in excluded] for page in pages)
    return [page for page in remaining if page]


class _Pages:
    """Lays out one book. `pages` are the pages of its text and index."""

    def __init__(
        self, id_: str, spec: Spec, context: RenderContext, setting: Setting, terms: list[Term], strips: list[Strip]
    ) -> None:
        self.id, self.spec, self.context, self.setting = id_, spec, context, setting
        self.pages = columns(strips, AREA.h)
        long = len(self.pages) + 1 + bool(spec.plate) + bool(spec.back) >= LONG
        self.contents = long if spec.contents is None else spec.contents
        self.first = 2 + bool(spec.plate) + self.contents
        if long if spec.index is None else spec.index:
            self.add_index(terms, strips)
        self.headings = toc.entries(self.pages, self.first)

    def add_index(self, terms: list[Term], strips: list[Strip]) -> None:
        """Add an index after the text. If that moves text to other pages, the index is made again."""
        kit, before = self.context.kit, self.pages
        wanted = toc.terms(terms, sorted({card.name for card in kit.all_cards}))
        pages = before
        for _ in range(MOST_LAYOUTS):
            added = self.index(self.looked_up(wanted, pages))
            self.pages = columns([*strips, *added], AREA.h)
            last, pages = pages, _without(self.pages, added)
            if pages == last:
                return
        self.pages = [*before, *columns(self.index(self.looked_up(wanted, before)), AREA.h)]

    def looked_up(self, wanted: list[str], pages: list[list[Strip]]) -> list[toc.Found]:
        said = {n: toc.said(page) for n, page in enumerate(pages, start=self.first)}
        return toc.looked_up(wanted, said, self.context.kit.language)

    def index(self, entries: list[toc.Found]) -> list[Strip]:
        strips = toc.index(entries, self.setting, AREA.w)
        return [*layout.headed(self.context.say("index"), self.setting, AREA.w), *strips] if strips else []

    def drawings(self) -> list[Drawing]:
        spec, context = self.spec, self.context
        faces = [self.face(spec.cover, spec.at("cover"), "")]
        if spec.plate:
            faces.append(self.face(spec.plate, spec.at("plate"), "-plate"))
        if self.contents:
            faces.append(self.page(self.first - 1, self.table_of_contents(), context.say("contents")))
        missing = -(len(faces) + len(self.pages) + bool(spec.back)) % 4
        last = self.first + len(self.pages) - 1
        for number, strips in enumerate(self.pages, start=self.first):
            rest = number == last and not missing and bool(spec.back) and height_of(strips) < AREA.h / 2
            faces.append(self.page(number, strips, toc.running(self.headings, number), notes=rest))
        blank = range(last + 1, last + 1 + missing)
        faces.extend(self.page(number, [], context.say("notes"), notes=True) for number in blank)
        if spec.back:
            faces.append(self.face(spec.back, spec.at("back"), "-back"))
        return faces

    def landmarks(self) -> dict[int, tuple[Landmark, ...]]:
        """The headings on each page."""
        anchors: dict[int, tuple[Landmark, ...]] = {}
        for (level, words), page, down in self.headings:
            anchors[page] = (*anchors.get(page, ()), Landmark(level, words, AREA.y + down))
        return anchors

    def face(self, name: str, span: Span, suffix: str) -> Drawing:
        """A face as a page. At home it ends at its trim, because pages are beside each other."""
        drawn = draw(self.context, name, SIZE, self.context.kit_scope(), span, title=f"{self.id}{suffix}")
        return drawn if self.context.for_shop else replace(drawn, bleed=0.0)

    def table_of_contents(self) -> list[Strip]:
        head = layout.headed(self.context.say("contents"), self.setting, AREA.w)
        room = AREA.h - height_of(head)
        return [*head, *toc.contents(self.headings, self.setting, AREA.w, room)]

    def page(self, number: int, strips: Sequence[Strip], running: str, *, notes: bool = False) -> Drawing:
        """A page with some strips and, with `notes`, lines to write on below them."""
        items = [*stacked(strips, AREA.x, AREA.y)]
        if notes:
            items += self.notes(AREA.y + height_of(strips) + (2 * NOTE_LINE if strips else 0))
        return Drawing(f"{self.id}-{number}", SIZE, (*items, *self.foot(number, running)))

    def notes(self, y: float) -> list[Item]:
        """Lines to write on, from `y` down to the foot."""
        pen = Stroke(self.setting.colour("pale"), 0.25)
        head = layout.headed(self.context.say("notes"), self.setting, AREA.w)
        items, lines = [*stacked(head, AREA.x, y)], list[Item]()
        y += height_of(head) + NOTE_LINE
        while y <= AREA.far:
            lines.append(line(AREA.x, y, AREA.x + AREA.w, y, pen))
            y += NOTE_LINE
        return [*items, Tag("Artifact", tuple(lines))]

    def foot(self, number: int, running: str) -> list[Item]:
        """The page number at the outer edge, beside it the game's title on even pages, and what `running` names on odd
        ones. Even pages are at the left of the open book, or at the right if it is read from there."""
        context, style = self.context, self.setting.styles["foot"]
        bold = self.setting.fonts, "bold", style.size
        even, text = number % 2 == 0, str(number)
        left = even != context.kit.right_to_left
        running = context.kit.title if even else running
        wide, gap = bold[0].width(text, *bold[1:]), style.size * MM_PER_POINT
        colour = self.setting.colour(style.colour)
        x = AREA.x if left else AREA.x + AREA.w - wide
        beside = AREA.x + wide + gap if left else x - gap - self.setting.fonts.width(running, style.font, style.size)
        texts = (
            Text(x, FOOT, text, "bold", style.size, self.setting.colour("accent")),
            Text(beside, FOOT, running, style.font, style.size, colour),
        )
        return [Tag("Artifact", texts if left else texts[::-1])]
