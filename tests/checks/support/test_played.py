"""Words in play: what random games disprove, what they never show, and what that means for printing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from pnp import checks
from pnp.checks import disproved_words, unplayed_words
from pnp.checks.support import played
from pnp.diagnostics import Diagnostic, Diagnostics
from pnp.pipeline import job
from pnp.pipeline.context import open_context
from pnp.rules.proofs import Evidence
from tests.conftest import RHINO, drawn_context, edit, options_for, own_edition


def desk_of(kit) -> checks.CheckContext:
    diagnostics = Diagnostics()
    context = open_context(kit, diagnostics)
    assert context, list(diagnostics)
    return drawn_context(context)


def disproved(kit) -> list[Diagnostic]:
    return list(disproved_words.check(desk_of(kit)))


def unplayed(kit) -> list[Diagnostic]:
    return list(unplayed_words.check(desk_of(kit)))


def say(kit, name: str, words: str) -> int:
    return edit(kit, "cards.yaml", f"    name: {name}\n", f"    name: {name}\n    words: {words}\n") + 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "words", "shown"),
    [
        ("Swerve", "{effect: Gain 2 positions}", "its move effect gain is 1"),
        ("Swerve", "{effect: Score}", "its move effect score is nothing"),
        ("Swerve", "{effect: Not a move}", "its move positions"),
        ("Stampede", "{where: If fleeing}", "its move positions"),
        ("Lunge", "{where: From any position}", "not among its move positions"),
        ("The Best at Jousting", "{where: From any position}", "not among its move positions"),
        ("Charge", '{counters: "Dodge, Stomp"}', "counters"),
        ("Charge", "{counters: Any card}", "not among its counters"),
        ("Burst of Speed", "{effect: Gain 1 position}", "its move effect gain is nothing"),
        ("Tootsie", "{strength: Draw 3}", "its strength is 2"),
        ("Tootsie", "{brains: Discard up to 2}", "its brains is 1"),
        ("Tootsie", "{top_speed: Hold at most 6}", "its top speed is 5"),
    ],
)
def test_a_false_sentence_is_disproved_with_the_position(kit, name, words, shown):
    line = say(kit, name, words)
    (found,) = disproved(kit)
    assert (found.severity, found.code, found.span.line) == ("error", "disproved-words", line)
    assert shown in found.message
    assert ": game " in found.message
    assert "rider 1" in found.message
    assert "\n" not in found.message


def test_what_is_disproved_is_not_called_unplayed_too(kit):
    say(kit, "Swerve", "{effect: Gain 2 positions}")
    assert unplayed(kit) == []


@pytest.mark.slow
def test_a_card_that_is_not_in_the_deck_is_never_played(kit):
    kit = own_edition(kit)
    edit(kit, "cards.yaml", "count: 3", "count: 0")
    book = (kit / "rulebook.md").read_text("utf-8")  # without the bout in which it is played, and its pictures
    book = re.sub(r"{% set e = examples\.R30 -%}\n.*?\n\n.*?\n\n", "", book, flags=re.DOTALL)
    kept = [line for line in book.splitlines() if "R30" not in line]
    (kit / "rulebook.md").write_text("\n".join(kept), "utf-8")
    text = (kit / "examples.yaml").read_text("utf-8")
    (kit / "examples.yaml").write_text(text.partition("R30:")[0], "utf-8")
    found = unplayed(kit)
    assert {d.severity for d in found} == {"warning"}
    assert [d.message.partition(", and ")[0] for d in found] == [
        "'Spin' says 'Gain 2 positions'", "'Spin' says 'If flanked'", "'Spin' says 'Dodge, Spin'"
    ]  # fmt: skip
    assert job.build(options_for(kit, "a4"), diagnostics := Diagnostics()) is not None, [d.message for d in diagnostics]


@pytest.mark.slow
def test_one_member_of_a_list_that_cannot_come_up_is_named(kit):
    """There is one Spin only, so no Spin ever lies under a Spin."""
    edit(kit, "cards.yaml", "count: 3", "count: 1")
    (found,) = unplayed(kit)
    assert found.message.startswith("'Spin' says 'Dodge, Spin', and ")
    assert found.message.endswith("games have not shown it: Spin")


@pytest.mark.slow
def test_a_gain_that_is_always_lost_is_never_shown(kit):
    edit(kit, "cards.yaml", "positions: [flanked], effect: {gain: 2}", "positions: [chasing], effect: {gain: 2}")
    assert [d.message.rpartition(": ")[2] for d in unplayed(kit)] == ["2"]


def test_both_checks_share_one_run_of_few_games():
    context = desk_of(RHINO)
    first = played.game_evidence(context)
    assert first is played.game_evidence(context)
    assert first is not None
    assert played.LEAST <= first.games < 40
    assert list(disproved_words.check(context)) == list(unplayed_words.check(context)) == []


def test_an_engine_that_shows_nothing_is_left_alone():
    context = replace(desk_of(RHINO), game=None)
    assert played.game_evidence(context) is None
    assert list(disproved_words.check(context)) == list(unplayed_words.check(context)) == []


@pytest.mark.slow
def test_a_game_without_end_is_watched_for_a_while_only(kit):
    edit(kit, "rules.yaml", "target_score: 3", "target_score: 100000")
    edit(kit, "rules.yaml", "idle_turns_to_a_draw: 20", "idle_turns_to_a_draw: 100000")
    edit(kit, "cards.yaml", "count: 3", "count: 1")
    seen = played.game_evidence(desk_of(kit))
    assert seen is not None
    assert seen.games == 1


def test_a_deck_that_is_not_printed_states_nothing_and_is_not_played():
    context = desk_of(RHINO)
    seen = played.game_evidence(replace(context, pieces={"rulebook": context.pieces["rulebook"]}))
    assert seen is not None
    assert seen.games == 0


class Coin:
    """A game of one toss, which always shows the same evidence."""

    players = 1

    def __init__(self, *shown: Evidence) -> None:
        self.shown = shown

    def setup(self) -> int:
        return 0

    def actor(self, state: int) -> int | None:
        return 0 if state == 0 else None

    def legal(self, _state: int) -> tuple[tuple[str, ...], ...]:
        return (("toss",),)

    def apply(self, state: int, _action: Any) -> int:
        return state + 1

    def evidence(self, *_: Any) -> Iterator[Evidence]:
        return iter(self.shown)


def held(value: Any, path: tuple[str, ...], *shown: Evidence) -> tuple[bool, list[str]]:
    """Whether some evidence contradicts a claim, and the parts of it that are not shown."""
    game: Any = Coin(*shown)
    seen = played.GameEvidence()
    seen.watch(game, game.evidence, 99)
    claim = played.Claim("d", "c", path, value)
    return seen.contradiction(claim) is not None, seen.unseen(claim)


def shows(path: str, value: Any) -> Evidence:
    return Evidence("d", "c", tuple(path.split()), value)


def yes(path: str, value: str, card: str = "c") -> Evidence:
    return Evidence("d", card, tuple(path.split()), value, among=True)


def no(path: str, value: str, card: str = "c") -> Evidence:
    return Evidence("d", card, tuple(path.split()), value, among=False)


@pytest.mark.parametrize(
    ("value", "shown", "expected"),
    [
        (["a", "b"], [yes("x", "a")], (False, ["b"])),
        (["a", "b"], [yes("x", "a"), yes("x", "b")], (False, [])),
        (["a", "b"], [yes("x", "a"), no("x", "b")], (True, ["b"])),
        (["a"], [yes("x", "b")], (True, ["a"])),
        (["a"], [no("x", "b")], (False, ["a"])),
        ("a", [yes("x", "a")], (False, [])),
        ("any", [yes("x", "a"), yes("x", "b", "other")], (False, ["b"])),
        ("any", [no("x", "a")], (True, ["a"])),
        ([], [no("x", "a")], (False, [])),
        ([], [yes("x", "a")], (True, ["a"])),
        ([], [no("x", "a"), no("x", "b", "other")], (False, ["b"])),
        (2, [shows("x", 2)], (False, [])),
        (2, [shows("x", 3)], (True, [])),
        (2, [shows("y", 2)], (False, ["2"])),
        (True, [shows("x", 1)], (True, [])),
        (None, [no("x y", "a")], (False, [])),
        (None, [yes("x y", "a")], (True, ["a"])),
        (None, [shows("x y", 1)], (True, ["nothing"])),
        (None, [shows("x", None)], (False, [])),
        (None, [], (False, ["nothing"])),
    ],
)
def test_a_claim_is_contradicted_or_shown(value, shown, expected):
    assert held(value, ("x",), *shown) == expected


def test_what_is_missing_as_a_whole_has_no_parts():
    assert held(1, ("x", "y"), shows("x", None)) == (True, ["1"])
