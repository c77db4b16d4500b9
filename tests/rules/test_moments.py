"""Facts are found once, and moments show their position."""

from __future__ import annotations

from typing import Any

import pytest

from pnp.rules.moments import FactError, Moment, Play, plain


class Tens:
    """A game in which the number grows by one up to ten."""

    name = "tens"
    source = None

    def show(self, state: int) -> str:
        return f"the number is {state}"

    def actor(self, state: int) -> int | None:
        return 0 if state < 10 else None


def play(facts: dict[str, Any] | None = None) -> Play:
    moments = [Moment(Tens(), n, ("add",), n + 1) for n in range(10)]  # type: ignore[arg-type]
    return Play(Tens(), moments, facts or {})


def test_facts_are_found_once_and_an_error_in_one_does_not_stop_the_others() -> None:
    calls = []

    def end(seen: Play) -> Any:
        calls.append(1)
        return next(moment.after for moment in seen.moments if moment.over)

    def broken(_seen: Play) -> Any:
        raise KeyError("a")

    seen = play({"end": end, "broken": broken})
    assert (seen.fact("end"), seen.fact("end"), len(calls)) == (10, 10, 1)
    with pytest.raises(FactError, match="game tens: the fact broken failed: KeyError: 'a'"):
        seen.fact("broken")


def test_facts_are_plain_data() -> None:
    assert plain({"a": {2, 1}, 3: (True, None)}) == {"a": [1, 2], "3": [True, None]}


def test_a_position_that_the_game_cannot_show_is_no_crash() -> None:
    class Mute(Tens):
        def show(self, state: int) -> str:
            raise IndexError(state)

    shown = Moment(Mute(), 3, ("add",), 4).show()  # type: ignore[arg-type]
    assert shown == ["(a position that the game cannot show)", "then player 1: add"]
