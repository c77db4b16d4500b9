"""Paragraphs of templates, and the places of what is put in their places."""

from __future__ import annotations

import pytest

from pnp.diagnostics import Diagnostics
from pnp.kit.paragraphs import composed, paragraphs
from pnp.sources import po
from tests.conftest import ROOT

TEMPLATES = sorted((ROOT / "card_data").glob("*/*.md"))
TEMPLATE = """\
{% from "macros.md" import points -%}
# One number

Name a number. <!-- advice -->

1. Shuffle
   the cards. <!-- vouched: deck -->
2. {% if role %}Take a card.{% endif %}
{% if mats -%}
- The mat
{% endif %}
![](play:P2@hand#111)
{# a note
   of two lines #}
| Card | Worth |
|:--|--:|
"""


def texts(template: str) -> list[str]:
    return [paragraph.text for paragraph in paragraphs(template)]


def test_a_paragraph_has_no_list_mark_no_comment_and_no_tag_around_it():
    assert texts(TEMPLATE) == [
        "One number",
        "Name a number.",
        "Shuffle\n   the cards.",
        "{% if role %}Take a card.{% endif %}",
        "The mat",
        "| Card | Worth |\n|:--|--:|",
    ]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_paragraphs_of_every_template_are_parts_of_it_in_order(path):
    template, at = path.read_text("utf-8"), 0
    for paragraph in paragraphs(template):
        assert paragraph.start >= at
        assert template.startswith(paragraph.text, paragraph.start)
        at = paragraph.start + len(paragraph.text)
    assert composed(template, str(path), lambda _: None).text == template


def test_places_in_a_translated_template_are_those_in_the_work_file_and_in_the_template():
    entries = po.parse('msgid "Name a number."\nmsgstr ""\n"Di un"\n" número."\n', "texts.es.po", Diagnostics())
    by_source = {entry.source: entry.written for entry in entries or ()}
    found = composed(TEMPLATE, "rulebook.md", by_source.get)
    assert found.text == TEMPLATE.replace("Name a number.", "Di un número.")
    assert found.place(2, 3)[:3] == ("rulebook.md", 2, 3)
    assert found.place(4, 1)[:3] == ("texts.es.po", 3, 2)
    assert found.place(4, 7)[:3] == ("texts.es.po", 4, 3)
    assert found.place(4, len("Di un número. <"))[:3] == ("rulebook.md", 4, len("Name a number. <"))
    assert [(ahead, *span[:3]) for ahead, span in found.run(4, 1, 99)] == [
        (0, "texts.es.po", 3, 2),
        (5, "texts.es.po", 4, 2),
        (13, "rulebook.md", 4, 15),
    ]
    assert found.place(6, 4)[:3] == ("rulebook.md", 6, 4)
