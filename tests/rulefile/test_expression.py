"""Expressions are a safe part of Python's, and errors in them have their place."""

from __future__ import annotations

import ast

import pytest

from pnp.rulefile import expression as expressions
from pnp.rulefile.expression import LONGEST, Compiler, Failed, found, parted
from pnp.rulefile.source import RuleError
from pnp.rulefile.work import Work, WorkError
from tests.rulefile.nim import State, expression


class Moment:
    def __init__(self) -> None:
        self.phase, self.before = "deal", {"a": 1}

    def role(self, seat: int) -> str:
        return "ab"[seat]


def value(text: str, **holes: object) -> object:
    return Compiler().compiled(expression(text).tree, "_m", "_p", *holes, file="proof.rules")(
        Moment(), None, *holes.values()
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("phase == 'deal' and not hole", True),
        ("[n * 2 for n in range(3) if n % 2 == 0]", [0, 4]),
        ("{*[1, 2]} | {3}", {1, 2, 3}),
        ("role(1) + role(0)", "ba"),
        ("before['a'] if phase in ('deal', 'play') else -1", 1),
        ("sum([len(x) for x in zip([1], [2])])", 2),
    ],
)
def test_an_expression_is_calculated_as_in_python(text, expected):
    assert value(text, hole=False) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "here an expression is missing"),
        (f"{'not ' * 900}1", "the expression is nested too deeply"),
        ("1 + " * LONGEST + "1", "the expression is longer than 4,000 characters"),
    ],
)
def test_an_expression_is_neither_empty_nor_long(text, message):
    with pytest.raises(RuleError, match=message):
        expression(text)


def test_facts_that_it_speaks_of_are_known():
    assert expression("fact('win.points') == fact('deck')").facts == {"win.points", "deck"}


def test_parts_that_speak_of_no_hole_are_separated():
    parts: list[ast.expr] = []
    rest = parted(expression("[phase, role(hole)] == [before['a'], hole]").tree, frozenset({"hole"}), parts)
    assert [ast.unparse(part) for part in parts] == ["_m.phase", "_m.role", "_m.before['a']"]
    assert "_m" not in {node.id for node in ast.walk(rest) if isinstance(node, ast.Name)}


def test_a_part_that_depends_on_a_loop_stays_in_it():
    parts: list[ast.expr] = []
    parted(expression("[role(x) for x in before]").tree, frozenset({"hole"}), parts)
    assert [ast.unparse(part) for part in parts] == ["[_m.role(x) for x in _each(_m.before)]"]
    parts = []
    parted(expression("[[role(x), hole] for x in before]").tree, frozenset({"hole"}), parts)
    assert [ast.unparse(part) for part in parts] == ["_m.role", "_each(_m.before)"]


def test_a_part_that_failed_fails_again_where_its_value_is_needed():
    assert found(3) == 3
    with pytest.raises(ZeroDivisionError):
        found(Failed(lambda: 1 // 0, ZeroDivisionError()))


def test_failures_with_the_same_message_are_equal():
    failures = [Failed(list, error) for error in (KeyError("a"), KeyError("a"), KeyError("b"), IndexError("a"))]
    assert failures[0] == failures[1]
    assert len({*failures}) == 3


CALLED = expressions.counted(Work())


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
        expressions.counted(Work())["joined"](["x"] * 10_000, "y" * 4_000)


def test_a_field_of_a_state_is_found_by_its_name_and_nothing_else():
    state = State(10, ((), ()), 0)
    assert CALLED["field"](state, "left") == 10
    for name in ("_replace", "__class__", "count", "missing"):
        with pytest.raises(expressions.MissingError):
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
    assert str(expressions.MissingError(wanted, known)) == message
