"""The functions that rule files may call."""

from __future__ import annotations

import pytest

from pnp.rulefile import functions
from pnp.rulefile.work import Work, WorkError
from tests.rulefile.nim import State

CALLED = functions.counted(Work())


def test_values_are_compared_and_collected():
    assert CALLED["distinct"]([[1], [2], [1]]) == [[1], [2]]
    assert (CALLED["the"]([3, 3]), CALLED["the"]([3, 4]), CALLED["the"]([])) == (3, [3, 4], "unseen")
    assert CALLED["groups"]([("a", 1), ("b", 2), ("a", 1), ("a", 3)]) == [[1, 3], [2]]
    assert CALLED["by_key"]([(3, "b"), (2, "a"), (3, "b"), (4, 1), (4, 2)]) == {2: "a", 3: "b", 4: [1, 2]}
    assert (CALLED["count"]("abca", "a"), CALLED["index"]([5, 6], 6), CALLED["flat"]([[1], (2, 3)])) == (
        2,
        1,
        [1, 2, 3],
    )


def test_words_are_joined_and_their_letters_counted():
    assert (CALLED["joined"](["a", "b"], ", "), CALLED["joined"]([], ", ")) == ("a, b", "")
    with pytest.raises(WorkError):
        functions.counted(Work())["joined"](["x"] * 10_000, "y" * 4_000)


def test_a_field_of_a_state_is_found_by_its_name_and_nothing_else():
    state = State(10, ((), ()), 0)
    assert CALLED["field"](state, "left") == 10
    for name in ("_replace", "__class__", "count", "missing"):
        with pytest.raises(functions.MissingError):
            CALLED["field"](state, name)


@pytest.mark.parametrize(
    ("known", "wanted", "message"),
    [
        (["add", "subtract"], "subtrac", "there is no 'subtrac' here; did you mean 'subtract'?"),
        (["add", "subtract"], "won", "there is no 'won' here; there is add, subtract"),
        ([], "won", "there is no 'won' here; there is nothing"),
        (range(20), "x", "there is no 'x' here; there is 0, 1, 2, 3, 4, 5, 6, 7, …"),
    ],
)
def test_what_is_missing_is_named_with_what_there_is(known, wanted, message):
    assert str(functions.MissingError(wanted, known)) == message
