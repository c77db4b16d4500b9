"""Decks that several processes draw: the same files and reports as from one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PIL import Image

from pnp.components import sharing
from pnp.components.collector import Collector
from pnp.confined import pool
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.graphics.images import Gallery
from pnp.kit import paths
from pnp.kit.templates import Templates
from pnp.pipeline import job
from tests.conftest import options_for

KIT = """title: Shared
icons: {coin: {art: coin.svg, emoji: "🪙"}}
components:
  cards: {kind: deck, title: Cards, size: poker, face: front, back: "back-{asides.back}"}
  book: {kind: booklet, title: Rules, stock: paper, template: book.md, cover: back-plain}
"""
FACES = """styles:
  body: {font: body, size: 8}
  book-body: {font: body, size: 10}
faces:
  front:
    elements:
      - {text: "{name} {asides.words}", box: [5, 5, 53, 20], style: body}
      - {art: "{art}", box: [5, 28, 25, 25], tint: "{asides.tint}", when: asides.tint}
      - {art: "{art}", box: [33, 28, 25, 25], fallback: [coin], colour: "{asides.tint}"}
      - {circle: [10, 60, 2], fill: ink, repeat: 3, step: [5, 0], unless: asides.rule}
      - {markdown: card.md, box: [5, 65, 53, 18], styles: book, when: asides.rule}
  back-plain: {elements: [{art: coin, box: [20, 30, 20, 20]}]}
  back-own: {elements: [{text: "{asides.words}", box: [5, 5, 53, 20], style: body}]}
  back-numbered: {elements: [{text: "{name} {copy}", box: [5, 5, 53, 20], style: body}]}
"""
COIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="currentColor"/></svg>'
)
CARDS = 30


def card(number: int, lots: random.Random) -> str:
    art = lots.choice(["coin", "photo", "drawn-1.svg", "drawn-2.svg", "other"])
    asides = [
        f"words: '{lots.choice(['One :coin: each', 'Two 🪙 words', 'Żółw'])}'",
        f"back: {lots.choice(['plain', 'plain', 'own', 'numbered'])}",
        f"tint: '{lots.choice(['#b02a12', '#224488'])}'",
    ] + ["rule: 'yes'"] * lots.randint(0, 1)
    return f"  c{number}: {{name: Card {number}, count: {number % 4}, art: {art}, asides: {{{', '.join(asides)}}}}}\n"


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """A deck with pictures of all kinds, words with icons, templates, and backs of all cards, of some and of one."""
    kit, lots = tmp_path / "deck", random.Random(5)
    kit.mkdir()
    files = {
        "kit.yaml": KIT,
        "faces.yaml": FACES,
        "cards.yaml": "cards:\n" + "".join(card(number, lots) for number in range(CARDS)),
        "coin.svg": COIN,
        "drawn-1.svg": COIN.replace("currentColor", "#ff8800"),
        "drawn-2.svg": COIN.replace('fill="', 'style="filter: blur(1px)" fill="'),
        "other.svg": COIN.replace("4", "5"),
        "card.md": "**{{ card.name }}** stands alone.",
        "book.md": "# Rules\n\nPlay {{ total('cards') }} cards.",
    }
    for name, text in files.items():
        (kit / name).write_text(text, "utf-8")
    Image.radial_gradient("L").resize((90, 60)).save(kit / "photo.png")
    return kit


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even small decks are shared out."""
    monkeypatch.setattr(sharing, "LEAST", 4)
    monkeypatch.setattr(sharing, "SHARE", 3)
    monkeypatch.setattr(job, "LARGE", 4)


Made = tuple[dict[str, bytes], list[Diagnostic]]


def built(kit: Path, workers: int, **options: object) -> Made:
    """The files of a build, and what it reports."""
    diagnostics = Diagnostics()
    result = job.build(options_for(kit, **options), diagnostics, workers=workers)
    files = {name: bytes(data) for name, data in result.files.items()} if result else {}
    to_read = [*result.to_read, *result.ignored] if result else []
    return files, [*diagnostics, *to_read]


def checked(kit: Path, workers: int) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    return [*job.check(kit, diagnostics, workers=workers), *diagnostics, *diagnostics.ignored]


@pytest.mark.usefixtures("soon")
def test_files_and_reports_are_the_same_for_any_number_of_processes(deck):
    alone = built(deck, 1)
    assert len(alone[0]) > 2
    for workers in (2, 3):
        assert built(deck, workers) == alone
    assert checked(deck, 3) == checked(deck, 1)


@pytest.mark.slow
@pytest.mark.usefixtures("soon")
def test_each_deck_of_a_game_is_drawn_as_by_one_process():
    folder = paths.data_folder() / "duel"
    assert built(folder, 3) == built(folder, 1)


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("art: coin, ", "art: gone, ", "missing-art"),
        ("style: body}", "style: body, colour: '{asides.tnt}'}", "unknown-field"),
    ],
)  # fmt: skip
def test_errors_are_reported_once_and_in_the_order_of_the_cards(deck, old, new, code):
    for name in ("cards.yaml", "faces.yaml"):
        path = deck / name
        path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    alone = built(deck, 1)
    assert code in {one.code for one in alone[1]}
    assert built(deck, 3) == alone


@pytest.mark.usefixtures("soon")
def test_ignored_codes_are_counted_in_each_process(deck):
    alone = built(deck, 1, ignore=("rasterised", "coarse-art"))
    assert {one.code for one in alone[1]} >= {"rasterised", "coarse-art"}
    assert built(deck, 3, ignore=("rasterised", "coarse-art")) == alone


@pytest.mark.usefixtures("soon")
def test_too_many_copies_are_refused(deck, monkeypatch):
    from pnp.components.kinds import deck as kind

    monkeypatch.setattr(kind, "MOST_COPIES", 1)
    alone = built(deck, 1)
    assert "too-many-pieces" in {one.code for one in alone[1]}
    assert built(deck, 3) == alone


@pytest.mark.usefixtures("soon")
def test_without_copies_of_this_process_each_process_opens_the_kit(deck, monkeypatch):
    """As on Windows and macOS."""
    alone = built(deck, 1)
    for module in (pool, sharing):
        monkeypatch.setattr(module, "FORKS", False)
    assert built(deck, 2) == alone


@pytest.mark.parametrize("workers", [1, 2])
def test_each_share_of_a_large_deck_is_a_step(deck, workers, monkeypatch):
    for module, name in ((sharing, "LEAST"), (job, "LARGE")):
        monkeypatch.setattr(module, name, 4)
    for module in (sharing, job):
        monkeypatch.setattr(module, "SHARE", 3)
    left: list[int] = []
    assert job.build(options_for(deck), Diagnostics(), left.append, workers=workers)
    assert len(left) > CARDS // 3
    assert (min(left), left[-1]) == (0, 0)
    assert left[: CARDS // 3] == sorted(left[: CARDS // 3], reverse=True)


def test_all_that_is_noted_is_sent_back(context):
    """A new dictionary or set is in `NOTES`, or here, if each process may have its own."""
    own = {
        Collector: {"_reported", "elements", "_figures"},
        Gallery: {"_swaps", "_icons", "_said", "_stems", "_there", "_inside"},
        Templates: {"_converted", "_translated", "_setup", "_removed", "_faulty", "_rulings"},
    }
    for one in (context.collector, context.gallery, context.templates):
        kept = {name for name, value in vars(one).items() if isinstance(value, dict | set)}
        assert kept - {*one.NOTES} - own[type(one)] == set()
        assert {*one.NOTES} <= kept


def test_a_small_deck_starts_no_process(deck, monkeypatch):
    monkeypatch.setattr(sharing, "processes", lambda *_: pytest.fail("a process was started"))
    assert built(deck, 2)[0]
