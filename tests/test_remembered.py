"""Type, templates and data that are remembered: whatever is edited, what is made is what would be made without."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from pnp import art, cache, flow, markdown, press, shelf, source
from pnp.bench import Bench
from pnp.cache import store
from pnp.drawing import Drawing, Group, Item, Tag, Use, rectangle
from pnp.drawing import Path as Outline
from pnp.geometry import Rect, Size
from pnp.setting import Setting
from pnp.source import Faults, Span
from tests.conftest import RHINO, edit

HERE = Span("kit.yaml", 3, 5, 7)


class Made(NamedTuple):
    """What a build comes to: its files, or what was wrong."""

    files: tuple[bytes, ...]
    faults: tuple[str, ...]


def made(kit: Path) -> Made:
    art._svg.cache_clear()
    faults = Faults()
    job = press.make(press.Order(kit, "a4"), faults)
    told = tuple(map(str, faults))
    return Made((job.manifest, *(printed.data for printed in job.printed)) if job else (), told)


class Herd(NamedTuple):
    """A kit and one that lies over it, each built once; what was remembered then, and what was made."""

    kit: Path
    over: Path
    whole: Path
    kept: Path
    first: dict[Path, Made]


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Herd:
    root = tmp_path_factory.mktemp("herds")
    kit, over, kept = root / "here" / "herd", root / "here" / "stray", root / "kept"
    shutil.copytree(RHINO, kit)
    for picture in (shelf.root() / "art" / "rhino").glob("*.svg"):
        shutil.copy(picture, kit)
    edit(kit, "kit.yaml", "edition: canonical", "edition: custom")
    over.mkdir()
    (over / "kit.yaml").write_text("extends: ../herd\ntitle: Stray\n", "utf-8")
    shutil.copytree(kit.parent, root / "whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(cache.VARIABLE, str(kept))
        first = {folder: made(folder) for folder in (kit, over)}
    assert all(found.files and not found.faults for found in first.values())
    return Herd(kit, over, root / "whole", kept, first)


@pytest.fixture
def herd(warm: Herd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Herd:
    """The kits as they were, and a copy of what was remembered of them."""
    shutil.rmtree(warm.kit.parent)
    shutil.copytree(warm.whole, warm.kit.parent)
    shutil.copytree(warm.kept, tmp_path / "kept")
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kept"))
    return warm


def _drawn_otherwise(kit: Path, name: str) -> None:
    edit(kit, name, "</svg>", '<circle cx="9" cy="9" r="7"/></svg>')


def _stretched(kit: Path, name: str) -> None:
    path = kit / name
    text, count = re.subn(r'viewBox="0 0 (\d+) ', lambda m: f'viewBox="0 0 {int(m[1]) + 40} ', path.read_text("utf-8"))
    assert count == 1
    path.write_text(text, "utf-8")


def _moved(kit: Path) -> None:
    for file in kit.glob("*.yaml"):
        file.write_text("# a line above all others\n" + file.read_text("utf-8"), "utf-8")


EDITS: dict[str, Callable[[Path], object]] = {
    "a card's picture": lambda kit: _drawn_otherwise(kit, "stampede.svg"),
    "a picture of the rulebook": lambda kit: _drawn_otherwise(kit, "layout-chasing.svg"),
    "a picture of another size": lambda kit: _stretched(kit, "layout-chasing.svg"),
    "an icon": lambda kit: _drawn_otherwise(kit, "icon-draw.svg"),
    "an icon of another size": lambda kit: _stretched(kit, "icon-draw.svg"),
    "what an icon says": lambda kit: edit(kit, "icon-draw.svg", "Draw a card", "Take one"),
    "an icon more": lambda kit: edit(kit, "kit.yaml", "  gain-1: icon", "  fold: icon-fold.svg\n  gain-1: icon"),
    "a picture that is taken before another": lambda kit: shutil.copy(kit / "dodge.svg", kit / "charge.svg"),
    "a picture that is gone": lambda kit: (kit / "trophy.svg").unlink(),
    "a count": lambda kit: edit(kit, "cards.yaml", "count: ", "count: 1"),
    "a name": lambda kit: edit(kit, "cards.yaml", "name: Swerve", "name: Big Swerve"),
    "a trait": lambda kit: edit(kit, "cards.yaml", "gain: 2", "gain: 1"),
    "the size of a style": lambda kit: edit(
        kit, "faces.yaml", "styles:\n", "styles:\n  book-body: {font: body, size: 8.1}\n"
    ),
    "a colour": lambda kit: edit(kit, "kit.yaml", 'accent: "#b83a26"', 'accent: "#a02a16"'),
    "a template": lambda kit: edit(kit, "summary-turn.md", "**Move.**", "**Move a bit.**"),
    "a chapter": lambda kit: edit(kit, "rulebook.md", "or none. For each", "or none at all. For each"),
    "a comment over chapters": lambda kit: edit(
        kit, "rulebook.md", "Count them before a bout", "<!--\n\n# Nothing\n\n-->\n\nCount them before a bout"
    ),
    "code over chapters": lambda kit: edit(kit, "rulebook.md", "Count them", "```\n# x\n![](gone.svg)\n\nCount them"),
    "a macro": lambda kit: edit(kit, "macros.md", "serves as a counter", "works as a counter"),
    "a template with a fault": lambda kit: edit(kit, "macros.md", "{% macro play", "{{ nothing.at.all }}{% macro play"),
    "a fault of Markdown": lambda kit: edit(kit, "summary-turn.md", "**Move.**", "<b>Move.</b>"),
    "a word too long": lambda kit: edit(kit, "credits.md", "In this box", "In" + "x" * 90),
    "a ruling": lambda kit: edit(kit, "rulings.yaml", "answer: ", "answer: Really. "),
    "the language": lambda kit: edit(kit, "kit.yaml", "language: en", "language: de"),
    "words of sheets": lambda kit: (kit / "sheets.en.yaml").write_text("words: {contents: What is where}\n", "utf-8"),
    "a line above everything": _moved,
    "a fault of YAML": lambda kit: edit(kit, "rules.yaml", ": ", ": &x "),
}


@pytest.mark.parametrize("change", EDITS.values(), ids=EDITS.keys())
def test_whatever_is_edited_the_bytes_and_the_faults_are_those_of_a_first_build(
    herd: Herd, change: Callable[[Path], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    change(herd.kit)
    found = made(herd.kit), made(herd.kit)
    monkeypatch.setenv(cache.VARIABLE, "")
    assert found == (made(herd.kit),) * 2
    assert found[0] != herd.first[herd.kit]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("macros.md", '{% macro points(n) %}{{ n }}{% endmacro %}{% macro answers(m) %}all{% endmacro %}'
         '{% macro box(e) %}> **Example.** None.{% endmacro %}'),
        ("summary-turn.en.md", "# A turn\n\nPlay."),
        ("charge.svg", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3"/></svg>'),
    ],
)  # fmt: skip
def test_a_file_that_is_found_before_another_is_taken(
    herd: Herd, name: str, data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (herd.over / name).write_text(data, "utf-8")
    found = made(herd.over)
    monkeypatch.setenv(cache.VARIABLE, "")
    assert found == made(herd.over)
    assert found != herd.first[herd.over]


SCRIPT = """
import sys
from pathlib import Path
from pnp import press
from pnp.setting import Setting
from pnp.source import Faults

faults = Faults()
assert press.make(press.Order(Path(sys.argv[1]), "a4", only=tuple(sys.argv[2:])), faults), list(faults)
print(*(name for name in ("yaml", "markdown_it") if name in sys.modules))
"""


def imported(kit: Path, *only: str) -> list[str]:
    """Which of the libraries that read data a build in a process of its own needs."""
    process = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(kit), *only], capture_output=True, text=True, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(Path(cache.__file__).parents[2])}, check=True,
    )  # fmt: skip
    return process.stdout.split()


def test_where_only_a_picture_has_changed_nothing_is_read_or_parsed(herd: Herd) -> None:
    imported(herd.kit)
    _drawn_otherwise(herd.kit, "stampede.svg")
    assert imported(herd.kit) == []
    edit(herd.kit, "cards.yaml", "count: ", "count: 1")
    assert imported(herd.kit) == ["yaml"], "to Markdown another number is nothing new"
    edit(herd.kit, "rulebook.md", "or none. For each", "or none at all. For each")
    assert imported(herd.kit) == ["markdown_it"]
    assert imported(herd.kit) == []


# Set type


def drawing(name: str, width: float = 20.0) -> Drawing:
    return Drawing(name, Size(width, 10.0), (Outline(rectangle(Rect(0, 0, width, 10.0)), fill="#112233"),), alt=name)


@pytest.fixture
def setting(bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A setting that is remembered by; its pictures are in a mapping, and drawn by what that has of their name."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kept"))
    pictures: dict[str, Callable[[], Drawing | None]] = {}
    found = bench.setting("book", HERE, lambda name: pictures[name]() if name in pictures else None)
    assert found is not None
    return pictures, replace(found, faults=Faults())


def uses(items: Iterable[Item]) -> Iterator[Drawing]:
    for item in items:
        if isinstance(item, Use):
            yield item.drawing
        elif isinstance(item, Group | Tag):
            yield from uses(item.items)


def shown(text: str, setting: Setting) -> list[Drawing]:
    with store.opened("kit"):
        return list(uses(item for strip in flow.strips_of(text, setting, 90) for item in strip.items))


def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that are parsed from now on."""
    found: list[str] = []
    parse = markdown.parse
    monkeypatch.setattr(markdown, "parse", lambda text, *more: found.append(text) or parse(text, *more))
    return found


TWO = "# A\n\n![](a)\n\n# B\n\n![](b)\n"


def test_recalled_type_shows_the_drawings_that_there_are_now(setting, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures, how = setting
    for _ in range(2):
        a, b = drawing("a"), drawing("b")
        pictures.update(a=lambda a=a: a, b=lambda b=b: b)
        texts = parsed(monkeypatch)
        assert shown(TWO, how) == [a, b]
    assert texts == []


def test_one_section_that_is_other_is_set_anew(setting, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures, how = setting
    pictures.update(a=lambda: drawing("a"), b=lambda: drawing("b"))
    shown(TWO, how)
    texts = parsed(monkeypatch)
    shown(TWO.replace("# B", "# C"), how)
    assert texts == ["# C\n\n![](b)\n"]


def test_a_picture_of_another_size_or_that_tells_something_else_is_set_anew(
    setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures, how = setting
    pictures.update(a=lambda: drawing("a"), b=lambda: drawing("b"))
    shown(TWO, how)
    for other in (drawing("b", 30.0), drawing("c")):
        pictures.update(b=lambda other=other: other)
        texts = parsed(monkeypatch)
        assert shown(TWO, how)[1] is other
        assert texts == ["# B\n\n![](b)\n"]


def test_names_that_stand_for_one_drawing_no_longer_are_set_anew(setting, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures, how = setting
    one, other = drawing("a"), drawing("a")
    pictures.update(a=lambda: one, b=lambda: one)
    text = "![](a)\n\n![](b)\n"
    assert shown(text, how) == [one, one]
    pictures.update(b=lambda: other)
    assert shown(text, how) == [one, other]


def test_a_picture_that_is_drawn_anew_each_time_is_so_when_recalled(setting) -> None:
    pictures, how = setting
    pictures.update(a=lambda: drawing("a"))
    text = "![](a)\n\n![](a)\n"
    for _ in range(2):
        first, second = shown(text, how)
        assert first is not second


def test_what_came_with_faults_is_set_anew(setting, monkeypatch: pytest.MonkeyPatch) -> None:
    _, how = setting
    for _ in range(2):
        texts = parsed(monkeypatch)
        faults = Faults()
        shown("# A\n\nwords\n\n# B\n\n<b>no</b>\n", replace(how, faults=faults))
        assert {(fault.code, fault.span) for fault in faults} == {("unread-markdown", HERE)}
        assert texts[-1].startswith("# A")


def test_where_nobody_tells_what_colours_go_by_nothing_set_is_remembered(
    setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures, how = setting
    pictures.update(a=lambda: drawing("a"), b=lambda: drawing("b"))
    kinds: list[str] = []
    monkeypatch.setattr(store, "keep", lambda kind, *_: kinds.append(kind))
    shown(TWO, replace(how, palette=None))
    assert set(kinds) == {"tokens"}


def test_a_place_that_has_moved_is_the_new_one(setting) -> None:
    _, how = setting
    for line in (3, 8):
        moved = replace(how, span=HERE._replace(line=line))
        with store.opened("kit"):
            (strip,) = flow.strips_of("words", moved, 90)
        assert [tag.origin for tag in strip.within] == [moved.span]


@pytest.mark.parametrize("name", ["rhino", "tilt", "soaring", "lists", "duel"])
def test_sections_are_set_as_in_the_whole_text(name: str) -> None:
    faults = Faults()
    desk = press.bench(shelf.root() / "card_data" / name, faults)
    assert desk is not None
    how = desk.setting("book", HERE, lambda _name: drawing("a"))
    assert how is not None
    text = desk.templates.fill("rulebook.md", HERE)
    assert len(markdown.sections(text)) > 3
    parts = flow.parts_of(text, how, 110)
    whole = flow._set(text, 110, flow._Left("lead" in how.styles), how)
    assert [strip._replace(items=(), within=(), again=(), tail=()) for part in parts for strip in part.strips] == [
        strip._replace(items=(), within=(), again=(), tail=()) for strip in whole.strips
    ]
    assert [term for part in parts for term in part.terms] == whole.terms
    assert not faults


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("a\n\n# B\n\nc\n\n# D\n", 3),
        ("# B\n", 1),
        ("\n\n# B\n", 1),
        ("", 0),
        ("## A\n\n#B\n\n # C\n", 1),
        ("# A\n\n## B\n\n### C\n\n##D\n", 2),
        ("a\n\n<!--\n# b\n-->\n\n# c", 1),
        ("a\n\n<!-- small -->\n\n# c", 2),
        ("# a\n" * 199, 199),
        ("# a\n" * 250, 1),
    ],
)
def test_sections_begin_with_headings_of_the_first_two_levels(text: str, count: int) -> None:
    assert len(markdown.sections(text)) == count
    assert "".join(markdown.sections(text)).strip() == text.strip()


# Data


def test_yaml_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kept"))
    file, texts = tmp_path / "a.yaml", list[str]()
    parse = source.parse
    monkeypatch.setattr(source, "parse", lambda text, *more: texts.append(text) or parse(text, *more))
    for data in ("a: [1, x]\n", "a: [1, x]\n", "a: &b\n", "a: &b\n"):
        file.write_text(data, "utf-8")
        faults = Faults()
        with store.opened("kit"):
            node = source.read(file, faults)
        if "&" in data:
            assert node is None
            assert [fault.code for fault in faults] == ["alias"]
        else:
            assert node is not None
            assert node.plain() == {"a": [1, "x"]}
            assert node.value["a"].value[1].span == Span(str(file), 1, 8)
    assert texts == ["a: [1, x]\n", "a: &b\n", "a: &b\n"]
