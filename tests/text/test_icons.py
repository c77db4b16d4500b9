"""Icons in text: which names are icons, how they are set, what they say, and that they are proved like words."""

from __future__ import annotations

import re
from pathlib import Path

import pypdf
import pytest

from pnp import checks, components
from pnp.checks.support.printed import rules_text
from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostic, Diagnostics, Span
from pnp.graphics.drawing import Drawing, Piece, Text, Use
from pnp.graphics.geometry import Rect, Size
from pnp.kit import paths
from pnp.kit.model import Icon, Style
from pnp.pdf import tagging
from pnp.pipeline import job as press
from pnp.pipeline.context import open_context
from pnp.sources import Node
from pnp.text.extract import joined
from pnp.text.fit import fit, place, plain, runs
from pnp.text.icons import FIRST, SIGNS, Icons, named
from pnp.text.layout import set_text
from pnp.text.roles import Fonts, Run
from tests.conftest import RHINO, drawn_context, edit, options_for
from tests.support.drawn import case_test
from tests.support.printed import reported
from tests.support.set_text import lines_of_fit

test_is_drawn_as_reviewed = case_test("text/icons", lines_of_fit)

HERE = Span("cards.yaml", 3, 9, 12)
BOX = Rect(5, 5, 80, 30)


@pytest.fixture(scope="module")
def fonts(context: RenderContext) -> Fonts:
    return context.fonts


def style(**given: object) -> Style:
    return Style(**{"origin": Node({}, Span("faces.yaml")), "font": "body", "size": 10.0, **given})  # type: ignore[arg-type]


def signs(text: str) -> str:
    """A text as it is measured, every icon in it a star."""
    return "".join(run.text for run in runs(text, "body", lambda name, touched: named(name) if touched else "★"))


def set_in(fonts: Fonts, text: str, box: Rect = BOX, colour: str = "#123456", **given: object) -> list[Text]:
    diagnostics = Diagnostics()
    set_as = style(**given)
    placed = place(fit(fonts, text, set_as, box, HERE, diagnostics), box, set_as, colour)
    assert not diagnostics, list(diagnostics)
    return placed


def faults_of(kit: Path) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    return [*press.check(kit, diagnostics), *diagnostics]


def desk_of(kit: Path) -> tuple[checks.CheckContext, Diagnostics]:
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    assert context is not None, list(diagnostics)
    return drawn_context(context), diagnostics


# Names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Gain :gain-1: now", "Gain ★ now"), (":a:", "★"), ("(:a:), :head_to_head:.", "(★), ★."), (":a::b:", "★★"),
        ("**:a: Gain**", "★ Gain"), ("Note: 3:1", "Note: 3:1"), ("at 10:30:00", "at 10:30:00"),
        ("a:b:c and a2:gain:", "a:b:c and a2★"), ("+1:gain:, 2:gain: or -:gain:3", "+1★, 2★ or -★3"),
        (":gain:s", ":gain:s"), (":Gain: :a b: : a:", ":Gain: :a b: : a:"), (":-a: :a-: :a--b:", ":-a: :a-: :a--b:"),
        (r"\:gain: and :gain\:", ":gain: and :gain:"), ("`:gain:`", ":gain:"), ("é:a:", "é:a:"),
    ],
)  # fmt: skip
def test_an_unknown_name_between_colons_is_an_icon_where_no_letter_touches_it(text, found):
    assert signs(text) == found


@pytest.mark.parametrize("text", ["pay X:gain-1: less", "+X:gain-1::", ":gain-1:End the run"])
def test_letters_may_touch_an_icon_of_the_kit(fonts, text):
    placed = set_in(fonts, text)
    assert joined(fonts, placed) == text
    assert [one.icon is not None for one in placed].count(True) == 1


def test_colons_between_letters_stay_where_the_kit_has_no_such_icon(fonts):
    placed = set_in(fonts, "a:b:c")
    assert joined(fonts, placed) == "a:b:c"
    assert not any(one.icon for one in placed)


def test_an_unknown_icon_is_reported_with_the_nearest_name_and_stays_as_it_is(fonts):
    diagnostics = Diagnostics()
    block = fit(fonts, "Gain :gain-11: now", style(), BOX, HERE, diagnostics)
    assert [(d.code, d.message, d.span) for d in diagnostics] == [("unknown-icon", "there is no icon 'gain-11'", HERE)]
    assert next(iter(diagnostics)).hints[0] == "did you mean 'gain-1'?"
    assert joined(fonts, place(block, BOX, style(), "#000000")) == "Gain :gain-11: now"


OWN = {
    "a card's name": ("cards.yaml", "name: Dodge", 'name: "Dodge %s"'),
    "an aside": ("cards.yaml", "epithet: Up-and-comer", 'epithet: "Up %s"'),
    "a card's own words": ("cards.yaml", "asides: {sign: sign-dodge.svg}", 'words: {effect: "Hide %s"}'),
    "a phrase": ("phrases.yaml", 'words: "Doesn’t counter"', 'words: "No %s"'),
    "a term": ("phrases.yaml", "chasing: chasing", "chasing: 'chasing %s'"),
    "between two": ("phrases.yaml", 'between: ", "', 'between: " %s "'),
    "the last": ("phrases.yaml", 'last: {where: " or "}', 'last: {where: " %s "}'),
    "the tagline": ("kit.yaml", "tagline: A duel of horns for two", 'tagline: "A duel %s"'),
    "a face": ("faces.yaml", "text: Brains", 'text: "B %s"'),
}


def is_set_by_a_face(diagnostic: Diagnostic) -> bool:
    """Whether a diagnostic is not where a template, a track or a term is named, which print the same texts."""
    line = Path(diagnostic.span.file).read_text("utf-8").splitlines()[diagnostic.span.line - 1]
    return not re.search(r"\b(flow|template|steps):|\|said\b", line)


@pytest.mark.parametrize(
    ("apart", "said", "code"),
    [
        ("a term", ":scoer:", "unknown-icon"),
        ("between two", "象", "missing-glyph"),
    ],
)
def test_what_is_wrong_with_a_text_on_cards_is_reported_where_it_is_written(kit, said, code, apart):
    """And there alone, however many cards and faces it is printed on. A term and what stands between are one text."""
    wrong = {
        where: edits for where, edits in OWN.items() if where not in ({"a term", "between two", "the last"} - {apart})
    }
    lines = {(file, edit(kit, file, old, new % said)) for file, old, new in wrong.values()}
    _, diagnostics = desk_of(kit)
    assert {
        (Path(d.span.file).name, d.span.line) for d in diagnostics if d.code == code and is_set_by_a_face(d)
    } == lines


def test_what_would_pass_for_an_icons_sign_is_no_icon(fonts):
    diagnostics = Diagnostics()
    fit(fonts, f"x{FIRST}", style(), BOX, HERE, diagnostics)
    assert [d.code for d in diagnostics] == ["missing-glyph"]


def test_icons_of_an_overlay_are_laid_over_those_of_its_base_one_by_one(tmp_path):
    kit = tmp_path / "stable"
    kit.mkdir()
    (kit / "kit.yaml").write_text(
        "extends: rhino\nedition: custom\n"
        "icons: {score: icon-draw.svg, any: null, own: {art: icon-fold.svg, says: Fold}}\n",
        "utf-8",
    )
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    assert context is not None, list(diagnostics)
    icons = context.kit.icons
    assert (icons["score"].art, icons["own"].art, icons["own"].says) == ("icon-draw.svg", "icon-fold.svg", "Fold")
    assert icons["brains"].art == "icon-brains.svg"
    assert "any" not in icons


# How they are set --------------------------------------------------------------------------------------------


def test_an_icon_has_the_colour_of_its_text(fonts):
    red, blue = (set_in(fonts, ":score:", colour=colour)[0].icon for colour in ("#aa0000", "#0000bb"))
    assert red is not None
    assert blue is not None
    assert colours(red.drawing) == {"#aa0000"}
    assert colours(blue.drawing) == {"#0000bb"}
    assert red.drawing is set_in(fonts, "x :score:", colour="#aa0000")[1].icon.drawing  # type: ignore[union-attr]


def colours(drawing: Drawing) -> set[str]:
    return set(re.findall(r"#[0-9a-f]{6}", repr(drawing.items)))


@pytest.mark.slow
def test_an_icon_is_drawn_once_in_a_file_and_placed_as_often_as_it_is_used(kit, tmp_path):
    edit(kit, "phrases.yaml", 'words: "Score"', 'words: ":score: Score :score:"')
    order = options_for(kit, "a4", only=("moves",))
    diagnostics = Diagnostics()
    job = press.build(order, diagnostics)
    assert job is not None, list(diagnostics)
    job.save(tmp_path / "out")
    (path,) = (tmp_path / "out").glob("*.pdf")
    reader = pypdf.PdfReader(path)
    uses: dict[int, int] = {}
    spoken = 0
    for page in reader.pages:
        for reference in page["/Resources"]["/XObject"].values():
            form = reference.get_object()
            names = form.get("/Resources", {}).get("/XObject", {})
            content = form.get_data()
            spoken += content.count(
                b"/Span <</ActualText <FEFF" + "Score".encode("utf-16-be").hex().upper()[:8].encode()
            )
            for name, inner in names.items():
                if inner.get_object()["/BBox"] == [0, 0, 64, 64]:
                    times = len(re.findall(rb"/%s Do" % name[1:].encode(), content))
                    uses[inner.idnum] = uses.get(inner.idnum, 0) + times
    # Lunge, Stomp and Stampede: each twice in its words, in one colour; a card is a form of its own.
    assert 6 in uses.values()
    assert spoken >= 6


# What they say -----------------------------------------------------------------------------------------------


def test_a_text_with_an_icon_is_read_off_with_its_name_and_aloud_with_what_it_says(fonts, context):
    texts = set_in(fonts, "**Gain** (:gain-1:) now")
    assert joined(fonts, texts) == "Gain (:gain-1:) now"
    assert tagging.phrases(fonts, texts) == ("Gain (Gain one step) now",)


def test_an_icon_says_what_the_kit_says_of_it(kit):
    edit(kit, "kit.yaml", "  score: icon-score.svg", "  score: {art: icon-score.svg, says: Points!}")
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    assert context is not None
    assert tagging.phrases(context.fonts, set_in(context.fonts, "a :score: b")) == ("a Points! b",)


def test_readers_of_a_pdf_get_what_icons_say(six, tmp_path):
    edit(six, "rulebook.md", "Name a number, then", "Name a number, :red: or :black:; then")
    for colour in ("red", "black"):
        coin = six / f"coin-{colour}.svg"
        coin.write_text(coin.read_text("utf-8").replace("<circle", f"<title>{colour} coin</title><circle", 1), "utf-8")
    job = press.build(options_for(six, "a4", only=("rulebook",), rulebook="pages"), Diagnostics())
    assert job is not None
    job.save(tmp_path / "out")
    (path,) = (one for one in (tmp_path / "out").glob("*.pdf") if not one.stem.endswith("-screen"))
    said = []
    for page in pypdf.PdfReader(path).pages:
        for operands, operator in page.get_contents().operations:
            if operator == b"BDC" and operands[0] == "/Span":
                said.append(str(operands[1]["/ActualText"]))
    assert {"red coin", "black coin"} <= {words.strip() for words in said}
    # What follows is not run into.
    assert any(words.endswith(" ") for words in said)


def test_no_sign_of_an_icon_gets_into_print_nor_into_headings(kit):
    edit(kit, "rulebook.md", "## The end of a bout", "## :score: The end of a bout")
    context, diagnostics = desk_of(kit)
    assert not diagnostics, list(diagnostics)
    texts = [t for pieces in context.pieces.values() for p in pieces for t in p.front.texts()]
    assert not [t for t in texts if SIGNS.search(t.text)]
    assert any(t.text == ":score:" and t.icon for t in texts)
    assert plain([Run(f"{FIRST} Scoring", "bold")]) == "Scoring"


# The words law -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_phrase_with_an_icon_is_proved_like_one_without(kit):
    edit(kit, "phrases.yaml", 'words: "Gain {n} positions"', 'words: "Gain :gain-2: {n} positions"')
    assert [found for found in faults_of(kit) if found.code not in ("unvouched-words", "text-overflow")] == []
    context, _ = desk_of(kit)
    assert "Gain :gain-2: 2 positions" in [sentence.text for sentence in rules_text(context, "moves", "spin")]


@pytest.mark.slow
def test_a_wrong_icon_in_a_phrase_is_found(kit):
    edit(kit, "phrases.yaml", 'words: "Gain {n} positions"', 'words: "Gain :gain-2: {n} positions"')
    old = "effect: {gain: 2}}, counters: [dodge, spin]}"
    line = edit(kit, "cards.yaml", old, f'{old}\n    words: {{effect: "Gain :gain-1: 2 positions"}}')
    found = [d for d in reported(kit, "unread-words", only=("moves",)) if d.span.file.endswith("cards.yaml")]
    assert line + 1 in {d.span.line for d in found}


def test_a_picture_may_be_named_as_the_icon_it_is(context):
    icon = context.gallery.drawing(":score:", HERE, "#ff0000")
    assert icon is not None
    assert icon is context.gallery.drawing("icon-score.svg", HERE, "#ff0000")
    diagnostics = Diagnostics()
    assert not diagnostics
    made = {p.id: p for p in components.pieces("moves", context.kit.components["moves"], context)}
    assert pictures(made["moves/lunge"]) >= {"icon-score"}


def pictures(piece: Piece) -> set[str]:
    def names(items: tuple[object, ...]) -> set[str]:
        found = set()
        for item in items:
            if isinstance(item, Use):
                found |= {item.drawing.name} | names(item.drawing.items)
            elif hasattr(item, "items") and not callable(item.items):
                found |= names(item.items)
        return found

    return names(piece.front.items)


def test_icons_stand_in_running_text_lists_and_tables(context):
    setting = context.setting("book", HERE, lambda _: None)
    assert setting is not None
    text = "# :score: A\n\nb **:any: c** `:d:` \\:e:\n\n- :draw: f\n\n| :a | g |\n|--|--|\n| :speed: h | 3:1 |\n"
    drawing = Drawing("d", Size(100, 100), tuple(i for s in set_text(text, setting, 90).strips for i in s.items))
    texts = list(drawing.texts())
    assert [t.text for t in texts if t.icon] == [":score:", ":any:", ":draw:", ":speed:"]
    assert {":d: :e:", "3:1", ":a"} <= {t.text for t in texts}
    bold = next(t for t in texts if t.text == ":any:")
    assert bold.font == "bold"


@pytest.mark.slow
def test_every_icon_of_every_kit_is_there_and_says_something():
    for name in paths.game_kits():
        diagnostics = Diagnostics()
        context = open_context(RHINO.parent / name, diagnostics)
        assert context is not None, list(diagnostics)
        assert not diagnostics, list(diagnostics)
        for name in context.kit.icons:
            drawing = context.fonts.icons.drawing(name, "#000000")
            assert drawing is not None, name
            assert drawing.alt, name


# Emoji ---------------------------------------------------------------------------------------------------------

HEART = Drawing("heart", Size(10, 10), ())


def icons_of(diagnostics: Diagnostics, **emoji: str) -> Icons:
    made = {name: Icon(origin=Node({}, HERE), art=f"{name}.svg", emoji=one) for name, one in emoji.items()}
    icons = Icons(made, lambda _name, _span, _colour: HEART, lambda one: HEART if one == "🔥" else None)
    icons.check(diagnostics)
    return icons


def test_an_emoji_is_the_icon_that_stands_for_it_or_a_drawing_of_its_own():
    diagnostics = Diagnostics()
    icons = icons_of(diagnostics, life="❤️")
    assert not list(diagnostics)
    assert icons.name(icons.emoji_sign("❤")) == icons.name(icons.emoji_sign("❤️")) == "life"
    fire = icons.emoji_sign("🔥")
    assert icons.emoji_sign("🔥") == fire
    assert (icons.written(icons.name(fire) or ""), icons.written("life")) == ("🔥", ":life:")
    assert icons.drawing(icons.name(fire) or "", "#000000") is HEART
    assert icons.emoji_sign("🐉") == ""


@pytest.mark.parametrize(
    ("emoji", "code", "message"),
    [
        ({"life": "heart"}, "bad-form", "'heart' is not an emoji"),
        ({"life": "❤️❤️"}, "bad-form", "'❤️❤️' is not an emoji"),
        ({"life": "❤️", "love": "❤"}, "duplicate-key", "the emoji ❤ is printed as the icon 'life' already"),
    ],
)
def test_an_icon_stands_for_one_emoji_and_no_other_does(emoji, code, message):
    diagnostics = Diagnostics()
    icons_of(diagnostics, **emoji)
    assert [(one.code, one.message) for one in diagnostics] == [(code, message)]
