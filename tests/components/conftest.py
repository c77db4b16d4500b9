"""Fixtures of tests of this folder."""

import shutil

import pytest

from pnp.kit import paths
from tests.conftest import edit


@pytest.fixture
def lists(tmp_path):
    return shutil.copytree(paths.data_folder() / "lists", tmp_path / "lists")


CHART = """
| After the strikes | Token | Rest | Return |
|:--|:--|:--|:--|
{% for kind, end in rules.outcomes.items() -%}
| {{ kind | said | capital }} | {{ end.tokens or "–" }} | {{ end.rest | map("said") | join(", ") }} | {{ "after_next" | said if end.returns is defined else "–" }} |
{% endfor %}
"""  # noqa: E501 - rows of a table
STYLES = """
  chart-question: {font: bold, size: 8.5, least: 7, align: centre, valign: middle}
  chart-head: {font: body, size: 7, colour: soft, valign: middle}
  chart-answer: {font: body, size: 8, least: 7, leading: 1, valign: middle}
  chart-way: {font: italic, size: 7.5, least: 7, align: centre, valign: middle}
"""


@pytest.fixture
def charted(lists):
    """The lists kit with a chart of how a joust ends on the face `outcome`."""
    (lists / "outcome.md").write_text(CHART, "utf-8")
    words = "{flow: outcome.md, box: [5.6, 13.6, 51.8, 70], styles: end}"
    chart = "{chart: outcome.md, box: [5.2, 12.4, 52.6, 70.6], yes: 'yes', no: 'no', otherwise: Ride another pass}"
    edit(lists, "faces.yaml", words, chart)
    edit(lists, "faces.yaml", "styles:\n", f"styles:{STYLES}")
    return lists
