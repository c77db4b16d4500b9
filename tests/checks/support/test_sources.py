"""The files of a kit in which names of pictures and fields are looked up."""

from pnp.checks.support.sources import sources
from pnp.diagnostics import Diagnostics
from pnp.pipeline.context import open_for_checks
from tests.conftest import RHINO


def test_templates_faces_and_cards_are_read_and_some_may_be_left_out():
    context = open_for_checks(RHINO, Diagnostics())
    texts = sources(context)
    assert "card-title" in texts  # faces.yaml
    assert "Up-and-comer" in texts  # cards.yaml
    assert "score card" in texts  # a page
    assert "Up-and-comer" not in sources(context, "cards.yaml")
