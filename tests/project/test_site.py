"""The documentation site: MkDocs builds it without warnings, and its pages load nothing from other servers."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from PIL import Image
from pypdf import PdfReader

from pnp.graphics import colour

pytestmark = pytest.mark.slow

pytest.importorskip("mkdocs", reason="the site needs pip install -e '.[docs]'")

ROOT = Path(__file__).parents[2]
KITS = ["soaring"]
"""The kits of the gallery here; the site has all."""
PAGES = {"gallery", "printing", "first-kit", "ci", "api", "architecture", "contributing", "add-a-game", "index"}


def build(folder: Path, config: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", config, "--site-dir", folder]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly."""
    folder = tmp_path_factory.mktemp("site")
    config = yaml.unsafe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    hooks = [str(ROOT / one) for one in config["hooks"]]
    less = {
        "INHERIT": str(ROOT / "mkdocs.yml"), "theme": {"custom_dir": str(ROOT / config["theme"]["custom_dir"])},
        "docs_dir": str(ROOT / "docs"), "hooks": hooks, "extra": {"gallery": KITS},
    }  # fmt: skip
    file = tmp_path_factory.mktemp("config") / "mkdocs.yml"
    file.write_text(yaml.safe_dump(less), "utf-8")
    done = build(folder, file)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_the_site_has_every_page(site):
    assert {page.stem for page in site.glob("*.html")} >= PAGES
    assert (site / "pictures" / "hero.png").exists()
    written = {page.stem for page in (ROOT / "docs").glob("*.md")} - {"README"}
    assert written <= {page.stem for page in site.glob("*.html")}


def test_the_site_loads_nothing_from_other_servers(site):
    loaded = re.compile(r'<(?:script|img|iframe|source|video)\b[^>]*\bsrc="([^"]*)"|<link\b[^>]*\bhref="([^"]*)"')
    for page in site.rglob("*.html"):
        for source, sheet in loaded.findall(page.read_text("utf-8")):
            assert not re.match(r"(https?:)?//", source or sheet), f"{page.name}: {source or sheet}"
    for sheet in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import )[\"']?(https?:)?//", sheet.read_text("utf-8")), sheet.name


def test_the_gallery_has_each_page_and_each_file(site):
    page = (site / "gallery.html").read_text("utf-8")
    folder = site / "gallery" / "soaring"
    pictures = re.findall(
        r'<a href="gallery/soaring/([\w-]+\.pdf)#page=(\d+)"><img src="gallery/soaring/([\w-]+\.webp)"', page
    )
    assert {picture for _, _, picture in pictures} == {file.name for file in folder.glob("*.webp")}
    pages = {file.name: len(PdfReader(file).pages) for file in folder.glob("*.pdf")}
    shown = [(file, int(number)) for file, number, picture in pictures if picture.startswith("sheets")]
    sheets = [name for name in pages if "-a4-" in name and not name.endswith("rulebook.pdf")]
    assert sorted(shown) == sorted((name, number + 1) for name in sheets for number in range(pages[name]))
    assert len(pictures) - len(shown) == 8
    assert set(re.findall(r'href="gallery/soaring/([\w-]+\.pdf)" download', page)) == set(pages)
    assert {name.split("-")[1] for name in pages if not name.endswith("screen.pdf")} == {"a4", "letter"}
    read = [(file, int(number)) for file, number, picture in pictures if picture.startswith("rules")]
    assert read == [("soaring-rulebook-screen.pdf", number) for number in range(1, 9)]
    captions = re.findall(r"<span>([^<]*)</span></a>", page)
    assert captions[:8] == [f"page {number}" for number in range(1, 9)]
    assert captions[8] == "cardstock, page 1"
    assert '<div class="facts">2 to 4 players · from ' in page


def test_the_gallery_shows_the_rulebook_page_by_page(site):
    """All pages have one size."""
    sizes = set()
    for number in range(1, 9):
        with Image.open(site / "gallery" / "soaring" / f"rules-{number}.webp") as picture:
            sizes.add(picture.size)
    assert len(sizes) == 1
    assert sizes.pop()[1] == 560


def test_a_page_is_set_as_a_page(site):
    """No Markdown is left over: tables, lists and code became elements."""
    for page in site.glob("*.html"):
        text = re.sub(r"<(pre|code)\b.*?</\1>", "", page.read_text("utf-8"), flags=re.DOTALL)
        left = re.search(r"```|^\|.*\|$|<p>[^<]*\n(- |\d+\. )|\]\([\w./#-]+\)", text, re.MULTILINE)
        assert left is None, f"{page.name}: {left and left[0]}"


def contrast(one: str, other: str) -> float:
    """The contrast of two colours such as `#fff` and `#f8f8f8`."""
    texts = ["#" + "".join(2 * digit for digit in text[1:]) if len(text) == 4 else text for text in (one, other)]
    return colour.contrast(*map(colour.luminance, texts))


def test_text_has_contrast_with_the_page_with_tables_and_with_code():
    """The backgrounds are those of the theme: a page, code in a line, every second row of a table."""
    colours = dict(re.findall(r"--(\w+): (#\w+);", (ROOT / "docs" / "site.css").read_text("utf-8")))
    assert set(colours) == {"link", "visited", "code", "quiet"}
    for name, text in colours.items():
        for background in ("#fcfcfc", "#ffffff", "#f3f6f6"):
            assert contrast(text, background) >= 4.5, f"{name} on {background}"


def test_coloured_code_has_contrast_with_its_block(site):
    seen = set()
    for page in site.rglob("*.html"):
        for block in re.findall(r'<div class="codehilite".*?</div>', page.read_text("utf-8"), re.DOTALL):
            background = re.search(r"background: (#\w+)", block)[1]
            seen |= {(text, background) for text in re.findall(r'style="color: (#\w+)[^"]*">(?!\s+</span>)', block)}
    assert len(seen) > 10
    assert {pair for pair in seen if contrast(*pair) < 4.5} == set()


def test_what_scrolls_takes_the_focus_and_the_footer_is_a_landmark(site):
    sheet = (site / "site.css").read_text("utf-8")
    assert "text-decoration: underline" in sheet
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        assert re.findall(r'role="contentinfo"|<footer[^>]*>', text) == ['<footer role="contentinfo">'], page.name
        assert re.search(r'<link href="[./]*site\.css"', text), page.name
        assert not re.search(r"<table(?! tabindex)|<pre[^>]*>(<span></span>)?(?!<span></span>|<code tabindex)", text), (
            page.name
        )
        assert "<th></th>" not in text, page.name


@pytest.mark.parametrize("wrong", ["[a page](nowhere.md)", "[a heading](printing.md#nowhere)"])
def test_a_dead_link_fails_the_build(wrong, tmp_path):
    config = yaml.unsafe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "index.md").write_text(f"# Start\n\n{wrong}\n", "utf-8")
    (docs / "printing.md").write_text("# Printing\n", "utf-8")
    config |= {
        "docs_dir": "docs", "nav": ["index.md", "printing.md"], "hooks": [], "theme": "readthedocs", "extra_css": [],
    }  # fmt: skip
    (tmp_path / "mkdocs.yml").write_text(yaml.safe_dump(config), "utf-8")
    done = build(tmp_path / "site", tmp_path / "mkdocs.yml")
    assert done.returncode == 1
    assert "nowhere" in done.stderr


def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("site_hook", ROOT / "docs" / "site.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("source", "link", "page"),
    [
        ("README.md", "docs/printing.md#backs", "printing.md#backs"),
        ("README.md", "docs/pictures/hero.png", "pictures/hero.png"),
        ("docs/first-kit.md", "../README.md#print-it", "index.md#print-it"),
        ("docs/art.md", "../art/README.md", "drawings.md"),
        ("docs/art.md", "#themes", "#themes"),
        ("docs/art.md", "https://example.org/a", "https://example.org/a"),
    ],
)
def test_links_of_the_repository_are_links_of_the_site(source, link, page):
    assert hook().relinked(f"[x]({link})", source) == f"[x]({page})"
