"""Templates: what they see, and mistakes at their lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.components.context import RenderContext
from pnp.diagnostics import Diagnostics
from pnp.kit.templates import composed, paragraphs
from pnp.sources import po
from tests.conftest import ROOT, edit
from tests.support.templates import HERE, filled, opened, written

# What is filled


def test_a_template_sees_what_it_is_given_beside_the_kit(context: RenderContext, kit: Path) -> None:
    diagnostics = Diagnostics()
    name = written(kit, "{{ plan.paper }}")
    assert opened(kit, diagnostics).fill(name, HERE, plan={"paper": "A4"}) == "A4"
    assert not diagnostics


def test_a_template_is_given_data_and_nothing_else(context: RenderContext, kit: Path) -> None:
    more = {"a": {"span": HERE, "path": kit, "context": context, "list": [1, HERE]}, "b": len}
    name = written(
        kit, "{{ a.list }}{{ a.span is defined }}{{ a.path is defined }}{{ a.context is defined }}{{ b is defined }}"
    )
    diagnostics = Diagnostics()
    assert opened(kit, diagnostics).fill(name, HERE, **more) == "[1]FalseFalseFalseFalse"
    assert not diagnostics


def test_rulings_are_filled_from_the_rules(kit: Path) -> None:
    answer = "answer: No. Only a move does."
    edit(kit, "rulings.yaml", answer, answer.replace("Only", "Up to {{ rules.target_score }}, only"))
    name = written(kit, "{% for r in rulings if r.id == 'RH6' %}{{ r.answer }}{% endfor %}")
    assert filled(kit, name) == "No. Up to 3, only a move does."


def test_data_are_never_templates_themselves(kit: Path) -> None:
    edit(kit, "kit.yaml", "title: Rhinoceros Joust\n", 'title: "{{ rules }}"\n')
    assert filled(kit, written(kit, "{{ kit.title }}")) == "{{ rules }}"


def test_all_templates_of_the_kit_can_be_filled(context: RenderContext) -> None:
    before = len(context.diagnostics)  # other tests of this process may have drawn with errors
    for name in ("rulebook.md", "summary-turn.md", "summary-counters.md", "champion.md", "challenger.md", "credits.md"):
        text = context.templates.fill(name, HERE)
        assert text.strip()
        assert "{{" not in text
        assert "{%" not in text
    assert len(context.diagnostics) == before
    assert {p.name for p in context.templates.files()} >= {"rulebook.md", "macros.md"}


def test_files_that_were_read_are_known_with_those_they_include(kit: Path) -> None:
    diagnostics = Diagnostics()
    templates = opened(kit, diagnostics)
    assert templates.files() == []
    templates.fill("summary-counters.md", HERE)
    assert templates.files() == [kit / "macros.md", kit / "summary-counters.md"]


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
        "One number", "Name a number.", "Shuffle\n   the cards.", "{% if role %}Take a card.{% endif %}", "The mat",
        "| Card | Worth |\n|:--|--:|",
    ]  # fmt: skip


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_paragraphs_of_every_template_are_parts_of_it_in_order(path):
    template, at = path.read_text("utf-8"), 0
    for paragraph in paragraphs(template):
        assert paragraph.start >= at
        assert template.startswith(paragraph.text, paragraph.start)
        at = paragraph.start + len(paragraph.text)
    assert composed(template, str(path), lambda _: None).text == template


def test_places_in_a_translated_template_are_those_in_the_work_file_and_in_the_template():
    text = 'msgid "Name a number."\nmsgstr ""\n"Di un"\n" número."\n\nmsgid "The mat"\nmsgstr "La mesa"\n'
    entries = po.parse(text, "texts.es.po", Diagnostics())
    by_source = {entry.source: entry.written for entry in entries or ()}
    found = composed(TEMPLATE, "rulebook.md", by_source.get)
    assert found.text == TEMPLATE.replace("Name a number.", "Di un número.").replace("The mat", "La mesa")
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
    assert found.place(10, 3)[:3] == ("texts.es.po", 7, 9)
    assert found.place(12, 5)[:3] == ("rulebook.md", 12, 5)
