"""Claims read the words of sentences, and play decides whether they are true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pnp.lexicon import lexicon
from pnp.rules.claims import (
    Always,
    Claim,
    Claims,
    FactError,
    Facts,
    Holds,
    Moment,
    Play,
    Verdict,
    Words,
    WordsError,
    plain,
    prove,
)

ENGLISH = lexicon("en")
assert ENGLISH


def words(text: str, names: dict[str, str] | None = None) -> Words:
    return Words(ENGLISH.words(text, names or {}))


class Tens:
    """A game in which the number grows by one up to ten."""

    name = "tens"
    source = None

    def show(self, state: int) -> str:
        return f"the number is {state}"

    def actor(self, state: int) -> int | None:
        return 0 if state < 10 else None


def play(facts: Facts | None = None) -> Play:
    moments = [Moment(Tens(), n, ("add",), n + 1) for n in range(10)]  # type: ignore[arg-type]
    return Play(Tens(), moments, facts or Facts())


def claim(make: Any) -> Claim:
    return Claim("a.claim", make)


def test_a_claim_reads_words_in_their_order_on_each_axis() -> None:
    read = words("The first two cards go to the last player.")
    assert (read.one("order"), read.one("order"), read.number()) == ("first", "last", 2)
    with pytest.raises(WordsError, match="no word for 'order'"):
        read.one("order")


def test_a_value_that_is_not_allowed_is_refused() -> None:
    with pytest.raises(WordsError, match="means 'lose', not 'win'"):
        words("You lose.").one("result", "win")


def test_words_that_nothing_reads_are_left() -> None:
    read = words("You may never play two rhubarbs.")
    read.one("party", "you")
    read.about("play")
    assert [word.text for word in read.unread()] == ["may", "never", "two", "rhubarbs"]


def test_names_of_a_kit_are_read_as_their_ids_with_or_without_an_ending() -> None:
    read = words("Lunges beat Best of All.", {"Lunge": "lunge", "Best of All": "best"})
    assert (read.name(), read.name()) == ("lunge", "best")


def test_what_a_sentence_is_about_must_be_mentioned() -> None:
    with pytest.raises(WordsError, match="does not mention discard"):
        words("Draw a card.").about("draw", "discard", optional=["card"])


def by_one(read: Words, _play: Play) -> Iterator[Always[Any]]:
    """The number grows by n."""
    step = read.number()
    yield Always(lambda _m: True, lambda m: m.after - m.before == step)


def test_play_proves_a_true_sentence_and_disproves_a_false_one_with_the_position() -> None:
    assert prove(claim(by_one), words("It is one."), play()).state == "proved"
    verdict = prove(claim(by_one), words("It is two."), play())
    assert verdict.state == "false"
    assert verdict.moment is not None
    assert verdict.moment.show() == ["the number is 0", "then player 1: add"]


def test_a_word_that_the_claim_does_not_read_is_not_overlooked() -> None:
    verdict = prove(claim(by_one), words("It is never one rhubarb."), play())
    assert verdict == Verdict("unread", "the lexicon lacks 'rhubarb' and the claim does not read 'never'")


@pytest.mark.parametrize(("limit", "state"), [(11, "never"), (5, "seldom"), (0, "proved")])
def test_a_statement_needs_relevant_moments(limit: int, state: str) -> None:
    def late(_read: Words, _play: Play) -> Iterator[Always[Any]]:
        yield Always(lambda m: m.before >= limit, lambda m: m.after > m.before)

    assert prove(claim(late), words("It is."), play()).state == state


def test_a_claim_that_raises_an_error_is_reported_and_not_raised() -> None:
    def broken(_read: Words, _play: Play) -> Iterator[Always[Any]]:
        yield Always(lambda m: m.missing, lambda _m: True)

    verdict = prove(claim(broken), words("It is."), play())
    assert verdict.state == "broken"
    assert "missing" in verdict.message


def test_a_claim_without_a_statement_proves_nothing() -> None:
    assert prove(claim(lambda _read, _play: ()), words("It is."), play()).state == "broken"


def test_a_false_comparison_has_its_reason() -> None:
    verdict = prove(claim(lambda _read, _play: [Holds(0, "it is blue")]), words("It is."), play())
    assert verdict[:2] == ("false", "it is blue")


def test_facts_are_found_once_and_an_error_in_one_does_not_stop_the_others() -> None:
    facts, calls = Facts(), []

    @facts.fact("end")
    def _end(seen: Play) -> Any:
        calls.append(1)
        return seen.value(lambda m: m.over, lambda m: m.after)

    @facts.fact("broken")
    def _broken(_seen: Play) -> Any:
        raise KeyError("a")

    seen = play(facts)
    assert (seen.fact("end"), seen.fact("end"), len(calls)) == (10, 10, 1)
    with pytest.raises(FactError, match="game tens: the fact broken failed: KeyError: 'a'"):
        seen.fact("broken")


def test_a_value_that_varies_is_a_list_and_one_never_seen_says_so() -> None:
    seen = play()
    assert seen.value(lambda m: m.before > 7, lambda m: m.after) == [9, 10]
    assert seen.value(lambda m: m.before > 70, lambda m: m.after) == "unseen"


def test_facts_are_plain_data() -> None:
    assert plain({"a": {2, 1}, 3: (True, None)}) == {"a": [1, 2], "3": [True, None]}


def test_two_claims_cannot_have_one_name() -> None:
    claims = Claims()
    claims.claim("one")(by_one)
    with pytest.raises(ValueError, match="already a claim 'one'"):
        claims.claim("one")(by_one)


def test_a_position_that_the_game_cannot_show_is_no_crash() -> None:
    class Mute(Tens):
        def show(self, state: int) -> str:
            raise IndexError(state)

    shown = Moment(Mute(), 3, ("add",), 4).show()  # type: ignore[arg-type]
    assert shown == ["(a position that the game cannot show)", "then player 1: add"]
