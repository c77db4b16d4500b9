"""What checks remember: that they find the same with it and without it, whatever was changed, and look only once."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from pnp import cache, checks, press, rules, shelf
from pnp.cache import store
from pnp.checks import _played, _remembered
from pnp.drawing import Drawing, Text
from pnp.geometry import Size
from pnp.model import Kit
from pnp.source import Diagnostic, Faults
from tests.conftest import RHINO, edit

HOME = RHINO.parent
KITS = ("rhino", "tilt", "soaring", "lists", "duel")


class Edit(NamedTuple):
    """What is replaced in the files of a kit, and the code of a fault that this makes, if it does."""

    kit: str
    code: str
    steps: tuple[tuple[str, str, str], ...]


PALE = ("faces.yaml", "size: 7.5, least: 7, colour: soft", "size: 7.5, least: 7, colour: pale")
LOWER = tuple((file, "", "# One line more: all that is below moves.\n\n") for file in ("cards.yaml", "faces.yaml"))

EDITS = {
    "picture": Edit("rhino", "", (("stampede.svg", "</svg>", '<circle cx="9" cy="9" r="4"/></svg>'),)),
    "count": Edit("rhino", "not-canonical", (("cards.yaml", "count: 5", "count: 6"),)),
    "name": Edit("rhino", "not-canonical", (("cards.yaml", "name: Stampede", "name: Stampedo"),)),
    "name that is written elsewhere": Edit("rhino", "unknown-name", (
        ("cards.yaml", "name: Burst of Speed", "name: Burst of Sped"),
    )),
    "trait": Edit("rhino", "not-canonical", (("cards.yaml", "positions: [chasing]", "positions: [flanking]"),)),
    "trait of nothing": Edit("rhino", "unplayable", (("cards.yaml", "positions: [fleeing]", "positions: []"),)),
    "words": Edit("rhino", "words-disagree", (
        ("cards.yaml", "    name: Swerve", "    name: Swerve\n    words: {effect: Gain 2 positions}"),
    )),
    "colour": Edit("rhino", "low-contrast", (PALE,)),
    "colour of the palette": Edit("rhino", "low-contrast", (("kit.yaml", 'soft: "#6b5d4f"', 'soft: "#d8cdbd"'),)),
    "place": Edit("rhino", "overlapping-text", (
        ("faces.yaml", "box: [6, 59.2, 51, 3.6], style: card-where", "box: [6, 54.2, 51, 3.6], style: card-where"),
    )),
    "phrase": Edit("rhino", "not-canonical", (
        ("phrases.yaml", 'words: "Gain {n} positions"', 'words: "Lose {n} positions"'),
    )),
    "sign": Edit("rhino", "typewriter-signs", (
        ("cards.yaml", "cry: Is it my turn? Is it? Is it now?", "cry: Isn't it my turn?"),
    )),
    "table": Edit("rhino", "table-disagrees", (
        ("rulebook.md", "| **{{ card.name }}** | {{ answers(card.id) }} |", "| **{{ card.name }}** | Dodge |"),
    )),
    "quotation": Edit("rhino", "misquoted-card", (
        ("rulebook.md", "“{{ cards.best_at_jousting.words.effect }}”", "“Gain 3 positions”"),
    )),
    "rule": Edit("rhino", "not-canonical", (("rules.yaml", "target_score: 3", "target_score: 4"),)),
    "lines": Edit("rhino", "", LOWER),
    "lines above what is wrong": Edit("rhino", "low-contrast", (PALE, *LOWER)),
    "squares": Edit("tilt", "crooked-board", (("kit.yaml", "squares: board_cards", "squares: tilts"),)),
    "pips": Edit("soaring", "pips-disagree", (("faces.yaml", 'count: "{traits.value}"', 'count: "4"'),)),
    "columns": Edit("lists", "crooked-board", (("kit.yaml", "squares: columns", "squares: target"),)),
    "value": Edit("duel", "table-disagrees", (
        ("cards.yaml", "rank: two, colour: black, value: 2", "rank: two, colour: black, value: 3"),
    )),
}  # fmt: skip


Warmed = Callable[[str], Path]


@pytest.fixture(scope="module")
def warmed(tmp_path_factory: pytest.TempPathFactory) -> Warmed:
    """Copies of kits, each made and checked once; beside each is what is remembered of it."""
    made: dict[str, Path] = {}

    def copy(name: str) -> Path:
        if name not in made:
            kit = made[name] = tmp_path_factory.mktemp(name) / name
            shutil.copytree(HOME / name, kit)
            with pytest.MonkeyPatch.context() as patch:
                patch.setenv(cache.VARIABLE, str(kit.parent / "kept"))
                found_in(kit)
        return made[name]

    return copy


@pytest.fixture
def opened(warmed: Warmed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Warmed]:
    """A copy of a kit to be edited, with what is remembered of it in a cache of the test's own."""
    used: list[Path] = []

    def copy(name: str) -> Path:
        kit = warmed(name)
        shutil.copytree(kit.parent / "kept", tmp_path / "kept")
        monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "kept"))
        used.append(kit)
        return kit

    yield copy
    for kit in used:
        shutil.rmtree(kit)
        shutil.copytree(HOME / kit.name, kit)


def make(kit: Path, wanted: Edit) -> None:
    """Make an edit; a picture becomes one of the kit's own."""
    for file, old, new in wanted.steps:
        if not (kit / file).exists():
            shutil.copy(shelf.root() / "art" / kit.name / file, kit)
        edit(kit, file, old, new)


def found_in(kit: Path) -> list[Diagnostic]:
    """All that is found in a kit, in a run of its own."""
    faults = Faults()
    with store.opened(kit):
        bench = press.bench(kit, faults)
        assert bench is not None, list(faults)
        found = checks.run(checks.desk(bench, faults))
    return [*faults, *found]


@pytest.mark.parametrize("wanted", EDITS.values(), ids=EDITS)
def test_the_same_is_found_whatever_is_remembered(wanted: Edit, opened: Warmed, monkeypatch: pytest.MonkeyPatch):
    kit = opened(wanted.kit)
    make(kit, wanted)
    before_the_edit, after_it = found_in(kit), found_in(kit)
    monkeypatch.setenv(cache.VARIABLE, "")
    assert before_the_edit == after_it == (cold := found_in(kit))
    assert not wanted.code or wanted.code in {diagnostic.code for diagnostic in cold}, cold


def test_what_is_wrong_is_told_where_it_stands_now(opened: Warmed, monkeypatch: pytest.MonkeyPatch):
    """Faults that are remembered move with the lines above them."""
    kit = opened("rhino")
    for name in ("colour", "place", "sign", "words"):
        make(kit, EDITS[name])
    before = found_in(kit)
    make(kit, EDITS["lines"])
    after = found_in(kit)
    monkeypatch.setenv(cache.VARIABLE, "")
    assert after == found_in(kit)
    assert {"low-contrast", "overlapping-text", "typewriter-signs", "words-disagree"} <= {one.code for one in after}
    assert [(one.span.line, one.message) for one in after] == [
        (one.span.line + 2 * (Path(one.span.file).name in ("cards.yaml", "faces.yaml")), one.message) for one in before
    ]


def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of drawings that are looked at from now on."""
    names: list[str] = []
    for name, look in list(_remembered._LOOKS.items()):
        noted = lambda fonts, drawing, look=look: names.append(drawing.name) or look(fonts, drawing)  # noqa: E731
        monkeypatch.setitem(_remembered._LOOKS, name, noted)
    return names


def never(*_: object) -> None:
    raise AssertionError("games are played")


@pytest.mark.parametrize("name", KITS)
def test_what_was_not_changed_is_not_looked_at_again(name: str, opened: Warmed, monkeypatch: pytest.MonkeyPatch):
    kit, names = opened(name), looked_at(monkeypatch)
    monkeypatch.setattr(_played, "watched", never)
    assert not [found for found in found_in(kit) if found.severity == "error"]
    assert names == []


def test_after_another_picture_only_its_card_is_looked_at(opened: Warmed, monkeypatch: pytest.MonkeyPatch):
    kit, names = opened("rhino"), looked_at(monkeypatch)
    monkeypatch.setattr(_played, "watched", never)
    make(kit, EDITS["picture"])
    found_in(kit)
    assert set(names) == {"stampede-move"}


def test_other_names_and_other_counts_are_not_played_again_but_one_instead_of_several_is(
    opened: Warmed, monkeypatch: pytest.MonkeyPatch
):
    kit, watched = opened("rhino"), _played.watched
    monkeypatch.setattr(_played, "watched", never)
    for other in ("name", "count"):
        make(kit, EDITS[other])
        found_in(kit)
    played: list[object] = []
    monkeypatch.setattr(_played, "watched", lambda *given: played.append(given) or watched(*given))
    edit(kit, "cards.yaml", "count: 3", "count: 1")
    found_in(kit)
    found_in(kit)
    assert len(played) == 1


@pytest.mark.parametrize("name", KITS)
def test_engines_read_no_names_and_no_words(name: str):
    """What they answer is remembered by their rules, and by counts and traits of cards."""
    kit = shelf.open_kit(HOME / name, Faults())
    other = {
        deck: {id_: replace(card, name="X", art=None, asides={}, words={}) for id_, card in cards.items()}
        for deck, cards in kit.cards.items()
    }
    one, two = (rules.load(kit.engine, kit.rules, cards, Faults()) for cards in (kit.cards, other))
    assert answers(one, kit) == answers(two, kit)


def answers(game: rules.Game, kit: Kit) -> list[object]:
    cards = [(deck, id_) for deck, cards in kit.cards.items() for id_ in cards]
    asked = [getattr(game, question)() for question in ("tables", "tracks", "lacks") if hasattr(game, question)]
    tiles = [game.tiles(*card) for card in cards if hasattr(game, "tiles")]
    wrong = [game.wrong_in_example(example) for example in kit.examples.plain().values()]
    games = [[(game.show(before), *rest) for before, *rest in rules.transitions(game, f"{n}")] for n in range(3)]
    return [asked, tiles, wrong, games, [game.observed(*card) for card in cards]]


def test_a_text_in_another_role_is_another_drawing(kit: Path):
    """Even if both roles have one font: whether a text is bold decides how much contrast it needs."""
    edit(kit, "kit.yaml", "engine: rhino", "engine: rhino\nfonts: {bold: body}")
    bench = press.bench(kit, Faults())
    drawings = [Drawing("it", Size(9, 9), (Text(1, 2, "Gain", role, 8, "#000000"),)) for role in ("body", "bold")]
    assert len({bench.prints.side(drawing) for drawing in drawings}) == 1
    assert len({bench.prints.content(drawing) for drawing in drawings}) == 2


def test_things_are_made_once_for_each_owner():
    class Owner:
        pass

    made: list[int] = []
    one, other = Owner(), Owner()
    for owner in (one, one, other):
        assert _remembered.once(owner, "key", lambda: made.append(1) or len(made)) == (2 if owner is other else 1)
