"""MkDocs hook: builds the kits, and shows their pages on the gallery's page with the PDFs to download.

The kits are those of `extra.gallery` in mkdocs.yml. Everything is made while the site is built, from the kits as they
are now; pages are drawn with pypdfium2, and the page needs no script.
"""

from __future__ import annotations

import html
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import pypdfium2
from mkdocs.structure.files import File

import pnp

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page
    from PIL import Image

PAGE = "gallery.md"
MARK = "<!-- kits: the site shows the pages and files of every kit here -->"
PAPERS = {"a4": "A4", "letter": "US Letter"}
SCREEN = "-screen.pdf"
"""The end of the names of books to read on a screen, which are the same for every paper."""
HEIGHT = 560
"""The height of a page's picture, in pixels."""
MM_PER_POINT = 25.4 / 72
STYLE = """<style>
.wy-nav-content { max-width: 1200px; }
.facts { margin-bottom: 12px; }
.files { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-bottom: 8px; }
.files b { flex: none; width: 6em; }
.files a { padding: 6px 12px; border: 1px solid var(--link); border-radius: 6px; white-space: nowrap; }
.files a:hover, .files a:focus-visible { background: var(--link); color: #fff; }
.row { margin: 16px 0 6px; }
.leaves { display: flex; gap: 12px; overflow-x: auto; scroll-snap-type: x proximity; padding: 12px;
  background: #e9e4da; border-radius: 6px; margin-bottom: 12px; }
.leaves a { flex: none; scroll-snap-align: center; text-align: center; }
.leaves img { display: block; height: min(560px, 100vw); width: auto; max-width: none; background: #fff;
  border-radius: 2px; box-shadow: 0 2px 6px #3c2d1955; }
.leaves span { display: block; margin-top: 6px; color: #4a4035; font-size: 85%; line-height: 1.2; }
@media (max-width: 480px) {
  .files b { width: 100%; }
  .files a { padding: 9px 12px; }
}
</style>"""


class Leaf(NamedTuple):
    """A page to look at: its picture, what it shows, a short title, and the file and page that a click opens."""

    picture: Image.Image
    title: str
    short: str
    file: str
    page: int


class Book(NamedTuple):
    """A kit in the gallery: its pages and its files, by their paths in the site."""

    kit: pnp.Kit
    rules: list[Leaf]
    sheets: list[Leaf]
    files: dict[str, bytes]


_books: dict[str, Book] = {}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pictures and PDFs of all kits."""
    for name in config.extra["gallery"]:
        book = _books[name] = built(name)
        for path, data in book.files.items():
            files.append(File.generated(config, f"gallery/{path}", content=data))
        for place, leaf in _placed(book):
            files.append(File.generated(config, place, content=_webp(leaf.picture)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Put the kits into the gallery's page."""
    if page.file.src_uri != PAGE:
        return markdown
    return markdown.replace(MARK, "\n\n".join([STYLE, *map(_shown, _books.values())]))


def built(name: str) -> Book:
    """A kit's PDFs for every paper, and pictures of those for A4 and of its rulebook."""
    kit, files = pnp.load(name), {}
    for paper in PAPERS:
        made = pnp.build(kit, paper=paper).files
        files |= {f"{name}/{file}": data for file, data in made.items() if file.endswith(".pdf")}
    sheets = [
        Leaf(
            picture, f"{file.removesuffix('.pdf')}, page {number}", f"{_words(kit, file)}, page {number}", file, number
        )
        for file, data in files.items()
        if "-a4-" in file and not file.endswith("rulebook.pdf")
        for number, picture in enumerate(_pictures(data), 1)
    ]
    rules = [
        Leaf(picture, f"page {number} of the rulebook", f"page {number}", file, number)
        for file, data in files.items()
        if file.endswith(SCREEN)
        for number, picture in enumerate(_pictures(data), 1)
    ]
    return Book(kit, rules, sheets, files)


def _pictures(data: bytes) -> Iterator[Image.Image]:
    document = pypdfium2.PdfDocument(data)
    try:
        for page in document:
            yield page.render(scale=HEIGHT / page.get_height()).to_pil()
    finally:
        document.close()


def _webp(picture: Image.Image) -> bytes:
    data = io.BytesIO()
    picture.save(data, "WEBP", quality=80)
    return data.getvalue()


def _placed(book: Book) -> Iterator[tuple[str, Leaf]]:
    for part, leaves in (("rules", book.rules), ("sheets", book.sheets)):
        for number, leaf in enumerate(leaves, 1):
            yield f"gallery/{book.kit.slug}/{part}-{number}.webp", leaf


def _shown(book: Book) -> str:
    """The part of the page about one kit."""
    places = dict(_placed(book))
    rows = {
        part: "".join(
            f'<a href="gallery/{leaf.file}#page={leaf.page}"><img src="{place}" loading="lazy"'
            f' width="{leaf.picture.width}" height="{leaf.picture.height}" alt="{html.escape(leaf.title)}">'
            f"<span>{html.escape(leaf.short)}</span></a>"
            for place, leaf in places.items()
            if f"/{part}-" in place
        )
        for part in ("rules", "sheets")
    }
    return "\n\n".join([
        f"## {book.kit.title} `{book.kit.slug}`",
        f"*{book.kit.tagline}*",
        f'<div class="facts">{_facts(book.kit)}</div>',
        f'<div class="files"><b>To read</b> {_links(book, SCREEN)}</div>',
        *(f'<div class="files"><b>{title}</b> {_links(book, f"-{paper}-")}</div>' for paper, title in PAPERS.items()),
        f'<div class="row">The rulebook, {len(book.rules)} pages</div>',
        f'<div class="leaves" tabindex="0" aria-label="The rulebook">{rows["rules"]}</div>',
        f'<div class="row">The sheets on A4, {len(book.sheets)} pages</div>',
        f'<div class="leaves" tabindex="0" aria-label="The sheets">{rows["sheets"]}</div>',
    ])  # fmt: skip


def _facts(kit: pnp.Kit) -> str:
    """For whom a game is, and how long it lasts; with more players it may last longer."""
    least, most = kit.players
    players, since = (f"{least} players", "") if least == most else (f"{least} to {most} players", "from ")
    return " · ".join([
        players,
        *([f"{since}{kit.minutes} minutes"] if kit.minutes else []),
        *([f"age {kit.ages} and up"] if kit.ages else []),
    ])  # fmt: skip


def _links(book: Book, part: str) -> str:
    """The files with this part in their names, each with its size."""
    return " ".join(
        f'<a href="gallery/{path}" download>{_words(book.kit, path)}, {len(data) / 1e6:.1f} MB</a>'
        for path, data in book.files.items()
        if part in path
    )


def _words(kit: pnp.Kit, path: str) -> str:
    """What a file holds: its name without the kit, and without the paper or the screen."""
    name = path.removeprefix(f"{kit.slug}/{kit.slug}-")
    name = name.removesuffix(SCREEN) if name.endswith(SCREEN) else name.removesuffix(".pdf").partition("-")[2]
    return name.replace("-", " ")
