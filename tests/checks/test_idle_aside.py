"""Keys of asides that nothing prints: what is said of them beyond the examples of the check."""

from __future__ import annotations

from pnp.pipeline import api
from tests.conftest import edit
from tests.support import three_cards


def test_a_hint_names_a_key_that_is_printed_and_no_other_idle_one(tmp_path):
    kit = three_cards.write(tmp_path / "mine")
    edit(kit, "cards.yaml", "asides: {says: Bye}", "asides: {motto: A, moto: B, colr: C}")
    edit(kit, "cards.yaml", "thanks: {name: Thanks}", "thanks: {name: Thanks, asides: {colour: D}}")
    edit(kit, "faces.yaml", "front: {elements: [", 'front: {elements: [{text: "{asides.colour}", box: [8, 40, 40, 9], '
         "style: name, when: asides.colour}, ")  # fmt: skip
    found = {one.message.split("'")[1]: one.hints[:1] for one in api.check(kit) if one.code == "idle-aside"}
    assert found == {"motto": (), "moto": (), "colr": ("did you mean 'colour'?",)}
