"""Languages: their plural forms and their names in files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from babel import Locale

from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics, PlacedText, Span, TextSource
from pnp.kit import languages, paths
from pnp.kit.expressions import Words, value
from pnp.kit.fields import expression
from pnp.kit.languages import form, forms, is_for, names, primary
from pnp.pipeline.context import open_context
from tests.conftest import edit
from tests.support.templates import HERE, written

USUAL = "en de es it nl sv da nb fi hu tr el ca eu bg et ka az kk sq gl af sw ur ta te yi ps"
"""Languages that are not in the table of plural forms."""
OTHERS = "fr fa hi bn hy ja ko zh th id ms km lo my is mk cs sk pl ru uk be hr sr bs sl lt lv ro he ar ga cy"


def test_a_region_is_left_out_where_there_is_nothing_of_its_own():
    assert (names("pt-BR"), names("de")) == (("pt-BR", "pt"), ("de",))
    assert primary("de-AT") == "de"
    assert [is_for(name, "pt-BR") for name in ("book.pt.md", "book.pt-BR.md", "book.de.md")] == [True, True, False]


@pytest.mark.parametrize("language", f"{USUAL} {OTHERS}".split())
def test_plural_forms_are_those_of_unicode(language):
    plural = Locale.parse(language).plural_form
    assert [form(language, n) for n in range(1200)] == [plural(n) for n in range(1200)]
    assert {plural(n) for n in range(1200)} == {*forms(language)}
    assert form("pt-BR", 0) == "one"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Arm Ärmel Armut Ofen Öl Strasse Straße Strassen Zaun"),
        ("sv", "arm zebra ål ära öl"),
        ("da-DK", "arm zebra æble øl ål Aalborg år"),
        ("lt", "ąžuolas inas ynas irklas jūra"),
        ("et", "suu šokk zoom žest tamm vesi õun äri öö ürg"),
        ("fr", "cote coté côte côté élan étang odeur œuf ogre zèbre"),
        ("es", "nube nuez ñandú Oso"),
        ("cs", "cesta čas duha hora chata ihned"),
        ("hr", "lovac luk ljeto nada njuška"),
        ("hu", "cukor csiga dob gáz gyár"),
        ("pl", "lew łódź mak zebra źle żaba"),
        ("tr", "hız ısı ızgara isim"),
        ("en", "10 9 apple Ärmel Zoo"),
    ],
)
def test_words_are_in_the_order_of_the_alphabet_of_the_language(language: str, words: str) -> None:
    mixed = sorted(words.split(), reverse=True)
    assert sorted(mixed, key=lambda word: languages.order(word, language)) == words.split()


def test_lists_of_expressions_and_templates_are_sorted_in_the_language_of_the_kit(small: Path) -> None:
    edit(small, "kit.yaml", "tagline:", "language: sv\ntagline:")
    context = open_context(small, Diagnostics())
    assert context is not None
    wanted = ("arm", "zebra", "Ål", "ära", "öl")
    assert value(expression("words|sort"), lambda _: wanted[::-1], Words.of(context.kit)) == wanted
    template = f"{{{{ {[*wanted[::-1]]} | sort | join(' ') }}}}; {{{{ [3, 20, 1] | sort(reverse=true) }}}}"
    template += "; {% for key, _ in {'ära': 2, 'Zebra': 1} | dictsort %}{{ key }} {% endfor %}"
    template += "{% for key, _ in {'ära': 1, 'zebra': 2} | dictsort(by='value', reverse=true) %}{{ key }} {% endfor %}"
    template += "{% for word, same in [{'of': 'ära'}, {'of': 'zebra'}] | groupby('of') %}{{ word }} {% endfor %}"
    filled = context.templates.fill(written(small, template), HERE)
    assert filled == f"{' '.join(wanted)}; [20, 3, 1]; Zebra ära zebra ära zebra ära "


def test_a_text_that_begins_with_a_capital_keeps_its_place() -> None:
    text = PlacedText("iki", [TextSource(0, Span("kit.yaml", 3))])
    begun = languages.begun(text, "tr")
    assert isinstance(begun, PlacedText)
    assert (begun, begun.sources) == ("İki", text.sources)


def turkish(kit: Path) -> RenderContext:
    """A kit in Turkish."""
    file = kit / "kit.yaml"
    file.write_text(f"language: tr\n{file.read_text('utf-8')}", "utf-8")
    shutil.copyfile(paths.root() / "card_data/common/sheets.en.yaml", kit / "sheets.tr.yaml")
    context = open_context(kit, diagnostics := Diagnostics())
    assert context, list(diagnostics)
    return context


@pytest.mark.parametrize(
    ("filter_", "printed"),
    [
        ("upper", "İKİ KILIÇ, 'IS"),
        ("lower", "iki kılıç, 'ıs"),
        ("capital", "İki kılıç, 'Is"),
        ("capitalize", "İki kılıç, 'ıs"),
        ("title", "İki Kılıç, 'ıs"),
    ],
)
def test_filters_of_expressions_and_templates_print_the_same_letters(small: Path, filter_: str, printed: str) -> None:
    context = turkish(small)
    name = "iki kılıç, 'Is"
    assert context.templates.fill(written(small, f'{{{{ "{name}"|{filter_} }}}}'), HERE) == printed
    assert value(expression(f"name|{filter_}"), lambda _: name, Words.of(context.kit)) == printed


@pytest.mark.parametrize(
    ("method", "printed"), [("upper", "İKİ"), ("lower", "iki"), ("capitalize", "İki"), ("title", "İki")]
)
def test_methods_of_texts_write_letters_as_the_filters_do(small: Path, method: str, printed: str) -> None:
    context = turkish(small)
    assert context.templates.fill(written(small, f'{{{{ "iki".{method}() }}}}'), HERE) == printed
