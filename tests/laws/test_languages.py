"""Editions in other languages: every printed word is theirs, and proved against the engine as the English ones are."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pypdf
import pypdfium2
import pytest

from pnp import pdf
from pnp.checks import open_game
from pnp.diagnostics import Diagnostics
from pnp.graphics.geometry import MM_PER_POINT, Rect
from pnp.kit import languages, load, paths
from pnp.kit.model import Style
from pnp.kit.printed_texts import translated
from pnp.pipeline import job as press
from pnp.pipeline import sheets
from pnp.pipeline.context import open_context
from pnp.sources import Node
from pnp.sources.yaml import read
from pnp.text.characters import NARROW
from pnp.text.fit import fit, place
from tests.conftest import ROOT, Builder, options_for
from tests.support.languages import HERE, change, found_in
from tests.support.printed import reported

EDITIONS = ("rhino-de", "rhino-fr")
ALL = (*EDITIONS, "soaring-de", "soaring-fr")
PRINTED = ("rhino-de", "soaring-fr")
"""The editions that are built: one of each language."""


def pdfs(job: press.BuildResult) -> list[bytes]:
    return [data for name, data in job.files.items() if name.endswith(".pdf")]


@pytest.fixture
def texts(built: Builder) -> Callable[[str], str]:
    """Reads all that is printed of a kit on A4, with the words of its guide."""
    return lambda name: read_off([path.read_bytes() for path in sorted(built(kit=name).folder.glob("*.pdf"))])


def read_off(files: list[bytes]) -> str:
    """The words of all pages, as PDFium reads them, which takes a twentieth of pypdf's time."""
    pages = (page for data in files for page in pypdfium2.PdfDocument(data))
    return "\n".join(page.get_textpage().get_text_range() for page in pages)


# What is printed ---------------------------------------------------------------------------------------------


ENGLISH = re.compile(
    r"\b(the|and|your|you|with|from|page|sheet|front|back|fold|cut|glue|print|rider|riders|card|cards|flip|edge|"
    r"position|score of|move|counters|gain|draw|hold|measure|inside|champion’s|of [0-9]+|continued|contents)\b",
    re.IGNORECASE,
)
SHARED = {"rhino-de": {"position", "cards"}, "soaring-fr": {"page", "cards"}}
"""English words that are words of the other language too, or options in the command that the guide names."""
NAMES = ("Rhinoceros Joust", "Down in Flames", "SIL Open Font License", "CC BY 4.0", "D. Vincent Baker",
         "Soaring Rhino logo cards")  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", PRINTED)
def test_no_english_word_is_printed(name, texts):
    text = texts(name)
    for allowed in (*NAMES, *(f"{name}-a4-{stock}.pdf" for stock in sheets.STOCKS)):
        text = text.replace(allowed, "")
    assert {word.lower() for word in ENGLISH.findall(text)} <= SHARED[name]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("rhino-de", ["Seite 1 von 16", "mit 100 % und beidseitig drucken", "oben 100 mm", "Hornstoß",
                      "×8",
                      "unter den anderen", "8 REITER", "2 ziehen",
                      "Nur in der Flanke oder auf der Jagd", "3 Punkte", "1 Punkt"]),
        ("soaring-fr", ["Comment imprimer « Le Rhino volant »", "Bas",
                        "À égalité : perd face à A et C",
                        "bat le C 3 ordinaire", "Pli haut : perd face à A, bat C et E",
                        "Pli haut", "Pli bas", "À 4 Reçues Défausse Garde Passe", "Qui gagne le pli ?"]),
    ],
)  # fmt: skip
def test_sheets_cards_and_books_speak_the_language(name, said, texts):
    words = " ".join(texts(name).split())
    assert [text for text in said if text not in words] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("rhino-de", {"paper": "a4-landscape", "backs": "gutterfold", "ink": "low"}),
        (
            "rhino-de",
            {"backs": "short", "order": "sides", "rulebook": "booklet", "only": ("guide", "moves", "rulebook")},
        ),
    ],
    ids=["gutterfold", "short"],
)
def test_however_it_is_printed_no_english_word_is(name, how):
    job = press.build(
        options_for(ROOT / "card_data" / name, **{"paper": "a4", "only": ("guide", "rhinos"), **how}), Diagnostics()
    )
    assert job is not None
    text = read_off(pdfs(job))
    assert text
    for allowed in (*NAMES, *job.files):
        text = text.replace(allowed, "")
    assert {word.lower() for word in ENGLISH.findall(text)} <= SHARED[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rhino-fr"])
def test_readers_are_told_the_language_and_what_pictures_show_in_it(name):
    job = press.build(options_for(ROOT / "card_data" / name, "a4", only=("rhinos", "summaries")), Diagnostics())
    language = name.partition("-")[2]
    for data in pdfs(job):
        assert f"/Lang ({language})".encode() in data or f"/Lang({language})".encode() in data
        whole = pypdf.PdfReader(io.BytesIO(data)).root_object["/StructTreeRoot"]
        said = [alt for alt in alternatives(whole) if not alt.startswith(tuple("0123456789"))]
        assert said
        assert [alt for alt in said if re.search(r"\b(the|and|with|of|behind)\b", alt)] == []


def alternatives(element):
    """The description of each figure below an element."""
    element = element.get_object() if hasattr(element, "get_object") else element
    if isinstance(element, list):
        for inner in element:
            yield from alternatives(inner)
    elif isinstance(element, dict):
        if "/Alt" in element:
            yield str(element["/Alt"])
        yield from alternatives(element.get("/K", []))


@pytest.mark.parametrize("name", ALL)
def test_editions_say_words_only(name):
    """No number of the rules, no count, trait, colour, measure or picture is written a second time. Only type may be
    set smaller or closer, or without divided words, because some languages are longer."""
    folder = ROOT / "card_data" / name
    assert not (folder / "rules.yaml").exists()
    assert not (folder / "examples.yaml").exists()
    for file in ("kit.yaml", "cards.yaml", "faces.yaml", "phrases.yaml", "rulings.yaml"):
        for path, node in page_sides(read(folder / file, Diagnostics())):
            if node.value is None:  # what the base has, and the edition not
                continue
            if (file, path[0]) == ("faces.yaml", "styles"):
                assert path[-1] in ("size", "least", "leading", "above", "below", "hyphenate"), (file, path)
                continue
            assert isinstance(node.value, str), (file, path)
            assert not node.value.startswith("#"), (file, path)
            keys = {"count", "traits", "tint", "art", "face", "back", "badge", "style", "kind", "stock"}
            assert not keys.intersection(path), (file, path)
    kit, base = (load.open_kit(ROOT / "card_data" / one, Diagnostics()) for one in (name, name.partition("-")[0]))
    assert kit.rules.plain() == base.rules.plain()
    assert kit.examples.plain() == base.examples.plain()
    assert kit.palette == base.palette
    for deck, cards in base.cards.items():
        for id_, card in cards.items():
            mine = kit.cards[deck][id_]
            assert (mine.count, mine.plain_traits, mine.art) == (card.count, card.plain_traits, card.art)


def page_sides(node: Node, path: tuple[str, ...] = ()):
    if isinstance(node.value, dict):
        for key, inner in node.value.items():
            yield from page_sides(inner, (*path, key))
    elif isinstance(node.value, list):
        for inner in node.value:
            yield from page_sides(inner, path)
    else:
        yield path, node


# What is proved ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EDITIONS)
def test_worked_examples_are_in_the_language_and_played(name):
    diagnostics = Diagnostics()
    context = open_context(ROOT / "card_data" / name, diagnostics)
    example = context.templates.fill("rulebook.md", HERE)
    label = {
        "rhino-de": "Dein Rivale (flankiert) spielt **Ansturm**",
        "rhino-fr": "ton rival, pris de flanc, joue **Charge**",
    }
    assert label[name] in example  # fmt: skip
    assert list(diagnostics) == []


WRONG = [
    ("rhino-de", "phrases.yaml", "{head_to_head} oder besser", "Aus jeder Position", "words-disagree"),
    ("rhino-de", "cards.yaml", "lunge: {name: Hornstoß}", "lunge: {name: Hornstoß, words: {effect: 1 Position vor}}",
     "words-disagree"),
    ("rhino-de", "cards.yaml", "{name: Finte}", "{name: Finte, count: 3}", "not-canonical"),
    ("rhino-de", "rulebook.md", "„{{ cards.best_at_jousting.words.counters }}“", "„3 Positionen vor“",
     "misquoted-card"),
    ("rhino-de", "summary-turn.md", '{{ rules.score_by_position[position] | default("–") }}', "2", "table-disagrees"),
    ("rhino-de", "rulings.yaml", "answer: Nein.", "answer: Nein, wie beim Zwischensprut.", "unknown-name"),
    ("rhino-fr", "phrases.yaml", "Gagne 1\u00a0position", "Gagne 2\u00a0positions", "crooked-phrase"),
    ("rhino-fr", "rulebook.md", "«\u00a0{{ cards.best_at_jousting.words.counters }}\u00a0»",
     "«\u00a0Gagne 3\u00a0positions\u00a0»", "misquoted-card"),
    ("rhino-fr", "summary-counters.md", "| {{ answers(card.id) }} |", "| Esquive |", "table-disagrees"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITIONS)
def test_what_is_wrong_in_another_language_is_reported_at_its_line(name, edition):
    """All at once: none of these errors hides another."""
    folder = edition(name)
    wanted = {(code, name, file, change(folder / file, old, new)) for kit, file, old, new, code in WRONG if kit == name}
    found = {(d.code, Path(d.span.file).parent.name, Path(d.span.file).name, d.span.line) for d in found_in(folder)}
    assert wanted - found == set()


@pytest.mark.slow
def test_what_an_edition_leaves_in_the_language_of_its_base_is_an_error_where_the_base_says_it(edition):
    folder = edition("rhino-de")
    change(folder / "cards.yaml", "  charge: {name: Ansturm}\n", "")
    change(folder / "faces.yaml", "  Strength: Kraft\n", "")
    change(folder / "phrases.yaml", "  spin.svg:", "  spun.svg:")
    (folder / "champion.md").unlink()
    found = [d for d in found_in(folder) if d.code == "untranslated"]
    assert sorted((d.severity, Path(d.span.file).name) for d in found) == [
        ("error", "cards.yaml"), ("error", "champion.md"), ("error", "faces.yaml"), ("error", "spin.svg")
    ]  # fmt: skip
    label = {Path(d.span.file).name: (d.message, *d.hints) for d in found}
    assert label["cards.yaml"] == ("'Charge' is printed untranslated, in 'en'", "translate it in rhino-de/cards.yaml")
    assert label["champion.md"] == ("this template is in 'en'", "add a translated champion.md to rhino-de/")
    change(folder / "kit.yaml", "edition: canonical", "edition: custom")
    assert {d.severity for d in reported(folder, "untranslated", only=("moves",))} == {"note"}


def test_a_text_that_the_base_has_not_is_an_error_with_what_may_be_meant(edition):
    folder = edition("rhino-de")
    line = change(folder / "faces.yaml", "  Strength: Kraft\n", "  Strenght: Kraft\n")
    (diagnostic,) = [d for d in found_in(folder) if d.code == "nothing-to-change"]
    assert (Path(diagnostic.span.file), diagnostic.span.line) == (folder / "faces.yaml", line)
    assert diagnostic.hints == ("did you mean 'Strength'?",)


def test_texts_are_put_into_lists_under_their_keys_only():
    diagnostics = Diagnostics()
    text = "texts: {red: rot}\nfaces: {a: {elements: [{text: red, fill: red}, {text: Red}]}}\n"
    from pnp.sources.yaml import parse

    tree = translated({"faces.yaml": parse(text, "faces.yaml", diagnostics)}, diagnostics)["faces.yaml"]
    assert tree.plain()["faces"] == {"a": {"elements": [{"text": "rot", "fill": "red"}, {"text": "Red"}]}}
    node = tree.value["faces"].value["a"].value["elements"].value[0].value["text"]
    assert (node.span.line, node.span.column) == (1, 14)
    assert list(diagnostics) == []


# Signs -------------------------------------------------------------------------------------------------------


PLACES = {
    "a card's name": ("cards.yaml", "{name: Finte}", "{name: Finte%s}"),
    "the rulebook": ("rulebook.md", "# Kontern", "# Kontern%s"),
    "a table": ("rulebook.md", "| Wo du bist", "| Wo%s du bist"),
    "a component's title": ("kit.yaml", "{title: Turnierbaum}", "{title: Turnierbaum%s}"),
    "the kit's title": ("kit.yaml", "title: Nashorn-Turnier", "title: Nashorn-Turnier%s"),
    "a fixed text": ("faces.yaml", "Rhinos: Nashörner", "Rhinos: Nashörner%s"),
    "a phrase": ("phrases.yaml", "Any card: Jede Karte", "Any card: Jede%s Karte"),
    "a term on a track": ("phrases.yaml", "flanked: flankiert", "flanked: flankiert%s"),
    "a rhino's name": ("cards.yaml", "{name: Trampel,", "{name: Trampel%s,"),
}


@pytest.mark.slow
def test_signs_that_a_font_has_not_are_reported_wherever_they_would_be_printed(edition):
    folder = edition("rhino-de")
    signs = dict(zip("遊戲卡牌規則玩家犀", PLACES.values(), strict=True))
    for sign, (file, old, new) in signs.items():
        change(folder / file, old, new % sign)
    diagnostics = Diagnostics()
    press.lay_out(options_for(folder), diagnostics)
    found = " ".join(d.message for d in diagnostics if d.code == "missing-glyph")
    assert [sign for sign in signs if f"U+{ord(sign):04X}" not in found] == []


@pytest.mark.slow
def test_a_sign_that_labels_lack_is_reported_at_the_word(edition):
    folder = edition("rhino-de")
    line = change(edition("common") / "sheets.de.yaml", "fold_here: hier falten", "fold_here: hier f遊lten")
    (diagnostic,) = [d for d in found_in(folder) if d.code == "missing-glyph"]
    assert (Path(diagnostic.span.file).name, diagnostic.span.line) == ("sheets.de.yaml", line)


def test_what_a_font_has_and_has_not_is_a_matter_of_its_role(context):
    polish = {role: {part.role for part in context.fonts.shaped("Zażółć", role).parts} for role in ("body", "title")}
    assert polish == {"body": {"body"}, "title": {"title", "fallback-bold"}}
    assert context.fonts.missing("Zażółć", "title") == ()
    assert context.fonts.missing("Zażółć 本", "title") == ("本",)


@pytest.mark.parametrize("role", ["body", "title"])
def test_no_break_spaces_are_measured_kept_and_read_as_spaces(role, context):
    fonts, plain = context.fonts, context.fonts.width(" ", role, 10)
    assert fonts.width("\u00a0", role, 10) == pytest.approx(plain)
    assert fonts.width("\u202f", role, 10) == pytest.approx(NARROW * plain)
    assert fonts.missing("a\u00a0\u202f\u2009\u200a\u2011\u00adb", role) == ()
    style = Style(origin=Node({}, HERE), font=role, size=10)
    narrow = fonts.width("« oui\u202f? »", role, 10)
    block = fit(fonts, "Dis «\u00a0oui\u202f?\u00a0» vite", style, Rect(0, 0, narrow + 1, 30), HERE, Diagnostics())
    lines = ["".join(run.text for _, run in line.words) for line in block.lines]
    assert lines == ["Dis", "«\u00a0oui\u202f?\u00a0»", "vite"]
    said, drawn = printed(context, block, style)
    assert said.split() == ["Dis", "«", "oui", "?", "»", "vite"]
    assert "oui ?" in said
    assert drawn["?"] - drawn["u"] == pytest.approx(fonts.width("ui\u202f", role, 10) / MM_PER_POINT, abs=0.05)


def printed(context, block, style):
    """A block as pypdf reads it off a page, and where its letters stand in pt, the last of each."""
    from pnp.graphics.drawing import Drawing, Piece
    from pnp.graphics.geometry import Size
    from pnp.imposition import Room, arrange

    size = Size(60, 40)
    drawing = Drawing("d", size, tuple(place(block, Rect(2, 2, 56, 36), style, "#000000")))
    (sheet,) = arrange("grid", [Piece("p", "c", "p", size, drawing, stock="paper")], Room(Size(80, 60), 5), 0)
    page = pdf.Page(sheet.paper, sheet.front, Drawing("f", sheet.paper, ()), "1")
    data = pdf.write(pdf.Document("t", "a", "s", "fr", "Simplex", (page,)), context.fonts)
    textpage = pypdfium2.PdfDocument(data)[0].get_textpage()
    places = {}
    for index in range(textpage.count_chars()):
        letter = textpage.get_text_range(index, 1)
        places[letter] = textpage.get_charbox(index, loose=True)[0]
    return pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text(), places


# Lists of kits -----------------------------------------------------------------------------------------------


def test_editions_are_listed_under_their_game_and_are_not_printed_with_all():
    from pnp.cli.params import KitNames
    from tests.conftest import run as call

    listed = [" ".join(line.split()) for line in call("list").output.splitlines()]
    assert "rhino-de Nashorn-Turnier: an edition of rhino, in 'de'" in listed
    assert "rhino-fr La Joute des rhinos: an edition of rhino, in 'fr'" in listed
    assert "soaring-de Das Flugnashorn: an edition of soaring, in 'de'" in listed
    assert "soaring-fr Le Rhino volant: an edition of soaring, in 'fr'" in listed
    every = [folder.name for folder in KitNames().convert("all", None, None)]
    assert every == paths.game_kits()
    assert not set(ALL).intersection(every)


@pytest.mark.slow
def test_an_edition_may_be_the_base_of_others(tmp_path):
    from tests.conftest import run as call

    assert call("new", "mein", "--from", "rhino-de", tmp_path).exit_code == 0
    assert [d for d in found_in(tmp_path / "mein") if d.severity == "error"] == []
    kit = load.open_kit(tmp_path / "mein", Diagnostics())
    assert (kit.language, kit.cards["moves"]["lunge"].name) == ("de", "Hornstoß")


def test_the_checks_ask_the_engine_of_an_edition_as_of_its_base():
    kit = load.open_kit(ROOT / "card_data" / "rhino-de", Diagnostics())
    assert open_game(kit).game is not None
    assert languages.FIRST not in languages.names(kit.language)
