"""Notes that one object has made, noted by another."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pnp.diagnostics.growing import Growing


class Notes(Growing):
    NOTES = ("places", "found", "names")

    def __init__(self) -> None:
        self.places: dict[int, str] = {}
        self.found: dict[int, set[int]] = {}
        self.names: set[int] = set()

    def note(self, number: int) -> None:
        self.places.setdefault(number % 5, f"place {number % 5}")
        self.found.setdefault(number % 3, set()).add(number)
        self.names.add(number)

    def state(self) -> tuple[list[tuple[int, str]], dict[int, set[int]], set[int]]:
        return list(self.places.items()), self.found, self.names


@given(st.lists(st.integers(0, 30)), st.lists(st.integers(0, 30)), st.lists(st.integers(0, 30)))
def test_what_others_note_in_turns_is_noted_as_if_one_had_noted_it(first, second, third):
    alone, here, there = Notes(), Notes(), Notes()
    for number in (*first, *second, *third):
        alone.note(number)
    for numbers in (first, second, third):
        before = there.lengths()
        for number in numbers:
            there.note(number)
        here.learn(there.news(before))
    assert here.state() == alone.state()


def test_what_is_true_once_stays_true():
    class Seen(Growing):
        NOTES = ("seen",)

        def __init__(self, **seen: bool) -> None:
            self.seen = seen

    here = Seen(a=True, b=False)
    here.learn(Seen(a=False, b=True, c=False).news({"seen": 3}))
    assert here.seen == {"a": True, "b": True, "c": False}
