"""What a build of changes reports about pieces that it does not print."""

from __future__ import annotations

from tests.conftest import edit, run
from tests.support import small_deck


def test_further_copies_of_cards_that_look_as_before_are_reported(tmp_path):
    kit = small_deck.written(
        tmp_path / "kit", small_deck.face(small_deck.text("{name}")), "owl: {name: Owl, count: 1}\nimp: {name: Imp}"
    )
    assert run("build", kit, "--output", tmp_path / "before").exit_code == 0
    edit(kit, "cards.yaml", "count: 1", "count: 3")
    words = ("build", kit, "--since", tmp_path / "before" / "manifest.json", "--output", tmp_path / "out")
    line = "unchanged, but more in the set: Owl, 2 more (all/owl); print them with --cards and --copies\n"
    assert run(*words).stdout.endswith(f"nothing was printed\n{line}")
    edit(kit, "cards.yaml", "Imp", "Elf")
    assert line in run(*words).stdout
    assert "more in the set" not in run(*words, "--copies", 3).stdout
    assert "more in the set" not in run(*words, "--cards", "imp").stdout
