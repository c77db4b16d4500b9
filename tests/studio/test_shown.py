"""What the page shows of a drawn kit."""

from __future__ import annotations

import io

from PIL import Image

from pnp.diagnostics import Diagnostics
from pnp.pipeline import job
from pnp.studio import shown
from tests.conftest import options_for
from tests.support import big_deck


def _shown(kit):
    layout = job.lay_out(options_for(kit), Diagnostics(), "preview")
    assert layout
    return shown.of_layout(layout)


def test_every_piece_has_its_sides_and_every_side_its_picture(still):
    found = still.checked().shown
    (swerve,) = (piece for piece in found.pieces if piece.id == "moves/swerve")
    front, back = found.sides[swerve.id]
    assert front != back
    (other,) = (piece for piece in found.pieces if piece.id == "moves/dodge")
    assert found.sides[other.id][1] == back, "equal backs are drawn once"
    assert {key for keys in found.sides.values() for key in keys} <= set(found.pictures)
    picture = Image.open(io.BytesIO(still.get(f"/side/{front}-60.png")[2]))
    assert picture.size == (149, 208)  # 63 × 88 mm
    assert len(picture.convert("RGB").getcolors(100_000)) > 10


def test_a_change_of_one_card_keeps_the_keys_of_the_others(tmp_path):
    kit = big_deck.write(tmp_path / "mine", 5, faults=False)
    before = _shown(kit)
    text = (kit / "cards.csv").read_text("utf-8")
    (kit / "cards.csv").write_text(text.replace("Card 3", "Third"), "utf-8")
    after = _shown(kit)
    assert [id_ for id_ in before.sides if before.sides[id_] != after.sides[id_]] == ["deck/c3"]
    assert [shown.card_key(piece) for piece in before.pieces] == [shown.card_key(piece) for piece in after.pieces]
