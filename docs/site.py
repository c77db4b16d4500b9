"""MkDocs hook: adds Markdown files of the repository's other folders to the site, and points links at them.

On GitHub the same links lead to the files themselves. Tables and blocks of code take the focus, so that keys scroll
those that are wider than the screen.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]

ADDED = {
    "README.md": "index.md",
    "SECURITY.md": "security.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSES.md": "licences.md",
    "art/README.md": "drawings.md",
}
"""Pages of the site by their files in the repository."""

PAGES = {**ADDED, "docs/README.md": "index.md"}

_WIDE = re.compile(r"<table(?=>)|(?<=<span></span>)<code")
"""The elements that scroll: tables, and the code of a block, before which Pygments puts an empty element."""

_LINK = re.compile(r"(\]\()(?!\w+:|#)([^)#\s]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""
    for source, page in ADDED.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text("utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Point the links of a page at pages of the site."""
    sources = {name: source for source, name in ADDED.items()}
    return relinked(markdown, sources.get(page.file.src_uri, f"docs/{page.file.src_uri}"))


def on_page_content(content: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let what scrolls take the focus."""
    return _WIDE.sub(r'\g<0> tabindex="0"', content)


def relinked(text: str, source: str) -> str:
    """The Markdown of a file of the repository with links between pages of the site."""
    folder = posixpath.dirname(source)

    def link(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, found[2]))
        return found[1] + PAGES.get(target, target.removeprefix("docs/"))

    return _LINK.sub(link, text)
